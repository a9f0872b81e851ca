//! Server behind the page, called over loopback: access, commands, refusals, and delivery
//! of every line.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "what is not there fails the test"
)]

#[cfg(unix)]
#[path = "../shared/at_socket.rs"]
mod at_socket;
#[cfg(unix)]
#[path = "../shared/computer.rs"]
mod computer;
#[cfg(target_os = "linux")]
mod crowd;
mod slow;
#[cfg(unix)]
mod wire;
mod wired;

use host_core::game::GameArg;
use host_tools::serve::simulated_source::SimulatedSource;
use host_tools::serve::source::{RequestResult, SourceError, SourceHandle, SourceRequest};
use host_tools::serve::{Config, Served, Source, serve};
use rules_core::games::kabuto::terms::League;
use rules_core::player::Players;
use rules_core::referee::Command;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use virtual_ring::play::{BatchPlan, TableSetup};

const CODE: &str = "271828";

fn start(source: Box<dyn Source>) -> Served {
    let config = Config {
        bind: (Ipv4Addr::LOCALHOST, 0).into(),
        code: CODE.into(),
        names: vec!["table.local".into()],
        on_link: |_| {},
    };
    serve(&config, source).expect("loopback can be listened at")
}

/// Source that publishes nothing, and accepts only an undo.
struct Quiet;

impl Source for Quiet {
    fn run(&mut self, handle: &mut SourceHandle) -> Result<(), String> {
        while !handle.is_closed() {
            match handle.next_request(Duration::from_millis(20)) {
                Some(SourceRequest::Command(Command::Undo, reply)) => {
                    let _ = reply.send(Ok(RequestResult::Done));
                }
                Some(SourceRequest::Command(_, reply)) => {
                    let _ = reply.send(Err(SourceError("nothing to redo".into())));
                }
                Some(SourceRequest::Capture(_, reply)) => {
                    let _ = reply.send(Err(SourceError("no evidence".into())));
                }
                None => {}
            }
        }
        Ok(())
    }
}

/// Creates a source of one match at this table.
fn match_at(table: TableSetup, speed: f64) -> Box<dyn Source> {
    Box::new(SimulatedSource {
        plan: BatchPlan {
            table,
            kind: None,
            matches: 1,
        },
        speed,
        pause: Duration::ZERO,
    })
}

/// Creates a source of one game of Abalone, as fast as possible.
fn abalone() -> Box<dyn Source> {
    let table = TableSetup::for_game(GameArg::Abalone, Players::Two, League::Full, 3);
    match_at(table, f64::INFINITY)
}

/// Creates a match of Sakura Slam with the house deck.
fn match_of_two(seed: u64) -> TableSetup {
    TableSetup::for_game(GameArg::Ss, Players::Two, League::Full, seed)
}

