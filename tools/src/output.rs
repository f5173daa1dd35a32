//! The one way out for results: files and folders are written beside their place and renamed when complete.
//!
//! A run that fails or is interrupted leaves what was there before, never half of something new. [`clean_up_when_interrupted`] removes
//! what is still unfinished when the user presses Ctrl-C.
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

/// What is being written now, and nothing that is complete.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Exit code of a program that was interrupted: 128 + SIGINT.
const INTERRUPTED: i32 = 130;
/// How often an unfinished folder is emptied before giving up.
const ATTEMPTS: usize = 100;

/// Makes Ctrl-C (and a request to terminate) remove what is unfinished and end the program. Once per program.
pub fn clean_up_when_interrupted() -> Result<(), String> {
    let stop = || {
        // The lock is kept until the end, so that nothing is renamed to its final name while files go.
        let unfinished = registry();
        for path in unfinished.iter() {
            // Other threads may still add files to a folder while it is emptied.
            for _ in 0..ATTEMPTS {
                remove(path);
                if !path.exists() {
                    break;
                }
            }
        }
        std::process::exit(INTERRUPTED)
    };
    ctrlc::set_handler(stop).map_err(|error| format!("Ctrl-C cannot be handled: {error}"))
}

/// Puts bytes into a file, whole or not at all.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), String> {
    FileDraft::create(path)?.finish_with(bytes)
}

/// Prints a text alone. A reader that has seen enough (`| head`) is no fault.
pub fn print(text: &str) -> Result<(), String> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("standard output: {error}")),
        _ => Ok(()),
    }
}

/// The message about a place that cannot be written.
pub fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("{}: cannot be written: {error}", path.display())
}

/// A file that appears when it is finished; dropped before that, nothing has happened.
///
/// Made before a long computation, it finds out early that the place cannot be written.
#[derive(Debug)]
pub struct FileDraft {
    out: File,
    draft: Draft,
}

impl FileDraft {
    /// Begins a file whose folder exists.
    pub fn create(target: &Path) -> Result<Self, String> {
        let begin = || {
            let draft = Draft::of(target)?;
            Ok(Self { out: File::create(&draft.path)?, draft })
        };
        begin().map_err(|error| cannot_write(target, &error))
    }

    /// Fills the file and gives it its name.
    pub fn finish_with(mut self, bytes: &[u8]) -> Result<(), String> {
        let mut finish = || {
            self.out.write_all(bytes)?;
            self.draft.rename()
        };
        finish().map_err(|error| cannot_write(&self.draft.target, &error))
    }
}

/// A folder that appears when [`FolderDraft::finish`] is called; dropped before that, nothing has happened.
#[derive(Debug)]
pub struct FolderDraft {
    draft: Draft,
}

impl FolderDraft {
    /// Begins a folder; those around it are made.
    pub fn create(target: &Path) -> io::Result<Self> {
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)?;
        }
        let draft = Draft::of(target)?;
        fs::create_dir(&draft.path)?;
        Ok(Self { draft })
    }

    /// Where to write until it is complete.
    pub fn path(&self) -> &Path {
        &self.draft.path
    }

    /// Gives the folder its name. Into one that is there already, files are moved one by one: they replace their namesakes, and others
    /// stay.
    pub fn finish(self) -> io::Result<()> {
        if self.draft.target.is_dir() {
            // Dropping the draft removes the folders, which are empty then.
            merge(&self.draft.path, &self.draft.target)
        } else {
            self.draft.rename()
        }
    }
}

/// The unfinished thing beside its place; goes when dropped, unless it has been renamed.
#[derive(Debug)]
struct Draft {
    path: PathBuf,
    target: PathBuf,
}

impl Draft {
    fn of(target: &Path) -> io::Result<Self> {
        let Some(name) = target.file_name() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "is no name of a file or folder"));
        };
        let mut beside = OsString::from(name);
        beside.push(".unfinished");
        let path = target.with_file_name(beside);
        // Left by a run that was killed.
        remove(&path);
        registry().push(path.clone());
        Ok(Self { path, target: target.to_owned() })
    }

    fn rename(&self) -> io::Result<()> {
        let mut unfinished = registry();
        fs::rename(&self.path, &self.target)?;
        forget(&mut unfinished, &self.path);
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let mut unfinished = registry();
        if unfinished.contains(&self.path) {
            remove(&self.path);
            forget(&mut unfinished, &self.path);
        }
    }
}

fn registry() -> MutexGuard<'static, Vec<PathBuf>> {
    // A panic elsewhere leaves the list as valid as it was.
    UNFINISHED.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn forget(unfinished: &mut Vec<PathBuf>, path: &Path) {
    unfinished.retain(|other| other != path);
}

/// Removes a file or folder that may be there.
fn remove(path: &Path) {
    if path.is_dir() {
        let _ = fs::remove_dir_all(path);
    } else {
        let _ = fs::remove_file(path);
    }
}

fn merge(from: &Path, into: &Path) -> io::Result<()> {
    fs::create_dir_all(into)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = into.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            merge(&entry.path(), &target)?;
        } else {
            fs::rename(entry.path(), target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder; removed when dropped.
    struct Place(PathBuf);

    impl Place {
        fn new(case: &str) -> Self {
            let path = std::env::temp_dir().join(format!("antreckon_output_{}_{case}", std::process::id()));
            remove(&path);
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            let mut names: Vec<String> =
                entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            remove(&self.0);
        }
    }

    #[test]
    fn a_file_changes_only_when_it_is_finished() {
        let place = Place::new("file");
        let target = place.0.join("a.json");
        let only = vec!["a.json".to_owned()];
        replace(&target, b"old").unwrap();
        let mut draft = FileDraft::create(&target).unwrap();
        draft.out.write_all(b"half").unwrap();
        drop(draft);
        assert_eq!((fs::read(&target).unwrap(), place.names()), (b"old".to_vec(), only.clone()));
        replace(&target, b"new").unwrap();
        assert_eq!((fs::read(&target).unwrap(), place.names()), (b"new".to_vec(), only));
    }

    #[test]
    fn a_folder_appears_whole_and_fills_one_that_is_there() {
        let place = Place::new("folder");
        let target = place.0.join("deep/dump");
        let begin = |file: &str| {
            let draft = FolderDraft::create(&target).unwrap();
            fs::create_dir_all(draft.path().join("trace")).unwrap();
            fs::write(draft.path().join("trace").join(file), file).unwrap();
            draft
        };
        drop(begin("lost"));
        assert!(!target.exists());
        begin("first").finish().unwrap();
        drop(begin("lost"));
        begin("second").finish().unwrap();
        let files = fs::read_dir(target.join("trace")).unwrap().count();
        assert!(files == 2 && target.join("trace/first").exists() && target.join("trace/second").exists());
        assert_eq!(fs::read_dir(place.0.join("deep")).unwrap().count(), 1, "nothing unfinished is left");
    }

    #[test]
    fn what_cannot_be_written_is_named() {
        let place = Place::new("fault");
        let fault = replace(&place.0.join("nowhere/a.json"), b"").unwrap_err();
        assert!(fault.contains("nowhere/a.json: cannot be written: "), "{fault}");
        assert!(replace(Path::new("/"), b"").is_err());
    }
}
