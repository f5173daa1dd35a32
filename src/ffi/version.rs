//! The gate between header and library.

use super::error::fail;
use super::guard::guard;
use super::status::*;
use core::ffi::c_char;

/// Changes with every incompatible change.
pub const ANT_VERSION_MAJOR: u32 = 0;
/// Changes with every addition.
pub const ANT_VERSION_MINOR: u32 = 1;
/// Changes with every correction.
pub const ANT_VERSION_PATCH: u32 = 0;
/// Version of this header in one number: major (8 bits), minor (8 bits), patch (16 bits).
pub const ANT_VERSION: u32 = (ANT_VERSION_MAJOR << 24) | (ANT_VERSION_MINOR << 16) | ANT_VERSION_PATCH;
/// Version of the binary interface: struct layouts, numbers and calling rules. Appending to them does not change it.
pub const ANT_ABI_VERSION: u32 = 1;

/// Version of the library that is loaded, built like ANT_VERSION. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn ant_version() -> u32 {
    ANT_VERSION
}

/// Version of the binary interface of the library that is loaded. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn ant_abi_version() -> u32 {
    ANT_ABI_VERSION
}

/// Version of the library that is loaded as a static text such as "0.1.0". Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn ant_version_string() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Says whether a program compiled with one header may use this library; call it first, as
/// `ant_check_version(ANT_VERSION, ANT_ABI_VERSION)`. ANT_ERROR_VERSION when the interface or the major version differs or the
/// program's minor version is newer than the library's; the message names both. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn ant_check_version(header_version: u32, header_abi_version: u32) -> AntStatus {
    guard("ant_check_version", move || {
        let (major, minor) = (header_version >> 24, header_version >> 16 & 0xff);
        if header_abi_version == ANT_ABI_VERSION && major == ANT_VERSION_MAJOR && minor <= ANT_VERSION_MINOR {
            return Ok(ANT_OK);
        }
        Err(fail!(
            ANT_ERROR_VERSION,
            "the header is version {major}.{minor}.{} (ABI {header_abi_version}), the library is version {} (ABI {ANT_ABI_VERSION}); \
             the library must have the same ABI and major version and at least the header's minor version",
            header_version & 0xffff,
            env!("CARGO_PKG_VERSION"),
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_macros_say_what_the_manifest_says() {
        let text = std::format!("{ANT_VERSION_MAJOR}.{ANT_VERSION_MINOR}.{ANT_VERSION_PATCH}");
        assert_eq!(text, env!("CARGO_PKG_VERSION"));
        assert_eq!(ant_version(), (ANT_VERSION_MAJOR << 24) + (ANT_VERSION_MINOR << 16) + ANT_VERSION_PATCH);
    }

    #[test]
    fn the_gate_lets_through_what_fits() {
        assert_eq!(ant_check_version(ANT_VERSION, ANT_ABI_VERSION), ANT_OK);
        assert_eq!(ant_check_version(ANT_VERSION + 7, ANT_ABI_VERSION), ANT_OK, "another patch");
        for (version, abi) in [
            (ANT_VERSION + (1 << 24), ANT_ABI_VERSION),
            (ANT_VERSION + (1 << 16), ANT_ABI_VERSION),
            (ANT_VERSION, ANT_ABI_VERSION + 1),
        ] {
            assert_eq!(ant_check_version(version, abi), ANT_ERROR_VERSION);
        }
    }
}
