//! Neuro-reckoning: r² and packet tables (III-XII, XVII).
mod choice;
mod material;
mod output;
mod sender;
mod tables;
mod training;

use antreckon::learn::neuro::Exemplars;
use antreckon::predict::neuro::{Axes, SentSpeed};
use antreckon_cli::eval::score::scored_from;
use antreckon_cli::eval::{THRESHOLDS, parallel};
use choice::{Grid, Way, fewest};
use clap::Args;
use material::{Match, STEP};
use sender::{Counts, DeadReckoning, neuro, total};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use tables::{head, mean_ratio, reduction, row, total_reduction, way_name};
use training::{PAPER, Targets, Trained, Variant, train_all};

/// What was tried beyond the paper, in the order of the table.
const TRIES: [Variant; 5] = [
    PAPER,
    Variant { name: "own axes", axes: Axes::Own, ..PAPER },
    Variant { name: "own axes, k 7, 32-16-2", axes: Axes::Own, delays: 7, hidden: 16, ..PAPER },
    Variant { name: "own axes, trained when sending", axes: Axes::Own, targets: Targets::WhenSending, ..PAPER },
    Variant { name: "own axes, targets by life of a line", axes: Axes::Own, targets: Targets::LifeOfALine, ..PAPER },
];
/// The paper's way to send.
const PAPER_WAY: Way = Way { networks: 10, speed: SentSpeed::Kept };
/// Players with fewer exemplars of their own train no bank.
const LEAST_ROWS: usize = 500;

