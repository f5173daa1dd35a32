//! Frames of ghosts: what to draw.

use super::arg::export;
use super::error::{Outcome, fail};
use super::ghosts::{AntGhosts, GhostsObject, GhostsState, tell_warnings};
use super::handle::{Kind, resolve, spin};
use super::map::MapState;
use super::object::Writing;
use super::receiver::NUMBERS;
use super::status::*;
use super::stream::{AntStream, FLAGS, Output, ROTATIONS, SCALARS, VECTORS, check_overlap};
use super::structs::{Desc, sized};
use crate::ghosts::{Chunk, FrameJob, FrameTask, GhostView, MapAccess};
use crate::predict::LevelContext;
use crate::world::World;
use parking_lot::{Mutex, RwLockReadGuard};

/// Streams for what a frame shows, of up to `capacity` players. Fill it with ant_ghost_frame_init, set what you want written; keep it from frame to frame.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AntGhostFrame {
    /// Set by ant_ghost_frame_init.
    pub struct_size: u32,
    /// Elements that each stream has room for. Default 0.
    pub capacity: u32,
    /// [opt] [capacity] ANT_U32, written: the players' numbers
    pub players: AntStream,
    /// [opt] [capacity] ANT_F32X3 or ANT_F64X3, written
    pub positions: AntStream,
    /// [opt] [capacity] ANT_F32X3 or ANT_F64X3, written: units per second, for animation
    pub velocities: AntStream,
    /// [opt] [capacity] ANT_F32X4 or ANT_F64X4, written: x, y, z, w
    pub orientations: AntStream,
    /// [opt] [capacity] ANT_U8 or ANT_U32, written: where it comes from, ANT_SHOWN_…
    pub sources: AntStream,
    /// [opt] [capacity] ANT_U8 or ANT_U32, written: what happened, ANT_DRAWN_…
    pub flags: AntStream,
    /// [opt] [capacity] ANT_F32X3 or ANT_F64X3, written: what is expected, before convergence
    pub predicted_positions: AntStream,
    /// [opt] [capacity] ANT_F32 or ANT_F64, written: radius that holds the true position nine times out of ten; 0 when nobody knows
    pub radii: AntStream,
}
sized!(AntGhostFrame, 8 + 8 * size_of::<AntStream>() as u32, "call ant_ghost_frame_init", {
    struct_size, capacity, players, positions, velocities, orientations, sources, flags, predicted_positions, radii
});

impl Desc for AntGhostFrame {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            capacity: 0,
            players: AntStream::NONE,
            positions: AntStream::NONE,
            velocities: AntStream::NONE,
            orientations: AntStream::NONE,
            sources: AntStream::NONE,
            flags: AntStream::NONE,
            predicted_positions: AntStream::NONE,
            radii: AntStream::NONE,
        }
    }
}

/// The checked streams of a frame.
struct Streams<'c> {
    capacity: usize,
    players: Option<Output<'c>>,
    positions: Option<Output<'c>>,
    velocities: Option<Output<'c>>,
    orientations: Option<Output<'c>>,
    sources: Option<Output<'c>>,
    flags: Option<Output<'c>>,
    predicted: Option<Output<'c>>,
    radii: Option<Output<'c>>,
}

impl<'c> Streams<'c> {
    fn of(c: super::arg::Caller<'c>, frame: *const AntGhostFrame) -> Outcome<Self> {
        let f = c.desc(frame, "frame")?;
        let n = f.capacity;
        let streams = Self {
            capacity: n as usize,
            players: c.output_opt(&f.players, n, NUMBERS, "players")?,
            positions: c.output_opt(&f.positions, n, VECTORS, "positions")?,
            velocities: c.output_opt(&f.velocities, n, VECTORS, "velocities")?,
            orientations: c.output_opt(&f.orientations, n, ROTATIONS, "orientations")?,
            sources: c.output_opt(&f.sources, n, FLAGS, "sources")?,
            flags: c.output_opt(&f.flags, n, FLAGS, "flags")?,
            predicted: c.output_opt(&f.predicted_positions, n, VECTORS, "predicted_positions")?,
            radii: c.output_opt(&f.radii, n, SCALARS, "radii")?,
        };
        check_overlap(
            &[],
            &[
                streams.players,
                streams.positions,
                streams.velocities,
                streams.orientations,
                streams.sources,
                streams.flags,
                streams.predicted,
                streams.radii,
            ],
        )?;
        Ok(streams)
    }

