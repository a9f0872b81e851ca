//! From squared errors to certainty.

use crate::sensing::certainty::Certainty;

/// One standard deviation of what a coded magnet reads, in steps: half a
/// millimetre more or less of gap, and magnets that differ.
pub(super) const MAGNET_SIGMA: u32 = 48;

/// By how much an answer beats the next best whose squared error is greater by
/// `gap`, the errors being normal with this variance: `8 log2(e) / 2 = 5.77`
/// eighths of a bit for each variance.
pub(in crate::sensing) fn certainty(gap: u64, variance: u64) -> Certainty {
    let eighths = gap.saturating_mul(577) / variance.saturating_mul(100).max(1);
    Certainty(u8::try_from(eighths).unwrap_or(u8::MAX))
}

/// Whether a certainty is news after another: people need to be asked now, or no
/// longer, and not just by a hair.
pub(super) fn is_news(was: Certainty, is: Certainty) -> bool {
    was.is_high() != is.is_high() && was.0.abs_diff(is.0) >= 8
}

/// The square of a distance in steps.
pub(in crate::sensing) fn square(steps: i32) -> u64 {
    let steps = u64::from(steps.unsigned_abs());
    steps * steps
}

/// What a channel with this noise (steps) adds to the spread of magnets, and
/// what crosstalk (1024ths of a strong neighbour's thousand steps) adds.
pub(in crate::sensing) fn variance(noise: u16, crosstalk: u16) -> u64 {
    let noise = u64::from(noise);
    let crosstalk = u64::from(crosstalk);
    u64::from(MAGNET_SIGMA * MAGNET_SIGMA) + noise * noise + crosstalk * crosstalk
}
