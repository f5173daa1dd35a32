//! The ghosts of a level: all nodes of one machine share them.

use crate::clock::now;
use crate::level::Level;
use crate::level_ghosts::LevelGhosts;
use antreckon::base::{Error, Result};
use antreckon::ghosts::{Ghosts, GhostsParams};
use antreckon::predict::EntityProfile;
use antreckon::smooth::SmoothParams;
use godot::classes::{Engine, Node};
use godot::obj::{Gd, Singleton as _};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

/// Room for players, machines and bytes of a frame; taken only when it is used.
const MAX_PLAYERS: u32 = 1 << 16;
const MAX_PEERS: u32 = 1 << 12;
const INBOX_BYTES: u32 = 1 << 26;

/// Ghosts, which of them have a node, and the frame they were drawn in last.
pub(super) struct Company {
    pub(super) shared: LevelGhosts,
    seated: Vec<u32>,
    frame: Option<u64>,
}

pub(super) type SharedCompany = Arc<Mutex<Company>>;

/// The machine, and the address of the level; 0 = none.
type Key = (i64, usize);

static COMPANIES: Mutex<Vec<(Key, Weak<Mutex<Company>>)>> = Mutex::new(Vec::new());

pub(super) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The machine a node lives on: a process may be several, each with a multiplayer API of its own.
pub(super) fn machine_of(node: &Gd<Node>) -> i64 {
    node.get_multiplayer().map_or(0, |multiplayer| multiplayer.instance_id().to_i64())
}

/// The number of a player on the network: what its node says, else the peer that has authority over it.
pub(super) fn player_of(node: &Gd<Node>, network_id: i64) -> Result<u32> {
    let id = if network_id < 0 { i64::from(node.get_multiplayer_authority()) } else { network_id };
    u32::try_from(id).map_err(|_| Error::invalid(format!("network_id is {id}, must be 0 to {}", u32::MAX - 1)))
}

/// Two nodes of one machine that have the same number are a mistake.
pub(super) fn claim(taken: &mut Vec<u32>, player: u32) -> Result<()> {
    if taken.contains(&player) {
        return Err(Error::state(format!(
            "another node has network_id {player} already: give each player a number of its own, the same on every machine"
        )));
    }
    taken.push(player);
    Ok(())
}

/// The company in a level, made for its first ghost.
pub(super) fn company(machine: i64, level: Option<Arc<Level>>, run_speed: f64) -> Result<SharedCompany> {
    let key = (machine, level.as_ref().map_or(0, |level| Arc::as_ptr(level) as usize));
    let mut companies = lock(&COMPANIES);
    companies.retain(|(_, company)| company.strong_count() > 0);
    if let Some(found) = companies.iter().find(|(other, _)| *other == key).and_then(|(_, found)| found.upgrade()) {
        return Ok(found);
    }
    let params = GhostsParams {
        max_players: MAX_PLAYERS,
        max_peers: MAX_PEERS,
        inbox_bytes: INBOX_BYTES,
        run_speed,
        ..GhostsParams::default()
    };
    let shared = LevelGhosts::new(level, &params)?;
    let made = Arc::new(Mutex::new(Company { shared, seated: Vec::new(), frame: None }));
    companies.push((key, Arc::downgrade(&made)));
    Ok(made)
}

impl Company {
    /// Draws everybody, once per frame of the engine whoever asks first.
    pub(super) fn frame(&mut self, smoothing: impl FnOnce() -> SmoothParams) -> Result<()> {
        let frame = Engine::singleton().get_process_frames();
        if self.frame.replace(frame) == Some(frame) {
            return Ok(());
        }
        let smoothing = smoothing();
        if self.shared.ghosts.params().smooth != smoothing {
            self.shared.ghosts.set_smoothing(&smoothing)?;
        }
        self.shared.draw(now())
    }
}

/// A ghost's place in a company.
pub(super) struct Seat {
    pub(super) company: SharedCompany,
    pub(super) peer: u64,
    pub(super) player: u32,
}

impl Seat {
    pub(super) fn take(company: SharedCompany, peer: u64, player: u32) -> Result<Self> {
        claim(&mut lock(&company).seated, player)?;
        Ok(Self { company, peer, player })
    }

    pub(super) fn with<T>(&self, work: impl FnOnce(&mut Ghosts) -> T) -> T {
        work(&mut lock(&self.company).shared.ghosts)
    }

    pub(super) fn set_freshness(&self, freshness: f64) -> Result<()> {
        self.with(|ghosts| ghosts.set_freshness(self.player, freshness))
    }

    pub(super) fn set_profile(&self, profile: &EntityProfile) -> Result<()> {
        self.with(|ghosts| ghosts.set_profile(self.player, profile))
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut company = lock(&self.company);
        company.seated.retain(|player| *player != self.player);
        // Nothing may have been told of it yet.
        let _ = company.shared.ghosts.remove(self.player);
    }
}
