//! Which form of the pheromone of items, places and players earns its place, at a cold start and later.
use super::ants;
use super::board::{Board, Table, Tallies, best, ratio};
use super::forces::{each, families, members};
use super::forms::{FORMS, Factors, Form, elsewhere};
use super::ground::{Goals, Ground};
use super::matches::{Match, Part, SLOTS};
use super::mix::{self, Help};
use super::rows::{Row, Rows, collect};
use antreckon::base::math::DVec2;
use antreckon_cli::eval::parallel;
use antreckon_cli::eval::weights::Weights;

/// The simple predictors come first on a board, then the forms.
const SIMPLE: usize = 5;
/// Then `auto`, and `auto` with help.
const AUTO: usize = SIMPLE + FORMS.len();
/// The last of them: what is added.
const HELPED: [(&str, Added); 5] = [
    ("ways to items and places as an expert", Added::Ways(Goals::Both)),
    ("ways to items alone as an expert", Added::Ways(Goals::Items)),
    ("ways to 32 places as an expert", Added::Ways(Goals::Places)),
    ("trails of 4 ants between items", Added::Ants(4)),
    ("trails of 16 ants between items", Added::Ants(16)),
];

/// What `auto` may be helped by.
#[derive(Clone, Copy)]
enum Added {
    /// An expert that follows the ways to goals.
    Ways(Goals),
    /// So many ants that walked before the match.
    Ants(usize),
}

/// Pairs whose ratio says what something adds: with it, without it, and what it is.
const ADDED: [(Form, Form, &str); 10] = [
    (Form::Led(Goals::Both), Form::Damped, "ways to items and places, on damped"),
    (Form::Led(Goals::Items), Form::Damped, "ways to items alone, on damped"),
    (Form::Led(Goals::Present), Form::Led(Goals::Items), "knowing which items are there"),
    (Form::Led(Goals::Items), Form::Led(Goals::Random), "items instead of random cells"),
    (Form::Led(Goals::Both), Form::Led(Goals::Places), "items, on ways to places"),
    (Form::LedToOthers, Form::Led(Goals::Both), "other players, on ways to items and places"),
    (Form::TrailLed(Goals::Both), Form::Trail, "ways to items and places, on trail"),
    (Form::Force, Form::Damped, "force of eq. 7, on damped"),
    (Form::AutoLed(Goals::Items), Form::Auto, "ways to items alone, on auto with factors"),
    (Form::AutoLed(Goals::Both), Form::Auto, "ways to items and places, on auto with factors"),
];

/// Everything measured, as text.
pub(super) fn study(
    matches: &[Match],
    training: &[Match],
    weights: Option<&Weights>,
    seed: u64,
) -> Result<String, String> {
    let grounds: Vec<Option<Ground>> = parallel::map(matches, Ground::of);
    let indices: Vec<usize> = (0..matches.len()).collect();
    let rows = parallel::map(&indices, |&i| {
        let mut rows = collect(&matches[i], Ground::of(&matches[i]), false);
        if let Some(weights) = weights {
            let help = Help { trails: ants::trails(&matches[i], None, 0), led: None };
            let said = mix::said(&matches[i], weights.choose(&matches[i].trace.meta.layout)?.bytes, help)?;
            rows.cold.iter_mut().zip(said).for_each(|(row, said)| row.auto = Some(said));
        }
        Ok(rows)
    });
    let rows = rows.into_iter().collect::<Result<Vec<Rows>, String>>()?;
    let more: Vec<Rows> = parallel::map(training, |played| collect(played, Ground::of(played), true));
    let more: Vec<(&str, &[Row])> =
        training.iter().zip(&more).map(|(played, rows)| (played.trace.meta.layout.as_str(), &rows.cold[..])).collect();
    let mut out = String::new();
    for part in [Part::Cold, Part::Whole] {
        let all: Vec<&[Row]> = rows.iter().map(|rows| rows.part(part)).collect();
        let more: &[(&str, &[Row])] = if part == Part::Cold { &more } else { &[] };
        let boards = parallel::map(&indices, |&i| {
            let factors = elsewhere(matches, &all, more, i);
            board(&matches[i], grounds[i].as_ref(), all[i], &factors, weights.filter(|_| part == Part::Cold))
        });
        let boards = boards.into_iter().collect::<Result<Vec<Board>, String>>()?;
        out += &tables(matches, &boards, part, weights.is_some(), seed);
        if part == Part::Cold {
            let everywhere: Vec<&[Row]> = all.iter().copied().chain(more.iter().map(|(_, rows)| *rows)).collect();
            out += &shares(&Factors::fit(&everywhere));
        }
    }
    Ok(out)
}

