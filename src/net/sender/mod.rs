//! When to tell whom where an entity is (algorithm 1 of S1): only when receivers would be wrong.
//!
//! Every tick the host [submits](Sender::submit) the truth about its entities. The sender compares it with its *shadow* of each
//! receiver: what that receiver shows, computed from what it surely has, rounded by the codec as it has it. When a
//! threshold of [`SenderParams`] is broken an update is due; [`Sender::collect`] packs those that are due into a packet,
//! within the connection's budget, the most wrong first.
//!
//! A server has one connection per player; a peer has one for all the others, or one for each.

mod arrival;
mod collect;
mod collect_coupled;
mod connection;
mod link;
mod observers;
mod owner;
mod pair;
mod params;
mod proof;
mod share;
mod snapshot;
mod steady;
mod trigger;
mod truth;

#[cfg(test)]
mod tests;

pub use crate::net::line::Line;
pub use collect::Packet;
pub use connection::ConnectionStats;
pub use link::{ConnectionParams, Delivery};
pub use pair::Relevance;
pub use params::{DistanceTable, MAX_KNOTS, Metric, SenderKind, SenderParams};
pub use trigger::Reason;
pub use truth::{Aim, Observers, Recorded, SendContext, Truth};

use super::policy::Policy;
use super::update::{Sequence, Update};
use super::{Codec, CodecParams};
use crate::base::arena::{Arena, ArenaId};
use crate::base::math::DVec3;
use crate::base::time::Nanos;
use crate::base::{Error, Result};
use crate::predict::{EntityProfile, ObserveReport, PredictScratch, Predictor};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use collect::Candidate;
use connection::{Connection, DecisionContext, Owned};
use link::Acknowledged;
use pair::{Presence, Teleport};
use params::Finest;
use proof::Measure;
use steady::Steady;

/// Most entities of a sender.
const MAX_ENTITIES: u32 = 1 << 20;
/// Most connections.
const MAX_CONNECTIONS: u32 = 1 << 12;
/// Most pairs of both.
const MAX_PAIRS: u64 = 1 << 24;
/// Most updates under way per entity and connection.
const MAX_IN_FLIGHT: u32 = 32;

/// Id of a connection.
pub type ConnectionId = ArenaId;

/// What a sender has room for; nothing is allocated but when connections and entities are added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SenderCapacity {
    /// Most entities, 1 to 2²⁰.
    pub entities: u32,
    /// Most connections, 1 to 4096; the product with `entities` at most 2²⁴.
    pub connections: u32,
    /// Updates of an entity under way to a connection that acknowledges, of which the sender remembers what they said,
    /// 1 to 32: at least round trip × updates per second.
    pub in_flight: u32,
}

impl Default for SenderCapacity {
    fn default() -> Self {
        Self { entities: 64, connections: 64, in_flight: 8 }
    }
}

impl SenderCapacity {
    fn check(&self) -> Result<()> {
        let bounds = [
            ("entities", self.entities, MAX_ENTITIES),
            ("connections", self.connections, MAX_CONNECTIONS),
            ("in_flight", self.in_flight, MAX_IN_FLIGHT),
        ];
        for (name, value, most) in bounds {
            if !(1..=most).contains(&value) {
                return Err(Error::invalid(format!("{name} is {value}, must be 1 to {most}")));
            }
        }
        let pairs = u64::from(self.entities) * u64::from(self.connections);
        if pairs > MAX_PAIRS {
            return Err(Error::invalid(format!("entities × connections is {pairs}, must be at most {MAX_PAIRS}")));
        }
        Ok(())
    }
}

/// An update on its way by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outgoing {
    /// As the receiver will see it, on the codec's grid.
    pub update: Update,
    /// Why.
    pub reason: Reason,
    /// What it may be written relative to.
    pub baseline: Option<Update>,
}

/// Decides what is sent to whom.
#[derive(Clone, Debug)]
pub struct Sender {
    codec: Codec,
    capacity: SenderCapacity,
    entities: Arena<Owned>,
    /// Numbers of the entities, rising, and their places.
    by_number: Vec<(u32, ArenaId)>,
    connections: Arena<Connection>,
    candidates: Vec<Candidate>,
    order: Vec<u32>,
    scratch: PredictScratch,
    /// What shadows share with receivers; it has no entities.
    shared: Predictor,
    /// Chooses type-2 lines of entities that are [observed](Sender::submit_observed) by a learned model.
    policy: Option<Box<Policy>>,
}

