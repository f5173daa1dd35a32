//! The built program, run as users run it.
#[cfg(unix)]
mod interrupted;
mod json_document;
mod names;
mod recounted;
mod refused_input;
mod results;
#[path = "../support/mod.rs"]
mod support;
