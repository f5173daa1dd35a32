//! Predictors: making and ending them, their entities, their state as a whole.

use super::arg::{check_vector, export, in_range, plain};
use super::batch;
use super::error::{Outcome, fail};
use super::frame::vector_from;
use super::frame::{AntFrame, Frame};
use super::guard::guard;
use super::handle::{self, Kind, child_id, resolve};
use super::learned::ExpertHook;
use super::level_input::arena_id;
use super::map::{AntPheromoneMap, MapObject};
use super::object::Object;
use super::profile::{AntProfile, profile};
use super::status::*;
use super::stream::{AntStream, IDS};
use super::structs::{Desc, sized};
use super::world::{AntWorld, WorldObject};
use crate::base::math::DVec3;
use crate::predict::{EntityId, PredictScratch, Predictor};
use parking_lot::Mutex;
use std::sync::Arc;

/// Entities and what is known of their motion. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntPredictor {
    /// Opaque.
    pub id: u64,
}

/// An entity of a predictor. Zero is null. Refused by other predictors and after its removal.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntEntity {
    /// Opaque.
    pub id: u64,
}
plain!(AntPredictor, AntEntity);

/// Parameters of a predictor. Fill it with ant_predictor_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntPredictorDesc {
    /// Set by ant_predictor_desc_init.
    pub struct_size: u32,
    /// Most entities; more give ANT_ERROR_BUDGET. Default 65536. [Limit: <= 16777215]
    pub max_entities: u32,
    /// [opt] The level, for obstacles; null (default) = the map's, or none.
    pub world: AntWorld,
    /// [opt] The fields, for AntReckoning; null (default) = none. Must be of the same level.
    pub map: AntPheromoneMap,
    /// The host's frame; only without a level and a map, else theirs counts. Default canonical.
    pub frame: AntFrame,
}
sized!(AntPredictorDesc, 56, "call ant_predictor_desc_init", { struct_size, max_entities, world, map, frame });

impl Desc for AntPredictorDesc {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            max_entities: 65_536,
            world: AntWorld { id: 0 },
            map: AntPheromoneMap { id: 0 },
            frame: AntFrame::CANONICAL,
        }
    }
}

/// A predictor behind its handle.
pub(super) struct PredictorObject {
    object: Object<Predictor>,
    pub(super) world: Option<Arc<WorldObject>>,
    pub(super) map: Option<Arc<MapObject>>,
    pub(super) frame: Frame,
    pub(super) tag: handle::Tag,
    /// Memory of predictions that follow paths.
    pub(super) scratch: Mutex<PredictScratch>,
    /// The host's own expert; exchanged only while the predictor is held for writing.
    pub(super) expert: Mutex<Option<ExpertHook>>,
}

impl Kind for PredictorObject {
    const KIND: u8 = 3;
    const NAME: &'static str = "predictor";
    type State = Predictor;
    fn object(&self) -> &Object<Predictor> {
        &self.object
    }
    fn bytes(&self) -> Outcome<u64> {
        Ok(self.read()?.bytes() as u64)
    }
    fn state_hash(&self) -> Outcome<u64> {
        Ok(self.read()?.state_hash())
    }
    fn snapshot(&self) -> Outcome<Vec<u8>> {
        Ok(self.read()?.snapshot())
    }
    fn restore(&self, bytes: &[u8]) -> Outcome<()> {
        Ok(self.write()?.restore(bytes)?)
    }
    fn rebase(&self, shift: [f64; 3]) -> Outcome<()> {
        let shift = vector_from(&self.frame, shift, "shift")?;
        Ok(self.write()?.rebase(shift)?)
    }
}

impl PredictorObject {
    /// The entity of an id, if it can be one of this predictor.
    #[inline]
    pub(super) fn entity(&self, id: u64) -> Outcome<EntityId> {
        arena_id(id, self.tag).ok_or_else(|| not_of_this_predictor(id))
    }

    pub(super) fn id_of(&self, id: EntityId) -> u64 {
        child_id(id.index, self.tag, id.generation)
    }
}

#[cold]
fn not_of_this_predictor(id: u64) -> super::error::Fail {
    fail!(ANT_ERROR_NOT_FOUND, "the entity {id:#018x} is null or not of this predictor")
}

/// Fails when an entity was removed.
pub(super) fn alive(predictor: &Predictor, id: EntityId) -> Outcome<EntityId> {
    if predictor.profile(id).is_some() {
        return Ok(id);
    }
    Err(fail!(ANT_ERROR_NOT_FOUND, "the entity with index {} and generation {} was removed", id.index, id.generation))
}

