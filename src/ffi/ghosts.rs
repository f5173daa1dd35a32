//! Ghosts: players that are simulated elsewhere, from packets to what is drawn.

use super::arg::{Caller, export, known_flags, null, plain, unknown_value};
use super::error::{Outcome, fail};
use super::frame::{AntFrame, Frame, rotation_from, vector_from};
use super::guard::guard;
use super::handle::{self, Kind, resolve, spin};
use super::log;
use super::map::{AntPheromoneMap, MapObject};
use super::object::Object;
use super::observe::check_spin;
use super::smooth::AntSmoothMethod;
use super::status::*;
use super::structs::{Desc, sized};
use super::world::{AntWorld, WorldObject};
use crate::base::math::DVec3;
use crate::ghosts::{Chunk, FrameJob, Ghosts, GhostsParams, Inbox, MAX_REPLY, PlayerState, Warning, check_state};
use crate::net::{CodecParams, ReceiverParams};
use crate::smooth::{Method, SmoothParams};
use core::ffi::c_void;
use parking_lot::Mutex;
use std::sync::Arc;
use std::vec::Vec;

/// Stands for every player at once, those to come included.
pub const ANT_EVERYBODY: u32 = 0xffff_ffff;
/// The observer that stands for all: what it gets is sent to everybody, and nobody acknowledges it.
pub const ANT_EVERYONE: u64 = 0;

/// What an AntState has, and what is special about it.
pub type AntStateFlags = u32;
/// AntState::time is given, on the clock of the machine that says so; else the state is dated when it arrives.
pub const ANT_STATE_HAS_TIME: AntStateFlags = 0x10000;
/// AntState::velocity is given; else it comes from the positions.
pub const ANT_STATE_HAS_VELOCITY: AntStateFlags = 0x20000;
/// AntState::acceleration is given.
pub const ANT_STATE_HAS_ACCELERATION: AntStateFlags = 0x40000;
/// AntState::orientation is given.
pub const ANT_STATE_HAS_ORIENTATION: AntStateFlags = 0x80000;
/// AntState::angular_velocity is given.
pub const ANT_STATE_HAS_ANGULAR_VELOCITY: AntStateFlags = 0x100000;
/// The player rides on AntState::base: position, velocity, acceleration and orientation are in that base's frame.
pub const ANT_STATE_HAS_BASE: AntStateFlags = 0x200000;
/// It is not on the ground: drops do not stop it.
pub const ANT_STATE_AIRBORNE: AntStateFlags = 0x400000;
/// It was moved, it did not move.
pub const ANT_STATE_TELEPORTED: AntStateFlags = 0x800000;
/// It is not simulated at present (paused, loading): it stays where it is.
pub const ANT_STATE_FROZEN: AntStateFlags = 0x1000000;

const ALL_FLAGS: AntStateFlags = 0x1ff_0000;

/// Players that are simulated elsewhere. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntGhosts {
    /// Opaque.
    pub id: u64,
}
plain!(AntGhosts);

/// The state of a player, in the host's frame: an own avatar's for ant_outbox_submit, or one that the host's netcode brought for ant_ghosts_observe.
/// Fill it with ant_state_init. Fields without their flag are not read.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntState {
    /// Set by ant_state_init.
    pub struct_size: u32,
    /// ANT_STATE_… Default 0.
    pub flags: AntStateFlags,
    /// The player's number, the same on every machine.
    pub player: u32,
    /// Number of the moving base (lift, vehicle) that it rides on, the same on every machine, with ANT_STATE_HAS_BASE.
    pub base: u32,
    /// When it was true, nanoseconds, with ANT_STATE_HAS_TIME.
    pub time: i64,
    /// Where.
    pub position: [f64; 3],
    /// Units per second, with ANT_STATE_HAS_VELOCITY.
    pub velocity: [f64; 3],
    /// Units per second^2, with ANT_STATE_HAS_ACCELERATION.
    pub acceleration: [f64; 3],
    /// x, y, z, w, with ANT_STATE_HAS_ORIENTATION. [Limit: length 1]
    pub orientation: [f64; 4],
    /// Radians per second about the player's own axes, with ANT_STATE_HAS_ANGULAR_VELOCITY.
    pub angular_velocity: [f64; 3],
}
sized!(AntState, 152, "call ant_state_init", {
    struct_size, flags, player, base, time, position, velocity, acceleration, orientation, angular_velocity
});

