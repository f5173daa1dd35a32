//! Reads the C headers. They are generated, so their form is known; anything of another form is an error and not
//! passed over.

/// What the header declares, in its order.
#[derive(Debug, Default)]
pub(crate) struct Header {
    /// Those that belong to no enumeration.
    pub(crate) constants: Vec<Constant>,
    pub(crate) enumerations: Vec<Enumeration>,
    /// Names of structs that a macro fills with defaults, and the constant that names them there.
    pub(crate) fillers: Vec<(String, String)>,
    pub(crate) structs: Vec<Struct>,
    pub(crate) callbacks: Vec<Function>,
    pub(crate) functions: Vec<Function>,
}

/// `#define NAME VALUE`.
#[derive(Debug)]
pub(crate) struct Constant {
    pub(crate) doc: Doc,
    pub(crate) name: String,
    /// A number, or an expression of other constants.
    pub(crate) value: String,
}

/// `typedef uint32_t NAME;` and the constants in the lines behind it.
#[derive(Debug)]
pub(crate) struct Enumeration {
    pub(crate) doc: Doc,
    pub(crate) name: String,
    pub(crate) members: Vec<Constant>,
}

#[derive(Debug)]
pub(crate) struct Struct {
    pub(crate) doc: Doc,
    pub(crate) name: String,
    pub(crate) fields: Vec<Variable>,
}

/// A function, or the type of a callback.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) doc: Doc,
    pub(crate) name: String,
    pub(crate) result: Type,
    pub(crate) parameters: Vec<Variable>,
}

/// A field or parameter.
#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) doc: Doc,
    pub(crate) name: String,
    pub(crate) kind: Type,
    /// Elements of an array that lies in the struct.
    pub(crate) elements: Option<u32>,
}

/// `const struct NAME *` and shorter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Type {
    pub(crate) name: String,
    pub(crate) pointer: bool,
    pub(crate) constant: bool,
}

/// Lines of documentation.
pub(crate) type Doc = Vec<String>;

impl Header {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut header = Self::default();
        let mut doc = Doc::new();
        let code = without_block_comments(text);
        let code = code.replace("\\\n", " ");
        let mut lines = code.lines().map(str::trim);
        // The enumeration that goes on until the next blank line.
        let mut open = false;
        while let Some(line) = lines.next() {
            open &= !line.is_empty();
            if let Some(words) = line.strip_prefix("///") {
                doc.push(words.trim().to_owned());
            } else if let Some(definition) = line.strip_prefix("#define ").filter(|_| !doc.is_empty()) {
                let (name, value) = definition.split_once(' ').ok_or_else(|| format!("no value: {line}"))?;
                let (name, value) = (name.to_owned(), value.to_owned());
                let doc = std::mem::take(&mut doc);
                if name.contains('(') {
                    let found = filler(&value).ok_or_else(|| format!("not a known macro: {line}"))?;
                    // The others make a struct ready for a call that fills it, which needs no library.
                    if doc.iter().any(|line| line.contains("defaults")) {
                        header.fillers.push(found);
                    }
                    continue;
                }
                let constant = Constant { doc, name, value };
                match header.enumerations.last_mut().filter(|_| open) {
                    Some(enumeration) => enumeration.members.push(constant),
                    None => header.constants.push(constant),
                }
            } else if line.is_empty() || line.starts_with('#') || line.starts_with("extern") || line.starts_with('}') {
                doc.clear();
            } else if let Some(rest) = line.strip_prefix("typedef struct ") {
                let name = rest.strip_suffix(" {").ok_or_else(|| format!("not a struct: {line}"))?.to_owned();
                let fields = fields(&mut lines)?;
                header.structs.push(Struct { doc: std::mem::take(&mut doc), name, fields });
            } else {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    let next = lines.next().ok_or_else(|| format!("without an end: {statement}"))?;
                    statement = format!("{statement} {next}");
                }
                open = header.statement(std::mem::take(&mut doc), statement.trim_end_matches(';'))?;
            }
        }
        header.enumerations.retain(|enumeration| !enumeration.members.is_empty());
        Ok(header)
    }

    /// Whether constants may follow.
    fn statement(&mut self, doc: Doc, statement: &str) -> Result<bool, String> {
        if let Some(definition) = statement.strip_prefix("typedef ") {
            let numbers = ["uint32_t ", "int32_t ", "uint64_t "];
            let number = numbers.iter().find_map(|number| definition.strip_prefix(number));
            if let Some(name) = number.filter(|name| name.starts_with("Ant")) {
                self.enumerations.push(Enumeration { doc, name: name.to_owned(), members: Vec::new() });
                return Ok(true);
            }
            let (result, rest) = definition.split_once("(*").ok_or_else(|| format!("unknown: {statement}"))?;
            let (name, parameters) = rest.split_once(")(").ok_or_else(|| format!("unknown: {statement}"))?;
            self.callbacks.push(function(doc, name, result, parameters)?);
        } else if let Some(declaration) = statement.strip_prefix("ANT_API ") {
            let (head, parameters) = declaration.split_once('(').ok_or_else(|| format!("unknown: {statement}"))?;
            let start = head.rfind([' ', '*']).ok_or_else(|| format!("unknown: {statement}"))? + 1;
            self.functions.push(function(doc, &head[start..], &head[..start], parameters)?);
        } else {
            return Err(format!("unknown: {statement}"));
        }
        Ok(false)
    }

    pub(crate) fn enumeration(&self, name: &str) -> Option<&Enumeration> {
        self.enumerations.iter().find(|enumeration| enumeration.name == name)
    }

    pub(crate) fn structure(&self, name: &str) -> Option<&Struct> {
        self.structs.iter().find(|structure| structure.name == name)
    }
}

