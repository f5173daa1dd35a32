//! What recent errors teach: the damping of damped dead reckoning, how much each expert counts, how far off a plan is.
//!
//! Mixing is by exponentiated gradient per horizon. Everything is in units of the entity's `v_max · 1 s`, so that
//! entities of all sizes can share it.

use super::HORIZONS;
use super::inputs::{SCALE, length};
use super::net::exp;
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};

/// The experts of `auto`.
pub(super) mod expert {
    pub(in super::super) const NET: usize = 0;
    pub(in super::super) const DAMPED: usize = 1;
    pub(in super::super) const STRAIGHT: usize = 2;
    pub(in super::super) const AVERAGE: usize = 3;
    pub(in super::super) const STILL: usize = 4;
    /// Damped plus each resolution of the trails.
    pub(in super::super) const TRAILS: usize = 5;
    /// The host's own; the only one that may be silent.
    pub(in super::super) const HOST: usize = 9;
    pub(in super::super) const COUNT: usize = 10;
}
use expert::COUNT;

/// Displacement per expert.
pub(super) type Said = [[f32; 2]; COUNT];

/// Damping times of damped dead reckoning to choose from, seconds.
pub(super) const TAUS: [f32; 11] = [0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0];
/// What is typical, by place in [`TAUS`]; used until enough was seen.
const TYPICAL: [u8; 5] = [6, 4, 3, 2, 2];
/// So many judged predictions are enough.
const ENOUGH: u32 = 40;
/// Running means of errors forget after so many predictions.
const MEMORY: u32 = 8192;

/// Weight of every expert but the network at the beginning.
const START: f32 = 0.02;
const MIX_RATE: f32 = 0.02;
/// No expert is ever lost: it could be needed after the game changes.
const LEAST: f32 = 1e-5;
/// How fast the scale of errors follows.
const SIGMA_RATE: f32 = 0.002;

/// Radii are `e^λ (0.05 v_max δ + spread)`; λ rises by 0.9 of this when a true position lies outside and falls by 0.1
/// of it otherwise, so that it rests where one in ten lies outside.
const RADIUS_RATE: f32 = 0.02;
const OUTSIDE: f32 = 0.1;
const RADIUS_FLOOR: f32 = 0.05;
/// Models with a radius of their own.
pub(super) const KINDS: usize = 4;
/// Keeps e^λ a number whatever happens.
const MAX_LAMBDA: f32 = 10.0;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mixture {
    weights: [[f32; COUNT]; 5],
    /// Running mean of the error of the mix.
    sigma: [f32; 5],
    lambda: [[f32; 5]; KINDS],
    /// Running mean error of damped dead reckoning per damping time.
    errors: [[f32; TAUS.len()]; 5],
    judged: [u32; 5],
    reach: [f32; 5],
}

impl Default for Mixture {
    fn default() -> Self {
        let mut weights = [START; COUNT];
        weights[expert::NET] = 1.0 - START * (expert::HOST - 1) as f32;
        Self {
            weights: [weights; 5],
            sigma: SCALE.map(|s| 0.6 * s),
            lambda: [[0.0; 5]; KINDS],
            errors: [[0.0; TAUS.len()]; 5],
            judged: [0; 5],
            reach: core::array::from_fn(|h| REACHES[h][TYPICAL[h] as usize]),
        }
    }
}

impl Mixture {
    /// g_h of damped dead reckoning with the damping that has been best so far.
    pub(super) fn reach(&self) -> &[f32; 5] {
        &self.reach
    }

    /// What the experts say together.
    #[inline]
    pub(super) fn blend(&self, h: usize, said: &Said, host: bool) -> [f32; 2] {
        let n = if host { COUNT } else { COUNT - 1 };
        let (mut q, mut total) = ([0.0; 2], 0.0);
        for (w, e) in self.weights[h][..n].iter().zip(said) {
            q[0] += w * e[0];
            q[1] += w * e[1];
            total += w;
        }
        q.map(|x| x / total)
    }

    /// The radius of a model of that kind where what is known spreads by so much.
    pub(super) fn radius(&self, kind: usize, h: usize, spread: f32) -> f32 {
        exp(self.lambda[kind][h]) * (RADIUS_FLOOR * HORIZONS[h] as f32 + spread)
    }

    /// A prediction of any model came true as `truth`: was it within its radius?
    pub(super) fn judge_radius(&mut self, kind: usize, h: usize, error: f32, radius: f32) {
        let lambda = &mut self.lambda[kind][h];
        let step = if error > radius { 1.0 - OUTSIDE } else { -OUTSIDE };
        *lambda = (*lambda + RADIUS_RATE * step).clamp(-MAX_LAMBDA, MAX_LAMBDA);
    }

