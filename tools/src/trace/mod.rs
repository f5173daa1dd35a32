//! Recorded matches: one folder per trace, read whole, validated, and laid out frame by frame.
//!
//! The format is described in `docs`; every fault is reported with file and line ([`TraceError`]).
mod error;
mod files;
mod meta;
mod nav;
pub mod recording;
mod samples;
mod table;

pub use error::TraceError;
pub use files::{Texts, read_text};
pub use meta::Meta;
pub use nav::{Link, Nav};

use files::{Files, Named};
use samples::read_samples;
use std::path::Path;
use table::{Row, Table};

/// State of one entity in one frame, trace units and degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// Position; z is 0 where it is unknown.
    pub position: [f64; 3],
    /// Recorded ground velocity, units per second.
    pub velocity: Option<[f64; 2]>,
    /// Recorded vertical velocity, units per second.
    pub climb: Option<f64>,
    /// View direction in the ground plane, degrees from +x towards +y.
    pub yaw: Option<f32>,
    /// View direction up and down, degrees, positive = down.
    pub pitch: Option<f32>,
    /// Hit points.
    pub health: Option<f32>,
    /// Armour points.
    pub armor: Option<f32>,
}

/// Something that is not a player: an item, a spawn point, a jump pad, a ball.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// Id in the trace.
    pub id: u32,
    /// `item`, `spawn` or `hotspot`.
    pub kind: String,
    /// What it is.
    pub name: String,
    /// Where it stands; `None` for what moves or is unknown.
    pub position: Option<[f64; 3]>,
}

/// Who acts in an event or is acted on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    /// Index into [`Trace::players`].
    Player(usize),
    /// Index into [`Trace::places`].
    Place(usize),
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Seconds since the first sample.
    pub time: f64,
    /// `hit`, `kill`, `shot`, `pickup`, `item_up`, `item_down` or `spawn`.
    pub kind: String,
    /// Who did it; `None` = the world or unknown.
    pub actor: Option<Party>,
    /// To whom.
    pub target: Option<Party>,
    /// Damage, weapon or item, as written.
    pub value: String,
}

/// A player of the match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Id in the trace.
    pub id: u32,
    /// Team, empty where there is none.
    pub team: String,
}

/// A recorded match.
#[derive(Debug, Clone)]
pub struct Trace {
    /// Rates and units.
    pub meta: Meta,
    /// Players in the order of their ids; everything per player uses this order.
    pub players: Vec<Player>,
    /// Items, spawn points and hotspots, in the order of the file.
    pub places: Vec<Place>,
    /// Number of frames; frame k is k / `tick_hz` seconds after the first sample of a player.
    pub frames: usize,
    /// Events in the order of time.
    pub events: Vec<Event>,
    /// Walkable area where one was recorded.
    pub nav: Option<Nav>,
    /// Time stamp of frame 0 in the files, seconds.
    start: f64,
    /// Frame by frame, players within.
    samples: Vec<Option<Sample>>,
    /// Frame by frame, players within.
    jumped: Vec<bool>,
    /// Moving places (a ball): index into `places`, then its sample per frame.
    movers: Vec<(usize, Vec<Option<Sample>>)>,
}

impl Trace {
    /// Reads a trace folder, or a recording of the library (`.anttrace`). Players that are dead or absent in a frame have no sample there.
    pub fn load(path: &Path) -> Result<Self, TraceError> {
        Self::parse(&Files::open(path)?)
    }

    /// Reads a trace whose files are in memory; faults name them as if they lay in `folder`.
    pub fn of_texts(folder: &Path, texts: Texts) -> Result<Self, TraceError> {
        Self::parse(&Files::Memory(folder.to_owned(), texts))
    }

    fn parse(files: &Files) -> Result<Self, TraceError> {
        let meta = Meta::parse(&files.required("meta.json")?)?;
        let entities = Entities::read(files.required("entities.csv")?)?;
        let mut trace = read_samples(files.required("samples.csv")?, meta, entities)?;
        if let Some(file) = files.find("jumps.csv")? {
            trace.read_jumps(file)?;
        }
        if let Some(file) = files.find("events.csv")? {
            trace.read_events(file)?;
        }
        if let Some(file) = files.find("nav.json")? {
            trace.nav = Some(Nav::parse(&file)?);
        }
        Ok(trace)
    }

    /// A match that does not come from a folder. Per frame and player what is known of it, and whether it is the first frame at
    /// a new place.
    pub fn assemble(
        meta: Meta,
        players: Vec<Player>,
        places: Vec<Place>,
        states: &[Vec<(Option<Sample>, bool)>],
    ) -> Self {
        let all = || states.iter().flatten();
        Self {
            meta,
            players,
            places,
            frames: states.len(),
            events: Vec::new(),
            nav: None,
            start: 0.0,
            samples: all().map(|(sample, _)| *sample).collect(),
            jumped: all().map(|(_, jumped)| *jumped).collect(),
            movers: Vec::new(),
        }
    }

