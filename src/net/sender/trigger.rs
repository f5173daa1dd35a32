//! Why an update is sent: algorithm 1 of S1 and its relatives.

use super::params::{Finest, SenderKind, SenderParams};
use super::truth::Truth;
use crate::base::math::{DQuat, DVec3};
use crate::base::time::{Nanos, seconds_between};
use crate::net::Codec;
use crate::net::line::Line;
use crate::net::playback::Playback;
use crate::net::update::{Flags, Update};

/// Why an update is sent. Of several reasons the first of this list is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The first one about this entity to this observer.
    Enter,
    /// The last one: the entity is gone, or no longer relevant.
    Leave,
    /// It was moved.
    Teleport,
    /// It is not simulated any more, or again.
    Freeze,
    /// It has come to rest.
    Stop,
    /// Receivers are too far off.
    Position,
    /// They were off for too long.
    TimeSpace,
    /// They show it turned too far.
    Orientation,
    /// Its speed has changed.
    Speed,
    /// Its direction of motion has changed.
    Direction,
    /// Its acceleration has changed.
    Acceleration,
    /// Nothing was sent for long.
    Heartbeat,
    /// An update was not acknowledged in time, and what it told is still unknown to the receiver.
    Lost,
    /// It got onto a moving base, off it, or onto another one.
    Base,
    /// Its velocity has changed.
    Velocity,
    /// It has moved.
    Moved,
}

impl Reason {
    /// All, by number.
    pub const ALL: [Self; 16] = [
        Self::Enter,
        Self::Leave,
        Self::Teleport,
        Self::Freeze,
        Self::Stop,
        Self::Position,
        Self::TimeSpace,
        Self::Orientation,
        Self::Speed,
        Self::Direction,
        Self::Acceleration,
        Self::Heartbeat,
        Self::Lost,
        Self::Base,
        Self::Velocity,
        Self::Moved,
    ];

    /// Whether it does not wait for [`SenderParams::min_gap`].
    pub fn is_urgent(self) -> bool {
        self as u8 <= Self::Stop as u8 || self == Self::Base
    }
}

/// How much an urgent update counts, and the most that any counts, in thresholds.
pub(super) const MAX_RATIO: f64 = 1000.0;

/// An update as sent, and what was true then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sent {
    /// On the codec's grid.
    pub(super) update: Update,
    pub(super) velocity: DVec3,
    pub(super) acceleration: Option<DVec3>,
}

impl Sent {
    /// Whether receivers leave the entity where the update says.
    pub(super) fn rests(&self) -> bool {
        self.update.flags.contains(Flags::STOP) || self.update.flags.contains(Flags::FROZEN)
    }

    /// What receivers show at a time when they go along the straight line of the update: `dr1`, to the bit.
    pub(super) fn line(&self, time: Nanos) -> Shown {
        Shown { position: Playback::of(&self.update).line(time), orientation: self.update.orientation }
    }
}

/// An update of a truth, before its line is chosen.
pub(super) struct Draft<'a> {
    codec: &'a Codec,
    truth: &'a Truth,
    pub(super) update: Update,
    /// It is at rest.
    rests: bool,
    /// Receivers show no motion.
    pub(super) stays: bool,
}

impl<'a> Draft<'a> {
    /// `time` is that of a tick of the codec.
    pub(super) fn new(
        codec: &'a Codec,
        finest: Finest,
        params: &SenderParams,
        number: u32,
        truth: &'a Truth,
        time: Nanos,
    ) -> Self {
        let rests = Thresholds::new(params, 1.0, finest).is_at_rest(truth);
        let update = Update {
            acceleration: truth.acceleration.filter(|_| params.kind == SenderKind::SharedModel),
            orientation: truth.orientation,
            angular_velocity: truth.angular_velocity,
            base: truth.base,
            ..Update::at(number, time, truth.position)
        };
        let states =
            [(truth.airborne, Flags::AIRBORNE), (truth.frozen, Flags::FROZEN), (rests && !truth.frozen, Flags::STOP)];
        let set = states.into_iter().filter(|(set, _)| *set);
        let flags = set.fold(Flags::NONE, |flags, (_, flag)| flags.with(flag));
        Self { codec, truth, update: Update { flags, ..update }, rests, stays: rests || truth.frozen }
    }

