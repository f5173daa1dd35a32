//! Messages to the host: a callback, or a bounded ring to poll. Silent unless asked; nothing is ever printed.

use super::arg::export;
use super::error::{Text, fail};
use super::guard::guard;
use super::handle::spin;
use super::status::*;
use core::cell::Cell;
use core::ffi::{c_char, c_void};
use core::fmt::{self, Write};
use core::sync::atomic::{AtomicBool, Ordering};
use parking_lot::{Mutex, RwLock};

/// How grave a message is.
pub type AntLogLevel = u32;
/// A defect of the library, or input that lost data.
pub const ANT_LOG_ERROR: AntLogLevel = 1;
/// Something a developer should look at.
pub const ANT_LOG_WARNING: AntLogLevel = 2;
/// Something worth knowing.
pub const ANT_LOG_INFO: AntLogLevel = 3;

/// Receives messages. Called on the thread that made the call which logs; it may call into the library, but not into the object whose
/// call logs (that gets ANT_ERROR_BUSY), and must not unwind.
/// level: ANT_LOG_ERROR, ANT_LOG_WARNING or ANT_LOG_INFO
/// text: UTF-8 with a zero byte at the end, valid during the callback
/// length: bytes of text without the zero byte
/// user: the pointer given with the callback
pub type AntLogCallback =
    Option<unsafe extern "C" fn(level: AntLogLevel, text: *const c_char, length: u32, user: *mut c_void)>;

/// Longest message; longer ones are cut.
const TEXT: usize = 400;
/// Messages kept for polling; the oldest gives way.
const WAITING: usize = 32;

#[derive(Clone, Copy)]
struct Sink {
    callback: unsafe extern "C" fn(u32, *const c_char, u32, *mut c_void),
    user: *mut c_void,
}

// SAFETY: the host says with `ant_set_log_callback` that callback and pointer may be used on any thread.
unsafe impl Send for Sink {}
// SAFETY: as above.
unsafe impl Sync for Sink {}

struct Ring {
    messages: [(u32, Text<TEXT>); WAITING],
    first: usize,
    len: usize,
}

static SINK: RwLock<Option<Sink>> = RwLock::new(None);
/// A callback is being exchanged: nobody starts one, so that the exchange is not kept waiting.
static CHANGING: AtomicBool = AtomicBool::new(false);
static RING: Mutex<Ring> = Mutex::new(Ring { messages: [const { (0, Text::new()) }; WAITING], first: 0, len: 0 });

thread_local! {
    static IN_CALLBACK: Cell<bool> = const { Cell::new(false) };
}

/// Sends a message to the callback, or keeps it for polling when there is none.
pub(super) fn write(level: u32, message: fmt::Arguments<'_>) {
    let mut text = Text::<TEXT>::new();
    let _ = write!(text, "{message}");
    if !deliver(level, &text) {
        let mut ring = spin(|| RING.try_lock());
        if ring.len == WAITING {
            ring.first = (ring.first + 1) % WAITING;
            ring.len -= 1;
        }
        let at = (ring.first + ring.len) % WAITING;
        ring.messages[at] = (level, text);
        ring.len += 1;
    }
}

fn deliver(level: u32, text: &Text<TEXT>) -> bool {
    // A message that arises inside a callback (it called in) is kept: calling it again could go on without end.
    if IN_CALLBACK.get() || CHANGING.load(Ordering::Acquire) {
        return false;
    }
    let Some(held) = SINK.try_read() else { return false };
    let Some(sink) = *held else { return false };
    let mut ended = [0u8; TEXT + 1];
    ended[..text.as_bytes().len()].copy_from_slice(text.as_bytes());
    IN_CALLBACK.set(true);
    // SAFETY: the host keeps callback and pointer usable until their removal returns, and removal waits for `held`.
    unsafe { (sink.callback)(level, ended.as_ptr().cast(), text.as_bytes().len() as u32, sink.user) };
    IN_CALLBACK.set(false);
    true
}

/// Sets who receives messages; a null callback ends it. When the call returns, the callback before is not running and never runs
/// again. From inside a callback: ANT_ERROR_BUSY. Without a callback messages wait for ant_log_poll. Any thread.
/// callback: [opt] must be callable on any thread
/// user: [opt] passed back to the callback
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_set_log_callback(callback: AntLogCallback, user: *mut c_void) -> AntStatus {
    guard("ant_set_log_callback", move || {
        if IN_CALLBACK.get() {
            return Err(fail!(ANT_ERROR_BUSY, "called from inside the log callback"));
        }
        spin(|| CHANGING.compare_exchange(false, true, Ordering::AcqRel, Ordering::Relaxed).ok());
        *spin(|| SINK.try_write()) = callback.map(|callback| Sink { callback, user });
        CHANGING.store(false, Ordering::Release);
        Ok(ANT_OK)
    })
}

