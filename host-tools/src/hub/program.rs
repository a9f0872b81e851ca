//! Program that talks to a shared ring: its connection, its place in the journal, and what
//! it watches.

use super::journal::SharedJournal;
use rules_core::wire::message::{HostMessage, Request, Streams};
use rules_core::wire::{
    Deframer, FRAME_MAX, Hello, PROTOCOL, RequestError, Response, RingMessage, encode,
};
use std::collections::VecDeque;
use std::fmt::Debug;
use std::io::{self, Read, Write};

/// Bytes that may wait for a slow program before it is cut off.
const MAX_OUTGOING: usize = 4 << 20;

/// Bytes that may wait before journal lines and raw frames are held back.
const LINE_BUFFER: usize = 32 << 10;

/// Requests of one program that may wait for the ring; more are not read.
const MAX_REQUESTS: usize = 16;

/// Frames that are no message after which a program is cut off.
const MAX_BAD_FRAMES: u32 = 64;

/// Bytes read from one program at a time, so that none keeps the others waiting.
const READ_SIZE: usize = 4096;

/// Connection of a program: a socket that never blocks.
pub trait Socket: Read + Write + Debug + Send {}

impl<T: Read + Write + Debug + Send> Socket for T {}

/// Program that talks to a shared ring.
#[derive(Debug)]
pub struct Program {
    /// Number by which the hub knows the program.
    pub id: u64,
    socket: Box<dyn Socket>,
    deframer: Deframer,
    outgoing: VecDeque<u8>,
    /// True once the program has sent a compatible greeting.
    is_host: bool,
    /// True if a greeting waits for the one of the ring.
    wants_hello: bool,
    /// Number of the next journal line that the program gets; `None` if it follows none.
    pub cursor: Option<u32>,
    /// Number of the first line that the program holds as provisional; `None` if none.
    provisional: Option<u32>,
    /// Streams that the program watches.
    pub streams: Streams,
    /// Requests that the hub has not handled yet, with their numbers.
    requests: VecDeque<(u16, Request)>,
    bad_frames: u32,
}

impl Program {
    /// Creates a program that has just connected.
    #[must_use]
    pub fn new(id: u64, socket: Box<dyn Socket>) -> Self {
        Self {
            id,
            socket,
            deframer: Deframer::new(),
            outgoing: VecDeque::new(),
            is_host: false,
            wants_hello: false,
            cursor: None,
            provisional: None,
            streams: Streams::EMPTY,
            requests: VecDeque::new(),
            bad_frames: 0,
        }
    }

    /// Reads the program's messages, as long as it may make more requests.
    ///
    /// # Errors
    /// `io::Error` if the program has gone, or sends too much that is no message.
    pub fn read(&mut self) -> io::Result<()> {
        if self.requests.len() >= MAX_REQUESTS {
            return Ok(());
        }
        let mut buffer = [0; READ_SIZE];
        let count = match self.socket.read(&mut buffer) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => count,
            Err(error) if is_later(&error) => return Ok(()),
            Err(error) => return Err(error),
        };
        let mut payloads = Vec::new();
        let before = self.deframer.counts();
        self.deframer
            .push(&buffer[..count], |payload| payloads.push(payload.to_vec()));
        let bad = damaged(self.deframer.counts()).saturating_sub(damaged(before));
        self.bad_frames = self.bad_frames.saturating_add(bad);
        for payload in payloads {
            match postcard::from_bytes(&payload) {
                Ok(HostMessage::Hello(hello)) => {
                    self.is_host = hello.protocol.major == PROTOCOL.major;
                    self.wants_hello = true;
                }
                Ok(HostMessage::Request(id, _)) if !self.is_host => {
                    self.respond(id, Response::Refused(RequestError::NoHello));
                }
                Ok(HostMessage::Request(id, request)) => self.requests.push_back((id, request)),
                Err(_) => {
                    self.bad_frames = self.bad_frames.saturating_add(1);
                    // The number of a request precedes its contents.
                    if let Ok((1_u8, id)) = postcard::from_bytes::<(u8, u16)>(&payload) {
                        self.respond(id, Response::Refused(RequestError::Unknown));
                    }
                }
            }
        }
        match self.bad_frames > MAX_BAD_FRAMES {
            true => Err(io::ErrorKind::InvalidData.into()),
            false => Ok(()),
        }
    }

    /// Writes what the program accepts.
    ///
    /// # Errors
    /// `io::Error` if the program has gone, or does not read.
    pub fn write(&mut self) -> io::Result<()> {
        while !self.outgoing.is_empty() {
            let (bytes, _) = self.outgoing.as_slices();
            match self.socket.write(bytes) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => drop(self.outgoing.drain(..count)),
                Err(error) if is_later(&error) => break,
                Err(error) => return Err(error),
            }
        }
        match self.outgoing.len() > MAX_OUTGOING {
            true => Err(io::ErrorKind::TimedOut.into()),
            false => Ok(()),
        }
    }

    /// Removes and returns the next request.
    pub fn next_request(&mut self) -> Option<(u16, Request)> {
        self.requests.pop_front()
    }

    /// Puts a request back that has to wait.
    pub fn put_back(&mut self, id: u16, request: Request) {
        self.requests.push_front((id, request));
    }

    /// Sends the ring's greeting if the program waits for it; `next` is the number of the
    /// journal's next line.
    pub fn greet(&mut self, hello: &Hello, next: u32) {
        if std::mem::take(&mut self.wants_hello) {
            let hello = Hello {
                next,
                ..hello.clone()
            };
            self.send(&RingMessage::Hello(hello));
        }
    }

    /// Queues a response.
    pub fn respond(&mut self, id: u16, response: Response) {
        self.send(&RingMessage::Response(id, response));
    }

    /// Queues a message of a stream that the ring does not repeat; drops it if the program
    /// is slow.
    pub fn offer(&mut self, message: &RingMessage) {
        if self.outgoing.len() < LINE_BUFFER {
            self.send(message);
        }
    }

    /// Queues a message.
    pub fn send(&mut self, message: &RingMessage) {
        let Ok(payload) = postcard::to_allocvec(message) else {
            return;
        };
        if let Ok(frame) = encode(&payload, &mut [0; FRAME_MAX]) {
            self.outgoing.extend(frame.iter());
        }
    }

    /// Begins to follow the journal at a line.
    pub fn follow(&mut self, seq: u32) {
        self.cursor = Some(seq);
        self.provisional = None;
    }

    /// Queues the journal lines that the program misses, as many as it takes at once;
    /// `provisional` is the first line that the flash does not hold.
    pub fn send_lines(&mut self, journal: &SharedJournal, provisional: Option<u32>) {
        if provisional.is_none() && self.provisional.take().is_some() {
            self.send(&RingMessage::Provisional(None));
        }
        while let Some(cursor) = self.cursor {
            if self.outgoing.len() >= LINE_BUFFER {
                return;
            }
            let Some(line) = journal.line(cursor) else {
                return;
            };
            if provisional.is_some_and(|first| cursor >= first) && self.provisional.is_none() {
                self.provisional = Some(cursor);
                self.send(&RingMessage::Provisional(Some(cursor)));
            }
            self.send(&RingMessage::Line(line.clone()));
            self.cursor = Some(cursor.saturating_add(1));
        }
    }
}

const fn damaged(counts: rules_core::wire::FrameCounts) -> u32 {
    let bad = counts.bad_crc.saturating_add(counts.oversized);
    bad.saturating_add(counts.malformed)
}

/// True if the socket is not ready.
fn is_later(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted
    )
}
