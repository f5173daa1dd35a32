//! Tests of what only this folder can see: instruction sets, and the sweep that finds visible cells.

use super::sight::visible_cells;
use super::simd::Simd;
use super::{ForceLaw, LayerParams, MapParams, PheromoneMap, Reader, Region, RegionShape, Source};
use crate::base::math::{DVec2, DVec3};
use crate::world::cells::CellIndex;
use crate::world::{GridInput, World, WorldParams};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use proptest::prelude::*;

fn noise(seed: &mut u64) -> f64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 11) as f64 / (1u64 << 53) as f64
}

fn level(width: u32, depth: u32, walls: f64, seed: &mut u64) -> World {
    let mut blocked: Vec<u8> = (0..width * depth).map(|_| (noise(seed) < walls) as u8).collect();
    build(width, depth, &mut blocked)
}

/// A level with straight walls of 4 to 12 squares.
fn walled_level(width: u32, depth: u32, walls: u32, seed: &mut u64) -> World {
    let mut blocked = alloc::vec![0; (width * depth) as usize];
    for _ in 0..walls {
        let (x, z) = ((noise(seed) * f64::from(width)) as u32, (noise(seed) * f64::from(depth)) as u32);
        let (length, along_x) = (4 + (noise(seed) * 9.0) as u32, noise(seed) < 0.5);
        for i in 0..length {
            let (x, z) = if along_x { (x + i, z) } else { (x, z + i) };
            if x < width && z < depth {
                blocked[(z * width + x) as usize] = 1;
            }
        }
    }
    build(width, depth, &mut blocked)
}

