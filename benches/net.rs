//! Cost and size of updates on the wire: encode and decode, alone and in packets, and the network simulator.

mod common;

use antreckon::base::math::{DQuat, DVec3};
use antreckon::net::{ByteSimulator, Codec, CodecParams, NetworkParams, PacketWriter, Sequence, Update};
use common::{Dice, heading, time};
use std::hint::black_box;

const COUNT: usize = 1000;
const TICK: i64 = 50_000_000;
/// Entity, sequence, flags, time, two vectors and a quaternion, as floats where a game would use them.
const NAIVE: usize = 4 + 2 + 1 + 8 + 12 + 12 + 16;

/// Runners that turn and change speed, as they are and as they were some updates ago.
fn runners() -> (Vec<Update>, Vec<Update>) {
    let mut dice = Dice(3);
    let mut now = Vec::new();
    let mut before = Vec::new();
    for i in 0..COUNT {
        let turn = dice.unit() * std::f64::consts::TAU;
        let change = (dice.unit() - 0.5) * 2.0;
        let heading = |angle: f64| DVec3::new(angle.cos(), 0.0, angle.sin());
        let facing = |angle: f64| DQuat::from_rotation_y(-angle);
        let position = DVec3::new(dice.unit() * 100.0, 1.5, dice.unit() * 100.0);
        let age = 200_000_000 + (dice.unit() * 600e6) as i64;
        let old = Update {
            sequence: Sequence((i * 37) as u16),
            velocity: heading(turn) * 6.0,
            orientation: Some(facing(turn)),
            ..Update::at(i as u32, 100 * TICK - age, position)
        };
        let off = DVec3::new(dice.unit() - 0.5, 0.0, dice.unit() - 0.5);
        now.push(Update {
            sequence: Sequence(old.sequence.0.wrapping_add(1 + dice.below(3) as u16)),
            time: 100 * TICK,
            position: position + old.velocity * (age as f64 * 1e-9) + off,
            velocity: heading(turn + change) * (4.0 + 2.0 * dice.unit()),
            orientation: Some(facing(turn + change)),
            ..old
        });
        before.push(old);
    }
    (now, before)
}

fn codec_table(codec: &Codec, now: &[Update], before: &[Update]) {
    heading("one update: bytes and ns");
    println!("{:<28}{:>8}{:>10}{:>10}{:>10}", "", "bytes", "encode", "decode", "quantise");
    println!("{:<28}{:>8}", "floats as they are", NAIVE);
    let quantise = time(COUNT, || {
        for update in now {
            black_box(codec.quantise(update).unwrap());
        }
    });
    for (name, with) in [("alone", false), ("with a baseline", true)] {
        let baseline = |i: usize| with.then(|| &before[i]);
        let mut buffer = vec![0; codec.max_bytes()];
        let mut total = 0;
        let packed: Vec<Vec<u8>> = (0..COUNT)
            .map(|i| {
                let n = codec.encode(&now[i], baseline(i), &mut buffer).unwrap();
                total += n;
                buffer[..n].to_vec()
            })
            .collect();
        let encode = time(COUNT, || {
            for (i, update) in now.iter().enumerate() {
                black_box(codec.encode(update, baseline(i), &mut buffer).unwrap());
            }
        });
        let decode = time(COUNT, || {
            for (i, bytes) in packed.iter().enumerate() {
                black_box(codec.decode(bytes, baseline(i)).unwrap());
            }
        });
        let mean = total as f64 / COUNT as f64;
        println!("{name:<28}{mean:>8.1}{:>10.0}{:>10.0}{:>10.0}", encode.min, decode.min, quantise.min);
    }
    println!("{:<28}{:>8}", "at most", codec.max_bytes());
}

fn packet_table(codec: &Codec, now: &[Update], before: &[Update]) {
    heading("packets of 1200 bytes");
    println!("{:<28}{:>14}{:>14}{:>10}{:>10}", "", "updates", "bytes/update", "encode", "decode");
    for (name, with) in [("alone", false), ("with baselines", true)] {
        let mut bytes = [0; 1200];
        let fill = |bytes: &mut [u8]| {
            let mut packet = PacketWriter::new(codec, 100 * TICK, bytes).unwrap();
            for (update, baseline) in now.iter().zip(before) {
                if !packet.push(update, with.then_some(baseline)).unwrap() {
                    break;
                }
            }
            (packet.updates(), packet.finish())
        };
        let (updates, length) = fill(&mut bytes);
        let packed = bytes;
        let encode = time(updates, || {
            black_box(fill(&mut bytes));
        });
        let mut entries = Vec::new();
        let decode = time(updates, || {
            codec.decode_packet(&packed[..length], |entity, _| Some(before[entity as usize]), &mut entries).unwrap();
            black_box(&entries);
        });
        let each = length as f64 / updates as f64;
        println!("{name:<28}{updates:>14}{each:>14.1}{:>10.0}{:>10.0}", encode.min, decode.min);
    }
}

fn simulator_table() {
    heading("simulator: ns per datagram of 100 bytes, sent and received");
    let params = NetworkParams {
        latency: 100_000_000,
        jitter: 20_000_000,
        loss: 0.05,
        duplicate: 0.02,
        ..NetworkParams::default()
    };
    let mut network = ByteSimulator::new(&params, 1, 4096, 1500).unwrap();
    let mut now = 0;
    let cost = time(COUNT, || {
        for _ in 0..COUNT {
            now += 100_000;
            network.send(now, &[7; 100]).unwrap();
            while let Some(delivery) = network.receive(now) {
                black_box(delivery.payload);
            }
        }
    });
    println!("{:.0}", cost.min);
}

fn main() {
    let codec = Codec::new(&CodecParams::default()).unwrap();
    let (now, before) = runners();
    codec_table(&codec, &now, &before);
    packet_table(&codec, &now, &before);
    simulator_table();
}
