//! No panic crosses the boundary: it becomes `ANT_ERROR_INTERNAL`, its text and place go to the last error and the log.
//!
//! The panic hook is replaced once per load by one that stays silent and only takes notes while an export runs on the
//! panicking thread; every other panic (a Rust host's own) goes to the hook that was there before.

use super::error::{Entered, Outcome, Text, fail, inside_an_export};
use super::log;
use super::status::{ANT_ERROR_INTERNAL, AntStatus};
use core::cell::RefCell;
use core::fmt::Write;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::{Once, OnceLock};

type Hook = std::boxed::Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send>;

static INSTALL: Once = Once::new();
static HOOK_BEFORE: OnceLock<Hook> = OnceLock::new();

thread_local! {
    static NOTES: RefCell<Text<600>> = const { RefCell::new(Text::new()) };
}

fn take_notes(info: &PanicHookInfo<'_>) {
    if !inside_an_export() {
        if let Some(before) = HOOK_BEFORE.get() {
            before(info);
        }
        return;
    }
    NOTES.with(|notes| {
        // A panic while notes are taken is possible only inside a formatter; the notes of the first one are enough.
        if let Ok(mut notes) = notes.try_borrow_mut() {
            notes.clear();
            let payload = info.payload();
            let text = payload.downcast_ref::<&str>().copied();
            let text = text.or_else(|| payload.downcast_ref::<std::string::String>().map(|text| text.as_str()));
            let text = text.unwrap_or("(no message)");
            let _ = write!(notes, "{text}");
            if let Some(place) = info.location() {
                let _ = write!(notes, " at {}:{}", place.file(), place.line());
            }
        }
    });
}

/// The body of an export. Not `dyn FnMut`, whose objects carry a second copy of the code for callers that own them.
trait Body {
    fn run(&mut self) -> Outcome;
}

impl<F: FnMut() -> Outcome> Body for F {
    fn run(&mut self) -> Outcome {
        self()
    }
}

/// Runs the body of an export, once.
#[inline]
pub(super) fn guard(function: &'static str, mut body: impl FnMut() -> Outcome) -> AntStatus {
    guarded(function, &mut body)
}

/// One copy of it serves all exports: in each of them it would be a kilobyte of code. `extern "C"` says that nothing unwinds out of
/// it, so that they need not be prepared for that either.
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "it is only called from Rust")]
extern "C" fn guarded(function: &'static str, body: &mut dyn Body) -> AntStatus {
    if !INSTALL.is_completed() && !std::thread::panicking() {
        // Neither box allocates: both functions are zero-sized values. "No bytes in use" stays true.
        INSTALL.call_once(|| {
            let _ = HOOK_BEFORE.set(take_hook());
            set_hook(std::boxed::Box::new(take_notes));
        });
    }
    let _entered = Entered::new(function);
    // The objects an unwinding body leaves behind are poisoned by their guards, so nobody sees a broken state.
    match catch_unwind(AssertUnwindSafe(|| body.run())) {
        Ok(Ok(status)) => status,
        Ok(Err(failed)) => failed.status,
        Err(payload) => {
            drop(payload);
            NOTES.with_borrow(|notes| {
                log::write(log::ANT_LOG_ERROR, format_args!("{function}: internal error: {}", notes.as_str()));
                fail!(ANT_ERROR_INTERNAL, "internal error: {}", notes.as_str()).status
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::error::last_error;
    use super::*;

    #[test]
    fn a_panic_becomes_a_status_with_text_and_place() {
        let status = guard("ant_example", move || panic!("number {} is odd", 7));
        assert_eq!(status, ANT_ERROR_INTERNAL);
        let text = last_error();
        assert!(text.starts_with("ant_example: internal error: number 7 is odd at "), "{text}");
        assert!(text.contains("guard.rs:"), "{text}");
    }

    #[test]
    fn exports_may_nest() {
        let outer = guard("outer", || {
            assert_eq!(guard("inner", || panic!("inside")), ANT_ERROR_INTERNAL);
            Err(fail!(-5, "text"))
        });
        assert_eq!((outer, last_error().as_str()), (-5, "outer: text"));
    }
}
