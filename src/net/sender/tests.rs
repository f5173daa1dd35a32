//! Decisions on one entity, by hand.

use super::*;
use crate::base::math::{DQuat, DVec3};
use crate::base::time::SECOND;
use crate::net::Flags;
use crate::predict::{Model, Obstacle};

const MS: Nanos = SECOND / 1000;
const TICK: Nanos = 20 * MS;

fn sender(params: &SenderParams, connection: &ConnectionParams) -> (Sender, ConnectionId) {
    let capacity = SenderCapacity { entities: 4, connections: 2, in_flight: 4 };
    let mut sender = Sender::new(&CodecParams::default(), &capacity).unwrap();
    sender.add_entity(7, params, None).unwrap();
    let id = sender.connect(connection).unwrap();
    (sender, id)
}

fn only_position(position: f64) -> SenderParams {
    SenderParams {
        kind: SenderKind::SharedModel,
        position,
        orientation: f64::INFINITY,
        heartbeat: Nanos::MAX,
        stop_speed: 0.0,
        ..SenderParams::default()
    }
}

fn step(sender: &mut Sender, id: ConnectionId, truth: &Truth) -> Option<Outgoing> {
    sender.submit(7, truth).unwrap();
    sender.poll(id, 7, truth.time, &mut SendContext::default()).unwrap()
}

fn x(metres: f64) -> DVec3 {
    DVec3::new(metres, 0.0, 0.0)
}

fn acknowledged() -> ConnectionParams {
    ConnectionParams { delivery: Delivery::Acknowledged, ..ConnectionParams::default() }
}

#[test]
fn an_update_is_sent_when_the_line_is_left_and_not_before() {
    let (mut sender, id) = sender(&only_position(0.5), &ConnectionParams::default());
    let first = step(&mut sender, id, &Truth::at(0, x(0.0), x(2.0))).unwrap();
    assert_eq!((first.reason, first.update.flags), (Reason::Enter, Flags::ENTER));
    // It stands still from now on: the line is 2 m/s · t ahead, so 0.5 m are exceeded after 250 ms.
    let sent: Vec<_> = (1..=20)
        .filter_map(|i| step(&mut sender, id, &Truth::at(i * TICK, x(0.0), x(0.0))).map(|sent| (i, sent)))
        .collect();
    assert_eq!(sent.len(), 1);
    let (tick, second) = sent[0];
    assert_eq!((tick, second.reason, second.update.sequence), (13, Reason::Position, Sequence(1)));
    assert_eq!((second.update.time, second.update.velocity), (13 * TICK, DVec3::ZERO));
}

#[test]
fn small_errors_count_by_the_time_they_last() {
    let params = SenderParams { time_space: 0.05, ..only_position(0.5) };
    let (mut sender, id) = sender(&params, &ConnectionParams::default());
    step(&mut sender, id, &Truth::at(0, x(0.0), x(0.0)));
    // 0.2 m beside it: 0.2 · 0.02 m·s per tick, above 0.05 after the thirteenth.
    let reasons: Vec<_> = (1..=26)
        .filter_map(|i| step(&mut sender, id, &Truth::at(i * TICK, x(0.2), x(0.0))).map(|sent| (i, sent.reason)))
        .collect();
    assert_eq!(reasons, [(13, Reason::TimeSpace)], "and its update starts the sum anew");
}

/// Ticks and reasons of what is sent about `truth`, which is told in ticks 0 to 20.
fn reasons(params: &SenderParams, truth: impl Fn(i64) -> Truth) -> Vec<(i64, Reason)> {
    let (mut sender, id) = sender(params, &ConnectionParams::default());
    (0..=20).filter_map(|i| step(&mut sender, id, &truth(i)).map(|sent| (i, sent.reason))).collect()
}

