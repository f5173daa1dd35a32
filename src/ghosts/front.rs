//! The ghosts themselves: who there is, and the calls that are not about frames or packets.

use super::chunk::{CHUNK, Chunk, local};
use super::doubt::{Arrivals, Haste, StateDoubts};
use super::event::{Event, EventKind, News, Warning};
use super::ghost::{Feed, Ghost, GhostView};
use super::inbox::{Inbox, check_time};
use super::packet::{Digests, MAX_REPLY};
use super::params::{GhostsParams, check_freshness};
use super::peer::Peer;
use super::player_state::PlayerState;
use super::settings::Settings;
use super::speed::RunSpeed;
use super::stats::{PeerStats, PlayerStats};
use super::twins::Twins;
use crate::base::hash::hash_bytes;
use crate::base::math::DVec3;
use crate::base::time::Nanos;
use crate::base::{Error, Result};
use crate::net::codec::PacketEntry;
use crate::net::{Codec, ReceiverParams};
use crate::predict::interest::{InterestObject, check_life};
use crate::predict::{BaseMotion, Bases, EntityProfile, LevelContext, PredictScratch, Prediction, Predictor};
use crate::smooth::SmoothParams;
use alloc::format;
use alloc::vec::Vec;

/// Stands for every player at once, those to come included.
pub const EVERYBODY: u32 = u32::MAX;

/// Players that are simulated elsewhere: packets and states in, what to draw out. See the [module](super).
#[derive(Clone, Debug)]
pub struct Ghosts {
    pub(super) params: GhostsParams,
    pub(super) codec: Codec,
    pub(super) predictor: Predictor,
    pub(super) speed: RunSpeed,
    /// How players are predicted whose owners let everybody run a model of their own …
    pub(super) profile: EntityProfile,
    /// … and those whose owners run the same model.
    pub(super) shared_profile: EntityProfile,
    pub(super) digests: Digests,
    pub(super) inbox: Inbox,
    /// By id.
    pub(super) peers: Vec<Peer>,
    /// Player and index, by player.
    pub(super) by_player: Vec<(u32, u32)>,
    /// By index / 128; away while a frame is drawn in tasks.
    pub(super) chunks: Vec<Chunk>,
    pub(super) drawing: bool,
    pub(super) settings: Settings,
    pub(super) bases: Bases,
    pub(super) news: News,
    pub(super) entries: Vec<PacketEntry>,
    pub(super) scratch: PredictScratch,
    /// Time of the last frame, own clock.
    pub(super) last_frame: Nanos,
    pub(super) haste: Haste,
    pub(super) arrivals: Arrivals,
    pub(super) doubts: StateDoubts,
    pub(super) twins: Twins,
    /// Updates of this frame that were used.
    pub(super) used: u32,
}

impl Ghosts {
    /// Knows nobody. Fails when a parameter is outside its range.
    pub fn new(params: &GhostsParams) -> Result<Self> {
        params.check()?;
        let codec = Codec::new(&params.codec)?;
        let speed = RunSpeed::new(params.run_speed);
        let predictor = Predictor::new(params.max_players);
        let profile = EntityProfile { v_max: speed.model, ..params.profile.clone() };
        let shared_profile = EntityProfile { shared_only: true, ..profile.clone() };
        let digests = Digests { codec: params.codec.digest(), model: model_digest(&shared_profile, &predictor)? };
        Ok(Self {
            codec,
            predictor,
            speed,
            profile,
            shared_profile,
            digests,
            inbox: Inbox::new(params.inbox_bytes, digests),
            peers: Vec::new(),
            by_player: Vec::new(),
            chunks: Vec::new(),
            drawing: false,
            settings: Settings::default(),
            bases: Bases::default(),
            news: News::default(),
            entries: Vec::new(),
            scratch: PredictScratch::default(),
            last_frame: Nanos::MIN,
            haste: Haste::default(),
            arrivals: Arrivals::default(),
            doubts: StateDoubts::default(),
            twins: Twins::default(),
            used: 0,
            params: params.clone(),
        })
    }

