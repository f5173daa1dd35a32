//! Neuro-reckoning as a whole: banks in a predictor, what they predict and send, when they are believed, their state.
#![allow(missing_docs)]

use antreckon::base::ErrorKind;
use antreckon::base::math::{DQuat, DVec3};
use antreckon::ghosts::{EVERYONE, Outbox, OutboxParams, PlayerState};
use antreckon::net::sender::{ConnectionParams, SendContext, SenderKind, SenderParams};
use antreckon::predict::neuro::{Axes, BYTES_PER_WINDOW, Bank, BankParts, MAX_BANKS, SendRule, SentSpeed, Shape};
use antreckon::predict::{BaseMotion, EntityId, EntityProfile, LevelContext, Model, Observation, Obstacle, Predictor};

const TICK: i64 = 50_000_000;

/// A bank that always says the same: Δv_i = i · (x, z), whatever it is told within ±15 m/s.
fn constant(shape: Shape, change: [f32; 2]) -> BankParts {
    let outputs = shape.networks * shape.dimensions;
    let mut weights = vec![0.0; shape.networks * shape.parameters()];
    for (i, network) in weights.chunks_exact_mut(shape.parameters()).enumerate() {
        let biases = shape.parameters() - shape.dimensions;
        for (c, change) in change.iter().enumerate() {
            network[biases + c] = (i + 1) as f32 * change / 100.0;
        }
    }
    BankParts {
        shape,
        axes: Axes::World,
        sends: vec![SendRule::paper(shape.networks)],
        run_speed: 0.0,
        origin: String::new(),
        step: TICK,
        input_ranges: (0..shape.inputs())
            .map(|j| if (j / shape.dimensions).is_multiple_of(2) { [-15.0, 15.0] } else { [-1.0, 1.0] })
            .collect(),
        output_ranges: vec![[-100.0, 100.0]; outputs],
        r2: (0..outputs).map(|o| 0.5 - 0.01 * (o / shape.dimensions) as f32).collect(),
        errors: vec![20.0; shape.networks],
        weights,
    }
}

fn bank(parts: &BankParts) -> Vec<u8> {
    Bank::new(parts).unwrap().to_bytes()
}

fn profile() -> EntityProfile {
    let mut profile = EntityProfile { model: Model::Neuro, ..EntityProfile::default() };
    profile.post.limit_speed = false;
    profile.post.obstacle = Obstacle::Ignore;
    profile
}

fn predictor(parts: &BankParts) -> (Predictor, EntityId) {
    let mut predictor = Predictor::new(8);
    predictor.load_bank(0, &bank(parts)).unwrap();
    let id = predictor.add_entity(&profile()).unwrap();
    (predictor, id)
}

fn moving(time: i64, position: DVec3, velocity: DVec3) -> Observation {
    Observation { velocity: Some(velocity), ..Observation::at(time, position) }
}

/// Runs straight on with `velocity` for `ticks` ticks from tick `first` on.
fn run(predictor: &mut Predictor, id: EntityId, first: i64, ticks: i64, velocity: DVec3) {
    for k in first..first + ticks {
        let position = velocity * (k as f64 * 0.05);
        predictor.observe(id, &moving(k * TICK, position, velocity)).unwrap();
    }
}

fn small() -> Shape {
    Shape { dimensions: 2, delays: 3, hidden: 2, networks: 2 }
}

