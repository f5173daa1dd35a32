//! State of a map as bytes and as a hash.
//!
//! A snapshot holds everything that the future of the map depends on, in orders that do not depend on its past; what can
//! be derived again (fixed patterns, lists of emissions, indices) is left out. A restored map goes on bit-equal.

use super::avatar::Avatar;
use super::field::{Buffer, FieldStore, Stored};
use super::layer::{check_amount, check_weight};
use super::source::{StoredSource, check_position};
use super::sync::Seen;
use super::trail::Trails;
use super::{AreaOfInterest, LayerParams, MapParams, PheromoneMap, Source};
use crate::base::hash::StableHasher;
use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use crate::world::World;
use crate::world::cells::{CellIndex, TILE_CELLS};
use alloc::format;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANPM";
const VERSION: u32 = 3;
/// Most that a cell of a snapshot may hold: far above what emissions and deposits can come to, and small enough that no sum of such leaves `f32`.
const MAX_HELD: f32 = 1e30;
/// Most steps that a map can have made.
const MAX_STEPS: u64 = 1 << 62;
/// Fewest bytes of a source.
const SOURCE_BYTES: usize = 8 + 8 + 24 + 4 + 4 + 4 + 8;

/// Takes in state: a snapshot or a hash.
pub(super) trait Sink {
    fn u64(&mut self, value: u64);
    fn f32(&mut self, value: f32);
    fn f64(&mut self, value: f64);
    fn amounts(&mut self, values: &Buffer);
    /// Something that follows from the level.
    fn derived(&mut self, value: u64);

    fn flag(&mut self, value: bool) {
        self.u64(value.into());
    }

    fn position(&mut self, p: DVec3) {
        self.f64(p.x);
        self.f64(p.y);
        self.f64(p.z);
    }

    fn option<T>(&mut self, value: Option<T>, some: impl FnOnce(&mut Self, T)) {
        self.flag(value.is_some());
        if let Some(value) = value {
            some(self, value);
        }
    }
}

impl Sink for Writer {
    fn flag(&mut self, value: bool) {
        self.bool(value);
    }
    fn u64(&mut self, value: u64) {
        self.u64(value);
    }
    fn f32(&mut self, value: f32) {
        self.f32(value);
    }
    fn f64(&mut self, value: f64) {
        self.f64(value);
    }
    fn amounts(&mut self, values: &Buffer) {
        self.f32_slice(values);
    }
    fn derived(&mut self, value: u64) {
        self.u64(value);
    }
}

impl Sink for StableHasher {
    fn u64(&mut self, value: u64) {
        self.u64(value);
    }
    fn f32(&mut self, value: f32) {
        self.f32(value);
    }
    fn f64(&mut self, value: f64) {
        self.f64(value);
    }
    fn amounts(&mut self, values: &Buffer) {
        // Two at a time; both zeros count as one.
        let bits = |v: f32| u64::from((v + 0.0).to_bits());
        for pair in values.chunks_exact(2) {
            self.u64(bits(pair[0]) << 32 | bits(pair[1]));
        }
    }
    fn derived(&mut self, _: u64) {}
}

fn write_layer(sink: &mut impl Sink, p: &LayerParams) {
    for value in [p.evaporation, p.diffusion, p.cap, p.floor, p.prune] {
        sink.f32(value);
    }
}

fn read_layer(r: &mut Reader<'_>) -> Result<LayerParams> {
    let (evaporation, diffusion) = (r.f32()?, r.f32()?);
    Ok(LayerParams { evaporation, diffusion, cap: r.f32()?, floor: r.f32()?, prune: r.f32()? })
}

