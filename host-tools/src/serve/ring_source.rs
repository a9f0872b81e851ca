//! Ring as the source of a match: at a serial port, at a socket, or in a recording.
//!
//! ```text
//!   open --> greet --> follow the match, its captures, its sensor faults --+
//!              ^                                                           |
//!              +------ reopen <------ the connection breaks <--------------+
//! ```
//!
//! Lines missed during an outage are requested by number. The capture of every decision is
//! fetched as soon as the decision is made, while the ring still has it.
//!
//! A ring does not send what its LEDs show, so this source has no LED frames.

use super::source::{RequestResult, Source, SourceError, SourceHandle, SourceRequest};
use host_core::page::capture_store::CaptureStore;
use host_core::page::writer::MatchInfo;
use host_core::protocol::{ClientEvent, HostProtocol};
use ring_client::{Address, LinkError, Transport};
use rules_core::board::{BoardId, Profile};
use rules_core::games::kabuto::card::Card;
use rules_core::wire::RequestError;
use rules_core::wire::message::{FollowFrom, Info, Request, Streams, WatchStream};
use rules_core::wire::{Response, RingMessage};
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Time for which the connection is read before the requests of people are served.
const TURN: Duration = Duration::from_millis(20);

/// Interval between two attempts to reopen a broken connection.
const RETRY: Duration = Duration::from_millis(500);

/// Timeout of the `Hello` after the connection was opened; without it the device is not a
/// ring.
const GREETING: Duration = Duration::from_secs(3);

/// Source of a ring at a serial port or socket, or of a recording.
#[derive(Debug)]
pub struct RingSource {
    /// Address of the ring.
    pub address: Address,
    /// Cards that name the players.
    pub cards: Vec<Card>,
}

impl Source for RingSource {
    fn run(&mut self, desk: &mut SourceHandle) -> Result<(), String> {
        let line = self.address.open().map_err(|why| why.to_string())?;
        FollowedRing::new(line, desk, &self.cards).run()
    }
}

/// Ring that is being followed.
struct FollowedRing<'a> {
    line: Box<dyn Transport>,
    desk: &'a mut SourceHandle,
    side: HostProtocol,
    archive: CaptureStore,
    opened: Instant,
    /// True if the match has been requested.
    asked: bool,
    /// Number of the journal line that was due when the connection broke.
    missing: Option<u32>,
    /// Numbers of the lines whose captures must be fetched.
    decided: VecDeque<u32>,
    /// Capture being fetched: request number and line.
    coming: Option<(u16, u32)>,
    /// Commands of people that wait for a response, by request number.
    open: Vec<(u16, oneshot::Sender<Result<RequestResult, SourceError>>)>,
    /// Cards that name the players.
    cards: &'a [Card],
}

impl<'a> FollowedRing<'a> {
    fn new(line: Box<dyn Transport>, desk: &'a mut SourceHandle, cards: &'a [Card]) -> Self {
        let mut side = HostProtocol::default();
        side.open();
        Self {
            line,
            desk,
            side,
            archive: CaptureStore::new(BoardId::Ring),
            opened: Instant::now(),
            asked: false,
            missing: None,
            decided: VecDeque::new(),
            coming: None,
            open: Vec::new(),
            cards,
        }
    }

    fn run(mut self) -> Result<(), String> {
        while !self.desk.is_closed() {
            self.serve();
            if self.line.is_over() {
                // A recording at its end can still be viewed.
                std::thread::sleep(TURN);
                continue;
            }
            if let Err(fault) = self.exchange()? {
                self.lost(&fault);
            }
        }
        Ok(())
    }

    /// Exchanges bytes with the ring for up to `TURN`.
    fn exchange(&mut self) -> Result<Result<(), LinkError>, String> {
        let (out, mut bytes) = (self.side.take_outgoing(), Vec::new());
        let sent = match out.is_empty() {
            true => Ok(()),
            false => self.line.send(&out),
        };
        if let Err(fault) = sent.and_then(|()| self.line.receive(&mut bytes, TURN)) {
            return Ok(Err(fault));
        }
        for heard in self.side.receive(&bytes) {
            self.on_event(&heard)?;
        }
        if self.side.hello().is_none() && self.opened.elapsed() > GREETING {
            // The device was a ring before, and may be one again.
            if self.asked {
                return Ok(Err(LinkError::Lost));
            }
            return Err(format!(
                "{} does not say who it is: is it a ring, and is its firmware running?",
                self.line.place()
            ));
        }
        self.fetch();
        Ok(Ok(()))
    }

