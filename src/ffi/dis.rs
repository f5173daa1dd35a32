//! The DIS dead-reckoning algorithms as plain functions.

use super::arg::{Caller, check_vector, export, half_turn, in_range, unknown_value};
use super::error::{Outcome, fail};
use super::frame::check_rotation;
use super::log;
use super::profile::AntBodyAcceleration;
use super::status::*;
use super::structs::{Desc, sized};
use crate::base::Short;
use crate::base::math::{DQuat, DVec3};
use crate::predict::dis::{
    Algorithm, BodyAcceleration, EulerAngles, State, extrapolate, quaternion_differs, seconds_between_timestamps,
};
use core::sync::atomic::{AtomicBool, Ordering};

/// A dead-reckoning algorithm of DIS, by its number there.
pub type AntDisAlgorithm = u32;
/// DIS algorithm: static.
pub const ANT_DIS_STATIC: AntDisAlgorithm = 1;
/// DIS algorithm: fixed orientation, constant velocity, world axes.
pub const ANT_DIS_FPW: AntDisAlgorithm = 2;
/// DIS algorithm: rotating, constant velocity, world axes.
pub const ANT_DIS_RPW: AntDisAlgorithm = 3;
/// DIS algorithm: rotating, constant acceleration, world axes.
pub const ANT_DIS_RVW: AntDisAlgorithm = 4;
/// DIS algorithm: fixed orientation, constant acceleration, world axes.
pub const ANT_DIS_FVW: AntDisAlgorithm = 5;
/// DIS algorithm: fixed orientation, constant velocity, body axes.
pub const ANT_DIS_FPB: AntDisAlgorithm = 6;
/// DIS algorithm: rotating, constant velocity, body axes.
pub const ANT_DIS_RPB: AntDisAlgorithm = 7;
/// DIS algorithm: rotating, constant acceleration, body axes.
pub const ANT_DIS_RVB: AntDisAlgorithm = 8;
/// DIS algorithm: fixed orientation, constant acceleration, body axes.
pub const ANT_DIS_FVB: AntDisAlgorithm = 9;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_DIS_STATIC == Algorithm::Static as u32 && ANT_DIS_FPW == Algorithm::Fpw as u32);
    assert!(ANT_DIS_RPW == Algorithm::Rpw as u32 && ANT_DIS_RVW == Algorithm::Rvw as u32);
    assert!(ANT_DIS_FVW == Algorithm::Fvw as u32 && ANT_DIS_FPB == Algorithm::Fpb as u32);
    assert!(ANT_DIS_RPB == Algorithm::Rpb as u32 && ANT_DIS_RVB == Algorithm::Rvb as u32);
    assert!(ANT_DIS_FVB == Algorithm::Fvb as u32);
};

/// Largest angular velocity, rad/s, and angle, rad.
const MAX_ANGLE: f64 = 1e6;
/// Longest step, seconds.
const MAX_SECONDS: f64 = 1e9;

/// What a DIS entity-state record tells, in the axes of DIS: world axes right-handed (Earth-centred, metres), body axes x forward, y right, z down. No frame of a host
/// is applied. Fill it with ant_dis_state_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntDisState {
    /// Set by ant_dis_state_init.
    pub struct_size: u32,
    /// Must be 0.
    pub reserved: u32,
    /// World axes, metres. [Limit: -1e9 to 1e9]
    pub position: [f64; 3],
    /// Metres per second, in world axes for algorithms 2 to 5 and in body axes for 6 to 9. [Limit: -1e9 to 1e9]
    pub velocity: [f64; 3],
    /// Metres per second^2, in the axes of the velocity. [Limit: -1e9 to 1e9]
    pub acceleration: [f64; 3],
    /// Body axes to world axes: x, y, z, w. Default identity. [Limit: length 1]
    pub orientation: [f64; 4],
    /// Radians per second about the body axes. [Limit: -1e6 to 1e6]
    pub angular_velocity: [f64; 3],
}
sized!(AntDisState, 136, "call ant_dis_state_init", {
    struct_size, reserved, position, velocity, acceleration, orientation, angular_velocity
});

impl Desc for AntDisState {
    fn defaults() -> Self {
        Self::of(&State::default())
    }
}

impl AntDisState {
    fn of(state: &State) -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            reserved: 0,
            position: state.position.to_array(),
            velocity: state.velocity.to_array(),
            acceleration: state.acceleration.to_array(),
            orientation: state.orientation.to_array(),
            angular_velocity: state.angular_velocity.to_array(),
        }
    }

    fn checked(&self) -> Outcome<State> {
        if self.reserved != 0 {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`state.reserved` is {}, must be 0", self.reserved));
        }
        for component in self.angular_velocity {
            in_range(component, -MAX_ANGLE, MAX_ANGLE, "state.angular_velocity")?;
        }
        Ok(State {
            position: check_vector(self.position.into(), "state.position")?,
            velocity: check_vector(self.velocity.into(), "state.velocity")?,
            acceleration: check_vector(self.acceleration.into(), "state.acceleration")?,
            orientation: check_rotation(DQuat::from_array(self.orientation), format_args!("state.orientation"))?,
            angular_velocity: DVec3::from_array(self.angular_velocity),
        })
    }
}

