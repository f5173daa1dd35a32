//! One player at a time, what happened to them, and what is known of the way to their machines.

use super::arg::{export, plain, unknown_value};
use super::frame::{check_rotation, vector_from};
use super::ghosts::{AntGhosts, GhostsObject};
use super::ghosts_frame::Held;
use super::handle::{Kind, resolve, spin};
use super::neuro::given;
use super::observe::check_spin;
use super::predict::AntPrediction;
use super::profile::{AntProfile, profile};
use super::receiver_show::AntShownAs;
use super::smooth_draw::AntDrawnFlags;
use super::status::*;
use super::structs::{Desc, sized};
use crate::base::math::{DQuat, DVec3};
use crate::ghosts::EventKind;
use crate::net::receiver::Counts;
use crate::predict::BaseMotion;
use core::ffi::c_void;

/// What a frame shows of a player, in the host's frame. Fill it with ant_ghost_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntGhost {
    /// Set by ant_ghost_init.
    pub struct_size: u32,
    /// What happened: ANT_DRAWN_…
    pub flags: AntDrawnFlags,
    /// Where it comes from: ANT_SHOWN_…
    pub source: AntShownAs,
    /// 0.
    pub reserved: u32,
    /// Where to draw it.
    pub position: [f64; 3],
    /// How fast it is drawn to move, units per second.
    pub velocity: [f64; 3],
    /// Facing: x, y, z, w.
    pub orientation: [f64; 4],
    /// What is expected, before convergence.
    pub predicted_position: [f64; 3],
    /// Seconds since its newest update was true; negative in the interpolated past.
    pub age: f64,
    /// Radius that holds the true position nine times out of ten; 0 when nobody knows.
    pub radius: f64,
}
sized!(AntGhost, 136, "call ant_ghost_init", {
    struct_size, flags, source, reserved, position, velocity, orientation, predicted_position, age, radius
});

/// What the last frame showed of a player. ANT_ERROR_NOT_FOUND when nobody has told of it, ANT_ERROR_STATE when it is not shown. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_get(ghosts: AntGhosts, player: u32, out_ghost: *mut AntGhost) -> AntStatus {
    export!("ant_ghosts_get", |c| {
        let out = c.out_struct(out_ghost, "out_ghost")?;
        let object = resolve::<GhostsObject>(ghosts.id)?;
        let (state, frame) = (object.read()?, &object.place.frame);
        let view = state.ghosts.view(player)?;
        out.write(AntGhost {
            struct_size: 0,
            flags: view.drawn.flags,
            source: view.source as u32,
            reserved: 0,
            position: frame.vector_out(view.drawn.position).to_array(),
            velocity: frame.vector_out(view.drawn.velocity).to_array(),
            orientation: frame.rotation_out(view.drawn.orientation).to_array(),
            predicted_position: frame.vector_out(view.predicted.position).to_array(),
            age: view.age,
            radius: frame.length_out(view.predicted.radius),
        });
        Ok(ANT_OK)
    })
}

/// What is expected of a player some time ahead of the present, before convergence: for aiming and for AI. Const.
/// ahead: nanoseconds
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_predict(
    ghosts: AntGhosts,
    player: u32,
    ahead: i64,
    out_prediction: *mut AntPrediction,
) -> AntStatus {
    export!("ant_ghosts_predict", |c| {
        let out = c.out_struct(out_prediction, "out_prediction")?;
        let object = resolve::<GhostsObject>(ghosts.id)?;
        let (state, frame) = (object.read()?, &object.place.frame);
        let held = Held::of(&object.place, false)?;
        let p = state.ghosts.predict(player, held.level(), ahead)?;
        out.write(AntPrediction {
            struct_size: 0,
            corrections: p.corrections,
            position: frame.vector_out(p.position).to_array(),
            velocity: frame.vector_out(p.velocity).to_array(),
            orientation: frame.rotation_out(p.orientation).to_array(),
            radius: frame.length_out(p.radius),
            confidence: p.confidence,
        });
        Ok(ANT_OK)
    })
}

