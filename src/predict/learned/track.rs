//! One entity's recent past, its predictions that are not yet judged, and its plan.

use super::super::EntityId;
use super::super::kinematics::{Kinematics, ORIENTED};
use super::super::profile::{EntityProfile, Model};
use super::adapt::{NONE, Tuning, wanted};
use super::brain::{Brain, own_trails};
use super::history::{History, Micros, Moment, seconds};
use super::inputs::{INPUTS, Known, LAGS, PATH, build, from_own, length, own_frame, to_own};
use super::mix::Mixture;
use super::pending::{Expected, Kind, Pending, Waiting};
use super::plan::{self, Outline, Plan, Planned};
use super::{HORIZONS, Row, SCALE, Surroundings};
use crate::base::math::{DVec3, ground};
use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, SECOND};
use crate::base::{Error, Result};
use crate::pheromone::trail::{Passage, Pose, RESOLUTIONS, Reading, Recall, Trails};
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
/// Seconds of past without which a prediction is not judged …
const JUDGED_AGE: f32 = 0.28;
/// … and a passage is not remembered.
const REMEMBERED_AGE: f32 = 0.09;

/// Heights are raised by this on their way into the trails, v_max · 1 s. Floors lie at round heights above the origin,
/// just where the trails divide storeys; rounding must not decide on which side.
const RAISED: f32 = 1.0 / 512.0;

/// Memory per entity with a learned model, below 12 KB; `shared_only` adds its own mixing weights.
pub const BYTES_PER_TRACK: usize = size_of::<Track>();

/// One entity's recent past, its predictions that are not yet judged, and its plan.
///
/// Lengths in units of the entity's own `v_max · 1 s`, relative to about where its past began, so that nothing here
/// depends on the trails or on other entities; they are converted where trails are read and written.
#[derive(Clone, Debug)]
pub(in super::super) struct Track {
    history: History,
    /// Number of the next moment whose displacement over each horizon goes into the trails.
    deposited: [u32; 5],
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
    suggestion: Option<[[f32; 2]; 5]>,
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

/// What a plan is made from, whatever the model; units of v_max, world axes.
struct Forecast {
    displacement: [[f32; 2]; 5],
    spread: [f32; 5],
    expected: [Expected; 5],
    frame: [f32; 2],
    /// Row for adaptation.
    row: u32,
}

/// A place between two observations.
struct Between {
    from: [f32; 2],
    to: [f32; 2],
    began: Micros,
    lasted: f32,
}

impl Between {
    fn at(&self, time: Micros) -> [f32; 2] {
        let f = (seconds(time.wrapping_sub(self.began)) / self.lasted).clamp(0.0, 1.0);
        [0, 1].map(|i| self.from[i] + f * (self.to[i] - self.from[i]))
    }
}

fn micros(time: Nanos) -> Micros {
    time.div_euclid(1000) as Micros
}

fn scaled(v: [f32; 2], by: f32) -> [f32; 2] {
    [v[0] * by, v[1] * by]
}

/// An entity and the trails, which have a unit of their own.
struct Converter<'a> {
    trails: &'a mut Trails,
    /// Trail units per own unit.
    to_trails: f32,
    from_trails: f32,
}

impl Converter<'_> {
    fn pose(&self, position: DVec3, velocity: [f32; 2]) -> Pose {
        let mut place = self.trails.place(position);
        place[2] += RAISED;
        Pose { place, velocity: scaled(velocity, self.to_trails) }
    }

    fn reading(&self, reading: &mut Reading) {
        reading.mean = scaled(reading.mean, self.from_trails);
        reading.spread *= self.from_trails;
    }
}

