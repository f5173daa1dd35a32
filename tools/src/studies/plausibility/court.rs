//! One player's updates over a network and before the judge.
use super::stream::{HEARTBEAT, Pace, Sent, Stream};
use antreckon::base::Result;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::net::plausibility::{ALARM, JudgeContext, Limits, Rule};
use antreckon::net::{NetworkParams, Plausibility, PlausibilityParams, Receiver, ReceiverParams, Simulator};
use antreckon::predict::learned::ObserveContext;
use antreckon::predict::{EntityProfile, LevelContext, Model, Predictor};
use antreckon::world::World;

/// How long a jump pad is an excuse.
const FLIGHT: Nanos = 3 * SECOND;
/// Kinds of evidence.
pub(super) const RULES: usize = Rule::ALL.len();

/// What became of one player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Verdict {
    pub(super) judged: u64,
    /// Updates that broke any rule.
    pub(super) flagged: u64,
    /// By rule.
    pub(super) broken: [u64; RULES],
    pub(super) highest: f64,
    /// Seconds of play from the beginning of cheats until the score was above the threshold.
    pub(super) found: Option<f64>,
    /// Points by rule.
    pub(super) points: [f64; RULES],
    pub(super) played: f64,
}

/// What the judge knows.
pub(super) struct Court<'a> {
    pub(super) world: Option<&'a World>,
    pub(super) limits: Limits,
    pub(super) profile: &'a EntityProfile,
    pub(super) weights: Option<&'a [u8]>,
    pub(super) pace: Pace,
    pub(super) hz: f64,
}

impl Court<'_> {
    fn params(&self) -> PlausibilityParams {
        let defaults = PlausibilityParams { max_evidence: 64, ..PlausibilityParams::default() };
        match self.pace {
            Pace::Rate => PlausibilityParams { heartbeat: SECOND / 10, ..defaults },
            Pace::Threshold(threshold) => PlausibilityParams { heartbeat: HEARTBEAT, threshold, ..defaults },
        }
    }

    /// Judges all that comes of a stream; `aimed` are the frames in which somebody aims at the player.
    pub(super) fn hear(&self, stream: &Stream, aimed: &[usize], seed: u64) -> Result<Verdict> {
        // Who sends on a threshold is predicted by the line it promised to keep to, who sends at a rate as well as possible.
        let model = if self.pace == Pace::Rate { Model::Auto } else { Model::Dr1 };
        let mut predictor = Predictor::new(1);
        predictor.load_weights(self.weights)?;
        let entity = predictor.add_entity(&EntityProfile { model, ..self.profile.clone() })?;
        let mut receiver = Receiver::new(&ReceiverParams { synchronised: true, ..ReceiverParams::default() })?;
        let number = stream.updates.first().map_or(0, |sent| sent.update.entity);
        receiver.add(number, entity)?;
        let mut judge = Plausibility::new(&self.params(), &self.limits)?;
        let mut verdict = Verdict { played: stream.played, ..Verdict::default() };
        let (mut begins, mut aims) = (stream.begins.iter().peekable(), aimed.iter().peekable());
        let mut launches = stream.launches.iter().peekable();
        let tick = (1e9 / self.hz) as Nanos;
        for (arrival, sent) in arrivals(stream, seed)? {
            let update = sent.update;
            while let Some(&begin) = begins.next_if(|&&begin| begin <= update.time) {
                judge.allow_teleport(number, begin + SECOND)?;
            }
            while let Some(&(time, speed)) = launches.next_if(|(time, _)| *time <= update.time) {
                judge.allow_speed(number, speed, time + FLIGHT)?;
            }
            while let Some(&k) = aims.next_if(|&&k| k as Nanos * tick <= arrival) {
                judge.aimed_at(number, k as Nanos * tick, (k + 1) as Nanos * tick)?;
            }
            let expected = receiver.predict_at(&predictor, LevelContext::default(), number, update.time, None);
            let expected = expected.ok().map(|shown| shown.prediction);
            let setting = JudgeContext { world: self.world, expected: expected.as_ref() };
            let judgement = judge.judge(&update, arrival, setting)?;
            receiver.receive(&mut predictor, &update, arrival, ObserveContext::default())?;
            verdict.judged += 1;
            verdict.flagged += u64::from(judgement.rules != 0);
            while let Some(evidence) = judge.pull() {
                verdict.broken[evidence.rule as usize] += 1;
                verdict.points[evidence.rule as usize] += evidence.points;
            }
            verdict.highest = verdict.highest.max(judgement.score);
            if judgement.score > ALARM {
                verdict.found = verdict.found.or(Some(sent.played));
            }
        }
        Ok(verdict)
    }
}

/// What arrives when.
fn arrivals(stream: &Stream, seed: u64) -> Result<Vec<(Nanos, Sent)>> {
    let network = NetworkParams { latency: SECOND / 20, jitter: SECOND / 50, loss: 0.02, ..NetworkParams::default() };
    let mut network = Simulator::new(&network, seed, 64)?;
    let mut all = Vec::with_capacity(stream.updates.len());
    let mut collect = |network: &mut Simulator<Sent>, until: Nanos| {
        while let Some(delivery) = network.receive(until) {
            all.push((delivery.arrived, delivery.payload));
        }
    };
    for sent in &stream.updates {
        collect(&mut network, sent.now);
        network.send(sent.now, 0, *sent);
    }
    collect(&mut network, Nanos::MAX);
    Ok(all)
}
