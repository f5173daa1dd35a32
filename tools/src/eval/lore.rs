//! What the paper's evaluation learns from play: what items are worth to whom, what players did to each other, and where
//! it is busy. Everything comes from the events up to the frame at hand.
use super::forecaster::Frame;
use super::level::layer_of;
use super::units::{Units, orientation};
use crate::trace::{Event, Party, Trace};
use antreckon::base::Result;
use antreckon::base::math::{DVec3, ground};
use antreckon::base::time::{Nanos, SECOND};
use antreckon::pheromone::attract::{InteractionKind, InteractionRules, Interactions, NeedModel, need};
use antreckon::pheromone::{HotSpotKind, PheromoneMap};
use antreckon::world::{AreaFilter, World};

/// Kinds of items: health, armour, weapons, the rest.
pub const ITEM_LAYERS: usize = 4;
/// Degrees of need that are told apart: tenths of health, tenths of armour, none of the others.
const BUCKETS: [usize; ITEM_LAYERS] = [10, 10, 1, 1];
/// How far ahead a pickup counts: the paper's δt of 80 frames.
const AHEAD_SECONDS: f64 = 4.0;
/// Seconds between the occasions of a player.
const ASKED_EVERY: f64 = 0.5;
/// Farthest item in sight, seconds at full speed: 500 units at 320 a second.
const SIGHT_SECONDS: f64 = 500.0 / 320.0;
/// Cosine of half the vision cone: 45° around the view.
const CONE: f64 = core::f64::consts::FRAC_1_SQRT_2;
/// How long an interaction matters.
const WINDOW: Nanos = 10 * SECOND;
/// Seconds between two notes of where somebody is.
const PRESENCE_EVERY: f64 = 1.0;

/// An item in sight of somebody.
struct Occasion {
    player: usize,
    item: usize,
    layer: usize,
    need: f32,
    /// Frame in which it is over.
    due: usize,
}

/// What was learned until now.
pub struct Lore {
    units: Units,
    /// By layer: P(pickup | need, in sight).
    needs: [NeedModel; ITEM_LAYERS],
    interactions: Interactions,
    open: Vec<Occasion>,
    /// By place of the trace: it lies there.
    there: Vec<bool>,
    asked_every: usize,
    noted_every: usize,
    ahead: usize,
    sight: f64,
}

impl Lore {
    /// Nothing is known. Avatars that shot somebody lately are felt by them with `shot_by`, those they shot at with
    /// `shot_at`; both fade in ten seconds.
    pub fn new(trace: &Trace, shot_at: f32, shot_by: f32) -> Result<Self> {
        let rules = InteractionRules {
            base: 0.0,
            by_kind: [shot_at, shot_by, 0.0, 0.0, 0.0, 0.0],
            window: WINDOW,
            per_kill: 0.0,
            per_death: 0.0,
            team_factor: 0.0,
            ..InteractionRules::default()
        };
        let mut interactions = Interactions::new(&rules)?;
        let mut teams: Vec<&str> = Vec::new();
        for (player, known) in trace.players.iter().enumerate().filter(|(_, known)| !known.team.is_empty()) {
            let team = teams.iter().position(|team| *team == known.team).unwrap_or_else(|| {
                teams.push(&known.team);
                teams.len() - 1
            });
            interactions.set_team(player as u64, Some(team as u32));
        }
        let frames = |seconds: f64| ((seconds * trace.meta.tick_hz) as usize).max(1);
        let units = Units::of(&trace.meta);
        Ok(Self {
            units,
            needs: [0, 1, 2, 3].map(|layer| NeedModel::new(BUCKETS[layer]).expect("a few buckets")),
            interactions,
            open: Vec::new(),
            there: trace.places.iter().map(|place| place.kind == "item").collect(),
            asked_every: frames(ASKED_EVERY),
            noted_every: frames(PRESENCE_EVERY),
            ahead: frames(AHEAD_SECONDS),
            sight: SIGHT_SECONDS * trace.meta.v_max * units.metres,
        })
    }

    /// Need of a player for a kind of item, as far as it is recorded.
    fn need(sample: &crate::trace::Sample, layer: usize) -> f32 {
        let known = match layer {
            0 => sample.health,
            1 => sample.armor,
            _ => None,
        };
        known.map_or(0.5, |amount| need(amount, 100.0))
    }

    /// How likely a player takes each kind of item that is in its sight.
    pub fn wishes(&self, sample: &crate::trace::Sample) -> [f32; ITEM_LAYERS] {
        [0, 1, 2, 3].map(|layer| self.needs[layer].probability(Self::need(sample, layer)))
    }

