//! Enums, constants, structs and callbacks.

use super::header::{Header, Struct, Variable};
use super::names::{self, Constants, STATUS};
use super::text::Text;

pub(super) fn enumerations(constants: &Constants<'_>) -> String {
    let mut text = Text::file();
    for (number, group) in constants.enumerations.iter().enumerate() {
        if number > 0 {
            text.line("");
        }
        let of = if group.name == STATUS { "int" } else { "uint" };
        if group.name == STATUS {
            text.summary(&["Outcome of a call: 0 done, negative error, positive done with a remark.".to_owned()]);
        } else {
            text.summary(group.doc);
        }
        if group.is_flags() {
            text.line("[Flags]");
        }
        text.open(&format!("public enum {} : {of}", group.name));
        if group.is_flags() {
            text.summary(&["Nothing of it.".to_owned()]);
            text.line("None = 0,");
        }
        for (name, constant) in &group.members {
            text.summary(&constant.doc);
            text.line(&format!("{name} = {},", constant.value));
        }
        text.close();
    }
    text.finish()
}

/// Constants that belong to no enum.
pub(super) fn constants(constants: &Constants<'_>) -> String {
    let mut text = Text::file();
    text.summary(&["Constants and functions that need no object.".to_owned()]);
    text.open("public static partial class Ant");
    for (number, constant) in constants.single.iter().enumerate() {
        if number > 0 {
            text.line("");
        }
        text.summary(&constant.doc);
        let value = constant.value.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let value: String = value.map(expression).collect();
        let of = if value.contains('.') { "double" } else { "uint" };
        text.line(&format!("public const {of} {} = {value};", names::constant(&constant.name)));
    }
    text.finish()
}

/// A word of an expression and the sign behind it.
fn expression(word: &str) -> String {
    let end = word.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(word.len());
    match word[..end].starts_with("ANT_") {
        true => names::constant(&word[..end]) + &word[end..],
        // A count of places to shift is signed in C#, so only alone is a number known to be unsigned.
        false => word.to_owned(),
    }
}

pub(super) fn structs(header: &Header, constants: &Constants<'_>) -> Result<String, String> {
    let mut text = Text::file();
    let mut first = true;
    for structure in header.structs.iter().filter(|structure| !names::is_object(header, &structure.name)) {
        if !std::mem::take(&mut first) {
            text.line("");
        }
        if structure.is_id() {
            identity(&mut text, &structure.doc, &structure.name, "");
            text.close();
        } else {
            plain_struct(&mut text, header, constants, structure)?;
        }
    }
    Ok(text.finish())
}

/// Opens a struct of one number that can be compared.
pub(super) fn identity(text: &mut Text, doc: &[String], name: &str, interfaces: &str) {
    text.summary(doc);
    text.line("[StructLayout(LayoutKind.Sequential)]");
    text.open(&format!("public readonly partial struct {name} : IEquatable<{name}>{interfaces}"));
    text.summary(&["Opaque; 0 is null.".to_owned()]);
    text.line("public readonly ulong id;");
    text.line("");
    text.summary(&["The one with this number, as the library gave it.".to_owned()]);
    text.line(&format!("public {name}(ulong id) {{ this.id = id; }}"));
    text.line("");
    text.summary(&["It names nothing.".to_owned()]);
    text.line("public bool IsNull { get { return id == 0; } }");
    text.line("");
    let other = [
        format!("public bool Equals({name} other) {{ return id == other.id; }}"),
        format!("public override bool Equals(object other) {{ return other is {name} && Equals(({name})other); }}"),
        "public override int GetHashCode() { return id.GetHashCode(); }".to_owned(),
        format!("public override string ToString() {{ return \"{name} 0x\" + id.ToString(\"x\"); }}"),
        format!("public static bool operator ==({name} left, {name} right) {{ return left.id == right.id; }}"),
        format!("public static bool operator !=({name} left, {name} right) {{ return left.id != right.id; }}"),
    ];
    for line in other {
        text.line("/// <inheritdoc/>");
        text.line(&line);
    }
}

