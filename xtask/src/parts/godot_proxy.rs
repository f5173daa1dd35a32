//! A bad network on the loopback: datagrams between clients and a server are delayed, lost and overtaken.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Sleep between two looks at the sockets.
const LOOK: Duration = Duration::from_micros(500);
/// Longest datagram.
const LONGEST: usize = 65_536;

/// How bad it is, one way.
#[derive(Clone, Copy)]
pub(super) struct Network {
    /// Mean delay, seconds.
    pub(super) delay: f64,
    /// Delays differ from it by up to this, evenly.
    pub(super) jitter: f64,
    /// Share that is lost.
    pub(super) loss: f64,
}

/// Runs until it is dropped.
pub(super) struct Proxy {
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// A datagram under way: when it arrives, the client it is from or for, whether it goes to the server.
struct UnderWay {
    due: Instant,
    client: SocketAddr,
    to_server: bool,
    bytes: Vec<u8>,
}

/// Numbers that are the same in every run.
struct Chance(u64);

impl Chance {
    /// Evenly from 0 to 1.
    fn share(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

impl Proxy {
    /// Clients talk to `port`, the server listens at `server`.
    pub(super) fn start(port: u16, server: u16, network: Network) -> io::Result<Self> {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, port))?;
        socket.set_nonblocking(true)?;
        let ends = Arc::new(AtomicBool::new(false));
        let seen = ends.clone();
        let thread = std::thread::spawn(move || {
            // A socket that fails ends the network, and with it the match, which then fails.
            let _ = carry(&socket, server, network, &seen);
        });
        Ok(Self { ends, thread: Some(thread) })
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn carry(socket: &UdpSocket, server: u16, network: Network, ends: &AtomicBool) -> io::Result<()> {
    let mut upstream: HashMap<SocketAddr, UdpSocket> = HashMap::new();
    let mut waiting: Vec<UnderWay> = Vec::new();
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let mut buffer = vec![0; LONGEST];
    let mut send = |client: SocketAddr, to_server: bool, bytes: &[u8], waiting: &mut Vec<UnderWay>| {
        if chance.share() >= network.loss {
            let delay = network.delay + network.jitter * (2.0 * chance.share() - 1.0);
            let due = Instant::now() + Duration::from_secs_f64(delay);
            waiting.push(UnderWay { due, client, to_server, bytes: bytes.to_vec() });
        }
    };
    while !ends.load(Ordering::Relaxed) {
        while let Ok((length, client)) = socket.recv_from(&mut buffer) {
            if let Entry::Vacant(place) = upstream.entry(client) {
                let own = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
                own.connect((Ipv4Addr::LOCALHOST, server))?;
                own.set_nonblocking(true)?;
                place.insert(own);
            }
            send(client, true, &buffer[..length], &mut waiting);
        }
        for (client, own) in &upstream {
            while let Ok(length) = own.recv(&mut buffer) {
                send(*client, false, &buffer[..length], &mut waiting);
            }
        }
        let now = Instant::now();
        waiting.retain(|one| {
            if one.due > now {
                return true;
            }
            // The other side may be gone.
            let _ = match upstream.get(&one.client) {
                Some(own) if one.to_server => own.send(&one.bytes),
                _ => socket.send_to(&one.bytes, one.client),
            };
            false
        });
        std::thread::sleep(LOOK);
    }
    Ok(())
}
