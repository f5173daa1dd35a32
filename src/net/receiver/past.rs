//! One entity's recent updates, and the states from which they can be replayed.
//!
//! Updates lie in the order of their numbers. The first ones are kept for interpolation only; from `open` on they can be
//! replayed, because the state before them is known (`early`). A second state (`middle`) lies `depth` updates later, so that the
//! window can move on without replaying: a state is copied once in `depth` updates. A late update is put into its place, the
//! state before it restored and all later updates observed again.

use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};
use crate::base::time::Nanos;
use crate::base::{Error, Result};
use crate::net::playback::Playback;
use crate::net::update::{Sequence, Update};
use crate::net::update_bytes::{UPDATE_BYTES, read_update, write_update};
use crate::predict::learned::ObserveContext;
use crate::predict::{BaseContext, EntityId, EntityState, Model, Predictor};
use alloc::vec::Vec;

/// A state and the playback that goes with it.
#[derive(Clone, Debug, Default)]
struct Checkpoint {
    state: EntityState,
    playback: Playback,
}

/// What became of a late update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// Replayed with it.
    Inserted,
    /// Kept for interpolation only.
    Kept,
    /// No room for one so old.
    TooOld,
    /// Already there.
    Duplicate,
}

#[derive(Clone, Debug)]
pub(super) struct Past {
    depth: usize,
    /// Strictly rising numbers.
    updates: Vec<Update>,
    /// No update is of a later time than this.
    latest: Nanos,
    /// Whether `early` is the state before `updates[open]` and nothing else has happened since.
    replayable: bool,
    open: usize,
    early: Checkpoint,
    /// The state before `updates[open + depth]`, where that exists.
    middle: Checkpoint,
    /// After all updates.
    pub(super) playback: Playback,
}

impl Past {
    pub(super) fn new(depth: u32) -> Self {
        let depth = depth as usize;
        Self {
            depth,
            updates: Vec::with_capacity(3 * depth),
            latest: Nanos::MIN,
            replayable: false,
            open: 0,
            early: Checkpoint::default(),
            middle: Checkpoint::default(),
            playback: Playback::default(),
        }
    }

    pub(super) fn updates(&self) -> &[Update] {
        &self.updates
    }

    /// Whether all updates are of this time or before it. They need not be looked at for that: most frames ask for everybody.
    pub(super) fn is_before(&self, time: Nanos) -> bool {
        self.latest <= time
    }

    /// Whether one more that is older than all others has no place.
    pub(super) fn is_full(&self) -> bool {
        self.updates.len() == 3 * self.depth
    }

    /// `first` and all newer ones count one more from now on.
    pub(super) fn make_gap(&mut self, first: Sequence) {
        let moving = |update: &&mut Update| update.sequence == first || update.sequence.newer_than(first);
        self.updates.iter_mut().rev().take_while(moving).for_each(|update| update.sequence = update.sequence.next());
    }

    /// Forgets the updates but not the playback: numbers begin anew.
    pub(super) fn restart(&mut self) {
        self.updates.clear();
        (self.latest, self.replayable) = (Nanos::MIN, false);
    }

    /// Takes in the newest update; false when its time is not after that of the one before.
    pub(super) fn push(
        &mut self,
        predictor: &mut Predictor,
        id: EntityId,
        update: &Update,
        context: ObserveContext<'_>,
    ) -> Result<bool> {
        // What a host's expert says cannot be asked again; only `auto` hears it among those that keep to themselves.
        let heard = context.expert.is_some() && predictor.profile(id).is_some_and(|p| p.model == Model::Auto);
        let alone = predictor.keeps_to_itself(id, context.trails.is_some()) && !heard;
        if !alone {
            self.replayable = false;
        } else if !self.replayable {
            (self.replayable, self.open) = (true, self.updates.len());
            predictor.save_entity(id, &mut self.early.state)?;
            self.early.playback = self.playback;
        }
        self.make_room();
        self.updates.push(*update);
        self.latest = self.latest.max(update.time);
        if !self.replayable {
            return self.playback.apply(predictor, id, update, context);
        }
        self.apply_from(self.updates.len() - 1, predictor, id, context.bases)
    }

    /// Gives a late update its place.
    pub(super) fn insert(
        &mut self,
        predictor: &mut Predictor,
        id: EntityId,
        update: &Update,
        bases: BaseContext<'_>,
    ) -> Result<Taken> {
        if self.replayable {
            self.make_room();
        }
        let later = |other: &&Update| other.sequence.newer_than(update.sequence);
        let place = self.updates.len() - self.updates.iter().rev().take_while(later).count();
        if place > 0 && self.updates[place - 1].sequence == update.sequence {
            return Ok(Taken::Duplicate);
        }
        if !self.replayable || place < self.open {
            return Ok(self.keep(place, update));
        }
        let middle = self.open + self.depth;
        let from_middle = place >= middle && self.updates.len() > middle;
        self.updates.insert(place, *update);
        self.latest = self.latest.max(update.time);
        let from = if from_middle { &self.middle } else { &self.early };
        predictor.restore_entity(id, &from.state)?;
        self.playback = from.playback;
        self.apply_from(if from_middle { middle } else { self.open }, predictor, id, bases)?;
        Ok(Taken::Inserted)
    }