#[test]
fn a_prediction_follows_the_path_and_says_how_sure_it_is() {
    let (mut predictor, id) = predictor(&constant(small(), [2.0, -4.0]));
    let v = DVec3::new(6.0, 1.0, 8.0);
    run(&mut predictor, id, 0, 4, v);
    let from = v * 0.15;
    let at = |seconds: f64| predictor.predict(LevelContext::default(), id, 3 * TICK + (seconds * 1e9) as i64).unwrap();
    // Eq. 7: a step of v, then v + (2, -4), then v + (4, -8), and on with that.
    for (seconds, offset, change) in [
        (0.05, [0.0, 0.0], [0.0, 0.0]),
        (0.075, [0.05, -0.1], [2.0, -4.0]),
        (0.1, [0.1, -0.2], [4.0, -8.0]),
        (0.15, [0.3, -0.6], [4.0, -8.0]),
        (0.65, [2.3, -4.6], [4.0, -8.0]),
    ] {
        let prediction = at(seconds);
        let want = from + v * seconds + DVec3::new(offset[0], 0.0, offset[1]);
        assert!((prediction.position - want).length() < 1e-5, "{seconds}: {} {want}", prediction.position);
        let want = v + DVec3::new(change[0], 0.0, change[1]);
        assert!((prediction.velocity - want).length() < 1e-4, "{seconds}: {}", prediction.velocity);
    }
    // r² is 0.5 for the first network and 0.49 for the second; beyond 3h it fades.
    for (seconds, confidence) in [(0.03, 0.5), (0.07, 0.5), (0.12, 0.49), (0.15, 0.49), (0.3, 0.245)] {
        assert!((at(seconds).confidence - confidence).abs() < 1e-6, "{seconds}: {}", at(seconds).confidence);
    }
}

#[test]
fn the_owner_sends_the_predictive_velocity() {
    let mut parts = constant(small(), [2.0, -4.0]);
    let (mut predictor, id) = predictor(&parts);
    let v = DVec3::new(6.0, 1.0, 8.0);
    run(&mut predictor, id, 0, 4, v);
    // Eq. 8: the end of the path is at (6 · 0.15 + 0.3, 8 · 0.15 - 0.6) = (1.2, 0.6).
    let (sent, confidence) = predictor.predictive_velocity(id, 0.5).unwrap();
    let length = (1.2f64 * 1.2 + 0.6 * 0.6).sqrt();
    assert!((sent - DVec3::new(12.0 / length, 1.0, 6.0 / length)).length() < 1e-5, "{sent}");
    assert!((confidence - 0.49).abs() < 1e-6);
    parts.sends[0].speed = SentSpeed::Mean;
    predictor.load_bank(0, &bank(&parts)).unwrap();
    run(&mut predictor, id, 4, 1, v);
    let (sent, _) = predictor.predictive_velocity(id, 0.5).unwrap();
    assert!((sent - DVec3::new(8.0, 1.0, 4.0)).length() < 1e-5, "{sent}");
}

/// Plain dead reckoning and no confidence.
fn falls_back(predictor: &Predictor, id: EntityId) -> bool {
    let k = *predictor.kinematics(id).unwrap();
    let prediction = predictor.predict(LevelContext::default(), id, k.time + 6 * TICK).unwrap();
    let off = prediction.position - (k.position + k.velocity * 0.3);
    let straight = off.length() < 1e-9 && prediction.velocity == k.velocity;
    straight && prediction.confidence == 0.0 && predictor.predictive_velocity(id, 0.5).unwrap() == (k.velocity, 0.0)
}

#[test]
fn without_a_bank_or_a_full_window_dead_reckoning_takes_over() {
    let v = DVec3::new(3.0, 0.0, 4.0);
    let (mut predictor, id) = predictor(&constant(small(), [2.0, -4.0]));
    for k in 0..3 {
        run(&mut predictor, id, k, 1, v);
        assert!(falls_back(&predictor, id), "{k}: the window is not full");
    }
    run(&mut predictor, id, 3, 1, v);
    assert!(!falls_back(&predictor, id));
    let other = EntityProfile { bank: 7, ..profile() };
    predictor.set_profile(id, &other).unwrap();
    run(&mut predictor, id, 4, 1, v);
    assert!(falls_back(&predictor, id), "there is no bank 7");
    predictor.load_bank(7, &bank(&constant(small(), [1.0, 0.0]))).unwrap();
    run(&mut predictor, id, 5, 1, v);
    assert!(!falls_back(&predictor, id));
    predictor.remove_bank(7).unwrap();
    run(&mut predictor, id, 6, 1, v);
    assert!(falls_back(&predictor, id), "the bank is gone");
    assert_eq!(predictor.remove_bank(7).unwrap_err().kind, ErrorKind::NotFound);
}

