//! The built library, loaded at run time and called through its C ABI only.

use antreckon::ffi::error::*;
use antreckon::ffi::level_input::*;
use antreckon::ffi::map::*;
use antreckon::ffi::map_source::*;
use antreckon::ffi::map_step::*;
use antreckon::ffi::status::*;
use antreckon::ffi::stream::*;
use antreckon::ffi::version::*;
use antreckon::ffi::world::*;
use antreckon::ffi::world_edit::*;
use libloading::Library;
use std::ffi::{CStr, c_char, c_void};
use std::path::Path;

/// Declares the table of functions: names and signatures as in the header. That they are those of the header is checked
/// by the compiler against the Rust functions that the header is made from.
macro_rules! functions {
    ($($name:ident: fn($($argument:ty),*) -> $result:ty;)*) => {
        /// The library's functions.
        pub(crate) struct Plugin {
            $(pub(crate) $name: unsafe extern "C" fn($($argument),*) -> $result,)*
            /// Keeps the functions where they are.
            _library: Library,
        }

        impl Plugin {
            fn look_up(library: Library) -> Result<Self, libloading::Error> {
                Ok(Self {
                    $($name: {
                        let _same_signature: unsafe extern "C" fn($($argument),*) -> $result = $name;
                        // SAFETY: the signature is that of the exported function of this name (checked above), and the
                        // version gate makes sure that the library was built from a compatible header.
                        unsafe { *library.get(concat!(stringify!($name), "\0"))? }
                    },)*
                    _library: library,
                })
            }
        }
    };
}

functions! {
    ant_check_version: fn(u32, u32) -> AntStatus;
    ant_version_string: fn() -> *const c_char;
    ant_last_error: fn(*mut c_char, u32, *mut u32) -> AntStatus;
    ant_status_name: fn(AntStatus) -> *const c_char;
    ant_world_desc_init: fn(*mut AntWorldDesc, u32) -> AntStatus;
    ant_grid_desc_init: fn(*mut AntGridDesc, u32) -> AntStatus;
    ant_world_create_grid: fn(*const AntWorldDesc, *const AntGridDesc, *mut AntWorld) -> AntStatus;
    ant_world_destroy: fn(AntWorld) -> AntStatus;
    ant_layer_desc_init: fn(*mut AntLayerDesc, u32) -> AntStatus;
    ant_map_desc_init: fn(*mut AntMapDesc, u32) -> AntStatus;
    ant_map_create: fn(AntWorld, *const AntMapDesc, *mut AntPheromoneMap) -> AntStatus;
    ant_map_destroy: fn(AntPheromoneMap) -> AntStatus;
}