impl Track {
    pub(in super::super) fn new() -> Self {
        Self {
            history: History::new(),
            deposited: [0; 5],
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
    pub(in super::super) fn interrupt(&mut self) {
        self.history.clear();
        self.pending.clear();
        self.deposited = [self.history.pushed(); 5];
        self.plan = None;
    }

    /// To be considered once, at the next observation.
    pub(super) fn suggest(&mut self, displacements: &[DVec3; 5]) {
        self.suggestion = Some(displacements.map(|d| [d.x as f32, d.z as f32]));
    }

    fn moment(&self, kinematics: &Kinematics) -> Moment {
        let p = (kinematics.position - self.origin) / self.unit;
        let v = (kinematics.velocity / self.unit).clamp(DVec3::splat(-FASTEST), DVec3::splat(FASTEST));
        let (mut view, mut pitch) = ([0.0; 2], 0.0);
        if kinematics.has(ORIENTED) {
            let forward = kinematics.orientation * DVec3::NEG_Z;
            let flat = ground(forward);
            let length = crate::base::math::sqrt(flat.length_squared());
            if length > 1e-6 {
                view = [(flat.x / length) as f32, (flat.y / length) as f32];
                pitch = (libm::atan2(-forward.y, length) * core::f64::consts::FRAC_2_PI) as f32;
            }
        }
        Moment {
            time: micros(kinematics.time),
            place: [p.x as f32, p.z as f32, p.y as f32],
            velocity: [v.x as f32, v.z as f32],
            climb: v.y as f32,
            view,
            pitch,
        }
    }

    /// Judges predictions that came due, writes trails, makes the new plan. `fresh` = first of a life or after a teleport.
    pub(in super::super) fn observed(
        &mut self,
        brain: &mut Brain,
        id: EntityId,
        kinematics: &Kinematics,
        profile: &EntityProfile,
        around: Surroundings<'_>,
        fresh: bool,
    ) {
        let kind = Kind::of(kinematics.model);
        let alone = profile.shared_only;
        let silent = kinematics.time.saturating_sub(self.last);
        let mut now = self.moment(kinematics);
        if fresh || self.unit != profile.v_max || silent > LONGEST_GAP || self.has_jumped(&now) {
            self.interrupt();
            (self.origin, self.unit) = (kinematics.position, profile.v_max);
            now = self.moment(kinematics);
        }
        self.last = kinematics.time;
        if kind != Kind::None && !alone {
            brain.begin(self.unit);
        }
        let reads_trails = !alone && matches!(kind, Kind::Auto | Kind::Kinematic | Kind::Trail);
        let trails = match around.trails {
            Some(trails) => Some(trails),
            None if reads_trails => Some(own_trails(&mut brain.trails, self.unit, self.origin)),
            None => brain.trails.as_deref_mut(),
        };
        let mut trails = trails.map(|trails| {
            let ratio = self.unit / trails.params().v_max;
            Converter { trails, to_trails: ratio as f32, from_trails: (1.0 / ratio) as f32 }
        });
        let mut writes = trails.as_mut().filter(|_| profile.leaves_trail);
        let mut own = self.own.take().filter(|_| alone);
        if alone && own.is_none() {
            own = Some(Box::default());
        }
        let mixture = own.as_deref_mut().unwrap_or(&mut brain.mixture);

        self.judge(&now, mixture, writes.as_deref_mut(), brain.network.tuning.as_deref_mut());
        self.history.push(now);
        self.recentre();

        let past = self.history.before(&LAGS);
        let is_time = self.pending.is_time(now.time);
        let mut ticket = None;
        if let Some(trails) = writes.filter(|_| is_time && self.history.age() >= REMEMBERED_AGE) {
            let passage = passage(trails, kinematics, &past);
            ticket = Some(trails.trails.remember(&passage));
        }
        let mut host = None;
        if matches!(kind, Kind::Auto | Kind::Custom) {
            host = self.suggestion.take().map(|s| s.map(|d| scaled(d, (1.0 / self.unit) as f32)));
            let mut said = [DVec3::ZERO; 5];
            if let Some(expert) = around.expert
                && expert.forecast(kinematics, &mut said)
            {
                host = Some(said.map(|d| [d.x, d.z].map(|x| (x / self.unit) as f32)));
            }
        }
        let host = host.filter(|host| host.as_flattened().iter().all(|x| x.is_finite()));
        let judged = is_time && kind != Kind::None && self.history.age() >= JUDGED_AGE;
        let readable = trails.as_ref().filter(|_| reads_trails);

        let reach = *mixture.reach();
        let mut forecast = self.simple(&reach, host.as_ref());
        match kind {
            Kind::None => {}
            Kind::Custom => {
                if let Some(host) = host {
                    forecast.displacement = host;
                }
            }
            Kind::Trail => {
                if let Some(trails) = readable {
                    let alone = trails.trails.read_alone(&trails.pose(kinematics.position, now.velocity), &reach);
                    for (h, mut reading) in alone.into_iter().enumerate() {
                        trails.reading(&mut reading);
                        forecast.displacement[h][0] += reading.mean[0];
                        forecast.displacement[h][1] += reading.mean[1];
                        forecast.spread[h] = reading.spread;
                    }
                }
            }
            Kind::Auto | Kind::Kinematic => {
                let (mut readings, mut recall) = ([[Reading::default(); 5]; RESOLUTIONS], Recall::default());
                if let Some(trails) = readable {
                    let passage = passage(trails, kinematics, &past);
                    readings = trails.trails.read(&passage.pose, &reach);
                    readings.as_flattened_mut().iter_mut().for_each(|reading| trails.reading(reading));
                    recall = trails.trails.recall(&passage, &reach);
                    recall.centre = recall.centre.map(|c| scaled(c, trails.from_trails));
                    recall.spread = recall.spread.map(|s| s * trails.from_trails);
                }
                let near = if alone { [None; 2] } else { brain.neighbours.near(id, kinematics, self.unit) };
                let pull = around.pull.filter(|_| !alone).map(|p| [p.x, p.z].map(|x| (x / self.unit) as f32));
                let frame = own_frame(&past);
                let known = Known {
                    history: &self.history,
                    past: &past,
                    frame,
                    reach: &reach,
                    trails: &readings,
                    recall: &recall,
                    near,
                    pull,
                };
                let (mut inputs, mut x) = ([0.0; INPUTS], [0.0; INPUTS]);
                build(&mut inputs, &known);
                let mut base = [[0.0; 2]; 5];
                for h in 0..5 {
                    base[h] = to_own(frame, plus(forecast.displacement[h], readings[1][h].mean));
                }
                if let Some(recorder) = around.recorder {
                    recorder.row(&Row { inputs: &inputs, base: &base, frame });
                }
                let weights = brain.network.current(!alone);
                weights.standardise(&inputs, &mut x);
                let answer = weights.output(&x);
                forecast.frame = frame;
                for h in 0..5 {
                    let damped = forecast.displacement[h];
                    let said = &mut forecast.expected[h].said;
                    said[0] = from_own(frame, plus(base[h], scaled(answer[h], SCALE[h])));
                    for (said, reading) in said[1..4].iter_mut().zip(&readings) {
                        *said = plus(damped, reading[h].mean);
                    }
                    said[4] = plus(damped, recall.centre[h]);
                    forecast.spread[h] = readings[2][h].spread;
                }
                if judged
                    && !alone
                    && let Some(tuning) = &mut brain.network.tuning
                {
                    forecast.row = tuning.take(&x, kinematics.time);
                }
            }
        }
        let average = ground(kinematics.average_velocity) / self.unit;
        let waiting = Waiting {
            time: now.time,
            place: [now.place[0], now.place[1]],
            velocity: now.velocity,
            average: [average.x, average.y].map(|v| v.clamp(-FASTEST, FASTEST) as f32),
            frame: forecast.frame,
            ticket,
            row: forecast.row,
            kind: if judged { kind } else { Kind::None },
            host: host.is_some(),
        };
        for h in 0..5 {
            match kind {
                Kind::Auto => {
                    let said = forecast.expected[h].experts(&waiting, h);
                    forecast.displacement[h] = mixture.blend(h, &said, host.is_some());
                }
                Kind::Kinematic => forecast.displacement[h] = forecast.expected[h].said[0],
                _ => forecast.expected[h].said[0] = forecast.displacement[h],
            }
            forecast.expected[h].radius = mixture.radius(kind as usize % 4, h, forecast.spread[h]);
        }
        if is_time && (judged || ticket.is_some()) {
            self.pending.push(waiting, &forecast.expected);
        }
        self.plan = (kind != Kind::None).then(|| {
            let metres = self.unit as f32;
            let outline = Outline {
                displacement: forecast.displacement.map(|d| scaled(d, metres)),
                radius: forecast.expected.map(|e| e.radius * metres),
                reach,
                v_max: self.unit,
            };
            Plan::new(kinematics, &outline)
        });
        self.own = own;
    }

    /// Damped dead reckoning, to begin with.
    fn simple(&self, reach: &[f32; 5], host: Option<&[[f32; 2]; 5]>) -> Forecast {
        let velocity = self.history.newest().velocity;
        let mut expected = [Expected::default(); 5];
        for (h, expected) in expected.iter_mut().enumerate() {
            expected.reach = reach[h];
            expected.said[5] = host.map_or([0.0; 2], |host| host[h]);
        }
        Forecast {
            displacement: reach.map(|g| scaled(velocity, g)),
            spread: SCALE,
            expected,
            frame: [1.0, 0.0],
            row: NONE,
        }
    }

    /// Whether it went where nobody gets by moving.
    fn has_jumped(&self, now: &Moment) -> bool {
        if self.history.len() == 0 {
            return false;
        }
        let before = self.history.newest();
        let way = length([now.place[0] - before.place[0], now.place[1] - before.place[1]]);
        // Not a number counts as a jump.
        !(way <= JUMP + JUMP_SPEED * seconds(now.time.wrapping_sub(before.time)))
    }

    /// Moves the origin along with an entity that has gone far.
    fn recentre(&mut self) {
        let place = self.history.newest().place;
        if place.iter().all(|x| x.abs() < FAR) {
            return;
        }
        // Whole numbers, so that places lose nothing.
        let by = place.map(libm::roundf);
        self.history.shift(by);
        self.pending.shift([by[0], by[1]]);
        self.origin += DVec3::new(by[0] as f64, by[2] as f64, by[1] as f64) * self.unit;
    }

    /// Everything whose time came between the last observation and `now`.
    fn judge(
        &mut self,
        now: &Moment,
        mixture: &mut Mixture,
        mut trails: Option<&mut Converter<'_>>,
        mut tuning: Option<&mut Tuning>,
    ) {
        if self.history.len() == 0 {
            return;
        }
        let before = *self.history.newest();
        let between = Between {
            from: [before.place[0], before.place[1]],
            to: [now.place[0], now.place[1]],
            began: before.time,
            lasted: seconds(now.time.wrapping_sub(before.time).max(1)),
        };
        for (h, horizon) in HORIZONS.into_iter().enumerate() {
            let horizon = (horizon * 1e6) as Micros;
            while self.deposited[h] != self.history.pushed() {
                let moment = self.history.number(self.deposited[h]);
                if now.time.wrapping_sub(moment.time) < horizon {
                    break;
                }
                self.deposited[h] = self.deposited[h].wrapping_add(1);
                if let Some(trails) = &mut trails {
                    let [x, z, y] = moment.place.map(f64::from);
                    let pose = trails.pose(self.origin + DVec3::new(x, y, z) * self.unit, moment.velocity);
                    let truth = between.at(moment.time.wrapping_add(horizon));
                    let way = [truth[0] - moment.place[0], truth[1] - moment.place[1]];
                    let way = scaled(way, trails.to_trails);
                    trails.trails.deposit(&pose, h, way);
                }
            }
            while let Some((waiting, expected)) = self.pending.due(h, now.time) {
                let there = between.at(waiting.time.wrapping_add(horizon));
                let truth = [there[0] - waiting.place[0], there[1] - waiting.place[1]];
                if let Some((trails, ticket)) = trails.as_mut().zip(waiting.ticket) {
                    let way = scaled(truth, trails.to_trails);
                    trails.trails.complete(ticket, h, way);
                }
                if waiting.kind == Kind::None {
                    continue;
                }
                mixture.judge_damping(h, waiting.velocity, truth);
                let error = if waiting.kind == Kind::Auto {
                    mixture.judge(h, &expected.experts(&waiting, h), waiting.host, truth)
                } else {
                    length([expected.said[0][0] - truth[0], expected.said[0][1] - truth[1]])
                };
                mixture.judge_radius(waiting.kind as usize, h, error, expected.radius);
                if let Some(tuning) = &mut tuning {
                    // The network's base is the middle trail.
                    let base = to_own(waiting.frame, expected.said[2]);
                    tuning.complete(waiting.row, h, wanted(h, base, to_own(waiting.frame, truth)));
                }
            }
        }
    }

    pub(in super::super) fn bytes(&self) -> usize {
        size_of::<Self>() + self.own.as_ref().map_or(0, |_| size_of::<Mixture>())
    }

    pub(in super::super) fn rebase(&mut self, shift: DVec3) {
        self.origin -= shift;
    }

    pub(in super::super) fn write(&self, w: &mut Writer) {
        self.history.write(w);
        for number in self.deposited {
            w.u32(number);
        }
        self.pending.write(w);
        w.u8(self.plan.is_some() as u8);
        if let Some(plan) = &self.plan {
            plan.write(w);
        }
        w.dvec3(self.origin).f64(self.unit).i64(self.last).u8(self.own.is_some() as u8);
        if let Some(own) = &self.own {
            own.write(w);
        }
        w.u8(self.suggestion.is_some() as u8);
        w.f32_slice(self.suggestion.unwrap_or_default().as_flattened());
    }

    pub(in super::super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        use super::super::state::{finite, read_bool};
        let mut new = Self { history: History::read(r)?, ..Self::new() };
        for number in &mut new.deposited {
            *number = r.u32()?;
            if new.history.pushed().wrapping_sub(*number) as usize > new.history.len() {
                return Err(Error::corrupt("snapshot has a trail to be left from a moment that is not there"));
            }
        }
        new.pending = Pending::read(r)?;
        if read_bool(r)? {
            new.plan = Some(Plan::read(r)?);
        }
        (new.origin, new.unit, new.last) = (finite(r.dvec3()?)?, r.f64()?, r.i64()?);
        if !(0.0..f64::INFINITY).contains(&new.unit) {
            return Err(Error::corrupt("snapshot has an entity of no speed"));
        }
        if read_bool(r)? {
            new.own = Some(Box::new(Mixture::read(r)?));
        }
        let suggested = read_bool(r)?;
        let mut suggestion = [[0.0; 2]; 5];
        r.f32_slice(suggestion.as_flattened_mut())?;
        new.suggestion = Some(suggestion).filter(|_| suggested);
        Ok(new)
    }
}

fn plus(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

fn passage(trails: &Converter<'_>, kinematics: &Kinematics, past: &[super::history::Past; LAGS.len()]) -> Passage {
    let now = &past[0].moment;
    let path = PATH.map(|lag| {
        let then = past[lag].moment.place;
        scaled([now.place[0] - then[0], now.place[1] - then[1]], trails.to_trails)
    });
    Passage { pose: trails.pose(kinematics.position, now.velocity), path, view: now.view }
}

/// Between the horizons of the plan.
pub(in super::super) fn motion(track: Option<&Track>, kinematics: &Kinematics, delta: f64) -> Planned {
    plan::motion(track.and_then(|track| track.plan.as_ref()), kinematics, delta)
}
