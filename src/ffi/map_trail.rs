//! Directed trails of a map.
