//! Laws of the buttons: whatever contacts do, a finger is one press.

use proptest::prelude::*;
use rules_core::board::{Button, Buttons};
use rules_core::panel::buttons::{BOTH, Debouncer, LONG, Press};
use rules_core::time::{Instant, Span};

/// Levels from a time on, in microseconds.
type Levels = Vec<(u64, Buttons)>;

/// Plays levels; looks when they change and whenever the keys want it.
fn play(levels: &Levels, until: u64) -> Vec<Press> {
    let mut keys = Debouncer::default();
    let mut presses = Vec::new();
    for &(at, down) in levels {
        settle(&mut keys, Instant(at), &mut presses);
        presses.extend(
            keys.step(Instant(at), down)
                .into_iter()
                .map(|timed| timed.press),
        );
    }
    settle(&mut keys, Instant(until), &mut presses);
    presses
}

fn settle(keys: &mut Debouncer, until: Instant, presses: &mut Vec<Press>) {
    for _ in 0..20 {
        match keys.poll_at() {
            Some(due) if due <= until => {
                presses.extend(keys.poll(due).into_iter().map(|timed| timed.press))
            }
            _ => return,
        }
    }
    panic!("polled for ever");
}

/// The same, looked at every so often.
fn look(levels: &Levels, until: u64, every: u64) -> Vec<Press> {
    let mut keys = Debouncer::default();
    let mut presses = Vec::new();
    let mut next = levels.iter().peekable();
    let mut now = 0;
    loop {
        let time = next.peek().map_or(u64::MAX, |it| it.0).min(now);
        if time > until {
            return presses;
        }
        match next.next_if(|it| it.0 == time) {
            Some(&(at, down)) => presses.extend(
                keys.step(Instant(at), down)
                    .into_iter()
                    .map(|timed| timed.press),
            ),
            None => {
                presses.extend(keys.poll(Instant(now)).into_iter().map(|timed| timed.press));
                now += every;
            }
        }
    }
}

fn button() -> impl Strategy<Value = Button> {
    prop::sample::select(Button::ALL.to_vec())
}

/// A bouncing edge: gaps shorter than it takes to be believed.
fn bounce() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(1..19_999_u64, 0..12)
}

/// A finger on a button: how long it holds, bouncing on and off.
#[derive(Debug, Clone)]
struct Touch {
    button: Button,
    on: Vec<u64>,
    hold_ms: u64,
    off: Vec<u64>,
    pause_ms: u64,
}

fn touch() -> impl Strategy<Value = Touch> {
    // Not close to the border between short and long.
    let hold = prop_oneof![30..1_200_u64, 1_501..4_000_u64];
    (button(), bounce(), hold, bounce(), 30..500_u64).prop_map(
        |(button, on, hold_ms, off, pause_ms)| Touch {
            button,
            on,
            hold_ms,
            off,
            pause_ms,
        },
    )
}

/// Toggles a button with these gaps and ends in `last`.
fn bounced(levels: &mut Levels, now: &mut u64, gaps: &[u64], button: Button, last: bool) {
    let down = |is: bool| {
        if is {
            Buttons::of(button)
        } else {
            Buttons::EMPTY
        }
    };
    // An even number of toggles before the last ends where it began.
    for pair in gaps.chunks_exact(2) {
        levels.push((*now, down(last)));
        *now += pair[0];
        levels.push((*now, down(!last)));
        *now += pair[1];
    }
    levels.push((*now, down(last)));
}

