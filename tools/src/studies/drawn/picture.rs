//! The pictures of a scene: top views beside each other, and the errors over time.
use super::scene::{Scene, WAYS};
use crate::draw::chart::legend;
use crate::draw::colour::{PAPER, PRINTED};
use crate::draw::{Align, Axis, Canvas, Chart, Colour, Rect, Series, Size};
use antreckon::base::math::DVec3;
use std::path::Path;

const WIDTH: f32 = 1800.0;
const MARGIN: f32 = 24.0;
const INK: Colour = Colour::hex(0x1B1F24);
/// The true path: wide and light, below what is drawn.
const TRUTH: Colour = Colour::hex(0xC4CAD1);
const TIE: Colour = Colour::hex(0x1B1F24);
/// Frames from one tie between true and drawn place to the next: half a second.
const TIED: usize = 30;
/// Metres around the paths.
const BORDER: f64 = 1.5;
/// Room for title and legend, pixels.
const HEAD: f32 = 170.0;

/// As [`WAYS`].
const COLOURS: [Colour; 3] = [PRINTED[1], PRINTED[2], PRINTED[0]];

fn sheet(height: f32, title: &str, scene: &Scene) -> Result<Canvas, String> {
    let mut canvas = Canvas::new(WIDTH as u32, height as u32, PAPER)?;
    canvas.text([MARGIN, 36.0], title, Size::Title, INK, Align::Left);
    canvas.text([MARGIN, 74.0], &scene.title, Size::Small, INK, Align::Left);
    Ok(canvas)
}

/// The ground as all panels show it: long side to the right, metres from the corner.
struct View {
    /// The way goes up the page rather than to the right: it is turned by a quarter.
    turned: bool,
    corner: [f64; 2],
    size: [f64; 2],
}

impl View {
    fn of(scene: &Scene) -> Self {
        let places = || scene.frames.iter().flat_map(|frame| frame.drawn.into_iter().chain([frame.truth]));
        let [wide, high] = spans(places().map(|place| [place.x, -place.z]));
        let turned = high[1] - high[0] > wide[1] - wide[0];
        let view = Self { turned, corner: [0.0; 2], size: [0.0; 2] };
        let spans = spans(places().map(|place| view.at(place)));
        Self {
            turned,
            corner: spans.map(|[low, _]| low - BORDER),
            size: spans.map(|[low, high]| high - low + 2.0 * BORDER),
        }
    }

    fn at(&self, place: DVec3) -> [f64; 2] {
        let [x, y] = if self.turned { [-place.z, -place.x] } else { [place.x, -place.z] };
        [x - self.corner[0], y - self.corner[1]]
    }
}

/// Lowest and highest along both axes.
fn spans(places: impl Iterator<Item = [f64; 2]>) -> [[f64; 2]; 2] {
    places.fold([[f64::MAX, f64::MIN]; 2], |spans, place| {
        let [x, y] = [0, 1].map(|axis| [spans[axis][0].min(place[axis]), spans[axis][1].max(place[axis])]);
        [x, y]
    })
}

/// Top views, one below the other.
pub(super) fn paths(scene: &Scene, path: &Path) -> Result<(), String> {
    let view = View::of(scene);
    let around = Rect { x: 0.0, y: 0.0, width: WIDTH - 2.0 * MARGIN, height: 0.0 };
    let plot = Chart::plot_of(around);
    // The same scale in both directions; a plot of no height is as much too low as its axes need.
    let height = plot.width * (view.size[1] / view.size[0]) as f32 - plot.height;
    let mut canvas = sheet(HEAD + WAYS.len() as f32 * height + MARGIN, "Ten seconds of one player, from above", scene)?;
    let axis = |high: f64| Axis { label: "m".to_owned(), low: 0.0, high, log: false };
    let (x, y) = (axis(view.size[0]), axis(view.size[1]));
    let truth: Vec<[f64; 2]> = scene.frames.iter().map(|frame| view.at(frame.truth)).collect();
    let line = |name: &str, colour, points, line| Series { name: name.to_owned(), colour, points, line, mark: None };
    for (way, name) in WAYS.iter().enumerate() {
        let mut ties = Vec::new();
        for frame in scene.frames.iter().step_by(TIED) {
            ties.extend([view.at(frame.truth), view.at(frame.drawn[way]), [f64::NAN; 2]]);
        }
        let drawn = scene.frames.iter().map(|frame| view.at(frame.drawn[way])).collect();
        let [mean, p95] = scene.figures(way);
        let title = format!("{name}: mean error {mean:.2} m, p95 {p95:.2} m");
        let series =
            [line("", TRUTH, truth.clone(), 12.0), line("", COLOURS[way], drawn, 3.0), line("", TIE, ties, 1.5)];
        let area = Rect { x: MARGIN, y: HEAD + way as f32 * height, height, ..around };
        Chart { area, title: &title, x: &x, y: &y }.draw(&mut canvas, &series);
    }
    let names = [
        line("true path", TRUTH, Vec::new(), 12.0),
        line("from the true to the drawn place of the same moment, every half second", TIE, Vec::new(), 1.5),
    ];
    let rest = WAYS.iter().zip(COLOURS).map(|(name, colour)| line(name, colour, Vec::new(), 3.0));
    legend(&mut canvas, [MARGIN, WIDTH - MARGIN], 108.0, &names.into_iter().chain(rest).collect::<Vec<_>>());
    canvas.save(path)
}

/// Errors over time.
pub(super) fn errors(scene: &Scene, path: &Path) -> Result<(), String> {
    let height = 700.0;
    let mut canvas = sheet(height, "Distance of the drawn from the true place", scene)?;
    let begin = scene.frames[0].seconds;
    let series: Vec<Series> = (0..WAYS.len())
        .map(|way| Series {
            name: WAYS[way].to_owned(),
            colour: COLOURS[way],
            points: scene.frames.iter().map(|frame| [frame.seconds - begin, frame.error(way)]).collect(),
            line: 2.5,
            mark: None,
        })
        .collect();
    let highest = series.iter().flat_map(|series| &series.points).map(|point| point[1]).fold(0.0, f64::max);
    let x = Axis { label: "time, s".to_owned(), low: 0.0, high: 10.0, log: false };
    let y = Axis { label: "error, m".to_owned(), low: 0.0, high: 1.05 * highest, log: false };
    let area = Rect { x: MARGIN, y: 90.0, width: WIDTH - 2.0 * MARGIN, height: height - 90.0 - MARGIN / 2.0 };
    Chart { area, title: "", x: &x, y: &y }.draw(&mut canvas, &series);
    legend(&mut canvas, [WIDTH / 2.0, WIDTH - MARGIN], 140.0, &series);
    canvas.save(path)
}
