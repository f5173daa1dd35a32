//! Cost of directed trails: reading one and three resolutions, recalling passages, writing. One match of seeded bots that
//! walk between places of a hall, then questions at moments of that match in random order.

mod common;

use antreckon::base::math::DVec3;
use antreckon::pheromone::trail::{HORIZONS, Passage, Pose, SECONDS, TrailParams, Trails, reach};
use common::{Dice, heading, time};
use std::hint::black_box;

const PLAYERS: usize = 8;
const RATE: usize = 13;
const SECONDS_OF_MATCH: usize = 600;

/// A player's way in trail units: it walks to one of twelve places after the other, with some noise.
fn way(seed: u64) -> Vec<[f32; 2]> {
    let mut dice = Dice(seed);
    let places: Vec<[f64; 2]> =
        (0..12).map(|i| [(i % 4) as f64 * 1.5, (i / 4) as f64 * 1.5 + 0.3 * ((i * 7 % 5) as f64)]).collect();
    let (mut at, mut goal, mut v) = ([2.0, 2.0], 5, [0.0, 0.0]);
    let mut points = Vec::new();
    for _ in 0..SECONDS_OF_MATCH * RATE {
        let to = [places[goal][0] - at[0], places[goal][1] - at[1]];
        let far = (to[0] * to[0] + to[1] * to[1]).sqrt();
        if far < 0.15 {
            goal = (goal + 1 + dice.below(3) * 3) % places.len();
        }
        for i in 0..2 {
            let wanted = to[i] / far.max(0.1) + 0.25 * (dice.unit() - 0.5);
            v[i] += 0.35 * (wanted - v[i]);
            at[i] += v[i] / RATE as f64;
        }
        points.push(at.map(|x| x as f32));
    }
    points
}

fn passage(way: &[[f32; 2]], k: usize) -> Passage {
    let back = |n: usize| way[k.saturating_sub(n)];
    let since = |n: usize| [way[k][0] - back(n)[0], way[k][1] - back(n)[1]];
    let velocity = since(1).map(|x| x * RATE as f32);
    let length = (velocity[0] * velocity[0] + velocity[1] * velocity[1]).sqrt().max(1e-3);
    let pose = Pose { place: [way[k][0], way[k][1], 0.1], velocity };
    Passage { pose, path: [since(RATE), since(2 * RATE)], view: velocity.map(|x| x / length) }
}

fn main() {
    let mut trails = Trails::new(&TrailParams::default(), DVec3::ZERO).expect("parameters are valid");
    let ways: Vec<_> = (0..PLAYERS as u64).map(|seed| way(seed + 1)).collect();
    let ahead = SECONDS.map(|h| (h * RATE as f64) as usize);
    for k in 1..SECONDS_OF_MATCH * RATE - ahead[4] {
        for way in &ways {
            let now = passage(way, k);
            let ticket = (k % 2 == 0).then(|| trails.remember(&now));
            for (h, n) in ahead.iter().enumerate() {
                let y = [way[k + n][0] - way[k][0], way[k + n][1] - way[k][1]];
                trails.deposit(&now.pose, h, y);
                if let Some(ticket) = ticket {
                    trails.complete(ticket, h, y);
                }
            }
        }
    }
    heading("Directed trails after a match of 10 minutes, 8 players");
    println!(
        "{} cells, {} passages, {:.2} MB, saved {:.2} MB",
        trails.cell_count(),
        trails.passage_count(),
        trails.bytes() as f64 / 1e6,
        trails.save().len() as f64 / 1e6
    );
    let mut dice = Dice(5);
    let asked: Vec<Passage> =
        (0..512).map(|_| passage(&ways[dice.below(PLAYERS)], dice.below(SECONDS_OF_MATCH * RATE - 60) + 1)).collect();
    let reach = reach(0.7);
    println!("{:<44} {:>10} {:>10}", "ns per question", "least", "median");
    let show = |name: &str, timing: common::Timing| println!("{name:<44} {:>10.0} {:>10.0}", timing.min, timing.median);
    show(
        "read_alone (5 horizons)",
        time(asked.len(), || asked.iter().for_each(|p| _ = black_box(trails.read_alone(&p.pose, &reach)))),
    );
    show(
        "read, three resolutions (15 readings)",
        time(asked.len(), || asked.iter().for_each(|p| _ = black_box(trails.read(&p.pose, &reach)))),
    );
    show(
        "recall (5 horizons)",
        time(asked.len(), || asked.iter().for_each(|p| _ = black_box(trails.recall(p, &reach)))),
    );
    let mut written = trails.clone();
    show(
        "deposit, one horizon, three resolutions",
        time(asked.len() * HORIZONS, || {
            for p in &asked {
                (0..HORIZONS).for_each(|h| written.deposit(&p.pose, h, [0.1, 0.2]));
            }
        }),
    );
    show("remember", time(asked.len(), || asked.iter().for_each(|p| _ = black_box(written.remember(p)))));
}
