//! How corrections become invisible.

use antreckon::smooth::{Method, Pace, SmoothParams, TurnMethod};
use godot::prelude::*;

/// Curves from what is shown to what is predicted.
#[derive(GodotConvert, Var, Export, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[godot(via = i64)]
pub(crate) enum AntCurve {
    Snap,
    Linear,
    Bezier,
    Hermite,
    ProjectiveVelocity,
    Damped,
    Path,
    #[default]
    Chase,
}

/// How a ghost moves from where it is shown to where the newest update says it is.
///
/// It counts for all ghosts of a level: see [member AntWorld3D.convergence].
#[derive(GodotClass)]
#[class(tool, init, base=Resource)]
pub(crate) struct AntConvergence {
    /// The curve. [b]Chase[/b] suits most games; [b]Path[/b] walks around corners; [b]Snap[/b] shows every correction as a jump.
    #[export]
    curve: AntCurve,
    /// Time a correction takes, in mean gaps between updates (not for [b]Chase[/b], which goes as fast as looks natural) ...
    #[export(range = (0.0, 5.0, 0.05, or_greater))]
    #[init(val = 1.5)]
    gaps: f64,
    /// ... but at least this ...
    #[export(range = (0.001, 2.0, 0.001, suffix = "s"))]
    #[init(val = 0.05)]
    shortest: f64,
    /// ... and at most this.
    #[export(range = (0.001, 2.0, 0.001, suffix = "s"))]
    #[init(val = 0.5)]
    longest: f64,
    /// Corrections farther than this are jumps.
    #[export(range = (0.1, 100.0, 0.1, or_greater, suffix = "m"))]
    #[init(val = 2.2)]
    snap_distance: f64,
    /// A correction that lies behind slows the ghost down instead of moving it back.
    #[export]
    #[init(val = true)]
    never_backwards: bool,
    /// The way of every frame is walked in the level: a ghost never slides through a wall.
    #[export]
    #[init(val = true)]
    walls: bool,
    /// Turn at once instead of gradually.
    #[export]
    snap_turns: bool,
    base: Base<Resource>,
}

#[godot_api]
impl AntConvergence {
    /// At once.
    #[constant]
    const SNAP: i64 = AntCurve::Snap as i64;
    /// Straight, at constant speed.
    #[constant]
    const LINEAR: i64 = AntCurve::Linear as i64;
    /// A cubic Bezier curve laid at the correction.
    #[constant]
    const BEZIER: i64 = AntCurve::Bezier as i64;
    /// A cubic Hermite curve to the present prediction.
    #[constant]
    const HERMITE: i64 = AntCurve::Hermite as i64;
    /// Projective velocity blending.
    #[constant]
    const PROJECTIVE_VELOCITY: i64 = AntCurve::ProjectiveVelocity as i64;
    /// A critically damped spring.
    #[constant]
    const DAMPED: i64 = AntCurve::Damped as i64;
    /// Along the way a walker would take.
    #[constant]
    const PATH: i64 = AntCurve::Path as i64;
    /// A damped spring with bounded speed: near corrections vanish quickly, far ones at the fastest that does not look like a jump.
    #[constant]
    const CHASE: i64 = AntCurve::Chase as i64;
}

impl AntConvergence {
    pub(crate) fn params(&self) -> SmoothParams {
        SmoothParams {
            method: Method::ALL[self.curve as usize],
            turn_method: if self.snap_turns { TurnMethod::Snap } else { TurnMethod::Damped },
            position: Pace { share: self.gaps, least: self.shortest, most: self.longest },
            snap_distance: self.snap_distance,
            never_backwards: self.never_backwards,
            walls: self.walls,
            ..SmoothParams::default()
        }
    }
}
