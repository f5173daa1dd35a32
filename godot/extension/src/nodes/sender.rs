//! `AntSender3D` and `AntSender2D`: what the own player tells the others.

use super::company::lock;
use super::identity::{machine_of, player_of, warn_of_names};
use super::office::{self, Desk};
use super::{space_2d, space_3d};
use crate::convert::told;
use crate::plain::stats_out;
use crate::resources::AntSendRules;
use antreckon::base::math::DVec3;
use antreckon::base::{Error, Result};
use antreckon::ghosts::{EVERYONE, PlayerState};
use antreckon::net::sender::SenderKind;
use godot::classes::{Engine, INode2D, INode3D};
use godot::prelude::*;

/// What the engine knows of a body's motion.
#[derive(Default)]
pub(super) struct Motion {
    /// `None` = to be found by differences.
    pub(super) velocity: Option<DVec3>,
    pub(super) airborne: bool,
}

macro_rules! sender {
    ($name:ident, $base:ident, $interface:ident, $space:ident) => {
        /// Put it under your own player: it says when the others must be told where the player is.
        ///
        /// Every physics tick it compares the player with what the others show. Only when they are too far off a packet is due.
        /// [AntReplicator] carries it to everybody and the answers back. With a network of your own, connect [signal packet_ready] to
        /// broadcast, or ask [method packet_for] for each observer and hand what its ghosts reply to [method receive]: then clocks are
        /// known exactly and packets become shorter. All senders of a machine share their packets: one may tell of several players.
        #[derive(GodotClass)]
        #[class(tool, init, base=$base)]
        pub(crate) struct $name {
            /// The player's number on the network, the same on every machine; -1 = made from the path of the node above, by which Godot
            /// knows nodes as well. Small numbers make shorter packets. Counts when the node begins to work.
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
            /// The player is not simulated at present (paused, loading): the others hold it where it is.
            #[export]
            frozen: bool,
            /// Does nothing while this is off; the others are told that the player has left.
            #[export]
            #[init(val = true)]
            #[var(set = set_active)]
            active: bool,
            desk: Option<Desk>,
            moved: bool,
            base: Base<$base>,
        }

        #[godot_api]
        impl $interface for $name {
            fn physics_process(&mut self, _delta: f64) {
                if Engine::singleton().is_editor_hint() || !self.active {
                    return;
                }
                if told(concat!(stringify!($name), ".physics_process"), self.tick()).is_none() {
                    return;
                }
                if !self.base().get_signal_connection_list("packet_ready").is_empty() {
                    self.broadcast();
                }
            }

            fn exit_tree(&mut self) {
                self.desk = None;
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
            /// Send these bytes to everybody who sees the player; losing some does no harm. Only while something is connected to it.
            #[signal]
            fn packet_ready(packet: PackedByteArray);

            /// Call it after you have moved the player by other means than walking (respawn, teleporter): ghosts jump instead of sliding.
            #[func]
            fn teleport(&mut self) {
                self.moved = true;
            }

            /// The packet that is due for one observer, by a number of yours above 0, about all players of this machine; empty when nothing
            /// need be said. Ask in every physics tick until it is empty.
            #[func]
            fn packet_for(&mut self, observer: i64) -> PackedByteArray {
                let packet = self.desk().and_then(|desk| lock(&desk.office).packet(observer as u64));
                told(concat!(stringify!($name), ".packet_for"), packet).unwrap_or_default()
            }

            /// What an observer's ghosts said back: acknowledgements and questions for the time.
            #[func]
            fn receive(&mut self, observer: i64, reply: PackedByteArray) -> bool {
                let received =
                    self.desk().and_then(|desk| lock(&desk.office).receive(observer as u64, reply.as_slice()));
                told(concat!(stringify!($name), ".receive"), received).is_some()
            }

            /// What was sent to an observer so far: [code]packets[/code], their [code]bytes[/code] and [code]updates[/code]. With an
            /// [AntReplicator] observers are peers.
            #[func]
            fn stats(&mut self, observer: i64) -> VarDictionary {
                let stats =
                    self.desk().and_then(|desk| lock(&desk.office).outbox.stats(observer as u64).map(stats_out));
                told(concat!(stringify!($name), ".stats"), stats).unwrap_or_default()
            }

            #[func]
            fn set_active(&mut self, active: bool) {
                self.active = active;
                if active {
                    return;
                }
                let heard = !self.base().get_signal_connection_list("packet_ready").is_empty();
                let Some(desk) = self.desk.take() else { return };
                let office = desk.office.clone();
                drop(desk);
                if heard {
                    let last = lock(&office).packet(EVERYONE);
                    self.send(told(concat!(stringify!($name), ".active"), last).unwrap_or_default());
                }
            }
        }

        impl $name {
            fn desk(&self) -> Result<&Desk> {
                self.desk.as_ref().ok_or_else(|| Error::state("the sender does not work yet, or not any more"))
            }

            fn tick(&mut self) -> Result<()> {
                let node = self.to_gd().upcast::<Node>();
                let target = self.base().try_get_node_as::<$base>(&self.target);
                let target =
                    target.ok_or_else(|| Error::state(format!("{}: the sender has no target", node.get_path())))?;
                let desk = match &mut self.desk {
                    Some(desk) => desk,
                    none => {
                        let (level, run_speed) = $space::level_and_speed(&node);
                        let office = office::open(machine_of(&node), level.as_ref(), run_speed)?;
                        warn_of_names(&node, self.network_id);
                        none.insert(Desk::take(office, player_of(&node, self.network_id)?, level, &node)?)
                    }
                };
                let rules = self.rules.clone().unwrap_or_else(AntSendRules::new_gd);
                desk.follow(&rules.bind().params(SenderKind::OwnerLine))?;
                let Motion { velocity, airborne } = $space::motion_of(&target);
                // Bodies know how fast they are in the game; packets are about the time of clocks.
                let time_scale = Engine::singleton().get_time_scale();
                let state = PlayerState {
                    velocity: velocity.map(|velocity| velocity * time_scale),
                    orientation: self.send_facing.then(|| $space::facing_of(&target)),
                    airborne,
                    teleported: std::mem::take(&mut self.moved),
                    frozen: self.frozen,
                    ..PlayerState::resting($space::place_of(&target))
                };
                desk.submit(&state)
            }

            fn broadcast(&mut self) {
                let packet = self.packet_for(EVERYONE as i64);
                self.send(packet);
            }

            fn send(&mut self, packet: PackedByteArray) {
                if !packet.is_empty() {
                    self.signals().packet_ready().emit(&packet);
                }
            }
        }
    };
}

sender!(AntSender3D, Node3D, INode3D, space_3d);
sender!(AntSender2D, Node2D, INode2D, space_2d);
