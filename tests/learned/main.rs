//! Learned models as a whole: symmetry, scale, causality, rates of updates, state, and what they must never do worse.
#![allow(missing_docs)]
mod accuracy;
mod bounds;
mod sources;
mod support;
mod symmetry;