#[test]
fn turning_counts_by_the_angle_between_quaternions() {
    let degree = core::f64::consts::PI / 180.0;
    let params = SenderParams { orientation: 10.0 * degree, ..only_position(0.5) };
    for axis in [DVec3::Y, DVec3::X, DVec3::ONE.normalize()] {
        // 3° per tick: 12° in the fourth; a quaternion and its negative are one rotation.
        let turned =
            |i: i64| DQuat::from_axis_angle(axis, 3.0 * degree * i as f64) * if i % 2 == 0 { 1.0 } else { -1.0 };
        let truth = |i: i64| Truth { orientation: Some(turned(i)), ..Truth::at(i * TICK, x(0.0), x(0.0)) };
        let told: Vec<_> = [0, 4, 8, 12, 16, 20].map(|i| (i, Reason::Orientation)).into();
        assert_eq!(reasons(&params, truth)[1..], told[1..], "{axis}");
        assert_eq!(reasons(&only_position(0.5), truth).len(), 1, "off");
    }
}

#[test]
fn changes_of_speed_direction_and_acceleration_count_since_the_last_update() {
    let degree = core::f64::consts::PI / 180.0;
    // The way itself is that of a line, so that the position never breaks its threshold.
    let moving = |i: i64, velocity: DVec3| Truth::at(i * TICK, x(0.02 * i as f64), velocity);
    let faster = |i: i64| moving(i, x(1.0 + 0.1 * i as f64));
    let params = SenderParams { speed: 0.75, ..only_position(5.0) };
    assert_eq!(reasons(&params, faster)[1..], [(8, Reason::Speed), (16, Reason::Speed)]);
    let turning = |i: i64| {
        let angle = 4.0 * degree * i as f64;
        moving(i, DVec3::new(libm::cos(angle), 0.0, libm::sin(angle)))
    };
    let params = SenderParams { direction: 30.0 * degree, ..only_position(5.0) };
    assert_eq!(reasons(&params, turning)[1..], [(8, Reason::Direction), (16, Reason::Direction)]);
    assert_eq!(reasons(&params, faster).len(), 1, "the direction is the same");
    let pushed = |i: i64| Truth { acceleration: Some(x(0.5 * i as f64)), ..moving(i, x(1.0)) };
    let params = SenderParams { acceleration: 3.75, ..only_position(5.0) };
    assert_eq!(reasons(&params, pushed)[1..], [(8, Reason::Acceleration), (16, Reason::Acceleration)]);
    assert_eq!(reasons(&only_position(5.0), pushed).len(), 1, "off");
}

#[test]
fn heartbeats_and_gaps_bound_the_rate_on_both_sides() {
    let params = SenderParams { heartbeat: 100 * MS, ..only_position(0.5) };
    let (mut quiet, id) = sender(&params, &ConnectionParams::default());
    let sent: Vec<_> = (0..=15).filter_map(|i| step(&mut quiet, id, &Truth::at(i * TICK, x(0.0), x(0.0)))).collect();
    assert_eq!(sent.iter().map(|s| s.update.time / TICK).collect::<Vec<_>>(), [0, 5, 10, 15]);
    assert_eq!((sent[1].reason, sent[1].update.flags), (Reason::Heartbeat, Flags::HEARTBEAT));

    let params = SenderParams { min_gap: 100 * MS, stop_speed: 0.1, ..only_position(0.5) };
    let (mut wild, id) = sender(&params, &ConnectionParams::default());
    let at = |i: i64| Truth::at(i * TICK, x((i % 2) as f64 * 3.0), x(1.0));
    let sent: Vec<_> = (0..=12).filter_map(|i| step(&mut wild, id, &at(i))).collect();
    assert_eq!(sent.iter().map(|s| s.update.time / TICK).collect::<Vec<_>>(), [0, 5, 10]);
    let urgent = [
        (Truth { teleported: true, ..at(13) }, Reason::Teleport, Flags::TELEPORT),
        (Truth { velocity: x(0.01), ..at(14) }, Reason::Stop, Flags::STOP),
        (Truth { frozen: true, ..at(15) }, Reason::Freeze, Flags::FROZEN),
    ];
    for (truth, reason, flags) in urgent {
        let sent = step(&mut wild, id, &truth).unwrap();
        assert_eq!((sent.reason, sent.update.flags), (reason, flags));
    }
    assert_eq!(step(&mut wild, id, &Truth { frozen: true, ..at(16) }), None, "held far away, but the gap is short");
}