impl Sender {
    /// A sender without entities and connections. Fails on bad parameters.
    pub fn new(codec: &CodecParams, capacity: &SenderCapacity) -> Result<Self> {
        capacity.check()?;
        let entities = capacity.entities as usize;
        Ok(Self {
            codec: Codec::new(codec)?,
            capacity: *capacity,
            entities: Arena::new(),
            by_number: Vec::with_capacity(entities),
            connections: Arena::new(),
            candidates: Vec::with_capacity(entities),
            order: Vec::with_capacity(entities),
            scratch: PredictScratch::default(),
            shared: Predictor::new(0),
            policy: None,
        })
    }

    /// How updates are measured.
    pub fn codec(&self) -> &Codec {
        &self.codec
    }

    /// What there is room for.
    pub fn capacity(&self) -> &SenderCapacity {
        &self.capacity
    }

    /// Smallest thresholds: what rounding to the codec's grid may cause at once.
    fn finest(&self) -> Finest {
        let p = self.codec.params();
        // Position, and the velocity by which it is dated back to a tick.
        let position = p.position_error() + p.velocity_error() / f64::from(p.ticks_per_second);
        Finest { position, orientation: p.orientation_error() }
    }

    fn place(&self, number: u32) -> core::result::Result<usize, usize> {
        self.by_number.binary_search_by_key(&number, |(number, _)| *number)
    }

    fn entity(&self, number: u32) -> Result<ArenaId> {
        self.place(number).map(|place| self.by_number[place].1).map_err(|_| unknown_entity(number))
    }

    /// Adds an entity under its number on the network; one that is still leaving comes back, and those who have not heard that it left
    /// hear that it entered. `model`: how receivers predict it; `None` = along the straight line
    /// of the update (`dr1` without corrections), which is cheapest. A model must rest on nothing but the updates
    /// themselves and what all machines share ([`Sender::share`]); receivers must run the same profile. Fails on models with which the
    /// thresholds could not be kept.
    pub fn add_entity(&mut self, number: u32, params: &SenderParams, model: Option<&EntityProfile>) -> Result<()> {
        params.check(self.finest())?;
        let place = match self.place(number) {
            Err(place) => {
                self.check_model(model)?;
                place
            }
            Ok(place) => {
                let owned = self.entities.get_mut(self.by_number[place].1).ok_or_else(|| unknown_entity(number))?;
                return owned.come_back(params, model);
            }
        };
        if self.by_number.len() >= self.capacity.entities as usize {
            return Err(Error::budget(format!("entities is {}, so many exist already", self.capacity.entities)));
        }
        if let Some(model) = model {
            // Checks the profile before anything changes.
            Predictor::new(1).add_entity(model)?;
        }
        let owned = Owned {
            number,
            params: *params,
            profile: model.cloned().map(Box::new),
            truth: None,
            line: None,
            proof: None,
            owner_sight: None,
            steady: Steady::default(),
            life: None,
            removed: false,
        };
        let id = self.entities.insert(owned);
        self.by_number.insert(place, (number, id));
        for (_, connection) in self.connections.iter_mut() {
            connection.add(id.index as usize, model, None).expect("the profile was checked, and shadows have room");
        }
        self.note_coupling();
        Ok(())
    }

    /// Changes when updates of an entity are sent.
    pub fn set_params(&mut self, number: u32, params: &SenderParams) -> Result<()> {
        let id = self.entity(number)?;
        params.check(self.finest())?;
        let owned = self.entities.get_mut(id).ok_or_else(|| unknown_entity(number))?;
        if owned.removed {
            return Err(Error::state(format!("entity {number} is still leaving")));
        }
        owned.params = *params;
        Ok(())
    }

    /// Lets an entity leave. Its number is free again once every connection that knew it has been told (or is gone).
    pub fn remove_entity(&mut self, number: u32) -> Result<()> {
        let id = self.entity(number)?;
        self.entities.get_mut(id).ok_or_else(|| unknown_entity(number))?.removed = true;
        for (_, connection) in self.connections.iter_mut() {
            let pair = &mut connection.pairs[id.index as usize];
            if pair.presence == Presence::In {
                pair.leave();
            }
        }
        self.forget_if_gone(number);
        Ok(())
    }

