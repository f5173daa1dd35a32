//! Stays where it was: the yardstick below which no model may fall.

use super::Motion;

pub(super) fn motion() -> Motion {
    Motion::default()
}