/// Takes the oldest waiting message: the alternative to a callback for hosts where native code must not call managed code.
/// ANT_EMPTY when none waits. The newest 32 are kept. A message that is longer than the buffer is cut (ANT_TRUNCATED). Any thread.
/// out_level: receives ANT_LOG_ERROR, ANT_LOG_WARNING or ANT_LOG_INFO
/// buf: [capacity bytes] receives the text, ended by a zero byte
/// capacity: [Limit: > 0] 401 bytes hold any message
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_log_poll(out_level: *mut AntLogLevel, buf: *mut c_char, capacity: u32) -> AntStatus {
    export!("ant_log_poll", |c| {
        let out_level = c.out(out_level, "out_level")?;
        if buf.is_null() {
            return Err(super::arg::null("buf"));
        }
        if capacity == 0 {
            return Err(fail!(ANT_ERROR_BUFFER_TOO_SMALL, "`capacity` is 0, must be at least 1"));
        }
        let mut ring = spin(|| RING.try_lock());
        if ring.len == 0 {
            return Ok(ANT_EMPTY);
        }
        let (level, text) = &ring.messages[ring.first];
        out_level.write(*level);
        let status = c.copy_text(text.as_bytes(), buf, capacity, core::ptr::null_mut())?;
        ring.first = (ring.first + 1) % WAITING;
        ring.len -= 1;
        Ok(status)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;
    use std::vec::Vec;

    // The sink is one for the process: tests that use it take turns.
    static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());

    unsafe extern "C" fn collect(level: u32, text: *const c_char, length: u32, user: *mut c_void) {
        // SAFETY: the library passes a text of that length; `user` is the collection of the test, which outlives the callback.
        let (text, seen) = unsafe {
            (
                core::slice::from_raw_parts(text.cast::<u8>(), length as usize),
                &*user.cast::<std::sync::Mutex<Vec<String>>>(),
            )
        };
        let again = {
            // SAFETY: null ends the callback; it is refused here.
            unsafe { ant_set_log_callback(None, core::ptr::null_mut()) }
        };
        write(ANT_LOG_INFO, format_args!("from inside"));
        seen.lock().unwrap().push(std::format!("{level} {} {again}", core::str::from_utf8(text).unwrap()));
    }

    fn poll() -> Option<String> {
        let (mut level, mut buf) = (0, [0 as c_char; 401]);
        // SAFETY: pointers to locals of the sizes given.
        let status = unsafe { ant_log_poll(&mut level, buf.as_mut_ptr(), 401) };
        let text: Vec<u8> = buf.iter().take_while(|c| **c != 0).map(|c| *c as u8).collect();
        (status == ANT_OK).then(|| std::format!("{level} {}", String::from_utf8(text).unwrap()))
    }

    #[test]
    fn messages_reach_the_callback_until_it_is_removed_and_wait_otherwise() {
        let _turn = TURN.lock().unwrap_or_else(|e| e.into_inner());
        while poll().is_some() {}
        let seen = std::sync::Mutex::new(Vec::new());
        let user = (&raw const seen).cast_mut().cast::<c_void>();
        // SAFETY: `seen` outlives the callback, which is removed below.
        assert_eq!(unsafe { ant_set_log_callback(Some(collect), user) }, ANT_OK);
        write(ANT_LOG_WARNING, format_args!("look {}", 1));
        // SAFETY: null ends the callback.
        assert_eq!(unsafe { ant_set_log_callback(None, core::ptr::null_mut()) }, ANT_OK);
        write(ANT_LOG_ERROR, format_args!("late"));
        let seen = seen.into_inner().unwrap();
        assert!(seen.contains(&std::format!("2 look 1 {ANT_ERROR_BUSY}")), "{seen:?}");
        assert!(seen.iter().all(|line| !line.contains("late")));
        // Other tests of the process may log in between.
        let polled: Vec<_> = core::iter::from_fn(poll).collect();
        assert!(polled.contains(&"3 from inside".into()) && polled.contains(&"1 late".into()), "{polled:?}");
    }

    #[test]
    fn only_the_newest_messages_wait() {
        let _turn = TURN.lock().unwrap_or_else(|e| e.into_inner());
        for i in 0..100 {
            write(ANT_LOG_INFO, format_args!("number {i}"));
        }
        // Other tests of the process may log in between; only this one's messages count.
        let polled: Vec<_> = core::iter::from_fn(poll).filter(|line| line.contains("number")).collect();
        assert!(polled.len() <= WAITING, "{}", polled.len());
        assert!(polled.contains(&"3 number 99".into()));
        assert!(!polled.contains(&"3 number 0".into()));
    }
}
