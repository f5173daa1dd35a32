//! `antreckon train --neuro`: banks of networks for neuro-reckoning.
use super::{Job, TrainArgs, finish, groups, jobs, style};
use crate::studies::neuro::banks::{Material, Wanted};
use antreckon::predict::neuro::{Axes, MAX_DELAYS, MAX_HIDDEN, MAX_NETWORKS, MAX_ORIGIN, SentSpeed, Shape};
use clap::{Args, ValueEnum};
use indicatif::{MultiProgress, ProgressBar};
use std::fmt::Write as _;

/// How files of banks end.
pub(super) const ENDING: &str = "bank";

/// What a bank shall be like; the letters are those of the paper.
#[derive(Debug, Args)]
#[command(next_help_heading = "Banks (--neuro)")]
pub(super) struct BankArgs {
    /// d: 2 = the ground plane, 3 = the vertical, too
    #[arg(long, value_name = "N", requires = "neuro", default_value_t = 2, value_parser = within(2, 3))]
    dimensions: u64,
    /// k: the networks see the states now and at so many steps before
    #[arg(long, value_name = "N", requires = "neuro", default_value_t = 3, value_parser = within(0, MAX_DELAYS))]
    delays: u64,
    /// m: hidden neurons per network
    #[arg(long, value_name = "N", requires = "neuro", default_value_t = 8, value_parser = within(1, MAX_HIDDEN))]
    neurons: u64,
    /// q: networks, one per step ahead
    #[arg(long, value_name = "N", requires = "neuro", default_value_t = 10, value_parser = within(1, MAX_NETWORKS))]
    networks: u64,
    /// h: length of a step, milliseconds
    #[arg(long, value_name = "MS", requires = "neuro", default_value_t = 50, value_parser = within(1, 1000))]
    step: u64,
    /// Axes of velocities and views: of the level, as in the paper, or the player's own
    #[arg(long, value_enum, requires = "neuro", default_value = "world")]
    axes: AxesArg,
    /// Velocities count relative to the run speed, so that the bank fits games of another scale
    #[arg(long, requires = "neuro")]
    relative: bool,
    /// What is sent: as fast as the player is (eq. 8), the mean velocity of the path, or what is best at each threshold
    #[arg(long, value_enum, requires = "neuro", default_value = "best")]
    sends: SendsArg,
    /// Networks that make the path that is sent [default: what is best at each threshold]
    #[arg(long, value_name = "N", requires = "neuro", value_parser = within(1, MAX_NETWORKS))]
    horizon: Option<u64>,
    /// What the file says about where it comes from [default: games and number of matches]
    #[arg(long, value_name = "TEXT", requires = "neuro", value_parser = origin)]
    origin: Option<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum AxesArg {
    World,
    Own,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum SendsArg {
    Speed,
    Mean,
    Best,
}

fn within(least: usize, most: usize) -> clap::builder::RangedU64ValueParser<u64> {
    clap::value_parser!(u64).range(least as u64..=most as u64)
}

fn origin(text: &str) -> Result<String, String> {
    if text.len() > MAX_ORIGIN { Err(format!("must have at most {MAX_ORIGIN} bytes")) } else { Ok(text.to_owned()) }
}

impl BankArgs {
    fn wanted(&self, rows: usize, seed: u64) -> Result<Wanted, String> {
        let networks = self.networks as usize;
        let horizon = self.horizon.map(|horizon| horizon as usize);
        if let Some(horizon) = horizon.filter(|horizon| *horizon > networks) {
            return Err(format!("--horizon is {horizon}, there are only {networks} networks"));
        }
        Ok(Wanted {
            shape: Shape {
                dimensions: self.dimensions as usize,
                delays: self.delays as usize,
                hidden: self.neurons as usize,
                networks,
            },
            axes: match self.axes {
                AxesArg::World => Axes::World,
                AxesArg::Own => Axes::Own,
            },
            step: self.step as i64 * 1_000_000,
            relative: self.relative,
            speeds: match self.sends {
                SendsArg::Speed => vec![SentSpeed::Kept],
                SendsArg::Mean => vec![SentSpeed::Mean],
                SendsArg::Best => vec![SentSpeed::Kept, SentSpeed::Mean],
            },
            horizons: horizon.map_or(1..=networks, |horizon| horizon..=horizon),
            rows,
            seed,
            origin: self.origin.clone(),
        })
    }
}

pub(super) fn learn(args: &TrainArgs) -> Result<(), String> {
    let wanted = args.bank.wanted(args.rows as usize, args.seed)?;
    let material = Material::load(&args.traces, &wanted)?;
    let jobs = jobs(args, groups(args, &material.lengths())?, ENDING)?;
    let board = MultiProgress::new();
    for job in &jobs {
        print!("{}", make(&material, &wanted, job, &board)?);
    }
    Ok(())
}

/// Trains and writes one file; returns what there is to say about it.
fn make(material: &Material, wanted: &Wanted, job: &Job, board: &MultiProgress) -> Result<String, String> {
    let bar = board.add(ProgressBar::new(wanted.shape.networks as u64));
    bar.set_style(style("{bar:30} {pos}/{len} networks, {msg}, {elapsed} ({eta} left)")?);
    let made = material.train(&job.held_out, wanted, &|r2| {
        bar.inc(1);
        bar.set_message(format!("r² {r2:.3}"));
    })?;
    bar.finish();
    let beside = finish(job, &made.bytes, &made.layouts)?;
    let list = |values: &mut dyn Iterator<Item = f64>| values.map(|r2| format!(" {r2:.2}")).collect::<String>();
    let mut report = format!("{}: {} bytes\n{beside}", job.file.display(), made.bytes.len());
    let _ = writeln!(report, "  tested, r² per step ahead          {}", list(&mut made.tested.iter().copied()));
    let _ = writeln!(report, "  sends, best at                      {}", made.sends.join(", "));
    for (name, fits) in made.held_out {
        let _ = writeln!(report, "  held out {name:26}{}", list(&mut fits.iter().map(|[x, z]| (x + z) / 2.0)));
    }
    Ok(report)
}
