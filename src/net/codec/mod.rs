//! Updates as few bits, the same on every machine.
//!
//! Everything is measured in whole steps ([`CodecParams`]); what is written are those whole numbers. **Both ends must
//! predict from the quantised update** ([`Codec::quantise`]): the sender from what it wrote, the receivers from what they
//! read, which are equal to the bit. Quantising twice changes nothing.

mod grid;
mod packet;
mod params;
mod turn;
mod wire;

#[cfg(test)]
mod tests;

pub use packet::{PacketEntry, PacketWriter};
pub use params::CodecParams;

use super::bits::{BitReader, BitWriter};
use super::update::Update;
use crate::base::math::DVec3;
use crate::base::{Error, Result, Short};
use alloc::format;
use grid::Grid;

/// Farthest that the origin of coordinates may move, metres.
const MAX_MOVED: f64 = 1e12;

/// Most steps of each vector.
#[derive(Clone, Copy, Debug)]
struct Most {
    position: i64,
    velocity: i64,
    acceleration: i64,
    angular_velocity: i64,
}

/// Writes and reads updates by one set of parameters. It has no state: what an update is relative to is an argument.
#[derive(Clone, Copy, Debug)]
pub struct Codec {
    params: CodecParams,
    most: Most,
    /// How far the origin of coordinates has moved since the parameters were agreed on.
    moved: DVec3,
}

impl Codec {
    /// Fails when a parameter is outside its range.
    pub fn new(params: &CodecParams) -> Result<Self> {
        params.check()?;
        let most = Most {
            position: params.position_steps(),
            velocity: params.velocity_steps(),
            acceleration: params.acceleration_steps(),
            angular_velocity: params.spin_steps(),
        };
        Ok(Self { params: *params, most, moved: DVec3::ZERO })
    }

    /// What it measures by; the stated errors are methods of it.
    pub fn params(&self) -> &CodecParams {
        &self.params
    }

    /// The same codec for a machine whose origin of coordinates has moved: what was at `shift` is at zero. What is written means the
    /// same places as before.
    pub fn rebased(&self, shift: DVec3) -> Result<Self> {
        let moved = self.moved + shift;
        if !moved.to_array().iter().all(|c| c.abs() <= MAX_MOVED) {
            return Err(Error::invalid(format!(
                "shift is {}, the origin would be beyond ±{MAX_MOVED:e} m",
                Short(shift)
            )));
        }
        Ok(Self { moved, ..*self })
    }

    /// How far the origin of coordinates has moved; see [`Codec::rebased`].
    pub fn moved(&self) -> DVec3 {
        self.moved
    }

    /// Where positions are measured from. Those on a moving base are in its frame, which has an origin of its own.
    pub(in crate::net) fn origin(&self, base: Option<u32>) -> DVec3 {
        if base.is_some() { DVec3::ZERO } else { self.params.origin - self.moved }
    }

    /// Bytes that [`Codec::encode`] needs at most, whatever the update.
    pub fn max_bytes(&self) -> usize {
        self.max_bits().div_ceil(8) as usize
    }

    /// The update as the receivers will see it: every number on its grid, each within its stated error. Fails when a
    /// number is not finite or would be beyond the limits of the parameters.
    pub fn quantise(&self, update: &Update) -> Result<Update> {
        let grid = self.grid_of(update)?;
        Ok(self.update_of(&grid).expect("a rounded rotation is one"))
    }

    /// Writes one update, relative to `baseline` if there is one: an earlier update of the same entity that the receiver surely
    /// has (it said so). Returns the bytes used; fails when `out` is too short, [`Codec::max_bytes`] always suffice.
    pub fn encode(&self, update: &Update, baseline: Option<&Update>, out: &mut [u8]) -> Result<usize> {
        let grid = self.grid_of(update)?;
        let baseline = self.baseline_of(&grid, baseline)?;
        let room = out.len();
        let mut w = BitWriter::new(out);
        self.put(&mut w, &grid, 0, base_ticks(baseline.as_ref()), baseline.as_ref());
        let bits = w.bits();
        w.finish().ok_or_else(|| Error::budget(format!("the update has {} bytes, the buffer {room}", bits.div_ceil(8))))
    }

    /// Reads one update; the inverse of [`Codec::encode`] with the same `baseline`. The result is what [`Codec::quantise`] gives
    /// for the update that was written, to the bit.
    ///
    /// Bytes from anywhere are an update within the limits of the parameters or an error of kind
    /// [`Corrupt`](crate::base::ErrorKind::Corrupt); of kind [`NotFound`](crate::base::ErrorKind::NotFound) when they name
    /// a baseline other than the given one.
    pub fn decode(&self, bytes: &[u8], baseline: Option<&Update>) -> Result<Update> {
        let mut r = BitReader::new(bytes);
        let raw = self.take(&mut r, 0)?;
        r.finish()?;
        let Some(named) = raw.baseline else { return self.resolve(&raw, 0, None) };
        let baseline = baseline.filter(|b| b.entity == raw.entity && b.sequence == named).ok_or_else(|| {
            Error::not_found(format!("the update needs the baseline {} of entity {}", named.0, raw.entity))
        })?;
        let baseline = self.grid_of(baseline)?;
        self.resolve(&raw, baseline.ticks, Some(&baseline))
    }

    fn baseline_of(&self, grid: &Grid, baseline: Option<&Update>) -> Result<Option<Grid>> {
        let Some(baseline) = baseline else { return Ok(None) };
        if baseline.entity != grid.entity {
            return Err(Error::invalid(format!(
                "the baseline is of entity {}, the update of {}",
                baseline.entity, grid.entity
            )));
        }
        self.grid_of(baseline).map(Some)
    }
}

/// Time to which an update that travels alone is relative.
fn base_ticks(baseline: Option<&Grid>) -> i64 {
    baseline.map_or(0, |b| b.ticks)
}
