//! Learned models as a whole: symmetry, scale, causality, rates of updates, state, and what they must never do worse.
#![allow(missing_docs)]

use antreckon::base::math::{DQuat, DVec3};
use antreckon::pheromone::trail::{TrailParams, Trails};
use antreckon::predict::learned::{BYTES_PER_TRACK, Expert, HORIZONS, Surroundings};
use antreckon::predict::{
    EntityId, EntityProfile, Kinematics, Model, Observation, Obstacle, Prediction, Predictor, Scene,
};

const TICK: i64 = 50_000_000;
const V_MAX: f64 = 8.0;

struct Dice(u64);

impl Dice {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Ways to move, each a different task for a predictor.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Gait {
    Straight,
    Circles,
    StopAndGo,
    RandomTurns,
    /// Between the corners of a square room, over and over.
    Rounds,
}

const GAITS: [Gait; 5] = [Gait::Straight, Gait::Circles, Gait::StopAndGo, Gait::RandomTurns, Gait::Rounds];

/// Positions and velocities at 20 Hz.
fn walk(gait: Gait, seconds: usize, seed: u64) -> Vec<(DVec3, DVec3)> {
    let mut dice = Dice(seed);
    let (mut at, mut heading) = (DVec3::new(3.0, 0.0, -2.0), dice.unit() * 6.28);
    let mut corner = 0;
    (0..seconds * 20)
        .map(|k| {
            let mut speed = V_MAX;
            match gait {
                Gait::Straight => {}
                Gait::Circles => heading += 0.08,
                Gait::StopAndGo => speed = if (k / 25) % 2 == 0 { V_MAX } else { 0.0 },
                Gait::RandomTurns => {
                    if dice.unit() < 0.05 {
                        heading += (dice.unit() - 0.5) * 4.0;
                    }
                }
                Gait::Rounds => {
                    let goals = [(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)];
                    let (x, z) = goals[corner % 4];
                    if (at.x - x).hypot(at.z - z) < 0.5 {
                        corner += 1;
                    }
                    let (x, z) = goals[corner % 4];
                    heading = (z - at.z).atan2(x - at.x);
                }
            }
            let velocity = DVec3::new(heading.cos(), 0.0, heading.sin()) * speed;
            at += velocity * 0.05;
            (at, velocity)
        })
        .collect()
}

fn profile(model: Model) -> EntityProfile {
    let mut profile = EntityProfile { model, v_max: V_MAX, speed_cap: 1e5, ..EntityProfile::default() };
    profile.post.limit_speed = false;
    profile.post.obstacle = Obstacle::Ignore;
    profile
}

fn observation(k: usize, (position, velocity): (DVec3, DVec3)) -> Observation {
    Observation { velocity: Some(velocity), ..Observation::at(k as i64 * TICK, position) }
}

fn predict(predictor: &Predictor, id: EntityId, k: usize, ahead: f64) -> Prediction {
    predictor.predict(Scene::default(), id, k as i64 * TICK + (ahead * 1e9) as i64).unwrap()
}

/// All predictions over a walk, made at every tick.
fn replay(predictor: &mut Predictor, id: EntityId, walk: &[(DVec3, DVec3)]) -> Vec<[Prediction; 5]> {
    let each = |(k, state): (usize, &(DVec3, DVec3))| {
        predictor.observe(id, &observation(k, *state)).unwrap();
        HORIZONS.map(|h| predict(predictor, id, k, h))
    };
    walk.iter().enumerate().map(each).collect()
}

fn one(model: Model) -> (Predictor, EntityId) {
    let mut predictor = Predictor::new(64);
    let id = predictor.add_entity(&profile(model)).unwrap();
    (predictor, id)
}

#[test]
fn a_track_has_the_size_it_says() {
    assert!(BYTES_PER_TRACK < 12 * 1024, "{BYTES_PER_TRACK}");
    let (mut predictor, id) = one(Model::Trail);
    let before = predictor.bytes();
    predictor.observe(id, &observation(0, walk(Gait::Straight, 1, 1)[0])).unwrap();
    let trails = predictor.trails().unwrap().bytes() + size_of::<Trails>();
    let neighbours = 64 * 128;
    let taken = predictor.bytes() - before - trails;
    assert!((BYTES_PER_TRACK..BYTES_PER_TRACK + neighbours).contains(&taken), "{taken}");
}

#[test]
fn the_mirrored_world_gets_mirrored_predictions() {
    for model in [Model::Kinematic, Model::Auto] {
        let way = walk(Gait::RandomTurns, 30, 3);
        let mirrored: Vec<_> =
            way.iter().map(|(p, v)| (DVec3::new(p.x, p.y, -p.z), DVec3::new(v.x, v.y, -v.z))).collect();
        let run = |way: &[(DVec3, DVec3)], trails: bool| {
            let mut predictor = Predictor::new(1);
            let id = predictor.add_entity(&EntityProfile { shared_only: !trails, ..profile(model) }).unwrap();
            replay(&mut predictor, id, way)
        };
        // Cells of the trails are not symmetric to the last bit of a position; everything else is.
        for (trails, off) in [(false, 0.0), (true, 0.02)] {
            for (a, b) in run(&way, trails).iter().zip(run(&mirrored, trails)).skip(1) {
                for (a, b) in a.iter().zip(b) {
                    let d = DVec3::new(b.position.x, b.position.y, -b.position.z) - a.position;
                    assert!(d.length() <= off, "{model:?} {trails} {d}");
                    assert!((a.radius - b.radius).abs() <= off);
                }
            }
        }
    }
}

#[test]
fn all_lengths_in_another_unit_give_the_same_predictions() {
    const INCHES: f64 = 39.37;
    let way = walk(Gait::RandomTurns, 40, 8);
    let scaled: Vec<_> = way.iter().map(|(p, v)| (*p * INCHES, *v * INCHES)).collect();
    for model in [Model::Trail, Model::Kinematic, Model::Auto] {
        let (mut metres, a) = one(model);
        let mut inches = Predictor::new(1);
        let b = inches.add_entity(&EntityProfile { v_max: V_MAX * INCHES, ..profile(model) }).unwrap();
        let pairs = replay(&mut metres, a, &way).into_iter().zip(replay(&mut inches, b, &scaled));
        for (k, (a, b)) in pairs.enumerate() {
            for (a, b) in a.iter().zip(b) {
                let off = (b.position / INCHES - a.position).length();
                assert!(off < 2e-2, "{model:?} tick {k}: {off}");
                assert!((b.radius / INCHES - a.radius).abs() < 2e-2 && (b.confidence - a.confidence).abs() < 5e-3);
            }
        }
    }
}

#[test]
fn an_entity_of_another_size_shares_the_trails() {
    let way = walk(Gait::Rounds, 120, 1);
    let mut trails = Trails::new(&TrailParams { v_max: 5.0, ..TrailParams::default() }, DVec3::ZERO).unwrap();
    let (mut predictor, id) = one(Model::Trail);
    let mut off = [0.0; 2];
    for (k, state) in way.iter().enumerate() {
        let around = Surroundings { trails: Some(&mut trails), ..Surroundings::default() };
        predictor.observe_in(id, &observation(k, *state), around).unwrap();
        if let Some(truth) = way.get(k + 20) {
            off[k * 2 / way.len()] += (predict(&predictor, id, k, 1.0).position - truth.0).length();
        }
    }
    assert!(trails.cell_count() > 0 && predictor.trails().is_none(), "the map's trails are the ones in use");
    assert!(off[1] < 0.35 * off[0], "rounds are learned: {off:?}");
}

#[test]
fn nothing_after_a_tick_changes_a_prediction_made_at_it() {
    let mut dice = Dice(77);
    for model in [Model::Trail, Model::Kinematic, Model::Auto] {
        let way = walk(Gait::RandomTurns, 30, 5);
        for cut in [1, 7, 140, 333, 590] {
            let mut scrambled = way.clone();
            for (p, v) in &mut scrambled[cut + 1..] {
                *p += DVec3::new(dice.unit() - 0.5, 0.0, dice.unit()) * 3.0;
                *v = DVec3::new(dice.unit(), 0.0, -dice.unit()) * 9.0;
            }
            let run = |way: &[(DVec3, DVec3)]| {
                let (mut predictor, id) = one(model);
                predictor.adapt(0);
                let mut made = Vec::new();
                for (k, state) in way.iter().enumerate() {
                    predictor.observe(id, &observation(k, *state)).unwrap();
                    predictor.adapt(40);
                    made.push(HORIZONS.map(|h| predict(&predictor, id, k, h)));
                }
                made
            };
            assert_eq!(run(&way)[..=cut], run(&scrambled)[..=cut], "{model:?} {cut}");
        }
    }
}

#[test]
fn a_snapshot_in_the_middle_of_everything_goes_on_with_the_same_bits() {
    let ways: Vec<_> = GAITS.iter().enumerate().map(|(i, gait)| walk(*gait, 40, i as u64)).collect();
    let mut predictor = Predictor::new(16);
    predictor.adapt(0);
    let ids: Vec<_> = [Model::Auto, Model::Kinematic, Model::Trail, Model::Custom, Model::Auto]
        .iter()
        .enumerate()
        .map(|(i, model)| {
            let profile = EntityProfile { shared_only: i == 4, v_max: V_MAX + i as f64, ..profile(*model) };
            predictor.add_entity(&profile).unwrap()
        })
        .collect();
    predictor.set_landmark(ids[3], true).unwrap();
    let tick = |predictor: &mut Predictor, k: usize| {
        for (i, (id, way)) in ids.iter().zip(&ways).enumerate() {
            // Each at a rate of its own.
            if k % (i + 1) == 0 {
                predictor.suggest(*id, &[DVec3::new(0.1, 0.0, k as f64 * 0.01); 5]).unwrap();
                predictor.observe(*id, &observation(k, way[k])).unwrap();
            }
        }
        predictor.adapt(50);
    };
    for k in 0..401 {
        tick(&mut predictor, k);
    }
    // One with a suggestion that is still unused, too.
    predictor.suggest(ids[0], &[DVec3::X; 5]).unwrap();
    let bytes = predictor.snapshot();
    let mut restored = Predictor::new(16);
    restored.restore(&bytes).unwrap();
    assert_eq!(restored.snapshot(), bytes);
    for k in 401..800 {
        tick(&mut predictor, k);
        tick(&mut restored, k);
        for id in &ids {
            for h in HORIZONS {
                assert_eq!(predict(&predictor, *id, k, h), predict(&restored, *id, k, h), "tick {k}");
            }
        }
    }
    assert_eq!(predictor.state_hash(), restored.state_hash());
}

#[test]
fn moving_the_origin_moves_the_predictions_with_it() {
    let way = walk(Gait::Rounds, 60, 2);
    // Exact in binary, so that not even rounding differs.
    let shift = DVec3::new(1024.0, -64.0, 512.0);
    for model in [Model::Trail, Model::Kinematic, Model::Auto] {
        let (mut stays, a) = one(model);
        let (mut moves, b) = one(model);
        for (k, (p, v)) in way.iter().enumerate() {
            if k == 700 {
                moves.rebase(shift).unwrap();
            }
            let moved = if k >= 700 { *p - shift } else { *p };
            stays.observe(a, &observation(k, (*p, *v))).unwrap();
            moves.observe(b, &observation(k, (moved, *v))).unwrap();
            let (one, other) = (predict(&stays, a, k, 1.0), predict(&moves, b, k, 1.0));
            let back = if k >= 700 { other.position + shift } else { other.position };
            assert!((one.position - back).length() < 1e-6, "{model:?} tick {k}");
        }
    }
}

/// Mean error over a walk at each horizon, updates every `every` ticks, positions only or with velocities.
fn errors(model: Model, way: &[(DVec3, DVec3)], every: usize, told: bool, from: usize) -> [f64; 5] {
    let (mut predictor, id) = one(model);
    let (mut sum, mut n) = ([0.0; 5], [0.0; 5]);
    for (k, state) in way.iter().enumerate() {
        if k % every == 0 {
            let mut observation = observation(k, *state);
            observation.velocity = observation.velocity.filter(|_| told);
            predictor.observe(id, &observation).unwrap();
            for (h, ahead) in HORIZONS.into_iter().enumerate() {
                if let Some(truth) = way.get(k + (ahead * 20.0) as usize).filter(|_| k >= from) {
                    sum[h] += (predict(&predictor, id, k, ahead).position - truth.0).length();
                    n[h] += 1.0;
                }
            }
        }
    }
    core::array::from_fn(|h| sum[h] / n[h])
}

#[test]
fn auto_is_never_much_worse_than_the_best_simple_model() {
    for gait in GAITS {
        let way = walk(gait, 120, 21);
        let simple = [Model::Still, Model::Dr1, Model::Dr2, Model::Damped].map(|m| errors(m, &way, 1, true, 1200));
        let auto = errors(Model::Auto, &way, 1, true, 1200);
        for h in 0..5 {
            let best = simple.iter().map(|errors| errors[h]).fold(f64::INFINITY, f64::min);
            // A tenth of a body width is not worth arguing about.
            assert!(auto[h] < 1.1 * best + 0.08, "{gait:?} {h}: {} against {best}", auto[h]);
        }
    }
}

#[test]
fn repeated_rounds_are_learned_at_any_rate_of_updates() {
    let way = walk(Gait::Rounds, 200, 4);
    for (every, told) in [(1, true), (1, false), (2, true), (10, true), (10, false)] {
        for model in [Model::Trail, Model::Auto] {
            let damped = errors(Model::Damped, &way, every, told, 2000);
            let learned = errors(model, &way, every, told, 2000);
            for h in 1..4 {
                assert!(learned[h] < 0.6 * damped[h], "{model:?} every {every} {told}: {learned:?} {damped:?}");
            }
        }
    }
}

#[test]
fn irregular_and_fast_updates_work_like_regular_ones() {
    // The same rounds at 120 Hz, and with updates that come in bursts.
    let way = walk(Gait::Rounds, 150, 4);
    let at = |seconds: f64| {
        let k = ((seconds * 20.0) as usize).min(way.len() - 2);
        let f = seconds * 20.0 - k as f64;
        (way[k].0 + (way[k + 1].0 - way[k].0) * f, way[k].1)
    };
    let run = |times: &mut dyn FnMut(usize) -> f64| {
        let (mut predictor, id) = one(Model::Trail);
        let (mut off, mut n, mut i) = (0.0, 0.0, 0);
        loop {
            let seconds = times(i);
            i += 1;
            if seconds > 148.0 {
                return off / n;
            }
            let (position, velocity) = at(seconds);
            let time = (seconds * 1e9) as i64;
            let observation = Observation { velocity: Some(velocity), ..Observation::at(time, position) };
            predictor.observe(id, &observation).unwrap();
            if seconds > 75.0 {
                let said = predictor.predict(Scene::default(), id, time + 1_000_000_000).unwrap();
                off += (said.position - at(seconds + 1.0).0).length();
                n += 1.0;
            }
        }
    };
    let regular = run(&mut |i| i as f64 * 0.05);
    let fast = run(&mut |i| i as f64 / 120.0);
    let bursts = run(&mut |i| (i / 3) as f64 * 0.4 + (i % 3) as f64 * 0.003);
    assert!(fast < 1.3 * regular && bursts < 1.6 * regular, "{regular} {fast} {bursts}");
}

#[test]
fn nine_of_ten_true_positions_lie_within_the_radius() {
    let way = walk(Gait::RandomTurns, 600, 13);
    for model in [Model::Trail, Model::Kinematic, Model::Auto, Model::Custom] {
        let (mut predictor, id) = one(model);
        let made = replay(&mut predictor, id, &way);
        for (h, ahead) in HORIZONS.into_iter().enumerate() {
            let (mut inside, mut n) = (0.0, 0.0);
            for k in 2000..way.len() - 80 {
                let truth = way[k + (ahead * 20.0) as usize].0;
                inside += ((made[k][h].position - truth).length() <= made[k][h].radius) as u8 as f64;
                n += 1.0;
            }
            let share = inside / n;
            assert!((0.84..0.96).contains(&share), "{model:?} {ahead} s: {share}");
        }
    }
}

#[test]
fn breaks_and_long_silences_leave_no_trail_across_them() {
    let (mut predictor, id) = one(Model::Trail);
    let mut k = 0;
    // Runs east for two seconds, then begins again at the same place: by a told teleport, an untold one, and after a
    // silence. What follows the place must always look like running east.
    for round in 0..60 {
        for step in 0..40 {
            let state = (DVec3::new(step as f64 * 0.4, 0.0, 0.0), DVec3::X * V_MAX);
            let teleported = step == 0 && round % 3 == 0;
            predictor.observe(id, &Observation { teleported, ..observation(k, state) }).unwrap();
            k += 1;
            if round > 20 && step == 10 {
                let said = predict(&predictor, id, k - 1, 1.0).position;
                assert!((said.x - 12.0).abs() < 1.0 && said.z.abs() < 0.3, "{round}: {said}");
            }
        }
        if round % 3 == 2 {
            k += 100;
        }
    }
}

struct Oracle<'a> {
    way: &'a [(DVec3, DVec3)],
    asked: usize,
}

