//! Whom the judge of updates accuses: honest players of recorded matches, and the same with cheats put in.
mod course;
mod court;
mod pads;
mod peers;
mod stream;
mod table;
mod walls;

use super::document;
use antreckon::net::plausibility::Limits;
use antreckon::predict::Model;
use antreckon::world::World;
use antreckon_cli::eval::floor::world_of;
use antreckon_cli::eval::plugin::Setup;
use antreckon_cli::eval::{Weights, parallel};
use antreckon_cli::trace::{Nav, Trace};
use clap::Args;
use course::{Course, aims};
use court::{Court, Verdict};
use peers::Compared;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use stream::{Cheat, Client, Pace};
use walls::Crossings;

/// Share of honest updates that are flagged, and of cheats that are found.
#[derive(Debug, Args)]
pub(crate) struct PlausibilityArgs {
    /// Trace folders
    #[arg(value_name = "TRACE", required = true)]
    traces: Vec<PathBuf>,
    /// Folder with weights: every trace is judged with the first that were trained without its layout [default: those embedded]
    #[arg(long, value_name = "DIR")]
    folds: Option<PathBuf>,
    /// Only honest players
    #[arg(long)]
    honest: bool,
    /// Replace the measured part of this document
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Which part of the document that is
    #[arg(long, value_name = "NAME", default_value = "plausibility")]
    part: String,
}

/// Cheats that are put in, with both paces.
const CHEATS: [Cheat; 10] = [
    Cheat::Honest,
    Cheat::Speed(1.3),
    Cheat::Speed(1.5),
    Cheat::Speed(2.0),
    Cheat::Blink,
    Cheat::Clock(1.1),
    Cheat::Clock(1.5),
    Cheat::BackDate,
    Cheat::LagSwitch,
    Cheat::QuietUnderAim,
];

/// Paces of sending.
const PACES: usize = 2;

/// What became of a match.
struct Outcome {
    game: String,
    /// By pace, cheat and player.
    verdicts: Vec<(usize, Cheat, Vec<Verdict>)>,
    walls: Option<Crossings>,
    /// Seconds of play until found and presence, by player; with and without a lie.
    digests: Vec<(f64, [Option<f64>; 2])>,
    /// By player: without and with losses.
    places: Vec<(f64, [Compared; 2])>,
}

pub(crate) fn run(args: &PlausibilityArgs) -> Result<(), String> {
    let weights = args.folds.as_deref().map_or(Ok(Weights::Embedded), Weights::folds)?;
    let cheats = if args.honest { &CHEATS[..1] } else { &CHEATS[..] };
    let outcomes = parallel::map(&args.traces, |path| play(path, &weights, cheats));
    let outcomes = outcomes.into_iter().collect::<Result<Vec<_>, String>>()?;
    let text = table::tables(&outcomes, cheats);
    match io::stdout().write_all(text.as_bytes()) {
        // A reader that has seen enough (`| head`) is no fault.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(format!("standard output: {error}")),
        _ => {}
    }
    args.write.as_ref().map_or(Ok(()), |path| document::put_into(path, &args.part, &text))
}

/// The level, where its mesh is exact: with links. Heights of the others are approximate, or only cells that players touched are known.
fn exact_world(trace: &Trace) -> Option<World> {
    let exact = matches!(&trace.nav, Some(Nav::Mesh { links, .. }) if !links.is_empty());
    exact.then(|| world_of(trace)).flatten()
}

/// The limits of a Quake III runner in proportion to the run speed of this game.
fn limits_of(trace: &Trace) -> Limits {
    let quake = Limits::default();
    let v_max = trace.meta.v_max * trace.meta.metres_per_unit;
    let scale = v_max / quake.v_max;
    Limits {
        v_max,
        knock_back: quake.knock_back * scale,
        sustained: quake.sustained * scale,
        vertical: quake.vertical * scale,
        acceleration: quake.acceleration * scale,
    }
}

fn play(path: &Path, weights: &Weights, cheats: &[Cheat]) -> Result<Outcome, String> {
    let trace = Trace::load(path).map_err(|error| error.to_string())?;
    let chosen = weights.choose(&trace.meta.layout)?;
    judge(&trace, chosen.bytes, cheats).map_err(|error| format!("{}: {error}", trace.meta.name))
}

fn judge(trace: &Trace, weights: Option<&[u8]>, cheats: &[Cheat]) -> antreckon::base::Result<Outcome> {
    let (courses, world, limits) = (Course::all(trace), exact_world(trace), limits_of(trace));
    let (aimed, launches) = (aims(&courses), pads::launches(&courses));
    let profile = Setup::plain(Model::Auto).profile(trace);
    let body = trace.meta.body_width * trace.meta.metres_per_unit;
    let paces: [Pace; PACES] = [Pace::Rate, Pace::Threshold(body)];
    let client = |player: usize, pace: Pace, cheat: Cheat| Client {
        number: player as u32,
        course: &courses[player],
        aimed: &aimed[player],
        launches: &launches[player],
        profile: &profile,
        pace,
        cheat,
    };
    let mut verdicts = Vec::new();
    for (p, pace) in paces.into_iter().enumerate() {
        let court = Court { world: world.as_ref(), limits, profile: &profile, weights, pace, hz: trace.meta.tick_hz };
        for &cheat in cheats {
            let hear = |player: usize| {
                let seed = player as u64 + 1;
                court.hear(&client(player, pace, cheat).stream(seed)?, &aimed[player], seed)
            };
            let heard = (0..courses.len()).map(hear).collect::<antreckon::base::Result<_>>()?;
            verdicts.push((p, cheat, heard));
        }
    }
    let (mut digests, mut places) = (Vec::new(), Vec::new());
    let with_lies = cheats.len() > 1;
    for player in (0..courses.len()).filter(|_| with_lies) {
        let stream = client(player, Pace::Rate, Cheat::Honest).stream(1)?;
        let found = [peers::by_digests(&stream, true)?, peers::by_digests(&stream, false)?];
        digests.push((stream.played, found));
        let told = |widths: f64| {
            let threshold = widths * body;
            client(player, Pace::Threshold(threshold), Cheat::Honest).stream(1).map(|stream| (threshold, stream))
        };
        let streams = [told(0.25)?, told(0.5)?, told(1.0)?, told(2.0)?];
        places.push((stream.played, [peers::by_places(&streams, 0.0, 1)?, peers::by_places(&streams, 0.02, 1)?]));
    }
    let walls =
        world.as_ref().filter(|_| with_lies).map(|world| walls::cross(world, &courses, &limits, 1)).transpose()?;
    Ok(Outcome { game: trace.meta.game.clone(), verdicts, walls, digests, places })
}
