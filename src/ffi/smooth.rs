//! Smoothers: making and ending them, their state as a whole.

use super::arg::{export, in_range, known_flags, plain, unknown_value};
use super::error::{Outcome, fail};
use super::frame::vector_from;
use super::guard::guard;
use super::handle::{self, Kind, resolve};
use super::object::Object;
use super::predictor::{AntEntity, AntPredictor, PredictorObject};
use super::status::*;
use super::structs::{Desc, sized};
use crate::predict::PredictScratch;
use crate::smooth::{Method, Pace, SmoothParams, Smoother, TurnMethod};
use std::sync::Arc;

/// What is drawn of the entities of a predictor: it moves from where it is shown to where it is predicted. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntSmoother {
    /// Opaque.
    pub id: u64,
}
plain!(AntSmoother);

/// How a drawn position converges.
pub type AntSmoothMethod = u32;
/// At once.
pub const ANT_SMOOTH_SNAP: AntSmoothMethod = 0;
/// Straight, at constant speed.
pub const ANT_SMOOTH_LINEAR: AntSmoothMethod = 1;
/// Cubic Bezier curve to where the entity is predicted to be when the time of convergence is over.
pub const ANT_SMOOTH_BEZIER: AntSmoothMethod = 2;
/// Cubic Hermite difference to the present prediction: both velocities are kept.
pub const ANT_SMOOTH_HERMITE: AntSmoothMethod = 3;
/// Projective velocity blending.
pub const ANT_SMOOTH_PROJECTIVE_VELOCITY: AntSmoothMethod = 4;
/// Critically damped spring.
pub const ANT_SMOOTH_DAMPED: AntSmoothMethod = 5;
/// Along the way a walker would take, led by the predictor's map where it has one.
pub const ANT_SMOOTH_PATH: AntSmoothMethod = 6;
/// As near to the prediction as looks right: near corrections vanish at once, far ones as fast as does not look like a jump.
pub const ANT_SMOOTH_CHASE: AntSmoothMethod = 7;

/// How a drawn orientation converges.
pub type AntTurnMethod = u32;
/// Turns at once.
pub const ANT_TURN_SNAP: AntTurnMethod = 0;
/// Turns at constant rate, the shorter way.
pub const ANT_TURN_SLERP: AntTurnMethod = 1;
/// Turns as a critically damped spring does, the shorter way.
pub const ANT_TURN_DAMPED: AntTurnMethod = 2;

/// Flags of AntSmootherDesc.
pub type AntSmootherFlags = u32;
/// A correction that lies behind may move the entity back (default: it slows down).
pub const ANT_SMOOTHER_MAY_MOVE_BACK: AntSmootherFlags = 1;
/// Walls are not looked at (default: nothing is drawn through a wall of the predictor's level).
pub const ANT_SMOOTHER_IGNORE_WALLS: AntSmootherFlags = 2;

// The header generator needs literals above.
const _: () = {
    assert!(Method::Snap as u32 == ANT_SMOOTH_SNAP && Method::Linear as u32 == ANT_SMOOTH_LINEAR);
    assert!(Method::Bezier as u32 == ANT_SMOOTH_BEZIER && Method::Hermite as u32 == ANT_SMOOTH_HERMITE);
    assert!(Method::ProjectiveVelocity as u32 == ANT_SMOOTH_PROJECTIVE_VELOCITY);
    assert!(Method::Damped as u32 == ANT_SMOOTH_DAMPED && Method::Path as u32 == ANT_SMOOTH_PATH);
    assert!(Method::Chase as u32 == ANT_SMOOTH_CHASE);
    assert!(TurnMethod::Snap as u32 == ANT_TURN_SNAP && TurnMethod::Slerp as u32 == ANT_TURN_SLERP);
    assert!(TurnMethod::Damped as u32 == ANT_TURN_DAMPED);
};

