//! `AntGhost3D` and `AntGhost2D`: remote players that move by themselves.

use super::company::{company, lock};
use super::identity::{machine_of, player_of};
use super::link;
use super::seat::{Dated, Seat};
use super::{space_2d, space_3d};
use crate::clock::now;
use crate::convert::{nanos, told};
use crate::plain::{peer_stats_out, player_stats_out};
use crate::resources::{AntProfile, Needs, profile_of};
use antreckon::base::time::Nanos;
use antreckon::base::{Error, Result};
use antreckon::ghosts::{GhostView, MAX_REPLY, PlayerState, Source};
use antreckon::smooth::drawn::SNAPPED;
use godot::classes::{Engine, INode2D, INode3D};
use godot::prelude::*;

/// Oldest state that one may tell of, seconds.
const OLDEST: f64 = 60.0;
/// A clock that is a little behind finds states that are not true yet; they count as new.
const EARLIEST: f64 = -1.0;

/// The age of a state.
fn age_of(seconds: f64) -> Result<Nanos> {
    if (EARLIEST..=OLDEST).contains(&seconds) {
        return Ok(nanos(seconds.max(0.0)));
    }
    Err(Error::invalid(format!("age is {seconds} s, must be 0 to {OLDEST}, or INF for a state without one")))
}

