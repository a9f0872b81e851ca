//! What the strip shows, decoded from its waveform, beside what the twin's lights
//! say, in states that have a name.

use crate::twin::Twin;
use dohyo_tests::ring_host::plain;
use rules_core::board::BoardId;
use rules_core::lights::Spot;
use rules_core::panel::Touch;
use rules_core::panel::quick_match as assumed;
use rules_core::place::Post;
use rules_core::player::Players;
use rules_core::time::Instant;
use rules_core::wire::message::CalibrationCommand;
use rules_core::wire::{Request, Response};

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
    let Some(mut twin) = Twin::booted("states", BoardId::Ring) else {
        return;
    };
    let mut seen = Vec::new();
    let mut shows = |twin: &mut Twin, state: &'static str| {
        let picture = agree(twin, state);
        seen.push((state, picture));
    };
    twin.act("plug host");
    // The picture of the start lasts half a second.
    twin.act("wait 0.7");
    shows(&mut twin, "idle with a host");
    let identify = |post| Request::Identify(Spot::Post(post));
    assert_eq!(twin.ask(identify(Post::Two)), Some(Response::Done));
    shows(&mut twin, "a post is sought");
    assert_eq!(twin.ask(identify(Post::Four)), Some(Response::Done));
    shows(&mut twin, "another post is sought");
    let calibrate = |step| Request::Calibrate(step);
    let asked = twin.ask(calibrate(CalibrationCommand::Start));
    assert_eq!(asked, Some(Response::Done));
    shows(&mut twin, "calibrating");
    let asked = twin.ask(calibrate(CalibrationCommand::Cancel));
    assert_eq!(asked, Some(Response::Done));
    twin.act("press mode");
    shows(&mut twin, "the menu is open");
    twin.act("press undo");
    assert_eq!(twin.begin(&plain(2)), Some(Response::Done));
    shows(&mut twin, "a match of two has begun");
    assert_eq!(
        twin.act("host asks abort"),
        Some(Response::TouchNeeded(Touch::Hold))
    );
    shows(&mut twin, "a touch is needed");
    twin.act("press undo");
    shows(&mut twin, "the touch is refused");
    assert_eq!(
        twin.act("host asks abort"),
        Some(Response::TouchNeeded(Touch::Hold))
    );
    twin.act("wait 1");
    twin.act("hold confirm");
    shows(&mut twin, "the match is broken off");
    let three = assumed::game(Players::Three, assumed::DEFAULT_LAYOUTS[Players::Three]);
    let three = three.expect("a match of three can be set up");
    assert_eq!(twin.begin(&three), Some(Response::Done));
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
