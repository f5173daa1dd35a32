//! Riders on lifts and platforms, and origins that move.

use crate::game::{Game, straight};
use antreckon::base::math::{DQuat, DVec3};
use antreckon::base::time::SECOND;
use antreckon::ghosts::{GhostsParams, OutboxParams, PlayerState};
use antreckon::predict::BaseMotion;

const PLAYER: u32 = 4;
const BASE: u32 = 77;

type Base = fn(f64) -> BaseMotion;

/// Goes up at 3 m/s.
fn lift(t: f64) -> BaseMotion {
    BaseMotion {
        id: 0,
        position: DVec3::new(10.0, 3.0 * t, -4.0),
        orientation: DQuat::IDENTITY,
        velocity: DVec3::Y * 3.0,
        angular_velocity: DVec3::ZERO,
    }
}

/// Turns by 1 rad/s.
fn platform(t: f64) -> BaseMotion {
    BaseMotion {
        position: DVec3::new(-5.0, 1.0, 8.0),
        orientation: DQuat::from_rotation_y(t),
        velocity: DVec3::ZERO,
        angular_velocity: DVec3::Y,
        ..lift(0.0)
    }
}

/// Stands at the edge, or walks evenly over it, in the base's frame.
fn standing(_: f64) -> (DVec3, DVec3) {
    (DVec3::new(2.0, 0.5, 1.0), DVec3::ZERO)
}

fn walking(t: f64) -> (DVec3, DVec3) {
    (DVec3::new(-4.0 + t, 0.5, 1.0), DVec3::X)
}

/// Largest distance of what is drawn from the truth after two seconds, when it is known that the rider moves evenly.
fn error(base: Base, rider: fn(f64) -> (DVec3, DVec3), freshness: f64) -> f64 {
    let params = GhostsParams { freshness, ..GhostsParams::default() };
    let mut game = Game::new(&params, &OutboxParams::default());
    let mut worst: f64 = 0.0;
    while game.now < 5 * SECOND {
        let (t, own) = (game.seconds(), game.own());
        game.ghosts.set_base(BASE, Some(&base(t)), own).unwrap();
        let (position, velocity) = rider(t);
        game.step(&[(PLAYER, PlayerState { base: Some(BASE), ..PlayerState::at(position, velocity) })]);
        if t > 2.0 && freshness == 1.0 {
            let off = (game.drawn(PLAYER) - base(t).point_to_level(position)).length();
            worst = worst.max(off);
        }
    }
    worst
}

#[test]
fn riders_are_drawn_where_they_are_on_their_base() {
    for (name, base) in [("lift", lift as Base), ("platform", platform)] {
        for (how, rider) in [("standing", standing as fn(f64) -> (DVec3, DVec3)), ("walking", walking)] {
            let off = error(base, rider, 1.0);
            assert!(off < 0.05, "{how} on a {name}: {off}");
        }
    }
}

#[test]
fn who_is_shown_in_the_past_stays_on_the_base_as_well() {
    for base in [lift as Base, platform] {
        let params = GhostsParams { freshness: 0.0, ..GhostsParams::default() };
        let mut game = Game::new(&params, &OutboxParams::default());
        while game.now < 5 * SECOND {
            let (t, own) = (game.seconds(), game.own());
            game.ghosts.set_base(BASE, Some(&base(t)), own).unwrap();
            let (position, velocity) = standing(t);
            game.step(&[(PLAYER, PlayerState { base: Some(BASE), ..PlayerState::at(position, velocity) })]);
        }
        // Where it stood a moment ago, up to the longest delay.
        let (t, drawn) = (game.seconds(), game.drawn(PLAYER));
        let nearest = (0..700)
            .map(|ms| (drawn - base(t - f64::from(ms) * 1e-3).point_to_level(standing(t).0)).length())
            .fold(f64::MAX, f64::min);
        assert!(nearest < 0.05, "{nearest}");
    }
}

