//! A stable 64-bit hash: same value on every platform and in every version of the file formats that use it.
//!
//! It mixes eight bytes at a time (multiply and rotate, finished with the murmur3 finaliser). Not cryptographic.

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
const MULTIPLIER: u64 = 0xff51_afd7_ed55_8ccd;

/// Accumulates values in call order.
#[derive(Clone, Debug)]
pub struct StableHasher {
    state: u64,
    length: u64,
}

impl Default for StableHasher {
    fn default() -> Self {
        Self { state: SEED, length: 0 }
    }
}

impl StableHasher {
    /// An empty hasher.
    pub fn new() -> Self {
        Self::default()
    }

    /// Mixes in one word.
    #[inline]
    pub fn u64(&mut self, value: u64) -> &mut Self {
        self.state = (self.state ^ value).wrapping_mul(MULTIPLIER).rotate_left(29);
        self.length = self.length.wrapping_add(8);
        self
    }

    /// Mixes in a smaller integer as one word.
    #[inline]
    pub fn u32(&mut self, value: u32) -> &mut Self {
        self.u64(value as u64)
    }

    /// Mixes in a signed integer.
    #[inline]
    pub fn i64(&mut self, value: i64) -> &mut Self {
        self.u64(value as u64)
    }

    /// Mixes in a number; both zeros and all NaNs count as one value each.
    #[inline]
    pub fn f64(&mut self, value: f64) -> &mut Self {
        self.u64(if value.is_nan() { f64::NAN.to_bits() & !(1 << 63) } else { (value + 0.0).to_bits() })
    }

    /// Mixes in a number; see [`StableHasher::f64`].
    #[inline]
    pub fn f32(&mut self, value: f32) -> &mut Self {
        self.u64(if value.is_nan() { 0x7fc0_0000 } else { (value + 0.0).to_bits() as u64 })
    }

    /// Mixes in bytes; the length counts too.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.u64(u64::from_le_bytes(chunk.try_into().expect("chunk of eight")));
        }
        let mut tail = [0u8; 8];
        tail[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
        self.u64(u64::from_le_bytes(tail)).u64(bytes.len() as u64)
    }

    /// The hash of everything mixed in so far.
    pub fn finish(&self) -> u64 {
        let mut h = self.state ^ self.length;
        h = (h ^ (h >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        h = (h ^ (h >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        h ^ (h >> 33)
    }
}

/// Hash of one byte string.
pub fn hash_bytes(bytes: &[u8]) -> u64 {
    StableHasher::new().bytes(bytes).finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_length_and_content_matter() {
        assert_ne!(hash_bytes(b"ab"), hash_bytes(b"ba"));
        assert_ne!(hash_bytes(b"a"), hash_bytes(b"a\0"));
        assert_ne!(hash_bytes(b""), hash_bytes(b"\0\0\0\0\0\0\0\0"));
    }

    #[test]
    fn equal_numbers_hash_equal() {
        let hash = |x: f64| StableHasher::new().f64(x).finish();
        assert_eq!(hash(0.0), hash(-0.0));
        assert_eq!(hash(f64::NAN), hash(-f64::NAN));
        assert_ne!(hash(1.0), hash(-1.0));
    }

    #[test]
    fn every_bit_flip_changes_the_hash() {
        let mut bytes = *b"the state of a pheromone map, say";
        let whole = hash_bytes(&bytes);
        for bit in 0..bytes.len() * 8 {
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(hash_bytes(&bytes), whole, "bit {bit}");
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }
}
