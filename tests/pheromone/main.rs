//! Pheromone maps on whole levels, against the paper's numbers and plain implementations of its equations.

mod attraction;
mod avatars;
mod fading;
mod hostile;
mod level;
mod reference;
mod snapshots;
mod spreading;
mod statics;
mod stepping;
mod triangulations;
