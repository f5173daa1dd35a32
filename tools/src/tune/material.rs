//! Recorded matches and the moments of them that are looked at.
use antreckon::base::random::Random;
use antreckon_cli::eval::forecaster::damped_reach;
use antreckon_cli::eval::kinematics::{Estimate, Estimates};
use antreckon_cli::eval::parallel;
use antreckon_cli::eval::score::{counts, frames_ahead, scored_from};
use antreckon_cli::eval::simple::learned_tau;
use antreckon_cli::eval::stats::Block;
use antreckon_cli::eval::units::Units;
use antreckon_cli::trace::Trace;
use std::path::PathBuf;

/// Windows lie in different blocks of so many seconds, as a bootstrap draws them.
const BLOCK_SECONDS: f64 = 10.0;
/// Length of a window in which predictions are looked at, seconds.
const GLANCE_SECONDS: f64 = 1.0;
/// Frames between the moments in a window.
pub(super) const STRIDE: usize = 4;
/// Fewest windows of a match.
const FEWEST: usize = 4;

/// Sums per slot (horizon or threshold), then per player and window.
pub(super) type Table = Vec<Vec<Block>>;

/// A part of a match.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Window {
    /// First frame.
    pub(super) begin: usize,
    /// Frame after the last one.
    pub(super) end: usize,
    /// With which others it is held out.
    pub(super) fold: usize,
}

/// What is made small.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Objective {
    /// Mean error ÷ best simple at these horizons, seconds.
    Accuracy(Vec<f64>),
    /// Updates ÷ best dead reckoning at these thresholds, body widths.
    Updates(Vec<f64>),
}

/// A match with its windows.
pub(super) struct Match {
    pub(super) trace: Trace,
    pub(super) estimates: Estimates,
    pub(super) units: Units,
    pub(super) windows: Vec<Window>,
    /// Horizons in frames.
    pub(super) ahead: Vec<usize>,
    /// Thresholds in trace units.
    pub(super) thresholds: Vec<f64>,
    /// What the best simple predictor, or dead reckoning, amounts to.
    pub(super) reference: Table,
}

/// How the material is divided.
pub(super) struct Material {
    pub(super) matches: Vec<Match>,
    pub(super) folds: usize,
    /// One match only: folds are parts of its time.
    pub(super) by_time: bool,
}

/// What to take of every match.
pub(super) struct Sampling {
    /// Moments (player × frame) per match, about.
    pub(super) moments: usize,
    /// Most folds.
    pub(super) folds: usize,
    pub(super) seed: u64,
}

impl Material {
    /// Loads matches and chooses their windows. Matches on one layout are held out together.
    pub(super) fn load(paths: &[PathBuf], objective: &Objective, sampling: &Sampling) -> Result<Self, String> {
        let traces = parallel::map(paths, |path| Trace::load(path));
        let traces = traces.into_iter().collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        let mut layouts: Vec<&str> = Vec::new();
        for trace in &traces {
            if !layouts.contains(&trace.meta.layout.as_str()) {
                layouts.push(&trace.meta.layout);
            }
        }
        let by_time = layouts.len() == 1 && traces.len() == 1;
        // Matches on one level only: each is held out by itself.
        let fold_of = |i: usize, trace: &Trace| match layouts.len() {
            1 => i % sampling.folds,
            _ => layouts.iter().position(|layout| *layout == trace.meta.layout).unwrap_or(0) % sampling.folds,
        };
        let fold_of: Vec<Option<usize>> =
            traces.iter().enumerate().map(|(i, trace)| (!by_time).then(|| fold_of(i, trace))).collect();
        let folds = if by_time { sampling.folds } else { fold_of.iter().flatten().max().map_or(1, |last| last + 1) };
        let jobs: Vec<(usize, Option<usize>)> = fold_of.into_iter().enumerate().collect();
        let matches = parallel::map(&jobs, |&(i, fold)| {
            let windows = choose(&traces[i], objective, sampling, fold, i as u64);
            Match::new(traces[i].clone(), windows, objective)
        });
        let matches: Vec<Match> = matches.into_iter().filter(|played| !played.windows.is_empty()).collect();
        let has_windows = |fold: &usize| matches.iter().flat_map(|played| &played.windows).any(|w| w.fold == *fold);
        if (0..folds).filter(has_windows).count() < 2 {
            return Err("the matches are too short to hold a part of them out".to_owned());
        }
        Ok(Self { matches, folds, by_time })
    }
}

