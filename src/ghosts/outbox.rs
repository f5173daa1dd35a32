//! Own avatars: the truth in every tick, and out come the few packets that others need.

use super::doubt::{Haste, StateDoubts};
use super::event::{News, Warning};
use super::front::{EVERYBODY, model_digest};
use super::inbox::check_time;
use super::packet::{Answer, Digests, Header, MAX_HEADER, Reply};
use super::params::check_run_speed;
use super::player_state::PlayerState;
use super::speed::{Learned, RunSpeed};
use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, SECOND, seconds_between};
use crate::base::{Error, Result};
use crate::net::sender::{
    ConnectionId, ConnectionParams, ConnectionStats, Delivery, Relevance, SendContext, SenderKind,
};
use crate::net::{CodecParams, Sender, SenderCapacity, SenderParams};
use crate::pheromone::PheromoneMap;
use crate::predict::interest::InterestObject;
use crate::predict::learned::ObserveContext;
use crate::predict::{EntityId, EntityProfile, LevelContext, Model, ObserveReport, Predictor};
use crate::world::World;
use alloc::format;
use alloc::vec::Vec;

/// The observer that stands for all: what it gets is sent to everybody, and nobody acknowledges it.
pub const EVERYONE: u64 = 0;
/// An answer to a clock request waits so long for a packet to ride on.
const ANSWER_WAIT: Nanos = SECOND / 10;
/// … or so many packets that were asked for and had nothing in them: the clock may stand.
const ANSWER_CALLS: u32 = 6;
/// Where nobody acknowledges, what both ends must agree on is said so often.
const DIGEST_GAP: Nanos = SECOND;
/// A velocity from positions is over at least this long, so that the steps of a tick do not show in it.
const DIFFERENCE: Nanos = SECOND / 20;
/// Positions kept for that.
const POSITIONS: usize = 8;

const MAGIC: [u8; 4] = *b"ANOB";
const VERSION: u32 = 1;

/// What an outbox is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct OutboxParams {
    /// Room for players, observers and updates under way.
    pub capacity: SenderCapacity,
    /// How packets are written; the same as in the ghosts that read them.
    pub codec: CodecParams,
    /// When updates of players are sent that have no rules of their own.
    pub rules: SenderParams,
    /// Speed at which players run, m/s; 0 = learned from what is submitted.
    pub run_speed: f64,
    /// What receivers run where the rules are [`SenderKind::SharedModel`]; the same as in the ghosts. With the model `neuro`, its
    /// bank also chooses the lines of [`SenderKind::OwnerLine`] in place of the policy.
    pub profile: EntityProfile,
}

impl Default for OutboxParams {
    fn default() -> Self {
        Self {
            capacity: SenderCapacity { in_flight: 16, ..SenderCapacity::default() },
            codec: CodecParams::default(),
            rules: SenderParams { kind: SenderKind::OwnerLine, heartbeat: SECOND / 2, ..SenderParams::default() },
            run_speed: 0.0,
            profile: EntityProfile { model: Model::Auto, ..EntityProfile::default() },
        }
    }
}

/// A packet that is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutgoingPacket {
    /// Its length; 0 = there is nothing to send.
    pub bytes: usize,
    /// Updates in it.
    pub updates: usize,
    /// Updates that are due and had no room: ask again. When that gives nothing, the budget is used up and they wait.
    pub waiting: usize,
}

/// An own avatar.
#[derive(Clone, Debug)]
struct Avatar {
    player: u32,
    /// Of the owner's predictor, where that chooses the line others follow.
    owner: Option<EntityId>,
    own_rules: bool,
    /// Where it was, oldest first.
    positions: [(Nanos, DVec3); POSITIONS],
    known: usize,
    haste: Haste,
}

impl Avatar {
    /// Velocity by the positions told, this one included.
    fn velocity(&mut self, state: &PlayerState, time: Nanos) -> DVec3 {
        if state.teleported {
            self.known = 0;
        }
        let known = &self.positions[..self.known];
        let velocity = known.last().filter(|(last, _)| time > *last).map(|_| {
            // The newest that is old enough, else the oldest there is.
            let old = |(then, _): &&(Nanos, DVec3)| time - *then >= DIFFERENCE;
            let (then, place) = known.iter().rev().find(old).unwrap_or(&known[0]);
            (state.position - *place) / seconds_between(*then, time)
        });
        if known.last().is_none_or(|(last, _)| time > *last) {
            if self.known == POSITIONS {
                self.positions.copy_within(1.., 0);
                self.known -= 1;
            }
            self.positions[self.known] = (time, state.position);
            self.known += 1;
        }
        velocity.unwrap_or(DVec3::ZERO)
    }
}

