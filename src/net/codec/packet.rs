//! Many updates in one datagram.

use super::Codec;
use super::grid::max_ticks;
use crate::base::time::Nanos;
use crate::base::{Error, Result};
use crate::net::bits::{BitReader, BitWriter, unzigzag, zigzag};
use crate::net::update::{Sequence, Update};
use alloc::format;
use alloc::vec::Vec;

/// Bits of the fingerprint of the parameters.
const FINGERPRINT_BITS: u32 = 8;
/// Order of the Golomb code of a packet's time: 17 minutes in milliseconds.
const TIME_ORDER: u32 = 20;
/// Bits that end a packet.
const END_BITS: usize = 1;

/// Collects updates into a buffer, which is the byte budget of the datagram.
///
/// Times are written relative to that of the packet, entities relative to the one before: updates of one tick, sorted by
/// entity, are the shortest.
#[derive(Debug)]
pub struct PacketWriter<'a> {
    codec: &'a Codec,
    bits: BitWriter<'a>,
    base_ticks: i64,
    previous_entity: u32,
    updates: usize,
}

impl<'a> PacketWriter<'a> {
    /// A packet without updates. `time` is best the time of most of them; fails when `out` has no room for the few bytes of
    /// a header.
    pub fn new(codec: &'a Codec, time: Nanos, out: &'a mut [u8]) -> Result<Self> {
        let base_ticks = codec.ticks(time)?;
        let room = out.len();
        let mut bits = BitWriter::new(out);
        bits.put(codec.params.fingerprint().into(), FINGERPRINT_BITS);
        bits.golomb(zigzag(base_ticks), TIME_ORDER);
        if !bits.has_room(END_BITS) {
            return Err(Error::budget(format!("a packet's header does not fit into {room} bytes")));
        }
        Ok(Self { codec, bits, base_ticks, previous_entity: 0, updates: 0 })
    }

    /// Adds an update, relative to `baseline` (see [`Codec::encode`]). `false`: there is no room for it; the packet is as before
    /// and shorter updates may still fit.
    pub fn push(&mut self, update: &Update, baseline: Option<&Update>) -> Result<bool> {
        let grid = self.codec.grid_of(update)?;
        let baseline = self.codec.baseline_of(&grid, baseline)?;
        let before = self.bits.place();
        self.bits.bit(true);
        self.codec.put(&mut self.bits, &grid, self.previous_entity, self.base_ticks, baseline.as_ref());
        if !self.bits.has_room(END_BITS) {
            self.bits.back_to(before);
            return Ok(false);
        }
        self.previous_entity = update.entity;
        self.updates += 1;
        Ok(true)
    }

    /// Updates so far.
    pub fn updates(&self) -> usize {
        self.updates
    }

    /// Bytes the packet has when it is finished now.
    pub fn bytes(&self) -> usize {
        (self.bits.bits() + END_BITS).div_ceil(8)
    }

    /// Closes the packet and returns its length in bytes.
    pub fn finish(mut self) -> usize {
        self.bits.put(0, END_BITS as u32);
        self.bits.finish().expect("room for the end is kept")
    }
}

/// One update of a packet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PacketEntry {
    /// An update.
    Update(Update),
    /// An update that is relative to one the receiver does not have; it cannot be read. The next one that is not relative, or
    /// relative to a known one, repairs it.
    Missing {
        /// Whose update it is.
        entity: u32,
        /// Which one.
        sequence: Sequence,
        /// What it is relative to.
        baseline: Sequence,
    },
}

impl Codec {
    /// Reads a packet into `entries`, in the order written; what they held before is dropped, their memory is used again.
    /// `baseline` finds the update of an entity with a sequence number among those received.
    ///
    /// Bytes from anywhere either are a whole packet or an error of kind [`Corrupt`](crate::base::ErrorKind::Corrupt), and then
    /// `entries` is empty.
    pub fn decode_packet(
        &self,
        bytes: &[u8],
        mut baseline: impl FnMut(u32, Sequence) -> Option<Update>,
        entries: &mut Vec<PacketEntry>,
    ) -> Result<()> {
        entries.clear();
        let read = self.entries(bytes, &mut baseline, entries);
        if read.is_err() {
            entries.clear();
        }
        read
    }

    fn entries(
        &self,
        bytes: &[u8],
        baseline: &mut impl FnMut(u32, Sequence) -> Option<Update>,
        entries: &mut Vec<PacketEntry>,
    ) -> Result<()> {
        let mut r = BitReader::new(bytes);
        if r.take(FINGERPRINT_BITS)? != u64::from(self.params.fingerprint()) {
            return Err(Error::corrupt("the packet was written with other parameters, or is none"));
        }
        let most = max_ticks(self.params.ticks_per_second);
        let base_ticks = unzigzag(r.golomb(TIME_ORDER, zigzag(most))?);
        let mut previous_entity = 0;
        while r.bit()? {
            let raw = self.take(&mut r, previous_entity)?;
            previous_entity = raw.entity;
            entries.push(match raw.baseline {
                None => PacketEntry::Update(self.resolve(&raw, base_ticks, None)?),
                Some(named) => match baseline(raw.entity, named) {
                    Some(found) => {
                        let found = self.grid_of(&found)?;
                        PacketEntry::Update(self.resolve(&raw, base_ticks, Some(&found))?)
                    }
                    None => PacketEntry::Missing { entity: raw.entity, sequence: raw.sequence, baseline: named },
                },
            });
        }
        r.finish()
    }
}
