//! Directed trails of a map.

use super::arg::{export, in_range, plain};
use super::frame::vector_from;
use super::handle::{Kind, resolve};
use super::map::{AntPheromoneMap, MapObject};
use super::status::*;
use super::stream::AntStream;
use super::structs::{Desc, sized};
use crate::base::math::DVec3;
use crate::pheromone::trail::{HORIZONS, Reading, SECONDS, TrailParams, reach};
use core::ffi::c_void;

/// Horizons of a trail: 0.25, 0.5, 1, 2 and 4 seconds.
pub const ANT_TRAIL_HORIZONS: u32 = 5;

const _: () = assert!(ANT_TRAIL_HORIZONS as usize == HORIZONS && SECONDS[0] == 0.25 && SECONDS[4] == 4.0);

/// Parameters of trails. Fill it with ant_trail_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntTrailDesc {
    /// Set by ant_trail_desc_init.
    pub struct_size: u32,
    /// Share of what passes through a cell that also counts for the four around it. Default 0. [Limit: 0 to 0.5]
    pub diffusion: f32,
    /// Nominal top speed, m/s: all lengths of trails are relative to it, so it must be that of the players. Default 8.128. [Limit: 1e-6 to 1e6]
    pub v_max: f64,
    /// Evidence halves in this time, seconds; 0 = it stays. Default 0. [Limit: 0, or 1 to 1e9]
    pub half_life: f64,
    /// Most cells; when there are more, those with the least evidence give way. About 100 bytes each and 88 per heading seen in it. Default 65536. [Limit: 64 to 16777216]
    pub max_cells: u32,
    /// Most remembered passages, of 64 bytes each; when there are more, old ones give way. Default 65536. [Limit: 64 to 16777216]
    pub max_passages: u32,
}
sized!(AntTrailDesc, 32, "call ant_trail_desc_init", {
    struct_size, diffusion, v_max, half_life, max_cells, max_passages
});

impl Desc for AntTrailDesc {
    fn defaults() -> Self {
        let p = TrailParams::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            diffusion: p.diffusion,
            v_max: p.v_max,
            half_life: 0.0,
            max_cells: p.max_cells,
            max_passages: p.max_passages,
        }
    }
}

/// What a place and heading remember about one horizon.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntTrailReading {
    /// Mean of where players went from there, less what damped dead reckoning says, in the host's frame and units. Shrunken towards zero where few came by.
    pub mean: [f64; 3],
    /// Mean distance from it, in the host's units.
    pub spread: f64,
    /// Evidence: weighted number of visits.
    pub evidence: f64,
}
plain!(AntTrailReading);

/// Begins empty trails in a map, also in place of those there are. All predictors made with the map write and read them. Mutating.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_enable_trails(map: AntPheromoneMap, desc: *const AntTrailDesc) -> AntStatus {
    export!("ant_map_enable_trails", |c| {
        let desc = c.desc(desc, "desc")?;
        let half_life = match desc.half_life {
            0.0 => f64::INFINITY,
            half_life => in_range(half_life, 1.0, 1e9, "half_life")?,
        };
        let budget = |value: u32, name: &str| in_range(value.into(), 64.0, 16_777_216.0, name).map(|_| value);
        let params = TrailParams {
            v_max: in_range(desc.v_max, 1e-6, 1e6, "v_max")?,
            half_life,
            diffusion: in_range(desc.diffusion.into(), 0.0, 0.5, "diffusion").map(|_| desc.diffusion)?,
            max_cells: budget(desc.max_cells, "max_cells")?,
            max_passages: budget(desc.max_passages, "max_passages")?,
        };
        let object = resolve::<MapObject>(map.id)?;
        let (mut state, world) = object.edit()?;
        state.map.enable_trails(&params, world.origin())?;
        object.note_trails(&state.map);
        Ok(ANT_OK)
    })
}

