//! The files of a trace: in a folder, plain or gzipped, or in memory.
use super::{TraceError, recording};
use crate::output::FolderDraft;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A text and where it stands.
pub(super) struct Named {
    pub(super) path: PathBuf,
    pub(super) text: String,
}

/// The texts of a trace, by the names of its files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts(pub BTreeMap<&'static str, String>);

/// Files that are packed when they are written.
const PACKED: [&str; 3] = ["samples.csv", "events.csv", "nav.json"];

impl Texts {
    /// Writes a trace folder, whole or not at all. One that is there already is left alone, which is an error.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        let fault = |error: io::Error| crate::output::cannot_write(folder, &error);
        if folder.exists() {
            return Err(format!("{}: is there already", folder.display()));
        }
        let draft = FolderDraft::create(folder).map_err(fault)?;
        for (name, text) in &self.0 {
            if PACKED.contains(name) {
                let file = File::create(draft.path().join(format!("{name}.gz"))).map_err(fault)?;
                let mut packer = GzEncoder::new(file, Compression::default());
                packer.write_all(text.as_bytes()).and_then(|()| packer.finish()).map_err(fault)?;
            } else {
                fs::write(draft.path().join(name), text).map_err(fault)?;
            }
        }
        draft.finish().map_err(fault)
    }
}

/// Where the files of a trace come from.
pub(super) enum Files {
    Folder(PathBuf),
    Memory(PathBuf, Texts),
}

impl Files {
    /// A trace folder or a recording.
    pub(super) fn open(path: &Path) -> Result<Self, TraceError> {
        if path.is_dir() {
            Ok(Self::Folder(path.to_owned()))
        } else if path.is_file() && path.extension().is_some_and(|end| end == recording::EXTENSION) {
            recording::Recording::read(path).map(|recording| Self::Memory(path.to_owned(), recording.texts()))
        } else {
            Err(TraceError::file(path, "is not a folder, nor a recording (.anttrace)"))
        }
    }

    /// A file that need not be there.
    pub(super) fn find(&self, name: &str) -> Result<Option<Named>, TraceError> {
        match self {
            Self::Folder(folder) => {
                let Some(path) = locate(folder, name) else { return Ok(None) };
                Ok(Some(Named { text: read_text(&path)?, path }))
            }
            Self::Memory(folder, texts) => {
                let text = texts.0.get(name).cloned();
                Ok(text.map(|text| Named { path: folder.join(name), text }))
            }
        }
    }

    /// A file without which it is no trace.
    pub(super) fn required(&self, name: &str) -> Result<Named, TraceError> {
        let (Self::Folder(folder) | Self::Memory(folder, _)) = self;
        self.find(name)?.ok_or_else(|| TraceError::file(&folder.join(name), "is missing"))
    }
}

/// The file `name` or `name.gz` in a folder, whichever exists; the plain one wins.
fn locate(directory: &Path, name: &str) -> Option<PathBuf> {
    [directory.join(name), directory.join(format!("{name}.gz"))].into_iter().find(|path| path.is_file())
}

/// The whole text of a file, unpacked when its name ends in `.gz`.
pub fn read_text(path: &Path) -> Result<String, TraceError> {
    let mut file = File::open(path).map_err(|error| TraceError::file(path, format!("cannot be opened: {error}")))?;
    let mut bytes = Vec::new();
    let line = |bytes: &[u8]| 1 + bytes.iter().filter(|byte| **byte == b'\n').count();
    if path.extension().is_some_and(|extension| extension == "gz") {
        // A cut-off stream ends before its checksum: the decoder reports that as an error, so half a match is never taken for a whole one.
        GzDecoder::new(file).read_to_end(&mut bytes).map_err(|error| {
            TraceError::line(path, line(&bytes), format!("gzip data is damaged or cut off: {error}"))
        })?;
    } else {
        file.read_to_end(&mut bytes).map_err(|error| TraceError::file(path, format!("cannot be read: {error}")))?;
    }
    String::from_utf8(bytes).map_err(|error| {
        let sound = error.utf8_error().valid_up_to();
        TraceError::line(path, line(&error.as_bytes()[..sound]), "is not UTF-8 text")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_off_gzip_file_is_an_error_and_not_a_shorter_match() {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        let body: String = (0..2000).map(|i| format!("{i},{}\n", i * 7919 % 1000)).collect();
        packer.write_all(format!("t,id\n{body}").as_bytes()).unwrap();
        let whole = packer.finish().unwrap();
        let path = std::env::temp_dir().join(format!("antreckon_cut_{}.csv.gz", std::process::id()));
        std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();
        let fault = read_text(&path).unwrap_err();
        std::fs::remove_file(&path).unwrap();
        assert!(fault.to_string().contains("damaged or cut off"), "{fault}");
    }
}
