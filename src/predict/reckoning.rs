//! One prediction from beginning to end: forces, model, corrections (a) to (d), and back to the level's frame.

use super::correction::{FALLBACK, OBSTACLE, PAST, SPEED, STANDING, VECTOR};
use super::crowd::{Crowd, Extras};
use super::fall::Fall;
use super::kinematics::{AIRBORNE, Estimator, Kinematics, LIMIT_SPEED, ORIENTED, POST, RIDING};
use super::model::{self, Motion};
use super::observation::BaseMotion;
use super::obstacle::{Course, flies};
use super::profile::{EntityProfile, Model, Obstacle};
use super::pull::{Stance, pull, pull_per_layer};
use super::{LevelContext, Prediction, dis, interest, learned, neuro, strategy};
use crate::base::math::{DQuat, DVec3, ground, lift, sqrt};
use crate::base::time::{Nanos, seconds_between};
use alloc::vec::Vec;

/// Everything about an entity that is not in its [`Kinematics`].
#[derive(Clone, Debug, Default)]
pub(super) struct Details {
    pub(super) profile: EntityProfile,
    pub(super) estimator: Estimator,
    /// What it rides on, as of the last observation.
    pub(super) base: Option<BaseMotion>,
    pub(super) extras: Extras,
}

/// A prediction in the frame of the entity's [`Kinematics`].
#[derive(Clone, Copy)]
pub(super) struct Reckoning {
    /// Horizon, seconds.
    pub(super) delta: f64,
    /// Position after all corrections.
    pub(super) end: DVec3,
    /// Velocity after all corrections.
    pub(super) velocity: DVec3,
    /// Bits of [`super::correction`].
    pub(super) corrections: u32,
    /// What only some models say.
    detail: ModelDetail,
}

/// What only some models say about a prediction.
#[derive(Clone, Copy, Default)]
struct ModelDetail {
    /// Orientation at the end, where the model turns the entity.
    orientation: Option<DQuat>,
    radius: f64,
    confidence: f64,
}

/// Models with a folder of their own.
#[inline(never)]
fn ask(kinematics: &Kinematics, details: &Details, crowd: &Crowd, delta: f64, detail: &mut ModelDetail) -> Motion {
    let extras = &details.extras;
    match kinematics.model {
        Model::Interest | Model::Hybrid => interest::motion(&crowd.interest, kinematics, details, delta),
        Model::Neuro => {
            let (motion, confidence) = neuro::motion(extras.window.as_deref(), kinematics, delta);
            detail.confidence = confidence;
            motion
        }
        Model::Strategy => strategy::motion(&crowd.strategies, extras.progress.as_deref(), kinematics, delta),
        Model::Trail | Model::Kinematic | Model::Auto | Model::Custom => {
            let planned = learned::motion(extras.track.as_deref(), kinematics, delta);
            (detail.radius, detail.confidence) = (planned.radius, planned.confidence);
            let mut motion = planned.motion;
            (motion.terms.velocity.y, motion.velocity.y) =
                extras.track.as_deref().map_or(Fall::default(), |track| track.fall).rise(kinematics, delta);
            motion
        }
        _ => {
            let (motion, orientation) = dis::motion(kinematics, details, delta);
            detail.orientation = Some(orientation);
            motion
        }
    }
}

/// Predicts an entity that was observed before; also gives what went into it.
///
/// Inlined so that plain dead reckoning is a handful of operations; what is costly anyway stays out of line.
#[inline(always)]
pub(super) fn reckon(
    kinematics: &Kinematics,
    details: &Details,
    crowd: &Crowd,
    level: LevelContext<'_>,
    time: Nanos,
) -> (Reckoning, Motion) {
    let (position, velocity) = (kinematics.position, kinematics.velocity);
    if time < kinematics.time {
        return (Reckoning::at(position, velocity, PAST), Motion::default());
    }
    let delta = seconds_between(kinematics.time, time);
    let (pulled, mut corrections) = if kinematics.model == Model::Ant && delta > 0.0 && !kinematics.is_told_to_stand() {
        felt_pull(kinematics, details, level)
    } else {
        (DVec3::ZERO, 0)
    };
    let mut detail = ModelDetail::default();
    let (motion, displacement) = planned(kinematics, details, crowd, delta, pulled, &mut detail, &mut corrections);
    let mut velocity = motion.velocity;
    if kinematics.has(LIMIT_SPEED) {
        limit_length(&mut velocity, kinematics.speed_limit, SPEED, &mut corrections);
    }
    let mut reckoning = Reckoning { delta, end: position + displacement, velocity, corrections, detail };
    if kinematics.has(POST) && displacement != DVec3::ZERO {
        heed_obstacles(&mut reckoning, kinematics, details, crowd, level, pulled);
    }
    (reckoning, motion)
}

