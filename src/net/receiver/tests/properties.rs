use super::*;
use crate::base::random::Random;
use crate::net::join;
use proptest::prelude::*;

/// Updates with everything that can be special about one.
fn eventful(seed: u64, count: u16) -> Vec<Update> {
    let mut random = Random(seed);
    let mut at = DVec3::ZERO;
    (0..count)
        .map(|n| {
            let flags = match random.below(12) {
                0 => Flags::TELEPORT,
                1 => Flags::STOP,
                2 => Flags::FROZEN,
                3 => Flags::LEAVE,
                4 => Flags::ENTER,
                5 => Flags::PREDICTION_VECTOR | Flags::AIRBORNE,
                _ => Flags::NONE,
            };
            at += DVec3::new(random.unit(), 0.0, random.unit() - 0.5);
            Update { position: at, flags, ..walk(n) }
        })
        .collect()
}

const ALONE: [Model; 8] =
    [Model::Still, Model::Dr1, Model::Dr2, Model::Damped, Model::Ant, Model::DisRvb, Model::Auto, Model::Kinematic];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_interleaving_ends_as_in_order_delivery_of_what_survived(
        seed: u64, count in 2u16..90, loss in 0.0..0.5f64, model in 0usize..8,
    ) {
        let mut random = Random(seed);
        let params = lenient();
        let survivors: Vec<Update> =
            eventful(seed, count).into_iter().filter(|_| random.unit() >= loss).collect();
        // Each arrives at its place or is overtaken by fewer than `depth` others; some twice.
        let mut arrivals: Vec<(usize, usize)> = Vec::new();
        for i in 0..survivors.len() {
            for _ in 0..1 + random.below(3) / 2 {
                arrivals.push((i + random.below(params.depth as usize), i));
            }
        }
        arrivals.sort_unstable();
        let (mut straight, mut in_order) = receiver_of(ALONE[model], params);
        feed(&mut in_order, &mut straight, &survivors);
        let (mut predictor, mut receiver) = receiver_of(ALONE[model], params);
        for (i, (_, which)) in arrivals.iter().enumerate() {
            // A late joiner takes over somewhere on the way.
            if i == arrivals.len() / 2 {
                let bytes = join::pack(&predictor, None, &receiver);
                (predictor, receiver) = (Predictor::new(4), Receiver::new(&params).unwrap());
                join::unpack(&bytes, &mut predictor, None, &mut receiver).unwrap();
            }
            take(&mut receiver, &mut predictor, &survivors[*which], i as Nanos);
        }
        prop_assert_eq!(predictor.state_hash(), straight.state_hash());
        prop_assert_eq!(receiver.playback(7), in_order.playback(7));
        let (a, b) = (receiver.entity_stats(7).unwrap(), in_order.entity_stats(7).unwrap());
        prop_assert_eq!((a.lost, a.recent_loss), (b.lost, b.recent_loss));
    }

    #[test]
    fn any_order_of_a_few_updates_ends_the_same(seed: u64, order in Just((0..8usize).collect::<Vec<_>>()).prop_shuffle()) {
        let updates = eventful(seed, 8);
        let (mut straight, mut in_order) = receiver_of(Model::Dr2, lenient());
        feed(&mut in_order, &mut straight, &updates);
        let (mut predictor, mut receiver) = receiver_of(Model::Dr2, lenient());
        for i in order {
            take(&mut receiver, &mut predictor, &updates[i], 0);
        }
        prop_assert_eq!(predictor.state_hash(), straight.state_hash());
    }

    #[test]
    fn a_restored_receiver_goes_on_bit_by_bit(seed: u64, count in 1u16..60, cut in 0u16..60) {
        let mut random = Random(seed);
        let (mut predictor, mut receiver) = receiver_of(Model::Dr2, ReceiverParams::default());
        let updates = eventful(seed, count);
        let play = |receiver: &mut Receiver, predictor: &mut Predictor, seed: u64, from: u16, to: u16| {
            let mut random = Random(seed);
            for n in from..to.min(count) {
                let which = usize::from(n).saturating_sub(random.below(4));
                let arrival = updates[usize::from(n)].time + random.below(50_000_000) as Nanos;
                take(receiver, predictor, &updates[which], arrival);
                receiver.advance(predictor, arrival, ObserveContext::default()).unwrap();
            }
        };
        play(&mut receiver, &mut predictor, seed, 0, cut);
        let bytes = receiver.snapshot();
        let mut copy = Receiver::new(&ReceiverParams::default()).unwrap();
        copy.restore(&bytes).unwrap();
        prop_assert_eq!(copy.state_hash(), receiver.state_hash());
        let mut beside = predictor.clone();
        play(&mut receiver, &mut predictor, seed ^ 1, cut, count);
        play(&mut copy, &mut beside, seed ^ 1, cut, count);
        prop_assert_eq!(copy.state_hash(), receiver.state_hash());
        prop_assert_eq!(beside.state_hash(), predictor.state_hash());
        let at = random.below(bytes.len());
        prop_assert!(copy.restore(&bytes[..at]).is_err());
    }
}