/// Neuro-reckoning: r² and packet tables (III-XII, XVII).
#[derive(Debug, Args)]
pub(crate) struct NeuroArgs {
    /// Matches to score; each one by banks that never saw its map
    #[arg(value_name = "TRACE", required = true)]
    traces: Vec<PathBuf>,
    /// Further matches to learn from; what is no folder is left out
    #[arg(long, value_name = "DIR", num_args = 1..)]
    material: Vec<PathBuf>,
    /// Write bank files and every update below this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Put the tables into this document, between its marks
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Most exemplars per bank
    #[arg(long, default_value_t = 8000, value_parser = clap::value_parser!(u64).range(100..=1_000_000))]
    rows: u64,
    /// Seed of draws and first weights
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A match that is scored.
struct Scored {
    one: Match,
    dr: DeadReckoning,
}

pub(crate) fn run(args: &NeuroArgs) -> Result<(), String> {
    let scored = load(&args.traces, |one| Scored { dr: DeadReckoning::of(&one), one })?;
    let banks = fold_banks(args, &scored)?;
    let grids: Vec<Vec<Grid>> = banks
        .iter()
        .zip(TRIES)
        .filter(|(_, variant)| variant.targets != Targets::LifeOfALine)
        .map(|(banks, _)| scored.iter().zip(banks).map(|(s, t)| Grid::of(&s.one, &t.bank)).collect())
        .collect::<Result<_, _>>()?;
    let paper = &grids[0];
    let chosen: Vec<[Way; THRESHOLDS.len()]> =
        (0..scored.len()).map(|fold| elsewhere(&scored, paper, fold, &[SentSpeed::Kept, SentSpeed::Mean])).collect();

    let mut text = r2_section(&scored, &banks[0]);
    text += &packet_sections(&scored, paper, &chosen);
    text += &horizon_section(&scored, paper);
    text += &own_section(&scored, &chosen, args.seed)?;
    text += &tries_section(&scored, &banks, &grids);
    print!("{text}");
    if let Some(folder) = &args.out {
        for ((s, trained), ways) in scored.iter().zip(&banks[0]).zip(&chosen) {
            output::write(folder, &s.one, &trained.bank, ways)?;
        }
    }
    args.write.as_deref().map_or(Ok(()), |path| output::put_into(path, &text))
}

/// Loads matches on all cores; all must have the tick that the networks step by.
fn load<T: Send>(paths: &[PathBuf], make: impl Fn(Match) -> T + Sync) -> Result<Vec<T>, String> {
    let loaded = parallel::map(paths, |path| {
        let one = Match::load(path).map_err(|error| error.to_string())?;
        if (one.trace.tick() * 1e9 - STEP as f64).abs() > 1.0 {
            return Err(format!("{}: has {} frames per second, must have 20", path.display(), one.trace.meta.tick_hz));
        }
        Ok(make(one))
    });
    loaded.into_iter().collect()
}

/// Per variant and scored match a bank that never saw the map of that match.
fn fold_banks(args: &NeuroArgs, scored: &[Scored]) -> Result<Vec<Vec<Trained>>, String> {
    let folders: Vec<PathBuf> = args.material.iter().filter(|path| Path::is_dir(path)).cloned().collect();
    let rows = args.rows as usize;
    // Every match gives equally many rows, twice what is needed as folds leave some out and short matches have fewer.
    let share = 2 * rows / (folders.len() + scored.len()) + 1;
    let extract = |one: &Match| -> (String, Vec<Exemplars>) {
        (one.trace.meta.layout.clone(), TRIES.iter().map(|variant| variant.exemplars(one, share, args.seed)).collect())
    };
    let mut pool = load(&folders, |one| extract(&one))?;
    pool.extend(scored.iter().map(|s| extract(&s.one)));
    let mut sets = Vec::new();
    for variant in 0..TRIES.len() {
        for s in scored {
            let mut others = pool.iter().filter(|(layout, _)| *layout != s.one.trace.meta.layout);
            let (_, first) = others.next().ok_or("every match is on the same map, none is left to learn from")?;
            let mut set = first[variant].clone();
            others.for_each(|(_, exemplars)| set.extend(&exemplars[variant]));
            sets.push(set.thinned(rows, args.seed));
        }
    }
    let mut trained = train_all(&sets, args.seed)?.into_iter();
    Ok(TRIES.iter().map(|_| trained.by_ref().take(scored.len()).collect()).collect())
}

/// Ways to send that were best in the other matches; the paper's where there are none.
fn elsewhere(scored: &[Scored], grids: &[Grid], fold: usize, speeds: &[SentSpeed]) -> [Way; THRESHOLDS.len()] {
    let others: Vec<(&Grid, &DeadReckoning)> =
        grids.iter().zip(scored).enumerate().filter(|(i, _)| *i != fold).map(|(_, (grid, s))| (grid, &s.dr)).collect();
    if others.is_empty() { [PAPER_WAY; THRESHOLDS.len()] } else { fewest(&others, speeds) }
}

fn name(s: &Scored) -> &str {
    &s.one.trace.meta.name
}

fn r2_section(scored: &[Scored], trained: &[Trained]) -> String {
    let names: Vec<String> = scored.iter().map(|s| s.one.trace.meta.layout.clone()).collect();
    let unseen: Vec<_> = scored.iter().zip(trained).map(|(s, t)| s.one.r2_of(&t.bank)).collect();
    let trained: Vec<&Trained> = trained.iter().collect();
    format!("### r² per horizon and component\n\n{}", tables::r2_tables(&names, &trained, &unseen))
}

fn packet_sections(scored: &[Scored], grids: &[Grid], chosen: &[[Way; THRESHOLDS.len()]]) -> String {
    let mut text =
        "### Updates per player: banks of other players and maps, q 10, eq. 8 (tables VII to X)\n\n".to_owned();
    for (s, grid) in scored.iter().zip(grids) {
        let ids: Vec<u32> = s.one.trace.players.iter().map(|player| player.id).collect();
        let _ = write!(text, "**{}**\n\n{}", name(s), tables::player_table(&ids, &s.dr, grid.counts(PAPER_WAY)));
    }
    text += "### Updates in all (tables XI and XII)\n\n";
    for ((s, grid), ways) in scored.iter().zip(grids).zip(chosen) {
        let believed = 100.0 * grid.believed;
        let _ = write!(text, "**{}**, q 10, eq. 8 (the bank was believed {believed:.1} % of the time)\n\n", name(s));
        text += &tables::total_table(&s.dr, grid.counts(PAPER_WAY));
        let ways_text: Vec<String> = ways.iter().map(|way| way_name(*way)).collect();
        let _ = write!(text, "**{}**, q and speed chosen on the other matches: {}\n\n", name(s), ways_text.join(", "));
        text += &tables::total_table(&s.dr, &grid.mixed(ways));
    }
    text
}

/// Table XVII: the best horizon per threshold, afterwards as in the paper, and as chosen on the other matches.
fn horizon_section(scored: &[Scored], grids: &[Grid]) -> String {
    let mut text = "### The best horizon per threshold (table XVII), eq. 8\n\n".to_owned();
    let mut cells = vec!["body widths".to_owned()];
    for s in scored {
        cells.extend([format!("{}: best q", name(s)), "NR".into(), "% red".into(), "q from the others".into()]);
        cells.extend(["NR".to_owned(), "% red".to_owned()]);
    }
    text += &head(&cells);
    let kept = [SentSpeed::Kept];
    let ways: Vec<[[Way; THRESHOLDS.len()]; 2]> = (0..scored.len())
        .map(|fold| [fewest(&[(&grids[fold], &scored[fold].dr)], &kept), elsewhere(scored, grids, fold, &kept)])
        .collect();
    for (slot, threshold) in THRESHOLDS.iter().enumerate() {
        let mut cells = vec![threshold.to_string()];
        for (fold, s) in scored.iter().enumerate() {
            for ways in &ways[fold] {
                let sent = total(grids[fold].counts(ways[slot]))[slot];
                cells.extend([way_name(ways[slot]), sent.to_string(), reduction(sent, s.dr.better()[slot])]);
            }
        }
        text += &row(cells);
    }
    let mut cells = vec!["total".to_owned()];
    for (fold, s) in scored.iter().enumerate() {
        for ways in &ways[fold] {
            let counts = grids[fold].mixed(ways);
            cells.extend([
                String::new(),
                total(&counts).iter().sum::<usize>().to_string(),
                total_reduction(&s.dr, &counts),
            ]);
        }
    }
    text + &row(cells) + "\n"
}

/// The paper's own case: each player has a bank of its own, trained on the part of the match before the scored one.
fn own_section(scored: &[Scored], chosen: &[[Way; THRESHOLDS.len()]], seed: u64) -> Result<String, String> {
    let mut text =
        "### Banks of one's own: trained on the same player in the first 40 % of the same match\n\n".to_owned();
    let cells = [
        "match",
        "player",
        "exemplars",
        "r² (test) at 1",
        "at 10",
        "NR, q 10",
        "% red",
        "NR, q and speed as above",
        "% red",
    ];
    text += &head(&cells.map(str::to_owned));
    for (s, ways) in scored.iter().zip(chosen) {
        let players: Vec<usize> = (0..s.one.trace.players.len()).collect();
        let sets: Vec<Exemplars> = players.iter().map(|&player| PAPER.own_exemplars(&s.one, player)).collect();
        let able: Vec<usize> = players.into_iter().filter(|&player| sets[player].rows() >= LEAST_ROWS).collect();
        let trained = train_all(&able.iter().map(|&player| sets[player].clone()).collect::<Vec<_>>(), seed)?;
        let (mut all, mut sums) = (Vec::new(), [0; 2]);
        for (&player, trained) in able.iter().zip(&trained) {
            let q10 = own_counts(s, trained, player, &[PAPER_WAY; THRESHOLDS.len()])?;
            let mixed = own_counts(s, trained, player, ways)?;
            let better: [usize; 2] = [&s.dr.first, &s.dr.second].map(|counts| counts[player].iter().sum());
            let better = better[0].min(better[1]);
            let r2 = |i: usize| trained.networks[i].r2[2].iter().sum::<f64>() / 2.0;
            text += &row([
                name(s).to_owned(),
                s.one.trace.players[player].id.to_string(),
                sets[player].rows().to_string(),
                format!("{:.2}", r2(0)),
                format!("{:.2}", r2(9)),
                q10.to_string(),
                reduction(q10, better),
                mixed.to_string(),
                reduction(mixed, better),
            ]);
            all.push(better);
            sums = [sums[0] + q10, sums[1] + mixed];
        }
        let better = all.iter().sum();
        let mut cells = vec![name(s).to_owned(), "all".to_owned()];
        cells.extend(["", "", ""].map(str::to_owned));
        cells.extend(sums.iter().flat_map(|&sum| [sum.to_string(), reduction(sum, better)]));
        text += &row(cells);
    }
    Ok(text + "\n")
}

/// Updates of one player at all thresholds together, by a bank of its own.
fn own_counts(s: &Scored, trained: &Trained, player: usize, ways: &[Way; THRESHOLDS.len()]) -> Result<usize, String> {
    let start = scored_from(&s.one.trace);
    let mut sum = 0;
    for (way, threshold) in ways.iter().zip(THRESHOLDS) {
        let bank = trained.bank.shortened(way.networks).map_err(|error| error.message)?.sending(way.speed);
        let policy = s.one.plugin(&bank)?;
        sum += output::sent(&s.one, &policy, player, threshold).iter().filter(|(k, _)| *k >= start).count();
    }
    Ok(sum)
}

/// Every try: reduction in all and mean ratio to the best dead reckoning, per match.
fn tries_section(scored: &[Scored], banks: &[Vec<Trained>], grids: &[Vec<Grid>]) -> String {
    let mut text = "### What was tried\n\n".to_owned();
    let mut cells = vec!["bank".to_owned(), "sent".to_owned()];
    cells.extend(scored.iter().flat_map(|s| [format!("{}: % red in all", name(s)), "÷ best dr".to_owned()]));
    text += &head(&cells);
    let mut line = |variant: &Variant, sent: &str, counts: &dyn Fn(usize) -> Counts| {
        let mut cells = vec![variant.name.to_owned(), sent.to_owned()];
        for (fold, s) in scored.iter().enumerate() {
            let counts = counts(fold);
            cells.extend([total_reduction(&s.dr, &counts), format!("{:.3}", mean_ratio(&s.dr, &counts))]);
        }
        text += &row(cells);
    };
    let (kept, mean) = (SentSpeed::Kept, SentSpeed::Mean);
    for ((variant, banks), i) in TRIES.iter().zip(banks).zip(0..) {
        if variant.targets == Targets::LifeOfALine {
            line(variant, "v + output", &|fold| life_counts(&scored[fold], &banks[fold]));
            continue;
        }
        let grids = &grids[i];
        line(variant, "eq. 8, q 10", &|fold| grids[fold].counts(PAPER_WAY).clone());
        let chosen = |speeds: &'static [SentSpeed]| {
            move |fold: usize| grids[fold].mixed(&elsewhere(scored, grids, fold, speeds))
        };
        line(variant, "eq. 8, q from the others", &chosen(&[SentSpeed::Kept]));
        line(variant, "mean velocity, q from the others", &chosen(&[SentSpeed::Mean]));
        line(variant, "either, from the others", &chosen(&[SentSpeed::Kept, SentSpeed::Mean]));
        let best = |fold: usize| grids[fold].mixed(&fewest(&[(&grids[fold], &scored[fold].dr)], &[kept, mean]));
        line(variant, "either, best afterwards (not achievable)", &best);
    }
    text + "\n"
}

/// Updates by a bank with one network per threshold.
fn life_counts(s: &Scored, trained: &Trained) -> Counts {
    let per_threshold: Vec<Counts> =
        s.one.per_threshold(&trained.bank).iter().map(|policy| neuro(&s.one, policy)).collect();
    let players = s.one.trace.players.len();
    (0..players).map(|player| std::array::from_fn(|slot| per_threshold[slot][player][slot])).collect()
}
