//! Everybody and everything that interests: who takes part, with what at stake, and where.

use super::force::Viewer;
use super::grid::{Body, Grid, Key};
use super::params::{InterestObject, InterestParams, check_life};
use super::preference::{Habit, LONGEST_INTERVAL};
use crate::base::math::{DVec3, ground, sqrt};
use crate::base::time::seconds_between;
use crate::base::{Error, Result};
use crate::predict::EntityId;
use crate::predict::kinematics::{Kinematics, RIDING};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

/// Cells per radius: a query looks at about (2 · 2 + 1)² of them.
const CELLS_PER_RADIUS: f64 = 2.0;

/// Everybody and everything that interests, and where it is. Empty, and without cost, until somebody takes part.
#[derive(Clone, Debug)]
pub(in super::super) struct InterestField {
    pub(super) params: InterestParams,
    pub(super) grid: Grid,
    pub(super) objects: BTreeMap<u64, Lying>,
    /// By index of the entity; those that never took part are empty.
    pub(super) seats: Vec<Seat>,
}

/// An object and its place in the grid while it is present.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lying {
    pub(super) object: InterestObject,
    slot: Option<u32>,
}

/// What the host says about a player's state S.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) enum Life {
    /// Nothing: full, and the player takes part only when the scheme predicts it.
    #[default]
    Untold,
    /// S.
    Is(f64),
    /// Out of the game (dead): nobody feels it.
    Out,
}

/// A player's part.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seat {
    pub(super) life: Life,
    /// m of eq. 11 as of the last update; 0 = not determined.
    pub(super) fading: u32,
    pub(super) habit: Habit,
    /// It feels those of its company, and only they feel it.
    pub(super) company: Option<u64>,
    /// Place in the grid while it takes part.
    pub(super) slot: Option<u32>,
}

/// Where an entity's [`Seat`] is: its index plus one, 0 = it never took part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(in super::super) struct Stake(pub(super) u32);

impl Default for InterestField {
    fn default() -> Self {
        Self::with(InterestParams::default())
    }
}

impl Seat {
    /// S as a body has it; what was not told is as much as can be.
    pub(super) fn amount(&self) -> f64 {
        if let Life::Is(life) = self.life { life } else { f64::INFINITY }
    }

    fn takes_part(&self, kinematics: &Kinematics) -> bool {
        let plays = match self.life {
            Life::Untold => kinematics.model.feels_others(),
            Life::Is(_) => true,
            Life::Out => false,
        };
        // Riders move in a frame of their own, where the distances of the level mean nothing.
        plays && !kinematics.has(RIDING)
    }
}

impl InterestField {
    pub(super) fn with(params: InterestParams) -> Self {
        let grid = Grid::new(params.radius / CELLS_PER_RADIUS);
        Self { params, grid, objects: BTreeMap::new(), seats: Vec::new() }
    }

    /// Called after every observation of every entity; costs next to nothing for entities that take no part.
    #[inline]
    pub(in super::super) fn observed(&mut self, id: EntityId, kinematics: &Kinematics, stake: &mut Stake) {
        if *stake != Stake::default() || kinematics.model.feels_others() {
            self.take_in(id, kinematics, stake);
        }
    }

    pub(in super::super) fn removed(&mut self, id: EntityId) {
        let seat = self.seats.get_mut(id.index as usize).map(core::mem::take);
        if let Some(slot) = seat.and_then(|seat| seat.slot) {
            self.grid.remove(slot);
        }
    }

    pub(in super::super) fn rebase(&mut self, shift: DVec3) {
        self.grid.rebase(shift);
        for lying in self.objects.values_mut() {
            lying.object.position -= shift;
        }
    }

    /// Objects are counted with the room that a half-full tree has.
    pub(in super::super) fn bytes(&self) -> usize {
        self.grid.bytes()
            + self.seats.capacity() * size_of::<Seat>()
            + self.objects.len() * 2 * (size_of::<u64>() + size_of::<Lying>())
    }

    #[inline(never)]
    fn take_in(&mut self, id: EntityId, kinematics: &Kinematics, stake: &mut Stake) {
        self.sit_down(id, stake);
        let index = id.index as usize;
        let mut seat = self.seats[index];
        let own = Key::Player(id.index);
        let before = seat.slot.map(|slot| *self.grid.get(slot));
        self.place(&mut seat, own, kinematics);
        seat.fading = 0;
        if seat.slot.is_none() || !kinematics.model.feels_others() {
            seat.habit.interrupt();
        } else {
            if let Some(before) = before {
                self.judge(&mut seat.habit, &before, kinematics);
            }
            let viewer = viewer(Some(own), kinematics, &seat);
            let felt = self.feel(&viewer);
            seat.habit.toward_object = felt.object.toward;
            seat.habit.toward_player = felt.player.toward;
            seat.fading = self.fading_slices(&viewer);
        }
        self.seats[index] = seat;
    }

    /// Makes sure that an entity has a seat.
    fn sit_down(&mut self, id: EntityId, stake: &mut Stake) {
        let index = id.index as usize;
        if index >= self.seats.len() {
            self.seats.resize_with(index + 1, Seat::default);
        }
        *stake = Stake(id.index + 1);
    }