/// Writes the trails in a form that can be shipped with the level: equal trails give equal bytes. Call it with a null buffer first to learn the size.
/// ANT_ERROR_STATE if the map has no trails. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_trails_save(
    map: AntPheromoneMap,
    buf: *mut c_void,
    capacity: u64,
    needed: *mut u64,
) -> AntStatus {
    export!("ant_map_trails_save", |c| {
        let object = resolve::<MapObject>(map.id)?;
        let bytes = object.read()?.map.save_trails()?;
        c.copy_bytes(&bytes, buf, capacity, c.out_opt(needed))
    })
}

/// Takes over saved trails with their parameters, in place of those there are; they go on learning. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [byte_len bytes]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_trails_load(map: AntPheromoneMap, bytes: *const c_void, byte_len: u64) -> AntStatus {
    export!("ant_map_trails_load", |c| {
        let bytes = c.bytes(bytes, byte_len, "bytes")?;
        let object = resolve::<MapObject>(map.id)?;
        let (mut state, world) = object.edit()?;
        state.map.load_trails(&world, bytes)?;
        object.note_trails(&state.map);
        Ok(ANT_OK)
    })
}

/// Merges saved trails of other matches on the level into those there are, weighted by evidence; the order makes no difference. The parameters of the map's
/// own trails stay; without own trails the largest budgets are taken. Refused when v_max differs. On any error nothing changed. Mutating.
/// count: [Limit: > 0]
/// saved: [count] each the bytes of one ant_map_trails_save: ANT_U8, tight
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_trails_merge(map: AntPheromoneMap, count: u32, saved: *const AntStream) -> AntStatus {
    export!("ant_map_trails_merge", |c| {
        let blobs = c.blobs(saved, count, "saved")?;
        let object = resolve::<MapObject>(map.id)?;
        let (mut state, world) = object.edit()?;
        state.map.merge_trails(&world, &blobs)?;
        object.note_trails(&state.map);
        Ok(ANT_OK)
    })
}

/// What the trails remember about somebody at a place with a velocity, for tools and AI. ANT_ERROR_STATE if the map has no trails. Const.
/// position: [(x, y, z)]
/// velocity: [(x, y, z)] units per second
/// tau: damping of the dead reckoning that the means are taken against, which goes velocity * tau (1 - e^(-t/tau)) in t seconds; 0 = it stands still, so that
/// the means are where players went. [Limit: 0 to 1e6]
/// out_readings: [ANT_TRAIL_HORIZONS]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_trail_read(
    map: AntPheromoneMap,
    position: *const f64,
    velocity: *const f64,
    tau: f64,
    out_readings: *mut AntTrailReading,
) -> AntStatus {
    export!("ant_map_trail_read", |c| {
        let out = c.out(out_readings.cast::<[AntTrailReading; HORIZONS]>(), "out_readings")?;
        in_range(tau, 0.0, 1e6, "tau")?;
        let object = resolve::<MapObject>(map.id)?;
        let frame = object.frame();
        let position = c.point(position, "position", frame)?;
        let velocity = vector_from(frame, c.read(velocity.cast::<[f64; 3]>(), "velocity")?, "velocity")?;
        let (state, world) = object.look()?;
        let readings = state.map.read_trails(&world, position, velocity, &reach(tau))?;
        let v_max = state.map.trails().map_or(0.0, |t| t.params().v_max);
        out.write(readings.map(|r: Reading| AntTrailReading {
            mean: frame.vector_out(DVec3::new(r.mean[0].into(), 0.0, r.mean[1].into()) * v_max).to_array(),
            spread: frame.length_out(f64::from(r.spread) * v_max),
            evidence: r.evidence.into(),
        }));
        Ok(ANT_OK)
    })
}

#[cfg(test)]
mod tests {
    use super::super::frame::*;
    use super::super::level_input::*;
    use super::super::life::ant_destroy;
    use super::super::map::*;
    use super::super::stream::ANT_U8;
    use super::super::world::*;

    use super::*;
    use crate::pheromone::trail::{Pose, Trails};
    use core::ptr::null_mut;

