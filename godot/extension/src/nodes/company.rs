//! The ghosts of a level: all nodes of one machine share them.

use super::identity::Claims;
use crate::clock::now;
use crate::level::Level;
use crate::level_ghosts::LevelGhosts;
use antreckon::base::Result;
use antreckon::ghosts::GhostsParams;
use antreckon::smooth::SmoothParams;
use godot::classes::Engine;
use godot::obj::Singleton as _;
use std::sync::{Arc, Mutex, MutexGuard, Weak};

/// Room for players, machines and bytes of a frame; taken only when it is used.
const MAX_PLAYERS: u32 = 1 << 16;
const MAX_PEERS: u32 = 1 << 12;
const INBOX_BYTES: u32 = 1 << 26;

/// Ghosts, which of them have a node, and the frame they were drawn in last.
pub(super) struct Company {
    pub(super) shared: LevelGhosts,
    pub(super) seated: Claims,
    frame: Option<u64>,
}

pub(super) type SharedCompany = Arc<Mutex<Company>>;

/// The machine, and the address of the level; 0 = none.
type Key = (i64, usize);

static COMPANIES: Mutex<Vec<(Key, Weak<Mutex<Company>>)>> = Mutex::new(Vec::new());

pub(super) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// All companies of a machine.
pub(super) fn companies_of(machine: i64) -> Vec<SharedCompany> {
    let companies = lock(&COMPANIES);
    companies.iter().filter(|((of, _), _)| *of == machine).filter_map(|(_, company)| company.upgrade()).collect()
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
    let made = Arc::new(Mutex::new(Company { shared, seated: Claims::default(), frame: None }));
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
