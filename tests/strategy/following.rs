//! Which strategy is followed, where it leads, and when it is left.

use crate::*;
use antreckon::base::ErrorKind;
use antreckon::predict::strategy::Follow;
use antreckon::predict::{BaseMotion, Explanation};

#[test]
fn an_entity_on_a_route_goes_around_its_corner_at_its_own_speed() {
    let (mut p, id) = predictor(&params(Mode::Progress, 2.0));
    p.add_route(&points(&CORNER), 1).unwrap();
    // 1 m to the right (south) of the route, 10 m before its corner, 8 m/s.
    p.observe(id, &seen(0, at(30.0, 1.0), at(8.0, 0.0))).unwrap();
    // The parallel has its corner at (39, 1): 9 m on, then south.
    assert!(close(shown(&p, id, SECOND), at(38.0, 1.0)));
    assert!(close(shown(&p, id, 2 * SECOND), at(39.0, 8.0)));
    let prediction = p.predict(LevelContext::default(), id, 2 * SECOND).unwrap();
    assert!(close(prediction.velocity, at(0.0, 8.0)));
    let mut explanation = Explanation::default();
    p.explain(LevelContext::default(), id, 2 * SECOND, &mut explanation).unwrap();
    assert!(close(explanation.velocity_term, at(16.0, 0.0)));
    assert!(close(explanation.learned_term, at(-7.0, 7.0)));
    // Behind the end at (39, 40), 48 m of way from here, straight on.
    assert!(close(shown(&p, id, 8 * SECOND), at(39.0, 56.0)));
    let info = p.strategy_info(id).unwrap();
    let following = info.following.unwrap();
    assert_eq!((info.strategies, info.routes, following.strategy, following.route), (1, 1, 0, 0));
    assert_eq!((following.lateral, following.length, following.forward), (-1.0, 80.0, true));
    // 30 of 39 m of the parallel's first leg.
    assert!((following.along - 40.0 * 30.0 / 39.0).abs() < 1e-9);
}

#[test]
fn routes_are_followed_both_ways_by_heading() {
    let (mut p, id) = predictor(&params(Mode::Progress, 2.0));
    p.add_route(&points(&CORNER), 1).unwrap();
    p.observe(id, &seen(0, at(40.0, 10.0), at(0.0, -5.0))).unwrap();
    assert!(close(shown(&p, id, 3 * SECOND), at(35.0, 0.0)));
    assert!(!p.strategy_info(id).unwrap().following.unwrap().forward);
    // Across the route it is dead reckoning.
    p.observe(id, &seen(SECOND, at(40.0, 5.0), at(5.0, 0.5))).unwrap();
    assert_eq!(p.strategy_info(id).unwrap().following, None);
    assert_eq!(shown(&p, id, 3 * SECOND), at(50.0, 6.0));
    // Standing it stays.
    p.observe(id, &seen(2 * SECOND, at(40.0, 5.0), DVec3::ZERO)).unwrap();
    assert_eq!(shown(&p, id, 9 * SECOND), at(40.0, 5.0));
}

