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
