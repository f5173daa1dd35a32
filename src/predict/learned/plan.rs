//! A plan: where an entity will be after every horizon, and in between.

use super::super::kinematics::Kinematics;
use super::super::model::{Motion, Terms};
use super::super::profile::STANDING_SPEED;
use super::{HORIZON_COUNT, HORIZONS};
use crate::base::Result;
use crate::base::math::{DVec3, exp, ground, sqrt};
use crate::base::serial::{Reader, Writer};
use crate::base::time::Nanos;

/// Place of the last knot.
const LAST: usize = HORIZON_COUNT;
/// Something for every knot: now and the horizons.
type Knots<T> = [T; LAST + 1];
/// When they are, seconds.
const KNOTS: Knots<f64> = {
    let mut knots = [0.0; LAST + 1];
    let mut i = 0;
    while i < LAST {
        knots[i + 1] = HORIZONS[i];
        i += 1;
    }
    knots
};
/// Beyond the last horizon the speed fades with this time constant, seconds.
const FADING: f64 = 1.0;
/// Vertical speed fades with this time constant, seconds: jumps and steps are short.
const CLIMB_FADING: f64 = 0.25;
/// Two knots that are farther back by no more than this, metres, are equal: what rounding does.
const ROUNDING: f32 = 1e-4;
/// A step back shorter than this share of the radius is doubt. On eight training matches the mean error ÷ best simple at 0.25, 1 and 4 s
/// is 0.725, 0.775, 0.889 with 1; 0.719, 0.771, 0.875 with 0.2; 0.719, 0.769, 0.869 with 0. That silence draws nobody back is worth it.
const DOUBT: f32 = 1.0;
/// Damping of somebody without a plan, seconds.
const NO_PLAN_TAU: f64 = 0.7;

/// Made at an observation, read by every prediction until the next one. Metres in the ground plane.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    /// Of the observation.
    pub(super) time: Nanos,
    /// Displacement at every knot.
    way: Knots<[f32; 2]>,
    /// Velocity there.
    velocity: Knots<[f32; 2]>,
    /// Seconds of the current velocity that damped dead reckoning covers until every knot.
    reach: Knots<f32>,
    /// The true position is within this, nine times out of ten.
    radius: Knots<f32>,
    v_max: f32,
}

/// What the plan says about a horizon.
pub(in super::super) struct Planned {
    pub(in super::super) motion: Motion,
    pub(in super::super) radius: f64,
    pub(in super::super) confidence: f64,
}

/// What a plan is made of, lengths in metres.
pub(super) struct Outline {
    pub(super) displacement: [[f32; 2]; HORIZON_COUNT],
    pub(super) radius: [f32; HORIZON_COUNT],
    pub(super) reach: [f32; HORIZON_COUNT],
    pub(super) v_max: f64,
    /// A step back against the velocity that is much shorter than the radius is doubt and not taken; false for what the host
    /// itself says.
    pub(super) doubted: bool,
}

impl Plan {
    pub(super) fn new(kinematics: &Kinematics, outline: &Outline) -> Self {
        let (mut way, mut radius, mut reach) = ([[0.0; 2]; LAST + 1], [0.0; LAST + 1], [0.0; LAST + 1]);
        way[1..].copy_from_slice(&outline.displacement);
        radius[1..].copy_from_slice(&outline.radius);
        reach[1..].copy_from_slice(&outline.reach);
        let heading = heading(kinematics);
        if let Some(heading) = heading.filter(|_| outline.doubted) {
            hold_steps_back(&mut way, &radius, heading);
        }
        let mut velocity = [[kinematics.velocity.x as f32, kinematics.velocity.z as f32]; LAST + 1];
        for axis in 0..2 {
            let mean = |i: usize| (way[i + 1][axis] - way[i][axis]) / (KNOTS[i + 1] - KNOTS[i]) as f32;
            for i in 1..LAST {
                // Slope of the parabola through three knots.
                let (before, after) = ((KNOTS[i] - KNOTS[i - 1]) as f32, (KNOTS[i + 1] - KNOTS[i]) as f32);
                velocity[i][axis] = (mean(i - 1) * after + mean(i) * before) / (before + after);
            }
            velocity[LAST][axis] = mean(LAST - 1);
        }
        if let Some(heading) = heading {
            keep_from_overshooting(&way, &mut velocity, heading);
        }
        Self { time: kinematics.time, way, velocity, reach, radius, v_max: outline.v_max as f32 }
    }

