//! The compared forms: which vectors a prediction is the weighted sum of.
use super::fit::{Sample, least_distance, sum};
use super::ground::Goals;
use super::matches::{Match, SLOTS};
use super::rows::{REACH, Row};
use antreckon::base::math::DVec2;
use antreckon_cli::eval::HORIZONS;

/// Visits at which a trail counts as much as what the level says.
const TRUSTED_VISITS: f64 = 2.0;
/// Most rows of one match in a fit.
const MOST_ROWS: usize = 1500;
/// Matches with fewer rows than this count less.
const FULL_WEIGHT_ROWS: usize = 300;

/// One way to predict.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Form {
    /// Damped dead reckoning.
    Damped,
    /// With the force of eq. 7 by the paper's field.
    Force,
    /// With the direction in which a far item field grows.
    Gradient,
    /// With the ways to goals.
    Led(Goals),
    /// With the ways to items and places, and those to other players.
    LedToOthers,
    /// The directed trail.
    Trail,
    /// With the ways to goals where the trail knows little.
    TrailLed(Goals),
}

/// All of them, in the order of their boards.
pub(super) const FORMS: [(Form, &str); 13] = [
    (Form::Damped, "damped"),
    (Form::Force, "damped + force of eq. 7"),
    (Form::Gradient, "damped + gradient of the far item field"),
    (Form::Led(Goals::Present), "damped + ways to items that are there"),
    (Form::Led(Goals::Items), "damped + ways to items, there or not"),
    (Form::Led(Goals::Random), "damped + ways to as many random cells"),
    (Form::Led(Goals::Places), "damped + ways to 32 places"),
    (Form::Led(Goals::Both), "damped + ways to items and places"),
    (Form::Led(Goals::Fields), "… the ways by diffusing fields"),
    (Form::LedToOthers, "… and to other players"),
    (Form::Trail, "trail"),
    (Form::TrailLed(Goals::Items), "trail + ways to items, there or not"),
    (Form::TrailLed(Goals::Both), "trail + ways to items and places"),
];

impl Form {
    /// Its place in [`FORMS`].
    pub(super) fn index(self) -> usize {
        FORMS.iter().position(|(form, _)| *form == self).expect("every form is listed")
    }

    /// The form it falls back to where the level says nothing.
    fn plain(self) -> Self {
        match self {
            Self::Trail | Self::TrailLed(_) => Self::Trail,
            _ => Self::Damped,
        }
    }

    /// What the prediction is the sum of; `None` where the level says nothing.
    fn terms(self, row: &Row, slot: usize) -> Option<Vec<DVec2>> {
        let velocity = row.case.velocity;
        let brisk = velocity.length().min(1.0);
        let led = |goals: Goals| row.leads[goals as usize].map(|lead| lead[slot]);
        let (remembered, visits) = row.trail[slot];
        let unknown = TRUSTED_VISITS / (TRUSTED_VISITS + visits);
        let trail = [velocity * REACH[slot], remembered, velocity * unknown];
        let seconds = HORIZONS[slot];
        Some(match self {
            Self::Damped => vec![velocity],
            Self::Force => vec![velocity, row.force * (0.5 * seconds * seconds)],
            Self::Gradient => vec![velocity, row.gradient * seconds],
            Self::Led(goals) => {
                let lead = led(goals)?;
                vec![velocity, lead, lead * brisk]
            }
            Self::LedToOthers => {
                let lead = led(Goals::Both)?;
                vec![velocity, lead, lead * brisk, row.others[slot]]
            }
            Self::Trail => trail.to_vec(),
            Self::TrailLed(goals) => {
                let lead = led(goals)? * unknown;
                trail.into_iter().chain([lead, lead * brisk]).collect()
            }
        })
    }
}

/// Factors of all forms at all horizons.
pub(super) struct Factors(Vec<[Vec<f64>; SLOTS]>);

impl Factors {
    /// Fitted to the rows of these matches, which count alike however long they are.
    pub(super) fn fit(matches: &[&[Row]]) -> Self {
        let of = |form: Form, slot: usize| {
            let mut samples = Vec::new();
            for rows in matches {
                let weight = 1.0 / rows.len().max(FULL_WEIGHT_ROWS) as f64;
                for row in rows.iter().step_by(rows.len().div_ceil(MOST_ROWS).max(1)) {
                    if let Some((terms, truth)) = form.terms(row, slot).zip(row.case.truth[slot]) {
                        samples.push(Sample { terms, truth, weight });
                    }
                }
            }
            least_distance(&samples)
        };
        Self(FORMS.iter().map(|&(form, _)| std::array::from_fn(|slot| of(form, slot))).collect())
    }

    /// Factors of one form at one horizon.
    pub(super) fn of(&self, form: Form, slot: usize) -> &[f64] {
        &self.0[form.index()][slot]
    }

    /// What a form says about a case.
    pub(super) fn predict(&self, form: Form, row: &Row, slot: usize) -> DVec2 {
        match form.terms(row, slot) {
            Some(terms) => sum(&terms, self.of(form, slot)),
            None => self.predict(form.plain(), row, slot),
        }
    }
}

/// Factors for one match: fitted without its map.
pub(super) fn elsewhere(matches: &[Match], rows: &[&[Row]], more: &[(&str, &[Row])], scored: usize) -> Factors {
    let layout = matches[scored].trace.meta.layout.as_str();
    let own = matches.iter().map(|played| played.trace.meta.layout.as_str()).zip(rows.iter().copied());
    let others: Vec<&[Row]> =
        own.chain(more.iter().copied()).filter(|(other, _)| *other != layout).map(|(_, rows)| rows).collect();
    Factors::fit(&others)
}
