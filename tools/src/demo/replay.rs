//! The match as a spectator's machine sees it: every player is somebody else, and news of each comes twice a second.

use super::models::CONTESTANTS;
use super::picture::{Moment, Showcase};
use super::recording::{EventKind, Recording, Sample};
use super::score::Scores;

/// Ticks between two updates of a player: two a second at 20 ticks a second.
const UPDATE_INTERVAL: usize = 10;
/// Ages of the last update that are scored together (up to and including), seconds.
pub(crate) const AGES: [f64; 5] = [0.1, 0.2, 0.3, 0.4, 0.5];
/// Horizons that are scored after every update, seconds.
pub(crate) const HORIZONS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];
/// Seconds that the picture shows.
const SHOWN: f64 = 2.0;
/// Players that the picture shows in detail.
const SHOWCASES: usize = 3;

/// Whoever predicts. Positions are game units.
pub(crate) trait Oracle {
    /// An item is there from now on, or was taken.
    fn set_item(&mut self, item: usize, present: bool) -> Result<(), String>;
    /// News of a player. `moved` = it was put here (respawn, teleporter) and did not walk.
    fn update(&mut self, player: usize, tick: usize, sample: &Sample, moved: bool) -> Result<(), String>;
    /// A player died.
    fn leave(&mut self, player: usize) -> Result<(), String>;
    /// Brings the fields to this tick.
    fn advance(&mut self, tick: usize) -> Result<(), String>;
    /// Where players will be at a tick: for each of them one position per model.
    fn predict(&mut self, players: &[usize], tick: usize, out: &mut Vec<[f64; 3]>) -> Result<(), String>;
    /// What a player smells on each square of the grid, as a share of the cap.
    fn sample(&mut self, player: usize) -> Result<Vec<f32>, String>;
}

/// What a replay found.
pub(crate) struct Outcome {
    /// Errors of what is drawn at every tick, by age of the last update ([`AGES`]).
    pub(crate) drawn: Scores,
    /// Errors at fixed times after every update ([`HORIZONS`]).
    pub(crate) ahead: Scores,
    /// For the picture.
    pub(crate) moment: Moment,
    /// How many predictions were asked for.
    pub(crate) predictions: usize,
}

/// A replay under way.
struct Replay<'a> {
    recording: &'a Recording,
    oracle: &'a mut dyn Oracle,
    /// Tick of each player's last update in its present life.
    updated: Vec<Option<usize>>,
    item_is_up: Vec<bool>,
    next_event: usize,
    guesses: Vec<[f64; 3]>,
    drawn: Scores,
    ahead: Scores,
    predictions: usize,
}

/// Replays the match, asking `oracle` at every tick. `progress` is told the number of ticks done.
pub(crate) fn run(recording: &Recording, oracle: &mut dyn Oracle, progress: &dyn Fn(usize)) -> Result<Outcome, String> {
    let mut replay = Replay {
        recording,
        oracle,
        updated: vec![None; recording.tracks.len()],
        item_is_up: vec![false; recording.items.len()],
        next_event: 0,
        guesses: Vec::new(),
        drawn: Scores::new(CONTESTANTS.len(), AGES.len()),
        ahead: Scores::new(CONTESTANTS.len(), HORIZONS.len()),
        predictions: 0,
    };
    let shown = best_moment(recording);
    let mut moment = None;
    for tick in 0..recording.ticks {
        replay.events(tick)?;
        replay.oracle.advance(tick)?;
        // Before the updates of this tick, so that the worst instant, just before news arrives, counts too.
        replay.draw(tick)?;
        replay.updates(tick)?;
        if tick == shown.tick {
            moment = Some(replay.capture(&shown)?);
        }
        progress(tick + 1);
    }
    let moment = moment.ok_or("the recording is too short for a picture")?;
    Ok(Outcome { drawn: replay.drawn, ahead: replay.ahead, moment, predictions: replay.predictions })
}

