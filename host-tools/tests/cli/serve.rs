//! `dohyo serve` at a ring, and its refusals. Its other abilities are in `tests/serve` and
//! `tests/page`.

use super::bad;
use super::table::{On, on_both};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

on_both! {
    the_page_of_a_ring_shows_what_happens_there,
}

fn the_page_of_a_ring_shows_what_happens_there(on: On) {
    let mut table = on.playing();
    let mut serving = table.start(&["serve", "--port", "0"]);
    let mut told = BufReader::new(serving.stdout.take().unwrap()).lines();
    let page = told.next().unwrap().unwrap();
    let address = page.split("http://").nth(1).unwrap().trim_end_matches('/');
    let mut stream = TcpStream::connect(address).unwrap();
    let patience = Some(Duration::from_secs(30));
    stream.set_read_timeout(patience).unwrap();
    write!(stream, "GET /events HTTP/1.0\r\nHost: {address}\r\n\r\n").unwrap();
    let mut events = BufReader::new(stream).lines().map_while(Result::ok);
    let until = Instant::now() + Duration::from_secs(60);
    // The server sends a comment every few seconds if there is nothing new, so this loop
    // ends.
    let mut is_told = |words: &str| {
        let mut events = events.by_ref().take_while(|_| Instant::now() < until);
        events.any(|line| line.contains(words))
    };
    assert!(is_told("The match begins"));
    table.act("marker 1 blue");
    assert!(is_told("Clay Wasp sets a marker on post 1"));
    serving.kill().unwrap();
    serving.wait().unwrap();
}

#[test]
fn a_busy_port_is_named_with_the_remedy() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let sentence = bad(&["serve", "--port", &port]);
    assert!(
        sentence.contains(&format!("127.0.0.1:{port}")),
        "{sentence}"
    );
    assert!(sentence.contains("choose another --port"), "{sentence}");
}

#[test]
fn an_address_of_another_machine_is_refused() {
    let sentence = bad(&["serve", "--bind", "192.0.2.1", "--port", "0"]);
    assert!(sentence.contains("--bind"), "{sentence}");
}

/// Starts `dohyo serve` with these arguments and returns what it prints up to its last
/// line.
fn printed(args: &[&str]) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dohyo"))
        .args(["serve", "--port", "0"])
        .args(args)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let is_qr = args.contains(&"--qr");
    let mut printed: Vec<String> = Vec::new();
    for line in lines.map(Result::unwrap) {
        let is_end = line == "Ends with Ctrl-C.";
        printed.push(line);
        // A code for an address of this length has 17 lines.
        let is_last = printed.iter().rposition(|line| line == "Ends with Ctrl-C.");
        if (is_end && !is_qr) || is_last.is_some_and(|at| printed.len() == at + 18) {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    printed
}

#[test]
fn alone_it_says_that_only_this_machine_is_served() {
    let printed = printed(&[]);
    assert!(
        printed[0].starts_with("page        http://127.0.0.1:"),
        "{printed:?}"
    );
    assert!(printed[1].starts_with("table code  "), "{printed:?}");
    assert!(
        printed[2].contains("--bind 0.0.0.0 serves the network"),
        "{printed:?}"
    );
    assert_eq!(printed.len(), 4, "no picture in a pipe: {printed:?}");
}

#[test]
fn on_a_network_it_prints_what_others_can_type_and_warns() {
    for bind in ["0.0.0.0", "::"] {
        let printed = printed(&["--bind", bind]);
        let pages = printed
            .iter()
            .take_while(|line| !line.starts_with("table code"));
        let addresses: Vec<SocketAddr> = pages
            .map(|line| {
                let url = line
                    .split_whitespace()
                    .find(|word| word.starts_with("http"));
                let host = url.unwrap().trim_start_matches("http://");
                host.trim_end_matches('/').parse().unwrap()
            })
            .collect();
        assert!(
            addresses
                .iter()
                .all(|address| !address.ip().is_unspecified())
        );
        let (last, others) = addresses.split_last().unwrap();
        assert!(last.ip().is_loopback(), "{printed:?}");
        assert!(
            others.iter().all(|other| !other.ip().is_loopback()),
            "{printed:?}"
        );
        let text = printed.join("\n");
        match others.is_empty() {
            false => assert!(
                text.contains("Everybody in this network can watch.")
                    && text.contains("Nothing is encrypted"),
                "{text}"
            ),
            true => assert!(text.contains("is in no network"), "{text}"),
        }
    }
}

#[test]
fn a_qr_code_is_drawn_where_it_is_asked_for() {
    let printed = printed(&["--qr"]);
    let url = printed[0].split_whitespace().nth(1).unwrap();
    let code = host_tools::serve::qr_code::lines(url).unwrap();
    assert_eq!(printed[4..], code);
    assert!(
        code.iter()
            .all(|line| line.chars().all(|c| " █▀▄".contains(c)))
    );
}

#[test]
fn a_speed_that_is_none_is_refused() {
    for speed in ["-1", "NaN", "inf"] {
        let sentence = bad(&["serve", &format!("--speed={speed}")]);
        assert!(sentence.contains("--speed"), "{sentence}");
    }
}