    /// What they are made of.
    pub fn params(&self) -> &GhostsParams {
        &self.params
    }

    /// An inbox of the kind that these ghosts take from ([`Ghosts::take_over`]), for a host that fills it on another thread.
    pub fn new_inbox(&self) -> Inbox {
        Inbox::new(self.params.inbox_bytes, self.digests)
    }

    /// Takes over what waits in an inbox of [`Ghosts::new_inbox`], to be looked at in the next frame.
    pub fn take_over(&mut self, inbox: &mut Inbox) {
        self.inbox.take_from(inbox);
    }

    /// A packet of an outbox came from `peer` at `now` on the own clock. It is looked at in the next frame. See
    /// [`Inbox::receive`].
    pub fn receive(&mut self, peer: u64, bytes: &[u8], now: Nanos) -> Result<()> {
        self.inbox.receive(peer, bytes, now)
    }

    /// The host's own netcode brought the state of a player from `peer`. See [`Inbox::observe`].
    pub fn observe(&mut self, peer: u64, player: u32, state: &PlayerState, now: Nanos) -> Result<()> {
        self.inbox.observe(peer, player, state, now)
    }

    /// Bytes to send back to a peer's outbox now: acknowledgements and clock requests. 0 = nothing. Ask once per tick; `out` has at
    /// least 8 bytes.
    pub fn reply(&mut self, peer: u64, now: Nanos, out: &mut [u8]) -> Result<usize> {
        if out.len() < MAX_REPLY {
            return Err(Error::invalid(format!("out has {} bytes, must be at least {MAX_REPLY}", out.len())));
        }
        check_time("now", now)?;
        // Nothing is owed to who has said nothing.
        let Ok(place) = self.peer_place(peer) else { return Ok(0) };
        Ok(self.peers[place].reply(now).map_or(0, |reply| reply.write(out)))
    }

    /// The host's network clock: when the own clock shows `now`, that of the peer shows `remote`. Call it as often as the host knows
    /// better; without it the clock is found by requests and answers, or by arrivals alone.
    pub fn set_clock(&mut self, peer: u64, now: Nanos, remote: Nanos) -> Result<()> {
        self.not_drawing()?;
        check_time("now", now)?;
        check_time("remote", remote)?;
        let place = self.peer_or_new(peer, now)?;
        self.peers[place].set_clock(remote.saturating_sub(now))
    }

    /// From 1 (the predicted present) to 0 (the interpolated past), for one player or [`EVERYBODY`]. What is shown goes there
    /// without a jump. A player need not have appeared yet, and keeps it when it leaves and comes back.
    pub fn set_freshness(&mut self, player: u32, freshness: f64) -> Result<()> {
        check_freshness(freshness)?;
        self.not_drawing()?;
        if player != EVERYBODY {
            self.settings_of(player).freshness = Some(freshness);
            if let Ok(ghost) = self.ghost_mut(player) {
                ghost.freshness = freshness;
            }
            return Ok(());
        }
        self.params.freshness = freshness;
        self.settings.forget_freshness();
        self.all_ghosts_mut().for_each(|ghost| ghost.freshness = freshness);
        Ok(())
    }

    /// How a player, or [`EVERYBODY`] who has no profile of its own, is predicted. Its `v_max` counts where the parameters give no run
    /// speed. A player need not have appeared yet, and keeps its profile when it leaves and comes back.
    pub fn set_profile(&mut self, player: u32, profile: &EntityProfile) -> Result<()> {
        self.not_drawing()?;
        if player != EVERYBODY {
            match self.ghost(player).map(|ghost| ghost.id) {
                Ok(id) => {
                    self.predictor.set_profile(id, profile)?;
                    self.ghost_mut(player)?.own_profile = true;
                }
                Err(_) => profile.validate()?,
            }
            self.settings_of(player).profile = Some(profile.clone());
            return Ok(());
        }
        let given = profile.clone();
        let profile = EntityProfile { v_max: self.speed.model, ..given.clone() };
        // What was learned here is not known at the other end.
        let v_max = RunSpeed::new(self.params.run_speed).model;
        let shared = EntityProfile { v_max, shared_only: true, ..given.clone() };
        let model = model_digest(&shared, &self.predictor)?;
        self.params.profile = given;
        (self.profile, self.shared_profile, self.digests.model) = (profile, shared, model);
        self.inbox.digests = self.digests;
        self.spread_profile()
    }

