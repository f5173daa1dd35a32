//! One moment of the match as a picture: floor, pheromone, what happened and what the models said.

use super::models::CONTESTANTS;
use super::recording::{Grid, ItemKind, Recording};
use crate::draw::colour::{self, BRIGHT, FRAME, GROUND, PANEL, TEXT};
use crate::draw::{Align, Canvas, Colour, Rect, Size};
use std::path::Path;

const WIDTH: f32 = 1600.0;
const HEIGHT: f32 = 1290.0;
const MARGIN: f32 = 40.0;
const GAP: f32 = 24.0;
const TOP: f32 = 116.0;
/// Width of the column of small panels.
const COLUMN: f32 = 540.0;
/// The level and the column of small panels are equally high.
const BODY: f32 = 1040.0;
/// Strip below a small panel for its errors.
const STRIP: f32 = 40.0;
/// Powers of ten from the faintest smell that is shown to the cap.
const DECADES: f64 = 4.0;
/// Units per metre.
const UNITS_PER_METRE: f64 = 1.0 / 0.0254;

/// What is drawn.
pub(crate) struct Moment {
    /// Seconds since the match began.
    pub(crate) seconds: f64,
    /// Seconds of the future that are shown.
    pub(crate) horizon: f64,
    /// Whose nose it is.
    pub(crate) nose: usize,
    /// What that player smells on each square of the grid (same order), as a share of the cap.
    pub(crate) smell: Vec<f32>,
    /// Which items are there.
    pub(crate) item_is_up: Vec<bool>,
    /// Everybody's way from now on.
    pub(crate) paths: Vec<Vec<[f64; 3]>>,
    /// The players of the small panels.
    pub(crate) showcases: Vec<Showcase>,
}

/// One player from an update on.
pub(crate) struct Showcase {
    pub(crate) player: usize,
    /// Where the player really went, tick by tick.
    pub(crate) truth: Vec<[f64; 3]>,
    /// Where each model said it would be, tick by tick.
    pub(crate) predicted: Vec<Vec<[f64; 3]>>,
}

/// Draws a moment.
pub(crate) fn draw(recording: &Recording, moment: &Moment, path: &Path) -> Result<(), String> {
    let mut canvas = Canvas::new(WIDTH as u32, HEIGHT as u32, GROUND)?;
    title(&mut canvas, recording, moment);
    overview(&mut canvas, recording, moment);
    for (i, (showcase, area)) in moment.showcases.iter().zip(panel_areas(moment)).enumerate() {
        panel(&mut canvas, recording, moment, showcase, area, letter(i));
    }
    legend(&mut canvas, TOP + BODY + 40.0);
    canvas.save(path)
}

fn title(canvas: &mut Canvas, recording: &Recording, moment: &Moment) {
    canvas.text([MARGIN, 42.0], "Where will they be?", Size::Title, BRIGHT, Align::Left);
    let line = format!(
        "second {:.1} of a recorded match: what player {} smells, and the next {:.0} seconds of all {}",
        moment.seconds,
        moment.nose,
        moment.horizon,
        recording.tracks.len(),
    );
    canvas.text([MARGIN, 82.0], &line, Size::Normal, TEXT, Align::Left);
}

/// The level from above: x to the right, y up.
struct View {
    area: Rect,
    /// Game x and y in the middle of the area.
    middle: [f64; 2],
    /// Pixels per unit.
    scale: f64,
}

impl View {
    fn point(&self, [x, y, _]: [f64; 3]) -> [f32; 2] {
        [
            self.area.x + self.area.width / 2.0 + ((x - self.middle[0]) * self.scale) as f32,
            self.area.y + self.area.height / 2.0 - ((y - self.middle[1]) * self.scale) as f32,
        ]
    }

    fn points(&self, path: &[[f64; 3]]) -> Vec<[f32; 2]> {
        path.iter().map(|&p| self.point(p)).collect()
    }

    /// Shows everything between `low` and `high` (game x and y).
    fn showing(area: Rect, low: [f64; 2], high: [f64; 2]) -> Self {
        let scale = (f64::from(area.width) / (high[0] - low[0])).min(f64::from(area.height) / (high[1] - low[1]));
        Self { area, middle: [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0], scale }
    }

