//! One player that is told of under two numbers.

use super::event::Mistake;
use super::front::Ghosts;
use super::ghost::GhostView;
use alloc::format;

/// Frames between two looks for somebody else at a player's place.
const LOOK_GAP: u32 = 16;
/// Nearer to each other than this, metres, two players do not run …
const SAME_PLACE: f64 = 0.05;
/// … with velocities that differ by less than this, m/s.
const SAME_VELOCITY: f64 = 0.2;
/// Slower players may stand in one another.
const MOVING: f64 = 0.5;
/// Frames that two must have moved as one.
const LONG_ENOUGH: u32 = 240;

/// Two players that may be one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Twins {
    frames: u32,
    /// Place among the players of who is compared next.
    next: usize,
    pair: Option<(u32, u32)>,
    together: u32,
    told: bool,
}

fn moves(view: &GhostView) -> bool {
    view.predicted.velocity.length_squared() > MOVING * MOVING
}

fn are_one(a: &GhostView, b: &GhostView) -> bool {
    let (near, alike) = (SAME_PLACE * SAME_PLACE, SAME_VELOCITY * SAME_VELOCITY);
    (a.predicted.position - b.predicted.position).length_squared() < near
        && (a.predicted.velocity - b.predicted.velocity).length_squared() < alike
}

impl Ghosts {
    /// Compares one player with all others now and then, and follows a pair that moves as one.
    pub(super) fn look_for_twins(&mut self) {
        let mut twins = self.twins;
        if twins.told {
            return;
        }
        twins.frames = twins.frames.wrapping_add(1);
        match twins.pair {
            Some((a, b)) => match (self.seen(a), self.seen(b)) {
                (Some(one), Some(other)) if are_one(one, other) => twins.together += u32::from(moves(one)),
                _ => twins.pair = None,
            },
            None if twins.frames.is_multiple_of(LOOK_GAP) => {
                twins.next = (twins.next + 1) % self.by_player.len().max(1);
                (twins.pair, twins.together) = (self.twin_of(twins.next), 0);
            }
            None => {}
        }
        if twins.together >= LONG_ENOUGH
            && let Some((a, b)) = twins.pair
        {
            twins.told = true;
            self.news.warn(Mistake::Twins, || {
                format!(
                    "players {a} and {b} move as one all the time: is one player told of under two numbers? Passengers are told \
                     with the base that they ride on"
                )
            });
        }
        self.twins = twins;
    }

    fn seen(&self, player: u32) -> Option<&GhostView> {
        let place = self.place(player).ok()?;
        self.at(self.by_player[place].1 as usize)?.view.as_ref()
    }

    fn twin_of(&self, place: usize) -> Option<(u32, u32)> {
        let (player, index) = *self.by_player.get(place)?;
        let ghost = self.at(index as usize).filter(|ghost| self.predictor.base(ghost.id).is_none())?;
        let one = ghost.view.as_ref().filter(|view| moves(view))?;
        let other = self.views().find(|other| other.player != player && are_one(one, other))?;
        Some((player.min(other.player), player.max(other.player)))
    }
}
