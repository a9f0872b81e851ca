//! Peers that send or read too slowly, and addresses that take too much.

use super::{CODE, HOST, JSON, OWN, Quiet, ask, follow, post, sit, start};
use host_tools::serve::Served;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Time after which every slow peer must be gone: the longest limit is 20 s.
const PATIENCE: Duration = Duration::from_secs(60);

fn connect(to: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(to).expect("it listens");
    stream.write_all(text.as_bytes()).expect("it listens");
    stream
}

/// Waits until the server has this number of connections; false if it never has.
fn has(served: &Served, connections: usize) -> bool {
    let until = Instant::now() + PATIENCE;
    while served.connections() != connections {
        if Instant::now() > until {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}

/// Sends a byte every second until the server hangs up or the patience ends. Returns the
/// answer.
fn drip(mut stream: TcpStream) -> String {
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until && stream.write_all(b"a").is_ok() {
        let mut peeked = [0];
        let wait = Some(Duration::from_secs(1));
        stream.set_read_timeout(wait).expect("a timeout");
        if stream.peek(&mut peeked).is_ok() {
            break;
        }
    }
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    answer
}

#[test]
fn headers_and_bodies_that_never_end_are_not_waited_for() {
    let served = start(Box::new(Quiet));
    let to = served.address();
    let silent = connect(to, "");
    let head = connect(to, &format!("GET / HTTP/1.1\r\n{HOST}\r\nX-Slow: "));
    let body = connect(
        to,
        &format!(
            "POST /login HTTP/1.1\r\n{HOST}\r\n{OWN}\r\n{JSON}\r\nContent-Length: 4000\r\n\r\n"
        ),
    );
    let idle = connect(to, &format!("GET /page.css HTTP/1.1\r\n{HOST}\r\n\r\n"));
    assert!(has(&served, 4), "all have a place");
    let [head, body] = [head, body].map(|stream| std::thread::spawn(move || drip(stream)));
    assert!(has(&served, 0), "{} are left", served.connections());
    drop((silent, idle));
    let body = body.join().expect("it ends");
    assert!(body.starts_with("HTTP/1.1 408"), "{body}");
    assert!(body.contains("the request took too long"), "{body}");
    let head = head.join().expect("it ends");
    assert!(!head.contains("200 OK"), "{head}");
}

#[test]
fn a_head_that_is_too_long_is_refused() {
    let served = start(Box::new(Quiet));
    let long = format!("X-Long: {}", "x".repeat(64 << 10));
    let mut stream = TcpStream::connect(served.address()).expect("it listens");
    let _ = write!(stream, "GET / HTTP/1.0\r\n{HOST}\r\n{long}\r\n\r\n");
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert!(
        answer.starts_with("HTTP/1.1 431") || answer.is_empty(),
        "{answer}"
    );
}

#[test]
fn listeners_that_do_not_read_are_dropped_and_can_return() {
    let served = start(Box::new(Quiet));
    let to = served.address();
    let follow_all = format!("GET /events HTTP/1.0\r\n{HOST}\r\n\r\n");
    let never = connect(to, &follow_all);
    let mut now_and_then = connect(to, &follow_all);
    assert!(has(&served, 2), "both have a place");
    let (is_over, mut got) = (AtomicBool::new(false), Vec::new());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // More than the buffers between them hold, and never silent for long.
            while !is_over.load(Ordering::Relaxed) {
                let feed = served.feed();
                feed.push(|n| format!("{{\"n\":{n},\"pad\":\"{}\"}}", "x".repeat(1 << 20)));
                std::thread::sleep(Duration::from_millis(200));
            }
        });
        scope.spawn(|| {
            let mut byte = [0];
            while !is_over.load(Ordering::Relaxed) {
                match now_and_then.read(&mut byte) {
                    Ok(1) => got.push(byte[0]),
                    _ => break,
                }
                std::thread::sleep(Duration::from_millis(500));
            }
        });
        let is_empty = has(&served, 0);
        is_over.store(true, Ordering::Relaxed);
        assert!(is_empty, "{} are left", served.connections());
    });
    drop(never);
    assert!(!got.is_empty(), "the slow one has read something");
    // Who returns gets lines again.
    assert_eq!(follow(to, None, |_, n| n >= 1).len(), 1);
}

#[test]
fn requests_of_an_address_are_limited_and_its_wait_ends() {
    let served = start(Box::new(Quiet));
    let to = served.address();
    let request = format!("GET /nowhere HTTP/1.1\r\n{HOST}\r\n\r\n");
    let last = format!("GET /nowhere HTTP/1.0\r\n{HOST}\r\n\r\n");
    // All in one go, so that no time passes in which more would be allowed.
    let flood = connect(to, "");
    let mut answers = String::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let all = request.repeat(1_499) + &last;
            (&flood).write_all(all.as_bytes()).expect("it listens");
        });
        (&flood).read_to_string(&mut answers).expect("answers");
    });
    let count = |status: &str| answers.matches(&format!("{status}\r\n")).count();
    let (found, refused) = (count("404 Not Found"), count("429 Too Many Requests"));
    assert!(found >= 600 && refused > 0, "{found} and {refused}");
    assert_eq!(found + refused, 1_500);
    assert!(answers.contains("retry-after: 1"), "{answers}");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(ask(to, "GET /", &[HOST], "").0, 200);
}

#[test]
fn streams_leave_room_for_the_page_and_the_code_of_the_same_address() {
    let served = start(Box::new(Quiet));
    let to = served.address();
    let follow_all = format!("GET /events HTTP/1.1\r\n{HOST}\r\n\r\n");
    let mut streams: Vec<TcpStream> = (0..96).map(|_| connect(to, &follow_all)).collect();
    for stream in &mut streams {
        let mut head = [0; 15];
        stream.read_exact(&mut head).expect("an answer");
        assert_eq!(&head, b"HTTP/1.1 200 OK");
    }
    let (status, body) = ask(to, "GET /events", &[HOST], "");
    assert_eq!((status, body.contains("too many pages")), (429, true));
    assert_eq!(ask(to, "GET /", &[HOST], "").0, 200);
    assert_eq!(sit(to, CODE).0, 200);
    streams.truncate(90);
    assert!(has(&served, 90), "{} are left", served.connections());
    let again = connect(to, &follow_all);
    let mut head = [0; 15];
    (&again).read_exact(&mut head).expect("an answer");
    assert_eq!(&head, b"HTTP/1.1 200 OK");
}

#[test]
fn what_is_refused_is_escaped() {
    let served = start(Box::new(Quiet));
    let key = super::key(served.address());
    let hostile = r#""</script><img src=x onerror=alert(1)>\u001b[2J\u202e""#;
    let (status, body) = post(served.address(), "/command", &[&key], hostile);
    assert_eq!((status, body.contains("onerror")), (400, true), "{body}");
    assert!(!body.contains(['<', '\u{1b}', '\u{202e}']), "{body}");
}
