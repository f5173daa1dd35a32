//! Taking in updates about entities.

use super::arg::{export, foreign_flags, known_flags};
use super::batch;
use super::error::{Outcome, fail};
use super::frame::{Frame, check_rotation, rotation_from, vector_from};
use super::handle::{Kind, resolve, spin};
use super::learned::{ExpertHook, HostExpert};
use super::map::MapState;
use super::net_codec as update;
use super::object::Writing;
use super::predictor::{AntEntity, AntPredictor, PredictorObject, alive};
use super::status::*;
use super::stream::{ANT_U16, ANT_U32, AntStream, IDS, ROTATIONS, STATUSES, TIMES, VECTORS, check_overlap};
use super::structs::{Desc, sized};
use crate::base::Short;
use crate::base::math::{DQuat, DVec3};
use crate::predict::learned::{Expert, ObserveContext};
use crate::predict::{BaseMotion, EntityId, Observation, ObserveReport, Predictor};
use crate::world::World;
use parking_lot::RwLockReadGuard;

/// Flags of AntObservation and AntObserveBatch. They share no bit with AntUpdateFlags: the wrong family is refused.
pub type AntObserveFlags = u32;
/// The entity is not on the ground: drops do not stop it.
pub const ANT_OBSERVE_AIRBORNE: AntObserveFlags = 2048;
/// The entity was moved, it did not move: estimates start anew.
pub const ANT_OBSERVE_TELEPORTED: AntObserveFlags = 4096;
/// AntObservation::velocity is given.
pub const ANT_OBSERVE_HAS_VELOCITY: AntObserveFlags = 8192;
/// AntObservation::acceleration is given.
pub const ANT_OBSERVE_HAS_ACCELERATION: AntObserveFlags = 16384;
/// AntObservation::orientation is given.
pub const ANT_OBSERVE_HAS_ORIENTATION: AntObserveFlags = 32768;
/// AntObservation::base_… are given: the entity rides on a moving base (lift, vehicle), and its position, velocity, acceleration and orientation are in the base's frame.
pub const ANT_OBSERVE_HAS_BASE: AntObserveFlags = 65536;
/// AntObservation::angular_velocity is given.
pub const ANT_OBSERVE_HAS_ANGULAR_VELOCITY: AntObserveFlags = 131072;

pub(super) const ALL_FLAGS: u32 = 127 * ANT_OBSERVE_AIRBORNE;
const BATCH_FLAGS: u32 = ANT_OBSERVE_AIRBORNE | ANT_OBSERVE_TELEPORTED;
const _: () = assert!(ALL_FLAGS & update::ALL_FLAGS == 0);

fn known_observe_flags(flags: u32, known: u32, name: &str) -> Outcome<u32> {
    if flags & update::ALL_FLAGS != 0 {
        return Err(foreign_flags(flags & update::ALL_FLAGS, name, "ANT_UPDATE_…", "ANT_OBSERVE_…"));
    }
    known_flags(flags, known, name)
}

/// Fastest spin, radians per second.
const MAX_SPIN: f64 = 1e6;

