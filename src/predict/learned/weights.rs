//! Files of weights: framed, checked, and the one that is built in.

use super::inputs::{EVEN, INPUTS, ODD};
use super::net::{BLOCK, MAX_FIRST, MAX_SECOND, Net, Weights};
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use alloc::format;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANTW";
/// Of the files of [`Weights`]; a policy has its own.
const VERSION: u32 = 2;
/// No weight is larger: it keeps every sum of the network finite.
const MAX_WEIGHT: f32 = 1e4;

/// The weights that are built in.
pub const DEFAULT: &[u8] = include_bytes!("default.weights");

impl Weights {
    /// Reads a file of weights. Anything that does not fit this library's inputs is refused.
    pub fn load(bytes: &[u8]) -> Result<Self> {
        Self::read(bytes, MAGIC, VERSION)
    }

    /// The file of these weights; they are rounded to half precision.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.write(MAGIC, VERSION)
    }
}

impl<const VECTORS: usize> Net<VECTORS> {
    /// Reads a file that begins with `magic` and is of this version.
    pub(crate) fn read(bytes: &[u8], magic: [u8; 4], version: u32) -> Result<Self> {
        let mut r = Reader::open(bytes, magic, version)?;
        if r.version() != version {
            return Err(Error::corrupt(format!("weights are of format {}, this library reads {version}", r.version())));
        }
        let (even, odd) = (r.u32()?, r.u32()?);
        if (even as usize, odd as usize) != (EVEN, ODD) {
            return Err(Error::corrupt(format!(
                "weights are for {even} + {odd} inputs, this library has {EVEN} + {ODD}"
            )));
        }
        let (first, second) = (r.u32()? as usize, r.u32()? as usize);
        let fits = |n: usize, most: usize| n.is_multiple_of(BLOCK) && (BLOCK..=most).contains(&n);
        if !fits(first, MAX_FIRST) || !fits(second, MAX_SECOND) {
            return Err(Error::corrupt(format!(
                "weights have hidden layers of {first} and {second}, must be multiples of {BLOCK} up to {MAX_FIRST} and {MAX_SECOND}"
            )));
        }
        let mut new = Self::zero(first, second);
        r.f32_slice(&mut new.mean)?;
        r.f32_slice(&mut new.inverse)?;
        for value in &mut new.values {
            *value = from_half(r.u16()?);
        }
        r.finish()?;
        let known = |x: &f32| x.abs() <= MAX_WEIGHT;
        if !(new.mean.iter().all(known) && new.inverse.iter().all(known) && new.values.iter().all(known)) {
            return Err(Error::corrupt(format!("weights hold a number that is not within ±{MAX_WEIGHT}")));
        }
        // What the file says of the other half of the padding would be dead weight, and a mean of odd inputs would break
        // the symmetry.
        if new.mean[EVEN..].iter().any(|x| *x != 0.0) {
            return Err(Error::corrupt("weights shift an odd input, which would break the mirror symmetry"));
        }
        Ok(new)
    }

    /// The file of these weights; they are rounded to half precision.
    pub(crate) fn write(&self, magic: [u8; 4], version: u32) -> Vec<u8> {
        let mut w = Writer::new();
        w.u32(EVEN as u32).u32(ODD as u32).u32(self.first as u32).u32(self.second as u32);
        debug_assert!(self.mean.len() == INPUTS && self.inverse.len() == INPUTS);
        w.f32_slice(&self.mean).f32_slice(&self.inverse);
        for value in &self.values {
            w.u16(to_half(*value));
        }
        w.seal(magic, version)
    }
}

/// Nearest half-precision number (ties to even), infinite beyond its range.
fn to_half(x: f32) -> u16 {
    let bits = x.to_bits();
    let sign = ((bits >> 16) & 0x8000) as u16;
    let rest = bits & 0x7fff_ffff;
    if rest >= 0x4780_0000 {
        // Beyond 65504 and NaN.
        return sign | if rest > 0x7f80_0000 { 0x7e00 } else { 0x7c00 };
    }
    if rest < 0x3880_0000 {
        // Below 2⁻¹⁴: multiples of 2⁻²⁴, rounded by the addition of 0.5 whose last place is 2⁻²⁴.
        let shifted = f32::from_bits(rest) + 0.5;
        return sign | (shifted.to_bits() - 0.5_f32.to_bits()) as u16;
    }
    let rounded = rest + 0x0fff + ((rest >> 13) & 1);
    sign | ((rounded - 0x3800_0000) >> 13) as u16
}

