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
    /// `auto`, corrected by factors.
    Auto,
    /// With the ways to goals where the trail knows little.
    AutoLed(Goals),
}

/// All of them, in the order of their boards.
pub(super) const FORMS: [(Form, &str); 16] = [
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
    (Form::Auto, "auto with factors"),
    (Form::AutoLed(Goals::Items), "auto with factors + ways to items, there or not"),
    (Form::AutoLed(Goals::Both), "auto with factors + ways to items and places"),
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
            Self::AutoLed(_) => Self::Auto,
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
            Self::Led(goals) => led_terms(velocity, led(goals)?).to_vec(),
            Self::LedToOthers => {
                let led = led_terms(velocity, led(Goals::Both)?);
                led.into_iter().chain([row.others[slot]]).collect()
            }
            Self::Trail => trail.to_vec(),
            Self::TrailLed(goals) => {
                let lead = led(goals)? * unknown;
                trail.into_iter().chain([lead, lead * brisk]).collect()
            }
            Self::Auto => vec![row.auto?[slot], velocity * unknown],
            Self::AutoLed(goals) => {
                let lead = led(goals)? * unknown;
                vec![row.auto?[slot], velocity * unknown, lead, lead * brisk]
            }
        })
    }
}

/// Terms of damped dead reckoning that follows the ways: the slow follow them less.
pub(super) fn led_terms(velocity: DVec2, lead: DVec2) -> [DVec2; 3] {
    [velocity, lead, lead * velocity.length().min(1.0)]
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
            None if form.plain() == form => DVec2::ZERO,
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

#[cfg(test)]
mod tests {
    use super::super::matches::Case;
    use super::*;
    use antreckon::base::math::DVec3;
    use antreckon_cli::eval::kinematics::Estimate;

    /// Somebody whom the ways lead to `lead`; what became of it is `truth`.
    fn row(velocity: DVec2, lead: Option<DVec2>, truth: DVec2) -> Row {
        let estimate = Estimate::default();
        let truth = [Some(truth); SLOTS];
        Row {
            case: Case { player: 0, k: 0, place: DVec3::ZERO, velocity, estimate, truth },
            leads: [lead.map(|lead| [lead; SLOTS]); 6],
            others: [DVec2::ZERO; SLOTS],
            trail: [(DVec2::ZERO, 6.0); SLOTS],
            force: DVec2::ZERO,
            gradient: DVec2::ZERO,
            auto: Some([velocity * 0.5; SLOTS]),
        }
    }

    #[test]
    fn the_slow_follow_the_ways_less() {
        let (x, y) = (DVec2::X, DVec2::Y);
        assert_eq!(led_terms(x * 0.25, y), [x * 0.25, y, y * 0.25]);
        assert_eq!(led_terms(x * 3.0, y), [x * 3.0, y, y], "nobody counts for more than full speed");
    }

    #[test]
    fn the_more_visits_the_less_the_level_says() {
        // Two trusted visits against six: a quarter.
        let row = row(DVec2::X * 0.5, Some(DVec2::Y), DVec2::ZERO);
        let terms = Form::AutoLed(Goals::Both).terms(&row, 2).unwrap();
        assert_eq!(terms, [DVec2::X * 0.25, DVec2::X * 0.125, DVec2::Y * 0.25, DVec2::Y * 0.125]);
    }

    #[test]
    fn factors_are_found_and_used_where_the_level_says_something() {
        let at = |i: usize| DVec2::from_angle(i as f64) * (0.2 + 0.1 * (i % 9) as f64);
        let lead = |i: usize| DVec2::from_angle(2.4 * i as f64);
        let rows: Vec<Row> = (0..50).map(|i| row(at(i), Some(lead(i)), at(i) * 0.4 + lead(i) * 0.3)).collect();
        let factors = Factors::fit(&[&rows]);
        let [straight, led, briskly] = factors.of(Form::Led(Goals::Both), 1) else { panic!("three terms") };
        assert!((straight - 0.4).abs() < 1e-6 && (led - 0.3).abs() < 1e-6 && briskly.abs() < 1e-6);
        let nowhere = row(DVec2::X, None, DVec2::ZERO);
        let fallback = factors.predict(Form::Led(Goals::Both), &nowhere, 1);
        assert_eq!(fallback, factors.predict(Form::Damped, &nowhere, 1));
    }
}
