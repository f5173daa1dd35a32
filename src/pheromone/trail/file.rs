//! The saved form of trails, to be shipped with a level. Equal content gives equal bytes.

use super::contents::{CellRecord, Contents, PassageRecord};
use super::entry::Entry;
use super::geometry::is_key;
use super::passages::Kept;
use super::{HORIZONS, RESOLUTIONS, TrailParams, Trails, cell_budgets};
use crate::base::math::DVec3;
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use alloc::format;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANTR";
const VERSION: u32 = 1;

/// Headings per resolution, the slow included.
const HEADINGS: [u32; RESOLUTIONS] = [17, 13, 9];

/// Bytes of an entry and of a passage.
const ENTRY_BYTES: usize = 88;
const PASSAGE_BYTES: usize = 22 + 16 + 4 + 1 + 4;

impl Trails {
    /// Saved form, to be shipped with a level.
    pub fn save(&self) -> Vec<u8> {
        self.save_at(self.origin)
    }

    /// Saved form as if these trails had another origin.
    pub(in crate::pheromone) fn save_at(&self, origin: DVec3) -> Vec<u8> {
        let mut w = Writer::new();
        self.params.write(&mut w);
        w.dvec3(origin);
        let contents = Contents::of(self);
        for cells in &contents.cells {
            w.u64(cells.chunk_by(|a, b| a.key == b.key).count() as u64);
            for cell in cells.chunk_by(|a, b| a.key == b.key) {
                w.u64(cell[0].key).u32(cell.iter().fold(0, |mask, r| mask | 1 << r.heading));
                cell.iter().for_each(|record| _ = w.f32_slice(&record.entry.numbers()));
            }
        }
        w.u64(contents.passages.chunk_by(|a, b| a.key == b.key).count() as u64);
        for bucket in contents.passages.chunk_by(|a, b| a.key == b.key) {
            w.u64(bucket[0].key).u64(bucket.len() as u64);
            bucket.iter().for_each(|record| write_passage(&mut w, &record.kept));
        }
        w.seal(MAGIC, VERSION)
    }

    /// Reads a saved form.
    pub fn load(bytes: &[u8]) -> Result<Self> {
        Self::load_within(bytes, None)
    }

    /// Reads a saved form. With `most`, budgets beyond it are cut to it, and a form that holds more is refused.
    pub fn load_within(bytes: &[u8], most: Option<&TrailParams>) -> Result<Self> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        let mut params = TrailParams::read(&mut r)?;
        let origin = r.dvec3()?;
        let mut contents = Contents::default();
        for (cells, headings) in contents.cells.iter_mut().zip(HEADINGS) {
            for _ in 0..r.count(12 + ENTRY_BYTES)? {
                let (key, mask) = (r.u64()?, r.u32()?);
                if mask == 0 || mask >> headings != 0 || !is_key(key) {
                    return Err(Error::corrupt("a cell of the saved trails does not exist"));
                }
                for heading in (0..headings as u8).filter(|h| mask >> h & 1 == 1) {
                    cells.push(CellRecord { key, heading, entry: Entry::read(&mut r)? });
                }
            }
        }
        for _ in 0..r.count(16 + PASSAGE_BYTES)? {
            let key = r.u64()?;
            for _ in 0..r.count(PASSAGE_BYTES)? {
                contents.passages.push(PassageRecord { key, kept: read_passage(&mut r)? });
            }
            if !is_key(key) {
                return Err(Error::corrupt("a bucket of the saved trails does not exist"));
            }
        }
        r.finish()?;
        if !contents.is_sorted() {
            return Err(Error::corrupt("the saved trails are out of order"));
        }
        if let Some(most) = most {
            params.max_cells = params.max_cells.min(most.max_cells);
            params.max_passages = params.max_passages.min(most.max_passages);
            contents.check_fits(&params)?;
        }
        contents.into_trails(&params, origin).map_err(Error::into_corrupt)
    }
}

impl Contents {
    /// Refuses what the budgets have no room for.
    fn check_fits(&self, params: &TrailParams) -> Result<()> {
        let cells = |records: &[CellRecord]| records.chunk_by(|a, b| a.key == b.key).count();
        let held: [usize; RESOLUTIONS] = core::array::from_fn(|i| cells(&self.cells[i]));
        let room = cell_budgets(params.max_cells);
        if held.iter().zip(room).any(|(held, room)| *held > room) {
            let (held, most) = (held.iter().sum::<usize>(), params.max_cells);
            return Err(Error::budget(format!(
                "the trails have {held} cells, max_cells is {most} over all resolutions"
            )));
        }
        let (held, most) = (self.passages.len(), params.max_passages);
        if held > most as usize {
            return Err(Error::budget(format!("the trails have {held} passages, max_passages is {most}")));
        }
        Ok(())
    }
}

impl TrailParams {
    /// Refuses budgets beyond those of whoever restores.
    pub(super) fn check_budgets(&self, most: &Self) -> Result<()> {
        for (name, own, most) in
            [("max_cells", self.max_cells, most.max_cells), ("max_passages", self.max_passages, most.max_passages)]
        {
            if own > most {
                return Err(Error::budget(format!("the snapshot's trails have {name} {own}, {most} is allowed here")));
            }
        }
        Ok(())
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.f64(self.v_max).f64(self.half_life).f32(self.diffusion).u32(self.max_cells).u32(self.max_passages);
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let (v_max, half_life, diffusion) = (r.f64()?, r.f64()?, r.f32()?);
        let params = Self { v_max, half_life, diffusion, max_cells: r.u32()?, max_passages: r.u32()? };
        params.check().map_err(Error::into_corrupt)?;
        Ok(params)
    }
}

impl Entry {
    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut numbers = [0.0; 22];
        r.f32_slice(&mut numbers)?;
        Self::from_numbers(&numbers).ok_or_else(|| Error::corrupt("an entry of the trails is out of range"))
    }
}

fn write_passage(w: &mut Writer, kept: &Kept) {
    for value in kept.compared().iter().chain(&kept.near).chain(&kept.far) {
        w.u16(*value as u16);
    }
    w.u8(kept.known as u8).u32(kept.tick);
}

fn read_passage(r: &mut Reader<'_>) -> Result<Kept> {
    let mut values = [0i16; 21];
    for value in &mut values {
        *value = r.u16()? as i16;
    }
    let (known, tick) = (r.u8()?, r.u32()?);
    if !(1..=HORIZONS as u8).contains(&known) {
        return Err(Error::corrupt("a passage of the saved trails knows too much or nothing"));
    }
    Kept::new(&values, known.into(), 0, tick)
}
