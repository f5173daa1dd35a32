//! The frame around every serialised state: magic, version, length, checksum, then little-endian values.
//!
//! A reader checks the whole frame before it hands out a single value, so that every truncation and every bit flip is an
//! error with a sentence, and checks every count against the bytes that are left before anything is allocated.

use super::error::{Error, Result};
use super::hash::hash_bytes;
use alloc::format;
use alloc::vec::Vec;

/// Bytes before the payload: magic (4), version (4), payload length (8), checksum (8).
pub const HEADER_LEN: usize = 24;

/// Largest component of a vector of a snapshot: observations cannot lead to more (2e12 m in a nanosecond, and what that is of a change of velocity
/// in another one, are 4e30), and with it sums, squares and products with any time stay finite.
pub const LARGEST: f64 = 1e40;
/// The same for single precision.
pub const LARGEST_F32: f32 = 1e30;

/// Collects values and seals them into a frame.
#[derive(Default)]
pub struct Writer {
    bytes: Vec<u8>,
}

macro_rules! put {
    ($($name:ident $type:ty),* $(,)?) => {$(
        #[doc = concat!("Appends one `", stringify!($type), "`.")]
        // Not inlined: the code of snapshots is mostly such calls, hundreds of them, and none is on a frame's way.
        #[inline(never)]
        pub fn $name(&mut self, value: $type) -> &mut Self {
            self.bytes.extend_from_slice(&value.to_le_bytes());
            self
        }
    )*};
}

macro_rules! get {
    ($($name:ident $type:ty),* $(,)?) => {$(
        #[doc = concat!("Reads one `", stringify!($type), "`.")]
        #[inline(never)]
        pub fn $name(&mut self) -> Result<$type> {
            const N: usize = core::mem::size_of::<$type>();
            let raw = self.take(N)?;
            Ok(<$type>::from_le_bytes(raw.try_into().expect("length was checked")))
        }
    )*};
}

impl Writer {
    /// An empty payload.
    pub fn new() -> Self {
        Self { bytes: alloc::vec![0; HEADER_LEN] }
    }

    put!(u8 u8, u16 u16, u32 u32, u64 u64, i32 i32, i64 i64, f32 f32, f64 f64);

    /// Appends a count followed by the raw bytes.
    pub fn blob(&mut self, bytes: &[u8]) -> &mut Self {
        self.u64(bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
        self
    }

    /// Appends the values without a count.
    pub fn f32_slice(&mut self, values: &[f32]) -> &mut Self {
        for value in values {
            self.f32(*value);
        }
        self
    }

    /// Appends x, y, z.
    pub fn dvec3(&mut self, v: glam::DVec3) -> &mut Self {
        self.f64(v.x).f64(v.y).f64(v.z)
    }

    /// Appends 0 or 1.
    pub fn bool(&mut self, value: bool) -> &mut Self {
        self.u8(value as u8)
    }

    /// Appends whether there is a value, and if so the value.
    pub fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T) -> &mut Self) -> &mut Self {
        self.bool(value.is_some());
        if let Some(value) = value {
            write(self, value);
        }
        self
    }

    /// Appends x, y, z, w.
    pub fn rotation(&mut self, q: glam::DQuat) -> &mut Self {
        self.f64(q.x).f64(q.y).f64(q.z).f64(q.w)
    }

    /// Closes the frame and returns it whole.
    pub fn seal(mut self, magic: [u8; 4], version: u32) -> Vec<u8> {
        seal(&mut self.bytes, magic, version);
        self.bytes
    }
}

/// Fills the header of a frame whose payload stands behind the first [`HEADER_LEN`] bytes.
pub fn seal(frame: &mut [u8], magic: [u8; 4], version: u32) {
    let (header, payload) = frame.split_at_mut(HEADER_LEN);
    header[0..4].copy_from_slice(&magic);
    header[4..8].copy_from_slice(&version.to_le_bytes());
    header[8..16].copy_from_slice(&(payload.len() as u64).to_le_bytes());
    header[16..24].copy_from_slice(&hash_bytes(payload).to_le_bytes());
}

/// What the header of a frame says; nothing of it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameHeader {
    /// Which kind of state.
    pub magic: [u8; 4],
    /// Version of the kind's format.
    pub version: u32,
    /// Bytes after the header.
    pub length: u64,
    /// Hash of those bytes.
    pub checksum: u64,
}

