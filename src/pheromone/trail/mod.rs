//! Directed trails: what a place and heading remember about where players went from there.
//!
//! Lengths in here are in units of `v_max · 1 s`, so one set of constants fits every game.

mod entry;
mod passages;
mod state;

use crate::base::math::DVec3;
use crate::base::{Error, Result};
use alloc::collections::BTreeMap;
use alloc::format;
use entry::Entry;
use passages::Passages;

/// Number of horizons (0.25, 0.5, 1, 2, 4 s).
pub const HORIZONS: usize = 5;

/// g_h of damped dead reckoning per horizon, seconds of the current velocity: what a residual is taken against.
pub type Reach = [f32; HORIZONS];
/// Number of cell resolutions, fine to coarse.
pub const RESOLUTIONS: usize = 3;

/// Where somebody is and where it is heading, in trail units relative to the trails' origin: x, z, and height last.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Pose {
    /// Ground plane first, height last.
    pub place: [f32; 3],
    /// Velocity in the ground plane, in units of v_max.
    pub velocity: [f32; 2],
}

/// What a place remembers about one horizon.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Reading {
    /// Shrunken mean of the residuals against damped dead reckoning.
    pub mean: [f32; 2],
    /// Mean absolute deviation.
    pub spread: f32,
    /// Evidence: weighted number of visits.
    pub evidence: f32,
}

/// A moment of somebody's way, as it is compared with others.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Passage {
    /// Where and how fast.
    pub pose: Pose,
    /// Displacement over the last 1 and 2 s.
    pub path: [[f32; 2]; 2],
    /// Unit vector of the view in the ground plane; zero when unknown.
    pub view: [f32; 2],
}

/// What similar passages led to, per horizon.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Recall {
    /// Robust, shrunken centre of their residuals.
    pub centre: [[f32; 2]; HORIZONS],
    /// Mean distance from it.
    pub spread: [f32; HORIZONS],
    /// Sum of the weights.
    pub weight: [f32; HORIZONS],
}

/// Names a remembered passage until its last horizon is known. Stale tickets do nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// Bucket.
    pub bucket: u32,
    /// Place in it.
    pub slot: u32,
    /// Which passage.
    pub stamp: u32,
}

/// Parameters of trails.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrailParams {
    /// Length unit: nominal top speed, m/s.
    pub v_max: f64,
    /// Evidence halves in this time, seconds; infinite = it stays.
    pub half_life: f64,
    /// Share of every deposit that goes to the four neighbouring cells, 0 to 0.5.
    pub diffusion: f32,
    /// Most cells (of all resolutions, with all their headings); the least visited give way.
    pub max_cells: u32,
    /// Most remembered passages.
    pub max_passages: u32,
}

/// One resolution: side of a cell in trail units, headings told apart (one more for the slow), visits that pull to zero.
struct Resolution {
    cell: f32,
    sectors: u32,
    kappa: f32,
}

const SCALES: [Resolution; RESOLUTIONS] = [
    Resolution { cell: 0.125, sectors: 16, kappa: 0.5 },
    Resolution { cell: 0.25, sectors: 12, kappa: 0.5 },
    Resolution { cell: 0.5, sectors: 8, kappa: 1.0 },
];

/// Height of a floor in trail units.
const FLOOR: f32 = 0.25;

/// Slower than this, in units of v_max, somebody has no heading.
const SLOW: f32 = 0.2;

/// Places farther than this from the origin, in trail units, leave no trail.
const FARTHEST: f32 = 200_000.0;

/// Visits count at most this much in a reading.
const MOST: f32 = 50.0;

/// Factors on κ per horizon when a trail is a model of its own: longer horizons spread more, so they need more visits.
const KAPPA_ALONE: [f32; HORIZONS] = [1.0, 1.0, 2.0, 3.0, 5.0];

/// What stored residuals are taken against: τ (1 - e^(-h/τ)) with τ 1.25, 0.7, 0.5, 0.3, 0.3 s, typical of human Quake.
const REFERENCE: Reach = [0.226_586_56, 0.357_320_84, 0.432_332_36, 0.299_618_2, 0.299_999_5];

