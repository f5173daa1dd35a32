//! The exports together, as a host would call them. `tests/c` has the same from C, in breadth.

use super::error::last_error;
use super::frame::*;
use super::level_input::AntGridDesc;
use super::life::*;
use super::map::*;
use super::map_query::*;
use super::map_source::*;
use super::map_step::*;
use super::observe::*;
use super::predict::*;
use super::predictor::*;
use super::profile::*;
use super::status::*;
use super::stream::*;
use super::structs::Desc;
use super::world::*;
use super::world_query::*;
use core::ptr::{null, null_mut};
use std::vec::Vec;

fn stream<T>(data: &mut [T], stride: u32, format: u32) -> AntStream {
    AntStream { data: data.as_mut_ptr().cast(), byte_len: size_of_val(data) as u64, stride, format }
}

fn frame(kind: u32) -> AntFrame {
    AntFrame { kind, ..AntFrame::CANONICAL }
}

/// A grid of one-metre squares with its corner at zero.
fn grid_world(kind: u32, width: u32, depth: u32, blocked: &mut [u8]) -> AntWorld {
    grid_world_at([0.0; 3], kind, width, depth, blocked)
}

fn grid_world_at(corner: [f64; 3], kind: u32, width: u32, depth: u32, blocked: &mut [u8]) -> AntWorld {
    let desc = AntWorldDesc { frame: frame(kind), ..AntWorldDesc::defaults() };
    let mut grid = AntGridDesc { width, depth, corner, ..AntGridDesc::defaults() };
    if !blocked.is_empty() {
        grid.blocked = stream(blocked, 0, ANT_U8);
    }
    let mut world = AntWorld { id: 0 };
    // SAFETY: pointers to locals.
    let status = unsafe { ant_world_create_grid(&desc, &grid, &mut world) };
    assert_eq!(status, ANT_OK, "{}", last_error());
    world
}

fn map_of(world: AntWorld) -> AntPheromoneMap {
    let mut map = AntPheromoneMap { id: 0 };
    // SAFETY: pointers to locals.
    assert_eq!(unsafe { ant_map_create(world, &AntMapDesc::defaults(), &mut map) }, ANT_OK, "{}", last_error());
    map
}

fn predictor_of(desc: &AntPredictorDesc) -> AntPredictor {
    let mut predictor = AntPredictor { id: 0 };
    // SAFETY: pointers to locals.
    assert_eq!(unsafe { ant_predictor_create(desc, &mut predictor) }, ANT_OK, "{}", last_error());
    predictor
}

fn add_entity(predictor: AntPredictor, model: u32) -> AntEntity {
    let (profile, mut entity) = (AntProfile { model, ..AntProfile::defaults() }, AntEntity { id: 0 });
    // SAFETY: pointers to locals.
    assert_eq!(unsafe { ant_predictor_add_entity(predictor, &profile, &mut entity) }, ANT_OK, "{}", last_error());
    entity
}

fn map_hash(map: AntPheromoneMap) -> u64 {
    let mut hash = 0;
    // SAFETY: a pointer to a local.
    assert_eq!(unsafe { ant_state_hash(map.id, &mut hash) }, ANT_OK);
    hash
}

#[test]
fn a_grid_lies_along_the_axes_of_its_host() {
    // Ground axes of each frame, and metres to units.
    for (kind, ground, scale) in [
        (ANT_FRAME_CANONICAL, [0, 2], 1.0),
        (ANT_FRAME_UNITY, [0, 2], 1.0),
        (ANT_FRAME_UNREAL, [0, 1], 100.0),
        (ANT_FRAME_Z_UP, [0, 1], 1.0),
    ] {
        let (width, depth) = (5u32, 3u32);
        let mut blocked = [0u8; 15];
        blocked[5 + 1] = 1; // u = 1, v = 1
        let world = grid_world(kind, width, depth, &mut blocked);
        for v in 0..depth {
            for u in 0..width {
                let mut point = [0.1 * scale; 3];
                point[ground[0]] = (f64::from(u) + 0.5) * scale;
                point[ground[1]] = (f64::from(v) + 0.5) * scale;
                let mut location = AntLocation {
                    struct_size: size_of::<AntLocation>() as u32,
                    polygon: 0,
                    point: [0.0; 3],
                    cell: AntCell { id: 0 },
                };
                // SAFETY: pointers to locals.
                let status = unsafe { ant_world_locate(world, point.as_ptr(), 0.0, &mut location) };
                let want = if (u, v) == (1, 1) { ANT_ERROR_NOT_FOUND } else { ANT_OK };
                assert_eq!(status, want, "frame {kind}, square ({u}, {v}): {}", last_error());
                if status == ANT_OK {
                    for axis in ground {
                        assert!((location.point[axis] - point[axis]).abs() < 1e-9 * scale, "{location:?} {point:?}");
                    }
                }
            }
        }
        assert_eq!(ant_destroy(world.id), ANT_OK);
    }
}

