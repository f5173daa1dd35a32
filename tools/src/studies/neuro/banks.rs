//! Files of banks for neuro-reckoning, trained on matches: what `antreckon train --neuro` makes.
use super::material::{Fit, Match};
use super::rules::{Replay, choose};
use antreckon::base::DEFAULT_RUN_SPEED;
use antreckon::learn::levenberg::Options;
use antreckon::learn::neuro::{Exemplars, Plan, assemble, train_network};
use antreckon::predict::neuro::{Axes, MAX_ORIGIN, SentSpeed, Shape};
use antreckon_cli::eval::parallel;
use antreckon_cli::eval::score::scored_from;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Fewest: about two for each parameter of a network, three quarters of a minute of one player.
const FEWEST: usize = 1000;
/// One match in so many chooses what is sent, the others are learned from.
const CHOOSERS: usize = 4;

/// What a bank shall be like.
pub(crate) struct Wanted {
    /// d, k, m and q.
    pub(crate) shape: Shape,
    pub(crate) axes: Axes,
    /// h, nanoseconds.
    pub(crate) step: i64,
    /// Velocities count relative to the run speed.
    pub(crate) relative: bool,
    /// Speeds of what is sent that are tried, and how many networks the path may have.
    pub(crate) speeds: Vec<SentSpeed>,
    pub(crate) horizons: RangeInclusive<usize>,
    /// About so many moments are learned from.
    pub(crate) rows: usize,
    pub(crate) seed: u64,
    /// What the file says about where it comes from; `None` = the games and how many matches.
    pub(crate) origin: Option<String>,
}

impl Wanted {
    fn plan(&self) -> Plan {
        let run_speed = if self.relative { DEFAULT_RUN_SPEED as f32 } else { 0.0 };
        Plan { shape: self.shape, axes: self.axes, step: self.step, run_speed }
    }
}

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
    /// What is sent, in words.
    pub(crate) sends: Vec<String>,
}

impl Material {
    /// Loads matches for banks of this kind.
    pub(crate) fn load(paths: &[PathBuf], wanted: &Wanted) -> Result<Self, String> {
        let loaded = parallel::map(paths, |path| {
            let one = Match::load(path).map_err(|error| error.to_string())?;
            Ok::<_, String>(one.into_material(wanted.step, wanted.relative))
        });
        loaded.into_iter().collect::<Result<_, _>>().map(Self)
    }

    /// Layout and length of every match.
    pub(crate) fn lengths(&self) -> Vec<(&str, usize)> {
        self.0.iter().map(|one| (one.trace.meta.layout.as_str(), one.trace.frames)).collect()
    }

    /// Trains a bank on moments of all matches but those of some layouts. What is sent is chosen on every fourth match, which
    /// is not learned from; where there are fewer, on the last 60 % of each. `told` is called after each network with its r² on
    /// the part that it was tested with.
    pub(crate) fn train(
        &self,
        held_out: &[String],
        wanted: &Wanted,
        told: &(dyn Fn(f64) + Sync),
    ) -> Result<Made, String> {
        let (held, used): (Vec<&Match>, Vec<&Match>) =
            self.0.iter().partition(|one| held_out.contains(&one.trace.meta.layout));
        if used.is_empty() {
            return Err("no match is left to train on".to_owned());
        }
        let apart = used.len() >= CHOOSERS;
        let chooses = |place: usize| apart && place % CHOOSERS == CHOOSERS - 1;
        let learned: Vec<Replay<'_>> = (0..used.len())
            .filter(|place| !chooses(*place))
            .map(|place| (used[place], if apart { used[place].trace.frames } else { scored_from(&used[place].trace) }))
            .collect();
        let choosers: Vec<Replay<'_>> = (0..used.len())
            .filter(|place| !apart || chooses(*place))
            .map(|place| (used[place], if apart { 0 } else { scored_from(&used[place].trace) }))
            .collect();

        let exemplars = exemplars(&learned, wanted);
        if exemplars.rows() < FEWEST {
            return Err(format!("{} moments to learn from are too few, there must be {FEWEST}", exemplars.rows()));
        }
        let jobs: Vec<usize> = (0..exemplars.networks()).collect();
        let networks = parallel::map(&jobs, |&i| {
            let network = train_network(&exemplars, i, wanted.seed, &Options::default());
            told(mean(&network.r2[2]));
            network
        });
        let fault = |error: antreckon::base::Error| error.to_string();
        let bank = assemble(&exemplars, &networks).map_err(fault)?;
        let rules = choose(&bank, &choosers, &wanted.speeds, wanted.horizons.clone())?;
        let origin = wanted.origin.clone().unwrap_or_else(|| origin(&used, exemplars.rows()));
        let bank = bank.sending(&rules).and_then(|bank| bank.with_origin(&origin)).map_err(fault)?;
        let judge = |one: &&Match| {
            let mut fits: Vec<[Fit; 2]> = Vec::new();
            one.fit(&bank, &mut fits);
            (one.trace.meta.name.clone(), fits.iter().map(|[x, z]| [x.r2(), z.r2()]).collect())
        };
        let layouts: BTreeSet<String> = used.iter().map(|one| one.trace.meta.layout.clone()).collect();
        Ok(Made {
            bytes: bank.to_bytes(),
            layouts: layouts.into_iter().collect(),
            held_out: held.iter().map(judge).collect(),
            tested: networks.iter().map(|network| mean(&network.r2[2])).collect(),
            sends: rules
                .iter()
                .map(|rule| {
                    let speed = if rule.speed == SentSpeed::Mean { "mean" } else { "eq. 8" };
                    format!("{} m: {} {speed}", rule.threshold, rule.networks)
                })
                .collect(),
        })
    }
}

/// As many of each match, from before the frame given with it.
fn exemplars(matches: &[Replay<'_>], wanted: &Wanted) -> Exemplars {
    let share = wanted.rows / matches.len() + 1;
    let mut all = Exemplars::new(wanted.plan());
    for (one, end) in matches {
        let mut its = Exemplars::new(wanted.plan());
        one.add_to(&mut its, *end, |_, _| true);
        all.extend(&its.thinned(share, wanted.seed));
    }
    all
}

/// Games, matches, moments.
fn origin(used: &[&Match], rows: usize) -> String {
    let games: BTreeSet<&str> = used.iter().map(|one| one.trace.meta.game.as_str()).collect();
    let games = games.into_iter().collect::<Vec<_>>().join(", ");
    let mut text = format!("{rows} moments of {} matches: {games}", used.len());
    while text.len() > MAX_ORIGIN {
        text.pop();
    }
    text
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
