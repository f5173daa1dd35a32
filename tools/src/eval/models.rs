//! The models that can be scored, by name.
use super::forecaster::Forecaster;
use super::simple::{DampedSender, SEND_TAUS, SIMPLE, Simple, SimpleForecaster};
use crate::trace::Trace;

/// Names that `--models` accepts; without the option all of them are scored.
pub fn names() -> Vec<String> {
    SIMPLE.iter().map(|simple| simple.name().to_owned()).collect()
}

/// The simple predictors and damped receivers that every comparison needs, whatever models are asked for.
pub(super) fn baselines(trace: &Trace, taus: &[(usize, f64)]) -> Vec<(String, Box<dyn Forecaster>)> {
    let simple = SIMPLE.iter().map(|&kind| {
        (kind.name().to_owned(), Box::new(SimpleForecaster::new(kind, trace, taus)) as Box<dyn Forecaster>)
    });
    let senders = SEND_TAUS
        .iter()
        .map(|&tau| (DampedSender::name(tau), Box::new(DampedSender::new(trace, tau)) as Box<dyn Forecaster>));
    simple.chain(senders).collect()
}

/// Is this one of the baselines, which are always run?
pub(super) fn is_baseline(name: &str) -> bool {
    Simple::named(name).is_some()
}

/// A fresh model of this name for one trace; `None` when there is no such model.
pub(super) fn build(name: &str, trace: &Trace, taus: &[(usize, f64)]) -> Option<Box<dyn Forecaster>> {
    Simple::named(name).map(|kind| Box::new(SimpleForecaster::new(kind, trace, taus)) as Box<dyn Forecaster>)
}
