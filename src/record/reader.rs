//! Reading a recording, whole or cut off.

use super::pack::{Steps, get_signed, get_steps, get_u32, get_unsigned, metres};
use super::recorder::Track;
use super::*;
use crate::base::serial::{FrameHeader, HEADER_LEN, Reader};
use crate::base::time::Nanos;
use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::Vec;

/// Longer blocks are not written.
const MAX_BLOCK: u64 = 1 << 30;

/// How a recording ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As its recorder ended it.
    Finished,
    /// Between two blocks: it was never finished.
    Open,
    /// Within the block that begins at this byte; all before it is whole.
    CutOff(usize),
}

/// State of an entity as recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// Whose.
    pub id: u32,
    /// Where it was, metres.
    pub position: DVec3,
    /// Its velocity, m/s.
    pub velocity: Option<DVec3>,
    /// Yaw (from +x to the left, seen from above) and pitch (down is positive), degrees.
    pub facing: Option<[f64; 2]>,
    /// Hit points.
    pub health: Option<f32>,
    /// Armour points.
    pub armor: Option<f32>,
    /// Whether it lived.
    pub alive: bool,
    /// Whether it came there by a respawn or teleport.
    pub jumped: bool,
}

/// A way between two polygons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelLink {
    /// Number of the polygon where it starts.
    pub from: u32,
    /// Number of the polygon where it ends.
    pub to: u32,
    /// [`crate::world::LinkKind`] as a number.
    pub kind: u8,
    /// Usable both ways.
    pub two_way: bool,
    /// Hundredths of a second it takes.
    pub hundredths: u64,
}

/// The level as recorded.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Level {
    /// Polygons of a mesh: their numbers and corners.
    pub polygons: Vec<(u32, Vec<DVec3>)>,
    /// Links of a mesh.
    pub links: Vec<LevelLink>,
    /// Edge of a square and corner of the square (0, 0) of a grid.
    pub lattice: Option<(f64, DVec3)>,
    /// Squares of a grid: column along x, row along z, and height.
    pub cells: Vec<(i32, i32, f64)>,
}

/// Something that was recorded at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Record {
    /// State of an entity.
    Sample(Seen),
    /// Something that happened.
    Event(Event),
}

/// A recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// What it says about itself; sizes of memory are not part of it.
    pub params: RecorderParams,
    /// Everybody and everything, in the order in which they came.
    pub entities: Vec<Entity>,
    /// The level; empty when none was recorded.
    pub level: Level,
    /// What was recorded, in order.
    pub records: Vec<(Nanos, Record)>,
    /// Number of blocks that were read.
    pub blocks: u64,
    /// How it ends.
    pub ending: Ending,
}

/// Reads a recording up to its last whole block. Damage within is an error that names the byte.
pub fn read(bytes: &[u8]) -> Result<Recorded> {
    let mut state = State::default();
    let mut at = 0;
    let ending = loop {
        if state.finished {
            if at < bytes.len() {
                return Err(Error::corrupt(format!("{} bytes follow the end of the recording", bytes.len() - at)));
            }
            break Ending::Finished;
        }
        let rest = &bytes[at..];
        if rest.is_empty() && at > 0 {
            break Ending::Open;
        }
        let cut = |reason: &str| match at {
            0 => Err(Error::corrupt(reason.to_string())),
            _ => Ok(Ending::CutOff(at)),
        };
        let Some(header) = FrameHeader::read(rest) else {
            break cut("the recording is shorter than the header of its first block")?;
        };
        if header.magic != MAGIC || header.length > MAX_BLOCK {
            return Err(Error::corrupt(format!("no block of a recording begins at byte {at}")));
        }
        let end = HEADER_LEN + header.length as usize;
        if end > rest.len() {
            break cut("the recording ends within its first block")?;
        }
        state
            .block(&rest[..end])
            .map_err(|error| Error::corrupt(format!("block {} at byte {at}: {}", state.blocks, error.message)))?;
        at += end;
    };
    let params = state.params.ok_or_else(|| Error::corrupt("the recording has no first block"))?;
    let State { entities, level, records, blocks, .. } = state;
    Ok(Recorded { params, entities, level, records, blocks, ending })
}

