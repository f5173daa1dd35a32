//! The paper's tables and figures beside ours.
use super::bandwidth;
use super::board::{Board, ratio};
use super::figures::{BINS, LAYER_NAMES, approaches, needs, presence};
use super::forces::{CONE, Cases, run};
use super::load;
use super::matches::{Match, SLOTS};
use super::rig::{Contender, EVALUATED, Field, PAPER};
use super::spaced::{self, DR2, FIRST_SCALE, HALVED, SCALES, STILL};
use crate::papers::{Figure, Options, Paper, Row, Section};
use antreckon::base::math::DVec3;
use antreckon::pheromone::{LayerParams, MapParams, PheromoneMap, Source};
use antreckon::predict::Model;
use antreckon::world::{GridInput, World, WorldParams};
use antreckon_cli::eval::{HORIZONS, THRESHOLDS, parallel};

/// Frames between cases: quick and full.
const STRIDE: [usize; 2] = [20, 4];
/// Post-processing and vision, in the order of figure 10; then the sensitivity analysis.
const FIRST_FIGURE_10: usize = FIRST_SCALE + SCALES.len() + 5;
const FIGURE_10: [&str; 4] = ["NV-NP", "V-NP", "NV-P", "V-P"];
const FIRST_PANEL: usize = FIRST_FIGURE_10 + FIGURE_10.len();
/// The paper's horizon of 80 frames.
const FOUR_SECONDS: usize = SLOTS - 1;

pub(crate) fn paper(options: &Options) -> Result<Paper, String> {
    let full = usize::from(options.full);
    let matches =
        if options.traces.is_empty() { vec![Match::of(crate::demo::recorded()?)] } else { load(&options.traces)? };
    let (crowds, matches): (Vec<Match>, Vec<Match>) = matches.into_iter().partition(is_crowd);
    let mut sections = Vec::new();
    if !matches.is_empty() {
        let settled = parallel::map(&matches, |played| {
            run(played, &contenders(played, options.full), STRIDE[full], Cases::Settled)
        });
        let settled: Vec<&Board> = settled.iter().collect();
        let framed = parallel::map(&matches, |played| {
            let still = Contender::without_forces(played).unprocessed().by(Model::Still);
            let bare = Contender::paper(played).unprocessed();
            run(played, &[still, bare], STRIDE[full], Cases::WithDr2)
        });
        let framed: Vec<&Board> = framed.iter().collect();
        sections.push(dead_reckoning(&settled, &framed, options.seed));
        sections.push(horizons(&settled, &framed, options.seed));
        sections.push(units(&settled, options.seed));
        sections.push(post_processing(&settled, options.seed));
        if options.full {
            sections.push(panels(&matches[0], &settled, options.seed));
        } else {
            let reason = "curves without printed numbers; --full measures how much each parameter matters";
            let rows = vec![Row::missing("|R|, λ, ε, γ, C", Figure::Words("drawn".to_owned()), reason)];
            sections.push(Section { title: "Figure 9a-c, e, f: sensitivity".to_owned(), also: "", rows });
        }
        sections.extend(play(&matches));
        sections.push(bandwidth_section(&matches)?);
    }
    sections.push(warcraft(&crowds, STRIDE[full], options.seed));
    sections.push(worked_example()?);
    let source = if options.traces.is_empty() {
        format!("the embedded match of bots, every {}th frame; other matches as arguments", STRIDE[full])
    } else {
        format!("{} recorded matches, every {}th frame", matches.len() + crowds.len(), STRIDE[full])
    };
    Ok(Paper { name: "antreckoning", title: "AntReckoning (2013): interest as pheromones", source, sections })
}

/// People who walk, the nearest there is to a game in which players are drawn to each other.
fn is_crowd(played: &Match) -> bool {
    played.trace.places.is_empty() && played.trace.events.is_empty()
}

