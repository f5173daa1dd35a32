//! Training data of the learned kinematic model from a recorded match.
use super::kinematics::Estimates;
use super::plugin::{News, Setup, Watch};
use super::score::Cases;
use super::told::{Told, told_every};
use super::units::Units;
use crate::trace::Trace;
use antreckon::base::math::DVec3;
use antreckon::learn::kinematic::{Rows, Truth};
use antreckon::pheromone::trail::{TrailParams, Trails};
use antreckon::predict::Model;
use antreckon::predict::learned::{HORIZONS, ObserveContext, Recorder, Row};

/// What is kept from the predictor, so that the network also meets hosts and levels of which it knows less.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Handicap {
    /// Trails are emptied every so many seconds.
    pub forget: Option<f64>,
    /// Nobody's view is told.
    pub blind: bool,
    /// Only so many frames per second are told; none = all.
    pub updates_per_second: Option<f64>,
}

/// Replays a match through a predictor and keeps what its network saw in every frame that would be scored, with what
/// happened.
pub fn harvest(trace: &Trace, handicap: Handicap) -> Rows {
    let Handicap { forget, blind, updates_per_second } = handicap;
    let every = told_every(trace, updates_per_second);
    let estimates = Estimates::every(trace, every);
    let cases = Cases { trace, estimates: &estimates, told_every: every, has_height: false, floor: None };
    let mut watch = Watch::new(trace, Setup::plain(Model::Kinematic));
    let v_max = trace.meta.v_max * trace.meta.metres_per_unit;
    let params = TrailParams { v_max, ..TrailParams::default() };
    let mut trails = forget.map(|_| Trails::new(&params, DVec3::ZERO).expect("a positive speed"));
    let (mut rows, mut emptied) = (Rows::default(), 0.0);
    let mut told = Told::new(trace, every);
    for k in 0..trace.frames {
        if !told.is_told(trace, k) {
            continue;
        }
        let frame = told.frame(trace, estimates.frame(k), &[], k);
        if let Some((trails, after)) = trails.as_mut().zip(forget)
            && frame.time - emptied >= after
        {
            emptied = frame.time;
            trails.clear();
        }
        watch.frame(&frame, &mut |mut news: News<'_>| {
            if blind {
                news.observation.orientation = None;
            }
            let truth = truth(&cases, news.player, k);
            let mut writer = Writer { rows: &mut rows, truth: truth.as_ref() };
            let around =
                ObserveContext { trails: trails.as_mut(), recorder: Some(&mut writer), ..ObserveContext::default() };
            news.predictor.observe_in(news.entity, &news.observation, around).expect("finite samples");
        });
    }
    rows
}

/// Displacements in units of `v_max · 1 s`, world axes of the library; `None` when the frame would not be scored.
fn truth(cases: &Cases<'_>, player: usize, k: usize) -> Option<Truth> {
    let trace = cases.trace;
    let units = Units::of(&trace.meta);
    let at = |k: usize| trace.states(k)[player].map(|sample| units.to_metres(sample.position));
    let from = at(k)?;
    let truth = HORIZONS.map(|horizon| {
        // Between frames on a straight line, where the tick does not divide the horizon.
        let frames = horizon * trace.meta.tick_hz;
        let (before, after) = (frames.floor() as usize, frames.ceil() as usize);
        if !cases.counts(player, k, after) {
            return None;
        }
        let to = at(k + before)?.lerp(at(k + after)?, frames - frames.floor());
        let way = (to - from) / (trace.meta.v_max * trace.meta.metres_per_unit);
        Some([way.x as f32, way.z as f32])
    });
    truth[0].is_some().then_some(truth)
}

/// Keeps the row of a frame that counts.
struct Writer<'a> {
    rows: &'a mut Rows,
    truth: Option<&'a Truth>,
}

impl Recorder for Writer<'_> {
    fn row(&mut self, row: &Row<'_>) {
        let Some(truth) = self.truth else { return };
        let [cos, sin] = row.frame;
        let own = truth.map(|way| way.map(|[x, z]| [cos * x + sin * z, cos * z - sin * x]));
        let inputs = row.inputs.try_into().expect("all inputs");
        self.rows.push(inputs, row.base, &own);
    }
}
