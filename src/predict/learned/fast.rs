//! Short polynomials in place of library functions: adds, multiplies, one division and moves of bits, so that they are
//! the same everywhere and loops of them become vector code. Good to about 1e-6, which the network does not see.

use core::f32::consts::{FRAC_PI_2, LN_2, LOG2_E, PI};

/// e^x with a relative error below 5e-6 for x within ±80, held there beyond.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    let x = if x < -80.0 { -80.0 } else { x };
    let x = if x > 80.0 { 80.0 } else { x };
    let t = x * LOG2_E;
    // Adding 1.5 · 2²³ leaves the nearest whole number in the lowest bits.
    const SHIFT: f32 = 12_582_912.0;
    let shifted = t + SHIFT;
    let f = t - (shifted - SHIFT);
    let p = 1.0
        + f * (core::f32::consts::LN_2
            + f * (0.240_226_5 + f * (0.055_504_11 + f * (0.009_618_13 + f * 0.001_333_36))));
    // The wanted power of two has the exponent 127 + k, and the lowest bits of `shifted` are k.
    let power = shifted.to_bits().wrapping_sub(SHIFT.to_bits()).wrapping_add(127) << 23;
    f32::from_bits(power) * p
}

/// ln(1 + x) of every x ≥ 0, off by less than 3e-7.
#[inline(always)]
pub(super) fn ln_1p<const N: usize>(x: [f32; N]) -> [f32; N] {
    x.map(|x| {
        let bits = (1.0 + x).to_bits();
        // Whole powers of two, counted so that the rest is within √½ to √2.
        let power = (bits.wrapping_add(0x3f80_0000 - 0x3f35_04f3) >> 23) as i32 - 127;
        let rest = f32::from_bits(bits.wrapping_sub((power << 23) as u32));
        // ln m = 2 (s + s³/3 + s⁵/5 + s⁷/7 + …) with s = (m-1)/(m+1).
        let s = (rest - 1.0) / (rest + 1.0);
        let q = s * s;
        power as f32 * LN_2 + s * (2.0 + q * (0.666_666_7 + q * (0.4 + q * 0.285_714_3)))
    })
}

/// Angle of (x, y), -π to π, off by less than 1e-6; 0 for the zero vector. Odd in y to the bit.
#[inline(always)]
pub(super) fn atan2<const N: usize>(y: [f32; N], x: [f32; N]) -> [f32; N] {
    core::array::from_fn(|i| {
        let (a, b) = (x[i].abs(), y[i].abs());
        let steep = a < b;
        let (short, long) = if steep { (a, b) } else { (b, a) };
        let t = short / if long > 0.0 { long } else { 1.0 };
        let s = t * t;
        // atan(t)/t through the Chebyshev points of 0 to 1.
        let p = 0.198_720_4 + s * (-0.134_478_64 + s * (0.083_126_45 + s * (-0.036_360_43 + s * 0.007_648_354)));
        let eighth = t * (0.999_999_2 + s * (-0.333_256_78 + s * p));
        let quarter = if steep { FRAC_PI_2 - eighth } else { eighth };
        let half = if x[i] < 0.0 { PI - quarter } else { quarter };
        if y[i] < 0.0 { -half } else { half }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_close_and_bounded() {
        for i in -8000..=8000 {
            let x = i as f32 * 0.01;
            let want = libm::exp(x as f64);
            assert!((exp(x) as f64 / want - 1.0).abs() < 1e-5, "{x}");
        }
        assert_eq!(exp(1e9), exp(80.0));
        assert_eq!(exp(-1e9), exp(-80.0));
        assert_eq!(exp(0.0), 1.0);
    }

    #[test]
    fn logarithms_are_close() {
        for i in 0..40_000 {
            let x = i as f32 * 0.003;
            let want = libm::log1p(x as f64);
            assert!((ln_1p([x])[0] as f64 - want).abs() < 3e-7 * (1.0 + want), "{x}");
        }
        assert_eq!(ln_1p([0.0])[0], 0.0);
    }

    #[test]
    fn angles_are_close_in_all_quadrants_and_odd() {
        for i in 0..10_000 {
            let angle = (i as f64 - 4999.5) * core::f64::consts::TAU / 10_000.0;
            let (y, x) = ((3.0 * libm::sin(angle)) as f32, (3.0 * libm::cos(angle)) as f32);
            let found = atan2([y, -y], [x, x]);
            assert!((found[0] as f64 - libm::atan2(y as f64, x as f64)).abs() < 1e-6, "{angle}");
            assert_eq!(found[0].to_bits() ^ found[1].to_bits(), 1 << 31);
        }
        assert_eq!(atan2([0.0, 0.0], [0.0, 2.0]), [0.0, 0.0]);
    }
}
