//! Where players were seen to stand: the floors of a level that nobody described.
//!
//! Every update of somebody on the ground tells the height of the floor there. Cells of a metre remember it, in a table of
//! fixed size, so that who falls is predicted to land where others have stood.

use crate::base::Error;
use crate::base::Result;
use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};
use alloc::vec::Vec;

/// Length and height of a cell, metres.
const CELL: f64 = 1.0;
/// Cells kept, a power of two.
const PLACES: usize = 8192;
/// Places at which a cell can lie.
const WAYS: usize = 4;
/// Weight of the newest height is one over how many were seen, and this at least.
const LEAST_WEIGHT: f32 = 0.125;
/// Cells looked at below each other: nobody falls so far between two looks.
const HIGHEST_LOOK: usize = 64;
/// Places are kept within this many cells, so that numbers stay small.
const FAR: f64 = 1e6;

/// One cell with a floor in it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Floor {
    cell: [i32; 3],
    /// Above the bottom of the cell, metres.
    height: f32,
    /// How often it was seen; 0 = the place is free.
    seen: u32,
}

/// Floors that were seen, shared by all entities.
#[derive(Clone, Debug, Default)]
pub(super) struct Floors {
    /// Empty until somebody stands.
    places: Vec<Floor>,
    /// What cells are relative to.
    origin: DVec3,
}

fn bucket(cell: [i32; 3]) -> usize {
    let mixed = cell.iter().fold(0x9e37_79b9_u32, |h, x| (h ^ *x as u32).wrapping_mul(0x85eb_ca6b).rotate_left(13));
    (mixed >> 7) as usize % (PLACES / WAYS) * WAYS
}

impl Floors {
    fn cell(&self, place: DVec3) -> Option<([i32; 3], f64)> {
        let scaled = (place - self.origin) / CELL;
        let near = scaled.x.abs() < FAR && scaled.y.abs() < FAR && scaled.z.abs() < FAR;
        near.then(|| {
            let [x, y, z] = [scaled.x, scaled.y, scaled.z].map(libm::floor);
            ([x as i32, y as i32, z as i32], (scaled.y - y) * CELL)
        })
    }

    /// Somebody stands here.
    pub(super) fn stood(&mut self, place: DVec3) {
        if self.places.is_empty() {
            self.places.resize(PLACES, Floor::default());
            self.origin = place;
        }
        let Some((cell, above)) = self.cell(place) else { return };
        let ways = &mut self.places[bucket(cell)..][..WAYS];
        let known = ways.iter().position(|floor| floor.seen > 0 && floor.cell == cell);
        if let Some(floor) = known.map(|at| &mut ways[at]) {
            floor.seen = floor.seen.saturating_add(1);
            let weight = (1.0 / floor.seen as f32).max(LEAST_WEIGHT);
            floor.height += weight * (above as f32 - floor.height);
            return;
        }
        // The one that was seen least makes room, and the others count less, so that an old level is forgotten.
        let least = (0..WAYS).min_by_key(|at| ways[*at].seen).unwrap_or(0);
        if ways[least].seen > 1 {
            ways.iter_mut().for_each(|floor| floor.seen -= floor.seen / 2);
            return;
        }
        // In order of their coming: of those that were seen as little, the oldest makes room.
        ways[least..].rotate_left(1);
        ways[WAYS - 1] = Floor { cell, height: above as f32, seen: 1 };
    }

    /// The same here, else in the cells around.
    pub(super) fn near(&self, place: DVec3, low: f64, high: f64) -> Option<f64> {
        self.between(place, low, high).or_else(|| {
            let around = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
            around.iter().find_map(|(x, z)| self.between(place + DVec3::new(x * CELL, 0.0, z * CELL), low, high))
        })
    }

    /// Height of the highest known floor here between two heights.
    pub(super) fn between(&self, place: DVec3, low: f64, high: f64) -> Option<f64> {
        if self.places.is_empty() {
            return None;
        }
        let (top, _) = self.cell(DVec3::new(place.x, high, place.z))?;
        let (bottom, _) = self.cell(DVec3::new(place.x, low, place.z))?;
        (bottom[1]..=top[1]).rev().take(HIGHEST_LOOK).find_map(|y| {
            let cell = [top[0], y, top[2]];
            let floor =
                self.places[bucket(cell)..][..WAYS].iter().find(|floor| floor.seen > 0 && floor.cell == cell)?;
            let height = self.origin.y + f64::from(y) * CELL + f64::from(floor.height);
            (low..=high).contains(&height).then_some(height)
        })
    }

