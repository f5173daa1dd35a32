//! Learned models: weights, adaptation, landmarks, the host's own expert.

use super::arg::{check_vector, export};
use super::error::fail;
use super::frame::Frame;
use super::guard::guard;
use super::handle::{Kind, resolve, spin};
use super::predictor::{AntEntity, AntPredictor, PredictorObject};
use super::status::*;
use super::structs::sized;
use crate::base::math::DVec3;
use crate::predict::Kinematics;
use crate::predict::learned::{EXPERT_HORIZONS, Expert};
use core::ffi::c_void;

/// Horizons of what an expert says: 0.25, 0.5, 1, 2 and 4 seconds.
pub const ANT_EXPERT_HORIZONS: u32 = 5;

// The header generator needs a literal above.
const _: () = assert!(ANT_EXPERT_HORIZONS as usize == EXPERT_HORIZONS.len());

/// A host's own predictor: one more expert of ANT_MODEL_AUTO, and all that ANT_MODEL_CUSTOM listens to. Called within ant_predictor_observe and its batch, on the
/// thread of that call, for entities with one of these models. It must not unwind. Calls into the same predictor give ANT_ERROR_BUSY, and so do calls that
/// change the predictor's map where it has trails.
/// time: of the observation, nanoseconds
/// position: [(x, y, z)] as observed, in the host's frame
/// velocity: [(x, y, z)] units per second
/// out_displacements: [(x, y, z) * ANT_EXPERT_HORIZONS] how far it will have moved after each horizon; the height does not matter
/// user: the pointer given with the callback
/// Returns 1 when it filled that in, 0 when it has nothing to say. Numbers that are not finite, or farther than a million times v_max, count as nothing.
pub type AntExpertFn = Option<
    unsafe extern "C" fn(
        entity: AntEntity,
        time: i64,
        position: *const f64,
        velocity: *const f64,
        out_displacements: *mut f64,
        user: *mut c_void,
    ) -> i32,
>;

/// The host's expert.
#[derive(Clone, Copy)]
pub(super) struct ExpertHook {
    call: unsafe extern "C" fn(AntEntity, i64, *const f64, *const f64, *mut f64, *mut c_void) -> i32,
    user: *mut c_void,
}

// SAFETY: the host says with `ant_predictor_set_expert` that callback and pointer may be used on any thread that observes.
unsafe impl Send for ExpertHook {}

/// [`ExpertHook`] about one entity.
pub(super) struct HostExpert<'a> {
    pub(super) hook: ExpertHook,
    pub(super) entity: u64,
    pub(super) frame: &'a Frame,
}

impl Expert for HostExpert<'_> {
    fn forecast(&mut self, kinematics: &Kinematics, out: &mut [DVec3; 5]) -> bool {
        let position = self.frame.vector_out(kinematics.position).to_array();
        let velocity = self.frame.vector_out(kinematics.velocity).to_array();
        let mut said = [[0.0; 3]; EXPERT_HORIZONS.len()];
        let ExpertHook { call, user } = self.hook;
        let entity = AntEntity { id: self.entity };
        // SAFETY: the host keeps callback and pointer usable until `ant_predictor_set_expert` has exchanged them, which needs the
        // predictor alone, so not during this call. The arrays have the sizes that the header states.
        let spoke = unsafe {
            call(
                entity,
                kinematics.time,
                position.as_ptr(),
                velocity.as_ptr(),
                said.as_flattened_mut().as_mut_ptr(),
                user,
            )
        };
        *out = said.map(|d| self.frame.vector_in(DVec3::from_array(d)));
        spoke != 0
    }
}

/// What is to know about the weights of the learned kinematic model.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntWeightsInfo {
    /// Set by ant_weights_info_init.
    pub struct_size: u32,
    /// 1 if they were loaded by the host, 0 if they are the built-in ones.
    pub custom: u32,
    /// 1 if adaptation is on.
    pub adapting: u32,
    /// Neurons of the first hidden layer.
    pub first: u32,
    /// Neurons of the second hidden layer.
    pub second: u32,
    /// Bytes of the weights in memory, without what adaptation needs.
    pub bytes: u32,
    /// Checksum of their file: equal for equal weights.
    pub checksum: u64,
}
sized!(AntWeightsInfo, 32, "call ant_weights_info_init", {
    struct_size, custom, adapting, first, second, bytes, checksum
});

