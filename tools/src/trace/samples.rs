//! `samples.csv`: from rows in the order of time to samples frame by frame.
use super::files::Named;
use super::table::Table;
use super::{Entities, Meta, Sample, Trace, TraceError, unknown_id};
use std::collections::BTreeMap;

/// A trace with more frames × players than this is refused: the time stamps are wrong, or it does not fit into memory.
const MAX_STATES: f64 = 50.0e6;

struct RowSample {
    time: f64,
    /// Players come first, places follow.
    entity: usize,
    line: usize,
    /// `None` for a dead player.
    sample: Option<Sample>,
}

/// Reads all samples; the trace it gives has no jumps, events or walkable area yet.
pub(super) fn read_samples(file: Named, meta: Meta, entities: Entities) -> Result<Trace, TraceError> {
    let path = &file.path.clone();
    let rows = read_rows(file, &entities)?;
    let players = entities.players.len();
    let times = || rows.iter().filter(|row| row.entity < players).map(|row| row.time);
    let start = times().fold(f64::INFINITY, f64::min);
    let end = times().fold(f64::NEG_INFINITY, f64::max);
    if !start.is_finite() {
        return Err(TraceError::file(path, "has no row of a player"));
    }
    let frame_of = |time: f64| ((time - start) * meta.tick_hz).round_ties_even();
    let frames = frame_of(end) + 1.0;
    if frames * players as f64 > MAX_STATES {
        return Err(TraceError::file(
            path,
            format!("spans {frames} frames of {players} players, more than can be held"),
        ));
    }
    let frames = frames as usize;
    let mut samples = vec![None; frames * players];
    let mut taken = vec![false; frames * players];
    let mut movers: BTreeMap<usize, Vec<Option<Sample>>> = BTreeMap::new();
    for row in &rows {
        let frame = frame_of(row.time);
        if row.entity < players {
            let slot = frame as usize * players + row.entity;
            if std::mem::replace(&mut taken[slot], true) {
                let message = format!("second row of player {} in frame {frame}", entities.players[row.entity].id);
                return Err(TraceError::line(path, row.line, message));
            }
            samples[slot] = row.sample;
        } else if frame >= 0.0 && (frame as usize) < frames {
            movers.entry(row.entity - players).or_insert_with(|| vec![None; frames])[frame as usize] = row.sample;
        }
    }
    Ok(Trace {
        meta,
        jumped: vec![false; samples.len()],
        players: entities.players,
        places: entities.places,
        frames,
        start,
        events: Vec::new(),
        nav: None,
        samples,
        movers: movers.into_iter().collect(),
    })
}

fn read_rows(file: Named, entities: &Entities) -> Result<Vec<RowSample>, TraceError> {
    let ids = entities.players.iter().map(|player| player.id).chain(entities.places.iter().map(|place| place.id));
    let index: BTreeMap<u32, usize> = ids.enumerate().map(|(index, id)| (id, index)).collect();
    let mut rows = Vec::new();
    let mut previous = f64::NEG_INFINITY;
    let columns = &["t", "id", "x", "y", "z", "vx", "vy", "vz", "yaw", "pitch", "health", "armor", "alive"];
    Table::read(file, columns)?.for_each(|row| {
        let time = row.number(0)?;
        if time < previous {
            return Err(row.fault(format!("time goes back from {previous} to {time}")));
        }
        previous = time;
        let entity =
            row.text(1).parse().ok().and_then(|id: u32| index.get(&id)).ok_or_else(|| unknown_id(&row, "id", 1))?;
        let alive = match row.text(12) {
            "1" | "" => true,
            "0" => false,
            other => return Err(row.fault(format!("`alive` is \"{other}\", must be 0, 1 or empty"))),
        };
        let small = |column: usize| row.optional_number(column).map(|value| value.map(|value| value as f32));
        let sample = Sample {
            position: [row.number(2)?, row.number(3)?, row.optional_number(4)?.unwrap_or(0.0)],
            velocity: row.optional_number(5)?.zip(row.optional_number(6)?).map(|(x, y)| [x, y]),
            climb: row.optional_number(7)?,
            yaw: small(8)?,
            pitch: small(9)?,
            health: small(10)?,
            armor: small(11)?,
        };
        rows.push(RowSample { time, entity: *entity, line: row.line_number(), sample: alive.then_some(sample) });
        Ok(())
    })?;
    Ok(rows)
}
