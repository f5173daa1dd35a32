//! Generational arena with a deterministic (last in, first out) free list, so that ids after a restore are identical.

use super::error::{Error, Result};
use super::serial::{Reader, Writer};
use alloc::vec::Vec;

/// Index and generation of an element; a removed element's id never becomes valid again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArenaId {
    /// Place in the arena.
    pub index: u32,
    /// How often the place has been reused, from 1.
    pub generation: u32,
}

#[derive(Clone, Debug)]
struct Slot<T> {
    generation: u32,
    value: Option<T>,
}

/// Elements by [`ArenaId`]; iteration is in index order.
#[derive(Clone, Debug)]
pub struct Arena<T> {
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
    len: usize,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self { slots: Vec::new(), free: Vec::new(), len: 0 }
    }
}

impl<T> Arena<T> {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes of heap memory held.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot<T>>() + self.free.capacity() * 4
    }

    /// Puts an element in the most recently freed place, or a new one.
    pub fn insert(&mut self, value: T) -> ArenaId {
        self.len += 1;
        if let Some(index) = self.free.pop() {
            let slot = &mut self.slots[index as usize];
            slot.value = Some(value);
            return ArenaId { index, generation: slot.generation };
        }
        let index = self.slots.len() as u32;
        self.slots.push(Slot { generation: 1, value: Some(value) });
        // Keeps `remove` free of allocation.
        self.free.reserve(self.slots.len() - self.free.len());
        ArenaId { index, generation: 1 }
    }

    /// Takes an element out; its id is dead from now on. A place whose generation is used up is retired.
    pub fn remove(&mut self, id: ArenaId) -> Option<T> {
        let slot = self.slots.get_mut(id.index as usize).filter(|s| s.generation == id.generation)?;
        let value = slot.value.take()?;
        self.len -= 1;
        if slot.generation < u32::MAX {
            slot.generation += 1;
            self.free.push(id.index);
        }
        Some(value)
    }

    /// The element, if the id is alive.
    #[inline]
    pub fn get(&self, id: ArenaId) -> Option<&T> {
        self.slots.get(id.index as usize).filter(|s| s.generation == id.generation)?.value.as_ref()
    }

    /// The element, if the id is alive.
    #[inline]
    pub fn get_mut(&mut self, id: ArenaId) -> Option<&mut T> {
        self.slots.get_mut(id.index as usize).filter(|s| s.generation == id.generation)?.value.as_mut()
    }

    /// All elements in index order.
    pub fn iter(&self) -> impl Iterator<Item = (ArenaId, &T)> {
        self.slots
            .iter()
            .enumerate()
            .filter_map(|(i, s)| s.value.as_ref().map(|v| (ArenaId { index: i as u32, generation: s.generation }, v)))
    }

    /// All elements in index order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (ArenaId, &mut T)> {
        self.slots.iter_mut().enumerate().filter_map(|(i, s)| {
            let generation = s.generation;
            s.value.as_mut().map(|v| (ArenaId { index: i as u32, generation }, v))
        })
    }

    /// Writes places, generations and the free list exactly; `element` writes one value.
    pub fn write(&self, w: &mut Writer, mut element: impl FnMut(&mut Writer, &T)) {
        w.u64(self.slots.len() as u64);
        for slot in &self.slots {
            w.u32(slot.generation).u8(slot.value.is_some() as u8);
            if let Some(value) = &slot.value {
                element(w, value);
            }
        }
        w.u64(self.free.len() as u64);
        for index in &self.free {
            w.u32(*index);
        }
    }

    /// Reads what [`Arena::write`] wrote; refuses anything inconsistent, and more than `most` places, vacant ones included, before
    /// anything is allocated for them.
    pub fn read(
        r: &mut Reader<'_>,
        most: usize,
        mut element: impl FnMut(&mut Reader<'_>) -> Result<T>,
    ) -> Result<Self> {
        let n = r.count(5)?;
        if n > most {
            return Err(Error::budget(alloc::format!("snapshot has an arena of {n} places, {most} are allowed here")));
        }
        let mut arena = Self { slots: Vec::with_capacity(n), free: Vec::with_capacity(n), len: 0 };
        for _ in 0..n {
            let generation = r.u32()?;
            let value = match r.u8()? {
                0 => None,
                1 => Some(element(r)?),
                other => return Err(Error::corrupt(alloc::format!("arena slot state {other} is unknown"))),
            };
            arena.len += value.is_some() as usize;
            if generation == 0 {
                return Err(Error::corrupt("arena slot has generation 0"));
            }
            arena.slots.push(Slot { generation, value });
        }
        let mut seen = alloc::vec![false; n];
        for _ in 0..r.count(4)? {
            let index = r.u32()?;
            let fits = arena.slots.get(index as usize).is_some_and(|s| s.value.is_none());
            if !fits || core::mem::replace(&mut seen[index as usize], true) {
                return Err(Error::corrupt(alloc::format!("arena free list names place {index} wrongly")));
            }
            arena.free.push(index);
        }
        Ok(arena)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removed_ids_stay_dead() {
        let mut arena = Arena::new();
        let a = arena.insert('a');
        assert_eq!(arena.remove(a), Some('a'));
        assert_eq!(arena.remove(a), None);
        let b = arena.insert('b');
        assert_eq!(b.index, a.index);
        assert_eq!(arena.get(a), None);
        assert_eq!(arena.get(b), Some(&'b'));
    }

    #[test]
    fn a_restored_arena_hands_out_the_same_ids() {
        let mut arena = Arena::new();
        let ids: Vec<_> = (0..5u32).map(|i| arena.insert(i)).collect();
        arena.remove(ids[3]);
        arena.remove(ids[1]);
        let mut w = Writer::new();
        arena.write(&mut w, |w, v| {
            w.u32(*v);
        });
        let bytes = w.seal(*b"AREN", 1);
        let mut r = Reader::open(&bytes, *b"AREN", 1).unwrap();
        let mut copy = Arena::read(&mut r, 5, |r| r.u32()).unwrap();
        r.finish().unwrap();
        let mut r = Reader::open(&bytes, *b"AREN", 1).unwrap();
        assert_eq!(Arena::read(&mut r, 4, |r| r.u32()).unwrap_err().kind, crate::base::ErrorKind::Budget);
        assert_eq!(arena.insert(9), copy.insert(9));
        assert_eq!(arena.insert(8), copy.insert(8));
        assert_eq!(arena.insert(7), copy.insert(7));
        assert!(arena.iter().eq(copy.iter()));
    }
}
