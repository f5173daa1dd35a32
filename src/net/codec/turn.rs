//! Orientations as the three smaller components of their quaternion.

use super::CodecParams;
use super::grid::round_to_i64;
use crate::base::math::{DQuat, sqrt};

/// A quaternion on the grid: which component is left out, and the others, in order, in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// 0 to 3: x, y, z, w.
    pub(super) left_out: u8,
    /// The three others, each within ± [`CodecParams::quaternion_steps`].
    pub(super) others: [i64; 3],
}

/// Components this close are the same; less than a ten-thousandth of the finest step.
const SAME: f64 = 1e-12;
/// The same for the component that is left out, which a root makes less exact where it is small.
const SAME_ROOT: f64 = 1e-6;
/// Component of a rotation about the vertical.
const Y: u8 = 1;
/// The scalar one.
const W: u8 = 3;

impl Turn {
    /// The code of a unit quaternion. A quaternion of the grid keeps its own code, whichever component it leaves out: rounding
    /// can make another component the largest, and a second rounding would then move it again.
    pub(super) fn of(params: &CodecParams, quaternion: DQuat) -> Self {
        let mut turn = Self::found(params, quaternion).unwrap_or_else(|| Self::rounded(params, quaternion.normalize()));
        // Two codes may say the same: the first of them is taken. Each round leaves out an earlier component, or is the last.
        while let Some(first) = turn.quaternion(params).and_then(|on_grid| Self::found(params, on_grid))
            && first != turn
        {
            turn = first;
        }
        turn
    }

    /// The first code that stands for this quaternion, but for the last digits that the axes of another frame cost.
    fn found(params: &CodecParams, quaternion: DQuat) -> Option<Self> {
        let (step, most) = (params.quaternion_step(), params.quaternion_steps());
        let components = quaternion.to_array();
        (0..4u8).find_map(|left_out| {
            let sign = if components[usize::from(left_out)] < 0.0 { -1.0 } else { 1.0 };
            let others = without(components, left_out).map(|c| sign * c);
            // The cheap test first: most quaternions have hardly a component on the grid.
            let whole = others.map(|c| round_to_i64(c / step));
            let on_grid = (0..3).all(|i| whole[i].abs() <= most && (whole[i] as f64 * step - others[i]).abs() <= SAME);
            let turn = Self { left_out, others: whole };
            let same = |q: DQuat| (q * sign - quaternion).to_array().iter().all(|c| c.abs() <= SAME_ROOT);
            (on_grid && turn.quaternion(params).is_some_and(same)).then_some(turn)
        })
    }

    fn rounded(params: &CodecParams, unit: DQuat) -> Self {
        let components = unit.to_array();
        let mut left_out = 0;
        for i in 1..4u8 {
            if components[usize::from(i)].abs() > components[usize::from(left_out)].abs() {
                left_out = i;
            }
        }
        // q and -q are the same rotation; the component that is left out is positive.
        let sign = if components[usize::from(left_out)] < 0.0 { -1.0 } else { 1.0 };
        let (step, most) = (params.quaternion_step(), params.quaternion_steps());
        let others = without(components, left_out).map(|c| round_to_i64(sign * c / step).clamp(-most, most));
        Self { left_out, others }
    }

    /// The unit quaternion; `None` when the three are longer than 1 together.
    pub(super) fn quaternion(self, params: &CodecParams) -> Option<DQuat> {
        let step = params.quaternion_step();
        let [a, b, c] = self.others.map(|steps| steps as f64 * step);
        let square = 1.0 - (a * a + b * b + c * c);
        if square < 0.0 {
            return None;
        }
        let largest = sqrt(square);
        Some(match self.left_out {
            0 => DQuat::from_xyzw(largest, a, b, c),
            1 => DQuat::from_xyzw(a, largest, b, c),
            2 => DQuat::from_xyzw(a, b, largest, c),
            _ => DQuat::from_xyzw(a, b, c, largest),
        })
    }

    /// A rotation about the vertical, as the component left out (y or w) and the other of the two.
    pub(super) fn about_vertical(self) -> Option<(bool, i64)> {
        match (self.left_out, self.others) {
            (W, [0, y, 0]) => Some((true, y)),
            (Y, [0, 0, w]) => Some((false, w)),
            _ => None,
        }
    }

    /// The other way round.
    pub(super) fn from_vertical(w_left_out: bool, other: i64) -> Self {
        if w_left_out {
            Self { left_out: W, others: [0, other, 0] }
        } else {
            Self { left_out: Y, others: [0, 0, other] }
        }
    }
}

