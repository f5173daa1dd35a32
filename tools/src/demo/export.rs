//! The recorded match as a trace folder, for whoever has no recordings of their own yet.
use super::recording::{EventKind, Grid, ItemKind, Recording};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// Height of the recorded position above the feet, units.
const FEET: f64 = 24.0;
/// Ids of items in the folder begin here, above those of players.
const FIRST_ITEM: usize = 100;

/// Writes the files of a trace.
pub(crate) fn write(recording: &Recording, folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let meta = format!(
        r#"{{"name": "demo", "game": "OpenArena free-for-all, bots", "map": "oa_rpg3dm2", "license": "GPL-2.0-or-later", "tick_hz": {}, "units": "quake units", "up_axis": "z", "v_max": 320, "body_width": 30, "players": {}}}"#,
        recording.tick_hz,
        recording.tracks.len()
    );
    let (samples, jumps) = samples(recording);
    let files = [
        ("meta.json", meta),
        ("entities.csv", entities(recording)),
        ("samples.csv", samples),
        ("jumps.csv", jumps),
        ("events.csv", events(recording)),
        ("nav.json", nav(&recording.grid)),
    ];
    files.into_iter().try_for_each(|(name, text)| std::fs::write(folder.join(name), text))
}

fn entities(recording: &Recording) -> String {
    let mut text = String::from("id,kind,name,team,x,y,z\n");
    for player in 0..recording.tracks.len() {
        let _ = writeln!(text, "{player},player,,,,,");
    }
    for (index, item) in recording.items.iter().enumerate() {
        let name = match item.kind {
            ItemKind::Health => "item_health",
            ItemKind::Armor => "item_armor",
            ItemKind::Weapon => "weapon",
            ItemKind::Ammo => "ammo",
            ItemKind::Powerup => "powerup",
        };
        let [x, y, z] = item.position;
        let _ = writeln!(text, "{},item,{name},,{x},{y},{z}", FIRST_ITEM + index);
    }
    text
}

fn samples(recording: &Recording) -> (String, String) {
    let mut text = String::from("t,id,x,y,z,vx,vy,vz,yaw,pitch,health,armor,alive\n");
    let mut jumps = String::from("t,id\n");
    for tick in 0..recording.ticks {
        let t = tick as f64 * recording.tick_seconds();
        for (player, track) in recording.tracks.iter().enumerate() {
            let s = &track[tick];
            let ([x, y, z], [vx, vy, vz]) = (s.position, s.velocity);
            let alive = u8::from(s.alive);
            let _ = writeln!(
                text,
                "{t:.3},{player},{x},{y},{z},{vx},{vy},{vz},{},{},{},,{alive}",
                s.yaw, s.pitch, s.health
            );
            if s.jumped {
                let _ = writeln!(jumps, "{t:.3},{player}");
            }
        }
    }
    (text, jumps)
}

fn events(recording: &Recording) -> String {
    let mut text = String::from("t,kind,actor,target,value\n");
    for event in &recording.events {
        let t = event.tick as f64 * recording.tick_seconds();
        let actor = event.actor.map(usize::from);
        let item =
            || recording.items.iter().position(|item| Some(usize::from(item.id)) == actor).map(|i| FIRST_ITEM + i);
        let (kind, who) = match event.kind {
            EventKind::Hit => ("hit", actor),
            EventKind::Kill => ("kill", actor),
            EventKind::Pickup => ("pickup", actor),
            EventKind::ItemUp => ("item_up", item()),
            EventKind::ItemDown => ("item_down", item()),
        };
        let _ = writeln!(text, "{t:.3},{kind},{},,", who.map(|id| id.to_string()).unwrap_or_default());
    }
    text
}

/// Every square of every floor as a polygon at the height of a player who stands there.
fn nav(grid: &Grid) -> String {
    let mut corners: BTreeMap<[i64; 3], usize> = BTreeMap::new();
    let mut order = Vec::new();
    let mut squares = Vec::new();
    for (index, height) in grid.heights.iter().enumerate() {
        let Some(height) = height else { continue };
        let [x, y, _] = grid.centre(index);
        let half = grid.cell / 2.0;
        let square = [(-half, -half), (half, -half), (half, half), (-half, half)].map(|(dx, dy)| {
            let corner = [x + dx, y + dy, height + FEET];
            *corners.entry(corner.map(|along| (along * 8.0).round() as i64)).or_insert_with(|| {
                order.push(corner);
                order.len() - 1
            })
        });
        squares.push(square);
    }
    serde_json::json!({"type": "mesh", "vertices": order, "polys": squares}).to_string()
}
