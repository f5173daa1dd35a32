//! Exports for tests alone (feature `testing`); not in the header, never in a shipped build.

use super::guard::guard;
use super::handle::find;
use super::status::AntStatus;

/// Panics while it holds an object of any kind: `write` not 0 as a mutating call, else as a const call.
#[unsafe(no_mangle)]
pub extern "C" fn ant_testing_panic(handle: u64, write: u32) -> AntStatus {
    guard("ant_testing_panic", move || find(handle)?.panic_holding(write != 0))
}
