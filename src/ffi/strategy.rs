//! Strategy models: recording, learning and loading routes, and the sender's side of following them.

use super::arg::{Caller, check_vector, export, in_range, known_flags, unknown_value};
use super::batch;
use super::error::{Outcome, fail};
use super::guard::guard;
use super::handle::{Kind, resolve};
use super::predict::LockedLevel;
use super::predictor::{AntEntity, AntPredictor, PredictorObject, alive};
use super::status::*;
use super::stream::{AntStream, VECTORS};
use super::structs::{Desc, sized};
use crate::base::math::DVec3;
use crate::predict::strategy::{
    Follow, Ledger, MAX_PARALLELS, MAX_POINTS, Mode, SPARE_UPDATES, StrategyParams, StrategyUpdate, Truth,
};
use core::ffi::c_void;

/// When an entity still follows its strategy.
pub type AntStrategyTest = u32;
/// As published: being inside of the polygon is enough, wherever along the route.
pub const ANT_STRATEGY_CONTAINMENT: AntStrategyTest = 0;
/// The place along the route, at the speed last told, must be right within the threshold.
pub const ANT_STRATEGY_PROGRESS: AntStrategyTest = 1;

/// In place of a strategy's number: the one the entity is inside of, found alike on both ends.
pub const ANT_STRATEGY_AUTOMATIC: u32 = 0xFFFF_FFFF;
/// In place of a strategy's number: none, dead reckoning.
pub const ANT_STRATEGY_NONE: u32 = 0xFFFF_FFFE;

/// What a number of a strategy says to follow.
pub(super) fn follow(strategy: u32) -> Follow {
    match strategy {
        ANT_STRATEGY_AUTOMATIC => Follow::Automatic,
        ANT_STRATEGY_NONE => Follow::Nothing,
        number => Follow::Strategy(number),
    }
}

/// The number that says what to follow.
pub(super) fn strategy_number(follow: Follow) -> u32 {
    match follow {
        Follow::Automatic => ANT_STRATEGY_AUTOMATIC,
        Follow::Nothing => ANT_STRATEGY_NONE,
        Follow::Strategy(number) => number,
    }
}

const LEDGER_STARTED: u32 = 1;
const LEDGER_SYNCED: u32 = 2;
/// Most trials a route can be said to rest on.
const MAX_EVIDENCE: f64 = 1e6;

/// How routes become strategies and are followed; the same for all entities of a predictor. Metres. Fill it with ant_strategy_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntStrategyDesc {
    /// Set by ant_strategy_desc_init.
    pub struct_size: u32,
    /// ANT_STRATEGY_CONTAINMENT or ANT_STRATEGY_PROGRESS. Default ANT_STRATEGY_PROGRESS.
    pub mode: AntStrategyTest,
    /// Half the width of a strategy, and how far off a shown place may be. Default 6. [Limit: 1e-3 to 1e6]
    pub threshold: f64,
    /// Distance between parallel strategies; with more than one below twice the threshold. Default 9. [Limit: 0 to 2e6]
    pub width: f64,
    /// Parallel strategies of each route. Default 3. [Limit: 1 to 15]
    pub parallels: u32,
    /// Trials that must have taken a route before it is learned. Default 1. [Limit: 1 to 1e6]
    pub min_trials: u32,
    /// Threshold of the dead reckoning whose violations are the points of a trial. Default 1.5. [Limit: 1e-3 to 1e6]
    pub record: f64,
    /// How far a simplified route may lie beside its points; 0 = all points are kept, as published. Default 0.75. [Limit: 0 to 1e6]
    pub simplify: f64,
    /// Trials farther apart than this took different routes. Default 12. [Limit: 0 to 1e9]
    pub cluster_distance: f64,
    /// Farther above or below a route is another floor. Default 2. [Limit: 1e-3 to 1e6]
    pub floor_reach: f64,
    /// An update is also due when the height is off by more than this; 0 = only the ground plane counts. Default 2. [Limit: 0 or 1e-3 to 1e6]
    pub rise: f64,
    /// 1 = threshold and width are learned with the routes (table 2 of the paper): all strategies of a route together are just as wide as its trials need,
    /// whatever their number. Default 0.
    pub learn_threshold: u32,
    /// Must be 0.
    pub reserved: u32,
}
sized!(AntStrategyDesc, 80, "call ant_strategy_desc_init", {
    struct_size, mode, threshold, width, parallels, min_trials, record, simplify, cluster_distance, floor_reach, rise,
    learn_threshold, reserved
});

