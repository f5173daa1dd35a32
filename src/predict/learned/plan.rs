//! A plan: where an entity will be after every horizon, and in between.

use super::super::kinematics::Kinematics;
use super::super::model::{Motion, Terms};
use super::super::profile::STANDING_SPEED;
use super::HORIZONS;
use crate::base::Result;
use crate::base::math::{DVec3, exp, ground, sqrt};
use crate::base::serial::{Reader, Writer};
use crate::base::time::Nanos;

/// Now and the horizons, seconds.
const KNOTS: [f64; 6] = [0.0, HORIZONS[0], HORIZONS[1], HORIZONS[2], HORIZONS[3], HORIZONS[4]];
/// Beyond the last horizon the speed fades with this time constant, seconds.
const FADING: f64 = 1.0;
/// Vertical speed fades with this time constant, seconds: jumps and steps are short.
const CLIMB_FADING: f64 = 0.25;
/// Two knots that are farther back by no more than this, metres, are equal: what rounding does.
const ROUNDING: f32 = 1e-4;
/// Damping of somebody without a plan, seconds.
const NO_PLAN_TAU: f64 = 0.7;

/// Made at an observation, read by every prediction until the next one. Metres in the ground plane.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    /// Of the observation.
    pub(super) time: Nanos,
    /// Displacement at every knot.
    way: [[f32; 2]; 6],
    /// Velocity there.
    velocity: [[f32; 2]; 6],
    /// Seconds of the current velocity that damped dead reckoning covers until every knot.
    reach: [f32; 6],
    /// The true position is within this, nine times out of ten.
    radius: [f32; 6],
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
    pub(super) displacement: [[f32; 2]; 5],
    pub(super) radius: [f32; 5],
    pub(super) reach: [f32; 5],
    pub(super) v_max: f64,
    /// A step back against the velocity that is shorter than the radius is doubt and not taken; false for what the host
    /// itself says.
    pub(super) doubted: bool,
}

impl Plan {
    pub(super) fn new(kinematics: &Kinematics, outline: &Outline) -> Self {
        let (mut way, mut radius, mut reach) = ([[0.0; 2]; 6], [0.0; 6], [0.0; 6]);
        way[1..].copy_from_slice(&outline.displacement);
        radius[1..].copy_from_slice(&outline.radius);
        reach[1..].copy_from_slice(&outline.reach);
        let heading = heading(kinematics);
        if let Some(heading) = heading.filter(|_| outline.doubted) {
            hold_steps_back(&mut way, &radius, heading);
        }
        let mut velocity = [[kinematics.velocity.x as f32, kinematics.velocity.z as f32]; 6];
        for axis in 0..2 {
            let mean = |i: usize| (way[i + 1][axis] - way[i][axis]) / (KNOTS[i + 1] - KNOTS[i]) as f32;
            for i in 1..5 {
                // Slope of the parabola through three knots.
                let (before, after) = ((KNOTS[i] - KNOTS[i - 1]) as f32, (KNOTS[i + 1] - KNOTS[i]) as f32);
                velocity[i][axis] = (mean(i - 1) * after + mean(i) * before) / (before + after);
            }
            velocity[5][axis] = mean(4);
        }
        if let Some(heading) = heading {
            keep_from_overshooting(&way, &mut velocity, heading);
        }
        Self { time: kinematics.time, way, velocity, reach, radius, v_max: outline.v_max as f32 }
    }

