use super::*;
use crate::base::serial::{HEADER_LEN, seal};
use crate::world::{GridInput, LinkInput, LinkKind, MeshInput, World, WorldParams};
use alloc::vec;
use alloc::vec::Vec;

const TICK: Nanos = 50_000_000;

fn player(id: u32) -> Entity {
    Entity { id, kind: EntityKind::Player, team: id % 2 + 1, name: String::new(), position: None }
}

fn item() -> Entity {
    Entity {
        id: 40,
        kind: EntityKind::Item,
        team: 0,
        name: String::from("health pack"),
        position: Some(DVec3::new(3.0, 0.25, -7.125)),
    }
}

/// Where player `id` is in tick `k`: loops of two sizes, with a jump now and then.
fn state(k: i64, id: u32) -> Sample {
    let angle = k as f64 * 0.05 * f64::from(id + 1);
    let place = DVec3::new(5.0 * libm::cos(angle), 0.5, -5.0 * libm::sin(angle));
    let jumped = k % 97 == 96;
    Sample {
        position: if jumped { -place } else { place },
        velocity: Some(DVec3::new(-5.0 * libm::sin(angle), 0.0, -5.0 * libm::cos(angle))),
        facing: (id == 1).then(|| DQuat::from_rotation_y(angle) * DQuat::from_rotation_x(-0.25)),
        health: Some(100.0 - (k / 10) as f32),
        armor: (k % 2 == 0).then_some(50.0),
        alive: k % 31 != 30,
        jumped,
    }
}

fn recording(ticks: i64) -> (Recorder, Vec<u8>) {
    let params = RecorderParams { block_bytes: 1024, map: String::from("loops"), ..RecorderParams::default() };
    let mut recorder = Recorder::new(&params).unwrap();
    recorder.add_entity(&player(0)).unwrap();
    recorder.add_entity(&player(1)).unwrap();
    recorder.add_entity(&item()).unwrap();
    let mut file = Vec::new();
    for k in 0..ticks {
        for id in 0..2 {
            recorder.sample(k * TICK, id, &state(k, id)).unwrap();
        }
        if k % 20 == 7 {
            let taken = Event { kind: EventKind::Pickup, actor: Some(1), target: Some(40), value: Some(25.0) };
            recorder.event(k * TICK, &taken).unwrap();
        }
        // The host writes in pieces of any size.
        let piece = recorder.waiting().len().min(100);
        file.extend_from_slice(&recorder.waiting()[..piece]);
        recorder.pulled(piece);
    }
    (recorder, file)
}

fn finished(ticks: i64) -> Vec<u8> {
    let (mut recorder, mut file) = recording(ticks);
    recorder.finish().unwrap();
    file.extend_from_slice(recorder.waiting());
    file
}

#[test]
fn what_was_recorded_is_read_to_the_resolution() {
    let read = read(&finished(400)).unwrap();
    assert_eq!(read.ending, Ending::Finished);
    assert_eq!((read.params.map.as_str(), read.params.tick_hz), ("loops", 20.0));
    assert_eq!(read.entities, [player(0), player(1), item()]);
    assert!(read.blocks > 20, "{} blocks", read.blocks);
    let samples: Vec<_> = read.records.iter().filter(|(_, record)| matches!(record, Record::Sample(_))).collect();
    assert_eq!((samples.len(), read.records.len() - samples.len()), (800, 20));
    for (i, (time, record)) in samples.into_iter().enumerate() {
        let (k, id) = (i as i64 / 2, i as u32 % 2);
        let (want, Record::Sample(seen)) = (state(k, id), record) else { panic!("no sample") };
        assert_eq!((*time, seen.id, seen.alive, seen.jumped), (k * TICK, id, want.alive, want.jumped));
        assert_eq!((seen.health, seen.armor), (want.health, want.armor));
        assert!((seen.position - want.position).abs().max_element() <= 0.000_501, "{k}: {}", seen.position);
        assert!((seen.velocity.unwrap() - want.velocity.unwrap()).abs().max_element() <= 0.000_501);
        assert_eq!(seen.facing.is_some(), id == 1);
        if let Some([yaw, pitch]) = seen.facing {
            // An unrotated entity looks along -z, which is 90° to the left of +x.
            let turned = (k as f64 * 0.1).to_degrees() + 90.0 - yaw;
            assert!((turned / 360.0 - (turned / 360.0).round()).abs() < 2e-5, "{k}: {yaw}");
            assert!((pitch - 0.25f64.to_degrees()).abs() < 0.01, "{pitch}");
        }
    }
}

