//! Handles: 64-bit values that refer to objects without being pointers.
//!
//! Bits: index + 1 (24) | kind (8) | generation (32); zero is null. Generations start at a number that differs from load to load,
//! so that a handle of another copy of the library is refused too, grow with each reuse of a place and never wrap: a place whose
//! generation is used up is retired.
//!
//! The places are static memory that the system provides only when touched: there is nothing to free when the last object goes,
//! and a lookup can never meet memory that another thread frees. Each place has its own lock, held for the few nanoseconds in
//! which the reference is copied, so it is waited for by spinning.

use super::error::{Outcome, fail};
use super::object::{Object, Reading, Writing};
use super::status::*;
use core::any::Any;
use core::mem::ManuallyDrop;
use core::ops::Deref;
use core::sync::atomic::{AtomicU32, Ordering};
use parking_lot::{Mutex, RwLock, RwLockReadGuard};
use std::sync::Arc;
use std::vec::Vec;

/// Objects that may be alive at once (2 MB of address space).
const CAPACITY: usize = 1 << 16;
/// Bits of an index.
const INDEX_BITS: u32 = 24;
const INDEX_MASK: u64 = (1 << INDEX_BITS) - 1;

type Reference = Arc<dyn Held>;

struct Place {
    /// 0 = never used, or retired.
    generation: u32,
    /// Index + 1 of the next free place.
    next_free: u32,
    object: Option<Reference>,
}

struct Books {
    /// Index + 1 of the place freed last.
    free: u32,
    /// Places used at least once.
    touched: u32,
}

struct Table<const N: usize> {
    places: [RwLock<Place>; N],
    books: Mutex<Books>,
}

static TABLE: Table<CAPACITY> = Table::new();

/// Tries until it works; what is waited for takes nanoseconds.
pub(super) fn spin<T>(mut attempt: impl FnMut() -> Option<T>) -> T {
    let mut tries = 0u32;
    loop {
        if let Some(value) = attempt() {
            return value;
        }
        tries += 1;
        if tries.is_multiple_of(64) {
            std::thread::yield_now();
        } else {
            core::hint::spin_loop();
        }
    }
}

/// Differs from load to load; never influences what is simulated.
fn first_generation(index: u32) -> u32 {
    static SEED: AtomicU32 = AtomicU32::new(0);
    let mut seed = SEED.load(Ordering::Relaxed);
    if seed == 0 {
        let time =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |t| t.as_nanos() as u64);
        let place = (&raw const SEED) as u64 ^ ((&raw const seed) as u64).rotate_left(32);
        let mixed = crate::base::hash::StableHasher::new().u64(time).u64(place).finish() as u32 | 1;
        seed = match SEED.compare_exchange(0, mixed, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => mixed,
            Err(other) => other,
        };
    }
    // At most half of the range, so that every place can be reused two thousand million times; never 0.
    (seed ^ index.wrapping_mul(0x9e37_79b9)) >> 1 | 1
}

impl<const N: usize> Table<N> {
    const fn new() -> Self {
        Self {
            places: [const { RwLock::new(Place { generation: 0, next_free: 0, object: None }) }; N],
            books: Mutex::new(Books { free: 0, touched: 0 }),
        }
    }

    fn insert(&self, object: Reference) -> Option<u64> {
        let mut books = spin(|| self.books.try_lock());
        let index = if books.free != 0 {
            books.free - 1
        } else if (books.touched as usize) < N {
            books.touched += 1;
            books.touched - 1
        } else {
            return None;
        };
        let mut place = spin(|| self.places[index as usize].try_write());
        if books.free != 0 {
            books.free = place.next_free;
        }
        if place.generation == 0 {
            place.generation = first_generation(index);
        }
        let id = child_id(index, Tag::kind(object.kind()), place.generation);
        place.object = Some(object);
        Some(id)
    }

    /// The object of a handle of any kind.
    #[inline(never)]
    fn find(&self, id: u64) -> Option<Reference> {
        let kind = kind_of(id);
        let (index, generation) = split_id(id, Tag::kind(kind))?;
        let place = self.places.get(index as usize)?;
        let place = spin(|| place.try_read());
        if place.generation != generation {
            return None;
        }
        place.object.clone().filter(|object| object.kind() == kind)
    }

