//! Export errors as the paper measures them: vectors every 500 ms, a constant latency, real and shown place every 50 ms.
use super::arena::SIDE;
use super::game::{Frame, PickupState, REFILL, SPEED, TANKS, TICK};
use antreckon::base::math::{DVec2, ground, lift};
use antreckon::base::time::Nanos;
use antreckon::predict::interest::{InterestObject, InterestParams};
use antreckon::predict::{
    EntityId, EntityProfile, Kinematics, LevelContext, Model, Observation, Obstacle, Predictor, VelocitySource,
};

/// Ticks between updates: 500 ms.
pub(super) const INTERVAL: usize = 10;
/// Latencies, seconds.
pub(super) const LATENCIES: [usize; 3] = [1, 2, 3];
const TICKS_PER_SECOND: usize = 20;
/// S of a tank that needs nothing.
const FULL: f64 = 100.0;
/// Ticks before errors count, in which preferences are observed: a minute.
pub(super) const WARM_UP: usize = 1200;
/// Upper ends of the paper's classes: best, good, bad; beyond is unacceptable.
const CLASSES: [f64; 3] = [10.0, 30.0, 50.0];
/// Time constants from which the damped predictor chooses, seconds.
pub(super) const TAUS: [f64; 11] = [0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0];

/// Who predicts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Method {
    Hybrid,
    Interest,
    Dr1,
    Still,
    Dr1Ema,
    Dr2,
    /// By its number in [`TAUS`].
    Damped(usize),
}

impl Method {
    /// In tables.
    pub(super) fn name(self) -> String {
        match self {
            Self::Hybrid => "hybrid".to_owned(),
            Self::Interest => "interest".to_owned(),
            Self::Dr1 => "dead reckoning".to_owned(),
            Self::Still => "still".to_owned(),
            Self::Dr1Ema => "dr1_ema".to_owned(),
            Self::Dr2 => "dr2".to_owned(),
            Self::Damped(tau) => format!("damped, tau {}", TAUS[tau]),
        }
    }

    /// The simple predictors, `damped` with every time constant.
    pub(super) fn simple() -> Vec<Self> {
        let others = [Self::Still, Self::Dr1, Self::Dr1Ema, Self::Dr2];
        others.into_iter().chain((0..TAUS.len()).map(Self::Damped)).collect()
    }
}

/// Errors of one method at one latency in one match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Errors {
    pub(super) sum: f64,
    pub(super) count: usize,
    /// Per class of the paper.
    pub(super) classes: [usize; 4],
}

impl Errors {
    fn add(&mut self, error: f64) {
        self.sum += error;
        self.count += 1;
        self.classes[CLASSES.iter().filter(|end| error > **end).count()] += 1;
    }

    /// Adds another match.
    pub(super) fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.count += other.count;
        self.classes.iter_mut().zip(other.classes).for_each(|(mine, theirs)| *mine += theirs);
    }

    pub(super) fn mean(&self) -> f64 {
        self.sum / self.count as f64
    }
}

/// How the scheme is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Settings {
    pub(super) params: InterestParams,
    /// `None` = E is observed.
    pub(super) preference: Option<f64>,
    /// A control: things are told at the mirrored place of the arena and states upside down, so that paths bend as much
    /// but for no reason.
    pub(super) misled: bool,
}

impl Settings {
    /// The paper's values with wrong interests.
    pub(super) fn misled() -> Self {
        Self { misled: true, ..Self::paper() }
    }

    /// Chosen on [`super::tune::SEEDS`] by `antreckon study tanks --tune`.
    pub(super) fn tuned() -> Self {
        let mut tuned = Self::paper();
        tuned.params.strength = 250.0;
        tuned.params.fading = 0.05;
        tuned.params.longest_fading = 6;
        tuned.params.lead = 0.0;
        tuned.params.threshold = 1.0;
        tuned
    }

    /// The paper's values on the paper's map, where nobody is too far away to be felt.
    pub(super) fn paper() -> Self {
        let params = InterestParams { unit: 1.0, radius: 600.0, ..InterestParams::default() };
        Self { params, preference: None, misled: false }
    }
}

