//! Bridge of a match whose persons have names, at a ring with an id of its own.

use super::archive::Archive;
use super::programs::{Club, Process, installed, ring_id};
use host_tools::ring_server::Server;
use rules_core::board::BoardId;
use serde_json::Value;
use std::net::TcpListener;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};
use virtual_ring::manual::ManualRing;

/// Returns the address of a ring on which nothing happens by itself.
fn still_ring() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("tcp:{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        let ring = ManualRing::new(BoardId::Ring, ring_client::clock::monotonic);
        let mut server = Server::new(ring, listener).unwrap();
        loop {
            server.poll();
        }
    });
    address
}

/// Runs a command and returns its exit code and what it says to standard error.
fn run(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    let why = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), why)
}

#[test]
fn the_match_at_a_broker_names_its_persons() {
    let Some(mosquitto) = installed("mosquitto", "mosquitto") else {
        return;
    };
    let club = Club::new("people", mosquitto, "allow_anonymous true");
    let _broker = club.broker();
    let (ring, state) = (still_ring(), club.folder.join("state"));
    let setup = |more: &[&str]| {
        let args = [&["setup", "--junior", "--ring", &ring][..], more].concat();
        let command = &mut club.dohyo("0");
        run(command.args(args).env("XDG_STATE_HOME", &state))
    };
    assert_eq!(setup(&["--names", "Ann,Bo"]), (Some(0), String::new()));
    let start = |more: &[&str]| {
        let url = format!("mqtt://127.0.0.1:{}", club.port);
        let mut command = club.dohyo("0");
        command
            .args(["bridge", "mqtt", &url, "--ring", &ring])
            .args(more)
            .env("XDG_STATE_HOME", &state);
        command
    };
    let id = ring_id(&ring);
    let (code, why) = run(&mut start(&["--ring-id", "00000000000000a7"]));
    assert!(
        why.contains(&format!("{id}: leave --ring-id away")),
        "{why}"
    );
    assert_eq!(code, Some(2));
    let _bridge = Process::start(&mut start(&[]));
    let (mut archive, reader) = (Archive::default(), club.connect("reader", None, None));
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        archive.read(&reader, Duration::from_millis(200));
        let retained = &archive.ring(&id).retained;
        let header: Value = retained
            .get("match")
            .map_or(Value::Null, |text| serde_json::from_str(text).unwrap());
        let players = header["match"]["players"].as_array();
        let names = players.map(|players| players.iter().map(|it| it["name"].clone()));
        if names.is_some_and(|names| names.eq(["Ann", "Bo"])) {
            break;
        }
        assert!(Instant::now() < until, "{header}");
    }
    let lines = &archive.ring(&id).lines;
    let mut began = lines
        .iter()
        .flat_map(|line| line["events"].as_array().unwrap());
    let began = began.find(|event| event["kind"] == "began").unwrap();
    assert_eq!(began["match"]["players"][1]["name"], "Bo");
}
