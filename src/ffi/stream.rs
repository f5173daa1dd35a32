//! Strided typed streams: a host's own arrays, read and written in place.
//!
//! A stream is proven to lie inside its `byte_len` before anything is read. Loads and stores demand no alignment.

use super::arg::{Caller, Plain, fits, plain, vector_fault};
use super::error::{Fail, Outcome, fail};
use super::frame::{Frame, check_rotation};
use super::status::*;
use crate::base::Short;
use crate::base::math::{DQuat, DVec3};
use core::ffi::c_void;
use core::marker::PhantomData;

/// Type of the elements of a stream.
pub type AntFormat = u32;
/// Element: one float.
pub const ANT_F32: AntFormat = 1;
/// Element: one double.
pub const ANT_F64: AntFormat = 2;
/// Element: three floats x, y, z (Unity Vector3, Unreal FVector3f, Godot Vector3).
pub const ANT_F32X3: AntFormat = 3;
/// Element: three doubles x, y, z (Unreal FVector, Godot Vector3 in double-precision builds).
pub const ANT_F64X3: AntFormat = 4;
/// Element: four floats x, y, z, w (quaternions).
pub const ANT_F32X4: AntFormat = 5;
/// Element: four doubles x, y, z, w (quaternions).
pub const ANT_F64X4: AntFormat = 6;
/// Element: uint8_t.
pub const ANT_U8: AntFormat = 7;
/// Element: int8_t.
pub const ANT_I8: AntFormat = 8;
/// Element: uint16_t.
pub const ANT_U16: AntFormat = 9;
/// Element: uint32_t.
pub const ANT_U32: AntFormat = 10;
/// Element: int32_t.
pub const ANT_I32: AntFormat = 11;
/// Element: uint64_t, or a one-field id struct such as AntEntity or AntCell.
pub const ANT_U64: AntFormat = 12;
/// Element: int64_t.
pub const ANT_I64: AntFormat = 13;

/// An array of the host, also one attribute within an array of structs. Elements need no alignment. Where an attribute is optional,
/// a null `data` leaves it out.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AntStream {
    /// First element. Written only where the stream is an output.
    pub data: *mut c_void,
    /// Bytes that may be read or written from `data` on.
    pub byte_len: u64,
    /// Bytes from one element to the next; 0 = elements lie tight.
    pub stride: u32,
    /// One of ANT_F32 … ANT_I64.
    pub format: AntFormat,
}
plain!(AntStream);

impl AntStream {
    pub(super) const NONE: Self = Self { data: core::ptr::null_mut(), byte_len: 0, stride: 0, format: 0 };
}

fn element_size(format: u32) -> Option<u32> {
    Some(match format {
        ANT_U8 | ANT_I8 => 1,
        ANT_U16 => 2,
        ANT_F32 | ANT_U32 | ANT_I32 => 4,
        ANT_F64 | ANT_U64 | ANT_I64 => 8,
        ANT_F32X3 => 12,
        ANT_F64X3 => 24,
        ANT_F32X4 => 16,
        ANT_F64X4 => 32,
        _ => return None,
    })
}

fn format_name(format: u32) -> &'static str {
    match format {
        ANT_F32 => "ANT_F32",
        ANT_F64 => "ANT_F64",
        ANT_F32X3 => "ANT_F32X3",
        ANT_F64X3 => "ANT_F64X3",
        ANT_F32X4 => "ANT_F32X4",
        ANT_F64X4 => "ANT_F64X4",
        ANT_U8 => "ANT_U8",
        ANT_I8 => "ANT_I8",
        ANT_U16 => "ANT_U16",
        ANT_U32 => "ANT_U32",
        ANT_I32 => "ANT_I32",
        ANT_U64 => "ANT_U64",
        ANT_I64 => "ANT_I64",
        _ => "unknown",
    }
}

struct Names(&'static [u32]);

impl core::fmt::Display for Names {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for (i, format) in self.0.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { ", " }, format_name(*format))?;
        }
        Ok(())
    }
}

