//! Two ends that do not agree say so, with both values.

use crate::game::straight;
use antreckon::base::ErrorKind;
use antreckon::base::time::SECOND;
use antreckon::ghosts::{EVERYBODY, Ghosts, GhostsParams, Outbox, OutboxParams};
use antreckon::net::CodecParams;
use antreckon::net::sender::{SenderKind, SenderParams};
use antreckon::predict::{EntityProfile, LevelContext, Model};

fn shared(model: Model) -> OutboxParams {
    let rules = SenderParams { kind: SenderKind::SharedModel, ..OutboxParams::default().rules };
    OutboxParams { rules, profile: profile(model), ..OutboxParams::default() }
}

fn profile(model: Model) -> EntityProfile {
    EntityProfile { model, ..EntityProfile::default() }
}

fn first_packet(params: &OutboxParams) -> Vec<u8> {
    let mut outbox = Outbox::new(params).unwrap();
    outbox.submit(1, &straight(0.0), 0, None, None).unwrap();
    let mut buffer = vec![0; 1200];
    let packet = outbox.packet(5, 0, LevelContext::default(), &mut buffer).unwrap();
    buffer.truncate(packet.bytes);
    buffer
}

/// The error, and the two different numbers in it.
fn refusal(ghosts: &GhostsParams, outbox: &OutboxParams) -> String {
    let mut ghosts = Ghosts::new(ghosts).unwrap();
    let error = ghosts.receive(1, &first_packet(outbox), 0).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Mismatch);
    let is_digest = |word: &&str| word.len() == 8 && word.chars().all(|c| c.is_ascii_hexdigit());
    let values: Vec<_> = error.message.split([' ', ',', ':']).filter(is_digest).collect();
    assert!(values.len() == 2 && values[0] != values[1], "{}", error.message);
    ghosts.draw(SECOND, None, None).unwrap();
    assert_eq!(ghosts.players().count(), 0, "nothing of it was used");
    error.message.clone()
}

#[test]
fn another_codec_is_refused() {
    let codec = CodecParams { position_step: 0.02, ..CodecParams::default() };
    let message = refusal(&GhostsParams { codec, ..GhostsParams::default() }, &OutboxParams::default());
    assert!(message.contains("codec"), "{message}");
}

#[test]
fn another_shared_model_is_refused() {
    let ghosts = GhostsParams { profile: profile(Model::Damped), ..GhostsParams::default() };
    assert!(refusal(&ghosts, &shared(Model::Dr1)).contains("model"));
    let ghosts = GhostsParams { run_speed: 7.0, profile: profile(Model::Dr1), ..GhostsParams::default() };
    assert!(refusal(&ghosts, &shared(Model::Dr1)).contains("profile"), "another run speed is another model");
}

#[test]
fn the_same_model_is_taken_also_when_it_was_set_later() {
    let mut ghosts = Ghosts::new(&GhostsParams::default()).unwrap();
    // A run speed that was learned here is not the other end's.
    for tick in 0..200i64 {
        let now = tick * SECOND / 60;
        ghosts.observe(2, 7, &straight(now as f64 * 4e-9), now).unwrap();
        ghosts.draw(now, None, None).unwrap();
    }
    ghosts.set_profile(EVERYBODY, &profile(Model::Dr1)).unwrap();
    let packet = first_packet(&shared(Model::Dr1));
    ghosts.receive(1, &packet, 4 * SECOND).unwrap();
    let copy = ghosts.snapshot().unwrap();
    ghosts.restore(&copy).unwrap();
    ghosts.receive(1, &packet, 4 * SECOND).unwrap();
    ghosts.draw(4 * SECOND, None, None).unwrap();
    assert!(ghosts.view(1).is_ok());
    let entity = ghosts.entity(1).unwrap();
    assert!(ghosts.predictor().profile(entity).unwrap().shared_only);
}

#[test]
fn an_owner_s_lines_need_no_model() {
    for model in [Model::Still, Model::Dr1, Model::Auto] {
        let mut ghosts = Ghosts::new(&GhostsParams { profile: profile(model), ..GhostsParams::default() }).unwrap();
        ghosts.receive(1, &first_packet(&OutboxParams::default()), 0).unwrap();
    }
}

#[test]
fn replies_and_packets_are_not_taken_for_each_other() {
    let packet = first_packet(&OutboxParams::default());
    let mut outbox = Outbox::new(&OutboxParams::default()).unwrap();
    outbox.set_observer(5, &Default::default(), None).unwrap();
    assert_eq!(outbox.receive(5, &packet, 0).unwrap_err().kind, ErrorKind::Corrupt);
    let mut ghosts = Ghosts::new(&GhostsParams::default()).unwrap();
    ghosts.receive(1, &packet, 0).unwrap();
    ghosts.draw(0, None, None).unwrap();
    let mut reply = [0; 8];
    let length = ghosts.reply(1, SECOND, &mut reply).unwrap();
    assert!(length > 0);
    assert_eq!(ghosts.receive(1, &reply[..length], 0).unwrap_err().kind, ErrorKind::Corrupt);
    assert!(ghosts.receive(1, &[], 0).is_err() && ghosts.receive(1, &[0; 40], 0).is_err());
}
