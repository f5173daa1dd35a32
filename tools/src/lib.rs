//! What the `antreckon` program is made of, usable by itself: recorded matches ([`trace`]), the yardstick for prediction models ([`eval`]), what is drawn over a network
//! ([`drawn`]) and
//! the way results are written ([`output`]).
pub mod drawn;
pub mod eval;
pub mod output;
pub mod trace;
