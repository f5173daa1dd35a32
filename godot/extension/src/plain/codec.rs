//! `AntCodec`.

use super::options::{self, Slot};
use super::update::{AntUpdate, given};
use crate::convert::told;
use antreckon::base::Result;
use antreckon::net::{Codec, CodecParams, PacketEntry, PacketWriter, Update};
use godot::prelude::*;

/// Turns updates into few bytes and back. Both ends must have made it with the same parameters.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
struct AntCodec {
    codec: Codec,
    base: Base<RefCounted>,
}

fn params(given: &VarDictionary) -> Result<CodecParams> {
    let mut params = CodecParams::default();
    let slots = &mut [
        ("position_step", Slot::Number(&mut params.position_step)),
        ("position_limit", Slot::Number(&mut params.position_limit)),
        ("origin", Slot::Place(&mut params.origin)),
        ("velocity_step", Slot::Number(&mut params.velocity_step)),
        ("velocity_limit", Slot::Number(&mut params.velocity_limit)),
        ("acceleration_step", Slot::Number(&mut params.acceleration_step)),
        ("acceleration_limit", Slot::Number(&mut params.acceleration_limit)),
        ("angular_velocity_step", Slot::Number(&mut params.angular_velocity_step)),
        ("angular_velocity_limit", Slot::Number(&mut params.angular_velocity_limit)),
        ("quaternion_bits", Slot::Whole(&mut params.quaternion_bits)),
        ("ticks_per_second", Slot::Whole(&mut params.ticks_per_second)),
    ];
    options::read(given, slots)?;
    Ok(params)
}

#[godot_api]
impl AntCodec {
    /// A codec with what [param parameters] say, the rest as [AntOutbox] has it: [code]position_step[/code] (0.01 m),
    /// [code]position_limit[/code] (1e8 m), [code]origin[/code] (a [Vector3]), [code]velocity_step[/code] (0.01 m/s),
    /// [code]velocity_limit[/code] (1e4), [code]acceleration_step[/code] (0.05), [code]acceleration_limit[/code] (1e4),
    /// [code]angular_velocity_step[/code] (0.01), [code]angular_velocity_limit[/code] (1000), [code]quaternion_bits[/code] (11),
    /// [code]ticks_per_second[/code] (1000).
    #[func]
    fn create(parameters: VarDictionary) -> Option<Gd<Self>> {
        let made = params(&parameters).and_then(|params| Codec::new(&params));
        told("AntCodec.create", made).map(|codec| Gd::from_init_fn(|base| Self { codec, base }))
    }

    /// The update as the others will see it: every number on the grid of the codec.
    #[func]
    fn quantise(&self, update: Option<Gd<AntUpdate>>) -> Option<Gd<AntUpdate>> {
        let done = given(update).and_then(|update| self.codec.quantise(&update));
        told("AntCodec.quantise", done).map(AntUpdate::of)
    }

    /// One update as bytes; shorter relative to [param baseline], an earlier update of the same entity that the receiver surely has
    /// ([code]null[/code] = none). Empty on error.
    #[func]
    fn encode(&self, update: Option<Gd<AntUpdate>>, baseline: Option<Gd<AntUpdate>>) -> PackedByteArray {
        let mut bytes = vec![0; self.codec.max_bytes()];
        let baseline = baseline.map(|baseline| baseline.bind().update);
        let done = given(update).and_then(|update| self.codec.encode(&update, baseline.as_ref(), &mut bytes));
        told("AntCodec.encode", done).map_or_else(PackedByteArray::new, |length| bytes[..length].into())
    }

    /// The update of [method encode], read with the same [param baseline]. [code]null[/code] when the bytes are no update.
    #[func]
    fn decode(&self, bytes: PackedByteArray, baseline: Option<Gd<AntUpdate>>) -> Option<Gd<AntUpdate>> {
        let baseline = baseline.map(|baseline| baseline.bind().update);
        told("AntCodec.decode", self.codec.decode(bytes.as_slice(), baseline.as_ref())).map(AntUpdate::of)
    }

    /// A datagram of at most [param max_bytes] with as many of the updates as fit, from the first on;
    /// [method decode_packet] reads it. [param time] is the present time of the sender.
    #[func]
    fn encode_packet(&self, time: i64, updates: Array<Gd<AntUpdate>>, max_bytes: i64) -> PackedByteArray {
        let mut bytes = vec![0; usize::try_from(max_bytes).unwrap_or(0).min(1 << 16)];
        let done = PacketWriter::new(&self.codec, time, &mut bytes).and_then(|mut writer| {
            for update in updates.iter_shared() {
                if !writer.push(&update.bind().update, None)? {
                    break;
                }
            }
            Ok(writer.finish())
        });
        told("AntCodec.encode_packet", done).map_or_else(PackedByteArray::new, |length| bytes[..length].into())
    }

    /// The updates of a datagram. Those that are relative to an update not among [param known] are left out: a later one mends it.
    #[func]
    fn decode_packet(&self, bytes: PackedByteArray, known: Array<Gd<AntUpdate>>) -> Array<Gd<AntUpdate>> {
        let known: Vec<Update> = known.iter_shared().map(|update| update.bind().update).collect();
        let mut entries = Vec::new();
        let find = |entity, sequence| {
            known.iter().find(|update| update.entity == entity && update.sequence == sequence).copied()
        };
        told("AntCodec.decode_packet", self.codec.decode_packet(bytes.as_slice(), find, &mut entries));
        let updates = entries.iter().filter_map(|entry| match entry {
            PacketEntry::Update(update) => Some(AntUpdate::of(*update)),
            PacketEntry::Missing { .. } => None,
        });
        updates.collect()
    }

    /// Most bytes of one update.
    #[func]
    fn max_bytes(&self) -> i64 {
        self.codec.max_bytes() as i64
    }

    /// Most a position is off after it was encoded, metres.
    #[func]
    fn position_error(&self) -> f64 {
        self.codec.params().position_error()
    }

    /// Most a facing is off after it was encoded, radians.
    #[func]
    fn rotation_error(&self) -> f64 {
        self.codec.params().orientation_error()
    }
}