#[test]
fn a_new_life_a_gap_and_a_moving_base_empty_the_window() {
    let v = DVec3::new(3.0, 0.0, 4.0);
    let filled = || {
        let (mut predictor, id) = predictor(&constant(small(), [2.0, -4.0]));
        run(&mut predictor, id, 0, 6, v);
        assert!(!falls_back(&predictor, id));
        (predictor, id)
    };
    let (mut predictor, id) = filled();
    predictor.observe(id, &Observation { teleported: true, ..moving(6 * TICK, DVec3::X * 100.0, v) }).unwrap();
    assert!(falls_back(&predictor, id), "a teleport");
    let (mut predictor, id) = filled();
    predictor.observe(id, &moving(26 * TICK, DVec3::X, v)).unwrap();
    assert!(falls_back(&predictor, id), "more than 20 steps without news");
    let (mut predictor, id) = filled();
    predictor.observe(id, &moving(25 * TICK, DVec3::X, v)).unwrap();
    assert!(!falls_back(&predictor, id), "20 steps are bridged");
    let (mut predictor, id) = filled();
    let base = BaseMotion {
        id: 1,
        position: DVec3::ZERO,
        orientation: DQuat::IDENTITY,
        velocity: DVec3::ZERO,
        angular_velocity: DVec3::ZERO,
    };
    for k in 6..12 {
        predictor.observe(id, &Observation { base: Some(base), ..moving(k * TICK, DVec3::X, v) }).unwrap();
        assert!(falls_back(&predictor, id), "riding");
    }
}

#[test]
fn another_model_in_between_leaves_no_stale_path() {
    let v = DVec3::new(3.0, 0.0, 4.0);
    let (mut predictor, id) = predictor(&constant(small(), [2.0, -4.0]));
    run(&mut predictor, id, 0, 6, v);
    predictor.set_model(id, Model::Dr1).unwrap();
    assert_eq!(predictor.predictive_velocity(id, 0.5).unwrap(), (v, 0.0), "dr1 sends what it has");
    run(&mut predictor, id, 6, 1, v);
    predictor.set_model(id, Model::Neuro).unwrap();
    assert!(falls_back(&predictor, id), "the path is of an older observation");
    run(&mut predictor, id, 7, 1, v);
    assert!(!falls_back(&predictor, id));
    let never = predictor.add_entity(&profile()).unwrap();
    assert_eq!(predictor.predictive_velocity(never, 0.5).unwrap_err().kind, ErrorKind::State);
    predictor.remove_entity(never).unwrap();
    assert_eq!(predictor.predictive_velocity(never, 0.5).unwrap_err().kind, ErrorKind::NotFound);
}

#[test]
fn confidence_falls_outside_of_the_trained_range_and_then_dead_reckoning_takes_over() {
    // Trained within ±15 m/s: 1 is half a range of 15.
    let confidence = |speed: f64| {
        let (mut predictor, id) = predictor(&constant(small(), [0.2, -0.4]));
        run(&mut predictor, id, 0, 4, DVec3::X * speed);
        let confidence = predictor.predictive_velocity(id, 0.5).unwrap().1;
        assert_eq!(falls_back(&predictor, id), confidence == 0.0);
        confidence / 0.49
    };
    assert!((confidence(14.9) - 1.0).abs() < 1e-5);
    assert!((confidence(15.0 * 1.05) - 0.8).abs() < 1e-4);
    assert!((confidence(15.0 * 1.12) - 0.52).abs() < 1e-4);
    assert_eq!(confidence(15.0 * 1.13), 0.0, "below a half nobody listens");
    assert_eq!(confidence(1000.0), 0.0);
}

