//! How much one player matters to another, by what happened between them.

use super::pairs::{Pair, Pairs};
use crate::base::hash::StableHasher;
use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, SECOND, seconds_between};
use crate::base::{Error, Result};
use crate::pheromone::{MAX_AMOUNT, PheromoneMap};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANIN";
const VERSION: u32 = 1;

/// What one player did to another, from the first one's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InteractionKind {
    /// Shot at the other.
    ShotAt,
    /// Was shot by the other.
    ShotBy,
    /// Traded with the other.
    Trade,
    /// Talked with the other.
    Chat,
    /// Healed or helped the other.
    Helped,
    /// Was healed or helped by the other.
    HelpedBy,
}

/// Most players of a snapshot in teams, or with flags.
const MAX_PLAYERS: usize = 1 << 16;
/// Number of kinds.
pub const KINDS: usize = 6;

impl InteractionKind {
    /// The same event from the other player's point of view.
    pub fn mirrored(self) -> Self {
        match self {
            Self::ShotAt => Self::ShotBy,
            Self::ShotBy => Self::ShotAt,
            Self::Helped => Self::HelpedBy,
            Self::HelpedBy => Self::Helped,
            both => both,
        }
    }
}

/// How events turn into weights. Positive attracts, negative repels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InteractionRules {
    /// Weight of somebody with whom nothing happened.
    pub base: f32,
    /// Weight right after an event, by kind in the order of [`InteractionKind`]; fades linearly to 0 over `window`.
    pub by_kind: [f32; KINDS],
    /// How long an event matters.
    pub window: Nanos,
    /// Per kill of the other by the reader, up to `history_limit` kills.
    pub per_kill: f32,
    /// Per kill of the reader by the other, up to `history_limit` kills.
    pub per_death: f32,
    /// Most kills that count in each direction.
    pub history_limit: u32,
    /// Multiplies the weight of somebody in the same team.
    pub team_factor: f32,
    /// Multiplies the weight of somebody who carries a flag.
    pub flag_factor: f32,
    /// Most pairs that are remembered; the one whose last event is oldest goes first.
    pub max_pairs: u32,
}

impl Default for InteractionRules {
    fn default() -> Self {
        Self {
            base: -1.0,
            by_kind: [1.5, -1.5, 1.0, 1.0, 1.0, 1.0],
            window: 10 * SECOND,
            per_kill: 0.1,
            per_death: -0.1,
            history_limit: 10,
            team_factor: 0.5,
            flag_factor: 2.0,
            max_pairs: 1 << 16,
        }
    }
}

impl InteractionRules {
    fn numbers(&self) -> impl Iterator<Item = f32> {
        let single = [self.base, self.per_kill, self.per_death, self.team_factor, self.flag_factor];
        single.into_iter().chain(self.by_kind)
    }

    fn check(&self) -> Result<()> {
        if self.window <= 0 {
            return Err(Error::invalid(format!("window is {} ns, it must be above 0", self.window)));
        }
        match self.numbers().find(|n| n.is_nan() || n.abs() > 1e6) {
            Some(bad) => Err(Error::invalid(format!("an interaction weight is {bad}, allowed is -1e6 to 1e6"))),
            None => Ok(()),
        }
    }
}

/// What happened between players, per ordered pair (who feels, who is felt).
#[derive(Clone, Debug, PartialEq)]
pub struct Interactions {
    rules: InteractionRules,
    pairs: Pairs,
    teams: BTreeMap<u64, u32>,
    carriers: BTreeSet<u64>,
}

impl Interactions {
    /// Nothing happened yet.
    pub fn new(rules: &InteractionRules) -> Result<Self> {
        rules.check()?;
        Ok(Self { rules: *rules, pairs: Pairs::default(), teams: BTreeMap::new(), carriers: BTreeSet::new() })
    }

    /// The rules.
    pub fn rules(&self) -> &InteractionRules {
        &self.rules
    }

    /// Notes an event between two players, for both. An older event than the one known of its kind changes nothing.
    pub fn note(&mut self, actor: u64, other: u64, kind: InteractionKind, time: Nanos) {
        for (reader, emitter, kind) in [(actor, other, kind), (other, actor, kind.mirrored())] {
            if let Some(pair) = self.pair(reader, emitter, time) {
                let last = &mut pair.last[kind as usize];
                match last {
                    Some(known) if *known >= time => {}
                    _ => *last = Some(time),
                }
            }
        }
    }