/// Parameters of a smoother. Fill it with ant_smoother_desc_init. Lengths in metres, speeds in m/s, times in seconds, whatever the frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntSmootherDesc {
    /// Set by ant_smoother_desc_init.
    pub struct_size: u32,
    /// Entities at most; more give ANT_ERROR_BUDGET. Default 65536. [Limit: <= 16777215]
    pub capacity: u32,
    /// Whose entities, level and map.
    pub predictor: AntPredictor,
    /// Curve of the position: ANT_SMOOTH_… Default ANT_SMOOTH_CHASE.
    pub method: AntSmoothMethod,
    /// Curve of the orientation: ANT_TURN_… Default ANT_TURN_DAMPED.
    pub turn_method: AntTurnMethod,
    /// ANT_SMOOTHER_… Default 0.
    pub flags: AntSmootherFlags,
    /// Must be 0.
    pub reserved: u32,
    /// Time of convergence of the position: this times the mean gap between updates … Default 1.5. [Limit: 0 to 100]
    pub share: f64,
    /// … but not shorter than this. Default 0.05. [Limit: 0.001 to 60]
    pub least_time: f64,
    /// … and not longer than this. Default 0.5. [Limit: 0.001 to 60]
    pub most_time: f64,
    /// The same for the orientation. Default 1. [Limit: 0 to 100]
    pub turn_share: f64,
    /// Default 0.05. [Limit: 0.001 to 60]
    pub least_turn_time: f64,
    /// Default 0.25. [Limit: 0.001 to 60]
    pub most_turn_time: f64,
    /// Weight of a new gap in the mean gap. Default 0.2. [Limit: 1e-6 to 1]
    pub gap_weight: f64,
    /// Mean gap while none is known. Default 0.1. [Limit: 0.001 to 60]
    pub first_gap: f64,
    /// Farther corrections, straight or along the path, are jumps. Default 2.2. [Limit: 1e-6 to 1e9]
    pub snap_distance: f64,
    /// Slowest an entity is drawn that has to be waited for, as a share of its predicted speed. Default 0.25. [Limit: 0 to 1]
    pub least_speed: f64,
    /// Longest that slowing down may take; a lead of more than this many seconds of movement does move the entity back. Default 0.25. [Limit: 0.001 to 60]
    pub patience: f64,
    /// Slower predictions count as standing. Default 0.25. [Limit: 0 to 1e6]
    pub still_speed: f64,
    /// How far beside the walkable surface a prediction may lie and still count as on it. Default 1. [Limit: 0 to 100]
    pub surface_margin: f64,
    /// A path around a wall is walked at most this many times as fast as the entity. Default 3. [Limit: 1 to 100]
    pub catch_up: f64,
    /// How strongly the map leads ANT_SMOOTH_PATH, as in ant_map_path. Default 4. [Limit: 0 to 1e6]
    pub field_gain: f64,
    /// Speed at which entities of the game run: the drawn speeds of ANT_SMOOTH_CHASE are measured by it. Default 8. [Limit: 0.001 to 1e6]
    pub run_speed: f64,
    /// Drawn speed of a chase is at most this many times the run speed … Default 1.95. [Limit: 1 to 100]
    pub chase_run: f64,
    /// … or this many times the predicted speed, whichever is more; the larger the radius of a prediction, the less of its speed counts. Default 2. [Limit: 1 to 100]
    pub chase_speed: f64,
    /// Who is behind by as much as one runs in this time has caught up after it, within the bounds; nearer ones sooner, by the square root of the distance. A prediction that says its radius is caught up with in the time in which one runs the radius, where that is less. Default 0.14. [Limit: 0.001 to 60]
    pub chase_time: f64,
    /// How far the predictions that shape ANT_SMOOTH_BEZIER reach, in times of convergence. A third (default) keeps the velocity continuous; with 1 the control
    /// points are the two states and their predictions, as published. [Limit: 0 to 1]
    pub bezier_reach: f64,
}
sized!(AntSmootherDesc, 192, "call ant_smoother_desc_init", {
    struct_size, capacity, predictor, method, turn_method, flags, reserved, share, least_time, most_time, turn_share,
    least_turn_time, most_turn_time, gap_weight, first_gap, snap_distance, least_speed, patience, still_speed,
    surface_margin, catch_up, field_gain, run_speed, chase_run, chase_speed, chase_time, bezier_reach
});

impl Desc for AntSmootherDesc {
    fn defaults() -> Self {
        let p = SmoothParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            capacity: 65_536,
            predictor: AntPredictor { id: 0 },
            method: p.method as u32,
            turn_method: p.turn_method as u32,
            flags: 0,
            reserved: 0,
            share: p.position.share,
            least_time: p.position.least,
            most_time: p.position.most,
            turn_share: p.turn.share,
            least_turn_time: p.turn.least,
            most_turn_time: p.turn.most,
            gap_weight: p.gap_weight,
            first_gap: p.first_gap,
            snap_distance: p.snap_distance,
            least_speed: p.least_speed,
            patience: p.patience,
            still_speed: p.still_speed,
            surface_margin: p.surface_margin,
            catch_up: p.catch_up,
            field_gain: p.field_gain.into(),
            run_speed: p.run_speed,
            chase_run: p.chase_run,
            chase_speed: p.chase_speed,
            chase_time: p.chase_time,
            bezier_reach: p.bezier_reach,
        }
    }
}

