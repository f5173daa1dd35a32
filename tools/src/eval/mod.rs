//! The yardstick: models replayed over recorded matches and scored by the rules of the reference scorer.
//!
//! Accuracy is the mean error over all counted predictions divided by that of the best simple predictor; updates are what a sender needs to keep
//! its receivers within a threshold, divided by those of the best dead reckoning.
mod dump;
pub mod floor;
pub mod forecaster;
pub mod harvest;
pub mod kinematics;
pub mod level;
pub mod lore;
mod markdown;
mod models;
pub mod moments;
pub mod network;
mod outbox;
pub mod parallel;
pub mod params;
pub mod plugin;
mod report;
pub mod result;
mod results;
pub mod score;
pub mod simple;
pub(crate) mod stakes;
pub mod stats;
pub mod told;
pub mod units;
pub mod ways;
pub mod weights;

pub use markdown::markdown;
pub use models::{names as model_names, setup_of};
pub(crate) use models::{receiver_setup, uses_weights};
pub use network::{Drawn, Networks};
pub use params::Params;
pub use report::{json, table};
pub use result::{Accuracy, Pooled, Scores, TraceScore, Updates};
pub use results::results;
pub use weights::Weights;

use crate::output::FolderDraft;
use crate::trace::{Trace, TraceError};
use antreckon::predict::Obstacle;
use dump::Dump;
use floor::Floor;
use forecaster::Forecaster;
use kinematics::Estimates;
use outbox::Mail;
use score::{Cases, Part, Plan, Sent, Share, frames_ahead, replay, scored_from};
use simple::{SIMPLE, learned_tau};
use stats::{Block, Summary};
use std::fmt;
use std::path::{Path, PathBuf};
use told::told_every;

/// Horizons of the scoring rules, seconds.
pub const HORIZONS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];
/// Thresholds of the scoring rules, body widths.
pub const THRESHOLDS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];
/// A trace with players in fewer seconds than this is too short to stand alone and is pooled with the others of its kind.
pub const SHORT_SECONDS: f64 = 60.0;

/// What to score.
pub struct Request<'a> {
    /// Trace folders.
    pub traces: &'a [PathBuf],
    /// Names of models.
    pub models: &'a [String],
    /// Horizons in seconds.
    pub horizons: &'a [f64],
    /// Thresholds in body widths.
    pub thresholds: &'a [f64],
    /// Of how many frames per second models are told; `None` = of all. Senders always know all of them.
    pub updates_per_second: Option<f64>,
    /// Weights of the learned models.
    pub weights: &'a Weights,
    /// What all models of the library do at walls; `None` = what suits each best.
    pub walls: Option<Obstacle>,
    /// Networks over which the models are drawn.
    pub networks: &'a Networks,
    /// Models with other numbers than the default ones; each is scored beside the others.
    pub params: &'a [Params],
    /// Folder for predictions and updates.
    pub dump: Option<&'a Path>,
    /// Seed of the bootstrap intervals.
    pub seed: u64,
}

/// Why scoring failed.
#[derive(Debug)]
pub enum EvalError {
    /// A trace is damaged.
    Trace(TraceError),
    /// There is no model of this name.
    UnknownModel(String),
    /// The dump cannot be written.
    Dump(std::io::Error),
    /// Weights do not fit.
    Weights(String),
    /// A match cannot be played over a network.
    Network(String),
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trace(error) => error.fmt(f),
            Self::UnknownModel(name) => {
                write!(f, "there is no model \"{name}\" (known: {})", models::names().join(", "))
            }
            Self::Dump(error) => write!(f, "the dump cannot be written: {error}"),
            Self::Weights(message) => write!(f, "the weights do not fit: {message}"),
            Self::Network(message) => write!(f, "over a network: {message}"),
        }
    }
}

impl std::error::Error for EvalError {}

