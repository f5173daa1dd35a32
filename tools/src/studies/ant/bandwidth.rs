//! Figure 11: updates of owners whose receivers run `ant` with the field: one map that both ends feed alike, through an
//! outbox.
use super::matches::Match;
use super::rig::Contender;
use antreckon::base::Result;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::ghosts::{EVERYONE, Outbox, OutboxParams, PlayerState};
use antreckon::net::SenderParams;
use antreckon::net::sender::{Metric, SenderCapacity, SenderKind};
use antreckon::predict::{EntityProfile, LevelContext, Model};
use antreckon_cli::eval::level::{LAYERS, Level};
use antreckon_cli::eval::lore::ITEM_LAYERS;
use antreckon_cli::eval::plugin::observation;
use antreckon_cli::eval::score::scored_from;
use antreckon_cli::eval::{THRESHOLDS, parallel};

/// An update is sent at the latest after this many seconds.
const HEARTBEAT: Nanos = 5 * SECOND;
const DATAGRAM: usize = 1200;

/// What is compared, second-order dead reckoning first.
pub(super) const NAMES: [&str; 5] = ["dr2", "acceleration halved", "field", "field × 100", "field, speed limit"];

/// Updates in the scored part by contender and threshold.
pub(super) type Counts = [[usize; THRESHOLDS.len()]; NAMES.len()];

fn profiles(played: &Match) -> [EntityProfile; NAMES.len()] {
    let bare = || Contender::paper(played).unprocessed().profile;
    let mut limited = bare();
    limited.post.limit_speed = true;
    let mut all = [bare(), bare(), bare(), bare(), limited];
    all[0].model = Model::Dr2;
    all[1].force_scale = 0.0;
    all[3].force_scale = 100.0;
    for profile in &mut all {
        // What others know of a player: what lies where, but neither its needs nor whom it fights.
        let mut weights = vec![0.0; LAYERS];
        weights[..ITEM_LAYERS].fill(1.0);
        profile.layer_weights = weights;
    }
    all
}

pub(super) fn count(played: &Match) -> Result<Counts> {
    let profiles = profiles(played);
    let jobs: Vec<usize> = (0..NAMES.len()).collect();
    let counts = parallel::map(&jobs, |&contender| of_profile(played, &profiles[contender]));
    let counts = counts.into_iter().collect::<Result<Vec<_>>>()?;
    Ok(std::array::from_fn(|contender| counts[contender]))
}

/// One outbox per threshold beside one field.
fn of_profile(played: &Match, profile: &EntityProfile) -> Result<[usize; THRESHOLDS.len()]> {
    let trace = &played.trace;
    let mut level = if profile.force_scale != 0.0 && profile.model == Model::Ant { Level::of(trace) } else { None };
    let width = trace.meta.body_width * played.units.metres;
    let mut outboxes = Vec::new();
    for threshold in THRESHOLDS {
        let usual = OutboxParams::default();
        let entities = trace.players.len().max(1) as u32;
        outboxes.push(Outbox::new(&OutboxParams {
            capacity: SenderCapacity { entities, connections: 1, ..usual.capacity },
            rules: SenderParams {
                kind: SenderKind::SharedModel,
                metric: Metric::Ground,
                position: threshold * width,
                orientation: f64::INFINITY,
                stop_speed: 0.0,
                heartbeat: HEARTBEAT,
                ..usual.rules
            },
            run_speed: played.v_max,
            profile: profile.clone(),
            ..usual
        })?);
    }
    let (mut sent, mut failed) = ([0; THRESHOLDS.len()], Ok(()));
    let mut present = vec![false; trace.players.len()];
    let first = scored_from(trace);
    played.play(trace.frames, |frame| {
        let mut step = || -> Result<()> {
            if let Some(level) = &mut level {
                level.observe(frame)?;
            }
            let now = played.units.time(frame.k);
            let context = level.as_ref().map_or_else(LevelContext::default, Level::scene);
            let before = present.clone();
            for (outbox, sent) in outboxes.iter_mut().zip(&mut sent) {
                for (player, sample) in frame.states.iter().enumerate() {
                    let number = player as u32;
                    present[player] = sample.is_some();
                    match sample {
                        Some(sample) => {
                            let seen = observation(&played.units, sample, now, played.v_max);
                            let state = PlayerState {
                                time: Some(now),
                                velocity: seen.velocity,
                                orientation: seen.orientation,
                                airborne: seen.airborne,
                                teleported: frame.jumped[player],
                                ..PlayerState::resting(seen.position)
                            };
                            outbox.submit(number, &state, now, None, None)?;
                        }
                        None if before[player] => outbox.remove(number)?,
                        None => {}
                    }
                }
                let mut packet = [0; DATAGRAM];
                loop {
                    let out = outbox.packet(EVERYONE, now, context, &mut packet)?;
                    if frame.k >= first {
                        *sent += out.updates;
                    }
                    if out.bytes == 0 {
                        break;
                    }
                }
            }
            Ok(())
        };
        if failed.is_ok() {
            failed = step();
        }
    });
    failed.map(|()| sent)
}
