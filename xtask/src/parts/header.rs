//! The header by itself: every standard and compiler, included twice, in two translation units.
//!
//! That it is fresh is a cargo test (`tests/header.rs`).

use super::Context;
use crate::report::Tally;
use crate::shell::Log;

const STRICT: &[&str] = &["-Wall", "-Wextra", "-Wpedantic", "-Werror"];

pub(super) fn run(context: &Context<'_>, log: &mut Log) -> Tally {
    let compilers = [
        ("gcc", "gcc", "c", &["c99", "c11"][..]),
        ("clang", "clang", "c", &["c99", "c11"]),
        ("g++", "g++", "cpp", &["c++17", "c++20"]),
        ("clang++", "clang", "cpp", &["c++17", "c++20"]),
    ];
    let mut tally = Tally::default();
    for (compiler, package, extension, standards) in compilers {
        for standard in standards {
            tally += match context.toolchain.has(log, compiler, package) {
                true => Tally::one(compiles(context, log, compiler, standard, extension)),
                false => Tally::missing(compiler),
            };
        }
    }
    tally
}

fn compiles(context: &Context<'_>, log: &mut Log, compiler: &str, standard: &str, extension: &str) -> bool {
    let folder = context.workspace.scratch().join("header");
    let unit = |name: &str| folder.join(format!("{name}.{extension}"));
    let twice = "#include \"antreckon.h\"\n#include \"antreckon.h\"\n";
    let written = std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(unit("first"), twice.to_owned() + "int main(void) { return 0; }\n"))
        .and_then(|()| {
            std::fs::write(unit("second"), twice.to_owned() + "int second(void);\nint second(void) { return 0; }\n")
        });
    if let Err(error) = written {
        log.note(format!("{}: {error}", folder.display()));
        return false;
    }
    let mut command = context.workspace.command(compiler);
    command.arg(format!("-std={standard}")).args(STRICT).arg("-I").arg(context.workspace.path("include"));
    log.run(command.arg(unit("first")).arg(unit("second")).arg("-o").arg(folder.join("program"))).success
}
