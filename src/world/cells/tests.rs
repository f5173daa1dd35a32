//! Cells against a slow reference that keeps every cell and every edge in ordered maps.

use super::*;
use alloc::collections::{BTreeMap, BTreeSet};
use proptest::prelude::*;

/// The same level without tiles, bits or lists.
#[derive(Default)]
struct Reference {
    cells: BTreeMap<CellIndex, (i32, i32, f32)>,
    borders: BTreeMap<(CellIndex, CellIndex), f32>,
    links: BTreeMap<(CellIndex, CellIndex), (u32, f32)>,
    blocked: BTreeSet<CellIndex>,
}

impl Reference {
    /// Every edge one can travel now, with its length.
    fn travel(&self) -> BTreeMap<(CellIndex, CellIndex), f32> {
        let links = self.links.iter().map(|(&ends, &(_, length))| (ends, length));
        let borders = self.borders.iter().map(|(&ends, &length)| (ends, length));
        let open =
            |&((a, b), _): &((CellIndex, CellIndex), f32)| !self.blocked.contains(&a) && !self.blocked.contains(&b);
        links.chain(borders).filter(open).collect()
    }

    fn disconnect(&mut self, c: CellIndex) {
        self.borders.retain(|&(a, b), _| a != c && b != c);
        self.links.retain(|&(a, b), _| a != c && b != c);
    }
}

#[derive(Clone, Debug)]
enum Op {
    Place { ix: i32, iz: i32, height: f32, beside: Option<usize> },
    Fill { ix: i32, iz: i32, width: i32, depth: i32, height: f32 },
    Remove(usize),
    Disconnect(usize),
    Connect { a: usize, b: usize, two_way: bool, length: f32 },
    ConnectColumns { a: usize, direction: usize, two_way: bool },
    Link { a: usize, b: usize },
    Unlink(usize),
    Block(usize, bool),
    Finish,
}

fn op() -> impl Strategy<Value = Op> {
    let height = || prop::sample::select(alloc::vec![0.0f32, 0.1, 4.0, 8.0]);
    let at = || -20..20i32;
    prop_oneof![
        4 => (at(), at(), height(), prop::option::of(any::<usize>()))
            .prop_map(|(ix, iz, height, beside)| Op::Place { ix, iz, height, beside }),
        4 => (at(), at(), 1..24i32, 1..20i32, height())
            .prop_map(|(ix, iz, width, depth, height)| Op::Fill { ix, iz, width, depth, height }),
        3 => any::<usize>().prop_map(Op::Remove),
        2 => any::<usize>().prop_map(Op::Disconnect),
        3 => (any::<usize>(), any::<usize>(), any::<bool>(), prop::sample::select(alloc::vec![1.0f32, 2.5]))
            .prop_map(|(a, b, two_way, length)| Op::Connect { a, b, two_way, length }),
        6 => (any::<usize>(), 0..4usize, any::<bool>())
            .prop_map(|(a, direction, two_way)| Op::ConnectColumns { a, direction, two_way }),
        2 => (any::<usize>(), any::<usize>()).prop_map(|(a, b)| Op::Link { a, b }),
        1 => any::<usize>().prop_map(Op::Unlink),
        4 => (any::<usize>(), any::<bool>()).prop_map(|(a, blocked)| Op::Block(a, blocked)),
        3 => Just(Op::Finish),
    ]
}

const MERGE: f32 = 0.3;

struct Pair {
    space: CellSpace,
    reference: Reference,
}

impl Pair {
    fn new() -> Self {
        Self { space: CellSpace::new(1.0), reference: Reference::default() }
    }

    fn pick(&self, n: usize) -> Option<CellIndex> {
        let count = self.reference.cells.len();
        self.reference.cells.keys().nth(n % count.max(1)).copied()
    }

