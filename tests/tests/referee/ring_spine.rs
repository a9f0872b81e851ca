//! One thing seen, one ruling, one line in flash, one line on the wire; and what
//! happens to it when plugs are pulled.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use dohyo_tests::ring_host::{Pair, docked, plain};
use host_core::protocol::{ClientEvent, HostProtocol};
use rules_core::board::{BoardId, Button};
use rules_core::panel::{SHOWN_FIRST, Touch};
use rules_core::place::Post;
use rules_core::player::Colour;
use rules_core::referee::Command;
use rules_core::referee::kabuto::markers::magnet_of;
use rules_core::ring::{HostPresence, Input};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::observation::ObservationKind;
use rules_core::time::Span;
use rules_core::wire::message::FollowFrom;
use rules_core::wire::{Request, RequestError, Response};

fn marker(post: Post, slot: u8, colour: Colour) -> ObservationKind {
    ObservationKind::Marker {
        post,
        slot,
        marker: Some(magnet_of(colour)),
        certainty: Certainty::FULL,
    }
}

/// A match has begun, and the opening marker is set.
fn opened() -> Pair {
    let mut pair = Pair::new(BoardId::Ring);
    pair.plug();
    pair.follow(FollowFrom::Now);
    assert_eq!(pair.begin(&plain(2)), Some(Response::Done));
    pair.inject(marker(Post::One, 0, Colour::ALL[1]));
    pair
}

/// The platform is set down, and that is undone and redone so many times.
fn fidget(pair: &mut Pair, rounds: usize) {
    pair.inject(docked(Post::Two));
    for _ in 0..rounds {
        for command in [Command::Undo, Command::Redo] {
            pair.local.command(pair.now(), &command).unwrap();
            pair.wait(Span::millis(500));
        }
    }
}

#[test]
fn what_is_seen_reaches_the_host_as_a_ruling() {
    let pair = opened();
    let said = pair.said();
    assert_eq!(said[0], "began");
    assert_eq!(said[1], "SS-S6 marker of side 2 on post 1");
    let ring = pair.local.ring().referee().session();
    assert_eq!(pair.side.session().unwrap().hash(), ring.hash());
    assert_eq!(pair.local.ring().info().stored, ring.count() + 1);
}

#[test]
fn a_ring_without_power_goes_on_where_it_was() {
    let mut pair = opened();
    let before = pair.local.ring().referee().session().clone();
    pair.cut();
    let after = pair.local.ring().referee().session();
    assert_eq!(after.game(), before.game());
    assert_eq!(after.history().undoable(), before.history().undoable());
    assert_eq!(pair.local.lost(), 0);
    // The log shows the cut, and people are asked to look.
    pair.plug();
    assert!(pair.said().contains(&"note: power up".to_string()));
    assert_eq!(
        pair.side.session().unwrap().hash(),
        pair.local.ring().referee().session().hash()
    );
}

#[test]
fn a_ring_goes_on_from_a_snapshot_after_many_lines() {
    let mut pair = opened();
    fidget(&mut pair, 100);
    let before = pair.local.ring().referee().session().clone();
    assert!(before.count() > 200, "{} lines", before.count());
    for _ in 0..3 {
        pair.cut();
        assert_eq!(pair.local.lost(), 0);
        let after = pair.local.ring().referee().session();
        assert_eq!(after.game(), before.game());
        assert!(after.count() > before.count());
    }
}

#[test]
fn a_host_that_was_away_gets_exactly_what_it_missed() {
    let mut pair = opened();
    let heard = pair.said().len();
    let cursor = pair.side.cursor().unwrap();
    pair.unplug();
    fidget(&mut pair, 200);
    pair.plug();
    let lines: Vec<u32> = pair
        .heard
        .iter()
        .filter_map(|heard| match heard {
            ClientEvent::Line(followed) => Some(followed.line.seq),
            _ => None,
        })
        .collect();
    assert!(pair.said().len() > heard);
    assert!(
        lines.windows(2).all(|two| two[0] + 1 == two[1]),
        "{lines:?}"
    );
    assert!(lines.contains(&cursor));
    assert_eq!(
        pair.side.session().unwrap().hash(),
        pair.local.ring().referee().session().hash()
    );
}

