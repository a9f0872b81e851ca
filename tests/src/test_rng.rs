//! Random numbers for tests: equal for a seed on every machine.

use rules_core::rng::Rng;

/// Random number generator for tests, where an empty list is a mistake in the test.
#[derive(Debug, Clone)]
pub struct TestRng(Rng);

impl TestRng {
    /// Creates a generator from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(Rng::new(seed))
    }

    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit as u32) as usize
    }

    /// Returns one element of `of` at random.
    ///
    /// # Panics
    /// If there is none.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        *self.0.choose(of).expect("something to pick from")
    }
}
