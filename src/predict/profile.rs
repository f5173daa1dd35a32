//! How one entity is predicted.

use super::dis::BodyAcceleration;
pub use crate::base::DEFAULT_RUN_SPEED;
use crate::base::math::DVec3;
use crate::pheromone::{ForceLaw, Region, RegionShape};
use crate::world::AreaFilter;
use alloc::vec::Vec;

/// The model that predicts an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Stays where it was.
    Still,
    /// First-order dead reckoning with the last velocity.
    Dr1,
    /// Second-order dead reckoning with the velocity of [`VelocitySource`].
    Dr2,
    /// First order with a velocity that dies away: `x + v τ (1 - e^(-δ/τ))`.
    Damped,
    /// AntReckoning (eq. 5): second order plus the pull of the pheromone field.
    Ant,
    /// DIS algorithm 1: static.
    DisStatic,
    /// DIS algorithm 2: fixed orientation, position, world axes.
    DisFpw,
    /// DIS algorithm 3: rotating, position, world axes.
    DisRpw,
    /// DIS algorithm 4: rotating, velocity (with acceleration), world axes.
    DisRvw,
    /// DIS algorithm 5: fixed orientation, velocity (with acceleration), world axes.
    DisFvw,
    /// DIS algorithm 6: fixed orientation, position, body axes.
    DisFpb,
    /// DIS algorithm 7: rotating, position, body axes.
    DisRpb,
    /// DIS algorithm 8: rotating, velocity (with acceleration), body axes.
    DisRvb,
    /// DIS algorithm 9: fixed orientation, velocity (with acceleration), body axes.
    DisFvb,
    /// Interest scheme (S3): constant speed, direction by forces between players and objects.
    Interest,
    /// First-order dead reckoning at first, the interest scheme after a time threshold (S3).
    Hybrid,
    /// Neuro-reckoning (S2): a bank of small networks.
    Neuro,
    /// Long-term routes learned from earlier trials (S5).
    Strategy,
    /// Directed trail pheromones: damped dead reckoning plus what this place and heading remember.
    Trail,
    /// The learned kinematic model.
    Kinematic,
    /// Mixes the models by their recent errors and says how sure it is.
    Auto,
    /// The host's own expert alone.
    Custom,
}

impl Model {
    /// Whether the kinematics alone answer it (and, for `ant`, the field).
    #[inline(always)]
    pub(super) fn is_simple(self) -> bool {
        self as u8 <= Self::Ant as u8
    }

    /// Whether it predicts one by where the others are.
    pub(crate) fn feels_others(self) -> bool {
        matches!(self, Self::Interest | Self::Hybrid)
    }

    /// Whether it moves along a straight line, at whatever pace.
    pub(super) fn is_straight(self) -> bool {
        matches!(self, Self::Still | Self::Dr1 | Self::Damped | Self::DisStatic | Self::DisFpw | Self::DisRpw)
    }

    /// All models by their number.
    pub const ALL: [Self; 22] = [
        Self::Still,
        Self::Dr1,
        Self::Dr2,
        Self::Damped,
        Self::Ant,
        Self::DisStatic,
        Self::DisFpw,
        Self::DisRpw,
        Self::DisRvw,
        Self::DisFvw,
        Self::DisFpb,
        Self::DisRpb,
        Self::DisRvb,
        Self::DisFvb,
        Self::Interest,
        Self::Hybrid,
        Self::Neuro,
        Self::Strategy,
        Self::Trail,
        Self::Kinematic,
        Self::Auto,
        Self::Custom,
    ];
}

/// Which velocity and acceleration the second-order models (`dr2`, `ant`) move by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VelocitySource {
    /// What the update tells; without it the moving averages of eq. 3 and 4. An acceleration that is not told is averaged
    /// over told velocities where there are some. An update that tells to stand is obeyed: see [`STANDING_SPEED`].
    #[default]
    Told,
    /// The moving averages over positions as published, whatever is told but the acceleration: for comparison with the
    /// paper.
    Averaged,
}

impl VelocitySource {
    /// All, by number.
    pub const ALL: [Self; 2] = [Self::Told, Self::Averaged];
}

/// An update that tells a slower velocity than this, m/s, tells to stand: until the next update nothing moves, whatever
/// the model.
pub const STANDING_SPEED: f64 = 0.01;

/// What happens to a prediction that meets a wall of the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Nothing: it passes through.
    Ignore,
    /// It slides along the wall, and stops in corners.
    Slide,
}

/// Corrections (a) to (d) of S1, each switchable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PostProcessing {
    /// (a) the distance from the last known position is at most the speed limit times the horizon.
    pub limit_speed: bool,
    /// (b) obstacles.
    pub obstacle: Obstacle,
    /// (c) below this speed (m/s, 0 to 1e6) an entity stands still …
    pub still_speed: f64,
    /// … and its forces are multiplied by this (0 to 1; 1 = off).
    pub still_force: f64,
    /// (d) the displacement is at most this factor of `|v| δ`, v being the velocity the model moves by (0 or more;
    /// infinity = off).
    pub vector_factor: f64,
}

