//! What an `AntPredictor` learns, loads and saves.

use super::predictor::AntPredictor;
use super::unpack;
use crate::convert::{told, vector, vector_out};
use antreckon::predict::interest::InterestObject;
use godot::prelude::*;

/// Empty bytes stand for what is built in.
pub(super) fn file(bytes: &PackedByteArray) -> Option<&[u8]> {
    Some(bytes.as_slice()).filter(|bytes| !bytes.is_empty())
}

#[godot_api(secondary)]
impl AntPredictor {
    /// Replaces the weights of the learned model (KINEMATIC, and a part of AUTO) by those of a file that
    /// [code]antreckon train[/code] made; empty = the built-in ones.
    #[func]
    fn load_weights(&mut self, bytes: PackedByteArray) -> bool {
        told("AntPredictor.load_weights", self.predictor.load_weights(file(&bytes))).is_some()
    }

    /// Takes in a bank of networks for the model NEURO under a number; see [member AntProfile.bank].
    #[func]
    fn load_bank(&mut self, number: i64, bytes: PackedByteArray) -> bool {
        let loaded = super::number(number).and_then(|number| self.predictor.load_bank(number, bytes.as_slice()));
        told("AntPredictor.load_bank", loaded).is_some()
    }

    /// Forgets a bank.
    #[func]
    fn remove_bank(&mut self, number: i64) -> bool {
        let removed = super::number(number).and_then(|number| self.predictor.remove_bank(number));
        told("AntPredictor.remove_bank", removed).is_some()
    }

    /// The velocity that the owner of a NEURO entity sends in place of its own, so that receivers which go straight on stay within
    /// [param threshold] metres for long.
    #[func]
    fn predictive_velocity(&self, entity: i64, #[opt(default = 0.1)] threshold: f64) -> Vector3 {
        let line = self.predictor.predictive_velocity(unpack(entity), threshold);
        let line = told("AntPredictor.predictive_velocity", line);
        line.map_or(Vector3::ZERO, |(velocity, _)| vector_out(velocity))
    }

    /// Begins to record a trial of an entity, from which the model STRATEGY learns routes.
    #[func]
    fn begin_trial(&mut self, entity: i64) -> bool {
        told("AntPredictor.begin_trial", self.predictor.begin_trial(unpack(entity))).is_some()
    }

    /// Ends the trial of an entity; returns its number of points, -1 on error.
    #[func]
    fn end_trial(&mut self, entity: i64) -> i64 {
        told("AntPredictor.end_trial", self.predictor.end_trial(unpack(entity))).map_or(-1, |points| points as i64)
    }

    /// Learns the routes of all recorded trials; returns how many are known now.
    #[func]
    fn learn_strategies(&mut self) -> i64 {
        self.predictor.learn_strategies() as i64
    }

    /// Adds a route as it is; it speaks for [param evidence] trials. Returns its number, -1 on error.
    #[func]
    fn add_route(&mut self, points: PackedVector3Array, evidence: i64) -> i64 {
        let points: Vec<_> = points.as_slice().iter().map(|point| vector(*point)).collect();
        let evidence = u32::try_from(evidence).unwrap_or(0);
        told("AntPredictor.add_route", self.predictor.add_route(&points, evidence)).map_or(-1, i64::from)
    }

    /// The routes, as a file that ships with a level.
    #[func]
    fn save_strategies(&self) -> PackedByteArray {
        self.predictor.save_strategies().as_slice().into()
    }

    /// Replaces the routes by those of a file.
    #[func]
    fn load_strategies(&mut self, bytes: PackedByteArray) -> bool {
        told("AntPredictor.load_strategies", self.predictor.load_strategies(bytes.as_slice())).is_some()
    }

    /// Takes in the routes of other files; those that are alike become one.
    #[func]
    fn merge_strategies(&mut self, files: Array<PackedByteArray>) -> bool {
        let files: Vec<PackedByteArray> = files.iter_shared().collect();
        let files: Vec<&[u8]> = files.iter().map(|bytes| bytes.as_slice()).collect();
        told("AntPredictor.merge_strategies", self.predictor.merge_strategies(&files)).is_some()
    }

    /// Forgets all routes and trials.
    #[func]
    fn clear_strategies(&mut self) {
        self.predictor.clear_strategies();
    }

    /// What is known of strategies: [code]routes[/code], [code]strategies[/code], [code]trials[/code], [code]recording[/code], and what
    /// the entity follows ([code]following[/code], -1 = none).
    #[func]
    fn strategy_info(&self, entity: i64) -> VarDictionary {
        let info = told("AntPredictor.strategy_info", self.predictor.strategy_info(unpack(entity)));
        let Some(info) = info else { return VarDictionary::new() };
        vdict! {
            "routes" => info.routes as i64,
            "strategies" => info.strategies as i64,
            "trials" => info.trials as i64,
            "recording" => info.recording,
            "following" => info.following.map_or(-1, |following| i64::from(following.strategy)),
        }
    }

    /// Adds something that interests players of the models INTEREST and HYBRID, or changes it. Negative values repel.
    #[func]
    fn set_object(&mut self, id: i64, place: Vector3, value: f64, present: bool) -> bool {
        let object = InterestObject { position: vector(place), value, present };
        told("AntPredictor.set_object", self.predictor.set_object(id as u64, &object)).is_some()
    }

    /// Forgets an object.
    #[func]
    fn remove_object(&mut self, id: i64) -> bool {
        told("AntPredictor.remove_object", self.predictor.remove_object(id as u64)).is_some()
    }

    /// Tells how strong a player is, for INTEREST and HYBRID; negative = out of the game.
    #[func]
    fn set_life(&mut self, entity: i64, life: f64) -> bool {
        // What is no number goes through, and is refused by name.
        let life = if life < 0.0 { None } else { Some(life) };
        told("AntPredictor.set_life", self.predictor.set_life(unpack(entity), life)).is_some()
    }

    /// Declares an entity a landmark (a ball, say), which the learned models look at apart from players.
    #[func]
    fn set_landmark(&mut self, entity: i64, landmark: bool) -> bool {
        told("AntPredictor.set_landmark", self.predictor.set_landmark(unpack(entity), landmark)).is_some()
    }

    /// Moves the origin of coordinates: the place that was at [param shift] is at zero from now on.
    #[func]
    fn rebase(&mut self, shift: Vector3) -> bool {
        told("AntPredictor.rebase", self.predictor.rebase(vector(shift))).is_some()
    }

    /// The whole state, for late joiners.
    #[func]
    fn snapshot(&self) -> PackedByteArray {
        self.predictor.snapshot().as_slice().into()
    }

    /// Takes over a [method snapshot].
    #[func]
    fn restore(&mut self, snapshot: PackedByteArray) -> bool {
        told("AntPredictor.restore", self.predictor.restore(snapshot.as_slice())).is_some()
    }

    /// Bytes of memory held.
    #[func]
    fn bytes(&self) -> i64 {
        self.predictor.bytes() as i64
    }
}