    /// Puts a player where it was observed, or takes it away when it takes no part.
    fn place(&mut self, seat: &mut Seat, key: Key, kinematics: &Kinematics) {
        let Kinematics { position, velocity, time, .. } = *kinematics;
        let body = Body { key, position, velocity, time, amount: seat.amount(), company: seat.company };
        match (seat.slot, seat.takes_part(kinematics)) {
            (Some(slot), true) => self.grid.update(slot, body),
            (None, true) => seat.slot = Some(self.grid.insert(body)),
            (Some(slot), false) => {
                self.grid.remove(slot);
                seat.slot = None;
            }
            (None, false) => {}
        }
    }

    /// Compares where a player went with what it felt before it went. What was faster than it can be is a teleport.
    fn judge(&self, habit: &mut Habit, before: &Body, now: &Kinematics) {
        let seconds = seconds_between(before.time, now.time);
        let went = ground(now.position - before.position);
        if seconds > LONGEST_INTERVAL || sqrt(went.length_squared()) > now.speed_limit * seconds {
            habit.interrupt();
        }
        habit.went(went / self.params.unit, seconds, self.params.memory);
    }

    pub(super) fn set_params(&mut self, params: &InterestParams) -> Result<()> {
        params.validate()?;
        if (params.max_objects as usize) < self.objects.len() {
            return Err(Error::budget(format!(
                "max_objects is {}, but there are {} objects",
                params.max_objects,
                self.objects.len()
            )));
        }
        if params.radius != self.params.radius {
            self.grid.resize(params.radius / CELLS_PER_RADIUS);
        }
        self.params = *params;
        Ok(())
    }

    pub(super) fn set_object(&mut self, id: u64, object: &InterestObject) -> Result<()> {
        object.validate()?;
        let slot = match self.objects.get(&id) {
            Some(lying) => lying.slot,
            None if self.objects.len() >= self.params.max_objects as usize => {
                let most = self.params.max_objects;
                return Err(Error::budget(format!("max_objects is {most}, so many objects exist already")));
            }
            None => None,
        };
        let InterestObject { position, value, present } = *object;
        let body =
            Body { key: Key::Object(id), position, velocity: DVec3::ZERO, time: 0, amount: value, company: None };
        let slot = match (slot, present) {
            (Some(slot), true) => {
                self.grid.update(slot, body);
                Some(slot)
            }
            (None, true) => Some(self.grid.insert(body)),
            (Some(slot), false) => {
                self.grid.remove(slot);
                None
            }
            (None, false) => None,
        };
        self.objects.insert(id, Lying { object: *object, slot });
        Ok(())
    }

    pub(super) fn remove_object(&mut self, id: u64) -> Result<()> {
        let lying = self.objects.remove(&id).ok_or_else(|| Error::not_found(format!("there is no object {id}")))?;
        if let Some(slot) = lying.slot {
            self.grid.remove(slot);
        }
        Ok(())
    }

    /// `seen` = the entity's motion, if it was observed.
    pub(super) fn set_life(
        &mut self,
        id: EntityId,
        life: Option<f64>,
        seen: Option<&Kinematics>,
        stake: &mut Stake,
    ) -> Result<()> {
        check_life(life)?;
        let life = life.map_or(Life::Out, Life::Is);
        self.change(id, seen, stake, |seat| seat.life = life);
        Ok(())
    }

    /// Says whose company an entity keeps.
    pub(super) fn set_company(
        &mut self,
        id: EntityId,
        company: Option<u64>,
        seen: Option<&Kinematics>,
        stake: &mut Stake,
    ) {
        // Who never took part and keeps no company needs no seat.
        if *stake != Stake::default() || company.is_some() {
            self.change(id, seen, stake, |seat| seat.company = company);
        }
    }

    fn change(&mut self, id: EntityId, seen: Option<&Kinematics>, stake: &mut Stake, change: impl FnOnce(&mut Seat)) {
        self.sit_down(id, stake);
        let mut seat = self.seats[id.index as usize];
        change(&mut seat);
        if let Some(kinematics) = seen {
            self.place(&mut seat, Key::Player(id.index), kinematics);
        }
        self.seats[id.index as usize] = seat;
    }

    /// Somebody has left: nobody feels it until it is observed again.
    pub(in super::super) fn left(&mut self, stake: Stake) {
        let Some(seat) = (stake.0 as usize).checked_sub(1).and_then(|index| self.seats.get_mut(index)) else { return };
        seat.habit.interrupt();
        if let Some(slot) = seat.slot.take() {
            self.grid.remove(slot);
        }
    }

    /// Takes over constants and objects of another field.
    pub(in super::super) fn take_shared(&mut self, other: &Self) -> Result<()> {
        for (_, lying) in core::mem::take(&mut self.objects) {
            if let Some(slot) = lying.slot {
                self.grid.remove(slot);
            }
        }
        self.set_params(&other.params)?;
        other.objects.iter().try_for_each(|(id, lying)| self.set_object(*id, &lying.object))
    }

    /// The seat of a stake, if it has one.
    pub(super) fn seat(&self, stake: Stake) -> Option<&Seat> {
        self.seats.get((stake.0 as usize).checked_sub(1)?)
    }
}

/// Somebody as it was last observed.
pub(super) fn viewer(own: Option<Key>, kinematics: &Kinematics, seat: &Seat) -> Viewer {
    Viewer {
        own,
        company: seat.company,
        position: kinematics.position,
        speed: sqrt(ground(kinematics.velocity).length_squared()),
        life: seat.amount(),
        time: kinematics.time,
        elapsed: 0.0,
    }
}
