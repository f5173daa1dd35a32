//! Each header by itself: every standard and compiler, included twice, in two translation units.
//!
//! That they are fresh is a cargo test (`tests/header`).

use super::Context;
use crate::c_header;
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
    let mut headers = vec!["antreckon.h".to_owned()];
    match c_header::files(context.workspace) {
        Ok(files) => headers.extend(files.iter().filter_map(|path| path.file_name()).map(in_folder)),
        Err(error) => {
            log.note(error);
            return Tally::one(false);
        }
    }
    for (compiler, package, extension, standards) in compilers {
        for standard in standards {
            if !context.toolchain.has(log, compiler, package) {
                tally += Tally::missing(compiler);
                continue;
            }
            for header in &headers {
                tally += Tally::one(compiles(context, log, compiler, standard, extension, header));
            }
        }
    }
    tally
}

fn in_folder(name: &std::ffi::OsStr) -> String {
    format!("antreckon/{}", name.to_string_lossy())
}

fn compiles(
    context: &Context<'_>,
    log: &mut Log,
    compiler: &str,
    standard: &str,
    extension: &str,
    header: &str,
) -> bool {
    let folder = context.workspace.scratch().join("header");
    let unit = |name: &str| folder.join(format!("{name}.{extension}"));
    let twice = format!("#include \"{header}\"\n").repeat(2);
    let written = std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(unit("first"), twice.clone() + "int main(void) { return 0; }\n"))
        .and_then(|()| std::fs::write(unit("second"), twice + "int second(void);\nint second(void) { return 0; }\n"));
    if let Err(error) = written {
        log.note(format!("{}: {error}", folder.display()));
        return false;
    }
    let mut command = context.workspace.command(compiler);
    command.arg(format!("-std={standard}")).args(STRICT).arg("-I").arg(context.workspace.path("include"));
    log.run(command.arg(unit("first")).arg(unit("second")).arg("-o").arg(folder.join("program"))).success
}
