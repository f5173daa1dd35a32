use super::*;
use alloc::vec::Vec;
use proptest::prelude::*;

const MS: Nanos = 1_000_000;

fn network(params: NetworkParams) -> Simulator<u32> {
    Simulator::new(&params, 1, 100_000).unwrap()
}

/// Sends one packet of 100 bytes per 10 ms and returns all deliveries in order.
fn run(params: NetworkParams, packets: u32) -> Vec<Delivery<u32>> {
    let mut network = network(params);
    for i in 0..packets {
        network.send(i64::from(i) * 10 * MS, 100, i);
    }
    let mut found = Vec::new();
    while let Some(delivery) = network.receive(Nanos::MAX) {
        found.push(delivery);
    }
    found
}

#[test]
fn a_perfect_network_delivers_at_once_and_in_order() {
    let mut network = network(NetworkParams { latency: 50 * MS, ..NetworkParams::default() });
    assert_eq!((network.send(0, 100, 7), network.send(0, 100, 8)), (1, 1));
    assert_eq!(network.receive(50 * MS - 1), None);
    assert_eq!(network.next_arrival(), Some(50 * MS));
    assert_eq!(network.receive(50 * MS), Some(Delivery { payload: 7, sent: 0, arrived: 50 * MS }));
    assert_eq!(network.receive(99 * MS).map(|d| d.payload), Some(8));
    assert_eq!((network.receive(i64::MAX), network.under_way()), (None, 0));
    assert_eq!(*network.stats(), NetworkStats { sent: 2, delivered: 2, ..NetworkStats::default() });
}

#[test]
fn delays_scatter_as_they_should() {
    let base = NetworkParams { latency: 100 * MS, jitter: 20 * MS, ..NetworkParams::default() };
    for scatter in Scatter::ALL {
        let found = run(NetworkParams { scatter, ..base }, 20_000);
        let delays: Vec<f64> = found.iter().map(|d| (d.arrived - d.sent) as f64 / MS as f64).collect();
        let n = delays.len() as f64;
        let mean = delays.iter().sum::<f64>() / n;
        let deviation = sqrt(delays.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / n);
        let (most, expected) = match scatter {
            Scatter::Uniform => (20.0, 20.0 / sqrt(3.0)),
            // What lies beyond three deviations is brought back to them: 0.9975 of one is left.
            Scatter::Normal => (60.0, 20.0 * 0.9975),
        };
        assert!((mean - 100.0).abs() < 0.5, "{scatter:?} {mean}");
        assert!((deviation / expected - 1.0).abs() < 0.03, "{scatter:?} {deviation}");
        assert!(delays.iter().all(|d| (d - 100.0).abs() <= most + 1e-6));
        assert!(!found.is_sorted_by_key(|d| d.payload), "jitter reorders");
        let kept = run(NetworkParams { scatter, keep_order: true, ..base }, 2000);
        assert!(kept.is_sorted_by_key(|d| d.payload) && kept.is_sorted_by_key(|d| d.arrived));
        assert!(kept.iter().any(|d| (d.arrived - d.sent) as f64 > 105.0 * MS as f64));
    }
}

#[test]
fn losses_come_at_random_or_in_bursts_of_the_stated_length() {
    let runs_of_losses = |params: NetworkParams| {
        let mut network = network(params);
        let lost: Vec<bool> =
            (0..200_000).map(|i| network.send(i, 1, 0) == 0 || network.receive(i).is_none()).collect();
        let total = lost.iter().filter(|l| **l).count() as f64;
        let runs = lost.windows(2).filter(|w| !w[0] && w[1]).count() as f64;
        (total / lost.len() as f64, total / runs)
    };
    let random = NetworkParams { loss: 0.2, ..NetworkParams::default() };
    let (share, length) = runs_of_losses(random);
    assert!((share - 0.2).abs() < 0.005 && (length - 1.25).abs() < 0.02, "{share} {length}");
    let burst = NetworkParams { burst: Some(Burst::of(0.05, 8.0)), ..NetworkParams::default() };
    assert!((burst.mean_loss() - 0.05).abs() < 1e-12);
    let (share, length) = runs_of_losses(burst);
    assert!((share - 0.05).abs() < 0.006 && (length - 8.0).abs() < 0.5, "{share} {length}");
    let both = NetworkParams { loss: 0.1, burst: Some(Burst { begin: 0.1, end: 0.3, loss: 0.5 }), ..random };
    // A quarter of all packets in the bad state: 0.25 · 0.5 + 0.75 · 0.1.
    assert!((both.mean_loss() - 0.2).abs() < 1e-12);
    assert!((runs_of_losses(both).0 - 0.2).abs() < 0.005);
}

