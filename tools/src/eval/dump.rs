//! Every prediction and update as compressed tables, so that the reference scorer can recount them.
use super::forecaster::{Rule, Update};
use flate2::{Compression, write::GzEncoder};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The two files of one model on one trace, in a folder that is renamed when all are complete. Two traces of one name would share them,
/// so the second is refused.
pub(super) struct Dump {
    predictions: Sheet,
    updates: Sheet,
}

impl Dump {
    /// Opens `DIR/<trace>/<model>.predictions.csv.gz` and `.updates.csv.gz`.
    pub(super) fn create(directory: &Path, trace: &str, model: &str) -> io::Result<Self> {
        let folder = directory.join(trace);
        match fs::create_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        Ok(Self {
            predictions: Sheet::create(folder.join(format!("{model}.predictions.csv.gz")), "k,id,n,x,y")?,
            updates: Sheet::create(
                folder.join(format!("{model}.updates.csv.gz")),
                "threshold,k,id,x,y,vx,vy,kind,p1,p2",
            )?,
        })
    }

    /// A prediction made in frame `k` for `n` frames ahead.
    pub(super) fn prediction(&mut self, k: usize, id: u32, n: usize, place: [f64; 2]) -> io::Result<()> {
        self.predictions.rows += 1;
        writeln!(self.predictions.out, "{k},{id},{n},{},{}", place[0], place[1])
    }

    /// An update sent in frame `k`; the threshold is in body widths.
    pub(super) fn update(&mut self, threshold: f64, k: usize, id: u32, update: &Update) -> io::Result<()> {
        let (kind, p1, p2) = match update.rule {
            Rule::Line => ("line", None, None),
            Rule::Damped(tau) => ("damped", Some(tau), None),
            Rule::Turn(rate) => ("turn", Some(rate), None),
            Rule::Quad([x, y]) => ("quad", Some(x), Some(y)),
        };
        let text = |value: Option<f64>| value.map(|v| v.to_string()).unwrap_or_default();
        let ([x, y], [vx, vy]) = (update.position, update.velocity);
        self.updates.rows += 1;
        writeln!(self.updates.out, "{threshold},{k},{id},{x},{y},{vx},{vy},{kind},{},{}", text(p1), text(p2))
    }

    /// Completes the files; one without rows is removed, because its model does not take part there.
    pub(super) fn finish(self) -> io::Result<()> {
        self.predictions.finish()?;
        self.updates.finish()
    }
}

struct Sheet {
    out: GzEncoder<BufWriter<File>>,
    rows: usize,
    path: PathBuf,
}

impl Sheet {
    fn create(path: PathBuf, header: &str) -> io::Result<Self> {
        let mut out = GzEncoder::new(BufWriter::new(File::create_new(&path)?), Compression::fast());
        writeln!(out, "{header}")?;
        Ok(Self { out, rows: 0, path })
    }

    fn finish(self) -> io::Result<()> {
        self.out.finish()?.flush()?;
        if self.rows == 0 { fs::remove_file(self.path) } else { Ok(()) }
    }
}