impl FrameHeader {
    /// Reads a header; `None` when there are too few bytes.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let header = bytes.get(..HEADER_LEN)?;
        let word = |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().expect("length was checked"));
        let magic = header[0..4].try_into().expect("length was checked");
        let version = u32::from_le_bytes(header[4..8].try_into().expect("length was checked"));
        Some(Self { magic, version, length: word(8), checksum: word(16) })
    }
}

/// Reads the values of a frame that has been checked.
pub struct Reader<'a> {
    rest: &'a [u8],
    version: u32,
}

impl<'a> Reader<'a> {
    /// Checks magic, version (at most `newest`), length and checksum.
    pub fn open(bytes: &'a [u8], magic: [u8; 4], newest: u32) -> Result<Self> {
        let Some(header) = FrameHeader::read(bytes) else {
            return Err(Error::corrupt(format!("snapshot of {} bytes is shorter than its header", bytes.len())));
        };
        if header.magic != magic {
            return Err(Error::corrupt("snapshot is of another kind (magic differs)"));
        }
        let version = header.version;
        if version == 0 || version > newest {
            return Err(Error::corrupt(format!(
                "snapshot has format version {version}, this library reads 1 to {newest}"
            )));
        }
        let payload = &bytes[HEADER_LEN..];
        if header.length != payload.len() as u64 {
            let (held, said) = (payload.len(), header.length);
            return Err(Error::corrupt(format!("snapshot holds {held} bytes, its header says {said}")));
        }
        if header.checksum != hash_bytes(payload) {
            return Err(Error::corrupt("snapshot checksum does not fit its content"));
        }
        Ok(Self { rest: payload, version })
    }

    /// Format version of the frame.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Whether everything was read.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    fn take(&mut self, n: usize) -> Result<&'a [u8]> {
        if n > self.rest.len() {
            return Err(Error::corrupt("snapshot ends early"));
        }
        let (head, tail) = self.rest.split_at(n);
        self.rest = tail;
        Ok(head)
    }

    get!(u8 u8, u16 u16, u32 u32, u64 u64, i32 i32, i64 i64, f32 f32, f64 f64);

    /// Reads a count and checks that so many elements of `element_size` bytes can still follow.
    pub fn count(&mut self, element_size: usize) -> Result<usize> {
        let n = self.u64()?;
        if n > (self.rest.len() / element_size.max(1)) as u64 {
            return Err(Error::corrupt(format!("snapshot names {n} elements, only {} bytes follow", self.rest.len())));
        }
        Ok(n as usize)
    }

    /// Reads what [`Writer::blob`] wrote.
    pub fn blob(&mut self) -> Result<&'a [u8]> {
        let n = self.count(1)?;
        self.take(n)
    }

    /// Fills `out` with values written by [`Writer::f32_slice`].
    pub fn f32_slice(&mut self, out: &mut [f32]) -> Result<()> {
        let raw = self.take(out.len() * 4)?;
        for (value, bytes) in out.iter_mut().zip(raw.chunks_exact(4)) {
            *value = f32::from_le_bytes(bytes.try_into().expect("chunk of four"));
        }
        Ok(())
    }

    /// Reads a number within ±[`LARGEST`].
    #[inline(never)]
    pub fn finite_f64(&mut self) -> Result<f64> {
        let value = self.f64()?;
        if value.abs() <= LARGEST {
            return Ok(value);
        }
        Err(Error::corrupt(format!("snapshot has a number {value:e}")))
    }

    /// Fills `out` with values within ±[`LARGEST_F32`].
    pub fn finite_f32_slice(&mut self, out: &mut [f32]) -> Result<()> {
        self.f32_slice(out)?;
        match out.iter().find(|value| !(-LARGEST_F32..=LARGEST_F32).contains(*value)) {
            Some(value) => Err(Error::corrupt(format!("snapshot has a number {value:e}"))),
            None => Ok(()),
        }
    }

    /// Reads x, y, z.
    pub fn dvec3(&mut self) -> Result<glam::DVec3> {
        Ok(glam::DVec3::new(self.f64()?, self.f64()?, self.f64()?))
    }

    /// Reads x, y, z, which must be within ±[`LARGEST`].
    #[inline(never)]
    pub fn finite_dvec3(&mut self) -> Result<glam::DVec3> {
        let vector = self.dvec3()?;
        // `all` of comparisons, because a comparison with NaN is false.
        if vector.to_array().iter().all(|x| x.abs() <= LARGEST) {
            return Ok(vector);
        }
        Err(Error::corrupt("snapshot has a vector that is not finite, or beyond all that can be observed"))
    }

    /// Reads x, y, z, w, which must be of length 1.
    pub fn rotation(&mut self) -> Result<glam::DQuat> {
        let q = glam::DQuat::from_xyzw(self.f64()?, self.f64()?, self.f64()?, self.f64()?);
        if (q.length_squared() - 1.0).abs() < 1e-6 {
            Ok(q)
        } else {
            Err(Error::corrupt("snapshot has a rotation that is not of length 1"))
        }
    }

    /// Reads the number (one byte) of one of `choices`.
    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> Result<T> {
        let number = self.u8()?;
        let choice = choices.get(usize::from(number)).copied();
        choice.ok_or_else(|| no_choice(number, choices.len()))
    }

    /// Reads 0 or 1.
    #[inline(never)]
    pub fn bool(&mut self) -> Result<bool> {
        self.one_of(&[false, true])
    }

    /// Reads what [`Writer::option`] wrote.
    pub fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<Option<T>> {
        if self.bool()? { read(self).map(Some) } else { Ok(None) }
    }

    /// Fails when bytes are left over.
    pub fn finish(self) -> Result<()> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(Error::corrupt(format!("snapshot has {} bytes too many", self.rest.len())))
        }
    }
}

