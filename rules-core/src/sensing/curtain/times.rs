//! How long things take, in frames.

use crate::time::Span;

/// Lengths of time in frames of the curtain.
#[derive(Debug, Clone, Copy)]
pub(super) struct Times {
    /// From the first beam of the upper plane to the first of the lower: a body
    /// thrown down at 4 m/s needs 3 ms for the 12 mm between them.
    pub least_drop: u32,
    /// A slow, large disc needs 47 ms; more than twice that is no fall. Less than
    /// the time in which a fall must be said.
    pub most_drop: u32,
    /// A fall is said at the latest so long after its onset. The slowest keeps
    /// the lower plane dark until 111 ms.
    pub said: u32,
    /// A shadow in the upper plane alone for so long is no fall.
    pub too_long: u32,
    /// After the upper plane is clear, the lower must be reached within this:
    /// 12 mm at 0.3 m/s.
    pub gap_between: u32,
    /// What keeps still for so long leans.
    pub leaning: u32,
    /// A lonely beam dark for so long is stuck.
    pub stuck: u32,
    /// A hand that keeps still for so long has left something behind.
    pub left_behind: u32,
    /// Nothing is followed for longer.
    pub longest: u32,
    /// A hand is gone when nothing was seen of it for so long.
    pub hand_gone: u32,
    /// What moves so long after its fall is a hand.
    pub handled: u32,
    /// Pieces bounce and roll for so long after a fall.
    pub rolling: u32,
    /// One body is seen at both sides of a corner within this.
    pub corner: u32,
    /// A twitch is shorter than this; the quickest fall is dark for 3.6 ms, one
    /// that is merely dropped for 15 ms.
    pub twitch: u32,
    /// Twitches of one bump come within this.
    pub bump: u32,
    /// From one bump to the next.
    pub bump_again: u32,
    /// In a bump, a fall must be dark for longer than this.
    pub shaken: u32,
    /// Clears of both planes within this are at the same time.
    pub same: u32,
    /// Frames after a gap, or after looking began, that are not normal yet.
    pub settle: u32,
    /// The stream of frames is well again after so long without a gap.
    pub stream: u32,
}

impl Times {
    pub const fn new(period: Span) -> Self {
        Self {
            least_drop: frames(period, 2),
            most_drop: frames(period, 110),
            said: frames(period, 115),
            too_long: frames(period, 150),
            gap_between: frames(period, 50),
            leaning: frames(period, 250),
            stuck: frames(period, 500),
            left_behind: frames(period, 2_000),
            longest: frames(period, 10_000),
            hand_gone: frames(period, 50),
            handled: frames(period, 400),
            rolling: frames(period, 1_000),
            corner: frames(period, 30),
            twitch: frames(period, 15),
            bump: frames(period, 25),
            bump_again: frames(period, 500),
            shaken: frames(period, 7),
            same: frames(period, 2),
            settle: 8,
            stream: frames(period, 100),
        }
    }
}

const fn frames(period: Span, millis: u32) -> u32 {
    let period = if period.0 == 0 { 1 } else { period.0 };
    millis * 1000 / period
}
