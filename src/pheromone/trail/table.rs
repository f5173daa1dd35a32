//! A flat hash table with open addressing for things that lie at places.
//!
//! At most half of the slots are taken, a thing lies at most [`WINDOW`] slots behind its home, and the table doubles only
//! when something new comes. When it may not hold more, the least worthy thing near the new one's home gives way, so that
//! neither memory nor the time of a look-up ever goes beyond its bound.

use super::geometry::NOWHERE;
use alloc::vec::Vec;

/// Farthest that anything lies behind its home.
pub(super) const WINDOW: usize = 32;
/// To give up something, the next so many things from a home on are compared …
const COMPARED: usize = 24;
/// … as far as they lie within so many slots.
const SEARCHED: usize = 8 * WINDOW;

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
        // Most are at home or not there at all.
        let at = mix(key) & (self.slots.len() - 1);
        match self.slots[at].key() {
            there if there == key => Some(at),
            NOWHERE => None,
            _ => self.find_behind(key, at),
        }
    }

    #[inline(never)]
    fn find_behind(&self, key: u64, home: usize) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut window = (1..WINDOW).map(|step| (home + step) & mask);
        window.find(|at| [key, NOWHERE].contains(&self.slots[*at].key())).filter(|at| self.slots[*at].key() == key)
    }

    /// The slot with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<&S> {
        self.find(key).map(|at| &self.slots[at])
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

    /// The least worthy of the next ones from a key's home on; the smaller key at ties.
    fn least(&self, key: u64, keeper: &impl Keeper<S>) -> Option<usize> {
        let (mask, home) = (self.slots.len() - 1, mix(key));
        let slots = (0..SEARCHED.min(self.slots.len())).map(|step| home.wrapping_add(step) & mask);
        let near = slots.filter(|at| self.slots[*at].key() != NOWHERE).take(COMPARED);
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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use proptest::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Thing {
        key: u64,
        worth: u16,
    }

    impl Slot for Thing {
        const VACANT: Self = Self { key: NOWHERE, worth: 0 };
        fn key(&self) -> u64 {
            self.key
        }
    }

    /// What was given up.
    #[derive(Default)]
    struct Gone(Vec<Thing>);

    impl Keeper<Thing> for Gone {
        fn worth(&self, slot: &Thing) -> f32 {
            slot.worth.into()
        }
        fn dismiss(&mut self, slot: &Thing) {
            self.0.push(*slot);
        }
    }

    proptest! {
        #[test]
        fn what_was_put_in_and_not_given_up_is_found(
            things in prop::collection::vec((0u64..2000, any::<u16>()), 1..800),
            limit in 1usize..500,
        ) {
            let (mut table, mut gone, mut all) = (Table::<Thing>::new(limit), Gone::default(), BTreeMap::new());
            for (key, worth) in things {
                match table.find(key) {
                    Some(at) => prop_assert_eq!(table.slot(at).key, key),
                    None => {
                        prop_assert!(!all.contains_key(&key));
                        let placed = table.insert(Thing { key, worth }, false, &mut gone);
                        for thing in gone.0.drain(..) {
                            prop_assert_eq!(all.remove(&thing.key), Some(thing.worth));
                        }
                        if let Some(at) = placed {
                            prop_assert_eq!(table.slot(at).key, key);
                            all.insert(key, worth);
                        }
                    }
                }
                prop_assert!(table.is_sound() && table.len() == all.len() && table.len() <= limit);
            }
            for (key, worth) in &all {
                prop_assert_eq!(table.find(*key).map(|at| table.slot(at).worth), Some(*worth));
            }
        }
    }

    #[test]
    fn the_least_worthy_nearby_gives_way() {
        let (mut table, mut gone) = (Table::new(40), Gone::default());
        for key in 0..40 {
            table.insert(Thing { key, worth: 100 + key as u16 }, false, &mut gone);
        }
        for key in 40..80 {
            table.insert(Thing { key, worth: 1000 }, false, &mut gone).unwrap();
        }
        assert_eq!((table.len(), gone.0.len()), (40, 40));
        let first: u32 = gone.0[..20].iter().map(|t| u32::from(t.worth)).sum();
        let last: u32 = gone.0[20..].iter().map(|t| u32::from(t.worth)).sum();
        assert!(first < last && gone.0[0].worth < 120, "{:?}", gone.0);
    }

    #[test]
    fn keys_that_all_want_the_same_place_cost_no_more_than_a_window() {
        // Keys found by search whose homes agree in the lowest 16 bits.
        let mut same = (0u64..).filter(|key| mix(*key) & 0xffff == 7).take(200);
        let (mut table, mut gone) = (Table::new(10_000), Gone::default());
        let keys: Vec<u64> = same.by_ref().collect();
        for (i, key) in keys.iter().enumerate() {
            table.insert(Thing { key: *key, worth: i as u16 }, false, &mut gone).unwrap();
        }
        assert_eq!(table.len(), WINDOW);
        assert!(table.is_sound() && table.find(keys[199]).is_some());
        assert_eq!(gone.0.len(), 200 - WINDOW);
    }
}
