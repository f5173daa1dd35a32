//! Least mean distance: factors on vectors so that their sum comes closest to where players went.
use antreckon::base::math::DVec2;

/// Passes of reweighting; the factors no longer change in the third digit.
const PASSES: usize = 12;
/// Distances below this count alike, in units of v_max · 1 s: a tenth of a step.
const CLOSE: f64 = 0.02;

/// One case of a fit.
pub(super) struct Sample {
    /// What may be added up.
    pub(super) terms: Vec<DVec2>,
    /// What the sum should be.
    pub(super) truth: DVec2,
    /// How much it counts.
    pub(super) weight: f64,
}

/// Factors with the least weighted mean distance (by iteratively reweighted least squares); empty without samples.
pub(super) fn least_distance(samples: &[Sample]) -> Vec<f64> {
    let terms = samples.first().map_or(0, |sample| sample.terms.len());
    let mut factors = vec![0.0; terms];
    for pass in 0..PASSES {
        // A trace of ridge keeps terms that are always zero at zero.
        let ridge = 1e-9 * samples.iter().map(|sample| sample.weight).sum::<f64>();
        let mut matrix = vec![vec![0.0; terms + 1]; terms];
        for sample in samples {
            let far = (sample.truth - sum(&sample.terms, &factors)).length().max(CLOSE);
            let weight = if pass == 0 { sample.weight } else { sample.weight / far };
            for (row, term) in matrix.iter_mut().zip(&sample.terms) {
                for (cell, other) in row.iter_mut().zip(sample.terms.iter().chain([&sample.truth])) {
                    *cell += weight * term.dot(*other);
                }
            }
        }
        for (i, row) in matrix.iter_mut().enumerate() {
            row[i] += ridge;
        }
        factors = solve(matrix);
    }
    factors
}

/// The terms times their factors.
pub(super) fn sum(terms: &[DVec2], factors: &[f64]) -> DVec2 {
    terms.iter().zip(factors).map(|(term, factor)| *term * *factor).sum()
}

/// Gauss-Jordan with pivots on the diagonal: the matrix is symmetric and, by its ridge, positive definite.
fn solve(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    for i in 0..matrix.len() {
        let pivot: Vec<f64> = matrix[i].iter().map(|x| x / matrix[i][i]).collect();
        for (j, row) in matrix.iter_mut().enumerate() {
            let factor = row[i];
            if j != i {
                row.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
            }
        }
        matrix[i] = pivot;
    }
    matrix.iter().map(|row| row[row.len() - 1]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outliers_do_not_move_the_factors() {
        let line = |i: usize| DVec2::new(1.0 + i as f64, 2.0 - 0.5 * i as f64);
        let other = |i: usize| DVec2::new((i * i % 7) as f64, (i * 3 % 5) as f64);
        let mut samples: Vec<Sample> = (0..40)
            .map(|i| Sample { terms: vec![line(i), other(i)], truth: line(i) * 0.7 - other(i) * 0.2, weight: 1.0 })
            .collect();
        samples[3].truth += DVec2::new(500.0, 300.0);
        let factors = least_distance(&samples);
        assert!((factors[0] - 0.7).abs() < 1e-3 && (factors[1] + 0.2).abs() < 1e-3, "{factors:?}");
    }

    #[test]
    fn terms_that_are_always_zero_get_no_factor() {
        let sample = |x: f64| Sample { terms: vec![DVec2::X * x, DVec2::ZERO], truth: DVec2::X * x, weight: 1.0 };
        let factors = least_distance(&[sample(1.0), sample(2.0)]);
        assert!((factors[0] - 1.0).abs() < 1e-6 && factors[1] == 0.0, "{factors:?}");
    }
}
