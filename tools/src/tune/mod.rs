//! `antreckon tune`: parameters of a model for a game, from recorded matches.
//!
//! For every fold a search sees all matches but those held out; what it gained is measured on them. The parameters that
//! are handed over come from one more search on everything.
mod chorus;
mod material;
mod updates;
mod verdict;

pub(crate) mod report;

use antreckon::learn::search::Search;
use antreckon_cli::eval::params::{Knob, Params, Tunables};
use antreckon_cli::eval::plugin::{PluginForecaster, Setup};
use antreckon_cli::eval::{parallel, setup_of};
use material::{Match, Material, Objective, Sampling, Table, Window};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use verdict::HeldOut;

/// Deviation of the first generation, in the box of all parameters.
const SPREAD: f64 = 0.2;

/// What is wanted.
pub(crate) struct Request {
    pub(crate) traces: Vec<PathBuf>,
    pub(crate) model: String,
    pub(crate) knobs: Vec<&'static Knob>,
    /// `Ok` = horizons in seconds, `Err` = thresholds in body widths.
    pub(crate) slots: Result<Vec<f64>, Vec<f64>>,
    /// Evaluations per search.
    pub(crate) budget: usize,
    /// For all searches together.
    pub(crate) time: Option<Duration>,
    pub(crate) folds: usize,
    pub(crate) moments: usize,
    pub(crate) seed: u64,
}

/// What was found.
pub(crate) struct Tuned {
    pub(crate) params: Params,
    pub(crate) defaults: Vec<f64>,
    /// Values of every fold's search.
    folds: Vec<Vec<f64>>,
    held_out: HeldOut,
    /// Evaluations of all searches.
    evaluations: usize,
    /// Value of the last search, on everything, at the defaults and at the best.
    seen: [f64; 2],
    by_time: bool,
    /// The first match, whose game the C code is for.
    pub(crate) sample: antreckon_cli::trace::Trace,
}

/// Tunes; `progress` is told what is being done.
pub(crate) fn tune(request: &Request, progress: &dyn Fn(&str)) -> Result<Tuned, String> {
    let objective = match &request.slots {
        Ok(horizons) => Objective::Accuracy(horizons.clone()),
        Err(thresholds) => Objective::Updates(thresholds.clone()),
    };
    let setup = setup_of(&request.model).ok_or("no such model")?;
    let all_of_profile = request.knobs.iter().all(|knob| knob.is_of_profile());
    if matches!(objective, Objective::Updates(_)) && !(all_of_profile && is_simple(&request.model)) {
        return Err(format!(
            "--objective updates is for dr1, dr2, damped, ant and dis_* with parameters of their profile; \"{}\" needs more than what is sent",
            request.model
        ));
    }
    progress("loading");
    let sampling = Sampling { moments: request.moments, folds: request.folds, seed: request.seed };
    let material = Material::load(&request.traces, &objective, &sampling)?;
    let begun = Instant::now();
    let job = Job { request, setup, material: &material, together: all_of_profile && is_simple(&request.model) };
    let defaults = job.defaults();
    let start: Vec<f64> = request.knobs.iter().zip(&defaults).map(|(knob, value)| knob.to_unit(*value)).collect();

    let default_tables =
        job.tables(std::slice::from_ref(&start), &|_| true).remove(0).ok_or("the defaults are invalid")?;
    let mut tuned_tables: Vec<Table> = material.matches.iter().map(Match::empty).collect();
    let (mut folds, mut evaluations) = (Vec::new(), 0);
    let searches = material.folds as u32 + 1;
    for fold in 0..material.folds {
        progress(&format!("fold {} of {}", fold + 1, material.folds));
        let deadline = request.time.map(|time| begun + time * (fold as u32 + 1) / searches);
        let found = job.search(&start, &|window: &Window| window.fold != fold, deadline);
        evaluations += found.evaluations;
        let tables = job.tables(std::slice::from_ref(&found.point), &|window| window.fold == fold).remove(0);
        for (whole, part) in tuned_tables.iter_mut().zip(tables.into_iter().flatten()) {
            for (whole, part) in whole.iter_mut().flatten().zip(part.into_iter().flatten()) {
                whole.sum += part.sum;
                whole.count += part.count;
            }
        }
        folds.push(job.values(&found.point));
    }
    progress("all matches");
    let found = job.search(&start, &|_| true, request.time.map(|time| begun + time));
    evaluations += found.evaluations;
    let held_out = HeldOut::of(&material.matches, &default_tables, &tuned_tables, request.seed);
    let values = job.values(&found.point);
    let params = Params { model: request.model.clone(), values: request.knobs.iter().copied().zip(values).collect() };
    let (by_time, sample) = (material.by_time, material.matches[0].trace.clone());
    Ok(Tuned { params, defaults, folds, held_out, evaluations, seen: found.seen, by_time, sample })
}

/// Models that kinematics and field alone answer: many candidates fit into one replay.
fn is_simple(model: &str) -> bool {
    matches!(model, "dr1" | "dr2" | "damped" | "ant" | "ant_noforce") || model.starts_with("dis_")
}

