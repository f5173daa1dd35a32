//! The sections of the report.
use super::choice::{Grid, PAPER_WAY, Way, Ways, elsewhere, fewest};
use super::fold::Fold;
use super::material::Match;
use super::sender::{Counts, neuro, total};
use super::tables::{head, mean_ratio, reduction, row, span, total_reduction, way_name};
use super::training::{PAPER, TRIES, Targets, Trained, train_all};
use super::{output, paper, tables};
use antreckon::learn::neuro::Exemplars;
use antreckon::predict::neuro::SentSpeed;
use antreckon_cli::eval::THRESHOLDS;
use antreckon_cli::eval::score::scored_from;
use std::fmt::Write as _;

pub(super) const KEPT: &[SentSpeed] = &[SentSpeed::Kept];
pub(super) const EITHER: &[SentSpeed] = &[SentSpeed::Kept, SentSpeed::Mean];
/// Players with fewer exemplars of their own train no bank.
const LEAST_ROWS: usize = 500;

/// Tables III to V, and the same for maps that training never saw.
pub(super) fn r2(folds: &[Fold], trained: &[Trained]) -> String {
    let names: Vec<String> = folds.iter().map(|fold| fold.name.clone()).collect();
    let mut text = "### r² per horizon and component\n\n".to_owned();
    let titles = ["Table III: training part", "Table IV: validation part", "Table V: test part"];
    for (part, title) in titles.into_iter().enumerate() {
        let of_bank = |bank: &Trained| bank.networks.iter().map(|net| [net.r2[part][0], net.r2[part][1]]).collect();
        let values: Vec<Vec<[f64; 2]>> = trained.iter().map(of_bank).collect();
        let columns: Vec<String> = names
            .iter()
            .zip(trained)
            .map(|(name, bank)| format!("without {name} ({})", bank.networks[0].rows[part]))
            .collect();
        text += &tables::r2_table(title, &columns, &values, &paper::R2[part]);
    }
    let unseen: Vec<_> = folds.iter().zip(trained).map(|(fold, bank)| fold.r2_of(&bank.bank)).collect();
    text + &tables::r2_table("Maps that training never saw, scored part", &names, &unseen, &paper::R2[2])
}

/// Tables VII to XII.
pub(super) fn packets(folds: &[Fold], grids: &[Grid], chosen: &[Ways]) -> String {
    let mut text = "### Updates per player: q 10, eq. 8 (tables VII to X)\n\n".to_owned();
    for (fold, grid) in folds.iter().zip(grids) {
        let Some(one) = fold.alone() else { continue };
        let ids: Vec<u32> = one.trace.players.iter().map(|player| player.id).collect();
        let _ = write!(text, "**{}**\n\n", fold.name);
        text += &tables::player_tables(&ids, &fold.dr, grid.counts(PAPER_WAY));
    }
    text += "### Updates in all (tables XI and XII)\n\n";
    for ((fold, grid), ways) in folds.iter().zip(grids).zip(chosen) {
        let believed = 100.0 * grid.believed;
        let ways_text: Vec<String> = ways.iter().map(|way| way_name(*way)).collect();
        let _ = write!(
            text,
            "**{}**, believed {believed:.1} % of the time; chosen q: {}\n\n",
            fold.name,
            ways_text.join(", ")
        );
        text += &tables::total_table(&fold.dr, grid.counts(PAPER_WAY), &grid.mixed(ways));
    }
    text
}

/// Table XVII: the best horizon per threshold, afterwards as in the paper, and as chosen on other maps.
pub(super) fn horizons(folds: &[Fold], grids: &[Grid]) -> String {
    let mut text = "### The best horizon per threshold (table XVII), eq. 8\n\n".to_owned();
    let mut cells = vec!["body widths".to_owned()];
    for fold in folds {
        cells.extend([format!("{}: best q", fold.name), "% red".into(), "chosen q".into(), "% red".into()]);
    }
    cells.push("paper: best q of users 1 to 4".to_owned());
    text += &head(&cells);
    let ways: Vec<[Ways; 2]> = (0..folds.len())
        .map(|fold| [fewest(&[(&grids[fold], &folds[fold])], KEPT), elsewhere(folds, grids, fold, KEPT)])
        .collect();
    for (slot, threshold) in THRESHOLDS.iter().enumerate() {
        let mut cells = vec![threshold.to_string()];
        for ((fold, grid), ways) in folds.iter().zip(grids).zip(&ways) {
            let cell = |way: Way| {
                let sent = total(grid.counts(way))[slot];
                [way_name(way), reduction(sent, fold.dr.better()[slot])]
            };
            cells.extend(ways.iter().flat_map(|ways| cell(ways[slot])));
        }
        cells.push(format!("{} (at {})", paper::BEST_Q[slot], paper::NEAREST[slot]));
        text += &row(cells);
    }
    let mut cells = vec!["total".to_owned()];
    for ((fold, grid), ways) in folds.iter().zip(grids).zip(&ways) {
        cells.extend(ways.iter().flat_map(|ways| [String::new(), total_reduction(&fold.dr, &grid.mixed(ways))]));
    }
    cells.push(String::new());
    text + &row(cells) + "\n"
}