    /// Frees the place of an entity that has left everywhere.
    fn forget_if_gone(&mut self, number: u32) {
        let Ok(place) = self.place(number) else { return };
        let id = self.by_number[place].1;
        let slot = id.index as usize;
        let known = self.connections.iter().any(|(_, c)| c.pairs[slot].presence != Presence::Out);
        if known || self.entities.get(id).is_none_or(|owned| !owned.removed) {
            return;
        }
        for (_, connection) in self.connections.iter_mut() {
            connection.remove(slot);
        }
        self.entities.remove(id);
        self.by_number.remove(place);
        self.note_coupling();
    }

    /// Frees the places of all entities that have left everywhere.
    fn forget_gone(&mut self) {
        let mut place = 0;
        while place < self.by_number.len() {
            let (number, id) = self.by_number[place];
            if self.entities.get(id).is_some_and(|owned| owned.removed) {
                self.forget_if_gone(number);
            }
            // The next one has moved here if this one went.
            if self.by_number.get(place).is_some_and(|(there, _)| *there == number) {
                place += 1;
            }
        }
    }

    /// Moves everything together with the origin of coordinates: the place that was at `shift` is at zero from now on. Packets mean the
    /// same places as before; no receiver needs to know.
    pub fn rebase(&mut self, shift: DVec3) -> Result<()> {
        let codec = self.codec.rebased(shift)?;
        self.codec = codec;
        self.shared.rebase(shift)?;
        self.entities.iter_mut().for_each(|(_, owned)| owned.rebase(shift, &codec));
        self.connections.iter_mut().try_for_each(|(_, connection)| connection.rebase(shift, &codec))
    }

    /// Tells the connections whether entities look at each other.
    fn note_coupling(&mut self) {
        let coupled = self.entities.iter().any(|(_, owned)| owned.feels_others());
        self.connections.iter_mut().for_each(|(_, connection)| connection.is_coupled = coupled);
    }

    /// Numbers of the entities, rising; those that are leaving too.
    pub fn entities(&self) -> impl Iterator<Item = u32> {
        self.by_number.iter().map(|(number, _)| *number)
    }

    /// Fails when rules cannot be kept with this codec.
    pub fn check_params(&self, params: &SenderParams) -> Result<()> {
        params.check(self.finest())
    }

    /// Fails when a truth cannot be sent, whoever's it is.
    pub fn check_sendable(&self, truth: &Truth) -> Result<()> {
        truth.checked(&self.codec).map(|_| ())
    }

    /// Fails when [`Sender::submit`] would.
    pub fn check_truth(&self, number: u32, truth: &Truth) -> Result<()> {
        self.entity(number)?;
        truth.checked(&self.codec).map(|_| ())
    }

    /// Tells the truth about an entity, once per tick. Not newer than the last one: ignored and reported. Fails on what the
    /// codec could not send.
    pub fn submit(&mut self, number: u32, truth: &Truth) -> Result<ObserveReport> {
        let (id, finest) = (self.entity(number)?, self.finest());
        let truth = truth.checked(&self.codec)?;
        let owned = self.entities.get_mut(id).ok_or_else(|| unknown_entity(number))?;
        if owned.truth.is_some_and(|before| truth.time <= before.time) {
            return Ok(ObserveReport::Late);
        }
        owned.steady = owned.steady.after(&truth);
        owned.truth = Some(truth);
        owned.line = None;
        if let Some(proof) = &mut owned.proof {
            proof.observe(&Measure { codec: &self.codec, finest, params: &owned.params, number }, &truth);
        }
        if truth.teleported {
            for (_, connection) in self.connections.iter_mut() {
                let pair = &mut connection.pairs[id.index as usize];
                if pair.presence == Presence::In {
                    pair.teleport = Teleport::Due;
                }
            }
        }
        Ok(ObserveReport::Used)
    }

    /// Chooses the type-2 line of an entity for the truth that was told last: an [`Aim`] without a callback. It counts
    /// where [`SendContext::aim`] is `None`.
    pub fn suggest(&mut self, number: u32, line: Line) -> Result<()> {
        let id = self.entity(number)?;
        let owned = self.entities.get_mut(id).ok_or_else(|| unknown_entity(number))?;
        if !(line.offset.is_finite() && line.velocity.is_finite()) {
            return Err(Error::invalid("the line has a component that is not finite"));
        }
        owned.line = Some(line);
        Ok(())
    }

