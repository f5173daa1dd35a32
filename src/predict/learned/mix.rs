//! What recent errors teach: the damping of damped dead reckoning, how much each expert counts, how far off a plan is.
//!
//! Mixing is by exponentiated gradient per horizon. Everything is in units of the entity's `v_max · 1 s`, so that
//! entities of all sizes can share it.

use super::fast::exp;
use super::inputs::{SCALE, length};
use super::{EXPERT_HORIZONS, HORIZON_COUNT, HORIZONS, SHORT};
use crate::base::serial::{LARGEST_F32, Reader, Writer};
use crate::base::time::{Nanos, SECOND};
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
use expert::{COUNT, HOST};

/// Room for experts and for damping times: whole vectors of four, the rest of which stays empty.
pub(super) const WIDE: usize = 12;

/// Displacement per expert.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ExpertAnswers {
    pub(super) x: [f32; WIDE],
    pub(super) y: [f32; WIDE],
}

impl ExpertAnswers {
    #[inline(always)]
    pub(super) fn set(&mut self, expert: usize, v: [f32; 2]) {
        (self.x[expert], self.y[expert]) = (v[0], v[1]);
    }
}

/// The damping that is typical, by place in [`REACHES`]; used until enough was seen.
const TYPICAL: [u8; EXPERT_HORIZONS.len()] = [6, 4, 3, 2, 2];
/// What damped dead reckoning covers until each of the first horizons, with τ = 3 s. Nothing is chosen there: it hardly matters so soon.
const SHORT_REACHES: [f32; SHORT] = [0.049_585_64, 0.098_351_7, 0.146_311_73];
/// So many judged predictions are enough.
const ENOUGH: u32 = 40;
/// Running means of errors forget after so many predictions.
const MEMORY: u32 = 8192;

/// Weight of every expert but the network at the beginning.
const START: f32 = 0.02;
const MIX_RATE: f32 = 0.02;
/// Judgements under way that may count fully.
const MIX_ENOUGH: f32 = 80.0;
/// Most that a weight, an error or a reach of a snapshot may be, so that products of them stay finite.
const MOST: f32 = 1e12;
/// No single error counts for more.
const STEEPEST: f32 = 3.0;
/// No expert is ever lost: it could be needed after the game changes.
const LEAST: f32 = 1e-5;
/// How fast the scale of errors follows.
const SIGMA_RATE: f32 = 0.002;

/// Radii are `e^λ (0.05 v_max δ + spread)`; λ rises by 0.9 of this when a true position lies outside and falls by 0.1
/// of it otherwise, so that it rests where one in ten lies outside.
const RADIUS_RATE: f32 = 0.02;
const OUTSIDE: f32 = 0.1;
/// Judgements under way that may count fully.
const RADIUS_ENOUGH: f32 = 32.0;
const RADIUS_FLOOR: f32 = 0.05;
/// Where λ begins: nine tenths of errors are within about twice the mean, which is a little less than what trails spread.
const START_LAMBDA: f32 = 0.5;
/// Models with a radius of their own.
pub(super) const KINDS: usize = 4;
/// Keeps e^λ a number whatever happens.
const MAX_LAMBDA: f32 = 10.0;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mixture {
    weights: [[f32; WIDE]; HORIZON_COUNT],
    /// Running mean of the error of the mix.
    sigma: [f32; HORIZON_COUNT],
    lambda: [[f32; HORIZON_COUNT]; KINDS],
    /// Running mean error of damped dead reckoning per damping time.
    errors: [[f32; WIDE]; EXPERT_HORIZONS.len()],
    judged: [u32; EXPERT_HORIZONS.len()],
    reach: [f32; HORIZON_COUNT],
    /// Second of the game clock, predictions that were made to be judged in it so far, and in the one before.
    second: i64,
    made: u32,
    made_before: u32,
}

impl Default for Mixture {
    fn default() -> Self {
        let mut weights = [0.0; WIDE];
        weights[..COUNT].fill(START);
        weights[expert::NET] = 1.0 - START * (expert::HOST - 1) as f32;
        Self {
            weights: [weights; HORIZON_COUNT],
            sigma: SCALE.map(|s| 0.6 * s),
            lambda: [[START_LAMBDA; HORIZON_COUNT]; KINDS],
            errors: [[0.0; WIDE]; EXPERT_HORIZONS.len()],
            judged: [0; EXPERT_HORIZONS.len()],
            second: i64::MIN,
            made: 0,
            made_before: 0,
            reach: core::array::from_fn(|h| match h.checked_sub(SHORT) {
                Some(long) => REACHES[long][TYPICAL[long] as usize],
                None => SHORT_REACHES[h],
            }),
        }
    }
}

