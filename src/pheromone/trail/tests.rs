//! The fast trails against slow ones: maps of maps, one entry per look-up, all passages looked at.

use super::cells::{Now, TICKS};
use super::entry::Entry;
use super::geometry::{fade, heading};
use super::passages::{CHUNK, CHUNKS};
use super::*;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use proptest::prelude::*;

/// Cells of one resolution by the book: every cell and heading by itself.
struct SlowCells {
    side: f32,
    headings: i32,
    kappa: f32,
    entries: BTreeMap<(i32, i32, i32, i32), Entry>,
    /// Up to when a cell has faded.
    faded: BTreeMap<(i32, i32, i32), u32>,
}

fn whole(x: f32) -> i32 {
    libm::floorf(x) as i32
}

impl SlowCells {
    fn new(side: f32, headings: i32, kappa: f32) -> Self {
        Self { side, headings, kappa, entries: BTreeMap::new(), faded: BTreeMap::new() }
    }

    fn add(&mut self, cell: (i32, i32, i32), heading: i32, now: Now, weight: f32, visit: (&Pose, usize, [f32; 2])) {
        let before = self.faded.insert(cell, now.tick).unwrap_or(now.tick);
        if now.fades && before != now.tick {
            for (_, entry) in self.entries.iter_mut().filter(|(k, _)| (k.0, k.1, k.2) == cell) {
                entry.fade(fade((now.tick - before) as f32 / TICKS as f32));
            }
        }
        let entry = self.entries.entry((cell.0, cell.1, cell.2, heading)).or_insert(Entry::EMPTY);
        entry.add(visit.1, visit.2, visit.0.velocity, weight);
    }

    fn deposit(&mut self, at: &Pose, h: usize, displacement: [f32; 2], now: Now, diffusion: f32) {
        let sector = match heading(at.velocity) {
            None => self.headings,
            Some(turns) => whole(turns * self.headings as f32 + 0.5) % self.headings,
        };
        let (x, z) = (whole(at.place[0] / self.side), whole(at.place[1] / self.side));
        let floor = whole(at.place[2] / 0.25);
        self.add((x, z, floor), sector, now, 1.0 - diffusion, (at, h, displacement));
        for (dx, dz) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            if diffusion > 0.0 {
                self.add((x + dx, z + dz, floor), sector, now, 0.25 * diffusion, (at, h, displacement));
            }
        }
    }

    fn read(&self, at: &Pose, reach: &Reach, now: Now, factors: &[f32; HORIZONS]) -> [Reading; HORIZONS] {
        let (fx, fz) = (at.place[0] / self.side - 0.5, at.place[1] / self.side - 0.5);
        let (x, z, floor) = (whole(fx), whole(fz), whole(at.place[2] / 0.25));
        let (wx, wz) = (fx - x as f32, fz - z as f32);
        let headings = match heading(at.velocity) {
            None => Vec::from([(self.headings, 1.0)]),
            Some(turns) => {
                let turns = turns * self.headings as f32;
                let share = turns - libm::floorf(turns);
                Vec::from([(whole(turns) % self.headings, 1.0 - share), ((whole(turns) + 1) % self.headings, share)])
            }
        };
        let mut out = [Reading::default(); HORIZONS];
        for (dx, dz) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let weight = (if dx == 0 { 1.0 - wx } else { wx }) * (if dz == 0 { 1.0 - wz } else { wz });
            for (heading, share) in &headings {
                let Some(entry) = self.entries.get(&(x + dx, z + dz, floor, *heading)) else { continue };
                let age = now.tick - self.faded[&(x + dx, z + dz, floor)];
                let keep = if now.fades { fade(age as f32 / TICKS as f32) } else { 1.0 };
                for (h, o) in out.iter_mut().enumerate() {
                    let v = entry.visits(h);
                    let w = weight * share * (v.count * keep).min(50.0);
                    o.mean[0] += w * (v.mean[0] + entry.velocity[0] * (REFERENCE[h] - reach[h]));
                    o.mean[1] += w * (v.mean[1] + entry.velocity[1] * (REFERENCE[h] - reach[h]));
                    o.spread += w * v.spread;
                    o.evidence += w;
                }
            }
        }
        for (o, factor) in out.iter_mut().zip(factors) {
            let inverse = 1.0 / (o.evidence + self.kappa * factor);
            o.mean = o.mean.map(|m| m * inverse);
            o.spread = if o.evidence > 0.0 { o.spread / o.evidence } else { 0.0 };
        }
        out
    }
}

