//! The sender's books: strategies are followed only while they cannot cost more than two updates beyond plain dead reckoning.
//!
//! The sender reckons beside the real updates what plain dead reckoning would have sent (the *shadow*, with the same threshold). The balance
//! is how many updates were saved so far.
//!
//! While an update may still be lost, the switching rule is the published one: an update names the strategy the entity is inside of, if strategies
//! have paid off for it lately, or tells a fresh state. The update that loses the second one tells, instead of the truth, the state that the shadow has
//! at this moment (which is within the threshold of the truth, else the shadow would have sent), and from then on both are the same and send the
//! same updates. So there are never more updates than those of dead reckoning plus two, whatever the entity does.
//!
//! Receivers need what the paper's packets carry, too: the number of the strategy, or that there is none ([`Follow`]).

use super::library::Library;
use super::progress::Follow;
use crate::base::Result;
use crate::base::math::DVec3;
use crate::base::time::{Nanos, seconds_between};
use crate::predict::{EntityId, LevelContext, Predictor};

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
    /// The state to send: the truth, or (at most once) what plain dead reckoning shows.
    pub state: Truth,
    /// What to follow from now on.
    pub follow: Follow,
}

/// The books about one entity, kept by its sender.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Ledger {
    /// The last state plain dead reckoning would have sent.
    shadow: Option<Truth>,
    /// Updates saved so far; not below -[`SPARE_UPDATES`].
    balance: i32,
    /// Receivers reckon exactly what the shadow does.
    synced: bool,
}

impl Ledger {
    /// Empty books; the bound counts from here.
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
        level: LevelContext<'_>,
        id: EntityId,
        truth: &Truth,
    ) -> Result<Option<StrategyUpdate>> {
        let library = &predictor.crowd.strategies;
        let Some(known) = predictor.strategy_state(id)? else {
            let follow = candidate(library, truth);
            *self = Self { shadow: Some(*truth), balance: 0, synced: follow == Follow::Nothing };
            return Ok(Some(StrategyUpdate { state: *truth, follow }));
        };
        // What was really told, which may be rounded, is what both go on from.
        let shadow = if self.synced { known } else { self.shadow.unwrap_or(known) };
        self.shadow = Some(shadow);
        let broken = library.params.is_off(truth.position, shadow.at(truth.time).position);
        let due = (self.synced && broken) || predictor.strategy_needs_update(level, id, truth.position, truth.time)?;
        if broken {
            self.shadow = Some(*truth);
            self.balance = self.balance.saturating_add(1);
        }
        if !due {
            return Ok(None);
        }
        self.balance -= 1;
        let pays = predictor.strategy_pays(id, truth);
        Ok(Some(self.update(library, truth, &shadow.at(truth.time), broken, pays)))
    }

    /// What to send, now that something must be.
    fn update(&mut self, library: &Library, truth: &Truth, shadow: &Truth, broken: bool, pays: bool) -> StrategyUpdate {
        let follow = if pays && self.balance > -SPARE_UPDATES { candidate(library, truth) } else { Follow::Nothing };
        let fresh = broken || self.balance > -SPARE_UPDATES || follow != Follow::Nothing;
        self.synced = follow == Follow::Nothing && (broken || !fresh);
        StrategyUpdate { state: if fresh { *truth } else { *shadow }, follow }
    }
}

fn candidate(library: &Library, truth: &Truth) -> Follow {
    let mover = library.mover(truth.position, truth.velocity);
    library.choose(&mover).map_or(Follow::Nothing, |(lane, _)| Follow::Strategy(lane))
}
