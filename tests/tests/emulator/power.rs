//! Hangs, and power that goes at the worst moment.

use crate::twin::{Twin, answer, begin_of};
use dohyo_tests::ring_host::plain;
use host_tools::emulator::RunLimit;
use rules_core::board::{BoardId, Button, Buttons};
use rules_core::panel::SHOWN_FIRST;
use rules_core::panel::buttons::LONG;
use rules_core::referee::{AnyGame, Command};
use rules_core::time::Span;
use rules_core::wire::message::{FollowFrom, RestartMode};
use rules_core::wire::{BootReason, Request, Response};

/// The device tells its host how it stands.
fn stands(twin: &mut Twin) -> Option<AnyGame> {
    twin.side.open();
    twin.side.follow(FollowFrom::Now);
    for _ in 0..30 {
        twin.alone(20);
        if twin.side.cursor().is_some() {
            break;
        }
    }
    twin.alone(40);
    twin.side.session()?.game().cloned()
}

/// Time in ms after which the lines of a match that begins are in flash: a line each 10 ms
/// at most.
const STORED: u32 = 300;

#[test]
fn a_device_that_hangs_starts_again_and_goes_on_with_the_match() {
    let Some(mut twin) = Twin::booted("hang", BoardId::Ring) else {
        return;
    };
    twin.plug();
    assert_eq!(twin.begin(&plain(2)), Some(Response::Done));
    twin.alone(STORED);
    twin.pico.hang(60_000).expect("a hang");
    let run = twin.pico.run(4_000, RunLimit::Ready).expect("a run");
    assert_eq!(run.resets.len(), 1, "{run:?}");
    assert_eq!(run.resets[0].reason, 1, "nobody fed the watchdog");
    twin.side = Default::default();
    let game = stands(&mut twin);
    let hello = twin.side.hello().expect("a hello");
    assert_eq!(hello.boot, BootReason::Watchdog);
    assert_eq!(game, Some(plain(2)));
}

/// How a packet that a host has not come for may meet the end of the program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// It was the answer to a host that asked for a restart.
    Asked,
    /// The program panics.
    Panic,
}

/// A host comes late for the last packet, by so many ms: it gets it all the same.
fn last_packet_is_sent(name: &str, end: End, late: u32) {
    let Some(mut twin) = Twin::booted(name, BoardId::Ring) else {
        return;
    };
    twin.plug();
    twin.alone(40);
    twin.pico.listen(false).expect("a host that is busy");
    let id = twin.side.ask(match end {
        End::Asked => Request::Restart(RestartMode::Program),
        End::Panic => Request::Info,
    });
    let out = twin.side.take_outgoing();
    twin.pico.send(&out).expect("to be sent");
    let lies = match end {
        End::Asked => twin.pico.run(late, RunLimit::Over),
        End::Panic => {
            // Long enough that the answer lies there, but no more than that.
            twin.pico.run(20, RunLimit::Over).expect("a run");
            twin.pico.panic().expect("a panic");
            twin.pico.run(late, RunLimit::Over)
        }
    }
    .expect("a run");
    assert_eq!(lies.resets.len(), 0, "it does not wait: {:?}", lies.resets);
    let comes = twin.pico.listen(true).expect("a host that comes for it");
    let lies = twin.pico.run(2_000, RunLimit::Ready).expect("a run");
    for packet in comes.packets.iter().chain(&lies.packets) {
        let heard = twin.side.receive(&packet.bytes());
        twin.heard.extend(heard);
    }
    assert_eq!(answer(&twin.heard, id), Some(Response::Done));
    assert_eq!(lies.resets.len(), 1, "{lies:?}");
    assert_eq!(lies.ready.len(), 1, "not ready again");
    twin.side = Default::default();
    twin.side.open();
    twin.alone(60);
    let why = match end {
        End::Asked => BootReason::Asked,
        End::Panic => BootReason::Panic,
    };
    assert_eq!(twin.side.hello().expect("a hello").boot, why);
}

#[test]
fn a_host_that_asks_for_a_restart_is_answered_before() {
    last_packet_is_sent("restart", End::Asked, 60);
}

#[test]
fn a_packet_that_lies_there_outlives_a_panic() {
    last_packet_is_sent("panic", End::Panic, 3);
}

#[test]
fn a_host_that_never_comes_does_not_hold_up_a_restart() {
    let Some(mut twin) = Twin::booted("leave", BoardId::Ring) else {
        return;
    };
    twin.plug();
    twin.alone(40);
    twin.pico.listen(false).expect("a host that is gone");
    twin.side.ask(Request::Restart(RestartMode::Program));
    let out = twin.side.take_outgoing();
    twin.pico.send(&out).expect("to be sent");
    let run = twin.pico.run(1_500, RunLimit::Ready).expect("a run");
    assert_eq!(run.resets.len(), 1, "{run:?}");
    assert_eq!(run.resets[0].reason, 2, "asked for, not by the watchdog");
}

