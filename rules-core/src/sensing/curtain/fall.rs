//! State machine of a fall: the transitions of a blob, as a pure function.
//!
//! ```text
//!  upper dark        2 beams, or one for 4 frames; 3 if falls are expected
//!     Fresh ------------------------------------------> Falling
//!       | clear                                            |
//!       v              lower dark 2..110 ms later, then    |-- upper clear, lower clear --> fell
//!     (forgotten)                                          |-- 115 ms old, lower dark ----> fell, still seen
//!                                                          |-- lower clear before upper --> a hand
//!  lower dark first                                        |-- no lower within 50 ms -----> a brush
//!     Unclassified - upper later, or moves 150 ms -> Hand  '-- 150 ms in the upper alone -> a hand, a brush,
//!       |                                                                                    or a bad beam
//!       '---- still for 250 ms: it leans; one single beam for 500 ms: it is stuck
//! ```
//!
//! The order in which the planes clear distinguishes a body that has gone down from a
//! finger that was put in and pulled out: a body that has left the lower plane downwards
//! has left the upper plane before. For a body that falls beside others that order is not
//! reliable.

use super::blob::{Blob, BlobState};
use super::plane_track::PlaneTrack;
use super::timing::Timing;
use crate::board::curtain::Plane;
use crate::sensing::observation::NoFallReason;

/// Transition of a blob, for the tracker to report and apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Transition {
    /// The blob keeps its state.
    Wait,
    /// The blob begins to fall.
    Begin,
    /// The blob fell. If it is still seen, the tracker continues to follow it.
    Fell(PatternQuality),
    /// The blob did not fall. If it is still seen, the tracker follows it in this state.
    NoFall(NoFallReason, BlobState),
    /// The blob changes to another state.
    Become(BlobState),
    /// The blob leans: the tracker no longer waits for its beams.
    Leans,
    /// The few beams of the blob are stuck dark: no body is there.
    Stuck,
    /// The blob has ended.
    Over,
}

/// Quality of the order in which the planes went dark and clear during a fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PatternQuality {
    /// The planes went dark and clear as for one body that falls.
    Whole,
    /// The planes went dark or clear in another order, so that the referee asks.
    Doubtful,
}

/// Surroundings of a blob in one frame, as far as its next transition depends on them.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlobContext {
    /// Number of the frame.
    pub now: u32,
    /// True if a push may be under way or has just ended, so that falls are expected.
    pub expected: bool,
    /// True if a beam of the blob was dark in this frame and the two before.
    pub solid: bool,
    /// True if the table was bumped since shortly before the blob's onset.
    pub bumped: bool,
    /// True if the blob is wider than any body.
    pub wide: bool,
    /// True if the blob is too small to reach from the floor to the upper plane.
    pub short: bool,
    /// True if a hand is on this side.
    pub hand: bool,
    /// True if more than one blob on this side has kept both planes dark for half of
    /// [`Timing::report_deadline`].
    pub crowd: bool,
    /// True if the lower plane below the blob cannot be seen.
    pub blind_below: bool,
    /// True if a body fell on this side less than [`Timing::rolling`] ago.
    pub after_fall: bool,
    /// True if the blob began so long after the end of a push that nothing the push set in
    /// motion falls any more.
    pub late: bool,
    /// True if a blob at the other side of the corner may be the same body, and its
    /// passage is not over.
    pub partner: bool,
    /// True if a blob of more than one beam is dark right beside this one.
    pub has_dark_neighbour: bool,
    /// True if another blob on this side is falling, with its result still open.
    pub others: bool,
    /// True if another body fell on this side since the blob's onset.
    pub fell_since: bool,
}

/// Returns the next transition of a blob, from its tracks and surroundings.
pub(super) fn next_transition(blob: &Blob, around: &BlobContext, times: &Timing) -> Transition {
    match blob.state {
        BlobState::Fresh => fresh(blob, around),
        BlobState::Falling(_) => falling(blob, around, times),
        BlobState::Merged(_) => Transition::Over,
        BlobState::Fell | BlobState::Unclassified | BlobState::Preexisting | BlobState::Hand => {
            lingering(blob, around, times)
        }
    }
}

