//! What tuning found, as text and as a parameter file.
use super::verdict::Verdict;
use super::{Request, Tuned};
use antreckon_cli::eval::Params;
use serde_json::{Value, json};
use std::fmt::Write as _;

impl Tuned {
    /// The parameters that may be handed over: the tuned ones where they were better on held-out matches, else the defaults.
    pub(crate) fn safe(&self, anyway: bool) -> Params {
        if anyway || self.is_claimed() {
            return self.params.clone();
        }
        let values = self.params.values.iter().zip(&self.defaults).map(|((knob, _), default)| (*knob, *default));
        Params { model: self.params.model.clone(), values: values.collect() }
    }

    /// Was it better on held-out matches than chance explains?
    pub(crate) fn is_claimed(&self) -> bool {
        self.held_out.verdict() == Verdict::Gain
    }

    /// The parameter file.
    pub(crate) fn file(&self, request: &Request, params: &Params) -> Value {
        let (objective, slots) = objective(request);
        let held_out = &self.held_out;
        let mut file = params.to_json(&self.defaults);
        file.insert(
            "tuned".to_owned(),
            json!({
                "objective": objective,
                "slots": slots,
                "matches": held_out.matches.iter().map(|(name, ..)| name).collect::<Vec<_>>(),
                "folds": if self.by_time { "time blocks of one match" } else { "matches" },
                "evaluations": self.evaluations,
                "seed": request.seed,
                "held_out": {
                    "default": held_out.default,
                    "tuned": held_out.tuned,
                    "gain": held_out.gain(),
                    "interval": held_out.interval,
                    "verdict": held_out.verdict().name(),
                },
            }),
        );
        Value::Object(file)
    }

    /// Everything as text.
    pub(crate) fn text(&self, request: &Request, params: &Params) -> String {
        let (objective, slots) = objective(request);
        let (held_out, mut out) = (&self.held_out, String::new());
        let what = if objective == "accuracy" { "mean error ÷ best simple" } else { "updates ÷ best dead reckoning" };
        let _ = writeln!(
            out,
            "{}: {} parameters on {} matches, {} evaluations; figures are {what}",
            self.params.model,
            self.defaults.len(),
            held_out.matches.len(),
            self.evaluations
        );
        let folds = self.folds.len();
        let _ = if self.by_time {
            writeln!(out, "One match only: held out are {folds} blocks of its time. Another match may differ more.\n")
        } else {
            writeln!(out, "Held out: every match once, in {folds} folds; matches on one level together.\n")
        };
        let _ = writeln!(out, "{:<20} {:>10} {:>10}   tuned in each fold", "parameter", "default", "tuned");
        for (i, (knob, value)) in self.params.values.iter().enumerate() {
            let each: Vec<String> = self.folds.iter().map(|values| format!("{}", short(values[i]))).collect();
            let default = short(self.defaults[i]);
            let _ = writeln!(out, "{:<20} {default:>10} {:>10}   {}", knob.name, short(*value), each.join(" "));
        }
        let _ = writeln!(out, "\n{:<34} {:>8} {:>8}", "held out", "default", "tuned");
        for (name, default, tuned) in &held_out.matches {
            let _ = writeln!(out, "{name:<34} {default:>8.4} {tuned:>8.4}");
        }
        let unit = if objective == "accuracy" { "s" } else { "body widths" };
        for (slot, [default, tuned]) in slots.iter().zip(&held_out.slots) {
            let _ = writeln!(out, "{:<34} {default:>8.4} {tuned:>8.4}", format!("all, {slot} {unit}"));
        }
        let _ = writeln!(out, "{:<34} {:>8.4} {:>8.4}", "all", held_out.default, held_out.tuned);
        let [first, last] = self.seen;
        let _ = writeln!(out, "{:<34} {first:>8.4} {last:>8.4}", "(what the last search saw itself)");
        let ([low, high], gain) = (held_out.interval, held_out.gain());
        let figures = format!("{gain:+.4} ({low:+.4} to {high:+.4}, 95 %)");
        let percent = 100.0 * gain / held_out.default;
        let _ = match held_out.verdict() {
            Verdict::Gain => {
                writeln!(out, "\ngain on what was held out: {figures}, {percent:.1} % of the default's figure")
            }
            Verdict::Noise => writeln!(out, "\nno gain is claimed: {figures} on what was held out is within noise"),
            Verdict::Loss => writeln!(out, "\nno gain: what was held out became worse, {figures}"),
        };
        let is_default = params.values.iter().zip(&self.defaults).all(|((_, value), default)| value == default);
        let kept = if is_default { "the defaults are kept" } else { "tuned parameters" };
        let _ = writeln!(out, "\nC, {kept}, for a run speed of {:.3} m/s:", run_speed(&self.sample));
        params.c_snippet(&self.sample).lines().for_each(|line| {
            let _ = writeln!(out, "    {line}");
        });
        out
    }
}

fn run_speed(trace: &antreckon_cli::trace::Trace) -> f64 {
    trace.meta.v_max * trace.meta.metres_per_unit
}

fn objective(request: &Request) -> (&'static str, &[f64]) {
    match &request.slots {
        Ok(horizons) => ("accuracy", horizons),
        Err(thresholds) => ("updates", thresholds),
    }
}

/// Four digits.
fn short(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}
