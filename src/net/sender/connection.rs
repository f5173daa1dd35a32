//! One observer, or all of them where everybody gets the same: what it knows of each entity, and what it should be told.

use super::ConnectionId;
use super::link::{ConnectionParams, Delivery, Link};
use super::owner::OwnerSight;
use super::pair::{Flight, Models, Pair, Presence, Relevance, Shadow, Teleport};
use super::params::{Finest, SenderKind, SenderParams, bounded_factor};
use super::proof::Proof;
use super::steady::Steady;
use super::trigger::{Draft, Due, Reason, Sent, Shown, Thresholds};
use super::truth::{Aim, Recorded, SendContext, Truth};
use crate::base::math::DVec3;
use crate::base::time::{Nanos, SECOND, seconds_between};
use crate::base::{Error, Result};
use crate::net::Codec;
use crate::net::line::Line;
use crate::net::playback::Silence;
use crate::net::policy::Policy;
use crate::net::update::{Flags, Update};
use crate::predict::strategy::{self, Follow, Ledger, StrategyUpdate};
use crate::predict::{EntityProfile, Model, PredictScratch, Predictor};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

/// Receivers are told before they would take silence for an end.
const NO_SILENCE: Silence = Silence { horizon: Nanos::MAX / 4, fade: 0, heard_until: Nanos::MAX };

/// An entity that is sent.
#[derive(Clone, Debug)]
pub(super) struct Owned {
    pub(super) number: u32,
    pub(super) params: SenderParams,
    /// What the receivers run; `None` = the straight line of the update.
    pub(super) profile: Option<Box<EntityProfile>>,
    pub(super) truth: Option<Truth>,
    /// The host's line for this truth.
    pub(super) line: Option<Line>,
    /// Whether suggestions along a predicted path pay.
    pub(super) proof: Option<Box<Proof>>,
    /// Whether it moves evenly.
    pub(super) steady: Steady,
    /// What its owner's model saw.
    pub(super) owner_sight: Option<Box<OwnerSight>>,
    /// S of the interest scheme, as a host told it; within: `None` = out of the game.
    pub(super) life: Option<Option<f64>>,
    /// It goes as soon as everybody knows that it is gone.
    pub(super) removed: bool,
}

/// What was sent over a connection so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectionStats {
    /// Packets of [`collect`](super::Sender::collect), and those that the host noted.
    pub packets: u64,
    /// Their bytes, without headers that were not noted.
    pub bytes: u64,
    /// Updates by number of their [`Reason`].
    pub updates: [u64; Reason::ALL.len()],
}

impl Owned {
    /// Somebody who is leaving is there again, as if it were new.
    pub(super) fn come_back(&mut self, params: &SenderParams, model: Option<&EntityProfile>) -> Result<()> {
        let number = self.number;
        if !self.removed {
            return Err(Error::state(format!("entity {number} exists already")));
        }
        if self.profile.as_deref() != model {
            return Err(Error::state(format!("entity {number} is still leaving, and was predicted in another way")));
        }
        (self.params, self.removed) = (*params, false);
        (self.truth, self.line, self.owner_sight, self.steady) = (None, None, None, Steady::default());
        self.proof = None;
        Ok(())
    }

    /// Whether receivers predict it by routes.
    pub(super) fn follows_routes(&self) -> bool {
        self.profile.as_ref().is_some_and(|profile| profile.model == Model::Strategy)
    }

    /// Whether receivers predict it by where the others are.
    pub(super) fn feels_others(&self) -> bool {
        self.profile.as_ref().is_some_and(|profile| profile.model.feels_others())
    }

    pub(super) fn rebase(&mut self, shift: DVec3, codec: &Codec) {
        if let Some(proof) = &mut self.proof {
            proof.rebase(shift, codec);
        }
        // Who rides on a base is told in the frame of that.
        if let Some(truth) = self.truth.as_mut().filter(|truth| truth.base.is_none()) {
            truth.position -= shift;
            self.steady.position -= shift;
        }
    }
}

/// A moment at which is decided.
pub(super) struct DecisionContext<'a, 'h> {
    pub(super) id: ConnectionId,
    pub(super) now: Nanos,
    pub(super) codec: &'a Codec,
    pub(super) finest: Finest,
    pub(super) context: &'a mut SendContext<'h>,
    pub(super) scratch: &'a mut PredictScratch,
    pub(super) policy: Option<&'a Policy>,
    /// A time and the tick at or before it; most entities share it.
    pub(super) tick: Option<(Nanos, Nanos)>,
}

