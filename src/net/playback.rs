//! What a machine shows of an entity between two of its updates: one type for the end that shows it and for the sender's
//! shadow of that end, so that both mean the same.
//!
//! A [`Playback`] is a fold over the updates in the order of their numbers. It says whether the entity is here, whether it
//! rests, and where it is at a time: on the straight line that its owner chose, where its predictor's model expects it, or,
//! when nothing was heard for long, slowing down on that way until it stands.

use crate::base::Result;
use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, SECOND, seconds_between};
use crate::net::update::{Flags, Update};
use crate::predict::learned::ObserveContext;
use crate::predict::strategy::Follow;
use crate::predict::{
    BaseMotion, EntityId, LevelContext, Model, Observation, ObserveReport, PredictScratch, Prediction, Predictor,
};

/// Updates within this of the line of the one before it, metres, lie on it: the rounding of two positions to a centimetre
/// and of a velocity to a centimetre per second, over a fifth of a second.
const ON_THE_LINE: f64 = 0.03;
/// Velocities that differ by less are the same, m/s and as a share of the speed.
const SAME_VELOCITY: (f64, f64) = (0.025, 0.005);
/// Slower ones have no line, m/s.
const SLOW: f64 = 0.2;
/// Who has moved evenly for some time is expected to for as long again, but no longer than this.
const LONGEST_STEADY: Nanos = SECOND * 3 / 4;
/// Shorter than this says nothing.
const SHORTEST_STEADY: Nanos = SECOND / 5;

/// Whether an entity is here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presence {
    /// No update has come.
    #[default]
    Unknown,
    /// It is relevant.
    Present,
    /// Its last update said that it leaves.
    Gone,
}

/// Whether an entity moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rest {
    /// It does, and is predicted.
    #[default]
    Moving,
    /// It has come to rest.
    Stopped,
    /// Its owner does not simulate it.
    Frozen,
}

/// Where a shown state comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The model, or the owner's line, for the time asked for.
    Predicted,
    /// The same, slowing down beyond the horizon.
    Fading,
    /// Its end: nothing was heard for so long that the entity stands.
    Silent,
    /// It has stopped.
    Stopped,
    /// It is frozen.
    Frozen,
    /// Between two updates.
    Interpolated,
    /// The oldest update that is kept, which is after the time asked for.
    Oldest,
}

impl Source {
    /// All, by number.
    pub const ALL: [Self; 7] =
        [Self::Predicted, Self::Fading, Self::Silent, Self::Stopped, Self::Frozen, Self::Interpolated, Self::Oldest];
}

/// A state to show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// Where, how fast, how sure.
    pub prediction: Prediction,
    /// The time it is for, sender's clock.
    pub time: Nanos,
    /// Seconds since the last update that was taken in, on the sender's clock; negative in the interpolated past.
    pub age: f64,
    /// Where it comes from.
    pub source: Source,
    /// It follows a line that the owner chose, whose speed need not be one at which anybody moves.
    pub on_line: bool,
}

/// What silence means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Silence {
    /// So long after its last update an entity is predicted as usual.
    pub horizon: Nanos,
    /// Beyond that its motion fades to rest over this time; 0 = it stops at once.
    pub fade: Nanos,
    /// What its owner sent until this time, its clock, is here. Who follows a line and has said nothing was still on it then.
    pub heard_until: Nanos,
}

impl Silence {
    /// How much of its way an entity has gone at an age, and at what pace it goes on.
    ///
    /// Beyond the horizon time runs slower and slower: the entity goes on along its way, around corners and not through
    /// walls, until it rests. The pace falls evenly from 1 to 0, so half of `fade` is walked.
    fn paced(&self, age: Nanos) -> (Nanos, f64, Source) {
        let Self { horizon, fade, .. } = *self;
        let beyond = age - horizon.min(age);
        if beyond == 0 {
            return (age, 1.0, Source::Predicted);
        }
        if beyond >= fade {
            return (horizon + fade / 2, 0.0, Source::Silent);
        }
        let share = beyond as f64 / fade as f64;
        let walked = fade as f64 * (share - share * share / 2.0);
        (horizon + walked as Nanos, 1.0 - share, Source::Fading)
    }
}