/// How one entity is predicted. Lengths in metres, times in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct EntityProfile {
    /// The model.
    pub model: Model,
    /// Which velocity the second-order models move by.
    pub velocity: VelocitySource,
    /// m: scales the effect of forces (1e-6 to 1e9).
    pub mass: f64,
    /// Nominal top speed, m/s (1e-6 to 1e6).
    pub v_max: f64,
    /// The speed limit is max(v_max, this × fastest recently observed speed) … (0 to 1000)
    pub speed_factor: f64,
    /// … but never above this, m/s (1e-6 to 1e6).
    pub speed_cap: f64,
    /// α of eq. 5: weight of forces against acceleration (0 to 1).
    pub alpha: f64,
    /// αv of eq. 3, per `frame` (1e-6 to 1).
    pub alpha_v: f64,
    /// αa of eq. 4, per `frame` (0 to 1).
    pub alpha_a: f64,
    /// h: the paper's frame, in which forces and averages are expressed, seconds (1e-6 to 60).
    pub frame: f64,
    /// τ of the damped model, seconds (1e-6 to 1e6).
    pub tau: f64,
    /// Factor on all forces (the paper's λ is in the emission; this one is the entity's; -1e9 to 1e9).
    pub force_scale: f64,
    /// Other forces that act on it than those of the field (gravity, wind), per frame's coordinates, mass times m/s² (each
    /// within ±1e9). Part of F in eq. 5, so [`EntityProfile::alpha`] weighs it, the mass divides it, and it acts in three
    /// dimensions; neither the map, `force_scale` nor the rule for those who stand touch it.
    pub other_force: DVec3,
    /// Weight per layer of the map (each within ±1e6).
    pub layer_weights: Vec<f32>,
    /// The entity's own avatar on the map (feels the others, never itself).
    pub avatar: Option<u64>,
    /// Attraction region.
    pub region: Region,
    /// Force law.
    pub law: ForceLaw,
    /// Corrections.
    pub post: PostProcessing,
    /// Where it may walk.
    pub filter: AreaFilter,
    /// What the acceleration of the DIS models 7 to 9 means.
    pub body_acceleration: BodyAcceleration,
    /// Number of the network bank of `neuro` (see [`super::Predictor::load_bank`]); 0 without a file is the built-in one.
    pub bank: u32,
    /// So many banks from `bank` on compete; the one that erred least of late is heard (1 to [`super::neuro::MAX_RIVALS`]).
    pub bank_count: u32,
    /// Plain dead reckoning takes over where the bank is not believed; `false` = never, as published.
    pub bank_fallback: bool,
    /// E of the interest scheme, -100 (always objects) to 100 (always players); `None` = observed from behaviour.
    pub preference: Option<f32>,
    /// Its movement is written into the trails, whatever model predicts it.
    pub leaves_trail: bool,
    /// `auto` uses only what sender and receiver share: this entity's own observations, but neither the trails nor the
    /// weights nor the neighbours, which differ between machines that see different updates.
    pub shared_only: bool,
}

impl Default for PostProcessing {
    /// Speed limit on, sliding along walls, no forces on somebody who stands, no limit of the final vector (it would pin an
    /// entity whose velocity is not known yet).
    fn default() -> Self {
        Self {
            limit_speed: true,
            obstacle: Obstacle::Slide,
            still_speed: 0.1,
            still_force: 0.0,
            vector_factor: f64::INFINITY,
        }
    }
}

impl Default for EntityProfile {
    /// The automatic mix. `ant` has the paper's values for Quake III, 1 unit = 2.54 cm: 320 u/s, |R| = 500 u, k = 2, 50 ms
    /// frames. The speed cap of 40 m/s is five times the nominal speed: strafe and rocket jumps reach three times it.
    fn default() -> Self {
        Self {
            model: Model::Auto,
            velocity: VelocitySource::Told,
            mass: 1.0,
            v_max: DEFAULT_RUN_SPEED,
            speed_factor: 1.1,
            speed_cap: 40.0,
            alpha: 0.5,
            alpha_v: 0.8,
            alpha_a: 0.8,
            frame: 0.05,
            tau: 0.7,
            force_scale: 1.0,
            other_force: DVec3::ZERO,
            layer_weights: alloc::vec![1.0],
            avatar: None,
            region: Region {
                shape: RegionShape::Square,
                diameter: 12.7,
                margin: 0.0,
                walls_hide: false,
                vertical_reach: 3.0,
            },
            law: ForceLaw { k: 2, unit: 0.0254, softening: 0.5, vertical: false },
            post: PostProcessing::default(),
            filter: AreaFilter::default(),
            body_acceleration: BodyAcceleration::default(),
            bank: 0,
            bank_count: 1,
            bank_fallback: true,
            preference: None,
            leaves_trail: true,
            shared_only: false,
        }
    }
}
