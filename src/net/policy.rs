//! Which straight line to send: a small network trained on how long such a line stays within the threshold.
//!
//! What is worth sending is not the present velocity, nor the best prediction of some instant, but the line that survives
//! longest. The network sees what the learned kinematic model sees of the owner's entity
//! ([`crate::predict::learned::Row`]) and answers, for five thresholds an octave apart, where the line starts beside the
//! true place and how its velocity differs from the present one; other thresholds lie between them. Lengths are in units
//! of the entity's `v_max` times one second, so that it fits games of any scale.

use super::line::Line;
use crate::base::Result;
use crate::base::math::{DVec3, ground, lift};
use crate::predict::learned::{HORIZON_COUNT, INPUTS, Net, Recorder, Row};
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANTP";
const VERSION: u32 = 1;

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

/// A line in the entity's own frame and units of `v_max`.
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
    // Beyond the largest, lines are as daring as at the largest.
    let threshold = if threshold < THRESHOLDS[last] { threshold } else { THRESHOLDS[last] };
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

    /// Its network.
    pub fn net(&self) -> &PolicyNet {
        &self.net
    }

    /// The one that is built in.
    pub fn built_in() -> Self {
        Self::load(DEFAULT).expect("the built-in policy is sound")
    }

    /// Reads a file. Anything that does not fit this library's inputs is refused.
    pub fn load(bytes: &[u8]) -> Result<Self> {
        Ok(Self { net: PolicyNet::read(bytes, MAGIC, VERSION)? })
    }

    /// Its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.net.write(MAGIC, VERSION)
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        let net = &self.net;
        size_of::<Self>() + 4 * (net.values.capacity() + net.mean.capacity() + net.inverse.capacity())
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

/// What the learned models saw of an entity when it was observed, kept for a policy to be asked later
/// ([`crate::predict::learned::ObserveContext::recorder`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    /// [`Row::inputs`].
    pub inputs: [f32; INPUTS],
    /// [`Row::frame`].
    pub frame: [f32; 2],
    /// The entity's top speed, m/s.
    pub v_max: f64,
}

impl Sight {
    /// Nothing seen.
    pub const NOTHING: Self = Self { inputs: [0.0; INPUTS], frame: [1.0, 0.0], v_max: 1.0 };

    /// As a policy takes it.
    pub fn row(&self) -> Row<'_> {
        Row { inputs: &self.inputs, base: &[[0.0; 2]; HORIZON_COUNT], frame: self.frame }
    }
}

impl Recorder for Sight {
    fn row(&mut self, row: &Row<'_>) {
        if let Ok(inputs) = row.inputs.try_into() {
            (self.inputs, self.frame) = (inputs, row.frame);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;

    /// A network that always answers the same.
    fn stubborn(out: [[f32; 2]; 10]) -> Policy {
        let mut net = PolicyNet::zero(16, 16);
        let n = net.values.len();
        // The offsets of the last layer are the last row; across the own frame they cancel.
        for (h, [along, _]) in out.iter().enumerate() {
            net.values[n - 32 + 2 * h] = *along;
        }
        Policy::new(net)
    }

    fn row(frame: [f32; 2]) -> Row<'static> {
        Row { inputs: &[0.0; INPUTS], base: &[[0.0; 2]; HORIZON_COUNT], frame }
    }

    #[test]
    fn outputs_are_scaled_by_threshold_and_turned_into_the_world() {
        let mut out = [[0.0; 2]; 10];
        (out[4], out[5]) = ([0.5, 0.0], [1.0, 0.0]);
        let policy = stubborn(out);
        // Third threshold: 0.1 · v_max. East is the own frame's ahead when cos = 1.
        let line = policy.line(&row([1.0, 0.0]), 8.0, DVec3::new(8.0, 1.5, 0.0), 0.8);
        let (offset, change) = (0.7 * 0.8 * 0.5, 0.8 / 0.35);
        assert!((line.offset - DVec3::X * offset).length() < 1e-6, "{line:?}");
        assert!((line.velocity - DVec3::new(8.0 + change, 1.5, 0.0)).length() < 1e-5, "{line:?}");
        // Ahead is south (+Z).
        let line = policy.line(&row([0.0, 1.0]), 8.0, DVec3::Z * 4.0, 0.8);
        assert!((line.offset - DVec3::Z * offset).length() < 1e-6, "{line:?}");
        assert!((line.velocity - DVec3::Z * (4.0 + change)).length() < 1e-5, "{line:?}");
    }

    #[test]
    fn other_thresholds_lie_between_and_beyond_the_largest_nothing_grows() {
        let mut out = [[0.0; 2]; 10];
        (out[0], out[2], out[8]) = ([0.2, 0.0], [0.6, 0.0], [1.0, 0.0]);
        let policy = stubborn(out);
        let start = |threshold: f64| policy.line(&row([1.0, 0.0]), 1.0, DVec3::ZERO, threshold).offset.x;
        let half_way = 0.025 * 2f64.sqrt();
        assert!((start(half_way) - 0.7 * half_way * 0.4).abs() < 1e-6);
        assert!((start(0.01) - 0.7 * 0.01 * 0.2).abs() < 1e-7, "below the smallest it shrinks with the threshold");
        assert_eq!(start(0.4), start(4.0));
    }

    #[test]
    fn lines_start_within_the_threshold_whatever_the_network_says() {
        let mut random = Random(5);
        let mut net = PolicyNet::zero(16, 16);
        net.values.iter_mut().for_each(|w| *w = 30.0 * random.normal() as f32);
        let policy = Policy::new(net);
        for _ in 0..500 {
            let inputs: [f32; INPUTS] = core::array::from_fn(|_| 10.0 * random.normal() as f32);
            let threshold = libm::exp(3.0 * random.normal() - 2.0);
            let row = Row { inputs: &inputs, base: &[[0.0; 2]; HORIZON_COUNT], frame: [0.6, 0.8] };
            let line = policy.line(&row, 5.0, DVec3::new(1.0, 0.0, 2.0), threshold);
            assert!(line.offset.length() <= 0.8501 * threshold && line.velocity.is_finite(), "{threshold} {line:?}");
        }
    }

    #[test]
    fn the_built_in_policy_survives_a_round_trip_and_other_files_are_refused() {
        let policy = Policy::built_in();
        assert_eq!(policy.to_bytes(), DEFAULT);
        assert!(DEFAULT.len() < 50_000);
        for n in (0..DEFAULT.len()).step_by(97) {
            assert!(Policy::load(&DEFAULT[..n]).is_err());
        }
        assert!(Policy::load(crate::predict::learned::DEFAULT).is_err(), "weights are no policy");
    }
}
