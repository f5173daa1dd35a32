//! Snapshots of a smoother: bit-exact, so that whoever restores one draws on identically.

use super::Drawn;
use super::curve::{Launch, Motion};
use super::guard::Guard;
use super::params::{Method, Pace, SmoothParams, TurnMethod};
use super::smoother::{Slot, Smoother};
use super::switch::Switch;
use super::track::{Phase, Track};
use super::turn::Turn;
use super::way::{MAX_CORNERS, Way};
use crate::base::hash::hash_bytes;
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use crate::world::{CellIndex, Location};
use alloc::format;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANTD";
const VERSION: u32 = 4;
/// Bytes of the smallest slot: generation and whether there is an entity.
const SLOT_BYTES: usize = 5;

impl Smoother {
    /// The whole state but the capacity, framed with magic, version, length and checksum.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut w = Writer::new();
        write_params(&mut w, &self.params);
        w.u64(self.slots.len() as u64);
        for (slot, way) in self.slots.iter().zip(&self.ways) {
            w.u32(slot.generation).option(slot.track.as_ref(), |w, track| {
                write_track(w, track);
                if track.phase == Phase::Way {
                    write_way(w, way);
                }
                w
            });
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
            let track = r.option(read_track)?;
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
    w.u8(p.method as u8).f64(p.bezier_reach).u8(p.turn_method as u8);
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
        method: r.one_of(&Method::ALL)?,
        bezier_reach: r.f64()?,
        turn_method: r.one_of(&TurnMethod::ALL)?,
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
        never_backwards: r.bool()?,
        least_speed: r.f64()?,
        patience: r.f64()?,
        still_speed: r.f64()?,
        walls: r.bool()?,
        surface_margin: r.f64()?,
        catch_up: r.f64()?,
        field_gain: r.f32()?,
    };
    params.validate().map_err(|error| Error::corrupt(format!("snapshot has bad parameters: {error}")))?;
    Ok(params)
}

fn write_track(w: &mut Writer, t: &Track) {
    w.i64(t.time).dvec3(t.drawn.position).dvec3(t.drawn.velocity);
    w.rotation(t.drawn.orientation);
    w.f64(t.drawn.distance).u32(t.drawn.flags).u32(t.pending).u8(t.phase as u8).i64(t.corrected);
    w.dvec3(t.launch.offset).dvec3(t.launch.rate).dvec3(t.launch.from).dvec3(t.launch.velocity).f64(t.launch.span);
    w.dvec3(t.turn.offset).dvec3(t.turn.rate).f64(t.turn.span);
    w.dvec3(t.guard.lead).dvec3(t.guard.rate).f64(t.guard.least).f64(t.guard.give);
    w.dvec3(t.curve).dvec3(t.predicted.position).dvec3(t.predicted.velocity);
    w.rotation(t.predicted_orientation);
    w.f64(t.mean_gap).option(t.anchor.as_ref(), |w, anchor| {
        w.dvec3(anchor.point);
        for number in [anchor.polygon, anchor.cell.map(|cell| cell.0)] {
            w.option(number, Writer::u32);
        }
        w
    });
    w.option(t.beside, Writer::f64);
    w.option(t.known, Writer::dvec3);
    w.f64(t.radius).bool(t.exact);
    w.option(t.switch, |w, s| w.i64(s.time).dvec3(s.from).dvec3(s.to.position).dvec3(s.to.velocity));
}

fn read_track(r: &mut Reader<'_>) -> Result<Track> {
    let track = Track {
        time: r.i64()?,
        drawn: Drawn {
            position: r.finite_dvec3()?,
            velocity: r.finite_dvec3()?,
            orientation: r.rotation()?,
            distance: number(r)?,
            flags: r.u32()?,
        },
        pending: r.u32()?,
        phase: r.one_of(&Phase::ALL)?,
        corrected: r.i64()?,
        launch: Launch {
            offset: r.finite_dvec3()?,
            rate: r.finite_dvec3()?,
            from: r.finite_dvec3()?,
            velocity: r.finite_dvec3()?,
            span: positive(r)?,
        },
        turn: Turn { offset: r.finite_dvec3()?, rate: r.finite_dvec3()?, span: positive(r)? },
        guard: Guard { lead: r.finite_dvec3()?, rate: r.finite_dvec3()?, least: number(r)?, give: number(r)? },
        curve: r.finite_dvec3()?,
        predicted: Motion { position: r.finite_dvec3()?, velocity: r.finite_dvec3()? },
        predicted_orientation: r.rotation()?,
        mean_gap: number(r)?,
        anchor: r.option(read_location)?,
        beside: r.option(number)?,
        known: r.option(Reader::finite_dvec3)?,
        radius: number(r)?,
        exact: r.bool()?,
        switch: r.option(read_switch)?,
    };
    if track.switch.is_some_and(|switch| switch.time < track.time) {
        return Err(Error::corrupt("snapshot has a correction from before its last frame"));
    }
    Ok(track)
}

fn read_switch(r: &mut Reader<'_>) -> Result<Switch> {
    let (time, from) = (r.i64()?, r.finite_dvec3()?);
    Ok(Switch { time, from, to: Motion { position: r.finite_dvec3()?, velocity: r.finite_dvec3()? } })
}

fn read_location(r: &mut Reader<'_>) -> Result<Location> {
    Ok(Location {
        point: r.finite_dvec3()?,
        polygon: r.option(Reader::u32)?,
        cell: r.option(Reader::u32)?.map(CellIndex),
    })
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
        velocity: r.finite_dvec3()?,
        ..Way::NONE
    };
    if !(2..=MAX_CORNERS as u32).contains(&way.count) || way.passed > way.count {
        return Err(Error::corrupt(format!("snapshot has a way of {} corners, {} passed", way.count, way.passed)));
    }
    for corner in &mut way.corners[..way.count as usize] {
        *corner = r.finite_dvec3()?;
    }
    Ok(way)
}

fn number(r: &mut Reader<'_>) -> Result<f64> {
    let number = r.f64()?;
    if number.is_finite() { Ok(number) } else { Err(Error::corrupt("snapshot has a number that is not finite")) }
}

fn positive(r: &mut Reader<'_>) -> Result<f64> {
    let number = number(r)?;
    if number > 0.0 { Ok(number) } else { Err(Error::corrupt(format!("snapshot has the time span {number}"))) }
}