/// How a player, or ANT_EVERYBODY, is predicted where its owner chose no line. v_max counts for single players only: everybody's run speed is that of the
/// descriptor, or learned. A player need not have appeared yet, and keeps its profile when it leaves and comes back, until ant_ghosts_remove. Mutating.
/// profile: copied
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_set_profile(
    ghosts: AntGhosts,
    player: u32,
    profile: *const AntProfile,
) -> AntStatus {
    export!("ant_ghosts_set_profile", |c| {
        let profile = self::profile(c, profile)?;
        let object = resolve::<GhostsObject>(ghosts.id)?;
        let mut state = object.write()?;
        state.ghosts.set_profile(player, &profile)?;
        // From now on packets are compared with the new model.
        spin(|| object.inbox.try_lock()).agree_with(&state.ghosts);
        Ok(ANT_OK)
    })
}

/// Gives the learned models weights of a file, or the built-in ones. Mutating.
/// bytes: [opt] [byte_len bytes] null = built-in
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_load_weights(ghosts: AntGhosts, bytes: *const c_void, byte_len: u64) -> AntStatus {
    export!("ant_ghosts_load_weights", |c| {
        let file = match (bytes.is_null(), byte_len) {
            (true, 0) => None,
            _ => Some(c.bytes(bytes, byte_len, "bytes")?),
        };
        resolve::<GhostsObject>(ghosts.id)?.write()?.ghosts.load_weights(file)?;
        Ok(ANT_OK)
    })
}

/// ant_predictor_load_bank for ghosts, whose profile (ant_ghosts_set_profile) has ANT_MODEL_NEURO. Where owners run the same model (ANT_SENDER_SHARED_MODEL), they
/// need the same banks (ant_outbox_load_bank): packets tell whether they have them. Mutating.
/// bytes: [opt] [byte_len bytes] copied. Null forgets the bank
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_load_bank(
    ghosts: AntGhosts,
    bank: u32,
    bytes: *const c_void,
    byte_len: u64,
) -> AntStatus {
    export!("ant_ghosts_load_bank", |c| {
        let file = given(c, bytes, byte_len)?;
        let object = resolve::<GhostsObject>(ghosts.id)?;
        let mut state = object.write()?;
        state.ghosts.load_bank(bank, file)?;
        // From now on packets are compared with the new networks.
        spin(|| object.inbox.try_lock()).agree_with(&state.ghosts);
        Ok(ANT_OK)
    })
}

/// How a moving base (lift, vehicle) moves, in the host's frame. Fill it with ant_base_motion_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntBaseMotion {
    /// Set by ant_base_motion_init.
    pub struct_size: u32,
    /// 0.
    pub reserved: u32,
    /// Position of the base's own origin.
    pub position: [f64; 3],
    /// Its rotation: x, y, z, w. [Limit: length 1]
    pub orientation: [f64; 4],
    /// Its velocity, units per second.
    pub velocity: [f64; 3],
    /// Its angular velocity, radians per second about the host's axes. [Limit: -1e6 to 1e6]
    pub angular_velocity: [f64; 3],
}
sized!(AntBaseMotion, 112, "call ant_base_motion_init", {
    struct_size, reserved, position, orientation, velocity, angular_velocity
});

impl Desc for AntBaseMotion {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            reserved: 0,
            position: [0.0; 3],
            orientation: [0.0, 0.0, 0.0, 1.0],
            velocity: [0.0; 3],
            angular_velocity: [0.0; 3],
        }
    }
}