#[test]
fn a_strategy_is_left_only_at_an_update_that_lies_outside() {
    let mut wide = params(Mode::Containment, 2.0);
    (wide.parallels, wide.width) = (3, 3.0);
    let (mut p, id) = predictor(&wide);
    p.add_route(&points(&[[0.0, 0.0], [100.0, 0.0]]), 1).unwrap();
    let strategy = |p: &Predictor| p.strategy_info(id).unwrap().following.map(|f| f.strategy);
    let needs = |p: &Predictor, x: f64, z: f64, time: i64| {
        p.strategy_needs_update(LevelContext::default(), id, at(x, z), time).unwrap()
    };
    // Strategies 0, 1, 2 have their centres at z = 3, 0, -3 (the left of east is -z) and reach 2 m to both sides.
    assert!(needs(&p, 10.0, 0.0, 0), "nothing was told yet");
    p.observe(id, &seen(0, at(10.0, 0.5), at(5.0, 0.0))).unwrap();
    assert_eq!(strategy(&p), Some(1));
    // Inside is enough, wherever along the route and whichever other polygon is nearer.
    assert!(!needs(&p, 90.0, 1.9, SECOND) && !needs(&p, 10.0, -2.0, SECOND) && needs(&p, 15.0, 2.1, SECOND));
    p.observe(id, &seen(SECOND, at(15.0, 1.9), at(5.0, 0.0))).unwrap();
    assert_eq!(strategy(&p), Some(1), "z = 1.9 is nearer to strategy 0, but still inside of 1");
    p.observe(id, &seen(2 * SECOND, at(20.0, 2.1), at(5.0, 0.0))).unwrap();
    assert_eq!(strategy(&p), Some(0));
    p.observe(id, &seen(3 * SECOND, at(25.0, 5.1), at(5.0, 0.0))).unwrap();
    assert_eq!(strategy(&p), None, "outside of all: dead reckoning");
    assert_eq!(shown(&p, id, 4 * SECOND), at(30.0, 5.1));
    // From dead reckoning back only when it is off by more than the threshold.
    assert!(!needs(&p, 30.0, 4.0, 4 * SECOND) && needs(&p, 30.0, 3.0, 4 * SECOND));
    p.observe(id, &seen(4 * SECOND, at(30.0, 3.0), at(5.0, 0.0))).unwrap();
    assert_eq!(strategy(&p), Some(0));
}

#[test]
fn progress_mode_asks_for_an_update_when_the_place_shown_is_off() {
    let (mut p, id) = predictor(&params(Mode::Progress, 2.0));
    p.add_route(&points(&CORNER), 1).unwrap();
    p.observe(id, &seen(0, at(30.0, 0.0), at(10.0, 0.0))).unwrap();
    let needs =
        |p: &Predictor, place: DVec3, time| p.strategy_needs_update(LevelContext::default(), id, place, time).unwrap();
    // After 2 s it should be 10 m down the second leg.
    assert!(!needs(&p, at(40.0, 10.0), 2 * SECOND) && !needs(&p, at(41.0, 8.5), 2 * SECOND));
    assert!(needs(&p, at(40.0, 7.9), 2 * SECOND) && needs(&p, at(42.1, 10.0), 2 * SECOND));
    assert!(needs(&p, DVec3::new(40.0, 2.5, 10.0), 2 * SECOND), "another floor");
    // An update on the route re-anchors it there.
    p.observe(id, &seen(2 * SECOND, at(40.0, 7.0), at(0.0, 5.0))).unwrap();
    assert!(close(shown(&p, id, 4 * SECOND), at(40.0, 17.0)));
}

#[test]
fn a_strategy_that_does_not_pay_off_is_watched_but_not_followed() {
    let (mut p, id) = predictor(&params(Mode::Progress, 2.0));
    p.add_route(&points(&CORNER), 1).unwrap();
    let following = |p: &Predictor| p.strategy_info(id).unwrap().following.is_some();
    p.observe(id, &seen(0, at(38.0, 0.0), at(4.0, 0.0))).unwrap();
    assert!(following(&p));
    // It went straight on where the route turns: after 1 s dead reckoning is exact, the strategy said (40, 2).
    p.observe(id, &seen(SECOND, at(42.0, 0.0), at(4.0, 0.0))).unwrap();
    assert!(!following(&p));
    // A jump back to the route is no evidence for anybody.
    p.observe(id, &Observation { teleported: true, ..seen(2 * SECOND, at(30.0, 0.0), at(4.0, 0.0)) }).unwrap();
    assert!(!following(&p));
    assert_eq!(shown(&p, id, 5 * SECOND), at(42.0, 0.0));
    // It turns the corner with the route: that pays the credit back.
    p.observe(id, &seen(5 * SECOND, at(40.0, 2.0), at(0.0, 4.0))).unwrap();
    assert!(following(&p));
}