impl Desc for AntStrategyDesc {
    fn defaults() -> Self {
        let p = StrategyParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            mode: ANT_STRATEGY_PROGRESS,
            threshold: p.threshold,
            width: p.width,
            parallels: p.parallels,
            min_trials: p.min_trials,
            record: p.record,
            simplify: p.simplify,
            cluster_distance: p.cluster_distance,
            floor_reach: p.floor_reach,
            rise: p.rise,
            learn_threshold: p.learn_threshold.into(),
            reserved: 0,
        }
    }
}

impl AntStrategyDesc {
    fn checked(&self) -> Outcome<StrategyParams> {
        let mode = match self.mode {
            ANT_STRATEGY_CONTAINMENT => Mode::Containment,
            ANT_STRATEGY_PROGRESS => Mode::Progress,
            other => {
                return Err(unknown_value(other, "mode", "ANT_STRATEGY_CONTAINMENT (0), ANT_STRATEGY_PROGRESS (1)"));
            }
        };
        in_range(self.parallels.into(), 1.0, MAX_PARALLELS.into(), "parallels")?;
        in_range(self.min_trials.into(), 1.0, 1e6, "min_trials")?;
        in_range(self.learn_threshold.into(), 0.0, 1.0, "learn_threshold")?;
        if self.reserved != 0 {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`desc.reserved` is {}, must be 0", self.reserved));
        }
        Ok(StrategyParams {
            mode,
            threshold: in_range(self.threshold, 1e-3, 1e6, "threshold")?,
            parallels: self.parallels,
            width: in_range(self.width, 0.0, 2e6, "width")?,
            record: in_range(self.record, 1e-3, 1e6, "record")?,
            simplify: in_range(self.simplify, 0.0, 1e6, "simplify")?,
            learn_threshold: self.learn_threshold == 1,
            cluster_distance: in_range(self.cluster_distance, 0.0, 1e9, "cluster_distance")?,
            min_trials: self.min_trials,
            floor_reach: in_range(self.floor_reach, 1e-3, 1e6, "floor_reach")?,
            rise: if self.rise == 0.0 { f64::INFINITY } else { in_range(self.rise, 1e-3, 1e6, "rise")? },
        })
    }
}

/// Sets the parameters of all strategies and makes them anew from the known routes. Entities go on by dead reckoning until their next update. Mutating.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_set_strategies(
    predictor: AntPredictor,
    desc: *const AntStrategyDesc,
) -> AntStatus {
    export!("ant_predictor_set_strategies", |c| {
        let params = c.desc(desc, "desc")?.checked()?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        object.write()?.set_strategies(&params)?;
        Ok(ANT_OK)
    })
}

/// Begins to record a trial of an entity with its next observation, whatever model predicts it. A trial that was open is dropped. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_predictor_begin_trial(predictor: AntPredictor, entity: AntEntity) -> AntStatus {
    guard("ant_predictor_begin_trial", move || {
        let object = resolve::<PredictorObject>(predictor.id)?;
        object.write()?.begin_trial(object.entity(entity.id)?)?;
        Ok(ANT_OK)
    })
}

/// Ends the trial of an entity and keeps it for ant_predictor_learn_strategies; 256 are kept, then the oldest goes. ANT_ERROR_STATE when none is open. Mutating.
/// out_points: [opt] receives the number of points of the simplified trial; 0 = the entity never moved, the trial is dropped
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_end_trial(
    predictor: AntPredictor,
    entity: AntEntity,
    out_points: *mut u32,
) -> AntStatus {
    export!("ant_predictor_end_trial", |c| {
        let object = resolve::<PredictorObject>(predictor.id)?;
        let points = object.write()?.end_trial(object.entity(entity.id)?)?;
        if let Some(out) = c.out_opt(out_points) {
            out.write(points as u32);
        }
        Ok(ANT_OK)
    })
}

