//! One entity's recent past, its predictions that are not yet judged, and its plan.

mod judge;
mod snapshot;

use super::adapt::NONE;
use super::fast::atan2;
use super::forecast::{Forecast, Question, Ways, filled_in};
use super::history::{History, Micros, Moment, Seen, seconds};
use super::inputs::{LAGS, length};
use super::mix::Mixture;
use super::pending::{Kind, Pending, Waiting};
use super::plan::{self, Outline, Plan, Planned};
use super::shared::{SharedLearning, own_trails};
use super::trail_units::{Bridge, scaled};
use super::{EXPERT_HORIZONS, Expert, HORIZON_COUNT, ObserveContext};
use crate::base::math::{DVec3, ground, sqrt};
use crate::base::time::{Nanos, SECOND};
use crate::predict::EntityId;
use crate::predict::fall::Fall;
use crate::predict::kinematics::{Kinematics, ORIENTED};
use crate::predict::profile::{EntityProfile, Model};
use alloc::boxed::Box;

/// Nothing is concluded from a longer silence: the past begins anew.
const LONGEST_GAP: Nanos = 3 * SECOND;
/// Nobody moves this many v_max · 1 s at once and …
const JUMP: f32 = 1.0;
/// … this many v_max: it was moved without being told so.
const JUMP_SPEED: f32 = 10.0;
/// Places are kept within this of what they are relative to, v_max · 1 s.
const FAR: f32 = 256.0;
/// No velocity counts for more, in units of v_max; keeps every square finite.
const FASTEST: f64 = 50.0;
/// What the host says is not believed from here on, v_max · 1 s.
const FARTHEST: f32 = 1e6;
/// Seconds of past without which a prediction is not judged …
const JUDGED_AGE: f32 = 0.28;
/// … and a passage is not remembered.
const REMEMBERED_AGE: f32 = 0.09;

/// Memory per entity with a learned model, below 12 KB; `shared_only` adds its own mixing weights.
pub const BYTES_PER_TRACK: usize = size_of::<Track>();

/// One entity's recent past, its predictions that are not yet judged, and its plan.
///
/// Lengths in units of the entity's own `v_max · 1 s`, relative to about where its past began, so that nothing here
/// depends on the trails or on other entities; they are converted where trails are read and written.
#[derive(Debug)]
pub(in crate::predict) struct Track {
    /// Its jumps and falls.
    pub(in crate::predict) fall: Fall,
    history: History,
    /// Number of the next moment whose displacement over each horizon goes into the trails.
    deposited: [u32; EXPERT_HORIZONS.len()],
    pending: Pending,
    plan: Option<Plan>,
    /// What places are relative to, metres.
    origin: DVec3,
    /// v_max of the profile, m/s.
    unit: f64,
    /// When it was last observed.
    last: Nanos,
    /// Own mixing weights of an entity that may use only what sender and receiver share.
    own: Option<Box<Mixture>>,
    /// Displacements that the host wants to be considered next, metres.
    suggestion: Option<[[f32; 2]; EXPERT_HORIZONS.len()]>,
}

impl Kind {
    fn of(model: Model) -> Self {
        match model {
            Model::Auto => Self::Auto,
            Model::Kinematic => Self::Kinematic,
            Model::Trail => Self::Trail,
            Model::Custom => Self::Custom,
            _ => Self::None,
        }
    }
}

fn micros(time: Nanos) -> Micros {
    time.div_euclid(1000) as Micros
}

impl Clone for Track {
    fn clone(&self) -> Self {
        self.clone_with(self.own.clone())
    }

    /// Field by field, which keeps the memory of the own mixing weights.
    fn clone_from(&mut self, from: &Self) {
        let mut own = self.own.take();
        own.clone_from(&from.own);
        *self = from.clone_with(own);
    }
}

impl Track {
    fn clone_with(&self, own: Option<Box<Mixture>>) -> Self {
        let (history, pending, plan) = (self.history.clone(), self.pending.clone(), self.plan.clone());
        Self { history, pending, plan, own, ..*self }
    }

    pub(in crate::predict) fn new() -> Self {
        Self {
            fall: Fall::default(),
            history: History::new(),
            deposited: [0; EXPERT_HORIZONS.len()],
            pending: Pending::new(),
            plan: None,
            origin: DVec3::ZERO,
            unit: 0.0,
            last: 0,
            own: None,
            suggestion: None,
        }
    }

    /// An observation was not told: the past ends here.
    pub(in crate::predict) fn interrupt(&mut self) {
        self.history.clear();
        self.pending.clear();
        self.deposited = [self.history.pushed(); EXPERT_HORIZONS.len()];
        self.plan = None;
    }