#[cold]
fn no_choice(number: u8, choices: usize) -> Error {
    Error::corrupt(format!("snapshot has choice {number} of only {choices}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        let mut w = Writer::new();
        w.u32(7).f64(-1.5).blob(b"xyz").f32_slice(&[1.0, 2.0]);
        w.seal(*b"TEST", 1)
    }

    fn read(bytes: &[u8]) -> Result<()> {
        let mut r = Reader::open(bytes, *b"TEST", 1)?;
        assert_eq!((r.u32()?, r.f64()?, r.blob()?), (7, -1.5, &b"xyz"[..]));
        let mut values = [0.0; 2];
        r.f32_slice(&mut values)?;
        assert_eq!(values, [1.0, 2.0]);
        r.finish()
    }

    #[test]
    fn what_was_written_is_read() {
        read(&sample()).unwrap();
    }

    #[test]
    fn every_truncation_and_every_bit_flip_is_an_error() {
        let mut bytes = sample();
        for n in 0..bytes.len() {
            assert!(Reader::open(&bytes[..n], *b"TEST", 1).is_err(), "{n} bytes");
        }
        for bit in 0..bytes.len() * 8 {
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(Reader::open(&bytes, *b"TEST", 1).is_err(), "bit {bit}");
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }

    #[test]
    fn choices_options_and_vectors_are_checked() {
        let mut w = Writer::new();
        w.bool(true).option(Some(5), Writer::u16).option(None, Writer::u16);
        w.u8(2).dvec3(glam::DVec3::X).rotation(glam::DQuat::IDENTITY);
        w.u8(3).u8(2).dvec3(glam::DVec3::NAN).rotation(glam::DQuat::from_xyzw(0.0, 0.0, 0.0, 2.0));
        let bytes = w.seal(*b"TEST", 1);
        let mut r = Reader::open(&bytes, *b"TEST", 1).unwrap();
        assert_eq!(r.bool(), Ok(true));
        assert_eq!((r.option(Reader::u16), r.option(Reader::u16)), (Ok(Some(5)), Ok(None)));
        assert_eq!(r.one_of(&['a', 'b', 'c']), Ok('c'));
        assert_eq!((r.finite_dvec3(), r.rotation()), (Ok(glam::DVec3::X), Ok(glam::DQuat::IDENTITY)));
        assert!(r.one_of(&['a', 'b', 'c']).is_err() && r.bool().is_err());
        assert!(r.finite_dvec3().is_err() && r.rotation().is_err());
        r.finish().unwrap();
        for (value, fits) in [(1e40, true), (-1e40, true), (1.1e40, false), (f64::NAN, false), (f64::INFINITY, false)] {
            let mut w = Writer::new();
            w.f64(value).dvec3(glam::DVec3::new(0.0, value, 0.0)).f32((value / 1e10) as f32);
            let bytes = w.seal(*b"TEST", 1);
            let mut r = Reader::open(&bytes, *b"TEST", 1).unwrap();
            assert_eq!((r.finite_f64().is_ok(), r.finite_dvec3().is_ok()), (fits, fits), "{value}");
            assert_eq!(r.finite_f32_slice(&mut [0.0]).is_ok(), fits, "{value}");
        }
    }

    #[test]
    fn hostile_counts_do_not_allocate() {
        let mut w = Writer::new();
        w.u64(u64::MAX);
        let bytes = w.seal(*b"TEST", 1);
        assert!(Reader::open(&bytes, *b"TEST", 1).unwrap().count(8).is_err());
    }
}
