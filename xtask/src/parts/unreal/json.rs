//! Reading JSON, strictly: Unreal's reader is strict too.

use std::collections::BTreeMap;

/// A JSON value; numbers and constants as they were written.
#[derive(Debug, PartialEq)]
pub(super) enum Json {
    Object(BTreeMap<String, Json>),
    Array(Vec<Json>),
    Text(String),
    Plain(String),
}

impl Json {
    pub(super) fn field(&self, name: &str) -> Option<&Self> {
        if let Self::Object(fields) = self { fields.get(name) } else { None }
    }

    pub(super) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn items(&self) -> &[Self] {
        if let Self::Array(items) = self { items } else { &[] }
    }
}

/// The one value that a text holds.
pub(super) fn parse(text: &str) -> Result<Json, String> {
    let mut rest = text;
    let value = value(&mut rest)?;
    if rest.trim().is_empty() { Ok(value) } else { Err(format!("more after the end: {}", head(rest))) }
}

fn head(text: &str) -> String {
    text.chars().take(20).collect()
}

fn take(rest: &mut &str, token: char) -> bool {
    *rest = rest.trim_start();
    let found = rest.strip_prefix(token);
    *rest = found.unwrap_or(rest);
    found.is_some()
}

fn value(rest: &mut &str) -> Result<Json, String> {
    if take(rest, '{') {
        let mut fields = BTreeMap::new();
        while !(fields.is_empty() && take(rest, '}')) {
            let name = if take(rest, '"') { string(rest)? } else { return Err(format!("no name at: {}", head(rest))) };
            if !take(rest, ':') {
                return Err(format!("no colon after {name}"));
            }
            let inner = value(rest)?;
            if fields.insert(name.clone(), inner).is_some() {
                return Err(format!("{name} twice"));
            }
            if take(rest, '}') {
                break;
            }
            if !take(rest, ',') {
                return Err(format!("no comma after {name}"));
            }
        }
        return Ok(Json::Object(fields));
    }
    if take(rest, '[') {
        let mut items = Vec::new();
        while !(items.is_empty() && take(rest, ']')) {
            items.push(value(rest)?);
            if take(rest, ']') {
                break;
            }
            if !take(rest, ',') {
                return Err(format!("no comma at: {}", head(rest)));
            }
        }
        return Ok(Json::Array(items));
    }
    if take(rest, '"') {
        return Ok(Json::Text(string(rest)?));
    }
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c))).unwrap_or(rest.len());
    let (plain, after) = rest.split_at(end);
    let known = ["true", "false", "null"].contains(&plain) || plain.parse::<f64>().is_ok();
    *rest = after;
    if known { Ok(Json::Plain(plain.to_owned())) } else { Err(format!("no value: {}", head(plain))) }
}

/// After its opening quote. Escapes are kept as they are: the files here have none that matter.
fn string(rest: &mut &str) -> Result<String, String> {
    let mut escaped = false;
    for (index, c) in rest.char_indices() {
        match c {
            '"' if !escaped => {
                let text = rest[..index].to_owned();
                *rest = &rest[index + 1..];
                return Ok(text);
            }
            '\n' => break,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    Err(format!("a text without an end: {}", head(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_and_mistakes_are_not() {
        let read = parse("{ \"a\": [1, \"x\"], \"b\": {}, \"c\": true }").expect("it is JSON");
        assert_eq!(read.field("a").map(|a| a.items().len()), Some(2));
        assert_eq!(read.field("a").and_then(|a| a.items()[1].text()), Some("x"));
        for bad in ["", "{", "{\"a\":}", "[1,]", "{\"a\":1,}", "{} {}", "[truth]", "{\"a\":1,\"a\":2}", "\"x"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
