//! Snapshots of a smoother: bit-exact, so that whoever restores one draws on identically.

use super::Drawn;
use super::curve::{Launch, Motion};
use super::guard::Guard;
use super::params::{Method, Pace, SmoothParams, TurnMethod};
use super::smoother::{Slot, Smoother};
use super::track::{Phase, Track};
use super::turn::Turn;
use super::way::{MAX_CORNERS, Way};
use crate::base::hash::hash_bytes;
use crate::base::math::{DQuat, DVec3};
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use crate::world::{CellIndex, Location};
use alloc::format;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANTD";
const VERSION: u32 = 3;
/// Bytes of the smallest slot: generation and whether there is an entity.
const SLOT_BYTES: usize = 5;

impl Smoother {
    /// The whole state but the capacity, framed with magic, version, length and checksum.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut w = Writer::new();
        write_params(&mut w, &self.params);
        w.u64(self.slots.len() as u64);
        for (slot, way) in self.slots.iter().zip(&self.ways) {
            w.u32(slot.generation).u8(slot.track.is_some() as u8);
            if let Some(track) = &slot.track {
                write_track(&mut w, track);
                if track.phase == Phase::Way {
                    write_way(&mut w, way);
                }
            }
        }
        w.seal(MAGIC, VERSION)
    }

    /// Replaces the state by a snapshot's. On error nothing changes.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        let params = read_params(&mut r)?;
        let count = r.count(SLOT_BYTES)?;
        if count > self.capacity as usize {
            return Err(Error::budget(format!("snapshot has {count} entities, capacity is {}", self.capacity)));
        }
        let (mut slots, mut ways) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for _ in 0..count {
            let generation = r.u32()?;
            let track = if read_bool(&mut r)? { Some(read_track(&mut r)?) } else { None };
            let walks = track.as_ref().is_some_and(|track| track.phase == Phase::Way);
            ways.push(if walks { read_way(&mut r)? } else { Way::NONE });
            slots.push(Slot { generation, track });
        }
        r.finish()?;
        (self.params, self.slots, self.ways) = (params, slots, ways);
        Ok(())
    }

    /// Equal on two machines exactly when their smoothers are in the same state.
    pub fn state_hash(&self) -> u64 {
        hash_bytes(&self.snapshot())
    }
}

fn write_params(w: &mut Writer, p: &SmoothParams) {
    w.u8(p.method as u8).u8(p.turn_method as u8);
    for pace in [p.position, p.turn] {
        w.f64(pace.share).f64(pace.least).f64(pace.most);
    }
    w.f64(p.run_speed).f64(p.chase_run).f64(p.chase_speed).f64(p.chase_time).f64(p.noise);
    w.f64(p.gap_weight).f64(p.first_gap).f64(p.snap_distance).u8(p.never_backwards as u8);
    w.f64(p.least_speed).f64(p.patience).f64(p.still_speed);
    w.u8(p.walls as u8).f64(p.surface_margin).f64(p.catch_up).f32(p.field_gain);
}

fn read_params(r: &mut Reader<'_>) -> Result<SmoothParams> {
    let read_pace =
        |r: &mut Reader<'_>| -> Result<Pace> { Ok(Pace { share: r.f64()?, least: r.f64()?, most: r.f64()? }) };
    // Fields are evaluated in the order written here, which is that of `write_params`.
    let params = SmoothParams {
        method: one_of(r, &Method::ALL)?,
        turn_method: one_of(r, &TurnMethod::ALL)?,
        position: read_pace(r)?,
        turn: read_pace(r)?,
        run_speed: r.f64()?,
        chase_run: r.f64()?,
        chase_speed: r.f64()?,
        chase_time: r.f64()?,
        noise: r.f64()?,
        gap_weight: r.f64()?,
        first_gap: r.f64()?,
        snap_distance: r.f64()?,
        never_backwards: read_bool(r)?,
        least_speed: r.f64()?,
        patience: r.f64()?,
        still_speed: r.f64()?,
        walls: read_bool(r)?,
        surface_margin: r.f64()?,
        catch_up: r.f64()?,
        field_gain: r.f32()?,
    };
    params.validate().map_err(|error| Error::corrupt(format!("snapshot has bad parameters: {error}")))?;
    Ok(params)
}

fn write_track(w: &mut Writer, t: &Track) {
    w.i64(t.time).dvec3(t.drawn.position).dvec3(t.drawn.velocity);
    write_rotation(w, t.drawn.orientation);
    w.f64(t.drawn.distance).u32(t.drawn.flags).u32(t.pending).u8(t.phase as u8).i64(t.corrected);
    w.dvec3(t.launch.offset).dvec3(t.launch.rate).dvec3(t.launch.from).dvec3(t.launch.velocity).f64(t.launch.span);
    w.dvec3(t.turn.offset).dvec3(t.turn.rate).f64(t.turn.span);
    w.dvec3(t.guard.lead).dvec3(t.guard.rate).f64(t.guard.least).f64(t.guard.give);
    w.dvec3(t.curve).dvec3(t.predicted.position).dvec3(t.predicted.velocity);
    write_rotation(w, t.predicted_orientation);
    w.f64(t.mean_gap).u8(t.anchor.is_some() as u8);
    if let Some(anchor) = &t.anchor {
        w.dvec3(anchor.point);
        for number in [anchor.polygon, anchor.cell.map(|cell| cell.0)] {
            w.u8(number.is_some() as u8).u32(number.unwrap_or(0));
        }
    }
    w.u8(t.beside.is_some() as u8).f64(t.beside.unwrap_or(0.0));
    w.u8(t.known.is_some() as u8).dvec3(t.known.unwrap_or(DVec3::ZERO));
}

