//! The drawn entities and the calls on them.

use super::params::SmoothParams;
use super::track::{Track, TrackContext};
use super::turn::unit;
use super::way::{Way, WayScratch};
use super::{Correction, Course, DrawContext, Drawn};
use crate::base::math::DVec3;
use crate::base::time::Nanos;
use crate::base::{Error, Result, Short};
use crate::predict::{EntityId, Prediction};
use alloc::format;
use alloc::vec::Vec;

/// Memory per entity.
pub const BYTES_PER_ENTITY: usize = size_of::<Slot>() + size_of::<Way>();

/// Place of an entity.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Slot {
    /// Of the entity that had the place last.
    pub(super) generation: u32,
    pub(super) track: Option<Track>,
}

impl Slot {
    /// Makes it the place of `id`; fails when that entity was removed.
    pub(super) fn take_over(&mut self, id: EntityId) -> Result<()> {
        if self.generation != id.generation {
            if id.generation < self.generation {
                return Err(Error::not_found(format!(
                    "the entity with index {} and generation {} was removed",
                    id.index, id.generation
                )));
            }
            *self = Self { generation: id.generation, track: None };
        }
        Ok(())
    }
}

/// What is drawn of the entities of one predictor (or receiver). Ids are the predictor's; an entity is known from its first
/// correction or frame on, and one that takes over the place of a removed one starts afresh.
///
/// Entities that should converge in another way have a smoother of their own.
#[derive(Clone, Debug)]
pub struct Smoother {
    pub(super) params: SmoothParams,
    pub(super) capacity: u32,
    /// By index of the entity.
    pub(super) slots: Vec<Slot>,
    /// Paths, by the same index: few entities have one, so they do not lie between what every frame reads.
    pub(super) ways: Vec<Way>,
    scratch: WayScratch,
    /// Of the parts of a frame ([`Smoother::parts`]).
    pub(super) part_scratch: Vec<WayScratch>,
}

impl Smoother {
    /// A smoother for entities with an index below `capacity`; memory is taken as they appear.
    pub fn new(capacity: u32, params: &SmoothParams) -> Result<Self> {
        params.validate()?;
        Ok(Self {
            params: params.clone(),
            capacity,
            slots: Vec::new(),
            ways: Vec::new(),
            scratch: WayScratch::default(),
            part_scratch: Vec::new(),
        })
    }

    /// How it converges.
    pub fn params(&self) -> &SmoothParams {
        &self.params
    }

    /// Changes how it converges. Curves that are under way go on by the new method from the state they started with, so
    /// this is seen; change it while nothing is.
    pub fn set_params(&mut self, params: &SmoothParams) -> Result<()> {
        params.validate()?;
        self.params = params.clone();
        Ok(())
    }

    /// Tells that an update changed the prediction of an entity. A time before the last frame counts as that of the frame.
    pub fn correct(&mut self, id: EntityId, correction: &Correction<'_>, level: &DrawContext<'_>) -> Result<Course> {
        let prediction = checked("prediction", correction.prediction)?;
        let before = correction.before.map(|before| checked("before", before)).transpose()?;
        if let Some(gap) = correction.gap.filter(|gap| !(0.0..=1e6).contains(gap)) {
            return Err(Error::invalid(format!("gap is {}, allowed is 0 to 1000000", Short(gap))));
        }
        let correction = Correction { prediction: &prediction, before: before.as_ref(), ..*correction };
        let (slot, way, mut context) = self.place(id, level)?;
        Ok(match &mut slot.track {
            Some(track) => track.correct(way, &correction, &mut context),
            none => {
                let track = none.insert(Track::new(correction.time, &prediction, &context));
                track.note_place(correction.known, &context);
                Course::Appears
            }
        })
    }

    /// What to draw for `now`, for which `prediction` is predicted.
    pub fn draw(
        &mut self,
        id: EntityId,
        now: Nanos,
        prediction: &Prediction,
        level: &DrawContext<'_>,
    ) -> Result<Drawn> {
        let prediction = checked("prediction", prediction)?;
        let (slot, way, mut context) = self.place(id, level)?;
        let track = slot.track.get_or_insert_with(|| Track::new(now, &prediction, &context));
        Ok(track.frame(way, now, &prediction, &mut context))
    }

