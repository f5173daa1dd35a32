//! Attractiveness helpers: what an entity is worth to a player (the function f of S1's `λ ρ · f(entity, P)`).
//!
//! Items are worth their value times how likely a player in that state takes them ([`NeedModel`], learned from counts).
//! Other players are worth what happened between the two lately ([`Interactions`]), as pair weights for the avatars'
//! layers of a [`super::PheromoneMap`]. What each layer weighs to each player is learned from where players went
//! ([`Tastes`]).

mod interaction;
mod need;
mod pairs;
mod solve;
mod taste;

pub use interaction::{InteractionKind, InteractionRules, Interactions, KINDS};
pub use need::{NeedModel, need};
pub use taste::{MAX_TASTE_LAYERS, Sighting, TasteParams, Tastes};

/// Emission of an item per step: base emission λρ times the item's relative value times the probability that the player
/// takes it ([`NeedModel::probability`]).
pub fn item_emission(base: f32, value: f32, probability: f32) -> f32 {
    base * value * probability
}