#[test]
fn an_update_on_its_way_is_not_sent_again_before_it_is_late() {
    let (mut sender, id) = sender(&only_position(0.5), &acknowledged());
    let first = step(&mut sender, id, &Truth::at(0, x(0.0), x(0.0))).unwrap();
    assert!(sender.acknowledge_update(id, 7, first.update.sequence, 80 * MS).unwrap());
    assert_eq!(sender.round_trip(id).unwrap(), Some(80 * MS));
    // It jumps by a metre. (80 + 4 · 40) ms · 1.25 = 300 ms.
    let jumped = step(&mut sender, id, &Truth::at(100 * MS, x(1.0), x(0.0))).unwrap();
    assert_eq!((jumped.reason, jumped.baseline.unwrap().sequence), (Reason::Position, Sequence(0)));
    for i in 6..=20 {
        assert_eq!(step(&mut sender, id, &Truth::at(i * TICK, x(1.1), x(0.0))), None, "tick {i}");
    }
    let again = step(&mut sender, id, &Truth::at(21 * TICK, x(1.1), x(0.0))).unwrap();
    assert_eq!((again.reason, again.update.sequence), (Reason::Lost, Sequence(2)));
    assert!((again.update.position - x(1.1)).length() < 0.01, "the truth of now, not of then");
    // What counts is what the receiver surely has: it is back where that was.
    assert_eq!(step(&mut sender, id, &Truth::at(600 * MS, x(0.0), x(0.0))).unwrap().reason, Reason::Position);
    assert!(!sender.acknowledge_update(id, 7, Sequence(9), 600 * MS).unwrap());
    assert_eq!(step(&mut sender, id, &Truth::at(1000 * MS, x(0.0), x(0.0))), None, "lost, but not needed any more");
}

#[test]
fn teleports_entries_and_leaves_are_told_until_they_are_known() {
    let (mut sender, id) = sender(&only_position(0.5), &acknowledged());
    let flags = |sender: &mut Sender, truth: &Truth| step(sender, id, truth).map(|sent| sent.update.flags);
    assert_eq!(flags(&mut sender, &Truth::at(0, x(0.0), x(0.0))), Some(Flags::ENTER));
    assert_eq!(flags(&mut sender, &Truth::at(SECOND, x(0.0), x(0.0))), Some(Flags::ENTER), "not acknowledged");
    sender.acknowledge_update(id, 7, Sequence(1), SECOND + 40 * MS).unwrap();
    let there = Truth { teleported: true, ..Truth::at(2 * SECOND, x(0.1), x(0.0)) };
    assert_eq!(flags(&mut sender, &there), Some(Flags::TELEPORT), "however near");
    assert_eq!(flags(&mut sender, &Truth::at(2 * SECOND + TICK, x(0.1), x(0.0))), None, "on its way");
    assert_eq!(flags(&mut sender, &Truth::at(2 * SECOND + 2 * TICK, x(1.0), x(0.0))), Some(Flags::TELEPORT));
    assert_eq!(flags(&mut sender, &Truth::at(3 * SECOND, x(0.0), x(0.0))), Some(Flags::TELEPORT), "lost");
    sender.acknowledge_update(id, 7, Sequence(4), 3 * SECOND + 40 * MS).unwrap();
    assert_eq!(flags(&mut sender, &Truth::at(4 * SECOND, x(9.0), x(0.0))), Some(Flags::NONE));
    sender.remove_entity(7).unwrap();
    for i in 5..8 {
        // Nobody tells anything about it any more.
        let left = sender.poll(id, 7, i * SECOND, &mut SendContext::default()).unwrap();
        assert_eq!(left.map(|sent| sent.update.flags), Some(Flags::LEAVE), "second {i}");
    }
    let mut again = sender.clone();
    sender.acknowledge_update(id, 7, Sequence(8), 7 * SECOND + 40 * MS).unwrap();
    assert_eq!(sender.entities().count(), 0);
    sender.add_entity(7, &only_position(0.5), None).unwrap();

    // Nobody has confirmed yet that it left: it comes back in the same way, or not at all.
    let other_model = again.add_entity(7, &only_position(0.5), Some(&EntityProfile::default())).unwrap_err();
    assert!(other_model.message.contains("still leaving"), "{other_model:?}");
    again.add_entity(7, &only_position(0.5), None).unwrap();
    assert_eq!(step(&mut again, id, &Truth::at(8 * SECOND, x(3.0), x(0.0))).unwrap().update.flags, Flags::ENTER);
    assert!(again.add_entity(7, &only_position(0.5), None).unwrap_err().message.contains("exists already"));
}