/// The middle square is always free.
fn build(width: u32, depth: u32, blocked: &mut [u8]) -> World {
    blocked[(depth / 2 * width + width / 2) as usize] = 0;
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

fn middle(width: u32, depth: u32) -> DVec3 {
    DVec3::new(f64::from(width / 2) + 0.5, 0.0, f64::from(depth / 2) + 0.5)
}

fn random_map(world: &World, seed: &mut u64, simd: Simd) -> PheromoneMap {
    let layer = LayerParams { evaporation: 0.93, diffusion: 0.77, prune: 1e-6, ..LayerParams::default() };
    let params = MapParams { layers: alloc::vec![layer, LayerParams::default()], ..MapParams::default() };
    let mut map = PheromoneMap::new(world, &params).unwrap();
    map.simd = simd;
    let floor: Vec<CellIndex> = world.cells().cells().collect();
    for id in 0..8 {
        let position = world.cell_center(floor[(noise(seed) * floor.len() as f64) as usize]);
        let emission = (noise(seed) * 70.0 - 30.0) as f32;
        map.add_source(world, id, &Source { layer: id as usize % 2, position, emission, fixed: id % 3 == 0 }).unwrap();
    }
    map.step_to(world, params.step * 50).unwrap();
    map
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn every_instruction_set_gives_the_same_bits(seed in 1u64..u64::MAX, walls in 0.0f64..0.3, k in 0u32..=4) {
        let world = level(70, 50, walls, &mut seed.clone());
        let wide = random_map(&world, &mut seed.clone(), Simd::detect());
        let narrow = random_map(&world, &mut seed.clone(), Simd::portable());
        prop_assert_eq!(wide.state_hash(), narrow.state_hash());
        let mut dice = seed;
        let reader = Reader { weights: &[1.0, -0.5], avatar: None };
        let law = ForceLaw { k, unit: 0.9, softening: 0.1, vertical: false };
        for shape in [RegionShape::Square, RegionShape::Disc, RegionShape::Cone(0.8)] {
            let position = DVec3::new(noise(&mut dice) * 70.0, 0.0, noise(&mut dice) * 50.0);
            let view = DVec2::new(noise(&mut dice) - 0.5, noise(&mut dice) - 0.5);
            let region = Region { shape, diameter: 25.0, margin: 1.0, walls_hide: k % 2 == 0, vertical_reach: 2.0 };
            let force = |map: &PheromoneMap| {
                let force = map.force(&world, &reader, position, view, &region, &law);
                (force.total.x.to_bits(), force.total.z.to_bits(), force.cells)
            };
            prop_assert_eq!(force(&wide), force(&narrow));
        }
    }

    #[test]
    fn the_sweep_sees_what_straight_lines_see(seed in 1u64..u64::MAX, walls in 0u32..25) {
        let (width, depth) = (41, 41);
        let world = walled_level(width, depth, walls, &mut seed.clone());
        let start = world.cell_at(middle(width, depth)).unwrap();
        let seen = swept(&world, start, 15);
        let reach = |c: &CellIndex| {
            let ((x, z), (x0, z0)) = (world.cells().lattice(*c), world.cells().lattice(start));
            (x - x0).abs().max((z - z0).abs()) <= 15
        };
        let near: Vec<CellIndex> = world.cells().cells().filter(reach).collect();
        for c in &near {
            prop_assert_eq!(seen.contains(c), line_is_free(&world, start, *c), "{:?}", world.cells().lattice(*c));
        }
        for c in &seen {
            prop_assert!(reach(c));
        }
    }

    #[test]
    fn the_sweep_sees_over_drops_and_through_windows_what_lines_see(
        seed in 1u64..u64::MAX,
        walls in 0u32..20,
        pits in 0u32..6,
        windows in 0u32..8,
    ) {
        let (width, depth) = (41u32, 41u32);
        let mut dice = seed;
        let mut world = pitted_level(width, depth, walls, pits, &mut dice);
        for _ in 0..windows {
            let corner = DVec3::new(noise(&mut dice) * 40.0, 0.0, noise(&mut dice) * 40.0);
            let size = DVec3::new(noise(&mut dice) * 6.0, 1.5, noise(&mut dice) * 6.0);
            world.add_window(corner, corner + size).unwrap();
        }
        let Some(start) = world.cell_at(middle(width, depth)) else { return Ok(()) };
        let seen = swept(&world, start, 15);
        for c in world.cells().cells() {
            let ((x, z), (x0, z0)) = (world.cells().lattice(c), world.cells().lattice(start));
            if (x - x0).abs().max((z - z0).abs()) <= 15 {
                prop_assert_eq!(seen.contains(&c), line_is_free(&world, start, c), "{:?}", world.cells().lattice(c));
            }
        }
    }
}

/// A level with straight walls and with pits two metres deep, which can be dropped into.
fn pitted_level(width: u32, depth: u32, walls: u32, pits: u32, seed: &mut u64) -> World {
    let mut blocked = alloc::vec![0u8; (width * depth) as usize];
    let mut heights = alloc::vec![0.0f32; (width * depth) as usize];
    let mut rectangle = |longest: f64, f: &mut dyn FnMut(usize)| {
        let (x, z) = ((noise(seed) * f64::from(width)) as u32, (noise(seed) * f64::from(depth)) as u32);
        let (w, d) = (1 + (noise(seed) * longest) as u32, 1 + (noise(seed) * longest) as u32);
        for (x, z) in (z..(z + d).min(depth)).flat_map(|z| (x..(x + w).min(width)).map(move |x| (x, z))) {
            f((z * width + x) as usize);
        }
    };
    for _ in 0..walls {
        rectangle(3.0, &mut |i| blocked[i] = 1);
    }
    for _ in 0..pits {
        rectangle(8.0, &mut |i| heights[i] = -2.0);
    }
    let input = GridInput {
        width,
        depth,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 3.0,
        blocked: &blocked,
        heights: &heights,
        areas: &[],
    };
    World::from_grid(&WorldParams { drop_height: 3.0, ..WorldParams::default() }, &input).unwrap()
}

fn swept(world: &World, start: CellIndex, reach: i32) -> BTreeSet<CellIndex> {
    let visible = visible_cells(world, start, reach);
    let slots = |bits: [u64; 4]| (0..256).filter(move |slot| bits[slot / 64] >> (slot % 64) & 1 != 0);
    visible.iter().flat_map(|(tile, bits)| slots(*bits).map(move |slot| CellIndex::new(tile, slot))).collect()
}

/// What a line is over: a floor, or a window without any.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Over {
    Floor(CellIndex),
    Window(usize),
}

/// Follows the straight line between two cell centres square by square: over floor, drops and windows.
fn line_is_free(world: &World, from: CellIndex, to: CellIndex) -> bool {
    let cells = world.cells();
    let (goal, start) = (cells.lattice(to), cells.lattice(from));
    let (dx, dz) = (goal.0 - start.0, goal.1 - start.1);
    let (sx, sz) = (dx.signum(), dz.signum());
    let (mut at, mut x, mut z) = (Over::Floor(from), 0, 0);
    while (x, z) != (dx.abs(), dz.abs()) {
        // Which side of the square the line leaves through: compare the crossing times (x + ½) / dx and (z + ½) / dz.
        let (next_x, next_z) = ((2 * x + 1) * dz.abs(), (2 * z + 1) * dx.abs());
        let place = |x: i32, z: i32| (start.0 + sx * x, start.1 + sz * z);
        let along_x = |at, x, z| step(world, at, place(x, z), place(x + 1, z));
        let along_z = |at, x, z| step(world, at, place(x, z), place(x, z + 1));
        let next = if next_x == next_z {
            // Exactly through a corner: either way round will do.
            let found = along_x(at, x, z).and_then(|at| along_z(at, x + 1, z));
            let found = found.or_else(|| along_z(at, x, z).and_then(|at| along_x(at, x, z + 1)));
            (x, z) = (x + 1, z + 1);
            found
        } else if next_x < next_z {
            x += 1;
            along_x(at, x - 1, z)
        } else {
            z += 1;
            along_z(at, x, z - 1)
        };
        let Some(next) = next else { return false };
        at = next;
    }
    at == Over::Floor(to)
}

