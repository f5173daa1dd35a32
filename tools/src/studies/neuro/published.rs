//! The paper's tables beside ours: banks of one's own, banks of others, horizons, costs.
use super::choice::{Grid, PAPER_WAY, fewest};
use super::fold::{Fold, folds};
use super::material::{Match, Policy, STEP};
use super::sections::{KEPT, built_in};
use super::sender::{Counts, neuro_errors, ruled, total};
use super::training::{PAPER, Trained, train_all};
use super::users::{Matrix, users};
use super::{fold_banks, paper as said};
use crate::papers::{Figure, Options, Paper, Row, Section};
use antreckon::predict::neuro::{Bank, Features, History};
use antreckon_cli::eval::THRESHOLDS;
use std::time::Instant;

/// Tables XI and XII at the thresholds nearest to ours: reduction of users 1 to 4 by banks of their own, percent.
const OWN: [[f64; 4]; THRESHOLDS.len()] = [
    [-12.2, -10.4, -8.2, -13.8],
    [-12.2, -10.4, -8.2, -13.8],
    [-10.6, -10.8, -18.8, -11.9],
    [-7.3, -10.2, -16.1, -8.1],
    [-6.9, -8.1, -11.0, -9.1],
];
/// The same in all.
const OWN_TOTAL: [f64; 4] = [-9.5, -10.2, -15.8, -10.7];
/// Exemplars per bank: quick and full.
const ROWS: [usize; 2] = [1500, 8000];
/// Runs of a bank whose time is taken.
const TIMED: u32 = 20_000;

pub(crate) fn paper(options: &Options) -> Result<Paper, String> {
    let (title, name) = ("Neuro-reckoning (2007): r² and update packets", "neuro");
    if options.traces.is_empty() {
        let fold = Fold::new("embedded match".to_owned(), vec![Match::of(crate::demo::recorded()?)]);
        let source = "the embedded match of bots, the last 60 %, by the bank that is part of the library, which was learned \
                      from people in other matches; banks of the same players need traces";
        return Ok(Paper { name, title, source: source.to_owned(), sections: embedded(&fold)? });
    }
    let rows = ROWS[usize::from(options.full)];
    let folds = folds(&options.traces)?;
    let own = own_banks(&folds, rows, options.seed)?;
    let grids = grids(&folds, &own)?;
    let mut sections = r2(&own);
    sections.push(packets(&folds, &grids));
    sections.push(errors(&folds, &own)?);
    sections.push(others(&folds, rows, options.seed)?);
    if options.full {
        sections.push(each_other(&folds, options.seed)?);
    }
    sections.push(horizons(&folds, &grids));
    sections.push(costs(&folds[0].matches[0], &own[0].bank)?);
    let matches: usize = folds.iter().map(|fold| fold.matches.len()).sum();
    let source = format!(
        "{matches} recorded matches; one bank each (short ones: together), learned from the first 40 %, counted in the rest"
    );
    Ok(Paper { name, title, source, sections })
}

/// What the bank that ships does on a match that it knows nothing of.
fn embedded(fold: &Fold) -> Result<Vec<Section>, String> {
    let (bank, one) = (Bank::built_in(), &fold.matches[0]);
    let r2 = fold.r2_of(&bank);
    let row = |horizon: usize| {
        let [x, y] = r2[horizon];
        let published = Figure::Range(said::R2[2][horizon], 2);
        Row::new(format!("horizon {}", horizon + 1), published, Figure::Range([x.min(y), x.max(y)], 2))
    };
    let mut sections = vec![Section {
        title: "Table V: r², least and greatest of users and components; ours on a match never seen".to_owned(),
        also: "",
        rows: (0..r2.len().min(10)).map(row).collect(),
    }];
    let ruled = ruled(&fold.matches, &[built_in(one, &bank, true)?]);
    let grid = Grid::of(fold, &bank)?;
    let better = fold.dr.better();
    let reds = |counts: &Counts| {
        let sums = total(counts);
        let mut reds: Vec<f64> = (0..THRESHOLDS.len()).map(|slot| reduction(sums[slot], better[slot])).collect();
        reds.push(reduction(sums.iter().sum(), fold.dr.better_of(0..counts.len())));
        reds
    };
    let (rules, literal) = (reds(&ruled), reds(grid.counts(PAPER_WAY)));
    let name = |slot: usize| format!("{} body widths; paper: at {}", THRESHOLDS[slot], said::NEAREST[slot]);
    let names = (0..THRESHOLDS.len()).map(name).chain(["in all".to_owned()]);
    let published = said::OTHERS.into_iter().chain([said::OTHERS_TOTAL]);
    let row = |((what, published), (rules, literal)): ((String, [f64; 2]), (&f64, &f64))| {
        Row::new(what, Figure::Range(published, 1), Figure::one(*rules, 1)).and(Figure::one(*literal, 1))
    };
    sections.push(Section {
        title: "Tables XIII to XVI: updates against the better dead reckoning, %, by a bank of others".to_owned(),
        also: "q 10, eq. 8",
        rows: names.zip(published).zip(rules.iter().zip(&literal)).map(row).collect(),
    });
    let range = Figure::Range(said::OTHERS_TOTAL, 1);
    let own = Figure::Numbers(OWN_TOTAL.to_vec(), 1);
    sections.push(Section {
        title: "Tables VII to XII, XIII to XVI: banks learned from the traces, in all, %".to_owned(),
        also: "",
        rows: vec![
            Row::missing("banks learned on other levels", range, "needs traces of two levels or more"),
            Row::missing("banks of users 1 to 4 themselves", own, "needs traces: 72 s of this match are too few"),
        ],
    });
    sections.push(horizons(std::slice::from_ref(fold), std::slice::from_ref(&grid)));
    sections.push(costs(one, &bank)?);
    Ok(sections)
}

