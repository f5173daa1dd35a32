//! The sender's books: never more updates than dead reckoning plus two.

use crate::containment::line_of_points;
use crate::*;
use antreckon::base::math::{DVec2, ground};
use antreckon::predict::strategy::{Ledger, SPARE_UPDATES, StrategyUpdate, Truth};
use proptest::prelude::*;

/// First-order dead reckoning of a run by itself.
fn dead_reckoning(run: &[Truth], threshold: f64) -> usize {
    let mut sent = 1;
    let mut told = run[0];
    for truth in run {
        let shown = told.position + told.velocity * ((truth.time - told.time) as f64 * 1e-9);
        if ground(truth.position - shown).length() > threshold {
            (told, sent) = (*truth, sent + 1);
        }
    }
    sent
}

/// A restless walk that follows `line` for a while, now and then, and wanders off.
fn run_along(line: &[DVec2], dice: &mut Dice, ticks: usize) -> Vec<Truth> {
    let (mut position, mut heading, mut speed) = (line[0], 0.0f64, 6.0);
    let (mut goal, mut lost) = (1, 0);
    (0..ticks)
        .map(|tick| {
            if lost == 0 && dice.unit() < 0.01 {
                lost = (dice.unit() * 60.0) as usize;
            }
            lost = lost.saturating_sub(1);
            let way = line[goal] - position;
            if way.length() < 2.0 {
                goal = (goal + 1) % line.len();
            }
            let wanted = if lost > 0 { heading + dice.centred() } else { way.y.atan2(way.x) };
            let turn =
                (wanted - heading + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI;
            heading += turn.clamp(-0.3, 0.3) + 0.1 * dice.centred();
            speed = (speed + 0.5 * dice.centred()).clamp(0.0, 9.0);
            let velocity = DVec2::new(heading.cos(), heading.sin()) * speed;
            position += velocity * 0.05;
            Truth {
                time: tick as i64 * TICK,
                position: at(position.x, position.y),
                velocity: at(velocity.x, velocity.y),
            }
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn books_never_send_more_than_dead_reckoning_plus_two(
        line in line_of_points(),
        other in line_of_points(),
        threshold in 0.3..4.0f64,
        parallels in prop::sample::select(vec![1u32, 3]),
        mode in prop::sample::select(vec![Mode::Containment, Mode::Progress]),
        seed in any::<u64>(),
    ) {
        let chosen = StrategyParams { parallels, width: 1.5 * threshold, rise: f64::INFINITY, ..params(mode, threshold) };
        let (mut sender, id) = predictor(&chosen);
        for line in [&line, &other] {
            sender.add_route(&line.iter().map(|q| at(q.x, q.y)).collect::<Vec<_>>(), 1).unwrap();
        }
        let mut receiver = Predictor::new(8);
        receiver.restore(&sender.snapshot()).unwrap();
        let run = run_along(&line, &mut Dice(seed), 600);
        let (mut ledger, mut sent, mut lowest) = (Ledger::new(), 0i32, 0);
        for (tick, truth) in run.iter().enumerate() {
            if let Some(StrategyUpdate { state, follow }) = ledger.decide(&sender, LevelContext::default(), id, truth).unwrap() {
                sent += 1;
                for p in [&mut sender, &mut receiver] {
                    p.observe(id, &seen(state.time, state.position, state.velocity)).unwrap();
                    p.follow_strategy(id, follow).unwrap();
                }
            }
            lowest = lowest.min(ledger.balance());
            // At every tick, not only at the end.
            prop_assert!(sent <= dead_reckoning(&run[..=tick], threshold) as i32 + SPARE_UPDATES, "tick {tick}");
            let shown = shown(&receiver, id, truth.time);
            prop_assert_eq!(shown, self::shown(&sender, id, truth.time));
            if mode == Mode::Progress || receiver.strategy_info(id).unwrap().following.is_none() {
                prop_assert!(ground(truth.position - shown).length() <= threshold * (1.0 + 1e-9), "tick {tick}");
            }
        }
        prop_assert_eq!(dead_reckoning(&run, threshold) as i32 - sent, ledger.balance());
        prop_assert!(lowest >= -SPARE_UPDATES);
        prop_assert_eq!(sender.state_hash(), receiver.state_hash());
    }
}

#[test]
fn books_save_updates_on_a_route_that_is_followed() {
    let (mut p, id) = predictor(&params(Mode::Progress, 1.0));
    let line = [[0.0, 0.0], [40.0, 0.0], [40.0, 40.0], [0.0, 40.0], [0.0, 80.0], [60.0, 80.0]];
    p.add_route(&points(&line), 1).unwrap();
    let trial = walk(&line, 8.0, || DVec3::ZERO);
    let mut run: Vec<Truth> = trial
        .windows(2)
        .map(|pair| Truth { time: pair[0].0, position: pair[0].1, velocity: (pair[1].1 - pair[0].1) / 0.05 })
        .collect();
    run.pop();
    let (mut ledger, mut sent) = (Ledger::new(), 0);
    for truth in &run {
        if let Some(update) = ledger.decide(&p, LevelContext::default(), id, truth).unwrap() {
            let Truth { time, position, velocity } = update.state;
            p.observe(id, &seen(time, position, velocity)).unwrap();
            p.follow_strategy(id, update.follow).unwrap();
            sent += 1;
        }
    }
    assert_eq!((sent, dead_reckoning(&run, 1.0)), (1, 5), "one update for the strategy, five for four corners");
    assert_eq!(ledger.balance(), 4);
}
