mod properties;

use super::*;
use crate::base::math::DQuat;
use crate::base::time::SECOND;
use crate::net::simulator::{NetworkParams, Simulator};
use crate::net::update::Sequence;
use crate::predict::{EntityProfile, LevelContext, Model};

const MS: Nanos = 1_000_000;

fn profile(model: Model) -> EntityProfile {
    EntityProfile { model, shared_only: true, leaves_trail: false, ..EntityProfile::default() }
}

/// A receiver with one entity, number 7, that minds no time stamps.
fn receiver_of(model: Model, params: ReceiverParams) -> (Predictor, Receiver) {
    let (mut predictor, mut receiver) = (Predictor::new(4), Receiver::new(&params).unwrap());
    let id = predictor.add_entity(&profile(model)).unwrap();
    receiver.add(7, id).unwrap();
    (predictor, receiver)
}

fn lenient() -> ReceiverParams {
    ReceiverParams { tolerance: 3600 * SECOND, ..ReceiverParams::default() }
}

/// Update number `n` of somebody who walks in curves, 20 a second.
fn walk(n: u16) -> Update {
    let t = f64::from(n) * 0.05;
    Update {
        sequence: Sequence(n.wrapping_add(65_530)),
        velocity: DVec3::new(4.0, 0.0, 2.0 * libm::cos(t)),
        orientation: Some(DQuat::from_rotation_y(t)),
        ..Update::at(7, Nanos::from(n) * 50 * MS, DVec3::new(4.0 * t, 0.0, 2.0 * libm::sin(t)))
    }
}

fn take(receiver: &mut Receiver, predictor: &mut Predictor, update: &Update, arrival: Nanos) -> Verdict {
    receiver.receive(predictor, update, arrival, ObserveContext::default()).unwrap()
}

fn feed(receiver: &mut Receiver, predictor: &mut Predictor, updates: &[Update]) -> Vec<Verdict> {
    updates.iter().map(|update| take(receiver, predictor, update, update.time)).collect()
}

#[test]
fn each_kind_of_arrival_gets_its_verdict() {
    let (mut predictor, mut receiver) = receiver_of(Model::Dr1, lenient());
    let mut say = |n: u16| feed(&mut receiver, &mut predictor, &[walk(n)])[0];
    use Verdict::*;
    assert_eq!(
        [say(10), say(12), say(11), say(11), say(9), say(12)],
        [Applied, Applied, Inserted, Duplicate, Inserted, Duplicate]
    );
    (13..80).for_each(|n| assert_eq!(say(n), Applied));
    assert_eq!((say(20), say(1), say(90), say(80)), (Duplicate, TooOld, Applied, Inserted));
    let stats = receiver.entity_stats(7).unwrap();
    assert_eq!((stats.counts.received, stats.counts.applied, stats.counts.inserted), (77, 70, 3));
    assert_eq!((stats.lost, stats.counts.duplicates, stats.counts.too_old), (9, 3, 1));
    assert_eq!(receiver.link_stats().counts, stats.counts);
    assert_eq!(receiver.link_stats().loss, 9.0 / 82.0);
    let stranger = Update { entity: 8, ..walk(0) };
    assert_eq!(take(&mut receiver, &mut predictor, &stranger, 0), Unknown);
    let mut backwards = walk(91);
    backwards.time -= 10 * SECOND;
    assert_eq!(take(&mut receiver, &mut predictor, &backwards, 0), Backwards);
}

#[test]
fn an_update_later_than_the_depth_is_kept_for_interpolation_only() {
    let (mut predictor, mut receiver) = receiver_of(Model::Dr2, lenient());
    let numbers: Vec<u16> = (0..60).filter(|n| *n != 40).collect();
    feed(&mut receiver, &mut predictor, &numbers.iter().map(|n| walk(*n)).collect::<Vec<_>>());
    let before = predictor.state_hash();
    assert_eq!(feed(&mut receiver, &mut predictor, &[walk(40)]), [Verdict::Kept]);
    assert_eq!(predictor.state_hash(), before);
    let met = receiver.interpolate_at(&predictor, LevelContext::default(), 7, walk(40).time, None).unwrap();
    assert_eq!((met.prediction.position, met.source), (walk(40).position, Source::Interpolated));
}

