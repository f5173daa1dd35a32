//! The equations against numbers by hand, on a map of metres with S_max = 100.

mod all_pairs;

use super::field::{InterestField, Seat, viewer};
use super::force::{Felt, Strongest, Viewer, interest_in_object, interest_in_player};
use super::grid::{Body, Key};
use super::params::{InterestObject, InterestParams, LeadBy, PreferenceTurns};
use super::path::{Course, Walk, preferred};
use crate::base::math::{DVec2, DVec3, ground};
use crate::base::time::SECOND;
use crate::predict::{EntityProfile, Kinematics, Model};
use alloc::vec::Vec;

fn map_of_the_paper() -> InterestField {
    InterestField::with(InterestParams { unit: 1.0, radius: 600.0, ..Default::default() })
}

fn on_ground(x: f64, z: f64) -> DVec3 {
    DVec3::new(x, 0.0, z)
}

fn put_object(field: &mut InterestField, id: u64, x: f64, z: f64, value: f64) {
    field.set_object(id, &InterestObject { position: on_ground(x, z), value, present: true }).unwrap();
}

fn put_player(field: &mut InterestField, index: u32, x: f64, z: f64, velocity: DVec3, life: f64) {
    let key = Key::Player(index);
    field.grid.insert(Body { key, position: on_ground(x, z), velocity, time: 0, amount: life, company: None });
}

/// Somebody in the origin who runs along x.
fn runner(speed: f64, life: f64) -> Viewer {
    let mut kinematics = Kinematics::new(&EntityProfile::default());
    kinematics.velocity = DVec3::X * speed;
    Viewer { life, ..viewer(None, &kinematics, &Seat::default()) }
}

fn walk(viewer: Viewer, fading: u32, preference: f64, straight: f64) -> Walk {
    Walk { viewer, velocity: DVec3::X * viewer.speed, fading, preference, straight }
}

/// Displacement after `delta` seconds.
fn displaced(walk: &Walk, field: &InterestField, delta: f64) -> DVec2 {
    ground(walk.velocity) * delta + walk.course(field, delta).beyond
}

fn close(a: DVec2, b: DVec2) -> bool {
    (a - b).length() < 1e-12 * (1.0 + b.length())
}

#[test]
fn eq_2_and_3_interest() {
    let close = |a: f64, b: f64| (a - b).abs() < 1e-15;
    assert!(close(interest_in_player(80.0, 50.0, 100.0), 0.3), "the stronger is drawn to the weaker");
    assert!(close(interest_in_player(50.0, 80.0, 100.0), -0.3), "the weaker is repelled");
    assert!(close(interest_in_object(30.0, 50.0, 100.0), 0.3), "all of it is needed");
    assert!(close(interest_in_object(30.0, 90.0, 100.0), 0.1), "only a part of it is needed");
    assert_eq!(interest_in_object(30.0, 100.0, 100.0), 0.0, "nothing is needed");
    assert!(close(interest_in_object(-20.0, 100.0, 100.0), -0.2), "harm is never needed");
}

#[test]
fn eq_4_and_the_sum_of_two_forces() {
    let mut field = map_of_the_paper();
    put_player(&mut field, 1, 0.0, 50.0, DVec3::ZERO, 30.0);
    put_object(&mut field, 1, -30.0, 0.0, 60.0);
    let felt = field.feel(&runner(40.0, 80.0));
    // 4165 · 0.5 / 50² towards the player, 4165 · 0.2 / 30² towards the object: 80 + 60 would be beyond S_max.
    assert!(close(felt.sum, DVec2::new(-0.925_555_555_555_555_6, 0.833)), "{felt:?}");
    assert!((felt.player.strength - 0.833).abs() < 1e-15 && felt.player.toward == DVec2::Y);
    assert!((felt.object.strength - 0.925_555_555_555_555_6).abs() < 1e-15 && felt.object.toward == DVec2::NEG_X);
}

