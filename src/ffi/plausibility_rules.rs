//! Rules of plausibility and the structs that speak of them.

use super::arg::unknown_value;
use super::error::Outcome;
use super::frame::AntFrame;
use super::structs::{Desc, sized};
use super::world::AntWorld;
use crate::net::PlausibilityParams;
use crate::net::plausibility::{ALARM, Evidence, Limits, Rule, WitnessReport};

/// Score above which an entity is a suspect: none of the honest players of the study reached it (docs/studies/plausibility.md).
pub const ANT_ALARM_SCORE: f64 = 6.0;

/// Rules of plausibility that an update broke.
pub type AntRuleFlags = u32;
/// It went faster in the ground plane than its limit for longer than the slack allows: m/s.
pub const ANT_RULE_SPEED: AntRuleFlags = 1;
/// It rose or fell faster than its limit: m/s.
pub const ANT_RULE_VERTICAL: AntRuleFlags = 2;
/// It told a velocity beyond its limit: m/s.
pub const ANT_RULE_TOLD_SPEED: AntRuleFlags = 4;
/// Its told velocity changed faster than its limit: m/s^2.
pub const ANT_RULE_ACCELERATION: AntRuleFlags = 8;
/// No way leads there in the time: seconds needed (1e9 = no way at all), seconds it had.
pub const ANT_RULE_UNREACHABLE: AntRuleFlags = 16;
/// It is nowhere near a floor, without being airborne: metres.
pub const ANT_RULE_OFF_LEVEL: AntRuleFlags = 32;
/// A newer number with a time that is not newer: seconds back.
pub const ANT_RULE_BACKWARDS: AntRuleFlags = 64;
/// Its clock runs faster than the wall's: seconds gained, seconds allowed.
pub const ANT_RULE_FAST_CLOCK: AntRuleFlags = 128;
/// Its sender let a heartbeat pass: seconds between updates, seconds allowed.
pub const ANT_RULE_MISSED_HEARTBEAT: AntRuleFlags = 256;
/// Its sender kept quiet while others were wrong about it: metres.
pub const ANT_RULE_SUPPRESSED: AntRuleFlags = 512;
/// It is silent more often while it is aimed at: standard deviations above chance.
pub const ANT_RULE_QUIET_WHEN_AIMED_AT: AntRuleFlags = 1024;
/// It is far from where a confident prediction had it: multiples of the radius that holds nine of ten.
pub const ANT_RULE_DEVIATION: AntRuleFlags = 2048;
/// It told different things to different peers, or broke a commitment: peers that differ.
pub const ANT_RULE_INCONSISTENT: AntRuleFlags = 4096;

/// Number of rules.
pub const ANT_RULE_COUNT: u32 = 13;

// The header generator needs literals above.
const _: () = {
    assert!(ANT_RULE_SPEED == Rule::Speed.bit() && ANT_RULE_VERTICAL == Rule::Vertical.bit());
    assert!(ANT_RULE_TOLD_SPEED == Rule::ToldSpeed.bit() && ANT_RULE_ACCELERATION == Rule::Acceleration.bit());
    assert!(ANT_RULE_UNREACHABLE == Rule::Unreachable.bit() && ANT_RULE_OFF_LEVEL == Rule::OffLevel.bit());
    assert!(ANT_RULE_BACKWARDS == Rule::Backwards.bit() && ANT_RULE_FAST_CLOCK == Rule::FastClock.bit());
    assert!(ANT_RULE_MISSED_HEARTBEAT == Rule::MissedHeartbeat.bit() && ANT_RULE_SUPPRESSED == Rule::Suppressed.bit());
    assert!(
        ANT_RULE_QUIET_WHEN_AIMED_AT == Rule::QuietWhenAimedAt.bit() && ANT_RULE_DEVIATION == Rule::Deviation.bit()
    );
    assert!(ANT_RULE_INCONSISTENT == Rule::Inconsistent.bit() && ANT_RULE_COUNT as usize == Rule::ALL.len());
    assert!(ANT_ALARM_SCORE == ALARM);
};

