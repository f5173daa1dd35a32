//! Snapshots of a sender: bit-exact, so that whoever restores one sends the same bytes from then on.

use super::connection::{Connection, ConnectionStats, Owned};
use super::link::{ConnectionParams, Link, read_time, write_time};
use super::owner::OwnerSight;
use super::pair::{Flight, Models, Pair, Presence, Relevance, Shadow, Teleport};
use super::params::{Finest, SenderParams};
use super::proof::{MOST_CREDIT, Played, Proof};
use super::steady::Steady;
use super::trigger::Sent;
use super::truth::Truth;
use super::{Sender, SenderCapacity};
use crate::base::arena::{Arena, ArenaId};
use crate::base::hash::hash_bytes;
use crate::base::math::{DQuat, DVec3};
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Result};
use crate::net::line::Line;
use crate::net::playback::Playback;
use crate::net::policy::{Policy, Sight};
use crate::net::update::{Flags, Sequence, Update};
use crate::net::update_bytes::{read_follow, write_follow};
use crate::net::{Codec, CodecParams};
use crate::predict::interest::{InterestParams, check_life};
use crate::predict::strategy::{self, Ledger, Watched};
use crate::predict::{EntityId, EntityProfile, PredictScratch, Predictor};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANSE";
const VERSION: u32 = 1;

impl Sender {
    /// The whole state, framed with magic, version, length and checksum.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut w = Writer::new();
        for value in codec_numbers(self.codec.params()) {
            w.f64(value);
        }
        w.u32(self.capacity.entities).u32(self.capacity.connections).u32(self.capacity.in_flight);
        w.blob(&self.policy.as_ref().map_or_else(Vec::new, |policy| policy.to_bytes()));
        w.blob(&self.shared.snapshot());
        self.entities.write(&mut w, write_owned);
        self.connections.write(&mut w, |w, connection| write_connection(w, connection, &self.entities));
        w.seal(MAGIC, VERSION)
    }

    /// Replaces the state by that of a snapshot from a sender of the same codec, origin and capacity. On error nothing changes.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        for (index, value) in codec_numbers(self.codec.params()).into_iter().enumerate() {
            if r.f64()? != value {
                return Err(Error::corrupt(format!("snapshot is of another codec (its number {index} differs)")));
            }
        }
        let capacity = SenderCapacity { entities: r.u32()?, connections: r.u32()?, in_flight: r.u32()? };
        if capacity != self.capacity {
            return Err(Error::budget(format!("snapshot has {capacity:?}, this sender {:?}", self.capacity)));
        }
        let policy = match r.blob()? {
            [] => None,
            bytes => Some(Box::new(Policy::load(bytes)?)),
        };
        let interest = *self.shared.interest_params();
        let mut shared = Predictor::new(0);
        shared.restore_within(r.blob()?, &interest)?;
        let (codec, finest) = (self.codec, self.finest());
        let entities = Arena::read(&mut r, capacity.entities as usize, |r| read_owned(r, &codec, finest))?;
        let mut by_number: Vec<(u32, ArenaId)> = Vec::with_capacity(capacity.entities as usize);
        by_number.extend(entities.iter().map(|(id, owned)| (owned.number, id)).take(capacity.entities as usize));
        by_number.sort_unstable();
        let twice = by_number.windows(2).any(|pair| pair[0].0 == pair[1].0);
        if twice || by_number.len() != entities.len() || by_number.iter().any(|(_, id)| id.index >= capacity.entities) {
            return Err(Error::corrupt("snapshot has more entities than fit, or one twice"));
        }
        let connections = Arena::read(&mut r, capacity.connections as usize, |r| {
            read_connection(r, &codec, &capacity, &entities, &interest)
        })?;
        r.finish()?;
        (self.entities, self.by_number, self.connections) = (entities, by_number, connections);
        (self.policy, self.shared, self.scratch) = (policy, shared, PredictScratch::default());
        self.note_coupling();
        Ok(())
    }

    /// Equal on two machines exactly when their senders are in the same state.
    pub fn state_hash(&self) -> u64 {
        hash_bytes(&self.snapshot())
    }
}

