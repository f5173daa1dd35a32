//! Where a pose lies among cells and headings; the small deterministic functions this needs.

/// Slower than this, in units of v_max, somebody has no heading.
pub(super) const SLOW: f32 = 0.2;

/// Places farther than this from the origin, in trail units, neither leave nor find trails. Cell numbers up to here fit
/// [`key`], and cells of the finest resolution are still 16 steps of `f32` wide.
pub(super) const FARTHEST: f32 = 100_000.0;

/// The key of no cell.
pub(super) const NOWHERE: u64 = u64::MAX;

/// Names a cell: two ground coordinates of 21 bits, a floor of 20.
#[inline]
pub(super) fn key(x: i32, z: i32, floor: i32) -> u64 {
    (x as u64 & 0x1f_ffff) | (z as u64 & 0x1f_ffff) << 21 | (floor as u64 & 0xf_ffff) << 42
}

/// Whether a number names a cell.
pub(super) fn is_key(number: u64) -> bool {
    number >> 62 == 0
}

/// The cell beside another one of the same floor.
#[inline]
pub(super) fn beside(cell: u64, dx: i32, dz: i32) -> u64 {
    let x = (cell as u32).wrapping_add(dx as u32) as u64 & 0x1f_ffff;
    let z = ((cell >> 21) as u32).wrapping_add(dz as u32) as u64 & 0x1f_ffff;
    (cell >> 42) << 42 | z << 21 | x
}

/// Whether a place is near enough to the origin to have a cell.
#[inline]
pub(super) fn is_near(place: &[f32; 3]) -> bool {
    place.iter().all(|x| x.abs() < FARTHEST)
}

/// Largest whole number not above `x`, for |x| < 2^22. Adding 1.5 · 2^23 leaves the rounded number in the lowest bits,
/// which is cheaper than a conversion that must say something about all numbers.
#[inline]
pub(super) fn floor(x: f32) -> i32 {
    const SHIFT: f32 = 12_582_912.0;
    let shifted = x + SHIFT;
    let rounded = shifted.to_bits() as i32 - SHIFT.to_bits() as i32;
    rounded - ((shifted - SHIFT) > x) as i32
}

/// Heading of a velocity in turns, 0 to 1 from +x towards the second axis; `None` when slow. Off by less than 1e-6 turns.
#[inline]
pub(super) fn heading(v: [f32; 2]) -> Option<f32> {
    if v[0] * v[0] + v[1] * v[1] < SLOW * SLOW {
        return None;
    }
    let (x, y) = (v[0].abs(), v[1].abs());
    let (short, long) = if x < y { (x, y) } else { (y, x) };
    let t = short / long;
    let s = t * t;
    // atan(t) / 2π on 0 to 1: the odd polynomial of this degree with the least largest error.
    let high = 0.030_802_91 + s * (-0.018_529_85 + s * (0.008_379_086 - s * 0.001_865_158));
    let p = 0.159_151_32 + s * (-0.052_938_567 + s * high);
    let eighth = t * p;
    let quarter = if x < y { 0.25 - eighth } else { eighth };
    let half = if v[0] < 0.0 { 0.5 - quarter } else { quarter };
    Some(if v[1] < 0.0 { 1.0 - half } else { half })
}

/// 2^-x for x ≥ 0 to a relative 2e-7, never below 2^-126.
#[inline]
pub(super) fn fade(x: f32) -> f32 {
    let x = x.min(126.0);
    let whole = x as i32;
    let part = whole as f32 - x;
    // 2^part on -1 to 0: the polynomial of this degree through 1 with the least largest relative error.
    let high = 0.055_297_36 + part * (0.009_205_798 + part * 0.000_944_903_4);
    let p = 1.0 + part * (0.693_143_7 + part * (0.240_180_14 + part * high));
    f32::from_bits(((127 - whole) << 23) as u32) * p
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_those_of_the_arc_tangent() {
        for i in 0..10_000 {
            let angle = i as f64 / 10_000.0 * core::f64::consts::TAU;
            let v = [(3.0 * libm::cos(angle)) as f32, (3.0 * libm::sin(angle)) as f32];
            let off = (f64::from(heading(v).unwrap()) - i as f64 / 10_000.0).abs();
            assert!(off.min(1.0 - off) < 1e-6, "{i}: {v:?}");
        }
        assert_eq!(heading([1.0, 0.0]), Some(0.0));
        assert_eq!(heading([0.0, -2.0]), Some(0.75));
        assert_eq!((heading([0.1, -0.1]), heading([0.0, 0.0])), (None, None));
    }

    #[test]
    fn what_is_left_halves_with_every_half_life() {
        for x in [0.0f32, 0.25, 0.5, 1.0, 3.9, 17.3, 100.0, 125.9] {
            let want = libm::exp2(-f64::from(x));
            assert!((f64::from(fade(x)) / want - 1.0).abs() < 1e-6, "{x}");
        }
        assert_eq!((fade(0.0), fade(2.0)), (1.0, 0.25));
        assert!(fade(1e9) < 2e-38);
    }

    #[test]
    fn floors_are_right_on_both_sides_of_whole_numbers() {
        let below_three = f32::from_bits(3.0f32.to_bits() - 1);
        for (x, want) in [(0.0, 0), (-0.0, 0), (-1e-9, -1), (2.5, 2), (-2.5, -3), (3.0, 3), (below_three, 2)] {
            assert_eq!(floor(x), want, "{x}");
        }
        for i in -2000..2000 {
            let x = i as f32 * 0.373 + 0.001;
            assert_eq!(floor(x), libm::floorf(x) as i32, "{x}");
        }
        assert_eq!((floor(3_999_999.5), floor(-4_000_000.0)), (3_999_999, -4_000_000));
    }

    #[test]
    fn cells_have_keys_of_their_own() {
        let mut keys = alloc::collections::BTreeSet::new();
        let far = (FARTHEST * 8.0) as i32;
        for x in [-far, -1, 0, 1, far] {
            for z in [-far, -1, 0, 1, far] {
                for floor in [-far / 2, -1, 0, 1, far / 2] {
                    assert!(is_key(key(x, z, floor)) && keys.insert(key(x, z, floor)));
                    assert_eq!(beside(key(x, z, floor), 1, -1), key(x + 1, z - 1, floor));
                    assert_eq!(beside(key(x, z, floor), -1, 1), key(x - 1, z + 1, floor));
                }
            }
        }
        assert!(!is_key(NOWHERE));
    }
}
