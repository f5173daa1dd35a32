//! What players see over a network: updates that are late, lost and scattered, received, predicted and drawn 60 times per second.
mod known;
mod link;
mod observer;
mod pairs;
mod parse;
mod peers;
mod post;
mod replay;
mod score;
mod screen;
mod truth;
mod walkers;
mod walls;

pub(crate) use link::{Arrival, arrivals};
pub use link::{Cell, UPDATES_PER_SECOND};
pub use observer::METHODS;
pub use pairs::{PairOutcome, Shown, Stage, Told};
pub use peers::Peer;
pub use replay::{Cast, Grid, Match, Seen, Setting};
pub use score::Outcome;
pub(crate) use screen::{Learned, Screen};
pub(crate) use truth::Truth;
pub use walkers::walkers;
