//! Structs that may grow. Each starts with `struct_size`, the size in the host's header; fields are only ever appended.
//!
//! Smaller than the first version, or larger than ours → `ANT_ERROR_BAD_STRUCT`. Smaller than ours → in: the missing tail has its
//! defaults; out: no more is written than the host has room for.

use super::arg::{Caller, Plain, null};
use super::error::{Outcome, fail};
use super::status::*;

/// A struct that a host hands in or gets filled.
///
/// # Safety
/// `repr(C)` without padding, first field `struct_size: u32`, valid for any bit pattern.
pub(super) unsafe trait Sized32: Plain {
    /// Bytes of the struct in the first version of the header that had it.
    const FIRST_SIZE: u32;
    /// What a host should have called, for the message.
    const INIT: &'static str;
}

/// A struct with defaults.
pub(super) trait Desc: Sized32 {
    /// The defaults, with `struct_size` of this version.
    fn defaults() -> Self;
}

/// Declares `repr(C)` structs as growable: `sized!(Type, first_size, "what to call first")`, and proves that fields fill it.
macro_rules! sized {
    ($type:ident, $first:expr, $init:literal, { $($field:ident),* $(,)? }) => {
        $crate::ffi::arg::plain!($type);
        // SAFETY: the sum of the fields' sizes is the struct's (asserted), so there is no padding; the first field is checked
        // to lie at 0; all fields are plain.
        unsafe impl $crate::ffi::structs::Sized32 for $type {
            const FIRST_SIZE: u32 = $first;
            const INIT: &'static str = $init;
        }
        const _: () = {
            // The pattern names every field exactly once, so a forgotten one does not compile.
            #[allow(unused_variables)]
            const fn sizes(value: &$type) -> usize {
                let $type { $($field),* } = value;
                0 $(+ size_of_val($field))*
            }
            // SAFETY: all fields are plain, for which zero is a value.
            let zero: $type = unsafe { core::mem::zeroed() };
            assert!(sizes(&zero) == size_of::<$type>(), "the struct has padding");
            assert!(core::mem::offset_of!($type, struct_size) == 0);
            assert!($first as usize <= size_of::<$type>());
        };
    };
}
pub(super) use sized;

/// What the code that works on a struct's bytes must know of its type: one copy of that code serves all types.
#[derive(Clone, Copy)]
struct Shape {
    size: usize,
    first_size: u32,
    init: &'static str,
}

impl Shape {
    const fn of<T: Sized32>() -> Self {
        Self { size: size_of::<T>(), first_size: T::FIRST_SIZE, init: T::INIT }
    }

    #[inline(never)]
    fn check_size(self, size: u32, name: &str) -> Outcome<()> {
        let Self { size: ours, first_size, init } = self;
        if (first_size as usize..=ours).contains(&(size as usize)) {
            return Ok(());
        }
        Err(fail!(
            ANT_ERROR_BAD_STRUCT,
            "`struct_size` of `{name}` is {size}, must be {first_size} to {ours}: {init} first, and load a library that is as new as the header"
        ))
    }

    /// The size that a host's struct says it has.
    ///
    /// # Safety
    /// The pointer is null or vouched for by the host.
    #[inline(never)]
    unsafe fn size_in(self, pointer: *const u8, name: &str) -> Outcome<u32> {
        if pointer.is_null() {
            return Err(null(name));
        }
        // SAFETY: not null, and the host vouches for a struct that begins with its size; alignment is not assumed.
        let size = unsafe { pointer.cast::<u32>().read_unaligned() };
        self.check_size(size, name)?;
        Ok(size)
    }

    /// Copies what both sides know of a host's struct over `value`.
    ///
    /// # Safety
    /// `pointer` is null or vouched for by the host; `value` has this shape, and any bits are valid for it.
    #[inline(never)]
    unsafe fn read(self, pointer: *const u8, value: *mut u8, name: &str) -> Outcome<()> {
        // SAFETY: the caller's promise.
        let size = unsafe { self.size_in(pointer, name)? } as usize;
        // SAFETY: the host vouches for `size` bytes, and `value` has room for as many.
        unsafe { core::ptr::copy_nonoverlapping(pointer, value, size) };
        Ok(())
    }