fn codec_numbers(p: &CodecParams) -> [f64; 13] {
    [
        p.position_step,
        p.position_limit,
        p.origin.x,
        p.origin.y,
        p.origin.z,
        p.velocity_step,
        p.velocity_limit,
        p.acceleration_step,
        p.acceleration_limit,
        p.angular_velocity_step,
        p.angular_velocity_limit,
        p.quaternion_bits.into(),
        p.ticks_per_second.into(),
    ]
}

fn write_owned(w: &mut Writer, owned: &Owned) {
    w.u32(owned.number).u8(owned.removed.into());
    w.u8(owned.life.is_some().into());
    write_life(w, owned.life.flatten());
    owned.params.write(w);
    w.u8(owned.truth.is_some().into());
    if let Some(truth) = &owned.truth {
        w.i64(truth.time).dvec3(truth.position).dvec3(truth.velocity);
        write_vector(w, truth.acceleration);
        write_rotation(w, truth.orientation);
        write_vector(w, truth.angular_velocity);
        w.u8(truth.airborne.into()).u8(truth.teleported.into()).u8(truth.frozen.into());
        w.u8(truth.base.is_some().into()).u32(truth.base.unwrap_or(0));
    }
    w.i64(owned.steady.since).dvec3(owned.steady.position).dvec3(owned.steady.velocity);
    write_vector(w, owned.line.map(|line| line.offset));
    write_vector(w, owned.line.map(|line| line.velocity));
    w.u8(owned.owner_sight.is_some().into());
    if let Some(OwnerSight { time, sight }) = owned.owner_sight.as_deref() {
        w.i64(*time).f64(sight.v_max).f32_slice(&sight.frame).f32_slice(&sight.inputs);
    }
    w.u8(owned.proof.is_some().into());
    if let Some(proof) = &owned.proof {
        write_proof(w, proof);
    }
    // A predictor knows how to write a profile.
    let mut one = Predictor::new(1);
    if let Some(profile) = &owned.profile {
        one.add_entity(profile).expect("the profile was checked when it came");
    }
    w.blob(&one.snapshot());
}

fn read_owned(r: &mut Reader<'_>, codec: &Codec, finest: Finest) -> Result<Owned> {
    let (number, removed) = (r.u32()?, r.bool()?);
    let (told, life) = (r.bool()?, read_life(r)?);
    let life = told.then_some(life);
    let params = SenderParams::read(r, finest)?;
    let truth = if r.bool()? {
        let truth = Truth {
            time: r.i64()?,
            position: r.dvec3()?,
            velocity: r.dvec3()?,
            acceleration: read_vector(r)?,
            orientation: read_rotation(r)?,
            angular_velocity: read_vector(r)?,
            airborne: r.bool()?,
            teleported: r.bool()?,
            frozen: r.bool()?,
            base: {
                let (rides, base) = (r.bool()?, r.u32()?);
                rides.then_some(base)
            },
        };
        // Not what it returns: a quaternion that was made unit once may change in its last bit.
        truth.checked(codec).map_err(Error::into_corrupt)?;
        Some(truth)
    } else {
        None
    };
    let steady = Steady { since: r.i64()?, position: r.finite_dvec3()?, velocity: r.finite_dvec3()? };
    let (offset, velocity) = (read_vector(r)?, read_vector(r)?);
    let line = offset.zip(velocity).map(|(offset, velocity)| Line { offset, velocity });
    let owner_sight = if r.bool()? {
        let (time, mut sight) = (r.i64()?, Sight { v_max: r.f64()?, ..Sight::NOTHING });
        r.f32_slice(&mut sight.frame)?;
        r.f32_slice(&mut sight.inputs)?;
        if !(sight.v_max.is_finite() && sight.v_max > 0.0) {
            return Err(Error::corrupt("snapshot has a top speed that is not above 0"));
        }
        Some(Box::new(OwnerSight { time, sight }))
    } else {
        None
    };
    let proof = if r.bool()? { Some(Box::new(read_proof(r, codec, number)?)) } else { None };
    let mut one = Predictor::new(1);
    one.restore(r.blob()?)?;
    let profile: Option<&EntityProfile> = one.entities().next().and_then(|id| one.profile(id));
    let profile = profile.cloned().map(Box::new);
    Ok(Owned { number, params, profile, truth, line, proof, steady, owner_sight, life, removed })
}