impl Replay<'_> {
    fn events(&mut self, tick: usize) -> Result<(), String> {
        while let Some(event) = self.recording.events.get(self.next_event).filter(|event| event.tick <= tick) {
            self.next_event += 1;
            let present = match event.kind {
                EventKind::ItemUp => true,
                EventKind::ItemDown => false,
                EventKind::Hit | EventKind::Kill | EventKind::Pickup => continue,
            };
            // Items that lie off the walked area are not in the recording.
            if let Some(item) = self.recording.items.iter().position(|item| Some(item.id) == event.actor) {
                self.item_is_up[item] = present;
                self.oracle.set_item(item, present)?;
            }
        }
        Ok(())
    }

    fn updates(&mut self, tick: usize) -> Result<(), String> {
        let players = self.recording.tracks.len();
        for player in 0..players {
            let sample = &self.recording.tracks[player][tick];
            if !sample.alive && self.updated[player].take().is_some() {
                self.oracle.leave(player)?;
            }
            // Not all at once: players' updates are spread over the interval.
            let due = (tick + player * UPDATE_INTERVAL / players).is_multiple_of(UPDATE_INTERVAL);
            if sample.alive && due {
                let moved = self.updated[player].is_none_or(|from| !self.recording.is_unbroken(player, from, tick));
                self.oracle.update(player, tick, sample, moved)?;
                self.updated[player] = Some(tick);
                self.look_ahead(player, tick)?;
            }
        }
        Ok(())
    }

    /// Scores what is said at an update about the seconds after it.
    fn look_ahead(&mut self, player: usize, tick: usize) -> Result<(), String> {
        for (column, horizon) in HORIZONS.into_iter().enumerate() {
            let later = tick + self.ticks_of(horizon);
            if self.recording.is_unbroken(player, tick, later) {
                self.oracle.predict(&[player], later, &mut self.guesses)?;
                self.predictions += self.guesses.len();
                note(&mut self.ahead, column, &self.guesses, &self.recording.tracks[player][later]);
            }
        }
        Ok(())
    }

    /// Scores what a spectator would see now. A life that ended or a jump that nobody told of is no one's fault.
    fn draw(&mut self, tick: usize) -> Result<(), String> {
        let visible: Vec<(usize, usize)> = (0..self.updated.len())
            .filter_map(|player| Some((player, self.updated[player].filter(|&from| from < tick)?)))
            .filter(|&(player, from)| self.recording.is_unbroken(player, from, tick))
            .collect();
        let players: Vec<usize> = visible.iter().map(|&(player, _)| player).collect();
        self.oracle.predict(&players, tick, &mut self.guesses)?;
        self.predictions += self.guesses.len();
        for ((player, from), guesses) in visible.into_iter().zip(self.guesses.chunks(CONTESTANTS.len())) {
            let age = (tick - from) as f64 * self.recording.tick_seconds();
            if let Some(column) = AGES.iter().position(|&limit| age < limit + 1e-9) {
                note(&mut self.drawn, column, guesses, &self.recording.tracks[player][tick]);
            }
        }
        Ok(())
    }

    fn capture(&mut self, shown: &Shown) -> Result<Moment, String> {
        let length = self.ticks_of(SHOWN);
        let mut showcases = Vec::new();
        for &player in &shown.players {
            let from = self.updated[player].ok_or("a shown player was never heard of")?;
            let mut predicted = vec![Vec::with_capacity(length); CONTESTANTS.len()];
            for tick in from..=from + length {
                self.oracle.predict(&[player], tick, &mut self.guesses)?;
                for (path, &guess) in predicted.iter_mut().zip(&self.guesses) {
                    path.push(guess);
                }
            }
            showcases.push(Showcase { player, truth: self.path(player, from, length), predicted });
        }
        Ok(Moment {
            seconds: shown.tick as f64 * self.recording.tick_seconds(),
            horizon: SHOWN,
            nose: shown.players[0],
            smell: self.oracle.sample(shown.players[0])?,
            item_is_up: self.item_is_up.clone(),
            paths: (0..self.updated.len()).map(|player| self.path(player, shown.tick, length)).collect(),
            showcases,
        })
    }

    /// Where a player goes, as long as it lives and is not moved.
    fn path(&self, player: usize, from: usize, length: usize) -> Vec<[f64; 3]> {
        let walked = |&tick: &usize| tick == from || self.recording.is_unbroken(player, from, tick);
        let alive = self.recording.tracks[player][from].alive;
        let ticks = (from..=from + length).take_while(walked).take(if alive { length + 1 } else { 0 });
        ticks.map(|tick| self.recording.tracks[player][tick].position).collect()
    }

    fn ticks_of(&self, seconds: f64) -> usize {
        (seconds * f64::from(self.recording.tick_hz)).round() as usize
    }
}

