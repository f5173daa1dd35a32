//! The arena: 400 × 400 units, open or with blocks in it.
use antreckon::base::math::{DVec2, DVec3, ground, lift};
use antreckon::base::random::Random;
use antreckon::world::{AreaFilter, GridInput, Path, PathScratch, World, WorldParams};

/// Edge of the square arena, units.
pub(super) const SIDE: f64 = 400.0;
/// Edge of a square of the grid on which ways are found, units.
const SQUARE: f64 = 10.0;
const SQUARES: usize = (SIDE / SQUARE) as usize;

/// Blocks as squares: first column, first row, columns, rows.
const BLOCKS: [[usize; 4]; 8] = [
    [6, 6, 6, 2],
    [28, 6, 6, 2],
    [6, 32, 6, 2],
    [28, 32, 6, 2],
    [19, 9, 2, 7],
    [19, 24, 2, 7],
    [8, 17, 2, 6],
    [30, 17, 2, 6],
];

/// Where tanks drive.
pub(super) struct Arena {
    world: World,
    blocked: Vec<u8>,
    scratch: PathScratch,
    path: Path,
}

impl Arena {
    /// The arena without anything in the way, or with eight blocks.
    pub(super) fn new(with_blocks: bool) -> Self {
        let mut blocked = vec![0; SQUARES * SQUARES];
        for [column, row, columns, rows] in BLOCKS.into_iter().filter(|_| with_blocks) {
            for z in row..row + rows {
                blocked[z * SQUARES + column..][..columns].fill(1);
            }
        }
        let grid = GridInput {
            width: SQUARES as u32,
            depth: SQUARES as u32,
            floors: 1,
            corner: DVec3::ZERO,
            floor_height: 3.0,
            blocked: &blocked,
            heights: &[],
            areas: &[],
        };
        let params = WorldParams { cell_size: SQUARE, ..WorldParams::default() };
        let world = World::from_grid(&params, &grid).expect("the grid is well formed");
        Self { world, blocked, scratch: PathScratch::default(), path: Path::default() }
    }

    /// Blocks as left, top, width, height.
    pub(super) fn blocks(&self) -> impl Iterator<Item = [f64; 4]> + '_ {
        let there = |[column, row, ..]: &[usize; 4]| self.blocked[row * SQUARES + column] != 0;
        BLOCKS.into_iter().filter(there).map(|block| block.map(|squares| squares as f64 * SQUARE))
    }

    /// Can a tank be here?
    pub(super) fn is_free(&self, at: DVec2) -> bool {
        let inside = |x: f64| (0.0..SIDE).contains(&x);
        inside(at.x) && inside(at.y) && self.blocked[(at.y / SQUARE) as usize * SQUARES + (at.x / SQUARE) as usize] == 0
    }

    /// A random place.
    pub(super) fn anywhere(&self, random: &mut Random) -> DVec2 {
        loop {
            let place = DVec2::new(random.unit(), random.unit()) * (SIDE - 20.0) + 10.0;
            if self.is_free(place) {
                return place;
            }
        }
    }

    /// Is nothing in the way?
    pub(super) fn sees(&self, from: DVec2, to: DVec2) -> bool {
        let steps = ((to - from).length() / 4.0).ceil() as usize;
        (0..steps).all(|i| self.is_free(from + (to - from) * (i as f64 / steps as f64)))
    }

    /// The corners of the shortest way (A*), the last one first; empty when there is none.
    pub(super) fn way(&mut self, from: DVec2, to: DVec2) -> Vec<DVec2> {
        let filter = AreaFilter::default();
        match self.world.path(lift(from, 0.0), lift(to, 0.0), &filter, &mut self.scratch, &mut self.path) {
            Ok(_) => self.path.points.iter().skip(1).rev().map(|point| ground(point.position)).collect(),
            Err(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_around_blocks_and_sight_ends_at_them() {
        let (from, to) = (DVec2::new(150.0, 120.0), DVec2::new(250.0, 120.0));
        let mut open = Arena::new(false);
        assert!(open.sees(from, to) && open.blocks().count() == 0);
        assert_eq!(open.way(from, to), [to]);
        let mut blocked = Arena::new(true);
        assert!(!blocked.sees(from, to) && blocked.blocks().count() == BLOCKS.len());
        let way = blocked.way(from, to);
        assert!(way.len() > 1 && way[0] == to, "{way:?}");
        let mut corners = vec![from];
        corners.extend(way.into_iter().rev());
        // Squares are passed at their corners, so look a little beside them.
        assert!(corners.iter().all(|corner| (0.0..=SIDE).contains(&corner.x)));
        assert!(!blocked.is_free(DVec2::new(200.0, 120.0)) && open.is_free(DVec2::new(200.0, 120.0)));
    }
}
