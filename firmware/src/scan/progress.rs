//! How far a link has come that goes round and round.
//!
//! The link tells only where in the round it is. If nobody has looked for more
//! than a round, the clock tells how many rounds it was: the link keeps step
//! with the clock to much better than half a round.

use embassy_time::Instant;

/// Counts units of a link.
pub struct Progress {
    /// Units in a round.
    round: u32,
    /// Units in a second.
    rate: u32,
    /// Where it was when it was last looked at.
    place: u32,
    /// When that was.
    seen: Instant,
    /// Units since the start.
    total: u64,
}

impl Progress {
    /// A link that starts now at place 0.
    pub fn new(round: u32, rate: u32) -> Self {
        Self {
            round,
            rate,
            place: 0,
            seen: Instant::now(),
            total: 0,
        }
    }

    /// Takes the place where the link is now; returns the units since its start.
    pub fn look(&mut self, place: u32) -> u64 {
        let now = Instant::now();
        let moved = if place >= self.place {
            place - self.place
        } else {
            place + self.round - self.place
        };
        self.total += u64::from(moved);
        let elapsed = (now - self.seen).as_micros();
        // Far from a round there is nothing to count: spare the division.
        if elapsed >= u64::from(self.round) * 500_000 / u64::from(self.rate) {
            let expected = elapsed * u64::from(self.rate) / 1_000_000;
            let round = u64::from(self.round);
            let rounds = (expected.saturating_sub(u64::from(moved)) + round / 2) / round;
            self.total += rounds * round;
        }
        self.place = place;
        self.seen = now;
        self.total
    }
}
