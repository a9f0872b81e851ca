//! What a blob is: the state machine of a fall, as a pure decision.
//!
//! ```text
//!  upper dark        2 beams, a guard, or 4 frames; 3 if falls are expected
//!     Fresh ------------------------------------------> Falling
//!       | clear                                            |
//!       v              lower dark 2..110 ms later, then    |-- upper clear, lower clear --> fell
//!     (forgotten)                                          |-- 115 ms old, lower dark ----> fell, still seen
//!                                                          |-- lower clear before upper --> a hand
//!  lower dark first                                        |-- no lower within 50 ms -----> a brush
//!     Odd ---- upper later, or moving for 150 ms -> Hand   '-- 150 ms in the upper alone -> a hand, a brush,
//!      |                                                                                    or a bad beam
//!      '---- still for 250 ms: it leans; one lonely beam for 500 ms: it is stuck
//! ```
//!
//! The order in which the planes clear tells a body that has gone down from a
//! finger that was put in and pulled out: what has left the lower plane
//! downwards has left the upper plane before. Of what falls beside others that
//! order is not to be trusted.

use super::blob::{Blob, Stage};
use super::part::Part;
use super::times::Times;
use crate::board::curtain::Plane;
use crate::sensing::observation::NoFall;

/// What is to be said and done about a blob.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing yet.
    Wait,
    /// Something begins to fall.
    Begin,
    /// It fell; if it is still seen it is followed on.
    Fell(Trust),
    /// It was no fall; if it is still seen it is followed as this.
    NoFall(NoFall, Stage),
    /// It is something else than it was taken for.
    Become(Stage),
    /// It leans: its beams are not waited for any longer.
    Leans,
    /// Its only beam is stuck.
    Stuck,
    /// It is over.
    Over,
}

/// Whether the pattern of a fall was whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trust {
    Whole,
    Doubtful,
}

/// What is known around a blob.
#[derive(Debug, Clone, Copy)]
pub(super) struct Around {
    pub now: u32,
    /// Something is pushed, so that falls are expected.
    pub expected: bool,
    /// The guard of the upper plane is dark.
    pub guard: bool,
    /// A beam of it was dark in this frame and the two before.
    pub solid: bool,
    /// The table was bumped while it was there.
    pub bumped: bool,
    /// Wider than any body.
    pub wide: bool,
    /// Too small to reach from the floor to the upper plane.
    pub short: bool,
    /// A hand is on this side.
    pub hand: bool,
    /// Others on this side keep both planes dark as well.
    pub crowd: bool,
    /// The lower plane below it cannot be seen.
    pub blind_below: bool,
    /// Something fell here a moment ago.
    pub after_fall: bool,
    /// Something at the other side of the corner may be the same body, and its
    /// passage is not over.
    pub partner: bool,
    /// Something that is more than a beam is dark right beside it.
    pub company: bool,
    /// Something else is falling on this side, and it is not said yet what.
    pub others: bool,
    /// Something else fell on this side while it was there.
    pub fell_since: bool,
}

/// Decides about a blob.
pub(super) fn decide(blob: &Blob, around: &Around, times: &Times) -> Verdict {
    match blob.stage {
        Stage::Fresh => fresh(blob, around),
        Stage::Falling(_) => falling(blob, around, times),
        Stage::Merged(_) => Verdict::Over,
        Stage::Fell | Stage::Odd | Stage::Found | Stage::Hand => lingering(blob, around, times),
    }
}

fn fresh(blob: &Blob, around: &Around) -> Verdict {
    if !blob.is_live() {
        return Verdict::Over;
    }
    let live = Plane::ALL.into_iter().filter_map(|plane| blob.live(plane));
    let beams: u8 = live.map(|part| part.now.len()).sum();
    let age = around.now.wrapping_sub(blob.onset());
    // Four dark readings of one beam on end by noise of one in a thousand: 0.07
    // in 100 h for 80 beams. Two beams, or a beam and the guard, of three each
    // are rarer still. Three of one beam happen every 1.4 h: never mind while
    // something is there to be pushed; what is said is taken back a moment later.
    match beams {
        2.. => Verdict::Begin,
        _ if blob.doubts.beside => Verdict::Wait,
        _ if around.guard || around.expected => Verdict::Begin,
        _ if age > 2 && around.solid => Verdict::Begin,
        _ => Verdict::Wait,
    }
}

fn falling(blob: &Blob, around: &Around, times: &Times) -> Verdict {
    let age = around.now.wrapping_sub(blob.onset());
    match (&blob.upper, &blob.lower) {
        (Some(upper), Some(lower)) => both(blob, upper, lower, age, around, times),
        (Some(upper), None) => upper_only(blob, upper, age, around, times),
        (None, Some(lower)) => {
            if lower.is_live() && age < times.said {
                Verdict::Wait
            } else if around.wide {
                Verdict::NoFall(NoFall::Hand, Stage::Hand)
            } else if blob.doubts.gap || blob.doubts.hung {
                Verdict::Fell(Trust::Doubtful)
            } else {
                Verdict::NoFall(NoFall::Trouble, Stage::Odd)
            }
        }
        (None, None) => Verdict::Over,
    }
}

