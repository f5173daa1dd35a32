use super::*;
use crate::base::ErrorKind;
use crate::base::math::{DQuat, DVec3, canonical_zero};
use crate::base::random::Random;
use crate::net::update::{Flags, Sequence};
use crate::predict::strategy::Follow;
use alloc::vec::Vec;
use proptest::prelude::*;

fn codec() -> Codec {
    Codec::new(&CodecParams::default()).unwrap()
}

fn yaw(angle: f64) -> DQuat {
    DQuat::from_xyzw(0.0, libm::sin(0.5 * angle), 0.0, libm::cos(0.5 * angle))
}

/// A runner in mid-stride, 300 s into a match.
fn runner() -> Update {
    Update {
        sequence: Sequence(4711),
        velocity: DVec3::new(4.32, 0.0, -2.17),
        orientation: Some(yaw(0.7)),
        ..Update::at(9, 300_000_000_000, DVec3::new(37.42, 1.5, -12.03))
    }
}

/// The same runner a third of a second later, off its straight line by about 40 cm.
fn runner_later() -> Update {
    Update {
        sequence: Sequence(4712),
        time: 300_333_000_000,
        position: DVec3::new(38.6, 1.5, -12.45),
        velocity: DVec3::new(2.05, 0.0, -4.4),
        orientation: Some(yaw(1.1)),
        ..runner()
    }
}

fn encoded(codec: &Codec, update: &Update, baseline: Option<&Update>) -> Vec<u8> {
    let mut bytes = alloc::vec![0; codec.max_bytes()];
    let length = codec.encode(update, baseline, &mut bytes).unwrap();
    bytes.truncate(length);
    bytes
}

fn bits_of(update: &Update) -> Vec<u64> {
    let vector = |v: DVec3| v.to_array().map(f64::to_bits);
    let optional = |v: Option<DVec3>| v.map_or([u64::MAX; 3], vector);
    let mut bits =
        alloc::vec![update.entity.into(), update.sequence.0.into(), update.time as u64, update.flags.bits().into(),];
    bits.extend(vector(update.position));
    bits.extend(vector(update.velocity));
    bits.extend(optional(update.acceleration));
    bits.extend(optional(update.angular_velocity));
    bits.extend(update.orientation.map_or([u64::MAX; 4], |q| q.to_array().map(f64::to_bits)));
    bits
}

#[test]
fn a_typical_update_has_at_most_fourteen_bytes() {
    let codec = codec();
    let length = encoded(&codec, &runner_later(), Some(&runner())).len();
    assert!(length <= 14, "{length}");
    // Three floats each for place and velocity, four for the quaternion, 8 bytes of time: 48 without numbers and flags.
    let alone = encoded(&codec, &runner_later(), None).len();
    assert!(alone < 30, "{alone}");
}

#[test]
fn what_is_absent_or_at_rest_costs_a_bit() {
    let codec = codec();
    let still = Update::at(0, 0, DVec3::ZERO);
    // Entity 5, baseline 1, sequence 16, time 1, flags 1, position 5, velocity 1, three absent fields 3.
    assert_eq!(encoded(&codec, &still, None).len(), 33usize.div_ceil(8));
    let next = Update { sequence: Sequence(1), ..still };
    // The sequence is now its baseline's and 3 bits.
    assert_eq!(encoded(&codec, &next, Some(&still)).len(), 36usize.div_ceil(8));
}

#[test]
fn the_baseline_must_be_the_one_it_was_written_with() {
    let codec = codec();
    let bytes = encoded(&codec, &runner_later(), Some(&runner()));
    assert_eq!(codec.decode(&bytes, Some(&runner())), codec.quantise(&runner_later()));
    let kind = |baseline: Option<&Update>| codec.decode(&bytes, baseline).unwrap_err().kind;
    assert_eq!(kind(None), ErrorKind::NotFound);
    assert_eq!(kind(Some(&Update { sequence: Sequence(4710), ..runner() })), ErrorKind::NotFound);
    assert_eq!(kind(Some(&Update { entity: 8, ..runner() })), ErrorKind::NotFound);
    let other = Update { entity: 8, ..runner() };
    let refused = codec.encode(&runner_later(), Some(&other), &mut [0; 99]).unwrap_err();
    assert_eq!(refused.kind, ErrorKind::InvalidArgument);
    // An update that needs none is read whatever is offered.
    let alone = encoded(&codec, &runner_later(), None);
    assert_eq!(codec.decode(&alone, Some(&runner())), codec.quantise(&runner_later()));
}

