//! Taking in what arrived: packets, states, updates whose time has come.

use super::chunk::{CHUNK, local};
use super::event::{EventKind, Mistake};
use super::front::{EVERYBODY, Ghosts};
use super::ghost::{BEFORE_RESTORE, Change, Feed};
use super::inbox::{Entry, Inbox};
use super::packet::Header;
use super::peer::{Peer, TimeBase};
use super::player_state::PlayerState;
use super::speed::Learned;
use crate::base::Result;
use crate::base::math::DVec3;
use crate::base::time::{Nanos, SECOND, seconds_between};
use crate::net::Verdict;
use crate::net::codec::PacketEntry;
use crate::net::playback::Presence;
use crate::net::update::{Flags, Update};
use crate::pheromone::PheromoneMap;
use crate::pheromone::trail::Trails;
use crate::predict::learned::ObserveContext;
use crate::predict::{BaseContext, LevelContext};
use crate::world::World;
use alloc::format;

/// Velocities from positions are over at least this long.
const LEAST_DIFFERENCE: Nanos = SECOND / 1000;

/// The level and its fields, which learn from what is seen where they have trails.
#[derive(Default)]
pub(super) struct Ground<'a> {
    pub(super) world: Option<&'a World>,
    pub(super) map: MapAccess<'a>,
}

/// The fields of a level, as far as a host can give them.
#[derive(Default)]
pub enum MapAccess<'a> {
    /// There are none.
    #[default]
    None,
    /// To read; they have no trails, or others read them at the same time.
    Read(&'a PheromoneMap),
    /// To read, and to leave trails in.
    Learn(&'a mut PheromoneMap),
}

impl MapAccess<'_> {
    pub(super) fn get(&self) -> Option<&PheromoneMap> {
        match self {
            Self::None => None,
            Self::Read(map) => Some(map),
            Self::Learn(map) => Some(map),
        }
    }

    fn trails(&mut self, world: Option<&World>) -> Option<&mut Trails> {
        match self {
            Self::Learn(map) => map.trails_mut(world?),
            _ => None,
        }
    }
}

impl Ground<'_> {
    pub(super) fn level(&self) -> LevelContext<'_> {
        LevelContext { world: self.world, map: self.map.get() }
    }
}

/// When an update came.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Came {
    /// Then, on the own clock.
    At(Nanos),
    /// Before its time, which is now.
    Due,
}

impl Ghosts {
    /// Everything that happened until `now`: updates whose time has come, then what arrived, in order.
    pub(super) fn take_in(&mut self, now: Nanos, ground: &mut Ground<'_>) -> Result<()> {
        self.peers.iter_mut().for_each(|peer| peer.receiver.advance_time(now));
        for place in 0..self.peers.len() {
            while let Some(update) = self.peers[place].receiver.next_due(now) {
                self.take(place, &update, Came::Due, now, ground)?;
            }
        }
        // Out of the way, so that it can be read while ghosts change. Empty ones take no memory.
        let mut inbox = core::mem::replace(&mut self.inbox, Inbox::new(0, self.digests));
        self.mark_newest(&inbox);
        let mut done = Ok(());
        if let Some(Entry::Packet { arrival, .. } | Entry::State { arrival, .. }) = inbox.entries.first() {
            self.arrivals.note(*arrival, self.last_frame, now, &mut self.news);
        }
        for (place, entry) in inbox.entries.iter().enumerate() {
            if !self.is_outrun(place, entry) {
                done = done.and(self.take_entry(entry, &inbox.bytes, now, ground));
            }
        }
        inbox.clear();
        self.inbox = inbox;
        for place in 0..self.peers.len() {
            let peer = &mut self.peers[place];
            peer.receiver.advance_time(now);
            if peer.clock_jumped() {
                let id = peer.id;
                self.news.note(EventKind::ClockJumped, id, 0, now);
            }
        }
        if self.used > 0 && self.params.adapt_per_frame > 0 {
            self.predictor.adapt(self.params.adapt_per_frame.min(4 * self.used));
        }
        self.used = 0;
        self.forget_who_left_long_ago(now)?;
        done
    }

    /// Marks of every player the newest state without a date.
    fn mark_newest(&mut self, inbox: &Inbox) {
        for (place, entry) in inbox.entries.iter().enumerate() {
            // Of who tells of it: another peer that uses its number must not hide its states.
            if let Entry::State { peer, player, state: PlayerState { time: None, .. }, .. } = entry
                && let Ok(index) = self.index(*player)
                && let Ok(from) = self.peer_place(*peer)
                && let Some(ghost) = self.at_mut(index).filter(|ghost| ghost.peer == from)
            {
                ghost.newest_undated = Some(place as u32);
            }
        }
    }