    fn at(&self, kinematics: &Kinematics, delta: f64) -> Planned {
        let i = KNOTS[1..LAST].iter().filter(|knot| delta >= **knot).count();
        let span = KNOTS[i + 1] - KNOTS[i];
        let s = (if delta < KNOTS[LAST] { delta } else { KNOTS[LAST] } - KNOTS[i]) / span;
        // Cubic Hermite between two knots.
        let (a, b) = (s * s * (3.0 - 2.0 * s), s * (1.0 - s) * (1.0 - s) * span);
        let c = -s * s * (1.0 - s) * span;
        let (da, db, dc) = (6.0 * s * (1.0 - s) / span, (1.0 - s) * (1.0 - 3.0 * s), -s * (2.0 - 3.0 * s));
        let mix = |from: f32, to: f32| from as f64 + s * (to as f64 - from as f64);
        let axis = |x: usize| {
            let (from, to) = (self.way[i][x] as f64, self.way[i + 1][x] as f64);
            let (begin, end) = (self.velocity[i][x] as f64, self.velocity[i + 1][x] as f64);
            (from + a * (to - from) + b * begin + c * end, da * (to - from) + db * begin + dc * end)
        };
        let (mut x, mut z) = (axis(0), axis(1));
        let mut radius = mix(self.radius[i], self.radius[i + 1]);
        if delta > KNOTS[LAST] {
            let faded = exp(-(delta - KNOTS[LAST]) / FADING);
            for (axis, end) in [&mut x, &mut z].into_iter().zip(self.velocity[LAST]) {
                *axis = (axis.0 + end as f64 * FADING * (1.0 - faded), end as f64 * faded);
            }
            let growth = (self.radius[LAST] - self.radius[LAST - 1]) as f64 / (KNOTS[LAST] - KNOTS[LAST - 1]);
            radius += (if growth > 0.0 { growth } else { 0.0 }) * (delta - KNOTS[LAST]);
        }
        let climbed = exp(-delta / CLIMB_FADING);
        let rise = kinematics.velocity.y * CLIMB_FADING * (1.0 - climbed);
        let straight = kinematics.velocity * mix(self.reach[i], self.reach[i + 1]);
        let by_velocity = DVec3::new(straight.x, rise, straight.z);
        // The share of the nominal reach that is not in doubt; at once, what it is after the first moments.
        let (doubt, reach) = if delta > 0.0 { (radius, delta) } else { (self.radius[1] as f64, KNOTS[1]) };
        Planned {
            motion: Motion {
                terms: Terms {
                    velocity: by_velocity,
                    learned: DVec3::new(x.0 - straight.x, 0.0, z.0 - straight.z),
                    ..Terms::default()
                },
                initial_velocity: kinematics.velocity,
                velocity: DVec3::new(x.1, kinematics.velocity.y * climbed, z.1),
            },
            radius,
            confidence: (1.0 - doubt / (self.v_max as f64 * reach)).clamp(0.0, 1.0),
        }
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.i64(self.time).f32_slice(self.way.as_flattened()).f32_slice(self.velocity.as_flattened());
        w.f32_slice(&self.reach).f32_slice(&self.radius).f32(self.v_max);
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut new = Self {
            time: r.i64()?,
            way: [[0.0; 2]; LAST + 1],
            velocity: [[0.0; 2]; LAST + 1],
            reach: [0.0; LAST + 1],
            radius: [0.0; LAST + 1],
            v_max: 1.0,
        };
        r.finite_f32_slice(new.way.as_flattened_mut())?;
        r.finite_f32_slice(new.velocity.as_flattened_mut())?;
        r.finite_f32_slice(&mut new.reach)?;
        r.finite_f32_slice(&mut new.radius)?;
        r.finite_f32_slice(core::slice::from_mut(&mut new.v_max))?;
        Ok(new)
    }
}