impl Desc for AntState {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            flags: 0,
            player: 0,
            base: 0,
            time: 0,
            position: [0.0; 3],
            velocity: [0.0; 3],
            acceleration: [0.0; 3],
            orientation: [0.0, 0.0, 0.0, 1.0],
            angular_velocity: [0.0; 3],
        }
    }
}

impl AntState {
    /// The checked state in the canonical frame.
    pub(super) fn checked(&self, frame: &Frame) -> Outcome<PlayerState> {
        if self.flags & !ALL_FLAGS != 0 {
            return Err(fail!(
                ANT_ERROR_OUT_OF_RANGE,
                "`state.flags` is {:#x}, must be of ANT_STATE_…; flags of ANT_OBSERVE_… and ANT_UPDATE_… belong to other structs",
                self.flags
            ));
        }
        let flags = known_flags(self.flags, ALL_FLAGS, "state.flags")?;
        let has = |flag: u32| flags & flag != 0;
        let vector = |flag, v, name| has(flag).then(|| vector_from(frame, v, name)).transpose();
        Ok(PlayerState {
            time: has(ANT_STATE_HAS_TIME).then_some(self.time),
            position: vector_from(frame, self.position, "state.position")?,
            velocity: vector(ANT_STATE_HAS_VELOCITY, self.velocity, "state.velocity")?,
            acceleration: vector(ANT_STATE_HAS_ACCELERATION, self.acceleration, "state.acceleration")?,
            orientation: has(ANT_STATE_HAS_ORIENTATION)
                .then(|| rotation_from(frame, self.orientation, "state.orientation"))
                .transpose()?,
            angular_velocity: has(ANT_STATE_HAS_ANGULAR_VELOCITY)
                .then(|| {
                    let spin = frame.own_axial_in(DVec3::from_array(self.angular_velocity));
                    check_spin(spin, format_args!("state.angular_velocity"))
                })
                .transpose()?,
            airborne: has(ANT_STATE_AIRBORNE),
            teleported: has(ANT_STATE_TELEPORTED),
            frozen: has(ANT_STATE_FROZEN),
            base: has(ANT_STATE_HAS_BASE).then_some(self.base),
        })
    }
}

/// What ghosts are made of. Lengths in metres, times in nanoseconds. The defaults need no change; level, map and run speed make it better. Fill it with
/// ant_ghosts_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntGhostsDesc {
    /// Set by ant_ghosts_desc_init.
    pub struct_size: u32,
    /// Most players at once, those that have just left included. Default 1024. [Limit: 1 to 1048576]
    pub max_players: u32,
    /// Most remote machines. Default 64. [Limit: 1 to 4096]
    pub max_peers: u32,
    /// Most bytes that wait for the next frame; more is refused with ANT_ERROR_BUDGET. Default 1048576. [Limit: 4096 to 2^30]
    pub inbox_bytes: u32,
    /// [opt] The level, for walls; null (default) = the map's, or none.
    pub world: AntWorld,
    /// [opt] The fields; null (default) = none. Must be of the same level.
    pub map: AntPheromoneMap,
    /// The host's frame; only without a level and a map, else theirs counts. Default canonical.
    pub frame: AntFrame,
    /// Speed at which players run, m/s; 0 (default) = learned from those that are seen. [Limit: 0.001 to 1e6]
    pub run_speed: f64,
    /// From 1 (the predicted present, default) to 0 (the interpolated past).
    pub freshness: f64,
    /// Positions in packets are multiples of this, metres; the same as in the outbox. Default 0.01. [Limit: 1e-6 to 1e6]
    pub position_step: f64,
    /// Velocities in packets are multiples of this, m/s; the same as in the outbox. Default 0.01. [Limit: 1e-6 to 1e6]
    pub velocity_step: f64,
    /// A correction farther than this, metres, is a jump. Default 2.2. [Limit: above 0]
    pub snap_distance: f64,
    /// How long after its last update a player is predicted. Default 6e9. [Limit: 1 to 3.6e12]
    pub horizon: i64,
    /// Beyond that its motion fades to rest over this time. Default 5e8. [Limit: 0 to 3.6e12]
    pub fade: i64,
    /// How what is drawn converges: ANT_SMOOTH_… Default ANT_SMOOTH_CHASE.
    pub convergence: AntSmoothMethod,
    /// Gradients by which learned models adapt to this game, per frame (about 5 microseconds each). Default 8. [Limit: 0 to 1000]
    pub adapt_per_frame: u32,
    /// ANT_SMOOTH_BEZIER: as AntSmootherDesc::bezier_reach. Default a third. [Limit: 0 to 1]
    pub bezier_reach: f64,
}
sized!(AntGhostsDesc, 136, "call ant_ghosts_desc_init", {
    struct_size, max_players, max_peers, inbox_bytes, world, map, frame, run_speed, freshness, position_step,
    velocity_step, snap_distance, horizon, fade, convergence, adapt_per_frame, bezier_reach
});