proptest! {
    #[test]
    fn a_touch_is_one_press_however_the_contact_bounces(touches in prop::collection::vec(touch(), 1..8)) {
        let (mut levels, mut now) = (Levels::new(), 1_000);
        let mut expected = Vec::new();
        for it in &touches {
            bounced(&mut levels, &mut now, &it.on, it.button, true);
            now += it.hold_ms * 1_000;
            bounced(&mut levels, &mut now, &it.off, it.button, false);
            now += it.pause_ms * 1_000;
            expected.push(match it.hold_ms {
                1_500.. => Press::Long(it.button),
                _ => Press::Short(it.button),
            });
        }
        prop_assert_eq!(play(&levels, now), expected);
    }

    #[test]
    fn bouncing_alone_is_at_most_one_press(button in button(), gaps in prop::collection::vec(1..19_999_u64, 0..200), ends_down in any::<bool>()) {
        let (mut levels, mut now) = (Levels::new(), 0);
        let mut down = true;
        for gap in gaps {
            levels.push((now, if down { Buttons::of(button) } else { Buttons::EMPTY }));
            down = !down;
            now += gap;
        }
        if ends_down {
            levels.push((now, Buttons::of(button)));
            levels.push((now + 300_000, Buttons::EMPTY));
        } else {
            levels.push((now, Buttons::EMPTY));
        }
        let presses = play(&levels, now + 1_000_000);
        prop_assert_eq!(presses.len(), usize::from(ends_down), "{:?}", presses);
    }

    #[test]
    fn how_often_somebody_looks_changes_nothing(
        steps in prop::collection::vec((0..15_u8, prop_oneof![1..60_u64, 100..4_000_u64]), 1..40),
    ) {
        let (mut levels, mut now) = (Levels::new(), 0);
        for (bits, millis) in steps {
            let down = Button::ALL.into_iter().filter(|it| bits >> it.index() & 1 == 1);
            levels.push((now, down.collect()));
            now += millis * 1_000;
        }
        levels.push((now, Buttons::EMPTY));
        let end = now + 1_000_000;
        let due = play(&levels, end);
        prop_assert_eq!(&look(&levels, end, 1_000), &due);
    }
}

/// Levels by hand: milliseconds and what is down.
fn by_hand(list: &[(u64, &[Button])], until_ms: u64) -> Vec<Press> {
    let levels = list
        .iter()
        .map(|(at, down)| (at * 1_000, down.iter().copied().collect()))
        .collect();
    play(&levels, until_ms * 1_000)
}

#[test]
fn both_held_are_pressed_once_and_neither_counts_alone() {
    let (confirm, undo) = (Button::Confirm, Button::Undo);
    let held = by_hand(
        &[
            (0, &[undo]),
            (400, &[undo, confirm]),
            (6_000, &[confirm]),
            (6_100, &[]),
        ],
        8_000,
    );
    assert_eq!(held, [Press::Both]);
    let let_go = by_hand(
        &[(0, &[undo, confirm]), (2_900, &[confirm]), (5_000, &[])],
        8_000,
    );
    assert_eq!(let_go, []);
    assert_eq!((LONG, BOTH), (Span::millis(1_500), Span::millis(3_000)));
}

#[test]
fn a_stuck_button_leaves_the_others_alone() {
    let (confirm, undo, mode) = (Button::Confirm, Button::Undo, Button::Mode);
    let presses = by_hand(
        &[
            (0, &[confirm]),
            (5_000, &[confirm, undo]),
            (5_100, &[confirm]),
            (6_000, &[confirm, undo]),
            (12_000, &[confirm]),
            (13_000, &[confirm, mode]),
            (13_100, &[confirm]),
        ],
        20_000,
    );
    let expected = [
        Press::Long(confirm),
        Press::Short(undo),
        Press::Long(undo),
        Press::Short(mode),
    ];
    assert_eq!(presses, expected);
}

#[test]
fn one_finger_after_the_other_is_two_presses() {
    let (confirm, mode) = (Button::Confirm, Button::Mode);
    let presses = by_hand(
        &[
            (0, &[mode]),
            (200, &[mode, confirm]),
            (250, &[confirm]),
            (400, &[]),
        ],
        1_000,
    );
    assert_eq!(presses, [Press::Short(mode), Press::Short(confirm)]);
}
