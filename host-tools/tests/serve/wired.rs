//! Ring as the source of the page: with its captures, during an outage, after its return,
//! and replaced by another ring.

use super::{HOST, ask, follow, match_of_two, start};
use host_tools::ring_server::Server;
use host_tools::serve::ring_source::{HubFailure, RingSource};
use ring_client::Address;
use rules_core::board::BoardId;
use rules_core::panel::quick_match;
use rules_core::player::Players;
use rules_core::referee::Policies;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, TryRecvError};
use std::time::{Duration, Instant};
use virtual_ring::in_process::InProcessRing;
use virtual_ring::manual::ManualRing;
use virtual_ring::play::ring_under_test::HostRing;
use virtual_ring::play::{Equipment, play_before};

/// Ring at a socket, until it is dropped.
struct AtSocket {
    address: String,
    orders: Sender<Order>,
    thread: Option<std::thread::JoinHandle<()>>,
}

/// Order to a ring at a socket.
enum Order {
    /// Close the socket, and execute these commands meanwhile.
    Away(&'static [&'static str]),
    /// Open the socket again.
    Back,
    /// End the ring.
    End,
}

impl AtSocket {
    fn new(local: InProcessRing, listen: &str) -> Self {
        let listener = TcpListener::bind(listen).expect("loopback can be listened at");
        let address = listener.local_addr().expect("it has one").to_string();
        let (orders, received) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            live(
                ManualRing::from_ring(local, ring_client::clock::monotonic),
                listener,
                &received,
            )
        });
        Self {
            address,
            orders,
            thread: Some(thread),
        }
    }

    fn order(&self, order: Order) {
        self.orders.send(order).expect("it lives");
    }
}

/// Serves a ring at a socket, with absences as ordered.
fn live(mut ring: ManualRing, mut listener: TcpListener, orders: &Receiver<Order>) {
    let address = listener.local_addr().expect("it has one");
    loop {
        let mut server = Server::new(ring, listener).expect("it listens");
        let order = loop {
            match orders.try_recv() {
                Err(TryRecvError::Empty) => server.poll(),
                order => break order,
            }
        };
        let Ok(Order::Away(deeds)) = order else {
            return;
        };
        ring = server.into_ring();
        for words in deeds {
            ring.execute(words).expect("it is understood");
        }
        let Ok(Order::Back) = orders.recv() else {
            return;
        };
        listener = TcpListener::bind(address).expect("nobody else is there");
    }
}

impl Drop for AtSocket {
    fn drop(&mut self) {
        let _ = self.orders.send(Order::End);
        let _ = self.thread.take().map(std::thread::JoinHandle::join);
    }
}

/// True if the page receives `words`, in a line or in a topic.
fn is_told(to: SocketAddr, words: &str) -> bool {
    let mut stream = TcpStream::connect(to).expect("it listens");
    let patience = Some(Duration::from_secs(20));
    stream.set_read_timeout(patience).expect("a timeout");
    write!(stream, "GET /events HTTP/1.0\r\n{HOST}\r\n\r\n").expect("it listens");
    let until = Instant::now() + Duration::from_secs(20);
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    lines
        .by_ref()
        .take_while(|_| Instant::now() < until)
        .any(|line| line.contains(words))
}

/// Returns the present state of the ring, as the page receives it.
fn now(to: SocketAddr) -> serde_json::Value {
    let mut stream = TcpStream::connect(to).expect("it listens");
    let patience = Some(Duration::from_secs(20));
    stream.set_read_timeout(patience).expect("a timeout");
    write!(stream, "GET /events HTTP/1.0\r\n{HOST}\r\n\r\n").expect("it listens");
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    lines.find(|line| line == "event: now").expect("a state");
    let data = lines.next().expect("its data");
    let data = data.strip_prefix("data: ").expect("its data");
    serde_json::from_str(data).expect("JSON")
}

/// Returns a ring on which a match has just been played, from raw frames.
fn played() -> InProcessRing {
    let mut judge = HostRing::new(BoardId::Ring);
    let _ = play_before(&match_of_two(3), &Equipment::default(), &mut judge, None);
    judge.into_ring()
}

