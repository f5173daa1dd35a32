//! The models that can be scored, by name.
use super::EvalError;
use super::forecaster::Forecaster;
use super::outbox::Mail;
use super::params::{Params, Tunables};
use super::plugin::{PluginForecaster, Setup};
use super::simple::{DampedSender, SEND_TAUS, SIMPLE, Simple, SimpleForecaster};
use super::weights::Choice;
use crate::trace::Trace;
use antreckon::predict::{Model, Obstacle};

/// AntReckoning with the paper's post-processing.
const ANT: Setup = Setup { force_scale: 1.0, obstacle: Obstacle::Slide, ..Setup::plain(Model::Ant) };

/// Models of the library, by the name that `--models` takes.
const LIBRARY: [(&str, Setup); 18] = [
    ("ant", ANT),
    ("ant_noforce", Setup { force_scale: 0.0, ..ANT }),
    ("dis_static", Setup::plain(Model::DisStatic)),
    ("dis_fpw", Setup::plain(Model::DisFpw)),
    ("dis_rpw", Setup::plain(Model::DisRpw)),
    ("dis_rvw", Setup::plain(Model::DisRvw)),
    ("dis_fvw", Setup::plain(Model::DisFvw)),
    ("dis_fpb", Setup::plain(Model::DisFpb)),
    ("dis_rpb", Setup::plain(Model::DisRpb)),
    ("dis_rvb", Setup::plain(Model::DisRvb)),
    ("dis_fvb", Setup::plain(Model::DisFvb)),
    ("interest", Setup::plain(Model::Interest)),
    ("hybrid", Setup::plain(Model::Hybrid)),
    ("neuro", Setup { sends: true, ..Setup::plain(Model::Neuro) }),
    ("strategy", Setup::plain(Model::Strategy)),
    ("trail", Setup::plain(Model::Trail)),
    ("kinematic", Setup::plain(Model::Kinematic)),
    ("auto", Setup { adapt: true, sends: true, ..Setup::plain(Model::Auto) }),
];

/// Baselines that the library has as models, too. As such they are only run with parameters of their own.
const BASELINES: [(&str, Setup); 3] =
    [("dr1", Setup::plain(Model::Dr1)), ("dr2", Setup::plain(Model::Dr2)), ("damped", Setup::plain(Model::Damped))];

/// The nine algorithms of DIS by their numbers; these names are accepted, too.
const BY_NUMBER: [(&str, &str); 9] = [
    ("dis1", "dis_static"),
    ("dis2", "dis_fpw"),
    ("dis3", "dis_rpw"),
    ("dis4", "dis_rvw"),
    ("dis5", "dis_fvw"),
    ("dis6", "dis_fpb"),
    ("dis7", "dis_rpb"),
    ("dis8", "dis_rvb"),
    ("dis9", "dis_fvb"),
];

/// The library's name of a model that is told by its number.
fn plain_name(name: &str) -> &str {
    BY_NUMBER.iter().find(|(number, _)| *number == name).map_or(name, |(_, plain)| plain)
}

/// Is there a model of this name?
pub(super) fn is_known(name: &str) -> bool {
    Simple::named(name).is_some() || setup_of(name).is_some()
}

/// The models that are scored unless some are asked for.
pub fn names() -> Vec<String> {
    let simple = SIMPLE.iter().map(|simple| simple.name());
    simple.chain(LIBRARY.iter().map(|(name, _)| *name)).map(str::to_owned).collect()
}

/// Names of the library's models, those that are baselines of every comparison among them.
pub(super) fn library_names() -> impl Iterator<Item = &'static str> {
    BASELINES.iter().chain(&LIBRARY).map(|(name, _)| *name)
}

/// How a model of the library is run.
pub fn setup_of(name: &str) -> Option<Setup> {
    let name = plain_name(name);
    BASELINES.iter().chain(&LIBRARY).find(|(known, _)| *known == name).map(|(_, setup)| *setup)
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

/// How a receiver runs the model of this name; `None` where it needs more than updates: fields, objects, routes, or another
/// estimate than the library's.
pub(crate) fn receiver_setup(name: &str) -> Option<Setup> {
    let simple = [("still", Model::Still), ("dr1", Model::Dr1), ("dr2", Model::Dr2), ("damped", Model::Damped)];
    if let Some((_, model)) = simple.into_iter().find(|(known, _)| *known == name) {
        return Some(Setup::plain(model));
    }
    let (_, setup) = LIBRARY.iter().find(|(known, _)| *known == plain_name(name))?;
    let needs_more = [Model::Ant, Model::Interest, Model::Hybrid, Model::Strategy].contains(&setup.model);
    (!needs_more).then_some(*setup)
}

/// A fresh model of the library of this name for one trace.
pub(super) fn build(
    name: &str,
    trace: &Trace,
    weights: &Choice<'_>,
    walls: Option<Obstacle>,
    params: &[Params],
) -> Result<Box<dyn Forecaster>, EvalError> {
    let tuned = params.iter().find(|params| params.label() == name);
    let name = tuned.map_or(name, |params| &params.model);
    let setup = setup_of(name).ok_or_else(|| EvalError::UnknownModel(name.to_owned()))?;
    let setup = Setup { obstacle: walls.unwrap_or(setup.obstacle), ..setup };
    let mut model = match tuned {
        Some(params) => PluginForecaster::with(trace, setup, params),
        None => PluginForecaster::new(trace, setup),
    };
    let fault = |error| EvalError::Weights(format!("{}: {error}", weights.name.unwrap_or("embedded")));
    if let Some(bytes) = weights.bytes.filter(|_| uses_weights(name) && setup.model != Model::Neuro) {
        model.load_weights(bytes).map_err(fault)?;
    }
    if setup.model == Model::Neuro {
        let name = weights.name.map_or_else(|| "embedded".to_owned(), |name| name.replace(".weights", ".bank"));
        model.load_bank(weights.bank).map_err(|error| EvalError::Weights(format!("{name}: {error}")))?;
    }
    Ok(Box::new(model))
}

/// How owners send whose model is the library's own choice, for each threshold in trace units; nothing for models that say themselves
/// what is sent, or send nothing.
pub(super) fn mail(
    name: &str,
    trace: &Trace,
    weights: &Choice<'_>,
    params: &[Params],
    thresholds: &[f64],
) -> Result<Vec<Mail>, EvalError> {
    let tuned = params.iter().find(|params| params.label() == name);
    let Some(setup) = setup_of(tuned.map_or(name, |params| &params.model)).filter(|setup| setup.sends) else {
        return Ok(Vec::new());
    };
    if setup.model == Model::Neuro {
        return Ok(Vec::new());
    }
    let mut tunables = Tunables::of(trace, &setup);
    tuned.into_iter().for_each(|params| params.apply(trace, &mut tunables));
    let fault = |error| EvalError::Weights(format!("{}: {error}", weights.name.unwrap_or("embedded")));
    thresholds.iter().map(|&threshold| Mail::new(trace, &tunables.profile, weights, threshold).map_err(fault)).collect()
}

/// Does this model depend on something trained?
pub(crate) fn uses_weights(name: &str) -> bool {
    ["neuro", "kinematic", "auto"].contains(&name)
}