    #[inline(never)]
    fn remove(&self, id: u64) -> Option<Reference> {
        let kind = kind_of(id);
        let (index, generation) = split_id(id, Tag::kind(kind))?;
        let place = self.places.get(index as usize)?;
        // Books before place, as in `insert`.
        let mut books = spin(|| self.books.try_lock());
        let mut place = spin(|| place.try_write());
        if place.generation != generation || place.object.as_ref().is_none_or(|object| object.kind() != kind) {
            return None;
        }
        let object = place.object.take()?;
        if generation == u32::MAX {
            place.generation = 0;
        } else {
            place.generation += 1;
            place.next_free = books.free;
            books.free = index + 1;
        }
        Some(object)
    }
}

/// Marks the ids that an object hands out, so that other objects refuse them. Not part of any state or hash.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    byte: u8,
    /// Added to generations: objects that share a byte still differ here.
    salt: u32,
}

impl Tag {
    /// The tag of handles: their kind, without salt, because the table's generations are seeded themselves.
    const fn kind(kind: u8) -> Self {
        Self { byte: kind, salt: 0 }
    }

    /// A tag for a new object.
    pub(super) fn next() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        // An odd factor visits all salts, far from each other, before one repeats.
        Self { byte: (number % 255) as u8 + 1, salt: number.wrapping_mul(0x9e37_79b1) }
    }
}

/// An id of something inside an object (entity, door, link): index + 1 (24) | tag of the object (8) | salted generation (32).
pub(super) fn child_id(index: u32, tag: Tag, generation: u32) -> u64 {
    let salted = generation.wrapping_add(tag.salt);
    (u64::from(index) + 1) & INDEX_MASK | u64::from(tag.byte) << INDEX_BITS | u64::from(salted) << 32
}

/// Index and generation of an id, when it has this tag.
#[inline]
pub(super) fn split_id(id: u64, tag: Tag) -> Option<(u32, u32)> {
    let index = (id & INDEX_MASK) as u32;
    let generation = ((id >> 32) as u32).wrapping_sub(tag.salt);
    ((id >> INDEX_BITS) as u8 == tag.byte && index != 0 && generation != 0).then(|| (index - 1, generation))
}

/// The kind that a handle says it has.
fn kind_of(id: u64) -> u8 {
    (id >> INDEX_BITS) as u8
}

/// Elements an object may hand out ids for.
pub(super) const MAX_CHILDREN: u32 = (1 << INDEX_BITS) - 1;

/// What a kind of handle refers to. The functions that all kinds share (`ant_destroy`, `ant_snapshot` …) reach a kind through this
/// trait, so a new kind implements what it has of them and exports none of its own.
pub(super) trait Kind: Any + Send + Sync + Sized {
    /// Number within handles; never reused.
    const KIND: u8;
    /// For messages.
    const NAME: &'static str;
    /// What may be poisoned.
    type State;
    /// The lock around the state.
    fn object(&self) -> &Object<Self::State>;

    /// For a const call.
    fn read(&self) -> Outcome<Reading<'_, Self::State>> {
        self.object().read(Self::NAME)
    }

    /// For a call on another object that depends on this one.
    fn read_from_other(&self) -> Outcome<RwLockReadGuard<'_, Self::State>> {
        self.object().read_from_other(Self::NAME)
    }

    /// For a mutating call.
    fn write(&self) -> Outcome<Writing<'_, Self::State>> {
        self.object().write(Self::NAME)
    }

    /// Bytes of memory it holds, without the objects it uses.
    fn bytes(&self) -> Outcome<u64> {
        Err(lacking(Self::NAME, "count of its bytes"))
    }

    /// Hash of the whole state.
    fn state_hash(&self) -> Outcome<u64> {
        Err(lacking(Self::NAME, "state to hash"))
    }

    /// The whole state.
    fn snapshot(&self) -> Outcome<Vec<u8>> {
        Err(lacking(Self::NAME, "state to write"))
    }

    /// Takes over a state; when it fails nothing has changed.
    fn restore(&self, _bytes: &[u8]) -> Outcome<()> {
        Err(lacking(Self::NAME, "state to take over"))
    }

    /// Moves the origin of coordinates to `shift`, given in the host's frame.
    fn rebase(&self, _shift: [f64; 3]) -> Outcome<()> {
        Err(lacking(Self::NAME, "positions of its own"))
    }
}

