//! The paper's figures beside ours.
use super::board::{Board, ratio};
use super::forces::{CONE, run};
use super::load;
use super::matches::{Match, SLOTS};
use super::rig::{Contender, Field};
use crate::papers::{Figure, Options, Paper, Row, Section};
use crate::tune::sent_by;
use antreckon::base::math::DVec3;
use antreckon::pheromone::{LayerParams, MapParams, PheromoneMap, Source};
use antreckon::predict::Model;
use antreckon::world::{GridInput, World, WorldParams};
use antreckon_cli::eval::{HORIZONS, THRESHOLDS, parallel};

/// Frames between cases: quick and full.
const STRIDE: [usize; 2] = [20, 2];
/// Contenders in the order of their boards, after `dr2`.
const DR2: usize = 0;
const ANT: usize = 1;
const OFF: usize = 2;
const BARE: usize = 3;
const BARE_OFF: usize = 4;
const BARE_SEES: usize = 5;
const STILL: usize = 6;
/// Contenders of the sensitivity analysis begin here.
const FIRST_PANEL: usize = 7;
/// The paper's horizon of 80 frames.
const FOUR_SECONDS: usize = SLOTS - 1;

pub(crate) fn paper(options: &Options) -> Result<Paper, String> {
    let full = usize::from(options.full);
    let matches =
        if options.traces.is_empty() { vec![Match::of(crate::demo::recorded()?)] } else { load(&options.traces)? };
    let boards = parallel::map(&matches, |played| run(played, &contenders(played, options.full), STRIDE[full], true));
    let boards: Vec<&Board> = boards.iter().collect();
    let of = |over: usize, under: usize, slot: usize| {
        ratio(&boards, over, under, slot, options.seed).map_or(Figure::None, |ratio| Figure::one(ratio.value, 3))
    };
    let gain = |over: usize, under: usize| {
        let ratio = ratio(&boards, over, under, FOUR_SECONDS, options.seed);
        ratio.map_or(Figure::None, |ratio| Figure::one(100.0 * (1.0 - ratio.value), 1))
    };
    let mut sections = vec![
        Section {
            title: "Figure 9d: error ÷ second-order dead reckoning, without post-processing".to_owned(),
            also: "forces off",
            rows: (0..SLOTS)
                .map(|slot| {
                    let published = if slot == FOUR_SECONDS { Figure::one(0.56, 2) } else { Figure::None };
                    let remark = if slot == FOUR_SECONDS { "80 frames" } else { "only drawn" };
                    let what = format!("Quake III, {} s", HORIZONS[slot]);
                    Row::new(what, published, of(BARE, DR2, slot)).and(of(BARE_OFF, DR2, slot)).with(remark)
                })
                .chain([Row::missing(
                    "World of Warcraft, 70 frames of 300 ms",
                    Figure::one(0.80, 2),
                    "there is no trace of that game here",
                )])
                .collect(),
        },
        Section {
            title: "Figure 10: what post-processing and vision take off at 4 s, %".to_owned(),
            also: "",
            rows: vec![
                Row::new("post-processing", Figure::Range([15.0, 20.0], 0), gain(ANT, BARE)),
                Row::new("vision (cone of 45°, walls hide)", Figure::Range([10.0, 15.0], 0), gain(BARE_SEES, BARE)),
                Row::new("forces, post-processed", Figure::None, gain(ANT, OFF)).with("not separated in the paper"),
                Row::new("forces, without post-processing", Figure::None, gain(BARE, BARE_OFF))
                    .with("not separated in the paper"),
            ],
        },
        dead_reckoning(&boards, options.seed),
        bandwidth(&matches),
    ];
    if options.full {
        sections.push(panels(&matches[0], &boards, options.seed));
    } else {
        let reason = "curves without printed numbers; --full measures how much each parameter matters";
        let rows = vec![Row::missing("|R|, λ, ε, γ, C", Figure::Words("drawn".to_owned()), reason)];
        sections.push(Section { title: "Figure 9a-c, e, f: sensitivity".to_owned(), also: "", rows });
    }
    sections.push(worked_example()?);
    let source = if options.traces.is_empty() {
        format!("the embedded match of bots, every {}th frame; other matches as arguments", STRIDE[full])
    } else {
        format!("{} recorded matches, every {}th frame", matches.len(), STRIDE[full])
    };
    Ok(Paper { name: "antreckoning", title: "AntReckoning (2013): interest as pheromones", source, sections })
}

