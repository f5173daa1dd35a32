//! `AntSmoother`.

use super::{AntWorld, unpack};
use crate::convert::{rotation, rotation_out, told, vector, vector_out};
use crate::level::Level;
use crate::resources::AntConvergence;
use antreckon::base::Error;
use antreckon::predict::{LevelContext, Prediction};
use antreckon::smooth::{Correction, DrawContext, Drawn, SmoothParams, Smoother};
use godot::prelude::*;
use std::sync::Arc;

/// Convergence by itself: tell it when an update changed a prediction, ask it every frame what to draw.
///
/// Entities are those of an [AntPredictor]; its ids are used here, too.
#[derive(GodotClass)]
#[class(no_init, base=RefCounted)]
struct AntSmoother {
    level: Option<Arc<Level>>,
    smoother: Smoother,
    base: Base<RefCounted>,
}

#[godot_api]
impl AntSmoother {
    /// A smoother for at most [param max_entities] entities that converges as [param convergence] says, in a level or
    /// ([code]null[/code]) without one.
    #[func]
    fn create(
        world: Option<Gd<AntWorld>>,
        convergence: Option<Gd<AntConvergence>>,
        max_entities: i64,
    ) -> Option<Gd<Self>> {
        let level = world.map(|world| world.bind().level.clone());
        let params = convergence.map_or_else(SmoothParams::default, |resource| resource.bind().params());
        let most = u32::try_from(max_entities).ok().filter(|most| (1..=1 << 20).contains(most));
        let most = most.ok_or_else(|| Error::invalid(format!("max_entities is {max_entities}, must be 1 to 1048576")));
        let smoother = told("AntSmoother.create", most.and_then(|most| Smoother::new(most, &params)))?;
        Some(Gd::from_init_fn(|base| Self { level, smoother, base }))
    }

    /// An update changed what is predicted of an entity for [param now] (nanoseconds) to this. What is drawn goes there from where it is;
    /// at once if the entity was [param teleported].
    #[func]
    fn correct(&mut self, entity: i64, now: i64, place: Vector3, velocity: Vector3, teleported: bool) -> bool {
        let prediction = predicted(place, velocity, Quaternion::IDENTITY);
        let correction = Correction { teleported, ..Correction::new(now, &prediction) };
        let done = self.walk(|smoother, terrain| smoother.correct(unpack(entity), &correction, terrain));
        told("AntSmoother.correct", done).is_some()
    }

    /// Where to draw an entity at [param now] that is predicted to be there then. [constant Vector3.INF] on error.
    #[func]
    fn draw(&mut self, entity: i64, now: i64, place: Vector3, velocity: Vector3, facing: Quaternion) -> Vector3 {
        let prediction = predicted(place, velocity, facing);
        let drawn = self.walk(|smoother, terrain| smoother.draw(unpack(entity), now, &prediction, terrain));
        told("AntSmoother.draw", drawn).map_or(Vector3::INF, |drawn| vector_out(drawn.position))
    }

    /// As [method draw] for many entities; [param velocities] may be empty. One that cannot be drawn gets [constant Vector3.INF].
    #[func]
    fn draw_batch(
        &mut self,
        entities: PackedInt64Array,
        now: i64,
        places: PackedVector3Array,
        velocities: PackedVector3Array,
    ) -> PackedVector3Array {
        let count = entities.len();
        if places.len() != count || !(velocities.is_empty() || velocities.len() == count) {
            let message = format!("there are {count} entities, places and velocities must be as many");
            told::<()>("AntSmoother.draw_batch", Err(Error::invalid(message)));
            return PackedVector3Array::new();
        }
        let (entities, places, velocities) = (entities.as_slice(), places.as_slice(), velocities.as_slice());
        self.walk(|smoother, terrain| {
            let all = entities.iter().zip(places).enumerate();
            all.map(|(number, (entity, place))| {
                let velocity = velocities.get(number).copied().unwrap_or(Vector3::ZERO);
                let prediction = predicted(*place, velocity, Quaternion::IDENTITY);
                let drawn = smoother.draw(unpack(*entity), now, &prediction, terrain);
                drawn.map_or(Vector3::INF, |drawn| vector_out(drawn.position))
            })
            .collect()
        })
    }

    /// What was drawn last of an entity: [code]position[/code], [code]velocity[/code], [code]rotation[/code],
    /// [code]distance[/code] to the prediction in metres, [code]jumped[/code]. Empty when there was nothing.
    #[func]
    fn last(&self, entity: i64) -> VarDictionary {
        let Some(Drawn { position, velocity, orientation, distance, flags }) = self.smoother.last(unpack(entity))
        else {
            return VarDictionary::new();
        };
        vdict! {
            "position" => vector_out(*position),
            "velocity" => vector_out(*velocity),
            "rotation" => rotation_out(*orientation),
            "distance" => *distance,
            "jumped" => flags & antreckon::smooth::drawn::SNAPPED != 0,
        }
    }

    /// Mean gap between the updates of an entity, seconds; 0 when it is unknown.
    #[func]
    fn mean_gap(&self, entity: i64) -> f64 {
        self.smoother.mean_gap(unpack(entity)).unwrap_or(0.0)
    }

    /// Forgets an entity; whether there was one.
    #[func]
    fn forget(&mut self, entity: i64) -> bool {
        self.smoother.forget(unpack(entity))
    }

    /// Changes how it converges, best while nothing is under way.
    #[func]
    fn set_convergence(&mut self, convergence: Option<Gd<AntConvergence>>) -> bool {
        let params = convergence.map_or_else(SmoothParams::default, |resource| resource.bind().params());
        told("AntSmoother.set_convergence", self.smoother.set_params(&params)).is_some()
    }

    /// Moves the origin of coordinates: the place that was at [param shift] is at zero from now on.
    #[func]
    fn rebase(&mut self, shift: Vector3) -> bool {
        told("AntSmoother.rebase", self.smoother.rebase(vector(shift))).is_some()
    }

    /// The whole state.
    #[func]
    fn snapshot(&self) -> PackedByteArray {
        self.smoother.snapshot().as_slice().into()
    }

    /// Takes over a [method snapshot].
    #[func]
    fn restore(&mut self, snapshot: PackedByteArray) -> bool {
        told("AntSmoother.restore", self.smoother.restore(snapshot.as_slice())).is_some()
    }

    /// Equal on machines whose smoothers are equal.
    #[func]
    fn state_hash(&self) -> i64 {
        self.smoother.state_hash() as i64
    }
}

impl AntSmoother {
    fn walk<T>(&mut self, work: impl FnOnce(&mut Smoother, &DrawContext<'_>) -> T) -> T {
        let seen = self.level.as_ref().map(|level| level.see());
        let scene = seen.as_ref().map_or(LevelContext::default(), |seen| seen.scene());
        work(&mut self.smoother, &DrawContext::from(scene))
    }
}

fn predicted(place: Vector3, velocity: Vector3, facing: Quaternion) -> Prediction {
    Prediction {
        position: vector(place),
        velocity: vector(velocity),
        orientation: rotation(facing),
        ..Prediction::NOWHERE
    }
}
