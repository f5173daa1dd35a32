//! Attractiveness helpers: what an entity is worth to a player (section "attractiveness" of S1).
