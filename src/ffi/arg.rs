//! Pointer arguments: checked for null and alignment, read and written without demanding more than the header does.

use super::error::{Outcome, fail};
use super::frame::Frame;
use super::status::*;
use crate::base::Short;
use crate::base::math::DVec3;
use core::ffi::{c_char, c_void};
use core::marker::PhantomData;

/// Positions, velocities and accelerations may have this size per axis (metres, m/s, m/s²): a million kilometres.
pub(super) const VECTOR_LIMIT: f64 = 1e9;

/// Values that any bit pattern is a valid one of and that have no padding: they may be copied from and to a host's memory.
///
/// # Safety
/// The type is `repr(C)` or primitive, has no padding, no references, no `bool`, `char` or enum.
pub(super) unsafe trait Plain: Copy + 'static {}

macro_rules! plain {
    ($($type:ty),* $(,)?) => {$(
        // SAFETY: a number, or a `repr(C)` struct of plain fields; `no_padding` below refuses to compile otherwise where it is used.
        unsafe impl $crate::ffi::arg::Plain for $type {}
    )*};
}
pub(super) use plain;

plain!(u8, i8, u16, u32, i32, u64, i64, f32, f64);

// SAFETY: an array of plain values has no padding between them.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

/// Proof that the code runs inside an export whose host vouches for the pointers it passed, for the time of the call.
/// Its methods must only be given parameters of that export, and pointers read from them.
#[derive(Clone, Copy)]
pub(super) struct Caller<'c>(PhantomData<&'c ()>);

/// Body of an export with pointer arguments: `export!("name", |c| …)`.
macro_rules! export {
    ($name:literal, |$caller:ident| $body:expr) => {{
        let call = ();
        // SAFETY: this stands in an `unsafe extern "C" fn`, whose host keeps the contract of `ffi` for the pointers it passed.
        let $caller = unsafe { $crate::ffi::arg::Caller::vouched(&call) };
        $crate::ffi::guard::guard($name, move || $body)
    }};
}
pub(super) use export;

/// A place for one output. Nothing is written before [`Out::write`].
#[must_use]
pub(super) struct Out<'c, T>(*mut T, PhantomData<&'c ()>);

impl<T: Plain> Out<'_, T> {
    pub(super) fn write(self, value: T) {
        // SAFETY: not null (checked by `Caller::out`) and vouched for by the host; alignment is not assumed.
        unsafe { self.0.write_unaligned(value) }
    }
}

impl<'c> Caller<'c> {
    /// # Safety
    /// Only inside an `unsafe extern "C" fn` of this module; see [`Caller`].
    pub(super) unsafe fn vouched(_call: &'c ()) -> Self {
        Self(PhantomData)
    }

    /// An output that must be given.
    pub(super) fn out<T: Plain>(self, pointer: *mut T, name: &str) -> Outcome<Out<'c, T>> {
        self.out_opt(pointer).ok_or_else(|| null(name))
    }

    /// An output that may be left out.
    pub(super) fn out_opt<T: Plain>(self, pointer: *mut T) -> Option<Out<'c, T>> {
        (!pointer.is_null()).then_some(Out(pointer, PhantomData))
    }

    /// `count` values in place. A count of 0 is fine with a null pointer.
    pub(super) fn slice<T: Plain>(self, pointer: *const T, count: u64, name: &str) -> Outcome<&'c [T]> {
        if count == 0 {
            return Ok(&[]);
        }
        if pointer.is_null() {
            return Err(null(name));
        }
        if !pointer.is_aligned() {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`{name}` is not aligned to {} bytes", align_of::<T>()));
        }
        if count > (isize::MAX as u64) / size_of::<T>() as u64 {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`{name}` cannot have {count} elements"));
        }
        // SAFETY: not null, aligned, of a size that fits the address space; the host vouches for its memory during the call.
        Ok(unsafe { core::slice::from_raw_parts(pointer, count as usize) })
    }

    /// A value that may be unaligned.
    pub(super) fn read<T: Plain>(self, pointer: *const T, name: &str) -> Outcome<T> {
        if pointer.is_null() {
            return Err(null(name));
        }
        // SAFETY: not null and vouched for by the host; alignment is not assumed.
        Ok(unsafe { pointer.read_unaligned() })
    }

    /// A position given as three doubles in the host's frame.
    pub(super) fn point(self, pointer: *const f64, name: &str, frame: &Frame) -> Outcome<DVec3> {
        check_vector(frame.vector_in(DVec3::from_array(self.read(pointer.cast::<[f64; 3]>(), name)?)), name)
    }

    /// A place for a position or vector of three doubles.
    pub(super) fn out_point(self, pointer: *mut f64, name: &str) -> Outcome<Out<'c, [f64; 3]>> {
        self.out(pointer.cast::<[f64; 3]>(), name)
    }

    /// The bytes of a serialised state.
    pub(super) fn bytes(self, pointer: *const c_void, len: u64, name: &str) -> Outcome<&'c [u8]> {
        self.slice(pointer.cast::<u8>(), len, name)
    }

    /// Copies bytes into a caller's buffer: a null buffer asks for the size only.
    #[inline(never)]
    pub(super) fn copy_bytes(
        self,
        bytes: &[u8],
        buffer: *mut c_void,
        capacity: u64,
        needed: Option<Out<'c, u64>>,
    ) -> Outcome {
        if buffer.is_null() && capacity > 0 {
            return Err(null("buf"));
        }
        if !buffer.is_null() {
            if (bytes.len() as u64) > capacity {
                return Err(fail!(
                    ANT_ERROR_BUFFER_TOO_SMALL,
                    "`capacity` is {capacity}, must be at least {}",
                    bytes.len()
                ));
            }
            // SAFETY: not null, and the host vouches for `capacity` bytes, which are enough. It is not memory of ours.
            unsafe { core::ptr::copy_nonoverlapping(bytes.as_ptr(), buffer.cast::<u8>(), bytes.len()) };
        }
        if let Some(needed) = needed {
            needed.write(bytes.len() as u64);
        }
        Ok(ANT_OK)
    }

    /// Copies a text with its zero byte, as much as fits: a null buffer asks for the size only.
    #[inline(never)]
    pub(super) fn copy_text(self, text: &[u8], buffer: *mut c_char, capacity: u32, needed: *mut u32) -> Outcome {
        let whole = text.len() + 1;
        if buffer.is_null() && capacity > 0 {
            // The last error is what may be asked for here, so it stays.
            return Ok(ANT_ERROR_NULL_POINTER);
        }
        let mut fits = text.len().min((capacity as usize).saturating_sub(1));
        while fits < text.len() && fits > 0 && text[fits] & 0xc0 == 0x80 {
            fits -= 1;
        }
        if capacity > 0 {
            // SAFETY: not null, and the host vouches for `capacity` bytes; `fits` is below it.
            unsafe {
                core::ptr::copy_nonoverlapping(text.as_ptr(), buffer.cast::<u8>(), fits);
                buffer.add(fits).write(0);
            }
        }
        if let Some(needed) = self.out_opt(needed) {
            needed.write(whole as u32);
        }
        Ok(if buffer.is_null() || fits == text.len() { ANT_OK } else { ANT_TRUNCATED })
    }
}

