//! Recording a match.

use super::{CALLS, FRAME};
use antreckon::base::math::DVec3;
use antreckon::record::{Entity, EntityKind, Event, EventKind, Recorder, RecorderParams, Sample};
use std::cell::Cell;

#[test]
fn recording_a_match_allocates_nothing() {
    let mut recorder = Recorder::new(&RecorderParams::default()).unwrap();
    for id in 0..40 {
        let player = Entity { id, kind: EntityKind::Player, team: 0, name: String::new(), position: None };
        recorder.add_entity(&player).unwrap();
    }
    let mut file = Vec::with_capacity(1 << 20);
    let before = CALLS.with(Cell::get);
    for k in 0..400i64 {
        for id in 0..40 {
            let t = k as f64 * 0.05 + f64::from(id);
            let place = DVec3::new(9.0 * t.cos(), 0.0, 9.0 * t.sin());
            recorder.sample(k * FRAME, id, &Sample { velocity: Some(place), ..Sample::at(place) }).unwrap();
        }
        let shot = Event { kind: EventKind::Shot, actor: Some(3), target: None, value: None };
        recorder.event(k * FRAME, &shot).unwrap();
        file.extend_from_slice(recorder.waiting());
        recorder.pulled(usize::MAX);
    }
    assert_eq!(CALLS.with(Cell::get) - before, 0, "allocator calls in 400 ticks");
    assert!(file.len() > 100_000, "{}", file.len());
}
