//! Ids, budgets, bad input, snapshots.

use crate::course::{ID, Update, at_rest, nanos, yaw};
use crate::walls::{random_grid, random_walk};
use antreckon::base::ErrorKind;
use antreckon::base::arena::ArenaId;
use antreckon::base::math::{DQuat, DVec3};
use antreckon::base::random::Random;
use antreckon::predict::Prediction;
use antreckon::smooth::{BYTES_PER_ENTITY, Correction, DrawContext, Drawn, Method, SmoothParams, Smoother, drawn};

fn id(index: u32, generation: u32) -> ArenaId {
    ArenaId { index, generation }
}

#[test]
fn a_new_entity_in_an_old_place_starts_afresh_and_the_old_one_is_refused() {
    let mut smoother = Smoother::new(2, &SmoothParams::default()).unwrap();
    let terrain = DrawContext::default();
    smoother.draw(id(1, 3), 0, &at_rest(DVec3::ZERO), &terrain).unwrap();
    let drawn = smoother.draw(id(1, 4), 10, &at_rest(DVec3::X), &terrain).unwrap();
    assert_eq!((drawn.position, drawn.flags & drawn::SNAPPED), (DVec3::X, drawn::SNAPPED));
    let stale = smoother.draw(id(1, 3), 20, &at_rest(DVec3::ZERO), &terrain).unwrap_err();
    assert_eq!(stale.kind, ErrorKind::NotFound);
    let beyond = smoother.draw(id(2, 1), 0, &at_rest(DVec3::ZERO), &terrain).unwrap_err();
    assert_eq!((beyond.kind, beyond.message.as_str()), (ErrorKind::Budget, "capacity is 2, the entity has index 2"));
    assert_eq!(smoother.entity_count(), 1);
    assert!(smoother.forget(id(1, 4)) && !smoother.forget(id(1, 4)) && !smoother.forget(id(9, 1)));
    assert_eq!((smoother.entity_count(), smoother.last(id(1, 4))), (0, None));
}

#[test]
fn bad_predictions_are_refused_and_change_nothing() {
    let mut smoother = Smoother::new(1, &SmoothParams::default()).unwrap();
    let terrain = DrawContext::default();
    smoother.draw(ID, 0, &at_rest(DVec3::ZERO), &terrain).unwrap();
    let before = smoother.state_hash();
    let good = at_rest(DVec3::X);
    let bad = [
        Prediction { position: DVec3::NAN, ..good },
        Prediction { velocity: DVec3::INFINITY, ..good },
        Prediction { orientation: DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), ..good },
        Prediction { orientation: DQuat::from_xyzw(f64::NAN, 0.0, 0.0, 1.0), ..good },
    ];
    for bad in &bad {
        assert_eq!(smoother.draw(ID, 1, bad, &terrain).unwrap_err().kind, ErrorKind::InvalidArgument);
        assert!(smoother.correct(ID, &Correction::new(1, bad), &terrain).is_err());
        let correction = Correction { before: Some(bad), ..Correction::new(1, &good) };
        assert!(smoother.correct(ID, &correction, &terrain).unwrap_err().message.starts_with("before."));
    }
    for gap in [f64::NAN, -1.0, 1e7] {
        let correction = Correction { gap: Some(gap), ..Correction::new(1, &good) };
        assert!(smoother.correct(ID, &correction, &terrain).unwrap_err().message.starts_with("gap is"));
    }
    assert!(smoother.rebase(DVec3::NAN).is_err());
    assert_eq!(smoother.state_hash(), before);
}

#[test]
fn batches_are_single_frames_one_after_the_other() {
    let mut alone = Smoother::new(8, &SmoothParams::default()).unwrap();
    let mut together = alone.clone();
    let terrain = DrawContext::default();
    let ids: Vec<_> = (0..9).map(|i| id(i, 1)).collect();
    let mut out = [Drawn::NOWHERE; 9];
    for frame in 0..5 {
        let now = nanos(0.05 * f64::from(frame));
        let run = |i: usize| Update { time: 0.0, position: DVec3::Z * i as f64, velocity: DVec3::X };
        let predictions: Vec<_> = (0..9).map(|i| run(i).at(0.05 * f64::from(frame))).collect();
        let mut failed = Vec::new();
        let report = |place, error: antreckon::base::Error| failed.push((place, error.kind));
        together.draw_batch(&ids, now, &predictions, &terrain, &mut out, report).unwrap();
        assert_eq!(failed, [(8, ErrorKind::Budget)]);
        assert_eq!(out[8], Drawn::NOWHERE);
        for i in 0..8 {
            assert_eq!(alone.draw(ids[i], now, &predictions[i], &terrain).unwrap(), out[i]);
        }
    }
    assert!(together.draw_batch(&ids, 0, &[], &terrain, &mut out, |_, _| ()).is_err());
    assert!(together.bytes() >= 8 * BYTES_PER_ENTITY && together.bytes() < 40 * BYTES_PER_ENTITY);
}

