//! What arrives, made into what is known: order, time, loss, and the state an entity is predicted from.
//!
//! A [`Receiver`] stands for one link, that is one remote clock. It feeds a [`Predictor`] that the host owns; several receivers may
//! feed one predictor. **Whatever the network does, the predictor ends in the state that in-order delivery of the updates which
//! came through would have given it**: a late update is put into its place among the last [`ReceiverParams::depth`] ones of its entity
//! and those are observed again. Entities that share what they learn cannot be taken back
//! ([`Predictor::keeps_to_itself`]); for them an update that comes late is kept for interpolation and statistics only, and
//! "in order" means the order in which updates were taken in.
//!
//! The predictor's times are those of the sender's clock. [`Receiver::advance`] maps the own clock to it.

mod order;
mod pace;
mod params;
mod past;
mod playout;
mod show;
mod snapshot;
mod stats;
mod timing;
mod verdict;
mod watch;

#[cfg(test)]
mod tests;

pub use super::playback::{Playback, Presence, Rest, Shown, Silence, Source};
pub use params::{BufferParams, Curve, MAX_DEPTH, MAX_EARLY, MAX_ENTITIES, ReceiverParams};
pub use stats::{Counts, EntityStats, LinkStats};
pub use verdict::Verdict;

use super::clock::{ClockEstimator, RoundTrip};
use super::update::{Flags, Sequence, Update};
use crate::base::math::DVec3;
use crate::base::time::Nanos;
use crate::base::{Error, Result, Short};
use crate::predict::learned::ObserveContext;
use crate::predict::{EntityId, EntityState, Predictor};
use alloc::format;
use alloc::vec::Vec;
use order::{Order, Place};
use past::{Past, Taken};
use stats::MeanGap;
use timing::{Timing, When};

/// One entity.
#[derive(Clone, Debug)]
struct Known {
    id: EntityId,
    order: Order,
    past: Past,
    counts: Counts,
    gap: MeanGap,
    last_arrival: Option<Nanos>,
    /// Its peer's clock was set back since the last update: times begin anew with the next one.
    set_back: bool,
}

impl Known {
    fn new(id: EntityId, depth: u32) -> Self {
        Self {
            id,
            order: Order::default(),
            past: Past::new(depth),
            counts: Counts::default(),
            gap: MeanGap::default(),
            last_arrival: None,
            set_back: false,
        }
    }

    /// Whether the numbers of this entity begin anew with an update: it says `ENTER`, its time is newer, its number is not.
    fn begins_anew(&self, update: &Update) -> bool {
        let Playback { presence, time, .. } = self.past.playback;
        presence != Presence::Unknown
            && update.time > time
            && update.flags.contains(Flags::ENTER)
            && self.order.place(update.sequence) != Place::Newest
    }

    fn place_of(&self, update: &Update) -> Place {
        if self.begins_anew(update) { Place::Newest } else { self.order.place(update.sequence) }
    }
}

/// The receiving end of one link. Allocates when entities are added, not when updates arrive.
#[derive(Clone, Debug)]
pub struct Receiver {
    params: ReceiverParams,
    timing: Timing,
    /// Network number and place in `slots`, by number.
    index: Vec<(u32, u32)>,
    slots: Vec<Known>,
    /// Updates from the future, by time.
    held: Vec<Update>,
    counts: Counts,
    /// Of entities that were removed.
    removed_expected: u64,
    removed_distinct: u64,
}

impl Receiver {
    /// Knows no entity. Fails when a parameter is outside its range.
    pub fn new(params: &ReceiverParams) -> Result<Self> {
        params.check()?;
        Ok(Self {
            params: *params,
            timing: Timing::new(params)?,
            index: Vec::new(),
            slots: Vec::new(),
            held: Vec::with_capacity(params.max_early as usize),
            counts: Counts::default(),
            removed_expected: 0,
            removed_distinct: 0,
        })
    }

    /// How it works.
    pub fn params(&self) -> &ReceiverParams {
        &self.params
    }

    /// From now on updates of the network number `number` are about the entity `id` of the predictor. Only the receiver may observe it then.
    pub fn add(&mut self, number: u32, id: EntityId) -> Result<()> {
        let Err(place) = self.find(number) else {
            return Err(Error::state(format!("the network entity {number} is known already")));
        };
        if self.slots.len() >= self.params.max_entities as usize {
            let most = self.params.max_entities;
            return Err(Error::budget(format!("max_entities is {most}, so many entities are known already")));
        }
        self.index.insert(place, (number, self.slots.len() as u32));
        self.slots.push(Known::new(id, self.params.depth));
        Ok(())
    }

