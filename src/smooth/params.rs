//! How a [`Smoother`](super::Smoother) converges.

use crate::base::{Error, Result, Short};
use crate::predict::DEFAULT_RUN_SPEED;
use alloc::format;

/// The curve from the shown to the predicted position. Notation: `e` and `w` are how far and how fast the shown state was
/// off the new prediction at the correction, `T` is the time of convergence, `s = τ/T` runs from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// At once.
    Snap,
    /// `e (1 - s)`: straight and at constant speed; the velocity jumps at both ends.
    Linear,
    /// The cubic Bézier curve of the survey (S4), laid once at the correction from the shown place to the one predicted for
    /// `T` later; what the prediction does in between comes in gradually. Velocity is continuous.
    Bezier,
    /// The cubic Hermite difference `e (1 - 3s² + 2s³) + w T (s - 2s² + s³)` to the present prediction: both velocities are
    /// kept.
    Hermite,
    /// Projective velocity blending (Murphy): blends velocity first and then both extrapolations,
    /// `(1 - s) (e + w (1 - s) τ)`. The velocity jumps by `e/T` at both ends, as published.
    ProjectiveVelocity,
    /// A critically damped spring, integrated in closed form: `(e + (w + ω e) τ) exp(-ω τ)`; 1 % of `e` is left after `T`.
    Damped,
    /// Along the way a walker would take: led by the pheromone field where the host gives one, else straight
    /// ([`Method::Hermite`]) where nothing is in between and by the shortest path where something is.
    Path,
    /// As near to the prediction as looks right: near corrections vanish at once, far ones at the fastest that does not look
    /// like a jump ([`SmoothParams::chase_run`]), and nobody steps back who can wait.
    Chase,
}

impl Method {
    /// All methods, by number.
    pub const ALL: [Self; 8] = [
        Self::Snap,
        Self::Linear,
        Self::Bezier,
        Self::Hermite,
        Self::ProjectiveVelocity,
        Self::Damped,
        Self::Path,
        Self::Chase,
    ];
}

/// The curve of the orientation; always the shorter way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnMethod {
    /// At once.
    Snap,
    /// Spherical interpolation: at constant rate.
    Slerp,
    /// A critically damped spring on the rotation vector, in closed form.
    Damped,
}

impl TurnMethod {
    /// All methods, by number.
    pub const ALL: [Self; 3] = [Self::Snap, Self::Slerp, Self::Damped];
}

/// A time of convergence that follows the gap between updates: `share` × mean gap, within limits. `least = most` fixes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Times the mean gap, 0 to 100.
    pub share: f64,
    /// Never shorter, seconds; above 0.
    pub least: f64,
    /// Never longer, seconds.
    pub most: f64,
}

impl Pace {
    /// The same time whatever the gaps.
    pub const fn fixed(seconds: f64) -> Self {
        Self { share: 1.0, least: seconds, most: seconds }
    }

    /// Seconds for a mean gap.
    pub fn time(&self, mean_gap: f64) -> f64 {
        let time = self.share * mean_gap;
        if time < self.least {
            self.least
        } else if time > self.most {
            self.most
        } else {
            time
        }
    }
}

/// Parameters of a smoother. Lengths in metres, times in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct SmoothParams {
    /// Curve of the position.
    pub method: Method,
    /// How far the predictions s̄1 and s̄2 of [`Method::Bezier`] reach, in times of convergence, 0 to 1. A third (the default) keeps
    /// the velocity continuous; with 1 the control points are those published: the two states and their predictions.
    pub bezier_reach: f64,
    /// Curve of the orientation.
    pub turn_method: TurnMethod,
    /// Time of the position.
    pub position: Pace,
    /// Time of the orientation.
    pub turn: Pace,
    /// Speed at which entities of the game run, m/s: what drawn speeds of [`Method::Chase`] are measured by; above 0.
    pub run_speed: f64,
    /// Drawn speed is at most this many times the run speed in a chase …
    pub chase_run: f64,
    /// … or this many times the predicted speed, whichever is more; both 1 to 100. The less sure the prediction
    /// ([`Prediction::radius`](crate::predict::Prediction::radius)), the less of its speed counts.
    pub chase_speed: f64,
    /// Who is behind by as much as one runs in this time has caught up after it, within the bounds; nearer ones sooner, by
    /// the square root of the distance. A prediction that is sure of its place is caught up with in the time in which one runs
    /// its radius, where that is less. Seconds, above 0.
    pub chase_time: f64,
    /// Nearer to the prediction than this, metres, what is drawn creeps towards it unseen; 0 = never. What rounding on the wire causes
    /// would otherwise be drawn as a pulsing speed.
    pub noise: f64,
    /// Weight of a new gap in the mean gap, above 0 to 1.
    pub gap_weight: f64,
    /// Mean gap of an entity of which none is known, 0.001 to 60.
    pub first_gap: f64,
    /// Farther corrections, straight or along the path, are jumps; above 0 (infinite = never).
    pub snap_distance: f64,
    /// A correction that lies behind slows the entity down instead of moving it back.
    pub never_backwards: bool,
    /// Slowest it is drawn then, as a share of the predicted speed, 0 to 1.
    pub least_speed: f64,
    /// Longest that slowing down may take; a lead of more than this many seconds of movement does move it back.
    pub patience: f64,
    /// Slower predictions count as standing, m/s: these have no direction, and being ahead of them can only be mended by
    /// moving back.
    pub still_speed: f64,
    /// Walk the way of every frame in the level.
    pub walls: bool,
    /// How far beside the walkable surface a prediction may lie and still count as on it (navmeshes keep an agent's radius
    /// from walls, players do not). Farther off, the level does not know the place and walls are not looked at.
    pub surface_margin: f64,
    /// A path is walked at most this many times as fast as the entity (at least the level's walking speed), 1 to 100.
    pub catch_up: f64,
    /// How strongly the field leads [`Method::Path`]: see `PheromoneMap::path`; 0 to 1e6.
    pub field_gain: f32,
}

