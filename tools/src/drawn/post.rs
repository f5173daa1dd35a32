//! What owners send: packets of an outbox, by rate or by threshold. Nobody acknowledges, so it is the same over every network.
use super::pairs::{Shown, Told};
use super::truth::Truth;
use crate::eval::weights::Choice;
use antreckon::base::Result;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::ghosts::{EVERYONE, Ghosts, GhostsParams, Outbox, OutboxParams, PlayerState};
use antreckon::net::SenderParams;
use antreckon::net::sender::SenderKind;
use antreckon::predict::{EntityProfile, LevelContext, Model};
use antreckon::smooth::{Method, SmoothParams};

/// The machine that everybody sends from.
pub(super) const SERVER: u64 = 1;
/// Bytes of a packet.
const DATAGRAM: usize = 1200;
/// A heartbeat may come this much early: ticks are rounded on the wire.
const EARLY: Nanos = SECOND / 500;

/// Something that is under way.
#[derive(Clone)]
pub(super) enum Parcel {
    Packet(Vec<u8>),
    /// Player, its life, and what a packet said of it: where receivers are not to know that it is a line or a model's.
    State(usize, u32, PlayerState),
}

/// All that was sent of a match.
pub(super) struct Post {
    pub(super) parcels: Vec<(Nanos, Parcel)>,
    /// Updates sent per second and player who is there, in the scored part.
    pub(super) updates_per_second: f64,
    /// The same in bytes of packets, headers of datagrams aside.
    pub(super) bytes_per_second: f64,
}

/// The model of receivers.
pub(super) fn model_of(shown: Shown) -> Model {
    if shown == Shown::Auto { Model::Auto } else { Model::Dr1 }
}

/// Reads packets where receivers get states.
fn reads_packets(told: Told, shown: Shown) -> bool {
    match told {
        Told::Rate(_) => true,
        Told::Line(_) => shown != Shown::Line,
        Told::Shared(_) => shown == Shown::ByHand,
    }
}

fn rules_of(told: Told) -> SenderParams {
    let usual = OutboxParams::default().rules;
    match told {
        Told::Rate(rate) => SenderParams {
            kind: SenderKind::SharedModel,
            position: f64::INFINITY,
            stop_speed: 0.0,
            heartbeat: (SECOND as f64 / rate) as Nanos - EARLY,
            ..usual
        },
        Told::Line(metres) => SenderParams { kind: SenderKind::OwnerLine, position: metres, ..usual },
        Told::Shared(metres) => SenderParams { kind: SenderKind::SharedModel, position: metres, ..usual },
    }
}

fn outbox(told: Told, shown: Shown, weights: &Choice<'_>) -> Result<Outbox> {
    let usual = OutboxParams::default();
    // Rates have no shadow that would have to know more.
    let model = if matches!(told, Told::Rate(_)) { Model::Dr1 } else { model_of(shown) };
    let profile = EntityProfile { model, ..usual.profile.clone() };
    let mut outbox = Outbox::new(&OutboxParams { rules: rules_of(told), profile, ..usual })?;
    outbox.share(|shared| shared.load_weights(weights.bytes))?;
    outbox.sender_mut().set_policy(weights.policy)?;
    outbox.set_observer(EVERYONE, &Default::default(), None)?;
    Ok(outbox)
}

/// Ghosts that only read what packets say.
struct Tap {
    ghosts: Ghosts,
    /// By player, the life it was last told of in.
    lives: Vec<u32>,
}

impl Tap {
    fn new(players: usize) -> Result<Self> {
        let usual = GhostsParams::default();
        let mut ghosts = Ghosts::new(&GhostsParams {
            smooth: SmoothParams { method: Method::Snap, ..SmoothParams::default() },
            profile: EntityProfile { model: Model::Dr1, ..usual.profile.clone() },
            adapt_per_frame: 0,
            ..usual
        })?;
        ghosts.set_clock(SERVER, 0, 0)?;
        Ok(Self { ghosts, lives: vec![0; players] })
    }

    /// What updates say that were sent in this tick, as states.
    fn read(&mut self, packet: &[u8], truth: &Truth, tick: usize, parcels: &mut Vec<(Nanos, Parcel)>) -> Result<()> {
        let now = truth.time(tick);
        self.ghosts.receive(SERVER, packet, now)?;
        self.ghosts.draw(now, None, None)?;
        for (player, life) in self.lives.iter_mut().enumerate() {
            let Some((fix, view)) = truth.fix(tick, player).zip(self.ghosts.view(player as u32).ok()) else { continue };
            if view.age.abs() < 0.5 / truth.tick_hz {
                let teleported = std::mem::replace(life, fix.life) != fix.life;
                let told = PlayerState::at(view.predicted.position, view.predicted.velocity);
                let state = PlayerState { time: Some(now), teleported, ..told };
                parcels.push((now, Parcel::State(player, fix.life, state)));
            }
        }
        Ok(())
    }
}

/// Sends from `start` to `end`, seconds; what is counted begins at `begin`.
pub(super) fn post(
    truth: &Truth,
    weights: &Choice<'_>,
    told: Told,
    shown: Shown,
    [start, begin, end]: [f64; 3],
) -> Result<Post> {
    let mut outbox = outbox(told, shown, weights)?;
    let mut tap = if reads_packets(told, shown) { Some(Tap::new(truth.players)?) } else { None };
    let (mut updates, mut bytes, mut present) = (0, 0, 0);
    let (mut parcels, mut lives, mut buffer) = (Vec::new(), vec![0; truth.players], vec![0; DATAGRAM]);
    for tick in (start * truth.tick_hz) as usize..truth.frames.min((end * truth.tick_hz).ceil() as usize) {
        let time = truth.time(tick);
        let counts = tick as f64 / truth.tick_hz >= begin;
        for (player, life) in lives.iter_mut().enumerate() {
            let Some(fix) = truth.fix(tick, player) else {
                if std::mem::take(life) != 0 {
                    outbox.remove(player as u32)?;
                }
                continue;
            };
            present += usize::from(counts);
            let begins = std::mem::replace(life, fix.life) != fix.life;
            // Nobody tells of the view.
            let state = PlayerState { teleported: begins, orientation: None, ..fix.state(time) };
            outbox.submit(player as u32, &state, time, None, None)?;
        }
        loop {
            let packet = outbox.packet(EVERYONE, time, LevelContext::default(), &mut buffer)?;
            if packet.bytes == 0 {
                break;
            }
            updates += if counts { packet.updates } else { 0 };
            bytes += if counts { packet.bytes } else { 0 };
            match &mut tap {
                Some(tap) => tap.read(&buffer[..packet.bytes], truth, tick, &mut parcels)?,
                None => parcels.push((time, Parcel::Packet(buffer[..packet.bytes].to_vec()))),
            }
        }
    }
    let per_second = truth.tick_hz / present.max(1) as f64;
    Ok(Post { parcels, updates_per_second: updates as f64 * per_second, bytes_per_second: bytes as f64 * per_second })
}