fn write_params(sink: &mut impl Sink, p: &MapParams) {
    sink.u64(p.step as u64);
    sink.u64(p.start as u64);
    sink.u64(p.layers.len() as u64);
    p.layers.iter().for_each(|layer| write_layer(sink, layer));
    write_layer(sink, &p.avatar_layer);
    sink.f32(p.avatar_weight);
    for layer in [p.presence_layer, p.kill_layer, p.death_layer] {
        sink.option(layer, |s, layer| s.u64(layer as u64));
    }
    sink.f64(p.source_reach);
    for value in [p.max_catch_up, p.max_active_tiles, p.max_sources, p.max_avatars] {
        sink.u64(value.into());
    }
}

fn read_params(r: &mut Reader<'_>) -> Result<MapParams> {
    let (step, start) = (r.i64()?, r.i64()?);
    let layers = (0..r.count(20)?).map(|_| read_layer(r)).collect::<Result<Vec<_>>>()?;
    let (avatar_layer, avatar_weight) = (read_layer(r)?, r.f32()?);
    let mut spot = || r.option(|r| Ok(r.u64()? as usize));
    let (presence_layer, kill_layer, death_layer) = (spot()?, spot()?, spot()?);
    let source_reach = r.f64()?;
    let mut small = || r.u64().and_then(|v| u32::try_from(v).map_err(|_| Error::corrupt("a budget is beyond 32 bits")));
    Ok(MapParams {
        step,
        start,
        layers,
        avatar_layer,
        avatar_weight,
        presence_layer,
        kill_layer,
        death_layer,
        source_reach,
        max_catch_up: small()?,
        max_active_tiles: small()?,
        max_sources: small()?,
        max_avatars: small()?,
    })
}

/// Refuses what the host gave no room for.
fn check_budget(what: &str, held: usize, name: &str, most: u32) -> Result<()> {
    if held <= most as usize {
        return Ok(());
    }
    Err(Error::budget(format!("the snapshot holds {held} {what}, {name} is {most}")))
}

fn read_cell(r: &mut Reader<'_>) -> Result<Option<CellIndex>> {
    r.option(|r| Ok(CellIndex(r.u64()? as u32)))
}

impl PheromoneMap {
    /// Hash of everything a snapshot holds; equal for maps that will go on bit-equal.
    pub fn state_hash(&self) -> u64 {
        let mut hasher = StableHasher::new();
        self.write_state(&mut hasher);
        hasher.finish()
    }

