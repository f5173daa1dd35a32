//! Ghosts in chunks: what one task of a frame draws by itself.

use super::front::Ghosts;
use super::ghost::{Feed, Ghost, GhostView};
use crate::base::time::Nanos;
use crate::base::{Error, Result};
use crate::net::playback::carry_over;
use crate::net::receiver::Shown;
use crate::predict::{EntityId, LevelContext, PredictScratch, Prediction};
use crate::smooth::{Correction, DrawContext, SmoothParams, Smoother};
use alloc::vec::Vec;

/// Ghosts of a chunk.
pub(super) const CHUNK: usize = 128;
/// A line's speed is chosen to stay near for long and often is more than anybody moves: so much of it is doubted, metres of the
/// prediction's radius per m/s. Of a prediction that does not say how sure it is the chase doubts as much.
const LINE_DOUBT: f64 = 0.02;
/// Most that the shown time of a ghost runs faster or slower while its freshness changes.
const LAG_SLEW: f64 = 0.1;

/// Up to 128 ghosts with all that drawing them changes. Chunks are drawn independently of each other, so that a host's job
/// system may draw several at once ([`Ghosts::begin_frame`]); the result is the same.
#[derive(Clone, Debug)]
pub struct Chunk {
    pub(super) ghosts: Vec<Option<Ghost>>,
    pub(super) smoother: Smoother,
    scratch: PredictScratch,
    /// The first thing that went wrong in a frame.
    pub(super) failed: Option<Error>,
}

/// What a frame draws chunks by. The same for all of them.
#[derive(Clone, Copy)]
pub struct FrameTask<'a> {
    /// The ghosts whose chunks are drawn.
    pub ghosts: &'a Ghosts,
    /// The level and its fields.
    pub level: LevelContext<'a>,
    /// Time of the frame, own clock.
    pub now: Nanos,
}

/// The id by which a chunk's smoother knows a ghost.
pub(super) fn local(id: EntityId) -> EntityId {
    EntityId { index: id.index % CHUNK as u32, generation: id.generation }
}

/// A prediction as it moves while its time runs at a rate.
fn at_rate(prediction: &Prediction, rate: f64) -> Prediction {
    Prediction { velocity: prediction.velocity * rate, ..*prediction }
}

/// A prediction along a line that its owner chose.
fn doubted(prediction: &Prediction, rate: f64) -> Prediction {
    let radius = prediction.radius + LINE_DOUBT * prediction.velocity.length();
    Prediction { radius, ..at_rate(prediction, rate) }
}

impl Chunk {
    pub(super) fn new(params: &SmoothParams) -> Result<Self> {
        Ok(Self {
            ghosts: Vec::with_capacity(CHUNK),
            smoother: Smoother::new(CHUNK as u32, params)?,
            scratch: PredictScratch::default(),
            failed: None,
        })
    }

    /// Draws all ghosts of the chunk.
    pub fn draw(&mut self, task: &FrameTask<'_>) {
        for index in 0..self.ghosts.len() {
            if let Err(error) = self.draw_one(index, task) {
                self.failed.get_or_insert(error);
            }
        }
    }

    fn draw_one(&mut self, index: usize, task: &FrameTask<'_>) -> Result<()> {
        let Some(ghost) = self.ghosts[index].as_mut() else { return Ok(()) };
        if !ghost.present {
            ghost.view = None;
            return Ok(());
        }
        let rate = task.ghosts.settle_lag(ghost, task.now) * task.ghosts.peers[ghost.peer].receiver.pace();
        // Not shown before its peer's clock is known.
        let Some(shown) = task.ghosts.shown(ghost, task.level, task.now, &mut self.scratch)? else { return Ok(()) };
        let context = task.ghosts.draw_context(ghost, task.level);
        let id = local(ghost.id);
        // Large, and not copied for nothing.
        let changed;
        let target = if shown.on_line {
            changed = doubted(&shown.prediction, rate);
            &changed
        } else if rate == 1.0 {
            &shown.prediction
        } else {
            changed = at_rate(&shown.prediction, rate);
            &changed
        };
        // Looked at before it is taken: most ghosts have none in most frames, and it is large.
        if ghost.change.is_some()
            && let Some(change) = ghost.change.take()
            && (ghost.view.is_some() || change.teleported)
        {
            let before = change.before.map(|before| at_rate(&before, rate));
            if let Some(before) = &before {
                ghost.note_error((shown.prediction.position - before.position).length());
            }
            let correction = Correction {
                before: before.as_ref(),
                teleported: change.teleported,
                known: change.known,
                early: task.ghosts.known_for(change.came, task.now),
                ..Correction::new(task.now, target)
            };
            self.smoother.correct(id, &correction, &context)?;
        }
        let drawn = self.smoother.draw(id, task.now, target, &context)?;
        let Shown { prediction: predicted, source, age, .. } = shown;
        ghost.view = Some(GhostView { player: ghost.player, drawn, predicted, source, age });
        Ok(())
    }

