//! Files of the lab that people can read: parameters, results, lists of layouts.
use super::Finding;
use crate::eval::Params;
use serde_json::Value;
use std::path::Path;

/// What a text is; `None` when it is nothing of the lab.
pub(super) fn text(path: &Path, bytes: &[u8]) -> Option<Finding> {
    let text = std::str::from_utf8(bytes).ok()?;
    if path.extension().is_some_and(|end| end == "layouts") {
        let layouts: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        return Some(Finding::of(path, "list of layouts").with("layouts", layouts.join(", ")));
    }
    if !text.trim_start().starts_with('{') {
        return None;
    }
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            let what = format!("line {}: begins like JSON and is none: {error}", error.line());
            return Some(Finding::unknown(path, what));
        }
    };
    match (value.get("parameters"), value.get("traces").and_then(Value::as_array)) {
        (Some(_), _) => Some(parameters(path, &value)),
        (None, Some(traces)) if value.get("version").is_some() => Some(results(path, &value, traces)),
        _ => None,
    }
}

/// A file of `antreckon tune`.
fn parameters(path: &Path, value: &Value) -> Finding {
    let found = Finding::of(path, "parameters");
    match Params::from_json(value) {
        Ok(params) => {
            let numbers = params.values.iter().map(|(knob, value)| format!("{} {value}", knob.name));
            found.with("model", params.model.as_str()).with("numbers", numbers.collect::<Vec<_>>().join(", "))
        }
        Err(problem) => found.damaged(problem),
    }
}

/// A file of `antreckon eval --json`.
fn results(path: &Path, value: &Value, traces: &[Value]) -> Finding {
    let found = Finding::of(path, "results").with("version", value["version"].clone());
    let mut names = Vec::new();
    for (place, trace) in traces.iter().enumerate() {
        let Some(name) = trace.get("trace").and_then(Value::as_str) else {
            return found.damaged(format!("`traces[{place}].trace` is missing"));
        };
        if let Some(missing) =
            ["accuracy", "updates", "off_walkable", "network"].iter().find(|key| !trace[**key].is_array())
        {
            return found.damaged(format!("`traces[{place}].{missing}` is missing"));
        }
        names.push(name);
    }
    let rows = |key: &str| traces.iter().filter_map(|trace| trace[key].as_array()).map(Vec::len).sum::<usize>();
    let (accuracy, network) = (rows("accuracy"), rows("network"));
    found.with("traces", names.join(", ")).with("accuracy", accuracy).with("network", network)
}
