//! The models that the demo compares.

use crate::draw::Colour;
use antreckon::predict::Model;

/// A model under test.
pub(crate) struct Contestant {
    /// Name in tables and legends.
    pub(crate) name: &'static str,
    /// The library's model.
    pub(crate) model: Model,
    /// Factor on the forces of `ant`; 0 shows what its other parts do alone.
    pub(crate) force_scale: f64,
    /// What every game has already: the best of these is what others are measured against.
    pub(crate) simple: bool,
    /// The same in every picture.
    pub(crate) colour: Colour,
}

/// In the order of the tables.
pub(crate) const CONTESTANTS: [Contestant; 6] = [
    simple("still", Model::Still, Colour::hex(0x8B98AA)),
    simple("dr1", Model::Dr1, Colour::hex(0x56B4E9)),
    simple("dr2", Model::Dr2, Colour::hex(0xE0559B)),
    simple("damped", Model::Damped, Colour::hex(0x2FD6A3)),
    Contestant {
        name: "ant, no forces",
        model: Model::Ant,
        force_scale: 0.0,
        simple: false,
        colour: Colour::hex(0xB58CF0),
    },
    Contestant { name: "ant", model: Model::Ant, force_scale: 1.0, simple: false, colour: Colour::hex(0xFFB000) },
];

const fn simple(name: &'static str, model: Model, colour: Colour) -> Contestant {
    Contestant { name, model, force_scale: 1.0, simple: true, colour }
}

/// Places of the simple models in [`CONTESTANTS`].
pub(crate) fn simple_ones() -> Vec<usize> {
    (0..CONTESTANTS.len()).filter(|&i| CONTESTANTS[i].simple).collect()
}
