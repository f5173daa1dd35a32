//! Making a mesh from the wild usable: what can be repaired is, what cannot is an error that names the polygon.

use super::geometry::{contains, edges, flat, flat_distance, side, signed_area};
use super::weld::weld;
use crate::base::math::{DVec3, sqrt};
use crate::base::{Error, ErrorKind, Result};
use crate::world::input::MeshInput;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Most corners of a polygon.
pub(crate) const MAX_CORNERS: usize = 64;
/// Number of area kinds.
pub(crate) const AREA_KINDS: u8 = 64;
/// A polygon of less ground area is dropped, m².
pub(crate) const MIN_AREA: f64 = 1e-6;
/// Coordinates further from the origin are refused, metres: beyond it single precision is worse than half a metre.
pub(crate) const MAX_COORDINATE: f64 = 1e7;

/// What cleaning did to the meshes handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct MeshStats {
    /// Vertices merged into another one within `weld_distance`.
    pub welded_vertices: u32,
    /// Polygons dropped because next to nothing was left of them: slivers narrower than half of `weld_distance`, or
    /// less than 1e-6 m² of ground.
    pub dropped_slivers: u32,
    /// Polygons dropped because they stand upright and cannot be walked on.
    pub dropped_upright: u32,
    /// Polygons that were clockwise seen from above and were turned around.
    pub turned: u32,
    /// Polygons that were not convex and were cut into triangles.
    pub split: u32,
}

impl MeshStats {
    pub(crate) fn add(&mut self, other: &Self) {
        self.welded_vertices += other.welded_vertices;
        self.dropped_slivers += other.dropped_slivers;
        self.dropped_upright += other.dropped_upright;
        self.turned += other.turned;
        self.split += other.split;
    }
}

/// A convex polygon, counter-clockwise seen from above, relative to the origin.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CleanPolygon {
    pub(crate) corners: Vec<DVec3>,
    pub(crate) area: u8,
    /// Number of the polygon handed in.
    pub(crate) source: u32,
}

fn bad(polygon: usize, what: String) -> Error {
    Error::new(ErrorKind::BadMesh, format!("polygon {polygon}: {what}"))
}

/// Checks and repairs a mesh.
pub(crate) fn clean(mesh: &MeshInput<'_>, origin: DVec3, weld_distance: f64) -> Result<(Vec<CleanPolygon>, MeshStats)> {
    let local: Vec<DVec3> = mesh.vertices.iter().map(|v| *v - origin).collect();
    let first = weld(&local, weld_distance);
    let mut stats = MeshStats {
        welded_vertices: first.iter().enumerate().filter(|(i, f)| *i as u32 != **f).count() as u32,
        ..MeshStats::default()
    };
    let mut out = Vec::with_capacity(polygon_count(mesh)?);
    let mut rest = mesh.indices;
    for polygon in 0..polygon_count(mesh)? {
        let size = mesh.polygon_sizes.get(polygon).map_or(3, |n| *n as usize);
        if !(3..=MAX_CORNERS).contains(&size) {
            return Err(bad(polygon, format!("{size} corners, allowed are 3 to {MAX_CORNERS}")));
        }
        if size > rest.len() {
            return Err(bad(polygon, format!("needs {size} indices, only {} are left", rest.len())));
        }
        let (indices, tail) = rest.split_at(size);
        rest = tail;
        let area = mesh.areas.get(polygon).copied().unwrap_or(0);
        if area >= AREA_KINDS {
            return Err(bad(polygon, format!("area kind {area}, allowed are 0 to {}", AREA_KINDS - 1)));
        }
        let corners = corners(polygon, indices, &local, &first)?;
        for corners in repair(polygon, corners, weld_distance, &mut stats)? {
            out.push(CleanPolygon { corners, area, source: polygon as u32 });
        }
    }
    if !rest.is_empty() {
        return Err(Error::new(
            ErrorKind::BadMesh,
            format!("{} indices are left over after polygon {}", rest.len(), polygon_count(mesh)?.wrapping_sub(1)),
        ));
    }
    Ok((out, stats))
}

