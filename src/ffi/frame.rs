//! The host's coordinate frame. Conversion to the canonical one (right-handed, Y up, metres, an unrotated entity faces -Z)
//! happens where streams and structs are read and written, so no array is ever copied for it.

use super::arg::{check_vector, in_range, plain, unknown_value};
use super::error::{Outcome, fail};
use super::status::*;
use crate::base::Short;
use crate::base::math::{DQuat, DVec3, canonical_zero, sqrt};
use crate::base::rotation::exact_rotation;

/// A convention of axes and units.
pub type AntFrameKind = u32;
/// Right-handed, Y up, -Z forward, metres: the library's own frame, and Godot's.
pub const ANT_FRAME_CANONICAL: AntFrameKind = 0;
/// Unity: left-handed, Y up, Z forward, metres. Canonical = (x, y, -z).
pub const ANT_FRAME_UNITY: AntFrameKind = 1;
/// Unreal Engine: left-handed, Z up, X forward, centimetres. Canonical = (y, z, -x) * 0.01.
pub const ANT_FRAME_UNREAL: AntFrameKind = 2;
/// Right-handed, Z up, X forward, as in Quake. Canonical = (x, z, -y) * metres_per_unit.
pub const ANT_FRAME_Z_UP: AntFrameKind = 3;
/// Axes as given in AntFrame::axes.
pub const ANT_FRAME_CUSTOM: AntFrameKind = 4;

/// The host's coordinate frame. All zero is the canonical frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntFrame {
    /// One of ANT_FRAME_CANONICAL, ANT_FRAME_UNITY, ANT_FRAME_UNREAL, ANT_FRAME_Z_UP, ANT_FRAME_CUSTOM.
    pub kind: AntFrameKind,
    /// ANT_FRAME_CUSTOM only, else 0: which host axis the canonical x, y and z are: 1 = x, 2 = y, 3 = z, negative = reversed. Each host axis once.
    pub axes: [i32; 3],
    /// The host axis an unrotated entity faces, as in `axes`, not the up axis; 0 = the frame's usual one (custom: the one that is canonical -z).
    pub forward: i32,
    /// Must be 0.
    pub reserved: u32,
    /// Length of the host's unit in metres; 0 = the frame's usual one (Unreal 0.01, else 1). [Limit: 1e-6 to 1e6]
    pub metres_per_unit: f64,
}
plain!(AntFrame);

impl AntFrame {
    pub(super) const CANONICAL: Self =
        Self { kind: ANT_FRAME_CANONICAL, axes: [0; 3], forward: 0, reserved: 0, metres_per_unit: 0.0 };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Same,
    Unity,
    Unreal,
    ZUp,
    Custom,
}

/// A checked frame, ready to convert.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    kind: Kind,
    /// Host axis (0 to 2) and sign of each canonical axis.
    axes: [(usize, f64); 3],
    metres: f64,
    /// Determinant of the axes: -1 when handedness changes. Axial vectors and quaternions take it as a factor.
    handedness: f64,
    /// Turns canonical -Z to where an unrotated host entity faces.
    facing: DQuat,
}

impl Frame {
    /// Whether both mean the same by the same numbers, whatever they are called.
    pub(super) fn agrees_with(&self, other: &Self) -> bool {
        Self { kind: other.kind, ..*self } == *other
    }

