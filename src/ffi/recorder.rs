//! Recording a match into bytes that the host writes to a file: the recorder as a whole.

use super::arg::{export, in_range, known_flags, null, plain, unknown_value};
use super::error::{Outcome, fail};
use super::frame::{AntFrame, Frame, vector_from};
use super::guard::guard;
use super::handle::{self, Kind, resolve};
use super::object::Object;
use super::status::*;
use super::structs::{Desc, sized};
use super::world::{AntWorld, WorldObject};
use crate::record::{Entity, EntityKind, Recorder, RecorderParams};
use core::ffi::{c_char, c_void};
use std::string::String;

/// A recording of a match in the making. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntRecorder {
    /// Opaque.
    pub id: u64,
}
plain!(AntRecorder);

/// What a recorded entity is.
pub type AntRecordKind = u32;
/// Kind of a recorded entity: whose movement is predicted.
pub const ANT_RECORD_PLAYER: AntRecordKind = 0;
/// Kind of a recorded entity: something to pick up.
pub const ANT_RECORD_ITEM: AntRecordKind = 1;
/// Kind of a recorded entity: where players come into the level.
pub const ANT_RECORD_SPAWN: AntRecordKind = 2;
/// Kind of a recorded entity: a jump pad, a teleporter, a flag, a ball.
pub const ANT_RECORD_HOTSPOT: AntRecordKind = 3;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_RECORD_PLAYER == EntityKind::Player as u32 && ANT_RECORD_ITEM == EntityKind::Item as u32);
    assert!(ANT_RECORD_SPAWN == EntityKind::Spawn as u32 && ANT_RECORD_HOTSPOT == EntityKind::Hotspot as u32);
};

/// Bytes of a text in a descriptor, the zero at its end included.
const TEXT: usize = 64;

/// What a recording says about itself, and how much memory it may take. Fill it with ant_recorder_desc_init. Texts are UTF-8, end with a zero and have
/// no commas, quotes or control characters.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntRecorderDesc {
    /// Set by ant_recorder_desc_init.
    pub struct_size: u32,
    /// Most bytes that wait to be pulled. Default 1048576. [Limit: 65536 to 2^30]
    pub capacity: u32,
    /// The host's coordinate frame, in which all positions are given. Default canonical.
    pub frame: AntFrame,
    /// Name of the match, usable as a folder name. Default "match".
    pub name: [c_char; 64],
    /// Name of the game. Default "".
    pub game: [c_char; 64],
    /// Name of the level's geometry: matches with the same one are on the same level. Default "".
    pub map: [c_char; 64],
    /// Ticks per second of the game. Default 20. [Limit: 0.1 to 10000]
    pub tick_hz: f64,
    /// Ground run speed, m/s. Default 8.128. [Limit: 0.001 to 1e6]
    pub v_max: f64,
    /// Width of a body, metres. Default 0.8. [Limit: 0.001 to 1e6]
    pub body_width: f64,
    /// Positions are rounded to multiples of this, metres; velocities alike, m/s. Default 0.001. [Limit: 1e-6 to 1]
    pub resolution: f64,
    /// What was recorded can be pulled after so many nanoseconds at the latest; a crash loses no more. Default 1 s. [Limit: >= 1]
    pub block_time: i64,
    /// … or after so many bytes. Default 16384. [Limit: 256 to a quarter of capacity]
    pub block_bytes: u32,
    /// Most entities. Default 1024. [Limit: 1 to 1048576]
    pub max_entities: u32,
}
sized!(AntRecorderDesc, 280, "call ant_recorder_desc_init", {
    struct_size, capacity, frame, name, game, map, tick_hz, v_max, body_width, resolution, block_time, block_bytes, max_entities
});

fn text_out(text: &str) -> [c_char; TEXT] {
    let mut out = [0; TEXT];
    for (to, from) in out[..TEXT - 1].iter_mut().zip(text.as_bytes()) {
        *to = *from as c_char;
    }
    out
}

fn text_in(text: &[c_char; TEXT], name: &str) -> Outcome<String> {
    let bytes = text.map(|c| c as u8);
    let Some(end) = bytes.iter().position(|byte| *byte == 0) else {
        return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`{name}` has no zero at its end"));
    };
    match core::str::from_utf8(&bytes[..end]) {
        Ok(text) => Ok(text.into()),
        Err(_) => Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`{name}` is not UTF-8")),
    }
}

impl Desc for AntRecorderDesc {
    fn defaults() -> Self {
        let p = RecorderParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            capacity: p.capacity,
            frame: AntFrame::CANONICAL,
            name: text_out(&p.name),
            game: text_out(&p.game),
            map: text_out(&p.map),
            tick_hz: p.tick_hz,
            v_max: p.v_max,
            body_width: p.body_width,
            resolution: p.resolution,
            block_time: p.block_time,
            block_bytes: p.block_bytes,
            max_entities: p.max_entities,
        }
    }
}

