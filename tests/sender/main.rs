//! Sender, packets and receivers together: what receivers show is never farther off than promised.
#![allow(missing_docs)]

mod cast;
// The plugin brings an allocator of its own; tests/c/test_memory.c counts there.
#[cfg(not(feature = "plugin"))]
mod counting;
mod suggested;

use antreckon::base::math::DVec3;
use antreckon::base::random::Random;
use antreckon::net::sender::{
    ConnectionId, ConnectionParams, Delivery, Metric, Packet, Reason, SendContext, SenderKind,
};
use antreckon::net::{
    ByteSimulator, Codec, CodecParams, Flags, NetworkParams, PacketEntry, Sender, SenderCapacity, SenderParams, Truth,
};
use antreckon::predict::Model;
use cast::{Receiver, Wanderer, Wild, profile};
use proptest::prelude::*;

type Nanos = i64;
const SECOND: Nanos = 1_000_000_000;
const MS: Nanos = SECOND / 1000;

fn one(codec: &CodecParams, params: &SenderParams, model: Option<Model>, delivery: Delivery) -> (Sender, ConnectionId) {
    let mut sender = Sender::new(codec, &SenderCapacity { entities: 1, connections: 1, in_flight: 16 }).unwrap();
    sender.add_entity(5, params, model.map(profile).as_ref()).unwrap();
    let id = sender.connect(&ConnectionParams { delivery, ..ConnectionParams::default() }).unwrap();
    (sender, id)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn without_latency_and_loss_receivers_are_never_farther_off_than_the_threshold(
        seed: u64, threshold in 0.05f64..3.0, tick in 5 * MS..60 * MS, whole_ms: bool, rate in prop::sample::select(vec![250u32, 1000, 20_000]),
        run in 0usize..7, delivery in prop::sample::select(vec![Delivery::Assumed, Delivery::Reliable, Delivery::Acknowledged]),
        ground: bool, stops: bool,
    ) {
        let (kind, model) = [
            (SenderKind::SharedModel, None),
            (SenderKind::SharedModel, Some(Model::Dr1)),
            (SenderKind::SharedModel, Some(Model::Dr2)),
            (SenderKind::SharedModel, Some(Model::Damped)),
            (SenderKind::SharedModel, Some(Model::DisRvw)),
            (SenderKind::OwnerLine, None),
            (SenderKind::OwnerLine, Some(Model::Dr1)),
        ][run];
        let tick = if whole_ms { tick / MS * MS } else { tick };
        let codec = CodecParams { ticks_per_second: rate, ..CodecParams::default() };
        let metric = if ground { Metric::Ground } else { Metric::Space };
        let stop_speed = if stops { 0.1 } else { 0.0 };
        let params = SenderParams { kind, metric, position: threshold, stop_speed, ..SenderParams::default() };
        let (mut sender, id) = one(&codec, &params, model, delivery);
        let mut receiver = Receiver::new(&codec, model.unwrap_or(Model::Dr1));
        let (mut wanderer, mut wild, mut out) = (Wanderer::new(seed), Wild(Random(!seed)), [0; 300]);
        let mut updates = 0;
        for _ in 0..300 {
            let truth = wanderer.step(tick);
            sender.submit(5, &truth).unwrap();
            let mut around = SendContext { aim: Some(&mut wild), ..SendContext::default() };
            let packet = sender.collect(id, truth.time, &mut around, &mut out).unwrap();
            if packet.bytes > 0 {
                receiver.take(&out[..packet.bytes]);
                updates += packet.updates;
                if delivery == Delivery::Acknowledged {
                    sender.acknowledge(id, packet.number, 0, truth.time).unwrap();
                }
            }
            let error = metric.distance(receiver.shown(truth.time), truth.position);
            prop_assert!(error <= threshold, "{} > {} at {}", error, threshold, truth.time);
        }
        prop_assert!(updates >= 5, "{} updates", updates);
    }
}

/// Both directions of a network between a sender and the receiver of one entity.
struct Play {
    sender: Sender,
    id: ConnectionId,
    receiver: Receiver,
    there: ByteSimulator,
    back: ByteSimulator,
    /// Newest packet the receiver has, and those before it.
    newest: Option<(u32, u32)>,
    wanderer: Wanderer,
    sent: Vec<(Nanos, Vec<u8>)>,
}