/// Learns the distinct routes of all recorded trials. Routes that were added or loaded stay and count the trials that took them; all others are found anew.
/// Entities go on by dead reckoning until their next update. Mutating.
/// out_routes: [opt] receives the number of routes known now
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_learn_strategies(predictor: AntPredictor, out_routes: *mut u32) -> AntStatus {
    export!("ant_predictor_learn_strategies", |c| {
        let object = resolve::<PredictorObject>(predictor.id)?;
        let routes = object.write()?.learn_strategies();
        if let Some(out) = c.out_opt(out_routes) {
            out.write(routes as u32);
        }
        Ok(ANT_OK)
    })
}

/// Adds a route as it is. Mutating.
/// count: [Limit: 2 to 1024 different points]
/// points: [count] ANT_F32X3 or ANT_F64X3
/// evidence: number of trials it stands for. [Limit: 1 to 1e6]
/// out_route: [opt] receives its number
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_add_route(
    predictor: AntPredictor,
    count: u32,
    points: *const AntStream,
    evidence: u32,
    out_route: *mut u32,
) -> AntStatus {
    export!("ant_predictor_add_route", |c| {
        in_range(count.into(), 2.0, MAX_POINTS as f64, "count")?;
        in_range(evidence.into(), 1.0, MAX_EVIDENCE, "evidence")?;
        let points = c.input(&c.stream(points), count, VECTORS, "points")?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        let line =
            (0..count as usize).map(|i| points.vector(i, &object.frame)).collect::<Outcome<std::vec::Vec<_>>>()?;
        let route = object.write()?.add_route(&line, evidence)?;
        if let Some(out) = c.out_opt(out_route) {
            out.write(route);
        }
        Ok(ANT_OK)
    })
}

/// A page of points into a stream.
fn put_points(
    c: Caller<'_>,
    frame: &super::frame::Frame,
    points: &[DVec3],
    first: u32,
    capacity: u32,
    out_points: *const AntStream,
    out_count: *mut u32,
) -> Outcome {
    let stream = c.output_opt(&c.stream(out_points), capacity, VECTORS, "out_points")?;
    let out = c.out(out_count, "out_count")?;
    let (written, status) = batch::page(points.len(), first, capacity);
    if let Some(stream) = stream {
        for (i, point) in points.iter().skip(first as usize).take(written).enumerate() {
            stream.vector(i, *point, frame);
        }
    }
    out.write(points.len() as u32);
    Ok(status)
}

/// The points of a route as it is known, from its start to its end: as recorded, simplified or added. AntStrategyInfo::routes tells how many routes there are. Const.
/// route: its number. ANT_ERROR_NOT_FOUND when there is none of this number
/// first: the first point wanted
/// capacity: [Limit: 0 = only count]
/// out_points: [opt] [capacity] ANT_F32X3 or ANT_F64X3
/// out_count: receives how many points the route has
/// out_evidence: [opt] receives the number of trials that took it
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_route(
    predictor: AntPredictor,
    route: u32,
    first: u32,
    capacity: u32,
    out_points: *const AntStream,
    out_count: *mut u32,
    out_evidence: *mut u32,
) -> AntStatus {
    export!("ant_predictor_route", |c| {
        let object = resolve::<PredictorObject>(predictor.id)?;
        let predictor = object.read()?;
        let total = predictor.routes().len();
        let known = predictor.routes().nth(route as usize);
        let (known, evidence) =
            known.ok_or_else(|| fail!(ANT_ERROR_NOT_FOUND, "`route` is {route}, there are {total}"))?;
        let points: std::vec::Vec<DVec3> = known.points().collect();
        let status = put_points(c, &object.frame, &points, first, capacity, out_points, out_count)?;
        if let Some(out) = c.out_opt(out_evidence) {
            out.write(evidence);
        }
        Ok(status)
    })
}

/// Which line of a strategy is wanted.
pub type AntStrategyLine = u32;
/// The centre line: the route itself, or a parallel of it.
pub const ANT_STRATEGY_LINE_CENTRE: AntStrategyLine = 0;
/// The corners of the strategy polygon in order, at the height of the route's start.
pub const ANT_STRATEGY_LINE_POLYGON: AntStrategyLine = 1;

