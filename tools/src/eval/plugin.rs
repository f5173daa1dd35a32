//! The library's own models, driven as a server would: every player is observed in every frame.
use super::forecaster::{Forecast, Forecaster, Frame, Rule, Update};
use super::level::{Level, LevelParams};
use super::params::{Params, Tunables};
use super::stakes::Stakes;
use super::units::{Units, orientation};
use crate::trace::{Sample, Trace};
use antreckon::base::math::{DQuat, DVec3};
use antreckon::pheromone::trail::Trails;
use antreckon::predict::learned::ObserveContext;
use antreckon::predict::{
    EntityId, EntityProfile, LevelContext, Model, Observation, Obstacle, Predictor, VelocitySource,
};

/// A speed limit of five times the nominal speed: strafe and rocket jumps reach three times it.
const CAP_FACTOR: f64 = 5.0;

/// Gradients per second of adaptation, the library's own advice: four for each of at most 200 rows per second.
const GRADIENTS_PER_SECOND: f64 = 800.0;

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
    /// The network goes on learning during the match.
    pub adapt: bool,
    /// Takes part in the updates table as a type 2 sender: `neuro` with the velocity of its path (eq. 8), others by an outbox.
    pub sends: bool,
}

impl Setup {
    /// A model alone: no field, no walls, with the speed limit.
    pub const fn plain(model: Model) -> Self {
        Self { model, force_scale: 0.0, obstacle: Obstacle::Ignore, limit_speed: true, adapt: false, sends: false }
    }

    /// The profile of a player: the library's defaults, which are the paper's for Quake III, in proportion to the run
    /// speed of this game.
    pub fn profile(&self, trace: &Trace) -> EntityProfile {
        // The paper's own models are judged as they were published.
        let as_published = matches!(self.model, Model::Dr2 | Model::Ant);
        let velocity = if as_published { VelocitySource::Averaged } else { VelocitySource::Told };
        let (model, force_scale) = (self.model, self.force_scale);
        let mut profile = EntityProfile { model, velocity, force_scale, ..EntityProfile::default() };
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

/// A predictor with one entity per present player and moving place. Who is dead or absent is forgotten and starts anew.
pub(super) struct Watch {
    pub(super) predictor: Predictor,
    pub(super) units: Units,
    profile: EntityProfile,
    level: Option<Level>,
    stakes: Stakes,
    players: Vec<Option<Seen>>,
    /// By place of the trace: balls and the like.
    movers: Vec<Option<EntityId>>,
    /// The frame before.
    last: usize,
}

/// A player that is there.
struct Seen {
    entity: EntityId,
    facing: Option<DQuat>,
}

/// Somebody's update on its way into the predictor.
pub(super) struct News<'a> {
    pub(super) predictor: &'a mut Predictor,
    pub(super) player: usize,
    pub(super) entity: EntityId,
    pub(super) observation: Observation,
}

impl Watch {
    /// A fresh predictor for one trace.
    pub(super) fn new(trace: &Trace, setup: Setup) -> Self {
        Self::with(trace, setup, &Tunables::of(trace, &setup))
    }

    fn with(trace: &Trace, setup: Setup, tunables: &Tunables) -> Self {
        let needs_level = setup.force_scale != 0.0 || setup.obstacle != Obstacle::Ignore;
        let level =
            LevelParams { layer: tunables.layer, avatar_weight: tunables.avatar_weight, ..LevelParams::default() };
        let mut predictor = Predictor::new((trace.players.len() + trace.places.len()) as u32);
        Self {
            stakes: Stakes::of(trace, setup.model, tunables, &mut predictor).expect("parameters in range"),
            predictor,
            units: Units::of(&trace.meta),
            profile: tunables.profile.clone(),
            level: if needs_level { Level::with(trace, &level) } else { None },
            players: trace.players.iter().map(|_| None).collect(),
            movers: vec![None; trace.places.len()],
            last: 0,
        }
    }

    pub(super) fn scene(&self) -> LevelContext<'_> {
        self.level.as_ref().map_or_else(LevelContext::default, Level::scene)
    }

    pub(super) fn entity(&self, player: usize) -> Option<EntityId> {
        self.players[player].as_ref().map(|seen| seen.entity)
    }

