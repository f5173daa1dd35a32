//! `AntPlausibility`.

use super::AntWorld;
use super::number;
use super::options::{self, Slot};
use super::update::{AntUpdate, given};
use crate::convert::{told, vector};
use crate::level::Level;
use crate::resources::{AntProfile, profile_of};
use antreckon::base::Result;
use antreckon::net::plausibility::{ALARM, Evidence, JudgeContext, Passage, Rule};
use antreckon::net::{Plausibility, PlausibilityParams};
use antreckon::predict::Prediction;
use godot::prelude::*;
use std::sync::Arc;

/// Judges whether what updates say can be true. It is advice: nothing is dropped, and a single piece of evidence proves nothing.
///
/// Judge with it what comes from machines that you do not trust, on a server, say.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
pub(crate) struct AntPlausibility {
    level: Option<Arc<Level>>,
    judge: Plausibility,
    base: Base<RefCounted>,
}

fn params(given: &VarDictionary) -> Result<PlausibilityParams> {
    let mut params = PlausibilityParams::default();
    let slots = &mut [
        ("max_entities", Slot::Whole(&mut params.max_entities)),
        ("max_evidence", Slot::Whole(&mut params.max_evidence)),
        ("tolerance", Slot::Number(&mut params.tolerance)),
        ("slack", Slot::Number(&mut params.slack)),
        ("endurance", Slot::Number(&mut params.endurance)),
        ("trust_teleports", Slot::Flag(&mut params.trust_teleports)),
        ("floor_reach", Slot::Number(&mut params.floor_reach)),
        ("clock_gain", Slot::Seconds(&mut params.clock_gain)),
        ("clock_drift", Slot::Number(&mut params.clock_drift)),
        ("heartbeat", Slot::Seconds(&mut params.heartbeat)),
        ("threshold", Slot::Number(&mut params.threshold)),
        ("promise", Slot::Number(&mut params.promise)),
        ("silence", Slot::Number(&mut params.silence)),
        ("aim_deviations", Slot::Number(&mut params.aim_deviations)),
        ("confident_radius", Slot::Number(&mut params.confident_radius)),
        ("deviation", Slot::Number(&mut params.deviation)),
        ("half_life", Slot::Seconds(&mut params.half_life)),
    ];
    options::read(given, slots)?;
    Ok(params)
}

#[godot_api]
impl AntPlausibility {
    /// Faster in the ground plane than possible.
    #[constant]
    const SPEED: i64 = Rule::Speed.bit() as i64;
    /// Rose or fell faster than possible.
    #[constant]
    const VERTICAL: i64 = Rule::Vertical.bit() as i64;
    /// Told a velocity beyond its limit.
    #[constant]
    const TOLD_SPEED: i64 = Rule::ToldSpeed.bit() as i64;
    /// Its told velocity changed faster than possible.
    #[constant]
    const ACCELERATION: i64 = Rule::Acceleration.bit() as i64;
    /// No way leads there in the time.
    #[constant]
    const UNREACHABLE: i64 = Rule::Unreachable.bit() as i64;
    /// Nowhere near a floor, without being airborne.
    #[constant]
    const OFF_LEVEL: i64 = Rule::OffLevel.bit() as i64;
    /// A newer number with a time that is not newer.
    #[constant]
    const BACKWARDS: i64 = Rule::Backwards.bit() as i64;
    /// Its clock runs too fast.
    #[constant]
    const FAST_CLOCK: i64 = Rule::FastClock.bit() as i64;
    /// Its sender let a heartbeat pass.
    #[constant]
    const MISSED_HEARTBEAT: i64 = Rule::MissedHeartbeat.bit() as i64;
    /// Its sender kept quiet while others were wrong about it.
    #[constant]
    const SUPPRESSED: i64 = Rule::Suppressed.bit() as i64;
    /// Silent more often while it is aimed at.
    #[constant]
    const QUIET_WHEN_AIMED_AT: i64 = Rule::QuietWhenAimedAt.bit() as i64;
    /// Far from where a confident prediction had it.
    #[constant]
    const DEVIATION: i64 = Rule::Deviation.bit() as i64;
    /// Told different things to different peers, or broke a commitment.
    #[constant]
    const INCONSISTENT: i64 = Rule::Inconsistent.bit() as i64;

