//! One remote machine: its clock, its packets, what it is told back.

use super::arrival::ArrivalDating;
use super::doubt::Pace;
use super::packet::{Answer, Reply};
use super::stats::PeerStats;
use crate::base::time::{Nanos, SECOND};
use crate::base::{Error, Result};
use crate::net::{Receiver, ReceiverParams, RoundTrip};
use crate::predict::EntityProfile;
use alloc::format;

/// Acknowledgements are at least so far apart: a frame of 30 Hz.
const REPLY_GAP: Nanos = SECOND / 30;
/// Clock requests that may be under way.
const REQUESTS: usize = 8;
/// The first requests follow each other quickly …
const FIRST_REQUESTS: u32 = 5;
const FIRST_GAP: Nanos = SECOND / 5;
/// … later ones keep up with the drift.
const LATER_GAP: Nanos = 2 * SECOND;
/// … and whenever something does not fit they come so often.
const DOUBT_GAP: Nanos = SECOND / 10;

/// Whose clock dates what a peer says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "there is one per peer, and it never moves")]
pub(super) enum TimeBase {
    /// Nothing has come.
    #[default]
    Unknown,
    /// The peer's.
    Stamped,
    /// The own one.
    OnArrival(ArrivalDating),
}

/// One remote machine.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    pub(super) id: u64,
    pub(super) receiver: Receiver,
    pub(super) time_base: TimeBase,
    /// Its packets say that receivers run a model which both ends share.
    pub(super) shares_model: bool,
    /// Newest packet that came in order, and which of the 32 before it did.
    acknowledged: Option<(u16, u32)>,
    /// It has not been told yet.
    unsaid: bool,
    pub(super) misses: bool,
    replied: Option<Nanos>,
    /// Requests under way, by number modulo the length.
    requests: [Option<(u8, Nanos)>; REQUESTS],
    next_request: u8,
    asked: u32,
    ask_at: Option<Nanos>,
    asked_at: Option<Nanos>,
    /// The host says what its clock shows.
    pub(super) told_clock: bool,
    pub(super) packets: u64,
    pub(super) bytes: u64,
    pub(super) bad_packets: u64,
    pub(super) missing_baselines: u64,
    /// Updates about players of another peer.
    pub(super) foreign: u64,
    round_trip: Option<Nanos>,
    pub(super) players: u32,
    /// Jumps of the clock that were noticed.
    resynchronised: u32,
    pub(super) pace: Pace,
}

impl Peer {
    pub(super) fn new(id: u64, params: &ReceiverParams) -> Result<Self> {
        Ok(Self {
            id,
            receiver: Receiver::new(params)?,
            time_base: TimeBase::Unknown,
            shares_model: false,
            acknowledged: None,
            unsaid: false,
            misses: false,
            replied: None,
            requests: [None; REQUESTS],
            next_request: 0,
            asked: 0,
            ask_at: None,
            asked_at: None,
            told_clock: params.synchronised,
            packets: 0,
            bytes: 0,
            bad_packets: 0,
            missing_baselines: 0,
            foreign: 0,
            round_trip: None,
            players: 0,
            resynchronised: 0,
            pace: Pace::default(),
        })
    }

    /// Whose players look at each other: where both ends run one model that looks at others, it may look at none but those that both
    /// know. Who runs another model keeps no company, so that its late updates still get their place.
    pub(super) fn company(&self, shared: &EntityProfile) -> Option<u64> {
        (self.shares_model && shared.model.feels_others()).then_some(self.id)
    }

    /// What this peer says is dated by its own clock; fails when it said things without a date before.
    pub(super) fn is_stamped(&mut self) -> Result<()> {
        match self.time_base {
            TimeBase::OnArrival(_) => Err(self.two_bases()),
            _ => {
                self.time_base = TimeBase::Stamped;
                Ok(())
            }
        }
    }

    /// The date of a state that came without one; fails when others of this peer had one.
    pub(super) fn date(&mut self, arrival: Nanos) -> Result<Nanos> {
        if self.time_base == TimeBase::Unknown {
            self.time_base = TimeBase::OnArrival(ArrivalDating::default());
            self.receiver.set_clock(0)?;
        }
        match &mut self.time_base {
            TimeBase::OnArrival(dating) => Ok(dating.date(arrival)),
            _ => Err(self.two_bases()),
        }
    }