    /// Whether a state without a date came together with a newer one of its player.
    fn is_outrun(&self, place: usize, entry: &Entry) -> bool {
        let Entry::State { peer, player, state: PlayerState { time: None, .. }, .. } = entry else { return false };
        let Ok(from) = self.peer_place(*peer) else { return false };
        let ghost = self.index(*player).ok().and_then(|index| self.at(index)).filter(|ghost| ghost.peer == from);
        let newest = ghost.and_then(|ghost| ghost.newest_undated);
        newest.is_some_and(|newest| newest != place as u32)
    }

    fn take_entry(&mut self, entry: &Entry, bytes: &[u8], now: Nanos, ground: &mut Ground<'_>) -> Result<()> {
        match *entry {
            Entry::Packet { peer, arrival, start, end } => {
                let Ok(place) = self.peer_or_new(peer, now) else { return Ok(()) };
                let bytes = &bytes[start as usize..end as usize];
                self.peers[place].packets += 1;
                self.peers[place].bytes += bytes.len() as u64;
                self.take_packet(place, bytes, arrival, now, ground)
            }
            Entry::State { peer, arrival, player, ref state } => {
                let Ok(place) = self.peer_or_new(peer, now) else { return Ok(()) };
                self.take_state(place, player, state, arrival, now, ground)
            }
        }
    }

    fn take_packet(
        &mut self,
        place: usize,
        bytes: &[u8],
        arrival: Nanos,
        now: Nanos,
        ground: &mut Ground<'_>,
    ) -> Result<()> {
        let mut entries = core::mem::take(&mut self.entries);
        let peer = &mut self.peers[place];
        let shared = peer.shares_model;
        let read = Header::read(bytes).and_then(|(header, rest)| {
            peer.is_stamped()?;
            if let Some(theirs) = &header.digests {
                self.digests.check(theirs)?;
                peer.shares_model = theirs.model != 0;
            }
            entries.clear();
            if !rest.is_empty() {
                let receiver = &peer.receiver;
                let baseline = |player, sequence| receiver.update(player, sequence).copied();
                self.codec.decode_packet(rest, baseline, &mut entries)?;
            }
            Ok(header)
        });
        let header = match read {
            Ok(header) => header,
            Err(error) => {
                // The inbox has refused what is no packet; this one came together with something it contradicts.
                peer.bad_packets += 1;
                let id = peer.id;
                self.entries = entries;
                self.news.warn(Mistake::TwoTimeBases, || format!("a packet of peer {id} was refused: {error}"));
                return Ok(());
            }
        };
        if let Some(answer) = &header.answer
            && peer.note_answer(answer, arrival).is_err()
        {
            peer.bad_packets += 1;
        }
        if self.peers[place].shares_model != shared {
            // Players that appeared before it was said.
            self.spread_profile()?;
        }
        let mut whole = true;
        let mut done = Ok(());
        for entry in &entries {
            match entry {
                PacketEntry::Update(update) => {
                    self.follow_packets(place, update.entity);
                    done = done.and(self.take(place, update, Came::At(arrival), now, ground));
                }
                PacketEntry::Missing { .. } => {
                    let peer = &mut self.peers[place];
                    (peer.missing_baselines, peer.misses, whole) = (peer.missing_baselines + 1, true, false);
                }
            }
        }
        if whole {
            self.peers[place].note_packet(header.number);
        }
        self.entries = entries;
        done
    }

    /// Packets come of a player: if states told of it until now, its owner's numbers count from here on.
    fn follow_packets(&mut self, place: usize, player: u32) {
        let Some(ghost) = self.index(player).ok().and_then(|index| self.at_mut(index)) else { return };
        if ghost.peer == place && ghost.feed != Feed::Packets {
            ghost.feed = Feed::Packets;
            self.peers[place].receiver.renumber(player);
        }
    }

