//! The embedded match in the form in which recorded matches are scored.
use super::recording::{EventKind, ItemKind, Recording};
use antreckon_cli::trace::{Event, Meta, Nav, Party, Place, Player, Sample, Trace};

/// Height of a player's origin above its feet, units.
const ORIGIN: f64 = 24.0;

/// The whole match with its items and walkable squares.
pub(super) fn of(recording: &Recording) -> Trace {
    let meta = Meta {
        name: "embedded_oa_rpg3dm2".to_owned(),
        tick_hz: f64::from(recording.tick_hz),
        v_max: 320.0,
        body_width: 30.0,
        layout: "oa_rpg3dm2".to_owned(),
        game: "OpenArena (Quake III engine, bots)".to_owned(),
        metres_per_unit: 0.0254,
    };
    let players = (0..recording.tracks.len()).map(|id| Player { id: id as u32, team: String::new() }).collect();
    let places = recording.items.iter().map(|item| Place {
        id: u32::from(item.id),
        kind: "item".to_owned(),
        name: item_name(item.kind).to_owned(),
        position: Some(item.position),
    });
    let states: Vec<Vec<(Option<Sample>, bool)>> =
        (0..recording.ticks).map(|k| recording.tracks.iter().map(|track| state(&track[k])).collect()).collect();
    let mut trace = Trace::assemble(meta, players, places.collect(), &states);
    let item = |id: Option<u16>| recording.items.iter().position(|item| Some(item.id) == id).map(Party::Place);
    trace.events = recording
        .events
        .iter()
        .filter_map(|event| {
            let kind = match event.kind {
                EventKind::ItemUp => "item_up",
                EventKind::ItemDown => "item_down",
                EventKind::Hit | EventKind::Kill | EventKind::Pickup => return None,
            };
            let time = event.tick as f64 * recording.tick_seconds();
            Some(Event { time, kind: kind.to_owned(), actor: item(event.actor), target: None, value: String::new() })
        })
        .collect();
    trace.nav = Some(nav(recording));
    trace
}

fn item_name(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Health => "item_health",
        ItemKind::Armor => "item_armor",
        ItemKind::Weapon => "weapon",
        ItemKind::Ammo => "ammo",
        ItemKind::Powerup => "powerup",
    }
}

fn state(sample: &super::recording::Sample) -> (Option<Sample>, bool) {
    let [vx, vy, vz] = sample.velocity;
    let seen = Sample {
        position: sample.position,
        velocity: Some([vx, vy]),
        climb: Some(vz),
        yaw: Some(sample.yaw as f32),
        pitch: Some(sample.pitch as f32),
        health: Some(sample.health as f32),
        armor: None,
    };
    (sample.alive.then_some(seen), sample.jumped)
}

/// One square polygon per walkable square, at the height of a player's origin.
fn nav(recording: &Recording) -> Nav {
    let grid = &recording.grid;
    let (mut vertices, mut polygons) = (Vec::new(), Vec::new());
    for (square, _) in grid.heights.iter().enumerate().filter(|(_, height)| height.is_some()) {
        let ([x, y, z], half, first) = (grid.centre(square), grid.cell / 2.0, vertices.len() as u32);
        let corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
        vertices.extend(corners.map(|[dx, dy]| [x + dx, y + dy, z + ORIGIN]));
        polygons.push((first..first + 4).collect());
    }
    Nav::Mesh { vertices, polygons, links: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_match_is_whole_and_its_level_can_be_walked() {
        let recording = Recording::embedded().expect("the embedded match");
        let trace = of(&recording);
        assert_eq!((trace.players.len(), trace.frames), (recording.tracks.len(), recording.ticks));
        assert!(trace.events.iter().all(|event| event.actor.is_some()) && !trace.events.is_empty());
        let level = antreckon_cli::eval::level::Level::of(&trace).expect("a level");
        let world = level.scene().world.expect("a world");
        let units = antreckon_cli::eval::units::Units::of(&trace.meta);
        let seen: Vec<_> = (0..trace.frames).step_by(40).flat_map(|k| trace.states(k).iter().flatten()).collect();
        let on = seen.iter().filter(|s| world.nearest(units.to_metres(s.position), 2.0).is_some()).count();
        assert!(on as f64 > 0.9 * seen.len() as f64, "{on} of {}", seen.len());
    }
}
