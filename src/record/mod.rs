//! A match as a stream of bytes, written while it is played: entities, samples, events and the level.
//!
//! Sans-IO: a [`Recorder`] fills memory of a fixed size, the host pulls bytes out and writes them to wherever it likes, in
//! order. What [`read`] makes of them is in the canonical frame. The stream is a row of blocks, each a frame of
//! [`crate::base::serial`] with its own length and checksum, and nothing in a block refers to an earlier one but the
//! resolution of lengths in the first; so a stream that ends anywhere can be read up to its last whole block.
//!
//! Payload of a block: its number (counted from 0), then records, each a tag and its fields. Whole numbers are LEB128, signed
//! ones zigzag first; lengths and speeds are whole multiples of the resolution. A sample holds what differs from the straight
//! line through the entity's last two places in the block.

mod level;
mod pack;
mod reader;
mod recorder;
#[cfg(test)]
mod tests;

pub use reader::{Ending, Level, LevelLink, Record, Recorded, Seen, read};
pub use recorder::{Recorder, RecorderStats};

use crate::base::math::{DQuat, DVec3};
use crate::base::time::{Nanos, SECOND};
use crate::base::{DEFAULT_RUN_SPEED, Error, Result, Short};
use alloc::format;
use alloc::string::String;

/// First bytes of every block.
pub const MAGIC: [u8; 4] = *b"ANTM";
/// Newest version of the format.
pub const VERSION: u32 = 1;
/// Most bytes of a name or title.
pub const MAX_TEXT: usize = 63;

const TAG_HEAD: u8 = 1;
const TAG_ENTITY: u8 = 2;
const TAG_TICK: u8 = 3;
const TAG_SAMPLE: u8 = 4;
const TAG_EVENT: u8 = 5;
const TAG_POLYGON: u8 = 6;
const TAG_LINK: u8 = 7;
const TAG_LATTICE: u8 = 8;
const TAG_CELL: u8 = 9;
const TAG_END: u8 = 10;

const HAS_VELOCITY: u8 = 1;
const HAS_FACING: u8 = 2;
const HAS_HEALTH: u8 = 4;
const HAS_ARMOR: u8 = 8;
const NEW_HEALTH: u8 = 16;
const NEW_ARMOR: u8 = 32;
const ALIVE: u8 = 64;
const JUMPED: u8 = 128;

/// What a recording says about itself, and how much memory it may take.
#[derive(Clone, Debug, PartialEq)]
pub struct RecorderParams {
    /// Name of the match.
    pub name: String,
    /// Name of the game.
    pub game: String,
    /// Name of the level's geometry: matches with the same one are on the same level.
    pub map: String,
    /// Ticks per second of the game.
    pub tick_hz: f64,
    /// Ground run speed, m/s.
    pub v_max: f64,
    /// Width of a body, metres.
    pub body_width: f64,
    /// Lengths are rounded to multiples of this, metres; speeds alike, m/s.
    pub resolution: f64,
    /// Bytes that wait to be pulled, at most.
    pub capacity: u32,
    /// A block is closed when it has so many bytes …
    pub block_bytes: u32,
    /// … or spans so much time.
    pub block_time: Nanos,
    /// Most entities.
    pub max_entities: u32,
}

impl Default for RecorderParams {
    fn default() -> Self {
        Self {
            name: String::from("match"),
            game: String::new(),
            map: String::new(),
            tick_hz: 20.0,
            v_max: DEFAULT_RUN_SPEED,
            body_width: 0.8,
            resolution: 0.001,
            capacity: 1 << 20,
            block_bytes: 1 << 14,
            block_time: SECOND,
            max_entities: 1024,
        }
    }
}

