//! Timewarp: the order of events, its limits, what it reports, its state.
#![allow(missing_docs)]

mod bytes;
mod duel;
mod hosts;
mod limits;
mod order;
mod pull;
mod report;
