//! Numbers worked out by hand, places, budgets.

use super::*;
use antreckon::base::ErrorKind;
use antreckon::pheromone::trail::{Reading, Recall, SECONDS, reach};

#[test]
fn one_visit_is_shrunken_more_at_longer_horizons() {
    let mut trails = trails();
    // The middle of a cell of a quarter unit, heading along the first axis.
    let at = pose(0.125, 0.125, 1.0, 0.0);
    for h in 0..HORIZONS {
        trails.deposit(&at, h, [0.6, -0.3]);
    }
    let readings = trails.read_alone(&at, &STILL);
    // κ = ½ times 1, 1, 2, 3, 5: one visit counts 1 / (1 + κ).
    for (reading, kappa) in readings.iter().zip([0.5, 0.5, 1.0, 1.5, 2.5]) {
        assert!((reading.mean[0] - 0.6 / (1.0 + kappa)).abs() < 1e-6, "{reading:?}");
        assert!((reading.mean[1] + 0.3 / (1.0 + kappa)).abs() < 1e-6, "{reading:?}");
        assert_eq!(reading.evidence, 1.0);
    }
    let [_, middle, coarse] = trails.read(&at, &STILL);
    assert!((middle[4].mean[0] - 0.6 / 1.5).abs() < 1e-6);
    // The visit lies in the corner of a coarse cell: a quarter of it on each axis.
    assert!((coarse[4].evidence - 0.5625).abs() < 1e-6 && (coarse[4].mean[0] - 0.6 * 0.5625 / 1.5625).abs() < 1e-6);
}

#[test]
fn readings_are_bilinear_in_place_and_linear_in_heading() {
    let mut trails = trails();
    trails.deposit(&pose(0.125, 0.125, 1.0, 0.0), 0, [0.5, 0.0]);
    let evidence = |x: f32, z: f32, degrees: f64| {
        let (sin, cos) = (degrees.to_radians().sin() as f32, degrees.to_radians().cos() as f32);
        trails.read_alone(&pose(x, z, cos, sin), &STILL)[0].evidence
    };
    let near = |a: f32, b: f32| assert!((a - b).abs() < 1e-5, "{a} is not {b}");
    near(evidence(0.125, 0.125, 0.0), 1.0);
    // A quarter of a cell of 0.25 aside, then in both directions.
    near(evidence(0.1875, 0.125, 0.0), 0.75);
    near(evidence(0.1875, 0.0625, 0.0), 0.75 * 0.75);
    near(evidence(0.375, 0.125, 0.0), 0.0);
    // Twelve headings of 30 degrees.
    near(evidence(0.125, 0.125, 15.0), 0.5);
    near(evidence(0.125, 0.125, -7.5), 0.75);
    near(evidence(0.125, 0.125, 30.0), 0.0);
    near(evidence(0.1875, 0.125, 15.0), 0.375);
    // The slow have a heading of their own, and another floor is another place.
    assert_eq!(trails.read_alone(&pose(0.125, 0.125, 0.1, 0.0), &STILL)[0].evidence, 0.0);
    let upstairs = Pose { place: [0.125, 0.125, 0.3], velocity: [1.0, 0.0] };
    assert_eq!(trails.read_alone(&upstairs, &STILL)[0].evidence, 0.0);
}

#[test]
fn a_trail_learned_with_one_damping_serves_another() {
    let mut trails = trails();
    let at = pose(0.125, 0.125, 1.2, 0.0);
    // Everybody goes 0.9 in a second, whatever dead reckoning says.
    for _ in 0..200 {
        trails.deposit(&at, 2, [0.9, 0.0]);
        let ticket = trails.remember(&Passage { pose: at, ..Passage::default() });
        (0..3).for_each(|h| trails.complete(ticket, h, [0.9, 0.0]));
    }
    for tau in [0.1, 0.5, 3.0] {
        let reach = reach(tau);
        let mean = trails.read_alone(&at, &reach)[2].mean[0];
        assert!((1.2 * reach[2] + mean * 51.0 / 50.0 - 0.9).abs() < 1e-4, "τ {tau}: {mean}");
        let centre = trails.recall(&Passage { pose: at, ..Passage::default() }, &reach).centre[2][0];
        assert!((1.2 * reach[2] + centre * 32.4 / 32.0 - 0.9).abs() < 2e-3, "τ {tau}: {centre}");
    }
    assert!((reach(0.5)[2] - 0.432_332_4).abs() < 1e-6 && (reach(1e6)[4] - SECONDS[4] as f32).abs() < 1e-4);
}

#[test]
fn evidence_halves_in_a_half_life_however_the_time_is_cut() {
    let params = TrailParams { half_life: 10.0, ..TrailParams::default() };
    let at = pose(0.125, 0.125, 1.0, 0.0);
    let waited = |cuts: &[f64]| {
        let mut trails = Trails::new(&params, DVec3::ZERO).unwrap();
        for _ in 0..8 {
            trails.deposit(&at, 0, [1.0, 0.0]);
        }
        let ticket = trails.remember(&Passage { pose: at, ..Passage::default() });
        trails.complete(ticket, 0, [1.0, 0.0]);
        cuts.iter().for_each(|seconds| trails.evaporate(*seconds));
        trails
    };
    let whole = waited(&[20.0]);
    assert_eq!(whole.read_alone(&at, &STILL)[0].evidence, 2.0);
    assert_eq!(whole.recall(&Passage { pose: at, ..Passage::default() }, &STILL).weight[0], 0.25);
    let many = waited(&[0.05; 400]);
    assert_eq!(written(&many), written(&whole));
    let other = waited(&[0.001_234_567, 19.0, 0.998_765_433]);
    assert_eq!(written(&other), written(&whole));
    assert_eq!(waited(&[f64::MAX, 1.0]).read_alone(&at, &STILL)[0].evidence, 0.0_f32.max(8.0 * 2f32.powi(-126)));
    let mut stays = trails();
    stays.deposit(&at, 0, [1.0, 0.0]);
    stays.evaporate(1e9);
    assert_eq!(stays.read_alone(&at, &STILL)[0].evidence, 1.0);
}

