//! Whether what updates say can be true: making judges, judging, pulling evidence.

use super::arg::{export, known_flags, plain};
use super::error::Outcome;
use super::frame::{Frame, vector_from};
use super::guard::guard;
use super::handle::{self, Kind, resolve};
use super::net_codec::AntUpdate;
use super::object::Object;
use super::plausibility_rules::{AntEvidence, AntJudgement, AntLimits, AntPlausibilityDesc, AntStanding};
use super::predict::{LockedLevel, with_scratch};
use super::receiver::{AntReceiver, ReceiverObject};
use super::status::*;
use super::structs::{Desc, sized};
use super::world::WorldObject;
use crate::net::plausibility::{JudgeContext, Passage};
use crate::net::{Plausibility, Update};
use crate::predict::Prediction;
use std::sync::Arc;

/// Flags of AntPassage.
pub type AntPassageFlags = u32;
/// AntPassage::from is given; else the passage begins anywhere.
pub const ANT_PASSAGE_HAS_FROM: AntPassageFlags = 1;

/// Judges updates. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntPlausibility {
    /// Opaque.
    pub id: u64,
}
plain!(AntPlausibility);

/// A way that the level does not know: a spawn point, a teleporter of a script, a vehicle's exit. Fill it with ant_passage_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntPassage {
    /// Set by ant_passage_init.
    pub struct_size: u32,
    /// ANT_PASSAGE_HAS_FROM. Default 0.
    pub flags: AntPassageFlags,
    /// Where it begins, in the host's frame.
    pub from: [f64; 3],
    /// Where it ends, in the host's frame.
    pub to: [f64; 3],
    /// How near to its ends one must be, metres. Default 1. [Limit: 1e-6 to 1e9]
    pub radius: f64,
    /// Seconds it takes. Default 0. [Limit: 0 to 1e6]
    pub seconds: f64,
}
sized!(AntPassage, 72, "call ant_passage_init", { struct_size, flags, from, to, radius, seconds });

impl Desc for AntPassage {
    fn defaults() -> Self {
        let struct_size = size_of::<Self>() as u32;
        Self { struct_size, flags: 0, from: [0.0; 3], to: [0.0; 3], radius: 1.0, seconds: 0.0 }
    }
}

/// A judge behind its handle.
pub(super) struct PlausibilityObject {
    object: Object<Plausibility>,
    world: Option<Arc<WorldObject>>,
    frame: Frame,
}

impl Kind for PlausibilityObject {
    const KIND: u8 = 14;
    const NAME: &'static str = "plausibility judge";
    type State = Plausibility;
    fn object(&self) -> &Object<Plausibility> {
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

/// Makes a judge. It keeps its level alive. Any thread.
/// desc: [opt] copied
/// limits: [opt] hold for entities that get none of their own; copied
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_plausibility_create(
    desc: *const AntPlausibilityDesc,
    limits: *const AntLimits,
    out_plausibility: *mut AntPlausibility,
) -> AntStatus {
    export!("ant_plausibility_create", |c| {
        let out = c.out(out_plausibility, "out_plausibility")?;
        let (desc, limits) = (c.desc_opt(desc, "desc")?, c.desc_opt(limits, "limits")?);
        let judge = Plausibility::new(&desc.params()?, &limits.limits())?;
        let given = Frame::new(&desc.frame)?;
        let world = match desc.world.id {
            0 => None,
            id => Some(resolve::<WorldObject>(id)?.keep()),
        };
        let frame = world.as_ref().map_or(given, |world| world.frame);
        out.write(AntPlausibility {
            id: handle::insert(PlausibilityObject { object: Object::new(judge), world, frame })?,
        });
        Ok(ANT_OK)
    })
}

/// Declares a way that the level does not know. Mutating.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_plausibility_add_passage(
    plausibility: AntPlausibility,
    passage: *const AntPassage,
) -> AntStatus {
    export!("ant_plausibility_add_passage", |c| {
        let passage = c.desc(passage, "passage")?;
        let flags = known_flags(passage.flags, ANT_PASSAGE_HAS_FROM, "passage.flags")?;
        let object = resolve::<PlausibilityObject>(plausibility.id)?;
        let place = |xyz, name| vector_from(&object.frame, xyz, name);
        let from = (flags != 0).then(|| place(passage.from, "passage.from")).transpose()?;
        let to = place(passage.to, "passage.to")?;
        object.write()?.add_passage(&Passage { from, to, radius: passage.radius, seconds: passage.seconds })?;
        Ok(ANT_OK)
    })
}

/// Forgets all passages. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_plausibility_clear_passages(plausibility: AntPlausibility) -> AntStatus {
    guard("ant_plausibility_clear_passages", move || {
        resolve::<PlausibilityObject>(plausibility.id)?.write()?.clear_passages();
        Ok(ANT_OK)
    })
}

