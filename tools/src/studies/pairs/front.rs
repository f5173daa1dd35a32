//! Curves of error over cost, read at equal cost.
use std::fmt::Write as _;

/// Bytes per second and player at which combinations are compared.
const BUDGETS: [f64; 5] = [120.0, 150.0, 180.0, 220.0, 270.0];
/// Errors this close are the same.
const EQUAL: f64 = 1.01;

/// What came of one rate or threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Point {
    /// Updates per second, or metres.
    pub(super) step: f64,
    /// Per second and player.
    pub(super) updates: f64,
    pub(super) bytes: f64,
    /// Metres.
    pub(super) mean: f64,
    pub(super) p95: f64,
    /// Per minute.
    pub(super) jumps: f64,
    pub(super) reversals: f64,
}

/// An error of a point.
type Measure = fn(&Point) -> f64;

/// One combination of sender and receiver.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    pub(super) name: &'static str,
    pub(super) points: Vec<Point>,
}

impl Curve {
    /// An error at so many bytes per second; `None` where nothing was tried that costs as much.
    fn at(&self, bytes: f64, of: Measure) -> Option<f64> {
        let mut points: Vec<&Point> = self.points.iter().collect();
        points.sort_by(|a, b| a.bytes.total_cmp(&b.bytes));
        let pair = points.windows(2).find(|pair| (pair[0].bytes..=pair[1].bytes).contains(&bytes))?;
        let share = (bytes / pair[0].bytes).ln() / (pair[1].bytes / pair[0].bytes).ln().max(1e-12);
        Some(of(pair[0]) * (of(pair[1]) / of(pair[0])).powf(share))
    }
}

/// Mean and p95 error of all combinations at equal cost; the best of a column is bold.
pub(super) fn table(curves: &[Curve]) -> String {
    let mut text = String::from("| mean / p95 error, m, at |");
    for bytes in BUDGETS {
        let _ = write!(text, " {bytes} B/s |");
    }
    let _ = writeln!(text, "\n|---{}|", "|---".repeat(BUDGETS.len()));
    for curve in curves {
        let _ = write!(text, "| {} |", curve.name);
        for bytes in BUDGETS {
            let cell = |of: Measure| {
                let value = curve.at(bytes, of)?;
                let best = least(curves, bytes, of).is_some_and(|(_, least)| value <= EQUAL * least);
                Some(if best { format!("**{value:.3}**") } else { format!("{value:.3}") })
            };
            let cells = cell(|p| p.mean).zip(cell(|p| p.p95));
            let _ = write!(text, " {} |", cells.map_or("–".to_owned(), |(mean, p95)| format!("{mean} / {p95}")));
        }
        text.push('\n');
    }
    text
}

/// The combination with the least error at this cost.
fn least(curves: &[Curve], bytes: f64, of: Measure) -> Option<(usize, f64)> {
    let values = curves.iter().enumerate().filter_map(|(i, curve)| Some((i, curve.at(bytes, of)?)));
    values.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Which is the best at which cost, and how far the default is from it.
pub(super) fn verdict(curves: &[Curve], usual: Option<(usize, &Point)>) -> String {
    let mut said = Vec::new();
    let measures: [(&str, Measure); 2] = [("mean", |p| p.mean), ("p95", |p| p.p95)];
    for (name, of) in measures {
        let mut best: Vec<(&str, Vec<String>)> = Vec::new();
        for bytes in BUDGETS {
            let Some((place, _)) = least(curves, bytes, of) else { continue };
            match best.last_mut().filter(|(last, _)| *last == curves[place].name) {
                Some((_, budgets)) => budgets.push(bytes.to_string()),
                None => best.push((curves[place].name, vec![bytes.to_string()])),
            }
        }
        let best: Vec<String> =
            best.iter().map(|(name, bytes)| format!("*{name}* at {} B/s", bytes.join(", "))).collect();
        said.push(format!("least {name}: {}", best.join(", ")));
    }
    if let Some((place, point)) = usual {
        let excess = measures.map(|(name, of)| {
            let (best, least) = least(curves, point.bytes, of).unwrap_or((place, of(point)));
            format!("{name} {:.2} × that of *{}*", of(point) / least, curves[best].name)
        });
        said.push(format!("the default ({:.0} B/s) has {}", point.bytes, excess.join(" and ")));
    }
    said.join("; ") + "."
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(name: &'static str, points: &[[f64; 2]]) -> Curve {
        let point = |&[bytes, error]: &[f64; 2]| Point { bytes, mean: error, p95: 2.0 * error, ..Point::default() };
        Curve { name, points: points.iter().map(point).collect() }
    }

    #[test]
    fn between_two_points_equal_ratios_of_cost_are_equal_ratios_of_error() {
        let curve = curve("a", &[[400.0, 0.1], [100.0, 0.4]]);
        assert!((curve.at(200.0, |p| p.mean).unwrap() - 0.2).abs() < 1e-12);
        assert!((curve.at(100.0, |p| p.p95).unwrap() - 0.8).abs() < 1e-12);
        assert_eq!(curve.at(99.0, |p| p.mean), None);
    }

    #[test]
    fn the_best_at_equal_cost_is_bold_and_named() {
        let curves = [curve("a", &[[60.0, 0.3], [400.0, 0.2]]), curve("b", &[[60.0, 0.5], [400.0, 0.1]])];
        let table = table(&curves);
        let row = |name: &str| table.lines().find(|line| line.starts_with(&format!("| {name} |"))).unwrap().to_owned();
        assert!(row("a").split('|').nth(2).unwrap().contains("**"), "{table}");
        assert!(row("b").split('|').nth(6).unwrap().contains("**"), "{table}");
        let usual = Point { bytes: 400.0, mean: 0.2, p95: 0.4, ..Point::default() };
        let said = verdict(&curves, Some((0, &usual)));
        assert!(said.contains("the default (400 B/s) has mean 2.00 × that of *b*"), "{said}");
    }
}
