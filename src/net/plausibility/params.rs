//! What counts as plausible.

use crate::base::math::DVec3;
use crate::base::time::{Nanos, SECOND};
use crate::base::{DEFAULT_RUN_SPEED, Error, Result, Short};
use alloc::format;

/// Most entities that can be watched.
pub const MAX_ENTITIES: u32 = 1 << 20;
/// Most pieces of evidence that wait to be pulled.
pub const MAX_EVIDENCE: u32 = 1 << 16;
/// Most places of the level that the search for a way looks at, for one update.
pub const MAX_NODES: u32 = 1 << 20;
/// Most passages.
pub const MAX_PASSAGES: usize = 1024;
const LARGEST: f64 = 1e9;

/// What an update broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// It went faster in the ground plane than its limit for longer than the slack allows. Value and limit: m/s.
    Speed,
    /// It rose or fell faster than its limit. m/s.
    Vertical,
    /// It told a velocity beyond its limit. m/s.
    ToldSpeed,
    /// Its told velocity changed faster than its limit. m/s².
    Acceleration,
    /// No way leads there in the time. Seconds needed, seconds it had.
    Unreachable,
    /// It is nowhere near a floor, without being airborne. Metres.
    OffLevel,
    /// A newer number with a time that is not newer. Seconds back, 0.
    Backwards,
    /// Its clock runs faster than the wall's. Seconds gained, seconds allowed.
    FastClock,
    /// Its sender let a heartbeat pass: numbers without a gap, times with a long one. Seconds between, seconds allowed.
    MissedHeartbeat,
    /// Its sender kept quiet while others were wrong about it, farther than the threshold it promised. Metres.
    Suppressed,
    /// It is silent more often while it is aimed at. Standard deviations above chance, deviations allowed.
    QuietWhenAimedAt,
    /// It is far from where a confident prediction had it. Multiples of the radius that holds nine of ten.
    Deviation,
    /// It told different things to different peers, or revealed something else than it had committed to. Peers that differ, 0.
    Inconsistent,
}

impl Rule {
    /// All, by number.
    pub const ALL: [Self; 13] = [
        Self::Speed,
        Self::Vertical,
        Self::ToldSpeed,
        Self::Acceleration,
        Self::Unreachable,
        Self::OffLevel,
        Self::Backwards,
        Self::FastClock,
        Self::MissedHeartbeat,
        Self::Suppressed,
        Self::QuietWhenAimedAt,
        Self::Deviation,
        Self::Inconsistent,
    ];

    /// The bit of this rule in a set of rules.
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// What one entity may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Nominal top speed in the ground plane, m/s, above 0.
    pub v_max: f64,
    /// Speed beyond it that knock-back, jump pads, slopes and tricks of the game may add at any time, m/s.
    pub knock_back: f64,
    /// Fastest mean speed in the ground plane over a long time, m/s, above 0.
    pub sustained: f64,
    /// Fastest rise or fall, m/s.
    pub vertical: f64,
    /// Largest acceleration, m/s²; a change of velocity by up to `knock_back` is allowed at once besides.
    pub acceleration: f64,
}

impl Default for Limits {
    /// A Quake III runner: 320 units of 2.54 cm per second, once as much by rockets and tricks, 40 m/s in a fall, 100 m/s².
    fn default() -> Self {
        Self { v_max: DEFAULT_RUN_SPEED, knock_back: 16.0, sustained: 10.0, vertical: 40.0, acceleration: 200.0 }
    }
}

impl Limits {
    /// Fails when a number is outside its range.
    pub fn check(&self) -> Result<()> {
        number("v_max", self.v_max, 1e-6, LARGEST)?;
        number("knock_back", self.knock_back, 0.0, LARGEST)?;
        number("sustained", self.sustained, 1e-6, LARGEST)?;
        number("vertical", self.vertical, 0.0, LARGEST)?;
        number("acceleration", self.acceleration, 0.0, LARGEST)
    }
}

/// A way that the level does not know: a spawn point, a teleporter of a script, a vehicle's exit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// Where it begins; `None` = anywhere.
    pub from: Option<DVec3>,
    /// Where it ends.
    pub to: DVec3,
    /// How near to its ends one must be, metres, above 0.
    pub radius: f64,
    /// Seconds it takes, 0 or more.
    pub seconds: f64,
}

impl Passage {
    /// Fails when a number is outside its range.
    pub fn check(&self) -> Result<()> {
        for end in [self.from.unwrap_or(self.to), self.to] {
            if !end.to_array().iter().all(|x| x.abs() <= 1e12) {
                return Err(Error::invalid(format!("a passage ends at {end}, every component must be within ±1e12")));
            }
        }
        number("radius", self.radius, 1e-6, LARGEST)?;
        number("seconds", self.seconds, 0.0, 1e6)
    }
}

