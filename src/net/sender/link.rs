//! The way to one observer: what it carries, how long it takes.

use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, SECOND};
use crate::base::{Error, Result, Short};
use alloc::format;

/// Packets whose time of sending is remembered, for round trips.
const REMEMBERED: usize = 64;
/// Packets before the newest one that an acknowledgement speaks of.
pub(super) const MASK_BITS: u32 = 32;
/// What may be saved up of the budget, seconds …
const SAVED: Nanos = SECOND / 4;
/// … and bytes, so that a full packet always comes through some time.
const LEAST_SAVED: i64 = 1500;
/// Without any acknowledgement for so long after the first packet, none is expected any more.
const UNHEARD: Nanos = 2 * SECOND;
/// Bounds of the time after which an update counts as lost.
const TIMEOUTS: core::ops::RangeInclusive<Nanos> = SECOND / 1000..=60 * SECOND;
/// Fastest link, bytes per second.
const MAX_RATE: u32 = 1 << 30;
/// Most bytes a host's headers add to a packet.
const MAX_OVERHEAD: u32 = 1 << 16;

/// How updates reach an observer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delivery {
    /// Nobody says what arrived (broadcast to peers, plain datagrams): everything sent counts as known, and a heartbeat
    /// repairs what was lost. No delta coding.
    #[default]
    Assumed,
    /// All arrives, in order (TCP, WebSocket): everything sent is known. Delta coding against the last update.
    Reliable,
    /// The observer acknowledges packets: only what it acknowledged is known, what is not acknowledged in time is told
    /// anew. Delta coding against the newest acknowledged update.
    Acknowledged,
}

impl Delivery {
    /// All, by number.
    pub const ALL: [Self; 3] = [Self::Assumed, Self::Reliable, Self::Acknowledged];
}

/// What a connection is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConnectionParams {
    /// How updates arrive.
    pub delivery: Delivery,
    /// Budget of this connection, bytes per second, 0 = no limit, at most 2³⁰.
    pub bytes_per_second: u32,
    /// Bytes that headers below add to each packet and that count for the budget (UDP over IPv4: 28), 0 to 65,536.
    pub overhead: u32,
    /// Entities nearer than this to the observer become relevant, metres, above 0; infinite = all.
    pub enter_radius: f64,
    /// Entities farther than this become irrelevant, metres, at least `enter_radius`: the gap between the two keeps
    /// somebody on the border from flickering.
    pub leave_radius: f64,
    /// Round trip that is assumed before one was measured, 1 ms to 60 s.
    pub first_round_trip: Nanos,
    /// An update counts as lost after so many estimated round trips (mean and four deviations) without an
    /// acknowledgement, 1 to 10.
    pub patience: f64,
}

impl Default for ConnectionParams {
    fn default() -> Self {
        Self {
            delivery: Delivery::Assumed,
            bytes_per_second: 0,
            overhead: 28,
            enter_radius: f64::INFINITY,
            leave_radius: f64::INFINITY,
            first_round_trip: SECOND / 5,
            patience: 1.25,
        }
    }
}

impl ConnectionParams {
    pub(super) fn check(&self) -> Result<()> {
        if self.bytes_per_second > MAX_RATE {
            return Err(Error::invalid(format!(
                "bytes_per_second is {}, must be 0 to {MAX_RATE}",
                self.bytes_per_second
            )));
        }
        if self.overhead > MAX_OVERHEAD {
            return Err(Error::invalid(format!("overhead is {}, must be 0 to {MAX_OVERHEAD}", self.overhead)));
        }
        if self.enter_radius.is_nan() || self.enter_radius <= 0.0 {
            return Err(Error::invalid(format!("enter_radius is {}, must be above 0", Short(self.enter_radius))));
        }
        if self.leave_radius.is_nan() || self.leave_radius < self.enter_radius {
            return Err(Error::invalid(format!(
                "leave_radius is {}, must be at least enter_radius: {}",
                Short(self.leave_radius),
                Short(self.enter_radius)
            )));
        }
        if !TIMEOUTS.contains(&self.first_round_trip) {
            return Err(Error::invalid(format!(
                "first_round_trip is {} ns, must be {} to {}",
                self.first_round_trip,
                TIMEOUTS.start(),
                TIMEOUTS.end()
            )));
        }
        if !(1.0..=10.0).contains(&self.patience) {
            return Err(Error::invalid(format!("patience is {}, must be 1 to 10", self.patience)));
        }
        Ok(())
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.u8(self.delivery as u8).u32(self.bytes_per_second).u32(self.overhead);
        w.f64(self.enter_radius).f64(self.leave_radius).i64(self.first_round_trip).f64(self.patience);
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let delivery = Delivery::ALL.get(usize::from(r.u8()?)).copied();
        let params = Self {
            delivery: delivery.ok_or_else(|| Error::corrupt("a connection delivers in an unknown way"))?,
            bytes_per_second: r.u32()?,
            overhead: r.u32()?,
            enter_radius: r.f64()?,
            leave_radius: r.f64()?,
            first_round_trip: r.i64()?,
            patience: r.f64()?,
        };
        params.check().map_err(Error::into_corrupt)?;
        Ok(params)
    }
}

