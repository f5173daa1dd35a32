//! Writing a match into memory of a fixed size, from which the host pulls.

use super::level::LevelCursor;
use super::pack::{MAX_PACKED, Steps, put_signed, put_steps, put_text, put_unsigned, steps};
use super::*;
use crate::base::Short;
use crate::base::serial::{HEADER_LEN, seal};
use crate::base::time::Nanos;
use alloc::vec::Vec;

/// Most bytes of a sample with the tick before it.
const MAX_SAMPLE: usize = 2 + 9 * MAX_PACKED + 8;
/// Most bytes of an event with the tick before it.
const MAX_EVENT: usize = 4 + 4 * MAX_PACKED + 8;
/// Most bytes of an entity.
const MAX_ENTITY: usize = 4 + 5 * MAX_PACKED + MAX_TEXT;
/// Kept free, so that a recording can always be ended: a header, a number and the last record.
const RESERVE: usize = HEADER_LEN + MAX_PACKED + 1;
/// Places and velocities are at most this per axis, metres and m/s.
const LIMIT: f64 = 1e9;

/// What the reader knows of an entity in the open block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Track {
    pub(super) place: Steps,
    pub(super) step: Steps,
    pub(super) velocity: Steps,
    pub(super) facing: [u16; 2],
    pub(super) health: u32,
    pub(super) armor: u32,
}

struct Slot {
    id: u32,
    /// Block of `track`, plus 1; in another block everything starts at zero.
    block: u64,
    track: Track,
}

/// Counts of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RecorderStats {
    /// Entities.
    pub entities: u32,
    /// Different times at which something was recorded.
    pub ticks: u64,
    /// Samples.
    pub samples: u64,
    /// Events.
    pub events: u64,
    /// Blocks closed.
    pub blocks: u64,
    /// Bytes in closed blocks, pulled or not.
    pub written: u64,
    /// Bytes that can be pulled now.
    pub waiting: u64,
}

/// Records one match. All memory is taken when it is made.
pub struct Recorder {
    pub(super) params: RecorderParams,
    /// Closed blocks from `start` to `closed`, then the open one.
    pub(super) bytes: Vec<u8>,
    start: usize,
    closed: usize,
    /// Number of the open block, or of the next one.
    block: u64,
    /// Time of the last tick record of the open block, and of its first.
    ticks_in_block: Option<(Nanos, Nanos)>,
    time: Option<Nanos>,
    slots: Vec<Slot>,
    pub(super) level: LevelCursor,
    finished: bool,
    stats: RecorderStats,
}

impl Recorder {
    /// Begins a recording.
    pub fn new(params: &RecorderParams) -> Result<Self> {
        params.check()?;
        let mut made = Self {
            bytes: Vec::with_capacity(params.capacity as usize),
            start: 0,
            closed: 0,
            block: 0,
            ticks_in_block: None,
            time: None,
            slots: Vec::with_capacity(params.max_entities as usize),
            level: LevelCursor::default(),
            finished: false,
            stats: RecorderStats::default(),
            params: params.clone(),
        };
        made.open(TAG_HEAD);
        for value in [params.tick_hz, params.v_max, params.body_width, params.resolution] {
            made.bytes.extend_from_slice(&value.to_le_bytes());
        }
        for text in [&params.name, &params.game, &params.map] {
            put_text(&mut made.bytes, text);
        }
        made.flush();
        Ok(made)
    }

    /// The parameters it was made with.
    pub fn params(&self) -> &RecorderParams {
        &self.params
    }

    /// Adds an entity; from now on it can be sampled and take part in events.
    pub fn add_entity(&mut self, entity: &Entity) -> Result<()> {
        self.check_open()?;
        check_text(&entity.name, "name")?;
        if let Some(position) = entity.position {
            check_vector(position, "position")?;
        }
        let Err(at) = self.find(entity.id) else {
            return Err(Error::invalid(format!("entity {} is recorded already", entity.id)));
        };
        if self.slots.len() >= self.params.max_entities as usize {
            return Err(Error::budget(format!("{} entities are recorded, no more are possible", self.slots.len())));
        }
        self.make_room(MAX_ENTITY)?;
        self.open(TAG_ENTITY);
        put_unsigned(&mut self.bytes, entity.id.into());
        self.bytes.push(entity.kind as u8);
        put_unsigned(&mut self.bytes, entity.team.into());
        self.bytes.push(entity.position.is_some().into());
        if let Some(position) = entity.position {
            let place = steps(position, self.params.resolution);
            put_steps(&mut self.bytes, place, [0; 3]);
        }
        put_text(&mut self.bytes, &entity.name);
        self.slots.insert(at, Slot { id: entity.id, block: 0, track: Track::default() });
        self.stats.entities += 1;
        self.close_if_long();
        Ok(())
    }