    /// Seconds between frames.
    pub fn tick(&self) -> f64 {
        1.0 / self.meta.tick_hz
    }

    /// Samples of all players in frame `k`, in the order of [`Trace::players`].
    pub fn states(&self, k: usize) -> &[Option<Sample>] {
        &self.samples[k * self.players.len()..][..self.players.len()]
    }

    /// Per player: does frame `k` begin a new life or follow a teleport?
    pub fn jumped(&self, k: usize) -> &[bool] {
        &self.jumped[k * self.players.len()..][..self.players.len()]
    }

    /// Moving places with their sample in frame `k`.
    pub fn movers(&self, k: usize) -> impl Iterator<Item = (usize, Sample)> + '_ {
        self.movers.iter().filter_map(move |(place, track)| track[k].map(|sample| (*place, sample)))
    }

    /// Is the height of players recorded, or were they watched in the plane?
    pub fn has_height(&self) -> bool {
        let mut heights = self.samples.iter().flatten().map(|sample| sample.position[2]);
        let first = heights.next();
        heights.any(|height| Some(height) != first)
    }

    /// Frames in which at least one player is present.
    pub fn covered_frames(&self) -> usize {
        (0..self.frames).filter(|&k| self.states(k).iter().any(Option::is_some)).count()
    }

    /// Frame of a time stamp; half-way cases go to the even frame, as in the reference scorer.
    fn frame_of(&self, time: f64) -> f64 {
        ((time - self.start) * self.meta.tick_hz).round_ties_even()
    }

    fn party(&self, id: &str) -> Option<Party> {
        let id: u32 = id.parse().ok()?;
        let player = self.players.iter().position(|p| p.id == id).map(Party::Player);
        player.or_else(|| self.places.iter().position(|p| p.id == id).map(Party::Place))
    }

    fn read_jumps(&mut self, file: Named) -> Result<(), TraceError> {
        Table::read(file, &["t", "id"])?.for_each(|row| {
            let frame = self.frame_of(row.number(0)?);
            match self.party(row.text(1)) {
                Some(Party::Player(player)) if frame >= 0.0 && (frame as usize) < self.frames => {
                    self.jumped[frame as usize * self.players.len() + player] = true;
                    Ok(())
                }
                Some(_) => Ok(()),
                None => Err(unknown_id(&row, "id", 1)),
            }
        })
    }

    fn read_events(&mut self, file: Named) -> Result<(), TraceError> {
        let mut events = Vec::new();
        let mut previous = f64::NEG_INFINITY;
        Table::read(file, &["t", "kind", "actor", "target", "value"])?.for_each(|row| {
            let time = row.number(0)?;
            if time < previous {
                return Err(row.fault(format!("time goes back from {previous} to {time}")));
            }
            previous = time;
            let party = |column: usize, name: &str| match row.text(column) {
                "" => Ok(None),
                id => self.party(id).map(Some).ok_or_else(|| unknown_id(&row, name, column)),
            };
            events.push(Event {
                time: time - self.start,
                kind: row.text(1).to_owned(),
                actor: party(2, "actor")?,
                target: party(3, "target")?,
                value: row.text(4).to_owned(),
            });
            Ok(())
        })?;
        self.events = events;
        Ok(())
    }
}

fn unknown_id(row: &Row<'_>, name: &str, column: usize) -> TraceError {
    row.fault(format!("`{name}` is \"{}\", which entities.csv does not have", row.text(column)))
}

struct Entities {
    players: Vec<Player>,
    places: Vec<Place>,
}

impl Entities {
    fn read(file: Named) -> Result<Self, TraceError> {
        let path = file.path.clone();
        let mut players = Vec::new();
        let mut places: Vec<Place> = Vec::new();
        Table::read(file, &["id", "kind", "name", "team", "x", "y", "z"])?.for_each(|row| {
            let id: u32 = row
                .text(0)
                .parse()
                .map_err(|_| row.fault(format!("`id` is \"{}\", must be a whole number", row.text(0))))?;
            if players.iter().any(|p: &Player| p.id == id) || places.iter().any(|p| p.id == id) {
                return Err(row.fault(format!("id {id} is there twice")));
            }
            if row.text(1) == "player" {
                players.push(Player { id, team: row.text(3).to_owned() });
            } else {
                let position = match (row.optional_number(4)?, row.optional_number(5)?, row.optional_number(6)?) {
                    (Some(x), Some(y), z) => Some([x, y, z.unwrap_or(0.0)]),
                    _ => None,
                };
                places.push(Place { id, kind: row.text(1).to_owned(), name: row.text(2).to_owned(), position });
            }
            Ok(())
        })?;
        players.sort_by_key(|player| player.id);
        if players.is_empty() {
            return Err(TraceError::file(&path, "has no entity of kind `player`"));
        }
        Ok(Self { players, places })
    }
}
