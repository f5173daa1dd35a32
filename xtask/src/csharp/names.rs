//! Names and types of C# for those of the header.

use super::header::{Constant, Header, Type, Variable};

/// Constants that belong together: all from the first one on that share its prefix, until the next group or another prefix.
/// A constant of no group becomes a field of the class `Ant`.
struct Group {
    first: &'static str,
    prefix: &'static str,
    name: &'static str,
    /// Values are added up.
    flags: bool,
}

const fn values(first: &'static str, prefix: &'static str, name: &'static str) -> Group {
    Group { first, prefix, name, flags: false }
}

const fn flags(first: &'static str, prefix: &'static str, name: &'static str) -> Group {
    Group { first, prefix, name, flags: true }
}

const GROUPS: &[Group] = &[
    values("LOG_ERROR", "LOG_", "AntLogLevel"),
    values("FRAME_CANONICAL", "FRAME_", "AntFrameKind"),
    values("F32", "", "AntFormat"),
    values("CELLS_SURFACE", "CELLS_", "AntCellMode"),
    values("LINK_WALK", "LINK_", "AntLinkKind"),
    flags("LINK_TWO_WAY", "LINK_", "AntLinkFlags"),
    flags("DOOR_HAS_BOUNDS", "DOOR_", "AntDoorFlags"),
    values("EDGE_OPEN", "EDGE_", "AntEdge"),
    flags("QUERY_AIRBORNE", "QUERY_", "AntQueryFlags"),
    flags("SOURCE_FIXED", "SOURCE_", "AntSourceFlags"),
    values("NOTE_PRESENCE", "NOTE_", "AntNote"),
    flags("READER_HAS_AVATAR", "READER_", "AntReaderFlags"),
    values("REGION_SQUARE", "REGION_", "AntRegion"),
    values("INTERACTION_SHOT_AT", "INTERACTION_", "AntInteraction"),
    values("MODEL_STILL", "MODEL_", "AntModel"),
    values("BODY_ACCELERATION_DERIVATIVE", "BODY_ACCELERATION_", "AntBodyAcceleration"),
    values("OBSTACLE_IGNORE", "OBSTACLE_", "AntObstacle"),
    flags("PROFILE_HAS_AVATAR", "PROFILE_", "AntProfileFlags"),
    flags("OBSERVE_AIRBORNE", "OBSERVE_", "AntObserveFlags"),
    flags("CORRECTION_SPEED", "CORRECTION_", "AntCorrections"),
    values("DIS_STATIC", "DIS_", "AntDisAlgorithm"),
    values("BANK_AXES_WORLD", "BANK_AXES_", "AntBankAxes"),
    values("BANK_SENDS_SPEED", "BANK_SENDS_", "AntBankSends"),
    values("STRATEGY_CONTAINMENT", "STRATEGY_", "AntStrategyTest"),
    flags("UPDATE_TELEPORT", "UPDATE_", "AntUpdateFlags"),
    flags("NETWORK_KEEP_ORDER", "NETWORK_", "AntNetworkFlags"),
    flags("CLOCK_HAS_UPDATES", "CLOCK_", "AntClockFlags"),
    values("OVER_COST_CONTINUE", "OVER_COST_", "AntOverCost"),
    values("WHEN_FULL_REFUSE", "WHEN_FULL_", "AntWhenFull"),
    values("ARRIVAL_IN_ORDER", "ARRIVAL_", "AntArrival"),
    values("STOPPED_BY_NOTHING", "STOPPED_BY_", "AntStoppedBy"),
    flags("PLAN_RESTORE", "PLAN_", "AntPlanFlags"),
    values("CHANGE_CHANGED", "CHANGE_", "AntChange"),
    values("SENDER_TYPE_1", "SENDER_TYPE_", "AntSenderType"),
    values("METRIC_SPACE", "METRIC_", "AntMetric"),
    values("DELIVERY_ASSUMED", "DELIVERY_", "AntDeliveryKind"),
    values("RELEVANCE_BY_AREA", "RELEVANCE_", "AntRelevance"),
    values("REASON_ENTER", "REASON_", "AntReason"),
    values("VERDICT_APPLIED", "VERDICT_", "AntVerdict"),
    values("CURVE_HERMITE", "CURVE_", "AntCurve"),
    values("SHOWN_PREDICTED", "SHOWN_", "AntShownAs"),
    flags("RULE_SPEED", "RULE_", "AntRules"),
    flags("PASSAGE_HAS_FROM", "PASSAGE_", "AntPassageFlags"),
    values("REVEAL_HONEST", "REVEAL_", "AntReveal"),
    values("RECORD_PLAYER", "RECORD_", "AntRecordKind"),
    flags("RECORD_MOVES", "RECORD_", "AntRecordFlags"),
    values("RECORD_HIT", "RECORD_", "AntRecordEvent"),
    values("SMOOTH_SNAP", "SMOOTH_", "AntSmoothMethod"),
    values("TURN_SNAP", "TURN_", "AntTurnMethod"),
    flags("SMOOTHER_MAY_MOVE_BACK", "SMOOTHER_", "AntSmootherFlags"),
    values("COURSE_APPEARS", "COURSE_", "AntCourse"),
    flags("SMOOTH_TELEPORTED", "SMOOTH_", "AntSmoothFlags"),
    flags("DRAWN_CONVERGING", "DRAWN_", "AntDrawnFlags"),
    values("OK", "", STATUS),
];

