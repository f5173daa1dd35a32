//! The log as bytes.

use crate::hosts::*;
use antreckon::base::ErrorKind;
use antreckon::base::hash::hash_bytes;
use antreckon::timewarp::{Timewarp, TimewarpParams};

/// A log in the middle of things: events forgotten, cancelled, waiting, owed; changes not yet read.
fn busy() -> (Timewarp, Mixer) {
    let params = TimewarpParams { window: 300, max_replay: 5, ..small() };
    let (mut log, mut host) = (Timewarp::new(&params).unwrap(), Mixer::default());
    for i in 0..100i64 {
        insert(&mut log, &event(10 * i, 1, i as u64, &[i as u8]));
        log.run(10 * i, &mut host).unwrap();
    }
    insert(&mut log, &event(985, 2, 1, b"late"));
    log.cancel(event(880, 1, 88, b"").id).unwrap();
    log.cancel(event(2000, 3, 1, b"").id).unwrap();
    while log.run(990, &mut host).unwrap().owed > 0 {}
    assert!(!log.changes().is_empty() && log.floor() > 0);
    insert(&mut log, &event(1500, 1, 150, b"waits"));
    insert(&mut log, &event(900, 2, 2, b"late"));
    assert!(log.run(990, &mut host).unwrap().owed > 0);
    (log, host)
}

/// What happens to a log afterwards.
fn go_on(log: &mut Timewarp, host: &mut Mixer) -> u64 {
    for i in 0..60i64 {
        insert(log, &event(1000 + 10 * i - 31 * (i % 4), 4, i as u64, &[i as u8]));
        log.run(1000 + 10 * i, host).unwrap();
    }
    while log.run(2000, host).unwrap().owed > 0 {}
    log.state_hash().unwrap()
}

#[test]
fn a_restored_log_goes_on_bit_equal() {
    let (mut log, mut host) = busy();
    let bytes = log.snapshot().unwrap();
    let mut restored = Timewarp::new(log.params()).unwrap();
    restored.restore(&bytes).unwrap();
    assert_eq!(restored.snapshot().unwrap(), bytes);
    let mut its_host = host.clone();
    assert_eq!(go_on(&mut log, &mut host), go_on(&mut restored, &mut its_host));
    assert_eq!(host, its_host);
}

#[test]
fn a_late_joiner_gets_the_state_of_the_host_from_the_log() {
    let (mut log, mut host) = busy();
    let mut joined = Timewarp::new(log.params()).unwrap();
    joined.restore(&log.snapshot().unwrap()).unwrap();
    joined.resync().unwrap();
    let mut newcomer = Mixer { state: 77, ..Mixer::default() };
    go_on(&mut log, &mut host);
    go_on(&mut joined, &mut newcomer);
    assert_eq!(newcomer.state, host.state);
    assert_eq!(joined.counters().diverged, 0);
    assert_eq!(joined.hash_between(1200, 2001), log.hash_between(1200, 2001));
}

#[test]
fn every_truncation_and_every_bit_flip_is_an_error_that_changes_nothing() {
    let (log, _) = busy();
    let mut bytes = log.snapshot().unwrap();
    let mut other = Timewarp::new(log.params()).unwrap();
    let empty = other.state_hash().unwrap();
    for n in 0..bytes.len() {
        assert_eq!(other.restore(&bytes[..n]).unwrap_err().kind, ErrorKind::Corrupt, "{n} bytes");
    }
    for bit in (0..bytes.len() * 8).step_by(7) {
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(other.restore(&bytes).unwrap_err().kind, ErrorKind::Corrupt, "bit {bit}");
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    assert_eq!(other.state_hash().unwrap(), empty);
    other.restore(&bytes).unwrap();
}

/// Bytes whose checksum was made to fit: a liar, not an accident. Either an error, or a log that works.
#[test]
fn forged_bytes_do_no_harm() {
    let (log, _) = busy();
    let bytes = log.snapshot().unwrap();
    let (mut refused, mut taken) = (0, 0);
    for at in 24..bytes.len() {
        for value in [0, 1, 0x7f, 0xff] {
            let mut forged = bytes.clone();
            forged[at] = value;
            let checksum = hash_bytes(&forged[24..]);
            forged[16..24].copy_from_slice(&checksum.to_le_bytes());
            let mut victim = Timewarp::new(log.params()).unwrap();
            match victim.restore(&forged) {
                Err(error) => {
                    assert_eq!(error.kind, ErrorKind::Corrupt, "{error}");
                    refused += 1;
                }
                Ok(()) => {
                    go_on(&mut victim, &mut Mixer::default());
                    taken += 1;
                }
            }
        }
    }
    assert!(refused > 1000 && taken > 1000, "{refused} {taken}");
}

#[test]
fn a_log_with_other_bounds_is_refused() {
    let (log, _) = busy();
    let mut other = Timewarp::new(&TimewarpParams { window: 301, ..*log.params() }).unwrap();
    let error = other.restore(&log.snapshot().unwrap()).unwrap_err();
    assert!(error.kind == ErrorKind::Corrupt && error.message.contains("bounds"), "{error}");
}
