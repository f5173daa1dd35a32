use super::*;
use crate::base::random::Random;
use crate::net::simulator::{NetworkParams, Scatter, Simulator};
use alloc::vec::Vec;
use proptest::prelude::*;

const MS: Nanos = 1_000_000;

fn clock() -> ClockEstimator {
    ClockEstimator::new(&ClockParams::default()).unwrap()
}

#[test]
fn the_least_delayed_update_sets_the_level() {
    let mut clock = clock();
    assert_eq!((clock.least_difference(0), clock.remote_time(0), clock.lateness(0.5)), (None, None, None));
    // The remote clock is 5 s behind; the shortest way takes 40 ms.
    for (i, delay) in [50, 40, 90, 45].into_iter().enumerate() {
        let sent = i as i64 * 100 * MS;
        let late = clock.update_arrived(sent, sent + 5000 * MS + delay * MS).unwrap();
        assert_eq!(late, [0, 0, 50 * MS, 5 * MS][i]);
    }
    assert_eq!(clock.least_difference(9000 * MS), Some(5040 * MS));
    assert_eq!(clock.remote_time(9040 * MS), Some(4000 * MS), "the stamp of what arrives now");
    assert_eq!(clock.expected_arrival(4000 * MS), Some(9040 * MS));
    assert_eq!((clock.drift(), clock.doubt_at(0), clock.least_delay(0)), (0.0, None, None));
    assert_eq!(clock.samples(), 4);
}

#[test]
fn jitter_is_that_of_rfc_3550() {
    let mut clock = clock();
    let mut expected = 0.0;
    let mut last = None;
    for (i, delay) in [40, 55, 42, 42, 80, 41, 44].into_iter().enumerate() {
        let sent = i as i64 * 50 * MS;
        clock.update_arrived(sent, sent + delay * MS).unwrap();
        if let Some(last) = last {
            let change: i64 = (delay - last) * MS;
            expected += (change.abs() as f64 - expected) / 16.0;
        }
        last = Some(delay);
    }
    assert!((clock.jitter() as f64 - expected).abs() < 10.0, "{} {expected}", clock.jitter());
}

#[test]
fn quantiles_of_lateness_are_nearest_ranks() {
    let mut clock = clock();
    clock.update_arrived(0, 0).unwrap();
    for late in 1..=9 {
        let sent = late * 10 * MS;
        clock.update_arrived(sent, sent + late * MS).unwrap();
    }
    // 0, 1, … 9 ms.
    for (q, expected) in [(0.0, 0), (0.1, 0), (0.11, 1), (0.5, 4), (0.9, 8), (0.91, 9), (1.0, 9), (f64::NAN, 0)] {
        assert_eq!(clock.lateness(q), Some(expected * MS), "{q}");
    }
    // Only the last 128 count.
    for i in 0..128 {
        let sent = 200 * MS + i * MS;
        clock.update_arrived(sent, sent + 3 * MS).unwrap();
    }
    assert_eq!((clock.lateness(0.0), clock.lateness(1.0)), (Some(3 * MS), Some(3 * MS)));
}

#[test]
fn a_round_trip_splits_offset_and_delay() {
    let mut clock = clock();
    // The remote clock is 7 s ahead, each way takes 30 ms, the remote side thinks for 5 ms.
    let trip = RoundTrip {
        request_sent: 1000 * MS,
        request_received: 8030 * MS,
        answer_sent: 8035 * MS,
        answer_received: 1065 * MS,
    };
    assert_eq!((trip.delay(), trip.ahead()), (60 * MS, 7000 * MS));
    clock.answer_arrived(&trip).unwrap();
    assert_eq!(clock.remote_time(2000 * MS), Some(9000 * MS));
    assert_eq!(clock.doubt_at(1065 * MS), Some(30 * MS));
    // A slower trip says less and is not taken; a faster one is.
    let slow = RoundTrip { answer_received: 1165 * MS, ..trip };
    clock.answer_arrived(&slow).unwrap();
    assert_eq!(clock.remote_time(2000 * MS), Some(9000 * MS));
    let quick = RoundTrip {
        request_sent: 3000 * MS,
        request_received: 10_011 * MS,
        answer_sent: 10_011 * MS,
        answer_received: 3020 * MS,
    };
    clock.answer_arrived(&quick).unwrap();
    assert_eq!(clock.remote_time(4000 * MS), Some(11_001 * MS));
    clock.update_arrived(11_000 * MS, 4020 * MS).unwrap();
    // Sent at 11,000 there, which is 3999 here, and here at 4020.
    assert_eq!(clock.least_delay(4020 * MS), Some(21 * MS));
}

