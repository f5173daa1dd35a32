//! Files of banks for neuro-reckoning, trained on matches: what `antreckon train --neuro` makes.
use super::material::{Fit, Match};
use super::training::PAPER;
use antreckon::learn::levenberg::Options;
use antreckon::learn::neuro::{assemble, train_network};
use antreckon_cli::eval::parallel;
use std::path::PathBuf;

/// Fewest: about two for each parameter of a network, three quarters of a minute of one player.
const FEWEST: usize = 1000;

/// Matches to train banks on.
pub(crate) struct Material(Vec<Match>);

/// A trained bank.
pub(crate) struct Made {
    /// Its file.
    pub(crate) bytes: Vec<u8>,
    /// Layouts it was trained on.
    pub(crate) layouts: Vec<String>,
    /// Matches held out, each with r² (eq. 16) per network and component.
    pub(crate) held_out: Vec<(String, Vec<[f64; 2]>)>,
    /// Mean r² of the components on exemplars that took no part in the training, per network.
    pub(crate) tested: Vec<f64>,
}

impl Material {
    /// Loads matches.
    pub(crate) fn load(paths: &[PathBuf]) -> Result<Self, String> {
        let loaded = parallel::map(paths, |path| {
            let one = Match::load(path).map_err(|error| error.to_string())?;
            Ok::<_, String>(Match { pitched: true, ..one })
        });
        loaded.into_iter().collect::<Result<_, _>>().map(Self)
    }

    /// Layout and length of every match.
    pub(crate) fn lengths(&self) -> Vec<(&str, usize)> {
        self.0.iter().map(|one| (one.trace.meta.layout.as_str(), one.trace.frames)).collect()
    }

    /// How many networks a bank has.
    pub(crate) fn networks() -> usize {
        PAPER.networks()
    }

    /// Trains the paper's bank on about `rows` moments of all matches but those of some layouts. `told` is called after each network
    /// with its r² on the part that it was tested with.
    pub(crate) fn train(
        &self,
        held_out: &[String],
        rows: usize,
        seed: u64,
        told: &(dyn Fn(f64) + Sync),
    ) -> Result<Made, String> {
        let (held, used): (Vec<&Match>, Vec<&Match>) =
            self.0.iter().partition(|one| held_out.contains(&one.trace.meta.layout));
        let Some((first, others)) = used.split_first() else { return Err("no match is left to train on".to_owned()) };
        let share = rows / used.len() + 1;
        let mut exemplars = PAPER.exemplars(first, share, seed);
        others.iter().for_each(|one| exemplars.extend(&PAPER.exemplars(one, share, seed)));
        if exemplars.rows() < FEWEST {
            return Err(format!("{} moments to learn from are too few, there must be {FEWEST}", exemplars.rows()));
        }
        let jobs: Vec<usize> = (0..exemplars.networks()).collect();
        let networks = parallel::map(&jobs, |&i| {
            let network = train_network(&exemplars, i, seed, &Options::default());
            told(mean(&network.r2[2]));
            network
        });
        let bank = assemble(&exemplars, &networks).map_err(|error| error.to_string())?;
        let judge = |one: &&Match| {
            let mut fits: Vec<[Fit; 2]> = Vec::new();
            one.fit(&bank, &mut fits);
            (one.trace.meta.name.clone(), fits.iter().map(|[x, z]| [x.r2(), z.r2()]).collect())
        };
        let mut layouts: Vec<String> = used.iter().map(|one| one.trace.meta.layout.clone()).collect();
        layouts.sort_unstable();
        layouts.dedup();
        Ok(Made {
            bytes: bank.to_bytes(),
            layouts,
            held_out: held.iter().map(judge).collect(),
            tested: networks.iter().map(|network| mean(&network.r2[2])).collect(),
        })
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