#[cold]
#[inline(never)]
pub(super) fn null(name: &str) -> super::error::Fail {
    fail!(ANT_ERROR_NULL_POINTER, "`{name}` is null")
}

/// A converted position or vector: finite and of a size the core can compute with.
pub(super) fn check_vector(v: DVec3, name: &str) -> Outcome<DVec3> {
    if fits(v) { Ok(v) } else { Err(vector_fault(v, format_args!("{name}"))) }
}

#[inline]
pub(super) fn fits(v: DVec3) -> bool {
    v.x.abs() <= VECTOR_LIMIT && v.y.abs() <= VECTOR_LIMIT && v.z.abs() <= VECTOR_LIMIT
}

#[cold]
#[inline(never)]
pub(super) fn vector_fault(v: DVec3, name: core::fmt::Arguments<'_>) -> super::error::Fail {
    if v.is_finite() {
        fail!(ANT_ERROR_OUT_OF_RANGE, "`{name}` is {} in metres, must be within ±1e9", Short(v))
    } else {
        fail!(ANT_ERROR_NOT_FINITE, "`{name}` is {}, must be finite", Short(v))
    }
}

/// A number that must be finite and in a range.
#[inline(never)]
pub(super) fn in_range(value: f64, least: f64, most: f64, name: &str) -> Outcome<f64> {
    if !value.is_finite() {
        return Err(fail!(ANT_ERROR_NOT_FINITE, "`{name}` is {}, must be finite", Short(value)));
    }
    if value < least || value > most {
        return Err(fail!(
            ANT_ERROR_OUT_OF_RANGE,
            "`{name}` is {}, must be {} to {}",
            Short(value),
            Short(least),
            Short(most)
        ));
    }
    Ok(value)
}

/// Refuses an angle beyond a half turn, which is probably in degrees.
pub(super) fn half_turn(value: f64, least: f64, name: &str) -> Outcome<f64> {
    if value > core::f64::consts::PI && value.is_finite() {
        return Err(fail!(
            ANT_ERROR_OUT_OF_RANGE,
            "`{name}` is {0}, must be {1} to 3.1416 radians; {0} looks like degrees",
            Short(value),
            Short(least)
        ));
    }
    in_range(value, least, core::f64::consts::PI, name)
}

/// Refuses flag bits this version does not know.
#[inline(never)]
pub(super) fn known_flags(flags: u32, known: u32, name: &str) -> Outcome<u32> {
    if flags & !known == 0 {
        Ok(flags)
    } else {
        Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`{name}` is {flags:#x}, bits {:#x} are unknown", flags & !known))
    }
}

/// Flags of another struct that were taken for those of this one.
#[cold]
#[inline(never)]
pub(super) fn foreign_flags(flags: u32, name: &str, theirs: &str, ours: &str) -> super::error::Fail {
    fail!(ANT_ERROR_INVALID_ARGUMENT, "`{name}` has bits {flags:#x} of {theirs}, must be {ours}")
}

/// An unknown value of an enumeration.
#[cold]
#[inline(never)]
pub(super) fn unknown_value(value: u32, name: &str, allowed: &str) -> super::error::Fail {
    fail!(ANT_ERROR_INVALID_ARGUMENT, "`{name}` is {value}, must be one of {allowed}")
}