/// The centre line or the polygon of a strategy. AntStrategyInfo::strategies tells how many there are; AntStrategyInfo::strategy is one that an entity follows. Const.
/// strategy: its number. ANT_ERROR_NOT_FOUND when there is none of this number
/// line: ANT_STRATEGY_LINE_CENTRE or ANT_STRATEGY_LINE_POLYGON
/// first: the first point wanted
/// capacity: [Limit: 0 = only count]
/// out_points: [opt] [capacity] ANT_F32X3 or ANT_F64X3
/// out_count: receives how many points the line has
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_strategy(
    predictor: AntPredictor,
    strategy: u32,
    line: AntStrategyLine,
    first: u32,
    capacity: u32,
    out_points: *const AntStream,
    out_count: *mut u32,
) -> AntStatus {
    export!("ant_predictor_strategy", |c| {
        let object = resolve::<PredictorObject>(predictor.id)?;
        let predictor = object.read()?;
        let total = predictor.strategies().len();
        let known = predictor.strategies().nth(strategy as usize);
        let (centre, polygon) =
            known.ok_or_else(|| fail!(ANT_ERROR_NOT_FOUND, "`strategy` is {strategy}, there are {total}"))?;
        let points: std::vec::Vec<DVec3> = match line {
            ANT_STRATEGY_LINE_CENTRE => centre.points().collect(),
            ANT_STRATEGY_LINE_POLYGON => polygon,
            other => {
                let known = "ANT_STRATEGY_LINE_CENTRE (0), ANT_STRATEGY_LINE_POLYGON (1)";
                return Err(unknown_value(other, "line", known));
            }
        };
        put_points(c, &object.frame, &points, first, capacity, out_points, out_count)
    })
}

/// Forgets all routes and recorded trials; parameters stay. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_predictor_strategies_clear(predictor: AntPredictor) -> AntStatus {
    guard("ant_predictor_strategies_clear", move || {
        resolve::<PredictorObject>(predictor.id)?.write()?.clear_strategies();
        Ok(ANT_OK)
    })
}

/// Writes parameters and routes, to be shipped with a level. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_strategies_save(
    predictor: AntPredictor,
    buf: *mut c_void,
    capacity: u64,
    needed: *mut u64,
) -> AntStatus {
    export!("ant_predictor_strategies_save", |c| {
        let object = resolve::<PredictorObject>(predictor.id)?;
        let bytes = object.read()?.save_strategies();
        c.copy_bytes(&bytes, buf, capacity, c.out_opt(needed))
    })
}

/// Replaces parameters and routes by those of a file; recorded trials are dropped. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [byte_len bytes]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_strategies_load(
    predictor: AntPredictor,
    bytes: *const c_void,
    byte_len: u64,
) -> AntStatus {
    export!("ant_predictor_strategies_load", |c| {
        let bytes = c.bytes(bytes, byte_len, "bytes")?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        object.write()?.load_strategies(bytes)?;
        Ok(ANT_OK)
    })
}

/// Takes in the routes of files of other matches on the level; routes that are alike become one with the evidence of all, and the order of files does
/// not matter. Their parameters must be the predictor's own; without routes of its own it takes them over. On any error nothing changed. Mutating.
/// count: [Limit: > 0]
/// saved: [count] each the bytes of one ant_predictor_strategies_save: ANT_U8, tight
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_strategies_merge(
    predictor: AntPredictor,
    count: u32,
    saved: *const AntStream,
) -> AntStatus {
    export!("ant_predictor_strategies_merge", |c| {
        let blobs = c.blobs(saved, count, "saved")?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        object.write()?.merge_strategies(&blobs)?;
        Ok(ANT_OK)
    })
}

/// What is known, and what an entity follows. Lengths in the host's units.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntStrategyInfo {
    /// Set by ant_strategy_info_init.
    pub struct_size: u32,
    /// Strategies, parallels counted.
    pub strategies: u32,
    /// Routes they come from.
    pub routes: u32,
    /// Trials recorded for learning.
    pub trials: u32,
    /// The strategy the entity follows since its last observation; ANT_STRATEGY_NONE = none.
    pub strategy: u32,
    /// Its route; ANT_STRATEGY_NONE = none.
    pub route: u32,
    /// 1 = along the route, 0 = against it.
    pub forward: u32,
    /// 1 while a trial of the entity is recorded.
    pub recording: u32,
    /// How far along the strategy it was at its last observation.
    pub along: f64,
    /// Length of the strategy.
    pub length: f64,
    /// How far to the left of the strategy's centre line it was.
    pub lateral: f64,
    /// Half the width of a strategy: as set, or as learned (AntStrategyDesc::learn_threshold).
    pub threshold: f64,
    /// Distance between parallel strategies.
    pub width: f64,
    /// The place on the centre line that was modelled of the entity at its last observation; ant_predictor_predict tells the modelled position at any time.
    pub modelled: [f64; 3],
}
sized!(AntStrategyInfo, 96, "call ant_strategy_info_init", {
    struct_size, strategies, routes, trials, strategy, route, forward, recording, along, length, lateral,
    threshold, width, modelled
});

