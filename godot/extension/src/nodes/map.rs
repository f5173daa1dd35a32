//! `AntPheromoneMap3D` and `AntPheromoneMap2D`: the fields over the level.

use super::mapping::{self, Overlay, Patch, layers_of};
use super::{space_2d, space_3d};
use crate::convert::told;
use crate::files::bytes_of;
use crate::level::Level;
use crate::plain::AntPheromoneMap;
use crate::resources::AntLayer;
use antreckon::base::{Error, Result};
use godot::classes::Engine;
use godot::prelude::*;
use std::sync::Arc;

/// Seconds between two pictures of the overlay.
const PICTURE: f64 = 0.1;
/// Share of a square that is coloured: the gaps show the grid.
const FILLED: f32 = 0.86;

macro_rules! map {
    ($name:ident, $base:ident, $interface:ident, $space:ident, $world:literal) => {
        /// Pheromones over the level: what is worth going to smells, and ghosts are drawn to it.
        ///
        /// Points of interest feed it. It steps in the physics tick, at its own rate.
        #[derive(GodotClass)]
        #[class(tool, init, base=$base)]
        struct $name {
            /// The kinds of pheromone; one with default values when empty.
            #[export]
            layers: Array<Gd<AntLayer>>,
            /// How often the field spreads and fades.
            #[export(range = (1.0, 60.0, 1.0, suffix = "Hz"))]
            #[init(val = 20.0)]
            steps_per_second: f64,
            /// Remember how players move from each place; the models Trail and Auto predict by it.
            #[export]
            #[init(val = true)]
            trails: bool,
            /// Trails of earlier matches to begin with, as [method AntPheromoneMap.save_trails] has them.
            #[export(file)]
            trails_file: GString,
            /// Step on the threads of the [WorkerThreadPool]; worth it for large levels.
            #[export]
            threaded: bool,
            /// Draw the field onto the level.
            #[export]
            overlay: bool,
            /// The layer that is drawn; empty = all, mixed.
            #[export]
            overlay_layer: StringName,
            /// Amount that is drawn opaque.
            #[export(range = (0.1, 100.0, 0.1, or_greater))]
            #[init(val = 40.0)]
            overlay_full: f32,
            /// How far above the floor it is drawn, in 3D.
            #[export(range = (0.0, 2.0, 0.01, suffix = "m"))]
            #[init(val = 0.05)]
            overlay_height: f32,
            level: Option<Arc<Level>>,
            picture: Option<Gd<$space::Picture>>,
            patches: Vec<Patch>,
            waited: f64,
            base: Base<$base>,
        }

        #[godot_api]
        impl $interface for $name {
            fn physics_process(&mut self, delta: f64) {
                if Engine::singleton().is_editor_hint() {
                    return;
                }
                told(stringify!($name), self.tick(delta));
            }

            fn exit_tree(&mut self) {
                if let Some(level) = self.level.take() {
                    mapping::end(&level);
                }
            }

            fn get_configuration_warnings(&self) -> PackedStringArray {
                let mut warnings = PackedStringArray::new();
                if self.base().is_inside_tree() && $space::world_around(&self.to_gd().upcast()).is_none() {
                    warnings.push(concat!("There is no ", $world, " in the scene: pheromones need a level."));
                }
                warnings
            }
        }

        #[godot_api]
        impl $name {
            /// How much players need what a layer stands for, 0 to 1; points of interest that depend on need follow it.
            #[func]
            fn set_need(&mut self, layer: StringName, need: f32) -> bool {
                let done = self.begun().and_then(|level| mapping::want(&level, &layer, |want| want.need = need));
                told(concat!(stringify!($name), ".set_need"), done).is_some()
            }

            /// Learns from an occasion: somebody with this need saw something of this layer and took it, or not.
            #[func]
            fn observe_pickup(&mut self, layer: StringName, need: f32, taken: bool) -> bool {
                let done = self
                    .begun()
                    .and_then(|level| mapping::want(&level, &layer, |want| want.model.observe(need, taken)));
                told(concat!(stringify!($name), ".observe_pickup"), done).is_some()
            }

            /// The map itself, for sources and questions of your own; in metres, also in 2D. [code]null[/code] while there is no level.
            #[func]
            fn get_map(&mut self) -> Option<Gd<AntPheromoneMap>> {
                told(concat!(stringify!($name), ".get_map"), self.begun()).map(AntPheromoneMap::of)
            }
        }

        impl $name {
            /// The level, with the map laid over it.
            fn begun(&mut self) -> Result<Arc<Level>> {
                if let Some(level) = &self.level {
                    return Ok(level.clone());
                }
                let level = $space::level_around(&self.to_gd().upcast());
                let level = level.ok_or_else(|| Error::state(concat!("there is no ", $world, " in the scene")))?;
                mapping::begin(&level, &layers_of(&self.layers), self.steps_per_second, self.trails)?;
                self.level = Some(level.clone());
                if let Some(bytes) = bytes_of(&self.trails_file) {
                    let load = level.change_map(|map, world| map.load_trails(world, &bytes));
                    told(concat!(stringify!($name), ".trails_file"), load);
                }
                Ok(level)
            }

            fn tick(&mut self, delta: f64) -> Result<()> {
                let level = self.begun()?;
                mapping::step(&level, self.threaded)?;
                self.waited += delta;
                if self.overlay && self.waited >= PICTURE {
                    self.waited = 0.0;
                    self.draw(&level)?;
                }
                if !self.overlay
                    && let Some(mut picture) = self.picture.take()
                {
                    picture.queue_free();
                }
                Ok(())
            }

            fn draw(&mut self, level: &Arc<Level>) -> Result<()> {
                let layers = layers_of(&self.layers);
                mapping::patches(level, &layers, &self.overlay_layer, self.overlay_full, &mut self.patches)?;
                let mut picture = match self.picture.take() {
                    Some(picture) => picture,
                    None => {
                        let picture = $space::Picture::new_alloc();
                        self.base_mut().add_child(&picture);
                        picture
                    }
                };
                let half = level.world().params().cell_size as f32 * 0.5 * FILLED;
                let overlay = Overlay { patches: &self.patches, half, height: self.overlay_height };
                $space::paint(&self.to_gd().upcast(), &mut picture, &overlay);
                self.picture = Some(picture);
                Ok(())
            }
        }
    };
}

map!(AntPheromoneMap3D, Node3D, INode3D, space_3d, "AntWorld3D");
map!(AntPheromoneMap2D, Node2D, INode2D, space_2d, "AntWorld2D");
