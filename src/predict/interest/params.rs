//! The constants of the scheme, and what a host says about objects.

use crate::base::math::DVec3;
use crate::base::{Error, Limited, Result, Short};
use alloc::format;

/// Denominator of eq. 13. The scan of the paper is damaged there, and both readings are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum LeadBy {
    /// `q |V_B| D / |V_A|`. The default, by nothing but its plainness: on the re-created experiment both readings err alike within
    /// 0.1 % (docs/studies/interest.md).
    #[default]
    OwnSpeed,
    /// `q |V_B| D / (|V_A| + |V_B|)`.
    BothSpeeds,
}

impl LeadBy {
    /// All, by number.
    pub const ALL: [Self; 2] = [Self::OwnSpeed, Self::BothSpeeds];
}

/// What the preference E turns. The paper's text has "the angle of the resulting force" and "the direction of F_j", which
/// may mean either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PreferenceTurns {
    /// ΣF, before inertia is added to it. The default: it is nearer to the errors that the paper prints, though by little
    /// (docs/studies/interest.md).
    #[default]
    Forces,
    /// F_j of eq. 11, after inertia was added, in slice 0 (inertia alone) too.
    Result,
}

impl PreferenceTurns {
    /// All, by number.
    pub const ALL: [Self; 2] = [Self::Forces, Self::Result];
}

/// Forces are felt for so long after an update, seconds; from then on the direction stays.
pub(super) const FELT: f64 = 16.0;

/// Constants of the interest scheme and the hybrid method, on a map whose full speed is 40 of its units per second; `unit`
/// says how long such a unit is, which makes the scheme scale-free. The defaults of k, l, R, q, Δt and of the threshold are
/// the paper's; `radius`, `memory` and `max_objects` are ours, the paper has nothing of the kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InterestParams {
    /// Metres per unit of the paper's map (1e-6 to 1e6). Default 0.2032: 40 units are the default top speed of 8.128 m/s.
    pub unit: f64,
    /// k of eq. 4, in those units squared (0 to 1e9). Default 4165.
    pub strength: f64,
    /// l of eq. 12: slices of inertia per unit of distance to the nearest (0 to 1e6). Default 0.1.
    pub fading: f64,
    /// R of eq. 12: most slices over which inertia fades (1 to 10,000). With another Δt the same time takes another R: the
    /// paper's is 2.4 s. Default 10.
    pub longest_fading: u32,
    /// q of eq. 13: how far ahead of itself a player is aimed at (0 to 100). Default 0.356.
    pub lead: f64,
    /// Which denominator eq. 13 has.
    pub lead_by: LeadBy,
    /// What the preference turns.
    pub preference_turns: PreferenceTurns,
    /// Δt: length of a slice, seconds (0.01 to 10). Forces are felt for 16 s after an update, whatever Δt, and evaluated once
    /// per slice: a prediction 4 s ahead costs 16 evaluations with the default, 0.25, and 400 with the shortest.
    pub slice: f64,
    /// Hybrid method: dead reckoning so long after the update was sent, seconds (0 to 60). Default 0.5.
    pub threshold: f64,
    /// S_max: the state of a player who needs nothing (1e-6 to 1e9). Default 100.
    pub full_life: f64,
    /// Whoever was last seen farther away is not felt, metres (0.001 to 1e6). Not in the paper, where everybody on its map of
    /// 400 units is felt. Default 40.64: 200 units.
    pub radius: f64,
    /// Time after which an observation of behaviour counts 1/e for the preference, seconds (0.001 to 1e6). Not in the paper,
    /// which observes 30 minutes in advance. Default 60.
    pub memory: f64,
    /// Most objects (0 to 16,777,215). Default 65,536.
    pub max_objects: u32,
}

impl Default for InterestParams {
    fn default() -> Self {
        Self {
            unit: 0.2032,
            strength: 4165.0,
            fading: 0.1,
            longest_fading: 10,
            lead: 0.356,
            lead_by: LeadBy::default(),
            preference_turns: PreferenceTurns::default(),
            slice: 0.25,
            threshold: 0.5,
            full_life: 100.0,
            radius: 40.64,
            memory: 60.0,
            max_objects: 65_536,
        }
    }
}

impl InterestParams {
    /// The constants with their ranges.
    pub fn limits(&self) -> [Limited; 11] {
        [
            ("unit", self.unit, 1e-6, 1e6),
            ("strength", self.strength, 0.0, 1e9),
            ("fading", self.fading, 0.0, 1e6),
            ("longest_fading", self.longest_fading.into(), 1.0, 10_000.0),
            ("lead", self.lead, 0.0, 100.0),
            ("slice", self.slice, 1e-2, 10.0),
            ("threshold", self.threshold, 0.0, 60.0),
            ("full_life", self.full_life, 1e-6, 1e9),
            ("radius", self.radius, 1e-3, 1e6),
            ("memory", self.memory, 1e-3, 1e6),
            ("max_objects", self.max_objects.into(), 0.0, 16_777_215.0),
        ]
    }

