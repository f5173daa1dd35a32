//! The updates of owners who leave them to the library: an outbox at one end, ghosts at the other, nothing in between.
use super::forecaster::{Frame, Rule, Update};
use super::plugin::observation;
use super::score::{HEARTBEAT, Sent};
use super::units::Units;
use super::weights::Choice;
use crate::trace::Trace;
use antreckon::base::Result;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::ghosts::{EVERYONE, Ghosts, GhostsParams, Outbox, OutboxParams, PlayerState};
use antreckon::net::SenderParams;
use antreckon::net::sender::{Metric, SenderCapacity};
use antreckon::predict::{EntityProfile, LevelContext, Model};
use antreckon::smooth::{Method, SmoothParams};

/// The machine that everybody sends from.
const SERVER: u64 = 1;
/// Bytes of a packet.
const DATAGRAM: usize = 1200;

/// Everybody's updates at one threshold.
pub(super) struct Mail {
    outbox: Outbox,
    ghosts: Ghosts,
    units: Units,
    v_max: f64,
    tick: f64,
    /// Trace units.
    pub(super) threshold: f64,
    /// What was sent in the scored part.
    pub(super) sent: Sent,
    /// Who was there in the frame before.
    present: Vec<bool>,
    packet: Vec<u8>,
}

impl Mail {
    /// Receivers are off by at most `threshold` units over the ground at the end of every tick.
    pub(super) fn new(trace: &Trace, profile: &EntityProfile, weights: &Choice<'_>, threshold: f64) -> Result<Self> {
        let units = Units::of(&trace.meta);
        let v_max = trace.meta.v_max * units.metres;
        let usual = OutboxParams::default();
        let players = trace.players.len().max(1) as u32;
        let mut outbox = Outbox::new(&OutboxParams {
            capacity: SenderCapacity { entities: players, connections: 1, ..usual.capacity },
            rules: SenderParams {
                metric: Metric::Ground,
                position: threshold * units.metres,
                orientation: f64::INFINITY,
                stop_speed: 0.0,
                heartbeat: (HEARTBEAT * SECOND as f64) as Nanos,
                ..usual.rules
            },
            run_speed: v_max,
            profile: profile.clone(),
            ..usual
        })?;
        outbox.share(|shared| shared.load_weights(weights.bytes))?;
        outbox.sender_mut().set_policy(weights.policy)?;
        let usual = GhostsParams::default();
        let mut ghosts = Ghosts::new(&GhostsParams {
            max_players: usual.max_players.max(players),
            run_speed: v_max,
            // Owners choose lines: there is nothing to predict.
            profile: EntityProfile { model: Model::Dr1, ..usual.profile },
            smooth: SmoothParams { method: Method::Snap, ..usual.smooth },
            adapt_per_frame: 0,
            ..usual
        })?;
        ghosts.set_clock(SERVER, 0, 0)?;
        Ok(Self {
            outbox,
            ghosts,
            units,
            v_max,
            tick: trace.tick(),
            threshold,
            sent: Sent::default(),
            present: vec![false; players as usize],
            packet: vec![0; DATAGRAM],
        })
    }

    /// The owners' truth of a frame, and what comes of it at the other end.
    pub(super) fn frame(&mut self, frame: &Frame<'_>) -> Result<()> {
        let now = self.units.time(frame.k);
        for (player, sample) in frame.states.iter().enumerate() {
            let number = player as u32;
            let before = std::mem::replace(&mut self.present[player], sample.is_some());
            match sample {
                Some(sample) => {
                    let seen = observation(&self.units, sample, now, self.v_max);
                    let state = PlayerState {
                        time: Some(now),
                        velocity: seen.velocity,
                        orientation: seen.orientation,
                        airborne: seen.airborne,
                        teleported: frame.jumped[player],
                        ..PlayerState::resting(seen.position)
                    };
                    self.outbox.submit(number, &state, now, None, None)?;
                }
                None if before => self.outbox.remove(number)?,
                None => {}
            }
        }
        loop {
            let packet = self.outbox.packet(EVERYONE, now, LevelContext::default(), &mut self.packet)?;
            if packet.bytes == 0 {
                break;
            }
            self.ghosts.receive(SERVER, &self.packet[..packet.bytes], now)?;
        }
        self.ghosts.draw(now, None, None)
    }

    /// Where the last frame shows a player that is there, and the update that it is the first to show.
    pub(super) fn shown(&self, player: usize) -> Option<([f64; 2], Option<Update>)> {
        let view = self.ghosts.view(player as u32).ok()?;
        let [x, y, _] = self.units.from_metres(view.predicted.position);
        let [vx, vy, _] = self.units.from_metres(view.predicted.velocity);
        let position = [x, y];
        // Stamps are whole milliseconds.
        let fresh = view.age.abs() < self.tick / 2.0;
        Some((position, fresh.then_some(Update { position, velocity: [vx, vy], rule: Rule::Line })))
    }
}
