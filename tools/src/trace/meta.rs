//! `meta.json`: what was recorded, its tick rate and its units.
use super::TraceError;
use super::files::Named;

/// The parts of `meta.json` that scoring and models use.
#[derive(Debug, Clone, PartialEq)]
pub struct Meta {
    /// Name of the trace; it labels results and never changes how they are computed.
    pub name: String,
    /// Frames per second.
    pub tick_hz: f64,
    /// Ground run speed, units per second.
    pub v_max: f64,
    /// Width of a body, units; thresholds are multiples of it.
    pub body_width: f64,
    /// Name of the level's geometry, for splitting training folds: `layout`, else `map`, else the trace's own name.
    pub layout: String,
    /// Game and mode as free text.
    pub game: String,
    /// Length of a unit, metres: told by the unit's name, else such that `v_max` is a run of 8 m/s.
    pub metres_per_unit: f64,
}

/// Run speed by which units of unknown length are measured, m/s: 320 units of an inch.
const RUN_SPEED: f64 = 8.128;

/// Length of the unit that a text begins with.
fn metres_in(units: &str) -> Option<f64> {
    let units = units.to_ascii_lowercase();
    let known =
        [("metre", 1.0), ("meter", 1.0), ("quake", 0.0254), ("inch", 0.0254), ("unreal", 0.01), ("centimet", 0.01)];
    known.into_iter().find(|(name, _)| units.starts_with(name)).map(|(_, metres)| metres)
}

impl Meta {
    /// Reads and validates `meta.json`.
    pub(super) fn parse(file: &Named) -> Result<Self, TraceError> {
        let path = &file.path;
        let value: serde_json::Value = serde_json::from_str(&file.text)
            .map_err(|error| TraceError::line(path, error.line(), format!("is not valid JSON: {error}")))?;
        let text = |key: &str| value.get(key).and_then(|v| v.as_str()).map(str::to_owned);
        let positive = |key: &str| match value.get(key).and_then(|v| v.as_f64()) {
            Some(number) if number > 0.0 && number.is_finite() => Ok(number),
            Some(number) => Err(TraceError::file(path, format!("`{key}` is {number}, must be above 0"))),
            None => Err(TraceError::file(path, format!("`{key}` is missing or not a number"))),
        };
        let name = text("name").ok_or_else(|| TraceError::file(path, "`name` is missing"))?;
        // The name becomes a folder of `--dump`: it must not lead out of it.
        if name.is_empty() || name.starts_with('.') || name.contains(['/', '\\']) {
            return Err(TraceError::file(path, format!("`name` is \"{name}\", must be usable as a folder name")));
        }
        let v_max = positive("v_max")?;
        Ok(Self {
            tick_hz: positive("tick_hz")?,
            v_max,
            metres_per_unit: text("units").and_then(|units| metres_in(&units)).unwrap_or(RUN_SPEED / v_max),
            body_width: positive("body_width")?,
            layout: text("layout").or_else(|| text("map")).unwrap_or_else(|| name.clone()),
            game: text("game").unwrap_or_default(),
            name,
        })
    }
}
