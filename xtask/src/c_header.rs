//! The committed C headers, read as one text.

use crate::shell::Workspace;
use std::path::PathBuf;

/// The headers that `antreckon.h` includes, in its order.
pub(crate) fn files(workspace: &Workspace) -> Result<Vec<PathBuf>, String> {
    let path = workspace.path("include/antreckon.h");
    let all = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let names = all.lines().filter_map(|line| line.strip_prefix("#include \"")).map(|name| name.trim_end_matches('"'));
    Ok(names.map(|name| workspace.path("include").join(name)).collect())
}

/// Their texts one after the other.
pub(crate) fn text(workspace: &Workspace) -> Result<String, String> {
    let mut text = String::new();
    for path in files(workspace)? {
        text += &std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(text)
}
