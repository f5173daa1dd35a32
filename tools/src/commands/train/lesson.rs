//! What can be trained, and from what.
use antreckon::learn::descent::{Material, Progress, Schedule, Source};
use antreckon::learn::kinematic::{self, Rows};
use antreckon::learn::survival::{self, Moments, PRICES};
use antreckon::net::policy::{Policy, PolicyNet};
use antreckon::predict::learned::Weights;
use antreckon_cli::eval::harvest::{Handicap, harvest};
use antreckon_cli::eval::moments::moments;
use antreckon_cli::trace::Trace;

/// Trails are emptied this often in the handicapped copies, seconds.
const FORGET: f64 = 45.0;
/// No handicap.
const ALL: Handicap = Handicap { forget: None, blind: false, updates_per_second: None };

/// Something that is learned from rows of recorded matches.
pub(super) trait Lesson: Sync {
    /// What a match gives.
    type Rows: Material + Send + Sync;
    /// How its files end.
    const ENDING: &str;
    /// Copies of every match, and how much each counts; the first one knows everything.
    const COPIES: &[(Handicap, f64)];

    fn schedule(&self) -> Schedule;

    fn harvest(&self, trace: &Trace, handicap: Handicap) -> Self::Rows;

    /// The file of what was learned.
    fn train(
        &self,
        sources: &[Source<'_, Self::Rows>],
        schedule: &Schedule,
        progress: &mut dyn FnMut(Progress),
    ) -> Vec<u8>;

    /// How good a file is on rows that it was not trained on, in words.
    fn judge(&self, file: &[u8], rows: &Self::Rows) -> Result<String, String>;
}

/// The learned kinematic model.
pub(super) struct Kinematics;

impl Lesson for Kinematics {
    type Rows = Rows;
    const ENDING: &str = "weights";
    const COPIES: &[(Handicap, f64)] = &[
        (ALL, 1.0),
        (Handicap { forget: Some(FORGET), ..ALL }, 0.4),
        (Handicap { forget: Some(FORGET), blind: true, ..ALL }, 0.2),
        (Handicap { updates_per_second: Some(10.0), ..ALL }, 0.5),
        (Handicap { updates_per_second: Some(5.0), ..ALL }, 0.5),
    ];

    fn schedule(&self) -> Schedule {
        Schedule::default()
    }

    fn harvest(&self, trace: &Trace, handicap: Handicap) -> Rows {
        harvest(trace, handicap)
    }

    fn train(&self, sources: &[Source<'_, Rows>], schedule: &Schedule, progress: &mut dyn FnMut(Progress)) -> Vec<u8> {
        kinematic::train(sources, schedule, progress).to_bytes()
    }

    fn judge(&self, file: &[u8], rows: &Rows) -> Result<String, String> {
        // As it will be loaded: rounded.
        let weights = Weights::load(file).map_err(|error| error.to_string())?;
        let (first, second) = weights.sizes();
        let (with, without) = (kinematic::loss(&weights, rows), kinematic::loss(&Weights::zero(first, second), rows));
        let r2 = kinematic::r2(&weights, rows);
        Ok(format!("loss {with:.4}, of trails alone {without:.4}; r² of what they leave {r2:.3}"))
    }
}

/// The policy by which type 2 senders choose their lines.
pub(super) struct Sending;

impl Lesson for Sending {
    type Rows = Moments;
    const ENDING: &str = "policy";
    /// At full rate: owners know every tick.
    const COPIES: &[(Handicap, f64)] = &[
        (ALL, 1.0),
        (Handicap { forget: Some(FORGET), ..ALL }, 0.4),
        (Handicap { forget: Some(FORGET), blind: true, ..ALL }, 0.2),
    ];

    fn schedule(&self) -> Schedule {
        survival::default_schedule()
    }

    fn harvest(&self, trace: &Trace, handicap: Handicap) -> Moments {
        moments(trace, handicap)
    }

    fn train(
        &self,
        sources: &[Source<'_, Moments>],
        schedule: &Schedule,
        progress: &mut dyn FnMut(Progress),
    ) -> Vec<u8> {
        Policy::new(survival::train(sources, schedule, PRICES, progress)).to_bytes()
    }

    fn judge(&self, file: &[u8], rows: &Moments) -> Result<String, String> {
        let policy = Policy::load(file).map_err(|error| error.to_string())?;
        let (with, without) = (survival::lives(policy.net(), rows), survival::lives(&PolicyNet::zero(16, 16), rows));
        Ok(format!("lives {with:.3}, of lines along the velocity {without:.3}"))
    }
}
