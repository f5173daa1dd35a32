//! What happened between players: how much one matters to another.

use super::arg::{export, in_range, plain, unknown_value};
use super::error::{Outcome, fail};
use super::guard::guard;
use super::handle::{self, Kind, resolve};
use super::map::{AntPheromoneMap, MapObject};
use super::object::Object;
use super::status::*;
use super::structs::{Desc, sized};
use crate::base::Short;
use crate::pheromone::attract::{InteractionKind, InteractionRules, Interactions, KINDS};

/// What happened between players, turned into pair weights. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntInteractions {
    /// Opaque.
    pub id: u64,
}
plain!(AntInteractions);

/// A table of interactions behind its handle.
pub(super) struct InteractionsObject(Object<Interactions>);

impl Kind for InteractionsObject {
    const KIND: u8 = 5;
    const NAME: &'static str = "interactions";
    type State = Interactions;
    fn object(&self) -> &Object<Interactions> {
        &self.0
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
}

/// What one player did with another.
pub type AntInteraction = u32;
/// Shot at the other.
pub const ANT_INTERACTION_SHOT_AT: AntInteraction = 0;
/// Was shot by the other.
pub const ANT_INTERACTION_SHOT_BY: AntInteraction = 1;
/// Traded with the other.
pub const ANT_INTERACTION_TRADE: AntInteraction = 2;
/// Talked with the other.
pub const ANT_INTERACTION_CHAT: AntInteraction = 3;
/// Healed or helped the other.
pub const ANT_INTERACTION_HELPED: AntInteraction = 4;
/// Was healed or helped by the other.
pub const ANT_INTERACTION_HELPED_BY: AntInteraction = 5;
/// The actor killed the other; counts for the whole match by AntInteractionRules::per_kill and per_death.
pub const ANT_INTERACTION_KILL: AntInteraction = 6;

/// No team.
pub const ANT_NO_TEAM: u32 = 0xffff_ffff;

/// How events turn into weights; positive attracts, negative repels. Fill it with ant_interaction_rules_init. All weights [Limit: -1e6 to 1e6].
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntInteractionRules {
    /// Set by ant_interaction_rules_init.
    pub struct_size: u32,
    /// Most kills that count in each direction. Default 10.
    pub history_limit: u32,
    /// How long an event matters, nanoseconds. Default 10 s. [Limit: > 0]
    pub window: i64,
    /// Weight right after an event, by kind ANT_INTERACTION_…; fades linearly to 0 over `window`. Default 1.5, -1.5, 1, 1, 1, 1.
    pub by_kind: [f32; 6],
    /// Weight of somebody with whom nothing happened. Default -1.
    pub base: f32,
    /// Per kill of the other by the reader. Default 0.1.
    pub per_kill: f32,
    /// Per kill of the reader by the other. Default -0.1.
    pub per_death: f32,
    /// Factor for somebody in the same team. Default 0.5.
    pub team_factor: f32,
    /// Factor for somebody who carries a flag. Default 2.
    pub flag_factor: f32,
    /// Most pairs that are remembered; the one that was quiet longest goes first. Default 65536.
    pub max_pairs: u32,
}
sized!(AntInteractionRules, 64, "call ant_interaction_rules_init", {
    struct_size, history_limit, window, by_kind, base, per_kill, per_death, team_factor, flag_factor, max_pairs
});
const _: () = assert!(KINDS == 6);

impl Desc for AntInteractionRules {
    fn defaults() -> Self {
        let r = InteractionRules::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            history_limit: r.history_limit,
            window: r.window,
            by_kind: r.by_kind,
            base: r.base,
            per_kill: r.per_kill,
            per_death: r.per_death,
            team_factor: r.team_factor,
            flag_factor: r.flag_factor,
            max_pairs: r.max_pairs,
        }
    }
}

impl AntInteractionRules {
    fn checked(&self) -> Outcome<InteractionRules> {
        let weight = |value: f32, name: &str| in_range(value.into(), -1e6, 1e6, name).map(|_| value);
        for (i, value) in self.by_kind.iter().enumerate() {
            if weight(*value, "rules.by_kind").is_err() {
                let status = if value.is_finite() { ANT_ERROR_OUT_OF_RANGE } else { ANT_ERROR_NOT_FINITE };
                return Err(fail!(status, "`rules.by_kind[{i}]` is {}, must be -1e6 to 1e6", Short(*value)));
            }
        }
        if self.window <= 0 {
            return Err(fail!(ANT_ERROR_OUT_OF_RANGE, "`rules.window` is {}, must be above 0", self.window));
        }
        Ok(InteractionRules {
            base: weight(self.base, "rules.base")?,
            by_kind: self.by_kind,
            window: self.window,
            per_kill: weight(self.per_kill, "rules.per_kill")?,
            per_death: weight(self.per_death, "rules.per_death")?,
            history_limit: self.history_limit,
            team_factor: weight(self.team_factor, "rules.team_factor")?,
            flag_factor: weight(self.flag_factor, "rules.flag_factor")?,
            max_pairs: self.max_pairs,
        })
    }
}

