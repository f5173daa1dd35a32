//! From trials to routes.

use crate::*;
use antreckon::base::ErrorKind;

#[test]
fn three_planted_routes_are_found_in_thirty_noisy_trials() {
    let lines: [&[[f64; 2]]; 3] = [
        &[[0.0, 0.0], [60.0, 0.0], [60.0, 50.0], [120.0, 50.0]],
        &[[0.0, 0.0], [0.0, 60.0], [120.0, 60.0], [120.0, 50.0]],
        &[[0.0, 0.0], [60.0, 0.0], [60.0, -40.0], [120.0, -40.0], [120.0, 50.0]],
    ];
    let mut dice = Dice(7);
    let trials: Vec<Trial> = (0..30)
        .map(|i| {
            // An error that changes slowly, about 1 m, and every fourth trial the other way around.
            let mut drift = DVec3::ZERO;
            let noise = || {
                drift = drift * 0.95 + at(dice.centred(), dice.centred()) * 0.5;
                drift
            };
            let mut trial = walk(lines[i % 3], 8.0, noise);
            if i % 4 == 3 {
                let end = trial.last().unwrap().0;
                trial.reverse();
                trial.iter_mut().for_each(|(time, _)| *time = end - *time);
            }
            trial
        })
        .collect();
    let (mut p, _) = predictor(&StrategyParams { cluster_distance: 16.0, ..params(Mode::Progress, 4.0) });
    assert_eq!(p.learn_routes(&trials).unwrap(), 3);
    for ((route, evidence), line) in p.routes().zip(lines) {
        assert_eq!(evidence, 10);
        // Every corner of the planted line has the learned route nearby.
        for corner in points(line) {
            let near = (0..=1000).map(|k| (route.at(route.length() * k as f64 / 1000.0) - corner).length());
            assert!(near.fold(f64::INFINITY, f64::min) < 5.0, "{corner} is not on the route");
        }
    }
    // Learning again from the same trials changes nothing, and asking for more evidence than there is leaves none.
    let before = p.save_strategies();
    p.learn_strategies();
    assert_eq!(p.save_strategies(), before);
    p.set_strategies(&StrategyParams { min_trials: 11, ..*p.strategy_params() }).unwrap();
    assert_eq!(p.learn_strategies(), 0);
}

#[test]
fn trials_recorded_while_playing_become_routes() {
    let (mut p, id) = predictor(&params(Mode::Progress, 2.0));
    p.set_model(id, Model::Dr2).unwrap();
    assert_eq!(p.end_trial(id).unwrap_err().kind, ErrorKind::State);
    p.begin_trial(id).unwrap();
    assert!(p.strategy_info(id).unwrap().recording);
    let trial = walk(&CORNER, 8.0, || DVec3::ZERO);
    for (time, position) in &trial {
        p.observe(id, &Observation::at(*time, *position)).unwrap();
    }
    // The violation is noticed 0.4 m behind the corner at this pace and threshold, which leaves three points.
    assert_eq!(p.end_trial(id).unwrap(), 3);
    let info = p.strategy_info(id).unwrap();
    assert_eq!((info.trials, info.routes, info.recording), (1, 0, false));
    assert_eq!(p.learn_strategies(), 1);
    let (route, evidence) = p.routes().next().unwrap();
    assert_eq!(evidence, 1);
    assert!(close(route.at(0.0), at(0.0, 0.0)) && close(route.at(1e9), at(40.0, 40.0)));
    assert!(route.points().all(|point| points(&CORNER).iter().any(|corner| (*corner - point).length() < 1.5)));
    // The same trials as positions with times give the same route.
    let (mut other, _) = predictor(&params(Mode::Progress, 2.0));
    other.learn_routes(&[trial]).unwrap();
    assert_eq!(other.save_strategies(), p.save_strategies());
    // Somebody who stands makes no trial.
    p.begin_trial(id).unwrap();
    p.observe(id, &Observation::at(99 * SECOND, at(1.0, 1.0))).unwrap();
    assert_eq!(p.end_trial(id).unwrap(), 0);
}
