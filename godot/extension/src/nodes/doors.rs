//! Doors of a scene: nodes of a group.

use crate::level::Level;
use antreckon::base::math::DVec3;
use antreckon::base::{Error, Result};
use antreckon::world::{DoorId, DoorInput};
use godot::prelude::*;
use std::collections::BTreeMap;

/// The doors of a level, by the nodes they are.
#[derive(Default)]
pub(super) struct Doors {
    known: BTreeMap<i64, DoorId>,
}

impl Doors {
    /// Makes the level's doors those of the list: a node's id and the box it closes.
    pub(super) fn follow(&mut self, level: &Level, nodes: &[(i64, (DVec3, DVec3))]) -> Result<()> {
        let gone: Vec<i64> =
            self.known.keys().copied().filter(|id| !nodes.iter().any(|(other, _)| other == id)).collect();
        for id in gone {
            if let Some(door) = self.known.remove(&id) {
                level.world_mut().remove_door(door)?;
            }
        }
        for (id, bounds) in nodes {
            if !self.known.contains_key(id) {
                // Doors are closed until they are opened.
                let door = DoorInput { bounds: Some(*bounds), polygons: &[], links: &[], open: false };
                self.known.insert(*id, level.world_mut().add_door(&door)?);
            }
        }
        Ok(())
    }

    pub(super) fn set_open(&self, level: &Level, node: &Gd<Node>, open: bool) -> Result<()> {
        level.world_mut().set_door_open(self.door(node)?, open)
    }

    pub(super) fn is_open(&self, level: &Level, node: &Gd<Node>) -> Result<bool> {
        level.world().door_is_open(self.door(node)?)
    }

    fn door(&self, node: &Gd<Node>) -> Result<DoorId> {
        let found = self.known.get(&node.instance_id().to_i64()).copied();
        found.ok_or_else(|| {
            Error::not_found(format!("{} is not a door; put it into the group of doors", node.get_name()))
        })
    }
}

/// The box around boxes; `None` of nothing.
pub(super) fn around(boxes: impl Iterator<Item = (DVec3, DVec3)>) -> Option<(DVec3, DVec3)> {
    boxes.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

/// A node and everything below it, of one class.
pub(super) fn below<T: Inherits<Node>>(node: &Gd<Node>, class: &str) -> Vec<Gd<T>> {
    let mut found: Vec<Gd<Node>> = Some(node.clone()).filter(|node| node.is_class(class)).into_iter().collect();
    found.extend(node.find_children_ex("*").type_(class).owned(false).done().iter_shared());
    found.into_iter().filter_map(|node| node.try_cast::<T>().ok()).collect()
}
