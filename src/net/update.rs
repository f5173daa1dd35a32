//! What one update says about an entity.

use crate::base::math::{DQuat, DVec3};
use crate::base::time::Nanos;
use crate::predict::Observation;
use crate::predict::strategy::Follow;
use core::ops::BitOr;

/// Number of an update of one entity; counts up and wraps after 65,535.
///
/// Which of two numbers is newer is decided by the shorter way round (serial number arithmetic, RFC 1982), which is right
/// as long as they are less than 32,768 updates apart: 9 minutes at 60 updates per second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sequence(pub u16);

impl Sequence {
    /// The number after this one.
    pub fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }

    /// Updates from `earlier` to this one, negative when this one is the earlier. Exactly half way round counts as
    /// earlier, -32,768, whichever way it is asked; so [`Sequence::newer_than`] never holds both ways.
    pub fn since(self, earlier: Self) -> i16 {
        self.0.wrapping_sub(earlier.0) as i16
    }

    /// Whether this update was made after `other`.
    pub fn newer_than(self, other: Self) -> bool {
        self.since(other) > 0
    }
}

/// What is special about an update.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(u8);

impl Flags {
    /// Nothing special.
    pub const NONE: Self = Self(0);
    /// The entity was moved, it did not move: no path leads from where it was, estimates and convergence start anew.
    pub const TELEPORT: Self = Self(1);
    /// It has come to rest and stays where it is until told otherwise.
    pub const STOP: Self = Self(2);
    /// Its owner does not simulate it at present (paused, loading, disconnecting): hold it, do not predict it.
    pub const FROZEN: Self = Self(4);
    /// It has become relevant to this observer: what was known of it before is void.
    pub const ENTER: Self = Self(8);
    /// It is no longer relevant to this observer; no more updates will come.
    pub const LEAVE: Self = Self(16);
    /// Type 2: `velocity` is a prediction vector, not the velocity: the straight line its owner expects to stay near.
    pub const PREDICTION_VECTOR: Self = Self(32);
    /// Sent because nothing was sent for long, not because a threshold was broken.
    pub const HEARTBEAT: Self = Self(64);
    /// It is not on the ground: drops do not stop it.
    pub const AIRBORNE: Self = Self(128);

    /// The flags of a byte; every byte is a set of flags.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// One bit per flag.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// With the flags of `other` set as well.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// With the flags of `other` cleared.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitOr for Flags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.with(other)
    }
}

/// One update about an entity, in the canonical frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Update {
    /// The entity's number on the network, the same on every machine.
    pub entity: u32,
    /// Which update of this entity it is.
    pub sequence: Sequence,
    /// When it was true, on the clock of the game.
    pub time: Nanos,
    /// Where the entity was, metres.
    pub position: DVec3,
    /// Its velocity, m/s; with [`Flags::PREDICTION_VECTOR`] the vector to predict along.
    pub velocity: DVec3,
    /// Its acceleration, m/s², where the receivers' model uses one.
    pub acceleration: Option<DVec3>,
    /// Its facing, a unit quaternion; forward is -Z. `None`: as before, or of no interest.
    pub orientation: Option<DQuat>,
    /// Angular velocity about the entity's own axes, rad/s.
    pub angular_velocity: Option<DVec3>,
    /// What is special about it.
    pub flags: Flags,
    /// Number of the moving base (lift, vehicle) that it rides on, the same on every machine: position, velocity,
    /// acceleration and orientation are in that base's frame.
    pub base: Option<u32>,
    /// The strategy to follow from here on, where the receivers' model is [`Model::Strategy`](crate::predict::Model::Strategy).
    pub follow: Follow,
}

impl Update {
    /// Goes with the origin of coordinates to `shift`. Who rides on a moving base is told in its frame, which moves as a whole.
    pub(in crate::net) fn rebase(&mut self, shift: DVec3) {
        if self.base.is_none() {
            self.position -= shift;
        }
    }

    /// An entity at rest, first of its updates.
    pub fn at(entity: u32, time: Nanos, position: DVec3) -> Self {
        Self {
            entity,
            sequence: Sequence(0),
            time,
            position,
            velocity: DVec3::ZERO,
            acceleration: None,
            orientation: None,
            angular_velocity: None,
            flags: Flags::NONE,
            base: None,
            follow: Follow::Automatic,
        }
    }

    /// What a predictor takes in of it. Both ends must make it from the *quantised* update
    /// ([`Codec::quantise`](super::Codec::quantise)), so that they predict alike.
    pub fn observation(&self) -> Observation {
        Observation {
            velocity: Some(self.velocity),
            acceleration: self.acceleration,
            orientation: self.orientation,
            angular_velocity: self.angular_velocity,
            airborne: self.flags.contains(Flags::AIRBORNE),
            teleported: self.flags.contains(Flags::TELEPORT) || self.flags.contains(Flags::ENTER),
            ..Observation::at(self.time, self.position)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sequences_are_compared_across_the_wrap() {
        for (newer, older) in [(1, 0), (0, 65_535), (10, 65_530), (32_767, 0), (5, 32_774)] {
            assert!(Sequence(newer).newer_than(Sequence(older)), "{newer} {older}");
            assert!(!Sequence(older).newer_than(Sequence(newer)), "{newer} {older}");
        }
        assert!(!Sequence(7).newer_than(Sequence(7)));
        assert!(!Sequence(32_768).newer_than(Sequence(0)) && !Sequence(0).newer_than(Sequence(32_768)));
        assert_eq!(Sequence(65_535).next(), Sequence(0));
        assert_eq!(Sequence(2).since(Sequence(65_534)), 4);
    }

    #[test]
    fn flags_are_eight_different_bits() {
        let all = [
            Flags::TELEPORT,
            Flags::STOP,
            Flags::FROZEN,
            Flags::ENTER,
            Flags::LEAVE,
            Flags::PREDICTION_VECTOR,
            Flags::HEARTBEAT,
            Flags::AIRBORNE,
        ];
        assert_eq!(all.iter().fold(0u32, |sum, flag| sum + u32::from(flag.bits())), 255);
        let some = Flags::STOP | Flags::HEARTBEAT;
        assert!(some.contains(Flags::STOP) && !some.contains(Flags::STOP | Flags::LEAVE));
        assert_eq!(some.without(Flags::STOP), Flags::HEARTBEAT);
        assert_eq!(Flags::from_bits(some.bits()), some);
    }

    #[test]
    fn an_observation_says_what_the_update_says() {
        let mut update = Update::at(3, 50, DVec3::X);
        update.velocity = DVec3::Z;
        assert_eq!(update.observation(), Observation { velocity: Some(DVec3::Z), ..Observation::at(50, DVec3::X) });
        update.flags = Flags::ENTER | Flags::AIRBORNE;
        let seen = update.observation();
        assert!(seen.teleported && seen.airborne);
    }

    proptest! {
        #[test]
        fn stepping_forward_is_newer_for_half_the_circle(start: u16, steps in 1u16..32_768) {
            let later = Sequence(start.wrapping_add(steps));
            prop_assert!(later.newer_than(Sequence(start)));
            prop_assert_eq!(later.since(Sequence(start)) as u16, steps);
        }
    }
}