#[derive(Clone, Copy, Debug)]
enum Act {
    Deposit(Pose, usize, [f32; 2]),
    Wait(f64),
    Read(Pose, f64),
}

fn pose() -> impl Strategy<Value = Pose> {
    // Few cells, so that they are visited often; some places exactly on borders.
    let coordinate = prop_oneof![-1.0f32..1.0, (-8i32..8).prop_map(|i| i as f32 / 8.0)];
    let place = (coordinate.clone(), coordinate, -0.5f32..0.5).prop_map(|(x, z, y)| [x, z, y]);
    let velocity = prop_oneof![
        4 => (0.0f32..1.0, 0.1f32..2.0).prop_map(|(t, v)| {
            let angle = t * core::f32::consts::TAU;
            [v * libm::cosf(angle), v * libm::sinf(angle)]
        }),
        1 => (-2i8..3, -2i8..3).prop_map(|(x, z)| [f32::from(x), f32::from(z)]),
    ];
    (place, velocity).prop_map(|(place, velocity)| Pose { place, velocity })
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        8 => (pose(), 0..HORIZONS, [-2.0f32..2.0, -2.0..2.0]).prop_map(|(at, h, d)| Act::Deposit(at, h, d)),
        1 => (0.0f64..3.0).prop_map(Act::Wait),
        4 => (pose(), 0.1f64..3.0).prop_map(|(at, tau)| Act::Read(at, tau)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn the_tables_say_what_maps_of_maps_say(
        acts in prop::collection::vec(act(), 1..400),
        diffusion in prop_oneof![Just(0.0f32), Just(0.2)],
        half_life in prop_oneof![Just(f64::INFINITY), Just(10.0)],
    ) {
        let params = TrailParams { half_life, diffusion, ..TrailParams::default() };
        let mut trails = Trails::new(&params, DVec3::ZERO).unwrap();
        let mut slow = [SlowCells::new(0.125, 16, 0.5), SlowCells::new(0.25, 12, 0.5), SlowCells::new(0.5, 8, 1.0)];
        for act in acts {
            match act {
                Act::Deposit(at, h, displacement) => {
                    trails.deposit(&at, h, displacement);
                    let now = trails.now;
                    slow.iter_mut().for_each(|s| s.deposit(&at, h, displacement, now, diffusion));
                }
                Act::Wait(seconds) => trails.evaporate(seconds),
                Act::Read(at, tau) => {
                    let (reach, now) = (reach(tau), trails.now);
                    let want = slow.each_ref().map(|s| s.read(&at, &reach, now, &[1.0; HORIZONS]));
                    prop_assert_eq!(trails.read(&at, &reach), want);
                    let want = slow[1].read(&at, &reach, now, &[1.0, 1.0, 2.0, 3.0, 5.0]);
                    prop_assert_eq!(trails.read_alone(&at, &reach), want);
                }
            }
        }
    }
}

/// A weight and a residual.
type Weighed = (f64, [f64; 2]);

/// A passage with what followed.
#[derive(Clone, Copy, Debug)]
struct Slow {
    at: Passage,
    followed: [Option<[f32; 2]>; HORIZONS],
}

fn bucket(at: &Passage) -> (i32, i32, i32) {
    let sector = heading(at.pose.velocity).map_or(8, |turns| whole(turns * 8.0) % 8);
    (whole(at.pose.place[0] * 4.0), whole(at.pose.place[1] * 4.0), sector)
}

/// Remembers in lists and looks at all of them.
#[derive(Default)]
struct SlowPassages {
    lists: BTreeMap<(i32, i32, i32), Vec<Slow>>,
    stamp: u32,
}

impl SlowPassages {
    fn remember(&mut self, at: &Passage, followed: [Option<[f32; 2]>; HORIZONS]) {
        self.stamp += 1;
        let list = self.lists.entry(bucket(at)).or_default();
        let slow = Slow { at: *at, followed };
        if list.len() < CHUNK * CHUNKS {
            list.push(slow);
        } else {
            list[(self.stamp.wrapping_mul(2_654_435_761) >> 16) as usize % (CHUNK * CHUNKS)] = slow;
        }
    }

    fn recall(&self, at: &Passage, reach: &Reach) -> Recall {
        let (x, z) = (whole(at.pose.place[0] * 4.0 - 0.5), whole(at.pose.place[1] * 4.0 - 0.5));
        let sectors = match heading(at.pose.velocity) {
            None => Vec::from([8]),
            Some(turns) => {
                let part = turns * 8.0 - libm::floorf(turns * 8.0);
                let own = whole(turns * 8.0) % 8;
                Vec::from([own, (own + if part > 0.5 { 1 } else { 7 }) % 8])
            }
        };
        let mut near = Vec::new();
        for sector in sectors {
            for (dx, dz) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let list = self.lists.get(&(x + dx, z + dz, sector)).map_or(&[][..], |l| l);
                near.extend(list.iter().filter(|s| s.followed[0].is_some()).map(|s| (distance(&s.at, at), s)));
            }
        }
        near.retain(|(d, _)| *d < 10.0);
        // Ranges of half a unit; within one the order of the search counts.
        near.sort_by_key(|(d, _)| (d * 2.0) as i32);
        near.truncate(32);
        let mut out = Recall::default();
        for h in 0..HORIZONS {
            let found: Vec<Weighed> = near
                .iter()
                .filter_map(|(d, s)| {
                    let y = s.followed[h]?;
                    let residual = |i: usize| f64::from(y[i]) - f64::from(s.at.pose.velocity[i] * reach[h]);
                    Some((libm::exp(-0.5 * d), [residual(0), residual(1)]))
                })
                .collect();
            let weight: f64 = found.iter().map(|f| f.0).sum();
            if weight == 0.0 {
                continue;
            }
            let centre = |w: &dyn Fn(&Weighed) -> f64| {
                let all: f64 = found.iter().map(w).sum();
                [0, 1].map(|i| found.iter().map(|f| w(f) * f.1[i]).sum::<f64>() / all)
            };
            let mean = centre(&|f| f.0);
            let soft = [0.01, 0.025, 0.05, 0.09, 0.13][h];
            let away = |f: &Weighed| libm::sqrt((f.1[0] - mean[0]).powi(2) + (f.1[1] - mean[1]).powi(2) + soft * soft);
            let better = centre(&|f| f.0 / away(f));
            out.centre[h] = better.map(|c| (c * weight / (weight + 0.4)) as f32);
            out.spread[h] = (found.iter().map(|f| f.0 * away(f)).sum::<f64>() / weight) as f32;
            out.weight[h] = weight as f32;
        }
        out
    }
}

