//! Parameters that scripts give by name: a dictionary with what differs from the defaults.

use crate::convert::{nanos, vector};
use antreckon::base::math::DVec3;
use antreckon::base::time::Nanos;
use antreckon::base::{Error, Result};
use godot::prelude::*;

/// Where a given value goes.
pub(super) enum Slot<'a> {
    Number(&'a mut f64),
    Single(&'a mut f32),
    Whole(&'a mut u32),
    /// Given in seconds.
    Seconds(&'a mut Nanos),
    /// Given in nanoseconds.
    Time(&'a mut Nanos),
    Flag(&'a mut bool),
    Text(&'a mut String),
    Place(&'a mut DVec3),
}

impl Slot<'_> {
    /// Takes a value of the right kind; else says what it must be.
    fn take(&mut self, value: &Variant) -> std::result::Result<(), &'static str> {
        let number = || value.try_to_relaxed::<f64>().map_err(|_| "a number");
        match self {
            Self::Number(slot) => **slot = number()?,
            Self::Single(slot) => **slot = number()? as f32,
            Self::Seconds(slot) => **slot = nanos(number()?),
            Self::Time(slot) => **slot = value.try_to_relaxed::<i64>().map_err(|_| "a whole number")?,
            Self::Whole(slot) => {
                let whole = value.try_to_relaxed::<i64>().ok().and_then(|whole| u32::try_from(whole).ok());
                **slot = whole.ok_or("a whole number from 0 to 4294967295")?;
            }
            Self::Flag(slot) => **slot = value.try_to_relaxed::<bool>().map_err(|_| "true or false")?,
            Self::Text(slot) => **slot = value.try_to_relaxed::<GString>().map_err(|_| "a text")?.to_string(),
            Self::Place(slot) => **slot = vector(value.try_to::<Vector3>().map_err(|_| "a Vector3")?),
        }
        Ok(())
    }
}

/// Puts what is given into its slots. A name that nothing has, or a value of another kind, is an error.
pub(super) fn read(given: &VarDictionary, slots: &mut [(&str, Slot<'_>)]) -> Result<()> {
    for (key, value) in given.iter_shared() {
        let name = key.stringify().to_string();
        let Some((_, slot)) = slots.iter_mut().find(|(known, _)| *known == name) else {
            let known: Vec<&str> = slots.iter().map(|(known, _)| *known).collect();
            return Err(Error::invalid(format!("there is no parameter `{name}`, only {}", known.join(", "))));
        };
        slot.take(&value).map_err(|kind| Error::invalid(format!("`{name}` is {value}, must be {kind}")))?;
    }
    Ok(())
}
