//! The grid against looking at all bodies.

use super::*;
use proptest::prelude::*;

pub(in super::super) fn body(key: Key, position: DVec3) -> Body {
    Body { key, position, velocity: DVec3::ZERO, time: 0, amount: 1.0, company: None }
}

impl Grid {
    /// Slow reference: all bodies in the promised order.
    pub(in super::super) fn all(&self) -> Vec<Body> {
        let mut nodes: Vec<_> = self.nodes.iter().filter(|node| node.live).collect();
        nodes.sort_by_key(|node| (self.cell(node.body.position), node.body.key));
        nodes.into_iter().map(|node| node.body).collect()
    }

    /// Slow reference of [`Grid::near`].
    pub(in super::super) fn near_slow(&self, centre: DVec3, radius: f64) -> Vec<Body> {
        let mut all = self.all();
        all.retain(|body| (body.position - centre).length_squared() <= radius * radius);
        all
    }

    /// Slow reference of [`Grid::nearest_squared`].
    pub(in super::super) fn nearest_slow(&self, centre: DVec3, limit: f64, own: Option<Key>) -> Option<f64> {
        let others = self.all().into_iter().filter(|body| Some(body.key) != own);
        let squared = others.map(|body| (body.position - centre).length_squared());
        squared.filter(|d| *d <= limit * limit).min_by(f64::total_cmp)
    }
}

fn keys(grid: &Grid, centre: DVec3, radius: f64) -> Vec<Key> {
    let mut keys = Vec::new();
    grid.near(centre, radius, |body| keys.push(body.key));
    keys
}

#[test]
fn neighbours_come_row_by_row_players_first() {
    let mut grid = Grid::new(10.0);
    let places = [
        (Key::Object(7), 1.0, 1.0),
        (Key::Player(3), 2.0, 2.0),
        (Key::Player(9), 2.0, -1.0),
        (Key::Object(2), 3.0, 3.0),
        (Key::Player(1), 11.0, 1.0),
    ];
    for (key, x, z) in places {
        grid.insert(body(key, DVec3::new(x, 0.0, z)));
    }
    let order = [Key::Player(9), Key::Player(3), Key::Object(2), Key::Object(7), Key::Player(1)];
    assert_eq!(keys(&grid, DVec3::ZERO, 20.0), order);
    assert_eq!(keys(&grid, DVec3::ZERO, 4.0), [Key::Player(9), Key::Player(3), Key::Object(7)]);
}

#[test]
fn height_counts_for_the_distance() {
    let mut grid = Grid::new(10.0);
    grid.insert(body(Key::Object(1), DVec3::new(0.0, 5.0, 0.0)));
    assert_eq!(keys(&grid, DVec3::ZERO, 4.9), []);
    assert_eq!(keys(&grid, DVec3::ZERO, 5.0), [Key::Object(1)]);
    assert_eq!(grid.nearest_squared(DVec3::ZERO, 10.0, |_| true), Some(25.0));
    assert_eq!(grid.nearest_squared(DVec3::ZERO, 10.0, |body| body.key != Key::Object(1)), None);
    assert_eq!(grid.nearest_squared(DVec3::ZERO, 4.0, |_| true), None);
}

#[test]
fn places_beyond_the_range_of_cells_are_found_all_the_same() {
    let far = DVec3::new(1e12, 0.0, -1e12);
    let mut grid = Grid::new(0.0005);
    grid.insert(body(Key::Player(0), far));
    assert_eq!(keys(&grid, far, 0.001), [Key::Player(0)]);
    assert_eq!(grid.nearest_squared(far, 0.001, |_| true), Some(0.0));
}

proptest! {
    #[test]
    fn the_grid_finds_what_looking_at_all_finds_in_the_same_order(
        steps in prop::collection::vec((0u32..40, 0u8..4, -50.0..50.0, -9.0..9.0, -50.0..50.0), 1..200),
        (x, z, radius, edge) in (-60.0..60.0, -60.0..60.0, 0.1..40.0, 0.5..30.0),
        shift in -100.0..100.0,
    ) {
        let mut grid = Grid::new(edge);
        let mut slots = [None; 40];
        for (who, what, x, y, z) in steps {
            let key = if who % 2 == 0 { Key::Player(who) } else { Key::Object(1000 - who as u64) };
            let body = body(key, DVec3::new(x, y, z));
            match (slots[who as usize], what) {
                (Some(slot), 0) => {
                    grid.remove(slot);
                    slots[who as usize] = None;
                }
                (Some(slot), _) => grid.update(slot, body),
                (None, _) => slots[who as usize] = Some(grid.insert(body)),
            }
        }
        let check = |grid: &Grid, centre: DVec3| {
            let slow: Vec<Key> = grid.near_slow(centre, radius).iter().map(|body| body.key).collect();
            assert_eq!(keys(grid, centre, radius), slow);
            for own in [None, Some(Key::Player(0)), Some(Key::Object(999))] {
                let found = grid.nearest_squared(centre, radius, |body| Some(body.key) != own);
                assert_eq!(found, grid.nearest_slow(centre, radius, own));
            }
        };
        let centre = DVec3::new(x, 0.0, z);
        check(&grid, centre);
        grid.rebase(DVec3::splat(shift));
        check(&grid, centre - DVec3::splat(shift));
        grid.resize(edge * 0.37);
        check(&grid, centre);
    }
}

#[test]
fn a_crowd_in_one_place_costs_no_more_than_the_first_of_it() {
    let mut grid = Grid::new(10.0);
    for index in 0..4096 {
        grid.insert(body(Key::Player(index), DVec3::new(f64::from(index) * 1e-3, 0.0, 0.0)));
    }
    let mut met = Vec::new();
    grid.near(DVec3::ZERO, 10.0, |body| met.push(body.key));
    let first: Vec<Key> = (0..MOST_LOOKED_AT as u32).map(Key::Player).collect();
    assert_eq!(met, first);
    let looked_at = core::cell::Cell::new(0);
    let found = grid.nearest_squared(DVec3::ZERO, 10.0, |_| {
        looked_at.set(looked_at.get() + 1);
        false
    });
    assert_eq!((found, looked_at.get()), (None, MOST_LOOKED_AT));
}