fn write_proof(w: &mut Writer, proof: &Proof) {
    for played in [&proof.plain, &proof.led, &proof.real] {
        write_sent(w, &played.sent);
        w.i64(played.at).f64(played.area);
    }
    write_vector(w, proof.line.map(|line| line.offset));
    write_vector(w, proof.line.map(|line| line.velocity));
    w.i64(proof.time).u8(proof.due.into()).u8(proof.real_due.into()).u8(proof.heard.into());
    w.i32(proof.lead).i32(proof.need).i32(proof.saved).i32(proof.credit);
    w.u8(proof.won.into()).u8(proof.trusted.into());
}

fn read_proof(r: &mut Reader<'_>, codec: &Codec, number: u32) -> Result<Proof> {
    let mut played = || Ok(Played { sent: read_sent(r, codec, number)?, at: r.i64()?, area: r.f64()? });
    let (plain, led, real) = (played()?, played()?, played()?);
    let line = read_vector(r)?.zip(read_vector(r)?).map(|(offset, velocity)| Line { offset, velocity });
    let proof = Proof {
        plain,
        led,
        real,
        line,
        time: r.i64()?,
        due: r.bool()?,
        real_due: r.bool()?,
        heard: r.bool()?,
        lead: r.i32()?,
        need: r.i32()?,
        saved: r.i32()?,
        credit: r.i32()?,
        won: r.bool()?,
        trusted: r.bool()?,
    };
    let finite = [&proof.plain, &proof.led, &proof.real].iter().all(|played| played.area.is_finite())
        && line.is_none_or(|line| line.offset.is_finite() && line.velocity.is_finite());
    let possible = -MOST_CREDIT..=MOST_CREDIT;
    if !finite || ![proof.lead, proof.need, proof.saved, proof.credit].iter().all(|count| possible.contains(count)) {
        return Err(Error::corrupt("snapshot has a comparison of lines that cannot be"));
    }
    Ok(proof)
}

fn write_connection(w: &mut Writer, connection: &Connection, entities: &Arena<Owned>) {
    connection.params.write(w);
    write_vector(w, connection.observer);
    connection.link.write(w);
    write_time(w, connection.collected);
    w.u64(connection.stats.packets).u64(connection.stats.bytes);
    for count in connection.stats.updates {
        w.u64(count);
    }
    w.u64(connection.committed).blob(&connection.sure.snapshot());
    if let Some(hoped) = &connection.hoped {
        w.blob(&hoped.snapshot());
    }
    for (id, _) in entities.iter() {
        let slot = id.index as usize;
        let pair = &connection.pairs[slot];
        write_pair(w, pair);
        let start = slot * connection.in_flight;
        for flight in &connection.flights[start..start + pair.flights] {
            write_sent(w, &flight.sent);
            w.i64(flight.at).u8(flight.packet.is_some().into()).u32(flight.packet.unwrap_or(0)).u64(flight.order);
        }
    }
}

fn read_connection(
    r: &mut Reader<'_>,
    codec: &Codec,
    capacity: &SenderCapacity,
    entities: &Arena<Owned>,
    interest: &InterestParams,
) -> Result<Connection> {
    let params = ConnectionParams::read(r)?;
    let mut connection = Connection::new(&params, capacity.entities as usize, capacity.in_flight as usize);
    connection.observer = read_vector(r)?.filter(|observer| observer.is_finite());
    connection.link = Link::read(r)?;
    connection.collected = read_time(r)?;
    let mut stats = ConnectionStats { packets: r.u64()?, bytes: r.u64()?, ..ConnectionStats::default() };
    for count in &mut stats.updates {
        *count = r.u64()?;
    }
    connection.stats = stats;
    connection.committed = r.u64()?;
    connection.sure.restore_within(r.blob()?, interest)?;
    if let Some(hoped) = &mut connection.hoped {
        hoped.restore_within(r.blob()?, interest)?;
    }
    let (mut sure, mut hopeful): (Vec<EntityId>, Vec<EntityId>) = (Vec::new(), Vec::new());
    for (id, owned) in entities.iter() {
        let slot = id.index as usize;
        let pair = read_pair(r, codec, owned.number)?;
        let hoped = pair.models.and_then(|models| models.hoped);
        if pair.models.is_some() != owned.profile.is_some()
            || hoped.is_some() != (pair.models.is_some() && connection.in_flight > 0)
            || pair.flights > connection.in_flight
        {
            return Err(Error::corrupt("snapshot contradicts itself on a connection"));
        }
        sure.extend(pair.models.map(|models| models.sure.id));
        hopeful.extend(hoped.map(|shadow| shadow.id));
        for place in 0..pair.flights {
            let (sent, at) = (read_sent(r, codec, owned.number)?, r.i64()?);
            let (given, packet, order) = (r.bool()?, r.u32()?, r.u64()?);
            connection.flights[slot * connection.in_flight + place] =
                Flight { sent, at, packet: given.then_some(packet), order };
        }
        connection.pairs[slot] = pair;
    }
    sure.sort_unstable();
    hopeful.sort_unstable();
    let hoped = connection.hoped.iter().flat_map(Predictor::entities);
    if !sure.into_iter().eq(connection.sure.entities()) || !hopeful.into_iter().eq(hoped) {
        return Err(Error::corrupt("snapshot contradicts itself on shadows"));
    }
    Ok(connection)
}