#[test]
fn numbers_beyond_the_limits_are_refused_by_name() {
    let codec = codec();
    type Spoil = fn(&mut Update, f64);
    let spoilers: [(&str, Spoil); 5] = [
        ("position", |u, x| u.position.z = x),
        ("velocity", |u, x| u.velocity.x = x),
        ("acceleration", |u, x| u.acceleration = Some(DVec3::splat(x))),
        ("angular_velocity", |u, x| u.angular_velocity = Some(DVec3::new(0.0, x, 0.0))),
        ("orientation", |u, x| u.orientation = Some(DQuat::from_xyzw(0.0, x, 0.0, 1.0))),
    ];
    for (name, spoil) in spoilers {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e9, -1e300] {
            let mut update = runner();
            spoil(&mut update, bad);
            let error = codec.quantise(&update).unwrap_err();
            assert!(error.message.starts_with(name), "{name} {bad}: {error}");
            assert_eq!(codec.encode(&update, None, &mut [0; 99]), Err(error));
        }
    }
    for time in [i64::MIN, i64::MAX, 9_200_000_001_000_000_000] {
        assert!(codec.quantise(&Update { time, ..runner() }).unwrap_err().message.starts_with("time"));
    }
    let short = codec.encode(&runner(), None, &mut [0; 9]).unwrap_err();
    assert_eq!(short.kind, ErrorKind::Budget);
}

#[test]
fn a_strategy_costs_bits_only_when_it_changes() {
    let codec = codec();
    let bits = |follow, before: Option<Follow>| {
        let update = Update { follow, ..runner_later() };
        let baseline = before.map(|follow| Update { follow, ..runner() });
        let bytes = encoded(&codec, &update, baseline.as_ref());
        assert_eq!(codec.decode(&bytes, baseline.as_ref()), codec.quantise(&update));
        bytes.len()
    };
    let plain = bits(Follow::Automatic, Some(Follow::Automatic));
    assert_eq!(bits(Follow::Strategy(2), Some(Follow::Strategy(2))), plain);
    assert!(bits(Follow::Strategy(2), Some(Follow::Automatic)) <= plain + 1);
    assert!(bits(Follow::Nothing, Some(Follow::Strategy(4000))) <= plain + 1);
    assert!(bits(Follow::Strategy(5), None) <= bits(Follow::Automatic, None) + 1);
    for bad in [
        Update { follow: Follow::Strategy(65_536), ..runner() },
        Update { follow: Follow::Nothing, base: Some(3), ..runner() },
    ] {
        assert_eq!(codec.quantise(&bad).unwrap_err().kind, ErrorKind::InvalidArgument);
    }
}

#[test]
fn the_largest_of_everything_fits_the_stated_size() {
    for params in all_params() {
        let codec = Codec::new(&params).unwrap();
        let corner = |sign: f64| {
            let vector = |most: i64, step: f64| DVec3::splat(sign * most as f64 * step);
            let m = &codec.most;
            Update {
                entity: if sign > 0.0 { u32::MAX } else { 0 },
                sequence: Sequence(if sign > 0.0 { u16::MAX } else { 0 }),
                time: sign as i64 * 9_200_000_000_000_000_000,
                position: vector(m.position, params.position_step),
                velocity: vector(m.velocity, params.velocity_step),
                acceleration: Some(vector(m.acceleration, params.acceleration_step)),
                orientation: Some(DQuat::from_xyzw(0.4, 0.5 * sign, 0.6, 0.5).normalize()),
                angular_velocity: Some(vector(m.angular_velocity, params.angular_velocity_step)),
                flags: Flags::from_bits(255),
                base: Some(u32::MAX),
                follow: Follow::Automatic,
            }
        };
        for (sign, other) in [(1.0, -1.0), (-1.0, 1.0)] {
            let update = corner(sign);
            let baseline = Update { entity: update.entity, flags: Flags::NONE, ..corner(other) };
            let bytes = encoded(&codec, &update, Some(&baseline));
            assert!(bytes.len() <= codec.max_bytes());
            assert_eq!(codec.decode(&bytes, Some(&baseline)), codec.quantise(&update));
        }
    }
    // The bound is not much above what happens.
    let codec = codec();
    assert!(codec.max_bytes() <= 80, "{}", codec.max_bytes());
}

