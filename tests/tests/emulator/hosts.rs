//! Hosts that talk, and hosts that do not listen.

use crate::pushes::push;
use crate::twin::{Twin, lines};
use dohyo_tests::ring_host::plain;
use host_core::protocol::ClientEvent;
use rules_core::board::BoardId;
use rules_core::referee::JournalLine;
use rules_core::rng::Rng;
use rules_core::sensing::observation::ObservationKind;
use rules_core::wire::message::{FollowFrom, StorageStatus, Streams, WatchStream};
use rules_core::wire::{BootReason, Request, Response, RingMessage};
use std::collections::BTreeMap;

#[test]
fn a_ring_says_hello_and_what_it_has_stored() {
    let Some(mut twin) = Twin::booted("hello", BoardId::Ring) else {
        return;
    };
    twin.plug();
    let hello = twin.side.hello().expect("a hello");
    assert_eq!(
        (hello.board, hello.boot),
        (BoardId::Ring, BootReason::PowerUp)
    );
    assert_eq!(Some(hello), twin.other.hello());
    twin.side.follow(FollowFrom::Now);
    assert_eq!(twin.begin(&plain(2)), Some(Response::Done));
    assert_eq!(twin.ask(Request::Info), Some(Response::Done));
    let info = twin.heard.iter().rev().find_map(|heard| match heard {
        ClientEvent::Message(message) => match &**message {
            RingMessage::Info(info) => Some(info),
            _ => None,
        },
        _ => None,
    });
    let info = info.expect("facts");
    assert_eq!(info.storage, StorageStatus::Working);
    assert!(info.next > 1, "{info:?}");
    assert_eq!(info.stored, info.next, "all lines are in flash");
    assert!(twin.last.counts.programs > 0);
}

/// What is wrong with a host.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Host {
    /// There is none.
    Gone,
    /// It does not come for what the ring says.
    Deaf,
    /// It sends what is no message, without end.
    Raving,
}

/// How long it is like that, ms.
const LONG: u32 = 6_000;

/// A match goes on for that long, which is more than the 5 s that the longest wait
/// in it takes, with a push in it; then a host is there again and is told what it
/// missed.
fn goes_on(name: &str, host: Host) {
    let Some(mut twin) = Twin::booted(name, BoardId::Ring) else {
        return;
    };
    let began = std::time::Instant::now();
    twin.plug();
    twin.side.follow(FollowFrom::Now);
    assert_eq!(twin.begin(&plain(2)), Some(Response::Done));
    let missed = twin.side.cursor().expect("the journal is followed");
    match host {
        Host::Gone => {
            twin.act("unplug host");
        }
        Host::Deaf => {
            twin.pico.listen(false).expect("a deaf host");
        }
        Host::Raving => {}
    }
    twin.feed(push());
    for _ in 0..LONG / 20 {
        if host == Host::Raving {
            twin.act("garbage 300");
        }
        twin.run(20);
        if host == Host::Deaf {
            assert_eq!(twin.last.packets, [], "a deaf host has nothing");
        }
        assert_eq!(twin.last.resets, []);
    }
    let counts = twin.last.counts.clone();
    println!(
        "{name}: {} frames, processor {:.0} %, in {:.0} s",
        counts.curtain.taken,
        counts.cpu * 100.0,
        began.elapsed().as_secs_f64()
    );
    assert_eq!((counts.curtain.lost, counts.hall.lost), (0, 0));
    assert_eq!((counts.curtain.wrong, counts.hall.wrong), (0, 0));

    match host {
        Host::Gone => {
            twin.pico.open(true).expect("a host");
            twin.other.host_comes(twin.now());
        }
        Host::Deaf => {
            twin.pico.listen(true).expect("a host that listens");
        }
        Host::Raving => {}
    }
    twin.run(60);
    twin.side.open();
    twin.run(400);
    let of = |lines: Vec<&JournalLine>| -> BTreeMap<u32, (u64, String)> {
        let since = lines.into_iter().filter(|it| it.seq >= missed);
        since
            .map(|it| (it.seq, (it.body.hash, format!("{:?}", it.body.line))))
            .collect()
    };
    let device = of(lines(&twin.heard));
    let ring = of(twin.other.lines().iter().collect());
    println!("{} lines in that time", ring.len());
    assert!(ring.len() > 2, "{ring:?}");
    assert_eq!(device, ring);
}

/// While a sector is erased for 400 ms the device does nothing else. A host that raves
/// meanwhile and a watchdog that is not fed change nothing, and a fall right after it is
/// seen.
#[test]
fn a_long_erase_outlasts_neither_the_watchdog_nor_the_rings_of_samples() {
    let Some((mut twin, _)) = Twin::about_to_erase("long-erase", BoardId::Ring) else {
        return;
    };
    twin.side.open();
    twin.side
        .ask(Request::Watch(Streams::of(WatchStream::Observations)));
    let mut rng = Rng::new(400);
    let mut erased = false;
    for _ in 0..150 {
        let noise: Vec<u8> = (0..300).map(|_| rng.next_u64() as u8).collect();
        twin.pico.send(&noise).expect("to be sent");
        twin.alone(20);
        assert_eq!(twin.last.resets, []);
        if twin.last.counts.erases > 0 {
            erased = true;
            break;
        }
    }
    assert!(erased, "nothing was erased");
    twin.pico.feed(push()).expect("frames to feed");
    // A host that says sensible things again.
    twin.side.open();
    twin.side
        .ask(Request::Watch(Streams::of(WatchStream::Observations)));
    twin.heard.clear();
    twin.alone(push().frames.len() as u32 * 2 / 5 + 300);
    let counts = &twin.last.counts;
    assert_eq!((counts.curtain.lost, counts.hall.lost), (0, 0));
    assert!(counts.curtain.skipped > 0, "{counts:?}");
    let falls = (twin.heard.iter()).filter(|heard| match heard {
        ClientEvent::Message(message) => match &**message {
            RingMessage::Observation(seen) => matches!(seen.kind, ObservationKind::Falling(..)),
            _ => false,
        },
        _ => false,
    });
    assert!(falls.count() > 0, "the fall after the erase was not seen");
}

#[test]
fn a_match_goes_on_without_a_host() {
    goes_on("gone", Host::Gone);
}

#[test]
fn a_match_goes_on_with_a_host_that_does_not_listen() {
    goes_on("deaf", Host::Deaf);
}

#[test]
fn a_match_goes_on_with_a_host_that_talks_nonsense() {
    goes_on("raving", Host::Raving);
}
