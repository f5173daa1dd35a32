//! What the interest scheme and strategies need to know beside positions: lives, items, and where runs begin and end.
use super::forecaster::Frame;
use super::level::switched;
use super::params::Tunables;
use super::units::Units;
use crate::trace::{Sample, Trace};
use antreckon::base::Result;
use antreckon::predict::interest::InterestObject;
use antreckon::predict::{EntityId, Model, Predictor};

/// What items add to a life of 100.
const HEALTH: f64 = 25.0;
const MEGA: f64 = 100.0;
const ARMOUR: f64 = 50.0;
const OTHER: f64 = 25.0;
/// Routes are learned anew this often, seconds.
const LEARN_EVERY: f64 = 60.0;

/// Tells a predictor what its model wants to know.
pub(crate) enum Stakes {
    /// Nothing more than positions.
    None,
    /// Items by place of the trace.
    Interest(Vec<Option<InterestObject>>),
    /// When routes were last learned, seconds.
    Strategy(f64),
}

impl Stakes {
    /// What a model needs on a trace.
    pub(crate) fn of(trace: &Trace, model: Model, tunables: &Tunables, predictor: &mut Predictor) -> Result<Self> {
        let units = Units::of(&trace.meta);
        match model {
            Model::Interest | Model::Hybrid => {
                predictor.set_interest_params(&tunables.interest)?;
                let mut objects = Vec::new();
                for (id, place) in trace.places.iter().enumerate() {
                    let position = place.position.filter(|_| place.kind == "item");
                    let object = position.map(|position| InterestObject {
                        position: units.to_metres(position),
                        value: value_of(&place.name),
                        present: true,
                    });
                    if let Some(object) = &object {
                        predictor.set_object(id as u64, object)?;
                    }
                    objects.push(object);
                }
                Ok(Self::Interest(objects))
            }
            Model::Strategy => {
                predictor.set_strategies(&tunables.strategy)?;
                Ok(Self::Strategy(0.0))
            }
            _ => Ok(Self::None),
        }
    }

    /// A frame begins.
    pub(crate) fn frame(&mut self, frame: &Frame<'_>, predictor: &mut Predictor) -> Result<()> {
        match self {
            Self::None => {}
            Self::Interest(objects) => {
                for (item, there) in frame.events.iter().filter_map(switched) {
                    if let Some(object) = &mut objects[item] {
                        object.present = there;
                        predictor.set_object(item as u64, object)?;
                    }
                }
            }
            Self::Strategy(learned) => {
                if frame.time - *learned >= LEARN_EVERY {
                    *learned = frame.time;
                    predictor.learn_strategies();
                }
            }
        }
        Ok(())
    }

    /// A player is about to be observed; `jumped` = its run begins here.
    pub(crate) fn player(&self, predictor: &mut Predictor, id: EntityId, sample: &Sample, jumped: bool) -> Result<()> {
        match self {
            Self::None => {}
            Self::Interest(_) => {
                predictor.set_life(id, Some(sample.health.map_or(100.0, |health| health.max(0.0).into())))?
            }
            Self::Strategy(_) if jumped => {
                self.leaves(predictor, id);
                predictor.begin_trial(id)?;
            }
            Self::Strategy(_) => {}
        }
        Ok(())
    }

    /// A player's run ends.
    pub(crate) fn leaves(&self, predictor: &mut Predictor, id: EntityId) {
        if let Self::Strategy(_) = self {
            // No trial is open before the first run.
            let _ = predictor.end_trial(id);
        }
    }
}

fn value_of(name: &str) -> f64 {
    match name {
        _ if name.contains("mega") => MEGA,
        _ if name.contains("health") => HEALTH,
        _ if name.contains("armor") => ARMOUR,
        _ => OTHER,
    }
}
