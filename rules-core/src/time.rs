//! Time as a number that is passed in: this crate never reads a clock.
//!
//! The device counts frames of its sensors, and a frame lasts a whole number of
//! microseconds of the crystal. An instant is therefore a count of microseconds since
//! power-up, without software jitter.
//!
//! ```
//! use rules_core::time::{Instant, Span};
//!
//! let fell = Instant(12_000_400);
//! assert_eq!((fell + Span::millis(3)).0, 12_003_400);
//! ```

use core::fmt;
use core::ops::{Add, AddAssign, Sub};

/// Point in time, in microseconds since power-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Instant(pub u64);

/// Length of time in microseconds, at most 4,294 s: a little over an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Span(pub u32);

impl Span {
    /// Returns a span of this number of microseconds.
    #[must_use]
    pub const fn micros(micros: u32) -> Self {
        Self(micros)
    }

    /// Returns a span of this number of milliseconds; saturates at the longest span.
    #[must_use]
    pub const fn millis(millis: u32) -> Self {
        Self(millis.saturating_mul(1000))
    }

    /// Returns the span in whole milliseconds, rounded down.
    #[must_use]
    pub const fn as_millis(self) -> u32 {
        self.0 / 1000
    }
}

impl Instant {
    /// Latest instant that can be represented.
    pub const MAX: Self = Self(u64::MAX);
    /// Instant of power-up.
    pub const ZERO: Self = Self(0);

    /// Returns the span from `earlier` to this instant: zero if `earlier` is not before
    /// this instant, and at most the longest [`Span`].
    ///
    /// ```
    /// use rules_core::time::{Instant, Span};
    ///
    /// let start = Instant(1_000);
    /// assert_eq!((start + Span::millis(2)).since(start), Span::micros(2_000));
    /// assert_eq!(start.since(start + Span::millis(2)), Span::micros(0));
    /// ```
    #[must_use]
    pub const fn since(self, earlier: Self) -> Span {
        let micros = self.0.saturating_sub(earlier.0);
        if micros > u32::MAX as u64 {
            Span(u32::MAX)
        } else {
            Span(micros as u32)
        }
    }
}

impl Add<Span> for Instant {
    type Output = Self;
    fn add(self, span: Span) -> Self {
        Self(self.0.saturating_add(u64::from(span.0)))
    }
}

impl AddAssign<Span> for Instant {
    fn add_assign(&mut self, span: Span) {
        *self = *self + span;
    }
}

impl Sub<Span> for Instant {
    type Output = Self;
    fn sub(self, span: Span) -> Self {
        Self(self.0.saturating_sub(u64::from(span.0)))
    }
}

impl fmt::Display for Instant {
    /// Writes seconds, to the tenth of a millisecond: `12.3456 s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, rest) = (self.0 / 1_000_000, self.0 % 1_000_000);
        write!(f, "{seconds}.{:04} s", rest / 100)
    }
}
