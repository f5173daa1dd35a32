//! The last error of each thread: a text in a fixed buffer, so that recording it allocates nothing.

use super::arg::export;
use super::status::*;
use crate::base::{Error, ErrorKind};
use core::cell::{Cell, RefCell};
use core::ffi::c_char;
use core::fmt::{self, Write};

/// Bytes of text kept per message; longer ones are cut at a character border.
const CAPACITY: usize = 1000;

/// A text of bounded length without heap memory.
pub(super) struct Text<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> Text<N> {
    pub(super) const fn new() -> Self {
        Self { bytes: [0; N], len: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    pub(super) fn as_str(&self) -> &str {
        core::str::from_utf8(self.as_bytes()).unwrap_or("(message is not UTF-8)")
    }
}

impl<const N: usize> Write for Text<N> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut take = text.len().min(N - self.len);
        while !text.is_char_boundary(take) {
            take -= 1;
        }
        self.bytes[self.len..self.len + take].copy_from_slice(&text.as_bytes()[..take]);
        self.len += take;
        Ok(())
    }
}

thread_local! {
    static LAST: RefCell<Text<CAPACITY>> = const { RefCell::new(Text::new()) };
    static FUNCTION: Cell<&'static str> = const { Cell::new("") };
}

/// A call failed; its text is already the thread's last error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fail {
    pub(super) status: AntStatus,
}

/// What the body of an export returns.
pub(super) type Outcome<T = AntStatus> = core::result::Result<T, Fail>;

/// Names the export that runs on this thread; the name before is back when this is dropped (a callback may call in).
pub(super) struct Entered {
    outer: &'static str,
}

impl Entered {
    pub(super) fn new(function: &'static str) -> Self {
        Self { outer: FUNCTION.replace(function) }
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        FUNCTION.set(self.outer);
    }
}

/// Whether an export runs on this thread.
pub(super) fn inside_an_export() -> bool {
    !FUNCTION.get().is_empty()
}

/// Records "function: text" as the thread's last error.
#[cold]
#[inline(never)]
pub(super) fn record(status: AntStatus, text: fmt::Arguments<'_>) -> Fail {
    LAST.with_borrow_mut(|last| {
        last.clear();
        let _ = write!(last, "{}: {text}", FUNCTION.get());
    });
    Fail { status }
}

impl From<Error> for Fail {
    fn from(error: Error) -> Self {
        let status = match error.kind {
            ErrorKind::InvalidArgument => ANT_ERROR_INVALID_ARGUMENT,
            ErrorKind::NotFound => ANT_ERROR_NOT_FOUND,
            ErrorKind::Budget => ANT_ERROR_BUDGET,
            ErrorKind::BadMesh => ANT_ERROR_BAD_MESH,
            ErrorKind::Corrupt => ANT_ERROR_CORRUPT,
            ErrorKind::State => ANT_ERROR_STATE,
            ErrorKind::Unsupported => ANT_ERROR_UNSUPPORTED,
            ErrorKind::Mismatch => ANT_ERROR_MISMATCH,
        };
        record(status, format_args!("{}", error.message))
    }
}

/// `fail!(STATUS, "text {}", value)` records the text and makes a [`Fail`].
macro_rules! fail {
    ($status:expr, $($text:tt)*) => { $crate::ffi::error::record($status, format_args!($($text)*)) };
}
pub(super) use fail;

/// Copies the text of this thread's last failed call: function, argument, its value, the allowed range. UTF-8, ended by a zero byte.
/// A later success does not clear it. Read it on the thread that made the call, before the next call.
/// buf: [opt] [capacity bytes] receives the text; a longer one is cut and the call returns ANT_TRUNCATED.
/// needed: [opt] receives the bytes of the whole text with its zero byte.
/// Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_last_error(buf: *mut c_char, capacity: u32, needed: *mut u32) -> AntStatus {
    export!("ant_last_error", |c| LAST.with_borrow(|last| c.copy_text(last.as_bytes(), buf, capacity, needed)))
}

#[cfg(test)]
pub(super) fn last_error() -> std::string::String {
    LAST.with_borrow(|last| last.as_str().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_read_back_in_whole_and_in_part() {
        let _entered = Entered::new("ant_example");
        record(ANT_ERROR_OUT_OF_RANGE, format_args!("`k` is {}, must be 0 to 4", 9));
        let text = b"ant_example: `k` is 9, must be 0 to 4\0";
        let (mut buf, mut needed) = ([1 as c_char; 64], 0);
        // SAFETY: the pointers are to locals of the sizes given.
        assert_eq!(unsafe { ant_last_error(buf.as_mut_ptr(), 64, &mut needed) }, ANT_OK);
        assert_eq!(needed as usize, text.len());
        assert!(buf.iter().zip(text).all(|(a, b)| *a as u8 == *b));
        // SAFETY: as above.
        assert_eq!(unsafe { ant_last_error(buf.as_mut_ptr(), 4, &mut needed) }, ANT_TRUNCATED);
        assert_eq!(buf[..5].iter().map(|c| *c as u8).collect::<std::vec::Vec<_>>(), b"ant\0e");
        // SAFETY: null is a size query.
        assert_eq!(unsafe { ant_last_error(core::ptr::null_mut(), 0, &mut needed) }, ANT_OK);
    }

    #[test]
    fn long_texts_are_cut_at_a_character() {
        let mut text = Text::<5>::new();
        write!(text, "abcdé").unwrap();
        assert_eq!(text.as_str(), "abcd");
    }
}
