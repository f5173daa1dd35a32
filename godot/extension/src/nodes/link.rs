//! The packets of a machine on their way over Godot's multiplayer.
//!
//! They go as raw bytes to machines, not as calls to nodes: a machine that has not spawned a player yet, or not any more, gets no
//! call to a node that it does not have.

use super::company::{companies_of, lock};
use super::office;
use super::ping::Ping;
use crate::clock::now;
use antreckon::base::Result;
use antreckon::base::time::Nanos;
use antreckon::ghosts::MAX_REPLY;
use antreckon::net::ByteSimulator;
use godot::builtin::PackedByteArray;
use godot::classes::SceneMultiplayer;
use godot::classes::multiplayer_peer::TransferMode;
use godot::global::godot_error;
use godot::obj::{Gd, InstanceId};
use std::sync::Mutex;

/// Begin of a packet of an outbox, and of a reply to one: games send raw bytes of their own.
const PACKET: &[u8] = b"ANp";
const REPLY: &[u8] = b"ANr";
/// Begin of a question for the time of senders, with the own time; and of the answer, with that and their time.
const ASK: &[u8] = b"ANa";
const TIME: &[u8] = b"ANt";

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
    /// Clocks of those that have sent packets.
    pings: Vec<(i32, Ping)>,
    traffic: Traffic,
    /// A bad network that everything goes through first, for tests; the peer comes before the bytes.
    network: Option<ByteSimulator>,
    /// A packet was refused, and that was said.
    complained: bool,
}

impl Link {
    fn new(machine: i64, listener: Option<InstanceId>) -> Self {
        let traffic = Traffic::default();
        Self { machine, listener, peers: Vec::new(), pings: Vec::new(), traffic, network: None, complained: false }
    }
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
    links.push(Link::new(machine, Some(node)));
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
    with_link(machine, |link| {
        link.pings.retain(|(peer, _)| peers.contains(peer));
        let asked = link.pings.iter_mut().filter_map(|(peer, ping)| ping.asks(now()).then_some(*peer));
        due.extend(asked.map(|peer| (peer, framed(ASK, &now().to_le_bytes()))));
    });
    for (peer, bytes) in due {
        send(machine, multiplayer, peer, &bytes);
    }
    for (peer, bytes) in with_link(machine, arrived) {
        send_now(multiplayer, peer, &bytes);
    }
    Ok(())
}

/// Sends bytes to a peer, through a bad network where there is one.
pub(super) fn send(machine: i64, multiplayer: &mut Gd<SceneMultiplayer>, peer: i32, bytes: &PackedByteArray) {
    let delayed = with_link(machine, |link| {
        let Some(network) = &mut link.network else { return false };
        // Longer ones than it takes, or more, are lost in it.
        let _ = network.send(now(), &[&peer.to_le_bytes(), bytes.as_slice()].concat());
        true
    });
    if !delayed {
        send_now(multiplayer, peer, bytes);
    }
}

fn send_now(multiplayer: &mut Gd<SceneMultiplayer>, peer: i32, bytes: &PackedByteArray) {
    // What cannot be sent is lost, as on any network. Who was in a bad network may be gone.
    if multiplayer.get_peers().as_slice().contains(&peer) {
        let _ = multiplayer.send_bytes_ex(bytes).id(peer).mode(TransferMode::UNRELIABLE).done();
    }
}

/// What has come through the bad network by now.
fn arrived(link: &mut Link) -> Vec<(i32, PackedByteArray)> {
    let Some(network) = &mut link.network else { return Vec::new() };
    let mut found = Vec::new();
    while let Some(delivery) = network.receive(now()) {
        if let Some((peer, bytes)) = delivery.payload.split_first_chunk() {
            found.push((i32::from_le_bytes(*peer), bytes.into()));
        }
    }
    found
}

/// From now on everything that a machine sends goes through this.
pub(super) fn simulate(machine: i64, network: Option<ByteSimulator>) {
    let mut links = lock(&LINKS);
    if !links.iter().any(|link| link.machine == machine) {
        links.push(Link::new(machine, None));
    }
    links.iter_mut().filter(|link| link.machine == machine).for_each(|link| link.network = network.clone());
}

/// Takes in what came from a peer, if it is of an outbox or for one. Returns what to answer at once.
pub(super) fn take(machine: i64, peer: i32, bytes: &[u8]) -> Option<PackedByteArray> {
    if let Some(sent) = bytes.strip_prefix(ASK) {
        // The clock that the ticks follow, not theirs: it is even, and answers are compared over half a minute.
        let times = [sent, &now().to_le_bytes()].concat();
        return (sent.len() == size_of::<Nanos>()).then(|| framed(TIME, &times));
    }
    if let Some(times) = bytes.strip_prefix(TIME) {
        take_time(machine, peer, times);
        return None;
    }
    let done = if let Some(packet) = bytes.strip_prefix(PACKET) {
        with_link(machine, |link| {
            link.traffic.packets_received += 1;
            if !link.pings.iter().any(|(known, _)| *known == peer) {
                link.pings.push((peer, Ping::default()));
            }
        });
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
    None
}

/// A peer has said what time it is there.
fn take_time(machine: i64, peer: i32, times: &[u8]) {
    let (Some(sent), Some(theirs)) = (time_in(times), times.get(size_of::<Nanos>()..).and_then(time_in)) else {
        return;
    };
    let here = now();
    let ahead = with_link(machine, |link| {
        let (_, ping) = link.pings.iter_mut().find(|(known, _)| *known == peer)?;
        ping.answered(sent, theirs, here)
    });
    for company in companies_of(machine).iter().filter(|_| ahead.is_some()) {
        // A clock beyond all bounds is refused there, and the one before stays.
        let remote = here.saturating_add(ahead.unwrap_or_default());
        let _ = lock(company).shared.ghosts.set_clock(number(peer), here, remote);
    }
}

fn time_in(bytes: &[u8]) -> Option<Nanos> {
    Some(Nanos::from_le_bytes(bytes.get(..size_of::<Nanos>())?.try_into().ok()?))
}

/// The quickest way to a peer and back, nanoseconds.
pub(super) fn round_trip(machine: i64, peer: i32) -> Option<Nanos> {
    let links = lock(&LINKS);
    let link = links.iter().find(|link| link.machine == machine)?;
    link.pings.iter().find(|(known, _)| *known == peer)?.1.round_trip()
}

fn framed(kind: &[u8], bytes: &[u8]) -> PackedByteArray {
    [kind, bytes].concat().as_slice().into()
}

/// Peers are numbered by 32 bits; 0 is nobody.
fn number(peer: i32) -> u64 {
    i64::from(peer) as u64
}
