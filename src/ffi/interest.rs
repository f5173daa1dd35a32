//! Interest scheme and hybrid method: constants, objects, lives, preferences.

use super::arg::{export, in_range, unknown_value};
use super::error::{Outcome, fail};
use super::guard::guard;
use super::handle::{Kind, resolve};
use super::predictor::{AntEntity, AntPredictor, PredictorObject};
use super::status::*;
use super::structs::{Desc, sized};
use crate::predict::interest::{InterestObject, InterestParams, LeadBy, PreferenceTurns};

/// Largest life or value of an object.
pub(super) const MOST: f64 = 1e9;

/// Denominator of eq. 13 of the paper, whose scan is damaged there.
pub type AntLeadBy = u32;
/// Led by q * speed of the other * distance / own speed.
pub const ANT_LEAD_BY_OWN_SPEED: AntLeadBy = 0;
/// Led by q * speed of the other * distance / (own speed + speed of the other).
pub const ANT_LEAD_BY_BOTH_SPEEDS: AntLeadBy = 1;

/// What the preference E turns, which the paper's text leaves open.
pub type AntPreferenceTurns = u32;
/// It turns the sum of the forces, before inertia is added.
pub const ANT_PREFERENCE_TURNS_FORCES: AntPreferenceTurns = 0;
/// It turns what inertia and forces make together.
pub const ANT_PREFERENCE_TURNS_RESULT: AntPreferenceTurns = 1;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_LEAD_BY_OWN_SPEED == LeadBy::OwnSpeed as u32 && ANT_LEAD_BY_BOTH_SPEEDS == LeadBy::BothSpeeds as u32);
    assert!(ANT_PREFERENCE_TURNS_FORCES == PreferenceTurns::Forces as u32);
    assert!(ANT_PREFERENCE_TURNS_RESULT == PreferenceTurns::Result as u32);
};

/// Constants of ANT_MODEL_INTEREST and ANT_MODEL_HYBRID. Fill it with ant_interest_desc_init. Lengths in metres, times in seconds, whatever the frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntInterestDesc {
    /// Set by ant_interest_desc_init.
    pub struct_size: u32,
    /// Most slices over which inertia fades (R): the paper's 2.4 s with its slices of 0.25 s. Default 10. [Limit: 1 to 10000]
    pub longest_fading: u32,
    /// Metres per unit of the paper's map, on which full speed is 40 units per second: a fortieth of the players' top speed. Default 0.2032. [Limit: 1e-6 to 1e6]
    pub unit: f64,
    /// Strength of the forces (k), units^2: a full interest at a distance of sqrt(k) units outweighs inertia. Default 4165. [Limit: 0 to 1e9]
    pub strength: f64,
    /// Slices of inertia per unit of distance to the nearest player or object (l). Default 0.1. [Limit: 0 to 1e6]
    pub fading: f64,
    /// How far ahead of themselves moving players are aimed at (q). Default 0.356. [Limit: 0 to 100]
    pub lead: f64,
    /// Length of a slice. Forces are felt for 16 s after an update, once per slice. Default 0.25. [Limit: 0.01 to 10]
    pub slice: f64,
    /// ANT_MODEL_HYBRID: dead reckoning so long after an update was sent. Default 0.5. [Limit: 0 to 60]
    pub threshold: f64,
    /// Life of a player who needs nothing. Default 100. [Limit: 1e-6 to 1e9]
    pub full_life: f64,
    /// Players and objects that were last seen farther away are not felt; not in the paper. Default 40.64. [Limit: 0.001 to 1e6]
    pub radius: f64,
    /// Time after which observed behaviour counts 1/e for the preference; not in the paper. Default 60. [Limit: 0.001 to 1e6]
    pub memory: f64,
    /// Most objects; more give ANT_ERROR_BUDGET. Default 65536. [Limit: <= 16777215]
    pub max_objects: u32,
    /// Denominator of the lead (eq. 13): ANT_LEAD_BY_… Default ANT_LEAD_BY_OWN_SPEED.
    pub lead_by: AntLeadBy,
    /// What the preference turns: ANT_PREFERENCE_TURNS_… Default ANT_PREFERENCE_TURNS_FORCES.
    pub preference_turns: AntPreferenceTurns,
    /// Must be 0.
    pub reserved: u32,
}
sized!(AntInterestDesc, 96, "call ant_interest_desc_init", {
    struct_size, longest_fading, unit, strength, fading, lead, slice, threshold, full_life, radius, memory, max_objects,
    lead_by, preference_turns, reserved
});

impl Desc for AntInterestDesc {
    fn defaults() -> Self {
        let p = InterestParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            longest_fading: p.longest_fading,
            unit: p.unit,
            strength: p.strength,
            fading: p.fading,
            lead: p.lead,
            slice: p.slice,
            threshold: p.threshold,
            full_life: p.full_life,
            radius: p.radius,
            memory: p.memory,
            max_objects: p.max_objects,
            lead_by: p.lead_by as u32,
            preference_turns: p.preference_turns as u32,
            reserved: 0,
        }
    }
}

