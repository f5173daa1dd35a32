//! A host whose state shows every difference in order and number of events, and the slow reference.

use antreckon::base::hash::hash_bytes;
use antreckon::timewarp::{Change, Event, EventId, Host, HostFailure, Outcome, Timewarp, TimewarpParams, Verdict};
use std::collections::BTreeMap;

/// Names an event among those that share an id, too: with the hash of its content.
pub type Name = (EventId, u64);

pub fn name(event: &Event<'_>) -> Name {
    (event.id, hash_bytes(event.payload))
}

/// An event that owns its payload.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Owned {
    pub id: EventId,
    pub payload: Vec<u8>,
}

pub fn event(time: i64, source: u64, sequence: u64, payload: &[u8]) -> Owned {
    Owned { id: EventId { time, source, sequence }, payload: payload.to_vec() }
}

impl Owned {
    pub fn lend(&self) -> Event<'_> {
        Event { id: self.id, payload: &self.payload }
    }
}

/// What an event makes of a state: different for every order, and with no outcome for about one in four.
pub fn mix(state: u64, event: &Event<'_>) -> (u64, Outcome) {
    let mut next = state ^ event.id.source.rotate_left(32) ^ event.id.sequence ^ event.id.time as u64;
    for byte in event.payload {
        next = (next ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(17);
    }
    next = next.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (next >> 29);
    let outcome = if next >> 62 == 0 { Outcome::NONE } else { Outcome::new(&(next >> 56).to_le_bytes()[..1]).unwrap() };
    (next, outcome)
}

/// A state of eight bytes, and what a player was shown: outcomes of first executions, corrected by the reported changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mixer {
    pub state: u64,
    pub shown: BTreeMap<Name, Outcome>,
    pub executions: usize,
    pub loads: usize,
    pub saves: usize,
}

impl Host for Mixer {
    fn save(&mut self, _slot: u32, buffer: &mut [u8]) -> Result<usize, HostFailure> {
        self.saves += 1;
        buffer[..8].copy_from_slice(&self.state.to_le_bytes());
        Ok(8)
    }

    fn load(&mut self, _slot: u32, state: &[u8]) -> Result<(), HostFailure> {
        self.loads += 1;
        self.state = u64::from_le_bytes(state.try_into().map_err(|_| HostFailure(1))?);
        Ok(())
    }

    fn execute(&mut self, event: &Event<'_>, replay: bool) -> Result<Outcome, HostFailure> {
        self.executions += 1;
        let (state, outcome) = mix(self.state, event);
        self.state = state;
        if !replay {
            self.shown.insert(name(event), outcome);
        }
        Ok(outcome)
    }
}

impl Mixer {
    pub fn correct(&mut self, changes: &[Change]) {
        for change in changes {
            let before = self.shown.insert((change.id, change.content), change.new).unwrap_or(Outcome::NONE);
            assert_eq!(before, change.old, "{change:?}");
            assert_ne!(change.old, change.new);
        }
    }
}

/// The slow reference: sorts everything and executes it from the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reference {
    pub state: u64,
    pub outcomes: BTreeMap<Name, Outcome>,
}

pub fn reference(events: &[Owned], cancelled: &[EventId]) -> Reference {
    let mut sorted: Vec<&Owned> = events.iter().filter(|e| !cancelled.contains(&e.id)).collect();
    // Ties by content are by its hash; the reference knows only that hash, nothing else of the library.
    sorted.sort_by_key(|e| (name(&e.lend()), e.payload.clone()));
    sorted.dedup();
    let mut reference = Reference::default();
    for event in sorted {
        let (state, outcome) = mix(reference.state, &event.lend());
        reference.state = state;
        reference.outcomes.insert(name(&event.lend()), outcome);
    }
    reference
}

pub fn small() -> TimewarpParams {
    TimewarpParams {
        max_events: 512,
        max_payload: 8,
        max_snapshots: 6,
        max_state: 8,
        snapshot_events: 4,
        snapshot_time: i64::MAX,
        window: 1_000_000,
        max_ahead: 1_000_000,
        ..TimewarpParams::default()
    }
}

pub fn insert(log: &mut Timewarp, event: &Owned) -> Verdict {
    log.insert(&event.lend()).unwrap()
}

/// Runs until nothing is owed, and tells the host what changed.
pub fn run(log: &mut Timewarp, host: &mut Mixer, now: i64) {
    loop {
        let report = log.run(now, host).unwrap();
        assert_eq!((report.stopped, report.diverged), (None, 0));
        if report.owed == 0 {
            break;
        }
    }
    host.correct(log.changes());
    log.clear_changes();
}
