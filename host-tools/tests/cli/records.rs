//! Recordings: made, played, exported, damaged.

use super::table::{On, file, on_both};
use super::{bad, dohyo, good, said};
use std::path::{Path, PathBuf};

on_both! {
    a_recording_replays_to_the_same_state_and_stands_in_for_a_ring,
    a_recorder_that_is_killed_leaves_whole_frames,
    a_full_disk_is_told,
    the_ring_names_the_matches_it_has,
}

/// Makes a recording of a few lines over a socket.
fn recorded(on: On, name: &str) -> PathBuf {
    let path = file(&format!("{on:?}-{name}"));
    let mut table = on.playing();
    let seconds = on.seconds(2, 12);
    let recording = table.start(&["record", path.to_str().unwrap(), "--seconds", &seconds]);
    on.moment();
    table.act("marker 1 blue");
    table.act("dock 2");
    let output = recording.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", said(&output.stderr));
    assert!(said(&output.stdout).contains("lines of the journal"));
    path
}

fn at(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn a_recording_replays_to_the_same_state_and_stands_in_for_a_ring(on: On) {
    let path = recorded(on, "whole.dohyo");
    let told = good(&["replay", at(&path), "--verbose"]);
    assert!(
        told.contains("SS-S6    Clay Wasp sets a marker on post 1\n"),
        "{told}"
    );
    assert!(
        told.contains("SS-S6 marker of side 2 on post 1\n"),
        "{told}"
    );
    assert!(
        told.contains("lines verified, the last state is "),
        "{told}"
    );
    let status = good(&["status", "--verbose", "--ring", at(&path)]);
    let hash = told.trim_end().rsplit(' ').next().unwrap();
    assert!(status.contains(hash), "{status} {told}");
    assert!(good(&["watch", "--ring", at(&path)]).contains("SS-S6"));
    assert!(
        good(&["why", "--ring", at(&path)]).starts_with("Ember Fly sets the platform at post 2")
    );
    assert!(good(&["info", "--ring", at(&path)]).starts_with("board      ring\n"));
    for verb in [
        &["undo"][..],
        &["setup"],
        &["calibrate"],
        &["matches"],
        &["declare", "submit"],
    ] {
        let mut args = verb.to_vec();
        args.extend(["--ring", at(&path)]);
        let said = bad(&args);
        assert!(
            said.contains("is a recording and takes no commands"),
            "{said}"
        );
    }
}

#[test]
fn a_recording_is_exported_for_programs_and_for_people() {
    let path = recorded(On::Host, "export.dohyo");
    let told = good(&["export", at(&path)]);
    let lines: Vec<serde_json::Value> = told
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut events = (lines.iter())
        .filter_map(|line| line["events"].as_array())
        .flatten();
    assert!(events.any(|event| event["clause"] == "SS-S6"), "{told}");
    let page = good(&["export", at(&path), "--html"]);
    assert!(page.starts_with("<!doctype html>"), "{page}");
    assert!(
        page.contains("<h1>Sakura Slam: match report</h1>"),
        "{page}"
    );
    assert!(page.contains("<dt>SS-S6<dd>"), "{page}");
    assert!(
        page.contains("<title>The ring from above, north on top</title>"),
        "{page}"
    );
    assert!(
        page.contains("font-weight=\"bold\">side 2</text>"),
        "{page}"
    );
}

#[test]
fn every_cut_of_a_recording_reads_up_to_it() {
    let path = recorded(On::Host, "cut.dohyo");
    let bytes = std::fs::read(&path).unwrap();
    let whole = good(&["replay", at(&path), "--verbose"]);
    // The program is run for some lengths; the library is called for all of them below.
    for length in [bytes.len() - 1, bytes.len() / 2, 19] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        let output = dohyo(&["replay", at(&path), "--verbose"]);
        let told = said(&output.stdout);
        assert!(!said(&output.stderr).contains("panicked"));
        let rulings = told.lines().filter(|line| line.contains(" SS-"));
        assert!(
            rulings.into_iter().all(|ruling| whole.contains(ruling)),
            "{told}"
        );
    }
    std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let output = dohyo(&["replay", at(&path)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output.stdout).contains("the end is cut off"));
    assert!(said(&output.stderr).contains("is not sound"));
    for length in [0, 5] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        assert!(bad(&["replay", at(&path)]).contains("not a recording"));
        assert!(bad(&["status", "--ring", at(&path)]).contains("not a recording"));
    }
}