/// Trails of one level.
#[derive(Clone, Debug)]
pub struct Trails {
    params: TrailParams,
    origin: DVec3,
    cells: [BTreeMap<u64, Entry>; RESOLUTIONS],
    passages: Passages,
}

fn floor(x: f32) -> i32 {
    let i = x as i32;
    if (i as f32) > x { i - 1 } else { i }
}

fn key(x: i32, z: i32, floor: i32, sector: u32) -> u64 {
    (x as u32 as u64 & 0x3f_ffff)
        | (z as u32 as u64 & 0x3f_ffff) << 22
        | (floor as u32 as u64 & 0x7fff) << 44
        | (sector as u64) << 59
}

/// Heading in turns, 0 to 1; `None` when slow.
fn heading(v: [f32; 2]) -> Option<f32> {
    if v[0] * v[0] + v[1] * v[1] < SLOW * SLOW {
        return None;
    }
    let turns = libm::atan2f(v[1], v[0]) * (0.5 / core::f32::consts::PI);
    Some(if turns < 0.0 { turns + 1.0 } else { turns })
}

fn is_near(place: &[f32; 3]) -> bool {
    place.iter().all(|x| x.abs() < FARTHEST)
}

impl Trails {
    /// Empty trails; positions are taken relative to `origin`.
    pub fn new(params: &TrailParams, origin: DVec3) -> Result<Self> {
        params.check()?;
        if !origin.is_finite() {
            return Err(Error::invalid(format!("origin is {origin}, must be finite")));
        }
        Ok(Self { params: *params, origin, cells: Default::default(), passages: Passages::default() })
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
        let turns = heading(at.velocity);
        for (cells, scale) in self.cells.iter_mut().zip(&SCALES) {
            let sector = match turns {
                None => scale.sectors,
                Some(t) => floor(t * scale.sectors as f32 + 0.5) as u32 % scale.sectors,
            };
            let (x, z) = (floor(at.place[0] / scale.cell), floor(at.place[1] / scale.cell));
            let key = key(x, z, floor(at.place[2] / FLOOR), sector);
            cells.entry(key).or_default().add(h, displacement, at.velocity, &REFERENCE);
        }
    }

    fn read_scale(&self, at: &Pose, reach: &Reach, scale: usize, kappa: &[f32; HORIZONS]) -> [Reading; HORIZONS] {
        let mut out = [Reading::default(); HORIZONS];
        if !is_near(&at.place) {
            return out;
        }
        let (cells, scale) = (&self.cells[scale], &SCALES[scale]);
        let (fx, fz) = (at.place[0] / scale.cell - 0.5, at.place[1] / scale.cell - 0.5);
        let (x, z, level) = (floor(fx), floor(fz), floor(at.place[2] / FLOOR));
        let (wx, wz) = (fx - x as f32, fz - z as f32);
        let headings = match heading(at.velocity) {
            None => [(scale.sectors, 1.0), (0, 0.0)],
            Some(t) => {
                let t = t * scale.sectors as f32;
                let i = floor(t);
                [(i as u32 % scale.sectors, 1.0 - (t - i as f32)), ((i as u32 + 1) % scale.sectors, t - i as f32)]
            }
        };
        for (dx, dz, wxz) in
            [(0, 0, (1.0 - wx) * (1.0 - wz)), (0, 1, (1.0 - wx) * wz), (1, 0, wx * (1.0 - wz)), (1, 1, wx * wz)]
        {
            for (sector, share) in headings {
                let weight = wxz * share;
                if weight <= 0.0 {
                    continue;
                }
                let Some(entry) = cells.get(&key(x + dx, z + dz, level, sector)) else { continue };
                for h in 0..HORIZONS {
                    let e = &entry.visits[h];
                    let w = weight * e.count.min(MOST);
                    for i in 0..2 {
                        out[h].mean[i] += w * (e.mean[i] + entry.velocity[i] * (REFERENCE[h] - reach[h]));
                    }
                    out[h].spread += w * e.spread;
                    out[h].evidence += w;
                }
            }
        }
        for (o, k) in out.iter_mut().zip(kappa) {
            let d = o.evidence + scale.kappa * k;
            o.mean = o.mean.map(|m| m / d);
            o.spread = if o.evidence > 0.0 { o.spread / o.evidence } else { 0.0 };
        }
        out
    }