/// How updates are judged. Lengths in metres, times in nanoseconds. Fill it with ant_plausibility_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntPlausibilityDesc {
    /// Set by ant_plausibility_desc_init.
    pub struct_size: u32,
    /// Most entities watched. Default 1024. [Limit: 1 to 1048576]
    pub max_entities: u32,
    /// Most pieces of evidence that wait to be pulled; older ones make room. Default 256. [Limit: 1 to 65536]
    pub max_evidence: u32,
    /// 1 = who says it was teleported is not asked how. Else it must have come by a link of the level or a passage, or the host must have allowed it. Default 0.
    pub trust_teleports: u32,
    /// [opt] The level, for ways and floors; null (default) = none.
    pub world: AntWorld,
    /// The host's frame; only without a level, else its own counts. Default canonical.
    pub frame: AntFrame,
    /// Factor on every limit. Default 1.1. [Limit: 1 to 100]
    pub tolerance: f64,
    /// How far an entity may be ahead of what its speed allows. Default 0.5. [Limit: 0 to 1e9]
    pub slack: f64,
    /// How far from a floor somebody on the ground may be; infinite = any. Default 4. [Limit: >= 0]
    pub floor_reach: f64,
    /// How much a sender's clock may gain, beside drift, before it counts. Default 2.5e8. [Limit: 1e6 to 8.64e13]
    pub clock_gain: i64,
    /// How fast clocks may drift apart, seconds per second. Default 1e-3. [Limit: 0 to 0.1]
    pub clock_drift: f64,
    /// The sender's heartbeat; 0 = it promised none. Default 0. [Limit: 0 to 8.64e13]
    pub heartbeat: i64,
    /// The sender's threshold; 0 = it promised none. Default 0. [Limit: 0 to 1e9]
    pub threshold: f64,
    /// Multiple of heartbeat and threshold that is believed. Default 2. [Limit: 1 to 100]
    pub promise: f64,
    /// A gap counts as silence from this multiple of the mean one. Default 3. [Limit: 1 to 100]
    pub silence: f64,
    /// How many standard deviations silences under aim must exceed those without. Default 4. [Limit: 1 to 100]
    pub aim_deviations: f64,
    /// A prediction is confident while its radius is at most this; 0 = never. Default 1. [Limit: 0 to 1e9]
    pub confident_radius: f64,
    /// How many such radii an update may be away from it. Default 6. [Limit: 1 to 1000]
    pub deviation: f64,
    /// Half-life of a score. Default 6e10. [Limit: 1e6 to 8.64e13]
    pub half_life: i64,
    /// Points of each rule, in the order of its bits; 0 = off. A rule broken by more gives up to four times as many. [Limit: 0 to 1e6]
    pub points: [f64; 13],
    /// Metres that an entity may be ahead of what its sustained speed allows. Default 50. [Limit: 0 to 1e9]
    pub endurance: f64,
    /// Most places of the level (cells, polygons) that the search for another way looks at, for one update. Ways that would take four times as long as the
    /// entity had are never looked for. Default 2048. [Limit: 64 to 1048576]
    pub max_nodes: u32,
    /// Not read.
    pub reserved: u32,
}
sized!(AntPlausibilityDesc, 280, "call ant_plausibility_desc_init", {
    struct_size, max_entities, max_evidence, trust_teleports, world, frame, tolerance, slack, floor_reach, clock_gain,
    clock_drift, heartbeat, threshold, promise, silence, aim_deviations, confident_radius, deviation, half_life, points,
    endurance, max_nodes, reserved
});

impl Desc for AntPlausibilityDesc {
    fn defaults() -> Self {
        let p = PlausibilityParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            max_entities: p.max_entities,
            max_evidence: p.max_evidence,
            trust_teleports: p.trust_teleports.into(),
            world: AntWorld { id: 0 },
            frame: AntFrame::CANONICAL,
            tolerance: p.tolerance,
            slack: p.slack,
            floor_reach: p.floor_reach,
            clock_gain: p.clock_gain,
            clock_drift: p.clock_drift,
            heartbeat: p.heartbeat,
            threshold: p.threshold,
            promise: p.promise,
            silence: p.silence,
            aim_deviations: p.aim_deviations,
            confident_radius: p.confident_radius,
            deviation: p.deviation,
            half_life: p.half_life,
            points: p.points,
            endurance: p.endurance,
            max_nodes: p.max_nodes,
            reserved: 0,
        }
    }
}

impl AntPlausibilityDesc {
    pub(super) fn params(&self) -> Outcome<PlausibilityParams> {
        if self.trust_teleports > 1 {
            return Err(unknown_value(self.trust_teleports, "desc.trust_teleports", "0, 1"));
        }
        Ok(PlausibilityParams {
            max_entities: self.max_entities,
            max_nodes: self.max_nodes,
            max_evidence: self.max_evidence,
            tolerance: self.tolerance,
            slack: self.slack,
            trust_teleports: self.trust_teleports == 1,
            floor_reach: self.floor_reach,
            clock_gain: self.clock_gain,
            clock_drift: self.clock_drift,
            heartbeat: self.heartbeat,
            threshold: self.threshold,
            promise: self.promise,
            silence: self.silence,
            aim_deviations: self.aim_deviations,
            confident_radius: self.confident_radius,
            deviation: self.deviation,
            half_life: self.half_life,
            points: self.points,
            endurance: self.endurance,
        })
    }
}