fn write_pair(w: &mut Writer, pair: &Pair) {
    w.u8(pair.presence as u8).u8(pair.sure.is_some().into());
    if let Some(sure) = &pair.sure {
        write_sent(w, sure);
    }
    w.u64(pair.flights as u64).u16(pair.sequence.0);
    write_time(w, pair.last.map(|(time, _)| time));
    w.i64(pair.last.map_or(0, |(_, sent)| sent));
    w.f64(pair.area).i64(pair.compared).f64(pair.priority);
    let (teleport, told) = match pair.teleport {
        Teleport::Known => (0, 0),
        Teleport::Due => (1, 0),
        Teleport::Told(sequence) => (2, sequence.0),
    };
    w.u8(teleport).u16(told).u8(pair.relevance as u8);
    w.u8(pair.factor.is_some().into()).f64(pair.factor.unwrap_or(1.0));
    w.u8(pair.models.is_some().into());
    if let Some(Models { sure, hoped, tainted, books, watched }) = &pair.models {
        write_shadow(w, sure);
        w.u8((*tainted).into());
        write_books(w, books, watched.as_ref());
        w.u8(hoped.is_some().into());
        if let Some(hoped) = hoped {
            write_shadow(w, hoped);
        }
    }
}

fn read_pair(r: &mut Reader<'_>, codec: &Codec, number: u32) -> Result<Pair> {
    let presence = r.one_of(&[Presence::Out, Presence::In, Presence::Leaving])?;
    let sure = if r.bool()? { Some(read_sent(r, codec, number)?) } else { None };
    let (flights, sequence) = (r.count(1)?, Sequence(r.u16()?));
    let mut pair = Pair { presence, sure, flights, sequence, ..Pair::default() };
    let (time, sent) = (read_time(r)?, r.i64()?);
    pair.last = time.map(|time| (time, sent));
    (pair.area, pair.compared, pair.priority) = (r.f64()?, r.i64()?, r.f64()?);
    if !(pair.area >= 0.0 && pair.priority >= 0.0) {
        return Err(Error::corrupt("snapshot has a negative error or priority"));
    }
    let (teleport, told) = (r.u8()?, Sequence(r.u16()?));
    pair.teleport = match teleport {
        0 => Teleport::Known,
        1 => Teleport::Due,
        2 => Teleport::Told(told),
        _ => return Err(Error::corrupt("snapshot has an unknown kind of teleport")),
    };
    pair.relevance = r.one_of(&Relevance::ALL)?;
    let (given, factor) = (r.bool()?, r.f64()?);
    pair.factor = given.then_some(factor);
    if r.bool()? {
        let (sure, tainted) = (read_shadow(r)?, r.bool()?);
        let (books, watched) = read_books(r)?;
        let hoped = if r.bool()? { Some(read_shadow(r)?) } else { None };
        pair.models = Some(Models { sure, hoped, tainted, books, watched });
    }
    Ok(pair)
}

fn write_shadow(w: &mut Writer, shadow: &Shadow) {
    w.u32(shadow.id.index).u32(shadow.id.generation);
    shadow.playback.write(w);
}

fn read_shadow(r: &mut Reader<'_>) -> Result<Shadow> {
    let id = EntityId { index: r.u32()?, generation: r.u32()? };
    Ok(Shadow { id, playback: Playback::read(r)? })
}