#[test]
fn a_sample_takes_few_bytes() {
    let bytes = finished(4000).len() as f64 / 8000.0;
    assert!(bytes < 20.0, "{bytes} bytes for each of 8000 samples with velocity and view");
}

#[test]
fn a_file_cut_off_anywhere_is_read_up_to_its_last_whole_block() {
    let file = finished(60);
    let whole = read(&file).unwrap();
    let mut most = 0;
    for n in 0..file.len() {
        match read(&file[..n]) {
            Err(_) => assert!(most == 0, "nothing at {n} bytes, {most} records before"),
            Ok(part) => {
                assert_ne!(part.ending, Ending::Finished);
                assert_eq!(part.records[..], whole.records[..part.records.len()]);
                assert!(part.records.len() >= most);
                most = part.records.len();
                if let Ending::CutOff(at) = part.ending {
                    assert!(at < n && read(&file[..at]).unwrap().ending == Ending::Open);
                }
            }
        }
    }
    assert_eq!(most, whole.records.len(), "the last block has only the end");
}

#[test]
fn no_changed_bit_goes_unnoticed() {
    let mut file = finished(8);
    let whole = read(&file).unwrap();
    for bit in 0..file.len() * 8 {
        file[bit / 8] ^= 1 << (bit % 8);
        // A longer length looks like a block that was cut off.
        if let Ok(part) = read(&file) {
            assert!(matches!(part.ending, Ending::CutOff(_)), "bit {bit}");
            assert_eq!(part.records[..], whole.records[..part.records.len()]);
        }
        file[bit / 8] ^= 1 << (bit % 8);
    }
}

#[test]
fn a_lost_block_is_noticed() {
    let file = finished(200);
    let length = |at: usize| HEADER_LEN + u64::from_le_bytes(file[at + 8..at + 16].try_into().unwrap()) as usize;
    let second = length(0);
    let third = second + length(second);
    let without = [&file[..second], &file[third..]].concat();
    assert!(read(&without).unwrap_err().message.contains("missing"));
}

