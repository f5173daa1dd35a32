//! The C# layer over the C ABI, generated from the header: `cargo xtask csharp`.

mod data;
pub(crate) mod header;
mod methods;
mod names;
mod objects;
mod text;

use crate::shell::Workspace;
use header::Header;
use names::Constants;
use std::path::PathBuf;

/// Where the generated files lie.
const FOLDER: &str = "bindings/csharp/Generated";

/// Writes all generated files anew.
pub(crate) fn write(workspace: &Workspace) -> Result<(), String> {
    let folder = workspace.path(FOLDER);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for (path, text) in generate(workspace)? {
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// Path and text of every generated file.
fn generate(workspace: &Workspace) -> Result<Vec<(PathBuf, String)>, String> {
    let path = workspace.path("include/antreckon.h");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let header = Header::parse(&text)?;
    let constants = Constants::of(&header)?;
    let mut files = vec![
        ("Callbacks.cs".to_owned(), data::callbacks(&header)?),
        ("Constants.cs".to_owned(), data::constants(&constants)),
        ("Enums.cs".to_owned(), data::enumerations(&constants)),
        ("Functions.cs".to_owned(), objects::functions(&header, &constants)?),
        ("Native.cs".to_owned(), data::native(&header)?),
        ("Structs.cs".to_owned(), data::structs(&header, &constants)?),
    ];
    files.extend(objects::files(&header, &constants)?);
    let folder = workspace.path(FOLDER);
    Ok(files.into_iter().map(|(name, text)| (folder.join(name), text)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_files_are_fresh() {
        let workspace = Workspace::locate();
        let mut fresh = generate(&workspace).expect("the header can be read");
        fresh.sort();
        let committed = workspace.files(FOLDER, "", ".cs");
        let paths: Vec<PathBuf> = fresh.iter().map(|(path, _)| path.clone()).collect();
        assert_eq!(committed, paths, "run `cargo xtask csharp`");
        for (path, text) in fresh {
            let stale = std::fs::read_to_string(&path).expect("it was listed") != text;
            assert!(!stale, "{} is stale: run `cargo xtask csharp`", path.display());
        }
    }
}
