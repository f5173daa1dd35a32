//! The inner loops of stepping and of the force, compiled for several instruction sets (see [`crate::base::simd`]).
//!
//! Every loop is written once, as plain inline code, and compiled twice on x86-64: for the target's base level and for
//! AVX2. Wider registers change neither the order nor the rounding of any operation (nothing is fused), so all levels give
//! the same bits. `unsafe` stands only where the processor was asked first.
#![allow(unsafe_code)]

use super::field::Buffer;
use crate::base::math::sqrt32;
pub(super) use crate::base::simd::Simd;
use crate::world::cells::{EAST, NORTH, SOUTH, TILE_CELLS, TILE_SIDE, WEST};

/// Defines `$name(simd, …)`, which runs the inline function `$body` compiled for the level that `simd` names.
macro_rules! dispatch {
    ($(#[$doc:meta])* $name:ident $(<$(const $generic:ident: $kind:ty),*>)? = $body:ident ($($arg:ident: $type:ty),*) $(-> $result:ty)?) => {
        $(#[$doc])*
        pub(super) fn $name $(<$(const $generic: $kind),*>)? (simd: Simd, $($arg: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn wide $(<$(const $generic: $kind),*>)? ($($arg: $type),*) $(-> $result)? {
                    $body $(::<$($generic),*>)? ($($arg),*)
                }
                if simd.has_avx2() {
                    // SAFETY: `Simd` holds true only when the processor and the system support AVX2.
                    return unsafe { wide $(::<$($generic),*>)? ($($arg),*) };
                }
            }
            #[cfg(not(target_arch = "x86_64"))]
            let _ = simd;
            $body $(::<$($generic),*>)? ($($arg),*)
        }
    };
}

const PADDED_WIDTH: usize = 24;
const LEFT: usize = 4;

/// What each cell of a tile gives along one edge, with one cell of every neighbour around it. Contents are overwritten by
/// every use.
pub(super) struct Shares([[f32; PADDED_WIDTH]; TILE_SIDE + 2]);

impl Shares {
    pub(super) fn new() -> Self {
        Self([[0.0; PADDED_WIDTH]; TILE_SIDE + 2])
    }
}

/// A tile of the field as a step reads it.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) amounts: &'a Buffer,
    /// 1 / number of receivers of each cell; `None` = four everywhere.
    pub(super) degrees: Option<&'a Buffer>,
}

/// What eq. 6 multiplies with: ε(1-γ) of a cell that gives, ε of one that has nobody to give to, εγ of what arrives.
#[derive(Clone, Copy)]
pub(super) struct Rates {
    pub(super) keep: f32,
    pub(super) keep_alone: f32,
    pub(super) spread: f32,
}

/// Eq. 6 for one tile without emissions and extra edges: `out = keep · ph + spread · ((E + W) + (N + S))`.
/// `open` says which ways are open; `None` = all.
pub(super) fn step_tile(
    simd: Simd,
    own: Part<'_>,
    open: Option<&[u8; TILE_CELLS]>,
    around: &[Option<Part<'_>>; 4],
    rates: Rates,
    shares: &mut Shares,
    out: &mut Buffer,
) {
    #[cfg(target_arch = "x86_64")]
    if simd.has_avx2() {
        // SAFETY: `Simd` holds true only when the processor and the system support AVX2.
        return unsafe {
            match open {
                Some(open) => avx2::step_tile::<true, false>(own, open, around, rates, out),
                None if around.iter().any(is_uneven) => {
                    avx2::step_tile::<false, false>(own, &[0; TILE_CELLS], around, rates, out)
                }
                None => avx2::step_tile::<false, true>(own, &[0; TILE_CELLS], around, rates, out),
            }
        };
    }
    let _ = simd;
    step_tile_body(own, open, around, rates, shares, out);
}

/// The step of a tile with sixteen cells in two registers: neighbours along a row come from rotating registers and not from
/// memory, which the plain loops cannot say. Same operations in the same order as [`step_any`], so the same bits.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Buffer, EAST, LAST, NORTH, Part, Rates, SOUTH, TILE_CELLS, TILE_SIDE, WEST, row, row_mut};
    use core::arch::x86_64::*;

    const HALF: usize = TILE_SIDE / 2;

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(row: &[f32; TILE_SIDE]) -> [__m256; 2] {
        // SAFETY: a row holds sixteen values; unaligned loads of eight each stay inside it.
        unsafe { [_mm256_loadu_ps(row.as_ptr()), _mm256_loadu_ps(row.as_ptr().add(HALF))] }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn store(row: &mut [f32; TILE_SIDE], values: [__m256; 2]) {
        // SAFETY: a row holds sixteen values; unaligned stores of eight each stay inside it.
        unsafe {
            _mm256_storeu_ps(row.as_mut_ptr(), values[0]);
            _mm256_storeu_ps(row.as_mut_ptr().add(HALF), values[1]);
        }
    }

    /// The eight ways bytes of half a row as integers.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn load_ways(open: &[u8; TILE_CELLS], at: usize) -> __m256i {
        let bytes: [u8; HALF] = open[at..][..HALF].try_into().expect("half a row has eight cells");
        _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(i64::from_le_bytes(bytes)))
    }

    /// What the cells of a row give along one edge. `EVEN` = all give to four.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn shares<const EVEN: bool>(part: Part<'_>, z: usize) -> [__m256; 2] {
        let amounts = load(row(part.amounts, z));
        let quarter = [_mm256_set1_ps(0.25); 2];
        let degrees = if EVEN { quarter } else { part.degrees.map_or(quarter, |d| load(row(d, z))) };
        [_mm256_mul_ps(amounts[0], degrees[0]), _mm256_mul_ps(amounts[1], degrees[1])]
    }

    /// What one cell gives along one edge, in all lanes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn share<const EVEN: bool>(part: Part<'_>, slot: usize) -> __m256 {
        let degree = if EVEN { 0.25 } else { part.degrees.map_or(0.25, |d| d[slot]) };
        _mm256_mul_ps(_mm256_broadcast_ss(&part.amounts[slot]), _mm256_set1_ps(degree))
    }

    /// All bits where bit `D` of the ways is set, none elsewhere.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn through<const SHIFT: i32>(ways: __m256i, share: __m256) -> __m256 {
        let mask = _mm256_srai_epi32::<31>(_mm256_slli_epi32::<SHIFT>(ways));
        _mm256_and_ps(share, _mm256_castsi256_ps(mask))
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn step_tile<const MASKED: bool, const EVEN: bool>(
        own: Part<'_>,
        open: &[u8; TILE_CELLS],
        around: &[Option<Part<'_>>; 4],
        rates: Rates,
        out: &mut Buffer,
    ) {
        // A way's bit goes to the sign: shift by 31 - direction.
        const TO_EAST: i32 = 31 - EAST as i32;
        const TO_WEST: i32 = 31 - WEST as i32;
        const TO_NORTH: i32 = 31 - NORTH as i32;
        const TO_SOUTH: i32 = 31 - SOUTH as i32;
        let up_one = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
        let down_one = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0);
        let (keep, keep_alone) = (_mm256_set1_ps(rates.keep), _mm256_set1_ps(rates.keep_alone));
        let spread = _mm256_set1_ps(rates.spread);
        static NOTHING: Buffer = [0.0; TILE_CELLS];
        let nothing = Part { amounts: &NOTHING, degrees: None };
        let beyond = [
            around[0].unwrap_or(nothing),
            around[1].unwrap_or(nothing),
            around[2].unwrap_or(nothing),
            around[3].unwrap_or(nothing),
        ];
        let mut south = shares::<EVEN>(beyond[SOUTH], LAST);
        let mut here = shares::<EVEN>(own, 0);
        for z in 0..TILE_SIDE {
            let north = if z < LAST { shares::<EVEN>(own, z + 1) } else { shares::<EVEN>(beyond[NORTH], 0) };
            let higher = [_mm256_permutevar8x32_ps(here[0], up_one), _mm256_permutevar8x32_ps(here[1], up_one)];
            let lower = [_mm256_permutevar8x32_ps(here[0], down_one), _mm256_permutevar8x32_ps(here[1], down_one)];
            let west = [
                _mm256_blend_ps::<1>(higher[0], share::<EVEN>(beyond[WEST], z * TILE_SIDE + LAST)),
                _mm256_blend_ps::<1>(higher[1], higher[0]),
            ];
            let east = [
                _mm256_blend_ps::<0x80>(lower[0], lower[1]),
                _mm256_blend_ps::<0x80>(lower[1], share::<EVEN>(beyond[EAST], z * TILE_SIDE)),
            ];
            let amounts = load(row(own.amounts, z));
            let mut result = amounts;
            for half in 0..2 {
                let (mut e, mut w, mut n, mut s) = (east[half], west[half], north[half], south[half]);
                let mut kept = keep;
                if MASKED {
                    let ways = load_ways(open, z * TILE_SIDE + half * HALF);
                    e = through::<TO_EAST>(ways, e);
                    w = through::<TO_WEST>(ways, w);
                    n = through::<TO_NORTH>(ways, n);
                    s = through::<TO_SOUTH>(ways, s);
                    let degrees = own.degrees.map_or(_mm256_set1_ps(0.25), |d| load(row(d, z))[half]);
                    let alone = _mm256_cmp_ps::<_CMP_EQ_OQ>(degrees, _mm256_setzero_ps());
                    kept = _mm256_blendv_ps(keep, keep_alone, alone);
                }
                let arriving = _mm256_add_ps(_mm256_add_ps(e, w), _mm256_add_ps(n, s));
                result[half] = _mm256_add_ps(_mm256_mul_ps(kept, amounts[half]), _mm256_mul_ps(spread, arriving));
            }
            store(row_mut(out, z), result);
            south = here;
            here = north;
        }
    }
}

