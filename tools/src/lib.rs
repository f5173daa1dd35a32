//! What the `antreckon` program is made of, usable by itself: recorded matches ([`trace`]) and how they are made ([`import`]), the yardstick
//! for prediction models ([`eval`]), what is drawn over a network ([`drawn`]), the page about what was measured ([`report`]), what is learned
//! from matches ([`learn`]), what is in a file ([`inspect`]) and the way results are written ([`output`]).
pub mod drawn;
pub mod eval;
pub mod import;
pub mod inspect;
pub mod learn;
pub mod output;
pub mod report;
pub mod trace;
