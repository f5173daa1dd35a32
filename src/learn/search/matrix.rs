//! Small symmetric matrices and their axes.

use alloc::vec;
use alloc::vec::Vec;

/// Rounds over all pairs; six are enough for any matrix that fits here.
const SWEEPS: usize = 30;

/// A square matrix, set symmetrically.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Symmetric {
    n: usize,
    values: Vec<f64>,
}

impl Symmetric {
    pub(super) fn identity(n: usize) -> Self {
        let mut matrix = Self { n, values: vec![0.0; n * n] };
        (0..n).for_each(|i| matrix.values[i * n + i] = 1.0);
        matrix
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.n + column]
    }

    /// Sets an element and the one across the diagonal.
    pub(super) fn set(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.n + column] = value;
        self.values[column * self.n + row] = value;
    }
}

/// Eigenvalues, and a matrix whose columns are their axes (Jacobi's rotations).
pub(super) fn eigen(matrix: &Symmetric) -> (Vec<f64>, Symmetric) {
    let n = matrix.n;
    let (mut a, mut axes) = (matrix.clone(), Symmetric::identity(n));
    for _ in 0..SWEEPS {
        let mut off = 0.0;
        for p in 0..n {
            for q in p + 1..n {
                off += a.at(p, q) * a.at(p, q);
                rotate(&mut a, &mut axes, p, q);
            }
        }
        if off < 1e-30 {
            break;
        }
    }
    ((0..n).map(|i| a.at(i, i)).collect(), axes)
}

/// Turns the axes p and q so that the element (p, q) vanishes.
fn rotate(a: &mut Symmetric, axes: &mut Symmetric, p: usize, q: usize) {
    let (n, off) = (a.n, a.at(p, q));
    if off == 0.0 {
        return;
    }
    let theta = (a.at(q, q) - a.at(p, p)) / (2.0 * off);
    let sign = if theta < 0.0 { -1.0 } else { 1.0 };
    let t = sign / (theta * sign + libm::sqrt(theta * theta + 1.0));
    let c = 1.0 / libm::sqrt(t * t + 1.0);
    let s = t * c;
    let (app, aqq) = (a.at(p, p), a.at(q, q));
    for k in (0..n).filter(|k| *k != p && *k != q) {
        let (akp, akq) = (a.at(k, p), a.at(k, q));
        a.set(k, p, c * akp - s * akq);
        a.set(k, q, s * akp + c * akq);
    }
    a.set(p, p, app - t * off);
    a.set(q, q, aqq + t * off);
    a.set(p, q, 0.0);
    for k in 0..n {
        let (x, y) = (axes.at(k, p), axes.at(k, q));
        axes.values[k * n + p] = c * x - s * y;
        axes.values[k * n + q] = s * x + c * y;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_and_values_give_the_matrix_back() {
        let n = 5;
        let mut matrix = Symmetric::identity(n);
        for i in 0..n {
            for j in 0..=i {
                matrix.set(i, j, ((i * 7 + j * 3) % 11) as f64 - 4.0);
            }
        }
        let (values, axes) = eigen(&matrix);
        for i in 0..n {
            for j in 0..n {
                let back: f64 = (0..n).map(|k| axes.at(i, k) * values[k] * axes.at(j, k)).sum();
                assert!((back - matrix.at(i, j)).abs() < 1e-9, "{i} {j}: {back} {}", matrix.at(i, j));
                let product: f64 = (0..n).map(|k| axes.at(k, i) * axes.at(k, j)).sum();
                assert!((product - f64::from(u8::from(i == j))).abs() < 1e-9, "axes {i} and {j}");
            }
        }
        assert!((values.iter().sum::<f64>() - (0..n).map(|i| matrix.at(i, i)).sum::<f64>()).abs() < 1e-9);
    }
}