/// Time of the codec's tick at or before `time`: an update that is dated after the moment it is used would be held still
/// until then.
pub(super) fn tick_before(codec: &Codec, time: Nanos) -> Result<Nanos> {
    let nearest = |time| codec.quantise(&Update::at(0, time, codec.origin(None))).map(|update| update.time);
    let tick = nearest(time)?;
    if tick <= time { Ok(tick) } else { nearest(time - SECOND / i64::from(codec.params().ticks_per_second)) }
}

impl DecisionContext<'_, '_> {
    fn tick_before(&mut self, time: Nanos) -> Result<Nanos> {
        if let Some((_, tick)) = self.tick.filter(|(known, _)| *known == time) {
            return Ok(tick);
        }
        let tick = tick_before(self.codec, time)?;
        self.tick = Some((time, tick));
        Ok(tick)
    }
}

/// A connection.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    pub(super) params: ConnectionParams,
    /// Where the observer is, for distances.
    pub(super) observer: Option<DVec3>,
    pub(super) link: Link,
    /// By place of the entity.
    pub(super) pairs: Vec<Pair>,
    /// `in_flight` places per pair, only where packets are acknowledged.
    pub(super) flights: Vec<Flight>,
    pub(super) in_flight: usize,
    /// Updates that were under way so far.
    pub(super) committed: u64,
    /// Some entity is predicted by where the others are.
    pub(super) is_coupled: bool,
    /// Runs the models of shadows: knows what the receiver surely has …
    pub(super) sure: Predictor,
    /// … and all that was sent; only where packets are acknowledged. Two, because models look at the other entities, too.
    pub(super) hoped: Option<Predictor>,
    /// When updates were last collected.
    pub(super) collected: Option<Nanos>,
    pub(super) stats: ConnectionStats,
}

impl Connection {
    pub(super) fn new(params: &ConnectionParams, max_entities: usize, in_flight: usize) -> Self {
        let in_flight = if params.delivery == Delivery::Acknowledged { in_flight } else { 0 };
        Self {
            params: *params,
            observer: None,
            link: Link::new(),
            pairs: alloc::vec![Pair::default(); max_entities],
            flights: alloc::vec![Flight::empty(); max_entities * in_flight],
            in_flight,
            committed: 0,
            is_coupled: false,
            sure: Predictor::new(max_entities as u32),
            hoped: (in_flight > 0).then(|| Predictor::new(max_entities as u32)),
            collected: None,
            stats: ConnectionStats::default(),
        }
    }

    /// Makes room for a new entity.
    pub(super) fn add(
        &mut self,
        slot: usize,
        profile: Option<&EntityProfile>,
        life: Option<Option<f64>>,
    ) -> Result<()> {
        let mut pair = Pair::default();
        if let Some(profile) = profile {
            let sure = Shadow::new(self.sure.add_entity(profile)?);
            let hoped = self.hoped.as_mut().map(|hoped| hoped.add_entity(profile)).transpose()?.map(Shadow::new);
            pair.models = Some(Models { sure, hoped, tainted: false, books: Ledger::new(), watched: None });
        }
        self.pairs[slot] = pair;
        life.map_or(Ok(()), |life| self.set_life(slot, life))
    }

    /// The predictors that run shadows.
    pub(super) fn predictors_mut(&mut self) -> impl Iterator<Item = &mut Predictor> {
        core::iter::once(&mut self.sure).chain(&mut self.hoped)
    }

    /// Tells the shadows of an entity its life.
    pub(super) fn set_life(&mut self, slot: usize, life: Option<f64>) -> Result<()> {
        let Some(Models { sure, hoped, .. }) = self.pairs[slot].models else { return Ok(()) };
        self.sure.set_life(sure.id, life)?;
        match (&mut self.hoped, hoped) {
            (Some(predictor), Some(hoped)) => predictor.set_life(hoped.id, life),
            _ => Ok(()),
        }
    }

    /// Forgets an entity.
    pub(super) fn remove(&mut self, slot: usize) {
        if let Some(Models { sure, hoped, .. }) = self.pairs[slot].models {
            self.sure.remove_entity(sure.id).expect("the shadow was added with the entity");
            if let (Some(predictor), Some(hoped)) = (&mut self.hoped, hoped) {
                predictor.remove_entity(hoped.id).expect("the shadow was added with the entity");
            }
        }
        self.pairs[slot] = Pair::default();
    }

