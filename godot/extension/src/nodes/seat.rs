//! A ghost's place among the ghosts of its level.

use super::company::{SharedCompany, lock};
use crate::clock::now;
use antreckon::base::Result;
use antreckon::base::time::Nanos;
use antreckon::ghosts::{Ghosts, PlayerState};
use antreckon::predict::EntityProfile;
use godot::classes::Node;
use godot::obj::Gd;

/// Players whose states come with a way of dating are told of by a peer of their own, so that no two clocks meet in one: packets
/// by their machine, ...
const KIND: u32 = 40;
/// ... and of so many players each; more share them.
const STATE_PEERS: u32 = 1024;

/// How states are dated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dated {
    /// When they arrive, by the rhythm in which they do.
    OnArrival = 1,
    /// By their age, on the own clock.
    ByAge = 2,
    /// On the clock of the machine that sent them.
    Remotely = 3,
}

/// A ghost's place.
pub(super) struct Seat {
    pub(super) company: SharedCompany,
    /// The machine that has authority.
    pub(super) peer: u64,
    pub(super) player: u32,
    /// Who has told of the player last, if states did.
    told_by: Option<u64>,
    freshness: f64,
    profile: Option<EntityProfile>,
}

impl Seat {
    pub(super) fn take(company: SharedCompany, peer: u64, player: u32, node: &Gd<Node>) -> Result<Self> {
        lock(&company).seated.claim(player, node)?;
        Ok(Self { company, peer, player, told_by: None, freshness: 1.0, profile: None })
    }

    pub(super) fn with<T>(&self, work: impl FnOnce(&mut Ghosts) -> T) -> T {
        work(&mut lock(&self.company).shared.ghosts)
    }

    /// Who tells of the player.
    pub(super) fn source(&self) -> u64 {
        self.told_by.unwrap_or(self.peer)
    }

    pub(super) fn set_freshness(&mut self, freshness: f64) -> Result<()> {
        self.with(|ghosts| ghosts.set_freshness(self.player, freshness))?;
        self.freshness = freshness;
        Ok(())
    }

    pub(super) fn set_profile(&mut self, profile: &EntityProfile) -> Result<()> {
        self.with(|ghosts| ghosts.set_profile(self.player, profile))?;
        self.profile = Some(profile.clone());
        Ok(())
    }

    /// A state of the player, by other means than packets.
    pub(super) fn observe(&mut self, state: &PlayerState, dated: Dated) -> Result<()> {
        let teller = self.teller(dated);
        if self.told_by != Some(teller) {
            self.start_anew()?;
            if dated == Dated::ByAge {
                self.with(|ghosts| ghosts.set_clock(teller, now(), now()))?;
            }
            self.told_by = Some(teller);
        }
        self.with(|ghosts| ghosts.observe(teller, self.player, state, now()))
    }

    /// What the clock that states are dated by shows now.
    pub(super) fn set_clock(&self, remote: Nanos) -> Result<()> {
        let teller = self.teller(Dated::Remotely);
        self.with(|ghosts| ghosts.set_clock(teller, now(), remote))
    }

    fn teller(&self, dated: Dated) -> u64 {
        (dated as u64) << KIND | u64::from(self.player % STATE_PEERS)
    }

    /// Forgets a player whom somebody else has told of, its node's wishes excepted. Returns whether it was so.
    pub(super) fn leave_strangers(&self) -> Result<bool> {
        let source = self.source();
        let strange = self.with(|ghosts| ghosts.player_stats(self.player).is_ok_and(|stats| stats.peer != source));
        if strange {
            self.start_anew()?;
        }
        Ok(strange)
    }

    fn start_anew(&self) -> Result<()> {
        self.with(|ghosts| {
            // Nothing may have been told of it yet.
            let _ = ghosts.remove(self.player);
            ghosts.set_freshness(self.player, self.freshness)?;
            self.profile.as_ref().map_or(Ok(()), |profile| ghosts.set_profile(self.player, profile))
        })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut company = lock(&self.company);
        company.seated.release(self.player);
        let _ = company.shared.ghosts.remove(self.player);
        let ghosts = &mut company.shared.ghosts;
        if let Some(teller) = self.told_by
            && ghosts.peer_stats(teller).is_ok_and(|stats| stats.players == 0)
        {
            let _ = ghosts.remove_peer(teller);
        }
    }
}
