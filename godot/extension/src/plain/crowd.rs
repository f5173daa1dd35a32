//! `AntCrowd`.

use super::AntWorld;
use super::plausibility::said;
use super::predictor_files::file;
use crate::convert::{rotation, rotation_out, told, vector, vector_out};
use crate::crowd::Crowd;
use crate::resources::{AntConvergence, AntProfile, profile_of};
use antreckon::base::{Error, Result};
use antreckon::net::{Flags, RoundTrip, Sequence, Update};
use antreckon::smooth::SmoothParams;
use godot::prelude::*;

/// Remote players without nodes: updates in, the places to draw them out, all in one call per frame.
///
/// This is what ghosts are made of. It takes the updates apart, orders them, estimates the clocks of the machines they came from,
/// predicts everybody and converges. Players have an index, counted from 0; the index of one that was removed is used again.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
struct AntCrowd {
    crowd: Crowd,
    base: Base<RefCounted>,
}

#[godot_api]
impl AntCrowd {
    /// A crowd in a level or ([code]null[/code]) without one, that converges as [param convergence] says.
    #[func]
    fn create(world: Option<Gd<AntWorld>>, convergence: Option<Gd<AntConvergence>>) -> Option<Gd<Self>> {
        let level = world.map(|world| world.bind().level.clone());
        let params = convergence.map_or_else(SmoothParams::default, |resource| resource.bind().params());
        let crowd = told("AntCrowd.create", Crowd::new(level, &params))?;
        Some(Gd::from_init_fn(|base| Self { crowd, base }))
    }

    /// Adds a player of whom the machine [param peer] tells under the number [param network_id]. Returns its index, -1 on error.
    #[func]
    fn add(&mut self, peer: i64, network_id: i64, profile: Option<Gd<AntProfile>>) -> i64 {
        let (profile, limits) = profile_of(profile.as_ref());
        let added = number(network_id).and_then(|number| self.crowd.add(peer, number, &profile, &limits));
        told("AntCrowd.add", added).map_or(-1, |index| index as i64)
    }

    /// Forgets a player.
    #[func]
    fn remove(&mut self, index: i64) -> bool {
        told("AntCrowd.remove", self.crowd.remove(place(index))).is_some()
    }

    /// Changes how a player is predicted.
    #[func]
    fn set_profile(&mut self, index: i64, profile: Option<Gd<AntProfile>>) -> bool {
        let (profile, _) = profile_of(profile.as_ref());
        told("AntCrowd.set_profile", self.crowd.set_profile(place(index), &profile)).is_some()
    }

    /// Shows a player a little in the past, between two updates, instead of predicting it.
    #[func]
    fn set_interpolated(&mut self, index: i64, interpolated: bool) -> bool {
        told("AntCrowd.set_interpolated", self.crowd.set_interpolated(place(index), interpolated)).is_some()
    }

    /// Takes in a packet of [AntSender] that arrived at [param arrival] (nanoseconds, own clock). Returns the number of updates in it, -1
    /// when it cannot be read.
    #[func]
    fn receive(&mut self, peer: i64, packet: PackedByteArray, arrival: i64) -> i64 {
        let mut updates = 0;
        let received = self.crowd.receive_packet(peer, packet.as_slice(), arrival, |_| updates += 1);
        told("AntCrowd.receive", received).map_or(-1, |()| updates)
    }

    /// Takes in an update that came by a way of your own: [param sequence] counts a player's updates, [param time] is when it was true on
    /// the clock of [param peer].
    #[func]
    #[allow(clippy::too_many_arguments, reason = "a call of scripts, which have no structs")]
    fn receive_update(
        &mut self,
        peer: i64,
        network_id: i64,
        sequence: i64,
        time: i64,
        arrival: i64,
        place: Vector3,
        velocity: Vector3,
        facing: Quaternion,
        teleported: bool,
    ) -> bool {
        let received = number(network_id).and_then(|number| {
            let update = Update {
                sequence: Sequence(sequence as u16),
                velocity: vector(velocity),
                orientation: Some(rotation(facing)),
                flags: if teleported { Flags::TELEPORT } else { Flags::NONE },
                ..Update::at(number, time, vector(place))
            };
            self.crowd.receive(peer, &update, arrival)
        });
        told("AntCrowd.receive_update", received).is_some()
    }

    /// A request was sent to [param peer] (own clock), arrived there and was answered (its clock), and the answer has come (own clock), all
    /// in nanoseconds. Without any, ghosts are where players were when the fastest updates left; with them the delay is known, and
    /// ghosts are where players are now.
    #[func]
    fn answer_arrived(&mut self, peer: i64, sent: i64, arrived: i64, answered: i64, received: i64) -> bool {
        let trip = RoundTrip {
            request_sent: sent,
            request_received: arrived,
            answer_sent: answered,
            answer_received: received,
        };
        told("AntCrowd.answer_arrived", self.crowd.answer_arrived(peer, &trip)).is_some()
    }

