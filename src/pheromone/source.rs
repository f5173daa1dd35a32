//! What emits: items, hot spots, moving things.

use crate::base::math::DVec3;

/// The host's own number of a source.
pub type SourceId = u64;

/// Something that emits pheromone every step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Source {
    /// Layer it feeds.
    pub layer: usize,
    /// Where it is.
    pub position: DVec3,
    /// Amount per step (attract: λρ·f of the paper); negative repels.
    pub emission: f32,
    /// It does not move: its fixed pattern is solved once and present at once, and fades when it is taken.
    pub fixed: bool,
}

/// Only sources inside feed the map; those that leave fade away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaOfInterest {
    /// Centre.
    pub center: DVec3,
    /// Radius in the ground plane, metres.
    pub radius: f64,
}

/// What a learned hot spot counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HotSpotKind {
    /// Somebody was here.
    Presence,
    /// Somebody made a kill here.
    Kill,
    /// Somebody died here.
    Death,
}
