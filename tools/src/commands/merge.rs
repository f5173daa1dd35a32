//! `antreckon merge`: learned files of several matches as one.
use antreckon_cli::learn::{self, Kind};
use antreckon_cli::output;
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Merges learned files of one kind and one level: trails, or strategies.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Files of `antreckon learn` or of the library
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Where the result goes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Runs the command; 0 = done, 2 = the files do not fit together or cannot be read, and nothing was written.
pub(crate) fn run(args: &MergeArgs) -> ExitCode {
    match merge(args).and_then(|text| output::print(&text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

struct Learned {
    kind: Kind,
    bytes: Vec<u8>,
    layout: Option<String>,
}

fn read(path: &Path) -> Result<Learned, String> {
    let fault = |message: String| format!("{}: {message}", path.display());
    let bytes = std::fs::read(path).map_err(|error| fault(error.to_string()))?;
    let kind = Kind::of(&bytes).ok_or_else(|| fault("is neither trails nor strategies".to_owned()))?;
    // Alone it must be sound, so that a damaged file is named.
    learn::merge(kind, std::slice::from_ref(&bytes)).map_err(fault)?;
    Ok(Learned { kind, bytes, layout: learn::layout_beside(path) })
}

fn merge(args: &MergeArgs) -> Result<String, String> {
    let files = args.files.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let (first, name) = (&files[0], |index: usize| args.files[index].display());
    if let Some(other) = files.iter().position(|file| file.kind != first.kind) {
        return Err(format!(
            "{} holds {}, {} holds {}: only files of one kind can be merged",
            name(0),
            first.kind.name(),
            name(other),
            files[other].kind.name()
        ));
    }
    let known: Vec<(usize, &String)> =
        files.iter().enumerate().filter_map(|(index, file)| Some((index, file.layout.as_ref()?))).collect();
    if let Some((other, layout)) = known.iter().find(|(_, layout)| *layout != known[0].1) {
        return Err(format!(
            "{} is of the level \"{}\", {} of \"{layout}\": only files of one level can be merged",
            name(known[0].0),
            known[0].1,
            name(*other)
        ));
    }
    for (index, _) in files.iter().enumerate().filter(|(_, file)| file.layout.is_none()) {
        eprintln!("warning: {} has no .layouts beside it; it is taken to be of the same level", name(index));
    }
    let (kind, layout) = (first.kind, known.first().map(|(_, layout)| (*layout).clone()));
    let bytes: Vec<Vec<u8>> = files.into_iter().map(|file| file.bytes).collect();
    let merged = learn::merge(kind, &bytes)?;
    match &layout {
        Some(layout) => super::learn::write(&args.out, &merged, layout)?,
        None => output::replace(&args.out, &merged)?,
    }
    Ok(format!("{}: {} of {} files, {} bytes\n", args.out.display(), kind.name(), bytes.len(), merged.len()))
}
