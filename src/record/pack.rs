//! Whole numbers in few bytes, and lengths as whole numbers.

use crate::base::math::DVec3;
use crate::base::serial::Reader;
use crate::base::{Error, Result};
use alloc::vec::Vec;

/// Most bytes of a packed number.
pub(super) const MAX_PACKED: usize = 10;

/// A length in multiples of the resolution.
pub(super) type Steps = [i64; 3];

pub(super) fn steps(v: DVec3, resolution: f64) -> Steps {
    // Places are at most 1e9 m and a step at least 1e-6 m, so this fits by far.
    v.to_array().map(|x| libm::round(x / resolution) as i64)
}

pub(super) fn metres(steps: Steps, resolution: f64) -> DVec3 {
    DVec3::from_array(steps.map(|n| n as f64 * resolution))
}

pub(super) fn put_unsigned(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

pub(super) fn put_signed(bytes: &mut Vec<u8>, value: i64) {
    put_unsigned(bytes, (value << 1 ^ value >> 63) as u64);
}

pub(super) fn put_steps(bytes: &mut Vec<u8>, steps: Steps, from: Steps) {
    for (value, base) in steps.into_iter().zip(from) {
        put_signed(bytes, value.wrapping_sub(base));
    }
}

pub(super) fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.push(text.len() as u8);
    bytes.extend_from_slice(text.as_bytes());
}

pub(super) fn get_unsigned(r: &mut Reader<'_>) -> Result<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let byte = r.u8()?;
        let part = u64::from(byte & 0x7f);
        if part << shift >> shift != part {
            break;
        }
        value |= part << shift;
        if byte < 0x80 {
            return Ok(value);
        }
    }
    Err(Error::corrupt("a number has more than 64 bits"))
}

pub(super) fn get_u32(r: &mut Reader<'_>) -> Result<u32> {
    u32::try_from(get_unsigned(r)?).map_err(|_| Error::corrupt("a number has more than 32 bits"))
}

pub(super) fn get_signed(r: &mut Reader<'_>) -> Result<i64> {
    let folded = get_unsigned(r)?;
    Ok((folded >> 1) as i64 ^ -((folded & 1) as i64))
}

pub(super) fn get_steps(r: &mut Reader<'_>, from: Steps) -> Result<Steps> {
    let mut steps = from;
    for value in &mut steps {
        *value = value.wrapping_add(get_signed(r)?);
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::serial::Writer;
    use proptest::prelude::*;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut w = Writer::new();
        bytes.iter().for_each(|byte| _ = w.u8(*byte));
        w.seal(*b"TEST", 1)
    }

    #[test]
    fn numbers_of_too_many_bits_are_refused() {
        let mut bytes = alloc::vec![0xff; 9];
        bytes.push(2);
        let frame = packed(&bytes);
        assert!(get_unsigned(&mut Reader::open(&frame, *b"TEST", 1).unwrap()).is_err());
        let frame = packed(&[0xff; 20]);
        assert!(get_unsigned(&mut Reader::open(&frame, *b"TEST", 1).unwrap()).is_err());
    }

    proptest! {
        #[test]
        fn numbers_come_back(unsigned: u64, signed: i64, small in -64i64..64) {
            let mut bytes = Vec::new();
            put_unsigned(&mut bytes, unsigned);
            put_signed(&mut bytes, signed);
            prop_assert!(bytes.len() <= 2 * MAX_PACKED);
            let before = bytes.len();
            put_signed(&mut bytes, small);
            prop_assert_eq!(bytes.len(), before + 1);
            let frame = packed(&bytes);
            let mut r = Reader::open(&frame, *b"TEST", 1).unwrap();
            prop_assert_eq!(get_unsigned(&mut r).unwrap(), unsigned);
            prop_assert_eq!(get_signed(&mut r).unwrap(), signed);
            prop_assert_eq!(get_signed(&mut r).unwrap(), small);
        }
    }
}