    fn is_relevant(&self, slot: usize, owned: &Owned, truth: &Truth, m: &mut DecisionContext<'_, '_>) -> bool {
        if owned.removed {
            return false;
        }
        let told = m.context.observers.as_mut().and_then(|o| o.relevant(m.id, owned.number, truth));
        if let Some(told) = told {
            return told;
        }
        let pair = &self.pairs[slot];
        match (pair.relevance, self.observer) {
            (Relevance::Always, _) | (Relevance::ByArea, None) => true,
            (Relevance::Never, _) => false,
            (Relevance::ByArea, Some(observer)) => {
                let inside = pair.presence == Presence::In;
                let radius = if inside { self.params.leave_radius } else { self.params.enter_radius };
                (truth.position - observer).length() <= radius
            }
        }
    }

    /// Factor on the thresholds of an entity.
    fn factor(&self, slot: usize, owned: &Owned, truth: &Truth, m: &mut DecisionContext<'_, '_>) -> f64 {
        let told = m.context.observers.as_mut().and_then(|o| o.factor(m.id, owned.number, truth));
        match (told.or(self.pairs[slot].factor), self.observer) {
            (Some(told), _) => bounded_factor(told),
            (None, Some(observer)) if owned.params.by_distance.len > 0 => {
                owned.params.by_distance.factor((truth.position - observer).length())
            }
            _ => 1.0,
        }
    }

    /// Goes with the origin of coordinates to `shift`; `codec` has gone there.
    pub(super) fn rebase(&mut self, shift: DVec3, codec: &Codec) -> Result<()> {
        self.predictors_mut().try_for_each(|shadows| shadows.rebase(shift))?;
        self.observer = self.observer.map(|observer| observer - shift);
        let on_grid = |update: &mut Update| {
            update.rebase(shift);
            *update = codec.quantise(update).unwrap_or(*update);
        };
        self.flights.iter_mut().for_each(|flight| on_grid(&mut flight.sent.update));
        for pair in &mut self.pairs {
            if let Some(sent) = &mut pair.sure {
                on_grid(&mut sent.update);
            }
            if let Some(Models { sure, hoped, .. }) = &mut pair.models {
                sure.playback.rebase(shift);
                hoped.iter_mut().for_each(|shadow| shadow.playback.rebase(shift));
            }
        }
        Ok(())
    }

    /// The shadow that has observed `reference` last, and its predictor. That of all that was sent, while nothing of it was lost: it
    /// observed each update when the receiver did, not when its acknowledgement came.
    fn shadow(&self, models: &Models, reference: &Sent) -> (Shadow, &Predictor) {
        let newest = |hoped: &Shadow| hoped.playback.time == reference.update.time && !models.tainted;
        match (
            models.hoped.filter(|hoped| newest(hoped) || models.sure.playback.time < reference.update.time),
            &self.hoped,
        ) {
            (Some(hoped), Some(predictor)) => (hoped, predictor),
            _ => (models.sure, &self.sure),
        }
    }

    /// What a receiver shows that has `reference`.
    fn shown(&self, slot: usize, reference: &Sent, time: Nanos, m: &mut DecisionContext<'_, '_>) -> Shown {
        let line = reference.line(time);
        let Some(models) = self.pairs[slot].models.filter(|_| !reference.rests()) else { return line };
        let (Shadow { id, playback }, shadows) = self.shadow(&models, reference);
        match playback.shown(shadows, m.context.level, id, time, &NO_SILENCE, Some(m.scratch)) {
            Ok(shown) => {
                let orientation = line.orientation.map(|_| shown.prediction.orientation);
                Shown { position: shown.prediction.position, orientation }
            }
            // The shadow has observed the reference, so this is not reached; the line is the best guess.
            Err(_) => line,
        }
    }

    /// Whether an update is due, and the position threshold it must keep.
    pub(super) fn check(&mut self, slot: usize, owned: &Owned, m: &mut DecisionContext<'_, '_>) -> Option<(Due, f64)> {
        let truth = owned.truth.as_ref()?;
        let wanted = self.is_relevant(slot, owned, truth, m);
        let pair = &mut self.pairs[slot];
        match (pair.presence, wanted) {
            (Presence::Out, false) => return None,
            (Presence::Out | Presence::Leaving, true) => pair.enter(),
            (Presence::In, false) => pair.leave(),
            _ => {}
        }
        let newest = self.flights(slot).last();
        let timeout = self.link.timeout(&self.params);
        let live = newest.filter(|f| m.now.saturating_sub(f.at) <= timeout).copied();
        let lost = newest.is_some() && live.is_none();
        let factor = self.factor(slot, owned, truth, m);
        let thresholds = Thresholds::new(&owned.params, factor, m.finest);
        let due = match self.pairs[slot].presence {
            Presence::Out => None,
            Presence::Leaving => live.is_none().then_some(Due::urgent(Reason::Leave)),
            Presence::In => self.broken(slot, owned, &thresholds, truth, live, m),
        };
        let mut due = due?;
        let waited = self.pairs[slot].last.map_or(Nanos::MAX, |(_, sent)| m.now.saturating_sub(sent));
        if !due.reason.is_urgent() && waited < owned.params.min_gap {
            return None;
        }
        if lost {
            due.reason = Reason::Lost;
        }
        Some((due, thresholds.position))
    }

