//! How good predictions and radii are on made-up walks.
use super::support::*;
use antreckon::base::math::DVec3;
use antreckon::predict::learned::{HORIZON_COUNT, HORIZONS, SHORT};
use antreckon::predict::{LevelContext, Model, Observation};

/// Mean error over a walk at each horizon, updates every `every` ticks, positions only or with velocities.
fn errors(model: Model, way: &[(DVec3, DVec3)], every: usize, told: bool, from: usize) -> [f64; HORIZON_COUNT] {
    let (mut predictor, id) = one(model);
    let (mut sum, mut n) = ([0.0; HORIZON_COUNT], [0.0; HORIZON_COUNT]);
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
        for (h, ahead) in HORIZONS.into_iter().enumerate() {
            let best = simple.iter().map(|errors| errors[h]).fold(f64::INFINITY, f64::min);
            // A tenth of a body width is not worth arguing about; at first, less.
            let little = 0.08 * f64::min(1.0, ahead / HORIZONS[SHORT]);
            assert!(auto[h] < 1.1 * best + little, "{gait:?} {ahead} s: {} against {best}", auto[h]);
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
            for h in SHORT + 1..SHORT + 4 {
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
                let said = predictor.predict(LevelContext::default(), id, time + 1_000_000_000).unwrap();
                off += (said.position - at(seconds + 1.0).0).length();
                n += 1.0;
            }
        }
    };
    let regular = run(&mut |i| i as f64 * 0.05);
    let fast = run(&mut |i| i as f64 / 120.0);
    assert!(fast < 1.2 * regular, "{regular} {fast}");
    // Fewer places are visited; three updates at once tell no more and no less than one.
    let sparse = run(&mut |i| i as f64 * 0.4);
    let bursts = run(&mut |i| (i / 3) as f64 * 0.4 + (i % 3) as f64 * 0.003);
    assert!((bursts / sparse - 1.0).abs() < 0.1, "{sparse} {bursts}");
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

/// With a told velocity and no news the way along it never shrinks, but for a turn that the model is sure of.
#[test]
fn without_news_nobody_is_predicted_backwards() {
    let (mut steady, mut turns, mut soon) = (0, 0, 0);
    for model in [Model::Trail, Model::Kinematic, Model::Auto] {
        for (gait, every) in GAITS.into_iter().flat_map(|gait| [(gait, 1), (gait, 4), (gait, 10)]) {
            let (mut predictor, id) = one(model);
            for (k, state) in walk(gait, 60, 5).into_iter().enumerate().filter(|(k, _)| k % every == 0) {
                predictor.observe(id, &observation(k, state)).unwrap();
                let Some(heading) = state.1.try_normalize() else { continue };
                let at = |ahead: f64| {
                    let said = predict(&predictor, id, k, ahead);
                    ((said.position - state.0).dot(heading), said.radius)
                };
                let (mut before, mut turned) = (0.0, false);
                for (along, radius, ahead) in HORIZONS.map(|ahead| (at(ahead).0, at(ahead).1, ahead)) {
                    let back: f64 = before - along;
                    assert!(back < 1e-3 || back > 0.99 * radius, "{model:?} {gait:?} {k}: {back} m, doubt {radius} m");
                    soon += (back >= 1e-3 && ahead <= 0.5 && !turned) as u32;
                    turned |= back >= 1e-3;
                    before = along;
                }
                if turned {
                    turns += 1;
                    continue;
                }
                steady += 1;
                let mut farthest = 0.0;
                for along in (0..120).map(|i| at(i as f64 * 0.05).0) {
                    assert!(along > farthest - 1e-3, "{model:?} {gait:?} {k}: {along} after {farthest}");
                    farthest = f64::max(farthest, along);
                }
            }
        }
    }
    // People turn round within four seconds, hardly ever at once.
    assert!(steady > 5 * turns && turns > 0 && steady > 20 * soon, "{steady} {turns} {soon}");
}
