//! What a driver wants: the best of things, enemies, flight and a stroll, each by its use and discounted by the way there.
//! Nothing here knows of forces, interests or the equations of the scheme that is measured.
use super::game::{Game, REFILL, TANKS};
use antreckon::base::math::DVec2;

/// What a driver is after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Goal {
    /// A thing to take, by number.
    Pickup(usize),
    /// A tank to fight, by number.
    Enemy(usize),
    /// A place to be at: away from enemies, or just somewhere else.
    Place(DVec2),
}

/// Ways of this length halve what is at their end, units.
const HALVING: f64 = 160.0;
/// Minds are not made up to the last digit: deviation of the logarithm of a use.
const WHIM: f64 = 0.25;
/// What is already pursued counts so much more.
const LOYALTY: f64 = 1.6;

/// Chooses a goal and the way to it.
pub(super) fn think(game: &mut Game<'_>, i: usize) {
    let mut best = (0.0, Goal::Place(DVec2::ZERO));
    for (goal, use_of_it) in options(game, i) {
        let loyal = if goal == game.tanks[i].goal { LOYALTY } else { 1.0 };
        let use_of_it = use_of_it * loyal * (WHIM * game.random.normal()).exp();
        if use_of_it > best.0 {
            best = (use_of_it, goal);
        }
    }
    let goal = best.1;
    let place = match goal {
        Goal::Pickup(pickup) => game.pickups[pickup].position,
        Goal::Enemy(enemy) => game.seen_by(i).tanks[enemy].position,
        Goal::Place(place) => place,
    };
    let way = game.arena.way(game.tanks[i].state.position, place);
    (game.tanks[i].goal, game.tanks[i].way) = (goal, way);
}

/// All goals with their uses.
fn options(game: &mut Game<'_>, i: usize) -> Vec<(Goal, f64)> {
    let (state, drive) = (game.tanks[i].state, game.tanks[i].drive);
    let near = |place: DVec2| (-(place - state.position).length() / HALVING * std::f64::consts::LN_2).exp();
    let (collects, kills) = (0.55 - 0.45 * drive, 0.55 + 0.45 * drive);
    let mut options = Vec::new();
    let seen = game.seen_by(i).clone();
    for (pickup, lying) in seen.pickups.iter().enumerate().filter(|(_, lying)| lying.present) {
        let has = if lying.repairs { state.life } else { state.ammunition };
        let gain = (100.0 - has).min(REFILL) / REFILL;
        // What is nearly used up is worth most.
        let need = 1.5 - has / 100.0;
        options.push((Goal::Pickup(pickup), 2.0 * collects * gain * need * near(lying.position)));
    }
    let mut danger = (0.0, DVec2::ZERO);
    for (enemy, other) in seen.tanks.iter().enumerate().filter(|(j, _)| *j != i && *j < TANKS) {
        if other.incarnation.is_none() {
            continue;
        }
        let edge = (state.state() - other.state()) / 100.0;
        let armed = if state.ammunition < 10.0 { 0.1 } else { 1.0 };
        options.push((Goal::Enemy(enemy), 1.6 * kills * armed * (0.6 + edge) * near(other.position)));
        let threat = (-edge - 0.1) * near(other.position) * (1.0 - 0.6 * drive);
        if threat > danger.0 {
            danger = (threat, other.position);
        }
    }
    if danger.0 > 0.0 {
        // The farthest from the enemy of a few places that come to mind.
        let places: Vec<DVec2> = (0..5).map(|_| game.arena.anywhere(&mut game.random)).collect();
        let farthest = places
            .into_iter()
            .max_by(|a, b| (*a - danger.1).length_squared().total_cmp(&(*b - danger.1).length_squared()));
        options.extend(farthest.map(|place| (Goal::Place(place), 1.2 * danger.0)));
    }
    // A stroll, and the one that is under way.
    let stroll = game.arena.anywhere(&mut game.random);
    options.push((Goal::Place(stroll), 0.12));
    if let goal @ Goal::Place(_) = game.tanks[i].goal
        && !game.tanks[i].way.is_empty()
    {
        options.push((goal, 0.2));
    }
    options
}