/// What a line is over in the next column of a level with one floor.
fn step(world: &World, at: Over, here: (i32, i32), there: (i32, i32)) -> Option<Over> {
    let cells = world.cells();
    let floor = cells.column(there.0, there.1).next();
    let windows: Vec<crate::world::Window> = world.windows().collect();
    let height = |c: CellIndex| f64::from(cells.height(c));
    let inside = |i: usize, (x, z): (i32, i32)| {
        let (low, high) = (windows[i].min, windows[i].max);
        f64::from(x) <= high.x && f64::from(x) + 1.0 >= low.x && f64::from(z) <= high.z && f64::from(z) + 1.0 >= low.z
    };
    // A body of two metres on that floor reaches the window.
    let before = |i: usize, c: CellIndex| height(c) <= windows[i].max.y && height(c) + 2.0 >= windows[i].min.y;
    match at {
        Over::Floor(cell) => {
            // All floors here lie at 0 or 2 m lower, and 3 m can be dropped: any two beside each other see each other.
            if let Some(floor) = floor {
                return Some(Over::Floor(floor));
            }
            (0..windows.len()).find(|&i| before(i, cell) && inside(i, there)).map(Over::Window)
        }
        Over::Window(i) => {
            if let Some(floor) = floor.filter(|&floor| before(i, floor)) {
                return Some(Over::Floor(floor));
            }
            if inside(i, there) {
                return Some(at);
            }
            let level = |j: usize| windows[j].min.y <= windows[i].max.y && windows[i].min.y <= windows[j].max.y;
            (0..windows.len()).find(|&j| inside(j, there) && level(j)).map(Over::Window)
        }
    }
    .filter(|_| (here.0 - there.0).abs() + (here.1 - there.1).abs() == 1)
}

#[test]
fn everything_within_reach_is_visible_in_an_open_level() {
    let world = level(80, 80, 0.0, &mut 1);
    let start = world.cell_at(middle(80, 80)).unwrap();
    assert_eq!(swept(&world, start, 30).len(), 61 * 61);
    assert_eq!(swept(&world, start, 1000).len(), 80 * 80);
    assert_eq!(swept(&world, start, 0).len(), 1);
}

#[test]
fn nothing_is_visible_from_a_closed_room_but_the_room() {
    let rows = ["..........", ".#####....", ".#...#....", ".#...#....", ".#####...."];
    let blocked: Vec<u8> = rows.iter().flat_map(|r| r.bytes().map(|b| (b == b'#') as u8)).collect();
    let input = GridInput {
        width: 10,
        depth: 5,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 3.0,
        blocked: &blocked,
        heights: &[],
        areas: &[],
    };
    let world = World::from_grid(&WorldParams::default(), &input).unwrap();
    let start = world.cell_at(DVec3::new(2.5, 0.0, 2.5)).unwrap();
    let seen: Vec<_> = swept(&world, start, 20).iter().map(|c| world.cells().lattice(*c)).collect();
    assert_eq!(seen, [(2, 2), (3, 2), (4, 2), (2, 3), (3, 3), (4, 3)]);
}

#[test]
fn the_kernel_for_even_tiles_gives_the_bits_of_the_general_one() {
    use super::simd::{Part, Rates, Shares, step_tile};
    let mut seed = 77;
    let mut tiles = [[0.0f32; 256]; 5];
    tiles.iter_mut().flatten().for_each(|v| *v = (noise(&mut seed) * 200.0 - 60.0) as f32);
    let (quarters, all_open) = ([0.25; 256], [0b1111; 256]);
    let rates = Rates { keep: 0.27, keep_alone: 0.9, spread: 0.63 };
    for simd in [Simd::portable(), Simd::detect()] {
        for present in 0..16u32 {
            let run = |degrees, open| {
                let part = |i: usize| Part { amounts: &tiles[i], degrees };
                let around = core::array::from_fn(|d| (present >> d & 1 != 0).then(|| part(d + 1)));
                let mut out = [0.0; 256];
                step_tile(simd, part(0), open, &around, rates, &mut Shares::new(), &mut out);
                out.map(f32::to_bits)
            };
            assert_eq!(run(None, None), run(Some(&quarters), Some(&all_open)), "neighbours {present:b}");
        }
    }
}
