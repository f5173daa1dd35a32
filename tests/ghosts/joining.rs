//! Late joiners, and the slider between present and past.

use crate::game::{Game, PEER, TICK, circle, straight};
use antreckon::base::math::DVec3;
use antreckon::base::time::SECOND;
use antreckon::ghosts::{EVERYBODY, EventKind, Ghosts, GhostsParams, OutboxParams};
use antreckon::predict::{EntityProfile, Model};

#[test]
fn who_joins_late_goes_on_exactly_like_the_others() {
    for model in [Model::Dr1, Model::Auto] {
        let profile = EntityProfile { model, ..EntityProfile::default() };
        let params = GhostsParams { profile, ..GhostsParams::default() };
        let mut game = Game { broadcast: true, ..Game::new(&params, &OutboxParams::default()) };
        for _ in 0..180 {
            let t = game.seconds();
            game.step(&[(1, circle(t)), (2, straight(t))]);
        }
        let bytes = game.ghosts.snapshot().unwrap();
        let mut joined = Ghosts::new(&params).unwrap();
        joined.restore(&bytes).unwrap();
        assert_eq!(joined.state_hash().unwrap(), game.ghosts.state_hash().unwrap());
        assert_eq!(joined.next_event().unwrap().kind, EventKind::Appeared);
        assert_eq!(joined.next_event().unwrap().player, 2);
        // The same packets from here on, on a machine whose clock shows something else.
        let mut buffer = [0; 1200];
        for _ in 0..180 {
            let t = game.seconds();
            let remote = game.now + game.owner_ahead;
            game.outbox.submit(1, &circle(t), remote, None, None).unwrap();
            game.outbox.submit(2, &straight(t), remote, None, None).unwrap();
            let packet = game.outbox.packet(0, remote, Default::default(), &mut buffer).unwrap();
            let own = game.now + 7777 * SECOND;
            if packet.bytes > 0 {
                joined.receive(PEER, &buffer[..packet.bytes], own).unwrap();
                game.ghosts.receive(PEER, &buffer[..packet.bytes], game.now).unwrap();
            }
            joined.draw(own, None, None).unwrap();
            game.frame();
        }
        assert_eq!(joined.predictor().state_hash(), game.ghosts.predictor().state_hash(), "{model:?}");
        for player in [1, 2] {
            let off = (joined.view(player).unwrap().drawn.position - game.drawn(player)).length();
            assert!(off < 0.5, "{model:?}: {off}");
        }
    }
}

#[test]
fn snapshots_that_are_damaged_are_refused_and_change_nothing() {
    let mut game = Game::new(&GhostsParams::default(), &OutboxParams::default());
    for _ in 0..60 {
        let t = game.seconds();
        game.step(&[(1, circle(t))]);
    }
    let bytes = game.ghosts.snapshot().unwrap();
    let hash = game.ghosts.state_hash().unwrap();
    for cut in (0..bytes.len()).step_by(97) {
        assert!(game.ghosts.restore(&bytes[..cut]).is_err());
        let mut flipped = bytes.clone();
        flipped[cut] ^= 4;
        assert!(game.ghosts.restore(&flipped).is_err());
    }
    assert_eq!(game.ghosts.state_hash().unwrap(), hash);
    game.ghosts.restore(&bytes).unwrap();
    assert_eq!(game.ghosts.state_hash().unwrap(), hash);
}

#[test]
fn the_slider_moves_what_is_shown_without_a_jump() {
    for broadcast in [false, true] {
        let mut game = Game { broadcast, ..Game::new(&GhostsParams::default(), &OutboxParams::default()) };
        let mut last: Option<DVec3> = None;
        let mut lags = Vec::new();
        while game.now < 30 * SECOND {
            let freshness = match game.now / SECOND {
                4..14 => 0.0,
                14..18 => 0.5,
                _ => 1.0,
            };
            game.ghosts.set_freshness(EVERYBODY, freshness).unwrap();
            let t = game.seconds();
            game.step(&[(1, straight(t))]);
            let Ok(view) = game.ghosts.view(1) else { continue };
            let (place, along) = (view.drawn.position, straight(0.0).velocity.unwrap() / 5.0);
            if game.now > 3 * SECOND {
                let step = (place - last.unwrap_or(place)).dot(along);
                let most = 1.3 * 5.0 * (TICK as f64 * 1e-9);
                assert!((0.0..=most).contains(&step) || last.is_none(), "at {t}: {step}, most {most}");
                last = Some(place);
                if game.now % SECOND < TICK {
                    lags.push((straight(t).position - place).dot(along) / 5.0);
                }
            }
        }
        let (present, past, again) = (lags[0], lags[9], lags[lags.len() - 1]);
        assert!(past > present + 0.05 && (again - present).abs() < 0.03, "{present} {past} {again}");
    }
}

#[test]
fn the_slider_changes_the_drawn_speed_by_a_tenth() {
    // Pushed at once, or slowly.
    for seconds in [0.02, 4.0] {
        check_slider(seconds);
    }
}

/// Freshness goes to 0 in some seconds from the fourth on, and back from the tenth on.
fn check_slider(seconds: f64) {
    let mut ghosts = Ghosts::new(&GhostsParams::default()).unwrap();
    let mut last: Option<DVec3> = None;
    for frame in 0..16 * 60 {
        let now = frame * TICK;
        let state = straight(now as f64 * 1e-9);
        if frame % 6 == 0 {
            ghosts.observe(1, 1, &state, now).unwrap();
        }
        let t = now as f64 * 1e-9;
        let freshness = if t < 10.0 { 1.0 - (t - 4.0) / seconds } else { (t - 10.0) / seconds };
        ghosts.set_freshness(1, freshness.clamp(0.0, 1.0)).unwrap();
        ghosts.draw(now, None, None).unwrap();
        let place = ghosts.view(1).unwrap().drawn.position;
        if let Some(last) = last.filter(|_| frame > 3 * 60) {
            let speed = (place - last).length() / (TICK as f64 * 1e-9) / 5.0;
            // A tenth by the shown time; the rest is how what is drawn gets there without a jump of its speed.
            assert!((speed - 1.0).abs() < 0.14, "in {seconds} s, frame {frame}: {speed}");
        }
        last = Some(place);
    }
}
