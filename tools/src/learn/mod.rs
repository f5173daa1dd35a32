//! What matches teach and files keep: directed trails and routes of a level, learned from traces, merged, and measured.
mod routes;
mod trails;

pub use routes::{RouteParams, learn_routes};
pub use trails::{Headstart, headstart, learn_trails};

use crate::trace::Trace;
use antreckon::pheromone::trail::Trails;
use antreckon::predict::Predictor;
use std::path::Path;

/// Kinds of learned files, by their first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Directed trails of a level.
    Trails,
    /// Routes of a level.
    Strategies,
}

impl Kind {
    /// Which kind of learned file begins like this.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes.get(..4)? {
            b"ANTR" => Some(Self::Trails),
            b"ANTS" => Some(Self::Strategies),
            _ => None,
        }
    }

    /// For messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Trails => "trails",
            Self::Strategies => "strategies",
        }
    }
}

/// The one level that all traces are of; an error names two.
pub fn one_layout(traces: &[Trace]) -> Result<&str, String> {
    let first = traces.first().ok_or("there are no traces")?;
    match traces.iter().find(|trace| trace.meta.layout != first.meta.layout) {
        None => Ok(&first.meta.layout),
        Some(other) => Err(format!(
            "the traces are of different levels: {} is of \"{}\", {} of \"{}\"",
            first.meta.name, first.meta.layout, other.meta.name, other.meta.layout
        )),
    }
}

/// Which level a learned file is of, from the file of the same name that ends in `.layouts`; `None` when there is none.
pub fn layout_beside(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path.with_extension("layouts")).ok()?;
    Some(text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(", "))
}

/// Several learned files of one kind as one. The order of files does not matter.
pub fn merge(kind: Kind, files: &[Vec<u8>]) -> Result<Vec<u8>, String> {
    let merged = match kind {
        Kind::Trails => {
            let all = files.iter().map(|bytes| Trails::load(bytes)).collect::<Result<Vec<_>, _>>();
            all.and_then(|all| Trails::merged(&all.iter().collect::<Vec<_>>())).map(|trails| trails.save())
        }
        Kind::Strategies => {
            let mut predictor = Predictor::new(1);
            let all: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
            predictor.merge_strategies(&all).map(|()| predictor.save_strategies())
        }
    };
    merged.map_err(|error| error.to_string())
}