    /// Checks what a host gave.
    pub(super) fn new(frame: &AntFrame) -> Outcome<Self> {
        if frame.reserved != 0 {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`frame.reserved` is {}, must be 0", frame.reserved));
        }
        let (kind, axes, forward, metres) = match frame.kind {
            ANT_FRAME_CANONICAL => (Kind::Same, [1, 2, 3], -3, 1.0),
            ANT_FRAME_UNITY => (Kind::Unity, [1, 2, -3], 3, 1.0),
            ANT_FRAME_UNREAL => (Kind::Unreal, [2, 3, -1], 1, 0.01),
            ANT_FRAME_Z_UP => (Kind::ZUp, [1, 3, -2], 1, 1.0),
            ANT_FRAME_CUSTOM => (Kind::Custom, frame.axes, frame.axes[2].saturating_neg(), 1.0),
            other => {
                return Err(unknown_value(other, "frame.kind", "ANT_FRAME_CANONICAL (0) to ANT_FRAME_CUSTOM (4)"));
            }
        };
        if kind != Kind::Custom && frame.axes != [0; 3] {
            return Err(fail!(
                ANT_ERROR_INVALID_ARGUMENT,
                "`frame.axes` is {:?}, must be 0 unless `frame.kind` is ANT_FRAME_CUSTOM",
                frame.axes
            ));
        }
        let mut used = axes.map(|a| a.unsigned_abs());
        used.sort_unstable();
        if used != [1, 2, 3] {
            return Err(fail!(
                ANT_ERROR_INVALID_ARGUMENT,
                "`frame.axes` is {axes:?}, must name each of 1, 2, 3 once, with either sign"
            ));
        }
        let metres = if frame.metres_per_unit == 0.0 {
            metres
        } else {
            in_range(frame.metres_per_unit, 1e-6, 1e6, "frame.metres_per_unit")?
        };
        let axes = axes.map(|a| (a.unsigned_abs() as usize - 1, f64::from(a.signum())));
        let parity = match (axes[0].0, axes[1].0, axes[2].0) {
            (0, 1, 2) | (1, 2, 0) | (2, 0, 1) => 1.0,
            _ => -1.0,
        };
        let forward = if frame.forward == 0 { forward } else { frame.forward };
        let mut made = Self {
            kind,
            axes,
            metres,
            handedness: parity * axes[0].1 * axes[1].1 * axes[2].1,
            facing: DQuat::IDENTITY,
        };
        made.facing = made.facing_of(forward)?;
        Ok(made)
    }

