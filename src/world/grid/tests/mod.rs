//! Grids by hand.

mod random;

use super::path::{AreaCosts, GridLink, GridRoads};
use super::*;
use crate::base::ErrorKind;
use crate::base::math::sqrt;
use crate::world::cells::{EAST, NORTH, SOUTH, WEST};
use crate::world::query::{self, EdgeKind, Foothold, Metric, Path, PathLimit, PathStatus};
use crate::world::{GridInput, LinkId, WorldParams};

/// However long it takes.
const ANY: PathLimit = PathLimit { nodes: u32::MAX, cost: f64::INFINITY };

const FREE: AreaCosts = [1.0; 64];
const ALL: AreaFilter = AreaFilter { allowed: u64::MAX, use_links: true };

/// Raw squares of a grid with cells of 1 m, corner and origin at zero unless changed.
#[derive(Clone, Debug)]
struct Raw {
    width: usize,
    depth: usize,
    floors: usize,
    corner: DVec3,
    origin: DVec3,
    blocked: Vec<u8>,
    heights: Vec<f32>,
    areas: Vec<u8>,
}

struct Level {
    surface: GridSurface,
    cells: CellSpace,
}

impl Raw {
    /// Floors of rows (north last); `#` is blocked, a digit the height in metres, `.` height 0, a letter height 0 of area
    /// 1 (a), 2 (b) and so on.
    fn new(floors: &[&[&str]]) -> Self {
        let (depth, width) = (floors[0].len(), floors[0][0].len());
        let squares = floors.iter().flat_map(|rows| rows.iter().flat_map(|row| row.bytes()));
        let height = |c: u8| if c.is_ascii_digit() { f32::from(c - b'0') } else { 0.0 };
        let area = |c: u8| if c.is_ascii_lowercase() { c - b'a' + 1 } else { 0 };
        Self {
            width,
            depth,
            floors: floors.len(),
            corner: DVec3::ZERO,
            origin: DVec3::ZERO,
            blocked: squares.clone().map(|c| u8::from(c == b'#')).collect(),
            heights: squares.clone().map(height).collect(),
            areas: squares.map(area).collect(),
        }
    }

    fn build(&self) -> Level {
        let params = WorldParams { origin: self.origin, drop_height: 6.0, ..WorldParams::default() };
        let input = GridInput {
            width: self.width as u32,
            depth: self.depth as u32,
            floors: self.floors as u32,
            corner: self.corner,
            floor_height: 3.0,
            blocked: &self.blocked,
            heights: &self.heights,
            areas: &self.areas,
        };
        let mut cells = CellSpace::new(1.0);
        let surface = GridSurface::build(&params, &input, &mut cells).unwrap();
        Level { surface, cells }
    }

    fn open(&self, x: i32, z: i32) -> Option<usize> {
        let inside = (0..self.width as i32).contains(&x) && (0..self.depth as i32).contains(&z);
        inside.then(|| z as usize * self.width + x as usize).filter(|&square| self.blocked[square] == 0)
    }

    /// Whether one walks from a square to one beside it (first floor only).
    fn walks(&self, (x, z): (i32, i32), (dx, dz): (i32, i32)) -> bool {
        let (from, to) = (self.open(x, z), self.open(x + dx, z + dz));
        from.zip(to).is_some_and(|(a, b)| (self.heights[a] - self.heights[b]).abs() <= 0.5)
    }

    fn drops(&self, (x, z): (i32, i32), (dx, dz): (i32, i32)) -> bool {
        let (from, to) = (self.open(x, z), self.open(x + dx, z + dz));
        from.zip(to).is_some_and(|(a, b)| (0.5..=6.0).contains(&(self.heights[a] - self.heights[b])))
            && !self.walks((x, z), (dx, dz))
    }

    fn walks_around_corner(&self, (x, z): (i32, i32), (dx, dz): (i32, i32)) -> bool {
        self.walks((x, z), (dx, 0)) && self.walks((x + dx, z), (0, dz))
            || self.walks((x, z), (0, dz)) && self.walks((x, z + dz), (dx, 0))
    }
}

