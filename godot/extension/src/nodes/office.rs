//! The outbox of a machine: all its senders share it, so that a packet tells of all its players.

use super::company::lock;
use super::identity::Claims;
use crate::clock::{TickClock, now};
use crate::level::{Entered, Level};
use antreckon::base::Result;
use antreckon::base::time::Nanos;
use antreckon::ghosts::{Outbox, OutboxParams, PlayerState};
use antreckon::net::{SenderCapacity, SenderParams};
use antreckon::predict::LevelContext;
use godot::builtin::PackedByteArray;
use godot::classes::{Engine, Node};
use godot::obj::{Gd, InstanceId, Singleton as _};
use std::sync::{Arc, Mutex};

/// Most senders and observers of a machine; each pair takes a few kilobytes.
const MAX_PLAYERS: u32 = 256;
const MAX_OBSERVERS: u32 = 256;
/// Longest packet: what fits into a datagram everywhere.
const PACKET: usize = 1200;

/// An outbox, its clock, and who uses it.
pub(super) struct Office {
    pub(super) outbox: Outbox,
    clock: TickClock,
    /// The last physics tick: its number, its time on the even clock and on the game's.
    tick: Option<u64>,
    time: Nanos,
    noted: Nanos,
    senders: Claims,
    /// The peers that packets were carried to last.
    peers: Vec<u64>,
    buffer: Vec<u8>,
}

pub(super) type SharedOffice = Arc<Mutex<Office>>;

/// By machine. They stay while their machine exists: packets are numbered from the first on, whatever players come and go.
static OFFICES: Mutex<Vec<(i64, SharedOffice)>> = Mutex::new(Vec::new());

/// The office of a machine, where a sender has opened one.
pub(super) fn find(machine: i64) -> Option<SharedOffice> {
    lock(&OFFICES).iter().find(|(other, _)| *other == machine).map(|(_, office)| office.clone())
}

/// The office of a machine, opened for its first sender.
pub(super) fn open(machine: i64, level: Option<&Arc<Level>>, run_speed: f64) -> Result<SharedOffice> {
    if let Some(found) = find(machine) {
        return Ok(found);
    }
    let defaults = OutboxParams::default();
    let capacity = SenderCapacity { entities: MAX_PLAYERS, connections: MAX_OBSERVERS, ..defaults.capacity };
    let mut outbox = Outbox::new(&OutboxParams { capacity, run_speed, ..defaults })?;
    if let Some(level) = level {
        outbox.share(|predictor| level.files().load_into(predictor))?;
    }
    let made = Arc::new(Mutex::new(Office {
        outbox,
        clock: TickClock::default(),
        tick: None,
        time: 0,
        noted: 0,
        senders: Claims::default(),
        peers: Vec::new(),
        buffer: vec![0; PACKET],
    }));
    let mut offices = lock(&OFFICES);
    offices.retain(|(machine, _)| InstanceId::try_from_i64(*machine).is_some_and(|id| id.lookup_validity()));
    offices.push((machine, made.clone()));
    Ok(made)
}

impl Office {
    /// The truth about a player in this physics tick; all of one tick have one time.
    fn submit(&mut self, player: u32, state: &PlayerState, level: Option<&Arc<Level>>) -> Result<()> {
        let tick = Engine::singleton().get_physics_frames();
        if self.tick.replace(tick) != Some(tick) {
            (self.time, self.noted) = (self.clock.tick(), now());
        }
        let mut level = Entered::new(level);
        let (world, map) = level.parts();
        self.outbox.submit(player, state, self.time, world, map).map(|_| ())
    }

    /// The present on the clock of the ticks.
    fn present(&self) -> Nanos {
        self.time.saturating_add(now().saturating_sub(self.noted))
    }

    /// The packet that is due for an observer; empty = none.
    pub(super) fn packet(&mut self, observer: u64) -> Result<PackedByteArray> {
        let time = self.present();
        let packet = self.outbox.packet(observer, time, LevelContext::default(), &mut self.buffer)?;
        Ok(self.buffer[..packet.bytes].into())
    }

    pub(super) fn receive(&mut self, observer: u64, reply: &[u8]) -> Result<()> {
        let time = self.present();
        self.outbox.receive(observer, reply, time)
    }

    /// All packets that are due for the peers of a network. Peers that are gone are forgotten.
    pub(super) fn packets(&mut self, peers: &[u64]) -> Result<Vec<(u64, PackedByteArray)>> {
        for gone in std::mem::replace(&mut self.peers, peers.to_vec()) {
            if !peers.contains(&gone) {
                // It may have disconnected before anything was due.
                let _ = self.outbox.remove_observer(gone);
            }
        }
        let mut packets = Vec::new();
        for peer in peers {
            loop {
                let packet = self.packet(*peer)?;
                if packet.is_empty() {
                    break;
                }
                packets.push((*peer, packet));
            }
        }
        Ok(packets)
    }
}

/// A sender's place in an office.
pub(super) struct Desk {
    pub(super) office: SharedOffice,
    player: u32,
    level: Option<Arc<Level>>,
    rules: Option<SenderParams>,
}

impl Desk {
    pub(super) fn take(office: SharedOffice, player: u32, level: Option<Arc<Level>>, node: &Gd<Node>) -> Result<Self> {
        lock(&office).senders.claim(player, node)?;
        Ok(Self { office, player, level, rules: None })
    }

    /// The truth about the player in this physics tick.
    pub(super) fn submit(&mut self, state: &PlayerState) -> Result<()> {
        lock(&self.office).submit(self.player, state, self.level.as_ref())
    }

    /// Follows rules that may have changed.
    pub(super) fn follow(&mut self, rules: &SenderParams) -> Result<()> {
        if self.rules.as_ref() != Some(rules) {
            lock(&self.office).outbox.set_rules(self.player, rules)?;
            self.rules = Some(*rules);
        }
        Ok(())
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let mut office = lock(&self.office);
        office.senders.release(self.player);
        // Nothing may have been submitted yet.
        let _ = office.outbox.remove(self.player);
    }
}
