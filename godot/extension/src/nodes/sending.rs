//! What senders of both kinds of space do: tell the truth every tick, and collect what the others must know.

use crate::clock::TickClock;
use crate::level::{Level, observe_in};
use antreckon::base::Result;
use antreckon::base::math::{DQuat, DVec3};
use antreckon::net::sender::{ConnectionId, ConnectionParams, SendContext, SenderKind};
use antreckon::net::{CodecParams, Sender, SenderCapacity, SenderParams, Truth};
use antreckon::predict::{EntityId, EntityProfile, LevelContext, Model, Predictor};
use std::sync::Arc;

/// Longest packet: one update, with room to spare.
const PACKET: usize = 256;

/// What the engine knows of a body's motion.
#[derive(Default)]
pub(super) struct Motion {
    /// `None` = to be found by differences.
    pub(super) velocity: Option<DVec3>,
    pub(super) airborne: bool,
}

/// When and how an update is sent.
pub(super) struct Rules {
    pub(super) params: SenderParams,
    /// How the others predict; `None` = along a line.
    pub(super) model: Option<EntityProfile>,
}

/// The sender of one player.
pub(super) struct Sending {
    sender: Sender,
    everybody: ConnectionId,
    number: u32,
    /// Owner's model, where lines are learned.
    owner: Option<(Predictor, EntityId)>,
    level: Option<Arc<Level>>,
    /// The others are thought to predict by a model, which may look at the level.
    modelled: bool,
    clock: TickClock,
    last: Option<DVec3>,
    buffer: [u8; PACKET],
}

/// The player in this tick.
pub(super) struct Tick {
    pub(super) delta: f64,
    pub(super) place: DVec3,
    pub(super) facing: Option<DQuat>,
    pub(super) motion: Motion,
    pub(super) teleported: bool,
}

impl Sending {
    pub(super) fn new(number: u32, rules: &Rules, level: Option<Arc<Level>>) -> Result<Self> {
        let capacity = SenderCapacity { entities: 1, connections: 1, ..SenderCapacity::default() };
        let mut sender = Sender::new(&CodecParams::default(), &capacity)?;
        let everybody = sender.connect(&ConnectionParams::default())?;
        sender.add_entity(number, &rules.params, rules.model.as_ref())?;
        let owner = match rules.params.kind == SenderKind::OwnerLine {
            true => {
                let mut predictor = Predictor::new(1);
                let profile = EntityProfile { model: Model::Kinematic, ..EntityProfile::default() };
                let id = predictor.add_entity(&profile)?;
                Some((predictor, id))
            }
            false => None,
        };
        let modelled = rules.model.is_some();
        let (clock, last, buffer) = (TickClock::default(), None, [0; PACKET]);
        Ok(Self { sender, everybody, number, owner, level, modelled, clock, last, buffer })
    }

    pub(super) fn set_params(&mut self, params: &SenderParams) -> Result<()> {
        self.sender.set_params(self.number, params)
    }

    /// One tick; returns the packet to send, if any.
    pub(super) fn tick(&mut self, tick: &Tick) -> Result<Option<&[u8]>> {
        let time = self.clock.tick(tick.delta);
        let walked = self.last.replace(tick.place).filter(|_| !tick.teleported && tick.delta > 0.0);
        let differences = walked.map_or(DVec3::ZERO, |last| (tick.place - last) / tick.delta);
        let truth = Truth {
            orientation: tick.facing,
            airborne: tick.motion.airborne,
            teleported: tick.teleported,
            ..Truth::at(time, tick.place, tick.motion.velocity.unwrap_or(differences))
        };
        let (sender, number) = (&mut self.sender, self.number);
        match &mut self.owner {
            Some((predictor, id)) => observe_in(self.level.as_ref(), |around| {
                sender.submit_observed(number, &truth, predictor, *id, around)
            })?,
            None => sender.submit(number, &truth)?,
        };
        self.collect(time)
    }

    /// Leaves; returns the last packet.
    pub(super) fn leave(&mut self) -> Result<Option<&[u8]>> {
        self.sender.remove_entity(self.number)?;
        let time = self.clock.tick(0.0);
        self.collect(time)
    }

    fn collect(&mut self, time: i64) -> Result<Option<&[u8]>> {
        let seen = self.level.as_ref().filter(|_| self.modelled).map(|level| level.see());
        let scene = seen.as_ref().map_or(LevelContext::default(), |seen| seen.scene());
        let around = &mut SendContext { level: scene, ..SendContext::default() };
        let packet = self.sender.collect(self.everybody, time, around, &mut self.buffer)?;
        Ok((packet.bytes > 0).then(|| &self.buffer[..packet.bytes]))
    }
}
