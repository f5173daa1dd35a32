//! The receiving end as a game has it: ghosts of one model, told of what arrives and drawn by one convergence.
use super::link::Arrival;
use crate::eval::plugin::Setup;
use crate::trace::Trace;
use antreckon::base::Result;
use antreckon::base::math::DVec3;
use antreckon::base::time::Nanos;
use antreckon::ghosts::{Ghosts, GhostsParams};
use antreckon::pheromone::PheromoneMap;
use antreckon::predict::{EntityId, EntityProfile, Predictor};
use antreckon::smooth::SmoothParams;
use antreckon::world::World;

/// The machine that tells of everybody.
const SERVER: u64 = 1;

/// Files of what was learned beforehand.
#[derive(Clone, Copy)]
pub(crate) struct Learned<'a> {
    /// Of the kinematic model; `None` = embedded.
    pub(crate) weights: Option<&'a [u8]>,
    /// Networks of neuro-reckoning.
    pub(crate) bank: Option<&'a [u8]>,
}

/// Ghosts of all players of a match. Their numbers are the players'.
pub(crate) struct Screen {
    ghosts: Ghosts,
}

impl Screen {
    /// Nobody is known yet.
    pub(crate) fn new(trace: &Trace, setup: &Setup, learned: Learned<'_>, smooth: &SmoothParams) -> Result<Self> {
        let usual = GhostsParams::default();
        let mut ghosts = Ghosts::new(&GhostsParams {
            max_players: usual.max_players.max(trace.players.len() as u32),
            run_speed: trace.meta.v_max * trace.meta.metres_per_unit,
            profile: setup.profile(trace),
            smooth: smooth.clone(),
            adapt_per_frame: if setup.adapt { usual.adapt_per_frame } else { 0 },
            ..usual
        })?;
        learned.bank.map_or(Ok(()), |bank| ghosts.share(|shared| shared.load_bank(0, bank)))?;
        Self::with_clock(ghosts, learned)
    }

    /// Ghosts as somebody gets them who sets nothing but a convergence: no run speed, no model.
    pub(crate) fn by_default(learned: Learned<'_>, smooth: &SmoothParams) -> Result<Self> {
        Self::with_clock(Ghosts::new(&GhostsParams { smooth: smooth.clone(), ..GhostsParams::default() })?, learned)
    }

    fn with_clock(mut ghosts: Ghosts, learned: Learned<'_>) -> Result<Self> {
        ghosts.load_weights(learned.weights)?;
        // Owners stamp by the clock that frames are drawn by.
        ghosts.set_clock(SERVER, 0, 0)?;
        Ok(Self { ghosts })
    }

    /// What its models know.
    pub(crate) fn predictor(&mut self) -> &mut Predictor {
        self.ghosts.predictor_mut()
    }

    /// A player's entity; `None` before the first frame in which it was told of.
    pub(crate) fn entity(&self, player: usize) -> Option<EntityId> {
        self.ghosts.entity(player as u32).ok()
    }

    /// How one player is predicted.
    pub(crate) fn set_profile(&mut self, player: usize, profile: &EntityProfile) -> Result<()> {
        self.ghosts.set_profile(player as u32, profile)
    }

    /// A state of a player has arrived.
    pub(crate) fn receive(&mut self, arrival: &Arrival) -> Result<()> {
        self.ghosts.observe(SERVER, arrival.player as u32, &arrival.state, arrival.time)
    }

    /// A frame.
    pub(crate) fn draw(&mut self, now: Nanos, world: Option<&World>, map: Option<&mut PheromoneMap>) -> Result<()> {
        self.ghosts.draw(now, world, map)
    }

    /// Where the last frame shows a player who was told of.
    pub(crate) fn place(&self, player: usize) -> Result<DVec3> {
        Ok(self.ghosts.view(player as u32)?.drawn.position)
    }

    /// Where it is predicted to be in that frame, before convergence.
    pub(crate) fn predicted(&self, player: usize) -> Result<DVec3> {
        Ok(self.ghosts.view(player as u32)?.predicted.position)
    }
}
