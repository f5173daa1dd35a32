//! A route, its strategies, and one trial with what each sender sent.
use super::course::COURSE;
use super::replay::{Rule, dead_reckoning, strategies};
use super::users::{Way, learned, params, trials};
use crate::draw::colour::{BRIGHT, FRAME, GROUND, PANEL, TEXT, WALKABLE};
use crate::draw::{Align, Canvas, Colour, Rect, Size};
use antreckon::base::math::DVec3;
use antreckon::predict::strategy::{Mode, Truth};
use std::path::Path;

const WIDTH: f32 = 1600.0;
const HEIGHT: f32 = 1000.0;
const MARGIN: f32 = 40.0;
const TOP: f32 = 110.0;
/// Pixels below a panel for its legend.
const BOTTOM: f32 = 130.0;
/// Metres around the course.
const BORDER: f64 = 24.0;

const ROUTE: Colour = Colour::hex(0xFBE26B);
const CORRIDOR: Colour = Colour::hex(0x3D7BD9);
const RECKONED: Colour = Colour::hex(0xEE7436);
const FOLLOWED: Colour = Colour::hex(0x66D4F4);

/// Draws the fourth trial of the second user: what dead reckoning sends on the left; on the right, as published, the route is the fifth trial.
pub(super) fn draw(seed: u64, path: &Path) -> Result<(), String> {
    let way = Way { mode: Mode::Progress, rule: Rule::Bounded, record: 0.25, causal: false };
    let trials = trials(seed, 1);
    let run = &trials[3];
    let predictor = learned(&trials, 3, way, &params(way, 6.0, 9.0, 3))?;
    let plain = dead_reckoning(run, 6.0, None);
    let followed = strategies(run, &predictor, way.rule)?;
    let mut canvas = Canvas::new(WIDTH as u32, HEIGHT as u32, GROUND)?;
    canvas.text([MARGIN, 40.0], "A route, its three strategies, and a trial", Size::Title, BRIGHT, Align::Left);
    let line = "a user of the re-created course, route from the fifth trial, shown the fourth; threshold 6 m; dots: an update had to be sent";
    canvas.text([MARGIN, 78.0], line, Size::Small, TEXT, Align::Left);
    let half = (WIDTH - 3.0 * MARGIN) / 2.0;
    for (i, title) in ["dead reckoning", "strategies (progress)"].into_iter().enumerate() {
        let area = Rect { x: MARGIN + i as f32 * (half + MARGIN), y: TOP, width: half, height: HEIGHT - TOP - BOTTOM };
        let scale = Scale::new(area);
        canvas.fill(area, PANEL);
        canvas.clip(Some(area));
        if i == 1 {
            for (_, ring) in predictor.strategies() {
                canvas.polygon(&scale.line(ring.into_iter()), CORRIDOR.faded(0.16));
            }
            for (route, _) in predictor.strategies() {
                canvas.line(&scale.line(route.points()), CORRIDOR.faded(0.7), 1.5);
            }
            for (route, _) in predictor.routes() {
                canvas.line(&scale.line(route.points()), ROUTE, 2.5);
            }
        } else {
            let course: Vec<DVec3> = COURSE.iter().map(|p| DVec3::new(p[0], 0.0, p[1])).collect();
            canvas.line(&scale.line(course.into_iter()), WALKABLE, 14.0);
        }
        canvas.line(&scale.line(run.iter().map(|truth| truth.position)), BRIGHT, 2.0);
        let (ticks, colour) = if i == 0 { (&plain.ticks, RECKONED) } else { (&followed.ticks, FOLLOWED) };
        for &tick in ticks {
            canvas.disc(scale.point(state(run, tick)), 8.0, colour);
        }
        canvas.clip(None);
        canvas.frame(area, FRAME, 2.0);
        let count = format!("{title}: {} updates", ticks.len());
        canvas.text([area.x, area.y + area.height + 30.0], &count, Size::Normal, colour, Align::Left);
    }
    legend(&mut canvas);
    canvas.save(path)
}

fn legend(canvas: &mut Canvas) {
    let mut x = MARGIN;
    for (name, colour) in [
        ("the trial", BRIGHT),
        ("learned route", ROUTE),
        ("strategies 9 m apart and their polygons", CORRIDOR),
        ("update of dead reckoning", RECKONED),
        ("update of strategies", FOLLOWED),
    ] {
        let y = HEIGHT - 38.0;
        canvas.line(&[[x, y], [x + 30.0, y]], colour, 4.0);
        canvas.text([x + 42.0, y], name, Size::Small, TEXT, Align::Left);
        x += 42.0 + Size::Small.width(name) + 36.0;
    }
}

fn state(run: &[Truth], tick: usize) -> DVec3 {
    run[tick].position
}

/// From metres to pixels of a panel.
struct Scale {
    origin: [f64; 2],
    factor: f64,
}

impl Scale {
    fn new(area: Rect) -> Self {
        let span = |axis: usize| {
            let values = COURSE.map(|p| p[axis]);
            let low = values.into_iter().fold(f64::INFINITY, f64::min) - BORDER;
            (low, values.into_iter().fold(f64::NEG_INFINITY, f64::max) + BORDER)
        };
        let ((left, right), (top, bottom)) = (span(0), span(1));
        let factor = (f64::from(area.width) / (right - left)).min(f64::from(area.height) / (bottom - top));
        let middle = [f64::from(area.x + area.width / 2.0), f64::from(area.y + area.height / 2.0)];
        let origin = [middle[0] - factor * (left + right) / 2.0, middle[1] - factor * (top + bottom) / 2.0];
        Self { origin, factor }
    }

    fn point(&self, p: DVec3) -> [f32; 2] {
        [(self.origin[0] + self.factor * p.x) as f32, (self.origin[1] + self.factor * p.z) as f32]
    }

    fn line(&self, points: impl Iterator<Item = DVec3>) -> Vec<[f32; 2]> {
        points.map(|point| self.point(point)).collect()
    }
}