impl Expert for Oracle<'_> {
    fn forecast(&mut self, kinematics: &Kinematics, out: &mut [DVec3; 5]) -> bool {
        self.asked += 1;
        let k = (kinematics.time / TICK) as usize;
        for (out, ahead) in out.iter_mut().zip(HORIZONS) {
            let then = (k + (ahead * 20.0) as usize).min(self.way.len() - 1);
            *out = self.way[then].0 - self.way[k].0;
        }
        k % 50 != 0
    }
}

#[test]
fn an_expert_of_the_host_that_is_right_is_believed() {
    let way = walk(Gait::RandomTurns, 200, 6);
    for model in [Model::Custom, Model::Auto] {
        let (mut predictor, id) = one(model);
        let mut oracle = Oracle { way: &way, asked: 0 };
        let mut off = 0.0;
        for (k, state) in way[..3900].iter().enumerate() {
            let around = Surroundings { expert: Some(&mut oracle), ..Surroundings::default() };
            predictor.observe_in(id, &observation(k, *state), around).unwrap();
            if k > 3000 && k % 50 != 0 {
                off += (predict(&predictor, id, k, 1.0).position - way[k + 20].0).length() / 900.0;
            }
        }
        assert_eq!(oracle.asked, 3900);
        let limit = if model == Model::Custom { 1e-4 } else { 0.15 };
        assert!(off < limit, "{model:?} {off}");
    }
}

