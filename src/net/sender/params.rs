//! When an update of an entity is sent.

use crate::base::math::{DVec3, ground};
use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, SECOND};
use crate::base::{Error, Result, Short};
use alloc::format;
use core::f64::consts::PI;

/// Knots of a [`DistanceTable`].
pub const MAX_KNOTS: usize = 4;
/// Smallest and largest factor on thresholds.
const FACTORS: core::ops::RangeInclusive<f64> = 1e-3..=1e3;
/// Largest threshold that is not infinite, in its own unit.
const MAX_THRESHOLD: f64 = 1e9;
/// Largest gap between updates.
const MAX_GAP: Nanos = 3600 * SECOND;
/// Heartbeats that are not "never". Outside of it a time was meant in another unit.
const HEARTBEATS: core::ops::RangeInclusive<Nanos> = SECOND / 1000..=60 * SECOND;

/// What the velocity of an update is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SenderKind {
    /// Type 1 of S1: the entity's velocity; receivers run a model on it, and the sender runs the same one.
    SharedModel,
    /// Type 2 of S1: the prediction vector that an [`Aim`](super::Aim) chose; receivers go along it (`dr1`).
    #[default]
    OwnerLine,
}

impl SenderKind {
    /// All, by number.
    pub const ALL: [Self; 2] = [Self::SharedModel, Self::OwnerLine];
}

/// How far apart two positions are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// In space.
    #[default]
    Space,
    /// Over the ground plane; heights do not count.
    Ground,
}

impl Metric {
    /// All, by number.
    pub const ALL: [Self; 2] = [Self::Space, Self::Ground];

    /// Metres between two positions.
    #[inline]
    pub fn distance(self, a: DVec3, b: DVec3) -> f64 {
        match self {
            Self::Space => (a - b).length(),
            Self::Ground => ground(a - b).length(),
        }
    }
}

/// Factor on all thresholds by the distance of the observer: linear between the knots, constant before the first and
/// after the last, 1 without any.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DistanceTable {
    /// Distance in metres and factor, distances rising; those from `len` on are not read.
    pub knots: [(f64, f64); MAX_KNOTS],
    /// Knots in use.
    pub len: usize,
}

impl DistanceTable {
    /// The table of these knots; fails when there are more than [`MAX_KNOTS`].
    pub fn of(knots: &[(f64, f64)]) -> Result<Self> {
        let mut table = Self { len: knots.len(), ..Self::default() };
        let room = table.knots.get_mut(..knots.len()).ok_or_else(|| too_many(knots.len()))?;
        room.copy_from_slice(knots);
        Ok(table)
    }

    /// The factor at a distance.
    pub fn factor(&self, distance: f64) -> f64 {
        let knots = &self.knots[..self.len];
        let Some(after) = knots.iter().position(|(far, _)| distance < *far) else {
            return knots.last().map_or(1.0, |(_, factor)| *factor);
        };
        let (far, high) = knots[after];
        let Some((near, low)) = after.checked_sub(1).map(|before| knots[before]) else { return high };
        low + (high - low) * ((distance - near) / (far - near))
    }

    fn check(&self) -> Result<()> {
        let knots = self.knots.get(..self.len).ok_or_else(|| too_many(self.len))?;
        let mut before = -1.0;
        for (i, (distance, factor)) in knots.iter().enumerate() {
            if !(*distance > before && *distance >= 0.0 && *distance <= MAX_THRESHOLD) {
                return Err(Error::invalid(format!(
                    "distances[{i}] is {}, must be 0 to {MAX_THRESHOLD:e} and above the one before",
                    Short(*distance)
                )));
            }
            if !FACTORS.contains(factor) {
                return Err(Error::invalid(format!("factors[{i}] is {}, must be 0.001 to 1000", Short(*factor))));
            }
            before = *distance;
        }
        Ok(())
    }
}

