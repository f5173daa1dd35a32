//! How an entity is predicted.

use antreckon::net::plausibility::Limits;
use antreckon::predict::{EntityProfile, Model, Obstacle};
use godot::prelude::*;

/// All models, by the number the library has for them.
#[derive(GodotConvert, Var, Export, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[godot(via = i64)]
pub(crate) enum AntModel {
    Still,
    FirstOrder,
    SecondOrder,
    Damped,
    Ant,
    DisStatic,
    DisFpw,
    DisRpw,
    DisRvw,
    DisFvw,
    DisFpb,
    DisRpb,
    DisRvb,
    DisFvb,
    Interest,
    Hybrid,
    Neuro,
    Strategy,
    Trail,
    Kinematic,
    #[default]
    Auto,
    Custom,
}

impl AntModel {
    pub(crate) fn model(self) -> Model {
        Model::ALL[self as usize]
    }
}

/// What happens to a prediction that meets a wall.
#[derive(GodotConvert, Var, Export, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[godot(via = i64)]
pub(crate) enum AntObstacle {
    Ignore,
    #[default]
    Slide,
}

/// What a model rests on, without which it falls back to dead reckoning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    Nothing,
    Map,
    Routes,
    Banks,
}

/// How a remote player is predicted, and what it can do.
#[derive(GodotClass)]
#[class(tool, init, base=Resource)]
pub(crate) struct AntProfile {
    /// The model. [b]Auto[/b] mixes the others by how well they did lately; [b]Damped[/b] is the best of the simple ones; [b]Ant[/b]
    /// feels the pheromones. Those that need a map or files say so.
    #[export]
    #[var(hint = ENUM, hint_string = "Auto:20,Kinematic:19,Damped:3,First Order:1,Second Order:2,Still:0,Trail (map with trails):18,\
Ant (map):4,Interest (map):14,Hybrid (map):15,Strategy (file of routes):17,Neuro (files of banks):16,DIS Static:5,DIS FPW:6,DIS RPW:7,\
DIS RVW:8,DIS FVW:9,DIS FPB:10,DIS RPB:11,DIS RVB:12,DIS FVB:13")]
    model: AntModel,
    /// Top speed on foot. Predictions are limited by it and by what was seen lately, and updates are judged by it.
    #[export(range = (0.1, 50.0, 0.1, or_greater, suffix = "m/s"))]
    #[init(val = 8.128)]
    max_speed: f64,
    /// What happens to a prediction that runs into a wall.
    #[export]
    obstacle: AntObstacle,
    /// Time after which the damped model stands.
    #[export(range = (0.05, 5.0, 0.01, or_greater, suffix = "s"))]
    #[init(val = 0.7)]
    damping: f64,
    /// Weight of the pheromones' pull against acceleration, for [b]Ant[/b].
    #[export(range = (0.0, 1.0, 0.01))]
    #[init(val = 0.5)]
    pull: f64,
    /// Scale of all forces, for [b]Ant[/b].
    #[export(range = (-10.0, 10.0, 0.01, or_greater, or_less))]
    #[init(val = 1.0)]
    force_scale: f64,
    /// How much it wants what each layer of the map is about, by the layers' order.
    #[export]
    layer_weights: PackedFloat32Array,
    /// Speed beyond [member max_speed] that jumps, pads and blasts may add before an update counts as implausible.
    #[export(range = (0.0, 50.0, 0.1, or_greater, suffix = "m/s"))]
    #[init(val = 8.128)]
    knock_back: f64,
    /// Which bank of networks predicts it, for [b]Neuro[/b]; see [code]load_bank[/code] and the files of the world nodes.
    #[export(range = (0.0, 255.0, 1.0, or_greater))]
    bank: u32,
    /// Its movement is written into the trails, from which everybody is predicted.
    #[export]
    #[init(val = true)]
    leaves_trail: bool,
    base: Base<Resource>,
}

#[godot_api]
impl AntProfile {
    /// Obstacle: predictions go through walls; what is drawn keeps to the level all the same.
    #[constant]
    const IGNORE: i64 = AntObstacle::Ignore as i64;
    /// Obstacle: predictions slide along walls, and stop in corners.
    #[constant]
    const SLIDE: i64 = AntObstacle::Slide as i64;

    /// Stays where it was.
    #[constant]
    const STILL: i64 = AntModel::Still as i64;
    /// First-order dead reckoning with the last velocity.
    #[constant]
    const FIRST_ORDER: i64 = AntModel::FirstOrder as i64;
    /// Second-order dead reckoning with moving averages of velocity and acceleration.
    #[constant]
    const SECOND_ORDER: i64 = AntModel::SecondOrder as i64;
    /// First order with a velocity that dies away.
    #[constant]
    const DAMPED: i64 = AntModel::Damped as i64;
    /// AntReckoning: second order and the pull of the pheromones.
    #[constant]
    const ANT: i64 = AntModel::Ant as i64;
    /// Constant speed, direction by what players and objects attract.
    #[constant]
    const INTEREST: i64 = AntModel::Interest as i64;
    /// First order at first, then [constant INTEREST].
    #[constant]
    const HYBRID: i64 = AntModel::Hybrid as i64;
    /// Networks that correct the velocity, from a bank that was trained.
    #[constant]
    const NEURO: i64 = AntModel::Neuro as i64;
    /// Along the routes that were learned.
    #[constant]
    const STRATEGY: i64 = AntModel::Strategy as i64;
    /// Directed trails: what this place and heading remember.
    #[constant]
    const TRAIL: i64 = AntModel::Trail as i64;
    /// The learned kinematic model.
    #[constant]
    const KINEMATIC: i64 = AntModel::Kinematic as i64;
    /// Mixes the others by their recent errors.
    #[constant]
    const AUTO: i64 = AntModel::Auto as i64;
}

impl AntProfile {
    /// What the model rests on.
    pub(crate) fn needs(&self) -> Needs {
        match self.model {
            AntModel::Neuro => Needs::Banks,
            AntModel::Strategy => Needs::Routes,
            AntModel::Ant | AntModel::Interest | AntModel::Hybrid | AntModel::Trail => Needs::Map,
            _ => Needs::Nothing,
        }
    }

    pub(crate) fn profile(&self) -> EntityProfile {
        let mut profile = EntityProfile {
            model: self.model.model(),
            v_max: self.max_speed,
            tau: self.damping,
            alpha: self.pull,
            force_scale: self.force_scale,
            leaves_trail: self.leaves_trail,
            bank: self.bank,
            ..EntityProfile::default()
        };
        profile.speed_cap = profile.speed_cap.max(profile.v_max);
        if !self.layer_weights.is_empty() {
            profile.layer_weights = self.layer_weights.to_vec();
        }
        profile.post.obstacle = match self.obstacle {
            AntObstacle::Ignore => Obstacle::Ignore,
            AntObstacle::Slide => Obstacle::Slide,
        };
        profile
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits { v_max: self.max_speed, knock_back: self.knock_back, ..Limits::default() }
    }
}

/// The profile of a resource, or of `AntProfile`'s own defaults where none is given.
pub(crate) fn profile_of(given: Option<&Gd<AntProfile>>) -> (EntityProfile, Limits) {
    let read = |resource: &Gd<AntProfile>| (resource.bind().profile(), resource.bind().limits());
    given.map_or_else(|| read(&AntProfile::new_gd()), read)
}
