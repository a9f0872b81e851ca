//! Hangs, and power that goes at the worst moment.

use crate::twin::{Twin, begin_of};
use dohyo_tests::ring_host::plain;
use rules_core::board::{Button, Buttons, Name};
use rules_core::referee::{Command, Game};
use rules_core::wire::message::From;
use rules_core::wire::{Ask, BootReason, Outcome};

/// The device tells its host how it stands.
fn stands(twin: &mut Twin) -> Option<Game> {
    twin.side.open();
    twin.side.follow(From::Now);
    for _ in 0..30 {
        twin.alone(20);
        if twin.side.cursor().is_some() {
            break;
        }
    }
    twin.alone(40);
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

/// The cut comes within the operation after so many more, after so many bytes.
/// Long strides, so that fifty cuts are fifty different moments.
const fn moment(n: u32) -> (u32, u32) {
    (n % 5, (n * 37) % 256)
}

/// How many cuts there are.
const CUTS: u32 = 52;

#[test]
fn a_match_outlives_a_cut_at_any_moment() {
    let Some(mut twin) = Twin::booted("cut", Name::Ring) else {
        return;
    };
    let began = std::time::Instant::now();
    let game = plain(2);
    twin.plug();
    let (mut torn, mut between) = (0, 0);
    let mut before = None;
    for n in 0..CUTS {
        let (operation, bytes) = moment(n);
        twin.pico.cut(operation, bytes).expect("a cut to come");
        // Lines that begin a match, or one that breaks it off.
        let after = match before {
            None => {
                for (seat, kit) in game.kits().into_iter().flat_map(|kits| kits.iter()) {
                    twin.side.ask(Ask::Kit(seat, kit.clone()));
                }
                twin.side.ask(Ask::Begin(begin_of(&game)));
                Some(game.clone())
            }
            Some(_) => {
                twin.side.ask(Ask::Command(Command::Abort));
                twin.alone(40);
                twin.pico
                    .press(Buttons::of(Button::Confirm))
                    .expect("a touch");
                twin.alone(60);
                twin.pico.press(Buttons::EMPTY).expect("no touch");
                None
            }
        };
        twin.alone(100);
        match twin.lost_power() {
            true => torn += 1,
            false => between += 1,
        }
        twin.power("cut");
        let found = stands(&mut twin);
        let hello = twin.side.hello().expect("a hello");
        assert_eq!(hello.boot, BootReason::PowerUp);
        assert!(
            found == before || found == after,
            "cut {n}, at {operation}, {bytes}: {found:?}"
        );
        assert_eq!(twin.last.counts.clashes, 0, "cut {n}");
        before = found;
    }
    println!(
        "{torn} cuts within a write, {between} between, in {:.0} s",
        began.elapsed().as_secs_f64()
    );
    assert!(torn >= CUTS / 2, "only {torn} cuts were within a write");
    // Whatever was cut, a match can begin; and then it is there for good.
    if before.is_none() {
        assert_eq!(twin.begin(&game), Some(Outcome::Done));
    }
    twin.power("cut");
    assert_eq!(stands(&mut twin), Some(game));
}

#[test]
fn a_fresh_flash_may_be_cut_while_it_is_erased() {
    let Some(mut twin) = Twin::fresh("fresh", Name::Ring) else {
        return;
    };
    for (operation, bytes) in [(0, 0), (0, 1_000), (1, 4_095), (2, 77), (5, 2_048)] {
        twin.pico.cut(operation, bytes).expect("a cut to come");
        twin.alone(600);
        assert!(twin.lost_power(), "no erase at {operation}");
        twin.power("fresh");
    }
    assert_eq!(stands(&mut twin), None);
    assert!(twin.last.counts.erases > 5, "{:?}", twin.last.counts);
}
