//! `AntGhosts`: what comes in, and frames.

use super::options::{self, Slot};
use super::player_state::{AntState, given};
use super::{AntWorld, player_number};
use crate::convert::{rotation_out, told, vector_out};
use crate::level_ghosts::LevelGhosts;
use crate::resources::AntConvergence;
use crate::workers::MOST_THREADS;
use antreckon::base::Result;
use antreckon::ghosts::{EVERYBODY, EventKind, GhostView, GhostsParams, MAX_REPLY, Source};
use antreckon::smooth::drawn;
use godot::prelude::*;

/// Players that are simulated elsewhere: packets and states in, what to draw out.
///
/// Hand in what arrives ([method receive] for packets of an [AntOutbox], [method observe] for states that your netcode brought), call
/// [method draw] once per frame, and read what to draw. Players appear and leave by themselves; order, loss, clocks, prediction and
/// convergence are taken care of. Send back to each machine what [method reply] says: then clocks are known exactly and packets
/// become shorter.
///
/// Players and machines ([i]peers[/i]) are known by numbers of yours, the same on every machine. All times are nanoseconds.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
pub(super) struct AntGhosts {
    pub(super) inner: LevelGhosts,
    /// How many threads of the [WorkerThreadPool] draw, 1 to 64; at first what the project setting [code]antreckon/worker_threads[/code]
    /// says. The result is the same to the bit. Each thread needs 128 players to be worth it.
    #[var(get = get_threads, set = set_threads)]
    threads: PhantomVar<i64>,
    base: Base<RefCounted>,
}

fn params(given: &VarDictionary) -> Result<GhostsParams> {
    let mut params = GhostsParams::default();
    let slots = &mut [
        ("max_players", Slot::Whole(&mut params.max_players)),
        ("max_peers", Slot::Whole(&mut params.max_peers)),
        ("inbox_bytes", Slot::Whole(&mut params.inbox_bytes)),
        ("run_speed", Slot::Number(&mut params.run_speed)),
        ("freshness", Slot::Number(&mut params.freshness)),
        ("position_step", Slot::Number(&mut params.codec.position_step)),
        ("velocity_step", Slot::Number(&mut params.codec.velocity_step)),
        ("horizon", Slot::Seconds(&mut params.receiver.horizon)),
        ("fade", Slot::Seconds(&mut params.receiver.fade)),
        ("adapt_per_frame", Slot::Whole(&mut params.adapt_per_frame)),
    ];
    options::read(given, slots)?;
    Ok(params)
}

#[godot_api]
impl AntGhosts {
    /// Stands for every player at once, those to come included.
    #[constant]
    const EVERYBODY: i64 = EVERYBODY as i64;

    /// Event: a player was told of for the first time, or again after it had left: make its ghost.
    #[constant]
    const APPEARED: i64 = EventKind::Appeared as i64;
    /// Event: it has left: end its ghost.
    #[constant]
    const LEFT: i64 = EventKind::Left as i64;
    /// Event: it was moved on purpose.
    #[constant]
    const TELEPORTED: i64 = EventKind::Teleported as i64;
    /// Event: the clock of a peer, or the own one, has jumped and was found again.
    #[constant]
    const CLOCK_JUMPED: i64 = EventKind::ClockJumped as i64;
    /// Event: there is no room for another player or peer; what it told was refused.
    #[constant]
    const NO_ROOM: i64 = EventKind::NoRoom as i64;

    /// Source: the model, or the owner's line.
    #[constant]
    const PREDICTED: i64 = Source::Predicted as i64;
    /// Source: the same, slowing down, because nothing was heard for long.
    #[constant]
    const FADING: i64 = Source::Fading as i64;
    /// Source: nothing was heard for so long that the player stands.
    #[constant]
    const SILENT: i64 = Source::Silent as i64;
    /// Source: it has come to rest.
    #[constant]
    const STOPPED: i64 = Source::Stopped as i64;
    /// Source: it is not simulated at present, and held.
    #[constant]
    const FROZEN: i64 = Source::Frozen as i64;
    /// Source: between two updates.
    #[constant]
    const INTERPOLATED: i64 = Source::Interpolated as i64;
    /// Source: the oldest update that is kept, which is after the time to be shown.
    #[constant]
    const OLDEST: i64 = Source::Oldest as i64;

    /// Flag: it has not arrived at the prediction yet.
    #[constant]
    const CONVERGING: i64 = drawn::CONVERGING as i64;
    /// Flag: it jumped since the last frame: a teleport, too far away, or no way to walk there.
    #[constant]
    const SNAPPED: i64 = drawn::SNAPPED as i64;
    /// Flag: it is held back or pushed on so as not to move backwards.
    #[constant]
    const SLOWED: i64 = drawn::SLOWED as i64;
    /// Flag: it goes along a walkable path.
    #[constant]
    const PATH: i64 = drawn::PATH as i64;
    /// Flag: an obstacle stopped it in this frame.
    #[constant]
    const CLIPPED: i64 = drawn::CLIPPED as i64;
    /// Flag: there is no level, or it is off it: walls were not looked at.
    #[constant]
    const OFF_LEVEL: i64 = drawn::OFF_LEVEL as i64;

