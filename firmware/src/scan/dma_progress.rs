//! Progress of a DMA channel that fills a ring buffer repeatedly.
//!
//! The hardware shows only the position within a round. If more than half a round has
//! passed since the last poll, the number of rounds follows from the clock, because the
//! channel keeps pace with the clock to much better than half a round.
//!
//! The engine polls the progress several times per frame, and the Cortex-M0+ divides in
//! software, so this module divides only after such a gap.

use embassy_time::{Duration, Instant};

/// Counter of the units that a DMA channel has transferred into a ring.
pub struct Progress {
    /// Number of units in a round of the ring.
    round: u32,
    /// Duration of a round.
    lasts: Duration,
    /// Half the duration of a round, stored to avoid a division per poll.
    half: Duration,
    /// Position of the channel in the ring at the last poll, in units.
    place: u32,
    /// Time of the last poll.
    seen: Instant,
}

impl Progress {
    /// Creates a counter for a channel that starts now at position 0, and takes `lasts`
    /// to fill a ring of `round` units.
    pub fn new(round: u32, lasts: Duration) -> Self {
        Self {
            round,
            lasts,
            half: lasts / 2,
            place: 0,
            seen: Instant::now(),
        }
    }

    /// Records the present position of the channel, in units. Returns the number of units
    /// transferred since the last call.
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