/// Formats allowed for positions, velocities and other vectors.
pub(super) const VECTORS: &[u32] = &[ANT_F32X3, ANT_F64X3];
/// Formats allowed for quaternions.
pub(super) const ROTATIONS: &[u32] = &[ANT_F32X4, ANT_F64X4];
/// Formats allowed for amounts.
pub(super) const SCALARS: &[u32] = &[ANT_F32, ANT_F64];
/// Format of ids.
pub(super) const IDS: &[u32] = &[ANT_U64];
/// Format of times.
pub(super) const TIMES: &[u32] = &[ANT_I64];
/// Formats of a per-element status: a byte holds the status as an int8_t.
pub(super) const STATUSES: &[u32] = &[ANT_U8, ANT_I8, ANT_I32];
/// Formats of small unsigned numbers.
pub(super) const COUNTS: &[u32] = &[ANT_U8, ANT_U16, ANT_U32, ANT_I32];
/// Format of flags and enumerations that are written.
pub(super) const FLAGS: &[u32] = &[ANT_U8, ANT_U32];

/// A stream that was checked for a count of elements.
#[derive(Clone, Copy)]
pub(super) struct Span<'c> {
    base: *mut u8,
    stride: usize,
    size: usize,
    format: u32,
    count: usize,
    name: &'static str,
    _caller: PhantomData<&'c ()>,
}

/// A stream that is read.
#[derive(Clone, Copy)]
pub(super) struct Input<'c>(Span<'c>);

/// A stream that is written.
#[derive(Clone, Copy)]
pub(super) struct Output<'c>(Span<'c>);

impl<'c> Caller<'c> {
    fn span(
        self,
        stream: &AntStream,
        count: u32,
        allowed: &'static [u32],
        name: &'static str,
    ) -> Outcome<Option<Span<'c>>> {
        let count = count as usize;
        let empty = Span {
            base: core::ptr::null_mut(),
            stride: 0,
            size: 0,
            format: allowed[0],
            count: 0,
            name,
            _caller: PhantomData,
        };
        if stream.data.is_null() {
            return Ok((count == 0).then_some(empty));
        }
        let format = stream.format;
        let Some(size) = element_size(format).filter(|_| allowed.contains(&format)) else {
            return Err(fail!(
                ANT_ERROR_INVALID_ARGUMENT,
                "format of `{name}` is {format} ({}), must be one of {}",
                format_name(format),
                Names(allowed)
            ));
        };
        let stride = if stream.stride == 0 { size } else { stream.stride };
        if stride < size {
            return Err(fail!(
                ANT_ERROR_INVALID_ARGUMENT,
                "stride of `{name}` is {stride}, must be 0 or at least {size}"
            ));
        }
        if count == 0 {
            return Ok(Some(empty));
        }
        // u32 times u32 plus u32 fits u64.
        let needed = (count as u64 - 1) * u64::from(stride) + u64::from(size);
        if needed > stream.byte_len {
            return Err(fail!(
                ANT_ERROR_BUFFER_TOO_SMALL,
                "byte_len of `{name}` is {}, must be at least {needed} for {count} elements of stride {stride}",
                stream.byte_len
            ));
        }
        let room = (isize::MAX as u64).min((usize::MAX - stream.data as usize) as u64);
        if stream.byte_len > room {
            return Err(fail!(
                ANT_ERROR_INVALID_ARGUMENT,
                "byte_len of `{name}` is {}, which is beyond the address space",
                stream.byte_len
            ));
        }
        let (stride, size) = (stride as usize, size as usize);
        Ok(Some(Span { base: stream.data.cast(), stride, size, format, count, name, _caller: PhantomData }))
    }

    /// A stream that must be given.
    pub(super) fn input(
        self,
        stream: &AntStream,
        count: u32,
        allowed: &'static [u32],
        name: &'static str,
    ) -> Outcome<Input<'c>> {
        self.input_opt(stream, count, allowed, name)?.ok_or_else(|| super::arg::null(name))
    }

    /// A stream that may be left out.
    pub(super) fn input_opt(
        self,
        stream: &AntStream,
        count: u32,
        allowed: &'static [u32],
        name: &'static str,
    ) -> Outcome<Option<Input<'c>>> {
        Ok(self.span(stream, count, allowed, name)?.map(Input))
    }

    /// An output stream that must be given.
    pub(super) fn output(
        self,
        stream: &AntStream,
        count: u32,
        allowed: &'static [u32],
        name: &'static str,
    ) -> Outcome<Output<'c>> {
        self.output_opt(stream, count, allowed, name)?.ok_or_else(|| super::arg::null(name))
    }

    /// An output stream that may be left out.
    pub(super) fn output_opt(
        self,
        stream: &AntStream,
        count: u32,
        allowed: &'static [u32],
        name: &'static str,
    ) -> Outcome<Option<Output<'c>>> {
        Ok(self.span(stream, count, allowed, name)?.map(Output))
    }

    /// Several byte strings, each a tight stream of bytes; at least one.
    pub(super) fn blobs(
        self,
        streams: *const AntStream,
        count: u32,
        name: &'static str,
    ) -> Outcome<std::vec::Vec<&'c [u8]>> {
        super::arg::in_range(count.into(), 1.0, u32::MAX.into(), "count")?;
        let streams = self.slice(streams, count.into(), name)?;
        let mut blobs = std::vec::Vec::with_capacity(streams.len());
        for (i, stream) in streams.iter().enumerate() {
            if stream.data.is_null() {
                return Err(fail!(ANT_ERROR_NULL_POINTER, "`{name}.data` is null"));
            }
            if stream.format != ANT_U8 || stream.stride > 1 {
                let (format, stride) = (stream.format, stream.stride);
                return Err(fail!(
                    ANT_ERROR_INVALID_ARGUMENT,
                    "`{name}[{i}]` has format {format} and stride {stride}, must be ANT_U8 ({ANT_U8}) and 0 or 1"
                ));
            }
            blobs.push(self.bytes(stream.data, stream.byte_len, name)?);
        }
        Ok(blobs)
    }

    /// A stream passed by pointer; null = left out.
    pub(super) fn stream(self, pointer: *const AntStream) -> AntStream {
        if pointer.is_null() { AntStream::NONE } else { self.read(pointer, "").unwrap_or(AntStream::NONE) }
    }
}

