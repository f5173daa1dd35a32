//! Who is near: last known places of all entities, found without looking at all of them.
//!
//! Places lie in a grid of 64 × 64 cells that repeats over the whole plane. Up to [`FEW`] entities are scanned instead.

#[cfg(test)]
mod tests;

use super::inputs::Near;
use crate::base::math::{DVec3, floor_to_i32, ground};
use crate::base::serial::{LARGEST, Reader, Writer};
use crate::base::time::{Nanos, SECOND, seconds_between};
use crate::base::{Error, Result};
use crate::predict::EntityId;
use crate::predict::kinematics::Kinematics;
use alloc::vec;
use alloc::vec::Vec;

/// So many entities are scanned one by one.
const FEW: usize = 64;
/// Cells per side of the grid.
const SIDE: i32 = 64;
/// Nobody farther than this, in `v_max · 1 s`, is near.
const REACH: f64 = 2.0;
/// A difference in height counts so many times.
const HEIGHT: f64 = 2.0;
/// Whoever was not heard of for this long and twice the time between its last updates is gone, or may be anywhere.
const SILENT: Nanos = SECOND / 10;
/// Time between updates of somebody heard of once.
const USUAL: Nanos = SECOND / 4;
/// Longest time between updates that counts.
const RARE: Nanos = SECOND;
/// At most this many rings of cells around the own one are looked at …
const RINGS: i32 = 3;
/// … and this many entities: in a dense crowd the search ends with the nearest of those.
const LOOKED_AT: usize = 96;
const NOBODY: u32 = u32::MAX;

#[derive(Clone, Debug, PartialEq)]
struct Place {
    position: DVec3,
    /// Ground plane, m/s.
    velocity: [f64; 2],
    time: Nanos,
    /// Until when it counts.
    until: Nanos,
    present: bool,
    landmark: bool,
    cell: u32,
    next: u32,
    previous: u32,
}

const ABSENT: Place = Place {
    position: DVec3::ZERO,
    velocity: [0.0; 2],
    time: 0,
    until: 0,
    present: false,
    landmark: false,
    cell: 0,
    next: NOBODY,
    previous: NOBODY,
};

/// Last known places.
#[derive(Clone, Debug, Default)]
pub(super) struct Neighbours {
    /// By index of the entity.
    places: Vec<Place>,
    /// Indices of landmarks, ascending.
    landmarks: Vec<u32>,
    /// First entity of every cell; empty until there are many.
    heads: Vec<u32>,
    present: usize,
    /// Side of a cell, metres: `v_max · 1 s` of the first entity.
    side: f64,
}

impl Neighbours {
    /// Entities are told from now on.
    pub(super) fn begin(&mut self, v_max: f64) {
        if self.side == 0.0 {
            self.side = v_max;
        }
    }

    pub(super) fn in_use(&self) -> bool {
        self.side > 0.0
    }

    fn cell(&self, x: i32, z: i32) -> u32 {
        ((x & (SIDE - 1)) + (z & (SIDE - 1)) * SIDE) as u32
    }

    fn coordinates(&self, position: DVec3) -> (i32, i32) {
        let p = ground(position) / self.side;
        (floor_to_i32(p.x), floor_to_i32(p.y))
    }

    fn place(&mut self, index: u32) -> &mut Place {
        let index = index as usize;
        if index >= self.places.len() {
            self.places.resize(index + 1, ABSENT);
        }
        &mut self.places[index]
    }

    /// Takes in where somebody is.
    pub(super) fn seen(&mut self, id: EntityId, kinematics: &Kinematics) {
        let velocity = ground(kinematics.velocity).to_array();
        let place = self.place(id.index);
        let (was_present, landmark) = (place.present, place.landmark);
        let since = if was_present { kinematics.time.saturating_sub(place.time) } else { USUAL };
        place.until = kinematics.time.saturating_add(SILENT + 2 * since.clamp(0, RARE));
        (place.position, place.velocity, place.time) = (kinematics.position, velocity, kinematics.time);
        place.present = true;
        if landmark {
            return;
        }
        let (x, z) = self.coordinates(kinematics.position);
        let cell = self.cell(x, z);
        let moved = self.places[id.index as usize].cell != cell;
        if !was_present {
            self.present += 1;
            self.enter(id.index, cell);
        } else if moved {
            self.leave(id.index);
            self.enter(id.index, cell);
        }
        if self.heads.is_empty() && self.present > FEW {
            self.regrid();
        }
    }

