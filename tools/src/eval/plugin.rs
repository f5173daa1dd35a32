//! The library's own models, driven as a server would: every player is observed in every frame.
use super::forecaster::{Forecast, Forecaster, Frame};
use super::level::Level;
use super::units::{Units, orientation};
use crate::trace::{Sample, Trace};
use antreckon::base::math::{DQuat, DVec3};
use antreckon::predict::{EntityId, EntityProfile, Model, Observation, Obstacle, Predictor, Scene};

/// A speed limit of five times the nominal speed: strafe and rocket jumps reach three times it.
const CAP_FACTOR: f64 = 5.0;

/// How a model of the library is run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setup {
    /// The model.
    pub model: Model,
    /// Factor on the forces of the field; 0 = no field is kept.
    pub force_scale: f64,
    /// What happens at walls.
    pub obstacle: Obstacle,
    /// The speed limit of the post-processing.
    pub limit_speed: bool,
}

impl Setup {
    /// A model alone: no field, no walls, with the speed limit.
    pub const fn plain(model: Model) -> Self {
        Self { model, force_scale: 0.0, obstacle: Obstacle::Ignore, limit_speed: true }
    }

    /// The profile of a player: the library's defaults, which are the paper's for Quake III, in proportion to the run
    /// speed of this game.
    pub fn profile(&self, trace: &Trace) -> EntityProfile {
        let mut profile =
            EntityProfile { model: self.model, force_scale: self.force_scale, ..EntityProfile::default() };
        let v_max = trace.meta.v_max * trace.meta.metres_per_unit;
        let scale = v_max / profile.v_max;
        profile.v_max = v_max;
        profile.speed_cap = CAP_FACTOR * v_max;
        profile.region.diameter *= scale;
        profile.region.vertical_reach *= scale;
        profile.law.unit *= scale;
        profile.law.softening *= scale;
        profile.post.still_speed *= scale;
        profile.post.obstacle = self.obstacle;
        profile.post.limit_speed = self.limit_speed;
        profile
    }
}

/// One entity per present player. Who is dead or absent is forgotten and starts anew.
pub struct PluginForecaster {
    predictor: Predictor,
    profile: EntityProfile,
    units: Units,
    level: Option<Level>,
    players: Vec<Option<Seen>>,
    frame: usize,
}

/// A player that is there.
struct Seen {
    entity: EntityId,
    facing: Option<DQuat>,
}

impl PluginForecaster {
    /// A fresh predictor for one trace.
    pub fn new(trace: &Trace, setup: Setup) -> Self {
        let needs_level = setup.force_scale != 0.0 || setup.obstacle != Obstacle::Ignore;
        Self {
            predictor: Predictor::new(trace.players.len() as u32),
            profile: setup.profile(trace),
            units: Units::of(&trace.meta),
            level: if needs_level { Level::of(trace) } else { None },
            players: trace.players.iter().map(|_| None).collect(),
            frame: 0,
        }
    }

    fn scene(&self) -> Scene<'_> {
        self.level.as_ref().map_or_else(Scene::default, Level::scene)
    }

    fn see(&mut self, player: usize, sample: &Sample, jumped: bool, time: i64, tick: f64) {
        let level = self.level.as_ref();
        let facing = sample.yaw.map(|yaw| orientation(yaw, sample.pitch.unwrap_or(0.0)));
        let (observed, spin) = match &mut self.players[player] {
            Some(seen) => {
                let spin = seen.facing.zip(facing).filter(|_| !jumped).map(|(from, to)| spin(from, to, tick));
                seen.facing = facing;
                (seen.entity, spin)
            }
            empty => {
                let entity = self.predictor.add_entity(&self.profile).expect("as much room as players");
                *empty = Some(Seen { entity, facing });
                (entity, None)
            }
        };
        if let Some(level) = level {
            let mut profile = self.profile.clone();
            profile.layer_weights = level.wishes(player).to_vec();
            profile.avatar = Some(player as u64);
            self.predictor.set_profile(observed, &profile).expect("a valid profile");
        }
        let observation = observation(&self.units, sample, facing, spin, jumped, time, self.profile.v_max);
        self.predictor.observe(observed, &observation).expect("finite samples of a living entity");
    }
}

/// A sample as the library takes it.
pub(super) fn observation(
    units: &Units,
    sample: &Sample,
    facing: Option<DQuat>,
    spin: Option<DVec3>,
    jumped: bool,
    time: i64,
    v_max: f64,
) -> Observation {
    /// Share of the run speed above which a vertical velocity is no stair.
    const FLYING: f64 = 0.25;
    let climb = sample.climb.unwrap_or(0.0);
    Observation {
        velocity: sample.velocity.map(|[x, y]| units.to_metres([x, y, climb])),
        orientation: facing,
        angular_velocity: spin,
        airborne: climb.abs() * units.metres > FLYING * v_max,
        teleported: jumped,
        ..Observation::at(time, units.to_metres(sample.position))
    }
}

/// Angular velocity about the body's own axes that turns `from` into `to` within `seconds`, rad/s.
fn spin(from: DQuat, to: DQuat, seconds: f64) -> DVec3 {
    let turn = from.conjugate() * to;
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let axis = DVec3::new(turn.x, turn.y, turn.z);
    let sine = axis.length();
    if sine < 1e-12 { DVec3::ZERO } else { axis / sine * (2.0 * sine.atan2(turn.w) / seconds) }
}

impl Forecaster for PluginForecaster {
    fn observe(&mut self, frame: &Frame<'_>) {
        self.frame = frame.k;
        if let Some(level) = &mut self.level {
            level.observe(frame).expect("a level takes every finite frame");
        }
        let time = self.units.time(frame.k);
        let tick = 1e-9 * (self.units.time(1) as f64);
        for (player, state) in frame.states.iter().enumerate() {
            match state {
                Some(sample) => self.see(player, sample, frame.jumped[player], time, tick),
                None => {
                    if let Some(seen) = self.players[player].take() {
                        self.predictor.remove_entity(seen.entity).expect("it was there");
                    }
                }
            }
        }
    }

    fn predict(&mut self, player: usize, ahead: usize) -> [f64; 2] {
        self.forecast(player, ahead).place
    }

    fn forecast(&mut self, player: usize, ahead: usize) -> Forecast {
        let Some(seen) = &self.players[player] else {
            return Forecast { place: [0.0; 2], height: None, radius: None };
        };
        let time = self.units.time(self.frame + ahead);
        let prediction = self.predictor.predict(self.scene(), seen.entity, time).expect("it was observed");
        let [x, y, z] = self.units.from_metres(prediction.position);
        let radius = (prediction.radius > 0.0).then_some(prediction.radius / self.units.metres);
        Forecast { place: [x, y], height: Some(z), radius }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spin_turns_one_facing_into_the_next() {
        let (from, to) = (orientation(30.0, 10.0), orientation(-20.0, 15.0));
        let rate = spin(from, to, 0.05);
        let turned = from * DQuat::from_scaled_axis(rate * 0.05);
        assert!(turned.dot(to).abs() > 1.0 - 1e-12, "{turned} {to}");
    }
}
