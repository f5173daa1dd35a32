//! The yardstick: models replayed over recorded matches and scored by the rules of the reference scorer.
//!
//! Accuracy is the mean error over all counted predictions divided by that of the best simple predictor; updates are what a sender needs to keep
//! its receivers within a threshold, divided by those of the best dead reckoning.
mod dump;
pub mod forecaster;
pub mod kinematics;
mod models;
mod parallel;
mod report;
mod score;
mod simple;
mod stats;

pub use models::names as model_names;
pub use report::{json, table};

use crate::trace::{Trace, TraceError};
use dump::Dump;
use forecaster::Forecaster;
use kinematics::Estimates;
use score::{Cases, Plan, frames_ahead, replay};
use simple::{SIMPLE, learned_tau};
use stats::{Block, Summary};
use std::fmt;
use std::path::{Path, PathBuf};

/// Horizons of the scoring rules, seconds.
pub const HORIZONS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];
/// Thresholds of the scoring rules, body widths.
pub const THRESHOLDS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];
/// A trace with players in fewer seconds than this is too short to stand alone and is pooled with the others of its kind.
const SHORT_SECONDS: f64 = 60.0;

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
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trace(error) => error.fmt(f),
            Self::UnknownModel(name) => {
                write!(f, "there is no model \"{name}\" (known: {})", models::names().join(", "))
            }
            Self::Dump(error) => write!(f, "the dump cannot be written: {error}"),
        }
    }
}

impl std::error::Error for EvalError {}

/// Everything measured on one trace.
pub struct TraceScore {
    /// Name of the trace.
    pub name: String,
    /// Is it pooled with other short ones?
    pub short: bool,
    /// Ground run speed, to bring errors of different games to one scale.
    v_max: f64,
    /// The scored part.
    pub accuracy: Vec<Accuracy>,
    /// The first two minutes alone.
    pub cold_start: Vec<Accuracy>,
    /// Updates of every sender.
    pub updates: Vec<Updates>,
}

/// A model at one horizon.
pub struct Accuracy {
    /// Name of the model.
    pub model: String,
    /// Seconds.
    pub horizon: f64,
    /// Error in trace units.
    pub summary: Summary,
    /// Mean error ÷ best simple.
    pub ratio: f64,
    /// 95 % interval of the ratio.
    pub interval: Option<[f64; 2]>,
    blocks: Vec<Block>,
}

/// A sender at one threshold.
pub struct Updates {
    /// Name of the model.
    pub model: String,
    /// Body widths.
    pub threshold: f64,
    /// Updates sent in the scored part.
    pub updates: usize,
    /// Updates ÷ best dead reckoning.
    pub ratio: f64,
}

/// A model at one horizon over all short traces together.
pub struct Pooled {
    /// Name of the model.
    pub model: String,
    /// Seconds.
    pub horizon: f64,
    /// Mean error in seconds of running at full speed, so that games of different units can be added.
    pub mean: f64,
    /// Number of cases.
    pub n: usize,
    /// Mean error ÷ the lowest pooled mean of the simple predictors.
    pub ratio: f64,
    /// 95 % interval of the ratio.
    pub interval: Option<[f64; 2]>,
}

/// Results of all traces in the order given, and of the short ones together.
pub struct Scores {
    /// One per trace.
    pub traces: Vec<TraceScore>,
    /// Empty without short traces.
    pub pooled: Vec<Pooled>,
}

/// Scores all models on all traces, on all cores. `progress(done, total)` counts replays.
pub fn evaluate(request: &Request<'_>, progress: &(dyn Fn(usize, usize) + Sync)) -> Result<Scores, EvalError> {
    if let Some(unknown) = request.models.iter().find(|name| !models::names().contains(name)) {
        return Err(EvalError::UnknownModel(unknown.clone()));
    }
    let done = std::sync::atomic::AtomicUsize::new(0);
    let others = request.models.iter().filter(|name| !models::is_baseline(name)).count();
    let total = request.traces.len() * (1 + others);
    let tick = || progress(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1, total);

    let bases = parallel::map(request.traces, |path| {
        let base = Base::of(request, path);
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
        let mut model =
            models::build(name, &base.trace, &base.taus).ok_or_else(|| EvalError::UnknownModel(name.clone()))?;
        let run = base.run(request, name, model.as_mut(), true);
        tick();
        run.map(|run| (trace, run))
    });
    let mut runs_of: Vec<Vec<Run>> = bases.iter().map(|_| Vec::new()).collect();
    for run in runs {
        let (trace, run) = run?;
        runs_of[trace].push(run);
    }
    let traces: Vec<TraceScore> =
        bases.into_iter().zip(runs_of).map(|(base, runs)| base.score(request, runs)).collect();
    let pooled = pool(request, &traces);
    Ok(Scores { traces, pooled })
}