/// What is known, and what an entity follows. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_predictor_strategy_info(
    predictor: AntPredictor,
    entity: AntEntity,
    out_info: *mut AntStrategyInfo,
) -> AntStatus {
    export!("ant_predictor_strategy_info", |c| {
        let out = c.out_struct(out_info, "out_info")?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        let predictor = object.read()?;
        let info = predictor.strategy_info(alive(&predictor, object.entity(entity.id)?)?)?;
        let length = |metres: f64| object.frame.length_out(metres);
        let following = info.following;
        out.write(AntStrategyInfo {
            struct_size: 0,
            strategies: info.strategies as u32,
            routes: info.routes as u32,
            trials: info.trials as u32,
            strategy: following.map_or(ANT_STRATEGY_NONE, |f| f.strategy),
            route: following.map_or(ANT_STRATEGY_NONE, |f| f.route),
            forward: following.is_some_and(|f| f.forward).into(),
            recording: info.recording.into(),
            along: following.map_or(0.0, |f| length(f.along)),
            length: following.map_or(0.0, |f| length(f.length)),
            lateral: following.map_or(0.0, |f| length(f.lateral)),
            threshold: length(info.threshold),
            width: length(info.width),
            modelled: following.map_or([0.0; 3], |f| object.frame.vector_out(f.modelled).to_array()),
        });
        Ok(ANT_OK)
    })
}

/// Says what an entity follows since its last observation, as its sender decided. It holds until the next call: a strategy as long as the entity is inside of
/// it. Mutating.
/// strategy: a number, ANT_STRATEGY_NONE or ANT_STRATEGY_AUTOMATIC
#[unsafe(no_mangle)]
pub extern "C" fn ant_predictor_follow_strategy(
    predictor: AntPredictor,
    entity: AntEntity,
    strategy: u32,
) -> AntStatus {
    guard("ant_predictor_follow_strategy", move || {
        let object = resolve::<PredictorObject>(predictor.id)?;
        object.write()?.follow_strategy(object.entity(entity.id)?, follow(strategy))?;
        Ok(ANT_OK)
    })
}

/// A sender's books about one entity, kept by the host. With them it never sends more updates than plain dead reckoning plus two, counted from
/// ant_strategy_ledger_init on.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntStrategyLedger {
    /// Set by ant_strategy_ledger_init.
    pub struct_size: u32,
    /// Opaque.
    pub flags: u32,
    /// Opaque.
    pub time: i64,
    /// Opaque.
    pub position: [f64; 3],
    /// Opaque.
    pub velocity: [f64; 3],
    /// Updates saved against plain dead reckoning so far, at worst -2.
    pub balance: i32,
    /// 0.
    pub reserved: u32,
}
sized!(AntStrategyLedger, 72, "call ant_strategy_ledger_init", {
    struct_size, flags, time, position, velocity, balance, reserved
});

impl Desc for AntStrategyLedger {
    fn defaults() -> Self {
        Self::of(&Ledger::new())
    }
}

impl AntStrategyLedger {
    fn of(ledger: &Ledger) -> Self {
        let (shadow, balance, synced) = ledger.parts();
        let started = if shadow.is_some() { LEDGER_STARTED } else { 0 };
        let shadow = shadow.unwrap_or(Truth { time: 0, position: DVec3::ZERO, velocity: DVec3::ZERO });
        Self {
            struct_size: size_of::<Self>() as u32,
            flags: started | if synced { LEDGER_SYNCED } else { 0 },
            time: shadow.time,
            position: shadow.position.to_array(),
            velocity: shadow.velocity.to_array(),
            balance,
            reserved: 0,
        }
    }

