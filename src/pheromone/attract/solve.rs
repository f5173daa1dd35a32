//! Least squares from sums that can be added, faded and saved.

use crate::base::math::DVec2;
use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, seconds_between};
use crate::base::{Error, Result};

/// Most terms: the velocity and the layers.
pub(super) const TERMS: usize = 17;
/// Products of two terms, each pair once.
const PAIRS: usize = TERMS * (TERMS + 1) / 2;

/// Weighted sums over occasions: products of terms with each other and with where somebody went.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sums {
    /// Occasions, faded.
    pub(super) count: f64,
    /// How far predictions missed, summed.
    missed: f64,
    /// Sum of the weights.
    weight: f64,
    products: [f64; PAIRS],
    targets: [f64; TERMS],
    /// When they last faded.
    time: Option<Nanos>,
}

impl Default for Sums {
    fn default() -> Self {
        Self { count: 0.0, missed: 0.0, weight: 0.0, products: [0.0; PAIRS], targets: [0.0; TERMS], time: None }
    }
}

/// Place of a product, `i >= j`.
fn at(i: usize, j: usize) -> usize {
    i * (i + 1) / 2 + j
}

impl Sums {
    fn scale(&mut self, factor: f64) {
        for value in [&mut self.count, &mut self.missed, &mut self.weight] {
            *value *= factor;
        }
        self.products.iter_mut().chain(&mut self.targets).for_each(|value| *value *= factor);
    }

    /// Lets everything count half after `half_life` seconds; 0 = never.
    pub(super) fn fade(&mut self, now: Nanos, half_life: f64) {
        let before = self.time.replace(now);
        let gone = before.map_or(0.0, |before| seconds_between(before, now));
        if half_life > 0.0 && gone > 0.0 {
            self.scale(libm::exp2(-gone / half_life));
        }
    }

    /// Takes in an occasion that was missed by so much. What is missed by more than usual counts by its length only, not
    /// by its square.
    pub(super) fn add(&mut self, terms: &[DVec2], went: DVec2, missed: f64) {
        self.count += 1.0;
        self.missed += missed;
        let usual = self.missed / self.count;
        let weight = if missed > usual { usual / missed } else { 1.0 };
        self.weight += weight;
        for (i, term) in terms.iter().enumerate() {
            for (j, other) in terms[..=i].iter().enumerate() {
                self.products[at(i, j)] += weight * term.dot(*other);
            }
            self.targets[i] += weight * term.dot(went);
        }
    }

    /// Adds another's sums.
    pub(super) fn join(&mut self, other: &Self) {
        self.count += other.count;
        self.missed += other.missed;
        self.weight += other.weight;
        self.products.iter_mut().zip(&other.products).for_each(|(sum, more)| *sum += more);
        self.targets.iter_mut().zip(&other.targets).for_each(|(sum, more)| *sum += more);
        self.time = self.time.max(other.time);
    }

    /// Coefficients with the least squares, drawn towards those of others as if these had been found on `shrink`
    /// occasions more, or towards nothing.
    pub(super) fn solved(&self, terms: usize, shrink: f64, others: Option<(&Self, &[f64; TERMS])>) -> [f64; TERMS] {
        let mut matrix = self.products;
        let mut targets = self.targets;
        match others {
            Some((all, found)) if all.weight > 0.0 => {
                let share = shrink / all.weight;
                for i in 0..terms {
                    for j in 0..terms {
                        let product = share * all.products[at(i.max(j), i.min(j))];
                        targets[i] += product * found[j];
                        if j <= i {
                            matrix[at(i, j)] += product;
                        }
                    }
                }
            }
            _ if self.weight > 0.0 => {
                for i in 0..terms {
                    matrix[at(i, i)] *= 1.0 + shrink / self.weight;
                }
            }
            _ => return [0.0; TERMS],
        }
        // Terms that were never anything get nothing; a trace on the diagonal keeps the rest solvable.
        for i in 0..terms {
            let own = &mut matrix[at(i, i)];
            *own += 1e-9 * *own + f64::MIN_POSITIVE;
        }
        cholesky(&mut matrix, terms);
        substitute(&matrix, &targets, terms)
    }

