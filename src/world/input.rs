//! What a host hands in to describe a level.

use crate::base::math::DVec3;

/// What a field cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellMode {
    /// Uniform squares laid over the walkable surface (default).
    Surface,
    /// One cell per polygon, weighted by area and edge length, for hosts that want exactly their cells.
    Polygon,
}

/// Parameters of a level. Lengths in metres.
#[derive(Clone, Debug, PartialEq)]
pub struct WorldParams {
    /// Edge of a surface cell.
    pub cell_size: f64,
    /// What a field cell is.
    pub cell_mode: CellMode,
    /// Highest step one walks up without jumping; edges further apart in height are not neighbours.
    pub step_height: f64,
    /// Deepest fall that still makes an edge a drop and not a wall.
    pub drop_height: f64,
    /// How far outside of an edge a lower floor may begin for the edge to be a drop (meshes are often eroded by the
    /// walker's radius).
    pub drop_reach: f64,
    /// How far above a floor a point still belongs to it.
    pub floor_reach: f64,
    /// Edges whose gap in the ground plane is below this still touch (dirty meshes).
    pub weld_distance: f64,
    /// Speed at which the travel time of links counts as distance in path costs, m/s.
    pub walk_speed: f64,
    /// The point to which single-precision data are relative.
    pub origin: DVec3,
    /// Most cells the level may have.
    pub max_cells: u32,
    /// Most polygons the level may have.
    pub max_polygons: u32,
    /// Most links, and most doors.
    pub max_links: u32,
    /// Most places (cells, polygons, buckets of polygons) that one search looks at, at least 1.
    pub max_nodes: u32,
}

impl Default for WorldParams {
    fn default() -> Self {
        Self {
            cell_size: 1.0,
            cell_mode: CellMode::Surface,
            step_height: 0.5,
            drop_height: 20.0,
            drop_reach: 0.25,
            floor_reach: 2.0,
            weld_distance: 0.02,
            walk_speed: 5.0,
            origin: DVec3::ZERO,
            max_cells: 1 << 24,
            max_polygons: 1 << 20,
            max_links: 1 << 16,
            max_nodes: 1 << 16,
        }
    }
}

/// A regular grid: `width` × `depth` squares of the world's cell size on `floors` floors. The corner with the smallest x and z is `corner`.
#[derive(Clone, Debug)]
pub struct GridInput<'a> {
    /// Squares along x.
    pub width: u32,
    /// Squares along z.
    pub depth: u32,
    /// Number of floors.
    pub floors: u32,
    /// Corner with the smallest x and z, at the height of floor 0.
    pub corner: DVec3,
    /// Height between floors when `heights` is absent.
    pub floor_height: f64,
    /// One byte per square, `floor * width * depth + z * width + x`; not 0 = blocked. Empty = nothing is blocked.
    pub blocked: &'a [u8],
    /// Height of each square relative to `corner.y`, same order. Empty = flat floors.
    pub heights: &'a [f32],
    /// Area kind of each square (0 to 63), same order. Empty = all 0.
    pub areas: &'a [u8],
}

/// A convex-polygon mesh in canonical coordinates; any winding.
#[derive(Clone, Debug, Default)]
pub struct MeshInput<'a> {
    /// Corners.
    pub vertices: &'a [DVec3],
    /// Vertex indices of all polygons, one after the other.
    pub indices: &'a [u32],
    /// Number of vertices of each polygon; empty = triangles.
    pub polygon_sizes: &'a [u32],
    /// Area kind of each polygon (0 to 63); empty = all 0.
    pub areas: &'a [u8],
    /// Directed links between polygons or places of this tile.
    pub links: &'a [LinkInput],
}

/// Tile coordinates chosen by the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct TileKey {
    /// Along x.
    pub x: i32,
    /// Along z.
    pub z: i32,
    /// Host's layer (Detour tiles may lie over each other).
    pub layer: i32,
}

/// How one travels along a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// On foot (a connection the mesh does not show).
    Walk,
    /// A jump across or up.
    Jump,
    /// A fall.
    Drop,
    /// A ladder.
    Ladder,
    /// A teleporter.
    Teleport,
    /// A lift.
    Lift,
    /// A jump pad.
    JumpPad,
    /// Swimming.
    Swim,
}

/// A connection that is not a shared edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkInput {
    /// Where it begins; put on the nearest floor.
    pub from: DVec3,
    /// Where it ends; put on the nearest floor.
    pub to: DVec3,
    /// How one travels.
    pub kind: LinkKind,
    /// Usable both ways.
    pub two_way: bool,
    /// Seconds it takes; 0 = distance at walking speed.
    pub travel_time: f64,
    /// Area kind for cost and filter (0 to 63).
    pub area: u8,
}

/// What a door closes: everything inside a box, or named polygons, and named links.
#[derive(Clone, Debug)]
pub struct DoorInput<'a> {
    /// Smallest and largest corner of the box that is closed; `None` = only the lists.
    pub bounds: Option<(DVec3, DVec3)>,
    /// Polygons that are closed.
    pub polygons: &'a [u32],
    /// Links that are closed.
    pub links: &'a [super::LinkId],
    /// State at the start.
    pub open: bool,
}