    /// A state that the host's netcode brought: dated and numbered here.
    fn take_state(
        &mut self,
        place: usize,
        player: u32,
        state: &PlayerState,
        arrival: Nanos,
        now: Nanos,
        ground: &mut Ground<'_>,
    ) -> Result<()> {
        let peer = &mut self.peers[place];
        let dated = match state.time {
            Some(time) => peer.is_stamped().map(|()| time),
            None => peer.date(arrival),
        };
        let time = match dated {
            Ok(time) => time,
            Err(error) => {
                peer.bad_packets += 1;
                self.news.warn(Mistake::TwoTimeBases, || format!("{error}"));
                return Ok(());
            }
        };
        let known = self.index(player).ok().and_then(|index| self.at(index));
        let velocity = match known.filter(|ghost| ghost.peer == place) {
            // The owner's packets know better.
            Some(ghost) if ghost.feed == Feed::Packets => return Ok(()),
            _ if state.velocity.is_some() || state.teleported || state.base.is_some() => DVec3::ZERO,
            _ => {
                let beside = self.peers[place].receiver.neighbour(player, time).filter(|beside| beside.base.is_none());
                beside.map_or(DVec3::ZERO, |beside| {
                    // Of a late one both differences may be negative.
                    let elapsed = time.saturating_sub(beside.time);
                    let elapsed = if elapsed.abs() < LEAST_DIFFERENCE { LEAST_DIFFERENCE } else { elapsed };
                    (state.position - beside.position) / seconds_between(0, elapsed)
                })
            }
        };
        let sequence = self.peers[place].receiver.number_by_time(player, time);
        let update = state.update(player, sequence, time, velocity);
        let came = if state.time.is_none() { Came::At(time.max(arrival)) } else { Came::At(arrival) };
        self.take(place, &update, came, now, ground)?;
        if let Some(ghost) = self.index(player).ok().and_then(|index| self.at_mut(index))
            && ghost.peer == place
        {
            ghost.feed = Feed::States;
        }
        Ok(())
    }

    /// One update of a player.
    fn take(&mut self, place: usize, update: &Update, came: Came, now: Nanos, ground: &mut Ground<'_>) -> Result<()> {
        if let (Came::At(arrival), Peer { time_base: TimeBase::Stamped, id, pace, .. }) = (came, &mut self.peers[place])
        {
            pace.note(update.time, arrival, *id, &mut self.news);
        }
        let Some(index) = self.ghost_for(place, update, now)? else { return Ok(()) };
        self.note_before(index, now, ground)?;
        let Some(ghost) = self.chunks[index / CHUNK].ghosts[index % CHUNK].as_mut() else { return Ok(()) };
        let receiver = &mut self.peers[place].receiver;
        let ahead = match (receiver.prediction_time(), came) {
            (Some(remote), _) => remote.saturating_sub(now),
            // Nothing is known of its clock but this.
            (None, Came::At(arrival)) => update.time.saturating_sub(arrival),
            (None, Came::Due) => 0,
        };
        let context = ObserveContext {
            trails: ground.map.trails(ground.world),
            bases: BaseContext::Known(&self.bases, ahead),
            ..ObserveContext::default()
        };
        let verdict = match came {
            Came::At(arrival) => receiver.receive(&mut self.predictor, update, arrival, context)?,
            Came::Due => receiver.receive_due(&mut self.predictor, update, context)?,
        };
        let used = matches!(verdict, Verdict::Applied | Verdict::Inserted | Verdict::Kept);
        let present = receiver.playback(update.entity)?.presence == Presence::Present;
        let player = update.entity;
        let id = self.peers[place].id;
        if used && let Some(change) = &mut ghost.change {
            let moved = update.flags.contains(Flags::TELEPORT);
            change.used = true;
            change.teleported |= moved || !ghost.present;
            // Whose base moves has no place in the level.
            change.known = Some(update.position).filter(|_| update.base.is_none());
            change.came = if let Came::At(arrival) = came { arrival.min(now) } else { now };
            if moved && ghost.present {
                self.news.note(EventKind::Teleported, id, player, now);
            }
        } else {
            ghost.change = ghost.change.filter(|change| change.used);
        }
        if present && !ghost.present {
            (ghost.present, ghost.view) = (true, None);
            self.news.note(EventKind::Appeared, id, player, now);
        } else if !present && ghost.present {
            (ghost.present, ghost.left, ghost.change, ghost.view) = (false, now, None, None);
            let drawn_as = local(ghost.id);
            self.chunks[index / CHUNK].smoother.forget(drawn_as);
            self.news.note(EventKind::Left, id, player, now);
        }
        if verdict == Verdict::Applied {
            self.used += 1;
            self.learn_speed(update)?;
            if update.base.is_none() {
                self.doubts.note(update.position, update.angular_velocity, ground.world, &mut self.news);
            }
        }
        self.note_mistakes(place, verdict, update);
        Ok(())
    }