/// The sum in four lanes, so that it is the same at any vector width.
#[inline(always)]
fn sum(values: &[f32; WIDE]) -> f32 {
    let mut lanes = [0.0; 4];
    for four in values.as_chunks::<4>().0 {
        for (lane, value) in lanes.iter_mut().zip(four) {
            *lane += value;
        }
    }
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
}

#[inline(always)]
fn times(a: &[f32; WIDE], b: &[f32; WIDE]) -> [f32; WIDE] {
    core::array::from_fn(|i| a[i] * b[i])
}

impl Mixture {
    /// g_h of damped dead reckoning with the damping that has been best so far.
    pub(super) fn reach(&self) -> &[f32; HORIZON_COUNT] {
        &self.reach
    }

    /// The weights that count.
    #[inline(always)]
    fn counting(&self, h: usize, host: bool) -> [f32; WIDE] {
        let mut weights = self.weights[h];
        weights[HOST] = if host { weights[HOST] } else { 0.0 };
        weights
    }

    /// What the experts say together.
    #[inline]
    pub(super) fn blend(&self, h: usize, said: &ExpertAnswers, host: bool) -> [f32; 2] {
        let weights = self.counting(h, host);
        let total = sum(&weights);
        [sum(&times(&weights, &said.x)) / total, sum(&times(&weights, &said.y)) / total]
    }

    /// The radius of a model of that kind where what is known spreads by so much.
    pub(super) fn radius(&self, kind: usize, h: usize, spread: f32) -> f32 {
        exp(self.lambda[kind][h]) * (RADIUS_FLOOR * HORIZONS[h] as f32 + spread)
    }

    /// A prediction is made that will be judged.
    pub(super) fn made(&mut self, time: Nanos) {
        let second = time.div_euclid(SECOND);
        if second != self.second {
            (self.made_before, self.made, self.second) = (self.made, 0, second);
        }
        self.made = self.made.saturating_add(1);
    }

    /// How much a judgement counts: less when so many come before the effect of the first is seen that all together would
    /// go too far.
    fn patience(&self, h: usize, enough: f32) -> f32 {
        let under_way = self.made_before.max(self.made) as f32 * HORIZONS[h] as f32;
        if under_way > enough { enough / under_way } else { 1.0 }
    }

    /// A prediction of any model came true as `truth`: was it within its radius?
    pub(super) fn judge_radius(&mut self, kind: usize, h: usize, error: f32, radius: f32) {
        let rate = RADIUS_RATE * self.patience(h, RADIUS_ENOUGH);
        let lambda = &mut self.lambda[kind][h];
        let step = if error > radius { 1.0 - OUTSIDE } else { -OUTSIDE };
        *lambda = (*lambda + rate * step).clamp(-MAX_LAMBDA, MAX_LAMBDA);
    }

    /// Moves weight to the experts that were right. Returns the error of the mix.
    pub(super) fn judge(&mut self, h: usize, said: &ExpertAnswers, host: bool, truth: [f32; 2]) -> f32 {
        let q = self.blend(h, said, host);
        let e = [q[0] - truth[0], q[1] - truth[1]];
        let error = length(e) + 1e-6;
        // Not a number is left out, too: what was said came from a forged snapshot.
        if !(0.0..=MOST).contains(&error) {
            return MOST;
        }
        self.sigma[h] += SIGMA_RATE * (error - self.sigma[h]);
        let scale = error * self.sigma[h];
        let silent = self.weights[h][HOST];
        let mut weights = self.counting(h, host);
        let before = sum(&weights);
        let rate = MIX_RATE * self.patience(h, MIX_ENOUGH);
        for (i, w) in weights.iter_mut().enumerate() {
            let slope = (e[0] * (said.x[i] - q[0]) + e[1] * (said.y[i] - q[1])) / scale;
            let slope = if slope < STEEPEST { slope } else { STEEPEST };
            let slope = if slope > -STEEPEST { slope } else { -STEEPEST };
            let moved = *w * exp(-rate * slope);
            // An empty place stays empty.
            let least = if *w > 0.0 { LEAST } else { 0.0 };
            *w = if moved > least { moved } else { least };
        }
        let share = before / sum(&weights);
        for (kept, w) in self.weights[h].iter_mut().zip(weights) {
            *kept = w * share;
        }
        if !host {
            self.weights[h][HOST] = silent;
        }
        error
    }

    /// Notes how far off every damping would have been, where there is a choice.
    pub(super) fn judge_damping(&mut self, h: usize, velocity: [f32; 2], truth: [f32; 2]) {
        let Some(long) = h.checked_sub(SHORT) else { return };
        let judged = if self.judged[long] < MEMORY { self.judged[long] + 1 } else { MEMORY };
        self.judged[long] = judged;
        let share = 1.0 / judged as f32;
        for (mean, reach) in self.errors[long].iter_mut().zip(&REACHES[long]) {
            let e = length([velocity[0] * reach - truth[0], velocity[1] * reach - truth[1]]);
            *mean += share * (e - *mean);
        }
        if judged >= ENOUGH {
            let mut best = 0;
            for (i, error) in self.errors[long].iter().enumerate() {
                if *error < self.errors[long][best] {
                    best = i;
                }
            }
            self.reach[h] = REACHES[long][best];
        }
    }