/// One update about an entity, in the host's frame. Fill it with ant_observation_init. Fields without their flag are not read.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntObservation {
    /// Set by ant_observation_init.
    pub struct_size: u32,
    /// ANT_OBSERVE_… Default 0.
    pub flags: AntObserveFlags,
    /// When it was true, nanoseconds on the game clock.
    pub time: i64,
    /// Where it was.
    pub position: [f64; 3],
    /// Units per second, with ANT_OBSERVE_HAS_VELOCITY; else estimated.
    pub velocity: [f64; 3],
    /// Units per second^2, with ANT_OBSERVE_HAS_ACCELERATION; else estimated.
    pub acceleration: [f64; 3],
    /// x, y, z, w, with ANT_OBSERVE_HAS_ORIENTATION; else as before. [Limit: length 1]
    pub orientation: [f64; 4],
    /// The host's own number of the base, with ANT_OBSERVE_HAS_BASE.
    pub base_id: u64,
    /// Position of the base's own origin.
    pub base_position: [f64; 3],
    /// Rotation of the base: x, y, z, w. [Limit: length 1]
    pub base_orientation: [f64; 4],
    /// Velocity of the base, units per second.
    pub base_velocity: [f64; 3],
    /// Angular velocity of the base, radians per second about the host's axes. [Limit: -1e6 to 1e6]
    pub base_angular_velocity: [f64; 3],
    /// Angular velocity about the entity's own axes (those that its orientation turns), radians per second, with
    /// ANT_OBSERVE_HAS_ANGULAR_VELOCITY; only the rotating DIS models use it. [Limit: -1e6 to 1e6]
    pub angular_velocity: [f64; 3],
}
sized!(AntObservation, 232, "call ant_observation_init", {
    struct_size, flags, time, position, velocity, acceleration, orientation, base_id, base_position, base_orientation,
    base_velocity, base_angular_velocity, angular_velocity
});

impl Desc for AntObservation {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            flags: 0,
            time: 0,
            position: [0.0; 3],
            velocity: [0.0; 3],
            acceleration: [0.0; 3],
            orientation: [0.0, 0.0, 0.0, 1.0],
            base_id: 0,
            base_position: [0.0; 3],
            base_orientation: [0.0, 0.0, 0.0, 1.0],
            base_velocity: [0.0; 3],
            base_angular_velocity: [0.0; 3],
            angular_velocity: [0.0; 3],
        }
    }
}

impl AntObservation {
    fn checked(&self, frame: &Frame) -> Outcome<Observation> {
        let flags = known_observe_flags(self.flags, ALL_FLAGS, "observation.flags")?;
        let has = |flag: u32| flags & flag != 0;
        let vector = |flag, v, name| has(flag).then(|| vector_from(frame, v, name)).transpose();
        Ok(Observation {
            time: self.time,
            position: vector_from(frame, self.position, "observation.position")?,
            velocity: vector(ANT_OBSERVE_HAS_VELOCITY, self.velocity, "observation.velocity")?,
            acceleration: vector(ANT_OBSERVE_HAS_ACCELERATION, self.acceleration, "observation.acceleration")?,
            orientation: has(ANT_OBSERVE_HAS_ORIENTATION)
                .then(|| rotation_from(frame, self.orientation, "observation.orientation"))
                .transpose()?,
            angular_velocity: has(ANT_OBSERVE_HAS_ANGULAR_VELOCITY)
                .then(|| {
                    let spin = frame.own_axial_in(DVec3::from_array(self.angular_velocity));
                    check_spin(spin, format_args!("observation.angular_velocity"))
                })
                .transpose()?,
            airborne: has(ANT_OBSERVE_AIRBORNE),
            teleported: has(ANT_OBSERVE_TELEPORTED),
            base: has(ANT_OBSERVE_HAS_BASE).then(|| self.base(frame)).transpose()?,
        })
    }

    fn base(&self, frame: &Frame) -> Outcome<BaseMotion> {
        let spin = frame.axial_in(DVec3::from_array(self.base_angular_velocity));
        Ok(BaseMotion {
            id: self.base_id,
            position: vector_from(frame, self.base_position, "observation.base_position")?,
            orientation: check_rotation(
                frame.base_rotation_in(DQuat::from_array(self.base_orientation)),
                format_args!("observation.base_orientation"),
            )?,
            velocity: vector_from(frame, self.base_velocity, "observation.base_velocity")?,
            angular_velocity: check_spin(spin, format_args!("observation.base_angular_velocity"))?,
        })
    }
}