impl Default for SmoothParams {
    fn default() -> Self {
        Self {
            method: Method::Chase,
            bezier_reach: 1.0 / 3.0,
            turn_method: TurnMethod::Damped,
            position: Pace { share: 1.5, least: 0.05, most: 0.5 },
            turn: Pace { share: 1.0, least: 0.05, most: 0.25 },
            run_speed: DEFAULT_RUN_SPEED,
            chase_run: 1.95,
            chase_speed: 2.0,
            chase_time: 0.14,
            noise: 0.04,
            gap_weight: 0.2,
            first_gap: 0.1,
            snap_distance: 2.2,
            never_backwards: true,
            least_speed: 0.25,
            patience: 0.25,
            still_speed: 0.25,
            walls: true,
            surface_margin: 1.0,
            catch_up: 3.0,
            field_gain: 4.0,
        }
    }
}

impl SmoothParams {
    /// Refuses values outside of their ranges, by name.
    pub fn validate(&self) -> Result<()> {
        let ranges = [
            ("bezier_reach", self.bezier_reach, 0.0, 1.0),
            ("position.share", self.position.share, 0.0, 100.0),
            ("position.least", self.position.least, 1e-3, 60.0),
            ("position.most", self.position.most, 1e-3, 60.0),
            ("turn.share", self.turn.share, 0.0, 100.0),
            ("turn.least", self.turn.least, 1e-3, 60.0),
            ("turn.most", self.turn.most, 1e-3, 60.0),
            ("run_speed", self.run_speed, 1e-3, 1e6),
            ("chase_run", self.chase_run, 1.0, 100.0),
            ("chase_speed", self.chase_speed, 1.0, 100.0),
            ("chase_time", self.chase_time, 1e-3, 60.0),
            ("noise", self.noise, 0.0, 1e6),
            ("gap_weight", self.gap_weight, 1e-6, 1.0),
            ("first_gap", self.first_gap, 1e-3, 60.0),
            ("snap_distance", self.snap_distance, 1e-6, f64::INFINITY),
            ("least_speed", self.least_speed, 0.0, 1.0),
            ("patience", self.patience, 1e-3, 60.0),
            ("still_speed", self.still_speed, 0.0, 1e6),
            ("surface_margin", self.surface_margin, 0.0, 100.0),
            ("catch_up", self.catch_up, 1.0, 100.0),
            ("field_gain", f64::from(self.field_gain), 0.0, 1e6),
        ];
        for (name, value, least, most) in ranges {
            if !(least..=most).contains(&value) {
                return Err(Error::invalid(format!("{name} is {}, allowed is {least} to {most}", Short(value))));
            }
        }
        for (name, pace) in [("position", self.position), ("turn", self.turn)] {
            if pace.least > pace.most {
                let [least, most] = [pace.least, pace.most].map(Short);
                return Err(Error::invalid(format!("{name}.least is {least}, allowed is at most {name}.most: {most}")));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn times_follow_the_gap_within_their_limits() {
        let pace = Pace { share: 2.0, least: 0.1, most: 0.5 };
        assert_eq!([0.01, 0.1, 0.9].map(|gap| pace.time(gap)), [0.1, 0.2, 0.5]);
        assert_eq!([0.01, 0.1, 0.9].map(|gap| Pace::fixed(0.3).time(gap)), [0.3; 3]);
    }

    #[test]
    fn every_bad_parameter_is_named() {
        SmoothParams::default().validate().unwrap();
        type Spoil = fn(&mut SmoothParams);
        let bad: [(&str, Spoil); 18] = [
            ("bezier_reach", |p| p.bezier_reach = 1.1),
            ("bezier_reach", |p| p.bezier_reach = f64::NAN),
            ("position.share", |p| p.position.share = -1.0),
            ("position.least", |p| p.position.least = 0.0),
            ("position.most", |p| p.position.most = f64::NAN),
            ("position.least", |p| p.position.least = 1.0),
            ("turn.share", |p| p.turn.share = 101.0),
            ("turn.least", |p| p.turn.least = -0.1),
            ("turn.most", |p| p.turn.most = 61.0),
            ("turn.least", |p| p.turn.least = 0.3),
            ("gap_weight", |p| p.gap_weight = 0.0),
            ("first_gap", |p| p.first_gap = 0.0),
            ("snap_distance", |p| p.snap_distance = 0.0),
            ("least_speed", |p| p.least_speed = 1.5),
            ("patience", |p| p.patience = 0.0),
            ("still_speed", |p| p.still_speed = -1.0),
            ("catch_up", |p| p.catch_up = 0.5),
            ("field_gain", |p| p.field_gain = f32::NAN),
        ];
        let told: Vec<_> = bad
            .map(|(name, spoil)| {
                let mut params = SmoothParams::default();
                spoil(&mut params);
                (name, params.validate().unwrap_err().to_string())
            })
            .into();
        for (name, message) in told {
            assert!(message.starts_with(name), "{name}: {message}");
        }
    }
}