/// Direction of movement in the ground plane, of whoever moves.
fn heading(kinematics: &Kinematics) -> Option<[f32; 2]> {
    let velocity = ground(kinematics.velocity);
    let speed = sqrt(velocity.length_squared());
    (speed >= STANDING_SPEED).then(|| [(velocity.x / speed) as f32, (velocity.y / speed) as f32])
}

#[inline(always)]
fn along(heading: [f32; 2], v: [f32; 2]) -> f32 {
    heading[0] * v[0] + heading[1] * v[1]
}

/// Without news nobody is predicted backwards: a knot that steps back against the velocity by less than [`DOUBT`] of its radius
/// stays as far along as the one before. A longer step back is a turn that the model means.
fn hold_steps_back(way: &mut Knots<[f32; 2]>, radius: &Knots<f32>, heading: [f32; 2]) {
    let mut far = 0.0;
    for (knot, radius) in way.iter_mut().zip(radius).skip(1) {
        let back = far - along(heading, *knot);
        if back > 0.0 && back <= DOUBT * radius {
            *knot = [knot[0] + heading[0] * back, knot[1] + heading[1] * back];
        }
        far = along(heading, *knot);
    }
}

/// Where two knots do not step back, the curve between them does not either: its slopes along the velocity are within 0 and
/// three times the mean one (Fritsch and Carlson). Somebody who is said to stop within the first span starts slower for it.
fn keep_from_overshooting(way: &Knots<[f32; 2]>, velocity: &mut Knots<[f32; 2]>, heading: [f32; 2]) {
    for i in 0..LAST {
        let step = along(heading, way[i + 1]) - along(heading, way[i]);
        if step < -ROUNDING {
            continue;
        }
        let steepest = if step > 0.0 { 3.0 * step / (KNOTS[i + 1] - KNOTS[i]) as f32 } else { 0.0 };
        for velocity in &mut velocity[i..=i + 1] {
            let slope = along(heading, *velocity);
            let excess = slope - slope.clamp(0.0, steepest);
            *velocity = [velocity[0] - heading[0] * excess, velocity[1] - heading[1] * excess];
        }
    }
}