/// An angular velocity of a size the core can compute with.
pub(super) fn check_spin(spin: DVec3, name: core::fmt::Arguments<'_>) -> Outcome<DVec3> {
    if spin.to_array().iter().all(|component| component.abs() <= MAX_SPIN) {
        return Ok(spin);
    }
    let status = if spin.is_finite() { ANT_ERROR_OUT_OF_RANGE } else { ANT_ERROR_NOT_FINITE };
    Err(fail!(status, "`{name}` is {}, must be within ±{MAX_SPIN} radians per second", Short(spin)))
}

/// A predictor that is held for observing, with the trails of its map and the host's expert where there are any.
pub(super) struct Observer<'a> {
    object: &'a PredictorObject,
    pub(super) predictor: Writing<'a, Predictor>,
    map: Option<(Writing<'a, MapState>, RwLockReadGuard<'a, World>)>,
    hook: Option<ExpertHook>,
}

impl<'a> Observer<'a> {
    /// Locks everything, or nothing.
    pub(super) fn new(object: &'a PredictorObject) -> Outcome<Self> {
        let predictor = object.write()?;
        let map = object.map.as_ref().map(|map| map.for_observing()).transpose()?.flatten();
        let hook = *spin(|| object.expert.try_lock());
        Ok(Self { object, predictor, map, hook })
    }

    /// Runs with the predictor and what surrounds an entity of it; `None` = no certain one, whom the host's expert is not asked about.
    pub(super) fn run<T>(
        &mut self,
        entity: Option<u64>,
        run: impl FnOnce(&mut Predictor, ObserveContext<'_>) -> T,
    ) -> T {
        let hook = self.hook.zip(entity);
        let mut expert = hook.map(|(hook, entity)| HostExpert { hook, entity, frame: &self.object.frame });
        let context = ObserveContext {
            trails: self.map.as_mut().and_then(|(state, world)| state.map.trails_mut(world)),
            expert: expert.as_mut().map(|expert| expert as &mut dyn Expert),
            ..ObserveContext::default()
        };
        run(&mut self.predictor, context)
    }

    fn take(&mut self, id: EntityId, entity: u64, observation: &Observation) -> Outcome {
        let report = self.run(Some(entity), |predictor, context| predictor.observe_in(id, observation, context))?;
        Ok(match report {
            ObserveReport::Used => ANT_OK,
            ObserveReport::Late => ANT_LATE,
        })
    }
}

/// Takes in an update about an entity. ANT_LATE when it is not newer than the last one: then it is ignored.
/// Where the predictor's map has trails, the update is written into them, so the call needs the map alone as well (and reads its level): ANT_ERROR_BUSY, and nothing
/// changed, while another thread uses the map or it is between step_begin and step_end. Mutating.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_observe(
    predictor: AntPredictor,
    entity: AntEntity,
    observation: *const AntObservation,
) -> AntStatus {
    export!("ant_predictor_observe", |c| {
        let observation = c.desc(observation, "observation")?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        let observation = observation.checked(&object.frame)?;
        let id = object.entity(entity.id)?;
        Observer::new(&object)?.take(id, entity.id, &observation)
    })
}

/// Updates about many entities. Fill it with ant_observe_batch_init.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AntObserveBatch {
    /// Set by ant_observe_batch_init.
    pub struct_size: u32,
    /// Number of updates. Default 0.
    pub count: u32,
    /// Time of all updates where `times` is absent, nanoseconds. Default 0.
    pub time: i64,
    /// [count] ANT_U64: AntEntity
    pub entities: AntStream,
    /// [opt] [count] ANT_I64: nanoseconds
    pub times: AntStream,
    /// [count] ANT_F32X3 or ANT_F64X3
    pub positions: AntStream,
    /// [opt] [count] ANT_F32X3 or ANT_F64X3: units per second
    pub velocities: AntStream,
    /// [opt] [count] ANT_F32X3 or ANT_F64X3: units per second^2
    pub accelerations: AntStream,
    /// [opt] [count] ANT_F32X4 or ANT_F64X4: x, y, z, w
    pub orientations: AntStream,
    /// [opt] [count] ANT_U16 or ANT_U32: ANT_OBSERVE_AIRBORNE, ANT_OBSERVE_TELEPORTED
    pub flags: AntStream,
    /// [opt] [count] ANT_U8, ANT_I8 or ANT_I32, written: ANT_OK, ANT_LATE or an error
    pub status: AntStream,
    /// [opt] [count] ANT_F32X3 or ANT_F64X3: radians per second about the entity's own axes. [Limit: -1e6 to 1e6]
    pub angular_velocities: AntStream,
}
sized!(AntObserveBatch, 208, "call ant_observe_batch_init", {
    struct_size, count, time, entities, times, positions, velocities, accelerations, orientations, flags, status,
    angular_velocities
});