#[test]
fn the_strongest_is_by_force_and_points_to_it_even_where_it_repels() {
    let mut field = map_of_the_paper();
    put_player(&mut field, 1, 0.0, 20.0, DVec3::ZERO, 50.0); // I = -0.1, D = 20: 1.04
    put_player(&mut field, 2, 0.0, -40.0, DVec3::ZERO, 100.0); // I = -0.6, D = 40: 1.56
    let felt = field.feel(&runner(40.0, 40.0));
    assert_eq!(felt.player.toward, DVec2::NEG_Y);
    assert!((felt.player.strength - 4165.0 * 0.6 / 1600.0).abs() < 1e-12);
    assert!(close(felt.sum, DVec2::new(0.0, 4165.0 * 0.6 / 1600.0 - 4165.0 * 0.1 / 400.0)));
}

#[test]
fn lengths_scale_with_the_unit_and_height_makes_distance() {
    let mut field = InterestField::with(InterestParams { unit: 0.1, radius: 60.0, ..Default::default() });
    put_object(&mut field, 1, 3.0, 0.0, 100.0);
    let felt = field.feel(&runner(4.0, 50.0));
    assert!(close(felt.sum, DVec2::X * (4165.0 * 0.5 / 900.0)), "3 m are 30 units: {felt:?}");
    field.remove_object(1).unwrap();
    // 3-4-5 in space: the force of 50 units, of which 3/5 is horizontal.
    let above = InterestObject { position: DVec3::new(3.0, 4.0, 0.0), value: 100.0, present: true };
    field.set_object(1, &above).unwrap();
    let felt = field.feel(&runner(4.0, 50.0));
    assert!(close(felt.sum, DVec2::X * (4165.0 * 0.5 / 2500.0 * 0.6)), "{felt:?}");
    assert_eq!(felt.object.toward, DVec2::X);
}

#[test]
fn who_stands_on_an_object_is_not_thrown_away_by_it() {
    let mut field = map_of_the_paper();
    put_object(&mut field, 1, 0.25, 0.0, 100.0);
    put_object(&mut field, 2, 0.0, 0.0, 100.0);
    let felt = field.feel(&runner(40.0, 0.0));
    assert!(
        close(felt.sum, DVec2::X * 4165.0),
        "closer than a unit is a unit, without direction it is nothing: {felt:?}"
    );
}

#[test]
fn eq_13_aims_ahead_of_a_moving_player() {
    let mut field = map_of_the_paper();
    // 0.356 · 5 · 50 / 10 = 8.9.
    assert!(close(field.lead(10.0, DVec2::X * 5.0, 50.0), DVec2::X * 8.9));
    assert_eq!(field.lead(10.0, DVec2::ZERO, 50.0), DVec2::ZERO);
    // Whoever is slow or stands does not aim at nowhere.
    assert!(close(field.lead(1.0, DVec2::Y * 5.0, 50.0), DVec2::Y * 50.0));
    assert!(close(field.lead(0.0, DVec2::Y * 5.0, 50.0), DVec2::Y * 50.0));
    assert_eq!(field.lead(0.0, DVec2::ZERO, 50.0), DVec2::ZERO);

    put_player(&mut field, 1, 0.0, 50.0, DVec3::X * 5.0, 30.0);
    let felt = field.feel(&runner(10.0, 80.0));
    // The magnitude is that of 50 units, the direction that of (8.9, 50), whose length is the root of 2579.21.
    let length = 50.785_923_246_506_016;
    assert!(close(felt.sum, DVec2::new(0.833 * 8.9 / length, 0.833 * 50.0 / length)), "{felt:?}");
}