#[test]
fn a_step_in_phases_is_the_step_in_one_call() {
    let world = grid_world(ANT_FRAME_CANONICAL, 40, 40, &mut []);
    let maps = [map_of(world), map_of(world)];
    let source = AntSourceDesc { position: [20.5, 0.0, 20.5], ..AntSourceDesc::defaults() };
    for map in maps {
        // SAFETY: a pointer to a local.
        assert_eq!(unsafe { ant_map_add_source(map, 7, &source) }, ANT_OK, "{}", last_error());
    }
    let [whole, phased] = maps;
    let time = 200_000_000;
    // SAFETY: null report; pointers to locals.
    unsafe {
        assert_eq!(ant_map_step_to(whole, time, null_mut()), ANT_OK);
        let mut tasks = 0;
        while ant_map_step_begin(phased, time, &mut tasks) == ANT_OK {
            assert_eq!(ant_map_remove_source(phased, 7), ANT_ERROR_STATE);
            assert_eq!(ant_map_step_to(phased, time, null_mut()), ANT_ERROR_STATE);
            assert_eq!(ant_rebase(world.id, [1.0, 0.0, 0.0].as_ptr()), ANT_ERROR_BUSY);
            for task in (0..tasks).rev() {
                assert_eq!(ant_map_step_task(phased, task), ANT_OK);
            }
            assert_eq!(ant_map_step_task(phased, tasks), ANT_ERROR_OUT_OF_RANGE);
            assert_eq!(ant_map_step_end(phased, null_mut()), ANT_OK, "{}", last_error());
        }
        assert_eq!(ant_map_step_task(phased, 0), ANT_ERROR_STATE);
        assert_eq!(ant_map_step_end(phased, null_mut()), ANT_ERROR_STATE);
    }
    assert_eq!(map_hash(phased), map_hash(whole));
    for map in maps {
        assert_eq!(ant_destroy(map.id), ANT_OK);
    }
    assert_eq!(ant_destroy(world.id), ANT_OK);
}

#[test]
fn a_step_whose_task_was_forgotten_is_given_up() {
    let world = grid_world(ANT_FRAME_CANONICAL, 8, 8, &mut []);
    let map = map_of(world);
    let source = AntSourceDesc { position: [4.5, 0.0, 4.5], ..AntSourceDesc::defaults() };
    // SAFETY: pointers to locals.
    unsafe {
        assert_eq!(ant_map_add_source(map, 1, &source), ANT_OK);
        let mut tasks = 0;
        assert_eq!(ant_map_step_begin(map, 50_000_000, &mut tasks), ANT_OK);
        assert!(tasks > 0);
        assert_eq!(ant_map_step_end(map, null_mut()), ANT_ERROR_STATE);
        assert_eq!(ant_map_step_to(map, 50_000_000, null_mut()), ANT_OK, "the map goes on: {}", last_error());
    }
    assert_eq!((ant_destroy(map.id), ant_destroy(world.id)), (ANT_OK, ANT_OK));
}