impl Span<'_> {
    #[inline]
    fn at(&self, index: usize, offset: usize) -> *mut u8 {
        assert!(index < self.count, "element {index} of {} in stream {}", self.count, self.name);
        // SAFETY: index * stride + size is at most byte_len (proven by `Caller::span`), and offset is below size.
        unsafe { self.base.add(index * self.stride + offset) }
    }

    #[inline]
    fn load<T: Plain>(&self, index: usize) -> T {
        debug_assert!(size_of::<T>() <= self.size);
        // SAFETY: `at` is inside the host's stream; T is plain and at most an element; alignment is not assumed.
        unsafe { self.at(index, 0).cast::<T>().read_unaligned() }
    }

    #[inline]
    fn store<T: Plain>(&self, index: usize, value: T) {
        debug_assert!(size_of::<T>() <= self.size);
        // SAFETY: as in `load`; the stream is an output, so the host lets us write it.
        unsafe { self.at(index, 0).cast::<T>().write_unaligned(value) }
    }

    fn range(&self) -> (usize, usize) {
        let start = self.base as usize;
        (start, if self.count == 0 { start } else { start + (self.count - 1) * self.stride + self.size })
    }

    /// Whether no byte of an element of one is a byte of an element of the other.
    fn disjoint(&self, other: &Self) -> bool {
        let (a, b) = (self.range(), other.range());
        if a.1 <= b.0 || b.1 <= a.0 {
            return true;
        }
        if self.stride != other.stride {
            return false;
        }
        // Attributes of one array of structs: apart when apart within the struct.
        let offset = (b.0 as isize - a.0 as isize).rem_euclid(self.stride as isize) as usize;
        offset >= self.size && offset + other.size <= self.stride
    }

    fn same_elements(&self, other: &Self) -> bool {
        self.base == other.base && (self.stride == other.stride || self.count <= 1)
    }
}

