//! Numbers of the library's models that can be tuned for a game: what there is, in which units, and the files that hold them.
use super::models;
use super::plugin::Setup;
use crate::trace::Trace;
use antreckon::base::Limited;
use antreckon::pheromone::trail::TrailParams;
use antreckon::pheromone::{LayerParams, MapParams};
use antreckon::predict::EntityProfile;
use antreckon::predict::interest::InterestParams;
use antreckon::predict::strategy::StrategyParams;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;

mod knobs;
pub use knobs::{KNOBS, Knob, Scale, Unit, knobs_of};

/// Version of the parameter files.
const VERSION: u64 = 1;
/// Full speed on the interest scheme's map, its units per second.
const PAPER_SPEED: f64 = 40.0;
/// Threshold and width of strategies, body widths.
const THRESHOLD_WIDTHS: f64 = 2.0;

/// Everything that a model of the library is set with.
#[derive(Debug, Clone, PartialEq)]
pub struct Tunables {
    /// `AntProfile`.
    pub profile: EntityProfile,
    /// `AntLayerDesc` of all layers and of the avatars.
    pub layer: LayerParams,
    /// `AntMapDesc::avatar_weight`.
    pub avatar_weight: f32,
    /// `AntInterestDesc`.
    pub interest: InterestParams,
    /// `AntStrategyDesc`.
    pub strategy: StrategyParams,
    /// `AntTrailDesc`.
    pub trail: TrailParams,
}

impl Tunables {
    /// What a model is set with by default, in proportion to the run speed and the bodies of this game.
    pub fn of(trace: &Trace, setup: &Setup) -> Self {
        let metres = trace.meta.metres_per_unit;
        let (v_max, threshold) = (trace.meta.v_max * metres, THRESHOLD_WIDTHS * trace.meta.body_width * metres);
        let usual = InterestParams::default();
        let unit = v_max / PAPER_SPEED;
        Self {
            profile: setup.profile(trace),
            layer: LayerParams::default(),
            avatar_weight: MapParams::default().avatar_weight,
            interest: InterestParams { unit, radius: usual.radius * unit / usual.unit, ..usual },
            strategy: StrategyParams {
                threshold,
                width: 1.5 * threshold,
                record: threshold,
                simplify: 0.25 * threshold,
                cluster_distance: 2.0 * threshold,
                floor_reach: 2.0 * threshold,
                rise: f64::INFINITY,
                ..StrategyParams::default()
            },
            trail: TrailParams { v_max, ..TrailParams::default() },
        }
    }

    /// Fails with the first number outside the range that the library allows.
    pub fn validate(&self) -> Result<(), String> {
        self.profile.validate().map_err(|error| error.to_string())?;
        self.interest.validate().map_err(|error| error.to_string())?;
        self.strategy.validate().map_err(|error| error.to_string())?;
        let mut limits = self.layer.limits().into_iter().chain(self.trail.limits());
        limits.try_for_each(check)
    }
}

fn check((name, value, low, high): Limited) -> Result<(), String> {
    // `contains` is false for NaN.
    if (low..=high).contains(&value) { Ok(()) } else { Err(format!("{name} is {value}, must be from {low} to {high}")) }
}

/// Numbers for one model, each in the unit of its knob.
#[derive(Debug, Clone, PartialEq)]
pub struct Params {
    /// Name of the model as `--models` takes it.
    pub model: String,
    /// Knobs and their values.
    pub values: Vec<(&'static Knob, f64)>,
}

impl Params {
    /// Name under which a model with these numbers stands in tables.
    pub fn label(&self) -> String {
        format!("{}_tuned", self.model)
    }

    /// Sets the numbers for a game.
    pub fn apply(&self, trace: &Trace, tunables: &mut Tunables) {
        for (knob, value) in &self.values {
            knob.write(tunables, trace, *value);
        }
    }

    /// Reads a parameter file; the message names the file and what is wrong in it.
    pub fn read(path: &Path) -> Result<Self, String> {
        let fault = |what: &dyn std::fmt::Display| format!("{}: {what}", path.display());
        let text = fs::read_to_string(path).map_err(|error| fault(&error))?;
        let value: Value = serde_json::from_str(&text)
            .map_err(|error| fault(&format_args!("line {}: is not valid JSON: {error}", error.line())))?;
        Self::from_json(&value).map_err(|message| fault(&message))
    }

