//! Charts on white ground, to be read on paper too: axes with units, lines, marks and a legend.
use super::canvas::{Align, Canvas, Rect, Size};
use super::colour::Colour;

const INK: Colour = Colour::hex(0x1B1F24);
const MUTED: Colour = Colour::hex(0x57606A);
const GRID: Colour = Colour::hex(0xDDE1E6);
/// Room left of the plot for numbers, above it for the title and the name of the upright axis, below it for the other axis.
const LEFT: f32 = 84.0;
const TOP: f32 = 84.0;
const BOTTOM: f32 = 74.0;
const RIGHT: f32 = 24.0;
/// Ticks of an axis, about.
const TICKS: f64 = 6.0;
/// Radius of a mark, pixels.
const MARK: f32 = 7.0;
/// Length of a line in a legend, pixels.
const SWATCH: f32 = 36.0;

/// From one number to another.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// What it measures, and in which unit.
    pub(crate) label: String,
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// Equal ratios are equally far apart.
    pub(crate) log: bool,
}

impl Axis {
    /// 0 at the left or bottom, 1 at the other end.
    fn share(&self, value: f64) -> f64 {
        let place = |value: f64| if self.log { value.ln() } else { value };
        (place(value) - place(self.low)) / (place(self.high) - place(self.low))
    }

    fn ticks(&self) -> Vec<f64> {
        let mut ticks = Vec::new();
        if self.log {
            let steps: &[f64] = if self.high < 4.0 * self.low {
                &[1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]
            } else {
                &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0]
            };
            let mut decade = 10_f64.powf(self.low.log10().floor());
            while decade <= self.high {
                ticks.extend(steps.iter().map(|step| step * decade));
                decade *= 10.0;
            }
        } else {
            let rough = (self.high - self.low) / TICKS;
            let power = 10_f64.powf(rough.log10().floor());
            let step = [1.0, 2.0, 2.5, 5.0, 10.0].map(|step| step * power).into_iter().find(|step| *step >= rough);
            let step = step.unwrap_or(10.0 * power);
            let first = (self.low / step).ceil() as i64;
            ticks.extend((first..).map(|i| i as f64 * step).take_while(|tick| *tick <= self.high + 1e-9 * step));
        }
        let slack = 1e-9 * (self.high - self.low);
        ticks.retain(|tick| (self.low - slack..=self.high + slack).contains(tick));
        ticks
    }
}

/// A number with no more digits than it needs.
fn shown(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The shape of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Disc,
    Square,
    Diamond,
    Triangle,
    Ring,
}

/// Points that belong together.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) colour: Colour,
    /// A point that is not a number interrupts the line.
    pub(crate) points: Vec<[f64; 2]>,
    /// Width of the line through them, pixels; 0 = none.
    pub(crate) line: f32,
    pub(crate) mark: Option<Mark>,
}

/// A chart without its legend.
pub(crate) struct Chart<'a> {
    pub(crate) area: Rect,
    pub(crate) title: &'a str,
    pub(crate) x: &'a Axis,
    pub(crate) y: &'a Axis,
}

impl Chart<'_> {
    /// The part of an area that points lie in.
    pub(crate) fn plot_of(area: Rect) -> Rect {
        Rect { x: area.x + LEFT, y: area.y + TOP, width: area.width - LEFT - RIGHT, height: area.height - TOP - BOTTOM }
    }

    fn plot(&self) -> Rect {
        Self::plot_of(self.area)
    }

    fn place(&self, [x, y]: [f64; 2]) -> [f32; 2] {
        let plot = self.plot();
        let (x, y) = (self.x.share(x) as f32, self.y.share(y) as f32);
        [plot.x + x * plot.width, plot.y + (1.0 - y) * plot.height]
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas, series: &[Series]) {
        let plot = self.plot();
        let bottom = plot.y + plot.height;
        canvas.text([self.area.x + 4.0, self.area.y + 20.0], self.title, Size::Normal, INK, Align::Left);
        canvas.text([self.area.x + 4.0, plot.y - 24.0], &self.y.label, Size::Small, MUTED, Align::Left);
        let below = [plot.x + plot.width / 2.0, bottom + 54.0];
        canvas.text(below, &self.x.label, Size::Small, MUTED, Align::Centre);
        let mut free = f32::NEG_INFINITY;
        for tick in self.x.ticks() {
            let [x, _] = self.place([tick, self.y.low]);
            canvas.line(&[[x, plot.y], [x, bottom]], GRID, 1.0);
            let text = shown(tick);
            let half = Size::Small.width(&text) / 2.0;
            // Numbers must not run into each other.
            if x - half > free {
                canvas.text([x, bottom + 22.0], &text, Size::Small, INK, Align::Centre);
                free = x + half + 8.0;
            }
        }
        let mut free = f32::INFINITY;
        for tick in self.y.ticks() {
            let [_, y] = self.place([self.x.low, tick]);
            canvas.line(&[[plot.x, y], [plot.x + plot.width, y]], GRID, 1.0);
            if y + 10.0 < free {
                canvas.text([plot.x - 10.0, y], &shown(tick), Size::Small, INK, Align::Right);
                free = y - 12.0;
            }
        }
        canvas.frame(plot, MUTED, 1.5);
        canvas.clip(Some(plot));
        for series in series {
            let parts = series.points.split(|point| point.iter().any(|value| !value.is_finite()));
            for part in parts.filter(|part| series.line > 0.0 && part.len() > 1) {
                let points: Vec<[f32; 2]> = part.iter().map(|&point| self.place(point)).collect();
                canvas.line(&points, series.colour, series.line);
            }
        }
        canvas.clip(None);
        for series in series {
            for point in series.points.iter().filter(|_| series.mark.is_some()) {
                let inside =
                    (0.0..=1.0).contains(&self.x.share(point[0])) && (0.0..=1.0).contains(&self.y.share(point[1]));
                if let (Some(shape), true) = (series.mark, inside) {
                    mark(canvas, shape, self.place(*point), series.colour);
                }
            }
        }
    }

    /// Writes below and left of a point, and points at it.
    pub(crate) fn note(&self, canvas: &mut Canvas, point: [f64; 2], text: &str, colour: Colour) {
        let [x, y] = self.place(point);
        let [dx, dy] = [-26.0, 46.0];
        canvas.line(&[[x - 5.0, y + 9.0], [x + dx, y + dy - 14.0]], colour, 1.5);
        canvas.text([x + dx, y + dy], text, Size::Small, colour, Align::Centre);
    }
}