    /// Moves weight to the experts that were right. Returns the error of the mix.
    pub(super) fn judge(&mut self, h: usize, said: &Said, host: bool, truth: [f32; 2]) -> f32 {
        let q = self.blend(h, said, host);
        let n = if host { COUNT } else { COUNT - 1 };
        let e = [q[0] - truth[0], q[1] - truth[1]];
        let error = length(e) + 1e-6;
        self.sigma[h] += SIGMA_RATE * (error - self.sigma[h]);
        let scale = error * self.sigma[h];
        let (mut before, mut after) = (0.0, 0.0);
        for (w, s) in self.weights[h][..n].iter_mut().zip(said) {
            let slope = (e[0] * (s[0] - q[0]) + e[1] * (s[1] - q[1])) / scale;
            before += *w;
            let moved = *w * exp(-MIX_RATE * slope.clamp(-3.0, 3.0));
            *w = if moved > LEAST { moved } else { LEAST };
            after += *w;
        }
        for w in &mut self.weights[h][..n] {
            *w *= before / after;
        }
        error
    }

    /// Notes how far off every damping would have been.
    pub(super) fn judge_damping(&mut self, h: usize, velocity: [f32; 2], truth: [f32; 2]) {
        let judged = if self.judged[h] < MEMORY { self.judged[h] + 1 } else { MEMORY };
        self.judged[h] = judged;
        let share = 1.0 / judged as f32;
        for (mean, reach) in self.errors[h].iter_mut().zip(&REACHES[h]) {
            let e = length([velocity[0] * reach - truth[0], velocity[1] * reach - truth[1]]);
            *mean += share * (e - *mean);
        }
        if judged >= ENOUGH {
            let mut best = 0;
            for (i, error) in self.errors[h].iter().enumerate() {
                if *error < self.errors[h][best] {
                    best = i;
                }
            }
            self.reach[h] = REACHES[h][best];
        }
    }

    pub(super) fn write(&self, w: &mut Writer) {
        for h in 0..5 {
            w.f32_slice(&self.weights[h]).f32(self.sigma[h]).f32_slice(&self.errors[h]);
            w.u32(self.judged[h]).f32(self.reach[h]);
        }
        for lambda in &self.lambda {
            w.f32_slice(lambda);
        }
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut new = Self::default();
        for h in 0..5 {
            r.f32_slice(&mut new.weights[h])?;
            new.sigma[h] = r.f32()?;
            r.f32_slice(&mut new.errors[h])?;
            new.judged[h] = r.u32()?;
            new.reach[h] = r.f32()?;
        }
        for lambda in &mut new.lambda {
            r.f32_slice(lambda)?;
        }
        let sound = new.weights.as_flattened().iter().chain(&new.sigma).all(|x| *x > 0.0 && x.is_finite())
            && new.errors.as_flattened().iter().chain(&new.reach).all(|x| (0.0..f32::INFINITY).contains(x))
            && new.lambda.as_flattened().iter().all(|x| x.abs() <= MAX_LAMBDA);
        if sound { Ok(new) } else { Err(Error::corrupt("snapshot has mixing weights or errors out of range")) }
    }
}

/// Seconds of the current velocity that damped dead reckoning covers, τ (1 - e^(-h/τ)), per horizon and damping time.
const REACHES: [[f32; TAUS.len()]; 5] = [
    [
        0.091_791_5,
        0.142_699_05,
        0.169_620_54,
        0.196_734_67,
        0.210_229_22,
        0.221_199_21,
        0.230_277_42,
        0.235_006_2,
        0.239_866_76,
        0.243_852_88,
        0.246_900_89,
    ],
    [
        0.099_326_21,
        0.183_583,
        0.243_337_32,
        0.316_060_27,
        0.357_320_85,
        0.393_469_33,
        0.425_203_03,
        0.442_398_43,
        0.460_554_84,
        0.475_812_9,
        0.487_705_77,
    ],
    [
        0.099_995_464,
        0.198_652_42,
        0.289_297_82,
        0.432_332_37,
        0.532_244_27,
        0.632_120_55,
        0.729_874_3,
        0.786_938_67,
        0.850_406_05,
        0.906_346_26,
        0.951_625_8,
    ],
    [
        0.1,
        0.199_990_93,
        0.299_618_2,
        0.490_842_2,
        0.659_797_13,
        0.864_664_73,
        1.104_604_2,
        1.264_241_1,
        1.459_748_6,
        1.648_399_7,
        1.812_692_5,
    ],
    [
        0.1,
        0.2,
        0.299_999_54,
        0.499_832_27,
        0.697_691,
        0.981_684_4,
        1.395_774_8,
        1.729_329_5,
        2.209_208_5,
        2.753_355_3,
        3.296_799_4,
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_reaches_follows_its_formula() {
        for (row, h) in REACHES.iter().zip(HORIZONS) {
            for (reach, tau) in row.iter().zip(TAUS) {
                let tau = tau as f64;
                assert_eq!(*reach, (tau * -libm::expm1(-h / tau)) as f32, "{h} {tau}");
            }
        }
    }
}
