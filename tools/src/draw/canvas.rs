//! Rectangles, lines, discs and text on pixels. Coordinates are pixels from the upper left corner.

use super::colour::Colour;
use antreckon_cli::output;
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};
use std::path::Path;
use tiny_skia::{FillRule, LineCap, LineJoin, Mask, Paint, PathBuilder, Pixmap, Stroke, Transform};

/// A rectangle: left, top, width, height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rect {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
}

/// Size of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Small,
    Normal,
    Title,
}

impl Size {
    fn raster(self) -> RasterHeight {
        match self {
            Self::Small => RasterHeight::Size20,
            Self::Normal => RasterHeight::Size24,
            Self::Title => RasterHeight::Size32,
        }
    }

    fn weight(self) -> FontWeight {
        match self {
            Self::Small | Self::Normal => FontWeight::Regular,
            Self::Title => FontWeight::Bold,
        }
    }

    /// Pixels from one line of text to the next.
    pub(crate) fn line(self) -> f32 {
        self.raster().val() as f32 * 1.25
    }

    /// Pixels that a text is wide.
    pub(crate) fn width(self, text: &str) -> f32 {
        (get_raster_width(self.weight(), self.raster()) * text.chars().count()) as f32
    }
}

/// Which point of a text lies at the given place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Centre,
    Right,
}

/// A picture in the making.
pub(crate) struct Canvas {
    pixels: Pixmap,
    clip: Option<Mask>,
}

impl Canvas {
    /// An empty picture.
    pub(crate) fn new(width: u32, height: u32, ground: Colour) -> Result<Self, String> {
        let mut pixels = Pixmap::new(width, height).ok_or("a picture needs at least one pixel")?;
        pixels.fill(solid(ground));
        Ok(Self { pixels, clip: None })
    }

    /// Draws only inside `area` until the next call; `None` = everywhere.
    pub(crate) fn clip(&mut self, area: Option<Rect>) {
        self.clip = area.and_then(|area| {
            let mut mask = Mask::new(self.pixels.width(), self.pixels.height())?;
            let path = PathBuilder::from_rect(area.skia()?);
            mask.fill_path(&path, FillRule::Winding, false, Transform::identity());
            Some(mask)
        });
    }

    /// A filled rectangle.
    pub(crate) fn fill(&mut self, area: Rect, colour: Colour) {
        if let Some(rect) = area.skia() {
            self.pixels.fill_rect(rect, &paint(colour), Transform::identity(), self.clip.as_ref());
        }
    }

    /// The border of a rectangle.
    pub(crate) fn frame(&mut self, area: Rect, colour: Colour, width: f32) {
        let (right, bottom) = (area.x + area.width, area.y + area.height);
        let corners = [[area.x, area.y], [right, area.y], [right, bottom], [area.x, bottom], [area.x, area.y]];
        self.line(&corners, colour, width);
    }

    /// A line through all points, with round corners.
    pub(crate) fn line(&mut self, points: &[[f32; 2]], colour: Colour, width: f32) {
        let mut builder = PathBuilder::new();
        for (i, &[x, y]) in points.iter().enumerate() {
            if i == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
        }
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        if let Some(path) = builder.finish() {
            self.pixels.stroke_path(&path, &paint(colour), &stroke, Transform::identity(), self.clip.as_ref());
        }
    }

