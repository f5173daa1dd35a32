//! One match over one network, drawn by everybody.
use super::link::{Arrival, Cell, Traffic, arrivals};
use super::observer::Observer;
use super::peers::{ByHand, Peer, Snapshots};
use super::score::{Before, Outcome, Rules, Score};
use super::screen::{Learned, Screen};
use super::truth::Truth;
use super::walls;
use crate::eval::floor::Floor;
use crate::eval::plugin::Setup;
use crate::eval::units::Units;
use crate::trace::Trace;
use antreckon::base::Result;
use antreckon::base::math::DVec3;
use antreckon::base::time::Nanos;
use antreckon::ghosts::PlayerState;
use antreckon::smooth::{Method, SmoothParams};
use antreckon::world::World;

/// Drawn frames per second.
const RENDER_HZ: f64 = 60.0;
/// Seed of the network.
const SEED: u64 = 20_261;
/// How much of the match is heard before the scored part, seconds.
const WARM_UP: f64 = 120.0;
/// Share of the match before the scored part.
const SKIPPED: f64 = 0.4;

/// Everything about a match that does not depend on the network.
pub struct Match<'a> {
    /// The match.
    pub trace: &'a Trace,
    truth: Truth,
    weights: Option<&'a [u8]>,
    bank: Option<&'a [u8]>,
    smooth: SmoothParams,
    world: Option<World>,
    floor: Option<Floor>,
    rules: Rules,
    /// Scored part, seconds.
    pub scored: [f64; 2],
}

/// What is chosen of the library where nothing else is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setting {
    /// How what is drawn converges.
    pub smooth: SmoothParams,
    /// Is the level handed in?
    pub level: bool,
}

/// A frame of one player, in metres.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// Whose.
    pub player: usize,
    /// When, after the first frame of the match.
    pub seconds: f64,
    /// Which of its lives.
    pub life: u32,
    /// Where it is.
    pub truth: DVec3,
    /// Where it is drawn, by way of drawing as in [`Grid::outcomes`].
    pub drawn: &'a [DVec3],
}

/// Who draws.
pub struct Cast<'a> {
    /// Models.
    pub models: &'a [Setup],
    /// Convergences that each of them is drawn by.
    pub methods: &'a [Method],
    /// The library with nothing set but these.
    pub settings: &'a [Setting],
    /// The predictions of the first of them too, before convergence.
    pub snapped: bool,
    /// What draws without a model.
    pub peers: &'a [Peer],
}

/// What came of one network.
pub struct Grid {
    /// The network.
    pub cell: Cell,
    /// By way of drawing: every model with every convergence, the settings, the predictions, then the peers.
    pub outcomes: Vec<Outcome>,
    /// The same counts of the true players.
    pub truth: Outcome,
    /// Places drawn by each.
    pub frames: usize,
    /// Updates sent per second and player who is there.
    pub updates_per_second: f64,
}

impl Grid {
    /// Seconds that were drawn of all players together.
    pub fn seconds(&self) -> f64 {
        self.frames as f64 / RENDER_HZ
    }
}

impl<'a> Match<'a> {
    /// A match of which `seconds` are scored.
    pub fn new(trace: &'a Trace, weights: Option<&'a [u8]>, seconds: f64, smooth: SmoothParams) -> Self {
        let truth = Truth::of(trace);
        let scored = truth.part(SKIPPED, seconds);
        Self {
            trace,
            truth,
            weights,
            bank: None,
            smooth,
            world: crate::eval::floor::roads_of(trace),
            floor: Floor::of(trace),
            rules: Rules { v_max: trace.meta.v_max * trace.meta.metres_per_unit, dt: 1.0 / RENDER_HZ },
            scored,
        }
    }

    /// The same with a bank of networks at the receivers, which `neuro` predicts by.
    pub fn with_bank(self, bank: &'a [u8]) -> Self {
        Self { bank: Some(bank), ..self }
    }

