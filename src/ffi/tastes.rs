//! How much each layer attracts, learned while playing.

use super::arg::{check_vector, export, in_range, plain};
use super::error::Outcome;
use super::frame::vector_from;
use super::guard::guard;
use super::handle::{self, Kind, resolve};
use super::map::{AntPheromoneMap, MapObject};
use super::map_query::AntAttraction;
use super::object::Object;
use super::status::*;
use super::stream::{AntStream, SCALARS};
use super::structs::{Desc, sized};
use crate::base::math::{DVec3, ground};
use crate::base::time::SECOND;
use crate::pheromone::attract::{MAX_TASTE_LAYERS, Sighting, TasteParams, Tastes};
use crate::predict::EntityProfile;
use crate::predict::model::force_acceleration;
use std::vec::Vec;

/// What the layers of a map weigh to each player, learned from where they went. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntTastes {
    /// Opaque.
    pub id: u64,
}
plain!(AntTastes);

/// Tastes behind their handle.
pub(super) struct TastesObject(Object<Tastes>);

impl Kind for TastesObject {
    const KIND: u8 = 17;
    const NAME: &'static str = "tastes";
    type State = Tastes;
    fn object(&self) -> &Object<Tastes> {
        &self.0
    }
    fn bytes(&self) -> Outcome<u64> {
        Ok(self.read()?.bytes() as u64)
    }
    fn state_hash(&self) -> Outcome<u64> {
        Ok(self.read()?.state_hash())
    }
    fn snapshot(&self) -> Outcome<Vec<u8>> {
        Ok(self.read()?.snapshot())
    }
    fn restore(&self, bytes: &[u8]) -> Outcome<()> {
        Ok(self.write()?.restore(bytes)?)
    }
}

/// What is learned, and under which forces: those of the profile that will have the weights. Fill it with ant_tastes_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AntTastesDesc {
    /// Set by ant_tastes_desc_init.
    pub struct_size: u32,
    /// Layers of the map that are weighed, from the first on. Default 1. [Limit: 1 to 16]
    pub layers: u32,
    /// Most players with weights of their own; what others do is learned for all. Default 256.
    pub max_players: u32,
    /// Must be 0.
    pub reserved: u32,
    /// How long an occasion lasts, nanoseconds: as far ahead as predictions matter. Default 1 s. [Limit: 1000000 to 60 s]
    pub horizon: i64,
    /// After so long what was learned counts half, seconds; 0 = for good. Default 0. [Limit: 0 to 1e9]
    pub half_life: f64,
    /// So many occasions the weights of all count beside a player's own, and none beside those of all. Default 30. [Limit: 0 to 1e9]
    pub shrink: f64,
    /// As in the profile. Default 1. [Limit: 1e-6 to 1e9]
    pub mass: f64,
    /// As in the profile. Default 0.5. [Limit: 1e-6 to 1]
    pub alpha: f64,
    /// As in the profile. Default 0.05. [Limit: 1e-6 to 60]
    pub frame_time: f64,
    /// As in the profile, but above 0. Default 1. [Limit: 1e-9 to 1e9]
    pub force_scale: f64,
    /// As in the profile.
    pub attraction: AntAttraction,
}
sized!(AntTastesDesc, 136, "call ant_tastes_desc_init", {
    struct_size, layers, max_players, reserved, horizon, half_life, shrink, mass, alpha, frame_time, force_scale, attraction
});

impl Desc for AntTastesDesc {
    fn defaults() -> Self {
        let p = EntityProfile::default();
        Self {
            struct_size: size_of::<Self>() as u32,
            layers: 1,
            max_players: 256,
            reserved: 0,
            horizon: SECOND,
            half_life: 0.0,
            shrink: 30.0,
            mass: p.mass,
            alpha: p.alpha,
            frame_time: p.frame,
            force_scale: p.force_scale,
            attraction: AntAttraction::of(&p.region, &p.law),
        }
    }
}

impl AntTastesDesc {
    fn checked(&self) -> Outcome<TasteParams> {
        in_range(self.reserved.into(), 0.0, 0.0, "desc.reserved")?;
        let (region, law) = self.attraction.checked()?;
        let profile = EntityProfile {
            mass: in_range(self.mass, 1e-6, 1e9, "desc.mass")?,
            alpha: in_range(self.alpha, 1e-6, 1.0, "desc.alpha")?,
            frame: in_range(self.frame_time, 1e-6, 60.0, "desc.frame_time")?,
            force_scale: in_range(self.force_scale, 1e-9, 1e9, "desc.force_scale")?,
            law,
            ..EntityProfile::default()
        };
        let horizon = in_range(self.horizon as f64, 1e6, 6e10, "desc.horizon").map(|_| self.horizon)?;
        let seconds = horizon as f64 * 1e-9;
        Ok(TasteParams {
            layers: in_range(self.layers.into(), 1.0, MAX_TASTE_LAYERS as f64, "desc.layers")? as u32,
            horizon,
            half_life: in_range(self.half_life, 0.0, 1e9, "desc.half_life")?,
            shrink: in_range(self.shrink, 0.0, 1e9, "desc.shrink")?,
            max_players: self.max_players,
            region,
            law,
            gain: 0.5 * seconds * seconds * profile.alpha * force_acceleration(&profile),
        })
    }
}

