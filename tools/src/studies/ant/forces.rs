//! What the forces of eq. 7 are worth: the paper's headline, `ant` with and without them, and after a search for better ones.
use super::board::{Board, Ratio, Table, Tallies, best, ratio};
use super::matches::{Match, Part, SLOTS};
use super::rig::{Contender, Field, PAPER, Rig, Taste};
use antreckon::pheromone::RegionShape;

/// Frames between the cases of the search.
const SEARCH_STRIDE: usize = 10;
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
    search: Board,
}

/// Runs the headline over all cases and the search over some of them.
pub(super) fn measure(played: &Match) -> Forces {
    let headline = [
        Contender::paper(played, "ant"),
        Contender::without_forces(played, "forces off"),
        Contender::paper(played, "ant, no post-processing").unprocessed(),
        Contender::without_forces(played, "forces off, no post-processing").unprocessed(),
    ];
    let search = candidates(played);
    Forces { headline: run(played, &headline, 2, true), search: run(played, &search, SEARCH_STRIDE, false) }
}

/// Errors of contenders every `stride` frames of the scored part, after those of `dr2` when asked for.
pub(super) fn run(played: &Match, contenders: &[Contender], stride: usize, with_dr2: bool) -> Board {
    let first = usize::from(with_dr2);
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
            let mut add = |contender: usize, slot: usize, said| {
                if let Some(truth) = case.truth[slot] {
                    tallies.add(contender, slot, (player, frame.k), truth.distance(said));
                }
            };
            if with_dr2 {
                let simple = played.simple(&case, &taus);
                (0..SLOTS).for_each(|slot| add(DR2, slot, simple[slot][3]));
            }
            for contender in 0..contenders.len() {
                let said = rig.predict(contender, player).expect("the player is there");
                (0..SLOTS).for_each(|slot| add(first + contender, slot, said[slot]));
            }
        }
    });
    tallies.finish()
}

/// The search: forces off, the paper's, and one thing changed after the other. Scales are such that an item 200 units away
/// pulls with about 70 units/s² unless the scale itself is what changes.
fn candidates(played: &Match) -> Vec<Contender> {
    let wide = Field { evaporation: 0.9, diffusion: 0.9, players: -1.0 };
    let far = Field { evaporation: 0.98, diffusion: 1.0, players: -1.0 };
    let attract = Field { players: 1.0, ..PAPER };
    let far_attract = Field { players: 1.0, ..far };
    let paper = |name: &'static str, scale: f64| {
        let mut contender = Contender::paper(played, name);
        contender.profile.force_scale = scale;
        contender
    };
    let with = |name: &'static str, scale: f64, change: &dyn Fn(&mut Contender)| {
        let mut contender = paper(name, scale);
        change(&mut contender);
        contender
    };
    let double = |c: &mut Contender| c.profile.region.diameter *= 2.0;
    let hidden = |c: &mut Contender| (c.profile.region.shape, c.profile.region.walls_hide) = (CONE, true);
    vec![
        Contender::without_forces(played, "forces off"),
        paper("as in the paper", 1.0),
        paper("scale 10", 10.0),
        paper("scale 30", 30.0),
        paper("scale 100", 100.0),
        paper("scale 300", 300.0),
        paper("scale 1000", 1000.0),
        paper("scale -100", -100.0),
        with("disc", 100.0, &|c| c.profile.region.shape = RegionShape::Disc),
        with("cone", 100.0, &|c| c.profile.region.shape = CONE),
        with("cone, walls hide", 100.0, &hidden),
        with("square of 1000", 100.0, &double),
        with("cone of 1000, walls hide", 100.0, &|c| {
            double(c);
            hidden(c);
        }),
        with("k 1", 0.5, &|c| c.profile.law.k = 1),
        with("k 3", 2e4, &|c| c.profile.law.k = 3),
        with("ε .9, γ .9", 20.0, &|c| c.field = wide),
        with("ε .98, γ 1", 4.0, &|c| c.field = far),
        with("ε .98, γ 1, k 1", 0.02, &|c| (c.field, c.profile.law.k) = (far, 1)),
        with("items alike, no players", 100.0, &|c| (c.taste, c.feels_players) = (Taste::Alike, false)),
        with("items by need, no players", 100.0, &|c| c.feels_players = false),
        with("items by value, no players", 100.0, &|c| (c.taste, c.feels_players) = (Taste::Value, false)),
        with("players repel, no items", 100.0, &|c| c.taste = Taste::Nothing),
        with("players attract, no items", 100.0, &|c| (c.taste, c.field) = (Taste::Nothing, attract)),
        with("players attract", 100.0, &|c| c.field = attract),
        with("ε .98, γ 1, cone of 1000, walls hide, value, attract", 4.0, &|c| {
            (c.field, c.taste) = (far_attract, Taste::Value);
            double(c);
            hidden(c);
        }),
        with("the same, scale 1", 1.0, &|c| {
            (c.field, c.taste) = (far_attract, Taste::Value);
            double(c);
            hidden(c);
        }),
    ]
}

/// The tables.
pub(super) fn report(matches: &[Match], forces: &[Forces], seed: u64) -> String {
    let names: Vec<&'static str> = candidates(&matches[0]).iter().map(|contender| contender.name).collect();
    let headline: Vec<&Board> = forces.iter().map(|forces| &forces.headline).collect();
    let search: Vec<&Board> = forces.iter().map(|forces| &forces.search).collect();
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
    for family in families(matches) {
        let boards: Vec<&Board> = members(matches, family).map(|i| search[i]).collect();
        let mut table = Table::by_horizon(&format!("The search, {family}: ÷ forces off"), "configuration");
        for (contender, name) in names.iter().enumerate().skip(1) {
            table.row(name, (0..SLOTS).map(|slot| ratio(&boards, contender, 0, slot, seed).map(plain)));
        }
        out += &table.text();
    }
    let mut table =
        Table::by_horizon("Tuned: the configuration that is best on other maps of the game ÷ forces off", "match");
    let chosen: Vec<[usize; SLOTS]> =
        (0..matches.len()).map(|i| std::array::from_fn(|slot| tuned(matches, &search, i, slot))).collect();
    for (i, played) in matches.iter().enumerate() {
        let pick = |slot: usize| ratio(&[search[i]], chosen[i][slot], 0, slot, seed);
        table.row(&played.trace.meta.name, (0..SLOTS).map(pick));
        table.row("… chosen", (0..SLOTS).map(|slot| Some(names[chosen[i][slot]])));
    }
    out + &table.text()
}

fn plain(ratio: Ratio) -> String {
    format!("{:.3}", ratio.value)
}

/// The configuration with the least error on the other maps of the same game, or on all other maps where there are none.
fn tuned(matches: &[Match], search: &[&Board], scored: usize, slot: usize) -> usize {
    let played = &matches[scored];
    let elsewhere = |i: &usize| matches[*i].trace.meta.layout != played.trace.meta.layout;
    let mut others: Vec<usize> = members(matches, played.family()).filter(elsewhere).collect();
    if others.is_empty() {
        others = (0..matches.len()).filter(elsewhere).collect();
    }
    let boards: Vec<&Board> = others.iter().map(|&i| search[i]).collect();
    best(&boards, 0..candidates(played).len(), slot)
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
