//! What the map nodes of both kinds of space do.

use crate::clock::now;
use crate::level::{Level, Want, Wants};
use crate::plain::{map_params, step_in_threads};
use crate::resources::AntLayer;
use antreckon::base::math::DVec3;
use antreckon::base::{Error, Result};
use antreckon::pheromone::trail::TrailParams;
use godot::classes::ArrayMesh;
use godot::classes::mesh::{ArrayType, PrimitiveType};
use godot::prelude::*;
use std::sync::Arc;

/// The layers of a map node; one of the defaults where none is given.
pub(super) fn layers_of(given: &Array<Gd<AntLayer>>) -> Vec<Gd<AntLayer>> {
    let layers: Vec<_> = given.iter_shared().collect();
    if layers.is_empty() { vec![AntLayer::new_gd()] } else { layers }
}

/// Lays a map over a level.
pub(super) fn begin(level: &Level, layers: &[Gd<AntLayer>], steps_per_second: f64, trails: bool) -> Result<()> {
    let params = layers.iter().map(|layer| layer.bind().params()).collect();
    level.make_map(&map_params(params, steps_per_second, now())?)?;
    if trails {
        level.change_map(|map, world| map.enable_trails(&TrailParams::default(), world.origin()))?;
    }
    let wants: Result<Vec<Want>> = layers.iter().map(|layer| Want::new(layer.bind().name.to_string())).collect();
    level.wants_mut().layers = wants?;
    Ok(())
}

/// Takes the map away.
pub(super) fn end(level: &Level) {
    level.wants_mut().layers.clear();
    *level.map_mut() = None;
}

/// Goes on to now.
pub(super) fn step(level: &Level, threads: bool) -> Result<()> {
    let time = now();
    level.change_map(|map, world| match threads {
        true => step_in_threads(map, world, time),
        false => map.step_to(world, time).map(|_| ()),
    })
}

/// Changes what is known of the need for a layer.
pub(super) fn want(level: &Level, layer: &StringName, change: impl FnOnce(&mut Want)) -> Result<()> {
    let mut wants: std::sync::RwLockWriteGuard<'_, Wants> = level.wants_mut();
    let name = layer.to_string();
    let found = wants.layer(&name).ok_or_else(|| Error::not_found(format!("the map has no layer `{name}`")))?;
    change(&mut wants.layers[found]);
    Ok(())
}

/// A square of the overlay.
pub(super) struct Patch {
    pub(super) centre: DVec3,
    pub(super) color: Color,
}

/// The field as coloured squares: of one layer, or of all. `full` is the amount that is shown opaque.
pub(super) fn patches(
    level: &Arc<Level>,
    layers: &[Gd<AntLayer>],
    only: &StringName,
    full: f32,
    out: &mut Vec<Patch>,
) -> Result<()> {
    out.clear();
    let shown: Vec<(usize, Color)> = layers
        .iter()
        .enumerate()
        .filter(|(_, layer)| only.is_empty() || layer.bind().name == *only)
        .map(|(number, layer)| (number, layer.bind().color))
        .collect();
    level.read_map(|map, world| {
        for cell in world.cells().cells() {
            let (mut color, mut sum) = (Color::from_rgba(0.0, 0.0, 0.0, 0.0), 0.0);
            for (layer, tint) in &shown {
                // Root, because fields fall off steeply.
                let share = (map.density(world, *layer, cell).abs() / full).min(1.0).sqrt();
                color = Color::from_rgb(color.r + tint.r * share, color.g + tint.g * share, color.b + tint.b * share);
                sum += share;
            }
            if sum > FAINTEST {
                let color = Color::from_rgba(color.r / sum, color.g / sum, color.b / sum, sum.min(1.0));
                out.push(Patch { centre: world.cell_center(cell), color });
            }
        }
        Ok(())
    })
}

/// Fainter squares are not drawn.
const FAINTEST: f32 = 0.03;

/// Corners of the two triangles of a square.
pub(super) const SQUARE: [(f32, f32); 6] =
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];

/// What an overlay is painted from.
pub(super) struct Overlay<'a> {
    pub(super) patches: &'a [Patch],
    /// Half an edge of a square, metres.
    pub(super) half: f32,
    /// Above the floor, metres.
    pub(super) height: f32,
}

impl Overlay<'_> {
    /// Makes a surface of the squares' corners; false when there are none.
    pub(super) fn fill(&self, mesh: &mut Gd<ArrayMesh>, vertices: &Variant) -> bool {
        if self.patches.is_empty() {
            return false;
        }
        let colors: PackedColorArray = self.patches.iter().flat_map(|patch| [patch.color; SQUARE.len()]).collect();
        let mut arrays = VarArray::new();
        arrays.resize(ArrayType::MAX.ord() as usize, &Variant::nil());
        arrays.set(ArrayType::VERTEX.ord() as usize, vertices);
        arrays.set(ArrayType::COLOR.ord() as usize, &colors.to_variant());
        mesh.add_surface_from_arrays(PrimitiveType::TRIANGLES, &arrays);
        true
    }
}
