//! The network side, sans-IO: what travels, how it is packed, when it arrived, and a network to try it on.
//!
//! The host owns sockets and clocks: bytes and times come in as arguments, bytes go out.

pub mod bits;
pub mod clock;
pub mod codec;
pub mod commitment;
pub mod interpolate;
pub mod join;
pub mod ledger;
pub mod line;
pub mod plausibility;
pub mod playback;
pub mod policy;
pub mod receiver;
pub mod sender;
pub mod sha256;
pub mod simulator;
pub mod update;
mod update_bytes;

pub use clock::{ClockEstimator, ClockParams, RoundTrip};
pub use codec::{Codec, CodecParams, PacketEntry, PacketWriter};
pub use ledger::Ledger;
pub use plausibility::{Plausibility, PlausibilityParams};
pub use receiver::{Receiver, ReceiverParams, Verdict};
pub use sender::{Sender, SenderCapacity, SenderParams, Truth};
pub use simulator::{ByteSimulator, NetworkParams, Simulator};
pub use update::{Flags, Sequence, Update};
