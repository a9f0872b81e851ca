//! Progress of a DMA channel that fills a ring over and over.
//!
//! The hardware shows only the position within a round. If more than half a round has
//! passed since the last poll, the number of rounds follows from the clock, because the
//! channel keeps pace with the clock to much better than half a round.
//!
//! This is polled several times a frame and the M0+ divides in software, so it divides
//! only after such a gap.

use embassy_time::{Duration, Instant};

/// Counter of the units that a channel has transferred.
pub struct Progress {
    /// Units in a round.
    round: u32,
    /// Duration of a round, and half of it.
    lasts: Duration,
    half: Duration,
    /// Position at the last poll.
    place: u32,
    /// Time of the last poll.
    seen: Instant,
}

impl Progress {
    /// Counter for a channel that starts now at position 0.
    pub fn new(round: u32, lasts: Duration) -> Self {
        Self {
            round,
            lasts,
            half: lasts / 2,
            place: 0,
            seen: Instant::now(),
        }
    }

    /// Records the current position of the channel and returns the units transferred
    /// since the last call.
    pub fn advance_to(&mut self, place: u32) -> u32 {
        let now = Instant::now();
        let mut moved = if place >= self.place {
            place - self.place
        } else {
            place + self.round - self.place
        };
        let elapsed = now - self.seen;
        if elapsed > self.half {
            let expected = elapsed.as_micros() * u64::from(self.round) / self.lasts.as_micros();
            let round = u64::from(self.round);
            let rounds = (expected.saturating_sub(u64::from(moved)) + round / 2) / round;
            moved += (rounds * round) as u32;
        }
        self.place = place;
        self.seen = now;
        moved
    }
}
