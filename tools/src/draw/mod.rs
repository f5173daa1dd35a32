//! Pictures: a small canvas, and the colours that all pictures share.

mod canvas;
pub(crate) mod chart;
pub(crate) mod colour;

pub(crate) use canvas::{Align, Canvas, Rect, Size};
pub(crate) use chart::{Axis, Chart, Mark, Series};
pub(crate) use colour::Colour;
