//! What the `antreckon` program is made of, usable by itself: recorded matches ([`trace`]), the yardstick for prediction models ([`eval`]) and the
//! page about what it measured ([`report`]).
pub mod eval;
pub mod report;
pub mod trace;