fn note(scores: &mut Scores, column: usize, guesses: &[[f64; 3]], truth: &Sample) {
    for (model, guess) in guesses.iter().enumerate() {
        let [x, y, _] = truth.position;
        scores.at(model, column).push((guess[0] - x).hypot(guess[1] - y));
    }
}

/// What the picture shows.
struct Shown {
    tick: usize,
    players: Vec<usize>,
}

/// The moment at which the runners cover most ground, and those who cover most. The choice knows nothing of the models.
fn best_moment(recording: &Recording) -> Shown {
    let length = (SHOWN * f64::from(recording.tick_hz)).round() as usize;
    let mut best = (0.0, Shown { tick: 0, players: Vec::new() });
    // Not in the first half minute: the estimates are still young.
    for tick in (600..recording.ticks.saturating_sub(length + UPDATE_INTERVAL)).step_by(UPDATE_INTERVAL) {
        let mut runs: Vec<(f64, usize)> = (0..recording.tracks.len())
            // The update that the picture starts from is up to one interval old.
            .filter(|&player| recording.is_unbroken(player, tick - UPDATE_INTERVAL, tick + length))
            .map(|player| (distance(&recording.tracks[player][tick..=tick + length]), player))
            .collect();
        runs.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        runs.truncate(SHOWCASES);
        let sum: f64 = runs.iter().map(|run| run.0).sum();
        if runs.len() == SHOWCASES && sum > best.0 {
            best = (sum, Shown { tick, players: runs.into_iter().map(|run| run.1).collect() });
        }
    }
    best.1
}

fn distance(track: &[Sample]) -> f64 {
    track
        .windows(2)
        .map(|pair| (pair[1].position[0] - pair[0].position[0]).hypot(pair[1].position[1] - pair[0].position[1]))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knows the recording; errs by 3 and 4 units where a test wants it to.
    struct Prophet<'a> {
        recording: &'a Recording,
        wrong_model: usize,
        time: usize,
        updates: usize,
    }

    impl Oracle for Prophet<'_> {
        fn set_item(&mut self, _: usize, _: bool) -> Result<(), String> {
            Ok(())
        }
        fn update(&mut self, _: usize, tick: usize, _: &Sample, _: bool) -> Result<(), String> {
            assert_eq!(tick, self.time, "news from another time");
            self.updates += 1;
            Ok(())
        }
        fn leave(&mut self, _: usize) -> Result<(), String> {
            Ok(())
        }
        fn advance(&mut self, tick: usize) -> Result<(), String> {
            self.time = tick;
            Ok(())
        }
        fn predict(&mut self, players: &[usize], tick: usize, out: &mut Vec<[f64; 3]>) -> Result<(), String> {
            out.clear();
            for &player in players {
                for model in 0..CONTESTANTS.len() {
                    let [x, y, z] = self.recording.tracks[player][tick].position;
                    out.push(if model == self.wrong_model { [x + 3.0, y - 4.0, z] } else { [x, y, z] });
                }
            }
            Ok(())
        }
        fn sample(&mut self, _: usize) -> Result<Vec<f32>, String> {
            Ok(vec![0.0; self.recording.grid.heights.len()])
        }
    }

    #[test]
    fn errors_go_to_the_model_that_made_them() {
        let recording = Recording::embedded().unwrap();
        let mut prophet = Prophet { recording: &recording, wrong_model: 2, time: 0, updates: 0 };
        let outcome = run(&recording, &mut prophet, &|_| ()).unwrap();
        for column in 0..AGES.len() {
            assert!(outcome.drawn.of(0, column).count() > 3000);
            assert_eq!(outcome.drawn.of(0, column).mean(), 0.0);
            assert!((outcome.drawn.of(2, column).mean() - 5.0).abs() < 1e-6);
            assert!((outcome.ahead.of(2, column).mean() - 5.0).abs() < 1e-6);
        }
        // Two a second for eight players over three minutes, less the time they are dead.
        assert!((2000..=2880).contains(&prophet.updates), "{}", prophet.updates);
        assert_eq!(outcome.moment.showcases.len(), SHOWCASES);
        assert!(outcome.moment.showcases.iter().all(|showcase| showcase.truth.len() == 41));
    }
}