/// Scores all models on all traces, on all cores. `progress(done, total)` counts replays.
pub fn evaluate(request: &Request<'_>, progress: &(dyn Fn(usize, usize) + Sync)) -> Result<Scores, EvalError> {
    let is_tuned = |name: &String| request.params.iter().any(|params| params.label() == *name);
    if let Some(unknown) = request.models.iter().find(|name| !models::is_known(name) && !is_tuned(name)) {
        return Err(EvalError::UnknownModel(unknown.clone()));
    }
    let done = std::sync::atomic::AtomicUsize::new(0);
    let others = request.models.iter().filter(|name| !models::is_baseline(name)).count();
    let over_networks = network::jobs(request.networks, request.models).len();
    let total = request.traces.len() * (1 + others + over_networks);
    let tick = || progress(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1, total);

    let draft = request.dump.map(FolderDraft::create).transpose().map_err(EvalError::Dump)?;
    let dump = draft.as_ref().map(FolderDraft::path);

    let bases = parallel::map(request.traces, |path| {
        let base = Base::of(request, path, dump);
        tick();
        base
    });
    let bases = bases.into_iter().collect::<Result<Vec<_>, _>>()?;
    let jobs: Vec<(usize, &String)> = (0..bases.len())
        .flat_map(|trace| {
            request.models.iter().filter(|name| !models::is_baseline(name)).map(move |name| (trace, name))
        })
        .collect();
    let runs = parallel::map(&jobs, |&(trace, name)| {
        let base = &bases[trace];
        let weights = request.weights.choose(&base.trace.meta.layout).map_err(EvalError::Weights)?;
        let mut model = models::build(name, &base.trace, &weights, request.walls, request.params)?;
        let mut mail = models::mail(name, &base.trace, &weights, request.params, &base.thresholds)?;
        let run = base.run(dump, name, model.as_mut(), &mut mail, true);
        tick();
        run.map(|run| (trace, run))
    });
    let mut runs_of: Vec<Vec<Run>> = bases.iter().map(|_| Vec::new()).collect();
    for run in runs {
        let (trace, run) = run?;
        runs_of[trace].push(run);
    }
    let mut traces = Vec::new();
    for (base, runs) in bases.into_iter().zip(runs_of) {
        let Request { networks, models, weights, walls, .. } = *request;
        let network = network::drawn(&base.trace, networks, models, weights, walls, &tick)?;
        traces.push(TraceScore { network, ..base.score(request, runs) });
    }
    let pooled = pool(request, &traces);
    if let Some(draft) = draft {
        draft.finish().map_err(EvalError::Dump)?;
    }
    Ok(Scores { traces, pooled })
}

/// A fresh model of this name for one trace, as it is scored.
pub(crate) fn forecaster(
    request: &Request<'_>,
    trace: &Trace,
    estimates: &Estimates,
    name: &str,
) -> Result<Box<dyn Forecaster>, EvalError> {
    if models::is_baseline(name) {
        let taus = learned_taus(request, trace, estimates);
        let mut simple = models::baselines(trace, &taus).into_iter();
        let found = simple.find(|(known, _)| known == name).map(|(_, model)| model);
        return found.ok_or_else(|| EvalError::UnknownModel(name.to_owned()));
    }
    let weights = request.weights.choose(&trace.meta.layout).map_err(EvalError::Weights)?;
    models::build(name, trace, &weights, request.walls, request.params)
}

/// Names of the simple predictors that others are measured against.
pub(crate) fn simple_names() -> Vec<&'static str> {
    SIMPLE.iter().map(|simple| simple.name()).collect()
}

/// Per horizon in frames: the time constant of `damped`.
fn learned_taus(request: &Request<'_>, trace: &Trace, estimates: &Estimates) -> Vec<(usize, f64)> {
    let horizons = request.horizons.iter().map(|&horizon| frames_ahead(trace, horizon));
    let every = told_every(trace, request.updates_per_second);
    horizons.map(|n| (n, learned_tau(trace, estimates, every, n))).collect()
}

/// Mean error of somebody's own model per horizon in the scored part of a trace, ground plane, trace units; `None` where
/// nothing counts.
pub fn mean_errors(trace: &Trace, model: &mut dyn Forecaster, horizons: &[f64]) -> Vec<Option<f64>> {
    let estimates = Estimates::of(trace);
    let cases = Cases { trace, estimates: &estimates, told_every: 1, has_height: false, floor: None };
    let horizons: Vec<usize> = horizons.iter().map(|&horizon| frames_ahead(trace, horizon)).collect();
    let replay = replay(&cases, &Plan { horizons: &horizons, thresholds: &[] }, model, &mut [], None);
    let parts = replay.expect("nothing is written, so nothing fails").scored;
    parts.into_iter().map(|part| Measured::of(part).map(|measured| measured.flat.0.mean)).collect()
}

/// A loaded trace with its baselines.
struct Base {
    trace: Trace,
    estimates: Estimates,
    told_every: usize,
    has_height: bool,
    floor: Option<Floor>,
    horizons: Vec<usize>,
    thresholds: Vec<f64>,
    taus: Vec<(usize, f64)>,
    runs: Vec<Run>,
}