/// Packets a receiver has: the newest and 32 before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Acknowledged {
    pub(super) newest: u32,
    pub(super) mask: u32,
}

impl Acknowledged {
    pub(super) fn has(self, packet: u32) -> bool {
        match self.newest.wrapping_sub(packet) {
            0 => true,
            before @ 1..=MASK_BITS => self.mask >> (before - 1) & 1 == 1,
            _ => false,
        }
    }
}

/// Budget, packet numbers and round trips of a connection.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// Saved up of the budget, billionths of a byte, at …
    credit: i64,
    /// … this time.
    credited: Option<Nanos>,
    /// Number of the next packet.
    next_packet: u32,
    packets: u64,
    /// When the last packets were sent, by number modulo the length; `None` once acknowledged.
    sent: [Option<Nanos>; REMEMBERED],
    /// Mean round trip and its mean deviation (RFC 6298), once measured.
    round_trip: Option<(Nanos, Nanos)>,
    /// When the first packet left that nobody has acknowledged since; `None` once one was, or before any left.
    unheard_since: Option<Nanos>,
    /// An acknowledgement has come.
    heard: bool,
}

impl Link {
    pub(super) fn new() -> Self {
        Self {
            credit: 0,
            credited: None,
            next_packet: 0,
            packets: 0,
            sent: [None; REMEMBERED],
            round_trip: None,
            unheard_since: None,
            heard: false,
        }
    }

    fn most_saved(rate: i64) -> i64 {
        (rate * SAVED).max(LEAST_SAVED * SECOND)
    }

    /// Bytes the budget has for a packet now, headers included; `None` = no limit.
    pub(super) fn room(&mut self, params: &ConnectionParams, now: Nanos) -> Option<usize> {
        let rate = i64::from(params.bytes_per_second);
        if rate == 0 {
            return None;
        }
        let most = Self::most_saved(rate);
        let before = self.credited.unwrap_or(Nanos::MIN);
        if now > before {
            // At most what fills the savings, so that the product stays small.
            let passed = now.saturating_sub(before).min(most / rate + 1);
            self.credit = (self.credit + rate * passed).min(most);
            self.credited = Some(now);
        }
        Some((self.credit / SECOND).max(0) as usize)
    }

    /// Numbers a packet of `bytes` with headers.
    pub(super) fn send(&mut self, bytes: usize, now: Nanos) -> u32 {
        if self.credited.is_some() {
            self.credit = self.credit.saturating_sub(bytes as i64 * SECOND);
        }
        if !self.heard {
            self.unheard_since.get_or_insert(now);
        }
        let number = self.next_packet;
        self.sent[number as usize % REMEMBERED] = Some(now);
        self.next_packet = number.wrapping_add(1);
        self.packets = self.packets.saturating_add(1);
        number
    }

    /// Takes in an acknowledgement; fails when it is of a packet that was never sent.
    pub(super) fn acknowledge(&mut self, acknowledged: Acknowledged, now: Nanos) -> Result<()> {
        let age = self.next_packet.wrapping_sub(1).wrapping_sub(acknowledged.newest);
        if u64::from(age) >= self.packets || age > u32::MAX / 2 {
            return Err(Error::invalid(format!(
                "packet is {}, {} packets were sent, the next one is {}",
                acknowledged.newest, self.packets, self.next_packet
            )));
        }
        // Only the newest says how long the way is: those before it may have been acknowledged earlier, in a lost packet.
        if (age as usize) < REMEMBERED
            && let Some(sent) = self.sent[acknowledged.newest as usize % REMEMBERED].take()
        {
            self.measure(now.saturating_sub(sent));
        }
        Ok(())
    }

