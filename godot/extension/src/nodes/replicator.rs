//! `AntReplicator`.

use super::company::{lock, machine_of};
use super::office;
use crate::convert::told;
use godot::classes::Engine;
use godot::prelude::*;

/// Replicators work after all senders of a tick, so that one packet tells of everybody.
const LAST: i32 = 1 << 20;

/// Carries what senders say to the ghosts of the other machines, and what those reply, by Godot's own multiplayer.
///
/// Put it into the player's scene beside a sender and a ghost, and spawn that scene on every machine. On the machine that has authority
/// over the player the sender works, on all others the ghost, which acknowledges what came and asks for the time so that it can make up
/// for the delay. Nothing else is to do. One replicator of a machine carries the packets for all its players.
#[derive(GodotClass)]
#[class(tool, init, base=Node)]
struct AntReplicator {
    /// The sender; where it is empty, the first one beside this node.
    #[export]
    sender: NodePath,
    /// The ghost; where it is empty, the first one beside this node.
    #[export]
    ghost: NodePath,
    sent: i64,
    received: i64,
    replies: i64,
    /// The peer that has authority was there in the last tick.
    linked: bool,
    base: Base<Node>,
}

#[godot_api]
impl INode for AntReplicator {
    fn ready(&mut self) {
        if !Engine::singleton().is_editor_hint() {
            self.base_mut().set_physics_process_priority(LAST);
            self.refresh();
        }
    }

    fn physics_process(&mut self, _delta: f64) {
        if Engine::singleton().is_editor_hint() {
            return;
        }
        let Some(multiplayer) = self.base().get_multiplayer() else { return };
        let peers = if multiplayer.has_multiplayer_peer() { multiplayer.get_peers().to_vec() } else { Vec::new() };
        match self.base().is_multiplayer_authority() {
            true => self.carry_packets(&peers),
            false => self.carry_replies(&peers),
        }
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
    /// Looks again who has authority. Call it after [method Node.set_multiplayer_authority].
    #[func]
    fn refresh(&mut self) {
        let mine = self.base().is_multiplayer_authority();
        if let Some(mut sender) = self.find(&self.sender, "packet_ready") {
            sender.set("active", &mine.to_variant());
        }
        if let Some(mut ghost) = self.find(&self.ghost, "appeared") {
            ghost.set("active", &(!mine).to_variant());
        }
    }

    /// Hands a packet to the ghosts.
    #[rpc(authority, unreliable)]
    fn take(&mut self, packet: PackedByteArray) {
        self.received += 1;
        if let Some(mut ghost) = self.find(&self.ghost, "appeared") {
            ghost.call("receive", &[packet.to_variant()]);
        }
    }

    /// Hands what ghosts of another machine reply to the sender.
    #[rpc(any_peer, unreliable)]
    fn take_reply(&mut self, reply: PackedByteArray) {
        let from = self.base().get_multiplayer().map_or(0, |multiplayer| multiplayer.get_remote_sender_id());
        if from != 0 && self.base().is_multiplayer_authority() {
            self.replies += 1;
            if let Some(mut sender) = self.find(&self.sender, "packet_ready") {
                sender.call("receive", &[from.to_variant(), reply.to_variant()]);
            }
        }
    }

    /// Packets that this node has sent so far.
    #[func]
    fn packets_sent(&self) -> i64 {
        self.sent
    }

    /// Packets that this node has received so far.
    #[func]
    fn packets_received(&self) -> i64 {
        self.received
    }

    /// Replies of ghosts that this node has received so far.
    #[func]
    fn replies_received(&self) -> i64 {
        self.replies
    }
}

impl AntReplicator {
    /// Sends what is due to everybody, for all senders of this machine.
    fn carry_packets(&mut self, peers: &[i32]) {
        let Some(office) = office::find(machine_of(&self.to_gd().upcast())) else { return };
        let observers: Vec<u64> = peers.iter().map(|peer| i64::from(*peer) as u64).collect();
        let due = lock(&office).packets(&observers);
        for (peer, packet) in told("AntReplicator", due).unwrap_or_default() {
            self.sent += 1;
            self.base_mut().rpc_id(peer as i64, "take", &[packet.to_variant()]);
        }
    }

    /// Sends back what the ghosts of this machine have to say to whoever has authority.
    fn carry_replies(&mut self, peers: &[i32]) {
        let authority = self.base().get_multiplayer_authority();
        let was_linked = std::mem::replace(&mut self.linked, peers.contains(&authority));
        let Some(mut ghost) = self.find(&self.ghost, "appeared") else { return };
        if was_linked && !self.linked {
            ghost.call("forget_peer", &[]);
        }
        if !self.linked {
            return;
        }
        let reply = ghost.call("reply", &[]).try_to::<PackedByteArray>().unwrap_or_default();
        if !reply.is_empty() {
            self.base_mut().rpc_id(authority.into(), "take_reply", &[reply.to_variant()]);
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
