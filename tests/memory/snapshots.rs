//! Snapshots that were forged and sealed again: what does not fit the budgets is refused before there is memory for it.

use crate::{MIB, peak};
use antreckon::base::ErrorKind;
use antreckon::base::serial::{HEADER_LEN, Writer, seal};
use antreckon::net::sender::ConnectionParams;
use antreckon::net::{CodecParams, Sender, SenderCapacity, SenderParams};
use antreckon::predict::{EntityProfile, Predictor};

/// Of the format of sealed bytes.
fn version_of(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes[4..8].try_into().unwrap())
}

#[test]
fn a_million_vacant_places_of_entities_are_refused_unread() {
    let mut w = Writer::new();
    let places = 1_000_000;
    w.u64(places);
    for _ in 0..places {
        w.u32(1).u8(0);
    }
    w.u64(0);
    let mut predictor = Predictor::new(4);
    let bytes = w.seal(*b"ANPD", version_of(&predictor.snapshot()));
    let (result, peak) = peak(|| predictor.restore(&bytes));
    let error = result.unwrap_err();
    assert!(error.kind == ErrorKind::Budget && error.message.contains("max_entities is 4"), "{error}");
    assert!(peak < 4096, "{peak} bytes for 5 MB of vacant places");
}

#[test]
fn as_many_entities_as_fit_are_restored_with_what_they_took() {
    let mut original = Predictor::new(256);
    for _ in 0..256 {
        original.add_entity(&EntityProfile::default()).unwrap();
    }
    let bytes = original.snapshot();
    let mut copy = Predictor::new(256);
    let (result, peak) = peak(|| copy.restore(&bytes));
    result.unwrap();
    assert!(peak < 3 * original.bytes() + MIB, "{peak} bytes for {}", original.bytes());
}

/// A snapshot of a sender with so many connections.
fn sender_bytes(capacity: SenderCapacity, connections: usize) -> Vec<u8> {
    let mut sender = Sender::new(&CodecParams::default(), &capacity).unwrap();
    sender.add_entity(1, &SenderParams::default(), None).unwrap();
    for _ in 0..connections {
        sender.connect(&ConnectionParams::default()).unwrap();
    }
    sender.snapshot()
}

#[test]
fn connections_beyond_the_budget_are_refused_unread() {
    let capacity = SenderCapacity { entities: 1000, connections: 2, in_flight: 8 };
    let (one, two) = (sender_bytes(capacity, 1), sender_bytes(capacity, 2));
    let length = two.len() - one.len();
    // Behind the only connection there is the empty list of vacant places; before it how many places there are.
    let begin = one.len() - 8 - length;
    let connection = &one[begin..begin + length];
    let many = 500u64;
    let mut forged = one[..begin - 8].to_vec();
    forged.extend(many.to_le_bytes());
    (0..many).for_each(|_| forged.extend(connection));
    forged.extend(0u64.to_le_bytes());
    seal(&mut forged, *b"ANSE", version_of(&one));
    assert!(forged.len() > HEADER_LEN + 100 * many as usize);
    let mut sender = Sender::new(&CodecParams::default(), &capacity).unwrap();
    let (result, peak) = peak(|| sender.restore(&forged));
    let error = result.unwrap_err();
    assert!(error.kind == ErrorKind::Budget && error.message.contains("500 places, 2"), "{error}");
    assert!(peak < MIB, "{peak} bytes for {}", forged.len());
    sender.restore(&two).unwrap();
}
