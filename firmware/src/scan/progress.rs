//! How far a link has come that goes round and round.
//!
//! The link tells only where in the round it is. If nobody has looked for more
//! than half a round, the clock tells how many rounds it was: the link keeps step
//! with the clock to much better than that.
//!
//! This is asked several times a frame, and the M0+ divides in software: it does
//! so only where time has been lost already.

use embassy_time::{Duration, Instant};

/// Counts units of a link.
pub struct Progress {
    /// Units in a round.
    round: u32,
    /// How long a round takes, and half of one.
    lasts: Duration,
    half: Duration,
    /// Where it was when it was last looked at.
    place: u32,
    /// When that was.
    seen: Instant,
}

impl Progress {
    /// A link that starts now at place 0.
    pub fn new(round: u32, lasts: Duration) -> Self {
        Self {
            round,
            lasts,
            half: lasts / 2,
            place: 0,
            seen: Instant::now(),
        }
    }

    /// Takes the place where the link is now; returns by how many units it has
    /// moved since the last look.
    pub fn look(&mut self, place: u32) -> u32 {
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