    fn learned(&self) -> Learned<'_> {
        Learned { weights: self.weights, bank: self.bank }
    }

    /// Is a walkable area recorded?
    pub fn has_floor(&self) -> bool {
        self.floor.is_some()
    }

    fn is_off(&self, units: &Units, place: DVec3) -> bool {
        let [x, y, _] = units.from_metres(place);
        self.floor.as_ref().is_some_and(|floor| !floor.is_under([x, y]))
    }

    fn is_wall_between(&self, from: DVec3, to: DVec3) -> bool {
        self.world.as_ref().is_some_and(|world| walls::are_between(world, from, to))
    }

    /// Plays the match over a network.
    pub fn play(&self, cell: &Cell, cast: &Cast<'_>) -> Result<Grid> {
        self.play_and_show(cell, cast, &mut |_| ())
    }

    /// The same, and tells of every frame that is scored.
    pub fn play_and_show(&self, cell: &Cell, cast: &Cast<'_>, show: &mut dyn FnMut(&Seen<'_>)) -> Result<Grid> {
        let (truth, units) = (&self.truth, Units::of(&self.trace.meta));
        let Traffic { all, sent_per_second } = arrivals(truth, cell, SEED, truth.frames)?;
        let latency = cell.latency_ms / 1e3;
        let mut observers = cast
            .models
            .iter()
            .map(|setup| Observer::new(self.trace, setup, self.learned(), latency, &self.smooth, cast.methods))
            .collect::<Result<Vec<_>>>()?;
        let screens = cast.settings.iter().map(|setting| Screen::by_default(self.learned(), &setting.smooth));
        let mut screens = screens.collect::<Result<Vec<_>>>()?;
        let by_models = cast.models.len() * cast.methods.len();
        let by_ghosts = screens.len() + usize::from(cast.snapped);
        let mut places = vec![DVec3::ZERO; by_models + by_ghosts + cast.peers.len()];
        let mut snapshots = vec![Snapshots::default(); truth.players];
        let mut hands = vec![ByHand::default(); truth.players];
        let mut lives = vec![0; truth.players];
        let mut before = vec![vec![Before::default(); places.len()]; truth.players];
        let mut scores = vec![Score::default(); places.len()];
        let (mut true_score, mut true_before) = (Score::default(), vec![Before::default(); truth.players]);
        let [begin, end] = self.scored;
        let start = (begin - WARM_UP).max(0.0);
        let mut next = all.partition_point(|arrival| arrival.sent < (start * 1e9) as Nanos);
        for j in (start * RENDER_HZ).ceil() as usize..(end * RENDER_HZ) as usize {
            let seconds = j as f64 / RENDER_HZ;
            let now = (seconds * 1e9).round() as Nanos;
            let drawn = seconds >= begin;
            let come = all[next..].iter().take_while(|arrival| arrival.time <= now).count();
            let come = &all[next..next + come];
            next += come.len();
            for arrival in come {
                let Arrival { life, sent, state: PlayerState { position, velocity, .. }, .. } = *arrival;
                snapshots[arrival.player].take(life, sent, position);
                hands[arrival.player].take(life, sent, position, velocity.unwrap_or_default());
                lives[arrival.player] = arrival.life.max(lives[arrival.player]);
            }
            for observer in &mut observers {
                observer.frame(come, now, self.world.as_ref())?;
            }
            for (screen, setting) in screens.iter_mut().zip(cast.settings) {
                come.iter().try_for_each(|arrival| screen.receive(arrival))?;
                screen.draw(now, self.world.as_ref().filter(|_| setting.level), None)?;
            }
            if !drawn {
                continue;
            }
            for player in 0..truth.players {
                let Some(place) = truth.at(player, seconds).filter(|place| place.life == lives[player]) else {
                    continue;
                };
                for (places, observer) in places.chunks_mut(cast.methods.len().max(1)).zip(&observers) {
                    observer.places(player, places)?;
                }
                let (by_screens, by_peers) = places[by_models..].split_at_mut(by_ghosts);
                for (place, screen) in by_screens.iter_mut().zip(&screens) {
                    *place = screen.place(player)?;
                }
                if let (true, Some(screen)) = (cast.snapped, screens.first()) {
                    by_screens[screens.len()] = screen.predicted(player)?;
                }
                for (place, peer) in by_peers.iter_mut().zip(cast.peers) {
                    let drawn = match peer {
                        Peer::ByHand => hands[player].draw(now, self.rules.dt),
                        _ => snapshots[player].draw(*peer, now, cell.latency()),
                    };
                    *place = drawn.unwrap_or_default();
                }
                show(&Seen { player, seconds, life: place.life, truth: place.position, drawn: &places });
                for ((score, before), drawn) in scores.iter_mut().zip(&mut before[player]).zip(&places) {
                    let last = score.frame(&self.rules, before, *drawn, &place);
                    score.off_floor += usize::from(self.is_off(&units, *drawn));
                    score.through_walls += usize::from(last.is_some_and(|last| self.is_wall_between(last, *drawn)));
                }
                let last = true_score.frame(&self.rules, &mut true_before[player], place.position, &place);
                true_score.off_floor += usize::from(self.is_off(&units, place.position));
                true_score.through_walls +=
                    usize::from(last.is_some_and(|last| self.is_wall_between(last, place.position)));
            }
        }
        Ok(Grid {
            cell: *cell,
            outcomes: scores.into_iter().map(|score| score.result(&self.rules)).collect(),
            frames: true_score.errors.len(),
            truth: true_score.result(&self.rules),
            updates_per_second: sent_per_second,
        })
    }
}
