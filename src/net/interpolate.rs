//! Between two updates: the past shown smoothly.

use super::update::{Flags, Update};
use crate::base::math::{DQuat, DVec3, clamp_length};
use crate::base::time::{Nanos, seconds_between};

/// Longest tangent as a multiple of the mean velocity between the updates: a cubic within it does not overshoot on a straight
/// line (Fritsch and Carlson 1980).
const LONGEST_TANGENT: f64 = 3.0;

/// Places may be off by this much for the rounding of their numbers, metres: two positions to a centimetre, a velocity to a centimetre
/// per second.
const ROUNDING: f64 = 0.03;

/// Where an entity was between two updates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between {
    /// Position.
    pub position: DVec3,
    /// Its derivative.
    pub velocity: DVec3,
}

/// Cubic Hermite curve over `seconds` from (p0, v0) to (p1, v1), at the share `u` of it.
pub fn hermite(p0: DVec3, v0: DVec3, p1: DVec3, v1: DVec3, seconds: f64, u: f64) -> Between {
    let (m0, m1, way) = (v0 * seconds, v1 * seconds, p1 - p0);
    // p(u) = p0 + m0 u + (3 way - 2 m0 - m1) u² + (m0 + m1 - 2 way) u³
    let (square, cube) = (way * 3.0 - m0 * 2.0 - m1, m0 + m1 - way * 2.0);
    Between {
        position: p0 + (m0 + (square + cube * u) * u) * u,
        velocity: (m0 + (square * 2.0 + cube * (3.0 * u)) * u) / seconds,
    }
}

/// Where an entity was at `time`, which lies between two successive updates of it.
///
/// It is never drawn across a teleport or a gap in its relevancy: it stays at the earlier place until the later time. After a stop
/// or freeze it stays too, but for the last `start` (about a gap between updates) in which it sets off.
pub fn between(earlier: &Update, later: &Update, time: Nanos, smooth: bool, start: Nanos) -> Between {
    let rests = Between { position: earlier.position, velocity: DVec3::ZERO };
    let cut = Flags::TELEPORT.bits() | Flags::ENTER.bits();
    if later.flags.bits() & cut != 0 || earlier.flags.contains(Flags::LEAVE) {
        return rests;
    }
    let resting = earlier.flags.bits() & (Flags::STOP.bits() | Flags::FROZEN.bits()) != 0;
    let begin = if resting { earlier.time.max(later.time.saturating_sub(start.max(1))) } else { earlier.time };
    if time <= begin {
        return if resting { rests } else { Between { velocity: earlier.velocity, ..rests } };
    }
    let seconds = seconds_between(begin, later.time);
    let u = seconds_between(begin, time) / seconds;
    let mean = (later.position - earlier.position) / seconds;
    let told = !(earlier.flags | later.flags).contains(Flags::PREDICTION_VECTOR);
    // Where both velocities lead from one place to the other but for the rounding of their numbers, they are what is known best of
    // the speed: the mean pulses with the rounding of the places.
    let rounding = |velocity: DVec3| (velocity - mean).length() * seconds <= ROUNDING;
    let even = !resting && rounding(earlier.velocity) && rounding(later.velocity);
    if !smooth || !told || even {
        let velocity = if even { earlier.velocity + (later.velocity - earlier.velocity) * u } else { mean };
        return Between { position: earlier.position + (later.position - earlier.position) * u, velocity };
    }
    let longest = LONGEST_TANGENT * mean.length();
    let from = if resting { DVec3::ZERO } else { clamp_length(earlier.velocity, longest) };
    hermite(earlier.position, from, later.position, clamp_length(later.velocity, longest), seconds, u)
}

/// The rotation at the share `u` of the shorter way from `a` to `b`.
pub fn turn(a: DQuat, b: DQuat, u: f64) -> DQuat {
    a.slerp(b, u).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::SECOND;

    fn update(time: Nanos, x: f64, v: f64) -> Update {
        Update { velocity: DVec3::X * v, ..Update::at(1, time, DVec3::X * x) }
    }

    #[test]
    fn a_cubic_is_met_exactly() {
        // p = t³ - 2 t² + 3 t, v = 3 t² - 4 t + 3, from 0 to 2 s.
        let at = |t: f64| DVec3::X * (t * t * t - 2.0 * t * t + 3.0 * t);
        let speed = |t: f64| DVec3::X * (3.0 * t * t - 4.0 * t + 3.0);
        for u in [0.0, 0.25, 0.5, 1.0] {
            let t = 2.0 * u;
            let met = hermite(at(0.0), speed(0.0), at(2.0), speed(2.0), 2.0, u);
            assert!((met.position - at(t)).length() < 1e-12 && (met.velocity - speed(t)).length() < 1e-12, "{u}");
        }
    }

    #[test]
    fn linear_is_half_way_at_half_time() {
        let met = between(&update(0, 1.0, 9.0), &update(2 * SECOND, 5.0, -9.0), SECOND, false, SECOND);
        assert_eq!(met, Between { position: DVec3::X * 3.0, velocity: DVec3::X * 2.0 });
        let mut vector = update(0, 1.0, 9.0);
        vector.flags = Flags::PREDICTION_VECTOR;
        assert_eq!(between(&vector, &update(2 * SECOND, 5.0, -9.0), SECOND, true, SECOND), met);
    }

    #[test]
    fn nobody_is_drawn_across_a_teleport() {
        for flag in [Flags::TELEPORT, Flags::ENTER] {
            let later = Update { flags: flag, ..update(SECOND, 100.0, 1.0) };
            let met = between(&update(0, 0.0, 5.0), &later, SECOND - 1, true, SECOND);
            assert_eq!(met, Between { position: DVec3::ZERO, velocity: DVec3::ZERO });
        }
    }

    #[test]
    fn who_stood_sets_off_late() {
        let stop = Update { flags: Flags::STOP, ..update(0, 0.0, 0.0) };
        let later = update(10 * SECOND, 1.0, 2.0);
        assert_eq!(between(&stop, &later, 8 * SECOND, true, SECOND).position, DVec3::ZERO);
        let met = between(&stop, &later, 19 * SECOND / 2, true, SECOND);
        // From rest to 2 m/s over 1 m in 1 s: x = u².
        assert!((met.position.x - 0.25).abs() < 1e-12 && (met.velocity.x - 1.0).abs() < 1e-12, "{met:?}");
    }

    #[test]
    fn wild_velocities_do_not_throw_it_off_its_way() {
        let (a, b) = (update(0, 0.0, 1e5), update(SECOND, 1.0, 1e5));
        for i in 0..=100 {
            let x = between(&a, &b, i * SECOND / 100, true, SECOND).position.x;
            assert!((0.0..=1.0).contains(&x), "{x}");
        }
    }

    #[test]
    fn turning_takes_the_shorter_way() {
        let half = turn(DQuat::IDENTITY, -DQuat::from_rotation_y(1.0), 0.5);
        assert!(half.dot(DQuat::from_rotation_y(0.5)).abs() > 1.0 - 1e-12);
    }
}
