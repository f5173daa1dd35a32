//! Methods of the objects: what a caller of C# gives and gets, and how it becomes a call of the library.

use super::header::{Function, Header, Variable};
use super::names::{self, Constants};
use super::text::Text;

/// One argument of the library's function in terms of the method.
#[derive(Default)]
struct Argument {
    /// Parameter of the method: type and name.
    parameter: Option<(String, String)>,
    /// What the parameter is when it is left out.
    default: Option<&'static str>,
    /// Statements before the call.
    before: Vec<String>,
    /// Variables that stay in place during the call.
    fixed: Option<String>,
    /// What the library is given.
    passed: String,
    /// What the library writes.
    output: Option<Output>,
}

/// Something that comes back.
struct Output {
    kind: String,
    name: String,
    /// How the method hands it on.
    value: String,
}

/// Writes the method of a function. `receiver` is the parameter that is the object itself.
pub(super) fn method(
    text: &mut Text,
    header: &Header,
    constants: &Constants<'_>,
    function: &Function,
    name: &str,
    receiver: Option<&str>,
) -> Result<(), String> {
    let mut arguments = arguments(header, constants, function, receiver)?;
    let is_status = function.result.name == "AntStatus" && !function.result.pointer;
    let outputs = arguments.iter().filter(|argument| argument.output.is_some()).count();
    let returns_output = is_status && outputs == 1 && !constants.names_a_remark(&function.doc);
    let result = match arguments.iter().find_map(|argument| argument.output.as_ref()) {
        Some(output) if returns_output => output.kind.clone(),
        _ if is_status => "AntStatus".to_owned(),
        _ => names::plain_type(header, &function.result)?,
    };
    if !returns_output {
        for argument in &mut arguments {
            if let Some(output) = &argument.output {
                argument.parameter = Some((format!("out {}", output.kind), output.name.clone()));
            }
        }
    }

    text.summary(&function.doc);
    for (argument, parameter) in arguments.iter().zip(described(function, &arguments)) {
        if let (Some((_, name)), Some(parameter)) = (&argument.parameter, parameter) {
            text.parameter(name, &parameter.doc);
        }
    }
    let parameters = parameter_list(&arguments);
    let place = if receiver.is_some() { "" } else { "static " };
    text.open(&format!("public {place}unsafe {result} {name}({parameters})"));
    if receiver.is_none() {
        text.line("Library.Ensure();");
    }
    body(text, function, &arguments, is_status, returns_output);
    text.close();
    Ok(())
}

fn body(text: &mut Text, function: &Function, arguments: &[Argument], is_status: bool, returns_output: bool) {
    for line in arguments.iter().flat_map(|argument| &argument.before) {
        text.line(line);
    }
    let passed: Vec<&str> = arguments.iter().map(|argument| argument.passed.as_str()).collect();
    let call = format!("Native.{}({})", function.name, passed.join(", "));
    let pins: Vec<&String> = arguments.iter().filter_map(|argument| argument.fixed.as_ref()).collect();
    let outputs: Vec<&Output> = arguments.iter().filter_map(|argument| argument.output.as_ref()).collect();
    for line in &pins {
        text.open(line);
    }
    match outputs[..] {
        _ if !is_status => text.line(&format!("return {call};")),
        [] => text.line(&format!("return Library.Check({call});")),
        [output] if returns_output => {
            text.line(&format!("Library.Check({call});"));
            text.line(&format!("return {};", output.value));
        }
        _ => {
            text.line(&format!("AntStatus status = Library.Check({call});"));
            for output in &outputs {
                text.line(&format!("{} = {};", output.name, output.value));
            }
            text.line("return status;");
        }
    }
    for _ in &pins {
        text.close();
    }
}

/// The parameter of the function that each argument documents.
fn described<'a>(function: &'a Function, arguments: &[Argument]) -> Vec<Option<&'a Variable>> {
    let same = |variable: &&Variable, name: &str| names::camel(&variable.name) == name || output_name(variable) == name;
    arguments
        .iter()
        .map(|argument| {
            let (_, name) = argument.parameter.as_ref()?;
            function.parameters.iter().find(|variable| same(variable, name))
        })
        .collect()
}

