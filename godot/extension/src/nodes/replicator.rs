//! `AntReplicator`.

use crate::clock::now;
use godot::classes::Engine;
use godot::prelude::*;

/// Seconds between two questions for the time, and before the first.
const BETWEEN_QUESTIONS: f64 = 2.0;
const FIRST_QUESTION: f64 = 0.1;

/// Sends what a sender says and hands it to the ghosts of the other machines, by Godot's own multiplayer.
///
/// Put it into the player's scene beside a sender and a ghost, and spawn that scene on every machine. On the machine that has authority
/// over the player the sender works, on all others the ghost, which asks for the time every two seconds so that it can make up for the
/// delay. Nothing else is to do.
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
    answers: i64,
    /// Seconds until the next question.
    #[init(val = FIRST_QUESTION)]
    pause: f64,
    base: Base<Node>,
}

#[godot_api]
impl INode for AntReplicator {
    fn ready(&mut self) {
        if !Engine::singleton().is_editor_hint() {
            self.refresh();
        }
    }

    fn process(&mut self, delta: f64) {
        self.pause -= delta;
        if self.pause <= 0.0 && !Engine::singleton().is_editor_hint() {
            self.pause = BETWEEN_QUESTIONS;
            self.question();
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
            let send = self.base().callable("send");
            if !sender.is_connected("packet_ready", &send) {
                sender.connect("packet_ready", &send);
            }
            sender.set("active", &mine.to_variant());
        }
        if let Some(mut ghost) = self.find(&self.ghost, "appeared") {
            ghost.set("active", &(!mine).to_variant());
        }
    }

    /// Sends a packet to everybody.
    #[func]
    fn send(&mut self, packet: PackedByteArray) {
        self.sent += 1;
        self.base_mut().rpc("take", &[packet.to_variant()]);
    }

    /// Hands a packet to the ghost.
    #[rpc(authority, unreliable)]
    fn take(&mut self, packet: PackedByteArray) {
        self.received += 1;
        if let Some(mut ghost) = self.find(&self.ghost, "appeared") {
            ghost.call("receive", &[packet.to_variant()]);
        }
    }

    /// Somebody asks for the time.
    #[rpc(any_peer, unreliable)]
    fn ask(&mut self, sent: i64) {
        let arrived = now();
        let asker = self.base().get_multiplayer().map_or(0, |multiplayer| multiplayer.get_remote_sender_id());
        if asker != 0 && self.base().is_multiplayer_authority() {
            self.base_mut().rpc_id(i64::from(asker), "answer", &[sent.to_variant(), arrived.to_variant()]);
        }
    }

    /// Hands the time to the ghost.
    #[rpc(authority, unreliable)]
    fn answer(&mut self, sent: i64, arrived: i64) {
        self.answers += 1;
        if let Some(mut ghost) = self.find(&self.ghost, "appeared") {
            ghost.call("answer_arrived", &[sent.to_variant(), arrived.to_variant(), arrived.to_variant()]);
        }
    }

    /// Packets sent so far.
    #[func]
    fn packets_sent(&self) -> i64 {
        self.sent
    }

    /// Questions for the time that were answered so far.
    #[func]
    fn answers_received(&self) -> i64 {
        self.answers
    }

    /// Packets received so far.
    #[func]
    fn packets_received(&self) -> i64 {
        self.received
    }
}

impl AntReplicator {
    /// Asks whoever has authority for the time.
    fn question(&mut self) {
        let authority = self.base().get_multiplayer_authority();
        let Some(multiplayer) = self.base().get_multiplayer() else { return };
        if multiplayer.has_multiplayer_peer()
            && multiplayer.get_unique_id() != authority
            && multiplayer.get_peers().contains(authority)
        {
            self.base_mut().rpc_id(i64::from(authority), "ask", &[now().to_variant()]);
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
