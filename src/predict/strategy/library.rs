//! All strategies of a predictor: the routes, their parallels, and the index that finds them.

use super::cluster::{Shape, cluster};
use super::index::Index;
use super::lane::{Lane, Mover, Place};
use super::params::{Mode, StrategyParams};
use super::recorder::{read_points, write_points};
use super::route::Route;
use super::simplify::{foot, simplify};
use crate::base::hash::StableHasher;
use crate::base::math::{DVec2, DVec3, ground};
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use alloc::collections::VecDeque;
use alloc::format;
use alloc::vec::Vec;

/// Most routes.
pub const MAX_ROUTES: usize = 4096;
/// Most recorded trials; the oldest goes when another one comes.
pub const MAX_TRIALS: usize = 256;
/// Most segments of all strategies together, parallels counted.
pub const MAX_SEGMENTS: usize = 1 << 18;
/// Below this speed (m/s) somebody stands and has no heading.
pub(super) const STANDING: f64 = 0.1;

const MAGIC: [u8; 4] = *b"ANTS";
const VERSION: u32 = 1;

/// A route with what speaks for it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Known {
    pub(super) route: Route,
    /// Trials it came with when it was added or loaded; 0 for a route learned here.
    told: u32,
    /// Recorded trials that took it.
    seen: u32,
}

impl Known {
    /// A route that comes with its evidence.
    pub(super) fn told(route: Route, evidence: u32) -> Self {
        Self { route, told: evidence.max(1), seen: 0 }
    }

    /// Number of trials that took it.
    pub(super) fn evidence(&self) -> u32 {
        self.told.saturating_add(self.seen)
    }
}

/// The strategies that entities can follow.
#[derive(Clone, Debug, Default)]
pub(in crate::predict) struct Library {
    pub(super) params: StrategyParams,
    pub(super) routes: Vec<Known>,
    pub(super) lanes: Vec<Lane>,
    index: Index,
    /// Points of recorded trials, oldest first.
    trials: VecDeque<Vec<DVec3>>,
    /// Changes when strategies do, so that nobody follows a strategy that has another number now.
    pub(super) stamp: u64,
}

impl Library {
    /// Takes over parameters; strategies are made anew from the routes.
    pub(super) fn set_params(&mut self, params: &StrategyParams) -> Result<()> {
        params.validate()?;
        self.check_room(params.parallels, 0)?;
        self.params = *params;
        self.build();
        Ok(())
    }

    /// Adds a route as it is. It speaks for `evidence` trials.
    pub(super) fn add_route(&mut self, points: &[DVec3], evidence: u32) -> Result<u32> {
        let route = Route::new(points)?;
        self.check_room(self.params.parallels, route.segments())?;
        if self.routes.len() >= MAX_ROUTES {
            return Err(Error::budget(format!("there are {MAX_ROUTES} routes already, which is the most")));
        }
        self.routes.push(Known::told(route, evidence));
        self.build();
        Ok(self.routes.len() as u32 - 1)
    }

    /// Fails when so many parallels of all routes and of `more` segments would be too much.
    pub(super) fn check_room(&self, parallels: u32, more: usize) -> Result<()> {
        let segments: usize = self.routes.iter().map(|known| known.route.segments()).sum();
        let wanted = (segments + more) * parallels as usize;
        if wanted <= MAX_SEGMENTS {
            return Ok(());
        }
        Err(Error::budget(format!("strategies would have {wanted} segments, at most {MAX_SEGMENTS} are allowed")))
    }

    /// Keeps the points of a trial for learning; one that never moved is none.
    pub(super) fn add_trial(&mut self, points: &[DVec3]) -> usize {
        let line = simplify(points, self.params.simplify, self.params.floor_reach / 2.0);
        if Route::new(&line).is_err() {
            return 0;
        }
        if self.trials.len() == MAX_TRIALS {
            self.trials.pop_front();
        }
        let count = line.len();
        self.trials.push_back(line);
        count
    }

    /// Number of recorded trials.
    pub(super) fn trials(&self) -> usize {
        self.trials.len()
    }

