//! Ring without hardware that runs in real time, for tests and tinkerers: the `Ring` of
//! the device, a flash in memory, and typed commands in place of fingers and sensors.
//!
//! | module | contents |
//! |---|---|
//! | [`commands`] | typed events: `press confirm`, `marker 1 red` |
//! | [`idle_sensors`], [`channel_offsets`] | sensors at rest; an analog channel can be given an offset |
//! | [`idle_curtain`] | a curtain with nothing in it; beams can be darkened, sides unplugged |
//!
//! It does not simulate a table: the modules of feature `physics` do.

pub mod channel_offsets;
pub mod commands;
pub mod idle_curtain;
pub mod idle_sensors;

use crate::in_process::InProcessRing;
use idle_sensors::IdleSensors;
use rules_core::board::{BoardId, Buttons};
use rules_core::ring::{HostPresence, Input};
use rules_core::sensing::observation::{Observation, ObservationKind};
use rules_core::time::{Instant, Span};
use std::time::Duration;

/// Source of real time: the time since a fixed moment.
pub type Clock = fn() -> Duration;

/// Ring that follows a real-time clock and takes typed commands.
#[derive(Debug)]
pub struct ManualRing {
    local: InProcessRing,
    clock: Clock,
    started: Duration,
    /// Time of the ring's clock at `started`.
    since: Instant,
    still: Option<IdleSensors>,
    /// Time at which the pressed button is released; `None` if none is pressed.
    release: Option<Instant>,
}

impl ManualRing {
    /// Creates a ring with factory settings that receives no sensor readings.
    #[must_use]
    pub fn new(board: BoardId, clock: Clock) -> Self {
        Self {
            local: InProcessRing::new(board),
            clock,
            started: clock(),
            since: Instant(1_000_000),
            still: None,
            release: None,
        }
    }

    /// Creates a ring whose sensors read an empty board.
    #[must_use]
    pub fn still(board: BoardId, clock: Clock) -> Self {
        Self {
            still: Some(IdleSensors::new(board)),
            ..Self::new(board, clock)
        }
    }

    /// Wraps an existing ring, whose clock continues from its present time.
    #[must_use]
    pub fn from_ring(local: InProcessRing, clock: Clock) -> Self {
        Self {
            since: local.ring().now(),
            clock,
            started: clock(),
            local,
            still: None,
            release: None,
        }
    }

    /// Sets the seed of the ring's ids.
    pub fn set_seed(&mut self, seed: u64) {
        self.local.set_seed(seed);
    }

    /// Returns the board of the ring.
    #[must_use]
    pub fn board(&self) -> BoardId {
        self.local.ring().profile().name
    }

    /// Returns the in-process ring.
    #[must_use]
    pub const fn local(&self) -> &InProcessRing {
        &self.local
    }

    /// Returns the time of the ring's clock. A new ring starts at 1 s.
    fn now(&self) -> Instant {
        let micros = u64::try_from((self.clock)().saturating_sub(self.started).as_micros())
            .unwrap_or(u64::MAX);
        Instant(micros.saturating_add(self.since.0))
    }

    /// Advances the ring to the present time of the clock.
    pub fn catch_up(&mut self) {
        let now = self.now();
        if let Some(still) = &mut self.still {
            let local = &mut self.local;
            still.until(now, |at, input| local.step(at, input));
        }
        if self.release.is_some_and(|at| now >= at) {
            self.release = None;
            self.local.step(now, Input::Buttons(Buttons::EMPTY));
        }
        self.local.advance_to(now);
    }

    /// Reports to the ring that a host has connected or gone.
    pub fn host(&mut self, presence: HostPresence) {
        self.local.step(self.now(), Input::Host(presence));
    }

    /// Passes bytes from the host to the ring, in USB packets of 64 bytes.
    pub fn receive(&mut self, bytes: &[u8]) {
        let now = self.now();
        for packet in bytes.chunks(64) {
            self.local.step(now, Input::Bytes(packet));
        }
    }

    /// Returns the pending bytes from the ring to the host.
    pub fn transmit(&mut self) -> Vec<u8> {
        self.local.transmit()
    }

    /// Presses these buttons and releases them after `time`.
    pub fn hold(&mut self, down: Buttons, time: Span) {
        let now = self.now();
        self.local.step(now, Input::Buttons(down));
        self.release = Some(now + time);
    }

    /// Injects an observation into the ring at the present time.
    pub fn inject(&mut self, what: ObservationKind) {
        let at = self.now();
        self.local
            .step(at, Input::Seen(&Observation::external(at, what)));
    }
}
