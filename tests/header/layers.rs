//! The headers of `include/antreckon`: which files of `src/ffi` go into which, and how what cbindgen writes is dealt out to them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// One header: its name, what it is about, and the files of `src/ffi` it is made from. A name that ends with `*` stands for all files that begin
/// like it, and a folder for all files in it.
struct Layer {
    name: &'static str,
    about: &'static str,
    sources: &'static [&'static str],
}

/// In the order of `antreckon.h`: what a new user needs comes first.
const LAYERS: &[Layer] = &[
    Layer {
        name: "base",
        about: "what everything rests on: outcomes, versions, handles, structs, streams, frames, time, log, memory",
        sources: &["version", "status", "error", "life", "init", "time", "frame", "stream", "log", "alloc"],
    },
    Layer {
        name: "ghosts",
        about: "the front door: players that are simulated elsewhere, from packets to what you draw, and the owner's end",
        sources: &["ghosts*", "outbox*"],
    },
    Layer {
        name: "world",
        about: "levels: making and changing them, questions about them",
        sources: &["world", "level_input", "world_edit", "world_query", "world_cells", "world_sight"],
    },
    Layer {
        name: "map",
        about: "pheromone maps: fields over a level, sources, trails, needs, interactions",
        sources: &[
            "map",
            "map_source",
            "map_avatar",
            "map_step",
            "map_query",
            "map_trail",
            "need",
            "interactions",
            "tastes",
        ],
    },
    Layer {
        name: "predictor",
        about: "where entities will be: profiles, observations, predictions, learned weights",
        sources: &["profile", "predictor", "observe", "predict", "learned"],
    },
    Layer {
        name: "net",
        about: "parts of the way over a network, each by itself: codec, sender, receiver, clock, simulator, smoother",
        sources: &[
            "net_codec",
            "net_packet",
            "sender",
            "sender_submit",
            "sender_connection",
            "sender_collect",
            "sender_owner",
            "receiver",
            "receiver_show",
            "receiver_state",
            "net_clock",
            "net_simulator",
            "smooth",
            "smooth_correct",
            "smooth_draw",
        ],
    },
    Layer {
        name: "models",
        about: "models with parameters of their own: DIS, interest, neural networks, strategies",
        sources: &["dis", "interest", "neuro", "strategy"],
    },
    Layer {
        name: "timewarp",
        about: "an ordered log of events that rolls back and executes again",
        sources: &["timewarp", "timewarp_run", "timewarp_plan", "timewarp_report"],
    },
    Layer {
        name: "plausibility",
        about: "what a remote machine can hardly have done, and promises between machines",
        sources: &["plausibility_rules", "plausibility", "commitment"],
    },
    Layer { name: "recorder", about: "writing a match from inside a game", sources: &["recorder", "recorder_write"] },
];

/// Files without exports, and the tests' own.
const INTERNAL: &[&str] = &["arg", "batch", "guard", "handle", "mod", "object", "structs", "testing", "tests"];

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file of the boundary as a path without its extension, such as `map/query`.
fn files() -> Vec<String> {
    fn walk(folder: &Path, before: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("the boundary is there") {
            let path = entry.expect("it can be read").path();
            let name = format!("{before}{}", path.file_stem().expect("a name").to_string_lossy());
            match path.is_dir() {
                true => walk(&path, &format!("{name}/"), found),
                false => found.push(name),
            }
        }
    }
    let mut found = Vec::new();
    walk(&root().join("src/ffi"), "", &mut found);
    found.sort();
    found
}

impl Layer {
    fn files(&self, all: &[String]) -> Vec<String> {
        let mut files: Vec<String> = Vec::new();
        for source in self.sources {
            for file in all {
                let fits = match source.strip_suffix('*') {
                    Some(start) => file.starts_with(start),
                    None => file == source || file.strip_prefix(source).is_some_and(|rest| rest.starts_with('/')),
                };
                // The file that a folder is named after comes first in it.
                match fits {
                    true if file.ends_with("/mod") => files.insert(0, file.clone()),
                    true => files.push(file.clone()),
                    false => {}
                }
            }
        }
        files
    }
}

fn source(file: &str) -> PathBuf {
    root().join("src/ffi").join(file).with_extension("rs")
}

/// Something that a file of the boundary exports.
pub struct Item {
    pub name: String,
    /// Of a constant.
    pub of_type: Option<String>,
    pub file: String,
    layer: usize,
}

