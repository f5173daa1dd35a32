//! Three dimensions: Godot's frame is the library's.

use super::doors::{around, below};
use super::links::{Way, way_of};
use super::mapping::{Overlay, SQUARE};
use super::sender::Motion;
use super::world::AntWorld3D;
use crate::convert::{rotation, rotation_out, vector, vector_out};
use crate::level::Level;
use crate::plain::Polygons;
use antreckon::base::Result;
use antreckon::base::math::{DQuat, DVec3};
use antreckon::ghosts::PlayerState;
use antreckon::smooth::{Drawn, SmoothParams};
use godot::classes::base_material_3d::{CullMode, Flags, ShadingMode, Transparency};
use godot::classes::{
    ArrayMesh, CharacterBody3D, CollisionShape3D, MeshInstance3D, RigidBody3D, StandardMaterial3D, VisualInstance3D,
};
use godot::prelude::*;
use std::sync::Arc;

pub(super) type Vector = Vector3;
/// How somebody is turned.
pub(super) type Facing = Quaternion;
/// What has a velocity that scripts read.
pub(super) type Body = CharacterBody3D;
/// What the overlay is drawn with.
pub(super) type Picture = MeshInstance3D;
/// Emitted by a region that gets another mesh.
pub(super) const MESH_CHANGED: &str = "navigation_mesh_changed";
/// Group of all worlds.
pub(super) const WORLDS: &str = "antreckon_world_3d";

pub(super) fn point(v: Vector3) -> DVec3 {
    vector(v)
}

pub(super) fn point_out(v: DVec3) -> Vector3 {
    vector_out(v)
}

/// The state of a player; a velocity that is not finite is found from positions.
pub(super) fn state_of(position: Vector, velocity: Vector) -> Result<PlayerState> {
    if velocity == Vector::INF {
        return Ok(PlayerState::resting(point(position)));
    }
    Ok(PlayerState::at(point(position), point(velocity)))
}

pub(super) fn facing(facing: Facing) -> DQuat {
    rotation(facing)
}

pub(super) fn place_of(node: &Gd<Node3D>) -> DVec3 {
    vector(node.get_global_position())
}

pub(super) fn facing_of(node: &Gd<Node3D>) -> DQuat {
    rotation(node.get_global_basis().orthonormalized().get_quaternion())
}

/// Moves a node to where it is drawn.
pub(super) fn show(node: &mut Gd<Node3D>, drawn: &Drawn, turns: bool) {
    let place = vector_out(drawn.position);
    if turns {
        let scale = node.get_scale();
        let basis = Basis::from_quaternion(rotation_out(drawn.orientation)).scaled(scale);
        node.set_global_transform(Transform3D::new(basis, place));
    } else {
        node.set_global_position(place);
    }
}

/// What the engine itself knows of a body's motion.
pub(super) fn motion_of(node: &Gd<Node3D>) -> Motion {
    if let Ok(body) = node.clone().try_cast::<CharacterBody3D>() {
        return Motion { velocity: Some(vector(body.get_velocity())), airborne: !body.is_on_floor() };
    }
    if let Ok(body) = node.clone().try_cast::<RigidBody3D>() {
        return Motion { velocity: Some(vector(body.get_linear_velocity())), airborne: false };
    }
    Motion::default()
}

/// The level around a node: of the first world in the same viewport.
pub(super) fn level_around(node: &Gd<Node>) -> Option<Arc<Level>> {
    world_around(node)?.bind_mut().level()
}

/// The level around a node and the speed at which players run in it; 0 = to be learned.
pub(super) fn level_and_speed(node: &Gd<Node>) -> (Option<Arc<Level>>, f64) {
    let Some(mut world) = world_around(node) else { return (None, 0.0) };
    let run_speed = world.bind().run_speed();
    (world.bind_mut().level(), run_speed)
}

/// How ghosts around a node converge.
pub(super) fn smoothing_around(node: &Gd<Node>) -> SmoothParams {
    world_around(node).map_or_else(SmoothParams::default, |world| world.bind().smoothing())
}

pub(super) fn world_around(node: &Gd<Node>) -> Option<Gd<AntWorld3D>> {
    let viewport = node.get_viewport()?;
    let worlds = node.get_tree().get_nodes_in_group(WORLDS);
    let mut worlds = worlds.iter_shared().filter(|world| world.get_viewport().as_ref() == Some(&viewport));
    worlds.find_map(|world| world.try_cast::<AntWorld3D>().ok())
}

/// The polygons of a navigation mesh. Godot calls its navigation classes experimental, so they are asked by name.
pub(super) fn polygons(mesh: &Gd<Resource>, transform: Transform3D) -> Polygons {
    let vertices = mesh.get("vertices").try_to::<PackedVector3Array>().unwrap_or_default();
    Polygons::of(mesh, vertices.as_slice().iter().map(|vertex| vector(transform * *vertex)))
}

/// The mesh of a region, where it has one.
pub(super) fn polygons_of(region: &Gd<Node3D>) -> Option<Polygons> {
    let mesh = region.get("navigation_mesh").try_to::<Gd<Resource>>().ok()?;
    Some(polygons(&mesh, region.get_global_transform()))
}

/// What a link of the scene joins.
pub(super) fn way(node: &Gd<Node3D>) -> Option<(i64, Way)> {
    let transform = node.get_global_transform();
    way_of(&node.clone().upcast(), |end: Vector3| vector(transform * end))
}

/// What a door covers: the boxes of its meshes and collision shapes, else a metre around it.
pub(super) fn bounds(door: &Gd<Node3D>) -> (DVec3, DVec3) {
    let node = door.clone().upcast::<Node>();
    let meshes = below::<VisualInstance3D>(&node, "VisualInstance3D");
    let shapes = below::<CollisionShape3D>(&node, "CollisionShape3D");
    let boxes = meshes.iter().map(|mesh| mesh.get_global_transform() * mesh.get_aabb());
    let boxes = boxes.chain(shapes.iter().filter_map(|shape| {
        let mesh = shape.get_shape()?.get_debug_mesh()?;
        Some(shape.get_global_transform() * mesh.get_aabb())
    }));
    let covered = around(boxes.map(|aabb| (vector(aabb.position), vector(aabb.end()))));
    let place = vector(door.get_global_position());
    covered.unwrap_or((place - DVec3::splat(0.5), place + DVec3::splat(0.5)))
}

/// Paints the squares of an overlay, in the coordinates of the map's node.
pub(super) fn paint(map: &Gd<Node3D>, picture: &mut Gd<MeshInstance3D>, overlay: &Overlay<'_>) {
    let inverse = map.get_global_transform().affine_inverse();
    let mut vertices = PackedVector3Array::new();
    for patch in overlay.patches {
        let centre = vector_out(patch.centre) + Vector3::UP * overlay.height;
        for (x, z) in SQUARE {
            vertices.push(inverse * (centre + Vector3::new(x * overlay.half, 0.0, z * overlay.half)));
        }
    }
    let mut mesh = ArrayMesh::new_gd();
    if overlay.fill(&mut mesh, &vertices.to_variant()) {
        mesh.surface_set_material(0, &material());
    }
    picture.set_mesh(&mesh);
}

fn material() -> Gd<StandardMaterial3D> {
    let mut material = StandardMaterial3D::new_gd();
    material.set_shading_mode(ShadingMode::UNSHADED);
    material.set_transparency(Transparency::ALPHA);
    material.set_cull_mode(CullMode::DISABLED);
    material.set_flag(Flags::ALBEDO_FROM_VERTEX_COLOR, true);
    material
}
