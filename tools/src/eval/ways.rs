//! Where the ways of a level lead: the form in which the pheromone of items and places helps a prediction.
//!
//! Items and some places spread over the level are goals. Their scent falls by the same factor with every metre walked, so that
//! the way along it is the shortest one. Somebody in a cell who heads somewhere may be on the way to any of them, the more
//! likely the better the way begins along the heading; where these ways have led after a while, on average, is the [`Lead`].
//! It depends on cell and heading only, so it is computed once per level and read in a few steps.
mod roads;

pub use roads::{HORIZONS, Hops, Lead, Roads};

use antreckon::base::math::{DVec2, DVec3};
use antreckon::world::{CellIndex, World};

/// Places that are goals beside the items.
pub const PLACES: usize = 32;
/// Headings told apart; between them leads are interpolated.
const HEADINGS: usize = 8;
/// How much the heading counts: a way that begins along it is e^(2·2.5) times as likely as one that begins against it.
const HEED: f64 = 2.5;
/// Leads of every cell of a level.
pub struct Ways {
    cells: Vec<CellIndex>,
    v_max: f64,
    /// Per cell: for somebody without a heading, then for each of [`HEADINGS`].
    leads: Vec<[[[f32; 2]; HORIZONS.len()]; HEADINGS + 1]>,
}

impl Ways {
    /// The ways to these goals, for somebody of `v_max` m/s.
    pub fn to(roads: &Roads, goals: &[Hops], v_max: f64) -> Self {
        let lead =
            |walks: &[Lead], heading: DVec2| lead(walks, heading).map(|displacement| displacement.as_vec2().to_array());
        let leads = (0..roads.len())
            .map(|cell| {
                let walks: Vec<Lead> = goals.iter().filter_map(|hops| roads.walk(hops, cell, v_max)).collect();
                std::array::from_fn(|i| match i.checked_sub(1) {
                    None => lead(&walks, DVec2::ZERO),
                    Some(i) => lead(&walks, DVec2::from_angle(i as f64 / HEADINGS as f64 * core::f64::consts::TAU)),
                })
            })
            .collect();
        Self { cells: roads.cells().to_vec(), v_max, leads }
    }

    /// Where the ways lead somebody at a place with a velocity (m/s), metres; `None` off the level.
    pub fn lead(&self, world: &World, place: DVec3, velocity: DVec2) -> Option<Lead> {
        let leads = &self.leads[self.cells.binary_search(&world.cell_at(place)?).ok()?];
        let turns = velocity.y.atan2(velocity.x) / core::f64::consts::TAU * HEADINGS as f64;
        let below = turns.floor();
        let between = turns - below;
        let slot = |heading: f64| 1 + heading.rem_euclid(HEADINGS as f64) as usize % HEADINGS;
        let brisk = (velocity.length() / self.v_max).min(1.0);
        let weights = [(0, 1.0 - brisk), (slot(below), brisk * (1.0 - between)), (slot(below + 1.0), brisk * between)];
        Some(std::array::from_fn(|h| {
            let mean = weights.iter().map(|&(i, weight)| DVec2::from(leads[i][h].map(f64::from)) * weight);
            mean.sum::<DVec2>() * self.v_max
        }))
    }
}

