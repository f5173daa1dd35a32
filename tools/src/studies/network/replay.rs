//! One match over one network, drawn by everybody.
use super::link::{Cell, arrivals};
use super::observer::{METHODS, MODELS, Observer};
use super::peers::{Peer, Snapshots};
use super::score::{Before, Outcome, Rules, Score};
use super::truth::Truth;
use antreckon::base::Result;
use antreckon::base::math::DVec3;
use antreckon::base::time::Nanos;
use antreckon::smooth::{SmoothParams, Terrain};
use antreckon::world::World;
use antreckon_cli::eval::floor::Floor;
use antreckon_cli::eval::units::Units;
use antreckon_cli::trace::Trace;

/// Drawn frames per second.
const RENDER_HZ: f64 = 60.0;
/// Updates per second and player.
pub(super) const RATE: f64 = 10.0;
/// Seed of the network.
const SEED: u64 = 20_261;
/// How much of the match is heard before the scored part, seconds.
const WARM_UP: f64 = 120.0;
/// Share of the match before the scored part.
const SKIPPED: f64 = 0.4;

/// Everything about a match that does not depend on the network.
pub(super) struct Match<'a> {
    pub(super) trace: &'a Trace,
    pub(super) truth: Truth,
    pub(super) weights: Option<&'a [u8]>,
    pub(super) smooth: SmoothParams,
    world: Option<World>,
    floor: Option<Floor>,
    rules: Rules,
    /// Scored part, seconds.
    pub(super) scored: [f64; 2],
}

/// Ways of drawing: every model with every convergence, then the peers.
pub(super) const WAYS: usize = MODELS.len() * METHODS.len() + Peer::ALL.len();

/// What came of one network.
pub(super) struct Grid {
    pub(super) cell: Cell,
    /// By way of drawing.
    pub(super) outcomes: Vec<Outcome>,
    /// Share of frames in which the true players are over no floor.
    pub(super) true_off: f64,
    /// Updates that arrived per second and player who is there.
    pub(super) frames: usize,
}

impl<'a> Match<'a> {
    pub(super) fn new(trace: &'a Trace, weights: Option<&'a [u8]>, seconds: f64, smooth: SmoothParams) -> Self {
        let truth = Truth::of(trace);
        let length = truth.frames as f64 / truth.tick_hz;
        let begin = SKIPPED * length;
        Self {
            trace,
            truth,
            weights,
            smooth,
            world: antreckon_cli::eval::floor::roads_of(trace),
            floor: Floor::of(trace),
            rules: Rules { v_max: trace.meta.v_max * trace.meta.metres_per_unit, dt: 1.0 / RENDER_HZ },
            scored: [begin, length.min(begin + seconds)],
        }
    }

    fn is_off(&self, units: &Units, place: DVec3) -> bool {
        let [x, y, _] = units.from_metres(place);
        self.floor.as_ref().is_some_and(|floor| !floor.is_under([x, y]))
    }

    /// Plays the match over a network.
    pub(super) fn play(&self, cell: &Cell) -> Result<Grid> {
        let (truth, units) = (&self.truth, Units::of(&self.trace.meta));
        let every = (truth.tick_hz / RATE).round().max(1.0) as usize;
        let all = arrivals(truth, cell, every, SEED)?;
        let terrain = Terrain { world: self.world.as_ref(), ..Terrain::default() };
        let mut observers = MODELS
            .iter()
            .map(|(_, model)| Observer::new(self.trace, *model, self.weights, &self.smooth))
            .collect::<Result<Vec<_>>>()?;
        let mut snapshots = vec![Snapshots::default(); truth.players];
        let mut lives = vec![0; truth.players];
        let mut before = vec![[Before::default(); WAYS]; truth.players];
        let mut scores = vec![Score::default(); WAYS];
        let (mut frames, mut true_off) = (0, 0);
        let [begin, end] = self.scored;
        let start = (begin - WARM_UP).max(0.0);
        let mut next = all.partition_point(|arrival| arrival.update.time < (start * 1e9) as Nanos);
        for j in (start * RENDER_HZ).ceil() as usize..(end * RENDER_HZ) as usize {
            let seconds = j as f64 / RENDER_HZ;
            let now = (seconds * 1e9).round() as Nanos;
            let drawn = seconds >= begin;
            let come = all[next..].iter().take_while(|arrival| arrival.time <= now).count();
            let come = &all[next..next + come];
            next += come.len();
            for arrival in come {
                snapshots[arrival.player].take(arrival.life, arrival.update.time, arrival.update.position);
                lives[arrival.player] = arrival.life.max(lives[arrival.player]);
            }
            for observer in &mut observers {
                observer.take(come, now, &terrain, drawn)?;
            }
            if !drawn {
                continue;
            }
            for player in 0..truth.players {
                let Some(place) = truth.at(player, seconds).filter(|place| place.life == lives[player]) else {
                    continue;
                };
                let mut places = [DVec3::ZERO; WAYS];
                for (places, observer) in places.chunks_mut(METHODS.len()).zip(&mut observers) {
                    places.copy_from_slice(&observer.draw(player, now, &terrain)?);
                }
                for (place, peer) in places[MODELS.len() * METHODS.len()..].iter_mut().zip(Peer::ALL) {
                    *place = snapshots[player].draw(peer, now, cell.latency()).unwrap_or_default();
                }
                for ((score, before), drawn) in scores.iter_mut().zip(&mut before[player]).zip(places) {
                    score.frame(&self.rules, before, drawn, &place);
                    score.off_floor += usize::from(self.is_off(&units, drawn));
                }
                frames += 1;
                true_off += usize::from(self.is_off(&units, place.position));
            }
        }
        Ok(Grid {
            cell: *cell,
            outcomes: scores.into_iter().map(|score| score.result(&self.rules)).collect(),
            true_off: true_off as f64 / frames.max(1) as f64,
            frames,
        })
    }
}
