//! Who is near: last known places of all entities, found without looking at all of them.
//!
//! Places lie in a grid of 64 × 64 cells that repeats over the whole plane. Up to [`FEW`] entities are scanned instead.

use super::super::EntityId;
use super::super::kinematics::Kinematics;
use super::inputs::Near;
use crate::base::math::{DVec3, floor_to_i32, ground};
use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, SECOND, seconds_between};
use crate::base::{Error, Result};
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
        place.until = kinematics.time.saturating_add(SILENT + 2 * since.min(RARE));
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
        for index in &self.landmarks {
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

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut new = Self { side: r.f64()?, ..Self::default() };
        if !(0.0..f64::INFINITY).contains(&new.side) {
            return Err(Error::corrupt("snapshot has a bad side of the cells of neighbours"));
        }
        let gridded = super::super::state::read_bool(r)?;
        let n = r.count(69)?;
        let link = |x: u32| if x == NOBODY || (x as usize) < n { Ok(x) } else { Err(bad_link(x)) };
        for index in 0..n {
            let position = super::super::state::finite(r.dvec3()?)?;
            let (velocity, time, until, flags) = ([r.f64()?, r.f64()?], r.i64()?, r.i64()?, r.u8()?);
            let (cell, next, previous) = (r.u32()?, link(r.u32()?)?, link(r.u32()?)?);
            if flags > 3 || cell >= (SIDE * SIDE) as u32 || !velocity.iter().all(|v| v.is_finite()) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::predict::profile::EntityProfile;

    fn kinematics(x: f64, z: f64, time: Nanos) -> Kinematics {
        let mut k = Kinematics::new(&EntityProfile::default());
        (k.position, k.velocity, k.time) = (DVec3::new(x, 0.0, z), DVec3::new(1.0, 0.0, -2.0), time);
        k
    }

    fn id(index: u32) -> EntityId {
        EntityId { index, generation: 1 }
    }

    /// `n` entities strewn over `side` metres; returns their places.
    fn strewn(n: u32, side: f64, seed: u64) -> (Neighbours, Vec<Kinematics>) {
        let mut state = seed;
        let mut unit = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut neighbours = Neighbours::default();
        neighbours.begin(8.0);
        let mut all = Vec::new();
        for round in 0..3 {
            all.clear();
            for index in 0..n {
                let k = kinematics((unit() - 0.5) * side, (unit() - 0.5) * side, round);
                neighbours.seen(id(index), &k);
                all.push(k);
            }
        }
        (neighbours, all)
    }

    fn nearest_of_all(all: &[Kinematics], of: usize, reach: f64) -> Option<DVec3> {
        let apart = |k: &Kinematics| k.position - all[of].position;
        let others = all.iter().enumerate().filter(|(i, _)| *i != of).map(|(_, k)| apart(k));
        others.min_by(|a, b| a.length_squared().total_cmp(&b.length_squared())).filter(|d| d.length() < reach)
    }

    fn check(neighbours: &Neighbours, all: &[Kinematics]) {
        for (i, k) in all.iter().enumerate().step_by(7) {
            let found = neighbours.near(id(i as u32), k, 8.0)[0];
            let want = nearest_of_all(all, i, 16.0);
            assert_eq!(found.is_some(), want.is_some(), "{i}");
            if let (Some(found), Some(want)) = (found, want) {
                let off = (found.place[0] as f64 * 8.0 - want.x).abs() + (found.place[1] as f64 * 8.0 - want.z).abs();
                assert!(off < 1e-4, "{i}: {found:?} {want}");
                assert_eq!(found.velocity, [0.0, 0.0]);
            }
        }
    }

    #[test]
    fn few_and_many_find_their_nearest() {
        // Also farther apart than the grid is wide before it repeats.
        for (n, side) in [(20, 60.0), (64, 100.0), (500, 300.0), (2000, 900.0), (300, 3000.0)] {
            let (neighbours, all) = strewn(n, side, n as u64);
            assert_eq!(neighbours.heads.is_empty(), n as usize <= FEW);
            check(&neighbours, &all);
        }
    }

    #[test]
    fn who_leaves_is_not_found_and_who_moves_is_found_elsewhere() {
        let (mut neighbours, mut all) = strewn(300, 200.0, 5);
        for index in (0..300).step_by(2) {
            neighbours.removed(id(index));
        }
        for (i, k) in all.iter_mut().enumerate().filter(|(i, _)| i % 2 == 1) {
            *k = kinematics(k.position.x + 50.0, k.position.z - (i % 9) as f64, 10);
            neighbours.seen(id(i as u32), k);
        }
        let left: Vec<Kinematics> = all.iter().skip(1).step_by(2).copied().collect();
        for (i, k) in left.iter().enumerate() {
            let found = neighbours.near(id(2 * i as u32 + 1), k, 8.0)[0].map(|near| near.place[0] as f64 * 8.0);
            let want = nearest_of_all(&left, i, 16.0).map(|d| d.x);
            assert!(found.zip(want).is_none_or(|(a, b)| (a - b).abs() < 1e-4) && found.is_some() == want.is_some());
        }
    }

    #[test]
    fn landmarks_are_apart_from_the_others_and_have_no_reach() {
        let mut neighbours = Neighbours::default();
        neighbours.begin(8.0);
        neighbours.set_landmark(id(2), true);
        let places = [(0.0, 0.0), (8.0, 0.0), (4.0, 0.0), (80.0, 0.0)];
        for (i, (x, z)) in places.into_iter().enumerate() {
            neighbours.seen(id(i as u32), &kinematics(x, z, 0));
        }
        let near = |n: &Neighbours| n.near(id(0), &kinematics(0.0, 0.0, 0), 8.0).map(|n| n.map(|n| n.place[0]));
        assert_eq!(near(&neighbours), [Some(1.0), Some(0.5)]);
        neighbours.set_landmark(id(3), true);
        neighbours.seen(id(3), &kinematics(80.0, 0.0, 0));
        neighbours.set_landmark(id(2), false);
        neighbours.seen(id(2), &kinematics(4.0, 0.0, 0));
        assert_eq!(near(&neighbours), [Some(0.5), Some(10.0)]);
        neighbours.removed(id(3));
        assert_eq!(near(&neighbours), [Some(0.5), None]);
    }

    #[test]
    fn whoever_falls_silent_is_carried_on_and_then_forgotten() {
        const TICK: Nanos = 50_000_000;
        let mut neighbours = Neighbours::default();
        neighbours.begin(8.0);
        for tick in 0..3 {
            neighbours.seen(id(1), &kinematics(4.0, 0.0, tick * TICK));
        }
        let near = |tick: Nanos| neighbours.near(id(0), &kinematics(0.0, 0.0, tick * TICK), 8.0)[0];
        assert_eq!(near(2).unwrap().place, [0.5, 0.0]);
        let later = near(4).unwrap().place;
        // 0.1 s on at (1, -2) m/s, in units of 8 m.
        assert!((later[0] - 4.1 / 8.0).abs() < 1e-6 && (later[1] + 0.2 / 8.0).abs() < 1e-6);
        assert_eq!(near(7), None);
    }

    #[test]
    fn a_restored_and_a_rebased_grid_find_the_same() {
        let (neighbours, all) = strewn(400, 150.0, 9);
        let mut w = Writer::new();
        neighbours.write(&mut w);
        let bytes = w.seal(*b"TEST", 1);
        let mut r = Reader::open(&bytes, *b"TEST", 1).unwrap();
        let mut restored = Neighbours::read(&mut r).unwrap();
        r.finish().unwrap();
        for (i, k) in all.iter().enumerate() {
            assert_eq!(restored.near(id(i as u32), k, 8.0), neighbours.near(id(i as u32), k, 8.0));
        }
        let shift = DVec3::new(1024.0, 0.0, -512.0);
        restored.rebase(shift);
        let moved: Vec<Kinematics> =
            all.iter().map(|k| kinematics(k.position.x - shift.x, k.position.z - shift.z, k.time)).collect();
        check(&restored, &moved);
    }
}
