//! `AntRecorder`.

use super::AntWorld;
use super::number;
use super::options::{self, Slot};
use crate::convert::{rotation, told, vector};
use antreckon::base::{Error, Result};
use antreckon::record::{Entity, EntityKind, Event, EventKind, Recorder, RecorderParams, Sample};
use godot::prelude::*;

/// Records a match as bytes, from which the [code]antreckon[/code] program learns, tunes and reports.
///
/// It writes no files: call [method pull] now and then and append what it gives to a file.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
struct AntRecorder {
    recorder: Recorder,
    base: Base<RefCounted>,
}

fn params(given: &VarDictionary) -> Result<RecorderParams> {
    let mut params = RecorderParams::default();
    let slots = &mut [
        ("name", Slot::Text(&mut params.name)),
        ("game", Slot::Text(&mut params.game)),
        ("map", Slot::Text(&mut params.map)),
        ("tick_hz", Slot::Number(&mut params.tick_hz)),
        ("v_max", Slot::Number(&mut params.v_max)),
        ("body_width", Slot::Number(&mut params.body_width)),
        ("resolution", Slot::Number(&mut params.resolution)),
        ("capacity", Slot::Whole(&mut params.capacity)),
        ("block_bytes", Slot::Whole(&mut params.block_bytes)),
        ("block_time", Slot::Seconds(&mut params.block_time)),
        ("max_entities", Slot::Whole(&mut params.max_entities)),
    ];
    options::read(given, slots)?;
    Ok(params)
}

/// Ids of events may be -1 = nobody.
fn party(id: i64) -> Result<Option<u32>> {
    if id < 0 { Ok(None) } else { number(id).map(Some) }
}

#[godot_api]
impl AntRecorder {
    /// Whose movement is predicted.
    #[constant]
    const PLAYER: i64 = EntityKind::Player as i64;
    /// Something to pick up.
    #[constant]
    const ITEM: i64 = EntityKind::Item as i64;
    /// Where players come into the level.
    #[constant]
    const SPAWN_POINT: i64 = EntityKind::Spawn as i64;
    /// Anything else worth knowing.
    #[constant]
    const HOTSPOT: i64 = EntityKind::Hotspot as i64;
    /// The actor hurt the target; the value is the damage.
    #[constant]
    const HIT: i64 = EventKind::Hit as i64;
    /// The actor killed the target.
    #[constant]
    const KILL: i64 = EventKind::Kill as i64;
    /// The actor shot; the value is the weapon.
    #[constant]
    const SHOT: i64 = EventKind::Shot as i64;
    /// The actor took the item that is the target.
    #[constant]
    const PICKUP: i64 = EventKind::Pickup as i64;
    /// The item that is the actor is there from now on.
    #[constant]
    const ITEM_UP: i64 = EventKind::ItemUp as i64;
    /// The item that is the actor is gone.
    #[constant]
    const ITEM_DOWN: i64 = EventKind::ItemDown as i64;
    /// The actor came into the level; the target is the spawn point.
    #[constant]
    const SPAWNED: i64 = EventKind::Spawn as i64;

    /// Begins a recording. [param parameters] may have [code]name[/code], [code]game[/code] and [code]map[/code] (texts),
    /// [code]tick_hz[/code] (20), [code]v_max[/code] (8.128 m/s), [code]body_width[/code] (0.8 m), [code]resolution[/code] (0.001 m),
    /// [code]capacity[/code] (1048576 bytes that wait to be pulled), [code]block_bytes[/code] (16384), [code]block_time[/code] (1 s),
    /// [code]max_entities[/code] (1024).
    #[func]
    fn create(parameters: VarDictionary) -> Option<Gd<Self>> {
        let made = params(&parameters).and_then(|params| Recorder::new(&params));
        told("AntRecorder.create", made).map(|recorder| Gd::from_init_fn(|base| Self { recorder, base }))
    }

