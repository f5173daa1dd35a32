//! The formulas by hand, the fast path against the formula, banks and their files.

use super::bank::MAX_UNITS;
use super::features::FARTHEST;
use super::path::Path;
use super::*;
use crate::base::ErrorKind;
use crate::base::math::{DVec3, Vec3};
use crate::base::time::Nanos;
use alloc::vec::Vec;

const STEP: Nanos = 50_000_000;

/// Small numbers without a pattern.
struct Dice(u64);

impl Dice {
    fn number(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }

    fn numbers(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.number()).collect()
    }
}

fn random_parts(shape: Shape, seed: u64) -> BankParts {
    let mut dice = Dice(seed);
    let outputs = shape.networks * shape.dimensions;
    let mut ranges = |count: usize| (0..count).map(|_| [-9.0 + dice.number(), 9.0 + dice.number()]).collect();
    BankParts {
        shape,
        axes: Axes::World,
        sends: alloc::vec![SendRule::paper(shape.networks)],
        step: STEP,
        run_speed: 0.0,
        origin: alloc::string::String::new(),
        input_ranges: ranges(shape.inputs()),
        output_ranges: ranges(outputs),
        r2: alloc::vec![0.5; outputs],
        errors: alloc::vec![1.0; shape.networks],
        weights: dice.numbers(shape.networks * shape.parameters()),
    }
}

/// Eq. 10 and the scaling back of eq. 13 as they stand.
fn straightforward(parts: &BankParts, inputs: &[f32], network: usize) -> Vec<f32> {
    let Shape { dimensions: d, hidden: m, .. } = parts.shape;
    let n = parts.shape.inputs();
    let p = &parts.weights[network * parts.shape.parameters()..];
    let (w, b, u, c) = (&p[..m * n], &p[m * n..], &p[m * n + m..], &p[m * n + m + d * m..]);
    let hidden: Vec<f32> = (0..m)
        .map(|h| {
            let mut sum = b[h];
            for j in 0..n {
                sum += w[h * n + j] * inputs[j];
            }
            tanh::tanh(sum)
        })
        .collect();
    (0..d)
        .map(|o| {
            let mut sum = c[o];
            for h in 0..m {
                sum += u[o * m + h] * hidden[h];
            }
            let [least, most] = parts.output_ranges[network * d + o];
            (sum - -1.0) * ((most - least) / 2.0) + least
        })
        .collect()
}

#[test]
fn the_fast_path_is_the_formula_to_the_bit() {
    let shapes = [
        Shape::PAPER,
        Shape { dimensions: 3, delays: 0, hidden: 1, networks: 1 },
        Shape { dimensions: 2, delays: 7, hidden: 5, networks: 7 },
        Shape { dimensions: 3, delays: 7, hidden: 32, networks: 20 },
        Shape { dimensions: 2, delays: 1, hidden: 16, networks: 1 },
        Shape { dimensions: 3, delays: 2, hidden: 17, networks: 3 },
    ];
    for (seed, shape) in shapes.into_iter().enumerate() {
        let parts = random_parts(shape, seed as u64);
        let bank = Bank::new(&parts).unwrap();
        for round in 0..50 {
            let mut inputs = [0.0; MAX_INPUTS];
            let mut dice = Dice(round + 1000);
            // Far outside too, where tanh is flat.
            inputs[..shape.inputs()].iter_mut().for_each(|input| *input = dice.number() * FARTHEST);
            let changes = bank.changes(&inputs);
            for (i, change) in changes.iter().enumerate() {
                if i >= shape.networks {
                    assert_eq!(*change, [0.0; 3]);
                    continue;
                }
                let want = straightforward(&parts, &inputs, i);
                for (o, want) in want.iter().enumerate() {
                    assert_eq!(change[o].to_bits(), want.to_bits(), "{shape:?} network {i} output {o}");
                }
            }
        }
    }
    assert_eq!(MAX_UNITS, 640);
}