fn write_state(w: &mut Writer, state: &strategy::Truth) {
    w.i64(state.time).dvec3(state.position).dvec3(state.velocity);
}

fn read_state(r: &mut Reader<'_>) -> Result<strategy::Truth> {
    Ok(strategy::Truth { time: r.i64()?, position: r.finite_dvec3()?, velocity: r.finite_dvec3()? })
}

fn write_books(w: &mut Writer, books: &Ledger, watched: Option<&Watched>) {
    let (shadow, balance, synced) = books.parts();
    w.option(shadow.as_ref(), |w, shadow| {
        write_state(w, shadow);
        w
    });
    w.u32(balance as u32).u8(synced.into());
    w.option(watched, |w, watched| {
        write_state(w, &watched.shown);
        w.u8(watched.broken.into())
    });
}

fn read_books(r: &mut Reader<'_>) -> Result<(Ledger, Option<Watched>)> {
    let shadow = r.option(read_state)?;
    let books = Ledger::from_parts(shadow, r.u32()? as i32, r.bool()?);
    let watched = r.option(|r| Ok(Watched { shown: read_state(r)?, broken: r.bool()? }))?;
    Ok((books, watched))
}

fn write_life(w: &mut Writer, life: Option<f64>) {
    w.u8(life.is_some().into()).f64(life.unwrap_or(0.0));
}

fn read_life(r: &mut Reader<'_>) -> Result<Option<f64>> {
    let (given, life) = (r.bool()?, r.f64()?);
    let life = given.then_some(life);
    check_life(life).map_err(Error::into_corrupt)?;
    Ok(life)
}

fn write_sent(w: &mut Writer, sent: &Sent) {
    let Sent { update: u, velocity, acceleration } = sent;
    w.u16(u.sequence.0).i64(u.time).dvec3(u.position).dvec3(u.velocity);
    write_vector(w, u.acceleration);
    write_rotation(w, u.orientation);
    write_vector(w, u.angular_velocity);
    w.u8(u.flags.bits()).u8(u.base.is_some().into()).u32(u.base.unwrap_or(0));
    write_follow(w, u.follow);
    w.dvec3(*velocity);
    write_vector(w, *acceleration);
}

fn read_sent(r: &mut Reader<'_>, codec: &Codec, entity: u32) -> Result<Sent> {
    let update = Update {
        entity,
        sequence: Sequence(r.u16()?),
        time: r.i64()?,
        position: r.dvec3()?,
        velocity: r.dvec3()?,
        acceleration: read_vector(r)?,
        orientation: read_rotation(r)?,
        angular_velocity: read_vector(r)?,
        flags: Flags::from_bits(r.u8()?),
        base: {
            let (rides, base) = (r.bool()?, r.u32()?);
            rides.then_some(base)
        },
        follow: read_follow(r)?,
    };
    if codec.quantise(&update) != Ok(update) {
        return Err(Error::corrupt("snapshot has an update that cannot have been sent"));
    }
    let (velocity, acceleration) = (r.dvec3()?, read_vector(r)?);
    if !velocity.is_finite() || acceleration.is_some_and(|a| !a.is_finite()) {
        return Err(Error::corrupt("snapshot has a vector that is not finite"));
    }
    Ok(Sent { update, velocity, acceleration })
}

fn write_vector(w: &mut Writer, vector: Option<DVec3>) {
    w.u8(vector.is_some().into()).dvec3(vector.unwrap_or(DVec3::ZERO));
}

fn read_vector(r: &mut Reader<'_>) -> Result<Option<DVec3>> {
    let (given, vector) = (r.bool()?, r.dvec3()?);
    Ok(given.then_some(vector))
}

fn write_rotation(w: &mut Writer, rotation: Option<DQuat>) {
    w.u8(rotation.is_some().into());
    for component in rotation.unwrap_or(DQuat::IDENTITY).to_array() {
        w.f64(component);
    }
}

fn read_rotation(r: &mut Reader<'_>) -> Result<Option<DQuat>> {
    let given = r.bool()?;
    let rotation = DQuat::from_xyzw(r.f64()?, r.f64()?, r.f64()?, r.f64()?);
    Ok(given.then_some(rotation))
}