    pub(super) fn write(&self, w: &mut Writer, terms: usize) {
        w.f64(self.count).f64(self.missed).f64(self.weight);
        w.option(self.time, Writer::i64);
        self.products[..at(terms, 0)].iter().chain(&self.targets[..terms]).for_each(|value| {
            w.f64(*value);
        });
    }

    pub(super) fn read(r: &mut Reader<'_>, terms: usize) -> Result<Self> {
        let mut sums = Self { count: r.f64()?, missed: r.f64()?, weight: r.f64()?, ..Self::default() };
        sums.time = r.option(Reader::i64)?;
        for value in sums.products[..at(terms, 0)].iter_mut().chain(&mut sums.targets[..terms]) {
            *value = r.f64()?;
        }
        let counts = [sums.count, sums.missed, sums.weight];
        let squares = (0..terms).map(|i| sums.products[at(i, i)]);
        let positive = counts.into_iter().chain(squares).all(|value| (0.0..f64::INFINITY).contains(&value));
        if !positive || !sums.products.iter().chain(&sums.targets).all(|value| value.is_finite()) {
            return Err(Error::corrupt("sums of a taste are out of range"));
        }
        Ok(sums)
    }
}

/// The lower factor in place; where rounding leaves no positive pivot, the term gets nothing.
fn cholesky(matrix: &mut [f64; PAIRS], terms: usize) {
    for i in 0..terms {
        for j in 0..=i {
            let mut sum = matrix[at(i, j)];
            for k in 0..j {
                sum -= matrix[at(i, k)] * matrix[at(j, k)];
            }
            matrix[at(i, j)] = match (i == j, matrix[at(j, j)]) {
                (true, _) if sum > 0.0 => crate::base::math::sqrt(sum),
                (false, pivot) if pivot > 0.0 => sum / pivot,
                _ => 0.0,
            };
        }
    }
}

/// Solves with both factors.
fn substitute(factor: &[f64; PAIRS], targets: &[f64; TERMS], terms: usize) -> [f64; TERMS] {
    let mut out = [0.0; TERMS];
    let divide = |sum: f64, pivot: f64| if pivot > 0.0 { sum / pivot } else { 0.0 };
    for i in 0..terms {
        let sum = (0..i).fold(targets[i], |sum, k| sum - factor[at(i, k)] * out[k]);
        out[i] = divide(sum, factor[at(i, i)]);
    }
    for i in (0..terms).rev() {
        let sum = (i + 1..terms).fold(out[i], |sum, k| sum - factor[at(k, i)] * out[k]);
        out[i] = divide(sum, factor[at(i, i)]);
    }
    out.map(|value| if value.is_finite() { value } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_of_a_plane_are_found() {
        let mut sums = Sums::default();
        for i in 0..50 {
            let x = f64::from(i);
            let terms = [DVec2::new(x, 1.0), DVec2::new(1.0, x * x % 7.0), DVec2::ZERO];
            sums.add(&terms, terms[0] * 0.7 - terms[1] * 0.2, 0.0);
        }
        let found = sums.solved(3, 0.0, None);
        assert!((found[0] - 0.7).abs() < 1e-6 && (found[1] + 0.2).abs() < 1e-6 && found[2] == 0.0, "{found:?}");
    }

    #[test]
    fn little_evidence_is_drawn_to_others() {
        let (mut own, mut all) = (Sums::default(), Sums::default());
        let add = |sums: &mut Sums, factor: f64, n: u32| {
            for i in 0..n {
                let term = DVec2::new(1.0, f64::from(i % 3));
                sums.add(&[term], term * factor, 0.0);
            }
        };
        add(&mut all, 2.0, 300);
        add(&mut own, 0.0, 30);
        let of_all = all.solved(1, 0.0, None);
        let found = own.solved(1, 30.0, Some((&all, &of_all)));
        assert!((found[0] - 1.0).abs() < 1e-6, "half of it: {found:?}");
        assert_eq!(Sums::default().solved(1, 30.0, None)[0], 0.0);
    }

    #[test]
    fn what_is_old_counts_half_after_its_half_life() {
        let mut sums = Sums::default();
        sums.fade(0, 10.0);
        sums.add(&[DVec2::X], DVec2::X, 0.0);
        sums.fade(10_000_000_000, 10.0);
        assert_eq!(sums.count, 0.5);
        sums.fade(5_000_000_000, 10.0);
        assert_eq!(sums.count, 0.5, "time does not run back");
    }
}