#[test]
fn a_share_of_every_visit_diffuses_to_the_cells_around() {
    let mut trails = Trails::new(&TrailParams { diffusion: 0.2, ..TrailParams::default() }, DVec3::ZERO).unwrap();
    trails.deposit(&pose(0.125, 0.125, 1.0, 0.0), 0, [1.0, 0.0]);
    let evidence = |x: f32, z: f32| trails.read_alone(&pose(x, z, 1.0, 0.0), &STILL)[0].evidence;
    for (x, z, want) in [(0.125, 0.125, 0.8), (0.375, 0.125, 0.05), (0.125, -0.125, 0.05), (0.375, 0.375, 0.0)] {
        assert!((evidence(x, z) - want).abs() < 1e-6, "{x} {z}");
    }
}

#[test]
fn a_rebase_leaves_every_place_as_it_was() {
    let origin = DVec3::new(100.0, 2.0, -50.0);
    let mut trails = Trails::new(&TrailParams::default(), origin).unwrap();
    let position = DVec3::new(103.25, 2.5, -47.125);
    let before = trails.place(position);
    assert_eq!(before, [(3.25f64 / 8.128) as f32, (2.875f64 / 8.128) as f32, (0.5f64 / 8.128) as f32]);
    let shift = DVec3::new(-4096.0, 512.0, 65_536.5);
    trails.rebase(shift);
    assert_eq!(trails.place(position - shift), before);
    assert_eq!(trails.origin(), origin - shift);
}

#[test]
fn places_out_of_range_neither_leave_nor_find_anything() {
    let mut trails = trails();
    let far = |x: f32| Passage { pose: pose(x, 0.0, 1.0, 0.0), ..Passage::default() };
    for x in [100_000.0, -2e9, f32::MAX, f32::INFINITY, f32::NAN] {
        trails.deposit(&far(x).pose, 0, [1.0, 0.0]);
        let ticket = trails.remember(&far(x));
        trails.complete(ticket, 0, [1.0, 0.0]);
        assert!(trails.read(&far(x).pose, &STILL).iter().flatten().all(|r| *r == Reading::default()));
        assert_eq!(trails.recall(&far(x), &STILL), Recall::default());
    }
    trails.deposit(&far(0.0).pose, HORIZONS, [1.0, 0.0]);
    assert_eq!((trails.cell_count(), trails.passage_count()), (0, 0));
    trails.deposit(&far(99_999.0).pose, 0, [1.0, 0.0]);
    assert_eq!(trails.cell_count(), 3);
}

#[test]
fn bad_parameters_are_refused() {
    let good = TrailParams::default();
    let bad = [
        ("v_max", TrailParams { v_max: 0.0, ..good }),
        ("v_max", TrailParams { v_max: f64::NAN, ..good }),
        ("half_life", TrailParams { half_life: 0.5, ..good }),
        ("diffusion", TrailParams { diffusion: 0.6, ..good }),
        ("diffusion", TrailParams { diffusion: f32::NAN, ..good }),
        ("max_cells", TrailParams { max_cells: 0, ..good }),
        ("max_passages", TrailParams { max_passages: 1 << 30, ..good }),
    ];
    for (name, params) in bad {
        let error = Trails::new(&params, DVec3::ZERO).unwrap_err();
        assert!(error.kind == ErrorKind::InvalidArgument && error.message.contains(name), "{name}: {error}");
    }
    assert!(Trails::new(&good, DVec3::NAN).unwrap_err().message.contains("origin"));
}

#[test]
fn budgets_hold_and_the_least_visited_give_way() {
    let params = TrailParams { max_cells: 512, max_passages: 256, ..TrailParams::default() };
    let mut trails = Trails::new(&params, DVec3::ZERO).unwrap();
    let busy = pose(0.3, 0.3, 1.0, 0.0);
    for _ in 0..100 {
        (0..HORIZONS).for_each(|h| trails.deposit(&busy, h, [0.7, 0.2]));
    }
    let before = trails.read(&busy, &STILL);
    learn(&mut trails, 3, 20_000, 40.0);
    assert!(trails.cell_count() <= 512 && trails.cell_count() > 450, "{}", trails.cell_count());
    assert!(trails.passage_count() <= 256 && trails.passage_count() > 30, "{}", trails.passage_count());
    let bytes = trails.bytes();
    learn(&mut trails, 4, 20_000, 40.0);
    assert!(trails.bytes() < bytes * 5 / 4 && bytes < 1 << 20, "{bytes} and {}", trails.bytes());
    for (after, before) in trails.read(&busy, &STILL).iter().zip(&before) {
        assert!(after[0].evidence >= before[0].evidence, "the busiest cell stays");
    }
}

#[test]
fn bytes_follow_what_was_visited_only() {
    let mut trails = trails();
    let empty = trails.bytes();
    assert!(empty < 40_000, "{empty}");
    learn(&mut trails, 5, 2000, 2.0);
    let once = trails.bytes();
    for seed in 6..10 {
        learn(&mut trails, seed, 2000, 2.0);
    }
    assert!(trails.bytes() < once * 4, "{once} and {}", trails.bytes());
    trails.clear();
    assert_eq!((trails.bytes(), trails.cell_count(), trails.passage_count()), (empty, 0, 0));
}