#[test]
fn a_suggestion_is_used_once_and_nonsense_is_refused() {
    let (mut predictor, id) = one(Model::Custom);
    let way = walk(Gait::Straight, 5, 2);
    predictor.observe(id, &observation(0, way[0])).unwrap();
    predictor.suggest(id, &[DVec3::new(0.5, 0.0, 0.25); 5]).unwrap();
    predictor.observe(id, &observation(1, way[1])).unwrap();
    let said = predict(&predictor, id, 1, 1.0).position - way[1].0;
    assert!((said.x - 0.5).abs() < 1e-6 && (said.z - 0.25).abs() < 1e-6, "{said}");
    predictor.observe(id, &observation(2, way[2])).unwrap();
    let damped = predict(&predictor, id, 2, 1.0).position - way[2].0;
    assert!((damped - way[2].1 * 0.43).length() < 0.1, "{damped}");
    for bad in [f64::NAN, f64::INFINITY, 1e11] {
        assert!(predictor.suggest(id, &[DVec3::new(0.0, bad, 0.0); 5]).is_err());
    }
    predictor.remove_entity(id).unwrap();
    assert!(predictor.suggest(id, &[DVec3::ZERO; 5]).is_err() && predictor.set_landmark(id, true).is_err());
}

#[test]
fn an_entity_with_shared_information_only_depends_on_nothing_else() {
    let way = walk(Gait::RandomTurns, 40, 9);
    let other = walk(Gait::Rounds, 40, 10);
    let shared = EntityProfile { shared_only: true, ..profile(Model::Auto) };
    let mut quiet = Predictor::new(4);
    let a = quiet.add_entity(&shared).unwrap();
    let mut busy = Predictor::new(4);
    let (b, neighbour) = (busy.add_entity(&shared).unwrap(), busy.add_entity(&profile(Model::Auto)).unwrap());
    busy.adapt(0);
    let mut trails = Trails::new(&TrailParams { v_max: 3.0, ..TrailParams::default() }, DVec3::X).unwrap();
    for k in 0..way.len() {
        quiet.observe(a, &observation(k, way[k])).unwrap();
        busy.observe(neighbour, &observation(k, other[k])).unwrap();
        busy.adapt(100);
        let around = Surroundings { trails: Some(&mut trails), pull: Some(DVec3::X * 50.0), ..Surroundings::default() };
        busy.observe_in(b, &observation(k, way[k]), around).unwrap();
        for h in HORIZONS {
            assert_eq!(predict(&quiet, a, k, h), predict(&busy, b, k, h), "tick {k}");
        }
    }
    assert!(trails.cell_count() > 0, "it still leaves a trail for others");
}

