//! The measurement behind the curves' time of convergence and the chase: synthetic players under a threshold sender, latency and loss.
//!
//! `cargo test --test smooth -- --nocapture choice` prints the table of docs/convergence.md. The time of convergence of each
//! method is chosen on other players than those that are scored.

use crate::course::{ID, Update, nanos};
use antreckon::base::math::DVec3;
use antreckon::base::random::Random;
use antreckon::smooth::{Correction, DrawContext, Method, Pace, SmoothParams, Smoother};

const RATE: usize = 60;
const SECONDS: usize = 60;
const LATENCY: usize = 6;
const LOSS: f64 = 0.05;
const THRESHOLD: f64 = 0.25;
const SPEED: f64 = 8.0;
const JUMP: f64 = 0.15;

/// A minute of a player: runs and turns, dodges from side to side, stops and goes, or runs in circles.
fn player(seed: u64) -> Vec<(DVec3, DVec3)> {
    let mut random = Random(seed);
    let style = seed % 4;
    let (mut position, mut velocity, mut wish) = (DVec3::ZERO, DVec3::ZERO, DVec3::X * SPEED);
    let (mut heading, mut next) = (0.0f64, 0);
    (0..RATE * SECONDS)
        .map(|frame| {
            if frame >= next {
                let pause = if style == 1 { 0.5 } else { 0.8 };
                next = frame + (RATE as f64 * pause * (0.5 + random.unit())) as usize;
                heading += match style {
                    1 => core::f64::consts::PI,
                    _ => random.normal(),
                };
                let speed = if style == 2 && random.unit() < 0.5 { 0.0 } else { SPEED };
                wish = DVec3::new(heading.cos(), 0.0, heading.sin()) * speed;
            }
            if style == 3 {
                heading += 2.5 / RATE as f64;
                wish = DVec3::new(heading.cos(), 0.0, heading.sin()) * SPEED;
            }
            // Ground acceleration of a shooter: 80 m/s².
            velocity += (wish - velocity).clamp_length_max(80.0 / RATE as f64);
            position += velocity / RATE as f64;
            (position, velocity)
        })
        .collect()
}

/// Updates of a threshold sender with a heartbeat of a second, with the frame in which each arrives.
fn updates(walk: &[(DVec3, DVec3)], seed: u64) -> Vec<(usize, Update)> {
    let mut random = Random(seed ^ 0x5eed);
    let mut sent = Update { time: -1.0, position: DVec3::ZERO, velocity: DVec3::ZERO };
    let mut list = Vec::new();
    for (frame, &(position, velocity)) in walk.iter().enumerate() {
        let time = frame as f64 / RATE as f64;
        if (sent.at(time).position - position).length() > THRESHOLD || time - sent.time >= 1.0 {
            sent = Update { time, position, velocity };
            if frame == 0 || random.unit() >= LOSS {
                list.push((frame + LATENCY + random.below(3), sent));
            }
        }
    }
    list.sort_by_key(|(arrival, _)| *arrival);
    list
}

#[derive(Clone, Copy, Debug, Default)]
struct Score {
    mean: f64,
    p95: f64,
    /// Frames a minute that go [`JUMP`] farther than the fastest player does.
    jumps: f64,
    /// Frames a minute that go against the frame before.
    reversals: f64,
    /// 95th percentile of the change of the drawn velocity from frame to frame, m/s.
    roughness: f64,
}

fn percentile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values[(values.len() as f64 * share) as usize]
}

