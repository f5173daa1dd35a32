//! Recordings of the library (`.anttrace`) as traces: metres, z up, one row per tick.
use super::{Texts, TraceError};
use antreckon::base::math::DVec3;
use antreckon::base::time::to_seconds;
use antreckon::record::{self, Ending, EntityKind, EventKind, Level, Record, Recorded, Seen};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// How the names of recordings end.
pub const EXTENSION: &str = "anttrace";

/// A recording that was read.
#[derive(Debug, Clone)]
pub struct Recording {
    path: PathBuf,
    /// What is in it.
    pub recorded: Recorded,
}

impl Recording {
    /// Reads a recording up to its last whole block.
    pub fn read(path: &Path) -> Result<Self, TraceError> {
        let bytes =
            std::fs::read(path).map_err(|error| TraceError::file(path, format!("cannot be opened: {error}")))?;
        Self::of(path, &bytes)
    }

    /// The same of bytes that are in memory.
    pub fn of(path: &Path, bytes: &[u8]) -> Result<Self, TraceError> {
        let recorded = record::read(bytes).map_err(|error| TraceError::file(path, error.to_string()))?;
        Ok(Self { path: path.to_owned(), recorded })
    }

    /// What the user must know about how it ends.
    pub fn remark(&self) -> Option<String> {
        let path = self.path.display();
        match self.recorded.ending {
            Ending::Finished => None,
            Ending::Open => Some(format!("{path}: the recording was never finished")),
            Ending::CutOff(at) => Some(format!("{path}: cut off; what is whole, {at} bytes, was read")),
        }
    }

    /// The files of the trace.
    pub fn texts(&self) -> Texts {
        let recorded = &self.recorded;
        let mut texts = BTreeMap::from([
            ("meta.json", meta(recorded)),
            ("entities.csv", entities(recorded)),
            ("events.csv", events(recorded)),
        ]);
        let (samples, jumps) = samples(recorded);
        texts.insert("samples.csv", samples);
        texts.insert("jumps.csv", jumps);
        if let Some(nav) = nav(&recorded.level) {
            texts.insert("nav.json", nav);
        }
        Texts(texts)
    }
}

/// Canonical (y up) to trace axes (z up).
fn turned(v: DVec3) -> [f64; 3] {
    // Adding zero makes -0 into 0.
    [v.x, -v.z + 0.0, v.y]
}