    /// With this line, as a receiver will see it.
    pub(super) fn told(&self, line: Line) -> Option<Sent> {
        let truth = self.truth;
        let velocity = if self.rests { DVec3::ZERO } else { line.velocity };
        let update = Update { position: truth.position + line.offset, velocity, ..self.update };
        // Dated back along its way to the tick of its time stamp.
        let back = if self.stays { DVec3::ZERO } else { velocity * seconds_between(update.time, truth.time) };
        let dated = Update { position: update.position - back, ..update };
        let update = self.codec.quantise(&dated).or_else(|_| self.codec.quantise(&update)).ok()?;
        Some(Sent { update, velocity: truth.velocity, acceleration: truth.acceleration })
    }
}

/// What a receiver shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    pub(super) position: DVec3,
    pub(super) orientation: Option<DQuat>,
}

/// Thresholds that hold for one observer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thresholds<'a> {
    params: &'a SenderParams,
    factor: f64,
    /// Most the position may be off, metres.
    pub(super) position: f64,
    orientation: f64,
}

/// An update is due: why, and by how many thresholds (1 to [`MAX_RATIO`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Due {
    pub(super) reason: Reason,
    pub(super) ratio: f64,
}

impl Due {
    pub(super) fn urgent(reason: Reason) -> Self {
        Self { reason, ratio: MAX_RATIO }
    }
}

impl<'a> Thresholds<'a> {
    pub(super) fn new(params: &'a SenderParams, factor: f64, finest: Finest) -> Self {
        Self {
            params,
            factor,
            position: (params.position * factor).max(finest.position),
            orientation: (params.orientation * factor).max(finest.orientation),
        }
    }

    /// Whether a position shown is too far off.
    pub(super) fn is_off(&self, truth: DVec3, shown: DVec3) -> bool {
        self.params.metric.distance(truth, shown) > self.position
    }

    /// Longest time between two updates, if there is one.
    pub(super) fn heartbeat(&self) -> Option<Nanos> {
        Some(self.params.heartbeat).filter(|heartbeat| *heartbeat < Nanos::MAX)
    }

    /// Whether an entity is at rest.
    pub(super) fn is_at_rest(&self, truth: &Truth) -> bool {
        let stop = self.params.stop_speed;
        stop > 0.0 && truth.velocity.length_squared() < stop * stop
    }