    fn broken(
        &mut self,
        slot: usize,
        owned: &Owned,
        thresholds: &Thresholds<'_>,
        truth: &Truth,
        live: Option<Flight>,
        m: &mut DecisionContext<'_, '_>,
    ) -> Option<Due> {
        let pair = &self.pairs[slot];
        let Some(reference) = live.map(|flight| flight.sent).or(pair.sure) else {
            return Some(Due::urgent(Reason::Enter));
        };
        match pair.teleport {
            Teleport::Due => return Some(Due::urgent(Reason::Teleport)),
            Teleport::Told(_) if live.is_none() => return Some(Due::urgent(Reason::Teleport)),
            _ => {}
        }
        let shown = self.shown(slot, &reference, truth.time, m);
        let left = owned.follows_routes() && self.watch(slot, &reference, thresholds, truth, m);
        let pair = &mut self.pairs[slot];
        let seconds = seconds_between(pair.compared, truth.time).max(0.0);
        pair.compared = truth.time;
        let due = thresholds.broken(truth, &reference, shown, seconds, &mut pair.area);
        let due = due.or(left.then_some(Due { reason: Reason::Position, ratio: 1.0 }));
        due.or_else(|| {
            let waited = pair.last.map_or(0, |(_, sent)| m.now.saturating_sub(sent));
            let beats = thresholds.heartbeat().is_some_and(|heartbeat| waited >= heartbeat);
            beats.then_some(Due { reason: Reason::Heartbeat, ratio: 1.0 })
        })
    }

    /// Keeps the books of an entity whose receivers follow routes. Whether an update is due that errors of position do not ask for:
    /// without a threshold of its own the strategies' rule counts.
    fn watch(
        &mut self,
        slot: usize,
        reference: &Sent,
        thresholds: &Thresholds<'_>,
        truth: &Truth,
        m: &mut DecisionContext<'_, '_>,
    ) -> bool {
        let Some(mut models) = self.pairs[slot].models else { return false };
        if truth.base.is_some() || reference.update.base.is_some() {
            models.watched = None;
            self.pairs[slot].models = Some(models);
            return false;
        }
        let told = strategy_truth(&reference.update);
        let (shadow, shadows) = self.shadow(&models, reference);
        let params = shadows.strategy_params();
        let own_rule = thresholds.position == f64::INFINITY;
        if models.watched.is_none_or(|watched| watched.shown.time != truth.time) {
            let off = |truth: DVec3, shown: DVec3| {
                if own_rule { params.is_off(truth, shown) } else { thresholds.is_off(truth, shown) }
            };
            models.watched = Some(models.books.watch(&told, &plain(truth), off));
        }
        let broken = models.watched.is_some_and(|watched| watched.broken);
        let left = own_rule
            && ((models.books.is_synced() && broken)
                || shadows
                    .strategy_needs_update(m.context.level, shadow.id, truth.position, truth.time)
                    .unwrap_or(false));
        self.pairs[slot].models = Some(models);
        left
    }

    /// What the receivers of an entity that follows routes are told.
    fn strategy_update(&self, slot: usize, owned: &Owned, truth: &Truth, reason: Reason) -> Option<StrategyUpdate> {
        let models = self.pairs[slot].models.as_ref().filter(|_| owned.follows_routes() && truth.base.is_none())?;
        let (id, shadows) = match (&self.hoped, models.hoped) {
            (Some(predictor), Some(hoped)) => (hoped.id, predictor),
            _ => (models.sure.id, &self.sure),
        };
        let now = plain(truth);
        let pays = shadows.strategy_pays(id, &now).unwrap_or(false);
        let candidate = if pays { shadows.strategy_at(&now) } else { Follow::Nothing };
        let watched = models.watched.filter(|_| is_planned(reason));
        Some(match watched {
            Some(watched) => models.books.plan(&watched, &now, candidate),
            None => StrategyUpdate { state: now, follow: candidate },
        })
    }