/// 4-2-2 × 2 (k = 0) with numbers for paper and pencil.
fn by_hand() -> BankParts {
    let first = [0.5, 0.0, 0.0, 0.25, 0.0, -1.0, 0.5, 0.0, 0.1, -0.2, 1.0, 0.5, -0.5, 2.0, 0.25, 0.0];
    let second = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, -1.0];
    BankParts {
        shape: Shape { dimensions: 2, delays: 0, hidden: 2, networks: 2 },
        axes: Axes::World,
        sends: alloc::vec![SendRule::paper(2)],
        step: STEP,
        run_speed: 0.0,
        origin: alloc::string::String::new(),
        input_ranges: alloc::vec![[-15.0, 15.0], [-15.0, 15.0], [-1.0, 1.0], [-1.0, 1.0]],
        output_ranges: alloc::vec![[-4.0, 4.0], [-4.0, 4.0], [-10.0, 10.0], [-2.0, 6.0]],
        r2: alloc::vec![0.6, 0.4, 0.2, 0.4],
        errors: alloc::vec![1.0, 2.0],
        weights: first.into_iter().chain(second).collect(),
    }
}

#[test]
fn a_small_bank_gives_the_numbers_of_paper_and_pencil() {
    let bank = Bank::new(&by_hand()).unwrap();
    let mut inputs = [0.0; MAX_INPUTS];
    inputs[..4].copy_from_slice(&[0.4, -0.2, 0.6, 0.8]);
    // W s + b: 0.5 · 0.4 + 0.25 · 0.8 + 0.1 = 0.5 and 0.2 + 0.5 · 0.6 - 0.2 = 0.3; tanh 0.462117157 and 0.291312612.
    // U tanh + c: 0.462117157 + 0.145656306 + 0.25 = 0.857773463 and -0.231058579 + 0.582625225 = 0.351566646; times 4.
    let [first, second, ..] = bank.changes(&inputs);
    assert!((first[0] - 3.431_094).abs() < 1e-5 && (first[1] - 1.406_266_6).abs() < 1e-5, "{first:?}");
    // The second network knows its biases only: 0.5 of ±10, and -1 of -2 … 6.
    assert_eq!(second, [5.0, -2.0, 0.0]);
}

fn history(samples: &[(Nanos, Vec3, Vec3)]) -> History {
    let mut history = History::default();
    for &(time, velocity, facing) in samples {
        history.push(Sample { time, velocity, facing }, STEP);
    }
    history
}

#[test]
fn inputs_are_ordered_and_scaled_as_eq_9_and_13_say() {
    let shape = Shape { delays: 1, ..Shape::PAPER };
    let history = history(&[
        (0, Vec3::new(1.0, 5.0, 2.0), Vec3::new(0.0, 0.0, -1.0)),
        (STEP, Vec3::new(3.0, 6.0, 4.0), Vec3::new(0.48, 0.8, 0.36)),
    ]);
    let features = Features::of(&history, shape, Axes::World, STEP).unwrap();
    // v_t, θ_t on the unit circle of the ground, v_{t-1}, θ_{t-1}; x and z each.
    let want = [3.0, 4.0, 0.8, 0.6, 1.0, 2.0, 0.0, -1.0];
    assert!(features.values[..8].iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-6), "{:?}", features.values);

    let mut parts = random_parts(shape, 1);
    parts.input_ranges = alloc::vec![[-15.0, 15.0]; 8];
    parts.input_ranges[1] = [2.0, 4.0];
    parts.input_ranges[4] = [1.0, 1.0];
    parts.input_ranges[5] = [-1.0, 1.0];
    let (inputs, outside) = features.scaled(&Bank::new(&parts).unwrap());
    assert!((inputs[0] - 0.2).abs() < 1e-6, "(3 + 15) · 2 / 30 - 1");
    assert!((inputs[1] - 1.0).abs() < 1e-6, "the end of the range");
    assert_eq!(inputs[4], 0.0, "no range, no meaning");
    assert!((inputs[5] - 2.0).abs() < 1e-6 && (outside - 1.0).abs() < 1e-6, "2 of ±1: one half range outside");
    parts.input_ranges[5] = [-0.01, 0.01];
    let (inputs, outside) = features.scaled(&Bank::new(&parts).unwrap());
    assert_eq!(inputs[5], FARTHEST);
    assert!((outside - 199.0).abs() < 1e-3);
}