    fn place(&mut self, ix: i32, iz: i32, height: f32, beside: Option<CellIndex>) -> CellIndex {
        let cell = self.space.place(ix, iz, height, MERGE, beside);
        let kept =
            self.reference.cells.iter().find(|&(_, &(x, z, h))| (x, z) == (ix, iz) && (h - height).abs() <= MERGE);
        assert_eq!(kept.map_or(cell, |(&kept, _)| kept), cell, "a cell that persists keeps its index");
        assert!(kept.is_some() || !self.reference.cells.contains_key(&cell), "a new cell gets a free place");
        self.reference.cells.insert(cell, (ix, iz, height));
        cell
    }

    fn connect(&mut self, a: CellIndex, b: CellIndex, two_way: bool, length: f32) {
        self.space.connect(a, b, two_way, length);
        if a != b {
            self.reference.borders.insert((a, b), length);
            if two_way {
                self.reference.borders.insert((b, a), length);
            }
        }
    }

    fn apply(&mut self, op: &Op) {
        match *op {
            Op::Place { ix, iz, height, beside } => {
                let beside = beside.and_then(|n| self.pick(n));
                self.place(ix, iz, height, beside);
            }
            Op::Fill { ix, iz, width, depth, height } => {
                let mut row: Vec<CellIndex> = Vec::new();
                for z in iz..iz + depth {
                    for x in 0..width as usize {
                        let beside =
                            if x > 0 { row.get(if z > iz { x - 1 } else { row.len() - 1 }) } else { row.first() };
                        let cell = self.place(ix + x as i32, z, height, beside.copied());
                        if z > iz {
                            self.connect(cell, row[x], true, 1.0);
                            row[x] = cell;
                        } else {
                            row.push(cell);
                        }
                        if x > 0 {
                            self.connect(row[x - 1], cell, true, 1.0);
                        }
                    }
                }
            }
            Op::Remove(n) => {
                if let Some(c) = self.pick(n) {
                    self.space.remove(c);
                    self.reference.disconnect(c);
                    self.reference.blocked.remove(&c);
                    self.reference.cells.remove(&c);
                }
            }
            Op::Disconnect(n) => {
                if let Some(c) = self.pick(n) {
                    self.space.disconnect(c);
                    self.reference.disconnect(c);
                }
            }
            Op::Connect { a, b, two_way, length } => {
                if let (Some(a), Some(b)) = (self.pick(a), self.pick(b)) {
                    self.connect(a, b, two_way, length);
                }
            }
            Op::ConnectColumns { a, direction, two_way } => {
                if let Some(a) = self.pick(a) {
                    let (ix, iz, _) = self.reference.cells[&a];
                    let (dx, dz) = direction_step(direction);
                    let there: Vec<CellIndex> = self.space.column(ix + dx, iz + dz).collect();
                    for b in there {
                        self.connect(a, b, two_way, 1.0);
                    }
                }
            }
            Op::Link { a, b } => {
                if let (Some(a), Some(b)) = (self.pick(a), self.pick(b)) {
                    self.space.connect_link(a, b, 2.0);
                    if a != b {
                        self.reference.links.entry((a, b)).or_insert((0, 2.0)).0 += 1;
                    }
                }
            }
            Op::Unlink(n) => {
                let count = self.reference.links.len();
                if let Some((&(a, b), &(links, _))) = self.reference.links.iter().nth(n % count.max(1)) {
                    self.space.disconnect_link(a, b);
                    match links {
                        1 => drop(self.reference.links.remove(&(a, b))),
                        _ => self.reference.links.get_mut(&(a, b)).unwrap().0 -= 1,
                    }
                }
            }
            Op::Block(n, blocked) => {
                if let Some(c) = self.pick(n) {
                    self.space.set_blocked(c, blocked);
                    if blocked {
                        self.reference.blocked.insert(c);
                    } else {
                        self.reference.blocked.remove(&c);
                    }
                }
            }
            Op::Finish => {
                self.space.finish_edit();
                self.check();
            }
        }
    }

