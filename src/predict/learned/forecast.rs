//! What each model says at an observation.

use super::inputs::{INPUTS, Known, Lately, Near, build, from_own, own_frame, to_own};
use super::net::Weights;
use super::pending::Expected;
use super::trail_units::{Bridge, scaled};
use super::{HORIZON_COUNT, HORIZONS, Recorder, Row, SCALE, SHORT};
use crate::pheromone::trail::{Passage, RESOLUTIONS, Reading, Recall};

/// Visits that weigh as much as what is typical.
const UNKNOWN: f32 = 4.0;

/// Displacements per horizon.
pub(super) type Ways = [[f32; 2]; HORIZON_COUNT];

/// What a plan is made from; units of v_max, world axes.
pub(super) struct Forecast {
    pub(super) displacement: Ways,
    /// How far off what is known was so far.
    pub(super) spread: [f32; HORIZON_COUNT],
    pub(super) expected: [Expected; HORIZON_COUNT],
    /// The own frame.
    pub(super) frame: [f32; 2],
}

/// What the network is asked about.
pub(super) struct Question<'a> {
    pub(super) past: &'a Lately,
    pub(super) age: f32,
    pub(super) reach: &'a [f32; HORIZON_COUNT],
    /// Trails that may be read, and where.
    pub(super) trails: Option<(&'a Bridge<'a>, &'a Passage)>,
    pub(super) near: [Option<Near>; 2],
    pub(super) pull: Option<[f32; 2]>,
}

#[inline(always)]
fn plus(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

/// What a trail spreads by; with few visits, what is typical.
#[inline(always)]
fn spread(h: usize, reading: &Reading) -> f32 {
    let [spread, typical] = [reading.spread * HELD[h], SCALE[h]];
    (reading.evidence * spread + UNKNOWN * typical) / (reading.evidence + UNKNOWN)
}

/// The horizon of the trails that speaks for each horizon.
const TRAIL: [usize; HORIZON_COUNT] = [0, 0, 0, 0, 1, 2, 3, 4];
/// How much of it counts: before the first horizon of the trails, ways part from the straight line like δ².
const HELD: [f32; HORIZON_COUNT] = {
    let mut held = [1.0; HORIZON_COUNT];
    let mut h = 0;
    while h < SHORT {
        let share = HORIZONS[h] / HORIZONS[SHORT];
        held[h] = (share * share) as f32;
        h += 1;
    }
    held
};

/// The part about the horizons of the trails.
#[inline(always)]
pub(super) fn long<T>(all: &[T; HORIZON_COUNT]) -> &[T; HORIZON_COUNT - SHORT] {
    all[SHORT..].try_into().expect("the horizons of the trails")
}

/// What is said for the horizons of the trails, for all of them: before the first one a parabola from `velocity` on.
pub(super) fn filled_in(said: &[[f32; 2]; HORIZON_COUNT - SHORT], velocity: [f32; 2]) -> Ways {
    let first = HORIZONS[SHORT] as f32;
    core::array::from_fn(|h| {
        let [way, seconds] = [said[TRAIL[h]], [HORIZONS[h] as f32; 2]];
        match h < SHORT {
            true => [0, 1].map(|i| velocity[i] * seconds[i] + HELD[h] * (way[i] - velocity[i] * first)),
            false => way,
        }
    })
}

impl Forecast {
    /// Damped dead reckoning, to begin with, and what the host says.
    pub(super) fn damped(velocity: [f32; 2], reach: &[f32; HORIZON_COUNT], host: Option<&Ways>) -> Self {
        let expected = core::array::from_fn(|h| {
            let mut expected = Expected { reach: reach[h], ..Expected::default() };
            expected.said[5] = host.map_or([0.0; 2], |host| host[h]);
            expected
        });
        Self { displacement: reach.map(|g| scaled(velocity, g)), spread: SCALE, expected, frame: [1.0, 0.0] }
    }

    /// Adds what this place and heading remember.
    pub(super) fn follow_trail(&mut self, trails: &Bridge<'_>, passage: &Passage, reach: &[f32; HORIZON_COUNT]) {
        let readings = trails.read_alone(&passage.pose, long(reach));
        for h in 0..HORIZON_COUNT {
            let reading = &readings[TRAIL[h]];
            self.displacement[h] = plus(self.displacement[h], scaled(reading.mean, HELD[h]));
            self.spread[h] = spread(h, reading);
        }
    }

    /// Asks the network and notes what trails and memory say by themselves. Returns the standardised inputs.
    pub(super) fn ask(
        &mut self,
        weights: &Weights,
        question: &Question<'_>,
        recorder: Option<&mut dyn Recorder>,
    ) -> [f32; INPUTS] {
        let Question { past, age, reach, trails, near, pull } = question;
        let (mut readings, mut recall) = ([[Reading::default(); 5]; RESOLUTIONS], Recall::default());
        let reach = long(reach);
        if let Some((trails, passage)) = trails {
            readings = trails.read(&passage.pose, reach);
            recall = trails.recall(passage, reach);
        }
        let frame = own_frame(past);
        let mut inputs = [0.0; INPUTS];
        build(
            &mut inputs,
            &Known { past, age: *age, frame, reach, trails: &readings, recall: &recall, near: *near, pull: *pull },
        );
        // The network corrects the middle trail.
        let with = |h: usize, trail: [f32; 2]| plus(self.displacement[h], scaled(trail, HELD[h]));
        let base: Ways = core::array::from_fn(|h| to_own(frame, with(h, readings[1][TRAIL[h]].mean)));
        if let Some(recorder) = recorder {
            recorder.row(&Row { inputs: &inputs, base: &base, frame });
        }
        let mut x = [0.0; INPUTS];
        weights.standardise(&inputs, &mut x);
        let answer = weights.output(&x);
        for (h, expected) in self.expected.iter_mut().enumerate() {
            let at = TRAIL[h];
            expected.said[0] = from_own(frame, plus(base[h], scaled(answer[h], SCALE[h])));
            for (said, reading) in expected.said[1..4].iter_mut().zip(&readings) {
                *said = with(h, reading[at].mean);
            }
            expected.said[4] = with(h, recall.centre[at]);
            self.spread[h] = spread(h, &readings[2][at]);
        }
        self.frame = frame;
        x
    }
}
