//! `AntOutbox`: own avatars, and packets.

use super::options::{self, Slot};
use super::player_state::{AntState, given};
use super::predictor_files::file;
use super::{AntWorld, player_number};
use crate::convert::{told, vector};
use crate::level::{Entered, Level};
use crate::resources::{AntProfile, AntSendRules};
use antreckon::base::Result;
use antreckon::base::hash::hash_bytes;
use antreckon::ghosts::{EVERYBODY, EVERYONE, Outbox, OutboxParams};
use antreckon::net::sender::{Relevance, SenderKind};
use antreckon::predict::ObserveReport;
use godot::prelude::*;
use std::sync::Arc;

/// Longest packet: what fits into a datagram everywhere.
const PACKET: usize = 1200;

/// Own avatars: the truth in every tick, and out come the few packets that the [AntGhosts] of others need.
///
/// Call [method submit] for each avatar and [method packet] for each observer once per tick, and hand what observers send back
/// ([method AntGhosts.reply]) to [method receive]: then clocks are known exactly and packets become shorter. To broadcast, use
/// [constant EVERYONE]: nothing is acknowledged then.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
pub(super) struct AntOutbox {
    pub(super) outbox: Outbox,
    level: Option<Arc<Level>>,
    buffer: Vec<u8>,
    base: Base<RefCounted>,
}

fn params(given: &VarDictionary) -> Result<OutboxParams> {
    let mut params = OutboxParams::default();
    let slots = &mut [
        ("max_players", Slot::Whole(&mut params.capacity.entities)),
        ("max_observers", Slot::Whole(&mut params.capacity.connections)),
        ("in_flight", Slot::Whole(&mut params.capacity.in_flight)),
        ("run_speed", Slot::Number(&mut params.run_speed)),
        ("position_step", Slot::Number(&mut params.codec.position_step)),
        ("velocity_step", Slot::Number(&mut params.codec.velocity_step)),
    ];
    options::read(given, slots)?;
    Ok(params)
}

#[godot_api]
impl AntOutbox {
    /// Stands for every avatar at once, those to come included.
    #[constant]
    const EVERYBODY: i64 = EVERYBODY as i64;
    /// The observer that stands for all: what it gets is sent to everybody, and nobody acknowledges it.
    #[constant]
    const EVERYONE: i64 = EVERYONE as i64;
    /// For [method set_interest]: the area of interest decides.
    #[constant]
    const BY_AREA: i64 = Relevance::ByArea as i64;
    /// For [method set_interest]: always relevant.
    #[constant]
    const ALWAYS: i64 = Relevance::Always as i64;
    /// For [method set_interest]: never relevant.
    #[constant]
    const NEVER: i64 = Relevance::Never as i64;

    /// An outbox in a level or ([code]null[/code]) without one. Without a [param profile] an update says the line along which its owner
    /// expects to move, and ghosts follow it. With one, ghosts predict by that profile, which they must have as well
    /// ([method AntGhosts.set_profile] for everybody); packets say which, and a mismatch is an error. [param parameters] may have
    /// [code]max_players[/code] (64), [code]max_observers[/code] (64), [code]in_flight[/code] (16 updates of an avatar that are under
    /// way), [code]run_speed[/code] (m/s; 0 = learned), [code]position_step[/code] and [code]velocity_step[/code] (0.01; the same as in
    /// the ghosts).
    #[func]
    fn create(
        world: Option<Gd<AntWorld>>,
        profile: Option<Gd<AntProfile>>,
        parameters: VarDictionary,
    ) -> Option<Gd<Self>> {
        let level = world.map(|world| world.bind().level.clone());
        let made = params(&parameters).and_then(|mut params| {
            if let Some(profile) = profile {
                params.profile = profile.bind().profile();
                params.rules.kind = SenderKind::SharedModel;
            }
            Outbox::new(&params)
        });
        let outbox = told("AntOutbox.create", made)?;
        Some(Gd::from_init_fn(|base| Self { outbox, level, buffer: vec![0; PACKET], base }))
    }

