//! Every navigation mesh and grid of the recorded matches loads and can be used.
//!
//! The recordings are not part of the repository: `ANTRECKON_TRACES` names their folder, `../shared/traces` beside the
//! workspace is tried otherwise, and without either the test says so and passes.

use antreckon::base::math::DVec3;
use antreckon::world::*;
use flate2::read::GzDecoder;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path as FilePath, PathBuf};

/// Quake units are about an inch.
const QUAKE_UNIT: f64 = 0.0254;

fn traces() -> Option<Vec<PathBuf>> {
    let named = std::env::var_os("ANTRECKON_TRACES").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../shared/traces"));
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: no traces folder");
        return None;
    };
    let mut folders: Vec<PathBuf> =
        entries.map(|e| e.unwrap().path()).filter(|p| navigation_file(p).is_some()).collect();
    folders.sort();
    Some(folders)
}

fn navigation_file(folder: &FilePath) -> Option<PathBuf> {
    ["nav.json.gz", "nav.json"].map(|name| folder.join(name)).into_iter().find(|p| p.exists())
}

fn reader(path: &FilePath) -> Box<dyn BufRead> {
    let file = File::open(path).unwrap();
    if path.extension().is_some_and(|e| e == "gz") {
        Box::new(BufReader::new(GzDecoder::new(file)))
    } else {
        Box::new(BufReader::new(file))
    }
}