    /// Everything a finished space promises.
    fn check(&self) {
        let (space, reference) = (&self.space, &self.reference);
        assert!(space.cells().eq(reference.cells.keys().copied()));
        assert_eq!(space.cell_count(), reference.cells.len());
        let travel = reference.travel();
        let mut lengths: BTreeMap<CellIndex, f32> = BTreeMap::new();
        let mut steps: BTreeMap<CellIndex, BTreeSet<CellIndex>> = BTreeMap::new();
        for (&(from, to), &length) in &travel {
            *lengths.entry(to).or_default() += length;
            steps.entry(from).or_default().insert(to);
        }
        let mut gathered: BTreeMap<(CellIndex, CellIndex), f32> = gather_like_the_kernel(space);
        for (&cell, &(ix, iz, height)) in &reference.cells {
            assert_eq!((space.lattice(cell), space.height(cell)), ((ix, iz), height));
            assert_eq!(space.resolve(space.to_ref(cell)), Some(cell));
            assert!(space.column(ix, iz).any(|c| c == cell));
            let mut reached = BTreeSet::new();
            space.for_each_step(cell, |to| assert!(reached.insert(to), "each step once"));
            assert_eq!(reached, steps.get(&cell).cloned().unwrap_or_default(), "steps of {cell:?}");
            let mut total = 0.0;
            space.receivers(cell, |to, share| {
                total += share;
                let want = travel[&(to, cell)] / lengths[&cell];
                assert!((share - want).abs() < 1e-6, "{cell:?} gives {to:?} {share}, not {want}");
                assert_eq!(gathered.remove(&(to, cell)), Some(share), "what {to:?} receives of {cell:?}");
            });
            let whole = if lengths.contains_key(&cell) { 1.0 } else { 0.0 };
            assert!((total - whole).abs() < 1e-5, "shares of {cell:?} sum to {total}");
        }
        assert!(gathered.is_empty(), "edges that nobody gives along: {gathered:?}");
        self.check_tiles();
        self.check_freshness();
    }

    fn check_tiles(&self) {
        let space = &self.space;
        for (number, tile) in space.tiles() {
            assert!(!tile.is_empty());
            let column = space.tiles_at(tile.tx, tile.tz);
            assert!(column.contains(&number));
            assert!(column.iter().map(|&t| space.tile(t).unwrap().sheet).is_sorted_by(|a, b| a < b));
            for direction in 0..4 {
                let neighbour = tile.neighbours[direction];
                if neighbour != NO_TILE {
                    let other = space.tile(neighbour).expect("neighbours exist");
                    assert_eq!(other.neighbours[opposite(direction)], number, "neighbours are mutual");
                    let (dx, dz) = direction_step(direction);
                    assert_eq!((other.tx, other.tz), (tile.tx + dx, tile.tz + dz));
                }
            }
            assert!(tile.incoming.is_sorted_by_key(|edge| (edge.to, edge.from)));
            for (slot, &bits) in tile.base_open.iter().enumerate() {
                assert!(bits == 0 || tile.is_present(slot));
            }
            let full = tile.slots().count() == TILE_CELLS;
            let four = |slot: usize| {
                let mut degree = 0;
                space.receivers(CellIndex::new(number, slot), |_, _| degree += 1);
                degree == 4 && tile.open[slot] == 15
            };
            assert_eq!(tile.uniform, full && tile.incoming.is_empty() && (0..TILE_CELLS).all(four));
            let heights: Vec<f32> = tile.slots().map(|slot| tile.height[slot]).collect();
            assert!(heights.iter().all(|&h| tile.height_range.0 <= h && h <= tile.height_range.1));
            assert!(heights.contains(&tile.height_range.0) && heights.contains(&tile.height_range.1));
        }
        for (&(a, b), &length) in &self.reference.borders {
            let both_ways = self.reference.borders.get(&(b, a)) == Some(&1.0) && length == 1.0;
            if both_ways && a.tile() == b.tile() && space.direction_between(a, b).is_some() {
                assert!(space.touches_regularly(a, b), "{a:?} and {b:?} touch within a tile");
            }
        }
    }

