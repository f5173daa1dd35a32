//! The pull of the field (eq. 7).

use crate::base::math::DVec2;

/// Whose nose: weights over the map's layers, and who is smelling.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// Weight per layer of the map's parameters; missing ones count 0.
    pub weights: &'a [f32],
    /// The reader's own avatar, whose layer counts 0; `None` = feels no avatars.
    pub avatar: Option<u64>,
}

/// Shape of the attraction region R.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RegionShape {
    /// Axis-aligned square of side |R|.
    Square,
    /// Disc of diameter |R|.
    Disc,
    /// Cone of this half angle (radians) around the view direction, radius |R| / 2.
    Cone(f64),
}

/// The attraction region of a player. Lengths in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// Shape.
    pub shape: RegionShape,
    /// |R|.
    pub diameter: f64,
    /// How far beyond the shape's border cells still count.
    pub margin: f64,
    /// Walls hide the cells behind them.
    pub walls_hide: bool,
    /// Cells further above or below do not count.
    pub vertical_reach: f64,
}

/// How a cell pulls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForceLaw {
    /// Exponent of the distance, 0 to 4.
    pub k: u32,
    /// Length that counts as 1 in `dist^k`, metres (0.0254 for Quake units).
    pub unit: f64,
    /// Softening: distances count as √(d² + softening²), metres.
    pub softening: f64,
}

/// A force and where it comes from. In `unit`s per frame² for mass 1.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Force {
    /// Sum over all cells of the region, ground plane (x, z).
    pub total: DVec2,
    /// Cells that were read.
    pub cells: u32,
}