/// Says what a heartbeat was probably meant to be.
fn no_heartbeat(heartbeat: Nanos) -> Error {
    let seconds = Short(heartbeat as f64 / SECOND as f64);
    let meant = match heartbeat {
        ..=0 => "",
        1..=60 => ": this looks like seconds",
        61..=60_000 => ": this looks like milliseconds",
        60_001..1_000_000 => ": this looks like microseconds",
        _ => "",
    };
    Error::invalid(format!(
        "heartbeat is {seconds} s ({heartbeat} ns), must be 0.001 to 60 s, or the largest number for never; times are \
         nanoseconds{meant}"
    ))
}

fn too_many(knots: usize) -> Error {
    Error::invalid(format!("the table has {knots} distances, must be 0 to {MAX_KNOTS}"))
}

/// A factor that a host gave, within what is allowed; NaN counts as 1.
pub(super) fn bounded_factor(factor: f64) -> f64 {
    if factor.is_nan() { 1.0 } else { factor.clamp(*FACTORS.start(), *FACTORS.end()) }
}

/// When an update of an entity is sent: any threshold that is exceeded sends one. [`f64::INFINITY`] = off. All thresholds
/// are multiplied by the factor of the observer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SenderParams {
    /// What is sent.
    pub kind: SenderKind,
    /// How position errors are measured.
    pub metric: Metric,
    /// η of algorithm 1 (S1): most the receivers may be off, metres, at least what the codec's rounding alone causes.
    pub position: f64,
    /// Most the error may sum up to over time since the last update, m·s: a small error may stay for long, a large one
    /// not.
    pub time_space: f64,
    /// Most the orientation may be off, radians up to π, at least what the codec's rounding alone causes.
    pub orientation: f64,
    /// Most the speed may have changed since the last update, m/s.
    pub speed: f64,
    /// Most the direction of motion may have changed since the last update, radians up to π.
    pub direction: f64,
    /// Most the velocity may have changed since the last update (length of the difference), m/s.
    pub velocity: f64,
    /// Farthest it may have moved since the last update, metres, however well receivers predict it.
    pub moved: f64,
    /// Most the acceleration may have changed since the last update (length of the difference), m/s².
    pub acceleration: f64,
    /// Slower than this, m/s, an entity is at rest: told at once, and receivers hold it there. 0 = never.
    pub stop_speed: f64,
    /// Longest time between two updates, 1 ms to 60 s; [`Nanos::MAX`] = any.
    pub heartbeat: Nanos,
    /// Shortest time between two updates. Enter, leave, teleport, stop and freeze do not wait.
    pub min_gap: Nanos,
    /// Tighter thresholds for near observers, wider ones for far ones.
    pub by_distance: DistanceTable,
}

impl Default for SenderParams {
    /// A walking player: 0.1 m, 10 degrees, at rest below 5 cm/s, a sign of life every half second. The owner predicts, so
    /// that receivers need no model.
    fn default() -> Self {
        Self {
            kind: SenderKind::OwnerLine,
            metric: Metric::Space,
            position: 0.1,
            time_space: f64::INFINITY,
            orientation: 0.174_532_925_199_432_95,
            speed: f64::INFINITY,
            direction: f64::INFINITY,
            velocity: f64::INFINITY,
            moved: f64::INFINITY,
            acceleration: f64::INFINITY,
            stop_speed: 0.05,
            heartbeat: SECOND / 2,
            min_gap: 0,
            by_distance: DistanceTable::default(),
        }
    }
}