/// Somebody who is told.
#[derive(Clone, Copy, Debug)]
struct Observer {
    id: u64,
    connection: ConnectionId,
    /// A clock request, when it came.
    asked: Option<(u8, Nanos)>,
    /// Packets without a word since.
    held_back: u32,
    /// When it was last said what both ends must agree on.
    agreed: Option<Nanos>,
    /// It has said that it understands.
    understood: bool,
    /// Of packets that nothing had to wait for.
    haste: Haste,
    waited: bool,
}

impl Observer {
    fn new(id: u64, connection: ConnectionId, understood: bool) -> Self {
        Self {
            id,
            connection,
            asked: None,
            held_back: 0,
            agreed: None,
            understood,
            haste: Haste::default(),
            waited: false,
        }
    }
}

/// Decides what is sent to whom, and writes it. See the [module](super).
#[derive(Clone, Debug)]
pub struct Outbox {
    params: OutboxParams,
    sender: Sender,
    /// The owner's own: chooses the lines that others follow.
    predictor: Predictor,
    speed: RunSpeed,
    digests: Digests,
    /// By player.
    avatars: Vec<Avatar>,
    /// By id.
    observers: Vec<Observer>,
    doubts: StateDoubts,
    news: News,
}

impl Outbox {
    /// Nobody to tell of and nobody to tell. Fails when a parameter is outside its range.
    pub fn new(params: &OutboxParams) -> Result<Self> {
        check_run_speed(params.run_speed)?;
        let speed = RunSpeed::new(params.run_speed);
        let mut outbox = Self {
            sender: Sender::new(&params.codec, &params.capacity)?,
            predictor: Predictor::new(params.capacity.entities),
            speed,
            digests: Digests { codec: params.codec.digest(), model: 0 },
            avatars: Vec::new(),
            observers: Vec::new(),
            doubts: StateDoubts::default(),
            news: News::default(),
            params: params.clone(),
        };
        outbox.sender.check_params(&params.rules)?;
        outbox.digests.model = outbox.shared_digest(&params.rules)?;
        Ok(outbox)
    }

    /// What it is made of.
    pub fn params(&self) -> &OutboxParams {
        &self.params
    }

    /// What receivers run, as both ends have it.
    fn shared_profile(&self) -> EntityProfile {
        EntityProfile {
            v_max: RunSpeed::new(self.params.run_speed).model,
            shared_only: true,
            ..self.params.profile.clone()
        }
    }

    fn shared_digest(&self, rules: &SenderParams) -> Result<u32> {
        if rules.kind != SenderKind::SharedModel {
            return Ok(0);
        }
        model_digest(&self.shared_profile(), self.sender.shared())
    }

    /// Changes what the models of all ends share: constants and objects of the interest scheme, routes, banks, weights. `change` is run once,
    /// on a predictor without entities; on error nothing changes. Ghosts need the same ([`Ghosts::share`](super::Ghosts::share)): where
    /// they have other routes, banks, weights or constants, packets are refused there, with the reason.
    pub fn share(&mut self, change: impl FnOnce(&mut Predictor) -> Result<()>) -> Result<()> {
        self.sender.share(change)?;
        self.predictor.take_shared(self.sender.shared())?;
        if self.digests.model == 0 {
            return Ok(());
        }
        let model = model_digest(&self.shared_profile(), self.sender.shared())?;
        if core::mem::replace(&mut self.digests.model, model) != model {
            self.observers.iter_mut().for_each(|observer| (observer.understood, observer.agreed) = (false, None));
        }
        Ok(())
    }

    /// Adds an object of the interest scheme, or changes it: moved, taken, back again; `None` forgets it. Tell all ghosts at the same time of
    /// the game.
    pub fn set_object(&mut self, id: u64, object: Option<&InterestObject>) -> Result<()> {
        self.sender.set_object(id, object)
    }

    /// Tells the state S of an avatar (interest scheme), which appears by that; `None` = out of the game. Tell all ghosts at the same time of
    /// the game.
    pub fn set_life(&mut self, player: u32, life: Option<f64>) -> Result<()> {
        crate::predict::interest::check_life(life)?;
        let rules = self.params.rules;
        self.add(player, &rules)?;
        self.sender.set_life(player, life)
    }

    fn place(&self, player: u32) -> core::result::Result<usize, usize> {
        self.avatars.binary_search_by_key(&player, |avatar| avatar.player)
    }

