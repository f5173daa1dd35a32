//! Snapshots of the host's state: a bounded number, in fixed slots, denser the newer they are.

use crate::base::time::Nanos;
use alloc::vec;
use alloc::vec::Vec;

/// One snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Snapshot {
    /// How many events of the log its state has behind it.
    pub(super) after: usize,
    /// Time of the last of them.
    pub(super) time: Nanos,
    pub(super) slot: u32,
    pub(super) len: u32,
}

/// Snapshots in the order of the events behind them. The first one, the base, has none: every other event of the log can be
/// executed from it.
#[derive(Clone, Debug)]
pub(super) struct Snapshots {
    list: Vec<Snapshot>,
    slots: u32,
    stride: usize,
    states: Vec<u8>,
}

impl Snapshots {
    pub(super) fn new(slots: u32, max_state: u32) -> Self {
        let stride = max_state as usize;
        Self { list: Vec::with_capacity(slots as usize), slots, stride, states: vec![0; slots as usize * stride] }
    }

    pub(super) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<Snapshot>() + self.states.capacity()
    }

    pub(super) fn list(&self) -> &[Snapshot] {
        &self.list
    }

    pub(super) fn last(&self) -> Option<&Snapshot> {
        self.list.last()
    }

    /// Events behind the newest snapshot that does not contain event `index`.
    pub(super) fn start_for(&self, index: usize) -> usize {
        let fitting = self.list.partition_point(|s| s.after <= index);
        self.list[..fitting].last().map_or(0, |s| s.after)
    }

    /// Drops the snapshots that contain event `index`.
    pub(super) fn invalidate(&mut self, index: usize) {
        self.list.truncate(self.list.partition_point(|s| s.after <= index));
    }

    /// Makes the newest snapshot with at most `most` events behind it the base. Returns how many events that leaves behind.
    pub(super) fn rebase(&mut self, most: usize) -> usize {
        let fitting = self.list.partition_point(|s| s.after <= most);
        self.rebase_to(fitting.saturating_sub(1))
    }

    /// Makes the second snapshot the base, if there is one. Returns how many events that leaves behind.
    pub(super) fn forget_base(&mut self) -> usize {
        self.rebase_to(self.list.len().min(2).saturating_sub(1))
    }

    fn rebase_to(&mut self, base: usize) -> usize {
        let behind = self.list.get(base).map_or(0, |s| s.after);
        self.list.drain(..base);
        for snapshot in &mut self.list {
            snapshot.after -= behind;
        }
        behind
    }

    /// A slot for a snapshot with `after` events behind it. When all are taken, the one whose loss stretches the distances least,
    /// measured by its age, gives its slot: so distances grow in proportion to age, and their number with its logarithm. The base
    /// is not given, nor `kept`, which is about to be restored, nor the one after the base if another will do: that is the next
    /// base, and so the log never reaches back further than two windows.
    pub(super) fn make_room(&mut self, after: usize, kept: Option<u32>) -> u32 {
        if self.list.len() == self.slots as usize {
            let stretched = |i: usize| {
                let next = self.list.get(i + 1).map_or(after, |s| s.after);
                let gap = (next - self.list[i - 1].after) as u128;
                (gap, (after - self.list[i].after) as u128)
            };
            let mut least: Option<usize> = None;
            for i in (2..self.list.len()).filter(|i| Some(self.list[*i].slot) != kept) {
                let (gap, age) = stretched(i);
                // gap / age compared without division; the older one stays when equal.
                if least.map(stretched).is_none_or(|(least_gap, least_age)| gap * least_age <= least_gap * age) {
                    least = Some(i);
                }
            }
            // There are at least three, and what is restored is the newest.
            self.list.remove(least.unwrap_or(1));
        }
        // At most `slots` snapshots: the search is short, and the same everywhere.
        (0..self.slots).find(|slot| self.list.iter().all(|s| s.slot != *slot)).expect("one was made free")
    }

    /// Adds the newest snapshot; its state is in its slot.
    pub(super) fn push(&mut self, snapshot: Snapshot) {
        self.list.push(snapshot);
    }

    /// Memory of a slot.
    pub(super) fn buffer(&mut self, slot: u32) -> &mut [u8] {
        let at = slot as usize * self.stride;
        &mut self.states[at..at + self.stride]
    }

    /// State in a slot that is taken.
    pub(super) fn state(&self, slot: u32) -> Option<&[u8]> {
        let snapshot = self.list.iter().find(|s| s.slot == slot)?;
        let at = slot as usize * self.stride;
        Some(&self.states[at..at + snapshot.len as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn save(snapshots: &mut Snapshots, after: usize) {
        let slot = snapshots.make_room(after, None);
        snapshots.buffer(slot).copy_from_slice(&(after as u32).to_le_bytes());
        snapshots.push(Snapshot { after, time: after as i64, slot, len: 4 });
    }

    fn afters(snapshots: &Snapshots) -> Vec<usize> {
        snapshots.list().iter().map(|s| s.after).collect()
    }

    #[test]
    fn slots_keep_the_state_they_were_given() {
        let mut snapshots = Snapshots::new(5, 4);
        (0..300).for_each(|after| save(&mut snapshots, after));
        for s in snapshots.list().to_vec() {
            assert_eq!(snapshots.state(s.slot).unwrap(), (s.after as u32).to_le_bytes());
        }
        assert_eq!(snapshots.list().len(), 5);
    }

    #[test]
    fn distances_grow_with_age_and_the_overhead_of_going_back_stays_a_fraction() {
        let mut snapshots = Snapshots::new(16, 4);
        for head in 0..5000 {
            save(&mut snapshots, head);
            if head > 100 {
                assert_eq!(snapshots.list()[0].after, 0, "the base stays");
                // 16 snapshots for 5,000 events: going back executes at most two and a half times as many again.
                for late in [1, 10, 100, 1000] {
                    let target = head.saturating_sub(late);
                    let again = head - snapshots.start_for(target);
                    assert!(again <= 5 * late / 2 + 4, "head {head}, late {late}: {again}");
                }
            }
        }
    }

    #[test]
    fn the_snapshot_to_be_restored_keeps_its_slot() {
        let mut snapshots = Snapshots::new(3, 4);
        [0, 100, 101].iter().for_each(|after| save(&mut snapshots, *after));
        let newest = snapshots.list()[2].slot;
        let mut free_choice = snapshots.clone();
        free_choice.make_room(110, None);
        assert_eq!(afters(&free_choice), [0, 100], "the newest stretches least");
        assert_ne!(snapshots.make_room(110, Some(newest)), newest);
        assert_eq!(afters(&snapshots), [0, 101]);
    }

    #[test]
    fn snapshots_that_contain_an_event_go_with_it() {
        let mut snapshots = Snapshots::new(8, 4);
        [0, 4, 8, 12].iter().for_each(|after| save(&mut snapshots, *after));
        assert_eq!((snapshots.start_for(8), snapshots.start_for(7)), (8, 4));
        snapshots.invalidate(8);
        assert_eq!(afters(&snapshots), [0, 4, 8]);
        snapshots.invalidate(7);
        assert_eq!(afters(&snapshots), [0, 4]);
    }

    #[test]
    fn a_new_base_counts_from_itself() {
        let mut snapshots = Snapshots::new(8, 4);
        [0, 4, 8, 12].iter().for_each(|after| save(&mut snapshots, *after));
        assert_eq!((snapshots.rebase(3), snapshots.rebase(9)), (0, 8));
        assert_eq!(afters(&snapshots), [0, 4]);
        assert_eq!((snapshots.forget_base(), snapshots.forget_base()), (4, 0));
        assert_eq!(afters(&snapshots), [0]);
    }
}