/// The paper's own case: each player has a bank of its own, trained on the part of the match before the scored one.
pub(super) fn own(folds: &[Fold], chosen: &[Ways], seed: u64) -> Result<String, String> {
    let mut text =
        "### Banks of one's own: trained on the same player in the first 40 % of the same match\n\n".to_owned();
    let cells = "match, player, exemplars, r² (test) at 1, at 10, NR (q 10), % red, NR (chosen), % red, paper";
    text += &head(&cells.split(", ").map(str::to_owned).collect::<Vec<_>>());
    for (fold, ways) in folds.iter().zip(chosen) {
        let Some(one) = fold.alone() else { continue };
        let sets: Vec<Exemplars> =
            (0..one.trace.players.len()).map(|player| PAPER.own_exemplars(one, player)).collect();
        let able: Vec<usize> = (0..sets.len()).filter(|&player| sets[player].rows() >= LEAST_ROWS).collect();
        let trained = train_all(&able.iter().map(|&player| sets[player].clone()).collect::<Vec<_>>(), seed)?;
        let mut sums = [0; 3];
        for (&player, bank) in able.iter().zip(&trained) {
            let orders: [usize; 2] = [&fold.dr.first, &fold.dr.second].map(|counts| counts[player].iter().sum());
            let better = orders[0].min(orders[1]);
            let q10 = own_count(one, bank, player, &[PAPER_WAY; THRESHOLDS.len()])?;
            let mixed = own_count(one, bank, player, ways)?;
            sums = [sums[0] + better, sums[1] + q10, sums[2] + mixed];
            let r2 = |i: usize| format!("{:.2}", bank.networks[i].r2[2].iter().sum::<f64>() / 2.0);
            let first = [fold.name.clone(), one.trace.players[player].id.to_string(), sets[player].rows().to_string()];
            text += &row(first.into_iter().chain([r2(0), r2(9)]).chain(own_cells([better, q10, mixed])));
        }
        let first = [fold.name.as_str(), "all", "", "", ""].map(str::to_owned);
        text += &row(first.into_iter().chain(own_cells(sums)));
    }
    Ok(text + "\n")
}

fn own_cells([better, q10, mixed]: [usize; 3]) -> [String; 5] {
    [q10.to_string(), reduction(q10, better), mixed.to_string(), reduction(mixed, better), span(paper::OWN_TOTAL)]
}

/// Updates of one player at all thresholds together, by a bank of its own.
fn own_count(one: &Match, trained: &Trained, player: usize, ways: &Ways) -> Result<usize, String> {
    let start = scored_from(&one.trace);
    let mut sum = 0;
    for (way, threshold) in ways.iter().zip(THRESHOLDS) {
        let bank = trained.bank.shortened(way.networks).map_err(|error| error.to_string())?.sending(way.speed);
        let policy = one.plugin(&bank)?;
        sum += output::sent(one, &policy, player, threshold).iter().filter(|(k, _)| *k >= start).count();
    }
    Ok(sum)
}

/// Every try: reduction in all and mean ratio to the best dead reckoning, per fold.
pub(super) fn tries(folds: &[Fold], banks: &[Vec<Trained>], grids: &[Vec<Grid>]) -> String {
    let mut text = "### What was tried\n\n".to_owned();
    let mut cells = vec!["bank".to_owned(), "sent".to_owned()];
    cells.extend(folds.iter().flat_map(|fold| [format!("{}: % red in all", fold.name), "÷ best dr".to_owned()]));
    cells.push("paper: % red".to_owned());
    text += &head(&cells);
    let mut line = |name: &str, sent: &str, counts: &dyn Fn(usize) -> Counts| {
        let mut cells = vec![name.to_owned(), sent.to_owned()];
        for (i, fold) in folds.iter().enumerate() {
            let counts = counts(i);
            cells.extend([total_reduction(&fold.dr, &counts), format!("{:.3}", mean_ratio(&fold.dr, &counts))]);
        }
        cells.push(span(paper::OTHERS_TOTAL));
        text += &row(cells);
    };
    for (i, variant) in TRIES.iter().enumerate() {
        if variant.targets == Targets::LifeOfALine {
            line(variant.name, "v + output", &|fold| life_counts(&folds[fold], &banks[i][fold]));
            continue;
        }
        let grids = &grids[i];
        line(variant.name, "eq. 8, q 10", &|fold| grids[fold].counts(PAPER_WAY).clone());
        let chosen =
            |speeds: &'static [SentSpeed]| move |fold: usize| grids[fold].mixed(&elsewhere(folds, grids, fold, speeds));
        line(variant.name, "eq. 8, chosen q", &chosen(KEPT));
        line(variant.name, "mean velocity, chosen q", &chosen(&[SentSpeed::Mean]));
        line(variant.name, "either, chosen", &chosen(EITHER));
    }
    text + "\n"
}

/// Updates by a bank with one network per threshold.
fn life_counts(fold: &Fold, trained: &Trained) -> Counts {
    let mut counts = Counts::new();
    for one in &fold.matches {
        let of_network: Vec<Counts> = one
            .per_threshold(&trained.bank)
            .into_iter()
            .map(|policy| neuro(std::slice::from_ref(one), &[policy]))
            .collect();
        let players = one.trace.players.len();
        counts.extend((0..players).map(|player| std::array::from_fn(|slot| of_network[slot][player][slot])));
    }
    counts
}
