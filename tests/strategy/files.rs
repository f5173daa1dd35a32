//! Snapshots, files, bad input, memory.

use crate::*;
use antreckon::base::ErrorKind;
use antreckon::predict::strategy::{Follow, Ledger, MAX_SEGMENTS, Truth};

/// A predictor in the middle of everything.
fn busy() -> (Predictor, EntityId) {
    let mut chosen = params(Mode::Progress, 2.0);
    (chosen.parallels, chosen.width) = (3, 3.0);
    let (mut p, id) = predictor(&chosen);
    p.learn_routes(&[walk(&CORNER, 8.0, || DVec3::ZERO), walk(&[[0.0, 70.0], [90.0, 70.0]], 5.0, || DVec3::ZERO)])
        .unwrap();
    p.add_route(&points(&[[0.0, 200.0], [50.0, 200.0]]), 7).unwrap();
    p.begin_trial(id).unwrap();
    for i in 0..9 {
        p.observe(id, &seen(i * SECOND / 2, at(4.0 * i as f64, 0.3 * (i % 3) as f64), at(8.0, 0.2))).unwrap();
    }
    (p, id)
}

#[test]
fn snapshots_restore_strategies_progress_and_open_trials_bit_for_bit() {
    let (mut p, id) = busy();
    p.rebase(DVec3::new(0.1, 0.7, -123.3)).unwrap();
    let bytes = p.snapshot();
    let mut restored = Predictor::new(8);
    restored.restore(&bytes).unwrap();
    assert_eq!(restored.snapshot(), bytes);
    assert!(p.strategy_info(id).unwrap().following.is_some() && p.strategy_info(id).unwrap().recording);
    for i in 9..40 {
        let place = at(4.0 * i as f64 - 0.1, 123.3 + (i % 4) as f64) - DVec3::Y * 0.7;
        for q in [&mut p, &mut restored] {
            q.observe(id, &seen(i * SECOND / 2, place, at(7.0, 1.0))).unwrap();
        }
        let [a, b] = [&p, &restored].map(|q| shown(q, id, (i + 3) * SECOND / 2).to_array().map(f64::to_bits));
        assert_eq!(a, b, "{i}");
        assert_eq!(p.strategy_info(id).unwrap(), restored.strategy_info(id).unwrap());
    }
    for q in [&mut p, &mut restored] {
        q.end_trial(id).unwrap();
        q.learn_strategies();
    }
    assert_eq!(p.snapshot(), restored.snapshot());
}

#[test]
fn damaged_snapshots_and_files_are_refused_and_change_nothing() {
    let (p, _) = busy();
    let (snapshot, file) = (p.snapshot(), p.save_strategies());
    let mut other = Predictor::new(8);
    other.set_strategies(&params(Mode::Containment, 3.0)).unwrap();
    let before = other.snapshot();
    for n in 0..snapshot.len() {
        assert_eq!(other.restore(&snapshot[..n]).unwrap_err().kind, ErrorKind::Corrupt, "{n} bytes");
    }
    for n in 0..file.len() {
        assert_eq!(other.load_strategies(&file[..n]).unwrap_err().kind, ErrorKind::Corrupt, "{n} bytes");
    }
    let mut bent = file.clone();
    for bit in 0..file.len() * 8 {
        bent[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(other.load_strategies(&bent).unwrap_err().kind, ErrorKind::Corrupt, "bit {bit}");
        bent[bit / 8] ^= 1 << (bit % 8);
    }
    assert_eq!(other.snapshot(), before);
}

/// A file with the frame made right again after its content was changed: what a hostile writer would do.
fn sealed(mut payload: Vec<u8>, magic: &[u8; 4]) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    bytes.extend(1u32.to_le_bytes());
    bytes.extend((payload.len() as u64).to_le_bytes());
    bytes.extend(antreckon::base::hash::hash_bytes(&payload).to_le_bytes());
    bytes.append(&mut payload);
    bytes
}

#[test]
fn files_with_a_right_checksum_and_absurd_content_are_refused() {
    let (p, _) = busy();
    let file = p.save_strategies();
    let payload = &file[24..];
    let mut other = Predictor::new(8);
    other.load_strategies(&sealed(payload.to_vec(), b"ANTS")).unwrap();
    let before = other.snapshot();
    // Every eight bytes in turn become huge, negative and NaN: refused, or a number that may stand there.
    for at in (0..payload.len() - 8).step_by(3) {
        for wild in [u64::MAX, 1 << 63, f64::NAN.to_bits(), f64::INFINITY.to_bits(), 1e300f64.to_bits(), 1 << 40] {
            let mut bent = payload.to_vec();
            bent[at..at + 8].copy_from_slice(&wild.to_le_bytes());
            if let Err(error) = other.load_strategies(&sealed(bent, b"ANTS")) {
                assert_eq!(error.kind, ErrorKind::Corrupt);
            } else {
                other.restore(&before).unwrap();
            }
        }
    }
    assert!(other.load_strategies(&sealed(payload.to_vec(), b"ANTX")).is_err());
    assert_eq!(other.snapshot(), before);
}

