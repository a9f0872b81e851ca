//! Random lengths, angles and choices; equal for a seed on every machine.

use rules_core::rng::Rng;

/// Stream of random numbers for the simulation.
#[derive(Debug, Clone)]
pub struct SimRng(Rng);

impl SimRng {
    /// Creates the stream for a seed; different salts make independent streams of one
    /// seed.
    #[must_use]
    pub fn new(seed: u64, salt: u64) -> Self {
        let mut rng = Rng::new(seed ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        // Neighbouring seeds differ only in a few bits; one draw decorrelates them.
        Self(Rng::new(rng.next_u64()))
    }

    /// Returns a uniform number from 0 up to, but not including, 1.
    pub fn unit(&mut self) -> f32 {
        // An f32 holds 24 bits exactly.
        (self.0.next_u64() >> 40) as f32 / (1u32 << 24) as f32
    }

    /// Returns a uniform number between `low` and `high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// Returns a logarithmically uniform number between `low` and `high`: as likely
    /// between 20 and 40 as between 200 and 400.
    pub fn scale(&mut self, low: f32, high: f32) -> f32 {
        libm::expf(self.between(libm::logf(low), libm::logf(high)))
    }

    /// Returns a triangularly distributed number between `low` and `high`, most likely in
    /// the middle.
    pub fn around(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.unit() + self.unit()) / 2.0
    }

    /// Returns a uniform whole number from `low` to `high`, both included.
    pub fn whole(&mut self, low: u32, high: u32) -> u32 {
        low + self.0.below(high.saturating_sub(low) + 1)
    }

    /// Returns true with probability `often`.
    pub fn bool_with(&mut self, often: f32) -> bool {
        self.unit() < often
    }

    /// Returns one element of `of` at random.
    pub fn pick<T: Copy, const N: usize>(&mut self, of: [T; N]) -> T {
        const { assert!(N > 0, "one of none") };
        of[self.0.below(N as u32) as usize]
    }

    /// Shuffles the items at random.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for n in (1..items.len()).rev() {
            items.swap(n, self.whole(0, n as u32) as usize);
        }
    }
}
