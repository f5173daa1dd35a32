//! What the library's own sender sends, with its codec and its comparison with plain lines.
use super::fold::Fold;
use super::material::Match;
use super::tables::{head, reduction, row};
use antreckon::net::sender::{ConnectionParams, Metric, SendContext, SenderKind, SenderParams};
use antreckon::net::{CodecParams, Sender, SenderCapacity, Truth};
use antreckon::predict::learned::ObserveContext;
use antreckon::predict::{EntityProfile, Model, Predictor};
use antreckon_cli::eval::score::scored_from;
use antreckon_cli::eval::{THRESHOLDS, parallel};

/// As in the tables of the paper.
const HEARTBEAT: i64 = 5_000_000_000;

/// Who chooses the lines.
#[derive(Clone, Copy, PartialEq)]
enum Lines {
    Velocity,
    /// The built-in bank: as long as it pays, or always.
    Bank {
        fallback: bool,
    },
}

/// Updates of a match through a sender, plain lines and those of the built-in bank.
pub(super) fn sent(folds: &[Fold]) -> Result<String, String> {
    let mut text = "### Through the library's sender: updates by the built-in bank, codec and all\n\n".to_owned();
    let cells = "match, body widths, plain, bank while it pays (default), %, bank always (as published), %";
    text += &head(&cells.split(", ").map(str::to_owned).collect::<Vec<_>>());
    for fold in folds {
        let mut sums = [0; 3];
        for threshold in THRESHOLDS {
            let ways = [Lines::Velocity, Lines::Bank { fallback: true }, Lines::Bank { fallback: false }];
            let counts = parallel::map(&ways, |lines| {
                fold.matches.iter().map(|one| count(one, threshold, *lines)).sum::<Result<usize, String>>()
            });
            let counts = counts.into_iter().collect::<Result<Vec<usize>, _>>()?;
            sums = std::array::from_fn(|i| sums[i] + counts[i]);
            text += &cells_of(&fold.name, &threshold.to_string(), &counts);
        }
        text += &cells_of(&fold.name, "total", &sums);
    }
    Ok(text + "\n")
}

fn cells_of(name: &str, threshold: &str, counts: &[usize]) -> String {
    let [plain, careful, always] = [0, 1, 2].map(|i| counts[i]);
    let numbers = [
        plain.to_string(),
        careful.to_string(),
        reduction(careful, plain),
        always.to_string(),
        reduction(always, plain),
    ];
    row([name.to_owned(), threshold.to_owned()].into_iter().chain(numbers))
}

fn count(one: &Match, threshold: f64, lines: Lines) -> Result<usize, String> {
    let fault = |error: antreckon::base::Error| error.to_string();
    let width = one.trace.meta.body_width * one.trace.meta.metres_per_unit;
    let params = SenderParams {
        kind: SenderKind::OwnerLine,
        metric: Metric::Ground,
        position: threshold * width,
        orientation: f64::INFINITY,
        stop_speed: 0.0,
        heartbeat: HEARTBEAT,
        ..SenderParams::default()
    };
    let players = one.trace.players.len() as u32;
    let capacity = SenderCapacity { entities: players, connections: 1, ..SenderCapacity::default() };
    let mut sender = Sender::new(&CodecParams::default(), &capacity).map_err(fault)?;
    let mut predictor = Predictor::new(players);
    let link = sender.connect(&ConnectionParams::default()).map_err(fault)?;
    let bank_fallback = lines != Lines::Bank { fallback: false };
    let profile = EntityProfile { model: Model::Neuro, bank_fallback, v_max: one.v_max(), ..EntityProfile::default() };
    let mut ids = Vec::new();
    for player in 0..players {
        sender.add_entity(player, &params, None).map_err(fault)?;
        ids.push(predictor.add_entity(&profile).map_err(fault)?);
    }
    let mut sent = 0;
    for k in 0..one.trace.frames {
        for (player, id) in (0u32..).zip(&ids) {
            let Some(truth) = truth(one, player as usize, k) else { continue };
            if lines == Lines::Velocity {
                sender.submit(player, &truth).map_err(fault)?;
            } else {
                let around = ObserveContext::default();
                sender.submit_observed(player, &truth, &mut predictor, *id, around).map_err(fault)?;
            }
            let out = sender.poll(link, player, truth.time, &mut SendContext::default()).map_err(fault)?;
            sent += usize::from(out.is_some() && k >= scored_from(&one.trace));
        }
    }
    Ok(sent)
}

fn truth(one: &Match, player: usize, k: usize) -> Option<Truth> {
    let observation = one.observation(player, k)?;
    let velocity = observation.velocity?;
    let truth = Truth::at(observation.time, observation.position, velocity);
    Some(Truth { orientation: observation.orientation, teleported: observation.teleported, ..truth })
}