    pub(super) fn write(&self, w: &mut Writer) {
        for h in 0..HORIZON_COUNT {
            w.f32_slice(&self.weights[h]).f32(self.sigma[h]).f32(self.reach[h]);
        }
        for (errors, judged) in self.errors.iter().zip(self.judged) {
            w.f32_slice(errors).u32(judged);
        }
        for lambda in &self.lambda {
            w.f32_slice(lambda);
        }
        w.i64(self.second).u32(self.made).u32(self.made_before);
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut new = Self::default();
        for h in 0..HORIZON_COUNT {
            r.f32_slice(&mut new.weights[h])?;
            (new.sigma[h], new.reach[h]) = (r.f32()?, r.f32()?);
        }
        for (errors, judged) in new.errors.iter_mut().zip(&mut new.judged) {
            r.f32_slice(errors)?;
            *judged = r.u32()?;
        }
        for lambda in &mut new.lambda {
            r.f32_slice(lambda)?;
        }
        (new.second, new.made, new.made_before) = (r.i64()?, r.u32()?, r.u32()?);
        let sound =
            new.weights.iter().all(|w| w[..COUNT].iter().all(|x| *x > 0.0 && *x <= MOST) && w[COUNT..] == [0.0; 2])
                && new.sigma.iter().all(|x| *x > 0.0 && *x <= MOST)
                && new.errors.as_flattened().iter().chain(&new.reach).all(|x| (0.0..=LARGEST_F32).contains(x))
                && new.lambda.as_flattened().iter().all(|x| x.abs() <= MAX_LAMBDA);
        if sound { Ok(new) } else { Err(Error::corrupt("snapshot has mixing weights or errors out of range")) }
    }
}

