//! What a receiver draws: updates as they arrive, handed to the library's ghosts with default settings.
use super::ghosts::Places;
use super::window::Window;
use crate::drawn::{Arrival, Learned, Screen};
use crate::eval::floor::world_of;
use crate::eval::kinematics::Estimates;
use crate::eval::units::Units;
use crate::eval::{self, Request};
use crate::trace::Trace;
use antreckon::base::Result;
use antreckon::base::time::Nanos;
use antreckon::smooth::SmoothParams;

/// Every place as it is drawn; `None` for models that need more than updates.
pub(super) fn of(
    request: &Request<'_>,
    trace: &Trace,
    estimates: &Estimates,
    name: &str,
    arrivals: &[Arrival],
    window: &Window,
) -> Result<Option<Places>> {
    let Some(mut screen) = screen(request, trace, name)? else { return Ok(None) };
    let (units, world) = (Units::of(&trace.meta), world_of(trace));
    let mut places = vec![vec![None; window.count]; trace.players.len()];
    let mut rest = arrivals;
    let mut heard: Vec<Nanos> = vec![Nanos::MIN; trace.players.len()];
    for k in 0..window.end() {
        let now = units.time(k);
        let (come, later) = rest.split_at(rest.partition_point(|arrival| arrival.time <= now));
        rest = later;
        for arrival in come {
            screen.receive(arrival)?;
            heard[arrival.player] = heard[arrival.player].max(arrival.sent);
        }
        screen.draw(now, world.as_ref(), None)?;
        let Some(stored) = window.stored(k) else { continue };
        for (player, estimate) in estimates.frame(k).iter().enumerate() {
            // Who is not there, or whose new life has not been heard of, is not drawn.
            let Some(born) = estimate.map(|estimate| units.time(k - estimate.run as usize)) else { continue };
            if heard[player] < born {
                continue;
            }
            let [x, y, _] = units.from_metres(screen.place(player)?);
            places[player][stored] = Some(window.round([x, y]));
        }
    }
    Ok(Some(places))
}

/// The far end of the network with one model.
fn screen(request: &Request<'_>, trace: &Trace, name: &str) -> Result<Option<Screen>> {
    let Some(setup) = eval::receiver_setup(name) else { return Ok(None) };
    let chosen = request.weights.choose(&trace.meta.layout).ok();
    let learned =
        Learned { weights: chosen.and_then(|weights| weights.bytes), bank: chosen.map(|weights| weights.bank) };
    Screen::new(trace, &setup, learned, &SmoothParams::default()).map(Some)
}
