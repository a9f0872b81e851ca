//! A ring without hardware in real time, for tests and tinkerers: the type the
//! device runs, a flash in memory, and words in place of fingers and sensors.
//!
//! | module | what it is |
//! |---|---|
//! | [`words`] | what can be done to it: `press confirm`, `marker 1 red` |
//! | [`still`], [`bent`] | sensors at rest; an analog channel can be bent |
//! | [`clear`] | a curtain with nothing in it; beams can be darkened, sides unplugged |
//! | [`server`] | such a ring at a socket |
//!
//! It does not simulate a table: that is `virtual_ring`.

pub mod bent;
pub mod clear;
pub mod server;
pub mod still;
pub mod words;

use crate::local::LocalRing;
use rules_core::board::{Button, Buttons, Name};
use rules_core::ring::{Input, Presence};
use rules_core::sensing::observation::{Observation, What};
use rules_core::time::{Instant, Span};
use std::time::Instant as Clock;
use still::Still;

/// How long a finger stays on a button.
const PRESS: Span = Span::millis(150);

/// A ring in real time.
#[derive(Debug)]
pub struct LiveRing {
    local: LocalRing,
    started: Clock,
    /// What its clock said then.
    since: Instant,
    still: Option<Still>,
    /// When the finger leaves the button again.
    release: Option<Instant>,
}

impl LiveRing {
    /// A new ring, fresh from the factory.
    #[must_use]
    pub fn new(board: Name) -> Self {
        Self {
            local: LocalRing::new(board),
            started: Clock::now(),
            since: Instant(1_000_000),
            still: None,
            release: None,
        }
    }

    /// A ring whose sensors read as if nothing were on it.
    #[must_use]
    pub fn still(board: Name) -> Self {
        Self {
            still: Some(Still::new(board)),
            ..Self::new(board)
        }
    }

    /// A ring that has seen something already, and goes on from there.
    #[must_use]
    pub fn of(local: LocalRing) -> Self {
        Self {
            since: local.ring().now(),
            started: Clock::now(),
            local,
            still: None,
            release: None,
        }
    }

    /// Which board it is.
    #[must_use]
    pub fn board(&self) -> Name {
        self.local.ring().profile().name
    }

    /// The ring itself.
    #[must_use]
    pub const fn local(&self) -> &LocalRing {
        &self.local
    }

    /// What its clock says. A new ring was started a second before.
    fn now(&self) -> Instant {
        let micros = u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX);
        Instant(micros.saturating_add(self.since.0))
    }

    /// Catches up with the clock.
    pub fn live(&mut self) {
        let now = self.now();
        if let Some(still) = &mut self.still {
            let local = &mut self.local;
            still.until(now, |at, input| local.step(at, input));
        }
        if self.release.is_some_and(|at| now >= at) {
            self.release = None;
            self.local.step(now, Input::Buttons(Buttons::EMPTY));
        }
        self.local.wait(now);
    }

    /// A host has come or gone.
    pub fn host(&mut self, presence: Presence) {
        self.local.step(self.now(), Input::Host(presence));
    }

    /// Takes bytes from the host, in packets as USB brings them.
    pub fn receive(&mut self, bytes: &[u8]) {
        let now = self.now();
        for packet in bytes.chunks(64) {
            self.local.step(now, Input::Bytes(packet));
        }
    }

    /// The bytes for the host.
    pub fn transmit(&mut self) -> Vec<u8> {
        self.local.transmit()
    }

    /// Presses a button; it is let go by itself.
    pub fn press(&mut self, button: Button) {
        let now = self.now();
        self.local.step(now, Input::Buttons(Buttons::of(button)));
        self.release = Some(now + PRESS);
    }

    /// Lets something be seen.
    pub fn see(&mut self, what: What) {
        let at = self.now();
        self.local.step(at, Input::Seen(&Observation { at, what }));
    }
}