    /// Number of the packet that is sent next.
    pub(super) fn next_number(&self) -> u32 {
        self.next_packet
    }

    /// Number of the packet that was sent last.
    pub(super) fn last_packet(&self) -> u32 {
        self.next_packet.wrapping_sub(1)
    }

    /// Whether nobody acknowledges although somebody should: then everything sent counts as known.
    pub(super) fn gave_up(&self, now: Nanos) -> bool {
        !self.heard && self.unheard_since.is_some_and(|since| now.saturating_sub(since) > UNHEARD)
    }

    /// Whether anything was ever acknowledged.
    pub(super) fn is_heard(&self) -> bool {
        self.heard
    }

    /// Takes note of an acknowledgement; whether it is the first one.
    pub(super) fn hear(&mut self) -> bool {
        self.unheard_since = None;
        !core::mem::replace(&mut self.heard, true)
    }

    /// Takes in one measured round trip.
    pub(super) fn measure(&mut self, round_trip: Nanos) {
        let measured = round_trip.clamp(0, *TIMEOUTS.end());
        self.round_trip = Some(match self.round_trip {
            None => (measured, measured / 2),
            Some((mean, deviation)) => ((7 * mean + measured) / 8, (3 * deviation + (mean - measured).abs()) / 4),
        });
    }

    /// Mean round trip; `None` before one was measured.
    pub(super) fn round_trip(&self) -> Option<Nanos> {
        self.round_trip.map(|(mean, _)| mean)
    }

    /// Time after which an update without acknowledgement counts as lost.
    pub(super) fn timeout(&self, params: &ConnectionParams) -> Nanos {
        let (mean, deviation) = self.round_trip.unwrap_or((params.first_round_trip, params.first_round_trip / 4));
        let nanos = (mean + 4 * deviation) as f64 * params.patience;
        (nanos as Nanos).clamp(*TIMEOUTS.start(), *TIMEOUTS.end())
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.i64(self.credit);
        write_time(w, self.credited);
        w.u32(self.next_packet).u64(self.packets);
        for time in self.sent {
            write_time(w, time);
        }
        write_time(w, self.round_trip.map(|(mean, _)| mean));
        w.i64(self.round_trip.map_or(0, |(_, deviation)| deviation));
        write_time(w, self.unheard_since);
        w.u8(self.heard.into());
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut link = Self { credit: r.i64()?, credited: read_time(r)?, ..Self::new() };
        (link.next_packet, link.packets) = (r.u32()?, r.u64()?);
        for time in &mut link.sent {
            *time = read_time(r)?;
        }
        let (mean, deviation) = (read_time(r)?, r.i64()?);
        link.round_trip = mean.map(|mean| (mean, deviation));
        link.unheard_since = read_time(r)?;
        link.heard = r.bool()?;
        let (mean, most) = (mean.unwrap_or(0), *TIMEOUTS.end());
        let owed = i64::from(MAX_OVERHEAD) * 4 * SECOND;
        if !(0..=most).contains(&mean)
            || !(0..=most).contains(&deviation)
            || !(-owed..=Self::most_saved(MAX_RATE.into())).contains(&link.credit)
        {
            return Err(Error::corrupt("a connection has an impossible budget or round trip"));
        }
        Ok(link)
    }
}

pub(super) fn write_time(w: &mut Writer, time: Option<Nanos>) {
    w.u8(time.is_some().into()).i64(time.unwrap_or(0));
}