/// A loaded trace with its baselines.
struct Base {
    trace: Trace,
    estimates: Estimates,
    horizons: Vec<usize>,
    thresholds: Vec<f64>,
    taus: Vec<(usize, f64)>,
    runs: Vec<Run>,
}

/// A model's pass over one trace, without the single errors.
struct Run {
    model: String,
    scored: Vec<Option<(Summary, Vec<Block>)>>,
    cold: Vec<Option<(Summary, Vec<Block>)>>,
    updates: Option<Vec<usize>>,
}

impl Base {
    fn of(request: &Request<'_>, path: &Path) -> Result<Self, EvalError> {
        let trace = Trace::load(path).map_err(EvalError::Trace)?;
        let estimates = Estimates::of(&trace);
        let horizons: Vec<usize> = request.horizons.iter().map(|&horizon| frames_ahead(&trace, horizon)).collect();
        let thresholds = request.thresholds.iter().map(|threshold| threshold * trace.meta.body_width).collect();
        let taus: Vec<(usize, f64)> = horizons.iter().map(|&n| (n, learned_tau(&trace, &estimates, n))).collect();
        let mut base = Self { trace, estimates, horizons, thresholds, taus, runs: Vec::new() };
        for (name, mut model) in models::baselines(&base.trace, &base.taus) {
            let run = base.run(request, &name, model.as_mut(), models::is_baseline(&name))?;
            base.runs.push(run);
        }
        Ok(base)
    }

    fn run(
        &self,
        request: &Request<'_>,
        name: &str,
        model: &mut dyn Forecaster,
        predicts: bool,
    ) -> Result<Run, EvalError> {
        let cases = Cases { trace: &self.trace, estimates: &self.estimates };
        let plan = Plan { horizons: if predicts { &self.horizons } else { &[] }, thresholds: &self.thresholds };
        let mut dump = request
            .dump
            .map(|folder| Dump::create(folder, &self.trace.meta.name, name))
            .transpose()
            .map_err(EvalError::Dump)?;
        let replay = replay(&cases, &plan, model, dump.as_mut()).map_err(EvalError::Dump)?;
        if let Some(dump) = dump {
            dump.finish().map_err(EvalError::Dump)?;
        }
        let finish = |tallies: Vec<stats::Tally>| tallies.into_iter().map(stats::Tally::finish).collect();
        Ok(Run {
            model: name.to_owned(),
            scored: finish(replay.scored),
            cold: finish(replay.cold),
            updates: replay.updates,
        })
    }

    fn score(self, request: &Request<'_>, others: Vec<Run>) -> TraceScore {
        let best_dr: Vec<usize> = (0..self.thresholds.len())
            .map(|slot| {
                self.runs.iter().filter_map(|run| run.updates.as_ref()).map(|updates| updates[slot]).min().unwrap_or(0)
            })
            .collect();
        let short = (self.trace.covered_frames() as f64) < SHORT_SECONDS * self.trace.meta.tick_hz;
        let simple = self.runs.len().min(SIMPLE.len());
        let accuracy = accuracies(request, &self.runs[..simple], &others, |run| &run.scored);
        let cold_start = accuracies(request, &self.runs[..simple], &others, |run| &run.cold);
        let mut updates = Vec::new();
        for run in self.runs.iter().chain(&others) {
            let wanted = !models::is_baseline(&run.model) || request.models.contains(&run.model);
            let Some(sent) = run.updates.as_ref().filter(|_| wanted) else { continue };
            for (slot, &threshold) in request.thresholds.iter().enumerate() {
                let ratio = sent[slot] as f64 / best_dr[slot].max(1) as f64;
                updates.push(Updates { model: run.model.clone(), threshold, updates: sent[slot], ratio });
            }
        }
        TraceScore { name: self.trace.meta.name, short, v_max: self.trace.meta.v_max, accuracy, cold_start, updates }
    }
}

fn accuracies(
    request: &Request<'_>,
    simple: &[Run],
    others: &[Run],
    part: impl Fn(&Run) -> &Vec<Option<(Summary, Vec<Block>)>>,
) -> Vec<Accuracy> {
    let mut rows = Vec::new();
    for (slot, &horizon) in request.horizons.iter().enumerate() {
        let best =
            simple.iter().filter_map(|run| part(run)[slot].as_ref()).min_by(|a, b| a.0.mean.total_cmp(&b.0.mean));
        let Some((best, best_blocks)) = best else { continue };
        for run in simple.iter().chain(others) {
            // Simple predictors stay in the list for the pooled table even when they were not asked for; the report leaves them out.
            if let Some((summary, blocks)) = part(run)[slot].clone() {
                let interval = stats::ratio_interval(&blocks, best_blocks, request.seed);
                rows.push(Accuracy {
                    model: run.model.clone(),
                    horizon,
                    summary,
                    ratio: summary.mean / best.mean,
                    interval,
                    blocks,
                });
            }
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
