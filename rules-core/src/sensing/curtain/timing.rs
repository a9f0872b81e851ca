//! Durations that the curtain's decisions depend on, in frames.

use crate::time::Span;

/// Durations in frames of the curtain; computed from milliseconds and the frame period.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timing {
    /// Shortest time from the first beam of the upper plane to the first of the lower (2
    /// ms): a body thrown down at 4 m/s needs 3 ms for the 12 mm between them.
    pub least_drop: u32,
    /// Longest time between the planes (110 ms): a slow, large disc needs 47 ms, and more
    /// than twice that is not a fall. Less than `report_deadline`.
    pub most_drop: u32,
    /// Deadline of a fall's report, counted from its onset (115 ms). The slowest fall
    /// keeps the lower plane dark until 111 ms.
    pub report_deadline: u32,
    /// Time in the upper plane alone from which a shadow is not a fall (150 ms).
    pub too_long: u32,
    /// Time within which the lower plane must go dark once the upper is clear (50 ms): 12
    /// mm at 0.3 m/s.
    pub gap_between: u32,
    /// Time without motion from which a blob counts as leaning (250 ms).
    pub leaning: u32,
    /// Time for which a single beam must be dark to count as stuck (500 ms).
    pub stuck: u32,
    /// Time without motion from which a hand counts as an object left behind (2 s).
    pub left_behind: u32,
    /// Age limit of a blob that is not falling (10 s); after it the blob counts as
    /// leaning.
    pub longest: u32,
    /// Time without sight of a hand after which it counts as gone (50 ms).
    pub hand_gone: u32,
    /// Age from which a fallen body that still moves counts as a hand (400 ms).
    pub handled: u32,
    /// Time for which pieces bounce and roll after a fall (1 s).
    pub rolling: u32,
    /// Largest difference of onsets at which two sides of a corner see one body (30 ms).
    pub corner: u32,
    /// Upper limit of a *twitch*, a shadow so short that a bump may have made it (15 ms).
    /// The quickest fall is dark for 3.6 ms, a body that is merely dropped for 15 ms.
    pub twitch: u32,
    /// Window in which the short shadows of one bump come (25 ms).
    pub bump: u32,
    /// Shortest time from one reported bump to the next (500 ms).
    pub bump_again: u32,
    /// Time for which a shadow must darken the upper plane during a bump to count as a
    /// fall (7 ms).
    pub shaken: u32,
    /// Largest difference at which both planes count as clearing or darkening at once (2
    /// ms).
    pub same: u32,
    /// Number of frames after a gap, or after tracking began, in which a new shadow is
    /// doubtful, because it may have begun before (8).
    pub settle: u32,
    /// Time without a gap after which the stream of frames counts as recovered (100 ms).
    pub stream: u32,
}

impl Timing {
    pub const fn new(period: Span) -> Self {
        Self {
            least_drop: frames(period, 2),
            most_drop: frames(period, 110),
            report_deadline: frames(period, 115),
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