/// Gives an entity limits of its own. Mutating.
/// number: its network number
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_plausibility_set_limits(
    plausibility: AntPlausibility,
    number: u32,
    limits: *const AntLimits,
) -> AntStatus {
    export!("ant_plausibility_set_limits", |c| {
        let limits = c.desc(limits, "limits")?.limits();
        resolve::<PlausibilityObject>(plausibility.id)?.write()?.set_limits(number, &limits)?;
        Ok(ANT_OK)
    })
}

/// Lets an entity be faster for a while: it was hit, it took a jump pad. Mutating.
/// speed: m/s on top of its limit. [Limit: 0 to 1e9]
/// until: nanoseconds on the sender's clock
#[unsafe(no_mangle)]
pub extern "C" fn ant_plausibility_allow_speed(
    plausibility: AntPlausibility,
    number: u32,
    speed: f64,
    until: i64,
) -> AntStatus {
    guard("ant_plausibility_allow_speed", move || {
        resolve::<PlausibilityObject>(plausibility.id)?.write()?.allow_speed(number, speed, until)?;
        Ok(ANT_OK)
    })
}

/// Lets an entity turn up anywhere, once: it respawns, a script moves it. Mutating.
/// until: nanoseconds on the sender's clock
#[unsafe(no_mangle)]
pub extern "C" fn ant_plausibility_allow_teleport(plausibility: AntPlausibility, number: u32, until: i64) -> AntStatus {
    guard("ant_plausibility_allow_teleport", move || {
        resolve::<PlausibilityObject>(plausibility.id)?.write()?.allow_teleport(number, until)?;
        Ok(ANT_OK)
    })
}

/// Tells that somebody aims at an entity. Mutating.
/// since: nanoseconds on the own clock
/// until: nanoseconds on the own clock, not before `since`
#[unsafe(no_mangle)]
pub extern "C" fn ant_plausibility_aimed_at(
    plausibility: AntPlausibility,
    number: u32,
    since: i64,
    until: i64,
) -> AntStatus {
    guard("ant_plausibility_aimed_at", move || {
        resolve::<PlausibilityObject>(plausibility.id)?.write()?.aimed_at(number, since, until)?;
        Ok(ANT_OK)
    })
}

/// Forgets an entity; its evidence stays. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_plausibility_remove(plausibility: AntPlausibility, number: u32) -> AntStatus {
    guard("ant_plausibility_remove", move || {
        resolve::<PlausibilityObject>(plausibility.id)?.write()?.remove(number)?;
        Ok(ANT_OK)
    })
}

/// Where a receiver has the entity of an update at the time of it; nothing where it does not know.
fn expected(receiver: AntReceiver, update: &Update) -> Outcome<Option<Prediction>> {
    if receiver.id == 0 {
        return Ok(None);
    }
    let object = resolve::<ReceiverObject>(receiver.id)?;
    let receiver = object.read_from_other()?;
    let predictor = object.predictor.read_from_other()?;
    let locked = LockedLevel::of(&object.predictor)?;
    let shown = with_scratch(&object.predictor, |scratch| {
        receiver.predict_at(&predictor, locked.context(), update.entity, update.time, Some(scratch))
    });
    Ok(shown.ok().map(|shown| shown.prediction))
}

