//! Updates and the codec that packs them.

use super::arg::{Caller, export, foreign_flags, known_flags, plain};
use super::error::{Outcome, fail};
use super::frame::{AntFrame, Frame, rotation_from, vector_from};
use super::handle::{self, Kind, resolve};
use super::object::Object;
use super::observe;
use super::observe::check_spin;
use super::status::*;
use super::strategy::{ANT_STRATEGY_AUTOMATIC, follow, strategy_number};
use super::structs::{Desc, sized};
use crate::base::math::DVec3;
use crate::net::{Codec, CodecParams, Flags, PacketEntry, Sequence, Update};
use core::ffi::c_void;
use parking_lot::Mutex;
use std::vec::Vec;

/// Flags of AntUpdate. They share no bit with AntObserveFlags: the wrong family is refused.
pub type AntUpdateFlags = u32;
/// The entity was moved, it did not move: no path leads from where it was.
pub const ANT_UPDATE_TELEPORT: AntUpdateFlags = 1;
/// It has come to rest and stays where it is until told otherwise.
pub const ANT_UPDATE_STOP: AntUpdateFlags = 2;
/// Its owner does not simulate it at present (paused, loading): hold it, do not predict it.
pub const ANT_UPDATE_FROZEN: AntUpdateFlags = 4;
/// It has become relevant to this observer: what was known of it before is void.
pub const ANT_UPDATE_ENTER: AntUpdateFlags = 8;
/// It is no longer relevant to this observer; no more updates will come.
pub const ANT_UPDATE_LEAVE: AntUpdateFlags = 16;
/// `velocity` is a prediction vector, not the velocity: the straight line its owner expects to stay near.
pub const ANT_UPDATE_PREDICTION_VECTOR: AntUpdateFlags = 32;
/// Sent because nothing was sent for long, not because a threshold was broken.
pub const ANT_UPDATE_HEARTBEAT: AntUpdateFlags = 64;
/// It is not on the ground: drops do not stop it.
pub const ANT_UPDATE_AIRBORNE: AntUpdateFlags = 128;
/// AntUpdate::acceleration is given.
pub const ANT_UPDATE_HAS_ACCELERATION: AntUpdateFlags = 256;
/// AntUpdate::orientation is given.
pub const ANT_UPDATE_HAS_ORIENTATION: AntUpdateFlags = 512;
/// AntUpdate::angular_velocity is given.
pub const ANT_UPDATE_HAS_ANGULAR_VELOCITY: AntUpdateFlags = 1024;

const SENT_FLAGS: u32 = 255;
pub(super) const ALL_FLAGS: u32 = 2047;

/// Flags of an update or of a state that becomes one.
pub(super) fn known_update_flags(flags: u32, known: u32, name: &str) -> Outcome<u32> {
    if flags & observe::ALL_FLAGS != 0 {
        return Err(foreign_flags(flags & observe::ALL_FLAGS, name, "ANT_OBSERVE_…", "ANT_UPDATE_…"));
    }
    known_flags(flags, known, name)
}

// The header generator needs literals above.
const _: () = {
    assert!(ANT_UPDATE_TELEPORT == Flags::TELEPORT.bits() as u32 && ANT_UPDATE_STOP == Flags::STOP.bits() as u32);
    assert!(ANT_UPDATE_FROZEN == Flags::FROZEN.bits() as u32 && ANT_UPDATE_ENTER == Flags::ENTER.bits() as u32);
    assert!(ANT_UPDATE_LEAVE == Flags::LEAVE.bits() as u32 && ANT_UPDATE_AIRBORNE == Flags::AIRBORNE.bits() as u32);
    assert!(ANT_UPDATE_PREDICTION_VECTOR == Flags::PREDICTION_VECTOR.bits() as u32);
    assert!(ANT_UPDATE_HEARTBEAT == Flags::HEARTBEAT.bits() as u32);
};

