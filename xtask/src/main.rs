//! Everything one does to this repository, by name: `cargo xtask <task>`.

mod build;
mod c_header;
mod csharp;
#[cfg(test)]
mod documents;
mod engine;
mod fuzz;
mod install;
mod package;
mod package_bench;
mod parallel;
mod parts;
mod report;
mod shell;
mod suite;
mod toolchain;
mod unity;

use shell::Workspace;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask <task>

  test [--quick] [--only PART]...   run all checks; --quick: Rust tests and plain C tests only
  demo [ARGUMENTS OF antreckon demo]
                                    build the library, replay a recorded match through its C ABI
  build                             release libraries (shared and static) with the plugin's features
  install --prefix DIR              headers, libraries, CMake and pkg-config files of this machine
  package                           release libraries for all platforms, checked, and the zips in target/package
  package-bench                     what the packaged library costs beside one that is optimised for speed alone
  fuzz [--minutes N] [--target NAME] [--seed N]
                                    look for inputs that break a decoder; default 10 minutes over all targets
  godot                             build the Godot addon's library and put it into godot/addons and the demo
  header                            write the C headers anew from the Rust source, and the C# layer from it
  csharp                            write the C# layer's generated files anew from the header
  csharp-bench                      what a call costs from C# beside the same call from C
  unity-metas                       write the .meta files of the committed Unity package anew
  unity-package OUT LIBRARIES       make the whole Unity package in OUT, with LIBRARIES/<os>-<arch>/<library>; OUT.tgz = as a tarball
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let workspace = Workspace::locate();
    let outcome = match arguments.first().map(String::as_str) {
        Some("test") => return suite::run(&workspace, &arguments[1..]),
        Some("demo") => build::demo(&workspace, &arguments[1..]),
        Some("build") => build::release(&workspace).map(|libraries| {
            for library in libraries {
                println!("{}", library.display());
            }
        }),
        Some("install") => install::run(&workspace, &arguments[1..]),
        Some("package") => package::run(&workspace),
        Some("package-bench") => package_bench::run(&workspace),
        Some("fuzz") => fuzz::run(&workspace, &arguments[1..]),
        Some("godot") => build::godot(&workspace),
        Some("header") => build::header(&workspace).and_then(|()| csharp::write(&workspace)),
        Some("csharp") => csharp::write(&workspace),
        Some("csharp-bench") => parts::bench_csharp(&workspace),
        Some("unity-metas") => unity::write_metas(&workspace),
        Some("unity-package") => match &arguments[1..] {
            [out, libraries] => unity::package_or_tarball(&workspace, Path::new(libraries), Path::new(out))
                .map(|platforms| println!("{out}: {}", platforms.join(", "))),
            _ => Err(USAGE.to_owned()),
        },
        Some("help" | "--help" | "-h") => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Some(other) => Err(format!("unknown task `{other}`\n\n{USAGE}")),
        None => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
