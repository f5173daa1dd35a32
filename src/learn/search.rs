//! A search for the least value of a function of a few numbers, each from 0 to 1, without derivatives: covariance matrix
//! adaptation (CMA-ES; Hansen, "The CMA Evolution Strategy: A Tutorial", 2016).
//!
//! The caller evaluates: [`Search::ask`] gives a generation of points, [`Search::tell`] takes their values. So a
//! generation can be evaluated on all cores and a budget ends where the caller likes. What has converged begins again at
//! a random point with twice as many points per generation; the best of all is kept. The same seed and values give the
//! same points, bit for bit.

mod matrix;

use crate::base::random::Random;
use alloc::vec;
use alloc::vec::Vec;
use matrix::{Symmetric, eigen};

/// A generation whose points lie closer together than this has converged.
const LEAST_SPREAD: f64 = 1e-5;
/// Generations without a better point after which a search begins again; times the number of dimensions, and some more.
const PATIENCE: usize = 10;
/// Draws of a point outside the box before it is moved to the border.
const DRAWS: usize = 8;
/// Most points per generation, however often it has begun again.
const LARGEST: usize = 64;

/// A search in the unit box.
#[derive(Clone, Debug)]
pub struct Search {
    random: Random,
    /// Deviation of the first generation after every beginning.
    spread: f64,
    run: Run,
    points: Vec<Vec<f64>>,
    best: Option<(Vec<f64>, f64)>,
    restarts: u32,
}

impl Search {
    /// Begins at `start` (values are kept within 0 to 1), whose neighbourhood of about `spread` is looked at first.
    pub fn new(start: &[f64], spread: f64, seed: u64) -> Self {
        let start: Vec<f64> = start.iter().map(|x| x.clamp(0.0, 1.0)).collect();
        let run = Run::new(start.clone(), spread, usual_size(start.len()));
        let mut search = Self { random: Random(seed), spread, run, points: Vec::new(), best: None, restarts: 0 };
        search.draw();
        // So that what is found is never worse than what is there.
        search.points[0] = start;
        search
    }

    /// The points to evaluate next; the very first one is the start.
    pub fn ask(&self) -> &[Vec<f64>] {
        &self.points
    }

    /// Takes in the values of the points asked for, in their order. Infinite and not-a-number values are the worst.
    pub fn tell(&mut self, values: &[f64]) {
        assert_eq!(values.len(), self.points.len(), "one value per point");
        let mut order: Vec<usize> = (0..values.len()).collect();
        // Of equals the first, so that nothing depends on the sort.
        let value = |i: usize| if values[i].is_nan() { f64::INFINITY } else { values[i] };
        order.sort_by(|&a, &b| value(a).total_cmp(&value(b)).then(a.cmp(&b)));
        let (first, least) = (order[0], value(order[0]));
        if least.is_finite() && self.best.as_ref().is_none_or(|(_, best)| least < *best) {
            self.best = Some((self.points[first].clone(), least));
        }
        let ranked: Vec<&[f64]> = order.iter().map(|&i| self.points[i].as_slice()).collect();
        self.run.learn(&ranked, least);
        if self.run.is_over() {
            let size = (2 * self.points.len()).min(LARGEST);
            let start = (0..self.run.mean.len()).map(|_| self.random.unit()).collect();
            self.run = Run::new(start, self.spread, size);
            self.restarts += 1;
        }
        self.draw();
    }

    /// The best point so far and its value; `None` while no finite value was told.
    pub fn best(&self) -> Option<(&[f64], f64)> {
        self.best.as_ref().map(|(point, value)| (point.as_slice(), *value))
    }

    /// How often it has begun again.
    pub fn restarts(&self) -> u32 {
        self.restarts
    }

    fn draw(&mut self) {
        let Self { run, random, .. } = self;
        self.points = (0..run.size).map(|_| run.point(random)).collect();
    }
}

/// λ of the tutorial.
fn usual_size(dimensions: usize) -> usize {
    4 + (3.0 * libm::log(dimensions.max(1) as f64)) as usize
}

/// One search from its beginning to its convergence.
#[derive(Clone, Debug)]
struct Run {
    size: usize,
    mean: Vec<f64>,
    /// σ.
    step: f64,
    covariance: Symmetric,
    /// Columns are axes of the covariance, and the deviations along them.
    axes: Symmetric,
    deviations: Vec<f64>,
    /// p_σ and p_c.
    step_path: Vec<f64>,
    path: Vec<f64>,
    rates: Rates,
    generation: usize,
    least: f64,
    /// The generation in which `least` came.
    found: usize,
}

/// Constants that follow from dimensions and size of a generation.
#[derive(Clone, Debug)]
struct Rates {
    weights: Vec<f64>,
    /// μ_eff.
    effective: f64,
    step: f64,
    damping: f64,
    path: f64,
    rank_one: f64,
    rank_many: f64,
    /// Expected length of a normal vector.
    length: f64,
}

