//! What an `AntSender` sends to single observers, and what it loads and saves.

use super::options::{self, Slot};
use super::predictor_files::file;
use super::sender::AntSender;
use super::{pack, unpack};
use crate::convert::{told, vector};
use antreckon::base::Result;
use antreckon::net::sender::{ConnectionParams, SendContext};
use godot::prelude::*;

fn params(given: &VarDictionary) -> Result<ConnectionParams> {
    let mut params = ConnectionParams::default();
    let (mut enter, mut leave) = (f64::INFINITY, f64::INFINITY);
    let slots = &mut [
        ("bytes_per_second", Slot::Whole(&mut params.bytes_per_second)),
        ("overhead", Slot::Whole(&mut params.overhead)),
        ("enter_radius", Slot::Number(&mut enter)),
        ("leave_radius", Slot::Number(&mut leave)),
    ];
    options::read(given, slots)?;
    (params.enter_radius, params.leave_radius) = (enter, leave.max(enter));
    Ok(params)
}

#[godot_api(secondary)]
impl AntSender {
    /// Adds somebody who is sent to apart from the others, with an area of interest and a budget of its own; returns its id, 0 on error.
    /// [param parameters] may have [code]bytes_per_second[/code] (0 = any number), [code]overhead[/code] (28 bytes per packet),
    /// [code]enter_radius[/code] and [code]leave_radius[/code] (metres around the observer within which players are told of).
    #[func]
    fn add_observer(&mut self, parameters: VarDictionary) -> i64 {
        let added = params(&parameters).and_then(|params| self.sender.connect(&params));
        told("AntSender.add_observer", added).map_or(0, pack)
    }

    /// Forgets an observer.
    #[func]
    fn remove_observer(&mut self, observer: i64) -> bool {
        told("AntSender.remove_observer", self.sender.disconnect(unpack(observer))).is_some()
    }

    /// Tells from where an observer looks.
    #[func]
    fn set_observer_position(&mut self, observer: i64, place: Vector3) -> bool {
        let set = self.sender.set_observer(unpack(observer), Some(vector(place)));
        told("AntSender.set_observer_position", set).is_some()
    }

    /// As [method collect], for one observer.
    #[func]
    fn collect_for(&mut self, observer: i64, now: i64) -> PackedByteArray {
        let packet = self.sender.collect(unpack(observer), now, &mut SendContext::default(), &mut self.buffer);
        let bytes = told("AntSender.collect_for", packet).map_or(0, |packet| packet.bytes);
        self.buffer[..bytes].into()
    }

    /// Replaces the policy that chooses [member AntSendRules.learned_lines] by that of a file; empty = the built-in one.
    #[func]
    fn load_policy(&mut self, bytes: PackedByteArray) -> bool {
        told("AntSender.load_policy", self.sender.set_policy(file(&bytes))).is_some()
    }

    /// The whole state.
    #[func]
    fn snapshot(&self) -> PackedByteArray {
        self.sender.snapshot().as_slice().into()
    }

    /// Takes over a [method snapshot].
    #[func]
    fn restore(&mut self, snapshot: PackedByteArray) -> bool {
        told("AntSender.restore", self.sender.restore(snapshot.as_slice())).is_some()
    }

    /// Equal on machines whose senders are equal.
    #[func]
    fn state_hash(&self) -> i64 {
        self.sender.state_hash() as i64
    }
}
