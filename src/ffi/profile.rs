//! How one entity is predicted, as a host says it.

use super::arg::{Caller, in_range, known_flags, unknown_value};
use super::error::{Outcome, fail};
use super::map_query::{AntAttraction, layer_weights};
use super::status::*;
use super::structs::{Desc, sized};
use crate::base::math::DVec3;
use crate::predict::dis::BodyAcceleration;
use crate::predict::neuro::MAX_RIVALS;
use crate::predict::{EntityProfile, Model, Obstacle, PostProcessing, VelocitySource};
use crate::world::AreaFilter;
use core::ffi::c_void;

/// A model of prediction.
pub type AntModel = u32;
/// Stays where it was.
pub const ANT_MODEL_STILL: AntModel = 0;
/// First-order dead reckoning with the last velocity.
pub const ANT_MODEL_DR1: AntModel = 1;
/// Second-order dead reckoning with moving averages of velocity and acceleration.
pub const ANT_MODEL_DR2: AntModel = 2;
/// First order with a velocity that dies away: x + v tau (1 - e^(-t / tau)).
pub const ANT_MODEL_DAMPED: AntModel = 3;
/// AntReckoning: second order plus the pull of the pheromone field.
pub const ANT_MODEL_ANT: AntModel = 4;
/// DIS algorithm 1: static.
pub const ANT_MODEL_DIS_STATIC: AntModel = 5;
/// DIS algorithm 2: fixed orientation, constant velocity, world axes.
pub const ANT_MODEL_DIS_FPW: AntModel = 6;
/// DIS algorithm 3: rotating, constant velocity, world axes.
pub const ANT_MODEL_DIS_RPW: AntModel = 7;
/// DIS algorithm 4: rotating, constant acceleration, world axes.
pub const ANT_MODEL_DIS_RVW: AntModel = 8;
/// DIS algorithm 5: fixed orientation, constant acceleration, world axes.
pub const ANT_MODEL_DIS_FVW: AntModel = 9;
/// DIS algorithm 6: fixed orientation, constant velocity, body axes.
pub const ANT_MODEL_DIS_FPB: AntModel = 10;
/// DIS algorithm 7: rotating, constant velocity, body axes.
pub const ANT_MODEL_DIS_RPB: AntModel = 11;
/// DIS algorithm 8: rotating, constant acceleration, body axes.
pub const ANT_MODEL_DIS_RVB: AntModel = 12;
/// DIS algorithm 9: fixed orientation, constant acceleration, body axes.
pub const ANT_MODEL_DIS_FVB: AntModel = 13;
/// Interest scheme: constant speed, direction by forces between players and objects.
pub const ANT_MODEL_INTEREST: AntModel = 14;
/// First-order dead reckoning at first, the interest scheme after a time threshold.
pub const ANT_MODEL_HYBRID: AntModel = 15;
/// Neuro-reckoning: a bank of small networks (ant_predictor_load_bank).
pub const ANT_MODEL_NEURO: AntModel = 16;
/// Long-term routes learned from earlier trials (ant_predictor_strategies_load).
pub const ANT_MODEL_STRATEGY: AntModel = 17;
/// Directed trails: damped dead reckoning plus what this place and heading remember.
pub const ANT_MODEL_TRAIL: AntModel = 18;
/// The learned kinematic model.
pub const ANT_MODEL_KINEMATIC: AntModel = 19;
/// Mixes the models by their recent errors and says how sure it is.
pub const ANT_MODEL_AUTO: AntModel = 20;
/// The host's own expert alone (ant_predictor_set_expert).
pub const ANT_MODEL_CUSTOM: AntModel = 21;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_MODEL_ANT == Model::Ant as u32 && ANT_MODEL_DIS_STATIC == Model::DisStatic as u32);
    assert!(ANT_MODEL_DIS_FVB == Model::DisFvb as u32 && ANT_MODEL_NEURO == Model::Neuro as u32);
    assert!(ANT_MODEL_AUTO == Model::Auto as u32 && ANT_MODEL_CUSTOM == Model::Custom as u32);
    assert!(Model::ALL.len() as u32 == ANT_MODEL_CUSTOM + 1);
};