#[cold]
#[inline(never)]
fn lacking(name: &str, what: &str) -> super::error::Fail {
    fail!(ANT_ERROR_UNSUPPORTED, "a {name} has no {what}")
}

/// A [`Kind`] whose type is not known: what the table holds, and what the functions for all kinds work on.
pub(super) trait Held: Any + Send + Sync {
    fn kind(&self) -> u8;
    fn name(&self) -> &'static str;
    fn is_poisoned(&self) -> bool;
    fn bytes(&self) -> Outcome<u64>;
    fn state_hash(&self) -> Outcome<u64>;
    fn snapshot(&self) -> Outcome<Vec<u8>>;
    fn restore(&self, bytes: &[u8]) -> Outcome<()>;
    fn rebase(&self, shift: [f64; 3]) -> Outcome<()>;
    /// Panics while the object is held.
    #[cfg(feature = "testing")]
    fn panic_holding(&self, write: bool) -> Outcome;
}

impl<K: Kind> Held for K {
    fn kind(&self) -> u8 {
        K::KIND
    }
    fn name(&self) -> &'static str {
        K::NAME
    }
    fn is_poisoned(&self) -> bool {
        self.object().is_poisoned()
    }
    fn bytes(&self) -> Outcome<u64> {
        Kind::bytes(self)
    }
    fn state_hash(&self) -> Outcome<u64> {
        Kind::state_hash(self)
    }
    fn snapshot(&self) -> Outcome<Vec<u8>> {
        Kind::snapshot(self)
    }
    fn restore(&self, bytes: &[u8]) -> Outcome<()> {
        Kind::restore(self, bytes)
    }
    fn rebase(&self, shift: [f64; 3]) -> Outcome<()> {
        Kind::rebase(self, shift)
    }
    #[cfg(feature = "testing")]
    fn panic_holding(&self, write: bool) -> Outcome {
        let _reading = if write { None } else { Some(self.read()?) };
        let _writing = if write { Some(self.write()?) } else { None };
        panic!("this panic was asked for");
    }
}

/// Gives an object a handle.
pub(super) fn insert<K: Kind>(object: K) -> Outcome<u64> {
    TABLE
        .insert(Arc::new(object))
        .ok_or_else(|| fail!(ANT_ERROR_BUDGET, "{CAPACITY} objects are alive, no more are possible"))
}

#[cold]
#[inline(never)]
fn invalid(name: &str, id: u64) -> super::error::Fail {
    let reason = if id == 0 { "null" } else { "stale, destroyed, of another kind or not from this library" };
    let space = if name.is_empty() { "" } else { " " };
    fail!(ANT_ERROR_INVALID_HANDLE, "the {name}{space}handle {id:#018x} is {reason}")
}

/// An object for the time of a call.
pub(super) struct Resolved<K: Kind>(ManuallyDrop<Arc<K>>);

impl<K: Kind> Resolved<K> {
    /// For what outlives the call.
    pub(super) fn keep(&self) -> Arc<K> {
        (*self.0).clone()
    }
}

impl<K: Kind> Deref for Resolved<K> {
    type Target = K;
    fn deref(&self) -> &K {
        &self.0
    }
}

impl<K: Kind> Drop for Resolved<K> {
    // Never inlined: every export ends here, on each of its ways out.
    #[inline(never)]
    fn drop(&mut self) {
        // SAFETY: the reference is touched nowhere after this.
        unsafe { ManuallyDrop::drop(&mut self.0) }
    }
}

/// The object of a handle.
#[inline(never)]
pub(super) fn resolve<K: Kind>(id: u64) -> Outcome<Resolved<K>> {
    let found = TABLE.find(id).and_then(|found| (found as Arc<dyn Any + Send + Sync>).downcast().ok());
    found.map(|found| Resolved(ManuallyDrop::new(found))).ok_or_else(|| invalid(K::NAME, id))
}

/// The object of a handle of any kind.
pub(super) fn find(id: u64) -> Outcome<Arc<dyn Held>> {
    TABLE.find(id).ok_or_else(|| invalid("", id))
}

