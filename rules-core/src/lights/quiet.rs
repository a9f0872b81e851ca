//! Keeping the light curtain undisturbed: when the strip changes, and what can
//! and what cannot be done about it.
//!
//! **What there is.** The curtain looks every 400 us: once in the dark, then four
//! times with its own emitters. Sending a frame to 64 LEDs takes 1.92 ms (30 us
//! each), nearly five curtain frames: it does *not* fit between two looks. And an
//! LED that is lit is never steady: it switches itself on and off at 0.4 to 2 kHz
//! (by make), unsynchronised, whatever is sent.
//!
//! **What is done.**
//! - The strip changes at most every [`TICK`], 50 curtain frames, and sending
//!   begins with a curtain frame ([`slot`]). So it is known which curtain frames
//!   can contain a step of light or supply: [`disturbed`] names them, and sensing
//!   must not learn a resting level from those.
//! - While things fall, nothing changes at all: in
//!   [`Focus::Settling`](super::Focus::Settling) the frame is constant and
//!   [`next_change`](super::next_change) is `None`, so that nothing is sent and
//!   the mean current does not step.
//! - Brightness is a setting, and the current is capped. Both bound the light that
//!   can reach a detector and the dip of the supply.
//!
//! **What is not.** The switching of lit LEDs remains. It can only *add* light, in
//! the visible: a detector behind a daylight filter hardly sees blue and green, and
//! red a little. If some of it gets through, the dark look shows it (the beam is
//! called blinded) and the answer is a baffle, or a lower brightness; no software
//! can take it away.

use super::motion::TICK;
use crate::board::Profile;
use crate::time::{Instant, Span};

/// Sending the colours of one LED: 24 bits at 800 kHz.
const PER_LED: Span = Span::micros(30);

/// Silence after which the LEDs take over what was sent, at the latest: 280 us by
/// the data sheet, as much again for what waits in the queue of the driver.
const LATCH: Span = Span::micros(600);

/// A slow LED's own switching period, in which it passes from the old level to
/// the new one.
const SWITCHING: Span = Span::micros(2_500);

/// The next instant at which sending may begin: a whole number of ticks, which
/// is also the beginning of a curtain frame.
///
/// ```
/// use rules_core::lights::quiet::slot;
/// use rules_core::time::Instant;
///
/// assert_eq!(slot(Instant(20_000)), Instant(20_000));
/// assert_eq!(slot(Instant(20_001)), Instant(40_000));
/// ```
#[must_use]
pub const fn slot(now: Instant) -> Instant {
    let tick = TICK.0 as u64;
    match now.0.div_ceil(tick).checked_mul(tick) {
        Some(slot) => Instant(slot),
        None => now,
    }
}

/// From when until when the strip's light and current may step, if sending began
/// at this instant and the frame was a new one.
///
/// ```
/// use rules_core::board::{Name, Profile};
/// use rules_core::lights::quiet::disturbed;
/// use rules_core::time::{Instant, Span};
///
/// let (from, until) = disturbed(Profile::of(Name::Ring), Instant(20_000));
/// assert_eq!(from, Instant(20_000));
/// assert_eq!(until.since(from), Span::micros(1_920 + 600 + 2_500));
/// ```
#[must_use]
pub fn disturbed(profile: &Profile, sent: Instant) -> (Instant, Instant) {
    let data = Span(PER_LED.0.saturating_mul(u32::from(profile.leds)));
    (sent, sent + data + LATCH + SWITCHING)
}