/// What the files export, in the order of the headers. Fails for a file that no header wants.
pub fn items() -> Vec<Item> {
    let all = files();
    let mut left: BTreeSet<&String> = all.iter().filter(|file| !INTERNAL.contains(&file.as_str())).collect();
    let mut items = Vec::new();
    for (layer, header) in LAYERS.iter().enumerate() {
        for file in header.files(&all) {
            assert!(left.remove(&file), "src/ffi/{file}.rs is in two headers");
            let text = std::fs::read_to_string(source(&file)).expect("it was listed");
            for line in text.lines() {
                if let Some((name, of_type)) = declared(line) {
                    items.push(Item { name, of_type, file: file.clone(), layer });
                }
            }
        }
    }
    assert!(left.is_empty(), "in no header: {left:?}");
    items
}

/// Name of the item that a line of Rust declares, and the type of a constant.
fn declared(line: &str) -> Option<(String, Option<String>)> {
    let rest = line.strip_prefix("pub ")?;
    let rest = rest.strip_prefix("unsafe ").unwrap_or(rest);
    let (rest, is_constant) =
        match ["extern \"C\" fn ", "struct ", "type "].iter().find_map(|word| rest.strip_prefix(word)) {
            Some(rest) => (rest, false),
            None => (rest.strip_prefix("const ")?, true),
        };
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let of_type = rest[end..].trim_start_matches(": ").split(' ').next().filter(|_| is_constant);
    Some((rest[..end].to_owned(), of_type.map(str::to_owned)))
}

/// What cbindgen writes of each item, by its name.
fn chunks(items: &[Item]) -> BTreeMap<String, String> {
    let mut builder = cbindgen::Builder::new().with_config(cbindgen::Config { trailer: None, ..config() });
    let mut before = "";
    for item in items {
        if item.file != before {
            builder = builder.with_src(source(&item.file));
            before = &item.file;
        }
    }
    let mut bytes = Vec::new();
    builder.generate().expect("the header can be generated").write(&mut bytes);
    let text = String::from_utf8(bytes).expect("the header is UTF-8");
    let names: BTreeSet<&str> = items.iter().map(|item| item.name.as_str()).collect();
    let mut chunks = BTreeMap::new();
    for chunk in text.split("\n\n").map(str::trim).filter(|chunk| !chunk.is_empty()) {
        let name =
            words(&code(chunk)).find(|word| names.contains(word) && declares(&code(chunk), word)).map(str::to_owned);
        let name = name.unwrap_or_else(|| panic!("declares nothing of src/ffi: {chunk}"));
        chunks.insert(name, chunk.replace("ANT_API\n", "ANT_API "));
    }
    chunks
}

fn config() -> cbindgen::Config {
    cbindgen::Config::from_file(root().join("cbindgen.toml")).expect("cbindgen.toml is valid")
}

/// A chunk without its comments.
fn code(chunk: &str) -> String {
    chunk.lines().filter(|line| !line.trim_start().starts_with("///")).collect::<Vec<_>>().join("\n")
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Whether a word is what a declaration declares, and not what it is made of.
fn declares(code: &str, word: &str) -> bool {
    code.starts_with(&format!("#define {word} "))
        || code.starts_with(&format!("typedef struct {word} "))
        || code.starts_with("typedef") && (code.ends_with(&format!(" {word};")) || code.contains(&format!("(*{word})")))
        || code.starts_with("ANT_API") && code.contains(&format!("{word}("))
}

/// `AntWorldDesc` → `world_desc`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.trim_start_matches("Ant").chars() {
        if letter.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

/// The macro that fills a struct: it passes the kind and the size, and refuses a pointer to another struct.
fn init_macro(name: &str, fills: &str) -> String {
    let small = snake(name);
    let large = small.to_ascii_uppercase();
    let about = match fills.contains(&format!("init_output::<{name}>")) {
        true => format!("/// Makes an {name} ready for a call that fills it. Any thread."),
        false => format!("/// Fills an {name} with its defaults. Any thread."),
    };
    assert!(fills.contains(&format!("ANT_STRUCT_{large} => ")), "ant_init does not know {name}");
    format!(
        "{about}\n#define ant_{small}_init(p) \\\n    ant_init(ANT_STRUCT_{large}, 1 ? (p) : ({name} *)0, (uint32_t)sizeof({name}))"
    )
}

/// Deals the items out to headers.
struct Dealer<'a> {
    items: &'a [Item],
    chunks: BTreeMap<String, String>,
    /// The layer of each item. Handles and ids belong to the base, whoever makes them: so a header that only stores them needs no other.
    layers: BTreeMap<&'a str, usize>,
    fills: String,
    done: BTreeSet<String>,
    texts: Vec<Vec<String>>,
    includes: Vec<BTreeSet<usize>>,
}

