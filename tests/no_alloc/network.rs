//! Packets, clocks, the receiving end by itself, plausibility.

use super::{FRAME, calls_in};
use antreckon::base::math::DVec3;
use antreckon::net::plausibility::{JudgeContext, Limits};
use antreckon::net::{
    ByteSimulator, ClockEstimator, ClockParams, Codec, CodecParams, NetworkParams, PacketEntry, PacketWriter,
    Plausibility, PlausibilityParams, Receiver, ReceiverParams, Sequence, Simulator, Update, Verdict,
};
use antreckon::predict::learned::ObserveContext;
use antreckon::predict::{EntityProfile, LevelContext, Model, Predictor};

#[test]
fn updates_over_a_network_allocate_nothing_once_warm() {
    let codec = Codec::new(&CodecParams::default()).unwrap();
    let rough = NetworkParams { latency: 2 * FRAME, jitter: FRAME, loss: 0.1, duplicate: 0.1, ..Default::default() };
    let mut network = ByteSimulator::new(&rough, 1, 64, 1200).unwrap();
    let mut clock = ClockEstimator::new(&ClockParams::default()).unwrap();
    let update = |entity: u32, k: i64| Update {
        sequence: Sequence(k as u16),
        velocity: DVec3::new(4.0, 0.0, (k % 9) as f64),
        ..Update::at(entity, k * FRAME, DVec3::new((k % 500) as f64 * 0.2, 0.0, entity as f64))
    };
    let mut entries = Vec::new();
    let mut bytes = [0; 1200];
    let mut frame = |k: i64| {
        let mut packet = PacketWriter::new(&codec, k * FRAME, &mut bytes).unwrap();
        for entity in 0..40 {
            assert!(packet.push(&update(entity, k), Some(&update(entity, k - 1))).unwrap());
        }
        let length = packet.finish();
        network.send(k * FRAME, &bytes[..length]).unwrap();
        while let Some(delivery) = network.receive(k * FRAME) {
            let known =
                |entity, sequence: Sequence| Some(Update { sequence, ..update(entity, delivery.sent / FRAME - 1) });
            codec.decode_packet(delivery.payload, known, &mut entries).unwrap();
            assert!(entries.len() == 40 && !entries.iter().any(|e| matches!(e, PacketEntry::Missing { .. })));
            clock.update_arrived(delivery.sent, delivery.arrived).unwrap();
        }
    };
    (1..=100).for_each(&mut frame);
    let calls = calls_in(|| (101..=600).for_each(&mut frame));
    assert_eq!(calls, 0, "allocator calls in 500 frames");
}

#[test]
fn receiving_late_updates_and_judging_them_allocates_nothing_once_warm() {
    let rough = NetworkParams { latency: 2 * FRAME, jitter: FRAME, loss: 0.1, duplicate: 0.1, ..Default::default() };
    let mut network = Simulator::new(&rough, 1, 4096).unwrap();
    let mut predictor = Predictor::new(64);
    let mut receiver = Receiver::new(&ReceiverParams::default()).unwrap();
    let mut judge = Plausibility::new(&PlausibilityParams::default(), &Limits::default()).unwrap();
    for number in 0..40 {
        let model = [Model::Damped, Model::Auto, Model::Ant, Model::Neuro][number as usize % 4];
        let profile = EntityProfile { model, shared_only: true, leaves_trail: false, ..EntityProfile::default() };
        receiver.add(number, predictor.add_entity(&profile).unwrap()).unwrap();
    }
    let mut late = 0;
    let mut frame = |k: i64| {
        for entity in 0..40 {
            let t = k as f64 * 0.05;
            let update = Update {
                sequence: Sequence(k as u16),
                velocity: DVec3::new(4.0, 0.0, 2.0 * t.cos()),
                ..Update::at(entity, k * FRAME, DVec3::new(4.0 * t, 0.0, 2.0 * t.sin()))
            };
            network.send(k * FRAME, 40, update);
        }
        while let Some(delivery) = network.receive(k * FRAME) {
            judge.judge(&delivery.payload, delivery.arrived, JudgeContext::default()).unwrap();
            let (update, arrived) = (&delivery.payload, delivery.arrived);
            let verdict = receiver.receive(&mut predictor, update, arrived, ObserveContext::default()).unwrap();
            late += usize::from(verdict == Verdict::Inserted);
        }
        receiver.advance(&mut predictor, k * FRAME, ObserveContext::default()).unwrap();
        for entity in 0..40 {
            // Nothing of an entity may have come in the first frames.
            let _ = receiver.predict(&predictor, LevelContext::default(), entity, None);
            let _ = receiver.interpolate(&predictor, LevelContext::default(), entity, None);
        }
        late
    };
    let warm = (1..=100).map(&mut frame).last();
    assert!(warm > Some(0));
    let mut late = 0;
    let calls = calls_in(|| late = (101..=400).map(&mut frame).last().unwrap());
    assert_eq!(calls, 0, "allocator calls in 300 frames");
    assert!(late > 1000, "{late} late updates");
}
