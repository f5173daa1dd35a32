//! Polygons and corridors against the distance from the line, and predictions against the route.

use crate::*;
use antreckon::base::math::{DVec2, ground};
use proptest::prelude::*;

/// Even more slowly than the index: all segments, straight from the definition of a corridor with square ends.
fn in_corridor(line: &[DVec2], p: DVec2, threshold: f64, square_ends: bool) -> bool {
    let last = line.len() - 2;
    line.windows(2).enumerate().any(|(i, s)| {
        let along = (s[1] - s[0]) / (s[1] - s[0]).length();
        let (u, v) = ((p - s[0]).dot(along), (p - s[0]).perp_dot(along).abs());
        let length = (s[1] - s[0]).length();
        let beside = (0.0..=length).contains(&u) && v <= threshold;
        let rounded = (p - s[0]).length() <= threshold && i > 0;
        let before = i == 0 && (-threshold..=0.0).contains(&u) && v <= threshold;
        let behind = i == last && (length..=length + threshold).contains(&u) && v <= threshold;
        beside || rounded || (square_ends && (before || behind))
    })
}

pub(crate) fn line_of_points() -> impl Strategy<Value = Vec<DVec2>> {
    prop::collection::vec((-40.0..40.0f64, -40.0..40.0f64), 2..8)
        .prop_map(|raw| raw.into_iter().map(|(x, z)| DVec2::new(x, z)).collect::<Vec<_>>())
        .prop_filter("segments of some length", |line: &Vec<DVec2>| {
            line.windows(2).all(|s| (s[1] - s[0]).length() > 0.01)
        })
}

/// Whether somebody standing at a place is inside of the only strategy.
fn contains(p: &mut Predictor, id: EntityId, time: &mut i64, place: DVec2) -> bool {
    *time += SECOND;
    let observation = Observation { teleported: true, ..seen(*time, at(place.x, place.y), DVec3::ZERO) };
    p.observe(id, &observation).unwrap();
    p.strategy_info(id).unwrap().following.is_some()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn every_point_of_a_route_is_inside(
        line in line_of_points(),
        threshold in 0.05..10.0f64,
        share in 0.0..=1.0f64,
        far in prop::sample::select(vec![0.0, 6.4e6]),
    ) {
        let (mut p, id) = predictor(&params(Mode::Containment, threshold));
        let offset = DVec3::new(far, 0.0, -far);
        let route: Vec<DVec3> = line.iter().map(|q| at(q.x, q.y) + offset).collect();
        p.add_route(&route, 1).unwrap();
        let place = p.routes().next().unwrap().0.at(share * p.routes().next().unwrap().0.length());
        let mut time = 0;
        prop_assert!(contains(&mut p, id, &mut time, ground(place)), "{place}");
        for corner in route {
            prop_assert!(contains(&mut p, id, &mut time, ground(corner)), "{corner}");
        }
    }

    #[test]
    fn containment_is_the_distance_from_the_line_but_for_the_corners(
        line in line_of_points(),
        threshold in 0.5..10.0f64,
        seed in any::<u64>(),
    ) {
        let (mut p, id) = predictor(&params(Mode::Containment, threshold));
        p.add_route(&line.iter().map(|q| at(q.x, q.y)).collect::<Vec<_>>(), 1).unwrap();
        let (mut dice, mut time) = (Dice(seed), 0);
        for _ in 0..60 {
            let on = line[(dice.unit() * line.len() as f64) as usize];
            let place = on + DVec2::new(dice.centred(), dice.centred()) * 3.0 * threshold;
            let inside = contains(&mut p, id, &mut time, place);
            // Whoever is clearly within the threshold is inside; mitred corners reach at most twice as far.
            if in_corridor(&line, place, threshold * 0.999_999, false) {
                prop_assert!(inside, "{place} is within {threshold}");
            }
            if inside {
                prop_assert!(in_corridor(&line, place, threshold * 2.000_001, true), "{place} is not near");
            }
        }
    }

    #[test]
    fn a_prediction_stays_in_its_corridor_and_takes_the_way_its_speed_says(
        line in line_of_points(),
        share in 0.05..0.95f64,
        seconds in 0.0..10.0f64,
    ) {
        let (mut p, id) = predictor(&params(Mode::Progress, 1.0));
        p.add_route(&line.iter().map(|q| at(q.x, q.y)).collect::<Vec<_>>(), 1).unwrap();
        let route = p.routes().next().unwrap().0.clone();
        let start = route.at(share * route.length());
        let ahead = route.at(share * route.length() + 1e-3);
        let velocity = (ahead - start) / (ahead - start).length() * 5.0;
        p.observe(id, &seen(0, start, velocity)).unwrap();
        let Some(following) = p.strategy_info(id).unwrap().following else { return Ok(()) };
        let place = shown(&p, id, (seconds * 1e9) as i64);
        let wanted = following.along + 5.0 * seconds;
        if following.forward && wanted < route.length() - 1e-6 {
            // On the centre line the parallel is the line itself.
            prop_assert!((place - route.at(wanted)).length() < 1e-3, "{place} {}", route.at(wanted));
        }
    }
}
