//! Cost of calls through the C ABI: the boundary itself, one prediction, and a batch.

mod common;

use antreckon::ffi::init::*;
use antreckon::ffi::life::{ant_destroy, ant_is_valid};
use antreckon::ffi::observe::{AntObservation, ant_predictor_observe};
use antreckon::ffi::predict::{AntPredictBatch, AntPrediction, ant_predictor_predict, ant_predictor_predict_batch};
use antreckon::ffi::predictor::{
    AntEntity, AntPredictor, AntPredictorDesc, ant_predictor_add_entity, ant_predictor_create,
};
use antreckon::ffi::profile::{ANT_MODEL_DR1, ANT_OBSTACLE_IGNORE, ANT_PROFILE_NO_SPEED_LIMIT, AntProfile};
use antreckon::ffi::stream::{ANT_F64X3, ANT_U64, AntStream};
use common::{heading, time};
use std::hint::black_box;
use std::mem::MaybeUninit;

/// A struct with its defaults.
macro_rules! made {
    ($type:ty, $kind:expr) => {{
        let mut value = MaybeUninit::<$type>::zeroed();
        // SAFETY: the pointer leads to memory of the size that is stated, and the call fills it.
        unsafe {
            assert_eq!(ant_init($kind, value.as_mut_ptr().cast(), size_of::<$type>() as u32), 0);
            value.assume_init()
        }
    }};
}

fn stream<T>(values: &mut [T], format: u32) -> AntStream {
    AntStream {
        data: values.as_mut_ptr().cast(),
        byte_len: size_of_val(values) as u64,
        stride: size_of::<T>() as u32,
        format,
    }
}

fn predictor(count: usize) -> (AntPredictor, Vec<AntEntity>) {
    let desc = made!(AntPredictorDesc, ANT_STRUCT_PREDICTOR_DESC);
    let mut profile = made!(AntProfile, ANT_STRUCT_PROFILE);
    profile.model = ANT_MODEL_DR1;
    profile.flags = ANT_PROFILE_NO_SPEED_LIMIT;
    profile.obstacle = ANT_OBSTACLE_IGNORE;
    let mut observation = made!(AntObservation, ANT_STRUCT_OBSERVATION);
    let mut made = AntPredictor { id: 0 };
    // SAFETY: all pointers lead to live structs.
    assert_eq!(unsafe { ant_predictor_create(&desc, &mut made) }, 0);
    let entities = (0..count)
        .map(|i| {
            let mut entity = AntEntity { id: 0 };
            // SAFETY: as above.
            assert_eq!(unsafe { ant_predictor_add_entity(made, &profile, &mut entity) }, 0);
            for k in 0..2 {
                observation.time = k * 50_000_000;
                observation.position = [i as f64 + k as f64 * 0.1, 0.0, 0.0];
                // SAFETY: as above.
                assert_eq!(unsafe { ant_predictor_observe(made, entity, &observation) }, 0);
            }
            entity
        })
        .collect();
    (made, entities)
}

fn main() {
    heading("C calls");
    let (one, entities) = predictor(1);
    let call = time(1, || {
        black_box(ant_is_valid(black_box(one.id)));
    });
    println!("{:<44} {:>8.1} ns", "a call that only resolves its handle", call.min);
    let mut prediction = MaybeUninit::<AntPrediction>::zeroed();
    // SAFETY: zeros are valid for the struct; the size is set below.
    let prediction = unsafe {
        (*prediction.as_mut_ptr()).struct_size = size_of::<AntPrediction>() as u32;
        prediction.assume_init_mut()
    };
    // SAFETY: the pointer leads to a live struct.
    let single = time(1, || unsafe {
        black_box(ant_predictor_predict(one, entities[0], black_box(200_000_000), prediction));
    });
    println!("{:<44} {:>8.1} ns", "ant_predictor_predict, dr1", single.min);
    for size in [0usize, 1, 100, 1_000, 10_000] {
        let (made, mut entities) = predictor(size.max(1));
        let mut positions = vec![[0.0f64; 3]; size];
        let mut batch = made!(AntPredictBatch, ANT_STRUCT_PREDICT_BATCH);
        batch.count = size as u32;
        batch.time = 200_000_000;
        batch.entities = stream(&mut entities[..size], ANT_U64);
        batch.positions = stream(&mut positions, ANT_F64X3);
        // SAFETY: the streams lead to live arrays that nobody else uses.
        let timing = time(size.max(1), || unsafe {
            assert!(ant_predictor_predict_batch(made, black_box(&batch)) >= 0);
        });
        println!("{:<44} {:>8.1} ns per entity", format!("ant_predictor_predict_batch of {size}"), timing.min);
        ant_destroy(made.id);
    }
    ant_destroy(one.id);
}
