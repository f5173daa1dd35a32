//! The embedded match as a trace folder.
use super::recording::{EventKind, ItemKind, Recording};
use antreckon_cli::trace::Texts;
use std::fmt::Write as _;

/// Number of the first item; players come before.
const ITEMS: u32 = 100;

/// The files of the trace, in game units.
pub(crate) fn texts() -> Result<Texts, String> {
    let recording = Recording::embedded()?;
    let mut texts = Texts::default();
    let meta = serde_json::json!({
        "name": "example",
        "source": "the match of antreckon demo, see tools/data/ORIGIN.md",
        "license": "GPL-2.0-or-later",
        "game": "OpenArena bots",
        "map": "oa_rpg3dm2",
        "tick_hz": recording.tick_hz,
        "units": "quake units",
        "up_axis": "z",
        "v_max": 320,
        "body_width": 30,
        "players": recording.tracks.len(),
        "duration_s": recording.ticks as f64 * recording.tick_seconds(),
    });
    texts.0.insert("meta.json", format!("{meta:#}\n"));
    let mut entities = String::from("id,kind,name,team,x,y,z\n");
    for player in 0..recording.tracks.len() {
        let _ = writeln!(entities, "{player},player,player_{player:02},,,,");
    }
    for item in &recording.items {
        let name = match item.kind {
            ItemKind::Health => "item_health",
            ItemKind::Armor => "item_armor",
            ItemKind::Weapon => "weapon",
            ItemKind::Ammo => "ammo",
            ItemKind::Powerup => "powerup",
        };
        let [x, y, z] = item.position;
        let _ = writeln!(entities, "{},item,{name},,{x},{y},{z}", ITEMS + u32::from(item.id));
    }
    texts.0.insert("entities.csv", entities);
    let (mut samples, mut jumps) =
        (String::from("t,id,x,y,z,vx,vy,vz,yaw,pitch,health,armor,alive\n"), String::from("t,id\n"));
    for k in 0..recording.ticks {
        let t = (k as f64 * recording.tick_seconds() * 1e6).round() / 1e6;
        for (player, track) in recording.tracks.iter().enumerate() {
            let sample = &track[k];
            let ([x, y, z], [vx, vy, vz]) = (sample.position, sample.velocity);
            let (yaw, pitch, health, alive) = (sample.yaw, sample.pitch, sample.health, u8::from(sample.alive));
            let _ = writeln!(samples, "{t},{player},{x},{y},{z},{vx},{vy},{vz},{yaw},{pitch},{health},,{alive}");
            if sample.jumped {
                let _ = writeln!(jumps, "{t},{player}");
            }
        }
    }
    texts.0.insert("samples.csv", samples);
    texts.0.insert("jumps.csv", jumps);
    let mut events = String::from("t,kind,actor,target,value\n");
    for event in &recording.events {
        let (kind, first) = match event.kind {
            EventKind::Hit => ("hit", 0),
            EventKind::Kill => ("kill", 0),
            EventKind::Pickup => ("pickup", 0),
            EventKind::ItemUp => ("item_up", ITEMS),
            EventKind::ItemDown => ("item_down", ITEMS),
        };
        let actor = event.actor.map_or_else(String::new, |actor| (first + u32::from(actor)).to_string());
        let t = (event.tick as f64 * recording.tick_seconds() * 1e6).round() / 1e6;
        let _ = writeln!(events, "{t},{kind},{actor},,");
    }
    texts.0.insert("events.csv", events);
    texts.0.insert("nav.json", level(&recording));
    Ok(texts)
}

/// The squares that somebody walked on, as polygons.
fn level(recording: &Recording) -> String {
    let grid = &recording.grid;
    let (mut vertices, mut polygons): (Vec<[f64; 3]>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
    let squares = (grid.width * grid.depth) as usize;
    for (index, height) in grid.heights.iter().enumerate() {
        let Some(height) = height else { continue };
        let (column, row) = (index % squares % grid.width as usize, index % squares / grid.width as usize);
        let at = |dx: usize, dy: usize| {
            let along = |i: usize, from: f64| from + i as f64 * grid.cell;
            [along(column + dx, grid.corner[0]), along(row + dy, grid.corner[1]), *height]
        };
        polygons.push((vertices.len()..vertices.len() + 4).collect());
        vertices.extend([at(0, 0), at(1, 0), at(1, 1), at(0, 1)]);
    }
    format!("{}\n", serde_json::json!({ "type": "mesh", "vertices": vertices, "polys": polygons }))
}
