//! Sender and receiver as a pair: what an outbox sends over networks, and how far what is drawn is from the truth.
use super::link::Cell;
use super::peers::ByHand;
use super::post::{Parcel, Post, SERVER, model_of, post};
use super::score::{Before, Outcome, Rules, Score};
use super::truth::Truth;
use crate::eval::weights::Choice;
use crate::trace::Trace;
use antreckon::base::Result;
use antreckon::base::math::DVec3;
use antreckon::base::time::Nanos;
use antreckon::ghosts::{Ghosts, GhostsParams, OutboxParams};
use antreckon::net::Simulator;
use antreckon::predict::EntityProfile;

/// Drawn frames per second.
const RENDER_HZ: f64 = 60.0;
const SEED: u64 = 20_262;
/// How much of the match is heard before the scored part, seconds.
const WARM_UP: f64 = 60.0;
/// Share of the match before the scored part.
const SKIPPED: f64 = 0.4;

/// When owners send, and what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Told {
    /// Positions and velocities, so many times a second.
    Rate(f64),
    /// A line that the owner chose, when it is off by so many metres.
    Line(f64),
    /// Positions and velocities, when the model of the receivers is off by so many metres.
    Shared(f64),
}

/// What receivers make of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Ghosts on along the velocity or line.
    Line,
    /// Ghosts that predict by `auto`.
    Auto,
    /// Eighteen lines without the library.
    ByHand,
}

/// What came of a pair over one network.
#[derive(Clone, Copy, Debug, Default)]
pub struct PairOutcome {
    /// What was drawn. Floors and walls are not looked at.
    pub drawn: Outcome,
    /// Updates sent per second and player who is there.
    pub updates_per_second: f64,
    /// The same in bytes, headers of datagrams aside.
    pub bytes_per_second: f64,
}

/// A match of which a part is played by pairs.
pub struct Stage<'a> {
    trace: &'a Trace,
    weights: Choice<'a>,
    truth: Truth,
    /// The same, for those who send more often than was recorded.
    finer: Truth,
    scored: [f64; 2],
}

/// Where everybody is drawn.
enum End {
    Ghosts(Box<Ghosts>),
    Hands(Vec<ByHand>),
}

impl<'a> Stage<'a> {
    /// A match of which `seconds` are scored.
    pub fn new(trace: &'a Trace, weights: Choice<'a>, seconds: f64) -> Self {
        let truth = Truth::of(trace);
        let (finer, scored) = (truth.finer(FINER), truth.part(SKIPPED, seconds));
        Self { trace, weights, truth, finer, scored }
    }

    /// Sends once and draws over each of the networks.
    pub fn play(&self, told: Told, shown: Shown, networks: &[Cell]) -> Result<Vec<PairOutcome>> {
        let [begin, end] = self.scored;
        let often = matches!(told, Told::Rate(rate) if rate > self.truth.tick_hz);
        let truth = if often { &self.finer } else { &self.truth };
        let post = post(truth, &self.weights, told, shown, [(begin - WARM_UP).max(0.0), begin, end])?;
        networks.iter().map(|cell| self.draw(&post, told, shown, cell)).collect()
    }

    fn receiving_end(&self, told: Told, shown: Shown) -> Result<End> {
        if shown == Shown::ByHand {
            return Ok(End::Hands(vec![ByHand::default(); self.truth.players]));
        }
        // Both ends of a shared model have the profile of the outbox.
        let shared = matches!(told, Told::Shared(_)).then(|| OutboxParams::default().profile);
        let usual = GhostsParams::default();
        // Who follows lines does so with nothing set.
        let model = match (told, shown) {
            (Told::Line(_), Shown::Line) => usual.profile.model,
            _ => model_of(shown),
        };
        let profile = EntityProfile { model, ..shared.unwrap_or_else(|| usual.profile.clone()) };
        let mut ghosts = Ghosts::new(&GhostsParams { profile, ..usual })?;
        ghosts.load_weights(self.weights.bytes)?;
        ghosts.set_clock(SERVER, 0, 0)?;
        Ok(End::Ghosts(Box::new(ghosts)))
    }