impl Play {
    const TICK: Nanos = 20 * MS;

    fn new(model: Option<Model>, network: &NetworkParams, seed: u64) -> Self {
        let params = SenderParams {
            kind: SenderKind::SharedModel,
            position: 0.25,
            orientation: f64::INFINITY,
            ..SenderParams::default()
        };
        let (sender, id) = one(&CodecParams::default(), &params, model, Delivery::Acknowledged);
        let network = |seed| ByteSimulator::new(network, seed, 256, 400).unwrap();
        Self {
            sender,
            id,
            receiver: Receiver::new(&CodecParams::default(), model.unwrap_or(Model::Dr1)),
            there: network(seed),
            back: network(seed + 1),
            newest: None,
            wanderer: Wanderer::calm(seed),
            sent: Vec::new(),
        }
    }

    /// Passes a tick and returns how far off the receiver is, once it has anything.
    fn tick(&mut self) -> Option<f64> {
        let truth = self.wanderer.step(Self::TICK);
        let now = truth.time;
        while let Some(arrived) = self.back.receive(now) {
            let [newest, mask] = [0, 4].map(|at| u32::from_le_bytes(arrived.payload[at..at + 4].try_into().unwrap()));
            self.sender.acknowledge(self.id, newest, mask, now).unwrap();
        }
        self.sender.submit(5, &truth).unwrap();
        let mut out = [0; 300];
        let packet = self.sender.collect(self.id, now, &mut SendContext::default(), &mut out).unwrap();
        if packet.bytes > 0 {
            let mut datagram = packet.number.to_le_bytes().to_vec();
            datagram.extend_from_slice(&out[..packet.bytes]);
            self.there.send(now, &datagram).unwrap();
            self.sent.push((now, out[..packet.bytes].to_vec()));
        }
        while let Some(arrived) = self.there.receive(now) {
            let number = u32::from_le_bytes(arrived.payload[..4].try_into().unwrap());
            // What comes after a newer packet is not used and not acknowledged.
            let (newest, mask) = self.newest.unwrap_or((number.wrapping_sub(1), 0));
            let steps = number.wrapping_sub(newest);
            if steps == 0 || steps > 1 << 31 {
                continue;
            }
            let known = self.newest.is_some();
            let mask = mask.checked_shl(steps).unwrap_or(0) | u32::from(known).checked_shl(steps - 1).unwrap_or(0);
            self.newest = Some((number, mask));
            self.receiver.take(&arrived.payload[4..]);
        }
        if let Some((newest, mask)) = self.newest {
            self.back.send(now, &[newest.to_le_bytes(), mask.to_le_bytes()].concat()).unwrap();
        }
        self.receiver.received.last()?;
        Some(self.receiver.shown(now).distance(truth.position))
    }
}

#[test]
fn after_losses_receivers_are_back_within_the_threshold_and_shadows_agree_with_them() {
    for (seed, model) in [None, Some(Model::Dr2), Some(Model::Damped)].into_iter().enumerate() {
        let bad = NetworkParams {
            latency: 60 * MS,
            jitter: 30 * MS,
            loss: 0.3,
            duplicate: 0.1,
            reorder: 0.1,
            reorder_delay: 50 * MS,
            ..NetworkParams::default()
        };
        let mut play = Play::new(model, &bad, seed as u64);
        let mut worst: f64 = 0.0;
        for _ in 0..2000 {
            worst = worst.max(play.tick().unwrap_or(0.0));
        }
        assert!(worst > 0.25, "the network is bad enough to be noticed");
        let lost = play.sender.stats(play.id).unwrap().updates[Reason::Lost as usize];
        assert!(lost > 0, "{lost} updates were sent anew");
        // The network heals. What is under way may still come wrong; a round trip and a timeout later all is well, but
        // for what happens while an update is on its way: here nothing is.
        let healed = NetworkParams::default();
        play.there.set_params(&healed).unwrap();
        play.back.set_params(&healed).unwrap();
        for _ in 0..100 {
            play.tick();
        }
        for _ in 0..500 {
            let error = play.tick().unwrap();
            assert!(error <= 0.25, "{model:?}: {error}");
        }
        let mut seen = play.sent.iter().map(|(_, bytes)| bytes).collect::<Vec<_>>();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), play.sent.len(), "nothing is ever sent twice");
    }
}