impl SenderParams {
    /// Fails when a number is outside its range; `finest` are the smallest position and orientation thresholds.
    pub(super) fn check(&self, finest: Finest) -> Result<()> {
        let thresholds = [
            ("position", self.position, finest.position),
            ("time_space", self.time_space, 0.0),
            ("orientation", self.orientation, finest.orientation),
            ("speed", self.speed, 0.0),
            ("direction", self.direction, 0.0),
            ("velocity", self.velocity, 0.0),
            ("moved", self.moved, finest.position),
            ("acceleration", self.acceleration, 0.0),
        ];
        for (name, value, least) in thresholds {
            if !(value >= least && (value <= MAX_THRESHOLD || value == f64::INFINITY)) {
                return Err(Error::invalid(format!(
                    "{name} is {}, must be {} to {MAX_THRESHOLD:e}, or infinite",
                    Short(value),
                    Short(least)
                )));
            }
        }
        if !(0.0..=MAX_THRESHOLD).contains(&self.stop_speed) {
            return Err(Error::invalid(format!(
                "stop_speed is {}, must be 0 to {MAX_THRESHOLD:e}",
                Short(self.stop_speed)
            )));
        }
        for (name, angle) in [("orientation", self.orientation), ("direction", self.direction)] {
            if angle > PI && angle != f64::INFINITY {
                return Err(Error::invalid(format!(
                    "{name} is {0}, must be at most 3.1416 radians, or infinite; {0} looks like degrees",
                    Short(angle)
                )));
            }
        }
        if !HEARTBEATS.contains(&self.heartbeat) && self.heartbeat != Nanos::MAX {
            return Err(no_heartbeat(self.heartbeat));
        }
        if !(0..=MAX_GAP).contains(&self.min_gap) {
            return Err(Error::invalid(format!("min_gap is {} ns, must be 0 to {MAX_GAP}", self.min_gap)));
        }
        self.by_distance.check()
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.u8(self.kind as u8).u8(self.metric as u8).f64(self.position).f64(self.time_space).f64(self.orientation);
        w.f64(self.speed)
            .f64(self.direction)
            .f64(self.velocity)
            .f64(self.moved)
            .f64(self.acceleration)
            .f64(self.stop_speed);
        w.i64(self.heartbeat).i64(self.min_gap).u64(self.by_distance.len as u64);
        for (distance, factor) in &self.by_distance.knots[..self.by_distance.len] {
            w.f64(*distance).f64(*factor);
        }
    }

    pub(super) fn read(r: &mut Reader<'_>, finest: Finest) -> Result<Self> {
        let unknown = || Error::corrupt("a sender's parameters name an unknown kind or metric");
        let mut params = Self {
            kind: SenderKind::ALL.get(usize::from(r.u8()?)).copied().ok_or_else(unknown)?,
            metric: Metric::ALL.get(usize::from(r.u8()?)).copied().ok_or_else(unknown)?,
            position: r.f64()?,
            time_space: r.f64()?,
            orientation: r.f64()?,
            speed: r.f64()?,
            direction: r.f64()?,
            velocity: r.f64()?,
            moved: r.f64()?,
            acceleration: r.f64()?,
            stop_speed: r.f64()?,
            heartbeat: r.i64()?,
            min_gap: r.i64()?,
            by_distance: DistanceTable::default(),
        };
        let mut knots = [(0.0, 0.0); MAX_KNOTS];
        let len = r.count(16)?;
        for knot in knots.get_mut(..len).ok_or_else(|| too_many(len).into_corrupt())? {
            *knot = (r.f64()?, r.f64()?);
        }
        params.by_distance = DistanceTable { knots, len };
        params.check(finest).map_err(Error::into_corrupt)?;
        Ok(params)
    }
}

