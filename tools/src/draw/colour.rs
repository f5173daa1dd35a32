//! Colours. Models keep theirs in every picture.

/// A colour with opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour {
    pub(crate) rgb: [u8; 3],
    pub(crate) alpha: u8,
}

impl Colour {
    /// A colour that hides what is below: 0xRRGGBB.
    pub(crate) const fn hex(rgb: u32) -> Self {
        Self { rgb: [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8], alpha: 255 }
    }

    /// The same colour with this opacity (0 to 1).
    pub(crate) const fn faded(self, opacity: f32) -> Self {
        Self { rgb: self.rgb, alpha: (opacity * 255.0) as u8 }
    }

    fn mixed(self, other: Self, share: f32) -> Self {
        let mix = |i: usize| (f32::from(self.rgb[i]) * (1.0 - share) + f32::from(other.rgb[i]) * share) as u8;
        Self { rgb: [mix(0), mix(1), mix(2)], alpha: self.alpha }
    }
}

/// Ground of the whole picture.
pub(crate) const GROUND: Colour = Colour::hex(0x0D1117);
/// Ground of a panel.
pub(crate) const PANEL: Colour = Colour::hex(0x131A24);
/// Frame of a panel.
pub(crate) const FRAME: Colour = Colour::hex(0x39475C);
/// Titles, and what really happened.
pub(crate) const BRIGHT: Colour = Colour::hex(0xF4F7FB);
/// Everything else that is read.
pub(crate) const TEXT: Colour = Colour::hex(0xAEBACB);
/// A walkable square without any pheromone.
pub(crate) const WALKABLE: Colour = Colour::hex(0x263142);

/// Ground of charts.
pub(crate) const PAPER: Colour = Colour::hex(0xFFFFFF);
/// Colours of charts that are told apart by everybody and on paper (Okabe and Ito).
pub(crate) const PRINTED: [Colour; 6] = [
    Colour::hex(0x0072B2),
    Colour::hex(0xD55E00),
    Colour::hex(0x009E73),
    Colour::hex(0xCC79A7),
    Colour::hex(0xE69F00),
    Colour::hex(0x56B4E9),
];

const ATTRACTION: [Colour; 5] =
    [WALKABLE, Colour::hex(0x5B2A6E), Colour::hex(0xB5345C), Colour::hex(0xEE7436), Colour::hex(0xFBE26B)];
const REPULSION: [Colour; 3] = [WALKABLE, Colour::hex(0x1F5A9E), Colour::hex(0x66D4F4)];

/// Colour of an amount of pheromone between -1 (repels) and 1 (attracts).
pub(crate) fn heat(amount: f64) -> Colour {
    let stops: &[Colour] = if amount < 0.0 { &REPULSION } else { &ATTRACTION };
    let place = amount.abs().min(1.0) as f32 * (stops.len() - 1) as f32;
    let lower = (place as usize).min(stops.len() - 2);
    stops[lower].mixed(stops[lower + 1], place - lower as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_goes_from_the_floor_to_both_ends() {
        assert_eq!(heat(0.0), WALKABLE);
        assert_eq!(heat(1.0), ATTRACTION[4]);
        assert_eq!(heat(7.0), ATTRACTION[4]);
        assert_eq!(heat(-1.0), REPULSION[2]);
    }
}
