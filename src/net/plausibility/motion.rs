//! Whether somebody can have got from one place to another in the time.

use super::WORST;
use super::params::{Limits, Passage, PlausibilityParams, Rule};
use super::watched::Broken;
use crate::base::math::{DVec3, ground};
use crate::net::update::{Flags, Update};
use crate::world::{AreaFilter, LinkKind, Path, PathLimit, PathPoint, PathScratch, PathStatus, Search, World};

/// Seconds that stand for "no way leads there".
pub const NEVER: f64 = 1e9;

/// A search over cells or polygons may find a way this much longer than it is once it is pulled straight (over squares 1.09, over
/// triangles more) …
const LATTICE: f64 = 1.5;
/// … and by so many cells besides: it begins and ends in their middle.
const DETOUR: f64 = 2.0;

/// Working memory of searches, reused so that steady use does not allocate.
#[derive(Clone, Debug, Default)]
pub struct JudgeScratch {
    pub(super) search: PathScratch,
    pub(super) path: Path,
}

impl JudgeScratch {
    pub(super) fn bytes(&self) -> usize {
        self.search.bytes() + self.path.points.capacity() * size_of::<PathPoint>()
    }
}

/// How much faster than its limit an entity has been.
///
/// What it covers beyond `limit × time` is owed; standing still or walking slower pays it back. So neither many small steps, each
/// within the slack, nor a slight but lasting excess go unnoticed, and a single late tick does no harm.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Debt {
    /// Metres owed.
    pub(super) owed: f64,
    /// Metres and seconds since nothing was owed.
    pub(super) way: f64,
    pub(super) seconds: f64,
}

impl Debt {
    /// Adds a way of `distance` metres in `seconds`; the mean speed since nothing was owed when more than the slack is.
    pub(super) fn add(&mut self, distance: f64, seconds: f64, limit: f64, slack: f64) -> Option<f64> {
        self.owed += distance - limit * seconds;
        if self.owed <= 0.0 {
            *self = Self::default();
            return None;
        }
        (self.way, self.seconds) = (self.way + distance, self.seconds + seconds);
        if self.owed <= slack {
            return None;
        }
        let speed = self.way / self.seconds;
        *self = Self::default();
        Some(speed)
    }
}

/// Debts to both speed limits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Debts {
    /// To the speed that is possible at all.
    pub(super) short: Debt,
    /// To the speed that can be kept up.
    pub(super) long: Debt,
}

/// A step from one update to a later one.
pub(super) struct Step<'a> {
    pub(super) from: &'a Update,
    pub(super) to: &'a Update,
    pub(super) seconds: f64,
    pub(super) limits: Limits,
    /// What the host has allowed on top, m/s.
    pub(super) extra: f64,
    pub(super) params: &'a PlausibilityParams,
    pub(super) passages: &'a [Passage],
    pub(super) world: Option<&'a World>,
}

