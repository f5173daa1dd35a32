//! Networks that delay: late is not a jump of the clock, and no jump is told of.

use crate::clockwork::{Clock, Hitch, Link, Way, play};
use crate::game::MS;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::net::simulator::{Burst, NetworkParams};

/// More time under way, by when it was sent.
type Extra = fn(Nanos) -> Nanos;

const END: Nanos = 40 * SECOND;

fn nothing() -> Hitch {
    Hitch {
        name: "nothing".into(),
        stamps: Clock::ahead(100 * SECOND),
        lives: Clock::ahead(0),
        own: Clock::ahead(7 * SECOND),
        asleep: (0, 0),
        blind: (0, 0),
        changes: vec![20 * SECOND],
        refused: 0,
    }
}

/// Every four seconds nothing gets through for 300 to 500 ms, then all of it at once.
fn stalls(sent: Nanos) -> Nanos {
    let (number, at) = (sent / (4 * SECOND), sent % (4 * SECOND));
    let length = (300 + number % 3 * 100) * MS;
    (length - at).max(0)
}

/// Every four seconds everything takes 400 ms longer for 300 ms.
fn spikes(sent: Nanos) -> Nanos {
    if sent % (4 * SECOND) < 300 * MS { 400 * MS } else { 0 }
}

/// A queue that fills within two seconds, stays full for two and drains within one: 400 ms.
fn queue(sent: Nanos) -> Nanos {
    let at = (sent % (8 * SECOND)) as f64 / SECOND as f64;
    let share = if at < 2.0 {
        at / 2.0
    } else if at < 4.0 {
        1.0
    } else {
        (5.0 - at).max(0.0)
    };
    (share * 400.0) as Nanos * MS
}

/// The way is 100 ms longer every other ten seconds.
fn route(sent: Nanos) -> Nanos {
    if sent / (10 * SECOND) % 2 == 1 { 100 * MS } else { 0 }
}

fn no_more(_: Nanos) -> Nanos {
    0
}

#[test]
fn delays_of_the_network_are_no_jumps_of_a_clock() {
    let plain = NetworkParams { latency: 80 * MS, jitter: 30 * MS, loss: 0.02, ..NetworkParams::default() };
    let bursts = NetworkParams { burst: Some(Burst::of(0.1, 8.0)), ..plain };
    let rough = NetworkParams { jitter: 80 * MS, ..plain };
    let cases: [(&str, NetworkParams, Extra); 6] = [
        ("stalls", plain, stalls),
        ("spikes", plain, spikes),
        ("queue", plain, queue),
        ("route", plain, route),
        ("bursts of loss", bursts, no_more),
        ("jitter", rough, no_more),
    ];
    let mut wrong = Vec::new();
    for (name, network, extra) in cases {
        for way in [Way::Packets, Way::Broadcast, Way::Dated] {
            for (first, rate) in [5, 10, 20, 60].into_iter().enumerate() {
                // Another half of the seeds at every other rate.
                for seed in [1, 3].map(|seed| seed + first as u64 % 2) {
                    let seen = play(&nothing(), &Link { way, rate, network, seed, extra }, END);
                    if seen.jumps > 0 {
                        wrong.push(format!("{name} {way:?} {rate}/s seed {seed}: {} jumps", seen.jumps));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of 144:\n{}", wrong.len(), wrong.join("\n"));
}