/// A parameter may be left out when all behind it may.
fn parameter_list(arguments: &[Argument]) -> String {
    let mut list = Vec::new();
    let mut all_optional = true;
    for argument in arguments.iter().rev() {
        let Some((kind, name)) = &argument.parameter else { continue };
        all_optional &= argument.default.is_some();
        list.push(match argument.default {
            Some(default) if all_optional => format!("{kind} {name} = {default}"),
            _ => format!("{kind} {name}"),
        });
    }
    list.reverse();
    list.join(", ")
}

fn arguments(
    header: &Header,
    constants: &Constants<'_>,
    function: &Function,
    receiver: Option<&str>,
) -> Result<Vec<Argument>, String> {
    let mut arguments = Vec::new();
    let mut parameters = function.parameters.iter().peekable();
    while let Some(parameter) = parameters.next() {
        if receiver == Some(parameter.name.as_str()) {
            let passed = if parameter.kind.name == names::HANDLE { "id" } else { "this" };
            arguments.push(Argument { passed: passed.to_owned(), ..Argument::default() });
        } else if parameter.kind.name == "void"
            && parameter.kind.pointer
            && parameters.peek().is_some_and(|next| next.kind.name == "uint64_t" && !next.kind.pointer)
        {
            parameters.next();
            arguments.extend(bytes(parameter));
        } else {
            arguments.push(argument(header, constants, parameter)?);
        }
    }
    Ok(arguments)
}

/// A buffer of bytes and its length.
fn bytes(parameter: &Variable) -> [Argument; 2] {
    let name = names::camel(&parameter.name);
    let kind = if parameter.kind.constant { "ReadOnlySpan<byte>" } else { "Span<byte>" };
    [
        Argument {
            fixed: Some(format!("fixed (byte* {name}Start = &MemoryMarshal.GetReference({name}))")),
            passed: format!("{name}Start"),
            parameter: Some((kind.to_owned(), name.clone())),
            ..Argument::default()
        },
        Argument { passed: format!("(ulong){name}.Length"), ..Argument::default() },
    ]
}

fn argument(header: &Header, constants: &Constants<'_>, parameter: &Variable) -> Result<Argument, String> {
    let kind = names::plain_type(header, &parameter.kind)?;
    let name = names::camel(&parameter.name);
    let is_array =
        brackets(parameter).any(|inside| inside != "opt" && !inside.starts_with("Limit") && !inside.ends_with(')'));
    if !parameter.kind.pointer {
        return Ok(number(constants, parameter, kind, name));
    }
    let target = kind.trim_end_matches('*').to_owned();
    let vector = vector(parameter);
    let is_one_stream = target == "AntStream" && !parameter.doc.iter().any(|line| line.contains("] each "));
    let is_number = header.structure(&parameter.kind.name).is_none() && vector.is_none();
    if is_array && !is_one_stream || is_number && parameter.kind.constant || ["void", "byte"].contains(&target.as_str())
    {
        let parameter = Some((kind, name.clone()));
        return Ok(Argument { parameter, passed: name, ..Argument::default() });
    }
    if parameter.kind.constant {
        return Ok(input(parameter, vector.map_or(target, str::to_owned), vector.is_some(), kind, name));
    }
    let is_output = parameter.name.starts_with("out_") || parameter.name == "needed";
    let structure = header.structure(&parameter.kind.name);
    if is_output {
        let is_sized = structure.is_some_and(super::header::Struct::is_sized);
        return Ok(output(constants, parameter, vector.map_or(target, str::to_owned), vector.is_some(), is_sized));
    }
    Ok(match structure {
        // Read and written.
        Some(_) => Argument {
            parameter: Some((format!("ref {target}"), name.clone())),
            fixed: Some(format!("fixed ({kind} {name}Start = &{name})")),
            passed: format!("{name}Start"),
            ..Argument::default()
        },
        None => Argument { parameter: Some((kind, name.clone())), passed: name, ..Argument::default() },
    })
}

