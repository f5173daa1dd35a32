//! Sender and receiver as a pair: what an outbox sends over a network, and how far ghosts are from the truth.
use super::link::{ATTEMPTS, Cell};
use super::peers::{ByHand, Peer, Snapshots};
use super::score::{Before, Outcome, Rules, Score};
use super::truth::Truth;
use crate::eval::weights::Choice;
use crate::trace::Trace;
use antreckon::base::Result;
use antreckon::base::math::DVec3;
use antreckon::base::time::Nanos;
use antreckon::ghosts::{EVERYONE, Ghosts, GhostsParams, Outbox, OutboxParams, PlayerState};
use antreckon::net::sender::SenderKind;
use antreckon::net::{SenderParams, Simulator};
use antreckon::predict::{EntityProfile, LevelContext, Model};
use antreckon::smooth::{Method, SmoothParams};

/// The machine that everybody sends from.
const SERVER: u64 = 1;
/// Bytes of a packet.
const DATAGRAM: usize = 1200;
/// A state as plain numbers: who, when, and six floats.
const STATE_BYTES: usize = 32;
/// Drawn frames per second.
const RENDER_HZ: f64 = 60.0;
const SEED: u64 = 20_262;
/// How much of the match is heard before the scored part, seconds.
const WARM_UP: f64 = 60.0;
/// Share of the match before the scored part.
const SKIPPED: f64 = 0.4;

/// Who decides what is sent, and what receivers make of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pair {
    /// The owner chooses a line, receivers follow it: the library's default.
    LineFollowed,
    /// The owner chooses a line, receivers take its vector for a velocity and predict by `auto`.
    LinePredicted,
    /// Both ends run the same model on what was sent.
    Shared(Model),
    /// States at a fixed rate, predicted by `auto`.
    States,
    /// States at a fixed rate, drawn without the library.
    Peer(Peer),
}

impl Pair {
    /// Does the host's own netcode bring states?
    fn is_by_states(self) -> bool {
        matches!(self, Self::States | Self::Peer(_))
    }
}

/// What came of a pair.
#[derive(Clone, Copy, Debug, Default)]
pub struct PairOutcome {
    /// What was drawn. Floors and walls are not looked at.
    pub drawn: Outcome,
    /// Updates sent per second and player who is there.
    pub updates_per_second: f64,
    /// The same in bytes, headers of packets aside.
    pub bytes_per_second: f64,
}

/// One end and the other.
struct Ends {
    outbox: Outbox,
    ghosts: Ghosts,
    /// Reads what an update says where receivers are not to know that it is a line.
    tap: Option<Ghosts>,
}

#[derive(Clone)]
enum Parcel {
    Packet(Vec<u8>),
    /// Player, its life, and what is said of it.
    State(usize, u32, PlayerState),
}

/// What games keep of every player who draw without the library.
struct Hand {
    peer: Peer,
    latency: Nanos,
    snapshots: Vec<Snapshots>,
    hands: Vec<ByHand>,
}

impl Hand {
    fn new(peer: Peer, players: usize, latency: Nanos) -> Self {
        let (snapshots, hands) = (vec![Snapshots::default(); players], vec![ByHand::default(); players]);
        Self { peer, latency, snapshots, hands }
    }

    fn take(&mut self, player: usize, life: u32, state: &PlayerState) {
        let time = state.time.unwrap_or_default();
        self.snapshots[player].take(life, time, state.position);
        self.hands[player].take(life, time, state.position, state.velocity.unwrap_or_default());
    }

    fn draw(&mut self, player: usize, now: Nanos) -> Option<DVec3> {
        match self.peer {
            Peer::ByHand => self.hands[player].draw(now, 1.0 / RENDER_HZ),
            peer => self.snapshots[player].draw(peer, now, self.latency),
        }
    }
}

