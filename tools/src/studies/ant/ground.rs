//! What a level says about where somebody goes, in all forms that are compared.
use super::matches::{Case, Match, SLOTS};
use antreckon::base::math::{DVec2, DVec3};
use antreckon::pheromone::{LayerParams, MapParams, PheromoneMap, Source};
use antreckon::world::World;
use antreckon_cli::eval::floor::roads_of;
use antreckon_cli::eval::forecaster::Frame;
use antreckon_cli::eval::level::switched;
use antreckon_cli::eval::ways::{Hops, Lead, PLACES, Roads, Ways, lead};
use std::collections::BTreeMap;

/// Goals whose ways are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goals {
    /// Items that are there now.
    Present,
    /// All items, taken or not.
    Items,
    /// As many cells as there are items, drawn at random.
    Random,
    /// Places spread over the level.
    Places,
    /// Items and places: the form that is recommended.
    Both,
    /// Items and places, the ways by the library's own diffusing fields.
    Fields,
}

/// A field that reaches two cells far before it has fallen to 1/e: `ε γ / (4 (1-ε)) = 2²`.
const FIELD: LayerParams = LayerParams { evaporation: 16.0 / 17.0, diffusion: 1.0, cap: 1e9, floor: 0.0, prune: 0.0 };
/// What a goal emits into it: enough to be smelled through a whole level in single precision.
const EMISSION: f32 = 1e8;
/// Players farther away than this by foot count less and less, seconds at full speed.
const FAR: f64 = 3.0;
/// How far from its recorded place an item may stand on the level, body widths.
const ITEM_REACH: f64 = 4.0;

/// A level with the ways to everything.
pub(super) struct Ground {
    world: World,
    roads: Roads,
    v_max: f64,
    /// Per place of the match: the ways to it, if it is an item on the level, and whether it is there.
    items: Vec<Option<Item>>,
    tables: Vec<(Goals, Ways)>,
    /// Ways to cells in which players were, with their lengths in metres.
    to_players: BTreeMap<usize, (Vec<f32>, Hops)>,
}

/// An item on the level.
struct Item {
    cell: usize,
    /// Metres to it from every cell.
    lengths: Vec<f32>,
    hops: Hops,
    is_there: bool,
}

impl Ground {
    /// The level of a match; `None` without a recorded area.
    pub(super) fn of(played: &Match) -> Option<Self> {
        let world = roads_of(&played.trace)?;
        let roads = Roads::of(&world);
        let v_max = played.v_max;
        let item_cell = |position: [f64; 3]| {
            let reach = ITEM_REACH * played.trace.meta.body_width * played.units.metres;
            let position = played.units.to_metres(position);
            let there = world.locate(position).or_else(|| world.nearest(position, reach))?;
            roads.number(there.cell?)
        };
        let places = played.trace.places.iter();
        let cells: Vec<Option<usize>> =
            places.map(|place| (place.kind == "item").then(|| item_cell(place.position?))?).collect();
        let known: Vec<usize> = cells.iter().copied().flatten().collect();
        let spread = roads.spread(PLACES);
        let both: Vec<usize> = known.iter().chain(&spread).copied().collect();
        let ways = |goals: &[usize]| {
            let hops: Vec<Hops> = goals.iter().map(|&goal| roads.towards(goal)).collect();
            Ways::to(&roads, &hops, v_max)
        };
        let tables = vec![
            (Goals::Items, ways(&known)),
            (Goals::Random, ways(&random(known.len(), roads.len()))),
            (Goals::Places, ways(&spread)),
            (Goals::Both, ways(&both)),
            (Goals::Fields, Ways::to(&roads, &by_fields(&world, &roads, &both), v_max)),
        ];
        let item = |cell: usize| {
            let lengths = roads.lengths(cell);
            Item { cell, hops: roads.uphill(|n| -lengths[n]), lengths, is_there: true }
        };
        let items = cells.iter().map(|cell| cell.map(item)).collect();
        Some(Self { world, v_max, items, tables, to_players: BTreeMap::new(), roads })
    }

    /// Items that are taken and come back.
    pub(super) fn observe(&mut self, frame: &Frame<'_>) {
        for (item, is_there) in frame.events.iter().filter_map(switched) {
            if let Some(item) = &mut self.items[item] {
                item.is_there = is_there;
            }
        }
    }

    fn cell(&self, place: DVec3) -> Option<usize> {
        self.roads.number(self.world.cell_at(place)?)
    }

