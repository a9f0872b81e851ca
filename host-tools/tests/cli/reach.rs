//! Obstacles between a host and a ring, each reported with one sentence and a remedy.

use super::table::{On, on_both};
use super::{bad, said};
use ring_client::transport::InProcess;
use ring_client::{Client, LinkError, Transport};
use rules_core::board::BoardId;
use rules_core::wire::hello::{BootReason, Hello, Protocol};
use rules_core::wire::message::RestartMode;
use rules_core::wire::{FRAME_MAX, RingMessage, encode};
use serialport::{SerialPort, TTYPort};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::thread;
use std::time::Duration;

on_both! {
    a_second_client_is_told_and_the_first_goes_on,
    a_ring_that_is_unplugged_in_the_middle,
    a_ring_that_goes_while_it_is_told_something,
}

/// Verbs that need a ring, each of which must be able to fail.
const VERBS: [&[&str]; 15] = [
    &["watch"],
    &["setup", "--game", "ss"],
    &["declare", "submit"],
    &["answer", "1"],
    &["undo"],
    &["why"],
    &["status"],
    &["abort"],
    &["calibrate"],
    &["doctor"],
    &["identify", "1"],
    &["info"],
    &["matches"],
    &["report"],
    &["name", "Attic"],
];

/// Checks that every verb fails at this ring with this sentence.
fn refused(ring: &str, sentence: &str) {
    for verb in VERBS {
        let mut args = verb.to_vec();
        args.extend(["--ring", ring]);
        let said = bad(&args);
        assert!(said.contains(sentence), "{args:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
    }
}

#[test]
fn a_port_that_is_not_there() {
    refused(
        "/dev/ttyNOSUCH",
        "there is no /dev/ttyNOSUCH: look for the ring's port with `dohyo ports`",
    );
}

#[test]
fn nobody_who_listens() {
    let free = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    refused(
        &format!("tcp:{free}"),
        "start `dohyo ring --listen` there, or check the address",
    );
}

#[test]
fn addresses_that_make_no_sense() {
    let status = |ring: &str| bad(&["status", "--ring", ring]);
    assert!(status("tcp:nowhere").contains("write tcp:HOST:PORT"));
    assert!(status("tcp::1").contains("write tcp:HOST:PORT"));
    assert!(status("virtual:ring-lite").contains("was withdrawn"));
    assert!(status("virtual:moon").contains("write virtual:ring, virtual:grid-hex"));
    assert!(status("no-such.dohyo").contains("there is no such file; make one with"));
    let unknown = status("tcp:no-such-machine.invalid:7070");
    assert!(
        unknown.contains("unknown host in tcp:no-such-machine.invalid:7070: check the name"),
        "{unknown}"
    );
}

#[test]
fn no_ring_plugged_in() {
    for args in [&["status"][..], &["status", "--ring", "any"]] {
        let said = bad(args);
        assert!(
            said.contains("no ring found: plug one in, or give --ring"),
            "{said}"
        );
    }
}

#[test]
fn a_port_another_program_has() {
    let (_master, mut slave) = TTYPort::pair().unwrap();
    slave.set_exclusive(true).unwrap();
    let name = slave.name().unwrap();
    let said = bad(&["status", "--ring", &name]);
    assert!(
        said.contains("is in use by another program: end that one"),
        "{said}"
    );
}

/// Drops privileges if there are any, since root is denied nothing.
#[test]
fn a_port_that_may_not_be_opened() {
    let copy = super::table::file("dohyo-for-all");
    let folder = std::env::temp_dir().join(format!("dohyo-reach-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let everybody: std::fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&folder, everybody.clone()).unwrap();
    let program = folder.join(copy.file_name().unwrap());
    std::fs::copy(env!("CARGO_BIN_EXE_dohyo"), &program).unwrap();
    let (_master, slave) = TTYPort::pair().unwrap();
    let name = slave.name().unwrap();
    let nobody: std::fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(0o000);
    std::fs::set_permissions(&name, nobody).unwrap();
    let status = |command: &mut Command| command.args(["status", "--ring", &name]).output();
    // A user other than root cannot switch to another user, and need not.
    let output = status(Command::new(&program).uid(65534).gid(65534))
        .or_else(|_| status(&mut Command::new(&program)))
        .unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(output.status.code(), Some(2));
    let sentence = said(&output.stderr);
    assert!(sentence.contains("add yourself to its group"), "{sentence}");
}

/// Starts a server that sends these bytes once and nothing else.
pub fn peer(bytes: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            let _ = stream.write_all(&bytes);
            let mut buffer = [0; 64];
            while let Ok(1..) = stream.read(&mut buffer) {}
        }
    });
    format!("tcp:{address}")
}

pub fn hello(major: u8) -> Vec<u8> {
    let hello = RingMessage::Hello(Hello {
        protocol: Protocol { major, minor: 9 },
        firmware: "9.9.9".try_into().unwrap(),
        board: BoardId::Ring,
        boot: BootReason::PowerUp,
        next: 1,
    });
    let payload = postcard::to_allocvec(&hello).unwrap();
    encode(&payload, &mut [0; FRAME_MAX]).unwrap().to_vec()
}

