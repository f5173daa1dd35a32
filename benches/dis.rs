//! Cost of a DIS query by algorithm: the pure function, an entity of a batch, and the C call.

mod common;

use antreckon::base::math::{DQuat, DVec3};
use antreckon::ffi::dis::{AntDisState, ant_dis_extrapolate};
use antreckon::ffi::init::{ANT_STRUCT_DIS_STATE, ant_init};
use antreckon::predict::dis::{Algorithm, BodyAcceleration, EulerAngles, State, extrapolate};
use antreckon::predict::{
    EntityProfile, LevelContext, Model, Observation, Obstacle, PredictScratch, Prediction, Predictor,
};
use common::{Dice, heading, time};
use std::hint::black_box;

const COUNT: usize = 1000;
const NOW: i64 = 1_000_000_000;

/// Peers on another machine and in another run, ns per query for algorithms 2 to 9 (docs/dis.md says whose and how).
const KDIS: [u32; 8] = [12, 28, 38, 24, 87, 111, 198, 199];
const SEN: [u32; 8] = [19, 321, 316, 264, 132, 460, 393, 117];

fn vector(dice: &mut Dice, size: f64) -> DVec3 {
    DVec3::new(dice.unit() - 0.5, dice.unit() - 0.5, dice.unit() - 0.5) * (2.0 * size)
}

/// States that turn by up to `spin` radians per second about each axis.
fn states(spin: f64) -> Vec<State> {
    let mut dice = Dice(11);
    let mut angle = |size: f64| (dice.unit() - 0.5) * size;
    let angles: Vec<DQuat> =
        (0..COUNT).map(|_| EulerAngles::new(angle(6.0), angle(3.0), angle(6.0)).to_quaternion()).collect();
    angles
        .into_iter()
        .map(|orientation| State {
            position: DVec3::new(6_378_137.0, 5.0, 10.0) + vector(&mut dice, 1000.0),
            velocity: vector(&mut dice, 40.0),
            acceleration: vector(&mut dice, 90.0),
            orientation,
            angular_velocity: vector(&mut dice, spin),
        })
        .collect()
}

fn pure(algorithm: Algorithm, states: &[State], seconds: f64) -> f64 {
    let mut out = states.to_vec();
    time(COUNT, || {
        let seconds = black_box(seconds);
        for (out, state) in out.iter_mut().zip(states) {
            *out = extrapolate(algorithm, BodyAcceleration::Derivative, state, seconds);
        }
        black_box(&mut out);
    })
    .min
}

fn through_c(algorithm: Algorithm, states: &[State], seconds: f64) -> f64 {
    let made: Vec<AntDisState> = states
        .iter()
        .map(|state| {
            let mut made = std::mem::MaybeUninit::<AntDisState>::uninit();
            // SAFETY: there is room for the struct, which the call fills.
            let mut made = unsafe {
                assert_eq!(
                    ant_init(ANT_STRUCT_DIS_STATE, made.as_mut_ptr().cast(), size_of::<AntDisState>() as u32),
                    0
                );
                made.assume_init()
            };
            made.position = state.position.to_array();
            made.velocity = state.velocity.to_array();
            made.acceleration = state.acceleration.to_array();
            made.orientation = state.orientation.to_array();
            made.angular_velocity = state.angular_velocity.to_array();
            made
        })
        .collect();
    let mut out = made.clone();
    time(COUNT, || {
        let (seconds, number) = (black_box(seconds), algorithm as u32);
        for (out, state) in out.iter_mut().zip(&made) {
            // SAFETY: both point to structs of this size.
            unsafe { ant_dis_extrapolate(number, 0, state, seconds, out) };
        }
        black_box(&mut out);
    })
    .min
}

fn entities(algorithm: Algorithm, states: &[State], seconds: f64) -> f64 {
    let mut profile =
        EntityProfile { model: Model::ALL[Model::DisStatic as usize + algorithm as usize - 1], ..Default::default() };
    profile.post.limit_speed = false;
    profile.post.obstacle = Obstacle::Ignore;
    let mut predictor = Predictor::new(COUNT as u32);
    let ids: Vec<_> = states
        .iter()
        .map(|state| {
            let id = predictor.add_entity(&profile).expect("within budget");
            let observation = Observation {
                velocity: Some(state.velocity),
                acceleration: Some(state.acceleration),
                orientation: Some(state.orientation),
                angular_velocity: Some(state.angular_velocity),
                ..Observation::at(NOW, state.position)
            };
            predictor.observe(id, &observation).expect("observation is valid");
            id
        })
        .collect();
    let (mut scratch, mut out) = (PredictScratch::default(), vec![Prediction::NOWHERE; COUNT]);
    let then = NOW + (seconds * 1e9) as i64;
    time(COUNT, || {
        predictor
            .predict_batch(LevelContext::default(), &ids, black_box(then), &mut scratch, &mut out, |_, error| {
                panic!("{error}")
            })
            .expect("lengths are equal");
        black_box(&mut out);
    })
    .min
}

fn main() {
    // Below half a radian the series are used, above it the sine.
    for (title, spin) in [("0.1 s, up to 1 rad/s about each axis", 1.0), ("0.1 s, up to 30 rad/s", 30.0)] {
        let states = states(spin);
        heading(&format!("DIS, {title}: ns per query (KDIS and sen: as quoted, another run)"));
        println!("{:<12} {:>8} {:>8} {:>8} {:>8} {:>8}", "algorithm", "pure", "entity", "C call", "KDIS", "sen");
        for algorithm in Algorithm::ALL {
            let name = format!("{} {algorithm:?}", algorithm as u32);
            let quoted = |numbers: &[u32; 8]| match (algorithm as usize).checked_sub(2) {
                Some(i) => numbers[i].to_string(),
                None => "-".to_string(),
            };
            println!(
                "{name:<12} {:>8.1} {:>8.1} {:>8.1} {:>8} {:>8}",
                pure(algorithm, &states, 0.1),
                entities(algorithm, &states, 0.1),
                through_c(algorithm, &states, 0.1),
                quoted(&KDIS),
                quoted(&SEN)
            );
        }
    }
}