/// Packs updates into few bits. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntCodec {
    /// Opaque.
    pub id: u64,
}
plain!(AntCodec);

/// One update about an entity as it travels, in the host's frame (AntCodecDesc::frame). Fill it with ant_update_init. Fields without their flag are not read.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntUpdate {
    /// Set by ant_update_init.
    pub struct_size: u32,
    /// ANT_UPDATE_… Default 0.
    pub flags: AntUpdateFlags,
    /// The entity's number on the network, the same on every machine.
    pub entity: u32,
    /// Which update of this entity it is; counts up and wraps after 65535. [Limit: 0 to 65535]
    pub sequence: u32,
    /// When it was true, nanoseconds on the game clock.
    pub time: i64,
    /// Where the entity was.
    pub position: [f64; 3],
    /// Units per second; with ANT_UPDATE_PREDICTION_VECTOR the vector to predict along.
    pub velocity: [f64; 3],
    /// Units per second^2, with ANT_UPDATE_HAS_ACCELERATION.
    pub acceleration: [f64; 3],
    /// x, y, z, w, with ANT_UPDATE_HAS_ORIENTATION. [Limit: length 1]
    pub orientation: [f64; 4],
    /// Radians per second about the entity's own axes, with ANT_UPDATE_HAS_ANGULAR_VELOCITY.
    pub angular_velocity: [f64; 3],
    /// The strategy to follow from here on, where receivers have ANT_MODEL_STRATEGY: a number, ANT_STRATEGY_NONE or ANT_STRATEGY_AUTOMATIC (default), which
    /// costs no bit.
    pub strategy: u32,
    /// Must be 0.
    pub reserved: u32,
}
sized!(AntUpdate, 160, "call ant_update_init", {
    struct_size, flags, entity, sequence, time, position, velocity, acceleration, orientation, angular_velocity,
    strategy, reserved
});

impl Desc for AntUpdate {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            flags: 0,
            entity: 0,
            sequence: 0,
            time: 0,
            position: [0.0; 3],
            velocity: [0.0; 3],
            acceleration: [0.0; 3],
            orientation: [0.0, 0.0, 0.0, 1.0],
            angular_velocity: [0.0; 3],
            strategy: ANT_STRATEGY_AUTOMATIC,
            reserved: 0,
        }
    }
}

impl AntUpdate {
    /// The checked update in the canonical frame.
    pub(super) fn checked(&self, frame: &Frame, name: &str) -> Outcome<Update> {
        let flags = known_update_flags(self.flags, ALL_FLAGS, "flags")?;
        let has = |flag: u32| flags & flag != 0;
        let Ok(sequence) = u16::try_from(self.sequence) else {
            return Err(fail!(ANT_ERROR_OUT_OF_RANGE, "`{name}.sequence` is {}, must be 0 to 65535", self.sequence));
        };
        if self.reserved != 0 {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`{name}.reserved` is {}, must be 0", self.reserved));
        }
        Ok(Update {
            base: None,
            follow: follow(self.strategy),
            entity: self.entity,
            sequence: Sequence(sequence),
            time: self.time,
            position: vector_from(frame, self.position, "position")?,
            velocity: vector_from(frame, self.velocity, "velocity")?,
            acceleration: has(ANT_UPDATE_HAS_ACCELERATION)
                .then(|| vector_from(frame, self.acceleration, "acceleration"))
                .transpose()?,
            orientation: has(ANT_UPDATE_HAS_ORIENTATION)
                .then(|| rotation_from(frame, self.orientation, "orientation"))
                .transpose()?,
            angular_velocity: has(ANT_UPDATE_HAS_ANGULAR_VELOCITY)
                .then(|| {
                    let spin = frame.own_axial_in(DVec3::from_array(self.angular_velocity));
                    check_spin(spin, format_args!("angular_velocity"))
                })
                .transpose()?,
            flags: Flags::from_bits((flags & SENT_FLAGS) as u8),
        })
    }