    /// Takes down in the books what was sent.
    pub(super) fn note_strategy(&mut self, slot: usize, sent: &Sent, reason: Reason, codec: &Codec) {
        let Some(models) = &mut self.pairs[slot].models else { return };
        let watched = models.watched.filter(|_| is_planned(reason));
        let told = strategy_truth(&sent.update);
        let p = codec.params();
        let as_shown = watched.is_some_and(|watched| {
            let seconds = seconds_between(watched.shown.time, told.time);
            let shown = watched.shown.position + watched.shown.velocity * seconds;
            (shown - told.position).length() <= 2.0 * p.position_error()
                && (watched.shown.velocity - told.velocity).length() <= 2.0 * p.velocity_error()
        });
        models.books.sent(watched.as_ref(), &told, sent.update.follow, as_shown);
    }

    /// The update that is due, as the receiver will see it. `None` when it would have the same time stamp as the one
    /// before it: receivers would take it for the same.
    pub(super) fn make(
        &self,
        slot: usize,
        owned: &Owned,
        (due, threshold): (Due, f64),
        m: &mut DecisionContext<'_, '_>,
    ) -> Option<Sent> {
        let (truth, pair) = (owned.truth.as_ref()?, &self.pairs[slot]);
        let leaves = pair.presence == Presence::Leaving;
        // Somebody who is gone has no newer truth.
        let time = m.tick_before(if leaves { m.now.max(truth.time) } else { truth.time }).ok()?;
        if pair.last.is_some_and(|(last, _)| time <= last) {
            return None;
        }
        let mut draft = Draft::new(m.codec, m.finest, &owned.params, owned.number, truth, time);
        draft.update.sequence = pair.sequence;
        draft.stays |= leaves;
        let states = [
            (leaves, Flags::LEAVE),
            (pair.presence == Presence::In && pair.sure.is_none(), Flags::ENTER),
            (pair.teleport != Teleport::Known, Flags::TELEPORT),
            (due.reason == Reason::Heartbeat, Flags::HEARTBEAT),
        ];
        for (set, flag) in states {
            draft.update.flags = if set { draft.update.flags.with(flag) } else { draft.update.flags };
        }
        let strategy = self.strategy_update(slot, owned, truth, due.reason);
        draft.update.follow = strategy.map_or(Follow::Automatic, |update| update.follow);
        let recorded = Line { offset: DVec3::ZERO, velocity: truth.velocity };
        if owned.params.kind == SenderKind::OwnerLine && !draft.stays {
            draft.update.flags = draft.update.flags.with(Flags::PREDICTION_VECTOR);
            let line = match &mut m.context.aim {
                Some(aim) => aim.aim(owned.number, truth, threshold, m.now),
                None => owned
                    .line
                    .or_else(|| {
                        let own = Thresholds::new(&owned.params, 1.0, m.finest).position;
                        owned.proof.as_ref()?.line(truth, due.reason, threshold == own)
                    })
                    .or_else(|| {
                        let sight = owned.owner_sight.as_ref().filter(|_| !owned.steady.is_even(truth.time))?;
                        sight.line(m.policy?, truth, threshold)
                    })
                    .unwrap_or_else(|| Recorded.aim(owned.number, truth, threshold, m.now)),
            };
            let aimed = draft.told(line).filter(|sent| {
                let shown = sent.line(truth.time).position;
                owned.params.metric.distance(truth.position, shown) <= threshold
            });
            return aimed.or_else(|| draft.told(recorded));
        }
        // Of who must not lose another update against dead reckoning, what that shows is told.
        let as_shown = strategy.filter(|update| !draft.stays && update.state != plain(truth)).and_then(|update| {
            let offset = update.state.position - truth.position;
            let told = draft.told(Line { offset, velocity: update.state.velocity })?;
            let begins = told.line(truth.time).position;
            (owned.params.metric.distance(truth.position, begins) <= threshold).then_some(told)
        });
        as_shown.or_else(|| draft.told(recorded))
    }

    /// Bytes of heap memory held.
    pub(super) fn bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<Pair>()
            + self.flights.capacity() * size_of::<Flight>()
            + self.sure.bytes()
            + self.hoped.as_ref().map_or(0, Predictor::bytes)
    }
}

/// Whether an update is sent because of an error that another model need not have.
fn is_planned(reason: Reason) -> bool {
    matches!(reason, Reason::Position | Reason::TimeSpace)
}

/// A truth as strategies see it.
fn plain(truth: &Truth) -> strategy::Truth {
    strategy::Truth { time: truth.time, position: truth.position, velocity: truth.velocity }
}

/// What an update tells, as strategies see it.
fn strategy_truth(update: &Update) -> strategy::Truth {
    strategy::Truth { time: update.time, position: update.position, velocity: update.velocity }
}
