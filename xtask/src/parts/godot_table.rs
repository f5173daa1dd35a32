//! How far what was drawn is from what was true, and how restless it looks.

/// Numbers of a place.
const AXES: usize = 3;
/// Ticks of the server per second.
const TICKS: f64 = 60.0;
/// The server's clock is found over so many ticks around each.
const AROUND: usize = 120;
/// Frames farther apart are a hitch of the machine and say nothing of what is drawn, seconds.
const HITCH: f64 = 0.05;
/// Speed at which bots run, m/s.
const RUN_SPEED: f64 = 6.0;
/// Beyond what a runner makes, metres per frame.
const SLACK: f64 = 0.02;
/// Moved against the truth by less than this in a frame, nobody sees it, metres.
const UNSEEN: f64 = 0.001;
/// So far inside a wall one stands in it, metres.
const INSIDE: f64 = 0.01;
/// Lags that are tried, seconds.
const LAG_STEP: f64 = 0.02;
const LAGS: usize = 25;

type Place = [f64; AXES];

fn numbers<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> + '_ {
    bytes.chunks_exact(N).filter_map(|chunk| chunk.try_into().ok())
}

fn doubles(bytes: &[u8]) -> Vec<f64> {
    numbers::<8>(bytes).map(f64::from_le_bytes).collect()
}

fn places(bytes: &[u8]) -> Vec<Place> {
    let floats: Vec<f64> = numbers::<4>(bytes).map(f32::from_le_bytes).map(f64::from).collect();
    floats.chunks_exact(AXES).map(|place| [place[0], place[1], place[2]]).collect()
}

