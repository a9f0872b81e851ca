//! What a ruling rests on: one observation, as small as judging it allows.
//!
//! [`Evidence`] is what is left of an [`Observation`] once the table has taken
//! note of it. It is part of records, so it must not grow.
//!
//! [`Observation`]: crate::sensing::observation::Observation

use crate::place::{Edge, Facing, Place, Post};
use crate::sensing::body::Bodies;
use crate::sensing::certainty::{Certainty, Costs};
use crate::sensing::magnet::{Magnet, Polarity};
use crate::sensing::observation::{Cause, Count, Fall, FallId, Pushed};
use crate::time::Instant;
use core::fmt;

/// One observation, or what somebody said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Evidence {
    /// When.
    pub at: Instant,
    /// What.
    pub seen: Seen,
    /// How sure. Nothing if a sensor it rests on was in trouble.
    pub certainty: Certainty,
}

/// What was seen or said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Seen {
    /// The platform lies against the ring.
    Docked(Place, Facing),
    /// The platform is gone.
    Lifted,
    /// A slot of a post has changed.
    Marker(SlotChange),
    /// Something was pushed onto the ring.
    Pushed(Shove),
    /// Something fell.
    Fell(Drop),
    /// Nothing has moved for a while.
    Rest,
    /// Somebody said so.
    Said(By),
    /// A grid board is settled; so many cells differ from the game.
    Board(u8),
    /// A cell of a grid board has changed.
    Cell {
        /// The cell.
        cell: u8,
        /// What is on it now.
        piece: Option<Magnet>,
    },
    /// Everything rests, and this side could not see all that fell.
    Unseen(Edge),
}

/// Who said something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum By {
    /// Somebody at the table, with a touch on the ring.
    Table,
    /// The host.
    Host,
}

/// A change in a slot of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct SlotChange {
    /// The post.
    pub post: Post,
    /// The slot, from 0.
    pub slot: u8,
    /// What came or went.
    pub marker: Magnet,
    /// Whether it came or went.
    pub way: Way,
}

/// Which way a marker went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Way {
    /// Onto the post.
    On,
    /// Off the post.
    Off,
}

/// A push, as far as judging needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Shove {
    /// Where the platform lay.
    pub place: Place,
    /// How badly each kind of body explains it.
    pub costs: Costs,
    /// Its speed over the edge, in millimetres a second.
    pub speed: u16,
}

/// A fall, as far as judging needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Drop {
    /// Its number.
    pub id: FallId,
    /// Where.
    pub edge: Edge,
    /// How badly each kind of body explains it.
    pub costs: Costs,
    /// What sensing holds worth offering.
    pub candidates: Bodies,
    /// Which way a magnet's swing went that passed for sure.
    pub polarity: Option<Polarity>,
    /// Why it fell.
    pub cause: Cause,
    /// How sure that is.
    pub cause_certainty: Certainty,
    /// How many sensors agree.
    pub witnesses: Witnesses,
    /// Whether it may have been two.
    pub count: Count,
}

/// How many independent sensors agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Witnesses {
    /// One.
    One,
    /// Two: both planes of the curtain saw it.
    Two,
}

impl Evidence {
    /// Somebody said it.
    #[must_use]
    pub const fn said(at: Instant, by: By) -> Self {
        Self {
            at,
            seen: Seen::Said(by),
            certainty: Certainty::FULL,
        }
    }

    /// Nothing has moved for a while.
    #[must_use]
    pub const fn rest(at: Instant) -> Self {
        Self {
            at,
            seen: Seen::Rest,
            certainty: Certainty::FULL,
        }
    }

    /// Everything rests, and this side could not see all that fell.
    #[must_use]
    pub const fn unseen(at: Instant, edge: Edge) -> Self {
        Self {
            at,
            seen: Seen::Unseen(edge),
            certainty: Certainty::NONE,
        }
    }

    /// What judging needs of a fall.
    #[must_use]
    pub fn of_fall(at: Instant, fall: &Fall) -> Self {
        let passing = fall.magnet.filter(|it| it.certainty.is_high());
        Self {
            at,
            seen: Seen::Fell(Drop {
                id: fall.id,
                edge: fall.spot.edge,
                costs: fall.costs,
                candidates: fall.identity.candidates,
                polarity: passing.map(|it| it.polarity),
                cause: fall.cause,
                cause_certainty: fall.cause_certainty,
                witnesses: if fall.drop.is_some() {
                    Witnesses::Two
                } else {
                    Witnesses::One
                },
                count: fall.count,
            }),
            certainty: if fall.sound && fall.count == Count::One {
                fall.identity.certainty
            } else {
                Certainty::NONE
            },
        }
    }

    /// What judging needs of a push.
    #[must_use]
    pub const fn of_push(at: Instant, push: &Pushed) -> Self {
        Self {
            at,
            seen: Seen::Pushed(Shove {
                place: push.place,
                costs: push.costs,
                speed: push.speed,
            }),
            certainty: push.certainty,
        }
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Docked(place, Facing::Short) => write!(f, "docked {place}"),
            Self::Docked(place, Facing::Long) => write!(f, "docked {place} long"),
            Self::Lifted => f.write_str("lifted"),
            Self::Marker(change) => {
                let way = match change.way {
                    Way::On => "on",
                    Way::Off => "off",
                };
                write!(f, "marker {} {way} post {}", change.marker, change.post)
            }
            Self::Pushed(shove) => write!(f, "pushed {}", shove.place),
            Self::Fell(drop) => write!(f, "fell {} {}", drop.id.0, drop.edge),
            Self::Rest => f.write_str("rest"),
            Self::Said(By::Table) => f.write_str("said"),
            Self::Said(By::Host) => f.write_str("said by the host"),
            Self::Board(1) => f.write_str("board, 1 cell"),
            Self::Board(cells) => write!(f, "board, {cells} cells"),
            Self::Cell { cell, .. } => write!(f, "cell {cell}"),
            Self::Unseen(edge) => write!(f, "unseen {edge}"),
        }
    }
}