    /// Compares the truth with what a receiver shows that has `reference`. `area` is the error summed up since the last
    /// update, to which the error over `seconds` is added.
    pub(super) fn broken(
        &self,
        truth: &Truth,
        reference: &Sent,
        shown: Shown,
        seconds: f64,
        area: &mut f64,
    ) -> Option<Due> {
        let Self { params, factor, .. } = *self;
        if truth.frozen != reference.update.flags.contains(Flags::FROZEN) {
            return Some(Due::urgent(Reason::Freeze));
        }
        if !truth.frozen && self.is_at_rest(truth) && !reference.update.flags.contains(Flags::STOP) {
            return Some(Due::urgent(Reason::Stop));
        }
        if truth.base != reference.update.base {
            return Some(Due::urgent(Reason::Base));
        }
        let error = params.metric.distance(truth.position, shown.position);
        *area += error * seconds;
        let mut due = None;
        let mut compare = |reason, value: f64, threshold: f64| {
            if value > threshold {
                let ratio = (value / threshold).min(MAX_RATIO);
                let due = due.get_or_insert(Due { reason, ratio });
                due.ratio = due.ratio.max(ratio);
            }
        };
        compare(Reason::Position, error, self.position);
        compare(Reason::TimeSpace, *area, params.time_space * factor);
        if self.orientation < f64::INFINITY
            && let Some(orientation) = truth.orientation
        {
            let angle = shown.orientation.map_or(core::f64::consts::PI, |shown| angle_between(orientation, shown));
            compare(Reason::Orientation, angle, self.orientation);
        }
        if params.speed < f64::INFINITY {
            let change = (truth.velocity.length() - reference.velocity.length()).abs();
            compare(Reason::Speed, change, params.speed * factor);
        }
        if params.direction < f64::INFINITY {
            let (now, then) = (truth.velocity, reference.velocity);
            let slowest = now.length().min(then.length());
            // The direction of somebody who hardly moves is noise.
            if slowest >= params.stop_speed && slowest > 0.0 {
                let cosine = (now.dot(then) / (now.length() * then.length())).clamp(-1.0, 1.0);
                compare(Reason::Direction, libm::acos(cosine), params.direction * factor);
            }
        }
        if params.acceleration < f64::INFINITY
            && let Some(now) = truth.acceleration
        {
            let change = (now - reference.acceleration.unwrap_or(DVec3::ZERO)).length();
            compare(Reason::Acceleration, change, params.acceleration * factor);
        }
        if params.velocity < f64::INFINITY {
            compare(Reason::Velocity, (truth.velocity - reference.velocity).length(), params.velocity * factor);
        }
        if params.moved < f64::INFINITY {
            let moved = params.metric.distance(truth.position, reference.update.position);
            compare(Reason::Moved, moved, params.moved * factor);
        }
        due
    }
}

