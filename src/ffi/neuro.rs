//! Neuro-reckoning: banks of networks.

use super::arg::{Caller, export, in_range};
use super::error::Outcome;
use super::handle::{Kind, resolve};
use super::predict::observed;
use super::predictor::{AntEntity, AntPredictor, PredictorObject};
use super::status::*;
use super::structs::sized;
use crate::base::time::to_seconds;
use crate::predict::neuro::{Axes, Bank, MAX_NETWORKS, MAX_SEND_RULES, SentSpeed};
use core::ffi::c_void;

/// Axes of the velocities that a bank was trained with.
pub type AntBankAxes = u32;
/// Velocities and orientations along the axes of the level, as in the paper.
pub const ANT_BANK_AXES_WORLD: AntBankAxes = 0;
/// Along the entity's own axes: where it looks, else where it moves.
pub const ANT_BANK_AXES_OWN: AntBankAxes = 1;

/// What a bank takes as the velocity of an update.
pub type AntBankSends = u32;
/// What is sent is as fast as the entity is, as in the paper.
pub const ANT_BANK_SENDS_SPEED: AntBankSends = 0;
/// What is sent is the mean velocity of the predicted path.
pub const ANT_BANK_SENDS_MEAN: AntBankSends = 1;

/// Most networks of a bank.
pub const ANT_BANK_MAX_NETWORKS: u32 = 20;
/// Most thresholds for which a bank says what is sent.
pub const ANT_BANK_MAX_SENDS: u32 = 8;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_BANK_AXES_WORLD == Axes::World as u32 && ANT_BANK_AXES_OWN == Axes::Own as u32);
    assert!(ANT_BANK_SENDS_SPEED == SentSpeed::Kept as u32 && ANT_BANK_SENDS_MEAN == SentSpeed::Mean as u32);
    assert!(ANT_BANK_MAX_NETWORKS as usize == MAX_NETWORKS && ANT_BANK_MAX_SENDS as usize == MAX_SEND_RULES);
};

/// What a bank of n-m-d networks is like.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntBankInfo {
    /// Set by ant_bank_info_init.
    pub struct_size: u32,
    /// n: inputs of each network, 2 * dimensions * (delays + 1).
    pub inputs: u32,
    /// m: hidden neurons of each network.
    pub hidden: u32,
    /// d: 2 (ground plane) or 3.
    pub dimensions: u32,
    /// q: networks, one per step ahead.
    pub networks: u32,
    /// k: steps that the inputs reach back.
    pub delays: u32,
    /// ANT_BANK_AXES_WORLD or ANT_BANK_AXES_OWN.
    pub axes: AntBankAxes,
    /// Thresholds for which training has found what is best sent, 1 to ANT_BANK_MAX_SENDS.
    pub send_count: u32,
    /// h: length of a step, seconds.
    pub step: f64,
    /// Speed at which the players ran that it was learned from, m/s: it counts velocities and thresholds relative to AntProfile::v_max. 0 = as they are.
    pub run_speed: f64,
    /// [send_count] the thresholds, metres, ascending; the nearest one (by ratio) holds.
    pub send_thresholds: [f32; 8],
    /// [send_count] networks that the path sent is made of: how far ahead the owner looks.
    pub send_networks: [u32; 8],
    /// [send_count] ANT_BANK_SENDS_SPEED or ANT_BANK_SENDS_MEAN.
    pub sends: [u32; 8],
    /// Root mean square error of each network's change of velocity on data that it was not trained with, m/s; 0 beyond `networks`.
    pub errors: [f32; 20],
    /// r^2 on such data: three per network, one per component; 0 beyond `networks` and `dimensions`.
    pub r2: [f32; 60],
}
sized!(AntBankInfo, 464, "call ant_bank_info_init", {
    struct_size, inputs, hidden, dimensions, networks, delays, axes, send_count, step, run_speed, send_thresholds,
    send_networks, sends, errors, r2
});

