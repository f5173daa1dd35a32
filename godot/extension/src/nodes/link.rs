//! The packets of a machine on their way over Godot's multiplayer.
//!
//! They go as raw bytes to machines, not as calls to nodes: a machine that has not spawned a player yet, or not any more, gets no
//! call to a node that it does not have.

use super::company::{companies_of, lock};
use super::office;
use crate::clock::now;
use antreckon::base::Result;
use antreckon::ghosts::MAX_REPLY;
use godot::builtin::PackedByteArray;
use godot::classes::SceneMultiplayer;
use godot::classes::multiplayer_peer::TransferMode;
use godot::global::godot_error;
use godot::obj::{Gd, InstanceId};
use std::sync::Mutex;

/// Begin of a packet of an outbox, and of a reply to one: games send raw bytes of their own.
const PACKET: &[u8] = b"ANp";
const REPLY: &[u8] = b"ANr";

/// What went through a link so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Traffic {
    pub(super) packets_sent: i64,
    pub(super) packets_received: i64,
    pub(super) replies_received: i64,
    pub(super) bytes_sent: i64,
}

/// The link of a machine.
struct Link {
    machine: i64,
    /// The node that listens for all.
    listener: Option<InstanceId>,
    peers: Vec<i32>,
    traffic: Traffic,
    /// A packet was refused, and that was said.
    complained: bool,
}

static LINKS: Mutex<Vec<Link>> = Mutex::new(Vec::new());

/// Makes a node the one that listens on a machine, if none does. Returns whether it is, and whether it has just become so.
pub(super) fn listen(machine: i64, node: InstanceId) -> (bool, bool) {
    let mut links = lock(&LINKS);
    let alive = |machine: i64| InstanceId::try_from_i64(machine).is_some_and(|id| id.lookup_validity());
    links.retain(|link| link.machine == machine || alive(link.machine));
    if let Some(link) = links.iter_mut().find(|link| link.machine == machine) {
        let begins = !link.listener.is_some_and(|listener| listener.lookup_validity());
        if begins {
            link.listener = Some(node);
        }
        return (link.listener == Some(node), begins);
    }
    links.push(Link { machine, listener: Some(node), peers: Vec::new(), traffic: Traffic::default(), complained: false });
    (true, true)
}

/// A node goes; another may listen in its place.
pub(super) fn stop(node: InstanceId) {
    for link in lock(&LINKS).iter_mut().filter(|link| link.listener == Some(node)) {
        link.listener = None;
    }
}

pub(super) fn traffic(machine: i64) -> Traffic {
    lock(&LINKS).iter().find(|link| link.machine == machine).map_or_else(Traffic::default, |link| link.traffic)
}

fn with_link<T: Default>(machine: i64, work: impl FnOnce(&mut Link) -> T) -> T {
    lock(&LINKS).iter_mut().find(|link| link.machine == machine).map(work).unwrap_or_default()
}

/// Sends all packets and replies that are due to the peers of a machine.
pub(super) fn carry(machine: i64, multiplayer: &mut Gd<SceneMultiplayer>, peers: &[i32]) -> Result<()> {
    let before = with_link(machine, |link| std::mem::replace(&mut link.peers, peers.to_vec()));
    let companies = companies_of(machine);
    for gone in before.iter().filter(|peer| !peers.contains(peer)) {
        for company in &companies {
            // Nothing may have come from it.
            let _ = lock(company).shared.ghosts.remove_peer(number(*gone));
        }
    }
    let mut due = Vec::new();
    if let Some(office) = office::find(machine) {
        let observers: Vec<u64> = peers.iter().copied().map(number).collect();
        let packets = lock(&office).packets(&observers)?;
        let sent: usize = packets.iter().map(|(_, packet)| packet.len() + PACKET.len()).sum();
        with_link(machine, |link| {
            link.traffic.packets_sent += packets.len() as i64;
            link.traffic.bytes_sent += sent as i64;
        });
        due.extend(packets.iter().map(|(peer, packet)| (*peer as i32, framed(PACKET, packet.as_slice()))));
    }
    for company in &companies {
        let mut company = lock(company);
        for peer in peers {
            let mut bytes = [0; MAX_REPLY];
            let length = company.shared.ghosts.reply(number(*peer), now(), &mut bytes)?;
            if length > 0 {
                due.push((*peer, framed(REPLY, &bytes[..length])));
            }
        }
    }
    for (peer, bytes) in due {
        // What cannot be sent is lost, as on any network.
        let _ = multiplayer.send_bytes_ex(&bytes).id(peer).mode(TransferMode::UNRELIABLE).done();
    }
    Ok(())
}

/// Takes in what came from a peer, if it is of an outbox or for one.
pub(super) fn take(machine: i64, peer: i32, bytes: &[u8]) {
    let done = if let Some(packet) = bytes.strip_prefix(PACKET) {
        with_link(machine, |link| link.traffic.packets_received += 1);
        let companies = companies_of(machine);
        companies.iter().try_for_each(|company| lock(company).shared.ghosts.receive(number(peer), packet, now()))
    } else if let Some(reply) = bytes.strip_prefix(REPLY) {
        with_link(machine, |link| link.traffic.replies_received += 1);
        office::find(machine).map_or(Ok(()), |office| lock(&office).receive(number(peer), reply))
    } else {
        Ok(())
    };
    // Once is enough: who sends it may do so in every tick.
    if let Err(error) = done
        && with_link(machine, |link| !std::mem::replace(&mut link.complained, true))
    {
        godot_error!("antreckon: bytes of peer {peer} were refused: {error}");
    }
}

fn framed(kind: &[u8], bytes: &[u8]) -> PackedByteArray {
    [kind, bytes].concat().as_slice().into()
}

/// Peers are numbered by 32 bits; 0 is nobody.
fn number(peer: i32) -> u64 {
    i64::from(peer) as u64
}