    /// Learns the distinct routes of the recorded trials. Routes that were added or loaded stay, and take the trials near them; all others
    /// are found anew, in the order of their first trial, as long as there is room.
    pub(super) fn learn(&mut self) {
        self.routes.retain(|known| known.told > 0);
        self.routes.iter_mut().for_each(|known| known.seen = 0);
        let told: Vec<Shape> =
            self.routes.iter().map(|k| Shape::new(k.route.points().collect::<Vec<_>>().as_slice())).collect();
        let limit = self.params.cluster_distance;
        let (mut free, mut shapes) = (Vec::new(), Vec::new());
        let mut widest: f64 = 0.0;
        for (i, line) in self.trials.iter().enumerate() {
            let shape = Shape::new(line);
            let mut nearest: Option<(f64, usize)> = None;
            for (k, other) in told.iter().enumerate() {
                let distance = shape.distance(other, limit);
                if distance <= limit && nearest.is_none_or(|(least, _)| distance < least) {
                    nearest = Some((distance, k));
                }
            }
            match nearest {
                Some((_, k)) => {
                    self.routes[k].seen = self.routes[k].seen.saturating_add(1);
                    widest = widest.max(farthest(line, &self.routes[k].route));
                }
                None => {
                    free.push(i);
                    shapes.push(shape);
                }
            }
        }
        for found in cluster(&shapes, limit) {
            let enough = found.members.len() >= self.params.min_trials as usize && self.routes.len() < MAX_ROUTES;
            if let (true, Ok(route)) = (enough, Route::new(&self.trials[free[found.medoid]]))
                && self.check_room(self.params.parallels, route.segments()).is_ok()
            {
                let beside = found.members.iter().map(|i| farthest(&self.trials[free[*i]], &route));
                widest = beside.fold(widest, f64::max);
                self.routes.push(Known { route, told: 0, seen: found.members.len() as u32 });
            }
        }
        if self.params.learn_threshold && !self.routes.is_empty() {
            // A trial lies within `record` of its points.
            self.params = self.params.covering(widest + self.params.record);
        }
        self.build();
    }

    /// Takes over parameters and routes of another library; trials stay.
    pub(in crate::predict) fn take_shared(&mut self, other: &Self) {
        let trials = core::mem::take(&mut self.trials);
        *self = Self { trials, ..other.clone() };
    }

    /// Equal where two ends follow the same strategies. Routes are compared by their shape and to a decimetre, because origins of
    /// coordinates differ between machines.
    pub(in crate::predict) fn digest(&self) -> u64 {
        let mut w = Writer::new();
        self.params.write(&mut w);
        for known in &self.routes {
            w.u64(known.route.local().len() as u64);
            for point in known.route.local() {
                for metres in point.to_array() {
                    w.i64((metres * 10.0 + if metres < 0.0 { -0.5 } else { 0.5 }) as i64);
                }
            }
        }
        StableHasher::new().bytes(&w.seal(MAGIC, VERSION)).finish()
    }

    /// Forgets routes and trials; parameters stay.
    pub(super) fn clear(&mut self) {
        self.routes.clear();
        self.trials.clear();
        self.build();
    }

    /// Makes everything that follows from parameters and routes.
    pub(super) fn build(&mut self) {
        self.lanes = self.made_lanes();
        self.index = Index::new(&self.lanes, Lane::reach(self.params.threshold));
        let mut w = Writer::new();
        self.params.write(&mut w);
        self.routes.iter().for_each(|known| known.route.write(&mut w));
        self.stamp = StableHasher::new().bytes(&w.seal(MAGIC, VERSION)).finish();
    }

    fn made_lanes(&self) -> Vec<Lane> {
        let mut lanes = Vec::with_capacity(self.routes.len() * self.params.parallels as usize);
        for (source, known) in self.routes.iter().enumerate() {
            let all = self.params.offsets();
            lanes.extend(all.filter_map(|offset| Lane::new(&known.route, source as u32, offset, &self.params)));
        }
        lanes
    }

    /// Somebody at a place with a velocity, as this mode looks at them.
    pub(super) fn mover(&self, position: DVec3, velocity: DVec3) -> Mover {
        let along = ground(velocity);
        let speed = along.length();
        let heading: Option<DVec2> = (speed >= STANDING).then(|| along / speed);
        Mover { position, heading, strict: self.params.mode == Mode::Progress }
    }

    /// Where `mover` is on one strategy, if inside.
    pub(super) fn place_on(&self, lane: u32, mover: &Mover) -> Option<Place> {
        let strategy = self.lanes.get(lane as usize)?;
        let near = self.index.near(mover.position);
        let begin = near.partition_point(|entry| entry.lane < lane);
        let own = near[begin..].iter().take_while(|entry| entry.lane == lane);
        strategy.find(mover, own.map(|entry| entry.segment))
    }

    /// The strategy that `mover` is inside of: of several the one of the route most trials took, then the nearest centre line, then the
    /// lowest number.
    pub(super) fn choose(&self, mover: &Mover) -> Option<(u32, Place)> {
        let near = self.index.near(mover.position);
        let mut best: Option<(u32, f64, u32, Place)> = None;
        let mut begin = 0;
        while begin < near.len() {
            let lane = near[begin].lane;
            let count = near[begin..].partition_point(|entry| entry.lane == lane);
            let own = near[begin..begin + count].iter().map(|entry| entry.segment);
            begin += count;
            let strategy = &self.lanes[lane as usize];
            let Some(place) = strategy.find(mover, own) else { continue };
            let evidence = self.routes[strategy.source as usize].evidence();
            let beside = place.lateral.abs();
            let better = best
                .as_ref()
                .is_none_or(|(most, least, ..)| evidence > *most || (evidence == *most && beside < *least));
            if better {
                best = Some((evidence, beside, lane, place));
            }
        }
        best.map(|(_, _, lane, place)| (lane, place))
    }