    /// The curve of a kind of item: probability and occasions per bucket of need.
    pub fn curve(&self, layer: usize) -> Vec<(f32, u32)> {
        let model = &self.needs[layer];
        let buckets = BUCKETS[layer];
        let middle = |bucket: usize| (bucket as f32 + 0.5) / buckets as f32;
        (0..buckets).map(|b| (model.probability(middle(b)), model.occasions(middle(b)))).collect()
    }

    /// Takes in a frame: `items` are the places of the items by place of the trace. Hot spots and pair weights go into
    /// the map.
    pub fn observe(
        &mut self,
        frame: &Frame<'_>,
        world: &World,
        map: &mut PheromoneMap,
        trace_names: &[String],
        items: &[Option<DVec3>],
    ) -> Result<()> {
        for event in frame.events {
            self.take(event, frame, world, map)?;
        }
        let k = frame.k;
        let needs = &mut self.needs;
        self.open.retain(|occasion| {
            if occasion.due <= k {
                needs[occasion.layer].observe(occasion.need, false);
            }
            occasion.due > k
        });
        for (player, sample) in frame.states.iter().enumerate() {
            let Some(sample) = sample else { continue };
            let place = self.units.to_metres(sample.position);
            // Not all in the same frame.
            if (k + player).is_multiple_of(self.noted_every) {
                map.note(world, HotSpotKind::Presence, place)?;
            }
            if (k + player).is_multiple_of(self.asked_every) {
                self.ask(player, sample, place, k, world, trace_names, items);
            }
        }
        if k.is_multiple_of(self.asked_every) {
            self.interactions.apply(map, self.units.time(k))?;
        }
        Ok(())
    }

    fn take(&mut self, event: &Event, frame: &Frame<'_>, world: &World, map: &mut PheromoneMap) -> Result<()> {
        if let Some((item, there)) = super::level::switched(event) {
            self.there[item] = there;
        }
        let time = self.units.time(frame.k);
        let place = |player: usize| frame.states[player].map(|sample| self.units.to_metres(sample.position));
        match (event.kind.as_str(), event.actor, event.target) {
            ("hit", Some(Party::Player(actor)), Some(Party::Player(other))) => {
                self.interactions.note(actor as u64, other as u64, InteractionKind::ShotAt, time);
            }
            ("kill", actor, Some(Party::Player(victim))) => {
                if let Some(Party::Player(killer)) = actor.filter(|actor| *actor != Party::Player(victim)) {
                    self.interactions.note_kill(killer as u64, victim as u64, time);
                    if let Some(place) = place(killer) {
                        map.note(world, HotSpotKind::Kill, place)?;
                    }
                }
                if let Some(place) = place(victim) {
                    map.note(world, HotSpotKind::Death, place)?;
                }
            }
            ("pickup", Some(Party::Player(player)), Some(Party::Place(item))) => {
                let needs = &mut self.needs;
                self.open.retain(|occasion| {
                    let took = occasion.player == player && occasion.item == item;
                    if took {
                        needs[occasion.layer].observe(occasion.need, true);
                    }
                    !took
                });
            }
            _ => {}
        }
        Ok(())
    }

    /// Which items a player has in sight.
    #[allow(clippy::too_many_arguments)] // A player, its sample and place, and what surrounds it.
    fn ask(
        &mut self,
        player: usize,
        sample: &crate::trace::Sample,
        place: DVec3,
        k: usize,
        world: &World,
        names: &[String],
        items: &[Option<DVec3>],
    ) {
        let view = sample.yaw.map(|yaw| ground(orientation(yaw, 0.0) * DVec3::NEG_Z));
        let Some(start) = world.locate(place) else { return };
        for (item, there) in items.iter().enumerate() {
            let Some(there) = there.filter(|_| self.there[item]) else { continue };
            let way = ground(there - place);
            let distance = way.length();
            let in_cone = view.is_none_or(|view| way.dot(view) >= CONE * distance);
            if distance > self.sight || !in_cone {
                continue;
            }
            if self.open.iter().any(|o| o.player == player && o.item == item) {
                continue;
            }
            if world.line_of_walk(&start, there, &AreaFilter::default(), true).stopped_by.is_some() {
                continue;
            }
            let layer = layer_of(&names[item]);
            let need = Self::need(sample, layer);
            self.open.push(Occasion { player, item, layer, need, due: k + self.ahead });
        }
    }
}