#[test]
fn origins_move_with_everything_in_them() {
    let shift = DVec3::new(1000.0, -50.0, 300.0);
    let mut games = [0, 1].map(|_| Game::new(&GhostsParams::default(), &OutboxParams::default()));
    for tick in 0..240 {
        let shifted = tick >= 120;
        for (i, game) in games.iter_mut().enumerate() {
            let moved = if shifted && i == 1 { shift } else { DVec3::ZERO };
            let (t, own) = (game.seconds(), game.own());
            if tick == 120 && i == 1 {
                game.ghosts.rebase(shift).unwrap();
            }
            let base = lift(t);
            let here = BaseMotion { position: base.position - moved, ..base };
            game.ghosts.set_base(BASE, Some(&here), own).unwrap();
            // Nothing new comes after the shift, so that only what was known is moved.
            if tick < 115 {
                let (position, velocity) = walking(t);
                let rider = PlayerState { base: Some(BASE), ..PlayerState::at(position, velocity) };
                game.tick(&[(1, straight(t)), (2, rider)]);
            }
            game.frame();
        }
        if tick > 30 {
            for player in [1, 2] {
                let expected = games[0].drawn(player) - if shifted { shift } else { DVec3::ZERO };
                let off = (games[1].drawn(player) - expected).length();
                assert!(off < 1e-6, "tick {tick}, player {player}: {off}");
            }
        }
    }
}

/// Somebody on a circle at 20 m/s who does not tell its velocity, as seen from `origin`.
fn turning(t: f64, origin: DVec3) -> PlayerState {
    let state = crate::game::circle(4.0 * t);
    PlayerState { position: state.position - origin, velocity: None, ..state }
}

#[test]
fn packets_mean_the_same_places_wherever_the_origins_are() {
    // Both ends move their origins, each to its own place, while packets coded against older ones are under way.
    let moves = [(60, DVec3::new(1000.0, -50.0, 300.0)), (61, DVec3::new(-7.77, 3.3, 0.123)), (90, DVec3::splat(1e5))];
    let mut games = [0, 1].map(|_| Game::new(&GhostsParams::default(), &OutboxParams::default()));
    let (mut owner_at, mut own_at) = (DVec3::ZERO, DVec3::ZERO);
    let mut sizes = [0, 0];
    for tick in 0..180 {
        for (i, game) in games.iter_mut().enumerate() {
            if i == 1 {
                for (_, shift) in moves.iter().filter(|(at, _)| *at == tick) {
                    game.ghosts.rebase(*shift).unwrap();
                    game.outbox.rebase(-3.0 * *shift).unwrap();
                    (own_at, owner_at) = (own_at + *shift, owner_at - 3.0 * *shift);
                }
            }
            let from = if i == 1 { owner_at } else { DVec3::ZERO };
            let (t, own) = (game.seconds(), game.own());
            let base = lift(t);
            let moved = if i == 1 { own_at } else { DVec3::ZERO };
            game.ghosts.set_base(BASE, Some(&BaseMotion { position: base.position - moved, ..base }), own).unwrap();
            let (position, velocity) = walking(t);
            let rider = PlayerState { base: Some(BASE), ..PlayerState::at(position, velocity) };
            game.step(&[(1, turning(t, from)), (2, rider)]);
            sizes[i] = game.sent;
        }
        if tick > 30 {
            for player in [1, 2] {
                let off = (games[1].drawn(player) + own_at - games[0].drawn(player)).length();
                assert!(off < 1e-4, "tick {tick}, player {player}: {off}");
            }
        }
    }
    assert_eq!(sizes[0], sizes[1], "it is sent as often and as short as before");
    // Somebody who joins has an origin of its own.
    let mut joined = Game::new(&GhostsParams::default(), &OutboxParams::default());
    joined.ghosts.rebase(DVec3::X * 50.0).unwrap();
    joined.ghosts.restore(&games[1].ghosts.snapshot().unwrap()).unwrap();
    joined.outbox.restore(&games[1].outbox.snapshot()).unwrap();
    (joined.now, joined.down) = (games[1].now, games[1].down.clone());
    joined.outbox.rebase(owner_at).unwrap();
    for _ in 0..30 {
        for game in [&mut games[1], &mut joined] {
            game.step(&[(1, turning(game.seconds(), owner_at))]);
        }
    }
    let off = (joined.drawn(1) + DVec3::X * 50.0 - games[1].drawn(1) - own_at).length();
    assert!(off < 0.05, "{off}");
}
