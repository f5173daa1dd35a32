//! The subcommands, one file each.
pub(crate) mod demo;
pub(crate) mod eval;
pub(crate) mod results;
pub(crate) mod train;