    fn keep(&mut self, mut place: usize, update: &Update) -> Taken {
        if self.updates.len() == 3 * self.depth {
            if place == 0 {
                return Taken::TooOld;
            }
            self.updates.remove(0);
            (place, self.open) = (place - 1, self.open.saturating_sub(1));
        }
        self.updates.insert(place, *update);
        self.latest = self.latest.max(update.time);
        self.open += 1;
        Taken::Kept
    }

    /// Makes sure that one more update fits. Old ones go in bulk, so that it costs next to nothing per update.
    fn make_room(&mut self) {
        if self.replayable && self.updates.len() - self.open == 2 * self.depth {
            core::mem::swap(&mut self.early, &mut self.middle);
            self.open += self.depth;
        }
        if self.updates.len() == 3 * self.depth {
            self.updates.drain(..self.depth);
            self.open = self.open.saturating_sub(self.depth);
        }
    }

    /// Observes updates from the `first` on; says whether the last one was taken in.
    fn apply_from(
        &mut self,
        first: usize,
        predictor: &mut Predictor,
        id: EntityId,
        bases: BaseContext<'_>,
    ) -> Result<bool> {
        let mut taken = false;
        for index in first..self.updates.len() {
            if index == self.open + self.depth {
                predictor.save_entity(id, &mut self.middle.state)?;
                self.middle.playback = self.playback;
            }
            let context = ObserveContext { bases, ..ObserveContext::default() };
            taken = self.playback.apply(predictor, id, &self.updates[index], context)?;
        }
        Ok(taken)
    }

    /// Whether an update was followed by one that said the entity leaves.
    pub(super) fn left_since(&self, sequence: Sequence) -> bool {
        use crate::net::update::Flags;
        let later = |other: &&Update| other.sequence.newer_than(sequence);
        self.updates.iter().rev().take_while(later).any(|other| other.flags.contains(Flags::LEAVE))
    }

    /// Time of the update before the newest, if both were taken in with rising times.
    pub(super) fn newest_gap(&self) -> Option<Nanos> {
        let [.., before, newest] = &self.updates[..] else { return None };
        let gap = newest.time.saturating_sub(before.time);
        (gap > 0).then_some(gap)
    }

    pub(super) fn rebase(&mut self, shift: DVec3) {
        self.early.state.rebase(shift);
        self.middle.state.rebase(shift);
        self.updates.iter_mut().for_each(|update| update.rebase(shift));
        self.playback.rebase(shift);
        self.early.playback.rebase(shift);
        self.middle.playback.rebase(shift);
    }

    pub(super) fn bytes(&self) -> usize {
        self.updates.capacity() * size_of::<Update>() + self.early.state.bytes() + self.middle.state.bytes()
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.u64(self.updates.len() as u64);
        self.updates.iter().for_each(|update| write_update(w, update));
        self.playback.write(w);
        w.u8(self.replayable.into());
        if self.replayable {
            w.u32(self.open as u32);
            let middle = self.updates.len() > self.open + self.depth;
            for checkpoint in core::iter::once(&self.early).chain(middle.then_some(&self.middle)) {
                checkpoint.state.write(w);
                checkpoint.playback.write(w);
            }
        }
    }

    pub(super) fn read(r: &mut Reader<'_>, depth: u32, entity: u32) -> Result<Self> {
        let mut past = Self::new(depth);
        let count = r.count(UPDATE_BYTES)?;
        if count > 3 * past.depth {
            return Err(Error::corrupt("a receiver has more updates than it keeps"));
        }
        for _ in 0..count {
            let update = read_update(r)?;
            let rises = past.updates.last().is_none_or(|last| update.sequence.newer_than(last.sequence));
            if !rises || update.entity != entity {
                return Err(Error::corrupt("the updates of a receiver are out of order"));
            }
            past.latest = past.latest.max(update.time);
            past.updates.push(update);
        }
        past.playback = Playback::read(r)?;
        past.replayable = r.bool()?;
        if past.replayable {
            past.open = r.u32()? as usize;
            if past.open > count || count - past.open > 2 * past.depth {
                return Err(Error::corrupt("a receiver replays updates that it has not"));
            }
            let mut checkpoint = || Ok(Checkpoint { state: EntityState::read(r)?, playback: Playback::read(r)? });
            past.early = checkpoint()?;
            if count > past.open + past.depth {
                past.middle = checkpoint()?;
            }
        }
        Ok(past)
    }
}
