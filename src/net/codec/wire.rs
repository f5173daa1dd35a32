//! The bits of one update (docs/network.md has the table).
//!
//! Every update has exactly one code: what could be said shorter or twice is refused when read, so that equal updates
//! are equal bytes and nobody can hide anything in the way it is written.

use super::Codec;
use super::grid::{Grid, max_ticks, round_to_i64};
use super::turn::Turn;
use crate::base::{Error, Result};
use crate::net::bits::{BitReader, BitWriter, golomb_bits, unzigzag, zigzag};
use crate::net::update::{Flags, Sequence, Update};
use crate::predict::strategy::{Follow, MAX_PARALLELS, MAX_ROUTES};
use alloc::format;

/// Number of this format, part of the fingerprint of a packet.
pub(super) const FORMAT: u32 = 3;

/// Orders of the Golomb codes: what is usual fits into so many bits.
const ENTITY_ORDER: u32 = 4;
const AGE_ORDER: u32 = 2;
const BASE_ORDER: u32 = 4;
const STRATEGY_ORDER: u32 = 3;
/// Largest number of a strategy: there are at most 4,096 routes of 15 parallels.
pub(super) const MAX_STRATEGY: u16 = u16::MAX;
const _: () = assert!(MAX_ROUTES * MAX_PARALLELS as usize <= MAX_STRATEGY as usize);
const TIME_ORDER: u32 = 8;
/// Bits of the width of a vector; the largest value means that [`LONG_WIDTH`] bits follow.
const SHORT_WIDTH: u32 = 4;
const LONG_WIDTH: u32 = 6;
const ESCAPE: u32 = (1 << SHORT_WIDTH) - 1;
/// Widest component of a vector: twice the most steps there can be.
const MAX_WIDTH: u32 = 50;

/// An update as read, before its baseline is known: lengths do not depend on the baseline, so an update whose baseline is
/// missing can be skipped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Raw {
    pub(super) entity: u32,
    pub(super) baseline: Option<Sequence>,
    pub(super) sequence: Sequence,
    after_base: i64,
    flags: Option<Flags>,
    goes_by: Option<GoesBy>,
    position: [i64; 3],
    velocity: Velocity,
    acceleration: Option<[i64; 3]>,
    orientation: Orientation,
    angular_velocity: Option<[i64; 3]>,
}

/// What an entity goes by. Who rides on a base follows no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GoesBy {
    /// Its own motion, or the strategy that both ends find.
    Itself,
    /// It rides on a base.
    Base(u32),
    /// It is said to follow none.
    NoStrategy,
    /// It is said to follow this one.
    Strategy(u32),
}

impl GoesBy {
    fn of(grid: &Grid) -> Self {
        match (grid.base, grid.follow) {
            (Some(base), _) => Self::Base(base),
            (None, Follow::Automatic) => Self::Itself,
            (None, Follow::Nothing) => Self::NoStrategy,
            (None, Follow::Strategy(strategy)) => Self::Strategy(strategy),
        }
    }

    /// What the last update went by; itself where there is none.
    fn before(baseline: Option<&Grid>) -> Self {
        baseline.map_or(Self::Itself, Self::of)
    }

