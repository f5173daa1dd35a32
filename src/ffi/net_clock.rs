//! What a remote clock shows and how late updates come.

use super::arg::{export, in_range, plain};
use super::error::Outcome;
use super::error::fail;
use super::guard::guard;
use super::handle::{self, Kind, resolve};
use super::object::Object;
use super::status::*;
use super::structs::{Desc, sized};
use crate::net::{ClockEstimator, ClockParams, RoundTrip};

/// Flags of AntClockInfo.
pub type AntClockFlags = u32;
/// AntClockInfo::least_difference and ::drift are known: an update has arrived.
pub const ANT_CLOCK_HAS_UPDATES: AntClockFlags = 1;
/// AntClockInfo::doubt is known: a request was answered.
pub const ANT_CLOCK_HAS_ANSWERS: AntClockFlags = 2;

/// An estimate of one remote clock. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntClock {
    /// Opaque.
    pub id: u64,
}
plain!(AntClock);

/// How a remote clock is estimated. Fill it with ant_clock_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntClockDesc {
    /// Set by ant_clock_desc_init.
    pub struct_size: u32,
    /// Must be 0.
    pub reserved: u32,
    /// How long samples count, nanoseconds. Default 3e10. [Limit: 1e9 to 3.6e12]
    pub window: i64,
    /// Most that the clocks drift apart, seconds per second. Default 5e-4. [Limit: 0 to 0.01]
    pub max_drift: f64,
}
sized!(AntClockDesc, 24, "call ant_clock_desc_init", { struct_size, reserved, window, max_drift });

impl Desc for AntClockDesc {
    fn defaults() -> Self {
        let p = ClockParams::default();
        Self { struct_size: size_of::<Self>() as u32, reserved: 0, window: p.window, max_drift: p.max_drift }
    }
}

/// What is known of a remote clock. Times are nanoseconds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntClockInfo {
    /// Size of this struct.
    pub struct_size: u32,
    /// ANT_CLOCK_HAS_UPDATES, ANT_CLOCK_HAS_ANSWERS; what is not known is 0.
    pub flags: AntClockFlags,
    /// Updates taken in.
    pub samples: u64,
    /// Own minus remote time of an update that arrives now by the shortest way: offset of the clocks and least time under way.
    pub least_difference: i64,
    /// How fast the own clock gains on the remote one, seconds per second.
    pub drift: f64,
    /// Interarrival jitter of RFC 3550.
    pub jitter: i64,
    /// Most that ant_clock_remote_time can be wrong, if the drift keeps its limit.
    pub doubt: i64,
    /// Least time an update is under way; with both flags.
    pub least_delay: i64,
}
sized!(AntClockInfo, 56, "call ant_clock_info_init", {
    struct_size, flags, samples, least_difference, drift, jitter, doubt, least_delay
});

/// A clock behind its handle.
pub(super) struct ClockObject(Object<ClockEstimator>);

impl Kind for ClockObject {
    const KIND: u8 = 12;
    const NAME: &'static str = "clock";
    type State = ClockEstimator;
    fn object(&self) -> &Object<ClockEstimator> {
        &self.0
    }
    fn bytes(&self) -> Outcome<u64> {
        Ok(self.read()?.bytes() as u64)
    }
    fn state_hash(&self) -> Outcome<u64> {
        Ok(self.read()?.state_hash())
    }
    fn snapshot(&self) -> Outcome<Vec<u8>> {
        Ok(self.read()?.snapshot())
    }
    fn restore(&self, bytes: &[u8]) -> Outcome<()> {
        let restored = ClockEstimator::from_snapshot(bytes)?;
        *self.write()? = restored;
        Ok(())
    }
}

/// Makes an estimate that knows nothing yet, one for each connection. Any thread.
/// desc: [opt] copied
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_clock_create(desc: *const AntClockDesc, out_clock: *mut AntClock) -> AntStatus {
    export!("ant_clock_create", |c| {
        let (out, desc) = (c.out(out_clock, "out_clock")?, c.desc_opt(desc, "desc")?);
        if desc.reserved != 0 {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`desc.reserved` is {}, must be 0", desc.reserved));
        }
        let made = ClockEstimator::new(&ClockParams { window: desc.window, max_drift: desc.max_drift })?;
        out.write(AntClock { id: handle::insert(ClockObject(Object::new(made)))? });
        Ok(ANT_OK)
    })
}

