//! Small levels and maps for the tests.

use antreckon::base::math::DVec3;
use antreckon::pheromone::{LayerParams, MapParams, PheromoneMap, Source};
use antreckon::world::{CellIndex, GridInput, World, WorldParams};

/// A grid of squares of one metre: `#` is blocked, everything else is floor. Rows are z, columns are x.
pub(crate) fn grid(rows: &[impl AsRef<str>]) -> World {
    let width = rows[0].as_ref().len() as u32;
    let blocked: Vec<u8> = rows.iter().flat_map(|row| row.as_ref().bytes().map(|b| (b == b'#') as u8)).collect();
    blocked_grid(width, rows.len() as u32, &blocked)
}

pub(crate) fn blocked_grid(width: u32, depth: u32, blocked: &[u8]) -> World {
    let input = GridInput {
        width,
        depth,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 3.0,
        blocked,
        heights: &[],
        areas: &[],
    };
    World::from_grid(&WorldParams::default(), &input).unwrap()
}

pub(crate) fn open(width: u32, depth: u32) -> World {
    blocked_grid(width, depth, &[])
}

/// Middle of a square.
pub(crate) fn at(x: i32, z: i32) -> DVec3 {
    DVec3::new(f64::from(x) + 0.5, 0.0, f64::from(z) + 0.5)
}

pub(crate) fn cell(world: &World, x: i32, z: i32) -> CellIndex {
    world.cell_at(at(x, z)).expect("the square is floor")
}

/// Parameters of a layer that is never pruned.
pub(crate) fn exact(evaporation: f32, diffusion: f32) -> LayerParams {
    LayerParams { evaporation, diffusion, prune: 0.0, ..LayerParams::default() }
}

pub(crate) fn params(layers: &[LayerParams]) -> MapParams {
    MapParams { layers: layers.to_vec(), max_catch_up: u32::MAX, ..MapParams::default() }
}

pub(crate) fn map(world: &World, layer: LayerParams) -> PheromoneMap {
    PheromoneMap::new(world, &params(&[layer])).unwrap()
}

pub(crate) fn source(position: DVec3, emission: f32) -> Source {
    Source { layer: 0, position, emission, fixed: false }
}

pub(crate) fn fixed(position: DVec3, emission: f32) -> Source {
    Source { fixed: true, ..source(position, emission) }
}

pub(crate) fn steps(map: &mut PheromoneMap, world: &World, n: u32) {
    let report = map.step_to(world, map.time() + map.params().step * i64::from(n)).unwrap();
    assert_eq!((report.steps, report.owed), (n, 0));
}

pub(crate) fn value(map: &PheromoneMap, world: &World, x: i32, z: i32) -> f32 {
    map.value(world, 0, cell(world, x, z))
}

pub(crate) fn assert_close(got: f64, want: f64, tolerance: f64, what: impl core::fmt::Display) {
    assert!((got - want).abs() <= tolerance, "{what}: got {got}, want {want}");
}

/// Numbers that look random and are the same on every run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[test]
fn sources_beside_the_level_count_as_on_it_and_farther_ones_are_refused() {
    let world = grid(&["...#", "...#"]);
    let mut map = map(&world, exact(0.5, 0.0));
    // 0.9 m west of the first square.
    map.add_source(&world, 1, &source(DVec3::new(-0.9, 0.0, 0.5), 8.0)).unwrap();
    steps(&mut map, &world, 2);
    assert_eq!(value(&map, &world, 0, 0), 12.0);
    let error = map.add_source(&world, 2, &source(DVec3::new(-5.0, 0.0, 0.5), 8.0)).unwrap_err();
    assert!(error.message.contains("is 5.0 m off the level"), "{error}");
    let error = map.add_source(&world, 2, &source(DVec3::new(1e7, 0.0, 0.0), 8.0)).unwrap_err();
    assert!(error.message.contains("[1e7, 0, 0] is more than 1000 m off"), "{error}");
    assert!(map.source(2).is_none());
    // How far is far is the host's to say.
    let reaching = |source_reach: f64| {
        let params = MapParams { source_reach, ..params(&[exact(0.5, 0.0)]) };
        let mut map = PheromoneMap::new(&world, &params)?;
        map.add_source(&world, 2, &source(DVec3::new(-5.0, 0.0, 0.5), 8.0))
    };
    assert!(reaching(6.0).is_ok() && reaching(0.0).is_err() && reaching(-1.0).is_err() && reaching(f64::NAN).is_err());
    // Moving things may leave it.
    map.move_source(&world, 1, DVec3::new(50.0, 0.0, 0.5)).unwrap();
    steps(&mut map, &world, 1);
    assert_eq!(value(&map, &world, 0, 0), 6.0);
    // Where tiles are to come, so may the place.
    let empty = World::empty(&WorldParams::default()).unwrap();
    let mut early = self::map(&empty, exact(0.5, 0.0));
    early.add_source(&empty, 2, &source(DVec3::new(-5.0, 0.0, 0.5), 8.0)).unwrap();
}
