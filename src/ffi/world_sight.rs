//! What is seen through, and what the host knows of sight.

use super::arg::{export, in_range, plain};
use super::error::{Outcome, fail};
use super::frame::vector_from;
use super::guard::guard;
use super::handle::{Kind, child_id, resolve};
use super::level_input::arena_id;
use super::status::*;
use super::stream::{AntStream, COUNTS, IDS};
use super::structs::{Desc, sized};
use super::world::{AntWorld, WorldObject};
use crate::world::sight::MAX_CLUSTERS;
use crate::world::{CellIndex, CellRef};
use core::ffi::c_void;

/// A window of a level. Zero is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntWindow {
    /// Opaque.
    pub id: u64,
}
plain!(AntWindow);

/// Names a box through which one can see though one cannot walk there: a window, a pit without floor, a railing. It reaches from the floor on one
/// side to that on the other (up to half a cell may be missing); floors beside it see each other when they lie between 2 m below its bottom and its top. Drops within AntWorldDesc::drop_height are known without. At most 4096. Mutating.
/// min, max: [(x, y, z)] opposite corners in the host's frame
/// out_window: receives the window's id
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_add_window(
    world: AntWorld,
    min: *const f64,
    max: *const f64,
    out_window: *mut AntWindow,
) -> AntStatus {
    export!("ant_world_add_window", |c| {
        let out = c.out(out_window, "out_window")?;
        let object = resolve::<WorldObject>(world.id)?;
        let corner = |corner: *const f64, name: &str| -> Outcome<_> {
            vector_from(&object.frame, c.read(corner.cast::<[f64; 3]>(), name)?, name)
        };
        let (a, b) = (corner(min, "min")?, corner(max, "max")?);
        let id = object.write()?.add_window(a.min(b), a.max(b))?;
        out.write(AntWindow { id: child_id(id.index, object.tag, id.generation) });
        Ok(ANT_OK)
    })
}

/// Removes a window: what is there hides again. Mutating.
#[unsafe(no_mangle)]
pub extern "C" fn ant_world_remove_window(world: AntWorld, window: AntWindow) -> AntStatus {
    guard("ant_world_remove_window", move || {
        let object = resolve::<WorldObject>(world.id)?;
        let id = arena_id(window.id, object.tag);
        let id = id.ok_or_else(|| fail!(ANT_ERROR_NOT_FOUND, "the window {:#018x} is not of this world", window.id))?;
        object.write()?.remove_window(id)?;
        Ok(ANT_OK)
    })
}

/// What the host's level format knows of sight (a BSP's clusters and their visibility). Fill it with ant_visibility_desc_init.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AntVisibilityDesc {
    /// Set by ant_visibility_desc_init.
    pub struct_size: u32,
    /// Clusters. [Limit: 1 to 16384]
    pub cluster_count: u32,
    /// Cells that are told the cluster of.
    pub cell_count: u32,
    /// Must be 0.
    pub reserved: u32,
    /// [cluster_count rows of (cluster_count + 7) / 8 bytes] bit c & 7 of byte c >> 3 of a row is set where cluster c can be seen from the row's cluster
    pub rows: *const c_void,
    /// Must be null: pointers come in pairs, so that there is no padding where they have 32 bits.
    pub reserved_pointer: *const c_void,
    /// [cell_count] ANT_U64: ids of cells (ant_world_cells)
    pub cells: AntStream,
    /// [cell_count] ANT_U8 … ANT_U32: the cluster each lies in
    pub clusters: AntStream,
}
sized!(AntVisibilityDesc, 16 + 2 * size_of::<usize>() as u32 + 2 * size_of::<AntStream>() as u32, "call ant_visibility_desc_init", {
    struct_size, cluster_count, cell_count, reserved, rows, reserved_pointer, cells, clusters
});

impl Desc for AntVisibilityDesc {
    fn defaults() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            cluster_count: 0,
            cell_count: 0,
            reserved: 0,
            rows: core::ptr::null(),
            reserved_pointer: core::ptr::null(),
            cells: AntStream::NONE,
            clusters: AntStream::NONE,
        }
    }
}

/// Hands in which clusters of the level see each other. Where walls hide (AntAttraction::walls_hide) it decides for somebody who stands on a cell with a
/// cluster; cells without one are not hidden. A tile that is baked anew loses its clusters. Mutating.
/// desc: [opt] null forgets what was handed in
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_world_set_visibility(world: AntWorld, desc: *const AntVisibilityDesc) -> AntStatus {
    export!("ant_world_set_visibility", |c| {
        let object = resolve::<WorldObject>(world.id)?;
        if desc.is_null() {
            object.write()?.clear_visibility();
            return Ok(ANT_OK);
        }
        let desc = c.desc(desc, "desc")?;
        in_range(desc.reserved.into(), 0.0, 0.0, "desc.reserved")?;
        if !desc.reserved_pointer.is_null() {
            return Err(fail!(ANT_ERROR_INVALID_ARGUMENT, "`desc.reserved_pointer` must be null"));
        }
        let clusters = in_range(desc.cluster_count.into(), 1.0, MAX_CLUSTERS as f64, "desc.cluster_count")? as usize;
        let rows = c.bytes(desc.rows, (clusters * clusters.div_ceil(8)) as u64, "desc.rows")?;
        let cells = c.input(&desc.cells, desc.cell_count, IDS, "desc.cells")?;
        let numbers = c.input(&desc.clusters, desc.cell_count, COUNTS, "desc.clusters")?;
        let mut world = object.write()?;
        let told = (0..desc.cell_count as usize).map(|i| {
            let cell: Option<CellIndex> = world.cells().resolve(CellRef(cells.id(i)));
            let cell =
                cell.ok_or_else(|| fail!(ANT_ERROR_NOT_FOUND, "`desc.cells[{i}]` is not a cell of the level"))?;
            let cluster = in_range(numbers.count(i)?.into(), 0.0, clusters as f64 - 1.0, "desc.clusters")?;
            Ok((cell, cluster as u16))
        });
        let told = told.collect::<Outcome<std::vec::Vec<_>>>()?;
        world.set_visibility(clusters, rows, &told)?;
        Ok(ANT_OK)
    })
}