fn contenders(played: &Match, full: bool) -> Vec<Contender> {
    let mut all = spaced::contenders(played);
    // The paper's non-optimal point: λ 1.1, ε .6, γ .6.
    let point = |sees: bool, post: bool| {
        let base = Contender::paper(played).spaced();
        let base = if post { base } else { base.unprocessed() };
        base.with(|c| {
            c.field = Field { evaporation: 0.6, diffusion: 0.6, ..EVALUATED };
            c.profile.force_scale = 1.1 / 0.9;
            if sees {
                (c.profile.region.shape, c.profile.region.walls_hide) = (CONE, true);
            }
        })
    };
    all.extend([point(false, false), point(true, false), point(false, true), point(true, true)]);
    if full {
        all.extend(panel_values(played).into_iter().flat_map(|(_, values)| values));
    }
    all
}

fn of(boards: &[&Board], over: usize, under: usize, slot: usize, seed: u64) -> Figure {
    ratio(boards, over, under, slot, seed).map_or(Figure::None, |ratio| Figure::one(ratio.value, 3))
}

/// Second-order dead reckoning errs by 46 to 110 % of the distance covered.
fn dead_reckoning(settled: &[&Board], framed: &[&Board], seed: u64) -> Section {
    let shares = |boards: &[&Board], dr2: usize, still: usize| {
        let shares = (0..SLOTS).filter_map(|slot| ratio(boards, dr2, still, slot, seed));
        Figure::Numbers(shares.map(|ratio| 100.0 * ratio.value).collect(), 0)
    };
    let published = || Figure::Range([46.0, 110.0], 0);
    Section {
        title: "Text: error of second-order dead reckoning, % of the distance covered, at 0.25, 0.5, 1, 2, 4 s"
            .to_owned(),
        also: "",
        rows: vec![
            Row::new("eq. 3, 4 with the δt of eq. 5", published(), shares(settled, DR2, STILL))
                .with("the same δt stands in all three equations"),
            Row::new("eq. 3, 4 over frames of 50 ms", published(), shares(framed, 0, 1))
                .with("the other reading; it does not fit what is published"),
        ],
    }
}

fn horizons(settled: &[&Board], framed: &[&Board], seed: u64) -> Section {
    let paper = |slot: usize| if slot == FOUR_SECONDS { Figure::one(0.56, 2) } else { Figure::None };
    let mut rows = Vec::new();
    for (slot, horizon) in HORIZONS.iter().enumerate() {
        let what = format!("Quake III, {horizon} s, δt apart");
        let ours = of(settled, FIRST_SCALE + 1, DR2, slot, seed);
        let remark = if slot == FOUR_SECONDS { "80 frames; not reproduced" } else { "only drawn" };
        rows.push(Row::new(what, paper(slot), ours).and(of(settled, HALVED, DR2, slot, seed)).with(remark));
    }
    let ours = of(framed, 2, 0, FOUR_SECONDS, seed);
    rows.push(
        Row::new("Quake III, 4 s, over frames", paper(FOUR_SECONDS), ours)
            .with("met by halving the acceleration alone, against a baseline that errs far more than the paper's"),
    );
    Section {
        title: "Figure 9d: error ÷ second-order dead reckoning, forces as evaluated, no post-processing".to_owned(),
        also: "acceleration halved, no forces",
        rows,
    }
}

/// What the paper leaves open: in which units force and distance are.
fn units(settled: &[&Board], seed: u64) -> Section {
    let row = |(i, (scale, name)): (usize, &(f64, &str))| {
        let what = format!("{name} (factor {scale})");
        let ours = of(settled, FIRST_SCALE + i, DR2, FOUR_SECONDS, seed);
        Row::new(what, Figure::one(0.56, 2), ours).and(of(settled, FIRST_SCALE + i, HALVED, FOUR_SECONDS, seed))
    };
    Section {
        title: "Eq. 7 at 4 s by the unit of distance and force, which the paper does not name: error ÷ dr2".to_owned(),
        also: "÷ acceleration halved",
        rows: SCALES.iter().enumerate().map(row).collect(),
    }
}