#[test]
fn a_map_and_a_predictor_outlive_the_handle_of_their_world() {
    let world = grid_world(ANT_FRAME_CANONICAL, 8, 8, &mut []);
    let map = map_of(world);
    let predictor = predictor_of(&AntPredictorDesc { world, map, ..AntPredictorDesc::defaults() });
    assert_eq!(ant_destroy(world.id), ANT_OK);
    assert_eq!(ant_destroy(world.id), ANT_ERROR_INVALID_HANDLE);
    assert_eq!(ant_is_valid(world.id), ANT_ERROR_INVALID_HANDLE);
    assert_eq!(ant_destroy(map.id), ANT_OK);
    let entity = add_entity(predictor, ANT_MODEL_ANT);
    let observation = AntObservation {
        position: [4.5, 0.0, 4.5],
        velocity: [1.0, 0.0, 0.0],
        flags: ANT_OBSERVE_HAS_VELOCITY,
        ..AntObservation::defaults()
    };
    // SAFETY: pointers to locals.
    unsafe {
        assert_eq!(ant_predictor_observe(predictor, entity, &observation), ANT_OK, "{}", last_error());
        assert_eq!(ant_predictor_observe(predictor, entity, &observation), ANT_LATE);
        let mut prediction: AntPrediction = core::mem::zeroed();
        prediction.struct_size = size_of::<AntPrediction>() as u32;
        assert_eq!(
            ant_predictor_predict(predictor, entity, 1_000_000_000, &mut prediction),
            ANT_OK,
            "{}",
            last_error()
        );
        assert_eq!(ant_predictor_predict(predictor, entity, -1, &mut prediction), ANT_IN_THE_PAST);
        assert_eq!(prediction.position, [4.5, 0.0, 4.5]);
    }
    assert_eq!(ant_destroy(predictor.id), ANT_OK);
}

#[test]
fn a_map_of_another_world_is_refused() {
    let worlds = [(); 2].map(|()| grid_world(ANT_FRAME_CANONICAL, 4, 4, &mut []));
    let map = map_of(worlds[0]);
    let desc = AntPredictorDesc { world: worlds[1], map, ..AntPredictorDesc::defaults() };
    let mut predictor = AntPredictor { id: 0 };
    // SAFETY: pointers to locals.
    assert_eq!(unsafe { ant_predictor_create(&desc, &mut predictor) }, ANT_ERROR_INVALID_ARGUMENT);
    assert_eq!(predictor.id, 0);
    ant_destroy(map.id);
    worlds.into_iter().for_each(|world| assert_eq!(ant_destroy(world.id), ANT_OK));
}

/// What an engine's array of structs may look like.
#[repr(C)]
#[derive(Clone, Copy)]
struct Actor {
    entity: AntEntity,
    position: [f32; 3],
    status: i8,
    velocity: [f32; 3],
}

