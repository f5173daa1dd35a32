//! Cost of one step of eq. 6 per cell, next to a plain copy of the same bytes in the same run.

mod common;

use antreckon::base::math::DVec3;
use antreckon::pheromone::{LayerParams, MapParams, PheromoneMap, Source};
use antreckon::world::{GridInput, MeshInput, World, WorldParams};
use common::{Dice, Timing, heading, time};
use std::hint::black_box;

fn grid(side: u32, blocked: &[u8]) -> World {
    let params = WorldParams { max_cells: 1 << 25, ..WorldParams::default() };
    let input = GridInput {
        width: side,
        depth: side,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 3.0,
        blocked,
        heights: &[],
        areas: &[],
    };
    World::from_grid(&params, &input).expect("the grid is well formed")
}

/// A map in which nothing ever comes to rest: nothing evaporates, so what is emitted piles up and keeps every tile awake.
struct Busy(PheromoneMap);

impl Busy {
    fn new(world: &World, places: &[DVec3]) -> Self {
        let layer = LayerParams { evaporation: 1.0, diffusion: 0.9, prune: 1e-30, ..LayerParams::default() };
        Self::with_layer(world, places, layer)
    }

    fn with_layer(world: &World, places: &[DVec3], layer: LayerParams) -> Self {
        let params = MapParams { layers: vec![layer], ..MapParams::default() };
        let mut map = PheromoneMap::new(world, &params).expect("parameters are valid");
        for (id, place) in places.iter().enumerate() {
            let source = Source { layer: 0, position: *place, emission: 40.0, fixed: false };
            map.add_source(world, id as u64, &source).expect("place is on the level");
        }
        Self(map)
    }

    fn step(&mut self, world: &World) {
        let next = self.0.time() + self.0.params().step;
        black_box(self.0.step_to(world, next).expect("step is due"));
    }
}

fn copy_of(cells: usize) -> Timing {
    let from = vec![1.0f32; cells];
    let mut to = vec![0.0f32; cells];
    time(cells, || {
        to.copy_from_slice(black_box(&from));
        black_box(&mut to);
    })
}

fn row(name: &str, cells: usize, step: Timing) {
    let copy = copy_of(cells);
    println!(
        "{name:<34} {cells:>9} {:>9.3} {:>9.3} {:>9.3} {:>7.2} x",
        step.min,
        step.median,
        copy.min,
        step.min / copy.min
    );
}

fn filled(world: &World, side: u32, blocked: impl Fn(u32, u32) -> bool) -> Busy {
    // One source per tile, so that every tile is awake.
    let mut places = Vec::new();
    for z in (8..side).step_by(16) {
        for x in (8..side).step_by(16) {
            let free = (x..side).find(|x| !blocked(*x, z)).expect("no row is fully blocked");
            places.push(DVec3::new(free as f64 + 0.5, 0.0, z as f64 + 0.5));
        }
    }
    let mut busy = Busy::new(world, &places);
    for _ in 0..40 {
        busy.step(world);
    }
    busy
}

fn dense() {
    heading("Map step, every tile awake (ns per cell; copy = the same bytes copied in the same run)");
    println!("{:<34} {:>9} {:>9} {:>9} {:>9} {:>9}", "level", "cells", "step min", "median", "copy min", "ratio");
    for side in [64u32, 256, 750, 2048] {
        let world = grid(side, &[]);
        let mut busy = filled(&world, side, |_, _| false);
        let cells = (side * side) as usize;
        row(&format!("open grid {side} x {side}"), cells, time(cells, || busy.step(&world)));
    }
    for side in [256u32, 750] {
        let mut dice = Dice(7);
        let blocked: Vec<u8> = (0..side * side).map(|_| (dice.unit() < 0.2) as u8).collect();
        let world = grid(side, &blocked);
        let mut busy = filled(&world, side, |x, z| blocked[(z * side + x) as usize] != 0);
        let cells = world.cells().cell_count();
        row(&format!("20 % walls {side} x {side}"), cells, time(cells, || busy.step(&world)));
    }
}

fn sparse() {
    heading("Sparse against dense (4096 x 4096 level, 1 % of the tiles awake)");
    let side = 4096u32;
    let world = grid(side, &[]);
    let mut dice = Dice(11);
    let tiles = (side / 16) as usize;
    let awake = tiles * tiles / 100;
    let places: Vec<DVec3> = (0..awake)
        .map(|_| DVec3::new((dice.below(tiles) * 16 + 8) as f64 + 0.5, 0.0, (dice.below(tiles) * 16 + 8) as f64 + 0.5))
        .collect();
    // Just short of falling asleep: the amounts settle only after thousands of steps.
    let layer = LayerParams { evaporation: 0.9995, diffusion: 0.02, prune: 10.0, ..LayerParams::default() };
    let mut busy = Busy::with_layer(&world, &places, layer);
    for _ in 0..300 {
        busy.step(&world);
    }
    let active = busy.0.active_cells(0);
    let all = world.cells().cell_count();
    let step = time(1, || busy.step(&world));
    println!("cells in active tiles: {active} of {all} ({:.2} %)", 100.0 * active as f64 / all as f64);
    println!(
        "one step: {:.3} ms, {:.3} ns per active cell, {:.5} ns per cell of the level",
        step.min / 1e6,
        step.min / active as f64,
        step.min / all as f64
    );
    let copy = copy_of(all);
    println!(
        "a dense copy of the whole level would take {:.3} ms: the step costs {:.4} of it",
        copy.min * all as f64 / 1e6,
        step.min / (copy.min * all as f64)
    );
}

fn navmesh() {
    heading("10,000-polygon navmesh (triangulated 100 x 50 squares of 4 m, cells of 1 m)");
    let (columns, rows) = (100u32, 50u32);
    let vertices: Vec<DVec3> =
        (0..=rows).flat_map(|z| (0..=columns).map(move |x| DVec3::new(x as f64 * 4.0, 0.0, z as f64 * 4.0))).collect();
    let at = |x: u32, z: u32| z * (columns + 1) + x;
    let indices: Vec<u32> = (0..rows)
        .flat_map(|z| (0..columns).map(move |x| (x, z)))
        .flat_map(|(x, z)| [at(x, z), at(x + 1, z), at(x, z + 1), at(x + 1, z), at(x + 1, z + 1), at(x, z + 1)])
        .collect();
    let mesh = MeshInput { vertices: &vertices, indices: &indices, ..MeshInput::default() };
    let world = World::from_mesh(&WorldParams::default(), &mesh).expect("the mesh is well formed");
    let places: Vec<DVec3> = (0..rows * 4 / 16)
        .flat_map(|z| {
            (0..columns * 4 / 16).map(move |x| DVec3::new((x * 16 + 8) as f64 + 0.5, 0.0, (z * 16 + 8) as f64 + 0.5))
        })
        .collect();
    let mut busy = Busy::new(&world, &places);
    for _ in 0..40 {
        busy.step(&world);
    }
    println!("{:<34} {:>9} {:>9} {:>9} {:>9} {:>9}", "level", "cells", "step min", "median", "copy min", "ratio");
    let cells = world.cells().cell_count();
    row(&format!("{} polygons", world.polygon_count()), cells, time(cells, || busy.step(&world)));
}

fn main() {
    dense();
    sparse();
    navmesh();
}
