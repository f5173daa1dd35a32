//! Likely mistakes are told of, once, in words.

use crate::game::{Game, MS, straight};
use antreckon::base::math::DVec3;
use antreckon::base::time::SECOND;
use antreckon::ghosts::{Ghosts, GhostsParams, OutboxParams, PlayerState};
use antreckon::world::{GridInput, World, WorldParams};

fn ghosts() -> Ghosts {
    Ghosts::new(&GhostsParams::default()).unwrap()
}

fn only_warning(ghosts: &mut Ghosts, says: &str) {
    let warnings = ghosts.take_warnings();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].text.contains(says), "{}", warnings[0].text);
    assert!(ghosts.take_warnings().is_empty());
}

#[test]
fn players_that_are_not_on_the_level() {
    let blocked = [0; 16 * 16];
    let grid = GridInput {
        width: 16,
        depth: 16,
        floors: 1,
        corner: DVec3::ZERO,
        floor_height: 3.0,
        blocked: &blocked,
        heights: &[],
        areas: &[],
    };
    let world = World::from_grid(&WorldParams::default(), &grid).unwrap();
    for (far, warns) in [(1.0, false), (100.0, true)] {
        let mut ghosts = ghosts();
        for tick in 0..200i64 {
            let now = tick * SECOND / 60;
            let place = DVec3::new(2.0 + now as f64 * 1e-9, 0.0, 4.0) * far;
            ghosts.observe(1, 1, &PlayerState::at(place, DVec3::X), now).unwrap();
            ghosts.draw(now, Some(&world), None).unwrap();
        }
        if warns {
            only_warning(&mut ghosts, "metres_per_unit");
        } else {
            assert!(ghosts.take_warnings().is_empty());
        }
    }
}

#[test]
fn frames_in_milliseconds() {
    let mut ghosts = ghosts();
    (0..100).for_each(|frame| ghosts.draw(frame * 16, None, None).unwrap());
    only_warning(&mut ghosts, "milliseconds");
    let mut fine = self::ghosts();
    (0..100).for_each(|frame| fine.draw(frame * 16 * MS, None, None).unwrap());
    assert!(fine.take_warnings().is_empty());
}

#[test]
fn most_updates_refused() {
    let mut ghosts = ghosts();
    for tick in 0..200i64 {
        let now = tick * SECOND / 60;
        // The host forgot to let the time rise.
        let state = PlayerState { time: Some(5), ..straight(now as f64 * 1e-9) };
        ghosts.observe(1, 1, &state, now).unwrap();
        ghosts.draw(now, None, None).unwrap();
    }
    only_warning(&mut ghosts, "times");
}

#[test]
fn two_peers_that_tell_of_one_player() {
    let mut game = Game::new(&GhostsParams::default(), &OutboxParams::default());
    for _ in 0..60 {
        let (t, own) = (game.seconds(), game.own());
        game.ghosts.observe(2, 1, &straight(-t), own).unwrap();
        game.step(&[(1, straight(t))]);
    }
    only_warning(&mut game.ghosts, "both tell of player 1");
    assert_eq!(game.ghosts.player_stats(1).unwrap().peer, 2, "the first one stays");
}