/// The number a half-precision pattern means.
fn from_half(half: u16) -> f32 {
    let sign = ((half & 0x8000) as u32) << 16;
    let rest = (half & 0x7fff) as u32;
    let magnitude = match rest {
        0..0x0400 => (f32::from_bits(rest + 0.5_f32.to_bits()) - 0.5).to_bits(),
        0x7c00.. => 0x7f80_0000 | ((rest & 0x3ff) << 13),
        _ => (rest << 13) + 0x3800_0000,
    };
    f32::from_bits(sign | magnitude)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_precision_is_exact_where_it_can_be() {
        for (x, half) in [
            (0.0, 0x0000),
            (-0.0, 0x8000),
            (1.0, 0x3c00),
            (-2.5, 0xc100),
            (65504.0, 0x7bff),
            (6.103_515_6e-5, 0x0400),
            (5.960_464_5e-8, 0x0001),
        ] {
            assert_eq!(to_half(x), half, "{x}");
            assert_eq!(from_half(half).to_bits(), f32::to_bits(x), "{x}");
        }
        // 1 + 2⁻¹¹ lies in the middle: to even; a little more goes up.
        assert_eq!(to_half(1.0 + 0.000_488_281_25), 0x3c00);
        assert_eq!(to_half(1.0 + 0.000_488_4), 0x3c01);
        assert_eq!(to_half(65520.0), 0x7c00);
        for half in 0..0x7c00 {
            assert_eq!(to_half(from_half(half)), half);
        }
    }

    #[test]
    fn the_built_in_weights_survive_a_round_trip_and_are_below_200_kb() {
        let weights = Weights::load(DEFAULT).unwrap();
        assert_eq!(weights.to_bytes(), DEFAULT);
        assert!(DEFAULT.len() < 200_000, "{}", DEFAULT.len());
        assert!(weights.values.iter().any(|w| *w != 0.0));
    }

    #[test]
    fn every_truncation_and_every_flipped_bit_is_an_error() {
        for n in 0..DEFAULT.len() {
            assert!(Weights::load(&DEFAULT[..n]).is_err(), "{n} bytes");
        }
        let mut bytes = DEFAULT.to_vec();
        // Every bit of the header, then some of each byte.
        let bits = (0..400).chain((400..bytes.len() * 8).step_by(37));
        for bit in bits {
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(Weights::load(&bytes).is_err(), "bit {bit}");
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }

    /// A well-framed file with these sizes and `fill` everywhere.
    fn file(even: u32, odd: u32, first: u32, second: u32, fill: f32) -> Vec<u8> {
        let mut w = Writer::new();
        w.u32(even).u32(odd).u32(first).u32(second);
        let n = (even + odd) as usize;
        w.f32_slice(&alloc::vec![0.0; n]).f32_slice(&alloc::vec![fill; n]);
        let (n, first, second) = (n as u32, first, second);
        for _ in 0..n * first + first + first * second + second + second * 16 + 16 {
            w.u16(to_half(fill));
        }
        w.seal(MAGIC, VERSION)
    }

    #[test]
    fn files_that_do_not_fit_are_refused_in_words() {
        let (even, odd) = (EVEN as u32, ODD as u32);
        assert!(Weights::load(&file(even, odd, 48, 16, 0.5)).is_ok());
        for (bytes, word) in [
            (file(even + 1, odd, 64, 32, 0.5), "inputs"),
            (file(even, odd - 1, 64, 32, 0.5), "inputs"),
            (file(even, odd, 144, 32, 0.5), "hidden"),
            (file(even, odd, 64, 80, 0.5), "hidden"),
            (file(even, odd, 24, 32, 0.5), "hidden"),
            (file(even, odd, 0, 32, 0.5), "hidden"),
            (file(even, odd, 64, 32, f32::NAN), "not within"),
            (file(even, odd, 64, 32, 2e4), "not within"),
        ] {
            let error = Weights::load(&bytes).unwrap_err();
            assert!(error.message.contains(word), "{error}");
        }
        let mut shifted = Weights::zero(16, 16);
        shifted.mean[EVEN] = 0.5;
        assert!(Weights::load(&shifted.to_bytes()).unwrap_err().message.contains("mirror"));
    }
}