#[test]
fn whoever_learns_with_others_is_not_taken_back() {
    let (mut predictor, mut receiver) = receiver_of(Model::Auto, lenient());
    let id = receiver.entity(7).unwrap();
    predictor.set_profile(id, &EntityProfile { model: Model::Auto, ..EntityProfile::default() }).unwrap();
    feed(&mut receiver, &mut predictor, &[walk(0), walk(1), walk(3)]);
    let before = predictor.state_hash();
    assert_eq!(feed(&mut receiver, &mut predictor, &[walk(2)]), [Verdict::Kept]);
    assert_eq!(predictor.state_hash(), before);
    // Once it is on its own again, late updates count again, but only from there on.
    predictor.set_profile(id, &profile(Model::Dr1)).unwrap();
    assert_eq!(
        feed(&mut receiver, &mut predictor, &[walk(6), walk(5), walk(4)]),
        [Verdict::Applied, Verdict::Inserted, Verdict::Inserted]
    );
}

#[test]
fn leaving_and_entering() {
    let (mut predictor, mut receiver) = receiver_of(Model::Dr1, lenient());
    let with = |n: u16, flags: Flags| Update { flags, ..walk(n) };
    feed(&mut receiver, &mut predictor, &[with(0, Flags::ENTER), walk(1)]);
    let show = |receiver: &Receiver, predictor: &Predictor| {
        receiver.predict_at(predictor, LevelContext::default(), 7, 10 * SECOND, None)
    };
    assert!(show(&receiver, &predictor).is_ok());
    feed(&mut receiver, &mut predictor, &[with(4, Flags::LEAVE)]);
    assert!(show(&receiver, &predictor).unwrap_err().message.contains("left"));
    assert_eq!(feed(&mut receiver, &mut predictor, &[walk(3)]), [Verdict::Stale]);
    assert_eq!(receiver.playback(7).unwrap().presence, Presence::Gone);
    // The entering update is late; the one after it brings the entity back already.
    assert_eq!(
        feed(&mut receiver, &mut predictor, &[walk(7), with(6, Flags::ENTER)]),
        [Verdict::Applied, Verdict::Inserted]
    );
    assert!(show(&receiver, &predictor).is_ok());
    // Numbers that begin anew with a new life are not old ones.
    feed(&mut receiver, &mut predictor, &[with(8, Flags::LEAVE)]);
    let mut anew = with(100, Flags::ENTER);
    anew.sequence = Sequence(65_000);
    let mut next = walk(101);
    next.sequence = Sequence(65_001);
    assert_eq!(feed(&mut receiver, &mut predictor, &[anew, next]), [Verdict::Applied; 2]);
    assert_eq!(receiver.playback(7).unwrap().presence, Presence::Present);
}

#[test]
fn stopped_and_frozen_entities_stay_where_they_are() {
    for (flag, source) in [(Flags::STOP, Source::Stopped), (Flags::FROZEN, Source::Frozen)] {
        let (mut predictor, mut receiver) = receiver_of(Model::Dr2, lenient());
        let held = Update { flags: flag, ..walk(2) };
        feed(&mut receiver, &mut predictor, &[walk(0), walk(1), held]);
        let shown = receiver.predict_at(&predictor, LevelContext::default(), 7, 5 * SECOND, None).unwrap();
        assert_eq!((shown.prediction.position, shown.prediction.velocity), (held.position, DVec3::ZERO));
        assert_eq!((shown.source, shown.age), (source, 4.9));
        feed(&mut receiver, &mut predictor, &[walk(3)]);
        let shown = receiver.predict_at(&predictor, LevelContext::default(), 7, 5 * SECOND, None).unwrap();
        assert!(shown.source == Source::Predicted && shown.prediction.position.distance(walk(3).position) > 1.0);
    }
}

#[test]
fn beyond_the_horizon_motion_fades_to_rest() {
    let params = ReceiverParams { horizon: SECOND, fade: 2 * SECOND, ..lenient() };
    let (mut predictor, mut receiver) = receiver_of(Model::Dr1, params);
    let first = Update { velocity: DVec3::X * 3.0, ..Update::at(7, 0, DVec3::ZERO) };
    feed(&mut receiver, &mut predictor, &[first]);
    let mut last = -1.0;
    for i in 0..=40 {
        let t = f64::from(i) / 8.0;
        let shown = receiver.predict_at(&predictor, LevelContext::default(), 7, (t * 1e9) as Nanos, None).unwrap();
        // 3 m/s for a second, then evenly slower over two.
        let s = (t - 1.0).clamp(0.0, 2.0);
        let (x, v) = (3.0 * (t.min(1.0) + s - s * s / 4.0), if t <= 1.0 { 3.0 } else { 3.0 * (1.0 - s / 2.0) });
        let p = shown.prediction;
        assert!((p.position.x - x).abs() < 1e-6 && (p.velocity.x - v).abs() < 1e-6, "{t}: {p:?} {x} {v}");
        assert!(p.position.x >= last);
        last = p.position.x;
        let source = if t <= 1.0 { Source::Predicted } else { [Source::Fading, Source::Silent][usize::from(t >= 3.0)] };
        assert_eq!(shown.source, source);
    }
    let params = ReceiverParams { horizon: SECOND, fade: 0, ..lenient() };
    let (mut predictor, mut receiver) = receiver_of(Model::Dr1, params);
    feed(&mut receiver, &mut predictor, &[first]);
    let shown = receiver.predict_at(&predictor, LevelContext::default(), 7, SECOND + 1, None).unwrap();
    assert_eq!((shown.prediction.position, shown.prediction.velocity), (DVec3::X * 3.0, DVec3::ZERO));
}

