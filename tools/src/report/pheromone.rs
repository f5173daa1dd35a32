//! The smell of items over the level, at moments of the replay.
use super::pack::Pack;
use super::window::Window;
use crate::eval::forecaster::Frame;
use crate::eval::kinematics::Estimates;
use crate::eval::level::Level;
use crate::eval::lore::ITEM_LAYERS;
use crate::eval::units::Units;
use crate::trace::Trace;
use antreckon::pheromone::PheromoneMap;
use antreckon::world::World;
use antreckon::world::cells::CellIndex;
use serde_json::{Value, json};

/// Seconds between two moments.
const EVERY: f64 = 5.0;
/// Amounts are stored as square roots, so that a smell is seen from afar; this is the strongest at the first moment.
const LEVELS: f32 = 255.0;

/// Fields of the item layers from the start of the window; `None` without a recorded walkable area or items.
pub(super) fn of(trace: &Trace, estimates: &Estimates, window: &Window) -> Option<Value> {
    let mut level = Level::of(trace)?;
    let cells: Vec<CellIndex> = level.scene().world?.cells().cells().collect();
    let every = ((EVERY * trace.meta.tick_hz).round() as usize).max(1);
    let (mut moments, mut fields) = (Vec::new(), Pack::default());
    // Base64 makes four bytes of three.
    let room = window.fields * 2 / 3 * 3 / 4;
    let mut last = vec![0_u8; cells.len()];
    let mut strongest = 0.0;
    for (k, events) in super::frames(trace).take(window.end()) {
        level.observe(&Frame::new(trace, estimates.frame(k), events, k)).ok()?;
        if k < window.start || !(k - window.start).is_multiple_of(every) || fields.len() > room {
            continue;
        }
        let scene = level.scene();
        let amounts = items_of(scene.map?, scene.world?, &cells);
        if moments.is_empty() {
            strongest = amounts.iter().copied().fold(0.0, f32::max);
        }
        if strongest <= 0.0 {
            return None;
        }
        let now: Vec<u8> = amounts.iter().map(|amount| ((amount / strongest).min(1.0).sqrt() * LEVELS) as u8).collect();
        let mut since = 0;
        for (index, (to, from)) in now.iter().zip(&last).enumerate().filter(|(_, (to, from))| to != from) {
            fields.unsigned((index - since) as u64);
            fields.signed(i64::from(*to) - i64::from(*from));
            since = index;
        }
        // A difference of nothing ends a moment.
        fields.unsigned(0);
        fields.signed(0);
        moments.push((k - window.start) as f64 / trace.meta.tick_hz);
        last = now;
    }
    let world = level.scene().world?;
    let units = Units::of(&trace.meta);
    let mut places = Pack::default();
    let mut last = [0; 2];
    for &cell in &cells {
        let [x, y, _] = units.from_metres(world.cell_center(cell));
        let place = window.round([x, y]);
        place.iter().zip(last).for_each(|(to, from)| places.signed(to - from));
        last = place;
    }
    let edge = world.cells().cell_size() / units.metres / window.step;
    Some(
        json!({"moments": moments, "cells": places.text(), "cell_count": cells.len(), "edge": edge, "fields": fields.text()}),
    )
}

fn items_of(map: &PheromoneMap, world: &World, cells: &[CellIndex]) -> Vec<f32> {
    let amount = |&cell: &CellIndex| (0..ITEM_LAYERS).map(|layer| map.density(world, layer, cell)).sum();
    cells.iter().map(amount).collect()
}
