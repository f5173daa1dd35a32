//! Whatever the network does to them, the same updates make the same state as in order.

use crate::game::{MS, PEER, TICK};
use antreckon::base::math::DVec3;
use antreckon::base::random::Random;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::ghosts::{EVERYONE, Ghosts, GhostsParams, Outbox, OutboxParams, PlayerState, Source};
use antreckon::net::sender::{SenderKind, SenderParams};
use antreckon::predict::{EntityProfile, LevelContext, Model};

const PLAYER: u32 = 9;

fn profile(model: Model) -> EntityProfile {
    EntityProfile { model, ..EntityProfile::default() }
}

fn receiving(model: Model) -> GhostsParams {
    GhostsParams { run_speed: 6.0, profile: profile(model), adapt_per_frame: 0, ..GhostsParams::default() }
}

/// Packets of a life with everything in it, and when each was sent.
fn packets(kind: SenderKind, model: Model) -> Vec<(Nanos, Vec<u8>)> {
    let rules = SenderParams { kind, min_gap: 0, heartbeat: SECOND / 16, ..OutboxParams::default().rules };
    let params = OutboxParams { rules, run_speed: 6.0, profile: profile(model), ..OutboxParams::default() };
    let mut outbox = Outbox::new(&params).unwrap();
    let mut sent = Vec::new();
    let mut buffer = [0; 1200];
    let mut place = DVec3::ZERO;
    for tick in 0..360i64 {
        let now = tick * TICK;
        let t = tick as f64 / 60.0;
        let velocity = match tick {
            60..120 => DVec3::ZERO,
            200..230 => DVec3::ZERO,
            _ => DVec3::new(
                5.0 * (t * 1.5).cos(),
                if (140..150).contains(&tick) { 2.0 } else { 0.0 },
                5.0 * (t * 1.5).sin(),
            ),
        };
        place += velocity / 60.0;
        let teleported = tick == 170;
        if teleported {
            place += DVec3::X * 50.0;
        }
        let state = PlayerState {
            teleported,
            frozen: (200..230).contains(&tick),
            airborne: (140..150).contains(&tick),
            ..PlayerState::at(place, velocity)
        };
        outbox.submit(PLAYER, &state, now, None, None).unwrap();
        let packet = outbox.packet(EVERYONE, now, LevelContext::default(), &mut buffer).unwrap();
        if packet.bytes > 0 {
            sent.push((now, buffer[..packet.bytes].to_vec()));
        }
    }
    assert!(sent.len() > 20, "{}", sent.len());
    sent
}

fn play(params: &GhostsParams, packets: &[&Vec<u8>]) -> Ghosts {
    let mut ghosts = Ghosts::new(params).unwrap();
    ghosts.set_clock(PEER, 0, 0).unwrap();
    for (i, bytes) in packets.iter().enumerate() {
        ghosts.receive(PEER, bytes, 10 * SECOND + i as i64 * MS).unwrap();
    }
    ghosts.draw(11 * SECOND, None, None).unwrap();
    ghosts
}

#[test]
fn late_doubled_and_lost_packets_leave_the_state_of_those_that_came_in_order() {
    for model in [Model::Dr1, Model::Damped] {
        let params = receiving(model);
        let all = packets(SenderKind::SharedModel, model);
        let mut random = Random(5);
        for round in 0..20 {
            let came: Vec<&Vec<u8>> =
                all.iter().enumerate().filter(|(i, _)| *i == 0 || random.unit() > 0.2).map(|(_, (_, p))| p).collect();
            let in_order = play(&params, &came);
            // The first one stays first: who has not entered is not known.
            let mut mixed = came.clone();
            for block in mixed[1..].chunks_mut(6) {
                for i in (1..block.len()).rev() {
                    block.swap(i, (random.unit() * (i + 1) as f64) as usize);
                }
            }
            let mixed: Vec<&Vec<u8>> =
                mixed.iter().flat_map(|p| if random.unit() < 0.3 { vec![*p, *p] } else { vec![*p] }).collect();
            let out_of_order = play(&params, &mixed);
            assert_eq!(
                in_order.predictor().state_hash(),
                out_of_order.predictor().state_hash(),
                "{model:?} round {round}"
            );
            let views = [&in_order, &out_of_order].map(|ghosts| ghosts.view(PLAYER).unwrap().predicted);
            assert_eq!(views[0], views[1], "{model:?} round {round}");
            let counts = *out_of_order.peer_stats(PEER).unwrap().counts();
            assert!(counts.inserted > 0 && counts.duplicates > 0 && counts.backwards == 0, "{counts:?}");
            assert_eq!(counts.received, mixed.len() as u64);
            assert_eq!(
                counts.applied + counts.inserted + counts.kept + counts.duplicates,
                counts.received,
                "{counts:?}"
            );
        }
    }
}