impl Desc for AntGhostsDesc {
    fn defaults() -> Self {
        let p = GhostsParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            max_players: p.max_players,
            max_peers: p.max_peers,
            inbox_bytes: p.inbox_bytes,
            world: AntWorld { id: 0 },
            map: AntPheromoneMap { id: 0 },
            frame: AntFrame::CANONICAL,
            run_speed: p.run_speed,
            freshness: p.freshness,
            position_step: p.codec.position_step,
            velocity_step: p.codec.velocity_step,
            snap_distance: p.smooth.snap_distance,
            horizon: p.receiver.horizon,
            fade: p.receiver.fade,
            convergence: p.smooth.method as u32,
            adapt_per_frame: p.adapt_per_frame,
            bezier_reach: p.smooth.bezier_reach,
        }
    }
}

impl AntGhostsDesc {
    fn params(&self) -> Outcome<GhostsParams> {
        let method = Method::ALL.get(self.convergence as usize).copied();
        let method = method.ok_or_else(|| unknown_value(self.convergence, "desc.convergence", "ANT_SMOOTH_…"))?;
        Ok(GhostsParams {
            max_players: self.max_players,
            max_peers: self.max_peers,
            inbox_bytes: self.inbox_bytes,
            run_speed: self.run_speed,
            freshness: self.freshness,
            codec: codec(self.position_step, self.velocity_step),
            receiver: ReceiverParams { horizon: self.horizon, fade: self.fade, ..ReceiverParams::default() },
            smooth: SmoothParams {
                method,
                snap_distance: self.snap_distance,
                bezier_reach: self.bezier_reach,
                ..SmoothParams::default()
            },
            adapt_per_frame: self.adapt_per_frame,
            ..GhostsParams::default()
        })
    }
}

/// The codec of both ends.
pub(super) fn codec(position_step: f64, velocity_step: f64) -> CodecParams {
    CodecParams { position_step, velocity_step, ..CodecParams::default() }
}

/// Level, map and frame of a descriptor.
pub(super) struct Place {
    pub(super) world: Option<Arc<WorldObject>>,
    pub(super) map: Option<Arc<MapObject>>,
    pub(super) frame: Frame,
}

impl Place {
    pub(super) fn new(world: AntWorld, map: AntPheromoneMap, frame: &AntFrame) -> Outcome<Self> {
        let given = Frame::new(frame)?;
        let map = match map.id {
            0 => None,
            id => Some(resolve::<MapObject>(id)?.keep()),
        };
        let world = match world.id {
            0 => map.as_ref().map(|map| map.world.clone()),
            id => Some(resolve::<WorldObject>(id)?.keep()),
        };
        if let (Some(map), Some(world)) = (&map, &world)
            && !Arc::ptr_eq(&map.world, world)
        {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`map` is not a map over `world`"));
        }
        if let Some(world) = &world
            && !given.agrees_with(&world.frame)
            && !given.agrees_with(&Frame::new(&AntFrame::CANONICAL)?)
        {
            return Err(fail!(
                ANT_ERROR_MISMATCH,
                "`frame` is another one than that of `world`, which counts: leave it as it is, or make the world with it"
            ));
        }
        let frame = world.as_ref().map_or(given, |world| world.frame);
        Ok(Self { world, map, frame })
    }
}

