//! Where one can walk: the recorded area as a level of the library.
use super::units::Units;
use crate::trace::{Link, Nav, Trace};
use antreckon::base::math::DVec3;
use antreckon::world::{GridInput, LinkInput, LinkKind, MeshInput, World, WorldParams};

/// Edge of a cell of a mesh level, body widths: the paper's 50 units for bodies of 30.
const CELL_WIDTHS: f64 = 5.0 / 3.0;
/// Highest stair, body widths: 18 units for bodies of 30.
const STEP_WIDTHS: f64 = 0.6;
/// How high above its floor somebody may jump or be thrown and still belong to it, body widths.
const JUMP_WIDTHS: f64 = 13.0;

/// Highest stair of a mesh without links, body widths: such meshes have one height per named area, so that floors which
/// join in the ground plane lie apart.
const APPROXIMATE_STEP_WIDTHS: f64 = 4.0;

/// The level of a trace; `None` without a recorded area or with one that is empty.
pub fn world_of(trace: &Trace) -> Option<World> {
    world_with(trace, STEP_WIDTHS, 1.0)
}

/// The level for looking for ways: where heights are approximate, floors that join in the ground plane are connected.
pub fn roads_of(trace: &Trace) -> Option<World> {
    roads_with(trace, 1.0)
}

/// The same with cells of other sizes, in the paper's.
pub(super) fn roads_with(trace: &Trace, cell: f64) -> Option<World> {
    let is_approximate = matches!(&trace.nav, Some(Nav::Mesh { links, .. }) if links.is_empty());
    world_with(trace, if is_approximate { APPROXIMATE_STEP_WIDTHS } else { STEP_WIDTHS }, cell)
}

fn world_with(trace: &Trace, step_widths: f64, cell: f64) -> Option<World> {
    let width = trace.meta.body_width * trace.meta.metres_per_unit;
    build(
        trace,
        &WorldParams {
            cell_size: cell * CELL_WIDTHS * width,
            step_height: step_widths * width,
            floor_reach: JUMP_WIDTHS * width,
            walk_speed: trace.meta.v_max * trace.meta.metres_per_unit,
            ..WorldParams::default()
        },
    )
}

fn build(trace: &Trace, params: &WorldParams) -> Option<World> {
    let units = Units::of(&trace.meta);
    match trace.nav.as_ref()? {
        Nav::Mesh { vertices, polygons, links } => {
            let vertices: Vec<DVec3> = vertices.iter().map(|&corner| units.to_metres(corner)).collect();
            let links: Vec<LinkInput> = links.iter().map(|link| link_input(link, &vertices, polygons)).collect();
            let sizes: Vec<u32> = polygons.iter().map(|polygon| polygon.len() as u32).collect();
            let indices = polygons.concat();
            let mesh =
                MeshInput { vertices: &vertices, indices: &indices, polygon_sizes: &sizes, areas: &[], links: &links };
            World::from_mesh(params, &mesh).ok().filter(|world| world.polygon_count() > 0)
        }
        Nav::Grid { origin, cell, width, height, walkable } => {
            // Rows go up along y, which is down along the library's z.
            let blocked: Vec<u8> =
                walkable.chunks(*width).rev().flat_map(|row| row.iter().map(|&open| u8::from(!open))).collect();
            let corner = units.to_metres([origin[0], origin[1] + *height as f64 * cell, 0.0]);
            let grid = GridInput {
                width: *width as u32,
                depth: *height as u32,
                floors: 1,
                corner,
                floor_height: 0.0,
                blocked: &blocked,
                heights: &[],
                areas: &[],
            };
            World::from_grid(&WorldParams { cell_size: cell * units.metres, ..params.clone() }, &grid).ok()
        }
    }
}

fn link_input(link: &Link, vertices: &[DVec3], polygons: &[Vec<u32>]) -> LinkInput {
    let middle = |polygon: u32| {
        let corners = &polygons[polygon as usize];
        corners.iter().map(|&corner| vertices[corner as usize]).sum::<DVec3>() / corners.len() as f64
    };
    let kind = match link.travel.as_str() {
        "jump" | "barrierjump" | "rocketjump" => LinkKind::Jump,
        "walkoffledge" => LinkKind::Drop,
        "jumppad" => LinkKind::JumpPad,
        "teleport" => LinkKind::Teleport,
        "elevator" => LinkKind::Lift,
        "swim" | "waterjump" => LinkKind::Swim,
        "ladder" => LinkKind::Ladder,
        _ => LinkKind::Walk,
    };
    let (from, to) = (middle(link.from), middle(link.to));
    LinkInput { from, to, kind, two_way: false, travel_time: link.seconds, area: 0 }
}

/// Says whether a place of the ground plane lies over any floor, however far below.
pub struct Floor {
    world: World,
    units: Units,
    top: f64,
}

impl Floor {
    /// The recorded area; `None` where there is none.
    pub fn of(trace: &Trace) -> Option<Self> {
        /// Deeper than any level.
        const DEPTH: f64 = 1e4;
        let units = Units::of(&trace.meta);
        let top = match trace.nav.as_ref()? {
            Nav::Mesh { vertices, .. } => vertices.iter().map(|corner| corner[2]).fold(f64::NEG_INFINITY, f64::max),
            Nav::Grid { .. } => 0.0,
        };
        let width = trace.meta.body_width * units.metres;
        let params = WorldParams { cell_size: CELL_WIDTHS * width, floor_reach: DEPTH, ..WorldParams::default() };
        Some(Self { world: build(trace, &params)?, units, top })
    }

    /// Is there floor at or below the top of the level?
    pub fn is_under(&self, [x, y]: [f64; 2]) -> bool {
        self.world.locate(self.units.to_metres([x, y, self.top])).is_some()
    }
}