/// What an entity may do. Metres and seconds. Fill it with ant_limits_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntLimits {
    /// Set by ant_limits_init.
    pub struct_size: u32,
    /// Not read.
    pub reserved: u32,
    /// Nominal top speed in the ground plane. Default 8.128. [Limit: 1e-6 to 1e9]
    pub v_max: f64,
    /// Speed beyond it that knock-back, jump pads and tricks of the game may add at any time. Default 16. [Limit: 0 to 1e9]
    pub knock_back: f64,
    /// Fastest rise or fall. Default 40. [Limit: 0 to 1e9]
    pub vertical: f64,
    /// Largest acceleration; a change of velocity by up to knock_back is allowed at once besides. Default 200. [Limit: 0 to 1e9]
    pub acceleration: f64,
    /// Fastest mean speed in the ground plane over a long time. Default 10. [Limit: 1e-6 to 1e9]
    pub sustained: f64,
}
sized!(AntLimits, 48, "call ant_limits_init", {
    struct_size, reserved, v_max, knock_back, vertical, acceleration, sustained
});

impl Desc for AntLimits {
    fn defaults() -> Self {
        let Limits { v_max, knock_back, sustained, vertical, acceleration } = Limits::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            reserved: 0,
            v_max,
            knock_back,
            vertical,
            acceleration,
            sustained,
        }
    }
}

impl AntLimits {
    pub(super) fn limits(&self) -> Limits {
        let Self { v_max, knock_back, sustained, vertical, acceleration, .. } = *self;
        Limits { v_max, knock_back, sustained, vertical, acceleration }
    }
}

/// What is thought of an update.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntJudgement {
    /// Set by ant_judgement_init.
    pub struct_size: u32,
    /// Rules it broke: ANT_RULE_…; 0 = plausible.
    pub rules: AntRuleFlags,
    /// Points of its entity after it.
    pub score: f64,
}
sized!(AntJudgement, 16, "call ant_judgement_init", { struct_size, rules, score });

/// How plausible an entity has been.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntStanding {
    /// Set by ant_standing_init.
    pub struct_size: u32,
    /// 0.
    pub reserved: u32,
    /// Points now.
    pub score: f64,
    /// Updates judged.
    pub judged: u64,
    /// Updates that broke a rule.
    pub suspicious: u64,
    /// Pieces of evidence, of all entities, that made room before they were pulled.
    pub lost_evidence: u64,
}
sized!(AntStanding, 40, "call ant_standing_init", {
    struct_size, reserved, score, judged, suspicious, lost_evidence
});

/// One broken rule.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntEvidence {
    /// Set by ant_evidence_init.
    pub struct_size: u32,
    /// ANT_RULE_…
    pub rule: AntRuleFlags,
    /// Network number of the entity.
    pub entity: u32,
    /// The update that broke it.
    pub sequence: u32,
    /// What was measured, in the rule's unit …
    pub value: f64,
    /// … and what would have been plausible.
    pub limit: f64,
    /// Time of the update, sender's clock.
    pub time: i64,
    /// When it arrived, own clock.
    pub arrival: i64,
    /// Points it gave.
    pub points: f64,
}
sized!(AntEvidence, 56, "call ant_evidence_init", {
    struct_size, rule, entity, sequence, value, limit, time, arrival, points
});

impl AntEvidence {
    pub(super) fn of(e: &Evidence) -> Self {
        Self {
            struct_size: 0,
            rule: e.rule.bit(),
            entity: e.entity,
            sequence: e.sequence.0.into(),
            value: e.value,
            limit: e.limit,
            time: e.time,
            arrival: e.arrival,
            points: e.points,
        }
    }
}

/// What peers said of an update.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntDigestReport {
    /// Set by ant_digest_report_init.
    pub struct_size: u32,
    /// 1 = this machine has the update; 0 = the reports wait for it, and nothing is compared yet.
    pub known: u32,
    /// Peers that got the same as this machine.
    pub agree: u32,
    /// Peers that got something else.
    pub differ: u32,
}
sized!(AntDigestReport, 16, "call ant_digest_report_init", { struct_size, known, agree, differ });

impl AntDigestReport {
    pub(super) fn of(report: &WitnessReport) -> Self {
        let WitnessReport { agree, differ, known } = *report;
        Self { struct_size: 0, known: known.into(), agree, differ }
    }
}