#[test]
fn models_that_learn_together_keep_late_updates_for_interpolation_only() {
    let all = packets(SenderKind::OwnerLine, Model::Auto);
    let mut order: Vec<&Vec<u8>> = all.iter().map(|(_, p)| p).collect();
    order.swap(4, 5);
    let counts = *play(&receiving(Model::Auto), &order).peer_stats(PEER).unwrap().counts();
    assert_eq!((counts.inserted, counts.kept), (0, 1), "{counts:?}");
}

#[test]
fn what_comes_far_too_late_is_too_old() {
    let params = receiving(Model::Dr1);
    let all = packets(SenderKind::SharedModel, Model::Dr1);
    let mut order: Vec<&Vec<u8>> = all.iter().map(|(_, p)| p).collect();
    let late = order.remove(1);
    order.push(late);
    // Numbers are remembered one by one for 64 updates.
    assert!(order.len() > 66, "{}", order.len());
    let counts = *play(&params, &order).peer_stats(PEER).unwrap().counts();
    assert_eq!((counts.too_old, counts.inserted), (1, 0), "{counts:?}");
}

#[test]
fn who_is_frozen_or_stands_is_shown_so() {
    let params = receiving(Model::Dr1);
    let all = packets(SenderKind::SharedModel, Model::Dr1);
    let mut sources = Vec::new();
    for now in [90 * TICK, 225 * TICK] {
        let came: Vec<&Vec<u8>> = all.iter().filter(|(at, _)| *at <= now).map(|(_, p)| p).collect();
        sources.push(play(&params, &came).view(PLAYER).unwrap().source);
    }
    assert_eq!(sources, [Source::Stopped, Source::Frozen]);
}

#[test]
fn states_that_come_twice_or_lie_in_the_future_change_nothing() {
    let mut ghosts = Ghosts::new(&receiving(Model::Dr1)).unwrap();
    ghosts.set_clock(PEER, 0, 0).unwrap();
    let at = |time: Nanos| PlayerState {
        time: Some(time),
        ..PlayerState::at(DVec3::X * time as f64 * 5e-9, DVec3::X * 5.0)
    };
    let now = 10 * SECOND;
    for time in [now - 100 * MS, now - 50 * MS] {
        ghosts.observe(PEER, PLAYER, &at(time), now).unwrap();
    }
    ghosts.draw(now, None, None).unwrap();
    let hash = ghosts.predictor().state_hash();
    // Once more; far in the future; in the near future.
    for time in [now - 50 * MS, now + 100 * SECOND, now + 500 * MS] {
        ghosts.observe(PEER, PLAYER, &at(time), now).unwrap();
    }
    ghosts.draw(now + TICK, None, None).unwrap();
    assert_eq!(ghosts.predictor().state_hash(), hash);
    let counts = *ghosts.peer_stats(PEER).unwrap().counts();
    assert_eq!((counts.applied, counts.duplicates, counts.refused, counts.held), (2, 1, 1, 1), "{counts:?}");
    ghosts.draw(now + SECOND, None, None).unwrap();
    assert_ne!(ghosts.predictor().state_hash(), hash, "what was held is taken in at its time");
    assert_eq!(ghosts.peer_stats(PEER).unwrap().counts().applied, 3);
}

