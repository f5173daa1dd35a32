//! Levels for tests: one picture, several meshes of it.

use antreckon::base::math::DVec3;
use antreckon::world::{CellIndex, GridInput, MeshInput, World, WorldParams};

/// A mesh that owns its arrays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mesh {
    pub(crate) vertices: Vec<DVec3>,
    pub(crate) indices: Vec<u32>,
    pub(crate) sizes: Vec<u32>,
}

impl Mesh {
    /// Adds a polygon with vertices of its own.
    pub(crate) fn polygon(&mut self, corners: &[(f64, f64, f64)]) -> &mut Self {
        for &(x, y, z) in corners {
            self.indices.push(self.vertices.len() as u32);
            self.vertices.push(DVec3::new(x, y, z));
        }
        self.sizes.push(corners.len() as u32);
        self
    }

    /// Adds an axis-aligned rectangle at height `y`.
    pub(crate) fn rectangle(&mut self, x0: f64, z0: f64, x1: f64, z1: f64, y: f64) -> &mut Self {
        self.polygon(&[(x0, y, z0), (x0, y, z1), (x1, y, z1), (x1, y, z0)])
    }

    pub(crate) fn input(&self) -> MeshInput<'_> {
        MeshInput {
            vertices: &self.vertices,
            indices: &self.indices,
            polygon_sizes: &self.sizes,
            ..MeshInput::default()
        }
    }

    pub(crate) fn world(&self, params: &WorldParams) -> World {
        World::from_mesh(params, &self.input()).unwrap()
    }
}

/// How the squares of a picture become polygons.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cut {
    /// One quad per square.
    Quads,
    /// Two triangles per square, the diagonal one way or the other in turn.
    Triangles,
    /// Four triangles around each square's centre.
    Fans,
    /// Runs of squares in a row as one quad: T-junctions everywhere.
    Runs,
}

/// Heights of squares, `None` where blocked; row-major, z then x.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) depth: usize,
    pub(crate) squares: Vec<Option<f64>>,
}

impl Picture {
    /// `#` is blocked, `.` is at height 0, a digit is that height in metres.
    pub(crate) fn new(rows: &[&str]) -> Self {
        let squares = rows.iter().flat_map(|row| {
            row.bytes().map(|b| match b {
                b'#' => None,
                b'.' => Some(0.0),
                digit => Some(f64::from(digit - b'0')),
            })
        });
        Self { width: rows[0].len(), depth: rows.len(), squares: squares.collect() }
    }

    pub(crate) fn at(&self, x: i64, z: i64) -> Option<f64> {
        let inside = x >= 0 && z >= 0 && (x as usize) < self.width && (z as usize) < self.depth;
        if inside { self.squares[z as usize * self.width + x as usize] } else { None }
    }

    pub(crate) fn grid(&self, params: &WorldParams) -> World {
        let blocked: Vec<u8> = self.squares.iter().map(|s| s.is_none() as u8).collect();
        let heights: Vec<f32> = self.squares.iter().map(|s| s.unwrap_or(0.0) as f32).collect();
        let grid = GridInput {
            width: self.width as u32,
            depth: self.depth as u32,
            floors: 1,
            corner: DVec3::ZERO,
            floor_height: 0.0,
            blocked: &blocked,
            heights: &heights,
            areas: &[],
        };
        World::from_grid(params, &grid).unwrap()
    }

    pub(crate) fn mesh(&self, size: f64, cut: Cut) -> Mesh {
        let mut mesh = Mesh::default();
        for z in 0..self.depth {
            let mut x = 0;
            while x < self.width {
                let Some(y) = self.at(x as i64, z as i64) else {
                    x += 1;
                    continue;
                };
                let mut end = x + 1;
                if let Cut::Runs = cut {
                    while self.at(end as i64, z as i64) == Some(y) {
                        end += 1;
                    }
                }
                let (x0, x1) = (x as f64 * size, end as f64 * size);
                let (z0, z1) = (z as f64 * size, (z + 1) as f64 * size);
                let [a, b, c, d] = [(x0, y, z0), (x0, y, z1), (x1, y, z1), (x1, y, z0)];
                match cut {
                    Cut::Quads | Cut::Runs => {
                        mesh.polygon(&[a, b, c, d]);
                    }
                    Cut::Triangles if (x + z) % 2 == 0 => {
                        mesh.polygon(&[a, b, c]).polygon(&[a, c, d]);
                    }
                    Cut::Triangles => {
                        mesh.polygon(&[a, b, d]).polygon(&[d, b, c]);
                    }
                    Cut::Fans => {
                        let m = (0.5 * (x0 + x1), y, 0.5 * (z0 + z1));
                        mesh.polygon(&[a, b, m]).polygon(&[b, c, m]).polygon(&[c, d, m]).polygon(&[d, a, m]);
                    }
                }
                x = end;
            }
        }
        mesh
    }
}

/// Where a cell is: column and height in millimetres.
pub(crate) type Place = (i64, i64, i64);

pub(crate) fn place(world: &World, cell: CellIndex) -> Place {
    let size = world.params().cell_size;
    let c = world.cell_center(cell);
    ((c.x / size).floor() as i64, (c.z / size).floor() as i64, (c.y * 1000.0).round() as i64)
}

/// Every cell with the cells one can go to, by place.
pub(crate) fn connections(world: &World) -> Vec<(Place, Vec<Place>)> {
    let mut all: Vec<_> = world
        .cells()
        .cells()
        .map(|cell| {
            let mut to = Vec::new();
            world.cells().for_each_step(cell, |next| to.push(place(world, next)));
            to.sort_unstable();
            (place(world, cell), to)
        })
        .collect();
    all.sort();
    all
}
