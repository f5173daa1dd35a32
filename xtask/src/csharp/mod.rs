//! The C# layer over the C ABI, generated from the header: `cargo xtask csharp`.

mod data;
mod header;
mod methods;
mod names;
mod objects;
mod text;

use crate::c_header;
use crate::shell::Workspace;
use header::Header;
use names::Constants;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Checks for the C++ compiler out of what `tests/csharp/layout/Layout.cs` printed: nothing may be missing in it.
pub(crate) fn layout_checks(workspace: &Workspace, printed: &str) -> Result<String, String> {
    let header = read(workspace)?;
    let mut checks = String::from("#include \"checks.hpp\"\n");
    let mut values = BTreeMap::new();
    let (mut signatures, mut sizes, mut fields) = (0, 0, 0);
    for line in printed.lines() {
        if let Some((name, value)) = line.strip_prefix("constant ").and_then(|rest| rest.split_once(' ')) {
            values.insert(name.to_owned(), value.to_owned());
            continue;
        }
        signatures += usize::from(line.starts_with("SIGNATURE("));
        sizes += usize::from(line.starts_with("SIZE("));
        fields += usize::from(line.starts_with("FIELD("));
        checks += line;
        checks.push('\n');
    }
    let declared = header.structs.iter().map(|structure| structure.fields.len()).sum::<usize>();
    if (signatures, sizes, fields) != (header.functions.len(), header.structs.len(), declared) {
        return Err(format!(
            "{signatures} functions, {sizes} structs and {fields} fields in C#; {}, {} and {declared} in the header",
            header.functions.len(),
            header.structs.len()
        ));
    }
    for (name, constant) in Constants::of(&header).all() {
        let value = values.get(&name).ok_or_else(|| format!("{name} is not in C#"))?;
        checks += &format!("CONSTANT({constant}, {value});\n");
    }
    Ok(checks)
}

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

fn read(workspace: &Workspace) -> Result<Header, String> {
    Header::parse(&c_header::text(workspace)?)
}

/// Path and text of every generated file.
fn generate(workspace: &Workspace) -> Result<Vec<(PathBuf, String)>, String> {
    let header = read(workspace)?;
    let constants = Constants::of(&header);
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
