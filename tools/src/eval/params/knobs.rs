//! The parameters one by one: where each is set, over which range it is searched, and in which unit files hold it.
use super::Tunables;
use crate::trace::Trace;
use antreckon::base::Limited;
use antreckon::predict::EntityProfile;

/// How a parameter is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Evenly.
    Linear,
    /// Evenly in its logarithm.
    Log,
    /// Evenly in its logarithm; the top end means "never fades", which is 0 in C and in files.
    Fading,
    /// Whole numbers.
    Whole,
}

/// What a value in a file counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A plain number.
    One,
    /// Seconds.
    Seconds,
    /// Metres or m/s in a game with the library's default run speed of 8.128 m/s; in proportion to it in others.
    Speed,
    /// Body widths.
    Bodies,
}

impl Unit {
    /// As files say it.
    pub fn name(self) -> &'static str {
        match self {
            Self::One => "",
            Self::Seconds => "s",
            Self::Speed => "m at a run speed of 8.128 m/s",
            Self::Bodies => "body widths",
        }
    }

    /// What a value is multiplied by to get metres and seconds in the game of a trace.
    pub fn factor(self, trace: &Trace) -> f64 {
        let metres = trace.meta.metres_per_unit;
        match self {
            Self::One | Self::Seconds => 1.0,
            Self::Speed => trace.meta.v_max * metres / EntityProfile::default().v_max,
            Self::Bodies => trace.meta.body_width * metres,
        }
    }
}

/// Which descriptor a parameter belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    Profile,
    Layer,
    Map,
    Interest,
    Strategy,
    Trail,
}

/// One parameter.
#[derive(Debug)]
pub struct Knob {
    /// Name in files and on the command line.
    pub name: &'static str,
    /// How C code names it.
    pub c: &'static str,
    /// How it is searched.
    pub scale: Scale,
    /// What a value counts.
    pub unit: Unit,
    group: Group,
    /// Name in the library's own list of limits.
    field: &'static str,
    /// Where it is searched.
    range: [f64; 2],
    get: fn(&Tunables) -> f64,
    set: fn(&mut Tunables, f64),
}

