//! Vocabulary of falls: the curtain's measurement, the additions of other sensors, and
//! the misfit of each class of body.

use super::body::{Body, ByBody};
use super::certainty::{Certainty, Costs};
use super::magnet::Polarity;
use crate::board::Micrometres;
use crate::closed_enum::closed_enum;
use crate::piece::{BySize, Size};
use crate::place::Edge;
use crate::time::{Instant, Span};

/// Number of a fall since power-up, by which later observations refer to it; wraps after
/// 65535.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FallId(pub u16);

/// A point on an edge of the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct EdgePoint {
    /// Edge of the ring.
    pub edge: Edge,
    /// Distance of the middle, clockwise along the edge.
    pub along: Micrometres,
}

/// Measurement of a fall by the light alone: neither what fell nor why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CurtainFall {
    /// Number, side, and the reliability of the measurement.
    pub pattern: FallPattern,
    /// Time of the first dark beam.
    pub onset: Instant,
    /// Middle of the body, clockwise along the edge.
    pub along: Micrometres,
    /// Greatest width of the shadow.
    pub width: Micrometres,
    /// Largest error of `width` either way: from the pitch, beams that were not seen,
    /// the end of the row.
    pub width_doubt: Micrometres,
    /// Time from the upper plane to the lower; zero if only one plane saw the fall.
    pub drop: Span,
    /// Time for which the upper plane was dark.
    pub dark: Span,
}

impl CurtainFall {
    /// Returns the place on the edge.
    #[must_use]
    pub const fn spot(&self) -> EdgePoint {
        EdgePoint {
            edge: self.pattern.edge,
            along: self.along,
        }
    }

    /// Returns the time from the upper plane to the lower; `None` if only one plane saw
    /// the fall.
    #[must_use]
    pub fn drop_time(&self) -> Option<Span> {
        (self.pattern.witnesses == Witnesses::Two).then_some(self.drop)
    }
}

/// A fall as all sensors saw it: the curtain's measurement, the magnet and the cause. The
/// body is not part of it: the referee weighs the costs with the pieces that can be on
/// the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Fall {
    /// Measurement by the curtain.
    pub measured: CurtainFall,
    /// Magnet that passed the edge with it; `None` if none did, or if that is not known.
    pub magnet: Option<PassedMagnet>,
    /// Misfit of each kind of body.
    pub costs: FallCosts,
    /// Push or accident.
    pub cause: FallCause,
}

/// Side of a fall and reliability of its measurement: the part that rulings rest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FallPattern {
    /// Number by which `ObservationKind::Falling` announced it.
    pub id: FallId,
    /// Edge of the ring.
    pub edge: Edge,
    /// Planes of the curtain that saw it.
    pub witnesses: Witnesses,
    /// One body, or perhaps two.
    pub count: BodyCount,
    /// True if every sensor it rests on works and the beams went dark and clear as for a
    /// fall. If not, the referee asks.
    pub sound: bool,
}

/// Number of independent sensors that agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Witnesses {
    /// One sensor, or one plane of the curtain.
    One,
    /// Two sensors, or both planes of the curtain.
    Two,
}

/// Cause of a fall, with its certainty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FallCause {
    /// Push or accident.
    pub kind: Cause,
    /// Certainty of `kind`.
    pub certainty: Certainty,
}

/// Misfit of each kind of body to a fall, in eighths of a bit: 0 explains it best.
///
/// The belt lies on a pawn, and only the game knows its size: so it has a cost for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FallCosts {
    /// Disc of each size.
    pub disc: BySize<u8>,
    /// Special token.
    pub token: u8,
    /// Sumo token.
    pub sumo: u8,
    /// Belt on a pawn of each size.
    pub belt: BySize<u8>,
}

impl FallCosts {
    /// Returns the costs in a game whose belt lies on a pawn of this size.
    #[must_use]
    pub fn with_belt_on(&self, size: Size) -> Costs {
        ByBody::from_fn(|body| match body {
            Body::Small => self.disc[Size::Small],
            Body::Medium => self.disc[Size::Medium],
            Body::Large => self.disc[Size::Large],
            Body::Token => self.token,
            Body::Sumo => self.sumo,
            Body::Belt => self.belt[size],
        })
    }
}

impl From<Costs> for FallCosts {
    /// Takes the cost of the belt for every size.
    fn from(costs: Costs) -> Self {
        Self {
            disc: BySize([costs[Body::Small], costs[Body::Medium], costs[Body::Large]]),
            token: costs[Body::Token],
            sumo: costs[Body::Sumo],
            belt: BySize([costs[Body::Belt]; Size::ALL.len()]),
        }
    }
}

/// Number of bodies that passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum BodyCount {
    /// One body.
    One,
    /// One or two bodies: the shadow was wider than any body, or grew narrow and wide
    /// again. It may have been two abreast or one upon the other.
    PerhapsTwo,
}

/// A magnet that passed an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct PassedMagnet {
    /// Greatest change of the reading, in steps of the converter.
    pub peak: u16,
    /// Direction of the strongest swing.
    pub polarity: Polarity,
    /// Certainty that a magnet passed.
    pub certainty: Certainty,
}

closed_enum! {
    /// Cause of a fall.
    enum Cause {
        /// Push from the platform.
        Push = "push",
        /// Any other cause.
        Accident = "accident",
    }
    map ByCause
}

closed_enum! {
    /// Reason why an event announced as a fall was not one.
    enum NoFallReason {
        /// Body that dipped into the upper plane and went back.
        Brush = "brush",
        /// Hand in the gutter.
        Hand = "hand",
        /// Bump of the table.
        Bump = "bump",
        /// Failure of a sensor.
        Trouble = "sensor trouble",
        /// Body that the neighbouring side has reported already.
        Merged = "same body",
    }
}