fn polygon_count(mesh: &MeshInput<'_>) -> Result<usize> {
    let count = if mesh.polygon_sizes.is_empty() {
        if !mesh.indices.len().is_multiple_of(3) {
            return Err(Error::new(
                ErrorKind::BadMesh,
                format!("{} indices do not make whole triangles, and polygon_sizes is empty", mesh.indices.len()),
            ));
        }
        mesh.indices.len() / 3
    } else {
        mesh.polygon_sizes.len()
    };
    if !mesh.areas.is_empty() && mesh.areas.len() != count {
        return Err(Error::invalid(format!("areas has {} entries for {count} polygons", mesh.areas.len())));
    }
    Ok(count)
}

fn corners(polygon: usize, indices: &[u32], vertices: &[DVec3], first: &[u32]) -> Result<Vec<DVec3>> {
    let mut ids: Vec<u32> = Vec::with_capacity(indices.len());
    for index in indices {
        let Some(vertex) = vertices.get(*index as usize) else {
            return Err(bad(polygon, format!("vertex index {index}, there are {} vertices", vertices.len())));
        };
        if !vertex.is_finite() {
            return Err(bad(polygon, format!("vertex {index} is not finite")));
        }
        if vertex.abs().max_element() > MAX_COORDINATE {
            return Err(bad(polygon, format!("vertex {index} is further than {MAX_COORDINATE} m from the origin")));
        }
        ids.push(first[*index as usize]);
    }
    remove_repeats(&mut ids);
    Ok(ids.into_iter().map(|i| vertices[i as usize]).collect())
}

/// Drops corners that repeat their predecessor and spikes that go out and come straight back.
fn remove_repeats(ids: &mut Vec<u32>) {
    let mut i = 0;
    while ids.len() > 2 && i < ids.len() {
        let n = ids.len();
        let (previous, next) = (ids[(i + n - 1) % n], ids[(i + 1) % n]);
        if ids[i] == previous || previous == next {
            ids.remove(i);
            i = i.saturating_sub(2);
        } else {
            i += 1;
        }
    }
}

/// The convex pieces of one outline; none when nothing worth keeping is left.
fn repair(polygon: usize, mut corners: Vec<DVec3>, weld: f64, stats: &mut MeshStats) -> Result<Vec<Vec<DVec3>>> {
    let mut pieces = Vec::new();
    if corners.len() < 3 {
        stats.dropped_slivers += 1;
        return Ok(pieces);
    }
    let area = signed_area(&corners);
    if is_sliver(&corners, area.abs(), weld) {
        // A wall is long along the ground and tall: its area in space is not small.
        let upright = area_in_space(&corners) > 2.0 * area.abs().max(MIN_AREA);
        *if upright { &mut stats.dropped_upright } else { &mut stats.dropped_slivers } += 1;
        return Ok(pieces);
    }
    if area < 0.0 {
        corners.reverse();
        stats.turned += 1;
    }
    drop_shallow_dents(&mut corners, weld);
    if is_convex(&corners) {
        pieces.push(corners);
        return Ok(pieces);
    }
    stats.split += 1;
    for triangle in cut_ears(&corners).ok_or_else(|| bad(polygon, String::from("its outline crosses itself")))? {
        if !is_sliver(&triangle, signed_area(&triangle), weld) {
            pieces.push(triangle.into());
        }
    }
    Ok(pieces)
}

fn is_sliver(corners: &[DVec3], area: f64, weld: f64) -> bool {
    let longest = edges(corners).map(|(a, b)| flat_distance(a, b)).fold(0.0, f64::max);
    area < MIN_AREA || 2.0 * area < 0.5 * weld * longest
}