#[test]
fn updates_from_the_future_wait_for_their_time() {
    let params =
        ReceiverParams { tolerance: 100 * MS, longest_wait: SECOND, max_early: 1, ..ReceiverParams::default() };
    let (mut predictor, mut receiver) = receiver_of(Model::Dr1, params);
    let arrival = |n: u16| walk(n).time + 30 * MS;
    // Only who knows the clock can say what is from its future.
    receiver.set_clock(-30 * MS).unwrap();
    for n in 0..20 {
        take(&mut receiver, &mut predictor, &walk(n), arrival(n));
    }
    assert_eq!(take(&mut receiver, &mut predictor, &walk(60), arrival(21)), Verdict::Refused, "39 updates ahead");
    assert_eq!(take(&mut receiver, &mut predictor, &walk(30), arrival(21)), Verdict::Early);
    assert_eq!(take(&mut receiver, &mut predictor, &walk(30), arrival(21)), Verdict::Duplicate);
    assert_eq!(take(&mut receiver, &mut predictor, &walk(31), arrival(21)), Verdict::Refused, "no room");
    assert_eq!(take(&mut receiver, &mut predictor, &walk(23), arrival(23)), Verdict::Applied);
    assert_eq!(receiver.playback(7).unwrap().time, walk(23).time);
    receiver.advance(&mut predictor, arrival(27), ObserveContext::default()).unwrap();
    assert_eq!(receiver.playback(7).unwrap().time, walk(23).time);
    receiver.advance(&mut predictor, arrival(28), ObserveContext::default()).unwrap();
    assert_eq!(receiver.playback(7).unwrap().time, walk(30).time);
    assert_eq!(take(&mut receiver, &mut predictor, &walk(29), arrival(29)), Verdict::Inserted);
    let counts = receiver.link_stats().counts;
    assert_eq!((counts.held, counts.refused, counts.inserted), (1, 2, 1));
}

#[test]
fn a_clock_that_was_set_forward_is_believed_at_once_by_arrivals_and_the_second_time_against_an_answer() {
    for answered in [false, true] {
        let (mut predictor, mut receiver) = receiver_of(Model::Dr1, ReceiverParams::default());
        if answered {
            let trip = RoundTrip {
                request_sent: 0,
                request_received: 30 * MS,
                answer_sent: 30 * MS,
                answer_received: 60 * MS,
            };
            receiver.answer_arrived(&trip).unwrap();
        }
        for n in 0..50u16 {
            let mut update = walk(n);
            if n >= 20 {
                update.time += 3600 * SECOND;
            }
            let arrival = walk(n).time + 30 * MS;
            let verdict = take(&mut receiver, &mut predictor, &update, arrival);
            let expected = if answered && n == 20 { Verdict::Refused } else { Verdict::Applied };
            assert_eq!(verdict, expected, "{n}, answered: {answered}");
            receiver.advance(&mut predictor, arrival, ObserveContext::default()).unwrap();
            // The way is as long as before.
            let behind = if answered { -30 * MS } else { 0 };
            if expected == Verdict::Applied {
                let shown = receiver.prediction_time().unwrap();
                assert!((update.time - behind - shown).abs() <= MS, "{n}, answered: {answered}");
            }
        }
        assert_eq!(receiver.link_stats().resynchronised, 1);
    }
}