/// Figure 7: errors of receivers at the same thresholds.
fn errors(folds: &[Fold], banks: &[Trained]) -> Result<Section, String> {
    let mut rows = Vec::new();
    for (fold, trained) in folds.iter().zip(banks) {
        let policies =
            fold.matches.iter().map(|one| PAPER_WAY.policy(one, &trained.bank)).collect::<Result<Vec<_>, _>>()?;
        let told: Vec<Vec<&Policy>> = policies.iter().map(|policy| vec![policy; THRESHOLDS.len()]).collect();
        let ours = neuro_errors(&fold.matches, &told);
        let [first, eq_3] = fold.dr.errors;
        let ratios = (0..THRESHOLDS.len()).map(|slot| ours[slot] / first[slot].min(eq_3[slot])).collect();
        rows.push(Row::new(fold.name.clone(), Figure::Words("below 1".to_owned()), Figure::Numbers(ratios, 2)));
    }
    Ok(Section {
        title: "Figure 7: mean squared error of receivers ÷ that of the better dead reckoning, at our thresholds"
            .to_owned(),
        also: "",
        rows,
    })
}

/// Tables XIII to XVI with a bank of each player on every other.
fn each_other(folds: &[Fold], seed: u64) -> Result<Section, String> {
    let users = users(folds, seed)?;
    let title =
        "Tables XIII to XVI: each player's bank on each other player, in all, %, weakest to strongest".to_owned();
    let published = Figure::Range(said::OTHERS_TOTAL, 1);
    let what = format!("{} players", users.len());
    let row = if users.len() < 2 {
        Row::missing(what, published, "needs two players in a match of some minutes")
    } else {
        Row::new(what, published, Figure::Range(Matrix::of(folds, &users)?.others(), 1))
    };
    Ok(Section { title, also: "", rows: vec![row] })
}

/// Per fold a bank learned from its own players before the scored part.
fn own_banks(folds: &[Fold], rows: usize, seed: u64) -> Result<Vec<Trained>, String> {
    let sets: Vec<_> = folds
        .iter()
        .map(|fold| {
            let mut all = fold
                .matches
                .iter()
                .flat_map(|one| (0..one.trace.players.len()).map(|player| PAPER.own_exemplars(one, player)));
            let mut set = all.next().ok_or("a match without players")?;
            all.for_each(|exemplars| set.extend(&exemplars));
            Ok(set.thinned(rows, seed))
        })
        .collect::<Result<_, &str>>()?;
    train_all(&sets, seed)
}

fn grids(folds: &[Fold], banks: &[Trained]) -> Result<Vec<Grid>, String> {
    folds.iter().zip(banks).map(|(fold, trained)| Grid::of(fold, &trained.bank)).collect()
}

/// Tables III to V.
fn r2(banks: &[Trained]) -> Vec<Section> {
    let titles = ["Table III: r², training part", "Table IV: r², validation part", "Table V: r², test part"];
    let section = |(part, title): (usize, &str)| {
        let row = |horizon: usize| {
            let all = || banks.iter().flat_map(|bank| bank.networks[horizon].r2[part].iter().copied().take(2));
            let ours = [all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max)];
            let published = Figure::Range(said::R2[part][horizon], 2);
            Row::new(format!("horizon {}", horizon + 1), published, Figure::Range(ours, 2))
        };
        Section { title: format!("{title}: least and greatest"), also: "", rows: (0..10).map(row).collect() }
    };
    titles.into_iter().enumerate().map(section).collect()
}

