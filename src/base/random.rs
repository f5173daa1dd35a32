//! A small deterministic source of random numbers (splitmix64) for training, simulation and tests.

/// The state is the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random(pub u64);

impl Random {
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in 0 (included) to 1 (excluded).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform among 0 … `n` - 1; `n` must be above 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((self.bits() as u128 * n as u128) >> 64) as usize
    }

    /// Normal with mean 0 and deviation 1 (sum of twelve uniforms would be too light in the tails: Box-Muller).
    pub fn normal(&mut self) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - self.unit()));
        radius * libm::cos(core::f64::consts::TAU * self.unit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_moments_they_should() {
        let (mut random, n) = (Random(1), 100_000);
        let (mut uniform, mut mean, mut square) = (0.0, 0.0, 0.0);
        for _ in 0..n {
            uniform += random.unit();
            let x = random.normal();
            (mean, square) = (mean + x, square + x * x);
        }
        let n = n as f64;
        assert!((uniform / n - 0.5).abs() < 0.005 && (mean / n).abs() < 0.02 && (square / n - 1.0).abs() < 0.02);
        assert!((0..1000).all(|_| random.below(7) < 7));
    }
}