    /// Settling every tile changes nothing: the last settling missed none.
    fn check_freshness(&self) {
        let mut again = self.space.clone();
        for number in 0..again.tile_capacity() as u32 {
            if again.tile(number).is_some() {
                again.touch(number);
            }
        }
        again.finish_edit();
        for (number, tile) in self.space.tiles() {
            let other = again.tile(number).unwrap();
            assert_eq!(tile.neighbours, other.neighbours);
            assert_eq!(tile.open, other.open);
            assert_eq!(tile.inverse_degree, other.inverse_degree);
            assert_eq!(tile.incoming, other.incoming);
            assert_eq!((tile.uniform, tile.generation), (other.uniform, other.generation));
        }
    }
}

/// (receiver, giver) → share, read from the tiles' public arrays alone.
fn gather_like_the_kernel(space: &CellSpace) -> BTreeMap<(CellIndex, CellIndex), f32> {
    let mut gathered = BTreeMap::new();
    for (number, tile) in space.tiles() {
        for slot in tile.slots() {
            for direction in (0..4).filter(|d| tile.open[slot] >> d & 1 != 0) {
                let (there, crosses) = slot_beside(slot, direction);
                let giver = if crosses { tile.neighbours[direction] } else { number };
                let share = space.tile(giver).unwrap().inverse_degree[there];
                gathered.insert((CellIndex::new(number, slot), CellIndex::new(giver, there)), share);
            }
        }
        for edge in &tile.incoming {
            let ends = (CellIndex::new(number, edge.to.into()), edge.from);
            assert_eq!(gathered.insert(ends, edge.weight), None, "an edge is regular or extra, not both");
        }
    }
    gathered
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]
    #[test]
    fn random_edits_agree_with_the_slow_reference(ops in prop::collection::vec(op(), 1..60)) {
        let mut pair = Pair::new();
        for op in &ops {
            pair.apply(op);
        }
        pair.apply(&Op::Finish);
    }
}

fn square(side: i32) -> Pair {
    let mut pair = Pair::new();
    pair.apply(&Op::Fill { ix: 0, iz: 0, width: side, depth: side, height: 0.0 });
    pair.apply(&Op::Finish);
    pair
}

#[test]
fn a_flat_square_has_only_regular_edges_and_a_uniform_middle() {
    let pair = square(48);
    assert_eq!(pair.space.tiles().count(), 9);
    for (_, tile) in pair.space.tiles() {
        assert!(tile.incoming.is_empty());
        assert_eq!(tile.uniform, (tile.tx, tile.tz) == (1, 1));
    }
}

#[test]
fn a_grid_of_65536_cells_costs_less_than_1_2_megabytes() {
    let mut space = CellSpace::new(1.0);
    let mut row: Vec<CellIndex> = Vec::new();
    for z in 0..256 {
        for x in 0..256usize {
            let cell = space.place_on_sheet(x as i32, z, 0, 0.0);
            if x > 0 {
                space.connect(row[row.len() - 1], cell, true, 1.0);
            }
            if z > 0 {
                space.connect(row[row.len() - 256], cell, true, 1.0);
            }
            row.push(cell);
        }
    }
    space.finish_edit();
    assert!(space.bytes() < 1_200_000, "{} bytes", space.bytes());
}

#[test]
fn scent_goes_against_a_one_way_drop() {
    let mut space = CellSpace::new(1.0);
    let top = space.place(0, 0, 5.0, 0.5, None);
    let foot = space.place(1, 0, 0.0, 0.5, None);
    space.connect(top, foot, false, 1.0);
    space.finish_edit();
    let mut steps = Vec::new();
    space.for_each_step(top, |c| steps.push(c));
    space.for_each_step(foot, |c| steps.push(c));
    assert_eq!(steps, [foot]);
    let mut given = Vec::new();
    space.receivers(foot, |c, share| given.push((c, share)));
    space.receivers(top, |c, share| given.push((c, share)));
    assert_eq!(given, [(top, 1.0)]);
}

