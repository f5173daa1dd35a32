//! The embedded recorded match (`data/ORIGIN.md`; layout in `data/make_excerpt.py`).

use std::io::Read as _;

/// The excerpt as it is committed.
const EMBEDDED: &[u8] = include_bytes!("../../data/match.bin.gz");
const MAGIC: &[u8] = b"ANTMATCH";
/// A height that means nobody ever stood there.
const NO_FLOOR: i16 = i16::MIN;

/// A match, in game units (1 unit ≈ 1 inch, z up), seconds and degrees.
pub(crate) struct Recording {
    /// Ticks per second.
    pub(crate) tick_hz: u32,
    /// Number of ticks.
    pub(crate) ticks: usize,
    /// The squares that somebody walked on.
    pub(crate) grid: Grid,
    /// Things to collect.
    pub(crate) items: Vec<Item>,
    /// In order of time.
    pub(crate) events: Vec<Event>,
    /// For each player, one sample per tick.
    pub(crate) tracks: Vec<Vec<Sample>>,
}

/// Walkable squares on several floors.
pub(crate) struct Grid {
    /// Edge of a square, units.
    pub(crate) cell: f64,
    /// Smallest x and y.
    pub(crate) corner: [f64; 2],
    /// Squares along x.
    pub(crate) width: u32,
    /// Squares along y.
    pub(crate) depth: u32,
    /// Most floors over each other.
    pub(crate) floors: u32,
    /// Height of the floor, `floor * width * depth + row * width + column`; `None` = nobody ever stood there.
    pub(crate) heights: Vec<Option<f64>>,
}

impl Grid {
    /// Middle of a square, just above its floor.
    pub(crate) fn centre(&self, square: usize) -> [f64; 3] {
        let (width, squares) = (self.width as usize, (self.width * self.depth) as usize);
        let (column, row) = (square % squares % width, square % squares / width);
        let along = |i: usize, from: f64| from + (i as f64 + 0.5) * self.cell;
        [along(column, self.corner[0]), along(row, self.corner[1]), self.heights[square].unwrap_or(0.0) + 1.0]
    }

    /// Number of squares, all floors counted.
    pub(crate) fn walkable(&self) -> usize {
        self.heights.iter().flatten().count()
    }
}

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Health,
    Armor,
    Weapon,
    Ammo,
    Powerup,
}

/// A thing to collect.
pub(crate) struct Item {
    pub(crate) id: u16,
    pub(crate) kind: ItemKind,
    pub(crate) position: [f64; 3],
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EventKind {
    Hit,
    Kill,
    Pickup,
    ItemUp,
    ItemDown,
}

/// Something that happened at a tick.
pub(crate) struct Event {
    pub(crate) tick: usize,
    pub(crate) kind: EventKind,
    /// Who did it (players), or which item came or went.
    pub(crate) actor: Option<u16>,
}

/// A player at a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sample {
    pub(crate) position: [f64; 3],
    /// Units per second.
    pub(crate) velocity: [f64; 3],
    /// Degrees from +x towards +y.
    pub(crate) yaw: f64,
    /// Degrees, positive = down.
    pub(crate) pitch: f64,
    /// 0 to 200.
    pub(crate) health: f64,
    pub(crate) alive: bool,
    /// First tick at a new place after a respawn or a teleporter.
    pub(crate) jumped: bool,
    /// Not falling.
    pub(crate) grounded: bool,
}

impl Recording {
    /// The match that is part of this program.
    pub(crate) fn embedded() -> Result<Self, String> {
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(EMBEDDED)
            .read_to_end(&mut bytes)
            .map_err(|error| format!("embedded match: {error}"))?;
        Self::parse(&bytes).ok_or_else(|| "embedded match: damaged".to_owned())
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let mut input = Input { rest: bytes };
        if input.take(MAGIC.len())? != MAGIC || input.u32()? != 1 {
            return None;
        }
        let tick_hz = input.u32()?;
        let [ticks, players, items, events] = input.u32s()?.map(|n| n as usize);
        let grid = Grid::parse(&mut input)?;
        let items = (0..items).map(|_| Item::parse(&mut input)).collect::<Option<_>>()?;
        let events = (0..events).map(|_| Event::parse(&mut input)).collect::<Option<_>>()?;
        let tracks = (0..players).map(|_| parse_track(&mut input, ticks)).collect::<Option<_>>()?;
        input.rest.is_empty().then_some(Self { tick_hz, ticks, grid, items, events, tracks })
    }

    /// Seconds of a tick.
    pub(crate) fn tick_seconds(&self) -> f64 {
        1.0 / f64::from(self.tick_hz)
    }

    /// Whether a player lived through all ticks after `from` up to `to` without being moved.
    pub(crate) fn is_unbroken(&self, player: usize, from: usize, to: usize) -> bool {
        let track = &self.tracks[player];
        to < self.ticks && track[from].alive && track[from + 1..=to].iter().all(|s| s.alive && !s.jumped)
    }
}

