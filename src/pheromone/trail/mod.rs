//! Directed trails: what a place and heading remember about where players went from there.
//!
//! Two memories of the same movement. **Cells** in three resolutions keep, per heading and horizon, a running mean of the
//! displacements that followed, less what damped dead reckoning would have said; outliers hardly move it
//! ([`Trails::deposit`], [`Trails::read`]). **Passages** are single moments with what led to them and what followed; those
//! most like a new one are weighed by their likeness ([`Trails::remember`], [`Trails::recall`]).
//!
//! Lengths in here are in units of `v_max · 1 s` (trail units), so one set of constants fits every game. What is kept is
//! relative to a fixed reach together with the visitors' velocity, so that it can be read against any damping, and to an
//! origin, so that a moved level moves nothing. Places are told apart by position alone, floors by height (a quarter of a
//! trail unit): the level's own cells may be of any size and may be baked anew. Memory depends on the visited places only
//! and is bounded; nothing is allocated unless a new place is visited.

mod cells;
mod contents;
mod entry;
mod file;
mod geometry;
mod lanes;
mod merge;
mod passages;
mod recall;
mod snapshot;
mod table;
#[cfg(test)]
mod tests;

use crate::base::math::DVec3;
use crate::base::{DEFAULT_RUN_SPEED, Error, Limited, Result, Short};
use alloc::format;
use cells::{Cells, Now, TICKS};
use geometry::{heading, is_near};
use passages::Passages;

/// Number of horizons.
pub const HORIZONS: usize = 5;

/// The horizons in seconds.
pub const SECONDS: [f64; HORIZONS] = [0.25, 0.5, 1.0, 2.0, 4.0];

/// g_h of damped dead reckoning per horizon, seconds of the current velocity: what a residual is taken against.
pub type Reach = [f32; HORIZONS];

/// The reach of dead reckoning with damping `tau` in seconds, τ (1 - e^(-h/τ)); with 0 it stands still.
pub fn reach(tau: f64) -> Reach {
    SECONDS.map(|h| if tau > 0.0 { (-tau * libm::expm1(-h / tau)) as f32 } else { 0.0 })
}

/// Number of cell resolutions, fine to coarse.
pub const RESOLUTIONS: usize = 3;

/// Where somebody is and where it is heading.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Pose {
    /// x, z and, last, height in trail units relative to the trails' origin ([`Trails::place`]). Beyond ±100,000 nothing is
    /// kept or found.
    pub place: [f32; 3],
    /// Velocity in the ground plane, in units of v_max.
    pub velocity: [f32; 2],
}

/// What a place remembers about one horizon.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Reading {
    /// Mean of the residuals against damped dead reckoning, trail units; shrunken as if `kappa` more visits had gone as
    /// dead reckoning says.
    pub mean: [f32; 2],
    /// Mean distance of the residuals from their mean, trail units.
    pub spread: f32,
    /// Evidence: number of visits weighted by nearness in place and heading, each entry's at most 50.
    pub evidence: f32,
}

/// A moment of somebody's way, as it is compared with others.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Passage {
    /// Where and how fast.
    pub pose: Pose,
    /// Displacement over the last 1 and 2 s, trail units.
    pub path: [[f32; 2]; 2],
    /// Unit vector of the view in the ground plane; zero when unknown.
    pub view: [f32; 2],
}

/// What similar passages led to, per horizon.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Recall {
    /// Near the geometric median of their residuals, trail units; shrunken.
    pub centre: [[f32; 2]; HORIZONS],
    /// Mean distance of their residuals from their mean, trail units.
    pub spread: [f32; HORIZONS],
    /// Sum of the weights; 1 is one passage exactly alike.
    pub weight: [f32; HORIZONS],
}

/// Names a remembered passage until its last horizon is known. Stale tickets do nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// Eight passages that lie together.
    pub bucket: u32,
    /// Which of them.
    pub slot: u32,
    /// Which passage.
    pub stamp: u32,
}

/// Parameters of trails.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrailParams {
    /// Length unit: nominal top speed, m/s, 1e-6 to 1e6.
    pub v_max: f64,
    /// Evidence halves in this time, seconds, at least 1; infinite = it stays.
    pub half_life: f64,
    /// Share of every deposit that goes to the four neighbouring cells of the same floor, 0 to 0.5. Walls do not stop it.
    pub diffusion: f32,
    /// Most cells with all their headings: five eighths of them fine, a quarter middle, an eighth coarse. When there is no
    /// room, of those near in the table the one with the least evidence gives way. 64 to 2^24; 96 to 320 bytes each, and 88
    /// for every heading seen in it.
    pub max_cells: u32,
    /// Most remembered passages, 64 to 2^24, of 64 bytes each. At most 32 stay per place and heading; a new one takes the
    /// place of any of them, and when there is no room at all, of a bucket with few.
    pub max_passages: u32,
}