/// A number without what rounding to the resolution left behind its last digit.
fn number(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn place(v: DVec3) -> String {
    let [x, y, z] = turned(v).map(number);
    format!("{x},{y},{z}")
}

fn meta(recorded: &Recorded) -> String {
    let params = &recorded.params;
    let times = || recorded.records.iter().map(|(time, _)| *time);
    let players = recorded.entities.iter().filter(|entity| entity.kind == EntityKind::Player).count();
    let span = times().max().unwrap_or(0) - times().min().unwrap_or(0);
    let value = serde_json::json!({
        "name": params.name,
        "source": "recorded by antreckon",
        "game": params.game,
        "map": if params.map.is_empty() { &params.name } else { &params.map },
        "tick_hz": params.tick_hz,
        "units": "metres",
        "up_axis": "z",
        "v_max": params.v_max,
        "body_width": params.body_width,
        "players": players,
        "duration_s": number(to_seconds(span)),
    });
    format!("{value:#}\n")
}

fn entities(recorded: &Recorded) -> String {
    let mut text = String::from("id,kind,name,team,x,y,z\n");
    for entity in &recorded.entities {
        let kind = match entity.kind {
            EntityKind::Player => "player",
            EntityKind::Item => "item",
            EntityKind::Spawn => "spawn",
            EntityKind::Hotspot => "hotspot",
        };
        let team = if entity.team == 0 { String::new() } else { format!("team_{}", entity.team) };
        let at = entity.position.map_or_else(|| String::from(",,"), place);
        let _ = writeln!(text, "{},{kind},{},{team},{at}", entity.id, entity.name);
    }
    text
}

/// Samples and jumps. Where two samples of an entity fall into one tick, the later one counts.
fn samples(recorded: &Recorded) -> (String, String) {
    let players: BTreeSet<u32> =
        recorded.entities.iter().filter(|entity| entity.kind == EntityKind::Player).map(|entity| entity.id).collect();
    let seen = || {
        recorded.records.iter().filter_map(|(time, record)| match record {
            Record::Sample(seen) => Some((*time, seen)),
            Record::Event(_) => None,
        })
    };
    let start = seen().find(|(_, seen)| players.contains(&seen.id)).map_or(0, |(time, _)| time);
    let hz = recorded.params.tick_hz;
    let mut rows: BTreeMap<(i64, u32), Seen> = BTreeMap::new();
    let mut jumped = BTreeSet::new();
    for (time, seen) in seen() {
        let tick = (to_seconds(time - start) * hz).round_ties_even() as i64;
        if tick >= 0 {
            rows.insert((tick, seen.id), *seen);
        }
        if seen.jumped {
            jumped.insert((tick, seen.id));
        }
    }
    let mut samples = String::from("t,id,x,y,z,vx,vy,vz,yaw,pitch,health,armor,alive\n");
    let amount = |value: Option<f32>| value.map_or_else(String::new, |value| value.to_string());
    for ((tick, id), seen) in &rows {
        let velocity = seen.velocity.map_or_else(|| String::from(",,"), place);
        let facing = seen.facing.map_or_else(|| String::from(","), |[yaw, pitch]| format!("{yaw:.3},{pitch:.3}"));
        let _ = writeln!(
            samples,
            "{},{id},{},{velocity},{facing},{},{},{}",
            number(*tick as f64 / hz),
            place(seen.position),
            amount(seen.health),
            amount(seen.armor),
            u8::from(seen.alive)
        );
    }
    let mut jumps = String::from("t,id\n");
    for (tick, id) in jumped {
        let _ = writeln!(jumps, "{},{id}", number(tick as f64 / hz));
    }
    (samples, jumps)
}

fn events(recorded: &Recorded) -> String {
    let mut text = String::from("t,kind,actor,target,value\n");
    let first = recorded.records.iter().find_map(|(time, record)| match record {
        Record::Sample(seen) if recorded.entities.iter().any(|e| e.id == seen.id && e.kind == EntityKind::Player) => {
            Some(*time)
        }
        _ => None,
    });
    for (time, record) in &recorded.records {
        let Record::Event(event) = record else { continue };
        let kind = match event.kind {
            EventKind::Hit => "hit",
            EventKind::Kill => "kill",
            EventKind::Shot => "shot",
            EventKind::Pickup => "pickup",
            EventKind::ItemUp => "item_up",
            EventKind::ItemDown => "item_down",
            EventKind::Spawn => "spawn",
        };
        let party = |id: Option<u32>| id.map_or_else(String::new, |id| id.to_string());
        let value = event.value.map_or_else(String::new, |value| value.to_string());
        let at = number(to_seconds(time - first.unwrap_or(0)));
        let _ = writeln!(text, "{at},{kind},{},{},{value}", party(event.actor), party(event.target));
    }
    text
}

/// How the kinds of links are called, in the order of [`antreckon::world::LinkKind`].
const TRAVEL: [&str; 8] = ["walk", "jump", "walkoffledge", "ladder", "teleport", "elevator", "jumppad", "swim"];

fn nav(level: &Level) -> Option<String> {
    let value = match level.lattice {
        None if level.polygons.is_empty() => return None,
        None => mesh(level),
        Some((edge, corner)) => grid(level, edge, corner).unwrap_or_else(|| squares(level, edge, corner)),
    };
    Some(format!("{value}\n"))
}

fn mesh(level: &Level) -> serde_json::Value {
    let numbers: BTreeMap<u32, usize> =
        level.polygons.iter().enumerate().map(|(index, (number, _))| (*number, index)).collect();
    let mut vertices = Vec::new();
    let mut polygons = Vec::new();
    for (_, corners) in &level.polygons {
        polygons.push((vertices.len()..vertices.len() + corners.len()).collect::<Vec<_>>());
        vertices.extend(corners.iter().map(|corner| turned(*corner).map(number)));
    }
    let mut links = Vec::new();
    for link in &level.links {
        let (Some(from), Some(to)) = (numbers.get(&link.from), numbers.get(&link.to)) else { continue };
        let travel = TRAVEL.get(usize::from(link.kind)).unwrap_or(&"walk");
        links.push(serde_json::json!([from, to, travel, link.hundredths]));
        if link.two_way {
            links.push(serde_json::json!([to, from, travel, link.hundredths]));
        }
    }
    serde_json::json!({ "type": "mesh", "vertices": vertices, "polys": polygons, "links": links })
}

/// A grid of one flat floor at height 0; `None` when it is not that.
fn grid(level: &Level, edge: f64, corner: DVec3) -> Option<serde_json::Value> {
    let (mut low, mut high) = ([i32::MAX; 2], [i32::MIN; 2]);
    let mut open = BTreeSet::new();
    for (column, row, height) in &level.cells {
        if *height != 0.0 || !open.insert((*column, *row)) {
            return None;
        }
        for (axis, at) in [*column, *row].into_iter().enumerate() {
            (low[axis], high[axis]) = (low[axis].min(at), high[axis].max(at));
        }
    }
    if open.is_empty() {
        return None;
    }
    let line = |row: i32| -> String {
        (low[0]..=high[0]).map(|column| if open.contains(&(column, row)) { '1' } else { '0' }).collect()
    };
    // Rows of the trace go up along y, which is down along z.
    let rows: Vec<String> = (low[1]..=high[1]).rev().map(line).collect();
    let west = corner.x + f64::from(low[0]) * edge;
    let south = -(corner.z + (f64::from(high[1]) + 1.0) * edge);
    Some(serde_json::json!({
        "type": "grid",
        "origin": [number(west), number(south)],
        "cell": edge,
        "width": high[0] - low[0] + 1,
        "height": rows.len(),
        "rows": rows,
    }))
}

/// Squares of several floors as polygons.
fn squares(level: &Level, edge: f64, corner: DVec3) -> serde_json::Value {
    let polygons = level.cells.iter().enumerate().map(|(number, (column, row, height))| {
        let at = |dx: i32, dz: i32| {
            let x = corner.x + f64::from(column + dx) * edge;
            DVec3::new(x, *height, corner.z + f64::from(row + dz) * edge)
        };
        (number as u32, vec![at(0, 0), at(0, 1), at(1, 1), at(1, 0)])
    });
    mesh(&Level { polygons: polygons.collect(), ..Level::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{Nav, Trace};
    use antreckon::record::{Entity, Event, Recorder, RecorderParams, Sample};
    use antreckon::world::{GridInput, World, WorldParams};

    #[test]
    fn a_recording_is_a_trace() {
        let mut recorder = Recorder::new(&RecorderParams { tick_hz: 10.0, ..RecorderParams::default() }).unwrap();
        let mut blocked = [0; 6];
        blocked[1] = 1;
        let grid = GridInput {
            width: 3,
            depth: 2,
            floors: 1,
            corner: DVec3::new(1.0, 0.0, 2.0),
            floor_height: 0.0,
            blocked: &blocked,
            heights: &[],
            areas: &[],
        };
        assert!(recorder.level(&World::from_grid(&WorldParams::default(), &grid).unwrap()).unwrap());
        let entity = |id: u32, kind, position| Entity { id, kind, team: 2, name: String::from("thing"), position };
        recorder.add_entity(&entity(5, EntityKind::Player, None)).unwrap();
        recorder.add_entity(&entity(9, EntityKind::Item, Some(DVec3::new(1.0, 2.0, 3.0)))).unwrap();
        for k in 0..30i64 {
            // Ticks of a game are never quite even.
            let time = 1_000_000_000 + k * 100_000_000 + k % 3 * 7_000_000;
            let sample = Sample {
                velocity: Some(DVec3::new(1.0, 0.0, -2.0)),
                jumped: k == 12,
                alive: k != 20,
                ..Sample::at(DVec3::new(0.1 * k as f64, 0.5, -0.2 * k as f64))
            };
            recorder.sample(time, 5, &sample).unwrap();
            if k == 7 {
                let taken = Event { kind: EventKind::Pickup, actor: Some(5), target: Some(9), value: None };
                recorder.event(time, &taken).unwrap();
            }
        }
        recorder.finish().unwrap();
        let recording = Recording::of(Path::new("a.anttrace"), recorder.waiting()).unwrap();
        assert_eq!(recording.remark(), None);
        let trace = Trace::of_texts(Path::new("a.anttrace"), recording.texts()).unwrap();
        assert_eq!((trace.frames, trace.players.len(), trace.places.len()), (30, 1, 1));
        assert_eq!(trace.places[0].position, Some([1.0, -3.0, 2.0]));
        assert_eq!(trace.players[0].team, "team_2");
        let sample = trace.states(11)[0].unwrap();
        assert_eq!((sample.position, sample.velocity), ([1.1, 2.2, 0.5], Some([1.0, 2.0])));
        assert!(trace.jumped(12)[0] && !trace.jumped(11)[0] && trace.states(20)[0].is_none());
        assert_eq!((trace.events.len(), trace.events[0].kind.as_str()), (1, "pickup"));
        assert!((trace.events[0].time - 0.707).abs() < 1e-9);
        let Some(Nav::Grid { origin, cell, width, height, walkable }) = trace.nav else { panic!("a grid") };
        assert_eq!((origin, cell, width, height), ([1.0, -4.0], 1.0, 3, 2));
        // The blocked square is in the row of the smallest z, which is the upper one.
        assert_eq!(walkable, [true, true, true, true, false, true]);
    }
}
