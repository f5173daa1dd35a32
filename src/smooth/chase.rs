//! A chase: what is drawn is the nearest to the prediction that looks right.
//!
//! Everything that keeps it away is a bound: on the drawn speed, so that nothing looks like a jump; on steps back; and on how
//! fast it brakes, so that the speed does not twitch. The farther behind, the faster it comes near, by the square root of
//! the distance: the speed from which a constant deceleration `a` ends exactly at the prediction, `sqrt(2 a d)`. A
//! spring comes near in proportion to the distance, and is late for the many small corrections or rushes for the few large ones.
//! How sure the prediction is decides how soon and how fast: a sure one is caught up with at once.
//! There is no closed form under the bounds, so it is integrated in steps that do not depend on the frame rate; between
//! two bounds every step is exact.

use super::curve::Motion;
use super::params::SmoothParams;
use crate::base::math::{DVec3, exp, sqrt};

/// Longest step of the integration, seconds: the bounds change direction within a step by less than can be seen.
const LONGEST_STEP: f64 = 1.0 / 240.0;
/// Steps of one frame at most: a hitch is made up for coarsely.
const MOST_STEPS: u32 = 64;
/// Nearer to the prediction than this, and slower against it by [`ARRIVED_RATE`], it has arrived, metres.
const ARRIVED: f64 = 1e-4;
/// In m/s.
const ARRIVED_RATE: f64 = 1e-2;
/// Time constant of the last centimetre, seconds.
const SOFT: f64 = 0.005;
/// So much speed may be wrong per metre that the place may be, m/s per metre. Who is truly slower than drawn is seen to jump.
const DOUBT: f64 = 10.0;
/// Share of a speed that is relied on where the model does not say how sure it is.
const UNTOLD: f64 = 0.8;
/// However sure a prediction is, it is caught up with as if this were the time, seconds: half a frame or so.
const LEAST_TIME: f64 = 0.01;

/// What is nearer to the prediction than the noise of its numbers comes nearer by this share of its speed: unseen.
const CREEP: f64 = 0.004;
/// So much of its speed may what is drawn move differently and still count as moving like the prediction.
const LIKE: f64 = 0.02;

/// A frame of somebody who moves with the prediction and is within the noise of it; `None` = it is not. What rounding on the wire moves
/// is taken back so slowly that an even speed is drawn as one.
pub(super) fn creep(params: &SmoothParams, shown: Motion, live: Motion, dt: f64) -> Option<Motion> {
    if dt <= 0.0 {
        return None;
    }
    let speed = live.velocity.length_squared();
    let unlike = (shown.velocity - live.velocity).length_squared();
    if speed <= params.still_speed * params.still_speed || unlike > speed * LIKE * LIKE {
        return None;
    }
    let even = shown.position + live.velocity * dt;
    let left = live.position - even;
    let distance = left.length_squared();
    if distance > params.noise * params.noise {
        return None;
    }
    // Four times as fast at the edge of the noise, so that what moves a little faster than it says is kept up with.
    let share = distance / (params.noise * params.noise);
    let most = CREEP * (1.0 + 3.0 * share) * sqrt(speed) * dt;
    let step = if distance > most * most { left * (most / sqrt(distance)) } else { left };
    Some(Motion { position: even + step, velocity: live.velocity })
}

/// What one frame of a chase came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Chased {
    pub(super) shown: Motion,
    /// It was kept from moving backwards.
    pub(super) slowed: bool,
    /// It is where the prediction is.
    pub(super) arrived: bool,
}

/// Draws `dt` seconds on from `shown`, while the prediction moves from `from` to `live`, whose place is known within `radius`.
pub(super) fn chase(params: &SmoothParams, shown: Motion, from: DVec3, live: Motion, radius: f64, dt: f64) -> Chased {
    let steps = steps(dt);
    let h = dt / f64::from(steps);
    let approach = Approach::new(params, radius, h);
    // What the prediction does, which is not its velocity when a wall stops it.
    let target = if dt > 0.0 { (live.position - from) / dt } else { live.velocity };
    let bounds = Bounds::new(params, target, radius);
    let mut chased = Chased { shown, slowed: false, arrived: false };
    for i in 0..if dt > 0.0 { steps } else { 0 } {
        let Motion { position, velocity } = chased.shown;
        let offset = position - (from + target * (f64::from(i) * h));
        let mut step = target * h + approach.step(offset);
        if let Some(slowest) = bounds.slowest(offset, velocity) {
            chased.slowed |= bounds.keep_on(slowest, &mut step, h);
        }
        bounds.hold(&mut step, h);
        chased.shown = Motion { position: position + step, velocity: step / h };
    }
    let rest = chased.shown.position - live.position;
    let rate = chased.shown.velocity - target;
    chased.arrived = rest.length_squared() < ARRIVED * ARRIVED && rate.length_squared() < ARRIVED_RATE * ARRIVED_RATE;
    chased
}