#[test]
fn neighbours_landmarks_and_the_pull_reach_the_network() {
    let way = walk(Gait::RandomTurns, 10, 9);
    let run = |near: bool, ball: bool, pull: Option<DVec3>| {
        let (mut predictor, id) = one(Model::Kinematic);
        let dumb = EntityProfile { leaves_trail: false, ..profile(Model::Dr1) };
        let (other, mark) = (predictor.add_entity(&dumb).unwrap(), predictor.add_entity(&dumb).unwrap());
        predictor.set_landmark(mark, true).unwrap();
        for (k, state) in way.iter().enumerate() {
            let around = Surroundings { pull, ..Surroundings::default() };
            predictor.observe_in(id, &observation(k, *state), around).unwrap();
            for (id, is_there) in [(other, near), (mark, ball)] {
                if is_there {
                    predictor.observe(id, &observation(k, (state.0 + DVec3::Z * 2.0, state.1))).unwrap();
                }
            }
        }
        predict(&predictor, id, way.len() - 1, 1.0).position
    };
    let alone = run(false, false, None);
    assert_eq!(alone, run(false, false, None));
    assert_ne!(alone, run(true, false, None), "a neighbour matters");
    assert_ne!(alone, run(false, true, None), "a landmark matters");
}

#[test]
fn adaptation_learns_what_the_built_in_weights_do_not_know() {
    // Everybody turns on the spot by a right angle every second, which no recorded player does.
    let way: Vec<_> = (0..4000)
        .scan(DVec3::ZERO, |at, k: usize| {
            let corner = (k / 20) % 4;
            let velocity = [DVec3::X, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Z][corner] * V_MAX;
            // Every round begins somewhere else, so that trails do not help.
            *at += velocity * 0.05 + if k % 80 == 0 { DVec3::new(3.7, 0.0, 2.9) } else { DVec3::ZERO };
            Some((*at, velocity))
        })
        .collect();
    let run = |samples: u32| {
        let (mut predictor, id) = one(Model::Kinematic);
        let mut off = 0.0;
        for (k, state) in way.iter().enumerate() {
            predictor.observe(id, &observation(k, *state)).unwrap();
            if samples > 0 {
                predictor.adapt(samples);
            }
            if k > 3000 && k + 20 < way.len() && k % 80 < 55 {
                off += (predict(&predictor, id, k, 1.0).position - way[k + 20].0).length();
            }
        }
        (off, predictor)
    };
    let (plain, _) = run(0);
    let (adapted, predictor) = run(100);
    assert!(adapted < 0.9 * plain, "{plain} {adapted}");
    assert!(predictor.weights_info().adapting && predictor.bytes() > 2_000_000);
}