    /// Writes what the last frame showed; how many there are.
    fn write(&self, object: &GhostsObject, state: &GhostsState) -> usize {
        let mut count = 0;
        for view in state.ghosts.views() {
            if count < self.capacity {
                self.write_one(object, count, view);
            }
            count += 1;
        }
        count
    }

    fn write_one(&self, object: &GhostsObject, i: usize, view: &GhostView) {
        let frame = &object.place.frame;
        if let Some(players) = self.players {
            players.number(i, view.player);
        }
        if let Some(positions) = self.positions {
            positions.vector(i, view.drawn.position, frame);
        }
        if let Some(velocities) = self.velocities {
            velocities.vector(i, view.drawn.velocity, frame);
        }
        if let Some(orientations) = self.orientations {
            orientations.rotation(i, view.drawn.orientation, frame);
        }
        if let Some(sources) = self.sources {
            sources.number(i, view.source as u32);
        }
        if let Some(flags) = self.flags {
            flags.number(i, view.drawn.flags);
        }
        if let Some(predicted) = self.predicted {
            predicted.vector(i, view.predicted.position, frame);
        }
        if let Some(radii) = self.radii {
            radii.scalar(i, frame.length_out(view.predicted.radius));
        }
    }
}

/// The level of ghosts, held for one call, with the map for learning where it has trails.
pub(super) struct Held<'a> {
    world: Option<RwLockReadGuard<'a, World>>,
    reading: Option<RwLockReadGuard<'a, MapState>>,
    learning: Option<(Writing<'a, MapState>, RwLockReadGuard<'a, World>)>,
}

impl<'a> Held<'a> {
    pub(super) fn of(object: &'a super::ghosts::Place, learns: bool) -> Outcome<Self> {
        let world = object.world.as_ref().map(|world| world.read_from_other()).transpose()?;
        let map = object.map.as_ref();
        let learning = match map.filter(|_| learns) {
            Some(map) => map.for_observing()?,
            None => None,
        };
        let reading = match (&learning, map) {
            (None, Some(map)) => Some(map.read_from_other()?),
            _ => None,
        };
        Ok(Self { world, reading, learning })
    }

    pub(super) fn parts(&mut self) -> (Option<&World>, MapAccess<'_>) {
        let access = match (&mut self.learning, &self.reading) {
            (Some((state, _)), _) => MapAccess::Learn(&mut state.map),
            (None, Some(state)) => MapAccess::Read(&state.map),
            (None, None) => MapAccess::None,
        };
        (self.world.as_deref(), access)
    }

    pub(super) fn level(&self) -> LevelContext<'_> {
        let learning = self.learning.as_ref().map(|(state, _)| &state.map);
        LevelContext { world: self.world.as_deref(), map: learning.or(self.reading.as_ref().map(|state| &state.map)) }
    }
}

fn begin(object: &GhostsObject, state: &mut GhostsState, held: &mut Held<'_>, now: i64) -> Outcome<FrameJob> {
    if state.open.is_some() {
        return Err(fail!(ANT_ERROR_STATE, "a frame is being drawn in tasks: end it first"));
    }
    state.ghosts.take_over(&mut spin(|| object.inbox.try_lock()));
    let (world, map) = held.parts();
    let job = state.ghosts.begin_frame(now, world, map);
    tell_warnings("ghosts", state.ghosts.take_warnings());
    Ok(job?)
}

/// A frame: everything that came is taken in, and everybody who is here is drawn. ANT_TRUNCATED when there are more players than the streams have room for.
/// Allocates nothing once everybody was seen. Needs the map alone where it has trails. Mutating.
/// now: time of the frame, nanoseconds on the own clock
/// frame: [opt] where to write it; else ask ant_ghosts_get
/// out_count: [opt] receives the number of players that are here
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_draw(
    ghosts: AntGhosts,
    now: i64,
    frame: *const AntGhostFrame,
    out_count: *mut u32,
) -> AntStatus {
    export!("ant_ghosts_draw", |c| {
        let streams = if frame.is_null() { None } else { Some(Streams::of(c, frame)?) };
        let out = c.out_opt(out_count);
        let object = resolve::<GhostsObject>(ghosts.id)?;
        let mut state = object.write()?;
        let mut held = Held::of(&object.place, true)?;
        let mut job = begin(&object, &mut state, &mut held, now)?;
        let task = FrameTask { ghosts: &state.ghosts, level: held.level(), now: job.now };
        job.chunks.iter_mut().for_each(|chunk| chunk.draw(&task));
        state.ghosts.end_frame(job)?;
        finish(&object, &state, streams, out)
    })
}