/// A model's pass over one trace, without the single errors.
struct Run {
    model: String,
    scored: Vec<Option<Measured>>,
    cold: Vec<Option<Measured>>,
    updates: Option<Vec<Sent>>,
}

/// A [`Part`] that is complete.
struct Measured {
    flat: (Summary, Vec<Block>),
    space: Option<Summary>,
    inside: Share,
    off: Share,
}

impl Measured {
    /// `None` without cases.
    fn of(part: Part) -> Option<Self> {
        let space = part.space.finish().map(|(summary, _)| summary);
        Some(Self { flat: part.flat.finish()?, space, inside: part.inside, off: part.off })
    }
}

impl Base {
    fn of(request: &Request<'_>, path: &Path, dump: Option<&Path>) -> Result<Self, EvalError> {
        let trace = Trace::load(path).map_err(EvalError::Trace)?;
        let told_every = told_every(&trace, request.updates_per_second);
        let estimates = Estimates::every(&trace, told_every);
        let horizons: Vec<usize> = request.horizons.iter().map(|&horizon| frames_ahead(&trace, horizon)).collect();
        let thresholds = request.thresholds.iter().map(|threshold| threshold * trace.meta.body_width).collect();
        let taus = learned_taus(request, &trace, &estimates);
        let (has_height, floor) = (trace.has_height(), Floor::of(&trace));
        let mut base =
            Self { trace, estimates, told_every, has_height, floor, horizons, thresholds, taus, runs: Vec::new() };
        for (name, mut model) in models::baselines(&base.trace, &base.taus) {
            let run = base.run(dump, &name, model.as_mut(), &mut [], models::is_baseline(&name))?;
            base.runs.push(run);
        }
        Ok(base)
    }

    fn cases(&self) -> Cases<'_> {
        Cases {
            trace: &self.trace,
            estimates: &self.estimates,
            told_every: self.told_every,
            has_height: self.has_height,
            floor: self.floor.as_ref(),
        }
    }

    /// How much of the truth itself lies over no floor: jumps over gaps, and what the recorded area leaves out.
    fn truth_off(&self, request: &Request<'_>) -> Vec<(f64, f64)> {
        let (Some(floor), cases) = (&self.floor, self.cases()) else { return Vec::new() };
        let shares = self.horizons.iter().zip(request.horizons).filter_map(|(&n, &horizon)| {
            let mut share = Share::default();
            for k in scored_from(&self.trace)..self.trace.frames {
                for (player, truth) in self.trace.states(k).iter().enumerate() {
                    let counts = k >= n && k - n >= scored_from(&self.trace) && cases.counts(player, k - n, n);
                    if let Some(truth) = truth.filter(|_| counts) {
                        share.add(!floor.is_under([truth.position[0], truth.position[1]]));
                    }
                }
            }
            share.value().map(|share| (horizon, share))
        });
        shares.collect()
    }

    fn run(
        &self,
        dump: Option<&Path>,
        name: &str,
        model: &mut dyn Forecaster,
        mail: &mut [Mail],
        predicts: bool,
    ) -> Result<Run, EvalError> {
        let cases = self.cases();
        let plan = Plan { horizons: if predicts { &self.horizons } else { &[] }, thresholds: &self.thresholds };
        let mut dump = dump
            .map(|folder| Dump::create(folder, &self.trace.meta.name, name))
            .transpose()
            .map_err(EvalError::Dump)?;
        let replay = replay(&cases, &plan, model, mail, dump.as_mut()).map_err(EvalError::Dump)?;
        if let Some(dump) = dump {
            dump.finish().map_err(EvalError::Dump)?;
        }
        let finish = |parts: Vec<Part>| parts.into_iter().map(Measured::of).collect();
        Ok(Run {
            model: name.to_owned(),
            scored: finish(replay.scored),
            cold: finish(replay.cold),
            updates: replay.updates,
        })
    }

    fn score(self, request: &Request<'_>, others: Vec<Run>) -> TraceScore {
        let best_dr: Vec<Sent> = (0..self.thresholds.len())
            .map(|slot| {
                let senders = self.runs.iter().filter_map(|run| run.updates.as_ref()).map(|updates| updates[slot]);
                senders.min_by_key(|sent| sent.updates).unwrap_or_default()
            })
            .collect();
        let mean_error = |sent: &Sent| sent.error / sent.ticks.max(1) as f64;
        let short = (self.trace.covered_frames() as f64) < SHORT_SECONDS * self.trace.meta.tick_hz;
        let simple = self.runs.len().min(SIMPLE.len());
        let accuracy = accuracies(request, &self.runs[..simple], &others, |run| &run.scored);
        let cold_start = accuracies(request, &self.runs[..simple], &others, |run| &run.cold);
        let mut updates = Vec::new();
        for run in self.runs.iter().chain(&others) {
            let wanted = !models::is_baseline(&run.model) || request.models.contains(&run.model);
            let Some(sent) = run.updates.as_ref().filter(|_| wanted) else { continue };
            for (slot, &threshold) in request.thresholds.iter().enumerate() {
                let (sent, best) = (&sent[slot], &best_dr[slot]);
                updates.push(Updates {
                    model: run.model.clone(),
                    threshold,
                    updates: sent.updates,
                    ratio: sent.updates as f64 / best.updates.max(1) as f64,
                    error: mean_error(sent),
                    error_ratio: mean_error(sent) / mean_error(best).max(f64::MIN_POSITIVE),
                });
            }
        }
        let weights = request.weights.choose(&self.trace.meta.layout).ok();
        TraceScore {
            short,
            v_max: self.trace.meta.v_max,
            weights: weights.and_then(|choice| choice.name).map(str::to_owned),
            weights_saw_layout: weights.and_then(|choice| choice.seen),
            truth_off_walkable: self.truth_off(request),
            name: self.trace.meta.name,
            game: self.trace.meta.game,
            accuracy,
            cold_start,
            updates,
            network: Vec::new(),
        }
    }
}