pub(super) fn read_time(r: &mut Reader<'_>) -> Result<Option<Nanos>> {
    let (given, time) = (r.u8()?, r.i64()?);
    match given {
        0 => Ok(None),
        1 => Ok(Some(time)),
        _ => Err(Error::corrupt("a time is neither there nor not")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Nanos = SECOND / 1000;

    #[test]
    fn a_budget_fills_with_time_and_no_more_than_a_quarter_second() {
        let params = ConnectionParams { bytes_per_second: 8000, ..ConnectionParams::default() };
        let mut link = Link::new();
        assert_eq!(link.room(&params, 0), Some(2000));
        link.send(1500, 0);
        assert_eq!((link.room(&params, 0), link.room(&params, 50 * MS)), (Some(500), Some(900)));
        link.send(1000, 50 * MS);
        assert_eq!(link.room(&params, 50 * MS), Some(0), "a debt is paid first");
        assert_eq!(link.room(&params, 75 * MS), Some(100));
        assert_eq!(link.room(&params, 3600 * SECOND), Some(2000));
        assert_eq!(link.room(&params, 0), Some(2000), "a clock that goes back gives nothing");
        let slow = ConnectionParams { bytes_per_second: 100, ..params };
        assert_eq!(Link::new().room(&slow, 0), Some(1500), "a whole packet can be saved up");
        assert_eq!(Link::new().room(&ConnectionParams::default(), 0), None);
    }

    #[test]
    fn round_trips_are_averaged_as_rfc_6298_says() {
        let (params, mut link) = (ConnectionParams::default(), Link::new());
        assert_eq!(link.timeout(&params), 500 * MS, "(200 + 4 · 50) · 1.25");
        let first = link.send(100, 0);
        link.acknowledge(Acknowledged { newest: first, mask: 0 }, 80 * MS).unwrap();
        assert_eq!((link.round_trip(), link.timeout(&params)), (Some(80 * MS), 300 * MS));
        let second = link.send(100, 100 * MS);
        link.acknowledge(Acknowledged { newest: second, mask: 1 }, 260 * MS).unwrap();
        // 7/8 · 80 + 160/8 = 90; 3/4 · 40 + 80/4 = 50.
        assert_eq!((link.round_trip(), link.timeout(&params)), (Some(90 * MS), (290 * MS) * 5 / 4));
        link.acknowledge(Acknowledged { newest: second, mask: 1 }, 900 * MS).unwrap();
        assert_eq!(link.round_trip(), Some(90 * MS), "an acknowledgement that comes twice is no measurement");
    }

    #[test]
    fn only_packets_that_were_sent_can_be_acknowledged() {
        let mut link = Link::new();
        let ack = |newest| Acknowledged { newest, mask: 0 };
        assert!(link.acknowledge(ack(0), 0).is_err());
        link.send(1, 0);
        link.send(1, 0);
        assert!(link.acknowledge(ack(2), 0).is_err() && link.acknowledge(ack(u32::MAX), 0).is_err());
        assert!(link.acknowledge(ack(0), 0).is_ok() && link.acknowledge(ack(1), 0).is_ok());
        link.next_packet = 0;
        assert!(link.acknowledge(ack(u32::MAX), 0).is_ok(), "numbers wrap");
    }

    #[test]
    fn a_mask_speaks_of_thirty_two_packets_before_the_newest() {
        let acknowledged = Acknowledged { newest: 1, mask: 0b101 | 1 << 31 };
        for (packet, has) in [(1, true), (0, true), (u32::MAX, false), (u32::MAX - 1, true), (2, false)] {
            assert_eq!(acknowledged.has(packet), has, "{packet}");
        }
        assert!(acknowledged.has(1u32.wrapping_sub(32)) && !acknowledged.has(1u32.wrapping_sub(33)));
    }

    #[test]
    fn bad_parameters_are_refused_by_name() {
        type Spoil = fn(&mut ConnectionParams);
        let spoilers: [(&str, Spoil); 8] = [
            ("bytes_per_second", |p| p.bytes_per_second = MAX_RATE + 1),
            ("overhead", |p| p.overhead = MAX_OVERHEAD + 1),
            ("enter_radius", |p| p.enter_radius = 0.0),
            ("enter_radius", |p| p.enter_radius = f64::NAN),
            ("leave_radius", |p| p.leave_radius = 1.0),
            ("leave_radius", |p| p.leave_radius = f64::NAN),
            ("first_round_trip", |p| p.first_round_trip = 0),
            ("patience", |p| p.patience = f64::NAN),
        ];
        assert!(ConnectionParams::default().check().is_ok());
        for (name, spoil) in spoilers {
            let mut params = ConnectionParams::default();
            spoil(&mut params);
            assert!(params.check().unwrap_err().message.starts_with(name), "{name}");
        }
    }
}
