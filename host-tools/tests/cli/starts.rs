//! Starts on a ring or a file that is not there: one sentence and exit code 2, or a page
//! that waits for the ring and says so.

use super::table::{On, file};
use super::{bad, said};
use host_tools::ring_server::Server;
use rules_core::board::BoardId;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;
use virtual_ring::manual::ManualRing;

/// Checks that a start is refused with one sentence that contains `words`.
fn refused(args: &[&str], words: &str) {
    let sentence = bad(args);
    assert!(sentence.contains(words), "{args:?}: {sentence}");
    assert_eq!(sentence.lines().count(), 1, "{args:?}: {sentence}");
}

#[test]
fn a_file_that_is_missing_is_named_and_ends_the_start() {
    let no_recording = "there is no such file; make one with `dohyo record`";
    refused(&["replay", "no.dohyo"], no_recording);
    refused(&["export", "no.dohyo"], no_recording);
    refused(&["export", "--html", "no.dohyo"], no_recording);
    refused(&["watch", "--ring", "no.dohyo"], no_recording);
    refused(&["serve", "--ring", "no.dohyo"], no_recording);
    refused(
        &["record", "new.dohyo", "--ring", "no.dohyo"],
        "is a recording and takes no commands",
    );
    for verb in [
        &["serve"][..],
        &["serve", "--ring", "virtual:"],
        &["watch", "--ring", "virtual:"],
        &["replay", "no.dohyo"],
        &["export", "no.dohyo"],
    ] {
        let args = [verb, &["--deck", "no.toml"]].concat();
        refused(&args, "cannot read no.toml: ");
        refused(&args, "give a deck file");
    }
}

#[test]
fn a_file_of_another_kind_is_named_and_ends_the_start() {
    let diary = file("diary.dohyo");
    std::fs::write(&diary, "my diary").unwrap();
    let diary = diary.to_str().unwrap();
    refused(&["replay", diary], "cannot be replayed: ");
    refused(&["export", diary], "cannot be exported: ");
    refused(&["watch", "--ring", diary], "cannot be replayed: ");
    refused(&["serve", "--ring", diary], "cannot be replayed: ");
    refused(&["record", diary, "--ring", "virtual:"], "not a recording");
    for verb in ["serve", "watch"] {
        let args = [verb, "--ring", "virtual:", "--deck", diary];
        refused(&args, "has mistakes; `dohyo cards check");
    }
    // A folder is neither.
    let folder = env!("CARGO_TARGET_TMPDIR");
    refused(&["replay", folder], "cannot be replayed: ");
    refused(&["export", folder], "cannot be exported: ");
    refused(&["record", folder, "--ring", "virtual:"], "cannot write ");
    refused(&["serve", "--deck", folder], "give a deck file");
}

#[test]
fn a_ring_that_is_missing_ends_all_but_the_page() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let nobody = format!("tcp:{}", free.local_addr().unwrap());
    drop(free);
    let new = file("never.dohyo");
    let new = new.to_str().unwrap();
    for verb in [&["watch"][..], &["record", new]] {
        for (ring, words) in [
            (nobody.as_str(), "cannot connect to tcp:"),
            ("/dev/ttyNOSUCH", "there is no /dev/ttyNOSUCH"),
            ("any", "no ring found: plug one in"),
        ] {
            refused(&[verb, &["--ring", ring]].concat(), words);
        }
    }
    assert!(
        !std::path::Path::new(new).exists(),
        "nothing is left behind"
    );
    for (ring, words) in [
        ("tcp:nowhere", "write tcp:HOST:PORT"),
        ("virtual:moon", "write virtual:ring"),
    ] {
        for verb in [&["serve"][..], &["watch"], &["record", new]] {
            refused(&[verb, &["--ring", ring]].concat(), words);
        }
    }
}

/// Page that runs, with what it prints to standard error.
struct Page {
    child: Child,
    address: String,
    remarks: Receiver<String>,
}

impl Page {
    fn start(ring: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dohyo"))
            .args(["serve", "--port", "0", "--ring", ring])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let page = lines.next().unwrap().unwrap();
        let address = page.split("http://").nth(1).unwrap();
        let errors = BufReader::new(child.stderr.take().unwrap()).lines();
        let (to, remarks) = channel();
        thread::spawn(move || {
            errors
                .map_while(Result::ok)
                .try_for_each(|line| to.send(line))
        });
        Self {
            child,
            address: address.trim_end_matches('/').to_owned(),
            remarks,
        }
    }

    fn remark(&self) -> String {
        self.remarks.recv_timeout(Duration::from_secs(30)).unwrap()
    }

    /// Returns the next fault of the connection that the page shows.
    fn link(&self) -> serde_json::Value {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        write!(
            stream,
            "GET /events HTTP/1.0\r\nHost: {}\r\n\r\n",
            self.address
        )
        .unwrap();
        let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
        lines.find(|line| line == "event: link").unwrap();
        let data = lines.next().unwrap();
        serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_page_waits_for_its_ring_and_says_so_here_and_there() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let page = Page::start(&format!("tcp:{address}"));
    let remark = page.remark();
    assert!(
        remark.contains("start `dohyo ring --listen` there")
            && remark.contains("waiting for the ring"),
        "{remark}"
    );
    let link = page.link();
    let shown = link["link"].as_str().unwrap_or_default();
    assert!(shown.contains("cannot connect to tcp:"), "{link}");
    // The ring comes.
    let ring = ManualRing::new(BoardId::Ring, ring_client::clock::monotonic);
    let mut server = Server::new(ring, TcpListener::bind(address).unwrap()).unwrap();
    thread::spawn(move || {
        loop {
            server.poll();
        }
    });
    assert_eq!(page.remark(), "dohyo: the ring is connected");
    assert!(page.link()["link"].is_null());
}

#[test]
fn a_page_without_any_ring_waits_too() {
    for (ring, words) in [
        ("any", "no ring found: plug one in"),
        ("/dev/ttyNOSUCH", "there is no /dev/ttyNOSUCH"),
    ] {
        let page = Page::start(ring);
        let remark = page.remark();
        assert!(remark.contains(words), "{remark}");
        let link = page.link();
        assert!(
            link["link"].as_str().unwrap_or_default().contains(words),
            "{link}"
        );
    }
}

#[test]
fn a_ring_that_this_program_does_not_understand_ends_the_page() {
    let ring = super::reach::peer(super::reach::hello(3));
    let output = Command::new(env!("CARGO_BIN_EXE_dohyo"))
        .args(["serve", "--port", "0", "--ring", &ring])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let sentence = said(&output.stderr);
    assert!(sentence.contains("update this program"), "{sentence}");
}

#[test]
fn a_recording_without_a_match_is_a_page_too() {
    let path = file("empty.dohyo");
    let table = On::Host.table();
    let output = table.run(&["record", path.to_str().unwrap(), "--seconds", "1"]);
    assert!(output.status.success());
    let page = Page::start(path.to_str().unwrap());
    assert!(page.link()["link"].is_null());
}
