//! Remembered passages: where somebody was, how it came there, and where it went.
//!
//! Passages lie in buckets by place and heading, eight to a chunk. Everything about them is kept in 16 bits: what is
//! compared in steps of 1/128 of the width within which passages are alike, so that one sum of squares compares them,
//! and places wrap around, which is no loss within a bucket.

use super::cells::Now;
use super::geometry::{NOWHERE, floor, heading, is_near, key};
use super::table::{Keeper, Slot, Table};
use super::{HORIZONS, Passage, Ticket};
use crate::base::{Error, Result};
use alloc::vec::Vec;

/// Buckets per trail unit, headings told apart (the slow are one more), most chunks in a bucket.
const PER_UNIT: f32 = 4.0;
const HEADINGS: usize = 8;
pub(super) const CHUNKS: usize = 4;
/// Passages in a chunk.
pub(super) const CHUNK: usize = 8;

/// Steps per width.
pub(super) const STEPS: f32 = 128.0;
/// Widths within which passages are alike: place, height, velocity, displacement over the last 1 and 2 s, view.
const PLACE: f32 = 0.12;
const HEIGHT: f32 = 0.15;
pub(super) const VELOCITY: f32 = 0.33;
const PATH: [f32; 2] = [0.8, 1.6];
const VIEW: f32 = 1.2;
/// Largest number of steps of what does not wrap around: far beyond likeness, and no sum of squares leaves 32 bits.
const MOST_STEPS: f32 = 4095.0;
/// A twelfth dimension keeps passages out of which nothing is known yet.
const UNKNOWN: i16 = 4095;

/// Displacements are kept in steps of this many trail units.
pub(super) const STEP: f32 = 1.0 / 1024.0;

/// What is compared: place, velocity, path over 1 s, path over 2 s, view, height, whether nothing is known; then zeros.
pub(super) type Marks = [i16; 16];
const VELOCITY_MARKS: usize = 2;
const HEIGHT_MARK: usize = 10;
const UNKNOWN_MARK: usize = 11;
/// How many say something about the passage itself.
const COMPARED: usize = UNKNOWN_MARK;

/// One remembered passage; exactly a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Kept {
    pub(super) marks: Marks,
    /// Displacements of the first four horizons along the first axis, then along the second.
    pub(super) near: [i16; 8],
    /// Displacement of the last horizon.
    pub(super) far: [i16; 2],
    /// Horizons known so far.
    pub(super) known: u16,
    /// Which passage.
    pub(super) stamp: u32,
    /// When it was remembered, in ticks of fading.
    pub(super) tick: u32,
}

impl Kept {
    pub(super) const NOTHING: Self = {
        let mut marks = [0; 16];
        marks[UNKNOWN_MARK] = UNKNOWN;
        Self { marks, near: [0; 8], far: [0; 2], known: 0, stamp: 0, tick: 0 }
    };

    /// A passage from what [`Self::compared`], `near` and `far` say.
    pub(super) fn new(values: &[i16; 21], known: u16, stamp: u32, tick: u32) -> Result<Self> {
        let mut kept = Self { known, stamp, tick, ..Self::NOTHING };
        kept.marks[..COMPARED].copy_from_slice(&values[..COMPARED]);
        kept.near.copy_from_slice(&values[COMPARED..COMPARED + 8]);
        kept.far.copy_from_slice(&values[COMPARED + 8..]);
        if known > 0 {
            kept.marks[UNKNOWN_MARK] = 0;
        }
        // Marks that wrap around may have any value.
        let bounded = &kept.marks[VELOCITY_MARKS..HEIGHT_MARK];
        if bounded.iter().any(|m| f32::from(*m).abs() > MOST_STEPS) {
            return Err(Error::corrupt("a passage of the trails is out of range"));
        }
        Ok(kept)
    }

    /// The marks that say something about the passage itself.
    pub(super) fn compared(&self) -> &[i16] {
        &self.marks[..COMPARED]
    }

    /// Everything, in seven words.
    pub(super) fn words(&self) -> [u64; 7] {
        let word = |v: &[i16]| v.iter().rev().fold(0, |word, v| word << 16 | u64::from(*v as u16));
        let m = &self.marks;
        [
            word(&m[..4]),
            word(&m[4..8]),
            word(&m[8..COMPARED]) | u64::from(self.known) << 48,
            word(&self.near[..4]),
            word(&self.near[4..]),
            word(&self.far),
            u64::from(self.stamp) << 32 | u64::from(self.tick),
        ]
    }

    /// What [`Self::words`] was made of.
    pub(super) fn from_words(words: [u64; 7]) -> Result<Self> {
        let mut values = [0i16; 21];
        for (i, value) in values.iter_mut().enumerate() {
            // The fourth number of the third word is how many horizons are known.
            let at = if i < COMPARED { i } else { i + 1 };
            *value = (words[at / 4] >> (at % 4 * 16)) as i16;
        }
        if words[5] >> 32 != 0 {
            return Err(Error::corrupt("a passage of the trails is out of range"));
        }
        Self::new(&values, (words[2] >> 48) as u16, (words[6] >> 32) as u32, words[6] as u32)
    }

