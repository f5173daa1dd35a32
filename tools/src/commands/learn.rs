//! `antreckon learn`: trails and strategies of a level from recorded matches.
use antreckon_cli::eval::HORIZONS;
use antreckon_cli::learn::{self, RouteParams};
use antreckon_cli::output;
use antreckon_cli::trace::Trace;
use clap::Args;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Learns the trails and routes of a level from recorded matches, into files that the library loads.
#[derive(Debug, Args)]
pub(crate) struct LearnArgs {
    /// Trace folders and recordings, all of one level
    #[arg(value_name = "TRACE", required = true)]
    traces: Vec<PathBuf>,
    /// Write the trails to this file (for ant_map_trails_load), with the name of the level beside it (.layouts)
    #[arg(long, value_name = "FILE", required_unless_present_any = ["strategies", "measure"])]
    trails: Option<PathBuf>,
    /// Write the routes to this file (for ant_predictor_strategies_load), with the name of the level beside it (.layouts)
    #[arg(long, value_name = "FILE")]
    strategies: Option<PathBuf>,
    /// Evidence of trails halves in this time, seconds [default: it stays]
    #[arg(long, value_parser = half_life)]
    half_life: Option<f64>,
    /// Half the width of a strategy, body widths
    #[arg(long, default_value_t = 4.0, value_parser = width)]
    width: f64,
    /// Ways that must have taken a route for it to be kept
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    min_trials: u32,
    /// Learn trails from the first half of every match and measure what they are worth at the beginning of the second, each match by itself
    #[arg(long)]
    measure: bool,
    /// How much of the second half is measured, seconds
    #[arg(long, default_value_t = 60.0, value_parser = width)]
    seconds: f64,
}

fn half_life(text: &str) -> Result<f64, String> {
    text.parse::<f64>().ok().filter(|value| (1.0..=1e9).contains(value)).ok_or("must be 1 to 1e9".to_owned())
}

fn width(text: &str) -> Result<f64, String> {
    text.parse::<f64>().ok().filter(|value| *value > 0.0 && *value <= 1e6).ok_or("must be above 0".to_owned())
}

/// Runs the command; 0 = done, 2 = an input is at fault, and nothing was written.
pub(crate) fn run(args: &LearnArgs) -> ExitCode {
    match learn(args).and_then(|text| output::print(&text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn learn(args: &LearnArgs) -> Result<String, String> {
    let traces = args.traces.iter().map(|path| Trace::load(path).map_err(|error| error.to_string()));
    let traces = traces.collect::<Result<Vec<_>, _>>()?;
    let mut text = String::new();
    if args.measure {
        measure(&traces, args.seconds, &mut text)?;
    }
    if args.trails.is_none() && args.strategies.is_none() {
        return Ok(text);
    }
    let layout = learn::one_layout(&traces)?;
    // Everything is made before anything is written.
    let trails = args.trails.as_ref().map(|path| {
        let trails = learn::learn_trails(&traces, args.half_life.unwrap_or(f64::INFINITY))?;
        let about = format!("trails of {} cells", trails.cell_count());
        Ok::<_, String>((path, trails.save(), about))
    });
    let routes = args.strategies.as_ref().map(|path| {
        let params = RouteParams { threshold: args.width, min_trials: args.min_trials };
        let (bytes, ways) = learn::learn_routes(&traces, &params)?;
        Ok::<_, String>((path, bytes, format!("routes of {ways} ways")))
    });
    for (path, bytes, about) in [trails.transpose()?, routes.transpose()?].into_iter().flatten() {
        write(path, &bytes, layout)?;
        let _ = writeln!(text, "{}: {about}, {} bytes, level \"{layout}\"", path.display(), bytes.len());
    }
    Ok(text)
}

/// Writes a learned file and beside it which level it is of.
pub(super) fn write(path: &Path, bytes: &[u8], layout: &str) -> Result<(), String> {
    output::replace(&path.with_extension("layouts"), format!("{layout}\n").as_bytes())?;
    output::replace(path, bytes)
}

fn measure(traces: &[Trace], seconds: f64, text: &mut String) -> Result<(), String> {
    let _ = writeln!(
        text,
        "| trace | horizon | n | damped | trail, cold | trail, learned | learned ÷ cold |\n|---|---|---|---|---|---|---|"
    );
    for trace in traces {
        for row in learn::headstart(trace, &HORIZONS, seconds)? {
            let _ = writeln!(
                text,
                "| {} | {} s | {} | {:.1} | {:.1} | {:.1} | {:.3} |",
                trace.meta.name,
                row.horizon,
                row.n,
                row.damped,
                row.cold,
                row.learned,
                row.learned / row.cold
            );
        }
    }
    Ok(())
}
