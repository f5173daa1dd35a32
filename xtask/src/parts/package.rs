//! The packages: made, unpacked into empty folders, and used as customers do.

use super::Context;
use super::package_customers as customers;
use super::package_match as recorded;
use crate::package::cross::Cross;
use crate::package::{self, Made, layouts, platforms, zips};
use crate::report::{Skip, Tally};
use crate::shell::Log;
use std::path::{Path, PathBuf};

/// The packages as customers have them: each in a folder of its own.
pub(super) struct Unpacked {
    folder: PathBuf,
}

impl Unpacked {
    pub(super) fn c(&self) -> PathBuf {
        self.folder.join("antreckon-c/antreckon")
    }

    /// Folder of a platform's libraries in the package for C.
    pub(super) fn lib(&self, platform: &str) -> PathBuf {
        self.c().join("lib").join(platform)
    }

    pub(super) fn unity(&self) -> PathBuf {
        self.folder.join("antreckon-unity/com.antreckon.core")
    }

    /// For one engine, such as 5.6.
    pub(super) fn unreal(&self, engine: &str) -> PathBuf {
        self.folder.join(format!("antreckon-unreal-{engine}/Antreckon"))
    }

    /// The folder that is copied into a project.
    pub(super) fn godot(&self) -> PathBuf {
        self.folder.join("antreckon-godot/addons")
    }

    /// A folder for what is made with the packages.
    pub(super) fn work(&self, name: &str) -> PathBuf {
        self.folder.join("work").join(name)
    }
}

pub(super) fn run(context: &Context<'_>, log: &mut Log) -> Tally {
    let cross = match Cross::find(context.workspace, &context.toolchain, log) {
        Ok(cross) => cross,
        Err(reason) => {
            let skip = Skip { reason: format!("no builds for other systems: {reason}"), avoidable: true };
            return Tally { skipped: vec![skip], ..Tally::default() };
        }
    };
    println!();
    let made = match package::make(context.workspace, &cross, log) {
        Ok(made) => made,
        Err(error) => {
            log.note(error);
            return Tally::one(false);
        }
    };
    let mut tally = made.tally.clone();
    let unpacked = match unpack(context, log, &made) {
        Ok(unpacked) => unpacked,
        Err(error) => {
            log.note(error);
            tally += Tally::one(false);
            return tally;
        }
    };
    tally += papers(log, &unpacked);
    tally += again(context, log, &made);
    tally += customers::pkg_config(context, log, &unpacked);
    tally += customers::cmake(context, log, &unpacked);
    tally += customers::unity(context, log, &unpacked);
    tally += customers::unreal(log, &unpacked);
    tally += customers::godot(context, log, &unpacked);
    tally += customers::windows_and_arm(context, log, &unpacked);
    tally += recorded::run(context, log, &unpacked);
    // What was wrong at the beginning is said last, where it is seen.
    made.complaints.iter().for_each(|complaint| log.note(format!("not true: {complaint}")));
    tally
}

fn unpack(context: &Context<'_>, log: &mut Log, made: &Made) -> Result<Unpacked, String> {
    let folder = context.workspace.scratch().join("package");
    let said = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(said)?;
    }
    for layout in &layouts::ALL {
        let (zip, place) = (made.folder.join(layout.zip()), folder.join(layout.name));
        std::fs::create_dir_all(&place).map_err(said)?;
        // One that could not be made has failed already.
        if zip.exists() && !log.run(context.workspace.command("unzip").arg("-q").arg(zip).arg("-d").arg(place)).success
        {
            return Err(format!("{} cannot be unpacked", layout.zip()));
        }
    }
    Ok(Unpacked { folder })
}

/// Licences and version are in each package.
fn papers(log: &mut Log, unpacked: &Unpacked) -> Tally {
    let mut tally = Tally::default();
    let version = |path: PathBuf| std::fs::read_to_string(path).unwrap_or_default().contains(layouts::VERSION);
    for (place, names_version) in [
        (unpacked.c(), "VERSION"),
        (unpacked.unity(), "package.json"),
        (unpacked.unreal("5.3"), "VERSION"),
        (unpacked.unreal("5.6"), "VERSION"),
        (unpacked.godot().join("antreckon"), "VERSION"),
    ] {
        let licences = ["LICENSE-MIT", "LICENSE-APACHE"].iter().all(|name| place.join(name).exists());
        let holds = licences && version(place.join(names_version));
        if !holds {
            log.note(format!("not true: {} has licences and version", place.display()));
        }
        tally += Tally::one(holds);
    }
    tally
}

/// The same files give the same bytes.
fn again(context: &Context<'_>, log: &mut Log, made: &Made) -> Tally {
    let layout = &layouts::ALL[1];
    let (staging, second) = (made.folder.join("staging-again"), made.folder.join("again.zip"));
    let packed = layout
        .lay_out(context.workspace, &made.folder.join("lib"), &staging)
        .and_then(|()| zips::pack(context.workspace, log, &staging, layout.folder, &second));
    let same = packed.is_ok() && same_bytes(&made.folder.join(layout.zip()), &second);
    let _ = std::fs::remove_dir_all(&staging);
    let _ = std::fs::remove_file(&second);
    if !same {
        log.note("not true: a package that is made twice is the same to the byte");
    }
    Tally::one(same)
}

fn same_bytes(one: &Path, other: &Path) -> bool {
    matches!((std::fs::read(one), std::fs::read(other)), (Ok(one), Ok(other)) if one == other)
}

/// The platforms that an engine's package has libraries for.
pub(super) fn with_shared_library() -> impl Iterator<Item = (&'static str, &'static str)> {
    platforms::ALL.iter().filter_map(|platform| Some((platform.name, platform.shared()?)))
}
