//! The front door as a game uses it: packets and states in, what is drawn out, against what is true.

mod bases;
mod calm;
mod clocks;
mod clockwork;
mod delta;
mod digests;
mod even;
mod frames;
mod game;
mod hitches;
mod joining;
mod mixed;
mod order;
mod players;
mod promise;
mod stage;
mod threshold;
mod verdicts;
mod warnings;