    /// An update in the host's frame.
    pub(super) fn of(update: &Update, frame: &Frame) -> Self {
        let mut made = Self {
            flags: update.flags.bits().into(),
            entity: update.entity,
            sequence: update.sequence.0.into(),
            time: update.time,
            position: frame.vector_out(update.position).to_array(),
            velocity: frame.vector_out(update.velocity).to_array(),
            strategy: strategy_number(update.follow),
            ..Self::defaults()
        };
        if let Some(acceleration) = update.acceleration {
            made.flags |= ANT_UPDATE_HAS_ACCELERATION;
            made.acceleration = frame.vector_out(acceleration).to_array();
        }
        if let Some(orientation) = update.orientation {
            made.flags |= ANT_UPDATE_HAS_ORIENTATION;
            made.orientation = frame.rotation_out(orientation).to_array();
        }
        if let Some(spin) = update.angular_velocity {
            made.flags |= ANT_UPDATE_HAS_ANGULAR_VELOCITY;
            made.angular_velocity = frame.own_axial_out(spin).to_array();
        }
        made
    }
}

/// How finely updates are measured; both ends must use the same. Metres and seconds. A generous limit costs an ordinary update nothing. Fill it with ant_codec_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntCodecDesc {
    /// Set by ant_codec_desc_init.
    pub struct_size: u32,
    /// Bits of each of the three smaller components of an orientation. Default 11. [Limit: 4 to 24]
    pub quaternion_bits: u32,
    /// Times are whole ticks of this rate. Default 1000. [Limit: 1 to 1000000]
    pub ticks_per_second: u32,
    /// Must be 0.
    pub reserved: u32,
    /// The host's coordinate frame, in which updates are given and returned. Default canonical.
    pub frame: AntFrame,
    /// Positions are multiples of this from `origin`, metres. Default 0.01. [Limit: 1e-6 to 1e6]
    pub position_step: f64,
    /// Positions are within this of `origin` along each axis, metres. Default 1e8. [Limit: a step to 1e12, and 2^48 steps, both without |origin|]
    pub position_limit: f64,
    /// Middle of the world, metres in the canonical frame. Default 0, 0, 0.
    pub origin: [f64; 3],
    /// Step of each component of a velocity, m/s. Default 0.01. [Limit: 1e-6 to 1e6]
    pub velocity_step: f64,
    /// Largest component of a velocity, m/s. Default 1e4. [Limit: a step to 1e9, and 2^48 steps]
    pub velocity_limit: f64,
    /// Step of each component of an acceleration, m/s^2. Default 0.05. [Limit: 1e-6 to 1e6]
    pub acceleration_step: f64,
    /// Largest component of an acceleration, m/s^2. Default 1e4. [Limit: a step to 1e9, and 2^48 steps]
    pub acceleration_limit: f64,
    /// Step of each component of an angular velocity, rad/s. Default 0.01. [Limit: 1e-6 to 1e6]
    pub angular_velocity_step: f64,
    /// Largest component of an angular velocity, rad/s. Default 1e3. [Limit: a step to 1e6, and 2^48 steps]
    pub angular_velocity_limit: f64,
}
sized!(AntCodecDesc, 136, "call ant_codec_desc_init", {
    struct_size, quaternion_bits, ticks_per_second, reserved, frame, position_step, position_limit, origin, velocity_step,
    velocity_limit, acceleration_step, acceleration_limit, angular_velocity_step, angular_velocity_limit
});

impl Desc for AntCodecDesc {
    fn defaults() -> Self {
        let p = CodecParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            quaternion_bits: p.quaternion_bits,
            ticks_per_second: p.ticks_per_second,
            reserved: 0,
            frame: AntFrame::CANONICAL,
            position_step: p.position_step,
            position_limit: p.position_limit,
            origin: p.origin.to_array(),
            velocity_step: p.velocity_step,
            velocity_limit: p.velocity_limit,
            acceleration_step: p.acceleration_step,
            acceleration_limit: p.acceleration_limit,
            angular_velocity_step: p.angular_velocity_step,
            angular_velocity_limit: p.angular_velocity_limit,
        }
    }
}