#[test]
fn a_bank_that_errs_more_than_lines_is_unheard_until_it_does_better() {
    // It promises a sharp turn; the entity goes straight on.
    let v = DVec3::new(3.0, 0.0, 4.0);
    let (mut predictor, id) = predictor(&constant(small(), [4.0, -3.0]));
    run(&mut predictor, id, 0, 4, v);
    assert!(!falls_back(&predictor, id));
    run(&mut predictor, id, 4, 40, v);
    assert!(falls_back(&predictor, id), "two seconds of wrong promises");
    // Now the turn comes true: after each step of v the velocity grows by what was promised.
    let (mut x, mut u) = (v * (43.0 * 0.05), v);
    let mut heard = false;
    for k in 44..200 {
        x += u * 0.05;
        u = v + DVec3::new(4.0, 0.0, -3.0) * ((k % 3) as f64);
        predictor.observe(id, &moving(k * TICK, x, u)).unwrap();
        heard |= !falls_back(&predictor, id);
    }
    assert!(heard, "a bank that is right again is heard again");
}

#[test]
fn irregular_and_fast_updates_give_the_path_of_regular_ones() {
    // A network of one neuron that looks at the oldest velocity: Δv = tanh of it.
    let shape = Shape { dimensions: 2, delays: 3, hidden: 1, networks: 1 };
    let mut parts = constant(shape, [0.0, 0.0]);
    parts.weights[12] = 1.0;
    parts.weights[17] = 0.1;
    // Speed grows by 10 m/s² along x.
    let state = |time: i64| {
        let t = time as f64 * 1e-9;
        moving(time, DVec3::X * (5.0 * t * t), DVec3::X * (10.0 * t))
    };
    let told = |times: &mut dyn Iterator<Item = i64>| {
        let (mut predictor, id) = predictor(&parts);
        for time in times {
            predictor.observe(id, &state(time)).unwrap();
        }
        predictor.observe(id, &state(1_000_000_000)).unwrap();
        let velocity = predictor.predict(LevelContext::default(), id, 1_080_000_000).unwrap().velocity.x;
        assert!(!falls_back(&predictor, id));
        velocity - 10.0
    };
    let regular = told(&mut (10..20).map(|k| k * TICK));
    // The velocity 150 ms ago was 8.5 of 15, its tanh times a tenth of 100 m/s.
    assert!((regular - 10.0 * (8.5f64 / 15.0).tanh()).abs() < 1e-4, "{regular}");
    let fast = told(&mut (60..144).map(|k| k * 6_944_444));
    let unsteady = told(&mut [300, 520, 640, 777, 801, 873, 951].iter().map(|ms| ms * 1_000_000));
    let seldom = told(&mut [400, 700].iter().map(|ms| ms * 1_000_000));
    for (name, other) in [("fast", fast), ("unsteady", unsteady), ("seldom", seldom)] {
        assert!((regular - other).abs() < 1e-4, "{name}: {other}");
    }
}

#[test]
fn orientations_count() {
    // Δv along x is a hundred times what the first neuron makes of the facing along x.
    let shape = Shape { dimensions: 2, delays: 0, hidden: 1, networks: 1 };
    let mut parts = constant(shape, [0.0, 0.0]);
    parts.weights[2] = 1.0;
    parts.weights[5] = 1.0;
    let (mut predictor, id) = predictor(&parts);
    let mut change = |time: i64, orientation: Option<DQuat>| {
        let observation = Observation { orientation, ..moving(time * TICK, DVec3::ZERO, DVec3::Z) };
        predictor.observe(id, &observation).unwrap();
        predictor.predict(LevelContext::default(), id, (time + 1) * TICK + 1_000_000).unwrap().velocity.x
    };
    assert!(change(1, None).abs() < 1e-5, "moving along z");
    // Forward is -Z; a quarter turn to the right faces +X.
    let right = DQuat::from_rotation_y(-std::f64::consts::FRAC_PI_2);
    assert!((change(2, Some(right)) - 100.0 * 1f64.tanh()).abs() < 1e-3);
    assert!((change(3, None) - 100.0 * 1f64.tanh()).abs() < 1e-3, "as before");
    assert!((change(4, Some(right.conjugate())) + 100.0 * 1f64.tanh()).abs() < 1e-3);
}

