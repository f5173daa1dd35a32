//! The parts of the test suite.

mod bad_input;
mod c_tests;
mod csharp;
mod examples;
mod fuzz;
mod godot;
mod godot_match;
mod godot_project;
mod godot_proxy;
mod godot_table;
mod godot_walk;
mod header;
mod package;
mod package_customers;
mod package_match;
mod report;
mod roslyn;
mod rust;
mod symbols;
mod threads;
mod unity;
mod unity_acting;
mod unreal;

pub(crate) use csharp::bench as bench_csharp;
pub(crate) use symbols::functions_of_the_header;

use crate::report::Tally;
use crate::shell::{Log, Workspace};
use crate::toolchain::Toolchain;

/// What every part may use.
pub(crate) struct Context<'a> {
    pub(crate) workspace: &'a Workspace,
    pub(crate) toolchain: Toolchain<'a>,
}

/// One named part of the suite.
pub(crate) struct Part {
    /// For `--only` and the log's file name.
    pub(crate) name: &'static str,
    /// What it checks.
    pub(crate) title: &'static str,
    /// Also part of `--quick`.
    pub(crate) quick: bool,
    /// Runs it.
    pub(crate) run: fn(&Context<'_>, &mut Log) -> Tally,
}

/// Parts that build for all platforms, a quarter of an hour and more: they run when they are asked for by name, and before every release.
pub(crate) const ON_REQUEST: &[&str] = &["package"];

/// All parts in the order in which they run: cheap ones first.
pub(crate) const ALL: &[Part] = &[
    Part { name: "rustfmt", title: "source is formatted", quick: false, run: rust::rustfmt },
    Part { name: "clippy", title: "no warnings, every feature set", quick: false, run: rust::clippy },
    Part { name: "rustdoc", title: "documentation builds without warnings", quick: false, run: rust::rustdoc },
    Part { name: "no_std", title: "core builds without std", quick: false, run: rust::no_std },
    Part { name: "rust", title: "Rust tests", quick: true, run: rust::tests },
    Part { name: "hostile", title: "10 million random byte strings decode", quick: false, run: rust::hostile },
    Part { name: "fuzz", title: "every decoder, coverage-guided, a fixed short run", quick: false, run: fuzz::run },
    Part { name: "report", title: "HTML report in a headless browser", quick: false, run: report::run },
    Part { name: "header", title: "header alone, C99 C11 C++17 C++20, gcc and clang", quick: false, run: header::run },
    Part {
        name: "symbols",
        title: "exports of the library = functions of the header",
        quick: false,
        run: symbols::run,
    },
    Part { name: "c", title: "C tests as C99, shared library", quick: true, run: c_tests::plain },
    Part {
        name: "c-variants",
        title: "C tests as C99 and C++17, gcc and clang, static",
        quick: false,
        run: c_tests::variants,
    },
    Part {
        name: "c-release",
        title: "C tests against optimised code, same golden hashes",
        quick: false,
        run: c_tests::optimised,
    },
    Part { name: "cpp", title: "C++ layer, g++ and clang++", quick: false, run: c_tests::cpp },
    Part { name: "csharp", title: "C# layer on Mono: layout, NUnit, recorded match", quick: false, run: csharp::run },
    Part {
        name: "unity",
        title: "Unity package: layout, compiled against and run on a stub",
        quick: false,
        run: unity::run,
    },
    Part {
        name: "unreal",
        title: "Unreal plugin: layout, rules, against a stub; real Detour",
        quick: false,
        run: unreal::run,
    },
    Part { name: "examples", title: "examples compile and run", quick: false, run: examples::run },
    Part {
        name: "sanitizers",
        title: "C tests with address and undefined-behaviour checks",
        quick: false,
        run: c_tests::sanitizers,
    },
    Part {
        name: "threads",
        title: "C tests with threads and the library under ThreadSanitizer",
        quick: false,
        run: threads::run,
    },
    Part { name: "godot", title: "Godot addon in the real engine", quick: false, run: godot::run },
    Part {
        name: "godot-match",
        title: "Godot over a bad network: the addon beside other ways to draw",
        quick: false,
        run: godot::matches,
    },
    Part { name: "valgrind", title: "C tests under valgrind, all leaks", quick: false, run: c_tests::valgrind },
    Part {
        name: "package",
        title: "zips for all platforms, used as customers do; six equal hashes",
        quick: false,
        run: package::run,
    },
];
