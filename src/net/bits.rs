//! Bits in and out of bytes, the first bit of a byte being its lowest.
//!
//! A writer never writes beyond its buffer and remembers that it would have; a reader fails at the end of its bytes.

use crate::base::{Error, Result};

/// Bits that are surely free in the 64-bit store below after whole bytes were moved out or in.
const AT_ONCE: u32 = 56;

/// Writes bits into a buffer of the caller.
#[derive(Debug)]
pub struct BitWriter<'a> {
    out: &'a mut [u8],
    place: Place,
}

/// Where a writer stands, to go back to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// Whole bytes written.
    bytes: usize,
    /// Bits not yet written, the first one lowest.
    store: u64,
    /// How many.
    held: u32,
    /// The buffer was too short for what was put.
    full: bool,
}

impl<'a> BitWriter<'a> {
    /// Begins at the first bit of `out`.
    pub fn new(out: &'a mut [u8]) -> Self {
        Self { out, place: Place::default() }
    }

    /// Appends the lowest `bits` (0 to 64) of `value`; its other bits must be zero.
    #[inline]
    pub fn put(&mut self, value: u64, bits: u32) {
        debug_assert!(bits <= 64 && (bits == 64 || value >> bits == 0));
        if bits > AT_ONCE {
            self.put(value & 0xffff_ffff, 32);
            self.put(value >> 32, bits - 32);
            return;
        }
        let place = &mut self.place;
        place.store |= value << place.held;
        place.held += bits;
        while place.held >= 8 {
            match self.out.get_mut(place.bytes) {
                Some(byte) => *byte = place.store as u8,
                None => place.full = true,
            }
            place.bytes += 1;
            place.store >>= 8;
            place.held -= 8;
        }
    }

    /// Appends one bit.
    #[inline]
    pub fn bit(&mut self, set: bool) {
        self.put(u64::from(set), 1);
    }

    /// Appends a number below 2⁵⁵⁺ᵏ (and 2⁶²) that is often small, in [`golomb_bits`] bits (exponential Golomb code of order `k`):
    /// as many ones as the bits it is longer than `k`, a zero, the bits.
    #[inline]
    pub fn golomb(&mut self, value: u64, k: u32) {
        let (shifted, bits) = golomb(value, k);
        let longer = bits - k;
        self.put((1 << longer) - 1, longer + 1);
        self.put(shifted ^ 1 << bits, bits);
    }

    /// Bits written so far, whether or not there was room.
    pub fn bits(&self) -> usize {
        self.place.bytes * 8 + self.place.held as usize
    }

    /// Whether everything written so far and `more` bits fit into the buffer.
    pub fn has_room(&self, more: usize) -> bool {
        !self.place.full && self.bits() + more <= self.out.len() * 8
    }

    /// Where it stands.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Takes back everything written since [`BitWriter::place`] gave this.
    pub fn back_to(&mut self, place: Place) {
        self.place = place;
    }

    /// Fills the last byte with zero bits and returns how many bytes there are; `None` when they did not fit.
    pub fn finish(mut self) -> Option<usize> {
        let odd = self.place.held % 8;
        if odd > 0 {
            self.put(0, 8 - odd);
        }
        (!self.place.full).then_some(self.place.bytes)
    }
}

fn golomb(value: u64, k: u32) -> (u64, u32) {
    let shifted = value + (1 << k);
    (shifted, shifted.ilog2())
}

/// Bits that [`BitWriter::golomb`] writes.
pub fn golomb_bits(value: u64, k: u32) -> u32 {
    let (_, bits) = golomb(value, k);
    bits - k + 1 + bits
}

/// Signed numbers as unsigned ones, the small ones small: 0, -1, 1, -2, 2 …
#[inline]
pub fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63) as u64
}

/// The other way round.
#[inline]
pub fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

/// Reads what a [`BitWriter`] wrote, or what somebody claims it wrote.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    rest: &'a [u8],
    store: u64,
    held: u32,
}

#[cold]
fn ends_early() -> Error {
    Error::corrupt("the bytes end within an update")
}

impl<'a> BitReader<'a> {
    /// Begins at the first bit.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, store: 0, held: 0 }
    }

    #[inline]
    fn refill(&mut self) {
        while self.held <= AT_ONCE {
            let Some((byte, rest)) = self.rest.split_first() else { return };
            self.store |= u64::from(*byte) << self.held;
            self.held += 8;
            self.rest = rest;
        }
    }

    #[inline]
    fn drop_bits(&mut self, bits: u32) {
        self.store >>= bits;
        self.held -= bits;
    }

    /// Reads `bits` (0 to 64).
    #[inline]
    pub fn take(&mut self, bits: u32) -> Result<u64> {
        if bits > AT_ONCE {
            let low = self.take(32)?;
            return Ok(low | self.take(bits - 32)? << 32);
        }
        if self.held < bits {
            self.refill();
            if self.held < bits {
                return Err(ends_early());
            }
        }
        let value = self.store & ((1 << bits) - 1);
        self.drop_bits(bits);
        Ok(value)
    }

    /// Reads one bit.
    #[inline]
    pub fn bit(&mut self) -> Result<bool> {
        Ok(self.take(1)? == 1)
    }

    /// Reads a number that [`BitWriter::golomb`] wrote; fails when it is above `most`.
    #[inline]
    pub fn golomb(&mut self, k: u32, most: u64) -> Result<u64> {
        self.refill();
        // Bits beyond those held are zero, so this ends at the last one held.
        let longer = self.store.trailing_ones();
        if longer >= self.held || longer >= AT_ONCE {
            return Err(if self.held > AT_ONCE { too_large() } else { ends_early() });
        }
        self.drop_bits(longer + 1);
        let bits = k + longer;
        if bits > 62 {
            return Err(too_large());
        }
        let value = (1 << bits | self.take(bits)?) - (1 << k);
        if value > most { Err(too_large()) } else { Ok(value) }
    }

    /// Fails unless nothing but the zero bits that fill the last byte is left.
    pub fn finish(mut self) -> Result<()> {
        self.refill();
        if self.held >= 8 {
            return Err(Error::corrupt("bytes follow the last update"));
        }
        if self.store != 0 { Err(Error::corrupt("the bits that fill the last byte are not zero")) } else { Ok(()) }
    }
}

