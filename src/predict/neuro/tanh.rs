//! The hyperbolic tangent of the hidden neurons (eq. 11): the same bits everywhere, and simple enough for a compiler to do
//! several at once.

/// Beyond this the result stays what it is here, 1 but for 3.6e-7.
const FLAT: f32 = 7.44;

/// Lambert's continued fraction `x/(1 + x²/(3 + x²/(5 + …)))` cut after its eleventh term is x times a quotient of two
/// polynomials in x². These are the coefficients of the numerator …
const OVER: [f32; 6] = [1.0, share(1_964_187_225.0), share(64_324_260.0), share(675_675.0), share(2_145.0), share(1.0)];
/// … and of the denominator, both divided by the constant term.
const UNDER: [f32; 6] =
    [1.0, share(6_547_290_750.0), share(413_513_100.0), share(7_567_560.0), share(45_045.0), share(66.0)];

const fn share(coefficient: f64) -> f32 {
    (coefficient / 13_749_310_575.0) as f32
}

/// tanh(x) of a number with an absolute error below 1e-6; odd to the bit.
#[inline(always)]
pub(super) fn tanh(x: f32) -> f32 {
    let x = if x > FLAT { FLAT } else { x };
    let x = if x < -FLAT { -FLAT } else { x };
    let y = x * x;
    let over = ((((OVER[5] * y + OVER[4]) * y + OVER[3]) * y + OVER[2]) * y + OVER[1]) * y + OVER[0];
    let under = ((((UNDER[5] * y + UNDER[4]) * y + UNDER[3]) * y + UNDER[2]) * y + UNDER[1]) * y + UNDER[0];
    x * over / under
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_below_a_millionth_everywhere() {
        for i in -200_000..=200_000 {
            let x = i as f32 * 1e-4;
            let error = f64::from(tanh(x)) - libm::tanh(f64::from(x));
            assert!(error.abs() < 1e-6, "{x}: {error}");
        }
        for x in [f32::MAX, f32::INFINITY, 1e10, 7.5] {
            assert!((tanh(x) - 1.0).abs() < 1e-6 && tanh(-x) == -tanh(x), "{x}");
        }
    }

    #[test]
    fn small_arguments_keep_their_relative_precision() {
        for x in [0.0, 1e-30, 1e-8, 1e-3, 0.1] {
            assert!((f64::from(tanh(x)) - libm::tanh(f64::from(x))).abs() <= 2e-7 * f64::from(x), "{x}");
        }
    }
}
