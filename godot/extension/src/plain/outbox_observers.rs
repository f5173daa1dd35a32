//! `AntOutbox`: who is told, and what was sent to them.

use super::options::{self, Slot};
use super::outbox::AntOutbox;
use super::player_number;
use crate::convert::told;
use antreckon::base::math::DVec3;
use antreckon::base::{Error, Result};
use antreckon::net::sender::{ConnectionParams, ConnectionStats, Delivery, Relevance};
use godot::prelude::*;

/// How somebody is reached, and where it looks from.
fn observer(given: &VarDictionary) -> Result<(ConnectionParams, Option<DVec3>)> {
    let mut params = ConnectionParams::default();
    let (mut reliable, mut position) = (false, DVec3::NAN);
    let (mut enter, mut leave) = (f64::INFINITY, f64::INFINITY);
    let slots = &mut [
        ("reliable", Slot::Flag(&mut reliable)),
        ("bytes_per_second", Slot::Whole(&mut params.bytes_per_second)),
        ("overhead", Slot::Whole(&mut params.overhead)),
        ("position", Slot::Place(&mut position)),
        ("enter_radius", Slot::Number(&mut enter)),
        ("leave_radius", Slot::Number(&mut leave)),
    ];
    options::read(given, slots)?;
    (params.enter_radius, params.leave_radius) = (enter, leave.max(enter));
    params.delivery = if reliable { Delivery::Reliable } else { Delivery::Acknowledged };
    Ok((params, given.contains_key("position").then_some(position)))
}

pub(crate) fn stats_out(stats: &ConnectionStats) -> VarDictionary {
    vdict! {
        "packets" => stats.packets as i64,
        "bytes" => stats.bytes as i64,
        "updates" => stats.updates.iter().sum::<u64>() as i64,
    }
}

#[godot_api(secondary)]
impl AntOutbox {
    /// Says how an observer is reached and where it is; one that is not announced appears with its first packet. [param parameters] may
    /// have [code]reliable[/code] (everything arrives in order: nothing needs to be acknowledged), [code]bytes_per_second[/code] (0 = any
    /// number), [code]overhead[/code] (28 bytes per packet), [code]position[/code], and the [code]enter_radius[/code] and
    /// [code]leave_radius[/code] (metres) within which avatars are told of.
    #[func]
    fn set_observer(&mut self, observer_id: i64, parameters: VarDictionary) -> bool {
        let set = observer(&parameters)
            .and_then(|(params, position)| self.outbox.set_observer(observer_id as u64, &params, position));
        told("AntOutbox.set_observer", set).is_some()
    }

    /// Whoever is gone is not told any more.
    #[func]
    fn remove_observer(&mut self, observer_id: i64) -> bool {
        told("AntOutbox.remove_observer", self.outbox.remove_observer(observer_id as u64)).is_some()
    }

    /// Whether an avatar concerns an observer ([constant BY_AREA], [constant ALWAYS], [constant NEVER]), and the factor on its thresholds
    /// (0 = by distance).
    #[func]
    fn set_interest(&mut self, observer_id: i64, player: i64, relevance: i64, factor: f64) -> bool {
        let known = usize::try_from(relevance).ok().and_then(|number| Relevance::ALL.get(number).copied());
        let known =
            known.ok_or_else(|| Error::invalid(format!("relevance is {relevance}, must be BY_AREA, ALWAYS or NEVER")));
        let set = known.and_then(|relevance| {
            let factor = (factor != 0.0).then_some(factor);
            self.outbox.set_interest(observer_id as u64, player_number(player)?, relevance, factor)
        });
        told("AntOutbox.set_interest", set).is_some()
    }

    /// What was sent to an observer so far: [code]packets[/code], their [code]bytes[/code], [code]updates[/code] in them, and the mean
    /// [code]round_trip[/code] in nanoseconds (-1 before one was measured). Empty on error.
    #[func]
    fn stats(&self, observer_id: i64) -> VarDictionary {
        let stats = self.outbox.stats(observer_id as u64).map(stats_out);
        let Some(mut stats) = told("AntOutbox.stats", stats) else { return VarDictionary::new() };
        let round_trip = self.outbox.round_trip(observer_id as u64).ok().flatten();
        stats.set("round_trip", round_trip.unwrap_or(-1));
        stats
    }
}
