//! A game on two machines: somebody moves on one, the other draws.

use antreckon::base::math::DVec3;
use antreckon::base::random::Random;
use antreckon::base::time::{Nanos, SECOND};
use antreckon::ghosts::{EVERYONE, Ghosts, GhostsParams, Outbox, OutboxParams, PlayerState};
use antreckon::predict::LevelContext;

pub const MS: Nanos = SECOND / 1000;
pub const PLAYER: u32 = 7;

/// Where somebody is and how fast.
pub type Motion = fn(f64) -> (DVec3, DVec3);

/// How states get to the other machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transport {
    /// Packets for one observer, with replies.
    Packets,
    /// Packets for everyone, nothing comes back.
    Broadcast,
    /// States of the host's netcode, with their time.
    Dated,
    /// States of the host's netcode, dated when they arrive.
    Undated,
}

/// A network and the two machines' habits.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub transport: Transport,
    /// Updates per second; packets: ticks per second of the owner.
    pub rate: i64,
    pub frames: i64,
    pub latency: Nanos,
    pub jitter: Nanos,
    pub loss: f64,
    /// The owner's clock is ahead by so much.
    pub ahead: Nanos,
    pub freshness: f64,
    pub seconds: i64,
}

impl Default for Setting {
    fn default() -> Self {
        Self {
            transport: Transport::Packets,
            rate: 20,
            frames: 60,
            latency: 50 * MS,
            jitter: 0,
            loss: 0.0,
            ahead: 100 * SECOND,
            freshness: 1.0,
            seconds: 6,
        }
    }
}

/// One drawn frame.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub time: Nanos,
    pub position: DVec3,
}

pub fn seconds(nanos: Nanos) -> f64 {
    nanos as f64 * 1e-9
}

/// Plays a game and returns every frame in which the player was drawn, with the ghosts at its end.
pub fn play(setting: &Setting, motion: Motion, ghosts: &GhostsParams, outbox: &OutboxParams) -> (Vec<Frame>, Ghosts) {
    let mut ghosts = Ghosts::new(&GhostsParams { freshness: setting.freshness, ..ghosts.clone() }).unwrap();
    let mut outbox = Outbox::new(outbox).unwrap();
    let mut random = Random(11);
    // Bytes or states under way, by time of arrival.
    let mut down: Vec<(Nanos, Vec<u8>, Option<PlayerState>)> = Vec::new();
    let mut up: Vec<(Nanos, Vec<u8>)> = Vec::new();
    let mut frames = Vec::new();
    let (mut next_tick, mut next_frame) = (0, SECOND / 120);
    let observer = if setting.transport == Transport::Broadcast { EVERYONE } else { 5 };
    let mut buffer = vec![0; 1200];
    while next_frame < setting.seconds * SECOND {
        if next_tick <= next_frame {
            let now = next_tick;
            let remote = now + setting.ahead;
            let (position, velocity) = motion(seconds(now));
            let delay = |random: &mut Random| {
                let lost = random.unit() < setting.loss;
                (!lost).then(|| setting.latency + (random.unit() * setting.jitter as f64) as Nanos)
            };
            match setting.transport {
                Transport::Packets | Transport::Broadcast => {
                    up.retain(|(at, bytes)| {
                        let here = *at <= now;
                        if here {
                            outbox.receive(observer, bytes, remote).unwrap();
                        }
                        !here
                    });
                    outbox.submit(PLAYER, &PlayerState::at(position, velocity), remote, None, None).unwrap();
                    let packet = outbox.packet(observer, remote, LevelContext::default(), &mut buffer).unwrap();
                    if packet.bytes > 0
                        && let Some(delay) = delay(&mut random)
                    {
                        down.push((now + delay, buffer[..packet.bytes].to_vec(), None));
                    }
                }
                Transport::Dated | Transport::Undated => {
                    let time = (setting.transport == Transport::Dated).then_some(remote);
                    let state = PlayerState { time, ..PlayerState::at(position, velocity) };
                    if let Some(delay) = delay(&mut random) {
                        down.push((now + delay, Vec::new(), Some(state)));
                    }
                }
            }
            let rate = if setting.transport == Transport::Packets || setting.transport == Transport::Broadcast {
                60
            } else {
                setting.rate
            };
            next_tick += SECOND / rate;
            continue;
        }
        let now = next_frame;
        down.sort_by_key(|(at, ..)| *at);
        let here = down.partition_point(|(at, ..)| *at <= now);
        for (_, bytes, state) in down.drain(..here) {
            match state {
                Some(state) => ghosts.observe(1, PLAYER, &state, now).unwrap(),
                None => ghosts.receive(1, &bytes, now).unwrap(),
            }
        }
        ghosts.draw(now, None, None).unwrap();
        if setting.transport == Transport::Packets {
            let length = ghosts.reply(1, now, &mut buffer).unwrap();
            if length > 0 {
                up.push((now + setting.latency, buffer[..length].to_vec()));
            }
        }
        if let Ok(view) = ghosts.view(PLAYER) {
            frames.push(Frame { time: now, position: view.drawn.position });
        }
        next_frame += SECOND / setting.frames;
    }
    (frames, ghosts)
}
