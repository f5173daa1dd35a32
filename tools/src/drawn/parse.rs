//! Networks as one writes them: `latency=100ms,jitter=20ms,loss=5%`.
use super::link::Cell;
use antreckon::base::time::SECOND;
use antreckon::net::simulator::Burst;
use std::str::FromStr;

/// What may be said about a network.
const KEYS: &str = "latency, jitter, loss, burst, duplicate, reorder, reorder_delay, rate, updates";
/// How long a packet is held up that is to be overtaken, where nothing else is said, milliseconds.
const REORDER_DELAY_MS: f64 = 50.0;

impl FromStr for Cell {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut cell = Self::default();
        let (mut burst, mut seen) = (None, Vec::new());
        let mut reorder_delay = REORDER_DELAY_MS;
        for part in text.split(',').map(str::trim) {
            let (key, value) =
                part.split_once('=').ok_or_else(|| format!("\"{part}\" must be KEY=VALUE with one of {KEYS}"))?;
            let (key, value) = (key.trim(), value.trim());
            if seen.contains(&key) {
                return Err(format!("`{key}` is there twice"));
            }
            seen.push(key);
            let fault = |what: &str| format!("`{key}` is \"{value}\", must be {what}");
            match key {
                "latency" => cell.latency_ms = milliseconds(value).ok_or_else(|| fault(TIME))?,
                "jitter" => cell.jitter_ms = milliseconds(value).ok_or_else(|| fault(TIME))?,
                "loss" => {
                    let below_all = |share: &f64| *share < 1.0;
                    cell.loss =
                        share(value).filter(below_all).ok_or_else(|| fault("a share below 1 like 5% or 0.05"))?;
                }
                "burst" => {
                    let length = number(value).filter(|length| *length >= 1.0);
                    burst = Some(length.ok_or_else(|| fault("the mean number of losses in a row, at least 1"))?);
                }
                "duplicate" => cell.other.duplicate = share(value).ok_or_else(|| fault(SHARE))?,
                "reorder" => cell.other.reorder = share(value).ok_or_else(|| fault(SHARE))?,
                "reorder_delay" => reorder_delay = milliseconds(value).ok_or_else(|| fault(TIME))?,
                "rate" => cell.other.bandwidth = bytes_per_second(value).ok_or_else(|| fault(RATE))?,
                "updates" => {
                    let rate = number(value).filter(|rate| (0.1..=1000.0).contains(rate));
                    cell.updates_per_second = rate.ok_or_else(|| fault("updates per second, 0.1 to 1000"))?;
                }
                _ => return Err(format!("there is no `{key}`, only {KEYS}")),
            }
        }
        if let Some(length) = burst {
            if cell.loss <= 0.0 {
                return Err("`burst` needs a `loss`, which says how much is lost".to_owned());
            }
            cell.other.burst = Some(Burst::of(cell.loss, length));
        }
        if cell.other.reorder > 0.0 {
            cell.other.reorder_delay = (reorder_delay * (SECOND / 1000) as f64) as i64;
        }
        cell.params().check().map_err(|error| error.to_string())?;
        Ok(cell)
    }
}

const TIME: &str = "a time of 0 to 60 s like 100ms or 0.1s";
const SHARE: &str = "a share like 5% or 0.05";
const RATE: &str = "bytes or bits per second like 8kB or 64kbit";

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|value: &f64| value.is_finite())
}

/// `100ms`, `0.1s`; 0 needs no unit.
fn milliseconds(text: &str) -> Option<f64> {
    let value = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(value), _) => number(value)?,
        (None, Some(value)) => number(value)? * 1e3,
        (None, None) => number(text).filter(|value| *value == 0.0)?,
    };
    (0.0..=60_000.0).contains(&value).then_some(value)
}

/// `5%`, `0.05`.
fn share(text: &str) -> Option<f64> {
    let value = match text.strip_suffix('%') {
        Some(percent) => number(percent)? / 100.0,
        None => number(text)?,
    };
    (0.0..=1.0).contains(&value).then_some(value)
}

/// `64kbit`, `8kB`, `1Mbit`, `500B`.
fn bytes_per_second(text: &str) -> Option<u64> {
    let units = [("Mbit", 125_000.0), ("kbit", 125.0), ("MB", 1e6), ("kB", 1e3), ("B", 1.0)];
    let (value, unit) = units.iter().find_map(|(name, unit)| text.strip_suffix(name).zip(Some(unit)))?;
    let bytes = (number(value)? * unit).round();
    (1.0..=1e12).contains(&bytes).then_some(bytes as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_what_its_words_say() {
        let cell: Cell = "latency=100ms, jitter=0.02s,loss=5%".parse().unwrap();
        assert_eq!(cell, Cell { latency_ms: 100.0, jitter_ms: 20.0, loss: 0.05, ..Cell::default() });
        let params = cell.params();
        assert_eq!((params.latency, params.jitter, params.loss), (100_000_000, 20_000_000, 0.05));

        let cell: Cell = "loss=0.2,burst=4,duplicate=1%,reorder=2%,rate=64kbit,updates=20".parse().unwrap();
        let params = cell.params();
        assert!((params.mean_loss() - 0.2).abs() < 1e-12 && params.loss == 0.0);
        assert_eq!((params.duplicate, params.reorder, params.reorder_delay), (0.01, 0.02, 50_000_000));
        assert_eq!((params.bandwidth, cell.updates_per_second), (8000, 20.0));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, expected) in [
            ("latency", "\"latency\" must be KEY=VALUE"),
            ("lag=3ms", "there is no `lag`, only latency, jitter"),
            ("latency=100", "`latency` is \"100\", must be a time"),
            ("latency=-1ms", "`latency` is \"-1ms\""),
            ("latency=nans", "`latency` is \"nans\""),
            ("jitter=70s", "`jitter` is \"70s\""),
            ("loss=101%", "`loss` is \"101%\""),
            ("loss=1", "`loss` is \"1\", must be a share below 1"),
            ("loss=5%,loss=6%", "`loss` is there twice"),
            ("burst=3", "`burst` needs a `loss`"),
            ("loss=5%,burst=0.5", "`burst` is \"0.5\""),
            ("rate=64", "`rate` is \"64\", must be bytes or bits"),
            ("updates=0", "`updates` is \"0\""),
            ("", "\"\" must be KEY=VALUE"),
        ] {
            let fault = text.parse::<Cell>().unwrap_err();
            assert!(fault.contains(expected), "{text}: {fault}");
        }
    }
}
