//! The trails of an `AntPheromoneMap`, and questions about its fields.

use super::AntPheromoneMap;
use crate::convert::{vector, vector_out};
use antreckon::pheromone::{PheromoneMap, Reader};
use antreckon::world::World;
use godot::prelude::*;

#[godot_api(secondary)]
impl AntPheromoneMap {
    /// What the trails remember, as a file that ships with a level. Empty when there are none.
    #[func]
    fn save_trails(&self) -> PackedByteArray {
        let bytes = self.read("AntPheromoneMap.save_trails", |map, _| map.save_trails());
        bytes.map_or_else(PackedByteArray::new, |bytes| bytes.as_slice().into())
    }

    /// Takes over saved trails in place of those there are.
    #[func]
    fn load_trails(&mut self, bytes: PackedByteArray) -> bool {
        let load = |map: &mut PheromoneMap, world: &World| map.load_trails(world, bytes.as_slice());
        self.change("AntPheromoneMap.load_trails", load).is_some()
    }

    /// Adds saved trails to those there are, by their evidence.
    #[func]
    fn merge_trails(&mut self, files: Array<PackedByteArray>) -> bool {
        let files: Vec<PackedByteArray> = files.iter_shared().collect();
        let files: Vec<&[u8]> = files.iter().map(|bytes| bytes.as_slice()).collect();
        let merge = |map: &mut PheromoneMap, world: &World| map.merge_trails(world, &files);
        self.change("AntPheromoneMap.merge_trails", merge).is_some()
    }

    /// How it smells at a place to somebody who wants each layer as much as [param weights] say, within cap and floor.
    #[func]
    fn smell_at(&self, place: Vector3, weights: PackedFloat32Array) -> f32 {
        let read = |map: &PheromoneMap, world: &World| {
            let reader = Reader { weights: weights.as_slice(), avatar: None };
            Ok(world.cell_at(vector(place)).map_or(0.0, |cell| map.sample(world, &reader, cell)))
        };
        self.read("AntPheromoneMap.smell_at", read).unwrap_or(0.0)
    }

    /// Middles of all squares with at least [param least] of a layer: the field, to draw it yourself.
    #[func]
    fn field(&self, layer: i64, least: f32) -> PackedVector3Array {
        let layer = usize::try_from(layer).unwrap_or(usize::MAX);
        let read = |map: &PheromoneMap, world: &World| {
            let cells = world.cells().cells().filter(|cell| map.density(world, layer, *cell) >= least);
            Ok(cells.map(|cell| vector_out(world.cell_center(cell))).collect())
        };
        self.read("AntPheromoneMap.field", read).unwrap_or_default()
    }

    /// Bytes of memory held.
    #[func]
    fn bytes(&self) -> i64 {
        self.read("AntPheromoneMap.bytes", |map, _| Ok(map.bytes() as i64)).unwrap_or(0)
    }
}
