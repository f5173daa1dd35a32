//! Trails from traces, and what a head start with them is worth.
use crate::eval::kinematics::Estimates;
use crate::eval::plugin::{Setup, observation};
use crate::eval::score::{counts, frames_ahead};
use crate::eval::units::Units;
use crate::trace::Trace;
use antreckon::base::math::DVec3;
use antreckon::pheromone::trail::{TrailParams, Trails};
use antreckon::predict::learned::ObserveContext;
use antreckon::predict::{EntityId, EntityProfile, LevelContext, Model, Predictor};

/// Everybody in a match, observed in every frame, who writes into trails and is predicted from them.
struct Crowd<'a> {
    trace: &'a Trace,
    units: Units,
    profile: EntityProfile,
    predictor: Predictor,
    entities: Vec<Option<EntityId>>,
}

impl<'a> Crowd<'a> {
    fn new(trace: &'a Trace, model: Model) -> Self {
        Self {
            trace,
            units: Units::of(&trace.meta),
            profile: Setup::plain(model).profile(trace),
            predictor: Predictor::new(trace.players.len() as u32),
            entities: vec![None; trace.players.len()],
        }
    }

    fn frame(&mut self, k: usize, trails: &mut Trails) -> Result<(), String> {
        let told = |error: antreckon::base::Error| error.to_string();
        for (player, state) in self.trace.states(k).iter().enumerate() {
            let Some(sample) = state else {
                if let Some(entity) = self.entities[player].take() {
                    self.predictor.remove_entity(entity).map_err(told)?;
                }
                continue;
            };
            let entity = match self.entities[player] {
                Some(entity) => entity,
                None => self.predictor.add_entity(&self.profile).map_err(told)?,
            };
            self.entities[player] = Some(entity);
            let mut seen = observation(&self.units, sample, self.units.time(k), self.profile.v_max);
            seen.teleported = self.trace.jumped(k)[player];
            let around = ObserveContext { trails: Some(trails), ..ObserveContext::default() };
            self.predictor.observe_in(entity, &seen, around).map_err(told)?;
        }
        Ok(())
    }
}

fn v_max(trace: &Trace) -> f64 {
    trace.meta.v_max * trace.meta.metres_per_unit
}

fn empty(trace: &Trace, half_life: f64) -> Result<Trails, String> {
    let params = TrailParams { v_max: v_max(trace), half_life, ..TrailParams::default() };
    Trails::new(&params, DVec3::ZERO).map_err(|error| error.to_string())
}

/// Trails of all traces, one after the other. They must be of one level, which the caller has made sure of, and of one run speed.
pub fn learn_trails(traces: &[Trace], half_life: f64) -> Result<Trails, String> {
    let first = traces.first().ok_or("there are no traces")?;
    if let Some(other) = traces.iter().find(|trace| v_max(trace) != v_max(first)) {
        return Err(format!(
            "trails are in proportion to the run speed, and that differs: {} has {} m/s, {} has {} m/s",
            first.meta.name,
            v_max(first),
            other.meta.name,
            v_max(other)
        ));
    }
    let mut trails = empty(first, half_life)?;
    for trace in traces {
        learn_from(trace, 0..trace.frames, &mut trails)?;
    }
    Ok(trails)
}

fn learn_from(trace: &Trace, frames: std::ops::Range<usize>, trails: &mut Trails) -> Result<(), String> {
    let mut crowd = Crowd::new(trace, Model::Trail);
    frames.into_iter().try_for_each(|k| crowd.frame(k, trails))
}

/// Mean errors at the beginning of the second half of a match, trace units.
#[derive(Debug, Clone, PartialEq)]
pub struct Headstart {
    /// Seconds ahead.
    pub horizon: f64,
    /// Predictions.
    pub n: usize,
    /// Of damped dead reckoning.
    pub damped: f64,
    /// Of trails that start empty there.
    pub cold: f64,
    /// Of trails that start with what the first half taught, saved and loaded.
    pub learned: f64,
}

/// Learns trails from the first half of a match and predicts the first `seconds` of the second half, with them and without. All go on
/// learning while they predict.
pub fn headstart(trace: &Trace, horizons: &[f64], seconds: f64) -> Result<Vec<Headstart>, String> {
    let half = trace.frames / 2;
    let mut first = empty(trace, f64::INFINITY)?;
    learn_from(trace, 0..half, &mut first)?;
    let learned = Trails::load(&first.save()).map_err(|error| error.to_string())?;
    let end = (half + (seconds * trace.meta.tick_hz) as usize).min(trace.frames);
    let estimates = Estimates::of(trace);
    let mut starts = [
        (Crowd::new(trace, Model::Damped), empty(trace, f64::INFINITY)?),
        (Crowd::new(trace, Model::Trail), empty(trace, f64::INFINITY)?),
        (Crowd::new(trace, Model::Trail), learned),
    ];
    let mut sums = vec![([0.0; 3], 0usize); horizons.len()];
    for k in half..end {
        for (crowd, trails) in &mut starts {
            crowd.frame(k, trails)?;
        }
        for (horizon, (errors, n)) in horizons.iter().zip(&mut sums) {
            let ahead = frames_ahead(trace, *horizon);
            for player in 0..trace.players.len() {
                if !counts(trace, &estimates, player, k, ahead) {
                    continue;
                }
                let Some(truth) = trace.states(k + ahead)[player] else { continue };
                *n += 1;
                for (error, (crowd, _)) in errors.iter_mut().zip(&starts) {
                    let Some(entity) = crowd.entities[player] else { continue };
                    let time = crowd.units.time(k + ahead);
                    let said = crowd
                        .predictor
                        .predict(LevelContext::default(), entity, time)
                        .map_err(|error| error.to_string())?;
                    let [x, y, _] = crowd.units.from_metres(said.position);
                    *error += (x - truth.position[0]).hypot(y - truth.position[1]);
                }
            }
        }
    }
    let rows = horizons.iter().zip(sums).filter(|(_, (_, n))| *n > 0);
    Ok(rows
        .map(|(horizon, (errors, n))| {
            let [damped, cold, learned] = errors.map(|sum| sum / n as f64);
            Headstart { horizon: *horizon, n, damped, cold, learned }
        })
        .collect())
}