impl Level {
    fn at(&self, x: f64, y: f64, z: f64) -> Location {
        self.surface.locate(&self.cells, DVec3::new(x, y, z)).unwrap_or_else(|| panic!("a floor at {x} {y} {z}"))
    }

    fn walk(&self, from: (f64, f64, f64), to: (f64, f64), airborne: bool) -> crate::world::WalkHit {
        let from = self.at(from.0, from.1, from.2);
        self.surface.line_of_walk(&self.cells, &Foothold::on(from), DVec3::new(to.0, 0.0, to.1), &ALL, airborne)
    }

    fn path_with(
        &self,
        from: DVec3,
        to: DVec3,
        filter: &AreaFilter,
        costs: &AreaCosts,
        links: &[GridLink],
    ) -> (PathStatus, Path) {
        let roads = GridRoads { cells: &self.cells, links, costs, filter, metric: Metric::Price };
        let mut out = Path::default();
        let found = self.surface.path(&roads, (from, to), ANY, &mut GridScratch::default(), &mut out).unwrap();
        (found.status, out)
    }

    fn path(&self, from: (f64, f64, f64), to: (f64, f64, f64)) -> (PathStatus, Path) {
        self.path_with(from.into(), to.into(), &ALL, &FREE, &[])
    }
}

fn positions(path: &Path) -> Vec<(f64, f64, f64)> {
    path.points.iter().map(|p| p.position.into()).collect()
}

#[test]
fn stairs_connect_floors_that_lie_over_each_other() {
    let mut raw = Raw::new(&[&["00000000", "00000000"], &["22222222", "########"]]);
    // Half-metre steps along z = 1 from x = 4 on; the third is within a step of the upper floor.
    for x in 4..8 {
        raw.heights[8 + x] = 0.5 * (x as f32 - 3.0);
    }
    let level = raw.build();
    let (status, path) = level.path((0.5, 0.0, 0.5), (0.5, 2.0, 0.5));
    assert_eq!(status, PathStatus::Complete);
    assert!(path.points.iter().any(|p| p.position.x > 6.0) && path.length > 12.0, "over the stair: {path:?}");
    let upper = level.at(1.5, 2.0, 0.5);
    assert_eq!(upper.point.y, 2.0);
    assert_eq!(level.surface.edge_kind(&level.cells, upper.cell.unwrap(), NORTH), EdgeKind::Drop);
    let third = level.at(6.5, 1.5, 1.5).cell.unwrap();
    assert_eq!(level.surface.edge_kind(&level.cells, third, SOUTH), EdgeKind::Open);
    let hit = level.walk((6.5, 1.5, 1.5), (6.5, 0.5), false);
    assert_eq!((hit.stopped_by, hit.point), (None, DVec3::new(6.5, 2.0, 0.5)));
}

#[test]
fn sides_are_open_wall_or_drop() {
    let level = Raw::new(&[&["09#", "50."]]).build();
    let kind = |x: f64, y: f64, z: f64, direction| {
        level.surface.edge_kind(&level.cells, level.at(x, y, z).cell.unwrap(), direction)
    };
    assert_eq!(kind(1.5, 0.0, 1.5, EAST), EdgeKind::Open);
    assert_eq!(kind(0.5, 5.0, 1.5, EAST), EdgeKind::Drop);
    assert_eq!(kind(1.5, 0.0, 1.5, WEST), EdgeKind::Wall, "one cannot climb a drop");
    assert_eq!(kind(1.5, 9.0, 0.5, NORTH), EdgeKind::Wall, "too deep");
    assert_eq!(kind(2.5, 0.0, 1.5, SOUTH), EdgeKind::Wall, "blocked");
    assert_eq!(kind(2.5, 0.0, 1.5, NORTH), EdgeKind::Wall, "the end of the grid");
    let mut steps = Vec::new();
    level.cells.for_each_step(level.at(0.5, 5.0, 1.5).cell.unwrap(), |to| steps.push(to));
    assert_eq!(steps.len(), 2, "down to both sides");
}

