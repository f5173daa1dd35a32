//! What is drawn after a loss: one update later it is back where it belongs.
#![allow(missing_docs)]

use antreckon::base::math::DVec3;
use antreckon::base::time::SECOND;
use antreckon::ghosts::{EVERYONE, Ghosts, GhostsParams, Outbox, OutboxParams, PlayerState};
use antreckon::net::CodecParams;
use antreckon::net::sender::{SenderKind, SenderParams};
use antreckon::predict::{EntityProfile, LevelContext, Model, Obstacle};
use antreckon::smooth::{Method, Pace, SmoothParams};

const THRESHOLD: f64 = 0.3;
const FRAME: i64 = SECOND / 60;
const FRAMES: i64 = 60 * 30;
const PLAYER: u32 = 7;
const OWNER: u64 = 1;

/// Somebody who runs in wide curves at about 6 m/s.
fn truth(time: i64) -> PlayerState {
    let t = time as f64 * 1e-9;
    let position = DVec3::new(5.0 * t, 0.0, 4.0 * (0.9 * t).sin());
    PlayerState::at(position, DVec3::new(5.0, 0.0, 3.6 * (0.9 * t).cos()))
}

/// How far what is drawn is off in the frame before each packet is sent, when packet `lost` does not arrive. No latency.
fn errors(smooth: &SmoothParams, lost: Option<usize>) -> Vec<f64> {
    let mut profile = EntityProfile { model: Model::Dr1, ..EntityProfile::default() };
    profile.post.obstacle = Obstacle::Ignore;
    let kind = SenderKind::SharedModel;
    let rules = SenderParams { kind, position: THRESHOLD, heartbeat: 60 * SECOND, ..OutboxParams::default().rules };
    let outbox = OutboxParams { rules, profile: profile.clone(), ..OutboxParams::default() };
    let mut outbox = Outbox::new(&outbox).unwrap();
    let ghosts = GhostsParams { profile, smooth: smooth.clone(), ..GhostsParams::default() };
    let mut ghosts = Ghosts::new(&ghosts).unwrap();
    ghosts.set_clock(OWNER, 0, 0).unwrap();
    let (mut errors, mut error, mut bytes) = (Vec::new(), 0.0, [0; 1200]);
    for now in (0..FRAMES).map(|frame| frame * FRAME) {
        let state = truth(now);
        outbox.submit(PLAYER, &state, now, None, None).unwrap();
        let packet = outbox.packet(EVERYONE, now, LevelContext::default(), &mut bytes).unwrap();
        if packet.bytes > 0 {
            if Some(errors.len()) != lost {
                ghosts.receive(OWNER, &bytes[..packet.bytes], now).unwrap();
            }
            errors.push(error);
        }
        ghosts.draw(now, None, None).unwrap();
        error = ghosts.view(PLAYER).unwrap().drawn.position.distance(state.position);
    }
    errors
}

/// After each lost packet: when the next one has come and the one after it is due, what is drawn is within the threshold.
fn heals(params: &SmoothParams) {
    let (all, method) = (errors(params, None), params.method);
    assert!(all.len() > 20, "{}", all.len());
    let most = THRESHOLD + CodecParams::default().position_error();
    for lost in 1..all.len() - 2 {
        let seen = errors(params, Some(lost));
        assert!(seen[lost + 1] > THRESHOLD, "{method:?}: nobody saw that {lost} was lost");
        for (n, error) in seen.iter().enumerate().skip(lost + 2) {
            assert!(*error <= most, "{method:?}, {lost} lost: {error} m before packet {n}");
        }
    }
}

#[test]
fn one_update_after_a_loss_the_drawn_position_is_within_the_threshold_again() {
    heals(&SmoothParams::default());
    // Curves must end before the next update comes; those that take longer are never quite there, loss or not.
    let position = Pace { share: 0.25, ..SmoothParams::default().position };
    for method in Method::ALL {
        heals(&SmoothParams { method, position, ..SmoothParams::default() });
    }
}
