//! A level and its fields, shared by everything that uses them: nodes and objects may go in any order.

use crate::files::Files;
use antreckon::base::{Error, Result};
use antreckon::pheromone::attract::NeedModel;
use antreckon::pheromone::{MapParams, PheromoneMap};
use antreckon::predict::LevelContext;
use antreckon::predict::learned::ObserveContext;
use antreckon::world::{World, WorldParams};
use std::sync::{Arc, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// A level with, perhaps, a map.
pub(crate) struct Level {
    world: RwLock<World>,
    map: RwLock<Option<PheromoneMap>>,
    wants: RwLock<Wants>,
    files: RwLock<Files>,
}

/// What the layers of the map are called, and how much what they stand for is needed.
#[derive(Default)]
pub(crate) struct Wants {
    /// Grows with every new map: who had sources in the old one must add them again.
    pub(crate) map: u64,
    pub(crate) layers: Vec<Want>,
}

/// One layer.
pub(crate) struct Want {
    pub(crate) name: String,
    /// How likely something is taken, by need.
    pub(crate) model: NeedModel,
    /// Present need, 0 to 1.
    pub(crate) need: f32,
}

impl Want {
    /// Degrees of need that are told apart.
    const DEGREES: usize = 5;

    pub(crate) fn new(name: String) -> Result<Self> {
        Ok(Self { name, model: NeedModel::new(Self::DEGREES)?, need: 0.0 })
    }

    /// How likely something of this layer is taken at present.
    pub(crate) fn share(&self) -> f32 {
        self.model.probability(self.need)
    }
}

impl Wants {
    /// Number of the layer of this name.
    pub(crate) fn layer(&self, name: &str) -> Option<usize> {
        self.layers.iter().position(|layer| layer.name == name)
    }
}

/// A level that players move in, its fields open for the trails they leave; or none.
pub(crate) struct Entered<'a> {
    world: Option<RwLockReadGuard<'a, World>>,
    map: Option<RwLockWriteGuard<'a, Option<PheromoneMap>>>,
}

impl<'a> Entered<'a> {
    pub(crate) fn new(level: Option<&'a Arc<Level>>) -> Self {
        Self { world: level.map(|level| level.world()), map: level.map(|level| level.map_mut()) }
    }

    pub(crate) fn parts(&mut self) -> (Option<&World>, Option<&mut PheromoneMap>) {
        (self.world.as_deref(), self.map.as_mut().and_then(|map| map.as_mut()))
    }

    pub(crate) fn scene(&self) -> LevelContext<'_> {
        LevelContext { world: self.world.as_deref(), map: self.map.as_ref().and_then(|map| map.as_ref()) }
    }
}

/// A level that is being read.
pub(crate) struct Seen<'a> {
    world: RwLockReadGuard<'a, World>,
    map: RwLockReadGuard<'a, Option<PheromoneMap>>,
}

impl Seen<'_> {
    pub(crate) fn scene(&self) -> LevelContext<'_> {
        LevelContext { world: Some(&self.world), map: self.map.as_ref() }
    }
}

impl Level {
    /// A level without floors.
    pub(crate) fn new(params: &WorldParams) -> Result<Arc<Self>> {
        Ok(Self::of(World::empty(params)?))
    }

    pub(crate) fn of(world: World) -> Arc<Self> {
        Arc::new(Self {
            world: RwLock::new(world),
            map: RwLock::new(None),
            wants: RwLock::default(),
            files: RwLock::default(),
        })
    }

    // A panic while a lock was held is godot-rust's to report; what is inside stays usable, because the core changes nothing
    // before it has checked everything.
    pub(crate) fn world(&self) -> RwLockReadGuard<'_, World> {
        self.world.read().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(crate) fn world_mut(&self) -> RwLockWriteGuard<'_, World> {
        self.world.write().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(crate) fn map(&self) -> RwLockReadGuard<'_, Option<PheromoneMap>> {
        self.map.read().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(crate) fn map_mut(&self) -> RwLockWriteGuard<'_, Option<PheromoneMap>> {
        self.map.write().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(crate) fn wants(&self) -> RwLockReadGuard<'_, Wants> {
        self.wants.read().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(crate) fn wants_mut(&self) -> RwLockWriteGuard<'_, Wants> {
        self.wants.write().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// What those who predict in this level begin with.
    pub(crate) fn files(&self) -> RwLockReadGuard<'_, Files> {
        self.files.read().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(crate) fn set_files(&self, files: Files) {
        *self.files.write().unwrap_or_else(|poisoned| poisoned.into_inner()) = files;
    }

    /// Changes the map.
    pub(crate) fn change_map<T>(&self, change: impl FnOnce(&mut PheromoneMap, &World) -> Result<T>) -> Result<T> {
        let world = self.world();
        let mut map = self.map_mut();
        change(map.as_mut().ok_or_else(no_map)?, &world)
    }

    /// Reads the map.
    pub(crate) fn read_map<T>(&self, read: impl FnOnce(&PheromoneMap, &World) -> Result<T>) -> Result<T> {
        let world = self.world();
        let map = self.map();
        read(map.as_ref().ok_or_else(no_map)?, &world)
    }

    /// Lays a new map over the level, in place of the one there is.
    pub(crate) fn make_map(&self, params: &MapParams) -> Result<()> {
        let map = PheromoneMap::new(&self.world(), params)?;
        *self.map_mut() = Some(map);
        self.wants_mut().map += 1;
        Ok(())
    }

    /// For predictions.
    pub(crate) fn see(&self) -> Seen<'_> {
        Seen { world: self.world(), map: self.map() }
    }

    /// For observations, which write into the map's trails where it has any.
    pub(crate) fn observe<T>(&self, work: impl FnOnce(ObserveContext<'_>) -> T) -> T {
        let world = self.world();
        let mut map = self.map_mut();
        let trails = map.as_mut().and_then(|map| map.trails_mut(&world));
        work(ObserveContext { trails, ..ObserveContext::default() })
    }
}

/// What an optional level offers to observations.
pub(crate) fn observe_in<T>(level: Option<&Arc<Level>>, work: impl FnOnce(ObserveContext<'_>) -> T) -> T {
    match level {
        Some(level) => level.observe(work),
        None => work(ObserveContext::default()),
    }
}

fn no_map() -> Error {
    Error::state("the level has no map")
}
