//! The subcommands, one file each.
pub(crate) mod demo;
pub(crate) mod eval;
pub(crate) mod import;
pub(crate) mod inspect;
pub(crate) mod learn;
pub(crate) mod merge;
pub(crate) mod paper;
pub(crate) mod results;
pub(crate) mod train;
pub(crate) mod tune;
