//! What a file is, what is in it, and whether it is intact.
mod frames;
mod texts;
mod traces;

use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What was found out about a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The file or folder.
    pub path: PathBuf,
    /// What it is; `None` when that is unknown or it cannot be read.
    pub kind: Option<&'static str>,
    /// What is wrong with it; `None` = intact.
    pub problem: Option<String>,
    /// What is in it, by name.
    pub facts: Vec<(&'static str, Value)>,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Intact.
    Intact,
    /// One of ours, but damaged or cut off.
    Damaged,
    /// Not one of ours, or it cannot be read.
    Unknown,
}

impl Finding {
    fn of(path: &Path, kind: &'static str) -> Self {
        Self { path: path.to_owned(), kind: Some(kind), problem: None, facts: Vec::new() }
    }

    fn unknown(path: &Path, problem: impl Into<String>) -> Self {
        Self { path: path.to_owned(), kind: None, problem: Some(problem.into()), facts: Vec::new() }
    }

    fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.facts.push((name, value.into()));
        self
    }

    fn damaged(mut self, problem: impl Into<String>) -> Self {
        self.problem = Some(problem.into());
        self
    }

    /// How bad it is.
    pub fn grade(&self) -> Grade {
        match (self.kind, &self.problem) {
            (None, _) => Grade::Unknown,
            (Some(_), Some(_)) => Grade::Damaged,
            (Some(_), None) => Grade::Intact,
        }
    }

    /// For programs: path, kind (null when unknown), intact, problem (null when intact), and the facts.
    pub fn json(&self) -> Value {
        let facts: Map<String, Value> =
            self.facts.iter().map(|(name, value)| ((*name).replace(' ', "_"), value.clone())).collect();
        json!({
            "path": self.path.display().to_string(),
            "kind": self.kind,
            "intact": self.grade() == Grade::Intact,
            "problem": self.problem,
            "facts": facts,
        })
    }

    /// For people.
    pub fn text(&self) -> String {
        let state = match self.grade() {
            Grade::Intact => "intact",
            Grade::Damaged => "DAMAGED",
            Grade::Unknown => "UNKNOWN",
        };
        let mut text = format!("{}: {}, {state}\n", self.path.display(), self.kind.unwrap_or("not one of ours"));
        if let Some(problem) = &self.problem {
            let _ = writeln!(text, "  {problem}");
        }
        for (name, value) in &self.facts {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let _ = writeln!(text, "  {name:<16} {value}");
        }
        text
    }
}

/// Looks at a file or folder.
pub fn inspect(path: &Path) -> Finding {
    if path.is_dir() {
        return traces::folder(path);
    }
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return Finding::unknown(path, format!("cannot be read: {error}")),
    };
    if bytes.starts_with(&antreckon::record::MAGIC) {
        return traces::recording(path, &bytes);
    }
    texts::text(path, &bytes).unwrap_or_else(|| frames::frame(path, &bytes))
}
