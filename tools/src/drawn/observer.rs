//! The receiving end: one model, fed by what arrives, drawn by every convergence.
use super::known::Known;
use super::link::Arrival;
use super::screen::{Learned, Screen};
use crate::eval::params::Tunables;
use crate::eval::plugin::Setup;
use crate::eval::stakes::Stakes;
use crate::trace::Trace;
use antreckon::base::Result;
use antreckon::base::math::DVec3;
use antreckon::base::time::Nanos;
use antreckon::smooth::{Method, SmoothParams};
use antreckon::world::World;

/// Names of [`Method::ALL`].
pub const METHODS: [&str; 8] = ["snap", "linear", "bezier", "hermite", "projective", "damped", "path", "chase"];

/// One model at the receiving end.
pub(super) struct Observer<'a> {
    known: Known<'a>,
    /// By method.
    screens: Vec<(Screen, Stakes)>,
}

impl<'a> Observer<'a> {
    /// `latency` = how late the receiver learns of events, seconds.
    pub(super) fn new(
        trace: &'a Trace,
        setup: &Setup,
        learned: Learned<'_>,
        latency: f64,
        smooth: &SmoothParams,
        methods: &[Method],
    ) -> Result<Self> {
        let tunables = Tunables::of(trace, setup);
        let screens = methods.iter().map(|&method| {
            let mut screen = Screen::new(trace, setup, learned, &SmoothParams { method, ..smooth.clone() })?;
            let stakes = Stakes::of(trace, setup.model, &tunables, screen.predictor())?;
            Ok((screen, stakes))
        });
        Ok(Self { known: Known::new(trace, setup, latency), screens: screens.collect::<Result<_>>()? })
    }

    /// A frame: takes in what arrived since the one before, and draws everybody.
    pub(super) fn frame(&mut self, arrivals: &[Arrival], now: Nanos, roads: Option<&World>) -> Result<()> {
        let Self { known, screens } = self;
        known.advance(screens, now as f64 * 1e-9)?;
        arrivals.iter().for_each(|arrival| known.hear(arrival));
        for (screen, stakes) in screens {
            // Of somebody new more than the update can be told only once there is a ghost of it.
            let met = |screen: &Screen| arrivals.iter().map(|a| screen.entity(a.player).is_some()).collect::<Vec<_>>();
            let before = met(screen);
            for (arrival, _) in arrivals.iter().zip(&before).filter(|(_, met)| **met) {
                known.tell(screen, stakes, arrival)?;
            }
            for arrival in arrivals {
                screen.receive(arrival)?;
            }
            let (world, map) = known.level_or(roads);
            screen.draw(now, world, map)?;
            for (arrival, _) in arrivals.iter().zip(&before).filter(|(_, met)| !**met) {
                known.tell(screen, stakes, arrival)?;
            }
        }
        Ok(())
    }

    /// Where the last frame shows a player, by method.
    pub(super) fn places(&self, player: usize, places: &mut [DVec3]) -> Result<()> {
        for (place, (screen, _)) in places.iter_mut().zip(&self.screens) {
            *place = screen.place(player)?;
        }
        Ok(())
    }
}
