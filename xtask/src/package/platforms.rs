//! The platforms that libraries are made for, and what each of them calls things.

/// How a platform's libraries are linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Linker {
    /// By zig, which brings along stubs of old C libraries; the C library's version.
    Zig(&'static str),
    /// By the MinGW of the machine.
    Mingw,
    /// By the linker of LLVM that the compiler brings along, with zig's list of what the system's library has.
    Lld,
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
    /// Flags of the compiler.
    pub(crate) flags: &'static str,
    /// Libraries of the system that it may need.
    pub(crate) needs: &'static [&'static str],
    /// Folder below the Godot addon's `bin`, and the addon's library there.
    pub(crate) godot: Option<(&'static str, &'static str)>,
}

/// Some kernels have pages of 16 KB.
const LARGE_PAGES: &str = "-Clink-arg=-Wl,-z,max-page-size=16384";

/// The compiler calls LLVM's linker itself: neither a compiler for C nor Apple's tools are needed.
const LLD_OF_MACOS: &str = "-Zunstable-options -Clinker-flavor=darwin-lld";

/// The C library of the oldest Linux that is served: that of CentOS 7, 2012.
pub(crate) const GLIBC: &str = "2.17";

/// Everything that is built.
pub(crate) const ALL: [Platform; 5] = [
    Platform {
        name: "linux-x64",
        target: "x86_64-unknown-linux-gnu",
        linker: Linker::Zig(GLIBC),
        format: Format::Elf,
        libraries: &["libantreckon.so", "libantreckon.a"],
        flags: LARGE_PAGES,
        needs: &["libc.so.6", "libpthread.so.0", "libdl.so.2", "libm.so.6", "ld-linux-x86-64.so.2"],
        godot: Some(("linux.x86_64", "libantreckon_godot.so")),
    },
    Platform {
        name: "windows-x64",
        target: "x86_64-pc-windows-gnu",
        linker: Linker::Mingw,
        format: Format::Pe,
        libraries: &["antreckon.dll", "libantreckon.dll.a"],
        flags: "",
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
        linker: Linker::Zig(GLIBC),
        format: Format::Elf,
        libraries: &["libantreckon.so", "libantreckon.a"],
        flags: LARGE_PAGES,
        needs: &["libc.so.6", "libpthread.so.0", "libdl.so.2", "libm.so.6", "ld-linux-aarch64.so.1"],
        godot: Some(("linux.arm64", "libantreckon_godot.so")),
    },
    Platform {
        name: "macos-arm64",
        target: "aarch64-apple-darwin",
        linker: Linker::Lld,
        format: Format::MachO,
        libraries: &["libantreckon.dylib"],
        flags: LLD_OF_MACOS,
        needs: &["/usr/lib/libSystem.B.dylib"],
        godot: Some(("macos", "libantreckon_godot.dylib")),
    },
    Platform {
        name: "wasm32-emscripten",
        target: "wasm32-unknown-emscripten",
        linker: Linker::None,
        format: Format::Wasm,
        libraries: &["libantreckon.a"],
        flags: "",
        needs: &[],
        godot: None,
    },
];

/// Targets for which the library is only checked by the compiler: their linkers need kits that are not free to be had.
pub(crate) const CHECKED: [(&str, &str); 2] =
    [("android-arm64", "aarch64-linux-android"), ("ios-arm64", "aarch64-apple-ios")];

impl Platform {
    /// What the compiler is asked for to make the libraries.
    pub(crate) fn crate_types(&self) -> &'static str {
        match (self.shared(), self.libraries.contains(&"libantreckon.a")) {
            (Some(_), true) => "cdylib,staticlib",
            (Some(_), false) => "cdylib",
            (None, _) => "staticlib",
        }
    }

    /// What the linker is told of one shared library, beyond the flags of all.
    pub(crate) fn linker_options(&self, file: &str) -> Vec<String> {
        let options = match self.format {
            // Whoever is linked with it asks for this name, not for the place where it lay then.
            Format::Elf => vec![format!("-Wl,-soname,{file}")],
            // The same; and a system library that nothing is used of is not asked for.
            Format::MachO => vec!["-install_name".into(), format!("@rpath/{file}"), "-dead_strip_dylibs".into()],
            Format::Pe | Format::Wasm => Vec::new(),
        };
        options.iter().map(|option| format!("-Clink-arg={option}")).collect()
    }

    /// The shared library's file name, if it has one.
    pub(crate) fn shared(&self) -> Option<&'static str> {
        (self.format != Format::Wasm).then(|| self.libraries[0])
    }
}