    /// Takes in a frame; `tell` hands every player's update over.
    pub(super) fn frame(&mut self, frame: &Frame<'_>, tell: &mut dyn FnMut(News<'_>)) {
        if let Some(level) = &mut self.level {
            level.observe(frame).expect("a level takes every finite frame");
        }
        let time = self.units.time(frame.k);
        let since = 1e-9 * (time - self.units.time(self.last)) as f64;
        self.last = frame.k;
        self.stakes.frame(frame, &mut self.predictor).expect("finite objects");
        self.see_movers(frame, time);
        for (player, state) in frame.states.iter().enumerate() {
            match state {
                Some(sample) => {
                    let (entity, spin) = self.meet(player, sample, since, frame.jumped[player]);
                    let mut observation = observation(&self.units, sample, time, self.profile.v_max);
                    observation.angular_velocity = spin;
                    observation.teleported = frame.jumped[player];
                    tell(News { predictor: &mut self.predictor, player, entity, observation });
                }
                None => {
                    if let Some(seen) = self.players[player].take() {
                        self.stakes.leaves(&mut self.predictor, seen.entity);
                        self.predictor.remove_entity(seen.entity).expect("it was there");
                    }
                }
            }
        }
    }

    /// The entity of a player that is there, with its wishes, and how fast it turned since the frame before.
    fn meet(&mut self, player: usize, sample: &Sample, since: f64, jumped: bool) -> (EntityId, Option<DVec3>) {
        let facing = facing(sample);
        let fresh = jumped || self.players[player].is_none();
        let (entity, spin) = match &mut self.players[player] {
            Some(seen) => {
                let spin = seen.facing.zip(facing).filter(|_| !jumped).map(|(from, to)| spin(from, to, since));
                seen.facing = facing;
                (seen.entity, spin)
            }
            empty => {
                let entity = self.predictor.add_entity(&self.profile).expect("as much room as players");
                *empty = Some(Seen { entity, facing });
                (entity, None)
            }
        };
        if let Some(level) = &self.level {
            let mut profile = self.profile.clone();
            profile.layer_weights = level.wishes(player).to_vec();
            profile.avatar = Some(player as u64);
            self.predictor.set_profile(entity, &profile).expect("a valid profile");
        }
        self.stakes.player(&mut self.predictor, entity, sample, fresh).expect("a life in range");
        (entity, spin)
    }

    fn see_movers(&mut self, frame: &Frame<'_>, time: i64) {
        let mut there = vec![false; self.movers.len()];
        for (place, sample) in frame.movers() {
            there[place] = true;
            let entity = *self.movers[place].get_or_insert_with(|| {
                let profile = EntityProfile { model: Model::Dr1, leaves_trail: false, ..self.profile.clone() };
                let entity = self.predictor.add_entity(&profile).expect("as much room as places");
                self.predictor.set_landmark(entity, true).expect("it was just added");
                entity
            });
            let observation = observation(&self.units, &sample, time, self.profile.v_max);
            self.predictor.observe(entity, &observation).expect("finite samples");
        }
        for (mover, there) in self.movers.iter_mut().zip(there) {
            if let Some(entity) = mover.take_if(|_| !there) {
                self.predictor.remove_entity(entity).expect("it was there");
            }
        }
    }
}

/// A model of the library in the form in which models are scored.
pub struct PluginForecaster {
    watch: Watch,
    frame: usize,
    /// By player, where owners send along the path of a bank.
    sights: Option<Vec<Sight>>,
    /// Gradients of adaptation after every frame.
    gradients: u32,
    /// Trails with other parameters than those that a predictor keeps by itself.
    trails: Option<Trails>,
}

impl PluginForecaster {
    /// A fresh predictor for one trace.
    pub fn new(trace: &Trace, setup: Setup) -> Self {
        let gradients = if setup.adapt { (GRADIENTS_PER_SECOND / trace.meta.tick_hz).ceil() as u32 } else { 0 };
        let sends = setup.sends && setup.model == Model::Neuro;
        let sights = sends.then(|| vec![Sight::default(); trace.players.len()]);
        Self { watch: Watch::new(trace, setup), frame: 0, sights, gradients, trails: None }
    }

    /// The same with other numbers than the default ones.
    pub fn with(trace: &Trace, setup: Setup, params: &Params) -> Self {
        let usual = Tunables::of(trace, &setup);
        let mut tunables = usual.clone();
        params.apply(trace, &mut tunables);
        let mut forecaster = Self::new(trace, setup);
        forecaster.watch = Watch::with(trace, setup, &tunables);
        if tunables.trail != usual.trail {
            // A predictor's own trails begin at the first place seen; no level is so large that it matters where.
            forecaster.trails = Trails::new(&tunables.trail, DVec3::ZERO).ok();
        }
        forecaster
    }

