//! Vocabulary of falls: the measurement by the curtain, the additions of other sensors,
//! and the misfit of each class of body.

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

/// Point on an edge of the ring, where a body falls, leans or a hand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct EdgePoint {
    /// Edge of the ring.
    pub edge: Edge,
    /// Distance from the start of the edge, clockwise, to the middle of the body.
    pub along: Micrometres,
}

/// Measurement of a fall by the light curtain alone; it names neither body nor cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CurtainFall {
    /// Number and side of the fall, and reliability of the measurement.
    pub pattern: FallPattern,
    /// Time of the first dark beam.
    pub onset: Instant,
    /// Distance from the start of the edge, clockwise, to the middle of the body.
    pub along: Micrometres,
    /// Estimated width of the body, from its shadow in both planes.
    pub width: Micrometres,
    /// Largest error of `width` in either direction: from the pitch, beams that were not
    /// seen, the end of the row.
    pub width_doubt: Micrometres,
    /// Time from the first dark beam of the upper plane to that of the lower; zero if
    /// only one plane saw the fall.
    pub drop: Span,
    /// Time for which the body kept the upper plane dark; zero if only the lower saw it.
    pub dark: Span,
}

impl CurtainFall {
    /// Returns the point on the edge where the body fell.
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

/// Fall as all sensors saw it: the curtain's measurement, the magnet and the cause. The
/// body is not part of it, because the referee weighs the costs with the pieces that can
/// be on the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Fall {
    /// Measurement by the light curtain.
    pub measured: CurtainFall,
    /// Magnet that passed the edge during the fall; `None` if none did, or the sensors do
    /// not know.
    pub magnet: Option<PassedMagnet>,
    /// Misfit of each class of body to the measurement and the magnet.
    pub costs: FallCosts,
    /// Cause of the fall, push or accident, with its certainty.
    pub cause: FallCause,
}

/// Side of a fall and reliability of its measurement: the part that rulings rest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FallPattern {
    /// Number by which `ObservationKind::Falling` announced the fall.
    pub id: FallId,
    /// Edge of the ring over which the body fell.
    pub edge: Edge,
    /// Number of planes of the curtain that saw the fall.
    pub witnesses: Witnesses,
    /// Number of bodies that fell: one, or perhaps two.
    pub count: BodyCount,
    /// True if every sensor that the fall rests on works, and the beams went dark and
    /// clear as for a fall. If false, the referee asks.
    pub sound: bool,
}

/// Number of independent sensors that agree on an event.
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
    /// Cause itself: push or accident.
    pub kind: Cause,
    /// Certainty of `kind`.
    pub certainty: Certainty,
}

/// Misfit of each class of body to a fall, in eighths of a bit; the lowest explains it
/// best, and 0 is a perfect fit.
///
/// The belt lies on a pawn whose size only the game knows, so it has a cost for each
/// size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FallCosts {
    /// Cost of a disc, by size.
    pub disc: BySize<u8>,
    /// Cost of a special token.
    pub token: u8,
    /// Cost of a sumo token.
    pub sumo: u8,
    /// Cost of the belt, by size of the pawn it lies on.
    pub belt: BySize<u8>,
}

impl FallCosts {
    /// Returns the cost of each class of body in a game whose belt lies on a pawn of this
    /// size.
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
    /// Converts costs by body; every size of pawn gets the one cost of the belt.
    fn from(costs: Costs) -> Self {
        Self {
            disc: BySize([costs[Body::Small], costs[Body::Medium], costs[Body::Large]]),
            token: costs[Body::Token],
            sumo: costs[Body::Sumo],
            belt: BySize([costs[Body::Belt]; Size::ALL.len()]),
        }
    }
}

/// Number of bodies in one fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum BodyCount {
    /// One body fell.
    One,
    /// One or two bodies fell: the shadow was wider than any body, lasted too long, or
    /// had a shape that two bodies abreast or one upon the other make.
    PerhapsTwo,
}

/// Magnet that passed the Hall sensors along an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct PassedMagnet {
    /// Greatest change of a sensor's reading, in ADC steps.
    pub peak: u16,
    /// Direction of that change: a rise is plus.
    pub polarity: Polarity,
    /// Certainty that a magnet passed.
    pub certainty: Certainty,
}

closed_enum! {
    /// Cause of a fall.
    enum Cause {
        /// A push from the platform caused the fall.
        Push = "push",
        /// No push caused the fall.
        Accident = "accident",
    }
    map ByCause
}

closed_enum! {
    /// Reason why an event announced as a fall was not one.
    enum NoFallReason {
        /// A body dipped into the upper plane and went back.
        Brush = "brush",
        /// A hand was in the gutter.
        Hand = "hand",
        /// The table was bumped.
        Bump = "bump",
        /// A sensor failed.
        SensorFault = "sensor fault",
        /// The body is part of another fall: reported at the neighbouring side of a
        /// corner, or of a shadow that grew together with this one.
        Merged = "same body",
    }
}
