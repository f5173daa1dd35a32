//! Senders: what is to be told about owned entities.

use super::arg::{Caller, export, in_range, plain, unknown_value};
use super::error::{Outcome, fail};
use super::frame::{Frame, vector_from};
use super::guard::guard;
use super::handle::{self, Kind, resolve};
use super::map::{AntPheromoneMap, MapObject};
use super::net_codec::{AntCodec, CodecObject};
use super::object::Object;
use super::profile::{AntProfile, profile};
use super::status::*;
use super::structs::{Desc, sized};
use super::world::{AntWorld, WorldObject};
use crate::base::ErrorKind;
use crate::net::sender::{DistanceTable, Metric, SenderKind};
use crate::net::{Sender, SenderCapacity, SenderParams};
use std::sync::Arc;

/// What observers do between two updates.
pub type AntSenderKind = u32;
/// Type 1: updates carry the velocity, receivers run a model.
pub const ANT_SENDER_SHARED_MODEL: AntSenderKind = 0;
/// Type 2: updates carry a prediction vector (ANT_UPDATE_PREDICTION_VECTOR), receivers go along it.
pub const ANT_SENDER_OWNER_LINE: AntSenderKind = 1;
/// How errors of position are measured.
pub type AntMetric = u32;
/// Errors are measured in space.
pub const ANT_METRIC_SPACE: AntMetric = 0;
/// Errors are measured over the ground; heights do not count.
pub const ANT_METRIC_GROUND: AntMetric = 1;
/// Distances of AntSenderRules::distances.
pub const ANT_SENDER_KNOTS: u32 = 4;

// The header generator needs a literal above.
const _: () = assert!(ANT_SENDER_KNOTS as usize == crate::net::sender::MAX_KNOTS);

/// Decides what is told to whom about owned entities. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntSender {
    /// Opaque.
    pub id: u64,
}
plain!(AntSender);

/// Parameters of a sender. Fill it with ant_sender_desc_init and set `codec`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntSenderDesc {
    /// Set by ant_sender_desc_init.
    pub struct_size: u32,
    /// Most entities. Default 64. [Limit: 1 to 1048576]
    pub max_entities: u32,
    /// Most connections. Default 64. [Limit: 1 to 4096, and at most 16777216 together with max_entities]
    pub max_connections: u32,
    /// Updates of an entity under way to a connection that acknowledges, which are remembered: at least round trip * updates per second. Default 8. [Limit: 1 to 32]
    pub in_flight: u32,
    /// How updates are measured, and the host's frame; copied.
    pub codec: AntCodec,
    /// [opt] The level, for entities whose receivers' model heeds it; null (default) = the map's, or none.
    pub world: AntWorld,
    /// [opt] The fields, for AntReckoning; null (default) = none. Must be of the same level.
    pub map: AntPheromoneMap,
}
sized!(AntSenderDesc, 40, "call ant_sender_desc_init", {
    struct_size, max_entities, max_connections, in_flight, codec, world, map
});

impl Desc for AntSenderDesc {
    fn defaults() -> Self {
        let capacity = SenderCapacity::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            max_entities: capacity.entities,
            max_connections: capacity.connections,
            in_flight: capacity.in_flight,
            codec: AntCodec { id: 0 },
            world: AntWorld { id: 0 },
            map: AntPheromoneMap { id: 0 },
        }
    }
}

/// When an update of an entity is sent: when any threshold is exceeded. INFINITY = off. Metres and seconds, whatever the frame. Fill it with ant_sender_rules_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntSenderRules {
    /// Set by ant_sender_rules_init.
    pub struct_size: u32,
    /// ANT_SENDER_OWNER_LINE (default) or ANT_SENDER_SHARED_MODEL.
    pub kind: AntSenderKind,
    /// ANT_METRIC_SPACE (default) or ANT_METRIC_GROUND.
    pub metric: AntMetric,
    /// How many of `distances` are used. Default 0. [Limit: <= 4]
    pub distance_count: u32,
    /// Most the receivers may be off, metres. Default 0.1. [Limit: AntCodecInfo::position_error and a little more, to 1e9]
    pub position: f64,
    /// Most the error may sum up to since the last update, metre seconds. Default INFINITY. [Limit: 0 to 1e9]
    pub time_space: f64,
    /// Most the orientation may be off, radians. Default 0.1745 (10 degrees). [Limit: AntCodecInfo::orientation_error to pi, or INFINITY]
    pub orientation: f64,
    /// Most the speed may have changed, m/s. Default INFINITY. [Limit: 0 to 1e9]
    pub speed: f64,
    /// Most the direction of motion may have changed, radians. Default INFINITY. [Limit: 0 to pi, or INFINITY]
    pub direction: f64,
    /// Most the velocity may have changed (length of the difference), m/s. Default INFINITY. [Limit: 0 to 1e9]
    pub velocity: f64,
    /// Farthest it may have moved, however well it is predicted, metres. Default INFINITY. [Limit: as for position]
    pub moved: f64,
    /// Most the acceleration may have changed, m/s^2. Default INFINITY. [Limit: 0 to 1e9]
    pub acceleration: f64,
    /// Slower than this, m/s, an entity is at rest: told at once, and receivers hold it. 0 = never. Default 0.05. [Limit: 0 to 1e9]
    pub stop_speed: f64,
    /// Longest time between two updates, nanoseconds; INT64_MAX = any. Default 5 s. [Limit: 1 to 1 h]
    pub heartbeat: i64,
    /// Shortest time between two updates, nanoseconds; enter, leave, teleport, stop and freeze do not wait. Default 0. [Limit: 0 to 1 h]
    pub min_gap: i64,
    /// Distances of the observer, metres, rising …
    pub distances: [f64; 4],
    /// … and the factor on all thresholds there; linear between them. [Limit: 0.001 to 1000]
    pub factors: [f64; 4],
}
sized!(AntSenderRules, 168, "call ant_sender_rules_init", {
    struct_size, kind, metric, distance_count, position, time_space, orientation, speed, direction, velocity, moved,
    acceleration, stop_speed, heartbeat, min_gap, distances, factors
});