    fn draw(&self, post: &Post, told: Told, shown: Shown, cell: &Cell) -> Result<PairOutcome> {
        let (truth, [begin, end]) = (&self.truth, self.scored);
        let mut receiver = self.receiving_end(told, shown)?;
        let mut network = Simulator::new(&cell.params(), SEED, 4096)?;
        let mut rest = post.parcels.iter().peekable();
        let meta = &self.trace.meta;
        let rules = Rules { v_max: meta.v_max * meta.metres_per_unit, dt: 1.0 / RENDER_HZ };
        let (mut score, mut before) = (Score::default(), vec![Before::default(); truth.players]);
        // By player: its life and when that began, and the time of the newest state that came.
        let (mut born, mut heard) = (vec![(0, 0); truth.players], vec![Nanos::MIN; truth.players]);
        let first = post.parcels.first().map_or(begin, |(time, _)| *time as f64 * 1e-9);
        for frame in (first * RENDER_HZ) as usize..(end * RENDER_HZ) as usize {
            let at = frame as f64 / RENDER_HZ;
            let now = (at * 1e9).round() as Nanos;
            while let Some((time, parcel)) = rest.next_if(|(time, _)| *time <= now) {
                network.send(*time, 0, parcel);
            }
            while let Some(delivery) = network.receive(now) {
                match (delivery.payload, &mut receiver) {
                    (Parcel::Packet(bytes), End::Ghosts(ghosts)) => {
                        ghosts.receive(SERVER, bytes, delivery.arrived)?;
                    }
                    (Parcel::State(player, _, state), End::Ghosts(ghosts)) => {
                        ghosts.observe(SERVER, *player as u32, state, delivery.arrived)?;
                    }
                    (Parcel::State(player, life, state), End::Hands(hands)) => {
                        let time = state.time.unwrap_or_default();
                        heard[*player] = heard[*player].max(time);
                        hands[*player].take(*life, time, state.position, state.velocity.unwrap_or_default());
                    }
                    (Parcel::Packet(_), End::Hands(_)) => {}
                }
            }
            if let End::Ghosts(ghosts) = &mut receiver {
                ghosts.draw(now, None, None)?;
            }
            for player in 0..truth.players {
                let Some(place) = truth.at(player, at) else { continue };
                if born[player].0 != place.life {
                    born[player] = (place.life, truth.time((at * truth.tick_hz + 1e-9) as usize));
                }
                let Some(drawn) = drawn_by(&mut receiver, player, now, born[player].1, heard[player]) else { continue };
                if at >= begin {
                    score.frame(&rules, &mut before[player], drawn, &place);
                }
            }
        }
        Ok(PairOutcome {
            drawn: score.result(&rules),
            updates_per_second: post.updates_per_second,
            bytes_per_second: post.bytes_per_second,
        })
    }
}

/// Where a player is drawn; `None` until its life, which began at `born`, has been heard of: nobody can know where it is.
fn drawn_by(receiver: &mut End, player: usize, now: Nanos, born: Nanos, heard: Nanos) -> Option<DVec3> {
    match receiver {
        End::Hands(hands) => hands[player].draw(now, 1.0 / RENDER_HZ).filter(|_| heard >= born),
        End::Ghosts(ghosts) => {
            let view = ghosts.view(player as u32).ok()?;
            // Times are rounded on the wire.
            (now - (view.age * 1e9) as Nanos + WIRE >= born).then_some(view.drawn.position)
        }
    }
}

/// How much finer the truth is for those who send more often than was recorded.
const FINER: usize = 3;
/// What rounding of times on the wire is at most.
const WIRE: Nanos = 1_000_000;