    fn settings_of(&mut self, player: u32) -> &mut super::settings::PlayerSettings {
        let by_player = &self.by_player;
        let known = |other| by_player.binary_search_by_key(&other, |(known, _)| *known).is_ok();
        self.settings.of(player, self.params.max_players as usize, known)
    }

    /// Gives everybody who has none of its own the profile in use.
    pub(super) fn spread_profile(&mut self) -> Result<()> {
        for chunk in &self.chunks {
            for ghost in chunk.ghosts.iter().flatten() {
                let peer = &self.peers[ghost.peer];
                self.predictor.set_company(ghost.id, peer.company(&self.shared_profile))?;
                if !ghost.own_profile {
                    let profile = if peer.shares_model { &self.shared_profile } else { &self.profile };
                    self.predictor.set_profile(ghost.id, profile)?;
                }
            }
        }
        Ok(())
    }

    /// Changes what the models of all ends share: constants and objects of the interest scheme, routes, banks, weights. `change` gets the
    /// ghosts' predictor. Outboxes whose receivers run a model need the same ([`Outbox::share`](super::Outbox::share)).
    pub fn share(&mut self, change: impl FnOnce(&mut Predictor) -> Result<()>) -> Result<()> {
        self.not_drawing()?;
        change(&mut self.predictor)?;
        self.digests.model = model_digest(&self.shared_profile, &self.predictor)?;
        self.inbox.digests = self.digests;
        Ok(())
    }

    /// Adds an object of the interest scheme, or changes it: moved, taken, back again; `None` forgets it.
    pub fn set_object(&mut self, id: u64, object: Option<&InterestObject>) -> Result<()> {
        self.not_drawing()?;
        match object {
            Some(object) => self.predictor.set_object(id, object),
            None => self.predictor.remove_object(id),
        }
    }

    /// Tells the state S of a player (interest scheme); `None` = out of the game. A player need not have appeared yet, and keeps it when it
    /// leaves and comes back.
    pub fn set_life(&mut self, player: u32, life: Option<f64>) -> Result<()> {
        self.not_drawing()?;
        check_life(life)?;
        if let Ok(id) = self.ghost(player).map(|ghost| ghost.id) {
            self.predictor.set_life(id, life)?;
        }
        self.settings_of(player).life = Some(life);
        Ok(())
    }

    /// Where a moving base (lift, vehicle) is and how it moves at `now`, by its number on the network; `None` = it is gone. Tell it
    /// every frame while somebody rides on it.
    pub fn set_base(&mut self, base: u32, motion: Option<&BaseMotion>, now: Nanos) -> Result<()> {
        self.not_drawing()?;
        check_time("now", now)?;
        match motion {
            Some(motion) => self.bases.set(base, now, motion),
            None => {
                self.bases.remove(base);
                Ok(())
            }
        }
    }

    /// How what is drawn converges. The run speed in it is not used: there is one for all.
    pub fn set_smoothing(&mut self, params: &SmoothParams) -> Result<()> {
        self.not_drawing()?;
        params.validate()?;
        self.params.smooth = params.clone();
        self.spread_smoothing()
    }

    pub(super) fn spread_smoothing(&mut self) -> Result<()> {
        let params = self.smoothing();
        self.chunks.iter_mut().try_for_each(|chunk| chunk.smoother.set_params(&params))
    }

    /// Convergence with the run speed in use, and what rounding on the wire may cause.
    fn smoothing(&self) -> SmoothParams {
        let codec = self.codec.params();
        let noise = 4.0 * codec.position_error() + 0.5 * codec.velocity_error();
        SmoothParams { run_speed: self.speed.drawn, noise, ..self.params.smooth.clone() }
    }