    /// Whether a sample of an entity can be recorded at a time, room aside.
    pub fn check_sample(&self, time: Nanos, id: u32, sample: &Sample) -> Result<()> {
        self.check_open()?;
        self.check_time(time)?;
        self.known(id)?;
        check_vector(sample.position, "position")?;
        if let Some(velocity) = sample.velocity {
            check_vector(velocity, "velocity")?;
        }
        if sample.facing.is_some_and(|facing| !facing.is_normalized()) {
            return Err(Error::invalid("facing must be a unit quaternion"));
        }
        for (name, value) in [("health", sample.health), ("armor", sample.armor)] {
            if value.is_some_and(|value| !value.is_finite()) {
                return Err(Error::invalid(format!("{name} must be finite")));
            }
        }
        Ok(())
    }

    /// Fails when so many samples may not fit; then pull first.
    pub fn check_room(&mut self, samples: u32) -> Result<()> {
        // A block may close after any of them.
        let each = MAX_SAMPLE + (HEADER_LEN + MAX_PACKED) * MAX_SAMPLE / self.params.block_bytes as usize + 1;
        self.make_room(samples as usize * each + RESERVE)
    }

    /// Records the state of an entity. Time never goes back; it may stand still.
    pub fn sample(&mut self, time: Nanos, id: u32, sample: &Sample) -> Result<()> {
        self.check_sample(time, id, sample)?;
        self.make_room(MAX_SAMPLE)?;
        self.advance(time);
        self.open(TAG_SAMPLE);
        let (resolution, block) = (self.params.resolution, self.block + 1);
        let slot = self.find(id).map(|at| &mut self.slots[at]).map_err(|_| unknown(id))?;
        if slot.block != block {
            (slot.block, slot.track) = (block, Track::default());
        }
        let track = &mut slot.track;
        let bits = |value: Option<f32>, last: u32| value.map(f32::to_bits).unwrap_or(last);
        let (health, armor) = (bits(sample.health, track.health), bits(sample.armor, track.armor));
        let flag = |set: bool, flag: u8| if set { flag } else { 0 };
        let mask = flag(sample.velocity.is_some(), HAS_VELOCITY)
            | flag(sample.facing.is_some(), HAS_FACING)
            | flag(sample.health.is_some(), HAS_HEALTH)
            | flag(sample.armor.is_some(), HAS_ARMOR)
            | flag(health != track.health, NEW_HEALTH)
            | flag(armor != track.armor, NEW_ARMOR)
            | flag(sample.alive, ALIVE)
            | flag(sample.jumped, JUMPED);
        let bytes = &mut self.bytes;
        put_unsigned(bytes, id.into());
        bytes.push(mask);
        let place = steps(sample.position, resolution);
        put_steps(bytes, place, track.ahead());
        track.arrive(place);
        if let Some(velocity) = sample.velocity {
            let velocity = steps(velocity, resolution);
            put_steps(bytes, velocity, track.velocity);
            track.velocity = velocity;
        }
        if let Some(facing) = sample.facing {
            for (value, last) in angles(facing).into_iter().zip(&mut track.facing) {
                put_signed(bytes, (value.wrapping_sub(*last) as i16).into());
                *last = value;
            }
        }
        for (value, last) in [(health, &mut track.health), (armor, &mut track.armor)] {
            if value != *last {
                bytes.extend_from_slice(&value.to_le_bytes());
                *last = value;
            }
        }
        self.stats.samples += 1;
        self.close_if_long();
        Ok(())
    }

    /// Records that something happened.
    pub fn event(&mut self, time: Nanos, event: &Event) -> Result<()> {
        self.check_open()?;
        self.check_time(time)?;
        for id in event.actor.into_iter().chain(event.target) {
            self.known(id)?;
        }
        if event.value.is_some_and(|value| !value.is_finite()) {
            return Err(Error::invalid("value must be finite"));
        }
        self.make_room(MAX_EVENT)?;
        self.advance(time);
        self.open(TAG_EVENT);
        self.bytes.push(event.kind as u8);
        for party in [event.actor, event.target] {
            put_unsigned(&mut self.bytes, party.map_or(0, |id| u64::from(id) + 1));
        }
        self.bytes.push(event.value.is_some().into());
        if let Some(value) = event.value {
            self.bytes.extend_from_slice(&value.to_le_bytes());
        }
        self.stats.events += 1;
        self.close_if_long();
        Ok(())
    }

    /// Closes the open block, so that all that was recorded can be pulled.
    pub fn flush(&mut self) {
        if self.bytes.len() > self.closed {
            seal(&mut self.bytes[self.closed..], MAGIC, VERSION);
            self.stats.blocks += 1;
            self.stats.written += (self.bytes.len() - self.closed) as u64;
            self.closed = self.bytes.len();
            self.block += 1;
            self.ticks_in_block = None;
        }
    }

    /// Ends the recording; nothing can be recorded after it.
    pub fn finish(&mut self) -> Result<()> {
        self.check_open()?;
        self.flush();
        self.compact();
        self.open(TAG_END);
        self.flush();
        self.finished = true;
        Ok(())
    }

