//! The subcommands, one file each.
pub(crate) mod demo;
pub(crate) mod eval;
pub(crate) mod paper;
pub(crate) mod train;
pub(crate) mod tune;
