//! Conversion of squared errors of readings to certainty.

use crate::sensing::certainty::Certainty;

/// Standard deviation of a coded magnet's reading, in ADC steps: half a millimetre more
/// or less of gap, and magnets that differ.
pub(super) const MAGNET_SIGMA: u32 = 48;

/// Returns the certainty of the best answer if the squared error of the next best is
/// greater by `gap`. For normal errors of this variance, each variance of gap is worth `8
/// log2(e) / 2 = 5.77` eighths of a bit.
pub(in crate::sensing) fn certainty(gap: u64, variance: u64) -> Certainty {
    Certainty(u8::try_from(misfit(gap, variance)).unwrap_or(u8::MAX))
}

/// Returns how unlikely a squared error is with this variance, in eighths of a bit.
pub(super) fn misfit(error: u64, variance: u64) -> u64 {
    error.saturating_mul(577) / variance.saturating_mul(100).max(1)
}

/// True if a changed certainty is worth a report: a question is needed now, or no longer,
/// and the difference is at least one bit.
pub(super) fn is_update(was: Certainty, is: Certainty) -> bool {
    was.is_high() != is.is_high() && was.0.abs_diff(is.0) >= 8
}

/// Returns the square of a distance in ADC steps.
pub(in crate::sensing) fn square(steps: i32) -> u64 {
    let steps = u64::from(steps.unsigned_abs());
    steps * steps
}

/// Returns the variance of a magnet's reading, in square ADC steps: the spread of
/// magnets, the noise of the channel (in steps) and the crosstalk (in 1024ths of a strong
/// neighbour's thousand steps).
pub(in crate::sensing) fn variance(noise: u16, crosstalk: u16) -> u64 {
    let noise = u64::from(noise);
    let crosstalk = u64::from(crosstalk);
    u64::from(MAGNET_SIGMA * MAGNET_SIGMA) + noise * noise + crosstalk * crosstalk
}
