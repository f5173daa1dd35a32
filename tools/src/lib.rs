//! What the `antreckon` program is made of, usable by itself: recorded matches ([`trace`]), the yardstick for prediction models ([`eval`]) and
//! the way results are written ([`output`]).
pub mod eval;
pub mod import;
pub mod inspect;
pub mod learn;
pub mod output;
pub mod trace;