/// Makes tastes that know nothing: every weight is 0. Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_tastes_create(desc: *const AntTastesDesc, out_tastes: *mut AntTastes) -> AntStatus {
    export!("ant_tastes_create", |c| {
        let out = c.out(out_tastes, "out_tastes")?;
        let tastes = Tastes::new(&c.desc(desc, "desc")?.checked()?)?;
        out.write(AntTastes { id: handle::insert(TastesObject(Object::new(tastes)))? });
        Ok(ANT_OK)
    })
}

/// Takes in where a player is, with the map as it is then; call it whenever that is known. Mutating for the tastes, const for the map.
/// player: the host's own number
/// position: [(x, y, z)] in the host's frame
/// velocity: [(x, y, z)] units per second
/// view: [opt] [(x, y, z)] which way it looks, any length; null: where it goes
/// time: nanoseconds on the game clock
/// teleported: 1: it was put here, what came before says nothing; else 0
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_tastes_observe(
    tastes: AntTastes,
    map: AntPheromoneMap,
    player: u64,
    position: *const f64,
    velocity: *const f64,
    view: *const f64,
    time: i64,
    teleported: AntBool,
) -> AntStatus {
    export!("ant_tastes_observe", |c| {
        let object = resolve::<TastesObject>(tastes.id)?;
        let map = resolve::<MapObject>(map.id)?;
        let frame = map.frame();
        let position = c.point(position, "position", frame)?;
        let velocity = vector_from(frame, c.read(velocity.cast::<[f64; 3]>(), "velocity")?, "velocity")?;
        let view = if view.is_null() {
            velocity
        } else {
            let view = c.read(view.cast::<[f64; 3]>(), "view")?;
            check_vector(frame.direction_in(DVec3::from_array(view)), "view")?
        };
        let teleported = in_range(teleported.into(), 0.0, 1.0, "teleported")? == 1.0;
        let view = ground(view).try_normalize().unwrap_or_default();
        let mut tastes = object.write()?;
        let (state, world) = map.look()?;
        tastes.observe(&world, &state.map, player, &Sighting { time, position, velocity, view, teleported })?;
        Ok(ANT_OK)
    })
}

/// What the layers weigh to a player, to be put into its profile (AntProfile::layer_weights); one that is not known has the weights of all. Const.
/// player: the host's own number; ignored with of_all
/// of_all: 1: the weights of all; else 0
/// count: layers to write, those beyond the descriptor's are left as they are
/// out_weights: [opt] [count] ANT_F32 or ANT_F64
/// out_occasions: [opt] receives on how many occasions they rest
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_tastes_weights(
    tastes: AntTastes,
    player: u64,
    of_all: AntBool,
    count: u32,
    out_weights: *const AntStream,
    out_occasions: *mut f64,
) -> AntStatus {
    export!("ant_tastes_weights", |c| {
        let out = c.output_opt(&c.stream(out_weights), count, SCALARS, "out_weights")?;
        let player = if in_range(of_all.into(), 0.0, 1.0, "of_all")? == 1.0 { None } else { Some(player) };
        let object = resolve::<TastesObject>(tastes.id)?;
        let tastes = object.read()?;
        let mut weights = [0.0f32; MAX_TASTE_LAYERS];
        tastes.weights(player, &mut weights);
        if let Some(out) = out {
            let known = tastes.params().layers.min(count) as usize;
            weights[..known].iter().enumerate().for_each(|(i, weight)| out.scalar(i, (*weight).into()));
        }
        if let Some(out) = c.out_opt(out_occasions) {
            out.write(tastes.occasions(player));
        }
        Ok(ANT_OK)
    })
}

/// Adds what others have learned: the bytes that ant_snapshot wrote of tastes with the same layers, horizon, attraction and gain. On an error nothing
/// changed. Mutating.
/// bytes: [byte_len bytes]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_tastes_merge(
    tastes: AntTastes,
    bytes: *const core::ffi::c_void,
    byte_len: u64,
) -> AntStatus {
    export!("ant_tastes_merge", |c| {
        let object = resolve::<TastesObject>(tastes.id)?;
        let other = Tastes::from_snapshot(c.bytes(bytes, byte_len, "bytes")?)?;
        object.write()?.merge(&other)?;
        Ok(ANT_OK)
    })
}

/// Forgets a player; what it taught all stays. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_tastes_remove(tastes: AntTastes, player: u64) -> AntStatus {
    guard("ant_tastes_remove", move || {
        resolve::<TastesObject>(tastes.id)?.write()?.remove(player);
        Ok(ANT_OK)
    })
}
