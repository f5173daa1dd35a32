//! Players that walk through walls.
use super::course::Course;
use antreckon::base::Result;
use antreckon::base::math::{DVec3, ground};
use antreckon::base::random::Random;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::net::plausibility::{JudgeContext, Limits};
use antreckon::net::{Plausibility, PlausibilityParams, Sequence, Update};
use antreckon::world::{AreaFilter, Path, PathScratch, PathStatus, World};

/// Walls that are walked through per match.
const TRIES: usize = 200;
/// Places that are looked at for each.
const LOOKS: usize = 50;
/// Farthest goal, metres.
const FAR: f64 = 10.0;
/// Height of a body's middle above the floor, metres: 24 units.
const HEIGHT: f64 = 0.6;

/// Share found of those tried.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Crossings {
    pub(super) tried: usize,
    /// With an update every 100 ms.
    pub(super) found: usize,
    /// With one update before the wall and one behind it.
    pub(super) found_by_two: usize,
}

/// Walks straight through walls from where players stood.
pub(super) fn cross(world: &World, courses: &[Course], limits: &Limits, seed: u64) -> Result<Crossings> {
    let mut random = Random(seed);
    let mut crossings = Crossings::default();
    for number in 0..TRIES as u32 {
        let Some([from, to]) = (0..LOOKS).find_map(|_| way_through(world, courses, &mut random)) else { continue };
        let steps = ((to - from).length() / limits.v_max * 10.0).ceil().max(1.0) as usize;
        crossings.tried += 1;
        crossings.found += usize::from(is_found(world, limits, number, from, to, steps, 1)?);
        crossings.found_by_two += usize::from(is_found(world, limits, number, from, to, steps, steps)?);
    }
    Ok(crossings)
}

/// From a place where somebody stood to one behind a wall, to which the way around is long.
fn way_through(world: &World, courses: &[Course], random: &mut Random) -> Option<[DVec3; 2]> {
    let course = &courses[random.below(courses.len())];
    let fix = course.fix(random.below(course.frames())).filter(|fix| !fix.airborne)?;
    let start = world.locate(fix.position)?;
    let angle = random.unit() * core::f64::consts::TAU;
    let far = 2.0 + random.unit() * (FAR - 2.0);
    let goal = world.locate(fix.position + far * DVec3::new(angle.cos(), 0.0, angle.sin()))?;
    let hit = world.line_of_walk(&start, goal.point, &AreaFilter::default(), true);
    let behind = ground(goal.point - hit.point).length();
    let (mut search, mut path) = (PathScratch::default(), Path::default());
    let around = match world.path(start.point, goal.point, &AreaFilter::default(), &mut search, &mut path) {
        Ok(PathStatus::Complete) => {
            path.points.windows(2).map(|leg| (leg[1].position - leg[0].position).length()).sum()
        }
        _ => f64::INFINITY,
    };
    let up = DVec3::Y * HEIGHT;
    (behind > 1.0 && around > 2.0 * far + 5.0).then_some([start.point + up, goal.point + up])
}

fn is_found(
    world: &World,
    limits: &Limits,
    number: u32,
    from: DVec3,
    to: DVec3,
    steps: usize,
    every: usize,
) -> Result<bool> {
    let mut judge = Plausibility::new(&PlausibilityParams::default(), limits)?;
    let mut rules = 0;
    for step in (0..=steps).step_by(every) {
        let time = step as Nanos * (SECOND / 10);
        let update = Update {
            sequence: Sequence(step as u16),
            ..Update::at(number, time, from.lerp(to, step as f64 / steps as f64))
        };
        rules |= judge.judge(&update, time, JudgeContext { world: Some(world), expected: None })?.rules;
    }
    Ok(rules != 0)
}
