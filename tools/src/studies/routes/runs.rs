//! Trial sets from recorded matches: repeated runs between two places.
//!
//! Places are found from the first 40 % of a match: the squares that players enter most often, none next to another. A run begins when a player
//! leaves one place and ends when it enters another one, alive all the way and without a jump.
use antreckon::base::math::DVec3;
use antreckon::predict::strategy::Truth;
use antreckon_cli::trace::{Sample, Trace};
use std::collections::BTreeMap;

/// Share of a match in which places are found.
const LEARNING: f64 = 0.4;
/// Edge of a square, body widths.
const SQUARE: f64 = 6.0;
/// Most places.
const PLACES: usize = 16;
/// Shortest and longest run, seconds.
const SECONDS: [f64; 2] = [2.0, 20.0];

/// One way of a player from one place to another.
pub(super) struct Run {
    pub(super) player: usize,
    /// Numbers of the two places, the lower one first.
    pub(super) between: (usize, usize),
    /// Frame of its end; it can be learned from afterwards.
    pub(super) end: usize,
    /// Whether it began in the scored part.
    pub(super) scored: bool,
    /// Trace units, Y up.
    pub(super) states: Vec<Truth>,
}

/// All runs of a match in the order of their ends.
pub(super) fn runs(trace: &Trace) -> Vec<Run> {
    let cut = (trace.frames as f64 * LEARNING) as usize;
    let places = places(trace, cut);
    let square = SQUARE * trace.meta.body_width;
    let at = |sample: &Sample| places.iter().position(|place| *place == cell(sample, square));
    let mut runs = Vec::new();
    for player in 0..trace.players.len() {
        // The place left last and the states since.
        let mut open: Option<(usize, usize, Vec<Truth>)> = None;
        for k in 0..trace.frames {
            let Some(sample) = trace.states(k)[player].filter(|_| !trace.jumped(k)[player]) else {
                open = None;
                continue;
            };
            let before = k.checked_sub(1).and_then(|before| trace.states(before)[player]);
            let truth = state(trace, k, &sample, before.as_ref());
            match (at(&sample), open.take()) {
                (Some(place), Some((from, begin, mut states))) if place != from => {
                    states.push(truth);
                    let seconds = states.len() as f64 * trace.tick();
                    if (SECONDS[0]..=SECONDS[1]).contains(&seconds) {
                        let between = (from.min(place), from.max(place));
                        runs.push(Run { player, between, end: k, scored: begin >= cut, states });
                    }
                    open = Some((place, k, vec![truth]));
                }
                (Some(place), _) => open = Some((place, k, vec![truth])),
                (None, Some((from, begin, mut states))) => {
                    states.push(truth);
                    open = Some((from, begin, states));
                }
                (None, None) => {}
            }
        }
    }
    runs.sort_by_key(|run| (run.end, run.player));
    runs
}

/// The squares entered most often before frame `cut`; ties go to the lower one.
fn places(trace: &Trace, cut: usize) -> Vec<(i64, i64, i64)> {
    let square = SQUARE * trace.meta.body_width;
    let mut visits: BTreeMap<(i64, i64, i64), usize> = BTreeMap::new();
    for player in 0..trace.players.len() {
        let mut last = None;
        for k in 0..cut {
            let now = trace.states(k)[player].map(|sample| cell(&sample, square));
            if let Some(cell) = now.filter(|_| now != last) {
                *visits.entry(cell).or_default() += 1;
            }
            last = now;
        }
    }
    let mut busy: Vec<((i64, i64, i64), usize)> = visits.into_iter().collect();
    busy.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut places: Vec<(i64, i64, i64)> = Vec::new();
    for (cell, _) in busy {
        let near = |other: &(i64, i64, i64)| (cell.0 - other.0).abs() <= 1 && (cell.1 - other.1).abs() <= 1;
        if places.len() < PLACES && !places.iter().any(near) {
            places.push(cell);
        }
    }
    places
}

fn cell(sample: &Sample, square: f64) -> (i64, i64, i64) {
    let [x, y, z] = sample.position;
    ((x / square).floor() as i64, (y / square).floor() as i64, (z / square).floor() as i64)
}

/// Z up to Y up. The velocity is the recorded one, else the last difference; level, because errors are counted in the ground plane.
fn state(trace: &Trace, k: usize, sample: &Sample, before: Option<&Sample>) -> Truth {
    let [x, y, z] = sample.position;
    let [vx, vy] = sample.velocity.unwrap_or_else(|| match before {
        Some(before) => [0, 1].map(|axis| (sample.position[axis] - before.position[axis]) * trace.meta.tick_hz),
        None => [0.0; 2],
    });
    Truth {
        time: (k as f64 * trace.tick() * 1e9).round() as i64,
        position: DVec3::new(x, z, -y),
        velocity: DVec3::new(vx, 0.0, -vy),
    }
}
