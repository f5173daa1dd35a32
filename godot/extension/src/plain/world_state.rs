//! Grids, costs and the state of an `AntWorld`.

use super::AntWorld;
use crate::convert::{told, vector};
use crate::level::Level;
use antreckon::base::Error;
use antreckon::world::{AreaFilter, GridInput, Path, PathScratch, PathStatus, World, WorldParams};
use godot::prelude::*;

#[godot_api(secondary)]
impl AntWorld {
    /// A level of [param width] by [param depth] squares (along x and z) with edges of [param cell_size] metres, from [param corner] on.
    /// [param blocked] has a byte per square, row by row along x, not 0 = blocked; empty = nothing is.
    #[func]
    fn create_grid(
        width: i64,
        depth: i64,
        cell_size: f64,
        corner: Vector3,
        blocked: PackedByteArray,
    ) -> Option<Gd<Self>> {
        let side = |name: &str, squares: i64| {
            u32::try_from(squares).map_err(|_| Error::invalid(format!("{name} is {squares}, must be 1 or more")))
        };
        let made = side("width", width).and_then(|width| {
            let grid = GridInput {
                width,
                depth: side("depth", depth)?,
                floors: 1,
                corner: vector(corner),
                floor_height: 3.0,
                blocked: blocked.as_slice(),
                heights: &[],
                areas: &[],
            };
            World::from_grid(&WorldParams { cell_size, ..WorldParams::default() }, &grid)
        });
        told("AntWorld.create_grid", made).map(|world| Self::of(Level::of(world)))
    }

    /// How much longer a metre on this kind of area counts; areas are numbered 0 to 63.
    #[func]
    fn set_area_cost(&mut self, area: i64, cost: f32) -> bool {
        let area = u8::try_from(area).unwrap_or(u8::MAX);
        told("AntWorld.set_area_cost", self.level.world_mut().set_area_cost(area, cost)).is_some()
    }

    /// Length of the shortest way on foot, metres; -1 when there is none.
    #[func]
    fn path_distance(&self, from: Vector3, to: Vector3) -> f64 {
        let mut path = Path::default();
        let world = self.level.world();
        let status =
            world.path(vector(from), vector(to), &AreaFilter::default(), &mut PathScratch::default(), &mut path);
        match status {
            Ok(PathStatus::Complete) => {
                path.points.windows(2).map(|leg| leg[0].position.distance(leg[1].position)).sum()
            }
            _ => -1.0,
        }
    }

    /// What changes in a level, for late joiners: doors, area costs, origin. The meshes they load themselves.
    #[func]
    fn snapshot(&self) -> PackedByteArray {
        self.level.world().snapshot().as_slice().into()
    }

    /// Takes over a [method snapshot] of an equal level.
    #[func]
    fn restore(&mut self, snapshot: PackedByteArray) -> bool {
        told("AntWorld.restore", self.level.world_mut().restore(snapshot.as_slice())).is_some()
    }

    /// Bytes of memory held.
    #[func]
    fn bytes(&self) -> i64 {
        self.level.world().bytes() as i64
    }
}