#[test]
fn batches_work_in_place_in_arrays_of_structs() {
    let predictor = predictor_of(&AntPredictorDesc { frame: frame(ANT_FRAME_UNREAL), ..AntPredictorDesc::defaults() });
    let other = predictor_of(&AntPredictorDesc::defaults());
    let mut actors: Vec<Actor> = (0..4)
        .map(|i| Actor {
            entity: add_entity(if i == 2 { other } else { predictor }, ANT_MODEL_DR1),
            position: [100.0 * i as f32, 0.0, 0.0],
            status: 99,
            velocity: [50.0, 0.0, 0.0],
        })
        .collect();
    let stride = size_of::<Actor>() as u32;
    let base = actors.as_mut_ptr().cast::<u8>();
    let field = |offset: usize, format: u32| AntStream {
        data: base.wrapping_add(offset).cast(),
        byte_len: u64::from(stride) * 4 - offset as u64,
        stride,
        format,
    };
    let mut observe = AntObserveBatch {
        count: 4,
        entities: field(core::mem::offset_of!(Actor, entity), ANT_U64),
        positions: field(core::mem::offset_of!(Actor, position), ANT_F32X3),
        velocities: field(core::mem::offset_of!(Actor, velocity), ANT_F32X3),
        ..AntObserveBatch::defaults()
    };
    let status = field(core::mem::offset_of!(Actor, status), ANT_I8);
    let mut predict = AntPredictBatch {
        count: 4,
        time: 500_000_000,
        entities: observe.entities,
        positions: observe.positions,
        ..AntPredictBatch::defaults()
    };
    // SAFETY: pointers to locals, streams inside `actors`.
    unsafe {
        assert_eq!(
            ant_predictor_observe_batch(predictor, &observe),
            ANT_ERROR_NOT_FOUND,
            "an entity of another predictor"
        );
        predict.status = status;
        assert_eq!(ant_predictor_predict_batch(predictor, &predict), ANT_PARTIAL);
        assert!(actors.iter().all(|a| a.status == ANT_ERROR_NOT_FOUND as i8), "nothing was observed");
        observe.status = status;
        assert_eq!(ant_predictor_observe_batch(predictor, &observe), ANT_PARTIAL);
        assert_eq!(ant_predictor_predict_batch(predictor, &predict), ANT_PARTIAL);
    }
    for (i, actor) in actors.iter().enumerate() {
        let moved = if i == 2 { 0.0 } else { 25.0 };
        assert_eq!(actor.status, if i == 2 { ANT_ERROR_NOT_FOUND as i8 } else { 0 });
        assert!((actor.position[0] - (100.0 * i as f32 + moved)).abs() < 1e-4, "{i}: {:?}", actor.position);
    }
    predict.status = AntStream::NONE;
    let before = actors[0].position;
    // SAFETY: as above.
    assert_eq!(unsafe { ant_predictor_predict_batch(predictor, &predict) }, ANT_ERROR_NOT_FOUND);
    assert_eq!(actors[0].position, before, "a failing call writes nothing");
    assert_eq!((ant_destroy(predictor.id), ant_destroy(other.id)), (ANT_OK, ANT_OK));
}

#[test]
fn a_restored_map_goes_on_bit_equal() {
    let world = grid_world(ANT_FRAME_UNITY, 20, 20, &mut []);
    let (map, copy) = (map_of(world), map_of(world));
    let source = AntSourceDesc { position: [10.5, 0.0, 10.5], ..AntSourceDesc::defaults() };
    // SAFETY: pointers to locals and buffers of the sizes given.
    unsafe {
        assert_eq!(ant_map_add_source(map, 1, &source), ANT_OK);
        assert_eq!(ant_map_step_to(map, 500_000_000, null_mut()), ANT_OK);
        let mut size = 0;
        assert_eq!(ant_snapshot(map.id, null_mut(), 0, &mut size), ANT_OK);
        let mut bytes = std::vec![0u8; size as usize];
        assert_eq!(ant_snapshot(map.id, bytes.as_mut_ptr().cast(), size - 1, null_mut()), ANT_ERROR_BUFFER_TOO_SMALL);
        assert_eq!(ant_snapshot(map.id, bytes.as_mut_ptr().cast(), size, null_mut()), ANT_OK);
        assert_eq!(ant_restore(copy.id, bytes.as_ptr().cast(), size - 1), ANT_ERROR_CORRUPT);
        assert_eq!(ant_restore(copy.id, bytes.as_ptr().cast(), size), ANT_OK, "{}", last_error());
        for map in [map, copy] {
            assert_eq!(ant_map_step_to(map, 900_000_000, null_mut()), ANT_OK);
        }
    }
    assert_eq!(map_hash(map), map_hash(copy));
    ant_destroy(map.id);
    ant_destroy(copy.id);
    ant_destroy(world.id);
}