    /// Replaces the weights embedded in the library.
    pub fn load_weights(&mut self, file: &[u8]) -> antreckon::base::Result<()> {
        self.watch.predictor.load_weights(Some(file))
    }

    /// The networks that `neuro` predicts by.
    pub fn load_bank(&mut self, file: &[u8]) -> antreckon::base::Result<()> {
        self.watch.predictor.load_bank(self.watch.profile.bank, file)
    }
}

/// What the owner of a player knew in the newest frame.
#[derive(Clone, Copy, Default)]
struct Sight {
    place: DVec3,
    velocity: DVec3,
}

/// A sample as the library takes it.
pub fn observation(units: &Units, sample: &Sample, time: i64, v_max: f64) -> Observation {
    /// Share of the run speed above which a vertical velocity is no stair.
    const FLYING: f64 = 0.25;
    let climb = sample.climb.unwrap_or(0.0);
    Observation {
        velocity: sample.velocity.map(|[x, y]| units.to_metres([x, y, climb])),
        orientation: facing(sample),
        airborne: climb.abs() * units.metres > FLYING * v_max,
        ..Observation::at(time, units.to_metres(sample.position))
    }
}

/// Where a player looks.
pub fn facing(sample: &Sample) -> Option<DQuat> {
    sample.yaw.map(|yaw| orientation(yaw, sample.pitch.unwrap_or(0.0)))
}

/// Angular velocity about the body's own axes that turns `from` into `to` within `seconds`, rad/s.
pub fn spin(from: DQuat, to: DQuat, seconds: f64) -> DVec3 {
    let turn = from.conjugate() * to;
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let axis = DVec3::new(turn.x, turn.y, turn.z);
    let sine = axis.length();
    if sine < 1e-12 { DVec3::ZERO } else { axis / sine * (2.0 * sine.atan2(turn.w) / seconds) }
}

impl Forecaster for PluginForecaster {
    fn observe(&mut self, frame: &Frame<'_>) {
        self.frame = frame.k;
        let (sights, units, trails) = (&mut self.sights, self.watch.units, &mut self.trails);
        self.watch.frame(frame, &mut |news| {
            if let Some(sights) = sights {
                let [vx, vy] = frame.estimates[news.player].map_or([0.0; 2], |estimate| estimate.velocity);
                let velocity = units.to_metres([vx, vy, 0.0]);
                sights[news.player] = Sight { place: news.observation.position, velocity };
            }
            let around = ObserveContext { trails: trails.as_mut(), ..ObserveContext::default() };
            news.predictor.observe_in(news.entity, &news.observation, around).expect("finite samples");
        });
        if self.gradients > 0 {
            self.watch.predictor.adapt(self.gradients);
        }
    }

    fn predict(&mut self, player: usize, ahead: usize) -> [f64; 2] {
        self.forecast(player, ahead).place
    }

    fn forecast(&mut self, player: usize, ahead: usize) -> Forecast {
        let Watch { predictor, units, .. } = &self.watch;
        let entity = self.watch.entity(player).expect("only who is there is asked for");
        let time = units.time(self.frame + ahead);
        let prediction = predictor.predict(self.watch.scene(), entity, time).expect("it was observed");
        let [x, y, z] = units.from_metres(prediction.position);
        let radius = (prediction.radius > 0.0).then_some(prediction.radius / units.metres);
        Forecast { place: [x, y], height: Some(z), radius }
    }

    /// Type 2: the line towards the end of the bank's path.
    fn update(&mut self, player: usize, threshold: f64) -> Option<Update> {
        let sight = self.sights.as_ref()?[player];
        let metres = threshold * self.watch.units.metres;
        let (velocity, confidence) =
            self.watch.predictor.predictive_velocity(self.watch.entity(player)?, metres).ok()?;
        // Unless the bank speaks, the recorded velocity is sent.
        let velocity = if confidence > 0.0 { velocity } else { sight.velocity };
        let flat = |v: DVec3| {
            let [x, y, _] = self.watch.units.from_metres(v);
            [x, y]
        };
        Some(Update { position: flat(sight.place), velocity: flat(velocity), rule: Rule::Line })
    }

    fn trails(&self) -> Option<&Trails> {
        self.watch.predictor.trails()
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