/// Squared distance in widths. The tests' values are whole steps of 1/128 width apart, but for rounding.
fn distance(a: &Passage, b: &Passage) -> f64 {
    let steps = |x: f32, y: f32, width: f64| libm::round((f64::from(x) - f64::from(y)) / width * 128.0);
    let part = |x: f32, y: f32, width: f64| (steps(x, y, width) / 128.0).powi(2);
    let pair = |x: [f32; 2], y: [f32; 2], width: f64| part(x[0], y[0], width) + part(x[1], y[1], width);
    let ([ax, az, ay], [bx, bz, by]) = (a.pose.place, b.pose.place);
    pair([ax, az], [bx, bz], 0.12)
        + part(ay, by, 0.15)
        + pair(a.pose.velocity, b.pose.velocity, 0.33)
        + pair(a.path[0], b.path[0], 0.8)
        + pair(a.path[1], b.path[1], 1.6)
        + pair(a.view, b.view, 1.2)
}

/// Values that 16 bits keep exactly, so that both sides compare the same numbers.
fn steps(most: i32, step: f64) -> impl Strategy<Value = f32> {
    (-most..most).prop_map(move |i| (f64::from(i) * step) as f32)
}

fn passage() -> impl Strategy<Value = Passage> {
    // The middle of a step, so that rounding on either side takes the same one.
    let place = (0..400i32).prop_map(|i| ((f64::from(i) + 0.5) * 0.12 / 128.0) as f32);
    let height = (0..100i32).prop_map(|i| ((f64::from(i) + 0.5) * 0.15 / 128.0) as f32);
    // Much alike, so that more are within reach than are weighed.
    let speed = || prop_oneof![3 => (174..214i32).prop_map(|i| (f64::from(i) * 0.33 / 128.0) as f32), 1 => steps(200, 0.33 / 128.0)];
    let (one, two, view) = (steps(200, 0.8 / 128.0), steps(200, 1.6 / 128.0), steps(100, 1.2 / 128.0));
    (place.clone(), place, height, speed(), speed(), one, two, view).prop_map(|(x, z, y, vx, vz, one, two, view)| {
        Passage {
            pose: Pose { place: [x, z, y], velocity: [vx, vz] },
            path: [[one, 0.0], [0.0, two]],
            view: [view, 0.0],
        }
    })
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 2e-4
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn a_recall_is_what_looking_at_all_passages_gives(
        passages in prop::collection::vec((passage(), 0..=HORIZONS, steps(250, 8.0 / 1024.0)), 1..600),
        asked in prop::collection::vec(passage(), 20),
        tau in 0.1f64..3.0,
    ) {
        let mut trails = Trails::new(&TrailParams::default(), DVec3::ZERO).unwrap();
        let mut slow = SlowPassages::default();
        for (at, known, x) in &passages {
            let ticket = trails.remember(at);
            let mut followed = [None; HORIZONS];
            for (h, followed) in followed.iter_mut().enumerate().take(*known) {
                let y = [*x * (h + 1) as f32 / 8.0, -0.5];
                trails.complete(ticket, h, y);
                *followed = Some(y);
            }
            slow.remember(at, followed);
        }
        for at in asked {
            let (fast, slow) = (trails.recall(&at, &reach(tau)), slow.recall(&at, &reach(tau)));
            for h in 0..HORIZONS {
                let same = near(fast.centre[h][0], slow.centre[h][0])
                    && near(fast.centre[h][1], slow.centre[h][1])
                    && near(fast.spread[h], slow.spread[h])
                    && near(fast.weight[h], slow.weight[h]);
                prop_assert!(same, "{} of\n{:?}\n{:?}", h, fast, slow);
            }
        }
    }
}

#[test]
fn a_full_bucket_replaces_any_passage_and_stale_tickets_do_nothing() {
    let mut trails = Trails::new(&TrailParams::default(), DVec3::ZERO).unwrap();
    let at = Passage { pose: Pose { place: [0.1; 3], velocity: [1.0, 0.0] }, ..Passage::default() };
    let tickets: Vec<Ticket> = (0..200).map(|_| trails.remember(&at)).collect();
    assert_eq!(trails.passage_count(), CHUNK * CHUNKS);
    for ticket in &tickets {
        trails.complete(*ticket, 0, [0.5, 0.0]);
    }
    // Each of the 32 that are left counts once; stamps decide which are.
    let recall = trails.recall(&at, &reach(0.0));
    assert_eq!(recall.weight[0], 32.0);
    assert!(near(recall.centre[0][0], 0.5 * 32.0 / 32.4), "{recall:?}");
    trails.clear();
    trails.complete(tickets[199], 1, [9.0, 9.0]);
    assert_eq!(trails.recall(&at, &reach(0.0)), Recall::default());
    let fresh = trails.remember(&at);
    assert!(fresh.stamp > tickets[199].stamp);
}
