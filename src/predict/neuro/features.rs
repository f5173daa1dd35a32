//! From a window of velocities and orientations to the scaled inputs of the networks (eq. 4, 9, 13), and back.

use super::bank::{Axes, Bank, MAX_INPUTS, Shape};
use super::history::{History, unit};
use super::network::Inputs;
use crate::base::math::Vec3;
use crate::base::time::Nanos;

/// Scaled inputs are cut here. Long before, nobody believes the networks any more ([`super::trust`]).
pub(super) const FARTHEST: f32 = 4.0;

/// Directions of the networks' axes in the ground plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heading {
    /// x and z of the first axis, of length 1.
    first: [f32; 2],
}

impl Heading {
    /// The level's own axes.
    const WORLD: Self = Self { first: [1.0, 0.0] };

    /// Where an entity looks, else where it moves; `None` when it stands and nobody knows.
    fn of(velocity: Vec3, facing: Vec3) -> Option<Self> {
        let first = ground_unit(facing).or_else(|| ground_unit(velocity))?;
        Some(Self { first })
    }

    /// A vector of the level in these axes: first, second, up.
    pub fn turn_in(self, v: Vec3) -> [f32; 3] {
        let [x, z] = self.first;
        [v.x * x + v.z * z, v.z * x - v.x * z, v.y]
    }

    /// A vector of these axes in the level's.
    pub fn turn_out(self, [a, b, up]: [f32; 3]) -> Vec3 {
        let [x, z] = self.first;
        Vec3::new(a * x - b * z, up, a * z + b * x)
    }
}

fn ground_unit(v: Vec3) -> Option<[f32; 2]> {
    unit(Vec3::new(v.x, 0.0, v.z)).map(|v| [v.x, v.z])
}

/// Inputs before scaling, and the axes they are in.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// Velocity and orientation now, then h before, … (eq. 9); the first n are used.
    pub values: [f32; MAX_INPUTS],
    /// Their axes.
    pub heading: Heading,
}

impl Features {
    /// Looks back from the newest sample. `None` while the history is too short for the window, and where the entity's own
    /// axes are not known.
    pub fn of(history: &History, shape: Shape, axes: Axes, step: Nanos) -> Option<Self> {
        let newest = history.samples().last()?;
        let heading = match axes {
            Axes::World => Heading::WORLD,
            Axes::Own => Heading::of(newest.velocity, newest.facing)?,
        };
        let mut values = [0.0; MAX_INPUTS];
        let d = shape.dimensions;
        for (k, moment) in values.chunks_exact_mut(2 * d).take(shape.delays + 1).enumerate() {
            let (velocity, facing) = history.before(k as Nanos * step, step)?;
            // On the ground an orientation is a point of the unit circle; looking straight up says nothing there.
            let facing = match d {
                2 => ground_unit(facing).or_else(|| ground_unit(velocity)).map(|[x, z]| Vec3::new(x, 0.0, z)),
                _ => unit(facing).or_else(|| unit(velocity)),
            };
            let (to_velocity, to_facing) = moment.split_at_mut(d);
            to_velocity.copy_from_slice(&heading.turn_in(velocity)[..d]);
            to_facing.copy_from_slice(&heading.turn_in(facing.unwrap_or(Vec3::ZERO))[..d]);
        }
        Some(Self { values, heading })
    }

    /// The same with velocities divided by `scale`: those of the players that a bank was learned from.
    pub fn relative(mut self, shape: Shape, scale: f32) -> Self {
        if scale != 1.0 {
            for moment in self.values.chunks_exact_mut(2 * shape.dimensions).take(shape.delays + 1) {
                moment[..shape.dimensions].iter_mut().for_each(|v| *v /= scale);
            }
        }
        self
    }

    /// The inputs scaled by the bank's ranges (eq. 13), and by how much the farthest of them lies outside of what was
    /// trained, in half ranges: 0 inside, 1 when it is twice as far from the middle as anything trained.
    pub(super) fn scaled(&self, bank: &Bank) -> (Inputs, f32) {
        let mut inputs = [0.0; MAX_INPUTS];
        let mut outside = 0.0;
        for ((input, value), [least, gain, shift]) in inputs.iter_mut().zip(self.values).zip(&bank.scales) {
            let scaled = (value - least) * gain + shift;
            let excess = scaled.abs() - 1.0;
            outside = if excess > outside { excess } else { outside };
            let low = if scaled < -FARTHEST { -FARTHEST } else { scaled };
            *input = if low > FARTHEST { FARTHEST } else { low };
        }
        (inputs, outside)
    }
}