fn contenders(played: &Match, full: bool) -> Vec<Contender> {
    let bare = || Contender::paper(played, "bare").unprocessed();
    let mut sees = bare();
    (sees.profile.region.shape, sees.profile.region.walls_hide) = (CONE, true);
    let mut still = Contender::without_forces(played, "still").unprocessed();
    still.profile.model = Model::Still;
    let mut all = vec![
        Contender::paper(played, "ant"),
        Contender::without_forces(played, "forces off"),
        bare(),
        Contender::without_forces(played, "bare, forces off").unprocessed(),
        sees,
        still,
    ];
    if full {
        all.extend(panel_values(played).into_iter().flat_map(|(_, values)| values));
    }
    all
}

/// Figure 9 apart from its horizon: one parameter changed at a time around the paper's point.
fn panel_values(played: &Match) -> Vec<(&'static str, Vec<Contender>)> {
    let bare = || Contender::paper(played, "panel").unprocessed();
    let field = |change: &dyn Fn(&mut Field)| {
        let mut contender = bare();
        change(&mut contender.field);
        contender
    };
    let sized = |factor: f64| {
        let mut contender = bare();
        contender.profile.region.diameter *= factor;
        contender
    };
    let scaled = |lambda: f64| {
        let mut contender = bare();
        contender.profile.force_scale = lambda / 0.9;
        contender
    };
    vec![
        ("a: |R| 100 to 1000", vec![sized(0.2), sized(0.5), sized(2.0)]),
        ("b: λ 0.1 to 2", vec![scaled(0.1), scaled(0.5), scaled(2.0)]),
        ("c: ε 0.1 to 0.9", [0.1, 0.3, 0.9].map(|e| field(&|f| f.evaporation = e)).into()),
        ("e: γ 0.1 to 0.9", [0.1, 0.4, 0.9].map(|g| field(&|f| f.diffusion = g)).into()),
    ]
}

fn panels(played: &Match, boards: &[&Board], seed: u64) -> Section {
    let mut next = FIRST_PANEL;
    let mut rows = Vec::new();
    for (name, values) in panel_values(played) {
        let ratios: Vec<f64> = (next..next + values.len())
            .chain([BARE])
            .filter_map(|contender| ratio(boards, contender, DR2, FOUR_SECONDS, seed).map(|ratio| ratio.value))
            .collect();
        next += values.len();
        let [low, high] =
            [ratios.iter().copied().fold(f64::INFINITY, f64::min), ratios.iter().copied().fold(0.0, f64::max)];
        let published = Figure::Words("drawn, 0.56 at best".to_owned());
        rows.push(Row::new(name, published, Figure::Range([low, high], 4)));
    }
    let reason = "cells are those of the level here; the field is solved on them";
    rows.push(Row::missing("f: C 10 to 200", Figure::Words("drawn".to_owned()), reason));
    Section { title: "Figure 9a-c, e, f: error ÷ dr2 at 4 s over the range of a parameter".to_owned(), also: "", rows }
}

/// Second-order dead reckoning errs by 46 to 110 % of the distance covered.
fn dead_reckoning(boards: &[&Board], seed: u64) -> Section {
    let shares: Vec<f64> =
        (0..SLOTS).filter_map(|slot| ratio(boards, DR2, STILL, slot, seed).map(|ratio| 100.0 * ratio.value)).collect();
    let published = Figure::Range([46.0, 110.0], 0);
    Section {
        title: "Text: error of second-order dead reckoning, % of the distance covered, at 0.25, 0.5, 1, 2, 4 s"
            .to_owned(),
        also: "",
        rows: vec![Row::new("dr2", published, Figure::Numbers(shares, 0))],
    }
}

/// Figure 11: receivers run the same model on what was sent.
fn bandwidth(matches: &[Match]) -> Section {
    let counts = parallel::map(matches, |played| {
        let ant = Contender::without_forces(played, "ant").profile;
        let bare = Contender::without_forces(played, "bare").unprocessed().profile;
        let mut dr2 = bare.clone();
        dr2.model = Model::Dr2;
        sent_by(&played.trace, &[dr2, bare, ant], &THRESHOLDS)
    });
    let total = |model: usize, slot: usize| counts.iter().map(|sent| sent[model][slot]).sum::<usize>() as f64;
    let row = |(slot, threshold): (usize, &f64)| {
        let change = |model: usize| Figure::one(100.0 * (total(model, slot) / total(0, slot).max(1.0) - 1.0), 1);
        let published = if slot + 1 == THRESHOLDS.len() { Figure::Words("up to -32".to_owned()) } else { Figure::None };
        let remark = if published == Figure::None { "only drawn" } else { "\"at large thresholds\"" };
        Row::new(format!("{threshold} body widths"), published, change(1)).and(change(2)).with(remark)
    };
    Section {
        title:
            "Figure 11: updates against second-order dead reckoning, %; receivers know what was sent, hence no field"
                .to_owned(),
        also: "with the speed limit",
        rows: THRESHOLDS.iter().enumerate().map(row).collect(),
    }
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