impl Struct {
    /// Struct of one number that names something: a handle or an id.
    pub(crate) fn is_id(&self) -> bool {
        self.fields.len() == 1 && self.fields[0].name == "id" && self.fields[0].kind.name == "uint64_t"
    }

    /// Grows with new versions.
    pub(crate) fn is_sized(&self) -> bool {
        self.fields.first().is_some_and(|field| field.name == "struct_size")
    }
}

/// Struct and constant of `ant_init(CONSTANT, 1 ? (p) : (STRUCT *)0, …)`.
fn filler(value: &str) -> Option<(String, String)> {
    let (constant, rest) = value.trim().strip_prefix("ant_init(")?.split_once(',')?;
    let (_, rest) = rest.split_once(": (")?;
    let (name, _) = rest.split_once(' ')?;
    Some((name.to_owned(), constant.to_owned()))
}

fn fields<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Result<Vec<Variable>, String> {
    let (mut fields, mut doc) = (Vec::new(), Doc::new());
    loop {
        let line = lines.next().ok_or("a struct without an end")?;
        if let Some(words) = line.strip_prefix("///") {
            doc.push(words.trim().to_owned());
        } else if line.starts_with('}') {
            return Ok(fields);
        } else {
            let declaration = line.strip_suffix(';').ok_or_else(|| format!("not a field: {line}"))?;
            fields.push(variable(std::mem::take(&mut doc), declaration)?);
        }
    }
}

fn function(doc: Doc, name: &str, result: &str, parameters: &str) -> Result<Function, String> {
    let parameters = parameters.trim_end_matches(')');
    let mut variables = Vec::new();
    if parameters != "void" {
        for parameter in parameters.split(',') {
            variables.push(variable(Doc::new(), parameter.trim())?);
        }
    }
    let doc = attach(doc, &mut variables);
    // A name stands in for the one a result does not have.
    let result = variable(Doc::new(), &format!("{}result", result.trim_start().to_owned() + " "))?.kind;
    Ok(Function { doc, name: name.to_owned(), result, parameters: variables })
}