macro_rules! ghost {
    ($name:ident, $base:ident, $interface:ident, $space:ident, $worlds:literal) => {
        /// Put it under a remote player: it moves the player by itself.
        ///
        /// [AntReplicator] brings it what arrives from the network. With a network of your own hand it packets of a sender
        /// ([method receive], and send back what [method reply] says) or states ([method observe]). Every frame it is drawn where the
        /// player is expected to be, without visible jumps, around walls where the scene has a world of antreckon. All ghosts of a level
        /// are computed together.
        #[derive(GodotClass)]
        #[class(tool, init, base=$base)]
        pub(crate) struct $name {
            /// The player's number on the network, the same on every machine; -1 = made from the path of the node above, by which Godot
            /// knows nodes as well. Counts when the node begins to work.
            #[export(range = (-1.0, 65535.0, 1.0, or_greater))]
            #[init(val = -1)]
            network_id: i64,
            /// From 1 (the predicted present) to 0 (the interpolated past: never wrong, but late). What is shown goes there without a jump.
            #[export(range = (0.0, 1.0, 0.01))]
            #[init(val = 1.0)]
            #[var(set = set_freshness)]
            freshness: f64,
            /// How the player is predicted from states ([method observe]); empty = by all models, mixed by how well they did lately. Packets
            /// of a sender say the line to follow and need none.
            #[export]
            #[var(set = set_profile)]
            profile: Option<Gd<AntProfile>>,
            /// Whether the player is turned as well, where packets or states say how it faces.
            #[export]
            #[init(val = true)]
            turn: bool,
            /// The node that is moved.
            #[export]
            #[init(val = NodePath::from(".."))]
            #[var(set = set_target)]
            target: NodePath,
            /// Does nothing while this is off.
            #[export]
            #[init(val = true)]
            #[var(set = set_active)]
            active: bool,
            seat: Option<Seat>,
            view: Option<GhostView>,
            /// The target, once it was found.
            moved: Option<Gd<$base>>,
            /// The target as a body, where it is one.
            body: Option<Gd<$space::Body>>,
            /// States say how the player is turned, or packets do.
            #[init(val = true)]
            faces: bool,
            base: Base<$base>,
        }

        #[godot_api]
        impl $interface for $name {
            fn ready(&mut self) {
                let works = self.works();
                self.base_mut().set_process(works);
            }

            fn process(&mut self, _delta: f64) {
                let drawn = self.draw();
                told(concat!(stringify!($name), ".process"), drawn);
            }

            fn exit_tree(&mut self) {
                self.seat = None;
                self.view = None;
                self.moved = None;
                self.body = None;
            }

            fn get_configuration_warnings(&self) -> PackedStringArray {
                let mut warnings = PackedStringArray::new();
                if self.base().try_get_node_as::<$base>(&self.target).is_none() {
                    warnings.push(concat!(
                        "The target must be a ",
                        stringify!($base),
                        ": put the ghost under the player, or choose another target."
                    ));
                }
                // The scene of a player is edited without its level, which is no mistake.
                if self.base().is_inside_tree()
                    && let Some(profile) = &self.profile
                    && let Some(world) = $space::world_around(&self.to_gd().upcast())
                {
                    let lacking = match profile.bind().needs() {
                        Needs::Banks if !world.bind().has_banks() => "bank_files",
                        Needs::Routes if !world.bind().has_routes() => "strategies_file",
                        _ => return warnings,
                    };
                    warnings.push(&format!(
                        "The model of the profile needs the {lacking} of the {}; without them it is dead reckoning.",
                        $worlds
                    ));
                }
                warnings
            }
        }

        #[godot_api]
        impl $name {
            /// The player is shown for the first time, or again after it had left.
            #[signal]
            fn appeared();
            /// The player has left.
            #[signal]
            fn vanished();
            /// The ghost jumped: the player was moved, or was too far away to slide there.
            #[signal]
            fn teleported(position: $space::Vector);

            /// Takes in a packet of the player's machine, about this player and all others of that machine. It is looked at in the next
            /// frame. Returns false, with an error, when it is no packet.
            #[func]
            fn receive(&mut self, packet: PackedByteArray) -> bool {
                let received = self
                    .working()
                    .and_then(|seat| seat.with(|ghosts| ghosts.receive(seat.peer, packet.as_slice(), now())));
                told(concat!(stringify!($name), ".receive"), received).is_some()
            }

            /// What to send back to the sender of the player's machine: acknowledgements and questions for the time. Ask once per tick; empty =
            /// nothing.
            #[func]
            fn reply(&mut self) -> PackedByteArray {
                let mut bytes = [0; MAX_REPLY];
                let replied =
                    self.working().and_then(|seat| seat.with(|ghosts| ghosts.reply(seat.peer, now(), &mut bytes)));
                bytes[..told(concat!(stringify!($name), ".reply"), replied).unwrap_or(0)].into()
            }

            /// Takes in where the player is, however you know: by a MultiplayerSynchronizer, by a message of your own. [param velocity] may
            /// be left out; then it is found from the positions. [param age] is how many seconds ago that was true: with it the ghost is
            /// shown in the present. Without it the state is dated by its arrival, and the ghost is behind by the time that it was under
            /// way. Give every state of a player its age, or none; [constant @GDScript.INF] is none.
            #[func]
            fn observe(
                &mut self,
                position: $space::Vector,
                #[opt(default = $space::Vector::INF)] velocity: $space::Vector,
                #[opt(default = f64::INFINITY)] age: f64,
            ) -> bool {
                self.faces = false;
                self.observe_aged($space::state_of(position, velocity), age)
            }

            /// As [method observe], with the facing as well.
            #[func]
            fn observe_turned(
                &mut self,
                position: $space::Vector,
                velocity: $space::Vector,
                facing: $space::Facing,
                #[opt(default = f64::INFINITY)] age: f64,
            ) -> bool {
                self.faces = true;
                let orientation = Some($space::facing(facing));
                self.observe_aged(
                    $space::state_of(position, velocity).map(|state| PlayerState { orientation, ..state }),
                    age,
                )
            }

            /// As [method observe], with the time in nanoseconds when it was true, on a clock of the player's machine. With
            /// [method set_clock] the ghost is shown in the present.
            #[func]
            fn observe_at(&mut self, position: $space::Vector, velocity: $space::Vector, time: i64) -> bool {
                self.faces = false;
                let state = $space::state_of(position, velocity).map(|state| PlayerState { time: Some(time), ..state });
                self.observe_state(state, Dated::Remotely)
            }

            /// As [method observe], after the player was moved: it appears there at once.
            #[func]
            fn observe_teleport(&mut self, position: $space::Vector, #[opt(default = f64::INFINITY)] age: f64) -> bool {
                let state = $space::state_of(position, $space::Vector::ZERO);
                self.observe_aged(state.map(|state| PlayerState { teleported: true, ..state }), age)
            }

            /// What the clock that [method observe_at] is dated by shows now, in nanoseconds. Packets and replies find it out by
            /// themselves.
            #[func]
            fn set_clock(&mut self, remote: i64) -> bool {
                let set = self.working().and_then(|seat| seat.set_clock(remote));
                told(concat!(stringify!($name), ".set_clock"), set).is_some()
            }

            /// The player's machine has disconnected: it and all its players are forgotten. [AntReplicator] does this by itself.
            #[func]
            fn forget_peer(&mut self) {
                if let Some(seat) = &self.seat {
                    // Nothing may have come from it.
                    let _ = seat.with(|ghosts| ghosts.remove_peer(seat.source()));
                }
            }

            /// Whether there is anything to show.
            #[func]
            fn is_shown(&self) -> bool {
                self.view.is_some()
            }

            /// Where the player is predicted to be; the ghost is on its way there.
            #[func]
            fn get_predicted_position(&self) -> $space::Vector {
                self.view.map_or($space::Vector::ZERO, |view| $space::point_out(view.predicted.position))
            }

            /// How fast the ghost is drawn to move, for animation.
            #[func]
            fn get_shown_velocity(&self) -> $space::Vector {
                self.view.map_or($space::Vector::ZERO, |view| $space::point_out(view.drawn.velocity))
            }

            /// Radius in metres that holds the true place nine times out of ten; 0 when nobody knows.
            #[func]
            fn get_uncertainty(&self) -> f64 {
                self.view.map_or(0.0, |view| view.predicted.radius)
            }

            /// Seconds since the newest update was true; negative in the interpolated past.
            #[func]
            fn get_age(&self) -> f64 {
                self.view.map_or(f64::INFINITY, |view| view.age)
            }

            /// Whether nothing was heard of the player for so long that the ghost slows down or stands.
            #[func]
            fn is_silent(&self) -> bool {
                self.view.is_some_and(|view| matches!(view.source, Source::Silent | Source::Fading))
            }

            /// Whether the player's machine does not simulate it at present, so that it is held.
            #[func]
            fn is_frozen(&self) -> bool {
                self.view.is_some_and(|view| view.source == Source::Frozen)
            }

            /// What is known of the player's updates; see [method AntGhosts.player_stats]. Empty before the first.
            #[func]
            fn get_player_stats(&self) -> VarDictionary {
                let stats = self.seat.as_ref().map(|seat| seat.with(|ghosts| ghosts.player_stats(seat.player)));
                stats.and_then(Result::ok).map_or_else(VarDictionary::new, |stats| player_stats_out(&stats))
            }

            /// What is known of the way to the player's machine; see [method AntGhosts.peer_stats]. Empty before anything came.
            #[func]
            fn get_peer_stats(&self) -> VarDictionary {
                let stats = self.seat.as_ref().map(|seat| seat.with(|ghosts| ghosts.peer_stats(seat.source())));
                let Some(Ok(mut stats)) = stats else { return VarDictionary::new() };
                // Over a replicator the link asks for the time, and knows better.
                let machine = machine_of(&self.to_gd().upcast());
                stats.round_trip =
                    link::round_trip(machine, self.base().get_multiplayer_authority()).or(stats.round_trip);
                peer_stats_out(&stats)
            }

            #[func]
            fn set_freshness(&mut self, freshness: f64) {
                if !(0.0..=1.0).contains(&freshness) {
                    let bad = Error::invalid(format!("freshness is {freshness}, must be 0 to 1"));
                    told::<()>(concat!(stringify!($name), ".freshness"), Err(bad));
                    return;
                }
                self.freshness = freshness;
                if let Some(seat) = &mut self.seat {
                    told(concat!(stringify!($name), ".freshness"), seat.set_freshness(freshness));
                }
            }

            #[func]
            fn set_profile(&mut self, profile: Option<Gd<AntProfile>>) {
                self.profile = profile;
                if let Some(seat) = &mut self.seat {
                    let set = seat.set_profile(&profile_of(self.profile.as_ref()).0);
                    told(concat!(stringify!($name), ".profile"), set);
                }
            }

            #[func]
            fn set_target(&mut self, target: NodePath) {
                self.target = target;
                self.moved = None;
                self.body = None;
            }

            #[func]
            fn set_active(&mut self, active: bool) {
                self.active = active;
                let works = self.works();
                self.base_mut().set_process(works);
                if !active {
                    self.seat = None;
                    self.view = None;
                }
            }
        }

        impl $name {
            /// In the editor nobody moves.
            fn works(&self) -> bool {
                self.active && !Engine::singleton().is_editor_hint()
            }

            /// Its place, taken when it is needed first.
            fn seat(&mut self) -> Result<&mut Seat> {
                if self.seat.is_none() {
                    let node = self.to_gd().upcast::<Node>();
                    if !node.is_inside_tree() {
                        return Err(Error::state("the ghost is not in the scene"));
                    }
                    let peer = i64::from(node.get_multiplayer_authority()) as u64;
                    let player = player_of(&node, self.network_id)?;
                    let (level, run_speed) = $space::level_and_speed(&node);
                    let company = company(machine_of(&node), level, run_speed)?;
                    let mut seat = Seat::take(company, peer, player, &node)?;
                    seat.set_freshness(self.freshness)?;
                    if self.profile.is_some() {
                        seat.set_profile(&profile_of(self.profile.as_ref()).0)?;
                    }
                    self.seat = Some(seat);
                }
                self.seat.as_mut().ok_or_else(|| Error::state("the ghost has no place"))
            }

            fn working(&mut self) -> Result<&mut Seat> {
                if !self.active {
                    return Err(Error::state("the ghost is not active"));
                }
                self.seat()
            }

            fn observe_aged(&mut self, state: Result<PlayerState>, age: f64) -> bool {
                if age == f64::INFINITY {
                    return self.observe_state(state, Dated::OnArrival);
                }
                let dated = state.and_then(|state| Ok(PlayerState { time: Some(now() - age_of(age)?), ..state }));
                self.observe_state(dated, Dated::ByAge)
            }

            fn observe_state(&mut self, state: Result<PlayerState>, dated: Dated) -> bool {
                let observed = state.and_then(|state| self.working()?.observe(&state, dated));
                told(concat!(stringify!($name), ".observe"), observed).is_some()
            }

            fn draw(&mut self) -> Result<()> {
                let node = self.to_gd().upcast::<Node>();
                let view = {
                    let seat = self.seat()?;
                    let mut company = lock(&seat.company);
                    company.frame(|| $space::smoothing_around(&node))?;
                    company.shared.ghosts.view(seat.player).ok().copied()
                };
                // Of a player that somebody tells of whose it is not nothing is shown.
                let appears = self.view.is_none() && view.is_some();
                let view = if appears && self.seat()?.leave_strangers()? { None } else { view };
                let before = std::mem::replace(&mut self.view, view);
                let Some(view) = view else {
                    if before.is_some() {
                        self.signals().vanished().emit();
                    }
                    return Ok(());
                };
                if !self.moved.as_ref().is_some_and(|node| node.is_instance_valid()) {
                    self.moved = self.base().try_get_node_as::<$base>(&self.target);
                    self.body = self.moved.clone().and_then(|node| node.try_cast().ok());
                }
                if let Some(target) = &mut self.moved {
                    let turns = self.faces && self.turn;
                    $space::show(target, &view.drawn, turns);
                    if let Some(body) = &mut self.body {
                        // Animations often look at it.
                        body.set_velocity($space::point_out(view.drawn.velocity));
                    }
                }
                if before.is_none() {
                    self.signals().appeared().emit();
                } else if view.drawn.flags & SNAPPED != 0 {
                    let position = $space::point_out(view.drawn.position);
                    self.signals().teleported().emit(position);
                }
                Ok(())
            }
        }
    };
}

ghost!(AntGhost3D, Node3D, INode3D, space_3d, "AntWorld3D");
ghost!(AntGhost2D, Node2D, INode2D, space_2d, "AntWorld2D");
