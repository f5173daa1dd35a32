//! The front as a picture: a chart of error over bytes per second for each network.
use super::front::{Curve, Point};
use super::{network, usual};
use crate::draw::chart::legend;
use crate::draw::colour::{PAPER, PRINTED};
use crate::draw::{Align, Axis, Canvas, Chart, Colour, Mark, Rect, Series, Size};
use antreckon_cli::drawn::Cell;
use std::path::Path;

const WIDTH: f32 = 1800.0;
const HEIGHT: f32 = 1330.0;
const MARGIN: f32 = 24.0;
const COLUMNS: usize = 3;
/// Room around all points, as a factor.
const ROOM: f64 = 1.12;
const INK: Colour = Colour::hex(0x1B1F24);

/// As the combinations: by hand in grey, then a colour for each way of telling, lines hollow and `auto` filled.
fn style(place: usize) -> (Colour, Mark) {
    let [blue, red, green, ..] = PRINTED;
    match place {
        0 => (Colour::hex(0x6E7781), Mark::Diamond),
        1 => (red, Mark::Ring),
        2 => (red, Mark::Disc),
        3 => (blue, Mark::Ring),
        4 => (blue, Mark::Disc),
        5 => (green, Mark::Ring),
        _ => (green, Mark::Disc),
    }
}

pub(super) fn draw(fronts: &[(Cell, Vec<Curve>)], matches: usize, path: &Path) -> Result<(), String> {
    let mut canvas = Canvas::new(WIDTH as u32, HEIGHT as u32, PAPER)?;
    canvas.text([MARGIN, 36.0], "Error of what is drawn at equal cost", Size::Title, INK, Align::Left);
    let line = format!("mean over {matches} matches; 60 frames a second; bytes of packets without datagram headers");
    canvas.text([MARGIN, 74.0], &line, Size::Small, INK, Align::Left);
    let range = |curves: &[Curve], of: fn(&Point) -> f64| {
        let values = curves.iter().flat_map(|curve| &curve.points).map(of);
        [values.clone().fold(f64::MAX, f64::min) / ROOM, values.fold(0.0, f64::max) * ROOM]
    };
    let series = |curves: &[Curve]| -> Vec<Series> {
        curves
            .iter()
            .enumerate()
            .map(|(place, curve)| {
                let (colour, mark) = style(place);
                let mut points: Vec<[f64; 2]> = curve.points.iter().map(|p| [p.bytes, p.mean]).collect();
                points.sort_by(|a, b| a[0].total_cmp(&b[0]));
                Series { name: curve.name.to_owned(), colour, points, line: 2.5, mark: Some(mark) }
            })
            .collect()
    };
    let (top, rows) = (110.0, fronts.len().div_ceil(COLUMNS));
    let size = [(WIDTH - 2.0 * MARGIN) / COLUMNS as f32, (HEIGHT - top - MARGIN) / rows as f32];
    for (place, (cell, curves)) in fronts.iter().enumerate() {
        let [column, row] = [place % COLUMNS, place / COLUMNS].map(|i| i as f32);
        let area = Rect { x: MARGIN + column * size[0], y: top + row * size[1], width: size[0], height: size[1] };
        let axis = |label: &str, [low, high]: [f64; 2]| Axis { label: label.to_owned(), low, high, log: true };
        let x = axis("bytes per second and player", range(curves, |p| p.bytes));
        let y = axis("mean error, m", range(curves, |p| p.mean));
        let chart = Chart { area, title: &network(cell), x: &x, y: &y };
        chart.draw(&mut canvas, &series(curves));
        if let Some(point) = usual(curves) {
            chart.note(&mut canvas, [point.bytes, point.mean], "default", INK);
        }
    }
    // In the place that is left over.
    let left = MARGIN + (fronts.len() % COLUMNS) as f32 * size[0] + 60.0;
    if let Some((_, curves)) = fronts.first() {
        let mut y = top + (rows - 1) as f32 * size[1] + 110.0;
        for series in series(curves) {
            y = legend(&mut canvas, [left, WIDTH], y, &[series]) + 6.0;
        }
    }
    canvas.save(path)
}
