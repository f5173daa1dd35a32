//! Entities that move by updates: what the tests of this folder have in common.

use antreckon::base::arena::ArenaId;
use antreckon::base::math::{DQuat, DVec3};
use antreckon::predict::Prediction;
use antreckon::smooth::{Correction, DrawContext, Drawn, SmoothParams, Smoother};

pub const ID: ArenaId = ArenaId { index: 0, generation: 1 };

pub fn nanos(seconds: f64) -> i64 {
    (seconds * 1e9).round() as i64
}

/// A state that dead reckoning carries on.
#[derive(Clone, Copy, Debug)]
pub struct Update {
    /// When it arrives (and was true), seconds.
    pub time: f64,
    pub position: DVec3,
    pub velocity: DVec3,
}

impl Update {
    pub fn at(&self, time: f64) -> Prediction {
        Prediction {
            position: self.position + self.velocity * (time - self.time),
            velocity: self.velocity,
            ..Prediction::NOWHERE
        }
    }
}

pub fn at_rest(position: DVec3) -> Prediction {
    Prediction { position, ..Prediction::NOWHERE }
}

pub fn yaw(angle: f64) -> DQuat {
    DQuat::from_xyzw(0.0, (0.5 * angle).sin(), 0.0, (0.5 * angle).cos())
}

/// A frame that was drawn.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub time: f64,
    pub drawn: Drawn,
}

/// Plays updates, told when they arrive, and draws at the times given. Both in order.
pub fn play(params: &SmoothParams, terrain: &DrawContext<'_>, updates: &[Update], frames: &[f64]) -> Vec<Frame> {
    let mut smoother = Smoother::new(1, params).unwrap();
    let mut due = updates.iter().peekable();
    let mut known = *due.next().expect("there is a first update");
    smoother.correct(ID, &Correction::new(nanos(known.time), &known.at(known.time)), terrain).unwrap();
    let mut out = Vec::new();
    for &time in frames {
        while let Some(update) = due.next_if(|update| update.time <= time) {
            let (before, after) = (known.at(update.time), update.at(update.time));
            let correction = Correction { before: Some(&before), ..Correction::new(nanos(update.time), &after) };
            smoother.correct(ID, &correction, terrain).unwrap();
            known = *update;
        }
        out.push(Frame { time, drawn: smoother.draw(ID, nanos(time), &known.at(time), terrain).unwrap() });
    }
    out
}

/// Frames at a rate from 0 up to `end` seconds.
pub fn frames(rate: usize, end: f64) -> Vec<f64> {
    (0..=(end * rate as f64) as usize).map(|i| i as f64 / rate as f64).collect()
}
