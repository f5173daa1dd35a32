//! The `antreckon` command-line program.

mod demo;
mod draw;

fn main() {}
