//! Numbers of a snapshot that nobody can have observed: refused, or without harm. Every predicted number stays finite.
#![allow(missing_docs)]

use antreckon::base::math::{DQuat, DVec3};
use antreckon::base::random::Random;
use antreckon::base::serial::{HEADER_LEN, seal};
use antreckon::predict::{EntityProfile, LevelContext, Model, Observation, Predictor};

const SECOND: i64 = 1_000_000_000;
const HUGE: [f64; 3] = [1.7e308, -1.7e308, 1e300];

/// Two players who have walked for three seconds.
fn walked(model: Model) -> Predictor {
    let mut predictor = Predictor::new(4);
    let profile = EntityProfile { model, ..EntityProfile::default() };
    let ids = [predictor.add_entity(&profile).unwrap(), predictor.add_entity(&profile).unwrap()];
    for tick in 0..30i64 {
        for (i, id) in ids.iter().enumerate() {
            let t = tick as f64 * 0.1;
            let place = DVec3::new(4.0 * t, if tick % 10 < 3 { t } else { 0.0 }, i as f64 * 3.0 + t.sin());
            let mut observation = Observation::at(tick * SECOND / 10, place);
            observation.velocity = Some(DVec3::new(4.0, 0.0, t.cos()));
            observation.orientation = Some(DQuat::from_rotation_y(0.1 * t));
            observation.angular_velocity = Some(DVec3::Y * 0.1);
            predictor.observe(*id, &observation).unwrap();
        }
    }
    predictor
}

/// Whether what a predictor says of everybody, now and later, is finite.
fn is_sound(predictor: &mut Predictor) -> bool {
    let ids: Vec<_> = predictor.entities().collect();
    ids.iter().all(|id| {
        [0, SECOND / 10, SECOND, 60 * SECOND, 3600 * SECOND].iter().all(|ahead| {
            let said = predictor.predict(LevelContext::default(), *id, 3 * SECOND + ahead);
            said.is_ok_and(|p| p.position.is_finite() && p.velocity.is_finite() && p.orientation.is_finite())
        })
    })
}

#[test]
fn huge_numbers_in_a_snapshot_are_refused_or_lead_to_no_infinity() {
    for model in Model::ALL {
        let bytes = walked(model).snapshot();
        let mut random = Random(model as u64);
        let near = (HEADER_LEN..bytes.len().min(1500) - 8).collect::<Vec<_>>();
        let far = (0..300).map(|_| HEADER_LEN + random.below(bytes.len() - HEADER_LEN - 8));
        let (mut refused, mut taken) = (0, 0);
        for at in near.into_iter().chain(far) {
            for value in [HUGE[at % 3].to_le_bytes().as_slice(), &3e38f32.to_le_bytes()] {
                let mut forged = bytes.clone();
                forged[at..at + value.len()].copy_from_slice(value);
                let version = u32::from_le_bytes(forged[4..8].try_into().unwrap());
                seal(&mut forged, *b"ANPD", version);
                let mut predictor = Predictor::new(4);
                if predictor.restore(&forged).is_err() {
                    refused += 1;
                    continue;
                }
                taken += 1;
                assert!(is_sound(&mut predictor), "{model:?}: {value:?} at {at}");
            }
        }
        assert!(refused > 200 && taken > 0, "{model:?}: {refused} refused, {taken} taken");
    }
}
