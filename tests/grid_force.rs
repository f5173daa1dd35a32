//! Forces do not depend on where a grid level lies in the host's coordinates.

use antreckon::base::math::{DVec2, DVec3, ground};
use antreckon::pheromone::{ForceLaw, LayerParams, MapParams, PheromoneMap, Reader, Region, RegionShape, Source};
use antreckon::world::{GridInput, World, WorldParams};

/// Force at a place near a source, both given relative to the grid's corner.
fn force_near_a_source(corner: DVec3, origin: DVec3) -> DVec2 {
    let params = WorldParams { cell_size: 0.8, origin, ..Default::default() };
    let grid = GridInput {
        width: 40,
        depth: 30,
        floors: 1,
        corner,
        floor_height: 0.0,
        blocked: &[],
        heights: &[],
        areas: &[],
    };
    let world = World::from_grid(&params, &grid).unwrap();
    let layers = vec![LayerParams { evaporation: 0.9, ..Default::default() }];
    let mut map = PheromoneMap::new(&world, &MapParams { layers, ..Default::default() }).unwrap();
    let source = Source { layer: 0, position: corner + DVec3::new(12.0, 0.0, 10.0), emission: 36.0, fixed: true };
    map.add_source(&world, 1, &source).unwrap();
    let reader = Reader { weights: &[1.0], avatar: None };
    let region =
        Region { shape: RegionShape::Square, diameter: 12.7, margin: 0.0, walls_hide: false, vertical_reach: 3.0 };
    let law = ForceLaw { k: 2, unit: 0.0254, softening: 0.5, vertical: false };
    ground(map.force(&world, &reader, corner + DVec3::new(9.0, 0.0, 11.0), DVec2::ZERO, &region, &law).total)
}

#[test]
fn a_grid_pulls_the_same_wherever_its_corner_lies() {
    let at_zero = force_near_a_source(DVec3::ZERO, DVec3::ZERO);
    assert!(at_zero.x > 1e-3 && at_zero.y < 0.0, "towards the source: {at_zero}");
    for corner in [DVec3::new(-16.2, 0.0, -30.7), DVec3::new(1000.3, 5.0, -0.4)] {
        for origin in [DVec3::ZERO, corner, DVec3::new(7.0, -1.0, 3.0)] {
            let there = force_near_a_source(corner, origin);
            assert!((there - at_zero).length() < 1e-4 * at_zero.length(), "{corner} {origin}: {there} for {at_zero}");
        }
    }
}
