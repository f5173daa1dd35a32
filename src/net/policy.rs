//! Which straight line to send: a small network trained on how long such a line stays within the threshold.
//!
//! What is worth sending is not the present velocity, nor the best prediction of some instant, but the line that survives
//! longest. The network sees what the learned kinematic model sees of the owner's entity
//! ([`crate::predict::learned::Row`]) and answers, for five thresholds an octave apart, where the line starts beside the
//! true place and how its velocity differs from the present one; other thresholds lie between them. Lengths are in units
//! of the entity's `v_max` times one second, so that it fits games of any scale.

use crate::base::Result;
use crate::base::math::{DVec3, ground, lift};
use crate::predict::learned::{INPUTS, Net, Recorder, Row};
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANTP";

/// Thresholds that the network answers, each twice the one before.
pub const THRESHOLDS: [f32; 5] = [0.025, 0.05, 0.1, 0.2, 0.4];
/// An output of 1 means this share of the threshold as offset …
pub const OFFSET: f32 = 0.7;
/// … and the threshold over this time, seconds, as a change of velocity: about the life of a line.
pub const TIMES: [f32; 5] = [0.2, 0.25, 0.35, 0.55, 0.9];
/// A line starts at most this share of the threshold beside the truth: what is left must bear the rounding of an encoding.
pub const MOST_OFFSET: f32 = 0.85;

/// The policy that is built in.
pub const DEFAULT: &[u8] = include_bytes!("policy/default.policy");

/// The network: offset and change of velocity per threshold.
pub type PolicyNet = Net<{ 2 * THRESHOLDS.len() }>;

/// A straight line to predict along.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Line {
    /// From the true place to where the line starts, metres.
    pub offset: DVec3,
    /// Along the line, m/s.
    pub velocity: DVec3,
}

/// The same in the entity's own frame and units of `v_max`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OwnLine {
    /// From the true place to where the line starts.
    pub offset: [f32; 2],
    /// Along the line, per second.
    pub velocity: [f32; 2],
}

/// What one threshold's outputs mean for an entity with this velocity (own frame).
pub fn own_line(h: usize, threshold: f32, velocity: [f32; 2], out: &[[f32; 2]]) -> OwnLine {
    let (offset, change) = (out[2 * h], out[2 * h + 1]);
    OwnLine {
        offset: offset.map(|u| OFFSET * threshold * u),
        velocity: [0, 1].map(|i| velocity[i] + threshold / TIMES[h] * change[i]),
    }
}

/// Between the two nearest of the network's thresholds, by octaves; the nearest one beyond them.
fn between(threshold: f32, velocity: [f32; 2], out: &[[f32; 2]]) -> OwnLine {
    let octaves = libm::log2f(threshold / THRESHOLDS[0]);
    let last = THRESHOLDS.len() - 1;
    let octaves = if octaves > 0.0 { octaves } else { 0.0 };
    let octaves = if octaves < last as f32 { octaves } else { last as f32 };
    let low = (octaves as usize).min(last - 1);
    let share = octaves - low as f32;
    let (a, b) = (own_line(low, threshold, velocity, out), own_line(low + 1, threshold, velocity, out));
    let mix = |a: [f32; 2], b: [f32; 2]| [0, 1].map(|i| a[i] + share * (b[i] - a[i]));
    let offset = mix(a.offset, b.offset);
    let length = libm::sqrtf(offset[0] * offset[0] + offset[1] * offset[1]);
    let most = MOST_OFFSET * threshold;
    let shrink = if length > most { most / length } else { 1.0 };
    OwnLine { offset: offset.map(|x| x * shrink), velocity: mix(a.velocity, b.velocity) }
}

/// A policy that can be asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    net: PolicyNet,
}

impl Policy {
    /// A policy from its network.
    pub fn new(net: PolicyNet) -> Self {
        Self { net }
    }

    /// The one that is built in.
    pub fn built_in() -> Self {
        Self::load(DEFAULT).expect("the built-in policy is sound")
    }

    /// Reads a file. Anything that does not fit this library's inputs is refused.
    pub fn load(bytes: &[u8]) -> Result<Self> {
        Ok(Self { net: PolicyNet::read(bytes, MAGIC)? })
    }

    /// Its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.net.write(MAGIC)
    }

    /// The line for an entity with top speed `v_max` and velocity (m/s) that was just observed, for a threshold in metres.
    /// Its height stays where it is and its vertical speed that of the entity.
    pub fn line(&self, row: &Row<'_>, v_max: f64, velocity: DVec3, threshold: f64) -> Line {
        let Ok(inputs) = row.inputs.try_into() else { return Line { offset: DVec3::ZERO, velocity } };
        let mut x = [0.0; INPUTS];
        self.net.standardise(inputs, &mut x);
        let out = self.net.output(&x);
        let [cos, sin] = row.frame;
        let flat = ground(velocity) / v_max;
        let (vx, vz) = (flat.x as f32, flat.y as f32);
        let own = between((threshold / v_max) as f32, [cos * vx + sin * vz, cos * vz - sin * vx], &out);
        let to_world = |[a, b]: [f32; 2], y: f64| {
            let (x, z) = (cos * a - sin * b, sin * a + cos * b);
            lift(v_max * crate::base::math::DVec2::new(x as f64, z as f64), y)
        };
        Line { offset: to_world(own.offset, 0.0), velocity: to_world(own.velocity, velocity.y) }
    }
}

/// Asks a policy while an entity is observed ([`crate::predict::learned::Surroundings::recorder`]).
#[derive(Debug)]
pub struct Asking<'a> {
    /// Who is asked.
    pub policy: &'a Policy,
    /// The entity's top speed, m/s.
    pub v_max: f64,
    /// The velocity that is observed, m/s.
    pub velocity: DVec3,
    /// Of the position, metres.
    pub threshold: f64,
    /// The answer; `None` until the entity's model was asked.
    pub line: Option<Line>,
}

impl Recorder for Asking<'_> {
    fn row(&mut self, row: &Row<'_>) {
        self.line = Some(self.policy.line(row, self.v_max, self.velocity, self.threshold));
    }
}
