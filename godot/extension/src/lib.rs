//! antreckon as a Godot 4 extension.
//!
//! `plain` holds the classes for programmers, one per object of the library; `nodes` what designers put into scenes;
//! `resources` the parameters both take. What a game sees of them is what their documentation comments say: Godot shows
//! them in its help.

// Documentation comments are written in the markup of Godot's help, where [AntWorld3D] and [code] are tags of its own.
#![allow(rustdoc::broken_intra_doc_links)]

mod clock;
mod convert;
mod crowd;
mod level;
mod nodes;
mod plain;
mod resources;
mod workers;

use godot::prelude::*;

struct Antreckon;

// SAFETY: the entry point does nothing but what godot-rust does by default.
#[gdextension]
unsafe impl ExtensionLibrary for Antreckon {}