#[test]
fn a_quiet_connection_sends_as_little_with_acknowledgements_as_without() {
    let updates = |delivery| {
        let params = SenderParams { kind: SenderKind::SharedModel, position: 0.25, ..SenderParams::default() };
        let (mut sender, id) = one(&CodecParams::default(), &params, None, delivery);
        let (mut wanderer, mut out) = (Wanderer::new(3), [0; 300]);
        let mut under_way: Vec<(Nanos, Packet)> = Vec::new();
        for _ in 0..1000 {
            let truth = wanderer.step(20 * MS);
            sender.submit(5, &truth).unwrap();
            let packet = sender.collect(id, truth.time, &mut SendContext::default(), &mut out).unwrap();
            if packet.bytes > 0 && delivery == Delivery::Acknowledged {
                under_way.push((truth.time, packet));
            }
            let landed = under_way.iter().take_while(|(sent, _)| truth.time - sent >= 100 * MS).count();
            for (_, packet) in under_way.drain(..landed) {
                sender.acknowledge(id, packet.number, u32::MAX, truth.time).unwrap();
            }
        }
        let stats = sender.stats(id).unwrap();
        (stats.updates.iter().sum::<u64>(), stats.bytes, sender.round_trip(id).unwrap())
    };
    let (assumed, acknowledged) = (updates(Delivery::Assumed), updates(Delivery::Acknowledged));
    assert_eq!(assumed.0, acknowledged.0);
    assert!(acknowledged.1 < assumed.1, "differences are shorter: {} {}", acknowledged.1, assumed.1);
    assert_eq!(acknowledged.2, Some(100 * MS));
}

#[test]
fn a_budget_is_kept_shared_by_need_and_starves_nobody() {
    const ENTITIES: u32 = 60;
    const BUDGET: u32 = 4000;
    let capacity = SenderCapacity { entities: ENTITIES, connections: 1, in_flight: 1 };
    let mut sender = Sender::new(&CodecParams::default(), &capacity).unwrap();
    let params = SenderParams {
        kind: SenderKind::SharedModel,
        position: 0.1,
        heartbeat: i64::MAX,
        stop_speed: 0.0,
        ..SenderParams::default()
    };
    for number in 0..ENTITIES {
        sender.add_entity(number, &params, None).unwrap();
    }
    let link = ConnectionParams { bytes_per_second: BUDGET, overhead: 28, ..ConnectionParams::default() };
    let id = sender.connect(&link).unwrap();
    let codec = Codec::new(&CodecParams::default()).unwrap();
    let (mut last, mut longest) = ([0i64; ENTITIES as usize], [0i64; ENTITIES as usize]);
    let (mut counts, mut bytes, mut entries) = ([0u32; ENTITIES as usize], 0usize, Vec::new());
    let mut out = [0; 1200];
    for i in 1..=1500i64 {
        let now = i * 20 * MS;
        for number in 0..ENTITIES {
            // Nobody goes where its velocity says; the last third is ten times as fast as the others.
            let speed = if number >= 40 { 5.0 } else { 0.5 };
            let angle = i as f64 * 0.02 * speed + f64::from(number);
            let place = DVec3::new(angle.cos(), 0.0, angle.sin()) * 3.0;
            sender.submit(number, &Truth::at(now, place, DVec3::ZERO)).unwrap();
        }
        let packet = sender.collect(id, now, &mut SendContext::default(), &mut out).unwrap();
        if packet.bytes == 0 {
            continue;
        }
        bytes += packet.bytes + 28;
        assert!(bytes as f64 <= f64::from(BUDGET) * (now as f64 * 1e-9) + 1500.0, "{bytes} bytes until {now}");
        codec.decode_packet(&out[..packet.bytes], |_, _| None, &mut entries).unwrap();
        assert_eq!(entries.len(), packet.updates);
        for entry in &entries {
            let PacketEntry::Update(update) = entry else { panic!() };
            let e = update.entity as usize;
            longest[e] = longest[e].max(i - last[e]);
            last[e] = i;
            counts[e] += 1;
        }
    }
    assert!(bytes as f64 >= 0.9 * f64::from(BUDGET) * 30.0, "the budget is used: {bytes}");
    let (slow, fast) = (counts[..40].iter().sum::<u32>() / 40, counts[40..].iter().sum::<u32>() / 20);
    assert!(fast > 2 * slow, "those who are farther off are told more often: {fast} {slow}");
    assert!(longest.iter().all(|ticks| *ticks < 300), "{longest:?}");
    assert!(last.iter().all(|tick| *tick > 1200), "{last:?}");
}

