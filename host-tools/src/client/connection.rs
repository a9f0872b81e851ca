//! A client: opens a line, listens, and comes back by itself when it breaks.
//!
//! ```text
//!             connect          Hello
//!   (line) -----------> greeting ----> listening <--------------+
//!                          |               | the line breaks    | it is back:
//!                    too late, or          v                    | go on from the
//!                    another version    waiting --patience--> Err  line missed
//!                          v               +--------------------+
//!                         Err
//! ```
//!
//! What was missed meanwhile is asked for by its number, so nothing is lost and
//! nothing comes twice.

use super::error::{Error, Fault};
use super::side::{Heard, Side};
use super::transport::Transport;
use rules_core::referee::{Astray, Entry, Event, Session};
use rules_core::wire::message::{Ask, Streams};
use rules_core::wire::{FromRing, Hello, Outcome};
use std::collections::VecDeque;
use std::thread;
use std::time::{Duration, Instant};

/// How long a ring may take to say who it is.
const GREETING: Duration = Duration::from_secs(3);

/// How long to wait between two tries to open a line again.
const RETRY: Duration = Duration::from_millis(200);

/// A client of a ring.
#[derive(Debug)]
pub struct Client<T> {
    pub(super) line: T,
    pub(super) side: Side,
    news: VecDeque<News>,
    answers: Vec<(u16, Outcome)>,
    pub(super) streams: Streams,
    patience: Duration,
    pub(super) touch: fn(),
    /// How often the line broke.
    pub(super) breaks: u32,
    /// The line is broken.
    pub(super) outage: Option<Outage>,
}

/// A line that is broken.
#[derive(Debug)]
pub(super) struct Outage {
    /// When patience ends.
    until: Instant,
    /// What to say then.
    fault: Fault,
}

/// Something new from a ring or of the line.
#[derive(Debug, Clone, PartialEq)]
pub enum News {
    /// A line of the journal, and what the referee says with it.
    Line(Box<Entry>, Vec<Event>),
    /// A message that is neither a line nor an answer.
    Message(Box<FromRing>),
    /// Lines could not be followed; it goes on from a snapshot.
    Astray(Astray),
    /// The line broke.
    Lost,
    /// It is there again.
    Back,
}

impl<T: Transport> Client<T> {
    /// Greets the ring at the other end of `line`.
    ///
    /// # Errors
    /// If nobody greets back in time, or in another version.
    pub fn connect(line: T) -> Result<Self, Error> {
        let mut client = Self {
            line,
            side: Side::default(),
            news: VecDeque::new(),
            answers: Vec::new(),
            streams: Streams::EMPTY,
            patience: Duration::ZERO,
            touch: || {},
            breaks: 0,
            outage: None,
        };
        client.side.open();
        client.greet()?;
        Ok(client)
    }

    /// Waits until the ring has said who it is.
    fn greet(&mut self) -> Result<(), Error> {
        let until = Instant::now() + GREETING;
        while self.side.hello().is_none() {
            if Instant::now() >= until {
                return Err(self.timeout("to a greeting"));
            }
            self.exchange(Duration::from_millis(50))?;
        }
        Ok(())
    }

    /// For so long a broken line may be away; without patience it may not.
    pub const fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// Calls `tell` when the ring wants to be touched.
    pub fn on_touch(&mut self, tell: fn()) {
        self.touch = tell;
    }

    /// The line, to do something to it.
    pub const fn line(&mut self) -> &mut T {
        &mut self.line
    }

    /// Who the ring is.
    #[must_use]
    pub const fn hello(&self) -> Option<&Hello> {
        self.side.hello()
    }

