//! A ring on a line: a serial port, a socket, a recording.
//!
//! ```text
//!   open --> greet --> follow the match, its evidence, its troubles --+
//!              ^                                                      |
//!              +------ open again <------ the line breaks <-----------+
//! ```
//!
//! What was missed meanwhile is asked for by its number. The evidence of every
//! decision is fetched as soon as it is made, while the ring still has it.
//!
//! What it cannot do: a ring does not tell what its lights show.

use super::evidence::Archive;
use super::scribe::About;
use super::source::{Desk, Followed, Refused, Request, Source};
use crate::client::{Address, Fault, Heard, Side, Transport};
use rules_core::board::{Name, Profile};
use rules_core::wire::message::{Ask, From, Info, Stream, Streams};
use rules_core::wire::{FromRing, Outcome};
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// For so long the line is listened to before people are.
const TURN: Duration = Duration::from_millis(20);

/// Between two tries to open a broken line.
const RETRY: Duration = Duration::from_millis(500);

/// A ring that says nothing for so long after the line was opened is no ring.
const GREETING: Duration = Duration::from_secs(3);

/// A ring on a line.
#[derive(Debug)]
pub struct Wired {
    /// Where it is.
    pub address: Address,
}

impl Source for Wired {
    fn run(&mut self, desk: &mut Desk) -> Result<(), String> {
        let line = self.address.open().map_err(|why| why.to_string())?;
        Following::new(line, desk).run()
    }
}

/// A ring that is followed.
struct Following<'a> {
    line: Box<dyn Transport>,
    desk: &'a mut Desk,
    side: Side,
    archive: Archive,
    opened: Instant,
    /// Whether the match has been asked for.
    asked: bool,
    /// The line that was to come when the line broke.
    missing: Option<u32>,
    /// Lines whose evidence is to be fetched.
    decided: VecDeque<u32>,
    /// The evidence that is coming: the request and the line.
    coming: Option<(u16, u32)>,
    /// What people wait for, by the number of the request.
    open: Vec<(u16, oneshot::Sender<Result<Followed, Refused>>)>,
}

impl<'a> Following<'a> {
    fn new(line: Box<dyn Transport>, desk: &'a mut Desk) -> Self {
        let mut side = Side::default();
        side.open();
        desk.scribe.reopen();
        Self {
            line,
            desk,
            side,
            archive: Archive::new(Name::Ring),
            opened: Instant::now(),
            asked: false,
            missing: None,
            decided: VecDeque::new(),
            coming: None,
            open: Vec::new(),
        }
    }

    fn run(mut self) -> Result<(), String> {
        while !self.desk.is_closed() {
            self.serve();
            if self.line.is_over() {
                // A recording at its end: it can still be looked at.
                std::thread::sleep(TURN);
                continue;
            }
            if let Err(fault) = self.exchange()? {
                self.lost(&fault);
            }
        }
        Ok(())
    }

    /// Lets both sides talk for a moment.
    fn exchange(&mut self) -> Result<Result<(), Fault>, String> {
        let (out, mut bytes) = (self.side.take_outgoing(), Vec::new());
        let sent = match out.is_empty() {
            true => Ok(()),
            false => self.line.send(&out),
        };
        if let Err(fault) = sent.and_then(|()| self.line.receive(&mut bytes, TURN)) {
            return Ok(Err(fault));
        }
        for heard in self.side.receive(&bytes) {
            self.hear(&heard)?;
        }
        if self.side.hello().is_none() && self.opened.elapsed() > GREETING {
            // It has been a ring before, and may be one again.
            if self.asked {
                return Ok(Err(Fault::Lost));
            }
            return Err(format!(
                "{} does not say who it is: is it a ring, and is its firmware running?",
                self.line.place()
            ));
        }
        self.fetch();
        Ok(Ok(()))
    }

