//! Monotonic clock for rings that run in this process.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Returns the time since the first call in this process.
#[must_use]
pub fn monotonic() -> Duration {
    START.elapsed()
}
