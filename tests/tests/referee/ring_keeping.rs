//! What a ring keeps without power, and when it starts itself anew.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use dohyo_tests::ring_host::{Pair, docked, plain};
use rules_core::board::{BoardId, Button};
use rules_core::journal::store::BoardJournal;
use rules_core::journal::{Reclaimed, RecordKind};
use rules_core::panel::{SHOWN_FIRST, Touch};
use rules_core::place::Post;
use rules_core::ring::Input;
use rules_core::sensing::observation::ObservationKind;
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::time::{Instant, Span};
use rules_core::wire::message::{RestartMode, Settings};
use rules_core::wire::{BootReason, Request, Response};
use virtual_ring::in_process::{Flash, InProcessRing, REGIONS, SECTORS};
use virtual_ring::mock_flash::now;

fn settings(pair: &Pair) -> Settings {
    pair.local.ring().info().settings
}

fn brightness(pair: &Pair) -> u8 {
    settings(pair).light.brightness
}

fn in_a_match() -> Pair {
    let mut pair = Pair::new(BoardId::Ring);
    pair.plug();
    assert_eq!(pair.begin(&plain(2)), Some(Response::Done));
    pair
}

/// The clock says that so many days have passed.
fn after_days(pair: &mut Pair, days: u64) -> Option<RestartMode> {
    let at = Instant(days * 24 * 3_600 * 1_000_000);
    pair.local.step(at, Input::Time);
    pair.local.ring().restart()
}

#[test]
fn settings_are_kept_with_the_platform_at_the_ring() {
    let mut pair = Pair::new(BoardId::Ring);
    pair.plug();
    pair.inject(docked(Post::Four));
    let mut wanted = settings(&pair);
    wanted.light.brightness = 77;
    assert_eq!(pair.ask(Request::Configure(wanted)), Some(Response::Done));
    pair.cut();
    assert_eq!(brightness(&pair), 77);
}

#[test]
fn what_is_due_is_saved_before_a_restart() {
    let mut pair = in_a_match();
    pair.inject(docked(Post::Two));
    let before = brightness(&pair);
    pair.press(Button::Calibrate);
    let chosen = brightness(&pair);
    assert_ne!(chosen, before, "the next brightness");
    let id = pair.side.ask(Request::Restart(RestartMode::Program));
    pair.talk();
    pair.wait(SHOWN_FIRST);
    pair.press(Button::Confirm);
    assert_eq!(pair.answer(id), Some(Response::Done));
    assert_eq!(pair.local.ring().restart(), Some(RestartMode::Program));
    pair.cut();
    assert_eq!(brightness(&pair), chosen);
}

#[test]
fn the_same_request_waits_for_the_same_touch() {
    let mut pair = in_a_match();
    let id = pair.side.ask(Request::Restart(RestartMode::Program));
    let again = pair.side.take_outgoing();
    for _ in 0..2 {
        pair.local.step(pair.now(), Input::Bytes(&again));
        pair.talk();
        assert_eq!(pair.answer(id), Some(Response::TouchNeeded(Touch::Press)));
    }
}

#[test]
fn other_measures_are_looked_at_with_new_eyes() {
    let mut pair = Pair::new(BoardId::Ring);
    pair.plug();
    let sensor = Sensor::CurtainFrames;
    pair.inject(ObservationKind::FaultRaised(sensor, SensorFault::Lost));
    assert_eq!(pair.local.ring().referee().table().faults().len(), 1);
    let wanted = settings(&pair);
    assert_eq!(pair.ask(Request::Configure(wanted)), Some(Response::Done));
    let table = pair.local.ring().referee().table();
    assert_eq!(table.faults(), [], "the new senses name none");
}

#[test]
fn numbers_of_frames_never_come_to_their_end() {
    // Alone and between two matches after two weeks.
    let mut idle = Pair::new(BoardId::Ring);
    assert_eq!(after_days(&mut idle, 13), None);
    assert_eq!(after_days(&mut idle, 14), Some(RestartMode::Program));

    // With a host, or within a match, a day later if nothing can be pushed,
    let mut playing = in_a_match();
    playing.wait(Span::millis(5_000));
    assert_eq!(after_days(&mut playing, 14), None);
    assert_eq!(after_days(&mut playing, 15), Some(RestartMode::Program));

    // and in the end in any case.
    playing.inject(docked(Post::Two));
    assert_eq!(after_days(&mut playing, 15), None);
    assert_eq!(after_days(&mut playing, 16), Some(RestartMode::Program));
}

/// Lines of a program before this one: no evidence there names its observation.
#[test]
fn a_match_of_an_older_format_is_left_alone_and_numbers_go_on() {
    let mut flash = Flash::new(SECTORS);
    let mut journal = now(BoardJournal::open(&mut flash, REGIONS.journal, 1)).unwrap();
    while now(journal.reclaim(&mut flash)).unwrap() == Reclaimed::Erased {}
    for kind in [RecordKind::Begin, RecordKind::Entry, RecordKind::Entry] {
        now(journal.append(&mut flash, kind, &[0x0f; 9])).unwrap();
    }
    let next = journal.next();
    let local = InProcessRing::start(flash, BoardId::Ring, BootReason::PowerUp);
    assert_eq!(local.lost(), 0, "none is read as if it were of this format");
    let mut pair = Pair::with(local);
    pair.plug();
    assert!(pair.local.ring().referee().session().game().is_none());
    assert_eq!(pair.local.ring().info().first, next);
    assert_eq!(pair.begin(&plain(2)), Some(Response::Done));
    pair.cut();
    assert!(pair.local.ring().referee().session().game().is_some());
}
