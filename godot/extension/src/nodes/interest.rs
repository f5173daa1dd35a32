//! `AntPointOfInterest3D` and `AntPointOfInterest2D`: what smells.

use super::{space_2d, space_3d};
use crate::convert::told;
use crate::level::Level;
use antreckon::base::math::DVec3;
use antreckon::base::{Error, Result};
use antreckon::pheromone::Source;
use godot::classes::{Engine, INode2D, INode3D};
use godot::prelude::*;
use std::sync::Arc;

/// A source as the map knows it.
struct Placed {
    level: Arc<Level>,
    /// Number of the map it was added to.
    map: u64,
    id: u64,
    layer: usize,
    place: DVec3,
    emission: f32,
    active: bool,
}

impl Drop for Placed {
    fn drop(&mut self) {
        if self.level.wants().map == self.map {
            // A map that is gone has forgotten its sources.
            let _ = self.level.change_map(|map, _| map.remove_source(self.id));
        }
    }
}

/// What a point of interest should be.
struct Wish<'a> {
    id: u64,
    layer: &'a str,
    place: DVec3,
    strength: f32,
    by_need: bool,
    moving: bool,
    available: bool,
}

/// Makes the source in the map what it should be; cheap when it is.
fn follow(placed: &mut Option<Placed>, level: Arc<Level>, wish: &Wish<'_>) -> Result<()> {
    let (map, layer, share) = {
        let wants = level.wants();
        if wants.layers.is_empty() {
            return Ok(());
        }
        let layer = if wish.layer.is_empty() { Some(0) } else { wants.layer(wish.layer) };
        let layer = layer.ok_or_else(|| Error::not_found(format!("the map has no layer `{}`", wish.layer)))?;
        (wants.map, layer, if wish.by_need { wants.layers[layer].share() } else { 1.0 })
    };
    let emission = wish.strength * share;
    if placed.as_ref().is_some_and(|old| old.map != map || old.layer != layer || !Arc::ptr_eq(&old.level, &level)) {
        *placed = None;
    }
    let Some(old) = placed else {
        let source = Source { layer, position: wish.place, emission, fixed: !wish.moving };
        level.change_map(|map, world| {
            map.add_source(world, wish.id, &source)?;
            map.set_source_active(world, wish.id, wish.available)
        })?;
        let active = wish.available;
        *placed = Some(Placed { level, map, id: wish.id, layer, place: wish.place, emission, active });
        return Ok(());
    };
    if old.place != wish.place {
        level.change_map(|map, world| map.move_source(world, wish.id, wish.place))?;
        old.place = wish.place;
    }
    if old.emission != emission {
        level.change_map(|map, world| map.set_emission(world, wish.id, emission))?;
        old.emission = emission;
    }
    if old.active != wish.available {
        level.change_map(|map, world| map.set_source_active(world, wish.id, wish.available))?;
        old.active = wish.available;
    }
    Ok(())
}

macro_rules! interest {
    ($name:ident, $base:ident, $interface:ident, $space:ident) => {
        /// Something worth going to, or to keep away from: an item, a flag, a place. It emits pheromone into the map of its level.
        #[derive(GodotClass)]
        #[class(tool, init, base=$base)]
        pub(crate) struct $name {
            /// Name of the map's layer; empty = the first.
            #[export]
            layer: StringName,
            /// Pheromone per step of the map; negative repels.
            #[export(range = (-100.0, 100.0, 0.1, or_greater, or_less))]
            #[init(val = 36.0)]
            strength: f32,
            /// The strength counts as much as players need what the layer stands for; see [code]set_need[/code] of the map.
            #[export]
            need_dependent: bool,
            /// It moves. What does not move is solved once and costs nothing.
            #[export]
            moving: bool,
            /// Off while the item is taken: its scent fades.
            #[export]
            #[init(val = true)]
            available: bool,
            placed: Option<Placed>,
            complained: bool,
            base: Base<$base>,
        }

        #[godot_api]
        impl $interface for $name {
            fn physics_process(&mut self, _delta: f64) {
                if Engine::singleton().is_editor_hint() {
                    return;
                }
                let node = self.to_gd();
                let Some(level) = $space::level_around(&node.clone().upcast()) else { return };
                let layer = self.layer.to_string();
                let wish = Wish {
                    id: node.instance_id().to_i64() as u64,
                    layer: &layer,
                    place: $space::place_of(&node.upcast()),
                    strength: self.strength,
                    by_need: self.need_dependent,
                    moving: self.moving,
                    available: self.available,
                };
                let done = follow(&mut self.placed, level, &wish);
                // Once is enough: it is tried again every tick.
                if !(self.complained && done.is_err()) {
                    self.complained = told(stringify!($name), done).is_none();
                }
            }

            fn exit_tree(&mut self) {
                self.placed = None;
            }
        }

        #[godot_api]
        impl $name {}
    };
}

interest!(AntPointOfInterest3D, Node3D, INode3D, space_3d);
interest!(AntPointOfInterest2D, Node2D, INode2D, space_2d);