    /// The truth about an own avatar, once per tick; it appears with its first state. [param now] dates a state that has no time.
    /// Returns false, with an error, when it cannot be sent, and without one when it is not newer than the last.
    #[func]
    fn submit(&mut self, player: i64, state: Option<Gd<AntState>>, now: i64) -> bool {
        let submitted = player_number(player).and_then(|player| {
            let mut level = Entered::new(self.level.as_ref());
            let (world, map) = level.parts();
            self.outbox.submit(player, &given(state)?, now, world, map)
        });
        told("AntOutbox.submit", submitted) == Some(ObserveReport::Used)
    }

    /// The packet that is due for an observer at [param now]; empty when nothing need be said. All in it counts as sent. Ask until it is
    /// empty.
    #[func]
    fn packet(&mut self, observer: i64, now: i64) -> PackedByteArray {
        let level = self.level.as_ref().map(|level| level.see());
        let scene = level.as_ref().map(|level| level.scene()).unwrap_or_default();
        let packet = self.outbox.packet(observer as u64, now, scene, &mut self.buffer);
        let bytes = told("AntOutbox.packet", packet).map_or(0, |packet| packet.bytes);
        self.buffer[..bytes].into()
    }

    /// What an observer's ghosts said back, at [param now] on the own clock.
    #[func]
    fn receive(&mut self, observer: i64, reply: PackedByteArray, now: i64) -> bool {
        told("AntOutbox.receive", self.outbox.receive(observer as u64, reply.as_slice(), now)).is_some()
    }

    /// An avatar goes; observers that knew it are told with their next packet.
    #[func]
    fn remove(&mut self, player: i64) -> bool {
        let removed = player_number(player).and_then(|player| self.outbox.remove(player));
        told("AntOutbox.remove", removed).is_some()
    }

    /// When updates of an avatar, or of [constant EVERYBODY], are sent; [code]null[/code] = as the defaults of [AntSendRules].
    #[func]
    fn set_rules(&mut self, player: i64, rules: Option<Gd<AntSendRules>>) -> bool {
        let kind = self.outbox.params().rules.kind;
        let rules = rules.unwrap_or_else(AntSendRules::new_gd).bind().params(kind);
        let set = player_number(player).and_then(|player| self.outbox.set_rules(player, &rules));
        told("AntOutbox.set_rules", set).is_some()
    }

    /// Replaces the policy that chooses the lines of owners by that of a file; empty = the built-in one.
    #[func]
    fn load_policy(&mut self, bytes: PackedByteArray) -> bool {
        told("AntOutbox.load_policy", self.outbox.sender_mut().set_policy(file(&bytes))).is_some()
    }

    /// Replaces the weights of the learned model, by which owners choose their lines; empty = the built-in ones.
    #[func]
    fn load_weights(&mut self, bytes: PackedByteArray) -> bool {
        told("AntOutbox.load_weights", self.outbox.share(|predictor| predictor.load_weights(file(&bytes)))).is_some()
    }

    /// Takes in a bank of networks for the model NEURO under a number, or forgets it when empty; see [member AntProfile.bank].
    #[func]
    fn load_bank(&mut self, bank: i64, bytes: PackedByteArray) -> bool {
        let loaded = super::number(bank).and_then(|bank| self.outbox.load_bank(bank, file(&bytes)));
        told("AntOutbox.load_bank", loaded).is_some()
    }

    /// The whole state.
    #[func]
    fn snapshot(&self) -> PackedByteArray {
        self.outbox.snapshot().as_slice().into()
    }

    /// Takes over a [method snapshot].
    #[func]
    fn restore(&mut self, snapshot: PackedByteArray) -> bool {
        told("AntOutbox.restore", self.outbox.restore(snapshot.as_slice())).is_some()
    }

    /// Equal on machines whose outboxes are equal.
    #[func]
    fn state_hash(&self) -> i64 {
        hash_bytes(&self.outbox.snapshot()) as i64
    }

    /// Moves the origin of coordinates: the place that was at [param shift] is at zero from now on. No other machine needs to know.
    #[func]
    fn rebase(&mut self, shift: Vector3) -> bool {
        told("AntOutbox.rebase", self.outbox.rebase(vector(shift))).is_some()
    }
}