impl Grid {
    fn parse(input: &mut Input<'_>) -> Option<Self> {
        let cell = f64::from(f32::from_le_bytes(input.array()?));
        let [west, south] = [input.i32()?, input.i32()?];
        let [width, depth, floors] = input.u32s()?;
        let heights = (0..width as usize * depth as usize * floors as usize)
            .map(|_| input.i16().map(|height| (height != NO_FLOOR).then(|| f64::from(height) / 8.0)))
            .collect::<Option<_>>()?;
        let corner = [f64::from(west) * cell, f64::from(south) * cell];
        Some(Self { cell, corner, width, depth, floors, heights })
    }
}

impl Item {
    fn parse(input: &mut Input<'_>) -> Option<Self> {
        let id = u16::from_le_bytes(input.array()?);
        let kind = match input.u8()? {
            0 => ItemKind::Health,
            1 => ItemKind::Armor,
            2 => ItemKind::Weapon,
            3 => ItemKind::Ammo,
            4 => ItemKind::Powerup,
            _ => return None,
        };
        Some(Self { id, kind, position: input.position()? })
    }
}

impl Event {
    fn parse(input: &mut Input<'_>) -> Option<Self> {
        let tick = input.u32()? as usize;
        let kind = match input.u8()? {
            0 => EventKind::Hit,
            1 => EventKind::Kill,
            2 => EventKind::Pickup,
            3 => EventKind::ItemUp,
            4 => EventKind::ItemDown,
            _ => return None,
        };
        Some(Self { tick, kind, actor: u16::try_from(input.i16()?).ok() })
    }
}

fn parse_track(input: &mut Input<'_>, ticks: usize) -> Option<Vec<Sample>> {
    let mut track = vec![Sample::default(); ticks];
    let mut column = |write: fn(&mut Sample, i32)| -> Option<()> {
        let mut value = 0i32;
        for sample in &mut track {
            value = value.checked_add(input.difference()?)?;
            write(sample, value);
        }
        Some(())
    };
    column(|s, n| s.position[0] = f64::from(n) / 8.0)?;
    column(|s, n| s.position[1] = f64::from(n) / 8.0)?;
    column(|s, n| s.position[2] = f64::from(n) / 8.0)?;
    column(|s, n| s.velocity[0] = f64::from(n) / 4.0)?;
    column(|s, n| s.velocity[1] = f64::from(n) / 4.0)?;
    column(|s, n| s.velocity[2] = f64::from(n) / 4.0)?;
    column(|s, n| s.yaw = f64::from(n) / 8.0)?;
    column(|s, n| s.pitch = f64::from(n) / 8.0)?;
    column(|s, n| s.health = f64::from(n))?;
    column(|s, n| (s.alive, s.jumped, s.grounded) = (n & 1 != 0, n & 2 != 0, n & 4 != 0))?;
    Some(track)
}

/// Bytes that are still to be read.
struct Input<'a> {
    rest: &'a [u8],
}

impl<'a> Input<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn i16(&mut self) -> Option<i16> {
        self.array().map(i16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn i32(&mut self) -> Option<i32> {
        self.array().map(i32::from_le_bytes)
    }

    fn u32s<const N: usize>(&mut self) -> Option<[u32; N]> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.u32()?;
        }
        Some(numbers)
    }

    fn position(&mut self) -> Option<[f64; 3]> {
        Some([self.i16()?, self.i16()?, self.i16()?].map(|n| f64::from(n) / 8.0))
    }

    /// A zigzag LEB128 number.
    fn difference(&mut self) -> Option<i32> {
        let mut bits = 0u32;
        for shift in (0..32).step_by(7) {
            let byte = self.u8()?;
            bits |= u32::from(byte & 0x7F).checked_shl(shift)?;
            if byte & 0x80 == 0 {
                return Some((bits >> 1) as i32 ^ -((bits & 1) as i32));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_match_is_what_its_origin_note_says() {
        let recording = Recording::embedded().expect("it was packed by make_excerpt.py");
        assert_eq!((recording.tick_hz, recording.ticks, recording.tracks.len()), (20, 3600, 8));
        assert_eq!(recording.items.len(), 32);
        assert!(recording.grid.walkable() > 2000);
        assert!(recording.events.is_sorted_by_key(|event| event.tick));
    }

    #[test]
    fn recorded_velocities_agree_with_recorded_positions() {
        let recording = Recording::embedded().unwrap();
        let mut errors = Vec::new();
        for (player, track) in recording.tracks.iter().enumerate() {
            for tick in (0..recording.ticks - 1).filter(|&tick| recording.is_unbroken(player, tick, tick + 1)) {
                let (a, b) = (&track[tick], &track[tick + 1]);
                errors
                    .push((0..2).map(|i| ((b.position[i] - a.position[i]) * 20.0 - b.velocity[i]).abs()).sum::<f64>());
            }
        }
        errors.sort_by(f64::total_cmp);
        assert!(errors[errors.len() / 2] < 20.0, "median {} units/s", errors[errors.len() / 2]);
    }

    #[test]
    fn every_truncation_is_refused() {
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(EMBEDDED).read_to_end(&mut bytes).unwrap();
        for length in (0..bytes.len()).step_by(997) {
            assert!(Recording::parse(&bytes[..length]).is_none(), "{length} bytes");
        }
    }
}
