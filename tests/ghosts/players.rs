//! Players and peers come and go; budgets hold.

use crate::game::{Game, MS, OBSERVER, PEER, straight};
use antreckon::base::ErrorKind;
use antreckon::base::math::DVec3;
use antreckon::base::time::SECOND;
use antreckon::ghosts::{EVERYBODY, EventKind, Ghosts, GhostsParams, OutboxParams, PlayerState};
use antreckon::predict::{EntityProfile, Model};

fn game() -> Game {
    Game::new(&GhostsParams::default(), &OutboxParams::default())
}

fn run(game: &mut Game, players: &[u32], ticks: usize) {
    for _ in 0..ticks {
        let t = game.seconds();
        let states: Vec<_> = players.iter().map(|player| (*player, straight(t))).collect();
        game.step(&states);
    }
}

#[test]
fn players_appear_by_themselves_and_go_when_their_owner_removes_them() {
    let mut game = game();
    run(&mut game, &[1, 2], 30);
    assert_eq!(game.ghosts.players().collect::<Vec<_>>(), [1, 2]);
    game.outbox.remove(1).unwrap();
    run(&mut game, &[2], 30);
    assert_eq!(game.ghosts.players().collect::<Vec<_>>(), [2]);
    assert_eq!((game.count(EventKind::Appeared), game.count(EventKind::Left)), (2, 1));
    assert_eq!(game.ghosts.view(1).unwrap_err().kind, ErrorKind::State);
    run(&mut game, &[1, 2], 30);
    assert_eq!(game.ghosts.players().collect::<Vec<_>>(), [1, 2]);
    assert_eq!((game.count(EventKind::Appeared), game.count(EventKind::Left)), (3, 1));
    assert!((game.drawn(1) - game.drawn(2)).length() < 0.1);
}

#[test]
fn late_packets_do_not_bring_back_who_has_left() {
    let mut game = game();
    game.broadcast = true;
    run(&mut game, &[1], 30);
    // A packet with news of the player is late; the one that says that it leaves is not.
    let mut late = [0; 1200];
    let remote = game.now + game.owner_ahead;
    let moved = PlayerState::at(DVec3::X * 40.0, DVec3::X);
    game.outbox.submit(1, &moved, remote, None, None).unwrap();
    let packet = game.outbox.packet(0, remote, Default::default(), &mut late).unwrap();
    assert!(packet.updates == 1);
    game.now += 20 * MS;
    game.outbox.remove(1).unwrap();
    run(&mut game, &[], 30);
    assert_eq!((game.ghosts.players().count(), game.count(EventKind::Left)), (0, 1));
    let own = game.own();
    game.ghosts.receive(PEER, &late[..packet.bytes], own).unwrap();
    run(&mut game, &[], 2);
    assert_eq!((game.ghosts.players().count(), game.count(EventKind::Appeared)), (0, 1));
    assert_eq!(game.ghosts.peer_stats(PEER).unwrap().counts().stale, 1);
    // Long afterwards it is forgotten.
    run(&mut game, &[], 11 * 60);
    assert_eq!(game.ghosts.player_stats(1).unwrap_err().kind, ErrorKind::NotFound);
}

#[test]
fn more_players_than_there_is_room_for_are_refused_with_an_event() {
    let params = GhostsParams { max_players: 3, ..GhostsParams::default() };
    let mut game = Game::new(&params, &OutboxParams::default());
    run(&mut game, &[1, 2, 3, 4], 30);
    assert_eq!(game.ghosts.players().count(), 3);
    assert!(game.count(EventKind::NoRoom) > 0);
    let warnings = game.ghosts.take_warnings();
    assert!(warnings.iter().any(|warning| warning.text.contains("refused")), "{warnings:?}");
    // One goes: there is room for the next to be told of, at once.
    game.outbox.remove(2).unwrap();
    run(&mut game, &[1, 3, 4], 120);
    assert_eq!(game.ghosts.players().collect::<Vec<_>>(), [1, 3, 4]);
}

#[test]
fn more_peers_than_there_is_room_for_are_refused_with_an_event() {
    let mut ghosts = Ghosts::new(&GhostsParams { max_peers: 2, ..GhostsParams::default() }).unwrap();
    for peer in 1..=3 {
        ghosts.observe(peer, peer as u32, &straight(0.0), 0).unwrap();
    }
    ghosts.draw(0, None, None).unwrap();
    assert_eq!(ghosts.peers().collect::<Vec<_>>(), [1, 2]);
    assert_eq!(ghosts.set_clock(9, 0, 0).unwrap_err().kind, ErrorKind::Budget);
    let events: Vec<_> = std::iter::from_fn(|| ghosts.next_event()).map(|event| (event.kind, event.peer)).collect();
    assert!(events.contains(&(EventKind::NoRoom, 3)) && events.contains(&(EventKind::NoRoom, 9)), "{events:?}");
    ghosts.remove_peer(1).unwrap();
    assert_eq!(ghosts.players().collect::<Vec<_>>(), [2]);
    ghosts.observe(3, 3, &straight(0.1), 100 * MS).unwrap();
    ghosts.draw(100 * MS, None, None).unwrap();
    assert_eq!(ghosts.players().collect::<Vec<_>>(), [2, 3]);
    assert_eq!(ghosts.remove_peer(1).unwrap_err().kind, ErrorKind::NotFound);
}

