//! Recording a match: samples and events.

use super::arg::{export, in_range, known_flags, unknown_value};
use super::error::Outcome;
use super::frame::{Frame, rotation_from};
use super::guard::guard;
use super::handle::{Kind, resolve};
use super::recorder::{AntRecorder, RecorderObject};
use super::status::*;
use super::stream::{ANT_U32, AntStream, COUNTS, ROTATIONS, SCALARS, VECTORS};
use super::structs::{Desc, sized};
use crate::record::{Event, EventKind, Sample};

/// What happened.
pub type AntRecordEvent = u32;
/// Event: the actor hurt the target; the value is the damage.
pub const ANT_RECORD_HIT: AntRecordEvent = 0;
/// Event: the actor killed the target.
pub const ANT_RECORD_KILL: AntRecordEvent = 1;
/// Event: the actor shot; the value is the weapon.
pub const ANT_RECORD_SHOT: AntRecordEvent = 2;
/// Event: the actor took the item that is the target.
pub const ANT_RECORD_PICKUP: AntRecordEvent = 3;
/// Event: the item that is the actor is there from now on.
pub const ANT_RECORD_ITEM_UP: AntRecordEvent = 4;
/// Event: the item that is the actor is gone.
pub const ANT_RECORD_ITEM_DOWN: AntRecordEvent = 5;
/// Event: the actor came into the level; the target is the spawn point.
pub const ANT_RECORD_SPAWNED: AntRecordEvent = 6;

/// In place of an actor or target: nobody, the world, or unknown.
pub const ANT_RECORD_NOBODY: u32 = 0xFFFF_FFFF;

/// Flags of a recorded sample.
pub type AntSampleFlags = u32;
/// Flag of a sample: it is dead; where its body lies is of no interest to predictions.
pub const ANT_SAMPLE_DEAD: AntSampleFlags = 1;
/// Flag of a sample: it came here by a respawn or teleport, since its last sample.
pub const ANT_SAMPLE_JUMPED: AntSampleFlags = 2;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_RECORD_HIT == EventKind::Hit as u32 && ANT_RECORD_KILL == EventKind::Kill as u32);
    assert!(ANT_RECORD_SHOT == EventKind::Shot as u32 && ANT_RECORD_PICKUP == EventKind::Pickup as u32);
    assert!(ANT_RECORD_ITEM_UP == EventKind::ItemUp as u32 && ANT_RECORD_ITEM_DOWN == EventKind::ItemDown as u32);
    assert!(ANT_RECORD_SPAWNED == EventKind::Spawn as u32);
};

/// Numbers of entities in streams.
const NUMBERS: &[u32] = &[ANT_U32];

/// The states of many entities in one tick. Fill it with ant_record_samples_init. All in the host's frame.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AntRecordSamples {
    /// Set by ant_record_samples_init.
    pub struct_size: u32,
    /// Elements of every stream.
    pub count: u32,
    /// [count] ANT_U32: whose, as in AntRecordEntity::id.
    pub ids: AntStream,
    /// [count] ANT_F32X3 or ANT_F64X3.
    pub positions: AntStream,
    /// [opt] [count] ANT_F32X3 or ANT_F64X3: units per second.
    pub velocities: AntStream,
    /// [opt] [count] ANT_F32X4 or ANT_F64X4: where they look.
    pub orientations: AntStream,
    /// [opt] [count] ANT_F32 or ANT_F64: hit points.
    pub health: AntStream,
    /// [opt] [count] ANT_F32 or ANT_F64: armour points.
    pub armor: AntStream,
    /// [opt] [count] ANT_U8, ANT_U16, ANT_U32 or ANT_I32: ANT_SAMPLE_DEAD, ANT_SAMPLE_JUMPED. Absent = all 0.
    pub flags: AntStream,
}
sized!(AntRecordSamples, 8 + 7 * size_of::<AntStream>() as u32, "call ant_record_samples_init", {
    struct_size, count, ids, positions, velocities, orientations, health, armor, flags
});

impl Desc for AntRecordSamples {
    fn defaults() -> Self {
        let none = AntStream::NONE;
        Self {
            struct_size: size_of::<Self>() as u32,
            count: 0,
            ids: none,
            positions: none,
            velocities: none,
            orientations: none,
            health: none,
            armor: none,
            flags: none,
        }
    }
}