    fn avatar(&self, player: u32) -> Result<usize> {
        self.place(player).map_err(|_| Error::not_found(format!("nothing was submitted of player {player}")))
    }

    fn add(&mut self, player: u32, rules: &SenderParams) -> Result<usize> {
        let place = match self.place(player) {
            Ok(place) => return Ok(place),
            Err(place) => place,
        };
        if player == EVERYBODY {
            return Err(Error::invalid(format!("player is {player}, which stands for everybody")));
        }
        let owns_line = rules.kind == SenderKind::OwnerLine;
        let shared = (!owns_line).then(|| self.shared_profile());
        self.sender.add_entity(player, rules, shared.as_ref())?;
        let owner = if owns_line {
            // A bank of the game's own chooses what is sent, else what recorded matches taught.
            let model = if self.params.profile.model == Model::Neuro { Model::Neuro } else { Model::Kinematic };
            let profile = EntityProfile { model, v_max: self.speed.model, ..self.params.profile.clone() };
            match self.predictor.add_entity(&profile) {
                Ok(id) => Some(id),
                Err(error) => {
                    self.sender.remove_entity(player)?;
                    return Err(error);
                }
            }
        } else {
            self.digests.model = self.shared_digest(rules)?;
            None
        };
        // Whoever meets this player first must know what both ends agree on.
        self.observers.iter_mut().for_each(|observer| observer.agreed = None);
        let positions = [(0, DVec3::ZERO); POSITIONS];
        self.avatars
            .insert(place, Avatar { player, owner, own_rules: false, positions, known: 0, haste: Haste::default() });
        Ok(place)
    }

    /// The truth about an own avatar, once per tick; players that were not submitted before appear by themselves. `now` dates states
    /// that have no time. [`ObserveReport::Late`]: it is not newer than the last one, and was ignored.
    ///
    /// `world` and `map` as in [`Ghosts::draw`](super::Ghosts::draw).
    pub fn submit(
        &mut self,
        player: u32,
        state: &PlayerState,
        now: Nanos,
        world: Option<&World>,
        map: Option<&mut PheromoneMap>,
    ) -> Result<ObserveReport> {
        let time = state.time.unwrap_or(now);
        // Before anybody appears: what cannot be sent changes nothing.
        self.check(player, state, now)?;
        let rules = self.params.rules;
        let place = self.add(player, &rules)?;
        self.avatars[place].haste.note(time, "ticks", &mut self.news);
        if state.base.is_none() {
            self.doubts.note(state.position, state.angular_velocity, world, &mut self.news);
        }
        let velocity = self.avatars[place].velocity(state, time);
        let truth = state.truth(time, velocity);
        if truth.base.is_none() && self.speed.saw(truth.velocity) == Learned::Model {
            self.spread_speed()?;
        }
        let Some(id) = self.avatars[place].owner else { return self.sender.submit(player, &truth) };
        let trails = world.zip(map).and_then(|(world, map)| map.trails_mut(world));
        let context = ObserveContext { trails, ..ObserveContext::default() };
        self.sender.submit_observed(player, &truth, &mut self.predictor, id, context)
    }

    /// Whether a state can be submitted; changes nothing.
    pub fn check(&self, player: u32, state: &PlayerState, now: Nanos) -> Result<()> {
        if player == EVERYBODY {
            return Err(Error::invalid(format!("player is {player}, which stands for everybody")));
        }
        check_time("now", now)?;
        if let Some(time) = state.time {
            check_time("time", time)?;
        }
        self.sender.check_sendable(&state.truth(state.time.unwrap_or(now), DVec3::ZERO))
    }

    /// Likely mistakes that were noticed since this was asked last; each is told of once.
    pub fn take_warnings(&mut self) -> Vec<Warning> {
        if self.news.has_warnings() { self.news.take_warnings() } else { Vec::new() }
    }

    fn spread_speed(&mut self) -> Result<()> {
        for id in self.avatars.iter().filter_map(|avatar| avatar.owner) {
            if let Some(profile) = self.predictor.profile(id) {
                let profile = EntityProfile { v_max: self.speed.model, ..profile.clone() };
                self.predictor.set_profile(id, &profile)?;
            }
        }
        Ok(())
    }

    /// An avatar goes; observers that knew it are told with their next packet.
    pub fn remove(&mut self, player: u32) -> Result<()> {
        let place = self.avatar(player)?;
        self.sender.remove_entity(player)?;
        if let Some(id) = self.avatars.remove(place).owner {
            self.predictor.remove_entity(id)?;
        }
        Ok(())
    }