    fn facing_of(&self, forward: i32) -> Outcome<DQuat> {
        let half = sqrt(0.5);
        let mut host = [0.0; 3];
        if let Some(axis) = (forward.unsigned_abs() as usize).checked_sub(1).and_then(|axis| host.get_mut(axis)) {
            *axis = f64::from(forward.signum());
        }
        match self.turn_in(DVec3::from_array(host)).to_array() {
            [0.0, 0.0, -1.0] => Ok(DQuat::IDENTITY),
            [0.0, 0.0, 1.0] => Ok(DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0)),
            [1.0, 0.0, 0.0] => Ok(DQuat::from_xyzw(0.0, -half, 0.0, half)),
            [-1.0, 0.0, 0.0] => Ok(DQuat::from_xyzw(0.0, half, 0.0, half)),
            _ => Err(fail!(
                ANT_ERROR_INVALID_ARGUMENT,
                "`frame.forward` is {forward}, must be 0 or ±1, ±2, ±3 and not the up axis"
            )),
        }
    }

    /// Host axes to canonical axes, no scale. Adding zero makes -0 into 0, so that equal places have equal bits.
    #[inline]
    fn turn_in(&self, v: DVec3) -> DVec3 {
        let turned = match self.kind {
            Kind::Same => v,
            Kind::Unity => DVec3::new(v.x, v.y, -v.z),
            Kind::Unreal => DVec3::new(v.y, v.z, -v.x),
            Kind::ZUp => DVec3::new(v.x, v.z, -v.y),
            Kind::Custom => DVec3::from_array(self.axes.map(|(axis, sign)| sign * v[axis])),
        };
        DVec3::new(canonical_zero(turned.x), canonical_zero(turned.y), canonical_zero(turned.z))
    }

    /// Canonical axes to host axes, no scale.
    #[inline]
    fn turn_out(&self, v: DVec3) -> DVec3 {
        let turned = match self.kind {
            Kind::Same => v,
            Kind::Unity => DVec3::new(v.x, v.y, -v.z),
            Kind::Unreal => DVec3::new(-v.z, v.x, v.y),
            Kind::ZUp => DVec3::new(v.x, -v.z, v.y),
            Kind::Custom => {
                let mut host = DVec3::ZERO;
                for (canonical, (axis, sign)) in self.axes.into_iter().enumerate() {
                    host[axis] = sign * v[canonical];
                }
                host
            }
        };
        DVec3::new(canonical_zero(turned.x), canonical_zero(turned.y), canonical_zero(turned.z))
    }

    /// A position, velocity or acceleration of the host in metres.
    #[inline]
    pub(super) fn vector_in(&self, v: DVec3) -> DVec3 {
        self.turn_in(v) * self.metres
    }

    /// A position, velocity or acceleration in the host's units.
    #[inline]
    pub(super) fn vector_out(&self, v: DVec3) -> DVec3 {
        self.turn_out(v) / self.metres
    }

    /// A direction or force: axes only.
    pub(super) fn direction_out(&self, v: DVec3) -> DVec3 {
        self.turn_out(v)
    }

    /// A direction given by the host.
    pub(super) fn direction_in(&self, v: DVec3) -> DVec3 {
        self.turn_in(v)
    }

    /// An angular velocity (radians per second).
    pub(super) fn axial_in(&self, v: DVec3) -> DVec3 {
        self.turn_in(v) * self.handedness
    }

    /// An angular velocity about the entity's own axes, those that [`Frame::rotation_in`] turns.
    pub(super) fn own_axial_in(&self, v: DVec3) -> DVec3 {
        let axial = self.axial_in(v);
        if self.facing.w == 1.0 { axial } else { self.facing.conjugate() * axial }
    }

    /// An angular velocity about the entity's own axes, in the host's.
    pub(super) fn own_axial_out(&self, v: DVec3) -> DVec3 {
        let axial = if self.facing.w == 1.0 { v } else { self.facing * v };
        self.turn_out(axial) * self.handedness
    }

    /// A length in metres.
    pub(super) fn length_in(&self, length: f64) -> f64 {
        length * self.metres
    }

    /// A length in the host's units.
    pub(super) fn length_out(&self, length: f64) -> f64 {
        length / self.metres
    }

    /// A gradient, given per metre, in the host's axes and per host unit.
    pub(super) fn gradient_out(&self, v: DVec3) -> DVec3 {
        self.turn_out(v) * self.metres
    }

    /// A rotation of the host (x, y, z, w): which way an entity is turned.
    #[inline]
    pub(super) fn rotation_in(&self, q: DQuat) -> DQuat {
        let v = self.turn_in(DVec3::new(q.x, q.y, q.z)) * self.handedness;
        let turned = DQuat::from_xyzw(v.x, v.y, v.z, q.w);
        if self.facing.w == 1.0 { turned } else { turned * self.facing }
    }

    /// A rotation in the host's frame.
    #[inline]
    pub(super) fn rotation_out(&self, q: DQuat) -> DQuat {
        let q = if self.facing.w == 1.0 { q } else { q * self.facing.conjugate() };
        let v = self.turn_out(DVec3::new(q.x, q.y, q.z)) * self.handedness;
        DQuat::from_xyzw(v.x, v.y, v.z, q.w)
    }

    /// Rotation of a thing that has no face (a moving base): no turn of the local axes.
    pub(super) fn base_rotation_in(&self, q: DQuat) -> DQuat {
        let v = self.turn_in(DVec3::new(q.x, q.y, q.z)) * self.handedness;
        DQuat::from_xyzw(v.x, v.y, v.z, q.w)
    }

    /// The two host axes of the ground, in order, and for each the canonical axis (0 = x, 2 = z) and its sign.
    pub(super) fn ground_axes(&self) -> [(usize, f64); 2] {
        let mut ground = [(self.axes[0].0, 0, self.axes[0].1), (self.axes[2].0, 2, self.axes[2].1)];
        ground.sort_unstable_by_key(|(host, ..)| *host);
        ground.map(|(_, canonical, sign)| (canonical, sign))
    }
}

/// A rotation that is one: finite and of length 1 to a tenth; made exact.
pub(super) fn check_rotation(q: DQuat, name: core::fmt::Arguments<'_>) -> Outcome<DQuat> {
    if (0.9..=1.1).contains(&sqrt(q.length_squared())) {
        return Ok(exact_rotation(q));
    }
    let status = if q.is_finite() { ANT_ERROR_OUT_OF_RANGE } else { ANT_ERROR_NOT_FINITE };
    let [x, y, z, w] = q.to_array().map(Short);
    Err(fail!(status, "`{name}` is [{x}, {y}, {z}, {w}], must be finite and of length 1"))
}