impl Desc for AntSenderRules {
    fn defaults() -> Self {
        let p = SenderParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            kind: p.kind as u32,
            metric: p.metric as u32,
            distance_count: 0,
            position: p.position,
            time_space: p.time_space,
            orientation: p.orientation,
            speed: p.speed,
            direction: p.direction,
            velocity: p.velocity,
            moved: p.moved,
            acceleration: p.acceleration,
            stop_speed: p.stop_speed,
            heartbeat: p.heartbeat,
            min_gap: p.min_gap,
            distances: [0.0; 4],
            factors: [1.0; 4],
        }
    }
}

impl AntSenderRules {
    fn params(&self) -> Outcome<SenderParams> {
        let kind = SenderKind::ALL.get(self.kind as usize).copied();
        let metric = Metric::ALL.get(self.metric as usize).copied();
        in_range(self.distance_count.into(), 0.0, ANT_SENDER_KNOTS.into(), "rules.distance_count")?;
        let knots = core::array::from_fn(|i| (self.distances[i], self.factors[i]));
        Ok(SenderParams {
            kind: kind.ok_or_else(|| {
                unknown_value(self.kind, "rules.kind", "ANT_SENDER_SHARED_MODEL, ANT_SENDER_OWNER_LINE")
            })?,
            metric: metric
                .ok_or_else(|| unknown_value(self.metric, "rules.metric", "ANT_METRIC_SPACE, ANT_METRIC_GROUND"))?,
            position: self.position,
            time_space: self.time_space,
            orientation: self.orientation,
            speed: self.speed,
            direction: self.direction,
            velocity: self.velocity,
            moved: self.moved,
            acceleration: self.acceleration,
            stop_speed: self.stop_speed,
            heartbeat: self.heartbeat,
            min_gap: self.min_gap,
            by_distance: DistanceTable { knots, len: self.distance_count as usize },
        })
    }
}

/// A sender behind its handle.
pub(super) struct SenderObject {
    object: Object<Sender>,
    pub(super) frame: Frame,
    pub(super) world: Option<Arc<WorldObject>>,
    pub(super) map: Option<Arc<MapObject>>,
    pub(super) tag: handle::Tag,
}

impl Kind for SenderObject {
    const KIND: u8 = 8;
    const NAME: &'static str = "sender";
    type State = Sender;
    fn object(&self) -> &Object<Sender> {
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

/// Makes a sender. It keeps its level and map alive, also when their handles are destroyed. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_sender_create(desc: *const AntSenderDesc, out_sender: *mut AntSender) -> AntStatus {
    export!("ant_sender_create", |c| {
        let (out, desc) = (c.out(out_sender, "out_sender")?, c.desc(desc, "desc")?);
        let codec = resolve::<CodecObject>(desc.codec.id)?;
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
        if world.as_ref().is_some_and(|world| !world.frame.agrees_with(&codec.frame)) {
            return Err(fail!(
                ANT_ERROR_MISMATCH,
                "`codec` and `world` have different frames: give AntCodecDesc the frame of the world"
            ));
        }
        let capacity = SenderCapacity {
            entities: desc.max_entities,
            connections: desc.max_connections,
            in_flight: desc.in_flight,
        };
        let sender = Sender::new(codec.read()?.params(), &capacity)?;
        let sender =
            SenderObject { object: Object::new(sender), frame: codec.frame, world, map, tag: handle::Tag::next() };
        out.write(AntSender { id: handle::insert(sender)? });
        Ok(ANT_OK)
    })
}

pub(super) fn rules(c: Caller<'_>, pointer: *const AntSenderRules) -> Outcome<SenderParams> {
    c.desc(pointer, "rules")?.params()
}

/// Adds an entity, or changes when updates of one are sent. ANT_ERROR_STATE when the number is still leaving. Mutating.
/// entity: its number on the network
/// profile: [opt] how receivers predict a new one; null = along the straight line of the update (ANT_MODEL_DR1 without corrections), which is cheapest. Receivers
///   must use the same one, and its model must rest on nothing but the updates and what all machines share. Not looked at for one that is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_sender_set_entity(
    sender: AntSender,
    entity: u32,
    rules: *const AntSenderRules,
    profile: *const AntProfile,
) -> AntStatus {
    export!("ant_sender_set_entity", |c| {
        let params = self::rules(c, rules)?;
        let model = if profile.is_null() { None } else { Some(self::profile(c, profile)?) };
        let object = resolve::<SenderObject>(sender.id)?;
        let mut sender = object.write()?;
        match sender.set_params(entity, &params) {
            Err(error) if error.kind == ErrorKind::NotFound => sender.add_entity(entity, &params, model.as_ref())?,
            changed => changed?,
        }
        Ok(ANT_OK)
    })
}

/// Lets an entity leave. Its number is free again once every connection that knew it was told. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_sender_remove_entity(sender: AntSender, entity: u32) -> AntStatus {
    guard("ant_sender_remove_entity", move || {
        resolve::<SenderObject>(sender.id)?.write()?.remove_entity(entity)?;
        Ok(ANT_OK)
    })
}