    /// Shows a path with some room around it. Guesses that are far off leave the view.
    fn around(area: Rect, path: &[[f64; 3]]) -> Self {
        let extreme =
            |axis: usize, better: fn(f64, f64) -> f64| path.iter().map(|p| p[axis]).reduce(better).unwrap_or(0.0);
        let (mut low, mut high) = ([0.0; 2], [0.0; 2]);
        for axis in 0..2 {
            let room = (400.0 - (extreme(axis, f64::max) - extreme(axis, f64::min))).max(0.0) / 2.0 + 110.0;
            (low[axis], high[axis]) = (extreme(axis, f64::min) - room, extreme(axis, f64::max) + room);
        }
        Self::showing(area, low, high)
    }

    /// Where this view's area lies in another one.
    fn bounds_in(&self, outer: &Self) -> Rect {
        let ratio = (outer.scale / self.scale) as f32;
        let [x, y] = outer.point([self.middle[0], self.middle[1], 0.0]);
        let (width, height) = (self.area.width * ratio, self.area.height * ratio);
        Rect { x: x - width / 2.0, y: y - height / 2.0, width, height }
    }
}

fn panel_areas(moment: &Moment) -> Vec<Rect> {
    let count = moment.showcases.len();
    let slot = (BODY + GAP) / count.max(1) as f32;
    let x = WIDTH - MARGIN - COLUMN;
    (0..count).map(|i| Rect { x, y: TOP + i as f32 * slot, width: COLUMN, height: slot - GAP - STRIP }).collect()
}

fn overview(canvas: &mut Canvas, recording: &Recording, moment: &Moment) {
    let grid = &recording.grid;
    let panel = Rect { x: MARGIN, y: TOP, width: WIDTH - 2.0 * MARGIN - GAP - COLUMN, height: BODY };
    canvas.fill(panel, PANEL);
    canvas.frame(panel, FRAME, 1.5);
    let far = [grid.corner[0] + f64::from(grid.width) * grid.cell, grid.corner[1] + f64::from(grid.depth) * grid.cell];
    let view = View::showing(panel.shrunk(14.0), grid.corner, far);
    canvas.clip(Some(panel));
    draw_floor(canvas, &view, grid, moment, 1.0);
    draw_items(canvas, &view, recording, moment, 6.0);
    for path in &moment.paths {
        canvas.line(&view.points(path), GROUND.faded(0.6), 5.0);
        canvas.line(&view.points(path), BRIGHT, 2.5);
        if let Some(&start) = path.first() {
            canvas.disc(view.point(start), 7.5, GROUND);
            canvas.disc(view.point(start), 5.5, BRIGHT);
        }
    }
    for (i, (showcase, area)) in moment.showcases.iter().zip(panel_areas(moment)).enumerate() {
        let bounds = View::around(area, &showcase.truth).bounds_in(&view);
        canvas.frame(bounds, BRIGHT.faded(0.85), 2.0);
        let label = Rect { x: bounds.x.max(panel.x), y: bounds.y.max(panel.y), width: 26.0, height: 26.0 };
        canvas.fill(label, BRIGHT);
        canvas.text([label.x + 13.0, label.y + 13.0], letter(i), Size::Small, GROUND, Align::Centre);
    }
    canvas.clip(None);
    scale_bar(canvas, &view, panel, 10.0);
}

fn letter(i: usize) -> &'static str {
    ["A", "B", "C", "D"][i % 4]
}

fn draw_floor(canvas: &mut Canvas, view: &View, grid: &Grid, moment: &Moment, strength: f32) {
    let squares = (grid.width * grid.depth) as usize;
    let edge = (grid.cell * view.scale) as f32;
    for (i, _) in grid.heights.iter().enumerate().filter(|(_, height)| height.is_some()) {
        let (floor, square) = (i / squares, i % squares);
        let (column, row) = (square % grid.width as usize, square / grid.width as usize);
        let corner = [grid.corner[0] + column as f64 * grid.cell, grid.corner[1] + row as f64 * grid.cell];
        // The corner with the largest y is the upper left one.
        let [x, y] = view.point([corner[0], corner[1] + grid.cell, 0.0]);
        // Upper floors are smaller squares, so that the lower one shows around them.
        let area = Rect { x, y, width: edge, height: edge }.shrunk(edge * (0.03 + 0.17 * floor as f32));
        canvas.fill(area, colour::heat(shown(moment.smell[i])).faded(strength));
    }
}