/// What the acceleration of the DIS models with body axes means.
pub type AntBodyAcceleration = u32;
/// Acceleration of the body-axis DIS models: dv/dt in body axes (Towers & Hines; default).
pub const ANT_BODY_ACCELERATION_DERIVATIVE: AntBodyAcceleration = 0;
/// Acceleration of the body-axis DIS models: A - w x v changes the body-axis velocity.
pub const ANT_BODY_ACCELERATION_MINUS_ROTATION: AntBodyAcceleration = 1;
/// Acceleration of the body-axis DIS models: A + w x v changes the body-axis velocity.
pub const ANT_BODY_ACCELERATION_PLUS_ROTATION: AntBodyAcceleration = 2;

/// What happens to a prediction that meets a wall of the level.
pub type AntObstacle = u32;
/// A prediction passes through walls; what is drawn keeps to the level by itself.
pub const ANT_OBSTACLE_IGNORE: AntObstacle = 0;
/// A prediction slides along walls, and stops in corners (default).
pub const ANT_OBSTACLE_SLIDE: AntObstacle = 1;

/// Flags of AntProfile.
pub type AntProfileFlags = u32;
/// AntProfile::avatar is given: the entity feels the other avatars and never itself.
pub const ANT_PROFILE_HAS_AVATAR: AntProfileFlags = 1;
/// No limit of the speed.
pub const ANT_PROFILE_NO_SPEED_LIMIT: AntProfileFlags = 2;
/// Links may not be used by paths around obstacles.
pub const ANT_PROFILE_NO_LINKS: AntProfileFlags = 4;
/// AntProfile::preference is given; else it is observed from behaviour.
pub const ANT_PROFILE_HAS_PREFERENCE: AntProfileFlags = 8;
/// The entity's movement is not written into the trails.
pub const ANT_PROFILE_NO_TRAIL: AntProfileFlags = 16;
/// ANT_MODEL_AUTO uses only what sender and receiver share: the entity's own observations.
pub const ANT_PROFILE_SHARED_ONLY: AntProfileFlags = 32;
/// ANT_MODEL_DR2 and ANT_MODEL_ANT average velocities over positions, as published, also where an update tells a velocity.
pub const ANT_PROFILE_AVERAGED_VELOCITY: AntProfileFlags = 64;
/// In ANT_MODEL_NEURO the bank is followed wherever it says anything, as published; without it plain dead reckoning takes over where the bank is not believed.
pub const ANT_PROFILE_NO_BANK_FALLBACK: AntProfileFlags = 128;

const ALL_FLAGS: u32 = 255;