/// Speed that an entity surely has, m/s: the less sure where it is, the less of what is predicted.
fn sure_speed(speed: f64, radius: f64) -> f64 {
    if radius > 0.0 { speed - DOUBT * radius } else { UNTOLD * speed }
}

/// What a sure prediction corrects is small and right: it is made at once. What an unsure one corrects is soon corrected again.
fn catch_up_time(params: &SmoothParams, radius: f64) -> f64 {
    let run = radius / params.run_speed;
    if radius <= 0.0 || run > params.chase_time {
        params.chase_time
    } else if run > LEAST_TIME {
        run
    } else if LEAST_TIME < params.chase_time {
        LEAST_TIME
    } else {
        params.chase_time
    }
}

/// Fastest that an entity is drawn in a chase, m/s.
pub(super) fn fastest(params: &SmoothParams, velocity: DVec3, radius: f64) -> f64 {
    Bounds::new(params, velocity, radius).most
}

fn steps(dt: f64) -> u32 {
    let wanted = dt / LONGEST_STEP;
    if wanted >= f64::from(MOST_STEPS) {
        return MOST_STEPS;
    }
    // A frame of exactly so many steps is not one more for its rounding.
    let whole = (wanted - 1e-6) as u32;
    whole + 1
}

/// One exact step of the approach.
struct Approach {
    /// Deceleration, m/s².
    brake: f64,
    /// Distance below which it goes on exponentially, metres: a square root would end with a jerk.
    soft: f64,
    h: f64,
}

impl Approach {
    fn new(params: &SmoothParams, radius: f64, h: f64) -> Self {
        let brake = 2.0 * params.run_speed / catch_up_time(params, radius);
        Self { brake, soft: 2.0 * brake * SOFT * SOFT, h }
    }

    /// What is left of a distance after a step.
    fn left(&self, distance: f64) -> f64 {
        if distance <= self.soft {
            return distance * exp(-self.h / SOFT);
        }
        // d' = -sqrt(2 a d): the root falls evenly.
        let (root, fall) = (sqrt(distance), sqrt(0.5 * self.brake));
        let until_soft = (root - sqrt(self.soft)) / fall;
        if self.h < until_soft {
            let left = root - fall * self.h;
            return left * left;
        }
        self.soft * exp((until_soft - self.h) / SOFT)
    }

    /// By how much an offset shrinks in a step.
    fn step(&self, offset: DVec3) -> DVec3 {
        let distance = sqrt(offset.length_squared());
        if distance == 0.0 {
            return DVec3::ZERO;
        }
        offset * (self.left(distance) / distance - 1.0)
    }
}

/// How fast and which way may be drawn in a frame.
struct Bounds {
    /// Fastest, m/s.
    most: f64,
    /// Slowest along `direction`, m/s.
    least: f64,
    /// Lead that is waited for, metres, the less the farther it is beyond, twice this not at all; below 0 = none is.
    patience: f64,
    /// Of the predicted motion.
    direction: DVec3,
}

impl Bounds {
    fn new(params: &SmoothParams, velocity: DVec3, radius: f64) -> Self {
        let speed = sqrt(velocity.length_squared());
        let (run, entity) = (params.chase_run * params.run_speed, params.chase_speed * sure_speed(speed, radius));
        let moves = params.never_backwards && speed > params.still_speed;
        Self {
            most: if run > entity { run } else { entity },
            least: params.least_speed * speed,
            patience: if moves { params.patience * speed } else { -1.0 },
            direction: if moves { velocity / speed } else { DVec3::ZERO },
        }
    }