#[test]
fn other_players_are_dead_reckoned_to_the_time_of_the_slice() {
    let mut field = map_of_the_paper();
    field.params.lead = 0.0;
    put_player(&mut field, 1, 0.0, 50.0, DVec3::new(0.0, 9.0, -10.0), 30.0);
    // Seen one second before the runner's update, and half a second has passed since: 15 m nearer, at the same height.
    let felt = field.feel(&Viewer { time: SECOND, elapsed: 0.5, ..runner(10.0, 80.0) });
    assert!(close(felt.sum, DVec2::Y * (4165.0 * 0.5 / (35.0 * 35.0))), "{felt:?}");
    // An update that is newer than the slice is taken back.
    let felt = field.feel(&Viewer { time: -SECOND, ..runner(10.0, 80.0) });
    assert!(close(felt.sum, DVec2::Y * (4165.0 * 0.5 / 3600.0)), "{felt:?}");
    // Nobody is carried on for ever.
    let felt = field.feel(&Viewer { time: 1000 * SECOND, ..runner(10.0, 80.0) });
    assert!(close(felt.sum, DVec2::NEG_Y * (4165.0 * 0.5 / (110.0 * 110.0))), "{felt:?}");
}

#[test]
fn states_beyond_full_count_as_full() {
    let mut field = map_of_the_paper();
    put_player(&mut field, 1, 0.0, 50.0, DVec3::ZERO, 250.0);
    put_object(&mut field, 1, 30.0, 0.0, 60.0);
    assert_eq!(field.feel(&runner(40.0, 180.0)), Felt::default());
}

#[test]
fn eq_12_inertia_fades_the_sooner_the_nearer_somebody_is() {
    let somebody = |own| Viewer { own, ..runner(40.0, 50.0) };
    assert_eq!(map_of_the_paper().fading_slices(&somebody(None)), 10, "nobody at all");
    for (distance, slices) in
        [(0.0, 1), (7.0, 1), (19.9, 1), (25.0, 2), (99.0, 9), (101.0, 10), (500.0, 10), (700.0, 10)]
    {
        let mut field = map_of_the_paper();
        put_object(&mut field, 1, 0.0, -distance, 0.0);
        assert_eq!(field.fading_slices(&somebody(None)), slices, "object at {distance}");
        let mut field = map_of_the_paper();
        put_player(&mut field, 4, distance, 0.0, DVec3::ZERO, 50.0);
        assert_eq!(field.fading_slices(&somebody(None)), slices, "player at {distance}");
        assert_eq!(field.fading_slices(&somebody(Some(Key::Player(4)))), 10, "nobody is near itself");
    }
}

#[test]
fn eq_11_inertia_fades_linearly_over_m_slices() {
    let mut field = map_of_the_paper();
    put_object(&mut field, 1, 0.0, 60.0, 100.0);
    for m in 1..=10 {
        let walk = walk(runner(40.0, 0.0), m, 0.0, 0.0);
        let (mut at, mut turned) = (DVec2::ZERO, false);
        for j in 0..14 {
            // F = 4165 / D² towards (0, 60), |F_0| = 1 along x.
            let to = DVec2::new(0.0, 60.0) - at;
            let pull = to * (4165.0 / (to.length() * to.length() * to.length()));
            let share = if j < m { f64::from(j) / f64::from(m) } else { 1.0 };
            let direction = (DVec2::X * (1.0 - share) + pull * share).normalize();
            // Within a slice the path is straight.
            let half_way = at + direction * 5.0;
            let time = 0.25 * f64::from(j);
            assert!((displaced(&walk, &field, time + 0.125) - half_way).length() < 1e-10, "m {m}, slice {j}");
            at += direction * 10.0;
            assert!((displaced(&walk, &field, time + 0.25) - at).length() < 1e-10, "m {m}, slice {j}");
            let velocity = DVec2::X * 40.0 + walk.course(&field, time + 0.25).change;
            assert!((velocity - direction * 40.0).length() < 1e-10, "m {m}, slice {j}");
            turned |= direction.x < 0.0;
        }
        assert!(turned, "m {m}");
    }
}

