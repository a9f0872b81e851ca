//! Exchange of requests with a ring: sends a request, then waits for its response, a
//! touch or a message.

use super::connection::Client;
use super::error::{Error, LinkError};
use super::transport::Transport;
use rules_core::panel::ALLOW_WITHIN;
use rules_core::wire::message::{Request, StrokeCommand};
use rules_core::wire::{Response, RingMessage};
use std::time::{Duration, Instant};

/// Longest wait for a response that needs no touch on the ring.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(3);

/// Longest wait for a touch on the ring: six times the ring's own `ALLOW_WITHIN`, so that
/// the ring gives up first and reports it, also an emulated one whose clock is slow.
const TOUCH_TIMEOUT: Duration = Duration::from_micros(ALLOW_WITHIN.0 as u64 * 6);

impl<T: Transport> Client<T> {
    /// Sends a request and waits for its response.
    ///
    /// After an outage a request that only reads or sets a value is repeated. A request
    /// that changes the match is not, since the ring may have executed it.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `LinkError::LostWhileTelling` among them,
    /// `Error::Refused` if the ring refuses, `Error::Timeout` if it does not answer.
    pub fn request(&mut self, ask: Request) -> Result<Response, Error> {
        self.await_line()?;
        let id = self.ask(ask.clone());
        self.await_answer(id, &ask)
    }

    /// Sends a request without waiting and returns its number. Its response is an update,
    /// `ClientUpdate::Response`, which does not arrive if the connection breaks before.
    pub fn send(&mut self, ask: Request) -> u16 {
        let id = self.ask(ask);
        self.sent.push(id);
        id
    }

    /// Queues a request, and notes the streams that are watched from then on.
    pub(super) fn ask(&mut self, ask: Request) -> u16 {
        if let Request::Watch(streams) = ask {
            self.streams = streams;
        }
        self.side.ask(ask)
    }

    /// Waits until an outage is over: a request sent before that would be lost.
    pub(super) fn await_line(&mut self) -> Result<(), Error> {
        while self.outage.is_some() {
            self.pump(Duration::from_millis(20))?;
        }
        Ok(())
    }

    pub(super) fn await_answer(&mut self, mut id: u16, ask: &Request) -> Result<Response, Error> {
        let mut breaks = self.breaks;
        let mut until = Instant::now() + RESPONSE_TIMEOUT;
        loop {
            self.pump(Duration::from_millis(20))?;
            if breaks != self.breaks {
                if !is_harmless(ask) {
                    return Err(self.broken(LinkError::LostDuringRequest));
                }
                if self.outage.is_some() {
                    continue;
                }
                breaks = self.breaks;
                until = Instant::now() + RESPONSE_TIMEOUT;
                id = self.ask(ask.clone());
            }
            match self.take_answer(id) {
                Some(Response::TouchNeeded(touch)) => {
                    (self.touch)(touch);
                    until = Instant::now() + TOUCH_TIMEOUT;
                }
                Some(Response::Refused(refusal)) => return Err(Error::Refused(refusal)),
                Some(outcome) => return Ok(outcome),
                None if Instant::now() >= until => return Err(self.timeout("a request")),
                None => {}
            }
        }
    }

    /// Requests a message and waits for it; repeats the request if the connection broke
    /// meanwhile.
    pub(super) fn fetch<R>(
        &mut self,
        ask: &Request,
        to: &'static str,
        pick: impl Fn(&RingMessage) -> Option<R>,
    ) -> Result<R, Error> {
        loop {
            let breaks = self.breaks;
            self.request(ask.clone())?;
            match self.expect(to, &pick) {
                Err(Error::Timeout { .. }) if breaks != self.breaks => {}
                other => return other,
            }
        }
    }

    /// Waits up to `RESPONSE_TIMEOUT` for the first message that `pick` accepts, or until
    /// the connection breaks.
    pub(super) fn expect<R>(
        &mut self,
        to: &'static str,
        pick: impl Fn(&RingMessage) -> Option<R>,
    ) -> Result<R, Error> {
        self.expect_within(RESPONSE_TIMEOUT, to, pick)
    }

    /// Waits up to `wait` for the first message that `pick` accepts, or until the
    /// connection breaks.
    pub(super) fn expect_within<R>(
        &mut self,
        wait: Duration,
        to: &'static str,
        pick: impl Fn(&RingMessage) -> Option<R>,
    ) -> Result<R, Error> {
        let (until, breaks) = (Instant::now() + wait, self.breaks);
        loop {
            if let Some(found) = self.take_message(&pick) {
                return Ok(found);
            }
            if Instant::now() >= until || breaks != self.breaks {
                return Err(self.timeout(to));
            }
            self.pump(Duration::from_millis(20))?;
        }
    }
}

/// True if a repeated request has no further effect.
const fn is_harmless(ask: &Request) -> bool {
    match ask {
        Request::Info
        | Request::Follow(_)
        | Request::Watch(_)
        | Request::Card(..)
        | Request::Captures
        | Request::Capture { .. }
        | Request::Matches
        | Request::Configure(_)
        | Request::Identify(_)
        | Request::Calibration
        | Request::Name(_)
        | Request::Stroke(StrokeCommand::Report) => true,
        Request::Begin(_)
        | Request::Rematch
        | Request::Command(_)
        | Request::Calibrate(_)
        | Request::Stroke(StrokeCommand::Start | StrokeCommand::Finish)
        | Request::Restart(_) => false,
    }
}