impl Ends {
    fn new(pair: Pair, rules: &SenderParams, weights: &Choice<'_>) -> Result<Self> {
        let usual = OutboxParams::default();
        let kind = if matches!(pair, Pair::Shared(_)) { SenderKind::SharedModel } else { SenderKind::OwnerLine };
        let model = if let Pair::Shared(model) = pair { model } else { Model::Auto };
        let profile = EntityProfile { model, ..usual.profile.clone() };
        let rules = SenderParams { kind, ..*rules };
        let mut outbox = Outbox::new(&OutboxParams { rules, profile: profile.clone(), ..usual })?;
        outbox.predictor_mut().load_weights(weights.bytes)?;
        outbox.sender_mut().set_policy(weights.policy)?;
        outbox.set_observer(EVERYONE, &Default::default(), None)?;
        let connections: Vec<_> = outbox.sender_mut().connections().collect();
        for connection in connections {
            outbox.sender_mut().shadows_mut(connection)?.load_weights(weights.bytes)?;
        }
        let mut ghosts = Ghosts::new(&GhostsParams { profile, ..GhostsParams::default() })?;
        ghosts.load_weights(weights.bytes)?;
        ghosts.set_clock(SERVER, 0, 0)?;
        let tap = if pair == Pair::LinePredicted {
            let smooth = SmoothParams { method: Method::Snap, ..SmoothParams::default() };
            let mut tap = Ghosts::new(&GhostsParams { smooth, adapt_per_frame: 0, ..GhostsParams::default() })?;
            tap.set_clock(SERVER, 0, 0)?;
            Some(tap)
        } else {
            None
        };
        Ok(Self { outbox, ghosts, tap })
    }

    /// What an update says that was sent in this tick, as states.
    fn read(&mut self, packet: &[u8], now: Nanos, tick: f64, players: usize, parcels: &mut Vec<Parcel>) -> Result<()> {
        let Some(tap) = &mut self.tap else { return Ok(()) };
        tap.receive(SERVER, packet, now)?;
        tap.draw(now, None, None)?;
        for player in 0..players as u32 {
            let Ok(view) = tap.view(player) else { continue };
            if view.age.abs() < tick / 2.0 {
                let state = PlayerState {
                    time: Some(now),
                    ..PlayerState::at(view.predicted.position, view.predicted.velocity)
                };
                parcels.push(Parcel::State(player as usize, 0, state));
            }
        }
        Ok(())
    }
}