    #[cold]
    fn two_bases(&self) -> Error {
        Error::state(format!(
            "peer {} sends both dated and undated states: give every state its time on the peer's clock, or none",
            self.id
        ))
    }

    /// The host says what the peer's clock shows.
    pub(super) fn set_clock(&mut self, ahead: Nanos) -> Result<()> {
        self.is_stamped()?;
        self.receiver.set_clock(ahead)?;
        self.told_clock = true;
        Ok(())
    }

    /// Takes note of a packet with a number; only those in order are acknowledged, because models with a memory depend on it.
    pub(super) fn note_packet(&mut self, number: Option<u16>) {
        let Some(number) = number else { return };
        self.unsaid = true;
        let Some((newest, mask)) = self.acknowledged else {
            self.acknowledged = Some((number, 0));
            return;
        };
        let ahead = number.wrapping_sub(newest) as i16;
        if ahead <= 0 {
            return;
        }
        let shifted = if ahead < 32 { mask << ahead } else { 0 };
        let before = if ahead <= 32 { 1 << (ahead - 1) } else { 0 };
        self.acknowledged = Some((number, shifted | before));
    }

    pub(super) fn note_answer(&mut self, answer: &Answer, arrival: Nanos) -> Result<()> {
        let slot = &mut self.requests[usize::from(answer.request) % REQUESTS];
        let Some((_, sent)) = slot.take_if(|(number, _)| *number == answer.request) else { return Ok(()) };
        let answered = answer.received.saturating_add(Nanos::from(answer.held) * 1000);
        let trip = RoundTrip {
            request_sent: sent,
            request_received: answer.received,
            answer_sent: answered,
            answer_received: arrival,
        };
        self.receiver.answer_arrived(&trip)?;
        self.round_trip = Some(trip.delay());
        Ok(())
    }

    /// What to tell this peer now, if anything.
    pub(super) fn reply(&mut self, now: Nanos) -> Option<Reply> {
        let waited = self.replied.is_none_or(|before| now.saturating_sub(before) >= REPLY_GAP);
        let acknowledges = self.acknowledged.is_some() && self.unsaid && waited;
        let estimates = !self.told_clock && self.time_base == TimeBase::Stamped && self.acknowledged.is_some();
        let asks = estimates && (self.ask_at.is_none_or(|at| now >= at) || self.doubts(now));
        let is_due = acknowledges || asks || (self.misses && waited);
        if !is_due {
            return None;
        }
        let request = asks.then(|| self.ask(now));
        self.replied = Some(now);
        self.unsaid = false;
        Some(Reply { acknowledged: self.acknowledged, request, misses: core::mem::take(&mut self.misses) })
    }

    /// Whether something does not fit the clock, and an answer is not under way already.
    fn doubts(&self, now: Nanos) -> bool {
        let asked = self.asked_at.is_some_and(|before| now.saturating_sub(before) < DOUBT_GAP);
        !asked && self.receiver.clock_is_in_doubt(now)
    }

    fn ask(&mut self, now: Nanos) -> u8 {
        self.asked_at = Some(now);
        let number = self.next_request;
        self.next_request = number.wrapping_add(1);
        self.requests[usize::from(number) % REQUESTS] = Some((number, now));
        self.asked = self.asked.saturating_add(1);
        let gap = if self.asked < FIRST_REQUESTS { FIRST_GAP } else { LATER_GAP };
        self.ask_at = Some(now.saturating_add(gap));
        number
    }

    /// Whether a clock has jumped since this was asked last.
    pub(super) fn clock_jumped(&mut self) -> bool {
        let resynchronised = self.receiver.link_resynchronised();
        let jumped = resynchronised != self.resynchronised;
        if jumped {
            self.resynchronised = resynchronised;
            // What the clock shows now is asked for at once.
            (self.asked, self.ask_at) = (0, None);
        }
        jumped
    }

    pub(super) fn stats(&self) -> PeerStats {
        PeerStats {
            link: self.receiver.link_stats(),
            packets: self.packets,
            bytes: self.bytes,
            bad_packets: self.bad_packets,
            missing_baselines: self.missing_baselines,
            round_trip: self.round_trip,
            players: self.players,
        }
    }
}