    /// Where the ways lead somebody with a velocity in units of v_max, in units of v_max · 1 s; `None` off the level.
    pub(super) fn lead(&self, goals: Goals, place: DVec3, velocity: DVec2) -> Option<Lead> {
        if goals == Goals::Present {
            let cell = self.cell(place)?;
            let there = self.items.iter().flatten().filter(|item| item.is_there);
            let walks: Vec<Lead> = there.filter_map(|item| self.roads.walk(&item.hops, cell, self.v_max)).collect();
            return Some(lead(&walks, velocity.clamp_length_max(1.0)));
        }
        let (_, ways) = self.tables.iter().find(|(known, _)| *known == goals).expect("a table of every kind");
        let lead = ways.lead(&self.world, place, velocity * self.v_max)?;
        Some(lead.map(|displacement| displacement / self.v_max))
    }

    /// Where the ways to the other players lead, near ones counting more; zero off the level or alone.
    pub(super) fn lead_to_others(&mut self, played: &Match, case: &Case) -> Lead {
        let (mut sum, mut all) = ([DVec2::ZERO; SLOTS], 0.0);
        let Some(from) = self.cell(case.place) else { return sum };
        for other in (0..played.trace.players.len()).filter(|&other| other != case.player) {
            let Some(cell) = played.place(other, case.k).and_then(|place| self.cell(place)) else { continue };
            let (lengths, hops) = self.to_players.entry(cell).or_insert_with(|| {
                let lengths = self.roads.lengths(cell);
                let hops = self.roads.uphill(|n| -lengths[n]);
                (lengths, hops)
            });
            let Some(walk) = self.roads.walk(hops, from, self.v_max) else { continue };
            let weight = (-f64::from(lengths[from]) / (FAR * self.v_max)).exp();
            all += weight;
            sum.iter_mut().zip(walk).for_each(|(sum, walk)| *sum += walk * weight);
        }
        // A constant share for nobody: players far away lead nowhere.
        sum.map(|sum| sum / (all + 0.3))
    }

    /// Corners of a walk from item to item that takes so many seconds at full speed: near ones are gone to more often.
    pub(super) fn tour(&self, seed: usize, seconds: f64) -> Vec<DVec3> {
        let items: Vec<&Item> = self.items.iter().flatten().collect();
        let mut draws = Draws(seed as u64 + 1);
        let Some(first) = items.get((draws.share() * items.len() as f64) as usize) else { return Vec::new() };
        let centre = |cell: usize| self.world.cell_center(self.roads.cells()[cell]);
        let (mut cell, mut corners, mut left) = (first.cell, vec![centre(first.cell)], seconds * self.v_max);
        while left > 0.0 {
            let weight = |item: &Item| match item.lengths[cell] {
                0.0 => 0.0,
                length => (-f64::from(length) / (FAR * self.v_max)).exp(),
            };
            let mut rest = draws.share() * items.iter().map(|item| weight(item)).sum::<f64>();
            let drawn = items.iter().find(|item| {
                rest -= weight(item);
                rest < 0.0
            });
            let Some(item) = drawn else { break };
            left -= f64::from(item.lengths[cell]);
            while let Some(next) = item.hops.next(cell).filter(|&next| next != cell) {
                cell = next;
                corners.push(centre(cell));
            }
        }
        corners
    }
}

/// Numbers drawn by a fixed linear congruence.
struct Draws(u64);

impl Draws {
    /// From 0 to 1.
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / (1_u64 << 31) as f64
    }
}

/// Cells drawn at random.
fn random(count: usize, of: usize) -> Vec<usize> {
    let mut draws = Draws(20_131);
    (0..count).map(|_| (draws.share() * of as f64) as usize).collect()
}

/// The ways along the fields of a pheromone map with one layer per goal.
fn by_fields(world: &World, roads: &Roads, goals: &[usize]) -> Vec<Hops> {
    let params = MapParams { layers: vec![FIELD; goals.len()], ..MapParams::default() };
    let mut map = PheromoneMap::new(world, &params).expect("parameters in range");
    let mut hops = Vec::new();
    for (layer, &goal) in goals.iter().enumerate() {
        let position = world.cell_center(roads.cells()[goal]);
        let source = Source { layer, position, emission: EMISSION, fixed: true };
        map.add_source(world, layer as u64, &source).expect("room for every goal");
        hops.push(roads.uphill(|cell| match map.value(world, layer, roads.cells()[cell]) {
            amount if amount > 0.0 => amount,
            _ => f32::NEG_INFINITY,
        }));
    }
    hops
}