fn minus(a: &Place, b: &Place) -> Place {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn length(a: &Place) -> f64 {
    a.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn dot(a: &Place, b: &Place) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Where bots were, tick by tick.
pub(super) struct Truth {
    pub(super) bots: usize,
    times: Vec<f64>,
    places: Vec<Vec<Place>>,
}

impl Truth {
    const BOTS: usize = 6;

    /// From what the server wrote: time of day, time by ticks, places.
    pub(super) fn read(bytes: &[u8]) -> Self {
        let size = 16 + Self::BOTS * AXES * 4;
        let (mut lateness, mut ticks, mut all) = (Vec::new(), Vec::new(), Vec::new());
        for record in bytes.chunks_exact(size) {
            let head = doubles(&record[..16]);
            lateness.push(head[0] - head[1]);
            ticks.push(head[1]);
            all.push(places(&record[16..]));
        }
        // Ticks are even in the game; the time of day at which they are computed is not.
        let times = (0..ticks.len()).map(|i| {
            let around = &lateness[i.saturating_sub(AROUND)..(i + AROUND).min(lateness.len())];
            ticks[i] + around.iter().sum::<f64>() / around.len() as f64
        });
        Self { bots: Self::BOTS, times: times.collect(), places: all }
    }

    /// Where a bot was, and how fast it moved.
    fn at(&self, bot: usize, time: f64) -> Option<(Place, Place)> {
        let after = self.times.partition_point(|known| *known <= time);
        let before = after.checked_sub(1)?;
        let (from, to) = (self.places[before][bot], self.places.get(after)?[bot]);
        let way = minus(&to, &from);
        let share = (time - self.times[before]) / (self.times[after] - self.times[before]).max(1e-9);
        let place = [0, 1, 2].map(|axis| from[axis] + way[axis] * share);
        Some((place, way.map(|x| x * TICKS)))
    }
}

/// Boxes that nobody stands in.
pub(super) struct Walls(Vec<(Place, Place)>);

impl Walls {
    /// A line for each: both corners.
    pub(super) fn read(text: &str) -> Self {
        let boxes = text.lines().filter_map(|line| {
            let n: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            (n.len() == 2 * AXES).then(|| ([n[0], n[1], n[2]], [n[3], n[4], n[5]]))
        });
        Self(boxes.collect())
    }

    fn hold(&self, place: &Place) -> bool {
        let within = |low: &Place, high: &Place| {
            (0..AXES).all(|axis| {
                let margin = if axis == 1 { 0.0 } else { INSIDE };
                place[axis] >= low[axis] + margin && place[axis] <= high[axis] - margin
            })
        };
        self.0.iter().any(|(low, high)| within(low, high))
    }
}

/// What one client drew: frames of places, by way and bot.
pub(super) struct Drawn {
    bots: usize,
    frames: Vec<(f64, Vec<Place>)>,
}

impl Drawn {
    pub(super) fn read(bytes: &[u8], ways: usize, bots: usize) -> Self {
        let size = 8 + ways * bots * AXES * 4;
        let frames = bytes.chunks_exact(size).map(|record| (doubles(&record[..8])[0], places(&record[8..])));
        Self { bots, frames: frames.collect() }
    }

    /// Time and place of every frame in which a bot was shown.
    fn of(&self, way: usize, bot: usize) -> impl Iterator<Item = (f64, Place)> + '_ {
        let number = way * self.bots + bot;
        let all = self.frames.iter().map(move |(time, places)| (*time, places[number]));
        all.filter(|(_, place)| place.iter().all(|x| x.is_finite()))
    }
}

/// How a way of drawing did.
#[derive(Default)]
pub(super) struct Score {
    /// Distance to the truth, metres.
    pub(super) mean: f64,
    pub(super) p95: f64,
    /// By how much what is drawn resembles the past most, milliseconds.
    pub(super) lag: f64,
    /// Per minute of one player.
    pub(super) jumps: f64,
    pub(super) reversals: f64,
    pub(super) in_walls: usize,
    pub(super) frames: usize,
}

/// The score of a way over all clients.
pub(super) fn score(truth: &Truth, walls: &Walls, clients: &[Drawn], way: usize) -> Score {
    let mut score = Score::default();
    let (mut errors, mut minutes) = (Vec::new(), 0.0);
    let mut by_lag = [0.0; LAGS];
    for client in clients {
        for bot in 0..truth.bots {
            let mut last: Option<(f64, Place)> = None;
            let mut reversed = false;
            for (time, place) in client.of(way, bot) {
                let Some((true_place, velocity)) = truth.at(bot, time) else { continue };
                errors.push(length(&minus(&place, &true_place)));
                for (step, sum) in by_lag.iter_mut().enumerate() {
                    let then = truth.at(bot, time - step as f64 * LAG_STEP);
                    *sum += then.map_or(0.0, |(then, _)| length(&minus(&place, &then)));
                }
                score.in_walls += usize::from(walls.hold(&place));
                if let Some((before, from)) = last.replace((time, place))
                    && time - before < HITCH
                {
                    let (elapsed, step) = (time - before, minus(&place, &from));
                    minutes += elapsed / 60.0;
                    let speed = length(&velocity);
                    let jumps = length(&step) > 2.0 * speed.max(RUN_SPEED) * elapsed + SLACK;
                    score.jumps += f64::from(u8::from(jumps));
                    let along = dot(&step, &velocity) / speed.max(1e-9);
                    let steady = |time| truth.at(bot, time).is_some_and(|(_, other)| dot(&other, &velocity) > 0.0);
                    let against = speed > RUN_SPEED / 4.0
                        && along < -UNSEEN
                        && steady(time - 1.5 / TICKS)
                        && steady(time + 1.5 / TICKS);
                    score.reversals += f64::from(u8::from(against && !reversed));
                    reversed = against;
                }
            }
        }
    }
    score.frames = errors.len();
    if errors.is_empty() || minutes == 0.0 {
        (score.mean, score.p95) = (f64::INFINITY, f64::INFINITY);
        return score;
    }
    errors.sort_by(f64::total_cmp);
    score.mean = errors.iter().sum::<f64>() / errors.len() as f64;
    score.p95 = errors[errors.len() * 95 / 100];
    let nearest = (0..LAGS).min_by(|a, b| by_lag[*a].total_cmp(&by_lag[*b])).unwrap_or(0);
    score.lag = nearest as f64 * LAG_STEP * 1000.0;
    score.jumps /= minutes;
    score.reversals /= minutes;
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bots that run along x at the run speed, and a client that draws them as `shown` says.
    fn match_of(shown: impl Fn(f64) -> Place) -> Score {
        let ticks = 600;
        let place = |time: f64| [time * RUN_SPEED, 0.0, 0.0];
        let times: Vec<f64> = (0..ticks).map(|tick| f64::from(tick) / TICKS).collect();
        let truth = Truth { bots: 1, places: times.iter().map(|time| vec![place(*time)]).collect(), times };
        let frames = (60..500).map(|frame| f64::from(frame) / 60.0 + 0.001);
        let drawn = Drawn { bots: 1, frames: frames.map(|time| (time, vec![shown(time)])).collect() };
        score(&truth, &Walls::read("20 -1 -1 21 1 1\n"), &[drawn], 0)
    }

    #[test]
    fn who_is_late_is_off_by_the_way_and_the_lag_is_found() {
        let late = match_of(|time| [(time - 0.1) * RUN_SPEED, 0.0, 0.0]);
        assert!((late.mean - 0.1 * RUN_SPEED).abs() < 1e-6 && (late.lag - 100.0).abs() < 1e-6, "{}", late.mean);
        assert!(late.jumps == 0.0 && late.reversals == 0.0 && late.in_walls > 5);
        assert!(match_of(|time| [time * RUN_SPEED, 5.0, 0.0]).in_walls == 0);
    }

    #[test]
    fn jumps_and_reversals_are_counted() {
        let jumps = |time: f64| if time > 4.0 { 1.0 } else { 0.0 };
        assert!(match_of(|time| [time * RUN_SPEED + jumps(time), 0.0, 0.0]).jumps > 0.0);
        let restless = match_of(|time| [time * RUN_SPEED - jumps(time) * 0.15, 0.0, 0.0]);
        assert!(restless.jumps == 0.0 && restless.reversals > 0.0);
    }
}