#[test]
fn a_snapshot_goes_on_bit_equal() {
    let (mut predictor, id) = predictor(&constant(Shape::PAPER, [0.4, -0.3]));
    predictor.load_bank(3, &bank(&constant(small(), [1.0, 0.0]))).unwrap();
    let other = predictor.add_entity(&EntityProfile { bank: 3, ..profile() }).unwrap();
    let state = |k: i64| {
        let a = k as f64 * 0.07;
        moving(k * TICK, DVec3::new(a.sin(), 0.0, a.cos()) * 4.0, DVec3::new(a.cos(), 0.1, -a.sin()) * 5.6)
    };
    // In every stage: empty, filling, with a guess that waits for its judgement, judged.
    for k in 0..60 {
        let bytes = predictor.snapshot();
        let mut restored = Predictor::new(8);
        restored.restore(&bytes).unwrap();
        assert_eq!(restored.snapshot(), bytes, "{k}");
        for predictor in [&mut predictor, &mut restored] {
            predictor.observe(id, &state(k)).unwrap();
            if k % 7 != 3 {
                predictor.observe(other, &state(k)).unwrap();
            }
        }
        assert_eq!(restored.snapshot(), predictor.snapshot(), "{k}");
        assert_eq!(restored.predictive_velocity(id, 0.5), predictor.predictive_velocity(id, 0.5));
    }
    let bytes = predictor.snapshot();
    for n in (0..bytes.len()).step_by(7) {
        assert_eq!(Predictor::new(8).restore(&bytes[..n]).unwrap_err().kind, ErrorKind::Corrupt, "{n} bytes");
    }
}

#[test]
fn a_shift_of_the_origin_changes_no_judgement() {
    let v = DVec3::new(3.0, 0.0, 4.0);
    let run_with = |shift: DVec3| {
        let (mut predictor, id) = predictor(&constant(small(), [3.0, -2.0]));
        run(&mut predictor, id, 0, 6, v);
        predictor.rebase(shift).unwrap();
        for k in 6..12 {
            let position = v * (k as f64 * 0.05) - shift;
            predictor.observe(id, &moving(k * TICK, position, v)).unwrap();
        }
        predictor.predictive_velocity(id, 0.5).unwrap()
    };
    let (here, there) = (run_with(DVec3::ZERO), run_with(DVec3::new(1024.0, 0.0, -512.0)));
    assert!(here.1 < 0.49, "it has been judged");
    assert!((here.0 - there.0).length() < 1e-9 && (here.1 - there.1).abs() < 1e-6, "{here:?} {there:?}");
}

#[test]
fn bad_files_change_nothing_and_memory_is_counted() {
    let (mut predictor, id) = predictor(&constant(small(), [2.0, -4.0]));
    let good = bank(&constant(small(), [2.0, -4.0]));
    let before = predictor.snapshot();
    for bytes in [&good[..good.len() - 1], &[], &before] {
        assert_eq!(predictor.load_bank(0, bytes).unwrap_err().kind, ErrorKind::Corrupt);
    }
    assert_eq!(predictor.snapshot(), before);
    assert_eq!(predictor.bank(0), Some(&Bank::from_bytes(&good).unwrap()));
    assert_eq!(predictor.bank(1), None);

    let without = predictor.bytes();
    run(&mut predictor, id, 0, 1, DVec3::X);
    assert_eq!(predictor.bytes() - without, BYTES_PER_WINDOW);
    for number in 1..MAX_BANKS as u32 {
        predictor.load_bank(number, &good).unwrap();
    }
    assert!(predictor.bytes() > without + 255 * Bank::from_bytes(&good).unwrap().bytes());
    assert_eq!(predictor.load_bank(MAX_BANKS as u32, &good).unwrap_err().kind, ErrorKind::Budget);
    predictor.load_bank(5, &good).unwrap();
}