#[derive(Default)]
struct State {
    params: Option<RecorderParams>,
    entities: Vec<Entity>,
    level: Level,
    records: Vec<(Nanos, Record)>,
    blocks: u64,
    last: Option<Nanos>,
    finished: bool,
}

impl State {
    fn block(&mut self, frame: &[u8]) -> Result<()> {
        let mut r = Reader::open(frame, MAGIC, VERSION)?;
        let number = get_unsigned(&mut r)?;
        if number != self.blocks {
            return Err(Error::corrupt(format!("it is block {number} of its recording, so some are missing")));
        }
        let mut time = None;
        let mut tracks = BTreeMap::new();
        while !r.is_empty() && !self.finished {
            match (r.u8()?, &self.params) {
                (TAG_HEAD, None) => self.params = Some(head(&mut r)?),
                (_, None) => return Err(Error::corrupt("the recording does not say what it is")),
                (TAG_ENTITY, Some(params)) => {
                    let entity = entity(&mut r, params.resolution)?;
                    self.entities.push(entity);
                }
                (TAG_TICK, Some(_)) => {
                    let next = time.unwrap_or(0i64).checked_add(get_signed(&mut r)?);
                    let next = next.filter(|next| self.last.is_none_or(|last| last <= *next));
                    time = Some(next.ok_or_else(|| Error::corrupt("time goes back"))?);
                    self.last = time;
                }
                (TAG_SAMPLE, Some(params)) => {
                    let seen = sample(&mut r, &mut tracks, params.resolution)?;
                    self.known(seen.id)?;
                    self.records.push((at(time)?, Record::Sample(seen)));
                }
                (TAG_EVENT, Some(_)) => {
                    let event = event(&mut r)?;
                    event.actor.into_iter().chain(event.target).try_for_each(|id| self.known(id))?;
                    self.records.push((at(time)?, Record::Event(event)));
                }
                (TAG_POLYGON, Some(params)) => {
                    let polygon = polygon(&mut r, params.resolution)?;
                    self.level.polygons.push(polygon);
                }
                (TAG_LINK, Some(_)) => self.level.links.push(LevelLink {
                    from: get_u32(&mut r)?,
                    to: get_u32(&mut r)?,
                    kind: r.u8()?,
                    two_way: r.u8()? != 0,
                    hundredths: get_unsigned(&mut r)?,
                }),
                (TAG_LATTICE, Some(params)) => {
                    let size = r.f64()?;
                    let corner = metres(get_steps(&mut r, [0; 3])?, params.resolution);
                    if !(size > 0.0 && size.is_finite()) {
                        return Err(Error::corrupt(format!("squares of {size} m")));
                    }
                    self.level.lattice = Some((size, corner));
                }
                (TAG_CELL, Some(params)) => {
                    let [column, height, row] = get_steps(&mut r, [0; 3])?;
                    let narrow = |n: i64| i32::try_from(n).map_err(|_| Error::corrupt("a square is too far away"));
                    self.level.cells.push((narrow(column)?, narrow(row)?, height as f64 * params.resolution));
                }
                (TAG_END, Some(_)) => self.finished = true,
                (tag, Some(_)) => return Err(Error::corrupt(format!("records of kind {tag} are unknown"))),
            }
        }
        self.blocks += 1;
        r.finish()
    }

    fn known(&self, id: u32) -> Result<()> {
        if self.entities.iter().any(|entity| entity.id == id) {
            return Ok(());
        }
        Err(Error::corrupt(format!("entity {id} was never added")))
    }
}

fn at(time: Option<Nanos>) -> Result<Nanos> {
    time.ok_or_else(|| Error::corrupt("a record without a time"))
}