fn mark(canvas: &mut Canvas, shape: Mark, [x, y]: [f32; 2], colour: Colour) {
    match shape {
        Mark::Disc => canvas.disc([x, y], MARK, colour),
        Mark::Square => {
            let side = 1.7 * MARK;
            canvas.fill(Rect { x: x - side / 2.0, y: y - side / 2.0, width: side, height: side }, colour);
        }
        Mark::Diamond => {
            let r = 1.25 * MARK;
            canvas.polygon(&[[x, y - r], [x + r, y], [x, y + r], [x - r, y]], colour);
        }
        Mark::Triangle => {
            let r = 1.2 * MARK;
            canvas.polygon(&[[x, y - r], [x + r, y + 0.8 * r], [x - r, y + 0.8 * r]], colour);
        }
        Mark::Ring => {
            canvas.disc([x, y], 1.15 * MARK, colour);
            canvas.disc([x, y], 0.7 * MARK, Colour::hex(0xFFFFFF));
        }
    }
}

/// Names of the series in rows between `left` and `right`; returns the middle of the row below.
pub(crate) fn legend(canvas: &mut Canvas, [left, right]: [f32; 2], mut y: f32, series: &[Series]) -> f32 {
    let mut x = left;
    for series in series {
        let width = SWATCH + 12.0 + Size::Small.width(&series.name);
        if x > left && x + width > right {
            (x, y) = (left, y + 30.0);
        }
        if series.line > 0.0 {
            canvas.line(&[[x, y], [x + SWATCH, y]], series.colour, series.line.max(3.0));
        }
        if let Some(shape) = series.mark {
            mark(canvas, shape, [x + SWATCH / 2.0, y], series.colour);
        }
        canvas.text([x + SWATCH + 12.0, y], &series.name, Size::Small, INK, Align::Left);
        x += width + 36.0;
    }
    y + 30.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(low: f64, high: f64, log: bool) -> Axis {
        Axis { label: String::new(), low, high, log }
    }

    #[test]
    fn ticks_are_round_and_within_the_axis() {
        assert_eq!(axis(0.0, 10.0, false).ticks(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        let tenths: Vec<String> = axis(-0.2, 0.2, false).ticks().into_iter().map(shown).collect();
        assert_eq!(tenths, ["-0.2", "-0.1", "0", "0.1", "0.2"]);
        assert_eq!(axis(40.0, 210.0, true).ticks(), [50.0, 70.0, 100.0, 150.0, 200.0]);
    }

    #[test]
    fn equal_ratios_are_equally_far_apart_on_a_logarithmic_axis() {
        let axis = axis(10.0, 1000.0, true);
        assert!((axis.share(100.0) - 0.5).abs() < 1e-12 && axis.share(10.0) == 0.0);
    }

    #[test]
    fn a_chart_stays_within_its_area() {
        let mut canvas = Canvas::new(400, 300, Colour::hex(0xFFFFFF)).unwrap();
        let (x, y) = (axis(0.0, 1.0, false), axis(0.0, 1.0, false));
        let points = vec![[0.0, 0.0], [f64::NAN, 0.0], [0.5, 0.5], [7.0, 7.0]];
        let series = Series { name: String::new(), colour: INK, points, line: 2.0, mark: Some(Mark::Disc) };
        let area = Rect { x: 0.0, y: 0.0, width: 400.0, height: 300.0 };
        Chart { area, title: "", x: &x, y: &y }.draw(&mut canvas, &[series]);
        assert_eq!(canvas.pixel(398, 2), [255; 3]);
    }
}
