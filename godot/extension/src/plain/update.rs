//! `AntUpdate`.

use super::number;
use crate::convert::{rotation, rotation_out, told, vector, vector_out};
use antreckon::base::math::DVec3;
use antreckon::base::{Error, Result};
use antreckon::net::commitment::update_digest;
use antreckon::net::{Flags, Sequence, Update};
use godot::prelude::*;

/// What one update says about an entity. Inside it is of double precision, as it came from the network.
#[derive(GodotClass)]
#[class(init, base=RefCounted)]
pub(crate) struct AntUpdate {
    #[init(val = Update::at(0, 0, DVec3::ZERO))]
    pub(super) update: Update,
    /// The entity's number on the network, 0 to 4294967295.
    #[var(get = get_network_id, set = set_network_id)]
    network_id: PhantomVar<i64>,
    /// Which update of this entity it is; counts up, and begins again at 0 after 65535.
    #[var(get = get_sequence, set = set_sequence)]
    sequence: PhantomVar<i64>,
    /// When it was true, nanoseconds on the sender's clock.
    #[var(get = get_time, set = set_time)]
    time: PhantomVar<i64>,
    /// Where the entity was.
    #[var(get = get_position, set = set_position)]
    position: PhantomVar<Vector3>,
    /// Its velocity, metres per second.
    #[var(get = get_velocity, set = set_velocity)]
    velocity: PhantomVar<Vector3>,
    /// Its facing, a [Quaternion]; [code]null[/code] = as before, or of no interest.
    #[var(get = get_rotation, set = set_rotation)]
    rotation: PhantomVar<Variant>,
    /// Its acceleration, a [Vector3] in metres per second squared, where the receivers' model uses one; else [code]null[/code].
    #[var(get = get_acceleration, set = set_acceleration)]
    acceleration: PhantomVar<Variant>,
    /// What is special about it: a sum of the constants.
    #[var(get = get_flags, set = set_flags)]
    flags: PhantomVar<i64>,
    base: Base<RefCounted>,
}

impl AntUpdate {
    pub(super) fn of(update: Update) -> Gd<Self> {
        let mut made = Self::new_gd();
        made.bind_mut().update = update;
        made
    }
}

/// What a script hands over; null is an error.
pub(super) fn given(update: Option<Gd<AntUpdate>>) -> Result<Update> {
    update.map(|update| update.bind().update).ok_or_else(|| Error::invalid("the update is null"))
}

#[godot_api]
impl AntUpdate {
    /// It was moved, it did not move.
    #[constant]
    const TELEPORT: i64 = Flags::TELEPORT.bits() as i64;
    /// It has come to rest and stays where it is until told otherwise.
    #[constant]
    const STOP: i64 = Flags::STOP.bits() as i64;
    /// Its owner does not simulate it at present: hold it.
    #[constant]
    const FROZEN: i64 = Flags::FROZEN.bits() as i64;
    /// It has become relevant; what was known of it before is void.
    #[constant]
    const ENTER: i64 = Flags::ENTER.bits() as i64;
    /// It has left; no more updates will come.
    #[constant]
    const LEAVE: i64 = Flags::LEAVE.bits() as i64;
    /// The velocity is the line that its owner expects to stay near.
    #[constant]
    const PREDICTION_VECTOR: i64 = Flags::PREDICTION_VECTOR.bits() as i64;
    /// Sent because nothing was sent for long.
    #[constant]
    const HEARTBEAT: i64 = Flags::HEARTBEAT.bits() as i64;
    /// It is not on the ground.
    #[constant]
    const AIRBORNE: i64 = Flags::AIRBORNE.bits() as i64;

    /// An update without facing and flags.
    #[func]
    fn create(network_id: i64, sequence: i64, time: i64, position: Vector3, velocity: Vector3) -> Option<Gd<Self>> {
        let made = number(network_id).map(|number| Update {
            sequence: Sequence(sequence as u16),
            velocity: vector(velocity),
            ..Update::at(number, time, vector(position))
        });
        told("AntUpdate.create", made).map(Self::of)
    }

    /// The 32 bytes by which peers compare what they were told: SHA-256 of every field. Take it of what [AntCodec] made of the update,
    /// which all have in common.
    #[func]
    fn digest(&self) -> PackedByteArray {
        update_digest(&self.update).as_slice().into()
    }

    #[func]
    fn get_network_id(&self) -> i64 {
        self.update.entity.into()
    }

    #[func]
    fn set_network_id(&mut self, network_id: i64) {
        if let Some(number) = told("AntUpdate.network_id", number(network_id)) {
            self.update.entity = number;
        }
    }

    #[func]
    fn get_sequence(&self) -> i64 {
        self.update.sequence.0.into()
    }

    #[func]
    fn set_sequence(&mut self, sequence: i64) {
        self.update.sequence = Sequence(sequence as u16);
    }

    #[func]
    fn get_time(&self) -> i64 {
        self.update.time
    }

    #[func]
    fn set_time(&mut self, time: i64) {
        self.update.time = time;
    }

    #[func]
    fn get_position(&self) -> Vector3 {
        vector_out(self.update.position)
    }

    #[func]
    fn set_position(&mut self, position: Vector3) {
        self.update.position = vector(position);
    }

    #[func]
    fn get_velocity(&self) -> Vector3 {
        vector_out(self.update.velocity)
    }

    #[func]
    fn set_velocity(&mut self, velocity: Vector3) {
        self.update.velocity = vector(velocity);
    }

    #[func]
    fn get_rotation(&self) -> Variant {
        self.update.orientation.map_or_else(Variant::nil, |facing| rotation_out(facing).to_variant())
    }

    #[func]
    fn set_rotation(&mut self, facing: Variant) {
        self.update.orientation = facing.try_to::<Quaternion>().ok().map(rotation);
    }

    #[func]
    fn get_acceleration(&self) -> Variant {
        self.update.acceleration.map_or_else(Variant::nil, |acceleration| vector_out(acceleration).to_variant())
    }

    #[func]
    fn set_acceleration(&mut self, acceleration: Variant) {
        self.update.acceleration = acceleration.try_to::<Vector3>().ok().map(vector);
    }

    #[func]
    fn get_flags(&self) -> i64 {
        self.update.flags.bits().into()
    }

    #[func]
    fn set_flags(&mut self, flags: i64) {
        self.update.flags = Flags::from_bits(flags as u8);
    }
}