/// Figure 10: vision and post-processing over δ.
fn post_processing(settled: &[&Board], seed: u64) -> Section {
    let row = |(i, name): (usize, &&str)| {
        let ratios = (0..SLOTS).filter_map(|slot| ratio(settled, FIRST_FIGURE_10 + i, DR2, slot, seed));
        let ours = Figure::Numbers(ratios.map(|ratio| ratio.value).collect(), 3);
        Row::new(*name, Figure::Words("drawn".to_owned()), ours)
    };
    let gain = |over: usize| {
        let ratio = ratio(settled, FIRST_FIGURE_10 + over, FIRST_FIGURE_10, FOUR_SECONDS, seed);
        ratio.map_or(Figure::None, |ratio| Figure::one(100.0 * (1.0 - ratio.value), 1))
    };
    let gains = [
        Row::new("what V takes off at 4 s, %", Figure::Range([10.0, 15.0], 0), gain(1)),
        Row::new("what P takes off at 4 s, %", Figure::Range([15.0, 20.0], 0), gain(2)),
    ];
    Section {
        title:
            "Figure 10: vision (V) and post-processing (P) at λ 1.1, ε .6, γ .6: error ÷ dr2 at 0.25, 0.5, 1, 2, 4 s"
                .to_owned(),
        also: "",
        rows: FIGURE_10.iter().enumerate().map(row).chain(gains).collect(),
    }
}

/// Figure 9 apart from its horizon: one parameter changed at a time around the paper's point.
fn panel_values(played: &Match) -> Vec<(&'static str, Vec<Contender>)> {
    let bare = || Contender::paper(played).unprocessed().spaced().with(|c| c.field = EVALUATED);
    let field = |change: &dyn Fn(&mut Field)| bare().with(|c| change(&mut c.field));
    let sized = |factor: f64| bare().with(|c| c.profile.region.diameter *= factor);
    let scaled = |lambda: f64| bare().with(|c| c.profile.force_scale = lambda / 0.9);
    vec![
        ("a: |R| 100 to 1000", vec![sized(0.2), sized(0.5), sized(2.0)]),
        ("b: λ 0.1 to 2", vec![scaled(0.1), scaled(0.5), scaled(2.0)]),
        ("c: ε 0.1 to 0.9", [0.1, 0.3, 0.9].map(|e| field(&|f| f.evaporation = e)).into()),
        ("e: γ 0.1 to 0.9", [0.1, 0.4, 0.9].map(|g| field(&|f| f.diffusion = g)).into()),
        ("f: C 25 to 200", [0.5, 2.0, 4.0].map(|c| field(&|f| f.cell = c)).into()),
    ]
}

fn panels(played: &Match, boards: &[&Board], seed: u64) -> Section {
    let mut next = FIRST_PANEL;
    let mut rows = Vec::new();
    for (name, values) in panel_values(played) {
        let ratios: Vec<f64> = (next..next + values.len())
            .chain([FIRST_SCALE + 1])
            .filter_map(|contender| ratio(boards, contender, DR2, FOUR_SECONDS, seed).map(|ratio| ratio.value))
            .collect();
        next += values.len();
        let [low, high] =
            [ratios.iter().copied().fold(f64::INFINITY, f64::min), ratios.iter().copied().fold(0.0, f64::max)];
        let published = Figure::Words("drawn, 0.56 at best".to_owned());
        rows.push(Row::new(name, published, Figure::Range([low, high], 4)));
    }
    let title = "Figure 9a-c, e, f: error ÷ dr2 at 4 s over the range of a parameter, δt apart".to_owned();
    Section { title, also: "", rows }
}