/// Smallest thresholds that make sense: what a receiver is off by right after an update, because numbers are rounded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finest {
    pub(super) position: f64,
    pub(super) orientation: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    const FINEST: Finest = Finest { position: 0.01, orientation: 0.001 };

    #[test]
    fn factors_are_linear_between_knots() {
        assert_eq!(DistanceTable::default().factor(7.0), 1.0);
        let table = DistanceTable::of(&[(5.0, 0.5), (15.0, 1.0), (100.0, 4.0)]).unwrap();
        for (distance, factor) in [(0.0, 0.5), (5.0, 0.5), (10.0, 0.75), (15.0, 1.0), (57.5, 2.5), (1e6, 4.0)] {
            assert!((table.factor(distance) - factor).abs() < 1e-12, "{distance}");
        }
        assert!(DistanceTable::of(&[(0.0, 1.0); 5]).is_err());
    }

    #[test]
    fn distances_over_the_ground_have_no_height() {
        let (a, b) = (DVec3::new(1.0, 9.0, 2.0), DVec3::new(4.0, -3.0, 6.0));
        assert_eq!((Metric::Ground.distance(a, b), Metric::Space.distance(a, b)), (5.0, 13.0));
    }

    #[test]
    fn every_bad_parameter_is_refused_by_name() {
        type Spoil = fn(&mut SenderParams, f64);
        let spoilers: [(&str, Spoil); 11] = [
            ("position", |p, x| p.position = x),
            ("time_space", |p, x| p.time_space = x),
            ("orientation", |p, x| p.orientation = x),
            ("speed", |p, x| p.speed = x),
            ("direction", |p, x| p.direction = x),
            ("velocity", |p, x| p.velocity = x),
            ("moved", |p, x| p.moved = x),
            ("acceleration", |p, x| p.acceleration = x),
            ("stop_speed", |p, x| p.stop_speed = x),
            ("distances[0]", |p, x| p.by_distance = DistanceTable::of(&[(x, 1.0)]).unwrap()),
            ("factors[0]", |p, x| p.by_distance = DistanceTable::of(&[(1.0, x)]).unwrap()),
        ];
        assert!(SenderParams::default().check(FINEST).is_ok());
        for (name, spoil) in spoilers {
            for bad in [f64::NAN, -1.0, 2e9] {
                let mut params = SenderParams::default();
                spoil(&mut params, bad);
                let message = params.check(FINEST).unwrap_err().to_string();
                assert!(message.starts_with(name), "{name} {bad}: {message}");
            }
        }
        for (heartbeat, min_gap) in [(0, 0), (-1, 0), (61 * SECOND, 0), (SECOND, -1), (SECOND, MAX_GAP + 1)] {
            assert!(SenderParams { heartbeat, min_gap, ..SenderParams::default() }.check(FINEST).is_err());
        }
        assert!(
            SenderParams { position: 0.009, ..SenderParams::default() }.check(FINEST).is_err(),
            "finer than the codec"
        );
        let falling = DistanceTable::of(&[(5.0, 1.0), (5.0, 2.0)]).unwrap();
        assert!(SenderParams { by_distance: falling, ..SenderParams::default() }.check(FINEST).is_err());
        assert!(
            SenderParams { position: f64::INFINITY, heartbeat: Nanos::MAX, ..SenderParams::default() }
                .check(FINEST)
                .is_ok()
        );
    }

    #[test]
    fn wrong_units_are_named() {
        let said = |params: SenderParams| params.check(FINEST).unwrap_err().to_string();
        let heartbeat = |heartbeat| said(SenderParams { heartbeat, ..SenderParams::default() });
        let long = heartbeat(500 * SECOND);
        assert!(long.starts_with("heartbeat is 500 s") && long.ends_with("times are nanoseconds"), "{long}");
        assert!(heartbeat(500).ends_with("times are nanoseconds: this looks like milliseconds"));
        assert!(heartbeat(5).ends_with("this looks like seconds"));
        assert!(heartbeat(500_000).ends_with("this looks like microseconds"));
        for angle in [3.15, 10.0] {
            for params in [
                SenderParams { orientation: angle, ..SenderParams::default() },
                SenderParams { direction: angle, ..SenderParams::default() },
            ] {
                let want = format!("must be at most 3.1416 radians, or infinite; {angle} looks like degrees");
                assert!(said(params).ends_with(&want));
            }
        }
        let off = SenderParams { orientation: f64::INFINITY, direction: PI, ..SenderParams::default() };
        assert!(off.check(FINEST).is_ok());
    }

    #[test]
    fn factors_of_hosts_are_bounded() {
        for (given, used) in [(f64::NAN, 1.0), (0.0, 1e-3), (-5.0, 1e-3), (f64::INFINITY, 1e3), (0.5, 0.5)] {
            assert_eq!(bounded_factor(given), used);
        }
    }
}
