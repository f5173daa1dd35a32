//! The front as a picture: error over jumps and reversals, and over twitching.
use super::settings::FAMILIES;
use super::{BY_DEFAULT, Row, SNAPPED};
use crate::draw::chart::legend;
use crate::draw::colour::{PAPER, PRINTED};
use crate::draw::{Align, Axis, Canvas, Chart, Colour, Mark, Rect, Series, Size};
use std::path::Path;

const WIDTH: f32 = 1800.0;
const HEIGHT: f32 = 850.0;
const MARGIN: f32 = 24.0;
const TOP: f32 = 130.0;
const INK: Colour = Colour::hex(0x1B1F24);
const GREY: Colour = Colour::hex(0x6E7781);
/// Errors beyond are not shown, in those of the predictions.
const MOST: f64 = 1.9;

type Measure = fn(&Row) -> f64;

pub(super) fn draw(rows: &[Row], of: &str, path: &Path) -> Result<(), String> {
    let mut canvas = Canvas::new(WIDTH as u32, HEIGHT as u32, PAPER)?;
    canvas.text([MARGIN, 36.0], "How near to the prediction, and how calm", Size::Title, INK, Align::Left);
    let line = format!("{of}; lower and further left is better");
    canvas.text([MARGIN, 74.0], &line, Size::Small, INK, Align::Left);
    let charts: [(&str, Measure); 2] = [
        ("jumps and reversals per minute", |row| row.jumps + row.reversals),
        ("twitch: mean change of the drawn velocity, m/s²", |row| row.twitch),
    ];
    let width = (WIDTH - 2.0 * MARGIN) / 2.0;
    for (place, (label, x)) in charts.into_iter().enumerate() {
        let series = series(rows, x);
        let shown = series.iter().flat_map(|series| &series.points).filter(|point| point[1] <= MOST);
        let high = 1.06 * shown.map(|point| point[0]).fold(0.0, f64::max);
        let x = Axis { label: label.to_owned(), low: 0.0, high, log: false };
        let y =
            Axis { label: "p95 error ÷ that of the prediction itself".to_owned(), low: 0.9, high: MOST, log: false };
        let area =
            Rect { x: MARGIN + place as f32 * width, y: TOP - 40.0, width, height: HEIGHT - TOP + 40.0 - MARGIN };
        Chart { area, title: "", x: &x, y: &y }.draw(&mut canvas, &series);
        if place == 0 {
            legend(&mut canvas, [MARGIN, WIDTH - MARGIN], 112.0, &series);
        }
    }
    canvas.save(path)
}

fn series(rows: &[Row], x: Measure) -> Vec<Series> {
    let points = |wanted: &dyn Fn(&Row) -> bool| -> Vec<[f64; 2]> {
        rows.iter().filter(|row| wanted(row)).map(|row| [x(row), row.p95]).collect()
    };
    let marks = [Mark::Disc, Mark::Square, Mark::Diamond, Mark::Triangle, Mark::Disc];
    let families = FAMILIES.iter().enumerate().map(|(place, family)| Series {
        name: family.name.to_owned(),
        colour: PRINTED[place % PRINTED.len()],
        points: points(&|row| row.family.is_some_and(|(of, _)| of == place)),
        line: 2.5,
        mark: Some(marks[place % marks.len()]),
    });
    let alone = [(BY_DEFAULT, INK, Mark::Ring), (SNAPPED, INK, Mark::Disc), ("by hand", GREY, Mark::Diamond)];
    let alone = alone.map(|(name, colour, mark)| Series {
        name: name.to_owned(),
        colour,
        points: points(&|row| row.name == name),
        line: 0.0,
        mark: Some(mark),
    });
    families.chain(alone).collect()
}
