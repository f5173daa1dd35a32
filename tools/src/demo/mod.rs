//! The demo: a recorded match, predicted through the C ABI of the built library.

mod models;
mod picture;
mod recording;
mod score;
