//! One match over one network: who draws, and what came of it.
use antreckon_cli::drawn::{Cast, Cell, Grid, Match, Outcome, Peer, Setting};

/// Names of the ways of drawing, in the order of [`Played::outcomes`].
pub(super) const WAYS: [&str; 8] =
    ["Ghosts", "Ghosts, level", "snapped", "extrapolation", "interpolation", "playout", "by hand", "truth"];

/// Places in [`WAYS`].
#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
    Ghosts,
    WithLevel,
    Snapped,
    Extrapolation,
    Interpolation,
    Playout,
    ByHand,
    Truth,
}

/// The library with nothing set: without the level, and with it.
pub(super) fn settings() -> [Setting; 2] {
    [Setting::default(), Setting { level: true, ..Setting::default() }]
}

pub(super) fn cast_of(settings: &[Setting]) -> Cast<'_> {
    Cast { models: &[], methods: &[], settings, snapped: true, peers: &Peer::ALL }
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Humans,
    Bots,
    MadeUp,
}

impl Group {
    pub(super) const ALL: [Self; 3] = [Self::Humans, Self::Bots, Self::MadeUp];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Humans => "Humans",
            Self::Bots => "Bots",
            Self::MadeUp => "Made-up walkers and strafers",
        }
    }

    fn of(name: &str) -> Self {
        match name {
            _ if name.starts_with("bots_") => Self::Bots,
            _ if name.starts_with("made_up_") => Self::MadeUp,
            _ => Self::Humans,
        }
    }
}

/// A match over a network.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) game: String,
    pub(super) group: Group,
    pub(super) cell: Cell,
    pub(super) has_floor: bool,
    /// Seconds that one player after the other was drawn.
    pub(super) seconds: f64,
    /// As [`WAYS`].
    pub(super) outcomes: Vec<Outcome>,
}

impl Played {
    pub(super) fn new(game: &Match<'_>, grid: Grid) -> Self {
        let name = game.trace.meta.name.clone();
        Self {
            group: Group::of(&name),
            game: name,
            cell: grid.cell,
            has_floor: game.has_floor(),
            seconds: grid.seconds(),
            outcomes: grid.outcomes.into_iter().chain([grid.truth]).collect(),
        }
    }

    pub(super) fn of(&self, way: Way) -> &Outcome {
        &self.outcomes[way as usize]
    }

    /// The least p95 error of what games do by themselves.
    pub(super) fn best_p95(&self) -> f64 {
        [Way::Extrapolation, Way::Interpolation, Way::ByHand]
            .map(|way| self.of(way).p95)
            .into_iter()
            .fold(f64::MAX, f64::min)
    }

    /// Its name without what all of its group have.
    pub(super) fn short_name(&self) -> &str {
        ["quakeworld_", "bots_", "made_up_"].iter().find_map(|head| self.game.strip_prefix(head)).unwrap_or(&self.game)
    }
}

/// A network in a few words.
pub(super) fn network(cell: &Cell) -> String {
    let Cell { updates_per_second, latency_ms, jitter_ms, loss, .. } = cell;
    format!("{updates_per_second}/s, {latency_ms} ± {jitter_ms} ms, {} %", 100.0 * loss)
}
