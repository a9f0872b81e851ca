//! Crowd: a thousand slow spectators and two hundred honest ones at once, at the real
//! `dohyo serve` with a simulated match.
//!
//! Each group has addresses of its own in 127.0.0.0/8, which Linux answers without being
//! told to. `tests/spectators` keeps the output of the last whole run.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::{JoinSet, LocalSet};
use tokio::time::{sleep, timeout};

/// Number of ways to be slow.
const WAYS: usize = 5;
/// Largest peak of the server's memory, in KiB.
const MEMORY: u64 = 300 << 10;

/// Server in a process of its own.
struct Server {
    child: Child,
    address: SocketAddr,
    code: String,
}

impl Server {
    fn start(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dohyo"))
            .args(["serve", "--port", "0"])
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let (mut address, mut code) = (None, None);
        for line in lines.map_while(Result::ok).take(8) {
            let last = line.rsplit(' ').next().unwrap_or_default();
            if line.starts_with("page") {
                let host = last.trim_start_matches("http://").trim_end_matches('/');
                address = host.parse().ok();
            } else if line.starts_with("table code") {
                code = Some(last.to_owned());
                break;
            }
        }
        Self {
            child,
            address: address.expect("an address"),
            code: code.expect("a code"),
        }
    }

    /// Returns a memory figure of the server, in KiB.
    fn memory(&self, what: &str) -> u64 {
        let status = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(status).expect("it runs");
        let line = status.lines().find(|line| line.starts_with(what));
        let figure = line.and_then(|line| line.split_whitespace().nth(1));
        figure.and_then(|text| text.parse().ok()).expect("a figure")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Connection from an address of this machine.
struct Peer {
    stream: TcpStream,
}

impl Peer {
    async fn connect(from: Ipv4Addr, to: SocketAddr, buffer: u32) -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(buffer)?;
        socket.bind((from, 0).into())?;
        let stream = socket.connect(to).await?;
        Ok(Self { stream })
    }

    async fn send(&self, text: &str) -> io::Result<()> {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            self.stream.writable().await?;
            match self.stream.try_write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Appends what arrives; returns false at the end.
    async fn receive(&self, into: &mut Vec<u8>, most: usize) -> io::Result<bool> {
        let mut buffer = vec![0; most];
        loop {
            self.stream.readable().await?;
            match self.stream.try_read(&mut buffer) {
                Ok(0) => return Ok(false),
                Ok(count) => {
                    into.extend_from_slice(&buffer[..count]);
                    return Ok(true);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Sends a request and returns the whole answer.
    async fn ask(&self, request: &str) -> io::Result<String> {
        self.send(request).await?;
        let mut answer = Vec::new();
        while self.receive(&mut answer, 4096).await? {}
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }
}

fn events(to: SocketAddr, mark: Option<&str>) -> String {
    let last = mark.map_or(String::new(), |mark| format!("Last-Event-ID: {mark}\r\n"));
    format!("GET /events HTTP/1.0\r\nHost: {to}\r\n{last}\r\n")
}

/// Is slow in one of several ways until the server hangs up.
async fn be_slow(way: usize, from: Ipv4Addr, to: SocketAddr) -> io::Result<()> {
    let peer = Peer::connect(from, to, 2048).await?;
    let start = match way {
        0 => String::new(),
        1 => format!("GET / HTTP/1.1\r\nHost: {to}\r\nX-Slow: "),
        2 => format!(
            "POST /login HTTP/1.1\r\nHost: {to}\r\nOrigin: http://{to}\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n"
        ),
        _ => events(to, None),
    };
    peer.send(&start).await?;
    loop {
        match way {
            0 => return peer.receive(&mut Vec::new(), 1).await.map(drop),
            1 | 2 => peer.send("x").await?,
            // What is sent behind the request is ignored, until the connection is closed.
            3 => peer.send(" ").await?,
            _ => {
                peer.send(" ").await?;
                let _ = peer.receive(&mut Vec::new(), 1).await?;
            }
        }
        sleep(Duration::from_secs(1)).await;
    }
}

/// Line of the match as a spectator received it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Seen {
    number: u64,
    /// Hash of the whole line.
    hash: u64,
}

/// Follows the match until `until` seconds of its time or its end, and reconnects after
/// every `patience` lines.
async fn follow(from: Ipv4Addr, to: SocketAddr, until: f64, patience: usize) -> Vec<Seen> {
    let (mut seen, mut mark, mut is_over) = (Vec::new(), None::<String>, false);
    while !is_over {
        let Ok(peer) = Peer::connect(from, to, 64 << 10).await else {
            sleep(Duration::from_millis(500)).await;
            continue;
        };
        if peer.send(&events(to, mark.as_deref())).await.is_err() {
            continue;
        }
        let (mut bytes, mut event, mut id, mut lines) =
            (Vec::new(), String::new(), String::new(), 0);
        'connected: while matches!(peer.receive(&mut bytes, 16 << 10).await, Ok(true)) {
            while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = bytes.drain(..=end).collect();
                let line = String::from_utf8_lossy(&line);
                let line = line.trim_end();
                if let Some(value) = line.strip_prefix("id: ") {
                    id = value.to_owned();
                } else if let Some(value) = line.strip_prefix("event: ") {
                    event = value.to_owned();
                } else if let Some(data) = line.strip_prefix("data: ").filter(|_| event == "said") {
                    let value: serde_json::Value = serde_json::from_str(data).expect("JSON");
                    let mut hasher = DefaultHasher::new();
                    data.hash(&mut hasher);
                    seen.push(Seen {
                        number: value["n"].as_u64().expect("a number"),
                        hash: hasher.finish(),
                    });
                    mark = Some(id.clone());
                    lines += 1;
                    let is_late = value["at"].as_f64().expect("a time") >= until;
                    is_over = is_late || value["event"]["kind"] == "won";
                    if is_over || lines >= patience {
                        break 'connected;
                    }
                }
            }
        }
    }
    seen
}

/// Opens the page and logs in from an address of its own.
async fn load_and_log_in(from: Ipv4Addr, server: (SocketAddr, String)) {
    let (to, code) = server;
    let peer = Peer::connect(from, to, 64 << 10).await.expect("a place");
    let request = format!("GET / HTTP/1.0\r\nHost: {to}\r\n\r\n");
    let page = peer.ask(&request).await.expect("an answer");
    assert!(page.contains("<!doctype html>"), "{page}");
    let peer = Peer::connect(from, to, 64 << 10).await.expect("a place");
    let body = format!("{{\"code\":\"{code}\"}}");
    let request = format!(
        "POST /login HTTP/1.0\r\nHost: {to}\r\nOrigin: http://{to}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let answer = peer.ask(&request).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.0 200"), "{answer}");
}

/// Runs tasks on one thread.
fn on_one_thread<T>(future: impl Future<Output = T>) -> T {
    let _ = rlimit::increase_nofile_limit(8_192);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    LocalSet::new().block_on(&runtime, future)
}

/// Seed of a match that goes on for minutes.
const LONG_MATCH: &str = "5";

/// Plays a match before a crowd until `until` seconds of its time, and checks that every
/// honest spectator has every line of it.
fn crowd(slow: usize, honest: usize, speed: &str, until: f64) {
    let server = Server::start(&["--speed", speed, "--seed", LONG_MATCH, "--matches", "1"]);
    let (to, code, before) = (server.address, server.code.clone(), server.memory("VmRSS:"));
    let (all, dropped) = on_one_thread(async {
        let dropped = Rc::new(std::cell::RefCell::new([0_u64; WAYS]));
        let mut slow_ones = JoinSet::new();
        for n in 0..slow {
            // Fifty share an address.
            let from = Ipv4Addr::new(127, 0, 1, (1 + n / 50) as u8);
            let dropped = dropped.clone();
            slow_ones.spawn_local(async move {
                loop {
                    let _ = be_slow(n % WAYS, from, to).await;
                    dropped.borrow_mut()[n % WAYS] += 1;
                    sleep(Duration::from_millis(500)).await;
                }
            });
        }
        let mut honest_ones = JoinSet::new();
        for n in 0..honest {
            // Twenty share an address, come one after the other, and every fourth has a
            // bad connection.
            let from = Ipv4Addr::new(127, 0, 2, (1 + n / 20) as u8);
            let patience = if n % 4 == 3 { 10 } else { usize::MAX };
            honest_ones.spawn_local(async move {
                sleep(Duration::from_millis(20 * n as u64)).await;
                follow(from, to, until, patience).await
            });
        }
        sleep(Duration::from_secs(2)).await;
        load_and_log_in(Ipv4Addr::new(127, 0, 3, 1), (to, code)).await;
        let long = Duration::from_secs(600);
        let all = timeout(long, honest_ones.join_all())
            .await
            .expect("in time");
        let dropped = *dropped.borrow();
        (all, dropped)
    });
    let (after, peak) = (server.memory("VmRSS:"), server.memory("VmHWM:"));
    let mut lines: BTreeMap<u64, u64> = BTreeMap::new();
    for seen in all.iter().flatten() {
        let known = lines.entry(seen.number).or_insert(seen.hash);
        assert_eq!(*known, seen.hash, "line {} differs", seen.number);
    }
    println!(
        "{slow} slow and {honest} honest spectators, {until} s of a match at speed {speed}: {} lines",
        lines.len()
    );
    println!(
        "connections that slow spectators lost: {} silent, {} in the head, {} in the body, {} deaf, {} a byte a second",
        dropped[0], dropped[1], dropped[2], dropped[3], dropped[4]
    );
    println!("memory of the server: {before} KiB before, {after} KiB after, {peak} KiB at most");
    let wanted: Vec<u64> = (0..lines.len() as u64).collect();
    assert!(lines.len() > 20);
    for (n, seen) in all.iter().enumerate() {
        let numbers: Vec<u64> = seen.iter().map(|line| line.number).collect();
        assert!(numbers == wanted, "spectator {n} has {numbers:?}");
    }
    println!("every honest spectator has every line, once and in order");
    assert!(peak < MEMORY, "{peak} KiB");
}

#[test]
fn a_small_crowd_has_every_line() {
    crowd(100, 100, "15", 60.0);
}

/// Runs for minutes: `tests/spectators/long-run.sh`.
#[test]
#[ignore = "takes minutes and 2,500 open files"]
fn a_thousand_slow_ones_keep_nothing_from_two_hundred() {
    crowd(1_000, 200, "4", 112.0);
}

/// Takes places from these addresses until the server gives no more, and keeps them.
async fn take_all(
    addresses: impl Iterator<Item = Ipv4Addr>,
    each: usize,
    to: SocketAddr,
) -> Vec<Peer> {
    let mut taken = Vec::new();
    for from in addresses {
        for _ in 0..each {
            if let Ok(peer) = Peer::connect(from, to, 2048).await {
                let _ = peer.send(&events(to, None)).await;
                taken.push(peer);
            }
        }
    }
    taken
}

#[test]
fn neither_one_address_nor_twenty_can_shut_the_page() {
    let server = Server::start(&["--speed", "15", "--seed", "1", "--matches", "1"]);
    let (to, code) = (server.address, server.code.clone());
    on_one_thread(async {
        let greedy = Ipv4Addr::new(127, 0, 4, 1);
        let one = take_all([greedy].into_iter(), 500, to).await;
        let others = |n| Ipv4Addr::new(127, 0, 5, n);
        load_and_log_in(others(1), (to, code.clone())).await;
        let lines = timeout(
            Duration::from_secs(60),
            follow(others(2), to, 5.0, usize::MAX),
        );
        assert!(!lines.await.expect("in time").is_empty());
        // More than there are places.
        let many = (0..20).map(|n| Ipv4Addr::new(127, 0, 6, n + 1));
        let twenty = take_all(many, 128, to).await;
        for n in 10..20 {
            load_and_log_in(others(n), (to, code.clone())).await;
        }
        let lines = timeout(
            Duration::from_secs(60),
            follow(others(30), to, 10.0, usize::MAX),
        );
        assert!(!lines.await.expect("in time").is_empty());
        drop((one, twenty));
    });
    assert!(server.memory("VmHWM:") < MEMORY);
}