impl<'a> Dealer<'a> {
    fn new(items: &'a [Item]) -> Self {
        let chunks = chunks(items);
        let is_id = |name: &str| chunks.get(name).is_some_and(|chunk| code(chunk).contains("{\n    uint64_t id;\n}"));
        let layers =
            items.iter().map(|item| (item.name.as_str(), if is_id(&item.name) { 0 } else { item.layer })).collect();
        let fills = std::fs::read_to_string(source("init")).expect("it was listed");
        let (texts, includes) = (vec![Vec::new(); LAYERS.len()], vec![BTreeSet::new(); LAYERS.len()]);
        Self { items, layers, chunks, fills, done: BTreeSet::new(), texts, includes }
    }

    /// Puts an item into its header, after what it is made of.
    fn deal(&mut self, name: &str) {
        if !self.done.insert(name.to_owned()) {
            return;
        }
        let layer = self.layers[name];
        let chunk = self.chunks.get(name).unwrap_or_else(|| panic!("cbindgen does not write {name}")).clone();
        for word in words(&code(&chunk)).filter(|word| *word != name) {
            if let Some(&other) = self.layers.get(word) {
                self.deal(word);
                if other != layer {
                    self.includes[layer].insert(other);
                }
            }
        }
        let is_sized = code(&chunk).contains("{\n    uint32_t struct_size;");
        self.texts[layer].push(chunk);
        if is_sized {
            self.texts[layer].push(init_macro(name, &self.fills));
        }
        // The constants of a type stand right behind it, without blank lines: that is how readers know whose they are.
        let members: Vec<&str> = self
            .items
            .iter()
            .filter(|item| item.of_type.as_deref() == Some(name))
            .map(|item| item.name.as_str())
            .collect();
        for member in members {
            assert!(self.done.insert(member.to_owned()), "{member} stands before its type");
            let constant = &self.chunks[member];
            let last = self.texts[layer].last_mut().expect("the type was pushed");
            last.push('\n');
            last.push_str(constant);
        }
    }
}

/// Path and text of every header.
pub fn headers() -> Vec<(PathBuf, String)> {
    let items = items();
    let mut dealer = Dealer::new(&items);
    // First what belongs to the base by its form.
    for item in items.iter().filter(|item| item.layer == 0) {
        dealer.deal(&item.name);
    }
    for item in &items {
        dealer.deal(&item.name);
    }
    let folder = root().join("include");
    let mut files = Vec::new();
    let mut all = String::from(
        "/* antreckon: movement prediction for networked games. All headers; each can be included by itself.\n * Generated from src/ffi; do not edit. */\n#ifndef ANTRECKON_H\n#define ANTRECKON_H\n\n",
    );
    for (number, layer) in LAYERS.iter().enumerate() {
        files.push((folder.join(format!("antreckon/{}.h", layer.name)), header(number, &dealer)));
        all += &format!("#include \"antreckon/{}.h\"\n", layer.name);
    }
    files.push((folder.join("antreckon.h"), all + "\n#endif /* ANTRECKON_H */\n"));
    files
}

fn header(number: usize, dealer: &Dealer<'_>) -> String {
    let layer = &LAYERS[number];
    let guard = format!("ANTRECKON_{}_H", layer.name.to_ascii_uppercase());
    let mut text = format!(
        "/* antreckon/{}.h: {}.\n * Generated from src/ffi; do not edit. The text of each item is its documentation. */\n#ifndef {guard}\n#define {guard}\n\n",
        layer.name, layer.about
    );
    if number == 0 {
        text += config().trailer.expect("cbindgen.toml has the introduction").trim_start();
        text += "\n";
    } else {
        let mut included = dealer.includes[number].clone();
        included.insert(0);
        for &other in &included {
            // The front door comes first for the reader and includes what it needs of the parts; nothing includes it.
            let in_order = other < number || layer.name == "ghosts";
            assert!(in_order, "{}.h needs {}.h, which comes later", layer.name, LAYERS[other].name);
            text += &format!("#include \"{}.h\"\n", LAYERS[other].name);
        }
        text += "\n";
    }
    text += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
    for chunk in &dealer.texts[number] {
        text += chunk;
        text += "\n\n";
    }
    text + &format!("#ifdef __cplusplus\n}}\n#endif\n\n#endif /* {guard} */\n")
}
