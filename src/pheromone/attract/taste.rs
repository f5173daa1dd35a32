//! How much each layer attracts, learned while playing from where players went (what the authors leave open).
//!
//! From one occasion to the next, `horizon` apart, a player goes `c v δ + Σ w_l g F_l`: a share `c` of what its velocity
//! promises, and for each layer the force of eq. 7 at the weight 1, times the gain `g` that eq. 5 gives it. The weights
//! `w_l` with the least squares (large misses count by their length only) are what the layers weigh to that player. A
//! player of whom little is known has the weights of all, and all have none as long as nothing is known.

use super::solve::{Sums, TERMS};
use crate::base::hash::hash_bytes;
use crate::base::math::{DVec2, DVec3, ground, sqrt};
use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, SECOND, seconds_between};
use crate::base::{Error, Result, Short};
use crate::pheromone::{ForceLaw, PheromoneMap, Reader as Nose, Region, RegionShape};
use crate::world::World;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANTA";
const VERSION: u32 = 1;

/// Most layers whose weights are learned.
pub const MAX_TASTE_LAYERS: usize = TERMS - 1;
/// Weights stay within this, which is what a profile allows.
const MAX_WEIGHT: f64 = 1e6;

/// What is learned, and how fast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TasteParams {
    /// Layers of the map that are weighed, from the first on; 1 to [`MAX_TASTE_LAYERS`].
    pub layers: u32,
    /// How long an occasion lasts: as far ahead as predictions matter.
    pub horizon: Nanos,
    /// After so long what was learned counts half, seconds; 0 = for good.
    pub half_life: f64,
    /// So many occasions the weights of all count beside a player's own, and none beside those of all.
    pub shrink: f64,
    /// Most players with weights of their own; what others do is learned for all.
    pub max_players: u32,
    /// Which cells pull, as in the profile that will have the weights.
    pub region: Region,
    /// How they pull, as in that profile.
    pub law: ForceLaw,
    /// How far a force of 1 moves a player within the horizon, metres: `½ α δ² · scale · unit / (m h²)` (eq. 5).
    pub gain: f64,
}

impl TasteParams {
    fn check(&self) -> Result<()> {
        if self.layers == 0 || self.layers as usize > MAX_TASTE_LAYERS {
            return Err(Error::invalid(format!("layers is {}, allowed is 1 to {MAX_TASTE_LAYERS}", self.layers)));
        }
        if self.horizon <= 0 || self.horizon > 3600 * SECOND {
            return Err(Error::invalid(format!("horizon is {} ns, allowed is 1 to an hour", self.horizon)));
        }
        for (name, value, least) in
            [("half_life", self.half_life, 0.0), ("shrink", self.shrink, 0.0), ("gain", self.gain, f64::MIN_POSITIVE)]
        {
            if !(least..=1e12).contains(&value) {
                return Err(Error::invalid(format!("{name} is {}, allowed is {least} to 1e12", Short(value))));
            }
        }
        self.region.check()?;
        self.law.check()
    }

    /// Whether sums under these and others can be added up.
    fn measures_like(&self, other: &Self) -> bool {
        let plain = |p: &Self| Self { half_life: 0.0, shrink: 0.0, max_players: 0, ..*p };
        plain(self) == plain(other)
    }
}

/// A player at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sighting {
    /// When.
    pub time: Nanos,
    /// Where.
    pub position: DVec3,
    /// How it moves, m/s.
    pub velocity: DVec3,
    /// Which way it looks in the ground plane; for cones.
    pub view: DVec2,
    /// It was put here: what came before says nothing.
    pub teleported: bool,
}

/// An occasion that is not over.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pending {
    time: Nanos,
    position: DVec3,
    terms: [DVec2; TERMS],
}

/// What is known of a player.
#[derive(Clone, Debug, Default, PartialEq)]
struct Player {
    sums: Sums,
    pending: Option<Pending>,
}

/// Weights of layers for every player and for all.
#[derive(Clone, Debug, PartialEq)]
pub struct Tastes {
    params: TasteParams,
    all: Sums,
    players: BTreeMap<u64, Player>,
}

impl Tastes {
    /// Nothing is known.
    pub fn new(params: &TasteParams) -> Result<Self> {
        params.check()?;
        Ok(Self { params: *params, all: Sums::default(), players: BTreeMap::new() })
    }

