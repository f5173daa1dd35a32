//! The shared library exports exactly the functions that the header declares.

use super::Context;
use crate::build;
use crate::c_header;
use crate::report::Tally;
use crate::shell::{Log, Workspace};
use std::collections::BTreeSet;

pub(super) fn run(context: &Context<'_>, log: &mut Log) -> Tally {
    if !context.toolchain.has(log, "nm", "binutils") {
        return Tally::missing("nm");
    }
    let folder = context.workspace.scratch().join("plugin");
    let mut command = context.workspace.cargo();
    command.args(["build", "--package", "antreckon", "--lib", "--features", "plugin", "--target-dir"]).arg(&folder);
    if !log.run(&mut command).success {
        return Tally::one(false);
    }
    let library = folder.join("debug").join(build::shared_library());
    let listing = log.run(context.workspace.command("nm").args(["-D", "--defined-only"]).arg(library));
    let declared = match functions_of_the_header(context.workspace) {
        Ok(declared) => declared,
        Err(error) => {
            log.note(error);
            return Tally::one(false);
        }
    };
    let exported = exports(&listing.stdout);
    for name in exported.difference(&declared) {
        log.note(format!("exported, but not in the header: {name}"));
    }
    for name in declared.difference(&exported) {
        log.note(format!("in the header, but not exported: {name}"));
    }
    log.note(format!("{} functions in the header, {} symbols exported", declared.len(), exported.len()));
    Tally::one(listing.success && !declared.is_empty() && exported == declared)
}

/// Names of the functions that the committed headers declare.
pub(crate) fn functions_of_the_header(workspace: &Workspace) -> Result<BTreeSet<String>, String> {
    c_header::text(workspace).map(|text| functions(&text))
}

/// Names of all code and data symbols, whatever their prefix: nothing else may leak out.
fn exports(listing: &str) -> BTreeSet<String> {
    listing.lines().filter_map(|line| line.split_whitespace().last()).map(str::to_owned).collect()
}

/// Names of the functions that a header declares.
pub(super) fn functions(header: &str) -> BTreeSet<String> {
    let code = without_comments_and_directives(header);
    let mut names = BTreeSet::new();
    for (start, _) in code.match_indices("ant_") {
        if code[..start].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &code[start..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        if rest[end..].trim_start().starts_with('(') {
            names.insert(rest[..end].to_owned());
        }
    }
    names
}

fn without_comments_and_directives(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some(start) = rest.find("/*") {
        code.push_str(&rest[..start]);
        rest = rest[start..].find("*/").map_or("", |end| &rest[start + end + 2..]);
    }
    code.push_str(rest);
    // A directive may go on in the next line.
    let code = code.replace("\\\n", " ");
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.filter(|line| !line.trim_start().starts_with('#')).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_and_nothing_else() {
        let header = "\
/* ant_comment(1) */
#define ant_macro(x) \\
    ant_other(x)
typedef void (*AntLog)(int32_t level); // ant_line()
typedef struct AntThing { uint32_t ant_field; } AntThing;
AntStatus ant_world_create(const AntWorldDesc *desc,
                           AntWorld *out);
uint32_t ant_version (void);
";
        let expected: BTreeSet<String> = ["ant_world_create", "ant_version"].map(str::to_owned).into();
        assert_eq!(functions(header), expected);
    }
}