#[test]
fn a_ring_on_a_line_is_shown_with_its_evidence() {
    let ring = AtSocket::new(played(), "127.0.0.1:0");
    let served = start(Box::new(RingSource {
        address: Address::Tcp(ring.address.clone()),
        cards: Vec::new(),
        hub_failure: HubFailure::default(),
    }));
    let to = served.address();
    let whole = follow(to, None, |data, _| data.contains(" wins"));
    let lines: Vec<serde_json::Value> = (whole.iter())
        .map(|line| serde_json::from_str(&line.1).expect("JSON"))
        .collect();
    let seq = |line: &serde_json::Value| line["seq"].as_u64().expect("a number");
    assert!(lines.len() > 20, "{} lines", lines.len());
    assert!(lines.iter().map(seq).is_sorted());
    assert!(is_told(to, r#""lights":false"#));
    let (now, last) = (now(to), &lines[lines.len() - 1]);
    assert_eq!(now["view"], last["view"]);
    assert_eq!(now["waiting"].as_array().map(Vec::len), Some(1), "{now}");
    let seen = |line: &&serde_json::Value| {
        let ground = line["ground"]["seen"]["en"].as_str().unwrap_or_default();
        ground.starts_with("a fall") || ground.starts_with("a push")
    };
    let last = seq(lines.iter().rev().find(seen).expect("something was seen"));
    // Captures arrive after the lines, and requests for them are rate-limited.
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        std::thread::sleep(Duration::from_secs(1));
        let (_, answer) = ask(to, &format!("GET /capture/{last}"), &[HOST], "");
        if answer.contains("replayed: the same result") {
            break;
        }
        assert!(Instant::now() < until, "line {last}: {answer}");
    }
    drop(ring);
    assert!(
        is_told(to, r#""link":""#),
        "nobody says that the ring is gone"
    );
}

/// Returns a ring with a match of two that has just begun.
fn begun() -> InProcessRing {
    let mut local = InProcessRing::new(BoardId::Ring);
    let game = quick_match::game(Players::Two, quick_match::DEFAULT_LAYOUTS[Players::Two])
        .expect("a plain match");
    let at = rules_core::time::Instant(1_000_000);
    let begun = local.begin(at, &game, Policies::DEFAULT);
    begun.expect("a new ring can begin");
    local
}

/// Returns the numbers of the lines up to the first with `words`, and how many of them
/// contain it.
fn told(to: SocketAddr, words: &str) -> (Vec<u64>, usize) {
    let lines = follow(to, None, |data, _| data.contains(words));
    let numbers = lines.iter().map(|told| {
        let line: serde_json::Value = serde_json::from_str(&told.1).expect("JSON");
        line["seq"].as_u64().expect("a number")
    });
    let numbers = numbers.collect();
    (
        numbers,
        lines.iter().filter(|told| told.1.contains(words)).count(),
    )
}

#[test]
fn a_ring_that_goes_and_comes_back_is_shown_with_what_was_missed() {
    let ring = AtSocket::new(begun(), "127.0.0.1:0");
    let served = start(Box::new(RingSource {
        address: Address::Tcp(ring.address.clone()),
        cards: Vec::new(),
        hub_failure: HubFailure::default(),
    }));
    let to = served.address();
    let (before, _) = told(to, "The match begins");
    ring.order(Order::Away(&["marker 1 blue"]));
    assert!(
        is_told(to, r#""link":"lost the connection to"#),
        "nobody says so"
    );
    // A server that sends nothing, like a ring that takes long to start.
    let mute = TcpListener::bind(&ring.address).expect("nobody is there");
    std::thread::sleep(Duration::from_millis(4_500));
    drop(mute);
    ring.order(Order::Back);
    let (after, missed) = told(to, "SS-S6");
    assert_eq!(missed, 1);
    assert!(after.starts_with(&before), "{before:?} {after:?}");
    assert!(after.is_sorted(), "{after:?}");
    assert!(is_told(to, r#""link":null"#), "nobody says that it is back");
    // Another ring takes its place, with a match of its own.
    let address = ring.address.clone();
    drop(ring);
    let other = AtSocket::new(begun(), &address);
    let lines = follow(to, None, |data, n| {
        n > after.len() && data.contains("The match begins")
    });
    assert!(lines.len() > after.len());
    drop(other);
}