/// Begins a match if there is none, or breaks it off: several lines, or one. Returns the
/// match afterwards.
fn change(twin: &mut Twin, game: &AnyGame, before: Option<&AnyGame>) -> Option<AnyGame> {
    if before.is_none() {
        for (seat, kit) in game.cards().into_iter().flat_map(|cards| cards.iter()) {
            twin.side.ask(Request::Card(seat, kit.clone()));
        }
        twin.side.ask(Request::Begin(begin_of(game)));
        return Some(game.clone());
    }
    twin.side.ask(Request::Command(Command::Abort));
    twin.alone(40 + millis(SHOWN_FIRST));
    twin.pico
        .press(Buttons::of(Button::Confirm))
        .expect("a touch");
    twin.alone(60 + millis(LONG));
    twin.pico.press(Buttons::EMPTY).expect("no touch");
    None
}

/// The cut comes within the operation after so many more, after so many bytes.
/// Long strides, so that fifty cuts are fifty different moments. A match begins with about
/// fifteen operations: sometimes it has begun before the cut, and is broken off with the next.
const fn moment(n: u32) -> (u32, u32) {
    (n * 5 % 24, (n * 37) % 256)
}

/// How many cuts there are.
const CUTS: u32 = 36;

#[test]
fn a_match_outlives_a_cut_at_any_moment() {
    let Some(mut twin) = Twin::booted("cut", BoardId::Ring) else {
        return;
    };
    let began = std::time::Instant::now();
    let game = plain(2);
    twin.plug();
    let (mut torn, mut between, mut aborted) = (0, 0, 0);
    let mut before = None;
    for n in 0..CUTS {
        let (operation, bytes) = moment(n);
        twin.pico.cut(operation, bytes).expect("a cut to come");
        let after = change(&mut twin, &game, before.as_ref());
        twin.alone(100);
        match twin.lost_power() {
            true => torn += 1,
            false => between += 1,
        }
        // A cut that has not come must not come later.
        twin.pico.cut(u32::MAX, 0).expect("no cut to come");
        twin.power();
        let found = stands(&mut twin);
        let hello = twin.side.hello().expect("a hello");
        assert_eq!(hello.boot, BootReason::PowerUp);
        assert!(
            found == before || found == after,
            "cut {n}, at {operation}, {bytes}: {found:?}"
        );
        assert_eq!(twin.last.counts.clashes, 0, "cut {n}");
        aborted += u32::from(before.is_some() && found.is_none());
        before = found;
    }
    println!(
        "{torn} cuts within a write, {between} between, in {:.0} s",
        began.elapsed().as_secs_f64()
    );
    assert!(torn >= CUTS / 3, "only {torn} cuts were within a write");
    assert!(aborted >= 3, "only {aborted} matches were broken off");
    // Whatever was cut, a match can begin; and then it is there for good.
    if before.is_none() {
        assert_eq!(twin.begin(&game), Some(Response::Done));
        twin.alone(STORED);
    }
    twin.power();
    assert_eq!(stands(&mut twin), Some(game));
}

#[test]
fn a_fresh_flash_may_be_cut_while_it_is_erased() {
    let Some(mut twin) = Twin::fresh("fresh", BoardId::Ring) else {
        return;
    };
    for (operation, bytes) in [(0, 0), (0, 1_000), (1, 4_095), (2, 77), (5, 2_048)] {
        twin.pico.cut(operation, bytes).expect("a cut to come");
        twin.alone(600);
        assert!(twin.lost_power(), "no erase at {operation}");
        twin.power();
    }
    assert_eq!(stands(&mut twin), None);
    assert!(twin.last.counts.erases > 5, "{:?}", twin.last.counts);
}

/// Bytes of a sector that are erased when the power goes: none, few, half, all but one.
const ERASED: [u32; 5] = [0, 1, 700, 2_048, 4_095];

#[test]
fn a_match_outlives_a_cut_within_an_erase() {
    for bytes in ERASED {
        let Some((mut twin, game)) = Twin::cut_in_erase("erase", BoardId::Ring, bytes) else {
            return;
        };
        assert!(twin.lost_power(), "no erase at {bytes}");
        twin.power();
        assert_eq!(stands(&mut twin), Some(game), "cut at {bytes}");
        assert_eq!(twin.last.counts.clashes, 0, "cut at {bytes}");
        // The sector is erased again, and takes lines.
        twin.alone(3_000);
        assert!(twin.last.counts.erases > 0, "cut at {bytes}");
    }
}

#[test]
fn a_device_that_hangs_after_a_long_erase_goes_on_with_the_match() {
    let Some((mut twin, game)) = Twin::erased("hang-erase", BoardId::Ring) else {
        return;
    };
    twin.pico.hang(60_000).expect("a hang");
    let run = twin.pico.run(4_000, RunLimit::Ready).expect("a run");
    assert_eq!(run.resets.len(), 1, "{run:?}");
    assert_eq!(stands(&mut twin), Some(game));
}

/// Returns a span in whole ms.
const fn millis(span: Span) -> u32 {
    span.0 / 1_000
}
