//! Navigation links of a scene: ways that the mesh does not show.

use crate::level::Level;
use antreckon::base::math::DVec3;
use antreckon::base::{ErrorKind, Result};
use antreckon::world::{LinkId, LinkInput, LinkKind};
use godot::prelude::*;
use std::collections::BTreeMap;

/// A link as its node has it.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Way {
    pub(super) from: DVec3,
    pub(super) to: DVec3,
    pub(super) two_way: bool,
}

/// The links of a level, by the nodes they are.
#[derive(Default)]
pub(super) struct Links {
    known: BTreeMap<i64, (LinkId, Way)>,
}

impl Links {
    /// Makes the level's links those of the list. One that does not begin and end on a floor is left out, as the engine does; it
    /// is tried again with the next change of the level.
    pub(super) fn follow(&mut self, level: &Level, ways: &[(i64, Way)]) -> Result<()> {
        let stays = |id: &i64, way: &Way| ways.iter().any(|other| other == &(*id, *way));
        let gone: Vec<i64> = self.known.iter().filter(|(id, (_, way))| !stays(id, way)).map(|(id, _)| *id).collect();
        for id in gone {
            if let Some((link, _)) = self.known.remove(&id) {
                level.world_mut().remove_link(link)?;
            }
        }
        for (id, way) in ways {
            if self.known.contains_key(id) {
                continue;
            }
            let Way { from, to, two_way } = *way;
            let link = LinkInput { from, to, kind: LinkKind::Jump, two_way, travel_time: 0.0, area: 0 };
            match level.world_mut().add_link(&link) {
                Ok(link) => drop(self.known.insert(*id, (link, *way))),
                Err(error) if error.kind == ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// What a link node says, with its ends as `place` puts them into the level; `None` while it is not enabled. Godot calls its
/// navigation classes experimental, so they are asked by name.
pub(super) fn way_of<V: FromGodot>(node: &Gd<Node>, place: impl Fn(V) -> DVec3) -> Option<(i64, Way)> {
    if !node.get("enabled").try_to::<bool>().unwrap_or(false) {
        return None;
    }
    let end = |name: &str| node.get(name).try_to::<V>().ok().map(&place);
    let (from, to) = (end("start_position")?, end("end_position")?);
    let two_way = node.get("bidirectional").try_to::<bool>().unwrap_or(true);
    Some((node.instance_id().to_i64(), Way { from, to, two_way }))
}
