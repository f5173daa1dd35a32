//! Comma-separated tables whose faults name file and line.
use super::TraceError;
use super::files::Named;
use std::path::PathBuf;

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
    pub(super) fn read(file: Named, names: &'static [&'static str]) -> Result<Self, TraceError> {
        let Named { path, text } = file;
        let header: Vec<&str> =
            text.lines().next().unwrap_or("").trim_start_matches('\u{feff}').split(',').map(str::trim).collect();
        let columns = names
            .iter()
            .map(|name| {
                header.iter().position(|column| column == name).ok_or_else(|| {
                    TraceError::line(&path, 1, format!("column `{name}` is missing (found: {})", header.join(",")))
                })
            })
            .collect::<Result<Vec<_>, _>>()?;
        let width = header.len();
        Ok(Self { path, text, width, columns, names })
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
        Table::read(Named { path: PathBuf::from("a.csv"), text: text.to_owned() }, &["t", "id"])
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
}
