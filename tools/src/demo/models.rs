//! The models that the demo compares.

use crate::draw::Colour;
use antreckon::ffi::profile::*;

/// A model under test.
pub(crate) struct Contestant {
    /// Name in tables and legends.
    pub(crate) name: &'static str,
    /// The library's model, ANT_MODEL_….
    pub(crate) model: u32,
    /// Time in which the speed of `damped` dies away, seconds.
    pub(crate) tau: f64,
    /// Factor on the forces of `ant`; 0 shows what its other parts do alone.
    pub(crate) force_scale: f64,
    /// What every game has already: the best of these is what others are measured against.
    pub(crate) simple: bool,
    /// The same in every picture.
    pub(crate) colour: Colour,
}

/// The best single value for `damped` on bot matches of other levels.
const TAU: f64 = 0.7;

/// In the order of the tables.
pub(crate) const CONTESTANTS: [Contestant; 8] = [
    simple("still", ANT_MODEL_STILL, Colour::hex(0x8B98AA)),
    simple("dr1", ANT_MODEL_DR1, Colour::hex(0x56B4E9)),
    simple("dr2", ANT_MODEL_DR2, Colour::hex(0xE0559B)),
    simple("damped", ANT_MODEL_DAMPED, Colour::hex(0x2FD6A3)),
    Contestant {
        name: "ant, no forces",
        model: ANT_MODEL_ANT,
        tau: TAU,
        force_scale: 0.0,
        simple: false,
        colour: Colour::hex(0xB58CF0),
    },
    Contestant {
        name: "ant",
        model: ANT_MODEL_ANT,
        tau: TAU,
        force_scale: 1.0,
        simple: false,
        colour: Colour::hex(0xFFB000),
    },
    learned("trail", ANT_MODEL_TRAIL, Colour::hex(0xC6E24A)),
    learned("auto", ANT_MODEL_AUTO, Colour::hex(0xFF5A4D)),
];

const fn learned(name: &'static str, model: u32, colour: Colour) -> Contestant {
    Contestant { name, model, tau: TAU, force_scale: 1.0, simple: false, colour }
}

const fn simple(name: &'static str, model: u32, colour: Colour) -> Contestant {
    Contestant { name, model, tau: TAU, force_scale: 1.0, simple: true, colour }
}

/// Places of the simple models in [`CONTESTANTS`].
pub(crate) fn simple_ones() -> Vec<usize> {
    (0..CONTESTANTS.len()).filter(|&i| CONTESTANTS[i].simple).collect()
}