/// Moves the lines `name: text` (or `name, name: text`) to the parameters; returns what is left.
fn attach(doc: Doc, parameters: &mut [Variable]) -> Doc {
    let mut rest = Doc::new();
    let mut owners: Vec<usize> = Vec::new();
    for line in doc {
        if let Some((names, text)) = line.split_once(": ") {
            let found: Option<Vec<usize>> =
                names.split(", ").map(|name| parameters.iter().position(|parameter| parameter.name == name)).collect();
            if let Some(found) = found {
                for &owner in &found {
                    parameters[owner].doc.push(text.to_owned());
                }
                owners = found;
                continue;
            }
        }
        if owners.is_empty() {
            rest.push(line);
        } else {
            for &owner in &owners {
                parameters[owner].doc.push(line.clone());
            }
        }
    }
    rest
}

fn variable(doc: Doc, declaration: &str) -> Result<Variable, String> {
    let (declaration, elements) = match declaration.strip_suffix(']').and_then(|rest| rest.split_once('[')) {
        Some((rest, count)) => (rest, Some(count.parse().map_err(|_| format!("not a number: {declaration}"))?)),
        None => (declaration, None),
    };
    let start = declaration.rfind([' ', '*']).ok_or_else(|| format!("no type: {declaration}"))? + 1;
    let (kind, name) = declaration.split_at(start);
    let pointer = kind.contains('*');
    let words: Vec<&str> = kind.split([' ', '*']).filter(|word| !word.is_empty()).collect();
    let named: Vec<&&str> = words.iter().filter(|word| !["const", "struct"].contains(word)).collect();
    match named[..] {
        [type_name] if kind.matches('*').count() <= 1 => Ok(Variable {
            doc,
            name: name.to_owned(),
            kind: Type { name: (*type_name).to_owned(), pointer, constant: words.contains(&"const") },
            elements,
        }),
        _ => Err(format!("a type of unknown form: {declaration}")),
    }
}

fn without_block_comments(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("/*") {
        code.push_str(&rest[..start]);
        rest = rest[start..].find("*/").map_or("", |end| &rest[start + end + 2..]);
    }
    code + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "\
/* prose; with (things) */
#define GUARD
/// Most of it.
#define ANT_MOST 7

/// A kind.
typedef uint32_t AntKind;
/// The first.
#define ANT_KIND_FIRST 0

/// A thing.
typedef struct AntThing {
    /// Where.
    double at[3];
    /// [opt]
    const struct AntOther *other;
} AntThing;

/// Fills it with its defaults.
#define ant_thing_init(p) \\
    ant_init(ANT_STRUCT_THING, 1 ? (p) : (AntThing *)0, (uint32_t)sizeof(AntThing))

/// Called.
typedef void (*AntFn)(struct AntThing *thing, void *user);
/// Does it. Two
/// lines.
/// from, to: [(x, y, z)]
/// more of it
/// out_thing: [opt]
ANT_API
AntStatus ant_do(const double *from, const double *to,
                 struct AntThing *out_thing);
/// Says it.
ANT_API const char *ant_say(void);
";

    #[test]
    fn every_kind_of_item_is_read() {
        let header = Header::parse(SMALL).expect("it is well formed");
        assert_eq!((header.constants.len(), header.constants[0].value.as_str()), (1, "7"));
        let kind = header.enumeration("AntKind").expect("it is there");
        assert_eq!((kind.members.len(), kind.members[0].name.as_str()), (1, "ANT_KIND_FIRST"));
        assert_eq!(header.fillers, [("AntThing".to_owned(), "ANT_STRUCT_THING".to_owned())]);
        let thing = header.structure("AntThing").expect("it is there");
        assert_eq!((thing.fields[0].elements, thing.fields[1].kind.pointer), (Some(3), true));
        assert_eq!(header.callbacks[0].parameters.len(), 2);
        let [does, says] = &header.functions[..] else { panic!("{:?}", header.functions) };
        assert_eq!(does.doc, ["Does it. Two", "lines."]);
        assert_eq!(does.parameters[1].doc, ["[(x, y, z)]", "more of it"]);
        assert_eq!(does.parameters[2].doc, ["[opt]"]);
        assert_eq!((says.name.as_str(), says.parameters.len(), says.result.pointer), ("ant_say", 0, true));
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for bad in ["int x;", "typedef struct A { int x; } A;", "ANT_API int f(int **x);", "typedef int I;"] {
            assert!(Header::parse(bad).is_err(), "{bad}");
        }
    }
}
