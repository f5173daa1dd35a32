//! What the documents say must be so.

use crate::shell::Workspace;

fn read(path: &str) -> String {
    std::fs::read_to_string(Workspace::locate().path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_example_of_the_readme_is_the_one_that_is_compiled() {
    let (readme, program) = (read("README.md"), read("examples/hello.c"));
    let program: Vec<&str> = program.lines().map(str::trim).collect();
    let example = readme.split("```c\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a block of C");
    for line in example.lines().map(str::trim).filter(|line| !line.is_empty() && !line.contains("...")) {
        assert!(program.contains(&line), "not in examples/hello.c: {line}");
    }
}

/// A newcomer reads these first.
#[test]
fn whole_programs_of_an_owner_and_a_client_are_short() {
    for (program, most) in [("examples/udp/owner.c", 30), ("examples/udp/client.c", 40)] {
        let lines = read(program).lines().count();
        assert!(lines <= most, "{program} has {lines} lines");
    }
}

/// Code and tests that the table of the papers names are there.
#[test]
fn what_the_table_of_the_papers_names_exists() {
    let (workspace, table) = (Workspace::locate(), read("docs/papers.md"));
    let mut tests = 0;
    for named in table.split('`').skip(1).step_by(2).filter(|named| named.contains('/')) {
        let (path, function) = named.split_once("::").map_or((named, None), |(path, name)| (path, Some(name)));
        assert!(workspace.path(path).exists(), "{path} is not there");
        if let Some(function) = function {
            let text = read(path);
            assert!(
                text.contains(&format!("fn {function}(")) || text.contains(&format!("void {function}(")),
                "{named}"
            );
            tests += 1;
        }
    }
    assert!(tests > 60, "{tests}");
}

#[test]
fn links_between_documents_lead_somewhere() {
    let workspace = Workspace::locate();
    let mut documents = workspace.files("docs", "", ".md");
    documents.extend(workspace.files("", "", ".md"));
    documents.extend(workspace.files("godot", "", ".md"));
    documents.extend(workspace.files("unreal", "", ".md"));
    documents.extend(workspace.files("examples", "", ".md"));
    documents.extend(workspace.files("tools/data", "", ".md"));
    assert!(documents.len() > 8, "{documents:?}");
    for document in documents {
        let text = std::fs::read_to_string(&document).expect("it was listed");
        for target in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            let local = !target.is_empty() && !target.contains("://");
            let folder = document.parent().expect("a file has a folder");
            assert!(!local || folder.join(target).exists(), "{}: {target}", document.display());
        }
    }
}