/// Sends a request and returns its status and body.
fn ask(to: SocketAddr, head: &str, headers: &[&str], body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(to).expect("it listens");
    let headers: String = headers
        .iter()
        .map(|header| format!("{header}\r\n"))
        .collect();
    let length = body.len();
    // With HTTP/1.0 the body is sent unencoded, and the connection ends with it.
    let request = format!("{head} HTTP/1.0\r\n{headers}Content-Length: {length}\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).expect("it listens");
    let mut text = String::new();
    // The server may close the connection before it has read a refused body to its end.
    let _ = stream.read_to_string(&mut text);
    let status = text
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    let body = text
        .split_once("\r\n\r\n")
        .map_or("", |parts| parts.1)
        .to_owned();
    (
        status.unwrap_or_else(|| panic!("no status in {text:?}")),
        body,
    )
}

const HOST: &str = "Host: 127.0.0.1";
const OWN: &str = "Origin: http://127.0.0.1";
const JSON: &str = "Content-Type: application/json";

fn post(to: SocketAddr, path: &str, more: &[&str], body: &str) -> (u16, String) {
    let headers: Vec<&str> = [HOST, OWN, JSON]
        .into_iter()
        .chain(more.iter().copied())
        .collect();
    ask(to, &format!("POST {path}"), &headers, body)
}

fn sit(to: SocketAddr, code: &str) -> (u16, String) {
    post(to, "/login", &[], &format!("{{\"code\":\"{code}\"}}"))
}

fn key(to: SocketAddr) -> String {
    let (status, body) = sit(to, CODE);
    assert_eq!(status, 200, "{body}");
    let answer: serde_json::Value = serde_json::from_str(&body).expect("JSON");
    format!(
        "Authorization: Bearer {}",
        answer["key"].as_str().expect("a key")
    )
}

#[test]
fn everybody_on_this_machine_may_look() {
    let served = start(Box::new(Quiet));
    assert!(served.address().ip().is_loopback());
    for path in ["/", "/page.js", "/page.css", "/clauses"] {
        let (status, body) = ask(served.address(), &format!("GET {path}"), &[HOST], "");
        assert_eq!((status, body.is_empty()), (200, false), "{path}");
    }
    let (status, body) = ask(served.address(), "GET /nowhere", &[HOST], "");
    assert_eq!((status, body.contains("nothing here")), (404, true));
}

#[test]
fn a_name_that_is_not_ours_is_not_answered() {
    let to = start(Box::new(Quiet));
    for host in [
        "Host: evil.example",
        "Host: 127.0.0.1.evil.example",
        "X-No: host",
    ] {
        assert_eq!(ask(to.address(), "GET /", &[host], "").0, 421, "{host}");
    }
    let ours = ask(to.address(), "GET /", &["Host: table.local:8080"], "");
    assert_eq!(ours.0, 200);
}

#[test]
fn only_the_own_page_may_speak() {
    let served = start(Box::new(Quiet));
    let (to, key) = (served.address(), key(served.address()));
    for origin in [
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: http://127.0.0.1:1",
        "X-Origin: none",
    ] {
        let headers = [HOST, origin, JSON, key.as_str()];
        let (status, body) = ask(to, "POST /command", &headers, "\"Undo\"");
        assert_eq!(status, 403, "{origin}: {body}");
    }
    assert_eq!(post(to, "/command", &[&key], "\"Undo\"").0, 200);
}

#[test]
fn who_has_not_shown_the_code_is_refused_and_told_what_to_do() {
    let served = start(Box::new(Quiet));
    let to = served.address();
    let (status, body) = post(to, "/command", &[], "\"Undo\"");
    assert_eq!((status, body.contains("table code")), (401, true));
    let forged = post(to, "/command", &["Authorization: Bearer 0123"], "\"Undo\"");
    assert_eq!(forged.0, 401);
    let (status, body) = sit(to, "000000");
    assert_eq!((status, body.contains("terminal")), (403, true));
}

#[test]
fn guesses_are_few() {
    let served = start(Box::new(Quiet));
    let guesses: Vec<u16> = (0..8)
        .map(|n| sit(served.address(), &format!("00000{n}")).0)
        .collect();
    assert_eq!(guesses, [403, 403, 403, 403, 403, 429, 429, 429]);
    // The right code comes too early, and only the wait lets it in.
    assert_eq!(sit(served.address(), CODE).0, 429);
    let until = Instant::now() + Duration::from_secs(20);
    while sit(served.address(), CODE).0 != 200 {
        assert!(Instant::now() < until, "the right code is kept out");
        std::thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn what_is_said_is_limited_in_length_and_number() {
    let served = start(Box::new(Quiet));
    let (to, key) = (served.address(), key(served.address()));
    let long = format!("\"{}\"", "x".repeat(5000));
    assert_eq!(post(to, "/command", &[&key], &long).0, 413);
    assert_eq!(post(to, "/command", &[&key], "{\"Undo\"").0, 400);
    assert_eq!(post(to, "/command", &[&key], "\"Overthrow\"").0, 400);
    let form = [HOST, OWN, "Content-Type: text/plain", &key];
    assert_eq!(ask(to, "POST /command", &form, "\"Undo\"").0, 415);
    let (status, body) = post(to, "/command", &[&key], "\"Redo\"");
    assert_eq!((status, body.contains("nothing to redo")), (409, true));
    let statuses: Vec<u16> = (0..20)
        .map(|_| post(to, "/command", &[&key], "\"Undo\"").0)
        .collect();
    assert!(
        statuses.contains(&200) && statuses.contains(&429),
        "{statuses:?}"
    );
}

/// Reads events until `until` returns true for a line's data and the number of lines so
/// far. Returns ids and data of the lines.
fn follow(
    to: SocketAddr,
    mark: Option<&str>,
    until: impl Fn(&str, usize) -> bool,
) -> Vec<(String, String)> {
    let mut stream = TcpStream::connect(to).expect("it listens");
    stream
        .set_read_timeout(Some(Duration::from_secs(120)))
        .expect("a timeout");
    let last = mark.map_or(String::new(), |mark| format!("Last-Event-ID: {mark}\r\n"));
    write!(stream, "GET /events HTTP/1.0\r\n{HOST}\r\n{last}\r\n").expect("it listens");
    let (mut lines, mut id, mut said) = (Vec::new(), String::new(), false);
    let deadline = Instant::now() + Duration::from_secs(240);
    for line in BufReader::new(stream).lines() {
        let line = line.expect("a line");
        assert!(Instant::now() < deadline, "it does not come: {lines:?}");
        if let Some(value) = line.strip_prefix("id: ") {
            id = value.to_owned();
        } else if let Some(event) = line.strip_prefix("event: ") {
            said = event == "said";
        } else if let Some(data) = line.strip_prefix("data: ").filter(|_| said) {
            lines.push((id.clone(), data.to_owned()));
            if until(data, lines.len()) {
                break;
            }
        }
    }
    lines
}

#[test]
fn a_dropped_connection_goes_on_without_gap_or_repetition() {
    let served = start(abalone());
    let whole = follow(served.address(), None, |_, n| n >= 60);
    // Disconnect and reconnect at every tenth line.
    let mut parts: Vec<(String, String)> = Vec::new();
    while parts.len() < 60 {
        let mark = parts.last().map(|last| last.0.clone());
        parts.extend(follow(served.address(), mark.as_deref(), |_, n| n >= 10));
    }
    assert_eq!(parts, whole);
    let numbers: Vec<u64> = whole
        .iter()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(&line.1).expect("JSON")["n"]
                .as_u64()
                .expect("a number")
        })
        .collect();
    assert_eq!(numbers, (0..60).collect::<Vec<u64>>());
}

#[test]
fn a_number_of_another_run_begins_at_the_beginning() {
    let served = start(abalone());
    let first = follow(served.address(), None, |_, n| n >= 1);
    let other = follow(served.address(), Some("000000000000-7"), |_, n| n >= 1);
    assert_eq!(first, other);
}

#[test]
fn a_game_on_a_grid_is_shown_with_its_evidence() {
    let served = start(abalone());
    let lines = follow(served.address(), None, |_, n| n >= 20);
    // A decision made when the board had come to rest has no capture.
    let is_drawn = lines.iter().any(|(_, data)| {
        let line: serde_json::Value = serde_json::from_str(data).expect("JSON");
        let path = format!("GET /capture/{}", line["seq"]);
        let (status, svg) = ask(served.address(), &path, &[HOST], "");
        status == 200 && svg.starts_with("<svg")
    });
    assert!(is_drawn, "{lines:?}");
}
