//! One file for each object: the handle with its methods.

use super::data::identity;
use super::header::{Function, Header, Struct};
use super::methods::{method, method_with_new_array, only_writes_bytes};
use super::names::{self, Constants};
use super::text::Text;

/// Functions around which the hand-written class `Library` is made.
const IN_LIBRARY: &[&str] = &[
    "ant_check_version",
    "ant_init",
    "ant_last_error",
    "ant_log_poll",
    "ant_set_log_callback",
    "ant_status_name",
    "ant_version",
    "ant_abi_version",
    "ant_version_string",
];

/// File name and text for each object.
pub(super) fn files(header: &Header, constants: &Constants<'_>) -> Result<Vec<(String, String)>, String> {
    let mut files = Vec::new();
    for structure in &header.structs {
        if let Some(prefix) = names::object_prefix(header, &structure.name) {
            let name = names::type_name(header, &structure.name);
            files.push((format!("{name}.cs"), object(header, constants, structure, &name, prefix)?));
        }
    }
    Ok(files)
}

fn object(
    header: &Header,
    constants: &Constants<'_>,
    structure: &Struct,
    name: &str,
    prefix: &str,
) -> Result<String, String> {
    let mut text = Text::file();
    identity(&mut text, &structure.doc, name, ", IDisposable");
    for function in &header.functions {
        let is_shared = takes_any_handle(function);
        let word = function.name.strip_prefix(if is_shared { "ant_" } else { prefix });
        if is_shared && word == Some("destroy") {
            text.line("");
            text.summary(&function.doc);
            // Null needs no library: whoever could not make an object because there is none can still clean up.
            text.line(&format!(
                "public void Dispose() {{ if (!IsNull) {{ Library.Ended(Native.{}(id)); }} }}",
                function.name
            ));
        } else if is_shared && word == Some("is_valid") {
            text.line("");
            text.summary(&["The handle can be used: made, not disposed of and not poisoned.".to_owned()]);
            text.line(&format!("public bool IsValid {{ get {{ return Native.{}(id) == 0; }} }}", function.name));
        } else if let Some(question) = word.filter(|word| word.starts_with("has_")) {
            text.line("");
            text.summary(&function.doc);
            let [_, asked] = &function.parameters[..] else { return Err(format!("{}: odd", function.name)) };
            let (kind, asked) = (names::plain_type(header, &asked.kind)?, names::camel(&asked.name));
            let call = format!("Native.{}(this, {asked}) == 0", function.name);
            text.line(&format!("public bool {}({kind} {asked}) {{ return {call}; }}", names::pascal(question)));
        } else if is_maker(function, structure) {
            text.line("");
            let word = word.ok_or_else(|| format!("{} makes a {name}", function.name))?;
            method(&mut text, header, constants, function, &names::pascal(word), None)?;
        } else if is_shared || receiver(header, function) == Some(&structure.name) {
            text.line("");
            let word = word.unwrap_or_else(|| function.name.trim_start_matches("ant_"));
            let parameter = function.parameters.first().map(|parameter| parameter.name.as_str());
            let name = names::pascal(word);
            method(&mut text, header, constants, function, &name, parameter)?;
            if only_writes_bytes(function) {
                text.line("");
                method_with_new_array(&mut text, function, &name);
            }
        }
    }
    Ok(text.finish())
}

/// The function makes the object.
fn is_maker(function: &Function, structure: &Struct) -> bool {
    function.name.contains("_create")
        && function.parameters.last().is_some_and(|last| last.kind.pointer && last.kind.name == structure.name)
}

/// The object that a function is a method of: its first parameter.
fn receiver<'a>(header: &Header, function: &'a Function) -> Option<&'a str> {
    let first = function.parameters.first()?;
    let is_object = !first.kind.pointer && names::is_object(header, &first.kind.name);
    (is_object && !function.name.contains("_create")).then_some(first.kind.name.as_str())
}

/// The function works on objects of every kind.
fn takes_any_handle(function: &Function) -> bool {
    function.parameters.first().is_some_and(|first| first.kind.name == names::HANDLE)
}

/// Functions without an object.
pub(super) fn functions(header: &Header, constants: &Constants<'_>) -> Result<String, String> {
    let mut text = Text::file();
    text.open("public static partial class Ant");
    let mut first = true;
    for function in &header.functions {
        let is_maker = header.structs.iter().any(|structure| is_maker(function, structure));
        let elsewhere = is_maker || takes_any_handle(function) || receiver(header, function).is_some();
        if !elsewhere && !IN_LIBRARY.contains(&function.name.as_str()) {
            if !std::mem::take(&mut first) {
                text.line("");
            }
            let name = names::pascal(function.name.trim_start_matches("ant_"));
            method(&mut text, header, constants, function, &name, None)?;
        }
    }
    Ok(text.finish())
}