fn number(constants: &Constants<'_>, parameter: &Variable, kind: String, name: String) -> Argument {
    if names::is_boolean(parameter) {
        let passed = format!("{name} ? 1u : 0u");
        return Argument { parameter: Some(("bool".to_owned(), name)), passed, ..Argument::default() };
    }
    match constants.telling_type(parameter) {
        Some(telling) => {
            let passed = format!("(uint){name}");
            Argument { parameter: Some((telling.to_owned(), name)), passed, ..Argument::default() }
        }
        None => Argument { parameter: Some((kind, name.clone())), passed: name, ..Argument::default() },
    }
}

/// A struct or vector that is read.
fn input(parameter: &Variable, target: String, is_vector: bool, kind: String, name: String) -> Argument {
    let is_optional = brackets(parameter).any(|inside| inside == "opt");
    let cast = if is_vector { format!("({kind})") } else { String::new() };
    if target == "AntStream" {
        return Argument {
            parameter: Some((target, name.clone())),
            default: is_optional.then_some("default(AntStream)"),
            passed: format!("AntStream.OrNull(&{name})"),
            ..Argument::default()
        };
    }
    if is_optional {
        let given = format!("{}Value", name.trim_start_matches('@'));
        return Argument {
            parameter: Some((format!("{target}?"), name.clone())),
            default: Some("null"),
            before: vec![format!("{target} {given} = {name}.GetValueOrDefault();")],
            passed: format!("{name}.HasValue ? {cast}&{given} : null"),
            ..Argument::default()
        };
    }
    Argument { parameter: Some((target, name.clone())), passed: format!("{cast}&{name}"), ..Argument::default() }
}

fn output(
    constants: &Constants<'_>,
    parameter: &Variable,
    target: String,
    is_vector: bool,
    is_sized: bool,
) -> Argument {
    let name = output_name(parameter);
    let variable = format!("{}Value", name.trim_start_matches('@'));
    let start = if is_sized { format!("{target}.Sized()") } else { format!("default({target})") };
    let (kind, value) = match (names::is_boolean(parameter), constants.telling_type(parameter)) {
        (true, _) => ("bool".to_owned(), format!("{variable} != 0")),
        (_, Some(telling)) => (telling.to_owned(), format!("({telling}){variable}")),
        _ => (target.clone(), variable.clone()),
    };
    let cast = if is_vector { "(double*)" } else { "" };
    Argument {
        before: vec![format!("{target} {variable} = {start};")],
        passed: format!("{cast}&{variable}"),
        output: Some(Output { kind, name, value }),
        ..Argument::default()
    }
}

fn output_name(parameter: &Variable) -> String {
    names::camel(parameter.name.strip_prefix("out_").unwrap_or(&parameter.name))
}

/// Three or four numbers in parentheses are a vector.
fn vector(parameter: &Variable) -> Option<&'static str> {
    let inside = brackets(parameter).find(|inside| inside.starts_with('(') && inside.ends_with(')'))?;
    match (parameter.kind.name.as_str(), inside.matches(',').count()) {
        ("double", 2) => Some("AntDouble3"),
        ("double", 3) => Some("AntDouble4"),
        _ => None,
    }
}

/// What stands in brackets in the documentation of a parameter.
fn brackets(parameter: &Variable) -> impl Iterator<Item = &str> {
    parameter.doc.iter().flat_map(|line| line.split('[').skip(1)).filter_map(|rest| rest.split(']').next())
}

/// Writes the method that hands the bytes of a function with a buffer out as a new array.
pub(super) fn method_with_new_array(text: &mut Text, function: &Function, name: &str) {
    text.summary(&function.doc);
    text.open(&format!("public byte[] {name}()"));
    text.line(&format!("byte[] bytes = new byte[{name}(default(Span<byte>))];"));
    text.line(&format!("{name}(bytes);"));
    text.line("return bytes;");
    text.close();
}

/// The function does nothing but write bytes into a buffer.
pub(super) fn only_writes_bytes(function: &Function) -> bool {
    matches!(&function.parameters[..], [_, buffer, capacity, needed]
        if buffer.name == "buf" && capacity.name == "capacity" && needed.name == "needed")
}