    /// Weights of the learned models; `None` = the built-in ones.
    pub fn load_weights(&mut self, file: Option<&[u8]>) -> Result<()> {
        self.share(|predictor| predictor.load_weights(file))
    }

    /// Networks of neuro-reckoning under a number ([`EntityProfile::bank`]); `None` forgets them. Where owners run the model of these
    /// ghosts, they must have the same ([`Outbox::load_bank`](super::Outbox::load_bank)): packets tell whether they do.
    pub fn load_bank(&mut self, number: u32, file: Option<&[u8]>) -> Result<()> {
        self.share(|predictor| match file {
            Some(file) => predictor.load_bank(number, file),
            None => predictor.remove_bank(number),
        })
    }

    /// The predictor, to give it what only this end has (landmarks). Its entities are the ghosts' own. What both ends need goes through
    /// [`Ghosts::share`].
    pub fn predictor_mut(&mut self) -> &mut Predictor {
        &mut self.predictor
    }

    /// The predictor.
    pub fn predictor(&self) -> &Predictor {
        &self.predictor
    }

    /// The predictor's entity of a player.
    pub fn entity(&self, player: u32) -> Result<crate::predict::EntityId> {
        Ok(self.ghost(player)?.id)
    }

    /// Speed at which players of this game run, m/s: given, or learned.
    pub fn run_speed(&self) -> f64 {
        self.speed.drawn
    }

    /// What the last frame showed of a player.
    pub fn view(&self, player: u32) -> Result<&GhostView> {
        let ghost = self.ghost(player)?;
        ghost.view.as_ref().ok_or_else(|| Error::state(format!("player {player} is not shown")))
    }

    /// What the last frame showed, in a fixed order.
    pub fn views(&self) -> impl Iterator<Item = &GhostView> {
        self.chunks.iter().flat_map(Chunk::views)
    }

    /// What is expected of a player `ahead` of the present that it is shown at, before convergence.
    pub fn predict(&self, player: u32, level: LevelContext<'_>, ahead: Nanos) -> Result<Prediction> {
        let ghost = self.ghost(player)?;
        let receiver = &self.peers[ghost.peer].receiver;
        let present =
            receiver.prediction_time().ok_or_else(|| Error::state(format!("player {player} is not shown yet")))?;
        let time = present.saturating_add(ahead);
        Ok(receiver.predict_at(&self.predictor, level, player, time, None)?.prediction)
    }