#[test]
fn the_speed_is_constant() {
    let mut field = map_of_the_paper();
    put_object(&mut field, 1, 10.0, 40.0, 100.0);
    put_player(&mut field, 2, 80.0, -50.0, DVec3::new(-20.0, 0.0, 5.0), 20.0);
    for preference in [-70.0, 0.0, 40.0] {
        let walk = walk(runner(40.0, 60.0), 2, preference, 0.0);
        for j in 0..64 {
            let (a, b) = (0.25 * f64::from(j), 0.25 * f64::from(j + 1));
            let step = displaced(&walk, &field, b) - displaced(&walk, &field, a);
            assert!((step.length() - 10.0).abs() < 1e-9, "slice {j}: {step}");
            let velocity = DVec2::X * 40.0 + walk.course(&field, b).change;
            assert!((velocity.length() - 40.0).abs() < 1e-9, "slice {j}");
        }
    }
}

#[test]
fn preference_turns_the_resultant_by_its_share_of_the_angle() {
    let half = core::f64::consts::FRAC_1_SQRT_2;
    let toward = |x, y| Strongest { strength: 0.5, toward: DVec2::new(x, y) };
    let felt = Felt { sum: DVec2::X * 3.0, object: toward(0.0, 1.0), player: toward(0.0, -1.0) };
    for (preference, x, y) in [
        (0.0, 1.0, 0.0),
        (-100.0, 0.0, 1.0),
        (-50.0, half, half),
        (100.0, 0.0, -1.0),
        (50.0, half, -half),
        (100.0 / 3.0, 0.866_025_403_784_438_6, -0.5),
    ] {
        let turned = preferred(&felt, felt.sum, preference);
        assert!(close(turned, DVec2::new(x, y) * 3.0), "E {preference}: {turned}");
    }
    // Exactly opposite: always the same way round, whatever the sign of zero.
    for zero in [0.0, -0.0] {
        let felt = Felt { sum: DVec2::new(2.0, zero), player: toward(-1.0, zero), ..felt };
        assert!(close(preferred(&felt, felt.sum, 50.0), DVec2::Y * 2.0));
        assert!(close(preferred(&felt, felt.sum, 100.0), DVec2::NEG_X * 2.0));
    }
    // Nobody of the kind is felt.
    let felt = Felt { object: Strongest::default(), ..felt };
    assert_eq!(preferred(&felt, felt.sum, -100.0), felt.sum);
}

/// Tank B of fig. 1 drives along x, weak, between the strong tank A ahead on one side and object C on the other.
#[test]
fn fig_1_dead_reckoning_flight_to_the_object_and_attack_all_the_same() {
    let mut field = map_of_the_paper();
    let (tank, object) = (DVec2::new(60.0, -50.0), DVec2::new(50.0, 60.0));
    put_player(&mut field, 1, tank.x, tank.y, DVec3::ZERO, 100.0);
    put_object(&mut field, 1, object.x, object.y, 80.0);
    let end = |preference| displaced(&walk(runner(40.0, 20.0), 5, preference, 0.0), &field, 2.0);
    let (path_1, path_3, path_4) = (DVec2::X * 80.0, end(0.0), end(100.0));
    assert!(path_3.y > 20.0 && (path_3 - object).length() < (path_1 - object).length(), "picks the object: {path_3}");
    assert!((path_3 - tank).length() > (path_1 - tank).length(), "away from the stronger tank: {path_3}");
    assert!(path_4.y < -20.0 && (path_4 - tank).length() < (path_1 - tank).length(), "a killer attacks: {path_4}");
    assert!((path_4 - object).length() > (path_1 - object).length(), "and leaves the object: {path_4}");
}