#[test]
fn the_area_of_interest_has_a_border_that_does_not_flicker() {
    let params = ConnectionParams { enter_radius: 10.0, leave_radius: 12.0, ..ConnectionParams::default() };
    let (mut sender, id) = sender(&only_position(0.5), &params);
    sender.set_observer(id, Some(DVec3::ZERO)).unwrap();
    let mut told = Vec::new();
    for (i, metres) in [11.0, 9.9, 11.0, 9.0, 12.1, 13.0, 11.0, 9.0].into_iter().enumerate() {
        let sent = step(&mut sender, id, &Truth::at(i as i64 * TICK, x(metres), x(0.0)));
        told.push(sent.map(|sent| sent.reason));
    }
    let (some, p) = (Some, Some(Reason::Position));
    assert_eq!(told, [None, some(Reason::Enter), p, p, some(Reason::Leave), None, None, some(Reason::Enter)]);
    sender.set_interest(id, 7, Relevance::Never, None).unwrap();
    assert_eq!(step(&mut sender, id, &Truth::at(SECOND, x(9.0), x(0.0))).unwrap().reason, Reason::Leave);
    sender.set_interest(id, 7, Relevance::Always, None).unwrap();
    assert_eq!(step(&mut sender, id, &Truth::at(2 * SECOND, x(99.0), x(0.0))).unwrap().reason, Reason::Enter);
}

#[test]
fn near_observers_get_more_by_table_by_setting_and_by_callback() {
    struct Aiming;
    impl Observers for Aiming {
        fn factor(&mut self, _: ConnectionId, entity: u32, _: &Truth) -> Option<f64> {
            (entity == 7).then_some(0.1)
        }
        fn relevant(&mut self, _: ConnectionId, _: u32, truth: &Truth) -> Option<bool> {
            (truth.position.y > 50.0).then_some(false)
        }
    }
    let by_distance = DistanceTable::of(&[(10.0, 0.5), (20.0, 2.0)]).unwrap();
    let (mut sender, id) = sender(&SenderParams { by_distance, ..only_position(1.0) }, &ConnectionParams::default());
    let mut time = 0;
    // The threshold, by moving 0.02 m farther away from where it was told until the next update comes.
    let mut threshold = |sender: &mut Sender, aiming: bool| {
        for i in 0..200 {
            time += TICK;
            sender.submit(7, &Truth::at(time, DVec3::new(0.0, 0.0, f64::from(i) * 0.02), DVec3::ZERO)).unwrap();
            let mut aiming_hook = Aiming;
            let mut context = SendContext::default();
            if aiming {
                context.observers = Some(&mut aiming_hook);
            }
            let sent = sender.poll(id, 7, time, &mut context).unwrap();
            if i > 0 && sent.is_some() {
                // Back to the start, told.
                time += TICK;
                sender.submit(7, &Truth { teleported: true, ..Truth::at(time, DVec3::ZERO, DVec3::ZERO) }).unwrap();
                sender.poll(id, 7, time, &mut SendContext::default()).unwrap().unwrap();
                return f64::from(i - 1) * 0.02;
            }
        }
        f64::INFINITY
    };
    let mut near = |sender: &mut Sender, aiming, want: f64| {
        let got = threshold(sender, aiming);
        assert!((got - want).abs() < 0.021, "{got} instead of {want}");
    };
    near(&mut sender, false, 1.0);
    sender.set_observer(id, Some(x(5.0))).unwrap();
    near(&mut sender, false, 0.5);
    sender.set_observer(id, Some(x(-100.0))).unwrap();
    near(&mut sender, false, 2.0);
    sender.set_interest(id, 7, Relevance::ByArea, Some(0.25)).unwrap();
    near(&mut sender, false, 0.25);
    near(&mut sender, true, 0.1);
    sender.submit(7, &Truth::at(100 * SECOND, DVec3::new(0.0, 99.0, 0.0), DVec3::ZERO)).unwrap();
    let mut aiming = Aiming;
    let mut context = SendContext { observers: Some(&mut aiming), ..SendContext::default() };
    assert_eq!(sender.poll(id, 7, 100 * SECOND, &mut context).unwrap().unwrap().reason, Reason::Leave);
}