#[test]
fn points_belong_to_the_floor_below_them() {
    let level = Raw::new(&[&["00"], &["3#"]]).build();
    assert_eq!(level.at(0.5, 1.9, 0.5).point, DVec3::new(0.5, 0.0, 0.5));
    assert_eq!(level.at(0.5, 2.6, 0.5).point.y, 3.0, "within a step below the floor");
    assert_eq!(level.at(0.5, 4.9, 0.5).point.y, 3.0);
    let none = |x, y, z| level.surface.locate(&level.cells, DVec3::new(x, y, z)).is_none();
    assert!(none(0.5, 2.3, 0.5), "too far above one floor and below the other");
    assert!(none(1.5, 3.0, 0.5) && none(-0.1, 0.0, 0.5) && none(0.5, 0.0, 1.1) && none(0.5, -0.6, 0.5));
    assert_eq!(level.at(2.0, 0.0, 1.0).cell, level.at(1.5, 0.0, 0.5).cell, "the outer border belongs to the grid");
}

#[test]
fn a_corner_may_be_touched_but_not_slipped_through() {
    let one_wall = Raw::new(&[&[".#", ".."]]).build();
    assert_eq!(one_wall.walk((0.5, 0.0, 0.5), (1.5, 1.5), false).stopped_by, None);
    let two_walls = Raw::new(&[&[".#", "#."]]).build();
    let hit = two_walls.walk((0.5, 0.0, 0.5), (1.5, 1.5), false);
    assert_eq!((hit.stopped_by, hit.fraction), (Some(EdgeKind::Wall), 0.5));
    let (status, path) = two_walls.path((0.5, 0.0, 0.5), (1.5, 0.0, 1.5));
    assert_eq!(status, PathStatus::Partial, "{path:?}");
}

#[test]
fn where_a_walk_is_stopped_its_place_is_found_again() {
    let mut raw = Raw::new(&[&["5550", "5550"]]);
    raw.corner = DVec3::new(1.0e6 + 0.3, 0.0, -7.7e5);
    raw.origin = DVec3::new(1.0e6, 0.0, -7.7e5);
    let level = raw.build();
    let p = |x: f64, z: f64| raw.corner + DVec3::new(x, 5.0, z);
    let from = level.surface.locate(&level.cells, p(0.4, 0.6)).unwrap();
    for (x, z, kind) in [
        (9.0, 0.6, EdgeKind::Drop),
        (-9.0, 0.7, EdgeKind::Wall),
        (0.4, 7.0, EdgeKind::Wall),
        (0.9, -3.0, EdgeKind::Wall),
    ] {
        let hit = level.surface.line_of_walk(&level.cells, &Foothold::on(from), p(x, z), &ALL, false);
        assert_eq!(hit.stopped_by, Some(kind));
        let again = level.surface.locate(&level.cells, hit.point).unwrap();
        assert_eq!(Some(again), hit.end, "towards {x} {z}");
        assert_eq!(hit.point.y, 5.0);
    }
}

#[test]
fn a_walker_in_the_air_crosses_a_gap_and_lands() {
    let level = Raw::new(&[&["55005", "55#09"]]).build();
    let ground = level.walk((0.5, 5.0, 0.5), (4.5, 0.5), false);
    assert_eq!(ground.stopped_by, Some(EdgeKind::Drop));
    assert!((ground.point.x - 2.0).abs() < 1e-6 && (ground.fraction - 0.375).abs() < 1e-9);
    let across = level.walk((0.5, 5.0, 0.5), (4.5, 0.5), true);
    assert_eq!((across.stopped_by, across.point), (None, DVec3::new(4.5, 5.0, 0.5)));
    let over = level.walk((0.5, 5.0, 0.5), (2.5, 0.5), true);
    assert_eq!((over.point.y, over.end.unwrap().point), (5.0, DVec3::new(2.5, 0.0, 0.5)));
    assert_eq!(level.walk((0.5, 5.0, 1.5), (4.5, 1.5), true).stopped_by, Some(EdgeKind::Wall), "walls stop flight");
    let rising = level.walk((0.5, 5.0, 0.5), (4.5, 1.4), true);
    assert_eq!(rising.stopped_by, Some(EdgeKind::Wall), "a higher floor is a wall");
    assert_eq!(rising.point.y, 5.0);
}

