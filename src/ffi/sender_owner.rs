//! Type-2 lines from the owner's own prediction, and what the shadows of receivers share with them.

use super::arg::export;
use super::guard::guard;
use super::handle::{Kind, resolve};
use super::interest::life_of;
use super::net_codec::{AntUpdate, known_update_flags};
use super::observe::Observer;
use super::predict::{LockedLevel, observed};
use super::predictor::{AntEntity, AntPredictor, PredictorObject};
use super::sender::{AntSender, SenderObject};
use super::sender_submit::{TRUTH_FLAGS, told, truth};
use super::status::*;
use crate::net::sender::Line;
use core::ffi::c_void;

/// ant_sender_submit, and the owner's predictor observes it, too (as ant_predictor_observe, which must not be called for it then). Where the entity's model there is
/// ANT_MODEL_KINEMATIC or ANT_MODEL_AUTO, updates of type 2 are from then on the lines that stay within the threshold longest, by a policy learned from recorded
/// matches, and not those along the present velocity: a fifth fewer updates. Where it is ANT_MODEL_NEURO, they go along its predictive velocity
/// (ant_predictor_predictive_velocity), for as long as that costs no more updates than the velocity itself; with ANT_PROFILE_NO_BANK_FALLBACK always. An
/// ant_sender_suggest goes before. Needs predictor, map and sender alone. Mutating.
/// entity: in the predictor; its number on the network is truth.entity
/// truth: as for ant_sender_submit
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_sender_submit_observed(
    sender: AntSender,
    predictor: AntPredictor,
    entity: AntEntity,
    truth: *const AntUpdate,
) -> AntStatus {
    export!("ant_sender_submit_observed", |c| {
        let given = c.desc(truth, "truth")?;
        known_update_flags(given.flags, TRUTH_FLAGS, "truth.flags")?;
        let object = resolve::<SenderObject>(sender.id)?;
        let update = given.checked(&object.frame, "truth")?;
        let owner = resolve::<PredictorObject>(predictor.id)?;
        let id = owner.entity(entity.id)?;
        let mut sender = object.write()?;
        let mut observer = Observer::new(&owner)?;
        let truth = self::truth(&update);
        let report = observer.run(Some(entity.id), |predictor, around| {
            sender.submit_observed(update.entity, &truth, predictor, id, around)
        })?;
        Ok(told(report))
    })
}

/// Chooses the straight line that receivers of an entity with ANT_SENDER_OWNER_LINE go along, for the truth that was told last: best the one that stays
/// within the threshold for the longest time. It counts until the next ant_sender_submit. A line that begins farther off than the threshold is not used.
/// Mutating.
/// offset: [(x, y, z)] where the line begins, from the position told
/// velocity: [(x, y, z)] the prediction vector, units per second
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_sender_suggest(
    sender: AntSender,
    entity: u32,
    offset: *const f64,
    velocity: *const f64,
) -> AntStatus {
    export!("ant_sender_suggest", |c| {
        let object = resolve::<SenderObject>(sender.id)?;
        let line = Line {
            offset: c.point(offset, "offset", &object.frame)?,
            velocity: c.point(velocity, "velocity", &object.frame)?,
        };
        object.write()?.suggest(entity, line)?;
        Ok(ANT_OK)
    })
}

/// Offers the line that stays within the position threshold of the path which a predictor expects of the entity for the longest time: the vector of type 2 for any
/// model. It is used while such lines cost fewer updates than those along the velocity, which the sender finds out by playing both; so call this for every truth,
/// which must have been told to the sender and observed by the predictor. About forty predictions. An ant_sender_suggest goes before. Needs the sender alone. Mutating.
/// number: on the network
/// entity: in the predictor
#[unsafe(no_mangle)]
pub extern "C" fn ant_sender_suggest_along(
    sender: AntSender,
    number: u32,
    predictor: AntPredictor,
    entity: AntEntity,
) -> AntStatus {
    guard("ant_sender_suggest_along", move || {
        let object = resolve::<SenderObject>(sender.id)?;
        let owner = resolve::<PredictorObject>(predictor.id)?;
        let id = owner.entity(entity.id)?;
        let mut sender = object.write()?;
        let locked = LockedLevel::of(&owner)?;
        let predictor = owner.read()?;
        sender.suggest_along(number, &predictor, observed(&predictor, id)?, locked.context())?;
        Ok(ANT_OK)
    })
}

/// Replaces the policy by which lines of ant_sender_submit_observed are chosen. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [opt] [byte_len bytes] copied; null with byte_len 0 = the built-in policy
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_sender_load_policy(sender: AntSender, bytes: *const c_void, byte_len: u64) -> AntStatus {
    export!("ant_sender_load_policy", |c| {
        let file = match (bytes.is_null(), byte_len) {
            (true, 0) => None,
            _ => Some(c.bytes(bytes, byte_len, "bytes")?),
        };
        resolve::<SenderObject>(sender.id)?.write()?.set_policy(file)?;
        Ok(ANT_OK)
    })
}

/// Takes over from a predictor all that the models of receivers share, so that the shadows of all connections, present and to come, know what they show: constants
/// and objects of the interest scheme, routes and parameters of strategies, banks, loaded weights. Receivers need the same. Call it again when they change; the
/// predictor can be destroyed afterwards. Mutating.
/// predictor: with the same origin of coordinates; its entities do not matter
#[unsafe(no_mangle)]
pub extern "C" fn ant_sender_share(sender: AntSender, predictor: AntPredictor) -> AntStatus {
    guard("ant_sender_share", move || {
        let (object, source) = (resolve::<SenderObject>(sender.id)?, resolve::<PredictorObject>(predictor.id)?);
        let source = source.read_from_other()?;
        object.write()?.share(|own| own.take_shared(&source))?;
        Ok(ANT_OK)
    })
}

/// Tells what an entity has left (ant_predictor_set_life), for receivers with ANT_MODEL_INTEREST or ANT_MODEL_HYBRID, who must be told at the same time. Mutating.
/// life: negative = out of the game (dead). [Limit: -1e9 to 1e9]
#[unsafe(no_mangle)]
pub extern "C" fn ant_sender_set_life(sender: AntSender, entity: u32, life: f32) -> AntStatus {
    guard("ant_sender_set_life", move || {
        let life = life_of(life, "life")?;
        resolve::<SenderObject>(sender.id)?.write()?.set_life(entity, life)?;
        Ok(ANT_OK)
    })
}
