//! Time, tasks and threads.

use crate::level::*;
use antreckon::base::ErrorKind;
use antreckon::pheromone::{LayerParams, MapParams, PheromoneMap, Source};
use antreckon::world::World;

const SECOND: i64 = 1_000_000_000;

fn busy(world: &World) -> PheromoneMap {
    let layers = [exact(0.9, 0.8), LayerParams::default(), exact(0.99, 0.5)];
    let mut map = PheromoneMap::new(world, &params(&layers)).unwrap();
    let mut dice = Dice(99);
    for id in 0..30 {
        let position = at(dice.below(150) as i32, dice.below(150) as i32);
        let emission = (dice.unit() * 60.0 - 20.0) as f32;
        let source = Source { layer: id as usize % 3, position, emission, fixed: id % 5 == 0 };
        map.add_source(world, id, &source).unwrap();
    }
    map
}

#[test]
fn hosts_of_30_60_and_144_hz_get_the_same_field() {
    let world = open(64, 64);
    let run = |hertz: i64| {
        let mut map = map(&world, LayerParams::default());
        map.add_source(&world, 1, &source(at(30, 30), 40.0)).unwrap();
        for frame in 0..=3 * hertz {
            map.step_to(&world, frame * SECOND / hertz).unwrap();
        }
        assert_eq!(map.time(), 3 * SECOND);
        map.state_hash()
    };
    assert_eq!(run(30), run(60));
    assert_eq!(run(30), run(144));
}

#[test]
fn time_advances_in_whole_steps_and_never_back() {
    let world = open(8, 8);
    let map_params = MapParams { step: 50, start: -20, max_catch_up: 3, ..MapParams::default() };
    let mut map = PheromoneMap::new(&world, &map_params).unwrap();
    assert_eq!(map.step_to(&world, 29).unwrap().steps, 0);
    let report = map.step_to(&world, 30).unwrap();
    assert_eq!((report.steps, report.owed, map.time()), (1, 0, 30));
    let report = map.step_to(&world, 29).unwrap();
    assert_eq!((report.steps, report.in_the_past, map.time()), (0, true, 30));
    let report = map.step_to(&world, 30 + 50 * 10 + 7).unwrap();
    assert_eq!((report.steps, report.owed, map.time()), (3, 7, 180));
    let report = map.step_to(&world, i64::MAX).unwrap();
    assert_eq!(report.steps, 3);
    let mut late = PheromoneMap::new(&world, &MapParams { start: i64::MAX - 20, step: 50, ..map_params }).unwrap();
    assert_eq!(late.step_to(&world, i64::MAX).unwrap().steps, 0);
}

#[test]
fn tasks_in_any_order_and_on_any_thread_give_the_same_bits() {
    let world = open(160, 160);
    let mut plain = busy(&world);
    steps(&mut plain, &world, 60);
    let mut shuffled = busy(&world);
    let mut threaded = busy(&world);
    let mut dice = Dice(5);
    let mut most = 0;
    for _ in 0..60 {
        let due = shuffled.time() + shuffled.params().step;
        let mut job = shuffled.begin_step(&world, due).unwrap().expect("a step is due");
        for i in (1..job.tasks.len()).rev() {
            job.tasks.swap(i, dice.below(i + 1));
        }
        most = most.max(job.tasks.len());
        for task in &mut job.tasks {
            task.run(&shuffled, &world);
        }
        job.tasks.iter_mut().for_each(|task| task.run(&shuffled, &world));
        assert_eq!(shuffled.end_step(&world, job).unwrap().steps, 1);

        let mut job = threaded.begin_step(&world, due).unwrap().expect("a step is due");
        let (map, world_ref) = (&threaded, &world);
        std::thread::scope(|scope| {
            for task in &mut job.tasks {
                scope.spawn(move || task.run(map, world_ref));
            }
        });
        threaded.end_step(&world, job).unwrap();
    }
    assert!(most > 1, "the step must be worth cutting");
    assert_eq!(shuffled.state_hash(), plain.state_hash());
    assert_eq!(threaded.state_hash(), plain.state_hash());
}

