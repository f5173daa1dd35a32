//! Bytes from anywhere decode into updates within the limits or into errors: 10 million random strings in an optimised build
//! (`cargo test --release --test codec_hostile`), 200,000 otherwise.
#![allow(missing_docs)]

use antreckon::base::ErrorKind;
use antreckon::base::math::DVec3;
use antreckon::base::random::Random;
use antreckon::net::{Codec, CodecParams, PacketEntry, Sequence, Update};

const STRINGS: u64 = if cfg!(debug_assertions) { 200_000 } else { 10_000_000 };

fn within_limits(params: &CodecParams, update: &Update) -> bool {
    let fits = |v: DVec3, limit: f64| v.to_array().iter().all(|c| c.abs() <= limit);
    let optional = |v: Option<DVec3>, limit| v.is_none_or(|v| fits(v, limit));
    fits(update.position, params.position_limit)
        && fits(update.velocity, params.velocity_limit)
        && optional(update.acceleration, params.acceleration_limit)
        && optional(update.angular_velocity, params.angular_velocity_limit)
        && update.orientation.is_none_or(|q| (q.length() - 1.0).abs() < 1e-9)
        && update.time.unsigned_abs() <= 9_200_000_000_000_000_000
}

/// A string of up to 48 bytes: plain noise, or sparse bits, which get further because they have many short codes.
fn string<'a>(random: &mut Random, buffer: &'a mut [u8; 48]) -> &'a mut [u8] {
    let word = random.bits();
    let length = (word % 49) as usize;
    for chunk in buffer.chunks_exact_mut(8) {
        let mut bits = random.bits();
        if word >> 62 == 1 {
            bits &= random.bits() & random.bits();
        }
        chunk.copy_from_slice(&bits.to_le_bytes());
    }
    &mut buffer[..length]
}

#[test]
fn random_bytes_never_crash_and_never_give_wild_values() {
    let params = CodecParams::default();
    let codec = Codec::new(&params).unwrap();
    let baseline = Update {
        sequence: Sequence(0),
        velocity: DVec3::new(3.0, 0.0, -1.0),
        ..Update::at(0, 5_000_000_000, DVec3::new(12.0, 1.0, 9.0))
    };
    // The packets' first byte says which parameters they were written with; noise would fail there 255 times of 256.
    let mut empty = [0; 32];
    antreckon::net::PacketWriter::new(&codec, 0, &mut empty).unwrap().finish();
    let first = empty[0];
    let mut random = Random(2024);
    let mut buffer = [0; 48];
    let mut again = [0; 256];
    let mut entries = Vec::new();
    let (mut alone, mut packets) = (0u64, 0u64);
    for i in 0..STRINGS {
        let bytes = string(&mut random, &mut buffer);
        let with = (i % 2 == 1).then_some(&baseline);
        match codec.decode(bytes, with) {
            Ok(update) => {
                assert!(within_limits(&params, &update), "{bytes:02x?}: {update:?}");
                // Nobody else's code: what was read is written the same way.
                let lengths =
                    [None, with].map(|b| codec.encode(&update, b, &mut again).is_ok_and(|n| again[..n] == *bytes));
                assert!(lengths[0] || lengths[1], "{bytes:02x?}");
                alone += 1;
            }
            Err(error) => assert!(matches!(error.kind, ErrorKind::Corrupt | ErrorKind::NotFound), "{error}"),
        }
        if let Some(byte) = bytes.first_mut() {
            *byte = first;
        }
        let find =
            |entity, sequence: Sequence| (sequence.0 % 2 == 0).then_some(Update { entity, sequence, ..baseline });
        match codec.decode_packet(bytes, find, &mut entries) {
            Ok(()) => {
                for entry in &entries {
                    if let PacketEntry::Update(update) = entry {
                        assert!(within_limits(&params, update), "{bytes:02x?}: {update:?}");
                    }
                }
                packets += 1;
            }
            Err(error) => assert!(error.kind == ErrorKind::Corrupt && entries.is_empty(), "{error}"),
        }
    }
    println!("{STRINGS} strings: {alone} were updates, {packets} were packets");
    // Noise that never gets through would test nothing but the first bits.
    assert!(alone > STRINGS / 10_000 && packets > STRINGS / 10_000, "{alone} {packets}");
}