/// Ghosts, and a frame of them that is being drawn in tasks.
pub(super) struct GhostsState {
    pub(super) ghosts: Ghosts,
    pub(super) open: Option<FrameJob>,
    pub(super) tasks: Vec<Mutex<Chunk>>,
}

/// Ghosts behind their handle.
pub(super) struct GhostsObject {
    object: Object<GhostsState>,
    /// Filled by any thread; locked for as long as a packet is copied.
    pub(super) inbox: Mutex<Inbox>,
    pub(super) place: Place,
}

impl Kind for GhostsObject {
    const KIND: u8 = 20;
    const NAME: &'static str = "ghosts";
    type State = GhostsState;
    fn object(&self) -> &Object<GhostsState> {
        &self.object
    }
    fn bytes(&self) -> Outcome<u64> {
        let waiting = spin(|| self.inbox.try_lock()).heap_bytes();
        Ok((self.read()?.ghosts.bytes() + waiting) as u64)
    }
    fn state_hash(&self) -> Outcome<u64> {
        Ok(self.read()?.ghosts.state_hash()?)
    }
    fn snapshot(&self) -> Outcome<Vec<u8>> {
        Ok(self.read()?.ghosts.snapshot()?)
    }
    fn restore(&self, bytes: &[u8]) -> Outcome<()> {
        Ok(self.write()?.ghosts.restore(bytes)?)
    }
    fn rebase(&self, shift: [f64; 3]) -> Outcome<()> {
        let shift = vector_from(&self.place.frame, shift, "shift")?;
        Ok(self.write()?.ghosts.rebase(shift)?)
    }
}

/// Writes likely mistakes to the log.
pub(super) fn tell_warnings(whose: &str, warnings: Vec<Warning>) {
    for warning in warnings {
        log::write(log::ANT_LOG_WARNING, format_args!("{whose}: {}", warning.text));
    }
}

/// Makes ghosts that know nobody. They keep their level and map alive. Any thread.
/// desc: copied
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_create(desc: *const AntGhostsDesc, out_ghosts: *mut AntGhosts) -> AntStatus {
    export!("ant_ghosts_create", |c| {
        let (out, desc) = (c.out(out_ghosts, "out_ghosts")?, c.desc(desc, "desc")?);
        let place = Place::new(desc.world, desc.map, &desc.frame)?;
        let ghosts = Ghosts::new(&desc.params()?)?;
        let inbox = Mutex::new(ghosts.new_inbox());
        let state = GhostsState { ghosts, open: None, tasks: Vec::new() };
        out.write(AntGhosts { id: handle::insert(GhostsObject { object: Object::new(state), inbox, place })? });
        Ok(ANT_OK)
    })
}

/// A packet of a remote outbox has come. It is looked at in the next frame; what became of it is in ant_ghosts_peer_stats. ANT_ERROR_CORRUPT when it is no
/// packet, ANT_ERROR_MISMATCH when that outbox has another codec or model, ANT_ERROR_BUDGET when the inbox is full. Never clashes with drawing. Any thread.
/// peer: the host's number of the machine it came from
/// bytes: [byte_len bytes]
/// now: when it came, nanoseconds on the own clock
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_receive(
    ghosts: AntGhosts,
    peer: u64,
    bytes: *const c_void,
    byte_len: u64,
    now: i64,
) -> AntStatus {
    export!("ant_ghosts_receive", |c| {
        let bytes = c.bytes(bytes, byte_len, "bytes")?;
        let object = resolve::<GhostsObject>(ghosts.id)?;
        spin(|| object.inbox.try_lock()).receive(peer, bytes, now)?;
        Ok(ANT_OK)
    })
}

