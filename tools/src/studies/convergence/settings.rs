//! What is tried: convergences by name. Edit this list to look elsewhere.
use antreckon::smooth::{Method, Pace, SmoothParams};

/// A way to converge with one number that runs from near the prediction to calm.
pub(super) struct Family {
    pub(super) name: &'static str,
    /// What the number is.
    pub(super) knob: &'static str,
    pub(super) values: &'static [f64],
    pub(super) of: fn(f64) -> SmoothParams,
}

pub(super) const FAMILIES: [Family; 5] = [
    Family {
        name: "chase",
        knob: "chase_time, s",
        values: &[0.03, 0.05, 0.08, 0.14, 0.25, 0.4],
        of: |chase_time| SmoothParams { method: Method::Chase, chase_time, ..SmoothParams::default() },
    },
    Family {
        name: "chase, bound",
        knob: "chase_run",
        values: &[1.3, 1.6, 1.9, 2.2, 2.6],
        of: |chase_run| SmoothParams { method: Method::Chase, chase_run, ..SmoothParams::default() },
    },
    Family { name: "damped", knob: "share", values: &SHARES, of: |share| curve(Method::Damped, share) },
    Family { name: "projective", knob: "share", values: &SHARES, of: |share| curve(Method::ProjectiveVelocity, share) },
    Family { name: "linear", knob: "share", values: &SHARES, of: |share| curve(Method::Linear, share) },
];

/// Times of a curve, in gaps between updates.
const SHARES: [f64; 5] = [0.25, 0.5, 1.0, 1.5, 2.5];

fn curve(method: Method, share: f64) -> SmoothParams {
    let usual = SmoothParams::default();
    SmoothParams { method, position: Pace { share, least: 0.01, ..usual.position }, ..usual }
}