#[test]
fn hostile_values_are_refused_and_change_nothing() {
    let (mut predictor, mut receiver) = receiver_of(Model::Dr2, lenient());
    feed(&mut receiver, &mut predictor, &[walk(0), walk(1)]);
    let before = (receiver.state_hash(), predictor.state_hash());
    type Spoil = fn(&mut Update, f64);
    let spoilers: [Spoil; 5] = [
        |u, x| u.position.x = x,
        |u, x| u.velocity.y = x,
        |u, x| u.acceleration = Some(DVec3::splat(x)),
        |u, x| u.orientation = Some(DQuat::from_xyzw(x, 0.0, 0.0, 1.0)),
        |u, x| u.angular_velocity = Some(DVec3::splat(x)),
    ];
    for spoil in spoilers {
        for bad in [f64::NAN, f64::INFINITY, -1e300] {
            let mut update = walk(2);
            spoil(&mut update, bad);
            assert!(receiver.receive(&mut predictor, &update, 0, ObserveContext::default()).is_err());
        }
    }
    for time in [i64::MIN, i64::MAX] {
        let update = Update { time, ..walk(2) };
        assert!(receiver.receive(&mut predictor, &update, 0, ObserveContext::default()).is_err());
        assert!(receiver.receive(&mut predictor, &walk(2), time, ObserveContext::default()).is_err());
        receiver.predict_at(&predictor, LevelContext::default(), 7, time, None).unwrap();
        receiver.interpolate_at(&predictor, LevelContext::default(), 7, time, None).unwrap();
    }
    assert_eq!((receiver.state_hash(), predictor.state_hash()), before);
    receiver.advance(&mut predictor, i64::MAX, ObserveContext::default()).unwrap();
    receiver.advance(&mut predictor, i64::MIN, ObserveContext::default()).unwrap();
    predictor.remove_entity(receiver.entity(7).unwrap()).unwrap();
    assert!(receiver.receive(&mut predictor, &walk(2), 0, ObserveContext::default()).is_err());
    assert!(receiver.predict_at(&predictor, LevelContext::default(), 7, 0, None).is_err());
}

#[test]
fn entities_come_and_go_within_the_budget() {
    let params = ReceiverParams { max_entities: 2, ..lenient() };
    let (mut predictor, mut receiver) = receiver_of(Model::Dr1, params);
    let other = predictor.add_entity(&profile(Model::Dr1)).unwrap();
    assert!(receiver.add(7, other).is_err());
    receiver.add(3, other).unwrap();
    assert!(receiver.add(4, other).is_err());
    assert_eq!(receiver.entities().collect::<Vec<_>>(), [3, 7]);
    feed(&mut receiver, &mut predictor, &[walk(0), walk(2)]);
    let first = receiver.entity(7).unwrap();
    assert_eq!(receiver.remove(7).unwrap(), first);
    assert!(receiver.remove(7).is_err() && receiver.entity_stats(7).is_err() && receiver.playback(7).is_err());
    assert_eq!((receiver.entity(3), receiver.link_stats().lost), (Some(other), 1));
    receiver.add(1, first).unwrap();
    assert_eq!((receiver.entity(1), receiver.entity(3)), (Some(first), Some(other)));
}

#[test]
fn a_moved_origin_moves_everything_that_is_kept() {
    let shift = DVec3::new(64.0, 8.0, -32.0);
    let (mut predictor, mut receiver) = receiver_of(Model::Dr2, lenient());
    feed(&mut receiver, &mut predictor, &[walk(0), walk(1), walk(3)]);
    let (mut moved, mut there) = (predictor.clone(), receiver.clone());
    moved.rebase(shift).unwrap();
    there.rebase(shift).unwrap();
    feed(&mut receiver, &mut predictor, &[walk(2)]);
    feed(&mut there, &mut moved, &[Update { position: walk(2).position - shift, ..walk(2) }]);
    let show =
        |r: &Receiver, p: &Predictor| r.predict_at(p, LevelContext::default(), 7, SECOND, None).unwrap().prediction;
    let apart = show(&receiver, &predictor).position - shift - show(&there, &moved).position;
    assert!(apart.length() < 1e-9, "{apart}");
    assert!(there.rebase(DVec3::NAN).is_err());
}

