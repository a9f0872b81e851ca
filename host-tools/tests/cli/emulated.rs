//! `dohyo ring --emulated`: its refusals. Its abilities are in the checks that run on both
//! rings.

use super::table::has_pico;
use super::{bad, good, said};
use host_tools::emulator::image;
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn options_of_the_other_ring_are_refused() {
    assert!(bad(&["ring", "--emulated", "--idle-sensors"]).contains("cannot be used with"));
    assert!(bad(&["ring", "--emulated", "--after-match", "3"]).contains("cannot be used with"));
    // The names of before are understood, and not shown.
    assert!(bad(&["ring", "--emulated", "--still"]).contains("--idle-sensors"));
    assert!(bad(&["ring", "--emulated", "--played", "3"]).contains("--after-match"));
    assert!(!good(&["ring", "--help"]).contains("--played"));
    assert!(bad(&["ring", "--elf", "image"]).contains("--emulated"));
}

#[test]
fn an_image_that_is_not_there_is_named() {
    if has_pico() {
        let sentence = bad(&["ring", "--emulated", "--elf", "no/such/image"]);
        assert!(sentence.contains("no/such/image"), "{sentence}");
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
    }
}

#[test]
fn what_cannot_happen_on_this_board_is_told() {
    let Some(image) = image::for_tests().unwrap() else {
        return;
    };
    let mut child = Command::new(env!("CARGO_BIN_EXE_dohyo"))
        .args(["ring", "--listen", "127.0.0.1:0", "--board", "grid-hex"])
        .args(["--emulated", "--elf"])
        .arg(image)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let words = "marker 1 red\ndocked 2\nsay end turn\nchannel 99 1\nunplug north\ndance\nquit\n";
    child
        .stdin
        .take()
        .unwrap()
        .write_all(words.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let told = said(&output.stderr);
    assert!(output.status.success(), "{told}");
    let sentences = [
        "this board has no posts and no platform; start one with --board ring",
        "this board has no posts and no platform; start one with --board ring",
        "nobody speaks for the table here: use `dohyo declare`",
        "there is no channel 99 on this board; write a number below ",
        "this board has no beams; start one with --board ring",
        "\"dance\" is not understood; write one of: dock POST",
    ];
    assert_eq!(told.lines().count(), sentences.len(), "{told}");
    for (line, sentence) in told.lines().zip(sentences) {
        assert!(line.contains(sentence), "{line}");
    }
}
