//! What the `antreckon` program is made of, usable by itself: recorded matches ([`trace`]) and the yardstick for prediction models ([`eval`]).
pub mod eval;
pub mod trace;
