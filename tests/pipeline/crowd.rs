//! Players who run about, their owner's sender, a bad network, and an observer who draws them.

use antreckon::base::math::DVec3;
use antreckon::net::sender::{ConnectionId, ConnectionParams, SendContext, SenderKind};
use antreckon::net::{
    ByteSimulator, Codec, CodecParams, NetworkParams, PacketEntry, Receiver, ReceiverParams, Sender, SenderCapacity,
    SenderParams, Truth,
};
use antreckon::predict::learned::ObserveContext;
use antreckon::predict::{EntityId, EntityProfile, LevelContext, Model, Obstacle, PredictScratch, Predictor};
use antreckon::smooth::{Correction, DrawContext, SmoothParams, Smoother};

/// Longest packet, bytes.
const PACKET: usize = 1200;

/// One way through the network for everybody.
pub struct Pipeline {
    pub sender: Sender,
    pub link: ConnectionId,
    pub network: ByteSimulator,
    pub receiver: Receiver,
    pub predictor: Predictor,
    pub ids: Vec<EntityId>,
    smoother: Smoother,
    codec: Codec,
    entries: Vec<PacketEntry>,
    buffer: Vec<u8>,
    scratch: PredictScratch,
    tick: i64,
    k: i64,
    /// Sum of distances between drawn and true places, and how many.
    pub error: (f64, u64),
    /// Updates that were sent.
    pub updates: u64,
}

/// How everybody is predicted on both sides.
pub fn profile(model: Model) -> EntityProfile {
    let mut profile = EntityProfile { model, shared_only: true, leaves_trail: false, ..EntityProfile::default() };
    profile.post.obstacle = Obstacle::Ignore;
    profile
}

impl Pipeline {
    /// `count` players at `rate` ticks per second, type 1 with `model`.
    pub fn new(count: u32, rate: i64, model: Model, network: &NetworkParams) -> Self {
        let params = CodecParams::default();
        let capacity = SenderCapacity { entities: count, connections: 1, in_flight: 8 };
        let mut sender = Sender::new(&params, &capacity).expect("valid");
        let link = sender.connect(&ConnectionParams::default()).expect("room for one");
        let rules =
            SenderParams { kind: SenderKind::SharedModel, orientation: f64::INFINITY, ..SenderParams::default() };
        let everybody = ReceiverParams { max_entities: count, synchronised: true, ..ReceiverParams::default() };
        let mut receiver = Receiver::new(&everybody).expect("valid");
        let mut predictor = Predictor::new(count);
        let ids: Vec<EntityId> = (0..count)
            .map(|number| {
                let profile = profile(model);
                sender.add_entity(number, &rules, Some(&profile)).expect("within capacity");
                let id = predictor.add_entity(&profile).expect("within capacity");
                receiver.add(number, id).expect("within capacity");
                id
            })
            .collect();
        Self {
            sender,
            link,
            network: ByteSimulator::new(network, 7, 4096, PACKET).expect("valid"),
            receiver,
            predictor,
            ids,
            smoother: Smoother::new(count, &SmoothParams::default()).expect("valid"),
            codec: Codec::new(&params).expect("valid"),
            entries: Vec::with_capacity(PACKET),
            buffer: vec![0; PACKET],
            scratch: PredictScratch::default(),
            tick: 1_000_000_000 / rate,
            k: 0,
            error: (0.0, 0),
            updates: 0,
        }
    }

    /// Where a player is: on a curve of its own that bends this way and that.
    pub fn truth(&self, number: usize) -> Truth {
        let (time, i) = (self.k * self.tick, number as f64);
        let t = time as f64 * 1e-9 + 13.7 * i;
        let (a, b) = (0.6 + 0.01 * (number % 17) as f64, 0.23 + 0.01 * (number % 5) as f64);
        let place =
            DVec3::new(6.0 * (a * t).sin() + 4.0 * (b * t).cos(), 0.0, 5.0 * (a * t).cos() + 4.0 * (b * t).sin());
        let velocity = DVec3::new(
            6.0 * a * (a * t).cos() - 4.0 * b * (b * t).sin(),
            0.0,
            -5.0 * a * (a * t).sin() + 4.0 * b * (b * t).cos(),
        );
        Truth::at(time, place + DVec3::new((number % 40) as f64 * 20.0, 0.0, (number / 40) as f64 * 20.0), velocity)
    }

    /// Tells, sends, receives.
    pub fn exchange(&mut self) {
        self.k += 1;
        let now = self.k * self.tick;
        for number in 0..self.ids.len() {
            let truth = self.truth(number);
            self.sender.submit(number as u32, &truth).expect("within the codec's limits");
        }
        loop {
            let mut around = SendContext::default();
            let packet = self.sender.collect(self.link, now, &mut around, &mut self.buffer).expect("the link exists");
            if packet.updates == 0 {
                break;
            }
            self.updates += packet.updates as u64;
            self.network.send(now, &self.buffer[..packet.bytes]).expect("fits");
        }
        while let Some(delivery) = self.network.receive(now) {
            let arrived = delivery.arrived;
            self.codec.decode_packet(delivery.payload, |_, _| None, &mut self.entries).expect("made by the codec");
            for entry in &self.entries {
                let PacketEntry::Update(update) = entry else { panic!("nothing is coded against a baseline") };
                let around = ObserveContext::default();
                self.receiver.receive(&mut self.predictor, update, arrived, around).expect("finite");
                let id = self.ids[update.entity as usize];
                let prediction = self.predictor.predict(LevelContext::default(), id, now).expect("observed");
                self.smoother.correct(id, &Correction::new(now, &prediction), &DrawContext::default()).expect("finite");
            }
        }
        self.receiver.advance(&mut self.predictor, now, ObserveContext::default()).expect("time goes on");
    }

    /// One frame: [`Self::exchange`], then everybody is predicted and drawn.
    pub fn frame(&mut self) {
        self.exchange();
        let now = self.k * self.tick;
        for number in 0..self.ids.len() {
            // Nothing of a player may have come in the first frames.
            let scratch = Some(&mut self.scratch);
            let Ok(shown) = self.receiver.predict(&self.predictor, LevelContext::default(), number as u32, scratch)
            else {
                continue;
            };
            let drawn =
                self.smoother.draw(self.ids[number], now, &shown.prediction, &DrawContext::default()).expect("finite");
            self.error.0 += (drawn.position - self.truth(number).position).length();
            self.error.1 += 1;
        }
    }
}