    /// Velocity in steps.
    #[inline]
    pub(super) fn velocity(&self) -> [i16; 2] {
        [self.marks[VELOCITY_MARKS], self.marks[VELOCITY_MARKS + 1]]
    }
}

/// Passages of a bucket that were remembered one after the other.
pub(super) type Chunk = [Kept; CHUNK];
pub(super) const NO_PASSAGES: Chunk = [Kept::NOTHING; CHUNK];

/// Passages that share place and heading.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Bucket {
    pub(super) key: u64,
    /// Numbers of its chunks, filled one after the other.
    pub(super) chunks: [u32; CHUNKS],
    pub(super) len: u32,
}

impl Slot for Bucket {
    const VACANT: Self = Self { key: NOWHERE, chunks: [0; CHUNKS], len: 0 };
    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

impl Bucket {
    pub(super) fn chunks(&self) -> &[u32] {
        &self.chunks[..(self.len as usize).div_ceil(CHUNK)]
    }
}

/// Chunks of all buckets.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    pub(super) chunks: Vec<Chunk>,
    pub(super) free: Vec<u32>,
    pub(super) limit: usize,
}

impl Pool {
    fn is_full(&self) -> bool {
        self.free.is_empty() && self.chunks.len() >= self.limit
    }

    fn take(&mut self) -> Option<u32> {
        if let Some(number) = self.free.pop() {
            return Some(number);
        }
        (self.chunks.len() < self.limit).then(|| {
            self.chunks.push(NO_PASSAGES);
            self.chunks.len() as u32 - 1
        })
    }
}

impl Pool {
    /// The pool that holds these chunks by their numbers and those that are free; `None` if they do not fit together.
    pub(super) fn restored(limit: usize, filled: Vec<(u32, Chunk)>, free: Vec<u64>) -> Option<Self> {
        let len = filled.len() + free.len();
        if len > limit {
            return None;
        }
        let mut known = alloc::vec![false; len];
        let numbers = filled.iter().map(|(number, _)| u64::from(*number)).chain(free.iter().copied());
        for number in numbers {
            let place = known.get_mut(usize::try_from(number).ok()?)?;
            if core::mem::replace(place, true) {
                return None;
            }
        }
        let mut pool = Self { chunks: alloc::vec![NO_PASSAGES; len], free: Vec::with_capacity(free.len()), limit };
        for (number, chunk) in filled {
            pool.chunks[number as usize] = chunk;
        }
        pool.free.extend(free.iter().map(|number| *number as u32));
        Some(pool)
    }
}

impl Keeper<Bucket> for Pool {
    fn worth(&self, bucket: &Bucket) -> f32 {
        bucket.len as f32
    }

