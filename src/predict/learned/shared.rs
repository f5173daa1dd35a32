//! What the entities of a predictor learn together.

use super::super::EntityId;
use super::super::kinematics::{Kinematics, RIDING};
use super::adapt::Tuning;
use super::mix::Mixture;
use super::neighbours::Neighbours;
use super::net::Weights;
use super::weights::DEFAULT;
use crate::base::Result;
use crate::base::hash::hash_bytes;
use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};
use crate::pheromone::trail::{TrailParams, Trails};
use alloc::boxed::Box;

/// What the entities of a predictor learn together: weights, mixing weights, samples for adaptation, own trails. Empty
/// until the first entity needs it.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct SharedLearning {
    /// Where no map brings trails.
    pub(super) trails: Option<Box<Trails>>,
    pub(super) mixture: Mixture,
    pub(super) network: Network,
    pub(super) neighbours: Neighbours,
}

/// The network as loaded, and what adaptation makes of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Network {
    loaded: Option<Box<Weights>>,
    /// The built-in weights are in use.
    custom: bool,
    pub(super) tuning: Option<Box<Tuning>>,
}

/// What is to know about the weights in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightsInfo {
    /// They were loaded by the host.
    pub custom: bool,
    /// Adaptation is on.
    pub adapting: bool,
    /// Neurons of the first hidden layer.
    pub first: u32,
    /// Neurons of the second hidden layer.
    pub second: u32,
    /// Bytes of the weights in memory.
    pub bytes: u32,
    /// Checksum of the file they came from.
    pub checksum: u64,
}

impl Network {
    /// The weights as loaded; the built-in ones are unpacked when they are first needed.
    pub(super) fn loaded(&mut self) -> &Weights {
        self.loaded.get_or_insert_with(built_in)
    }

    /// The weights to predict with.
    pub(super) fn current(&mut self, adapted: bool) -> &Weights {
        match &self.tuning {
            Some(tuning) if adapted => &tuning.weights,
            _ => self.loaded.get_or_insert_with(built_in),
        }
    }

    fn load(&mut self, bytes: Option<&[u8]>) -> Result<()> {
        let weights = Box::new(Weights::load(bytes.unwrap_or(DEFAULT))?);
        self.custom = bytes.is_some();
        if let Some(tuning) = &mut self.tuning {
            **tuning = Tuning::new(&weights, Some(tuning));
        }
        self.loaded = Some(weights);
        Ok(())
    }

    /// Of weights that a host loaded; 0 = the built-in ones.
    fn loaded_digest(&self) -> u64 {
        self.loaded.as_ref().filter(|_| self.custom).map_or(0, |weights| hash_bytes(&weights.to_bytes()))
    }

    fn adapt(&mut self, samples: u32) -> u32 {
        let Self { loaded, tuning, .. } = self;
        let start = loaded.get_or_insert_with(built_in);
        tuning.get_or_insert_with(|| Box::new(Tuning::new(start, None))).adapt(start, samples)
    }
}

fn built_in() -> Box<Weights> {
    Box::new(Weights::load(DEFAULT).expect("the built-in weights are sound"))
}

impl SharedLearning {
    pub(super) fn load_weights(&mut self, bytes: Option<&[u8]>) -> Result<()> {
        self.network.load(bytes)
    }

    /// Takes over the weights that were loaded elsewhere.
    pub(in super::super) fn take_shared(&mut self, other: &Self) -> Result<()> {
        if self.network.loaded_digest() == other.network.loaded_digest() {
            return Ok(());
        }
        let weights = other.network.loaded.as_ref().filter(|_| other.network.custom);
        self.network.load(weights.map(|weights| weights.to_bytes()).as_deref())
    }

    /// Equal where two machines loaded the same weights.
    pub(in super::super) fn loaded_digest(&self) -> u64 {
        self.network.loaded_digest()
    }

    pub(super) fn adapt(&mut self, samples: u32) -> u32 {
        self.network.adapt(samples)
    }