fn board(
    played: &Match,
    level: Option<&Ground>,
    rows: &[Row],
    factors: &Factors,
    weights: Option<&Weights>,
) -> Result<Board, String> {
    let mut tallies = Tallies::new(played, AUTO + 1 + HELPED.len());
    let mut add = |contender: usize, row: &Row, said: &[DVec2; SLOTS]| {
        for (slot, truth) in row.case.truth.iter().enumerate() {
            if let Some(truth) = truth {
                tallies.add(contender, slot, (row.case.player, row.case.k), truth.distance(said[slot]));
            }
        }
    };
    let taus = played.taus();
    for row in rows {
        let simple = played.simple(&row.case, &taus);
        (0..SIMPLE).for_each(|i| add(i, row, &simple.map(|said| said[i])));
        for (i, &(form, _)) in FORMS.iter().enumerate() {
            add(SIMPLE + i, row, &std::array::from_fn(|slot| factors.predict(form, row, slot)));
        }
        if let Some(said) = &row.auto {
            add(AUTO, row, said);
        }
    }
    if let Some(weights) = weights {
        let choice = weights.choose(&played.trace.meta.layout)?;
        for (i, &(_, added)) in HELPED.iter().enumerate() {
            let (ants, led) = match added {
                Added::Ways(goals) => (0, level.map(|level| (level, goals, factors))),
                Added::Ants(ants) => (ants, None),
            };
            let help = Help { trails: ants::trails(played, level, ants), led };
            let said = mix::said(played, choice.bytes, help)?;
            rows.iter().zip(&said).for_each(|(row, said)| add(AUTO + 1 + i, row, said));
        }
    }
    Ok(tallies.finish())
}

fn tables(matches: &[Match], boards: &[Board], part: Part, with_auto: bool, seed: u64) -> String {
    let when = match part {
        Part::Cold => "First two minutes",
        Part::Whole => "Scored part of the match",
    };
    // What only the first two minutes know of.
    let known = |form: Form| {
        let usual = [Goals::Items, Goals::Both];
        match form {
            Form::Auto | Form::AutoLed(_) => with_auto && part == Part::Cold,
            _ if part == Part::Cold => true,
            Form::Damped | Form::Trail => true,
            Form::Led(goals) | Form::TrailLed(goals) => usual.contains(&goals),
            _ => false,
        }
    };
    let mut out = String::new();
    for family in families(matches) {
        let some: Vec<&Board> = members(matches, family).map(|i| &boards[i]).collect();
        let mut table = Table::by_horizon(&format!("{when}, {family}: mean error ÷ best simple"), "form");
        let cells = |contender: usize| {
            (0..SLOTS)
                .map(|slot| ratio(&some, contender, best(&some, 0..SIMPLE, slot), slot, seed))
                .map(|ratio| ratio.map(|ratio| format!("{:.3}", ratio.value)))
                .collect::<Vec<_>>()
        };
        for (i, (_, name)) in FORMS.iter().enumerate().filter(|(_, (form, _))| known(*form)) {
            table.row(name, cells(SIMPLE + i));
        }
        if with_auto && part == Part::Cold {
            table.row("auto", cells(AUTO));
            for (i, (help, _)) in HELPED.iter().enumerate() {
                table.row(&format!("auto + {help}"), cells(AUTO + 1 + i));
            }
        }
        out += &table.text();
    }
    let mut table = Table::by_horizon(&format!("{when}: what is added, with ÷ without (95 % interval)"), "what, where");
    let mut add = |over: usize, under: usize, name: &str| {
        for family in families(matches) {
            let some: Vec<&Board> = members(matches, family).map(|i| &boards[i]).collect();
            let cells = (0..SLOTS).map(|slot| ratio(&some, over, under, slot, seed));
            table.row(&format!("{name}: {family}"), cells);
        }
    };
    for (over, under, name) in ADDED.iter().filter(|(over, under, _)| known(*over) && known(*under)) {
        add(SIMPLE + over.index(), SIMPLE + under.index(), name);
    }
    if with_auto && part == Part::Cold {
        for (i, (help, _)) in HELPED.iter().enumerate() {
            add(AUTO + 1 + i, AUTO, &format!("{help}, on auto"));
        }
        add(AUTO + 1, AUTO + 3, "items, on an expert of ways to places");
    }
    out += &table.text();
    for (over, under, title) in [
        (Form::Led(Goals::Both), Form::Damped, "damped + ways to items and places ÷ damped"),
        (Form::TrailLed(Goals::Both), Form::Trail, "trail + ways to items and places ÷ trail"),
    ] {
        let mut table = Table::by_horizon(&format!("{when}: {title}"), "match");
        each(matches, |name, members| {
            let some: Vec<&Board> = members.iter().map(|&i| &boards[i]).collect();
            let (over, under) = (SIMPLE + over.index(), SIMPLE + under.index());
            table.row(name, (0..SLOTS).map(|slot| ratio(&some, over, under, slot, seed)));
        });
        out += &table.text();
    }
    out
}

/// The factors that a product uses.
fn shares(factors: &Factors) -> String {
    let mut table = Table::by_horizon("Factors of `damped + ways to items and places`, all matches", "on");
    for (i, name) in ["velocity, seconds", "lead", "lead × speed / v_max"].into_iter().enumerate() {
        let cell = |slot| Some(format!("{:.3}", factors.of(Form::Led(Goals::Both), slot)[i]));
        table.row(name, (0..SLOTS).map(cell));
    }
    table.text()
}
