//! Changing a level: tiles, links, doors, area costs, origin.

use super::arg::{export, in_range};
use super::guard::guard;
use super::handle::{Kind, child_id, resolve};
use super::level_input::*;
use super::status::*;
use super::world::{AntWorld, WorldObject};
use crate::world::TileKey;

/// Adds a tile of a level made from meshes, bakes it anew, or removes it. Fields of untouched places stay, by position; cell ids of changed places are
/// refused from now on. On error nothing changed. Mutating.
/// x, z, layer: the tile's key, chosen by the host
/// mesh: [opt] null removes the tile; ANT_ERROR_NOT_FOUND when there is none with this key
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_set_tile(
    world: AntWorld,
    x: i32,
    z: i32,
    layer: i32,
    mesh: *const AntMeshDesc,
) -> AntStatus {
    export!("ant_world_set_tile", |c| {
        let (desc, key) = (if mesh.is_null() { None } else { Some(c.desc(mesh, "mesh")?) }, TileKey { x, z, layer });
        let object = resolve::<WorldObject>(world.id)?;
        let mut world = object.write()?;
        match desc {
            Some(desc) => with_mesh(c, &desc, &object.frame, |mesh| Ok(world.set_tile(key, mesh)?))?,
            None => world.remove_tile(key)?,
        };
        // Of a level that has cells one tile more says little.
        if world.cells().cell_count() == 0 {
            object.tell_doubt(&world);
        }
        Ok(ANT_OK)
    })
}

/// Adds a link. Mutating.
/// out_link: receives the link's id
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_add_link(
    world: AntWorld,
    link: *const AntLinkDesc,
    out_link: *mut AntLink,
) -> AntStatus {
    export!("ant_world_add_link", |c| {
        let (out, desc) = (c.out(out_link, "out_link")?, c.desc(link, "link")?);
        let object = resolve::<WorldObject>(world.id)?;
        let link = link_input(&desc, &object.frame)?;
        let id = object.write()?.add_link(&link)?;
        out.write(AntLink { id: child_id(id.index, object.tag, id.generation) });
        Ok(ANT_OK)
    })
}

/// Removes a link. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_world_remove_link(world: AntWorld, link: AntLink) -> AntStatus {
    guard("ant_world_remove_link", move || {
        let object = resolve::<WorldObject>(world.id)?;
        object.write()?.remove_link(link_id(link, object.tag)?)?;
        Ok(ANT_OK)
    })
}

/// Adds a door. Mutating.
/// out_door: receives the door's id
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_add_door(
    world: AntWorld,
    door: *const AntDoorDesc,
    out_door: *mut AntDoor,
) -> AntStatus {
    export!("ant_world_add_door", |c| {
        let (out, desc) = (c.out(out_door, "out_door")?, c.desc(door, "door")?);
        let object = resolve::<WorldObject>(world.id)?;
        let mut world = object.write()?;
        let id = with_door(c, &desc, &object.frame, object.tag, |door| Ok(world.add_door(door)?))?;
        out.write(AntDoor { id: child_id(id.index, object.tag, id.generation) });
        Ok(ANT_OK)
    })
}

/// Removes a door; what it closed is open again. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_world_remove_door(world: AntWorld, door: AntDoor) -> AntStatus {
    guard("ant_world_remove_door", move || {
        let object = resolve::<WorldObject>(world.id)?;
        object.write()?.remove_door(door_id(door, object.tag)?)?;
        Ok(ANT_OK)
    })
}

/// Opens (open = 1) or closes (open = 0) a door. Maps follow with their next step. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_world_set_door(world: AntWorld, door: AntDoor, open: AntBool) -> AntStatus {
    guard("ant_world_set_door", move || {
        let open = in_range(open.into(), 0.0, 1.0, "open")? == 1.0;
        let object = resolve::<WorldObject>(world.id)?;
        object.write()?.set_door_open(door_id(door, object.tag)?, open)?;
        Ok(ANT_OK)
    })
}

/// Says whether a door is open. Const.
/// out_open: receives 1 or 0
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_door_state(world: AntWorld, door: AntDoor, out_open: *mut AntBool) -> AntStatus {
    export!("ant_world_door_state", |c| {
        let out = c.out(out_open, "out_open")?;
        let object = resolve::<WorldObject>(world.id)?;
        let open = object.read()?.door_is_open(door_id(door, object.tag)?)?;
        out.write(open.into());
        Ok(ANT_OK)
    })
}

/// Sets how much longer a way through an area kind counts in paths. Mutating.
/// area: [Limit: 0 to 63]
/// cost: factor on the length, 1 at the start. [Limit: 0.01 to 1000000]
#[unsafe(no_mangle)]
pub extern "C" fn ant_world_set_area_cost(world: AntWorld, area: u32, cost: f32) -> AntStatus {
    guard("ant_world_set_area_cost", move || {
        let area = area_kind(area, format_args!("area"))?;
        in_range(cost.into(), 0.01f32.into(), 1e6, "cost")?;
        resolve::<WorldObject>(world.id)?.write()?.set_area_cost(area, cost)?;
        Ok(ANT_OK)
    })
}