#[test]
fn who_rides_or_jumps_away_or_has_new_strategies_follows_none() {
    let (mut p, id) = predictor(&params(Mode::Progress, 2.0));
    p.add_route(&points(&CORNER), 1).unwrap();
    let base = BaseMotion {
        id: 1,
        position: DVec3::ZERO,
        orientation: Default::default(),
        velocity: DVec3::ZERO,
        angular_velocity: DVec3::ZERO,
    };
    p.observe(id, &Observation { base: Some(base), ..seen(0, at(30.0, 0.0), at(8.0, 0.0)) }).unwrap();
    assert_eq!(p.strategy_info(id).unwrap().following, None);
    p.observe(id, &seen(SECOND, at(30.0, 0.0), at(8.0, 0.0))).unwrap();
    assert!(p.strategy_info(id).unwrap().following.is_some());
    p.add_route(&points(&[[0.0, 90.0], [50.0, 90.0]]), 1).unwrap();
    assert_eq!(p.strategy_info(id).unwrap().following, None, "numbers may mean others now");
    assert_eq!(shown(&p, id, 3 * SECOND), at(46.0, 0.0));
    p.observe(id, &Observation { teleported: true, ..seen(4 * SECOND, at(20.0, 91.0), at(8.0, 0.0)) }).unwrap();
    assert_eq!(p.strategy_info(id).unwrap().following.unwrap().route, 1);
    // A model of another kind in between leaves nothing stale behind.
    p.set_model(id, Model::Dr1).unwrap();
    p.observe(id, &seen(5 * SECOND, at(400.0, 0.0), at(8.0, 0.0))).unwrap();
    p.set_model(id, Model::Strategy).unwrap();
    assert_eq!(shown(&p, id, 6 * SECOND), at(408.0, 0.0));
}

#[test]
fn the_sender_can_say_what_is_followed() {
    let (mut p, id) = predictor(&params(Mode::Progress, 2.0));
    p.add_route(&points(&CORNER), 1).unwrap();
    p.add_route(&points(&[[0.0, 1.0], [80.0, 1.0]]), 1).unwrap();
    assert_eq!(p.follow_strategy(id, Follow::Nothing).unwrap_err().kind, ErrorKind::State);
    p.observe(id, &seen(0, at(30.0, 0.0), at(8.0, 0.0))).unwrap();
    let strategy = |p: &Predictor| p.strategy_info(id).unwrap().following.map(|f| f.strategy);
    assert_eq!(strategy(&p), Some(0));
    p.follow_strategy(id, Follow::Strategy(1)).unwrap();
    assert_eq!(strategy(&p), Some(1));
    assert!(close(shown(&p, id, 4 * SECOND), at(62.0, 0.0)));
    p.follow_strategy(id, Follow::Nothing).unwrap();
    assert_eq!(strategy(&p), None);
    p.observe(id, &seen(SECOND, at(36.0, 0.0), at(8.0, 0.0))).unwrap();
    assert_eq!(strategy(&p), None, "it holds until the next word");
    p.follow_strategy(id, Follow::Strategy(0)).unwrap();
    p.observe(id, &Observation { teleported: true, ..seen(2 * SECOND, at(60.0, 0.0), at(8.0, 0.0)) }).unwrap();
    assert_eq!(strategy(&p), None, "outside of what it was told, although inside of another");
    p.follow_strategy(id, Follow::Automatic).unwrap();
    assert_eq!(strategy(&p), Some(1));
    let error = p.follow_strategy(id, Follow::Strategy(2)).unwrap_err();
    assert_eq!((error.kind, strategy(&p)), (ErrorKind::NotFound, Some(1)));
}

#[test]
fn of_several_strategies_the_best_known_and_then_the_nearest_is_followed() {
    let (mut p, id) = predictor(&params(Mode::Progress, 2.0));
    p.add_route(&points(&[[0.0, 0.0], [50.0, 0.0]]), 2).unwrap();
    p.add_route(&points(&[[0.0, 1.0], [50.0, 1.0]]), 5).unwrap();
    p.add_route(&points(&[[0.0, 1.5], [50.0, 1.5]]), 5).unwrap();
    p.observe(id, &seen(0, at(20.0, 0.0), at(8.0, 0.0))).unwrap();
    assert_eq!(p.strategy_info(id).unwrap().following.unwrap().route, 1);
}
