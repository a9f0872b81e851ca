//! Hangs, and power that goes at the worst moment.

use crate::twin::{Twin, begin_of};
use dohyo_tests::ring_host::plain;
use rules_core::board::Name;
use rules_core::referee::Game;
use rules_core::wire::message::From;
use rules_core::wire::{Ask, BootReason, Outcome};

/// The device tells its host how it stands.
fn stands(twin: &mut Twin) -> Option<Game> {
    twin.side.open();
    twin.side.follow(From::Now);
    for _ in 0..10 {
        twin.alone(60);
        if twin.side.cursor().is_some() {
            break;
        }
    }
    twin.alone(100);
    twin.side.session()?.game().cloned()
}

#[test]
fn a_device_that_hangs_starts_again_and_goes_on_with_the_match() {
    let Some(mut twin) = Twin::booted("hang", Name::Ring) else {
        return;
    };
    twin.plug();
    assert_eq!(twin.begin(&plain(2)), Some(Outcome::Done));
    twin.alone(40);
    twin.pico.hang(60_000).expect("a hang");
    let until = host_tools::emulator::Until::Ready;
    let run = twin.pico.run(4_000, until).expect("a run");
    assert_eq!(run.resets.len(), 1, "{run:?}");
    assert_eq!(run.resets[0].reason, 1, "nobody fed the watchdog");
    twin.side = Default::default();
    let game = stands(&mut twin);
    let hello = twin.side.hello().expect("a hello");
    assert_eq!(hello.boot, BootReason::Watchdog);
    assert_eq!(game, Some(plain(2)));
}

#[test]
fn a_match_outlives_a_cut_at_any_moment() {
    let Some(mut twin) = Twin::booted("cut", Name::Ring) else {
        return;
    };
    let game = plain(2);
    twin.plug();
    // Within the lines that begin a match: it began or it did not.
    for (operation, bytes) in [(0, 0), (0, 9), (1, 3), (2, 40), (3, 0)] {
        twin.pico.cut(operation, bytes).expect("a cut to come");
        for (seat, kit) in game.kits().into_iter().flat_map(|kits| kits.iter()) {
            twin.side.ask(Ask::Kit(seat, kit.clone()));
        }
        twin.side.ask(Ask::Begin(begin_of(&game)));
        twin.alone(200);
        twin.power("cut");
        let found = stands(&mut twin);
        let hello = twin.side.hello().expect("a hello");
        assert_eq!(hello.boot, BootReason::PowerUp);
        match found {
            None => {}
            Some(found) => {
                assert_eq!(found, game, "at {operation}, {bytes}");
                break;
            }
        }
    }
    // Whatever was cut, a match can begin; and then it is there for good.
    if twin.side.session().and_then(|it| it.game()).is_none() {
        assert_eq!(twin.begin(&game), Some(Outcome::Done));
    }
    for wait in [0, 7, 100] {
        twin.alone(wait);
        twin.power("cut");
        assert_eq!(stands(&mut twin), Some(game.clone()));
    }
    assert_eq!(twin.last.counts.clashes, 0);
}