/// Makes a table in which nothing has happened. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_interactions_create(
    rules: *const AntInteractionRules,
    out_interactions: *mut AntInteractions,
) -> AntStatus {
    export!("ant_interactions_create", |c| {
        let out = c.out(out_interactions, "out_interactions")?;
        let table = Interactions::new(&c.desc(rules, "rules")?.checked()?)?;
        out.write(AntInteractions { id: handle::insert(InteractionsObject(Object::new(table)))? });
        Ok(ANT_OK)
    })
}

/// Notes what one player did to another, for both of them. Mutating.
/// actor, other: the host's own numbers of two players
/// kind: ANT_INTERACTION_…, from the actor's point of view
/// time: nanoseconds on the game clock
#[unsafe(no_mangle)]
pub extern "C" fn ant_interactions_note(
    interactions: AntInteractions,
    actor: u64,
    other: u64,
    kind: AntInteraction,
    time: i64,
) -> AntStatus {
    guard("ant_interactions_note", move || {
        let kind = match kind {
            ANT_INTERACTION_SHOT_AT => InteractionKind::ShotAt,
            ANT_INTERACTION_SHOT_BY => InteractionKind::ShotBy,
            ANT_INTERACTION_TRADE => InteractionKind::Trade,
            ANT_INTERACTION_CHAT => InteractionKind::Chat,
            ANT_INTERACTION_HELPED => InteractionKind::Helped,
            ANT_INTERACTION_HELPED_BY => InteractionKind::HelpedBy,
            ANT_INTERACTION_KILL => {
                resolve::<InteractionsObject>(interactions.id)?.write()?.note_kill(actor, other, time);
                return Ok(ANT_OK);
            }
            unknown => {
                let allowed = "ANT_INTERACTION_SHOT_AT (0) to ANT_INTERACTION_KILL (6)";
                return Err(unknown_value(unknown, "kind", allowed));
            }
        };
        resolve::<InteractionsObject>(interactions.id)?.write()?.note(actor, other, kind, time);
        Ok(ANT_OK)
    })
}

/// Says of which team a player is and whether it carries a flag; at first of none, without one. Mutating.
/// team: any number, or ANT_NO_TEAM
/// carries: 1 or 0
#[unsafe(no_mangle)]
pub extern "C" fn ant_interactions_set_player(
    interactions: AntInteractions,
    player: u64,
    team: u32,
    carries: AntBool,
) -> AntStatus {
    guard("ant_interactions_set_player", move || {
        let team = (team != ANT_NO_TEAM).then_some(team);
        let carries = in_range(carries.into(), 0.0, 1.0, "carries")? == 1.0;
        let object = resolve::<InteractionsObject>(interactions.id)?;
        let mut table = object.write()?;
        table.set_team(player, team);
        table.set_carrier(player, carries);
        Ok(ANT_OK)
    })
}

/// Forgets a player altogether. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_interactions_remove(interactions: AntInteractions, player: u64) -> AntStatus {
    guard("ant_interactions_remove", move || {
        resolve::<InteractionsObject>(interactions.id)?.write()?.remove(player);
        Ok(ANT_OK)
    })
}

/// Weight with which one player feels another at a time; 0 for oneself. Const.
/// out_weight: [opt] receives the weight
/// out_kills: [opt] receives how often the reader killed the emitter
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_interactions_weight(
    interactions: AntInteractions,
    reader: u64,
    emitter: u64,
    time: i64,
    out_weight: *mut f32,
    out_kills: *mut u32,
) -> AntStatus {
    export!("ant_interactions_weight", |c| {
        let object = resolve::<InteractionsObject>(interactions.id)?;
        let table = object.read()?;
        if let Some(out) = c.out_opt(out_weight) {
            out.write(table.weight(reader, emitter, time));
        }
        if let Some(out) = c.out_opt(out_kills) {
            out.write(table.kills(reader, emitter));
        }
        Ok(ANT_OK)
    })
}

/// Sets the pair weights of all avatars of a map from what happened until a time. Mutating for the map, const for the table.
#[unsafe(no_mangle)]
pub extern "C" fn ant_interactions_apply(interactions: AntInteractions, map: AntPheromoneMap, time: i64) -> AntStatus {
    guard("ant_interactions_apply", move || {
        let (table, map) = (resolve::<InteractionsObject>(interactions.id)?, resolve::<MapObject>(map.id)?);
        let (mut state, _world) = map.edit()?;
        table.read_from_other()?.apply(&mut state.map, time)?;
        Ok(ANT_OK)
    })
}