#[test]
fn closed_doors_stop_walks_and_paths() {
    let raw = Raw::new(&[&[".....", "##.##", "....."]]);
    let mut level = raw.build();
    let mut door = Vec::new();
    let (low, high) = (DVec3::new(2.2, 0.0, 1.4), DVec3::new(2.8, 2.0, 1.6));
    level.surface.cells_in_box(&level.cells, low, high, &mut door);
    assert_eq!(door, [level.at(2.5, 0.0, 1.5).cell.unwrap()]);
    assert_eq!(level.walk((2.5, 0.0, 0.5), (2.5, 2.5), false).stopped_by, None);
    assert_eq!(level.path((0.5, 0.0, 0.5), (0.5, 0.0, 2.5)).0, PathStatus::Complete);
    level.cells.set_blocked(door[0], true);
    level.cells.finish_edit();
    for airborne in [false, true] {
        let hit = level.walk((2.5, 0.0, 0.5), (2.5, 2.5), airborne);
        assert_eq!((hit.stopped_by, hit.fraction), (Some(EdgeKind::Wall), 0.25));
    }
    let (status, path) = level.path((0.5, 0.0, 0.5), (2.5, 0.0, 2.5));
    assert_eq!(status, PathStatus::Partial);
    let end = path.points.last().unwrap().position;
    assert!((end - DVec3::new(2.5, 0.0, 1.0)).length() < 1e-6, "{end}");
    let nearest =
        level.surface.nearest(&level.cells, DVec3::new(2.5, 0.0, 1.4), 5.0, &mut query::Budget::new(u32::MAX)).unwrap();
    assert!((nearest.point.z - 1.0).abs() < 1e-6, "a closed square is not walkable");
}

#[test]
fn a_box_closes_what_it_overlaps_on_its_floors() {
    let level = Raw::new(&[&["000", "000"], &["444", "444"]]).build();
    let covered = |low: (f64, f64, f64), high: (f64, f64, f64)| {
        let mut out = Vec::new();
        level.surface.cells_in_box(&level.cells, low.into(), high.into(), &mut out);
        out.len()
    };
    assert_eq!(covered((1.0, 0.1, 0.0), (2.0, 2.0, 1.0)), 1, "touching the next square is not overlapping it");
    assert_eq!(covered((0.9, 0.0, 0.0), (2.1, 2.0, 1.0)), 3);
    assert_eq!(covered((0.5, 0.0, 0.5), (0.5, 5.0, 0.5)), 2, "two floors");
    assert_eq!(covered((-9.0, -9.0, -9.0), (9.0, 9.0, 9.0)), 12);
    assert_eq!(covered((5.0, 0.0, 0.0), (6.0, 2.0, 1.0)), 0);
}

#[test]
fn paths_in_the_open_are_straight() {
    let level = Raw::new(&[&["........"; 6]]).build();
    let (status, path) = level.path((0.2, 0.0, 0.3), (7.6, 1.0, 4.1));
    assert_eq!(status, PathStatus::Complete);
    assert_eq!(positions(&path), [(0.2, 0.0, 0.3), (7.6, 0.0, 4.1)]);
    assert!((path.length - sqrt(7.4 * 7.4 + 3.8 * 3.8)).abs() < 1e-12);
}

#[test]
fn paths_go_down_drops_but_not_up() {
    let level = Raw::new(&[&["50"]]).build();
    let (down, path) = level.path((0.2, 5.0, 0.5), (1.7, 0.0, 0.5));
    assert_eq!(down, PathStatus::Complete);
    assert_eq!(positions(&path), [(0.2, 5.0, 0.5), (0.5, 5.0, 0.5), (1.5, 0.0, 0.5), (1.7, 0.0, 0.5)]);
    assert_eq!(level.path((1.7, 0.0, 0.5), (0.2, 5.0, 0.5)).0, PathStatus::Partial);
}

