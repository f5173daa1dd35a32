//! Time of a map: steps in one call, in phases for a host's job system, or through a host's parallel loop.

use super::arg::{Caller, export};
use super::error::{Outcome, fail};
use super::guard::guard;
use super::handle::{Kind, resolve};
use super::log;
use super::map::{AntPheromoneMap, MapObject, MapState};
use super::object::Pin;
use super::status::*;
use super::structs::sized;
use super::world::WorldObject;
use crate::pheromone::{StepJob, StepReport};
use parking_lot::Mutex;

/// A step that has begun: its job without the tasks (they are in the map's state), and the level, which must not change meanwhile.
pub(super) struct OpenStep {
    job: StepJob,
    /// Only who began the step may end it: a host in phases, or the call that runs a host's loop.
    phases: bool,
    _level: Pin<WorldObject>,
}

/// What stepping did.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntStepReport {
    /// Set by ant_step_report_init.
    pub struct_size: u32,
    /// Steps made.
    pub steps: u32,
    /// Steps still owed to reach the time asked for.
    pub owed: u64,
    /// Time of the map now, nanoseconds.
    pub time: i64,
    /// 1 when max_active_tiles kept the field from spreading somewhere.
    pub budget_reached: u32,
    /// 0.
    pub reserved: u32,
}
sized!(AntStepReport, 32, "call ant_step_report_init", {
    struct_size, steps, owed, time, budget_reached, reserved
});

fn report_out(report: &StepReport, state: &MapState) -> AntStepReport {
    AntStepReport {
        struct_size: 0,
        steps: report.steps,
        owed: report.owed,
        time: state.map.time(),
        budget_reached: report.budget_reached.into(),
        reserved: 0,
    }
}

fn status_of(report: &StepReport) -> AntStatus {
    if report.in_the_past {
        ANT_IN_THE_PAST
    } else if report.owed > 0 {
        ANT_STEPS_OWED
    } else if report.budget_reached {
        ANT_BUDGET_REACHED
    } else if denormals_are_flushed() {
        log::write(
            log::ANT_LOG_WARNING,
            format_args!(
                "this thread flushes denormal numbers to zero: fields may differ from those of other machines"
            ),
        );
        ANT_DENORMALS_FLUSHED
    } else {
        ANT_OK
    }
}

/// Whether the processor of this thread replaces tiny numbers by zero, as some hosts order it to.
fn denormals_are_flushed() -> bool {
    let smallest = core::hint::black_box(f32::MIN_POSITIVE);
    let denormal = core::hint::black_box(smallest * 0.5);
    denormal == 0.0 || core::hint::black_box(denormal * 2.0) != smallest
}

/// Advances a map to a time in whole steps of its own length, at most max_catch_up: hosts of any frame rate get the same field. ANT_STEPS_OWED when
/// more steps are due, ANT_IN_THE_PAST (nothing done) when the time lies before the map's. Mutating.
/// time: nanoseconds on the game clock
/// out_report: [opt]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_step_to(map: AntPheromoneMap, time: i64, out_report: *mut AntStepReport) -> AntStatus {
    export!("ant_map_step_to", |c| step_alone(c, map, time, out_report))
}

/// All due steps on this thread.
fn step_alone(c: Caller<'_>, map: AntPheromoneMap, time: i64, out_report: *mut AntStepReport) -> Outcome {
    let out = c.out_struct_opt(out_report, "out_report")?;
    let object = resolve::<MapObject>(map.id)?;
    let (mut state, world) = object.edit()?;
    let report = state.map.step_to(&world, time)?;
    if let Some(out) = out {
        out.write(report_out(&report, &state));
    }
    Ok(status_of(&report))
}

fn begin(object: &MapObject, time: i64, phases: bool) -> Outcome<Option<u32>> {
    let (mut state, world) = object.edit()?;
    let Some(mut job) = state.map.begin_step(&world, time)? else { return Ok(None) };
    state.tasks.extend(job.tasks.drain(..).map(Mutex::new));
    state.open = Some(OpenStep { job, phases, _level: Pin::new(&object.world, &world) });
    Ok(Some(state.tasks.len() as u32))
}

fn run_task(object: &MapObject, task: u32) -> Outcome {
    let (state, world) = object.look()?;
    if state.open.is_none() {
        return Err(fail!(ANT_ERROR_STATE, "no step has begun"));
    }
    let Some(slot) = state.tasks.get(task as usize) else {
        return Err(fail!(ANT_ERROR_OUT_OF_RANGE, "`task` is {task}, must be below {}", state.tasks.len()));
    };
    let mut slot = slot.try_lock().ok_or_else(|| fail!(ANT_ERROR_BUSY, "task {task} is running on another thread"))?;
    slot.run(&state.map, &world);
    Ok(ANT_OK)
}

fn end(object: &MapObject, phases: bool) -> Outcome<(StepReport, AntStepReport)> {
    let mut guarded = object.write()?;
    let world = object.world.read_from_other()?;
    let state = &mut *guarded;
    let Some(OpenStep { mut job, .. }) = state.open.take_if(|step| step.phases == phases) else {
        return Err(fail!(ANT_ERROR_STATE, "no step has begun, or one that ends by itself"));
    };
    job.tasks.extend(state.tasks.drain(..).map(Mutex::into_inner));
    let report = state.map.end_step(&world, job)?;
    Ok((report, report_out(&report, state)))
}

/// Begins one step in phases, for the host's job system: then ant_map_step_task for each task from any threads in any order, then ant_map_step_end.
/// ANT_EMPTY when no step is due: nothing has begun. Between begin and end the map is only read: changes of it are ANT_ERROR_STATE, changes of its
/// level ANT_ERROR_BUSY. To catch up, repeat until ANT_EMPTY. Mutating.
/// out_task_count: receives the number of tasks; it depends on the field only
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_step_begin(map: AntPheromoneMap, time: i64, out_task_count: *mut u32) -> AntStatus {
    export!("ant_map_step_begin", |c| {
        let out = c.out(out_task_count, "out_task_count")?;
        let object = resolve::<MapObject>(map.id)?;
        let tasks = begin(&object, time, true)?;
        out.write(tasks.unwrap_or(0));
        Ok(if tasks.is_some() { ANT_OK } else { ANT_EMPTY })
    })
}

/// Runs one task of a step that has begun. Different tasks may run at the same time; running one twice is harmless. Const.
/// task: [Limit: below the task count]
#[unsafe(no_mangle)]
pub extern "C" fn ant_map_step_task(map: AntPheromoneMap, task: u32) -> AntStatus {
    guard("ant_map_step_task", move || run_task(&*resolve::<MapObject>(map.id)?, task))
}

/// Ends a step. ANT_ERROR_STATE when a task was not run: then the step is given up and the map is as before step_begin. Mutating.
/// out_report: [opt] `owed` is 0
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_step_end(map: AntPheromoneMap, out_report: *mut AntStepReport) -> AntStatus {
    export!("ant_map_step_end", |c| {
        let out = c.out_struct_opt(out_report, "out_report")?;
        let (report, written) = end(&*resolve::<MapObject>(map.id)?, true)?;
        if let Some(out) = out {
            out.write(written);
        }
        Ok(status_of(&report))
    })
}