/// Checks that outputs are apart from each other, and from each input apart or the same elements (in place).
pub(super) fn check_overlap(inputs: &[Option<Input<'_>>], outputs: &[Option<Output<'_>>]) -> Outcome<()> {
    for (i, output) in outputs.iter().enumerate() {
        let Some(Output(output)) = output else { continue };
        for Output(other) in outputs[..i].iter().flatten() {
            if !output.disjoint(other) {
                return Err(overlap(output, other));
            }
        }
        for Input(input) in inputs.iter().flatten() {
            if !output.disjoint(input) && !output.same_elements(input) {
                return Err(overlap(output, input));
            }
        }
    }
    Ok(())
}

fn overlap(a: &Span<'_>, b: &Span<'_>) -> Fail {
    fail!(
        ANT_ERROR_OVERLAP,
        "`{}` overlaps `{}`: they must be apart, or (with an input) the same elements",
        a.name,
        b.name
    )
}

impl Input<'_> {
    #[inline]
    fn raw_vector(&self, index: usize) -> DVec3 {
        if self.0.format == ANT_F64X3 {
            DVec3::from_array(self.0.load(index))
        } else {
            DVec3::from_array(self.0.load::<[f32; 3]>(index).map(f64::from))
        }
    }

    /// A position, velocity or acceleration in canonical coordinates.
    #[inline]
    pub(super) fn vector(&self, index: usize, frame: &Frame) -> Outcome<DVec3> {
        let v = frame.vector_in(self.raw_vector(index));
        if fits(v) { Ok(v) } else { Err(vector_fault(v, format_args!("{}[{index}]", self.0.name))) }
    }

    /// An angular velocity about the entity's own canonical axes; not checked.
    pub(super) fn own_axial(&self, index: usize, frame: &Frame) -> DVec3 {
        frame.own_axial_in(self.raw_vector(index))
    }

    /// A rotation in canonical coordinates, of length 1.
    #[inline]
    pub(super) fn rotation(&self, index: usize, frame: &Frame) -> Outcome<DQuat> {
        let raw = if self.0.format == ANT_F64X4 {
            self.0.load::<[f64; 4]>(index)
        } else {
            self.0.load::<[f32; 4]>(index).map(f64::from)
        };
        check_rotation(frame.rotation_in(DQuat::from_array(raw)), format_args!("{}[{index}]", self.0.name))
    }

    /// A finite amount.
    #[inline]
    pub(super) fn scalar(&self, index: usize) -> Outcome<f32> {
        let given = if self.0.format == ANT_F64 { self.0.load::<f64>(index) } else { self.0.load::<f32>(index).into() };
        let value = given as f32;
        if value.is_finite() {
            return Ok(value);
        }
        if given.is_finite() {
            return Err(fail!(
                ANT_ERROR_OUT_OF_RANGE,
                "`{}[{index}]` is {}, must fit a float",
                self.0.name,
                Short(given)
            ));
        }
        Err(fail!(ANT_ERROR_NOT_FINITE, "`{}[{index}]` is {}, must be finite", self.0.name, Short(given)))
    }

    /// A 64-bit id.
    #[inline]
    pub(super) fn id(&self, index: usize) -> u64 {
        self.0.load(index)
    }

    /// A time.
    #[inline]
    pub(super) fn time(&self, index: usize) -> i64 {
        self.0.load(index)
    }

    /// A small number.
    #[inline]
    pub(super) fn count(&self, index: usize) -> Outcome<u32> {
        Ok(match self.0.format {
            ANT_U8 => self.0.load::<u8>(index).into(),
            ANT_U16 => self.0.load::<u16>(index).into(),
            ANT_I32 => u32::try_from(self.0.load::<i32>(index)).map_err(|_| {
                fail!(
                    ANT_ERROR_OUT_OF_RANGE,
                    "`{}[{index}]` is {}, must not be negative",
                    self.0.name,
                    self.0.load::<i32>(index)
                )
            })?,
            _ => self.0.load(index),
        })
    }
}

