//! The attraction region R of eq. 7: which cells count, and which of them walls hide.

use crate::base::math::DVec2;
use crate::base::{Error, Result, Short};
use alloc::format;

/// Shape of the attraction region R.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RegionShape {
    /// Axis-aligned square of side |R|.
    Square,
    /// Disc of diameter |R|.
    Disc,
    /// Cone of this half angle (radians) around the view direction, radius |R| / 2. Without a view direction: a disc.
    Cone(f64),
}

/// The attraction region of a player. Lengths in metres. A cell counts when its centre lies inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// Shape.
    pub shape: RegionShape,
    /// |R|.
    pub diameter: f64,
    /// How far beyond the shape's border cells still count.
    pub margin: f64,
    /// Walls hide the cells behind them: a cell counts only if the straight line to it crosses no wall. Drops and the
    /// level's windows do not hide; where the host told which clusters see each other (`World::set_visibility`), that
    /// decides. Cells more than [`MAX_VIEW_CELLS`] away along an axis count as hidden. Off the level nothing is hidden.
    pub walls_hide: bool,
    /// Cells further above or below do not count.
    pub vertical_reach: f64,
}

/// How far walls are looked for, in cells along an axis.
pub const MAX_VIEW_CELLS: i32 = 127;

impl Region {
    /// Refuses lengths and angles outside their ranges.
    pub fn check(&self) -> Result<()> {
        let lengths = [("diameter", self.diameter), ("margin", self.margin), ("vertical_reach", self.vertical_reach)];
        for (name, value) in lengths {
            if value.is_nan() || value < 0.0 || (value.is_infinite() && name != "vertical_reach") {
                return Err(Error::invalid(format!("{name} is {}, it must be finite and not negative", Short(value))));
            }
        }
        match self.shape {
            RegionShape::Cone(angle) if !(0.0..=core::f64::consts::PI).contains(&angle) => {
                Err(Error::invalid(format!("half angle of the cone is {}, allowed is 0 to pi", Short(angle))))
            }
            _ => Ok(()),
        }
    }

    /// Half side or radius with the margin, metres.
    pub(super) fn reach(&self) -> f64 {
        0.5 * self.diameter + self.margin
    }

    /// Cosine and sine of the cone's half angle and the unit view direction; `None` for shapes without a direction.
    pub(super) fn cone(&self, view: DVec2) -> Option<(DVec2, DVec2)> {
        let RegionShape::Cone(half_angle) = self.shape else { return None };
        let length = crate::base::math::sqrt(view.length_squared());
        let usable = length > 0.0 && length.is_finite();
        usable.then(|| (DVec2::new(libm::cos(half_angle), libm::sin(half_angle)), view / length))
    }

    /// Whether an offset in the ground plane lies inside: the plain double-precision form of the test.
    pub fn contains(&self, offset: DVec2, view: DVec2) -> bool {
        let (reach, squared) = (self.reach(), offset.length_squared());
        if self.shape == RegionShape::Square {
            return offset.x.abs() <= reach && offset.y.abs() <= reach;
        }
        if squared > reach * reach {
            return false;
        }
        let Some((cone, view)) = self.cone(view) else { return true };
        let along = offset.dot(view);
        let across = offset.perp_dot(view).abs();
        let beyond = across * cone.x - along * cone.y;
        let foot = along * cone.x + across * cone.y;
        beyond <= 0.0 || (beyond <= self.margin && (foot >= 0.0 || squared <= self.margin * self.margin))
    }
}
