//! A ring on a line: shown with its evidence, when it goes, when it comes back, and
//! when another one comes in its place.

use super::{HOST, ask, follow, match_of_two, start};
use host_tools::client::Address;
use host_tools::live::LiveRing;
use host_tools::live::server::Server;
use host_tools::local::LocalRing;
use host_tools::serve::wired::Wired;
use host_tools::virtual_ring::play::judge::RingJudge;
use host_tools::virtual_ring::play::{Equipment, play_before};
use rules_core::board::Name;
use rules_core::panel::plain;
use rules_core::player::Players;
use rules_core::referee::Policies;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, TryRecvError};
use std::time::{Duration, Instant};

/// A ring at a socket, until it is dropped.
struct AtSocket {
    address: String,
    orders: Sender<Order>,
    thread: Option<std::thread::JoinHandle<()>>,
}

/// What becomes of a ring at a socket.
enum Order {
    /// Nobody reaches it any more, while this happens to it.
    Away(&'static [&'static str]),
    /// It can be reached again.
    Back,
    /// It ends.
    End,
}

impl AtSocket {
    fn new(local: LocalRing, listen: &str) -> Self {
        let listener = TcpListener::bind(listen).expect("loopback can be listened at");
        let address = listener.local_addr().expect("it has one").to_string();
        let (orders, received) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || live(LiveRing::of(local), listener, &received));
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

/// Lives at a socket, away from it, and there again.
fn live(mut ring: LiveRing, mut listener: TcpListener, orders: &Receiver<Order>) {
    let address = listener.local_addr().expect("it has one");
    loop {
        let mut server = Server::new(ring, listener).expect("it listens");
        let order = loop {
            match orders.try_recv() {
                Err(TryRecvError::Empty) => server.turn(),
                order => break order,
            }
        };
        let Ok(Order::Away(deeds)) = order else {
            return;
        };
        ring = server.into_ring();
        for words in deeds {
            ring.tell(words).expect("it is understood");
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

/// Whether the page is told `words`, of the list or of what is now.
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

/// A ring on which a match has just been played, from raw frames.
fn played() -> LocalRing {
    let mut judge = RingJudge::new(Name::Ring);
    let _ = play_before(&match_of_two(3), &Equipment::default(), &mut judge, None);
    judge.into_ring()
}

#[test]
fn a_ring_on_a_line_is_shown_with_its_evidence() {
    let ring = AtSocket::new(played(), "127.0.0.1:0");
    let served = start(Box::new(Wired {
        address: Address::Tcp(ring.address.clone()),
    }));
    let to = served.address();
    let whole = follow(to, None, |data, _| data.contains(r#""phase":"over""#));
    let lines: Vec<serde_json::Value> = (whole.iter())
        .map(|it| serde_json::from_str(&it.1).expect("JSON"))
        .collect();
    let seq = |line: &serde_json::Value| line["seq"].as_u64().expect("a number");
    assert!(lines.len() > 20, "{} lines", lines.len());
    assert!(lines.iter().map(seq).is_sorted());
    assert!(is_told(to, r#""lights":false"#));
    let seen = |line: &&serde_json::Value| {
        let ground = line["ground"]["text"].as_str().unwrap_or_default();
        ground.starts_with("fell") || ground.starts_with("pushed")
    };
    let last = seq(lines.iter().rev().find(seen).expect("something was seen"));
    // The evidence comes after the lines, and may not be asked for too often.
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        std::thread::sleep(Duration::from_secs(1));
        let (_, answer) = ask(to, &format!("GET /proof/{last}"), &[HOST], "");
        if answer.contains("judged anew: the same") {
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

/// A ring with a match of two that has just begun.
fn begun() -> LocalRing {
    let mut local = LocalRing::new(Name::Ring);
    let game = plain::game(Players::Two, plain::ASSUMED[Players::Two]).expect("a plain match");
    let at = rules_core::time::Instant(1_000_000);
    let begun = local.begin(at, &game, Policies::USUAL);
    begun.expect("a new ring can begin");
    local
}

/// The lines up to the first that says this, and how many of them say it.
fn told(to: SocketAddr, words: &str) -> (Vec<u64>, usize) {
    let lines = follow(to, None, |data, _| data.contains(words));
    let numbers = lines.iter().map(|it| {
        let line: serde_json::Value = serde_json::from_str(&it.1).expect("JSON");
        line["seq"].as_u64().expect("a number")
    });
    let numbers = numbers.collect();
    (
        numbers,
        lines.iter().filter(|it| it.1.contains(words)).count(),
    )
}

#[test]
fn a_ring_that_goes_and_comes_back_is_shown_with_what_was_missed() {
    let ring = AtSocket::new(begun(), "127.0.0.1:0");
    let served = start(Box::new(Wired {
        address: Address::Tcp(ring.address.clone()),
    }));
    let to = served.address();
    let (before, _) = told(to, "began");
    ring.order(Order::Away(&["marker 1 blue"]));
    assert!(is_told(to, r#""link":"the line to"#), "nobody says so");
    // Somebody is there who says nothing, as a ring that takes long to start.
    let mute = TcpListener::bind(&ring.address).expect("nobody is there");
    std::thread::sleep(Duration::from_millis(4_500));
    drop(mute);
    ring.order(Order::Back);
    let (after, missed) = told(to, "SS-S6");
    assert_eq!(missed, 1);
    assert!(after.starts_with(&before), "{before:?} {after:?}");
    assert!(after.is_sorted(), "{after:?}");
    assert!(is_told(to, r#""link":null"#), "nobody says that it is back");
    // In its place comes another one, with a match of its own.
    let address = ring.address.clone();
    drop(ring);
    let other = AtSocket::new(begun(), &address);
    let lines = follow(to, None, |data, n| {
        n > after.len() && data.contains("began")
    });
    assert!(lines.len() > after.len());
    drop(other);
}
