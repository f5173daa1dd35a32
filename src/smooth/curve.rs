//! How the difference between what is shown and what is predicted vanishes: functions of the time since the correction.

use super::params::Method;
use crate::base::math::{DVec3, exp};

/// `ω T` of the damped spring: the root of `(1 + x) e^-x = 0.01`, so that a hundredth is left after the time `T`.
pub(super) const SETTLE: f64 = 6.638_352_067_993_81;
/// The damped spring is cut off after this many times `T`, where `4.5e-8` of the difference is left.
const DAMPED_SPANS: f64 = 3.0;

/// Where and how fast the shown state was at a correction, and where it was to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Launch {
    /// Shown minus predicted position, metres.
    pub(super) offset: DVec3,
    /// Shown minus predicted velocity, m/s.
    pub(super) rate: DVec3,
    /// Predicted position at the correction.
    pub(super) from: DVec3,
    /// Predicted velocity at the correction, m/s.
    pub(super) velocity: DVec3,
    /// Time of convergence `T`, seconds.
    pub(super) span: f64,
}

/// A position and its derivative by time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Motion {
    pub(super) position: DVec3,
    pub(super) velocity: DVec3,
}

impl Launch {
    /// Nothing to converge from.
    pub(super) const NONE: Self =
        Self { offset: DVec3::ZERO, rate: DVec3::ZERO, from: DVec3::ZERO, velocity: DVec3::ZERO, span: 1.0 };

    /// Seconds after the correction at which the curve ends.
    pub(super) fn end(&self, method: Method) -> f64 {
        match method {
            Method::Snap => 0.0,
            Method::Damped | Method::Chase => DAMPED_SPANS * self.span,
            _ => self.span,
        }
    }

    /// Whether the curve has ended after `tau` seconds.
    pub(super) fn is_over(&self, method: Method, tau: f64) -> bool {
        tau >= self.end(method)
    }

    /// What to show `tau` seconds after the correction, when `live` is predicted for that time; `reach` is
    /// [`SmoothParams::bezier_reach`](super::SmoothParams::bezier_reach).
    pub(super) fn at(&self, method: Method, reach: f64, tau: f64, live: Motion) -> Motion {
        if self.is_over(method, tau) {
            return live;
        }
        let (e, w, span) = (self.offset, self.rate, self.span);
        let s = tau / span;
        let rest = 1.0 - s;
        let (offset, rate) = match method {
            Method::Snap => (DVec3::ZERO, DVec3::ZERO),
            Method::Linear => (e * rest, -e / span),
            Method::Bezier => return self.bezier(reach, s, tau, live),
            Method::Hermite | Method::Path => (
                e * (rest * rest * (1.0 + 2.0 * s)) + w * (tau * rest * rest),
                e * (-6.0 * s * rest / span) + w * (rest * (1.0 - 3.0 * s)),
            ),
            // Murphy: V_b = V + (V' - V) s; Q = (P + V_b τ) + ((P' + V' τ) - (P + V_b τ)) s, less the prediction P' + V' τ.
            Method::ProjectiveVelocity => {
                ((e + w * (rest * tau)) * rest, -e / span + w * (rest * rest - 2.0 * s * rest))
            }
            // What a chase is while nothing bounds it.
            Method::Damped | Method::Chase => spring(e, w, span, tau),
        };
        Motion { position: live.position + offset, velocity: live.velocity + rate }
    }

