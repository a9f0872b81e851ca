//! The ring's wire through the server: pages as programs at the hub.

use super::{CODE, HOST, Quiet, ask, key, post, sit, start};
use super::{at_socket::AtSocket, computer::Computer};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use host_core::protocol::{ClientEvent, HostProtocol};
use host_tools::serve::source::SourceHandle;
use host_tools::serve::{Served, Source};
use ring_client::Address;
use rules_core::referee::Command;
use rules_core::wire::message::{FollowFrom, Request};
use rules_core::wire::{Response, RingMessage};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Longest wait for anything that a test expects.
const PATIENCE: Duration = Duration::from_secs(60);

const BYTES: &str = "Content-Type: application/octet-stream";
const OWN: &str = "Origin: http://127.0.0.1";

/// Page at the ring's wire.
struct Page {
    to: SocketAddr,
    id: String,
    events: BufReader<TcpStream>,
    side: HostProtocol,
    /// Events of the ring for which nobody has waited yet.
    heard: VecDeque<ClientEvent>,
}

impl Page {
    /// Opens a tunnel, without a word to the ring.
    fn open(to: SocketAddr) -> Self {
        let mut stream = TcpStream::connect(to).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        write!(stream, "GET /wire HTTP/1.0\r\n{HOST}\r\n\r\n").expect("it listens");
        let mut page = Self {
            to,
            id: String::new(),
            events: BufReader::new(stream),
            side: HostProtocol::default(),
            heard: VecDeque::new(),
        };
        let (kind, id) = page.event().expect("the tunnel opens");
        assert_eq!(kind, "open");
        assert_eq!(id.len(), 32, "{id}");
        page.id = id;
        page
    }

    /// Returns the name and data of the next event; `None` at the end.
    fn event(&mut self) -> Option<(String, String)> {
        let mut name = None;
        let until = Instant::now() + PATIENCE;
        loop {
            assert!(Instant::now() < until, "nothing comes");
            let mut line = String::new();
            if self.events.read_line(&mut line).expect("a line") == 0 {
                return None;
            }
            if let Some(event) = line.strip_prefix("event: ") {
                name = Some(event.trim_end().to_owned());
            } else if let (Some(data), Some(name)) = (line.strip_prefix("data: "), &name) {
                return Some((name.clone(), data.trim_end().to_owned()));
            }
        }
    }

    /// Posts bytes and returns status and body.
    fn post(&self, bytes: &[u8], more: &[&str]) -> (u16, String) {
        post_bytes(self.to, &self.id, bytes, more)
    }

    /// Posts what the protocol has to say; it must be taken.
    fn speak(&mut self, more: &[&str]) {
        let bytes = self.side.take_outgoing();
        let (status, body) = self.post(&bytes, more);
        assert_eq!(status, 200, "{body}");
    }

    /// Reads events until one is wanted.
    fn hear<T>(&mut self, wanted: impl Fn(&ClientEvent) -> Option<T>) -> T {
        let until = Instant::now() + PATIENCE;
        loop {
            while let Some(event) = self.heard.pop_front() {
                if let Some(found) = wanted(&event) {
                    return found;
                }
            }
            assert!(Instant::now() < until, "it does not come");
            let (kind, data) = self.event().expect("the tunnel is open");
            assert_eq!(kind, "bytes", "{data}");
            let bytes = BASE64_STANDARD.decode(data).expect("base64");
            self.heard.extend(self.side.receive(&bytes));
        }
    }

    /// Greets the ring and follows its match for so many lines.
    fn follow(&mut self, lines: usize) {
        self.side.open();
        self.side.follow(FollowFrom::Match);
        self.speak(&[]);
        for _ in 0..lines {
            self.hear(|event| matches!(event, ClientEvent::Line(_)).then_some(()));
        }
    }

    /// Returns the response to a request.
    fn response(&mut self, id: u16) -> Response {
        self.hear(|event| match event {
            ClientEvent::Message(message) => match **message {
                RingMessage::Response(to, response) if to == id => Some(response),
                _ => None,
            },
            _ => None,
        })
    }
}

/// Posts bytes to a tunnel and returns status and body.
fn post_bytes(to: SocketAddr, id: &str, bytes: &[u8], more: &[&str]) -> (u16, String) {
    let headers: String = [HOST, OWN, BYTES]
        .iter()
        .chain(more)
        .map(|header| format!("{header}\r\n"))
        .collect();
    let mut stream = TcpStream::connect(to).expect("it listens");
    let length = bytes.len();
    let head = format!("POST /wire/{id} HTTP/1.0\r\n{headers}Content-Length: {length}\r\n\r\n");
    let _ = stream.write_all(&[head.as_bytes(), bytes].concat());
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text);
    let status = text.split(' ').nth(1).and_then(|it| it.parse().ok());
    let body = text.split_once("\r\n\r\n").map_or("", |parts| parts.1);
    (status.expect("a status"), body.to_owned())
}

/// Source of a ring that a hub at this path shares.
struct AtHub(PathBuf);