    /// The ghost that an update is about, made where there is none; `None` = it is not for this peer to tell.
    fn ghost_for(&mut self, place: usize, update: &Update, now: Nanos) -> Result<Option<usize>> {
        let player = update.entity;
        let Ok(index) = self.index(player) else {
            if update.flags.contains(Flags::LEAVE) {
                return Ok(None);
            }
            return self.appear(place, player, now);
        };
        let Some(ghost) = self.at(index) else { return Ok(None) };
        if ghost.peer == place {
            return Ok(Some(index));
        }
        if !ghost.present {
            // Its former peer has let it go.
            self.forget(index)?;
            return self.appear(place, player, now);
        }
        let (theirs, other) = (self.peers[ghost.peer].id, self.peers[place].id);
        self.peers[place].foreign += 1;
        self.news.warn(Mistake::TwoPeers, || {
            format!(
                "peers {theirs} and {other} both tell of player {player}: numbers must differ between machines; remove the \
                 player where its owner changes"
            )
        });
        Ok(None)
    }

    fn appear(&mut self, place: usize, player: u32, now: Nanos) -> Result<Option<usize>> {
        if player == EVERYBODY {
            return Ok(None);
        }
        if self.predictor.entity_count() >= self.params.max_players as usize {
            self.forget_who_left(Nanos::MIN)?;
        }
        match self.add(player, place) {
            Ok(index) => Ok(Some(index)),
            Err(error) => {
                let id = self.peers[place].id;
                self.news.note(EventKind::NoRoom, id, player, now);
                self.news.warn(Mistake::Full, || format!("player {player} of peer {id} was refused: {error}"));
                Ok(None)
            }
        }
    }

    /// Notes what was expected before the first update of this frame, for the convergence to it.
    fn note_before(&mut self, index: usize, now: Nanos, ground: &Ground<'_>) -> Result<()> {
        let mut scratch = core::mem::take(&mut self.scratch);
        let Some(ghost) = self.at(index).filter(|ghost| ghost.change.is_none()) else {
            self.scratch = scratch;
            return Ok(());
        };
        let drawn = ghost.view.is_some();
        let before = if drawn { self.shown(ghost, ground.level(), now, &mut scratch) } else { Ok(None) };
        self.scratch = scratch;
        let before = before?.map(|shown| shown.prediction);
        if let Some(ghost) = self.at_mut(index) {
            ghost.change = Some(Change { used: false, before, teleported: false, known: None, came: now });
        }
        Ok(())
    }

    fn learn_speed(&mut self, update: &Update) -> Result<()> {
        if update.base.is_some() {
            return Ok(());
        }
        let learned = self.speed.saw(update.velocity);
        if learned == Learned::Nothing {
            return Ok(());
        }
        if learned == Learned::Model {
            self.profile.v_max = self.speed.model;
            self.spread_profile()?;
        }
        self.spread_smoothing()
    }

    fn note_mistakes(&mut self, place: usize, verdict: Verdict, update: &Update) {
        let peer = &self.peers[place];
        let id = peer.id;
        if verdict == Verdict::NoBase {
            let base = update.base.unwrap_or(0);
            self.news.warn(Mistake::NoBase, || {
                format!(
                    "player {} rides on base {base}, which this machine was not told of: set_base first",
                    update.entity
                )
            });
        }
        let good = matches!(verdict, Verdict::Applied | Verdict::Inserted | Verdict::Kept | Verdict::Early);
        if good {
            return;
        }
        if !self.news.has_told(Mistake::MostRefused)
            && let Some(complaint) = peer.receiver.counts().complaint()
        {
            self.news.warn(Mistake::MostRefused, || format!("peer {id}: {complaint}"));
        }
    }

    fn forget_who_left_long_ago(&mut self, now: Nanos) -> Result<()> {
        let before = now.saturating_sub(self.params.linger);
        self.forget_who_left(before)
    }

    /// Forgets players that left before a time; `Nanos::MIN` = all that left.
    fn forget_who_left(&mut self, before: Nanos) -> Result<()> {
        let linger = self.params.linger;
        for index in 0..self.chunks.len() * CHUNK {
            if let Some(ghost) = self.at_mut(index).filter(|ghost| ghost.left == BEFORE_RESTORE) {
                // Since when is another machine's knowledge.
                ghost.left = before.saturating_add(linger);
            }
            let gone = |ghost: &super::ghost::Ghost| {
                !ghost.present && ghost.left != Nanos::MIN && (before == Nanos::MIN || ghost.left < before)
            };
            if self.at(index).is_some_and(gone) {
                self.forget(index)?;
            }
        }
        Ok(())
    }
}