impl PartialEq for Knob {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

macro_rules! knobs {
    ($($name:literal $group:ident $field:literal $c:literal $scale:ident $unit:ident $low:literal .. $high:literal |$t:ident| $place:expr, $kind:ty;)*) => {
        /// All parameters.
        pub const KNOBS: &[Knob] = &[$(Knob {
            name: $name,
            c: $c,
            scale: Scale::$scale,
            unit: Unit::$unit,
            group: Group::$group,
            field: $field,
            range: [$low, $high],
            get: |$t| f64::from($place),
            set: |$t, value| $place = value as $kind,
        }),*];
    };
}

knobs! {
    "alpha" Profile "alpha" "profile.alpha" Linear One 0.0 .. 1.0 |t| t.profile.alpha, f64;
    "alpha_v" Profile "alpha_v" "profile.alpha_v" Linear One 0.02 .. 1.0 |t| t.profile.alpha_v, f64;
    "alpha_a" Profile "alpha_a" "profile.alpha_a" Linear One 0.0 .. 1.0 |t| t.profile.alpha_a, f64;
    "tau" Profile "tau" "profile.tau" Log Seconds 0.05 .. 20.0 |t| t.profile.tau, f64;
    "speed_factor" Profile "speed_factor" "profile.speed_factor" Linear One 0.0 .. 3.0 |t| t.profile.speed_factor, f64;
    "force_scale" Profile "force_scale" "profile.force_scale" Log One 0.01 .. 1000.0 |t| t.profile.force_scale, f64;
    "region_diameter" Profile "region.diameter" "profile.attraction.diameter" Log Speed 2.0 .. 50.0 |t| t.profile.region.diameter, f64;
    "softening" Profile "law.softening" "profile.attraction.softening" Log Speed 0.05 .. 10.0 |t| t.profile.law.softening, f64;
    "still_speed" Profile "post.still_speed" "profile.still_speed" Log Speed 0.01 .. 4.0 |t| t.profile.post.still_speed, f64;
    "still_force" Profile "post.still_force" "profile.still_force" Linear One 0.0 .. 1.0 |t| t.profile.post.still_force, f64;
    "evaporation" Layer "evaporation" "layer.evaporation" Linear One 0.0 .. 0.99 |t| t.layer.evaporation, f32;
    "diffusion" Layer "diffusion" "layer.diffusion" Linear One 0.0 .. 1.0 |t| t.layer.diffusion, f32;
    "avatar_weight" Map "avatar_weight" "map.avatar_weight" Linear One -3.0 .. 3.0 |t| t.avatar_weight, f32;
    "strength" Interest "strength" "interest.strength" Log One 1.0 .. 1e6 |t| t.interest.strength, f64;
    "fading" Interest "fading" "interest.fading" Log One 0.001 .. 10.0 |t| t.interest.fading, f64;
    "longest_fading" Interest "longest_fading" "interest.longest_fading" Whole One 1.0 .. 64.0 |t| t.interest.longest_fading, u32;
    "lead" Interest "lead" "interest.lead" Linear One 0.0 .. 2.0 |t| t.interest.lead, f64;
    "slice" Interest "slice" "interest.slice" Log Seconds 0.05 .. 1.0 |t| t.interest.slice, f64;
    "interest_threshold" Interest "threshold" "interest.threshold" Linear Seconds 0.0 .. 5.0 |t| t.interest.threshold, f64;
    "radius" Interest "radius" "interest.radius" Log Speed 2.0 .. 200.0 |t| t.interest.radius, f64;
    "memory" Interest "memory" "interest.memory" Log Seconds 5.0 .. 600.0 |t| t.interest.memory, f64;
    "route_threshold" Strategy "threshold" "strategy.threshold" Log Bodies 0.5 .. 12.0 |t| t.strategy.threshold, f64;
    "route_width" Strategy "width" "strategy.width" Log Bodies 0.5 .. 20.0 |t| t.strategy.width, f64;
    "parallels" Strategy "parallels" "strategy.parallels" Whole One 1.0 .. 7.0 |t| t.strategy.parallels, u32;
    "record" Strategy "record" "strategy.record" Log Bodies 0.1 .. 8.0 |t| t.strategy.record, f64;
    "simplify" Strategy "simplify" "strategy.simplify" Log Bodies 0.05 .. 4.0 |t| t.strategy.simplify, f64;
    "cluster_distance" Strategy "cluster_distance" "strategy.cluster_distance" Log Bodies 0.5 .. 20.0 |t| t.strategy.cluster_distance, f64;
    "min_trials" Strategy "min_trials" "strategy.min_trials" Whole One 1.0 .. 5.0 |t| t.strategy.min_trials, u32;
    "half_life" Trail "half_life" "trail.half_life" Fading Seconds 10.0 .. 10000.0 |t| t.trail.half_life, f64;
    "trail_diffusion" Trail "diffusion" "trail.diffusion" Linear One 0.0 .. 0.5 |t| t.trail.diffusion, f32;
}

/// Parameters of a model, in the order of [`KNOBS`]; none for models that have none or are not known.
pub fn knobs_of(model: &str) -> Vec<&'static Knob> {
    let names: &[&str] = match model {
        "dr1" => &["speed_factor"],
        "dr2" | "dis_rvw" | "dis_fvw" | "dis_rvb" | "dis_fvb" => &["alpha_v", "alpha_a", "speed_factor"],
        "dis_fpw" | "dis_rpw" | "dis_fpb" | "dis_rpb" => &["speed_factor"],
        "damped" => &["tau", "speed_factor"],
        "ant" => &[
            "alpha",
            "alpha_v",
            "alpha_a",
            "speed_factor",
            "force_scale",
            "region_diameter",
            "softening",
            "still_speed",
            "still_force",
            "evaporation",
            "diffusion",
            "avatar_weight",
        ],
        "ant_noforce" => &["alpha", "alpha_v", "alpha_a", "speed_factor"],
        "interest" => &["strength", "fading", "longest_fading", "lead", "slice", "radius", "memory"],
        "hybrid" => {
            &["strength", "fading", "longest_fading", "lead", "slice", "interest_threshold", "radius", "memory"]
        }
        "strategy" => {
            &["route_threshold", "route_width", "parallels", "record", "simplify", "cluster_distance", "min_trials"]
        }
        "trail" | "kinematic" | "auto" => &["speed_factor", "half_life", "trail_diffusion"],
        _ => &[],
    };
    KNOBS.iter().filter(|knob| names.contains(&knob.name)).collect()
}

impl Knob {
    /// Is it part of an entity's profile, so that entities of one predictor may differ in it?
    pub fn is_of_profile(&self) -> bool {
        self.group == Group::Profile
    }