#[test]
fn three_dimensions_bring_the_vertical_along() {
    let shape = Shape { dimensions: 3, delays: 0, ..Shape::PAPER };
    let history = history(&[(0, Vec3::new(1.0, 2.0, 3.0), Vec3::new(0.0, 0.6, -0.8))]);
    let features = Features::of(&history, shape, Axes::World, STEP).unwrap();
    assert!(features.values[..6].iter().zip([1.0, 3.0, 2.0, 0.0, -0.8, 0.6]).all(|(a, b)| (a - b).abs() < 1e-6));
}

#[test]
fn without_an_orientation_the_direction_of_motion_counts() {
    let shape = Shape { delays: 0, ..Shape::PAPER };
    let of = |velocity, facing, axes| Features::of(&history(&[(0, velocity, facing)]), shape, axes, STEP);
    let values = |velocity, facing| of(velocity, facing, Axes::World).unwrap().values;
    assert_eq!(values(Vec3::new(0.0, 9.0, -2.0), Vec3::ZERO)[2..4], [0.0, -1.0]);
    assert_eq!(values(Vec3::new(3.0, 0.0, 0.0), Vec3::Y)[2..4], [1.0, 0.0], "looking straight up says nothing");
    assert_eq!(values(Vec3::ZERO, Vec3::ZERO)[2..4], [0.0, 0.0]);
    assert!(of(Vec3::ZERO, Vec3::ZERO, Axes::Own).is_none(), "nobody knows its own axes");
    assert!(Features::of(&History::default(), shape, Axes::World, STEP).is_none());
}

#[test]
fn in_its_own_axes_an_entity_moves_alike_in_all_directions() {
    let mut parts = random_parts(Shape::PAPER, 5);
    parts.axes = Axes::Own;
    let bank = Bank::new(&parts).unwrap();
    let turned = |v: Vec3, turn: f32| {
        let (sin, cos) = libm::sincosf(turn);
        Vec3::new(v.x * cos - v.z * sin, v.y, v.x * sin + v.z * cos)
    };
    let end = |turn: f32| {
        let samples = [0, 1, 2, 3].map(|i| {
            let velocity = Vec3::new(4.0 + i as f32, 0.5, 1.0 - i as f32);
            (i * STEP, turned(velocity, turn), turned(Vec3::new(0.6, 0.0, 0.8), turn))
        });
        let features = Features::of(&history(&samples), Shape::PAPER, Axes::Own, STEP).unwrap();
        let (inputs, _) = features.scaled(&bank);
        Path::roll_out(&bank, &bank.changes(&inputs), features.heading, 1.0).bends[9]
    };
    let straight = end(0.0);
    assert!(straight.length() > 0.1);
    for turn in [0.3, 1.0, 2.0, 3.0, -1.5] {
        assert!((end(turn) - turned(straight, turn)).length() < 1e-3, "{turn}");
    }
}

/// v = (6, 1, 8), Δv_1 = (2, 0, 4), Δv_2 = (-6, 0, 2), h = 50 ms.
fn path() -> (Path, DVec3) {
    let mut parts = by_hand();
    parts.r2 = alloc::vec![0.5; 4];
    let bank = Bank::new(&parts).unwrap();
    let mut changes = [[0.0; 3]; MAX_NETWORKS];
    (changes[0], changes[1]) = ([2.0, 4.0, 0.0], [-6.0, 2.0, 0.0]);
    let history = history(&[(0, Vec3::X, Vec3::X)]);
    let heading = Features::of(&history, bank.shape(), Axes::World, STEP).unwrap().heading;
    (Path::roll_out(&bank, &changes, heading, 1.0), DVec3::new(6.0, 1.0, 8.0))
}

