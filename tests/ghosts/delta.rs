//! Updates relative to ones that have arrived: fewer bytes, and what is missing is healed.

use crate::game::{Game, PEER, circle};
use antreckon::base::time::SECOND;
use antreckon::ghosts::{EventKind, Ghosts, GhostsParams, OutboxParams};
use antreckon::net::sender::SenderParams;

fn game(broadcast: bool) -> Game {
    let rules = SenderParams { heartbeat: SECOND / 20, ..OutboxParams::default().rules };
    Game { broadcast, ..Game::new(&GhostsParams::default(), &OutboxParams { rules, ..OutboxParams::default() }) }
}

fn run(game: &mut Game, seconds: i64) {
    let end = game.now + seconds * SECOND;
    while game.now < end {
        let t = game.seconds();
        let players: Vec<_> = (0..8).map(|player| (player, circle(t + f64::from(player)))).collect();
        game.step(&players);
    }
}

#[test]
fn acknowledged_updates_make_later_ones_shorter() {
    let sent = [false, true].map(|broadcast| {
        let mut game = game(broadcast);
        run(&mut game, 2);
        let before = game.sent;
        run(&mut game, 4);
        assert_eq!(game.ghosts.peer_stats(PEER).unwrap().missing_baselines, 0);
        assert_eq!(game.outbox.stats(game.observer()).unwrap().bytes, game.sent as u64, "everything that left");
        game.sent - before
    });
    assert!(sent[0] * 10 < sent[1] * 9, "{sent:?}");
}

#[test]
fn who_never_answers_is_sent_updates_that_need_no_others() {
    let mut game = game(false);
    let mut worst: f64 = 0.0;
    while game.now < 8 * SECOND {
        let t = game.seconds();
        let before = game.down.len();
        game.tick(&[(1, circle(t))]);
        // Every fourth packet is lost, and so are all replies.
        if game.down.len() > before && game.outbox.stats(game.observer()).unwrap().packets.is_multiple_of(4) {
            game.down.pop();
        }
        game.frame();
        game.up.clear();
        if t > 3.0 {
            worst = worst.max((game.drawn(1) - circle(t).position).length());
        }
    }
    assert_eq!(game.ghosts.peer_stats(PEER).unwrap().missing_baselines, 0);
    // 50 ms of the way, which nobody can know, at 5 m/s, and what a loss costs.
    assert!(worst < 0.5, "{worst}");
}

#[test]
fn a_receiver_that_lost_everything_is_told_everything_anew() {
    let mut game = game(false);
    let empty = Ghosts::new(&GhostsParams::default()).unwrap().snapshot().unwrap();
    run(&mut game, 3);
    game.ghosts.restore(&empty).unwrap();
    assert_eq!(game.ghosts.players().count(), 0);
    run(&mut game, 1);
    assert!(game.ghosts.peer_stats(PEER).unwrap().missing_baselines > 0, "some came that were relative to lost ones");
    let missing = game.ghosts.peer_stats(PEER).unwrap().missing_baselines;
    run(&mut game, 1);
    assert_eq!(game.ghosts.peer_stats(PEER).unwrap().missing_baselines, missing, "and then no more");
    for player in 0..8 {
        let truth = circle(game.seconds() + f64::from(player)).position;
        let off = (game.drawn(player) - truth).length();
        assert!(off < 0.5, "player {player}: {off}");
    }
    assert_eq!((game.count(EventKind::Appeared), game.count(EventKind::Left)), (16, 8));
}

#[test]
fn a_receiver_that_goes_back_to_an_old_state_catches_up() {
    let mut game = game(false);
    run(&mut game, 2);
    let old = game.ghosts.snapshot().unwrap();
    run(&mut game, 2);
    game.ghosts.restore(&old).unwrap();
    run(&mut game, 2);
    for player in 0..8 {
        let truth = circle(game.seconds() + f64::from(player)).position;
        let off = (game.drawn(player) - truth).length();
        assert!(off < 0.5, "player {player}: {off}");
    }
}

#[test]
fn who_never_answers_is_told_by_heartbeats_and_everything_anew_with_the_first_answer() {
    let mut game = game(false);
    let end = 4 * SECOND;
    while game.now < end {
        let t = game.seconds();
        game.tick(&[(1, circle(t))]);
        game.frame();
        game.lose();
        let own = game.own();
        // Replies are lost, and so is what is under way.
        let _ = game.ghosts.reply(PEER, own, &mut [0; 8]).unwrap();
    }
    assert_eq!(game.ghosts.players().count(), 0);
    run(&mut game, 2);
    let off = (game.drawn(1) - circle(game.seconds() + 1.0).position).length();
    assert!(off < 0.5, "{off}");
}