#[test]
fn gradients_and_forces_point_along_the_axes_of_the_host() {
    // The source lies 3 m along an axis that the frame turns; the corner is the one that is canonical (0, 0, 0).
    for (kind, axis, ground, scale, corner) in [
        (ANT_FRAME_CANONICAL, 0, [0, 2], 1.0, [0.0; 3]),
        (ANT_FRAME_UNITY, 2, [0, 2], 1.0, [0.0, 0.0, -21.0]),
        (ANT_FRAME_UNREAL, 0, [0, 1], 100.0, [-2100.0, 0.0, 0.0]),
        (ANT_FRAME_Z_UP, 1, [0, 1], 1.0, [0.0, -21.0, 0.0]),
    ] {
        let world = grid_world_at(corner, kind, 21, 21, &mut []);
        let map = map_of(world);
        let mut middle = corner;
        ground.iter().for_each(|&g| middle[g] += 10.5 * scale);
        let mut place = middle;
        place[axis] += 3.0 * scale;
        let source = AntSourceDesc { position: place, flags: ANT_SOURCE_FIXED, ..AntSourceDesc::defaults() };
        let weights = [1.0f32];
        let reader = AntReader { weights: weights.as_ptr(), weight_count: 1, ..AntReader::defaults() };
        let query = AntForceQuery { position: middle, ..AntForceQuery::defaults() };
        // SAFETY: pointers to locals.
        let (gradient, force) = unsafe {
            assert_eq!(ant_map_add_source(map, 1, &source), ANT_OK, "{}", last_error());
            assert_eq!(ant_map_step_to(map, 1_000_000_000, null_mut()), ANT_OK);
            let (mut gradient, mut value) = ([0.0; 3], 0.0);
            let status = ant_map_sample(map, &reader, middle.as_ptr(), &mut value, gradient.as_mut_ptr());
            assert_eq!(status, ANT_OK, "{}", last_error());
            let mut force = AntForce { struct_size: size_of::<AntForce>() as u32, cells: 0, total: [0.0; 3] };
            assert_eq!(ant_map_force(map, &reader, &query, &mut force), ANT_OK, "{}", last_error());
            (gradient, force.total)
        };
        for vector in [gradient, force] {
            assert!(vector[axis] > 0.0, "frame {kind}: {vector:?}");
            let across = vector.iter().enumerate().filter(|(i, _)| *i != axis).map(|(_, x)| x.abs());
            assert!(across.fold(0.0, f64::max) < 1e-3 * vector[axis], "frame {kind}: {vector:?}");
        }
        ant_destroy(map.id);
        ant_destroy(world.id);
    }
}

#[test]
fn no_stream_is_needed_for_nothing() {
    let world = grid_world(ANT_FRAME_CANONICAL, 2, 2, &mut []);
    let map = map_of(world);
    let predictor = predictor_of(&AntPredictorDesc::defaults());
    // SAFETY: count 0 with null streams.
    unsafe {
        assert_eq!(ant_world_locate_batch(world, 0, null(), 0.0, null(), null(), null(), null()), ANT_OK);
        assert_eq!(ant_map_set_source_batch(map, &AntSourceBatch::defaults()), ANT_OK);
        assert_eq!(ant_map_sample_batch(map, &AntSampleBatch::defaults()), ANT_OK);
        assert_eq!(ant_predictor_observe_batch(predictor, &AntObserveBatch::defaults()), ANT_OK);
        assert_eq!(ant_predictor_predict_batch(predictor, &AntPredictBatch::defaults()), ANT_OK);
        assert_eq!(
            ant_world_locate_batch(world, 1, null(), 0.0, null(), null(), null(), null()),
            ANT_ERROR_NULL_POINTER
        );
    }
    ant_destroy(predictor.id);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

#[cfg(feature = "testing")]
#[test]
fn a_panic_poisons_its_object_which_can_still_be_destroyed() {
    for write in [0, 1] {
        let world = grid_world(ANT_FRAME_CANONICAL, 2, 2, &mut []);
        let map = map_of(world);
        assert_eq!(super::testing::ant_testing_panic(map.id, write), ANT_ERROR_INTERNAL);
        assert!(last_error().contains("this panic was asked for"), "{}", last_error());
        assert_eq!(ant_is_valid(map.id), ANT_ERROR_POISONED);
        // SAFETY: a null report.
        assert_eq!(unsafe { ant_map_step_to(map, 0, null_mut()) }, ANT_ERROR_POISONED);
        assert_eq!(ant_is_valid(world.id), ANT_OK);
        assert_eq!(ant_destroy(map.id), ANT_OK);
        assert_eq!(ant_destroy(map.id), ANT_ERROR_INVALID_HANDLE);
        ant_destroy(world.id);
    }
    assert_eq!(super::testing::ant_testing_panic(1, 0), ANT_ERROR_INVALID_HANDLE);
}
