//! Hosts that talk, and hosts that do not listen.

use crate::twin::Twin;
use dohyo_tests::ring_host::plain;
use host_tools::client::Heard;
use rules_core::board::Name;
use rules_core::wire::message::{From, Storage};
use rules_core::wire::{Ask, BootReason, FromRing, Outcome};

#[test]
fn a_ring_says_hello_and_what_it_has_stored() {
    let Some(mut twin) = Twin::booted("hello", Name::Ring) else {
        return;
    };
    twin.plug();
    let hello = twin.side.hello().expect("a hello");
    assert_eq!((hello.board, hello.boot), (Name::Ring, BootReason::PowerUp));
    assert_eq!(Some(hello), twin.other_hello());
    twin.side.follow(From::Now);
    assert_eq!(twin.begin(&plain(2)), Some(Outcome::Done));
    assert_eq!(twin.ask(Ask::Info), Some(Outcome::Done));
    let info = twin.heard.iter().rev().find_map(|heard| match heard {
        Heard::Message(message) => match &**message {
            FromRing::Info(info) => Some(info),
            _ => None,
        },
        _ => None,
    });
    let info = info.expect("facts");
    assert_eq!(info.storage, Storage::Working);
    assert!(info.next > 1, "{info:?}");
    assert_eq!(info.stored, info.next, "all lines are in flash");
    assert!(twin.last.counts.programs > 0);
}

#[test]
fn a_host_that_does_not_listen_or_talks_nonsense_disturbs_nobody() {
    let Some(mut twin) = Twin::booted("deaf", Name::Ring) else {
        return;
    };
    twin.plug();
    twin.pico.listen(false).expect("a deaf host");
    for _ in 0..8 {
        twin.side.ask(Ask::Info);
    }
    let nonsense: Vec<u8> = (0..2_000_u32).map(|n| ((n * 7919) >> 3) as u8).collect();
    twin.pico.send(&nonsense).expect("to be sent");
    twin.alone(600);
    let run = &twin.last;
    assert_eq!(run.packets, [], "a deaf host has nothing");
    assert_eq!(run.resets, []);
    assert_eq!((run.counts.curtain.lost, run.counts.hall.lost), (0, 0));
    assert_eq!((run.counts.curtain.wrong, run.counts.hall.wrong), (0, 0));
    twin.pico.listen(true).expect("a host");
    twin.alone(100);
    twin.heard.clear();
    twin.side.open();
    twin.side.follow(From::Now);
    twin.alone(100);
    let answers = |heard: &Heard| {
        matches!(heard, Heard::Message(message)
            if matches!(**message, FromRing::Answer(_, Outcome::From { .. })))
    };
    assert!(twin.heard.iter().any(answers), "{:?}", twin.heard);
}