#[test]
fn a_step_whose_tasks_were_not_all_run_is_not_made() {
    let world = open(160, 160);
    let mut map = busy(&world);
    steps(&mut map, &world, 5);
    let (hash, time) = (map.state_hash(), map.time());
    let due = time + map.params().step;
    let mut job = map.begin_step(&world, due).unwrap().unwrap();
    assert_eq!(map.set_emission(&world, 1, 2.0).unwrap_err().kind, ErrorKind::State);
    assert_eq!(map.step_to(&world, due).unwrap_err().kind, ErrorKind::State);
    job.tasks[0].run(&map, &world);
    assert_eq!(map.end_step(&world, job).unwrap_err().kind, ErrorKind::State);
    assert_eq!((map.state_hash(), map.time()), (hash, time));

    let mut job = map.begin_step(&world, due).unwrap().unwrap();
    job.tasks.iter_mut().for_each(|task| task.run(&map, &world));
    job.tasks.pop();
    assert_eq!(map.end_step(&world, job).unwrap_err().kind, ErrorKind::State);
    assert_eq!((map.state_hash(), map.time()), (hash, time));

    drop(map.begin_step(&world, due).unwrap());
    map.abort_step();
    assert_eq!((map.state_hash(), map.time()), (hash, time));
    let mut twin = busy(&world);
    steps(&mut twin, &world, 20);
    steps(&mut map, &world, 15);
    assert_eq!(map.state_hash(), twin.state_hash());
}

#[test]
fn a_job_of_an_ended_step_is_refused() {
    let world = open(32, 32);
    let mut map = map(&world, LayerParams::default());
    map.deposit(&world, 0, at(3, 3), 1.0).unwrap();
    let due = map.params().step;
    let job = map.begin_step(&world, due).unwrap().unwrap();
    map.abort_step();
    assert_eq!(map.end_step(&world, job).unwrap_err().kind, ErrorKind::State);
    assert!(map.begin_step(&world, due - 1).unwrap().is_none());
}

#[test]
fn bad_arguments_are_refused_with_their_value() {
    let world = open(8, 8);
    let bad = |change: fn(&mut MapParams)| {
        let mut p = MapParams::default();
        change(&mut p);
        PheromoneMap::new(&world, &p).err().expect("must be refused")
    };
    assert!(bad(|p| p.step = 0).message.contains("step is 0"));
    assert!(bad(|p| p.layers[0].evaporation = 1.5).message.contains("evaporation is 1.5"));
    assert!(bad(|p| p.layers[0].diffusion = f32::NAN).message.contains("diffusion is NaN"));
    assert!(bad(|p| p.kill_layer = Some(1)).message.contains("kill layer is 1"));
    let mut map = map(&world, LayerParams::default());
    assert_eq!(map.move_source(&world, 3, at(1, 1)).unwrap_err().kind, ErrorKind::NotFound);
    assert_eq!(map.remove_source(3).unwrap_err().kind, ErrorKind::NotFound);
    assert_eq!(map.deposit(&world, 0, at(50, 50), 1.0).unwrap_err().kind, ErrorKind::NotFound);
    assert!(map.deposit(&world, 9, at(1, 1), 1.0).unwrap_err().message.contains("layer is 9"));
    assert!(map.deposit(&world, 0, at(1, 1), f32::NAN).is_err());
    assert!(map.add_source(&world, 1, &source(at(1, 1) * f64::NAN, 1.0)).is_err());
    assert!(map.add_source(&world, 1, &source(at(1, 1), f32::INFINITY)).is_err());
    map.add_source(&world, 1, &source(at(1, 1), 1.0)).unwrap();
    assert!(map.add_source(&world, 1, &source(at(1, 1), 1.0)).unwrap_err().message.contains("source 1 exists"));
}
