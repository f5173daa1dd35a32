//! Files that nodes name: what was trained or recorded before.

use crate::convert::told;
use antreckon::base::{Error, Result};
use antreckon::predict::Predictor;
use godot::builtin::GString;
use godot::classes::FileAccess;

/// What a predictor of a level begins with. Only whole and sound files get here.
#[derive(Default)]
pub(crate) struct Files {
    weights: Option<Vec<u8>>,
    strategies: Option<Vec<u8>>,
    /// With their numbers.
    banks: Vec<(u32, Vec<u8>)>,
}

impl Files {
    /// Reads files; one that is missing or broken is told and left out.
    pub(crate) fn read(weights: &GString, strategies: &GString, banks: &[GString]) -> Self {
        let mut tried = Predictor::new(1);
        let mut sound = |path: &GString, load: &mut dyn FnMut(&mut Predictor, &[u8]) -> Result<()>| {
            let bytes = bytes_of(path)?;
            told(&path.to_string(), load(&mut tried, &bytes)).map(|()| bytes)
        };
        Self {
            weights: sound(weights, &mut |predictor, bytes| predictor.load_weights(Some(bytes))),
            strategies: sound(strategies, &mut |predictor, bytes| predictor.load_strategies(bytes)),
            banks: (0u32..)
                .zip(banks)
                .filter_map(|(number, path)| {
                    Some((number, sound(path, &mut |predictor, bytes| predictor.load_bank(number, bytes))?))
                })
                .collect(),
        }
    }

    pub(crate) fn load_into(&self, predictor: &mut Predictor) -> Result<()> {
        if let Some(weights) = &self.weights {
            predictor.load_weights(Some(weights))?;
        }
        if let Some(strategies) = &self.strategies {
            predictor.load_strategies(strategies)?;
        }
        self.banks.iter().try_for_each(|(number, bank)| predictor.load_bank(*number, bank))
    }
}

/// The bytes of a file; `None`, told, when there is none, and of no name.
pub(crate) fn bytes_of(path: &GString) -> Option<Vec<u8>> {
    if path.is_empty() {
        return None;
    }
    let bytes = FileAccess::get_file_as_bytes(path).to_vec();
    let missing = || Err(Error::not_found("the file is missing or empty"));
    told(&path.to_string(), if bytes.is_empty() { missing() } else { Ok(bytes) })
}