    fn dismiss(&mut self, bucket: &Bucket) {
        for number in bucket.chunks() {
            self.chunks[*number as usize] = NO_PASSAGES;
            self.free.push(*number);
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Passages {
    pub(super) table: Table<Bucket>,
    pub(super) pool: Pool,
    /// Of the newest passage; 0 is given to none that a ticket names.
    pub(super) stamp: u32,
}

const NO_TICKET: Ticket = Ticket { bucket: u32::MAX, slot: 0, stamp: 0 };

/// Number of steps, within the range of what does not wrap around.
#[inline]
fn steps(value: f32, width: f32) -> i16 {
    floor((value * (STEPS / width)).clamp(-MOST_STEPS, MOST_STEPS) + 0.5) as i16
}

/// Number of steps, wrapped around.
#[inline]
fn wrapped(value: f32, width: f32) -> i16 {
    let steps = value * (STEPS / width);
    let whole = steps as i32;
    (whole - ((whole as f32) > steps) as i32) as i16
}

/// What of a passage is compared.
pub(super) fn marks(p: &Passage) -> Marks {
    let ([x, z, height], v, [one, two], view) = (p.pose.place, p.pose.velocity, p.path, p.view);
    [
        wrapped(x, PLACE),
        wrapped(z, PLACE),
        steps(v[0], VELOCITY),
        steps(v[1], VELOCITY),
        steps(one[0], PATH[0]),
        steps(one[1], PATH[0]),
        steps(two[0], PATH[1]),
        steps(two[1], PATH[1]),
        steps(view[0], VIEW),
        steps(view[1], VIEW),
        wrapped(height, HEIGHT),
        0,
        0,
        0,
        0,
        0,
    ]
}

/// Heading numbers of the own bucket and of the nearer one beside it; the same for the slow.
#[inline]
pub(super) fn headings(velocity: [f32; 2]) -> [usize; 2] {
    match heading(velocity) {
        None => [HEADINGS, HEADINGS],
        Some(turns) => {
            let turns = turns * HEADINGS as f32;
            let first = floor(turns);
            let side = if turns - first as f32 > 0.5 { 1 } else { HEADINGS - 1 };
            [first as usize % HEADINGS, (first as usize + side) % HEADINGS]
        }
    }
}

/// The bucket of a place given in buckets.
#[inline]
pub(super) fn bucket_key(x: f32, z: f32, heading: usize) -> u64 {
    key(floor(x), floor(z), heading as i32)
}

impl Passages {
    /// Nothing remembered, at most `limit` passages ever.
    pub(super) fn new(limit: usize) -> Self {
        let chunks = (limit / CHUNK).max(1);
        Self { table: Table::new(chunks), pool: Pool { limit: chunks, ..Pool::default() }, stamp: 0 }
    }

    /// The passages of a bucket.
    pub(super) fn passages_of(&self, bucket: &Bucket) -> impl Iterator<Item = &Kept> {
        let chunks = bucket.chunks;
        (0..bucket.len as usize).map(move |i| &self.pool.chunks[chunks[i / CHUNK] as usize][i % CHUNK])
    }

    /// Passages remembered.
    pub(super) fn len(&self) -> usize {
        self.table.iter().map(|(_, bucket)| bucket.len as usize).sum()
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.pool.chunks.capacity() * size_of::<Chunk>() + self.pool.free.capacity() * 4
    }

    pub(super) fn clear(&mut self) {
        self.table = Table::new(self.table.limit());
        self.pool = Pool { limit: self.pool.limit, ..Pool::default() };
    }

    pub(super) fn remember(&mut self, passage: &Passage, now: Now) -> Ticket {
        let place = passage.pose.place;
        if !is_near(&place) {
            return NO_TICKET;
        }
        let key = bucket_key(place[0] * PER_UNIT, place[1] * PER_UNIT, headings(passage.pose.velocity)[0]);
        self.stamp = self.stamp.wrapping_add(1).max(1);
        let stamp = self.stamp;
        let Some((chunk, lane)) = self.place_for(key) else { return NO_TICKET };
        let mut marks = marks(passage);
        marks[UNKNOWN_MARK] = UNKNOWN;
        self.pool.chunks[chunk as usize][lane] = Kept { marks, stamp, tick: now.tick, ..Kept::NOTHING };
        Ticket { bucket: chunk, slot: lane as u32, stamp }
    }

    /// Where the next passage of a bucket goes: a fresh place, or one of another passage when the bucket or the memory is
    /// full. Any one of them: old passages are worth as much as new ones.
    pub(super) fn place_for(&mut self, key: u64) -> Option<(u32, usize)> {
        let at = match self.table.find(key) {
            Some(at) => at,
            None => {
                let full = self.pool.is_full();
                self.table.insert(Bucket { key, ..Bucket::VACANT }, full, &mut self.pool)?
            }
        };
        let bucket = self.table.slot_mut(at);
        let len = bucket.len as usize;
        let fresh = if len == CHUNKS * CHUNK {
            false
        } else if len.is_multiple_of(CHUNK) {
            let number = self.pool.take();
            bucket.chunks[len / CHUNK] = number.unwrap_or(0);
            number.is_some()
        } else {
            true
        };
        let place = if fresh {
            bucket.len += 1;
            len
        } else {
            (self.stamp.wrapping_mul(2_654_435_761) >> 16) as usize % len
        };
        Some((bucket.chunks[place / CHUNK], place % CHUNK))
    }

    pub(super) fn complete(&mut self, ticket: Ticket, h: usize, displacement: [f32; 2]) {
        let kept = self.pool.chunks.get_mut(ticket.bucket as usize).and_then(|c| c.get_mut(ticket.slot as usize));
        let fits =
            |k: &&mut Kept| ticket.stamp != 0 && k.stamp == ticket.stamp && k.known as usize == h && h < HORIZONS;
        let Some(kept) = kept.filter(fits) else { return };
        let [x, z] = displacement.map(|d| floor((d * (1.0 / STEP)).clamp(-32767.0, 32767.0) + 0.5) as i16);
        match h {
            4 => kept.far = [x, z],
            _ => (kept.near[h], kept.near[h + 4]) = (x, z),
        }
        kept.known += 1;
        kept.marks[UNKNOWN_MARK] = 0;
    }

    /// Buckets around a place in the order they are searched: four cells with the own heading, then with the one beside.
    #[inline]
    pub(super) fn buckets_near(&self, passage: &Passage) -> [Option<&Bucket>; 8] {
        let place = passage.pose.place;
        let (x, z) = (place[0] * PER_UNIT - 0.5, place[1] * PER_UNIT - 0.5);
        let [own, other] = headings(passage.pose.velocity);
        core::array::from_fn(|i| {
            if i >= 4 && own == other {
                return None;
            }
            let key = bucket_key(x + (i & 1) as f32, z + (i >> 1 & 1) as f32, if i < 4 { own } else { other });
            self.table.find(key).map(|at| self.table.slot(at))
        })
    }
}