#[test]
fn a_flipped_bit_is_found_and_the_rest_reads() {
    let path = recorded(On::Host, "flip.dohyo");
    let bytes = std::fs::read(&path).unwrap();
    for at_byte in [30, bytes.len() / 3, bytes.len() / 2, bytes.len() - 10] {
        let mut flipped = bytes.clone();
        flipped[at_byte] ^= 0x10;
        std::fs::write(&path, &flipped).unwrap();
        let output = dohyo(&["replay", at(&path)]);
        let told = said(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "byte {at_byte}: {told}");
        assert!(
            told.contains("the file is damaged here; take an undamaged copy"),
            "{told}"
        );
        let output = dohyo(&["export", at(&path)]);
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn a_recording_that_was_cut_off_is_gone_on_with() {
    let path = file("again.dohyo");
    let mut table = On::Host.playing();
    table.act("marker 1 blue");
    table.good(&["record", at(&path), "--seconds", "1"]);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
    table.act("dock 2");
    table.good(&["record", at(&path), "--seconds", "1"]);
    let longer = std::fs::read(&path).unwrap();
    assert!(longer.len() > bytes.len() / 2);
    let told = good(&["replay", at(&path), "--verbose"]);
    assert!(!told.contains("cut off"), "{told}");
    assert!(told.contains("sets the platform at post 2"), "{told}");
}

fn a_recorder_that_is_killed_leaves_whole_frames(on: On) {
    let path = file(&format!("{on:?}-killed.dohyo"));
    let mut table = on.playing();
    let mut recording = table.start(&["record", at(&path)]);
    on.moment();
    table.act("marker 1 blue");
    on.moment();
    recording.kill().unwrap();
    recording.wait().unwrap();
    let told = good(&["replay", at(&path), "--verbose"]);
    assert!(told.contains("SS-S6"), "{told}");
}

fn a_full_disk_is_told(on: On) {
    let table = on.playing();
    let said = table.bad(2, &["record", "/dev/full", "--seconds", "1"]);
    assert!(
        said.contains("cannot write /dev/full: No space left on device"),
        "{said}"
    );
    assert!(said.contains("free some room"), "{said}");
    let said = table.bad(2, &["record", "no/such/folder.dohyo"]);
    assert!(said.contains("give another file"), "{said}");
    let other = file(&format!("{on:?}-other.txt"));
    std::fs::write(&other, "my diary").unwrap();
    let said = table.bad(2, &["record", at(&other)]);
    assert!(said.contains("not a recording"), "{said}");
    assert_eq!(std::fs::read(&other).unwrap(), b"my diary");
}

#[test]
fn the_output_on_a_full_disk_is_told() {
    let path = recorded(On::Host, "full.dohyo");
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_dohyo"))
        .args(["export", at(&path), "--html"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output.stderr).contains("cannot write the output: No space left"));
}

fn the_ring_names_the_matches_it_has(on: On) {
    assert_eq!(
        good(&["matches", "--ring", "virtual:"]),
        "no match is stored on this ring\n"
    );
    let mut table = on.docked();
    table.touched(&["abort"], "hold confirm");
    table.good(&["setup", "--again"]);
    let told = table.good(&["matches"]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 2, "{told}");
    assert!(lines[0].starts_with("match 1: lines 1 to "), "{told}");
    let json = table.good(&["matches", "--json"]);
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!(first["begin"], 1);
}
