//! Jump pads, which hosts know and traces do not name: places that throw everybody the same way.
use super::course::{Course, Fix};
use antreckon::base::math::DVec3;

/// Least change of velocity that counts as being thrown, m/s.
const THROWN: f64 = 8.0;
/// How near launches of one pad begin, metres: the way of two frames.
const NEAR: f64 = 4.0;
/// How alike their velocities are, m/s.
const ALIKE: f64 = 1.5;
/// Launches that make a pad.
const LAUNCHES: usize = 3;
/// A launch is seen in several frames.
const FRAMES: usize = 10;

/// Somebody is thrown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Launch {
    pub(super) frame: usize,
    from: DVec3,
    pub(super) velocity: DVec3,
}

/// When pads throw each player.
pub(super) fn launches(courses: &[Course]) -> Vec<Vec<Launch>> {
    let thrown: Vec<Vec<Launch>> = courses.iter().map(thrown).collect();
    let all: Vec<Launch> = thrown.concat();
    let same = |a: &Launch, b: &Launch| a.from.distance(b.from) < NEAR && a.velocity.distance(b.velocity) < ALIKE;
    let by_pad = |launch: &Launch| all.iter().filter(|other| same(launch, other)).count() >= LAUNCHES;
    thrown.iter().map(|own| own.iter().copied().filter(by_pad).collect()).collect()
}

/// All sudden changes of velocity of a player, each at its first frame.
fn thrown(course: &Course) -> Vec<Launch> {
    let mut found: Vec<Launch> = Vec::new();
    for frame in 1..course.frames().saturating_sub(1) {
        let fixes = [frame - 1, frame, frame + 1].map(|k| course.fix(k));
        let [Some(before), Some(_), Some(after)] = fixes else { continue };
        let recent = found.last().is_some_and(|last| frame < last.frame + FRAMES);
        if before.run == after.run && !recent && faster(before, after) {
            found.push(Launch { frame, from: before.position, velocity: after.velocity });
        }
    }
    found
}

fn faster(before: &Fix, after: &Fix) -> bool {
    after.velocity.distance(before.velocity) > THROWN && after.velocity.length() > before.velocity.length()
}
