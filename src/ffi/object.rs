//! An object behind a handle: many readers or one writer, never waiting.

use super::error::{Outcome, fail};
use super::handle::Kind;
use super::status::*;
use core::mem::ManuallyDrop;
use core::ops::{Deref, DerefMut};
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::sync::Arc;

/// What a handle refers to. Locks are only ever tried: contention is `ANT_ERROR_BUSY`, so nothing can deadlock (and the lock
/// library never allocates its parking table).
pub(super) struct Object<T> {
    lock: RwLock<T>,
    poisoned: AtomicBool,
    /// Objects that rely on this one staying as it is, beyond a single call.
    pins: AtomicU32,
}

impl<T> Object<T> {
    pub(super) fn new(value: T) -> Self {
        Self { lock: RwLock::new(value), poisoned: AtomicBool::new(false), pins: AtomicU32::new(0) }
    }

    /// Whether a panic left it in an unknown state.
    pub(super) fn is_poisoned(&self) -> bool {
        self.poisoned.load(Ordering::Acquire)
    }

    fn check_poison(&self, kind: &str) -> Outcome<()> {
        if self.is_poisoned() {
            return Err(fail!(
                ANT_ERROR_POISONED,
                "the {kind} was left in an unknown state by an earlier internal error and can only be destroyed"
            ));
        }
        Ok(())
    }

    /// For a const call. A panic during it poisons the object.
    pub(super) fn read(&self, kind: &str) -> Outcome<Reading<'_, T>> {
        Ok(Reading { guard: ManuallyDrop::new(self.read_from_other(kind)?), poison: Poison::new(&self.poisoned) })
    }

    /// For a call on another object that depends on this one and cannot have changed it: a panic does not poison it.
    pub(super) fn read_from_other(&self, kind: &str) -> Outcome<RwLockReadGuard<'_, T>> {
        let guard = self.lock.try_read().ok_or_else(|| busy(kind, "being changed"))?;
        self.check_poison(kind)?;
        Ok(guard)
    }

    /// For a mutating call.
    pub(super) fn write(&self, kind: &str) -> Outcome<Writing<'_, T>> {
        let guard = self.lock.try_write().ok_or_else(|| busy(kind, "in use"))?;
        self.check_poison(kind)?;
        // Pins are only set while the lock is held for reading, so this cannot miss one.
        if self.pins.load(Ordering::Acquire) != 0 {
            return Err(busy(kind, "held by a map between step_begin and step_end"));
        }
        Ok(Writing { guard: ManuallyDrop::new(guard), poison: Poison::new(&self.poisoned) })
    }
}

#[cold]
#[inline(never)]
fn busy(kind: &str, why: &str) -> super::error::Fail {
    fail!(ANT_ERROR_BUSY, "the {kind} is {why}; try again")
}

/// Keeps an object from being changed until dropped. Made while the object is held for reading.
pub(super) struct Pin<K: Kind>(Arc<K>);

impl<K: Kind> Pin<K> {
    pub(super) fn new(owner: &Arc<K>, _held: &RwLockReadGuard<'_, K::State>) -> Self {
        owner.object().pins.fetch_add(1, Ordering::AcqRel);
        Self(owner.clone())
    }
}

impl<K: Kind> Drop for Pin<K> {
    fn drop(&mut self) {
        self.0.object().pins.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Shared access by a const call.
pub(super) struct Reading<'a, T> {
    poison: Poison<'a>,
    guard: ManuallyDrop<RwLockReadGuard<'a, T>>,
}

/// Exclusive access by a mutating call.
pub(super) struct Writing<'a, T> {
    poison: Poison<'a>,
    guard: ManuallyDrop<RwLockWriteGuard<'a, T>>,
}

impl<T> Drop for Reading<'_, T> {
    // Never inlined: every export ends here, on each of its ways out.
    #[inline(never)]
    fn drop(&mut self) {
        self.poison.settle();
        // SAFETY: the guard is touched nowhere after this.
        unsafe { ManuallyDrop::drop(&mut self.guard) }
    }
}

impl<T> Drop for Writing<'_, T> {
    #[inline(never)]
    fn drop(&mut self) {
        self.poison.settle();
        // SAFETY: the guard is touched nowhere after this.
        unsafe { ManuallyDrop::drop(&mut self.guard) }
    }
}

impl<T> Deref for Reading<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.guard
    }
}

impl<T> Deref for Writing<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.guard
    }
}

impl<T> DerefMut for Writing<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.guard
    }
}

/// Poisons when settled during a panic that began after it was made (a Rust host may call in while it unwinds itself: then there is
/// nothing to tell).
struct Poison<'a>(Option<&'a AtomicBool>);

impl<'a> Poison<'a> {
    fn new(poisoned: &'a AtomicBool) -> Self {
        Self((!std::thread::panicking()).then_some(poisoned))
    }

    /// Before the lock is given back: nobody gets it before the poison is seen.
    fn settle(&self) {
        if let Some(poisoned) = self.0
            && std::thread::panicking()
        {
            poisoned.store(true, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::guard::guard;
    use super::*;

    #[test]
    fn readers_share_and_a_writer_is_alone() {
        let object = Object::new(1);
        let (a, b) = (object.read("thing").unwrap(), object.read("thing").unwrap());
        assert_eq!((*a, *b), (1, 1));
        assert_eq!(object.write("thing").err().unwrap().status, ANT_ERROR_BUSY);
        drop((a, b));
        let mut w = object.write("thing").unwrap();
        *w = 2;
        assert_eq!(object.read("thing").err().unwrap().status, ANT_ERROR_BUSY);
    }

    #[test]
    fn a_panic_poisons_the_object_that_was_held() {
        for write in [false, true] {
            let (object, other) = (Object::new(1), Object::new(2));
            let status = guard("test", || {
                let _other = other.read_from_other("other")?;
                if write {
                    let _held = object.write("thing")?;
                    panic!("while writing");
                }
                let _held = object.read("thing")?;
                panic!("while reading");
            });
            assert_eq!(status, ANT_ERROR_INTERNAL);
            assert_eq!(object.read("thing").err().unwrap().status, ANT_ERROR_POISONED);
            assert_eq!(object.write("thing").err().unwrap().status, ANT_ERROR_POISONED);
            assert!(other.write("other").is_ok(), "what was only read from elsewhere is unharmed");
        }
    }

    struct Thing(Object<i32>);

    impl Kind for Thing {
        const KIND: u8 = 200;
        const NAME: &'static str = "thing";
        type State = i32;
        fn object(&self) -> &Object<i32> {
            &self.0
        }
    }

    #[test]
    fn a_pinned_object_is_not_changed() {
        let thing = Arc::new(Thing(Object::new(1)));
        let pin = Pin::new(&thing, &thing.0.read_from_other("thing").unwrap());
        assert_eq!(thing.0.write("thing").err().unwrap().status, ANT_ERROR_BUSY);
        assert!(thing.0.read("thing").is_ok());
        drop(pin);
        assert!(thing.0.write("thing").is_ok());
    }
}