    /// The whole state, framed and with a checksum, for [`Self::restore`] on an equal level.
    pub fn snapshot(&self, world: &World) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.u64(world.content_hash());
        self.write_state(&mut writer);
        writer.seal(MAGIC, VERSION)
    }

    /// Becomes the map that the snapshot was taken of. The budgets (`max_catch_up`, `max_active_tiles`, `max_sources`,
    /// `max_avatars`, `source_reach` and those of the trails) stay this map's own, and a snapshot that needs more is refused; so is
    /// one of another step or level. On error nothing changed.
    pub fn restore(&mut self, world: &World, bytes: &[u8]) -> Result<()> {
        self.jobs.check_closed()?;
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        if r.version() != VERSION {
            let version = r.version();
            return Err(Error::corrupt(format!("the snapshot is of format {version}, this library reads {VERSION}")));
        }
        if r.u64()? != world.content_hash() {
            return Err(Error::corrupt("the snapshot was taken on another level (content hash differs)"));
        }
        let mut map = self.read_state(&mut r, world)?;
        r.finish()?;
        map.follow_restored(world);
        *self = map;
        Ok(())
    }

    fn write_state(&self, sink: &mut impl Sink) {
        write_params(sink, &self.params);
        sink.u64(self.time as u64);
        sink.u64(self.steps);
        sink.position(self.seen.origin);
        sink.option(self.area, |s, area| {
            s.position(area.center);
            s.f64(area.radius);
        });
        sink.u64(self.sources.len() as u64);
        for (id, stored) in &self.sources {
            write_source(sink, *id, stored);
        }
        sink.u64(self.avatars.len() as u64);
        for avatar in &self.avatars {
            sink.option(avatar.as_ref(), write_avatar);
        }
        for layer in &self.store.layers {
            sink.u64(layer.tiles.len() as u64);
            for tile in &layer.tiles {
                sink.u64(tile.tile.into());
                sink.derived(tile.fingerprint);
                sink.flag(tile.still);
                sink.flag(tile.dirty);
                sink.flag(tile.may_grow);
                sink.amounts(&tile.now);
            }
        }
        sink.option(self.trails.as_ref(), |s, trails| trails.put(s));
    }

    fn read_state(&self, r: &mut Reader<'_>, world: &World) -> Result<Self> {
        let params = self.allowed(read_params(r)?)?;
        let mut map = Self::new(world, &params)?;
        (map.time, map.steps) = (r.i64()?, r.u64()?);
        if map.steps > MAX_STEPS {
            return Err(Error::corrupt(format!("the snapshot has made {} steps", map.steps)));
        }
        // The level is looked at again afterwards, as the original would have.
        map.seen = Seen { revision: None, origin: r.dvec3()? };
        check_position("origin", map.seen.origin).map_err(Error::into_corrupt)?;
        map.area = r.option(|r| Ok(AreaOfInterest { center: r.dvec3()?, radius: r.f64()? }))?;
        if let Some(area) = &map.area {
            area.check().map_err(Error::into_corrupt)?;
        }
        let sources = r.count(SOURCE_BYTES)?;
        check_budget("sources", sources, "max_sources", params.max_sources)?;
        for _ in 0..sources {
            let (id, stored) = read_source(r, &params)?;
            if map.sources.last_key_value().is_some_and(|(last, _)| *last >= id) {
                return Err(Error::corrupt("the snapshot's sources are out of order"));
            }
            map.sources.insert(id, stored);
        }
        let places = r.count(1)?;
        check_budget("places of avatars", places, "max_avatars", params.max_avatars)?;
        for _ in 0..places {
            let avatar = r.option(|r| read_avatar(r, places))?;
            map.avatars.push(avatar);
            map.store.layers.push(super::field::Layer::new(params.avatar_layer));
        }
        for layer in 0..map.store.layers.len() {
            read_field(r, &mut map.store, layer, world)?;
        }
        let most = self.trail_budgets();
        map.trails = r.option(|r| Trails::read_from(r, &most))?;
        map.list_emissions();
        Ok(map)
    }

    /// What a snapshot's parameters become here: a map's rate is part of what it is, its budgets are the host's.
    fn allowed(&self, told: MapParams) -> Result<MapParams> {
        told.check().map_err(Error::into_corrupt)?;
        let own = &self.params;
        if told.step != own.step {
            return Err(Error::mismatch(format!(
                "the snapshot's step is {} ns, this map's {} ns",
                told.step, own.step
            )));
        }
        Ok(MapParams {
            source_reach: own.source_reach,
            max_catch_up: own.max_catch_up,
            max_active_tiles: own.max_active_tiles,
            max_sources: own.max_sources,
            max_avatars: own.max_avatars,
            ..told
        })
    }

    /// Makes the lists of emissions without waking anything.
    fn list_emissions(&mut self) {
        for layer in &mut self.store.layers {
            layer.emissions_stale = true;
        }
        for (place, avatar) in self.avatars.iter().enumerate() {
            let layer = &mut self.store.layers[self.store.shared + place];
            layer.emissions.extend(avatar.as_ref().and_then(|a| a.emission(self.area.as_ref())));
            layer.emissions_changed = true;
        }
    }
}

fn write_source(sink: &mut impl Sink, id: u64, stored: &StoredSource) {
    let source = &stored.source;
    sink.u64(id);
    sink.u64(source.layer as u64);
    sink.position(source.position);
    sink.f32(source.emission);
    sink.flag(source.fixed);
    sink.option(stored.cell, |s, cell| s.u64(cell.0.into()));
    sink.flag(stored.active);
    sink.flag(stored.feeding);
    sink.f32(stored.left_behind);
    sink.u64(stored.left_at);
}