/// Forgets everything: after a reconnection, or when a host has set its clock. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_clock_reset(clock: AntClock) -> AntStatus {
    guard("ant_clock_reset", move || {
        resolve::<ClockObject>(clock.id)?.write()?.reset();
        Ok(ANT_OK)
    })
}

/// Takes in that an update has arrived. Leave duplicates out. Mutating.
/// sent: its time, on the remote clock. [Limit: -2^61 to 2^61]
/// received: when it arrived, on the own clock. [Limit: -2^61 to 2^61]
/// out_lateness: [opt] how much longer it was under way than the least delayed ones
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_clock_update_arrived(
    clock: AntClock,
    sent: i64,
    received: i64,
    out_lateness: *mut i64,
) -> AntStatus {
    export!("ant_clock_update_arrived", |c| {
        let late = resolve::<ClockObject>(clock.id)?.write()?.update_arrived(sent, received)?;
        if let Some(out) = c.out_opt(out_lateness) {
            out.write(late);
        }
        Ok(ANT_OK)
    })
}

/// Takes in that a request was answered: the four time stamps of NTP. It tells the offset of the clocks from the time under way. Mutating.
/// request_sent: own clock. [Limit: -2^61 to 2^61, and no time before the one that precedes it]
/// request_received: remote clock
/// answer_sent: remote clock
/// answer_received: own clock
#[unsafe(no_mangle)]
pub extern "C" fn ant_clock_answer_arrived(
    clock: AntClock,
    request_sent: i64,
    request_received: i64,
    answer_sent: i64,
    answer_received: i64,
) -> AntStatus {
    guard("ant_clock_answer_arrived", move || {
        let trip = RoundTrip { request_sent, request_received, answer_sent, answer_received };
        resolve::<ClockObject>(clock.id)?.write()?.answer_arrived(&trip)?;
        Ok(ANT_OK)
    })
}

/// What the remote clock shows. Without answered requests it is the time stamp of an update that would arrive now by the shortest way, so behind that clock by
/// the least time under way. ANT_EMPTY when nothing is known. Const.
/// now: own clock
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_clock_remote_time(clock: AntClock, now: i64, out_time: *mut i64) -> AntStatus {
    export!("ant_clock_remote_time", |c| {
        let out = c.out(out_time, "out_time")?;
        let Some(time) = resolve::<ClockObject>(clock.id)?.read()?.remote_time(now) else { return Ok(ANT_EMPTY) };
        out.write(time);
        Ok(ANT_OK)
    })
}

/// Lateness that a share of the last 128 updates did not exceed: how long a buffer must be for that share to be in time. ANT_EMPTY before the first update. Const.
/// share: [Limit: 0 to 1]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_clock_lateness(clock: AntClock, share: f64, out_lateness: *mut i64) -> AntStatus {
    export!("ant_clock_lateness", |c| {
        let out = c.out(out_lateness, "out_lateness")?;
        in_range(share, 0.0, 1.0, "share")?;
        let Some(late) = resolve::<ClockObject>(clock.id)?.read()?.lateness(share) else { return Ok(ANT_EMPTY) };
        out.write(late);
        Ok(ANT_OK)
    })
}

/// What is known of the remote clock. Const.
/// now: own clock
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_clock_info(clock: AntClock, now: i64, out_info: *mut AntClockInfo) -> AntStatus {
    export!("ant_clock_info", |c| {
        let out = c.out_struct(out_info, "out_info")?;
        let object = resolve::<ClockObject>(clock.id)?;
        let clock = object.read()?;
        let (difference, doubt) = (clock.least_difference(now), clock.doubt_at(now));
        let updates = if difference.is_some() { ANT_CLOCK_HAS_UPDATES } else { 0 };
        let answers = if doubt.is_some() { ANT_CLOCK_HAS_ANSWERS } else { 0 };
        out.write(AntClockInfo {
            struct_size: 0,
            flags: updates | answers,
            samples: clock.samples(),
            least_difference: difference.unwrap_or(0),
            drift: clock.drift(),
            jitter: clock.jitter(),
            doubt: doubt.unwrap_or(0),
            least_delay: clock.least_delay(now).unwrap_or(0),
        });
        Ok(ANT_OK)
    })
}