/// Factors on κ per horizon when a trail is a model of its own: longer horizons spread more, so they need more visits.
const KAPPA_ALONE: [f32; HORIZONS] = [1.0, 1.0, 2.0, 3.0, 5.0];

/// What stored residuals are taken against: τ (1 - e^(-h/τ)) with τ 1.25, 0.7, 0.5, 0.3, 0.3 s, typical of human Quake.
const REFERENCE: Reach = [0.226_586_56, 0.357_320_84, 0.432_332_36, 0.299_618_2, 0.299_999_5];

/// Most cells of each resolution.
fn cell_budgets(max_cells: u32) -> [usize; RESOLUTIONS] {
    let most = max_cells as usize;
    [most / 8 * 5, most / 4, most / 8]
}

/// Longest displacement and highest velocity that are kept, in trail units.
const FARTHEST: f32 = 1e12;

/// Trails of one level.
#[derive(Clone, Debug)]
pub struct Trails {
    params: TrailParams,
    origin: DVec3,
    /// Cells of 1/8 trail unit with 16 headings, 1/4 with 12 and 1/2 with 8; one more heading each for the slow.
    fine: Cells<17>,
    middle: Cells<13>,
    coarse: Cells<9>,
    passages: Passages,
    /// Nanoseconds of fading.
    clock: u64,
    now: Now,
}

impl Trails {
    /// Empty trails; positions are taken relative to `origin`.
    pub fn new(params: &TrailParams, origin: DVec3) -> Result<Self> {
        params.check()?;
        check_origin(origin)?;
        let [fine, middle, coarse] = cell_budgets(params.max_cells);
        Ok(Self {
            params: *params,
            origin,
            fine: Cells::new(8.0, 0.5, fine),
            middle: Cells::new(4.0, 0.5, middle),
            coarse: Cells::new(2.0, 1.0, coarse),
            passages: Passages::new(params.max_passages as usize),
            clock: 0,
            now: Now { tick: 0, fades: params.half_life < f64::INFINITY },
        })
    }

    /// The parameters.
    pub fn params(&self) -> &TrailParams {
        &self.params
    }

    /// A position of the level in trail units.
    pub fn place(&self, position: DVec3) -> [f32; 3] {
        let p = (position - self.origin) / self.params.v_max;
        [p.x as f32, p.z as f32, p.y as f32]
    }

    /// Writes what followed: the displacement over horizon `h` of somebody who was at `at`.
    pub fn deposit(&mut self, at: &Pose, h: usize, displacement: [f32; 2]) {
        if !is_near(&at.place) || h >= HORIZONS {
            return;
        }
        // Nobody goes so far or so fast; squares of more would leave `f32`. Written so that NaN is left out, too.
        if !displacement.iter().chain(&at.velocity).all(|x| x.abs() <= FARTHEST) {
            return;
        }
        let turns = heading(at.velocity);
        let add = |entry: &mut entry::Entry, weight: f32| entry.add(h, displacement, at.velocity, weight);
        let (now, diffusion) = (self.now, self.params.diffusion);
        self.fine.deposit(at, turns, now, diffusion, add);
        self.middle.deposit(at, turns, now, diffusion, add);
        self.coarse.deposit(at, turns, now, diffusion, add);
    }

    /// All resolutions and horizons at a pose; residuals against `velocity · reach`.
    pub fn read(&self, at: &Pose, reach: &Reach) -> [[Reading; HORIZONS]; RESOLUTIONS] {
        if !is_near(&at.place) {
            return Default::default();
        }
        let turns = heading(at.velocity);
        let beyond = core::array::from_fn(|h| REFERENCE[h] - reach[h]);
        let once = [1.0; HORIZONS];
        [
            self.fine.read(at, turns, self.now, &beyond, &once),
            self.middle.read(at, turns, self.now, &beyond, &once),
            self.coarse.read(at, turns, self.now, &beyond, &once),
        ]
    }