    /// The update of one entity that one connection should get now, if any; it counts as sent. For hosts that make their
    /// own packets: the budget is theirs, and where the connection acknowledges they say so by
    /// [`Sender::acknowledge_update`].
    pub fn poll(
        &mut self,
        id: ConnectionId,
        number: u32,
        now: Nanos,
        context: &mut SendContext<'_>,
    ) -> Result<Option<Outgoing>> {
        let (entity, finest) = (self.entity(number)?, self.finest());
        let connection = self.connections.get_mut(id).ok_or_else(|| unknown_connection(id))?;
        let owned = self.entities.get(entity).ok_or_else(|| unknown_entity(number))?;
        let mut moment = DecisionContext {
            id,
            now,
            codec: &self.codec,
            finest,
            context,
            scratch: &mut self.scratch,
            policy: self.policy.as_deref(),
            tick: None,
        };
        let slot = entity.index as usize;
        let Some(due) = connection.check(slot, owned, &mut moment) else { return Ok(None) };
        let Some(sent) = connection.make(slot, owned, due, &mut moment) else { return Ok(None) };
        let (reason, baseline) = (due.0.reason, connection.baseline(slot).copied());
        connection.commit(slot, &sent, reason, None, now, &self.codec);
        self.forget_if_gone(number);
        Ok(Some(Outgoing { update: sent.update, reason, baseline }))
    }

    /// A receiver has packets of [`Sender::collect`]: `newest`, and of the 32 before it those whose bit is set in `mask`
    /// (bit 0: the one just before). A receiver must not acknowledge a packet that came after a newer one unless its model
    /// has no memory (`still`, `dr1`, `damped`, lines): it has not used it, or not in this order.
    pub fn acknowledge(&mut self, id: ConnectionId, newest: u32, mask: u32, now: Nanos) -> Result<()> {
        self.connection_mut(id)?.acknowledge(Acknowledged { newest, mask }, now)?;
        self.forget_gone();
        Ok(())
    }

    /// As [`Sender::acknowledge`] with the lower half of the number alone, which is all that short headers carry: of the packets sent
    /// it is the newest that ends so.
    pub fn acknowledge_short(&mut self, id: ConnectionId, newest: u16, mask: u32, now: Nanos) -> Result<()> {
        let last = self.connection_mut(id)?.link.last_packet();
        let behind = (last as u16).wrapping_sub(newest);
        self.acknowledge(id, last.wrapping_sub(behind.into()), mask, now)
    }

    /// A receiver has lost what it knew (it says that it misses baselines, or it was restarted): all is told anew.
    pub fn tell_anew(&mut self, id: ConnectionId) -> Result<()> {
        self.connection_mut(id)?.tell_anew();
        Ok(())
    }

    /// A receiver has an update of [`Sender::poll`]. `false`: it was not waited for any more.
    pub fn acknowledge_update(
        &mut self,
        id: ConnectionId,
        number: u32,
        sequence: Sequence,
        now: Nanos,
    ) -> Result<bool> {
        let entity = self.entity(number)?;
        let used = self.connection_mut(id)?.acknowledge_update(entity.index as usize, sequence, now)?;
        self.forget_if_gone(number);
        Ok(used)
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        let models = self.entities.iter().filter_map(|(_, owned)| owned.profile.as_deref());
        let models: usize = models.map(|p| size_of::<EntityProfile>() + p.layer_weights.capacity() * 4).sum();
        let connections: usize = self.connections.iter().map(|(_, connection)| connection.bytes()).sum();
        size_of::<Self>()
            + self.entities.bytes()
            + self.connections.bytes()
            + self.by_number.capacity() * size_of::<(u32, ArenaId)>()
            + self.candidates.capacity() * size_of::<Candidate>()
            + self.order.capacity() * size_of::<u32>()
            + models
            + connections
            + self.shared.bytes()
            + self.owners_bytes()
    }
}

#[cold]
fn unknown_entity(number: u32) -> Error {
    Error::not_found(format!("entity {number} does not exist"))
}

#[cold]
fn unknown_connection(id: ConnectionId) -> Error {
    Error::not_found(format!("connection {} of generation {} does not exist", id.index, id.generation))
}