#[test]
fn the_hybrid_method_starts_where_dead_reckoning_is_at_the_threshold() {
    let mut field = map_of_the_paper();
    put_object(&mut field, 1, 40.0, 60.0, 100.0);
    let hybrid = walk(runner(40.0, 0.0), 1, 0.0, 0.5);
    for delta in [0.1, 0.25, 0.5] {
        assert_eq!(hybrid.course(&field, delta), Course::default());
    }
    // From (20, 0): slices are counted from the update, so with m = 1 there is no inertia left.
    let to = DVec2::new(20.0, 60.0);
    let at = DVec2::X * 20.0 + to.normalize() * 10.0;
    assert!((displaced(&hybrid, &field, 0.75) - at).length() < 1e-12);
    assert!((displaced(&hybrid, &field, 0.5 + 1e-9) - DVec2::X * 20.0).length() < 1e-7, "no jump");
    // A threshold within a slice: that slice goes on from there with its own share of inertia (j = 1 of m = 2).
    let hybrid = walk(runner(40.0, 0.0), 2, 0.0, 0.3);
    let to = DVec2::new(28.0, 60.0);
    let pull = to * (4165.0 / (to.length() * to.length() * to.length()));
    let direction = (DVec2::X * 0.5 + pull * 0.5).normalize();
    let at = DVec2::X * 12.0 + direction * 40.0 * 0.2;
    assert!((displaced(&hybrid, &field, 0.5) - at).length() < 1e-12);
}

#[test]
fn without_any_force_the_direction_stays() {
    let mut field = map_of_the_paper();
    put_object(&mut field, 1, 40.0, 60.0, 100.0);
    assert_eq!(walk(runner(40.0, 100.0), 1, -100.0, 0.0).course(&field, 3.0), Course::default(), "nothing is needed");
    assert_eq!(walk(runner(0.0, 0.0), 1, 0.0, 0.0).course(&field, 3.0), Course::default(), "who stands, stands");
    // Beyond the radius nobody is felt; the last direction is kept from there on.
    field.params.radius = 75.0;
    put_object(&mut field, 1, -30.0, 0.0, -100.0);
    let walk = walk(runner(40.0, 100.0), 1, 0.0, 0.0);
    assert!(displaced(&walk, &field, 9.0).x > 300.0);
    put_object(&mut field, 1, 30.0, 40.0, -100.0);
    let (leaves, later) = (walk.course(&field, 4.0).change, walk.course(&field, 9.0).change);
    assert!(leaves != DVec2::ZERO && leaves == later, "{leaves} {later}");
}

#[test]
fn forces_are_felt_for_16_seconds() {
    let mut field = map_of_the_paper();
    put_object(&mut field, 1, 0.0, 100.0, 100.0);
    for slice in [0.25, 0.125, 0.01] {
        field.params.slice = slice;
        let walk = walk(runner(40.0, 0.0), 10, 0.0, 0.0);
        let velocity = |delta| DVec2::X * 40.0 + walk.course(&field, delta).change;
        let at = |delta| displaced(&walk, &field, delta);
        assert_ne!(velocity(16.0 - slice), velocity(16.0), "slice {slice}");
        assert_eq!(velocity(16.0), velocity(1e6), "slice {slice}");
        let straight_on = at(16.0) + velocity(16.0) * 84.0;
        assert!((at(100.0) - straight_on).length() < 1e-9, "slice {slice}");
    }
}

#[test]
fn shorter_slices_come_nearer_to_the_limit_of_no_slices_at_all() {
    let mut field = map_of_the_paper();
    put_object(&mut field, 1, 0.0, 100.0, 100.0);
    // Inertia fades over 2.5 s whatever Δt. At 4 s a slice of 0.05 s is its 80th, one of 0.02 s its 200th.
    let mut end = |slice: f64| {
        field.params.slice = slice;
        displaced(&walk(runner(40.0, 0.0), (2.5 / slice) as u32, 0.0, 0.0), &field, 4.0)
    };
    let limit = end(0.01);
    let errors = [0.25, 0.125, 0.05, 0.02].map(|slice| (end(slice) - limit).length());
    assert!(errors.is_sorted_by(|a, b| a > b), "{errors:?}");
    assert!(errors[3] < 0.1 * errors[0], "{errors:?}");
}