#[test]
fn a_file_carries_parameters_routes_and_evidence_to_another_predictor() {
    let (p, _) = busy();
    let (mut other, id) = predictor(&params(Mode::Containment, 9.0));
    other.load_strategies(&p.save_strategies()).unwrap();
    assert_eq!(other.strategy_params(), p.strategy_params());
    let routes = |p: &Predictor| p.routes().map(|(route, evidence)| (route.clone(), evidence)).collect::<Vec<_>>();
    assert_eq!(routes(&other), routes(&p));
    assert_eq!(other.save_strategies(), p.save_strategies());
    // What is learned from now on adds to what was loaded.
    other
        .learn_routes(&[walk(&CORNER, 8.0, || DVec3::ZERO), walk(&[[0.0, -90.0], [90.0, -90.0]], 5.0, || DVec3::ZERO)])
        .unwrap();
    let evidence: Vec<u32> = other.routes().map(|(_, evidence)| evidence).collect();
    assert_eq!(evidence, [2, 1, 7, 1]);
    other.clear_strategies();
    assert_eq!(other.strategy_info(id).unwrap().strategies, 0);
    assert_eq!(other.strategy_params(), p.strategy_params());
}

#[test]
fn bad_input_is_refused_and_changes_nothing() {
    let (mut p, _) = busy();
    let before = p.snapshot();
    let gone = {
        let mut other = Predictor::new(8);
        let first = other.add_entity(&profile()).unwrap();
        other.remove_entity(first).unwrap();
        other.add_entity(&profile()).unwrap()
    };
    assert_eq!(p.begin_trial(gone).unwrap_err().kind, ErrorKind::NotFound);
    assert_eq!(p.end_trial(gone).unwrap_err().kind, ErrorKind::NotFound);
    assert_eq!(p.strategy_info(gone).unwrap_err().kind, ErrorKind::NotFound);
    assert_eq!(p.follow_strategy(gone, Follow::Automatic).unwrap_err().kind, ErrorKind::NotFound);
    assert!(p.strategy_needs_update(LevelContext::default(), gone, DVec3::ZERO, 0).is_err());
    let truth = Truth { time: 0, position: DVec3::ZERO, velocity: DVec3::ZERO };
    assert!(Ledger::new().decide(&p, LevelContext::default(), gone, &truth).is_err());
    assert!(p.set_strategies(&StrategyParams { threshold: -1.0, ..Default::default() }).is_err());
    assert!(p.add_route(&[DVec3::ZERO], 1).is_err());
    assert!(p.add_route(&[DVec3::ZERO, DVec3::splat(f64::NAN)], 1).is_err());
    assert!(p.learn_routes(&[vec![(0, DVec3::ZERO), (1, DVec3::splat(f64::INFINITY))]]).is_err());
    assert_eq!(p.snapshot(), before);
    // Too many segments: so many routes of 1000 points with 15 parallels each do not fit.
    let zigzag: Vec<DVec3> = (0..1000).map(|i| at(i as f64, (i % 2) as f64 * 30.0)).collect();
    let most = StrategyParams { parallels: 15, width: 0.1, threshold: 0.2, ..Default::default() };
    p.set_strategies(&most).unwrap();
    let refused = (0..MAX_SEGMENTS / (999 * 15) + 1).find_map(|_| p.add_route(&zigzag, 1).err());
    assert_eq!(refused.unwrap().kind, ErrorKind::Budget);
}

#[test]
fn memory_is_counted() {
    let (mut p, id) = predictor(&params(Mode::Progress, 2.0));
    let empty = p.bytes();
    p.add_route(&points(&CORNER), 1).unwrap();
    let with_route = p.bytes();
    assert!(with_route > empty + 3 * 24 && with_route < empty + 4096, "{empty} {with_route}");
    p.begin_trial(id).unwrap();
    assert!(p.bytes() >= with_route + 1024 * 24, "an open trial reserves what it may need");
    p.end_trial(id).unwrap();
    assert!(p.bytes() < with_route + 512);
}
