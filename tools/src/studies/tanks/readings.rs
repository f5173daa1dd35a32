//! What the paper leaves open, both ways: eq. 13 (the scan is damaged), what the preference turns (the text can be read either way), and
//! the length of a slice ("a trade-off between predictive complexity and accuracy").
use super::arena::Arena;
use super::game;
use super::score::{Errors, Method, Settings, score};
use super::{MATCH_TICKS, sum_up};
use antreckon::predict::interest::{LeadBy, PreferenceTurns};
use antreckon_cli::eval::parallel;
use std::ops::Range;

/// One way to read the paper.
pub(super) struct Reading {
    pub(super) name: &'static str,
    settings: Settings,
}

/// All of them; the first one is what our defaults are.
pub(super) fn all() -> Vec<Reading> {
    let with = |name, lead_by, preference_turns| {
        let mut settings = Settings::paper();
        (settings.params.lead_by, settings.params.preference_turns) = (lead_by, preference_turns);
        Reading { name, settings }
    };
    let sliced = |name, parts: f64| {
        // The same times of inertia, by more slices.
        let mut settings = Settings::paper();
        settings.params.slice /= parts;
        settings.params.fading *= parts;
        settings.params.longest_fading = (f64::from(settings.params.longest_fading) * parts) as u32;
        Reading { name, settings }
    };
    vec![
        with("q V_B D / V_A, E turns the forces", LeadBy::OwnSpeed, PreferenceTurns::Forces),
        with("q V_B D / (V_A + V_B), E turns the forces", LeadBy::BothSpeeds, PreferenceTurns::Forces),
        with("q V_B D / V_A, E turns the result", LeadBy::OwnSpeed, PreferenceTurns::Result),
        with("q V_B D / (V_A + V_B), E turns the result", LeadBy::BothSpeeds, PreferenceTurns::Result),
        sliced("Δt 125 ms, inertia as long", 2.0),
        sliced("Δt 25 ms, inertia as long", 10.0),
    ]
}

/// Errors of the hybrid method and of the interest scheme, in the open arena: `[reading][latency][method]`.
pub(super) fn errors(seeds: Range<u64>, readings: &[Reading]) -> Vec<Vec<Vec<Errors>>> {
    let seeds: Vec<u64> = seeds.collect();
    let records = parallel::map(&seeds, |&seed| game::play(&mut Arena::new(false), seed, MATCH_TICKS).frames);
    let methods = [Method::Hybrid, Method::Interest];
    let of = |reading: &Reading| {
        let matches = parallel::map(&records, |frames| score(frames, &reading.settings, &methods).errors);
        sum_up(&matches)
    };
    readings.iter().map(of).collect()
}
