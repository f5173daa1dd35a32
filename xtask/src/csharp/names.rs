//! Names and types of C# for those of the header.

use super::header::{Constant, Header, Type, Variable};

/// The enum of `AntStatus`.
pub(super) const STATUS: &str = "AntStatus";

/// The type of the number in a handle of any kind.
pub(super) const HANDLE: &str = "AntHandle";

/// A struct with the name of a component of the Unity package: without its prefix both can be used side by side.
const COMPONENT: &str = "AntGhost";

/// An enum of C#.
pub(super) struct Enumeration<'a> {
    pub(super) name: &'a str,
    pub(super) doc: &'a [String],
    /// Name in C#, and the constant.
    pub(super) members: Vec<(String, &'a Constant)>,
}

impl Enumeration<'_> {
    /// Values are added up.
    pub(super) fn is_flags(&self) -> bool {
        self.name.ends_with("Flags")
    }
}

/// The constants of a header: those of enums, and single ones.
pub(super) struct Constants<'a> {
    pub(super) enumerations: Vec<Enumeration<'a>>,
    pub(super) single: Vec<&'a Constant>,
}

impl<'a> Constants<'a> {
    pub(super) fn of(header: &'a Header) -> Self {
        let enumerations = header.enumerations.iter().map(|enumeration| Enumeration {
            name: &enumeration.name,
            doc: &enumeration.doc,
            members: enumeration
                .members
                .iter()
                .map(|constant| (member(without_prefix(&enumeration.name, &constant.name)), constant))
                .collect(),
        });
        Self { enumerations: enumerations.collect(), single: header.constants.iter().collect() }
    }

    /// Every constant: its full name in C#, and that of C.
    pub(super) fn all(&self) -> Vec<(String, &str)> {
        let members = self.enumerations.iter().flat_map(|group| {
            group.members.iter().map(|(name, constant)| (format!("{}.{name}", group.name), constant.name.as_str()))
        });
        let single = self.single.iter().map(|one| (format!("Ant.{}", constant(&one.name)), one.name.as_str()));
        members.chain(single).collect()
    }

    /// The enum that a field or parameter is of.
    pub(super) fn telling_type(&self, variable: &Variable) -> Option<&'a str> {
        let names = self.enumerations.iter().map(|group| group.name);
        names.filter(|name| *name != STATUS).find(|name| *name == variable.kind.name)
    }

    /// Whether a text speaks of remarks: outcomes that are neither plain success nor an error.
    pub(super) fn names_a_remark(&self, doc: &[String]) -> bool {
        let statuses = self.enumerations.iter().filter(|group| group.name == STATUS);
        let text = doc.join(" ");
        statuses.flat_map(|group| &group.members).any(|(_, constant)| {
            !constant.value.starts_with('-') && constant.value != "0" && contains_word(&text, &constant.name)
        })
    }
}

/// A constant without `ANT_` and the words that it shares with its type: `ANT_BANK_AXES_OWN` of `AntBankAxes` → `OWN`.
fn without_prefix<'a>(of_type: &str, constant: &'a str) -> &'a str {
    let mut rest = constant.trim_start_matches("ANT_");
    let mut word = String::new();
    for letter in of_type.trim_start_matches("Ant").chars().chain(['A']) {
        if letter.is_ascii_uppercase() && !word.is_empty() {
            match rest.split_once('_') {
                // One stands for many in some names: `ANT_CELLS_SURFACE` of `AntCellMode`.
                Some((first, behind)) if first.trim_end_matches('S') == word.trim_end_matches('S') => rest = behind,
                _ => break,
            }
            word.clear();
        }
        word.push(letter.to_ascii_uppercase());
    }
    rest
}

fn contains_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|other| other == word)
}

pub(super) fn is_boolean(variable: &Variable) -> bool {
    variable.kind.name == "AntBool"
}

/// `some_name` → `SomeName`.
pub(super) fn pascal(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    name.split('_').map(word).collect()
}

/// `SOME_NAME` → `SomeName`.
fn member(name: &str) -> String {
    pascal(&name.to_ascii_lowercase())
}

/// `ANT_SOME_NAME` → `SomeName`.
pub(super) fn constant(name: &str) -> String {
    member(name.trim_start_matches("ANT_"))
}

/// Words of C# that cannot be names.
const KEYWORDS: &[&str] = &[
    "base", "checked", "default", "event", "fixed", "in", "is", "lock", "object", "out", "params", "ref", "string",
    "this", "base",
];

/// `some_name` → `someName`.
pub(super) fn camel(name: &str) -> String {
    let name = pascal(name);
    let name = name[..1].to_ascii_lowercase() + &name[1..];
    if KEYWORDS.contains(&name.as_str()) { format!("@{name}") } else { name }
}

/// Name in C# of a struct of the header. Handles of objects are the objects themselves and lose the prefix.
pub(super) fn type_name(header: &Header, name: &str) -> String {
    match is_object(header, name) || name == COMPONENT {
        true => name.trim_start_matches("Ant").to_owned(),
        false => name.to_owned(),
    }
}

/// The struct is the handle of something that is made and destroyed.
pub(super) fn is_object(header: &Header, name: &str) -> bool {
    object_prefix(header, name).is_some()
}

/// What the functions of an object begin with: `ant_map_` for `AntPheromoneMap`.
pub(super) fn object_prefix<'a>(header: &'a Header, name: &str) -> Option<&'a str> {
    header.functions.iter().find_map(|function| {
        let (prefix, _) = function.name.split_once("create")?;
        let last = function.parameters.last()?;
        (last.kind.pointer && last.kind.name == name).then_some(prefix)
    })
}

/// Type in C# as the library sees it: numbers, structs and pointers to them.
pub(super) fn plain_type(header: &Header, kind: &Type) -> Result<String, String> {
    let name = match kind.name.as_str() {
        "uint8_t" | "char" => "byte".to_owned(),
        "int8_t" => "sbyte".to_owned(),
        "uint16_t" => "ushort".to_owned(),
        "int16_t" => "short".to_owned(),
        "uint32_t" | "AntBool" => "uint".to_owned(),
        "int32_t" | STATUS => "int".to_owned(),
        "uint64_t" | HANDLE => "ulong".to_owned(),
        "int64_t" => "long".to_owned(),
        "float" | "double" | "void" => kind.name.clone(),
        // A pointer to a function; delegates would have to be marshalled.
        name if header.callbacks.iter().any(|callback| callback.name == name) => "IntPtr".to_owned(),
        name if header.enumeration(name).is_some() => "uint".to_owned(),
        name if header.structure(name).is_some() => type_name(header, name),
        name => return Err(format!("unknown type {name}")),
    };
    Ok(if kind.pointer { name + "*" } else { name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_change_their_style() {
        assert_eq!((pascal("find_path"), camel("out_open")), ("FindPath".to_owned(), "outOpen".to_owned()));
        assert_eq!((camel("base"), constant("ANT_NO_LAYER")), ("@base".to_owned(), "NoLayer".to_owned()));
        assert_eq!(without_prefix("AntBankAxes", "ANT_BANK_AXES_OWN"), "OWN");
        assert_eq!(without_prefix("AntCellMode", "ANT_CELLS_SURFACE"), "SURFACE");
        assert_eq!(without_prefix("AntReason", "ANT_REASON_LOST"), "LOST");
        assert_eq!(without_prefix("AntFormat", "ANT_F32"), "F32");
    }
}