    pub(super) fn weights_info(&self) -> WeightsInfo {
        let built_in = if self.network.loaded.is_none() { Some(built_in()) } else { None };
        let weights = built_in.as_ref().or(self.network.loaded.as_ref()).expect("one of them is there");
        let (first, second) = weights.sizes();
        WeightsInfo {
            custom: self.network.custom,
            adapting: self.network.tuning.is_some(),
            first: first as u32,
            second: second as u32,
            bytes: 4 * (weights.values.len() + weights.mean.len() + weights.inverse.len()) as u32,
            checksum: hash_bytes(&weights.to_bytes()),
        }
    }

    /// Whether there are trails of its own to write into.
    pub(in super::super) fn has_trails(&self) -> bool {
        self.trails.is_some()
    }

    /// An entity with a learned model begins: from now on it matters who is near.
    pub(super) fn begin(&mut self, v_max: f64) {
        self.neighbours.begin(v_max);
    }

    /// Any entity was observed.
    pub(in super::super) fn seen(&mut self, id: EntityId, kinematics: &Kinematics) {
        if !self.neighbours.in_use() {
            return;
        }
        if kinematics.has(RIDING) {
            self.neighbours.gone(id);
        } else {
            self.neighbours.seen(id, kinematics);
        }
    }

    pub(in super::super) fn removed(&mut self, id: EntityId) {
        self.neighbours.removed(id);
    }

    pub(super) fn set_landmark(&mut self, id: EntityId, landmark: bool) {
        self.neighbours.set_landmark(id, landmark);
    }

    pub(in super::super) fn rebase(&mut self, shift: DVec3) {
        if let Some(trails) = &mut self.trails {
            trails.rebase(shift);
        }
        self.neighbours.rebase(shift);
    }

    pub(in super::super) fn write(&self, w: &mut Writer) {
        w.u8(self.trails.is_some() as u8);
        if let Some(trails) = &self.trails {
            trails.write(w);
        }
        self.mixture.write(w);
        self.neighbours.write(w);
        let Network { loaded, custom, tuning } = &self.network;
        w.u8(*custom as u8).u8(tuning.is_some() as u8);
        if let Some(weights) = loaded.as_ref().filter(|_| *custom) {
            w.blob(&weights.to_bytes());
        }
        if let Some(tuning) = tuning {
            tuning.write(w);
        }
    }

    pub(in super::super) fn read(r: &mut Reader<'_>, entities: usize) -> Result<Self> {
        let mut new = Self::default();
        if r.bool()? {
            new.trails = Some(Box::new(Trails::read_from(r, &TrailParams::default())?));
        }
        new.mixture = Mixture::read(r)?;
        new.neighbours = Neighbours::read(r, entities)?;
        new.network.custom = r.bool()?;
        let tuned = r.bool()?;
        if new.network.custom {
            new.network.loaded = Some(Box::new(Weights::load(r.blob()?)?));
        }
        if tuned {
            new.network.tuning = Some(Box::new(Tuning::read(r, new.network.loaded())?));
        }
        Ok(new)
    }

    pub(in super::super) fn bytes(&self) -> usize {
        let weights = |w: &Weights| 4 * (w.values.capacity() + w.mean.capacity() + w.inverse.capacity());
        self.trails.as_ref().map_or(0, |trails| size_of::<Trails>() + trails.bytes())
            + self.neighbours.bytes()
            + self.network.loaded.as_deref().map_or(0, |w| size_of::<Weights>() + weights(w))
            + self.network.tuning.as_deref().map_or(0, |t| size_of::<Tuning>() + t.bytes())
    }
}

/// The predictor's own trails, made at the first place seen.
pub(super) fn own_trails(trails: &mut Option<Box<Trails>>, v_max: f64, origin: DVec3) -> &mut Trails {
    trails.get_or_insert_with(|| {
        let params = TrailParams { v_max, ..TrailParams::default() };
        Box::new(Trails::new(&params, origin).expect("a checked profile has a sound v_max"))
    })
}
