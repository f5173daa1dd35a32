//! Banks trained on other maps and other players (folds), and on a player's own earlier play.
use super::material::{Match, STEP};
use super::sender::updates;
use antreckon::base::math::Vec3;
use antreckon::learn::levenberg::Options;
use antreckon::learn::neuro::{Exemplars, Network, Plan, assemble, train_network};
use antreckon::predict::neuro::{Axes, Bank, Shape};
use antreckon_cli::eval::forecaster::Rule;
use antreckon_cli::eval::score::scored_from;
use antreckon_cli::eval::{THRESHOLDS, parallel};

/// Frames after which a straight line that still holds counts as good for ever, when targets follow its life.
const LONGEST_LIFE: usize = 60;

/// A kind of bank that the study trains.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Variant {
    pub(super) name: &'static str,
    pub(super) axes: Axes,
    pub(super) delays: usize,
    pub(super) hidden: usize,
    pub(super) targets: Targets,
}

/// Which moments networks learn from, and what.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Targets {
    /// Changes of velocity at every moment, as in the paper.
    Changes,
    /// Changes of velocity at the moments in which first-order dead reckoning sends an update at one of the thresholds.
    WhenSending,
    /// One network per threshold: the mean velocity until the straight line breaks that threshold.
    LifeOfALine,
}

/// The paper's bank.
pub(super) const PAPER: Variant =
    Variant { name: "world axes, 16-8-2 (paper)", axes: Axes::World, delays: 3, hidden: 8, targets: Targets::Changes };

/// What was tried beyond the paper, in the order of the table.
pub(super) const TRIES: [Variant; 4] = [
    PAPER,
    Variant { name: "own axes", axes: Axes::Own, ..PAPER },
    Variant { name: "own axes, trained when sending", axes: Axes::Own, targets: Targets::WhenSending, ..PAPER },
    Variant { name: "own axes, targets by life of a line", axes: Axes::Own, targets: Targets::LifeOfALine, ..PAPER },
];

impl Variant {
    fn plan(&self) -> Plan {
        let networks = if self.targets == Targets::LifeOfALine { THRESHOLDS.len() } else { Shape::PAPER.networks };
        let shape = Shape { delays: self.delays, hidden: self.hidden, networks, ..Shape::PAPER };
        Plan { shape, axes: self.axes, step: STEP, run_speed: 0.0 }
    }

    /// Exemplars of one match, at most `most`.
    pub(super) fn exemplars(&self, one: &Match, most: usize, seed: u64) -> Exemplars {
        let mut exemplars = Exemplars::new(self.plan());
        match self.targets {
            Targets::Changes => one.add_to(&mut exemplars, one.trace.frames, |_, _| true),
            Targets::WhenSending => {
                let moments = sending_moments(one);
                one.add_to(&mut exemplars, one.trace.frames, |player, k| moments[player][k]);
            }
            Targets::LifeOfALine => add_lives(one, &mut exemplars),
        }
        exemplars.thinned(most, seed)
    }

    /// Exemplars of one player before the scored part.
    pub(super) fn own_exemplars(&self, one: &Match, player: usize) -> Exemplars {
        let mut exemplars = Exemplars::new(self.plan());
        one.add_to(&mut exemplars, scored_from(&one.trace), |who, _| who == player);
        exemplars
    }
}

/// Per player and frame: does first-order dead reckoning send then, at any threshold?
fn sending_moments(one: &Match) -> Vec<Vec<bool>> {
    let mut moments = vec![vec![false; one.trace.frames]; one.trace.players.len()];
    for (player, moments) in moments.iter_mut().enumerate() {
        for threshold in THRESHOLDS {
            for (k, _) in updates(one, player, threshold, |_, estimate| (estimate.velocity, Rule::Line)) {
                moments[k] = true;
            }
        }
    }
    moments
}

/// For each threshold how much the mean velocity until the straight line breaks it differs from the velocity.
fn add_lives(one: &Match, exemplars: &mut Exemplars) {
    let metres = one.trace.meta.metres_per_unit;
    for player in 0..one.trace.players.len() {
        for run in one.runs(player) {
            let place =
                |i: usize| one.trace.states(run.first + i)[player].map_or([0.0; 2], |s| [s.position[0], s.position[1]]);
            exemplars.add_run_with(&run.samples, |now, targets| {
                let from = place(now);
                let v = run.samples[now].velocity;
                for (threshold, target) in THRESHOLDS.iter().zip(targets) {
                    let limit = threshold * one.trace.meta.body_width * metres;
                    // Way made beyond the straight line after n frames, metres in the canonical frame.
                    let off = |n: usize| {
                        let ([x, y], seconds) = (place(now + n), (n as f64 * STEP as f64 * 1e-9) as f32);
                        let way = [(x - from[0]) * metres, -(y - from[1]) * metres];
                        (Vec3::new(way[0] as f32 - v.x * seconds, 0.0, way[1] as f32 - v.z * seconds), seconds)
                    };
                    let known = (run.samples.len() - 1 - now).min(LONGEST_LIFE);
                    let breaks = (1..=known).find(|&n| f64::from(off(n).0.length()) > limit);
                    let Some(end) = breaks.or((known == LONGEST_LIFE).then_some(known)) else { return false };
                    let (bend, seconds) = off(end);
                    *target = bend / seconds;
                }
                true
            });
        }
    }
}

/// A trained bank and what training said about it.
pub(super) struct Trained {
    pub(super) bank: Bank,
    pub(super) networks: Vec<Network>,
}

/// Trains banks on all cores, one network at a time.
pub(super) fn train_all(sets: &[Exemplars], seed: u64) -> Result<Vec<Trained>, String> {
    let jobs: Vec<(usize, usize)> =
        sets.iter().enumerate().flat_map(|(set, exemplars)| (0..exemplars.networks()).map(move |i| (set, i))).collect();
    let mut networks =
        parallel::map(&jobs, |&(set, i)| train_network(&sets[set], i, seed, &Options::default())).into_iter();
    sets.iter()
        .map(|exemplars| {
            let networks: Vec<Network> = networks.by_ref().take(exemplars.networks()).collect();
            let bank = assemble(exemplars, &networks).map_err(|error| error.to_string())?;
            Ok(Trained { bank, networks })
        })
        .collect()
}
