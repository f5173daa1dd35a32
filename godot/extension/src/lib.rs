//! antreckon as a Godot 4 extension.
//!
//! [`plain`] holds the classes for programmers, one per object of the library; [`nodes`] what designers put into scenes;
//! [`resources`] the parameters both take. What a game sees of them is what their documentation comments say: Godot shows
//! them in its help.

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