fn area_in_space(corners: &[DVec3]) -> f64 {
    let o = corners[0];
    let sum = edges(corners).fold(DVec3::ZERO, |sum, (a, b)| sum + (a - o).cross(b - o));
    0.5 * sqrt(sum.length_squared())
}

fn around(corners: &[DVec3], i: usize) -> (DVec3, DVec3, DVec3) {
    let n = corners.len();
    (corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n])
}

/// Removes corners that dent the outline by less than a quarter of the weld distance: neighbours still touch.
fn drop_shallow_dents(corners: &mut Vec<DVec3>, weld: f64) {
    let mut i = 0;
    while corners.len() > 3 && i < corners.len() {
        let (a, b, c) = around(corners, i);
        let s = side(a, c, flat(b));
        let base = flat_distance(a, c);
        // Seen from the chord a → c a convex corner lies outside (negative side).
        if s > 0.0 && s <= 0.25 * weld * base && (b.y - 0.5 * (a.y + c.y)).abs() <= weld + 0.5 * (a.y - c.y).abs() {
            corners.remove(i);
            i = i.saturating_sub(1);
        } else {
            i += 1;
        }
    }
}

/// Every corner turns the same way, and all turns together make one round (a star turns twice).
fn is_convex(corners: &[DVec3]) -> bool {
    let n = corners.len();
    let mut descents = 0;
    for i in 0..n {
        let (a, b, c) = around(corners, i);
        if side(a, b, flat(c)) < 0.0 {
            return false;
        }
        let rises = |p: DVec3, q: DVec3| (q.x, q.z) > (p.x, p.z);
        if !rises(a, b) && rises(b, c) {
            descents += 1;
        }
    }
    descents == 1
}