/// Judges an update; nothing is dropped, the judgement is advice. Call it before ant_receiver_receive. ANT_BUDGET_REACHED, with the judgement written, when
/// max_nodes ended the search for a way, so that whether the entity can have got there stays open: it is not held against it. Mutating.
/// update: in the host's frame
/// arrival: when it arrived, nanoseconds on the own clock. [Limit: -2^61 to 2^61]
/// receiver: [opt] which predicts its entity; null = no prediction to compare with
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_plausibility_judge(
    plausibility: AntPlausibility,
    update: *const AntUpdate,
    arrival: i64,
    receiver: AntReceiver,
    out_judgement: *mut AntJudgement,
) -> AntStatus {
    export!("ant_plausibility_judge", |c| {
        let (out, update) = (c.out_struct(out_judgement, "out_judgement")?, c.desc(update, "update")?);
        let object = resolve::<PlausibilityObject>(plausibility.id)?;
        let update = update.checked(&object.frame, "update")?;
        let mut judge = object.write()?;
        let expected = expected(receiver, &update)?;
        let world = object.world.as_ref().map(|world| world.read_from_other()).transpose()?;
        let context = JudgeContext { world: world.as_deref(), expected: expected.as_ref() };
        let judgement = judge.judge(&update, arrival, context)?;
        out.write(AntJudgement { struct_size: 0, rules: judgement.rules, score: judgement.score });
        Ok(if judgement.undecided { ANT_BUDGET_REACHED } else { ANT_OK })
    })
}

/// Puts down that an entity told peers different things, or revealed something else than it had committed to. Mutating.
/// update: the update it is about
/// peers: how many peers differ
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_plausibility_inconsistent(
    plausibility: AntPlausibility,
    update: *const AntUpdate,
    arrival: i64,
    peers: u32,
    out_judgement: *mut AntJudgement,
) -> AntStatus {
    export!("ant_plausibility_inconsistent", |c| {
        let (out, update) = (c.out_struct_opt(out_judgement, "out_judgement")?, c.desc(update, "update")?);
        let object = resolve::<PlausibilityObject>(plausibility.id)?;
        let update = update.checked(&object.frame, "update")?;
        let judgement = object.write()?.inconsistent(&update, arrival, peers)?;
        if let Some(out) = out {
            out.write(AntJudgement { struct_size: 0, rules: judgement.rules, score: judgement.score });
        }
        Ok(ANT_OK)
    })
}

/// What is known of an entity. Const.
/// now: nanoseconds on the sender's clock; points decay until then
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_plausibility_standing(
    plausibility: AntPlausibility,
    number: u32,
    now: i64,
    out_standing: *mut AntStanding,
) -> AntStatus {
    export!("ant_plausibility_standing", |c| {
        let out = c.out_struct(out_standing, "out_standing")?;
        let object = resolve::<PlausibilityObject>(plausibility.id)?;
        let judge = object.read()?;
        let standing = judge.standing(number, now)?;
        out.write(AntStanding {
            struct_size: 0,
            reserved: 0,
            score: standing.score,
            judged: standing.judged,
            suspicious: standing.suspicious,
            lost_evidence: judge.lost_evidence(),
        });
        Ok(ANT_OK)
    })
}

/// Takes out the oldest piece of evidence. ANT_EMPTY, and nothing written, when there is none. Mutating.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_plausibility_pull(
    plausibility: AntPlausibility,
    out_evidence: *mut AntEvidence,
) -> AntStatus {
    export!("ant_plausibility_pull", |c| {
        let out = c.out_struct(out_evidence, "out_evidence")?;
        let object = resolve::<PlausibilityObject>(plausibility.id)?;
        let Some(evidence) = object.write()?.pull() else { return Ok(ANT_EMPTY) };
        out.write(AntEvidence::of(&evidence));
        Ok(ANT_OK)
    })
}
