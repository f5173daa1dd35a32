//! `AntInteractions` and `AntNeedModel`.

use super::AntPheromoneMap;
use super::options::{self, Slot};
use crate::convert::told;
use antreckon::base::{Error, Result};
use antreckon::pheromone::attract::{InteractionKind, InteractionRules, Interactions, NeedModel, item_emission};
use godot::prelude::*;

/// How much one player matters to another, by what happened between them: who was shot at hunts or flees, who killed often is feared.
///
/// Weights go into a map whose avatars are the players: call [method apply] once per second or so.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
struct AntInteractions {
    interactions: Interactions,
    base: Base<RefCounted>,
}

fn rules(given: &VarDictionary) -> Result<InteractionRules> {
    let mut rules = InteractionRules::default();
    let [shot_at, shot_by, trade, chat, helped, helped_by] = &mut rules.by_kind;
    let slots = &mut [
        ("base", Slot::Single(&mut rules.base)),
        ("shot_at", Slot::Single(shot_at)),
        ("shot_by", Slot::Single(shot_by)),
        ("trade", Slot::Single(trade)),
        ("chat", Slot::Single(chat)),
        ("helped", Slot::Single(helped)),
        ("helped_by", Slot::Single(helped_by)),
        ("window", Slot::Seconds(&mut rules.window)),
        ("per_kill", Slot::Single(&mut rules.per_kill)),
        ("per_death", Slot::Single(&mut rules.per_death)),
        ("history_limit", Slot::Whole(&mut rules.history_limit)),
        ("team_factor", Slot::Single(&mut rules.team_factor)),
        ("flag_factor", Slot::Single(&mut rules.flag_factor)),
        ("max_pairs", Slot::Whole(&mut rules.max_pairs)),
    ];
    options::read(given, slots)?;
    Ok(rules)
}

#[godot_api]
impl AntInteractions {
    /// Shot at the other.
    #[constant]
    const SHOT_AT: i64 = InteractionKind::ShotAt as i64;
    /// Was shot by the other.
    #[constant]
    const SHOT_BY: i64 = InteractionKind::ShotBy as i64;
    /// Traded with the other.
    #[constant]
    const TRADE: i64 = InteractionKind::Trade as i64;
    /// Talked with the other.
    #[constant]
    const CHAT: i64 = InteractionKind::Chat as i64;
    /// Healed or helped the other.
    #[constant]
    const HELPED: i64 = InteractionKind::Helped as i64;
    /// Was healed or helped by the other.
    #[constant]
    const HELPED_BY: i64 = InteractionKind::HelpedBy as i64;

    /// Nothing happened yet. [param rules] may have weights, positive attracts: [code]base[/code] (-1: somebody unknown),
    /// [code]shot_at[/code] (1.5), [code]shot_by[/code] (-1.5), [code]trade[/code], [code]chat[/code], [code]helped[/code],
    /// [code]helped_by[/code] (1), which fade over [code]window[/code] (10 s); [code]per_kill[/code] (0.1), [code]per_death[/code]
    /// (-0.1), [code]history_limit[/code] (10 kills), [code]team_factor[/code] (0.5), [code]flag_factor[/code] (2),
    /// [code]max_pairs[/code] (65536).
    #[func]
    fn create(rules: VarDictionary) -> Option<Gd<Self>> {
        let made = self::rules(&rules).and_then(|rules| Interactions::new(&rules));
        told("AntInteractions.create", made).map(|interactions| Gd::from_init_fn(|base| Self { interactions, base }))
    }

    /// Notes what [param actor] did to [param other] at a time in nanoseconds: one of the constants.
    #[func]
    fn note(&mut self, actor: i64, other: i64, kind: i64, time: i64) -> bool {
        use InteractionKind::{Chat, Helped, HelpedBy, ShotAt, ShotBy, Trade};
        let kinds = [ShotAt, ShotBy, Trade, Chat, Helped, HelpedBy];
        let kind = usize::try_from(kind).ok().and_then(|kind| kinds.get(kind).copied());
        let kind =
            told("AntInteractions.note", kind.ok_or_else(|| Error::invalid("kind must be SHOT_AT to HELPED_BY")));
        if let Some(kind) = kind {
            self.interactions.note(actor as u64, other as u64, kind, time);
        }
        kind.is_some()
    }