/// Parameters from coarse to as fine as is allowed, near and far.
fn all_params() -> Vec<CodecParams> {
    let fine = CodecParams {
        position_step: 1e-4,
        position_limit: 2e10,
        origin: DVec3::new(6_378_137.0, -5.0, 1e9),
        velocity_step: 1e-6,
        velocity_limit: 2.8e8,
        acceleration_step: 1e-6,
        acceleration_limit: 2.8e8,
        angular_velocity_step: 1e-6,
        angular_velocity_limit: 1e6,
        quaternion_bits: 24,
        ticks_per_second: 1_000_000,
    };
    let coarse = CodecParams {
        position_step: 0.3,
        position_limit: 1000.0,
        origin: DVec3::new(100.0, 0.1, -7.0),
        velocity_step: 0.25,
        velocity_limit: 50.0,
        acceleration_step: 1.0,
        acceleration_limit: 100.0,
        angular_velocity_step: 0.1,
        angular_velocity_limit: 12.0,
        quaternion_bits: 5,
        ticks_per_second: 60,
    };
    alloc::vec![CodecParams::default(), fine, coarse]
}

fn component(most: i64) -> impl Strategy<Value = f64> {
    // Small, ordinary and extreme numbers of steps, with a fraction.
    let top = (most - 1) as f64;
    prop_oneof![Just(0.0), -2.0..2.0f64, -1000.0..1000.0f64, -1.0..1.0f64]
        .prop_map(move |x| if x.abs() < 1.0 && x != 0.0 { x * top } else { x.clamp(-top, top) })
}

fn vector(most: i64, step: f64) -> impl Strategy<Value = DVec3> {
    [component(most), component(most), component(most)].prop_map(move |v| DVec3::from_array(v) * step)
}

fn rotation() -> impl Strategy<Value = DQuat> {
    let any = prop::array::uniform4(-1.0..1.0f64).prop_filter_map("too short", |c| {
        let q = DQuat::from_array(c);
        (q.length() > 0.01).then(|| q.normalize())
    });
    prop_oneof![any, (-7.0..7.0f64).prop_map(yaw), Just(DQuat::IDENTITY)]
}

fn update(codec: Codec) -> impl Strategy<Value = Update> {
    let (p, m) = (codec.params, codec.most);
    let time = prop_oneof![0..20_000_000_000i64, -9_199_999_999_000_000_000..=9_199_999_999_000_000_000i64];
    let head = (prop_oneof![0..40u32, any::<u32>()], any::<u16>(), time, prop_oneof![Just(0u8), any::<u8>()]);
    let motion = (vector(m.position, p.position_step), vector(m.velocity, p.velocity_step));
    let rest = (
        prop::option::of(vector(m.acceleration, p.acceleration_step)),
        prop::option::of(rotation()),
        prop::option::of(vector(m.angular_velocity, p.angular_velocity_step)),
        prop::option::of(prop_oneof![0..9u32, any::<u32>()]),
        prop_oneof![
            Just(Follow::Automatic),
            Just(Follow::Nothing),
            (0..9u32).prop_map(Follow::Strategy),
            any::<u16>().prop_map(|strategy| Follow::Strategy(strategy.into()))
        ],
    );
    (head, motion, rest).prop_map(move |((entity, sequence, time, flags), (position, velocity), rest)| Update {
        entity,
        sequence: Sequence(sequence),
        time,
        position: codec.origin(rest.3) + position,
        velocity,
        acceleration: rest.0,
        orientation: rest.1,
        angular_velocity: rest.2,
        flags: Flags::from_bits(flags),
        base: rest.3,
        follow: if rest.3.is_none() { rest.4 } else { Follow::Automatic },
    })
}

/// An update and a baseline of the same entity that it has something in common with, or not.
fn pair(codec: Codec) -> impl Strategy<Value = (Update, Option<Update>)> {
    (update(codec), prop::option::of((update(codec), any::<u8>()))).prop_map(move |(u, other)| {
        // Positions on a base and in the level are measured from different places.
        let is_alike = |b: &Update| codec.origin(u.base) == codec.origin(b.base);
        let baseline = other.map(|(b, keep)| Update {
            entity: u.entity,
            sequence: if keep & 1 == 0 { Sequence(u.sequence.0.wrapping_sub(2)) } else { b.sequence },
            time: if keep & 2 == 0 { u.time.saturating_sub(100_000_000) } else { b.time },
            position: if keep & 4 == 0 && is_alike(&b) { u.position } else { b.position },
            velocity: if keep & 8 == 0 { u.velocity } else { b.velocity },
            orientation: if keep & 16 == 0 { u.orientation } else { b.orientation },
            flags: if keep & 32 == 0 { u.flags } else { b.flags },
            base: if keep & 64 == 0 && is_alike(&b) { u.base } else { b.base },
            follow: if keep & 64 == 0 && is_alike(&b) { u.follow } else { b.follow },
            ..b
        });
        (u, baseline)
    })
}

