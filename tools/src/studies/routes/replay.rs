//! What a sender sends for one run, by dead reckoning and by strategies.
use antreckon::base::math::{DVec2, ground};
use antreckon::predict::strategy::{Follow, Ledger, StrategyUpdate, Truth};
use antreckon::predict::{EntityId, EntityProfile, LevelContext, Model, Observation, Obstacle, Predictor};

/// How the sender decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// The switching rule alone, as published; nothing bounds the number of updates.
    Plain,
    /// With books: never more than dead reckoning plus two.
    Bounded,
}

/// What was sent, and how well the receivers were served.
#[derive(Clone, Debug, Default)]
pub(super) struct Sent {
    pub(super) updates: usize,
    /// Ticks at which an update was sent.
    pub(super) ticks: Vec<usize>,
    /// Sum of distances between what was shown and what was true, over all ticks.
    pub(super) error: f64,
}

impl Sent {
    pub(super) fn add(&mut self, other: &Self) {
        self.updates += other.updates;
        self.error += other.error;
    }
}

/// First-order dead reckoning, counted by itself; with `tau`, the velocity dies away.
pub(super) fn dead_reckoning(run: &[Truth], threshold: f64, tau: Option<f64>) -> Sent {
    let mut sent = Sent::default();
    let mut told: Option<&Truth> = None;
    for (tick, truth) in run.iter().enumerate() {
        let error = told.map(|told| {
            let seconds = (truth.time - told.time) as f64 * 1e-9;
            let lasting = tau.map_or(seconds, |tau| tau * (1.0 - (-seconds / tau).exp()));
            let shown: DVec2 = ground(told.position) + ground(told.velocity) * lasting;
            (ground(truth.position) - shown).length()
        });
        match error {
            Some(error) if error <= threshold => sent.error += error,
            _ => {
                told = Some(truth);
                sent.updates += 1;
                sent.ticks.push(tick);
            }
        }
    }
    sent
}

/// A predictor with one entity that follows strategies and is not corrected by anything.
pub(super) fn follower() -> (Predictor, EntityId) {
    let mut predictor = Predictor::new(1);
    let mut profile = EntityProfile { model: Model::Strategy, ..EntityProfile::default() };
    profile.post.limit_speed = false;
    profile.post.obstacle = Obstacle::Ignore;
    let id = predictor.add_entity(&profile).expect("there is room for one");
    (predictor, id)
}

/// Sends `run` with the strategies that `predictor` knows.
pub(super) fn strategies(run: &[Truth], predictor: &Predictor, rule: Rule) -> Result<Sent, String> {
    let (mut own, id) = follower();
    own.load_strategies(&predictor.save_strategies()).map_err(|error| error.to_string())?;
    let scene = LevelContext::default();
    let mut ledger = Ledger::new();
    let mut sent = Sent::default();
    for (tick, truth) in run.iter().enumerate() {
        let due = match rule {
            Rule::Bounded => ledger.decide(&own, scene, id, truth).map_err(|error| error.to_string())?,
            Rule::Plain => own
                .strategy_needs_update(scene, id, truth.position, truth.time)
                .map_err(|error| error.to_string())?
                .then_some(StrategyUpdate { state: *truth, follow: Follow::Automatic }),
        };
        if let Some(update) = due {
            let Truth { time, position, velocity } = update.state;
            let observation = Observation { velocity: Some(velocity), ..Observation::at(time, position) };
            own.observe(id, &observation).map_err(|error| error.to_string())?;
            if rule == Rule::Bounded {
                own.follow_strategy(id, update.follow).map_err(|error| error.to_string())?;
            }
            sent.updates += 1;
            sent.ticks.push(tick);
        }
        let shown = own.predict(scene, id, truth.time).map_err(|error| error.to_string())?.position;
        sent.error += ground(truth.position - shown).length();
    }
    Ok(sent)
}
