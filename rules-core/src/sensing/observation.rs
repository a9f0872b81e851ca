//! Observations: the output of sensing, typed, timed, with its certainty. Sensing
//! proposes; only the referee decides.

use super::body::Body;
use super::certainty::{Certainty, Costs};
use super::magnet::Magnet;
use super::sensor::{Sensor, SensorFault};
use crate::place::{Edge, Facing, Place, Post};
use crate::time::Instant;

pub use super::fall::{
    BodyCount, ByCause, Cause, CurtainFall, EdgePoint, Fall, FallCause, FallCosts, FallId,
    FallPattern, NoFallReason, PassedMagnet, Witnesses,
};

/// A timed statement of the sensing pipeline: what one frame or scan showed, with its
/// certainty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Observation {
    /// Number by which rulings, captures and hosts refer to the observation.
    pub id: ObservationId,
    /// Time of the report, never earlier than that of the previous observation.
    pub at: Instant,
    /// Statement of the observation, with its data.
    pub kind: ObservationKind,
}

impl Observation {
    /// Creates an observation that does not come from this ring's frames but from a
    /// script, a test, or a custom sensor.
    #[must_use]
    pub const fn external(at: Instant, kind: ObservationKind) -> Self {
        let id = ObservationId::NONE;
        Self { id, at, kind }
    }
}

/// Number of an observation, counted up where sensing emits it.
///
/// After a power cut the numbers go on above those that the resumed session still
/// holds, so that evidence from before the cut never meets a capture made after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ObservationId(pub u32);

impl ObservationId {
    /// Id of everything that does not come from this ring's frames: a person's word,
    /// rest, an observation made by a script. No capture has this id.
    pub const NONE: Self = Self(0);

    /// Returns the id after this one; wraps to 1, never [`ObservationId::NONE`].
    #[must_use]
    pub const fn next(self) -> Self {
        match self.0.checked_add(1) {
            Some(number) => Self(number),
            None => Self(1),
        }
    }
}

/// Kind of an observation, with the data of that kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ObservationKind {
    /// A body begins to fall at this point. [`ObservationKind::Fell`] or
    /// [`ObservationKind::NoFall`] with the same number follows.
    Falling(FallId, EdgePoint),
    /// A body has fallen, and the sensors have measured the fall.
    Fell(Fall),
    /// The event announced as a fall under this number was not one.
    NoFall(FallId, NoFallReason),
    /// A hand reaches into the gutter of this side.
    Hand(EdgePoint),
    /// No hand was seen in this side's gutter for 50 ms, or the side can no longer be
    /// seen.
    HandGone(Edge),
    /// An object leans on the ring and keeps beams dark. If it fell, its fall has been
    /// reported before.
    Leaning(EdgePoint),
    /// The last object that leant on this side is gone.
    Cleared(Edge),
    /// The table was bumped: many sensors twitched, nothing fell.
    Bump,
    /// The marker in a slot of a post, or its certainty, has changed.
    Marker {
        /// Post of the slot.
        post: Post,
        /// Number of the slot, from 0.
        slot: u8,
        /// Magnet in the slot; `None` if the slot is empty.
        marker: Option<Magnet>,
        /// Certainty of `marker`.
        certainty: Certainty,
    },
    /// The platform lies against the ring.
    Docked {
        /// Place of the platform at the ring.
        place: Place,
        /// Edge of the platform that faces the ring.
        facing: Facing,
        /// Certainty of place and orientation.
        certainty: Certainty,
    },
    /// The platform no longer lies against the ring.
    Undocked,
    /// An element lies still on the platform.
    Loaded(PlatformLoad),
    /// The element on the platform was taken away without a push.
    Unloaded,
    /// The element on the platform begins to move towards the ring; the place is that of
    /// the platform.
    PushStarted(Place),
    /// The element has left the platform onto the ring.
    Pushed(Push),
    /// The piece on a cell of a grid board, or its certainty, has changed.
    Cell {
        /// Number of the cell, from 0.
        cell: u8,
        /// Magnet of the piece on the cell; `None` if the cell is empty.
        piece: Option<Magnet>,
        /// Certainty of `piece`.
        certainty: Certainty,
    },
    /// A sensor fault was detected; the referee asks about events that depend on it.
    FaultRaised(Sensor, SensorFault),
    /// A sensor no longer has this fault.
    FaultCleared(Sensor, SensorFault),
    /// Coverage of this side is lost: faulty sensors leave a gap through which the
    /// smallest piece could fall unseen, so that the referee asks.
    CoverageLost(Edge),
    /// Coverage of this side is complete again: no gap is wide enough for the smallest
    /// piece.
    CoverageRestored(Edge),
}

/// An element that lies on the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct PlatformLoad {
    /// Place of the platform at the ring.
    pub place: Place,
    /// Magnet in the element; `None` if it has none.
    pub magnet: Option<Magnet>,
    /// Certainty of `magnet`.
    pub certainty: Certainty,
}

/// A push of an element from the platform onto the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Push {
    /// Place of the platform at the ring.
    pub place: Place,
    /// Time at which the element began to move.
    pub began: Instant,
    /// Speed of the element over the ring's edge, in millimetres per second; 0 if
    /// unknown.
    pub speed: u16,
    /// Misfit of each class of body to the readings.
    pub costs: Costs,
    /// Class of body with the lowest cost.
    pub body: Body,
    /// Lead of `body` over the next element that a player can hold; [`Certainty::NONE`] if
    /// the width is not known.
    pub certainty: Certainty,
}