    /// Notes that `killer` killed `victim`.
    pub fn note_kill(&mut self, killer: u64, victim: u64, time: Nanos) {
        if let Some(pair) = self.pair(killer, victim, time) {
            pair.kills = pair.kills.saturating_add(1);
        }
        if let Some(pair) = self.pair(victim, killer, time) {
            pair.deaths = pair.deaths.saturating_add(1);
        }
    }

    /// How often `killer` killed `victim`.
    pub fn kills(&self, killer: u64, victim: u64) -> u32 {
        self.pairs.get((killer, victim)).map_or(0, |p| p.kills)
    }

    /// Puts a player into a team, or out of all (`None`).
    pub fn set_team(&mut self, player: u64, team: Option<u32>) {
        match team {
            Some(team) => self.teams.insert(player, team),
            None => self.teams.remove(&player),
        };
    }

    /// Tells whether a player carries a flag.
    pub fn set_carrier(&mut self, player: u64, carries: bool) {
        if carries {
            self.carriers.insert(player);
        } else {
            self.carriers.remove(&player);
        }
    }

    /// Forgets a player altogether.
    pub fn remove(&mut self, player: u64) {
        self.pairs.remove_player(player);
        self.teams.remove(&player);
        self.carriers.remove(&player);
    }

    /// Weight with which `reader` feels `emitter` at a time: (base + fading events + kill history), times team and flag
    /// factors; 0 for oneself.
    pub fn weight(&self, reader: u64, emitter: u64, now: Nanos) -> f32 {
        if reader == emitter {
            return 0.0;
        }
        let team = self.teams.get(&emitter);
        let same_team = team.is_some() && self.teams.get(&reader) == team;
        let felt = self.felt(self.pairs.get((reader, emitter)), now);
        self.in_their_roles(felt, same_team, self.carriers.contains(&emitter))
    }

    /// Base, fading events and kill history.
    fn felt(&self, pair: Option<&Pair>, now: Nanos) -> f64 {
        let rules = &self.rules;
        let mut weight = f64::from(rules.base);
        let Some(pair) = pair else { return weight };
        for (by_kind, last) in rules.by_kind.iter().zip(pair.last) {
            let age = last.map_or(f64::INFINITY, |t| seconds_between(t, now).max(0.0));
            let left = 1.0 - age / (rules.window as f64 * 1e-9);
            weight += if left > 0.0 { f64::from(*by_kind) * left } else { 0.0 };
        }
        weight += f64::from(rules.per_kill) * f64::from(pair.kills.min(rules.history_limit));
        weight + f64::from(rules.per_death) * f64::from(pair.deaths.min(rules.history_limit))
    }

    /// With the factors of team and flag, within what a map takes.
    fn in_their_roles(&self, mut weight: f64, same_team: bool, carries: bool) -> f32 {
        if same_team {
            weight *= f64::from(self.rules.team_factor);
        }
        if carries {
            weight *= f64::from(self.rules.flag_factor);
        }
        (weight as f32).clamp(-MAX_AMOUNT, MAX_AMOUNT)
    }

    /// Sets the weights of all pairs of a map's avatars. Costs a few operations per weight, whatever happened.
    pub fn apply(&self, map: &mut PheromoneMap, now: Nanos) -> Result<()> {
        /// An avatar in its roles.
        struct Role {
            id: u64,
            place: usize,
            team: Option<u32>,
            carries: bool,
        }
        let role = |(place, id): (usize, u64)| {
            let (team, carries) = (self.teams.get(&id).copied(), self.carriers.contains(&id));
            Role { id, place, team, carries }
        };
        let mut roles: Vec<Role> = map.avatar_places().map(role).collect();
        roles.sort_unstable_by_key(|role| role.id);
        let usual = self.felt(None, now);
        // For somebody of no team, of another team, of the same one; with a flag or without.
        let plain = [false, true].map(|same| [false, true].map(|carries| self.in_their_roles(usual, same, carries)));
        for reader in &roles {
            let same_team = |emitter: &Role| emitter.team.is_some() && emitter.team == reader.team;
            let row = map.pair_row(reader.place)?;
            for emitter in roles.iter().filter(|emitter| emitter.id != reader.id) {
                row[emitter.place] = plain[usize::from(same_team(emitter))][usize::from(emitter.carries)];
            }
            for (emitter, pair) in self.pairs.of_reader(reader.id) {
                if let Ok(at) = roles.binary_search_by_key(&emitter, |role| role.id) {
                    let emitter = &roles[at];
                    let felt = self.felt(Some(pair), now);
                    row[emitter.place] = self.in_their_roles(felt, same_team(emitter), emitter.carries);
                }
            }
        }
        Ok(())
    }