#[test]
fn type_two_sends_the_line_it_is_given_but_none_that_starts_too_far_off() {
    struct Given(Line);
    impl Aim for Given {
        fn aim(&mut self, entity: u32, truth: &Truth, threshold: f64, now: Nanos) -> Line {
            assert_eq!((entity, threshold, now), (7, 0.5, truth.time));
            self.0
        }
    }
    let params = SenderParams { kind: SenderKind::OwnerLine, ..only_position(0.5) };
    for (offset, velocity, used) in [
        (x(0.3), DVec3::Z, true),
        (x(0.6), DVec3::Z, false),
        (x(f64::NAN), DVec3::Z, false),
        (x(0.0), x(f64::INFINITY), false),
        (x(0.0), x(1e30), false),
    ] {
        let (mut sender, id) = sender(&params, &ConnectionParams::default());
        sender.submit(7, &Truth::at(0, DVec3::ZERO, x(2.0))).unwrap();
        let mut given = Given(Line { offset, velocity });
        let mut context = SendContext { aim: Some(&mut given), ..SendContext::default() };
        let update = sender.poll(id, 7, 0, &mut context).unwrap().unwrap().update;
        assert!(update.flags.contains(Flags::PREDICTION_VECTOR));
        let expected = if used { (offset, velocity) } else { (DVec3::ZERO, x(2.0)) };
        assert_eq!((update.position, update.velocity), expected);
    }
}

#[test]
fn two_updates_never_have_the_same_time_stamp() {
    let codec = CodecParams { ticks_per_second: 20, ..CodecParams::default() };
    let mut sender = Sender::new(&codec, &SenderCapacity::default()).unwrap();
    sender.add_entity(7, &only_position(0.5), None).unwrap();
    let id = sender.connect(&ConnectionParams::default()).unwrap();
    let stamps: Vec<_> = (0..20)
        .filter_map(|i| step(&mut sender, id, &Truth::at(i * 10 * MS, x((i % 2) as f64 * 3.0), x(0.0))))
        .map(|sent| sent.update.time / MS)
        .collect();
    assert_eq!(stamps, [0, 50, 100, 150]);
}

