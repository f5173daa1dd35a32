//! The host's allocator (feature `plugin`: the shipped cdylib and staticlib; a Rust library must not choose its host's).
//!
//! One counter holds the bytes in use. `ant_set_allocator` locks it while it is zero, and whoever allocates adds to it first, so an
//! allocator can never be exchanged under a block that came from it, not even by a race.

use super::arg::export;
use super::error::fail;
use super::status::*;
use core::ffi::c_void;

/// Returns memory of this size and alignment (a power of two), or null: then the process aborts, as Rust does when memory ends.
/// Called on any thread.
pub type AntAllocate = Option<unsafe extern "C" fn(size: u64, align: u64, user: *mut c_void) -> *mut c_void>;
/// Takes back memory of AntAllocate, with the same size and alignment. Called on any thread.
pub type AntFree = Option<unsafe extern "C" fn(pointer: *mut c_void, size: u64, align: u64, user: *mut c_void)>;

/// Sets where all memory of the library comes from; null for both = the system. Only while no byte is in use (no object alive, no call
/// running), else ANT_ERROR_STATE. ANT_ERROR_UNSUPPORTED in builds without the allocator hook. Any thread.
/// allocate: [opt] together with release
/// release: [opt] together with allocate
/// user: [opt] passed back to both
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_set_allocator(allocate: AntAllocate, release: AntFree, user: *mut c_void) -> AntStatus {
    super::guard::guard("ant_set_allocator", move || {
        let pair = match (allocate, release) {
            (Some(allocate), Some(release)) => Some((allocate, release)),
            (None, None) => None,
            _ => {
                return Err(fail!(
                    ANT_ERROR_NULL_POINTER,
                    "`allocate` and `release` must both be given or both be null"
                ));
            }
        };
        hook::set(pair, user)
    })
}

/// Bytes the library holds now, of all objects together: 0 when nothing is alive. ANT_ERROR_UNSUPPORTED in builds without the allocator
/// hook (each object can still be asked with ant_bytes and the like). Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_bytes_in_use(out_bytes: *mut u64) -> AntStatus {
    export!("ant_bytes_in_use", |c| {
        let out = c.out(out_bytes, "out_bytes")?;
        out.write(hook::in_use()?);
        Ok(ANT_OK)
    })
}

type Allocate = unsafe extern "C" fn(u64, u64, *mut c_void) -> *mut c_void;
type Release = unsafe extern "C" fn(*mut c_void, u64, u64, *mut c_void);

#[cfg(not(feature = "plugin"))]
mod hook {
    use super::super::error::{Fail, Outcome};
    use super::*;

    fn unsupported() -> Fail {
        fail!(ANT_ERROR_UNSUPPORTED, "this build has no allocator hook (cargo feature `plugin`)")
    }

    pub(super) fn set(_pair: Option<(Allocate, Release)>, _user: *mut c_void) -> Outcome {
        Err(unsupported())
    }

    pub(super) fn in_use() -> Outcome<u64> {
        Err(unsupported())
    }
}

#[cfg(feature = "plugin")]
mod hook {
    use super::super::error::Outcome;
    use super::super::handle::spin;
    use super::*;
    use core::alloc::{GlobalAlloc, Layout};
    use core::cell::UnsafeCell;
    use core::sync::atomic::{AtomicU64, Ordering};
    use std::alloc::System;

    /// Set in the counter while the allocator is exchanged.
    const EXCHANGING: u64 = 1 << 63;

    struct Counting {
        bytes: AtomicU64,
        hooks: UnsafeCell<Option<(Allocate, Release, *mut c_void)>>,
    }

    // SAFETY: `hooks` is written only while `bytes` is exactly EXCHANGING, and read only after having added to `bytes` and seen
    // EXCHANGING gone, or before subtracting from it; so never at the same time.
    unsafe impl Sync for Counting {}

    #[global_allocator]
    static MEMORY: Counting = Counting { bytes: AtomicU64::new(0), hooks: UnsafeCell::new(None) };

    impl Counting {
        fn hooks(&self) -> Option<(Allocate, Release, *mut c_void)> {
            // SAFETY: callers hold bytes in the counter, so nobody writes; see above.
            unsafe { *self.hooks.get() }
        }

        fn enter(&self, size: usize) {
            if self.bytes.fetch_add(size as u64, Ordering::Acquire) & EXCHANGING != 0 {
                spin(|| (self.bytes.load(Ordering::Acquire) & EXCHANGING == 0).then_some(()));
            }
        }

        fn leave(&self, size: usize) {
            self.bytes.fetch_sub(size as u64, Ordering::Release);
        }
    }

    // SAFETY: memory comes from the host's functions, which promise what `GlobalAlloc` asks for, or from the system's allocator.
    unsafe impl GlobalAlloc for Counting {
        // Neither is inlined: they would stand at every place where something is allocated or dropped.
        #[inline(never)]
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            self.enter(layout.size());
            let pointer = match self.hooks() {
                // SAFETY: the host's function, called as documented.
                Some((allocate, _, user)) => unsafe {
                    allocate(layout.size() as u64, layout.align() as u64, user).cast()
                },
                // SAFETY: the caller's promise is passed on.
                None => unsafe { System.alloc(layout) },
            };
            if pointer.is_null() {
                self.leave(layout.size());
            }
            pointer
        }

        #[inline(never)]
        unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
            match self.hooks() {
                // SAFETY: the block came from `allocate` of the same hooks, which cannot have changed while it lived.
                Some((_, release, user)) => unsafe {
                    release(pointer.cast(), layout.size() as u64, layout.align() as u64, user);
                },
                // SAFETY: the caller's promise is passed on.
                None => unsafe { System.dealloc(pointer, layout) },
            }
            self.leave(layout.size());
        }
    }

    pub(super) fn set(pair: Option<(Allocate, Release)>, user: *mut c_void) -> Outcome {
        if let Err(bytes) = MEMORY.bytes.compare_exchange(0, EXCHANGING, Ordering::AcqRel, Ordering::Relaxed) {
            return Err(fail!(ANT_ERROR_STATE, "{} bytes are in use, must be 0", bytes & !EXCHANGING));
        }
        // SAFETY: the counter is EXCHANGING: nobody else reads or writes.
        unsafe { *MEMORY.hooks.get() = pair.map(|(allocate, release)| (allocate, release, user)) };
        MEMORY.bytes.fetch_and(!EXCHANGING, Ordering::Release);
        Ok(ANT_OK)
    }

    pub(super) fn in_use() -> Outcome<u64> {
        Ok(MEMORY.bytes.load(Ordering::Relaxed) & !EXCHANGING)
    }
}

#[cfg(all(test, not(feature = "plugin")))]
mod tests {
    use super::*;

    #[test]
    fn builds_without_the_hook_say_so() {
        let mut bytes = 7;
        // SAFETY: a pointer to a local; null hooks.
        unsafe {
            assert_eq!(ant_set_allocator(None, None, core::ptr::null_mut()), ANT_ERROR_UNSUPPORTED);
            assert_eq!(ant_bytes_in_use(&mut bytes), ANT_ERROR_UNSUPPORTED);
        }
        assert_eq!(bytes, 7);
    }
}