/// Where a moving base is now. Tell it every frame while somebody rides on it. Mutating.
/// base: its number, the same on every machine
/// motion: [opt] null = the base is gone
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_set_base(
    ghosts: AntGhosts,
    base: u32,
    motion: *const AntBaseMotion,
    now: i64,
) -> AntStatus {
    export!("ant_ghosts_set_base", |c| {
        let object = resolve::<GhostsObject>(ghosts.id)?;
        let frame = &object.place.frame;
        let motion = match motion.is_null() {
            true => None,
            false => {
                let m = c.desc(motion, "motion")?;
                if m.reserved != 0 {
                    return Err(unknown_value(m.reserved, "motion.reserved", "0"));
                }
                let spin = frame.axial_in(DVec3::from_array(m.angular_velocity));
                Some(BaseMotion {
                    id: base.into(),
                    position: vector_from(frame, m.position, "motion.position")?,
                    orientation: check_rotation(
                        frame.base_rotation_in(DQuat::from_array(m.orientation)),
                        format_args!("motion.orientation"),
                    )?,
                    velocity: vector_from(frame, m.velocity, "motion.velocity")?,
                    angular_velocity: check_spin(spin, format_args!("motion.angular_velocity"))?,
                })
            }
        };
        object.write()?.ghosts.set_base(base, motion.as_ref(), now)?;
        Ok(ANT_OK)
    })
}

/// What happened.
pub type AntGhostEventKind = u32;
/// A player was told of for the first time, or again after it had left: make its ghost.
pub const ANT_GHOST_APPEARED: AntGhostEventKind = 0;
/// It has left: end its ghost.
pub const ANT_GHOST_LEFT: AntGhostEventKind = 1;
/// It was moved on purpose.
pub const ANT_GHOST_TELEPORTED: AntGhostEventKind = 2;
/// The clock of a peer, or the own one, has jumped and was found again.
pub const ANT_GHOST_CLOCK_JUMPED: AntGhostEventKind = 3;
/// There is no room for another player or peer; what it told was refused.
pub const ANT_GHOST_NO_ROOM: AntGhostEventKind = 4;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_GHOST_APPEARED == EventKind::Appeared as u32 && ANT_GHOST_LEFT == EventKind::Left as u32);
    assert!(ANT_GHOST_TELEPORTED == EventKind::Teleported as u32 && ANT_GHOST_NO_ROOM == EventKind::NoRoom as u32);
    assert!(ANT_GHOST_CLOCK_JUMPED == EventKind::ClockJumped as u32);
};

/// Something that happened.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntGhostEvent {
    /// ANT_GHOST_…
    pub kind: AntGhostEventKind,
    /// To whom.
    pub player: u32,
    /// Through whom.
    pub peer: u64,
    /// When, nanoseconds on the own clock.
    pub time: i64,
}
plain!(AntGhostEvent);

/// The oldest thing that happened and was not asked for yet; ANT_EMPTY = there is none. The newest 1024 are kept. Mutating.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_next_event(ghosts: AntGhosts, out_event: *mut AntGhostEvent) -> AntStatus {
    export!("ant_ghosts_next_event", |c| {
        let out = c.out(out_event, "out_event")?;
        let Some(event) = resolve::<GhostsObject>(ghosts.id)?.write()?.ghosts.next_event() else {
            return Ok(ANT_EMPTY);
        };
        let (kind, player, peer, time) = (event.kind as u32, event.player, event.peer, event.time);
        out.write(AntGhostEvent { kind, player, peer, time });
        Ok(ANT_OK)
    })
}

/// Updates by what became of them, ANT_VERDICT_… being the place.
fn by_verdict(counts: &Counts) -> [u64; 11] {
    [
        counts.applied,
        counts.inserted,
        counts.kept,
        counts.duplicates,
        counts.too_old,
        counts.stale,
        counts.backwards,
        counts.held,
        counts.refused,
        counts.unknown,
        counts.no_base,
    ]
}