    /// A filled disc.
    pub(crate) fn disc(&mut self, [x, y]: [f32; 2], radius: f32, colour: Colour) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            let mask = self.clip.as_ref();
            self.pixels.fill_path(&path, &paint(colour), FillRule::Winding, Transform::identity(), mask);
        }
    }

    /// A filled polygon.
    pub(crate) fn polygon(&mut self, points: &[[f32; 2]], colour: Colour) {
        let mut builder = PathBuilder::new();
        for (i, &[x, y]) in points.iter().enumerate() {
            if i == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
        }
        builder.close();
        if let Some(path) = builder.finish() {
            let mask = self.clip.as_ref();
            self.pixels.fill_path(&path, &paint(colour), FillRule::Winding, Transform::identity(), mask);
        }
    }

    /// One line of text; `y` is its vertical middle.
    pub(crate) fn text(&mut self, [x, y]: [f32; 2], text: &str, size: Size, colour: Colour, align: Align) {
        let advance = get_raster_width(size.weight(), size.raster());
        let length = size.width(text);
        let left = match align {
            Align::Left => x,
            Align::Centre => x - length / 2.0,
            Align::Right => x - length,
        };
        let top = (y - size.raster().val() as f32 / 2.0).round() as i32;
        for (i, character) in text.chars().enumerate() {
            let glyph = get_raster(character, size.weight(), size.raster());
            let Some(glyph) = glyph.or_else(|| get_raster('?', size.weight(), size.raster())) else { continue };
            let glyph_left = left.round() as i32 + (i * advance) as i32;
            for (row, line) in glyph.rows().enumerate() {
                for (column, &coverage) in line.iter().enumerate() {
                    self.blend(glyph_left + column as i32, top + row as i32, colour, coverage);
                }
            }
        }
    }

    fn blend(&mut self, x: i32, y: i32, colour: Colour, coverage: u8) {
        let inside = (0..self.pixels.width() as i32).contains(&x) && (0..self.pixels.height() as i32).contains(&y);
        if !inside || coverage == 0 {
            return;
        }
        let index = 4 * (y as usize * self.pixels.width() as usize + x as usize);
        let opacity = u32::from(coverage) * u32::from(colour.alpha) / 255;
        for (channel, value) in self.pixels.data_mut()[index..index + 3].iter_mut().zip(colour.rgb) {
            *channel = ((u32::from(value) * opacity + u32::from(*channel) * (255 - opacity)) / 255) as u8;
        }
    }

    /// Red, green and blue of a pixel.
    #[cfg(test)]
    pub(crate) fn pixel(&self, x: u32, y: u32) -> [u8; 3] {
        self.pixels.pixel(x, y).map_or([0; 3], |pixel| [pixel.red(), pixel.green(), pixel.blue()])
    }

    /// Writes the picture as PNG.
    pub(crate) fn save(&self, path: &Path) -> Result<(), String> {
        let bytes = self.pixels.encode_png().map_err(|error| format!("{}: {error}", path.display()))?;
        output::replace(path, &bytes)
    }
}

impl Rect {
    fn skia(self) -> Option<tiny_skia::Rect> {
        tiny_skia::Rect::from_xywh(self.x, self.y, self.width, self.height)
    }

    /// Smaller by `margin` on every side.
    pub(crate) fn shrunk(self, margin: f32) -> Self {
        Self {
            x: self.x + margin,
            y: self.y + margin,
            width: self.width - 2.0 * margin,
            height: self.height - 2.0 * margin,
        }
    }
}

fn solid(colour: Colour) -> tiny_skia::Color {
    let [red, green, blue] = colour.rgb;
    tiny_skia::Color::from_rgba8(red, green, blue, colour.alpha)
}

fn paint(colour: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(solid(colour));
    paint.anti_alias = true;
    paint
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_inside_the_picture_and_leaves_marks() {
        let mut canvas = Canvas::new(40, 20, Colour::hex(0)).unwrap();
        canvas.text([20.0, 10.0], "longer than the picture is wide", Size::Small, Colour::hex(0xFFFFFF), Align::Centre);
        assert!(canvas.pixels.pixels().iter().any(|pixel| pixel.red() > 200));
    }

    #[test]
    fn nothing_is_drawn_outside_the_clip() {
        let mut canvas = Canvas::new(10, 10, Colour::hex(0)).unwrap();
        canvas.clip(Some(Rect { x: 0.0, y: 0.0, width: 5.0, height: 10.0 }));
        canvas.fill(Rect { x: 0.0, y: 0.0, width: 10.0, height: 10.0 }, Colour::hex(0xFFFFFF));
        assert_eq!(canvas.pixels.pixel(2, 5).unwrap().red(), 255);
        assert_eq!(canvas.pixels.pixel(7, 5).unwrap().red(), 0);
    }
}