impl AntSmootherDesc {
    fn params(&self) -> Outcome<SmoothParams> {
        let flags = known_flags(self.flags, ANT_SMOOTHER_MAY_MOVE_BACK | ANT_SMOOTHER_IGNORE_WALLS, "desc.flags")?;
        if self.reserved != 0 {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`desc.reserved` is {}, must be 0", self.reserved));
        }
        let method = *Method::ALL
            .get(self.method as usize)
            .ok_or_else(|| unknown_value(self.method, "desc.method", "ANT_SMOOTH_SNAP … ANT_SMOOTH_CHASE"))?;
        let turn_method = *TurnMethod::ALL
            .get(self.turn_method as usize)
            .ok_or_else(|| unknown_value(self.turn_method, "desc.turn_method", "ANT_TURN_SNAP … ANT_TURN_DAMPED"))?;
        let time = |value, name| in_range(value, 1e-3, 60.0, name);
        let params = SmoothParams {
            noise: SmoothParams::default().noise,
            method,
            turn_method,
            position: Pace {
                share: in_range(self.share, 0.0, 100.0, "desc.share")?,
                least: time(self.least_time, "desc.least_time")?,
                most: time(self.most_time, "desc.most_time")?,
            },
            turn: Pace {
                share: in_range(self.turn_share, 0.0, 100.0, "desc.turn_share")?,
                least: time(self.least_turn_time, "desc.least_turn_time")?,
                most: time(self.most_turn_time, "desc.most_turn_time")?,
            },
            gap_weight: in_range(self.gap_weight, 1e-6, 1.0, "desc.gap_weight")?,
            first_gap: time(self.first_gap, "desc.first_gap")?,
            snap_distance: in_range(self.snap_distance, 1e-6, 1e9, "desc.snap_distance")?,
            never_backwards: flags & ANT_SMOOTHER_MAY_MOVE_BACK == 0,
            least_speed: in_range(self.least_speed, 0.0, 1.0, "desc.least_speed")?,
            patience: time(self.patience, "desc.patience")?,
            still_speed: in_range(self.still_speed, 0.0, 1e6, "desc.still_speed")?,
            walls: flags & ANT_SMOOTHER_IGNORE_WALLS == 0,
            surface_margin: in_range(self.surface_margin, 0.0, 100.0, "desc.surface_margin")?,
            catch_up: in_range(self.catch_up, 1.0, 100.0, "desc.catch_up")?,
            field_gain: in_range(self.field_gain, 0.0, 1e6, "desc.field_gain")? as f32,
            run_speed: in_range(self.run_speed, 1e-3, 1e6, "desc.run_speed")?,
            chase_run: in_range(self.chase_run, 1.0, 100.0, "desc.chase_run")?,
            chase_speed: in_range(self.chase_speed, 1.0, 100.0, "desc.chase_speed")?,
            chase_time: time(self.chase_time, "desc.chase_time")?,
            bezier_reach: in_range(self.bezier_reach, 0.0, 1.0, "desc.bezier_reach")?,
        };
        in_range(self.least_time, 1e-3, self.most_time, "desc.least_time")?;
        in_range(self.least_turn_time, 1e-3, self.most_turn_time, "desc.least_turn_time")?;
        Ok(params)
    }
}

/// What a smoother's calls work on.
pub(super) struct SmootherState {
    pub(super) smoother: Smoother,
    /// Memory of predictions that follow paths.
    pub(super) scratch: PredictScratch,
}

/// A smoother behind its handle.
pub(super) struct SmootherObject {
    object: Object<SmootherState>,
    pub(super) predictor: Arc<PredictorObject>,
}