    /// Draws many entities for one time. One that cannot be drawn leaves its element of `out` untouched and is told to
    /// `failed` by its place in `ids`; the others go on. Fails as a whole when the lengths differ.
    pub fn draw_batch(
        &mut self,
        ids: &[EntityId],
        now: Nanos,
        predictions: &[Prediction],
        level: &DrawContext<'_>,
        out: &mut [Drawn],
        mut failed: impl FnMut(usize, Error),
    ) -> Result<()> {
        for (name, length) in [("predictions", predictions.len()), ("out", out.len())] {
            if length != ids.len() {
                let ids = ids.len();
                return Err(Error::invalid(format!("{name} has {length} elements, must be as many as ids: {ids}")));
            }
        }
        for (place, (id, prediction)) in ids.iter().zip(predictions).enumerate() {
            match self.draw(*id, now, prediction, level) {
                Ok(drawn) => out[place] = drawn,
                Err(error) => failed(place, error),
            }
        }
        Ok(())
    }

    /// What was drawn last of an entity, if anything was.
    pub fn last(&self, id: EntityId) -> Option<&Drawn> {
        self.track(id).map(|track| &track.drawn)
    }

    /// Mean gap between the updates of an entity, seconds.
    pub fn mean_gap(&self, id: EntityId) -> Option<f64> {
        self.track(id).map(|track| track.gap(&self.params))
    }

    /// Seconds that a correction of the position takes now.
    pub fn time(&self, id: EntityId) -> Option<f64> {
        self.mean_gap(id).map(|gap| self.params.position.time(gap))
    }

    /// Forgets an entity; whether there was one. It appears anew when it is drawn again.
    pub fn forget(&mut self, id: EntityId) -> bool {
        let slot = self.slots.get_mut(id.index as usize).filter(|slot| slot.generation == id.generation);
        slot.is_some_and(|slot| slot.track.take().is_some())
    }

    /// How many entities are known.
    pub fn entity_count(&self) -> usize {
        self.slots.iter().filter(|slot| slot.track.is_some()).count()
    }

    /// Entities that can be known at most.
    pub fn capacity(&self) -> u32 {
        self.capacity
    }

    /// Moves everything together with the origin of coordinates: the place that was at `shift` is at zero from now on.
    pub fn rebase(&mut self, shift: DVec3) -> Result<()> {
        if !shift.is_finite() {
            return Err(Error::invalid(format!("shift is {}, must be finite", Short(shift))));
        }
        for (slot, way) in self.slots.iter_mut().zip(&mut self.ways) {
            if let Some(track) = &mut slot.track {
                track.rebase(way, shift);
            }
        }
        Ok(())
    }

    /// Bytes of heap memory held.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>()
            + self.ways.capacity() * size_of::<Way>()
            + self.scratch.bytes()
            + self.part_scratch.iter().map(WayScratch::bytes).sum::<usize>()
    }

    fn track(&self, id: EntityId) -> Option<&Track> {
        self.slots.get(id.index as usize).filter(|slot| slot.generation == id.generation)?.track.as_ref()
    }

    /// The place of an entity, made when it is new.
    fn place<'a>(
        &'a mut self,
        id: EntityId,
        level: &'a DrawContext<'a>,
    ) -> Result<(&'a mut Slot, &'a mut Way, TrackContext<'a>)> {
        let index = id.index as usize;
        if index >= self.slots.len() {
            if id.index >= self.capacity {
                return Err(Error::budget(format!("capacity is {}, the entity has index {index}", self.capacity)));
            }
            self.slots.resize(index + 1, Slot { generation: 0, track: None });
            self.ways.resize(index + 1, Way::NONE);
        }
        let slot = &mut self.slots[index];
        slot.take_over(id)?;
        Ok((slot, &mut self.ways[index], TrackContext { params: &self.params, level, scratch: &mut self.scratch }))
    }
}

/// A prediction that can be computed with.
pub(super) fn checked(name: &str, prediction: &Prediction) -> Result<Prediction> {
    let Prediction { position, velocity, orientation, .. } = prediction;
    for (what, vector) in [("position", position), ("velocity", velocity)] {
        if !vector.is_finite() {
            return Err(Error::invalid(format!("{name}.{what} is {}, must be finite", Short(*vector))));
        }
    }
    let length = orientation.length_squared();
    if !(0.25..=4.0).contains(&length) {
        let [x, y, z, w] = orientation.to_array().map(Short);
        return Err(Error::invalid(format!("{name}.orientation is [{x}, {y}, {z}, {w}], must be of length 1")));
    }
    let orientation = if (length - 1.0).abs() < 1e-9 { *orientation } else { unit(*orientation) };
    Ok(Prediction { orientation, ..*prediction })
}