#[test]
fn weights_can_be_replaced_and_bad_files_change_nothing() {
    use antreckon::predict::learned::{DEFAULT, Weights};
    let way = walk(Gait::RandomTurns, 10, 9);
    let (mut predictor, id) = one(Model::Kinematic);
    let built_in = predictor.weights_info();
    assert!(!built_in.custom && !built_in.adapting);
    let silent = Weights::zero(16, 16).to_bytes();
    predictor.load_weights(Some(&silent)).unwrap();
    assert_eq!((predictor.weights_info().first, predictor.weights_info().custom), (16, true));
    let before = predictor.snapshot();
    assert!(predictor.load_weights(Some(&silent[..silent.len() - 1])).is_err());
    assert!(predictor.load_weights(Some(&[])).is_err());
    assert_eq!(predictor.snapshot(), before);
    // A network that says nothing leaves damped dead reckoning, where no trail is known yet.
    predictor.observe(id, &observation(0, way[0])).unwrap();
    let damped = predict(&predictor, id, 0, 0.5).position - way[0].0;
    assert!((damped - way[0].1 * 0.357_320_85).length() < 1e-5, "{damped}");
    let mut restored = Predictor::new(1);
    restored.restore(&predictor.snapshot()).unwrap();
    assert_eq!(restored.weights_info(), predictor.weights_info());
    predictor.load_weights(None).unwrap();
    assert_eq!(predictor.weights_info(), built_in);
    predictor.load_weights(Some(DEFAULT)).unwrap();
    assert_eq!(predictor.weights_info().checksum, built_in.checksum);
}