    fn on_event(&mut self, heard: &ClientEvent) -> Result<(), String> {
        self.decided.extend(CaptureStore::decided(heard));
        self.archive.on_event(heard);
        self.desk.on_event(heard);
        match heard {
            ClientEvent::Incompatible(why) => return Err(why.to_string()),
            ClientEvent::Message(message) => match &**message {
                RingMessage::Hello(hello) => self.greeted(hello.next),
                RingMessage::Info(info) => self.about(info),
                RingMessage::Calibration(stored) => {
                    let board = self.side.hello().map_or(BoardId::Ring, |hello| hello.board);
                    if let Ok(calibration) = stored.clone().open(Profile::of(board)) {
                        self.archive.calibrate(calibration);
                    }
                }
                RingMessage::Response(id, outcome) => self.answered(*id, *outcome),
                RingMessage::Capture {
                    seq,
                    offset,
                    total,
                    bytes,
                } => {
                    let ends = bytes.is_empty() || offset + bytes.len() as u32 >= *total;
                    self.coming = self.coming.filter(|it| it.1 != *seq || !ends);
                }
                _ => {}
            },
            ClientEvent::Line(_) | ClientEvent::Astray(_) => {}
        }
        Ok(())
    }

    /// Handles the ring's `Hello`, in which `next` is the next line it will write: requests
    /// everything that is shown.
    fn greeted(&mut self, next: u32) {
        self.desk.scribe.link(None);
        // The missing line does not exist there: it is another ring, or its journal was
        // erased.
        if self.missing.take().is_some_and(|line| line > next) {
            self.asked = false;
            self.decided.clear();
            self.archive = CaptureStore::new(BoardId::Ring);
        }
        self.side.ask(Request::Info);
        self.side.ask(Request::Calibrated);
        let streams: Streams = [WatchStream::Waiting, WatchStream::Health]
            .into_iter()
            .collect();
        self.side.ask(Request::Watch(streams));
        if !self.asked {
            self.asked = true;
            self.side.follow(FollowFrom::Match);
        }
    }

    fn about(&mut self, info: &Info) {
        self.desk.scribe.about(&MatchInfo {
            board: info.settings.board,
            dimensions: info.settings.dimensions,
            origin: self.line.place(),
            cards: self.cards,
            lights: false,
        });
    }

    fn answered(&mut self, id: u16, outcome: Response) {
        if self.coming.is_some_and(|it| it.0 == id) && matches!(outcome, Response::Refused(_)) {
            self.coming = None;
        }
        let Some(at) = self.open.iter().position(|it| it.0 == id) else {
            return;
        };
        let (_, reply) = self.open.swap_remove(at);
        // The request that asked may have been cancelled.
        let _ = reply.send(match outcome {
            Response::Done | Response::From { .. } => Ok(RequestResult::Done),
            Response::TouchNeeded => Ok(RequestResult::TouchNeeded),
            Response::Refused(RequestError::Declined(declined)) => Err(SourceError(
                self.desk.scribe.phrasebook().command_error(&declined),
            )),
            Response::Refused(why) => Err(SourceError(why.to_string())),
        });
    }

    /// Requests the capture of the next decision.
    fn fetch(&mut self) {
        if self.coming.is_none()
            && let Some(seq) = self.decided.pop_front()
        {
            self.archive.expect(seq);
            let id = self.side.ask(Request::Capture { seq, offset: 0 });
            self.coming = Some((id, seq));
        }
    }

    /// Serves one request of the page.
    fn serve(&mut self) {
        let Some(request) = self.desk.next_request(Duration::from_millis(1)) else {
            return;
        };
        match request {
            SourceRequest::Command(command, reply) => {
                if self.line.is_over() {
                    let sentence =
                        "a recording cannot be told anything: serve a ring with --ring instead";
                    let _ = reply.send(Err(SourceError(sentence.into())));
                    return;
                }
                let id = self.side.ask(Request::Command(command));
                self.open.push((id, reply));
            }
            SourceRequest::Capture(seq, reply) => {
                let _ = reply.send(self.archive.picture(seq).map_err(SourceError));
            }
        }
    }

    /// Handles an outage: reopens the connection, with any number of attempts.
    fn lost(&mut self, fault: &LinkError) {
        let why = ring_client::Error::link(&self.line.place(), fault.clone()).to_string();
        self.desk.scribe.link(Some(&why));
        self.coming = None;
        self.missing = self.side.cursor().or(self.missing);
        for (_, reply) in self.open.drain(..) {
            let sentence = "the line broke: look at the ring whether it was heard";
            let _ = reply.send(Err(SourceError(sentence.into())));
        }
        while !self.desk.is_closed() {
            if self.line.reopen().is_ok() {
                self.side.open();
                self.opened = Instant::now();
                return;
            }
            let until = Instant::now() + RETRY;
            while Instant::now() < until {
                self.serve_away();
            }
        }
    }

    /// Serves the requests that do not need the ring.
    fn serve_away(&mut self) {
        match self.desk.next_request(TURN) {
            Some(SourceRequest::Command(_, reply)) => {
                let sentence = "the ring is away: plug it in again";
                let _ = reply.send(Err(SourceError(sentence.into())));
            }
            Some(SourceRequest::Capture(seq, reply)) => {
                let _ = reply.send(self.archive.picture(seq).map_err(SourceError));
            }
            None => {}
        }
    }
}