#[test]
fn firmware_of_another_version() {
    refused(
        &peer(hello(3)),
        "the ring speaks protocol 3.9, this program 2.0: update this program",
    );
    let said = bad(&["status", "--ring", &peer(hello(0))]);
    assert!(
        said.contains("flash the ring with newer firmware"),
        "{said}"
    );
}

#[test]
fn something_that_is_no_ring() {
    let said = bad(&["status", "--ring", &peer(b"SSH-2.0-OpenSSH\r\n".to_vec())]);
    assert!(
        said.contains("does not answer to a greeting: check that it is a ring"),
        "{said}"
    );
}

#[test]
fn a_ring_that_greets_and_then_says_nothing() {
    let said = bad(&["info", "--ring", &peer(hello(2))]);
    assert!(said.contains("does not answer a request"), "{said}");
}

fn a_second_client_is_told_and_the_first_goes_on(on: On) {
    let mut table = on.playing();
    let first = table.start(&["watch", "--seconds", &on.seconds(3, 10)]);
    on.moment();
    let second = table.bad(2, &["status"]);
    assert!(
        second.contains("another program talks to this ring; end that one first"),
        "{second}"
    );
    table.act("marker 1 blue");
    let told = said(&first.wait_with_output().unwrap().stdout);
    assert!(told.contains("SS-S6"), "{told}");
}

fn a_ring_that_is_unplugged_in_the_middle(on: On) {
    let mut table = on.playing();
    let watching = table.start(&["watch", "--patience", "1"]);
    on.moment();
    table.kill();
    let output = watching.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let errors = said(&output.stderr);
    assert!(
        errors.contains("connection lost; waiting for the ring"),
        "{errors}"
    );
    assert!(errors.contains("lost the connection to tcp:"), "{errors}");
}

fn a_ring_that_goes_while_it_is_told_something(on: On) {
    let mut table = on.docked();
    let undoing = table.start(&["undo", "--patience", "1"]);
    on.moment();
    table.kill();
    let output = undoing.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let sentence = said(&output.stderr);
    assert!(
        sentence.contains("check with `dohyo status` whether the ring got it"),
        "{sentence}"
    );
}

#[test]
fn an_address_that_is_taken() {
    let table = On::Host.table();
    let address = table.ring.strip_prefix("tcp:").unwrap();
    let said = bad(&["ring", "--listen", address]);
    assert!(said.contains("cannot listen at"), "{said}");
    assert!(said.contains("give --listen another HOST:PORT"), "{said}");
}

/// Checks a ring at a pseudo-terminal, which behaves like one at a cable.
#[test]
fn a_ring_at_a_serial_port() {
    let (mut master, slave) = TTYPort::pair().unwrap();
    let name = slave.name().unwrap();
    drop(slave);
    master.set_timeout(Duration::from_millis(2)).unwrap();
    let verb = Command::new(env!("CARGO_BIN_EXE_dohyo"))
        .args(["info", "--ring", &name])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut ring =
        virtual_ring::manual::ManualRing::new(BoardId::Ring, ring_client::clock::monotonic);
    ring.host(rules_core::ring::HostPresence::There);
    let until = std::time::Instant::now() + Duration::from_secs(5);
    let mut verb = Some(verb);
    while std::time::Instant::now() < until {
        let mut buffer = [0; 256];
        if let Ok(count) = master.read(&mut buffer) {
            ring.receive(&buffer[..count]);
        }
        ring.catch_up();
        let _ = master.write_all(&ring.transmit());
        if verb
            .as_mut()
            .is_some_and(|child| child.try_wait().unwrap().is_some())
        {
            break;
        }
    }
    let output = verb.take().unwrap().wait_with_output().unwrap();
    assert!(output.status.success(), "{}", said(&output.stderr));
    assert!(said(&output.stdout).starts_with("board      ring\n"));
}

/// Ring whose connection breaks as soon as it is told to restart, before its response.
#[derive(Debug)]
struct Hasty(InProcess);

impl Transport for Hasty {
    fn place(&self) -> String {
        self.0.place()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), LinkError> {
        self.0.send(bytes)
    }

    fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), LinkError> {
        let mut heard = Vec::new();
        self.0.receive(&mut heard, wait)?;
        if self.0.ring().local().ring().restart().is_some() {
            return Err(LinkError::Lost);
        }
        bytes.extend(heard);
        Ok(())
    }

    fn reopen(&mut self) -> Result<(), LinkError> {
        Err(LinkError::NotThere)
    }
}

#[test]
fn a_ring_that_is_gone_when_told_to_restart_has_heard_it() {
    for patience in [0, 1] {
        let mut client = Client::connect(Hasty(InProcess::new(BoardId::Ring))).unwrap();
        client.set_patience(Duration::from_secs(patience));
        assert_eq!(client.restart(RestartMode::Program), Ok(()));
    }
}