impl Rates {
    fn new(dimensions: usize, size: usize) -> Self {
        let n = dimensions as f64;
        let half = (size / 2).max(1);
        let raw: Vec<f64> =
            (0..half).map(|i| libm::log((size as f64 + 1.0) / 2.0) - libm::log(i as f64 + 1.0)).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|w| w / sum).collect();
        let effective = 1.0 / weights.iter().map(|w| w * w).sum::<f64>();
        let step = (effective + 2.0) / (n + effective + 5.0);
        let rank_one = 2.0 / ((n + 1.3) * (n + 1.3) + effective);
        let rank_many = 2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0) * (n + 2.0) + effective);
        Self {
            weights,
            effective,
            step,
            damping: 1.0 + 2.0 * (libm::sqrt((effective - 1.0) / (n + 1.0)) - 1.0).max(0.0) + step,
            path: (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n),
            rank_one,
            rank_many: rank_many.clamp(0.0, 1.0 - rank_one),
            length: libm::sqrt(n) * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

impl Run {
    fn new(mean: Vec<f64>, step: f64, size: usize) -> Self {
        let n = mean.len();
        Self {
            size,
            mean,
            step,
            covariance: Symmetric::identity(n),
            axes: Symmetric::identity(n),
            deviations: vec![1.0; n],
            step_path: vec![0.0; n],
            path: vec![0.0; n],
            rates: Rates::new(n.max(1), size),
            generation: 0,
            least: f64::INFINITY,
            found: 0,
        }
    }

    /// A point of the next generation: drawn anew while it lies outside the box, then moved to its border.
    fn point(&self, random: &mut Random) -> Vec<f64> {
        let n = self.mean.len();
        let mut point = Vec::new();
        for _ in 0..DRAWS {
            let along: Vec<f64> = self.deviations.iter().map(|deviation| deviation * random.normal()).collect();
            point = (0..n)
                .map(|i| self.mean[i] + self.step * (0..n).map(|j| self.axes.at(i, j) * along[j]).sum::<f64>())
                .collect();
            if point.iter().all(|x| (0.0..=1.0).contains(x)) {
                return point;
            }
        }
        point.iter_mut().for_each(|x| *x = x.clamp(0.0, 1.0));
        point
    }

    /// Moves towards the better half of a generation.
    fn learn(&mut self, ranked: &[&[f64]], least: f64) {
        let (n, rates) = (self.mean.len(), &self.rates);
        self.generation += 1;
        if least < self.least {
            (self.least, self.found) = (least, self.generation);
        }
        let steps: Vec<Vec<f64>> = ranked[..rates.weights.len()]
            .iter()
            .map(|point| point.iter().zip(&self.mean).map(|(x, mean)| (x - mean) / self.step).collect())
            .collect();
        let moved: Vec<f64> =
            (0..n).map(|i| rates.weights.iter().zip(&steps).map(|(w, step)| w * step[i]).sum()).collect();
        self.mean.iter_mut().zip(&moved).for_each(|(mean, moved)| *mean += self.step * moved);

        // C^(-1/2) · moved.
        let along: Vec<f64> =
            (0..n).map(|j| (0..n).map(|i| self.axes.at(i, j) * moved[i]).sum::<f64>() / self.deviations[j]).collect();
        let keep = 1.0 - rates.step;
        let push = libm::sqrt(rates.step * (2.0 - rates.step) * rates.effective);
        for i in 0..n {
            let white: f64 = (0..n).map(|j| self.axes.at(i, j) * along[j]).sum();
            self.step_path[i] = keep * self.step_path[i] + push * white;
        }
        let length = libm::sqrt(self.step_path.iter().map(|x| x * x).sum::<f64>());
        let settled = libm::sqrt(1.0 - libm::pow(keep, 2.0 * self.generation as f64));
        let is_steady = length / settled < (1.4 + 2.0 / (n as f64 + 1.0)) * rates.length;
        let push = if is_steady { libm::sqrt(rates.path * (2.0 - rates.path) * rates.effective) } else { 0.0 };
        for (path, moved) in self.path.iter_mut().zip(&moved) {
            *path = (1.0 - rates.path) * *path + push * moved;
        }
        let lost = if is_steady { 0.0 } else { rates.rank_one * rates.path * (2.0 - rates.path) };
        for i in 0..n {
            for j in 0..=i {
                let many: f64 = rates.weights.iter().zip(&steps).map(|(w, step)| w * step[i] * step[j]).sum();
                let old = (1.0 - rates.rank_one - rates.rank_many + lost) * self.covariance.at(i, j);
                let new = old + rates.rank_one * self.path[i] * self.path[j] + rates.rank_many * many;
                self.covariance.set(i, j, new);
            }
        }
        self.step *= libm::exp((rates.step / rates.damping * (length / rates.length - 1.0)).min(1.0));
        // A box of width 1 needs no wider steps.
        self.step = self.step.min(1.0);
        let (values, axes) = eigen(&self.covariance);
        self.deviations = values.iter().map(|value| libm::sqrt(value.max(1e-20))).collect();
        self.axes = axes;
    }

    fn is_over(&self) -> bool {
        let widest = self.deviations.iter().fold(0.0_f64, |widest, deviation| widest.max(*deviation));
        let patience = PATIENCE * self.mean.len() + 20;
        let spread = self.step * widest;
        spread.is_nan() || spread <= LEAST_SPREAD || self.generation - self.found > patience
    }
}

#[cfg(test)]
mod tests;
