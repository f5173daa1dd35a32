//! Clocks that lose time, jump, stand or run at another rate, on either machine: what is drawn is right again within a second.

use crate::clockwork::{Clock, Hitch, Link, Way, play};
use crate::game::MS;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::net::simulator::NetworkParams;

const START: Nanos = 20 * SECOND;

fn steady(name: &str) -> Hitch {
    Hitch {
        name: name.into(),
        stamps: Clock::ahead(100 * SECOND),
        lives: Clock::ahead(0),
        own: Clock::ahead(7 * SECOND),
        asleep: (0, 0),
        blind: (0, 0),
        changes: vec![START],
        refused: 0,
    }
}

fn hitches() -> Vec<Hitch> {
    let mut all = Vec::new();
    for ms in [600, 2000] {
        let by = ms * MS;
        // The owner's game stands for so long and its clock with it: time is lost.
        all.push(Hitch {
            stamps: steady("").stamps.run(START, 0.0).run(START + by, 1.0),
            lives: steady("").lives.run(START, 0.0).run(START + by, 1.0),
            asleep: (START, START + by),
            changes: vec![START + by],
            ..steady(&format!("owner loses {ms} ms"))
        });
        // Its clock alone is set back, or forward.
        for sign in [-1, 1] {
            all.push(Hitch {
                stamps: steady("").stamps.jump(START, sign * by),
                refused: if sign < 0 { by } else { 0 },
                ..steady(&format!("owner's clock set by {} ms", sign * ms))
            });
        }
        all.push(Hitch {
            own: steady("").own.run(START, 0.0).run(START + by, 1.0),
            blind: (START, START + by),
            changes: vec![START + by],
            ..steady(&format!("own clock loses {ms} ms"))
        });
        all.push(Hitch { own: steady("").own.jump(START, by), ..steady(&format!("own clock jumps by {ms} ms")) });
    }
    for seconds in [2, 10] {
        let until = START + seconds * SECOND;
        let asleep = (START, until);
        all.push(Hitch { asleep, changes: vec![until], ..steady(&format!("owner sleeps {seconds} s, clock goes on")) });
        all.push(Hitch {
            stamps: steady("").stamps.run(START, 0.0).run(until, 1.0),
            asleep,
            changes: vec![until],
            ..steady(&format!("owner sleeps {seconds} s, clock stands"))
        });
        all.push(Hitch {
            blind: asleep,
            changes: vec![until],
            ..steady(&format!("who draws sleeps {seconds} s, clock goes on"))
        });
        all.push(Hitch {
            own: steady("").own.run(START, 0.0).run(until, 1.0),
            blind: asleep,
            changes: vec![until],
            ..steady(&format!("who draws sleeps {seconds} s, clock stands"))
        });
    }
    let until = START + 5 * SECOND;
    for rate in [0.5, 0.25] {
        all.push(Hitch {
            stamps: steady("").stamps.run(START, rate).run(until, 1.0),
            lives: steady("").lives.run(START, rate).run(until, 1.0),
            changes: vec![START, until],
            ..steady(&format!("owner at {rate} x for 5 s"))
        });
    }
    all.push(Hitch {
        stamps: steady("").stamps.run(START, 0.0).run(until, 1.0),
        lives: steady("").lives.run(START, 0.0).run(until, 1.0),
        changes: vec![START, until],
        ..steady("owner pauses 5 s, and says so")
    });
    all.push(Hitch {
        stamps: steady("").stamps.run(START, 0.0).run(until, 1.0),
        lives: steady("").lives.run(START, 0.0).run(until, 1.0),
        asleep: (START, until),
        changes: vec![until],
        ..steady("owner pauses 5 s in silence")
    });
    all.push(Hitch {
        own: steady("").own.run(START, 0.5).run(until, 1.0),
        changes: vec![START, until],
        ..steady("own clock at 0.5 x for 5 s")
    });
    all.push(Hitch {
        own: steady("").own.run(START, 0.0).run(until, 1.0),
        changes: vec![until],
        ..steady("own clock stands for 5 s")
    });
    all
}

fn network(latency: Nanos, jitter: Nanos, loss: f64) -> NetworkParams {
    NetworkParams { latency: latency * MS, jitter: jitter * MS, loss, ..NetworkParams::default() }
}

/// Plays the `turn`th hitch at every rate, each over one of three networks, another one in the next turn; the longest time after
/// each change until it is healed, and where that was.
fn longest(turn: usize, hitch: &Hitch, way: Way, rates: &[i64]) -> Vec<(Nanos, String)> {
    let networks = [network(20, 5, 0.0), network(60, 20, 0.02), network(200, 40, 0.05)];
    let mut longest = vec![(0, String::new()); hitch.changes.len()];
    for (place, &rate) in rates.iter().enumerate() {
        let network = networks[(turn + place) % networks.len()];
        let seen = play(hitch, &Link { way, rate, network, seed: 1, extra: |_| 0 }, START + 20 * SECOND);
        for (most, healed) in longest.iter_mut().zip(&seen.healed) {
            if *healed > most.0 {
                let ms = |nanos: Nanos| nanos / MS;
                let text = format!("{way:?} {rate}/s over {} ms: {} ms, {hitch:?}", ms(network.latency), ms(*healed));
                *most = (*healed, text);
            }
        }
    }
    longest
}

const ALL: [Way; 5] = [Way::Packets, Way::Broadcast, Way::Dated, Way::Undated, Way::Told];

#[test]
fn lost_and_gained_time_is_healed_within_a_second() {
    let changes_rate = |hitch: &Hitch| hitch.changes.len() > 1 || hitch.name == "own clock stands for 5 s";
    for (turn, hitch) in hitches().iter().filter(|hitch| !changes_rate(hitch)).enumerate() {
        for (shift, way) in ALL.into_iter().enumerate() {
            for (healed, text) in longest(turn + shift, hitch, way, &[5, 10, 20, 60]) {
                assert!(healed <= SECOND, "{text}");
            }
        }
    }
}

#[test]
fn slow_motion_and_pauses_of_dated_states_are_followed_soon() {
    for hitch in hitches().iter().filter(|hitch| hitch.changes.len() > 1 && hitch.name.starts_with("owner")) {
        // At a quarter of its speed a clock is found at once and its exact rate a little later.
        let most = if hitch.name.contains("0.25") { 1700 * MS } else { SECOND };
        for turn in 0..3 {
            for (healed, text) in longest(turn, hitch, Way::Dated, &[10, 20, 60]) {
                assert!(healed <= most, "{text}");
            }
        }
    }
}