    /// A judge for players like [param profile] ([member AntProfile.max_speed] and [member AntProfile.knock_back]), in a level or
    /// ([code]null[/code]) without one. [param parameters] may have [code]max_entities[/code] (1024), [code]max_evidence[/code] (256),
    /// [code]tolerance[/code] (1.1), [code]slack[/code] (0.5 m), [code]endurance[/code] (50 m), [code]trust_teleports[/code] (false),
    /// [code]floor_reach[/code] (4 m), [code]clock_gain[/code] (0.25 s), [code]clock_drift[/code] (0.001), [code]heartbeat[/code] (0 s =
    /// none was promised), [code]threshold[/code] (0 m = none), [code]promise[/code] (2), [code]silence[/code] (3),
    /// [code]aim_deviations[/code] (6), [code]confident_radius[/code] (1 m), [code]deviation[/code] (6), [code]half_life[/code] (60 s).
    #[func]
    fn create(
        world: Option<Gd<AntWorld>>,
        profile: Option<Gd<AntProfile>>,
        parameters: VarDictionary,
    ) -> Option<Gd<Self>> {
        let level = world.map(|world| world.bind().level.clone());
        let (_, limits) = profile_of(profile.as_ref());
        let made = params(&parameters).and_then(|params| Plausibility::new(&params, &limits));
        told("AntPlausibility.create", made).map(|judge| Gd::from_init_fn(|base| Self { level, judge, base }))
    }

    /// Score above which a player is a suspect.
    #[func]
    fn alarm() -> f64 {
        ALARM
    }

    /// Judges an update that arrived at [param arrival] (nanoseconds, own clock). Returns the sum of the constants of the rules it breaks,
    /// 0 when it is plausible, -1 on error.
    #[func]
    fn judge(&mut self, update: Option<Gd<AntUpdate>>, arrival: i64) -> i64 {
        told("AntPlausibility.judge", self.judged(update, arrival, None)).unwrap_or(-1)
    }

    /// As [method judge], when a model expected the player at [param expected] with a [param radius] that holds nine of ten.
    #[func]
    fn judge_expected(&mut self, update: Option<Gd<AntUpdate>>, arrival: i64, expected: Vector3, radius: f64) -> i64 {
        let expected = Prediction { position: vector(expected), radius, ..Prediction::NOWHERE };
        told("AntPlausibility.judge_expected", self.judged(update, arrival, Some(&expected))).unwrap_or(-1)
    }

    /// Puts down that a player told different things to different peers; see [AntCommitments].
    #[func]
    fn inconsistent(&mut self, update: Option<Gd<AntUpdate>>, arrival: i64, peers: i64) -> bool {
        let peers = u32::try_from(peers).unwrap_or(u32::MAX);
        let done = given(update).and_then(|update| self.judge.inconsistent(&update, arrival, peers));
        told("AntPlausibility.inconsistent", done).is_some()
    }

    /// Gives a player limits of its own.
    #[func]
    fn set_limits(&mut self, network_id: i64, profile: Option<Gd<AntProfile>>) -> bool {
        let (_, limits) = profile_of(profile.as_ref());
        let done = number(network_id).and_then(|number| self.judge.set_limits(number, &limits));
        told("AntPlausibility.set_limits", done).is_some()
    }

    /// A player may be faster by [param speed] (m/s) until a time of the sender's clock: it was hit, it took a jump pad.
    #[func]
    fn allow_speed(&mut self, network_id: i64, speed: f64, until: i64) -> bool {
        let done = number(network_id).and_then(|number| self.judge.allow_speed(number, speed, until));
        told("AntPlausibility.allow_speed", done).is_some()
    }

