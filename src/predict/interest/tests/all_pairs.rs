//! The paths that neighbours found by the grid give, against looking at everybody.

use super::*;
use proptest::prelude::*;

/// Everybody in a square of 400 units, some far above.
fn crowd() -> impl Strategy<Value = InterestField> {
    let place = || (-200.0..200.0, -30.0..30.0, -200.0..200.0);
    let player = (place(), -40.0..40.0, -40.0..40.0, 0.0..150.0, -SECOND..SECOND);
    let object = (place(), -50.0..120.0);
    let bodies = (prop::collection::vec(player, 0..40), prop::collection::vec(object, 0..60), 5.0..300.0);
    bodies.prop_map(|(players, objects, radius)| {
        let mut field = InterestField::with(InterestParams { unit: 1.0, radius, ..Default::default() });
        for (index, ((x, y, z), vx, vz, amount, time)) in players.into_iter().enumerate() {
            let velocity = DVec3::new(vx, 3.0, vz);
            let key = Key::Player(index as u32);
            field.grid.insert(Body { key, position: DVec3::new(x, y, z), velocity, time, amount, company: None });
        }
        for (id, ((x, y, z), value)) in objects.into_iter().enumerate() {
            let object = InterestObject { position: DVec3::new(x, y, z), value, present: true };
            field.set_object(id as u64, &object).unwrap();
        }
        field
    })
}

proptest! {
    #[test]
    fn what_is_felt_is_what_looking_at_all_pairs_gives_to_the_bit(
        field in crowd(),
        (x, z, life, speed, elapsed) in (-220.0..220.0, -220.0..220.0, 0.0..120.0, 0.0..60.0, 0.0..3.0),
        own in 0u32..50,
    ) {
        let own = Some(Key::Player(own));
        let viewer = Viewer { own, position: on_ground(x, z), elapsed, ..runner(speed, life) };
        let mut slow = Felt::default();
        for body in field.grid.near_slow(viewer.position, field.params.radius) {
            field.add_force(&viewer, &body, &mut slow);
        }
        let bits = |felt: &Felt| {
            let Felt { sum, player, object } = felt;
            let numbers = [sum.x, sum.y, player.strength, player.toward.x, player.toward.y];
            let objects = [object.strength, object.toward.x, object.toward.y];
            numbers.into_iter().chain(objects).map(f64::to_bits).collect::<Vec<_>>()
        };
        prop_assert_eq!(bits(&field.feel(&viewer)), bits(&slow));

        let nearest = field.grid.nearest_slow(viewer.position, field.params.radius, own);
        let slices = nearest.map_or(10, |squared| ((0.1 * squared.sqrt()) as u32).clamp(1, 10));
        prop_assert_eq!(field.fading_slices(&viewer), slices);
    }
}

/// Eq. 7 to 11 slice by slice, looking at everybody in each.
fn slow_course(walk: &Walk, field: &InterestField, delta: f64) -> Course {
    let (velocity, speed, slice) = (ground(walk.velocity), walk.viewer.speed, field.params.slice);
    let inertia = velocity / speed;
    let (mut course, mut direction, mut elapsed) = (Course::default(), inertia, walk.straight);
    let mut j = (elapsed / slice) as u32;
    while elapsed < delta {
        let end = (f64::from(j + 1) * slice).min(delta);
        let at = velocity * elapsed + course.beyond;
        let position = walk.viewer.position + DVec3::new(at.x, 0.0, at.y);
        let mut felt = Felt::default();
        for body in field.grid.near_slow(position, field.params.radius) {
            field.add_force(&Viewer { position, elapsed, ..walk.viewer }, &body, &mut felt);
        }
        if j > 0 && felt.sum != DVec2::ZERO {
            let (part, whole) = (f64::from(j), f64::from(walk.fading));
            let wanted = preferred(&felt, felt.sum, walk.preference);
            let mixed = inertia * ((whole - part) / whole) + wanted * (part / whole);
            let force = if j < walk.fading { mixed } else { wanted };
            direction = force / force.length_squared().sqrt();
        }
        course.change = (direction - inertia) * speed;
        course.beyond += course.change * (end - elapsed);
        (elapsed, j) = (end, j + 1);
    }
    course
}

proptest! {
    #[test]
    fn a_path_is_what_looking_at_everybody_in_every_slice_gives_to_the_bit(
        field in crowd(),
        (x, z, life, speed, delta) in (-220.0..220.0, -220.0..220.0, 0.0..120.0, 0.1..60.0, 0.1..8.0),
        (fading, preference, straight) in (1u32..=10, -100.0..100.0, 0.0..1.0),
    ) {
        let viewer = Viewer { own: Some(Key::Player(0)), position: on_ground(x, z), ..runner(speed, life) };
        let walk = walk(viewer, fading, preference, straight);
        let bits = |course: Course| {
            [course.beyond.x, course.beyond.y, course.change.x, course.change.y].map(f64::to_bits)
        };
        prop_assert_eq!(bits(walk.course(&field, delta)), bits(slow_course(&walk, &field, delta)));
    }
}

#[test]
fn a_crowd_too_large_to_be_gathered_is_felt_all_the_same() {
    let mut field = map_of_the_paper();
    for id in 0..700 {
        let (x, z) = ((id % 26) as f64 * 15.0 - 190.0, (id / 26) as f64 * 14.0 - 190.0);
        put_object(&mut field, id, x, z, 20.0);
    }
    let walk = walk(runner(40.0, 10.0), 3, 0.0, 0.0);
    assert_eq!(walk.course(&field, 3.0), slow_course(&walk, &field, 3.0));
    assert_ne!(walk.course(&field, 3.0), Course::default());
}