/// What is known of the way to a peer. Times in nanoseconds. Fill it with ant_peer_stats_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntPeerStats {
    /// Set by ant_peer_stats_init.
    pub struct_size: u32,
    /// Players of this peer.
    pub players: u32,
    /// Packets that came.
    pub packets: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Packets that were refused: damaged, or of another codec, model or time base.
    pub bad_packets: u64,
    /// Updates that were relative to ones which are not here; they are asked for again.
    pub missing_baselines: u64,
    /// Updates by what became of them: ANT_VERDICT_… is the place.
    pub verdicts: [u64; 11],
    /// Updates that never came.
    pub lost: u64,
    /// Share of them.
    pub loss: f64,
    /// How much the time under way changes between updates.
    pub jitter: i64,
    /// Mean gap between the updates of a player.
    pub mean_gap: i64,
    /// How far the interpolated past lies behind the newest updates.
    pub delay: i64,
    /// Round trip by clock requests; -1 before one was answered.
    pub round_trip: i64,
    /// How often a clock jumped and was found again.
    pub clock_jumps: u64,
    /// What did not fit into the inbox, of all peers.
    pub overflowed: u64,
}
sized!(AntPeerStats, size_of::<AntPeerStats>() as u32, "call ant_peer_stats_init", {
    struct_size, players, packets, bytes, bad_packets, missing_baselines, verdicts, lost, loss, jitter, mean_gap, delay,
    round_trip, clock_jumps, overflowed
});

/// What is known of the way to a peer. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_peer_stats(
    ghosts: AntGhosts,
    peer: u64,
    out_stats: *mut AntPeerStats,
) -> AntStatus {
    export!("ant_ghosts_peer_stats", |c| {
        let out = c.out_struct(out_stats, "out_stats")?;
        let object = resolve::<GhostsObject>(ghosts.id)?;
        let state = object.read()?;
        let s = state.ghosts.peer_stats(peer)?;
        out.write(AntPeerStats {
            struct_size: 0,
            players: s.players,
            packets: s.packets,
            bytes: s.bytes,
            bad_packets: s.bad_packets,
            missing_baselines: s.missing_baselines,
            verdicts: by_verdict(&s.link.counts),
            lost: s.link.lost,
            loss: s.link.loss,
            jitter: s.link.jitter,
            mean_gap: s.link.mean_gap,
            delay: s.link.delay,
            round_trip: s.round_trip.unwrap_or(-1),
            clock_jumps: s.link.resynchronised.into(),
            overflowed: state.ghosts.overflowed(),
        });
        Ok(ANT_OK)
    })
}

/// What is known of a player's updates. Fill it with ant_player_stats_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntPlayerStats {
    /// Set by ant_player_stats_init.
    pub struct_size: u32,
    /// 0.
    pub reserved: u32,
    /// Who tells of it.
    pub peer: u64,
    /// Updates by what became of them: ANT_VERDICT_… is the place.
    pub verdicts: [u64; 11],
    /// Updates that never came.
    pub lost: u64,
    /// Share of the last 64 that did not come.
    pub recent_loss: f64,
    /// Mean gap between updates, nanoseconds.
    pub mean_gap: i64,
    /// Mean of how far updates moved what was expected: what was wrong when they came.
    pub mean_error: f64,
    /// The largest such distance.
    pub largest_error: f64,
}
sized!(AntPlayerStats, size_of::<AntPlayerStats>() as u32, "call ant_player_stats_init", {
    struct_size, reserved, peer, verdicts, lost, recent_loss, mean_gap, mean_error, largest_error
});

/// What is known of a player's updates. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_player_stats(
    ghosts: AntGhosts,
    player: u32,
    out_stats: *mut AntPlayerStats,
) -> AntStatus {
    export!("ant_ghosts_player_stats", |c| {
        let out = c.out_struct(out_stats, "out_stats")?;
        let object = resolve::<GhostsObject>(ghosts.id)?;
        let frame = &object.place.frame;
        let s = object.read()?.ghosts.player_stats(player)?;
        out.write(AntPlayerStats {
            struct_size: 0,
            reserved: 0,
            peer: s.peer,
            verdicts: by_verdict(&s.updates.counts),
            lost: s.updates.lost,
            recent_loss: s.updates.recent_loss,
            mean_gap: s.updates.mean_gap,
            mean_error: frame.length_out(s.mean_error),
            largest_error: frame.length_out(s.largest_error),
        });
        Ok(ANT_OK)
    })
}
