//! What the entities of a predictor share, and what each of them has beside its motion, model by model.

use super::floors::Floors;
use super::interest::{InterestField, InterestParams};
use super::learned::{SharedLearning, Track};
use super::neuro::{Banks, Window};
use super::strategy::{Library, Progress};
use crate::base::Result;
use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};
use alloc::boxed::Box;

/// Shared by all entities of a predictor.
#[derive(Clone, Debug, Default)]
pub(super) struct Crowd {
    pub(super) interest: InterestField,
    pub(super) banks: Banks,
    pub(super) strategies: Library,
    pub(super) learning: SharedLearning,
    pub(super) floors: Floors,
}

/// One entity's own, empty until a model needs it.
#[derive(Debug, Default)]
pub(super) struct Extras {
    /// Angular velocity about the entity's own axes as last told, rad/s.
    pub(super) spin: DVec3,
    pub(super) window: Option<Box<Window>>,
    pub(super) progress: Option<Box<Progress>>,
    pub(super) track: Option<Box<Track>>,
}

impl Crowd {
    pub(super) fn write(&self, w: &mut Writer) {
        self.interest.write(w);
        self.banks.write(w);
        self.strategies.write(w);
        self.learning.write(w);
        self.floors.write(w);
    }

    /// For at most so many entities.
    pub(super) fn read(r: &mut Reader<'_>, entities: usize, interest: &InterestParams) -> Result<Self> {
        Ok(Self {
            interest: InterestField::read(r, entities, interest)?,
            banks: Banks::read(r)?,
            strategies: Library::read(r)?,
            learning: SharedLearning::read(r, entities)?,
            floors: Floors::read(r)?,
        })
    }

    pub(super) fn bytes(&self) -> usize {
        self.interest.bytes()
            + self.banks.bytes()
            + self.strategies.bytes()
            + self.learning.bytes()
            + self.floors.bytes()
    }

    pub(super) fn rebase(&mut self, shift: DVec3) {
        self.interest.rebase(shift);
        self.strategies.rebase(shift);
        self.learning.rebase(shift);
        self.floors.rebase(shift);
    }
}

impl Clone for Extras {
    fn clone(&self) -> Self {
        Self {
            spin: self.spin,
            window: self.window.clone(),
            progress: self.progress.clone(),
            track: self.track.clone(),
        }
    }

    /// Field by field, which keeps the memory of what is there already.
    fn clone_from(&mut self, from: &Self) {
        self.spin = from.spin;
        self.window.clone_from(&from.window);
        self.progress.clone_from(&from.progress);
        self.track.clone_from(&from.track);
    }
}

impl Extras {
    pub(super) fn write(&self, w: &mut Writer) {
        w.dvec3(self.spin);
        w.option(self.window.as_deref(), |w, window| {
            window.write(w);
            w
        });
        w.option(self.progress.as_deref(), |w, progress| {
            progress.write(w);
            w
        });
        w.option(self.track.as_deref(), |w, track| {
            track.write(w);
            w
        });
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            spin: r.finite_dvec3()?,
            window: r.option(Window::read)?.map(Box::new),
            progress: r.option(Progress::read)?.map(Box::new),
            track: r.option(Track::read)?.map(Box::new),
        })
    }

    pub(super) fn bytes(&self) -> usize {
        self.window.as_ref().map_or(0, |window| window.bytes())
            + self.progress.as_ref().map_or(0, |progress| size_of::<Progress>() + progress.bytes())
            + self.track.as_ref().map_or(0, |track| track.bytes())
    }

    pub(super) fn rebase(&mut self, shift: DVec3) {
        if let Some(window) = &mut self.window {
            window.rebase(shift);
        }
        if let Some(progress) = &mut self.progress {
            progress.rebase(shift);
        }
        if let Some(track) = &mut self.track {
            track.rebase(shift);
        }
    }
}
