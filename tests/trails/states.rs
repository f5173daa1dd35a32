//! Saved forms and snapshots.

use super::*;
use antreckon::base::ErrorKind;
use antreckon::pheromone::trail::reach;

fn assert_reads_equal(a: &Trails, b: &Trails, side: f32) {
    let mut dice = Dice(77);
    for _ in 0..500 {
        let passage = dice.passage(side);
        assert_eq!(a.read(&passage.pose, &reach(0.5)), b.read(&passage.pose, &reach(0.5)));
        assert_eq!(a.recall(&passage, &reach(0.5)), b.recall(&passage, &reach(0.5)));
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
                let mut dice = Dice(3);
                (0..20).for_each(|_| _ = trails.recall(&dice.passage(1.0), &STILL));
            }
            Err(error) => {
                assert!(matches!(error.kind, ErrorKind::Corrupt | ErrorKind::Budget), "{error}");
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