    /// The value that a game is set to, in this knob's unit.
    pub fn read(&self, tunables: &Tunables, trace: &Trace) -> f64 {
        let value = (self.get)(tunables) / self.unit.factor(trace);
        if self.scale == Scale::Fading && value.is_infinite() { 0.0 } else { value }
    }

    /// Sets a value for the game of a trace.
    pub fn write(&self, tunables: &mut Tunables, trace: &Trace, value: f64) {
        let never_fades = self.scale == Scale::Fading && value == 0.0;
        let value = if never_fades { f64::INFINITY } else { value * self.unit.factor(trace) };
        (self.set)(tunables, if self.scale == Scale::Whole { value.round() } else { value });
    }

    /// What a file may say, in this knob's unit: the library's own limits, finite.
    pub fn limits(&self) -> [f64; 2] {
        let listed = self.library_limits().find(|(name, ..)| *name == self.field);
        let [low, high] = listed.map_or([-1e9, 1e9], |(_, _, low, high)| [low, high]);
        [if self.scale == Scale::Fading { 0.0 } else { low }, high.min(1e9)]
    }

    fn library_limits(&self) -> impl Iterator<Item = Limited> + use<> {
        let all: Vec<Limited> = match self.group {
            Group::Profile => EntityProfile::default().limits().to_vec(),
            Group::Layer => antreckon::pheromone::LayerParams::default().limits().to_vec(),
            Group::Map => vec![("avatar_weight", 0.0, -1e9, 1e9)],
            Group::Interest => antreckon::predict::interest::InterestParams::default().limits().to_vec(),
            Group::Strategy => antreckon::predict::strategy::StrategyParams::default().limits().to_vec(),
            Group::Trail => antreckon::pheromone::trail::TrailParams::default().limits().to_vec(),
        };
        all.into_iter()
    }

    /// Where the search looks: within the library's limits.
    fn searched(&self) -> [f64; 2] {
        let [low, high] = self.limits();
        [self.range[0].max(low), self.range[1].min(high)]
    }

    /// A value as a number from 0 to 1.
    pub fn to_unit(&self, value: f64) -> f64 {
        let [low, high] = self.searched();
        let place = match self.scale {
            Scale::Fading if value == 0.0 => 1.0,
            Scale::Log | Scale::Fading => (value.max(low) / low).ln() / (high / low).ln(),
            Scale::Linear | Scale::Whole => (value - low) / (high - low),
        };
        place.clamp(0.0, 1.0)
    }

    /// The value at a number from 0 to 1.
    pub fn from_unit(&self, place: f64) -> f64 {
        /// From here on nothing fades.
        const NEVER: f64 = 0.95;
        let [low, high] = self.searched();
        let value = match self.scale {
            Scale::Fading if place >= NEVER => 0.0,
            Scale::Log | Scale::Fading => low * (high / low).powf(place),
            Scale::Linear => low + place * (high - low),
            Scale::Whole => (low + place * (high - low)).round(),
        };
        super::rounded(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_one_that_the_library_limits() {
        for knob in KNOBS {
            assert!(knob.library_limits().any(|(name, ..)| name == knob.field), "{}", knob.name);
            let ([low, high], [least, most]) = (knob.searched(), knob.limits());
            assert!(least <= low && low < high && high <= most, "{}: {low} {high} {least} {most}", knob.name);
        }
    }

    #[test]
    fn places_and_values_come_back() {
        for knob in KNOBS {
            for place in [0.0, 0.3, 0.5, 0.9] {
                let value = knob.from_unit(place);
                let back = knob.from_unit(knob.to_unit(value));
                assert!((back - value).abs() <= 1e-4 * value.abs().max(1.0), "{}: {value} {back}", knob.name);
            }
        }
        let fading = KNOBS.iter().find(|knob| knob.name == "half_life").expect("a knob");
        assert_eq!((fading.from_unit(1.0), fading.to_unit(0.0)), (0.0, 1.0));
    }

    #[test]
    fn models_name_only_parameters_that_exist() {
        assert_eq!(knobs_of("damped").iter().map(|knob| knob.name).collect::<Vec<_>>(), ["tau", "speed_factor"]);
        assert_eq!(knobs_of("ant").len(), 12);
        assert_eq!(knobs_of("hybrid").len(), 8);
        assert_eq!(knobs_of("strategy").len(), 7);
        assert!(knobs_of("still").is_empty());
    }
}
