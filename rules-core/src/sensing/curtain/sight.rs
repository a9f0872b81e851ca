//! What the curtain says: sights, and falls as far as light tells.

use crate::board::Micrometres;
use crate::place::Edge;
use crate::sensing::observation::{Count, FallId, NoFall, Spot};
use crate::sensing::sensor::{Sensor, Trouble};
use crate::time::{Instant, Span};

/// What the curtain sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Sight {
    /// Something begins to fall: followed by [`Sight::Passed`] or
    /// [`Sight::NoFall`] for the same number.
    Falling(FallId, Spot),
    /// It has fallen.
    Passed(Passage),
    /// It was no fall.
    NoFall(FallId, NoFall),
    /// A hand is in the gutter of this side.
    Hand(Spot),
    /// It is gone.
    HandGone(Edge),
    /// Something keeps beams dark. If it fell, that has been said before.
    Leaning(Spot),
    /// The last of what leant on this side is gone.
    Cleared(Edge),
    /// The table was bumped.
    Bump,
    /// A sensor is in trouble.
    Trouble(Sensor, Trouble),
    /// It is well again.
    Mended(Sensor, Trouble),
    /// A small body could fall over this side unseen.
    Blind(Edge),
    /// That is over.
    Sighted(Edge),
}

/// A fall as the light saw it: neither what it was nor why it fell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Passage {
    /// Its number.
    pub id: FallId,
    /// When the first beam broke.
    pub onset: Instant,
    /// Where its middle was.
    pub spot: Spot,
    /// The greatest width seen on its way.
    pub width: Micrometres,
    /// The width may be so much more or less: from the pitch, beams that were
    /// not seen, the end of the row.
    pub width_doubt: Micrometres,
    /// From the upper plane to the lower; nothing if only one plane saw it.
    pub drop: Option<Span>,
    /// How long it kept the upper plane dark.
    pub dark: Span,
    /// How many bodies it may have been.
    pub count: Count,
    /// Whether every sensor it rests on was well and its pattern was that of a
    /// fall. If not, it is asked.
    pub sound: bool,
}