fn fresh(blob: &Blob, around: &BlobContext) -> Transition {
    if !blob.is_live() {
        return Transition::Over;
    }
    let live = Plane::ALL.into_iter().filter_map(|plane| blob.live(plane));
    let beams: u8 = live.map(|part| part.now.len()).sum();
    let age = around.now.wrapping_sub(blob.onset());
    // Noise of one in a thousand makes four consecutive dark readings of one beam 0.07
    // times in 100 h, for 80 beams. Two beams of three readings each are
    // rarer still. Three readings of one beam happen every 1.4 h. That is
    // acceptable while an element is ready to be pushed: the tracker withdraws the report
    // a moment later.
    match beams {
        2.. => Transition::Begin,
        _ if blob.doubts.beside => Transition::Wait,
        _ if around.expected => Transition::Begin,
        _ if age > 2 && around.solid => Transition::Begin,
        _ => Transition::Wait,
    }
}

fn falling(blob: &Blob, around: &BlobContext, times: &Timing) -> Transition {
    let age = around.now.wrapping_sub(blob.onset());
    match (&blob.upper, &blob.lower) {
        (Some(upper), Some(lower)) => both(blob, upper, lower, age, around, times),
        (Some(upper), None) => upper_only(blob, upper, age, around, times),
        (None, Some(lower)) => {
            if lower.is_live() && age < times.report_deadline {
                Transition::Wait
            } else if around.wide {
                Transition::NoFall(NoFallReason::Hand, BlobState::Hand)
            } else if blob.doubts.gap || blob.doubts.hung {
                Transition::Fell(PatternQuality::Doubtful)
            } else {
                Transition::NoFall(NoFallReason::SensorFault, BlobState::Unclassified)
            }
        }
        (None, None) => Transition::Over,
    }
}

fn both(
    blob: &Blob,
    upper: &PlaneTrack,
    lower: &PlaneTrack,
    age: u32,
    around: &BlobContext,
    times: &Timing,
) -> Transition {
    let no_fall = if around.bumped {
        NoFallReason::Bump
    } else {
        NoFallReason::Hand
    };
    if let (Some(upper_end), Some(lower_end)) = (upper.end, lower.end) {
        let went_up = upper_end > lower_end.saturating_add(times.same);
        let shaken = around.bumped && upper.lasted(around.now) < times.shaken;
        if shaken {
            return Transition::NoFall(no_fall, BlobState::Unclassified);
        }
        if blob.doubts.at_once || (went_up && !blob.doubts.twice) {
            return if fell_with_others(blob, around) {
                Transition::Fell(PatternQuality::Doubtful)
            } else if around.others && age < times.report_deadline {
                Transition::Wait
            } else {
                Transition::NoFall(no_fall, BlobState::Unclassified)
            };
        }
        if around.partner && age < times.report_deadline {
            return Transition::Wait;
        }
        return Transition::Fell(if went_up || blob.doubts.twice {
            PatternQuality::Doubtful
        } else {
            PatternQuality::Whole
        });
    }
    if age < times.report_deadline {
        return Transition::Wait;
    }
    if blob.doubts.at_once && !fell_with_others(blob, around) {
        return Transition::NoFall(no_fall, BlobState::Unclassified);
    }
    if !upper.is_live() {
        return Transition::Fell(PatternQuality::Whole);
    }
    // Still in both planes: a hand, or a body that leans or lies on others that fell here
    // just before. What comes late is a hand that fetches them.
    if around.after_fall && !around.late && lower.is_live() && !around.wide && !around.hand {
        return Transition::Fell(PatternQuality::Doubtful);
    }
    // Two that have become one, and one after the other below: bodies.
    if blob.doubts.twice && blob.is_of_two() && !around.late && !around.hand {
        return Transition::Fell(PatternQuality::Doubtful);
    }
    let is_no_body = around.late || around.wide || around.short;
    if !lower.is_live() || is_no_body || around.hand || around.crowd {
        Transition::NoFall(NoFallReason::Hand, BlobState::Hand)
    } else {
        Transition::Fell(PatternQuality::Doubtful)
    }
}

