//! Documents whose tables a study writes.
use antreckon_cli::output;
use std::fs;
use std::path::Path;

/// Replaces what stands between the lines `<!-- study NAME: begin -->` and `<!-- study NAME: end -->` of a document.
pub(crate) fn put_into(path: &Path, study: &str, text: &str) -> Result<(), String> {
    output::replace(path, changed(path, study, text)?.as_bytes())
}

/// Fails where [`put_into`] would.
pub(crate) fn has_place(path: &Path, study: &str) -> Result<(), String> {
    changed(path, study, "").map(|_| ())
}

fn changed(path: &Path, study: &str, text: &str) -> Result<String, String> {
    let fault = |what: &dyn std::fmt::Display| format!("{}: {what}", path.display());
    let document = fs::read_to_string(path).map_err(|error| fault(&error))?;
    replaced(&document, study, text).map_err(|mark| fault(&format_args!("has no line {}", mark.trim_end())))
}

/// The new document, or the mark that is missing.
fn replaced(document: &str, study: &str, text: &str) -> Result<String, String> {
    let [begin, end] = ["begin", "end"].map(|mark| format!("<!-- study {study}: {mark} -->\n"));
    let Some((head, rest)) = document.split_once(&begin) else { return Err(begin) };
    let Some((_, tail)) = rest.split_once(&end) else { return Err(end) };
    Ok(format!("{head}{begin}\n{text}{end}{tail}"))
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn only_what_stands_between_the_marks_changes() {
        let document = "a\n<!-- study x: begin -->\nold\n<!-- study x: end -->\nb\n";
        let new = "a\n<!-- study x: begin -->\n\nnew\n<!-- study x: end -->\nb\n";
        assert_eq!(replaced(document, "x", "new\n").as_deref(), Ok(new));
        assert_eq!(replaced(new, "x", "new\n").as_deref(), Ok(new), "again");
    }

    #[test]
    fn a_missing_mark_is_named() {
        assert_eq!(replaced("<!-- study x: end -->\n", "x", ""), Err("<!-- study x: begin -->\n".to_owned()));
        assert_eq!(replaced("<!-- study x: begin -->\n", "x", ""), Err("<!-- study x: end -->\n".to_owned()));
    }
}
