//! Trace folders and recordings.
use super::Finding;
use crate::trace::recording::Recording;
use crate::trace::{Nav, Trace};
use antreckon::record::{Ending, Record};
use std::path::Path;

/// A trace folder.
pub(super) fn folder(path: &Path) -> Finding {
    if !["meta.json", "meta.json.gz"].iter().any(|name| path.join(name).is_file()) {
        return Finding::unknown(path, "a folder without meta.json is no trace");
    }
    match Trace::load(path) {
        Ok(trace) => describe(Finding::of(path, "trace folder"), &trace),
        Err(error) => Finding::of(path, "trace folder").damaged(error.to_string()),
    }
}

/// A recording of the library.
pub(super) fn recording(path: &Path, bytes: &[u8]) -> Finding {
    let found = Finding::of(path, "recording").with("bytes", bytes.len());
    let recording = match Recording::of(path, bytes) {
        Ok(recording) => recording,
        Err(error) => return found.damaged(error.message),
    };
    let recorded = &recording.recorded;
    let samples = recorded.records.iter().filter(|(_, record)| matches!(record, Record::Sample(_))).count();
    let ending = match recorded.ending {
        Ending::Finished => "finished",
        Ending::Open => "not finished",
        Ending::CutOff(_) => "cut off",
    };
    let found = found
        .with("blocks", recorded.blocks)
        .with("ending", ending)
        .with("resolution", recorded.params.resolution)
        .with("samples", samples);
    let found = match Trace::of_texts(path, recording.texts()) {
        Ok(trace) => describe(found, &trace),
        // A recording of a level alone, or one that stopped before anybody came.
        Err(error) => found.with("as a trace", error.message),
    };
    match recorded.ending {
        Ending::CutOff(at) => {
            found.damaged(format!("cut off: {at} of {} bytes are whole blocks, which can be used", bytes.len()))
        }
        _ => found,
    }
}

fn describe(found: Finding, trace: &Trace) -> Finding {
    let (mut states, mut jumps) = (0, 0);
    for k in 0..trace.frames {
        states += trace.states(k).iter().flatten().count();
        jumps += trace.jumped(k).iter().filter(|jumped| **jumped).count();
    }
    let level = match &trace.nav {
        None => "none".to_owned(),
        Some(Nav::Mesh { polygons, links, .. }) => {
            format!("mesh of {} polygons, {} links", polygons.len(), links.len())
        }
        Some(Nav::Grid { width, height, walkable, .. }) => {
            format!("grid of {width} x {height}, {} walkable", walkable.iter().filter(|open| **open).count())
        }
    };
    found
        .with("name", trace.meta.name.as_str())
        .with("game", trace.meta.game.as_str())
        .with("layout", trace.meta.layout.as_str())
        .with("tick hz", trace.meta.tick_hz)
        .with("v_max", trace.meta.v_max)
        .with("body width", trace.meta.body_width)
        .with("metres per unit", trace.meta.metres_per_unit)
        .with("players", trace.players.len())
        .with("places", trace.places.len())
        .with("ticks", trace.frames)
        .with("seconds", (trace.frames as f64 * trace.tick() * 1e3).round() / 1e3)
        .with("states", states)
        .with("jumps", jumps)
        .with("events", trace.events.len())
        .with("level", level)
}