/// The state some seconds later, by one of the nine DIS algorithms. What the algorithm does not use has no influence and comes out as it went in. Two half steps
/// are one whole step. Any thread.
/// algorithm: the number of DIS, ANT_DIS_STATIC … ANT_DIS_FVB
/// convention: what the acceleration of ANT_DIS_RVB means: ANT_BODY_ACCELERATION_…, usually ANT_BODY_ACCELERATION_DERIVATIVE
/// seconds: may be negative. [Limit: -1e9 to 1e9]
/// out_state: with its struct_size set; may be the same as `state`
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_dis_extrapolate(
    algorithm: AntDisAlgorithm,
    convention: AntBodyAcceleration,
    state: *const AntDisState,
    seconds: f64,
    out_state: *mut AntDisState,
) -> AntStatus {
    export!("ant_dis_extrapolate", |c| {
        let state = c.desc(state, "state")?;
        let out = c.out_struct(out_state, "out_state")?;
        let algorithm = Algorithm::from_number(algorithm)
            .ok_or_else(|| unknown_value(algorithm, "algorithm", "ANT_DIS_STATIC (1) to ANT_DIS_FVB (9)"))?;
        let convention = BodyAcceleration::ALL
            .get(convention as usize)
            .ok_or_else(|| unknown_value(convention, "convention", "ANT_BODY_ACCELERATION_… (0 to 2)"))?;
        let seconds = in_range(seconds, -MAX_SECONDS, MAX_SECONDS, "seconds")?;
        out.write(AntDisState::of(&extrapolate(algorithm, *convention, &state.checked()?, seconds)));
        Ok(ANT_OK)
    })
}

/// A quaternion x, y, z, w from four doubles in the axes of DIS.
fn quaternion(c: Caller<'_>, pointer: *const f64, name: &str) -> Outcome<DQuat> {
    check_rotation(DQuat::from_array(c.read(pointer.cast::<[f64; 4]>(), name)?), format_args!("{name}"))
}

/// Says, once, that angles of more than a whole turn are probably in degrees.
fn tell_degrees(angles: [f64; 3]) {
    static TOLD: AtomicBool = AtomicBool::new(false);
    let odd = angles.into_iter().find(|angle| angle.abs() > core::f64::consts::TAU);
    if let Some(angle) = odd
        && !TOLD.swap(true, Ordering::Relaxed)
    {
        let angle = Short(angle);
        log::write(
            log::ANT_LOG_WARNING,
            format_args!(
                "ant_dis_euler_to_quaternion: `euler` has {angle}, angles are radians: this looks like degrees"
            ),
        );
    }
}

/// The orientation of Euler angles of DIS: psi about z, then theta about the new y, then phi about the newest x. No frame is applied. Any thread.
/// euler: [(psi, theta, phi)] radians. [Limit: -1e6 to 1e6]
/// out_quaternion: [(x, y, z, w)] body axes to world axes
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_dis_euler_to_quaternion(euler: *const f64, out_quaternion: *mut f64) -> AntStatus {
    export!("ant_dis_euler_to_quaternion", |c| {
        let angles = c.read(euler.cast::<[f64; 3]>(), "euler")?;
        let out = c.out(out_quaternion.cast::<[f64; 4]>(), "out_quaternion")?;
        for angle in angles {
            in_range(angle, -MAX_ANGLE, MAX_ANGLE, "euler")?;
        }
        tell_degrees(angles);
        out.write(EulerAngles::new(angles[0], angles[1], angles[2]).to_quaternion().to_array());
        Ok(ANT_OK)
    })
}

/// The Euler angles of DIS of an orientation: psi and phi above -pi and up to pi, theta from -pi/2 to pi/2; straight up or down phi is 0. No frame is applied. Any thread.
/// quaternion: [(x, y, z, w)] body axes to world axes. [Limit: length 1]
/// out_euler: [(psi, theta, phi)] radians
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_dis_quaternion_to_euler(quaternion: *const f64, out_euler: *mut f64) -> AntStatus {
    export!("ant_dis_quaternion_to_euler", |c| {
        let rotation = self::quaternion(c, quaternion, "quaternion")?;
        let out = c.out(out_euler.cast::<[f64; 3]>(), "out_euler")?;
        let EulerAngles { psi, theta, phi } = EulerAngles::from_quaternion(rotation);
        out.write([psi, theta, phi]);
        Ok(ANT_OK)
    })
}

/// Whether two orientations differ by a rotation of more than a threshold, the question before sending an update. Any frame. Any thread.
/// actual: [(x, y, z, w)] [Limit: length 1]
/// reckoned: [(x, y, z, w)] [Limit: length 1]
/// threshold: radians. [Limit: 0 to pi]
/// out_differs: 1 or 0
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_dis_orientation_differs(
    actual: *const f64,
    reckoned: *const f64,
    threshold: f64,
    out_differs: *mut AntBool,
) -> AntStatus {
    export!("ant_dis_orientation_differs", |c| {
        let (a, b) = (quaternion(c, actual, "actual")?, quaternion(c, reckoned, "reckoned")?);
        let out = c.out(out_differs, "out_differs")?;
        let threshold = half_turn(threshold, 0.0, "threshold")?;
        out.write(quaternion_differs(a, b, threshold).into());
        Ok(ANT_OK)
    })
}

/// Seconds from one DIS time stamp to a later one, up to an hour: across the full hour, and whatever their absolute flags are. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn ant_dis_seconds_between(earlier: u32, later: u32) -> f64 {
    seconds_between_timestamps(earlier, later)
}