    /// The parameters.
    pub fn params(&self) -> &TasteParams {
        &self.params
    }

    fn terms(&self) -> usize {
        self.params.layers as usize + 1
    }

    /// Takes in where a player is; to be called whenever that is known, with the field as it is then. An occasion begins
    /// at once and ends with the first sighting a horizon later (one that comes after two horizons ends nothing).
    pub fn observe(&mut self, world: &World, map: &PheromoneMap, player: u64, seen: &Sighting) -> Result<()> {
        let finite = seen.position.is_finite() && seen.velocity.is_finite() && seen.view.is_finite();
        if !finite {
            return Err(Error::invalid("a sighting must be finite"));
        }
        let full = self.players.len() >= self.params.max_players as usize;
        if full && !self.players.contains_key(&player) {
            return Ok(());
        }
        let pending = self.players.entry(player).or_default().pending;
        let age = pending.map_or(Nanos::MAX, |pending| seen.time.saturating_sub(pending.time));
        if let Some(pending) = pending {
            if seen.teleported || age < 0 || age > 2 * self.params.horizon {
                self.players.entry(player).or_default().pending = None;
            } else if age < self.params.horizon {
                return Ok(());
            } else {
                self.learn(player, &pending, seen);
            }
        }
        let mut terms = [DVec2::ZERO; TERMS];
        terms[0] = ground(seen.velocity) * (self.params.horizon as f64 * 1e-9);
        let mut weights = [0.0; MAX_TASTE_LAYERS];
        for layer in 0..self.params.layers as usize {
            weights[layer] = 1.0;
            let nose = Nose { weights: &weights[..=layer], avatar: None };
            let force = map.force(world, &nose, seen.position, seen.view, &self.params.region, &self.params.law);
            terms[layer + 1] = ground(force.total) * self.params.gain;
            weights[layer] = 0.0;
        }
        let pending = Pending { time: seen.time, position: seen.position, terms };
        self.players.entry(player).or_default().pending = Some(pending);
        Ok(())
    }

    /// An occasion is over.
    fn learn(&mut self, player: u64, began: &Pending, seen: &Sighting) {
        let (terms, params) = (self.terms(), self.params);
        // Sightings come when they come: the way is scaled to the horizon.
        let share = params.horizon as f64 * 1e-9 / seconds_between(began.time, seen.time);
        let went = ground(seen.position - began.position) * share;
        let said = self.coefficients(Some(player));
        let missed = (0..terms).fold(went, |left, i| left - began.terms[i] * said[i]);
        let missed = sqrt(missed.length_squared());
        let own = &mut self.players.entry(player).or_default().sums;
        for sums in [own, &mut self.all] {
            sums.fade(seen.time, params.half_life);
            sums.add(&began.terms[..terms], went, missed);
        }
    }

    /// Share of the velocity and weights of the layers, of a player or of all.
    fn coefficients(&self, player: Option<u64>) -> [f64; TERMS] {
        let (terms, shrink) = (self.terms(), self.params.shrink);
        let all = self.all.solved(terms, shrink, None);
        match player.and_then(|player| self.players.get(&player)) {
            Some(known) => known.sums.solved(terms, shrink, Some((&self.all, &all))),
            None => all,
        }
    }

    /// Writes the weights of the layers for a player, or for all (`None`), as many as there is room for.
    pub fn weights(&self, player: Option<u64>, out: &mut [f32]) {
        let found = self.coefficients(player);
        for (weight, found) in out.iter_mut().zip(&found[1..self.terms()]) {
            *weight = found.clamp(-MAX_WEIGHT, MAX_WEIGHT) as f32;
        }
    }

    /// Occasions behind the weights of a player, or of all.
    pub fn occasions(&self, player: Option<u64>) -> f64 {
        match player {
            Some(player) => self.players.get(&player).map_or(0.0, |known| known.sums.count),
            None => self.all.count,
        }
    }

    /// Forgets what is known of a player alone.
    pub fn remove(&mut self, player: u64) {
        self.players.remove(&player);
    }