impl RecorderParams {
    /// Refuses values outside of their ranges, by name.
    pub fn check(&self) -> Result<()> {
        let ranges = [
            ("tick_hz", self.tick_hz, 0.1, 1e4),
            ("v_max", self.v_max, 1e-3, 1e6),
            ("body_width", self.body_width, 1e-3, 1e6),
            ("resolution", self.resolution, 1e-6, 1.0),
            ("capacity", self.capacity.into(), 65_536.0, 1_073_741_824.0),
            ("block_bytes", self.block_bytes.into(), 256.0, f64::from(self.capacity) / 4.0),
            ("max_entities", self.max_entities.into(), 1.0, 1_048_576.0),
        ];
        for (name, value, least, most) in ranges {
            if !(least..=most).contains(&value) {
                return Err(Error::invalid(format!("{name} is {}, must be {least} to {most}", Short(value))));
            }
        }
        if self.block_time < 1 {
            return Err(Error::invalid(format!("block_time is {}, must be at least 1", self.block_time)));
        }
        for (name, text) in [("name", &self.name), ("game", &self.game), ("map", &self.map)] {
            check_text(text, name)?;
        }
        if self.name.is_empty() || self.name.starts_with('.') || self.name.contains(['/', '\\']) {
            return Err(Error::invalid(format!("name is \"{}\", must be usable as a folder name", self.name)));
        }
        Ok(())
    }
}

/// Texts end up in comma-separated tables without quotes.
fn check_text(text: &str, name: &str) -> Result<()> {
    if text.len() > MAX_TEXT {
        return Err(Error::invalid(format!("{name} has {} bytes, must be at most {MAX_TEXT}", text.len())));
    }
    match text.chars().find(|c| c.is_control() || [',', '"'].contains(c)) {
        Some(c) => {
            Err(Error::invalid(format!("{name} contains {c:?}; commas, quotes and control characters cannot be")))
        }
        None => Ok(()),
    }
}

/// What an entity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum EntityKind {
    /// Whose movement is predicted.
    Player = 0,
    /// Something to pick up.
    Item = 1,
    /// Where players come into the level.
    Spawn = 2,
    /// Anything else worth knowing: a jump pad, a teleporter, a flag, a ball.
    Hotspot = 3,
}

impl EntityKind {
    /// All, by their numbers.
    pub const ALL: [Self; 4] = [Self::Player, Self::Item, Self::Spawn, Self::Hotspot];
}

/// Somebody or something in the match.
#[derive(Clone, Debug, PartialEq)]
pub struct Entity {
    /// The host's number; each once.
    pub id: u32,
    /// What it is.
    pub kind: EntityKind,
    /// Its team; 0 = none.
    pub team: u32,
    /// What it is called. Names of people do not belong here.
    pub name: String,
    /// Where it stands; `None` for what moves.
    pub position: Option<DVec3>,
}

/// State of an entity at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Where it is, metres.
    pub position: DVec3,
    /// Its velocity, m/s.
    pub velocity: Option<DVec3>,
    /// Where it looks; forward is -Z.
    pub facing: Option<DQuat>,
    /// Hit points.
    pub health: Option<f32>,
    /// Armour points.
    pub armor: Option<f32>,
    /// Dead players are recorded too, so that one knows that they are.
    pub alive: bool,
    /// It came here by a respawn or teleport.
    pub jumped: bool,
}

impl Sample {
    /// Somebody alive at a place, nothing else known.
    pub fn at(position: DVec3) -> Self {
        Self { position, velocity: None, facing: None, health: None, armor: None, alive: true, jumped: false }
    }
}

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum EventKind {
    /// The actor hurt the target; the value is the damage.
    Hit = 0,
    /// The actor killed the target.
    Kill = 1,
    /// The actor shot; the value is the weapon.
    Shot = 2,
    /// The actor took the item that is the target.
    Pickup = 3,
    /// The item that is the actor is there from now on.
    ItemUp = 4,
    /// The item that is the actor is gone.
    ItemDown = 5,
    /// The actor came into the level; the target is the spawn point.
    Spawn = 6,
}

impl EventKind {
    /// All, by their numbers.
    pub const ALL: [Self; 7] =
        [Self::Hit, Self::Kill, Self::Shot, Self::Pickup, Self::ItemUp, Self::ItemDown, Self::Spawn];
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// What.
    pub kind: EventKind,
    /// Who did it; `None` = the world or unknown.
    pub actor: Option<u32>,
    /// To whom.
    pub target: Option<u32>,
    /// Damage, weapon, amount.
    pub value: Option<f64>,
}