/// A rotation from four doubles x, y, z, w of the host.
pub(super) fn rotation_from(frame: &Frame, xyzw: [f64; 4], name: &str) -> Outcome<DQuat> {
    check_rotation(frame.rotation_in(DQuat::from_array(xyzw)), format_args!("{name}"))
}

/// A vector from three doubles of the host.
pub(super) fn vector_from(frame: &Frame, xyz: [f64; 3], name: &str) -> Outcome<DVec3> {
    check_vector(frame.vector_in(DVec3::from_array(xyz)), name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: u32) -> Frame {
        Frame::new(&AntFrame { kind, ..AntFrame::CANONICAL }).unwrap()
    }

    fn all() -> std::vec::Vec<Frame> {
        let mut frames: std::vec::Vec<_> =
            [ANT_FRAME_CANONICAL, ANT_FRAME_UNITY, ANT_FRAME_UNREAL, ANT_FRAME_Z_UP].map(of).to_vec();
        for axes in [[1, 2, 3], [1, 2, -3], [2, 3, -1], [-3, -1, 2], [3, -2, 1]] {
            let custom = AntFrame { kind: ANT_FRAME_CUSTOM, axes, metres_per_unit: 0.25, ..AntFrame::CANONICAL };
            frames.push(Frame::new(&custom).unwrap());
        }
        frames
    }

    #[test]
    fn the_engines_tables_hold() {
        let v = DVec3::new(1.0, 2.0, 3.0);
        assert_eq!(of(ANT_FRAME_CANONICAL).vector_in(v), v);
        assert_eq!(of(ANT_FRAME_UNITY).vector_in(v), DVec3::new(1.0, 2.0, -3.0));
        assert_eq!(of(ANT_FRAME_UNREAL).vector_in(v), DVec3::new(2.0, 3.0, -1.0) * 0.01);
        assert_eq!(of(ANT_FRAME_Z_UP).vector_in(v), DVec3::new(1.0, 3.0, -2.0));
        let q = DQuat::from_xyzw(0.1, 0.2, 0.3, 0.9);
        assert_eq!(of(ANT_FRAME_UNITY).rotation_in(q), DQuat::from_xyzw(-0.1, -0.2, 0.3, 0.9));
        assert_eq!(of(ANT_FRAME_UNREAL).rotation_in(q), DQuat::from_xyzw(-0.2, -0.3, 0.1, 0.9));
    }

    #[test]
    fn custom_frames_agree_with_the_named_ones() {
        for (kind, axes, metres) in [
            (ANT_FRAME_CANONICAL, [1, 2, 3], 1.0),
            (ANT_FRAME_UNITY, [1, 2, -3], 1.0),
            (ANT_FRAME_UNREAL, [2, 3, -1], 0.01),
            (ANT_FRAME_Z_UP, [1, 3, -2], 1.0),
        ] {
            let forward = if kind == ANT_FRAME_Z_UP { 1 } else { 0 };
            let custom = AntFrame { kind: ANT_FRAME_CUSTOM, axes, metres_per_unit: metres, forward, reserved: 0 };
            let (named, custom) = (of(kind), Frame::new(&custom).unwrap());
            let v = DVec3::new(1.5, -2.5, 3.5);
            assert_eq!(named.vector_in(v), custom.vector_in(v));
            assert_eq!(named.vector_out(v), custom.vector_out(v));
            assert_eq!(named.axial_in(v), custom.axial_in(v));
            assert_eq!(named.facing, custom.facing);
        }
    }

    #[test]
    fn everything_comes_back_as_it_went_in() {
        let (v, q) = (DVec3::new(123.5, -4.25, 77.0), DQuat::from_xyzw(0.5, -0.5, 0.1, 0.7).normalize());
        for frame in all() {
            assert!((frame.vector_out(frame.vector_in(v)) - v).length() < 1e-12, "{frame:?}");
            let back = frame.rotation_out(frame.rotation_in(q));
            assert!((back - q).length() < 1e-15, "{frame:?}");
            assert!((frame.own_axial_out(frame.own_axial_in(v)) - v).length() < 1e-12, "{frame:?}");
            assert_eq!(frame.length_out(frame.length_in(8.0)), 8.0);
        }
    }

    #[test]
    fn rotations_turn_what_they_turned_before() {
        let q = DQuat::from_xyzw(0.5, -0.5, 0.1, 0.7).normalize();
        let v = DVec3::new(0.3, 2.0, -1.0);
        for frame in all() {
            // Rotating in the host's own arithmetic and then converting = converting and then rotating. In a left-handed
            // frame the quaternion formula is the same; only its meaning changes with the axes.
            let host = frame.vector_in(q * v);
            let canonical = frame.base_rotation_in(q) * frame.vector_in(v);
            assert!((host - canonical).length() < 1e-12, "{frame:?}");
            // Angular velocity: ω × r is a velocity in both frames.
            let spin = frame.vector_in(q.xyz().cross(v));
            assert!((spin - frame.axial_in(q.xyz()).cross(frame.vector_in(v))).length() < 1e-12, "{frame:?}");
        }
    }

    #[test]
    fn an_entity_faces_where_its_host_says() {
        for (kind, host_forward) in [
            (ANT_FRAME_CANONICAL, DVec3::NEG_Z),
            (ANT_FRAME_UNITY, DVec3::Z),
            (ANT_FRAME_UNREAL, DVec3::X),
            (ANT_FRAME_Z_UP, DVec3::X),
        ] {
            let frame = of(kind);
            let up = frame.direction_out(DVec3::Y);
            let q = DQuat::from_axis_angle(up, 0.7);
            let want = frame.direction_in(q * host_forward);
            let got = frame.rotation_in(q) * DVec3::NEG_Z;
            assert!((want - got).length() < 1e-12, "{kind}: {want} {got}");
        }
    }

    #[test]
    fn a_spin_about_own_axes_turns_as_the_host_turns_it() {
        let (q, spin) = (DQuat::from_xyzw(0.5, -0.5, 0.1, 0.7).normalize(), DVec3::new(0.3, -1.1, 0.7));
        for frame in all() {
            // A small turn after q, by the host's quaternions and by ours.
            let step = |spin: DVec3| DQuat::from_xyzw(spin.x, spin.y, spin.z, 1e6).normalize();
            let (host, canonical) = (q * step(spin), frame.rotation_in(q) * step(frame.own_axial_in(spin)));
            assert!((frame.rotation_in(host) - canonical).length() < 1e-15, "{frame:?}");
        }
    }

    #[test]
    fn zeros_lose_their_sign() {
        for frame in all() {
            let v = frame.vector_in(DVec3::new(0.0, -0.0, 0.0));
            assert!(v.to_array().iter().all(|x| x.to_bits() == 0), "{frame:?}");
        }
    }

    #[test]
    fn impossible_frames_are_refused() {
        let custom = AntFrame { kind: ANT_FRAME_CUSTOM, ..AntFrame::CANONICAL };
        for bad in [
            AntFrame { kind: 5, ..AntFrame::CANONICAL },
            AntFrame { axes: [1, 2, 3], ..AntFrame::CANONICAL },
            custom,
            AntFrame { axes: [1, 1, 3], ..custom },
            AntFrame { axes: [1, 4, 3], ..custom },
            AntFrame { axes: [i32::MIN, 2, 3], ..custom },
            AntFrame { axes: [1, 2, i32::MIN], ..custom },
            AntFrame { forward: 2, ..AntFrame::CANONICAL },
            AntFrame { forward: 7, ..AntFrame::CANONICAL },
            AntFrame { forward: i32::MIN, ..AntFrame::CANONICAL },
            AntFrame { reserved: 1, ..AntFrame::CANONICAL },
            AntFrame { metres_per_unit: -1.0, ..AntFrame::CANONICAL },
            AntFrame { metres_per_unit: f64::NAN, ..AntFrame::CANONICAL },
        ] {
            assert!(Frame::new(&bad).is_err(), "{bad:?}");
        }
    }
}
