//! Classifier of falling bodies: a cost for each body from width, dwell time and magnet.
//!
//! Costs are in eighths of a bit ([`super::certainty`]). The width costs as a normal
//! error around the body's width; the magnet costs a fixed amount for its presence or
//! absence. The referee weighs the costs with the bodies that can be on the ring
//! (`referee::weighing`).

use super::body::Body;
use super::fall::{FallCosts, PassedMagnet};
use crate::board::{Dimensions, Micrometres};
use crate::piece::BySize;
use crate::time::Span;

/// Report of the Hall sensors along the edge on whether a magnet fell there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MagnetCue {
    /// A magnet passed the edge.
    Seen(PassedMagnet),
    /// No magnet passed the edge.
    None,
    /// A magnet moved near the edge; whether it passed is not known.
    Moved,
    /// The sensors near the fall cannot be trusted, or there are none.
    Unknown,
}

impl MagnetCue {
    /// Returns the magnet that passed; `None` if none did or the sensors do not know.
    #[must_use]
    pub const fn magnet(self) -> Option<PassedMagnet> {
        match self {
            Self::Seen(passing) => Some(passing),
            Self::None | Self::Moved | Self::Unknown => None,
        }
    }
}

/// Standard deviation of a measured width beyond its stated doubt, from uneven wood or a
/// slanted passage.
const WIDTH_ERROR: Micrometres = Micrometres(1_300);

/// Narrowest width of a sumo in percent of its widest, because it is not perfectly round.
const SUMO_NARROW: u32 = 88;

/// Measurements of a falling body's shadow by the light curtain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShadowCue {
    /// Width of the shadow.
    pub width: Micrometres,
    /// Possible error of `width`, in both directions.
    pub doubt: Micrometres,
    /// Dwell time in the upper plane, in the thousandths of [`dwell_ratio`]; `None` if
    /// unknown.
    pub dwell_ratio: Option<u32>,
}

/// Returns the dwell time of a body in the upper plane, in thousandths of the time from
/// there to the lower plane, corrected to that of a fast fall. `None` if the drop took no
/// time.
///
/// A body that tips over the edge slowly has turned further when it reaches the planes.
/// Over 4600 simulated falls the ratio was constant up to a drop of 26 ms, and an
/// eightieth smaller for each millisecond more.
#[must_use]
pub fn dwell_ratio(dark: Span, drop: Span) -> Option<u32> {
    let slow = drop.0.saturating_sub(26_000).min(32_000);
    let expected = u64::from(drop.0) * u64::from(80_000 - slow) / 80_000;
    let ratio = (u64::from(dark.0) * 1000).checked_div(expected)?;
    Some(u32::try_from(ratio).unwrap_or(u32::MAX))
}

/// Returns the cost of each class of body for a shadow and a magnet reading.
#[must_use]
pub fn costs(shadow: ShadowCue, magnetism: MagnetCue, dimensions: &Dimensions) -> FallCosts {
    let cost = |body, widest: Micrometres| {
        let narrowest = match body {
            Body::Sumo => Micrometres(widest.0 / 100 * SUMO_NARROW),
            _ => widest,
        };
        let cost = width_cost(shadow.width, shadow.doubt, narrowest, widest)
            + dwell_cost(shadow.dwell_ratio, widest)
            + magnet_cost(body, magnetism);
        u8::try_from(cost).unwrap_or(u8::MAX)
    };
    // Any disc costs the same but for its width.
    let by_size = |body| BySize::from_fn(|size| cost(body, dimensions.diameters[size]));
    FallCosts {
        disc: by_size(Body::Small),
        token: cost(Body::Token, dimensions.token),
        sumo: cost(Body::Sumo, dimensions.sumo),
        belt: by_size(Body::Belt),
    }
}