/// What the updates so far make of an entity, beside what its predictor knows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Playback {
    /// Whether it is here.
    pub presence: Presence,
    /// Whether it moves.
    pub rest: Rest,
    /// Time of the last update taken in; 0 while unknown.
    pub time: Nanos,
    /// Where that update says it was, in the frame of its base if it rides on one …
    position: DVec3,
    /// … and how fast.
    velocity: DVec3,
    /// It rides on a base.
    rides: bool,
    /// That velocity is a line which its owner chose.
    on_line: bool,
    /// Since then every update has lain on the line of the one before it.
    steady_since: Nanos,
}

impl Playback {
    /// The straight line of one update: what machines show that have it and run no model.
    pub fn of(update: &Update) -> Self {
        Self::default().after(update)
    }

    /// What a predictor is told about `update` after the updates that made this: the first of a life begins anew. `None`
    /// when its time is not after theirs.
    fn observation(&self, update: &Update) -> Option<Observation> {
        if self.presence != Presence::Unknown && update.time <= self.time {
            return None;
        }
        let mut observation = update.observation();
        observation.teleported |= self.presence != Presence::Present;
        Some(observation)
    }

    /// The playback after `update`.
    fn after(&self, update: &Update) -> Self {
        let has = |flag| update.flags.contains(flag);
        Self {
            presence: if has(Flags::LEAVE) { Presence::Gone } else { Presence::Present },
            rest: match (has(Flags::FROZEN), has(Flags::STOP)) {
                (true, _) => Rest::Frozen,
                (_, true) => Rest::Stopped,
                _ => Rest::Moving,
            },
            time: update.time,
            position: update.position,
            velocity: update.velocity,
            rides: update.base.is_some(),
            on_line: has(Flags::PREDICTION_VECTOR),
            steady_since: if self.goes_on_in(update) { self.steady_since } else { update.time },
        }
    }

    /// Whether an update lies on the line of the one before it.
    fn goes_on_in(&self, update: &Update) -> bool {
        let speed = self.velocity.length();
        let cut = Flags::TELEPORT | Flags::ENTER;
        let moves = self.presence == Presence::Present && self.rest == Rest::Moving && speed > SLOW;
        let seconds = seconds_between(self.time, update.time);
        let expected = self.position + self.velocity * seconds;
        moves
            && update.flags.bits() & cut.bits() == 0
            && seconds < 1.0
            && (update.position - expected).length() <= ON_THE_LINE
            && (update.velocity - self.velocity).length() <= SAME_VELOCITY.0 + SAME_VELOCITY.1 * speed
    }

    /// Takes an update in; false when its time is not after that of the one before, and nothing changed. Sender and receiver call this
    /// on the same updates, so that they agree.
    pub fn apply(
        &mut self,
        predictor: &mut Predictor,
        id: EntityId,
        update: &Update,
        context: ObserveContext<'_>,
    ) -> Result<bool> {
        let Some(mut observation) = self.observation(update) else { return Ok(false) };
        observation.base = update.base.and_then(|base| context.bases.at(base, update.time));
        if predictor.observe_in(id, &observation, context)? == ObserveReport::Late {
            return Ok(false);
        }
        if update.follow != Follow::Automatic && predictor.profile(id).is_some_and(|p| p.model == Model::Strategy) {
            // A strategy that is not here is none to follow; digests tell of ends that differ.
            predictor.follow_strategy(id, update.follow).or_else(|_| predictor.follow_strategy(id, Follow::Nothing))?;
        }
        if update.flags.contains(Flags::LEAVE) {
            predictor.leave(id)?;
        }
        *self = self.after(update);
        Ok(true)
    }