fn angle_between(a: DQuat, b: DQuat) -> f64 {
    4.0 * libm::asin(0.5 * (a - b).length().min((a + b).length()))
}

fn check_errors(params: &CodecParams, update: &Update, seen: &Update) {
    assert_eq!((seen.entity, seen.sequence, seen.flags), (update.entity, update.sequence, update.flags));
    assert!((seen.time - update.time).abs() <= params.time_error());
    let within = |a: Option<DVec3>, b: Option<DVec3>, error: f64, name: &str| {
        assert_eq!(a.is_some(), b.is_some());
        let off = a.unwrap_or(DVec3::ZERO).distance(b.unwrap_or(DVec3::ZERO));
        assert!(off <= error, "{name}: {off} > {error}");
    };
    within(Some(seen.position), Some(update.position), params.position_error(), "position");
    within(Some(seen.velocity), Some(update.velocity), params.velocity_error(), "velocity");
    within(seen.acceleration, update.acceleration, params.acceleration_error(), "acceleration");
    within(seen.angular_velocity, update.angular_velocity, params.angular_velocity_error(), "spin");
    assert_eq!(seen.orientation.is_some(), update.orientation.is_some());
    if let (Some(a), Some(b)) = (seen.orientation, update.orientation) {
        assert!(angle_between(a, b) <= params.orientation_error());
    }
}