impl AntCodecDesc {
    fn params(&self) -> Outcome<CodecParams> {
        if self.reserved != 0 {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`desc.reserved` is {}, must be 0", self.reserved));
        }
        Ok(CodecParams {
            position_step: self.position_step,
            position_limit: self.position_limit,
            origin: DVec3::from_array(self.origin),
            velocity_step: self.velocity_step,
            velocity_limit: self.velocity_limit,
            acceleration_step: self.acceleration_step,
            acceleration_limit: self.acceleration_limit,
            angular_velocity_step: self.angular_velocity_step,
            angular_velocity_limit: self.angular_velocity_limit,
            quaternion_bits: self.quaternion_bits,
            ticks_per_second: self.ticks_per_second,
        })
    }
}

/// What a codec promises.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntCodecInfo {
    /// Size of this struct.
    pub struct_size: u32,
    /// Bytes of an encoded update at most.
    pub max_bytes: u32,
    /// Most a quantised time differs from the true one, nanoseconds.
    pub time_error: i64,
    /// Most a quantised position is away from the true one, metres.
    pub position_error: f64,
    /// Most a quantised velocity differs from the true one, m/s.
    pub velocity_error: f64,
    /// Most a quantised acceleration differs from the true one, m/s^2.
    pub acceleration_error: f64,
    /// Largest angle between a quantised orientation and the true one, radians.
    pub orientation_error: f64,
    /// Most a quantised angular velocity differs from the true one, rad/s.
    pub angular_velocity_error: f64,
}
sized!(AntCodecInfo, 56, "call ant_codec_info_init", {
    struct_size, max_bytes, time_error, position_error, velocity_error, acceleration_error, orientation_error,
    angular_velocity_error
});

/// A codec behind its handle. It has no state that changes, only memory for packets that are read.
pub(super) struct CodecObject {
    object: Object<Codec>,
    pub(super) frame: Frame,
    pub(super) entries: Mutex<Vec<PacketEntry>>,
}

impl Kind for CodecObject {
    const KIND: u8 = 10;
    const NAME: &'static str = "codec";
    type State = Codec;
    fn object(&self) -> &Object<Codec> {
        &self.object
    }
}

/// A baseline that may be left out.
fn baseline(c: Caller<'_>, pointer: *const AntUpdate, frame: &Frame) -> Outcome<Option<Update>> {
    if pointer.is_null() { Ok(None) } else { c.desc(pointer, "baseline")?.checked(frame, "baseline").map(Some) }
}

/// Makes a codec. Any thread.
/// desc: copied
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_codec_create(desc: *const AntCodecDesc, out_codec: *mut AntCodec) -> AntStatus {
    export!("ant_codec_create", |c| {
        let (out, desc) = (c.out(out_codec, "out_codec")?, c.desc(desc, "desc")?);
        let frame = Frame::new(&desc.frame)?;
        let codec = Codec::new(&desc.params()?)?;
        let object = CodecObject { object: Object::new(codec), frame, entries: Mutex::default() };
        out.write(AntCodec { id: handle::insert(object)? });
        Ok(ANT_OK)
    })
}

/// What a codec promises: stated errors and the largest size of an update. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_codec_info(codec: AntCodec, out_info: *mut AntCodecInfo) -> AntStatus {
    export!("ant_codec_info", |c| {
        let out = c.out_struct(out_info, "out_info")?;
        let object = resolve::<CodecObject>(codec.id)?;
        let codec = object.read()?;
        let p = codec.params();
        out.write(AntCodecInfo {
            struct_size: 0,
            max_bytes: codec.max_bytes() as u32,
            time_error: p.time_error(),
            position_error: p.position_error(),
            velocity_error: p.velocity_error(),
            acceleration_error: p.acceleration_error(),
            orientation_error: p.orientation_error(),
            angular_velocity_error: p.angular_velocity_error(),
        });
        Ok(ANT_OK)
    })
}