    /// To be considered once, at the next observation.
    pub(super) fn suggest(&mut self, displacements: &[DVec3; 5]) {
        self.suggestion = Some(displacements.map(|d| [d.x as f32, d.z as f32]));
    }

    fn moment(&self, kinematics: &Kinematics) -> Moment {
        let per_unit = 1.0 / self.unit;
        let p = (kinematics.position - self.origin) * per_unit;
        let v = (kinematics.velocity * per_unit).clamp(DVec3::splat(-FASTEST), DVec3::splat(FASTEST));
        let (mut view, mut pitch) = ([0.0; 2], 0.0);
        if kinematics.has(ORIENTED) {
            let forward = kinematics.orientation * DVec3::NEG_Z;
            let flat = sqrt(ground(forward).length_squared());
            if flat > 1e-6 {
                view = [(forward.x / flat) as f32, (forward.z / flat) as f32];
                pitch = atan2([-forward.y as f32], [flat as f32])[0] * core::f32::consts::FRAC_2_PI;
            }
        }
        Moment::new(&Seen {
            time: micros(kinematics.time),
            place: [p.x as f32, p.z as f32, p.y as f32],
            velocity: [v.x as f32, v.z as f32],
            climb: v.y as f32,
            view,
            pitch,
        })
    }

    /// Judges predictions that came due, writes trails, makes the new plan. `fresh` = first of a life or after a teleport.
    pub(in crate::predict) fn observed(
        &mut self,
        learning: &mut SharedLearning,
        id: EntityId,
        kinematics: &Kinematics,
        profile: &EntityProfile,
        context: ObserveContext<'_>,
        fresh: bool,
    ) {
        let now = self.begin(kinematics, profile, fresh);
        let kind = Kind::of(kinematics.model);
        let alone = profile.shared_only;
        if kind != Kind::None && !alone {
            learning.begin(self.unit);
        }
        let reads_trails = !alone && matches!(kind, Kind::Auto | Kind::Kinematic | Kind::Trail);
        let trails = match context.trails {
            Some(trails) => Some(trails),
            None if reads_trails => Some(own_trails(&mut learning.trails, self.unit, self.origin)),
            None => learning.trails.as_deref_mut(),
        };
        let mut trails = trails.map(|trails| Bridge::new(trails, self.unit));
        let mut own = self.own.take().filter(|_| alone);
        if alone && own.is_none() {
            own = Some(Box::default());
        }
        let mixture = own.as_deref_mut().unwrap_or(&mut learning.mixture);
        let writes = trails.as_mut().filter(|_| profile.leaves_trail);
        self.judge(&now, mixture, writes, learning.network.tuning.as_deref_mut());
        self.history.push(now);
        self.recentre();

        let past = self.history.before(&LAGS);
        let age = self.history.age();
        let is_time = self.pending.is_time(now.time);
        let judged = is_time && kind != Kind::None && age >= JUDGED_AGE;
        let passage = trails.as_ref().map(|trails| trails.passage(kinematics, &past));
        let mut ticket = None;
        if let Some((trails, passage)) = trails.as_mut().zip(passage.as_ref())
            && profile.leaves_trail
            && is_time
            && age >= REMEMBERED_AGE
        {
            ticket = Some(trails.remember(passage));
        }
        let host = if matches!(kind, Kind::Auto | Kind::Custom) {
            self.hear(kinematics, now.velocity(), context.expert)
        } else {
            None
        };
        let readable = trails.as_ref().zip(passage.as_ref()).filter(|_| reads_trails);

        let reach = *mixture.reach();
        let mut forecast = Forecast::damped(now.velocity(), &reach, host.as_ref());
        let mut row = NONE;
        match kind {
            Kind::None => {}
            Kind::Custom => forecast.displacement = host.unwrap_or(forecast.displacement),
            Kind::Trail => {
                if let Some((trails, passage)) = readable {
                    forecast.follow_trail(trails, passage, &reach);
                }
            }
            Kind::Auto | Kind::Kinematic => {
                let per_unit = 1.0 / self.unit;
                let question = Question {
                    past: &past,
                    age,
                    reach: &reach,
                    trails: readable,
                    near: if alone { [None; 2] } else { learning.neighbours.near(id, kinematics, self.unit) },
                    pull: context.pull.filter(|_| !alone).map(|p| [(p.x * per_unit) as f32, (p.z * per_unit) as f32]),
                };
                let x = forecast.ask(learning.network.current(!alone), &question, context.recorder);
                if let Some(tuning) = learning.network.tuning.as_mut().filter(|_| judged && !alone) {
                    row = tuning.take(&x, kinematics.time);
                }
            }
        }
        let average = ground(kinematics.average_velocity) / self.unit;
        let waiting = Waiting {
            time: now.time,
            place: self.history.newest().ground(),
            velocity: now.velocity(),
            average: [average.x, average.y].map(|v| v.clamp(-FASTEST, FASTEST) as f32),
            frame: forecast.frame,
            ticket,
            row,
            kind: if judged { kind } else { Kind::None },
            host: host.is_some(),
        };
        if kind != Kind::None {
            self.decide(kinematics, kind, mixture, &mut forecast, &waiting);
        } else {
            self.plan = None;
        }
        if judged {
            mixture.made(kinematics.time);
        }
        if judged || ticket.is_some() {
            self.pending.push(waiting, &forecast.expected);
        }
        self.own = own;
    }

