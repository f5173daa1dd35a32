//! `antreckon train --neuro`: banks of networks for neuro-reckoning.
use super::{Job, TrainArgs, finish, groups, jobs, style};
use crate::studies::neuro::banks::Material;
use indicatif::{MultiProgress, ProgressBar};
use std::fmt::Write as _;

/// How files of banks end.
pub(super) const ENDING: &str = "bank";

pub(super) fn learn(args: &TrainArgs) -> Result<(), String> {
    let material = Material::load(&args.traces)?;
    let jobs = jobs(args, groups(args, &material.lengths())?, ENDING)?;
    let board = MultiProgress::new();
    for job in &jobs {
        print!("{}", make(args, &material, job, &board)?);
    }
    Ok(())
}

/// Trains and writes one file; returns what there is to say about it.
fn make(args: &TrainArgs, material: &Material, job: &Job, board: &MultiProgress) -> Result<String, String> {
    let bar = board.add(ProgressBar::new(Material::networks() as u64));
    bar.set_style(style("{bar:30} {pos}/{len} networks, {msg}, {elapsed} ({eta} left)")?);
    let made = material.train(&job.held_out, args.rows as usize, args.seed, &|r2| {
        bar.inc(1);
        bar.set_message(format!("r² {r2:.3}"));
    })?;
    bar.finish();
    let beside = finish(job, &made.bytes, &made.layouts)?;
    let list = |values: &mut dyn Iterator<Item = f64>| values.map(|r2| format!(" {r2:.2}")).collect::<String>();
    let mut report = format!("{}: {} bytes\n{beside}", job.file.display(), made.bytes.len());
    let _ = writeln!(report, "  tested, r² per step ahead          {}", list(&mut made.tested.iter().copied()));
    for (name, fits) in made.held_out {
        let _ = writeln!(report, "  held out {name:26}{}", list(&mut fits.iter().map(|[x, z]| (x + z) / 2.0)));
    }
    Ok(report)
}