/// True if the blob fell together with others. Bodies that fall together shade each
/// other, so that one may seem to come and go like a finger. Shadows that have grown
/// together look wide.
fn fell_with_others(blob: &Blob, around: &BlobContext) -> bool {
    let joined = blob.upper.is_some_and(|part| part.joined.is_some());
    let others = around.fell_since || blob.is_of_two() || (joined && around.others);
    others && !around.hand && (!around.wide || joined)
}

fn upper_only(
    blob: &Blob,
    upper: &PlaneTrack,
    age: u32,
    around: &BlobContext,
    times: &Timing,
) -> Transition {
    if let Some(end) = upper.end {
        let clear_for = around.now.wrapping_sub(end);
        let shared = blob.doubts.shared && !around.bumped;
        return if shared && (clear_for >= times.gap_between || age >= times.report_deadline) {
            Transition::Fell(PatternQuality::Whole)
        } else if clear_for < times.gap_between {
            Transition::Wait
        } else if around.blind_below {
            Transition::NoFall(NoFallReason::SensorFault, BlobState::Unclassified)
        } else if around.bumped {
            Transition::NoFall(NoFallReason::Bump, BlobState::Unclassified)
        } else {
            Transition::NoFall(NoFallReason::Brush, BlobState::Unclassified)
        };
    }
    if age < times.too_long {
        Transition::Wait
    } else if blob.is_single_beam() {
        Transition::NoFall(NoFallReason::SensorFault, BlobState::Unclassified)
    } else if blob.moves > 1 {
        Transition::NoFall(NoFallReason::Hand, BlobState::Hand)
    } else {
        Transition::NoFall(NoFallReason::Brush, BlobState::Unclassified)
    }
}

/// Number of adjacent beams that may fail from one frame to the next. More at once are a
/// straight edge that is held into the beams, as of a sleeve.
const MAX_FROZEN_TOGETHER: u8 = 3;

fn lingering(blob: &Blob, around: &BlobContext, times: &Timing) -> Transition {
    if !blob.is_live() {
        return Transition::Over;
    }
    let age = around.now.wrapping_sub(blob.onset());
    let still = around.now.wrapping_sub(blob.moved);
    let wait = match blob.state {
        BlobState::Hand => times.left_behind,
        _ => times.leaning,
    };
    // A finger beside other shadows is part of a hand, and its beams work.
    if blob.is_single_beam() && !blob.doubts.beside {
        return if still >= times.stuck && !around.has_dark_neighbour {
            Transition::Stuck
        } else {
            Transition::Wait
        };
    }
    // Both planes went dark together, or the lower alone and nothing fell, or some beams
    // from one frame to the next: no body does that. Sensors do.
    let sudden = (blob.doubts.at_once || blob.upper.is_none()) && !around.after_fall;
    let few = |part: &PlaneTrack| part.now.len() <= MAX_FROZEN_TOGETHER;
    let all_few = blob.parts().all(few);
    let frozen = blob.is_frozen();
    let alone = !around.hand && !blob.doubts.beside;
    if blob.state == BlobState::Unclassified
        && (sudden || frozen)
        && all_few
        && blob.moves == 0
        && alone
    {
        return if still >= times.stuck {
            Transition::Stuck
        } else {
            Transition::Wait
        };
    }
    if still >= wait || age >= times.longest {
        return Transition::Leans;
    }
    let upper_later = match (&blob.upper, &blob.lower) {
        (Some(upper), Some(lower)) => upper.first > lower.first.saturating_add(times.same),
        _ => false,
    };
    let lower_only = blob.upper.is_none();
    let restless = age >= times.too_long && blob.moves > 1;
    let hand = match blob.state {
        BlobState::Unclassified => (upper_later || restless) && !around.after_fall,
        BlobState::Preexisting => restless && !lower_only,
        BlobState::Fell => {
            age >= times.handled && still < times.handled / 2 && blob.live(Plane::Upper).is_some()
        }
        _ => false,
    };
    if hand {
        Transition::Become(BlobState::Hand)
    } else {
        Transition::Wait
    }
}