fn read_track(r: &mut Reader<'_>) -> Result<Track> {
    let track = Track {
        time: r.i64()?,
        drawn: Drawn {
            position: finite(r)?,
            velocity: finite(r)?,
            orientation: read_rotation(r)?,
            distance: number(r)?,
            flags: r.u32()?,
        },
        pending: r.u32()?,
        phase: one_of(r, &Phase::ALL)?,
        corrected: r.i64()?,
        launch: Launch {
            offset: finite(r)?,
            rate: finite(r)?,
            from: finite(r)?,
            velocity: finite(r)?,
            span: positive(r)?,
        },
        turn: Turn { offset: finite(r)?, rate: finite(r)?, span: positive(r)? },
        guard: Guard { lead: finite(r)?, rate: finite(r)?, least: number(r)?, give: number(r)? },
        curve: finite(r)?,
        predicted: Motion { position: finite(r)?, velocity: finite(r)? },
        predicted_orientation: read_rotation(r)?,
        mean_gap: number(r)?,
        anchor: if read_bool(r)? { Some(read_location(r)?) } else { None },
        beside: {
            let is_known = read_bool(r)?;
            Some(number(r)?).filter(|_| is_known)
        },
        known: {
            let is_known = read_bool(r)?;
            Some(finite(r)?).filter(|_| is_known)
        },
    };
    Ok(track)
}

fn read_location(r: &mut Reader<'_>) -> Result<Location> {
    let optional = |r: &mut Reader<'_>| -> Result<Option<u32>> {
        let given = read_bool(r)?;
        Ok(Some(r.u32()?).filter(|_| given))
    };
    Ok(Location { point: finite(r)?, polygon: optional(r)?, cell: optional(r)?.map(CellIndex) })
}

fn write_way(w: &mut Writer, way: &Way) {
    w.u32(way.count).u32(way.passed).i64(way.start).f64(way.span).f64(way.length);
    w.f64(way.slopes[0]).f64(way.slopes[1]).dvec3(way.velocity);
    for corner in &way.corners[..way.count as usize] {
        w.dvec3(*corner);
    }
}

fn read_way(r: &mut Reader<'_>) -> Result<Way> {
    let mut way = Way {
        count: r.u32()?,
        passed: r.u32()?,
        start: r.i64()?,
        span: positive(r)?,
        length: number(r)?,
        slopes: [number(r)?, number(r)?],
        velocity: finite(r)?,
        ..Way::NONE
    };
    if !(2..=MAX_CORNERS as u32).contains(&way.count) || way.passed > way.count {
        return Err(Error::corrupt(format!("snapshot has a way of {} corners, {} passed", way.count, way.passed)));
    }
    for corner in &mut way.corners[..way.count as usize] {
        *corner = finite(r)?;
    }
    Ok(way)
}

fn write_rotation(w: &mut Writer, q: DQuat) {
    w.f64(q.x).f64(q.y).f64(q.z).f64(q.w);
}

fn read_rotation(r: &mut Reader<'_>) -> Result<DQuat> {
    let q = DQuat::from_xyzw(r.f64()?, r.f64()?, r.f64()?, r.f64()?);
    if (q.length_squared() - 1.0).abs() < 1e-6 { Ok(q) } else { Err(Error::corrupt("snapshot has a bad rotation")) }
}

/// Reads the number of one of `choices`.
fn one_of<T: Copy>(r: &mut Reader<'_>, choices: &[T]) -> Result<T> {
    let number = r.u8()?;
    let choice = choices.get(number as usize).copied();
    choice.ok_or_else(|| Error::corrupt(format!("snapshot has choice {number} of only {}", choices.len())))
}

fn read_bool(r: &mut Reader<'_>) -> Result<bool> {
    one_of(r, &[false, true])
}

fn finite(r: &mut Reader<'_>) -> Result<DVec3> {
    let vector = r.dvec3()?;
    if vector.is_finite() { Ok(vector) } else { Err(Error::corrupt("snapshot has a vector that is not finite")) }
}

fn number(r: &mut Reader<'_>) -> Result<f64> {
    let number = r.f64()?;
    if number.is_finite() { Ok(number) } else { Err(Error::corrupt("snapshot has a number that is not finite")) }
}

fn positive(r: &mut Reader<'_>) -> Result<f64> {
    let number = number(r)?;
    if number > 0.0 { Ok(number) } else { Err(Error::corrupt(format!("snapshot has the time span {number}"))) }
}