    /// Slowest along the direction: who is ahead is to wait rather than to go back, the less the farther it is ahead; who is
    /// shown going back may go on to, but no faster.
    fn slowest(&self, offset: DVec3, velocity: DVec3) -> Option<f64> {
        if self.patience < 0.0 {
            return None;
        }
        let impatience = offset.dot(self.direction) / self.patience - 1.0;
        let (along, waiting) = (velocity.dot(self.direction), self.least - self.most * impatience.clamp(0.0, 1.0));
        let slowest = if along < waiting { along } else { waiting };
        Some(if slowest < self.least { slowest } else { self.least })
    }

    /// Keeps a step of `h` seconds from being slower than the slowest; whether it was.
    fn keep_on(&self, slowest: f64, step: &mut DVec3, h: f64) -> bool {
        let missing = slowest * h - step.dot(self.direction);
        if missing > 0.0 {
            *step += self.direction * missing;
        }
        missing > 0.0
    }

    /// Keeps a step of `h` seconds from being faster than the fastest.
    fn hold(&self, step: &mut DVec3, h: f64) {
        let longest = self.most * h;
        let way = step.length_squared();
        if way > longest * longest {
            *step *= longest / sqrt(way);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const RUN: DVec3 = DVec3::new(8.0, 0.0, 0.0);

    fn params() -> SmoothParams {
        SmoothParams { run_speed: 8.0, chase_run: 2.0, chase_speed: 1.5, chase_time: 0.14, ..SmoothParams::default() }
    }

    /// Chases a prediction that runs along x from the origin, beginning at `offset` from it; one state per frame.
    fn run(params: &SmoothParams, velocity: DVec3, shown: Motion, rate: u32, seconds: f64) -> Vec<Chased> {
        run_known_within(0.0, params, velocity, shown, rate, seconds)
    }

    /// The same where the prediction says how sure it is.
    fn run_known_within(
        radius: f64,
        params: &SmoothParams,
        velocity: DVec3,
        shown: Motion,
        rate: u32,
        seconds: f64,
    ) -> Vec<Chased> {
        let dt = 1.0 / f64::from(rate);
        let mut state = shown;
        (0..(seconds * f64::from(rate)).round() as u32)
            .map(|i| {
                let (from, to) = (velocity * (f64::from(i) * dt), velocity * (f64::from(i + 1) * dt));
                let chased = chase(params, state, from, Motion { position: to, velocity }, radius, dt);
                state = chased.shown;
                chased
            })
            .collect()
    }

    #[test]
    fn within_its_bounds_it_brakes_evenly_and_arrives_when_it_says() {
        // Behind by what one runs in the chase time: there after it, and a quarter of it is left after half of it.
        let params = SmoothParams { chase_run: 100.0, chase_time: 0.1, ..params() };
        let shown = Motion { position: DVec3::Z * -0.8, velocity: RUN };
        let chased = run(&params, RUN, shown, 200, 0.12);
        let behind = |seconds: f64| -chased[(200.0 * seconds).round() as usize - 1].shown.position.z;
        assert!((behind(0.05) - 0.2).abs() < 1e-9, "{}", behind(0.05));
        assert!(behind(0.1) < 0.01 && behind(0.12) < 1e-3, "{} {}", behind(0.1), behind(0.12));
        assert!(chased.iter().all(|c| !c.slowed));
    }

    #[test]
    fn an_approach_is_the_same_in_one_step_and_in_many() {
        let params = params();
        for distance in [1e-4, 0.003, 0.02, 0.5, 2.0] {
            let whole = Approach::new(&params, 0.0, 0.06).left(distance);
            let small = (0..600).fold(distance, |left, _| Approach::new(&params, 0.0, 1e-4).left(left));
            assert!((whole - small).abs() < 1e-12, "{distance}: {whole} {small}");
        }
    }

    #[test]
    fn a_far_correction_is_run_at_the_bound_and_no_faster() {
        let shown = Motion { position: DVec3::X * -2.5, velocity: RUN };
        let chased = run(&params(), RUN, shown, 60, 1.0);
        let mut last = shown.position;
        for c in &chased {
            assert!((c.shown.position - last).length() < 16.0 / 60.0 + 1e-12);
            last = c.shown.position;
        }
        // 2.5 m at 8 m/s more than the prediction: less than 0.32 s is impossible, and braking needs little more.
        let behind = |seconds: f64| RUN.x * seconds - chased[(60.0 * seconds) as usize - 1].shown.position.x;
        assert!(behind(0.3) > 0.1 && behind(0.5) < 0.02, "{} {}", behind(0.3), behind(0.5));
        assert!(chased.last().unwrap().arrived);
    }

    #[test]
    fn the_bound_is_higher_for_who_is_fast_the_surer_the_higher() {
        let fast = DVec3::X * 20.0;
        let quickest = |radius: f64| {
            let shown = Motion { position: DVec3::X * -5.0, velocity: fast };
            let chased = run_known_within(radius, &params(), fast, shown, 60, 0.2);
            let speeds = chased.windows(2).map(|w| (w[1].shown.position - w[0].shown.position).length() * 60.0);
            speeds.fold(0.0, f64::max)
        };
        // 1.5 times 20 m/s less 10 m/s per metre; four fifths of it where nobody says; never below twice the run speed.
        for (radius, most) in [(1e-9, 30.0), (0.5, 22.5), (0.0, 24.0), (3.0, 16.0)] {
            assert!((quickest(radius) - most).abs() < 1e-6, "{radius} m: {}", quickest(radius));
        }
    }

    #[test]
    fn a_sure_prediction_is_caught_up_with_sooner() {
        let params = SmoothParams { chase_run: 100.0, ..params() };
        let left = |radius: f64| {
            let shown = Motion { position: DVec3::Z * -0.3, velocity: RUN };
            -run_known_within(radius, &params, RUN, shown, 240, 4.0 / 240.0).last().unwrap().shown.position.z
        };
        let [sure, between, unsure, untold] = [0.1, 0.6, 2.0, 0.0].map(left);
        assert!(sure < 0.03 && sure < between && between < unsure, "{sure} {between} {unsure}");
        assert_eq!(unsure, untold, "at most the time that is asked for");
        let [a, b] = [1e-3, 0.05].map(|radius| catch_up_time(&params, radius));
        assert_eq!((a, b), (LEAST_TIME, LEAST_TIME));
        assert_eq!(catch_up_time(&SmoothParams { chase_time: 0.004, ..params }, 1e-3), 0.004);
    }

    #[test]
    fn who_is_ahead_waits_and_does_not_go_back() {
        let shown = Motion { position: DVec3::X * 1.0, velocity: RUN };
        let chased = run(&params(), RUN, shown, 60, 0.5);
        let mut last = shown.position.x;
        for c in &chased {
            assert!(c.shown.position.x - last >= params().least_speed * 8.0 / 60.0 - 1e-12);
            last = c.shown.position.x;
        }
        assert!(chased[0].slowed || chased[3].slowed);
        assert!((chased.last().unwrap().shown.position.x - RUN.x * 0.5).abs() < 0.01);
    }

    #[test]
    fn a_lead_beyond_all_patience_goes_back() {
        let shown = Motion { position: DVec3::X * 2.9, velocity: RUN };
        let chased = run(&params(), RUN, shown, 60, 0.5);
        assert!(chased.iter().any(|c| c.shown.velocity.x < 0.0));
        let patient = SmoothParams { never_backwards: false, patience: 60.0, ..params() };
        let back = run(&patient, RUN, Motion { position: DVec3::X, velocity: RUN }, 60, 0.5);
        assert!(back.iter().any(|c| c.shown.velocity.x < 0.0), "or who may");
    }

    #[test]
    fn frames_of_any_length_lead_to_the_same_place() {
        let shown = Motion { position: DVec3::new(-1.5, 0.0, 2.0), velocity: DVec3::Z * -6.0 };
        let fine = run(&params(), RUN, shown, 1440, 0.3).last().unwrap().shown.position;
        for (rate, limit) in [(30, 0.01), (60, 0.01), (144, 0.02), (10, 0.01)] {
            let end = run(&params(), RUN, shown, rate, 0.3).last().unwrap().shown.position;
            assert!((end - fine).length() < limit, "{rate} Hz: {} m", (end - fine).length());
        }
    }

    #[test]
    fn no_time_moves_nothing() {
        let shown = Motion { position: DVec3::X, velocity: RUN };
        let chased = chase(&params(), shown, DVec3::ZERO, Motion { position: DVec3::ZERO, velocity: RUN }, 0.0, 0.0);
        assert_eq!(chased.shown, shown);
        assert_eq!((steps(1.0 / 60.0), steps(1.0 / 240.0), steps(1e-9), steps(100.0)), (4, 1, 1, MOST_STEPS));
    }
}
