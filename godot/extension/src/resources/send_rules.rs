//! When an update is sent.

use crate::convert::nanos;
use antreckon::net::SenderParams;
use antreckon::net::sender::SenderKind;
use godot::prelude::*;

/// When a sender tells the others where its player is: only when they would be wrong.
#[derive(GodotClass)]
#[class(tool, init, base=Resource)]
pub(crate) struct AntSendRules {
    /// How far off the others may be.
    #[export(range = (0.02, 5.0, 0.01, or_greater, suffix = "m"))]
    #[init(val = SenderParams::default().position)]
    distance: f64,
    /// How far the others may see it turned away.
    #[export(range = (1.0, 180.0, 0.5, suffix = "°"))]
    #[init(val = SenderParams::default().orientation.to_degrees())]
    angle: f64,
    /// Longest silence. Lost updates are mended by then.
    #[export(range = (0.1, 30.0, 0.1, or_greater, suffix = "s"))]
    #[init(val = SenderParams::default().heartbeat as f64 * 1e-9)]
    heartbeat: f64,
    /// Most updates per second; 0 = any number.
    #[export(range = (0.0, 120.0, 1.0, or_greater, suffix = "Hz"))]
    max_rate: f64,
    /// Slower than this the player is at rest: the others hold it where it is.
    #[export(range = (0.0, 1.0, 0.01, or_greater, suffix = "m/s"))]
    #[init(val = SenderParams::default().stop_speed)]
    rest_speed: f64,
    base: Base<Resource>,
}

impl AntSendRules {
    pub(crate) fn params(&self, kind: SenderKind) -> SenderParams {
        SenderParams {
            kind,
            position: self.distance,
            orientation: self.angle.to_radians(),
            heartbeat: nanos(self.heartbeat),
            min_gap: if self.max_rate > 0.0 { nanos(1.0 / self.max_rate) } else { 0 },
            stop_speed: self.rest_speed,
            ..SenderParams::default()
        }
    }
}
