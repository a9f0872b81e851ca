//! Lots drawn as lengths and angles: the same for a seed on every machine.

use rules_core::lots::Lots;

/// A stream of chances.
#[derive(Debug, Clone)]
pub struct Chance(Lots);

impl Chance {
    /// Chances from a seed; the salt keeps two users of one seed apart.
    #[must_use]
    pub fn new(seed: u64, salt: u64) -> Self {
        let mut lots = Lots::new(seed ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        // Neighbouring seeds differ in a few bits only: let them drift apart.
        Self(Lots::new(lots.draw()))
    }

    /// From 0 up to, but not including, 1.
    pub fn unit(&mut self) -> f32 {
        // 24 bits are all that an f32 holds exactly.
        (self.0.draw() >> 40) as f32 / (1u32 << 24) as f32
    }

    /// Evenly between these.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// Between these, as likely between 20 and 40 as between 200 and 400.
    pub fn scale(&mut self, low: f32, high: f32) -> f32 {
        self.between(low.ln(), high.ln()).exp()
    }

    /// Between these, the middle most likely.
    pub fn around(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.unit() + self.unit()) / 2.0
    }

    /// A whole number from `low` to `high`, both among them.
    pub fn whole(&mut self, low: u32, high: u32) -> u32 {
        low + self.0.below(high.saturating_sub(low) + 1)
    }

    /// Whether something happens that happens so often in 1.
    pub fn happens(&mut self, often: f32) -> bool {
        self.unit() < often
    }

    /// One of these.
    pub fn pick<T: Copy, const N: usize>(&mut self, of: [T; N]) -> T {
        const { assert!(N > 0, "one of none") };
        of[self.0.below(N as u32) as usize]
    }

    /// Stirs them.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for n in (1..items.len()).rev() {
            items.swap(n, self.whole(0, n as u32) as usize);
        }
    }
}
