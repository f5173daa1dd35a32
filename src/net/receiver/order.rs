//! Which numbered updates have come: order, duplicates, losses.

use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use crate::net::update::Sequence;

/// Numbers behind the newest that are remembered one by one.
pub(super) const REMEMBERED: u32 = 64;

/// Where an update stands among those that came before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The newest so far.
    Newest,
    /// Late, not seen before.
    Late,
    /// Seen before.
    Duplicate,
    /// So old that nobody knows.
    Ancient,
}

/// The numbers of one entity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Order {
    newest: Option<Sequence>,
    /// Bit i: newest - i has come.
    mask: u64,
    /// Numbers from the oldest that came to the newest, since they began.
    span: u64,
    /// The same, of all times they began.
    pub(super) expected: u64,
    /// Different ones that have come.
    pub(super) distinct: u64,
}

impl Order {
    pub(super) fn place(&self, sequence: Sequence) -> Place {
        let Some(newest) = self.newest else { return Place::Newest };
        let behind = i32::from(newest.since(sequence));
        if sequence.newer_than(newest) {
            Place::Newest
        } else if !(0..REMEMBERED as i32).contains(&behind) {
            Place::Ancient
        } else if self.mask >> behind & 1 == 1 {
            Place::Duplicate
        } else {
            Place::Late
        }
    }

    /// Notes an update that is neither a duplicate nor ancient.
    pub(super) fn note(&mut self, sequence: Sequence) {
        let Some(newest) = self.newest else {
            (self.newest, self.mask, self.span) = (Some(sequence), 1, 1);
            (self.expected, self.distinct) = (self.expected + 1, self.distinct + 1);
            return;
        };
        let ahead = i32::from(sequence.since(newest));
        if ahead > 0 {
            self.mask = if ahead < 64 { self.mask << ahead | 1 } else { 1 };
            self.newest = Some(sequence);
            self.span = self.span.saturating_add(ahead as u64);
            self.expected = self.expected.saturating_add(ahead as u64);
        } else {
            self.mask |= 1 << -ahead;
            // One before the first that came was not expected until now.
            let more = (1 + -ahead as u64).saturating_sub(self.span);
            (self.span, self.expected) = (self.span.saturating_add(more), self.expected.saturating_add(more));
        }
        self.distinct = self.distinct.saturating_add(1);
    }

    /// The newest that came, one before the first when none did.
    pub(super) fn newest(&self) -> Sequence {
        self.newest.unwrap_or(Sequence(u16::MAX))
    }

    /// The number after the newest.
    pub(super) fn next(&self) -> Sequence {
        self.newest().next()
    }

    /// A number that is surely too old.
    pub(super) fn ancient(&self) -> Sequence {
        Sequence(self.next().0.wrapping_sub(2 * REMEMBERED as u16))
    }

    /// Frees a number: `first` and all newer ones count one more from now on.
    pub(super) fn make_gap(&mut self, first: Sequence) {
        let Some(newest) = self.newest else { return };
        // Bits of the ones that move; they keep their distance to the newest.
        let moving = (1u32 + u32::from(newest.since(first).max(0) as u16)).min(REMEMBERED);
        let kept = u64::MAX.checked_shr(64 - moving).unwrap_or(0);
        self.mask = self.mask & kept | (self.mask & !kept) << 1;
        self.newest = Some(newest.next());
        (self.span, self.expected) = (self.span + 1, self.expected + 1);
    }

    /// Numbers begin anew; counts go on.
    pub(super) fn restart(&mut self) {
        (self.newest, self.mask, self.span) = (None, 0, 0);
    }

    /// Updates that have not come (yet).
    pub(super) fn lost(&self) -> u64 {
        self.expected - self.distinct
    }

    /// Share of the last up to 64 updates that has not come; 0 when nothing is known.
    pub(super) fn recent_loss(&self) -> f64 {
        let width = u64::from(REMEMBERED).min(self.span);
        if width == 0 {
            return 0.0;
        }
        let come = (self.mask.count_ones() as u64).min(width);
        (width - come) as f64 / width as f64
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.u8(self.newest.is_some().into()).u16(self.newest.unwrap_or_default().0).u64(self.mask);
        w.u64(self.span).u64(self.expected).u64(self.distinct);
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let (known, newest, mask) = (r.bool()?, Sequence(r.u16()?), r.u64()?);
        let newest = known.then_some(newest);
        let order = Self { newest, mask, span: r.u64()?, expected: r.u64()?, distinct: r.u64()? };
        let seen = u64::from(64 - mask.leading_zeros());
        let counted = seen <= order.span && order.span <= order.expected && order.distinct <= order.expected;
        if !counted || order.expected > i64::MAX as u64 || known != (mask & 1 == 1) || (!known && mask != 0) {
            return Err(Error::corrupt("a receiver has counted more updates than were sent"));
        }
        Ok(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn told(numbers: &[u16]) -> Order {
        let mut order = Order::default();
        numbers.iter().for_each(|n| order.note(Sequence(*n)));
        order
    }

    #[test]
    fn gaps_are_losses_until_they_are_filled() {
        let order = told(&[65_534, 65_535, 2, 3]);
        assert_eq!((order.expected, order.lost()), (6, 2));
        assert_eq!(order.recent_loss(), 2.0 / 6.0);
        assert_eq!(order.place(Sequence(1)), Place::Late);
        assert_eq!(order.place(Sequence(2)), Place::Duplicate);
        assert_eq!(order.place(Sequence(4)), Place::Newest);
        let order = told(&[65_534, 65_535, 2, 3, 1, 0]);
        assert_eq!((order.expected, order.lost(), order.recent_loss()), (6, 0, 0.0));
    }

    #[test]
    fn a_gap_is_made_for_one_that_has_no_number() {
        let mut order = told(&[65_533, 65_535, 0, 1]);
        order.make_gap(Sequence(0));
        assert_eq!((order.next(), order.expected, order.lost()), (Sequence(3), 6, 2));
        let place = |n: u16| order.place(Sequence(n));
        assert_eq!([2, 1, 0, 65_535, 65_534, 65_533].map(place), {
            use Place::{Duplicate, Late};
            [Duplicate, Duplicate, Late, Duplicate, Late, Duplicate]
        });
        order.note(Sequence(0));
        assert_eq!((order.expected, order.lost()), (6, 1));
        let mut long = told(&(0..200).collect::<Vec<_>>());
        long.make_gap(Sequence(10));
        assert_eq!(
            (long.next(), long.place(Sequence(200)), long.place(Sequence(140))),
            (Sequence(201), Place::Duplicate, Place::Duplicate)
        );
    }

    #[test]
    fn one_before_the_first_is_late_and_costs_nothing() {
        let order = told(&[5, 7, 4]);
        assert_eq!((order.expected, order.distinct, order.recent_loss()), (4, 3, 0.25));
        assert_eq!(order.place(Sequence(4)), Place::Duplicate);
    }

    #[test]
    fn what_is_too_long_ago_is_ancient() {
        let order = told(&[100, 200]);
        assert_eq!(order.place(Sequence(137)), Place::Late);
        assert_eq!(order.place(Sequence(136)), Place::Ancient);
        assert_eq!(order.place(Sequence(200u16.wrapping_add(32_768))), Place::Ancient);
        assert_eq!(order.recent_loss(), 63.0 / 64.0);
    }
}
