//! The DIS algorithms against published vectors, against slow integration of their definition, and as models of entities.

mod definition;
mod entities;
mod vectors;

use antreckon::predict::dis::BodyAcceleration;

const TOWERS_HINES: BodyAcceleration = BodyAcceleration::Derivative;