#[test]
fn a_bank_relative_to_the_run_speed_fits_every_scale() {
    let said = |run_speed: f32, v_max: f64, scale: f64| {
        let mut parts = constant(small(), [2.0, -4.0]);
        parts.run_speed = run_speed;
        let mut predictor = Predictor::new(1);
        predictor.load_bank(0, &bank(&parts)).unwrap();
        let id = predictor.add_entity(&EntityProfile { v_max, ..profile() }).unwrap();
        run(&mut predictor, id, 0, 4, DVec3::new(6.0, 0.0, 8.0) * scale);
        predictor.predictive_velocity(id, 0.5 * scale).unwrap()
    };
    let (as_learned, confidence) = said(8.0, 8.0, 1.0);
    for (run_speed, v_max, scale) in [(8.0, 80.0, 10.0), (8.0, 2.0, 0.25), (0.0, 80.0, 1.0)] {
        let (velocity, sure) = said(run_speed, v_max, scale);
        assert!((velocity / scale - as_learned).length() < 1e-5, "{velocity} {as_learned}");
        assert!((sure - confidence).abs() < 1e-6);
    }
}

#[test]
fn as_published_the_bank_is_followed_though_it_errs() {
    let v = DVec3::new(3.0, 0.0, 4.0);
    let sent = |bank_fallback: bool| {
        let mut predictor = Predictor::new(1);
        predictor.load_bank(0, &bank(&constant(small(), [4.0, -3.0]))).unwrap();
        let id = predictor.add_entity(&EntityProfile { bank_fallback, ..profile() }).unwrap();
        run(&mut predictor, id, 0, 60, v);
        (predictor.predictive_velocity(id, 0.5).unwrap(), predictor.bank_in_use(id).unwrap())
    };
    assert_eq!(sent(true), ((v, 0.0), None));
    let ((velocity, confidence), in_use) = sent(false);
    assert!((velocity - v).length() > 1.0 && confidence == 0.0 && in_use == Some(0), "{velocity} {confidence}");
}

#[test]
fn of_several_banks_the_one_that_errs_least_of_late_speaks() {
    let mut predictor = Predictor::new(1);
    // One says: to the left, the other: to the right.
    for (number, change) in [(4, -0.2), (5, 0.2)] {
        let parts = BankParts { axes: Axes::Own, ..constant(small(), [0.0, change]) };
        predictor.load_bank(number, &bank(&parts)).unwrap();
    }
    let id = predictor.add_entity(&EntityProfile { bank: 4, bank_count: 3, ..profile() }).unwrap();
    // Circles of 4 m/s² to the right, then to the left, at 8 m/s: 0.2 m/s per tick.
    let (mut place, mut heading) = (DVec3::ZERO, 0.0f64);
    let mut lap = |predictor: &mut Predictor, ticks: std::ops::Range<i64>, side: f64| {
        for k in ticks {
            let velocity = DVec3::new(heading.cos(), 0.0, heading.sin()) * 8.0;
            predictor.observe(id, &moving(k * TICK, place, velocity)).unwrap();
            place += velocity * 0.05;
            heading += side * 0.5 * 0.05;
        }
        predictor.bank_in_use(id).unwrap()
    };
    assert_eq!(lap(&mut predictor, 0..160, 1.0), Some(5));
    assert_eq!(lap(&mut predictor, 160..400, -1.0), Some(4));
    let bytes = predictor.snapshot();
    let mut restored = Predictor::new(1);
    restored.restore(&bytes).unwrap();
    assert_eq!((restored.snapshot(), restored.bank_in_use(id).unwrap()), (bytes, Some(4)));
    predictor.remove_bank(4).unwrap();
    assert_ne!(lap(&mut predictor, 400..560, 1.0), Some(4), "a bank that is gone does not speak");
}