    /// The pair's entry, made if there is none; nobody interacts with oneself.
    fn pair(&mut self, reader: u64, emitter: u64, time: Nanos) -> Option<&mut Pair> {
        if reader == emitter || self.rules.max_pairs == 0 {
            return None;
        }
        Some(self.pairs.touch((reader, emitter), time, self.rules.max_pairs as usize))
    }

    /// Hash of everything that is known.
    pub fn state_hash(&self) -> u64 {
        let mut h = StableHasher::new();
        self.rules.numbers().for_each(|n| {
            h.f32(n);
        });
        h.i64(self.rules.window).u32(self.rules.history_limit).u32(self.rules.max_pairs);
        h.u64(self.pairs.len() as u64);
        for ((reader, emitter), pair) in self.pairs.iter() {
            h.u64(*reader).u64(*emitter).u32(pair.kills).u32(pair.deaths).i64(pair.touched);
            for last in pair.last {
                h.u64(last.is_some().into()).i64(last.unwrap_or(0));
            }
        }
        h.u64(self.teams.len() as u64);
        for (player, team) in &self.teams {
            h.u64(*player).u32(*team);
        }
        for player in &self.carriers {
            h.u64(*player);
        }
        h.finish()
    }

    /// Everything that is known, framed.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut w = Writer::new();
        self.rules.numbers().for_each(|n| {
            w.f32(n);
        });
        w.i64(self.rules.window).u32(self.rules.history_limit).u32(self.rules.max_pairs);
        w.u64(self.pairs.len() as u64);
        for ((reader, emitter), pair) in self.pairs.iter() {
            w.u64(*reader).u64(*emitter).u32(pair.kills).u32(pair.deaths).i64(pair.touched);
            for last in pair.last {
                w.u8(last.is_some().into()).i64(last.unwrap_or(0));
            }
        }
        w.u64(self.teams.len() as u64);
        for (player, team) in &self.teams {
            w.u64(*player).u32(*team);
        }
        w.u64(self.carriers.len() as u64);
        for player in &self.carriers {
            w.u64(*player);
        }
        w.seal(MAGIC, VERSION)
    }

    /// Becomes the table that a snapshot was taken of, with its rules but for the budget: one with more pairs than `max_pairs` of these
    /// rules is refused. On error nothing changed.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let mut restored = Self::from_snapshot(bytes)?;
        let (held, most) = (restored.pairs.len(), self.rules.max_pairs);
        if held > most as usize {
            return Err(Error::budget(format!("the snapshot has {held} pairs, max_pairs is {most}")));
        }
        let players = restored.teams.len().max(restored.carriers.len());
        if players > MAX_PLAYERS {
            return Err(Error::budget(format!(
                "the snapshot has {players} players in teams or with flags, {MAX_PLAYERS} are allowed"
            )));
        }
        restored.rules.max_pairs = most;
        *self = restored;
        Ok(())
    }

    /// The table that a snapshot was taken of.
    pub fn from_snapshot(bytes: &[u8]) -> Result<Self> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        let (base, per_kill, per_death) = (r.f32()?, r.f32()?, r.f32()?);
        let (team_factor, flag_factor) = (r.f32()?, r.f32()?);
        let mut by_kind = [0.0; KINDS];
        r.f32_slice(&mut by_kind)?;
        let (window, history_limit, max_pairs) = (r.i64()?, r.u32()?, r.u32()?);
        let rules = InteractionRules {
            base,
            by_kind,
            window,
            per_kill,
            per_death,
            history_limit,
            team_factor,
            flag_factor,
            max_pairs,
        };
        let mut table = Self::new(&rules).map_err(Error::into_corrupt)?;
        for _ in 0..r.count(32 + 9 * KINDS)? {
            let key = (r.u64()?, r.u64()?);
            let mut pair = Pair { kills: r.u32()?, deaths: r.u32()?, touched: r.i64()?, ..Pair::default() };
            for last in &mut pair.last {
                let (known, time) = (r.u8()? != 0, r.i64()?);
                *last = known.then_some(time);
            }
            if table.pairs.get(key).is_some() {
                return Err(Error::corrupt("a table of interactions holds a pair twice"));
            }
            table.pairs.insert(key, pair);
        }
        for _ in 0..r.count(12)? {
            table.teams.insert(r.u64()?, r.u32()?);
        }
        for _ in 0..r.count(8)? {
            table.carriers.insert(r.u64()?);
        }
        r.finish()?;
        if table.pairs.len() > max_pairs as usize {
            return Err(Error::corrupt("a table of interactions holds more pairs than its budget"));
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Interactions {
        let rules = InteractionRules {
            base: 0.0,
            by_kind: [2.0, -4.0, 1.0, 1.0, 1.0, 1.0],
            window: 10 * SECOND,
            ..InteractionRules::default()
        };
        Interactions::new(&rules).unwrap()
    }

    #[test]
    fn events_fade_linearly_and_have_the_sign_of_their_kind() {
        let mut table = table();
        table.note(1, 2, InteractionKind::ShotAt, 0);
        for (second, share) in [(0, 1.0), (5, 0.5), (9, 0.1), (10, 0.0), (100, 0.0)] {
            let now = second * SECOND;
            assert!((table.weight(1, 2, now) - 2.0 * share).abs() < 1e-6, "hunter after {second} s");
            assert!((table.weight(2, 1, now) + 4.0 * share).abs() < 1e-6, "hunted after {second} s");
        }
        assert_eq!(table.weight(1, 3, 0), 0.0);
    }

    #[test]
    fn a_late_event_does_not_hide_a_newer_one() {
        let mut table = table();
        table.note(1, 2, InteractionKind::Chat, 8 * SECOND);
        table.note(1, 2, InteractionKind::Chat, 2 * SECOND);
        assert!((table.weight(1, 2, 8 * SECOND) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn nobody_feels_itself() {
        let mut table = table();
        table.note(1, 1, InteractionKind::Chat, 0);
        table.note_kill(1, 1, 0);
        assert_eq!(table.weight(1, 1, 0), 0.0);
        assert_eq!(table.pairs.len(), 0);
    }

    #[test]
    fn kills_teams_and_flags_change_the_weight() {
        let rules = InteractionRules { base: -1.0, ..InteractionRules::default() };
        let mut table = Interactions::new(&rules).unwrap();
        for i in 0..20 {
            table.note_kill(1, 2, i);
        }
        assert_eq!((table.kills(1, 2), table.kills(2, 1)), (20, 0));
        assert!((table.weight(1, 2, 0) - 0.0).abs() < 1e-6, "-1 + 10 counted kills of 0.1");
        assert!((table.weight(2, 1, 0) + 2.0).abs() < 1e-6, "-1 - 10 counted deaths of 0.1");
        table.set_team(3, Some(7));
        table.set_team(4, Some(7));
        assert_eq!(table.weight(3, 4, 0), -0.5);
        table.set_carrier(4, true);
        assert_eq!(table.weight(3, 4, 0), -1.0);
        assert_eq!(table.weight(4, 3, 0), -0.5);
        table.set_team(4, None);
        assert_eq!(table.weight(3, 4, 0), -2.0);
    }

    #[test]
    fn a_full_table_forgets_the_pair_that_was_quiet_longest() {
        let rules = InteractionRules { max_pairs: 4, ..InteractionRules::default() };
        let mut table = Interactions::new(&rules).unwrap();
        table.note_kill(1, 2, 10);
        table.note_kill(3, 4, 20);
        table.note(1, 2, InteractionKind::Chat, 30);
        table.note_kill(5, 6, 40);
        assert_eq!((table.kills(1, 2), table.kills(3, 4), table.kills(5, 6)), (1, 0, 1));
    }

    #[test]
    fn weights_stay_within_what_a_map_takes() {
        let rules = InteractionRules { base: 1e6, team_factor: 1e6, flag_factor: -1e6, ..InteractionRules::default() };
        let mut table = Interactions::new(&rules).unwrap();
        table.set_team(1, Some(0));
        table.set_team(2, Some(0));
        table.set_carrier(2, true);
        assert_eq!(table.weight(1, 2, 0), -MAX_AMOUNT);
    }

    #[test]
    fn a_restored_table_is_equal_and_every_truncation_is_refused() {
        let mut table = table();
        table.note(1, 2, InteractionKind::Trade, 3);
        table.note_kill(2, 9, 4);
        table.set_team(1, Some(2));
        table.set_carrier(9, true);
        let bytes = table.snapshot();
        let copy = Interactions::from_snapshot(&bytes).unwrap();
        assert_eq!((copy.state_hash(), &copy), (table.state_hash(), &table));
        for n in 0..bytes.len() {
            assert!(Interactions::from_snapshot(&bytes[..n]).is_err(), "{n} bytes");
        }
        table.remove(9);
        assert_ne!(copy.state_hash(), table.state_hash());
    }
}