    fn at(&self, kinematics: &Kinematics, delta: f64) -> Planned {
        let i = KNOTS[1..5].iter().filter(|knot| delta >= **knot).count();
        let span = KNOTS[i + 1] - KNOTS[i];
        let s = (if delta < KNOTS[5] { delta } else { KNOTS[5] } - KNOTS[i]) / span;
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
        if delta > KNOTS[5] {
            let faded = exp(-(delta - KNOTS[5]) / FADING);
            for (axis, end) in [&mut x, &mut z].into_iter().zip(self.velocity[5]) {
                *axis = (axis.0 + end as f64 * FADING * (1.0 - faded), end as f64 * faded);
            }
            let growth = (self.radius[5] - self.radius[4]) as f64 / (KNOTS[5] - KNOTS[4]);
            radius += (if growth > 0.0 { growth } else { 0.0 }) * (delta - KNOTS[5]);
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
            way: [[0.0; 2]; 6],
            velocity: [[0.0; 2]; 6],
            reach: [0.0; 6],
            radius: [0.0; 6],
            v_max: 1.0,
        };
        r.f32_slice(new.way.as_flattened_mut())?;
        r.f32_slice(new.velocity.as_flattened_mut())?;
        r.f32_slice(&mut new.reach)?;
        r.f32_slice(&mut new.radius)?;
        new.v_max = r.f32()?;
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

/// Without news nobody is predicted backwards: a knot that steps back against the velocity by less than the doubt there
/// stays as far along as the one before. A longer step back is a turn that the model means.
fn hold_steps_back(way: &mut [[f32; 2]; 6], radius: &[f32; 6], heading: [f32; 2]) {
    let mut far = 0.0;
    for (knot, radius) in way.iter_mut().zip(radius).skip(1) {
        let back = far - along(heading, *knot);
        if back > 0.0 && back <= *radius {
            *knot = [knot[0] + heading[0] * back, knot[1] + heading[1] * back];
        }
        far = along(heading, *knot);
    }
}

/// Where two knots do not step back, the curve between them does not either: its slopes along the velocity are within 0 and
/// three times the mean one (Fritsch and Carlson). Somebody who is said to stop within the first span starts slower for it.
fn keep_from_overshooting(way: &[[f32; 2]; 6], velocity: &mut [[f32; 2]; 6], heading: [f32; 2]) {
    for i in 0..5 {
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
    use crate::base::random::Random;
    use crate::predict::model::tests::somebody;
    use crate::predict::profile::Model;

    /// One that turns round for good within four seconds.
    fn plan() -> (Plan, Kinematics) {
        let k = somebody(Model::Auto);
        let outline = Outline {
            displacement: [[0.9, -0.8], [1.7, -1.5], [2.5, -3.5], [2.0, -7.0], [-1.0, -9.0]],
            radius: [0.3, 0.6, 1.4, 3.0, 5.0],
            reach: [0.2, 0.35, 0.45, 0.5, 0.5],
            v_max: 8.0,
            doubted: false,
        };
        (Plan::new(&k, &outline), k)
    }

    #[test]
    fn a_plan_goes_through_its_horizons_and_starts_with_the_velocity() {
        let (plan, k) = plan();
        let at = |delta| plan.at(&k, delta);
        for (h, want) in HORIZONS.into_iter().zip([[0.9, -0.8], [1.7, -1.5], [2.5, -3.5], [2.0, -7.0], [-1.0, -9.0]]) {
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
        assert!((plan.at(&k, 0.0).confidence - (1.0 - 0.3 / 2.0)).abs() < 1e-6);
        for i in 0..2000 {
            assert!((0.0..=1.0).contains(&plan.at(&k, i as f64 * 0.01).confidence));
        }
    }

    /// Along the velocity, over the horizon.
    fn course(plan: &Plan, k: &Kinematics) -> impl Iterator<Item = f64> {
        let heading = ground(k.velocity).normalize();
        (0..1200).map(move |i| ground(plan.at(k, i as f64 * 0.005).motion.terms.sum()).dot(heading))
    }

    #[test]
    fn no_plan_steps_back_within_its_doubt() {
        let mut random = Random(11);
        let (mut held, mut turned) = (0, 0);
        for _ in 0..3000 {
            let mut k = somebody(Model::Auto);
            let speed = 0.02 + 8.0 * random.unit();
            let angle = random.unit() * core::f64::consts::TAU;
            k.velocity = DVec3::new(libm::cos(angle), 0.3, libm::sin(angle)) * speed;
            let heading = ground(k.velocity).normalize();
            let mut at = crate::base::math::DVec2::ZERO;
            let mut before = 0.0;
            let displacement = core::array::from_fn(|h| {
                let span = HORIZONS[h] - before;
                before = HORIZONS[h];
                let across = crate::base::math::DVec2::new(-heading.y, heading.x);
                at += (heading * (speed * (1.5 * random.unit() - 0.4)) + across * (3.0 * random.normal())) * span;
                [at.x as f32, at.y as f32]
            });
            let radius = [0.3, 0.6, 1.2, 2.0, 3.0].map(|r: f32| r * (0.2 + random.unit() as f32));
            let outline = Outline { displacement, radius, reach: [0.2; 5], v_max: 8.0, doubted: true };
            let plan = Plan::new(&k, &outline);
            let along = |i: usize| ground(DVec3::new(plan.way[i][0] as f64, 0.0, plan.way[i][1] as f64)).dot(heading);
            let said = |h: usize| displacement[h][0] as f64 * heading.x + displacement[h][1] as f64 * heading.y;
            held += ((1..6).any(|i| along(i) > said(i - 1) + 1e-3)) as u32;
            if (1..6).any(|i| along(i) < along(i - 1) - 1e-4) {
                // A step back that stays is longer than what the model is in doubt about.
                assert!((1..6).any(|i| along(i - 1) - along(i) > radius[i - 1] as f64 - 1e-4));
                turned += 1;
                continue;
            }
            let mut farthest = 0.0;
            for along in course(&plan, &k) {
                assert!(along >= farthest - 1e-4, "{along} after {farthest}");
                farthest = if along > farthest { along } else { farthest };
            }
        }
        assert!(held > 300 && turned > 30, "{held} {turned}");
    }

    #[test]
    fn silence_does_not_draw_anybody_back() {
        // What was seen: 7.5, 7.3, 7.5, 7.8 m in silence at 5 m/s.
        let mut k = somebody(Model::Auto);
        k.velocity = DVec3::X * 5.0;
        let displacement = [[1.2, 0.0], [2.4, 0.1], [4.5, 0.4], [7.5, 1.0], [7.3, 2.0]];
        let outline =
            Outline { displacement, radius: [0.2, 0.5, 1.5, 4.0, 8.0], reach: [0.2; 5], v_max: 8.0, doubted: true };
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