    /// The middle resolution alone, shrunken for use as a model of its own (more visits are needed at long horizons).
    pub fn read_alone(&self, at: &Pose, reach: &Reach) -> [Reading; HORIZONS] {
        if !is_near(&at.place) {
            return Default::default();
        }
        let beyond = core::array::from_fn(|h| REFERENCE[h] - reach[h]);
        self.middle.read(at, heading(at.velocity), self.now, &beyond, &KAPPA_ALONE)
    }

    /// Remembers a passage whose outcome is not known yet.
    pub fn remember(&mut self, passage: &Passage) -> Ticket {
        self.passages.remember(passage, self.now)
    }

    /// Tells the outcome of a remembered passage; horizons in ascending order.
    pub fn complete(&mut self, ticket: Ticket, h: usize, displacement: [f32; 2]) {
        self.passages.complete(ticket, h, displacement);
    }

    /// What similar passages led to; residuals against `velocity · reach`.
    pub fn recall(&self, passage: &Passage, reach: &Reach) -> Recall {
        self.passages.recall(passage, reach, self.now)
    }

    /// Moves the origin together with the level's: the place that was at `shift` is at zero from now on.
    pub fn rebase(&mut self, shift: DVec3) {
        self.origin -= shift;
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.fine.bytes() + self.middle.bytes() + self.coarse.bytes() + self.passages.bytes()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.fine.clear();
        self.middle.clear();
        self.coarse.clear();
        self.passages.clear();
    }

    /// Cells of all resolutions.
    pub fn cell_count(&self) -> usize {
        self.fine.len() + self.middle.len() + self.coarse.len()
    }

    /// Remembered passages.
    pub fn passage_count(&self) -> usize {
        self.passages.len()
    }

    /// Where places are relative to, in the level's present coordinates.
    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    /// Puts the trails elsewhere as they are.
    pub fn set_origin(&mut self, origin: DVec3) -> Result<()> {
        check_origin(origin)?;
        self.origin = origin;
        Ok(())
    }

    /// Lets evidence fade for `seconds`. Time is counted in whole nanoseconds and evidence fades in steps of 1/256 of the
    /// half-life, when it is next touched; so it makes no difference into how many calls a time is cut. After 2^32 steps
    /// (half a year at the shortest half-life) nothing fades any more.
    pub fn evaporate(&mut self, seconds: f64) {
        if self.now.fades {
            self.set_clock(self.clock.saturating_add(nanos(seconds)));
        }
    }

    fn tick_nanos(&self) -> u64 {
        (nanos(self.params.half_life) / u64::from(TICKS)).max(1)
    }

    fn set_clock(&mut self, clock: u64) {
        self.clock = clock;
        if self.now.fades {
            self.now.tick = (clock / self.tick_nanos()).min(u32::MAX.into()) as u32;
        }
    }

    /// Begins at this step of fading.
    fn start_at(&mut self, tick: u32) {
        if self.now.fades {
            self.set_clock(u64::from(tick).saturating_mul(self.tick_nanos()));
        }
    }
}

/// Whole nanoseconds in a time; none in a negative one.
fn nanos(seconds: f64) -> u64 {
    libm::round(seconds * 1e9) as u64
}

fn check_origin(origin: DVec3) -> Result<()> {
    if origin.is_finite() {
        Ok(())
    } else {
        Err(Error::invalid(format!("origin is {}, must be finite", Short(origin))))
    }
}

impl Default for TrailParams {
    fn default() -> Self {
        Self {
            v_max: DEFAULT_RUN_SPEED,
            half_life: f64::INFINITY,
            diffusion: 0.0,
            max_cells: 1 << 16,
            max_passages: 1 << 16,
        }
    }
}

impl TrailParams {
    /// The numbers that are no budgets, with their ranges.
    pub fn limits(&self) -> [Limited; 3] {
        [
            ("v_max", self.v_max, 1e-6, 1e6),
            ("half_life", self.half_life, 1.0, f64::INFINITY),
            ("diffusion", self.diffusion as f64, 0.0, 0.5),
        ]
    }

    /// Refuses values outside their ranges.
    pub(super) fn check(&self) -> Result<()> {
        for (name, value, least, most) in self.limits() {
            if !(least..=most).contains(&value) {
                return Err(Error::invalid(format!("{name} is {}, allowed is {least} to {most}", Short(value))));
            }
        }
        for (name, value) in [("max_cells", self.max_cells), ("max_passages", self.max_passages)] {
            if !(64..=1 << 24).contains(&value) {
                return Err(Error::invalid(format!("{name} is {value}, allowed is 64 to {}", 1 << 24)));
            }
        }
        Ok(())
    }
}