    /// Adds an entity under a number of your choice. [param place] is where it stands, null for what moves. Names of people do not
    /// belong here.
    #[func]
    fn add_entity(&mut self, id: i64, kind: i64, team: i64, name: GString, place: Variant) -> bool {
        let kind = usize::try_from(kind).ok().and_then(|kind| EntityKind::ALL.get(kind).copied());
        let added = number(id).and_then(|id| {
            let kind = kind.ok_or_else(|| Error::invalid("kind must be PLAYER, ITEM, SPAWN_POINT or HOTSPOT"))?;
            let position = place.try_to::<Vector3>().ok().map(vector);
            self.recorder.add_entity(&Entity { id, kind, team: number(team)?, name: name.to_string(), position })
        });
        told("AntRecorder.add_entity", added).is_some()
    }

    /// Records where an entity is at a time in nanoseconds. [param more] may have [code]velocity[/code] ([Vector3]), [code]facing[/code]
    /// ([Quaternion]), [code]health[/code], [code]armor[/code], [code]alive[/code] (true), [code]jumped[/code] (false).
    #[func]
    fn sample(&mut self, time: i64, id: i64, place: Vector3, more: VarDictionary) -> bool {
        let seen = |name: &str| more.get(name);
        let flag = |name, default| seen(name).and_then(|value| value.try_to_relaxed().ok()).unwrap_or(default);
        let single = |name| seen(name).and_then(|value| value.try_to_relaxed::<f32>().ok());
        let sample = Sample {
            velocity: seen("velocity").and_then(|value| value.try_to().ok()).map(vector),
            facing: seen("facing").and_then(|value| value.try_to().ok()).map(rotation),
            health: single("health"),
            armor: single("armor"),
            alive: flag("alive", true),
            jumped: flag("jumped", false),
            ..Sample::at(vector(place))
        };
        let done = number(id).and_then(|id| self.recorder.sample(time, id, &sample));
        told("AntRecorder.sample", done).is_some()
    }

    /// Records that something happened; -1 = nobody.
    #[func]
    fn event(&mut self, time: i64, kind: i64, actor: i64, target: i64, value: f64) -> bool {
        let kind = usize::try_from(kind).ok().and_then(|kind| EventKind::ALL.get(kind).copied());
        let done = kind.ok_or_else(|| Error::invalid("kind must be HIT to SPAWNED")).and_then(|kind| {
            let event = Event { kind, actor: party(actor)?, target: party(target)?, value: Some(value) };
            self.recorder.event(time, &event)
        });
        told("AntRecorder.event", done).is_some()
    }

    /// Records the level. False: pull, then call again.
    #[func]
    fn level(&mut self, world: Option<Gd<AntWorld>>) -> bool {
        let done = world.ok_or_else(|| Error::invalid("world is null")).and_then(|world| {
            let level = world.bind().level.clone();
            self.recorder.level(&level.world())
        });
        told("AntRecorder.level", done).unwrap_or(false)
    }

    /// Closes the open block, so that all that was recorded can be pulled.
    #[func]
    fn flush(&mut self) {
        self.recorder.flush();
    }

    /// Ends the recording; nothing can be recorded after it. Pull once more.
    #[func]
    fn finish(&mut self) -> bool {
        told("AntRecorder.finish", self.recorder.finish()).is_some()
    }

    /// The bytes since the last call, to be appended to a file.
    #[func]
    fn pull(&mut self) -> PackedByteArray {
        let bytes = PackedByteArray::from(self.recorder.waiting());
        self.recorder.pulled(bytes.len());
        bytes
    }

    /// Counts so far: [code]entities[/code], [code]ticks[/code], [code]samples[/code], [code]events[/code], [code]bytes[/code].
    #[func]
    fn stats(&self) -> VarDictionary {
        let stats = self.recorder.stats();
        vdict! {
            "entities" => i64::from(stats.entities),
            "ticks" => stats.ticks as i64,
            "samples" => stats.samples as i64,
            "events" => stats.events as i64,
            "bytes" => stats.written as i64,
        }
    }
}
