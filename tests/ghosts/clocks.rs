//! Clocks that are far apart, slip, stand still or are told wrongly.

use crate::game::{Game, MS, PEER, TICK, circle, straight};
use antreckon::base::math::DVec3;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::ghosts::{EVERYONE, EventKind, GhostsParams, Outbox, OutboxParams};

const PLAYER: u32 = 3;

fn game(broadcast: bool) -> Game {
    Game { broadcast, ..Game::new(&GhostsParams::default(), &OutboxParams::default()) }
}

/// Plays for some seconds and returns how long ago, at the end, the drawn place was last farther than half a metre off what is to be
/// seen: the present, behind by the way where only arrivals tell the time.
fn settled_for(game: &mut Game, seconds: i64) -> Nanos {
    let (start, mut bad) = (game.now, game.now);
    while game.now < start + seconds * SECOND {
        let (t, at) = (game.seconds(), game.now);
        game.step(&[(PLAYER, circle(t))]);
        let behind = if game.broadcast { game.latency as f64 * 1e-9 } else { 0.0 };
        let off = (game.drawn(PLAYER) - circle(t - behind).position).length();
        if off > 0.5 {
            bad = at + TICK;
        }
    }
    game.now - bad
}

/// Nobody does anything for a while.
fn hitch(game: &mut Game, nanos: Nanos) {
    game.lose();
    game.now += nanos / TICK * TICK;
}

fn warm_up(game: &mut Game) {
    game.step(&[(PLAYER, circle(0.0))]);
    while game.now < 4 * SECOND {
        let t = game.seconds();
        game.step(&[(PLAYER, circle(t))]);
    }
    assert_eq!(game.count(EventKind::ClockJumped), 0);
}

#[test]
fn the_owner_s_clock_slips_by_two_seconds_in_a_hitch() {
    for broadcast in [false, true] {
        for slip in [-2 * SECOND, 2 * SECOND] {
            let mut game = game(broadcast);
            warm_up(&mut game);
            // In a hitch of two seconds its clock stands, or shows twice as much.
            hitch(&mut game, 2 * SECOND);
            game.owner_ahead += slip;
            let settled = settled_for(&mut game, 3);
            assert!(settled >= 2 * SECOND, "broadcast {broadcast}, slip {slip}: {} ms", settled / MS);
            assert_eq!(game.count(EventKind::ClockJumped), 1, "broadcast {broadcast}, slip {slip}");
        }
    }
}

#[test]
fn the_own_clock_loses_time() {
    for broadcast in [false, true] {
        for lost in [600 * MS, 2 * SECOND] {
            let mut game = game(broadcast);
            warm_up(&mut game);
            hitch(&mut game, lost);
            game.own_ahead -= lost / TICK * TICK;
            let settled = settled_for(&mut game, 3);
            assert!(settled >= 2 * SECOND, "broadcast {broadcast}, lost {lost}: {} ms", settled / MS);
            assert_eq!(game.count(EventKind::ClockJumped), 1, "broadcast {broadcast}, lost {lost}");
        }
    }
}

/// Frames in which the player is drawn to move faster than 2.2 times its speed.
fn jumps(game: &mut Game, seconds: i64) -> usize {
    let mut last: Option<DVec3> = None;
    let mut jumps = 0;
    let end = game.now + seconds * SECOND;
    while game.now < end {
        let t = game.seconds();
        game.step(&[(PLAYER, circle(t))]);
        if let Ok(view) = game.ghosts.view(PLAYER) {
            let step = last.map_or(0.0, |last| (view.drawn.position - last).length());
            jumps += usize::from(step > 2.2 * 5.0 / 60.0);
            last = Some(view.drawn.position);
        }
    }
    jumps
}

#[test]
fn a_told_clock_that_is_off_by_400_ms_makes_no_jumps() {
    for off in [400 * MS, -400 * MS] {
        let params = GhostsParams { run_speed: 5.0, ..GhostsParams::default() };
        let mut game = Game::new(&params, &OutboxParams::default());
        game.ghosts.set_clock(PEER, 0, 100 * SECOND + off).unwrap();
        let jumps = jumps(&mut game, 8);
        assert_eq!(jumps, 0, "off by {} ms", off / MS);
        assert_eq!(game.count(EventKind::ClockJumped), 0);
    }
}

