//! Status codes. Numbers are never reused; all fit into a signed byte, so that a status stream may be of bytes.

use core::ffi::{CStr, c_char};

/// 1 for yes, 0 for no; other numbers are refused.
pub type AntBool = u32;

/// Outcome of a call or of one element of a batch: 0 done, negative error (nothing changed, nothing written), positive done with a remark.
pub type AntStatus = i32;

/// Done.
pub const ANT_OK: AntStatus = 0;

/// Remark: some elements of the batch failed; the status stream says which. Their outputs are untouched, the others are done.
pub const ANT_PARTIAL: AntStatus = 1;
/// Remark: the output had more elements than the capacity given; the first ones were written, the count says how many there are.
pub const ANT_TRUNCATED: AntStatus = 2;
/// Remark: the time asked for lies before the last known one. A map did nothing; a prediction is the last observation.
pub const ANT_IN_THE_PAST: AntStatus = 3;
/// Remark: the observation is not newer than the last one of this entity and was ignored.
pub const ANT_LATE: AntStatus = 4;
/// Remark: the goal cannot be reached; a path leads to the reachable place nearest to it, a distance is infinite.
pub const ANT_UNREACHABLE: AntStatus = 5;
/// Remark: the walk was stopped before its goal; or a run of a timewarp, by a callback that failed.
pub const ANT_STOPPED: AntStatus = 6;
/// Remark: there is nothing to do or to hand out (no step due, no log message waiting).
pub const ANT_EMPTY: AntStatus = 7;
/// Remark: the map made as many steps (the timewarp executed as many events again) as one call may and owes more; call again.
pub const ANT_STEPS_OWED: AntStatus = 8;
/// Remark: done, but this thread flushes denormal numbers to zero, so that fields may differ from those of other machines.
pub const ANT_DENORMALS_FLUSHED: AntStatus = 9;
/// Remark: done as far as a budget of the descriptor allows: max_active_tiles kept a field from spreading further, max_nodes ended a search, and what was
/// found until then is the answer.
pub const ANT_BUDGET_REACHED: AntStatus = 10;
/// Remark: the timewarp did not take the event or cancellation; the verdict says why.
pub const ANT_REFUSED: AntStatus = 11;

/// Error: an argument is malformed, an enum value unknown, or arguments contradict each other.
pub const ANT_ERROR_INVALID_ARGUMENT: AntStatus = -1;
/// Error: the handle is null, stale, destroyed, of another kind, or was never given out by this copy of the library.
pub const ANT_ERROR_INVALID_HANDLE: AntStatus = -2;
/// Error: a pointer that must not be null is null.
pub const ANT_ERROR_NULL_POINTER: AntStatus = -3;
/// Error: a number is NaN or infinite.
pub const ANT_ERROR_NOT_FINITE: AntStatus = -4;
/// Error: a number is outside its allowed range.
pub const ANT_ERROR_OUT_OF_RANGE: AntStatus = -5;
/// Error: `struct_size` is smaller than the first version of the struct (was its init function called?) or absurd.
pub const ANT_ERROR_BAD_STRUCT: AntStatus = -6;
/// Error: the input uses something this version or build of the library does not know.
pub const ANT_ERROR_UNSUPPORTED: AntStatus = -7;
/// Error: a buffer or stream is too short for the count given.
pub const ANT_ERROR_BUFFER_TOO_SMALL: AntStatus = -8;
/// Error: another call holds the object (or one it depends on) in a way that excludes this one. Nothing was waited for.
pub const ANT_ERROR_BUSY: AntStatus = -9;
/// Error: a budget of the descriptor is used up.
pub const ANT_ERROR_BUDGET: AntStatus = -10;
/// Error: the id, cell, polygon or place asked for does not exist (now).
pub const ANT_ERROR_NOT_FOUND: AntStatus = -11;
/// Error: the level cannot be used; the message names the polygon.
pub const ANT_ERROR_BAD_MESH: AntStatus = -12;
/// Error: serialised bytes are truncated, altered, of another version, or belong to another level.
pub const ANT_ERROR_CORRUPT: AntStatus = -13;
/// Error: the call does not fit the present state (for example a change of a map between `step_begin` and `step_end`).
pub const ANT_ERROR_STATE: AntStatus = -14;
/// Error: a defect of the library was caught. The object is poisoned; please report the message.
pub const ANT_ERROR_INTERNAL: AntStatus = -15;
/// Error: an earlier call on this object ended with `ANT_ERROR_INTERNAL`. It can only be destroyed.
pub const ANT_ERROR_POISONED: AntStatus = -16;
/// Error: header and library do not fit together.
pub const ANT_ERROR_VERSION: AntStatus = -17;
/// Error: an output stream overlaps another stream without being the same elements.
pub const ANT_ERROR_OVERLAP: AntStatus = -18;
/// Two ends that must agree do not: an outbox and ghosts with other codecs or models. The message has both values.
pub const ANT_ERROR_MISMATCH: AntStatus = -19;