    /// The content of a parameter file.
    pub fn from_json(value: &Value) -> Result<Self, String> {
        match value.get("version").and_then(Value::as_u64) {
            Some(VERSION) => {}
            Some(other) => return Err(format!("`version` is {other}, must be {VERSION}")),
            None => return Err("is no parameter file: `version` is missing".to_owned()),
        }
        let model = value.get("model").and_then(Value::as_str).ok_or("`model` is missing")?;
        let known = knobs_of(model);
        if known.is_empty() {
            return Err(format!(
                "there is no model \"{model}\" with parameters (known: {})",
                models_with_knobs().join(", ")
            ));
        }
        let given = value.get("parameters").and_then(Value::as_object).ok_or("`parameters` is missing")?;
        let mut values = Vec::new();
        for (name, entry) in given {
            let knob = known.iter().find(|knob| knob.name == name).ok_or_else(|| {
                let names: Vec<&str> = known.iter().map(|knob| knob.name).collect();
                format!("\"{model}\" has no parameter \"{name}\" (known: {})", names.join(", "))
            })?;
            let number = entry.get("value").and_then(Value::as_f64);
            let number = number.ok_or_else(|| format!("`parameters.{name}.value` is missing or not a number"))?;
            let [low, high] = knob.limits();
            if !(low..=high).contains(&number) {
                return Err(format!("`parameters.{name}.value` is {number}, must be from {low} to {high}"));
            }
            values.push((*knob, number));
        }
        // JSON does not keep an order.
        values.sort_by_key(|(knob, _)| known.iter().position(|known| known == knob));
        Ok(Self { model: model.to_owned(), values })
    }

    /// The content of a parameter file, without what says where the numbers come from.
    pub fn to_json(&self, defaults: &[f64]) -> Map<String, Value> {
        let parameters: Map<String, Value> = self
            .values
            .iter()
            .zip(defaults)
            .map(|((knob, value), default)| {
                (knob.name.to_owned(), json!({"value": value, "default": default, "unit": knob.unit.name()}))
            })
            .collect();
        let mut file = Map::new();
        file.insert("version".to_owned(), VERSION.into());
        file.insert("model".to_owned(), self.model.clone().into());
        file.insert("parameters".to_owned(), parameters.into());
        file
    }

    /// The same numbers as a host sets them in C, for the game of a trace.
    pub fn c_snippet(&self, trace: &Trace) -> String {
        let line = |(knob, value): &(&Knob, f64)| {
            let number = value * knob.unit.factor(trace);
            let text = if knob.scale == Scale::Whole { format!("{number:.0}") } else { format!("{}", rounded(number)) };
            format!("{} = {text};\n", knob.c)
        };
        self.values.iter().map(line).collect()
    }
}

/// Six digits are more than a tuning can know.
pub fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// Names of the models that can be tuned.
pub fn models_with_knobs() -> Vec<String> {
    models::library_names().filter(|name| !knobs_of(name).is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(parameters: Value) -> Value {
        json!({"version": 1, "model": "damped", "parameters": parameters})
    }

    #[test]
    fn a_file_comes_back_as_it_was_written() {
        let values = knobs_of("damped").into_iter().map(|knob| (knob, 1.25)).collect();
        let params = Params { model: "damped".to_owned(), values };
        let written = Value::Object(params.to_json(&[0.7, 1.1]));
        assert_eq!(Params::from_json(&written), Ok(params));
    }

    #[test]
    fn faults_in_files_are_named() {
        let fault = |value: &Value| Params::from_json(value).unwrap_err();
        assert!(fault(&json!({})).contains("`version` is missing"));
        assert!(fault(&json!({"version": 2})).contains("`version` is 2, must be 1"));
        assert!(fault(&json!({"version": 1, "model": "still"})).contains("no model \"still\""));
        assert!(fault(&file(json!({"alpha": {"value": 0.5}}))).contains("no parameter \"alpha\" (known: tau"));
        assert!(fault(&file(json!({"tau": {"value": "x"}}))).contains("`parameters.tau.value` is missing"));
        assert!(fault(&file(json!({"tau": {"value": -1.0}}))).contains("`parameters.tau.value` is -1, must be from"));
        assert_eq!(rounded(0.123_456_789), 0.123_457);
    }
}