#[test]
fn whoever_restores_a_snapshot_draws_on_identically() {
    for (seed, method) in Method::ALL.into_iter().enumerate() {
        let world = random_grid(seed as u64, 0.2);
        let terrain = DrawContext { world: Some(&world), ..DrawContext::default() };
        let params = SmoothParams { method, ..SmoothParams::default() };
        let mut first = Smoother::new(4, &params).unwrap();
        let walk = random_walk(&world, seed as u64, 60);
        let mut random = Random(seed as u64);
        let mut copy: Option<Smoother> = None;
        for (step, state) in walk.iter().enumerate() {
            let time = nanos(step as f64 / 60.0);
            let noise = DVec3::new(random.normal(), 0.0, random.normal()) * 0.5;
            let seen =
                Prediction { position: state.position + noise, orientation: yaw(noise.x), ..state.at(state.time) };
            for smoother in [Some(&mut first), copy.as_mut()].into_iter().flatten() {
                if step % 6 == 0 {
                    smoother.correct(id(2, 1), &Correction::new(time, &seen), &terrain).unwrap();
                }
                smoother.draw(id(2, 1), time, &seen, &terrain).unwrap();
            }
            if let Some(copy) = &copy {
                assert_eq!(first.snapshot(), copy.snapshot(), "{method:?}, step {step}");
            }
            if step % 7 == 3 {
                let mut restored = Smoother::new(4, &SmoothParams::default()).unwrap();
                restored.restore(&first.snapshot()).unwrap();
                assert_eq!(restored.state_hash(), first.state_hash());
                copy = Some(restored);
            }
        }
    }
}

#[test]
fn damaged_snapshots_are_refused_and_change_nothing() {
    let mut smoother = Smoother::new(4, &SmoothParams::default()).unwrap();
    let terrain = DrawContext::default();
    for i in 0..3 {
        smoother.draw(id(i, 1), 5, &at_rest(DVec3::X * f64::from(i)), &terrain).unwrap();
    }
    let bytes = smoother.snapshot();
    let mut other = Smoother::new(4, &SmoothParams::default()).unwrap();
    let before = other.state_hash();
    for length in 0..bytes.len() {
        assert_eq!(other.restore(&bytes[..length]).unwrap_err().kind, ErrorKind::Corrupt, "{length} bytes");
    }
    for byte in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[byte] ^= 1 << (byte % 8);
        assert_eq!(other.restore(&damaged).unwrap_err().kind, ErrorKind::Corrupt, "byte {byte}");
    }
    assert_eq!(other.state_hash(), before);
    let mut small = Smoother::new(2, &SmoothParams::default()).unwrap();
    assert_eq!(small.restore(&bytes).unwrap_err().kind, ErrorKind::Budget);
    other.restore(&bytes).unwrap();
    assert_eq!(other.state_hash(), smoother.state_hash());
}

/// Every value in turn replaced by nonsense, with a checksum that fits: an error or a state, never a panic.
#[test]
fn nonsense_with_a_good_checksum_does_no_harm() {
    use antreckon::base::hash::hash_bytes;
    let mut smoother = Smoother::new(4, &SmoothParams::default()).unwrap();
    let world = random_grid(3, 0.0);
    let terrain = DrawContext { world: Some(&world), ..DrawContext::default() };
    let run = Update { time: 0.0, position: DVec3::new(5.0, 0.0, 5.0), velocity: DVec3::X };
    smoother.draw(ID, 0, &run.at(0.0), &terrain).unwrap();
    smoother.correct(ID, &Correction::new(50_000_000, &run.at(0.5)), &terrain).unwrap();
    let bytes = smoother.snapshot();
    let (mut taken, mut refused) = (0, 0);
    for at in 24..bytes.len() - 8 {
        for value in [u64::MAX, 0x7ff0_0000_0000_0000, 0, 1] {
            let mut damaged = bytes.clone();
            damaged[at..at + 8].copy_from_slice(&value.to_le_bytes());
            let checksum = hash_bytes(&damaged[24..]);
            damaged[16..24].copy_from_slice(&checksum.to_le_bytes());
            let mut other = Smoother::new(4, &SmoothParams::default()).unwrap();
            match other.restore(&damaged) {
                Ok(()) => {
                    taken += 1;
                    let _ = other.draw(ID, 100_000_000, &run.at(0.1), &terrain);
                    let _ = other.correct(ID, &Correction::new(i64::MAX, &run.at(0.1)), &terrain);
                }
                Err(error) => {
                    refused += 1;
                    assert!(matches!(error.kind, ErrorKind::Corrupt | ErrorKind::Budget), "{error}");
                }
            }
        }
    }
    assert!(taken > 100 && refused > 100, "{taken} taken, {refused} refused");
}

#[test]
fn rebasing_moves_what_is_drawn_and_nothing_else() {
    let mut moved = Smoother::new(1, &SmoothParams::default()).unwrap();
    let mut still = moved.clone();
    let terrain = DrawContext::default();
    let shift = DVec3::new(64.0, 0.0, -32.0);
    let before = Update { time: 0.0, position: DVec3::X, velocity: DVec3::X * 4.0 };
    let after = Update { time: 0.1, position: DVec3::X * 2.0, velocity: DVec3::Z * 4.0 };
    for smoother in [&mut moved, &mut still] {
        smoother.draw(ID, 0, &before.at(0.0), &terrain).unwrap();
        smoother.correct(ID, &Correction::new(nanos(0.1), &after.at(0.1)), &terrain).unwrap();
    }
    moved.rebase(shift).unwrap();
    for frame in 1..30 {
        let time = 0.1 + 0.016 * f64::from(frame);
        let predicted = after.at(time);
        let elsewhere = Prediction { position: predicted.position - shift, ..predicted };
        let a = still.draw(ID, nanos(time), &predicted, &terrain).unwrap();
        let b = moved.draw(ID, nanos(time), &elsewhere, &terrain).unwrap();
        assert!((a.position - shift - b.position).length() < 1e-12 && a.flags == b.flags);
    }
}
