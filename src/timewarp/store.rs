//! Where events lie: fixed places, so that nothing is allocated once the log is made.

use super::event::{Event, EventId, Outcome};
use crate::base::hash::hash_bytes;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// An event, or a cancellation (which has no payload).
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) id: EventId,
    /// Hash of the payload.
    pub(super) hash: u64,
    payload_len: u32,
    /// The outcome that the host knows of.
    pub(super) told: Outcome,
    /// The outcome of its last execution.
    pub(super) current: Outcome,
}

const EMPTY: Entry = Entry {
    id: EventId { time: 0, source: 0, sequence: 0 },
    hash: 0,
    payload_len: 0,
    told: Outcome::NONE,
    current: Outcome::NONE,
};

/// An event with the hash of its content, ready to be compared.
#[derive(Clone, Copy)]
pub(super) struct Candidate<'a> {
    event: &'a Event<'a>,
    hash: u64,
}

impl<'a> Candidate<'a> {
    pub(super) fn new(event: &'a Event<'a>) -> Self {
        Self { event, hash: hash_bytes(event.payload) }
    }
}

/// Events by place.
#[derive(Clone, Debug)]
pub(super) struct Store {
    entries: Vec<Entry>,
    payloads: Vec<u8>,
    stride: usize,
    /// Free places, the next one last.
    free: Vec<u32>,
}

impl Store {
    pub(super) fn new(max_events: u32, max_payload: u32) -> Self {
        let (places, stride) = (max_events as usize, max_payload as usize);
        Self {
            entries: vec![EMPTY; places],
            payloads: vec![0; places * stride],
            stride,
            free: (0..max_events).rev().collect(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.payloads.capacity() + self.free.capacity() * 4
    }

    pub(super) fn is_full(&self) -> bool {
        self.free.is_empty()
    }

    /// Takes a free place; the caller has checked that there is one and that the payload fits.
    pub(super) fn add(&mut self, new: Candidate<'_>) -> u32 {
        let slot = self.free.pop().expect("a free place was checked for");
        let Event { id, payload } = *new.event;
        self.entries[slot as usize] = Entry { id, hash: new.hash, payload_len: payload.len() as u32, ..EMPTY };
        let at = slot as usize * self.stride;
        self.payloads[at..at + payload.len()].copy_from_slice(payload);
        slot
    }

    pub(super) fn remove(&mut self, slot: u32) {
        self.free.push(slot);
    }

    pub(super) fn get(&self, slot: u32) -> &Entry {
        &self.entries[slot as usize]
    }

    pub(super) fn get_mut(&mut self, slot: u32) -> &mut Entry {
        &mut self.entries[slot as usize]
    }

    pub(super) fn event(&self, slot: u32) -> Event<'_> {
        let (entry, at) = (self.get(slot), slot as usize * self.stride);
        Event { id: entry.id, payload: &self.payloads[at..at + entry.payload_len as usize] }
    }

    /// Place of a kept event relative to another in the order of execution.
    pub(super) fn compare(&self, slot: u32, other: Candidate<'_>) -> Ordering {
        let entry = self.get(slot);
        let names = entry.id.cmp(&other.event.id).then(entry.hash.cmp(&other.hash));
        // Two contents with one hash: rare, but still of one order for everybody.
        names.then_with(|| self.event(slot).payload.cmp(other.event.payload))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_breaks_ties_by_hash_and_equal_hashes_by_bytes() {
        let id = EventId { time: 3, source: 1, sequence: 4 };
        let (a, b) = (Event { id, payload: b"left" }, Event { id, payload: b"right" });
        let mut store = Store::new(4, 8);
        let slot = store.add(Candidate::new(&a));
        assert_eq!(store.compare(slot, Candidate::new(&a)), Ordering::Equal);
        let by_hash = hash_bytes(b"left").cmp(&hash_bytes(b"right"));
        assert_eq!(store.compare(slot, Candidate::new(&b)), by_hash);
        let collision = Candidate { event: &b, hash: hash_bytes(b"left") };
        assert_eq!(store.compare(slot, collision), Ordering::Less);
    }

    #[test]
    fn places_are_reused_and_keep_their_own_payload() {
        let event = |sequence, payload| Event { id: EventId { sequence, ..EventId::default() }, payload };
        let mut store = Store::new(2, 3);
        let first = store.add(Candidate::new(&event(1, b"abc")));
        let second = store.add(Candidate::new(&event(2, b"de")));
        assert!(store.is_full());
        store.remove(first);
        assert_eq!(store.add(Candidate::new(&event(3, b""))), first);
        assert_eq!((store.event(first).payload, store.event(second).payload), (&b""[..], &b"de"[..]));
    }
}