/// Windows of a match, in the order of time; without a fold of its own its scored part is divided by time.
fn choose(trace: &Trace, objective: &Objective, sampling: &Sampling, fold: Option<usize>, salt: u64) -> Vec<Window> {
    let hz = trace.meta.tick_hz;
    let (first, block) = (scored_from(trace), (BLOCK_SECONDS * hz) as usize);
    let (length, peek, block) = match objective {
        Objective::Accuracy(horizons) => {
            let farthest = horizons.iter().fold(0.0_f64, |far, horizon| far.max(*horizon));
            ((GLANCE_SECONDS * hz).max(1.0) as usize, frames_ahead(trace, farthest), block)
        }
        // Senders are followed for a whole block, two of them in one.
        Objective::Updates(_) => (2 * block, 0, 2 * block),
    };
    let blocks = trace.frames.saturating_sub(first) / block;
    let players = trace.players.len().max(1);
    let per_window = (players * length).div_ceil(STRIDE);
    let wanted = match objective {
        Objective::Accuracy(_) => (sampling.moments / per_window).max(FEWEST),
        Objective::Updates(_) => (sampling.moments / 100).max(FEWEST),
    };
    let mut random = Random(sampling.seed.wrapping_mul(0x9e37_79b9).wrapping_add(salt));
    let mut order: Vec<usize> = (0..blocks).collect();
    for i in 0..blocks {
        order.swap(i, i + random.below(blocks - i));
    }
    let fold_at = |k: usize| fold.unwrap_or((k - first) * sampling.folds / (trace.frames - first).max(1));
    let mut windows: Vec<Window> = order
        .into_iter()
        .take(wanted)
        .map(|i| {
            let offset = if block > length { random.below(block - length) } else { 0 };
            let begin = (first + i * block + offset) / 2 * 2;
            Window { begin, end: begin + length, fold: fold_at(begin.max(first)) }
        })
        // What is predicted there must not lie in another fold.
        .filter(|window| {
            let last = window.end - 1 + peek;
            last < trace.frames && fold_at(last) == window.fold
        })
        .collect();
    windows.sort_by_key(|window| window.begin);
    windows
}

impl Match {
    fn new(trace: Trace, windows: Vec<Window>, objective: &Objective) -> Self {
        let (units, estimates) = (Units::of(&trace.meta), Estimates::of(&trace));
        let (ahead, thresholds) = match objective {
            Objective::Accuracy(horizons) => (horizons.iter().map(|h| frames_ahead(&trace, *h)).collect(), Vec::new()),
            Objective::Updates(widths) => (Vec::new(), widths.iter().map(|w| w * trace.meta.body_width).collect()),
        };
        let mut played = Self { trace, estimates, units, windows, ahead, thresholds, reference: Vec::new() };
        played.reference =
            if played.thresholds.is_empty() { played.best_simple() } else { super::updates::best_dr(&played) };
        played
    }

    /// Slots of a table.
    pub(super) fn slots(&self) -> usize {
        self.ahead.len() + self.thresholds.len()
    }

    pub(super) fn empty(&self) -> Table {
        vec![vec![Block::default(); self.trace.players.len() * self.windows.len()]; self.slots()]
    }

    /// Where a table keeps a player's sums of a window.
    pub(super) fn block(&self, player: usize, window: usize) -> usize {
        player * self.windows.len() + window
    }

    /// Where a player really is `n` frames after frame `k`, when that counts.
    pub(super) fn truth(&self, player: usize, k: usize, n: usize) -> Option<[f64; 2]> {
        if !counts(&self.trace, &self.estimates, player, k, n) {
            return None;
        }
        self.trace.states(k + n)[player].map(|sample| [sample.position[0], sample.position[1]])
    }

    /// The simple predictor with the lowest mean per horizon.
    fn best_simple(&self) -> Table {
        let mut tables: Vec<Table> = (0..5).map(|_| self.empty()).collect();
        let taus: Vec<f64> = self.ahead.iter().map(|&n| learned_tau(&self.trace, &self.estimates, 1, n)).collect();
        for (w, window) in self.windows.iter().enumerate() {
            for k in (window.begin..window.end).step_by(STRIDE) {
                for player in 0..self.trace.players.len() {
                    for (slot, &n) in self.ahead.iter().enumerate() {
                        let here = self.trace.states(k)[player].zip(self.estimates.frame(k)[player]);
                        let Some((truth, (sample, estimate))) = self.truth(player, k, n).zip(here) else { continue };
                        let seconds = n as f64 * self.trace.tick();
                        for (table, shift) in tables.iter_mut().zip(shifts(&estimate, seconds, taus[slot])) {
                            let [x, y] = [0, 1].map(|i| sample.position[i] + shift[i] - truth[i]);
                            let block = &mut table[slot][self.block(player, w)];
                            block.sum += x.hypot(y);
                            block.count += 1;
                        }
                    }
                }
            }
        }
        least(tables)
    }
}

/// Displacements by `still`, `dr1`, `dr1_ema`, `dr2` and `damped`.
fn shifts(estimate: &Estimate, seconds: f64, tau: f64) -> [[f64; 2]; 5] {
    let along = |velocity: [f64; 2], reach: f64| velocity.map(|v| v * reach);
    let mean = along(estimate.mean_velocity, seconds);
    let bend = along(estimate.mean_acceleration, 0.5 * seconds * seconds);
    [
        [0.0; 2],
        along(estimate.velocity, seconds),
        mean,
        [mean[0] + bend[0], mean[1] + bend[1]],
        along(estimate.velocity, damped_reach(tau, seconds)),
    ]
}

/// Per slot the table with the least sum.
pub(super) fn least(tables: Vec<Table>) -> Table {
    let total = |table: &Table, slot: usize| table[slot].iter().map(|block| block.sum).sum::<f64>();
    (0..tables[0].len())
        .map(|slot| {
            let best = (1..tables.len())
                .fold(0, |best, i| if total(&tables[i], slot) < total(&tables[best], slot) { i } else { best });
            tables[best][slot].clone()
        })
        .collect()
}
