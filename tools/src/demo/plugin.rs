//! The built library, loaded at run time and called through its C ABI only. All `unsafe` of the program is here.

use antreckon::ffi::error::ant_last_error;
use antreckon::ffi::init::*;
use antreckon::ffi::learned::*;
use antreckon::ffi::level_input::AntGridDesc;
use antreckon::ffi::life::*;
use antreckon::ffi::map::*;
use antreckon::ffi::map_avatar::*;
use antreckon::ffi::map_query::*;
use antreckon::ffi::map_source::*;
use antreckon::ffi::map_step::*;
use antreckon::ffi::observe::*;
use antreckon::ffi::predict::*;
use antreckon::ffi::predictor::*;
use antreckon::ffi::profile::*;
use antreckon::ffi::status::*;
use antreckon::ffi::stream::AntStream;
use antreckon::ffi::version::*;
use antreckon::ffi::world::*;
use antreckon::ffi::world_query::*;
use libloading::Library;
use std::ffi::{CStr, c_char, c_void};
use std::mem::MaybeUninit;
use std::path::Path;

/// Declares the table of functions, with names and signatures as in the header. The compiler compares them with the Rust
/// functions that the header is made from.
macro_rules! functions {
    ($($name:ident: fn($($argument:ty),*) -> $result:ty;)*) => {
        /// The library's functions.
        struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) -> $result,)*
            /// Keeps the functions where they are.
            _library: Library,
        }

        impl Functions {
            fn look_up(library: Library) -> Result<Self, libloading::Error> {
                Ok(Self {
                    $($name: {
                        let _same_signature: unsafe extern "C" fn($($argument),*) -> $result = $name;
                        // SAFETY: the symbol of this name has this signature: it is the header's, which the version gate
                        // checks before anything else is called.
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
    ant_init: fn(AntStruct, *mut c_void, u32) -> AntStatus;
    ant_world_create_grid: fn(*const AntWorldDesc, *const AntGridDesc, *mut AntWorld) -> AntStatus;
    ant_world_locate: fn(AntWorld, *const f64, f64, *mut AntLocation) -> AntStatus;
    ant_destroy: fn(AntHandle) -> AntStatus;
    ant_map_create: fn(AntWorld, *const AntMapDesc, *mut AntPheromoneMap) -> AntStatus;
    ant_map_add_source: fn(AntPheromoneMap, u64, *const AntSourceDesc) -> AntStatus;
    ant_map_set_source_active: fn(AntPheromoneMap, u64, u32) -> AntStatus;
    ant_map_add_avatar: fn(AntPheromoneMap, u64, f32, *mut u32) -> AntStatus;
    ant_map_move_avatar: fn(AntPheromoneMap, u64, *const f64) -> AntStatus;
    ant_map_step_to: fn(AntPheromoneMap, i64, *mut AntStepReport) -> AntStatus;
    ant_map_sample_batch: fn(AntPheromoneMap, *const AntSampleBatch) -> AntStatus;
    ant_predictor_create: fn(*const AntPredictorDesc, *mut AntPredictor) -> AntStatus;
    ant_predictor_add_entity: fn(AntPredictor, *const AntProfile, *mut AntEntity) -> AntStatus;
    ant_predictor_set_profile: fn(AntPredictor, AntEntity, *const AntProfile) -> AntStatus;
    ant_predictor_load_weights: fn(AntPredictor, *const c_void, u64) -> AntStatus;
    ant_predictor_adapt: fn(AntPredictor, u32, *mut u32) -> AntStatus;
    ant_predictor_observe: fn(AntPredictor, AntEntity, *const AntObservation) -> AntStatus;
    ant_predictor_predict_batch: fn(AntPredictor, *const AntPredictBatch) -> AntStatus;
}

/// The loaded library. Every call that fails becomes an error with the library's own message.
pub(crate) struct Plugin {
    functions: Functions,
}

/// A struct with its defaults, by the library.
macro_rules! initialised {
    ($plugin:expr, $kind:ident, $type:ty) => {{
        let mut desc = MaybeUninit::<$type>::uninit();
        // SAFETY: the function fills `struct_size` bytes at the pointer; on success every field has its default.
        unsafe {
            let status = ($plugin.functions.ant_init)($kind, desc.as_mut_ptr().cast(), size_of::<$type>() as u32);
            $plugin.check(status, stringify!($kind))?;
            desc.assume_init()
        }
    }};
}

/// A call that returns a status. The arguments are values, references to initialised structs, or null where the header
/// allows it; streams and pointers in structs refer to arrays that outlive the call. Remarks (positive) pass.
macro_rules! call {
    ($plugin:expr, $name:ident($($argument:expr),* $(,)?)) => {{
        // SAFETY: as this macro's documentation says, which every use keeps.
        let status = unsafe { ($plugin.functions.$name)($($argument),*) };
        $plugin.check(status, stringify!($name))
    }};
}

impl Plugin {
    /// Loads a library and makes sure that it fits.
    pub(crate) fn load(path: &Path) -> Result<Self, String> {
        let wrong = |error: libloading::Error| format!("{}: {error}", path.display());
        // SAFETY: loading runs the library's initialisers; it is the one the user named.
        let library = unsafe { Library::new(path) }.map_err(wrong)?;
        let plugin = Self { functions: Functions::look_up(library).map_err(wrong)? };
        call!(plugin, ant_check_version(ANT_VERSION, ANT_ABI_VERSION))?;
        Ok(plugin)
    }

    /// The library's version.
    pub(crate) fn version(&self) -> String {
        // SAFETY: the function returns a static text.
        unsafe { text((self.functions.ant_version_string)()) }
    }

    fn check(&self, status: AntStatus, function: &str) -> Result<(), String> {
        if status >= 0 {
            return Ok(());
        }
        let mut message: [c_char; 512] = [0; 512];
        // SAFETY: the buffer has the length given; a status name is a static text; the message ends with a zero byte.
        unsafe {
            (self.functions.ant_last_error)(message.as_mut_ptr(), message.len() as u32, std::ptr::null_mut());
            let name = text((self.functions.ant_status_name)(status));
            Err(format!("{function}: {name}: {}", text(message.as_ptr())))
        }
    }

    pub(super) fn world_desc(&self) -> Result<AntWorldDesc, String> {
        Ok(initialised!(self, ANT_STRUCT_WORLD_DESC, AntWorldDesc))
    }

    pub(super) fn grid_desc(&self) -> Result<AntGridDesc, String> {
        Ok(initialised!(self, ANT_STRUCT_GRID_DESC, AntGridDesc))
    }

    pub(super) fn layer_desc(&self) -> Result<AntLayerDesc, String> {
        Ok(initialised!(self, ANT_STRUCT_LAYER_DESC, AntLayerDesc))
    }

    pub(super) fn map_desc(&self) -> Result<AntMapDesc, String> {
        Ok(initialised!(self, ANT_STRUCT_MAP_DESC, AntMapDesc))
    }

    pub(super) fn source_desc(&self) -> Result<AntSourceDesc, String> {
        Ok(initialised!(self, ANT_STRUCT_SOURCE_DESC, AntSourceDesc))
    }

    pub(super) fn reader(&self) -> Result<AntReader, String> {
        Ok(initialised!(self, ANT_STRUCT_READER, AntReader))
    }

    pub(super) fn predictor_desc(&self) -> Result<AntPredictorDesc, String> {
        Ok(initialised!(self, ANT_STRUCT_PREDICTOR_DESC, AntPredictorDesc))
    }

    pub(super) fn profile(&self) -> Result<AntProfile, String> {
        Ok(initialised!(self, ANT_STRUCT_PROFILE, AntProfile))
    }

    pub(super) fn observation(&self) -> Result<AntObservation, String> {
        Ok(initialised!(self, ANT_STRUCT_OBSERVATION, AntObservation))
    }

    pub(super) fn predict_batch(&self) -> Result<AntPredictBatch, String> {
        Ok(initialised!(self, ANT_STRUCT_PREDICT_BATCH, AntPredictBatch))
    }

    pub(super) fn create_grid_world(&self, desc: &AntWorldDesc, grid: &AntGridDesc) -> Result<AntWorld, String> {
        let mut world = AntWorld { id: 0 };
        call!(self, ant_world_create_grid(desc, grid, &mut world))?;
        Ok(world)
    }

    /// The nearest walkable point within a distance in units; 0 = the floor under the point.
    pub(super) fn locate(&self, world: AntWorld, point: &[f64; 3], distance: f64) -> Result<[f64; 3], String> {
        let mut location = initialised!(self, ANT_STRUCT_LOCATION, AntLocation);
        call!(self, ant_world_locate(world, point.as_ptr(), distance, &mut location))?;
        Ok(location.point)
    }

    pub(super) fn create_map(&self, world: AntWorld, desc: &AntMapDesc) -> Result<AntPheromoneMap, String> {
        let mut map = AntPheromoneMap { id: 0 };
        call!(self, ant_map_create(world, desc, &mut map))?;
        Ok(map)
    }

    pub(super) fn create_predictor(&self, desc: &AntPredictorDesc) -> Result<AntPredictor, String> {
        let mut predictor = AntPredictor { id: 0 };
        call!(self, ant_predictor_create(desc, &mut predictor))?;
        Ok(predictor)
    }

    pub(super) fn add_source(&self, map: AntPheromoneMap, id: u64, source: &AntSourceDesc) -> Result<(), String> {
        call!(self, ant_map_add_source(map, id, source))
    }

    pub(super) fn set_source_active(&self, map: AntPheromoneMap, id: u64, active: bool) -> Result<(), String> {
        call!(self, ant_map_set_source_active(map, id, active.into()))
    }

    pub(super) fn add_avatar(&self, map: AntPheromoneMap, id: u64, emission: f32) -> Result<(), String> {
        call!(self, ant_map_add_avatar(map, id, emission, std::ptr::null_mut()))
    }

    pub(super) fn move_avatar(&self, map: AntPheromoneMap, id: u64, position: &[f64; 3]) -> Result<(), String> {
        call!(self, ant_map_move_avatar(map, id, position.as_ptr()))
    }

    pub(super) fn step_to(&self, map: AntPheromoneMap, time: i64) -> Result<(), String> {
        call!(self, ant_map_step_to(map, time, std::ptr::null_mut()))
    }

    /// What a reader reads at places; 0 where there is no cell.
    pub(super) fn sample_at(
        &self,
        map: AntPheromoneMap,
        reader: &AntReader,
        places: &mut [[f64; 3]],
    ) -> Result<Vec<f32>, String> {
        let mut batch = initialised!(self, ANT_STRUCT_SAMPLE_BATCH, AntSampleBatch);
        let (mut values, mut statuses) = (vec![0f32; places.len()], vec![0i32; places.len()]);
        batch.count = places.len() as u32;
        batch.reader = reader;
        batch.positions = vectors(places);
        batch.values = stream(&mut values, antreckon::ffi::stream::ANT_F32);
        batch.status = stream(&mut statuses, antreckon::ffi::stream::ANT_I32);
        call!(self, ant_map_sample_batch(map, &batch))?;
        Ok(values)
    }

    pub(super) fn add_entity(&self, predictor: AntPredictor, profile: &AntProfile) -> Result<AntEntity, String> {
        let mut entity = AntEntity { id: 0 };
        call!(self, ant_predictor_add_entity(predictor, profile, &mut entity))?;
        Ok(entity)
    }

    pub(super) fn set_profile(
        &self,
        predictor: AntPredictor,
        entity: AntEntity,
        to: &AntProfile,
    ) -> Result<(), String> {
        call!(self, ant_predictor_set_profile(predictor, entity, to))
    }

    pub(super) fn observe(
        &self,
        predictor: AntPredictor,
        entity: AntEntity,
        seen: &AntObservation,
    ) -> Result<(), String> {
        call!(self, ant_predictor_observe(predictor, entity, seen))
    }

    /// Replaces the weights of the learned models.
    pub(super) fn load_weights(&self, predictor: AntPredictor, bytes: &[u8]) -> Result<(), String> {
        call!(self, ant_predictor_load_weights(predictor, bytes.as_ptr().cast(), bytes.len() as u64))
    }

    /// Lets the learned models learn from what was observed.
    pub(super) fn adapt(&self, predictor: AntPredictor, samples: u32) -> Result<(), String> {
        call!(self, ant_predictor_adapt(predictor, samples, std::ptr::null_mut()))
    }

    /// Where entities are at a time.
    pub(super) fn predict(
        &self,
        predictor: AntPredictor,
        time: i64,
        entities: &mut [AntEntity],
        positions: &mut [[f64; 3]],
    ) -> Result<(), String> {
        assert_eq!(entities.len(), positions.len());
        let mut batch = self.predict_batch()?;
        batch.count = entities.len() as u32;
        batch.time = time;
        batch.entities = stream(entities, antreckon::ffi::stream::ANT_U64);
        batch.positions = vectors(positions);
        call!(self, ant_predictor_predict_batch(predictor, &batch))
    }

    /// Ends everything, in any order: what is still needed stays alive inside.
    pub(super) fn destroy(
        &self,
        world: AntWorld,
        map: AntPheromoneMap,
        predictors: &[AntPredictor],
    ) -> Result<(), String> {
        call!(self, ant_destroy(world.id))?;
        call!(self, ant_destroy(map.id))?;
        for predictor in predictors {
            call!(self, ant_destroy(predictor.id))?;
        }
        Ok(())
    }
}

/// An array as the library takes it.
pub(super) fn stream<T>(array: &mut [T], format: u32) -> AntStream {
    let byte_len = size_of_val(array) as u64;
    AntStream { data: array.as_mut_ptr().cast::<c_void>(), byte_len, stride: 0, format }
}

/// Positions as the library takes them.
fn vectors(array: &mut [[f64; 3]]) -> AntStream {
    stream(array, antreckon::ffi::stream::ANT_F64X3)
}

/// # Safety
/// `pointer` is a text that ends with a zero byte.
unsafe fn text(pointer: *const c_char) -> String {
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}
