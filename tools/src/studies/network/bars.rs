//! How what is drawn stands to the bars: ratios, by network.
use super::cells::{Group, Played, Way, network};
use antreckon_cli::drawn::Cell;
use std::fmt::Write as _;

/// A number of one match over one network.
type Measure = fn(&Played) -> f64;

/// A ratio that is held against a bar.
struct Bar {
    name: &'static str,
    /// Mean over matches and networks, and every single one, must not be above these.
    mean: Option<f64>,
    each: Option<f64>,
    of: Measure,
}

const BARS: [Bar; 4] = [
    Bar {
        name: "p50 ÷ snapped",
        mean: Some(1.25),
        each: None,
        of: |p| ratio(p.of(Way::Ghosts).p50, p.of(Way::Snapped).p50),
    },
    Bar {
        name: "p95 ÷ snapped",
        mean: Some(1.12),
        each: None,
        of: |p| ratio(p.of(Way::Ghosts).p95, p.of(Way::Snapped).p95),
    },
    Bar {
        name: "p99 ÷ extrapolation",
        mean: None,
        each: Some(1.0),
        of: |p| ratio(p.of(Way::Ghosts).p99, p.of(Way::Extrapolation).p99),
    },
    Bar {
        name: "p95 ÷ best other",
        mean: Some(0.8),
        each: Some(1.0),
        of: |p| ratio(p.of(Way::Ghosts).p95, p.best_p95()),
    },
];

/// Smaller errors are not seen, metres, and count as this: made-up players are predicted to the millimetre for most of the time.
const SEEN: f64 = 0.01;

fn ratio(ours: f64, other: f64) -> f64 {
    ours.max(SEEN) / other.max(SEEN)
}

/// Cells listed beyond a bar.
const LISTED: usize = 5;

/// The page: what the bars are, where each group stands, and the cells that are beyond.
pub(super) fn summary(played: &[Played], networks: &[Cell]) -> String {
    let mut text = String::new();
    for group in Group::ALL {
        let of: Vec<&Played> = played.iter().filter(|played| played.group == group).collect();
        if !of.is_empty() {
            text += &table(group, &of, networks);
        }
    }
    text + &beyond(played)
}

fn table(group: Group, played: &[&Played], networks: &[Cell]) -> String {
    let mut games: Vec<&str> = played.iter().map(|played| played.game.as_str()).collect();
    games.dedup();
    let mut text = format!("### {} ({} matches)\n\n| network |", group.name(), games.len());
    for bar in &BARS {
        let _ = write!(text, " {} |", bar.name);
    }
    text += " jumps/min (playout) | reversals/min (playout) | twitch, m/s² (truth) |";
    let has_floor = played.iter().any(|played| played.has_floor);
    text += if has_floor { " through walls, % (with level) |\n" } else { "\n" };
    text += &"|---".repeat(BARS.len() + 4 + usize::from(has_floor));
    text += "|\n";
    for cell in networks {
        let here: Vec<&Played> = played.iter().filter(|played| played.cell == *cell).copied().collect();
        let _ = writeln!(text, "| {} |{}", network(cell), row(&here, has_floor));
    }
    if networks.len() > 1 {
        let _ = writeln!(text, "| all |{}", row(played, has_floor));
    }
    text.push('\n');
    text
}

fn row(played: &[&Played], has_floor: bool) -> String {
    let mean = |of: &dyn Fn(&Played) -> f64| played.iter().map(|p| of(p)).sum::<f64>() / played.len().max(1) as f64;
    let mut text = String::new();
    for bar in &BARS {
        let worst = played.iter().max_by(|a, b| (bar.of)(a).total_cmp(&(bar.of)(b)));
        let worst = worst.map_or(String::new(), |p| format!("{:.2} {}", (bar.of)(p), p.short_name()));
        let _ = write!(text, " {:.2} ({worst}) |", mean(&bar.of));
    }
    let counts: [fn(&Played, Way) -> f64; 2] = [|p, way| p.of(way).jumps, |p, way| p.of(way).reversals];
    for of in counts {
        let _ = write!(text, " {:.1} ({:.1}) |", mean(&|p| of(p, Way::Ghosts)), mean(&|p| of(p, Way::Playout)));
    }
    let twitch = |way: Way| mean(&|p| p.of(way).twitch);
    let _ = write!(text, " {:.0} ({:.0}) |", twitch(Way::Ghosts), twitch(Way::Truth));
    if has_floor {
        let walls = |way: Way| 100.0 * mean(&|p| p.of(way).through_walls);
        let _ = write!(text, " {:.3} ({:.3}) |", walls(Way::Ghosts), walls(Way::WithLevel));
    }
    text
}

/// Where a bar is not met, worst first.
fn beyond(played: &[Played]) -> String {
    let mut text = String::from("### Beyond the bars\n\n");
    for bar in &BARS {
        let mean = played.iter().map(bar.of).sum::<f64>() / played.len().max(1) as f64;
        let _ = write!(text, "- **{}**: mean {mean:.2}", bar.name);
        if let Some(most) = bar.mean {
            let _ = write!(text, " (at most {most:.2})");
        }
        let most = bar.each.or(bar.mean).unwrap_or(f64::INFINITY);
        list(&mut text, played, most, &bar.of);
    }
    let counts: [(&str, Measure); 2] = [
        ("jumps − playout's, per minute", |p| p.of(Way::Ghosts).jumps - p.of(Way::Playout).jumps),
        ("reversals − playout's, per minute", |p| p.of(Way::Ghosts).reversals - p.of(Way::Playout).reversals),
    ];
    for (name, of) in counts {
        let _ =
            write!(text, "- **{name}**: mean {:.1}", played.iter().map(of).sum::<f64>() / played.len().max(1) as f64);
        list(&mut text, played, 0.0, &of);
    }
    text.push('\n');
    text
}

fn list(text: &mut String, played: &[Played], most: f64, of: &dyn Fn(&Played) -> f64) {
    let mut over: Vec<(f64, &Played)> = played.iter().map(|p| (of(p), p)).filter(|(value, _)| *value > most).collect();
    over.sort_by(|a, b| b.0.total_cmp(&a.0));
    let worst: Vec<String> = over
        .iter()
        .take(LISTED)
        .map(|(value, p)| format!("{value:.2} {} at {}", p.short_name(), network(&p.cell)))
        .collect();
    let worst = if worst.is_empty() { String::new() } else { format!(": {}", worst.join("; ")) };
    let _ = writeln!(text, "; above {most} in {} of {} cells{worst}", over.len(), played.len());
}
