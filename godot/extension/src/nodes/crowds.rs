//! Who is drawn together: ghosts of the same level and the same convergence.

use crate::clock::now;
use crate::crowd::Crowd;
use crate::level::Level;
use crate::resources::AntConvergence;
use antreckon::base::Result;
use antreckon::smooth::SmoothParams;
use godot::classes::{Engine, ProjectSettings};
use godot::obj::{Gd, Singleton as _};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, Weak};

/// Project setting: how many threads of the WorkerThreadPool draw large crowds.
const THREADS_SETTING: &str = "antreckon/worker_threads";

/// A crowd and the frame it was drawn in last.
pub(crate) struct Company {
    pub(crate) crowd: Crowd,
    frame: Option<u64>,
}

pub(crate) type SharedCompany = Arc<Mutex<Company>>;

/// Address of the level and id of the resource; 0 = none.
type Key = (usize, i64);

static COMPANIES: Mutex<Vec<(Key, Weak<Mutex<Company>>)>> = Mutex::new(Vec::new());

pub(crate) fn lock(company: &SharedCompany) -> MutexGuard<'_, Company> {
    company.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The company of a ghost, made when it is the first.
pub(crate) fn company(level: Option<Arc<Level>>, convergence: Option<&Gd<AntConvergence>>) -> Result<SharedCompany> {
    let key = (
        level.as_ref().map_or(0, |level| Arc::as_ptr(level) as usize),
        convergence.map_or(0, |resource| resource.instance_id().to_i64()),
    );
    let mut companies = COMPANIES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    companies.retain(|(_, company)| company.strong_count() > 0);
    if let Some(found) = companies.iter().find(|(other, _)| *other == key).and_then(|(_, found)| found.upgrade()) {
        return Ok(found);
    }
    let params = convergence.map_or_else(SmoothParams::default, |resource| resource.bind().params());
    let mut crowd = Crowd::new(level, &params)?;
    crowd.threads = threads();
    let made = Arc::new(Mutex::new(Company { crowd, frame: None }));
    companies.push((key, Arc::downgrade(&made)));
    Ok(made)
}

fn threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| {
        let setting = ProjectSettings::singleton().get_setting(THREADS_SETTING);
        setting.try_to_relaxed::<i64>().unwrap_or(1).clamp(1, 64) as usize
    })
}

impl Company {
    /// Draws everybody, once per frame of the engine whoever asks first.
    pub(crate) fn frame(&mut self, convergence: Option<&Gd<AntConvergence>>) -> Result<()> {
        let frame = Engine::singleton().get_process_frames();
        if self.frame.replace(frame) == Some(frame) {
            return Ok(());
        }
        if let Some(resource) = convergence {
            let params = resource.bind().params();
            if *self.crowd.smooth_params() != params {
                self.crowd.set_smooth_params(&params)?;
            }
        }
        self.crowd.frame(now())
    }
}