/// The host's own netcode brought states of players. They are looked at in the next frame. States of one peer either all have a time or none has. One bad state
/// fails the call before anything changed. Never clashes with drawing. Any thread.
/// peer: the host's number of the machine they came from
/// states: [count] all have the struct_size of the first
/// now: when they came, nanoseconds on the own clock
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_observe(
    ghosts: AntGhosts,
    peer: u64,
    states: *const AntState,
    count: u32,
    now: i64,
) -> AntStatus {
    export!("ant_ghosts_observe", |c| {
        let object = resolve::<GhostsObject>(ghosts.id)?;
        each_state(c, states, count, &object.place.frame, |player, state| Ok(check_state(player, &state, now)?))?;
        let mut inbox = spin(|| object.inbox.try_lock());
        inbox.has_room_for(count)?;
        each_state(c, states, count, &object.place.frame, |player, state| {
            inbox.observe(peer, player, &state, now)?;
            Ok(())
        })
    })
}

/// Reads states one by one.
pub(super) fn each_state(
    c: Caller<'_>,
    states: *const AntState,
    count: u32,
    frame: &Frame,
    mut run: impl FnMut(u32, PlayerState) -> Outcome<()>,
) -> Outcome {
    for i in 0..count {
        let state = c.desc_at(states, i, "states")?;
        run(state.player, state.checked(frame)?)?;
    }
    Ok(ANT_OK)
}

/// What to send back to a peer's outbox (ant_outbox_receive there): acknowledgements and clock requests. Ask once per tick; 0 bytes = nothing. Mutating.
/// out: [capacity bytes] 8 bytes suffice
/// out_size: receives the bytes written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_reply(
    ghosts: AntGhosts,
    peer: u64,
    now: i64,
    out: *mut c_void,
    capacity: u64,
    out_size: *mut u64,
) -> AntStatus {
    export!("ant_ghosts_reply", |c| {
        let size = c.out(out_size, "out_size")?;
        if out.is_null() {
            // Before anything counts as sent.
            return Err(null("out"));
        }
        if capacity < MAX_REPLY as u64 {
            return Err(fail!(ANT_ERROR_BUFFER_TOO_SMALL, "`capacity` is {capacity}, must be at least {MAX_REPLY}"));
        }
        let object = resolve::<GhostsObject>(ghosts.id)?;
        let mut reply = [0; MAX_REPLY];
        let length = object.write()?.ghosts.reply(peer, now, &mut reply)?;
        c.copy_bytes(&reply[..length], out, capacity, None)?;
        size.write(length as u64);
        Ok(ANT_OK)
    })
}

/// The host's network clock: when the own clock shows `now`, that of the peer shows `remote`. Without it the clock is found by requests and answers in packets
/// and replies, or by arrivals alone. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_ghosts_set_clock(ghosts: AntGhosts, peer: u64, now: i64, remote: i64) -> AntStatus {
    guard("ant_ghosts_set_clock", move || {
        resolve::<GhostsObject>(ghosts.id)?.write()?.ghosts.set_clock(peer, now, remote)?;
        Ok(ANT_OK)
    })
}

/// From 1 (the predicted present) to 0 (the interpolated past). What is drawn goes there without a jump. A player need not have appeared yet, and keeps it
/// when it leaves and comes back, until ant_ghosts_remove. Mutating.
/// player: or ANT_EVERYBODY
#[unsafe(no_mangle)]
pub extern "C" fn ant_ghosts_set_freshness(ghosts: AntGhosts, player: u32, freshness: f64) -> AntStatus {
    guard("ant_ghosts_set_freshness", move || {
        resolve::<GhostsObject>(ghosts.id)?.write()?.ghosts.set_freshness(player, freshness)?;
        Ok(ANT_OK)
    })
}

/// Forgets a player and what was set for it; one that is told of again appears again. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_ghosts_remove(ghosts: AntGhosts, player: u32) -> AntStatus {
    guard("ant_ghosts_remove", move || {
        resolve::<GhostsObject>(ghosts.id)?.write()?.ghosts.remove(player)?;
        Ok(ANT_OK)
    })
}

/// Forgets a peer and all its players: it has disconnected. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_ghosts_remove_peer(ghosts: AntGhosts, peer: u64) -> AntStatus {
    guard("ant_ghosts_remove_peer", move || {
        resolve::<GhostsObject>(ghosts.id)?.write()?.ghosts.remove_peer(peer)?;
        Ok(ANT_OK)
    })
}