impl AntRecorderDesc {
    fn checked(&self) -> Outcome<(RecorderParams, Frame)> {
        in_range(self.capacity.into(), 65_536.0, 1_073_741_824.0, "desc.capacity")?;
        in_range(self.block_bytes.into(), 256.0, f64::from(self.capacity / 4), "desc.block_bytes")?;
        in_range(self.max_entities.into(), 1.0, 1_048_576.0, "desc.max_entities")?;
        in_range(self.block_time as f64, 1.0, i64::MAX as f64, "desc.block_time")?;
        let params = RecorderParams {
            name: text_in(&self.name, "desc.name")?,
            game: text_in(&self.game, "desc.game")?,
            map: text_in(&self.map, "desc.map")?,
            tick_hz: in_range(self.tick_hz, 0.1, 1e4, "desc.tick_hz")?,
            v_max: in_range(self.v_max, 1e-3, 1e6, "desc.v_max")?,
            body_width: in_range(self.body_width, 1e-3, 1e6, "desc.body_width")?,
            resolution: in_range(self.resolution, 1e-6, 1.0, "desc.resolution")?,
            capacity: self.capacity,
            block_bytes: self.block_bytes,
            block_time: self.block_time,
            max_entities: self.max_entities,
        };
        Ok((params, Frame::new(&self.frame)?))
    }
}

/// A recorder behind its handle.
pub(super) struct RecorderObject {
    object: Object<Recorder>,
    pub(super) frame: Frame,
}

impl Kind for RecorderObject {
    const KIND: u8 = 16;
    const NAME: &'static str = "recorder";
    type State = Recorder;
    fn object(&self) -> &Object<Recorder> {
        &self.object
    }
    fn bytes(&self) -> Outcome<u64> {
        Ok(self.read()?.bytes() as u64)
    }
}

/// Begins a recording. All memory is taken here: capacity + max_entities * 120 bytes. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_recorder_create(
    desc: *const AntRecorderDesc,
    out_recorder: *mut AntRecorder,
) -> AntStatus {
    export!("ant_recorder_create", |c| {
        let out = c.out(out_recorder, "out_recorder")?;
        let (params, frame) = c.desc(desc, "desc")?.checked()?;
        let object = RecorderObject { object: Object::new(Recorder::new(&params)?), frame };
        out.write(AntRecorder { id: handle::insert(object)? });
        Ok(ANT_OK)
    })
}

/// Flags of AntRecordEntity.
pub type AntRecordFlags = u32;
/// The entity has no fixed position: it moves, or nobody knows.
pub const ANT_RECORD_MOVES: AntRecordFlags = 1;

/// Somebody or something in the match. Fill it with ant_record_entity_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntRecordEntity {
    /// Set by ant_record_entity_init.
    pub struct_size: u32,
    /// The host's number; each once. [Limit: < 2^32 - 1]
    pub id: u32,
    /// ANT_RECORD_PLAYER (default), ANT_RECORD_ITEM, ANT_RECORD_SPAWN or ANT_RECORD_HOTSPOT.
    pub kind: AntRecordKind,
    /// Its team; 0 = none. Default 0.
    pub team: u32,
    /// ANT_RECORD_MOVES (default) or 0.
    pub flags: AntRecordFlags,
    /// Must be 0.
    pub reserved: u32,
    /// Where it stands, in the host's frame; of no meaning with ANT_RECORD_MOVES.
    pub position: [f64; 3],
    /// What it is ("item_health"), as the texts of AntRecorderDesc. Names of people do not belong here. Default "".
    pub name: [c_char; 64],
}
sized!(AntRecordEntity, 112, "call ant_record_entity_init", {
    struct_size, id, kind, team, flags, reserved, position, name
});

impl Desc for AntRecordEntity {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            id: 0,
            kind: ANT_RECORD_PLAYER,
            team: 0,
            flags: ANT_RECORD_MOVES,
            reserved: 0,
            position: [0.0; 3],
            name: [0; TEXT],
        }
    }
}

impl AntRecordEntity {
    fn checked(&self, frame: &Frame) -> Outcome<Entity> {
        let Some(kind) = EntityKind::ALL.get(self.kind as usize) else {
            return Err(unknown_value(self.kind, "entity.kind", "ANT_RECORD_PLAYER (0) to ANT_RECORD_HOTSPOT (3)"));
        };
        if self.reserved != 0 {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`entity.reserved` is {}, must be 0", self.reserved));
        }
        in_range(self.id.into(), 0.0, f64::from(u32::MAX - 1), "entity.id")?;
        let moves = known_flags(self.flags, ANT_RECORD_MOVES, "entity.flags")? != 0;
        let position = if moves { None } else { Some(vector_from(frame, self.position, "entity.position")?) };
        Ok(Entity { id: self.id, kind: *kind, team: self.team, name: text_in(&self.name, "entity.name")?, position })
    }
}