impl Output<'_> {
    /// A position, velocity or acceleration in the host's coordinates.
    #[inline]
    pub(super) fn vector(&self, index: usize, v: DVec3, frame: &Frame) {
        self.raw_vector(index, frame.vector_out(v));
    }

    /// Three numbers as they are.
    #[inline]
    pub(super) fn raw_vector(&self, index: usize, v: DVec3) {
        if self.0.format == ANT_F64X3 {
            self.0.store(index, v.to_array());
        } else {
            self.0.store(index, v.to_array().map(|x| x as f32));
        }
    }

    /// A rotation in the host's coordinates.
    #[inline]
    pub(super) fn rotation(&self, index: usize, q: DQuat, frame: &Frame) {
        let q = frame.rotation_out(q).to_array();
        if self.0.format == ANT_F64X4 {
            self.0.store(index, q);
        } else {
            self.0.store(index, q.map(|x| x as f32));
        }
    }

    /// An amount.
    #[inline]
    pub(super) fn scalar(&self, index: usize, value: f64) {
        if self.0.format == ANT_F64 {
            self.0.store(index, value);
        } else {
            self.0.store(index, value as f32);
        }
    }

    /// A 64-bit id.
    #[inline]
    pub(super) fn id(&self, index: usize, value: u64) {
        self.0.store(index, value);
    }

    /// Flags, an enumeration or a number; the low byte where the stream is of bytes.
    #[inline]
    pub(super) fn number(&self, index: usize, value: u32) {
        match self.0.format {
            ANT_U8 | ANT_I8 => self.0.store(index, value as u8),
            ANT_U16 => self.0.store(index, value as u16),
            _ => self.0.store(index, value),
        }
    }

    /// A status; as an int8_t where the stream is of bytes.
    #[inline]
    pub(super) fn status(&self, index: usize, value: AntStatus) {
        self.number(index, value as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::super::arg::export;
    use super::super::frame::{ANT_FRAME_UNITY, AntFrame};
    use super::*;
    use std::vec::Vec;

    fn stream<T>(data: &mut [T], stride: u32, format: u32) -> AntStream {
        AntStream { data: data.as_mut_ptr().cast(), byte_len: size_of_val(data) as u64, stride, format }
    }

    fn check(stream: AntStream, count: u32, allowed: &'static [u32]) -> AntStatus {
        export!("check", |c| c.input(&stream, count, allowed, "points").map(|_| ANT_OK))
    }

    #[test]
    fn floats_and_doubles_tight_and_strided_and_unaligned_read_the_same() {
        let frame = Frame::new(&AntFrame { kind: ANT_FRAME_UNITY, ..AntFrame::CANONICAL }).unwrap();
        let mut floats: Vec<f32> = (0..6).map(|i| i as f32).collect();
        let mut doubles: Vec<f64> = (0..6).map(f64::from).collect();
        let mut bytes = std::vec![0xffu8; 3 + 2 * 40];
        for (i, x) in doubles.iter().enumerate() {
            let at = 3 + i / 3 * 40 + i % 3 * 8;
            bytes[at..at + 8].copy_from_slice(&x.to_ne_bytes());
        }
        let streams = [
            stream(&mut floats, 0, ANT_F32X3),
            stream(&mut floats, 12, ANT_F32X3),
            stream(&mut doubles, 0, ANT_F64X3),
            stream(&mut bytes[3..], 40, ANT_F64X3),
        ];
        for s in streams {
            let status = export!("read", |c| {
                let points = c.input(&s, 2, VECTORS, "points")?;
                assert_eq!(points.vector(0, &frame)?, DVec3::new(0.0, 1.0, -2.0));
                assert_eq!(points.vector(1, &frame)?, DVec3::new(3.0, 4.0, -5.0));
                Ok(ANT_OK)
            });
            assert_eq!(status, ANT_OK);
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut data = [0f32; 6];
        assert_eq!(check(stream(&mut data, 0, ANT_F32X3), 2, VECTORS), ANT_OK);
        assert_eq!(check(stream(&mut data, 0, ANT_F32X3), 3, VECTORS), ANT_ERROR_BUFFER_TOO_SMALL);
        assert_eq!(check(stream(&mut data, u32::MAX, ANT_F32X3), u32::MAX, VECTORS), ANT_ERROR_BUFFER_TOO_SMALL);
        assert_eq!(check(stream(&mut data, 11, ANT_F32X3), 1, VECTORS), ANT_ERROR_INVALID_ARGUMENT);
        for format in [0, ANT_F32, ANT_U64, 99] {
            assert_eq!(check(stream(&mut data, 0, format), 1, VECTORS), ANT_ERROR_INVALID_ARGUMENT);
        }
        assert_eq!(check(AntStream::NONE, 1, VECTORS), ANT_ERROR_NULL_POINTER);
        assert_eq!(check(AntStream::NONE, 0, VECTORS), ANT_OK);
        let wrapping = AntStream { byte_len: u64::MAX, ..stream(&mut data, 0, ANT_F32X3) };
        assert_eq!(check(wrapping, 2, VECTORS), ANT_ERROR_INVALID_ARGUMENT);
    }

    #[test]
    fn not_a_number_is_named_with_its_element() {
        let mut data = [0.0, 0.0, 0.0, 1.0, f32::NAN, 0.0, 3e38, 0.0, 0.0];
        let s = stream(&mut data, 0, ANT_F32X3);
        let frame = Frame::new(&AntFrame::CANONICAL).unwrap();
        let status = export!("read", |c| {
            let points = c.input(&s, 3, VECTORS, "points")?;
            assert_eq!(points.vector(1, &frame).unwrap_err().status, ANT_ERROR_NOT_FINITE);
            assert!(super::super::error::last_error().contains("`points[1]`"));
            points.vector(2, &frame).map(|_| ANT_OK)
        });
        assert_eq!(status, ANT_ERROR_OUT_OF_RANGE);
    }

    #[test]
    fn overlap_is_judged_by_elements() {
        let mut memory = [0u64; 64];
        let all = stream(&mut memory, 0, ANT_U64);
        let part = |offset: usize, count: u32, stride: u32, format: u32| {
            let s =
                AntStream { data: all.data.wrapping_byte_add(offset), byte_len: 512 - offset as u64, stride, format };
            (s, count)
        };
        let overlaps = |a: (AntStream, u32), b: (AntStream, u32), in_place: bool| {
            export!("overlap", |c| {
                let any = &[ANT_U64, ANT_F64X3, ANT_F32X3];
                let out = c.output_opt(&a.0, a.1, any, "out")?;
                if in_place {
                    check_overlap(&[c.input_opt(&b.0, b.1, any, "in")?], &[out])?;
                } else {
                    check_overlap(&[], &[out, c.output_opt(&b.0, b.1, any, "other")?])?;
                }
                Ok(ANT_OK)
            })
        };
        let (ids, vectors) = (part(0, 8, 32, ANT_U64), part(8, 8, 32, ANT_F64X3));
        assert_eq!(overlaps(vectors, ids, true), ANT_OK, "attributes of one struct");
        assert_eq!(overlaps(ids, vectors, false), ANT_OK, "attributes of one struct");
        assert_eq!(overlaps(vectors, vectors, true), ANT_OK, "in place");
        assert_eq!(overlaps(vectors, vectors, false), ANT_ERROR_OVERLAP, "two outputs in one place");
        assert_eq!(overlaps(part(4, 4, 32, ANT_F64X3), ids, true), ANT_ERROR_OVERLAP, "half a field");
        assert_eq!(overlaps(part(16, 7, 32, ANT_F64X3), ids, true), ANT_ERROR_OVERLAP, "into the next struct");
        assert_eq!(overlaps(part(32, 4, 32, ANT_U64), ids, true), ANT_ERROR_OVERLAP, "shifted by one");
        assert_eq!(overlaps(part(256, 4, 8, ANT_U64), ids, true), ANT_OK, "behind");
        assert_eq!(overlaps(part(0, 4, 24, ANT_F64X3), ids, true), ANT_ERROR_OVERLAP, "other strides");
        assert_eq!(overlaps(part(0, 1, 0, ANT_F64X3), part(0, 1, 64, ANT_U64), true), ANT_OK, "one element in place");
    }

    #[test]
    fn a_status_in_a_byte_keeps_its_sign() {
        let mut data = [0u8; 2];
        let s = stream(&mut data, 0, ANT_U8);
        export!("write", |c| {
            let out = c.output(&s, 2, STATUSES, "status")?;
            out.status(0, ANT_ERROR_NOT_FOUND);
            out.status(1, ANT_LATE);
            Ok(ANT_OK)
        });
        assert_eq!(data.map(|b| b as i8 as i32), [ANT_ERROR_NOT_FOUND, ANT_LATE]);
    }
}
