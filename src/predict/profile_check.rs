//! Profiles are checked once, when they are set, so that predicting needs no checks.

use super::neuro::MAX_RIVALS;
use super::profile::EntityProfile;
use crate::base::{Error, Limited, Result, Short};
use crate::pheromone::RegionShape;
use alloc::format;

/// Most layer weights a profile may carry.
const MAX_LAYER_WEIGHTS: usize = 1 << 16;

impl EntityProfile {
    /// The numbers of the profile with their ranges.
    pub fn limits(&self) -> [Limited; 22] {
        let post = &self.post;
        [
            ("mass", self.mass, 1e-6, 1e9),
            ("v_max", self.v_max, 1e-6, 1e6),
            ("speed_factor", self.speed_factor, 0.0, 1e3),
            ("speed_cap", self.speed_cap, 1e-6, 1e6),
            ("alpha", self.alpha, 0.0, 1.0),
            // An average that takes nothing in has no age, so 0 is left out.
            ("alpha_v", self.alpha_v, 1e-6, 1.0),
            ("alpha_a", self.alpha_a, 0.0, 1.0),
            ("frame", self.frame, 1e-6, 60.0),
            ("tau", self.tau, 1e-6, 1e6),
            ("force_scale", self.force_scale, -1e9, 1e9),
            ("other_force.x", self.other_force.x, -1e9, 1e9),
            ("other_force.y", self.other_force.y, -1e9, 1e9),
            ("other_force.z", self.other_force.z, -1e9, 1e9),
            ("region.diameter", self.region.diameter, 0.0, 1e5),
            ("region.margin", self.region.margin, 0.0, 1e5),
            ("region.vertical_reach", self.region.vertical_reach, 0.0, f64::INFINITY),
            ("law.k", self.law.k as f64, 0.0, 4.0),
            ("law.unit", self.law.unit, 1e-6, 1e6),
            ("law.softening", self.law.softening, 0.0, 1e6),
            ("post.still_speed", post.still_speed, 0.0, 1e6),
            ("post.still_force", post.still_force, 0.0, 1.0),
            ("post.vector_factor", post.vector_factor, 0.0, f64::INFINITY),
        ]
    }

    /// Fails with a message that names the first field outside its range, its value and the range.
    pub fn validate(&self) -> Result<()> {
        if let Some(preference) = self.preference {
            check("preference", preference.into(), -100.0, 100.0)?;
        }
        check("bank_count", self.bank_count.into(), 1.0, MAX_RIVALS as f64)?;
        for (name, value, low, high) in self.limits() {
            check(name, value, low, high)?;
        }
        if let RegionShape::Cone(half_angle) = self.region.shape {
            check("region.shape (half angle of the cone)", half_angle, 0.0, core::f64::consts::PI)?;
        }
        if self.layer_weights.len() > MAX_LAYER_WEIGHTS {
            let n = self.layer_weights.len();
            return Err(Error::invalid(format!(
                "layer_weights has {n} values, at most {MAX_LAYER_WEIGHTS} are allowed"
            )));
        }
        for (layer, weight) in self.layer_weights.iter().enumerate() {
            check(&format!("layer_weights[{layer}]"), *weight as f64, -1e6, 1e6)?;
        }
        Ok(())
    }
}

fn check(name: &str, value: f64, low: f64, high: f64) -> Result<()> {
    // `contains` is false for NaN.
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err(Error::invalid(format!("{name} is {}, must be from {low} to {high}", Short(value))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_profile_is_valid() {
        EntityProfile::default().validate().unwrap();
    }

    #[test]
    fn every_field_out_of_range_is_refused_by_name_value_and_range() {
        type Spoil = fn(&mut EntityProfile, f64);
        let spoilers: [(&str, Spoil); 20] = [
            ("mass", |p, x| p.mass = x),
            ("v_max", |p, x| p.v_max = x),
            ("speed_factor", |p, x| p.speed_factor = x),
            ("speed_cap", |p, x| p.speed_cap = x),
            ("alpha", |p, x| p.alpha = x),
            ("alpha_v", |p, x| p.alpha_v = x),
            ("alpha_a", |p, x| p.alpha_a = x),
            ("frame", |p, x| p.frame = x),
            ("tau", |p, x| p.tau = x),
            ("force_scale", |p, x| p.force_scale = x),
            ("region.diameter", |p, x| p.region.diameter = x),
            ("region.margin", |p, x| p.region.margin = x),
            ("region.vertical_reach", |p, x| p.region.vertical_reach = x),
            ("region.shape", |p, x| p.region.shape = RegionShape::Cone(x)),
            ("law.unit", |p, x| p.law.unit = x),
            ("law.softening", |p, x| p.law.softening = x),
            ("post.still_speed", |p, x| p.post.still_speed = x),
            ("post.still_force", |p, x| p.post.still_force = x),
            ("post.vector_factor", |p, x| p.post.vector_factor = x),
            ("layer_weights[1]", |p, x| p.layer_weights = alloc::vec![1.0, x as f32]),
        ];
        for (name, spoil) in spoilers {
            for bad in [f64::NAN, f64::NEG_INFINITY, -2e9] {
                let mut profile = EntityProfile::default();
                spoil(&mut profile, bad);
                let message = profile.validate().unwrap_err().to_string();
                assert!(message.starts_with(name) && message.contains("must be from"), "{name} {bad}: {message}");
            }
        }
        let mut profile = EntityProfile::default();
        profile.law.k = 5;
        assert_eq!(profile.validate().unwrap_err().message, "law.k is 5, must be from 0 to 4");
    }
}
