//! Random numbers that are identical for a seed on every machine. For self-tests,
//! simulations and tests, never for rulings.

/// SplitMix64 generator: one multiplication chain per number, full period, no tables.
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next random number, uniform over 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a random number below `limit`; 0 if `limit` is 0.
    pub fn below(&mut self, limit: u32) -> u32 {
        // The upper half scaled down: no division, and the bias is below 2^-32 per
        // value.
        let high = self.next_u64() >> 32;
        ((high * u64::from(limit)) >> 32) as u32
    }

    /// Returns one of the values in `of` at random; `None` if there are none.
    pub fn choose<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        let limit = u32::try_from(of.len()).unwrap_or(u32::MAX);
        of.get(self.below(limit) as usize)
    }
}
