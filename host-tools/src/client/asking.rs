//! Asking a ring and waiting for what it says: answers, touches, messages.

use super::connection::Client;
use super::error::{Error, Fault};
use super::transport::Transport;
use rules_core::panel::ALLOW_WITHIN;
use rules_core::wire::message::Ask;
use rules_core::wire::{FromRing, Outcome};
use std::time::{Duration, Instant};

/// How long a ring may take to answer.
const ANSWER: Duration = Duration::from_secs(3);

/// How long people may take to touch it: the ring gives up first, and says so.
const TOUCH: Duration = Duration::from_micros(ALLOW_WITHIN.0 as u64).saturating_add(ANSWER);

impl<T: Transport> Client<T> {
    /// Asks, and waits for the answer.
    ///
    /// What only asks is asked again after the line broke. What tells the ring
    /// something is not: it may have been heard.
    ///
    /// # Errors
    /// What the line does, or why the ring refuses.
    pub fn ask(&mut self, ask: Ask) -> Result<Outcome, Error> {
        self.await_line()?;
        let id = self.side.ask(ask.clone());
        self.await_answer(id, &ask)
    }

    /// Waits until a broken line is mended: what is said before that is lost.
    pub(super) fn await_line(&mut self) -> Result<(), Error> {
        while self.outage.is_some() {
            self.pump(Duration::from_millis(20))?;
        }
        Ok(())
    }

    pub(super) fn await_answer(&mut self, mut id: u16, ask: &Ask) -> Result<Outcome, Error> {
        let mut breaks = self.breaks;
        let mut until = Instant::now() + ANSWER;
        loop {
            self.pump(Duration::from_millis(20))?;
            if breaks != self.breaks {
                if !is_harmless(ask) {
                    return Err(self.broken(Fault::LostWhileTelling));
                }
                if self.outage.is_some() {
                    continue;
                }
                breaks = self.breaks;
                until = Instant::now() + ANSWER;
                id = match ask {
                    Ask::Follow(from) => self.side.follow(*from),
                    ask => self.side.ask(ask.clone()),
                };
            }
            match self.take_answer(id) {
                Some(Outcome::TouchNeeded) => {
                    (self.touch)();
                    until = Instant::now() + TOUCH;
                }
                Some(Outcome::Refused(refusal)) => return Err(Error::Refused(refusal)),
                Some(outcome) => return Ok(outcome),
                None if Instant::now() >= until => return Err(self.timeout("a request")),
                None => {}
            }
        }
    }

    /// Asks for a message, again if the line broke before it came.
    pub(super) fn fetch<R>(
        &mut self,
        ask: &Ask,
        to: &'static str,
        pick: impl Fn(&FromRing) -> Option<R>,
    ) -> Result<R, Error> {
        loop {
            let breaks = self.breaks;
            self.ask(ask.clone())?;
            match self.expect(to, &pick) {
                Err(Error::Timeout { .. }) if breaks != self.breaks => {}
                other => return other,
            }
        }
    }

    /// Waits for the first message that `pick` takes, while the line holds.
    pub(super) fn expect<R>(
        &mut self,
        to: &'static str,
        pick: impl Fn(&FromRing) -> Option<R>,
    ) -> Result<R, Error> {
        self.expect_within(ANSWER, to, pick)
    }

    /// The same with so long to wait.
    pub(super) fn expect_within<R>(
        &mut self,
        wait: Duration,
        to: &'static str,
        pick: impl Fn(&FromRing) -> Option<R>,
    ) -> Result<R, Error> {
        let (until, breaks) = (Instant::now() + wait, self.breaks);
        loop {
            if let Some(found) = self.take(&pick) {
                return Ok(found);
            }
            if Instant::now() >= until || breaks != self.breaks {
                return Err(self.timeout(to));
            }
            self.pump(Duration::from_millis(20))?;
        }
    }
}

/// Whether asking twice does no more than asking once.
const fn is_harmless(ask: &Ask) -> bool {
    match ask {
        Ask::Info
        | Ask::Follow(_)
        | Ask::Watch(_)
        | Ask::Kit(..)
        | Ask::Proofs
        | Ask::Proof { .. }
        | Ask::Matches
        | Ask::Configure(_)
        | Ask::Identify(_)
        | Ask::Calibrated => true,
        Ask::Begin(_) | Ask::Again | Ask::Command(_) | Ask::Calibrate(_) | Ask::Restart(_) => false,
    }
}