    /// The routes as a file of their own: parameters, routes and how many trials speak for each.
    pub(super) fn save(&self) -> Vec<u8> {
        let mut w = Writer::new();
        self.params.write(&mut w);
        w.u64(self.routes.len() as u64);
        for known in &self.routes {
            known.route.write(&mut w);
            w.u32(known.evidence());
        }
        w.seal(MAGIC, VERSION)
    }

    /// Reads what [`Library::save`] wrote. Recorded trials are not part of it.
    pub(super) fn load(bytes: &[u8]) -> Result<Self> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        let mut loaded = Self { params: StrategyParams::read(&mut r)?, ..Self::default() };
        for _ in 0..route_count(&mut r)? {
            let (route, told) = (Route::read(&mut r)?, r.u32()?);
            if told == 0 {
                return Err(Error::corrupt("a route without trials cannot have been written"));
            }
            loaded.routes.push(Known { route, told, seen: 0 });
        }
        r.finish()?;
        loaded.check_room(loaded.params.parallels, 0).map_err(Error::into_corrupt)?;
        loaded.build();
        Ok(loaded)
    }

    pub(in crate::predict) fn rebase(&mut self, shift: DVec3) {
        self.routes.iter_mut().for_each(|known| known.route.rebase(shift));
        self.lanes.iter_mut().for_each(|lane| lane.route.rebase(shift));
        self.trials.iter_mut().flatten().for_each(|point| *point -= shift);
        self.index.rebase(shift);
    }

    pub(in crate::predict) fn write(&self, w: &mut Writer) {
        self.params.write(w);
        w.u64(self.stamp).u64(self.routes.len() as u64);
        for known in &self.routes {
            known.route.write(w);
            w.u32(known.told).u32(known.seen);
        }
        w.u64(self.trials.len() as u64);
        self.trials.iter().for_each(|line| write_points(w, line));
    }

    pub(in crate::predict) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut library = Self { params: StrategyParams::read(r)?, ..Self::default() };
        let stamp = r.u64()?;
        for _ in 0..route_count(r)? {
            library.routes.push(Known { route: Route::read(r)?, told: r.u32()?, seen: r.u32()? });
        }
        let trials = r.count(8)?;
        if trials > MAX_TRIALS {
            return Err(Error::corrupt(format!("snapshot has {trials} trials, at most {MAX_TRIALS} can be")));
        }
        for _ in 0..trials {
            let line = read_points(r)?;
            if line.is_empty() {
                return Err(Error::corrupt("snapshot has a trial without points"));
            }
            library.trials.push_back(line);
        }
        library.check_room(library.params.parallels, 0).map_err(Error::into_corrupt)?;
        library.build();
        // After a move of the origin the stamp is still the one that entities remember.
        library.stamp = stamp;
        Ok(library)
    }

    pub(in crate::predict) fn bytes(&self) -> usize {
        let routes: usize = self.routes.iter().map(|known| known.route.bytes()).sum();
        let lanes: usize = self.lanes.iter().map(Lane::bytes).sum();
        let trials: usize = self.trials.iter().map(|line| line.capacity() * size_of::<DVec3>()).sum();
        self.routes.capacity() * size_of::<Known>()
            + self.lanes.capacity() * size_of::<Lane>()
            + self.trials.capacity() * size_of::<Vec<DVec3>>()
            + routes
            + lanes
            + trials
            + self.index.bytes()
    }
}

/// How far the farthest point of a trial lies beside a route, metres in the ground plane.
fn farthest(trial: &[DVec3], route: &Route) -> f64 {
    let origin = route.origin();
    let beside = |point: &DVec3| {
        let at = ground(*point - origin);
        let segments = route.local().windows(2).map(|s| foot(at, ground(s[0]), ground(s[1])).1.length());
        segments.fold(f64::INFINITY, f64::min)
    };
    trial.iter().map(beside).fold(0.0, f64::max)
}

fn route_count(r: &mut Reader<'_>) -> Result<usize> {
    // Origin, count and two points are the least a route takes.
    let count = r.count(80)?;
    if count > MAX_ROUTES {
        return Err(Error::corrupt(format!("there are {count} routes, at most {MAX_ROUTES} can be")));
    }
    Ok(count)
}