    fn parts(self) -> (Option<u32>, Follow) {
        match self {
            Self::Itself => (None, Follow::Automatic),
            Self::Base(base) => (Some(base), Follow::Automatic),
            Self::NoStrategy => (None, Follow::Nothing),
            Self::Strategy(strategy) => (None, Follow::Strategy(strategy)),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Velocity {
    Zero,
    Same,
    New([i64; 3]),
}

#[derive(Clone, Copy, Debug)]
enum Orientation {
    Same,
    None,
    New(Turn),
}

#[cold]
fn roundabout(what: &str) -> Error {
    Error::corrupt(format!("{what} is not written in the shortest way"))
}

#[cold]
fn beyond(what: &str) -> Error {
    Error::corrupt(format!("{what} is beyond the limits of the parameters"))
}

/// Bits a magnitude needs.
fn width_of(vector: [i64; 3]) -> u32 {
    let all = vector.iter().fold(0, |bits, component| bits | component.unsigned_abs());
    u64::BITS - all.leading_zeros()
}

/// Whether y is not zero; the width of the largest component; x, (y,) z with a sign.
fn put_vector(w: &mut BitWriter<'_>, vector: [i64; 3]) {
    let [x, y, z] = vector;
    let width = width_of(vector);
    w.bit(y != 0);
    if width < ESCAPE {
        w.put(width.into(), SHORT_WIDTH);
    } else {
        w.put(ESCAPE.into(), SHORT_WIDTH);
        w.put(width.into(), LONG_WIDTH);
    }
    if width > 0 {
        w.put(zigzag(x), width + 1);
        if y != 0 {
            w.put(zigzag(y), width + 1);
        }
        w.put(zigzag(z), width + 1);
    }
}

fn take_vector(r: &mut BitReader<'_>) -> Result<[i64; 3]> {
    let has_y = r.bit()?;
    let mut width = r.take(SHORT_WIDTH)? as u32;
    if width == ESCAPE {
        width = r.take(LONG_WIDTH)? as u32;
        if !(ESCAPE..=MAX_WIDTH).contains(&width) {
            return Err(roundabout("a vector's width"));
        }
    }
    let mut vector = [0; 3];
    if width > 0 {
        vector[0] = unzigzag(r.take(width + 1)?);
        if has_y {
            vector[1] = unzigzag(r.take(width + 1)?);
        }
        vector[2] = unzigzag(r.take(width + 1)?);
    }
    if has_y != (vector[1] != 0) || width_of(vector) != width {
        return Err(roundabout("a vector"));
    }
    Ok(vector)
}

fn vector_bits(most: i64) -> u32 {
    let width = width_of([most, 0, 0]);
    1 + SHORT_WIDTH + if width >= ESCAPE { LONG_WIDTH } else { 0 } + 3 * (width + 1)
}

fn put_optional(w: &mut BitWriter<'_>, vector: Option<[i64; 3]>) {
    w.bit(vector.is_some());
    if let Some(vector) = vector {
        put_vector(w, vector);
    }
}

fn take_optional(r: &mut BitReader<'_>) -> Result<Option<[i64; 3]>> {
    if r.bit()? { take_vector(r).map(Some) } else { Ok(None) }
}

fn minus(a: [i64; 3], b: [i64; 3]) -> [i64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn plus_within(a: [i64; 3], b: [i64; 3], most: i64, what: &str) -> Result<[i64; 3]> {
    let sum = [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
    if sum.iter().all(|c| c.abs() <= most) { Ok(sum) } else { Err(beyond(what)) }
}

/// Whether what it goes by changed; if so `0` and the base, `10` = itself, `110` = no strategy, `111` and the strategy.
fn put_goes_by(w: &mut BitWriter<'_>, now: GoesBy, before: GoesBy) {
    w.bit(now != before);
    if now == before {
        return;
    }
    match now {
        GoesBy::Base(base) => {
            w.bit(false);
            w.golomb(base.into(), BASE_ORDER);
        }
        GoesBy::Itself => w.put(0b01, 2),
        GoesBy::NoStrategy => w.put(0b011, 3),
        GoesBy::Strategy(strategy) => {
            w.put(0b111, 3);
            w.golomb(strategy.into(), STRATEGY_ORDER);
        }
    }
}

/// What it goes by, where that changed.
fn take_goes_by(r: &mut BitReader<'_>) -> Result<Option<GoesBy>> {
    if !r.bit()? {
        return Ok(None);
    }
    if !r.bit()? {
        return Ok(Some(GoesBy::Base(r.golomb(BASE_ORDER, u32::MAX.into())? as u32)));
    }
    if !r.bit()? {
        return Ok(Some(GoesBy::Itself));
    }
    if !r.bit()? {
        return Ok(Some(GoesBy::NoStrategy));
    }
    Ok(Some(GoesBy::Strategy(r.golomb(STRATEGY_ORDER, MAX_STRATEGY.into())? as u32)))
}

impl Codec {
    /// Bits an update has at most.
    pub(super) fn max_bits(&self) -> u32 {
        let most = &self.most;
        let entity = golomb_bits(zigzag(u32::MAX.into()), ENTITY_ORDER);
        let sequence = 1 + 16 + golomb_bits(u16::MAX.into(), AGE_ORDER);
        let time = 1 + golomb_bits(self.longest_time(), TIME_ORDER);
        let base = 1 + golomb_bits(u32::MAX.into(), BASE_ORDER);
        let strategy = 3 + golomb_bits(MAX_STRATEGY.into(), STRATEGY_ORDER);
        let flags = 1 + 8 + 1 + base.max(strategy);
        let motion = vector_bits(2 * most.position) + 2 + vector_bits(most.velocity);
        let optional = 2 + vector_bits(most.acceleration) + vector_bits(most.angular_velocity);
        let orientation = 3 + 2 + 3 * self.params.quaternion_bits;
        entity + sequence + time + flags + motion + optional + orientation
    }

    /// Largest number of the code of a time.
    fn longest_time(&self) -> u64 {
        zigzag(2 * max_ticks(self.params.ticks_per_second)) - 1
    }

    /// Where an entity would be that has changed evenly from the velocity of its baseline to its new one, for at most a second:
    /// closer to where it is than the baseline, and than where the old velocity alone would have brought it.
    fn expected(&self, baseline: &Grid, ticks: i64, velocity: [i64; 3]) -> [i64; 3] {
        let p = &self.params;
        let rate = i64::from(p.ticks_per_second);
        let seconds = (ticks - baseline.ticks).clamp(0, rate) as f64 / rate as f64;
        let factor = 0.5 * seconds * (p.velocity_step / p.position_step);
        let most = self.most.position;
        core::array::from_fn(|i| {
            let way = (baseline.velocity[i] + velocity[i]) as f64 * factor;
            let way = way.clamp(-(most as f64), most as f64);
            (baseline.position[i] + round_to_i64(way)).clamp(-most, most)
        })
    }

    /// Writes an update that follows one of `previous_entity` in a packet of time `base_ticks`.
    pub(super) fn put(
        &self,
        w: &mut BitWriter<'_>,
        grid: &Grid,
        previous_entity: u32,
        base_ticks: i64,
        baseline: Option<&Grid>,
    ) {
        w.golomb(zigzag(i64::from(grid.entity) - i64::from(previous_entity)), ENTITY_ORDER);
        w.bit(baseline.is_some());
        match baseline {
            Some(baseline) => {
                w.put(baseline.sequence.0.into(), 16);
                w.golomb(grid.sequence.0.wrapping_sub(baseline.sequence.0).into(), AGE_ORDER);
            }
            None => w.put(grid.sequence.0.into(), 16),
        }
        w.bit(grid.ticks != base_ticks);
        if grid.ticks != base_ticks {
            w.golomb(zigzag(grid.ticks - base_ticks) - 1, TIME_ORDER);
        }
        let expected_flags = baseline.map_or(Flags::NONE, |b| b.flags);
        w.bit(grid.flags != expected_flags);
        if grid.flags != expected_flags {
            w.put(grid.flags.bits().into(), 8);
        }
        put_goes_by(w, GoesBy::of(grid), GoesBy::before(baseline));
        w.bit(grid.velocity != [0; 3]);
        if grid.velocity != [0; 3] {
            let changed = baseline.is_none_or(|b| b.velocity != grid.velocity);
            if baseline.is_some() {
                w.bit(changed);
            }
            // Whole, not as a change: directions change so much between updates that the difference is the longer.
            if changed {
                put_vector(w, grid.velocity);
            }
        }
        let expected = baseline.map_or([0; 3], |b| self.expected(b, grid.ticks, grid.velocity));
        put_vector(w, minus(grid.position, expected));
        put_optional(w, grid.acceleration);
        self.put_orientation(w, grid.orientation, baseline.and_then(|b| b.orientation));
        put_optional(w, grid.angular_velocity);
    }

    fn put_orientation(&self, w: &mut BitWriter<'_>, turn: Option<Turn>, before: Option<Turn>) {
        let (bits, most) = (self.params.quaternion_bits, self.params.quaternion_steps());
        w.bit(turn != before);
        if turn == before {
            return;
        }
        let Some(turn) = turn else {
            w.put(0b11, 2);
            return;
        };
        if let Some((w_left_out, other)) = turn.about_vertical() {
            w.bit(false);
            w.bit(w_left_out);
            w.put((other + most) as u64, bits);
        } else {
            w.put(0b01, 2);
            w.put(turn.left_out.into(), 2);
            for other in turn.others {
                w.put((other + most) as u64, bits);
            }
        }
    }

    fn take_orientation(&self, r: &mut BitReader<'_>) -> Result<Orientation> {
        let (bits, most) = (self.params.quaternion_bits, self.params.quaternion_steps());
        let component = |r: &mut BitReader<'_>| -> Result<i64> {
            let value = r.take(bits)? as i64 - most;
            if value > most { Err(beyond("an orientation")) } else { Ok(value) }
        };
        if !r.bit()? {
            return Ok(Orientation::Same);
        }
        if !r.bit()? {
            let w_left_out = r.bit()?;
            return Ok(Orientation::New(Turn::from_vertical(w_left_out, component(r)?)));
        }
        if r.bit()? {
            return Ok(Orientation::None);
        }
        let left_out = r.take(2)? as u8;
        let turn = Turn { left_out, others: [component(r)?, component(r)?, component(r)?] };
        if turn.about_vertical().is_some() {
            return Err(roundabout("an orientation"));
        }
        Ok(Orientation::New(turn))
    }

    /// Reads an update.
    pub(super) fn take(&self, r: &mut BitReader<'_>, previous_entity: u32) -> Result<Raw> {
        let step = unzigzag(r.golomb(ENTITY_ORDER, zigzag(u32::MAX.into()))?);
        let entity = u32::try_from(i64::from(previous_entity) + step).map_err(|_| beyond("an entity's number"))?;
        let (baseline, sequence) = if r.bit()? {
            let baseline = r.take(16)? as u16;
            let age = r.golomb(AGE_ORDER, u16::MAX.into())? as u16;
            (Some(Sequence(baseline)), Sequence(baseline.wrapping_add(age)))
        } else {
            (None, Sequence(r.take(16)? as u16))
        };
        let after_base = if r.bit()? { unzigzag(r.golomb(TIME_ORDER, self.longest_time())? + 1) } else { 0 };
        let flags = if r.bit()? { Some(Flags::from_bits(r.take(8)? as u8)) } else { None };
        let goes_by = take_goes_by(r)?;
        let velocity = if !r.bit()? {
            Velocity::Zero
        } else if baseline.is_some() && !r.bit()? {
            Velocity::Same
        } else {
            Velocity::New(take_vector(r)?)
        };
        let position = take_vector(r)?;
        Ok(Raw {
            entity,
            baseline,
            sequence,
            after_base,
            flags,
            goes_by,
            position,
            velocity,
            acceleration: take_optional(r)?,
            orientation: self.take_orientation(r)?,
            angular_velocity: take_optional(r)?,
        })
    }

    /// The update that was read, `baseline` being the one it names, or none when it names none.
    pub(super) fn resolve(&self, raw: &Raw, base_ticks: i64, baseline: Option<&Grid>) -> Result<Update> {
        let most = &self.most;
        let ticks = base_ticks + raw.after_base;
        if ticks.abs() > max_ticks(self.params.ticks_per_second) {
            return Err(beyond("a time"));
        }
        let flags_before = baseline.map_or(Flags::NONE, |b| b.flags);
        if raw.flags == Some(flags_before) {
            return Err(roundabout("a set of flags"));
        }
        let went_by = GoesBy::before(baseline);
        if raw.goes_by == Some(went_by) {
            return Err(roundabout("a base or strategy"));
        }
        let (base, follow) = raw.goes_by.unwrap_or(went_by).parts();
        let before = baseline.map(|b| b.velocity);
        let velocity = match raw.velocity {
            Velocity::Zero => [0; 3],
            Velocity::Same => before.unwrap_or([0; 3]),
            Velocity::New(velocity) => plus_within(velocity, [0; 3], most.velocity, "a velocity")?,
        };
        let shortest = match raw.velocity {
            Velocity::Zero => true,
            Velocity::Same => velocity != [0; 3],
            Velocity::New(_) => velocity != [0; 3] && before != Some(velocity),
        };
        if !shortest {
            return Err(roundabout("a velocity"));
        }
        let expected = baseline.map_or([0; 3], |b| self.expected(b, ticks, velocity));
        let within = |vector: Option<[i64; 3]>, most: i64, what| match vector {
            Some(vector) => plus_within(vector, [0; 3], most, what).map(Some),
            None => Ok(None),
        };
        let turned_before = baseline.and_then(|b| b.orientation);
        let orientation = match raw.orientation {
            Orientation::Same => turned_before,
            Orientation::None => None,
            Orientation::New(turn) => Some(turn),
        };
        if !matches!(raw.orientation, Orientation::Same) && orientation == turned_before {
            return Err(roundabout("an orientation"));
        }
        let grid = Grid {
            entity: raw.entity,
            sequence: raw.sequence,
            ticks,
            position: plus_within(expected, raw.position, most.position, "a position")?,
            velocity,
            acceleration: within(raw.acceleration, most.acceleration, "an acceleration")?,
            orientation,
            angular_velocity: within(raw.angular_velocity, most.angular_velocity, "an angular velocity")?,
            flags: raw.flags.unwrap_or(flags_before),
            base,
            follow,
        };
        let update = self.update_of(&grid).ok_or_else(|| beyond("an orientation"))?;
        if let (Orientation::New(turn), Some(quaternion)) = (raw.orientation, update.orientation)
            && Turn::of(&self.params, quaternion) != turn
        {
            return Err(roundabout("an orientation"));
        }
        Ok(update)
    }
}