/// Figures 3 and 4 and the learned need, of the first match.
fn play(matches: &[Match]) -> Vec<Section> {
    let drawn = || Figure::Words("drawn".to_owned());
    let first = &matches[0];
    let found = presence(first);
    let at_items = found.at_items.map_or(Figure::None, |ratio| Figure::one(ratio, 2));
    let mut sections = vec![Section {
        title: format!("Figure 3: presence in {}; `study ant` draws it", first.trace.meta.name),
        also: "",
        rows: vec![
            Row::new("share in the busiest tenth of the squares", drawn(), Figure::one(found.busiest, 2)),
            Row::new("at items ÷ everywhere", drawn(), at_items)
                .with("the paper moves the items; recorded matches have them where they are"),
            Row::new("correlation of both halves of the match", Figure::None, Figure::one(found.lasting, 2)),
        ],
    }];
    let bins = matches.iter().map(approaches).reduce(|mut all, more| {
        for (bin, more) in all.iter_mut().zip(more) {
            (bin[0], bin[1]) = (bin[0] + more[0], bin[1] + more[1]);
        }
        all
    });
    let rows = bins.into_iter().flatten().enumerate().filter(|(_, [_, all])| *all > 0).map(|(bin, [nearer, all])| {
        let what = if bin < BINS { format!("{bin} to {} s", bin + 1) } else { "longer or never".to_owned() };
        Row::new(what, drawn(), Figure::one(nearer as f64 / all as f64, 2)).and(Figure::one(all as f64, 0))
    });
    sections.push(Section {
        title: "Figure 4: who shoots comes nearer within 1 s, by the time since the other one shot back".to_owned(),
        also: "hits",
        rows: rows.collect(),
    });
    if let Some(curves) = needs(first) {
        let known = curves.iter().zip(LAYER_NAMES).filter(|(curve, _)| curve.iter().any(|(_, n)| *n > 0));
        let rows = known.map(|(curve, name)| {
            let probabilities = curve.iter().map(|(probability, _)| f64::from(*probability)).collect();
            let occasions = curve.iter().map(|(_, occasions)| *occasions as usize);
            Row::new(name, Figure::None, Figure::Numbers(probabilities, 2)).and(Figure::counts(occasions))
        });
        sections.push(Section {
            title: "Section 5.1: P(an item in sight is taken within 4 s), by tenths of missing health or armour"
                .to_owned(),
            also: "occasions",
            rows: rows.collect(),
        });
    }
    sections
}

/// Figure 11, with the field at both ends.
fn bandwidth_section(matches: &[Match]) -> Result<Section, String> {
    let mut totals = [[0; THRESHOLDS.len()]; bandwidth::NAMES.len()];
    for played in matches {
        let counts = bandwidth::count(played).map_err(|error| error.to_string())?;
        for (total, count) in totals.iter_mut().flatten().zip(counts.iter().flatten()) {
            *total += count;
        }
    }
    let change =
        |contender: usize, slot: usize| 100.0 * (totals[contender][slot] as f64 / totals[0][slot].max(1) as f64 - 1.0);
    let rows = THRESHOLDS.iter().enumerate().map(|(slot, threshold)| {
        let last = slot + 1 == THRESHOLDS.len();
        let published = if last { Figure::Words("up to -32".to_owned()) } else { Figure::None };
        let ours = (1..bandwidth::NAMES.len()).map(|contender| change(contender, slot)).collect();
        let remark = if last { "\"at large thresholds\"" } else { "only drawn" };
        Row::new(format!("{threshold} body widths"), published, Figure::Numbers(ours, 1)).with(remark)
    });
    let title = format!(
        "Figure 11: updates against second-order dead reckoning, %, through an outbox: {}",
        bandwidth::NAMES[1..].join("; ")
    );
    Ok(Section { title, also: "", rows: rows.collect() })
}

