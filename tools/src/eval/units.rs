//! From the units and axes of a trace (x and y on the ground, z up) to the library's: metres, y up, right-handed.
use crate::trace::Meta;
use antreckon::base::math::{DQuat, DVec3};
use antreckon::base::time::Nanos;

/// Lengths and times of one trace.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Units {
    /// Metres per unit of the trace.
    pub metres: f64,
    tick_hz: f64,
}

impl Units {
    /// Those of a trace.
    pub fn of(meta: &Meta) -> Self {
        Self { metres: meta.metres_per_unit, tick_hz: meta.tick_hz }
    }

    /// A position or velocity in metres.
    pub fn to_metres(&self, [x, y, z]: [f64; 3]) -> DVec3 {
        DVec3::new(x * self.metres, z * self.metres, -y * self.metres)
    }

    /// A position or velocity in units of the trace.
    pub fn from_metres(&self, v: DVec3) -> [f64; 3] {
        [v.x / self.metres, -v.z / self.metres, v.y / self.metres]
    }

    /// When frame `k` is, on a game clock that starts with the trace.
    pub fn time(&self, k: usize) -> Nanos {
        (k as f64 * 1e9 / self.tick_hz).round() as Nanos
    }
}

/// The rotation that looks along a yaw (degrees from +x towards +y of the trace) and a pitch (degrees, positive = down).
pub fn orientation(yaw: f32, pitch: f32) -> DQuat {
    // Forward is -z, which a turn of -90° about y brings to +x.
    let yaw = f64::from(yaw).to_radians() - core::f64::consts::FRAC_PI_2;
    DQuat::from_rotation_y(yaw) * DQuat::from_rotation_x(-f64::from(pitch).to_radians())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orientations_face_where_the_player_looks() {
        let meters = Units { metres: 1.0, tick_hz: 20.0 };
        for (yaw, pitch) in [(0.0, 0.0), (90.0, 0.0), (180.0, 0.0), (-37.0, 25.0), (213.0, -60.0)] {
            let (y, p) = (f64::from(yaw).to_radians(), f64::from(pitch).to_radians());
            let looks = [y.cos() * p.cos(), y.sin() * p.cos(), -p.sin()];
            let forward = orientation(yaw, pitch) * DVec3::NEG_Z;
            assert!((forward - meters.to_metres(looks)).length() < 1e-9, "{yaw} {pitch}: {forward}");
        }
    }

    #[test]
    fn positions_come_back_and_keep_their_handedness() {
        let units = Units { metres: 0.0254, tick_hz: 15.0 };
        let there = units.from_metres(units.to_metres([-1234.5, 77.25, 3.0]));
        assert!(there.iter().zip([-1234.5, 77.25, 3.0]).all(|(a, b)| (a - b).abs() < 1e-9), "{there:?}");
        let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| units.to_metres(axis));
        assert!(x.cross(y).dot(z) > 0.0);
        assert_eq!(units.time(30), 2_000_000_000);
    }
}
