//! `AntWorld3D` and `AntWorld2D`: the level, made from navigation regions.

use super::doors::{Doors, below};
use super::links::Links;
use super::{space_2d, space_3d};
use crate::convert::told;
use crate::files::Files;
use crate::level::Level;
use crate::plain::AntWorld;
use crate::resources::AntConvergence;
use antreckon::base::{Error, Result};
use antreckon::smooth::SmoothParams;
use antreckon::world::{TileKey, WorldParams};
use godot::classes::Engine;
use godot::prelude::*;
use std::sync::Arc;

/// Regions have tiles of their own; the mesh of the node itself is number 0.
fn tile(number: usize) -> TileKey {
    TileKey { x: number as i32, ..TileKey::default() }
}

macro_rules! world {
    ($name:ident, $base:ident, $interface:ident, $space:ident, $region:literal, $link:literal, $mesh:literal) => {
        /// The level as antreckon sees it: made from the navigation regions of the scene.
        ///
        /// Put it anywhere into the scene. Without [member regions] it takes all navigation regions below its parent. When a region is
        /// baked again the level follows; the pheromones of untouched places stay. Regions that are added later are seen by
        /// [method rebuild]. Nodes of the group [member door_group] are doors: closed until [method set_door_open] opens them.
        #[derive(GodotClass)]
        #[class(tool, init, base=$base)]
        pub(crate) struct $name {
            /// The regions that are the level; empty = all below the parent of this node.
            #[export]
            regions: Array<NodePath>,
            /// A mesh that belongs to no region, in this node's coordinates.
            #[export]
            #[var(hint = RESOURCE_TYPE, hint_string = $mesh)]
            navigation_mesh: Option<Gd<Resource>>,
            /// Edge of the squares on which pheromones live: about a body's width. Counts when the scene starts.
            #[export(range = (0.1, 10.0, 0.05, or_greater, suffix = "m"))]
            #[init(val = 1.0)]
            cell_size: f64,
            /// Highest step one walks up. Counts when the scene starts.
            #[export(range = (0.05, 3.0, 0.05, or_greater, suffix = "m"))]
            #[init(val = 0.5)]
            step_height: f64,
            /// Nodes of this group are doors. They close what their meshes and collision shapes cover.
            #[export]
            #[init(val = StringName::from("ant_door"))]
            door_group: StringName,
            /// Take the navigation links below the parent of this node for ways that the mesh does not show.
            #[export]
            #[init(val = true)]
            navigation_links: bool,
            /// How corrections of all ghosts in this level become invisible.
            #[export]
            convergence: Option<Gd<AntConvergence>>,
            /// Speed at which players run; 0 = learned from those that are seen. Counts when the scene starts.
            #[export(range = (0.0, 50.0, 0.1, or_greater, suffix = "m/s"))]
            run_speed: f64,
            /// Weights of the learned model (Kinematic, and a part of Auto), as [code]antreckon train[/code] writes them; empty = the
            /// built-in ones. For all ghosts in this level; counts when the scene starts, as the other files do.
            #[export(file = "*.weights")]
            weights_file: GString,
            /// Routes for the model Strategy, as [method AntPredictor.save_strategies] has them.
            #[export(file)]
            strategies_file: GString,
            /// Banks of networks for the model Neuro; the first is number 0 of [member AntProfile.bank].
            #[export]
            bank_files: PackedStringArray,
            level: Option<Arc<Level>>,
            /// Regions by the number of their tile; one that was freed makes room for another.
            followed: Vec<InstanceId>,
            doors: Doors,
            links: Links,
            base: Base<$base>,
        }

        #[godot_api]
        impl $interface for $name {
            fn enter_tree(&mut self) {
                self.base_mut().add_to_group($space::WORLDS);
            }

            fn ready(&mut self) {
                if !Engine::singleton().is_editor_hint() {
                    self.rebuild();
                }
            }

            fn exit_tree(&mut self) {
                self.base_mut().remove_from_group($space::WORLDS);
            }

            fn get_configuration_warnings(&self) -> PackedStringArray {
                let mut warnings = PackedStringArray::new();
                if self.navigation_mesh.is_none() && self.found_regions().is_empty() {
                    warnings.push(concat!(
                        "There is no ",
                        $region,
                        " below the parent of this node, and no navigation mesh is given: the level is empty."
                    ));
                }
                warnings
            }
        }

        #[godot_api]
        impl $name {
            /// The level was built or has changed.
            #[signal]
            fn rebuilt();
            /// A door was opened or closed.
            #[signal]
            fn door_changed(door: Gd<Node>, open: bool);

            /// Reads all regions and doors again.
            #[func]
            fn rebuild(&mut self) {
                if told(concat!(stringify!($name), ".rebuild"), self.build()).is_some() {
                    self.signals().rebuilt().emit();
                }
            }

            /// Opens or closes a door: a node of [member door_group].
            #[func]
            fn set_door_open(&mut self, door: Option<Gd<Node>>, open: bool) -> bool {
                let done = self.with_door(door.as_ref(), |doors, level, door| doors.set_open(level, door, open));
                let done = told(concat!(stringify!($name), ".set_door_open"), done).is_some();
                if let Some(door) = door.filter(|_| done) {
                    self.signals().door_changed().emit(&door, open);
                }
                done
            }

            /// Whether a door is open.
            #[func]
            fn is_door_open(&mut self, door: Option<Gd<Node>>) -> bool {
                let open = self.with_door(door.as_ref(), |doors, level, door| doors.is_open(level, door));
                told(concat!(stringify!($name), ".is_door_open"), open).unwrap_or(false)
            }

            /// The level itself, for questions about ways and places.
            #[func]
            fn get_world(&mut self) -> Option<Gd<AntWorld>> {
                self.level().map(AntWorld::of)
            }

            /// A region was baked or got another mesh.
            #[func(gd_self, rename = _region_changed)]
            fn region_changed(mut this: Gd<Self>, region: Gd<$base>) {
                let done = {
                    let mut this = this.bind_mut();
                    this.read_region(&region).and_then(|()| this.follow_links())
                };
                if told(concat!(stringify!($name), ".region_changed"), done).is_some() {
                    this.signals().rebuilt().emit();
                }
            }

            /// A region goes.
            #[func(rename = _region_leaves)]
            fn region_leaves(&mut self, region: Gd<$base>) {
                let done = self.forget_region(region.instance_id());
                told(concat!(stringify!($name), ".region_leaves"), done);
            }
        }

        impl $name {
            /// The level, made when it is asked for first.
            pub(crate) fn level(&mut self) -> Option<Arc<Level>> {
                if self.level.is_none() {
                    let params = WorldParams {
                        cell_size: self.cell_size,
                        step_height: self.step_height,
                        ..WorldParams::default()
                    };
                    self.level = told(stringify!($name), Level::new(&params));
                    if let Some(level) = &self.level {
                        let banks = self.bank_files.as_slice();
                        level.set_files(Files::read(&self.weights_file, &self.strategies_file, banks));
                    }
                }
                self.level.clone()
            }

            pub(crate) fn smoothing(&self) -> SmoothParams {
                self.convergence.as_ref().map_or_else(SmoothParams::default, |resource| resource.bind().params())
            }

            pub(crate) fn has_banks(&self) -> bool {
                !self.bank_files.is_empty()
            }

            pub(crate) fn has_routes(&self) -> bool {
                !self.strategies_file.is_empty()
            }

            pub(crate) fn run_speed(&self) -> f64 {
                self.run_speed
            }

            fn needed(&mut self) -> Result<Arc<Level>> {
                self.level().ok_or_else(|| Error::state("there is no level"))
            }

            fn with_door<T>(
                &mut self,
                door: Option<&Gd<Node>>,
                work: impl FnOnce(&Doors, &Level, &Gd<Node>) -> Result<T>,
            ) -> Result<T> {
                let level = self.needed()?;
                let door = door.ok_or_else(|| Error::invalid("the door is null"))?;
                work(&self.doors, &level, door)
            }

            fn found_regions(&self) -> Vec<Gd<$base>> {
                if !self.regions.is_empty() {
                    let nodes = self.regions.iter_shared();
                    let nodes = nodes.filter_map(|path| self.base().try_get_node_as::<$base>(&path));
                    return nodes.filter(|node| node.is_class($region)).collect();
                }
                self.base().get_parent().map_or_else(Vec::new, |parent| below(&parent, $region))
            }

            fn build(&mut self) -> Result<()> {
                let level = self.needed()?;
                let found = self.found_regions();
                for gone in self.followed.clone() {
                    if !found.iter().any(|region| region.instance_id() == gone) {
                        self.forget_region(gone)?;
                    }
                }
                for region in &found {
                    self.read_region(region)?;
                }
                if let Some(mesh) = self.navigation_mesh.clone() {
                    let transform = self.base().get_global_transform();
                    $space::polygons(&mesh, transform).set_tile(&level, tile(0))?;
                }
                let doors: Vec<_> =
                    self.door_nodes().iter().map(|door| (door.instance_id().to_i64(), $space::bounds(door))).collect();
                self.doors.follow(&level, &doors)?;
                self.follow_links()
            }

            fn follow_links(&mut self) -> Result<()> {
                let level = self.needed()?;
                let parent = self.base().get_parent().filter(|_| self.navigation_links);
                let nodes = parent.map_or_else(Vec::new, |parent| below::<$base>(&parent, $link));
                let inside = nodes.iter().filter(|node| node.is_inside_tree());
                let ways: Vec<_> = inside.filter_map(|node| $space::way(node)).collect();
                self.links.follow(&level, &ways)
            }

            fn door_nodes(&self) -> Vec<Gd<$base>> {
                let nodes = self.base().get_tree().get_nodes_in_group(&self.door_group);
                nodes.iter_shared().filter_map(|node| node.try_cast::<$base>().ok()).collect()
            }

            fn read_region(&mut self, region: &Gd<$base>) -> Result<()> {
                let level = self.needed()?;
                let id = region.instance_id();
                let place = match self.followed.iter().position(|other| *other == id) {
                    Some(place) => place,
                    None => {
                        self.follow(region.clone());
                        let free = self.followed.iter().position(|other| !other.lookup_validity());
                        let place = free.unwrap_or(self.followed.len());
                        self.followed.resize(self.followed.len().max(place + 1), id);
                        self.followed[place] = id;
                        place
                    }
                };
                let Some(polygons) = $space::polygons_of(region) else { return Ok(()) };
                polygons.set_tile(&level, tile(place + 1))
            }

            fn follow(&self, mut region: Gd<$base>) {
                let bound = [region.to_variant()];
                let changed = self.base().callable("_region_changed").bind(&bound);
                region.connect("bake_finished", &changed);
                region.connect($space::MESH_CHANGED, &changed);
                region.connect("tree_entered", &changed);
                region.connect("tree_exiting", &self.base().callable("_region_leaves").bind(&bound));
            }

            fn forget_region(&mut self, region: InstanceId) -> Result<()> {
                let Some(place) = self.followed.iter().position(|other| *other == region) else { return Ok(()) };
                let key = tile(place + 1);
                let level = self.needed()?;
                let mut world = level.world_mut();
                if world.tiles().any(|other| other == key) {
                    world.remove_tile(key)?;
                }
                Ok(())
            }
        }
    };
}

world!(AntWorld3D, Node3D, INode3D, space_3d, "NavigationRegion3D", "NavigationLink3D", "NavigationMesh");
world!(AntWorld2D, Node2D, INode2D, space_2d, "NavigationRegion2D", "NavigationLink2D", "NavigationPolygon");
