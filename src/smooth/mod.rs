//! Convergence: what is drawn moves from where it is shown to where the prediction says it is.
//!
//! An update changes the prediction at once; nobody may see that. [`Smoother::correct`] is told of the change and remembers
//! how far the shown state was from the new prediction; [`Smoother::draw`] is asked every frame and lets that difference
//! vanish. What is drawn is the present prediction plus a difference that is a **function of the time since the
//! correction** ([`Method`]), so the curve is the same at 30, 60 and 144 frames per second. Three rules stand above the
//! curve: a correction that lies behind is absorbed by slowing down and not by walking back, the way of every frame is
//! walked in the level and never leads through a wall, and what is too far away is not slid to but jumped to.

mod chase;
mod curve;
mod guard;
mod guide;
mod params;
mod parts;
mod smoother;
mod snapshot;
mod switch;
mod track;
mod turn;
mod walls;
mod way;

pub use params::{Method, Pace, SmoothParams, TurnMethod};
pub use parts::Part;
pub use smoother::{BYTES_PER_ENTITY, Smoother};

use crate::base::math::{DQuat, DVec3};
use crate::base::time::Nanos;
use crate::pheromone::{PheromoneMap, Reader};
use crate::predict::{LevelContext, Prediction};
use crate::world::{AreaFilter, World};

/// What happened to a drawn state (bits of [`Drawn::flags`]).
pub mod drawn {
    /// Has not arrived at the prediction yet.
    pub const CONVERGING: u32 = 1;
    /// Jumped since the last frame: a teleport, too far away, or no way to walk there.
    pub const SNAPPED: u32 = 2;
    /// Held back or pushed on so as not to move backwards.
    pub const SLOWED: u32 = 4;
    /// Goes along a walkable path.
    pub const PATH: u32 = 8;
    /// An obstacle stopped it in this frame.
    pub const CLIPPED: u32 = 16;
    /// There is no level, or the entity is off it: walls were not looked at.
    pub const OFF_LEVEL: u32 = 32;
    /// The time lies before that of the last frame, which was answered again.
    pub const PAST: u32 = 64;
}

/// What to draw, in the level's coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// Where.
    pub position: DVec3,
    /// How fast it is drawn to move, m/s (for animation and for the next correction).
    pub velocity: DVec3,
    /// Facing, of length 1.
    pub orientation: DQuat,
    /// Distance to the prediction, metres.
    pub distance: f64,
    /// Bits of [`drawn`].
    pub flags: u32,
}

impl Drawn {
    /// Room for a drawn state: at rest in the origin.
    pub const NOWHERE: Self =
        Self { position: DVec3::ZERO, velocity: DVec3::ZERO, orientation: DQuat::IDENTITY, distance: 0.0, flags: 0 };
}

/// An update changed the prediction of an entity.
#[derive(Clone, Copy, Debug)]
pub struct Correction<'a> {
    /// When it was taken in, on the clock of the frames.
    pub time: Nanos,
    /// The prediction for that time with the update.
    pub prediction: &'a Prediction,
    /// The prediction for that time without the update. `None` = the one of the last frame is carried on by its velocity,
    /// which is exact for predictions that are straight lines.
    pub before: Option<&'a Prediction>,
    /// Seconds since the update before, as the network side knows it; `None` = time since the last correction.
    pub gap: Option<f64>,
    /// The entity was moved on purpose: jump.
    pub teleported: bool,
    /// How long before `time` the update was there, nanoseconds: a chase has gone by it since then, or since the last frame.
    pub early: Nanos,
    /// Where the update says that the entity was. Who is known to be on the walkable surface is not drawn off it, and who is
    /// known to be beside it, not farther. `None` = nobody knows: it may be drawn beside it by
    /// [`SmoothParams::surface_margin`].
    pub known: Option<DVec3>,
}

impl<'a> Correction<'a> {
    /// A plain correction.
    pub fn new(time: Nanos, prediction: &'a Prediction) -> Self {
        Self { time, prediction, before: None, gap: None, teleported: false, early: 0, known: None }
    }
}

/// The level as the drawn entity walks it.
#[derive(Clone, Copy, Default)]
pub struct DrawContext<'a> {
    /// Its walls; `None` = there are none.
    pub world: Option<&'a World>,
    /// The field that leads [`Method::Path`], and whose nose reads it.
    pub field: Option<(&'a PheromoneMap, Reader<'a>)>,
    /// Where the entity may walk.
    pub filter: AreaFilter,
    /// It is told of as it is, neither rounded on the wire nor dated by guess, so that even small corrections are true:
    /// [`SmoothParams::noise`] does not hold for it.
    pub exact: bool,
}

impl<'a> From<LevelContext<'a>> for DrawContext<'a> {
    /// Walls only: a field needs a reader.
    fn from(level: LevelContext<'a>) -> Self {
        Self { world: level.world, ..Self::default() }
    }
}

/// How a correction is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Nothing was shown yet: it appears where it is predicted.
    Appears,
    /// By a jump.
    Jumps,
    /// By the curve of the method.
    Curves,
    /// Along a walkable path.
    Walks,
}