#[test]
fn dear_areas_are_avoided_and_forbidden_ones_never_entered() {
    let level = Raw::new(&[&["......", ".aaaa.", ".aaaa.", "......"]]).build();
    let ends = (DVec3::new(0.5, 0.0, 1.5), DVec3::new(5.5, 0.0, 1.5));
    let mut costs = FREE;
    assert_eq!(level.path_with(ends.0, ends.1, &ALL, &costs, &[]).1.points.len(), 2, "cheap: straight through");
    costs[1] = 5.0;
    let around = level.path_with(ends.0, ends.1, &ALL, &costs, &[]).1;
    assert!(around.points.iter().any(|p| p.position.z < 1.0), "{around:?}");
    let filter = AreaFilter { allowed: !2, use_links: true };
    let (status, path) = level.path_with(ends.0, ends.1, &filter, &FREE, &[]);
    assert_eq!(status, PathStatus::Complete);
    assert!(path.length > 5.0);
    let from = level.at(0.5, 0.0, 1.5);
    let hit = level.surface.line_of_walk(&level.cells, &Foothold::on(from), ends.1, &filter, false);
    assert_eq!((hit.stopped_by, hit.fraction), (Some(EdgeKind::Wall), 0.1));
}

fn teleporter(level: &Level, entry: (f64, f64, f64), exit: (f64, f64, f64), cost: f64) -> GridLink {
    let cell = |p: (f64, f64, f64)| level.at(p.0, p.1, p.2).cell.unwrap();
    GridLink {
        from: cell(entry),
        to: cell(exit),
        entry: entry.into(),
        exit: exit.into(),
        cost,
        seconds: 0.0,
        area: 3,
        id: LinkId { index: 7, generation: 1 },
    }
}

#[test]
fn links_bridge_what_is_apart_and_shorten_what_is_far() {
    let level = Raw::new(&[&["...#..."]]).build();
    let link = teleporter(&level, (2.2, 0.0, 0.5), (4.8, 0.0, 0.5), 1.0);
    let (from, to) = (DVec3::new(0.5, 0.0, 0.5), DVec3::new(6.5, 0.0, 0.5));
    let (status, path) = level.path_with(from, to, &ALL, &FREE, &[link]);
    assert_eq!(status, PathStatus::Complete);
    let marked: Vec<_> = path.points.iter().filter_map(|p| p.link.map(|id| (p.position.x, id))).collect();
    assert_eq!(marked, [(2.2, link.id)]);
    assert!((path.length - 6.0).abs() < 1e-9, "links count by their straight distance: {}", path.length);
    for filter in [AreaFilter { use_links: false, ..ALL }, AreaFilter { allowed: !8, use_links: true }] {
        assert_eq!(level.path_with(from, to, &filter, &FREE, &[link]).0, PathStatus::Partial);
    }
    let hall = Raw::new(&[&[".................................."]]).build();
    let link = teleporter(&hall, (3.5, 0.0, 0.5), (30.5, 0.0, 0.5), 2.0);
    let (_, path) = hall.path_with(from, DVec3::new(33.5, 0.0, 0.5), &ALL, &FREE, &[link]);
    assert!(path.points.iter().any(|p| p.link.is_some()), "{path:?}");
}

#[test]
fn points_off_the_surface_are_moved_to_it_or_refused() {
    let level = Raw::new(&[&["...."]]).build();
    let (status, path) = level.path((-1.0, 0.0, 0.5), (3.5, 0.0, 1.5));
    assert_eq!(status, PathStatus::Complete);
    assert!((path.points.last().unwrap().position - DVec3::new(3.5, 0.0, 1.0)).length() < 1e-6);
    assert_eq!(level.path((0.5, 0.0, 0.5), (3.5, 0.0, 90.0)).0, PathStatus::Partial);
    let roads = GridRoads { cells: &level.cells, links: &[], costs: &FREE, filter: &ALL, metric: Metric::Price };
    let far = DVec3::new(-50.0, 0.0, 0.5);
    let error = level
        .surface
        .path(&roads, (far, DVec3::ZERO), ANY, &mut GridScratch::default(), &mut Path::default())
        .unwrap_err();
    assert_eq!(error.kind, ErrorKind::NotFound);
}