/// Ends a handle of any kind at once. Calls that run on the object finish; its memory goes with the last of them.
pub(super) fn destroy(id: u64) -> Outcome {
    TABLE.remove(id).map(|_| ANT_OK).ok_or_else(|| invalid("", id))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> std::boxed::Box<Table<4>> {
        std::boxed::Box::new(Table::new())
    }

    /// Two kinds that differ in nothing else.
    struct Thing<const KIND: u8>(Object<u32>);
    impl<const KIND: u8> Kind for Thing<KIND> {
        const KIND: u8 = KIND;
        const NAME: &'static str = "thing";
        type State = u32;
        fn object(&self) -> &Object<u32> {
            &self.0
        }
        fn state_hash(&self) -> Outcome<u64> {
            Ok((*self.read()?).into())
        }
    }

    fn thing(value: u32) -> Reference {
        Arc::new(Thing::<1>(Object::new(value)))
    }

    fn value(table: &Table<4>, id: u64) -> Option<u32> {
        table.find(id).map(|thing| thing.state_hash().unwrap() as u32)
    }

    #[test]
    fn only_the_exact_handle_opens() {
        let table = table();
        let id = table.insert(Arc::new(Thing::<3>(Object::new(7)))).unwrap();
        assert_eq!(value(&table, id), Some(7));
        for bit in 0..64 {
            assert_eq!(value(&table, id ^ 1 << bit), None, "bit {bit}");
        }
        assert_eq!(value(&table, 0), None, "null");
        assert_eq!(value(&table, u64::MAX), None);
    }

    #[test]
    fn removed_handles_stay_dead_when_their_place_is_reused() {
        let table = table();
        let a = table.insert(thing(1u32)).unwrap();
        assert!(table.remove(a).is_some());
        assert!(table.remove(a).is_none());
        let b = table.insert(thing(2u32)).unwrap();
        assert_eq!((a & INDEX_MASK, b >> 32), (b & INDEX_MASK, (a >> 32) + 1));
        assert_eq!((value(&table, a), value(&table, b)), (None, Some(2)));
    }

    #[test]
    fn a_full_table_says_so_and_recovers() {
        let table = table();
        let ids: std::vec::Vec<_> = (0..4u32).map(|i| table.insert(thing(i)).unwrap()).collect();
        assert!(table.insert(thing(9u32)).is_none());
        table.remove(ids[2]).unwrap();
        table.remove(ids[0]).unwrap();
        let again = [8u32, 9].map(|i| table.insert(thing(i)).unwrap());
        assert_eq!(again.map(|id| id & INDEX_MASK), [1, 3]);
        assert_eq!(value(&table, ids[1]), Some(1));
    }

    #[test]
    fn a_place_whose_generation_is_used_up_is_retired() {
        let table = table();
        let id = table.insert(thing(1u32)).unwrap();
        table.places[0].write().generation = u32::MAX;
        let last = child_id(0, Tag::kind(1), u32::MAX);
        assert_eq!(value(&table, id), None);
        assert!(table.remove(last).is_some());
        let next = table.insert(thing(2u32)).unwrap();
        assert_eq!(next & INDEX_MASK, 2, "the next place");
        assert_eq!(value(&table, last), None);
    }

    #[test]
    fn a_removed_object_lives_until_its_last_user_is_done() {
        let table = table();
        let id = table.insert(thing(1u32)).unwrap();
        let user = table.find(id).unwrap();
        drop(table.remove(id));
        assert_eq!(user.state_hash(), Ok(1));
    }

    #[test]
    fn what_a_kind_lacks_is_refused_by_its_name() {
        let thing = thing(1);
        for lacking in [thing.bytes().err(), thing.snapshot().err(), thing.rebase([0.0; 3]).err()] {
            assert_eq!(lacking.map(|fail| fail.status), Some(ANT_ERROR_UNSUPPORTED));
            assert!(super::super::error::last_error().contains("a thing has no"));
        }
    }

    #[test]
    fn threads_agree_about_who_owns_a_place() {
        let table = table();
        std::thread::scope(|scope| {
            for thread in 0..3u32 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..300 {
                        let id = table.insert(thing(thread * 1000 + i)).unwrap();
                        assert_eq!(value(table, id), Some(thread * 1000 + i));
                        assert!(table.remove(id).is_some());
                        assert_eq!(value(table, id), None);
                    }
                });
            }
        });
    }
}