fn both(
    blob: &Blob,
    upper: &Part,
    lower: &Part,
    age: u32,
    around: &Around,
    times: &Times,
) -> Verdict {
    let no_fall = if around.bumped {
        NoFall::Bump
    } else {
        NoFall::Hand
    };
    if let (Some(upper_end), Some(lower_end)) = (upper.end, lower.end) {
        let went_up = upper_end > lower_end.saturating_add(times.same);
        let shaken = around.bumped && upper.lasted(around.now) < times.shaken;
        if shaken {
            return Verdict::NoFall(no_fall, Stage::Odd);
        }
        if blob.doubts.at_once || (went_up && !blob.doubts.twice) {
            return if fell_with_others(blob, around) {
                Verdict::Fell(Trust::Doubtful)
            } else if around.others && age < times.said {
                Verdict::Wait
            } else {
                Verdict::NoFall(no_fall, Stage::Odd)
            };
        }
        if around.partner && age < times.said {
            return Verdict::Wait;
        }
        return Verdict::Fell(if went_up || blob.doubts.twice {
            Trust::Doubtful
        } else {
            Trust::Whole
        });
    }
    if age < times.said {
        return Verdict::Wait;
    }
    if blob.doubts.at_once && !fell_with_others(blob, around) {
        return Verdict::NoFall(no_fall, Stage::Odd);
    }
    if !upper.is_live() {
        return Verdict::Fell(Trust::Whole);
    }
    // Still in both planes: a body that leans or lies on others that fell here
    // just before, or a hand.
    if around.after_fall && lower.is_live() && !around.wide && !around.hand {
        return Verdict::Fell(Trust::Doubtful);
    }
    // Two that have become one, and one after the other below: bodies.
    if blob.doubts.twice && blob.is_of_two() && !around.hand {
        return Verdict::Fell(Trust::Doubtful);
    }
    if !lower.is_live() || around.wide || around.short || around.hand || around.crowd {
        Verdict::NoFall(NoFall::Hand, Stage::Hand)
    } else {
        Verdict::Fell(Trust::Doubtful)
    }
}

/// Bodies that fall together throw shadows on each other, so that one may seem to
/// come and go like a finger. What has grown together looks wide.
fn fell_with_others(blob: &Blob, around: &Around) -> bool {
    let joined = blob.upper.is_some_and(|part| part.joined.is_some());
    let others = around.fell_since || blob.is_of_two() || (joined && around.others);
    others && !around.hand && (!around.wide || joined)
}

fn upper_only(blob: &Blob, upper: &Part, age: u32, around: &Around, times: &Times) -> Verdict {
    if let Some(end) = upper.end {
        let clear_for = around.now.wrapping_sub(end);
        let shared = blob.doubts.shared && !around.bumped;
        return if shared && (clear_for >= times.gap_between || age >= times.said) {
            Verdict::Fell(Trust::Whole)
        } else if clear_for < times.gap_between {
            Verdict::Wait
        } else if around.blind_below {
            Verdict::NoFall(NoFall::Trouble, Stage::Odd)
        } else if around.bumped {
            Verdict::NoFall(NoFall::Bump, Stage::Odd)
        } else {
            Verdict::NoFall(NoFall::Brush, Stage::Odd)
        };
    }
    if age < times.too_long {
        Verdict::Wait
    } else if blob.is_lonely() {
        Verdict::NoFall(NoFall::Trouble, Stage::Odd)
    } else if blob.moves > 1 {
        Verdict::NoFall(NoFall::Hand, Stage::Hand)
    } else {
        Verdict::NoFall(NoFall::Brush, Stage::Odd)
    }
}

/// So many neighbours may fail from one frame to the next. More at once are a
/// straight edge that is held into the beams, as of a sleeve.
const FROZEN_TOGETHER: u8 = 3;

fn lingering(blob: &Blob, around: &Around, times: &Times) -> Verdict {
    if !blob.is_live() {
        return Verdict::Over;
    }
    let age = around.now.wrapping_sub(blob.onset());
    let still = around.now.wrapping_sub(blob.moved);
    let wait = match blob.stage {
        Stage::Hand => times.left_behind,
        _ => times.leaning,
    };
    // A finger beside others is a hand, whose beams are all well.
    if blob.is_lonely() && !blob.doubts.beside {
        return if still >= times.stuck && !around.company {
            Verdict::Stuck
        } else {
            Verdict::Wait
        };
    }
    // Both planes went dark together, or the lower alone and nothing fell, or
    // some beams from one frame to the next: no body does that. Sensors do.
    let sudden = (blob.doubts.at_once || blob.upper.is_none()) && !around.after_fall;
    let few = |part: &Part| part.now.len() <= FROZEN_TOGETHER;
    let all_few = blob.parts().all(few);
    let frozen = blob.is_frozen();
    let alone = !around.hand && !blob.doubts.beside;
    if blob.stage == Stage::Odd && (sudden || frozen) && all_few && blob.moves == 0 && alone {
        return if still >= times.stuck {
            Verdict::Stuck
        } else {
            Verdict::Wait
        };
    }
    if still >= wait || age >= times.longest {
        return Verdict::Leans;
    }
    let upper_later = match (&blob.upper, &blob.lower) {
        (Some(upper), Some(lower)) => upper.first > lower.first.saturating_add(times.same),
        _ => false,
    };
    let lower_only = blob.upper.is_none();
    let restless = age >= times.too_long && blob.moves > 1;
    let hand = match blob.stage {
        Stage::Odd => (upper_later || restless) && !around.after_fall,
        Stage::Found => restless && !lower_only,
        Stage::Fell => {
            age >= times.handled && still < times.handled / 2 && blob.live(Plane::Upper).is_some()
        }
        _ => false,
    };
    if hand {
        Verdict::Become(Stage::Hand)
    } else {
        Verdict::Wait
    }
}