fn reduction(sent: usize, reference: usize) -> f64 {
    100.0 * (sent as f64 / reference.max(1) as f64 - 1.0)
}

/// Tables VII to XII.
fn packets(folds: &[Fold], grids: &[Grid]) -> Section {
    let mut rows = Vec::new();
    for (slot, threshold) in THRESHOLDS.iter().enumerate() {
        let ours = folds
            .iter()
            .zip(grids)
            .map(|(fold, grid)| reduction(total(grid.counts(PAPER_WAY))[slot], fold.dr.better()[slot]));
        let what = format!("{threshold} body widths; paper: at {}", said::NEAREST[slot]);
        rows.push(Row::new(what, Figure::Numbers(OWN[slot].to_vec(), 1), Figure::Numbers(ours.collect(), 1)));
    }
    let ours = folds.iter().zip(grids).map(|(fold, grid)| {
        let counts = grid.counts(PAPER_WAY);
        reduction(total(counts).iter().sum(), fold.dr.better_of(0..counts.len()))
    });
    rows.push(Row::new("in all", Figure::Numbers(OWN_TOTAL.to_vec(), 1), Figure::Numbers(ours.collect(), 1)));
    Section {
        title: "Tables VII to XII: updates against the better dead reckoning, %, q 10, users 1 to 4; ours per match"
            .to_owned(),
        also: "",
        rows,
    }
}

/// Tables XIII to XVI.
fn others(folds: &[Fold], rows: usize, seed: u64) -> Result<Section, String> {
    let title = "Tables XIII to XVI: the same with banks of others, %".to_owned();
    let published = Figure::Range(said::OTHERS_TOTAL, 1);
    let strangers = folds.iter().any(|fold| folds.iter().any(|other| !other.meets(fold)));
    if !strangers {
        let reason = "needs traces of two levels or more";
        return Ok(Section { title, also: "", rows: vec![Row::missing("in all", published, reason)] });
    }
    let banks = fold_banks(&[PAPER], &[], rows, seed, folds)?.remove(0);
    let grids = grids(folds, &banks)?;
    let Section { rows: ours, .. } = packets(folds, &grids);
    let published = said::OTHERS.into_iter().chain([said::OTHERS_TOTAL]);
    let rows = ours.into_iter().zip(published).map(|(row, span)| Row { published: Figure::Range(span, 1), ..row });
    Ok(Section { title: title + "; ours: other levels, too", also: "", rows: rows.collect() })
}

/// Table XVII.
fn horizons(folds: &[Fold], grids: &[Grid]) -> Section {
    let best: Vec<_> = folds.iter().zip(grids).map(|(fold, grid)| fewest(&[(grid, fold)], KEPT)).collect();
    let row = |(slot, threshold): (usize, &f64)| {
        let ours = Figure::counts(best.iter().map(|ways| ways[slot].networks));
        let what = format!("{threshold} body widths; paper: at {}", said::NEAREST[slot]);
        Row::new(what, Figure::Words(said::BEST_Q[slot].replace(',', "")), ours)
    };
    Section {
        title: "Table XVII: best q per threshold, users 1 to 4; ours per match".to_owned(),
        also: "",
        rows: THRESHOLDS.iter().enumerate().map(row).collect(),
    }
}

/// Tables II and VI, and the size of a bank.
fn costs(one: &Match, bank: &Bank) -> Result<Section, String> {
    let run = (0..one.trace.players.len()).flat_map(|player| one.runs(player)).find(|run| run.samples.len() > 10);
    let mut history = History::default();
    run.ok_or("nobody lives long enough")?.samples.iter().take(10).for_each(|sample| history.push(*sample, STEP));
    let begin = Instant::now();
    let mut sum = 0.0;
    for _ in 0..TIMED {
        if let Some(features) = Features::of(&history, bank.shape(), bank.axes(), STEP) {
            sum += bank.velocity_changes(&features).iter().map(|change| change.x).sum::<f32>();
        }
    }
    std::hint::black_box(sum);
    let micros = begin.elapsed().as_secs_f64() * 1e6 / f64::from(TIMED);
    let kilobytes = bank.to_bytes().len() as f64 / 1024.0;
    Ok(Section {
        title: "Table VI and text: cost of a bank of ten networks".to_owned(),
        also: "",
        rows: vec![
            Row::new("µs per run", Figure::Range([10.0, 11.0], 0), Figure::one(micros, 2))
                .with("a computer of 2005; ours as busy as it is now"),
            Row::new("KB per bank", Figure::one(12.0, 0), Figure::one(kilobytes, 1))
                .with("theirs f64, ours f32 in a file"),
        ],
    })
}
