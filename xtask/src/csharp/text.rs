//! Writing C#.

use std::fmt::Write as _;

/// Text that grows line by line.
#[derive(Default)]
pub(super) struct Text {
    text: String,
    depth: usize,
}

impl Text {
    /// The head of a generated file.
    pub(super) fn file() -> Self {
        let mut text = Self::default();
        text.line("// Generated from include/antreckon by `cargo xtask csharp`; do not edit.");
        text.line("using System;");
        text.line("using System.Runtime.InteropServices;");
        text.line("");
        text.open("namespace Antreckon");
        text
    }

    pub(super) fn line(&mut self, line: &str) {
        if !line.is_empty() {
            let _ = write!(self.text, "{:width$}{line}", "", width = 4 * self.depth);
        }
        self.text.push('\n');
    }

    /// A line and an opening brace.
    pub(super) fn open(&mut self, line: &str) {
        self.line(line);
        self.line("{");
        self.depth += 1;
    }

    pub(super) fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    /// A comment for tools.
    pub(super) fn summary(&mut self, doc: &[String]) {
        match doc {
            [] => {}
            [line] => self.line(&format!("/// <summary>{}</summary>", escape(line))),
            lines => {
                self.line("/// <summary>");
                for line in lines {
                    self.line(&format!("/// {}", escape(line)));
                }
                self.line("/// </summary>");
            }
        }
    }

    pub(super) fn parameter(&mut self, name: &str, doc: &[String]) {
        if !doc.is_empty() {
            let name = name.trim_start_matches('@');
            self.line(&format!("/// <param name=\"{name}\">{}</param>", escape(&doc.join(" "))));
        }
    }

    /// The whole, with all braces closed.
    pub(super) fn finish(mut self) -> String {
        while self.depth > 0 {
            self.close();
        }
        self.text
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_close_and_comments_are_escaped() {
        let mut text = Text::default();
        text.open("class A");
        text.summary(&["a < b".to_owned()]);
        assert_eq!(text.finish(), "class A\n{\n    /// <summary>a &lt; b</summary>\n}\n");
    }
}
