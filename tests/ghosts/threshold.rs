//! On a network without delay or loss nobody is predicted farther off than the sender's threshold.

use crate::game::{Game, circle};
use antreckon::base::math::DVec3;
use antreckon::base::time::SECOND;
use antreckon::ghosts::{GhostsParams, OutboxParams, PlayerState};
use antreckon::net::CodecParams;
use antreckon::net::sender::{SenderKind, SenderParams};
use antreckon::predict::{EntityProfile, Model};

/// Runs, turns sharply, stands, runs on.
fn zigzag(t: f64) -> PlayerState {
    let leg = (t / 0.7) as i64;
    let mut place = DVec3::ZERO;
    let way =
        |leg: i64| [DVec3::X, DVec3::Z, DVec3::ZERO, -DVec3::X, (DVec3::X + DVec3::Z) * 0.7][leg as usize % 5] * 5.0;
    for done in 0..leg {
        place += way(done) * 0.7;
    }
    place += way(leg) * (t - leg as f64 * 0.7);
    PlayerState::at(place, way(leg))
}

#[test]
fn the_threshold_holds_at_every_tick() {
    let kinds = [
        (SenderKind::OwnerLine, Model::Auto),
        (SenderKind::SharedModel, Model::Dr1),
        (SenderKind::SharedModel, Model::Damped),
        (SenderKind::SharedModel, Model::Auto),
    ];
    for (kind, model) in kinds {
        for (broadcast, motion) in [(false, zigzag as fn(f64) -> PlayerState), (true, zigzag), (true, circle)] {
            let profile = EntityProfile { model, ..EntityProfile::default() };
            let rules = SenderParams { kind, position: 0.3, ..OutboxParams::default().rules };
            let outbox = OutboxParams { rules, profile: profile.clone(), ..OutboxParams::default() };
            let ghosts = GhostsParams { profile, ..GhostsParams::default() };
            let mut game = Game { broadcast, latency: 0, owner_ahead: 0, ..Game::new(&ghosts, &outbox) };
            game.ghosts.set_clock(1, 0, 0).unwrap();
            // The codec's ticks are milliseconds: what was true up to one before may be told.
            let slack = CodecParams::default().position_error() + 5.0 * 1.1e-3;
            let mut worst: f64 = 0.0;
            while game.now < 8 * SECOND {
                let state = motion(game.seconds());
                game.step(&[(1, state)]);
                let predicted = game.ghosts.view(1).unwrap().predicted;
                worst = worst.max((predicted.position - state.position).length());
            }
            assert!(worst <= rules.position + slack, "{kind:?} {model:?} broadcast {broadcast}: {worst}");
            assert!(worst > 0.1, "it is used: {worst}");
        }
    }
}