    pub(super) fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<Floor>()
    }

    pub(super) fn rebase(&mut self, shift: DVec3) {
        self.origin -= shift;
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.dvec3(self.origin).u64(self.places.iter().filter(|floor| floor.seen > 0).count() as u64);
        for (at, floor) in self.places.iter().enumerate().filter(|(_, floor)| floor.seen > 0) {
            w.u32(at as u32);
            floor.cell.iter().for_each(|x| {
                w.i32(*x);
            });
            w.f32(floor.height).u32(floor.seen);
        }
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut read = Self { places: Vec::new(), origin: r.finite_dvec3()? };
        let count = r.count(24)?;
        if count > 0 {
            read.places.resize(PLACES, Floor::default());
        }
        for _ in 0..count {
            let at = r.u32()? as usize;
            let floor = Floor { cell: [r.i32()?, r.i32()?, r.i32()?], height: r.f32()?, seen: r.u32()? };
            let belongs = at < PLACES && at / WAYS * WAYS == bucket(floor.cell) && read.places[at].seen == 0;
            let near = floor.cell.iter().all(|x| f64::from(*x).abs() <= FAR);
            if !belongs || !near || floor.seen == 0 || !(0.0..=CELL as f32).contains(&floor.height) {
                return Err(Error::corrupt("snapshot has a floor that cannot be"));
            }
            read.places[at] = floor;
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_again(floors: &Floors) -> Result<Floors> {
        let mut w = Writer::new();
        floors.write(&mut w);
        let bytes = w.seal(*b"TEST", 1);
        Floors::read(&mut Reader::open(&bytes, *b"TEST", 1)?)
    }

    #[test]
    fn floors_are_found_where_somebody_stood_and_nowhere_else() {
        let mut floors = Floors::default();
        assert_eq!(floors.between(DVec3::ZERO, -10.0, 10.0), None);
        for i in 0..20 {
            let x = f64::from(i) * 0.3;
            floors.stood(DVec3::new(x, 1.2, 0.0));
            floors.stood(DVec3::new(x, -3.4, 0.0));
        }
        let at = DVec3::new(2.0, 0.0, 0.0);
        for (low, high, want) in [(-1.0, 2.0, Some(1.2)), (-5.0, 1.0, Some(-3.4)), (-3.0, 1.0, None)] {
            let found = floors.between(at, low, high);
            assert!(
                found.zip(want).map_or(found.is_none() && want.is_none(), |(a, b)| (a - b).abs() < 1e-5),
                "{low} {high}: {found:?}"
            );
        }
        assert_eq!(floors.between(DVec3::new(2.0, 0.0, 1.5), -5.0, 2.0), None);
        assert!(floors.near(DVec3::new(2.0, 0.0, 1.2), 0.0, 2.0).is_some());
        assert_eq!(floors.between(DVec3::new(1e300, 0.0, 0.0), -1.0, 1.0), None);
    }

    #[test]
    fn the_origin_moves_and_snapshots_say_the_same() {
        let mut floors = Floors::default();
        (0..500).for_each(|i| floors.stood(DVec3::new(f64::from(i), f64::from(i % 7), 3.0)));
        let again = read_again(&floors).unwrap();
        assert_eq!((again.origin, &again.places), (floors.origin, &floors.places));
        floors.rebase(DVec3::new(100.0, 2.0, -5.0));
        let found = floors.between(DVec3::new(-95.0, 0.0, 8.0), 2.5, 3.5);
        assert!(found.is_some_and(|height| (height - 3.0).abs() < 1e-5), "{found:?}");
    }

    #[test]
    fn memory_is_bounded_and_a_new_level_takes_over() {
        let mut floors = Floors::default();
        let level = |floors: &mut Floors, height: f64| {
            for i in 0..40_000 {
                floors.stood(DVec3::new(f64::from(i % 200), height, f64::from(i / 200 % 200)));
            }
        };
        level(&mut floors, 0.0);
        let bytes = floors.bytes();
        for _ in 0..8 {
            level(&mut floors, 50.0);
        }
        assert_eq!(floors.bytes(), bytes);
        let known = |height: f64| {
            (0..200)
                .filter(|x| floors.between(DVec3::new(f64::from(*x), 0.0, 199.0), height - 0.5, height + 0.5).is_some())
                .count()
        };
        assert!(known(50.0) > 3 * known(0.0), "{} {}", known(50.0), known(0.0));
    }

    #[test]
    fn bad_snapshots_are_refused() {
        let mut floors = Floors::default();
        floors.stood(DVec3::new(1.0, 2.0, 3.0));
        let at = floors.places.iter().position(|floor| floor.seen > 0).unwrap();
        type Spoil = fn(&mut Floor);
        let spoils: [Spoil; 3] = [|f| f.height = f32::NAN, |f| f.height = 1.5, |f| f.cell[0] += 1];
        for spoil in spoils {
            let mut bad = floors.clone();
            spoil(&mut bad.places[at]);
            assert!(read_again(&bad).is_err());
        }
    }
}