fn read_source(r: &mut Reader<'_>, params: &MapParams) -> Result<(u64, StoredSource)> {
    let id = r.u64()?;
    let (layer, position, emission) = (r.u64()? as usize, r.dvec3()?, r.f32()?);
    let source = Source { layer, position, emission, fixed: r.bool()? };
    let fits = layer < params.layers.len() && !(source.fixed && params.layers[layer].evaporation >= 1.0);
    if !fits || check_amount("emission", emission).is_err() || check_position("position", position).is_err() {
        return Err(Error::corrupt(format!("source {id} of the snapshot does not fit its layers")));
    }
    let mut stored = StoredSource::new(source, read_cell(r)?);
    (stored.active, stored.feeding) = (r.bool()?, r.bool()?);
    (stored.left_behind, stored.left_at) = (r.f32()?, r.u64()?);
    if check_amount("what is left behind", stored.left_behind).is_err() {
        return Err(Error::corrupt(format!("source {id} of the snapshot left {} behind", stored.left_behind)));
    }
    Ok((id, stored))
}

fn write_avatar<S: Sink>(sink: &mut S, avatar: &Avatar) {
    sink.u64(avatar.id);
    sink.f32(avatar.emission);
    sink.option(avatar.position, |s, p| s.position(p));
    sink.option(avatar.cell, |s, cell| s.u64(cell.0.into()));
    avatar.weights.iter().for_each(|weight| sink.f32(*weight));
}

fn read_avatar(r: &mut Reader<'_>, places: usize) -> Result<Avatar> {
    let (id, emission) = (r.u64()?, r.f32()?);
    let position = r.option(|r| r.dvec3())?;
    let cell = read_cell(r)?;
    let mut weights = alloc::vec![0.0; places];
    r.f32_slice(&mut weights)?;
    let sound = check_amount("emission", emission).is_ok()
        && position.is_none_or(|p| check_position("position", p).is_ok())
        && weights.iter().all(|weight| check_weight("weight", *weight).is_ok());
    if !sound {
        return Err(Error::corrupt(format!("avatar {id} of the snapshot has numbers out of range")));
    }
    Ok(Avatar { id, emission, position, cell, weights })
}

fn read_field(r: &mut Reader<'_>, store: &mut FieldStore, layer: usize, world: &World) -> Result<()> {
    let n = r.count(TILE_CELLS * 4)?;
    let room = store.room();
    if n > room as usize {
        return Err(Error::budget(format!(
            "the snapshot holds {n} tiles of layer {layer}, max_active_tiles leaves room for {room}"
        )));
    }
    let mut numbers = Vec::with_capacity(n);
    let mut contents = Vec::with_capacity(n);
    for _ in 0..n {
        let number = r.u64()?;
        let fingerprint = r.u64()?;
        let (still, dirty, may_grow) = (r.bool()?, r.bool()?, r.bool()?);
        let mut amounts = Stored::zeroed();
        r.f32_slice(&mut amounts[..])?;
        let known = u32::try_from(number).ok().filter(|n| world.cells().tile(*n).is_some());
        let number =
            known.ok_or_else(|| Error::corrupt(format!("tile {number} of the snapshot is not in the level")))?;
        if numbers.last().is_some_and(|last| *last >= number) || !amounts.iter().all(|a| a.abs() <= MAX_HELD) {
            return Err(Error::corrupt(format!(
                "tile {number} of the snapshot is out of order or its amounts out of range"
            )));
        }
        numbers.push(number);
        contents.push((fingerprint, still, dirty, may_grow, amounts));
    }
    if !store.activate(world.cells(), layer, &mut numbers) {
        return Err(Error::corrupt("the snapshot holds more tiles than its budget allows"));
    }
    for (tile, content) in store.layers[layer].tiles.iter_mut().zip(contents) {
        (tile.fingerprint, tile.still, tile.dirty, tile.may_grow, tile.now) = content;
    }
    Ok(())
}
