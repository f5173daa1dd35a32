//! `AntGhosts`: single players, and what is set for them.

use super::ghosts::AntGhosts;
use super::{player_number, whole};
use crate::convert::{rotation, rotation_out, told, vector, vector_out};
use crate::resources::{AntConvergence, AntProfile, profile_of};
use antreckon::ghosts::EVERYBODY;
use antreckon::predict::BaseMotion;
use godot::prelude::*;

#[godot_api(secondary)]
impl AntGhosts {
    /// What the last frame showed of a player: [code]position[/code], [code]velocity[/code], [code]rotation[/code] as drawn,
    /// [code]predicted[/code] place before convergence, [code]radius[/code] that holds the true place nine times out of ten (0 =
    /// unknown), [code]age[/code] in seconds of its newest update (negative in the interpolated past), [code]source[/code],
    /// [code]flags[/code]. Empty when it is not shown.
    #[func]
    fn get_ghost(&self, player: i64) -> VarDictionary {
        let Some(player) = told("AntGhosts.get_ghost", player_number(player)) else { return VarDictionary::new() };
        let Ok(view) = self.inner.ghosts.view(player) else { return VarDictionary::new() };
        vdict! {
            "position" => vector_out(view.drawn.position),
            "velocity" => vector_out(view.drawn.velocity),
            "rotation" => rotation_out(view.drawn.orientation),
            "predicted" => vector_out(view.predicted.position),
            "radius" => view.predicted.radius,
            "age" => view.age,
            "source" => view.source as i64,
            "flags" => i64::from(view.drawn.flags),
        }
    }

    /// What is expected of a player [param ahead] nanoseconds after the present, before convergence, for aiming and for AI:
    /// [code]position[/code], [code]velocity[/code], [code]rotation[/code], [code]radius[/code], [code]confidence[/code]. Empty on error.
    #[func]
    fn predict(&self, player: i64, ahead: i64) -> VarDictionary {
        let predicted = player_number(player).and_then(|player| self.inner.predict(player, ahead));
        let Some(predicted) = told("AntGhosts.predict", predicted) else { return VarDictionary::new() };
        vdict! {
            "position" => vector_out(predicted.position),
            "velocity" => vector_out(predicted.velocity),
            "rotation" => rotation_out(predicted.orientation),
            "radius" => predicted.radius,
            "confidence" => predicted.confidence,
        }
    }

    /// Your network clock: when the own clock shows [param now], that of [param peer] shows [param remote]. Without it the clock is
    /// found by questions in replies, or by arrivals alone.
    #[func]
    fn set_clock(&mut self, peer: i64, now: i64, remote: i64) -> bool {
        told("AntGhosts.set_clock", self.inner.ghosts.set_clock(peer as u64, now, remote)).is_some()
    }

    /// From 1 (the predicted present) to 0 (the interpolated past), for one player or [constant EVERYBODY]. What is drawn goes there
    /// without a jump. A player need not have appeared yet.
    #[func]
    fn set_freshness(&mut self, player: i64, freshness: f64) -> bool {
        let set = player_number(player).and_then(|player| self.inner.ghosts.set_freshness(player, freshness));
        told("AntGhosts.set_freshness", set).is_some()
    }

    /// How a player, or [constant EVERYBODY], is predicted where its owner chose no line: by states, or where the outbox was given the
    /// same profile. The top speed counts for single players only. A player need not have appeared yet.
    #[func]
    fn set_profile(&mut self, player: i64, profile: Option<Gd<AntProfile>>) -> bool {
        let profile = profile_of(profile.as_ref()).0;
        let set = player_number(player).and_then(|player| self.inner.ghosts.set_profile(player, &profile));
        told("AntGhosts.set_profile", set).is_some()
    }

    /// How everybody converges from now on; [code]null[/code] = as its defaults.
    #[func]
    fn set_convergence(&mut self, convergence: Option<Gd<AntConvergence>>) -> bool {
        let params = convergence.map_or_else(Default::default, |resource| resource.bind().params());
        told("AntGhosts.set_convergence", self.inner.ghosts.set_smoothing(&params)).is_some()
    }

    /// Where a moving base (lift, vehicle) is at [param now], how fast it moves and, in radians per second about the world's axes, turns.
    /// Tell it every frame while somebody rides on it; its number is the same on every machine.
    #[func]
    fn set_base(
        &mut self,
        moving_base: i64,
        transform: Transform3D,
        velocity: Vector3,
        angular_velocity: Vector3,
        now: i64,
    ) -> bool {
        let set = whole("moving_base", moving_base).and_then(|number| {
            let motion = BaseMotion {
                id: number.into(),
                position: vector(transform.origin),
                orientation: rotation(transform.basis.orthonormalized().get_quaternion()),
                velocity: vector(velocity),
                angular_velocity: vector(angular_velocity),
            };
            self.inner.ghosts.set_base(number, Some(&motion), now)
        });
        told("AntGhosts.set_base", set).is_some()
    }

    /// A moving base is gone.
    #[func]
    fn remove_base(&mut self, moving_base: i64) -> bool {
        let removed = whole("moving_base", moving_base).and_then(|number| self.inner.ghosts.set_base(number, None, 0));
        told("AntGhosts.remove_base", removed).is_some()
    }

    /// Forgets a player and what was set for it; one that is told of again appears again.
    #[func]
    fn remove(&mut self, player: i64) -> bool {
        let removed = player_number(player).and_then(|player| self.inner.ghosts.remove(player));
        told("AntGhosts.remove", removed).is_some()
    }

    /// Forgets a peer and all its players: it has disconnected.
    #[func]
    fn remove_peer(&mut self, peer: i64) -> bool {
        told("AntGhosts.remove_peer", self.inner.ghosts.remove_peer(peer as u64)).is_some()
    }

    /// What happened since the last call, oldest first: [code]kind[/code] ([constant APPEARED] and the like), [code]player[/code],
    /// [code]peer[/code], [code]time[/code] on the own clock. The newest 1024 are kept.
    #[func]
    fn take_events(&mut self) -> Array<VarDictionary> {
        let mut events = Array::new();
        while let Some(event) = self.inner.ghosts.next_event() {
            events.push(&vdict! {
                "kind" => event.kind as i64,
                "player" => if event.player == EVERYBODY { -1 } else { i64::from(event.player) },
                "peer" => event.peer as i64,
                "time" => event.time,
            });
        }
        events
    }
}