/// Plays up to `seconds` of a match after its first part over a network. `rate` is that of states.
pub fn pair(
    trace: &Trace,
    weights: &Choice<'_>,
    cell: &Cell,
    pair: Pair,
    rules: &SenderParams,
    rate: f64,
    seconds: f64,
) -> Result<PairOutcome> {
    let truth = Truth::of(trace);
    let mut ends = Ends::new(pair, rules, weights)?;
    let mut hand =
        if let Pair::Peer(peer) = pair { Some(Hand::new(peer, truth.players, cell.latency())) } else { None };
    let mut network = Simulator::new(&cell.params(), SEED, 4096)?;
    let length = truth.frames as f64 / truth.tick_hz;
    let begin = SKIPPED * length;
    let end = length.min(begin + seconds);
    let (mut lives, mut born) = (vec![0; truth.players], vec![0; truth.players]);
    // Lives that states told of.
    let mut heard = vec![0; truth.players];
    // When the next state is due, in ticks.
    let mut due: Vec<f64> = (0..truth.players).map(|player| player as f64).collect();
    let (mut sent, mut bytes, mut present) = (0, 0, 0);
    let marks = Rules { v_max: trace.meta.v_max * trace.meta.metres_per_unit, dt: 1.0 / RENDER_HZ };
    let (mut score, mut before) = (Score::default(), vec![Before::default(); truth.players]);
    let mut buffer = vec![0; DATAGRAM];
    let mut tick = ((begin - WARM_UP).max(0.0) * truth.tick_hz) as usize;
    let first = (tick as f64 / truth.tick_hz * RENDER_HZ).ceil() as usize;
    for frame in first..(end * RENDER_HZ) as usize {
        let at = frame as f64 / RENDER_HZ;
        let now = (at * 1e9).round() as Nanos;
        while tick < truth.frames && truth.time(tick) <= now {
            let (time, scored) = (truth.time(tick), at >= begin);
            let mut parcels = Vec::new();
            for player in 0..truth.players {
                let Some(fix) = truth.fix(tick, player) else {
                    if std::mem::take(&mut lives[player]) != 0 && !pair.is_by_states() {
                        ends.outbox.remove(player as u32)?;
                    }
                    continue;
                };
                present += usize::from(scored);
                let begins = std::mem::replace(&mut lives[player], fix.life) != fix.life;
                born[player] = if begins { time } else { born[player] };
                let state = PlayerState { teleported: begins, orientation: None, ..fix.state(time) };
                if !pair.is_by_states() {
                    ends.outbox.submit(player as u32, &state, time, None, None)?;
                    continue;
                }
                if begins || due[player] <= tick as f64 {
                    // The first state of a life is sent until it comes through.
                    let attempts = if begins { ATTEMPTS } else { 1 };
                    let parcel = Parcel::State(player, fix.life, state);
                    let _ = (0..attempts).any(|_| network.send(time, 0, parcel.clone()) > 0);
                    sent += usize::from(scored);
                    bytes += if scored { STATE_BYTES } else { 0 };
                }
                while due[player] <= tick as f64 {
                    due[player] += truth.tick_hz / rate;
                }
            }
            while !pair.is_by_states() {
                let packet = ends.outbox.packet(EVERYONE, time, LevelContext::default(), &mut buffer)?;
                if packet.bytes == 0 {
                    break;
                }
                sent += if scored { packet.updates } else { 0 };
                bytes += if scored { packet.bytes } else { 0 };
                if ends.tap.is_some() {
                    ends.read(&buffer[..packet.bytes], time, 1.0 / truth.tick_hz, truth.players, &mut parcels)?;
                } else {
                    parcels.push(Parcel::Packet(buffer[..packet.bytes].to_vec()));
                }
            }
            for parcel in parcels {
                network.send(time, 0, parcel);
            }
            tick += 1;
        }
        while let Some(delivery) = network.receive(now) {
            match &delivery.payload {
                Parcel::Packet(bytes) => ends.ghosts.receive(SERVER, bytes, delivery.arrived)?,
                Parcel::State(player, life, state) => {
                    heard[*player] = heard[*player].max(*life);
                    match &mut hand {
                        Some(hand) => hand.take(*player, *life, state),
                        None => ends.ghosts.observe(SERVER, *player as u32, state, delivery.arrived)?,
                    }
                }
            }
        }
        if hand.is_none() {
            ends.ghosts.draw(now, None, None)?;
        }
        if at < begin {
            continue;
        }
        for player in 0..truth.players {
            let Some(place) = truth.at(player, at).filter(|place| place.life == lives[player]) else { continue };
            // Until a new life has been heard of, nobody can know where it is.
            let drawn = match &mut hand {
                Some(hand) => hand.draw(player, now).filter(|_| heard[player] == place.life),
                None => ends.ghosts.view(player as u32).ok().and_then(|view| {
                    let new = now - (view.age * 1e9) as Nanos + 1_000_000 >= born[player];
                    new.then_some(view.drawn.position)
                }),
            };
            if let Some(drawn) = drawn {
                score.frame(&marks, &mut before[player], drawn, &place);
            }
        }
    }
    let per_second = truth.tick_hz / present.max(1) as f64;
    Ok(PairOutcome {
        drawn: score.result(&marks),
        updates_per_second: sent as f64 * per_second,
        bytes_per_second: bytes as f64 * per_second,
    })
}
