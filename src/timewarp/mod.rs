//! Timewarp: events in the order in which they happened, whatever the order in which they arrived.
//!
//! Every peer sends its events with synchronised time stamps to all others. Each of them keeps the events in order, and when
//! a late one arrives rolls the game state back and executes again from there, so that all agree and a dead man does not
//! shoot (survey, section 3.1). [`Timewarp`] is the bookkeeping of that: the log, the snapshots of the host's state, what to
//! restore and to execute again, and what became different. The host's state itself is opaque.
//!
//! The order is total and depends on the events alone: time, source, sequence, hash of the content, content. So the final
//! state does not depend on arrival, as long as every event arrives within the window.
//!
//! Two ways to drive it: [`Timewarp::run`] with the three functions of a [`Host`], or [`Timewarp::plan`] and
//! [`Timewarp::complete`], where the log only says what to do.

mod event;
mod log;
mod params;
mod plan;
mod report;
mod run;
mod snapshot;
mod snapshots;
mod store;

pub use event::{Event, EventId, MAX_OUTCOME, Outcome, Verdict};
pub use log::{LoggedEvent, Timewarp};
pub use params::{OverCost, TimewarpParams, WhenFull};
pub use plan::Plan;
pub use report::{Change, ChangeKind, Counters, RunReport, Stop, StopKind};
pub use run::{Host, HostFailure};
