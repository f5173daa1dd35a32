//! `AntSender`.

use super::crowd::number;
use crate::convert::{rotation, told, vector};
use crate::resources::AntSendRules;
use antreckon::base::Result;
use antreckon::net::sender::{ConnectionId, ConnectionParams, SendContext};
use antreckon::net::{CodecParams, Sender, SenderCapacity, SenderParams, Truth};
use godot::prelude::*;

/// Longest packet: what fits into a datagram everywhere.
const PACKET: usize = 1200;

/// Most observers besides everybody, as far as there is room for them.
const OBSERVERS: u32 = 64;
/// Most pairs of entities and observers.
const PAIRS: u32 = 1 << 24;

/// Decides when the others must be told where your entities are, and writes the packets: one stream of updates for everybody
/// ([method collect]), or one for each observer ([method add_observer]).
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
pub(super) struct AntSender {
    pub(super) sender: Sender,
    everybody: ConnectionId,
    pub(super) buffer: Vec<u8>,
    base: Base<RefCounted>,
}

#[godot_api]
impl AntSender {
    /// A sender for at most [param max_entities] entities, 1 to 65536.
    #[func]
    fn create(max_entities: i64) -> Option<Gd<Self>> {
        let entities = u32::try_from(max_entities).unwrap_or(u32::MAX);
        let connections = (PAIRS / entities.max(1)).clamp(1, 1 + OBSERVERS);
        let capacity = SenderCapacity { entities, connections, ..SenderCapacity::default() };
        let made = Sender::new(&CodecParams::default(), &capacity).and_then(|mut sender| {
            let everybody = sender.connect(&ConnectionParams::default())?;
            Ok((sender, everybody))
        });
        let (sender, everybody) = told("AntSender.create", made)?;
        Some(Gd::from_init_fn(|base| Self { sender, everybody, buffer: vec![0; PACKET], base }))
    }

    /// Adds an entity under its number on the network.
    #[func]
    fn add_entity(&mut self, network_id: i64, rules: Option<Gd<AntSendRules>>) -> bool {
        let params = rules.as_ref().map_or_else(SenderParams::default, |rules| rules.bind().params());
        let model = rules.and_then(|rules| rules.bind().model());
        let added = number(network_id).and_then(|number| self.sender.add_entity(number, &params, model.as_ref()));
        told("AntSender.add_entity", added).is_some()
    }

    /// Lets an entity leave; the next packet says so.
    #[func]
    fn remove_entity(&mut self, network_id: i64) -> bool {
        let removed = number(network_id).and_then(|number| self.sender.remove_entity(number));
        told("AntSender.remove_entity", removed).is_some()
    }

    /// Tells where an entity really is at [param time] (nanoseconds); every tick.
    #[func]
    fn tell(&mut self, network_id: i64, time: i64, place: Vector3, velocity: Vector3, facing: Quaternion) -> bool {
        told("AntSender.tell", self.say(network_id, time, place, velocity, facing, false)).is_some()
    }

    /// As [method tell], for an entity that was moved there and did not walk.
    #[func]
    fn tell_teleport(
        &mut self,
        network_id: i64,
        time: i64,
        place: Vector3,
        velocity: Vector3,
        facing: Quaternion,
    ) -> bool {
        told("AntSender.tell_teleport", self.say(network_id, time, place, velocity, facing, true)).is_some()
    }

    /// The next packet to send at [param now]; empty when nothing need be said. Call until it is empty.
    #[func]
    fn collect(&mut self, now: i64) -> PackedByteArray {
        let packet = self.sender.collect(self.everybody, now, &mut SendContext::default(), &mut self.buffer);
        let bytes = told("AntSender.collect", packet).map_or(0, |packet| packet.bytes);
        self.buffer[..bytes].into()
    }
}

impl AntSender {
    fn say(
        &mut self,
        network_id: i64,
        time: i64,
        place: Vector3,
        velocity: Vector3,
        facing: Quaternion,
        teleported: bool,
    ) -> Result<()> {
        let truth = Truth {
            orientation: Some(rotation(facing)),
            teleported,
            ..Truth::at(time, vector(place), vector(velocity))
        };
        self.sender.submit(number(network_id)?, &truth).map(|_| ())
    }
}