    /// Bytes that can be pulled now: all closed blocks that were not pulled yet.
    pub fn waiting(&self) -> &[u8] {
        &self.bytes[self.start..self.closed]
    }

    /// Frees the first bytes of [`Recorder::waiting`]; the host has them.
    pub fn pulled(&mut self, bytes: usize) {
        self.start += bytes.min(self.closed - self.start);
    }

    /// Counts so far.
    pub fn stats(&self) -> RecorderStats {
        RecorderStats { waiting: self.waiting().len() as u64, ..self.stats }
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        self.bytes.capacity() + self.slots.capacity() * size_of::<Slot>() + self.level.bytes()
    }

    pub(super) fn check_open(&self) -> Result<()> {
        if self.finished { Err(Error::state("the recording is finished")) } else { Ok(()) }
    }

    fn check_time(&self, time: Nanos) -> Result<()> {
        match self.time {
            Some(last) if time < last => Err(Error::invalid(format!("time is {time}, must be at least {last}"))),
            _ => Ok(()),
        }
    }

    fn find(&self, id: u32) -> core::result::Result<usize, usize> {
        self.slots.binary_search_by_key(&id, |slot| slot.id)
    }

    fn known(&self, id: u32) -> Result<usize> {
        self.find(id).map_err(|_| unknown(id))
    }

    fn compact(&mut self) {
        if self.start > 0 {
            self.bytes.copy_within(self.start.., 0);
            self.bytes.truncate(self.bytes.len() - self.start);
            self.closed -= self.start;
            self.start = 0;
        }
    }

    /// Bytes that a record may have now.
    pub(super) fn room(&self) -> usize {
        let used = self.bytes.len() - self.start;
        // Both a new block and the end of the recording must fit besides.
        (self.params.capacity as usize).saturating_sub(used + 2 * RESERVE)
    }

    /// Makes sure that a record of so many bytes fits.
    pub(super) fn make_room(&mut self, bytes: usize) -> Result<()> {
        if bytes > self.room() {
            let (room, capacity) = (self.room(), self.params.capacity);
            return Err(Error::budget(format!(
                "{bytes} bytes are needed and {room} of {capacity} are free; pull what waits"
            )));
        }
        if bytes + 2 * RESERVE > self.params.capacity as usize - self.bytes.len() {
            self.compact();
        }
        Ok(())
    }

    /// Begins a record, and a block when none is open.
    pub(super) fn open(&mut self, tag: u8) {
        if self.bytes.len() == self.closed {
            self.bytes.resize(self.closed + HEADER_LEN, 0);
            put_unsigned(&mut self.bytes, self.block);
        }
        self.bytes.push(tag);
    }

    pub(super) fn close_if_long(&mut self) {
        if self.bytes.len() - self.closed >= self.params.block_bytes as usize {
            self.flush();
        }
    }

    fn advance(&mut self, time: Nanos) {
        if self.ticks_in_block.is_some_and(|(first, _)| time.saturating_sub(first) >= self.params.block_time) {
            self.flush();
        }
        if self.time != Some(time) {
            self.stats.ticks += 1;
        }
        self.time = Some(time);
        match &mut self.ticks_in_block {
            Some((_, last)) if *last == time => {}
            Some((_, last)) => {
                let since = time.wrapping_sub(core::mem::replace(last, time));
                self.open(TAG_TICK);
                put_signed(&mut self.bytes, since);
            }
            None => {
                self.ticks_in_block = Some((time, time));
                self.open(TAG_TICK);
                put_signed(&mut self.bytes, time);
            }
        }
    }
}

impl Track {
    /// Where it is expected next.
    pub(super) fn ahead(&self) -> Steps {
        core::array::from_fn(|i| self.place[i].wrapping_add(self.step[i]))
    }

    pub(super) fn arrive(&mut self, place: Steps) {
        // From nowhere there is no step.
        let known = self.place != [0; 3];
        self.step = core::array::from_fn(|i| if known { place[i].wrapping_sub(self.place[i]) } else { 0 });
        self.place = place;
    }
}

fn unknown(id: u32) -> Error {
    Error::not_found(format!("entity {id} is not recorded; add it first"))
}

fn check_vector(v: DVec3, name: &str) -> Result<()> {
    if v.abs().max_element() <= LIMIT && v.is_finite() {
        return Ok(());
    }
    Err(Error::invalid(format!("{name} is {}, must be finite and within ±{LIMIT}", Short(v))))
}

/// Yaw (from +x to the left, seen from above) and pitch (down is positive) as parts of a turn in 65,536.
fn angles(facing: DQuat) -> [u16; 2] {
    let forward = facing * DVec3::NEG_Z;
    let yaw = libm::atan2(-forward.z, forward.x);
    let pitch = -libm::asin(forward.y.clamp(-1.0, 1.0));
    [yaw, pitch].map(|angle| libm::round(angle * (32_768.0 / core::f64::consts::PI)) as i32 as u16)
}