    /// What the last frame showed.
    pub fn views(&self) -> impl Iterator<Item = &GhostView> {
        self.ghosts.iter().flatten().filter_map(|ghost| ghost.view.as_ref())
    }

    pub(super) fn bytes(&self) -> usize {
        self.ghosts.capacity() * size_of::<Option<Ghost>>() + self.smoother.bytes()
    }
}

impl Ghosts {
    /// How long an update that came then is known at a frame. Hosts that look for packets once per frame date them by it: they
    /// came since the frame before, half of the time ago on average.
    fn known_for(&self, came: Nanos, now: Nanos) -> Nanos {
        let elapsed = now.saturating_sub(self.last_frame).max(0);
        let known = now.saturating_sub(came).max(0);
        if known == 0 { elapsed / 2 } else { known.min(elapsed) }
    }

    /// Lets the shown time of a ghost go towards what its freshness asks for, without a jump. The rate at which it runs.
    fn settle_lag(&self, ghost: &mut Ghost, now: Nanos) -> f64 {
        let receiver = &self.peers[ghost.peer].receiver;
        let (Some(present), Some(past)) = (receiver.prediction_time(), receiver.interpolation_time()) else {
            return 1.0;
        };
        let behind = present.saturating_sub(past).max(0) as f64;
        let lag = |freshness: f64| ((1.0 - freshness) * behind) as Nanos;
        if ghost.view.is_none() || receiver.is_filling() {
            (ghost.eased, ghost.lag) = (ghost.freshness, lag(ghost.freshness));
            return 1.0;
        }
        let elapsed = now.saturating_sub(self.last_frame).max(0) as f64;
        let most = LAG_SLEW * elapsed;
        let step = (ghost.freshness - ghost.eased) * behind;
        let eased = step.clamp(-most, most);
        ghost.eased = if eased == step { ghost.freshness } else { ghost.eased + eased / behind };
        let most = most as Nanos;
        ghost.lag += (lag(ghost.eased) - ghost.lag).clamp(-most, most);
        // What clocks and buffers waver by is no change of speed.
        if elapsed > 0.0 { 1.0 + eased / elapsed } else { 1.0 }
    }

    /// What is expected of a ghost for a frame at `now`, its base where it is now; `None` before its peer's clock is known.
    pub(super) fn shown(
        &self,
        ghost: &Ghost,
        level: LevelContext<'_>,
        now: Nanos,
        scratch: &mut PredictScratch,
    ) -> Result<Option<Shown>> {
        let receiver = &self.peers[ghost.peer].receiver;
        let Some(present) = receiver.prediction_time() else { return Ok(None) };
        let time = present.saturating_sub(ghost.lag);
        let mut shown = receiver.interpolate_at(&self.predictor, level, ghost.player, time, Some(scratch))?;
        if let Some(before) = self.predictor.base(ghost.id) {
            // The host knows where the base is; the predictor carried it on from the last update.
            let carried = before.carried(shown.age);
            let shift = time.saturating_sub(present);
            if let Some(real) = self.bases.at(before.id as u32, now.saturating_add(shift)) {
                carry_over(&carried, &real, 1.0, &mut shown.prediction);
            }
        }
        Ok(Some(shown))
    }

    /// The level as a ghost walks it and reads its field.
    pub(super) fn draw_context<'a>(&'a self, ghost: &Ghost, level: LevelContext<'a>) -> DrawContext<'a> {
        let profile = self.predictor.profile(ghost.id);
        let reader = profile
            .filter(|profile| !profile.layer_weights.is_empty())
            .map(|profile| crate::pheromone::Reader { weights: &profile.layer_weights, avatar: profile.avatar });
        // On a moving base the level's walls are not where the ghost walks.
        let rides = self.predictor.base(ghost.id).is_some();
        DrawContext {
            world: level.world.filter(|_| !rides),
            field: level.map.zip(reader).filter(|_| !rides),
            filter: profile.map(|profile| profile.filter).unwrap_or_default(),
            // Nothing is rounded on the wire, and no clock is estimated.
            exact: ghost.feed == Feed::States && self.peers[ghost.peer].told_clock,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::math::DVec3;

    #[test]
    fn a_fifth_of_the_speed_of_a_line_is_doubted() {
        let along = Prediction { velocity: DVec3::new(9.0, 0.0, 12.0), radius: 0.25, ..Prediction::NOWHERE };
        let shown = doubted(&along, 0.5);
        // The chase relies on the speed less ten times the radius: 15 m/s less 3 m/s for the line.
        assert!((shown.radius - 0.55).abs() < 1e-12);
        assert_eq!(shown.velocity, along.velocity * 0.5);
    }
}
