//! Neuro-reckoning (S2): predictive velocity and path from a bank of small networks.
//!
//! At every observation the last k+1 velocities and orientations (`history`), scaled to what was trained (`features`),
//! go through q networks ([`Bank`]), one per multiple of h ahead. Each says by how much the velocity will have changed by
//! then. Added up they give a path (eq. 7), which is kept until the next observation: a prediction is a look at it. The
//! same path gives the velocity that an owner sends in place of its own (eq. 8, [`Predictor::predictive_velocity`]).
//! Where the bank is not to be believed (`trust`), plain dead reckoning takes over, unless the profile says otherwise
//! ([`EntityProfile::bank_fallback`](super::EntityProfile::bank_fallback)). Several banks may compete for one entity, by
//! their recent errors (`window`); without any file there is a built-in one.
//!
//! [`Predictor::predictive_velocity`]: super::Predictor::predictive_velocity

mod bank;
mod banks;
mod features;
mod history;
mod network;
mod path;
mod tanh;
#[cfg(test)]
mod tests;
mod trust;
mod window;

pub use bank::{
    Axes, BUILT_IN, Bank, BankParts, DEFAULT, MAX_DELAYS, MAX_HIDDEN, MAX_INPUTS, MAX_NETWORKS, MAX_ORIGIN,
    MAX_SEND_RULES, SendRule, SentSpeed, Shape,
};
pub(super) use banks::Banks;
pub use banks::MAX_BANKS;
pub use features::{Features, Heading};
pub use history::{History, Sample};
pub(super) use window::Window;
pub use window::{BYTES_PER_WINDOW, MAX_RIVALS};

use super::kinematics::Kinematics;
use super::model::{Motion, Terms};
use super::profile::Model;
use crate::base::math::DVec3;

/// Along the predicted path; plain dead reckoning where there is none. Second: confidence, 0 to 1.
pub(super) fn motion(window: Option<&Window>, kinematics: &Kinematics, delta: f64) -> (Motion, f64) {
    let velocity = kinematics.velocity;
    let trusted = window.and_then(|window| window.trusted(kinematics).map(|path| (window, path)));
    let (learned, change) = trusted.map_or((DVec3::ZERO, DVec3::ZERO), |(_, path)| path.bend(delta));
    let motion = Motion {
        terms: Terms { velocity: velocity * delta, learned, ..Terms::default() },
        initial_velocity: velocity,
        velocity: velocity + change,
    };
    (motion, trusted.map_or(0.0, |(window, _)| window.confidence(delta)))
}

/// Eq. 8 and its confidence; the velocity itself and 0 where there is no trusted path.
fn predictive_velocity(
    window: Option<&Window>,
    banks: &Banks,
    kinematics: &Kinematics,
    v_max: f64,
    threshold: f64,
) -> (DVec3, f64) {
    let window = window.filter(|_| kinematics.model == Model::Neuro);
    let trusted = window.and_then(|window| window.trusted(kinematics).map(|path| (window, path)));
    let chosen = trusted.and_then(|(window, path)| Some((window, path, banks.get(window.bank())?)));
    chosen.map_or((kinematics.velocity, 0.0), |(window, path, bank)| {
        let rule = bank.rule(threshold / f64::from(bank.scale(v_max)));
        let seconds = (rule.networks + 1) as f64 * path.step;
        (path.predictive_velocity(kinematics.velocity, rule), window.confidence(seconds))
    })
}
