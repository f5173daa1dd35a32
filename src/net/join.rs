//! What somebody who joins late needs to go on exactly like those who were there: one byte string with the predictor (entities,
//! estimates, mixing weights, own trails), the map (fields and shared trails) and the receiver (recent updates, numbers).

use super::receiver::Receiver;
use crate::base::Result;
use crate::base::serial::{Reader, Writer};
use crate::pheromone::PheromoneMap;
use crate::predict::Predictor;
use crate::world::World;
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"ANTJ";
const VERSION: u32 = 1;

/// A map and the level it lies over.
pub type Ground<'a> = (&'a World, &'a PheromoneMap);

/// Packs the state of one machine for another one. The level itself is not in it: everybody loads the same one.
pub fn pack(predictor: &Predictor, ground: Option<Ground<'_>>, receiver: &Receiver) -> Vec<u8> {
    let mut w = Writer::new();
    w.blob(&predictor.snapshot()).u8(ground.is_some().into());
    if let Some((world, map)) = ground {
        w.blob(&map.snapshot(world));
    }
    w.blob(&receiver.snapshot());
    w.seal(MAGIC, VERSION)
}

/// Takes over what [`pack`] made: from the next update on this machine knows bit by bit what the other one knows. The clock of the link
/// is not the other's: the receiver begins to estimate it anew.
///
/// Fails when the bytes are not whole, or have a map where none is given or the other way round. Then nothing has changed.
pub fn unpack(
    bytes: &[u8],
    predictor: &mut Predictor,
    ground: Option<(&World, &mut PheromoneMap)>,
    receiver: &mut Receiver,
) -> Result<()> {
    let mut r = Reader::open(bytes, MAGIC, VERSION)?;
    let of_predictor = r.blob()?;
    let has_map = r.u8()? != 0;
    let of_map = if has_map { Some(r.blob()?) } else { None };
    let of_receiver = r.blob()?;
    r.finish()?;
    if of_map.is_some() != ground.is_some() {
        return Err(crate::base::Error::invalid(if has_map {
            "the state of a late joiner has a map, but none was given to take it over"
        } else {
            "the state of a late joiner has no map"
        }));
    }
    let mut joined = receiver.clone();
    joined.restore(of_receiver)?;
    let before = predictor.clone();
    predictor.restore(of_predictor)?;
    if let Some(((world, map), bytes)) = ground.zip(of_map)
        && let Err(error) = map.restore(world, bytes)
    {
        *predictor = before;
        return Err(error);
    }
    joined.forget_clock();
    *receiver = joined;
    Ok(())
}
