//! Work on Godot's own threads.

use godot::builtin::{Callable, Variant};
use godot::classes::{ProjectSettings, WorkerThreadPool};
use godot::obj::Singleton as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// Project setting: how many threads of the WorkerThreadPool draw many ghosts.
const THREADS_SETTING: &str = "antreckon/worker_threads";
/// Most threads.
pub(crate) const MOST_THREADS: i64 = 64;

/// What the project setting says, read once.
pub(crate) fn threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| {
        let setting = ProjectSettings::singleton().get_setting(THREADS_SETTING);
        setting.try_to_relaxed::<i64>().unwrap_or(1).clamp(1, MOST_THREADS) as usize
    })
}

/// Does `task(0)` to `task(count - 1)` on the threads of the WorkerThreadPool and returns when all are done. Tasks must not
/// panic: one that does is not counted as done, and the call panics as well.
pub(crate) fn run(count: usize, task: &(dyn Fn(usize) + Sync)) {
    if count <= 1 {
        (0..count).for_each(task);
        return;
    }
    let done = Arc::new(AtomicUsize::new(0));
    let counted = done.clone();
    // SAFETY: only the lifetime changes. The reference is used inside of the callable alone, which the pool calls only until
    // the group is complete, and this function waits for that.
    let task: &'static (dyn Fn(usize) + Sync) = unsafe { std::mem::transmute(task) };
    let callable = Callable::from_sync_fn("antreckon", move |arguments: &[&Variant]| {
        let index = arguments[0].to::<i64>();
        task(index as usize);
        counted.fetch_add(1, Ordering::Release);
    });
    let mut pool = WorkerThreadPool::singleton();
    let group = pool.add_group_task(&callable, count as i32);
    pool.wait_for_group_task_completion(group);
    assert_eq!(done.load(Ordering::Acquire), count, "a task failed");
}
