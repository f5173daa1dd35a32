//! Snapshots of the field: constants, objects by id, players by index. The grid is laid out anew, which changes nothing,
//! because its order does not depend on its history.

use super::field::{InterestField, Life, Seat, Stake};
use super::grid::{Body, Key};
use super::params::{InterestObject, InterestParams, LeadBy, PreferenceTurns, check_life};
use super::preference::Habit;
use crate::base::math::DVec2;
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use alloc::format;

/// Bytes of an object: id, position, value, whether it is present.
const OBJECT_BYTES: usize = 8 + 24 + 8 + 1;
/// Fewest bytes of a seat: life, fading, habit, company, whether it has a body.
const SEAT_BYTES: usize = 1 + 8 + 4 + 6 * 8 + 1 + 8 + 1;

impl Stake {
    pub(in super::super) fn write(&self, w: &mut Writer) {
        w.u32(self.0);
    }

    pub(in super::super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        Ok(Self(r.u32()?))
    }
}

impl InterestField {
    pub(in super::super) fn write_params(&self, w: &mut Writer) {
        let p = &self.params;
        w.f64(p.unit).f64(p.strength).f64(p.fading).u32(p.longest_fading).f64(p.lead).u8(p.lead_by as u8);
        w.u8(p.preference_turns as u8).f64(p.slice).f64(p.threshold);
        w.f64(p.full_life).f64(p.radius).f64(p.memory).u32(p.max_objects);
    }

    pub(in super::super) fn write(&self, w: &mut Writer) {
        self.write_params(w);
        w.u64(self.objects.len() as u64);
        for (id, lying) in &self.objects {
            let InterestObject { position, value, present } = lying.object;
            w.u64(*id).dvec3(position).f64(value).u8(present as u8);
        }
        w.u64(self.seats.len() as u64);
        for seat in &self.seats {
            self.write_seat(w, seat);
        }
    }

    /// For at most so many entities; constants that make more work than those of `most` are refused.
    pub(in super::super) fn read(r: &mut Reader<'_>, entities: usize, most: &InterestParams) -> Result<Self> {
        // Fields are evaluated in the order written here, which is that of `write`.
        let params = InterestParams {
            unit: r.f64()?,
            strength: r.f64()?,
            fading: r.f64()?,
            longest_fading: r.u32()?,
            lead: r.f64()?,
            lead_by: r.one_of(&LeadBy::ALL)?,
            preference_turns: r.one_of(&PreferenceTurns::ALL)?,
            slice: r.f64()?,
            threshold: r.f64()?,
            full_life: r.f64()?,
            radius: r.f64()?,
            memory: r.f64()?,
            max_objects: r.u32()?,
        };
        params.validate().map_err(corrupt)?;
        let params = params.within(most)?;
        let mut field = Self::with(params);
        let objects = r.count(OBJECT_BYTES)?;
        if objects > params.max_objects as usize {
            return Err(Error::budget(format!(
                "snapshot has {objects} objects, max_objects is {}",
                params.max_objects
            )));
        }
        for _ in 0..objects {
            let id = r.u64()?;
            if field.objects.last_key_value().is_some_and(|(last, _)| *last >= id) {
                return Err(Error::corrupt(format!("snapshot has object {id} out of order")));
            }
            let object = InterestObject { position: r.dvec3()?, value: r.f64()?, present: r.bool()? };
            field.set_object(id, &object).map_err(corrupt)?;
        }
        let seats = r.count(SEAT_BYTES)?;
        if seats > entities {
            return Err(Error::budget(format!("snapshot has {seats} seats, {entities} entities are allowed here")));
        }
        field.seats.reserve_exact(seats);
        for index in 0..seats {
            let seat = field.read_seat(r, index as u32)?;
            field.seats.push(seat);
        }
        Ok(field)
    }

    fn write_seat(&self, w: &mut Writer, seat: &Seat) {
        match seat.life {
            Life::Untold => w.u8(0).f64(0.0),
            Life::Is(life) => w.u8(1).f64(life),
            Life::Out => w.u8(2).f64(0.0),
        };
        w.u32(seat.fading);
        let Habit { toward_object, toward_player, verdicts, weight } = seat.habit;
        w.f64(toward_object.x).f64(toward_object.y).f64(toward_player.x).f64(toward_player.y);
        w.f64(verdicts).f64(weight).u8(seat.company.is_some() as u8).u64(seat.company.unwrap_or(0));
        w.u8(seat.slot.is_some() as u8);
        if let Some(slot) = seat.slot {
            let body = self.grid.get(slot);
            w.i64(body.time).dvec3(body.position).dvec3(body.velocity);
        }
    }

    fn read_seat(&mut self, r: &mut Reader<'_>, index: u32) -> Result<Seat> {
        let (told, life) = (r.u8()?, r.f64()?);
        let life = match told {
            0 => Life::Untold,
            1 => {
                check_life(Some(life)).map_err(corrupt)?;
                Life::Is(life)
            }
            2 => Life::Out,
            other => return Err(Error::corrupt(format!("snapshot has a life of kind {other}, must be 0 to 2"))),
        };
        let fading = r.u32()?;
        let habit = Habit {
            toward_object: read_direction(r)?,
            toward_player: read_direction(r)?,
            verdicts: r.f64()?,
            weight: r.f64()?,
        };
        // Written so that NaN fails.
        if !(habit.weight >= 0.0 && habit.weight < f64::INFINITY && habit.verdicts.abs() <= habit.weight) {
            return Err(Error::corrupt(format!("snapshot has verdicts {} of {}", habit.verdicts, habit.weight)));
        }
        let company = (r.bool()?, r.u64()?);
        let company = company.0.then_some(company.1);
        let mut seat = Seat { life, fading, habit, company, slot: None };
        if r.bool()? {
            let time = r.i64()?;
            let (position, velocity) = (r.finite_dvec3()?, r.finite_dvec3()?);
            let body = Body { key: Key::Player(index), position, velocity, time, amount: seat.amount(), company };
            seat.slot = Some(self.grid.insert(body));
        }
        Ok(seat)
    }
}

/// Zero or a unit vector.
fn read_direction(r: &mut Reader<'_>) -> Result<DVec2> {
    let direction = DVec2::new(r.f64()?, r.f64()?);
    if direction == DVec2::ZERO || (direction.length_squared() - 1.0).abs() < 1e-6 {
        return Ok(direction);
    }
    Err(Error::corrupt("snapshot has a direction of no length"))
}

fn corrupt(error: Error) -> Error {
    Error::corrupt(format!("snapshot has bad interests: {error}"))
}