    /// The moment that is observed now; the past before it ends here if it cannot belong to it.
    fn begin(&mut self, kinematics: &Kinematics, profile: &EntityProfile, fresh: bool) -> Moment {
        let silent = kinematics.time.saturating_sub(self.last);
        self.last = kinematics.time;
        if !fresh && self.unit == profile.v_max && silent <= LONGEST_GAP {
            let now = self.moment(kinematics);
            if !self.has_jumped(&now) {
                return now;
            }
        }
        self.interrupt();
        (self.origin, self.unit) = (kinematics.position, profile.v_max);
        self.moment(kinematics)
    }

    /// What the host says: its expert, else what it suggested.
    fn hear(&mut self, kinematics: &Kinematics, velocity: [f32; 2], expert: Option<&mut dyn Expert>) -> Option<Ways> {
        let mut said = [DVec3::ZERO; EXPERT_HORIZONS.len()];
        let mut heard = self.suggestion.take().map(|s| s.map(|d| scaled(d, (1.0 / self.unit) as f32)));
        if let Some(expert) = expert
            && expert.forecast(kinematics, &mut said)
        {
            heard = Some(said.map(|d| [d.x, d.z].map(|x| (x / self.unit) as f32)));
        }
        let heard = heard.filter(|ways| ways.as_flattened().iter().all(|x| x.abs() < FARTHEST))?;
        Some(filled_in(&heard, velocity))
    }

    /// Makes the plan.
    fn decide(
        &mut self,
        kinematics: &Kinematics,
        kind: Kind,
        mixture: &Mixture,
        forecast: &mut Forecast,
        waiting: &Waiting,
    ) {
        let (mut radius, mut reach) = ([0.0; HORIZON_COUNT], [0.0; HORIZON_COUNT]);
        let metres = self.unit as f32;
        for (h, expected) in forecast.expected.iter_mut().enumerate() {
            let displacement = &mut forecast.displacement[h];
            match kind {
                Kind::Auto => *displacement = mixture.blend(h, &expected.experts(waiting, h), waiting.host),
                Kind::Kinematic => *displacement = expected.said[0],
                _ => expected.said[0] = *displacement,
            }
            expected.radius = mixture.radius(kind as usize, h, forecast.spread[h]);
            (radius[h], reach[h]) = (expected.radius * metres, expected.reach);
            *displacement = scaled(*displacement, metres);
        }
        let doubted = kind != Kind::Custom;
        let outline = Outline { displacement: forecast.displacement, radius, reach, v_max: self.unit, doubted };
        self.plan = Some(Plan::new(kinematics, &outline));
    }

    /// Whether it went where nobody gets by moving.
    fn has_jumped(&self, now: &Moment) -> bool {
        if self.history.len() == 0 {
            return false;
        }
        let before = self.history.newest();
        let (to, from) = (now.ground(), before.ground());
        let way = length([to[0] - from[0], to[1] - from[1]]);
        // Not a number counts as a jump.
        way.is_nan() || way > JUMP + JUMP_SPEED * seconds(now.time.wrapping_sub(before.time))
    }

    /// Moves the origin along with an entity that has gone far.
    fn recentre(&mut self) {
        let newest = self.history.newest();
        let [x, z] = newest.ground();
        let place = [x, z, newest.height()];
        if place.iter().all(|x| x.abs() < FAR) {
            return;
        }
        // Whole numbers, so that places lose nothing.
        let by = place.map(libm::roundf);
        self.history.shift(by);
        self.pending.shift([by[0], by[1]]);
        self.origin += DVec3::new(by[0] as f64, by[2] as f64, by[1] as f64) * self.unit;
    }

    pub(in crate::predict) fn bytes(&self) -> usize {
        size_of::<Self>() + self.own.as_ref().map_or(0, |_| size_of::<Mixture>())
    }

    pub(in crate::predict) fn rebase(&mut self, shift: DVec3) {
        self.origin -= shift;
        self.fall.rebase(shift);
    }
}

/// Between the horizons of the plan.
pub(in crate::predict) fn motion(track: Option<&Track>, kinematics: &Kinematics, delta: f64) -> Planned {
    plan::motion(track.and_then(|track| track.plan.as_ref()), kinematics, delta)
}