#[test]
fn the_path_is_eq_7_by_hand() {
    let (path, v) = path();
    // x̂_1 = v h; x̂_2 = x̂_1 + (v + Δv_1) h; x̂_3 = x̂_2 + (v + Δv_2) h.
    let places = [
        (0.0, [0.0, 0.0, 0.0], [6.0, 8.0]),
        (0.025, [0.15, 0.025, 0.2], [6.0, 8.0]),
        (0.05, [0.3, 0.05, 0.4], [6.0, 8.0]),
        (0.075, [0.5, 0.075, 0.7], [8.0, 12.0]),
        (0.1, [0.7, 0.1, 1.0], [0.0, 10.0]),
        (0.125, [0.7, 0.125, 1.25], [0.0, 10.0]),
        (0.15, [0.7, 0.15, 1.5], [0.0, 10.0]),
        // Beyond: on with the last velocity.
        (1.15, [0.7, 1.15, 11.5], [0.0, 10.0]),
    ];
    for (delta, place, [vx, vz]) in places {
        let (bend, change) = path.bend(delta);
        assert!((v * delta + bend - DVec3::from_array(place)).length() < 1e-6, "{delta}");
        assert!((v + change - DVec3::new(vx, 1.0, vz)).length() < 1e-5, "{delta}: {}", v + change);
    }
    assert_eq!(Path::NONE.bend(3.0), (DVec3::ZERO, DVec3::ZERO));
}

#[test]
fn a_network_that_explains_nothing_is_not_asked() {
    let mut parts = by_hand();
    parts.r2 = alloc::vec![0.3, -0.4, 0.2, 0.4];
    let bank = Bank::new(&parts).unwrap();
    let features = Features::of(&history(&[(0, Vec3::X, Vec3::X)]), bank.shape(), Axes::World, STEP).unwrap();
    let path = Path::roll_out(&bank, &bank.changes(&[0.0; MAX_INPUTS]), features.heading, 1.0);
    assert_eq!(path.bends[0], Vec3::ZERO);
    // Only (5, -2) for one step.
    assert!((path.bends[1] - Vec3::new(0.25, 0.0, -0.1)).length() < 1e-7);
}

const KEPT: SendRule = SendRule { threshold: 1.0, networks: 2, speed: SentSpeed::Kept };
const MEAN: SendRule = SendRule { speed: SentSpeed::Mean, ..KEPT };

#[test]
fn what_is_sent_is_eq_8_by_hand() {
    let (mut path, v) = path();
    // The end of the path is at (0.7, ·, 1.5), length √2.74; the speed on the ground is 10; the vertical stays.
    let sent = path.predictive_velocity(v, KEPT);
    let length = 2.74f64.sqrt();
    assert!((sent - DVec3::new(7.0 / length, 1.0, 15.0 / length)).length() < 1e-6, "{sent}");
    assert!((path.predictive_velocity(v, MEAN) - DVec3::new(0.7 / 0.15, 1.0, 10.0)).length() < 1e-6);
    // In three dimensions the vertical is a direction like the others: (0.7, 0.15, 1.5), speed √101.
    path.flat = false;
    let length = (2.74f64 + 0.0225).sqrt() / 101f64.sqrt();
    let sent = path.predictive_velocity(v, KEPT);
    assert!((sent - DVec3::new(0.7, 0.15, 1.5) / length).length() < 1e-6, "{sent}");
    assert!((path.predictive_velocity(v, MEAN) - DVec3::new(0.7, 0.15, 1.5) / 0.15).length() < 1e-6);
    // A rule that looks less far ahead: the path of the first network ends after 2h.
    let short = path.predictive_velocity(v, SendRule { networks: 1, ..MEAN });
    assert!((short - (v * 0.1 + path.bends[0].as_dvec3()) / 0.1).length() < 1e-6, "{short}");
}

