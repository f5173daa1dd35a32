//! A moment of a match: where the tanks really went, and where three predictions show them.
use super::arena::{Arena, SIDE};
use super::game::{self, Frame, TANKS};
use super::score::{INTERVAL, Method, Receiver, Settings, WARM_UP};
use crate::draw::colour::{BRIGHT, FRAME, GROUND, PANEL, TEXT};
use crate::draw::{Align, Canvas, Colour, Rect, Size};
use antreckon::base::math::DVec2;
use std::path::Path;

/// Pixels per unit.
const SCALE: f32 = 2.2;
const MARGIN: f32 = 30.0;
const LEGEND: f32 = 420.0;
/// Ticks that are drawn after the update: three seconds.
const AHEAD: usize = 60;

/// With their width: the last two often lie upon each other.
const METHODS: [(Method, Colour, f32); 3] = [
    (Method::Dr1, Colour::hex(0x6FA8FF), 3.0),
    (Method::Interest, Colour::hex(0xF2A33A), 7.0),
    (Method::Hybrid, Colour::hex(0x3FBF5F), 3.0),
];
const REPAIR: Colour = Colour::hex(0xE05C7A);
const AMMUNITION: Colour = Colour::hex(0xC9B458);
const BLOCK: Colour = Colour::hex(0x39475C);

/// Draws the first moment after the warm-up in which all tanks drive and none is destroyed for three seconds.
pub(super) fn draw(seed: u64, path: &Path) -> Result<(), String> {
    let mut arena = Arena::new(true);
    let record = game::play(&mut arena, seed, 4 * WARM_UP).frames;
    let mut receiver = Receiver::new(&Settings::paper());
    let mut moment = None;
    for (tick, frame) in record.iter().enumerate() {
        receiver.hear(tick, frame);
        let window = record.get(tick..tick + AHEAD);
        if tick >= WARM_UP && tick.is_multiple_of(INTERVAL) && window.is_some_and(is_telling) {
            moment = Some(tick);
            break;
        }
    }
    let tick = moment.ok_or("there is no moment of that seed in which all tanks drive")?;
    let height = SIDE as f32 * SCALE + 2.0 * MARGIN;
    let mut canvas = Canvas::new((height + LEGEND) as u32, height as u32, GROUND)?;
    let field = Rect { x: MARGIN, y: MARGIN, width: SIDE as f32 * SCALE, height: SIDE as f32 * SCALE };
    canvas.fill(field, PANEL);
    for [x, z, width, depth] in arena.blocks() {
        let [x, y] = pixel(DVec2::new(x, z));
        canvas.fill(Rect { x, y, width: width as f32 * SCALE, height: depth as f32 * SCALE }, BLOCK);
    }
    canvas.frame(field, FRAME, 2.0);
    for pickup in record[tick].pickups.iter().filter(|pickup| pickup.present) {
        let [x, y] = pixel(pickup.position);
        let colour = if pickup.repairs { REPAIR } else { AMMUNITION };
        canvas.fill(Rect { x: x - 8.0, y: y - 8.0, width: 16.0, height: 16.0 }, colour);
    }
    canvas.clip(Some(field));
    for tank in 0..TANKS {
        let real: Vec<[f32; 2]> =
            record[tick..tick + AHEAD].iter().map(|frame| pixel(frame.tanks[tank].position)).collect();
        canvas.line(&real, BRIGHT, 8.0);
        for (method, colour, width) in METHODS {
            let shown = |ticks: usize| pixel(receiver.shown(tank, method, ticks as f64));
            let points: Vec<[f32; 2]> = (0..AHEAD).map(shown).collect();
            canvas.line(&points, colour, width);
            canvas.disc(points[AHEAD - 1], width + 2.0, colour);
        }
        canvas.disc(real[AHEAD - 1], 7.0, BRIGHT);
        canvas.disc(real[0], 11.0, BRIGHT);
    }
    canvas.clip(None);
    for tank in &record[tick].tanks {
        let [x, y] = pixel(tank.position);
        canvas.text([x, y - 24.0], &format!("S {:.0}", tank.state()), Size::Small, BRIGHT, Align::Centre);
    }
    legend(&mut canvas, height);
    canvas.save(path)
}

/// All tanks drive at first, and live to the end.
fn is_telling(window: &[Frame]) -> bool {
    (0..TANKS).all(|tank| {
        let (first, last) = (&window[0].tanks[tank], &window[window.len() - 1].tanks[tank]);
        first.incarnation.is_some() && first.incarnation == last.incarnation && first.velocity != DVec2::ZERO
    })
}

fn legend(canvas: &mut Canvas, left: f32) {
    let mut y = MARGIN + 20.0;
    canvas.text([left, y], "Three seconds ahead", Size::Title, BRIGHT, Align::Left);
    y += 2.0 * Size::Title.line();
    let names = [
        ("really driven", BRIGHT),
        ("dead reckoning", METHODS[0].1),
        ("interest scheme", METHODS[1].1),
        ("hybrid method", METHODS[2].1),
    ];
    for (name, colour) in names {
        canvas.line(&[[left, y], [left + 50.0, y]], colour, 5.0);
        canvas.text([left + 70.0, y], name, Size::Normal, TEXT, Align::Left);
        y += 1.4 * Size::Normal.line();
    }
    for (name, colour) in [("repairs", REPAIR), ("ammunition", AMMUNITION)] {
        canvas.fill(Rect { x: left + 17.0, y: y - 8.0, width: 16.0, height: 16.0 }, colour);
        canvas.text([left + 70.0, y], name, Size::Normal, TEXT, Align::Left);
        y += 1.4 * Size::Normal.line();
    }
    y += Size::Normal.line();
    for line in ["S: life and ammunition,", "100 = needs nothing"] {
        canvas.text([left, y], line, Size::Small, TEXT, Align::Left);
        y += Size::Small.line();
    }
}

/// Pixels of a place.
fn pixel(at: DVec2) -> [f32; 2] {
    [MARGIN + at.x as f32 * SCALE, MARGIN + at.y as f32 * SCALE]
}