#[test]
fn riders_are_predicted_plainly_and_come_back_without_a_past() {
    use antreckon::predict::BaseMotion;
    let (mut predictor, id) = one(Model::Auto);
    let way = walk(Gait::Straight, 20, 2);
    let base = BaseMotion {
        id: 1,
        position: DVec3::ZERO,
        orientation: DQuat::IDENTITY,
        velocity: DVec3::ZERO,
        angular_velocity: DVec3::ZERO,
    };
    for (k, state) in way.iter().enumerate() {
        let riding = (100..200).contains(&k);
        let observation = Observation { base: riding.then_some(base), ..observation(k, *state) };
        predictor.observe(id, &observation).unwrap();
        let said = predict(&predictor, id, k, 0.25);
        assert!((said.position - state.0).length() < 0.5 * V_MAX);
        assert_eq!(said.radius == 0.0, riding, "tick {k}");
    }
}

#[test]
fn extreme_numbers_stay_numbers() {
    let mut dice = Dice(4);
    for v_max in [1e-6, 1.0, 1e6] {
        let mut predictor = Predictor::new(4);
        let ids = [Model::Trail, Model::Kinematic, Model::Auto, Model::Custom]
            .map(|model| predictor.add_entity(&EntityProfile { v_max, ..profile(model) }).unwrap());
        for k in 0..400 {
            for id in ids {
                let size = [1.0, 1e3, 1e9, 1e12][(dice.unit() * 4.0) as usize];
                let position = DVec3::new(dice.unit() - 0.5, dice.unit(), dice.unit()) * size;
                let velocity = DVec3::new(dice.unit(), -dice.unit(), 0.5) * (size * 1e-3);
                predictor.observe(id, &observation(k, (position, velocity))).unwrap();
                for ahead in [0.0, 0.1, 3.0, 1e4] {
                    let said = predict(&predictor, id, k, ahead);
                    assert!(said.position.is_finite() && said.velocity.is_finite(), "{v_max} {k} {said:?}");
                    assert!(said.radius >= 0.0 && (0.0..=1.0).contains(&said.confidence), "{said:?}");
                }
            }
        }
    }
}