impl Source for AtHub {
    fn run(&mut self, handle: &mut SourceHandle) -> Result<(), String> {
        Quiet.run(handle)
    }

    fn shared_ring(&self) -> Option<Address> {
        Some(Address::Hub(self.0.clone()))
    }
}

/// Server in front of a hub that the test plays itself.
fn before_a_hub(name: &str) -> (Served, UnixListener) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wire");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}.sock"));
    let _ = std::fs::remove_file(&path);
    let hub = UnixListener::bind(&path).expect("a socket");
    (start(Box::new(AtHub(path))), hub)
}

/// Accepts the program that a page is at the hub.
fn accept(hub: &UnixListener) -> UnixStream {
    let (program, _) = hub.accept().expect("a program");
    program.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    program
}

/// Frame of one request.
fn frame(request: Request) -> Vec<u8> {
    let mut side = HostProtocol::default();
    side.ask(request);
    side.take_outgoing()
}

#[test]
fn without_a_real_ring_no_wire_is_offered() {
    let served = start(Box::new(Quiet));
    for path in ["GET /wire/offer", "GET /wire"] {
        let (status, body) = ask(served.address(), path, &[HOST], "");
        assert_eq!(
            (status, body.contains("nothing here")),
            (404, true),
            "{path}"
        );
    }
    let (served, _hub) = before_a_hub("offer");
    let (status, body) = ask(served.address(), "GET /wire/offer", &[HOST], "");
    assert_eq!((status, body.as_str()), (200, r#"{"wire":1}"#));
}

#[test]
fn two_pages_and_a_verb_use_one_ring_at_once() {
    let computer = Computer::new("wire-pages");
    let mut table = AtSocket::start(&[]);
    let setup = ["setup", "--game", "ss", "--players", "2", "--junior"];
    computer.good(&[&setup[..], &["--ring", &table.address]].concat());
    let mut serving = computer.share(&["serve", "--port", "0", "--ring", &table.address]);
    let mut told = BufReader::new(serving.0.stdout.take().expect("a pipe")).lines();
    let mut word = |at: usize| {
        let line = told.next().expect("a line").expect("text");
        line.split_whitespace().nth(at).expect("a word").to_owned()
    };
    let page = word(1);
    let code = word(2);
    let address = page.trim_start_matches("http://").trim_end_matches('/');
    let to: SocketAddr = address.parse().expect("an address");
    assert_eq!(ask(to, "GET /wire/offer", &[HOST], "").0, 200);
    let (mut one, mut other) = (Page::open(to), Page::open(to));
    assert_ne!(one.id, other.id);
    one.follow(3);
    other.follow(3);
    let status = computer.good(&["status"]);
    assert!(status.contains("Ember Fly"), "{status}");
    // What happens at the table comes to both.
    table.act("marker 1 blue");
    for page in [&mut one, &mut other] {
        page.hear(|event| match event {
            ClientEvent::Line(line) => {
                let events = format!("{:?}", line.events);
                events.contains("MarkerPlaced").then_some(())
            }
            _ => None,
        });
    }
    // What changes something needs the code, and the ring has not heard of it.
    let undo = one.side.ask(Request::Command(Command::Undo));
    let bytes = one.side.take_outgoing();
    let (status, body) = one.post(&bytes, &[]);
    assert_eq!((status, body.contains("table code")), (401, true), "{body}");
    let forged = one.post(&bytes, &["Authorization: Bearer 0123"]);
    assert_eq!(forged.0, 401);
    let login = post(to, "/login", &[], &format!("{{\"code\":\"{code}\"}}"));
    let login: serde_json::Value = serde_json::from_str(&login.1).expect("JSON");
    let key = format!(
        "Authorization: Bearer {}",
        login["key"].as_str().expect("a key")
    );
    let (status, body) = one.post(&bytes, &[&key]);
    assert_eq!(status, 200, "{body}");
    assert!(matches!(one.response(undo), Response::TouchNeeded(_)));
    // Meanwhile the other page asks for itself.
    let info = other.side.ask(Request::Info);
    other.speak(&[]);
    assert_eq!(other.response(info), Response::Done);
    drop(serving);
}

#[test]
fn wrong_codes_are_limited_for_the_wire_as_well() {
    let (served, hub) = before_a_hub("codes");
    let to = served.address();
    let page = Page::open(to);
    let mut program = accept(&hub);
    let undo = frame(Request::Command(Command::Undo));
    for n in 0..5 {
        assert_eq!(sit(to, &format!("00000{n}")).0, 403);
        assert_eq!(page.post(&undo, &[]).0, 401);
    }
    assert_eq!(sit(to, CODE).0, 429, "the right code has to wait");
    // Commands are few, with the code or without.
    let statuses: Vec<u16> = (0..12).map(|_| page.post(&undo, &[]).0).collect();
    assert!(statuses.contains(&429), "{statuses:?}");
    // None of them came to the hub, and watching goes on.
    let follow = frame(Request::Follow(FollowFrom::Match));
    assert_eq!(page.post(&follow, &[]).0, 200);
    let mut heard = vec![0; follow.len()];
    program.read_exact(&mut heard).expect("the request");
    assert_eq!(heard, follow);
}

#[test]
fn what_is_no_request_of_the_own_page_does_not_come_to_the_hub() {
    let (served, hub) = before_a_hub("hostile");
    let to = served.address();
    let page = Page::open(to);
    let mut program = accept(&hub);
    let (watch, undo) = (
        frame(Request::Follow(FollowFrom::Match)),
        frame(Request::Command(Command::Undo)),
    );
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let path = format!("POST /wire/{}", page.id);
    let foreign = [HOST, "Origin: http://evil.example", BYTES];
    assert_eq!(ask(to, &path, &foreign, &text(&watch)).0, 403);
    let form = [HOST, OWN, "Content-Type: text/plain"];
    assert_eq!(ask(to, &path, &form, &text(&watch)).0, 415);
    assert_eq!(page.post(&[1; 5_000], &[]).0, 413);
    let (status, body) = page.post(b"\x05nono\0", &[]);
    assert_eq!((status, body.contains("damaged")), (400, true), "{body}");
    let (status, body) = post_bytes(to, &"0".repeat(32), &watch, &[]);
    assert_eq!(
        (status, body.contains("open /wire again")),
        (404, true),
        "{body}"
    );
    // A command in two halves, and one behind a request that everybody may make.
    assert_eq!(page.post(&undo[..4], &[]).0, 200);
    assert_eq!(page.post(&undo[4..], &[]).0, 401);
    let key = key(to);
    assert_eq!(page.post(&undo[4..], &[&key]).0, 200);
    let both = [watch.as_slice(), &undo].concat();
    assert_eq!(page.post(&both, &[]).0, 401);
    assert_eq!(page.post(&watch, &[]).0, 200);
    let mut heard = vec![0; both.len()];
    program.read_exact(&mut heard).expect("both requests");
    assert_eq!(heard, [undo.as_slice(), &watch].concat());
}

#[test]
fn a_page_that_goes_ends_its_program_and_a_hub_that_goes_ends_the_page() {
    let (served, hub) = before_a_hub("ends");
    let to = served.address();
    let page = Page::open(to);
    let mut program = accept(&hub);
    let id = page.id.clone();
    drop(page);
    let mut rest = Vec::new();
    assert_eq!(program.read_to_end(&mut rest).expect("its end"), 0);
    let follow = frame(Request::Follow(FollowFrom::Match));
    assert_eq!(post_bytes(to, &id, &follow, &[]).0, 404);
    let mut page = Page::open(to);
    drop(accept(&hub));
    assert_eq!(page.event(), None);
    // A hub without a ring says so, and the page is told.
    let mut page = Page::open(to);
    let mut program = accept(&hub);
    program
        .write_all(b"dohyo: the cable is out\n")
        .expect("it reads");
    let away = ("away".to_owned(), "\"the cable is out\"".to_owned());
    assert_eq!(page.event(), Some(away));
    assert_eq!(page.event(), None);
}

#[test]
fn one_address_gets_its_share_of_the_hub_and_no_more() {
    let (served, hub) = before_a_hub("share");
    let to = served.address();
    let mut pages: Vec<Page> = (0..12).map(|_| Page::open(to)).collect();
    let (status, body) = ask(to, "GET /wire", &[HOST], "");
    assert_eq!(
        (status, body.contains("too many pages")),
        (429, true),
        "{body}"
    );
    pages.pop();
    let until = Instant::now() + PATIENCE;
    while ask(to, "GET /wire/offer", &[HOST], "").0 != 200 || served.connections() > 11 {
        assert!(Instant::now() < until, "the place is not free again");
        std::thread::sleep(Duration::from_millis(20));
    }
    pages.push(Page::open(to));
    drop(hub);
}

#[test]
fn a_page_that_does_not_read_is_dropped_and_the_others_hear_on() {
    let (served, hub) = before_a_hub("slow");
    let to = served.address();
    let slow = Page::open(to);
    let mut of_slow = accept(&hub);
    let mut other = Page::open(to);
    let mut of_other = accept(&hub);
    let until = Instant::now() + PATIENCE;
    let flood = std::thread::spawn(move || {
        // More than all buffers hold; fails once the program has gone.
        while Instant::now() < until {
            if of_slow.write_all(&[7; 1 << 16]).is_err() {
                return true;
            }
        }
        false
    });
    while !flood.is_finished() {
        of_other.write_all(b"still there").expect("it reads");
        let told = other.event().expect("it is open");
        assert_eq!(told.1, BASE64_STANDARD.encode("still there"));
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(
        flood.join().expect("it ends"),
        "the slow page was not dropped"
    );
    let follow = frame(Request::Follow(FollowFrom::Match));
    assert_eq!(post_bytes(to, &slow.id, &follow, &[]).0, 404);
}