macro_rules! names {
    ($($name:ident),* $(,)?) => {
        const NAMES: &[(AntStatus, &CStr)] = &[$(($name, {
            match CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                Ok(text) => text,
                Err(_) => panic!("a name contains a zero byte"),
            }
        })),*];
    };
}

names!(
    ANT_OK,
    ANT_PARTIAL,
    ANT_TRUNCATED,
    ANT_IN_THE_PAST,
    ANT_LATE,
    ANT_UNREACHABLE,
    ANT_STOPPED,
    ANT_EMPTY,
    ANT_STEPS_OWED,
    ANT_DENORMALS_FLUSHED,
    ANT_BUDGET_REACHED,
    ANT_REFUSED,
    ANT_ERROR_INVALID_ARGUMENT,
    ANT_ERROR_INVALID_HANDLE,
    ANT_ERROR_NULL_POINTER,
    ANT_ERROR_NOT_FINITE,
    ANT_ERROR_OUT_OF_RANGE,
    ANT_ERROR_BAD_STRUCT,
    ANT_ERROR_UNSUPPORTED,
    ANT_ERROR_BUFFER_TOO_SMALL,
    ANT_ERROR_BUSY,
    ANT_ERROR_BUDGET,
    ANT_ERROR_NOT_FOUND,
    ANT_ERROR_BAD_MESH,
    ANT_ERROR_CORRUPT,
    ANT_ERROR_STATE,
    ANT_ERROR_INTERNAL,
    ANT_ERROR_POISONED,
    ANT_ERROR_VERSION,
    ANT_ERROR_OVERLAP,
    ANT_ERROR_MISMATCH,
);

/// The name of a status code as a static string, such as "ANT_ERROR_BUSY"; "ANT_UNKNOWN_STATUS" for a number that is none.
/// Never null. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn ant_status_name(status: AntStatus) -> *const c_char {
    NAMES.iter().find(|(value, _)| *value == status).map_or(c"ANT_UNKNOWN_STATUS", |(_, name)| name).as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_name_and_its_own_number_in_a_byte() {
        let declared = include_str!("status.rs").lines().filter(|line| line.starts_with("pub const ANT_")).count();
        assert_eq!(NAMES.len(), declared);
        for (i, (value, name)) in NAMES.iter().enumerate() {
            assert!(i8::try_from(*value).is_ok(), "{name:?}");
            assert!(NAMES[..i].iter().all(|(other, _)| other != value), "{name:?} repeats {value}");
            assert_eq!(name.to_bytes().starts_with(b"ANT_ERROR_"), *value < 0, "{name:?}");
        }
    }

    #[test]
    fn unknown_numbers_have_a_name_too() {
        // SAFETY: the function returns a static string.
        let name = unsafe { CStr::from_ptr(ant_status_name(99)) };
        assert_eq!(name, c"ANT_UNKNOWN_STATUS");
    }
}