fn finish(
    object: &GhostsObject,
    state: &GhostsState,
    streams: Option<Streams<'_>>,
    out: Option<super::arg::Out<'_, u32>>,
) -> Outcome {
    let (count, room) = match &streams {
        Some(streams) => (streams.write(object, state), streams.capacity),
        None => (state.ghosts.views().count(), usize::MAX),
    };
    if let Some(out) = out {
        out.write(count as u32);
    }
    Ok(if count > room { ANT_TRUNCATED } else { ANT_OK })
}

/// Begins a frame that is drawn in tasks of the host's job system: ant_ghosts_draw_task for each number below the count, on any threads in any order, then
/// ant_ghosts_draw_end. In between only ant_ghosts_receive and ant_ghosts_observe work. Mutating.
/// out_tasks: receives the number of tasks; 0 = nobody is known
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_draw_begin(ghosts: AntGhosts, now: i64, out_tasks: *mut u32) -> AntStatus {
    export!("ant_ghosts_draw_begin", |c| {
        let out = c.out(out_tasks, "out_tasks")?;
        let object = resolve::<GhostsObject>(ghosts.id)?;
        let mut state = object.write()?;
        let mut held = Held::of(&object.place, true)?;
        let mut job = begin(&object, &mut state, &mut held, now)?;
        let state = &mut *state;
        state.tasks.extend(job.chunks.drain(..).map(Mutex::new));
        state.open = Some(job);
        out.write(state.tasks.len() as u32);
        Ok(ANT_OK)
    })
}

/// Draws one task of a frame. Const.
/// task: [Limit: below the count of ant_ghosts_draw_begin]
#[unsafe(no_mangle)]
pub extern "C" fn ant_ghosts_draw_task(ghosts: AntGhosts, task: u32) -> AntStatus {
    super::guard::guard("ant_ghosts_draw_task", move || {
        let object = resolve::<GhostsObject>(ghosts.id)?;
        let state = object.read()?;
        let Some(job) = &state.open else { return Err(fail!(ANT_ERROR_STATE, "no frame has begun")) };
        let Some(slot) = state.tasks.get(task as usize) else {
            return Err(fail!(ANT_ERROR_OUT_OF_RANGE, "`task` is {task}, must be below {}", state.tasks.len()));
        };
        let mut chunk =
            slot.try_lock().ok_or_else(|| fail!(ANT_ERROR_BUSY, "task {task} is running on another thread"))?;
        let held = Held::of(&object.place, false)?;
        let chunk: &mut Chunk = &mut chunk;
        chunk.draw(&FrameTask { ghosts: &state.ghosts, level: held.level(), now: job.now });
        Ok(ANT_OK)
    })
}

/// Ends a frame that was drawn in tasks. ANT_TRUNCATED as ant_ghosts_draw. Mutating.
/// frame: [opt] where to write it
/// out_count: [opt] receives the number of players that are here
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_ghosts_draw_end(
    ghosts: AntGhosts,
    frame: *const AntGhostFrame,
    out_count: *mut u32,
) -> AntStatus {
    export!("ant_ghosts_draw_end", |c| {
        let streams = if frame.is_null() { None } else { Some(Streams::of(c, frame)?) };
        let out = c.out_opt(out_count);
        let object = resolve::<GhostsObject>(ghosts.id)?;
        let mut guarded = object.write()?;
        let state = &mut *guarded;
        let Some(mut job) = state.open.take() else { return Err(fail!(ANT_ERROR_STATE, "no frame has begun")) };
        job.chunks.extend(state.tasks.drain(..).map(Mutex::into_inner));
        state.ghosts.end_frame(job)?;
        finish(&object, state, streams, out)
    })
}