/// What the receiving end knows: the vectors and things that have reached it.
pub(super) struct Receiver {
    predictor: Predictor,
    ids: Vec<EntityId>,
    misled: bool,
    things: Vec<Option<PickupState>>,
    /// Per tank: when its last vector was sent and in which life.
    sent: Vec<Option<(usize, u32)>>,
}

impl Receiver {
    pub(super) fn new(settings: &Settings) -> Self {
        let mut predictor = Predictor::new(TANKS as u32);
        predictor.set_interest_params(&settings.params).expect("settings are valid");
        let mut profile = EntityProfile {
            model: Model::Interest,
            velocity: VelocitySource::Averaged,
            v_max: SPEED,
            speed_cap: 2.0 * SPEED,
            frame: INTERVAL as f64 * TICK,
            preference: settings.preference.map(|preference| preference as f32),
            ..EntityProfile::default()
        };
        profile.post.obstacle = Obstacle::Ignore;
        let ids = (0..TANKS).map(|_| predictor.add_entity(&profile).expect("within budget")).collect();
        Self { predictor, ids, misled: settings.misled, things: Vec::new(), sent: vec![None; TANKS] }
    }

    /// Takes in what was true in this tick: things at once, vectors every half second.
    pub(super) fn hear(&mut self, tick: usize, frame: &Frame) {
        self.things.resize(frame.pickups.len(), None);
        for (id, (known, now)) in self.things.iter_mut().zip(&frame.pickups).enumerate() {
            if known.replace(*now) != Some(*now) {
                let place = if self.misled { DVec2::splat(SIDE) - now.position } else { now.position };
                let position = lift(place, 0.0);
                // Life and ammunition make up one half of the state each.
                let object = InterestObject { position, value: REFILL / 2.0, present: now.present };
                self.predictor.set_object(id as u64, &object).expect("places of the arena are valid");
            }
        }
        if !tick.is_multiple_of(INTERVAL) {
            return;
        }
        for ((tank, id), sent) in frame.tanks.iter().zip(&self.ids).zip(&mut self.sent) {
            let state = if self.misled { FULL - tank.state() } else { tank.state() };
            let life = tank.incarnation.map(|_| state);
            self.predictor.set_life(*id, life).expect("states are valid");
            let Some(incarnation) = tank.incarnation else {
                *sent = None;
                continue;
            };
            let observation = Observation {
                velocity: Some(lift(tank.velocity, 0.0)),
                teleported: sent.is_some_and(|(_, before)| before != incarnation),
                ..Observation::at(time(tick), lift(tank.position, 0.0))
            };
            self.predictor.observe(*id, &observation).expect("places of the arena are valid");
            *sent = Some((tick, incarnation));
        }
    }

    /// When the last vector of a tank was sent, and in which life.
    pub(super) fn last_vector(&self, tank: usize) -> Option<(usize, u32)> {
        self.sent[tank]
    }

    /// E of a tank.
    pub(super) fn preference(&self, tank: usize) -> f64 {
        self.predictor.preference(self.ids[tank]).expect("tanks stay")
    }

    /// Where a tank is shown `ticks` after its last vector was sent.
    pub(super) fn shown(&mut self, tank: usize, method: Method, ticks: f64) -> DVec2 {
        let id = self.ids[tank];
        let known = *self.predictor.kinematics(id).expect("a vector has come");
        let seconds = ticks * TICK;
        match method {
            Method::Interest | Method::Hybrid => {
                let model = if method == Method::Hybrid { Model::Hybrid } else { Model::Interest };
                self.predictor.set_model(id, model).expect("tanks stay");
                let then = known.time + (seconds * 1e9).round() as Nanos;
                let shown =
                    self.predictor.predict(LevelContext::default(), id, then).expect("a vector has come").position;
                self.predictor.set_model(id, Model::Interest).expect("tanks stay");
                ground(shown)
            }
            simple => ground(known.position) + moved(&known, simple, seconds),
        }
    }
}

