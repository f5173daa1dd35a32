//! What a bank shall send: found by replaying matches that its networks did not learn from.
use super::material::{Match, Policy};
use super::sender::updates_within;
use antreckon::predict::neuro::{Bank, MAX_SEND_RULES, SendRule, SentSpeed};
use antreckon_cli::eval::forecaster::Rule;
use antreckon_cli::eval::parallel;
use std::ops::RangeInclusive;

/// Thresholds for which a rule is found, metres in the units of the bank: from a quarter of a body width to four of them.
const THRESHOLDS: [f32; 5] = [0.2, 0.4, 0.8, 1.6, 3.2];

/// A match and the frame from which on updates count.
pub(super) type Replay<'a> = (&'a Match, usize);

/// Per threshold the way to send with the fewest updates over all of these matches: one of these speeds, the path of so many
/// networks. The first of equals, which has the shorter path. One rule alone where it is best everywhere.
pub(super) fn choose(
    bank: &Bank,
    matches: &[Replay<'_>],
    speeds: &[SentSpeed],
    horizons: RangeInclusive<usize>,
) -> Result<Vec<SendRule>, String> {
    let way = |speed: SentSpeed, networks: usize| SendRule { threshold: 1.0, networks, speed };
    let ways: Vec<SendRule> =
        speeds.iter().flat_map(|speed| horizons.clone().map(move |networks| way(*speed, networks))).collect();
    if let [only] = ways.as_slice() {
        return Ok(vec![*only]);
    }
    let counts = parallel::map(matches, |replay| count(bank, replay, &ways));
    let mut sums = vec![[0; THRESHOLDS.len()]; ways.len()];
    for counts in counts {
        for (sum, counts) in sums.iter_mut().zip(counts?) {
            sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
    }
    Ok(best(&ways, &sums))
}

fn best(ways: &[SendRule], sums: &[[usize; THRESHOLDS.len()]]) -> Vec<SendRule> {
    let rules: Vec<SendRule> = (0..THRESHOLDS.len())
        .map(|slot| {
            let least = (1..ways.len()).fold(0, |least, i| if sums[i][slot] < sums[least][slot] { i } else { least });
            SendRule { threshold: THRESHOLDS[slot], ..ways[least] }
        })
        .collect();
    let alike = |rule: &SendRule| (rule.networks, rule.speed) == (rules[0].networks, rules[0].speed);
    if rules.iter().all(alike) { vec![SendRule { threshold: 1.0, ..rules[0] }] } else { rules }
}

/// Updates of a match by each way and threshold.
fn count(bank: &Bank, (one, from): &Replay<'_>, ways: &[SendRule]) -> Result<Vec<[usize; THRESHOLDS.len()]>, String> {
    let run_speed = f64::from(bank.run_speed());
    let scale = if run_speed > 0.0 { one.v_max() / run_speed } else { 1.0 };
    let mut counts = Vec::new();
    // A replay asks for as many ways as a bank has room for, each under a threshold of its own.
    for ways in ways.chunks(MAX_SEND_RULES) {
        let asked = (0..ways.len()).map(|i| (1_u32 << (2 * i)) as f32);
        let rules: Vec<SendRule> =
            asked.clone().zip(ways).map(|(threshold, way)| SendRule { threshold, ..*way }).collect();
        let bank = bank.sending(&rules).map_err(|error| error.to_string())?;
        let thresholds: Vec<f64> = asked.map(|threshold| f64::from(threshold) * scale).collect();
        let policies = one.plugin(&bank, &thresholds, true)?;
        counts.extend(
            policies
                .iter()
                .map(|policy| THRESHOLDS.map(|threshold| sent(one, *from, policy, f64::from(threshold) * scale))),
        );
    }
    Ok(counts)
}

/// Updates of all players that keep receivers within `threshold` metres.
fn sent(one: &Match, from: usize, policy: &Policy, threshold: f64) -> usize {
    let limit = threshold / one.trace.meta.metres_per_unit;
    (0..one.trace.players.len())
        .map(|player| {
            let sent = updates_within(one, player, limit, |k, _| (policy.at(player, k), Rule::Line));
            sent.iter().filter(|(k, _)| k >= &from).count()
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_threshold_takes_its_fewest_and_what_is_best_everywhere_stands_alone() {
        let ways = [1, 2].map(|networks| SendRule { threshold: 1.0, networks, speed: SentSpeed::Mean });
        let rules = best(&ways, &[[5, 5, 5, 5, 5], [6, 5, 4, 9, 4]]);
        assert_eq!(rules.iter().map(|rule| rule.networks).collect::<Vec<_>>(), [1, 1, 2, 1, 2]);
        assert_eq!(rules.iter().map(|rule| rule.threshold).collect::<Vec<_>>(), THRESHOLDS);
        assert_eq!(best(&ways, &[[5; 5], [6; 5]]), [ways[0]]);
    }
}
