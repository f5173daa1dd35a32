//! Everything at once: the numbers of kinematics, field, law and wishes, searched together with the tuner's search, with
//! forces and without, and measured on maps that the search did not see.
use super::board::{Board, Table, ratio};
use super::forces::{CONE, Cases, members, run};
use super::matches::{Match, SLOTS};
use super::rig::{Contender, EVALUATED, Field, Taste};
use antreckon::learn::search::Search;
use antreckon::pheromone::RegionShape;
use antreckon_cli::eval::parallel;

/// Deviation of the first generation in the box of all numbers.
const SPREAD: f64 = 0.25;
/// Frames between the cases that the search sees.
const SEARCH_STRIDE: usize = 40;
/// Frames between the cases that are scored.
const SCORE_STRIDE: usize = 10;

/// Numbers searched with forces: of the kinematics first.
const NUMBERS: usize = 12;
/// Of the kinematics alone.
const PLAIN: usize = 3;

/// A place in the box as a contender.
fn contender(played: &Match, point: &[f64]) -> Contender {
    let part = |i: usize| point[i].clamp(0.0, 1.0);
    let linear = |i: usize, low: f64, high: f64| low + part(i) * (high - low);
    let log = |i: usize, low: f64, high: f64| low * (high / low).powf(part(i));
    Contender::paper(played).with(|c| {
        c.profile.alpha = linear(0, 0.0, 1.0);
        c.profile.alpha_v = linear(1, 0.05, 1.0);
        c.profile.alpha_a = linear(2, 0.0, 1.0);
        if point.len() == PLAIN {
            c.profile.force_scale = 0.0;
            return;
        }
        c.field = Field {
            evaporation: linear(3, 0.1, 0.98) as f32,
            diffusion: linear(4, 0.0, 1.0) as f32,
            players: linear(5, -2.0, 2.0) as f32,
            ..EVALUATED
        };
        c.profile.law.k = linear(6, 0.0, 3.99) as u32;
        // What a cell 150 units away pulls with does not depend on the exponent.
        let scale = log(7, 0.1, 1e4) / 150.0_f64.powi(2 - c.profile.law.k as i32);
        c.profile.force_scale = if part(8) < 0.5 { -scale } else { scale };
        c.profile.region.diameter *= log(9, 0.2, 4.0);
        (c.profile.region.shape, c.profile.region.walls_hide) =
            if part(10) < 0.5 { (RegionShape::Square, false) } else { (CONE, true) };
        c.taste = match (part(11) * 4.0) as usize {
            0 => Taste::Need,
            1 => Taste::Alike,
            2 => Taste::Spots,
            _ => Taste::Nothing,
        };
    })
}

/// Where a search begins: the paper's numbers.
fn start(numbers: usize) -> Vec<f64> {
    let paper = [0.5, 0.79, 0.8, 0.45, 0.7, 0.25, 0.55, 0.2, 0.75, 0.54, 0.25, 0.1];
    paper[..numbers].to_vec()
}

/// The best point found on some matches, as mean error over all horizons ÷ that of the start.
fn search(matches: &[Match], seen: &[usize], numbers: usize, budget: usize, seed: u64) -> Vec<f64> {
    let mut search = Search::new(&start(numbers), SPREAD, seed);
    let mut spent = 0;
    let reference = errors(matches, seen, &[start(numbers)]);
    while spent == 0 || spent + search.ask().len() <= budget {
        let points = search.ask().to_vec();
        let tables = errors(matches, seen, &points);
        let value = |point: usize| {
            let ratios = tables.iter().zip(&reference).flat_map(|(of, start)| {
                of[point].iter().zip(&start[0]).map(|(error, start)| error / start).collect::<Vec<_>>()
            });
            let ratios: Vec<f64> = ratios.filter(|ratio| ratio.is_finite()).collect();
            ratios.iter().sum::<f64>() / ratios.len().max(1) as f64
        };
        let values: Vec<f64> = (0..points.len()).map(value).collect();
        spent += values.len();
        search.tell(&values);
    }
    search.best().map_or_else(|| start(numbers), |(point, _)| point.to_vec())
}

/// Per match, point and horizon the mean error.
fn errors(matches: &[Match], seen: &[usize], points: &[Vec<f64>]) -> Vec<Vec<[f64; SLOTS]>> {
    parallel::map(seen, |&i| {
        let contenders: Vec<Contender> = points.iter().map(|point| contender(&matches[i], point)).collect();
        let board = run(&matches[i], &contenders, SEARCH_STRIDE, Cases::All);
        (0..points.len()).map(|point| std::array::from_fn(|slot| board.mean(point, slot))).collect()
    })
}

/// Tunes on the other maps of each game and scores on what was held out.
pub(super) fn report(matches: &[Match], families: &[&str], budget: usize, seed: u64) -> String {
    let mut out = String::new();
    for family in families {
        let of_game: Vec<usize> = members(matches, family).collect();
        let (scored, seen): (Vec<usize>, Vec<usize>) =
            of_game.iter().enumerate().fold((Vec::new(), Vec::new()), |(mut scored, mut seen), (at, &i)| {
                if at % 2 == 0 {
                    seen.push(i)
                } else {
                    scored.push(i)
                }
                (scored, seen)
            });
        if scored.is_empty() || seen.is_empty() {
            continue;
        }
        let tuned = [NUMBERS, PLAIN].map(|numbers| search(matches, &seen, numbers, budget, seed));
        let boards = parallel::map(&scored, |&i| {
            let points = [&tuned[0], &tuned[1], &start(NUMBERS), &start(PLAIN)];
            let contenders: Vec<Contender> = points.iter().map(|point| contender(&matches[i], point)).collect();
            run(&matches[i], &contenders, SCORE_STRIDE, Cases::All)
        });
        let boards: Vec<&Board> = boards.iter().collect();
        let title = format!(
            "Joint tuning, {family}: {budget} evaluations each on {} matches, scored on {} others",
            seen.len(),
            scored.len()
        );
        let mut table = Table::by_horizon(&title, "what");
        let mut row = |name: &str, over: usize, under: usize| {
            table.row(name, (0..SLOTS).map(|slot| ratio(&boards, over, under, slot, seed)));
        };
        row("tuned with forces ÷ tuned without", 0, 1);
        row("tuned with forces ÷ the paper's numbers", 0, 2);
        row("tuned without ÷ the paper's numbers without", 1, 3);
        out += &table.text();
        let found = contender(&matches[scored[0]], &tuned[0]);
        out += &format!(
            "\nFound: α {:.2}, α_v {:.2}, α_a {:.2}, ε {:.2}, γ {:.2}, players {:.2}, k {}, scale {:.3}, |R| × {:.2}, {}, {:?}. \
             Without forces: α {:.2}, α_v {:.2}, α_a {:.2}.\n",
            found.profile.alpha,
            found.profile.alpha_v,
            found.profile.alpha_a,
            found.field.evaporation,
            found.field.diffusion,
            found.field.players,
            found.profile.law.k,
            found.profile.force_scale,
            found.profile.region.diameter / Contender::paper(&matches[scored[0]]).profile.region.diameter,
            if found.profile.region.walls_hide { "cone, walls hide" } else { "square" },
            found.taste,
            contender(&matches[scored[0]], &tuned[1]).profile.alpha,
            contender(&matches[scored[0]], &tuned[1]).profile.alpha_v,
            contender(&matches[scored[0]], &tuned[1]).profile.alpha_a,
        );
    }
    out
}
