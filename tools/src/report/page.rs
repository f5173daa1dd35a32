//! The page: one file with everything in it.

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
/// In the order in which they use each other.
const SCRIPTS: [&str; 9] = [
    include_str!("page/data.js"),
    include_str!("page/words.js"),
    include_str!("page/theme.js"),
    include_str!("page/table.js"),
    include_str!("page/chart.js"),
    include_str!("page/figures.js"),
    include_str!("page/map.js"),
    include_str!("page/replay.js"),
    include_str!("page/main.js"),
];

/// The page around its data (JSON).
pub(super) fn page(data: &str) -> String {
    // Whatever a trace is called, it must not end the element that it stands in.
    let data = data.replace('<', "\\u003c");
    let script = format!("\"use strict\";\n(() => {{\n{}\n}})();\n", SCRIPTS.join("\n"));
    let mut out = String::with_capacity(PAGE.len() + STYLE.len() + script.len() + data.len());
    let mut rest = PAGE;
    for (mark, part) in [("{{style}}", STYLE), ("{{data}}", &data), ("{{script}}", &script)] {
        let (before, after) = rest.split_once(mark).expect("page.html names every part once, in this order");
        out.push_str(before);
        out.push_str(part);
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_asks_for_nothing_from_anywhere() {
        let page = page("{}");
        for word in ["http://", "https://", "src=", "@import", "url(", "fetch(", "XMLHttpRequest"] {
            let found = page.replace("http://www.w3.org/2000/svg", "").contains(word);
            assert!(!found, "{word}");
        }
        assert!(page.contains("default-src 'none'"));
    }

    #[test]
    fn data_cannot_break_out_of_its_element() {
        let page = page(r#"{"name":"</script><script>alert(1)</script>"}"#);
        assert!(!page.contains("<script>alert"));
        assert_eq!(page.matches("</script>").count(), 2);
    }
}