    /// Forgets an entity; that of the predictor stays.
    pub fn remove(&mut self, number: u32) -> Result<EntityId> {
        let place = self.find(number).map_err(|_| unknown(number))?;
        let (_, slot) = self.index.remove(place);
        let gone = self.slots.swap_remove(slot as usize);
        let moved = self.slots.len() as u32;
        if let Some(entry) = self.index.iter_mut().find(|(_, other)| *other == moved) {
            entry.1 = slot;
        }
        self.held.retain(|update| update.entity != number);
        self.removed_expected += gone.order.expected;
        self.removed_distinct += gone.order.distinct;
        Ok(gone.id)
    }

    /// The numbers of an entity's updates begin anew with the next one, whoever sends it; its state stays.
    pub fn renumber(&mut self, number: u32) {
        if let Some(slot) = self.slot(number) {
            self.slots[slot].order.restart();
            self.slots[slot].past.restart();
            self.held.retain(|update| update.entity != number);
        }
    }

    /// The number of an update that brought none, by its time: the next one, or one between those that were true before and after
    /// it. An update of the same time has its number already, so that it is a duplicate.
    pub fn number_by_time(&mut self, number: u32, time: Nanos) -> Sequence {
        let Some(slot) = self.slot(number) else { return Sequence(0) };
        let Known { order, past, .. } = &mut self.slots[slot];
        let kept = past.updates();
        let held = self.held.iter().filter(|update| update.entity == number);
        let later = kept.iter().chain(held.clone()).filter(|update| update.time >= time);
        let Some(first) = later.min_by_key(|update| update.time) else {
            return held.max_by_key(|update| update.time).map_or(order.next(), |update| update.sequence.next());
        };
        let (at, first) = (first.time, first.sequence);
        if at == time {
            return first;
        }
        if past.is_full() && kept.first().is_some_and(|oldest| oldest.time > time) {
            return order.ancient();
        }
        if !first.newer_than(order.newest()) {
            order.make_gap(first);
        }
        past.make_gap(first);
        let moving = |update: &&mut Update| update.entity == number && update.time > time;
        self.held.iter_mut().filter(moving).for_each(|update| update.sequence = update.sequence.next());
        first
    }

    /// The update of an entity next to a time: the newest that was true before, or else the oldest after it.
    pub fn neighbour(&self, number: u32, time: Nanos) -> Option<&Update> {
        let kept = self.known(number).ok()?.past.updates();
        kept.iter().rev().find(|update| update.time < time).or_else(|| kept.iter().find(|update| update.time > time))
    }

    /// The predictor's entity of a network number.
    pub fn entity(&self, number: u32) -> Option<EntityId> {
        self.known(number).ok().map(|known| known.id)
    }

    /// Network numbers of all entities, ascending.
    pub fn entities(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.index.iter().map(|(number, _)| *number)
    }

    /// What the updates so far make of an entity.
    pub fn playback(&self, number: u32) -> Result<Playback> {
        Ok(self.known(number)?.past.playback)
    }

    fn find(&self, number: u32) -> core::result::Result<usize, usize> {
        self.index.binary_search_by_key(&number, |(number, _)| *number)
    }

    fn slot(&self, number: u32) -> Option<usize> {
        self.find(number).ok().map(|place| self.index[place].1 as usize)
    }

    fn known(&self, number: u32) -> Result<&Known> {
        self.slot(number).map(|slot| &self.slots[slot]).ok_or_else(|| unknown(number))
    }

