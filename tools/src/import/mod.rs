//! Matches from elsewhere as traces: tables with any columns, recordings of the library.
mod columns;
mod csv;
mod level;
mod motion;

pub use columns::{Column, Columns};
pub use csv::{Axes, CsvOptions, TimeUnit, YawZero, read_csv};
pub use level::read_level;
pub use motion::{About, Made, Motion};

use std::path::Path;

/// What can be imported, for messages.
pub const SUPPORTED: &str = "recordings of the library (.anttrace) and tables (.csv, .tsv, also .gz)";

/// Kinds of source, by the end of their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// A recording of the library.
    Recording,
    /// A table.
    Table,
}

impl Source {
    /// What a file is; an error names what can be imported.
    pub fn of(path: &Path) -> Result<Self, String> {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().to_lowercase());
        let plain = name.strip_suffix(".gz").unwrap_or(&name);
        let end = plain.rsplit_once('.').map_or("", |(_, end)| end);
        let game = match end {
            "anttrace" => return Ok(Self::Recording),
            "csv" | "tsv" | "txt" => return Ok(Self::Table),
            "mvd" | "qwd" => "demos of QuakeWorld are not read",
            "dm_66" | "dm_67" | "dm_68" | "dm_71" | "dm_73" => "demos of Quake III are not read",
            "dem" => "demos of Quake and Source games are not read",
            "replay" => "replays of Rocket League and Unreal games are not read",
            _ => "is of an unknown kind",
        };
        Err(format!(
            "{}: {game}; what can be imported are {SUPPORTED}. Other formats: make a table of time, player and position with a parser of theirs",
            path.display()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_said_with_what_can() {
        assert_eq!(Source::of(Path::new("a/b.anttrace")), Ok(Source::Recording));
        assert_eq!(Source::of(Path::new("B.CSV.gz")), Ok(Source::Table));
        for name in ["x.mvd", "x.mvd.gz", "x.dm_68", "x.dm_73", "x.dem", "x.replay", "x.pcap", "x"] {
            let error = Source::of(Path::new(name)).unwrap_err();
            assert!(error.starts_with(name) && error.contains(".anttrace") && error.contains(".csv"), "{error}");
        }
    }
}