/// What the model says, and the displacement after corrections (a) and (d).
#[inline(always)]
fn planned(
    kinematics: &Kinematics,
    details: &Details,
    crowd: &Crowd,
    delta: f64,
    pulled: DVec3,
    detail: &mut ModelDetail,
    corrections: &mut u32,
) -> (Motion, DVec3) {
    let mut motion = if kinematics.model.is_simple() {
        model::motion(kinematics, &details.profile, delta, pulled)
    } else {
        ask(kinematics, details, crowd, delta, detail)
    };
    if kinematics.is_told_to_stand() {
        motion = Motion::default();
        *corrections |= STANDING;
    }
    let mut displacement = motion.terms.sum();
    if kinematics.has(POST) && details.profile.post.vector_factor < f64::INFINITY {
        // (d) the displacement is at most a factor of `|v| δ`.
        let limit = details.profile.post.vector_factor * (motion.initial_velocity.length() * delta);
        limit_length(&mut displacement, limit, VECTOR, corrections);
    }
    if kinematics.has(LIMIT_SPEED) {
        // (a) nobody gets farther than the speed limit allows, and nobody is faster.
        limit_length(&mut displacement, kinematics.speed_limit * delta, SPEED, corrections);
    }
    (motion, displacement)
}

/// The acceleration by forces in the frame of the kinematics, with correction (c): attraction off or reduced for an entity that
/// stands still, that is whose last and average velocity are both slow.
#[inline(never)]
fn felt_pull(kinematics: &Kinematics, details: &Details, level: LevelContext<'_>) -> (DVec3, u32) {
    let EntityProfile { alpha, post, other_force, mass, .. } = &details.profile;
    if *alpha == 0.0 {
        return (DVec3::ZERO, 0);
    }
    let other = in_frame(details, *other_force / *mass);
    let slow = |velocity: DVec3| velocity.length_squared() < post.still_speed * post.still_speed;
    let stands = post.still_force != 1.0 && slow(kinematics.velocity) && slow(kinematics.steady_velocity());
    if stands && post.still_force == 0.0 {
        return (other, STANDING);
    }
    match pull(level, &details.profile, &stance(kinematics, details)) {
        None => (other, FALLBACK),
        Some(pulled) if stands => (other + in_frame(details, pulled) * post.still_force, STANDING),
        Some(pulled) => (other + in_frame(details, pulled), 0),
    }
}

/// How an entity stood in the level when it was last observed.
pub(super) fn stance(kinematics: &Kinematics, details: &Details) -> Stance {
    let orientation = kinematics.has(ORIENTED).then_some(kinematics.orientation);
    match &details.base {
        None => Stance { position: kinematics.position, orientation, velocity: kinematics.steady_velocity() },
        Some(base) => Stance {
            position: base.point_to_level(kinematics.position),
            orientation: orientation.map(|local| base.orientation * local),
            velocity: base.orientation * kinematics.steady_velocity(),
        },
    }
}

