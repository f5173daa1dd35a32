//! Rotations as callers give them.

use super::error::{Error, Result};
use super::math::{DQuat, sqrt};
use alloc::format;

/// How far a rotation's length may be from 1.
const TOLERANCE: f64 = 1e-2;

/// A length that rounding alone explains, times itself.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// The rotation at length 1. One that has it, but for rounding, stays as it is to the bit: what was made exact once can be handed out
/// and in again, through any number of layers, and is still the same.
#[inline]
pub fn exact_rotation(q: DQuat) -> DQuat {
    let squared = q.length_squared();
    if (squared - 1.0).abs() <= ROUNDING { q } else { q / sqrt(squared) }
}

/// The rotation made exact; fails unless its length is 1 to a hundredth.
pub fn checked_rotation(name: &str, q: DQuat) -> Result<DQuat> {
    // False for NaN.
    if (q.length_squared() - 1.0).abs() <= 2.0 * TOLERANCE {
        return Ok(exact_rotation(q));
    }
    let [x, y, z, w] = q.to_array();
    Err(Error::invalid(format!("{name} is the quaternion ({x}, {y}, {z}, {w}), its length must be 1 ± {TOLERANCE}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_no_rotation_is_refused() {
        for q in [[0.0; 4], [0.0, 0.0, 0.0, 1.02], [f64::NAN, 0.0, 0.0, 1.0], [0.0, f64::INFINITY, 0.0, 1.0]] {
            let said = checked_rotation("facing", DQuat::from_array(q)).unwrap_err();
            assert!(said.message.starts_with("facing is the quaternion ("), "{said}");
        }
    }

    proptest! {
        #[test]
        fn made_exact_twice_is_made_exact_once(q in prop::array::uniform4(-1.0f32..1.0)) {
            let q = DQuat::from_array(q.map(f64::from));
            prop_assume!(q.length_squared() > 1e-3);
            let once = exact_rotation(q);
            prop_assert_eq!(exact_rotation(once).to_array().map(f64::to_bits), once.to_array().map(f64::to_bits));
            prop_assert!((once.length_squared() - 1.0).abs() <= ROUNDING);
            prop_assert_eq!(checked_rotation("q", once).unwrap(), once);
        }
    }
}
