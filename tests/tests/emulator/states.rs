//! What the strip shows, decoded from its waveform, beside what the twin's lights
//! say, in states that have a name.

use crate::twin::Twin;
use dohyo_tests::ring_host::plain;
use rules_core::board::{Button, Buttons, Name};
use rules_core::lights::Spot;
use rules_core::panel::plain as assumed;
use rules_core::place::Post;
use rules_core::player::Players;
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
            let then = Instant(at.saturating_sub(ticks * 20_000));
            let frame = twin.other.ring_mut().lights(then);
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
fn the_strip_shows_what_the_ring_says_in_ten_states() {
    let Some(mut twin) = Twin::booted("states", Name::Ring) else {
        return;
    };
    let mut seen = Vec::new();
    let mut shows = |twin: &mut Twin, state: &'static str| {
        let picture = agree(twin, state);
        seen.push((state, picture));
    };
    twin.plug();
    // The picture of the start lasts half a second.
    twin.run(700);
    shows(&mut twin, "idle with a host");
    let identify = |post| Ask::Identify(Spot::Post(post));
    assert_eq!(twin.ask(identify(Post::Two)), Some(Outcome::Done));
    shows(&mut twin, "a post is sought");
    assert_eq!(twin.ask(identify(Post::Four)), Some(Outcome::Done));
    shows(&mut twin, "another post is sought");
    let calibrate = |step| Ask::Calibrate(step);
    let asked = twin.ask(calibrate(Calibrate::Start));
    assert_eq!(asked, Some(Outcome::Done));
    shows(&mut twin, "calibrating");
    let asked = twin.ask(calibrate(Calibrate::Cancel));
    assert_eq!(asked, Some(Outcome::Done));
    twin.press(Buttons::of(Button::Mode), 100);
    twin.press(Buttons::EMPTY, 60);
    shows(&mut twin, "the menu is open");
    twin.press(Buttons::of(Button::Undo), 100);
    twin.press(Buttons::EMPTY, 60);
    assert_eq!(twin.begin(&plain(2)), Some(Outcome::Done));
    shows(&mut twin, "a match of two has begun");
    let abort = || Ask::Command(Command::Abort);
    assert_eq!(twin.ask(abort()), Some(Outcome::TouchNeeded));
    shows(&mut twin, "a touch is needed");
    twin.press(Buttons::of(Button::Undo), 100);
    twin.press(Buttons::EMPTY, 60);
    shows(&mut twin, "the touch is refused");
    assert_eq!(twin.ask(abort()), Some(Outcome::TouchNeeded));
    twin.press(Buttons::of(Button::Confirm), 100);
    twin.press(Buttons::EMPTY, 60);
    shows(&mut twin, "the match is broken off");
    let three = assumed::game(Players::Three, assumed::ASSUMED[Players::Three]);
    let three = three.expect("a match of three can be set up");
    assert_eq!(twin.begin(&three), Some(Outcome::Done));
    shows(&mut twin, "a match of three has begun");
    assert!(seen.len() >= 10);
    for (state, picture) in &seen {
        let lit = picture.iter().filter(|it| **it != [0; 3]).count();
        println!("{state}: {lit} of {} LEDs lit", picture.len());
    }
    let mut different: Vec<_> = seen.iter().map(|it| &it.1).collect();
    different.sort();
    different.dedup();
    assert!(different.len() >= 7, "{} pictures differ", different.len());
}