impl Step<'_> {
    /// Speed allowed in the ground plane, m/s.
    pub(super) fn speed_limit(&self) -> f64 {
        self.limits.v_max * self.params.tolerance + self.limits.knock_back + self.extra
    }

    /// Speed that can be kept up, m/s.
    fn sustained_limit(&self) -> f64 {
        self.limits.sustained * self.params.tolerance + self.extra
    }

    /// Tells `broken` every rule that the step breaks, with value and limit.
    pub(super) fn judge(&self, debts: &mut Debts, scratch: &mut JudgeScratch, broken: &mut Broken) {
        self.velocities(broken);
        let moved = self.to.flags.contains(Flags::TELEPORT);
        if moved && self.params.trust_teleports {
            *debts = Debts::default();
            return;
        }
        self.off_level(broken);
        let (limit, slack) = (self.speed_limit(), self.params.slack);
        let way = self.to.position - self.from.position;
        let flat = ground(way).length();
        let height = (way.y.abs() - slack).max(0.0) / self.seconds;
        let highest = self.limits.vertical * self.params.tolerance + self.extra;
        let airborne = self.from.flags.contains(Flags::AIRBORNE) || self.to.flags.contains(Flags::AIRBORNE);
        let too_fast = debts.short.owed + flat - limit * self.seconds > slack || height > highest || moved;
        let blocked = !airborne && !too_fast && self.is_blocked();
        if !too_fast && !blocked {
            debts.short.add(flat, self.seconds, limit, slack);
            self.sustain(flat, debts, broken);
            return;
        }
        // The straight way is too long or blocked: is there another one, through links or passages?
        match self.time_needed(limit, scratch) {
            Needed::Seconds(needed) if needed <= self.seconds + slack / limit => {
                debts.short.add(needed * limit, self.seconds, limit, slack);
            }
            Needed::Seconds(needed) if blocked || moved => {
                *debts = Debts::default();
                broken.add(Rule::Unreachable, needed, self.seconds);
            }
            Needed::TooMuch if blocked || moved => {
                *debts = Debts::default();
                broken.undecided = true;
            }
            Needed::Never if blocked || moved => {
                *debts = Debts::default();
                broken.add(Rule::Unreachable, NEVER, self.seconds);
            }
            _ => {
                if let Some(speed) = debts.short.add(flat, self.seconds, limit, slack) {
                    broken.add(Rule::Speed, speed, limit);
                } else {
                    self.sustain(flat, debts, broken);
                }
                if height > highest {
                    broken.add(Rule::Vertical, height, highest);
                }
            }
        }
    }

    /// Whether it has been faster for long than anybody keeps up.
    fn sustain(&self, flat: f64, debts: &mut Debts, broken: &mut Broken) {
        let limit = self.sustained_limit();
        if let Some(speed) = debts.long.add(flat, self.seconds, limit, self.params.endurance) {
            broken.add(Rule::Speed, speed, limit);
        }
    }

    /// What it says about its own motion; a prediction vector says nothing about it.
    fn velocities(&self, broken: &mut Broken) {
        let says = |update: &Update| !update.flags.contains(Flags::PREDICTION_VECTOR);
        if !says(self.to) {
            return;
        }
        let told = ground(self.to.velocity).length();
        if told > self.speed_limit() {
            broken.add(Rule::ToldSpeed, told, self.speed_limit());
        }
        if !says(self.from) || self.to.flags.contains(Flags::TELEPORT) {
            return;
        }
        let change = ground(self.to.velocity - self.from.velocity).length() / self.seconds;
        let shock = self.limits.knock_back + self.extra;
        let limit = self.limits.acceleration * self.params.tolerance + shock / self.seconds;
        if change > limit {
            broken.add(Rule::Acceleration, change, limit);
        }
    }

    fn off_level(&self, broken: &mut Broken) {
        let reach = self.params.floor_reach;
        let Some(world) = self.world.filter(|_| reach.is_finite()) else { return };
        let at = self.to.position;
        if self.to.flags.contains(Flags::AIRBORNE) || world.locate(at).is_some() || world.nearest(at, reach).is_some() {
            return;
        }
        // How far exactly would cost a search of the whole level.
        broken.add(Rule::OffLevel, reach, reach);
    }

    /// Whether a wall is between both places.
    fn is_blocked(&self) -> bool {
        let Some(world) = self.world else { return false };
        let settle = |p: DVec3| world.locate(p).or_else(|| world.nearest(p, self.params.slack.max(1.0)));
        let Some(start) = settle(self.from.position) else { return false };
        let Some(goal) = settle(self.to.position) else { return false };
        let hit = world.line_of_walk(&start, goal.point, &AreaFilter::default(), true);
        let short = ground(goal.point - hit.point).length();
        // On another floor is another place, too.
        let floor = hit.end.map_or(0.0, |end| (end.point.y - goal.point.y).abs());
        short > self.params.slack || floor > world.params().floor_reach
    }

    /// The shortest time in which one can get there at the speed limit.
    fn time_needed(&self, limit: f64, scratch: &mut JudgeScratch) -> Needed {
        let (from, to) = (self.from.position, self.to.position);
        let through = |passage: &Passage| {
            let near = |p: DVec3, end: DVec3| (p - end).length() <= passage.radius;
            near(to, passage.to) && passage.from.is_none_or(|begin| near(from, begin))
        };
        let passage = self.passages.iter().filter(|passage| through(passage)).map(|passage| passage.seconds);
        let passage = passage.fold(f64::INFINITY, f64::min);
        if passage <= self.seconds {
            return Needed::Seconds(passage);
        }
        let Some(world) = self.world else { return Needed::Unknown };
        let reach = limit * self.seconds + self.params.slack;
        let JudgeScratch { search, path } = scratch;
        if !is_near(world, from) {
            return Needed::Unknown;
        }
        if !is_near(world, to) {
            return Needed::Never;
        }
        let detour = DETOUR * world.params().cell_size;
        let most = PathLimit { nodes: self.params.max_nodes, cost: WORST * LATTICE * (reach + detour) };
        match world.fastest_path(from, to, limit, most, search, path) {
            Ok(Search { status: PathStatus::Complete, .. }) => {
                Needed::Seconds(path_seconds(world, path, limit).min(passage))
            }
            Ok(Search { status: PathStatus::Partial, .. }) => Needed::Never,
            Ok(Search { status: PathStatus::Cut, least }) => {
                let metres = least / LATTICE - detour;
                if metres > reach { Needed::Seconds((metres / limit).min(passage)) } else { Needed::TooMuch }
            }
            Err(_) => Needed::Unknown,
        }
    }
}

/// Whether a path may begin or end there.
fn is_near(world: &World, p: DVec3) -> bool {
    let snap = 2.0 * world.params().cell_size + world.params().floor_reach;
    world.locate(p).is_some() || world.nearest(p, snap).is_some()
}

enum Needed {
    Seconds(f64),
    /// There is no way.
    Never,
    /// There is no level, or the start is off it.
    Unknown,
    /// The search for a way took more than it may.
    TooMuch,
}

/// Seconds along a path: walking at `limit`, links in their own time. A teleporter without one takes none.
fn path_seconds(world: &World, path: &Path, limit: f64) -> f64 {
    let mut seconds = 0.0;
    for leg in path.points.windows(2) {
        let walk = (leg[1].position - leg[0].position).length() / limit;
        seconds += match leg[0].link.and_then(|link| world.link(link)) {
            Some(link) if link.travel_time > 0.0 => link.travel_time.min(walk),
            Some(link) if link.kind == LinkKind::Teleport => 0.0,
            _ => walk,
        };
    }
    seconds
}
