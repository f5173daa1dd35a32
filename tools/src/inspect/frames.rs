//! Learned files and snapshots: all are frames with magic, version, length and checksum.
use super::Finding;
use antreckon::base::serial::{FrameHeader, HEADER_LEN, Reader};
use antreckon::net::policy::Policy;
use antreckon::pheromone::trail::Trails;
use antreckon::predict::Predictor;
use antreckon::predict::learned::Weights;
use antreckon::predict::neuro::{Axes, Bank, SendRule, SentSpeed};
use std::path::Path;

/// How the content of a frame is checked beyond its checksum, and what it adds to a finding.
type Look = fn(Finding, &[u8]) -> Result<Finding, String>;

/// Every kind of frame the library writes.
const KINDS: [(&[u8; 4], &str, Look); 18] = [
    (b"ANTR", "trails", trails),
    (b"ANTS", "strategies", strategies),
    (b"ANTW", "learned weights", weights),
    (b"ANTP", "sending policy", policy),
    (b"ANTN", "neuro bank", bank),
    (b"ANWD", "snapshot of a world", frame_only),
    (b"ANPM", "snapshot of a pheromone map", frame_only),
    (b"ANPD", "snapshot of a predictor", frame_only),
    (b"ANRC", "snapshot of a receiver", frame_only),
    (b"ANSE", "snapshot of a sender", frame_only),
    (b"ANTT", "snapshot of a timewarp", frame_only),
    (b"ANTD", "snapshot of a smoother", frame_only),
    (b"ANTJ", "join message", frame_only),
    (b"ANNS", "snapshot of a network simulator", frame_only),
    (b"ANCK", "snapshot of a clock", frame_only),
    (b"ANTL", "snapshot of plausibility", frame_only),
    (b"ANNM", "snapshot of a need model", frame_only),
    (b"ANIN", "snapshot of interactions", frame_only),
];

/// What a framed file is.
pub(super) fn frame(path: &Path, bytes: &[u8]) -> Finding {
    let kind = KINDS.iter().find(|(magic, ..)| bytes.starts_with(&magic[..]));
    let Some((magic, kind, look)) = kind else {
        return Finding::unknown(path, "begins like no file of ours");
    };
    let found = Finding::of(path, kind).with("bytes", bytes.len());
    let Some(header) = FrameHeader::read(bytes) else {
        return found.damaged(format!("{} bytes are less than a header", bytes.len()));
    };
    let found = found.with("format version", header.version);
    let held = bytes.len() - HEADER_LEN;
    if header.length > held as u64 {
        return found.damaged(format!("cut off: {held} of {} bytes after the header are there", header.length));
    }
    if let Err(error) = Reader::open(bytes, **magic, u32::MAX) {
        return found.damaged(error.to_string());
    }
    let found = found.with("checksum", format!("{:016x}", header.checksum));
    look(found.clone(), bytes).unwrap_or_else(|problem| found.damaged(problem))
}

fn frame_only(found: Finding, _: &[u8]) -> Result<Finding, String> {
    Ok(found)
}

fn trails(found: Finding, bytes: &[u8]) -> Result<Finding, String> {
    let trails = Trails::load(bytes).map_err(|error| error.to_string())?;
    let params = trails.params();
    let half_life = if params.half_life.is_finite() { params.half_life.to_string() } else { "none".to_owned() };
    let origin = trails.origin();
    Ok(found
        .with("v_max", params.v_max)
        .with("half life", half_life)
        .with("origin", format!("{} {} {}", origin.x, origin.y, origin.z))
        .with("cells", trails.cell_count())
        .with("passages", trails.passage_count())
        .with("memory", trails.bytes()))
}

fn strategies(found: Finding, bytes: &[u8]) -> Result<Finding, String> {
    let mut predictor = Predictor::new(1);
    predictor.load_strategies(bytes).map_err(|error| error.to_string())?;
    let trials: u64 = predictor.routes().map(|(_, evidence)| u64::from(evidence)).sum();
    let length: f64 = predictor.routes().map(|(route, _)| route.length()).sum();
    Ok(found
        .with("routes", predictor.routes().len())
        .with("trials", trials)
        .with("metres", length.round())
        .with("strategies", predictor.strategies().len())
        .with("threshold", predictor.strategy_params().threshold))
}

fn weights(found: Finding, bytes: &[u8]) -> Result<Finding, String> {
    Weights::load(bytes).map_err(|error| error.to_string())?;
    let mut predictor = Predictor::new(1);
    predictor.load_weights(Some(bytes)).map_err(|error| error.to_string())?;
    Ok(found.with("hash", format!("{:016x}", antreckon::base::hash::hash_bytes(bytes))))
}

fn policy(found: Finding, bytes: &[u8]) -> Result<Finding, String> {
    let policy = Policy::load(bytes).map_err(|error| error.to_string())?;
    Ok(found.with("memory", policy.bytes()))
}

/// What an owner sends at a threshold, in words.
fn sent(rule: SendRule) -> String {
    let what = match rule.speed {
        SentSpeed::Kept => "eq. 8",
        SentSpeed::Mean => "mean velocity",
    };
    format!("at {} m {what} of {} steps", rule.threshold, rule.networks)
}

fn bank(found: Finding, bytes: &[u8]) -> Result<Finding, String> {
    let bank = Bank::from_bytes(bytes).map_err(|error| error.to_string())?;
    let shape = bank.shape();
    let r2 = |i: usize| bank.r2(i).iter().map(|r2| format!("{r2:.2}")).collect::<Vec<_>>().join(" ");
    Ok(found
        .with("networks", shape.networks)
        .with("neurons", format!("{}-{}-{}", shape.inputs(), shape.hidden, shape.dimensions))
        .with("step ms", bank.step() as f64 / 1e6)
        .with("axes", if bank.axes() == Axes::World { "of the level" } else { "of the player" })
        .with("run speed", f64::from(bank.run_speed()))
        .with("sends", bank.sends().iter().map(|rule| sent(*rule)).collect::<Vec<_>>().join("; "))
        .with("origin", if bank.origin().is_empty() { "not told" } else { bank.origin() })
        .with("r2 first", r2(0))
        .with("r2 last", r2(shape.networks - 1))
        .with("memory", bank.bytes()))
}
