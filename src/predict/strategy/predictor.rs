//! What a predictor offers about strategies.

use super::lane::Lane;
use super::ledger::Truth;
use super::library::{Known, Library};
use super::params::{Mode, StrategyParams};
use super::progress::Follow;
use super::recorder::Recorder;
use super::route::Route;
use crate::base::math::{DVec2, DVec3, lift};
use crate::base::time::Nanos;
use crate::base::{Error, Result};
use crate::predict::kinematics::{Kinematics, RIDING, SEEN};
use crate::predict::{EntityId, LevelContext, Predictor};
use alloc::format;
use alloc::vec::Vec;

/// A recorded run: positions with their times, in order.
pub type Trial = Vec<(Nanos, DVec3)>;

/// What is known about the strategies, and what one entity does with them.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct StrategyInfo {
    /// Strategies that can be followed, parallels counted.
    pub strategies: usize,
    /// Routes they come from.
    pub routes: usize,
    /// Trials recorded for the next learning.
    pub trials: usize,
    /// What the entity followed at its last observation.
    pub following: Option<Following>,
    /// Whether a trial of the entity is being recorded.
    pub recording: bool,
    /// Half the width of a strategy, as set or as learned, metres.
    pub threshold: f64,
    /// Distance between parallel strategies, metres.
    pub width: f64,
}

/// How far along a strategy an entity was at its last observation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Following {
    /// Number of the strategy.
    pub strategy: u32,
    /// Number of its route.
    pub route: u32,
    /// Metres from the start of its centre line, in the ground plane.
    pub along: f64,
    /// Length of its centre line, metres.
    pub length: f64,
    /// Metres to the left of the centre line.
    pub lateral: f64,
    /// Along the route, or against it.
    pub forward: bool,
    /// The place on the centre line that stands for the entity.
    pub modelled: DVec3,
}

impl Predictor {
    /// Sets the parameters of all strategies; strategies are made anew from the known routes. On error nothing changes.
    pub fn set_strategies(&mut self, params: &StrategyParams) -> Result<()> {
        self.crowd.strategies.set_params(params)
    }

    /// The parameters of all strategies.
    pub fn strategy_params(&self) -> &StrategyParams {
        &self.crowd.strategies.params
    }

    /// Begins to record a trial of an entity from its next observation on, whatever model predicts it; an open one is dropped. Not while it rides on a base.
    pub fn begin_trial(&mut self, id: EntityId) -> Result<()> {
        self.kinematics.get(id).ok_or_else(|| unknown(id))?;
        let progress = self.details[id.index as usize].extras.progress.get_or_insert_default();
        progress.recorder = Some(Recorder::new(self.crowd.strategies.params.record));
        Ok(())
    }

    /// Ends the trial of an entity and keeps it for learning. Returns the number of points it has after simplification; 0 = it never moved and
    /// is dropped. Fails when no trial is open.
    pub fn end_trial(&mut self, id: EntityId) -> Result<usize> {
        self.kinematics.get(id).ok_or_else(|| unknown(id))?;
        let progress = self.details[id.index as usize].extras.progress.as_deref_mut();
        let recorder = progress.and_then(|progress| progress.recorder.take());
        let recorder = recorder.ok_or_else(|| Error::state(format!("entity {} has no open trial", id.index)))?;
        Ok(self.crowd.strategies.add_trial(&recorder.finish()))
    }

    /// Learns the distinct routes of all recorded trials; see [`StrategyParams::cluster_distance`]. Returns the number of routes known now.
    /// Entities go on by dead reckoning until their next update.
    pub fn learn_strategies(&mut self) -> usize {
        self.crowd.strategies.learn();
        self.crowd.strategies.routes.len()
    }

    /// Records whole trials at once and learns from them and all others.
    pub fn learn_routes(&mut self, trials: &[Trial]) -> Result<usize> {
        if let Some(i) = trials.iter().flatten().position(|(_, position)| !position.is_finite()) {
            return Err(Error::invalid(format!("position {i} of the trials is not finite")));
        }
        let library = &mut self.crowd.strategies;
        for trial in trials {
            let points = Recorder::points_of(library.params.record, trial);
            library.add_trial(&points);
        }
        Ok(self.learn_strategies())
    }

    /// Adds a route as it is, neither simplified nor clustered, that speaks for `evidence` trials (at least 1). Returns its number.
    pub fn add_route(&mut self, points: &[DVec3], evidence: u32) -> Result<u32> {
        self.crowd.strategies.add_route(points, evidence)
    }

    /// Forgets all routes and recorded trials; open trials go on.
    pub fn clear_strategies(&mut self) {
        self.crowd.strategies.clear();
    }

    /// Parameters and routes as a file that ships with a level.
    pub fn save_strategies(&self) -> Vec<u8> {
        self.crowd.strategies.save()
    }

    /// Replaces parameters and routes by those of a file; recorded trials are dropped. On error nothing changes.
    pub fn load_strategies(&mut self, bytes: &[u8]) -> Result<()> {
        self.crowd.strategies = Library::load(bytes)?;
        Ok(())
    }

    /// Takes in the routes of files of the same parameters; routes that are alike become one with the evidence of all. The order of files does not
    /// matter. Parameters and recorded trials stay, but without routes of its own the predictor takes over the files' parameters. On error nothing
    /// changes.
    pub fn merge_strategies(&mut self, files: &[&[u8]]) -> Result<()> {
        self.crowd.strategies.merge(files)
    }