    pub(super) fn gone(&mut self, id: EntityId) {
        let Some(place) = self.places.get(id.index as usize) else { return };
        if place.present && !place.landmark {
            self.leave(id.index);
            self.present -= 1;
        }
        self.places[id.index as usize].present = false;
    }

    /// Whether an entity is a landmark: a moving place such as a ball, which is looked at apart from the others.
    pub(super) fn set_landmark(&mut self, id: EntityId, landmark: bool) {
        if self.place(id.index).landmark == landmark {
            return;
        }
        self.gone(id);
        self.places[id.index as usize].landmark = landmark;
        match self.landmarks.binary_search(&id.index) {
            Ok(at) if !landmark => {
                self.landmarks.remove(at);
            }
            Err(at) if landmark => self.landmarks.insert(at, id.index),
            _ => {}
        }
    }

    pub(super) fn removed(&mut self, id: EntityId) {
        if (id.index as usize) < self.places.len() {
            self.set_landmark(id, false);
            self.gone(id);
        }
    }

    fn enter(&mut self, index: u32, cell: u32) {
        self.places[index as usize].cell = cell;
        if self.heads.is_empty() {
            return;
        }
        let head = core::mem::replace(&mut self.heads[cell as usize], index);
        (self.places[index as usize].next, self.places[index as usize].previous) = (head, NOBODY);
        if head != NOBODY {
            self.places[head as usize].previous = index;
        }
    }

    fn leave(&mut self, index: u32) {
        if self.heads.is_empty() {
            return;
        }
        let Place { cell, next, previous, .. } = self.places[index as usize];
        if next != NOBODY {
            self.places[next as usize].previous = previous;
        }
        if previous != NOBODY {
            self.places[previous as usize].next = next;
        } else {
            self.heads[cell as usize] = next;
        }
    }

    /// Puts everybody into the grid anew, in index order.
    fn regrid(&mut self) {
        if self.present > FEW || !self.heads.is_empty() {
            self.heads = vec![NOBODY; (SIDE * SIDE) as usize];
        }
        for index in 0..self.places.len() {
            let Place { position, present, landmark, .. } = self.places[index];
            if present && !landmark {
                let (x, z) = self.coordinates(position);
                let cell = self.cell(x, z);
                self.enter(index as u32, cell);
            }
        }
    }

    /// Nearest other entity and nearest landmark of somebody, in units of its v_max.
    pub(super) fn near(&self, id: EntityId, kinematics: &Kinematics, v_max: f64) -> [Option<Near>; 2] {
        let mut nearest = Nearest { to: kinematics, best: (REACH * v_max) * (REACH * v_max), index: NOBODY };
        if self.heads.is_empty() {
            for (index, place) in self.places.iter().enumerate() {
                if !place.landmark {
                    nearest.consider(id, index as u32, place);
                }
            }
        } else {
            self.search(id, &mut nearest, REACH * v_max);
        }
        let mut landmark = Nearest { to: kinematics, best: f64::INFINITY, index: NOBODY };
        for index in self.landmarks.iter().take(LOOKED_AT) {
            landmark.consider(id, *index, &self.places[*index as usize]);
        }
        [nearest, landmark].map(|found| {
            let place = self.places.get(found.index as usize)?;
            let d = ground(apart(kinematics, place)) / v_max;
            let v = ground(kinematics.velocity);
            let relative = [(place.velocity[0] - v.x) / v_max, (place.velocity[1] - v.y) / v_max];
            Some(Near { place: [d.x as f32, d.y as f32], velocity: relative.map(|x| x as f32) })
        })
    }