#[test]
fn duplicates_and_held_up_packets_are_as_many_as_asked_for() {
    let params = NetworkParams {
        latency: 30 * MS,
        jitter: 5 * MS,
        duplicate: 0.1,
        reorder: 0.05,
        reorder_delay: 40 * MS,
        keep_order: true,
        ..NetworkParams::default()
    };
    let found = run(params, 20_000);
    let twice = found.len() as f64 / 20_000.0 - 1.0;
    assert!((twice - 0.1).abs() < 0.01, "{twice}");
    let late = found.iter().filter(|d| d.arrived - d.sent >= 65 * MS).count() as f64 / found.len() as f64;
    assert!((late - 0.05).abs() < 0.01, "{late}");
    assert!(!found.is_sorted_by_key(|d| d.payload));
}

#[test]
fn a_narrow_link_delays_and_then_drops() {
    // 1000 bytes per second: 100 bytes take 100 ms, and at most two wait.
    let params = NetworkParams { bandwidth: 1000, queue: 200 * MS, ..NetworkParams::default() };
    let mut network = network(params);
    let copies: Vec<usize> = (0..5).map(|i| network.send(0, 100, i)).collect();
    assert_eq!(copies, [1, 1, 1, 0, 0]);
    assert_eq!(network.stats().queue_dropped, 2);
    let arrivals: Vec<Nanos> = core::iter::from_fn(|| network.receive(SECOND)).map(|d| d.arrived).collect();
    assert_eq!(arrivals, [100 * MS, 200 * MS, 300 * MS]);
    assert_eq!(network.send(400 * MS, 100, 9), 1);
    assert_eq!(network.next_arrival(), Some(500 * MS));
}

#[test]
fn what_does_not_fit_is_dropped_and_counted() {
    let mut network = Simulator::new(&NetworkParams { latency: 1, ..NetworkParams::default() }, 1, 2).unwrap();
    let copies: Vec<usize> = (0..4).map(|i| network.send(0, 1, i)).collect();
    assert_eq!((copies, network.stats().overflowed), (alloc::vec![1, 1, 0, 0], 2));
    assert!(network.receive(1).is_some());
    assert_eq!(network.send(1, 1, 5), 1);
}

#[test]
fn one_parameter_does_not_change_the_fate_of_others() {
    let base = NetworkParams { latency: 100 * MS, jitter: 20 * MS, loss: 0.1, ..NetworkParams::default() };
    let plain = run(base, 1000);
    let doubled = run(NetworkParams { duplicate: 0.5, ..base }, 1000);
    assert!(plain.iter().all(|d| doubled.contains(d)));
    let more = run(NetworkParams { loss: 0.3, ..base }, 1000);
    assert!(more.iter().all(|d| plain.contains(d)) && more.len() < plain.len());
}

#[test]
fn bad_parameters_are_refused_by_name() {
    type Spoil = fn(&mut NetworkParams);
    let spoilers: [(&str, Spoil); 12] = [
        ("latency", |p| p.latency = -1),
        ("latency", |p| p.latency = 61 * SECOND),
        ("jitter", |p| p.jitter = i64::MAX),
        ("reorder_delay", |p| p.reorder_delay = i64::MIN),
        ("queue", |p| p.queue = -1),
        ("loss", |p| p.loss = 1.01),
        ("loss", |p| p.loss = f64::NAN),
        ("duplicate", |p| p.duplicate = -0.1),
        ("reorder", |p| p.reorder = f64::INFINITY),
        ("burst.begin", |p| p.burst = Some(Burst { begin: 2.0, end: 0.5, loss: 1.0 })),
        ("burst.end", |p| p.burst = Some(Burst { begin: 0.1, end: 0.0, loss: 1.0 })),
        ("bandwidth", |p| p.bandwidth = u64::MAX),
    ];
    let mut network = network(NetworkParams::default());
    for (name, spoil) in spoilers {
        let mut params = NetworkParams::default();
        spoil(&mut params);
        let error = params.check().unwrap_err();
        assert!(error.message.starts_with(name), "{error}");
        assert_eq!(network.set_params(&params), Err(error));
    }
    let params = NetworkParams::default();
    for (capacity, packet) in [(0, 100), (1 << 21, 100), (10, 0), (10, 65_536), (1 << 20, 65_535)] {
        assert!(ByteSimulator::new(&params, 0, capacity, packet).is_err(), "{capacity} {packet}");
    }
}