    /// The routes with the number of trials that speak for each.
    pub fn routes(&self) -> impl ExactSizeIterator<Item = (&Route, u32)> {
        self.crowd.strategies.routes.iter().map(|known: &Known| (&known.route, known.evidence()))
    }

    /// The strategies: centre line, and corners of the polygon at height 0 of the route's origin.
    pub fn strategies(&self) -> impl ExactSizeIterator<Item = (&Route, Vec<DVec3>)> {
        self.crowd.strategies.lanes.iter().map(|lane: &Lane| {
            let corner = |point: &DVec2| lane.route.origin() + lift(*point, 0.0);
            (&lane.route, lane.polygon.ring().iter().map(corner).collect())
        })
    }

    /// What is known, and what the entity follows.
    pub fn strategy_info(&self, id: EntityId) -> Result<StrategyInfo> {
        let kinematics = self.kinematics.get(id).ok_or_else(|| unknown(id))?;
        let library = &self.crowd.strategies;
        let progress = self.details[id.index as usize].extras.progress.as_deref();
        let following = progress.filter(|_| kinematics.has(SEEN)).and_then(|p| p.following(library, kinematics));
        Ok(StrategyInfo {
            strategies: library.lanes.len(),
            routes: library.routes.len(),
            trials: library.trials(),
            following: following.map(|(number, place)| {
                let lane = &library.lanes[number as usize];
                Following {
                    strategy: number,
                    route: lane.source,
                    along: lane.along(&place),
                    length: lane.route.length(),
                    lateral: place.lateral,
                    forward: place.forward,
                    modelled: lane.route.at(lane.along(&place)),
                }
            }),
            recording: progress.is_some_and(|progress| progress.recorder.is_some()),
            threshold: library.params.threshold,
            width: library.params.width,
        })
    }

    /// Says what an entity follows since its last observation, as its sender decided ([`super::Ledger`]). Any other than automatic holds
    /// until the next call: a strategy as long as the entity is inside of it. Fails when there is no such strategy or the entity was never
    /// observed.
    pub fn follow_strategy(&mut self, id: EntityId, follow: Follow) -> Result<()> {
        let library = &self.crowd.strategies;
        let kinematics = self.kinematics.get(id).ok_or_else(|| unknown(id))?;
        if !kinematics.has(SEEN) {
            return Err(Error::state(format!(
                "entity {} of generation {} was never observed",
                id.index, id.generation
            )));
        }
        if let Follow::Strategy(number) = follow
            && number as usize >= library.lanes.len()
        {
            let count = library.lanes.len();
            return Err(Error::not_found(format!("strategy {number} does not exist, there are {count}")));
        }
        let progress = self.details[id.index as usize].extras.progress.get_or_insert_default();
        progress.follow(library, kinematics, follow);
        Ok(())
    }

    /// Whether receivers need an update: somebody on a strategy because it is outside of its polygon (containment) or because the place shown is
    /// off by more than the threshold (progress), everybody else when dead reckoning is off by more than that.
    pub fn strategy_needs_update(
        &self,
        level: LevelContext<'_>,
        id: EntityId,
        position: DVec3,
        time: Nanos,
    ) -> Result<bool> {
        let kinematics = self.kinematics.get(id).ok_or_else(|| unknown(id))?;
        if !kinematics.has(SEEN) {
            return Ok(true);
        }
        let library = &self.crowd.strategies;
        let progress = self.details[id.index as usize].extras.progress.as_deref();
        if library.params.mode == Mode::Containment
            && let Some((lane, _)) = progress.and_then(|p| p.following(library, kinematics))
        {
            return Ok(library.place_on(lane, &library.mover(position, DVec3::ZERO)).is_none());
        }
        let shown = self.predict(level, id, time)?.position;
        Ok(library.params.is_off(position, shown))
    }

    /// Whether strategies have paid off for an entity, all updates up to this state counted.
    pub fn strategy_pays(&self, id: EntityId, now: &Truth) -> Result<bool> {
        self.kinematics.get(id).ok_or_else(|| unknown(id))?;
        let progress = self.details[id.index as usize].extras.progress.as_deref();
        Ok(progress.is_none_or(|progress| progress.judged(&self.crowd.strategies, now) >= 0))
    }

    /// The strategy that somebody in this state is inside of.
    pub fn strategy_at(&self, now: &Truth) -> Follow {
        let library = &self.crowd.strategies;
        let chosen = library.choose(&library.mover(now.position, now.velocity));
        chosen.map_or(Follow::Nothing, |(lane, _)| Follow::Strategy(lane))
    }

    /// What receivers were told last, in the level; `None` before the first observation.
    pub(super) fn strategy_state(&self, id: EntityId) -> Result<Option<Truth>> {
        let kinematics = self.kinematics.get(id).ok_or_else(|| unknown(id))?;
        if kinematics.has(RIDING) {
            return Err(Error::state(format!("entity {} rides on a moving base, where no strategies are", id.index)));
        }
        let Kinematics { time, position, velocity, .. } = *kinematics;
        Ok(kinematics.has(SEEN).then_some(Truth { time, position, velocity }))
    }
}

fn unknown(id: EntityId) -> Error {
    Error::not_found(format!("entity {} of generation {} does not exist", id.index, id.generation))
}
