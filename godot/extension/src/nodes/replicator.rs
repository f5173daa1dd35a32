//! `AntReplicator`.

use super::identity::machine_of;
use super::link;
use crate::convert::told;
use crate::plain::simulator;
use godot::classes::{Engine, SceneMultiplayer};
use godot::prelude::*;

/// Replicators work after all senders of a tick, so that one packet tells of everybody.
const LAST: i32 = 1 << 20;

/// Carries what senders say to the ghosts of the other machines, and what those reply, by Godot's own multiplayer.
///
/// Put it into the player's scene beside a sender and a ghost, and spawn that scene on every machine. On the machine that has authority
/// over the player the sender works, on all others the ghost, which acknowledges what came and asks for the time so that it can make up
/// for the delay. Nothing else is to do; when the authority changes, both follow.
///
/// One replicator of a machine carries the packets for all its players, as raw bytes ([method SceneMultiplayer.send_bytes]) that begin
/// with [code]ANp[/code] or [code]ANr[/code]: a game that listens to [signal SceneMultiplayer.peer_packet] itself leaves those alone.
#[derive(GodotClass)]
#[class(tool, init, base=Node)]
struct AntReplicator {
    /// The sender; where it is empty, the first one beside this node.
    #[export]
    sender: NodePath,
    /// The ghost; where it is empty, the first one beside this node.
    #[export]
    ghost: NodePath,
    /// Who had authority in the last tick.
    authority: Option<i32>,
    complained: bool,
    base: Base<Node>,
}

#[godot_api]
impl INode for AntReplicator {
    fn ready(&mut self) {
        if !Engine::singleton().is_editor_hint() {
            self.base_mut().set_physics_process_priority(LAST);
            self.follow_authority();
        }
    }

    fn physics_process(&mut self, _delta: f64) {
        if Engine::singleton().is_editor_hint() {
            return;
        }
        self.follow_authority();
        let node = self.to_gd();
        let machine = machine_of(&node.clone().upcast());
        let (listens, begins) = link::listen(machine, node.instance_id());
        if !listens {
            return;
        }
        let multiplayer = self.base().get_multiplayer().and_then(|api| api.try_cast::<SceneMultiplayer>().ok());
        let Some(mut multiplayer) = multiplayer else {
            if !std::mem::replace(&mut self.complained, true) {
                godot_error!(
                    "AntReplicator: the multiplayer API is no SceneMultiplayer; use packet_ready of the sender"
                );
            }
            return;
        };
        if begins {
            multiplayer.connect("peer_packet", &node.callable("_take").bind(&[machine.to_variant()]));
        }
        let peers = if multiplayer.has_multiplayer_peer() { multiplayer.get_peers().to_vec() } else { Vec::new() };
        told("AntReplicator", link::carry(machine, &mut multiplayer, &peers));
    }

    fn exit_tree(&mut self) {
        let node = self.to_gd();
        link::stop(node.instance_id());
        let Some(mut multiplayer) = self.base().get_multiplayer() else { return };
        let taken = node.callable("_take");
        if multiplayer.is_connected("peer_packet", &taken) {
            multiplayer.disconnect("peer_packet", &taken);
        }
        self.authority = None;
    }

    fn get_configuration_warnings(&self) -> PackedStringArray {
        let mut warnings = PackedStringArray::new();
        if self.find(&self.sender, "packet_ready").is_none() {
            warnings.push("There is no sender beside this node, and none is chosen.");
        }
        if self.find(&self.ghost, "appeared").is_none() {
            warnings.push("There is no ghost beside this node, and none is chosen.");
        }
        warnings
    }
}

#[godot_api]
impl AntReplicator {
    /// Raw bytes came.
    #[func(rename = _take)]
    fn take(&mut self, peer: i32, bytes: PackedByteArray, machine: i64) {
        let Some(answer) = link::take(machine, peer, bytes.as_slice()) else { return };
        let multiplayer = self.base().get_multiplayer().and_then(|api| api.try_cast::<SceneMultiplayer>().ok());
        if let Some(mut multiplayer) = multiplayer {
            link::send(machine, &mut multiplayer, peer, &answer);
        }
    }

    /// Sends what this machine sends from now on through a bad network: latency and jitter in seconds, one way, and a share that is lost.
    /// All 0 = straight on. It is for trying things out; do it on every machine, and the ways back are bad as well.
    #[func]
    fn simulate_network(&mut self, latency: f64, jitter: f64, loss: f64, #[opt(default = 1)] seed: i64) -> bool {
        let network = simulator(latency, jitter, loss, seed);
        told("AntReplicator.simulate_network", network.map(|network| link::simulate(self.machine(), network))).is_some()
    }

    /// Packets that this machine has sent so far.
    #[func]
    fn get_packets_sent(&self) -> i64 {
        link::traffic(self.machine()).packets_sent
    }

    /// Packets that this machine has received so far.
    #[func]
    fn get_packets_received(&self) -> i64 {
        link::traffic(self.machine()).packets_received
    }

    /// Replies of ghosts that this machine has received so far.
    #[func]
    fn get_replies_received(&self) -> i64 {
        link::traffic(self.machine()).replies_received
    }

    /// Bytes of all packets that this machine has sent so far, without what the transport adds.
    #[func]
    fn get_bytes_sent(&self) -> i64 {
        link::traffic(self.machine()).bytes_sent
    }
}

impl AntReplicator {
    fn machine(&self) -> i64 {
        machine_of(&self.to_gd().upcast())
    }

    /// Lets the sender work where the authority is, and the ghost everywhere else.
    fn follow_authority(&mut self) {
        let Some(multiplayer) = self.base().get_multiplayer().filter(|api| api.has_multiplayer_peer()) else { return };
        let authority = self.base().get_multiplayer_authority();
        let mine = authority == multiplayer.get_unique_id();
        // The own number changes as well, when a connection is made.
        let known = if mine { -1 } else { authority };
        if self.authority.replace(known) == Some(known) {
            return;
        }
        if let Some(mut sender) = self.find(&self.sender, "packet_ready") {
            sender.set("active", &mine.to_variant());
        }
        if let Some(mut ghost) = self.find(&self.ghost, "appeared") {
            // Off first: a ghost keeps the place it had under the authority before.
            ghost.set("active", &false.to_variant());
            ghost.set("active", &(!mine).to_variant());
        }
    }

    /// The chosen node, or the first one beside this that has the signal.
    fn find(&self, path: &NodePath, signal: &str) -> Option<Gd<Node>> {
        if !path.is_empty() {
            return self.base().get_node_or_null(path);
        }
        let parent = self.base().get_parent()?;
        parent.get_children().iter_shared().find(|node| node.has_signal(signal))
    }
}