    /// Where the entity is at a time of its sender's clock. A time before the last update asks for that update. Fails when
    /// the predictor does not know it.
    pub fn shown(
        &self,
        predictor: &Predictor,
        context: LevelContext<'_>,
        id: EntityId,
        time: Nanos,
        silence: &Silence,
        scratch: Option<&mut PredictScratch>,
    ) -> Result<Shown> {
        let (moved, pace, source) = match self.rest {
            Rest::Moving => silence.paced(time.saturating_sub(self.time)),
            Rest::Stopped => (0, 0.0, Source::Stopped),
            Rest::Frozen => (0, 0.0, Source::Frozen),
        };
        let mut prediction = Prediction::NOWHERE;
        let on_line = self.on_line && self.rest == Rest::Moving && predictor.kinematics(id).is_some();
        if on_line {
            self.along_line(predictor, id, moved, &mut prediction);
            if learns(predictor, id) {
                let until = self.time.saturating_add(moved);
                let unheard = until - silence.heard_until.max(self.time).min(until);
                self.leave_line(predictor, context, id, (moved, unheard), scratch, &mut prediction)?;
            }
        } else {
            predictor.predict_into(context, id, self.time.saturating_add(moved), scratch, &mut prediction)?;
            self.keep_steady(predictor, id, moved, &mut prediction);
        }
        let age = seconds_between(self.time, time);
        if let Some(base) = predictor.base(id) {
            // Whoever stands or fades on a base is carried on by it all the same.
            let (then, now) = (base.carried(seconds_between(0, moved.max(0))), base.carried(age));
            carry_over(&then, &now, if self.rest == Rest::Moving { pace } else { 0.0 }, &mut prediction);
        } else {
            prediction.velocity = if self.rest == Rest::Moving { prediction.velocity * pace } else { DVec3::ZERO };
        }
        Ok(Shown { prediction, time, age, source, on_line })
    }

    /// Where the straight line of the last update leads, in the frame of its base if it rides on one.
    pub(super) fn line(&self, time: Nanos) -> DVec3 {
        if self.rest != Rest::Moving || time <= self.time {
            return self.position;
        }
        self.position + self.velocity * seconds_between(self.time, time)
    }

    fn along_line(&self, predictor: &Predictor, id: EntityId, moved: Nanos, out: &mut Prediction) {
        let seconds = seconds_between(0, moved.max(0));
        out.position = self.line(self.time.saturating_add(moved));
        out.velocity = self.velocity;
        out.orientation = predictor.kinematics(id).map_or(out.orientation, |kinematics| kinematics.orientation);
        if let Some(base) = predictor.base(id) {
            let base = base.carried(seconds);
            out.velocity = base.velocity_to_level(out.position, out.velocity);
            out.position = base.point_to_level(out.position);
            out.orientation = base.orientation * out.orientation;
        }
    }

    /// An owner on a line tells when it leaves it, so silence says that it was on it until what is sent now was on its way. What
    /// it does since then nobody has heard, and there the model knows more than the line: it is as far from the line as
    /// the model led in that time when the line began.
    fn leave_line(
        &self,
        predictor: &Predictor,
        context: LevelContext<'_>,
        id: EntityId,
        (moved, unheard): (Nanos, Nanos),
        scratch: Option<&mut PredictScratch>,
        out: &mut Prediction,
    ) -> Result<()> {
        if unheard <= 0 {
            return Ok(());
        }
        let mut led = Prediction::NOWHERE;
        let then = self.time.saturating_add(unheard);
        predictor.predict_into(context, id, then, scratch, &mut led)?;
        self.keep_steady(predictor, id, unheard, &mut led);
        out.position += led.position - self.line(then);
        if unheard == moved {
            out.velocity = led.velocity;
        }
        (out.radius, out.confidence) = (led.radius, led.confidence);
        Ok(())
    }

