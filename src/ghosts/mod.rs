//! The front door: from packets to what is drawn ([`Ghosts`]), and from own avatars to packets ([`Outbox`]).
//!
//! ```text
//! a remote machine ── packets, or states that the engine replicated ──▶ Ghosts ── each frame ──▶ what to draw
//! own avatars ── true state each tick ──▶ Outbox ── packets, only when the others would be wrong ──▶ network
//! ```
//!
//! These two are the only way from packets to the screen: engines, the lab, the demo and the studies all go through them, so
//! that what is measured is what ships. [`Ghosts`] owns a predictor, the convergence of what is drawn and, per remote machine
//! (*peer*), a receiver with its clock, the packets to acknowledge and the updates that others are relative to. [`Outbox`] owns
//! a sender, a codec and the owner's own predictor. Players are known by one number everywhere, the one that travels.

mod arrival;
mod chunk;
mod doubt;
mod event;
mod frame;
mod front;
mod ghost;
mod inbox;
mod intake;
mod outbox;
mod packet;
mod params;
mod peer;
mod player_state;
mod settings;
mod snapshot;
mod speed;
mod stats;
mod twins;

pub use crate::net::playback::{Playback, Presence, Rest, Source};
pub use chunk::{Chunk, FrameTask};
pub use event::{Event, EventKind, Warning};
pub use frame::FrameJob;
pub use front::{EVERYBODY, Ghosts};
pub use ghost::GhostView;
pub use inbox::{Inbox, check_state};
pub use intake::MapAccess;
pub use outbox::{EVERYONE, Outbox, OutboxParams, OutgoingPacket};
pub use packet::MAX_REPLY;
pub use params::GhostsParams;
pub use player_state::PlayerState;
pub use stats::{PeerStats, PlayerStats};
