//! Ten seconds of one player as three ways draw it.
use antreckon::base::math::DVec3;
use antreckon_cli::drawn::{Cast, Cell, Match, Peer, Seen, Setting};
use antreckon_cli::trace::Trace;
use std::fmt::Write as _;

/// Frames of the scene: ten seconds.
const FRAMES: usize = 600;
/// Seconds of the match that are looked through.
const LOOKED_THROUGH: f64 = 120.0;
/// The network.
const UPDATES: f64 = 10.0;
const LATENCY_MS: f64 = 100.0;
const JITTER_MS: f64 = 30.0;
const LOSS: f64 = 0.05;

/// Names of the ways, in the order of the pictures.
pub(super) const WAYS: [&str; 3] = ["by hand", "interpolation, 100 ms", "Ghosts"];
/// Where they stand among what is drawn: settings come before peers.
const PLACES: [usize; 3] = [2, 1, 0];

/// A frame: when, where the player is, and where each way draws it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    pub(super) seconds: f64,
    pub(super) truth: DVec3,
    pub(super) drawn: [DVec3; 3],
}

impl Frame {
    pub(super) fn error(&self, way: usize) -> f64 {
        (self.drawn[way] - self.truth).length()
    }
}

/// What is shown.
pub(super) struct Scene {
    /// Match, player, part and network in words.
    pub(super) title: String,
    pub(super) frames: Vec<Frame>,
}

/// The frames of one life so far.
#[derive(Default)]
struct Life {
    number: u32,
    frames: Vec<Frame>,
}

impl Scene {
    /// The first ten seconds of the scored part that a player lives through, the one with the lowest number.
    pub(super) fn of(trace: &Trace, weights: Option<&[u8]>) -> Result<Self, String> {
        let game = Match::new(trace, weights, LOOKED_THROUGH, Default::default());
        let usual = Cell::default();
        let cell =
            Cell { updates_per_second: UPDATES, latency_ms: LATENCY_MS, jitter_ms: JITTER_MS, loss: LOSS, ..usual };
        let settings = [Setting::default()];
        let peers = [Peer::Interpolation, Peer::ByHand];
        let cast = Cast { models: &[], methods: &[], settings: &settings, snapped: false, peers: &peers };
        let mut lives: Vec<Life> = trace.players.iter().map(|_| Life::default()).collect();
        let mut found = None;
        let mut watch = |seen: &Seen<'_>| {
            let life = &mut lives[seen.player];
            if life.number != seen.life {
                *life = Life { number: seen.life, frames: Vec::new() };
            }
            let drawn = PLACES.map(|place| seen.drawn[place]);
            life.frames.push(Frame { seconds: seen.seconds, truth: seen.truth, drawn });
            if life.frames.len() == FRAMES && found.is_none() {
                found = Some((seen.player, life.frames.clone()));
            }
        };
        game.play_and_show(&cell, &cast, &mut watch).map_err(|error| error.to_string())?;
        let name = &trace.meta.name;
        let (player, frames) = found.ok_or_else(|| format!("{name}: nobody lives for ten seconds"))?;
        let begin = frames[0].seconds;
        let title = format!(
            "{name}, player {player}, from {begin:.0} s; {UPDATES} updates/s, {LATENCY_MS} ± {JITTER_MS} ms, {} % lost",
            100.0 * LOSS
        );
        Ok(Self { title, frames })
    }

    /// Mean and 95th percentile of a way's error, metres.
    pub(super) fn figures(&self, way: usize) -> [f64; 2] {
        let mut errors: Vec<f64> = self.frames.iter().map(|frame| frame.error(way)).collect();
        errors.sort_by(f64::total_cmp);
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        [mean, errors[(0.95 * (errors.len() - 1) as f64).round() as usize]]
    }

    /// The ten seconds in numbers.
    pub(super) fn table(&self) -> String {
        let mut text = format!("{}:\n\n| drawn | mean error, m | p95, m |\n|---|---|---|\n", self.title);
        for (way, name) in WAYS.iter().enumerate() {
            let [mean, p95] = self.figures(way);
            let _ = writeln!(text, "| {name} | {mean:.2} | {p95:.2} |");
        }
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_of_the_way_that_is_asked_for() {
        let frame = |i: usize| Frame {
            seconds: i as f64,
            truth: DVec3::ZERO,
            drawn: [DVec3::X, DVec3::X * i as f64, DVec3::ZERO],
        };
        let scene = Scene { title: String::new(), frames: (0..=100).map(frame).collect() };
        assert_eq!([0, 1, 2].map(|way| scene.figures(way)), [[1.0, 1.0], [50.0, 95.0], [0.0, 0.0]]);
    }

    #[test]
    fn the_first_ten_seconds_of_somebody_are_found() {
        let walkers = antreckon_cli::drawn::walkers();
        let scene = Scene::of(&walkers[0], None).unwrap();
        assert_eq!(scene.frames.len(), FRAMES);
        let steps = scene.frames.windows(2).map(|pair| pair[1].seconds - pair[0].seconds);
        assert!(steps.into_iter().all(|step| (step - 1.0 / 60.0).abs() < 1e-9));
        let [by_hand, interpolated, ours] = [0, 1, 2].map(|way| scene.figures(way)[0]);
        assert!(ours < by_hand && by_hand < interpolated, "{by_hand} {interpolated} {ours}");
    }
}