    /// Adds what others have learned under the same region, law, horizon and gain. Players beyond the budget count for all
    /// only.
    pub fn merge(&mut self, other: &Self) -> Result<()> {
        if !self.params.measures_like(&other.params) {
            return Err(Error::invalid("tastes were learned with other layers, horizon, region, law or gain"));
        }
        self.all.join(&other.all);
        for (&player, known) in &other.players {
            let room = self.players.len() < self.params.max_players as usize;
            if room || self.players.contains_key(&player) {
                self.players.entry(player).or_default().sums.join(&known.sums);
            }
        }
        Ok(())
    }

    /// Bytes of heap memory held.
    pub fn bytes(&self) -> usize {
        self.players.len() * (size_of::<(u64, Player)>() * 3 / 2)
    }

    /// Hash of everything that is known.
    pub fn state_hash(&self) -> u64 {
        hash_bytes(&self.snapshot())
    }

    /// Everything that is known, framed: to be saved with the level or the player, and to go on from.
    pub fn snapshot(&self) -> Vec<u8> {
        let (mut w, terms) = (Writer::new(), self.terms());
        write_params(&mut w, &self.params);
        self.all.write(&mut w, terms);
        w.u64(self.players.len() as u64);
        for (player, known) in &self.players {
            w.u64(*player);
            known.sums.write(&mut w, terms);
            w.option(known.pending, |w, pending| {
                w.i64(pending.time).dvec3(pending.position);
                pending.terms[..terms].iter().fold(w, |w, term| w.f64(term.x).f64(term.y))
            });
        }
        w.seal(MAGIC, VERSION)
    }

    /// Takes over what a snapshot holds; its layers, horizon, region, law and gain must be these, the other parameters stay.
    /// On an error nothing changed.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let other = Self::from_snapshot(bytes)?;
        if !self.params.measures_like(&other.params) {
            return Err(Error::corrupt("the snapshot is of tastes with other layers, horizon, region, law or gain"));
        }
        if other.players.len() > self.params.max_players as usize {
            let n = other.players.len();
            return Err(Error::budget(format!(
                "the snapshot has {n} players, max_players is {}",
                self.params.max_players
            )));
        }
        (self.all, self.players) = (other.all, other.players);
        Ok(())
    }

    /// What a snapshot was taken of.
    pub fn from_snapshot(bytes: &[u8]) -> Result<Self> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        let params = read_params(&mut r)?;
        let mut tastes = Self::new(&params).map_err(Error::into_corrupt)?;
        let terms = tastes.terms();
        tastes.all = Sums::read(&mut r, terms)?;
        for _ in 0..r.count(8)? {
            let player = r.u64()?;
            let sums = Sums::read(&mut r, terms)?;
            let pending = r.option(|r| {
                let (time, position) = (r.i64()?, r.finite_dvec3()?);
                let mut read = [DVec2::ZERO; TERMS];
                for term in &mut read[..terms] {
                    *term = DVec2::new(r.f64()?, r.f64()?);
                }
                if read.iter().all(|term| term.is_finite()) {
                    Ok(Pending { time, position, terms: read })
                } else {
                    Err(Error::corrupt("an occasion of a taste is not finite"))
                }
            })?;
            tastes.players.insert(player, Player { sums, pending });
        }
        r.finish()?;
        if tastes.players.len() > params.max_players as usize {
            return Err(Error::corrupt("tastes of more players than their budget"));
        }
        Ok(tastes)
    }
}

fn write_params(w: &mut Writer, p: &TasteParams) {
    let (shape, half_angle) = match p.region.shape {
        RegionShape::Square => (0, 0.0),
        RegionShape::Disc => (1, 0.0),
        RegionShape::Cone(half_angle) => (2, half_angle),
    };
    w.u32(p.layers).i64(p.horizon).f64(p.half_life).f64(p.shrink).u32(p.max_players);
    w.u8(shape).f64(half_angle).f64(p.region.diameter).f64(p.region.margin);
    w.u8(p.region.walls_hide.into()).f64(p.region.vertical_reach);
    w.u32(p.law.k).f64(p.law.unit).f64(p.law.softening).u8(p.law.vertical.into()).f64(p.gain);
}

