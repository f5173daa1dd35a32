//! Trails as a level's designer and a predictor use them: numbers worked out by hand, levels with floors and bridges, saved
//! forms, merging, budgets, and trails owned by a map.

use antreckon::base::ErrorKind;
use antreckon::base::math::DVec3;
use antreckon::base::serial::{Reader, Writer};
use antreckon::pheromone::trail::{
    HORIZONS, Passage, Pose, Reach, Reading, Recall, SECONDS, TrailParams, Trails, reach,
};
use antreckon::pheromone::{MapParams, PheromoneMap};
use antreckon::world::{GridInput, MeshInput, TileKey, World, WorldParams};

const STILL: Reach = [0.0; HORIZONS];

fn trails() -> Trails {
    Trails::new(&TrailParams { v_max: 8.0, ..TrailParams::default() }, DVec3::ZERO).unwrap()
}

/// Somebody on the ground in trail units.
fn pose(x: f32, z: f32, vx: f32, vz: f32) -> Pose {
    Pose { place: [x, z, 0.1], velocity: [vx, vz] }
}

/// Deterministic numbers from 0 to 1.
struct Dice(u64);

impl Dice {
    fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }

    fn between(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * self.unit()
    }

    fn pose(&mut self, side: f32) -> Pose {
        let place = [self.between(-side, side), self.between(-side, side), self.between(0.0, 1.0)];
        Pose { place, velocity: [self.between(-1.5, 1.5), self.between(-1.5, 1.5)] }
    }

    fn passage(&mut self, side: f32) -> Passage {
        let pose = self.pose(side);
        let mut pair = || [self.between(-1.0, 1.0), self.between(-1.0, 1.0)];
        Passage { pose, path: [pair(), pair()], view: pair() }
    }
}

/// A match of so many moments within `side` trail units.
fn learn(trails: &mut Trails, seed: u64, moments: usize, side: f32) {
    let mut dice = Dice(seed);
    for _ in 0..moments {
        let passage = dice.passage(side);
        let ticket = trails.remember(&passage);
        for h in 0..HORIZONS {
            let y = [dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)];
            trails.deposit(&passage.pose, h, y);
            trails.complete(ticket, h, y);
        }
    }
}

fn written(trails: &Trails) -> Vec<u8> {
    let mut w = Writer::new();
    trails.write(&mut w);
    w.seal(*b"TEST", 1)
}

fn read(bytes: &[u8]) -> antreckon::base::Result<Trails> {
    let mut r = Reader::open(bytes, *b"TEST", 1)?;
    let trails = Trails::read_from(&mut r)?;
    r.finish()?;
    Ok(trails)
}

fn assert_reads_equal(a: &Trails, b: &Trails, side: f32) {
    let mut dice = Dice(77);
    for _ in 0..500 {
        let passage = dice.passage(side);
        assert_eq!(a.read(&passage.pose, &reach(0.5)), b.read(&passage.pose, &reach(0.5)));
        assert_eq!(a.recall(&passage, &reach(0.5)), b.recall(&passage, &reach(0.5)));
    }
}

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

#[test]
fn a_saved_form_comes_back_whole_and_goes_on_learning() {
    let params = TrailParams { half_life: 60.0, diffusion: 0.1, ..TrailParams::default() };
    let mut trails = Trails::new(&params, DVec3::new(1.0, 2.0, 3.0)).unwrap();
    learn(&mut trails, 1, 2000, 3.0);
    trails.evaporate(30.0);
    learn(&mut trails, 2, 500, 3.0);
    trails.evaporate(5.0);
    let saved = trails.save();
    let mut loaded = Trails::load(&saved).unwrap();
    assert_eq!(loaded.save(), saved);
    assert_eq!((loaded.params(), loaded.origin()), (trails.params(), trails.origin()));
    assert_eq!((loaded.cell_count(), loaded.passage_count()), (trails.cell_count(), trails.passage_count()));
    let mut dice = Dice(9);
    for _ in 0..500 {
        let passage = dice.passage(3.0);
        assert_eq!(loaded.read(&passage.pose, &STILL), trails.read(&passage.pose, &STILL));
        let (a, b) = (loaded.recall(&passage, &STILL), trails.recall(&passage, &STILL));
        assert!((0..HORIZONS).all(|h| (a.weight[h] - b.weight[h]).abs() <= 1e-5 * b.weight[h]), "{a:?} {b:?}");
    }
    let evidence = |t: &Trails| t.read_alone(&pose(0.125, 0.125, 1.0, 0.0), &STILL)[0].evidence;
    let before = evidence(&loaded);
    loaded.deposit(&pose(0.125, 0.125, 1.0, 0.0), 0, [1.0, 0.0]);
    assert!(evidence(&loaded) > before + 0.8);
    assert!(loaded.bytes() < trails.bytes() * 2);
}

