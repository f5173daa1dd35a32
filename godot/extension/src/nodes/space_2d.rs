//! Two dimensions: the screen is the ground.

use super::doors::{around, below};
use super::links::{Way, way_of};
use super::mapping::{Overlay, SQUARE};
use super::sender::Motion;
use super::world::AntWorld2D;
use crate::convert::{flat, flat_out, pixels_per_metre, turn, turn_out};
use crate::level::Level;
use crate::plain::Polygons;
use antreckon::base::Result;
use antreckon::base::math::{DQuat, DVec3};
use antreckon::ghosts::PlayerState;
use antreckon::smooth::{Drawn, SmoothParams};
use godot::classes::{ArrayMesh, CharacterBody2D, CollisionShape2D, MeshInstance2D, RigidBody2D};
use godot::prelude::*;
use std::sync::Arc;

pub(super) type Vector = Vector2;
/// How somebody is turned.
pub(super) type Facing = f32;
/// What has a velocity that scripts read.
pub(super) type Body = CharacterBody2D;
/// What the overlay is drawn with.
pub(super) type Picture = MeshInstance2D;
/// Emitted by a region that gets another mesh.
pub(super) const MESH_CHANGED: &str = "navigation_polygon_changed";
/// Group of all worlds.
pub(super) const WORLDS: &str = "antreckon_world_2d";

pub(super) fn point(v: Vector2) -> DVec3 {
    flat(v)
}

pub(super) fn point_out(v: DVec3) -> Vector2 {
    flat_out(v)
}

/// The state of a player; a velocity that is not finite is found from positions.
pub(super) fn state_of(position: Vector, velocity: Vector) -> Result<PlayerState> {
    if velocity == Vector::INF {
        return Ok(PlayerState::resting(point(position)));
    }
    Ok(PlayerState::at(point(position), point(velocity)))
}

pub(super) fn facing(facing: Facing) -> DQuat {
    turn(facing)
}

pub(super) fn place_of(node: &Gd<Node2D>) -> DVec3 {
    flat(node.get_global_position())
}

pub(super) fn facing_of(node: &Gd<Node2D>) -> DQuat {
    turn(node.get_global_rotation())
}

/// Moves a node to where it is drawn.
pub(super) fn show(node: &mut Gd<Node2D>, drawn: &Drawn, turns: bool) {
    node.set_global_position(flat_out(drawn.position));
    if turns {
        node.set_global_rotation(turn_out(drawn.orientation));
    }
}

/// What the engine itself knows of a body's motion.
pub(super) fn motion_of(node: &Gd<Node2D>) -> Motion {
    // Who jumps in a game seen from above stays on the ground plane.
    let moving = |velocity: Vector2| Motion { velocity: Some(flat(velocity)), airborne: false };
    if let Ok(body) = node.clone().try_cast::<CharacterBody2D>() {
        return moving(body.get_velocity());
    }
    if let Ok(body) = node.clone().try_cast::<RigidBody2D>() {
        return moving(body.get_linear_velocity());
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

pub(super) fn world_around(node: &Gd<Node>) -> Option<Gd<AntWorld2D>> {
    let viewport = node.get_viewport()?;
    let worlds = node.get_tree().get_nodes_in_group(WORLDS);
    let mut worlds = worlds.iter_shared().filter(|world| world.get_viewport().as_ref() == Some(&viewport));
    worlds.find_map(|world| world.try_cast::<AntWorld2D>().ok())
}

/// The polygons of a navigation mesh. Godot calls its navigation classes experimental, so they are asked by name.
pub(super) fn polygons(mesh: &Gd<Resource>, transform: Transform2D) -> Polygons {
    let vertices = mesh.get("vertices").try_to::<PackedVector2Array>().unwrap_or_default();
    Polygons::of(mesh, vertices.as_slice().iter().map(|vertex| flat(transform * *vertex)))
}

/// The mesh of a region, where it has one.
pub(super) fn polygons_of(region: &Gd<Node2D>) -> Option<Polygons> {
    let mesh = region.get("navigation_polygon").try_to::<Gd<Resource>>().ok()?;
    Some(polygons(&mesh, region.get_global_transform()))
}

/// What a link of the scene joins.
pub(super) fn way(node: &Gd<Node2D>) -> Option<(i64, Way)> {
    let transform = node.get_global_transform();
    way_of(&node.clone().upcast(), |end: Vector2| flat(transform * end))
}

/// What a door covers: the boxes of its collision shapes, else a metre around it.
pub(super) fn bounds(door: &Gd<Node2D>) -> (DVec3, DVec3) {
    let shapes = below::<CollisionShape2D>(&door.clone().upcast(), "CollisionShape2D");
    let boxes = shapes.iter().filter_map(|shape| Some(shape.get_global_transform() * shape.get_shape()?.get_rect()));
    let covered = around(boxes.map(|rect| (flat(rect.position), flat(rect.end()))));
    let place = flat(door.get_global_position());
    let (low, high) = covered.unwrap_or((place - DVec3::splat(0.5), place + DVec3::splat(0.5)));
    (low - DVec3::Y, high + DVec3::Y)
}

/// Paints the squares of an overlay, in the coordinates of the map's node.
pub(super) fn paint(map: &Gd<Node2D>, picture: &mut Gd<MeshInstance2D>, overlay: &Overlay<'_>) {
    let inverse = map.get_global_transform().affine_inverse();
    let half = overlay.half * pixels_per_metre() as f32;
    let mut vertices = PackedVector2Array::new();
    for patch in overlay.patches {
        let centre = flat_out(patch.centre);
        for (x, y) in SQUARE {
            vertices.push(inverse * (centre + Vector2::new(x * half, y * half)));
        }
    }
    let mut mesh = ArrayMesh::new_gd();
    overlay.fill(&mut mesh, &vertices.to_variant());
    picture.set_mesh(&mesh);
}