fn navigation(folder: &FilePath) -> Value {
    let mut text = String::new();
    reader(&navigation_file(folder).unwrap()).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// z up to y up.
fn canonical(v: [f64; 3], unit: f64) -> DVec3 {
    DVec3::new(v[0] * unit, v[2] * unit, -v[1] * unit)
}

struct Level {
    vertices: Vec<DVec3>,
    indices: Vec<u32>,
    sizes: Vec<u32>,
    links: Vec<LinkInput>,
}

fn mesh(nav: &Value) -> Level {
    let number = |v: &Value| v.as_f64().unwrap();
    let vertices: Vec<DVec3> = nav["vertices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| canonical([0, 1, 2].map(|i| number(&v[i])), QUAKE_UNIT))
        .collect();
    let polygons: Vec<Vec<u32>> = nav["polys"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p.as_array().unwrap().iter().map(|i| i.as_u64().unwrap() as u32).collect())
        .collect();
    let middle = |polygon: &Value| {
        let corners = &polygons[polygon.as_u64().unwrap() as usize];
        corners.iter().map(|&i| vertices[i as usize]).sum::<DVec3>() / corners.len() as f64
    };
    let links = nav["links"].as_array().map_or(Vec::new(), |links| {
        links
            .iter()
            .map(|link| LinkInput {
                from: middle(&link[0]),
                to: middle(&link[1]),
                kind: match link[2].as_str().unwrap() {
                    "walk" | "same_area" | "crouch" => LinkKind::Walk,
                    "jump" | "barrierjump" | "rocketjump" => LinkKind::Jump,
                    "walkoffledge" => LinkKind::Drop,
                    "jumppad" => LinkKind::JumpPad,
                    "teleport" => LinkKind::Teleport,
                    "elevator" => LinkKind::Lift,
                    "swim" | "waterjump" => LinkKind::Swim,
                    "ladder" => LinkKind::Ladder,
                    other => panic!("unknown way of travel {other}"),
                },
                two_way: false,
                travel_time: number(&link[3]) / 100.0,
                area: 0,
            })
            .collect()
    });
    let sizes = polygons.iter().map(|p| p.len() as u32).collect();
    Level { indices: polygons.concat(), sizes, links, vertices }
}

fn quake_params() -> WorldParams {
    WorldParams {
        cell_size: 40.0 * QUAKE_UNIT,
        // Stairs of the engine are 18 units; jump pads and long falls lift players high above their floor.
        step_height: 18.0 * QUAKE_UNIT,
        floor_reach: 10.0,
        ..WorldParams::default()
    }
}

fn islands(world: &World) -> usize {
    let mut seen = std::collections::BTreeSet::new();
    let mut count = 0;
    let mut near = Vec::new();
    for polygon in world.polygons() {
        if !seen.insert(polygon) {
            continue;
        }
        count += 1;
        let mut open = vec![polygon];
        while let Some(p) = open.pop() {
            world.polygon_neighbours(p, &mut near).unwrap();
            open.extend(near.iter().copied().filter(|&n| seen.insert(n)));
        }
    }
    count
}

/// Every 97th position of a living player.
fn positions(folder: &FilePath, unit: f64) -> Vec<DVec3> {
    let rows = reader(&folder.join("samples.csv.gz")).lines().map(Result::unwrap).skip(1);
    let alive = rows.filter(|row| row.ends_with(",1"));
    let place = |row: String| {
        let mut fields = row.split(',').skip(2).map(|f| f.parse::<f64>());
        let mut next = || fields.next().and_then(Result::ok);
        Some(canonical([next()?, next()?, next()?], unit))
    };
    alive.step_by(97).filter_map(place).collect()
}

fn grid(nav: &Value, unit: f64) -> World {
    let number = |v: &Value| v.as_f64().unwrap();
    let rows: Vec<&str> = nav["rows"].as_array().unwrap().iter().map(|r| r.as_str().unwrap()).collect();
    let cell = number(&nav["cell"]) * unit;
    // Row 0 is the lowest y, which is the highest z.
    let blocked: Vec<u8> = rows.iter().rev().flat_map(|row| row.bytes().map(|b| (b == b'0') as u8)).collect();
    let params = WorldParams { cell_size: cell, ..WorldParams::default() };
    let top = number(&nav["origin"][1]) * unit + rows.len() as f64 * cell;
    let input = GridInput {
        width: rows[0].len() as u32,
        depth: rows.len() as u32,
        floors: 1,
        corner: DVec3::new(number(&nav["origin"][0]) * unit, 0.0, -top),
        floor_height: 0.0,
        blocked: &blocked,
        heights: &[],
        areas: &[],
    };
    World::from_grid(&params, &input).unwrap()
}

#[test]
fn every_mesh_and_grid_loads_and_bots_are_found_on_their_mesh() {
    for folder in traces().into_iter().flatten() {
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let nav = navigation(&folder);
        if nav["type"] == "grid" {
            let world = grid(&nav, if name.starts_with("rocketleague") { 0.01 } else { 1.0 });
            let open: usize =
                nav["rows"].as_array().unwrap().iter().map(|r| r.as_str().unwrap().matches('1').count()).sum();
            assert_eq!(world.cells().cell_count(), open, "{name}");
            println!("{name}: {open} cells of a grid");
            continue;
        }
        let level = mesh(&nav);
        let input = MeshInput {
            vertices: &level.vertices,
            indices: &level.indices,
            polygon_sizes: &level.sizes,
            areas: &[],
            links: &level.links,
        };
        let clock = std::time::Instant::now();
        let world = World::from_mesh(&quake_params(), &input).unwrap_or_else(|e| panic!("{name}: {e}"));
        let load = clock.elapsed();
        assert!(world.polygon_count() > 0 && world.cells().cell_count() > 0, "{name}");
        let attached = world.links().filter(|&id| world.link(id).unwrap().attached).count();
        assert_eq!(attached, level.links.len(), "{name}: links on the surface");
        let places = positions(&folder, QUAKE_UNIT);
        // Somebody in mid-jump may be a little beside the floor he left.
        let found = places.iter().filter_map(|p| world.locate(*p).or_else(|| world.nearest(*p, 0.5)));
        let found: Vec<Location> = found.collect();
        let share = found.len() as f64 / places.len() as f64;
        let celled = found.iter().filter(|l| l.cell.is_some()).count() as f64 / found.len().max(1) as f64;
        println!(
            "{name}: {} of {} polygons in {} islands, {} cells, {attached} links, {:.1} % of {} positions located, {:.1} % of these on a cell, {:?} in {load:?}",
            world.polygon_count(),
            level.sizes.len(),
            islands(&world),
            world.cells().cell_count(),
            100.0 * share,
            places.len(),
            100.0 * celled,
            world.mesh_stats(),
        );
        if name.starts_with("bots_") {
            assert!(share >= 0.97, "{name}: {share}");
            assert!(celled >= 0.97, "{name}: {celled}");
        }
        use_it(&world, &found, &name);
    }
}

/// Walks and searches between recorded places; every answer must make sense.
fn use_it(world: &World, places: &[Location], name: &str) {
    let (mut scratch, mut path) = (PathScratch::default(), Path::default());
    let filter = AreaFilter::default();
    let mut complete = 0;
    let pairs = places.iter().zip(places.iter().skip(7)).step_by(places.len() / 60 + 1);
    let mut count = 0;
    for (a, b) in pairs {
        for airborne in [false, true] {
            let hit = world.line_of_walk(a, b.point, &filter, airborne);
            assert!((0.0..=1.0).contains(&hit.fraction) && hit.point.is_finite(), "{name}: {hit:?}");
            assert_eq!(hit.stopped_by.is_none(), hit.fraction == 1.0, "{name}: {hit:?}");
        }
        let status = world.path(a.point, b.point, &filter, &mut scratch, &mut path).unwrap();
        count += 1;
        complete += (status == PathStatus::Complete) as u32;
        let length: f64 = path.points.windows(2).map(|w| (w[1].position - w[0].position).length()).sum();
        assert!((length - path.length).abs() < 1e-6, "{name}");
        assert!((path.points[0].position - a.point).length() < 1e-6, "{name}");
        if status == PathStatus::Complete {
            assert!((path.points.last().unwrap().position - b.point).length() < 1e-6, "{name}");
        }
    }
    println!("    {complete} of {count} paths complete");
}
