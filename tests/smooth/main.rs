//! Convergence: continuity, frame rates, walls, never backwards, state.
#![allow(missing_docs)]

mod choice;
mod course;
mod curves;
mod rates;
mod states;
mod walls;
