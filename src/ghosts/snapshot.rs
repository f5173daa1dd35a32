//! Ghosts as bytes, for those who join late: everything but clocks and what is on the way to the screen, which are each
//! machine's own.

use super::arrival::ArrivalDating;
use super::chunk::CHUNK;
use super::event::EventKind;
use super::front::Ghosts;
use super::ghost::{BEFORE_RESTORE, Feed};
use super::peer::TimeBase;
use crate::base::hash::hash_bytes;
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use crate::net::playback::Presence;
use alloc::format;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANGH";
const VERSION: u32 = 1;
/// Fewest bytes of a peer and of a ghost.
const PEER_BYTES: usize = 8 + 1 + 8 + 1;
const GHOST_BYTES: usize = 4 + 4 + 1 + 1 + 8;

impl Ghosts {
    /// What somebody who joins late needs to go on exactly like those who were there. Without maps and levels: everybody has them.
    pub fn snapshot(&self) -> Result<Vec<u8>> {
        self.not_drawing()?;
        let mut w = Writer::new();
        w.dvec3(self.codec.moved()).blob(&self.predictor.snapshot());
        self.speed.write(&mut w);
        w.u64(self.peers.len() as u64);
        for peer in &self.peers {
            let mut receiver = peer.receiver.clone();
            receiver.forget_clock();
            w.u64(peer.id).u8(peer.shares_model.into());
            match &peer.time_base {
                TimeBase::Unknown => w.u8(0),
                TimeBase::Stamped => w.u8(1),
                TimeBase::OnArrival(_) => w.u8(2),
            };
            w.blob(&receiver.snapshot());
        }
        w.u64(self.by_player.len() as u64);
        for (player, index) in &self.by_player {
            let Some(ghost) = self.at(*index as usize) else { continue };
            w.u32(*player).u32(ghost.peer as u32);
            w.u8((ghost.feed == Feed::States).into());
            w.u8(ghost.own_profile.into()).f64(ghost.freshness);
        }
        Ok(w.seal(MAGIC, VERSION))
    }

    /// Takes over what [`Ghosts::snapshot`] wrote on another machine; parameters, budgets and moving bases stay. Players appear anew
    /// with the next frame, where they are in the coordinates of this machine. On error nothing changes.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        self.not_drawing()?;
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        let mut new = Self::new(&self.params)?;
        new.settings = self.settings.clone();
        let moved = r.dvec3()?;
        new.codec = new.codec.rebased(moved).map_err(Error::into_corrupt)?;
        // With the weights and banks that the host gave.
        new.predictor = self.predictor.clone();
        new.predictor.restore(r.blob()?)?;
        if new.predictor.entity_count() > self.params.max_players as usize {
            return Err(Error::budget(format!(
                "snapshot has {} players, max_players is {}",
                new.predictor.entity_count(),
                self.params.max_players
            )));
        }
        new.speed = new.speed.read(&mut r)?;
        new.profile.v_max = new.speed.model;
        for _ in 0..r.count(PEER_BYTES)? {
            let (id, shares_model, base) = (r.u64()?, r.bool()?, r.u8()?);
            if new.peers.last().is_some_and(|last| last.id >= id) {
                return Err(Error::corrupt("the peers of a snapshot are out of order"));
            }
            let place = new.peer_or_new(id, 0)?;
            let peer = &mut new.peers[place];
            peer.shares_model = shares_model;
            peer.receiver.restore(r.blob()?)?;
            peer.receiver.forget_clock();
            peer.time_base = match base {
                0 => TimeBase::Unknown,
                1 => TimeBase::Stamped,
                2 => TimeBase::OnArrival(ArrivalDating::default()),
                _ => return Err(Error::corrupt("a peer of a snapshot keeps an unknown time")),
            };
        }
        for _ in 0..r.count(GHOST_BYTES)? {
            new.restore_ghost(&mut r)?;
        }
        r.finish()?;
        let told: usize = new.peers.iter().map(|peer| peer.receiver.entities().len()).sum();
        if told != new.by_player.len() || new.predictor.entity_count() != told {
            return Err(Error::corrupt("a snapshot has players that nobody tells of"));
        }
        new.rebase(self.codec.moved() - moved)?;
        new.bases = self.bases.clone();
        let mut news = Vec::new();
        core::mem::swap(&mut new.inbox, &mut self.inbox);
        core::mem::swap(&mut new.news, &mut self.news);
        let old = core::mem::replace(self, new);
        for (kind, of, others) in [(EventKind::Left, &old, &*self), (EventKind::Appeared, &*self, &old)] {
            // Collected: telling of them changes the ghosts.
            news.extend(
                of.players().filter(|player| !others.is_here(*player)).map(|player| (kind, of.told_by(player), player)),
            );
        }
        for (kind, peer, player) in news {
            self.news.note(kind, peer, player, old.last_frame.max(0));
        }
        Ok(())
    }

    fn is_here(&self, player: u32) -> bool {
        self.index(player).ok().and_then(|index| self.at(index)).is_some_and(|ghost| ghost.present)
    }

    fn told_by(&self, player: u32) -> u64 {
        let ghost = self.index(player).ok().and_then(|index| self.at(index));
        ghost.map_or(0, |ghost| self.peers[ghost.peer].id)
    }

    fn restore_ghost(&mut self, r: &mut Reader<'_>) -> Result<()> {
        let torn = || Error::corrupt("a snapshot has a player that its peer does not tell of");
        let (player, peer) = (r.u32()?, r.u32()? as usize);
        let (states, own_profile, freshness) = (r.bool()?, r.bool()?, r.f64()?);
        let known = self.peers.get(peer).ok_or_else(torn)?;
        let id = known.receiver.entity(player).ok_or_else(torn)?;
        let present = known.receiver.playback(player)?.presence == Presence::Present;
        if self.predictor.profile(id).is_none() || self.place(player).is_ok() {
            return Err(torn());
        }
        super::params::check_freshness(freshness).map_err(Error::into_corrupt)?;
        let index = self.adopt(player, peer, id)?;
        let Some(ghost) = self.chunks[index / CHUNK].ghosts[index % CHUNK].as_mut() else { return Err(torn()) };
        ghost.feed = if states { Feed::States } else { Feed::Packets };
        (ghost.own_profile, ghost.freshness, ghost.present) = (own_profile, freshness, present);
        if !present {
            ghost.left = BEFORE_RESTORE;
        }
        Ok(())
    }

    /// Equal on two machines exactly when their ghosts know the same.
    pub fn state_hash(&self) -> Result<u64> {
        Ok(hash_bytes(&self.snapshot()?))
    }
}
