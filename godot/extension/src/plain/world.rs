//! `AntWorld`.

use super::{pack, unpack};
use crate::convert::{told, vector, vector_out};
use crate::level::Level;
use antreckon::base::math::DVec3;
use antreckon::base::{Error, Result};
use antreckon::world::{
    AreaFilter, DoorInput, LinkInput, LinkKind, Location, MeshInput, Path, PathScratch, PathStatus, TileKey,
    WorldParams,
};
use godot::prelude::*;
use std::sync::Arc;

/// The level: where one can walk.
///
/// Made of tiles of convex polygons, as Godot's navigation meshes are; [AntWorld3D] and [AntWorld2D] fill one from navigation
/// regions. Calls that fail show an error and change nothing.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
pub(crate) struct AntWorld {
    pub(crate) level: Arc<Level>,
    base: Base<RefCounted>,
}

impl AntWorld {
    pub(crate) fn of(level: Arc<Level>) -> Gd<Self> {
        Gd::from_init_fn(|base| Self { level, base })
    }
}

/// A mesh as Godot has it: corners, and one list of corner numbers per polygon.
#[derive(Default)]
pub(crate) struct Polygons {
    pub(crate) vertices: Vec<DVec3>,
    indices: Vec<u32>,
    sizes: Vec<u32>,
}

impl Polygons {
    pub(crate) fn push(&mut self, polygon: &PackedInt32Array) {
        self.sizes.push(polygon.len() as u32);
        // A negative number is beyond every list, and refused as such.
        self.indices.extend(polygon.as_slice().iter().map(|corner| *corner as u32));
    }

    /// Those of a NavigationMesh or NavigationPolygon, with these corners.
    pub(crate) fn of(mesh: &Gd<Resource>, vertices: impl Iterator<Item = DVec3>) -> Self {
        let mut polygons = Self { vertices: vertices.collect(), ..Self::default() };
        let mut mesh = mesh.clone();
        let count = mesh.call("get_polygon_count", &[]).try_to::<i64>().unwrap_or(0);
        for number in 0..count {
            let polygon = mesh.call("get_polygon", &[number.to_variant()]);
            polygons.push(&polygon.try_to::<PackedInt32Array>().unwrap_or_default());
        }
        polygons
    }

    pub(crate) fn set_tile(&self, level: &Level, key: TileKey) -> Result<()> {
        let mesh = MeshInput {
            vertices: &self.vertices,
            indices: &self.indices,
            polygon_sizes: &self.sizes,
            ..MeshInput::default()
        };
        level.world_mut().set_tile(key, &mesh)
    }
}

#[godot_api]
impl AntWorld {
    /// On foot.
    #[constant]
    const LINK_WALK: i64 = LinkKind::Walk as i64;
    /// A jump across or up.
    #[constant]
    const LINK_JUMP: i64 = LinkKind::Jump as i64;
    /// A fall.
    #[constant]
    const LINK_DROP: i64 = LinkKind::Drop as i64;
    /// A ladder.
    #[constant]
    const LINK_LADDER: i64 = LinkKind::Ladder as i64;
    /// A teleporter.
    #[constant]
    const LINK_TELEPORT: i64 = LinkKind::Teleport as i64;
    /// A lift.
    #[constant]
    const LINK_LIFT: i64 = LinkKind::Lift as i64;
    /// A jump pad.
    #[constant]
    const LINK_JUMP_PAD: i64 = LinkKind::JumpPad as i64;
    /// Swimming.
    #[constant]
    const LINK_SWIM: i64 = LinkKind::Swim as i64;

    /// A level without floors. Pheromones live on squares with edges of [param cell_size] metres; one walks up
    /// [param step_height] metres without jumping. [code]null[/code] when a number is out of range.
    #[func]
    fn create(cell_size: f64, step_height: f64) -> Option<Gd<Self>> {
        let params = WorldParams { cell_size, step_height, ..WorldParams::default() };
        told("AntWorld.create", Level::new(&params)).map(Self::of)
    }

    /// Adds or replaces the tile [param key]: convex polygons, each a list of numbers of [param vertices].
    #[func]
    fn set_tile(&mut self, key: Vector3i, vertices: PackedVector3Array, polygons: Array<PackedInt32Array>) -> bool {
        let mut mesh =
            Polygons { vertices: vertices.as_slice().iter().map(|v| vector(*v)).collect(), ..Polygons::default() };
        polygons.iter_shared().for_each(|polygon| mesh.push(&polygon));
        told("AntWorld.set_tile", mesh.set_tile(&self.level, tile(key))).is_some()
    }

    /// Takes a tile away.
    #[func]
    fn remove_tile(&mut self, key: Vector3i) -> bool {
        told("AntWorld.remove_tile", self.level.world_mut().remove_tile(tile(key))).is_some()
    }