/// How one entity is predicted. Fill it with ant_profile_init. Lengths in metres, speeds in m/s, times in seconds, whatever the frame.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AntProfile {
    /// Set by ant_profile_init.
    pub struct_size: u32,
    /// ANT_MODEL_STILL … ANT_MODEL_CUSTOM. Default ANT_MODEL_AUTO.
    pub model: AntModel,
    /// ANT_PROFILE_… Default 0.
    pub flags: AntProfileFlags,
    /// What happens at walls where a level is given: ANT_OBSTACLE_SLIDE (default) or ANT_OBSTACLE_IGNORE.
    pub obstacle: AntObstacle,
    /// Mass: divides the effect of forces. Default 1. [Limit: 1e-6 to 1e9]
    pub mass: f64,
    /// Nominal top speed, m/s. Default 8.128. [Limit: 1e-6 to 1e6]
    pub v_max: f64,
    /// The speed limit is max(v_max, speed_factor * fastest recently observed speed) … Default 1.1. [Limit: 0 to 1000]
    pub speed_factor: f64,
    /// … but never above this, m/s. Default 40. [Limit: 1e-6 to 1e6]
    pub speed_cap: f64,
    /// Weight of forces against acceleration. Default 0.5. [Limit: 0 to 1]
    pub alpha: f64,
    /// Weight of the newest velocity in its moving average, per frame. Default 0.8. [Limit: 1e-6 to 1]
    pub alpha_v: f64,
    /// Weight of the newest acceleration in its moving average, per frame. Default 0.8. [Limit: 0 to 1]
    pub alpha_a: f64,
    /// Frame time of the paper, in which forces and averages are expressed, seconds. Default 0.05. [Limit: 1e-6 to 60]
    pub frame_time: f64,
    /// Time in which the velocity of the damped model dies away, seconds. Default 0.7. [Limit: 1e-6 to 1e6]
    pub tau: f64,
    /// Factor on all forces. Default 1. [Limit: -1e9 to 1e9]
    pub force_scale: f64,
    /// Below this speed an entity stands still, m/s … Default 0.1. [Limit: 0 to 1e6]
    pub still_speed: f64,
    /// … and its forces are multiplied by this. Default 0. [Limit: 0 to 1]
    pub still_force: f64,
    /// The displacement is at most this factor of speed * time; 0 = no such limit (default). [Limit: 0 to 1e9]
    pub vector_factor: f64,
    /// Which cells pull, and how.
    pub attraction: AntAttraction,
    /// [opt] [layer_weight_count] weight per layer of the map; copied. Null with a count of 0: 1 for the first layer. [Limit: -1e6 to 1e6]
    pub layer_weights: *const f32,
    /// Must be null.
    pub reserved_pointer: *const c_void,
    /// Elements of `layer_weights`. [Limit: <= 65536]
    pub layer_weight_count: u32,
    /// So many banks from `bank` on compete in ANT_MODEL_NEURO: the one that erred least of late is heard. Default 1. [Limit: 1 to 8]
    pub bank_count: u32,
    /// The entity's own avatar on the map, with ANT_PROFILE_HAS_AVATAR.
    pub avatar: u64,
    /// Bit n set: area kind n may be entered. Default all.
    pub allowed_areas: u64,
    /// E of the interest scheme with ANT_PROFILE_HAS_PREFERENCE: -100 always objects, 100 always players. Default 0. [Limit: -100 to 100]
    pub preference: f64,
    /// What the acceleration of the body-axis DIS models means: ANT_BODY_ACCELERATION_… Default ANT_BODY_ACCELERATION_DERIVATIVE.
    pub body_acceleration: AntBodyAcceleration,
    /// Number of the bank of ANT_MODEL_NEURO. Default 0, which is built in while no file is loaded under it.
    pub bank: u32,
}
sized!(AntProfile, 208 + 2 * size_of::<usize>() as u32, "call ant_profile_init", {
    struct_size, model, flags, obstacle, mass, v_max, speed_factor, speed_cap, alpha, alpha_v, alpha_a, frame_time, tau,
    force_scale, still_speed, still_force, vector_factor, attraction, layer_weights, reserved_pointer, layer_weight_count,
    bank_count, avatar, allowed_areas, preference, body_acceleration, bank
});

impl Desc for AntProfile {
    fn defaults() -> Self {
        let p = EntityProfile::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            model: ANT_MODEL_AUTO,
            flags: if p.post.limit_speed { 0 } else { ANT_PROFILE_NO_SPEED_LIMIT },
            obstacle: ANT_OBSTACLE_SLIDE,
            mass: p.mass,
            v_max: p.v_max,
            speed_factor: p.speed_factor,
            speed_cap: p.speed_cap,
            alpha: p.alpha,
            alpha_v: p.alpha_v,
            alpha_a: p.alpha_a,
            frame_time: p.frame,
            tau: p.tau,
            force_scale: p.force_scale,
            still_speed: p.post.still_speed,
            still_force: p.post.still_force,
            vector_factor: if p.post.vector_factor.is_finite() { p.post.vector_factor } else { 0.0 },
            attraction: AntAttraction::of(&p.region, &p.law),
            layer_weights: core::ptr::null(),
            reserved_pointer: core::ptr::null(),
            layer_weight_count: 0,
            bank_count: p.bank_count,
            avatar: 0,
            allowed_areas: p.filter.allowed,
            preference: p.preference.map_or(0.0, f64::from),
            body_acceleration: ANT_BODY_ACCELERATION_DERIVATIVE,
            bank: p.bank,
        }
    }
}

/// A model by its number.
pub(super) fn model(number: u32) -> Outcome<Model> {
    Model::ALL
        .get(number as usize)
        .copied()
        .ok_or_else(|| unknown_value(number, "model", "ANT_MODEL_STILL (0) to ANT_MODEL_CUSTOM (21)"))
}