    /// Who has run straight on for some time is expected to go on for a moment: there learned models are a few per cent off,
    /// and that is seen as a pulsing speed. Farther ahead they know better.
    fn keep_steady(&self, predictor: &Predictor, id: EntityId, moved: Nanos, out: &mut Prediction) {
        let steady = (self.time - self.steady_since).min(LONGEST_STEADY);
        if steady < SHORTEST_STEADY || moved >= steady / 2 * 3 || self.rest != Rest::Moving {
            return;
        }
        if !learns(predictor, id) {
            return;
        }
        let beyond = (moved - steady).max(0) as f64 / (steady / 2) as f64;
        // Even at both ends, so that the speed has no step.
        let model = beyond * beyond * (3.0 - 2.0 * beyond);
        let line = self.line(self.time.saturating_add(moved));
        out.position = line + (out.position - line) * model;
        out.velocity = self.velocity + (out.velocity - self.velocity) * model;
    }

    /// Moves it by -`shift`; who rides moves with its base.
    pub(in crate::net) fn rebase(&mut self, shift: DVec3) {
        if !self.rides {
            self.position -= shift;
        }
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.u8(self.presence as u8).u8(self.rest as u8).i64(self.time).dvec3(self.position).dvec3(self.velocity);
        w.u8(self.rides.into()).u8(self.on_line.into()).i64(self.steady_since);
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let playback = Self {
            presence: r.one_of(&[Presence::Unknown, Presence::Present, Presence::Gone])?,
            rest: r.one_of(&[Rest::Moving, Rest::Stopped, Rest::Frozen])?,
            time: r.i64()?,
            position: r.finite_dvec3()?,
            velocity: r.finite_dvec3()?,
            rides: r.bool()?,
            on_line: r.bool()?,
            steady_since: r.i64()?,
        };
        if playback.steady_since > playback.time || playback.time.checked_sub(playback.steady_since).is_none() {
            return Err(crate::base::Error::corrupt("an entity has been steady for longer than it was known"));
        }
        Ok(playback)
    }
}

/// Whether it is predicted by a learned model, on no base.
fn learns(predictor: &Predictor, id: EntityId) -> bool {
    let learned = predictor.profile(id).is_some_and(|p| matches!(p.model, Model::Auto | Model::Kinematic));
    learned && predictor.base(id).is_none()
}