/// Records the states of many entities. Time never goes back; it may stand still. One bad element, or too little room (ANT_ERROR_BUDGET: pull first), and
/// nothing is recorded. Nothing is allocated. Mutating.
/// time: nanoseconds on the game's clock
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_recorder_sample_batch(
    recorder: AntRecorder,
    time: i64,
    samples: *const AntRecordSamples,
) -> AntStatus {
    export!("ant_recorder_sample_batch", |c| {
        let batch = c.desc(samples, "samples")?;
        let n = batch.count;
        let ids = c.input(&batch.ids, n, NUMBERS, "samples.ids")?;
        let positions = c.input(&batch.positions, n, VECTORS, "samples.positions")?;
        let velocities = c.input_opt(&batch.velocities, n, VECTORS, "samples.velocities")?;
        let orientations = c.input_opt(&batch.orientations, n, ROTATIONS, "samples.orientations")?;
        let health = c.input_opt(&batch.health, n, SCALARS, "samples.health")?;
        let armor = c.input_opt(&batch.armor, n, SCALARS, "samples.armor")?;
        let flags = c.input_opt(&batch.flags, n, COUNTS, "samples.flags")?;
        let object = resolve::<RecorderObject>(recorder.id)?;
        let frame = &object.frame;
        let sample = |i: usize| -> Outcome<Sample> {
            let flags = known(flags.map_or(Ok(0), |flags| flags.count(i))?)?;
            Ok(Sample {
                position: positions.vector(i, frame)?,
                velocity: velocities.map(|v| v.vector(i, frame)).transpose()?,
                facing: orientations.map(|q| q.rotation(i, frame)).transpose()?,
                health: health.map(|h| h.scalar(i)).transpose()?,
                armor: armor.map(|a| a.scalar(i)).transpose()?,
                alive: flags & ANT_SAMPLE_DEAD == 0,
                jumped: flags & ANT_SAMPLE_JUMPED != 0,
            })
        };
        let mut recorder = object.write()?;
        for i in 0..n as usize {
            recorder.check_sample(time, ids.count(i)?, &sample(i)?)?;
        }
        recorder.check_room(n)?;
        for i in 0..n as usize {
            recorder.sample(time, ids.count(i)?, &sample(i)?)?;
        }
        Ok(ANT_OK)
    })
}

fn known(flags: u32) -> Outcome<u32> {
    known_flags(flags, ANT_SAMPLE_DEAD | ANT_SAMPLE_JUMPED, "flags")
}

/// Records the state of one entity. Nothing is allocated. Mutating.
/// time: nanoseconds on the game's clock; it never goes back
/// position: [(x, y, z)]
/// velocity: [opt] [(x, y, z)] units per second
/// orientation: [opt] [(x, y, z, w)] where it looks
/// flags: ANT_SAMPLE_DEAD, ANT_SAMPLE_JUMPED
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_recorder_sample(
    recorder: AntRecorder,
    time: i64,
    id: u32,
    position: *const f64,
    velocity: *const f64,
    orientation: *const f64,
    flags: AntSampleFlags,
) -> AntStatus {
    export!("ant_recorder_sample", |c| {
        let object = resolve::<RecorderObject>(recorder.id)?;
        let frame: &Frame = &object.frame;
        let flags = known(flags)?;
        let velocity = if velocity.is_null() { None } else { Some(c.point(velocity, "velocity", frame)?) };
        let facing = if orientation.is_null() {
            None
        } else {
            let given = c.read(orientation.cast::<[f64; 4]>(), "orientation")?;
            Some(rotation_from(frame, given, "orientation")?)
        };
        let sample = Sample {
            velocity,
            facing,
            alive: flags & ANT_SAMPLE_DEAD == 0,
            jumped: flags & ANT_SAMPLE_JUMPED != 0,
            ..Sample::at(c.point(position, "position", frame)?)
        };
        object.write()?.sample(time, id, &sample)?;
        Ok(ANT_OK)
    })
}

/// Records that something happened. Nothing is allocated. Mutating.
/// time: nanoseconds on the game's clock; it never goes back
/// kind: ANT_RECORD_HIT … ANT_RECORD_SPAWNED
/// actor: an entity, or ANT_RECORD_NOBODY
/// target: an entity, or ANT_RECORD_NOBODY
/// value: damage, weapon or amount, as the kind says; 0 when there is none
#[unsafe(no_mangle)]
pub extern "C" fn ant_recorder_event(
    recorder: AntRecorder,
    time: i64,
    kind: AntRecordEvent,
    actor: u32,
    target: u32,
    value: f64,
) -> AntStatus {
    guard("ant_recorder_event", move || {
        let Some(kind) = EventKind::ALL.get(kind as usize) else {
            return Err(unknown_value(kind, "kind", "ANT_RECORD_HIT (0) to ANT_RECORD_SPAWNED (6)"));
        };
        in_range(value, f64::MIN, f64::MAX, "value")?;
        let party = |id: u32| (id != ANT_RECORD_NOBODY).then_some(id);
        let event =
            Event { kind: *kind, actor: party(actor), target: party(target), value: Some(value).filter(|v| *v != 0.0) };
        resolve::<RecorderObject>(recorder.id)?.write()?.event(time, &event)?;
        Ok(ANT_OK)
    })
}