fn check_limits(params: &CodecParams, update: &Update) {
    let fits = |v: Option<DVec3>, limit: f64| v.is_none_or(|v| v.abs().max_element() <= limit);
    let origin = if update.base.is_some() { DVec3::ZERO } else { params.origin };
    // The sum with the origin is rounded once.
    let slack = f64::EPSILON * (params.position_limit + origin.abs().max_element());
    assert!(fits(Some(update.position - origin), params.position_limit + slack));
    assert!(fits(Some(update.velocity), params.velocity_limit));
    assert!(fits(update.acceleration, params.acceleration_limit));
    assert!(fits(update.angular_velocity, params.angular_velocity_limit));
    assert!(update.orientation.is_none_or(|q| (q.length() - 1.0).abs() < 1e-9));
    assert!(update.time.unsigned_abs() <= 9_200_000_000_000_000_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn what_is_read_is_the_quantised_update_to_the_bit(
        (params, (update, baseline)) in prop::sample::select(all_params())
            .prop_flat_map(|params| (Just(params), pair(Codec::new(&params).unwrap()))),
    ) {
        let codec = Codec::new(&params).unwrap();
        let quantised = codec.quantise(&update).unwrap();
        check_errors(&params, &update, &quantised);
        check_limits(&params, &quantised);
        prop_assert_eq!(bits_of(&codec.quantise(&quantised).unwrap()), bits_of(&quantised));
        let bytes = encoded(&codec, &update, baseline.as_ref());
        prop_assert!(bytes.len() <= codec.max_bytes());
        // The receiver holds the quantised baseline, the sender may hold either.
        let held = baseline.map(|b| codec.quantise(&b).unwrap());
        prop_assert_eq!(&encoded(&codec, &quantised, held.as_ref()), &bytes);
        let seen = codec.decode(&bytes, held.as_ref()).unwrap();
        prop_assert_eq!(bits_of(&seen), bits_of(&quantised));
        for v in [seen.position, seen.velocity] {
            prop_assert_eq!(v.to_array().map(f64::to_bits), v.to_array().map(|c| canonical_zero(c).to_bits()));
        }
        for n in 0..bytes.len() {
            prop_assert!(codec.decode(&bytes[..n], held.as_ref()).is_err(), "{} bytes", n);
        }
        let longer = [&bytes[..], &[0]].concat();
        prop_assert!(codec.decode(&longer, held.as_ref()).is_err());
    }

    #[test]
    fn altered_bytes_are_an_error_or_another_update_with_that_code(
        (update, baseline) in pair(codec()), flips in prop::collection::vec(any::<u32>(), 1..4),
    ) {
        let codec = codec();
        let held = baseline.map(|b| codec.quantise(&b).unwrap());
        let mut bytes = encoded(&codec, &update, held.as_ref());
        for flip in flips {
            let bit = flip as usize % (bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        if let Ok(seen) = codec.decode(&bytes, held.as_ref()) {
            check_limits(codec.params(), &seen);
            let named = held.filter(|b| encoded(&codec, &seen, Some(b)) == bytes);
            prop_assert!(named.is_some() || encoded(&codec, &seen, None) == bytes);
        }
    }

    #[test]
    fn packets_give_back_what_fits(
        pairs in prop::collection::vec(pair(codec()), 0..20), budget in 16usize..600, time in 0..10_000_000_000i64,
    ) {
        let codec = codec();
        let mut bytes = alloc::vec![0xff; budget];
        let mut packet = PacketWriter::new(&codec, time, &mut bytes).unwrap();
        let mut expected = Vec::new();
        let mut held = Vec::new();
        for (i, (update, baseline)) in pairs.iter().enumerate() {
            let baseline = baseline.map(|b| codec.quantise(&b).unwrap());
            if packet.push(update, baseline.as_ref()).unwrap() {
                // Every third baseline is lost.
                expected.push(match baseline {
                    Some(b) if i % 3 == 0 => PacketEntry::Missing {
                        entity: update.entity, sequence: update.sequence, baseline: b.sequence,
                    },
                    _ => PacketEntry::Update(codec.quantise(update).unwrap()),
                });
                held.push(baseline.filter(|_| i % 3 != 0));
            }
            prop_assert!(packet.bytes() <= budget);
        }
        prop_assert_eq!(packet.updates(), expected.len());
        let (said, length) = (packet.bytes(), packet.finish());
        prop_assert_eq!(said, length);
        let mut entries = Vec::new();
        // Two updates may name the same baseline number of one entity with different contents; the order tells them apart.
        let mut asked = held.iter().zip(&expected).filter(|(h, e)| h.is_some() || matches!(e, PacketEntry::Missing { .. }));
        codec.decode_packet(&bytes[..length], |_, _| *asked.next().unwrap().0, &mut entries).unwrap();
        prop_assert_eq!(entries, expected);
    }
}

#[test]
fn every_cut_of_a_packet_is_refused_and_leaves_nothing() {
    let codec = codec();
    let mut bytes = [0; 200];
    let mut packet = PacketWriter::new(&codec, 300_000_000_000, &mut bytes).unwrap();
    for entity in 0..6 {
        assert!(packet.push(&Update { entity, ..runner() }, None).unwrap());
    }
    let length = packet.finish();
    let mut entries = Vec::new();
    codec.decode_packet(&bytes[..length], |_, _| None, &mut entries).unwrap();
    assert_eq!(entries.len(), 6);
    for n in 0..length {
        assert_eq!(codec.decode_packet(&bytes[..n], |_, _| None, &mut entries).unwrap_err().kind, ErrorKind::Corrupt);
        assert!(entries.is_empty());
    }
    assert!(codec.decode_packet(&bytes[..length + 1], |_, _| None, &mut entries).is_err());
    let other = Codec::new(&CodecParams { position_step: 0.02, ..CodecParams::default() }).unwrap();
    assert!(other.decode_packet(&bytes[..length], |_, _| None, &mut entries).is_err());
}

#[test]
fn a_packet_refuses_a_buffer_without_room_for_its_header() {
    let codec = codec();
    assert_eq!(PacketWriter::new(&codec, 0, &mut [0; 3]).unwrap_err().kind, ErrorKind::Budget);
    let mut bytes = [0; 4];
    let mut packet = PacketWriter::new(&codec, 0, &mut bytes).unwrap();
    assert!(!packet.push(&runner(), None).unwrap());
    assert_eq!((packet.updates(), packet.finish()), (0, 4));
    assert!(PacketWriter::new(&codec, i64::MAX, &mut [0; 50]).is_err());
}

#[test]
fn random_bytes_are_errors_or_updates_within_the_limits() {
    let mut random = Random(7);
    for params in all_params() {
        let codec = Codec::new(&params).unwrap();
        let baseline = Update { entity: 1, velocity: DVec3::ONE, ..Update::at(1, 0, params.origin) };
        let mut bytes = [0u8; 64];
        let mut read = 0;
        for _ in 0..20_000 {
            let length = random.below(bytes.len());
            bytes[..length].iter_mut().for_each(|b| *b = random.bits() as u8);
            for baseline in [None, Some(&baseline)] {
                if let Ok(update) = codec.decode(&bytes[..length], baseline) {
                    check_limits(&params, &update);
                    read += 1;
                }
            }
        }
        // Without any the test would show nothing.
        assert!(read > 0);
    }
}