    /// Takes in an update that arrived at `arrival` on the own clock. Fails, and changes nothing, when a number in it is not
    /// finite or out of range, or when the entity is not in the predictor any more.
    ///
    /// `context` is what [`Predictor::observe_in`] takes.
    pub fn receive(
        &mut self,
        predictor: &mut Predictor,
        update: &Update,
        arrival: Nanos,
        context: ObserveContext<'_>,
    ) -> Result<Verdict> {
        update.observation().checked()?;
        self.timing.check(update.time, arrival)?;
        let no_base = update.base.is_some_and(|base| context.bases.at(base, update.time).is_none());
        let Some(slot) = self.slot(update.entity) else {
            self.counts.received = self.counts.received.saturating_add(1);
            self.counts.count(Verdict::Unknown);
            return Ok(Verdict::Unknown);
        };
        let known = &self.slots[slot];
        if predictor.profile(known.id).is_none() {
            return Err(Error::not_found(format!("entity {} was removed from the predictor", update.entity)));
        }
        let is_held = self.held.iter().any(|h| h.entity == update.entity && h.sequence == update.sequence);
        let place = known.place_of(update);
        // The newest one again tells of a clock that stands.
        let straggles = self.timing.is_straggler(update.time, arrival);
        let tells_time = place != Place::Duplicate || update.time == known.past.playback.time;
        if tells_time && !is_held && !no_base && !straggles && self.timing.noticed(update.time, arrival) {
            self.begin_times_anew(update.time);
        }
        let verdict = match self.slots[slot].place_of(update) {
            _ if is_held => Verdict::Duplicate,
            _ if no_base => Verdict::NoBase,
            _ if straggles => Verdict::TooOld,
            Place::Duplicate => Verdict::Duplicate,
            Place::Ancient => Verdict::TooOld,
            Place::Newest | Place::Late => match self.timing.when(update.time, arrival, &self.params) {
                When::Due => {
                    self.timing.arrived(update.time, arrival)?;
                    self.take(slot, predictor, update, context)?
                }
                _ if self.timing.came_early(arrival) => {
                    self.timing.arrived(update.time, arrival)?;
                    self.take(slot, predictor, update, context)?
                }
                When::Soon => self.hold(update),
                When::Never => Verdict::Refused,
            },
        };
        let known = &mut self.slots[slot];
        known.last_arrival = Some(arrival);
        known.counts.received = known.counts.received.saturating_add(1);
        self.counts.received = self.counts.received.saturating_add(1);
        self.count(slot, verdict);
        Ok(verdict)
    }

    /// The remote clock shows `time` and has shown more: what was true later is of another time.
    fn begin_times_anew(&mut self, time: Nanos) {
        for known in self.slots.iter_mut().filter(|known| !known.past.is_before(time)) {
            known.order.restart();
            known.past.restart();
            known.set_back = true;
        }
        self.held.retain(|update| update.time <= time);
    }

    fn count(&mut self, slot: usize, verdict: Verdict) {
        self.slots[slot].counts.count(verdict);
        self.counts.count(verdict);
    }

    fn take(
        &mut self,
        slot: usize,
        predictor: &mut Predictor,
        update: &Update,
        context: ObserveContext<'_>,
    ) -> Result<Verdict> {
        let known = &mut self.slots[slot];
        if known.begins_anew(update) {
            known.order.restart();
            known.past.restart();
        }
        if core::mem::take(&mut known.set_back) && update.time <= known.past.playback.time {
            predictor.restore_entity(known.id, &EntityState::default())?;
            known.past.playback = Playback::default();
        }
        if known.order.place(update.sequence) == Place::Newest {
            let gone = known.past.playback.presence == Presence::Gone;
            let resting = known.past.playback.rest != Rest::Moving;
            let used = known.past.push(predictor, known.id, update, context)?;
            known.order.note(update.sequence);
            if !used {
                return Ok(Verdict::Backwards);
            }
            // The silence of who was away or stood says nothing about how often updates come.
            if let Some(gap) = known.past.newest_gap().filter(|_| !gone && !resting) {
                known.gap.add(gap);
                self.timing.gap.add(gap.min(self.params.buffer.longest_gap));
            }
            return Ok(Verdict::Applied);
        }
        let left = known.past.left_since(update.sequence);
        let taken = known.past.insert(predictor, known.id, update, context.bases)?;
        if matches!(taken, Taken::Inserted | Taken::Kept) {
            known.order.note(update.sequence);
        }
        Ok(match taken {
            Taken::Duplicate => Verdict::Duplicate,
            Taken::TooOld => Verdict::TooOld,
            _ if left => Verdict::Stale,
            Taken::Inserted => Verdict::Inserted,
            Taken::Kept => Verdict::Kept,
        })
    }

    fn hold(&mut self, update: &Update) -> Verdict {
        if self.held.len() >= self.params.max_early as usize {
            return Verdict::Refused;
        }
        let place = self.held.partition_point(|other| other.time <= update.time);
        self.held.insert(place, *update);
        Verdict::Early
    }

    /// Goes on to `now` on the own clock: moves the shown times and takes in updates that were held until now. Once per frame.
    pub fn advance(&mut self, predictor: &mut Predictor, now: Nanos, mut context: ObserveContext<'_>) -> Result<()> {
        self.advance_time(now);
        while let Some(update) = self.next_due(now) {
            let again = ObserveContext {
                trails: context.trails.as_deref_mut(),
                expert: match &mut context.expert {
                    Some(expert) => Some(&mut **expert),
                    None => None,
                },
                recorder: None,
                pull: context.pull,
                bases: context.bases,
            };
            self.receive_due(predictor, &update, again)?;
        }
        Ok(())
    }

