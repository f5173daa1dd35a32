//! Cost of deciding: µs per tick for entities × connections, by what the shadow runs, while few updates are due.

mod common;

use antreckon::base::math::DVec3;
use antreckon::net::sender::{ConnectionId, ConnectionParams, Delivery, SendContext, SenderKind};
use antreckon::net::{CodecParams, Sender, SenderCapacity, SenderParams, Truth};
use antreckon::predict::{EntityProfile, Model, Obstacle};
use common::{Dice, heading, time};
use std::hint::black_box;

const TICK: i64 = 16_666_667;

/// Entities that run in circles of their own.
struct Crowd {
    sender: Sender,
    connections: Vec<ConnectionId>,
    circles: Vec<(DVec3, f64, f64)>,
    tick: i64,
    updates: usize,
    out: Vec<u8>,
}

impl Crowd {
    fn new(entities: u32, connections: u32, model: Option<Model>, delivery: Delivery) -> Self {
        let capacity = SenderCapacity { entities, connections, in_flight: 8 };
        let mut sender = Sender::new(&CodecParams::default(), &capacity).expect("capacity is valid");
        let mut dice = Dice(5);
        let profile = model.map(|model| {
            let mut profile = EntityProfile { model, ..EntityProfile::default() };
            profile.post.obstacle = Obstacle::Ignore;
            profile
        });
        let params =
            SenderParams { kind: SenderKind::SharedModel, heartbeat: 5_000_000_000, ..SenderParams::default() };
        let circles = (0..entities)
            .map(|number| {
                sender.add_entity(number, &params, profile.as_ref()).expect("within capacity");
                let place = DVec3::new(dice.unit() * 500.0, 0.0, dice.unit() * 500.0);
                (place, 2.0 + 8.0 * dice.unit(), 0.3 + dice.unit())
            })
            .collect();
        let params = ConnectionParams { delivery, ..ConnectionParams::default() };
        let connections = (0..connections).map(|_| sender.connect(&params).expect("within capacity")).collect();
        Self { sender, connections, circles, tick: 0, updates: 0, out: vec![0; 16_384] }
    }

    fn tell(&mut self) {
        self.tick += 1;
        let now = self.tick * TICK;
        for (number, (place, radius, rate)) in (0..).zip(&self.circles) {
            let (sin, cos) = (now as f64 * 1e-9 * rate).sin_cos();
            let position = *place + DVec3::new(cos, 0.0, sin) * *radius;
            let velocity = DVec3::new(-sin, 0.0, cos) * (*radius * *rate);
            self.sender.submit(number, &Truth::at(now, position, velocity)).expect("within the codec's limits");
        }
    }

    fn collect(&mut self) {
        let now = self.tick * TICK;
        for id in &self.connections {
            loop {
                let packet =
                    self.sender.collect(*id, now, &mut SendContext::default(), &mut self.out).expect("room enough");
                self.updates += packet.updates;
                let acknowledged = packet.bytes > 0 && self.sender.acknowledge(*id, packet.number, 0, now).is_ok();
                black_box(acknowledged);
                if packet.waiting == 0 {
                    break;
                }
            }
        }
    }
}

fn row(name: &str, entities: u32, connections: u32, model: Option<Model>, delivery: Delivery) {
    let mut crowd = Crowd::new(entities, connections, model, delivery);
    for _ in 0..120 {
        crowd.tell();
        crowd.collect();
    }
    let told = time(1, || crowd.tell());
    // Telling is part of a tick; what it costs alone is taken off.
    (crowd.updates, crowd.tick) = (0, crowd.tick);
    let before = crowd.tick;
    let both = time(1, || {
        crowd.tell();
        crowd.collect();
    });
    let per_tick = crowd.updates as f64 / (crowd.tick - before) as f64;
    println!(
        "{name:<34} {:>9.1} {:>12.1} {:>14.1}",
        told.min / 1000.0,
        (both.min - told.min) / 1000.0,
        per_tick / f64::from(connections)
    );
}

fn main() {
    heading("Sender, 60 Hz");
    println!("{:<34} {:>9} {:>12} {:>14}", "", "tell, µs", "collect, µs", "updates/tick");
    row("1000 × 1, line", 1000, 1, None, Delivery::Assumed);
    row("1000 × 1, line, acknowledged", 1000, 1, None, Delivery::Acknowledged);
    row("1000 × 1, damped", 1000, 1, Some(Model::Damped), Delivery::Assumed);
    row("1000 × 1, dr2", 1000, 1, Some(Model::Dr2), Delivery::Assumed);
    row("64 × 64, line, acknowledged", 64, 64, None, Delivery::Acknowledged);
}