#[test]
fn a_server_tells_each_player_what_is_near_and_a_peer_tells_all_the_same() {
    let mut server = Sender::new(&CodecParams::default(), &SenderCapacity::default()).unwrap();
    let params = SenderParams { kind: SenderKind::SharedModel, position: 0.25, ..SenderParams::default() };
    for number in 0..10 {
        server.add_entity(number, &params, None).unwrap();
    }
    let near = ConnectionParams { enter_radius: 25.0, leave_radius: 30.0, ..ConnectionParams::default() };
    let ids: Vec<_> = (0..10).map(|_| server.connect(&near).unwrap()).collect();
    let (codec, mut entries, mut out) = (Codec::new(&CodecParams::default()).unwrap(), Vec::new(), [0; 1200]);
    for (number, id) in ids.iter().enumerate() {
        let place = DVec3::new(number as f64 * 10.0, 0.0, 0.0);
        server.submit(number as u32, &Truth::at(0, place, DVec3::X)).unwrap();
        server.set_observer(*id, Some(place)).unwrap();
    }
    for (player, id) in ids.iter().enumerate() {
        let packet = server.collect(*id, 0, &mut SendContext::default(), &mut out).unwrap();
        codec.decode_packet(&out[..packet.bytes], |_, _| None, &mut entries).unwrap();
        let told: Vec<_> = entries
            .iter()
            .map(|entry| {
                let PacketEntry::Update(update) = entry else { panic!() };
                assert!(update.flags.contains(Flags::ENTER));
                update.entity as usize
            })
            .collect();
        assert_eq!(told, (player.saturating_sub(2)..=(player + 2).min(9)).collect::<Vec<_>>());
    }
    let peers = server.connect(&ConnectionParams::default()).unwrap();
    assert_eq!(server.collect(peers, 0, &mut SendContext::default(), &mut out).unwrap().updates, 10);
}

#[cfg(not(feature = "plugin"))]
#[test]
fn telling_and_collecting_allocate_nothing() {
    const ENTITIES: u32 = 50;
    let capacity = SenderCapacity { entities: ENTITIES, connections: 2, in_flight: 4 };
    let mut sender = Sender::new(&CodecParams::default(), &capacity).unwrap();
    let params = SenderParams { kind: SenderKind::SharedModel, position: 0.1, ..SenderParams::default() };
    for number in 0..ENTITIES {
        let model = (number % 2 == 0).then(|| profile(Model::Damped));
        sender.add_entity(number, &params, model.as_ref()).unwrap();
    }
    let tight = ConnectionParams {
        delivery: Delivery::Acknowledged,
        bytes_per_second: 20_000,
        enter_radius: 3.0,
        leave_radius: 4.0,
        ..ConnectionParams::default()
    };
    let ids = [sender.connect(&ConnectionParams::default()).unwrap(), sender.connect(&tight).unwrap()];
    sender.set_observer(ids[1], Some(DVec3::ZERO)).unwrap();
    let mut wanderers: Vec<_> = (0..ENTITIES).map(|number| Wanderer::new(number.into())).collect();
    let (mut out, mut before) = ([0; 1200], 0);
    for i in 0..600 {
        if i == 100 {
            before = counting::allocations();
        }
        for (number, wanderer) in (0..).zip(&mut wanderers) {
            sender.submit(number, &wanderer.step(20 * MS)).unwrap();
        }
        let now = wanderers[0].truth.time;
        for id in ids {
            let packet = sender.collect(id, now, &mut SendContext::default(), &mut out).unwrap();
            if id == ids[1] && packet.bytes > 0 && i % 3 > 0 {
                sender.acknowledge(id, packet.number, 0b11, now).unwrap();
            }
        }
    }
    assert_eq!(counting::allocations() - before, 0, "allocations in 500 ticks");
}