    /// When updates of a player, or of [`EVERYBODY`], are sent. How a player is followed (its [`SenderKind`]) cannot change.
    pub fn set_rules(&mut self, player: u32, rules: &SenderParams) -> Result<()> {
        self.sender.check_params(rules)?;
        if player == EVERYBODY {
            for place in 0..self.avatars.len() {
                let Avatar { player, own_rules, owner, .. } = self.avatars[place];
                if !own_rules && owner.is_some() == (rules.kind == SenderKind::OwnerLine) {
                    self.sender.set_params(player, rules)?;
                }
            }
            self.params.rules = *rules;
            return Ok(());
        }
        let place = self.add(player, rules)?;
        if self.avatars[place].owner.is_some() != (rules.kind == SenderKind::OwnerLine) {
            return Err(Error::state(format!("player {player} is followed in another way: remove it first")));
        }
        self.sender.set_params(player, rules)?;
        self.avatars[place].own_rules = true;
        Ok(())
    }

    fn observer_place(&self, observer: u64) -> core::result::Result<usize, usize> {
        self.observers.binary_search_by_key(&observer, |known| known.id)
    }

    fn observer(&self, observer: u64) -> Result<&Observer> {
        let place = self.observer_place(observer);
        place
            .map(|place| &self.observers[place])
            .map_err(|_| Error::not_found(format!("observer {observer} is not known")))
    }

    /// Somebody who is told, with a budget and an area of interest; for [`EVERYONE`] nothing is acknowledged. One that is not announced
    /// appears with its first packet.
    pub fn set_observer(&mut self, observer: u64, params: &ConnectionParams, position: Option<DVec3>) -> Result<()> {
        let delivery = match (observer, params.delivery) {
            (EVERYONE, _) => Delivery::Assumed,
            (_, Delivery::Reliable) => Delivery::Reliable,
            _ => Delivery::Acknowledged,
        };
        let params = ConnectionParams { delivery, ..*params };
        match self.observer_place(observer) {
            Ok(place) => {
                let connection = self.observers[place].connection;
                self.sender.set_connection(connection, &params)?;
                self.sender.set_observer(connection, position)
            }
            Err(place) => {
                let connection = self.sender.connect(&params)?;
                self.observers.insert(place, Observer::new(observer, connection, false));
                self.sender.set_observer(connection, position)
            }
        }
    }

    /// Whoever is gone is not told any more.
    pub fn remove_observer(&mut self, observer: u64) -> Result<()> {
        let place =
            self.observer_place(observer).map_err(|_| Error::not_found(format!("observer {observer} is not known")))?;
        let gone = self.observers.remove(place);
        self.sender.disconnect(gone.connection)
    }

    /// Whether a player concerns an observer, and the factor on its thresholds; see [`Sender::set_interest`].
    pub fn set_interest(
        &mut self,
        observer: u64,
        player: u32,
        relevance: Relevance,
        factor: Option<f64>,
    ) -> Result<()> {
        let connection = self.observer(observer)?.connection;
        self.sender.set_interest(connection, player, relevance, factor)
    }

    /// Bytes that a buffer for [`Outbox::packet`] must have at least; a datagram's usual 1200 are better.
    pub fn least_buffer(&self) -> usize {
        MAX_HEADER + self.sender.least_buffer()
    }

