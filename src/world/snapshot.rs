//! Hashes of a level, and the part of it that changes during play as bytes.

use super::{CellMode, DoorId, Surface, World};
use crate::base::hash::StableHasher;
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use alloc::format;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANWD";
const VERSION: u32 = 1;

impl World {
    /// Hash of the static level: cells with their numbers, polygons, links, doors and what is seen through, as if
    /// every door were open.
    /// Snapshots of maps are only restored on an equal level.
    pub fn content_hash(&self) -> u64 {
        let p = &self.params;
        let mut h = StableHasher::new();
        for value in
            [p.cell_size, p.step_height, p.drop_height, p.drop_reach, p.floor_reach, p.weld_distance, p.walk_speed]
        {
            h.f64(value);
        }
        h.u32((p.cell_mode == CellMode::Polygon) as u32).u64(self.layout_hash);
        match &self.surface {
            // Hashed once when it was built.
            Surface::Grid(_) => {
                h.u32(0);
            }
            Surface::Mesh(mesh) => {
                h.u32(1).u64(mesh.tiles.len() as u64);
                for (key, tile) in &mesh.tiles {
                    h.i64(key.x.into()).i64(key.z.into()).i64(key.layer.into()).u64(tile.hash);
                }
            }
        }
        h.u64(self.links.len() as u64).u64(self.doors.len() as u64);
        for (id, link) in self.links.iter() {
            h.u32(id.index).u32(id.generation);
            link.hash_into(&mut h);
        }
        for (id, door) in self.doors.iter() {
            h.u32(id.index).u32(id.generation);
            door.hash_into(&mut h);
        }
        self.hash_sight(&mut h);
        h.finish()
    }

    /// Content plus door states, area costs and origin.
    pub fn state_hash(&self) -> u64 {
        let mut h = StableHasher::new();
        h.u64(self.content_hash()).f64(self.origin.x).f64(self.origin.y).f64(self.origin.z);
        self.area_costs.iter().for_each(|cost| {
            h.f32(*cost);
        });
        self.doors.iter().for_each(|(_, door)| {
            h.u32(door.open as u32);
        });
        h.finish()
    }

    /// Door states (and with them those of their links), area costs and origin, framed; the level itself is the host's to
    /// load.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut w = Writer::new();
        w.u64(self.content_hash()).dvec3(self.origin).f32_slice(&self.area_costs).u64(self.doors.len() as u64);
        for (id, door) in self.doors.iter() {
            w.u32(id.index).u32(id.generation).u8(door.open as u8);
        }
        w.seal(MAGIC, VERSION)
    }

    /// Takes over the states of a snapshot of an equal level. On error nothing changed.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        if r.u64()? != self.content_hash() {
            return Err(Error::corrupt("the snapshot is of another level"));
        }
        let origin = r.dvec3()?;
        let mut costs = self.area_costs;
        r.f32_slice(&mut costs)?;
        if super::check_origin(origin).is_err() || costs.iter().any(|c| !(0.01..=1e6).contains(c)) {
            return Err(Error::corrupt("the snapshot holds an origin or area cost out of range"));
        }
        let mut states = Vec::new();
        for _ in 0..r.count(9)? {
            let id = DoorId { index: r.u32()?, generation: r.u32()? };
            let open = r.u8()?;
            if self.door_is_open(id).is_err() || open > 1 {
                return Err(Error::corrupt(format!("the snapshot names door {} wrongly", id.index)));
            }
            states.push((id, open == 1));
        }
        r.finish()?;
        // The first difference may be rounded; the next ones are of nearly equal numbers and exact.
        while self.origin != origin {
            self.rebase(self.origin - origin)?;
        }
        self.area_costs = costs;
        for (id, open) in states {
            self.set_door_open(id, open)?;
        }
        self.refresh_grid_links();
        self.revision += 1;
        Ok(())
    }
}
