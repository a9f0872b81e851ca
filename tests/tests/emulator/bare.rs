//! The bare-Pico check on the emulated Pico: it prints a verdict on every assumption, and
//! says what it cannot see.

use crate::image;
use host_tools::emulator::image::build_bare;
use host_tools::emulator::{ChipModel, Emulator, RunLimit};
use rules_core::board::BoardId;

/// Clock to lane, address to converter, strip to lane, clock to its own input.
const WIRES: [(u8, u8); 4] = [(6, 7), (0, 26), (15, 10), (6, 6)];

/// Lines that the check prints with these wires.
fn printed(wires: &[(u8, u8)]) -> Option<String> {
    // Says what is missing, and skips the test without Node.
    image()?;
    let check = build_bare().expect("the image of the check");
    let chip = ChipModel::default();
    let mut pico =
        Emulator::start_wired(&check, BoardId::Ring, &[], chip, wires).expect("an emulator");
    let mut text = Vec::new();
    for _ in 0..40 {
        let reply = pico.run(100, RunLimit::Over).expect("a run");
        text.extend(reply.packets.iter().flat_map(|packet| packet.bytes()));
        if text.windows(5).any(|bytes| bytes == b"done:") {
            break;
        }
    }
    Some(String::from_utf8(text).expect("plain text"))
}

/// The verdict of the line that begins with these words.
fn verdict<'a>(text: &'a str, assumption: &str) -> &'a str {
    let line = text.lines().find(|line| line.starts_with(assumption));
    let line = line.unwrap_or_else(|| panic!("no line \"{assumption}\" in {text}"));
    line.rsplit(" | ").next().unwrap_or_default().trim()
}

#[test]
fn the_check_finds_every_wire_and_says_what_holds() {
    let Some(text) = printed(&WIRES) else { return };
    println!("{text}");
    for assumption in [
        "a read past the cache",
        "a miss fills 4 bytes",
        "a word stays in the cache",
        "a sector erase",
        "a page write",
        "flash keeps what is written",
        "a zero of the LED strip",
        "a one of the LED strip",
        "the clock at GP7 is sampled before it rises",
        "readings of GP26 follow the address",
        "no frame or scan is lost",
    ] {
        assert_eq!(verdict(&text, assumption), "holds", "{text}");
    }
    // The emulator has no capacitors.
    let capacitor = "not known: no capacitor of 470 pF at GP6";
    assert_eq!(verdict(&text, "an edge at 470 pF with 12 mA"), capacitor);
    for line in text.lines().skip(2).filter(|line| line.contains(" | ")) {
        assert_eq!(line.split(" | ").count(), 4, "{line}");
    }
}

#[test]
fn the_check_names_each_wire_that_is_missing() {
    let Some(text) = printed(&[]) else { return };
    println!("{text}");
    for (assumption, missing) in [
        ("an edge at 470 pF with 2 mA", "GP6 does not rise"),
        ("a zero of the LED strip", "no wire from GP15 to GP10"),
        ("the clock at GP7", "no wire from GP6 to GP7"),
        ("readings of GP26", "no 10 kohm from GP0 to GP26"),
    ] {
        let expected = format!("not known: {missing}");
        assert_eq!(verdict(&text, assumption), expected, "{text}");
    }
}