    /// Copies `value` into a host's struct of `size` bytes.
    ///
    /// # Safety
    /// `pointer` is null or vouched for by the host; `value` has this shape.
    #[inline(never)]
    unsafe fn init(self, pointer: *mut u8, size: u32, value: *const u8, name: &str) -> Outcome {
        if pointer.is_null() {
            return Err(null(name));
        }
        self.check_size(size, name)?;
        // SAFETY: the host vouches for `size` bytes, which are no more than `value` has; the first four are the struct's size.
        unsafe {
            core::ptr::copy_nonoverlapping(value, pointer, size as usize);
            pointer.cast::<u32>().write_unaligned(size);
        }
        Ok(ANT_OK)
    }
}

impl<'c> Caller<'c> {
    fn size_of_struct<T: Sized32>(self, pointer: *const T, name: &str) -> Outcome<u32> {
        // SAFETY: the host vouches for its pointers.
        unsafe { Shape::of::<T>().size_in(pointer.cast(), name) }
    }

    /// Reads a struct of any version.
    pub(super) fn desc<T: Desc>(self, pointer: *const T, name: &str) -> Outcome<T> {
        let mut value = T::defaults();
        // SAFETY: the host vouches for its pointers, and any bits are valid for a `T`.
        unsafe { Shape::of::<T>().read(pointer.cast(), (&raw mut value).cast(), name)? };
        Ok(value)
    }

    /// Reads a struct that may be left out; then its defaults count.
    pub(super) fn desc_opt<T: Desc>(self, pointer: *const T, name: &str) -> Outcome<T> {
        if pointer.is_null() { Ok(T::defaults()) } else { self.desc(pointer, name) }
    }

    /// Element `index` of an array of structs of any version; all have the `struct_size` of the first.
    pub(super) fn desc_at<T: Desc>(self, pointer: *const T, index: u32, name: &str) -> Outcome<T> {
        let size = self.size_of_struct(pointer, name)?;
        // SAFETY: the host vouches for an array of so many structs of its header's size.
        let element = unsafe { pointer.cast::<u8>().add(index as usize * size as usize) }.cast::<T>();
        let own = self.read(element.cast::<u32>(), name)?;
        if own != size {
            return Err(fail!(
                ANT_ERROR_BAD_STRUCT,
                "`{name}[{index}].struct_size` is {own}, but {size} in the first element; {} on each",
                T::INIT
            ));
        }
        self.desc(element, name)
    }

    /// Fills a host's struct with defaults.
    pub(super) fn init<T: Desc>(self, place: *mut u8, struct_size: u32) -> Outcome {
        let value = T::defaults();
        // SAFETY: the host vouches for its pointers.
        unsafe { Shape::of::<T>().init(place, struct_size, (&raw const value).cast(), "out") }
    }

    /// Fills a host's struct, which only comes out, with zeros.
    pub(super) fn init_output<T: Sized32>(self, place: *mut u8, struct_size: u32) -> Outcome {
        // SAFETY: any bits are valid for a `T`.
        let value: T = unsafe { core::mem::zeroed() };
        // SAFETY: the host vouches for its pointers.
        unsafe { Shape::of::<T>().init(place, struct_size, (&raw const value).cast(), "out") }
    }

    /// A place for a struct that grows; the host has set its `struct_size`.
    pub(super) fn out_struct<T: Sized32>(self, pointer: *mut T, name: &str) -> Outcome<OutStruct<'c, T>> {
        let size = self.size_of_struct(pointer.cast_const(), name)?;
        Ok(OutStruct { pointer, size, _caller: self })
    }

    /// Element `index` of an output array; all have the `struct_size` of the first.
    pub(super) fn out_struct_at<T: Sized32>(
        self,
        pointer: *mut T,
        index: usize,
        name: &str,
    ) -> Outcome<OutStruct<'c, T>> {
        let size = self.size_of_struct(pointer.cast_const(), name)?;
        let element = pointer.wrapping_byte_add(index * size as usize);
        let place = self.out_struct(element, name)?;
        if place.size != size {
            return Err(fail!(
                ANT_ERROR_BAD_STRUCT,
                "`{name}[{index}].struct_size` is {}, but {size} in the first element",
                place.size
            ));
        }
        Ok(place)
    }

    /// An output struct that may be left out.
    pub(super) fn out_struct_opt<T: Sized32>(self, pointer: *mut T, name: &str) -> Outcome<Option<OutStruct<'c, T>>> {
        if pointer.is_null() { Ok(None) } else { self.out_struct(pointer, name).map(Some) }
    }
}

