//! Recordings of `dohyo record`, `demo` and `play`: one format, which `replay`, `export`,
//! `watch` and `serve` read. One ring per file.

use super::live::of_the_schema;
use super::table::{On, file};
use super::{bad, dohyo, good, said};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn at(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Records a ring at a socket.
fn recorded(name: &str) -> PathBuf {
    let path = file(name);
    let mut table = On::Host.playing();
    table.act("marker 1 blue");
    table.good(&["record", at(&path), "--seconds", "1"]);
    path
}

/// Records a simulated match.
fn simulated(verb: &str, game: &str, name: &str) -> PathBuf {
    let path = file(name);
    good(&[verb, "--game", game, "--seed", "2", "--record", at(&path)]);
    path
}

/// Returns the bytes of a recording as the first format had them: without an origin.
fn format_1(bytes: &[u8]) -> Vec<u8> {
    let header = b"dohyo recording 2\n\0";
    let behind = bytes.strip_prefix(header).unwrap();
    let origin = behind.iter().position(|&byte| byte == 0).unwrap();
    [b"dohyo recording 1\n\0", &behind[origin + 1..]].concat()
}

/// Reads the page that serves a recording until a line of its stream has these words.
fn is_served(path: &Path, words: &str) -> bool {
    let mut serving = Command::new(env!("CARGO_BIN_EXE_dohyo"))
        .args(["serve", "--port", "0", "--ring", at(path)])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(serving.stdout.take().unwrap()).lines();
    let page = told.next().unwrap().unwrap();
    let address = page.split("http://").nth(1).unwrap().trim_end_matches('/');
    let mut stream = TcpStream::connect(address).unwrap();
    let patience = Some(Duration::from_secs(30));
    stream.set_read_timeout(patience).unwrap();
    write!(stream, "GET /events HTTP/1.0\r\nHost: {address}\r\n\r\n").unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    let mut events = BufReader::new(stream).lines().map_while(Result::ok);
    let found = events
        .by_ref()
        .take_while(|_| Instant::now() < until)
        .any(|line| line.contains(words));
    serving.kill().unwrap();
    serving.wait().unwrap();
    found
}

/// Checks that every verb that takes a recording reads this one, which has `words` in it.
fn every_verb_reads(path: &Path, words: &str) {
    let replayed = good(&["replay", at(path), "--verbose"]);
    assert!(replayed.contains(words), "{replayed}");
    assert!(replayed.contains(" lines verified"), "{replayed}");
    let exported = good(&["export", at(path)]);
    assert!(exported.contains(words), "{exported}");
    let exported = of_the_schema(&exported);
    assert!(exported.iter().all(|line| line["type"] == "line"));
    assert!(good(&["export", at(path), "--html"]).contains(words));
    let watched = good(&["watch", "--ring", at(path)]);
    assert!(watched.contains(words), "{watched}");
    assert!(is_served(path, words), "{}", path.display());
}

#[test]
fn what_record_wrote_is_read_by_every_verb() {
    every_verb_reads(&recorded("of-record.dohyo"), "sets a marker on post 1");
}

#[test]
fn what_demo_wrote_is_read_by_every_verb() {
    every_verb_reads(&simulated("demo", "ss", "of-demo.dohyo"), "wins");
    every_verb_reads(&simulated("demo", "sumoo", "of-demo-grid.dohyo"), "wins");
}

#[test]
fn what_play_wrote_is_read_by_every_verb() {
    every_verb_reads(&simulated("play", "ks", "of-play.dohyo"), "wins");
    every_verb_reads(&simulated("play", "sumoo", "of-play-grid.dohyo"), "wins");
}

#[test]
fn the_same_match_is_recorded_by_demo_and_play() {
    let lines = |path: PathBuf| good(&["export", at(&path)]);
    let demo = lines(simulated("demo", "ss", "twice-demo.dohyo"));
    let play = lines(simulated("play", "ss", "twice-play.dohyo"));
    assert!(!demo.is_empty() && demo == play);
}

#[test]
fn the_first_format_is_read_by_every_verb_and_continued() {
    let path = file("format-1.dohyo");
    let mut table = On::Host.playing();
    table.act("marker 1 blue");
    table.good(&["record", at(&path), "--seconds", "1"]);
    let old = format_1(&std::fs::read(&path).unwrap());
    std::fs::write(&path, &old).unwrap();
    every_verb_reads(&path, "sets a marker on post 1");
    table.act("dock 2");
    table.good(&["record", at(&path), "--seconds", "1"]);
    assert!(std::fs::read(&path).unwrap().starts_with(&old));
    let replayed = good(&["replay", at(&path), "--verbose"]);
    assert!(
        replayed.contains("sets the platform at post 2"),
        "{replayed}"
    );
}

#[test]
fn a_recording_is_continued_with_the_same_ring_and_holds_each_line_once() {
    let path = file("continued.dohyo");
    let mut table = On::Host.playing();
    table.act("marker 1 blue");
    table.good(&["record", at(&path), "--seconds", "1"]);
    let first = good(&["export", at(&path)]);
    table.act("dock 2");
    let told = table.good(&["record", at(&path), "--seconds", "1"]);
    assert!(told.contains(", 1 of them lines of the journal"), "{told}");
    let second = good(&["export", at(&path)]);
    assert!(second.starts_with(&first), "{first}\n{second}");
    assert!(second.contains("sets the platform at post 2"), "{second}");
}

#[test]
fn a_second_ring_is_refused_and_the_recording_stays_as_it_is() {
    let path = recorded("two-rings.dohyo");
    let before = std::fs::read(&path).unwrap();
    let _ = file("two-rings-2.dohyo");
    for second in [On::Host.playing(), On::Host.with(&["--board", "grid-hex"])] {
        let told = second.bad(2, &["record", at(&path), "--seconds", "1"]);
        assert!(
            told.contains("is not continued: it holds another ring"),
            "{told}"
        );
        assert!(
            told.contains("record this ring to another file, such as "),
            "{told}"
        );
        assert!(told.contains("two-rings-2.dohyo"), "{told}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}

#[test]
fn two_rings_in_an_old_recording_are_told_and_not_dropped_in_silence() {
    let (first, second) = (recorded("old-a.dohyo"), recorded("old-b.dohyo"));
    let both = file("old-both.dohyo");
    let mut bytes = format_1(&std::fs::read(&first).unwrap());
    let header = b"dohyo recording 1\n\0".len();
    bytes.extend(&format_1(&std::fs::read(&second).unwrap())[header..]);
    std::fs::write(&both, bytes).unwrap();
    let output = dohyo(&["replay", at(&both)]);
    assert_eq!(output.status.code(), Some(1));
    let told = said(&output.stdout);
    assert!(
        told.contains("were recorded again with other contents"),
        "{told}"
    );
    assert!(said(&output.stderr).contains("is not sound"), "{told}");
    let output = dohyo(&["export", at(&both)]);
    assert!(said(&output.stderr).contains("or they are of another ring"));
}

#[test]
fn a_match_that_is_killed_leaves_whole_frames() {
    let path = file("killed-play.dohyo");
    let mut playing = Command::new(env!("CARGO_BIN_EXE_dohyo"))
        .args(["play", "--game", "abalone", "--record", at(&path)])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    let length = || std::fs::metadata(&path).map_or(0, |file| file.len());
    while length() < 2_000 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
    // SIGKILL: the program cannot write what it holds back.
    playing.kill().unwrap();
    playing.wait().unwrap();
    assert!(
        length() >= 2_000,
        "the file grows while the match is played"
    );
    let replayed = good(&["replay", at(&path), "--verbose"]);
    assert!(replayed.contains("Black moves"), "{replayed}");
}

#[test]
fn other_files_are_refused_in_one_sentence() {
    let frames = file("frames.rec");
    good(&["play", "--game", "sumoo", "--frames", at(&frames)]);
    let newer = file("newer.dohyo");
    std::fs::write(&newer, b"dohyo recording 3\n\0").unwrap();
    let diary = file("diary.txt");
    std::fs::write(&diary, "my diary").unwrap();
    let cases = [
        (&frames, "it holds raw frames and no messages"),
        (
            &newer,
            "it was recorded by a newer program; update this one",
        ),
        (
            &diary,
            "not a recording; give a file made with `dohyo record`",
        ),
    ];
    for (path, words) in cases {
        for verb in [
            &["replay", at(path)][..],
            &["export", at(path)],
            &["watch", "--ring", at(path)],
            &["serve", "--port", "0", "--ring", at(path)],
        ] {
            let told = bad(verb);
            assert!(told.contains(words), "{verb:?}: {told}");
            assert_eq!(told.lines().count(), 1, "{told}");
        }
    }
}

#[test]
fn a_match_that_cannot_be_recorded_is_told() {
    for verb in ["demo", "play"] {
        let args = [verb, "--game", "sumoo", "--record", "/dev/full"];
        let told = bad(&args);
        assert!(
            told.contains("cannot write /dev/full: No space left"),
            "{told}"
        );
        assert!(told.contains("choose another file with --record"), "{told}");
    }
    let several = bad(&["play", "--matches", "2", "--frames", "x"]);
    assert!(several.contains("--frames keeps one match"), "{several}");
}