    /// The packet that is due for an observer (or [`EVERYONE`]) at `now`, written into `out`; all in it counts as sent. Ask once per
    /// tick, and again while something waits.
    pub fn packet(
        &mut self,
        observer: u64,
        now: Nanos,
        level: LevelContext<'_>,
        out: &mut [u8],
    ) -> Result<OutgoingPacket> {
        let least = self.least_buffer();
        if out.len() < least {
            return Err(Error::invalid(format!("out has {} bytes, must be at least {least}", out.len())));
        }
        check_time("now", now)?;
        self.check_level(&level)?;
        if self.observer_place(observer).is_err() {
            self.set_observer(observer, &ConnectionParams::default(), None)?;
        }
        let Ok(place) = self.observer_place(observer) else { return Ok(OutgoingPacket::default()) };
        let asked = &mut self.observers[place];
        if !core::mem::take(&mut asked.waited) {
            asked.haste.note(now, "packets", &mut self.news);
        }
        let known = self.observers[place];
        let says = !known.understood && known.agreed.is_none_or(|before| now.saturating_sub(before) >= DIGEST_GAP);
        let answer = known.asked.map(|(request, received)| {
            let held = (now.saturating_sub(received) / 1000).clamp(0, u32::MAX.into());
            Answer { request, received, held: held as u32 }
        });
        let mut header = Header { number: Some(0), digests: says.then_some(self.digests), answer };
        let length = header.write(out);
        let mut context = SendContext { level, ..SendContext::default() };
        let packet = self.sender.collect(known.connection, now, &mut context, &mut out[length..])?;
        let observer = &mut self.observers[place];
        observer.waited = packet.waiting > 0;
        if packet.bytes == 0 {
            observer.held_back += 1;
            let waited = |(_, received)| now.saturating_sub(received) >= ANSWER_WAIT;
            let overdue =
                known.asked.is_some_and(waited) || (known.asked.is_some() && observer.held_back >= ANSWER_CALLS);
            if !overdue {
                return Ok(OutgoingPacket { waiting: packet.waiting, ..OutgoingPacket::default() });
            }
            observer.asked = None;
            let alone = Header { number: None, digests: None, answer }.write(out);
            self.sender.note_sent(known.connection, 1, alone)?;
            return Ok(OutgoingPacket { bytes: alone, updates: 0, waiting: packet.waiting });
        }
        observer.asked = None;
        if says {
            observer.agreed = Some(now);
        }
        // Nobody acknowledges what is sent to everyone, yet its number tells losses and keeps the header's length.
        header.number = Some(packet.number as u16);
        let written = header.write(out);
        debug_assert_eq!(written, length);
        self.sender.note_sent(known.connection, 0, length)?;
        Ok(OutgoingPacket { bytes: length + packet.bytes, updates: packet.updates, waiting: packet.waiting })
    }

    /// Fails when shadows would need fields that there are none of.
    fn check_level(&self, level: &LevelContext<'_>) -> Result<()> {
        let profile = &self.params.profile;
        let feels_fields = profile.model == Model::Ant && profile.alpha != 0.0 && profile.force_scale != 0.0;
        if self.digests.model != 0 && feels_fields && level.map.is_none() {
            return Err(Error::state(
                "receivers run the model Ant, whose fields are not here: give the outbox the map, or another model",
            ));
        }
        Ok(())
    }

    /// What an observer's ghosts said back (`Ghosts::reply`), at `now` on the own clock.
    pub fn receive(&mut self, observer: u64, bytes: &[u8], now: Nanos) -> Result<()> {
        check_time("now", now)?;
        let reply = Reply::read(bytes)?;
        let connection = self.observer(observer)?.connection;
        if observer != EVERYONE
            && let Some((newest, mask)) = reply.acknowledged
        {
            self.sender.acknowledge_short(connection, newest, mask, now)?;
        }
        if reply.misses {
            self.sender.tell_anew(connection)?;
        }
        if let Ok(place) = self.observer_place(observer) {
            let known = &mut self.observers[place];
            known.understood |= observer != EVERYONE && reply.acknowledged.is_some();
            if reply.misses {
                // Who has lost what it knew has lost this as well.
                (known.understood, known.agreed) = (false, None);
            }
            if let Some(request) = reply.request
                && known.asked.replace((request, now)).is_none()
            {
                known.held_back = 0;
            }
        }
        Ok(())
    }

    /// What was sent to an observer so far, with what packets say beside updates.
    pub fn stats(&self, observer: u64) -> Result<&ConnectionStats> {
        self.sender.stats(self.observer(observer)?.connection)
    }

    /// Mean round trip to an observer; `None` before one was measured.
    pub fn round_trip(&self, observer: u64) -> Result<Option<Nanos>> {
        self.sender.round_trip(self.observer(observer)?.connection)
    }

    /// Numbers of the avatars, ascending.
    pub fn players(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.avatars.iter().map(|avatar| avatar.player)
    }

    /// Numbers of the observers, ascending.
    pub fn observers(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.observers.iter().map(|observer| observer.id)
    }

    /// The owner's predictor, to give it what its models need (weights).
    pub fn predictor_mut(&mut self) -> &mut Predictor {
        &mut self.predictor
    }

    /// Networks of neuro-reckoning under a number ([`EntityProfile::bank`]); `None` forgets them. They choose what is sent of
    /// avatars whose profile has the model `neuro`, and predict what receivers show where rules say
    /// [`SenderKind::SharedModel`]; then the ghosts need the same ([`Ghosts::load_bank`](super::Ghosts::load_bank)).
    pub fn load_bank(&mut self, number: u32, file: Option<&[u8]>) -> Result<()> {
        self.share(|predictor| match file {
            Some(file) => predictor.load_bank(number, file),
            None => predictor.remove_bank(number),
        })
    }

