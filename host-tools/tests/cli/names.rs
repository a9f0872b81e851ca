//! Names of persons: given when a match begins, kept beside the ring, and told by
//! everything that tells of the match.

use super::computer::Computer;
use super::live::of_the_schema;
use super::said;
use super::table::{On, file};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

const SETUP: [&str; 6] = ["setup", "--game", "ss", "--players", "2", "--junior"];

/// Returns the arguments of a verb at a ring.
fn at<'a>(args: &[&'a str], ring: &'a str) -> Vec<&'a str> {
    [args, &["--ring", ring]].concat()
}

/// Returns the names of the persons of each match in JSON lines; null where there is none.
fn people(lines: &str) -> Vec<Vec<Value>> {
    let objects = of_the_schema(lines);
    let events = objects
        .iter()
        .filter_map(|object| object["events"].as_array())
        .flatten();
    let headers = events.filter(|event| event["kind"] == "began");
    let players = headers.map(|event| event["match"]["players"].as_array().unwrap());
    players
        .map(|players| {
            players
                .iter()
                .map(|player| player["name"].clone())
                .collect()
        })
        .collect()
}

#[test]
fn names_are_told_in_every_form_until_a_match_without_them_begins() {
    let computer = Computer::new("names");
    let mut table = On::Host.table();
    let ring = table.ring.clone();
    let told = computer.good(&at(
        &[&SETUP[..], &["--names", "Ann, Bo D."]].concat(),
        &ring,
    ));
    assert_eq!(
        told,
        "Sakura Slam begins\n  Ann: Ember Fly, red\n  Bo D.: Clay Wasp, blue\n"
    );
    table.act("marker 1 blue");
    let watch = ["watch", "--seconds", "1"];
    let watched = computer.good(&at(&watch, &ring));
    let players = "players  Ann: Ember Fly; Bo D.: Clay Wasp\n";
    assert!(watched.contains(players), "{watched}");
    let json = at(&["watch", "--json", "--seconds", "1"], &ring);
    let named = [["Ann", "Bo D."]];
    assert_eq!(people(&computer.good(&json)), named);
    // Who begins in the middle has them as well.
    let later = at(&["watch", "--json", "--from", "1", "--seconds", "1"], &ring);
    assert_eq!(people(&computer.good(&later)), named);
    let path = file("named.dohyo");
    let path = path.to_str().unwrap();
    computer.good(&at(&["record", path, "--seconds", "1"], &ring));
    assert_eq!(people(&computer.good(&["export", path])), named);
    // Another computer has no names.
    let other = Computer::new("names-elsewhere");
    assert_eq!(
        people(&other.good(&["export", path])),
        [[Value::Null, Value::Null]]
    );
    assert!(!other.good(&at(&watch, &ring)).contains("players"));
    // A wrong list begins no match.
    let output = computer.run(&at(&["setup", "--again", "--names", "Ann,Bo,Cy"], &ring));
    assert_eq!(output.status.code(), Some(2));
    let why = said(&output.stderr);
    assert!(why.contains("3 names were given and 2 play"), "{why}");
    table.act("abort");
    computer.good(&at(&["setup", "--again"], &ring));
    let nobody = [[Value::Null, Value::Null]];
    assert_eq!(people(&computer.good(&json)), nobody);
    table.act("abort");
    computer.good(&at(&["setup", "--again", "--names", "Cy,Di"], &ring));
    assert_eq!(people(&computer.good(&json)), [["Cy", "Di"]]);
}

#[test]
fn names_that_nobody_can_read_are_refused_before_the_match() {
    let computer = Computer::new("names-refused");
    let table = On::Host.table();
    for (names, sentence) in [
        ("Ann", "1 names were given and 2 play"),
        ("Ann,", "name 2 is empty"),
        (
            "Ann,B\u{1b}[2Jo",
            "name 2 has a character that controls a terminal",
        ),
        ("Ann,Ann", "two players are named Ann"),
    ] {
        let args = [&SETUP[..], &["--names", names, "--ring", &table.ring]].concat();
        let output = computer.run(&args);
        assert_eq!(output.status.code(), Some(2), "{names}");
        let why = said(&output.stderr);
        assert!(why.contains(sentence), "{why}");
        assert_eq!(why.lines().count(), 1, "{why}");
    }
    let status = computer.good(&["status", "--ring", &table.ring]);
    assert!(status.contains("no match is running"), "{status}");
}

#[test]
fn names_survive_a_restart_of_the_hub() {
    let computer = Computer::new("names-hub");
    let table = On::Host.table();
    let hub = computer.share(&["hub", "--ring", &table.ring]);
    let watching = computer
        .dohyo(&["watch", "--json", "--seconds", "4"])
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    computer.good(&[&SETUP[..], &["--names", "Ann,Bo"]].concat());
    // Who followed when the match began has waited for its names.
    let told = said(&watching.wait_with_output().unwrap().stdout);
    assert_eq!(people(&told), [["Ann", "Bo"]]);
    drop(hub);
    let _hub = computer.share(&["hub", "--ring", &table.ring]);
    let told = computer.good(&["watch", "--json", "--seconds", "1"]);
    assert_eq!(people(&told), [["Ann", "Bo"]]);
}

#[cfg(feature = "serve")]
#[test]
fn the_page_names_the_persons_of_its_match() {
    let computer = Computer::new("names-page");
    let table = On::Host.table();
    computer.good(&[&SETUP[..], &["--names", "Ann,Bo", "--ring", &table.ring]].concat());
    let args = ["serve", "--port", "0", "--ring", &table.ring];
    let mut serving = computer.start(&args);
    let mut told = BufReader::new(serving.0.stdout.take().unwrap()).lines();
    let page = told.next().unwrap().unwrap();
    let address = page.split("http://").nth(1).unwrap().trim_end_matches('/');
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(30)))
        .unwrap();
    write!(stream, "GET /events HTTP/1.0\r\nHost: {address}\r\n\r\n").unwrap();
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    let mut said = lines.filter_map(|line| {
        let line: Value = serde_json::from_str(line.strip_prefix("data: ")?).ok()?;
        line["event"]["match"].is_object().then_some(line)
    });
    let line = said.next().unwrap();
    let players = line["event"]["match"]["players"].as_array().unwrap();
    let names: Vec<&Value> = players.iter().map(|player| &player["name"]).collect();
    assert_eq!(names, ["Ann", "Bo"]);
    let sides = line["view"]["sides"].as_array().unwrap();
    let shown: Vec<&Value> = sides
        .iter()
        .map(|side| &side["players"][0]["person"])
        .collect();
    assert_eq!(shown, ["Ann", "Bo"]);
}
