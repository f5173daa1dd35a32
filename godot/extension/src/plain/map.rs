//! `AntPheromoneMap`.

use super::AntWorld;
use crate::convert::{nanos, told, vector, vector_out};
use crate::level::Level;
use crate::resources::AntLayer;
use crate::workers;
use antreckon::base::math::lift;
use antreckon::base::{Error, Result};
use antreckon::pheromone::trail::TrailParams;
use antreckon::pheromone::{HotSpotKind, LayerParams, MapParams, PheromoneMap, Reader, Source, StepTask};
use antreckon::world::World;
use godot::prelude::*;
use std::sync::{Arc, Mutex};

/// Pheromones over a level: what is worth going to smells.
///
/// A level has one map; ghosts and predictors of the level feel it.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
pub(crate) struct AntPheromoneMap {
    pub(super) level: Arc<Level>,
    base: Base<RefCounted>,
}

/// The parameters of a map with these layers.
pub(crate) fn map_params(layers: Vec<LayerParams>, steps_per_second: f64, start: i64) -> Result<MapParams> {
    if !(0.01..=1000.0).contains(&steps_per_second) {
        let message = format!("steps_per_second is {steps_per_second}, must be 0.01 to 1000");
        return Err(Error::invalid(message));
    }
    Ok(MapParams { step: nanos(1.0 / steps_per_second), start, layers, ..MapParams::default() })
}

impl AntPheromoneMap {
    pub(crate) fn of(level: Arc<Level>) -> Gd<Self> {
        Gd::from_init_fn(|base| Self { level, base })
    }

    pub(super) fn change<T>(
        &self,
        what: &str,
        change: impl FnOnce(&mut PheromoneMap, &World) -> Result<T>,
    ) -> Option<T> {
        told(what, self.level.change_map(change))
    }

    pub(super) fn read<T>(&self, what: &str, read: impl FnOnce(&PheromoneMap, &World) -> Result<T>) -> Option<T> {
        told(what, self.level.read_map(read))
    }
}

#[godot_api]
impl AntPheromoneMap {
    /// Somebody was here.
    #[constant]
    const PRESENCE: i64 = 0;
    /// Somebody made a kill here.
    #[constant]
    const KILL: i64 = 1;
    /// Somebody died here.
    #[constant]
    const DEATH: i64 = 2;

    /// Lays a map over [param world], in place of the one there is; [param start] is its time in nanoseconds.
    #[func]
    fn create(
        world: Option<Gd<AntWorld>>,
        layers: Array<Gd<AntLayer>>,
        steps_per_second: f64,
        start: i64,
    ) -> Option<Gd<Self>> {
        let made = world.ok_or_else(|| Error::invalid("world is null")).and_then(|world| {
            let layers = layers.iter_shared().map(|layer| layer.bind().params()).collect();
            let level = world.bind().level.clone();
            level.make_map(&map_params(layers, steps_per_second, start)?)?;
            Ok(level)
        });
        told("AntPheromoneMap.create", made).map(Self::of)
    }

    /// Adds something that smells, under a number of your choice. Static sources are there at once, moving ones spread.
    #[func]
    fn add_source(&mut self, id: i64, layer: i64, place: Vector3, strength: f32, moving: bool) -> bool {
        let layer = usize::try_from(layer).unwrap_or(usize::MAX);
        let source = Source { layer, position: vector(place), emission: strength, fixed: !moving };
        self.change("AntPheromoneMap.add_source", |map, world| map.add_source(world, id as u64, &source)).is_some()
    }

    /// Moves a source.
    #[func]
    fn move_source(&mut self, id: i64, place: Vector3) -> bool {
        let place = vector(place);
        self.change("AntPheromoneMap.move_source", |map, world| map.move_source(world, id as u64, place)).is_some()
    }

    /// Changes how much a source emits per step; negative repels.
    #[func]
    fn set_strength(&mut self, id: i64, strength: f32) -> bool {
        self.change("AntPheromoneMap.set_strength", |map, world| map.set_emission(world, id as u64, strength)).is_some()
    }

    /// Takes a source (an item was picked up) or brings it back.
    #[func]
    fn set_source_active(&mut self, id: i64, active: bool) -> bool {
        let set = |map: &mut PheromoneMap, world: &World| map.set_source_active(world, id as u64, active);
        self.change("AntPheromoneMap.set_source_active", set).is_some()
    }

    /// Removes a source; its scent fades.
    #[func]
    fn remove_source(&mut self, id: i64) -> bool {
        self.change("AntPheromoneMap.remove_source", |map, _| map.remove_source(id as u64)).is_some()
    }

    /// Lays an amount down once.
    #[func]
    fn deposit(&mut self, layer: i64, place: Vector3, amount: f32) -> bool {
        let layer = usize::try_from(layer).unwrap_or(usize::MAX);
        let deposit = |map: &mut PheromoneMap, world: &World| map.deposit(world, layer, vector(place), amount);
        self.change("AntPheromoneMap.deposit", deposit).is_some()
    }

    /// Notes what happened at a place: [constant PRESENCE], [constant KILL] or [constant DEATH].
    #[func]
    fn note(&mut self, kind: i64, place: Vector3) -> bool {
        let kinds = [HotSpotKind::Presence, HotSpotKind::Kill, HotSpotKind::Death];
        let kind = usize::try_from(kind).ok().and_then(|kind| kinds.get(kind).copied());
        let note = |map: &mut PheromoneMap, world: &World| {
            let kind = kind.ok_or_else(|| Error::invalid("kind must be PRESENCE, KILL or DEATH"))?;
            map.note(world, kind, vector(place))
        };
        self.change("AntPheromoneMap.note", note).is_some()
    }