#[test]
fn packets_that_come_twice_a_second_in_pairs_are_drawn_without_jumps() {
    // Two packets per window of half a second, both at its end.
    let mut game = game(true);
    game.grid = SECOND / 2;
    let mut last: Option<DVec3> = None;
    let mut jumps = 0;
    while game.now < 10 * SECOND {
        let t = game.seconds();
        if game.now / TICK % 15 == 0 {
            game.tick(&[(PLAYER, straight(t))]);
        }
        game.frame();
        if let Ok(view) = game.ghosts.view(PLAYER)
            && game.now > 3 * SECOND
        {
            let step = last.map_or(5.0 / 60.0, |last| (view.drawn.position - last).length());
            jumps += usize::from(step > 2.2 * 5.0 / 60.0);
            last = Some(view.drawn.position);
        }
    }
    assert_eq!(jumps, 0);
    assert_eq!(game.count(EventKind::ClockJumped), 0, "late is not a jump of the clock");
    let off = (game.drawn(PLAYER) - straight(game.seconds()).position).length();
    assert!(off < 5.0 * 0.6, "at most a window behind: {off}");
}

#[test]
fn one_of_two_peers_slips_and_the_other_is_not_disturbed() {
    const OTHER: u64 = 2;
    const OTHERS_PLAYER: u32 = 4;
    for broadcast in [false, true] {
        let mut game = game(broadcast);
        // The other peer's clock is a hundred seconds away from the first one's, which is as far ahead of the own one.
        let mut other = Outbox::new(&OutboxParams::default()).unwrap();
        let mut under_way: Vec<(Nanos, Vec<u8>)> = Vec::new();
        let (mut slipped, mut bad) = (0, 0);
        let mut worst: f64 = 0.0;
        let mut buffer = [0; 1200];
        game.step(&[(PLAYER, circle(0.0))]);
        while game.now < 8 * SECOND {
            if slipped == 0 && game.now > 4 * SECOND {
                // The first peer stands still for two seconds, its clock too; frames go on.
                slipped = game.now;
                game.owner_ahead -= 2 * SECOND;
                game.lose();
            }
            let (now, t) = (game.now, game.seconds());
            other.submit(OTHERS_PLAYER, &circle(t), now, None, None).unwrap();
            let packet = other.packet(EVERYONE, now, Default::default(), &mut buffer).unwrap();
            if packet.bytes > 0 {
                under_way.push((now + game.latency, buffer[..packet.bytes].to_vec()));
            }
            let own = game.own();
            under_way.retain(|(at, bytes)| {
                if *at <= now {
                    game.ghosts.receive(OTHER, bytes, own).unwrap();
                }
                *at > now
            });
            match slipped == 0 || now >= slipped + 2 * SECOND {
                true => game.step(&[(PLAYER, circle(t))]),
                false => game.frame(),
            }
            if now > 3 * SECOND {
                let behind = game.latency as f64 * 1e-9;
                worst = worst.max((game.drawn(OTHERS_PLAYER) - circle(t - behind).position).length());
                let behind = if broadcast { behind } else { 0.0 };
                if slipped > 0 && (game.drawn(PLAYER) - circle(t - behind).position).length() > 0.5 {
                    bad = now;
                }
            }
        }
        let recovered = bad - slipped - 2 * SECOND;
        assert!(recovered < SECOND, "broadcast {broadcast}: {} ms", recovered / MS);
        assert!(worst < 0.5, "broadcast {broadcast}: the other one is {worst} m off");
        let jumped: Vec<u64> =
            game.events.iter().filter(|event| event.kind == EventKind::ClockJumped).map(|event| event.peer).collect();
        assert_eq!(jumped, [PEER], "broadcast {broadcast}");
    }
}