/// Replaces the weights of the learned kinematic model (ANT_MODEL_KINEMATIC, ANT_MODEL_AUTO) by those of a file. What adaptation has learned is forgotten; where
/// both ends of a connection must agree, both must load the same. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [opt] [byte_len bytes] copied; null with byte_len 0 = the built-in weights
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_load_weights(
    predictor: AntPredictor,
    bytes: *const c_void,
    byte_len: u64,
) -> AntStatus {
    export!("ant_predictor_load_weights", |c| {
        let file = match (bytes.is_null(), byte_len) {
            (true, 0) => None,
            _ => Some(c.bytes(bytes, byte_len, "bytes")?),
        };
        let object = resolve::<PredictorObject>(predictor.id)?;
        object.write()?.load_weights(file)?;
        Ok(ANT_OK)
    })
}

/// What is to know about the weights in use. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_weights_info(
    predictor: AntPredictor,
    out_info: *mut AntWeightsInfo,
) -> AntStatus {
    export!("ant_predictor_weights_info", |c| {
        let out = c.out_struct(out_info, "out_info")?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        let info = object.read()?.weights_info();
        out.write(AntWeightsInfo {
            struct_size: 0,
            custom: info.custom.into(),
            adapting: info.adapting.into(),
            first: info.first,
            second: info.second,
            bytes: info.bytes,
            checksum: info.checksum,
        });
        Ok(ANT_OK)
    })
}

/// Lets the learned kinematic model learn from what was observed. Off until the first call, which takes 3 MB; from then on rows are collected, about ten per second
/// and entity, at most 200 per second. Each row is worth four samples. Call it once per tick with what the tick can afford: a sample costs about 5 microseconds,
/// and after every 128 of them the weights change. Entities that use only shared information stay with the weights as loaded. Mutating.
/// samples: most samples to learn from now; 0 only turns adaptation on
/// out_done: [opt] receives how many there were; 0 when there is nothing to learn yet
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_adapt(predictor: AntPredictor, samples: u32, out_done: *mut u32) -> AntStatus {
    export!("ant_predictor_adapt", |c| {
        let object = resolve::<PredictorObject>(predictor.id)?;
        let done = object.write()?.adapt(samples);
        if let Some(out) = c.out_opt(out_done) {
            out.write(done);
        }
        Ok(ANT_OK)
    })
}

/// Declares an entity a landmark, or takes that back: a moving place such as a ball, at which the learned models look apart from the other entities. Mutating.
/// landmark: 1 = it is one, 0 = it is not
#[unsafe(no_mangle)]
pub extern "C" fn ant_predictor_set_landmark(predictor: AntPredictor, entity: AntEntity, landmark: u32) -> AntStatus {
    guard("ant_predictor_set_landmark", move || {
        if landmark > 1 {
            return Err(fail!(ANT_ERROR_OUT_OF_RANGE, "`landmark` is {landmark}, must be 0 or 1"));
        }
        let object = resolve::<PredictorObject>(predictor.id)?;
        object.write()?.set_landmark(object.entity(entity.id)?, landmark == 1)?;
        Ok(ANT_OK)
    })
}

/// Sets the host's own expert, or removes it. Once this returns, the former one is not running and is never called again. It is not part of the predictor's state:
/// whoever restores a snapshot sets his own. ant_predictor_suggest does the same without a callback. Mutating.
/// callback: [opt] null = none
/// user: [opt] handed to the callback
#[unsafe(no_mangle)]
pub extern "C" fn ant_predictor_set_expert(
    predictor: AntPredictor,
    callback: AntExpertFn,
    user: *mut c_void,
) -> AntStatus {
    guard("ant_predictor_set_expert", move || {
        let object = resolve::<PredictorObject>(predictor.id)?;
        let _alone = object.write()?;
        *spin(|| object.expert.try_lock()) = callback.map(|call| ExpertHook { call, user });
        Ok(ANT_OK)
    })
}

/// Says what the host thinks about an entity that is about to be observed: the expert without a callback. Used once, by the next observation, unless the callback
/// says something about that. Mutating.
/// displacements: [(x, y, z) * ANT_EXPERT_HORIZONS] how far it will have moved 0.25, 0.5, 1, 2 and 4 s after the observation; the height does not matter
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_suggest(
    predictor: AntPredictor,
    entity: AntEntity,
    displacements: *const f64,
) -> AntStatus {
    export!("ant_predictor_suggest", |c| {
        let given = c.read(displacements.cast::<[[f64; 3]; EXPERT_HORIZONS.len()]>(), "displacements")?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        let mut metres = [DVec3::ZERO; EXPERT_HORIZONS.len()];
        for (metres, given) in metres.iter_mut().zip(given) {
            *metres = check_vector(object.frame.vector_in(DVec3::from_array(given)), "displacements")?;
        }
        object.write()?.suggest(object.entity(entity.id)?, &metres)?;
        Ok(ANT_OK)
    })
}