/// Moves what was predicted for somebody on a base that moves as `from` to the same place on `to`, at `pace` of its own velocity.
pub(crate) fn carry_over(from: &BaseMotion, to: &BaseMotion, pace: f64, out: &mut Prediction) {
    let velocity = from.velocity_from_level(out.position, out.velocity) * pace;
    let local = from.point_from_level(out.position);
    out.position = to.point_to_level(local);
    out.velocity = to.velocity_to_level(local, velocity);
    out.orientation = (to.orientation * from.orientation.conjugate() * out.orientation).normalize();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::predict::EntityProfile;
    use alloc::vec::Vec;

    const MS: Nanos = SECOND / 1000;
    const SILENCE: Silence = Silence { horizon: SECOND, fade: SECOND / 2, heard_until: Nanos::MAX };

    fn runner(time: Nanos, flags: Flags) -> Update {
        let position = DVec3::X * (5.0 * seconds_between(0, time));
        Update { velocity: DVec3::X * 5.0, flags, ..Update::at(1, time, position) }
    }

    fn played(updates: &[Update], model: Model) -> (Predictor, EntityId, Playback) {
        let mut predictor = Predictor::new(1);
        let id = predictor.add_entity(&EntityProfile { model, ..EntityProfile::default() }).unwrap();
        let mut playback = Playback::default();
        for update in updates {
            playback.apply(&mut predictor, id, update, ObserveContext::default()).unwrap();
        }
        (predictor, id, playback)
    }

    fn x_at((predictor, id, playback): &(Predictor, EntityId, Playback), time: Nanos) -> f64 {
        let shown = playback.shown(predictor, LevelContext::default(), *id, time, &SILENCE, None).unwrap();
        shown.prediction.position.x
    }

    #[test]
    fn an_owner_s_line_is_followed_whatever_the_model() {
        for model in [Model::Still, Model::Auto, Model::Damped] {
            let played = played(&[runner(0, Flags::PREDICTION_VECTOR)], model);
            assert!((x_at(&played, 600 * MS) - 3.0).abs() < 1e-12, "{model:?}");
            assert_eq!(x_at(&played, -600 * MS), 0.0);
        }
    }

    #[test]
    fn a_line_is_left_only_for_the_time_that_nobody_has_heard_of() {
        // Round a bend, so that the model expects more of it; then a line.
        let mut updates = Vec::new();
        for i in 0..40 {
            let (time, angle) = (i * 50 * MS, 0.05 * i as f64);
            let (sin, cos) = (libm::sin(angle), libm::cos(angle));
            let velocity = DVec3::new(5.0 * cos, 0.0, 5.0 * sin);
            let flags = if i < 39 { Flags::NONE } else { Flags::PREDICTION_VECTOR };
            let position = DVec3::new(5.0 * sin, 0.0, 5.0 * (1.0 - cos));
            updates.push(Update { velocity, flags, ..Update::at(1 + i as u32, time, position) });
        }
        let (predictor, id, playback) = played(&updates, Model::Auto);
        let (began, last) = (39 * 50 * MS, updates[39]);
        let shown = |after: Nanos, under_way: Nanos| {
            let silence = Silence { heard_until: began + after - under_way, ..SILENCE };
            playback.shown(&predictor, LevelContext::default(), id, began + after, &silence, None).unwrap().prediction
        };
        let model = |after: Nanos| {
            let mut prediction = Prediction::NOWHERE;
            predictor.predict_into(LevelContext::default(), id, began + after, None, &mut prediction).unwrap();
            prediction.position
        };
        let line = |after: Nanos| last.position + last.velocity * seconds_between(0, after);
        assert!((model(200 * MS) - line(200 * MS)).length() > 0.02, "they differ, or nothing is tested");
        for after in [0, 50, 100, 200, 400].map(|ms| ms * MS) {
            assert!((shown(after, 0).position - line(after)).length() < 1e-12, "known to be on the line");
            assert!((shown(after, SECOND).position - model(after)).length() < 1e-12, "nothing was heard of it");
            let led = model(after.min(100 * MS)) - line(after.min(100 * MS));
            assert!((shown(after, 100 * MS).position - line(after) - led).length() < 1e-12);
        }
        let mut before = shown(0, 100 * MS).position;
        for after in (1..600).map(|ms| ms * MS) {
            let next = shown(after, 100 * MS).position;
            assert!((next - before).length() < 0.0075, "no step at {after}");
            before = next;
        }
    }

    #[test]
    fn who_runs_straight_on_is_shown_straight_on_by_learned_models() {
        let updates: Vec<_> = (0..20).map(|i| runner(i * 50 * MS, Flags::NONE)).collect();
        let played = played(&updates, Model::Auto);
        for ahead in [10, 100, 300, 700] {
            assert!((x_at(&played, (950 + ahead) * MS) - 0.005 * (950 + ahead) as f64).abs() < 1e-9, "{ahead}");
        }
        let mut last = 0.0;
        for ahead in (0..1200).step_by(5) {
            let x = x_at(&played, (950 + ahead) * MS);
            assert!(x - last < 0.05 || ahead == 0, "no step where the model takes over: {ahead}");
            last = x;
        }
    }

    #[test]
    fn silence_fades_and_ends() {
        let played = played(&[runner(0, Flags::PREDICTION_VECTOR)], Model::Auto);
        assert!((x_at(&played, SECOND) - 5.0).abs() < 1e-12);
        assert!((x_at(&played, 10 * SECOND) - 6.25).abs() < 1e-9);
    }

    #[test]
    fn it_is_the_same_after_it_was_written_and_read() {
        let (.., playback) = played(&[runner(0, Flags::NONE), runner(50 * MS, Flags::STOP)], Model::Dr1);
        let mut w = Writer::new();
        playback.write(&mut w);
        let bytes = w.seal(*b"TEST", 1);
        let mut r = Reader::open(&bytes, *b"TEST", 1).unwrap();
        assert_eq!(Playback::read(&mut r).unwrap(), playback);
    }
}