fn text(r: &mut Reader<'_>) -> Result<String> {
    let mut bytes = Vec::new();
    for _ in 0..r.u8()? {
        bytes.push(r.u8()?);
    }
    String::from_utf8(bytes).map_err(|_| Error::corrupt("a text is not UTF-8"))
}

fn head(r: &mut Reader<'_>) -> Result<RecorderParams> {
    let [tick_hz, v_max, body_width, resolution] = [r.f64()?, r.f64()?, r.f64()?, r.f64()?];
    let (name, game, map) = (text(r)?, text(r)?, text(r)?);
    let params =
        RecorderParams { name, game, map, tick_hz, v_max, body_width, resolution, ..RecorderParams::default() };
    params.check().map_err(Error::into_corrupt)?;
    Ok(params)
}

fn entity(r: &mut Reader<'_>, resolution: f64) -> Result<Entity> {
    let id = get_u32(r)?;
    let kind = r.u8()?;
    let kind = *EntityKind::ALL
        .get(usize::from(kind))
        .ok_or_else(|| Error::corrupt(format!("entities of kind {kind} are unknown")))?;
    let team = get_u32(r)?;
    let position = if r.u8()? != 0 { Some(metres(get_steps(r, [0; 3])?, resolution)) } else { None };
    let name = text(r)?;
    check_text(&name, "name").map_err(Error::into_corrupt)?;
    Ok(Entity { id, kind, team, name, position })
}

fn sample(r: &mut Reader<'_>, tracks: &mut BTreeMap<u32, Track>, resolution: f64) -> Result<Seen> {
    let id = get_u32(r)?;
    let mask = r.u8()?;
    let track = tracks.entry(id).or_default();
    let place: Steps = get_steps(r, track.ahead())?;
    track.arrive(place);
    let mut velocity = None;
    if mask & HAS_VELOCITY != 0 {
        track.velocity = get_steps(r, track.velocity)?;
        velocity = Some(metres(track.velocity, resolution));
    }
    let mut facing = None;
    if mask & HAS_FACING != 0 {
        for angle in &mut track.facing {
            *angle = angle.wrapping_add(get_signed(r)? as u16);
        }
        facing = Some(track.facing.map(|angle| f64::from(angle as i16) * (180.0 / 32_768.0)));
    }
    for (new, value) in [(NEW_HEALTH, &mut track.health), (NEW_ARMOR, &mut track.armor)] {
        if mask & new != 0 {
            *value = r.u32()?;
        }
    }
    let amount = |has: u8, bits: u32| (mask & has != 0).then(|| f32::from_bits(bits));
    Ok(Seen {
        id,
        position: metres(place, resolution),
        velocity,
        facing,
        health: amount(HAS_HEALTH, track.health),
        armor: amount(HAS_ARMOR, track.armor),
        alive: mask & ALIVE != 0,
        jumped: mask & JUMPED != 0,
    })
}

fn event(r: &mut Reader<'_>) -> Result<Event> {
    let kind = r.u8()?;
    let kind = *EventKind::ALL
        .get(usize::from(kind))
        .ok_or_else(|| Error::corrupt(format!("events of kind {kind} are unknown")))?;
    let mut party = || -> Result<Option<u32>> {
        match get_unsigned(r)?.checked_sub(1) {
            None => Ok(None),
            Some(id) => u32::try_from(id).map(Some).map_err(|_| Error::corrupt("an id has more than 32 bits")),
        }
    };
    let (actor, target) = (party()?, party()?);
    let value = if r.u8()? != 0 { Some(r.f64()?) } else { None };
    Ok(Event { kind, actor, target, value })
}

fn polygon(r: &mut Reader<'_>, resolution: f64) -> Result<(u32, Vec<DVec3>)> {
    let number = get_u32(r)?;
    let mut corners = Vec::new();
    let mut last = [0; 3];
    for _ in 0..get_unsigned(r)? {
        last = get_steps(r, last)?;
        corners.push(metres(last, resolution));
    }
    Ok((number, corners))
}
