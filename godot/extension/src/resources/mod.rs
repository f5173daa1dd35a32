//! Parameters, as resources that can be saved and shared.

mod convergence;
mod layer;
mod profile;
mod send_rules;

pub(crate) use convergence::AntConvergence;
pub(crate) use layer::AntLayer;
pub(crate) use profile::{AntProfile, Needs, profile_of};
pub(crate) use send_rules::AntSendRules;
