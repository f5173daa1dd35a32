//! What is wrong with a recorded match, and where.
use std::fmt;
use std::path::{Path, PathBuf};

/// A fault in a trace folder: the file, the line where one is known, and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceError {
    /// The file with the fault.
    pub file: PathBuf,
    /// Line counted from 1, the header included; `None` when the fault is in the file as a whole.
    pub line: Option<usize>,
    /// What is wrong, without the place.
    pub message: String,
}

impl TraceError {
    /// A fault in the file as a whole.
    pub fn file(file: &Path, message: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line: None, message: message.into() }
    }

    /// A fault in one line, counted from 1.
    pub fn line(file: &Path, line: usize, message: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line: Some(line), message: message.into() }
    }
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file.display(), self.message),
            None => write!(f, "{}: {}", self.file.display(), self.message),
        }
    }
}

impl std::error::Error for TraceError {}
