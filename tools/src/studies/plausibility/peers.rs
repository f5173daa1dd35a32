//! Players that tell one peer another story.
use super::stream::{HONEST, Stream};
use antreckon::base::Result;
use antreckon::base::math::DVec3;
use antreckon::base::random::Random;
use antreckon::base::time::{Nanos, SECOND, to_seconds};
use antreckon::net::Update;
use antreckon::net::commitment::update_digest;
use antreckon::net::plausibility::{Statement, Witness, find_outliers};

/// Every so many updates peers tell each other a digest.
const COMPARED: usize = 5;
/// Every so many updates the cheat tells one peer something else.
const FORGED: usize = 10;

/// Seconds of play until this machine and two peers know that the third was told something else, `None` = never; one
/// numbered stream for all, digests compared. `lies` = false: an honest player.
pub(super) fn by_digests(stream: &Stream, lies: bool) -> Result<Option<f64>> {
    let mut witness = Witness::new(64)?;
    for (n, sent) in stream.updates.iter().enumerate().step_by(COMPARED) {
        let Update { entity, sequence, .. } = sent.update;
        let digest = update_digest(&sent.update);
        witness.saw(entity, sequence, digest);
        for peer in 1..4 {
            let forged = lies && peer == 3 && n.is_multiple_of(FORGED) && to_seconds(sent.now) > HONEST;
            let other = Update { velocity: -sent.update.velocity - DVec3::X, ..sent.update };
            let told = if forged { update_digest(&other) } else { digest };
            if witness.told(peer, entity, sequence, told).differ > 0 {
                return Ok(Some(sent.played));
            }
        }
    }
    Ok(None)
}

/// What comparing places gave.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Compared {
    /// Comparisons while all were told the truth, and those that accused somebody.
    pub(super) honest: u64,
    pub(super) accused: u64,
    /// Seconds of play until the third peer, told everything 5 m aside, was named.
    pub(super) found: Option<f64>,
}

/// Four peers with thresholds of their own say once a second where they have the player, while it is there; `streams` come with
/// their thresholds and are heard with this share of losses.
pub(super) fn by_places(streams: &[(f64, Stream); 4], loss: f64, seed: u64) -> Result<Compared> {
    let mut random = Random(seed);
    let heard: Vec<Vec<&super::stream::Sent>> =
        streams.iter().map(|(_, stream)| stream.updates.iter().filter(|_| random.unit() >= loss).collect()).collect();
    let mut compared = Compared::default();
    let end = streams[0].1.updates.last().map_or(0, |sent| sent.now);
    let mut now: Nanos = 0;
    while now < end {
        now += SECOND;
        let mut said = Vec::with_capacity(4);
        let mut played = 0.0;
        for (peer, ((threshold, _), heard)) in streams.iter().zip(&heard).enumerate() {
            let known = heard.partition_point(|sent| sent.now <= now);
            let Some(sent) = known.checked_sub(1).map(|newest| heard[newest]) else { continue };
            let line = sent.update.position + sent.update.velocity * to_seconds(now - sent.now);
            played = f64::max(played, sent.played);
            said.push(Statement { peer: peer as u32, position: line, allowance: *threshold });
        }
        if said.len() < 4 || streams[0].1.there.binary_search(&now).is_err() {
            continue;
        }
        compared.honest += 1;
        compared.accused += u64::from(find_outliers(&said)? != 0);
        if to_seconds(now) > HONEST && compared.found.is_none() {
            said[3].position += DVec3::X * 5.0;
            compared.found = (find_outliers(&said)? == 0b1000).then_some(played);
        }
    }
    Ok(compared)
}