fn info(bank: &Bank) -> AntBankInfo {
    let shape = bank.shape();
    let mut info = AntBankInfo {
        struct_size: 0,
        inputs: shape.inputs() as u32,
        hidden: shape.hidden as u32,
        dimensions: shape.dimensions as u32,
        networks: shape.networks as u32,
        delays: shape.delays as u32,
        axes: bank.axes() as u32,
        send_count: bank.sends().len() as u32,
        step: to_seconds(bank.step()),
        run_speed: bank.run_speed().into(),
        send_thresholds: [0.0; 8],
        send_networks: [0; 8],
        sends: [0; 8],
        errors: [0.0; 20],
        r2: [0.0; 60],
    };
    for (i, rule) in bank.sends().iter().enumerate() {
        info.send_thresholds[i] = rule.threshold;
        (info.send_networks[i], info.sends[i]) = (rule.networks as u32, rule.speed as u32);
    }
    for i in 0..shape.networks {
        info.errors[i] = bank.error(i);
        info.r2[3 * i..][..shape.dimensions].copy_from_slice(bank.r2(i));
    }
    info
}

/// Checks the file of a bank and says what it is like. ANT_ERROR_CORRUPT when it is damaged or not one. Any thread.
/// bytes: [byte_len bytes]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_bank_info(bytes: *const c_void, byte_len: u64, out_info: *mut AntBankInfo) -> AntStatus {
    export!("ant_bank_info", |c| {
        let out = c.out_struct(out_info, "out_info")?;
        out.write(info(&Bank::from_bytes(c.bytes(bytes, byte_len, "bytes")?)?));
        Ok(ANT_OK)
    })
}

/// The file of a bank; `None` where the host gives none.
pub(super) fn given<'a>(c: Caller<'a>, bytes: *const c_void, byte_len: u64) -> Outcome<Option<&'a [u8]>> {
    if bytes.is_null() && byte_len == 0 { Ok(None) } else { c.bytes(bytes, byte_len, "bytes").map(Some) }
}

/// Takes in the file of a bank under a number; one of the same number is replaced. Entities whose AntProfile::bank is this number and whose model is
/// ANT_MODEL_NEURO use it from their next observation on. ANT_ERROR_CORRUPT when the file is damaged or not one, ANT_ERROR_BUDGET when there are 256 banks
/// already; then nothing changed. Mutating.
/// bytes: [opt] [byte_len bytes] copied. Null forgets the bank: its entities fall back to dead reckoning from their next observation on, those of bank 0 to the
/// built-in bank; ANT_ERROR_NOT_FOUND when none was loaded under this number
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_load_bank(
    predictor: AntPredictor,
    bank: u32,
    bytes: *const c_void,
    byte_len: u64,
) -> AntStatus {
    export!("ant_predictor_load_bank", |c| {
        let file = given(c, bytes, byte_len)?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        match file {
            Some(file) => object.write()?.load_bank(bank, file)?,
            None => object.write()?.remove_bank(bank)?,
        }
        Ok(ANT_OK)
    })
}

/// The velocity that the owner of an entity sends in place of its own, so that receivers which go straight on with it stay near for long. It is the entity's
/// own velocity, with confidence 0, where the bank has nothing to say: no bank of that number, another model than ANT_MODEL_NEURO, too short a history, inputs
/// outside of what was trained, worse than dead reckoning of late, on a moving base (then it is in the base's frame, as it was observed).
/// With ANT_PROFILE_NO_BANK_FALLBACK the bank is heard even where it is not believed. ANT_ERROR_NOT_FOUND when the entity was never observed. Const.
/// threshold: the most that receivers may be off, metres: by it the bank says how far to look ahead and how fast the velocity is. [Limit: 1e-6 to 1e6]
/// out_velocity: [(x, y, z)] in the host's frame, units per second
/// out_confidence: [opt] receives how sure it is, 0 to 1
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_predictive_velocity(
    predictor: AntPredictor,
    entity: AntEntity,
    threshold: f64,
    out_velocity: *mut f64,
    out_confidence: *mut f64,
) -> AntStatus {
    export!("ant_predictor_predictive_velocity", |c| {
        let out = c.out_point(out_velocity, "out_velocity")?;
        let threshold = in_range(threshold, 1e-6, 1e6, "threshold")?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        let predictor = object.read()?;
        let id = observed(&predictor, object.entity(entity.id)?)?;
        let (velocity, confidence) = predictor.predictive_velocity(id, threshold)?;
        out.write(object.frame.vector_out(velocity).to_array());
        if let Some(out) = c.out_opt(out_confidence) {
            out.write(confidence);
        }
        Ok(ANT_OK)
    })
}