/// Where an output struct goes.
#[must_use]
pub(super) struct OutStruct<'c, T> {
    pointer: *mut T,
    size: u32,
    _caller: Caller<'c>,
}

impl<T: Sized32> OutStruct<'_, T> {
    /// Writes all but `struct_size`, and no more than the host has room for.
    pub(super) fn write(self, value: T) {
        // SAFETY: the host vouches for `struct_size` bytes, which are no more than a `T` has.
        unsafe {
            core::ptr::copy_nonoverlapping(
                (&raw const value).cast::<u8>().add(4),
                self.pointer.cast::<u8>().add(4),
                self.size as usize - 4,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::arg::export;
    use super::super::error::last_error;
    use super::*;

    /// Version 2 of a struct that had only `a` in version 1.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Sample {
        struct_size: u32,
        a: u32,
        b: u64,
    }
    sized!(Sample, 8, "call sample_init", { struct_size, a, b });
    impl Desc for Sample {
        fn defaults() -> Self {
            Self { struct_size: size_of::<Self>() as u32, a: 1, b: 2 }
        }
    }

    fn read(memory: &[u32]) -> Result<Sample, AntStatus> {
        let mut seen = None;
        let place = &mut seen;
        let status = export!("read", |c| {
            *place = Some(c.desc(memory.as_ptr().cast::<Sample>(), "desc")?);
            Ok(ANT_OK)
        });
        seen.ok_or(status)
    }

    #[test]
    fn structs_of_older_headers_are_understood_and_newer_ones_refused() {
        assert_eq!(read(&[8, 7]).map(|s| (s.a, s.b)), Ok((7, 2)), "older: tail has its default");
        assert_eq!(read(&[16, 7, 9, 0]).map(|s| (s.a, s.b)), Ok((7, 9)), "same");
        assert_eq!(read(&[24, 7, 9, 0, 0, 0]), Err(ANT_ERROR_BAD_STRUCT), "newer");
        assert!(last_error().contains("as new as the header"), "{}", last_error());
    }

    #[test]
    fn structs_without_init_are_refused() {
        for size in [0, 4, 7, 17, u32::MAX] {
            assert_eq!(read(&[size, 0, 0, 0]), Err(ANT_ERROR_BAD_STRUCT), "{size}");
        }
        assert!(last_error().contains("call sample_init"), "{}", last_error());
    }

    #[test]
    fn init_and_output_write_no_more_than_the_host_has() {
        let mut memory = [77u32; 8];
        let place = memory.as_mut_ptr().cast();
        assert_eq!(export!("init", |c| c.init::<Sample>(place, 24)), ANT_ERROR_BAD_STRUCT);
        let place = memory.as_mut_ptr().cast();
        let status = export!("init", |c| c.init::<Sample>(place, 8));
        assert_eq!((status, memory), (ANT_OK, [8, 1, 77, 77, 77, 77, 77, 77]));
        let place = memory.as_mut_ptr().cast();
        let status = export!("init", |c| c.init_output::<Sample>(place, 16));
        assert_eq!((status, memory), (ANT_OK, [16, 0, 0, 0, 77, 77, 77, 77]));
        for size in [8u32, 16] {
            let mut memory = [77u32; 8];
            memory[0] = size;
            let place = memory.as_mut_ptr().cast::<Sample>();
            let status = export!("out", |c| {
                c.out_struct(place, "out")?.write(Sample { struct_size: 0, a: 5, b: 6 });
                Ok(ANT_OK)
            });
            let written = if size == 8 { [size, 5, 77, 77] } else { [size, 5, 6, 0] };
            assert_eq!((status, &memory[..4], memory[4]), (ANT_OK, &written[..], 77));
        }
    }

    #[test]
    fn arrays_step_by_the_size_of_their_header() {
        let memory = [16u32, 1, 0, 0, 16, 2, 0, 0];
        let status = export!("array", |c| {
            assert_eq!(c.desc_at(memory.as_ptr().cast::<Sample>(), 1, "array")?.a, 2);
            Ok(ANT_OK)
        });
        assert_eq!(status, ANT_OK);
    }
}
