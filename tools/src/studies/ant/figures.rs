//! Figures 3 and 4 of the paper, and the need curves it describes, from the events of a match.
use super::matches::Match;
use super::rig::{Contender, EVALUATED, Rig};
use antreckon_cli::eval::level::LAYERS;
use antreckon_cli::eval::lore::ITEM_LAYERS;
use antreckon_cli::trace::Party;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Squares of the presence map, body widths: the paper's cells of 50 for bodies of 30.
const SQUARE_WIDTHS: f64 = 5.0 / 3.0;
/// How near an item counts as at it, squares.
const NEAR: f64 = 1.5;
/// Widest picture, characters.
const WIDEST: i64 = 96;
/// Bins of the interaction curve, seconds each.
pub(super) const BINS: usize = 10;
/// How long after a shot one looks who came nearer, seconds.
const LOOK_AHEAD: f64 = 1.0;

/// Figure 3 in numbers, and as a picture.
pub(super) struct Presence {
    /// Share of all presence in the busiest tenth of the squares that were ever visited.
    pub(super) busiest: f64,
    /// Presence per square within [`NEAR`] squares of an item ÷ per visited square.
    pub(super) at_items: Option<f64>,
    /// Correlation of the logarithms of presence in both halves of the match.
    pub(super) lasting: f64,
    /// Rows from the highest y down.
    pub(super) picture: String,
}

/// Counts where players were.
pub(super) fn presence(played: &Match) -> Presence {
    let trace = &played.trace;
    let size = SQUARE_WIDTHS * trace.meta.body_width;
    let square = |[x, y, _]: [f64; 3]| ((x / size).floor() as i64, (y / size).floor() as i64);
    let mut counts: BTreeMap<(i64, i64), [f64; 2]> = BTreeMap::new();
    for k in 0..trace.frames {
        for sample in trace.states(k).iter().flatten() {
            counts.entry(square(sample.position)).or_default()[usize::from(2 * k >= trace.frames)] += 1.0;
        }
    }
    let mut sums: Vec<f64> = counts.values().map(|[a, b]| a + b).collect();
    let total: f64 = sums.iter().sum();
    let mean = total / sums.len().max(1) as f64;
    sums.sort_by(|a, b| b.total_cmp(a));
    let busiest = sums[..sums.len().div_ceil(10)].iter().sum::<f64>() / total;
    let items: Vec<(i64, i64)> = trace
        .places
        .iter()
        .filter(|place| place.kind == "item")
        .filter_map(|place| place.position.map(square))
        .collect();
    let near = |&(x, y): &(i64, i64)| items.iter().any(|(ix, iy)| ((ix - x) as f64).hypot((iy - y) as f64) <= NEAR);
    let at: Vec<f64> = counts.iter().filter(|(place, _)| near(place)).map(|(_, [a, b])| a + b).collect();
    let at_items = (!at.is_empty()).then(|| at.iter().sum::<f64>() / at.len() as f64 / mean);
    let logs: Vec<[f64; 2]> = counts.values().map(|halves| halves.map(|count| (1.0 + count).ln())).collect();
    Presence { busiest, at_items, lasting: correlation(&logs), picture: picture(&counts) }
}

fn correlation(pairs: &[[f64; 2]]) -> f64 {
    let n = pairs.len() as f64;
    let mean = [0, 1].map(|i| pairs.iter().map(|pair| pair[i]).sum::<f64>() / n);
    let product = |i: usize, j: usize| pairs.iter().map(|p| (p[i] - mean[i]) * (p[j] - mean[j])).sum::<f64>();
    product(0, 1) / (product(0, 0) * product(1, 1)).sqrt()
}