/// How updates are judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlausibilityParams {
    /// Most entities watched, 1 to 2²⁰.
    pub max_entities: u32,
    /// Most places of the level (cells, polygons) that the search for another way looks at, for one update, 64 to 2²⁰. Ways that would
    /// take four times as long as the entity had are never looked for.
    pub max_nodes: u32,
    /// Most pieces of evidence that wait to be pulled, 1 to 65,536; older ones make room.
    pub max_evidence: u32,
    /// Factor on every limit of [`Limits`], 1 to 100.
    pub tolerance: f64,
    /// Metres that an entity may be ahead of what its speed allows: quantisation, time stamps of whole ticks, collision.
    pub slack: f64,
    /// Metres that an entity may be ahead of what its sustained speed allows: a dash across the level.
    pub endurance: f64,
    /// The believed `TELEPORT` flag: true = who says it was moved is not asked how. Else it must have come by a link of the level or a
    /// [`Passage`], or the host must have allowed it.
    pub trust_teleports: bool,
    /// How far from a floor somebody on the ground may be, metres; infinite = any.
    pub floor_reach: f64,
    /// How much a sender's clock may gain before it counts, above jitter: at least 1 ms.
    pub clock_gain: Nanos,
    /// Clocks may drift apart by this much besides, seconds per second, 0 to 0.1.
    pub clock_drift: f64,
    /// The sender's heartbeat; 0 = it promised none.
    pub heartbeat: Nanos,
    /// The sender's threshold, metres; 0 = it promised none.
    pub threshold: f64,
    /// Multiple of heartbeat and threshold that is believed, 1 to 100: a tick may pass before an update is sent.
    pub promise: f64,
    /// A gap counts as silence from this multiple of the mean one, 1 to 100.
    pub silence: f64,
    /// How many standard deviations silences under aim must exceed those without, 1 to 100.
    pub aim_deviations: f64,
    /// A prediction is confident while its radius is at most this, metres; 0 = never.
    pub confident_radius: f64,
    /// How many such radii an update may be away from it, 1 to 1000.
    pub deviation: f64,
    /// Half-life of a score, at least 1 ms.
    pub half_life: Nanos,
    /// Points that a rule just broken gives, per rule; a rule broken by more gives up to four times as many. 0 = off.
    pub points: [f64; 13],
}

impl Default for PlausibilityParams {
    fn default() -> Self {
        Self {
            max_entities: 1024,
            max_nodes: 2048,
            max_evidence: 256,
            tolerance: 1.1,
            slack: 0.5,
            endurance: 50.0,
            trust_teleports: false,
            floor_reach: 4.0,
            clock_gain: SECOND / 4,
            clock_drift: 1e-3,
            heartbeat: 0,
            threshold: 0.0,
            promise: 2.0,
            silence: 3.0,
            aim_deviations: 6.0,
            confident_radius: 1.0,
            deviation: 6.0,
            half_life: 60 * SECOND,
            // What no honest client does weighs most; what a bad network or a brilliant player may do, least.
            points: [1.0, 1.0, 1.0, 0.5, 1.0, 0.5, 1.0, 2.0, 0.5, 1.0, 2.0, 0.25, 4.0],
        }
    }
}

impl PlausibilityParams {
    /// Fails when a number is outside its range.
    pub fn check(&self) -> Result<()> {
        whole("max_entities", self.max_entities, 1, MAX_ENTITIES)?;
        whole("max_nodes", self.max_nodes, 64, MAX_NODES)?;
        whole("max_evidence", self.max_evidence, 1, MAX_EVIDENCE)?;
        number("tolerance", self.tolerance, 1.0, 100.0)?;
        number("slack", self.slack, 0.0, LARGEST)?;
        number("endurance", self.endurance, 0.0, LARGEST)?;
        if self.floor_reach.is_nan() || self.floor_reach < 0.0 {
            return Err(Error::invalid(format!("floor_reach is {}, must be 0 or more", Short(self.floor_reach))));
        }
        time("clock_gain", self.clock_gain, 1_000_000)?;
        number("clock_drift", self.clock_drift, 0.0, 0.1)?;
        time("heartbeat", self.heartbeat, 0)?;
        number("threshold", self.threshold, 0.0, LARGEST)?;
        number("promise", self.promise, 1.0, 100.0)?;
        number("silence", self.silence, 1.0, 100.0)?;
        number("aim_deviations", self.aim_deviations, 1.0, 100.0)?;
        number("confident_radius", self.confident_radius, 0.0, LARGEST)?;
        number("deviation", self.deviation, 1.0, 1000.0)?;
        time("half_life", self.half_life, 1_000_000)?;
        self.points.iter().try_for_each(|points| number("points", *points, 0.0, 1e6))
    }
}

fn whole(name: &str, value: u32, least: u32, most: u32) -> Result<()> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Error::invalid(format!("{name} is {value}, must be {least} to {most}")))
}

fn time(name: &str, value: Nanos, least: Nanos) -> Result<()> {
    const MOST: Nanos = 24 * 3600 * SECOND;
    if (least..=MOST).contains(&value) {
        return Ok(());
    }
    Err(Error::invalid(format!("{name} is {value} ns, must be {least} to {MOST}")))
}

pub(super) fn number(name: &str, value: f64, least: f64, most: f64) -> Result<()> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Error::invalid(format!("{name} is {}, must be {least} to {most}", Short(value))))
}