/// World of Warcraft: frames of 300 ms, ε .8, γ .1, players attract, one map for all; on people who walk.
fn warcraft(crowds: &[Match], stride: usize, seed: u64) -> Section {
    let title = "World of Warcraft's setting (frames of 300 ms, players attract) on people who walk: error ÷ dr2";
    let published = |slot: usize| if slot == FOUR_SECONDS { Figure::one(0.80, 2) } else { Figure::None };
    if crowds.is_empty() {
        let reason = "no trace of that game is public; hand in a recorded crowd (no items, no events)";
        let rows = vec![Row::missing("World of Warcraft, 70 frames of 300 ms", Figure::one(0.80, 2), reason)];
        return Section { title: title.to_owned(), also: "", rows };
    }
    let boards = parallel::map(crowds, |played| {
        let field = Field { evaporation: 0.8, diffusion: 0.1, players: 1.0, step: 300_000_000, ..PAPER };
        let bare = |scale: f64| {
            Contender::paper(played).unprocessed().spaced().with(|c| {
                (c.field, c.profile.frame, c.profile.force_scale) = (field, 0.3, scale);
            })
        };
        let still = bare(0.0).by(Model::Still);
        run(
            played,
            &[bare(0.0).by(Model::Dr2), still, bare(0.0), bare(1.0), bare(100.0)],
            stride.min(4),
            Cases::Settled,
        )
    });
    let boards: Vec<&Board> = boards.iter().collect();
    let rows = (0..SLOTS).filter(|&slot| ratio(&boards, 0, 1, slot, seed).is_some()).map(|slot| {
        let numbers = [2, 3, 4].map(|contender| ratio(&boards, contender, 0, slot, seed).map_or(f64::NAN, |r| r.value));
        Row::new(
            format!("{} s: halved, forces, forces × 100", HORIZONS[slot]),
            published(slot),
            Figure::Numbers(numbers.into(), 3),
        )
        .and(of(&boards, 0, 1, slot, seed))
        .with(if slot == FOUR_SECONDS { "theirs at 21 s; nobody here is in view as long" } else { "" })
    });
    Section { title: title.to_owned(), also: "dr2 ÷ distance", rows: rows.collect() }
}

/// Figure 6: ε = γ = .5, 32 in the middle, 16, 64, 32, 64 around it, an object that emits 5.
fn worked_example() -> Result<Section, String> {
    let next = spread().map_err(|error| error.to_string())?;
    let rows = vec![Row::new("next value of the middle cell", Figure::one(24.0, 0), Figure::one(next.into(), 0))];
    Ok(Section { title: "Figure 6: worked example of eq. 6".to_owned(), also: "", rows })
}

/// The middle cell after one step of the library's field.
fn spread() -> antreckon::base::Result<f32> {
    let at = |x: f64, z: f64| DVec3::new(x + 0.5, 0.0, z + 0.5);
    let corner = DVec3::ZERO;
    let squares =
        GridInput { width: 7, depth: 7, floors: 1, corner, floor_height: 3.0, blocked: &[], heights: &[], areas: &[] };
    let world = World::from_grid(&WorldParams::default(), &squares)?;
    let layer = LayerParams { evaporation: 0.5, diffusion: 0.5, prune: 0.0, ..LayerParams::default() };
    let mut map = PheromoneMap::new(&world, &MapParams { layers: vec![layer], ..MapParams::default() })?;
    for (x, z, amount) in [(3.0, 3.0, 32.0), (4.0, 3.0, 16.0), (2.0, 3.0, 64.0), (3.0, 4.0, 32.0), (3.0, 2.0, 64.0)] {
        map.deposit(&world, 0, at(x, z), amount)?;
    }
    map.add_source(&world, 1, &Source { layer: 0, position: at(3.0, 3.0), emission: 5.0, fixed: false })?;
    map.step_to(&world, map.time() + map.params().step)?;
    Ok(world.cell_at(at(3.0, 3.0)).map_or(f32::NAN, |cell| map.value(&world, 0, cell)))
}