/// What the plan says, or damped dead reckoning when there is none of this observation (on a moving base, or when the
/// model was chosen after the last update).
pub(super) fn motion(plan: Option<&Plan>, kinematics: &Kinematics, delta: f64) -> Planned {
    if let Some(plan) = plan.filter(|plan| plan.time == kinematics.time) {
        return plan.at(kinematics, delta);
    }
    let left = exp(-delta / NO_PLAN_TAU);
    Planned {
        motion: Motion {
            terms: Terms { velocity: kinematics.velocity * (NO_PLAN_TAU * (1.0 - left)), ..Terms::default() },
            initial_velocity: kinematics.velocity,
            velocity: kinematics.velocity * left,
        },
        radius: 0.0,
        confidence: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::math::DVec2;
    use crate::base::random::Random;
    use crate::predict::model::tests::somebody;
    use crate::predict::profile::Model;

    const WAYS: [[f32; 2]; HORIZON_COUNT] =
        [[0.19, -0.15], [0.38, -0.3], [0.56, -0.46], [0.9, -0.8], [1.7, -1.5], [2.5, -3.5], [2.0, -7.0], [-1.0, -9.0]];

    /// One that turns round for good within four seconds.
    fn plan() -> (Plan, Kinematics) {
        let k = somebody(Model::Auto);
        let outline = Outline {
            displacement: WAYS,
            radius: [0.04, 0.1, 0.17, 0.3, 0.6, 1.4, 3.0, 5.0],
            reach: [0.05, 0.1, 0.14, 0.2, 0.35, 0.45, 0.5, 0.5],
            v_max: 8.0,
            doubted: false,
        };
        (Plan::new(&k, &outline), k)
    }

    #[test]
    fn a_plan_goes_through_its_horizons_and_starts_with_the_velocity() {
        let (plan, k) = plan();
        let at = |delta| plan.at(&k, delta);
        for (h, want) in HORIZONS.into_iter().zip(WAYS.map(|way| way.map(f64::from))) {
            let sum = at(h).motion.terms.sum();
            assert!((sum.x - want[0]).abs() < 1e-6 && (sum.z - want[1]).abs() < 1e-6, "{h}: {sum}");
        }
        assert_eq!(at(0.0).motion.terms.sum(), DVec3::ZERO);
        assert_eq!(at(0.0).motion.velocity, k.velocity);
        assert_eq!((at(0.25).radius, at(0.0).radius), (0.3_f32 as f64, 0.0));
        assert!((at(0.75).radius - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_velocity_is_the_derivative_everywhere_and_nothing_jumps() {
        let (plan, k) = plan();
        let dt = 1e-6;
        for i in 1..1200 {
            let delta = i as f64 * 0.005;
            let numeric =
                (plan.at(&k, delta + dt).motion.terms.sum() - plan.at(&k, delta - dt).motion.terms.sum()) / (2.0 * dt);
            let said = plan.at(&k, delta).motion.velocity;
            assert!((numeric - said).length() < 1e-4, "{delta}: {numeric} {said}");
            let step = plan.at(&k, delta + 0.005).radius - plan.at(&k, delta).radius;
            assert!((0.0..0.02).contains(&step), "{delta}");
        }
    }

    #[test]
    fn far_beyond_the_last_horizon_it_comes_to_rest() {
        let (plan, k) = plan();
        let (a, b) = (plan.at(&k, 60.0).motion, plan.at(&k, 90.0).motion);
        assert!((a.terms.sum() - b.terms.sum()).length() < 1e-9 && b.velocity.length() < 1e-9);
        // One second more of the last velocity, (-1.5, -1) m/s.
        assert!((b.terms.sum().x + 2.5).abs() < 1e-5 && (b.terms.sum().z + 10.0).abs() < 1e-5, "{}", b.terms.sum());
    }

    #[test]
    fn confidence_is_the_share_of_the_nominal_reach_that_is_not_in_doubt() {
        let (plan, k) = plan();
        assert!((plan.at(&k, 1.0).confidence - (1.0 - 1.4 / 8.0)).abs() < 1e-6);
        assert!((plan.at(&k, 0.0).confidence - (1.0 - 0.04 / 0.4)).abs() < 1e-6);
        for i in 0..2000 {
            assert!((0.0..=1.0).contains(&plan.at(&k, i as f64 * 0.01).confidence));
        }
    }

    /// Along the velocity, over the horizon.
    fn course(plan: &Plan, k: &Kinematics) -> impl Iterator<Item = f64> {
        let heading = ground(k.velocity).normalize();
        (0..1200).map(move |i| ground(plan.at(k, i as f64 * 0.005).motion.terms.sum()).dot(heading))
    }

    /// Made up: somebody who moves, what is said about it, and the direction of movement.
    fn any_outline(random: &mut Random) -> (Kinematics, Outline, DVec2) {
        let mut k = somebody(Model::Auto);
        let speed = 0.02 + 8.0 * random.unit();
        let angle = random.unit() * core::f64::consts::TAU;
        k.velocity = DVec3::new(libm::cos(angle), 0.3, libm::sin(angle)) * speed;
        let heading = ground(k.velocity).normalize();
        let across = DVec2::new(-heading.y, heading.x);
        let (mut at, mut before) = (DVec2::ZERO, 0.0);
        let displacement = HORIZONS.map(|horizon| {
            let span = horizon - before;
            before = horizon;
            at += (heading * (speed * (1.5 * random.unit() - 0.4)) + across * (3.0 * random.normal())) * span;
            [at.x as f32, at.y as f32]
        });
        let radius = [0.1, 0.15, 0.2, 0.3, 0.6, 1.2, 2.0, 3.0].map(|r: f32| r * (0.2 + random.unit() as f32));
        (k, Outline { displacement, radius, reach: [0.2; HORIZON_COUNT], v_max: 8.0, doubted: true }, heading)
    }

    #[test]
    fn no_plan_steps_back_within_its_doubt() {
        let mut random = Random(11);
        let (mut held, mut turned) = (0, 0);
        for _ in 0..3000 {
            let (k, outline, heading) = any_outline(&mut random);
            let plan = Plan::new(&k, &outline);
            let dot = |way: [f32; 2]| way[0] as f64 * heading.x + way[1] as f64 * heading.y;
            let along = plan.way.map(dot);
            held += (1..=LAST).any(|i| along[i] > dot(outline.displacement[i - 1]) + 1e-3) as u32;
            // A step back that stays is longer than what the model is in doubt about.
            let back = (1..=LAST).filter(|&i| along[i] < along[i - 1] - 1e-4);
            let meant = |i: usize| along[i - 1] - along[i] > (DOUBT * outline.radius[i - 1]) as f64 - 1e-4;
            turned += back.map(|i| assert!(meant(i), "knot {i}")).count().min(1);
        }
        assert!(held > 300 && turned > 30, "{held} {turned}");
    }

    #[test]
    fn between_knots_that_do_not_step_back_nothing_runs_backwards() {
        let mut random = Random(12);
        let mut spans = 0;
        for _ in 0..2000 {
            let (k, outline, heading) = any_outline(&mut random);
            let plan = Plan::new(&k, &outline);
            let along = |delta: f64| ground(plan.at(&k, delta).motion.terms.sum()).dot(heading);
            for knots in KNOTS.windows(2).filter(|knots| along(knots[1]) >= along(knots[0])) {
                spans += 1;
                let mut before = along(knots[0]);
                for step in 1..=40 {
                    let now = along(knots[0] + (knots[1] - knots[0]) * step as f64 / 40.0);
                    assert!(now >= before - 1e-5, "{now} after {before} within {knots:?}");
                    before = now;
                }
            }
        }
        assert!(spans > 8000, "{spans}");
    }

    #[test]
    fn silence_does_not_draw_anybody_back() {
        // What was seen: 7.5, 7.3, 7.5, 7.8 m in silence at 5 m/s.
        let mut k = somebody(Model::Auto);
        k.velocity = DVec3::X * 5.0;
        let displacement =
            [[0.25, 0.0], [0.5, 0.0], [0.74, 0.0], [1.2, 0.0], [2.4, 0.1], [4.5, 0.4], [7.5, 1.0], [7.3, 2.0]];
        let radius = [0.03, 0.06, 0.1, 0.2, 0.5, 1.5, 4.0, 8.0];
        let outline = Outline { displacement, radius, reach: [0.2; HORIZON_COUNT], v_max: 8.0, doubted: true };
        let plan = Plan::new(&k, &outline);
        let course: alloc::vec::Vec<f64> = course(&plan, &k).collect();
        assert!(course.windows(2).all(|pair| pair[1] >= pair[0] - 1e-5));
        let end = plan.at(&k, 4.0).motion.terms.sum();
        assert!((end.x - 7.5).abs() < 1e-5 && (end.z - 2.0).abs() < 1e-5, "{end}");
    }

    #[test]
    fn without_a_plan_of_this_observation_it_is_damped_dead_reckoning() {
        let (plan, mut k) = plan();
        k.time += 1;
        let said = motion(Some(&plan), &k, 0.7);
        assert!((said.motion.terms.sum() - k.velocity * (0.7 * (1.0 - libm::exp(-1.0)))).length() < 1e-12);
        assert_eq!((said.radius, said.confidence), (0.0, 0.0));
        assert_eq!(motion(None, &k, 0.7).motion, said.motion);
    }
}