/// Sends on a threshold over a network and tells the worst distance to the truth just after each update that came through, when
/// `dropped` and every packet the network loses are missing.
fn heal(dropped: Option<u16>, network: &NetworkParams) -> (f64, usize) {
    const THRESHOLD: f64 = 0.2;
    let truth = |t: f64| DVec3::new(5.0 * t, 0.0, 3.0 * libm::sin(1.3 * t));
    let (mut shadow, mut sent) = receiver_of(Model::Dr1, lenient());
    let (mut predictor, mut receiver) = receiver_of(Model::Dr1, lenient());
    let mut network = Simulator::new(network, 3, 64).unwrap();
    let (mut number, mut worst, mut came) = (0u16, 0.0f64, 0);
    for tick in 0..1200 {
        let (time, t) = (tick * 50 * MS / 3, tick as f64 / 60.0);
        let guess = sent.predict_at(&shadow, LevelContext::default(), 7, time, None);
        if guess.is_err() || guess.unwrap().prediction.position.distance(truth(t)) > THRESHOLD {
            let velocity = (truth(t + 1e-4) - truth(t - 1e-4)) / 2e-4;
            let update = Update { sequence: Sequence(number), velocity, ..Update::at(7, time, truth(t)) };
            feed(&mut sent, &mut shadow, &[update]);
            if Some(number) != dropped {
                network.send(time, 50, update);
            }
            number += 1;
        }
        while let Some(delivery) = network.receive(time) {
            let verdict = take(&mut receiver, &mut predictor, &delivery.payload, delivery.arrived);
            if verdict != Verdict::Applied {
                continue;
            }
            came += 1;
            let at = delivery.payload.time;
            let shown = receiver.predict_at(&predictor, LevelContext::default(), 7, at, None).unwrap();
            worst = worst.max(shown.prediction.position.distance(truth(at as f64 * 1e-9)));
        }
    }
    (worst - THRESHOLD, came)
}

#[test]
fn whatever_is_lost_the_next_update_heals() {
    let clean = NetworkParams { latency: 0, jitter: 0, loss: 0.0, ..NetworkParams::default() };
    let (_, all) = heal(None, &clean);
    assert!(all > 40, "{all}");
    for dropped in 0..all as u16 {
        let (beyond, came) = heal(Some(dropped), &clean);
        assert!(beyond < 0.0 && came == all - 1, "{dropped}: {beyond}");
    }
    let bad = NetworkParams { latency: 100 * MS, jitter: 30 * MS, loss: 0.2, ..NetworkParams::default() };
    let (beyond, came) = heal(None, &bad);
    assert!(beyond < 0.0 && came < all, "{beyond}");
}

#[test]
fn the_interpolated_past_is_smooth_under_jitter_and_loss() {
    let network = NetworkParams { latency: 80 * MS, jitter: 25 * MS, loss: 0.05, ..NetworkParams::default() };
    let mut network = Simulator::new(&network, 11, 64).unwrap();
    let (mut predictor, mut receiver) = receiver_of(Model::Dr1, ReceiverParams::default());
    let truth = |t: f64| DVec3::new(4.0 * t, 0.0, 2.0 * libm::sin(t));
    let (mut last, mut worst, mut past, mut frames) = (None, 0.0f64, 0, 0);
    for frame in 0..60 * 40 {
        let now = frame * 50 * MS / 3;
        if frame % 3 == 0 {
            network.send(now, 60, walk((frame / 3) as u16));
        }
        while let Some(d) = network.receive(now) {
            take(&mut receiver, &mut predictor, &d.payload, d.arrived + 7 * SECOND);
        }
        receiver.advance(&mut predictor, now + 7 * SECOND, ObserveContext::default()).unwrap();
        let Some(time) = receiver.interpolation_time() else { continue };
        if let Some(before) = last {
            let step = (time - before) as f64 / (50.0 * MS as f64 / 3.0);
            // A buffer that is still being filled may make time stand.
            let most = if receiver.is_filling() { 1.0 } else { 0.05 };
            assert!((step - 1.0).abs() < most + 0.001, "time ran at {step}");
        }
        last = Some(time);
        if frame > 300 {
            let shown = receiver.interpolate(&predictor, LevelContext::default(), 7, None).unwrap();
            worst = worst.max(shown.prediction.position.distance(truth(time as f64 * 1e-9)));
            frames += 1;
            past += usize::from(shown.source == Source::Interpolated);
        }
    }
    let stats = receiver.link_stats();
    assert!(worst < 0.05, "{worst} m from where it was");
    assert!(past * 100 > frames * 95, "{past} of {frames} frames");
    // 1.5 gaps of 50 ms (a little more with losses) and up to 50 ms of lateness. Within 15 ms of what is wanted time follows so
    // slowly that nobody sees it.
    assert!(
        (90 * MS..160 * MS).contains(&stats.delay) && (stats.delay - stats.wanted_delay).abs() < 20 * MS,
        "{stats:?}"
    );
    assert!((0.02..0.09).contains(&stats.loss) && stats.jumps == 0 && stats.jitter > 5 * MS, "{stats:?}");
}