    /// Ghosts in a level or ([code]null[/code]) without one, that converge as [param convergence] says ([code]null[/code] = as its
    /// defaults). [param parameters] may have [code]max_players[/code] (1024), [code]max_peers[/code] (64), [code]inbox_bytes[/code]
    /// (1048576) that wait for a frame at most, [code]run_speed[/code] (m/s; 0 = learned), [code]freshness[/code] (1),
    /// [code]position_step[/code] and [code]velocity_step[/code] (0.01; the same as in the outbox), [code]horizon[/code] (6 s) for which
    /// silent players are predicted, [code]fade[/code] (0.5 s) to rest after it, [code]adapt_per_frame[/code] (8 gradients of 5 µs by
    /// which the learned models adapt).
    #[func]
    fn create(
        world: Option<Gd<AntWorld>>,
        convergence: Option<Gd<AntConvergence>>,
        parameters: VarDictionary,
    ) -> Option<Gd<Self>> {
        let level = world.map(|world| world.bind().level.clone());
        let made = params(&parameters).and_then(|mut params| {
            if let Some(convergence) = convergence {
                params.smooth = convergence.bind().params();
            }
            LevelGhosts::new(level, &params)
        });
        let inner = told("AntGhosts.create", made)?;
        Some(Gd::from_init_fn(|base| Self { inner, threads: PhantomVar::default(), base }))
    }

    /// A packet of an outbox came from [param peer] at [param now] on the own clock. It is looked at in the next frame. Returns false,
    /// with an error, when it is no packet or of an outbox that does not agree with these ghosts.
    #[func]
    fn receive(&mut self, peer: i64, packet: PackedByteArray, now: i64) -> bool {
        told("AntGhosts.receive", self.inner.ghosts.receive(peer as u64, packet.as_slice(), now)).is_some()
    }

    /// Your netcode brought the state of a player from [param peer] at [param now] on the own clock. It is looked at in the next frame.
    /// States of one peer either all have a time or none has.
    #[func]
    fn observe(&mut self, peer: i64, player: i64, state: Option<Gd<AntState>>, now: i64) -> bool {
        let done = player_number(player)
            .and_then(|player| self.inner.ghosts.observe(peer as u64, player, &given(state)?, now));
        told("AntGhosts.observe", done).is_some()
    }

    /// Bytes to send back to the outbox of [param peer] ([method AntOutbox.receive] there): acknowledgements and questions for the time.
    /// Ask once per tick; empty = nothing.
    #[func]
    fn reply(&mut self, peer: i64, now: i64) -> PackedByteArray {
        let mut bytes = [0; MAX_REPLY];
        let length = told("AntGhosts.reply", self.inner.ghosts.reply(peer as u64, now, &mut bytes)).unwrap_or(0);
        bytes[..length].into()
    }

    /// A frame at [param now] on the own clock: everything that came is taken in, and everybody who is here is drawn.
    #[func]
    fn draw(&mut self, now: i64) -> bool {
        told("AntGhosts.draw", self.inner.draw(now)).is_some()
    }

    /// Numbers of the players that the last frame drew. The arrays below are in the same order.
    #[func]
    fn players(&self) -> PackedInt64Array {
        self.views().map(|view| view.player.into()).collect()
    }

    /// Where to draw them.
    #[func]
    fn positions(&self) -> PackedVector3Array {
        self.views().map(|view| vector_out(view.drawn.position)).collect()
    }

    /// Their facings: x, y, z, w of a [Quaternion].
    #[func]
    fn rotations(&self) -> PackedVector4Array {
        let facings = self.views().map(|view| rotation_out(view.drawn.orientation));
        facings.map(|q| Vector4::new(q.x, q.y, q.z, q.w)).collect()
    }

    /// How fast they are drawn to move, for animation.
    #[func]
    fn velocities(&self) -> PackedVector3Array {
        self.views().map(|view| vector_out(view.drawn.velocity)).collect()
    }

    /// Where they are expected to be, before convergence.
    #[func]
    fn predicted_positions(&self) -> PackedVector3Array {
        self.views().map(|view| vector_out(view.predicted.position)).collect()
    }

    /// Radii in metres that hold the true places nine times out of ten; 0 where nobody knows.
    #[func]
    fn radii(&self) -> PackedFloat32Array {
        self.views().map(|view| view.predicted.radius as f32).collect()
    }

    /// Where what is drawn comes from: [constant PREDICTED] and the like.
    #[func]
    fn sources(&self) -> PackedByteArray {
        self.views().map(|view| view.source as u8).collect()
    }

    /// What happened to them: sums of [constant SNAPPED] and the like.
    #[func]
    fn flags(&self) -> PackedByteArray {
        self.views().map(|view| view.drawn.flags as u8).collect()
    }

    #[func]
    fn get_threads(&self) -> i64 {
        self.inner.threads as i64
    }

    #[func]
    fn set_threads(&mut self, threads: i64) {
        self.inner.threads = threads.clamp(1, MOST_THREADS) as usize;
    }
}

impl AntGhosts {
    fn views(&self) -> impl Iterator<Item = &GhostView> {
        self.inner.ghosts.views()
    }
}