/// Returns the cost of seeing a body with a width between `narrow` and `wide` as `width`.
///
/// Beams that are a pitch apart see a width that is off by less than the doubt. The error
/// depends on where the body fell between them, and a greater one is rarer: the
/// likelihood falls off like a triangle. Beyond the doubt only uneven wood or a slanted
/// passage can explain it: a normal error.
fn width_cost(
    width: Micrometres,
    doubt: Micrometres,
    narrow: Micrometres,
    wide: Micrometres,
) -> u32 {
    let error = if width < narrow {
        narrow.apart(width).0
    } else if width > wide {
        wide.apart(width).0
    } else {
        0
    };
    match error.checked_sub(doubt.0) {
        None => {
            // Part is in sixteenths of the doubt, which is not 0 here.
            let part = error * 16 / doubt.0;
            TRIANGLE
                .get(part as usize)
                .map_or(RIM, |&cost| u32::from(cost))
        }
        Some(beyond) => {
            let square = |length: u32| u64::from(length) * u64::from(length);
            // 8 * log2(e) / 2 * (beyond / sigma)²
            let cost = square(beyond).saturating_mul(577) / (square(WIDTH_ERROR.0) * 100);
            RIM + u32::try_from(cost)
                .unwrap_or(u32::MAX / 2)
                .min(u32::MAX / 2)
        }
    }
}

/// Returns the cost of a dwell ratio for a body of this width; 0 if the ratio is unknown.
///
/// Over 4600 simulated falls the ratio was 0.53 plus 0.0505 for each millimetre of width,
/// within 0.12. The cost is limited to 3 bits, because real tables may differ: enough to
/// choose between two sizes when the width lies in the middle.
fn dwell_cost(dwell_ratio: Option<u32>, width: Micrometres) -> u32 {
    let Some(dwell_ratio) = dwell_ratio else {
        return 0;
    };
    let expected = 530 + width.0.min(100_000) * 101 / 2000;
    let error = u64::from(dwell_ratio.abs_diff(expected));
    // 8 * log2(e) / 2 * (error / 120)²
    let cost = error * error * 577 / (120 * 120 * 100);
    cost.min(24) as u32
}

/// Cost of a width that is off by `n` sixteenths of its doubt: `-8 * log2(1 - n / 16)`,
/// at most [`RIM`].
const TRIANGLE: [u8; 16] = [0, 1, 2, 2, 3, 4, 5, 7, 8, 10, 11, 13, 16, 19, 24, 28];

/// Cost of a width that is off by its whole doubt.
const RIM: u32 = 30;

/// Returns the cost of the magnet reading at the edge for a body.
///
/// A disc has no magnet. But a magnet that is pushed along the rim behind it, or lies in
/// the gutter where it lands, swings the sensors too. Of 323 simulated falls of discs 19
/// left the line between before and after by more than the threshold, seldom by much, and
/// 21 only the level before; of 47 falls of tokens 43 and 2, half of them by 40 or more.
/// So a weak swing is little evidence, and a motion none.
fn magnet_cost(body: Body, magnetism: MagnetCue) -> u32 {
    let disc = !body.is_magnetic();
    let swing = match magnetism {
        MagnetCue::Unknown => return 0,
        // A big magnet that falls hardly ever follows the line.
        MagnetCue::Moved => {
            return if matches!(body, Body::Sumo | Body::Belt) {
                40
            } else {
                0
            };
        }
        MagnetCue::None => 0,
        MagnetCue::Seen(passing) => passing.peak.max(1),
    };
    match (body, swing) {
        // A small magnet that falls between two sensors may go unseen.
        (Body::Token, 0) => 20,
        (Body::Sumo | Body::Belt, 0) => 64,
        (Body::Sumo | Body::Belt, 1..30) => 24,
        (Body::Token, 120..) => 8,
        (_, 0) => 0,
        (_, 1..30) if disc => 20,
        (_, 30..120) if disc => 36,
        (_, _) if disc => 40,
        _ => 0,
    }
}
