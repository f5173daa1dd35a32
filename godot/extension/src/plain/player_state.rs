//! `AntState`: what is known of a player at one time.

use super::whole;
use crate::convert::{rotation, rotation_out, told, vector, vector_out};
use antreckon::base::math::DVec3;
use antreckon::base::{Error, Result};
use antreckon::ghosts::PlayerState;
use godot::prelude::*;

/// The state of a player: your own avatar's for [method AntOutbox.submit], or one that your netcode brought for
/// [method AntGhosts.observe].
///
/// What is [code]null[/code] is not known. One object will do for any number of calls: what is handed in is copied.
#[derive(GodotClass)]
#[class(init, base=RefCounted)]
pub(crate) struct AntState {
    #[init(val = PlayerState::resting(DVec3::ZERO))]
    pub(super) state: PlayerState,
    /// When it was true, nanoseconds on the clock of the machine that says so; [code]null[/code] = it is dated when it arrives.
    #[var(get = get_time, set = set_time)]
    time: PhantomVar<Variant>,
    /// Where.
    #[var(get = get_position, set = set_position)]
    position: PhantomVar<Vector3>,
    /// How fast, a [Vector3] in metres per second; [code]null[/code] = from the positions.
    #[var(get = get_velocity, set = set_velocity)]
    velocity: PhantomVar<Variant>,
    /// Acceleration, a [Vector3] in metres per second squared, where the model uses one; else [code]null[/code].
    #[var(get = get_acceleration, set = set_acceleration)]
    acceleration: PhantomVar<Variant>,
    /// Its facing, a [Quaternion], or [code]null[/code].
    #[var(get = get_rotation, set = set_rotation)]
    rotation: PhantomVar<Variant>,
    /// How fast it turns about its own axes, a [Vector3] in radians per second, or [code]null[/code].
    #[var(get = get_angular_velocity, set = set_angular_velocity)]
    angular_velocity: PhantomVar<Variant>,
    /// It is not on the ground: drops do not stop it.
    #[var(get = get_airborne, set = set_airborne)]
    airborne: PhantomVar<bool>,
    /// It was moved, it did not move.
    #[var(get = get_teleported, set = set_teleported)]
    teleported: PhantomVar<bool>,
    /// It is not simulated at present (paused, loading): it stays where it is.
    #[var(get = get_frozen, set = set_frozen)]
    frozen: PhantomVar<bool>,
    /// Number of the moving base (lift, vehicle) that it rides on, in whose coordinates everything above is; -1 = none. See
    /// [method AntGhosts.set_base].
    #[var(get = get_moving_base, set = set_moving_base)]
    moving_base: PhantomVar<i64>,
    base: Base<RefCounted>,
}

/// What a script hands over; null is an error.
pub(super) fn given(state: Option<Gd<AntState>>) -> Result<PlayerState> {
    state.map(|state| state.bind().state).ok_or_else(|| Error::invalid("the state is null"))
}

fn vector_of(value: &Variant) -> Option<DVec3> {
    value.try_to::<Vector3>().ok().map(vector)
}

fn or_null(value: Option<DVec3>) -> Variant {
    value.map_or_else(Variant::nil, |value| vector_out(value).to_variant())
}

#[godot_api]
impl AntState {
    /// Somebody on the ground who moves.
    #[func]
    fn create(position: Vector3, velocity: Vector3) -> Gd<Self> {
        let mut made = Self::new_gd();
        made.bind_mut().state = PlayerState::at(vector(position), vector(velocity));
        made
    }

    #[func]
    fn get_time(&self) -> Variant {
        self.state.time.map_or_else(Variant::nil, |time| time.to_variant())
    }

    #[func]
    fn set_time(&mut self, time: Variant) {
        self.state.time = time.try_to::<i64>().ok();
    }

    #[func]
    fn get_position(&self) -> Vector3 {
        vector_out(self.state.position)
    }

    #[func]
    fn set_position(&mut self, position: Vector3) {
        self.state.position = vector(position);
    }

    #[func]
    fn get_velocity(&self) -> Variant {
        or_null(self.state.velocity)
    }

    #[func]
    fn set_velocity(&mut self, velocity: Variant) {
        self.state.velocity = vector_of(&velocity);
    }

    #[func]
    fn get_acceleration(&self) -> Variant {
        or_null(self.state.acceleration)
    }

    #[func]
    fn set_acceleration(&mut self, acceleration: Variant) {
        self.state.acceleration = vector_of(&acceleration);
    }

    #[func]
    fn get_rotation(&self) -> Variant {
        self.state.orientation.map_or_else(Variant::nil, |facing| rotation_out(facing).to_variant())
    }

    #[func]
    fn set_rotation(&mut self, facing: Variant) {
        self.state.orientation = facing.try_to::<Quaternion>().ok().map(rotation);
    }

    #[func]
    fn get_angular_velocity(&self) -> Variant {
        or_null(self.state.angular_velocity)
    }

    #[func]
    fn set_angular_velocity(&mut self, turn: Variant) {
        self.state.angular_velocity = vector_of(&turn);
    }

    #[func]
    fn get_airborne(&self) -> bool {
        self.state.airborne
    }

    #[func]
    fn set_airborne(&mut self, airborne: bool) {
        self.state.airborne = airborne;
    }

    #[func]
    fn get_teleported(&self) -> bool {
        self.state.teleported
    }

    #[func]
    fn set_teleported(&mut self, teleported: bool) {
        self.state.teleported = teleported;
    }

    #[func]
    fn get_frozen(&self) -> bool {
        self.state.frozen
    }

    #[func]
    fn set_frozen(&mut self, frozen: bool) {
        self.state.frozen = frozen;
    }

    #[func]
    fn get_moving_base(&self) -> i64 {
        self.state.base.map_or(-1, i64::from)
    }

    #[func]
    fn set_moving_base(&mut self, moving_base: i64) {
        let number = if moving_base < 0 { Ok(None) } else { whole("moving_base", moving_base).map(Some) };
        if let Some(base) = told("AntState.moving_base", number) {
            self.state.base = base;
        }
    }
}
