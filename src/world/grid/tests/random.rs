//! Random grids against slow references that read the raw squares only.

use super::*;
use crate::base::math::floor_to_i32;
use crate::world::cells::direction_step;
use proptest::prelude::*;

fn random_raw() -> impl Strategy<Value = Raw> {
    let square = prop::sample::select(alloc::vec![(0u8, 0.0f32); 1]);
    let kinds =
        prop_oneof![6 => square, 2 => Just((1, 0.0)), 2 => Just((0, 0.4)), 1 => Just((0, 3.0)), 1 => Just((0, 8.0))];
    (2..14usize, 2..14usize).prop_flat_map(move |(width, depth)| {
        let squares = prop::collection::vec((kinds.clone(), 0..3u8), width * depth);
        squares.prop_map(move |squares| Raw {
            width,
            depth,
            floors: 1,
            corner: DVec3::new(-3.25, 1.0, 17.5),
            origin: DVec3::new(10.0, -2.0, 5.0),
            blocked: squares.iter().map(|s| s.0.0).collect(),
            heights: squares.iter().map(|s| s.0.1).collect(),
            areas: squares.iter().map(|s| s.1).collect(),
        })
    })
}

/// A point over an open square of the raw grid, in world coordinates.
fn spot(raw: &Raw, pick: usize, fx: f64, fz: f64) -> Option<DVec3> {
    let open: Vec<usize> = (0..raw.blocked.len()).filter(|&s| raw.blocked[s] == 0).collect();
    let square = *open.get(pick % open.len().max(1))?;
    let local =
        DVec3::new((square % raw.width) as f64 + fx, raw.heights[square].into(), (square / raw.width) as f64 + fz);
    Some(raw.corner + local)
}

