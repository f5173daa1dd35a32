//! The platforms that libraries are made for, and what each of them calls things.

/// How a platform's libraries are linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Linker {
    /// By zig, which brings along stubs of old C libraries; the C library's version, if one is to be chosen.
    Zig(Option<&'static str>),
    /// By the MinGW of the machine.
    Mingw,
    /// Not at all: only static libraries.
    None,
}

/// What a shared library is inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Elf,
    Pe,
    MachO,
    /// No shared library, a static one of this format.
    Wasm,
}

/// A platform with libraries in the packages.
#[derive(Debug)]
pub(crate) struct Platform {
    /// Folder in the packages, `<os>-<architecture>`.
    pub(crate) name: &'static str,
    /// What rustc calls it.
    pub(crate) target: &'static str,
    pub(crate) linker: Linker,
    pub(crate) format: Format,
    /// File names of what cargo makes that is shipped: the library itself first.
    pub(crate) libraries: &'static [&'static str],
    /// Libraries of the system that it may need.
    pub(crate) needs: &'static [&'static str],
    /// Folder below the Godot addon's `bin`, and the addon's library there.
    pub(crate) godot: Option<(&'static str, &'static str)>,
}

/// The C library of the oldest Linux that is served: that of CentOS 7, 2012.
pub(crate) const GLIBC: &str = "2.17";

/// Everything that is built.
pub(crate) const ALL: [Platform; 5] = [
    Platform {
        name: "linux-x64",
        target: "x86_64-unknown-linux-gnu",
        linker: Linker::Zig(Some(GLIBC)),
        format: Format::Elf,
        libraries: &["libantreckon.so", "libantreckon.a"],
        needs: &["libc.so.6", "libpthread.so.0", "libdl.so.2", "libm.so.6", "ld-linux-x86-64.so.2"],
        godot: Some(("linux.x86_64", "libantreckon_godot.so")),
    },
    Platform {
        name: "windows-x64",
        target: "x86_64-pc-windows-gnu",
        linker: Linker::Mingw,
        format: Format::Pe,
        libraries: &["antreckon.dll", "libantreckon.dll.a"],
        needs: &[
            "kernel32.dll",
            "ntdll.dll",
            "msvcrt.dll",
            "bcryptprimitives.dll",
            "userenv.dll",
            "ws2_32.dll",
            "api-ms-win-core-synch-l1-2-0.dll",
        ],
        godot: Some(("windows.x86_64", "antreckon_godot.dll")),
    },
    Platform {
        name: "linux-arm64",
        target: "aarch64-unknown-linux-gnu",
        linker: Linker::Zig(Some(GLIBC)),
        format: Format::Elf,
        libraries: &["libantreckon.so", "libantreckon.a"],
        needs: &["libc.so.6", "libpthread.so.0", "libdl.so.2", "libm.so.6", "ld-linux-aarch64.so.1"],
        godot: Some(("linux.arm64", "libantreckon_godot.so")),
    },
    Platform {
        name: "macos-arm64",
        target: "aarch64-apple-darwin",
        linker: Linker::Zig(None),
        format: Format::MachO,
        libraries: &["libantreckon.dylib"],
        needs: &["/usr/lib/libSystem.B.dylib"],
        godot: Some(("macos", "libantreckon_godot.dylib")),
    },
    Platform {
        name: "wasm32-emscripten",
        target: "wasm32-unknown-emscripten",
        linker: Linker::None,
        format: Format::Wasm,
        libraries: &["libantreckon.a"],
        needs: &[],
        godot: None,
    },
];

/// Targets for which the library is only checked by the compiler: their linkers need kits that are not free to be had.
pub(crate) const CHECKED: [(&str, &str); 2] =
    [("android-arm64", "aarch64-linux-android"), ("ios-arm64", "aarch64-apple-ios")];

impl Platform {
    /// The shared library's file name, if it has one.
    pub(crate) fn shared(&self) -> Option<&'static str> {
        (self.format != Format::Wasm).then(|| self.libraries[0])
    }
}