#[test]
fn equal_content_saves_to_equal_bytes() {
    // The same visits cell by cell, in another order of cells.
    let (mut a, mut b) = (trails(), trails());
    let places: Vec<Pose> = (0..300).map(|i| pose(i as f32 * 0.7 - 100.0, (i % 7) as f32, 1.0, 0.0)).collect();
    for at in &places {
        a.deposit(at, 0, [at.place[0] * 0.01, 0.5]);
    }
    for at in places.iter().rev() {
        b.deposit(at, 0, [at.place[0] * 0.01, 0.5]);
    }
    assert_eq!(a.save(), b.save());
    b.deposit(&places[0], 0, [0.0, 0.0]);
    assert_ne!(a.save(), b.save());
}

#[test]
fn every_truncation_and_every_bit_flip_of_a_saved_form_is_an_error() {
    let mut trails = trails();
    learn(&mut trails, 1, 3, 1.0);
    let mut saved = trails.save();
    for n in 0..saved.len() {
        assert_eq!(Trails::load(&saved[..n]).unwrap_err().kind, ErrorKind::Corrupt, "{n} bytes");
    }
    for bit in 0..saved.len() * 8 {
        saved[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(Trails::load(&saved).unwrap_err().kind, ErrorKind::Corrupt, "bit {bit}");
        saved[bit / 8] ^= 1 << (bit % 8);
    }
}

/// Puts another payload into a frame with a right checksum.
fn forged(bytes: &[u8], magic: [u8; 4], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut payload = bytes[24..].to_vec();
    change(&mut payload);
    let mut w = Writer::new();
    payload.iter().for_each(|byte| _ = w.u8(*byte));
    w.seal(magic, 1)
}

#[test]
fn forged_states_are_refused_or_harmless() {
    let mut trails = trails();
    learn(&mut trails, 1, 12, 1.0);
    let (saved, state) = (trails.save(), written(&trails));
    let mut dice = Dice(11);
    let mut refused = 0;
    for round in 0..4000 {
        let at = (dice.unit() * (state.len() - 24) as f32) as usize;
        let value = [0xff, 0, 0x80, 0x7f, (dice.unit() * 256.0) as u8][round % 5];
        let change = |bytes: &mut Vec<u8>| {
            let at = at % bytes.len();
            bytes[at] = value;
            if round % 3 == 0 {
                bytes.truncate(at);
            }
        };
        let mut probe = |result: antreckon::base::Result<Trails>| match result {
            Ok(mut trails) => {
                learn(&mut trails, 2, 20, 1.0);
                trails.read(&pose(0.1, 0.1, 1.0, 0.0), &STILL);
            }
            Err(error) => {
                assert_eq!(error.kind, ErrorKind::Corrupt);
                refused += 1;
            }
        };
        probe(Trails::load(&forged(&saved, *b"ANTR", change)));
        probe(read(&forged(&state, *b"TEST", change)));
    }
    assert!(refused > 2000, "{refused}");
}

#[test]
fn a_snapshot_restores_to_the_bit_with_tickets_under_way() {
    let params = TrailParams { half_life: 60.0, max_cells: 512, max_passages: 512, ..TrailParams::default() };
    let mut trails = Trails::new(&params, DVec3::ZERO).unwrap();
    learn(&mut trails, 1, 4000, 10.0);
    trails.evaporate(7.0);
    let at = Passage { pose: pose(0.1, 0.1, 1.0, 0.0), ..Passage::default() };
    let ticket = trails.remember(&at);
    trails.complete(ticket, 0, [0.25, 0.0]);
    let mut restored = read(&written(&trails)).unwrap();
    assert_eq!(written(&restored), written(&trails));
    for both in [&mut trails, &mut restored] {
        both.complete(ticket, 1, [0.5, 0.0]);
        both.evaporate(11.0);
        learn(both, 2, 4000, 10.0);
    }
    assert_eq!(written(&restored), written(&trails));
    assert_reads_equal(&restored, &trails, 10.0);
    let bytes = written(&trails);
    for n in (0..bytes.len()).step_by(997) {
        assert!(read(&bytes[..n]).is_err());
    }
}

#[test]
fn merged_trails_do_not_depend_on_the_order_and_go_on_learning() {
    let parts: Vec<Trails> = (0..4)
        .map(|seed| {
            let mut part = trails();
            learn(&mut part, seed, 800, 2.0);
            part
        })
        .collect();
    let merged = |order: &[usize]| Trails::merged(&order.iter().map(|i| &parts[*i]).collect::<Vec<_>>()).unwrap();
    let want = merged(&[0, 1, 2, 3]).save();
    for order in [[3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
        assert_eq!(merged(&order).save(), want, "{order:?}");
    }
    let mut all = merged(&[0, 1, 2, 3]);
    learn(&mut all, 9, 200, 2.0);
    assert_ne!(all.save(), want);
    let alone = Trails::merged(&[&parts[0]]).unwrap();
    assert_eq!(alone.save(), parts[0].save());
}

#[test]
fn merging_weighs_by_evidence() {
    let at = pose(0.125, 0.125, 1.0, 0.0);
    let visited = |times: usize, x: f32| {
        let mut part = trails();
        (0..times).for_each(|_| part.deposit(&at, 0, [x, 0.0]));
        part
    };
    let (few, many) = (visited(1, 4.0), visited(3, 0.0));
    let merged = Trails::merged(&[&few, &many]).unwrap();
    let reading = merged.read_alone(&at, &STILL)[0];
    assert_eq!(reading.evidence, 4.0);
    // (1 · 4 + 3 · 0) / 4 = 1, shrunken by 4 / 4.5.
    assert!((reading.mean[0] - 4.0 / 4.5).abs() < 1e-5, "{reading:?}");
    // The spread of one visit is its distance from nothing; the means lie 3 and 1 from the common one.
    let v = |x: f32| f64::from(x - 0.226_586_56);
    let want = ((v(4.0).powi(2) + 9.0).sqrt()
        + 3.0 * (f64::from(many.read_alone(&at, &STILL)[0].spread).powi(2) + 1.0).sqrt())
        / 4.0;
    assert!((f64::from(reading.spread) - want).abs() < 1e-4, "{} is not {want}", reading.spread);
}

#[test]
fn merged_trails_stay_within_their_budgets_and_keep_what_has_most_evidence() {
    let params = TrailParams { max_cells: 256, max_passages: 128, ..TrailParams::default() };
    let busy = pose(0.3, 0.3, 1.0, 0.0);
    let parts: Vec<Trails> = (0..3)
        .map(|seed| {
            let mut part = Trails::new(&params, DVec3::ZERO).unwrap();
            (0..50).for_each(|_| part.deposit(&busy, 0, [0.5, 0.0]));
            learn(&mut part, seed, 3000, 20.0);
            part
        })
        .collect();
    let merged = Trails::merged(&parts.iter().collect::<Vec<_>>()).unwrap();
    assert!(merged.cell_count() <= 256 && merged.passage_count() <= 128);
    assert!(merged.read(&busy, &STILL).iter().all(|r| r[0].evidence > 20.0));
    let backwards = Trails::merged(&parts.iter().rev().collect::<Vec<_>>()).unwrap();
    assert_eq!(merged.save(), backwards.save());
}

#[test]
fn trails_that_do_not_fit_are_not_merged() {
    assert_eq!(Trails::merged(&[]).unwrap_err().kind, ErrorKind::InvalidArgument);
    let other = Trails::new(&TrailParams { v_max: 9.0, ..TrailParams::default() }, DVec3::ZERO).unwrap();
    let error = Trails::merged(&[&trails(), &other]).unwrap_err();
    assert!(error.kind == ErrorKind::InvalidArgument && error.message.contains("v_max 8"), "{error}");
    let elsewhere = Trails::new(trails().params(), DVec3::X).unwrap();
    assert!(Trails::merged(&[&trails(), &elsewhere]).unwrap_err().message.contains("origin"));
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

mod in_a_map {
    use super::*;

    fn grid(floors: u32) -> World {
        let input = GridInput {
            width: 16,
            depth: 16,
            floors,
            corner: DVec3::ZERO,
            floor_height: 3.0,
            blocked: &[],
            heights: &[],
            areas: &[],
        };
        World::from_grid(&WorldParams::default(), &input).unwrap()
    }

    fn map(world: &World, params: &TrailParams) -> PheromoneMap {
        let mut map = PheromoneMap::new(world, &MapParams::default()).unwrap();
        map.enable_trails(params, world.origin()).unwrap();
        map
    }

    /// Everybody who passes `position` along +x goes `y` metres within a second.
    fn pass(map: &mut PheromoneMap, world: &World, position: DVec3, y: [f64; 2]) {
        let trails = map.trails_mut(world).unwrap();
        let v_max = trails.params().v_max;
        let at = Pose { place: trails.place(position), velocity: [1.0, 0.0] };
        (0..200).for_each(|_| trails.deposit(&at, 2, y.map(|y| (y / v_max) as f32)));
    }

    /// Where those at `position` went within a second, metres.
    fn went(map: &PheromoneMap, world: &World, position: DVec3) -> [f64; 2] {
        let v_max = map.trails().unwrap().params().v_max;
        let reading = map.read_trails(world, position, DVec3::X * v_max, &STILL).unwrap()[2];
        reading.mean.map(|m| f64::from(m) * v_max)
    }

    fn near(a: [f64; 2], b: [f64; 2]) -> bool {
        (a[0] - b[0]).abs() < 0.7 && (a[1] - b[1]).abs() < 0.7
    }

    #[test]
    fn floors_of_a_grid_have_trails_of_their_own() {
        let world = grid(2);
        let mut map = map(&world, &TrailParams::default());
        let (low, high) = (DVec3::new(8.5, 0.0, 8.5), DVec3::new(8.5, 3.0, 8.5));
        assert_ne!(world.cell_at(low), world.cell_at(high));
        pass(&mut map, &world, low, [6.0, 0.0]);
        pass(&mut map, &world, high, [0.0, -6.0]);
        assert!(near(went(&map, &world, low), [6.0, 0.0]), "{:?}", went(&map, &world, low));
        assert!(near(went(&map, &world, high), [0.0, -6.0]), "{:?}", went(&map, &world, high));
    }

    fn mesh_world(rectangles: &[[f64; 5]]) -> World {
        let mut world = World::empty(&WorldParams::default()).unwrap();
        for (i, rectangle) in rectangles.iter().enumerate() {
            set(&mut world, i as i32, *rectangle);
        }
        world
    }

    /// One tile: x0, z0, x1, z1 and height.
    fn set(world: &mut World, tile: i32, [x0, z0, x1, z1, y]: [f64; 5]) {
        let vertices = [(x0, z0), (x0, z1), (x1, z1), (x1, z0)].map(|(x, z)| DVec3::new(x, y, z));
        let input =
            MeshInput { vertices: &vertices, indices: &[0, 1, 2, 3], polygon_sizes: &[4], ..MeshInput::default() };
        world.set_tile(TileKey { x: tile, ..TileKey::default() }, &input).unwrap();
    }

    #[test]
    fn a_bridge_and_the_way_below_it_have_trails_of_their_own() {
        let world = mesh_world(&[[0.0, 0.0, 20.0, 20.0, 0.0], [0.0, 8.0, 20.0, 12.0, 4.0]]);
        let mut map = map(&world, &TrailParams::default());
        let (below, bridge) = (DVec3::new(10.0, 0.1, 10.0), DVec3::new(10.0, 4.1, 10.0));
        assert_ne!(world.cell_at(below), world.cell_at(bridge));
        pass(&mut map, &world, below, [2.0, 5.0]);
        pass(&mut map, &world, bridge, [7.0, 0.0]);
        assert!(near(went(&map, &world, below), [2.0, 5.0]), "{:?}", went(&map, &world, below));
        assert!(near(went(&map, &world, bridge), [7.0, 0.0]), "{:?}", went(&map, &world, bridge));
    }

    #[test]
    fn trails_stay_by_position_when_tiles_are_baked_anew_or_go() {
        let mut world = mesh_world(&[[0.0, 0.0, 10.0, 10.0, 0.0], [10.0, 0.0, 20.0, 10.0, 0.0]]);
        let mut map = map(&world, &TrailParams::default());
        let places = [DVec3::new(4.0, 0.0, 5.0), DVec3::new(14.0, 0.0, 5.0)];
        places.iter().for_each(|place| pass(&mut map, &world, *place, [6.0, 1.0]));
        let before = map.trails().unwrap().save();
        set(&mut world, 1, [10.0, 0.0, 18.0, 10.0, 0.0]);
        map.step_to(&world, 200_000_000).unwrap();
        world.remove_tile(TileKey::default()).unwrap();
        map.step_to(&world, 400_000_000).unwrap();
        assert_eq!(map.trails().unwrap().save(), before);
        assert!(places.iter().all(|place| near(went(&map, &world, *place), [6.0, 1.0])));
    }

    #[test]
    fn stepping_lets_trails_fade_at_any_rate_of_the_host() {
        let world = grid(1);
        let run = |frame: i64| {
            let mut map = map(&world, &TrailParams { half_life: 2.0, ..TrailParams::default() });
            pass(&mut map, &world, DVec3::new(8.5, 0.0, 8.5), [6.0, 0.0]);
            let mut time = 0;
            while time < 8_000_000_000 {
                time += frame;
                map.step_to(&world, time.min(8_000_000_000)).unwrap();
            }
            let velocity = DVec3::X * 8.128;
            let reading = map.read_trails(&world, DVec3::new(8.5, 0.0, 8.5), velocity, &STILL).unwrap();
            (map.state_hash(), reading[2].evidence)
        };
        let (hash, evidence) = run(33_333_333);
        let mut fresh = map(&world, &TrailParams::default());
        pass(&mut fresh, &world, DVec3::new(8.5, 0.0, 8.5), [6.0, 0.0]);
        let visits =
            fresh.read_trails(&world, DVec3::new(8.5, 0.0, 8.5), DVec3::X * 8.128, &STILL).unwrap()[2].evidence;
        // 200 visits, of which 50 count in a reading, are 12.5 after four half-lives.
        assert!((evidence - visits / 4.0).abs() < 1e-4, "{evidence} of {visits}");
        assert_eq!(run(6_944_444), (hash, evidence));
        assert_eq!(run(2_000_000_000), (hash, evidence));
    }

    #[test]
    fn a_moved_level_takes_its_trails_along() {
        let mut world = grid(1);
        let mut map = map(&world, &TrailParams::default());
        let place = DVec3::new(8.5, 0.0, 8.5);
        pass(&mut map, &world, place, [6.0, 0.0]);
        let want = went(&map, &world, place);
        let saved = map.save_trails().unwrap();
        let shift = DVec3::new(1024.0, -64.0, 4096.0);
        world.rebase(shift).unwrap();
        assert_eq!(went(&map, &world, place - shift), want, "before the map was touched");
        pass(&mut map, &world, DVec3::new(2.5, 0.0, 2.5) - shift, [1.0, 0.0]);
        assert_eq!(went(&map, &world, place - shift), want);
        let moved = map.save_trails().unwrap();
        map.load_trails(&world, &saved).unwrap();
        assert_eq!(went(&map, &world, place - shift), want);
        assert_eq!(map.save_trails().unwrap(), saved);
        world.rebase(-shift).unwrap();
        map.load_trails(&world, &moved).unwrap();
        assert_eq!(went(&map, &world, place), want);
    }

    #[test]
    fn a_snapshot_of_a_map_holds_its_trails() {
        let world = grid(2);
        let mut map = map(&world, &TrailParams { half_life: 30.0, ..TrailParams::default() });
        let bare = PheromoneMap::new(&world, &MapParams::default()).unwrap();
        assert_ne!(map.state_hash(), bare.state_hash());
        let empty = (map.state_hash(), map.bytes());
        learn(map.trails_mut(&world).unwrap(), 1, 300, 2.0);
        assert!(map.state_hash() != empty.0 && map.bytes() > empty.1 + 100_000);
        map.step_to(&world, 1_000_000_000).unwrap();
        let snapshot = map.snapshot(&world);
        let mut other = PheromoneMap::new(&world, &MapParams::default()).unwrap();
        other.restore(&world, &snapshot).unwrap();
        for both in [&mut map, &mut other] {
            learn(both.trails_mut(&world).unwrap(), 2, 300, 2.0);
            both.step_to(&world, 9_000_000_000).unwrap();
        }
        assert_eq!((other.state_hash(), other.snapshot(&world)), (map.state_hash(), map.snapshot(&world)));
        for n in (0..snapshot.len()).step_by(1009) {
            assert!(other.restore(&world, &snapshot[..n]).is_err());
        }
        other.restore(&world, &bare.snapshot(&world)).unwrap();
        assert!(other.trails().is_none());
    }

    #[test]
    fn saved_trails_of_other_matches_are_merged_in_any_order() {
        let world = grid(1);
        let saved: Vec<Vec<u8>> = (0..3)
            .map(|seed| {
                let mut map = map(&world, &TrailParams::default());
                learn(map.trails_mut(&world).unwrap(), seed, 300, 1.5);
                map.save_trails().unwrap()
            })
            .collect();
        let merged = |order: [usize; 3]| {
            let mut map = PheromoneMap::new(&world, &MapParams::default()).unwrap();
            map.load_trails(&world, &saved[order[0]]).unwrap();
            map.merge_trails(&world, &[&saved[order[1]], &saved[order[2]]]).unwrap();
            map.save_trails().unwrap()
        };
        assert_eq!(merged([0, 1, 2]), merged([2, 0, 1]));
        assert_eq!(merged([0, 1, 2]), merged([1, 0, 2]));
        let mut map = map(&world, &TrailParams { v_max: 9.0, ..TrailParams::default() });
        let before = map.state_hash();
        assert!(map.merge_trails(&world, &[&saved[0]]).is_err());
        assert!(map.merge_trails(&world, &[&saved[0][..100]]).is_err());
        assert!(map.load_trails(&world, &saved[0][..100]).is_err());
        assert_eq!(map.state_hash(), before);
    }

    #[test]
    fn tickets_of_replaced_trails_do_nothing() {
        let world = grid(1);
        let mut map = map(&world, &TrailParams::default());
        let at = Passage { pose: pose(0.1, 0.1, 1.0, 0.0), ..Passage::default() };
        let stale = map.trails_mut(&world).unwrap().remember(&at);
        let saved = map.save_trails().unwrap();
        map.load_trails(&world, &saved).unwrap();
        let trails = map.trails_mut(&world).unwrap();
        let fresh = trails.remember(&at);
        assert_eq!((fresh.bucket, fresh.slot), (stale.bucket, stale.slot));
        trails.complete(stale, 0, [1.0, 0.0]);
        assert_eq!(trails.recall(&at, &STILL).weight[0], 0.0);
        trails.complete(fresh, 0, [1.0, 0.0]);
        assert_eq!(trails.recall(&at, &STILL).weight[0], 1.0);
    }

    #[test]
    fn a_map_without_trails_says_so() {
        let world = grid(1);
        let mut map = PheromoneMap::new(&world, &MapParams::default()).unwrap();
        assert!(map.trails().is_none() && map.trails_mut(&world).is_none() && map.take_trails().is_none());
        assert_eq!(map.save_trails().unwrap_err().kind, ErrorKind::State);
        let reading = map.read_trails(&world, DVec3::ZERO, DVec3::ZERO, &STILL);
        assert_eq!(reading.unwrap_err().kind, ErrorKind::State);
        map.enable_trails(&TrailParams::default(), world.origin()).unwrap();
        assert!(map.take_trails().is_some() && map.trails().is_none());
    }
}