#[test]
fn what_is_unknown_or_cannot_be_sent_is_refused() {
    let (mut sender, id) = sender(&SenderParams::default(), &ConnectionParams::default());
    let good = Truth::at(0, DVec3::ZERO, DVec3::ZERO);
    assert!(sender.submit(8, &good).is_err() && sender.remove_entity(8).is_err());
    assert!(sender.poll(id, 8, 0, &mut SendContext::default()).is_err());
    assert!(sender.add_entity(7, &SenderParams::default(), None).is_err());
    for bad in [
        Truth { position: x(f64::NAN), ..good },
        Truth { position: x(1e9), ..good },
        Truth { velocity: x(1e5), ..good },
        Truth { acceleration: Some(x(f64::INFINITY)), ..good },
        Truth { angular_velocity: Some(x(1e9)), ..good },
        Truth { orientation: Some(crate::base::math::DQuat::from_xyzw(0.0, 0.0, 0.0, 0.5)), ..good },
    ] {
        assert!(sender.submit(7, &bad).is_err(), "{bad:?}");
    }
    assert_eq!(sender.submit(7, &good), Ok(ObserveReport::Used));
    assert_eq!(sender.submit(7, &good), Ok(ObserveReport::Late));
    let other = sender.connect(&ConnectionParams::default()).unwrap();
    assert!(sender.connect(&ConnectionParams::default()).is_err(), "two connections are all");
    sender.disconnect(other).unwrap();
    assert!(sender.disconnect(other).is_err() && sender.stats(other).is_err());
    assert!(sender.acknowledge(id, 0, 0, 0).is_err() && sender.set_observer(id, Some(x(f64::NAN))).is_err());
    assert!(sender.set_interest(id, 7, Relevance::ByArea, Some(0.0)).is_err());
    assert!(sender.set_connection(id, &acknowledged()).is_err());
    assert!(sender.collect(id, 0, &mut SendContext::default(), &mut [0; 20]).is_err());
    for capacity in [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 1, 33), (1 << 20, 17, 1)] {
        let (entities, connections, in_flight) = capacity;
        let capacity = SenderCapacity { entities, connections, in_flight };
        assert!(Sender::new(&CodecParams::default(), &capacity).is_err(), "{capacity:?}");
    }
}

#[test]
fn a_snapshot_goes_on_bit_for_bit_and_every_truncation_is_refused() {
    let capacity = SenderCapacity { entities: 4, connections: 2, in_flight: 2 };
    let mut one = Sender::new(&CodecParams::default(), &capacity).unwrap();
    let mut profile = EntityProfile { model: Model::Dr2, ..EntityProfile::default() };
    profile.post.obstacle = Obstacle::Ignore;
    one.add_entity(7, &SenderParams::default(), Some(&profile)).unwrap();
    one.add_entity(3, &only_position(0.2), None).unwrap();
    let ids = [one.connect(&acknowledged()).unwrap(), one.connect(&ConnectionParams::default()).unwrap()];
    let mut two = Sender::new(&CodecParams::default(), &capacity).unwrap();
    let run = |sender: &mut Sender, ticks: core::ops::Range<i64>| {
        let mut sent = Vec::new();
        for i in ticks {
            let angle = i as f64 * 0.1;
            let place = DVec3::new(libm::cos(angle), 0.0, libm::sin(angle * 1.7)) * 3.0;
            for number in [3, 7] {
                let turn = crate::base::math::DQuat::from_rotation_y(angle);
                let truth = Truth { orientation: Some(turn), ..Truth::at(i * TICK, place, x(1.0)) };
                sender.submit(number, &truth).unwrap();
            }
            for id in ids {
                let mut out = [0; 256];
                let packet = sender.collect(id, i * TICK, &mut SendContext::default(), &mut out).unwrap();
                sent.extend_from_slice(&out[..packet.bytes]);
                if id == ids[0] && packet.bytes > 0 && !packet.number.is_multiple_of(3) {
                    sender.acknowledge(id, packet.number, 0, i * TICK + 5 * MS).unwrap();
                }
            }
        }
        sent
    };
    run(&mut one, 0..40);
    let snapshot = one.snapshot();
    two.restore(&snapshot).unwrap();
    assert_eq!((two.snapshot(), two.state_hash()), (snapshot.clone(), one.state_hash()));
    let sent = run(&mut one, 40..90);
    assert!(sent.len() > 100 && sent == run(&mut two, 40..90));
    for length in 0..snapshot.len() {
        assert!(two.restore(&snapshot[..length]).is_err(), "{length}");
    }
    let small = SenderCapacity { entities: 3, ..capacity };
    assert!(Sender::new(&CodecParams::default(), &small).unwrap().restore(&snapshot).is_err());
    let fine = CodecParams { position_step: 0.001, ..CodecParams::default() };
    assert!(Sender::new(&fine, &capacity).unwrap().restore(&snapshot).is_err());
    assert!(one.bytes() > 1000);
}
