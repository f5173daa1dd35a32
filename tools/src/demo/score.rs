//! Errors of the models, by how old the last update is.

/// Errors of one model at one age.
#[derive(Clone, Debug, Default)]
pub(crate) struct Errors {
    distances: Vec<f32>,
}

impl Errors {
    /// Notes one error, game units.
    pub(crate) fn push(&mut self, distance: f64) {
        self.distances.push(distance as f32);
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.distances.len()
    }

    /// Mean; 0 without any.
    pub(crate) fn mean(&self) -> f64 {
        let sum: f64 = self.distances.iter().map(|&d| f64::from(d)).sum();
        sum / self.distances.len().max(1) as f64
    }

    /// The value that 95 of 100 do not exceed; 0 without any.
    pub(crate) fn p95(&self) -> f64 {
        let mut sorted = self.distances.clone();
        sorted.sort_by(f32::total_cmp);
        let index = (0.95 * sorted.len() as f64) as usize;
        sorted.get(index.min(sorted.len().saturating_sub(1))).copied().map_or(0.0, f64::from)
    }
}

/// Errors of all models in a number of columns (ages or horizons).
pub(crate) struct Scores {
    columns: usize,
    errors: Vec<Errors>,
}

impl Scores {
    /// Nothing measured yet.
    pub(crate) fn new(models: usize, columns: usize) -> Self {
        Self { columns, errors: vec![Errors::default(); models * columns] }
    }

    /// Where the errors of a model go.
    pub(crate) fn at(&mut self, model: usize, column: usize) -> &mut Errors {
        &mut self.errors[model * self.columns + column]
    }

    /// The errors of a model.
    pub(crate) fn of(&self, model: usize, column: usize) -> &Errors {
        &self.errors[model * self.columns + column]
    }

    /// The lowest mean of the models `simple` in a column.
    pub(crate) fn best(&self, simple: &[usize], column: usize) -> f64 {
        simple.iter().map(|&model| self.of(model, column).mean()).fold(f64::INFINITY, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_quantile_of_a_hundred_errors() {
        let mut errors = Errors::default();
        assert_eq!((errors.mean(), errors.p95()), (0.0, 0.0));
        (1..=100).for_each(|d| errors.push(f64::from(d)));
        assert_eq!((errors.count(), errors.mean(), errors.p95()), (100, 50.5, 96.0));
    }

    #[test]
    fn the_best_of_the_simple_models_ignores_the_others() {
        let mut scores = Scores::new(3, 1);
        for (model, error) in [5.0, 3.0, 1.0].into_iter().enumerate() {
            scores.at(model, 0).push(error);
        }
        assert_eq!(scores.best(&[0, 1], 0), 3.0);
    }
}