#[test]
fn where_eq_8_is_undefined_the_velocity_itself_is_sent() {
    let (path, _) = path();
    assert_eq!(path.predictive_velocity(DVec3::ZERO, KEPT), DVec3::ZERO, "no speed");
    let falling = DVec3::new(0.0, -3.0, 0.0);
    assert_eq!(path.predictive_velocity(falling, KEPT), falling, "no speed on the ground");
    // v (q+1)h + bend = 0: back where it was.
    let back = -path.bends[1].as_dvec3() / path.seconds();
    assert_eq!(path.predictive_velocity(back, KEPT), back, "no displacement");
    let v = DVec3::new(1.0, 2.0, 3.0);
    assert_eq!(Path::NONE.predictive_velocity(v, KEPT), v, "no path");
}

#[test]
fn the_rule_of_the_nearest_threshold_holds() {
    let rules: Vec<SendRule> = [(0.5, 1), (2.0, 2), (8.0, 1)]
        .map(|(threshold, networks)| SendRule { threshold, networks, speed: SentSpeed::Mean })
        .to_vec();
    let bank = Bank::new(&by_hand()).unwrap().sending(&rules).unwrap();
    let nearest = |threshold: f64| rules.iter().position(|rule| *rule == bank.rule(threshold)).unwrap();
    for (threshold, rule) in [(0.0, 0), (0.5, 0), (0.999, 0), (1.01, 1), (2.0, 1), (3.99, 1), (4.01, 2), (1e9, 2)] {
        assert_eq!(nearest(threshold), rule, "{threshold}");
    }
    assert_eq!(nearest(f64::INFINITY), 2);
    assert_eq!(Bank::from_bytes(&bank.to_bytes()).unwrap(), bank);
    assert_eq!(bank.shortened(1).unwrap().sends()[1].networks, 1);
    let bad = |rules: &[SendRule]| bank.sending(rules).unwrap_err().message.clone();
    assert!(bad(&[]).starts_with("sends has 0 rules"));
    assert!(bad(&[SendRule { networks: 3, ..KEPT }]).starts_with("sends[0].networks is 3"));
    assert!(bad(&[KEPT, KEPT]).starts_with("sends[1].threshold is 1"));
    assert!(bad(&[SendRule { threshold: f32::NAN, ..KEPT }]).starts_with("sends[0].threshold"));
}

#[test]
fn the_built_in_bank_is_sound_small_and_says_where_it_comes_from() {
    let bank = Bank::built_in();
    assert_eq!(bank.to_bytes(), DEFAULT);
    assert!(DEFAULT.len() <= 8192, "{} bytes", DEFAULT.len());
    assert!(bank.origin().contains("Quake"), "{}", bank.origin());
    assert!(bank.axes() == Axes::Own && bank.run_speed() > 0.0, "it must fit any level and any game");
    assert!((0..bank.shape().networks).all(|i| bank.r2(i).iter().all(|r2| *r2 > 0.1)));
}

#[test]
fn a_bank_of_the_papers_size_holds_less_than_7_kilobytes() {
    let bank = Bank::new(&random_parts(Shape::PAPER, 2)).unwrap();
    assert_eq!(Shape::PAPER.inputs(), 16);
    assert_eq!(Shape::PAPER.parameters(), 154);
    assert!(bank.to_bytes().len() <= 7000, "{} bytes in a file", bank.to_bytes().len());
    assert!(bank.bytes() <= 7000, "{} bytes in memory", bank.bytes());
}

#[test]
fn a_file_gives_the_same_bank_again() {
    for (seed, shape) in [Shape::PAPER, Shape { dimensions: 3, delays: 5, hidden: 3, networks: 4 }].iter().enumerate() {
        let mut parts = random_parts(*shape, seed as u64);
        (parts.axes, parts.run_speed, parts.origin) = (Axes::Own, 7.5, "here and there".into());
        parts.sends = alloc::vec![MEAN, SendRule { threshold: 3.0, ..KEPT }];
        let bank = Bank::new(&parts).unwrap();
        assert_eq!(bank.parts(), parts);
        let bytes = bank.to_bytes();
        let read = Bank::from_bytes(&bytes).unwrap();
        assert_eq!(read, bank);
        assert_eq!(read.to_bytes(), bytes);
    }
}

