//! Avatars: who emits pairwise pheromone.

use super::arg::export;
use super::batch;
use super::error::{Outcome, fail};
use super::guard::guard;
use super::handle::{Kind, resolve};
use super::map::{AntPheromoneMap, MapObject, amount};
use super::status::*;
use super::stream::{AntStream, IDS, STATUSES, VECTORS, check_overlap};
use crate::pheromone::PheromoneMap;

fn known_avatar(map: &PheromoneMap, id: u64) -> Outcome<u64> {
    map.avatar_layer(id).map(|_| id).ok_or_else(|| fail!(ANT_ERROR_NOT_FOUND, "there is no avatar {id}"))
}

/// Gives an avatar its own sparse layer, for what is pairwise; an avatar never feels itself. It emits from where it was last moved to. For a known id only the
/// emission changes. Mutating.
/// id: the host's own number of the avatar
/// emission: amount per step; the sign is multiplied with the weight. [Limit: -1e9 to 1e9]
/// out_layer: [opt] receives the layer's number
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_add_avatar(
    map: AntPheromoneMap,
    id: u64,
    emission: f32,
    out_layer: *mut u32,
) -> AntStatus {
    export!("ant_map_add_avatar", |c| {
        amount(emission, "emission")?;
        let object = resolve::<MapObject>(map.id)?;
        let (mut state, world) = object.edit()?;
        let layer = state.map.add_avatar(&world, id, emission)?;
        if let Some(out) = c.out_opt(out_layer) {
            out.write(layer as u32);
        }
        Ok(ANT_OK)
    })
}

/// Tells where an avatar is. Mutating.
/// position: [(x, y, z)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_move_avatar(map: AntPheromoneMap, id: u64, position: *const f64) -> AntStatus {
    export!("ant_map_move_avatar", |c| {
        let object = resolve::<MapObject>(map.id)?;
        let position = c.point(position, "position", object.frame())?;
        let (mut state, world) = object.edit()?;
        state.map.move_avatar(&world, id, position)?;
        Ok(ANT_OK)
    })
}

/// Tells where many avatars are. Mutating.
/// ids: [count] ANT_U64
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_move_avatar_batch(
    map: AntPheromoneMap,
    count: u32,
    ids: *const AntStream,
    positions: *const AntStream,
    out_status: *const AntStream,
) -> AntStatus {
    export!("ant_map_move_avatar_batch", |c| {
        let ids = c.input(&c.stream(ids), count, IDS, "ids")?;
        let positions = c.input(&c.stream(positions), count, VECTORS, "positions")?;
        let statuses = c.output_opt(&c.stream(out_status), count, STATUSES, "out_status")?;
        check_overlap(&[Some(ids), Some(positions)], &[statuses])?;
        let object = resolve::<MapObject>(map.id)?;
        let (mut state, world) = object.edit()?;
        batch::run_on(
            count,
            statuses,
            &mut state.map,
            |map, i| Ok((known_avatar(map, ids.id(i))?, positions.vector(i, object.frame())?)),
            |map, _, (id, position)| {
                map.move_avatar(&world, id, position)?;
                Ok(ANT_OK)
            },
        )
    })
}

/// Forgets an avatar with its field and weights; its layer's number may be given to another one. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_map_remove_avatar(map: AntPheromoneMap, id: u64) -> AntStatus {
    guard("ant_map_remove_avatar", move || {
        let object = resolve::<MapObject>(map.id)?;
        let (mut state, _world) = object.edit()?;
        state.map.remove_avatar(id)?;
        Ok(ANT_OK)
    })
}

/// Number of an avatar's layer. ANT_ERROR_NOT_FOUND when there is no such avatar. Const.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_map_avatar_layer(map: AntPheromoneMap, id: u64, out_layer: *mut u32) -> AntStatus {
    export!("ant_map_avatar_layer", |c| {
        let out = c.out(out_layer, "out_layer")?;
        let object = resolve::<MapObject>(map.id)?;
        let state = object.read()?;
        known_avatar(&state.map, id)?;
        out.write(state.map.avatar_layer(id).unwrap_or(0) as u32);
        Ok(ANT_OK)
    })
}

/// Sets the weight with which one avatar feels another. Mutating.
/// reader, emitter: ids of two avatars
/// weight: [Limit: -1e9 to 1e9]
#[unsafe(no_mangle)]
pub extern "C" fn ant_map_set_pair_weight(map: AntPheromoneMap, reader: u64, emitter: u64, weight: f32) -> AntStatus {
    guard("ant_map_set_pair_weight", move || {
        amount(weight, "weight")?;
        let object = resolve::<MapObject>(map.id)?;
        let (mut state, _world) = object.edit()?;
        state.map.set_pair_weight(reader, emitter, weight)?;
        Ok(ANT_OK)
    })
}
