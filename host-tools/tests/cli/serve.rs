//! `dohyo serve` at a ring, and its refusals. Its other abilities are in `tests/serve` and
//! `tests/page`.

use super::bad;
use super::table::{On, on_both};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
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

#[test]
fn a_speed_that_is_none_is_refused() {
    for speed in ["-1", "NaN", "inf"] {
        let sentence = bad(&["serve", &format!("--speed={speed}")]);
        assert!(sentence.contains("--speed"), "{sentence}");
    }
}