/// Shades by the logarithm of presence, as in the paper.
fn picture(counts: &BTreeMap<(i64, i64), [f64; 2]>) -> String {
    const SHADES: [char; 5] = ['·', '░', '▒', '▓', '█'];
    let range = |of: fn(&(i64, i64)) -> i64| {
        let values = || counts.keys().map(of);
        (values().min().unwrap_or(0), values().max().unwrap_or(0))
    };
    let ((left, right), (low, high)) = (range(|p| p.0), range(|p| p.1));
    // Characters are about twice as high as wide.
    let step = ((right - left) / WIDEST + 1).max(1);
    let most = counts.values().map(|[a, b]| a + b).fold(1.0, f64::max).ln();
    let mut out = String::new();
    let mut y = high;
    while y >= low {
        for x in (left..=right).step_by(step as usize) {
            let inside = (0..2 * step).flat_map(|dy| (0..step).map(move |dx| (x + dx, y - dy)));
            let count = inside.filter_map(|place| counts.get(&place)).map(|[a, b]| a + b).fold(0.0, f64::max);
            let shade = if count > 0.0 { (count.ln() / most * 4.0).round() as usize } else { 5 };
            out.push(SHADES.get(shade).copied().unwrap_or(' '));
        }
        out.push('\n');
        y -= 2 * step;
    }
    out.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Figure 4: who shoots somebody, by how long ago that one shot back: how many came nearer, of how many. The last bin is of
/// those who were not shot at by the other before.
pub(super) fn approaches(played: &Match) -> [[usize; 2]; BINS + 1] {
    let trace = &played.trace;
    let mut last: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    let mut bins = [[0; 2]; BINS + 1];
    let frame = |time: f64| (time * trace.meta.tick_hz).round() as usize;
    let at = |player: usize, k: usize| (k < trace.frames).then(|| trace.states(k)[player].map(|s| s.position))?;
    for event in trace.events.iter().filter(|event| event.kind == "hit") {
        let (Some(Party::Player(p)), Some(Party::Player(q))) = (event.actor, event.target) else { continue };
        if p == q {
            continue;
        }
        let bin = match last.get(&(q, p)) {
            Some(before) => ((event.time - before) as usize).min(BINS),
            None => BINS,
        };
        last.insert((p, q), event.time);
        let (now, then) = (frame(event.time), frame(event.time + LOOK_AHEAD));
        if !played.estimates.unbroken(p, now.min(trace.frames - 1), then.saturating_sub(now)) || then >= trace.frames {
            continue;
        }
        let (Some(p0), Some(p1), Some(q0)) = (at(p, now), at(p, then), at(q, now)) else { continue };
        let distance = |a: [f64; 3]| (a[0] - q0[0]).hypot(a[1] - q0[1]);
        bins[bin][0] += usize::from(distance(p1) < distance(p0));
        bins[bin][1] += 1;
    }
    bins
}

/// What a match teaches of its items: per kind, probability of a pickup and occasions by need.
pub(super) fn needs(played: &Match) -> Option<[Vec<(f32, u32)>; ITEM_LAYERS]> {
    let contenders = [Contender::paper(played).with(|c| c.field = EVALUATED)];
    let mut rig = Rig::new(played, &contenders);
    played.play(played.trace.frames, |frame| rig.observe(frame));
    let lore = rig.level(EVALUATED)?.lore()?;
    Some(std::array::from_fn(|layer| lore.curve(layer)))
}

/// Names of the layers of a level.
pub(super) const LAYER_NAMES: [&str; LAYERS] =
    ["health", "armour", "weapons", "other items", "presence", "kills", "deaths", "ball", "goals"];

/// The figures of some matches as text.
pub(super) fn report(matches: &[Match]) -> String {
    let mut out = String::from(
        "\n**Figure 3: where players were**\n\n| match | share of presence in the busiest tenth of squares | at items ÷ \
         everywhere | correlation of both halves |\n|---|---|---|---|\n",
    );
    for played in matches {
        let found = presence(played);
        let at_items = found.at_items.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        let name = &played.trace.meta.name;
        let _ = writeln!(out, "| {name} | {:.2} | {at_items} | {:.2} |", found.busiest, found.lasting);
    }
    if let Some(first) = matches.first() {
        let name = &first.trace.meta.name;
        let _ = writeln!(out, "\n{name}, logarithm of presence:\n\n```\n{}```", presence(first).picture);
    }
    out += "\n**Figure 4: who shoots comes nearer within a second, by seconds since the other one shot back (share, cases)**\n\n| match |";
    (0..BINS).for_each(|bin| _ = write!(out, " {bin}-{} |", bin + 1));
    out += " longer or never |\n|---|";
    out += &"---|".repeat(BINS + 1);
    out.push('\n');
    for played in matches {
        let bins = approaches(played);
        if bins.iter().all(|bin| bin[1] == 0) {
            continue;
        }
        let _ = write!(out, "| {} |", played.trace.meta.name);
        for [nearer, all] in bins {
            let share = if all > 0 { format!("{:.2} ({all})", nearer as f64 / all as f64) } else { "-".to_owned() };
            let _ = write!(out, " {share} |");
        }
        out.push('\n');
    }
    out += "\n**Need: probability that an item in sight is taken within 4 s, by what is missing of health or armour (occasions)**\n\n| match, items |";
    (0..10).for_each(|tenth| _ = write!(out, " .{tenth} |"));
    out += "\n|---|";
    out += &"---|".repeat(10);
    out.push('\n');
    for played in matches {
        let Some(curves) = needs(played) else { continue };
        for (curve, name) in curves.iter().zip(LAYER_NAMES) {
            if curve.iter().all(|(_, occasions)| *occasions == 0) {
                continue;
            }
            let _ = write!(out, "| {}, {name} |", played.trace.meta.name);
            for (probability, occasions) in curve {
                let _ = write!(out, " {probability:.2} ({occasions}) |");
            }
            (curve.len()..10).for_each(|_| out += " |");
            out.push('\n');
        }
    }
    out
}