fn without(components: [f64; 4], left_out: u8) -> [f64; 3] {
    let [x, y, z, w] = components;
    match left_out {
        0 => [y, z, w],
        1 => [x, z, w],
        2 => [x, y, w],
        _ => [x, y, z],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn angle_between(a: DQuat, b: DQuat) -> f64 {
        let (a, b) = (a.normalize(), b.normalize());
        // The chord is exact where the arc cosine is not.
        let chord = (a - b).length().min((a + b).length());
        4.0 * libm::asin(0.5 * chord)
    }

    fn check(params: &CodecParams, q: DQuat) {
        let turn = Turn::of(params, q);
        let on_grid = turn.quaternion(params).unwrap();
        assert!((on_grid.length() - 1.0).abs() < 1e-12);
        let (error, stated) = (angle_between(q, on_grid), params.orientation_error());
        assert!(error <= stated, "{q}: {error} > {stated}");
        assert_eq!(Turn::of(params, on_grid), turn, "{q} moves when it is quantised again");
    }

    #[test]
    fn simple_rotations_are_exact_and_about_the_vertical() {
        let params = CodecParams::default();
        let turn = Turn::of(&params, DQuat::IDENTITY);
        assert_eq!((turn.quaternion(&params), turn.about_vertical()), (Some(DQuat::IDENTITY), Some((true, 0))));
        let half = Turn::of(&params, DQuat::from_xyzw(0.0, -1.0, 0.0, 0.0));
        assert_eq!(half.about_vertical(), Some((false, 0)));
        let quarter = DQuat::from_xyzw(0.0, sqrt(0.5), 0.0, sqrt(0.5));
        assert!(angle_between(Turn::of(&params, quarter).quaternion(&params).unwrap(), quarter) < 1e-9);
        assert_eq!(Turn::of(&params, DQuat::from_xyzw(0.6, 0.0, 0.0, 0.8)).about_vertical(), None);
        for vertical in [turn, half] {
            let (w, other) = vertical.about_vertical().unwrap();
            assert_eq!(Turn::from_vertical(w, other), vertical);
        }
    }

    #[test]
    fn ties_between_components_are_stable() {
        for bits in 4..=24 {
            let params = CodecParams { quaternion_bits: bits, ..CodecParams::default() };
            for signs in 0..16u32 {
                let sign = |i: u32| if signs >> i & 1 == 1 { -1.0 } else { 1.0 };
                check(&params, DQuat::from_xyzw(sign(0), sign(1), sign(2), sign(3)).normalize());
                check(&params, DQuat::from_xyzw(sign(0), sign(1), 0.0, 0.0).normalize());
                check(&params, DQuat::from_xyzw(sign(0), 0.0, sign(1), sign(2)).normalize());
            }
        }
    }

    #[test]
    fn three_components_longer_than_one_are_no_rotation() {
        let params = CodecParams::default();
        let most = params.quaternion_steps();
        assert_eq!(Turn { left_out: 2, others: [most; 3] }.quaternion(&params), None);
        assert!(Turn { left_out: 2, others: [most, 0, -most + 1] }.quaternion(&params).is_some());
    }

    proptest! {
        #[test]
        fn the_last_digits_do_not_matter(
            c in prop::array::uniform4(-1.0f64..1.0), noise in prop::array::uniform4(-1e-14f64..1e-14), bits in 4u32..=24,
            tie: bool, negative: bool,
        ) {
            let params = CodecParams { quaternion_bits: bits, ..CodecParams::default() };
            let c = if tie { c.map(|c| if c < 0.0 { -0.5 } else { 0.5 } + 0.01 * c) } else { c };
            let q = DQuat::from_array(c);
            prop_assume!(q.length() > 0.01);
            let turn = Turn::of(&params, q.normalize());
            let mut near = turn.quaternion(&params).unwrap() + DQuat::from_array(noise);
            if negative {
                near = -near;
            }
            prop_assert_eq!(Turn::of(&params, near), turn);
        }

        #[test]
        fn rotations_are_within_the_stated_error_and_stay(
            x in -1.0f64..1.0, y in -1.0f64..1.0, z in -1.0f64..1.0, w in -1.0f64..1.0, bits in 4u32..=24,
        ) {
            let q = DQuat::from_xyzw(x, y, z, w);
            prop_assume!(q.length() > 0.01);
            check(&CodecParams { quaternion_bits: bits, ..CodecParams::default() }, q.normalize());
        }

        #[test]
        fn near_ties_too(nudge in prop::array::uniform4(-0.02f64..0.02), zero in 0usize..5, bits in 4u32..=12) {
            let mut c = nudge.map(|n| 0.5 + n);
            if let Some(c) = c.get_mut(zero) {
                *c = nudge[0];
            }
            check(&CodecParams { quaternion_bits: bits, ..CodecParams::default() }, DQuat::from_array(c).normalize());
        }
    }
}
