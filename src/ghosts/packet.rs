//! What travels between an [`Outbox`](super::Outbox) and [`Ghosts`](super::Ghosts) around the updates themselves.
//!
//! A packet: format and flags (1 byte), its number where it is to be acknowledged (2), digests of both ends' parameters where
//! they are not known to agree yet (8), the answer to a clock request (13), then the codec's bytes. A reply: format and flags (1), what
//! has arrived (6), a clock request (1). All little-endian.

use crate::base::time::Nanos;
use crate::base::{Error, Result};
use alloc::format;

/// Number of this format, in the upper half of the first byte.
const FORMAT: u8 = 1;
/// Longest header of a packet, bytes.
pub(super) const MAX_HEADER: usize = 1 + 2 + 8 + 13;
/// Longest reply, bytes.
pub const MAX_REPLY: usize = 8;

const NUMBER: u8 = 1;
const DIGESTS: u8 = 2;
const ANSWER: u8 = 4;
const REPLY: u8 = 8;
/// Of replies.
const ACKNOWLEDGES: u8 = 1;
const REQUEST: u8 = 2;
const MISSES: u8 = 4;

/// What both ends must have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digests {
    /// Of the codec's parameters.
    pub(super) codec: u32,
    /// Of the model that receivers run; 0 = none, the owner's lines say everything.
    pub(super) model: u32,
}

impl Digests {
    /// Fails, with both values, when a packet of `theirs` cannot be understood here.
    pub(super) fn check(&self, theirs: &Self) -> Result<()> {
        if self.codec != theirs.codec {
            return Err(Error::mismatch(format!(
                "the packet was written with codec parameters {:08x}, this end has {:08x}: give both ends the same steps, \
                 limits, origin and library version",
                theirs.codec, self.codec
            )));
        }
        if theirs.model != 0 && self.model != theirs.model {
            return Err(Error::mismatch(format!(
                "the sender expects receivers to run the model {:08x}, this end runs {:08x}: give Outbox and Ghosts the same \
                 profile",
                theirs.model, self.model
            )));
        }
        Ok(())
    }
}

/// The answer to a clock request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// Which request.
    pub(super) request: u8,
    /// When it arrived, on the clock of who answers.
    pub(super) received: Nanos,
    /// How long it lay there, microseconds.
    pub(super) held: u32,
}

/// What stands before the updates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) number: Option<u16>,
    pub(super) digests: Option<Digests>,
    pub(super) answer: Option<Answer>,
}

impl Header {
    /// Writes it; the bytes used. `out` has at least [`MAX_HEADER`].
    pub(super) fn write(&self, out: &mut [u8]) -> usize {
        let mut at = 1;
        let mut flags = 0;
        let mut put = |bytes: &[u8]| {
            out[at..at + bytes.len()].copy_from_slice(bytes);
            at += bytes.len();
        };
        if let Some(number) = self.number {
            flags |= NUMBER;
            put(&number.to_le_bytes());
        }
        if let Some(Digests { codec, model }) = self.digests {
            flags |= DIGESTS;
            put(&codec.to_le_bytes());
            put(&model.to_le_bytes());
        }
        if let Some(Answer { request, received, held }) = self.answer {
            flags |= ANSWER;
            put(&[request]);
            put(&received.to_le_bytes());
            put(&held.to_le_bytes());
        }
        out[0] = FORMAT << 4 | flags;
        at
    }

    /// Reads it and gives the rest, the codec's bytes.
    pub(super) fn read(bytes: &[u8]) -> Result<(Self, &[u8])> {
        let mut r = Bytes(bytes);
        let flags = r.format()?;
        if flags & REPLY != 0 {
            return Err(Error::corrupt("this is a reply for an outbox, not a packet for ghosts"));
        }
        let mut header = Self::default();
        if flags & NUMBER != 0 {
            header.number = Some(u16::from_le_bytes(r.take()?));
        }
        if flags & DIGESTS != 0 {
            header.digests =
                Some(Digests { codec: u32::from_le_bytes(r.take()?), model: u32::from_le_bytes(r.take()?) });
        }
        if flags & ANSWER != 0 {
            let [request] = r.take()?;
            let (received, held) = (Nanos::from_le_bytes(r.take()?), u32::from_le_bytes(r.take()?));
            header.answer = Some(Answer { request, received, held });
        }
        Ok((header, r.0))
    }
}