/// Adds an entity, at any time; from now on it can be sampled and take part in events. ANT_ERROR_BUDGET when max_entities are there, or no room is left
/// before something was pulled. Mutating.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_recorder_add_entity(recorder: AntRecorder, entity: *const AntRecordEntity) -> AntStatus {
    export!("ant_recorder_add_entity", |c| {
        let entity = c.desc(entity, "entity")?;
        let object = resolve::<RecorderObject>(recorder.id)?;
        let entity = entity.checked(&object.frame)?;
        object.write()?.add_entity(&entity)?;
        Ok(ANT_OK)
    })
}

/// Records the level as it is now: polygons and links of a mesh, squares of a grid. ANT_TRUNCATED when the memory is full: pull, and call it again with
/// the same level until it returns ANT_OK. ANT_ERROR_STATE when a level is recorded already, or another one was begun. Mutating; the level is only read.
#[unsafe(no_mangle)]
pub extern "C" fn ant_recorder_level(recorder: AntRecorder, world: AntWorld) -> AntStatus {
    guard("ant_recorder_level", move || {
        let object = resolve::<RecorderObject>(recorder.id)?;
        let level = resolve::<WorldObject>(world.id)?;
        let mut recorder = object.write()?;
        let whole = recorder.level(&*level.read_from_other()?)?;
        Ok(if whole { ANT_OK } else { ANT_TRUNCATED })
    })
}

/// Takes out bytes that were recorded; written one after the other they are an .anttrace file. Call it every few ticks. ANT_EMPTY when there are none,
/// ANT_TRUNCATED when more wait. Mutating.
/// buf: [capacity bytes]
/// out_len: receives how many bytes were written to buf
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_recorder_pull(
    recorder: AntRecorder,
    buf: *mut c_void,
    capacity: u64,
    out_len: *mut u64,
) -> AntStatus {
    export!("ant_recorder_pull", |c| {
        let out = c.out(out_len, "out_len")?;
        if buf.is_null() {
            return Err(null("buf"));
        }
        in_range(capacity as f64, 1.0, u64::MAX as f64, "capacity")?;
        let object = resolve::<RecorderObject>(recorder.id)?;
        let mut recorder = object.write()?;
        let waiting = recorder.waiting();
        let take = waiting.len().min(usize::try_from(capacity).unwrap_or(usize::MAX));
        let left = waiting.len() - take;
        c.copy_bytes(&waiting[..take], buf, capacity, None)?;
        recorder.pulled(take);
        out.write(take as u64);
        Ok(match (take, left) {
            (0, _) => ANT_EMPTY,
            (_, 0) => ANT_OK,
            _ => ANT_TRUNCATED,
        })
    })
}

/// Makes everything recorded so far ready to be pulled. Not needed every tick: the recorder does it by itself after block_time or block_bytes. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_recorder_flush(recorder: AntRecorder) -> AntStatus {
    guard("ant_recorder_flush", move || {
        resolve::<RecorderObject>(recorder.id)?.write()?.flush();
        Ok(ANT_OK)
    })
}

/// Ends the recording; pull what is left. Whoever reads it will know that it is whole. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_recorder_finish(recorder: AntRecorder) -> AntStatus {
    guard("ant_recorder_finish", move || {
        resolve::<RecorderObject>(recorder.id)?.write()?.finish()?;
        Ok(ANT_OK)
    })
}

/// Counts of a recording.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntRecorderStats {
    /// Set by ant_recorder_stats_init.
    pub struct_size: u32,
    /// Entities.
    pub entities: u32,
    /// Different times at which something was recorded.
    pub ticks: u64,
    /// Samples.
    pub samples: u64,
    /// Events.
    pub events: u64,
    /// Closed blocks, pulled or not.
    pub blocks: u64,
    /// Their bytes.
    pub written: u64,
    /// Bytes that can be pulled now.
    pub waiting: u64,
    /// Bytes of memory held.
    pub bytes: u64,
}
sized!(AntRecorderStats, 64, "call ant_recorder_stats_init", {
    struct_size, entities, ticks, samples, events, blocks, written, waiting, bytes
});

/// Counts of a recording. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_recorder_stats(recorder: AntRecorder, out_stats: *mut AntRecorderStats) -> AntStatus {
    export!("ant_recorder_stats", |c| {
        let out = c.out_struct(out_stats, "out_stats")?;
        let object = resolve::<RecorderObject>(recorder.id)?;
        let recorder = object.read()?;
        let stats = recorder.stats();
        out.write(AntRecorderStats {
            struct_size: 0,
            entities: stats.entities,
            ticks: stats.ticks,
            samples: stats.samples,
            events: stats.events,
            blocks: stats.blocks,
            written: stats.written,
            waiting: stats.waiting,
            bytes: recorder.bytes() as u64,
        });
        Ok(ANT_OK)
    })
}