/// Displacement by a simple predictor.
fn moved(known: &Kinematics, method: Method, seconds: f64) -> DVec2 {
    let (v, average, a) = (ground(known.velocity), ground(known.average_velocity), ground(known.acceleration));
    match method {
        Method::Dr1 => v * seconds,
        Method::Dr1Ema => average * seconds,
        Method::Dr2 => average * seconds + a * (0.5 * seconds * seconds),
        Method::Damped(tau) => v * (TAUS[tau] * (1.0 - (-seconds / TAUS[tau]).exp())),
        Method::Still | Method::Interest | Method::Hybrid => DVec2::ZERO,
    }
}

/// Time of a tick on the game clock.
fn time(tick: usize) -> Nanos {
    tick as Nanos * (TICK * 1e9) as Nanos
}

/// What one match gave.
pub(super) struct Score {
    /// `[latency][method]`.
    pub(super) errors: Vec<Vec<Errors>>,
    /// E of every tank at the end.
    pub(super) preferences: Vec<f64>,
}

/// Errors of all methods at all latencies in one match.
pub(super) fn score(record: &[Frame], settings: &Settings, methods: &[Method]) -> Score {
    let mut receiver = Receiver::new(settings);
    let mut errors = vec![vec![Errors::default(); methods.len()]; LATENCIES.len()];
    for (tick, frame) in record.iter().enumerate() {
        receiver.hear(tick, frame);
        if tick < WARM_UP {
            continue;
        }
        for (latency, errors) in LATENCIES.iter().zip(&mut errors) {
            // What is heard now is `latency` old: the picture of then is wanted now.
            let now = tick + latency * TICKS_PER_SECOND;
            let Some(truth) = record.get(now) else { continue };
            for tank in 0..TANKS {
                let Some((sent, life)) = receiver.last_vector(tank) else { continue };
                if truth.tanks[tank].incarnation != Some(life) {
                    continue;
                }
                for (method, errors) in methods.iter().zip(errors.iter_mut()) {
                    let shown = receiver.shown(tank, *method, (now - sent) as f64);
                    errors.add((shown - truth.tanks[tank].position).length());
                }
            }
        }
    }
    Score { errors, preferences: (0..TANKS).map(|tank| receiver.preference(tank)).collect() }
}

#[cfg(test)]
mod tests {
    use super::super::game::TankState;
    use super::*;

    /// One tank that drives along x, all others destroyed, nothing to take.
    fn lone_drive(ticks: usize) -> Vec<Frame> {
        let gone =
            TankState { position: DVec2::ZERO, velocity: DVec2::ZERO, life: 0.0, ammunition: 0.0, incarnation: None };
        let frame = |tick: usize| {
            let mut tanks = vec![gone; TANKS];
            tanks[0] = TankState {
                position: DVec2::X * (tick as f64 * 2.0),
                velocity: DVec2::X * SPEED,
                life: 50.0,
                ammunition: 50.0,
                incarnation: Some(0),
            };
            Frame { tanks, pickups: Vec::new() }
        };
        (0..ticks).map(frame).collect()
    }

    #[test]
    fn a_straight_drive_alone_is_predicted_exactly_and_still_errs_by_latency_and_age() {
        let methods = [Method::Hybrid, Method::Interest, Method::Dr1, Method::Still];
        let errors = score(&lone_drive(WARM_UP + 200), &Settings::paper(), &methods).errors;
        for (latency, errors) in LATENCIES.iter().zip(errors) {
            assert!(errors[..3].iter().all(|e| e.mean() < 1e-9 && e.classes[0] == e.count), "{errors:?}");
            // Vectors are 0 to 450 ms old when they are the newest: 9 units on average.
            let age = (latency * 40) as f64 + 9.0;
            assert!((errors[3].mean() - age).abs() < 1.0, "{} {age}", errors[3].mean());
        }
    }

    #[test]
    fn classes_end_where_the_paper_ends_them() {
        let mut errors = Errors::default();
        [0.0, 10.0, 10.1, 30.0, 49.0, 50.0, 50.1, 900.0].into_iter().for_each(|error| errors.add(error));
        assert_eq!((errors.classes, errors.count), ([2, 2, 2, 2], 8));
        let mut twice = errors;
        twice.merge(&errors);
        assert_eq!((twice.mean(), twice.classes), (errors.mean(), [4, 4, 4, 4]));
    }
}