#[inline(always)]
fn row(amounts: &Buffer, z: usize) -> &[f32; TILE_SIDE] {
    amounts[z * TILE_SIDE..][..TILE_SIDE].try_into().expect("a row has sixteen cells")
}

#[inline(always)]
fn window<const AT: usize>(row: &[f32; PADDED_WIDTH]) -> &[f32; TILE_SIDE] {
    row[AT..][..TILE_SIDE].try_into().expect("the window lies inside the padded row")
}

#[inline(always)]
fn row_mut(amounts: &mut Buffer, z: usize) -> &mut [f32; TILE_SIDE] {
    (&mut amounts[z * TILE_SIDE..][..TILE_SIDE]).try_into().expect("a row has sixteen cells")
}

const LAST: usize = TILE_SIDE - 1;

/// Not all cells of the part give to exactly four.
#[inline(always)]
fn is_uneven(part: &Option<Part<'_>>) -> bool {
    part.is_some_and(|p| p.degrees.is_some())
}

#[inline(always)]
fn step_tile_body(
    own: Part<'_>,
    open: Option<&[u8; TILE_CELLS]>,
    around: &[Option<Part<'_>>; 4],
    rates: Rates,
    shares: &mut Shares,
    out: &mut Buffer,
) {
    match open {
        None if !around.iter().any(is_uneven) => step_even(own.amounts, around, rates, shares, out),
        _ => step_any(own, open, around, rates, shares, out),
    }
}

/// All cells of the tile and around it give to four: a quarter is the same factor for all, and exact, so that the sums have
/// the same bits as in [`step_any`].
#[inline(always)]
fn step_even(own: &Buffer, around: &[Option<Part<'_>>; 4], rates: Rates, padded: &mut Shares, out: &mut Buffer) {
    const NOTHING: [f32; TILE_SIDE] = [0.0; TILE_SIDE];
    let padded = &mut padded.0;
    let beyond = |direction: usize, z: usize| around[direction].map_or(&NOTHING, |p| row(p.amounts, z));
    padded[0][LEFT..][..TILE_SIDE].copy_from_slice(beyond(SOUTH, LAST));
    for z in 0..TILE_SIDE {
        padded[z + 1][LEFT..][..TILE_SIDE].copy_from_slice(row(own, z));
        padded[z + 1][LEFT - 1] = around[WEST].map_or(0.0, |p| p.amounts[z * TILE_SIDE + LAST]);
        padded[z + 1][LEFT + TILE_SIDE] = around[EAST].map_or(0.0, |p| p.amounts[z * TILE_SIDE]);
    }
    padded[TILE_SIDE + 1][LEFT..][..TILE_SIDE].copy_from_slice(beyond(NORTH, 0));
    let quarter = rates.spread * 0.25;
    for z in 0..TILE_SIDE {
        let west = window::<{ LEFT - 1 }>(&padded[z + 1]);
        let east = window::<{ LEFT + 1 }>(&padded[z + 1]);
        let south = window::<LEFT>(&padded[z]);
        let north = window::<LEFT>(&padded[z + 2]);
        let amounts = row(own, z);
        let target = row_mut(out, z);
        for x in 0..TILE_SIDE {
            let arriving = (east[x] + west[x]) + (north[x] + south[x]);
            target[x] = rates.keep * amounts[x] + quarter * arriving;
        }
    }
}

#[inline(always)]
fn fill_row(target: &mut [f32; PADDED_WIDTH], part: Option<&Part<'_>>, z: usize) {
    let target: &mut [f32; TILE_SIDE] = (&mut target[LEFT..][..TILE_SIDE]).try_into().expect("the row fits");
    let Some(part) = part else { return target.fill(0.0) };
    let amounts = row(part.amounts, z);
    let degrees = part.degrees.map_or(&[0.25; TILE_SIDE], |d| row(d, z));
    for x in 0..TILE_SIDE {
        target[x] = amounts[x] * degrees[x];
    }
}

/// Column `X` of a neighbour goes to column `TO`.
#[inline(always)]
fn fill_column<const X: usize, const TO: usize>(
    shares: &mut [[f32; PADDED_WIDTH]; TILE_SIDE + 2],
    part: Option<&Part<'_>>,
) {
    for (z, target) in shares[1..=TILE_SIDE].iter_mut().enumerate() {
        let slot = z * TILE_SIDE + X;
        target[TO] = part.map_or(0.0, |p| p.amounts[slot] * p.degrees.map_or(0.25, |d| d[slot]));
    }
}

/// What comes from a neighbour if bit `D` of `open` is set; written as bits so that it needs no branch.
#[inline(always)]
fn through<const D: usize>(open: u32, share: f32) -> f32 {
    f32::from_bits(share.to_bits() & 0u32.wrapping_sub(open >> D & 1))
}

#[inline(always)]
fn step_any(
    own: Part<'_>,
    open: Option<&[u8; TILE_CELLS]>,
    around: &[Option<Part<'_>>; 4],
    rates: Rates,
    shares: &mut Shares,
    out: &mut Buffer,
) {
    let (keep, keep_alone) = (rates.keep.to_bits(), rates.keep_alone.to_bits());
    let shares = &mut shares.0;
    fill_row(&mut shares[0], around[SOUTH].as_ref(), LAST);
    for z in 0..TILE_SIDE {
        fill_row(&mut shares[z + 1], Some(&own), z);
    }
    fill_row(&mut shares[TILE_SIDE + 1], around[NORTH].as_ref(), 0);
    fill_column::<LAST, { LEFT - 1 }>(shares, around[WEST].as_ref());
    fill_column::<0, { LEFT + TILE_SIDE }>(shares, around[EAST].as_ref());
    for z in 0..TILE_SIDE {
        let west = window::<{ LEFT - 1 }>(&shares[z + 1]);
        let east = window::<{ LEFT + 1 }>(&shares[z + 1]);
        let south = window::<LEFT>(&shares[z]);
        let north = window::<LEFT>(&shares[z + 2]);
        let amounts = row(own.amounts, z);
        let degrees = own.degrees.map_or(&[0.25; TILE_SIDE], |d| row(d, z));
        let mut ways = [u32::MAX; TILE_SIDE];
        if let Some(open) = open {
            let open: &[u8; TILE_SIDE] = open[z * TILE_SIDE..][..TILE_SIDE].try_into().expect("a row of cells");
            for x in 0..TILE_SIDE {
                ways[x] = u32::from(open[x]);
            }
        }
        let target = row_mut(out, z);
        for x in 0..TILE_SIDE {
            let arriving = (through::<EAST>(ways[x], east[x]) + through::<WEST>(ways[x], west[x]))
                + (through::<NORTH>(ways[x], north[x]) + through::<SOUTH>(ways[x], south[x]));
            // Chosen by bits: a plain `if` becomes a look-up per cell.
            let alone = 0u32.wrapping_sub(u32::from(degrees[x] == 0.0));
            let keep = f32::from_bits(keep_alone & alone | keep & !alone);
            target[x] = keep * amounts[x] + rates.spread * arriving;
        }
    }
}

/// What an inspection says about a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Inspection {
    /// No amount changed by more than the tolerance.
    pub(super) still: bool,
    /// All amounts are below the prune level.
    pub(super) faint: bool,
}

dispatch! {
    /// Compares a tile before and after a step; `tolerance` is relative to the larger of amount and prune level.
    inspect = inspect_body(before: &Buffer, after: &Buffer, tolerance: f32, prune: f32) -> Inspection
}

#[inline(always)]
fn inspect_body(before: &Buffer, after: &Buffer, tolerance: f32, prune: f32) -> Inspection {
    let (mut moved, mut strong) = (0u32, 0u32);
    for (old, new) in before.iter().zip(after) {
        let size = new.abs();
        let reference = if size > prune { size } else { prune };
        moved |= u32::from((new - old).abs() > tolerance * reference);
        strong |= u32::from(size >= prune && size > 0.0);
    }
    Inspection { still: moved == 0, faint: strong == 0 }
}

/// Cells handled together; the sums of a force have so many parts.
pub(super) const LANES: usize = 8;

/// Layers that [`blend`] takes at once.
pub(super) const BLENDED: usize = 8;

dispatch! {
    /// Weighted sum of layers in the given rows and half rows of a tile: `sample = Σ weight · amounts`, on top of what
    /// is there unless `fresh`. Always added in the order given.
    blend = blend_body(parts: &[(&Buffer, f32)], rows: (usize, usize), halves: (usize, usize), fresh: bool, sample: &mut Buffer)
}

#[inline(always)]
fn blend_body(
    parts: &[(&Buffer, f32)],
    rows: (usize, usize),
    halves: (usize, usize),
    fresh: bool,
    sample: &mut Buffer,
) {
    for z in rows.0..rows.1 {
        for half in halves.0..halves.1 {
            let at = z * TILE_SIDE + half * LANES;
            let target: &mut [f32; LANES] =
                (&mut sample[at..][..LANES]).try_into().expect("half a row has eight cells");
            let mut sum = if fresh { [0.0; LANES] } else { *target };
            for (amounts, weight) in parts {
                let amounts: &[f32; LANES] = amounts[at..][..LANES].try_into().expect("half a row has eight cells");
                for lane in 0..LANES {
                    sum[lane] += weight * amounts[lane];
                }
            }
            *target = sum;
        }
    }
}

/// Square region of [`pull`].
pub(super) const SQUARE: u8 = 0;
/// Disc.
pub(super) const DISC: u8 = 1;
/// Cone.
pub(super) const CONE: u8 = 2;

/// Geometry of a force query, single precision, metres, relative to whoever feels the force.
#[derive(Clone, Copy, Debug)]
pub(super) struct PullLaw {
    pub(super) cell_size: f32,
    pub(super) softening_squared: f32,
    pub(super) cap: f32,
    pub(super) floor: f32,
    /// Half side or radius, with the margin.
    pub(super) reach: f32,
    pub(super) margin: f32,
    /// Unit view direction (x, z), cosine and sine of the cone's half angle.
    pub(super) view: (f32, f32),
    pub(super) cone: (f32, f32),
}

/// Partial sums of a force, one per lane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct PullSums {
    pub(super) x: [f32; LANES],
    pub(super) z: [f32; LANES],
    pub(super) cells: [u32; LANES],
}

/// Squared distance, m², below which a cell counts as being exactly where the reader is and has no direction.
pub(super) const COINCIDENT: f32 = 1e-12;

dispatch! {
    /// Adds the pull of the cells of rows `first_row..` of a tile: `sample / dist^K` towards the cell, eq. 7.
    /// `corner` is the centre of the tile's cell 0; only cells of `mask` (16 bits per row) count.
    pull<const K: u32, const SHAPE: u8> = pull_body(law: &PullLaw, corner: (f32, f32), first_row: usize, sample: &[f32], mask: &[u16], sums: &mut PullSums)
}

#[inline(always)]
fn inside<const SHAPE: u8>(law: &PullLaw, dx: f32, dz: f32, squared: f32) -> bool {
    let in_disc = squared <= law.reach * law.reach;
    match SHAPE {
        SQUARE => dx.abs() <= law.reach && dz.abs() <= law.reach,
        DISC => in_disc,
        _ => {
            let along = dx * law.view.0 + dz * law.view.1;
            let across = (dx * law.view.1 - dz * law.view.0).abs();
            let (cos, sin) = law.cone;
            // Distance beyond the cone's side, and how far along the side the nearest point lies.
            let beyond = across * cos - along * sin;
            let foot = along * cos + across * sin;
            let near = squared <= law.margin * law.margin;
            in_disc & ((beyond <= 0.0) | ((beyond <= law.margin) & ((foot >= 0.0) | near)))
        }
    }
}

#[inline(always)]
fn pull_body<const K: u32, const SHAPE: u8>(
    law: &PullLaw,
    corner: (f32, f32),
    first_row: usize,
    sample: &[f32],
    mask: &[u16],
    sums: &mut PullSums,
) {
    let mut total = *sums;
    for (row, (sample, mask)) in sample.chunks_exact(TILE_SIDE).zip(mask).enumerate() {
        let dz = corner.1 + (first_row + row) as f32 * law.cell_size;
        for (half, sample) in sample.chunks_exact(LANES).enumerate() {
            let bits = u32::from(*mask) >> (half * LANES) & 0xff;
            if bits == 0 {
                continue;
            }
            let sample: &[f32; LANES] = sample.try_into().expect("a chunk has eight cells");
            for (lane, raw) in sample.iter().enumerate() {
                let dx = corner.0 + (half * LANES + lane) as f32 * law.cell_size;
                let squared = dx * dx + dz * dz;
                let counts = (bits & (1 << lane) != 0) & inside::<SHAPE>(law, dx, dz, squared);
                let strength = bounded(*raw, law.cap, law.floor);
                let soft = squared + law.softening_squared;
                let power = match K {
                    0 => 1.0,
                    1 => sqrt32(soft),
                    2 => soft,
                    3 => soft * sqrt32(soft),
                    _ => soft * soft,
                };
                let size = strength / (power * sqrt32(squared));
                let size = if counts & (squared > COINCIDENT) { size } else { 0.0 };
                total.x[lane] += size * dx;
                total.z[lane] += size * dz;
                total.cells[lane] += u32::from(counts);
            }
        }
    }
    *sums = total;
}

/// What is smelled of a raw sum: nothing below `floor`, at most `cap`, the same for both signs.
#[inline(always)]
pub(super) fn bounded(raw: f32, cap: f32, floor: f32) -> f32 {
    let size = raw.abs();
    let limited = if raw > cap {
        cap
    } else if raw < -cap {
        -cap
    } else {
        raw
    };
    if size < floor { 0.0 } else { limited }
}

impl PullSums {
    /// The sum over the lanes, always in the same order.
    pub(super) fn reduce(&self) -> (f32, f32, u32) {
        let sum = |v: &[f32; LANES]| ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
        (sum(&self.x), sum(&self.z), self.cells.iter().sum())
    }
}
