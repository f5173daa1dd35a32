//! The rarer things that can become of an update, and updates with everything in them that a state can have.

use crate::game::{MS, PEER, TICK, straight};
use antreckon::base::math::{DQuat, DVec3};
use antreckon::base::random::Random;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::ghosts::{EVERYONE, EventKind, Ghosts, GhostsParams, Outbox, OutboxParams, PlayerState};
use antreckon::net::sender::SenderParams;
use antreckon::predict::{BaseMotion, EntityProfile, LevelContext, Model};

const PLAYER: u32 = 9;
const LIFT: u32 = 3;

fn receiving() -> Ghosts {
    let profile = EntityProfile { model: Model::Dr1, ..EntityProfile::default() };
    let params = GhostsParams { run_speed: 6.0, profile, adapt_per_frame: 0, ..GhostsParams::default() };
    let mut ghosts = Ghosts::new(&params).unwrap();
    ghosts.set_clock(PEER, 0, 0).unwrap();
    ghosts
}

/// Packets for everyone, one in every fourth tick, of a life that begins at `start`.
fn packets(start: Nanos, ticks: i64, state: impl Fn(i64) -> PlayerState) -> Vec<Vec<u8>> {
    let rules = SenderParams { min_gap: 0, heartbeat: 4 * TICK, ..OutboxParams::default().rules };
    let mut outbox = Outbox::new(&OutboxParams { rules, run_speed: 6.0, ..OutboxParams::default() }).unwrap();
    let mut buffer = [0; 1200];
    let mut sent = Vec::new();
    for tick in 0..ticks {
        let now = start + tick * TICK;
        outbox.submit(PLAYER, &state(tick), now, None, None).unwrap();
        let packet = outbox.packet(EVERYONE, now, LevelContext::default(), &mut buffer).unwrap();
        if packet.bytes > 0 {
            sent.push(buffer[..packet.bytes].to_vec());
        }
    }
    sent
}

fn play(packets: &[&Vec<u8>]) -> Ghosts {
    let mut ghosts = receiving();
    let still = BaseMotion {
        id: 0,
        position: DVec3::new(3.0, 0.0, 1.0),
        orientation: DQuat::from_rotation_y(0.3),
        velocity: DVec3::ZERO,
        angular_velocity: DVec3::ZERO,
    };
    ghosts.set_base(LIFT, Some(&still), 0).unwrap();
    for (i, bytes) in packets.iter().enumerate() {
        ghosts.receive(PEER, bytes, 10 * SECOND + i as i64 * MS).unwrap();
    }
    ghosts.draw(11 * SECOND, None, None).unwrap();
    ghosts
}

/// A state that has a bit of everything, at times.
fn rich(tick: i64) -> PlayerState {
    let t = tick as f64 / 60.0;
    let plain = straight(t);
    PlayerState {
        acceleration: (40..80).contains(&tick).then_some(DVec3::new(0.5, 0.0, -0.25)),
        orientation: (tick >= 20).then(|| DQuat::from_rotation_y(t)),
        angular_velocity: (60..100).contains(&tick).then_some(DVec3::Y),
        airborne: (100..110).contains(&tick),
        teleported: tick == 120,
        frozen: (140..150).contains(&tick),
        velocity: if (140..150).contains(&tick) { Some(DVec3::ZERO) } else { plain.velocity },
        base: (160..200).contains(&tick).then_some(LIFT),
        ..plain
    }
}

#[test]
fn everything_that_a_state_can_have_survives_a_network_that_mixes_and_doubles() {
    // At each of these something else is the newest that came.
    for end in [50, 90, 105, 124, 146, 190, 230] {
        let all = packets(0, end, rich);
        let in_order: Vec<&Vec<u8>> = all.iter().collect();
        let mut expected = play(&in_order);
        let view = *expected.view(PLAYER).unwrap();
        let mut random = Random(end as u64);
        for round in 0..5 {
            // The first one stays first: who has not entered is not known.
            let mut mixed = in_order.clone();
            for block in mixed[1..].chunks_mut(5) {
                for i in (1..block.len()).rev() {
                    block.swap(i, (random.unit() * (i + 1) as f64) as usize);
                }
            }
            let mixed: Vec<&Vec<u8>> =
                mixed.iter().flat_map(|p| vec![*p; if random.unit() < 0.3 { 2 } else { 1 }]).collect();
            let mut ghosts = play(&mixed);
            assert_eq!(ghosts.predictor().state_hash(), expected.predictor().state_hash(), "{end}, round {round}");
            let other = ghosts.view(PLAYER).unwrap();
            assert_eq!((other.predicted, other.source), (view.predicted, view.source), "{end}, round {round}");
            assert_eq!(ghosts.peer_stats(PEER).unwrap().counts().no_base, 0);
            let teleports = std::iter::from_fn(|| ghosts.next_event()).filter(|e| e.kind == EventKind::Teleported);
            assert_eq!(teleports.count(), usize::from(end > 120), "{end}, round {round}");
        }
        let teleports = std::iter::from_fn(|| expected.next_event()).filter(|e| e.kind == EventKind::Teleported);
        assert_eq!(teleports.count(), usize::from(end > 120), "{end}");
    }
}

#[test]
fn a_newer_number_with_an_older_time_is_passed_over() {
    // Two machines say that they own the player; the clock of the second one is five seconds behind.
    let first = packets(6 * SECOND, 1, |_| straight(0.0));
    let second = packets(SECOND, 12, |tick| straight(tick as f64));
    let mut ghosts = receiving();
    ghosts.receive(PEER, &first[0], 6 * SECOND).unwrap();
    ghosts.draw(6 * SECOND, None, None).unwrap();
    let hash = ghosts.predictor().state_hash();
    ghosts.receive(PEER, &second[2], 6 * SECOND + MS).unwrap();
    ghosts.draw(6 * SECOND + MS, None, None).unwrap();
    let counts = *ghosts.peer_stats(PEER).unwrap().counts();
    assert_eq!((counts.applied, counts.backwards), (1, 1), "{counts:?}");
    assert_eq!(ghosts.predictor().state_hash(), hash);
}

#[test]
fn nobody_is_unknown_whichever_packet_comes_first() {
    let all = packets(0, 60, |tick| straight(tick as f64 / 60.0));
    for first in 0..all.len() {
        let mut ghosts = receiving();
        for bytes in &all[first..] {
            ghosts.receive(PEER, bytes, SECOND).unwrap();
        }
        ghosts.draw(SECOND, None, None).unwrap();
        let counts = *ghosts.peer_stats(PEER).unwrap().counts();
        assert_eq!((counts.unknown, counts.applied), (0, (all.len() - first) as u64), "{first}: {counts:?}");
        assert!(ghosts.view(PLAYER).is_ok());
    }
}