#[test]
fn without_any_file_the_built_in_bank_speaks() {
    let mut predictor = Predictor::new(2);
    let id = predictor.add_entity(&profile()).unwrap();
    run(&mut predictor, id, 0, 10, DVec3::new(8.0, 0.0, 0.0));
    assert_eq!(predictor.bank_in_use(id).unwrap(), Some(antreckon::predict::neuro::BUILT_IN));
    let (sent, confidence) = predictor.predictive_velocity(id, 0.4).unwrap();
    assert!(confidence > 0.05 && sent.x > 2.0 && sent.length() < 12.0, "{sent} {confidence}");
    let bytes = predictor.snapshot();
    let mut restored = Predictor::new(2);
    restored.restore(&bytes).unwrap();
    for predictor in [&mut predictor, &mut restored] {
        run(predictor, id, 10, 10, DVec3::new(8.0, 0.0, 0.0));
    }
    assert_eq!(restored.snapshot(), predictor.snapshot());
    assert_eq!(restored.predictive_velocity(id, 0.4).unwrap(), predictor.predictive_velocity(id, 0.4).unwrap());
}

/// Updates of an avatar over an outbox, its velocity beside what was sent.
fn outbox_sends(model: Model, bank_fallback: bool) -> Vec<(DVec3, DVec3)> {
    let rules = SenderParams { kind: SenderKind::OwnerLine, heartbeat: 2 * TICK, ..SenderParams::default() };
    let profile = EntityProfile { model, bank_fallback, ..EntityProfile::default() };
    let mut outbox = Outbox::new(&OutboxParams { profile, rules, run_speed: 8.0, ..OutboxParams::default() }).unwrap();
    outbox.load_bank(0, Some(&bank(&constant(small(), [2.0, -4.0])))).unwrap();
    outbox.set_observer(EVERYONE, &ConnectionParams::default(), None).unwrap();
    let v = DVec3::new(3.0, 0.0, 4.0);
    let mut sent = Vec::new();
    for k in 0..10 {
        let state = PlayerState::at(v * (k as f64 * 0.05), v);
        outbox.submit(1, &state, k * TICK, None, None).unwrap();
        let sender = outbox.sender_mut();
        let link = sender.connections().next().unwrap();
        if let Some(out) = sender.poll(link, 1, k * TICK, &mut SendContext::default()).unwrap() {
            sent.push((v, out.update.velocity));
        }
    }
    sent
}

#[test]
fn an_outbox_sends_the_predictive_velocity_by_itself() {
    // Eq. 8: the path ends (3 · 0.15 + 0.3, 4 · 0.15 - 0.6) = (0.75, 0) away, the speed is 5.
    let eq_8 = DVec3::new(5.0, 0.0, 0.0);
    for fallback in [true, false] {
        let sent = outbox_sends(Model::Neuro, fallback);
        assert!(sent.len() >= 5, "{sent:?}");
        assert_eq!(sent[0].0, sent[0].1, "nothing is known yet");
        assert!((sent[2].1 - eq_8).length() < 0.02 && (sent[3].1 - eq_8).length() < 0.02, "{sent:?}");
    }
}

/// The bank of tests/c/test_neuro.c, as a header for C.
fn header_for_c() -> String {
    let shape = Shape { dimensions: 2, delays: 0, hidden: 1, networks: 2 };
    let bytes = bank(&constant(shape, [2.0, -4.0]));
    let rows: Vec<String> = bytes
        .chunks(20)
        .map(|row| row.iter().map(|byte| format!("{byte},")).collect::<Vec<_>>().join(" "))
        .map(|row| format!("    {row}\n"))
        .collect();
    format!(
        "/* A bank of 4-1-2 x 2 that always says (2, -4), then (4, -8) m/s in x and z. Made by tests/neuro.rs (ANTRECKON_BLESS=1). */\n\
         #ifndef ANTRECKON_TEST_BANK_H\n#define ANTRECKON_TEST_BANK_H\n\n\
         static const unsigned char bank_file[{}] = {{\n{}}};\n\n#endif\n",
        bytes.len(),
        rows.concat()
    )
}

#[test]
fn the_bank_of_the_c_tests_is_fresh() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/support/bank.h");
    if std::env::var_os("ANTRECKON_BLESS").is_some() {
        std::fs::write(&path, header_for_c()).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == header_for_c(), "tests/c/support/bank.h is stale: ANTRECKON_BLESS=1 cargo test --test neuro");
}
