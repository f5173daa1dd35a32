//! Solving the damped normal equations.

use crate::base::math::sqrt;
use alloc::vec::Vec;

/// Working memory for systems of one size.
pub(super) struct Cholesky {
    size: usize,
    /// Lower triangle, row by row, each row with `size` places.
    factor: Vec<f64>,
    solution: Vec<f64>,
}

impl Cholesky {
    pub(super) fn new(size: usize) -> Self {
        Self { size, factor: alloc::vec![0.0; size * size], solution: alloc::vec![0.0; size] }
    }

    /// Solves `(A + μ I) x = b` for a symmetric A, of which the lower triangle is read. `None` when it is not positive definite.
    pub(super) fn solve(&mut self, a: &[f64], damping: f64, b: &[f64]) -> Option<&[f64]> {
        let n = self.size;
        for i in 0..n {
            let (done, rest) = self.factor.split_at_mut(i * n);
            let row = &mut rest[..n];
            for j in 0..i {
                let other = &done[j * n..][..=j];
                let sum = a[i * n + j] - dot(&row[..j], &other[..j]);
                row[j] = sum / other[j];
            }
            let pivot = a[i * n + i] + damping - dot(&row[..i], &row[..i]);
            // Also refuses what is not a number.
            if !(pivot > 0.0 && pivot < f64::INFINITY) {
                return None;
            }
            row[i] = sqrt(pivot);
            self.solution[i] = (b[i] - dot(&row[..i], &self.solution[..i])) / row[i];
        }
        for i in (0..n).rev() {
            let value = self.solution[i] / self.factor[i * n + i];
            self.solution[i] = value;
            let row = &self.factor[i * n..][..i];
            for (rest, l) in self.solution[..i].iter_mut().zip(row) {
                *rest -= l * value;
            }
        }
        self.solution.iter().all(|x| x.is_finite()).then_some(&self.solution)
    }
}

/// Four sums side by side, added up in a fixed order: as quick as the machine can, and the same everywhere.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (a_whole, b_whole) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest = a_whole.remainder().iter().zip(b_whole.remainder()).fold(0.0, |sum, (x, y)| sum + x * y);
    for (x, y) in a_whole.zip(b_whole) {
        for ((sum, x), y) in sums.iter_mut().zip(x).zip(y) {
            *sum += x * y;
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_system_is_solved_by_hand() {
        // (4 2; 2 3) x = (8, 7) has the solution (1.25, 1.5); with 1 on the diagonal (5 2; 2 4) it is (1.125, 1.1875).
        let (a, b) = ([4.0, f64::NAN, 2.0, 3.0], [8.0, 7.0]);
        let mut solver = Cholesky::new(2);
        let x = solver.solve(&a, 0.0, &b).unwrap();
        assert!((x[0] - 1.25).abs() < 1e-15 && (x[1] - 1.5).abs() < 1e-15, "{x:?}");
        let x = solver.solve(&a, 1.0, &b).unwrap();
        assert!((x[0] - 1.125).abs() < 1e-15 && (x[1] - 1.1875).abs() < 1e-15, "{x:?}");
    }

    #[test]
    fn singular_and_indefinite_systems_are_refused_until_damped() {
        let mut solver = Cholesky::new(2);
        let singular = [1.0, 0.0, 1.0, 1.0];
        assert!(solver.solve(&singular, 0.0, &[1.0, 1.0]).is_none());
        assert!(solver.solve(&singular, 1e-3, &[1.0, 1.0]).is_some());
        assert!(solver.solve(&[1.0, 0.0, 2.0, 1.0], 0.0, &[1.0, 1.0]).is_none());
        assert!(solver.solve(&[f64::NAN, 0.0, 0.0, 1.0], 1.0, &[1.0, 1.0]).is_none());
    }

    #[test]
    fn larger_systems_leave_no_residue() {
        let n = 37;
        let mut random = crate::base::random::Random(5);
        let rows: Vec<f64> = (0..2 * n * n).map(|_| random.normal()).collect();
        let a: Vec<f64> =
            (0..n * n).map(|at| rows.chunks_exact(n).map(|row| row[at / n] * row[at % n]).sum()).collect();
        let b: Vec<f64> = (0..n).map(|_| random.normal()).collect();
        let mut solver = Cholesky::new(n);
        let x = solver.solve(&a, 0.1, &b).unwrap();
        for i in 0..n {
            let sum: f64 = (0..n).map(|j| a[i * n + j] * x[j]).sum::<f64>() + 0.1 * x[i];
            assert!((sum - b[i]).abs() < 1e-10, "row {i}: {sum} {}", b[i]);
        }
    }
}