    /// These constants where they come from bytes: the budget of objects is that of `most`; a shorter slice or a larger radius than there
    /// means more work, and is refused.
    pub(super) fn within(&self, most: &Self) -> Result<Self> {
        for (name, own, allowed, more) in [
            ("slice", self.slice, most.slice, self.slice < most.slice),
            ("radius", self.radius, most.radius, self.radius > most.radius),
        ] {
            if more {
                let (own, allowed) = (Short(own), Short(allowed));
                return Err(Error::budget(format!(
                    "snapshot has a {name} of {own}, which is more work than with {allowed} as here: set it before restoring"
                )));
            }
        }
        Ok(Self { max_objects: most.max_objects, ..*self })
    }

    /// Fails with a message that names the first constant outside its range, its value and the range.
    pub fn validate(&self) -> Result<()> {
        for (name, value, low, high) in self.limits() {
            check(name, value, low, high)?;
        }
        Ok(())
    }
}

/// Something a player may want or fear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InterestObject {
    /// Where it lies, components within ±1e12 metres.
    pub position: DVec3,
    /// S_O: what it adds to the state of whoever takes it (-1e9 to 1e9; negative = it harms and repels).
    pub value: f64,
    /// False while it is taken: nobody feels it.
    pub present: bool,
}

impl InterestObject {
    pub(super) fn validate(&self) -> Result<()> {
        check("position.x", self.position.x, -1e12, 1e12)?;
        check("position.y", self.position.y, -1e12, 1e12)?;
        check("position.z", self.position.z, -1e12, 1e12)?;
        check("value", self.value, -1e9, 1e9)
    }
}

/// Fails unless a player's state S is usable; `None` = out of the game.
pub fn check_life(life: Option<f64>) -> Result<()> {
    life.map_or(Ok(()), |life| check("life", life, 0.0, 1e9))
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
    fn the_defaults_are_valid_and_forty_units_are_the_default_top_speed() {
        let params = InterestParams::default();
        params.validate().unwrap();
        assert_eq!(40.0 * params.unit, crate::predict::EntityProfile::default().v_max);
    }

    #[test]
    fn every_constant_out_of_range_is_refused_by_name_value_and_range() {
        type Spoil = fn(&mut InterestParams, f64);
        let spoilers: [(&str, Spoil); 9] = [
            ("unit", |p, x| p.unit = x),
            ("strength", |p, x| p.strength = x),
            ("fading", |p, x| p.fading = x),
            ("lead", |p, x| p.lead = x),
            ("slice", |p, x| p.slice = x),
            ("threshold", |p, x| p.threshold = x),
            ("full_life", |p, x| p.full_life = x),
            ("radius", |p, x| p.radius = x),
            ("memory", |p, x| p.memory = x),
        ];
        for slice in [0.0099, 10.1] {
            let params = InterestParams { slice, ..Default::default() };
            assert!(params.validate().unwrap_err().message.contains("must be from 0.01 to 10"), "{slice}");
        }
        for (name, spoil) in spoilers {
            for bad in [f64::NAN, f64::INFINITY, -1.0, 2e9] {
                let mut params = InterestParams::default();
                spoil(&mut params, bad);
                let message = params.validate().unwrap_err().to_string();
                assert!(message.starts_with(&format!("{name} is {}", Short(bad))), "{name} {bad}: {message}");
            }
        }
        for (longest_fading, max_objects) in [(0, 1), (10_001, 1), (1, 1 << 24)] {
            assert!(InterestParams { longest_fading, max_objects, ..Default::default() }.validate().is_err());
        }
    }

    #[test]
    fn bad_objects_are_refused_by_name() {
        let good = InterestObject { position: DVec3::ZERO, value: 30.0, present: true };
        good.validate().unwrap();
        for bad in [f64::NAN, f64::NEG_INFINITY, 1e13] {
            for (axis, name) in ["position.x", "position.y", "position.z"].into_iter().enumerate() {
                let mut position = DVec3::ZERO;
                position[axis] = bad;
                let message = InterestObject { position, ..good }.validate().unwrap_err().to_string();
                assert!(message.starts_with(name), "{message}");
            }
            assert!(InterestObject { value: bad, ..good }.validate().unwrap_err().message.starts_with("value"));
            assert!(check_life(Some(bad)).unwrap_err().message.starts_with("life"));
        }
    }
}