/// Seconds of the current velocity that damped dead reckoning covers, τ (1 - e^(-h/τ)), per horizon, for τ =
/// 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10 s; the last one stands twice to fill its vector.
#[rustfmt::skip]
const REACHES: [[f32; WIDE]; EXPERT_HORIZONS.len()] = [
    [
        0.091_791_5, 0.142_699_05, 0.169_620_54, 0.196_734_67, 0.210_229_22, 0.221_199_21,
        0.230_277_42, 0.235_006_2, 0.239_866_76, 0.243_852_88, 0.246_900_89, 0.246_900_89,
    ],
    [
        0.099_326_21, 0.183_583, 0.243_337_32, 0.316_060_27, 0.357_320_85, 0.393_469_33,
        0.425_203_03, 0.442_398_43, 0.460_554_84, 0.475_812_9, 0.487_705_77, 0.487_705_77,
    ],
    [
        0.099_995_464, 0.198_652_42, 0.289_297_82, 0.432_332_37, 0.532_244_27, 0.632_120_55,
        0.729_874_3, 0.786_938_67, 0.850_406_05, 0.906_346_26, 0.951_625_8, 0.951_625_8,
    ],
    [
        0.1, 0.199_990_93, 0.299_618_2, 0.490_842_2, 0.659_797_13, 0.864_664_73,
        1.104_604_2, 1.264_241_1, 1.459_748_6, 1.648_399_7, 1.812_692_5, 1.812_692_5,
    ],
    [
        0.1, 0.2, 0.299_999_54, 0.499_832_27, 0.697_691, 0.981_684_4,
        1.395_774_8, 1.729_329_5, 2.209_208_5, 2.753_355_3, 3.296_799_4, 3.296_799_4,
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The horizon of 1 s, and the last one.
    const SECOND_AHEAD: usize = SHORT + 2;
    const LAST: usize = HORIZON_COUNT - 1;

    /// Damping times of damped dead reckoning to choose from, seconds; the last one stands twice to fill its vector.
    const TAUS: [f32; WIDE] = [0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 10.0];

    #[test]
    fn the_table_of_reaches_follows_its_formula() {
        let reach = |h: f64, tau: f32| (tau as f64 * -libm::expm1(-h / tau as f64)) as f32;
        for (row, h) in REACHES.iter().zip(EXPERT_HORIZONS) {
            for (found, tau) in row.iter().zip(TAUS) {
                assert_eq!(*found, reach(h, tau), "{h} {tau}");
            }
        }
        for (found, h) in SHORT_REACHES.iter().zip(HORIZONS) {
            assert!((found - reach(h, 3.0)).abs() < 1e-8, "{h}");
        }
    }

    /// Everybody says (1, 0) but the network, which says (0, 0).
    fn said() -> ExpertAnswers {
        let mut said = ExpertAnswers::default();
        for expert in 1..COUNT {
            said.set(expert, [1.0, 0.0]);
        }
        said
    }

    #[test]
    fn a_blend_is_the_weighted_mean_of_those_who_speak() {
        let mixture = Mixture::default();
        // Eight others with 0.02 each, or nine with the host; all weights are relative to their sum.
        assert!((mixture.blend(0, &said(), false)[0] - 0.16).abs() < 1e-6);
        assert!((mixture.blend(0, &said(), true)[0] - 0.18 / 1.02).abs() < 1e-6);
    }

    #[test]
    fn one_judgement_moves_weights_as_computed_by_hand() {
        let mut mixture = Mixture::default();
        mixture.judge(SECOND_AHEAD, &said(), false, [1.0, 0.0]);
        // q = 0.16, e = -0.84, σ = 0.3 + 0.002 (0.84 - 0.3). Slopes: -(s - q)/σ = 0.16/σ for the network, -0.84/σ for the
        // others; weights times e^(-0.02 slope), then as heavy together as before.
        let sigma = 0.3 + 0.002 * 0.54;
        let net = 0.84 * libm::exp(-0.02 * 0.16 / sigma);
        let other = 0.02 * libm::exp(0.02 * 0.84 / sigma);
        let sum = net + 8.0 * other;
        assert!((mixture.weights[SECOND_AHEAD][expert::NET] as f64 - net / sum).abs() < 1e-5);
        assert!((mixture.weights[SECOND_AHEAD][expert::STILL] as f64 - other / sum).abs() < 1e-6);
        assert_eq!(mixture.weights[SECOND_AHEAD][HOST], START, "who was silent is not judged");
        assert_eq!(mixture.weights[1], Mixture::default().weights[1], "horizons are apart");
    }

    #[test]
    fn weight_goes_to_the_expert_that_is_right_and_comes_back() {
        let mut mixture = Mixture::default();
        for _ in 0..2000 {
            mixture.judge(0, &said(), true, [1.0, 0.0]);
        }
        assert!(mixture.blend(0, &said(), true)[0] > 0.99);
        assert!(mixture.weights[0][..COUNT].iter().all(|w| *w > 0.0));
        for _ in 0..4000 {
            mixture.judge(0, &said(), true, [0.0, 0.0]);
        }
        assert!(mixture.blend(0, &said(), true)[0] < 0.01);
        assert_eq!(mixture.weights[0][COUNT..], [0.0; 2], "empty places stay empty");
    }

    #[test]
    fn the_radius_settles_where_one_in_ten_is_outside() {
        let (mut mixture, mut state, mut outside) = (Mixture::default(), 1u64, 0);
        for i in 0..40_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let error = (state >> 40) as f32 / (1 << 24) as f32;
            let radius = mixture.radius(2, 3, 0.02);
            if i >= 20_000 {
                outside += (error > radius) as u32;
            }
            mixture.judge_radius(2, 3, error, radius);
        }
        assert!((1600..2400).contains(&outside), "{outside} of 20,000");
        assert_eq!(mixture.lambda[1], [START_LAMBDA; HORIZON_COUNT], "models are apart");
    }

    #[test]
    fn many_judgements_under_way_count_less_each() {
        let mut crowd = Mixture::default();
        for _ in 0..1000 {
            crowd.made(0);
        }
        let mut alone = Mixture::default();
        alone.made(0);
        for mixture in [&mut crowd, &mut alone] {
            mixture.judge_radius(0, LAST, 1.0, 0.5);
        }
        // 1000 a second, 4 s ahead: 4000 under way, of which 32 may count fully.
        assert!((alone.lambda[0][LAST] - START_LAMBDA - 0.018).abs() < 1e-6);
        assert!((crowd.lambda[0][LAST] - START_LAMBDA - 0.018 * 32.0 / 4000.0).abs() < 1e-6);
    }

    #[test]
    fn the_damping_that_fits_best_is_found() {
        let mut mixture = Mixture::default();
        assert_eq!(mixture.reach()[SECOND_AHEAD], REACHES[2][3]);
        for i in 0..100 {
            // Somebody who always covers what τ = 2 s says, which is the eighth.
            let v = [0.5 + 0.01 * i as f32, -0.2];
            mixture.judge_damping(SECOND_AHEAD, v, v.map(|v| v * REACHES[2][7]));
        }
        assert_eq!(mixture.reach()[SECOND_AHEAD], REACHES[2][7]);
        assert_eq!(mixture.reach()[SECOND_AHEAD - 1], Mixture::default().reach()[SECOND_AHEAD - 1]);
    }
}