/// What ghosts say back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reply {
    /// Newest packet that came in order, and which of the 32 before it did.
    pub(super) acknowledged: Option<(u16, u32)>,
    /// Number of a clock request.
    pub(super) request: Option<u8>,
    /// Updates came that are relative to ones which are not here: all must be told anew.
    pub(super) misses: bool,
}

impl Reply {
    pub(super) fn write(&self, out: &mut [u8]) -> usize {
        let (mut at, mut flags) = (1, REPLY);
        if let Some((newest, mask)) = self.acknowledged {
            flags |= ACKNOWLEDGES;
            out[at..at + 2].copy_from_slice(&newest.to_le_bytes());
            out[at + 2..at + 6].copy_from_slice(&mask.to_le_bytes());
            at += 6;
        }
        if let Some(request) = self.request {
            flags |= REQUEST;
            out[at] = request;
            at += 1;
        }
        flags |= if self.misses { MISSES } else { 0 };
        out[0] = FORMAT << 4 | flags;
        at
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Self> {
        let mut r = Bytes(bytes);
        let flags = r.format()?;
        if flags & REPLY == 0 {
            return Err(Error::corrupt("this is a packet for ghosts, not a reply for an outbox"));
        }
        let mut reply = Self { misses: flags & MISSES != 0, ..Self::default() };
        if flags & ACKNOWLEDGES != 0 {
            reply.acknowledged = Some((u16::from_le_bytes(r.take()?), u32::from_le_bytes(r.take()?)));
        }
        if flags & REQUEST != 0 {
            let [request] = r.take()?;
            reply.request = Some(request);
        }
        if !r.0.is_empty() {
            return Err(Error::corrupt(format!("a reply has {} bytes too many", r.0.len())));
        }
        Ok(reply)
    }
}

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        let Some((taken, rest)) = self.0.split_first_chunk::<N>() else {
            return Err(Error::corrupt("the packet ends within its header"));
        };
        self.0 = rest;
        Ok(*taken)
    }

    /// The flags of the first byte.
    fn format(&mut self) -> Result<u8> {
        let [first] = self.take()?;
        if first >> 4 != FORMAT {
            return Err(Error::corrupt(format!(
                "the packet has format {}, this library reads {FORMAT}; or it is no packet of an outbox",
                first >> 4
            )));
        }
        Ok(first & 15)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn headers_are_found_again(
            number in prop::option::of(any::<u16>()),
            digests in prop::option::of((any::<u32>(), any::<u32>())),
            answer in prop::option::of((any::<u8>(), any::<i64>(), any::<u32>())),
            rest in prop::collection::vec(any::<u8>(), 0..8),
        ) {
            let header = Header {
                number,
                digests: digests.map(|(codec, model)| Digests { codec, model }),
                answer: answer.map(|(request, received, held)| Answer { request, received, held }),
            };
            let mut out = alloc::vec![0; MAX_HEADER];
            let length = header.write(&mut out);
            out.truncate(length);
            for cut in 0..length {
                prop_assert!(Header::read(&out[..cut]).is_err());
            }
            out.extend(&rest);
            prop_assert_eq!(Header::read(&out).unwrap(), (header, &rest[..]));
        }

        #[test]
        fn replies_are_found_again(
            acknowledged in prop::option::of((any::<u16>(), any::<u32>())),
            request in prop::option::of(any::<u8>()),
            misses: bool,
        ) {
            let reply = Reply { acknowledged, request, misses };
            let mut out = [0; MAX_REPLY];
            let length = reply.write(&mut out);
            prop_assert_eq!(Reply::read(&out[..length]).unwrap(), reply);
            prop_assert!(Header::read(&out[..length]).is_err());
            for cut in 0..length {
                prop_assert!(Reply::read(&out[..cut]).is_err());
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let _ = (Header::read(&bytes), Reply::read(&bytes));
        }
    }
}
