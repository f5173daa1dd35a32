//! Snapshots of a predictor: bit-exact, with arena ids and profiles, so that whoever restores one goes on identically.

use super::crowd::{Crowd, Extras};
use super::dis::BodyAcceleration;
use super::interest::{InterestParams, Stake};
use super::kinematics::{AIRBORNE, Estimator, Kinematics, ORIENTED, RIDING, SEEN, TOLD};
use super::observation::{BaseMotion, is_place};
use super::predictor::Predictor;
use super::profile::{EntityProfile, Model, Obstacle, PostProcessing, VelocitySource};
use super::reckoning::Details;
use crate::base::arena::Arena;
use crate::base::hash::hash_bytes;
use crate::base::serial::{LARGEST, Reader, Writer};
use crate::base::{Error, ErrorKind, Result, Short};
use crate::pheromone::{ForceLaw, Region, RegionShape};
use crate::world::AreaFilter;
use alloc::format;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANPD";
const VERSION: u32 = 5;
/// Flags that are told by observations; the others follow from the profile.
const OBSERVED_FLAGS: u8 = SEEN | ORIENTED | AIRBORNE | RIDING | TOLD;

impl Predictor {
    /// The whole state but the budget, framed with magic, version, length and checksum.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut w = Writer::new();
        self.kinematics.write(&mut w, write_kinematics);
        for (id, _) in self.kinematics.iter() {
            write_details(&mut w, &self.details[id.index as usize]);
        }
        self.crowd.write(&mut w);
        w.seal(MAGIC, VERSION)
    }

    /// Replaces the state by a snapshot's. The budget of entities and what bounds the interest scheme's work
    /// ([`InterestParams::max_objects`](super::interest::InterestParams::max_objects), `slice`, `radius`) are this predictor's own; a
    /// snapshot that wants more is refused. On error nothing changes.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let interest = *self.interest_params();
        self.restore_within(bytes, &interest)
    }

    /// As [`Predictor::restore`], with the bounds of another predictor's interest scheme.
    pub(crate) fn restore_within(&mut self, bytes: &[u8], interest: &InterestParams) -> Result<()> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        if r.version() != VERSION {
            return Err(Error::corrupt(format!("snapshot is of format {}, this library reads {VERSION}", r.version())));
        }
        let mut kinematics = Arena::read(&mut r, self.max_entities as usize, read_kinematics)
            .map_err(|error| self.name_the_budget(error))?;
        let mut details = Vec::new();
        for (id, kinematics) in kinematics.iter_mut() {
            details.resize_with(id.index as usize, Details::default);
            let read = read_details(&mut r)?;
            if kinematics.has(RIDING) != read.base.is_some() {
                return Err(Error::corrupt(format!("snapshot contradicts itself on the base of entity {}", id.index)));
            }
            kinematics.follow(&read.profile, &read.estimator);
            details.push(read);
        }
        let mut crowd = Crowd::read(&mut r, self.max_entities as usize, interest)?;
        r.finish()?;
        // The built-in bank is in no snapshot, and must speak at once where it did.
        details.iter().filter(|one| one.extras.window.is_some()).for_each(|one| crowd.banks.need(one.profile.bank));
        self.crowd = crowd;
        self.kinematics = kinematics;
        self.details = details;
        Ok(())
    }

    fn name_the_budget(&self, error: Error) -> Error {
        match error.kind {
            ErrorKind::Budget => Error::budget(format!("{error}: max_entities is {}", self.max_entities)),
            _ => error,
        }
    }

    /// Equal on two machines exactly when their predictors are in the same state.
    pub fn state_hash(&self) -> u64 {
        hash_bytes(&self.snapshot())
    }
}

pub(super) fn write_kinematics(w: &mut Writer, k: &Kinematics) {
    w.i64(k.time).dvec3(k.position).dvec3(k.velocity).dvec3(k.average_velocity).dvec3(k.acceleration);
    w.rotation(k.orientation);
    w.u8(k.flags & OBSERVED_FLAGS);
    k.stake.write(w);
}

pub(super) fn read_kinematics(r: &mut Reader<'_>) -> Result<Kinematics> {
    let mut k = Kinematics::new(&EntityProfile::default());
    k.time = r.i64()?;
    for vector in [&mut k.position, &mut k.velocity, &mut k.average_velocity, &mut k.acceleration] {
        *vector = r.finite_dvec3()?;
    }
    if !is_place(k.position) {
        return Err(Error::corrupt(format!("snapshot has an entity at {}", Short(k.position))));
    }
    k.orientation = r.rotation()?;
    k.flags = r.u8()?;
    if k.flags & !OBSERVED_FLAGS != 0 {
        return Err(Error::corrupt(format!("snapshot has unknown entity flags {:#x}", k.flags)));
    }
    k.stake = Stake::read(r)?;
    Ok(k)
}

fn write_details(w: &mut Writer, details: &Details) {
    let Details { profile, estimator, base, extras } = details;
    write_profile(w, profile);
    write_estimator(w, estimator);
    write_base(w, base.as_ref());
    extras.write(w);
}

pub(super) fn write_estimator(w: &mut Writer, estimator: &Estimator) {
    w.dvec3(estimator.average_acceleration).f64(estimator.age);
    w.f64(estimator.peak).f64(estimator.previous_peak).i64(estimator.second);
}

pub(super) fn write_base(w: &mut Writer, base: Option<&BaseMotion>) {
    w.option(base, |w, base| {
        w.u64(base.id).dvec3(base.position).dvec3(base.velocity).dvec3(base.angular_velocity).rotation(base.orientation)
    });
}

