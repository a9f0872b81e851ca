//! Texts of strangers: escape sequences, line breaks and marks that turn the direction of
//! writing, in every place from which text comes. None reaches the terminal or the page.

use super::dohyo;
use super::table::{On, file};
use host_core::printable::is_unprintable;
use host_core::recording::{Origin, RecordedMessage};
use ring_client::recording;
use rules_core::board::BoardId;
use rules_core::wire::RingMessage;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Title of the window, red text, a turned line, markup, a second line.
const HOSTILE: &str = "\u{1b}]0;x\u{7}\u{1b}[31m\u{9b}2J\u{202e}<img onerror>\r\nok\u{2028}";

/// Fails if a text has a character that acts; line feeds and tabs are the program's own.
fn check(what: &str, text: &[u8]) -> String {
    let text = std::str::from_utf8(text).unwrap();
    let acts = |c: char| is_unprintable(c) && c != '\n' && c != '\t';
    assert!(!text.contains(acts), "{what}: {text:?}");
    text.to_owned()
}

/// Runs a verb, checks both outputs, and returns them.
fn told(args: &[&str]) -> String {
    let output = dohyo(args);
    let what = format!("{args:?}");
    check(&what, &output.stdout) + &check(&what, &output.stderr)
}

/// Creates a recording whose ring calls its firmware something hostile.
fn recorded(name: &str) -> PathBuf {
    let (plain, path) = (file(&format!("plain-{name}")), file(name));
    let mut table = On::Host.playing();
    let recording = table.start(&["record", plain.to_str().unwrap(), "--seconds", "2"]);
    On::Host.moment();
    table.act("marker 1 blue");
    assert!(recording.wait_with_output().unwrap().status.success());
    let hostile = "\u{1b}[31m\u{202e}<b>\n";
    let origin = Origin {
        board: BoardId::Ring,
        firmware: hostile.to_owned(),
        place: hostile.to_owned(),
    };
    let mut to = recording::create(&path, &origin).unwrap();
    for RecordedMessage { at, mut message } in recording::read(&plain).unwrap().items {
        if let RingMessage::Hello(hello) = &mut message {
            hello.firmware = hostile.try_into().unwrap();
        }
        to.push(&RecordedMessage { at, message }).unwrap();
    }
    drop(to);
    path
}

/// Returns the house deck with another name for the card that plays second.
fn deck(name: &str, card: &str) -> PathBuf {
    let path = file(name);
    let deck = host_core::data::HOUSE_DECK.replace("Clay Wasp", card);
    std::fs::write(&path, deck).unwrap();
    path
}

fn at(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_ring_in_a_recording_cannot_write_to_the_terminal() {
    let path = recorded(&format!("hostile{HOSTILE}.dohyo"));
    let info = told(&["info", "--ring", at(&path)]);
    assert!(
        info.contains(r"firmware   \u001b[31m\u202e<b>\n, protocol"),
        "{info}"
    );
    let json = told(&["info", "--json", "--ring", at(&path)]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["firmware"], "\u{1b}[31m\u{202e}<b>\n");
    for verb in [
        &["status", "--ring", at(&path)][..],
        &["watch", "--json", "--ring", at(&path)],
        &["undo", "--ring", at(&path)],
        &["replay", "--verbose", at(&path)],
        &["export", at(&path)],
        &["export", "--html", at(&path)],
    ] {
        told(verb);
    }
    // A damaged one is named in a complaint, which stays one line.
    let mut bytes = std::fs::read(&path).unwrap();
    let last = bytes.len() - 9;
    bytes[last] ^= 0xff;
    std::fs::write(&path, &bytes).unwrap();
    let complaint = told(&["replay", at(&path)]);
    assert!(
        complaint.contains(r"hostile\u001b]0;x\u0007"),
        "{complaint}"
    );
    for verb in [
        &["export", at(&path)][..],
        &["matches", "--ring", at(&path)],
    ] {
        told(verb);
    }
}

#[test]
fn files_that_are_missing_cannot_write_to_the_terminal() {
    let missing = format!("no/{HOSTILE}.dohyo");
    for args in [
        &["replay", &missing][..],
        &["export", &missing],
        &["record", &missing, "--ring", "virtual:"],
        &["status", "--ring", &missing],
        &["serve", "--ring", &missing],
        &["serve", "--ring", &format!("tcp:{HOSTILE}")],
        &["serve", "--deck", &missing],
        &["watch", "--ring", HOSTILE],
        &[
            "setup", "--game", "ss", "--deck", &missing, "--ring", "virtual:",
        ],
        &["cards", "show", &missing],
        &["cards", "check", &missing],
        &["check", "abalone", &missing],
        &["scenario", &missing],
        &["why", "--deck", &missing],
    ] {
        told(args);
    }
    let complaint = dohyo(&["replay", &missing]).stderr;
    assert_eq!(String::from_utf8(complaint).unwrap().lines().count(), 1);
}

#[test]
fn names_in_files_cannot_write_to_the_terminal() {
    for (n, name) in [r"\u001b[31m", r"a\nb", r"a\u202eb", r"a\u009b2J", r"\u2066"]
        .into_iter()
        .enumerate()
    {
        let path = deck(&format!("hostile-{n}.toml"), name);
        for verb in [
            &["cards", "check", at(&path)][..],
            &["cards", "show", at(&path)],
        ] {
            let refused = told(verb);
            assert!(refused.contains("character"), "{name}: {refused}");
        }
    }
    let scenario = file("hostile-scenario.toml");
    let text = "[[case]]\nname = \"\\u001b[2J\\nok\\u202e\"\n\"\\u001bkey\" = \"\\u202e\"\n";
    std::fs::write(&scenario, text).unwrap();
    told(&["scenario", "--verbose", at(&scenario)]);
    let broken = file("hostile-broken.toml");
    std::fs::write(
        &broken,
        "kind = \"deck\"\n\"\\u001b[2J\\n\" = \"\\u202e\"\nx = \u{1b}\n",
    )
    .unwrap();
    told(&["cards", "check", at(&broken)]);
    let record = file("hostile-record.txt");
    std::fs::write(&record, format!("standard: {HOSTILE}\n")).unwrap();
    told(&["check", "abalone", at(&record)]);
}

/// Starts a server that turns every client away with a hostile sentence.
fn turns_away() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            let _ = writeln!(stream, "dohyo: go away {HOSTILE}");
            let _ = stream.read(&mut [0; 64]);
        }
    });
    format!("tcp:{address}")
}