#[test]
fn eq_13_has_two_readings() {
    let mut field = map_of_the_paper();
    let led = |field: &InterestField, own: f64| field.lead(own, DVec2::Y * 20.0, 50.0);
    assert!(close(led(&field, 40.0), DVec2::Y * (0.356 * 20.0 * 50.0 / 40.0)));
    field.params.lead_by = LeadBy::BothSpeeds;
    assert!(close(led(&field, 40.0), DVec2::Y * (0.356 * 20.0 * 50.0 / 60.0)));
    // Nobody is led by more than the distance, also where A stands.
    assert!(close(led(&field, 0.0), DVec2::Y * (0.356 * 50.0)));
    field.params.lead = 3.0;
    assert!(close(led(&field, 0.0), DVec2::Y * 50.0));
    assert_eq!(field.lead(0.0, DVec2::ZERO, 50.0), DVec2::ZERO);
}

#[test]
fn preference_turns_the_forces_or_what_inertia_makes_of_them() {
    let mut field = map_of_the_paper();
    put_object(&mut field, 1, 0.0, 60.0, 100.0);
    // A collector (E = -100) at the origin, who runs along x with m = 2; the object is its only force.
    let collector = walk(runner(40.0, 0.0), 2, -100.0, 0.0);
    let direction =
        |field: &InterestField, delta: f64| (DVec2::X * 40.0 + collector.course(field, delta).change) / 40.0;
    // Of the forces: they point at the object already, so that inertia bends the way as without a preference.
    let plain = walk(runner(40.0, 0.0), 2, 0.0, 0.0);
    assert_eq!(collector.course(&field, 0.5), plain.course(&field, 0.5));
    assert_eq!(direction(&field, 0.25), DVec2::X);
    // Of the result: all of the angle between it and the object, from slice 0 on.
    field.params.preference_turns = PreferenceTurns::Result;
    assert!(close(direction(&field, 0.25), DVec2::Y));
    // Half of it with E = -50: 45° in slice 0.
    let half = walk(runner(40.0, 0.0), 2, -50.0, 0.0);
    let turned = (DVec2::X * 40.0 + half.course(&field, 0.25).change) / 40.0;
    assert!(close(turned, DVec2::splat(core::f64::consts::FRAC_1_SQRT_2)), "{turned}");
    assert_eq!(plain.course(&field, 0.25), Course::default(), "without a preference slice 0 is inertia alone");
}

#[test]
fn players_feel_their_own_company_and_objects() {
    let mut field = map_of_the_paper();
    put_object(&mut field, 1, 0.0, 60.0, 100.0);
    put_player(&mut field, 1, 20.0, 0.0, DVec3::ZERO, 10.0);
    let key = Key::Player(2);
    let beside =
        Body { key, position: on_ground(0.0, -30.0), velocity: DVec3::ZERO, time: 0, amount: 10.0, company: Some(9) };
    field.grid.insert(beside);
    let of = |company| Viewer { company, ..runner(40.0, 50.0) };
    let toward = |company| field.feel(&of(company)).player.toward;
    assert_eq!([toward(None), toward(Some(9)), toward(Some(8))], [DVec2::X, DVec2::NEG_Y, DVec2::ZERO]);
    assert_eq!([None, Some(9), Some(8)].map(|c| field.fading_slices(&of(c))), [2, 3, 6]);
    assert_eq!(field.feel(&of(Some(8))).object.toward, DVec2::Y);
}

#[test]
fn only_the_two_models_follow_the_scheme() {
    let following: Vec<Model> = Model::ALL.into_iter().filter(|model| model.feels_others()).collect();
    assert_eq!(following, [Model::Interest, Model::Hybrid]);
}
