//! The tables of the study.
use super::court::{RULES, Verdict};
use super::stream::Cheat;
use super::{Outcome, PACES};
use antreckon::net::plausibility::{ALARM, Rule};
use std::fmt::Write as _;

/// Who is there for less is not expected to be found, seconds.
const ENOUGH: f64 = 60.0;
const PACE_NAMES: [&str; PACES] = ["10 Hz", "on threshold"];

pub(super) fn tables(outcomes: &[Outcome], cheats: &[Cheat]) -> String {
    let mut text = honest(outcomes);
    if cheats.len() > 1 {
        text.push_str(&found(outcomes, &cheats[1..]));
        text.push_str(&others(outcomes));
    }
    text
}

/// Verdicts of all players of some matches.
fn of<'a>(outcomes: impl Iterator<Item = &'a Outcome>, pace: usize, cheat: Cheat) -> Vec<Verdict> {
    let kept = outcomes.flat_map(|outcome| &outcome.verdicts).filter(|(p, c, _)| (*p, *c) == (pace, cheat));
    kept.flat_map(|(_, _, verdicts)| verdicts).copied().collect()
}

fn honest(outcomes: &[Outcome]) -> String {
    let mut games: Vec<&str> = outcomes.iter().map(|outcome| outcome.game.as_str()).collect();
    games.sort_unstable();
    games.dedup();
    let mut text = format!(
        "Honest players: updates flagged, by rule, and players whose score was ever above {ALARM}.\n\n\
         | game | sender | matches | updates | flagged | of these | players | suspects | highest score |\n\
         |---|---|---|---|---|---|---|---|---|\n"
    );
    for game in games {
        let matches = || outcomes.iter().filter(|outcome| outcome.game == game);
        for (pace, name) in PACE_NAMES.iter().enumerate() {
            let all = of(matches(), pace, Cheat::Honest);
            let (judged, flagged) = all.iter().fold((0, 0), |(j, f), v| (j + v.judged, f + v.flagged));
            let broken = (0..RULES).map(|rule| all.iter().map(|v| v.broken[rule]).sum());
            let suspects = all.iter().filter(|v| v.highest > ALARM).count();
            let highest = all.iter().map(|v| v.highest).fold(0.0, f64::max);
            let _ = writeln!(
                text,
                "| {game} | {name} | {} | {judged} | {:.3} % | {} | {} | {suspects} | {highest:.2} |",
                matches().count(),
                100.0 * flagged as f64 / judged.max(1) as f64,
                rules(broken),
                all.iter().filter(|v| v.judged > 0).count(),
            );
        }
    }
    text
}

/// Counts by rule, largest first.
fn rules(counts: impl Iterator<Item = u64>) -> String {
    let mut counts: Vec<(Rule, u64)> = Rule::ALL.into_iter().zip(counts).filter(|(_, n)| *n > 0).collect();
    counts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    counts.iter().map(|(rule, n)| format!("{rule:?} {n}")).collect::<Vec<_>>().join(", ")
}

fn name(cheat: Cheat) -> String {
    match cheat {
        Cheat::Honest => "none".to_owned(),
        Cheat::Speed(factor) => format!("speed × {factor}"),
        Cheat::Clock(factor) => format!("speed and time stamps × {factor}"),
        Cheat::Blink => "5 m aside for 0.5 s of every 10 s".to_owned(),
        Cheat::BackDate => "every 20th update dated back by 0.3 s".to_owned(),
        Cheat::LagSwitch => "silent for 1 s of every 5 s, no number missing".to_owned(),
        Cheat::QuietUnderAim => "silent for 0.6 s when aimed at, numbers missing".to_owned(),
    }
}

/// "found of all, median and 90 % of the seconds it took".
fn share(times: &[Option<f64>]) -> String {
    let mut found: Vec<f64> = times.iter().flatten().copied().collect();
    found.sort_by(f64::total_cmp);
    let at = |part: f64| found.get((part * found.len() as f64) as usize).or(found.last()).copied();
    let seconds = |time: Option<f64>| time.map_or_else(|| "-".to_owned(), |time| format!("{time:.0}"));
    let percent = 100.0 * found.len() as f64 / times.len().max(1) as f64;
    format!("{percent:.0} % of {} | {} | {}", times.len(), seconds(at(0.5)), seconds(at(0.9)))
}

fn found(outcomes: &[Outcome], cheats: &[Cheat]) -> String {
    let mut text = format!(
        "\nCheats, put into the same matches, all players of at least {ENOUGH} s: share whose score comes above {ALARM}, and seconds of play until then.\n\n\
         | cheat | sender | found | median, s | 90 %, s | points by |\n|---|---|---|---|---|---|\n"
    );
    for &cheat in cheats {
        for (pace, pace_name) in PACE_NAMES.iter().enumerate() {
            let all: Vec<Verdict> =
                of(outcomes.iter(), pace, cheat).into_iter().filter(|v| v.played >= ENOUGH).collect();
            let times: Vec<Option<f64>> = all.iter().map(|v| v.found).collect();
            let points = (0..RULES).map(|rule| all.iter().map(|v| v.points[rule]).sum::<f64>().round() as u64);
            let _ = writeln!(text, "| {} | {pace_name} | {} | {} |", name(cheat), share(&times), rules(points));
        }
    }
    text
}

fn others(outcomes: &[Outcome]) -> String {
    let mut text =
        String::from("\n| other lies | found | median, s | 90 %, s | honest ones accused |\n|---|---|---|---|---|\n");
    let there = |played: &f64| *played >= ENOUGH;
    let digests: Vec<_> = outcomes.iter().flat_map(|o| &o.digests).filter(|(played, _)| there(played)).collect();
    let times: Vec<Option<f64>> = digests.iter().map(|(_, found)| found[0]).collect();
    let accused = digests.iter().filter(|(_, found)| found[1].is_some()).count();
    let _ = writeln!(
        text,
        "| another vector to one of three peers, digests compared | {} | {accused} players |",
        share(&times)
    );
    for (kind, name) in ["no losses", "2 % lost"].iter().enumerate() {
        let places: Vec<_> = outcomes.iter().flat_map(|o| &o.places).filter(|(played, _)| there(played)).collect();
        let times: Vec<Option<f64>> = places.iter().map(|(_, compared)| compared[kind].found).collect();
        let [honest, accused] = [|c: &super::Compared| c.honest, |c: &super::Compared| c.accused]
            .map(|count| places.iter().map(|(_, compared)| count(&compared[kind])).sum::<u64>());
        let _ = writeln!(
            text,
            "| 5 m aside to one of four peers, places compared, {name} | {} | {:.3} % of {honest} comparisons |",
            share(&times),
            100.0 * accused as f64 / honest.max(1) as f64
        );
    }
    let walls = outcomes.iter().filter_map(|outcome| outcome.walls);
    let (tried, every, two) = walls.fold((0, 0, 0), |(t, e, w), c| (t + c.tried, e + c.found, w + c.found_by_two));
    let percent = |n: usize| 100.0 * n as f64 / tried.max(1) as f64;
    if tried > 0 {
        let _ = writeln!(
            text,
            "\nThrough a wall, on the exact meshes, flagged at once: {:.1} % of {tried} with an update every 100 ms, {:.1} % with one on each side.",
            percent(every),
            percent(two)
        );
    }
    text
}
