//! Avatars: who emits pheromone that is felt pairwise.
//!
//! Every avatar has a sparse layer of its own, numbered after the shared ones, and every reader weighs the avatars' layers
//! with its row of the n × n matrix of pair weights. That equals one map per player (eq. 6 is linear) at a fraction of it.

use super::field::{Emission, Layer};
use super::layer::{check_amount, check_weight};
use super::source::check_position;
use super::{AreaOfInterest, PheromoneMap};
use crate::base::math::DVec3;
use crate::base::{Error, Result};
use crate::world::World;
use crate::world::cells::CellIndex;
use alloc::format;
use alloc::vec::Vec;

/// An avatar and the weights with which it feels the others.
pub(super) struct Avatar {
    pub(super) id: u64,
    pub(super) emission: f32,
    /// `None` until it is first moved.
    pub(super) position: Option<DVec3>,
    pub(super) cell: Option<CellIndex>,
    /// By place in the list of avatars; its own is 0.
    pub(super) weights: Vec<f32>,
}

impl Avatar {
    pub(super) fn emission(&self, area: Option<&AreaOfInterest>) -> Option<Emission> {
        let inside = self.position.is_some_and(|p| area.is_none_or(|a| a.contains(p)));
        let cell = self.cell.filter(|_| inside)?;
        Some(Emission { cell, id: self.id, amount: self.emission })
    }
}

impl PheromoneMap {
    /// Gives an avatar (host id) its own sparse layer; returns the layer's number. It emits `emission` per step from
    /// where it was last moved to, and nothing before. Known ids only change their emission.
    pub fn add_avatar(&mut self, world: &World, id: u64, emission: f32) -> Result<usize> {
        self.jobs.check_closed()?;
        check_amount("emission", emission)?;
        self.sync(world);
        if let Some(place) = self.avatar_place(id) {
            self.avatar_mut(place).emission = emission;
            self.feed_avatar(place);
            return Ok(self.store.shared + place);
        }
        let taken = self.avatars.iter().flatten().count();
        if taken >= self.params.max_avatars as usize {
            return Err(Error::budget(format!("avatar {id} would be one more than max_avatars {taken}")));
        }
        let place = self.avatars.iter().position(Option::is_none).unwrap_or(self.avatars.len());
        if place == self.avatars.len() {
            self.avatars.push(None);
            self.store.layers.push(Layer::new(self.params.avatar_layer));
        }
        let usual = self.params.avatar_weight;
        let places = self.avatars.len();
        for other in self.avatars.iter_mut().flatten() {
            other.weights.resize(places, usual);
            other.weights[place] = usual;
        }
        let mut weights = alloc::vec![usual; places];
        weights[place] = 0.0;
        self.avatars[place] = Some(Avatar { id, emission, position: None, cell: None, weights });
        Ok(self.store.shared + place)
    }

    /// Tells where an avatar is. Off the level it emits nothing.
    pub fn move_avatar(&mut self, world: &World, id: u64, position: DVec3) -> Result<()> {
        self.jobs.check_closed()?;
        check_position("position", position)?;
        self.sync(world);
        let place = self.known_avatar(id)?;
        let cell = world.cell_at(position);
        let avatar = self.avatar_mut(place);
        (avatar.position, avatar.cell) = (Some(position), cell);
        self.feed_avatar(place);
        Ok(())
    }

    /// Forgets an avatar together with its field and its weights. Its layer's number may be given to another one.
    /// One that should fade instead is moved out of the area of interest first.
    pub fn remove_avatar(&mut self, id: u64) -> Result<()> {
        self.jobs.check_closed()?;
        let place = self.known_avatar(id)?;
        self.avatars[place] = None;
        self.store.clear_layer(self.store.shared + place);
        Ok(())
    }

    /// Number of an avatar's layer.
    pub fn avatar_layer(&self, id: u64) -> Option<usize> {
        self.avatar_place(id).map(|place| self.store.shared + place)
    }

    /// Weight with which `reader` feels `emitter` (default `MapParams::avatar_weight`; own weight is always 0).
    pub fn set_pair_weight(&mut self, reader: u64, emitter: u64, weight: f32) -> Result<()> {
        self.jobs.check_closed()?;
        check_weight("weight", weight)?;
        let (from, to) = (self.known_avatar(reader)?, self.known_avatar(emitter)?);
        if from == to {
            return Err(Error::invalid(format!("avatar {reader} never feels itself; its own weight cannot be set")));
        }
        self.avatar_mut(from).weights[to] = weight;
        Ok(())
    }

    /// Places of all avatars in the rows of [`Self::pair_row`], with their host ids, in layer order.
    pub(super) fn avatar_places(&self) -> impl Iterator<Item = (usize, u64)> {
        self.avatars.iter().enumerate().filter_map(|(place, avatar)| Some((place, avatar.as_ref()?.id)))
    }

    /// The weights of the reader at a place, by place of the emitter. Its own is 0 and stays so.
    pub(super) fn pair_row(&mut self, place: usize) -> Result<&mut [f32]> {
        self.jobs.check_closed()?;
        Ok(&mut self.avatar_mut(place).weights)
    }

    /// Host ids of all avatars, in layer order.
    pub fn avatars(&self) -> impl Iterator<Item = u64> {
        self.avatars.iter().flatten().map(|a| a.id)
    }

    /// Weight with which `reader` feels `emitter`.
    pub fn pair_weight(&self, reader: u64, emitter: u64) -> Result<f32> {
        let (from, to) = (self.known_avatar(reader)?, self.known_avatar(emitter)?);
        Ok(self.avatars[from].as_ref().expect("known").weights[to])
    }

    /// Weights of a known reader by place of the emitter.
    pub(super) fn pair_weights(&self, reader: u64) -> Option<&[f32]> {
        let place = self.avatar_place(reader)?;
        self.avatars[place].as_ref().map(|a| a.weights.as_slice())
    }

    fn avatar_place(&self, id: u64) -> Option<usize> {
        self.avatars.iter().position(|a| a.as_ref().is_some_and(|a| a.id == id))
    }

    fn known_avatar(&self, id: u64) -> Result<usize> {
        self.avatar_place(id).ok_or_else(|| Error::not_found(format!("there is no avatar {id}")))
    }

    fn avatar_mut(&mut self, place: usize) -> &mut Avatar {
        self.avatars[place].as_mut().expect("the place was just looked up")
    }

    /// Brings an avatar's emission in line with its place and the area of interest.
    pub(super) fn feed_avatar(&mut self, place: usize) {
        let Some(avatar) = &self.avatars[place] else { return };
        let layer = &mut self.store.layers[self.store.shared + place];
        let emission = avatar.emission(self.area.as_ref());
        if layer.emissions.first().copied() == emission {
            return;
        }
        if let Some(old) = layer.emissions.first().map(|e| e.cell.tile()) {
            layer.disturb(old);
        }
        layer.emissions.clear();
        layer.emissions.extend(emission);
        layer.emissions_changed = true;
        layer.asleep = false;
        if let Some(new) = emission {
            layer.disturb(new.cell.tile());
        }
    }
}