    /// Adds a player who smells, or changes how much; the others feel it and it never feels itself.
    #[func]
    fn add_avatar(&mut self, id: i64, strength: f32) -> bool {
        self.change("AntPheromoneMap.add_avatar", |map, world| map.add_avatar(world, id as u64, strength)).is_some()
    }

    /// Moves a player.
    #[func]
    fn move_avatar(&mut self, id: i64, place: Vector3) -> bool {
        let place = vector(place);
        self.change("AntPheromoneMap.move_avatar", |map, world| map.move_avatar(world, id as u64, place)).is_some()
    }

    /// Removes a player.
    #[func]
    fn remove_avatar(&mut self, id: i64) -> bool {
        self.change("AntPheromoneMap.remove_avatar", |map, _| map.remove_avatar(id as u64)).is_some()
    }

    /// How one player smells to another: positive attracts, negative repels.
    #[func]
    fn set_pair_weight(&mut self, reader: i64, emitter: i64, weight: f32) -> bool {
        let set = |map: &mut PheromoneMap, _: &World| map.set_pair_weight(reader as u64, emitter as u64, weight);
        self.change("AntPheromoneMap.set_pair_weight", set).is_some()
    }

    /// Starts to remember how players move from each place; the models TRAIL and AUTO predict by it.
    #[func]
    fn enable_trails(&mut self) -> bool {
        let enable = |map: &mut PheromoneMap, world: &World| map.enable_trails(&TrailParams::default(), world.origin());
        self.change("AntPheromoneMap.enable_trails", enable).is_some()
    }

    /// Goes on to a time in nanoseconds. The map steps at its own rate, whatever the frame rate.
    #[func]
    fn step_to(&mut self, time: i64) -> bool {
        self.change("AntPheromoneMap.step_to", |map, world| map.step_to(world, time)).is_some()
    }

    /// As [method step_to], on the threads of the [WorkerThreadPool]; the same result to the bit.
    #[func]
    fn step_to_in_threads(&mut self, time: i64) -> bool {
        self.change("AntPheromoneMap.step_to_in_threads", |map, world| step_in_threads(map, world, time)).is_some()
    }

    /// How much of a layer lies at a place.
    #[func]
    fn value_at(&self, layer: i64, place: Vector3) -> f32 {
        let layer = usize::try_from(layer).unwrap_or(usize::MAX);
        let read = |map: &PheromoneMap, world: &World| {
            Ok(world.cell_at(vector(place)).map_or(0.0, |cell| map.density(world, layer, cell)))
        };
        self.read("AntPheromoneMap.value_at", read).unwrap_or(0.0)
    }

    /// Where it smells better, for somebody who wants each layer as much as [param weights] say.
    #[func]
    fn gradient_at(&self, place: Vector3, weights: PackedFloat32Array) -> Vector3 {
        let read = |map: &PheromoneMap, world: &World| {
            let reader = Reader { weights: weights.as_slice(), avatar: None };
            let slope = world.cell_at(vector(place)).map(|cell| map.gradient(world, &reader, cell));
            Ok(slope.map_or(Vector3::ZERO, |slope| vector_out(lift(slope, 0.0))))
        };
        self.read("AntPheromoneMap.gradient_at", read).unwrap_or(Vector3::ZERO)
    }

    /// Sum of a layer over the whole level.
    #[func]
    fn total(&self, layer: i64) -> f64 {
        let layer = usize::try_from(layer).unwrap_or(usize::MAX);
        self.read("AntPheromoneMap.total", |map, _| Ok(map.total(layer))).unwrap_or(0.0)
    }

    /// Time up to which the map is computed, nanoseconds.
    #[func]
    fn time(&self) -> i64 {
        self.read("AntPheromoneMap.time", |map, _| Ok(map.time())).unwrap_or(0)
    }

    /// Equal on machines whose maps are equal.
    #[func]
    fn state_hash(&self) -> i64 {
        self.read("AntPheromoneMap.state_hash", |map, _| Ok(map.state_hash() as i64)).unwrap_or(0)
    }

    /// The whole state, for late joiners.
    #[func]
    fn snapshot(&self) -> PackedByteArray {
        let bytes = self.read("AntPheromoneMap.snapshot", |map, world| Ok(map.snapshot(world)));
        bytes.map_or_else(PackedByteArray::new, |bytes| bytes.as_slice().into())
    }

    /// Takes over a [method snapshot] of the same level.
    #[func]
    fn restore(&mut self, snapshot: PackedByteArray) -> bool {
        let restore = |map: &mut PheromoneMap, world: &World| map.restore(world, snapshot.as_slice());
        self.change("AntPheromoneMap.restore", restore).is_some()
    }
}

/// One step after the other until `time`, each cut into tasks for the pool.
pub(crate) fn step_in_threads(map: &mut PheromoneMap, world: &World, time: i64) -> Result<()> {
    let most = map.params().max_catch_up;
    for _ in 0..most {
        let Some(mut job) = map.begin_step(world, time)? else { break };
        let reading = &*map;
        let tasks: Vec<Mutex<&mut StepTask>> = job.tasks.iter_mut().map(Mutex::new).collect();
        workers::run(tasks.len(), &|task| {
            tasks[task].lock().unwrap_or_else(|poisoned| poisoned.into_inner()).run(reading, world);
        });
        drop(tasks);
        map.end_step(world, job)?;
    }
    Ok(())
}