/// Share of the colour scale for a share of the cap: logarithmic over [`DECADES`], because the field falls off exponentially.
fn shown(share: f32) -> f64 {
    let share = f64::from(share);
    (1.0 + share.abs().log10() / DECADES).max(0.0).copysign(share)
}

fn draw_items(canvas: &mut Canvas, view: &View, recording: &Recording, moment: &Moment, size: f32) {
    for (item, &up) in recording.items.iter().zip(&moment.item_is_up) {
        let [x, y] = view.point(item.position);
        let diamond = |r: f32| [[x, y - r], [x + r, y], [x, y + r], [x - r, y]];
        canvas.polygon(&diamond(size + 2.5), GROUND.faded(if up { 1.0 } else { 0.5 }));
        canvas.polygon(&diamond(size), item_colour(item.kind).faded(if up { 1.0 } else { 0.25 }));
    }
}

fn item_colour(kind: ItemKind) -> Colour {
    match kind {
        ItemKind::Health => Colour::hex(0x7BE07B),
        ItemKind::Armor => Colour::hex(0xF2D35B),
        ItemKind::Weapon => Colour::hex(0xF28C6A),
        ItemKind::Ammo => Colour::hex(0xC9B79C),
        ItemKind::Powerup => Colour::hex(0x8FB4FF),
    }
}

fn scale_bar(canvas: &mut Canvas, view: &View, panel: Rect, metres: f64) {
    let length = (metres * UNITS_PER_METRE * view.scale) as f32;
    let (right, y) = (panel.x + panel.width - 24.0, panel.y + panel.height - 22.0);
    canvas.line(&[[right - length, y], [right, y]], BRIGHT, 3.0);
    canvas.text([right - length / 2.0, y - 16.0], &format!("{metres} m"), Size::Small, BRIGHT, Align::Centre);
}

fn panel(canvas: &mut Canvas, recording: &Recording, moment: &Moment, showcase: &Showcase, area: Rect, letter: &str) {
    let view = View::around(area, &showcase.truth);
    canvas.clip(Some(area));
    canvas.fill(area, PANEL);
    draw_floor(canvas, &view, &recording.grid, moment, 0.6);
    draw_items(canvas, &view, recording, moment, 9.0);
    let truth = view.points(&showcase.truth);
    canvas.line(&truth, GROUND.faded(0.8), 10.0);
    canvas.line(&truth, BRIGHT, 5.0);
    for path in &showcase.predicted {
        canvas.line(&view.points(path), GROUND.faded(0.7), 8.0);
    }
    for (contestant, path) in CONTESTANTS.iter().zip(&showcase.predicted) {
        // What differs in the forces alone is often the same line: one shows inside the other.
        let width = match (contestant.simple, contestant.force_scale == 0.0) {
            (true, _) => 4.0,
            (false, true) => 8.0,
            (false, false) => 3.0,
        };
        let points = view.points(path);
        canvas.line(&points, contestant.colour, width);
        if let Some(&end) = points.last() {
            canvas.disc(end, width + 5.0, GROUND);
            canvas.disc(end, width + 3.0, contestant.colour);
        }
    }
    if let (Some(&start), Some(&end)) = (truth.first(), truth.last()) {
        canvas.disc(end, 10.5, GROUND);
        canvas.disc(end, 8.5, BRIGHT);
        canvas.disc(start, 7.0, BRIGHT);
        canvas.disc(start, 4.0, GROUND);
    }
    canvas.clip(None);
    canvas.frame(area, FRAME, 1.5);
    canvas.fill(Rect { height: 34.0, ..area }, GROUND.faded(0.7));
    let caption = format!("{letter}  player {}, {:.0} s without an update", showcase.player, moment.horizon);
    canvas.text([area.x + 12.0, area.y + 17.0], &caption, Size::Small, BRIGHT, Align::Left);
    scale_bar(canvas, &view, area, 2.0);
    errors(canvas, showcase, area);
}