    /// Forgets a player and what was set for it; one that is told of again appears again.
    pub fn remove(&mut self, player: u32) -> Result<()> {
        self.not_drawing()?;
        let had_settings = self.settings.remove(player);
        match self.index(player) {
            Ok(index) => self.forget(index),
            Err(_) if had_settings => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Forgets a peer and all its players, each of which raises [`EventKind::Left`].
    pub fn remove_peer(&mut self, peer: u64) -> Result<()> {
        self.not_drawing()?;
        let place = self.peer_place(peer).map_err(|_| no_peer(peer))?;
        for index in 0..self.chunks.len() * CHUNK {
            let Some(ghost) = self.at(index).filter(|ghost| ghost.peer == place) else { continue };
            if ghost.present {
                let player = ghost.player;
                self.news.note(EventKind::Left, peer, player, self.last_frame.max(0));
            }
            self.forget(index)?;
        }
        self.peers.remove(place);
        self.all_ghosts_mut().filter(|ghost| ghost.peer > place).for_each(|ghost| ghost.peer -= 1);
        Ok(())
    }

    pub(super) fn forget(&mut self, index: usize) -> Result<()> {
        let chunk = &mut self.chunks[index / CHUNK];
        let Some(ghost) = chunk.ghosts[index % CHUNK].take() else { return Ok(()) };
        chunk.smoother.forget(local(ghost.id));
        let peer = &mut self.peers[ghost.peer];
        peer.receiver.remove(ghost.player)?;
        peer.players -= 1;
        self.predictor.remove_entity(ghost.id)?;
        if let Ok(place) = self.place(ghost.player) {
            self.by_player.remove(place);
        }
        Ok(())
    }

    /// The next thing that happened.
    pub fn next_event(&mut self) -> Option<Event> {
        self.news.next()
    }

    /// Likely mistakes that were noticed since this was asked last; each is told of once.
    pub fn take_warnings(&mut self) -> Vec<Warning> {
        if self.news.has_warnings() { self.news.take_warnings() } else { Vec::new() }
    }

    /// What is known of a peer.
    pub fn peer_stats(&self, peer: u64) -> Result<PeerStats> {
        let place = self.peer_place(peer).map_err(|_| no_peer(peer))?;
        Ok(self.peers[place].stats())
    }

    /// What is known of a player's updates.
    pub fn player_stats(&self, player: u32) -> Result<PlayerStats> {
        let ghost = self.ghost(player)?;
        let peer = &self.peers[ghost.peer];
        Ok(ghost.stats(peer.id, peer.receiver.entity_stats(player)?))
    }

    /// Numbers of all peers, ascending.
    pub fn peers(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.peers.iter().map(|peer| peer.id)
    }

    /// Numbers of all players that are here, ascending.
    pub fn players(&self) -> impl Iterator<Item = u32> + '_ {
        self.by_player.iter().filter(|(_, index)| self.at(*index as usize).is_some_and(|g| g.present)).map(|(p, _)| *p)
    }

    /// What did not fit into the inbox so far.
    pub fn overflowed(&self) -> u64 {
        self.inbox.overflowed
    }

    /// Moves everything together with the origin of coordinates: the place that was at `shift` is at zero from now on. Packets mean the
    /// same places as before; no other machine needs to know.
    pub fn rebase(&mut self, shift: DVec3) -> Result<()> {
        self.not_drawing()?;
        self.codec = self.codec.rebased(shift)?;
        self.predictor.rebase(shift)?;
        self.peers.iter_mut().try_for_each(|peer| peer.receiver.rebase(shift))?;
        self.bases.rebase(shift);
        for chunk in &mut self.chunks {
            chunk.smoother.rebase(shift)?;
            for ghost in chunk.ghosts.iter_mut().flatten() {
                if let Some(view) = &mut ghost.view {
                    view.drawn.position -= shift;
                    view.predicted.position -= shift;
                }
            }
        }
        Ok(())
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.predictor.bytes()
            + self.settings.bytes()
            + self.peers.iter().map(|peer| size_of::<Peer>() + peer.receiver.bytes()).sum::<usize>()
            + self.chunks.iter().map(Chunk::bytes).sum::<usize>()
            + self.by_player.capacity() * size_of::<(u32, u32)>()
            + self.inbox.heap_bytes()
            + self.news.bytes()
            + self.bases.bytes()
            + self.entries.capacity() * size_of::<PacketEntry>()
    }

    pub(super) fn receiver_params(&self) -> ReceiverParams {
        ReceiverParams { max_entities: self.params.max_players, ..self.params.receiver }
    }

    pub(super) fn not_drawing(&self) -> Result<()> {
        if !self.drawing {
            return Ok(());
        }
        Err(Error::state("a frame is being drawn: end it first"))
    }

    pub(super) fn peer_place(&self, peer: u64) -> core::result::Result<usize, usize> {
        self.peers.binary_search_by_key(&peer, |known| known.id)
    }

    pub(super) fn peer_or_new(&mut self, peer: u64, now: Nanos) -> Result<usize> {
        let place = match self.peer_place(peer) {
            Ok(place) => return Ok(place),
            Err(place) => place,
        };
        if self.peers.len() >= self.params.max_peers as usize {
            self.news.note(EventKind::NoRoom, peer, EVERYBODY, now);
            return Err(Error::budget(format!("max_peers is {}, so many are known already", self.params.max_peers)));
        }
        let new = Peer::new(peer, &self.receiver_params())?;
        self.peers.insert(place, new);
        self.all_ghosts_mut().filter(|ghost| ghost.peer >= place).for_each(|ghost| ghost.peer += 1);
        Ok(place)
    }

    pub(super) fn place(&self, player: u32) -> core::result::Result<usize, usize> {
        self.by_player.binary_search_by_key(&player, |(known, _)| *known)
    }

    pub(super) fn index(&self, player: u32) -> Result<usize> {
        self.place(player).map(|place| self.by_player[place].1 as usize).map_err(|_| no_player(player))
    }

    pub(super) fn at(&self, index: usize) -> Option<&Ghost> {
        self.chunks.get(index / CHUNK)?.ghosts.get(index % CHUNK)?.as_ref()
    }

    pub(super) fn at_mut(&mut self, index: usize) -> Option<&mut Ghost> {
        self.chunks.get_mut(index / CHUNK)?.ghosts.get_mut(index % CHUNK)?.as_mut()
    }

    fn ghost(&self, player: u32) -> Result<&Ghost> {
        self.not_drawing()?;
        self.at(self.index(player)?).ok_or_else(|| no_player(player))
    }

    fn ghost_mut(&mut self, player: u32) -> Result<&mut Ghost> {
        let index = self.index(player)?;
        self.at_mut(index).ok_or_else(|| no_player(player))
    }

    pub(super) fn all_ghosts_mut(&mut self) -> impl Iterator<Item = &mut Ghost> {
        self.chunks.iter_mut().flat_map(|chunk| chunk.ghosts.iter_mut().flatten())
    }

    /// Makes a ghost of a player that was never told of.
    pub(super) fn add(&mut self, player: u32, peer: usize) -> Result<usize> {
        let common = if self.peers[peer].shares_model { &self.shared_profile } else { &self.profile };
        let own = self.settings.get(player);
        let (own_profile, freshness) = own.map_or((None, None), |own| (own.profile.as_ref(), own.freshness));
        let life = own.and_then(|own| own.life);
        let id = self.predictor.add_entity(own_profile.unwrap_or(common))?;
        self.predictor.set_company(id, self.peers[peer].company(&self.shared_profile))?;
        life.map_or(Ok(()), |life| self.predictor.set_life(id, life))?;
        let own_profile = own_profile.is_some();
        self.peers[peer].receiver.add(player, id)?;
        let index = self.adopt(player, peer, id)?;
        if let Some(ghost) = self.at_mut(index) {
            ghost.own_profile = own_profile;
            ghost.freshness = freshness.unwrap_or(ghost.freshness);
        }
        Ok(index)
    }

    /// Makes a ghost of an entity that predictor and receiver have.
    pub(super) fn adopt(&mut self, player: u32, peer: usize, id: crate::predict::EntityId) -> Result<usize> {
        self.peers[peer].players += 1;
        let index = id.index as usize;
        while self.chunks.len() <= index / CHUNK {
            let chunk = Chunk::new(&self.smoothing())?;
            self.chunks.push(chunk);
        }
        let freshness = self.params.freshness;
        let ghosts = &mut self.chunks[index / CHUNK].ghosts;
        while ghosts.len() <= index % CHUNK {
            ghosts.push(None);
        }
        ghosts[index % CHUNK] = Some(Ghost::new(player, peer, id, Feed::Packets, freshness));
        if let Err(place) = self.place(player) {
            self.by_player.insert(place, (player, index as u32));
        }
        Ok(index)
    }
}

/// Short name of a profile and of what its model shares: equal where two ends predict alike.
pub(super) fn model_digest(profile: &EntityProfile, shared: &Predictor) -> Result<u32> {
    let mut one = Predictor::new(1);
    one.add_entity(profile)?;
    let mut bytes = one.snapshot();
    bytes.extend(shared.shared_digest(profile).to_le_bytes());
    let digest = hash_bytes(&bytes) as u32;
    // 0 means that there is no model.
    Ok(digest.max(1))
}

#[cold]
pub(super) fn no_player(player: u32) -> Error {
    Error::not_found(format!("nobody has told of player {player}"))
}

#[cold]
fn no_peer(peer: u64) -> Error {
    Error::not_found(format!("nothing has come from peer {peer}"))
}
