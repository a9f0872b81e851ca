//! Events of the curtain: falls, hands, bumps and faults, as far as light shows them.

use crate::place::Edge;
use crate::sensing::fall::{CurtainFall, EdgePoint, FallId, NoFallReason};
use crate::sensing::sensor::{Sensor, SensorFault};

/// An event of the light curtain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum CurtainEvent {
    /// A body begins to fall at this point. [`CurtainEvent::Passed`] or
    /// [`CurtainEvent::NoFall`] with the same number follows.
    Falling(FallId, EdgePoint),
    /// A body has fallen and is measured; one plane may have missed it.
    Passed(CurtainFall),
    /// The event announced as a fall under this number was not one.
    NoFall(FallId, NoFallReason),
    /// A hand is in the gutter of this side.
    Hand(EdgePoint),
    /// No hand was seen in this side's gutter for `Timing::hand_gone` frames, or the side
    /// can no longer be seen.
    HandGone(Edge),
    /// An object keeps beams dark. If it fell, its fall has been reported before.
    Leaning(EdgePoint),
    /// The last object that leant on this side is gone.
    Cleared(Edge),
    /// The table was bumped.
    Bump,
    /// A sensor fault was detected.
    FaultRaised(Sensor, SensorFault),
    /// A sensor no longer has this fault.
    FaultCleared(Sensor, SensorFault),
    /// Coverage of this side is lost: the smallest piece could fall over it unseen.
    CoverageLost(Edge),
    /// Coverage of this side is complete again: no gap is wide enough for the smallest
    /// piece.
    CoverageRestored(Edge),
}