    /// Moves the shown times to `now` on the own clock, and nothing else.
    pub fn advance_time(&mut self, now: Nanos) {
        self.timing.advance(now, &self.params);
    }

    /// The next update that was held and whose time has come, for [`Receiver::receive_due`].
    pub fn next_due(&mut self, now: Nanos) -> Option<Update> {
        let first = self.held.first()?;
        let due = self.timing.when(first.time, now, &self.params) == When::Due;
        due.then(|| self.held.remove(0))
    }

    /// Takes in an update of [`Receiver::next_due`].
    pub fn receive_due(
        &mut self,
        predictor: &mut Predictor,
        update: &Update,
        context: ObserveContext<'_>,
    ) -> Result<Verdict> {
        let Some(slot) = self.slot(update.entity) else { return Ok(Verdict::Unknown) };
        if predictor.profile(self.slots[slot].id).is_none() {
            return Ok(Verdict::Unknown);
        }
        let verdict = match self.slots[slot].place_of(update) {
            Place::Ancient => Verdict::TooOld,
            Place::Duplicate => Verdict::Duplicate,
            _ => self.take(slot, predictor, update, context)?,
        };
        self.count(slot, verdict);
        Ok(verdict)
    }

    /// An update of an entity that has come and is still kept, also while it is held: what others may be relative to.
    pub fn update(&self, number: u32, sequence: Sequence) -> Option<&Update> {
        let kept = self.known(number).ok()?.past.updates().iter().rev();
        kept.chain(&self.held).find(|update| update.entity == number && update.sequence == sequence)
    }

    /// The host says what the remote clock shows: `ahead` of the own one by so much. Nothing is estimated from then on.
    pub fn set_clock(&mut self, ahead: Nanos) -> Result<()> {
        if let Some(time) = self.timing.tell(ahead)? {
            self.begin_times_anew(time);
        }
        Ok(())
    }

    /// Takes in a request and its answer, which split the clocks' offset from the time under way; see [`ClockEstimator`].
    pub fn answer_arrived(&mut self, trip: &RoundTrip) -> Result<()> {
        if self.timing.answered(trip)? {
            self.begin_times_anew(trip.answer_sent);
        }
        Ok(())
    }

    /// Whether an answer is wanted at once: what comes does not fit the clock that is known, or nothing comes any more.
    pub fn clock_is_in_doubt(&self, now: Nanos) -> bool {
        self.timing.is_in_doubt(now)
    }

    /// The estimate of the remote clock.
    pub fn clock(&self) -> &ClockEstimator {
        &self.timing.clock
    }

    /// Forgets what is known of the remote clock and of delays: after a reconnection, or with the snapshot of another machine.
    pub fn forget_clock(&mut self) {
        self.timing.forget();
        self.held.clear();
    }

    /// What is known of the updates of an entity.
    pub fn entity_stats(&self, number: u32) -> Result<EntityStats> {
        let known = self.known(number)?;
        Ok(EntityStats {
            counts: known.counts,
            lost: known.order.lost(),
            recent_loss: known.order.recent_loss(),
            mean_gap: known.gap.nanos(),
            last_arrival: known.last_arrival,
        })
    }

    /// Updates of all entities by what became of them.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// How often one of the clocks jumped and was found again.
    pub fn link_resynchronised(&self) -> u32 {
        self.timing.resynchronised
    }

    /// What is known of the link.
    pub fn link_stats(&self) -> LinkStats {
        let sum = |f: fn(&Order) -> u64| self.slots.iter().map(|known| f(&known.order)).sum::<u64>();
        let expected = sum(|order| order.expected) + self.removed_expected;
        let lost = expected - sum(|order| order.distinct) - self.removed_distinct;
        self.timing.stats(self.counts, lost, expected)
    }

    /// Moves all kept positions by -`shift`; goes with [`Predictor::rebase`].
    pub fn rebase(&mut self, shift: DVec3) -> Result<()> {
        if !shift.to_array().iter().all(|x| x.abs() <= 1e12) {
            return Err(Error::invalid(format!("shift is {}, every component must be within ±1e12", Short(shift))));
        }
        self.slots.iter_mut().for_each(|known| known.past.rebase(shift));
        self.held.iter_mut().for_each(|update| update.rebase(shift));
        Ok(())
    }

    /// Bytes of memory it uses.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.index.capacity() * size_of::<(u32, u32)>()
            + self.slots.capacity() * size_of::<Known>()
            + self.slots.iter().map(|known| known.past.bytes()).sum::<usize>()
            + self.held.capacity() * size_of::<Update>()
    }
}

#[cold]
fn unknown(number: u32) -> Error {
    Error::not_found(format!("the receiver knows no network entity {number}"))
}