/// The enum of `AntStatus`.
pub(super) const STATUS: &str = "AntStatus";

/// Constants that stand among the members of a group and are none.
const NO_MEMBERS: &[&str] = &["REASON_COUNT", "RECORD_NOBODY", "RULE_COUNT", "STRATEGY_AUTOMATIC", "STRATEGY_NONE"];

/// Parameters and outputs of type `uint32_t` that are 0 or 1.
const BOOLEANS: &[&str] =
    &["open", "active", "taken", "carries", "present", "out_open", "out_differs", "out_has_baseline"];

/// Fields whose documentation names constants that are not their values.
const PLAIN_NUMBERS: &[&str] = &["bank", "restore_slot", "save_slot"];

/// An enum of C#.
pub(super) struct Enumeration<'a> {
    pub(super) name: &'static str,
    pub(super) flags: bool,
    /// Name in C#, and the constant.
    pub(super) members: Vec<(String, &'a Constant)>,
}

/// The constants of a header, sorted into enums and single ones.
pub(super) struct Constants<'a> {
    pub(super) enumerations: Vec<Enumeration<'a>>,
    pub(super) single: Vec<&'a Constant>,
}

impl<'a> Constants<'a> {
    pub(super) fn of(header: &'a Header) -> Result<Self, String> {
        let mut sorted = Self { enumerations: Vec::new(), single: Vec::new() };
        let mut open: Option<&Group> = None;
        for constant in &header.constants {
            let name = constant.name.strip_prefix("ANT_").ok_or_else(|| format!("odd name: {}", constant.name))?;
            if let Some(group) = GROUPS.iter().find(|group| group.first == name) {
                open = Some(group);
                sorted.enumerations.push(Enumeration { name: group.name, flags: group.flags, members: Vec::new() });
            }
            open = open.filter(|group| name.starts_with(group.prefix) && !ends_formats(group, name));
            match (open, sorted.enumerations.last_mut()) {
                (Some(group), Some(enumeration)) if !NO_MEMBERS.contains(&name) => {
                    enumeration.members.push((member(&name[group.prefix.len()..]), constant));
                }
                _ => sorted.single.push(constant),
            }
        }
        match GROUPS.iter().find(|group| !sorted.enumerations.iter().any(|found| found.name == group.name)) {
            Some(group) => Err(format!("ANT_{}, the first of {}, is not in the header", group.first, group.name)),
            None => Ok(sorted),
        }
    }

    /// Every constant: its full name in C#, and that of C.
    pub(super) fn all(&self) -> Vec<(String, &str)> {
        let members = self.enumerations.iter().flat_map(|group| {
            group.members.iter().map(|(name, constant)| (format!("{}.{name}", group.name), constant.name.as_str()))
        });
        let single = self.single.iter().map(|one| (format!("Ant.{}", constant(&one.name)), one.name.as_str()));
        members.chain(single).collect()
    }

