//! A kind of pheromone.

use antreckon::pheromone::LayerParams;
use godot::prelude::*;

/// One kind of pheromone: health, weapons, places ...
///
/// Every step a share of the pheromone survives ([member evaporation]) and of that a share moves on to the neighbouring cells
/// ([member diffusion]).
#[derive(GodotClass)]
#[class(tool, init, base=Resource)]
pub(crate) struct AntLayer {
    /// By what name points of interest and ghosts speak of it.
    #[export]
    pub(crate) name: StringName,
    /// Share that survives a step. Near 1 the scent lasts long and reaches far.
    #[export(range = (0.0, 1.0, 0.001))]
    #[init(val = 0.5)]
    evaporation: f32,
    /// Share of what survives that moves on to the neighbours.
    #[export(range = (0.0, 1.0, 0.001))]
    #[init(val = 0.7)]
    diffusion: f32,
    /// Nobody smells more than this.
    #[export(range = (0.0, 1000.0, 0.1, or_greater))]
    #[init(val = 100.0)]
    cap: f32,
    /// Less than this is not smelled.
    #[export(range = (0.0, 1.0, 0.0001, or_greater))]
    #[init(val = 0.001)]
    floor: f32,
    /// Colour of the layer in the debug overlay.
    #[export]
    #[init(val = Color::from_rgb(0.2, 0.85, 0.45))]
    pub(crate) color: Color,
    base: Base<Resource>,
}

impl AntLayer {
    pub(crate) fn params(&self) -> LayerParams {
        LayerParams {
            evaporation: self.evaporation,
            diffusion: self.diffusion,
            cap: self.cap,
            floor: self.floor,
            ..LayerParams::default()
        }
    }
}
