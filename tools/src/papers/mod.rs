//! What a paper published beside what is measured here, in one shape for all papers.
mod render;

use std::path::PathBuf;

/// How much is measured, on what.
pub(crate) struct Options {
    /// Recorded matches; empty = what is part of this program or made from a seed.
    pub(crate) traces: Vec<PathBuf>,
    /// Everything; else in less than a minute.
    pub(crate) full: bool,
    /// Of everything that is drawn.
    pub(crate) seed: u64,
}

/// One paper.
pub(crate) struct Paper {
    /// As the command line names it.
    pub(crate) name: &'static str,
    /// What it is about.
    pub(crate) title: &'static str,
    /// What ours was measured on.
    pub(crate) source: String,
    pub(crate) sections: Vec<Section>,
}

/// A table or figure of a paper.
pub(crate) struct Section {
    pub(crate) title: String,
    /// Heading of a second column of ours; empty = there is none.
    pub(crate) also: &'static str,
    pub(crate) rows: Vec<Row>,
}

/// One published value, or several of a kind.
#[derive(Default)]
pub(crate) struct Row {
    pub(crate) what: String,
    pub(crate) published: Figure,
    pub(crate) ours: Figure,
    pub(crate) also: Figure,
    /// Why there is none of ours, or what must be known to compare.
    pub(crate) remark: &'static str,
}

/// Numbers or words.
#[derive(Default, Debug, Clone, PartialEq)]
pub(crate) enum Figure {
    /// Not there.
    #[default]
    None,
    /// Numbers with so many decimals.
    Numbers(Vec<f64>, usize),
    /// From one to the other, with so many decimals.
    Range([f64; 2], usize),
    /// Anything else.
    Words(String),
}

impl Figure {
    /// One number.
    pub(crate) fn one(value: f64, decimals: usize) -> Self {
        Self::Numbers(vec![value], decimals)
    }

    /// Whole numbers.
    pub(crate) fn counts(values: impl IntoIterator<Item = usize>) -> Self {
        Self::Numbers(values.into_iter().map(|value| value as f64).collect(), 0)
    }
}

impl Row {
    /// A value of both.
    pub(crate) fn new(what: impl Into<String>, published: Figure, ours: Figure) -> Self {
        Self { what: what.into(), published, ours, ..Self::default() }
    }

    /// A published value without one of ours.
    pub(crate) fn missing(what: impl Into<String>, published: Figure, reason: &'static str) -> Self {
        Self { what: what.into(), published, remark: reason, ..Self::default() }
    }

    /// With a remark.
    pub(crate) fn with(mut self, remark: &'static str) -> Self {
        self.remark = remark;
        self
    }

    /// With a value in the second column of ours.
    pub(crate) fn and(mut self, also: Figure) -> Self {
        self.also = also;
        self
    }
}
