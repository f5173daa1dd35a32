//! What the host wants for single players, also for those that nobody has told of yet.

use crate::predict::EntityProfile;
use alloc::vec::Vec;

/// What the host wants for one player.
#[derive(Clone, Debug, Default)]
pub(super) struct PlayerSettings {
    /// How it is predicted.
    pub(super) profile: Option<EntityProfile>,
    /// From the interpolated past, 0, to the predicted present, 1.
    pub(super) freshness: Option<f64>,
    /// S of the interest scheme; within: `None` = out of the game.
    pub(super) life: Option<Option<f64>>,
}

/// The wishes for single players. They outlive the players' coming and going, until the host removes them.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    /// By player.
    of: Vec<(u32, PlayerSettings)>,
}

impl Settings {
    pub(super) fn get(&self, player: u32) -> Option<&PlayerSettings> {
        self.place(player).ok().map(|place| &self.of[place].1)
    }

    /// Those of a player, made where there are none. At most `most` are kept: those of players that are not `known` give way.
    pub(super) fn of(&mut self, player: u32, most: usize, known: impl Fn(u32) -> bool) -> &mut PlayerSettings {
        if self.place(player).is_err()
            && self.of.len() >= most
            && let Some(stranger) = self.of.iter().position(|(other, _)| !known(*other))
        {
            self.of.remove(stranger);
        }
        let place = self.place(player).unwrap_or_else(|place| {
            self.of.insert(place, (player, PlayerSettings::default()));
            place
        });
        &mut self.of[place].1
    }

    pub(super) fn remove(&mut self, player: u32) -> bool {
        self.place(player).map(|place| self.of.remove(place)).is_ok()
    }

    /// Nobody has a wish of its own about freshness any more.
    pub(super) fn forget_freshness(&mut self) {
        self.of.iter_mut().for_each(|(_, settings)| settings.freshness = None);
    }

    pub(super) fn bytes(&self) -> usize {
        self.of.capacity() * size_of::<(u32, PlayerSettings)>()
    }

    fn place(&self, player: u32) -> Result<usize, usize> {
        self.of.binary_search_by_key(&player, |(known, _)| *known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_of_strangers_give_way() {
        let mut settings = Settings::default();
        for player in [5, 1, 9] {
            settings.of(player, 3, |_| false).freshness = Some(f64::from(player));
        }
        // 1 and 9 are here, so 5 goes.
        settings.of(7, 3, |player| player != 5).freshness = Some(0.5);
        let kept = [1, 5, 7, 9].map(|player| settings.get(player).and_then(|s| s.freshness));
        assert_eq!(kept, [Some(1.0), None, Some(0.5), Some(9.0)]);
        assert!(settings.remove(7) && !settings.remove(7));
    }
}
