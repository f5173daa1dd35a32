//! The sender's books: strategies are followed only while they cannot cost more than two updates beyond plain dead reckoning.
//!
//! The sender reckons beside the real updates what plain dead reckoning would have sent (the *shadow*, with the same threshold). The balance
//! is how many updates were saved so far. While at least one update may still be lost, an update may name a strategy, or be a fresh state that
//! differs from the shadow's. The update that loses the second one instead tells the state the shadow has at this moment (which is within the
//! threshold of the truth, else the shadow would have sent), and from then on both are the same and send the same updates. So the number of
//! updates is never more than that of dead reckoning plus two, whatever the entity does. At every update of the shadow a strategy may be tried
//! again once there is something to lose.
//!
//! Receivers need what the paper's packets carry, too: the number of the strategy, or that there is none ([`Follow`]).

use super::params::{Mode, StrategyParams};
use super::progress::Follow;
use crate::base::Result;
use crate::base::math::DVec3;
use crate::base::time::{Nanos, seconds_between};
use crate::predict::{EntityId, Predictor, Scene};

/// Updates that may be lost against plain dead reckoning.
pub const SPARE_UPDATES: i32 = 2;

/// What an entity really does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Truth {
    /// Now.
    pub time: Nanos,
    /// Where it is.
    pub position: DVec3,
    /// How fast it is, m/s.
    pub velocity: DVec3,
}

impl Truth {
    fn at(&self, time: Nanos) -> Self {
        let position = self.position + self.velocity * seconds_between(self.time, time);
        Self { time, position, ..*self }
    }
}

/// An update that is due: to be sent, observed by the sender's own predictor, and followed as it says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrategyUpdate {
    /// The state to send: the truth, or (once) the one that dead reckoning would show.
    pub state: Truth,
    /// What to follow from now on.
    pub follow: Follow,
}

/// The books about one entity, kept by its sender.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Ledger {
    /// The last state plain dead reckoning would have sent.
    pub(crate) shadow: Option<Truth>,
    /// Updates saved so far; not below -[`SPARE_UPDATES`].
    pub(crate) balance: i32,
    /// Receivers reckon exactly what the shadow does.
    pub(crate) synced: bool,
}

impl Ledger {
    /// Empty books.
    pub fn new() -> Self {
        Self::default()
    }

    /// Books as they were; see [`Ledger::parts`].
    pub fn from_parts(shadow: Option<Truth>, balance: i32, synced: bool) -> Self {
        Self { shadow, balance, synced }
    }

    /// Last state of plain dead reckoning, balance, and whether receivers reckon exactly that.
    pub fn parts(&self) -> (Option<Truth>, i32, bool) {
        (self.shadow, self.balance, self.synced)
    }

    /// Updates saved against plain dead reckoning so far; at worst -[`SPARE_UPDATES`].
    pub fn balance(&self) -> i32 {
        self.balance
    }

    /// To be asked at every tick. What is due must be sent and taken in (`observe`, then `follow_strategy`) before the next question.
    ///
    /// The bound holds for the displacement as the model says it: where corrections (walls, speed limit) change what receivers show, an
    /// update that these make necessary is sent on top of it.
    pub fn decide(
        &mut self,
        predictor: &Predictor,
        scene: Scene<'_>,
        id: EntityId,
        truth: &Truth,
    ) -> Result<Option<StrategyUpdate>> {
        let library = &predictor.crowd.strategies;
        let params = &library.params;
        let candidate = || library.choose(&library.mover(truth.position, truth.velocity)).map(|(lane, _)| lane);
        let Some(known) = predictor.strategy_state(id)? else {
            let follow = candidate().map_or(Follow::Nothing, Follow::Strategy);
            *self = Self { shadow: Some(*truth), balance: 0, synced: follow == Follow::Nothing };
            return Ok(Some(StrategyUpdate { state: *truth, follow }));
        };
        // What was really told, which may be rounded, is what both go on from.
        let shadow = if self.synced { known } else { self.shadow.unwrap_or(known) };
        self.shadow = Some(shadow);
        let broken = params.is_off(truth.position, shadow.at(truth.time).position);
        let due = (self.synced && broken) || predictor.strategy_needs_update(scene, id, truth.position, truth.time)?;
        if broken {
            self.shadow = Some(*truth);
            self.balance = self.balance.saturating_add(1);
        }
        if !due {
            return Ok(None);
        }
        self.balance -= 1;
        Ok(Some(self.update(truth, &shadow.at(truth.time), broken, params, candidate)))
    }

    /// What to send, now that something must be.
    fn update(
        &mut self,
        truth: &Truth,
        shadow: &Truth,
        broken: bool,
        params: &StrategyParams,
        candidate: impl FnOnce() -> Option<u32>,
    ) -> StrategyUpdate {
        let may_lose = self.balance > -SPARE_UPDATES;
        if may_lose && let Some(lane) = candidate() {
            self.synced = false;
            return StrategyUpdate { state: *truth, follow: Follow::Strategy(lane) };
        }
        // A fresh state lasts longer than the shadow's; with all to lose, or in the paper's mode, where it is the rule.
        let fresh = broken || (may_lose && (self.balance >= 0 || params.mode == Mode::Containment));
        self.synced = broken || !fresh;
        StrategyUpdate { state: if fresh { *truth } else { *shadow }, follow: Follow::Nothing }
    }
}
