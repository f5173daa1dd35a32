//! A flat hash table with open addressing for things that lie at places.
//!
//! At most half of the slots are taken, a thing lies at most [`WINDOW`] slots behind its home, and the table doubles only
//! when something new comes. When it may not hold more, the least worthy thing near the new one's home gives way, so that
//! neither memory nor the time of a look-up ever goes beyond its bound.

use super::geometry::NOWHERE;
use alloc::vec::Vec;

/// Farthest that anything lies behind its home, and how many slots are looked through for something to give up.
pub(super) const WINDOW: usize = 32;

const SMALLEST: usize = 64;

/// What a table holds.
pub(super) trait Slot: Copy {
    /// A slot without content; its key is [`NOWHERE`].
    const VACANT: Self;
    fn key(&self) -> u64;
}

/// Knows what a slot is worth and takes back what it owns.
pub(super) trait Keeper<S> {
    fn worth(&self, slot: &S) -> f32;
    fn dismiss(&mut self, slot: &S);
}

#[derive(Clone, Debug)]
pub(super) struct Table<S> {
    slots: Vec<S>,
    used: usize,
    limit: usize,
}

fn mix(key: u64) -> usize {
    ((key ^ (key >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
}

impl<S: Slot> Table<S> {
    /// An empty table for at most `limit` things.
    pub(super) fn new(limit: usize) -> Self {
        Self { slots: alloc::vec![S::VACANT; SMALLEST], used: 0, limit: limit.max(1) }
    }

    pub(super) fn len(&self) -> usize {
        self.used
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    pub(super) fn capacity(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<S>()
    }

    /// Number of the slot with this key.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let home = mix(key);
        for step in 0..WINDOW {
            let at = home.wrapping_add(step) & mask;
            let there = self.slots[at].key();
            if there == key {
                return Some(at);
            }
            if there == NOWHERE {
                return None;
            }
        }
        None
    }

    #[inline]
    pub(super) fn slot(&self, at: usize) -> &S {
        &self.slots[at]
    }

    #[inline]
    pub(super) fn slot_mut(&mut self, at: usize) -> &mut S {
        &mut self.slots[at]
    }

    /// Slots in use with their numbers, in the table's own order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &S)> {
        self.slots.iter().enumerate().filter(|(_, s)| s.key() != NOWHERE)
    }

    /// Puts in something whose key is not there yet; returns where, `None` if nothing gives way to it. `full` says that
    /// something must go even if the table itself has room.
    pub(super) fn insert(&mut self, new: S, full: bool, keeper: &mut impl Keeper<S>) -> Option<usize> {
        if full || self.used >= self.limit {
            let least = self.least(new.key(), keeper)?;
            keeper.dismiss(&self.slots[least]);
            self.remove(least);
        }
        if (self.used + 1) * 2 > self.slots.len() {
            self.grow(keeper);
        }
        Some(self.place(new, keeper))
    }

    /// Brings back a slot of a snapshot at its place; false if it cannot have been there.
    pub(super) fn restore(&mut self, at: usize, slot: S) -> bool {
        let fits = at < self.slots.len() && self.slots[at].key() == NOWHERE && self.used < self.limit;
        if fits {
            self.slots[at] = slot;
            self.used += 1;
        }
        fits
    }

    /// An empty table with so many slots, as [`Self::capacity`] said; `None` if no table of this limit has so many.
    pub(super) fn with_capacity(limit: usize, capacity: usize) -> Option<Self> {
        let most = (limit.max(1) * 2).next_power_of_two().max(SMALLEST);
        let fits = capacity.is_power_of_two() && (SMALLEST..=most).contains(&capacity);
        fits.then(|| Self { slots: alloc::vec![S::VACANT; capacity], used: 0, limit: limit.max(1) })
    }

    /// Whether every look-up finds what is there: checked after [`Self::restore`].
    pub(super) fn is_sound(&self) -> bool {
        self.used * 2 <= self.slots.len() && self.iter().all(|(at, slot)| self.find(slot.key()) == Some(at))
    }

    /// The least worthy within the window of a key's home; the smaller key at ties.
    fn least(&self, key: u64, keeper: &impl Keeper<S>) -> Option<usize> {
        let (mask, home) = (self.slots.len() - 1, mix(key));
        let near = (0..WINDOW).map(|step| home.wrapping_add(step) & mask).filter(|at| self.slots[*at].key() != NOWHERE);
        let rank = |at: usize| (keeper.worth(&self.slots[at]), self.slots[at].key());
        let ranked = near.map(|at| (rank(at), at));
        ranked.min_by(|(a, _), (b, _)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, at)| at)
    }

    /// Puts into the first vacancy after home; if there is none in the window, the least worthy there gives way.
    fn place(&mut self, new: S, keeper: &mut impl Keeper<S>) -> usize {
        let (mask, home) = (self.slots.len() - 1, mix(new.key()));
        let mut window = (0..WINDOW).map(|step| home.wrapping_add(step) & mask);
        let at = match window.find(|at| self.slots[*at].key() == NOWHERE) {
            Some(at) => {
                self.used += 1;
                at
            }
            None => {
                let at = self.least(new.key(), keeper).expect("the window is full");
                keeper.dismiss(&self.slots[at]);
                at
            }
        };
        self.slots[at] = new;
        at
    }

    /// Empties a slot and closes the gap, so that look-ups may go on to stop at the first vacancy.
    fn remove(&mut self, mut gap: usize) {
        let mask = self.slots.len() - 1;
        let mut at = gap;
        loop {
            at = (at + 1) & mask;
            let slot = self.slots[at];
            if slot.key() == NOWHERE {
                break;
            }
            // It may move into the gap if its home is not behind it.
            let home = mix(slot.key()) & mask;
            if at.wrapping_sub(home) & mask >= at.wrapping_sub(gap) & mask {
                self.slots[gap] = slot;
                gap = at;
            }
        }
        self.slots[gap] = S::VACANT;
        self.used -= 1;
    }

    fn grow(&mut self, keeper: &mut impl Keeper<S>) {
        let doubled = alloc::vec![S::VACANT; self.slots.len() * 2];
        let before = core::mem::replace(&mut self.slots, doubled);
        self.used = 0;
        for slot in before.into_iter().filter(|s| s.key() != NOWHERE) {
            self.place(slot, keeper);
        }
    }
}