    /// All resolutions and horizons at a pose; residuals against `velocity · reach`.
    pub fn read(&self, at: &Pose, reach: &Reach) -> [[Reading; HORIZONS]; RESOLUTIONS] {
        core::array::from_fn(|scale| self.read_scale(at, reach, scale, &[1.0; HORIZONS]))
    }

    /// The middle resolution alone, shrunken for use as a model of its own (more visits are needed at long horizons).
    pub fn read_alone(&self, at: &Pose, reach: &Reach) -> [Reading; HORIZONS] {
        self.read_scale(at, reach, 1, &KAPPA_ALONE)
    }

    /// Remembers a passage whose outcome is not known yet.
    pub fn remember(&mut self, passage: &Passage) -> Ticket {
        self.passages.remember(passage)
    }

    /// Tells the outcome of a remembered passage; horizons in ascending order.
    pub fn complete(&mut self, ticket: Ticket, h: usize, displacement: [f32; 2]) {
        self.passages.complete(ticket, h, displacement);
    }

    /// What similar passages led to; residuals against `velocity · reach`.
    pub fn recall(&self, passage: &Passage, reach: &Reach) -> Recall {
        self.passages.recall(passage, reach)
    }

    /// Lets evidence fade for `seconds`.
    pub fn evaporate(&mut self, seconds: f64) {
        let keep = libm::exp2(-seconds / self.params.half_life) as f32;
        if keep < 1.0 {
            self.cells.iter_mut().flat_map(|c| c.values_mut()).for_each(|entry| entry.fade(keep));
        }
    }

    /// Moves the origin together with the level's: the place that was at `shift` is at zero from now on.
    pub fn rebase(&mut self, shift: DVec3) {
        self.origin -= shift;
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        let entries: usize = self.cells.iter().map(BTreeMap::len).sum();
        size_of::<Self>() + entries * (size_of::<Entry>() + 8) * 3 / 2 + self.passages.bytes()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.cells = Default::default();
        self.passages.clear();
    }
}

impl Default for TrailParams {
    fn default() -> Self {
        Self { v_max: 8.0, half_life: f64::INFINITY, diffusion: 0.0, max_cells: 1 << 16, max_passages: 1 << 16 }
    }
}

impl TrailParams {
    /// Refuses values outside their ranges.
    pub(super) fn check(&self) -> Result<()> {
        let ranges = [
            ("v_max", self.v_max, 1e-6, 1e9),
            ("half_life", self.half_life, 1.0, f64::INFINITY),
            ("diffusion", self.diffusion as f64, 0.0, 0.5),
        ];
        for (name, value, least, most) in ranges {
            if !(least..=most).contains(&value) {
                return Err(Error::invalid(format!("{name} is {value}, allowed is {least} to {most}")));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn pose(x: f32, vx: f32) -> Pose {
        Pose { place: [x, 0.125, 0.1], velocity: [vx, 0.0] }
    }

    #[test]
    fn a_reading_is_the_shrunken_mean_of_what_followed() {
        let mut trails = Trails::new(&TrailParams::default(), DVec3::ZERO).unwrap();
        let at = pose(0.125, 1.0);
        for _ in 0..3 {
            trails.deposit(&at, 2, [0.9, 0.3]);
        }
        let reading = trails.read_alone(&at, &[0.0; HORIZONS])[2];
        // Three visits of which all agree, κ = .5 · 2.
        assert!((reading.mean[0] - 0.9 * 3.0 / 4.0).abs() < 1e-5, "{reading:?}");
        assert!((reading.mean[1] - 0.3 * 3.0 / 4.0).abs() < 1e-5, "{reading:?}");
        assert_eq!(reading.evidence, 3.0);
        let ticket = trails.remember(&Passage { pose: at, ..Default::default() });
        trails.complete(ticket, 0, [0.25, 0.0]);
        let recall = trails.recall(&Passage { pose: at, ..Default::default() }, &[0.2; HORIZONS]);
        assert!((recall.centre[0][0] - 0.05 / 1.4).abs() < 1e-5, "{recall:?}");
        let copy = Trails::load(&trails.save()).unwrap();
        assert_eq!(copy.save(), trails.save());
    }
}