/// The update as the receivers will see it. Both ends must predict from it, so that they agree: the sender from what this returns, the receivers from what
/// they decode. Doing it twice changes nothing. A number beyond the codec's limits is ANT_ERROR_INVALID_ARGUMENT. Const.
/// out_update: with its struct_size set; may be the same as `update`
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_codec_quantise(
    codec: AntCodec,
    update: *const AntUpdate,
    out_update: *mut AntUpdate,
) -> AntStatus {
    export!("ant_codec_quantise", |c| {
        let (update, out) = (c.desc(update, "update")?, c.out_struct(out_update, "out_update")?);
        let object = resolve::<CodecObject>(codec.id)?;
        let quantised = object.read()?.quantise(&update.checked(&object.frame, "update")?)?;
        out.write(AntUpdate::of(&quantised, &object.frame));
        Ok(ANT_OK)
    })
}

/// Packs one update, in at most AntCodecInfo::max_bytes. Const.
/// baseline: [opt] an earlier update of the same entity that the receiver surely has, because it said so; makes the code shorter
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_codec_encode(
    codec: AntCodec,
    update: *const AntUpdate,
    baseline: *const AntUpdate,
    buf: *mut c_void,
    capacity: u64,
    needed: *mut u64,
) -> AntStatus {
    export!("ant_codec_encode", |c| {
        let update = c.desc(update, "update")?;
        let object = resolve::<CodecObject>(codec.id)?;
        let baseline = self::baseline(c, baseline, &object.frame)?;
        let mut bytes = [0; MAX_UPDATE];
        let update = update.checked(&object.frame, "update")?;
        let length = object.read()?.encode(&update, baseline.as_ref(), &mut bytes)?;
        c.copy_bytes(&bytes[..length], buf, capacity, c.out_opt(needed))
    })
}

/// No update of any codec is longer: every field at its widest.
const MAX_UPDATE: usize = 192;

/// Unpacks one update. Bytes from anywhere are an update within the codec's limits or ANT_ERROR_CORRUPT; ANT_ERROR_NOT_FOUND when they need another baseline. Const.
/// bytes: [byte_len bytes]
/// baseline: [opt] the one it was packed with
/// out_update: with its struct_size set
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_codec_decode(
    codec: AntCodec,
    bytes: *const c_void,
    byte_len: u64,
    baseline: *const AntUpdate,
    out_update: *mut AntUpdate,
) -> AntStatus {
    export!("ant_codec_decode", |c| {
        let (bytes, out) = (c.bytes(bytes, byte_len, "bytes")?, c.out_struct(out_update, "out_update")?);
        let object = resolve::<CodecObject>(codec.id)?;
        let baseline = self::baseline(c, baseline, &object.frame)?;
        let update = object.read()?.decode(bytes, baseline.as_ref())?;
        out.write(AntUpdate::of(&update, &object.frame));
        Ok(ANT_OK)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_codec_has_longer_updates_than_the_buffer_here() {
        let widest = CodecParams {
            position_step: 3e-3,
            position_limit: 8.4e11,
            velocity_step: 1e-5,
            velocity_limit: 1e9,
            acceleration_step: 1e-5,
            acceleration_limit: 1e9,
            angular_velocity_step: 1e-6,
            angular_velocity_limit: 1e6,
            quaternion_bits: 24,
            ticks_per_second: 1_000_000,
            ..CodecParams::default()
        };
        let longest = Codec::new(&widest).unwrap().max_bytes();
        assert!(longest <= MAX_UPDATE, "{longest}");
    }
}
