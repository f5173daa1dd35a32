//! The one error type of the core: a kind for programs, a sentence for people.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use core::ops::Deref;

/// What went wrong, for a program to branch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// An argument is malformed or outside its allowed range.
    InvalidArgument,
    /// The id names nothing that exists now (never existed, removed, or stale after a re-bake).
    NotFound,
    /// A budget of the descriptor is used up.
    Budget,
    /// The navmesh cannot be used; the message names the polygon.
    BadMesh,
    /// Serialised bytes are truncated, altered, of another version or for another level.
    Corrupt,
    /// The call does not fit the object's present state (for example a task outside `begin` … `end`).
    State,
    /// The input asks for something this version does not know.
    Unsupported,
    /// Two ends that must agree do not; the message has both values.
    Mismatch,
}

/// An error with a message that names the argument, its value and the allowed range. One word wide: results pass through many hands,
/// errors through few.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Report>);

/// What an [`Error`] says; its fields are read through it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// For programs.
    pub kind: ErrorKind,
    /// For people.
    pub message: String,
}

impl Deref for Error {
    type Target = Report;
    fn deref(&self) -> &Report {
        &self.0
    }
}

/// Result with the core's [`Error`].
pub type Result<T> = core::result::Result<T, Error>;

impl Error {
    /// Makes an error of `kind` that says `message`.
    #[cold]
    #[inline(never)]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self(Box::new(Report { kind, message: message.into() }))
    }

    /// [`ErrorKind::InvalidArgument`] with `message`.
    #[cold]
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidArgument, message)
    }

    /// [`ErrorKind::NotFound`] with `message`.
    #[cold]
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::NotFound, message)
    }

    /// [`ErrorKind::Budget`] with `message`.
    #[cold]
    pub fn budget(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Budget, message)
    }

    /// [`ErrorKind::Corrupt`] with `message`.
    #[cold]
    pub fn corrupt(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Corrupt, message)
    }

    /// What a constructor says of values that came from serialised bytes: the bytes are at fault.
    #[cold]
    pub fn into_corrupt(self) -> Self {
        Self::corrupt(self.0.message)
    }

    /// [`ErrorKind::Mismatch`] with `message`.
    #[cold]
    pub fn mismatch(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Mismatch, message)
    }

    /// [`ErrorKind::State`] with `message`.
    #[cold]
    pub fn state(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::State, message)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for Error {}

/// A number, or a vector of them, as messages show it: with a power of ten where digits would be many. `{}` of 1e300 writes
/// 301 digits.
#[derive(Clone, Copy, Debug)]
pub struct Short<T>(pub T);

impl fmt::Display for Short<f64> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = self.0 == 0.0 || (1e-4..1e7).contains(&self.0.abs());
        // Of what is not finite both forms are the same word.
        if plain { write!(f, "{}", self.0) } else { write!(f, "{:e}", self.0) }
    }
}

impl fmt::Display for Short<f32> {
    /// In the digits of single precision: 0.1 is not 0.10000000149011612.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = self.0 == 0.0 || (1e-4..1e7).contains(&self.0.abs());
        if plain { write!(f, "{}", self.0) } else { write!(f, "{:e}", self.0) }
    }
}

impl fmt::Display for Short<glam::DVec3> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0.to_array().map(Short);
        write!(f, "[{x}, {y}, {z}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn numbers_are_short_in_messages() {
        for (value, text) in [
            (1e300, "1e300"),
            (-2.5e-9, "-2.5e-9"),
            (0.0, "0"),
            (8.128, "8.128"),
            (1e6, "1000000"),
            (1e7, "1e7"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(Short(value).to_string(), text);
        }
        assert_eq!(Short(glam::DVec3::new(1e300, 0.5, -1.0)).to_string(), "[1e300, 0.5, -1]");
        assert_eq!(Short(0.1_f32).to_string(), "0.1");
    }
}