/// Cheapest costs from one square to all, by relaxing every edge until nothing changes.
fn reference_costs(raw: &Raw, start: usize, costs: &AreaCosts) -> Vec<f64> {
    let mut best = alloc::vec![f64::INFINITY; raw.blocked.len()];
    best[start] = 0.0;
    let mut changed = true;
    while changed {
        changed = false;
        for square in 0..best.len() {
            let at = ((square % raw.width) as i32, (square / raw.width) as i32);
            for step in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let straight = step.0 == 0 || step.1 == 0;
                let possible = if straight {
                    raw.walks(at, step) || raw.drops(at, step)
                } else {
                    raw.walks_around_corner(at, step)
                };
                if let Some(to) = raw.open(at.0 + step.0, at.1 + step.1).filter(|_| possible) {
                    let rise = f64::from(raw.heights[to]) - f64::from(raw.heights[square]);
                    let length = sqrt(f64::from(step.0 * step.0 + step.1 * step.1) + rise * rise);
                    let price = |s: usize| f64::from(costs[raw.areas[s] as usize]);
                    let cost = best[square] + length * 0.5 * (price(square) + price(to));
                    if cost < best[to] {
                        best[to] = cost;
                        changed = true;
                    }
                }
            }
        }
    }
    best
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_straight_walk_never_crosses_a_wall_and_stops_only_at_one(
        raw in random_raw(), pick in any::<usize>(), f in (0.0..1.0, 0.0..1.0), to in (-2.0..16.0, -2.0..16.0)
    ) {
        let level = raw.build();
        let Some(from) = spot(&raw, pick, f.0, f.1) else { return Ok(()) };
        let target = raw.corner + DVec3::new(to.0, 0.0, to.1);
        let start = level.surface.locate(&level.cells, from).unwrap();
        let hit = level.surface.line_of_walk(&level.cells, &Foothold::on(start), target, &ALL, false);
        let column = |p: DVec3| (floor_to_i32(p.x - raw.corner.x), floor_to_i32(p.z - raw.corner.z));
        let mut last = column(from);
        for sample in 1..4000 {
            let t = f64::from(sample) / 4000.0;
            if t >= hit.fraction - 1e-9 {
                break;
            }
            let now = column(from + (target - from) * t);
            let step = (now.0 - last.0, now.1 - last.1);
            if step != (0, 0) {
                let straight = step.0 == 0 || step.1 == 0;
                let passes = if straight { raw.walks(last, step) } else { raw.walks_around_corner(last, step) };
                prop_assert!(passes, "from {last:?} by {step:?} at {t}");
                last = now;
            }
        }
        let flight = level.surface.line_of_walk(&level.cells, &Foothold::on(start), target, &ALL, true);
        prop_assert!(flight.fraction >= hit.fraction && flight.stopped_by != Some(EdgeKind::Drop));
        let end = hit.end.unwrap();
        prop_assert_eq!(end.cell, level.surface.locate(&level.cells, hit.point).unwrap().cell);
        if let Some(kind) = hit.stopped_by {
            let (ix, iz) = level.cells.lattice(end.cell.unwrap());
            let local = hit.point - raw.corner;
            let way = target - from;
            let mut blocking = Vec::new();
            for direction in 0..4 {
                let (dx, dz) = direction_step(direction);
                let ahead = f64::from(dx) * way.x + f64::from(dz) * way.z > 0.0;
                let border = f64::from(dx.max(0) + if dx != 0 { ix } else { 0 } + dz.max(0) + if dz != 0 { iz } else { 0 });
                let at = if dx != 0 { local.x } else { local.z };
                if ahead && (at - border).abs() < 1e-6 && !raw.walks((ix, iz), (dx, dz)) {
                    blocking.push(if raw.drops((ix, iz), (dx, dz)) { EdgeKind::Drop } else { EdgeKind::Wall });
                }
            }
            prop_assert!(blocking.contains(&kind), "stopped by {kind:?} at {local}, blocking: {blocking:?}");
        } else {
            prop_assert_eq!(hit.fraction, 1.0);
            prop_assert_eq!((hit.point.x, hit.point.z), (target.x, target.z));
        }
    }

    #[test]
    fn a_search_costs_what_the_slow_reference_says(
        raw in random_raw(), pick in (any::<usize>(), any::<usize>()), prices in (0.5f32..4.0, 0.5f32..4.0)
    ) {
        let level = raw.build();
        let mut costs = FREE;
        (costs[0], costs[2]) = prices;
        let (Some(from), Some(to)) = (spot(&raw, pick.0, 0.5, 0.5), spot(&raw, pick.1, 0.5, 0.5)) else { return Ok(()) };
        let square = |p: DVec3| {
            floor_to_i32(p.z - raw.corner.z) as usize * raw.width + floor_to_i32(p.x - raw.corner.x) as usize
        };
        let want = reference_costs(&raw, square(from), &costs)[square(to)];
        let roads = GridRoads { cells: &level.cells, links: &[], costs: &costs, filter: &ALL, metric: Metric::Price };
        let mut scratch = GridScratch::default();
        let goal = level.surface.locate(&level.cells, to).unwrap();
        let start = level.surface.locate(&level.cells, from).unwrap();
        let (begin, aim) = ((start.point, start.cell.unwrap()), (goal.point, goal.cell));
        let (end, cut) = level.surface.search(&roads, begin, aim, ANY, &mut scratch);
        prop_assert_eq!(cut, None);
        let node = scratch.nodes[end as usize];
        prop_assert_eq!(Some(node.cell) == goal.cell, want.is_finite());
        if want.is_finite() {
            prop_assert!((node.cost - want).abs() <= 1e-5 * (1.0 + want), "{} against {want}", node.cost);
        }
    }

    #[test]
    fn every_leg_of_a_path_can_be_walked(
        raw in random_raw(), pick in (any::<usize>(), any::<usize>()), f in (0.01..0.99, 0.01..0.99)
    ) {
        let level = raw.build();
        let (Some(from), Some(to)) = (spot(&raw, pick.0, f.0, 0.5), spot(&raw, pick.1, 0.5, f.1)) else { return Ok(()) };
        let (status, path) = level.path_with(from, to, &ALL, &FREE, &[]);
        let end = path.points.last().unwrap().position;
        prop_assert!((path.points[0].position - from).length() < 1e-6);
        prop_assert_eq!(status == PathStatus::Complete, (end - to).length() < 1e-6);
        prop_assert!(path.length >= (end - path.points[0].position).length() - 1e-9);
        let mut length = 0.0;
        for leg in path.points.windows(2) {
            length += (leg[1].position - leg[0].position).length();
            let start = level.surface.locate(&level.cells, leg[0].position).unwrap();
            let hit = level.surface.line_of_walk(&level.cells, &Foothold::on(start), leg[1].position, &ALL, false);
            // A drop is one step from centre to centre; everything else is walked on the ground.
            if hit.stopped_by == Some(EdgeKind::Drop) {
                let flat = leg[1].position - leg[0].position;
                prop_assert!(flat.y < -0.5 && (flat.x.abs() + flat.z.abs() - 1.0).abs() < 1e-6, "{flat}");
            } else {
                prop_assert_eq!(hit.stopped_by, None);
                prop_assert!((hit.point - leg[1].position).length() < 1e-6);
            }
        }
        prop_assert!((length - path.length).abs() < 1e-9);
    }

    #[test]
    fn the_nearest_place_is_the_nearest_of_all(raw in random_raw(), p in (-9.0..25.0, -4.0..9.0, -9.0..25.0), limit in 0.5..30.0f64) {
        let level = raw.build();
        let p = raw.corner + DVec3::from(p);
        let distance = |c: CellIndex| level.surface.distance_to_cell(&level.cells, c, p);
        let want = level.cells.cells().map(distance).fold(f64::INFINITY, f64::min);
        match level.surface.nearest(&level.cells, p, limit, &mut query::Budget::new(u32::MAX)) {
            Some(found) => {
                prop_assert!(((found.point - p).length() - want).abs() < 1e-6);
                prop_assert_eq!(level.surface.locate(&level.cells, found.point), Some(found));
            }
            None => prop_assert!(want > limit),
        }
    }
}
