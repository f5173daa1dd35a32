//! Made-up players who do one thing all the time: what a prediction of people must not get wrong either.
use crate::trace::{Meta, Player, Sample, Trace};
use antreckon::base::random::Random;
use std::f64::consts::{PI, TAU};

/// Frames per second.
const HZ: f64 = 60.0;
const SECONDS: f64 = 150.0;
const PLAYERS: usize = 4;
/// Ground acceleration of a shooter, m/s².
const ACCELERATION: f64 = 80.0;
/// Speeds of those who run and of those who walk, m/s.
const RUN: f64 = 8.0;
const WALK: f64 = 1.4;

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Habit {
    /// Straight on for seconds, then anywhere.
    Straight,
    /// A new direction, not far from the old one, every second or so.
    Turning,
    /// From side to side.
    Strafing,
    /// Stands half of the time.
    StopAndGo,
    Circling,
    /// Slowly, never quite straight.
    Walking,
}

const HABITS: [(&str, Habit); 6] = [
    ("made_up_straight", Habit::Straight),
    ("made_up_turning", Habit::Turning),
    ("made_up_strafing", Habit::Strafing),
    ("made_up_stop_and_go", Habit::StopAndGo),
    ("made_up_circling", Habit::Circling),
    ("made_up_walking", Habit::Walking),
];

impl Habit {
    fn speed(self) -> f64 {
        if self == Self::Walking { WALK } else { RUN }
    }

    /// Seconds until the next change of mind, at random between half and one and a half times this.
    fn pause(self) -> f64 {
        match self {
            Self::Straight => 3.0,
            Self::Strafing => 0.5,
            Self::Turning | Self::StopAndGo | Self::Circling => 0.8,
            Self::Walking => 2.0,
        }
    }

    /// By how much a change of mind turns it, radians.
    fn turn(self, random: &mut Random) -> f64 {
        match self {
            Self::Straight => TAU * random.unit(),
            Self::Strafing => PI,
            Self::Turning | Self::StopAndGo => random.normal(),
            Self::Circling => 0.0,
            Self::Walking => 0.5 * random.normal(),
        }
    }

    /// Radians per second in which it turns all the time.
    fn drift(self) -> f64 {
        match self {
            Self::Circling => 2.5,
            Self::Walking => 0.3,
            _ => 0.0,
        }
    }
}

/// One match for each of the things they do, in metres.
pub fn walkers() -> Vec<Trace> {
    HABITS.iter().map(|&(name, habit)| played(name, habit)).collect()
}

fn played(name: &str, habit: Habit) -> Trace {
    let walks: Vec<Vec<Sample>> = (0..PLAYERS as u64).map(|player| walk(habit, player)).collect();
    let frames = (HZ * SECONDS) as usize;
    let states: Vec<Vec<_>> = (0..frames).map(|k| walks.iter().map(|walk| (Some(walk[k]), k == 0)).collect()).collect();
    let players = (0..PLAYERS as u32).map(|id| Player { id, team: String::new() }).collect();
    let meta = Meta {
        name: name.to_owned(),
        tick_hz: HZ,
        v_max: habit.speed(),
        body_width: 0.8,
        layout: name.to_owned(),
        game: "made up".to_owned(),
        metres_per_unit: 1.0,
    };
    Trace::assemble(meta, players, Vec::new(), &states)
}

fn walk(habit: Habit, player: u64) -> Vec<Sample> {
    let mut random = Random(player + 1);
    let ([mut x, mut y], mut velocity) = ([100.0 * player as f64, 0.0], [0.0, 0.0]);
    let (mut heading, mut speed, mut next) = (TAU * random.unit(), habit.speed(), 0.0);
    let frame = |k: usize| {
        let time = k as f64 / HZ;
        if time >= next {
            next = time + habit.pause() * (0.5 + random.unit());
            heading += habit.turn(&mut random);
            let stands = habit == Habit::StopAndGo && random.unit() < 0.5;
            speed = if stands { 0.0 } else { habit.speed() };
        }
        heading += habit.drift() / HZ;
        let change = [speed * heading.cos() - velocity[0], speed * heading.sin() - velocity[1]];
        let share = (ACCELERATION / HZ / change[0].hypot(change[1]).max(1e-9)).min(1.0);
        velocity = [velocity[0] + share * change[0], velocity[1] + share * change[1]];
        (x, y) = (x + velocity[0] / HZ, y + velocity[1] / HZ);
        Sample {
            position: [x, y, 0.0],
            velocity: Some(velocity),
            climb: Some(0.0),
            yaw: Some(heading.to_degrees() as f32),
            pitch: None,
            health: None,
            armor: None,
        }
    };
    (0..(HZ * SECONDS) as usize).map(frame).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_moves_as_told_and_no_faster() {
        for trace in walkers() {
            let (name, most) = (&trace.meta.name, trace.meta.v_max + 1e-9);
            let speeds = (0..trace.frames).flat_map(|k| trace.states(k).iter().flatten());
            let speeds: Vec<f64> = speeds.map(|s| s.velocity.map_or(0.0, |[x, y]| x.hypot(y))).collect();
            assert_eq!(speeds.len(), trace.frames * PLAYERS, "{name}");
            assert!(speeds.iter().all(|speed| *speed <= most), "{name}");
            let standing = speeds.iter().filter(|speed| **speed < 1e-6).count() as f64 / speeds.len() as f64;
            // Who turns back stands for a frame.
            let wanted = if name.ends_with("stop_and_go") { 0.2..0.6 } else { 0.0..0.05 };
            assert!(wanted.contains(&standing), "{name}: {standing}");
        }
    }

    #[test]
    fn they_are_the_same_every_time() {
        let places = |trace: &Trace| (0..trace.frames).map(|k| trace.states(k).to_vec()).collect::<Vec<_>>();
        assert!(walkers().iter().zip(&walkers()).all(|(a, b)| places(a) == places(b)));
    }
}