fn score(params: &SmoothParams, seeds: std::ops::Range<u64>) -> Score {
    let (mut errors, mut changes) = (Vec::new(), Vec::new());
    let (mut jumps, mut reversals, minutes) = (0, 0, (seeds.end - seeds.start) as f64 * SECONDS as f64 / 60.0);
    let terrain = DrawContext::default();
    for seed in seeds {
        let walk = player(seed);
        let list = updates(&walk, seed);
        let mut due = list.iter().peekable();
        let mut smoother = Smoother::new(1, params).unwrap();
        let mut known: Option<Update> = None;
        let mut drawn: Vec<DVec3> = Vec::new();
        for (frame, (truth, _)) in walk.iter().enumerate() {
            let time = frame as f64 / RATE as f64;
            while let Some((_, update)) = due.next_if(|(arrival, _)| *arrival <= frame) {
                if known.is_some_and(|known| known.time >= update.time) {
                    continue;
                }
                smoother.correct(ID, &Correction::new(nanos(time), &update.at(time)), &terrain).unwrap();
                known = Some(*update);
            }
            let Some(known) = known else { continue };
            drawn.push(smoother.draw(ID, nanos(time), &known.at(time), &terrain).unwrap().position);
            errors.push((drawn[drawn.len() - 1] - *truth).length());
        }
        let steps: Vec<DVec3> = drawn.windows(2).map(|pair| pair[1] - pair[0]).collect();
        jumps += steps.iter().filter(|step| step.length() > SPEED / RATE as f64 + JUMP).count();
        for pair in steps.windows(2) {
            let seen = pair[0].length() > 0.002 && pair[1].length() > 0.002;
            reversals += (seen && pair[0].dot(pair[1]) < 0.0) as usize;
            changes.push((pair[1] - pair[0]).length() * RATE as f64);
        }
    }
    Score {
        mean: errors.iter().sum::<f64>() / errors.len() as f64,
        p95: percentile(&mut errors, 0.95),
        jumps: jumps as f64 / minutes,
        reversals: reversals as f64 / minutes,
        roughness: percentile(&mut changes, 0.95),
    }
}

fn with_share(method: Method, share: f64) -> SmoothParams {
    let position = Pace { share, ..SmoothParams::default().position };
    SmoothParams { method, position, ..SmoothParams::default() }
}

/// The rule: of all settings with at most a quarter of the reversals and a tenth of the roughness of jumping at once, the
/// one with the least mean error at the time of drawing.
fn is_calm(score: Score, snap: Score) -> bool {
    4.0 * score.reversals <= snap.reversals && 10.0 * score.roughness <= snap.roughness
}

#[test]
fn a_chase_beats_the_best_of_the_curves_that_are_calm() {
    let (learn, judge) = (1000..1016, 0..32);
    let snapped = |seeds: &std::ops::Range<u64>| score(&with_share(Method::Snap, 1.0), seeds.clone());
    let (snap_learned, snap) = (snapped(&learn), snapped(&judge));
    println!("| method | share | mean m | p95 m | jumps/min | reversals/min | roughness m/s |");
    let print = |name: &str, share: f64, score: Score| {
        let Score { mean, p95, jumps, reversals, roughness } = score;
        println!("| {name} | {share} | {mean:.3} | {p95:.3} | {jumps:.0} | {reversals:.0} | {roughness:.1} |");
    };
    print("Snap", 0.0, snap);
    let mut best: Option<(f64, Method, f64)> = None;
    for method in [Method::Linear, Method::Bezier, Method::Hermite, Method::ProjectiveVelocity, Method::Damped] {
        let tried = [0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0]
            .map(|share| (share, score(&with_share(method, share), learn.clone())));
        let calm = tried.iter().filter(|(_, score)| is_calm(*score, snap_learned));
        let Some((share, _)) = calm.min_by(|a, b| a.1.mean.total_cmp(&b.1.mean)) else {
            println!("| {method:?} | never calm |");
            continue;
        };
        let score = score(&with_share(method, *share), judge.clone());
        print(&format!("{method:?}"), *share, score);
        if best.is_none_or(|(mean, _, _)| score.mean < mean) {
            best = Some((score.mean, method, *share));
        }
    }
    let (mean, method, share) = best.unwrap();
    let default = SmoothParams { run_speed: SPEED, ..SmoothParams::default() };
    assert_eq!((method, share), (Method::Damped, default.position.share), "the best of the curves");
    let best = score(&with_share(method, share), judge.clone());
    let chase = score(&default, judge);
    print("Chase", 0.0, chase);
    assert_eq!(default.method, Method::Chase);
    // Not as calm in the small as a curve, but nearer to the truth and without the curve's rushes.
    assert!(chase.mean < mean && chase.p95 < best.p95 && 10.0 * chase.jumps < best.jumps, "{chase:?}, {best:?}");
}