#[test]
fn a_repeated_search_needs_no_more_memory_and_gives_the_same_path() {
    let level = Raw::new(&[&["....#....", ".##.#.##.", "....#....", ".##...##.", "........."]]).build();
    let roads = GridRoads { cells: &level.cells, links: &[], costs: &FREE, filter: &ALL, metric: Metric::Price };
    let (from, to) = (DVec3::new(0.5, 0.0, 0.5), DVec3::new(8.5, 0.0, 0.5));
    let (mut scratch, mut path) = (GridScratch::default(), Path::default());
    level.surface.path(&roads, (from, to), ANY, &mut scratch, &mut path).unwrap();
    let (bytes, first) = (scratch.bytes(), positions(&path));
    for _ in 0..3 {
        level.surface.path(&roads, (from, to), ANY, &mut scratch, &mut path).unwrap();
        assert_eq!((scratch.bytes(), positions(&path)), (bytes, first.clone()));
    }
}

#[test]
fn moving_the_origin_moves_every_answer() {
    let mut level = Raw::new(&[&["..", ".#"]]).build();
    let shift = DVec3::new(100.0, -3.0, 0.5);
    let before = level.at(0.5, 0.0, 1.5);
    level.surface.rebase(shift);
    let after = level.surface.locate(&level.cells, before.point - shift).unwrap();
    assert_eq!((after.cell, after.point), (before.cell, before.point - shift));
    assert_eq!(level.surface.lattice_origin(), -shift);
}

#[test]
fn malformed_grids_are_refused_with_argument_value_and_range() {
    let params = WorldParams { max_cells: 12, ..WorldParams::default() };
    let good = GridInput {
        width: 3,
        depth: 2,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 3.0,
        blocked: &[],
        heights: &[],
        areas: &[],
    };
    let refused = |grid: &GridInput<'_>, kind: ErrorKind, words: &[&str]| {
        let mut cells = CellSpace::new(1.0);
        let error = GridSurface::build(&params, grid, &mut cells).unwrap_err();
        assert_eq!(error.kind, kind, "{error}");
        assert!(words.iter().all(|word| error.message.contains(word)), "{error}");
        assert_eq!(cells.cell_count(), 0);
    };
    use ErrorKind::{Budget, InvalidArgument};
    assert!(GridSurface::build(&params, &good, &mut CellSpace::new(1.0)).is_ok());
    refused(&GridInput { width: 0, ..good.clone() }, InvalidArgument, &["width", "0", "1 to"]);
    refused(&GridInput { depth: u32::MAX, ..good.clone() }, InvalidArgument, &["depth", "4294967295"]);
    refused(&GridInput { floors: 5000, ..good.clone() }, InvalidArgument, &["floors", "5000", "4096"]);
    refused(&GridInput { floors: 3, ..good.clone() }, Budget, &["18", "max_cells", "12"]);
    refused(&GridInput { blocked: &[0; 5], ..good.clone() }, InvalidArgument, &["blocked", "5", "6"]);
    refused(&GridInput { heights: &[0.0; 7], ..good.clone() }, InvalidArgument, &["heights", "7", "6"]);
    refused(&GridInput { areas: &[0; 1], ..good.clone() }, InvalidArgument, &["areas", "1", "6"]);
    refused(&GridInput { areas: &[0, 0, 64, 0, 0, 0], ..good.clone() }, InvalidArgument, &["areas[2]", "64", "63"]);
    let nan = [0.0, f32::NAN, 0.0, 0.0, 0.0, 0.0];
    refused(&GridInput { heights: &nan, ..good.clone() }, InvalidArgument, &["heights[1]", "NaN"]);
    refused(&GridInput { floor_height: f64::INFINITY, floors: 2, ..good.clone() }, InvalidArgument, &["floor_height"]);
    refused(&GridInput { corner: DVec3::new(0.0, 0.0, f64::NAN), ..good }, InvalidArgument, &["corner.z", "NaN"]);
}

