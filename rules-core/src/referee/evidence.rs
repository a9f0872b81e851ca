//! Evidence of a ruling: one observation, as small as judging it allows.
//!
//! [`Evidence`] is the part of an [`Observation`] that is left once the table has been
//! updated with it. It is part of records, so it must not grow.
//!
//! [`Observation`]: crate::sensing::observation::Observation

use super::weighing::{Prior, weigh};
use crate::place::{Edge, Facing, Place, Post};
use crate::sensing::certainty::{Certainty, Costs};
use crate::sensing::magnet::{Magnet, Polarity};
use crate::sensing::observation::{BodyCount, Fall, FallCause, FallPattern, ObservationId, Push};
use crate::time::Instant;
use core::fmt;

/// Evidence of a ruling: one observation, or the statement of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Evidence {
    /// Observation that the evidence rests on, by which its capture is found;
    /// [`ObservationId::NONE`] if no frame shows it.
    pub id: ObservationId,
    /// Time of the observation.
    pub at: Instant,
    /// Kind and contents of the evidence.
    pub kind: EvidenceKind,
    /// Certainty of the contents; [`Certainty::NONE`] if a sensor that they rest on was
    /// faulty.
    pub certainty: Certainty,
}

/// Kind and contents of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum EvidenceKind {
    /// The platform lies against the ring.
    Docked(Place, Facing),
    /// The platform left the ring.
    Undocked,
    /// A slot of a post has changed.
    Marker(SlotChange),
    /// An element was pushed onto the ring.
    Pushed(PushEvidence),
    /// A piece fell off the ring.
    Fell(FallEvidence),
    /// All pieces have been at rest for the time the rules need.
    Rest,
    /// A person stated what happened.
    Declared(Speaker),
    /// A grid board is at rest; this many cells differ from the game.
    Board(u8),
    /// A cell of a grid board has changed.
    Cell {
        /// Number of the cell on the board, from 0.
        cell: u8,
        /// Magnet on the cell; `None` if it is empty.
        piece: Option<Magnet>,
    },
    /// All pieces are at rest, and this side could not see everything that fell.
    Unseen(Edge),
}

/// Speaker of a statement: a person at the table, or a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Speaker {
    /// A person at the table made the statement, with a touch on the ring.
    Table,
    /// A host sent the statement.
    Host,
}

/// A change in a slot of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct SlotChange {
    /// Post of the slot.
    pub post: Post,
    /// Number of the slot, from 0.
    pub slot: u8,
    /// Marker that came or went.
    pub marker: Magnet,
    /// Direction in which the marker went.
    pub movement: MarkerMove,
}

/// Direction in which a marker went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum MarkerMove {
    /// The marker came onto the post.
    On,
    /// The marker went off the post.
    Off,
}

/// Digest of a push: the parts of the observation that judging reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct PushEvidence {
    /// Place of the platform during the push.
    pub place: Place,
    /// Misfit of each class of body, in eighths of a bit.
    pub costs: Costs,
    /// Speed of the element over the edge, in millimetres per second.
    pub speed: u16,
}

/// Digest of a fall: the parts of the observation that judging reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FallEvidence {
    /// Number of the fall, its side, body count and reliability, as the curtain measured
    /// them.
    pub pattern: FallPattern,
    /// Misfit of each class of body, in eighths of a bit.
    pub costs: Costs,
    /// Direction of the swing of a magnet that certainly passed; `None` if none did.
    pub polarity: Option<Polarity>,
    /// Cause of the fall: a push or an accident, with its certainty.
    pub cause: FallCause,
}

impl Evidence {
    /// Creates the evidence of a person's statement.
    #[must_use]
    pub const fn declared(at: Instant, by: Speaker) -> Self {
        Self {
            id: ObservationId::NONE,
            at,
            kind: EvidenceKind::Declared(by),
            certainty: Certainty::FULL,
        }
    }

    /// Creates the evidence of a table at rest.
    #[must_use]
    pub const fn rest(at: Instant) -> Self {
        Self {
            id: ObservationId::NONE,
            at,
            kind: EvidenceKind::Rest,
            certainty: Certainty::FULL,
        }
    }

    /// Creates the evidence of a table at rest with a side that could not see everything
    /// that fell.
    #[must_use]
    pub const fn unseen(at: Instant, edge: Edge) -> Self {
        Self {
            id: ObservationId::NONE,
            at,
            kind: EvidenceKind::Unseen(edge),
            certainty: Certainty::NONE,
        }
    }

    /// Creates the evidence of a fall, weighed with the pieces that can be on the ring.
    #[must_use]
    pub fn from_fall(id: ObservationId, at: Instant, fall: &Fall, prior: &Prior) -> Self {
        let passed = fall.magnet.filter(|magnet| magnet.certainty.is_high());
        let found = weigh(fall, prior);
        let pattern = fall.measured.pattern;
        Self {
            id,
            at,
            kind: EvidenceKind::Fell(FallEvidence {
                pattern,
                costs: fall.costs.with_belt_on(prior.belt_on),
                polarity: passed.map(|magnet| magnet.polarity),
                cause: fall.cause,
            }),
            certainty: if pattern.sound && pattern.count == BodyCount::One {
                found.certainty
            } else {
                Certainty::NONE
            },
        }
    }

    /// Creates the evidence of a push.
    #[must_use]
    pub const fn from_push(id: ObservationId, at: Instant, push: &Push) -> Self {
        Self {
            id,
            at,
            kind: EvidenceKind::Pushed(PushEvidence {
                place: push.place,
                costs: push.costs,
                speed: push.speed,
            }),
            certainty: push.certainty,
        }
    }
}

impl fmt::Display for EvidenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Docked(place, Facing::Short) => write!(f, "docked {place}"),
            Self::Docked(place, Facing::Long) => write!(f, "docked {place} long"),
            Self::Undocked => f.write_str("lifted"),
            Self::Marker(change) => {
                let movement = match change.movement {
                    MarkerMove::On => "on",
                    MarkerMove::Off => "off",
                };
                write!(
                    f,
                    "marker {} {movement} post {}",
                    change.marker, change.post
                )
            }
            Self::Pushed(shove) => write!(f, "pushed {}", shove.place),
            Self::Fell(drop) => write!(f, "fell {} {}", drop.pattern.id.0, drop.pattern.edge),
            Self::Rest => f.write_str("rest"),
            Self::Declared(Speaker::Table) => f.write_str("said"),
            Self::Declared(Speaker::Host) => f.write_str("said by the host"),
            Self::Board(1) => f.write_str("board, 1 cell"),
            Self::Board(cells) => write!(f, "board, {cells} cells"),
            Self::Cell { cell, .. } => write!(f, "cell {cell}"),
            Self::Unseen(edge) => write!(f, "unseen {edge}"),
        }
    }
}
