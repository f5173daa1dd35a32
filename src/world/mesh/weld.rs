//! Finding vertices that are meant to be one.

use crate::base::math::{DVec3, floor_to_i32};
use alloc::vec::Vec;

/// For each vertex the first vertex within `reach` of it (itself if there is none before it). Vertices that are not
/// finite stand for themselves. Only such firsts are compared with, so that a chain of near vertices does not collapse.
pub(super) fn weld(vertices: &[DVec3], reach: f64) -> Vec<u32> {
    let buckets = Buckets::new(vertices, reach);
    let mut first: Vec<u32> = (0..vertices.len() as u32).collect();
    for (i, v) in vertices.iter().enumerate() {
        if !v.is_finite() {
            continue;
        }
        let mut best = i as u32;
        buckets.near(*v, reach, |j| {
            let close = (vertices[j as usize] - *v).length_squared() <= reach * reach;
            if j < best && close && first[j as usize] == j {
                best = j;
            }
        });
        first[i] = best;
    }
    first
}

type Key = [i32; 3];

/// Vertices sorted by the cube they lie in.
struct Buckets {
    side: f64,
    entries: Vec<(Key, u32)>,
}

impl Buckets {
    fn new(vertices: &[DVec3], reach: f64) -> Self {
        // Much wider than the reach, so that most searches look into one cube only.
        let side = (reach * 8.0).max(1e-3);
        let mut entries: Vec<(Key, u32)> = vertices
            .iter()
            .enumerate()
            .filter(|(_, v)| v.is_finite())
            .map(|(i, v)| (v.to_array().map(|x| floor_to_i32(x / side)), i as u32))
            .collect();
        entries.sort_unstable();
        Self { side, entries }
    }

    fn near(&self, v: DVec3, reach: f64, mut visit: impl FnMut(u32)) {
        let low = (v - DVec3::splat(reach)).to_array().map(|x| floor_to_i32(x / self.side));
        let high = (v + DVec3::splat(reach)).to_array().map(|x| floor_to_i32(x / self.side));
        for x in low[0]..=high[0] {
            for y in low[1]..=high[1] {
                for z in low[2]..=high[2] {
                    let key = [x, y, z];
                    let from = self.entries.partition_point(|e| e.0 < key);
                    self.entries[from..].iter().take_while(|e| e.0 == key).for_each(|e| visit(e.1));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    #[test]
    fn near_vertices_become_the_first_of_them() {
        let v = [0.0, 5.0, 0.01, 5.005, f64::NAN, 0.019, 0.03].map(|x| DVec3::new(x, 1.0, -2.0));
        assert_eq!(weld(&v, 0.02), [0, 1, 0, 1, 4, 0, 6]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn buckets_find_what_comparing_all_pairs_finds(xs in prop::collection::vec((-3i32..3, -3i32..3, -3i32..3), 1..60)) {
            let v: Vec<DVec3> = xs.iter().map(|&(x, y, z)| DVec3::new(x as f64, y as f64, z as f64) * 0.013).collect();
            let mut expected: Vec<u32> = Vec::new();
            for i in 0..v.len() {
                let hit = (0..i).find(|&j| expected[j] == j as u32 && (v[j] - v[i]).length_squared() <= 0.02 * 0.02);
                expected.push(hit.unwrap_or(i) as u32);
            }
            prop_assert_eq!(weld(&v, 0.02), expected);
        }
    }
}