#[test]
fn a_grid_level_of_65536_squares_fits_its_share_of_memory() {
    let raw = Raw {
        width: 256,
        depth: 256,
        floors: 1,
        corner: DVec3::ZERO,
        origin: DVec3::ZERO,
        blocked: Vec::new(),
        heights: Vec::new(),
        areas: alloc::vec![1; 65536],
    };
    let level = raw.build();
    let bytes = level.cells.bytes() + level.surface.bytes();
    assert!(bytes < 1_200_000, "{bytes} bytes");
    assert_eq!(level.cells.tiles().filter(|(_, tile)| tile.uniform).count(), 14 * 14);
}

/// A room of 10 × 10 squares without a door, in the middle of an open field.
fn sealed_room(side: usize) -> Level {
    let mut blocked = alloc::vec![0u8; side * side];
    let low = side / 2 - 6;
    for i in low..low + 12 {
        for at in [low * side + i, (low + 11) * side + i, i * side + low, i * side + low + 11] {
            blocked[at] = 1;
        }
    }
    let side = side as u32;
    let grid = GridInput {
        width: side,
        depth: side,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 0.0,
        blocked: &blocked,
        heights: &[],
        areas: &[],
    };
    let params = WorldParams::default();
    let mut cells = CellSpace::new(params.cell_size);
    let surface = GridSurface::build(&params, &grid, &mut cells).unwrap();
    Level { cells, surface }
}

#[test]
fn a_search_ends_at_its_limits_with_what_it_has_found() {
    let level = sealed_room(256);
    let roads = GridRoads { cells: &level.cells, links: &[], costs: &FREE, filter: &ALL, metric: Metric::Price };
    let ends = (DVec3::new(118.5, 0.0, 128.5), DVec3::new(128.5, 0.0, 128.5));
    let (mut scratch, mut path) = (GridScratch::default(), Path::default());
    let mut search = |nodes: u32, cost: f64| {
        let found = level.surface.path(&roads, ends, PathLimit { nodes, cost }, &mut scratch, &mut path).unwrap();
        (found, scratch.closed())
    };
    // Without a limit every square of the field outside is looked at.
    let (all, looked_at) = search(u32::MAX, f64::INFINITY);
    assert_eq!((all.status, all.least, looked_at), (PathStatus::Partial, f64::INFINITY, 256 * 256 - 144));
    let (few, looked_at) = search(500, f64::INFINITY);
    assert_eq!((few.status, looked_at), (PathStatus::Cut, 501));
    assert!(few.least > 10.0 && few.least < 100.0, "{few:?}");
    let (near, looked_at) = search(u32::MAX, 20.0);
    assert_eq!(near.status, PathStatus::Cut);
    assert!(near.least > 20.0 && looked_at < 600, "{near:?} after {looked_at}");
    // Even a search that may look at nothing begins somewhere.
    assert_eq!(search(1, 0.0).0.status, PathStatus::Cut);
    assert_eq!(path.points[0].position, ends.0);
}

#[test]
fn the_nearest_place_is_looked_for_among_so_many_columns() {
    // One column of squares wide: a ring has two of them, whatever its radius.
    let blocked = [1u8; 4096];
    let grid = GridInput {
        width: 1,
        depth: 4096,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 0.0,
        blocked: &blocked,
        heights: &[],
        areas: &[],
    };
    let params = WorldParams::default();
    let mut cells = CellSpace::new(params.cell_size);
    let surface = GridSurface::build(&params, &grid, &mut cells).unwrap();
    let mut enough = query::Budget::new(4096);
    assert_eq!(surface.nearest(&cells, DVec3::new(0.5, 0.0, 2000.5), 1e9, &mut enough), None);
    assert!(!enough.is_used_up());
    let mut short = query::Budget::new(4095);
    assert_eq!(surface.nearest(&cells, DVec3::new(0.5, 0.0, 2000.5), 1e9, &mut short), None);
    assert!(short.is_used_up());
}
