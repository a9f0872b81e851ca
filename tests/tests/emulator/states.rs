//! What the strip shows, decoded from its waveform, beside what the twin's lights
//! say, in states that have a name.

use crate::twin::Twin;
use dohyo_tests::ring_host::plain;
use rules_core::board::{Button, Buttons, Name};
use rules_core::lights::Spot;
use rules_core::place::Post;
use rules_core::referee::Command;
use rules_core::time::Instant;
use rules_core::wire::message::Calibrate;
use rules_core::wire::{Ask, Outcome};

/// The last picture is what the twin shows then, or one step of motion before.
fn agree(twin: &mut Twin, state: &str) -> Vec<[u8; 3]> {
    twin.run(60);
    let shown = twin.shown.clone();
    let at = twin.now().0;
    let painted: Vec<Vec<[u8; 3]>> = (0..=2)
        .map(|ticks| {
            let frame = twin.ring.lights(Instant(at.saturating_sub(ticks * 20_000)));
            frame.iter().map(|it| [it.r, it.g, it.b]).collect()
        })
        .collect();
    assert!(
        painted.contains(&shown),
        "{state}: {shown:?} not in {painted:?}"
    );
    shown
}

#[test]
fn the_strip_shows_what_the_ring_says() {
    let Some(mut twin) = Twin::booted("states", Name::Ring) else {
        return;
    };
    let mut seen = Vec::new();
    twin.plug();
    twin.run(700);
    seen.push(agree(&mut twin, "idle with a host"));
    assert_eq!(
        twin.ask(Ask::Identify(Spot::Post(Post::Two))),
        Some(Outcome::Done)
    );
    seen.push(agree(&mut twin, "a post sought"));
    assert_eq!(
        twin.ask(Ask::Calibrate(Calibrate::Start)),
        Some(Outcome::Done)
    );
    seen.push(agree(&mut twin, "calibrating"));
    assert_eq!(
        twin.ask(Ask::Calibrate(Calibrate::Cancel)),
        Some(Outcome::Done)
    );
    assert_eq!(twin.begin(&plain(2)), Some(Outcome::Done));
    seen.push(agree(&mut twin, "a match has begun"));
    let asked = twin.ask(Ask::Command(Command::Abort));
    assert_eq!(asked, Some(Outcome::TouchNeeded));
    seen.push(agree(&mut twin, "a touch is needed"));
    twin.press(Buttons::of(Button::Undo), 100);
    twin.press(Buttons::EMPTY, 60);
    seen.push(agree(&mut twin, "the touch is refused"));
    seen.dedup();
    assert!(seen.len() >= 4, "{} pictures differ", seen.len());
}
