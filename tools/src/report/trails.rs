//! What the directed trails had learned by the end of the replay: from which place and heading players went where.
use super::pack::Pack;
use super::window::Window;
use crate::eval::units::Units;
use crate::trace::Trace;
use antreckon::pheromone::trail::{Pose, SECONDS, Trails, reach};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Edge of the squares that are asked, seconds of running: that of the trails' middle resolution.
const EDGE: f64 = 0.25;
/// Headings that are asked in every square.
const HEADINGS: usize = 12;
/// The clearest headings of a square that are drawn.
const DRAWN: usize = 2;
/// Less evidence is not drawn, visits.
const LEAST: f32 = 0.75;
/// Bytes of base64 that a stroke takes, about.
const BYTES: usize = 16;
/// Horizons whose places make a stroke: 0.25, 0.5 and 1 s.
const HORIZONS: usize = 3;
/// Damping against which trails are read, seconds.
const TAU: f64 = 1.0;

struct Stroke {
    evidence: f32,
    /// The square's middle, then the place after every horizon, in steps.
    points: [[i64; 2]; 1 + HORIZONS],
}

/// Strokes through every square that somebody was in before `end`; `None` when nothing was learned.
pub(super) fn of(trace: &Trace, trails: &Trails, window: &Window) -> Option<Value> {
    let units = Units::of(&trace.meta);
    let edge = EDGE * trace.meta.v_max;
    let mut strokes = Vec::new();
    for ((column, row, _), (height, visits)) in visited(trace, window.end(), edge) {
        let middle = [(f64::from(column) + 0.5) * edge, (f64::from(row) + 0.5) * edge, height / f64::from(visits)];
        let mut found: Vec<Stroke> = (0..HEADINGS)
            .filter_map(|heading| stroke(trails, &units, trace.meta.v_max, window, middle, heading))
            .collect();
        found.sort_by(|a, b| b.evidence.total_cmp(&a.evidence));
        found.truncate(DRAWN);
        strokes.extend(found);
    }
    strokes.sort_by(|a, b| b.evidence.total_cmp(&a.evidence));
    strokes.truncate(window.fields / 3 / BYTES);
    let mut packed = Pack::default();
    for Stroke { evidence, points } in &strokes {
        packed.byte((evidence * 4.0).min(255.0) as u8);
        let mut last = [0; 2];
        for point in points {
            point.iter().zip(last).for_each(|(to, from)| packed.signed(to - from));
            last = *point;
        }
    }
    (!strokes.is_empty()).then(|| json!({"strokes": packed.text(), "count": strokes.len(), "points": 1 + HORIZONS}))
}

/// Squares on floors that players were in: sum of heights and how often.
fn visited(trace: &Trace, end: usize, edge: f64) -> BTreeMap<(i32, i32, i32), (f64, u32)> {
    let mut squares = BTreeMap::new();
    for sample in (0..end).flat_map(|k| trace.states(k).iter().flatten()) {
        let [column, row, floor] = sample.position.map(|along| (along / edge).floor() as i32);
        let (sum, visits) = squares.entry((column, row, floor)).or_insert((0.0, 0));
        *sum += sample.position[2];
        *visits += 1;
    }
    squares
}

/// Where somebody who runs through the middle of a square goes by experience.
fn stroke(
    trails: &Trails,
    units: &Units,
    v_max: f64,
    window: &Window,
    middle: [f64; 3],
    heading: usize,
) -> Option<Stroke> {
    let turn = heading as f64 / HEADINGS as f64 * std::f64::consts::TAU;
    // The library's z is the trace's -y.
    let velocity = [turn.cos() as f32, -turn.sin() as f32];
    let reach = reach(TAU);
    let readings = trails.read_alone(&Pose { place: trails.place(units.to_metres(middle)), velocity }, &reach);
    let evidence = readings[HORIZONS - 1].evidence;
    if evidence < LEAST {
        return None;
    }
    let mut points = [window.round([middle[0], middle[1]]); 1 + HORIZONS];
    for (h, point) in points[1..].iter_mut().enumerate() {
        let [x, z] = [0, 1].map(|i| f64::from(velocity[i] * reach[h] + readings[h].mean[i]));
        *point = window.round([middle[0] + v_max * x, middle[1] - v_max * z]);
    }
    const { assert!(SECONDS[HORIZONS - 1] == 1.0) };
    Some(Stroke { evidence, points })
}