    fn hear(&mut self, heard: &Heard) -> Result<(), String> {
        self.decided.extend(Archive::decided(heard));
        self.archive.hear(heard);
        self.desk.hear(heard);
        match heard {
            Heard::Incompatible(why) => return Err(why.to_string()),
            Heard::Message(message) => match &**message {
                FromRing::Hello(hello) => self.greeted(hello.next),
                FromRing::Info(info) => self.about(info),
                FromRing::Calibrated(stored) => {
                    let board = self.side.hello().map_or(Name::Ring, |hello| hello.board);
                    if let Ok(calibration) = stored.clone().open(Profile::of(board)) {
                        self.archive.calibrate(calibration);
                    }
                }
                FromRing::Answer(id, outcome) => self.answered(*id, *outcome),
                FromRing::Proof {
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
            Heard::Line(..) | Heard::Astray(_) => {}
        }
        Ok(())
    }

    /// The ring has said who it is, and which line it writes next: ask for all
    /// that is shown.
    fn greeted(&mut self, next: u32) {
        self.desk.scribe.link(None);
        // It never said what is missing: it is another ring, or has forgotten all.
        if self.missing.take().is_some_and(|line| line > next) {
            self.asked = false;
            self.decided.clear();
            self.archive = Archive::new(Name::Ring);
            self.desk.scribe.reopen();
        }
        self.side.ask(Ask::Info);
        self.side.ask(Ask::Calibrated);
        let streams: Streams = [Stream::Waiting, Stream::Health].into_iter().collect();
        self.side.ask(Ask::Watch(streams));
        if !self.asked {
            self.asked = true;
            self.side.follow(From::Match);
        }
    }

    fn about(&mut self, info: &Info) {
        self.desk.scribe.about(&About {
            board: info.settings.board,
            dimensions: info.settings.dimensions,
            origin: self.line.place(),
            cards: &[],
            lights: false,
        });
    }

    fn answered(&mut self, id: u16, outcome: Outcome) {
        if self.coming.is_some_and(|it| it.0 == id) && matches!(outcome, Outcome::Refused(_)) {
            self.coming = None;
        }
        let Some(at) = self.open.iter().position(|it| it.0 == id) else {
            return;
        };
        let (_, reply) = self.open.swap_remove(at);
        // Who asked may have gone.
        let _ = reply.send(match outcome {
            Outcome::Done | Outcome::From { .. } => Ok(Followed::Done),
            Outcome::TouchNeeded => Ok(Followed::TouchNeeded),
            Outcome::Refused(why) => Err(Refused(why.to_string())),
        });
    }

    /// Asks for the evidence of the next decision.
    fn fetch(&mut self) {
        if self.coming.is_none()
            && let Some(seq) = self.decided.pop_front()
        {
            self.archive.expect(seq);
            let id = self.side.ask(Ask::Proof { seq, offset: 0 });
            self.coming = Some((id, seq));
        }
    }

    /// Does what people want.
    fn serve(&mut self) {
        let Some(request) = self.desk.wanted(Duration::from_millis(1)) else {
            return;
        };
        match request {
            Request::Say(command, reply) => {
                if self.line.is_over() {
                    let sentence =
                        "a recording cannot be told anything: serve a ring with --ring instead";
                    let _ = reply.send(Err(Refused(sentence.into())));
                    return;
                }
                let id = self.side.ask(Ask::Command(command));
                self.open.push((id, reply));
            }
            Request::Proof(seq, reply) => {
                let _ = reply.send(self.archive.picture(seq));
            }
        }
    }

    /// The line broke: opens it again, as often as it takes.
    fn lost(&mut self, fault: &Fault) {
        let why = crate::client::Error::link(&self.line.place(), fault.clone()).to_string();
        self.desk.scribe.link(Some(&why));
        self.coming = None;
        self.missing = self.side.cursor().or(self.missing);
        for (_, reply) in self.open.drain(..) {
            let sentence = "the line broke: look at the ring whether it was heard";
            let _ = reply.send(Err(Refused(sentence.into())));
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

    /// Does what can be done without the ring.
    fn serve_away(&mut self) {
        match self.desk.wanted(TURN) {
            Some(Request::Say(_, reply)) => {
                let sentence = "the ring is away: plug it in again";
                let _ = reply.send(Err(Refused(sentence.into())));
            }
            Some(Request::Proof(seq, reply)) => {
                let _ = reply.send(self.archive.picture(seq));
            }
            None => {}
        }
    }
}