    /// The sender, to give it another policy of lines.
    pub fn sender_mut(&mut self) -> &mut Sender {
        &mut self.sender
    }

    /// Speed at which players run, m/s: given, or learned.
    pub fn run_speed(&self) -> f64 {
        self.speed.drawn
    }

    /// Moves everything together with the origin of coordinates: the place that was at `shift` is at zero from now on. Packets mean the
    /// same places as before; no other machine needs to know.
    pub fn rebase(&mut self, shift: DVec3) -> Result<()> {
        self.sender.rebase(shift)?;
        self.predictor.rebase(shift)?;
        for avatar in &mut self.avatars {
            avatar.positions[..avatar.known].iter_mut().for_each(|(_, place)| *place -= shift);
        }
        Ok(())
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.sender.bytes()
            + self.predictor.bytes()
            + self.avatars.capacity() * size_of::<Avatar>()
            + self.observers.capacity() * size_of::<Observer>()
    }

    /// The whole state but the parameters, framed with magic, version, length and checksum.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut w = Writer::new();
        w.dvec3(self.sender.codec().moved()).blob(&self.sender.snapshot()).blob(&self.predictor.snapshot());
        self.speed.write(&mut w);
        w.u32(self.digests.model);
        w.u64(self.avatars.len() as u64);
        for avatar in &self.avatars {
            let id = avatar.owner.unwrap_or(EntityId { index: 0, generation: 0 });
            w.u32(avatar.player).u8(avatar.owner.is_some().into()).u32(id.index).u32(id.generation);
            w.u8(avatar.own_rules.into()).u8(avatar.known as u8);
            for (time, place) in &avatar.positions[..avatar.known] {
                w.i64(*time).dvec3(*place);
            }
        }
        w.u64(self.observers.len() as u64);
        for observer in &self.observers {
            w.u64(observer.id).u32(observer.connection.index).u32(observer.connection.generation);
            w.u8(observer.understood.into());
        }
        w.seal(MAGIC, VERSION)
    }

    /// Replaces the state by a snapshot's, in the coordinates of this machine; parameters stay. On error nothing changes.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        let mut new = Self::new(&self.params)?;
        let moved = r.dvec3()?;
        new.sender.rebase(moved).map_err(Error::into_corrupt)?;
        new.sender.restore(r.blob()?)?;
        // With the weights that the host gave.
        new.predictor = self.predictor.clone();
        new.predictor.restore(r.blob()?)?;
        new.speed = new.speed.read(&mut r)?;
        new.digests.model = r.u32()?;
        let torn = || Error::corrupt("snapshot has an avatar or observer that its sender does not know");
        for _ in 0..r.count(19)? {
            let (player, owned) = (r.u32()?, r.bool()?);
            let id = EntityId { index: r.u32()?, generation: r.u32()? };
            let (own_rules, known) = (r.bool()?, usize::from(r.u8()?));
            let mut positions = [(0, DVec3::ZERO); POSITIONS];
            for place in positions.get_mut(..known).ok_or_else(torn)? {
                *place = (r.i64()?, r.dvec3()?);
            }
            let rising = positions[..known].is_sorted_by(|a, b| a.0 < b.0);
            let finite = positions.iter().all(|(_, place)| place.is_finite());
            let after = new.avatars.last().is_none_or(|last| last.player < player);
            let known_here = !owned || new.predictor.profile(id).is_some();
            if !(rising && finite && after && known_here && new.sender.entities().any(|number| number == player)) {
                return Err(torn());
            }
            new.avatars.push(Avatar {
                player,
                owner: owned.then_some(id),
                own_rules,
                positions,
                known,
                haste: Haste::default(),
            });
        }
        for _ in 0..r.count(17)? {
            let (id, index, generation) = (r.u64()?, r.u32()?, r.u32()?);
            let connection = ConnectionId { index, generation };
            let after = new.observers.last().is_none_or(|last| last.id < id);
            if !after || !new.sender.connections().any(|known| known == connection) {
                return Err(torn());
            }
            let understood = r.bool()?;
            new.observers.push(Observer::new(id, connection, understood));
        }
        r.finish()?;
        new.rebase(self.sender.codec().moved() - moved)?;
        // What was said is not said again.
        new.news = core::mem::take(&mut self.news);
        *self = new;
        Ok(())
    }
}