/// (b) the entity slides along walls. On a moving base the level is not where the entity walks.
#[inline(never)]
fn heed_obstacles(
    reckoning: &mut Reckoning,
    kinematics: &Kinematics,
    details: &Details,
    crowd: &Crowd,
    level: LevelContext<'_>,
    pulled: DVec3,
) {
    // Whoever shares a model need not share the level.
    let slides = details.profile.post.obstacle == Obstacle::Slide && !details.profile.shared_only;
    let Some(world) = level.world.filter(|_| slides) else { return };
    let airborne = kinematics.has(AIRBORNE) || flies(&details.profile, kinematics.velocity.y);
    let course = Course {
        world,
        profile: &details.profile,
        airborne,
        from: kinematics.position,
        reach: if kinematics.has(LIMIT_SPEED) { kinematics.speed_limit * reckoning.delta } else { f64::INFINITY },
        straight: kinematics.model.is_straight(),
        curve: |delta| planned(kinematics, details, crowd, delta, pulled, &mut ModelDetail::default(), &mut 0).1,
    };
    let end = if kinematics.has(RIDING) { None } else { course.end(reckoning.delta) };
    let Some(end) = end else {
        reckoning.corrections |= FALLBACK;
        return;
    };
    reckoning.end = end.position;
    if end.shortened {
        reckoning.corrections |= SPEED;
    }
    if end.obstructed {
        reckoning.corrections |= OBSTACLE;
    }
    if let Some(along) = end.along {
        let fall = if airborne { reckoning.velocity.y } else { 0.0 };
        reckoning.velocity = lift(along * along.dot(ground(reckoning.velocity)), fall);
    }
}

impl Reckoning {
    /// The last observation itself, for a question about the past.
    fn at(end: DVec3, velocity: DVec3, corrections: u32) -> Self {
        Self { delta: 0.0, end, velocity, corrections, detail: ModelDetail::default() }
    }

    /// Writes the prediction in the level's frame. In place, because a prediction that goes through the stack costs
    /// dead reckoning half its time.
    #[inline(always)]
    pub(super) fn answer(&self, kinematics: &Kinematics, details: &Details, out: &mut Prediction) {
        out.position = self.end;
        out.velocity = self.velocity;
        out.orientation = self.detail.orientation.unwrap_or(kinematics.orientation);
        out.radius = self.detail.radius;
        out.confidence = self.detail.confidence;
        out.corrections = self.corrections;
        if kinematics.has(RIDING) {
            let base = details.base.as_ref().expect("a riding entity has a base");
            carry(base, self.delta, kinematics.has(ORIENTED), out);
        }
    }
}

/// Takes the prediction of a rider from the frame of its base, which has moved on, to the level's.
#[inline(never)]
fn carry(base: &BaseMotion, delta: f64, orientation_told: bool, out: &mut Prediction) {
    let base = base.carried(delta);
    out.velocity = base.velocity_to_level(out.position, out.velocity);
    out.position = base.point_to_level(out.position);
    out.orientation = if orientation_told { base.orientation * out.orientation } else { DQuat::IDENTITY };
}

/// Shortens a vector to `limit`, direction kept, and notes `bit` if it had to.
#[inline]
fn limit_length(v: &mut DVec3, limit: f64, bit: u32, corrections: &mut u32) {
    /// Takes back what rounding may add, so that the limit is never exceeded.
    const ROUNDING: f64 = 1.0 - 4.0 * f64::EPSILON;
    let squared = v.length_squared();
    if squared > limit * limit {
        *v *= limit / sqrt(squared) * ROUNDING;
        *corrections |= bit;
    }
}

/// Each layer's share of the force term, in the frame of the kinematics; none when there was no force.
pub(super) fn force_shares(
    kinematics: &Kinematics,
    details: &Details,
    level: LevelContext<'_>,
    (reckoning, motion): &(Reckoning, Motion),
    out: &mut Vec<DVec3>,
) {
    out.clear();
    if motion.terms.force == DVec3::ZERO {
        return;
    }
    let profile = &details.profile;
    pull_per_layer(level, profile, &stance(kinematics, details), out);
    // What eq. 5 and the standing-still rule make of an acceleration.
    let standing = if reckoning.corrections & STANDING != 0 { profile.post.still_force } else { 1.0 };
    let factor = standing * profile.alpha * (0.5 * reckoning.delta * reckoning.delta);
    for share in out {
        *share = in_frame(details, *share) * factor;
    }
}

/// A direction of the level in the frame of the kinematics.
fn in_frame(details: &Details, direction: DVec3) -> DVec3 {
    details.base.map_or(direction, |base| base.orientation.conjugate() * direction)
}
