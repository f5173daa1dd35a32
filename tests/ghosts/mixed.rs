//! States of the host's netcode and packets of an outbox, side by side.

use crate::game::{Game, PEER, circle, straight};
use antreckon::base::time::SECOND;
use antreckon::ghosts::{EventKind, Ghosts, GhostsParams, Outbox, OutboxParams, PlayerState};
use antreckon::predict::LevelContext;

fn game() -> Game {
    Game::new(&GhostsParams::default(), &OutboxParams::default())
}

fn dated(game: &Game, t: f64) -> PlayerState {
    PlayerState { time: Some(game.now + game.owner_ahead), ..circle(t) }
}

#[test]
fn one_peer_tells_of_some_by_packets_and_of_others_by_dated_states() {
    let mut game = game();
    while game.now < 4 * SECOND {
        let t = game.seconds();
        let state = dated(&game, t);
        let own = game.own();
        game.ghosts.observe(PEER, 2, &state, own).unwrap();
        game.step(&[(1, circle(t))]);
    }
    let truth = circle(game.seconds()).position;
    for player in [1, 2] {
        let off = (game.drawn(player) - truth).length();
        assert!(off < 0.5, "player {player}: {off}");
    }
    assert!(game.ghosts.take_warnings().is_empty());
}

#[test]
fn peers_with_dated_states_undated_states_and_packets_stand_in_one_scene() {
    let mut game = game();
    while game.now < 4 * SECOND {
        let t = game.seconds();
        let (state, own) = (dated(&game, t), game.own());
        game.ghosts.observe(20, 2, &state, own).unwrap();
        game.ghosts.observe(30, 3, &circle(t), own).unwrap();
        game.step(&[(1, circle(t))]);
    }
    let truth = circle(game.seconds()).position;
    for player in [1, 2, 3] {
        let off = (game.drawn(player) - truth).length();
        assert!(off < 0.5, "player {player}: {off}");
    }
    assert_eq!(game.ghosts.peers().collect::<Vec<_>>(), [1, 20, 30]);
}

#[test]
fn undated_states_and_packets_of_one_peer_are_two_times_and_the_second_kind_is_refused() {
    let mut game = game();
    let mut refused = 0;
    for _ in 0..60 {
        let t = game.seconds();
        let own = game.own();
        game.ghosts.observe(PEER, 2, &circle(t), own).unwrap();
        game.step(&[(1, circle(t))]);
        refused = game.ghosts.peer_stats(PEER).unwrap().bad_packets;
    }
    assert!(refused > 0);
    assert!(game.ghosts.view(2).is_ok() && game.ghosts.view(1).is_err(), "the first kind goes on");
    let warnings = game.ghosts.take_warnings();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].text.contains("both dated and undated"), "{}", warnings[0].text);
    assert!(game.ghosts.set_clock(PEER, 0, 0).unwrap_err().message.contains("both dated and undated"));
}

#[test]
fn a_player_that_states_told_of_is_followed_by_its_packets_from_the_first_one_on() {
    let mut ghosts = Ghosts::new(&GhostsParams::default()).unwrap();
    let mut outbox = Outbox::new(&OutboxParams::default()).unwrap();
    let mut buffer = [0; 1200];
    for tick in 0..300i64 {
        let now = tick * SECOND / 60;
        let state = PlayerState { time: Some(now), ..straight(now as f64 * 1e-9) };
        if tick < 100 {
            ghosts.observe(PEER, 7, &state, now).unwrap();
        } else {
            outbox.submit(7, &state, now, None, None).unwrap();
            let packet = outbox.packet(0, now, LevelContext::default(), &mut buffer).unwrap();
            // The first packet, which says that the player enters, is lost.
            if packet.bytes > 0 && tick > 100 {
                ghosts.receive(PEER, &buffer[..packet.bytes], now).unwrap();
            }
            // States of who is told of by packets do nothing.
            if tick > 200 {
                let wrong = PlayerState { position: state.position * 3.0, ..state };
                ghosts.observe(PEER, 7, &wrong, now).unwrap();
            }
        }
        ghosts.draw(now, None, None).unwrap();
        let off = (ghosts.view(7).unwrap().drawn.position - state.position).length();
        assert!(off < 0.2, "tick {tick}: {off}");
    }
    let appeared = std::iter::from_fn(|| ghosts.next_event()).filter(|e| e.kind == EventKind::Appeared).count();
    assert_eq!(appeared, 1);
    let counts = *ghosts.peer_stats(PEER).unwrap().counts();
    assert_eq!((counts.duplicates, counts.too_old, counts.backwards), (0, 0, 0), "{counts:?}");
}

#[test]
fn two_peers_with_undated_states_of_one_number_do_not_hide_each_other() {
    let mut ghosts = Ghosts::new(&GhostsParams::default()).unwrap();
    for tick in 0..120i64 {
        let now = tick * SECOND / 60;
        let state = straight(now as f64 * 1e-9);
        ghosts.observe(1, 7, &state, now).unwrap();
        let other = PlayerState { position: state.position * -3.0, ..state };
        ghosts.observe(2, 7, &other, now).unwrap();
        ghosts.draw(now, None, None).unwrap();
        let off = (ghosts.view(7).unwrap().drawn.position - state.position).length();
        assert!(off < 0.2, "tick {tick}: {off}");
    }
    assert_eq!(ghosts.player_stats(7).unwrap().peer, 1);
}