/// Mean of walks, each weighed by how well its beginning fits the heading (of length 1 or less: the shorter, the less it counts).
pub fn lead(walks: &[Lead], heading: DVec2) -> Lead {
    let (mut sum, mut all) = ([DVec2::ZERO; HORIZONS.len()], 0.0);
    for walk in walks {
        let weight = (HEED * walk[0].normalize_or_zero().dot(heading)).exp();
        all += weight;
        for (sum, displacement) in sum.iter_mut().zip(walk) {
            *sum += *displacement * weight;
        }
    }
    if all > 0.0 { sum.map(|sum| sum / all) } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;
    use antreckon::world::{GridInput, WorldParams};

    /// Open cells of 1 m by rows; row 0 has the lowest z.
    fn grid(rows: &[&str]) -> World {
        let blocked: Vec<u8> = rows.iter().flat_map(|row| row.bytes().map(|b| u8::from(b == b'#'))).collect();
        let input = GridInput {
            width: rows[0].len() as u32,
            depth: rows.len() as u32,
            floors: 1,
            corner: DVec3::ZERO,
            floor_height: 0.0,
            blocked: &blocked,
            heights: &[],
            areas: &[],
        };
        World::from_grid(&WorldParams { cell_size: 1.0, ..WorldParams::default() }, &input).unwrap()
    }

    fn at(x: f64, z: f64) -> DVec3 {
        DVec3::new(x, 0.0, z)
    }

    fn number(world: &World, roads: &Roads, x: f64, z: f64) -> usize {
        roads.number(world.cell_at(at(x, z)).unwrap()).unwrap()
    }

    #[test]
    fn a_walk_goes_around_a_wall_at_the_given_speed() {
        // From the lower left corner over the gap at the right to the upper left one: 2 m right, 2 m up, 2 m left.
        let world = grid(&["...", "##.", "..."]);
        let roads = Roads::of(&world);
        let hops = roads.towards(number(&world, &roads, 0.5, 2.5));
        let lead = roads.walk(&hops, number(&world, &roads, 0.5, 0.5), 1.0).unwrap();
        let expected = [(0.25, 0.0), (0.5, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 2.0)];
        for (displacement, (x, z)) in lead.iter().zip(expected) {
            assert!((*displacement - DVec2::new(x, z)).length() < 1e-6, "{lead:?}");
        }
    }

    #[test]
    fn diagonal_steps_need_both_corners_free() {
        let world = grid(&["..", ".."]);
        let roads = Roads::of(&world);
        let lead = roads.walk(&roads.towards(number(&world, &roads, 1.5, 1.5)), number(&world, &roads, 0.5, 0.5), 1.0);
        let half = core::f64::consts::FRAC_1_SQRT_2;
        assert!((lead.unwrap()[2] - DVec2::splat(half)).length() < 1e-6, "straight across");
        let world = grid(&[".#", ".."]);
        let roads = Roads::of(&world);
        let lead = roads.walk(&roads.towards(number(&world, &roads, 1.5, 1.5)), number(&world, &roads, 0.5, 0.5), 1.0);
        assert!((lead.unwrap()[2] - DVec2::Y).length() < 1e-6, "around the corner");
    }

    #[test]
    fn there_is_no_way_to_what_a_wall_cuts_off() {
        let world = grid(&[".#."]);
        let roads = Roads::of(&world);
        let hops = roads.towards(number(&world, &roads, 2.5, 0.5));
        assert!(roads.walk(&hops, number(&world, &roads, 0.5, 0.5), 1.0).is_none());
        assert!(roads.walk(&hops, number(&world, &roads, 2.5, 0.5), 1.0).is_some_and(|lead| lead[4] == DVec2::ZERO));
    }

    #[test]
    fn who_heads_to_one_of_two_goals_is_led_there() {
        let world = grid(&[".........."]);
        let roads = Roads::of(&world);
        let goals = [0.5, 9.5].map(|x| roads.towards(number(&world, &roads, x, 0.5)));
        let ways = Ways::to(&roads, &goals, 1.0);
        let led = |vx: f64| ways.lead(&world, at(4.5, 0.5), DVec2::new(vx, 0.0)).unwrap()[3].x;
        // Both ways cover 2 m in 2 s; e^2.5 to e^-2.5 is tanh 2.5 of the way.
        assert!((led(1.0) - 2.0 * 2.5_f64.tanh()).abs() < 1e-5, "{}", led(1.0));
        assert!((led(-1.0) + 2.0 * 2.5_f64.tanh()).abs() < 1e-5, "{}", led(-1.0));
        assert!(led(0.0).abs() < 1e-6 && led(0.5) > 0.0 && led(0.5) < led(1.0));
        assert!(ways.lead(&world, at(40.0, 0.5), DVec2::X).is_none());
    }

    #[test]
    fn headings_between_those_of_the_table_are_interpolated() {
        let rows = ["........."; 9];
        let world = grid(&rows);
        let roads = Roads::of(&world);
        let goals: Vec<Hops> = roads.spread(PLACES).into_iter().map(|goal| roads.towards(goal)).collect();
        let ways = Ways::to(&roads, &goals, 2.0);
        let walks = |heading: f64| ways.lead(&world, at(4.5, 4.5), DVec2::from_angle(heading) * 2.0).unwrap()[2];
        let step = core::f64::consts::TAU / HEADINGS as f64;
        let middle = walks(2.5 * step);
        assert!((middle - (walks(2.0 * step) + walks(3.0 * step)) / 2.0).length() < 1e-6, "{middle}");
        assert!(middle.dot(DVec2::from_angle(2.5 * step)) > 0.5, "{middle}");
    }

    #[test]
    fn spread_places_are_far_from_each_other() {
        let world = grid(&["........................................."]);
        let roads = Roads::of(&world);
        let x = |n: usize| roads.centre(n).x;
        let mut places: Vec<f64> = roads.spread(5).into_iter().map(x).collect();
        places.sort_by(f64::total_cmp);
        assert_eq!(places, [0.5, 10.5, 20.5, 30.5, 40.5]);
    }
}
