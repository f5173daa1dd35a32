//! `AntGhost3D` and `AntGhost2D`: remote players that move by themselves.

use super::crowds::{SharedCompany, company, lock};
use super::{space_2d, space_3d};
use crate::clock::now;
use crate::convert::{nanos, told};
use crate::crowd::{Reception, Sight};
use crate::resources::{AntConvergence, AntModel, AntProfile, profile_of};
use antreckon::base::{Error, Result};
use antreckon::net::plausibility::Limits;
use antreckon::net::receiver::Source;
use antreckon::net::{Flags, RoundTrip, Sequence, Update};
use antreckon::predict::EntityProfile;
use antreckon::smooth::drawn::SNAPPED;
use godot::classes::{Engine, INode2D, INode3D};
use godot::prelude::*;

/// A ghost's place among those drawn with it.
struct Seat {
    company: SharedCompany,
    index: usize,
    peer: i64,
    number: u32,
}

impl Drop for Seat {
    fn drop(&mut self) {
        // The entity exists as long as its seat.
        let _ = lock(&self.company).crowd.remove(self.index);
    }
}

/// How much of the facing is shown.
#[derive(GodotConvert, Var, Export, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[godot(via = i64)]
pub(crate) enum AntTurn {
    Keep,
    #[default]
    Turn,
}