    /// Adds a door that closes everything inside of [param bounds]. Returns its id, 0 on error.
    #[func]
    fn add_door(&mut self, bounds: Aabb, open: bool) -> i64 {
        let bounds = bounds.abs();
        let door = DoorInput {
            bounds: Some((vector(bounds.position), vector(bounds.end()))),
            polygons: &[],
            links: &[],
            open,
        };
        told("AntWorld.add_door", self.level.world_mut().add_door(&door)).map_or(0, pack)
    }

    /// Opens or closes a door.
    #[func]
    fn set_door_open(&mut self, door: i64, open: bool) -> bool {
        told("AntWorld.set_door_open", self.level.world_mut().set_door_open(unpack(door), open)).is_some()
    }

    /// Whether a door is open.
    #[func]
    fn is_door_open(&self, door: i64) -> bool {
        told("AntWorld.is_door_open", self.level.world().door_is_open(unpack(door))).unwrap_or(false)
    }

    /// Takes a door away; what it closed is open.
    #[func]
    fn remove_door(&mut self, door: i64) -> bool {
        told("AntWorld.remove_door", self.level.world_mut().remove_door(unpack(door))).is_some()
    }

    /// Adds a way that the mesh does not show (one of the [code]LINK_...[/code] kinds), taking [param seconds] (0 = on foot). Returns
    /// its id, 0 on error.
    #[func]
    fn add_link(&mut self, from: Vector3, to: Vector3, kind: i64, two_way: bool, seconds: f64) -> i64 {
        const KINDS: [LinkKind; 8] = [
            LinkKind::Walk,
            LinkKind::Jump,
            LinkKind::Drop,
            LinkKind::Ladder,
            LinkKind::Teleport,
            LinkKind::Lift,
            LinkKind::JumpPad,
            LinkKind::Swim,
        ];
        let kind = usize::try_from(kind).ok().and_then(|kind| KINDS.get(kind).copied());
        let added = kind.ok_or_else(|| Error::invalid("kind must be one of LINK_...")).and_then(|kind| {
            let link = LinkInput { from: vector(from), to: vector(to), kind, two_way, travel_time: seconds, area: 0 };
            self.level.world_mut().add_link(&link)
        });
        told("AntWorld.add_link", added).map_or(0, pack)
    }

    /// Takes a link away.
    #[func]
    fn remove_link(&mut self, link: i64) -> bool {
        told("AntWorld.remove_link", self.level.world_mut().remove_link(unpack(link))).is_some()
    }

    /// The nearest walkable place within [param max_distance] metres, or the place itself when there is none.
    #[func]
    fn nearest(&self, place: Vector3, max_distance: f64) -> Vector3 {
        self.found(place, max_distance).map_or(place, |found| vector_out(found.point))
    }

    /// Whether there is a floor within [param max_distance] metres.
    #[func]
    fn is_walkable(&self, place: Vector3, max_distance: f64) -> bool {
        self.found(place, max_distance).is_some()
    }

    /// How far one can walk straight from [param from] towards [param to]: the place where one stops.
    #[func]
    fn walk(&self, from: Vector3, to: Vector3) -> Vector3 {
        let Some(start) = self.found(from, 2.0) else { return from };
        let world = self.level.world();
        vector_out(world.line_of_walk(&start, vector(to), &AreaFilter::default(), false).point)
    }

    /// The shortest way on foot; empty when there is none.
    #[func]
    fn find_path(&self, from: Vector3, to: Vector3) -> PackedVector3Array {
        let mut path = Path::default();
        let world = self.level.world();
        let status =
            world.path(vector(from), vector(to), &AreaFilter::default(), &mut PathScratch::default(), &mut path);
        match status {
            Ok(PathStatus::Complete) => path.points.iter().map(|point| vector_out(point.position)).collect(),
            _ => PackedVector3Array::new(),
        }
    }

    /// Number of cells in which pheromones can lie.
    #[func]
    fn cell_count(&self) -> i64 {
        self.level.world().cells().cell_count() as i64
    }

    /// Number of polygons.
    #[func]
    fn polygon_count(&self) -> i64 {
        self.level.world().polygon_count() as i64
    }

    /// Moves the origin of coordinates: the place that was at [param shift] is at zero from now on.
    #[func]
    fn rebase(&mut self, shift: Vector3) -> bool {
        told("AntWorld.rebase", self.level.world_mut().rebase(vector(shift))).is_some()
    }

    /// Equal on machines whose levels are equal.
    #[func]
    fn state_hash(&self) -> i64 {
        self.level.world().state_hash() as i64
    }
}

impl AntWorld {
    fn found(&self, place: Vector3, max_distance: f64) -> Option<Location> {
        let place = vector(place);
        let world = self.level.world();
        if !place.is_finite() || !max_distance.is_finite() {
            told::<()>("AntWorld", Err(Error::invalid("place and distance must be finite")));
            return None;
        }
        world.locate(place).or_else(|| world.nearest(place, max_distance))
    }
}

fn tile(key: Vector3i) -> TileKey {
    TileKey { x: key.x, z: key.z, layer: key.y }
}
