//! `antreckon import`: matches from elsewhere as trace folders.
use crate::demo::example;
use antreckon_cli::import::{self, About, Axes, Columns, CsvOptions, Source, TimeUnit, YawZero};
use antreckon_cli::output;
use antreckon_cli::trace::recording::Recording;
use antreckon_cli::trace::{Texts, Trace};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Makes a trace folder from a recording (.anttrace) or from a table of positions (.csv, .tsv, also .gz).
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// The recording or table; with --example it is left out
    #[arg(value_name = "FILE", required_unless_present = "example")]
    file: Option<PathBuf>,
    /// Folder to make; it must not be there yet
    #[arg(value_name = "OUTDIR", required_unless_present = "example")]
    out: Option<PathBuf>,
    /// Write the match that is part of this program to a folder, to have something to try
    #[arg(long, value_name = "OUTDIR", conflicts_with_all = ["file", "out"])]
    example: Option<PathBuf>,
    /// What the table calls things: time=t,id=player,x=px,y=py,z=pz and vx, vy, vz, yaw, pitch, health, armor, alive, team, jump
    #[arg(long, value_name = "MEANING=COLUMN,...")]
    columns: Option<Columns>,
    /// Unit of time: s, ms, ns, or how many ticks are a second, such as 60hz
    #[arg(long, value_parser = time_unit, default_value = "s")]
    time_unit: TimeUnit,
    /// Unit of length: metres, centimetres, inches, feet, quake, unreal, or how many metres one is
    #[arg(long, value_parser = length, default_value = "metres")]
    units: f64,
    /// The axis that points up
    #[arg(long, default_value = "z")]
    up: Up,
    /// The axes are left-handed (Unity, Unreal)
    #[arg(long)]
    left_handed: bool,
    /// Unit of yaw and pitch; pitch is positive downwards
    #[arg(long, default_value = "degrees")]
    angles: Angles,
    /// Where a yaw of zero looks: along x, turning towards the other axis of the ground, or the other way round
    #[arg(long, default_value = "x")]
    yaw_zero: Zero,
    /// Ticks per second of the trace [default: as the rows have it]
    #[arg(long, value_parser = positive)]
    hz: Option<f64>,
    /// Put rows at uneven times onto even ticks, along straight lines
    #[arg(long)]
    resample: bool,
    /// How fast players run on the ground, units per second [default: as nine tenths of the rows]
    #[arg(long, value_parser = positive)]
    run_speed: Option<f64>,
    /// Width of a player, units [default: a tenth of the run of a second]
    #[arg(long, value_parser = positive)]
    body_width: Option<f64>,
    /// Walkable area: a mesh (.obj), or a level in the format of traces (.json), in the table's units and axes
    #[arg(long, value_name = "FILE")]
    nav: Option<PathBuf>,
    /// Name of the match [default: that of the folder]
    #[arg(long)]
    name: Option<String>,
    /// Name of the game
    #[arg(long, default_value = "")]
    game: String,
    /// Name of the level's geometry: matches with the same one are on the same level [default: the name of the match]
    #[arg(long)]
    map: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Up {
    Y,
    Z,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Angles {
    Degrees,
    Radians,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Zero {
    X,
    Other,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("must be a number above 0".to_owned()),
    }
}

fn time_unit(text: &str) -> Result<TimeUnit, String> {
    match text {
        "s" => Ok(TimeUnit::Seconds),
        "ms" => Ok(TimeUnit::Milliseconds),
        "ns" => Ok(TimeUnit::Nanoseconds),
        ticks => {
            let hz = ticks.strip_suffix("hz").ok_or("must be s, ms, ns, or a number followed by hz")?;
            positive(hz).map(TimeUnit::Ticks)
        }
    }
}

fn length(text: &str) -> Result<f64, String> {
    match text {
        "metres" | "meters" | "m" => Ok(1.0),
        "centimetres" | "centimeters" | "cm" | "unreal" => Ok(0.01),
        "inches" | "quake" => Ok(0.0254),
        "feet" => Ok(0.3048),
        number => positive(number)
            .map_err(|_| "must be metres, centimetres, inches, feet, quake, unreal or a number".to_owned()),
    }
}

/// Runs the command; 0 = done, 2 = an input is at fault, and nothing was written.
pub(crate) fn run(args: &ImportArgs) -> ExitCode {
    match import(args) {
        Ok(text) => match output::print(&text) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn import(args: &ImportArgs) -> Result<String, String> {
    if let Some(out) = &args.example {
        return finish(&example::texts()?, out, &[]);
    }
    let (Some(file), Some(out)) = (&args.file, &args.out) else { return Err("FILE and OUTDIR are needed".to_owned()) };
    match Source::of(file)? {
        Source::Recording => {
            let recording = Recording::read(file).map_err(|error| error.to_string())?;
            let notes: Vec<String> = recording.remark().into_iter().collect();
            finish(&recording.texts(), out, &notes)
        }
        Source::Table => table(args, file, out),
    }
}

fn table(args: &ImportArgs, file: &Path, out: &Path) -> Result<String, String> {
    let axes = Axes { y_up: args.up == Up::Y, left_handed: args.left_handed };
    let options = CsvOptions {
        columns: args.columns.clone().unwrap_or_default(),
        time: args.time_unit,
        metres: args.units,
        axes,
        radians: args.angles == Angles::Radians,
        yaw_zero: if args.yaw_zero == Zero::X { YawZero::X } else { YawZero::Other },
    };
    let motion = import::read_csv(file, &options).map_err(|error| error.to_string())?;
    let folder = out.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let name = args.name.clone().unwrap_or(folder);
    let about = About {
        map: args.map.clone().unwrap_or_else(|| name.clone()),
        name,
        game: args.game.clone(),
        hz: args.hz,
        resample: args.resample,
        run_speed: args.run_speed.map(|speed| speed * args.units),
        body_width: args.body_width.map(|width| width * args.units),
    };
    let mut made = motion.texts(file, &about).map_err(|error| error.to_string())?;
    if let Some(nav) = &args.nav {
        let level = import::read_level(nav, axes, args.units).map_err(|error| error.to_string())?;
        made.texts.0.insert("nav.json", level);
    }
    finish(&made.texts, out, &made.notes)
}

/// Reads the trace once as everybody else will, and writes it.
fn finish(texts: &Texts, out: &Path, notes: &[String]) -> Result<String, String> {
    let trace = Trace::of_texts(out, texts.clone()).map_err(|error| error.to_string())?;
    texts.write(out)?;
    let mut text = format!(
        "{}: {} players, {} ticks, {:.1} s, {} places, {} events, {}\n",
        out.display(),
        trace.players.len(),
        trace.frames,
        trace.frames as f64 * trace.tick(),
        trace.places.len(),
        trace.events.len(),
        if trace.nav.is_some() { "a level" } else { "no level" },
    );
    notes.iter().for_each(|note| text.push_str(&format!("note: {note}\n")));
    Ok(text)
}