/// Angle of the rotation from one orientation to the other, 0 to π.
fn angle_between(a: DQuat, b: DQuat) -> f64 {
    2.0 * libm::acos(a.dot(b).abs().min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::SECOND;

    const FINEST: Finest = Finest { position: 0.01, orientation: 0.001 };

    fn off() -> SenderParams {
        SenderParams { position: f64::INFINITY, orientation: f64::INFINITY, ..SenderParams::default() }
    }

    /// Somebody who went along x at 2 m/s a second ago and does what `truth` says now.
    fn judge(params: &SenderParams, factor: f64, truth: &Truth) -> Option<Due> {
        let mut update = Update::at(1, 0, DVec3::ZERO);
        update.velocity = DVec3::new(2.0, 0.0, 0.0);
        update.orientation = Some(DQuat::IDENTITY);
        let sent = Sent { update, velocity: update.velocity, acceleration: Some(DVec3::Y) };
        let shown = sent.line(truth.time);
        Thresholds::new(params, factor, FINEST).broken(truth, &sent, shown, 0.5, &mut 0.0)
    }

    fn going(position: DVec3, velocity: DVec3) -> Truth {
        Truth::at(SECOND, position, velocity)
    }

    #[test]
    fn every_threshold_has_its_own_unit() {
        let ahead = DVec3::new(2.0, 0.0, 0.0);
        let fine = going(ahead, ahead);
        assert_eq!(judge(&SenderParams::default(), 1.0, &fine), None);
        // 0.4 m beside the line, for half a second: 0.2 m·s.
        let beside = going(ahead + DVec3::new(0.0, 0.0, 0.4), ahead);
        let position = SenderParams { position: 0.3, ..off() };
        let due = judge(&position, 1.0, &beside).unwrap();
        assert!(due.reason == Reason::Position && (due.ratio - 4.0 / 3.0).abs() < 1e-12);
        assert_eq!(judge(&position, 2.0, &beside), None, "farther observers allow more");
        let area = |time_space| judge(&SenderParams { time_space, ..off() }, 1.0, &beside).map(|d| d.reason);
        assert_eq!((area(0.19), area(0.21)), (Some(Reason::TimeSpace), None));
        // 90° in 2 m/s; 3 m/s instead of 2.
        let direction = |direction| {
            let turned = going(ahead, DVec3::new(0.0, 0.0, 2.0));
            judge(&SenderParams { direction, ..off() }, 1.0, &turned).map(|d| d.reason)
        };
        assert_eq!((direction(1.57), direction(1.58)), (Some(Reason::Direction), None));
        let speed = |speed| {
            let faster = going(ahead, DVec3::new(0.0, 3.0, 0.0));
            judge(&SenderParams { speed, ..off() }, 1.0, &faster).map(|d| d.reason)
        };
        assert_eq!((speed(0.99), speed(1.01)), (Some(Reason::Speed), None));
        // From (2, 0, 0) to (0, 3, 0): √13 m/s.
        let velocity = |velocity| {
            let thrown = going(ahead, DVec3::new(0.0, 3.0, 0.0));
            judge(&SenderParams { velocity, ..off() }, 1.0, &thrown).map(|d| d.reason)
        };
        assert_eq!((velocity(3.6), velocity(3.61)), (Some(Reason::Velocity), None));
        // 2 m along the line that everybody follows.
        let moved = |moved| judge(&SenderParams { moved, ..off() }, 1.0, &fine).map(|d| d.reason);
        assert_eq!((moved(1.99), moved(2.01)), (Some(Reason::Moved), None));
        // From (0, 1, 0) to (2, 1, 0).
        let acceleration = |acceleration| {
            let pushed = Truth { acceleration: Some(DVec3::new(2.0, 1.0, 0.0)), ..fine };
            judge(&SenderParams { acceleration, ..off() }, 1.0, &pushed).map(|d| d.reason)
        };
        assert_eq!((acceleration(1.9), acceleration(2.1)), (Some(Reason::Acceleration), None));
        // 60° about the vertical; the sign of a quaternion means nothing.
        for sign in [1.0, -1.0] {
            let turned = Truth { orientation: Some(DQuat::from_xyzw(0.0, 0.5, 0.0, 0.75f64.sqrt()) * sign), ..fine };
            let orientation =
                |orientation| judge(&SenderParams { orientation, ..off() }, 1.0, &turned).map(|d| d.reason);
            assert_eq!((orientation(1.04), orientation(1.05)), (Some(Reason::Orientation), None));
        }
    }

    #[test]
    fn stopping_and_freezing_come_before_distances() {
        let stopped = going(DVec3::new(1.0, 0.0, 0.0), DVec3::new(0.01, 0.0, 0.0));
        assert_eq!(judge(&SenderParams::default(), 1.0, &stopped), Some(Due::urgent(Reason::Stop)));
        let never = SenderParams { stop_speed: 0.0, ..off() };
        assert_eq!(judge(&never, 1.0, &stopped), None);
        let frozen = Truth { frozen: true, ..stopped };
        assert_eq!(judge(&never, 1.0, &frozen), Some(Due::urgent(Reason::Freeze)));
        assert!(Reason::Stop.is_urgent() && Reason::Leave.is_urgent() && !Reason::Position.is_urgent());
    }

    #[test]
    fn an_observer_factor_never_asks_for_more_than_the_codec_can_tell() {
        let params = SenderParams { position: 0.1, orientation: 0.1, ..off() };
        let near = Thresholds::new(&params, 1e-3, FINEST);
        assert_eq!((near.position, near.orientation), (FINEST.position, FINEST.orientation));
    }

    #[test]
    fn held_entities_stay_and_lines_do_not_run_backwards() {
        let mut update = Update::at(1, SECOND, DVec3::X);
        update.velocity = DVec3::X;
        let sent = Sent { update, velocity: DVec3::X, acceleration: None };
        assert_eq!(sent.line(3 * SECOND).position, DVec3::new(3.0, 0.0, 0.0));
        assert_eq!(sent.line(0).position, DVec3::X);
        for flag in [Flags::STOP, Flags::FROZEN] {
            let held = Sent { update: Update { flags: flag, ..update }, ..sent };
            assert_eq!(held.line(3 * SECOND).position, DVec3::X);
        }
    }
}