/// Triangles of a simple outline by cutting ears, the first one found each time; `None` when it crosses itself.
fn cut_ears(outline: &[DVec3]) -> Option<Vec<[DVec3; 3]>> {
    let mut rest: Vec<DVec3> = outline.into();
    let mut triangles = Vec::with_capacity(outline.len() - 2);
    while rest.len() > 3 {
        let ear = (0..rest.len()).find(|&i| {
            let (a, b, c) = around(&rest, i);
            side(a, b, flat(c)) > 0.0
                && rest.iter().all(|p| *p == a || *p == b || *p == c || !contains(&[a, b, c], flat(*p), 0.0))
        });
        // Without an ear there may still be corners on a straight line, which can go.
        let i = ear.or_else(|| {
            (0..rest.len()).find(|&i| {
                let (a, b, c) = around(&rest, i);
                side(a, b, flat(c)) == 0.0
            })
        })?;
        if ear.is_some() {
            let (a, b, c) = around(&rest, i);
            triangles.push([a, b, c]);
        }
        rest.remove(i);
    }
    triangles.push([rest[0], rest[1], rest[2]]);
    let covered = triangles.iter().map(|t| signed_area(t).abs()).fold(0.0, |sum, a| sum + a);
    let whole = signed_area(outline);
    ((covered - whole).abs() <= 1e-9 * whole.max(1.0)).then_some(triangles)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mesh_of(points: &[(f64, f64)]) -> (Vec<DVec3>, Vec<u32>) {
        (points.iter().map(|&(x, z)| DVec3::new(x, 0.0, z)).collect(), (0..points.len() as u32).collect())
    }

    fn run(points: &[(f64, f64)]) -> Result<(Vec<CleanPolygon>, MeshStats)> {
        let (vertices, indices) = mesh_of(points);
        let sizes = [points.len() as u32];
        let mesh = MeshInput { vertices: &vertices, indices: &indices, polygon_sizes: &sizes, ..MeshInput::default() };
        clean(&mesh, DVec3::ZERO, 0.02)
    }

    #[test]
    fn either_winding_gives_one_winding() {
        let (a, _) = run(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]).unwrap();
        let (b, stats) = run(&[(0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (0.0, 0.0)]).unwrap();
        assert!(signed_area(&a[0].corners) == 1.0 && signed_area(&b[0].corners) == 1.0);
        assert_eq!(stats.turned, 0);
    }

    #[test]
    fn repeated_corners_and_spikes_go() {
        let (p, _) =
            run(&[(0.0, 0.0), (0.001, 0.0), (0.0, 1.0), (0.0, 3.0), (0.0, 1.001), (1.0, 1.0), (1.0, 0.0)]).unwrap();
        assert_eq!(p[0].corners.len(), 4);
    }

    #[test]
    fn a_dent_splits_the_polygon_into_pieces_of_the_same_area() {
        let (p, stats) = run(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)]).unwrap();
        assert_eq!(stats.split, 1);
        assert_eq!(p.iter().map(|p| signed_area(&p.corners)).sum::<f64>(), 10.0);
        assert!(p.iter().all(|p| is_convex(&p.corners)));
    }

    #[test]
    fn a_bow_tie_is_refused_by_number() {
        let error = run(&[(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 5.0)]).unwrap_err();
        assert_eq!(error.message, "polygon 0: its outline crosses itself");
    }

    #[test]
    fn a_five_pointed_star_is_not_taken_for_convex() {
        let star = [(0.0, 3.0), (2.0, -3.0), (-3.0, 1.0), (3.0, 1.0), (-2.0, -3.0)];
        assert!(run(&star).is_err());
    }

    #[test]
    fn slivers_and_walls_are_dropped_and_counted() {
        let (p, stats) = run(&[(0.0, 0.0), (5.0, 0.004), (10.0, 0.0)]).unwrap();
        assert_eq!((p.len(), stats.dropped_slivers), (0, 1));
        let wall = [DVec3::ZERO, DVec3::X, DVec3::new(1.0, 3.0, 0.0), DVec3::new(0.0, 3.0, 0.0)];
        let mesh = MeshInput { vertices: &wall, indices: &[0, 1, 2, 3], polygon_sizes: &[4], ..MeshInput::default() };
        let (p, stats) = clean(&mesh, DVec3::ZERO, 0.02).unwrap();
        assert_eq!((p.len(), stats.dropped_upright), (0, 1));
    }

    #[test]
    fn what_cannot_be_repaired_names_the_polygon() {
        let v = [DVec3::ZERO, DVec3::X, DVec3::Z, DVec3::new(f64::NAN, 0.0, 0.0), DVec3::new(1e8, 0.0, 0.0)];
        type Case<'a> = (&'a [u32], &'a [u32], &'a [u8], &'a str);
        let cases: [Case<'_>; 9] = [
            (&[0, 1, 2, 0, 1, 9], &[], &[], "polygon 1: vertex index 9, there are 5 vertices"),
            (&[0, 1, 3], &[], &[], "polygon 0: vertex 3 is not finite"),
            (&[0, 1, 4], &[], &[], "polygon 0: vertex 4 is further than 10000000 m from the origin"),
            (&[0, 1], &[2], &[], "polygon 0: 2 corners, allowed are 3 to 64"),
            (&[0; 65], &[65], &[], "polygon 0: 65 corners, allowed are 3 to 64"),
            (&[0, 1, 2], &[3, 3], &[], "polygon 1: needs 3 indices, only 0 are left"),
            (&[0, 1, 2, 0], &[], &[], "4 indices do not make whole triangles, and polygon_sizes is empty"),
            (&[0, 1, 2, 0], &[3], &[], "1 indices are left over after polygon 0"),
            (&[0, 1, 2], &[], &[64], "polygon 0: area kind 64, allowed are 0 to 63"),
        ];
        for (indices, polygon_sizes, areas, message) in cases {
            let mesh = MeshInput { vertices: &v, indices, polygon_sizes, areas, links: &[] };
            assert_eq!(clean(&mesh, DVec3::ZERO, 0.02).unwrap_err().message, message);
        }
    }
}