fn read_details(r: &mut Reader<'_>) -> Result<Details> {
    Ok(Details {
        profile: read_profile(r)?,
        estimator: read_estimator(r)?,
        base: read_base(r)?,
        extras: Extras::read(r)?,
    })
}

pub(super) fn read_estimator(r: &mut Reader<'_>) -> Result<Estimator> {
    let estimator = Estimator {
        average_acceleration: r.finite_dvec3()?,
        age: r.f64()?,
        peak: r.f64()?,
        previous_peak: r.f64()?,
        second: r.i64()?,
    };
    let Estimator { age, peak, previous_peak, .. } = estimator;
    if ![age, peak, previous_peak].iter().all(|x| (0.0..=LARGEST).contains(x)) {
        return Err(Error::corrupt(format!(
            "snapshot has estimates {age}, {peak}, {previous_peak}, none may be negative"
        )));
    }
    Ok(estimator)
}

pub(super) fn read_base(r: &mut Reader<'_>) -> Result<Option<BaseMotion>> {
    r.option(|r| {
        let base = BaseMotion {
            id: r.u64()?,
            position: r.finite_dvec3()?,
            velocity: r.finite_dvec3()?,
            angular_velocity: r.finite_dvec3()?,
            orientation: r.rotation()?,
        };
        if !is_place(base.position) {
            return Err(Error::corrupt(format!("snapshot has a base at {}", Short(base.position))));
        }
        Ok(base)
    })
}

fn write_profile(w: &mut Writer, p: &EntityProfile) {
    w.u8(p.model as u8).u8(p.velocity as u8).f64(p.mass).f64(p.v_max).f64(p.speed_factor).f64(p.speed_cap);
    w.f64(p.alpha).f64(p.alpha_v).f64(p.alpha_a).f64(p.frame).f64(p.tau).f64(p.force_scale);
    w.dvec3(p.other_force);
    w.u64(p.layer_weights.len() as u64).f32_slice(&p.layer_weights);
    w.option(p.avatar, Writer::u64);
    let (shape, half_angle) = match p.region.shape {
        RegionShape::Square => (0, 0.0),
        RegionShape::Disc => (1, 0.0),
        RegionShape::Cone(half_angle) => (2, half_angle),
    };
    w.u8(shape).f64(half_angle).f64(p.region.diameter).f64(p.region.margin);
    w.u8(p.region.walls_hide as u8).f64(p.region.vertical_reach);
    w.u32(p.law.k).f64(p.law.unit).f64(p.law.softening).u8(p.law.vertical as u8);
    w.u8(p.post.limit_speed as u8).u8(p.post.obstacle as u8);
    w.f64(p.post.still_speed).f64(p.post.still_force).f64(p.post.vector_factor);
    w.u64(p.filter.allowed).u8(p.filter.use_links as u8);
    w.u8(p.body_acceleration as u8).u32(p.bank).u32(p.bank_count).u8(p.bank_fallback as u8);
    w.option(p.preference, Writer::f32);
    w.u8(p.leaves_trail as u8).u8(p.shared_only as u8);
}

fn read_profile(r: &mut Reader<'_>) -> Result<EntityProfile> {
    let model = r.one_of(&Model::ALL)?;
    // Fields are evaluated in the order written here, which is that of `write_profile`.
    let profile = EntityProfile {
        model,
        velocity: r.one_of(&VelocitySource::ALL)?,
        mass: r.f64()?,
        v_max: r.f64()?,
        speed_factor: r.f64()?,
        speed_cap: r.f64()?,
        alpha: r.f64()?,
        alpha_v: r.f64()?,
        alpha_a: r.f64()?,
        frame: r.f64()?,
        tau: r.f64()?,
        force_scale: r.f64()?,
        other_force: r.finite_dvec3()?,
        layer_weights: read_weights(r)?,
        avatar: r.option(Reader::u64)?,
        region: Region {
            shape: read_shape(r)?,
            diameter: r.f64()?,
            margin: r.f64()?,
            walls_hide: r.bool()?,
            vertical_reach: r.f64()?,
        },
        law: ForceLaw { k: r.u32()?, unit: r.f64()?, softening: r.f64()?, vertical: r.bool()? },
        post: PostProcessing {
            limit_speed: r.bool()?,
            obstacle: r.one_of(&[Obstacle::Ignore, Obstacle::Slide])?,
            still_speed: r.f64()?,
            still_force: r.f64()?,
            vector_factor: r.f64()?,
        },
        filter: AreaFilter { allowed: r.u64()?, use_links: r.bool()? },
        body_acceleration: r.one_of(&BodyAcceleration::ALL)?,
        bank: r.u32()?,
        bank_count: r.u32()?,
        bank_fallback: r.bool()?,
        preference: r.option(Reader::f32)?,
        leaves_trail: r.bool()?,
        shared_only: r.bool()?,
    };
    profile.validate().map_err(|error| Error::corrupt(format!("snapshot has a bad profile: {error}")))?;
    Ok(profile)
}

fn read_weights(r: &mut Reader<'_>) -> Result<Vec<f32>> {
    let mut weights = alloc::vec![0.0; r.count(4)?];
    r.f32_slice(&mut weights)?;
    Ok(weights)
}

fn read_shape(r: &mut Reader<'_>) -> Result<RegionShape> {
    let shape = r.one_of(&[RegionShape::Square, RegionShape::Disc, RegionShape::Cone(0.0)])?;
    let half_angle = r.f64()?;
    Ok(if let RegionShape::Cone(_) = shape { RegionShape::Cone(half_angle) } else { shape })
}