    /// Notes a kill.
    #[func]
    fn note_kill(&mut self, killer: i64, victim: i64, time: i64) {
        self.interactions.note_kill(killer as u64, victim as u64, time);
    }

    /// How often one killed the other.
    #[func]
    fn kills(&self, killer: i64, victim: i64) -> i64 {
        self.interactions.kills(killer as u64, victim as u64).into()
    }

    /// Puts a player into a team; a negative one = none.
    #[func]
    fn set_team(&mut self, player: i64, team: i64) {
        self.interactions.set_team(player as u64, u32::try_from(team).ok());
    }

    /// Tells whether a player carries a flag.
    #[func]
    fn set_carrier(&mut self, player: i64, carries: bool) {
        self.interactions.set_carrier(player as u64, carries);
    }

    /// Forgets a player.
    #[func]
    fn remove(&mut self, player: i64) {
        self.interactions.remove(player as u64);
    }

    /// How [param reader] feels [param emitter] at a time: positive attracts.
    #[func]
    fn weight(&self, reader: i64, emitter: i64, time: i64) -> f32 {
        self.interactions.weight(reader as u64, emitter as u64, time)
    }

    /// Sets the weights between all avatars of a map.
    #[func]
    fn apply(&self, map: Option<Gd<AntPheromoneMap>>, time: i64) -> bool {
        let done = map.ok_or_else(|| Error::invalid("map is null")).and_then(|map| {
            let level = map.bind().level.clone();
            level.change_map(|map, _| self.interactions.apply(map, time))
        });
        told("AntInteractions.apply", done).is_some()
    }

    /// The whole state.
    #[func]
    fn snapshot(&self) -> PackedByteArray {
        self.interactions.snapshot().as_slice().into()
    }

    /// Takes over a [method snapshot].
    #[func]
    fn restore(&mut self, snapshot: PackedByteArray) -> bool {
        let read = told("AntInteractions.restore", Interactions::from_snapshot(snapshot.as_slice()));
        read.map(|read| self.interactions = read).is_some()
    }

    /// Equal on machines that know the same.
    #[func]
    fn state_hash(&self) -> i64 {
        self.interactions.state_hash() as i64
    }
}

/// How likely somebody takes something it sees, by how much it is needed; learned from what players do.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
struct AntNeedModel {
    model: NeedModel,
    base: Base<RefCounted>,
}

#[godot_api]
impl AntNeedModel {
    /// A model that tells apart so many degrees of need.
    #[func]
    fn create(degrees: i64) -> Option<Gd<Self>> {
        let made = NeedModel::new(usize::try_from(degrees).unwrap_or(0));
        told("AntNeedModel.create", made).map(|model| Gd::from_init_fn(|base| Self { model, base }))
    }

    /// Somebody with this need (0 to 1) saw such a thing and took it, or not.
    #[func]
    fn observe(&mut self, need: f32, taken: bool) {
        self.model.observe(need, taken);
    }

    /// How likely such a thing is taken.
    #[func]
    fn probability(&self, need: f32) -> f32 {
        self.model.probability(need)
    }

    /// How often it was seen with about this need.
    #[func]
    fn occasions(&self, need: f32) -> i64 {
        self.model.occasions(need).into()
    }

    /// Need of somebody with this health, 0 to 1.
    #[func]
    fn need(health: f32, max_health: f32) -> f32 {
        antreckon::pheromone::attract::need(health, max_health)
    }

    /// What an item of this value should emit, [param strength] being that of an item of value 1 that is always taken.
    #[func]
    fn emission(strength: f32, value: f32, probability: f32) -> f32 {
        item_emission(strength, value, probability)
    }

    /// The whole state.
    #[func]
    fn snapshot(&self) -> PackedByteArray {
        self.model.snapshot().as_slice().into()
    }

    /// Takes over a [method snapshot].
    #[func]
    fn restore(&mut self, snapshot: PackedByteArray) -> bool {
        let read = told("AntNeedModel.restore", NeedModel::from_snapshot(snapshot.as_slice()));
        read.map(|read| self.model = read).is_some()
    }

    /// Equal on machines that learned the same.
    #[func]
    fn state_hash(&self) -> i64 {
        self.model.state_hash() as i64
    }
}
