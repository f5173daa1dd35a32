//! Who is told: connections and what they see.

use super::connection::{Connection, ConnectionStats};
use super::link::ConnectionParams;
use super::pair::Relevance;
use super::{ConnectionId, Sender, unknown_connection};
use crate::base::math::DVec3;
use crate::base::time::Nanos;
use crate::base::{Error, Result, Short};
use crate::predict::Predictor;
use alloc::format;

impl Sender {
    /// Adds an observer, or one for all peers.
    pub fn connect(&mut self, params: &ConnectionParams) -> Result<ConnectionId> {
        params.check()?;
        if self.connections.len() >= self.capacity.connections as usize {
            return Err(Error::budget(format!("connections is {}, so many exist already", self.capacity.connections)));
        }
        let capacity = &self.capacity;
        let mut connection = Connection::new(params, capacity.entities as usize, capacity.in_flight as usize);
        connection.predictors_mut().try_for_each(|shadows| shadows.take_shared(&self.shared))?;
        for (id, owned) in self.entities.iter() {
            connection.add(id.index as usize, owned.profile.as_deref(), owned.life)?;
            connection.is_coupled |= owned.feels_others();
        }
        Ok(self.connections.insert(connection))
    }

    /// Ends a connection.
    pub fn disconnect(&mut self, id: ConnectionId) -> Result<()> {
        self.connections.remove(id).ok_or_else(|| unknown_connection(id))?;
        self.forget_gone();
        Ok(())
    }

    /// All connections, in a fixed order.
    pub fn connections(&self) -> impl Iterator<Item = ConnectionId> {
        self.connections.iter().map(|(id, _)| id)
    }

    /// Changes a connection's budget, radii and patience. How it delivers cannot change.
    pub fn set_connection(&mut self, id: ConnectionId, params: &ConnectionParams) -> Result<()> {
        params.check()?;
        let connection = self.connection_mut(id)?;
        if params.delivery != connection.params.delivery {
            return Err(Error::state("a connection's delivery cannot change; make a new one"));
        }
        connection.params = *params;
        Ok(())
    }

    /// Tells where the observer of a connection is; `None` = nowhere: then everything is relevant to it.
    pub fn set_observer(&mut self, id: ConnectionId, position: Option<DVec3>) -> Result<()> {
        if let Some(position) = position.filter(|position| !position.is_finite()) {
            let DVec3 { x, y, z } = position;
            return Err(Error::invalid(format!("position is ({x}, {y}, {z}), must be finite")));
        }
        self.connection_mut(id)?.observer = position;
        Ok(())
    }

    /// Says for one entity and one connection whether it is relevant, and the factor on its thresholds (0.001 to 1000);
    /// `None` = by distance.
    pub fn set_interest(
        &mut self,
        id: ConnectionId,
        number: u32,
        relevance: Relevance,
        factor: Option<f64>,
    ) -> Result<()> {
        let entity = self.entity(number)?;
        if let Some(factor) = factor.filter(|factor| !(1e-3..=1e3).contains(factor)) {
            return Err(Error::invalid(format!("factor is {}, must be 0.001 to 1000", Short(factor))));
        }
        let pair = &mut self.connection_mut(id)?.pairs[entity.index as usize];
        (pair.relevance, pair.factor) = (relevance, factor);
        Ok(())
    }

    /// What the sender believes that the receiver of a connection knows.
    pub fn shadows(&self, id: ConnectionId) -> Result<&Predictor> {
        self.connection(id).map(|connection| &connection.sure)
    }

    /// Mean round trip of a connection; `None` before one was measured.
    pub fn round_trip(&self, id: ConnectionId) -> Result<Option<Nanos>> {
        self.connection(id).map(|connection| connection.link.round_trip())
    }

    /// The host has sent more over a connection than [`Sender::collect`] wrote: headers of its own, and packets without updates.
    pub fn note_sent(&mut self, id: ConnectionId, packets: u64, bytes: usize) -> Result<()> {
        let stats = &mut self.connection_mut(id)?.stats;
        stats.packets += packets;
        stats.bytes += bytes as u64;
        Ok(())
    }

    /// What was sent over a connection so far.
    pub fn stats(&self, id: ConnectionId) -> Result<&ConnectionStats> {
        self.connection(id).map(|connection| &connection.stats)
    }

    fn connection(&self, id: ConnectionId) -> Result<&Connection> {
        self.connections.get(id).ok_or_else(|| unknown_connection(id))
    }

    pub(super) fn connection_mut(&mut self, id: ConnectionId) -> Result<&mut Connection> {
        self.connections.get_mut(id).ok_or_else(|| unknown_connection(id))
    }
}
