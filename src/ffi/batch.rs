//! Batches: what happens to good and bad elements.

use super::error::Outcome;
use super::status::*;
use super::stream::Output;

/// Runs a batch of `count` elements on `target`. `prepare` reads and checks one element; `apply` does what is asked and writes its
/// outputs.
///
/// With a status stream each element gets its own status and a bad one leaves its outputs untouched. Without one everything is
/// prepared once before anything is applied, so that the first bad element fails the whole call before anything changed.
///
/// The result is `ANT_PARTIAL` when elements failed, else the first remark of an element, else `ANT_OK`.
pub(super) fn run_on<S, T>(
    count: u32,
    statuses: Option<Output<'_>>,
    target: &mut S,
    mut prepare: impl FnMut(&S, usize) -> Outcome<T>,
    mut apply: impl FnMut(&mut S, usize, T) -> Outcome,
) -> Outcome {
    if statuses.is_none() {
        for i in 0..count as usize {
            prepare(target, i)?;
        }
    }
    run_checked(count, statuses, |i| {
        let prepared = prepare(target, i)?;
        apply(target, i, prepared)
    })
}

/// As [`run_on`] for questions, which have no target.
pub(super) fn run<T>(
    count: u32,
    statuses: Option<Output<'_>>,
    mut prepare: impl FnMut(usize) -> Outcome<T>,
    mut apply: impl FnMut(usize, T) -> Outcome,
) -> Outcome {
    run_on(count, statuses, &mut (), |(), i| prepare(i), |(), i, prepared| apply(i, prepared))
}

/// The second half of [`run_on`], for callers that have checked all elements themselves where there is no status stream.
pub(super) fn run_checked(
    count: u32,
    statuses: Option<Output<'_>>,
    mut element: impl FnMut(usize) -> Outcome,
) -> Outcome {
    let (mut remark, mut failed) = (ANT_OK, false);
    for i in 0..count as usize {
        let status = match (element(i), statuses) {
            (Ok(status), _) => status,
            (Err(fault), None) => return Err(fault),
            (Err(fault), Some(_)) => {
                failed = true;
                fault.status
            }
        };
        if let Some(statuses) = statuses {
            statuses.status(i, status);
        }
        if remark == ANT_OK && status > 0 {
            remark = status;
        }
    }
    Ok(if failed { ANT_PARTIAL } else { remark })
}

/// How many of `total` elements from `first` on go into an output of `capacity` elements, and the status that says so.
/// A capacity of 0 asks for the number only.
pub(super) fn page(total: usize, first: u32, capacity: u32) -> (usize, AntStatus) {
    let rest = total.saturating_sub(first as usize);
    let written = rest.min(capacity as usize);
    (written, if written < rest && capacity > 0 { ANT_TRUNCATED } else { ANT_OK })
}