fn plain_struct(text: &mut Text, header: &Header, constants: &Constants<'_>, structure: &Struct) -> Result<(), String> {
    let name = &names::type_name(header, &structure.name);
    text.summary(&structure.doc);
    text.line("[StructLayout(LayoutKind.Sequential)]");
    text.open(&format!("public unsafe partial struct {name}"));
    for field in &structure.fields {
        text.summary(&field.doc);
        text.line(&format!("public {};", field_declaration(header, constants, field)?));
    }
    if let Some(kind) = filler(header, constants, structure) {
        text.line("");
        text.summary(&["With the defaults of the library.".to_owned()]);
        text.open(&format!("public static {name} Default()"));
        text.line("Library.Ensure();");
        text.line(&format!("{name} value;"));
        text.line(&format!("Library.Check(Native.ant_init((uint){kind}, &value, (uint)sizeof({name})));"));
        text.line("return value;");
        text.close();
    }
    if structure.is_sized() {
        text.line("");
        text.summary(&["Empty, ready to be filled by the library.".to_owned()]);
        text.open(&format!("public static {name} Sized()"));
        text.line(&format!("{name} value = default({name});"));
        text.line(&format!("value.structSize = (uint)sizeof({name});"));
        text.line("return value;");
        text.close();
    }
    text.close();
    Ok(())
}

fn field_declaration(header: &Header, constants: &Constants<'_>, field: &Variable) -> Result<String, String> {
    let name = names::camel(&field.name);
    let plain = names::plain_type(header, &field.kind)?;
    Ok(match (plain.as_str(), field.elements) {
        ("double", Some(3)) => format!("AntDouble3 {name}"),
        ("double", Some(4)) => format!("AntDouble4 {name}"),
        (_, Some(count)) => format!("fixed {plain} {name}[{count}]"),
        ("uint", None) => format!("{} {name}", constants.telling_type(field).unwrap_or("uint")),
        (_, None) => format!("{plain} {name}"),
    })
}

/// What names a struct for `ant_init`.
fn filler(header: &Header, constants: &Constants<'_>, structure: &Struct) -> Option<String> {
    let (_, constant) = header.fillers.iter().find(|(name, _)| *name == structure.name)?;
    constants.all().into_iter().find(|(_, name)| name == constant).map(|(name, _)| name)
}

pub(super) fn callbacks(header: &Header) -> Result<String, String> {
    let mut text = Text::file();
    for (number, callback) in header.callbacks.iter().enumerate() {
        if number > 0 {
            text.line("");
        }
        text.summary(&callback.doc);
        let mut parameters = Vec::new();
        for parameter in &callback.parameters {
            let name = names::camel(&parameter.name);
            text.parameter(&name, &parameter.doc);
            parameters.push(format!("{} {name}", names::plain_type(header, &parameter.kind)?));
        }
        text.line("[UnmanagedFunctionPointer(CallingConvention.Cdecl)]");
        let result = names::plain_type(header, &callback.result)?;
        text.line(&format!("public unsafe delegate {result} {}({});", callback.name, parameters.join(", ")));
    }
    Ok(text.finish())
}

/// The functions as they are.
pub(super) fn native(header: &Header) -> Result<String, String> {
    let mut text = Text::file();
    text.summary(&[
        "Every function of the library as it is: pointers in, status out. For jobs, Burst and whoever wants no exceptions;"
            .to_owned(),
        "the documentation is that of the C header. Call Library.Ensure() once before the first of them.".to_owned(),
    ]);
    text.open("public static unsafe class Native");
    for (number, function) in header.functions.iter().enumerate() {
        if number > 0 {
            text.line("");
        }
        let mut parameters = Vec::new();
        for parameter in &function.parameters {
            let kind = names::plain_type(header, &parameter.kind)?;
            parameters.push(format!("{kind} {}", names::camel(&parameter.name)));
        }
        text.summary(&function.doc);
        text.line("[DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]");
        let result = names::plain_type(header, &function.result)?;
        text.line(&format!("public static extern {result} {}({});", function.name, parameters.join(", ")));
    }
    Ok(text.finish())
}
