//! `AntSender3D` and `AntSender2D`: what the own player tells the others.

use super::sending::{Rules, Sending, Tick};
use super::{space_2d, space_3d};
use crate::convert::told;
use crate::resources::AntSendRules;
use antreckon::base::{Error, Result};
use antreckon::net::SenderParams;
use godot::classes::{Engine, INode2D, INode3D};
use godot::prelude::*;

macro_rules! sender {
    ($name:ident, $base:ident, $interface:ident, $space:ident) => {
        /// Put it under your own player: it says when the others must be told where the player is.
        ///
        /// Every physics tick it compares the player with what the others show. Only when they are too far off it emits
        /// [signal packet_ready] with the bytes to send: by an unreliable RPC, by ENet, by whatever you have. [AntReplicator] does that for
        /// you.
        #[derive(GodotClass)]
        #[class(tool, init, base=$base)]
        pub(crate) struct $name {
            /// The player's number on the network, the same on every machine; -1 = the id of the peer that has authority over this node.
            #[export(range = (-1.0, 65535.0, 1.0, or_greater))]
            #[init(val = -1)]
            network_id: i64,
            /// When an update is sent.
            #[export]
            rules: Option<Gd<AntSendRules>>,
            /// Send where the player faces as well.
            #[export]
            #[init(val = true)]
            send_facing: bool,
            /// The node whose place is sent. Bodies know their velocity; of other nodes it is found by differences.
            #[export]
            #[init(val = NodePath::from(".."))]
            target: NodePath,
            /// Does nothing while this is off.
            #[export]
            #[init(val = true)]
            active: bool,
            sending: Option<Sending>,
            params: Option<SenderParams>,
            moved: bool,
            base: Base<$base>,
        }

        #[godot_api]
        impl $interface for $name {
            fn physics_process(&mut self, delta: f64) {
                if Engine::singleton().is_editor_hint() || !self.active {
                    return;
                }
                if let Some(Some(packet)) = told(concat!(stringify!($name), ".physics_process"), self.tick(delta)) {
                    self.signals().packet_ready().emit(&packet);
                }
            }

            fn exit_tree(&mut self) {
                self.sending = None;
            }

            fn get_configuration_warnings(&self) -> PackedStringArray {
                let mut warnings = PackedStringArray::new();
                if self.base().try_get_node_as::<$base>(&self.target).is_none() {
                    warnings.push(concat!(
                        "The target must be a ",
                        stringify!($base),
                        ": put the sender under the player, or choose another target."
                    ));
                }
                warnings
            }
        }

        #[godot_api]
        impl $name {
            /// Send these bytes to everybody who sees the player; losing some does no harm.
            #[signal]
            fn packet_ready(packet: PackedByteArray);

            /// Call it after you have moved the player by other means than walking (respawn, teleporter): ghosts jump instead of sliding.
            #[func]
            fn teleport(&mut self) {
                self.moved = true;
            }

            /// The packet that says that the player leaves. Sends nothing by itself; afterwards the sender is not active.
            #[func]
            fn leave(&mut self) -> PackedByteArray {
                self.active = false;
                let Some(mut sending) = self.sending.take() else { return PackedByteArray::new() };
                let left = sending.leave().map(|packet| packet.map(PackedByteArray::from));
                told(concat!(stringify!($name), ".leave"), left).flatten().unwrap_or_default()
            }
        }

        impl $name {
            fn tick(&mut self, delta: f64) -> Result<Option<PackedByteArray>> {
                let node = self.to_gd().upcast::<Node>();
                let target = self.base().try_get_node_as::<$base>(&self.target);
                let target = target.ok_or_else(|| Error::state("the sender has no target"))?;
                let given = self.rules.as_ref().map(|rules| rules.bind().params());
                let params = given.unwrap_or_else(|| AntSendRules::new_gd().bind().params());
                if self.sending.is_none() || self.params != Some(params) {
                    let id = match self.network_id {
                        ..0 => i64::from(node.get_multiplayer_authority()),
                        id => id,
                    };
                    let number = u32::try_from(id)
                        .map_err(|_| Error::invalid(format!("network_id is {id}, must be 0 to {}", u32::MAX)))?;
                    let model = self.rules.as_ref().and_then(|rules| rules.bind().model());
                    match &mut self.sending {
                        Some(sending) => sending.set_params(&params)?,
                        none => {
                            let rules = Rules { params, model };
                            *none = Some(Sending::new(number, &rules, $space::level_around(&node))?);
                        }
                    }
                    self.params = Some(params);
                }
                let tick = Tick {
                    delta,
                    place: $space::place_of(&target),
                    facing: self.send_facing.then(|| $space::facing_of(&target)),
                    motion: $space::motion_of(&target),
                    teleported: std::mem::take(&mut self.moved),
                };
                let sending = self.sending.as_mut().ok_or_else(|| Error::state("the sender was not made"))?;
                Ok(sending.tick(&tick)?.map(PackedByteArray::from))
            }
        }
    };
}

sender!(AntSender3D, Node3D, INode3D, space_3d);
sender!(AntSender2D, Node2D, INode2D, space_2d);