macro_rules! ghost {
    ($name:ident, $base:ident, $interface:ident, $space:ident, $worlds:literal) => {
        /// Put it under a remote player: it moves the player by itself.
        ///
        /// Hand it what arrives from the network ([method receive] for packets of a sender, [method observe] for anything else). Every
        /// frame it predicts where the player is now and converges there without visible jumps, around walls where the scene has a
        /// world of antreckon. All ghosts with the same [member convergence] are computed in one batch.
        #[derive(GodotClass)]
        #[class(tool, init, base=$base)]
        pub(crate) struct $name {
            /// The player's number on the network, the same on every machine; -1 = the id of the peer that has authority over this node.
            #[export(range = (-1.0, 65535.0, 1.0, or_greater))]
            #[init(val = -1)]
            network_id: i64,
            /// How the player is predicted, unless [member profile] is given.
            #[export]
            #[var(set = set_model)]
            model: AntModel,
            /// Top speed on foot, unless [member profile] is given.
            #[export(range = (0.1, 50.0, 0.1, or_greater, suffix = "m/s"))]
            #[init(val = 8.0)]
            #[var(set = set_max_speed)]
            max_speed: f64,
            /// All there is to say about how the player is predicted.
            #[export]
            #[var(set = set_profile)]
            profile: Option<Gd<AntProfile>>,
            /// How corrections become invisible.
            #[export]
            #[var(set = set_convergence)]
            convergence: Option<Gd<AntConvergence>>,
            /// Show the player a little in the past, between two updates, instead of predicting it.
            #[export]
            #[var(set = set_interpolate)]
            interpolate: bool,
            /// Whether the player is turned as well.
            #[export]
            facing: AntTurn,
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
            sight: Option<Sight>,
            /// The target, once it was found.
            moved: Option<Gd<$base>>,
            sequence: u16,
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
                self.sight = None;
                self.moved = None;
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
                if self.base().is_inside_tree() && $space::world_around(&self.to_gd().upcast()).is_none() {
                    warnings.push(concat!("There is no ", $worlds, " in the scene: the ghost does not know walls."));
                }
                warnings
            }
        }

        #[godot_api]
        impl $name {
            /// The ghost jumped: the player was moved, or was too far away to slide there.
            #[signal]
            fn teleported(position: $space::Vector);
            /// An update breaks the rules of the game. [param rules] is a sum of the constants of [AntPlausibility], [param score] is the sum of
            /// its sins, which fade; above [method AntPlausibility.alarm] somebody is a suspect.
            #[signal]
            fn implausible(rules: i64, score: f64);
            /// The first update has come, or the player is relevant again.
            #[signal]
            fn appeared();
            /// The player has left.
            #[signal]
            fn vanished();

            /// Takes in a packet of a sender. Returns false, with an error, when it cannot be read.
            #[func]
            fn receive(&mut self, packet: PackedByteArray) -> bool {
                let received = self.take(|seat, told| {
                    let crowd = &mut lock(&seat.company).crowd;
                    crowd.receive_packet(seat.peer, packet.as_slice(), now(), |reception| told.push(reception))
                });
                told(concat!(stringify!($name), ".receive"), received).is_some()
            }

            /// Takes in where the player is, however you know: by a MultiplayerSynchronizer, by a packet of your own. It counts as true now.
            #[func]
            fn observe(&mut self, position: $space::Vector, velocity: $space::Vector) -> bool {
                self.observe_state(position, velocity, false)
            }

            /// As [method observe], after the player was moved: it appears there at once.
            #[func]
            fn observe_teleport(&mut self, position: $space::Vector) -> bool {
                self.observe_state(position, $space::Vector::ZERO, true)
            }

            /// A request was sent to the player's machine (own clock), arrived there and was answered (its clock), and the answer has come now, in
            /// nanoseconds of [AntClock]. Without any, the ghost is where the player was when the fastest updates left; with them the delay is
            /// known, and the ghost is where the player is now. [AntReplicator] does this by itself.
            #[func]
            fn answer_arrived(&mut self, sent: i64, arrived: i64, answered: i64) -> bool {
                let trip = RoundTrip {
                    request_sent: sent,
                    request_received: arrived,
                    answer_sent: answered,
                    answer_received: now(),
                };
                let done = self.take(|seat, _| lock(&seat.company).crowd.answer_arrived(seat.peer, &trip));
                told(concat!(stringify!($name), ".answer_arrived"), done).is_some()
            }

            /// Says that the game is about to move the player, so that its next jump is plausible.
            #[func]
            fn allow_teleport(&mut self, seconds: f64) -> bool {
                let allowed = self.seat().and_then(|seat| {
                    lock(&seat.company).crowd.allow_teleport(seat.index, now().saturating_add(nanos(seconds)))
                });
                told(concat!(stringify!($name), ".allow_teleport"), allowed).is_some()
            }

            /// Whether there is anything to show.
            #[func]
            fn is_shown(&self) -> bool {
                self.sight.is_some()
            }

            /// Where the player is predicted to be; the ghost is on its way there.
            #[func]
            fn predicted_position(&self) -> $space::Vector {
                self.sight.map_or($space::Vector::ZERO, |sight| $space::point_out(sight.predicted.position))
            }

            /// How fast the ghost is drawn to move, for animation.
            #[func]
            fn shown_velocity(&self) -> $space::Vector {
                self.sight.map_or($space::Vector::ZERO, |sight| $space::point_out(sight.drawn.velocity))
            }

            /// Radius in metres that holds the true place nine times out of ten; 0 when the model does not say.
            #[func]
            fn uncertainty(&self) -> f64 {
                self.sight.map_or(0.0, |sight| sight.predicted.radius)
            }

            /// Seconds since the last update on the clock of its sender.
            #[func]
            fn age(&self) -> f64 {
                self.sight.map_or(f64::INFINITY, |sight| sight.age)
            }

            /// Whether nothing was heard of the player for so long that the ghost is held.
            #[func]
            fn is_silent(&self) -> bool {
                self.sight.is_some_and(|sight| matches!(sight.source, Source::Silent | Source::Fading))
            }

            #[func]
            fn set_model(&mut self, model: AntModel) {
                self.model = model;
                self.profile_changed();
            }

            #[func]
            fn set_max_speed(&mut self, max_speed: f64) {
                self.max_speed = max_speed;
                self.profile_changed();
            }

            #[func]
            fn set_profile(&mut self, profile: Option<Gd<AntProfile>>) {
                self.profile = profile;
                self.profile_changed();
            }

            #[func]
            fn set_convergence(&mut self, convergence: Option<Gd<AntConvergence>>) {
                self.convergence = convergence;
                // Another company; what was learned of the player so far stays behind.
                self.seat = None;
            }

            #[func]
            fn set_interpolate(&mut self, interpolate: bool) {
                self.interpolate = interpolate;
                if let Some(seat) = &self.seat {
                    let set = lock(&seat.company).crowd.set_interpolated(seat.index, interpolate);
                    told(concat!(stringify!($name), ".interpolate"), set);
                }
            }

            #[func]
            fn set_target(&mut self, target: NodePath) {
                self.target = target;
                self.moved = None;
            }

            #[func]
            fn set_active(&mut self, active: bool) {
                self.active = active;
                let works = self.works();
                self.base_mut().set_process(works);
                if !active {
                    self.seat = None;
                    self.sight = None;
                }
            }
        }

        impl $name {
            /// In the editor nobody moves.
            fn works(&self) -> bool {
                self.active && !Engine::singleton().is_editor_hint()
            }

            fn how(&self) -> (EntityProfile, Limits) {
                if self.profile.is_some() {
                    return profile_of(self.profile.as_ref());
                }
                let (mut profile, mut limits) = profile_of(None);
                profile.model = self.model.model();
                profile.v_max = self.max_speed;
                profile.speed_cap = profile.speed_cap.max(self.max_speed);
                limits.v_max = self.max_speed;
                (profile, limits)
            }

            fn profile_changed(&mut self) {
                if let Some(seat) = &self.seat {
                    let set = lock(&seat.company).crowd.set_profile(seat.index, &self.how().0);
                    told(concat!(stringify!($name), ".profile"), set);
                }
            }

            fn seat(&mut self) -> Result<&Seat> {
                if self.seat.is_none() {
                    let node = self.to_gd().upcast::<Node>();
                    if !node.is_inside_tree() {
                        return Err(Error::state("the ghost is not in the scene"));
                    }
                    let peer = i64::from(node.get_multiplayer_authority());
                    let id = if self.network_id < 0 { peer } else { self.network_id };
                    let number = u32::try_from(id)
                        .map_err(|_| Error::invalid(format!("network_id is {id}, must be 0 to {}", u32::MAX)))?;
                    let company = company($space::level_around(&node), self.convergence.as_ref())?;
                    let (profile, limits) = self.how();
                    let index = lock(&company).crowd.add(peer, number, &profile, &limits)?;
                    lock(&company).crowd.set_interpolated(index, self.interpolate)?;
                    self.seat = Some(Seat { company, index, peer, number });
                }
                self.seat.as_ref().ok_or_else(|| Error::state("the ghost has no place"))
            }

            fn take(&mut self, take: impl FnOnce(&Seat, &mut Vec<Reception>) -> Result<()>) -> Result<()> {
                if !self.active {
                    return Err(Error::state("the ghost is not active"));
                }
                let seat = self.seat()?;
                let number = seat.number;
                let mut receptions = Vec::new();
                let taken = take(seat, &mut receptions);
                for reception in receptions.iter().filter(|reception| reception.number == number) {
                    if reception.rules != 0 {
                        self.signals().implausible().emit(i64::from(reception.rules), reception.score);
                    }
                    if reception.flags.contains(Flags::LEAVE) {
                        self.signals().vanished().emit();
                    }
                }
                taken
            }

            fn observe_state(&mut self, position: $space::Vector, velocity: $space::Vector, teleported: bool) -> bool {
                self.sequence = self.sequence.wrapping_add(1);
                let sequence = Sequence(self.sequence);
                let received = self.take(|seat, told| {
                    let time = now();
                    let update = Update {
                        sequence,
                        velocity: $space::point(velocity),
                        flags: if teleported { Flags::TELEPORT } else { Flags::NONE },
                        ..Update::at(seat.number, time, $space::point(position))
                    };
                    told.push(lock(&seat.company).crowd.receive(seat.peer, &update, time)?);
                    Ok(())
                });
                told(concat!(stringify!($name), ".observe"), received).is_some()
            }

            fn draw(&mut self) -> Result<()> {
                self.seat()?;
                let Some(seat) = &self.seat else { return Ok(()) };
                let sight = {
                    let mut company = lock(&seat.company);
                    company.frame(self.convergence.as_ref())?;
                    company.crowd.member(seat.index)?.seen
                };
                let before = std::mem::replace(&mut self.sight, sight);
                let Some(sight) = sight else { return Ok(()) };
                if !self.moved.as_ref().is_some_and(|node| node.is_instance_valid()) {
                    self.moved = self.base().try_get_node_as::<$base>(&self.target);
                }
                if let Some(target) = &mut self.moved {
                    let facing = (self.facing == AntTurn::Turn).then_some(sight.drawn.orientation);
                    $space::show(target, sight.drawn.position, facing);
                }
                if before.is_none() {
                    self.signals().appeared().emit();
                } else if sight.drawn.flags & SNAPPED != 0 {
                    let position = $space::point_out(sight.drawn.position);
                    self.signals().teleported().emit(position);
                }
                Ok(())
            }
        }
    };
}

ghost!(AntGhost3D, Node3D, INode3D, space_3d, "AntWorld3D");
ghost!(AntGhost2D, Node2D, INode2D, space_2d, "AntWorld2D");