    /// A player may turn up anywhere, once, until a time of the sender's clock.
    #[func]
    fn allow_teleport(&mut self, network_id: i64, until: i64) -> bool {
        let done = number(network_id).and_then(|number| self.judge.allow_teleport(number, until));
        told("AntPlausibility.allow_teleport", done).is_some()
    }

    /// Somebody aims at a player during this time of the own clock.
    #[func]
    fn aimed_at(&mut self, network_id: i64, since: i64, until: i64) -> bool {
        let done = number(network_id).and_then(|number| self.judge.aimed_at(number, since, until));
        told("AntPlausibility.aimed_at", done).is_some()
    }

    /// Declares a way that the level does not know, such as a teleporter of a script. [param from] may be null = from anywhere.
    #[func]
    fn add_passage(&mut self, from: Variant, to: Vector3, radius: f64, seconds: f64) -> bool {
        let from = from.try_to::<Vector3>().ok().map(vector);
        let passage = Passage { from, to: vector(to), radius, seconds };
        told("AntPlausibility.add_passage", self.judge.add_passage(&passage)).is_some()
    }

    /// Forgets all passages.
    #[func]
    fn clear_passages(&mut self) {
        self.judge.clear_passages();
    }

    /// Forgets a player.
    #[func]
    fn remove(&mut self, network_id: i64) -> bool {
        let done = number(network_id).and_then(|number| self.judge.remove(number));
        told("AntPlausibility.remove", done).is_some()
    }

    /// What is thought of a player at a time of the sender's clock: [code]score[/code] (see [method alarm]), [code]judged[/code] and
    /// [code]suspicious[/code] updates.
    #[func]
    fn standing(&self, network_id: i64, now: i64) -> VarDictionary {
        let known = number(network_id).and_then(|number| self.judge.standing(number, now));
        let Some(standing) = told("AntPlausibility.standing", known) else { return VarDictionary::new() };
        vdict! {
            "score" => standing.score,
            "judged" => standing.judged as i64,
            "suspicious" => standing.suspicious as i64,
        }
    }

    /// What speaks against players since the last call: dictionaries with [code]network_id[/code], [code]sequence[/code],
    /// [code]rule[/code] (a constant), [code]value[/code], [code]limit[/code], [code]time[/code], [code]arrival[/code],
    /// [code]points[/code].
    #[func]
    fn take_evidence(&mut self) -> Array<VarDictionary> {
        std::iter::from_fn(|| self.judge.pull()).map(|evidence| said(&evidence)).collect()
    }

    /// Moves the origin of coordinates.
    #[func]
    fn rebase(&mut self, shift: Vector3) -> bool {
        told("AntPlausibility.rebase", self.judge.rebase(vector(shift))).is_some()
    }

    /// The whole state.
    #[func]
    fn snapshot(&self) -> PackedByteArray {
        self.judge.snapshot().as_slice().into()
    }

    /// Takes over a [method snapshot].
    #[func]
    fn restore(&mut self, snapshot: PackedByteArray) -> bool {
        told("AntPlausibility.restore", self.judge.restore(snapshot.as_slice())).is_some()
    }

    /// Equal on machines that think the same.
    #[func]
    fn state_hash(&self) -> i64 {
        self.judge.state_hash() as i64
    }
}

impl AntPlausibility {
    fn judged(&mut self, update: Option<Gd<AntUpdate>>, arrival: i64, expected: Option<&Prediction>) -> Result<i64> {
        let seen = self.level.as_ref().map(|level| level.see());
        let world = seen.as_ref().and_then(|seen| seen.scene().world);
        let judgement = self.judge.judge(&given(update)?, arrival, JudgeContext { world, expected })?;
        Ok(judgement.rules.into())
    }
}

/// A piece of evidence as scripts see it.
pub(super) fn said(evidence: &Evidence) -> VarDictionary {
    vdict! {
        "network_id" => i64::from(evidence.entity),
        "sequence" => i64::from(evidence.sequence.0),
        "rule" => i64::from(evidence.rule.bit()),
        "value" => evidence.value,
        "limit" => evidence.limit,
        "time" => evidence.time,
        "arrival" => evidence.arrival,
        "points" => evidence.points,
    }
}