impl Kind for SmootherObject {
    const KIND: u8 = 9;
    const NAME: &'static str = "smoother";
    type State = SmootherState;
    fn object(&self) -> &Object<SmootherState> {
        &self.object
    }
    fn bytes(&self) -> Outcome<u64> {
        Ok(self.read()?.smoother.bytes() as u64)
    }
    fn state_hash(&self) -> Outcome<u64> {
        Ok(self.read()?.smoother.state_hash())
    }
    fn snapshot(&self) -> Outcome<Vec<u8>> {
        Ok(self.read()?.smoother.snapshot())
    }
    fn restore(&self, bytes: &[u8]) -> Outcome<()> {
        Ok(self.write()?.smoother.restore(bytes)?)
    }
    fn rebase(&self, shift: [f64; 3]) -> Outcome<()> {
        let shift = vector_from(&self.predictor.frame, shift, "shift")?;
        Ok(self.write()?.smoother.rebase(shift)?)
    }
}

/// Makes a smoother. It keeps its predictor (with level and map) alive, also when the handle of that is destroyed. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_smoother_create(
    desc: *const AntSmootherDesc,
    out_smoother: *mut AntSmoother,
) -> AntStatus {
    export!("ant_smoother_create", |c| {
        let (out, desc) = (c.out(out_smoother, "out_smoother")?, c.desc(desc, "desc")?);
        in_range(desc.capacity.into(), 0.0, handle::MAX_CHILDREN.into(), "desc.capacity")?;
        let smoother = Smoother::new(desc.capacity, &desc.params()?)?;
        let predictor = resolve::<PredictorObject>(desc.predictor.id)?.keep();
        let object = Object::new(SmootherState { smoother, scratch: PredictScratch::default() });
        out.write(AntSmoother { id: handle::insert(SmootherObject { object, predictor })? });
        Ok(ANT_OK)
    })
}

/// Changes the parameters; `predictor` and `capacity` of the descriptor are not looked at. Curves that are under way go on by the new method, which is seen.
/// Mutating.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_smoother_set_desc(smoother: AntSmoother, desc: *const AntSmootherDesc) -> AntStatus {
    export!("ant_smoother_set_desc", |c| {
        let params = c.desc(desc, "desc")?.params()?;
        resolve::<SmootherObject>(smoother.id)?.write()?.smoother.set_params(&params)?;
        Ok(ANT_OK)
    })
}

/// Forgets an entity, which appears anew when it is drawn again. ANT_EMPTY when it was not known. Entities that the predictor removed may be forgotten; if they are
/// not, the next one in their place takes their memory. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_smoother_forget(smoother: AntSmoother, entity: AntEntity) -> AntStatus {
    guard("ant_smoother_forget", move || {
        let object = resolve::<SmootherObject>(smoother.id)?;
        let id = object.predictor.entity(entity.id)?;
        Ok(if object.write()?.smoother.forget(id) { ANT_OK } else { ANT_EMPTY })
    })
}

/// What a smoother knows of an entity.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntSmootherInfo {
    /// Set by ant_smoother_info_init.
    pub struct_size: u32,
    /// Entities that the smoother knows, all together.
    pub entity_count: u32,
    /// Mean gap between the updates of this entity, seconds.
    pub mean_gap: f64,
    /// The time of convergence that follows from it, seconds.
    pub time: f64,
}
sized!(AntSmootherInfo, 24, "call ant_smoother_info_init", { struct_size, entity_count, mean_gap, time });

/// What a smoother knows of an entity. ANT_ERROR_NOT_FOUND when it was never drawn or corrected. Const.
/// entity: with id 0 only the number of entities is told
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_smoother_info(
    smoother: AntSmoother,
    entity: AntEntity,
    out_info: *mut AntSmootherInfo,
) -> AntStatus {
    export!("ant_smoother_info", |c| {
        let out = c.out_struct(out_info, "out_info")?;
        let object = resolve::<SmootherObject>(smoother.id)?;
        let state = object.read()?;
        let entity_count = state.smoother.entity_count() as u32;
        if entity.id == 0 {
            out.write(AntSmootherInfo { struct_size: 0, entity_count, mean_gap: 0.0, time: 0.0 });
            return Ok(ANT_OK);
        }
        let id = object.predictor.entity(entity.id)?;
        let (Some(mean_gap), Some(time)) = (state.smoother.mean_gap(id), state.smoother.time(id)) else {
            return Err(fail!(ANT_ERROR_NOT_FOUND, "the entity with index {} was never drawn or corrected", id.index));
        };
        out.write(AntSmootherInfo { struct_size: 0, entity_count, mean_gap, time });
        Ok(ANT_OK)
    })
}