    /// Rings of cells from the own one outwards, until nobody nearer can come.
    fn search(&self, id: EntityId, nearest: &mut Nearest<'_>, reach: f64) {
        let (x, z) = self.coordinates(nearest.to.position);
        let rings = (floor_to_i32(reach / self.side) + 1).min(RINGS);
        let mut looked_at = 0;
        for ring in 0..=rings {
            // What is left lies at least so many whole cells away.
            let whole = (ring - 1) as f64 * self.side;
            if looked_at >= LOOKED_AT || (ring > 0 && nearest.best < whole * whole) {
                break;
            }
            for dz in -ring..=ring {
                let step = if dz.abs() == ring { 1 } else { 2 * ring };
                let mut dx = -ring;
                while dx <= ring {
                    let mut index = self.heads[self.cell(x.wrapping_add(dx), z.wrapping_add(dz)) as usize];
                    while index != NOBODY && looked_at < LOOKED_AT {
                        let place = &self.places[index as usize];
                        nearest.consider(id, index, place);
                        index = place.next;
                        looked_at += 1;
                    }
                    dx += step.max(1);
                }
            }
        }
    }

    pub(super) fn rebase(&mut self, shift: DVec3) {
        for place in self.places.iter_mut().filter(|place| place.present) {
            place.position -= shift;
        }
        self.regrid();
    }

    pub(super) fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<Place>() + (self.landmarks.capacity() + self.heads.capacity()) * 4
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.f64(self.side).u8(!self.heads.is_empty() as u8).u64(self.places.len() as u64);
        for p in &self.places {
            w.dvec3(p.position).f64(p.velocity[0]).f64(p.velocity[1]).i64(p.time).i64(p.until);
            w.u8(p.present as u8 | (p.landmark as u8) << 1).u32(p.cell).u32(p.next).u32(p.previous);
        }
        for head in &self.heads {
            w.u32(*head);
        }
    }

    pub(super) fn read(r: &mut Reader<'_>, most: usize) -> Result<Self> {
        let mut new = Self { side: r.f64()?, ..Self::default() };
        if !(0.0..=LARGEST).contains(&new.side) {
            return Err(Error::corrupt("snapshot has a bad side of the cells of neighbours"));
        }
        let gridded = r.bool()?;
        let n = r.count(69)?;
        if n > most {
            return Err(Error::budget(alloc::format!("snapshot has {n} neighbours, {most} entities are allowed here")));
        }
        let link = |x: u32| if x == NOBODY || (x as usize) < n { Ok(x) } else { Err(bad_link(x)) };
        for index in 0..n {
            let position = r.finite_dvec3()?;
            let (velocity, time, until, flags) = ([r.f64()?, r.f64()?], r.i64()?, r.i64()?, r.u8()?);
            let (cell, next, previous) = (r.u32()?, link(r.u32()?)?, link(r.u32()?)?);
            if flags > 3 || cell >= (SIDE * SIDE) as u32 || !velocity.iter().all(|v| v.abs() <= LARGEST) {
                return Err(Error::corrupt("snapshot has a bad place of a neighbour"));
            }
            let (present, landmark) = (flags & 1 != 0, flags & 2 != 0);
            new.present += (present && !landmark) as usize;
            if landmark {
                new.landmarks.push(index as u32);
            }
            new.places.push(Place { position, velocity, time, until, present, landmark, cell, next, previous });
        }
        if gridded {
            for _ in 0..SIDE * SIDE {
                new.heads.push(link(r.u32()?)?);
            }
        }
        Ok(new)
    }
}

fn bad_link(index: u32) -> Error {
    Error::corrupt(alloc::format!("snapshot links to neighbour {index}, which is not there"))
}

/// From somebody to another one, carried on at its last velocity to the same time.
fn apart(from: &Kinematics, place: &Place) -> DVec3 {
    let age = seconds_between(place.time, from.time);
    let age = if age > 0.0 { age } else { 0.0 };
    place.position + DVec3::new(place.velocity[0], 0.0, place.velocity[1]) * age - from.position
}

struct Nearest<'a> {
    to: &'a Kinematics,
    best: f64,
    index: u32,
}

impl Nearest<'_> {
    fn consider(&mut self, id: EntityId, index: u32, place: &Place) {
        if !place.present || index == id.index || self.to.time > place.until {
            return;
        }
        let d = apart(self.to, place);
        let rise = HEIGHT * d.y;
        let squared = d.x * d.x + d.z * d.z + rise * rise;
        if squared < self.best || (squared == self.best && index < self.index) {
            (self.best, self.index) = (squared, index);
        }
    }
}