#[test]
fn a_server_that_turns_clients_away_cannot_write_to_the_terminal() {
    let ring = turns_away();
    for verb in ["status", "watch", "info", "doctor"] {
        let complaint = told(&[verb, "--ring", &ring]);
        assert!(
            complaint.contains(r"says: go away \u001b]0;x\u0007"),
            "{complaint}"
        );
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
    }
}

/// Starts `dohyo serve` with these arguments, reads its events until one contains `wanted`
/// and the state of the connection has come, and returns all bytes read.
fn served(args: &[&str], wanted: &str) -> Vec<u8> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dohyo"))
        .args(["serve", "--port", "0"])
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let page = lines.next().unwrap().unwrap();
    let address = page
        .split("http://")
        .nth(1)
        .unwrap()
        .trim_end_matches('/')
        .to_owned();
    let mut stream = TcpStream::connect(&address).unwrap();
    let patience = Some(Duration::from_secs(30));
    stream.set_read_timeout(patience).unwrap();
    write!(stream, "GET /events HTTP/1.0\r\nHost: {address}\r\n\r\n").unwrap();
    let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
    let is_whole = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        text.contains(wanted) && text.contains("event: link\n") && text.ends_with("\n\n")
    };
    while !is_whole(&bytes) {
        let count = stream.read(&mut buffer).unwrap();
        assert!(count > 0, "{args:?}: {}", String::from_utf8_lossy(&bytes));
        bytes.extend_from_slice(&buffer[..count]);
    }
    child.kill().unwrap();
    let output = child.wait_with_output().unwrap();
    check("serve", &output.stderr);
    bytes
}

#[test]
fn what_the_page_receives_has_no_markup_and_nothing_that_acts() {
    let path = recorded(&format!("served{}.dohyo", HOSTILE.replace('\r', "")));
    let deck = deck("hostile-markup.toml", "<img src=x onerror=p()>");
    let events = served(
        &["--ring", at(&path), "--deck", at(&deck)],
        "sets a marker on post 1",
    );
    let events = [events, served(&["--ring", &turns_away()], "go away")].concat();
    let text = String::from_utf8(events).unwrap().replace('\r', "");
    check("events", text.as_bytes());
    assert!(!text.contains('<'), "{text}");
    assert!(text.contains(r"\u003cimg src=x onerror=p()>"), "{text}");
    // On the page the name of the file reads as in the terminal.
    let values = text.lines().filter_map(|line| line.strip_prefix("data: "));
    let values = values.map(|data| serde_json::from_str::<serde_json::Value>(data).unwrap());
    let told: Vec<String> = values
        .flat_map(|value| [value["origin"].clone(), value["link"].clone()])
        .filter_map(|text| text.as_str().map(ToOwned::to_owned))
        .collect();
    for text in &told {
        check("value", text.as_bytes());
    }
    let is_told = |words: &str| told.iter().any(|text| text.contains(words));
    assert!(
        is_told(r"served\u001b]0;x\u0007") && is_told(r"go away \u001b]0;x"),
        "{told:?}"
    );
}
