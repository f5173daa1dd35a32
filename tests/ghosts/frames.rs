//! Frames in tasks, and threads beside them.

use crate::game::straight;
use antreckon::base::ErrorKind;
use antreckon::base::math::DVec3;
use antreckon::base::time::SECOND;
use antreckon::ghosts::{EVERYBODY, FrameTask, Ghosts, GhostsParams, MapAccess, PlayerState};
use antreckon::predict::{EntityProfile, LevelContext};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

const PLAYERS: u32 = 500;

fn tell(ghosts: &mut Ghosts, now: i64) {
    for player in 0..PLAYERS {
        let state = straight(now as f64 * 1e-9);
        let state = PlayerState { position: state.position + DVec3::Z * f64::from(player), ..state };
        ghosts.observe(u64::from(player % 3), player, &state, now).unwrap();
    }
}

#[test]
fn tasks_in_any_order_draw_what_one_call_draws() {
    let mut whole = Ghosts::new(&GhostsParams::default()).unwrap();
    let mut tasks = Ghosts::new(&GhostsParams::default()).unwrap();
    for tick in 0..40i64 {
        let now = tick * SECOND / 60;
        if tick % 3 == 0 {
            tell(&mut whole, now);
            tell(&mut tasks, now);
        }
        whole.draw(now, None, None).unwrap();
        let mut job = tasks.begin_frame(now, None, MapAccess::None).unwrap();
        let task = FrameTask { ghosts: &tasks, level: LevelContext::default(), now: job.now };
        std::thread::scope(|scope| {
            for chunk in job.chunks.iter_mut().rev() {
                scope.spawn(move || chunk.draw(&task));
            }
        });
        tasks.end_frame(job).unwrap();
        assert!(whole.views().eq(tasks.views()), "tick {tick}");
        assert_eq!(whole.views().count(), PLAYERS as usize);
    }
    assert_eq!(whole.state_hash().unwrap(), tasks.state_hash().unwrap());
}

#[test]
fn calls_during_a_frame_get_errors_and_the_inbox_goes_on() {
    let mut ghosts = Ghosts::new(&GhostsParams::default()).unwrap();
    tell(&mut ghosts, 0);
    ghosts.draw(0, None, None).unwrap();
    let job = ghosts.begin_frame(SECOND / 60, None, MapAccess::None).unwrap();
    let snapshot = [0; 8];
    let errors = [
        ghosts.begin_frame(SECOND, None, MapAccess::None).err(),
        ghosts.draw(SECOND, None, None).err(),
        ghosts.view(1).err(),
        ghosts.predict(1, LevelContext::default(), 0).err(),
        ghosts.player_stats(1).err(),
        ghosts.remove(1).err(),
        ghosts.remove_peer(1).err(),
        ghosts.set_clock(99, 0, 0).err(),
        ghosts.set_freshness(1, 0.5).err(),
        ghosts.set_freshness(EVERYBODY, 0.5).err(),
        ghosts.set_profile(EVERYBODY, &EntityProfile::default()).err(),
        ghosts.set_base(1, None, 0).err(),
        ghosts.rebase(DVec3::X).err(),
        ghosts.load_weights(None).err(),
        ghosts.snapshot().err(),
        ghosts.state_hash().err(),
        ghosts.restore(&snapshot).err(),
    ];
    for (i, error) in errors.iter().enumerate() {
        assert_eq!(error.as_ref().map(|error| error.kind), Some(ErrorKind::State), "call {i}");
    }
    ghosts.observe(7, 7000, &straight(0.0), SECOND / 30).unwrap();
    ghosts.end_frame(job).unwrap();
    ghosts.draw(SECOND / 30, None, None).unwrap();
    assert!(ghosts.view(7000).is_ok());
    let job = antreckon::ghosts::FrameJob { chunks: Vec::new(), now: 0 };
    assert_eq!(ghosts.end_frame(job).unwrap_err().kind, ErrorKind::State);
}

#[test]
fn one_thread_receives_while_another_draws() {
    let mut ghosts = Ghosts::new(&GhostsParams::default()).unwrap();
    let inbox = Mutex::new(ghosts.new_inbox());
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for i in 0..2000i64 {
                let now = i * SECOND / 1000;
                let player = (i % 50) as u32;
                inbox.lock().unwrap().observe(1, player, &straight(now as f64 * 1e-9), now).unwrap();
                if i % 16 == 0 {
                    std::thread::yield_now();
                }
            }
            done.store(true, Ordering::Release);
        });
        let mut last = false;
        while !last {
            last = done.load(Ordering::Acquire);
            ghosts.take_over(&mut inbox.lock().unwrap());
            ghosts.draw(2 * SECOND, None, None).unwrap();
            std::thread::yield_now();
        }
    });
    assert_eq!((ghosts.players().count(), ghosts.overflowed()), (50, 0));
    assert_eq!(inbox.lock().unwrap().waiting(), 0);
}

#[test]
fn what_waits_in_two_inboxes_is_taken_in_from_both() {
    let mut ghosts = Ghosts::new(&GhostsParams::default()).unwrap();
    let mut inbox = ghosts.new_inbox();
    ghosts.observe(1, 1, &straight(0.0), 0).unwrap();
    inbox.observe(1, 2, &straight(0.0), 0).unwrap();
    ghosts.take_over(&mut inbox);
    ghosts.draw(0, None, None).unwrap();
    assert_eq!(ghosts.players().collect::<Vec<_>>(), [1, 2]);
    assert_eq!(inbox.waiting(), 0);
}

#[test]
fn a_frame_that_is_drawn_again_shows_the_same() {
    let mut ghosts = Ghosts::new(&GhostsParams::default()).unwrap();
    for tick in 0..60i64 {
        let now = tick * SECOND / 60;
        if tick % 10 == 0 {
            let state = crate::game::circle(4.0 * now as f64 * 1e-9);
            let state = PlayerState { time: Some(now), ..state };
            ghosts.observe(1, 1, &state, now).unwrap();
        }
        ghosts.draw(now, None, None).unwrap();
        let first = ghosts.view(1).unwrap().drawn;
        ghosts.draw(now, None, None).unwrap();
        let again = ghosts.view(1).unwrap().drawn;
        assert_eq!((first.position, first.velocity), (again.position, again.velocity), "tick {tick}");
    }
}
