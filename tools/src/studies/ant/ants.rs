//! Ants that walk from item to item before a match begins: the trails they leave are what a level says to `auto`.
use super::ground::Ground;
use super::matches::Match;
use antreckon::base::math::{DQuat, DVec3};
use antreckon::base::time::{Nanos, SECOND};
use antreckon::pheromone::trail::{TrailParams, Trails};
use antreckon::predict::learned::ObserveContext;
use antreckon::predict::{Model, Observation, Predictor};
use antreckon_cli::eval::plugin::Setup;

/// Seconds that each of them walks.
const TOUR_SECONDS: f64 = 60.0;
/// Steps per second.
const RATE: usize = 20;
/// Corners are cut: every place is the mean of those so many steps before and after it.
const CUT: usize = 6;

/// Trails of a level on which `ants` have walked at full speed; empty without a recorded area or items.
pub(super) fn trails(played: &Match, level: Option<&Ground>, ants: usize) -> Trails {
    let params = TrailParams { v_max: played.v_max, ..TrailParams::default() };
    let mut trails = Trails::new(&params, DVec3::ZERO).expect("a positive speed");
    let mut predictor = Predictor::new(1);
    let profile = Setup::plain(Model::Trail).profile(&played.trace);
    for ant in 0..ants {
        let places = level.map(|level| level.tour(ant, TOUR_SECONDS)).unwrap_or_default();
        let places = smooth(&at_speed(&places, played.v_max / RATE as f64));
        let entity = predictor.add_entity(&profile).expect("there is room for one");
        for (i, pair) in places.windows(2).enumerate() {
            let velocity = (pair[1] - pair[0]) * RATE as f64;
            let seen = Observation {
                velocity: Some(velocity),
                orientation: Some(facing(velocity)),
                ..Observation::at(i as Nanos * SECOND / RATE as Nanos, pair[0])
            };
            let around = ObserveContext { trails: Some(&mut trails), ..ObserveContext::default() };
            predictor.observe_in(entity, &seen, around).expect("finite places");
        }
        predictor.remove_entity(entity).expect("it was there");
    }
    trails
}

/// Who looks where it goes.
fn facing(velocity: DVec3) -> DQuat {
    DQuat::from_rotation_y((-velocity.x).atan2(-velocity.z))
}

/// Places along a line of corners, `step` apart in the ground plane or on a leg without ground.
fn at_speed(corners: &[DVec3], step: f64) -> Vec<DVec3> {
    let mut places: Vec<DVec3> = corners.first().copied().into_iter().collect();
    // How far it is to the next place.
    let mut left = step;
    for pair in corners.windows(2) {
        let length = (pair[1] - pair[0]).with_y(0.0).length();
        let mut gone = 0.0;
        while length - gone >= left {
            gone += left;
            left = step;
            places.push(pair[0].lerp(pair[1], gone / length));
        }
        left -= length - gone;
    }
    places
}

/// Every place the mean of its neighbours along the way.
fn smooth(places: &[DVec3]) -> Vec<DVec3> {
    let mean = |i: usize| {
        let near = &places[i.saturating_sub(CUT)..places.len().min(i + CUT + 1)];
        near.iter().sum::<DVec3>() / near.len() as f64
    };
    (0..places.len()).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_on_around_corners() {
        let at = |x: f64, z: f64| DVec3::new(x, 0.0, z);
        let places = at_speed(&[at(0.0, 0.0), at(1.0, 0.0), at(1.0, 2.0)], 0.75);
        let expected = [at(0.0, 0.0), at(0.75, 0.0), at(1.0, 0.5), at(1.0, 1.25), at(1.0, 2.0)];
        assert_eq!(places.len(), expected.len(), "{places:?}");
        for (place, expected) in places.iter().zip(expected) {
            assert!(place.distance(expected) < 1e-12, "{places:?}");
        }
        assert!(at_speed(&[], 1.0).is_empty());
    }

    #[test]
    fn a_straight_way_stays_as_it_is_but_for_its_ends() {
        let places: Vec<DVec3> = (0..40).map(|i| DVec3::X * f64::from(i)).collect();
        let smoothed = smooth(&places);
        assert!((CUT..40 - CUT).all(|i| smoothed[i].distance(places[i]) < 1e-12));
        assert_eq!(smoothed[0].x, CUT as f64 / 2.0);
    }

    #[test]
    fn the_facing_looks_along_the_velocity() {
        for velocity in [DVec3::X, DVec3::NEG_Z, DVec3::new(-3.0, 0.0, 4.0)] {
            let forward = facing(velocity) * DVec3::NEG_Z;
            assert!(forward.distance(velocity.normalize()) < 1e-12, "{forward} {velocity}");
        }
    }
}
