//! Independent programs on all cores.

use crate::report::Tally;
use crate::shell::Log;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does `work` with every item, as many at once as there are cores. What it said stands in the log in the order of the items.
pub(crate) fn each<T: Sync>(log: &mut Log, items: &[T], work: &(dyn Fn(&mut Log, &T) -> Tally + Sync)) -> Tally {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        while let Some((i, item)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, items.get(i)?))) {
            let mut said = Log::default();
            let tally = work(&mut said, item);
            done.push((i, tally, said));
        }
        done
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut done: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores.min(items.len())).map(|_| scope.spawn(take)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker only runs programs")).collect()
    });
    done.sort_by_key(|(i, ..)| *i);
    let mut sum = Tally::default();
    for (_, tally, said) in done {
        sum += tally;
        log.append(&said);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_done_once_and_told_in_order() {
        let items: Vec<u32> = (0..50).collect();
        let mut log = Log::default();
        let tally = each(&mut log, &items, &|log, item| {
            log.note(format!("{item}"));
            Tally::one(item % 10 != 3)
        });
        assert_eq!((tally.passed, tally.failed), (45, 5));
        let told: Vec<u32> = log.text().lines().map(|line| line.parse().unwrap()).collect();
        assert_eq!(told, items);
        assert_eq!(each(&mut log, &[] as &[u32], &|_, _| Tally::one(false)).failed, 0);
    }
}