#[test]
fn polygon_edges_share_by_length() {
    let mut space = CellSpace::new(1.0);
    let a = space.place(0, 0, 0.0, -1.0, None);
    let b = space.place(0, 0, 0.0, -1.0, None);
    let c = space.place(5, 0, 0.0, -1.0, None);
    assert_ne!(a, b);
    space.connect(a, b, true, 3.0);
    space.connect(a, c, true, 1.0);
    space.finish_edit();
    let mut given = Vec::new();
    space.receivers(a, |cell, share| given.push((cell, share)));
    given.sort_by_key(|&(cell, _)| cell);
    let mut want = [(b, 0.75), (c, 0.25)];
    want.sort_by_key(|&(cell, _)| cell);
    assert_eq!(given, want);
}

#[test]
fn a_closed_door_is_forgotten_when_it_opens() {
    let mut pair = square(20);
    let before = pair.space.clone();
    for n in [0, 17, 100, 101, 399] {
        pair.apply(&Op::Block(n, true));
    }
    pair.apply(&Op::Finish);
    assert!(pair.space.tile(0).unwrap().open[0] == 0);
    for n in [0, 17, 100, 101, 399] {
        pair.apply(&Op::Block(n, false));
    }
    pair.apply(&Op::Finish);
    for (number, tile) in before.tiles() {
        let now = pair.space.tile(number).unwrap();
        assert_eq!((tile.open, tile.generation), (now.open, now.generation));
        assert_eq!(tile.inverse_degree, now.inverse_degree);
    }
    let hash = |space: &CellSpace| {
        let mut h = StableHasher::new();
        space.hash_into(&mut h);
        h.finish()
    };
    assert_eq!(hash(&before), hash(&pair.space));
}

#[test]
fn ids_of_changed_tiles_and_reused_numbers_are_refused() {
    let mut space = CellSpace::new(1.0);
    let cell = space.place(3, 3, 0.0, 0.5, None);
    let far = space.place(40, 3, 0.0, 0.5, None);
    space.finish_edit();
    let (id, far_id) = (space.to_ref(cell), space.to_ref(far));
    space.place(3, 3, 0.0, 0.5, None);
    space.finish_edit();
    assert_eq!(space.resolve(id), Some(cell), "the same cell placed again changes nothing");
    space.place(3, 3, 0.2, 0.5, None);
    space.finish_edit();
    assert_eq!(space.resolve(id), None, "its height changed");
    let id = space.to_ref(cell);
    space.remove(cell);
    space.finish_edit();
    assert!(space.tile(cell.tile()).is_none() && space.resolve(id).is_none());
    let again = space.place(-100, 7, 0.0, 0.5, None);
    space.finish_edit();
    assert_eq!(again.tile(), cell.tile(), "the vacant number is used again");
    assert_eq!(space.resolve(CellRef(id.0 & !0xff | again.slot() as u64)), None);
    assert_eq!(space.resolve(far_id), Some(far));
    assert_eq!(space.resolve(CellRef(u64::MAX)), None);
}

#[test]
fn lattice_and_centre_hold_on_both_sides_of_zero() {
    let mut space = CellSpace::new(0.5);
    for (ix, iz) in [(0, 0), (-1, -1), (-16, 15), (-17, 16), (i32::MIN, i32::MAX)] {
        let cell = space.place(ix, iz, 1.0, 0.1, None);
        assert_eq!(space.lattice(cell), (ix, iz));
    }
    space.finish_edit();
    let cell = space.column(-1, -1).next().unwrap();
    assert_eq!(space.center_local(cell), Vec3::new(-0.25, 1.0, -0.25));
    assert_eq!(space.column(5, 5).count(), 0);
}

#[test]
fn floors_above_each_other_keep_to_their_sheets() {
    let mut pair = Pair::new();
    pair.apply(&Op::Fill { ix: -8, iz: -8, width: 40, depth: 20, height: 0.0 });
    pair.apply(&Op::Fill { ix: -8, iz: -8, width: 40, depth: 20, height: 4.0 });
    pair.apply(&Op::Finish);
    for (_, tile) in pair.space.tiles() {
        assert!(tile.incoming.is_empty(), "no edge leaves its sheet");
        assert_eq!(tile.height_range.0, tile.height_range.1);
    }
}
