//! When an update is sent.

use super::AntProfile;
use crate::convert::nanos;
use antreckon::net::SenderParams;
use antreckon::net::sender::SenderKind;
use antreckon::predict::EntityProfile;
use godot::prelude::*;

/// When a sender tells the others where its player is: only when they would be wrong.
#[derive(GodotClass)]
#[class(tool, init, base=Resource)]
pub(crate) struct AntSendRules {
    /// How far off the others may be.
    #[export(range = (0.05, 5.0, 0.01, or_greater, suffix = "m"))]
    #[init(val = 0.3)]
    distance: f64,
    /// How far the others may see it turned away.
    #[export(range = (1.0, 180.0, 0.5, suffix = "°"))]
    #[init(val = 10.0)]
    angle: f64,
    /// Longest silence. Lost updates are mended by then.
    #[export(range = (0.1, 30.0, 0.1, or_greater, suffix = "s"))]
    #[init(val = 1.0)]
    heartbeat: f64,
    /// Most updates per second; 0 = any number.
    #[export(range = (0.0, 120.0, 1.0, or_greater, suffix = "Hz"))]
    #[init(val = 30.0)]
    max_rate: f64,
    /// Slower than this the player is at rest: the others hold it where it is.
    #[export(range = (0.0, 1.0, 0.01, or_greater, suffix = "m/s"))]
    #[init(val = 0.05)]
    rest_speed: f64,
    /// Send the line that the learned model expects to stay near for longest, in place of the velocity. Fewer updates for the same
    /// threshold; receivers then go along the line whatever their model.
    #[export]
    learned_lines: bool,
    /// How the others predict the player, where they are to be compared with that and not with a straight line: ghosts with this profile
    /// are then off by no more than [member distance]. Only for models that rest on the updates alone.
    #[export]
    profile: Option<Gd<AntProfile>>,
    base: Base<Resource>,
}

impl AntSendRules {
    /// How receivers predict; `None` = along the line of the update.
    pub(crate) fn model(&self) -> Option<EntityProfile> {
        self.profile.as_ref().map(|profile| profile.bind().profile())
    }

    pub(crate) fn params(&self) -> SenderParams {
        SenderParams {
            kind: if self.learned_lines { SenderKind::OwnerLine } else { SenderKind::SharedModel },
            position: self.distance,
            orientation: self.angle.to_radians(),
            heartbeat: nanos(self.heartbeat),
            min_gap: if self.max_rate > 0.0 { nanos(1.0 / self.max_rate) } else { 0 },
            stop_speed: self.rest_speed,
            ..SenderParams::default()
        }
    }
}
