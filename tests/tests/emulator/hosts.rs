//! Hosts that talk, and hosts that do not listen.

use crate::{ask, booted, image, told};
use host_tools::emulator::Until;
use rules_core::board::{Button, Buttons};

#[test]
fn a_host_is_answered() {
    let Some(image) = image() else { return };
    let (mut pico, _) = booted(image, "answered");
    let report = ask(&mut pico, "report", 500).expect("an answer");
    println!("{report}");
    assert!(report.starts_with("dohyo "), "{report}");
    assert_eq!(told(&report, "board"), "ring");
    assert_eq!(told(&report, "boot"), "power-on");
    assert_eq!(told(&report, "lost"), "0,0");
    pico.press(Buttons::of(Button::Undo)).expect("a button");
    pico.run(30, Until::Over).expect("a run");
    let report = ask(&mut pico, "report", 500).expect("an answer");
    assert_eq!(
        told(&report, "buttons"),
        Buttons::of(Button::Undo).bits().to_string()
    );
}

#[test]
fn a_host_that_does_not_listen_or_talks_nonsense_disturbs_nobody() {
    let Some(image) = image() else { return };
    let (mut pico, _) = booted(image, "deaf");
    pico.run(60, Until::Over).expect("a run");
    pico.listen(false).expect("a deaf host");
    for _ in 0..8 {
        pico.say(b"report").expect("to be sent");
    }
    let nonsense: Vec<u8> = (0..2_000_u32).map(|n| (n * 7919 >> 3) as u8).collect();
    pico.send(&nonsense).expect("to be sent");
    let run = pico.run(600, Until::Over).expect("a run");
    assert_eq!(run.packets, [], "a deaf host has nothing");
    assert_eq!(run.resets, []);
    assert_eq!((run.counts.curtain.lost, run.counts.hall.lost), (0, 0));
    assert_eq!((run.counts.curtain.wrong, run.counts.hall.wrong), (0, 0));
    pico.listen(true).expect("a host");
    let run = pico.run(100, Until::Over).expect("a run");
    let _ = pico.payloads(&run);
    pico.send(&[0]).expect("the end of the nonsense");
    let report = ask(&mut pico, "report", 500).expect("an answer");
    assert!(
        report.starts_with("dohyo ") || report == "what?",
        "{report}"
    );
}