    /// S4: `s1 (1-t')³ + 3 s̄1 t' (1-t')² + 3 s2 t'² (1-t') + s̄2 t'³`, s1 being the shown state, s̄2 where the prediction is after
    /// `T`. How far the predictions reach from s1 to s̄1 and from s2 to s̄2 the survey leaves open: `reach` times `T`. With 1 the
    /// control points are the two states at the correction and their predictions for `T` later, as published; with a third, and no
    /// other, the drawn velocity is that of the shown state at the begin and that of the prediction at the end. How far the
    /// prediction has left the straight line since comes in by `3s² - 2s³`.
    fn bezier(&self, reach: f64, s: f64, tau: f64, live: Motion) -> Motion {
        let (rest, ahead) = (1.0 - s, self.span * reach);
        let s1 = self.from + self.offset;
        let s1_predicted = s1 + (self.velocity + self.rate) * ahead;
        let s2_predicted = self.from + self.velocity * self.span;
        let s2 = s2_predicted - self.velocity * ahead;
        let curve = s1 * (rest * rest * rest)
            + s1_predicted * (3.0 * s * rest * rest)
            + s2 * (3.0 * s * s * rest)
            + s2_predicted * (s * s * s);
        let slope = (s1_predicted - s1) * (rest * rest)
            + (s2 - s1_predicted) * (2.0 * s * rest)
            + (s2_predicted - s2) * (s * s);
        let (weight, growth) = (s * s * (3.0 - 2.0 * s), 6.0 * s * rest / self.span);
        let strayed = live.position - (self.from + self.velocity * tau);
        Motion {
            position: curve + strayed * weight,
            velocity: slope * (3.0 / self.span) + strayed * growth + (live.velocity - self.velocity) * weight,
        }
    }
}

/// A critically damped spring let go `tau` seconds ago at `e` with velocity `w`: its place and velocity.
pub(super) fn spring(e: DVec3, w: DVec3, span: f64, tau: f64) -> (DVec3, DVec3) {
    let omega = SETTLE / span;
    let left = exp(-omega * tau);
    let drive = w + e * omega;
    ((e + drive * tau) * left, (w - drive * (omega * tau)) * left)
}

#[cfg(test)]
mod tests {
    use super::*;

    const E: DVec3 = DVec3::new(2.0, 0.0, -1.0);
    /// Ours.
    const THIRD: f64 = 1.0 / 3.0;
    const W: DVec3 = DVec3::new(-4.0, 0.0, 8.0);

    fn launch() -> Launch {
        Launch { offset: E, rate: W, from: DVec3::new(1.0, 2.0, 3.0), velocity: DVec3::new(6.0, 0.0, 0.0), span: 0.5 }
    }

    /// The prediction of the launch, as a straight line.
    fn straight(launch: &Launch, tau: f64) -> Motion {
        Motion { position: launch.from + launch.velocity * tau, velocity: launch.velocity }
    }

    fn offset(method: Method, tau: f64) -> DVec3 {
        let launch = launch();
        launch.at(method, THIRD, tau, straight(&launch, tau)).position - straight(&launch, tau).position
    }

    #[test]
    fn curves_by_hand_in_the_middle() {
        // e = 2, w = -4, T = 0.5, s = 0.5 along x: linear 1; Hermite 1 - 2 / 8 = 0.75; PVB (2 - 4 · 0.5 · 0.25) / 2 = 0.75.
        for (method, want) in [(Method::Linear, 1.0), (Method::Hermite, 0.75), (Method::ProjectiveVelocity, 0.75)] {
            assert!((offset(method, 0.25).x - want).abs() < 1e-12, "{method:?}");
        }
        // ω = 13.2767041, e^(-ω/4) = 0.03618...: (2 + (-4 + 26.5534083) / 4) · e^(-3.3191760).
        let want = (2.0 + (-4.0 + 2.0 * SETTLE / 0.5) * 0.25) * exp(-SETTLE / 2.0);
        assert!((offset(Method::Damped, 0.25).x - want).abs() < 1e-12 && (want - 0.276_374).abs() < 1e-5, "{want}");
    }

    #[test]
    fn the_settling_constant_leaves_a_hundredth() {
        assert!(((1.0 + SETTLE) * exp(-SETTLE) - 0.01).abs() < 1e-14);
        let (left, _) = spring(DVec3::X, DVec3::ZERO, 0.3, 0.3);
        assert!((left.x - 0.01).abs() < 1e-12);
    }

    #[test]
    fn the_bezier_curve_is_the_formula_of_the_survey() {
        let launch = launch();
        // Control points along x: 3, 3 + (6 - 4) / 6, 4 - 1, 4, at s = 0.2 with weights .512, .384, .096, .008.
        let want = 3.0 * 0.512 + (3.0 + 2.0 / 6.0) * 0.384 + 3.0 * 0.096 + 4.0 * 0.008;
        assert!((launch.at(Method::Bezier, THIRD, 0.1, straight(&launch, 0.1)).position.x - want).abs() < 1e-12);
    }

