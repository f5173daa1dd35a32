//! Strategy models (S5): long-term routes learned from earlier trials.
//!
//! The points where plain dead reckoning of a trial breaks its threshold (`recorder`) are simplified (`simplify`) to a route ([`Route`]); trials
//! that took the same way are one route (`cluster`). A route gives parallel strategies, each a polygon as wide as the threshold on both sides
//! (`polygon`, `lane`). Whoever is inside follows it until an update is due (`progress`): it moves along the strategy at the speed last told,
//! both ways, beside the centre line as far as it was, and straight on behind its end. A sender that must never send more than dead reckoning
//! (but two) keeps books ([`Ledger`]).
//!
//! Strategies are shared by all entities of a predictor (`library`) and found by place (`index`).

mod cluster;
mod index;
mod lane;
mod ledger;
mod library;
mod merge;
mod offset;
mod params;
mod polygon;
mod predictor;
mod progress;
mod recorder;
mod route;
mod simplify;

pub use ledger::{Ledger, SPARE_UPDATES, StrategyUpdate, Truth, Watched};
pub use library::{MAX_ROUTES, MAX_SEGMENTS, MAX_TRIALS};
pub use params::{MAX_PARALLELS, Mode, StrategyParams};
pub use predictor::{Following, StrategyInfo, Trial};
pub use progress::Follow;
pub use route::{MAX_POINTS, Route};

pub(super) use library::Library;
pub(super) use progress::{Progress, motion};