    fn checked(&self) -> Outcome<Ledger> {
        let flags = known_flags(self.flags, LEDGER_STARTED | LEDGER_SYNCED, "ledger.flags")?;
        if self.balance < -SPARE_UPDATES {
            return Err(fail!(
                ANT_ERROR_OUT_OF_RANGE,
                "`ledger.balance` is {}, must be at least {}",
                self.balance,
                -SPARE_UPDATES
            ));
        }
        if self.reserved != 0 {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`ledger.reserved` is {}, must be 0", self.reserved));
        }
        let shadow = Truth {
            time: self.time,
            position: check_vector(DVec3::from_array(self.position), "ledger.position")?,
            velocity: check_vector(DVec3::from_array(self.velocity), "ledger.velocity")?,
        };
        let started = flags & LEDGER_STARTED != 0;
        Ok(Ledger::from_parts(started.then_some(shadow), self.balance, flags & LEDGER_SYNCED != 0))
    }
}

/// Whether receivers need an update, and which.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntStrategyUpdate {
    /// Set by ant_strategy_update_init.
    pub struct_size: u32,
    /// 1 = an update is due; 0 = none, and all else is 0.
    pub due: u32,
    /// What to say to ant_predictor_follow_strategy on all machines after observing the update; ANT_STRATEGY_AUTOMATIC = nothing needs to be said or sent.
    pub strategy: u32,
    /// 0.
    pub reserved: u32,
    /// The position to send.
    pub position: [f64; 3],
    /// The velocity to send, units per second.
    pub velocity: [f64; 3],
}
sized!(AntStrategyUpdate, 64, "call ant_strategy_update_init", {
    struct_size, due, strategy, reserved, position, velocity
});

fn update_due(
    c: Caller<'_>,
    object: &PredictorObject,
    entity: AntEntity,
    truth: &Truth,
    ledger: *mut AntStrategyLedger,
) -> Outcome<Option<StrategyUpdate>> {
    let predictor = object.read()?;
    let locked = LockedLevel::of(object)?;
    let (level, id) = (locked.context(), alive(&predictor, object.entity(entity.id)?)?);
    if ledger.is_null() {
        let due = predictor.strategy_needs_update(level, id, truth.position, truth.time)?;
        return Ok(due.then_some(StrategyUpdate { state: *truth, follow: Follow::Automatic }));
    }
    let mut books = c.desc(ledger, "ledger")?.checked()?;
    let update = books.decide(&predictor, level, id, truth)?;
    c.out_struct(ledger, "ledger")?.write(AntStrategyLedger::of(&books));
    Ok(update)
}

/// Asks at every tick, on the machine that owns the entity, whether receivers need an update. When one is due, send the state it names with the current time,
/// then observe it (with its velocity) and tell ant_predictor_follow_strategy its strategy, on the own predictor too, before the next question. Const.
/// position: [(x, y, z)] where the entity really is
/// velocity: [(x, y, z)] how fast it really is, units per second
/// time: nanoseconds on the game clock
/// ledger: [opt] the books about this entity; null = the switching rule alone, which may send more than dead reckoning
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_strategy_needs_update(
    predictor: AntPredictor,
    entity: AntEntity,
    position: *const f64,
    velocity: *const f64,
    time: i64,
    ledger: *mut AntStrategyLedger,
    out_update: *mut AntStrategyUpdate,
) -> AntStatus {
    export!("ant_strategy_needs_update", |c| {
        let out = c.out_struct(out_update, "out_update")?;
        let object = resolve::<PredictorObject>(predictor.id)?;
        let frame = &object.frame;
        let truth = Truth {
            time,
            position: c.point(position, "position", frame)?,
            velocity: c.point(velocity, "velocity", frame)?,
        };
        let update = update_due(c, &object, entity, &truth, ledger)?;
        let vector = |v: DVec3| frame.vector_out(v).to_array();
        out.write(AntStrategyUpdate {
            struct_size: 0,
            due: update.is_some().into(),
            strategy: update.map_or(0, |update| strategy_number(update.follow)),
            reserved: 0,
            position: update.map_or([0.0; 3], |update| vector(update.state.position)),
            velocity: update.map_or([0.0; 3], |update| vector(update.state.velocity)),
        });
        Ok(ANT_OK)
    })
}
