//! What comes from the network while a game runs: single updates, packets, and what goes back.

use super::Target;
use antreckon::base::math::DVec3;
use antreckon::ghosts::{Ghosts, GhostsParams, Outbox, OutboxParams, PlayerState};
use antreckon::net::sender::ConnectionParams;
use antreckon::net::{Codec, CodecParams, Update};
use antreckon::predict::LevelContext;

const SECOND: i64 = 1_000_000_000;
const MIB: usize = 1 << 20;

pub(super) fn targets() -> Vec<Target> {
    let target = |name, seeds, run, mib| Target { name, seeds, run, most_memory: mib * MIB };
    vec![
        target("update", update_seeds, run_update, 1),
        target("packet", packet_seeds, run_packet, 64),
        target("reply", reply_seeds, run_reply, 64),
    ]
}

fn codec() -> Codec {
    Codec::new(&CodecParams::default()).expect("sound")
}

fn update_seeds() -> Vec<Vec<u8>> {
    let mut bytes = [0; 256];
    let update = codec().quantise(&Update::at(3, SECOND, DVec3::new(1.0, 2.0, 3.0))).expect("in range");
    let length = codec().encode(&update, None, &mut bytes).expect("there is room");
    vec![bytes[..length].to_vec()]
}

fn run_update(bytes: &[u8]) {
    let codec = codec();
    if let Ok(update) = codec.decode(bytes, None) {
        assert_eq!(codec.quantise(&update), Ok(update), "what was read lies on the grid");
    }
    let _ = codec.decode_packet(bytes, |_, _| None, &mut Vec::new());
}

fn ghosts() -> Ghosts {
    Ghosts::new(&GhostsParams { max_players: 8, max_peers: 2, ..GhostsParams::default() }).expect("sound")
}

fn outbox() -> Outbox {
    Outbox::new(&OutboxParams::default()).expect("sound")
}

/// Packets of a tenth of a second, one behind the other, each with its length.
fn packet_seeds() -> Vec<Vec<u8>> {
    let mut outbox = outbox();
    let mut buffer = vec![0; outbox.least_buffer().max(1200)];
    let _ = outbox.set_observer(5, &ConnectionParams::default(), None);
    let mut all = Vec::new();
    for n in 0..4 {
        let now = n * SECOND / 20;
        for player in 0..3 {
            let place = DVec3::new(n as f64 * 0.2, 0.0, f64::from(player));
            let _ = outbox.submit(player, &PlayerState::at(place, DVec3::X * 4.0), now, None, None);
        }
        if let Ok(packet) = outbox.packet(5, now, LevelContext::default(), &mut buffer) {
            all.extend((packet.bytes as u16).to_le_bytes());
            all.extend(&buffer[..packet.bytes]);
        }
    }
    vec![all]
}

/// Cuts an input into what arrives one after the other.
fn parts(mut bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let (length, rest) = bytes.split_at_checked(2)?;
        let length = usize::from(u16::from_le_bytes([length[0], length[1]])).min(rest.len());
        let (part, rest) = rest.split_at(length);
        bytes = rest;
        Some(part)
    })
}

fn run_packet(bytes: &[u8]) {
    let mut ghosts = ghosts();
    for (n, packet) in parts(bytes).take(8).enumerate() {
        let now = n as i64 * SECOND / 20;
        let _ = ghosts.receive(7, packet, now);
        let _ = ghosts.draw(now, None, None);
    }
    let snapshot = ghosts.snapshot().expect("nothing is drawn");
    self::ghosts().restore(&snapshot).expect("what packets led to can be saved and restored");
}

fn reply_seeds() -> Vec<Vec<u8>> {
    let (mut ghosts, packets) = (ghosts(), packet_seeds());
    for (n, packet) in parts(&packets[0]).enumerate() {
        let _ = ghosts.receive(7, packet, n as i64 * SECOND / 20);
        let _ = ghosts.draw(n as i64 * SECOND / 20, None, None);
    }
    let mut reply = vec![0; antreckon::ghosts::MAX_REPLY];
    let length = ghosts.reply(7, SECOND / 5, &mut reply).unwrap_or(0);
    let mut seed = (length as u16).to_le_bytes().to_vec();
    seed.extend(&reply[..length]);
    vec![seed, vec![0; 32]]
}

fn run_reply(bytes: &[u8]) {
    let mut outbox = outbox();
    let mut buffer = vec![0; outbox.least_buffer().max(1200)];
    let _ = outbox.set_observer(5, &ConnectionParams::default(), None);
    for (n, reply) in parts(bytes).take(8).enumerate() {
        let now = n as i64 * SECOND / 20;
        let place = DVec3::new(n as f64, 0.0, 1.0);
        let _ = outbox.submit(1, &PlayerState::at(place, DVec3::X * 4.0), now, None, None);
        let _ = outbox.packet(5, now, LevelContext::default(), &mut buffer);
        let _ = outbox.receive(5, reply, now);
    }
    self::outbox().restore(&outbox.snapshot()).expect("what replies led to can be saved and restored");
}
