//! The seeded re-creation: users who learn a maze-like course from a start to a target.
//!
//! Nothing in it knows of strategies or dead reckoning. A user steers towards the next goal with a limited rate of turn, an unsteady hand and an
//! unsteady speed. At first it takes wrong turns, walks back, stops to look around and cuts no corner; with each trial it does less of that.
use antreckon::base::math::{DVec2, DVec3};
use antreckon::base::random::Random;
use antreckon::predict::strategy::Truth;

/// Seconds between ticks.
const TICK: f64 = 0.05;
/// Run speed, m/s.
const SPEED: f64 = 8.0;
/// Fastest turn, radians per second.
const TURN: f64 = 3.5;
/// Longest trial, ticks.
const PATIENCE: usize = 6000;

/// The middle of the course, metres: eleven legs, ten corners.
pub(super) const COURSE: [[f64; 2]; 12] = [
    [0.0, 0.0],
    [60.0, 0.0],
    [60.0, 40.0],
    [15.0, 40.0],
    [15.0, 85.0],
    [95.0, 85.0],
    [95.0, 30.0],
    [140.0, 30.0],
    [140.0, 110.0],
    [60.0, 120.0],
    [60.0, 155.0],
    [150.0, 155.0],
];

/// How much a user is still exploring in each trial: 1 = does not know the place, 0 = knows it by heart.
pub(super) struct User {
    pub(super) unfamiliar: [f64; 5],
}

/// Two users, one of whom learns faster, as in the paper's table 1.
pub(super) const USERS: [User; 2] =
    [User { unfamiliar: [0.2, 0.12, 0.03, 0.02, 0.0] }, User { unfamiliar: [0.45, 0.45, 0.15, 0.03, 0.0] }];

/// Where a user goes in one trial, tick by tick.
pub(super) fn trial(random: &mut Random, unfamiliar: f64) -> Vec<Truth> {
    let goals = goals(random, unfamiliar);
    let mut position = point(COURSE[0]) + DVec2::new(0.0, 1.5 * random.normal());
    let mut heading = 0.0;
    let (mut sway, mut pace) = (0.0, 0.0);
    let (mut stop, mut goal) = (0, 0);
    let mut states = Vec::new();
    while goal < goals.len() && states.len() < PATIENCE {
        // Unsteadiness with memories of about 2 s (hand) and 3 s (speed).
        sway += -sway * TICK / 2.0 + random.normal() * (TICK.sqrt() * (0.12 + 0.35 * unfamiliar));
        pace += -pace * TICK / 3.0 + random.normal() * (TICK.sqrt() * (0.03 + 0.12 * unfamiliar));
        if stop == 0 && random.unit() < 0.15 * unfamiliar * TICK {
            stop = 10 + random.below(40);
        }
        let (target, reach) = goals[goal];
        let way = target - position;
        if way.length() < reach {
            goal += 1;
            continue;
        }
        let wanted = way.y.atan2(way.x) + sway;
        let turn = (wanted - heading + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI;
        heading += turn.clamp(-TURN * TICK, TURN * TICK);
        // Nobody runs at full speed through a sharp turn.
        let slow = 1.0 - 0.5 * (turn.abs() / std::f64::consts::PI).min(1.0);
        let speed = if stop > 0 { 0.0 } else { SPEED * slow * (1.0 + pace).clamp(0.3, 1.2) };
        stop = stop.saturating_sub(1);
        let velocity = DVec2::new(heading.cos(), heading.sin()) * speed;
        position += velocity * TICK;
        states.push(Truth {
            time: states.len() as i64 * 50_000_000,
            position: DVec3::new(position.x, 0.0, position.y),
            velocity: DVec3::new(velocity.x, 0.0, velocity.y),
        });
    }
    states
}

/// Corners to pass with the distance at which each counts as reached, wrong turns included.
fn goals(random: &mut Random, unfamiliar: f64) -> Vec<(DVec2, f64)> {
    let mut goals = Vec::new();
    for (i, &corner) in COURSE.iter().enumerate().skip(1) {
        // Whoever knows the way cuts the corners; whoever does not walks into the middle and beyond.
        let cut = 5.0 - 3.0 * unfamiliar;
        let miss = DVec2::new(random.normal(), random.normal()) * (1.0 + 3.0 * unfamiliar);
        let at = point(corner) + miss;
        goals.push((at, (cut + 0.5 * random.normal()).max(1.5)));
        if i + 1 < COURSE.len() && random.unit() < 0.45 * unfamiliar {
            let angle = std::f64::consts::TAU * random.unit();
            let far = at + DVec2::new(angle.cos(), angle.sin()) * (12.0 + 18.0 * random.unit());
            goals.push((far, 2.0));
            goals.push((at, 3.0));
        }
    }
    goals
}

fn point([x, y]: [f64; 2]) -> DVec2 {
    DVec2::new(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_reach_the_target_and_learn_to_be_quick() {
        let seconds = |unfamiliar: f64| {
            let trials: Vec<_> = (0..20).map(|seed| trial(&mut Random(seed), unfamiliar)).collect();
            for trial in &trials {
                let end = trial.last().unwrap().position;
                assert!((end - DVec3::new(150.0, 0.0, 155.0)).length() < 16.0, "{end}");
            }
            trials.iter().map(Vec::len).sum::<usize>() as f64 * TICK / 20.0
        };
        assert!(seconds(0.0) < 0.8 * seconds(1.0));
    }

    #[test]
    fn the_same_seed_gives_the_same_trial() {
        assert_eq!(trial(&mut Random(5), 0.5), trial(&mut Random(5), 0.5));
        assert_ne!(trial(&mut Random(5), 0.5), trial(&mut Random(6), 0.5));
    }
}