    /// Shows everybody for [param now] (nanoseconds, own clock). With [param threads] above 1 the work is divided between threads of the
    /// [WorkerThreadPool]; the result is the same to the bit.
    #[func]
    fn frame(&mut self, now: i64, threads: i64) -> bool {
        self.crowd.threads = threads.clamp(1, 64) as usize;
        told("AntCrowd.frame", self.crowd.frame(now)).is_some()
    }

    /// Where everybody is shown, by index; [constant Vector3.INF] for who is not there.
    #[func]
    fn positions(&self) -> PackedVector3Array {
        let mut places = PackedVector3Array::new();
        places.resize(self.crowd.members().len());
        for (place, member) in places.as_mut_slice().iter_mut().zip(self.crowd.members()) {
            let sight = member.as_ref().and_then(|member| member.seen.as_ref());
            *place = sight.map_or(Vector3::INF, |sight| vector_out(sight.drawn.position));
        }
        places
    }

    /// As [method frame] and [method positions] in one call.
    #[func]
    fn frame_positions(&mut self, now: i64, threads: i64) -> PackedVector3Array {
        self.frame(now, threads);
        self.positions()
    }

    /// What is known of a player: [code]position[/code], [code]velocity[/code], [code]rotation[/code] as shown,
    /// [code]predicted[/code], [code]radius[/code] that holds the true place nine times out of ten (0 = unknown),
    /// [code]confidence[/code], [code]age[/code] of the last update in seconds. Empty when there is nothing to show.
    #[func]
    fn state(&self, index: i64) -> VarDictionary {
        let member = told("AntCrowd.state", self.crowd.member(place(index)));
        let Some(sight) = member.and_then(|member| member.seen) else { return VarDictionary::new() };
        vdict! {
            "position" => vector_out(sight.drawn.position),
            "velocity" => vector_out(sight.drawn.velocity),
            "rotation" => rotation_out(sight.drawn.orientation),
            "predicted" => vector_out(sight.predicted.position),
            "radius" => sight.predicted.radius,
            "confidence" => sight.predicted.confidence,
            "age" => sight.age,
        }
    }

    /// What speaks against the players of a machine since the last call; see [method AntPlausibility.take_evidence].
    #[func]
    fn take_evidence(&mut self, peer: i64) -> Array<VarDictionary> {
        let mut found = Array::new();
        while let Some(evidence) = self.crowd.evidence(peer) {
            found.push(&said(&evidence));
        }
        found
    }

    /// Lets the learned model go on learning from what arrived; once per tick, with what the tick can afford (5 µs per sample).
    #[func]
    fn adapt(&mut self, samples: i64) -> i64 {
        self.crowd.predictor.adapt(samples.clamp(0, 1 << 20) as u32).into()
    }

    /// Replaces the weights of the learned model by those of a file; empty = the built-in ones.
    #[func]
    fn load_weights(&mut self, bytes: PackedByteArray) -> bool {
        told("AntCrowd.load_weights", self.crowd.predictor.load_weights(file(&bytes))).is_some()
    }

    /// Takes in a bank of networks for the model NEURO under a number; see [member AntProfile.bank].
    #[func]
    fn load_bank(&mut self, bank: i64, bytes: PackedByteArray) -> bool {
        let loaded = number(bank).and_then(|bank| self.crowd.predictor.load_bank(bank, bytes.as_slice()));
        told("AntCrowd.load_bank", loaded).is_some()
    }

    /// Replaces the routes of the model STRATEGY by those of a file.
    #[func]
    fn load_strategies(&mut self, bytes: PackedByteArray) -> bool {
        told("AntCrowd.load_strategies", self.crowd.predictor.load_strategies(bytes.as_slice())).is_some()
    }

    /// Bytes of memory held.
    #[func]
    fn bytes(&self) -> i64 {
        self.crowd.bytes() as i64
    }

    /// Equal where everything that later frames depend on is equal.
    #[func]
    fn state_hash(&self) -> i64 {
        self.crowd.state_hash() as i64
    }
}

fn place(index: i64) -> usize {
    usize::try_from(index).unwrap_or(usize::MAX)
}

pub(super) fn number(network_id: i64) -> Result<u32> {
    u32::try_from(network_id)
        .map_err(|_| Error::invalid(format!("network_id is {network_id}, must be 0 to {}", u32::MAX)))
}