impl AntInterestDesc {
    fn checked(&self) -> Outcome<InterestParams> {
        if self.reserved != 0 {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`desc.reserved` is {}, must be 0", self.reserved));
        }
        in_range(self.longest_fading.into(), 1.0, 10_000.0, "desc.longest_fading")?;
        let lead_by = LeadBy::ALL.get(self.lead_by as usize).copied();
        let turns = PreferenceTurns::ALL.get(self.preference_turns as usize).copied();
        in_range(self.max_objects.into(), 0.0, 16_777_215.0, "desc.max_objects")?;
        Ok(InterestParams {
            unit: in_range(self.unit, 1e-6, 1e6, "desc.unit")?,
            strength: in_range(self.strength, 0.0, 1e9, "desc.strength")?,
            fading: in_range(self.fading, 0.0, 1e6, "desc.fading")?,
            longest_fading: self.longest_fading,
            lead: in_range(self.lead, 0.0, 100.0, "desc.lead")?,
            lead_by: lead_by.ok_or_else(|| {
                unknown_value(self.lead_by, "desc.lead_by", "ANT_LEAD_BY_OWN_SPEED (0), ANT_LEAD_BY_BOTH_SPEEDS (1)")
            })?,
            preference_turns: turns.ok_or_else(|| {
                let known = "ANT_PREFERENCE_TURNS_FORCES (0), ANT_PREFERENCE_TURNS_RESULT (1)";
                unknown_value(self.preference_turns, "desc.preference_turns", known)
            })?,
            slice: in_range(self.slice, 1e-2, 10.0, "desc.slice")?,
            threshold: in_range(self.threshold, 0.0, 60.0, "desc.threshold")?,
            full_life: in_range(self.full_life, 1e-6, 1e9, "desc.full_life")?,
            radius: in_range(self.radius, 1e-3, 1e6, "desc.radius")?,
            memory: in_range(self.memory, 1e-3, 1e6, "desc.memory")?,
            max_objects: self.max_objects,
        })
    }
}

/// Changes the constants of the interest scheme for all entities. ANT_ERROR_BUDGET when there are more objects than max_objects already. Mutating.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_set_interest(
    predictor: AntPredictor,
    desc: *const AntInterestDesc,
) -> AntStatus {
    export!("ant_predictor_set_interest", |c| {
        let params = c.desc(desc, "desc")?.checked()?;
        resolve::<PredictorObject>(predictor.id)?.write()?.set_interest_params(&params)?;
        Ok(ANT_OK)
    })
}

/// Adds an object that interests players, or changes it: moved, of another value, taken, back again. Mutating.
/// id: the host's own number of it
/// position: [(x, y, z)]
/// value: what it adds to the life of whoever takes it; negative repels. [Limit: -1e9 to 1e9]
/// present: 1, or 0 while it is taken: then nobody feels it
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_set_object(
    predictor: AntPredictor,
    id: u64,
    position: *const f64,
    value: f32,
    present: AntBool,
) -> AntStatus {
    export!("ant_predictor_set_object", |c| {
        let object = resolve::<PredictorObject>(predictor.id)?;
        let told = InterestObject {
            position: c.point(position, "position", &object.frame)?,
            value: in_range(value.into(), -MOST, MOST, "value")?,
            present: in_range(present.into(), 0.0, 1.0, "present")? == 1.0,
        };
        object.write()?.set_object(id, &told)?;
        Ok(ANT_OK)
    })
}

/// Forgets an object. ANT_ERROR_NOT_FOUND when there is none of this number. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_predictor_remove_object(predictor: AntPredictor, id: u64) -> AntStatus {
    guard("ant_predictor_remove_object", move || {
        resolve::<PredictorObject>(predictor.id)?.write()?.remove_object(id)?;
        Ok(ANT_OK)
    })
}

/// A player's life as a host tells it: negative = out of the game.
pub(super) fn life_of(life: f32, name: &str) -> Outcome<Option<f64>> {
    let life = in_range(life.into(), -MOST, MOST, name)?;
    Ok((life >= 0.0).then_some(life))
}

/// Tells what a player has left (life, ammunition); the others feel it from now on, whatever model predicts it. Until then a player with
/// ANT_MODEL_INTEREST or ANT_MODEL_HYBRID counts as full and others take no part. Mutating.
/// life: negative = out of the game (dead): nobody feels it until a life is told again. [Limit: -1e9 to 1e9]
#[unsafe(no_mangle)]
pub extern "C" fn ant_predictor_set_life(predictor: AntPredictor, entity: AntEntity, life: f32) -> AntStatus {
    guard("ant_predictor_set_life", move || {
        let life = life_of(life, "life")?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        object.write()?.set_life(object.entity(entity.id)?, life)?;
        Ok(ANT_OK)
    })
}