#[cold]
fn too_large() -> Error {
    Error::corrupt("a number is larger than any that is written")
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    #[test]
    fn the_first_bit_is_the_lowest() {
        let mut bytes = [0xff; 3];
        let mut w = BitWriter::new(&mut bytes);
        w.bit(true);
        w.put(0b0110, 4);
        w.put(0x1ff, 9);
        assert_eq!((w.bits(), w.finish()), (14, Some(2)));
        assert_eq!(bytes, [0b1110_1101, 0b0011_1111, 0xff]);
    }

    #[test]
    fn small_numbers_are_short() {
        for (value, k, bits) in [(0, 0, 1), (1, 0, 3), (2, 0, 3), (3, 0, 5), (0, 4, 5), (15, 4, 5), (16, 4, 7)] {
            assert_eq!(golomb_bits(value, k), bits, "{value} {k}");
        }
        for (signed, unsigned) in [(0, 0), (-1, 1), (1, 2), (-2, 3), (i64::MAX, u64::MAX - 1), (i64::MIN, u64::MAX)] {
            assert_eq!((zigzag(signed), unzigzag(unsigned)), (unsigned, signed));
        }
    }

    #[test]
    fn what_does_not_fit_is_not_written_and_can_be_taken_back() {
        let mut bytes = [0xff; 3];
        let mut w = BitWriter::new(&mut bytes[..2]);
        w.put(5, 12);
        let place = w.place();
        assert!(w.has_room(4) && !w.has_room(5));
        w.put(0x3f, 6);
        assert!(!w.has_room(0));
        w.back_to(place);
        w.put(3, 4);
        assert_eq!(w.finish(), Some(2));
        assert_eq!(bytes, [5, 0x30, 0xff]);
        let mut w = BitWriter::new(&mut bytes[..1]);
        w.put(0, 9);
        assert_eq!(w.finish(), None);
    }

    #[test]
    fn leftovers_are_refused() {
        let read = |bytes: &[u8], bits| {
            let mut r = BitReader::new(bytes);
            r.take(bits)?;
            r.finish()
        };
        assert!(read(&[1], 1).is_ok() && read(&[], 0).is_ok());
        assert!(read(&[3], 1).is_err(), "a bit in the padding");
        assert!(read(&[1, 0], 1).is_err(), "a whole byte too many");
        assert!(read(&[1, 0], 8).is_err());
        assert!(read(&[1], 9).is_err(), "too short");
    }

    #[test]
    fn endless_prefixes_are_refused() {
        for length in 0..12 {
            let bytes = alloc::vec![0xff; length];
            assert!(BitReader::new(&bytes).golomb(0, u64::MAX >> 9).is_err(), "{length}");
        }
        let mut bytes = [0; 32];
        let mut w = BitWriter::new(&mut bytes);
        w.golomb(100, 3);
        w.finish().unwrap();
        assert!(BitReader::new(&bytes).golomb(3, 99).is_err());
        assert_eq!(BitReader::new(&bytes).golomb(3, 100), Ok(100));
    }

    #[derive(Clone, Copy, Debug)]
    enum Token {
        Plain(u64, u32),
        Golomb(u64, u32),
    }

    fn token() -> impl Strategy<Value = Token> {
        let plain = (any::<u64>(), 0u32..=64)
            .prop_map(|(value, bits)| Token::Plain(if bits == 0 { 0 } else { value >> (64 - bits) }, bits));
        let golomb = (any::<u64>(), 9u32..64, 0u32..24).prop_map(|(value, shift, k)| Token::Golomb(value >> shift, k));
        prop_oneof![plain, golomb]
    }

    proptest! {
        #[test]
        fn what_was_put_is_read(tokens in prop::collection::vec(token(), 0..60)) {
            let mut bytes = alloc::vec![0xa5; 2000];
            let mut w = BitWriter::new(&mut bytes);
            let mut expected = 0;
            for token in &tokens {
                match *token {
                    Token::Plain(value, bits) => { w.put(value, bits); expected += bits; }
                    Token::Golomb(value, k) => { w.golomb(value, k); expected += golomb_bits(value, k); }
                }
                prop_assert_eq!(w.bits(), expected as usize);
            }
            let length = w.finish().unwrap();
            prop_assert_eq!(length, expected.div_ceil(8) as usize);
            let bytes: Vec<u8> = bytes[..length].into();
            let mut r = BitReader::new(&bytes);
            for token in &tokens {
                match *token {
                    Token::Plain(value, bits) => prop_assert_eq!(r.take(bits), Ok(value)),
                    Token::Golomb(value, k) => prop_assert_eq!(r.golomb(k, u64::MAX >> 9), Ok(value)),
                }
            }
            prop_assert!(r.finish().is_ok());
        }
    }
}
