//! Between Godot's types and the library's, and between results and Godot's errors.

use antreckon::base::Result;
use antreckon::base::math::{DQuat, DVec3, canonical_zero};
use antreckon::base::time::Nanos;
use godot::builtin::{Quaternion, Vector2, Vector3};
use godot::classes::ProjectSettings;
use godot::global::godot_error;
use godot::obj::Singleton as _;
use std::sync::OnceLock;

/// Nanoseconds of a second.
pub(crate) const SECOND: f64 = 1e9;
/// Project setting of the scale of 2D games.
const SCALE_SETTING: &str = "antreckon/2d/pixels_per_metre";
/// Its default: a player is about as large as a tile of 64 pixels.
const DEFAULT_SCALE: f64 = 64.0;

/// What a call gave; an error is shown in Godot's debugger and becomes `None`.
pub(crate) fn told<T>(what: &str, result: Result<T>) -> Option<T> {
    result.map_err(|error| godot_error!("antreckon: {what}: {}", error.message)).ok()
}

/// Seconds as the library's time, kept within what it can hold.
pub(crate) fn nanos(seconds: f64) -> Nanos {
    // A cast of an infinite number gives the largest one, of NaN gives 0.
    (seconds * SECOND) as Nanos
}

/// The library's frame is Godot's: right-handed, Y up, metres. A zero is positive, as at the door of the C ABI, so that state
/// hashes agree with machines that came in there.
pub(crate) fn vector(v: Vector3) -> DVec3 {
    DVec3::new(canonical_zero(v.x.into()), canonical_zero(v.y.into()), canonical_zero(v.z.into()))
}

/// To single precision.
pub(crate) fn vector_out(v: DVec3) -> Vector3 {
    Vector3::new(v.x as f32, v.y as f32, v.z as f32)
}

/// A rotation, made exact as at the door of the C ABI; one that is far from being one is left to be refused.
pub(crate) fn rotation(q: Quaternion) -> DQuat {
    let [x, y, z] = [q.x, q.y, q.z].map(|part| canonical_zero(part.into()));
    let given = DQuat::from_xyzw(x, y, z, q.w.into());
    let length = given.length_squared().sqrt();
    if (0.9..=1.1).contains(&length) { given / length } else { given }
}

/// To single precision.
pub(crate) fn rotation_out(q: DQuat) -> Quaternion {
    Quaternion::new(q.x as f32, q.y as f32, q.z as f32, q.w as f32)
}

/// Pixels that are a metre in 2D games: the project setting `antreckon/2d/pixels_per_metre`, read once.
pub(crate) fn pixels_per_metre() -> f64 {
    static SCALE: OnceLock<f64> = OnceLock::new();
    *SCALE.get_or_init(|| {
        let settings = ProjectSettings::singleton();
        let given = settings.get_setting(SCALE_SETTING).try_to_relaxed::<f64>().unwrap_or(DEFAULT_SCALE);
        if given.is_finite() && given > 0.0 { given } else { DEFAULT_SCALE }
    })
}

/// A place on the screen lies on the ground: x stays, y (down) becomes z (towards the viewer).
pub(crate) fn flat(v: Vector2) -> DVec3 {
    let scale = pixels_per_metre();
    DVec3::new(f64::from(v.x) / scale, 0.0, f64::from(v.y) / scale)
}

/// Back to pixels.
pub(crate) fn flat_out(v: DVec3) -> Vector2 {
    let scale = pixels_per_metre();
    Vector2::new((v.x * scale) as f32, (v.z * scale) as f32)
}

/// A 2D rotation goes from x to y, which is against the turn about the vertical.
pub(crate) fn turn(angle: f32) -> DQuat {
    DQuat::from_rotation_y(-f64::from(angle))
}

/// Back to an angle.
pub(crate) fn turn_out(q: DQuat) -> f32 {
    let ahead = q * DVec3::X;
    ahead.z.atan2(ahead.x) as f32
}