/// Reads and checks a profile.
pub(super) fn profile(c: Caller<'_>, pointer: *const AntProfile) -> Outcome<EntityProfile> {
    let desc = c.desc(pointer, "profile")?;
    if !desc.reserved_pointer.is_null() {
        return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`profile.reserved_pointer` must be null"));
    }
    let flags = known_flags(desc.flags, ALL_FLAGS, "profile.flags")?;
    let (region, law) = desc.attraction.checked()?;
    in_range(desc.layer_weight_count.into(), 0.0, 65_536.0, "profile.layer_weight_count")?;
    let weights = layer_weights(c, desc.layer_weights, desc.layer_weight_count, "profile.layer_weights")?;
    let number = |value: f64, least: f64, most: f64, name: &str| in_range(value, least, most, name);
    Ok(EntityProfile {
        velocity: if flags & ANT_PROFILE_AVERAGED_VELOCITY != 0 {
            VelocitySource::Averaged
        } else {
            VelocitySource::Told
        },
        model: model(desc.model)?,
        mass: number(desc.mass, 1e-6, 1e9, "profile.mass")?,
        v_max: number(desc.v_max, 1e-6, 1e6, "profile.v_max")?,
        speed_factor: number(desc.speed_factor, 0.0, 1e3, "profile.speed_factor")?,
        speed_cap: number(desc.speed_cap, 1e-6, 1e6, "profile.speed_cap")?,
        alpha: number(desc.alpha, 0.0, 1.0, "profile.alpha")?,
        alpha_v: number(desc.alpha_v, 1e-6, 1.0, "profile.alpha_v")?,
        alpha_a: number(desc.alpha_a, 0.0, 1.0, "profile.alpha_a")?,
        frame: number(desc.frame_time, 1e-6, 60.0, "profile.frame_time")?,
        tau: number(desc.tau, 1e-6, 1e6, "profile.tau")?,
        force_scale: number(desc.force_scale, -1e9, 1e9, "profile.force_scale")?,
        // Along the host's axes: told by ant_predictor_set_force.
        other_force: DVec3::ZERO,
        layer_weights: if weights.is_empty() { std::vec![1.0] } else { weights.to_vec() },
        avatar: (flags & ANT_PROFILE_HAS_AVATAR != 0).then_some(desc.avatar),
        region,
        law,
        post: PostProcessing {
            limit_speed: flags & ANT_PROFILE_NO_SPEED_LIMIT == 0,
            obstacle: match desc.obstacle {
                ANT_OBSTACLE_IGNORE => Obstacle::Ignore,
                ANT_OBSTACLE_SLIDE => Obstacle::Slide,
                other => {
                    let known = "ANT_OBSTACLE_IGNORE (0), ANT_OBSTACLE_SLIDE (1)";
                    return Err(unknown_value(other, "profile.obstacle", known));
                }
            },
            still_speed: number(desc.still_speed, 0.0, 1e6, "profile.still_speed")?,
            still_force: number(desc.still_force, 0.0, 1.0, "profile.still_force")?,
            vector_factor: match number(desc.vector_factor, 0.0, 1e9, "profile.vector_factor")? {
                0.0 => f64::INFINITY,
                factor => factor,
            },
        },
        filter: AreaFilter { allowed: desc.allowed_areas, use_links: flags & ANT_PROFILE_NO_LINKS == 0 },
        body_acceleration: BodyAcceleration::ALL.get(desc.body_acceleration as usize).copied().ok_or_else(|| {
            unknown_value(desc.body_acceleration, "profile.body_acceleration", "ANT_BODY_ACCELERATION_… (0 to 2)")
        })?,
        bank: desc.bank,
        bank_count: number(desc.bank_count.into(), 1.0, MAX_RIVALS as f64, "profile.bank_count")? as u32,
        bank_fallback: flags & ANT_PROFILE_NO_BANK_FALLBACK == 0,
        preference: if flags & ANT_PROFILE_HAS_PREFERENCE != 0 {
            Some(number(desc.preference, -100.0, 100.0, "profile.preference")? as f32)
        } else {
            None
        },
        leaves_trail: flags & ANT_PROFILE_NO_TRAIL == 0,
        shared_only: flags & ANT_PROFILE_SHARED_ONLY != 0,
    })
}
