//! The host's say in what a sender sends: lines of type 2, and who sees what.

use super::arg::export;
use super::frame::Frame;
use super::guard::guard;
use super::handle::{self, Kind, child_id, resolve, spin};
use super::sender::{AntSender, SenderObject};
use super::sender_connection::AntConnection;
use super::status::*;
use crate::base::math::DVec3;
use crate::base::time::Nanos;
use crate::net::Truth;
use crate::net::sender::{Aim, ConnectionId, Line, Observers, Recorded};
use core::ffi::c_void;

/// Chooses the straight line that receivers of a type-2 update go along: best the one that stays within the threshold for the longest time. Called within
/// ant_sender_collect and ant_sender_poll, on the thread of that call. It must not unwind. Calls into the same sender give ANT_ERROR_BUSY.
/// now: nanoseconds
/// position: [(x, y, z)] as told, in the host's frame
/// velocity: [(x, y, z)] units per second
/// threshold: most the line may be off, in the host's units
/// out_offset: [(x, y, z)] where the line begins, from `position`; is zero before the call
/// out_velocity: [(x, y, z)] the prediction vector; is `velocity` before the call
/// user: the pointer given with the callback
/// A line that begins farther off than the threshold, or is not finite, is not used.
pub type AntAimFn = Option<
    unsafe extern "C" fn(
        entity: u32,
        now: i64,
        position: *const f64,
        velocity: *const f64,
        threshold: f64,
        out_offset: *mut f64,
        out_velocity: *mut f64,
        user: *mut c_void,
    ),
>;

/// Says who sees what. Called within ant_sender_collect and ant_sender_poll, on the thread of that call, up to twice per entity and connection. It must not unwind. Calls into the same
/// sender give ANT_ERROR_BUSY.
/// position: [(x, y, z)] of the entity as told, in the host's frame
/// out_relevant: 1 = relevant, 0 = not; is -1 before the call: what ant_sender_set_interest or the area of interest say
/// out_factor: on all thresholds, below 1 for an observer who is near or aims at it, brought into 0.001 to 1000; is 0 before the call: as set, or by the table of distances
/// user: the pointer given with the callback
pub type AntObserversFn = Option<
    unsafe extern "C" fn(
        connection: AntConnection,
        entity: u32,
        position: *const f64,
        out_relevant: *mut i32,
        out_factor: *mut f64,
        user: *mut c_void,
    ),
>;

type AimCall = unsafe extern "C" fn(u32, i64, *const f64, *const f64, f64, *mut f64, *mut f64, *mut c_void);
type ObserversCall = unsafe extern "C" fn(AntConnection, u32, *const f64, *mut i32, *mut f64, *mut c_void);

/// The host's callbacks.
#[derive(Clone, Copy, Default)]
pub(super) struct Hooks {
    aim: Option<(AimCall, *mut c_void)>,
    observers: Option<(ObserversCall, *mut c_void)>,
}

// SAFETY: the host says with `ant_sender_set_…` that callbacks and pointers may be used on any thread that sends.
unsafe impl Send for Hooks {}

impl Hooks {
    pub(super) fn aim<'a>(&self, frame: &'a Frame) -> Option<HostAim<'a>> {
        self.aim.map(|(call, user)| HostAim { call, user, frame })
    }

    pub(super) fn observers<'a>(&self, frame: &'a Frame, tag: handle::Tag) -> Option<HostObservers<'a>> {
        self.observers.map(|(call, user)| HostObservers { call, user, frame, tag })
    }
}

/// The host's aim.
pub(super) struct HostAim<'a> {
    call: AimCall,
    user: *mut c_void,
    frame: &'a Frame,
}