fn accuracies(
    request: &Request<'_>,
    simple: &[Run],
    others: &[Run],
    part: impl Fn(&Run) -> &Vec<Option<Measured>>,
) -> Vec<Accuracy> {
    let mut rows = Vec::new();
    for (slot, &horizon) in request.horizons.iter().enumerate() {
        let of = |run| -> Option<&Measured> { part(run)[slot].as_ref() };
        let best = simple.iter().filter_map(of).map(|m| &m.flat).min_by(|a, b| a.0.mean.total_cmp(&b.0.mean));
        let Some((best, best_blocks)) = best else { continue };
        let best_space = simple.iter().filter_map(of).filter_map(|m| m.space).map(|s| s.mean).min_by(f64::total_cmp);
        for run in simple.iter().chain(others) {
            // Simple predictors stay in the list for the pooled table even when they were not asked for; the report leaves them out.
            let Some(measured) = of(run) else { continue };
            let (summary, blocks) = measured.flat.clone();
            rows.push(Accuracy {
                model: run.model.clone(),
                horizon,
                summary,
                ratio: summary.mean / best.mean,
                interval: stats::ratio_interval(&blocks, best_blocks, request.seed),
                space: measured.space.zip(best_space).map(|(space, best)| (space, space.mean / best)),
                inside_radius: measured.inside.value(),
                off_walkable: measured.off.value(),
                blocks,
            });
        }
    }
    rows
}

/// Adds up the short traces, errors in seconds of running at full speed.
fn pool(request: &Request<'_>, traces: &[TraceScore]) -> Vec<Pooled> {
    let mut pooled = Vec::new();
    let mut names: Vec<&str> = SIMPLE.iter().map(|simple| simple.name()).collect();
    names.extend(request.models.iter().map(String::as_str).filter(|name| !models::is_baseline(name)));
    for &horizon in request.horizons {
        let sums: Vec<(&str, Vec<Block>)> = names
            .iter()
            .map(|&name| {
                let rows = traces.iter().filter(|trace| trace.short).flat_map(|trace| {
                    let rows = trace.accuracy.iter().filter(move |row| row.model == name && row.horizon == horizon);
                    rows.flat_map(|row| row.blocks.iter().map(|b| Block { sum: b.sum / trace.v_max, count: b.count }))
                });
                (name, rows.collect())
            })
            .collect();
        let total = |blocks: &[Block]| blocks.iter().map(|block| block.sum).sum::<f64>();
        let best = sums[..SIMPLE.len()].iter().min_by(|a, b| total(&a.1).total_cmp(&total(&b.1)));
        let Some((_, best)) = best.filter(|(_, blocks)| !blocks.is_empty()) else { continue };
        for (name, blocks) in &sums {
            let n = blocks.iter().map(|block| block.count).sum::<usize>();
            pooled.push(Pooled {
                model: (*name).to_owned(),
                horizon,
                mean: total(blocks) / n as f64,
                n,
                ratio: total(blocks) / total(best),
                interval: stats::ratio_interval(blocks, best, request.seed),
            });
        }
    }
    pooled
}
