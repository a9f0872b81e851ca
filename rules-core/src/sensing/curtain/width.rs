//! How wide a body was and where its middle was, from its shadows.
//!
//! A beam that went dark lies inside the body's outline, its neighbour that
//! stayed lit outside: so each edge of the body lies between two beams of each
//! plane. The planes are staggered: together they leave half a pitch.
//!
//! ```text
//!    upper    o     x     x     x     o           x dark, o lit
//!    lower       x     x     x     o     o
//!             |--|     edge left: between upper 0 and lower 0
//!                            |--|                 right: between upper 3 and lower 3
//! ```

use super::blob::{Blob, Joined};
use super::rows::{Shown, Side};
use crate::board::curtain::Plane;

/// A width and where its middle is, in micrometres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Width {
    pub middle: i32,
    pub width: i32,
    /// It may be so much more or less.
    pub doubt: i32,
    /// An edge lies beyond the row's end or among beams that are not seen.
    pub cut: bool,
}

/// Where an edge of the body lies: between what is inside and what is outside.
#[derive(Debug, Clone, Copy)]
struct Border {
    inside: i32,
    outside: Option<i32>,
}

impl Border {
    /// The part on which both agree; if the body moved between the planes and
    /// they do not, what lies between them.
    fn and(self, other: Self, towards: i32) -> Self {
        let further = |a: i32, b: i32| if (a - b) * towards > 0 { a } else { b };
        let nearer = |a: i32, b: i32| if (a - b) * towards > 0 { b } else { a };
        let inside = further(self.inside, other.inside);
        let outside = match (self.outside, other.outside) {
            (Some(a), Some(b)) => Some(nearer(a, b)),
            (a, b) => a.or(b),
        };
        match outside {
            Some(outside) if (outside - inside) * towards < 0 => Self {
                inside: outside,
                outside: Some(inside),
            },
            outside => Self { inside, outside },
        }
    }
}

/// Estimates the width of a blob; `largest` is the widest body there is.
pub(super) fn estimate(blob: &Blob, side: &Side, shown: &Shown, largest: i32) -> Width {
    let (mut left, mut right): (Option<Border>, Option<Border>) = (None, None);
    let mut joined = None;
    for plane in Plane::ALL {
        let row = &side.rows[plane];
        let Some(part) = blob.part(plane).filter(|_| !row.is_guard) else {
            continue;
        };
        let unseen = shown.unseen[plane];
        let seen = |beam: &i32| unseen >> (*beam as u32 & 31) & 1 == 0;
        let (lo, hi) = (i32::from(part.widest.lo), i32::from(part.widest.hi));
        let below = (0..lo).rev().find(seen).map(|beam| row.at(beam));
        let above = (hi + 1..i32::from(row.beams))
            .find(seen)
            .map(|beam| row.at(beam));
        joined = joined.or(part.joined);
        let low = Border {
            inside: row.at(lo),
            outside: below,
        };
        let high = Border {
            inside: row.at(hi),
            outside: above,
        };
        left = Some(left.map_or(low, |it| it.and(low, -1)));
        right = Some(right.map_or(high, |it| it.and(high, 1)));
    }
    let (Some(left), Some(right)) = (left, right) else {
        return Width {
            middle: side.length / 2,
            width: largest / 2,
            doubt: largest / 2,
            cut: true,
        };
    };
    let least = right.inside - left.inside;
    let rest = (largest - least).max(0);
    let cut = left.outside.is_none() || right.outside.is_none();
    let outer_left = left.outside.unwrap_or(left.inside - rest);
    let outer_right = right.outside.unwrap_or(right.inside + rest);
    let pitch = side.rows[Plane::Upper].pitch();
    // Between bodies abreast the edge is not seen: twice from the middle that
    // was seen before they met to the edge that is.
    let from_middle = |middle: i32, edge: i32, slack: i32| Width {
        middle,
        width: 2 * (edge - middle).abs(),
        doubt: slack + pitch,
        cut: true,
    };
    match joined {
        Some(Joined::Above(middle)) => from_middle(
            middle,
            (left.inside + outer_left) / 2,
            (left.inside - outer_left).abs(),
        ),
        Some(Joined::Below(middle)) => from_middle(
            middle,
            (right.inside + outer_right) / 2,
            (right.inside - outer_right).abs(),
        ),
        Some(Joined::Both) => Width {
            middle: (left.inside + right.inside) / 2,
            width: least.max(pitch),
            doubt: 2 * pitch,
            cut: true,
        },
        None => {
            let most = outer_right - outer_left;
            Width {
                middle: (left.inside + outer_left + right.inside + outer_right) / 4,
                width: (most + least) / 2,
                doubt: (most - least) / 2,
                cut,
            }
        }
    }
}