fn read_params(r: &mut Reader<'_>) -> Result<TasteParams> {
    let (layers, horizon, half_life, shrink) = (r.u32()?, r.i64()?, r.f64()?, r.f64()?);
    let max_players = r.u32()?;
    let (shape, half_angle) = (r.u8()?, r.f64()?);
    let shape = match shape {
        0 => RegionShape::Square,
        1 => RegionShape::Disc,
        2 => RegionShape::Cone(half_angle),
        _ => return Err(Error::corrupt(format!("a taste has a region of shape {shape}"))),
    };
    let (diameter, margin, walls_hide, vertical_reach) = (r.f64()?, r.f64()?, r.bool()?, r.f64()?);
    let region = Region { shape, diameter, margin, walls_hide, vertical_reach };
    let law = ForceLaw { k: r.u32()?, unit: r.f64()?, softening: r.f64()?, vertical: r.bool()? };
    Ok(TasteParams { layers, horizon, half_life, shrink, max_players, region, law, gain: r.f64()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pheromone::{LayerParams, MapParams, Source};
    use crate::world::{GridInput, WorldParams};

    const HORIZON: Nanos = SECOND;

    fn params() -> TasteParams {
        let region =
            Region { shape: RegionShape::Square, diameter: 30.0, margin: 0.0, walls_hide: false, vertical_reach: 3.0 };
        let law = ForceLaw { k: 1, unit: 1.0, softening: 0.5, vertical: false };
        TasteParams { layers: 2, horizon: HORIZON, half_life: 0.0, shrink: 5.0, max_players: 8, region, law, gain: 0.1 }
    }

    fn scene() -> (World, PheromoneMap) {
        let grid = GridInput {
            width: 60,
            depth: 60,
            floors: 1,
            corner: DVec3::ZERO,
            floor_height: 3.0,
            blocked: &[],
            heights: &[],
            areas: &[],
        };
        let world = World::from_grid(&WorldParams::default(), &grid).unwrap();
        let layers = alloc::vec![LayerParams::default(); 2];
        let mut map = PheromoneMap::new(&world, &MapParams { layers, ..MapParams::default() }).unwrap();
        for (id, layer, x, z) in [(1, 0, 20.5, 20.5), (2, 1, 40.5, 20.5), (3, 0, 40.5, 42.5), (4, 1, 18.5, 40.5)] {
            let source = Source { layer, position: DVec3::new(x, 0.0, z), emission: 36.0, fixed: true };
            map.add_source(&world, id, &source).unwrap();
        }
        (world, map)
    }

    /// A player that goes half as far as its velocity says and feels the layers with these weights.
    fn teach(tastes: &mut Tastes, world: &World, map: &PheromoneMap, player: u64, weights: [f32; 2], n: u64) {
        let mut dice = player * 7919 + 1;
        let mut noise = || {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (dice >> 33) as f64 / (1u64 << 31) as f64
        };
        for i in 0..n {
            let p = tastes.params;
            let position = DVec3::new(15.0 + 30.0 * noise(), 0.0, 15.0 + 30.0 * noise());
            let velocity = DVec3::new(8.0 * noise() - 4.0, 0.0, 8.0 * noise() - 4.0);
            let time = i as Nanos * 10 * HORIZON;
            let seen = Sighting { time, position, velocity, view: DVec2::X, teleported: true };
            tastes.observe(world, map, player, &seen).unwrap();
            let nose = Nose { weights: &weights, avatar: None };
            let force = map.force(world, &nose, position, DVec2::X, &p.region, &p.law).total * p.gain;
            let there = position + velocity * 0.5 + force;
            let seen = Sighting { time: time + HORIZON, position: there, teleported: false, ..seen };
            tastes.observe(world, map, player, &seen).unwrap();
        }
    }

    #[test]
    fn weights_are_found_from_where_players_went() {
        let ((world, map), mut tastes) = (scene(), Tastes::new(&params()).unwrap());
        let mut out = [9.0; 2];
        tastes.weights(Some(1), &mut out);
        assert_eq!(out, [0.0; 2], "nothing is known");
        teach(&mut tastes, &world, &map, 1, [2.0, -1.0], 300);
        tastes.weights(Some(1), &mut out);
        assert!((out[0] - 2.0).abs() < 0.1 && (out[1] + 1.0).abs() < 0.1, "{out:?}");
        assert_eq!(tastes.occasions(Some(1)), 300.0);
    }

    #[test]
    fn a_new_player_has_the_taste_of_all_and_finds_its_own() {
        let ((world, map), mut tastes) = (scene(), Tastes::new(&params()).unwrap());
        for player in 1..=3 {
            teach(&mut tastes, &world, &map, player, [1.0, 1.0], 200);
        }
        let mut out = [0.0; 2];
        tastes.weights(Some(99), &mut out);
        assert!(out.iter().all(|w| (w - 1.0).abs() < 0.1), "{out:?}");
        teach(&mut tastes, &world, &map, 99, [1.0, -2.0], 200);
        tastes.weights(Some(99), &mut out);
        assert!((out[1] + 2.0).abs() < 0.4, "{out:?}");
        tastes.weights(Some(1), &mut out);
        assert!((out[1] - 1.0).abs() < 0.4, "{out:?}");
    }

    #[test]
    fn merged_tastes_equal_those_learned_in_one_go() {
        let (world, map) = scene();
        let [mut both, mut one, mut other] = [(); 3].map(|()| Tastes::new(&params()).unwrap());
        teach(&mut one, &world, &map, 1, [2.0, 0.5], 100);
        teach(&mut other, &world, &map, 2, [0.5, 2.0], 100);
        teach(&mut both, &world, &map, 1, [2.0, 0.5], 100);
        teach(&mut both, &world, &map, 2, [0.5, 2.0], 100);
        one.merge(&other).unwrap();
        let (mut a, mut b) = ([0.0; 2], [0.0; 2]);
        // What all like lies between both, and how much of each depends on who was hard to foretell at the time.
        for (player, tolerance) in [(None, 0.4), (Some(1), 0.1), (Some(2), 0.1)] {
            one.weights(player, &mut a);
            both.weights(player, &mut b);
            assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < tolerance), "{player:?} {a:?} {b:?}");
        }
        let wider = TasteParams { gain: 0.2, ..params() };
        assert!(one.merge(&Tastes::new(&wider).unwrap()).is_err());
    }

    #[test]
    fn gaps_and_teleports_teach_nothing() {
        let ((world, map), mut tastes) = (scene(), Tastes::new(&params()).unwrap());
        let mut see = |time: Nanos, teleported: bool| {
            let position = DVec3::new(20.0, 0.0, 20.0 + time as f64 * 1e-9);
            let seen = Sighting { time, position, velocity: DVec3::Z, view: DVec2::X, teleported };
            tastes.observe(&world, &map, 1, &seen).unwrap();
            tastes.occasions(None)
        };
        assert_eq!(see(0, false), 0.0);
        assert_eq!(see(HORIZON / 2, false), 0.0, "too early");
        assert_eq!(see(HORIZON, true), 0.0, "put here");
        assert_eq!(see(5 * HORIZON, false), 0.0, "too late");
        assert_eq!(see(6 * HORIZON, false), 1.0);
    }

    #[test]
    fn a_restored_taste_is_equal_and_every_truncation_is_refused() {
        let ((world, map), mut tastes) = (scene(), Tastes::new(&params()).unwrap());
        teach(&mut tastes, &world, &map, 1, [2.0, 0.5], 3);
        let bytes = tastes.snapshot();
        let copy = Tastes::from_snapshot(&bytes).unwrap();
        assert_eq!((copy.state_hash(), &copy), (tastes.state_hash(), &tastes));
        for n in 0..bytes.len() {
            assert!(Tastes::from_snapshot(&bytes[..n]).is_err(), "{n} bytes");
        }
        let mut fresh = Tastes::new(&params()).unwrap();
        fresh.restore(&bytes).unwrap();
        assert_eq!(fresh, tastes);
        for other in [TasteParams { gain: 0.2, ..params() }, TasteParams { max_players: 0, ..params() }] {
            assert!(Tastes::new(&other).unwrap().restore(&bytes).is_err());
        }
    }

    #[test]
    fn players_beyond_the_budget_are_not_kept() {
        let params = TasteParams { max_players: 1, ..params() };
        let ((world, map), mut tastes) = (scene(), Tastes::new(&params).unwrap());
        teach(&mut tastes, &world, &map, 1, [1.0, 1.0], 2);
        teach(&mut tastes, &world, &map, 2, [1.0, 1.0], 2);
        assert_eq!((tastes.occasions(Some(1)), tastes.occasions(Some(2))), (2.0, 0.0));
    }
}
