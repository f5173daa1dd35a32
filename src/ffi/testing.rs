//! Exports for tests alone (feature `testing`); not in the header, never in a shipped build.

use super::guard::guard;
use super::handle::{Kind, resolve};
use super::interactions::InteractionsObject;
use super::map::MapObject;
use super::need::NeedObject;
use super::predictor::PredictorObject;
use super::status::AntStatus;
use super::timewarp::TimewarpObject;
use super::world::WorldObject;

/// Panics while it holds an object of any kind: `write` not 0 as a mutating call, else as a const call.
#[unsafe(no_mangle)]
pub extern "C" fn ant_testing_panic(handle: u64, write: u32) -> AntStatus {
    guard("ant_testing_panic", move || {
        fn hold<K: Kind>(handle: u64, write: bool) {
            let Ok(object) = resolve::<K>(handle) else { return };
            if write {
                let _held = object.write();
                panic!("this panic was asked for");
            }
            let _held = object.read();
            panic!("this panic was asked for");
        }
        hold::<WorldObject>(handle, write != 0);
        hold::<MapObject>(handle, write != 0);
        hold::<PredictorObject>(handle, write != 0);
        hold::<NeedObject>(handle, write != 0);
        hold::<InteractionsObject>(handle, write != 0);
        hold::<TimewarpObject>(handle, write != 0);
        resolve::<WorldObject>(handle).map(|_| 0)
    })
}