impl Desc for AntObserveBatch {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            count: 0,
            time: 0,
            entities: AntStream::NONE,
            times: AntStream::NONE,
            positions: AntStream::NONE,
            velocities: AntStream::NONE,
            accelerations: AntStream::NONE,
            orientations: AntStream::NONE,
            flags: AntStream::NONE,
            status: AntStream::NONE,
            angular_velocities: AntStream::NONE,
        }
    }
}

/// Takes in updates about many entities, in order. Allocates nothing. ANT_PARTIAL when some are bad and there is a status stream; without it one bad update
/// fails the call before anything changed. ANT_LATE when all are good and some came late. Needs the map alone as ant_predictor_observe does. Mutating.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_observe_batch(
    predictor: AntPredictor,
    batch: *const AntObserveBatch,
) -> AntStatus {
    export!("ant_predictor_observe_batch", |c| {
        let b = c.desc(batch, "batch")?;
        let n = b.count;
        let entities = c.input(&b.entities, n, IDS, "entities")?;
        let times = c.input_opt(&b.times, n, TIMES, "times")?;
        let positions = c.input(&b.positions, n, VECTORS, "positions")?;
        let velocities = c.input_opt(&b.velocities, n, VECTORS, "velocities")?;
        let accelerations = c.input_opt(&b.accelerations, n, VECTORS, "accelerations")?;
        let orientations = c.input_opt(&b.orientations, n, ROTATIONS, "orientations")?;
        let spins = c.input_opt(&b.angular_velocities, n, VECTORS, "angular_velocities")?;
        let flags = c.input_opt(&b.flags, n, &[ANT_U16, ANT_U32], "flags")?;
        let statuses = c.output_opt(&b.status, n, STATUSES, "status")?;
        let inputs = [Some(entities), times, Some(positions), velocities, accelerations, orientations, spins, flags];
        check_overlap(&inputs, &[statuses])?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        let frame = &object.frame;
        batch::run_on(
            n,
            statuses,
            &mut Observer::new(&object)?,
            |observer, i| {
                let flags = flags.map_or(Ok(0), |flags| known_observe_flags(flags.count(i)?, BATCH_FLAGS, "flags"))?;
                let observation = Observation {
                    time: times.map_or(b.time, |times| times.time(i)),
                    position: positions.vector(i, frame)?,
                    velocity: velocities.map(|v| v.vector(i, frame)).transpose()?,
                    acceleration: accelerations.map(|a| a.vector(i, frame)).transpose()?,
                    orientation: orientations.map(|o| o.rotation(i, frame)).transpose()?,
                    angular_velocity: spins
                        .map(|spins| check_spin(spins.own_axial(i, frame), format_args!("angular_velocities[{i}]")))
                        .transpose()?,
                    airborne: flags & ANT_OBSERVE_AIRBORNE != 0,
                    teleported: flags & ANT_OBSERVE_TELEPORTED != 0,
                    base: None,
                };
                Ok((alive(&observer.predictor, object.entity(entities.id(i))?)?, observation))
            },
            |observer, i, (id, observation)| observer.take(id, entities.id(i), &observation),
        )
    })
}