/// All that searches have in common.
struct Job<'a> {
    request: &'a Request,
    setup: Setup,
    material: &'a Material,
    /// Candidates differ in their profiles only.
    together: bool,
}

/// Result of a search.
struct Found {
    point: Vec<f64>,
    evaluations: usize,
    /// Value of the start and of the point.
    seen: [f64; 2],
}

impl Job<'_> {
    fn defaults(&self) -> Vec<f64> {
        let trace = &self.material.matches[0].trace;
        let usual = Tunables::of(trace, &self.setup);
        self.request.knobs.iter().map(|knob| antreckon_cli::eval::params::rounded(knob.read(&usual, trace))).collect()
    }

    fn values(&self, point: &[f64]) -> Vec<f64> {
        self.request.knobs.iter().zip(point).map(|(knob, place)| knob.from_unit(*place)).collect()
    }

    fn params(&self, point: &[f64]) -> Params {
        let values = self.request.knobs.iter().copied().zip(self.values(point)).collect();
        Params { model: self.request.model.clone(), values }
    }

    /// What a candidate is set with in a match; `None` when the library would refuse it.
    fn tunables(&self, played: &Match, point: &[f64]) -> Option<Tunables> {
        let mut tunables = Tunables::of(&played.trace, &self.setup);
        self.params(point).apply(&played.trace, &mut tunables);
        tunables.validate().ok()?;
        Some(tunables)
    }

    /// Per candidate the tables of all matches; `None` for one that the library would refuse.
    fn tables(&self, points: &[Vec<f64>], wanted: &(dyn Fn(&Window) -> bool + Sync)) -> Vec<Option<Vec<Table>>> {
        let matches = &self.material.matches;
        let valid: Vec<usize> =
            (0..points.len()).filter(|&i| matches.iter().all(|m| self.tunables(m, &points[i]).is_some())).collect();
        let set = |played: &Match, i: usize| self.tunables(played, &points[i]).expect("checked above");
        let mut of: Vec<Option<Vec<Table>>> = vec![None; points.len()];
        valid.iter().for_each(|&i| of[i] = Some(Vec::new()));
        if valid.is_empty() {
            return of;
        }
        let mut put = |rows: Vec<Vec<Table>>| {
            for row in rows {
                for (&i, table) in valid.iter().zip(row) {
                    of[i].as_mut().expect("valid").push(table);
                }
            }
        };
        if self.together {
            put(parallel::map(matches, |played| {
                let profiles: Vec<_> = valid.iter().map(|&i| set(played, i).profile).collect();
                if played.thresholds.is_empty() {
                    chorus::chorus(played, &profiles, wanted)
                } else {
                    profiles.iter().map(|profile| updates::of_profile(played, profile, wanted)).collect()
                }
            }));
        } else {
            let jobs: Vec<(usize, usize)> =
                (0..matches.len()).flat_map(|m| valid.iter().map(move |&i| (m, i))).collect();
            let tables = parallel::map(&jobs, |&(m, i)| {
                let mut model = PluginForecaster::with(&matches[m].trace, self.setup, &self.params(&points[i]));
                chorus::solo(&matches[m], &mut model, wanted)
            });
            let mut tables = tables.into_iter();
            put(matches.iter().map(|_| tables.by_ref().take(valid.len()).collect()).collect());
        }
        of
    }

    /// Mean over matches and slots of the ratio to the reference, in the wanted windows.
    fn value(&self, tables: &[Table], wanted: &dyn Fn(&Window) -> bool) -> f64 {
        let (mut sum, mut counted) = (0.0, 0.0);
        for (played, table) in self.material.matches.iter().zip(tables) {
            for (row, reference) in table.iter().zip(&played.reference) {
                let (mut over, mut under) = (0.0, 0.0);
                for (block, (model, reference)) in row.iter().zip(reference).enumerate() {
                    if wanted(&played.windows[block % played.windows.len()]) {
                        over += model.sum;
                        under += reference.sum;
                    }
                }
                if under > 0.0 {
                    sum += over / under;
                    counted += 1.0;
                }
            }
        }
        if counted > 0.0 { sum / counted } else { f64::INFINITY }
    }

    fn search(&self, start: &[f64], wanted: &(dyn Fn(&Window) -> bool + Sync), deadline: Option<Instant>) -> Found {
        let mut search = Search::new(start, SPREAD, self.request.seed);
        let (mut evaluations, mut first) = (0, None);
        // The first generation is always evaluated, so that there is a result.
        while first.is_none()
            || (evaluations + search.ask().len() <= self.request.budget
                && deadline.is_none_or(|deadline| Instant::now() < deadline))
        {
            let values: Vec<f64> = self
                .tables(search.ask(), wanted)
                .iter()
                .map(|tables| tables.as_ref().map_or(f64::INFINITY, |tables| self.value(tables, wanted)))
                .collect();
            evaluations += values.len();
            first.get_or_insert(values[0]);
            search.tell(&values);
        }
        let (point, least) = search.best().map_or((start, f64::INFINITY), |(point, value)| (point, value));
        Found { point: point.to_vec(), evaluations, seen: [first.unwrap_or(f64::INFINITY), least] }
    }
}
