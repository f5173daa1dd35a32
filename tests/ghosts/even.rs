//! Somebody who moves straight at constant speed is drawn so, within one per cent, whatever the way.

use crate::stage::{Setting, Transport, play, seconds};
use antreckon::base::math::DVec3;
use antreckon::base::time::SECOND;
use antreckon::ghosts::{GhostsParams, OutboxParams};
use antreckon::net::sender::{SenderKind, SenderParams};

fn straight(t: f64) -> (DVec3, DVec3) {
    let velocity = DVec3::new(4.0, 0.0, 3.0);
    (DVec3::new(-20.0, 0.0, 3.0) + velocity * t, velocity)
}

/// Largest deviation of the drawn speed from 5 m/s after the first two seconds, as a share, and the frames.
fn unevenness(setting: &Setting, outbox: &OutboxParams) -> f64 {
    let (frames, _) = play(setting, straight, &GhostsParams::default(), outbox);
    let settled: Vec<_> = frames.iter().filter(|frame| frame.time > 2 * SECOND).collect();
    assert!(settled.len() as i64 > (setting.seconds - 3) * setting.frames, "{setting:?}: {} frames", settled.len());
    let steps = settled.windows(2).map(|pair| {
        let speed = (pair[1].position - pair[0].position).length() / seconds(pair[1].time - pair[0].time);
        (speed / 5.0 - 1.0).abs()
    });
    steps.fold(0.0, f64::max)
}

fn check(setting: &Setting, outbox: &OutboxParams) {
    let off = unevenness(setting, outbox);
    assert!(off <= 0.01, "{:.2} % off: {setting:?}", off * 100.0);
}

#[test]
fn by_packets_at_every_rate() {
    for transport in [Transport::Packets, Transport::Broadcast] {
        for rate in [5, 10, 20, 30, 60] {
            for frames in [30, 60, 144] {
                for freshness in [1.0, 0.5, 0.0] {
                    let rules = SenderParams { min_gap: 0, heartbeat: SECOND / rate, ..OutboxParams::default().rules };
                    let outbox = OutboxParams { rules, ..OutboxParams::default() };
                    check(&Setting { transport, rate, frames, freshness, ..Setting::default() }, &outbox);
                }
            }
        }
    }
}

#[test]
fn by_a_shared_model() {
    for rate in [5, 20, 60] {
        for frames in [30, 60, 144] {
            let kind = SenderKind::SharedModel;
            let rules = SenderParams { kind, heartbeat: SECOND / rate, ..OutboxParams::default().rules };
            let outbox = OutboxParams { rules, ..OutboxParams::default() };
            check(&Setting { rate, frames, ..Setting::default() }, &outbox);
        }
    }
}

#[test]
fn by_states_of_the_host_at_every_rate() {
    for transport in [Transport::Dated, Transport::Undated] {
        for rate in [5, 10, 20, 30, 60] {
            for frames in [30, 60, 144] {
                for freshness in [1.0, 0.5, 0.0] {
                    check(
                        &Setting { transport, rate, frames, freshness, ..Setting::default() },
                        &OutboxParams::default(),
                    );
                }
            }
        }
    }
}