#[test]
fn who_rides_on_a_base_that_nobody_told_of_waits_for_it() {
    let mut ghosts = Ghosts::new(&receiving(Model::Dr1)).unwrap();
    let state = PlayerState { base: Some(3), ..PlayerState::at(DVec3::ZERO, DVec3::ZERO) };
    ghosts.observe(PEER, PLAYER, &state, SECOND).unwrap();
    ghosts.draw(SECOND, None, None).unwrap();
    assert_eq!(ghosts.peer_stats(PEER).unwrap().counts().no_base, 1);
    assert!(ghosts.view(PLAYER).is_err());
    assert!(ghosts.take_warnings().iter().any(|warning| warning.text.contains("set_base")));
}

/// The last seconds of somebody who turns, each state with its date.
fn dated_states() -> Vec<PlayerState> {
    let state = |i: i64| {
        let (sin, cos) = (i as f64 * 0.1).sin_cos();
        let place = DVec3::new(6.0 * cos, 0.0, 6.0 * sin);
        let velocity = DVec3::new(-6.0 * sin, 0.0, 6.0 * cos);
        PlayerState { time: Some(5 * SECOND + i * 100 * MS), ..PlayerState::at(place, velocity) }
    };
    (0..40).map(state).collect()
}

#[test]
fn dated_states_that_overtake_each_other_make_the_state_of_those_in_order() {
    for model in [Model::Dr1, Model::Damped] {
        let params = receiving(model);
        let told = |order: &[usize]| {
            let states = dated_states();
            let mut ghosts = Ghosts::new(&params).unwrap();
            ghosts.set_clock(PEER, 0, 0).unwrap();
            for (i, place) in order.iter().enumerate() {
                ghosts.observe(PEER, PLAYER, &states[*place], 10 * SECOND + i as i64 * MS).unwrap();
            }
            ghosts.draw(11 * SECOND, None, None).unwrap();
            ghosts
        };
        let in_order: Vec<usize> = (0..40).collect();
        let mut random = Random(11);
        for round in 0..20 {
            // Up to six others overtake a state, and some come twice.
            let mut order: Vec<(i64, usize)> = (0..40).map(|i| (i as i64 * 10 + random.below(60) as i64, i)).collect();
            order.extend((0..5).map(|i| (400 + i, 33 + i as usize)));
            order.sort_unstable();
            let order: Vec<usize> = order.into_iter().map(|(_, i)| i).collect();
            let (mixed, straight) = (told(&order), told(&in_order));
            let entity = |ghosts: &Ghosts| ghosts.predict(PLAYER, LevelContext::default(), 0).unwrap().position;
            let off = (entity(&mixed) - entity(&straight)).length();
            assert!(off < 1e-9, "{model:?}, round {round}: {off}");
            let counts = *mixed.peer_stats(PEER).unwrap().counts();
            assert_eq!((counts.applied + counts.inserted + counts.kept, counts.duplicates), (40, 5), "{counts:?}");
            let stats = mixed.player_stats(PLAYER).unwrap().updates;
            assert_eq!((stats.lost, stats.recent_loss), (0, 0.0));
        }
    }
}

#[test]
fn velocities_of_late_states_come_from_the_states_around_them() {
    let mut ghosts = Ghosts::new(&receiving(Model::Dr1)).unwrap();
    ghosts.set_clock(PEER, 0, 0).unwrap();
    let at = |time: Nanos| PlayerState {
        time: Some(time),
        velocity: None,
        ..PlayerState::at(DVec3::X * time as f64 * 5e-9, DVec3::ZERO)
    };
    let now = 10 * SECOND;
    for (i, ago) in [300, 100, 200, 400, 50].into_iter().enumerate() {
        let arrival = now + i as i64 * TICK;
        ghosts.observe(PEER, PLAYER, &at(now - ago * MS), arrival).unwrap();
        ghosts.draw(arrival, None, None).unwrap();
        let expected = DVec3::X * arrival as f64 * 5e-9;
        if i > 0 {
            let predicted = ghosts.view(PLAYER).unwrap().predicted.position;
            assert!((predicted - expected).length() < 0.01, "{ago}: {predicted} against {expected}");
        }
    }
}