    /// Type of a field or parameter that is a plain number in C, more telling where the documentation names its values: all
    /// of one enum, which may be written `ANT_MODEL_…`.
    pub(super) fn telling_type(&self, variable: &Variable) -> Option<&'static str> {
        if variable.kind.name != "uint32_t" || PLAIN_NUMBERS.contains(&variable.name.as_str()) {
            return None;
        }
        let text = variable.doc.join(" ");
        let mut words: Vec<&str> = vec![""; 2];
        words.extend(text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty()));
        let mut found = None;
        for trio in words.windows(3) {
            // "With ANT_X: …" tells when something counts, and not what it may be.
            let is_aside = matches!(trio[1], "with" | "With" | "by") || trio[1] == "of" && !trio[0].ends_with("ne");
            let owner = if is_aside { None } else { self.owner(trio[2], variable.name.ends_with("flags")) };
            match (owner, found) {
                (Some(STATUS) | None, _) => {}
                (Some(new), Some(old)) if new != old => return None,
                (Some(new), _) => found = Some(new),
            }
        }
        found
    }

    /// The enum of a constant, or of a prefix that ends with `_`.
    fn owner(&self, word: &str, of_flags: bool) -> Option<&'static str> {
        let mut groups = self.enumerations.iter();
        match word.strip_prefix("ANT_").filter(|rest| rest.ends_with('_')) {
            Some(prefix) => {
                let fitting: Vec<&Group> = GROUPS.iter().filter(|group| group.prefix == prefix).collect();
                fitting.iter().find(|group| fitting.len() == 1 || group.flags == of_flags).map(|group| group.name)
            }
            None => groups
                .find(|group| group.members.iter().any(|(_, constant)| constant.name == word))
                .map(|group| group.name),
        }
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

fn contains_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|other| other == word)
}

/// The formats have no prefix of their own: they end at the first name that is not a letter and a number of bits.
fn ends_formats(group: &Group, name: &str) -> bool {
    let is_format = name.starts_with(['F', 'U', 'I']) && name[1..].starts_with(|c: char| c.is_ascii_digit());
    group.name == "AntFormat" && !is_format
}

pub(super) fn is_boolean(variable: &Variable) -> bool {
    variable.kind.name == "uint32_t" && BOOLEANS.contains(&variable.name.as_str())
}

/// `some_name` → `SomeName`.
pub(super) fn pascal(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    name.split('_').map(word).collect()
}

/// `SOME_NAME` → `SomeName`; a digit at the start gets company.
fn member(name: &str) -> String {
    let name = pascal(&name.to_ascii_lowercase());
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("Type{name}") } else { name }
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
    match is_object(header, name) {
        true => name.trim_start_matches("Ant").to_owned(),
        false => name.to_owned(),
    }
}

/// The struct is the handle of something that is destroyed.
pub(super) fn is_object(header: &Header, name: &str) -> bool {
    object_prefix(header, name).is_some()
}

/// What the functions of an object begin with: `ant_map_` for `AntPheromoneMap`.
pub(super) fn object_prefix<'a>(header: &'a Header, name: &str) -> Option<&'a str> {
    header.functions.iter().find_map(|function| {
        let prefix = function.name.strip_suffix("destroy")?;
        let [parameter] = &function.parameters[..] else { return None };
        (parameter.kind.name == name).then_some(prefix)
    })
}

/// Type in C# as the library sees it: numbers, structs and pointers to them.
pub(super) fn plain_type(header: &Header, kind: &Type) -> Result<String, String> {
    let name = match kind.name.as_str() {
        "uint8_t" | "char" => "byte".to_owned(),
        "int8_t" => "sbyte".to_owned(),
        "uint16_t" => "ushort".to_owned(),
        "int16_t" => "short".to_owned(),
        "uint32_t" => "uint".to_owned(),
        "int32_t" | "AntStatus" => "int".to_owned(),
        "uint64_t" => "ulong".to_owned(),
        "int64_t" => "long".to_owned(),
        "float" | "double" | "void" => kind.name.clone(),
        // A pointer to a function; delegates would have to be marshalled.
        name if header.callbacks.iter().any(|callback| callback.name == name) => "IntPtr".to_owned(),
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
        assert_eq!(member("1"), "SharedModel");
    }
}