    /// The session, as far as the journal was followed.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        self.side.session()
    }

    /// Whether nothing more will ever come.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.news.is_empty() && self.line.is_over()
    }

    /// What is new, within `wait`.
    ///
    /// # Errors
    /// If the line is broken for longer than there is patience.
    pub fn next(&mut self, wait: Duration) -> Result<Option<News>, Error> {
        let until = Instant::now() + wait;
        loop {
            if let Some(news) = self.news.pop_front() {
                return Ok(Some(news));
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || self.is_over() {
                return Ok(None);
            }
            self.pump(left)?;
        }
    }

    /// What is new, one after the other, until nothing is for as long as `wait`.
    pub fn news(&mut self, wait: Duration) -> impl Iterator<Item = Result<News, Error>> {
        std::iter::from_fn(move || self.next(wait).transpose())
    }

    /// Takes the first message of a kind out of what is new.
    pub(super) fn take<R>(&mut self, pick: impl Fn(&FromRing) -> Option<R>) -> Option<R> {
        let (at, found) = self.news.iter().enumerate().find_map(|(at, news)| {
            let News::Message(message) = news else {
                return None;
            };
            pick(message).map(|found| (at, found))
        })?;
        self.news.remove(at);
        Some(found)
    }

    /// Takes the answer to a request.
    pub(super) fn take_answer(&mut self, id: u16) -> Option<Outcome> {
        let at = self.answers.iter().position(|it| it.0 == id)?;
        Some(self.answers.remove(at).1)
    }

    /// Lets both sides talk for up to `wait`, or tries to mend the line.
    pub(super) fn pump(&mut self, wait: Duration) -> Result<(), Error> {
        if let Some(outage) = self.outage.take() {
            return self.mend(outage, wait);
        }
        match self.exchange(wait) {
            Err(Error::Link { fault, .. }) if !self.patience.is_zero() => {
                self.breaks += 1;
                self.answers.clear();
                self.news.push_back(News::Lost);
                self.outage = Some(Outage {
                    until: Instant::now() + self.patience,
                    fault,
                });
                Ok(())
            }
            other => other,
        }
    }

    fn exchange(&mut self, wait: Duration) -> Result<(), Error> {
        let mut bytes = Vec::new();
        let outgoing = self.side.take_outgoing();
        let sent = match outgoing.is_empty() {
            true => Ok(()),
            false => self.line.send(&outgoing),
        };
        sent.and_then(|()| self.line.receive(&mut bytes, wait))
            .map_err(|fault| self.broken(fault))?;
        for heard in self.side.receive(&bytes) {
            self.hear(heard)?;
        }
        Ok(())
    }

    fn hear(&mut self, heard: Heard) -> Result<(), Error> {
        let news = match heard {
            Heard::Incompatible(incompatible) => return Err(Error::Incompatible(incompatible)),
            Heard::Message(message) => match *message {
                FromRing::Answer(id, outcome) => {
                    self.answers.push((id, outcome));
                    return Ok(());
                }
                message => News::Message(Box::new(message)),
            },
            Heard::Line(entry, events) => News::Line(entry, events),
            Heard::Astray(astray) => News::Astray(astray),
        };
        self.news.push_back(news);
        Ok(())
    }

    /// Tries once to open a broken line again, and goes on where it was.
    fn mend(&mut self, mut outage: Outage, wait: Duration) -> Result<(), Error> {
        if Instant::now() >= outage.until {
            return Err(self.broken(outage.fault));
        }
        thread::sleep(RETRY.min(wait));
        let opened = self.line.reopen().and_then(|()| {
            self.side.open();
            if !self.streams.is_empty() {
                self.side.ask(Ask::Watch(self.streams));
            }
            match self.greet() {
                Ok(()) => Ok(None),
                Err(Error::Link { fault, .. }) => Err(fault),
                Err(Error::Timeout { .. }) => Err(Fault::Lost),
                Err(other) => Ok(Some(other)),
            }
        });
        match opened {
            Ok(None) => self.news.push_back(News::Back),
            Ok(Some(error)) => return Err(error),
            Err(fault) => {
                // That it is gone is what people have to know, not how.
                if let Fault::TurnedAway(_) | Fault::Denied | Fault::Busy = fault {
                    outage.fault = fault;
                }
                self.outage = Some(outage);
            }
        }
        Ok(())
    }

    pub(super) fn broken(&self, fault: Fault) -> Error {
        Error::link(&self.line.place(), fault)
    }

    pub(super) fn timeout(&self, to: &'static str) -> Error {
        Error::Timeout {
            place: self.line.place(),
            to,
        }
    }
}