    /// A small grid in Unreal's frame: centimetres, x forward, y right, z up.
    fn map() -> AntPheromoneMap {
        // SAFETY: all pointers are to locals.
        unsafe {
            let mut desc = AntWorldDesc::defaults();
            desc.frame.kind = ANT_FRAME_UNREAL;
            let mut grid = AntGridDesc::defaults();
            (grid.width, grid.depth) = (8, 8);
            let mut world = AntWorld { id: 0 };
            assert_eq!(ant_world_create_grid(&desc, &grid, &mut world), ANT_OK);
            let desc = AntMapDesc::defaults();
            let mut map = AntPheromoneMap { id: 0 };
            assert_eq!(ant_map_create(world, &desc, &mut map), ANT_OK);
            map
        }
    }

    fn read(map: AntPheromoneMap, position: [f64; 3], velocity: [f64; 3]) -> [AntTrailReading; HORIZONS] {
        let nothing = AntTrailReading { mean: [0.0; 3], spread: 0.0, evidence: 0.0 };
        let mut out = [nothing; HORIZONS];
        // SAFETY: all pointers are to locals of the sizes the call expects.
        let status = unsafe { ant_map_trail_read(map, position.as_ptr(), velocity.as_ptr(), 0.0, out.as_mut_ptr()) };
        assert_eq!(status, ANT_OK);
        out
    }

    #[test]
    fn readings_are_in_the_hosts_frame_and_units() {
        let map = map();
        let object = resolve::<MapObject>(map.id).unwrap();
        let mut trails = Trails::new(&TrailParams { v_max: 8.0, ..TrailParams::default() }, DVec3::ZERO).unwrap();
        // Two metres along canonical x, one along z; everybody goes 4 m that way and 2 m aside in a second.
        let (position, velocity) = (DVec3::new(2.0, 0.0, 1.0), DVec3::new(8.0, 0.0, 0.0));
        let at = Pose { place: trails.place(position), velocity: [1.0, 0.0] };
        for _ in 0..60 {
            trails.deposit(&at, 2, [0.5, 0.25]);
        }
        let saved = trails.save();
        // SAFETY: the bytes are those of a local.
        assert_eq!(unsafe { ant_map_trails_load(map, saved.as_ptr().cast(), saved.len() as u64) }, ANT_OK);
        let frame = object.frame();
        let out = read(map, frame.vector_out(position).to_array(), frame.vector_out(velocity).to_array());
        let want = frame.vector_out(DVec3::new(4.0, 0.0, 2.0));
        let got = DVec3::from_array(out[2].mean) * (out[2].evidence + 1.0) / out[2].evidence;
        assert!((got - want).length() < 0.01 && want.length() > 400.0, "{got} is not {want}");
        assert!(out[2].evidence > 10.0 && out[0].evidence == 0.0 && out[2].spread >= 0.0);

        let mut size = 0;
        // SAFETY: all pointers are to locals, of the sizes given.
        unsafe {
            assert_eq!(ant_map_trails_save(map, null_mut(), 0, &mut size), ANT_OK);
            let mut copy = std::vec![0u8; size as usize];
            assert_eq!(ant_map_trails_save(map, copy.as_mut_ptr().cast(), size, null_mut()), ANT_OK);
            assert_eq!(copy, saved);
            let stream = AntStream { data: copy.as_mut_ptr().cast(), byte_len: size, stride: 0, format: ANT_U8 };
            assert_eq!(ant_map_trails_merge(map, 1, &stream), ANT_OK);
            let mut stats: AntMapStats = core::mem::zeroed();
            stats.struct_size = size_of::<AntMapStats>() as u32;
            assert_eq!(ant_map_stats(map, &mut stats), ANT_OK);
            assert_eq!((stats.has_trails, stats.trail_cells, stats.trail_passages), (1, 3, 0));
            assert!(stats.trail_bytes > 1000);
            let desc = AntTrailDesc { v_max: 8.0, ..AntTrailDesc::defaults() };
            assert_eq!(ant_map_enable_trails(map, &desc), ANT_OK);
        }
        assert_eq!(object.read().unwrap().map.trails().unwrap().cell_count(), 0, "they begin anew");
        assert_eq!(ant_destroy(map.id), ANT_OK);
    }
}
