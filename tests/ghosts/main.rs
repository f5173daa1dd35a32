//! The front door as a game uses it: packets and states in, what is drawn out, against what is true.

mod even;
mod stage;
