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
    /// The bound holds for the displacement as the model says it: where corrections (walls, speed limit) change what receivers show, an
    /// update that these make necessary is sent on top of it.
    pub fn decide(
        &mut self,
        predictor: &Predictor,
        level: LevelContext<'_>,
        id: EntityId,
        truth: &Truth,
    ) -> Result<Option<StrategyUpdate>> {
        let params = predictor.strategy_params();
        let Some(known) = predictor.strategy_state(id)? else {
            let update = StrategyUpdate { state: *truth, follow: predictor.strategy_at(truth) };
            *self = Self::new();
            self.sent(None, truth, update.follow, false);
            return Ok(Some(update));
        };
        let watched = self.watch(&known, truth, |truth, shown| params.is_off(truth, shown));
        let due = (self.synced && watched.broken)
            || predictor.strategy_needs_update(level, id, truth.position, truth.time)?;
        if !due {
            return Ok(None);
        }
        let pays = predictor.strategy_pays(id, truth)?;
        let update = self.plan(&watched, truth, if pays { predictor.strategy_at(truth) } else { Follow::Nothing });
        self.sent(Some(&watched), &update.state, update.follow, update.state == watched.shown);
        Ok(Some(update))
    }

    /// Lets the shadow go on to the next truth: what plain dead reckoning shows then, and whether it would send (then it counts as
    /// having sent). `told` is what receivers were really told last, which may be rounded; `off` says when an error is too large.
    pub fn watch(&mut self, told: &Truth, truth: &Truth, off: impl Fn(DVec3, DVec3) -> bool) -> Watched {
        let shadow = if self.synced { *told } else { self.shadow.unwrap_or(*told) };
        let shown = shadow.at(truth.time);
        let broken = off(truth.position, shown.position);
        self.shadow = Some(if broken { *truth } else { shadow });
        if broken {
            self.balance = self.balance.saturating_add(1);
        }
        Watched { shown, broken }
    }

    /// What to send, now that something must be; `candidate` is the strategy that pays, if any. Changes nothing.
    pub fn plan(&self, watched: &Watched, truth: &Truth, candidate: Follow) -> StrategyUpdate {
        let may_lose = self.balance - 1 > -SPARE_UPDATES;
        let follow = if may_lose { candidate } else { Follow::Nothing };
        let fresh = watched.broken || may_lose || follow != Follow::Nothing;
        StrategyUpdate { state: if fresh { *truth } else { watched.shown }, follow }
    }

    /// An update is on its way that tells `told` and `follow`: one that [`Ledger::plan`] made after `watched`, or (`None`) one that plain
    /// dead reckoning would have sent as well, whatever the errors. `as_shown`: it tells what plain dead reckoning shows.
    pub fn sent(&mut self, watched: Option<&Watched>, told: &Truth, follow: Follow, as_shown: bool) {
        let as_dead_reckoning = match watched {
            None => {
                self.shadow = Some(*told);
                true
            }
            Some(watched) => {
                self.balance -= 1;
                watched.broken || as_shown
            }
        };
        self.synced = follow == Follow::Nothing && as_dead_reckoning;
    }

    /// Whether receivers reckon exactly what plain dead reckoning does.
    pub fn is_synced(&self) -> bool {
        self.synced
    }
}

/// Plain dead reckoning at a truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Watched {
    /// What it shows, before it sends.
    pub shown: Truth,
    /// It would send.
    pub broken: bool,
}