#[test]
fn every_truncation_and_every_bit_flip_of_a_file_is_an_error() {
    let mut bytes = Bank::new(&by_hand()).unwrap().to_bytes();
    for n in 0..bytes.len() {
        assert_eq!(Bank::from_bytes(&bytes[..n]).unwrap_err().kind, ErrorKind::Corrupt, "{n} bytes");
    }
    for bit in 0..bytes.len() * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(Bank::from_bytes(&bytes).unwrap_err().kind, ErrorKind::Corrupt, "bit {bit}");
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    bytes.push(0);
    assert!(Bank::from_bytes(&bytes).is_err());
}

/// A file with a proper frame around whatever content.
fn framed(content: &[u8]) -> Vec<u8> {
    let mut w = crate::base::serial::Writer::new();
    for byte in content {
        w.u8(*byte);
    }
    w.seal(*b"ANTN", 1)
}

#[test]
fn files_with_a_right_checksum_and_wrong_content_are_refused() {
    let good = Bank::new(&by_hand()).unwrap().to_bytes();
    let content = &good[crate::base::serial::HEADER_LEN..];
    assert!(Bank::from_bytes(&framed(content)).is_ok());
    for n in 0..content.len() {
        assert!(Bank::from_bytes(&framed(&content[..n])).is_err(), "{n} bytes");
    }
    // d, k, m, q, axes, number of rules, networks and speed of the first.
    for (place, bad) in
        [(0, 1), (0, 4), (1, 8), (2, 0), (2, 33), (3, 0), (3, 21), (4, 2), (17, 0), (22, 3), (23, 2), (3, 255)]
    {
        let mut content = content.to_vec();
        content[place] = bad;
        let error = Bank::from_bytes(&framed(&content)).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Corrupt, "{place} {bad}");
    }
}

#[test]
fn parts_that_do_not_fit_are_refused_by_name() {
    type Spoil = fn(&mut BankParts);
    let spoilers: [(&str, Spoil); 17] = [
        ("dimensions", |p| p.shape.dimensions = 4),
        ("delays", |p| p.shape.delays = 8),
        ("hidden", |p| p.shape.hidden = 0),
        ("networks", |p| p.shape.networks = 21),
        ("step", |p| p.step = 999_999),
        ("step", |p| p.step = 1_000_000_001),
        ("run_speed", |p| p.run_speed = -1.0),
        ("origin", |p| p.origin = "o".repeat(256)),
        ("sends", |p| p.sends.clear()),
        ("input_ranges", |p| p.input_ranges.push([0.0, 1.0])),
        ("input_ranges[1]", |p| p.input_ranges[1] = [1.0, -1.0]),
        ("input_ranges[0]", |p| p.input_ranges[0] = [0.0, 1e-7]),
        ("output_ranges[3]", |p| p.output_ranges[3] = [f32::NAN, 1.0]),
        ("r2[2]", |p| p.r2[2] = 1.5),
        ("errors[0]", |p| p.errors[0] = -1.0),
        ("weights[5]", |p| p.weights[5] = f32::INFINITY),
        ("weights", |p| p.weights.truncate(31)),
    ];
    for (name, spoil) in spoilers {
        let mut parts = by_hand();
        spoil(&mut parts);
        let error = Bank::new(&parts).unwrap_err();
        assert!(error.message.starts_with(name), "{name}: {error}");
    }
}

#[test]
fn a_shortened_bank_is_its_first_networks() {
    let parts = random_parts(Shape::PAPER, 9);
    let bank = Bank::new(&parts).unwrap();
    let short = bank.shortened(4).unwrap();
    let inputs = core::array::from_fn(|i| i as f32 * 0.01);
    assert_eq!(short.changes(&inputs)[..4], bank.changes(&inputs)[..4]);
    assert_eq!(short.shape().networks, 4);
    assert!(bank.shortened(0).is_err() && bank.shortened(11).is_err());
    assert_eq!(bank.shortened(10).unwrap(), bank);
}

#[test]
fn an_entity_holds_little() {
    const { assert!(BYTES_PER_WINDOW <= 1024) };
}
