//! Where every player of a match was, at any time.
use antreckon::base::math::{DQuat, DVec3};
use antreckon_cli::eval::kinematics::Estimates;
use antreckon_cli::eval::plugin::observation;
use antreckon_cli::eval::units::Units;
use antreckon_cli::trace::Trace;

/// A player at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fix {
    pub(super) position: DVec3,
    pub(super) velocity: DVec3,
    pub(super) orientation: Option<DQuat>,
    pub(super) airborne: bool,
    /// Counts unbroken runs: a new one begins with a new life, after a teleport and after an absence.
    pub(super) run: u32,
}

/// One player's way through a match, frame by frame.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) hz: f64,
    fixes: Vec<Option<Fix>>,
}

impl Course {
    /// All players of a trace.
    pub(super) fn all(trace: &Trace) -> Vec<Self> {
        let (units, estimates) = (Units::of(&trace.meta), Estimates::of(trace));
        let v_max = trace.meta.v_max * units.metres;
        let fix = |k: usize, player: usize, run: &mut u32| {
            let (sample, estimate) = trace.states(k)[player].zip(estimates.frame(k)[player])?;
            *run += u32::from(estimate.run == 0);
            let known = observation(&units, &sample, units.time(k), v_max);
            let [vx, vy] = estimate.velocity;
            Some(Fix {
                position: known.position,
                velocity: units.to_metres([vx, vy, estimate.vertical.velocity]),
                orientation: known.orientation,
                airborne: known.airborne,
                run: *run,
            })
        };
        let course = |player: usize| {
            let mut run = 0;
            let fixes = (0..trace.frames).map(|k| fix(k, player, &mut run)).collect();
            Self { hz: trace.meta.tick_hz, fixes }
        };
        (0..trace.players.len()).map(course).collect()
    }

    pub(super) fn frames(&self) -> usize {
        self.fixes.len()
    }

    /// The player in a frame; `None` when dead or absent.
    pub(super) fn fix(&self, k: usize) -> Option<&Fix> {
        self.fixes.get(k)?.as_ref()
    }

    /// The player at a frame that need not be whole; `None` when dead, absent or between two runs.
    pub(super) fn at(&self, frame: f64) -> Option<Fix> {
        // A time on a frame belongs to the step that begins there, whatever the rounding.
        let k = (frame + 1e-9).floor();
        let from = self.fix(k as usize)?;
        let part = (frame - k).max(0.0);
        if part < 1e-9 {
            return Some(*from);
        }
        let to = self.fix(k as usize + 1).filter(|to| to.run == from.run)?;
        Some(Fix {
            position: from.position.lerp(to.position, part),
            velocity: from.velocity.lerp(to.velocity, part),
            airborne: from.airborne || to.airborne,
            ..*from
        })
    }
}

/// When each player is in somebody's sights, frames.
pub(super) fn aims(courses: &[Course]) -> Vec<Vec<usize>> {
    /// Half the angle of the cone that counts as aimed at: 3°.
    const COSINE: f64 = 0.998_63;
    /// How far somebody aims, metres.
    const FAR: f64 = 50.0;
    let frames = courses.first().map_or(0, Course::frames);
    let aims_at = |from: &Fix, at: &Fix| {
        let way = at.position - from.position;
        let looks = from.orientation.map(|turn| turn * DVec3::NEG_Z);
        let far = way.length();
        far < FAR && far > 0.0 && looks.is_some_and(|looks| looks.dot(way) > COSINE * far)
    };
    let aimed = |target: usize, k: usize| {
        let Some(at) = courses[target].fix(k) else { return false };
        let others = courses.iter().enumerate().filter(|(other, _)| *other != target);
        others.filter_map(|(_, other)| other.fix(k)).any(|from| aims_at(from, at))
    };
    (0..courses.len()).map(|target| (0..frames).filter(|&k| aimed(target, k)).collect()).collect()
}
