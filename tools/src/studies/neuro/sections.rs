//! The sections of the report.
use super::choice::{Grid, PAPER_WAY, Way, Ways, elsewhere, fewest};
use super::fold::Fold;
use super::material::{Match, Policy};
use super::sender::{Counts, neuro, neuro_errors, ruled, total};
use super::tables::{head, mean_ratio, reduction, row, span, total_reduction, way_name};
use super::training::{TRIES, Targets, Trained};
use super::users::User;
use super::{paper, tables};
use antreckon::predict::neuro::{Bank, SentSpeed};
use antreckon_cli::eval::THRESHOLDS;
use std::fmt::Write as _;

pub(super) const KEPT: &[SentSpeed] = &[SentSpeed::Kept];
pub(super) const EITHER: &[SentSpeed] = &[SentSpeed::Kept, SentSpeed::Mean];
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

/// Receivers' errors: first order, eq. 3, and neuro-reckoning as in the paper and as chosen elsewhere.
pub(super) fn errors(folds: &[Fold], trained: &[Trained], chosen: &[Ways]) -> Result<String, String> {
    let mut rows = Vec::new();
    for ((fold, trained), ways) in folds.iter().zip(trained).zip(chosen) {
        let by = |ways: &Ways| -> Result<[f64; THRESHOLDS.len()], String> {
            let policies =
                fold.matches.iter().map(|one| per_slot(one, &trained.bank, ways)).collect::<Result<Vec<_>, _>>()?;
            let told: Vec<Vec<&Policy>> = policies.iter().map(|policies| policies.iter().collect()).collect();
            Ok(neuro_errors(&fold.matches, &told))
        };
        let [first, eq_3] = fold.dr.errors;
        rows.push([first, eq_3, by(&[PAPER_WAY; THRESHOLDS.len()])?, by(ways)?]);
    }
    let names: Vec<String> = folds.iter().map(|fold| fold.name.clone()).collect();
    let title = "### Mean squared error of receivers, square body widths (figure 7)\n\n".to_owned();
    Ok(title + &tables::error_table(&names, &rows))
}

/// What is sent of a match at each threshold, each in its own way.
fn per_slot(one: &Match, bank: &Bank, ways: &Ways) -> Result<Vec<Policy>, String> {
    let mut known: Vec<(Way, Policy)> = Vec::new();
    for way in ways {
        if !known.iter().any(|(other, _)| other == way) {
            known.push((*way, way.policy(one, bank)?));
        }
    }
    let of = |way: &Way| known.iter().find(|(other, _)| other == way).map(|(_, policy)| policy.clone());
    Ok(ways.iter().filter_map(of).collect())
}

/// The bank that ships, by its own rules: no match of the folds was learned from, nor any on the same map.
pub(super) fn shipped(folds: &[Fold]) -> Result<String, String> {
    let bank = Bank::built_in();
    let mut text = "### The bank that is part of the library, what is sent by its own rules\n\n".to_owned();
    let cells = "match, NR, % red, ÷ best dr, never falling back: NR, % red, paper: banks of others";
    text += &head(&cells.split(", ").map(str::to_owned).collect::<Vec<_>>());
    for fold in folds {
        let by = |fallback: bool| -> Result<Counts, String> {
            let policies =
                fold.matches.iter().map(|one| built_in(one, &bank, fallback)).collect::<Result<Vec<_>, _>>()?;
            Ok(ruled(&fold.matches, &policies))
        };
        let (careful, published) = (by(true)?, by(false)?);
        let sum = |counts: &Counts| total(counts).iter().sum::<usize>().to_string();
        text += &row([
            fold.name.clone(),
            sum(&careful),
            total_reduction(&fold.dr, &careful),
            format!("{:.3}", mean_ratio(&fold.dr, &careful)),
            sum(&published),
            total_reduction(&fold.dr, &published),
            span(paper::OTHERS_TOTAL),
        ]);
    }
    Ok(text + "\n")
}

/// What an owner with this bank sends at each threshold, by the bank's rules.
pub(super) fn built_in(one: &Match, bank: &Bank, fallback: bool) -> Result<Vec<Policy>, String> {
    let width = one.trace.meta.body_width * one.trace.meta.metres_per_unit;
    one.plugin(bank, &THRESHOLDS.map(|threshold| threshold * width), fallback)
}

/// The paper's own case: each player has a bank of its own, trained on the part of the match before the scored one.
pub(super) fn own(folds: &[Fold], users: &[User], chosen: &[Ways]) -> Result<String, String> {
    let mut text =
        "### Banks of one's own: trained on the same player in the first 40 % of the same match\n\n".to_owned();
    let cells = "match, player, exemplars, r² (test) at 1, at 10, NR (q 10), % red, NR (chosen), % red, paper";
    text += &head(&cells.split(", ").map(str::to_owned).collect::<Vec<_>>());
    for (place, (fold, ways)) in folds.iter().zip(chosen).enumerate() {
        let Some(one) = fold.alone() else { continue };
        let mut sums = [0; 3];
        for user in users.iter().filter(|user| user.fold == place) {
            let better = fold.dr.better_of(std::iter::once(user.player));
            let q10 = own_count(one, user, &[PAPER_WAY; THRESHOLDS.len()])?;
            let mixed = own_count(one, user, ways)?;
            sums = [sums[0] + better, sums[1] + q10, sums[2] + mixed];
            let first = [fold.name.clone(), one.trace.players[user.player].id.to_string(), user.rows.to_string()];
            let r2 = user.r2.map(|r2| format!("{r2:.2}"));
            text += &row(first.into_iter().chain(r2).chain(own_cells([better, q10, mixed])));
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
fn own_count(one: &Match, user: &User, ways: &Ways) -> Result<usize, String> {
    let counts = ruled(std::slice::from_ref(one), &[per_slot(one, &user.bank, ways)?]);
    Ok(counts[user.player].iter().sum())
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