/// Makes a predictor. It keeps its level and map alive, also when their handles are destroyed. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_create(
    desc: *const AntPredictorDesc,
    out_predictor: *mut AntPredictor,
) -> AntStatus {
    export!("ant_predictor_create", |c| {
        let (out, desc) = (c.out(out_predictor, "out_predictor")?, c.desc(desc, "desc")?);
        in_range(desc.max_entities.into(), 0.0, handle::MAX_CHILDREN.into(), "max_entities")?;
        let given = Frame::new(&desc.frame)?;
        let map = match desc.map.id {
            0 => None,
            id => Some(resolve::<MapObject>(id)?.keep()),
        };
        let world = match desc.world.id {
            0 => map.as_ref().map(|map| map.world.clone()),
            id => Some(resolve::<WorldObject>(id)?.keep()),
        };
        if let (Some(map), Some(world)) = (&map, &world)
            && !Arc::ptr_eq(&map.world, world)
        {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`map` is not a map over `world`"));
        }
        let predictor = PredictorObject {
            object: Object::new(Predictor::new(desc.max_entities)),
            frame: world.as_ref().map_or(given, |world| world.frame),
            world,
            map,
            tag: handle::Tag::next(),
            scratch: Mutex::default(),
            expert: Mutex::default(),
        };
        out.write(AntPredictor { id: handle::insert(predictor)? });
        Ok(ANT_OK)
    })
}

/// Adds an entity of which nothing is known yet. Mutating.
/// profile: how it is predicted; copied
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_add_entity(
    predictor: AntPredictor,
    profile: *const AntProfile,
    out_entity: *mut AntEntity,
) -> AntStatus {
    export!("ant_predictor_add_entity", |c| {
        let (out, profile) = (c.out(out_entity, "out_entity")?, self::profile(c, profile)?);
        let object = resolve::<PredictorObject>(predictor.id)?;
        let id = object.write()?.add_entity(&profile)?;
        out.write(AntEntity { id: object.id_of(id) });
        Ok(ANT_OK)
    })
}

/// Forgets an entity; its id is refused from now on. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_predictor_remove_entity(predictor: AntPredictor, entity: AntEntity) -> AntStatus {
    guard("ant_predictor_remove_entity", move || {
        let object = resolve::<PredictorObject>(predictor.id)?;
        object.write()?.remove_entity(object.entity(entity.id)?)?;
        Ok(ANT_OK)
    })
}

/// Changes how an entity is predicted; what is known of its motion stays. Mutating.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_set_profile(
    predictor: AntPredictor,
    entity: AntEntity,
    profile: *const AntProfile,
) -> AntStatus {
    export!("ant_predictor_set_profile", |c| {
        let mut profile = self::profile(c, profile)?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        let id = object.entity(entity.id)?;
        let mut predictor = object.write()?;
        profile.other_force = predictor.profile(id).map_or(DVec3::ZERO, |known| known.other_force);
        predictor.set_profile(id, &profile)?;
        Ok(ANT_OK)
    })
}

/// Tells which other forces than those of the field act on an entity of ANT_MODEL_ANT (gravity, wind): part of the force of eq. 5 of the paper, weighed by
/// AntProfile::alpha and divided by its mass, in three dimensions, with or without a map. They stay until told anew. Mutating.
/// force: [(x, y, z)] along the host's axes, mass times m/s^2, each at most 1e9
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_set_force(
    predictor: AntPredictor,
    entity: AntEntity,
    force: *const f64,
) -> AntStatus {
    export!("ant_predictor_set_force", |c| {
        let force = DVec3::from_array(c.read(force.cast::<[f64; 3]>(), "force")?);
        let object = resolve::<PredictorObject>(predictor.id)?;
        let force = check_vector(object.frame.direction_in(force), "force")?;
        object.write()?.set_other_force(object.entity(entity.id)?, force)?;
        Ok(ANT_OK)
    })
}

/// Lists the entities in a fixed order, which a restored predictor shares with the one the snapshot came from. ANT_TRUNCATED when more follow. Const.
/// first: number of entities to skip
/// out_entities: [opt] [capacity] ANT_U64
/// out_count: receives the number of entities
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_entities(
    predictor: AntPredictor,
    first: u32,
    capacity: u32,
    out_entities: *const AntStream,
    out_count: *mut u32,
) -> AntStatus {
    export!("ant_predictor_entities", |c| {
        let entities = c.output_opt(&c.stream(out_entities), capacity, IDS, "out_entities")?;
        let out = c.out(out_count, "out_count")?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        let predictor = object.read()?;
        let total = predictor.entity_count();
        let (written, status) = batch::page(total, first, capacity);
        if let Some(entities) = entities {
            for (i, id) in predictor.entities().skip(first as usize).take(written).enumerate() {
                entities.id(i, object.id_of(id));
            }
        }
        out.write(total as u32);
        Ok(status)
    })
}
