//! Routes of several matches as one file.

use super::cluster::Shape;
use super::library::{Known, Library, MAX_ROUTES};
use super::route::Route;
use crate::base::math::DVec3;
use crate::base::{Error, Result};
use alloc::format;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Most pairs of routes of like extent that one merge compares point by point: a tenth of a second's work.
const MAX_COMPARED: u32 = 1 << 14;

/// Most evidence first; of equal ones by their points, so that the order of files does not matter.
fn order(a: &(Vec<DVec3>, u32), b: &(Vec<DVec3>, u32)) -> Ordering {
    let coordinates = |points: &[DVec3]| points.iter().flat_map(|p| p.to_array()).collect::<Vec<f64>>();
    let (left, right) = (coordinates(&a.0), coordinates(&b.0));
    let differs = left.iter().zip(&right).map(|(x, y)| x.total_cmp(y)).find(|order| order.is_ne());
    b.1.cmp(&a.1).then(differs.unwrap_or_else(|| left.len().cmp(&right.len())))
}

impl Library {
    /// Takes in the routes of files. Those that are one route (the cluster distance says so) become the one with the most
    /// evidence, which then speaks for all of their trials. The order of files does not matter. On error nothing changes.
    pub(super) fn merge(&mut self, files: &[&[u8]]) -> Result<()> {
        let others = files.iter().map(|bytes| Self::load(bytes)).collect::<Result<Vec<_>>>()?;
        let mine = (!self.routes.is_empty()).then_some(self.params);
        let Some(params) = mine.or_else(|| others.first().map(|other| other.params)) else { return Ok(()) };
        if others.iter().any(|other| other.params != params) {
            return Err(Error::invalid("strategies with different parameters cannot be merged"));
        }
        let libraries = core::iter::once(&*self).chain(&others);
        let mut all: Vec<(Vec<DVec3>, u32)> = libraries
            .flat_map(|library| library.routes.iter())
            .map(|known| (known.route.points().collect(), known.evidence()))
            .collect();
        all.sort_by(order);
        let mut kept: Vec<(Shape, (Vec<DVec3>, u32))> = Vec::new();
        let mut compared = 0;
        for (points, evidence) in all {
            let shape = Shape::new(&points);
            let mut nearest: Option<(f64, usize)> = None;
            for (k, (other, _)) in kept.iter().enumerate() {
                if !shape.may_be_within(other, params.cluster_distance) {
                    continue;
                }
                compared += 1;
                if compared > MAX_COMPARED {
                    return Err(Error::budget(format!(
                        "the routes lie so near each other that merging them takes more than {MAX_COMPARED} comparisons"
                    )));
                }
                let distance = shape.distance(other, params.cluster_distance);
                if distance <= params.cluster_distance && nearest.is_none_or(|(least, _)| distance < least) {
                    nearest = Some((distance, k));
                }
            }
            match nearest {
                Some((_, k)) => kept[k].1.1 = kept[k].1.1.saturating_add(evidence),
                None => kept.push((shape, (points, evidence))),
            }
        }
        let mut routes: Vec<(Vec<DVec3>, u32)> = kept.into_iter().map(|(_, route)| route).collect();
        routes.sort_by(order);
        if routes.len() > MAX_ROUTES {
            return Err(Error::budget(format!("{} routes are there, at most {MAX_ROUTES} can be", routes.len())));
        }
        let known = |(points, told): &(Vec<DVec3>, u32)| Ok(Known::told(Route::new(points)?, *told));
        let mut merged = self.clone();
        (merged.params, merged.routes) = (params, routes.iter().map(known).collect::<Result<_>>()?);
        merged.check_room(params.parallels, 0)?;
        merged.build();
        *self = merged;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::StrategyParams;
    use super::*;
    use alloc::vec;

    /// A library of straight routes along x at these z, each with its evidence.
    fn library(routes: &[(f64, u32)]) -> Library {
        let mut library = Library::default();
        for (z, evidence) in routes {
            library.add_route(&[DVec3::new(0.0, 0.0, *z), DVec3::new(50.0, 0.0, *z)], *evidence).unwrap();
        }
        library
    }

    fn merged(files: &[&Library]) -> Vec<u8> {
        let saved: Vec<Vec<u8>> = files.iter().map(|library| library.save()).collect();
        let saved: Vec<&[u8]> = saved.iter().map(Vec::as_slice).collect();
        let mut into = Library::default();
        into.merge(&saved).unwrap();
        into.save()
    }

    #[test]
    fn one_route_of_two_files_is_one_route_with_the_evidence_of_both() {
        let (a, b) = (library(&[(0.0, 3), (100.0, 1)]), library(&[(2.0, 5), (200.0, 2)]));
        let both = Library::load(&merged(&[&a, &b])).unwrap();
        let found: Vec<(f64, u32)> =
            both.routes.iter().map(|k| (k.route.points().next().unwrap().z, k.evidence())).collect();
        assert_eq!(found, vec![(2.0, 8), (200.0, 2), (100.0, 1)]);
    }

    #[test]
    fn neither_order_nor_grouping_matters_where_routes_are_apart() {
        let [a, b, c] = [&[(0.0, 3), (100.0, 1)][..], &[(100.0, 5)], &[(0.0, 2), (300.0, 9)]].map(library);
        let all = merged(&[&a, &b, &c]);
        assert_eq!(all, merged(&[&c, &a, &b]));
        let left = Library::load(&merged(&[&a, &b])).unwrap();
        let right = Library::load(&merged(&[&b, &c])).unwrap();
        assert_eq!(all, merged(&[&left, &c]));
        assert_eq!(all, merged(&[&a, &right]));
    }

    #[test]
    fn routes_apart_are_not_compared_and_too_many_that_lie_together_are_refused() {
        let apart: Vec<(f64, u32)> = (0..1024).map(|i| (f64::from(i) * 20.0, 1)).collect();
        let apart = library(&apart);
        let mut into = Library::default();
        into.merge(&[&apart.save()]).unwrap();
        assert_eq!(into.routes.len(), 1024);
        // All within one square, but each with a tooth somewhere else, so that none are one route.
        let mut together = Library::default();
        for i in 0..260 {
            let (x, high) = (f64::from(i % 20) * 15.0, 15.0 + f64::from(i / 20) * 15.0);
            let line =
                [(0.0, 0.0), (x, 0.0), (x + 5.0, high), (x + 10.0, 0.0), (310.0, 0.0), (315.0, 500.0), (320.0, 0.0)];
            let points: Vec<DVec3> = line.iter().map(|(x, z)| DVec3::new(*x, 0.0, *z)).collect();
            together.add_route(&points, 1).unwrap();
        }
        let before = into.save();
        let error = into.merge(&[&together.save()]).unwrap_err();
        assert!(error.kind == crate::base::ErrorKind::Budget && error.message.contains("comparisons"), "{error}");
        assert_eq!(into.save(), before);
    }

    #[test]
    fn what_does_not_fit_changes_nothing() {
        let mut mine = library(&[(0.0, 3)]);
        let before = mine.save();
        let mut other = library(&[(50.0, 1)]);
        other.set_params(&StrategyParams { threshold: 9.0, ..StrategyParams::default() }).unwrap();
        assert!(mine.merge(&[&other.save()]).unwrap_err().message.contains("different parameters"));
        assert!(mine.merge(&[b"nonsense"]).is_err());
        assert_eq!(mine.save(), before);
        mine.merge(&[]).unwrap();
        assert_eq!(mine.save(), before);
    }
}
