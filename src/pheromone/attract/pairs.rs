//! What is remembered per ordered pair of players, and which pair is forgotten first.

use super::interaction::KINDS;
use crate::base::time::Nanos;
use alloc::collections::{BTreeMap, BTreeSet};

/// Who feels and who is felt.
pub(super) type Key = (u64, u64);

/// What happened between two players, from the first one's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair {
    /// Time of the newest event of each kind.
    pub(super) last: [Option<Nanos>; KINDS],
    pub(super) kills: u32,
    pub(super) deaths: u32,
    /// Time of the newest event of any kind.
    pub(super) touched: Nanos,
}

/// Pairs by key, and by the time of their last event: finding the one that was quiet longest costs a look-up.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Pairs {
    by_key: BTreeMap<Key, Pair>,
    by_time: BTreeSet<(Nanos, Key)>,
}

impl Pairs {
    pub(super) fn len(&self) -> usize {
        self.by_key.len()
    }

    pub(super) fn get(&self, key: Key) -> Option<&Pair> {
        self.by_key.get(&key)
    }

    /// All pairs in order of their keys.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Key, &Pair)> {
        self.by_key.iter()
    }

    /// The pairs of one who feels, in order of who is felt.
    pub(super) fn of_reader(&self, reader: u64) -> impl Iterator<Item = (u64, &Pair)> {
        self.by_key.range((reader, 0)..=(reader, u64::MAX)).map(|((_, emitter), pair)| (*emitter, pair))
    }

    /// The pair's entry at an event, made if there is none. Where `most` pairs are known already, a new one takes the
    /// place of the one whose last event is oldest (of equals the lowest key).
    pub(super) fn touch(&mut self, key: Key, time: Nanos, most: usize) -> &mut Pair {
        match self.by_key.get(&key).map(|pair| pair.touched) {
            Some(touched) if touched < time => {
                self.by_time.remove(&(touched, key));
                self.by_time.insert((time, key));
            }
            Some(_) => {}
            None => {
                if self.by_key.len() >= most
                    && let Some((_, oldest)) = self.by_time.pop_first()
                {
                    self.by_key.remove(&oldest);
                }
                self.by_time.insert((time, key));
            }
        }
        let pair = self.by_key.entry(key).or_insert(Pair { touched: time, ..Pair::default() });
        pair.touched = pair.touched.max(time);
        pair
    }

    /// Takes in a pair as it was, of a key that is not known.
    pub(super) fn insert(&mut self, key: Key, pair: Pair) {
        self.by_time.insert((pair.touched, key));
        self.by_key.insert(key, pair);
    }

    /// Forgets every pair with a player in it.
    pub(super) fn remove_player(&mut self, player: u64) {
        let concerns = |key: &Key| key.0 == player || key.1 == player;
        self.by_key.retain(|key, _| !concerns(key));
        self.by_time.retain(|(_, key)| !concerns(key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    /// The plain rule: a list that is searched from end to end.
    fn touch_slowly(list: &mut Vec<(Key, Nanos)>, key: Key, time: Nanos, most: usize) {
        if let Some(entry) = list.iter_mut().find(|entry| entry.0 == key) {
            entry.1 = entry.1.max(time);
            return;
        }
        if list.len() >= most {
            let oldest = (0..list.len()).min_by_key(|&i| (list[i].1, list[i].0)).expect("a full list");
            list.remove(oldest);
        }
        list.push((key, time));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        #[test]
        fn the_quietest_pair_goes_first_in_whatever_order_events_come(
            events in proptest::collection::vec((0u64..6, 0u64..6, 0i64..40), 1..200),
            most in 1usize..12,
        ) {
            let (mut pairs, mut list) = (Pairs::default(), Vec::new());
            for (reader, emitter, time) in events {
                pairs.touch((reader, emitter), time, most);
                touch_slowly(&mut list, (reader, emitter), time, most);
                list.sort_unstable();
                let known: Vec<(Key, Nanos)> = pairs.iter().map(|(key, pair)| (*key, pair.touched)).collect();
                prop_assert_eq!(&known, &list);
                prop_assert_eq!(pairs.by_time.len(), known.len());
            }
        }
    }
}