    #[test]
    fn control_points_are_the_two_states_and_their_predictions_as_published() {
        let launch = launch();
        // s1 = 3 with 2 m/s, s2 = 1 with 6 m/s, T = 0.5: s̄1 = 3 + 1, s̄2 = 1 + 3; at t' = 0.2 with the weights above.
        let want = 3.0 * 0.512 + 4.0 * 0.384 + 1.0 * 0.096 + 4.0 * 0.008;
        let at = |reach, tau| launch.at(Method::Bezier, reach, tau, straight(&launch, tau));
        assert!((at(1.0, 0.1).position.x - want).abs() < 1e-12, "{}", at(1.0, 0.1).position);
        // It begins and ends where it must, three times as fast as the states are.
        assert!((at(1.0, 0.0).position.x - 3.0).abs() < 1e-12 && (at(1.0, 0.5 - 1e-12).position.x - 4.0).abs() < 1e-9);
        assert!((at(1.0, 0.0).velocity.x - 3.0 * 2.0).abs() < 1e-12);
        assert!((at(1.0, 0.5 - 1e-12).velocity.x - 3.0 * 6.0).abs() < 1e-9);
        assert!((at(THIRD, 0.0).velocity.x - 2.0).abs() < 1e-12);
    }

    #[test]
    fn bezier_and_hermite_are_one_curve_while_the_prediction_is_a_straight_line() {
        for i in 0..=20 {
            let tau = 0.025 * f64::from(i);
            assert!((offset(Method::Bezier, tau) - offset(Method::Hermite, tau)).length() < 1e-12, "{tau}");
        }
    }

    #[test]
    fn a_prediction_that_leaves_its_line_moves_the_bezier_curve_gradually() {
        let launch = launch();
        let push = |tau: f64| DVec3::Z * (3.0 * tau * tau);
        let live = |tau: f64| Motion {
            position: straight(&launch, tau).position + push(tau),
            velocity: launch.velocity + DVec3::Z * (6.0 * tau),
        };
        let shift = |tau| {
            launch.at(Method::Bezier, THIRD, tau, live(tau)).position
                - launch.at(Method::Bezier, THIRD, tau, straight(&launch, tau)).position
        };
        assert!((shift(0.25) - push(0.25) * 0.5).length() < 1e-12);
        assert!((shift(0.499_999) - push(0.499_999)).length() < 1e-9);
    }

    #[test]
    fn velocities_are_the_derivatives_of_positions() {
        let launch = launch();
        let live = |tau: f64| Motion {
            position: straight(&launch, tau).position + DVec3::Z * (3.0 * tau * tau),
            velocity: launch.velocity + DVec3::Z * (6.0 * tau),
        };
        let h = 1e-6;
        for method in Method::ALL {
            for tau in [0.05, 0.2, 0.31, 0.45, 0.7, 1.2] {
                let at = |tau| launch.at(method, THIRD, tau, live(tau));
                let slope = (at(tau + h).position - at(tau - h).position) / (2.0 * h);
                assert!((slope - at(tau).velocity).length() < 1e-6, "{method:?} at {tau}");
            }
        }
    }

    #[test]
    fn curves_begin_where_the_shown_state_was_and_end_on_the_prediction() {
        let launch = launch();
        for method in Method::ALL.into_iter().filter(|&method| method != Method::Snap) {
            let begin = launch.at(method, THIRD, 0.0, straight(&launch, 0.0));
            assert!((begin.position - (launch.from + E)).length() < 1e-12, "{method:?}");
            let keeps_velocity = !matches!(method, Method::Linear | Method::ProjectiveVelocity);
            let jump = (begin.velocity - (launch.velocity + W)).length();
            assert!(if keeps_velocity { jump < 1e-12 } else { jump > 1.0 }, "{method:?}");
            if method == Method::ProjectiveVelocity {
                assert!((jump - E.length() / 0.5).abs() < 1e-12, "as published: e / T");
            }
            let end = if matches!(method, Method::Damped | Method::Chase) { 1.5 } else { 0.5 };
            assert_eq!(launch.at(method, THIRD, end, straight(&launch, end)), straight(&launch, end), "{method:?}");
            let before = launch.at(method, THIRD, end - 1e-9, straight(&launch, end - 1e-9));
            assert!((before.position - straight(&launch, end).position).length() < 1e-6, "{method:?}");
        }
    }
}