#[test]
fn sound_blocks_with_senseless_records_are_refused() {
    let (recorder, _) = recording(0);
    let head = recorder.waiting().to_vec();
    let with = |records: &[u8]| {
        let mut block = vec![0; HEADER_LEN];
        block.push(1);
        block.extend_from_slice(records);
        seal(&mut block, MAGIC, VERSION);
        read(&[&head[..], &block[..]].concat())
    };
    assert_eq!(with(&[]).unwrap().ending, Ending::Open);
    for (records, reason) in [
        (&[99u8][..], "kind 99"),
        (&[TAG_SAMPLE, 7, ALIVE, 0, 0, 0], "entity 7"),
        (&[TAG_ENTITY, 1, 9, 0, 0, 0], "kind 9"),
        (&[TAG_ENTITY, 1, 0, 0, 0, 1, b','], "commas"),
        (&[TAG_ENTITY, 1, 0, 0, 0, 0, TAG_SAMPLE, 1, ALIVE, 0, 0, 0], "without a time"),
        (&[TAG_TICK, 4, TAG_TICK, 1], "time goes back"),
        (&[TAG_EVENT, 9, 0, 0, 0], "kind 9"),
        (&[TAG_POLYGON, 1, 200], "ends early"),
        (&[TAG_LATTICE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "squares"),
        (&[TAG_HEAD], "kind 1"),
        (&[TAG_END, 1], "bytes too many"),
    ] {
        let error = with(records).unwrap_err();
        assert!(error.message.contains(reason), "{reason}: {error}");
    }
}

#[test]
fn memory_is_bounded_and_pulling_frees_it() {
    let params = RecorderParams { capacity: 65_536, block_bytes: 4096, ..RecorderParams::default() };
    let mut recorder = Recorder::new(&params).unwrap();
    recorder.add_entity(&player(0)).unwrap();
    let bytes = recorder.bytes();
    let mut k = 0;
    let full = loop {
        match recorder.sample(k * TICK, 0, &state(k, 0)) {
            Ok(()) => k += 1,
            Err(error) => break error,
        }
    };
    assert_eq!(full.kind, crate::base::ErrorKind::Budget);
    assert!(k > 2000, "{k}");
    let before = recorder.stats();
    assert!(recorder.sample(k * TICK, 0, &state(k, 0)).is_err());
    assert_eq!(recorder.stats(), before, "a refused sample changes nothing");
    let mut file = recorder.waiting().to_vec();
    recorder.pulled(usize::MAX);
    for _ in 0..2000 {
        recorder.sample(k * TICK, 0, &state(k, 0)).unwrap();
        k += 1;
    }
    recorder.finish().unwrap();
    file.extend_from_slice(recorder.waiting());
    assert_eq!(recorder.bytes(), bytes);
    assert_eq!(read(&file).unwrap().records.len() as i64, k);
    assert!(recorder.finish().is_err() && recorder.sample(k * TICK, 0, &state(k, 0)).is_err());
}

#[test]
fn a_full_recorder_can_still_be_finished() {
    let params = RecorderParams { capacity: 65_536, block_bytes: 16_384, ..RecorderParams::default() };
    for extra in 0..200u32 {
        let mut recorder = Recorder::new(&params).unwrap();
        recorder.add_entity(&Entity { name: "x".repeat(extra as usize % 60), ..player(extra) }).unwrap();
        let mut k = 0;
        while recorder.sample(k * TICK, extra, &state(k, 1)).is_ok() {
            k += 1;
        }
        let memory = recorder.bytes();
        recorder.finish().unwrap();
        assert_eq!(recorder.bytes(), memory);
        assert_eq!(read(recorder.waiting()).unwrap().ending, Ending::Finished);
    }
}

#[test]
fn bad_input_is_refused_by_name() {
    let (mut recorder, _) = recording(3);
    let good = state(3, 0);
    let refused = |recorder: &mut Recorder, time: Nanos, id: u32, sample: Sample, word: &str| {
        let error = recorder.sample(time, id, &sample).unwrap_err();
        assert!(error.message.contains(word), "{error}");
    };
    let later = 3 * TICK;
    refused(&mut recorder, TICK, 0, good, "time");
    refused(&mut recorder, later, 9, good, "entity 9");
    refused(&mut recorder, later, 0, Sample { position: DVec3::NAN, ..good }, "position");
    refused(&mut recorder, later, 0, Sample { position: DVec3::splat(2e9), ..good }, "position");
    refused(&mut recorder, later, 0, Sample { velocity: Some(DVec3::INFINITY), ..good }, "velocity");
    refused(&mut recorder, later, 0, Sample { facing: Some(DQuat::from_xyzw(0.0, 0.0, 0.0, 2.0)), ..good }, "facing");
    refused(&mut recorder, later, 0, Sample { health: Some(f32::NAN), ..good }, "health");
    refused(&mut recorder, later, 0, Sample { armor: Some(f32::INFINITY), ..good }, "armor");
    assert!(recorder.add_entity(&player(1)).unwrap_err().message.contains("already"));
    assert!(recorder.add_entity(&Entity { name: "a,b".into(), ..player(5) }).is_err());
    assert!(recorder.add_entity(&Entity { name: "x".repeat(64), ..player(5) }).is_err());
    let shot = Event { kind: EventKind::Shot, actor: Some(3), target: None, value: None };
    assert!(recorder.event(later, &shot).unwrap_err().message.contains("entity 3"));
    assert!(recorder.event(later, &Event { actor: None, value: Some(f64::NAN), ..shot }).is_err());
    for (name, params) in [
        ("name", RecorderParams { name: "a/b".into(), ..RecorderParams::default() }),
        ("name", RecorderParams { name: String::new(), ..RecorderParams::default() }),
        ("game", RecorderParams { game: "x\n".into(), ..RecorderParams::default() }),
        ("tick_hz", RecorderParams { tick_hz: f64::NAN, ..RecorderParams::default() }),
        ("resolution", RecorderParams { resolution: 0.0, ..RecorderParams::default() }),
        ("capacity", RecorderParams { capacity: 1000, ..RecorderParams::default() }),
        ("block_bytes", RecorderParams { block_bytes: 1 << 19, ..RecorderParams::default() }),
        ("block_time", RecorderParams { block_time: 0, ..RecorderParams::default() }),
    ] {
        assert!(Recorder::new(&params).err().unwrap().message.contains(name), "{name}");
    }
}

#[test]
fn a_mesh_is_recorded_in_as_many_calls_as_memory_allows() {
    // A strip of squares, more than fit at once, and one link.
    let n = 9000u32;
    let vertices: Vec<DVec3> = (0..=n).flat_map(|i| [0.0, 1.0].map(|z| DVec3::new(f64::from(i), 0.0, z))).collect();
    let indices: Vec<u32> = (0..n).flat_map(|i| [2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2]).collect();
    let link = LinkInput {
        from: DVec3::new(0.5, 0.0, 0.5),
        to: DVec3::new(9.5, 0.0, 0.5),
        kind: LinkKind::Teleport,
        two_way: true,
        travel_time: 0.5,
        area: 0,
    };
    let sizes = vec![4; n as usize];
    let mesh = MeshInput {
        vertices: &vertices,
        indices: &indices,
        polygon_sizes: &sizes,
        links: &[link],
        ..MeshInput::default()
    };
    let world = World::from_mesh(&WorldParams::default(), &mesh).unwrap();
    let params = RecorderParams { capacity: 65_536, block_bytes: 4096, ..RecorderParams::default() };
    let mut recorder = Recorder::new(&params).unwrap();
    let (mut file, mut calls) = (Vec::new(), 1);
    while !recorder.level(&world).unwrap() {
        file.extend_from_slice(recorder.waiting());
        recorder.pulled(usize::MAX);
        calls += 1;
    }
    assert!(calls > 1);
    assert!(recorder.level(&world).unwrap_err().message.contains("already"));
    recorder.finish().unwrap();
    file.extend_from_slice(recorder.waiting());
    let level = read(&file).unwrap().level;
    assert_eq!(level.polygons.len(), n as usize);
    let (number, corners) = &level.polygons[7];
    let mut want = Vec::new();
    world.polygon_vertices(*number, &mut want).unwrap();
    assert_eq!(*corners, want);
    let polygon = |x: f64| world.locate(DVec3::new(x, 0.0, 0.5)).unwrap().polygon.unwrap();
    let link = LevelLink { from: polygon(0.5), to: polygon(9.5), kind: 4, two_way: true, hundredths: 50 };
    assert_eq!(level.links, [link]);
}

#[test]
fn a_grid_is_recorded_square_by_square() {
    let mut blocked = vec![0; 12];
    blocked[5] = 1;
    let grid = GridInput {
        width: 4,
        depth: 3,
        floors: 1,
        corner: DVec3::new(-2.0, 1.0, 10.0),
        floor_height: 3.0,
        blocked: &blocked,
        heights: &[],
        areas: &[],
    };
    let world = World::from_grid(&WorldParams { cell_size: 0.5, ..WorldParams::default() }, &grid).unwrap();
    let mut recorder = Recorder::new(&RecorderParams::default()).unwrap();
    assert!(recorder.level(&world).unwrap());
    recorder.finish().unwrap();
    let level = read(recorder.waiting()).unwrap().level;
    let (edge, corner) = level.lattice.unwrap();
    assert_eq!((edge, corner.x, corner.z), (0.5, -2.0, 10.0));
    let mut cells: Vec<(i32, i32)> = level.cells.iter().map(|(x, z, _)| (*x, *z)).collect();
    cells.sort_unstable();
    let want = (0..4).flat_map(|x| (0..3).map(move |z| (x, z))).filter(|at| *at != (1, 1));
    assert_eq!(cells, want.collect::<Vec<_>>());
    assert!(level.cells.iter().all(|(_, _, height)| *height == 1.0));
}