#[test]
fn an_inbox_that_is_full_says_so_and_the_next_frame_makes_room() {
    let mut ghosts = Ghosts::new(&GhostsParams { inbox_bytes: 4096, ..GhostsParams::default() }).unwrap();
    let mut refused = 0;
    for player in 0..200 {
        if let Err(error) = ghosts.observe(1, player, &straight(0.0), 0) {
            assert_eq!(error.kind, ErrorKind::Budget);
            refused += 1;
        }
    }
    assert!(refused > 100 && ghosts.overflowed() == refused);
    ghosts.draw(0, None, None).unwrap();
    assert_eq!(ghosts.players().count() as u64, 200 - refused);
    ghosts.observe(1, 999, &straight(0.1), 100 * MS).unwrap();
    ghosts.draw(100 * MS, None, None).unwrap();
    assert!(ghosts.view(999).is_ok());
}

#[test]
fn who_is_removed_here_appears_again_when_told_of_anew() {
    let mut game = game();
    run(&mut game, &[1], 30);
    game.ghosts.remove(1).unwrap();
    assert_eq!(game.ghosts.remove(1).unwrap_err().kind, ErrorKind::NotFound);
    assert_eq!(game.ghosts.players().count(), 0);
    run(&mut game, &[1], 120);
    assert!((game.drawn(1) - straight(game.seconds()).position).length() < 0.5);
    assert_eq!(game.count(EventKind::Appeared), 2);
}

#[test]
fn who_is_removed_and_submitted_at_once_begins_a_new_life() {
    for broadcast in [false, true] {
        let mut game = game();
        game.broadcast = broadcast;
        run(&mut game, &[1], 60);
        // Told to nobody yet, and there again, elsewhere.
        game.outbox.remove(1).unwrap();
        let away = DVec3::new(0.0, 0.0, 80.0);
        for _ in 0..60 {
            let t = game.seconds();
            let state = straight(t);
            game.step(&[(1, PlayerState { position: state.position + away, ..state })]);
            if game.ghosts.view(1).is_ok() {
                // In one life or the other, never on the way between.
                let side = game.drawn(1).z - straight(game.seconds()).position.z;
                assert!(side.abs() < 2.0 || (side - 80.0).abs() < 2.0, "{broadcast}: {side}");
            }
        }
        assert!((game.drawn(1) - straight(game.seconds()).position - away).length() < 0.5);
    }
}

#[test]
fn a_peer_that_is_removed_takes_its_players_along() {
    let mut game = game();
    run(&mut game, &[1, 2], 30);
    game.ghosts.remove_peer(PEER).unwrap();
    let mut left = Vec::new();
    while let Some(event) = game.ghosts.next_event() {
        assert_eq!((event.kind, event.peer), (EventKind::Left, PEER));
        left.push(event.player);
    }
    assert_eq!((left, game.ghosts.players().count()), (vec![1, 2], 0));
}

#[test]
fn what_is_set_for_a_player_waits_for_it_and_outlives_it() {
    let mut game = game();
    let profile = EntityProfile { model: Model::Dr1, ..EntityProfile::default() };
    game.ghosts.set_profile(1, &profile).unwrap();
    game.ghosts.set_freshness(1, 0.0).unwrap();
    let bad = EntityProfile { v_max: f64::NAN, ..EntityProfile::default() };
    assert!(game.ghosts.set_profile(2, &bad).is_err());
    let model = |game: &Game, player| {
        let id = game.ghosts.entity(player).unwrap();
        game.ghosts.predictor().profile(id).unwrap().model
    };
    for life in 0..2 {
        run(&mut game, &[1, 2], 60);
        assert_eq!((model(&game, 1), model(&game, 2)), (Model::Dr1, Model::Auto), "life {life}");
        // The one is shown in the past.
        let behind = (game.drawn(2) - game.drawn(1)).length();
        assert!(behind > 0.2, "life {life}: {behind}");
        game.outbox.remove(1).unwrap();
        // Long enough to be forgotten.
        run(&mut game, &[2], 11 * 60);
        assert!(game.ghosts.player_stats(1).is_err());
    }
    game.ghosts.remove(1).unwrap();
    run(&mut game, &[1, 2], 60);
    assert_eq!(model(&game, 1), Model::Auto);
    assert!((game.drawn(2) - game.drawn(1)).length() < 0.1);
}

#[test]
fn the_number_that_stands_for_everybody_is_nobody_s() {
    let mut game = game();
    assert!(game.ghosts.observe(1, EVERYBODY, &straight(0.0), 0).unwrap_err().message.contains("everybody"));
    assert!(game.outbox.submit(EVERYBODY, &straight(0.0), 0, None, None).unwrap_err().message.contains("everybody"));
    assert_eq!((game.ghosts.players().count(), game.outbox.players().count()), (0, 0));
}

#[test]
fn an_observer_that_is_removed_starts_anew() {
    let mut game = game();
    run(&mut game, &[1], 30);
    game.outbox.remove_observer(OBSERVER).unwrap();
    assert_eq!(game.outbox.remove_observer(OBSERVER).unwrap_err().kind, ErrorKind::NotFound);
    game.lose();
    game.ghosts.remove_peer(PEER).unwrap();
    run(&mut game, &[1], 60);
    assert!((game.drawn(1) - straight(game.seconds()).position).length() < 0.5);
    assert!(game.now < 2 * SECOND);
}