#[test]
fn an_old_round_trip_gives_way_to_a_slower_new_one() {
    let mut clock = clock();
    let trip = |at: Nanos, way: Nanos| RoundTrip {
        request_sent: at,
        request_received: at + way,
        answer_sent: at + way,
        answer_received: at + 2 * way,
    };
    clock.answer_arrived(&trip(0, 10 * MS)).unwrap();
    clock.answer_arrived(&trip(10 * SECOND, 20 * MS)).unwrap();
    // 10 ms + 5e-4 · 10 s = 15 ms against 20.
    assert!(clock.doubt_at(10 * SECOND).unwrap() < 16 * MS);
    clock.answer_arrived(&trip(30 * SECOND, 20 * MS)).unwrap();
    assert_eq!(clock.doubt_at(30 * SECOND + 40 * MS), Some(20 * MS));
}

/// Plays updates over a network between clocks that drift, and returns the estimator with the worst error of its level
/// against the truth (offset and least delay) in the second half.
fn follow(drift: f64, seconds: i64) -> (ClockEstimator, f64) {
    let network = NetworkParams {
        latency: 60 * MS,
        jitter: 20 * MS,
        scatter: Scatter::Uniform,
        loss: 0.1,
        ..NetworkParams::default()
    };
    let mut network = Simulator::new(&network, 5, 1000).unwrap();
    let mut clock = clock();
    let offset = |own: Nanos| 3000 * MS + (own as f64 * drift) as Nanos;
    let mut worst: f64 = 0.0;
    for tick in 0..seconds * 20 {
        let now = tick * 50 * MS;
        network.send(now, 100, now - offset(now));
        while let Some(delivery) = network.receive(now) {
            clock.update_arrived(delivery.payload, delivery.arrived).unwrap();
        }
        if tick > seconds * 10 {
            let truth = offset(now) + 40 * MS;
            worst = worst.max((clock.least_difference(now).unwrap() - truth).abs() as f64);
        }
    }
    (clock, worst / MS as f64)
}

#[test]
fn drifting_clocks_are_followed() {
    for drift in [0.0, 1e-4, -1e-4, 4e-4] {
        let (clock, worst) = follow(drift, 120);
        assert!(worst < 3.0, "{drift}: off by {worst} ms");
        assert!((clock.drift() - drift).abs() < 6e-5, "{drift}: {}", clock.drift());
    }
    // Beyond the limit the slope is the limit, and the level is still no more than a window behind.
    let (clock, worst) = follow(2e-3, 120);
    assert_eq!(clock.drift(), 5e-4);
    assert!(worst < 1.5e-3 * 30_000.0 + 3.0, "{worst}");
}

#[test]
fn a_slower_route_is_believed_after_the_window() {
    let mut clock = clock();
    for i in 0..2000 {
        let sent = i * 50 * MS;
        let delay = if i < 1000 { 40 * MS } else { 90 * MS };
        clock.update_arrived(sent, sent + delay).unwrap();
    }
    assert_eq!(clock.least_difference(100 * SECOND), Some(90 * MS));
    clock.reset();
    assert_eq!((clock.samples(), clock.least_difference(0), clock.jitter()), (0, None, 0));
}

#[test]
fn bad_samples_are_refused_and_change_nothing() {
    let mut clock = clock();
    clock.update_arrived(0, 10).unwrap();
    let before = clock.clone();
    for time in [i64::MIN, i64::MAX, 1 << 62] {
        assert!(clock.update_arrived(time, 0).unwrap_err().message.starts_with("sent"));
        assert!(clock.update_arrived(0, time).unwrap_err().message.starts_with("received"));
    }
    let trip = |a, b, c, d| RoundTrip { request_sent: a, request_received: b, answer_sent: c, answer_received: d };
    for bad in [trip(10, 0, 0, 5), trip(0, 10, 5, 9), trip(0, 0, 50, 20), trip(i64::MAX, 0, 0, 0)] {
        assert!(clock.answer_arrived(&bad).is_err(), "{bad:?}");
    }
    assert_eq!(clock, before);
    for (window, max_drift) in [(0, 0.0), (3601 * SECOND, 0.0), (SECOND, -1e-9), (SECOND, 0.02), (SECOND, f64::NAN)] {
        assert!(ClockEstimator::new(&ClockParams { window, max_drift }).is_err());
    }
    for time in [i64::MIN, i64::MAX] {
        let _ = (clock.remote_time(time), clock.expected_arrival(time), clock.least_delay(time), clock.doubt_at(time));
    }
}