/// Error of every model at the end, below the panel.
fn errors(canvas: &mut Canvas, showcase: &Showcase, area: Rect) {
    let Some(truth) = showcase.truth.last() else { return };
    canvas.text([area.x, area.y + area.height + 21.0], "off by, m", Size::Small, TEXT, Align::Left);
    let (left, slot) = (area.x + 110.0, (area.width - 110.0) / CONTESTANTS.len() as f32);
    for (i, (contestant, path)) in CONTESTANTS.iter().zip(&showcase.predicted).enumerate() {
        let Some(end) = path.last() else { continue };
        let error = (end[0] - truth[0]).hypot(end[1] - truth[1]) / UNITS_PER_METRE;
        let x = left + (i as f32 + 0.5) * slot;
        canvas.text(
            [x, area.y + area.height + 21.0],
            &format!("{error:.1}"),
            Size::Small,
            contestant.colour,
            Align::Centre,
        );
    }
}

fn legend(canvas: &mut Canvas, top: f32) {
    let row = Size::Normal.line() + 6.0;
    let mut x = MARGIN;
    let mut entry = |canvas: &mut Canvas, name: &str, draw: &dyn Fn(&mut Canvas, [f32; 2])| {
        draw(canvas, [x + 18.0, top]);
        canvas.text([x + 44.0, top], name, Size::Normal, TEXT, Align::Left);
        x += 44.0 + Size::Normal.width(name) + 32.0;
    };
    entry(canvas, "true path", &|canvas, [x, y]| canvas.line(&[[x - 16.0, y], [x + 16.0, y]], BRIGHT, 5.0));
    for contestant in &CONTESTANTS {
        entry(canvas, contestant.name, &|canvas, [x, y]| {
            canvas.line(&[[x - 16.0, y], [x + 16.0, y]], contestant.colour, 4.0);
            canvas.disc([x + 16.0, y], 6.0, contestant.colour);
        });
    }
    let y = top + row;
    heat_bar(canvas, Rect { x: MARGIN + 90.0, y: y - 10.0, width: 360.0, height: 20.0 });
    let mut x = MARGIN + 720.0;
    for (name, kind) in [
        ("health", ItemKind::Health),
        ("armour", ItemKind::Armor),
        ("weapon", ItemKind::Weapon),
        ("ammo", ItemKind::Ammo),
        ("power-up", ItemKind::Powerup),
    ] {
        let points = [[x, y - 8.0], [x + 8.0, y], [x, y + 8.0], [x - 8.0, y]];
        canvas.polygon(&points, item_colour(kind));
        canvas.text([x + 18.0, y], name, Size::Normal, TEXT, Align::Left);
        x += 18.0 + Size::Normal.width(name) + 40.0;
    }
}

fn heat_bar(canvas: &mut Canvas, area: Rect) {
    let steps = 120;
    for i in 0..steps {
        let share = f64::from(i) / f64::from(steps - 1) * 2.0 - 1.0;
        let width = area.width / steps as f32;
        canvas.fill(Rect { x: area.x + i as f32 * width, width: width + 0.5, ..area }, colour::heat(share));
    }
    let y = area.y + area.height / 2.0;
    canvas.text([area.x - 12.0, y], "repels", Size::Normal, TEXT, Align::Right);
    canvas.text([area.x + area.width + 12.0, y], "attracts (log)", Size::Normal, TEXT, Align::Left);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_becomes_a_png() {
        let recording = Recording::embedded().unwrap();
        let path_of = |player: usize| -> Vec<[f64; 3]> {
            recording.tracks[player][1000..1040].iter().map(|sample| sample.position).collect()
        };
        let showcase = |player: usize| Showcase {
            player,
            truth: path_of(player),
            predicted: (0..CONTESTANTS.len())
                .map(|i| path_of(player).iter().map(|&[x, y, z]| [x + 20.0 * i as f64, y, z]).collect())
                .collect(),
        };
        let moment = Moment {
            seconds: 50.0,
            horizon: 2.0,
            nose: 0,
            smell: (0..recording.grid.heights.len()).map(|i| ((i % 64) as f32 - 20.0) / 44.0).collect(),
            item_is_up: (0..recording.items.len()).map(|i| i % 3 > 0).collect(),
            paths: (0..8).map(path_of).collect(),
            showcases: vec![showcase(0), showcase(3), showcase(5)],
        };
        let path = std::env::temp_dir().join(format!("antreckon-picture-{}.png", std::process::id()));
        draw(&recording, &moment, &path).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        if std::env::var_os("ANTRECKON_KEEP_PICTURE").is_none() {
            std::fs::remove_file(&path).unwrap();
        }
        assert!(bytes.starts_with(b"\x89PNG") && bytes.len() > 10_000);
    }
}
