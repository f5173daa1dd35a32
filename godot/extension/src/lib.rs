//! antreckon as a Godot 4 extension.
//!
//! `plain` holds the classes for programmers, one per object of the library; `nodes` what designers put into scenes;
//! `resources` the parameters both take. What a game sees of them is what their documentation comments say: Godot shows
//! them in its help, so they are in its markup.
#![allow(rustdoc::broken_intra_doc_links, reason = "in Godot's help a word in brackets is a tag or names a class")]

mod clock;
mod convert;
mod files;
mod level;
mod level_ghosts;
mod nodes;
mod plain;
mod resources;
mod workers;

use godot::prelude::*;

struct Antreckon;

// SAFETY: the entry point does nothing but what godot-rust does by default.
#[gdextension]
unsafe impl ExtensionLibrary for Antreckon {}
