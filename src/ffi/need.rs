//! How likely a player takes an item: what an item is worth to a player.

use super::arg::{export, in_range, plain};
use super::error::Outcome;
use super::guard::guard;
use super::handle::{self, Kind, resolve};
use super::object::Object;
use super::status::*;
use crate::pheromone::attract::{NeedModel, need};

/// Probability that a player takes an item, by its need, learned by counting. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntNeedModel {
    /// Opaque.
    pub id: u64,
}
plain!(AntNeedModel);

/// A need model behind its handle.
pub(super) struct NeedObject(Object<NeedModel>);

impl Kind for NeedObject {
    const KIND: u8 = 4;
    const NAME: &'static str = "need model";
    type State = NeedModel;
    fn object(&self) -> &Object<NeedModel> {
        &self.0
    }
    fn state_hash(&self) -> Outcome<u64> {
        Ok(self.read()?.state_hash())
    }
    fn snapshot(&self) -> Outcome<Vec<u8>> {
        Ok(self.read()?.snapshot())
    }
    fn restore(&self, bytes: &[u8]) -> Outcome<()> {
        let restored = NeedModel::from_snapshot(bytes)?;
        *self.write()? = restored;
        Ok(())
    }
}

/// Largest amount of health, value or emission.
const MOST: f64 = 1e9;

/// Need of a player: 0 = full, 1 = nothing left. For health, armour, ammunition. Any thread.
/// amount: what the player has. [Limit: 0 to 1e9]
/// most: what it can have. [Limit: > 0, <= 1e9]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_need(amount: f32, most: f32, out_need: *mut f32) -> AntStatus {
    export!("ant_need", |c| {
        let out = c.out(out_need, "out_need")?;
        in_range(amount.into(), 0.0, MOST, "amount")?;
        in_range(most.into(), f32::MIN_POSITIVE.into(), MOST, "most")?;
        out.write(need(amount, most));
        Ok(ANT_OK)
    })
}

/// Makes a need model that knows nothing yet: every probability is one half. Any thread.
/// buckets: degrees of need that are told apart. [Limit: 1 to 256]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_need_model_create(buckets: u32, out_model: *mut AntNeedModel) -> AntStatus {
    export!("ant_need_model_create", |c| {
        let out = c.out(out_model, "out_model")?;
        in_range(buckets.into(), 1.0, 256.0, "buckets")?;
        let model = NeedObject(Object::new(NeedModel::new(buckets as usize)?));
        out.write(AntNeedModel { id: handle::insert(model)? });
        Ok(ANT_OK)
    })
}

/// Counts one occasion: a player had an item in sight for the prediction length, and took it or not. Mutating.
/// need: of that player. [Limit: 0 to 1]
/// taken: 1 or 0
#[unsafe(no_mangle)]
pub extern "C" fn ant_need_model_observe(model: AntNeedModel, need: f32, taken: AntBool) -> AntStatus {
    guard("ant_need_model_observe", move || {
        in_range(need.into(), 0.0, 1.0, "need")?;
        let taken = in_range(taken.into(), 0.0, 1.0, "taken")? == 1.0;
        resolve::<NeedObject>(model.id)?.write()?.observe(need, taken);
        Ok(ANT_OK)
    })
}

/// Probability that a player with this need takes an item in sight, between 0 and 1. Const.
/// need: [Limit: 0 to 1]
/// out_probability: receives (taken + 1) / (occasions + 2)
/// out_occasions: [opt] receives how many occasions it rests on
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_need_model_probability(
    model: AntNeedModel,
    need: f32,
    out_probability: *mut f32,
    out_occasions: *mut u32,
) -> AntStatus {
    export!("ant_need_model_probability", |c| {
        let out = c.out(out_probability, "out_probability")?;
        in_range(need.into(), 0.0, 1.0, "need")?;
        let object = resolve::<NeedObject>(model.id)?;
        let model = object.read()?;
        out.write(model.probability(need));
        if let Some(out) = c.out_opt(out_occasions) {
            out.write(model.occasions(need));
        }
        Ok(ANT_OK)
    })
}