fn rough() -> NetworkParams {
    NetworkParams {
        latency: 40 * MS,
        jitter: 30 * MS,
        scatter: Scatter::Normal,
        loss: 0.05,
        burst: Some(Burst::of(0.1, 3.0)),
        duplicate: 0.2,
        reorder: 0.1,
        reorder_delay: 25 * MS,
        bandwidth: 100_000,
        ..NetworkParams::default()
    }
}

#[test]
fn datagrams_come_out_as_they_went_in() {
    let mut network = ByteSimulator::new(&rough(), 3, 64, 32).unwrap();
    let before = network.bytes();
    let mut seen = 0;
    for i in 0..5000u32 {
        let now = i64::from(i) * MS;
        let content = i.to_le_bytes().repeat(1 + i as usize % 8);
        network.send(now, &content).unwrap();
        while let Some(length) = network.waiting(now) {
            let delivery = network.receive(now).unwrap();
            let sent = (delivery.sent / MS) as u32;
            assert_eq!(delivery.payload, sent.to_le_bytes().repeat(1 + sent as usize % 8));
            assert_eq!(delivery.payload.len(), length);
            seen += 1;
        }
    }
    assert!(seen > 3000 && network.stats().overflowed > 0, "{seen} {:?}", network.stats());
    assert_eq!(network.bytes(), before);
    assert!(network.send(0, &[0; 33]).is_err());
}

proptest! {
    #[test]
    fn a_restored_network_goes_on_bit_by_bit(seed: u64, first in 0u32..60, second in 1u32..60) {
        let mut network = ByteSimulator::new(&rough(), seed, 40, 8).unwrap();
        let play = |network: &mut ByteSimulator, range: core::ops::Range<u32>| {
            let mut log = Vec::new();
            for i in range {
                let now = i64::from(i) * 3 * MS;
                network.send(now, &i.to_le_bytes()).unwrap();
                while let Some(d) = network.receive(now) {
                    log.push((d.payload.to_vec(), d.sent, d.arrived));
                }
            }
            log
        };
        play(&mut network, 0..first);
        let bytes = network.snapshot();
        let mut copy = ByteSimulator::from_snapshot(&bytes).unwrap();
        prop_assert_eq!(copy.state_hash(), network.state_hash());
        prop_assert_eq!(play(&mut copy, first..first + second), play(&mut network, first..first + second));
        prop_assert_eq!(copy.snapshot(), network.snapshot());
        for n in 0..bytes.len() {
            prop_assert!(ByteSimulator::from_snapshot(&bytes[..n]).is_err());
        }
    }
}

#[test]
fn snapshots_that_lie_are_refused() {
    let lying = |capacity: u64, packet: u64, flights: u64| {
        let mut w = crate::base::serial::Writer::new();
        NetworkParams::default().write(&mut w);
        w.u64(capacity).u64(packet).u64(0).u8(0).i64(0).i64(0).u64(0);
        (0..6).for_each(|_| {
            w.u64(0);
        });
        w.u64(flights);
        ByteSimulator::from_snapshot(&w.seal(*b"ANNS", 1)).is_err()
    };
    assert!(!lying(4, 8, 0));
    assert!(lying(u64::MAX, 8, 0) && lying(4, u64::MAX, 0) && lying(1 << 20, 65_535, 0) && lying(0, 8, 0));
    assert!(lying(4, 8, 1) && lying(4, 8, u64::MAX));
}
