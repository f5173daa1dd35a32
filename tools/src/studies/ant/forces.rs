//! What the forces of eq. 7 are worth: the paper's headline, and `ant` with and without them.
use super::board::{Board, Ratio, Table, Tallies, ratio};
use super::matches::{Match, Part, SLOTS};
use super::rig::{Contender, Rig};
use super::spaced;
use antreckon::pheromone::RegionShape;
use antreckon_cli::eval::level::LAYERS;

/// Frames between the cases of the estimates δt apart.
const SPACED_STRIDE: usize = 4;
/// Half the angle of the paper's vision cone, radians.
pub(super) const CONE: RegionShape = RegionShape::Cone(core::f64::consts::FRAC_PI_4);

/// Contenders of the headline, in the order of their boards.
const DR2: usize = 0;
const ANT: usize = 1;
const OFF: usize = 2;
const BARE: usize = 3;
const BARE_OFF: usize = 4;

/// What was measured on a match.
pub(super) struct Forces {
    headline: Board,
    spaced: Board,
    learned: Option<[f32; LAYERS]>,
}

/// Which cases a board has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cases {
    /// All, and `dr2` over frames comes first.
    WithDr2,
    /// All.
    All,
    /// Those before which an interval of δt lies without a break.
    Settled,
}

/// Runs the headline over all cases and the estimates δt apart over some of them.
pub(super) fn measure(played: &Match) -> Forces {
    let headline = [
        Contender::paper(played),
        Contender::without_forces(played),
        Contender::paper(played).unprocessed(),
        Contender::without_forces(played).unprocessed(),
    ];
    let spaced = spaced::contenders(played);
    let (spaced, learned) =
        run_and(played, &spaced, SPACED_STRIDE, Cases::Settled, |rig| rig.learned(spaced::LEARNED[0]));
    Forces { headline: run(played, &headline, 2, Cases::WithDr2), spaced, learned }
}

/// Errors of contenders every `stride` frames of the scored part.
pub(super) fn run(played: &Match, contenders: &[Contender], stride: usize, cases: Cases) -> Board {
    run_and(played, contenders, stride, cases, |_| {}).0
}

/// The same, with what `look` makes of the rig at the end.
pub(super) fn run_and<T>(
    played: &Match,
    contenders: &[Contender],
    stride: usize,
    cases: Cases,
    look: impl FnOnce(&Rig<'_>) -> T,
) -> (Board, T) {
    let first = usize::from(cases == Cases::WithDr2);
    let mut tallies = Tallies::new(played, first + contenders.len());
    let mut rig = Rig::new(played, contenders);
    let taus = [1.0; SLOTS];
    played.play(played.trace.frames, |frame| {
        rig.observe(frame);
        if !frame.k.is_multiple_of(stride) {
            return;
        }
        for player in 0..played.trace.players.len() {
            let Some(case) = played.case(Part::Whole, player, frame.k) else { continue };
            let counted: [bool; SLOTS] =
                std::array::from_fn(|slot| cases != Cases::Settled || rig.is_settled(player, slot));
            let mut add = |contender: usize, slot: usize, said| {
                if let Some(truth) = case.truth[slot].filter(|_| counted[slot]) {
                    tallies.add(contender, slot, (player, frame.k), truth.distance(said));
                }
            };
            if cases == Cases::WithDr2 {
                let simple = played.simple(&case, &taus);
                (0..SLOTS).for_each(|slot| add(DR2, slot, simple[slot][3]));
            }
            for contender in 0..contenders.len() {
                let said = rig.predict(contender, player).expect("the player is there");
                (0..SLOTS).for_each(|slot| add(first + contender, slot, said[slot]));
            }
        }
    });
    let looked = look(&rig);
    (tallies.finish(), looked)
}

/// The tables.
pub(super) fn report(matches: &[Match], forces: &[Forces], seed: u64) -> String {
    let headline: Vec<&Board> = forces.iter().map(|forces| &forces.headline).collect();
    let mut out = String::new();
    for (title, over, paper) in [
        ("Headline: `ant` (paper's parameters and post-processing) ÷ `dr2`", ANT, "0.56"),
        ("`ant` with forces off (post-processed) ÷ `dr2`", OFF, "-"),
        ("`ant` without post-processing ÷ `dr2`", BARE, "0.56"),
        ("`ant` without post-processing, forces off ÷ `dr2`", BARE_OFF, "-"),
    ] {
        let mut table = Table::with_paper(title, "match", "paper: Quake III, 4 s");
        each(matches, |name, members| {
            let boards: Vec<&Board> = members.iter().map(|&i| headline[i]).collect();
            let cells = (0..SLOTS).map(|slot| ratio(&boards, over, DR2, slot, seed).map(plain));
            let is_quake3 = matches[members[0]].trace.meta.game.contains("Quake III");
            table.row(name, cells.chain([Some(if is_quake3 { paper } else { "-" }.to_owned())]));
        });
        out += &table.text();
    }
    for (title, over, under) in [
        ("`ant` ÷ `ant` with forces off, both post-processed", ANT, OFF),
        ("The same, both without post-processing", BARE, BARE_OFF),
    ] {
        let mut table = Table::by_horizon(title, "match");
        each(matches, |name, members| {
            let boards: Vec<&Board> = members.iter().map(|&i| headline[i]).collect();
            table.row(name, (0..SLOTS).map(|slot| ratio(&boards, over, under, slot, seed)));
        });
        out += &table.text();
    }
    out += &spaced::report(matches, &forces.iter().map(|forces| &forces.spaced).collect::<Vec<_>>(), seed);
    out + &spaced::learned(matches, &forces.iter().map(|forces| forces.learned).collect::<Vec<_>>())
}

pub(super) fn plain(ratio: Ratio) -> String {
    format!("{:.3}", ratio.value)
}

/// Games in the order of the matches.
pub(super) fn families(matches: &[Match]) -> Vec<&str> {
    let mut families: Vec<&str> = Vec::new();
    for played in matches {
        if !families.contains(&played.family()) {
            families.push(played.family());
        }
    }
    families
}

/// Matches of a game.
pub(super) fn members<'a>(matches: &'a [Match], family: &'a str) -> impl Iterator<Item = usize> + 'a {
    (0..matches.len()).filter(move |&i| matches[i].family() == family)
}

/// Calls `show` for every match, and for all of a game together where there are several.
pub(super) fn each(matches: &[Match], mut show: impl FnMut(&str, &[usize])) {
    for family in families(matches) {
        let all: Vec<usize> = members(matches, family).collect();
        for &i in &all {
            show(&matches[i].trace.meta.name, &[i]);
        }
        if all.len() > 1 {
            show(&format!("all {family}"), &all);
        }
    }
}