proptest! {
    #[test]
    fn a_restored_clock_goes_on_bit_by_bit(seed: u64, first in 0i64..400, second in 1i64..400) {
        let play = |clock: &mut ClockEstimator, range: core::ops::Range<i64>| -> Vec<Nanos> {
            range.map(|i| {
                let mut random = Random(seed.wrapping_add(i as u64));
                let sent = i * 50 * MS;
                let received = sent + SECOND + random.below(40_000_000) as i64;
                if random.below(10) == 0 {
                    let trip = RoundTrip {
                        request_sent: received - 80 * MS, request_received: sent, answer_sent: sent,
                        answer_received: received,
                    };
                    clock.answer_arrived(&trip).unwrap();
                }
                clock.update_arrived(sent, received).unwrap() + clock.remote_time(received).unwrap()
            }).collect()
        };
        let mut clock = clock();
        play(&mut clock, 0..first);
        let bytes = clock.snapshot();
        let mut copy = ClockEstimator::from_snapshot(&bytes).unwrap();
        prop_assert_eq!(&copy, &clock);
        prop_assert_eq!(play(&mut copy, first..first + second), play(&mut clock, first..first + second));
        prop_assert_eq!(copy.state_hash(), clock.state_hash());
        for n in 0..bytes.len() {
            prop_assert!(ClockEstimator::from_snapshot(&bytes[..n]).is_err());
        }
    }

    #[test]
    fn the_line_lies_under_every_recent_sample(delays in prop::collection::vec(0i64..100, 1..200)) {
        let mut clock = clock();
        for (i, delay) in delays.iter().enumerate() {
            let sent = i as i64 * 100 * MS;
            clock.update_arrived(sent, sent + delay * MS).unwrap();
        }
        for (i, delay) in delays.iter().enumerate() {
            let received = i as i64 * 100 * MS + delay * MS;
            // The line is laid under the least of each span; within one it may rise above another by the drift.
            prop_assert!(clock.least_difference(received).unwrap() <= delay * MS + MS);
        }
    }
}

/// A stamp that a hostile sender may choose.
fn stamp(random: &mut Random) -> Nanos {
    const MOST: Nanos = 1 << 61;
    match random.below(6) {
        0 => MOST,
        1 => -MOST,
        2 => 0,
        3 => random.below(1 << 20) as Nanos,
        4 => (random.below(1 << 30) as Nanos) << 31,
        _ => -((random.below(1 << 30) as Nanos) << 31),
    }
}

#[test]
fn a_clock_accepts_its_own_snapshot_whatever_its_sender_stamps() {
    for seed in 0..400 {
        let mut random = Random(seed);
        let mut clock = ClockEstimator::new(&ClockParams::default()).unwrap();
        for _ in 0..50 {
            let (sent, received) = (stamp(&mut random), stamp(&mut random));
            clock.update_arrived(sent, received).unwrap();
            if random.below(3) == 0 {
                let [a, b, c, d] = core::array::from_fn(|_| stamp(&mut random));
                let trip = RoundTrip {
                    request_sent: a.min(d),
                    request_received: b.min(c),
                    answer_sent: b.max(c),
                    answer_received: a.max(d),
                };
                let _ = clock.answer_arrived(&trip);
            }
            assert!(
                clock.jitter() >= 0 && clock.lateness(0.9).is_none_or(|late| late >= 0),
                "seed {seed}: {}",
                clock.jitter()
            );
            for now in [stamp(&mut random), received] {
                let _ =
                    (clock.remote_time(now), clock.least_delay(now), clock.doubt_at(now), clock.expected_arrival(now));
            }
            let copy = ClockEstimator::from_snapshot(&clock.snapshot()).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            assert_eq!(copy, clock);
        }
    }
}
