//! Plain or gzipped text files, and comma-separated tables in them whose faults name file and line.
use super::TraceError;
use flate2::read::GzDecoder;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The file `name` or `name.gz` in a folder, whichever exists; the plain one wins.
pub(super) fn locate(directory: &Path, name: &str) -> Option<PathBuf> {
    [directory.join(name), directory.join(format!("{name}.gz"))].into_iter().find(|path| path.is_file())
}

/// The whole text of a file, unpacked when its name ends in `.gz`.
pub(super) fn read_text(path: &Path) -> Result<String, TraceError> {
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

/// A comma-separated table held as text; rows are visited one by one without copying fields.
///
/// The trace format has no quoted fields, so a comma always separates.
pub(super) struct Table {
    path: PathBuf,
    text: String,
    width: usize,
    /// Place of each wanted column in a row.
    columns: Vec<usize>,
    names: &'static [&'static str],
}

impl Table {
    /// Reads a table and finds the wanted columns by the names in its first line; a missing one is an error of line 1.
    pub(super) fn read(path: &Path, names: &'static [&'static str]) -> Result<Self, TraceError> {
        Self::from_text(path, read_text(path)?, names)
    }

    fn from_text(path: &Path, text: String, names: &'static [&'static str]) -> Result<Self, TraceError> {
        let header: Vec<&str> =
            text.lines().next().unwrap_or("").trim_start_matches('\u{feff}').split(',').map(str::trim).collect();
        let columns = names
            .iter()
            .map(|name| {
                header.iter().position(|column| column == name).ok_or_else(|| {
                    TraceError::line(path, 1, format!("column `{name}` is missing (found: {})", header.join(",")))
                })
            })
            .collect::<Result<Vec<_>, _>>()?;
        let width = header.len();
        Ok(Self { path: path.to_owned(), text, width, columns, names })
    }

    /// Calls `visit` for every row, in order; empty lines are skipped.
    pub(super) fn for_each(&self, mut visit: impl FnMut(Row<'_>) -> Result<(), TraceError>) -> Result<(), TraceError> {
        let mut fields = Vec::with_capacity(self.width);
        for (index, line) in self.text.lines().enumerate().skip(1) {
            if line.trim().is_empty() {
                continue;
            }
            fields.clear();
            fields.extend(line.split(',').map(str::trim));
            if fields.len() != self.width {
                let message = format!("{} fields where the header has {}", fields.len(), self.width);
                return Err(TraceError::line(&self.path, index + 1, message));
            }
            visit(Row { table: self, line: index + 1, fields: &fields })?;
        }
        Ok(())
    }
}

/// One row; columns are counted in the order in which they were asked for.
pub(super) struct Row<'a> {
    table: &'a Table,
    line: usize,
    fields: &'a [&'a str],
}

impl Row<'_> {
    /// The field as written, possibly empty.
    pub(super) fn text(&self, column: usize) -> &str {
        self.fields[self.table.columns[column]]
    }

    /// A finite number, or `None` where the field is empty.
    pub(super) fn optional_number(&self, column: usize) -> Result<Option<f64>, TraceError> {
        let text = self.text(column);
        if text.is_empty() {
            return Ok(None);
        }
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Some(value)),
            Ok(value) => Err(self.fault(format!("`{}` is {value}, must be a finite number", self.table.names[column]))),
            Err(_) => Err(self.fault(format!("`{}` is \"{text}\", must be a number", self.table.names[column]))),
        }
    }

    /// A finite number that must be there.
    pub(super) fn number(&self, column: usize) -> Result<f64, TraceError> {
        self.optional_number(column)?.ok_or_else(|| self.fault(format!("`{}` is empty", self.table.names[column])))
    }

    /// Line of this row in its file, counted from 1.
    pub(super) fn line_number(&self) -> usize {
        self.line
    }

    /// A fault in this row.
    pub(super) fn fault(&self, message: impl Into<String>) -> TraceError {
        TraceError::line(&self.table.path, self.line, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Result<Table, TraceError> {
        Table::from_text(Path::new("a.csv"), text.to_owned(), &["t", "id"])
    }

    #[test]
    fn columns_are_found_by_name_in_any_order() {
        let table = table("id,other,t\n7,x,1.5\n\n8,,2\n").unwrap();
        let mut seen = Vec::new();
        table
            .for_each(|row| {
                seen.push((row.number(0)?, row.text(1).to_owned()));
                Ok(())
            })
            .unwrap();
        assert_eq!(seen, [(1.5, "7".to_owned()), (2.0, "8".to_owned())]);
    }

    #[test]
    fn faults_name_file_and_line() {
        let missing = table("id,x\n").err().unwrap();
        assert_eq!(missing.to_string(), "a.csv:1: column `t` is missing (found: id,x)");
        let not_a_number = table("t,id\n1,2\nNaN,3\n").unwrap().for_each(|row| row.number(0).map(|_| ())).unwrap_err();
        assert_eq!(not_a_number.to_string(), "a.csv:3: `t` is NaN, must be a finite number");
        let short = table("t,id\n1\n").unwrap().for_each(|_| Ok(())).unwrap_err();
        assert_eq!(short.to_string(), "a.csv:2: 1 fields where the header has 2");
    }

    #[test]
    fn a_cut_off_gzip_file_is_an_error_and_not_a_shorter_match() {
        use std::io::Write;
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
