//! The frame in parts, for the threads of a host.

use super::params::SmoothParams;
use super::smoother::{Slot, Smoother, checked};
use super::track::{Track, TrackContext};
use super::way::{Way, WayScratch};
use super::{DrawContext, Drawn};
use crate::base::time::Nanos;
use crate::base::{Error, Result};
use crate::predict::{EntityId, Prediction};
use alloc::format;
use alloc::vec::Vec;

/// The entities of a range of indices. Parts of one smoother may draw at the same time; what they draw does not depend on how it was
/// divided.
pub struct Part<'a> {
    params: &'a SmoothParams,
    first: usize,
    slots: &'a mut [Slot],
    ways: &'a mut [Way],
    scratch: &'a mut WayScratch,
}

impl Smoother {
    /// Divides the entities with an index below `indices` into `count` parts of almost equal size, in order of index; `capacity` is the
    /// most for `indices`. Allocates when there are more indices or parts than before, and the list itself.
    pub fn parts(&mut self, indices: u32, count: usize) -> Result<Vec<Part<'_>>> {
        if indices > self.capacity {
            return Err(Error::budget(format!("capacity is {}, indices is {indices}", self.capacity)));
        }
        let indices = indices as usize;
        if self.slots.len() < indices {
            self.slots.resize(indices, Slot { generation: 0, track: None });
            self.ways.resize(indices, Way::NONE);
        }
        let count = count.max(1);
        if self.part_scratch.len() < count {
            self.part_scratch.resize(count, WayScratch::default());
        }
        let mut rest = (&mut self.slots[..indices], &mut self.ways[..indices]);
        let mut first = 0;
        let mut parts = Vec::with_capacity(count);
        for (number, scratch) in self.part_scratch[..count].iter_mut().enumerate() {
            let end = indices * (number + 1) / count;
            let (slots, more_slots) = rest.0.split_at_mut(end - first);
            let (ways, more_ways) = rest.1.split_at_mut(end - first);
            parts.push(Part { params: &self.params, first, slots, ways, scratch });
            rest = (more_slots, more_ways);
            first = end;
        }
        Ok(parts)
    }
}

impl Part<'_> {
    /// The indices that are its own.
    pub fn indices(&self) -> core::ops::Range<usize> {
        self.first..self.first + self.slots.len()
    }

    /// As [`Smoother::draw`], for an entity of this part.
    pub fn draw(
        &mut self,
        id: EntityId,
        now: Nanos,
        prediction: &Prediction,
        level: &DrawContext<'_>,
    ) -> Result<Drawn> {
        let prediction = checked("prediction", prediction)?;
        let indices = self.indices();
        let place = (id.index as usize).wrapping_sub(self.first);
        let slot = self
            .slots
            .get_mut(place)
            .ok_or_else(|| Error::invalid(format!("the entity has index {}, this part has {indices:?}", id.index)))?;
        slot.take_over(id)?;
        let mut context = TrackContext { params: self.params, level, scratch: self.scratch };
        let track = slot.track.get_or_insert_with(|| Track::new(now, &prediction, &context));
        Ok(track.frame(&mut self.ways[place], now, &prediction, &mut context))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::math::DVec3;
    use crate::predict::Predictor;
    use crate::smooth::{Correction, SmoothParams};

    fn at(x: f64, speed: f64) -> Prediction {
        Prediction { position: DVec3::new(x, 0.0, 0.0), velocity: DVec3::X * speed, ..Prediction::NOWHERE }
    }

    #[test]
    fn parts_draw_what_the_whole_draws() {
        let mut predictor = Predictor::new(64);
        let ids: Vec<EntityId> = (0..37).map(|_| predictor.add_entity(&Default::default()).unwrap()).collect();
        let level = DrawContext::default();
        let mut whole = Smoother::new(64, &SmoothParams::default()).unwrap();
        let mut divided = whole.clone();
        for frame in 0..60_i64 {
            let now = frame * 16_000_000;
            if frame % 10 == 5 {
                for (i, id) in ids.iter().enumerate() {
                    let there = at(i as f64 + frame as f64 * 0.13, 4.0);
                    whole.correct(*id, &Correction::new(now, &there), &level).unwrap();
                    divided.correct(*id, &Correction::new(now, &there), &level).unwrap();
                }
            }
            let prediction = |i: usize| at(i as f64 + frame as f64 * 0.1, 4.0);
            let expected: Vec<Drawn> =
                ids.iter().enumerate().map(|(i, id)| whole.draw(*id, now, &prediction(i), &level).unwrap()).collect();
            let mut drawn = Vec::new();
            for mut part in divided.parts(37, 1 + frame as usize % 5).unwrap() {
                for i in part.indices() {
                    drawn.push(part.draw(ids[i], now, &prediction(i), &level).unwrap());
                }
            }
            assert_eq!(drawn, expected, "frame {frame}");
        }
    }

    #[test]
    fn a_part_refuses_what_is_not_its_own() {
        let mut smoother = Smoother::new(8, &SmoothParams::default()).unwrap();
        assert!(smoother.parts(9, 2).is_err());
        let mut parts = smoother.parts(8, 2).unwrap();
        let id = EntityId { index: 5, generation: 1 };
        let level = DrawContext::default();
        assert!(parts[0].draw(id, 0, &at(0.0, 1.0), &level).is_err());
        assert!(parts[1].draw(id, 0, &at(0.0, 1.0), &level).is_ok());
        assert!(parts[1].draw(EntityId { generation: 0, ..id }, 0, &at(0.0, 1.0), &level).is_err(), "removed");
        assert!(parts[1].draw(id, 0, &at(f64::NAN, 1.0), &level).is_err());
    }
}