#[test]
fn a_host_that_comes_late_gets_a_snapshot() {
    let mut pair = opened();
    fidget(&mut pair, 3);
    pair.unplug();
    let mut late = Pair::new(BoardId::Ring);
    std::mem::swap(&mut late.side, &mut pair.side);
    pair.plug();
    pair.follow(FollowFrom::Now);
    assert_eq!(
        pair.side.session().unwrap().hash(),
        pair.local.ring().referee().session().hash()
    );
}

#[test]
fn a_line_that_does_not_exist_is_refused_by_name() {
    let mut pair = opened();
    let next = pair.local.ring().info().next;
    let ahead = pair.ask(Request::Follow(FollowFrom::Line(next + 7)));
    assert_eq!(ahead, Some(Response::Refused(RequestError::Ahead { next })));
}

#[test]
fn a_host_alone_changes_no_result() {
    let mut pair = opened();
    let before = pair.local.ring().referee().session().hash();
    let id = pair.side.ask(Request::Command(Command::Undo));
    pair.talk();
    assert_eq!(pair.answer(id), Some(Response::TouchNeeded(Touch::Hold)));
    let busy = pair.ask(Request::Command(Command::Abort));
    assert_eq!(busy, Some(Response::Refused(RequestError::Busy)));
    pair.wait(Span::millis(10_001));
    assert_eq!(
        pair.answer(id),
        Some(Response::Refused(RequestError::NotTouched))
    );
    assert_eq!(pair.local.ring().referee().session().hash(), before);
}

#[test]
fn a_touch_on_the_ring_lets_a_host_have_its_way() {
    let mut pair = opened();
    let before = pair.local.ring().referee().session().hash();
    let id = pair.side.ask(Request::Command(Command::Undo));
    pair.talk();
    pair.wait(SHOWN_FIRST);
    pair.hold(Button::Confirm);
    assert_eq!(pair.answer(id), Some(Response::Done));
    assert_ne!(pair.local.ring().referee().session().hash(), before);
}

#[test]
fn the_same_request_twice_is_done_once() {
    let mut pair = opened();
    fidget(&mut pair, 1);
    let id = pair.side.ask(Request::Command(Command::Undo));
    let twice = pair.side.take_outgoing();
    let now = pair.now();
    for _ in 0..2 {
        pair.local.step(now, Input::Bytes(&twice));
    }
    pair.wait(SHOWN_FIRST);
    pair.hold(Button::Confirm);
    pair.local.step(pair.now(), Input::Bytes(&twice));
    pair.talk();
    assert_eq!(pair.answer(id), Some(Response::Done));
    let undoable = pair.local.ring().referee().session().history().undoable();
    assert_eq!(undoable, 1, "one of two steps was taken back");
}

#[test]
fn a_family_without_a_computer_begins_a_match() {
    let mut pair = Pair::new(BoardId::Ring);
    pair.press(Button::Mode);
    pair.press(Button::Confirm);
    assert!(pair.local.ring().referee().session().game().is_some());
}

#[test]
fn a_second_match_is_refused_while_one_runs() {
    let mut pair = opened();
    assert_eq!(
        pair.begin(&plain(2)),
        Some(Response::Refused(RequestError::MatchRunning))
    );
}

#[test]
fn nobody_is_answered_before_a_hello() {
    let mut pair = Pair::new(BoardId::Ring);
    pair.local
        .step(pair.now(), Input::Host(HostPresence::There));
    assert_eq!(
        pair.ask(Request::Info),
        Some(Response::Refused(RequestError::NoHello))
    );
}

#[test]
fn following_a_ring_writes_nothing() {
    let mut pair = opened();
    pair.inject(docked(Post::Two));
    pair.wait(Span::millis(500));
    let before = pair.local.ring().info();
    let session = pair.local.ring().referee().session().hash();
    for _ in 0..400 {
        // Another program opens the port each time.
        pair.unplug();
        pair.local
            .step(pair.now(), Input::Host(HostPresence::There));
        let mut other = HostProtocol::default();
        other.open();
        other.follow(FollowFrom::Now);
        let news = pair.local.talk(pair.now(), &mut other);
        let lines = news.iter().filter_map(|event| match event {
            ClientEvent::Line(line) => Some(line.events.len()),
            _ => None,
        });
        assert_eq!(lines.sum::<usize>(), 0, "what is past is no news");
        assert_eq!(other.session().unwrap().hash(), session);
    }
    let after = pair.local.ring().info();
    assert_eq!((after.first, after.next), (before.first, before.next));
}
