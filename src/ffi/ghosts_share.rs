//! What both ends need that run one model: routes, banks, weights, constants, and what is told of objects and lives during play.

use super::arg::{Caller, export, in_range};
use super::error::Outcome;
use super::frame::Frame;
use super::ghosts::{AntGhosts, GhostsObject};
use super::guard::guard;
use super::handle::{Kind, resolve, spin};
use super::interest::{MOST, life_of};
use super::outbox::{AntOutbox, OutboxObject};
use super::predictor::{AntPredictor, PredictorObject};
use super::status::*;
use crate::predict::interest::InterestObject;

/// Takes over from a predictor all that its models share: constants and objects of the interest scheme (ant_predictor_set_interest, …_set_object), routes and
/// parameters of strategies, banks, loaded weights. Outboxes whose receivers run a model (ANT_SENDER_SHARED_MODEL) need the same: packets of one that has others are
/// refused with ANT_ERROR_MISMATCH. Call it again when they change; the predictor can be destroyed afterwards. Mutating.
/// predictor: with the same origin of coordinates; its entities do not matter
#[unsafe(no_mangle)]
pub extern "C" fn ant_ghosts_share(ghosts: AntGhosts, predictor: AntPredictor) -> AntStatus {
    guard("ant_ghosts_share", move || {
        let (object, source) = (resolve::<GhostsObject>(ghosts.id)?, resolve::<PredictorObject>(predictor.id)?);
        let source = source.read_from_other()?;
        let mut state = object.write()?;
        state.ghosts.share(|own| own.take_shared(&source))?;
        // From now on packets are compared with the new model.
        spin(|| object.inbox.try_lock()).agree_with(&state.ghosts);
        Ok(ANT_OK)
    })
}

/// Takes over from a predictor all that the models of receivers share (ANT_SENDER_SHARED_MODEL), so that the outbox knows what they show and keeps its thresholds:
/// constants and objects of the interest scheme, routes and parameters of strategies, banks, loaded weights. Ghosts need the same: ant_ghosts_share. Call it again
/// when they change; the predictor can be destroyed afterwards. Mutating.
/// predictor: with the same origin of coordinates; its entities do not matter
#[unsafe(no_mangle)]
pub extern "C" fn ant_outbox_share(outbox: AntOutbox, predictor: AntPredictor) -> AntStatus {
    guard("ant_outbox_share", move || {
        let (object, source) = (resolve::<OutboxObject>(outbox.id)?, resolve::<PredictorObject>(predictor.id)?);
        let source = source.read_from_other()?;
        object.write()?.share(|own| own.take_shared(&source))?;
        Ok(ANT_OK)
    })
}

/// A checked object; none where there is no position.
fn object_of(
    c: Caller<'_>,
    position: *const f64,
    value: f32,
    present: AntBool,
    frame: &Frame,
) -> Outcome<Option<InterestObject>> {
    if position.is_null() {
        return Ok(None);
    }
    Ok(Some(InterestObject {
        position: c.point(position, "position", frame)?,
        value: in_range(value.into(), -MOST, MOST, "value")?,
        present: in_range(present.into(), 0.0, 1.0, "present")? == 1.0,
    }))
}

/// Adds an object that interests players (ANT_MODEL_INTEREST, ANT_MODEL_HYBRID), or changes it: moved, of another value, taken, back again. Outboxes whose receivers
/// run one of these models must be told at the same time of the game. Mutating.
/// id: the host's own number of it
/// position: [opt] [(x, y, z)] null forgets it; ANT_ERROR_NOT_FOUND when there is none of this number
/// value: what it adds to the life of whoever takes it; negative repels. [Limit: -1e9 to 1e9]
/// present: 1, or 0 while it is taken: then nobody feels it
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_set_object(
    ghosts: AntGhosts,
    id: u64,
    position: *const f64,
    value: f32,
    present: AntBool,
) -> AntStatus {
    export!("ant_ghosts_set_object", |c| {
        let object = resolve::<GhostsObject>(ghosts.id)?;
        let told = object_of(c, position, value, present, &object.place.frame)?;
        object.write()?.ghosts.set_object(id, told.as_ref())?;
        Ok(ANT_OK)
    })
}

/// As ant_ghosts_set_object, for what the receivers of this outbox are told by their hosts. Mutating.
/// id: the host's own number of it
/// position: [opt] [(x, y, z)] null forgets it; ANT_ERROR_NOT_FOUND when there is none of this number
/// value: what it adds to the life of whoever takes it; negative repels. [Limit: -1e9 to 1e9]
/// present: 1, or 0 while it is taken: then nobody feels it
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_outbox_set_object(
    outbox: AntOutbox,
    id: u64,
    position: *const f64,
    value: f32,
    present: AntBool,
) -> AntStatus {
    export!("ant_outbox_set_object", |c| {
        let object = resolve::<OutboxObject>(outbox.id)?;
        let told = object_of(c, position, value, present, &object.place.frame)?;
        object.write()?.set_object(id, told.as_ref())?;
        Ok(ANT_OK)
    })
}

/// Tells what a player has left (life, ammunition), which the others feel (ANT_MODEL_INTEREST, ANT_MODEL_HYBRID). A player need not have appeared yet, and keeps it
/// when it leaves and comes back, until ant_ghosts_remove. Outboxes whose receivers run one of these models must be told at the same time of the game. Mutating.
/// life: negative = out of the game (dead): nobody feels it until a life is told again. [Limit: -1e9 to 1e9]
#[unsafe(no_mangle)]
pub extern "C" fn ant_ghosts_set_life(ghosts: AntGhosts, player: u32, life: f32) -> AntStatus {
    guard("ant_ghosts_set_life", move || {
        let life = life_of(life, "life")?;
        resolve::<GhostsObject>(ghosts.id)?.write()?.ghosts.set_life(player, life)?;
        Ok(ANT_OK)
    })
}

/// As ant_ghosts_set_life, for an own avatar, which appears by that. Mutating.
/// life: negative = out of the game (dead): nobody feels it until a life is told again. [Limit: -1e9 to 1e9]
#[unsafe(no_mangle)]
pub extern "C" fn ant_outbox_set_life(outbox: AntOutbox, player: u32, life: f32) -> AntStatus {
    guard("ant_outbox_set_life", move || {
        let life = life_of(life, "life")?;
        resolve::<OutboxObject>(outbox.id)?.write()?.set_life(player, life)?;
        Ok(ANT_OK)
    })
}