impl Aim for HostAim<'_> {
    fn aim(&mut self, entity: u32, truth: &Truth, threshold: f64, now: Nanos) -> Line {
        let position = self.frame.vector_out(truth.position).to_array();
        let velocity = self.frame.vector_out(truth.velocity).to_array();
        let threshold_out = self.frame.length_out(threshold);
        let plain = Recorded.aim(entity, truth, threshold, now);
        let (mut offset, mut along) = ([0.0; 3], velocity);
        let (offset_out, along_out) = (offset.as_mut_ptr(), along.as_mut_ptr());
        let (position, velocity_in) = (position.as_ptr(), velocity.as_ptr());
        // SAFETY: the host keeps callback and pointer usable until `ant_sender_set_aim` has exchanged them, which needs the sender
        // alone, so not during this call. The arrays have the sizes that the header states.
        unsafe { (self.call)(entity, now, position, velocity_in, threshold_out, offset_out, along_out, self.user) };
        if offset == [0.0; 3] && along == velocity {
            // Untouched: as it was, not converted there and back.
            return plain;
        }
        let metres = |v| self.frame.vector_in(DVec3::from_array(v));
        Line { offset: metres(offset), velocity: metres(along) }
    }
}

/// The host's opinion on observers.
pub(super) struct HostObservers<'a> {
    call: ObserversCall,
    user: *mut c_void,
    frame: &'a Frame,
    tag: handle::Tag,
}

impl HostObservers<'_> {
    fn ask(&self, connection: ConnectionId, entity: u32, truth: &Truth) -> (i32, f64) {
        let position = self.frame.vector_out(truth.position).to_array();
        let connection = AntConnection { id: child_id(connection.index, self.tag, connection.generation) };
        let (mut relevant, mut factor) = (-1, 0.0);
        // SAFETY: as for `HostAim`.
        unsafe { (self.call)(connection, entity, position.as_ptr(), &mut relevant, &mut factor, self.user) };
        (relevant, factor)
    }
}

impl Observers for HostObservers<'_> {
    fn relevant(&mut self, connection: ConnectionId, entity: u32, truth: &Truth) -> Option<bool> {
        let (relevant, _) = self.ask(connection, entity, truth);
        (relevant >= 0).then_some(relevant > 0)
    }

    fn factor(&mut self, connection: ConnectionId, entity: u32, truth: &Truth) -> Option<f64> {
        let (_, factor) = self.ask(connection, entity, truth);
        (factor != 0.0).then_some(factor)
    }
}

/// Sets the host's choice of type-2 lines, or removes it. Once this returns, the former one is not running and is never called again. It is not part of the
/// state. ant_sender_suggest does the same without a callback. Mutating.
/// callback: [opt] null = none
/// user: [opt] handed to the callback
#[unsafe(no_mangle)]
pub extern "C" fn ant_sender_set_aim(sender: AntSender, callback: AntAimFn, user: *mut c_void) -> AntStatus {
    guard("ant_sender_set_aim", move || {
        let object = resolve::<SenderObject>(sender.id)?;
        let _alone = object.write()?;
        spin(|| object.hooks.try_lock()).aim = callback.map(|call| (call, user));
        Ok(ANT_OK)
    })
}

/// Sets the host's say in who sees what, or removes it. Once this returns, the former one is not running and is never called again. It is not part of the
/// state. ant_sender_set_interest does the same without a callback. Mutating.
/// callback: [opt] null = none
/// user: [opt] handed to the callback
#[unsafe(no_mangle)]
pub extern "C" fn ant_sender_set_observers(
    sender: AntSender,
    callback: AntObserversFn,
    user: *mut c_void,
) -> AntStatus {
    guard("ant_sender_set_observers", move || {
        let object = resolve::<SenderObject>(sender.id)?;
        let _alone = object.write()?;
        spin(|| object.hooks.try_lock()).observers = callback.map(|call| (call, user));
        Ok(ANT_OK)
    })
}

/// Chooses the type-2 line of an entity for the truth that was told last: the callback of ant_sender_set_aim without a callback. It counts until the next
/// ant_sender_submit, and where there is no callback. Mutating.
/// offset: [(x, y, z)] where the line begins, from the position told
/// velocity: [(x, y, z)] the prediction vector, units per second
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_sender_suggest(
    sender: AntSender,
    entity: u32,
    offset: *const f64,
    velocity: *const f64,
) -> AntStatus {
    export!("ant_sender_suggest", |c| {
        let object = resolve::<SenderObject>(sender.id)?;
        let line = Line {
            offset: c.point(offset, "offset", &object.frame)?,
            velocity: c.point(velocity, "velocity", &object.frame)?,
        };
        object.write()?.suggest(entity, line)?;
        Ok(ANT_OK)
    })
}
