//! What sensing says: typed, timed, with its certainty. It proposes; it does not
//! judge.

use super::body::Body;
use super::certainty::{Certainty, Costs, Identity};
use super::magnet::{Magnet, Polarity};
use super::sensor::{Sensor, Trouble};
use crate::board::Micrometres;
use crate::closed::closed;
use crate::place::{Edge, Facing, Place, Post};
use crate::time::{Instant, Span};

/// Something seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Observation {
    /// When it was said: never before the observation said last.
    pub at: Instant,
    /// What it is.
    pub what: What,
}

/// Numbers the falls since power-up, so that what is said later about one can
/// name it; starts over after 65535.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FallId(pub u16);

/// Where along an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Spot {
    /// The edge.
    pub edge: Edge,
    /// The middle, clockwise along it.
    pub along: Micrometres,
}

/// What can be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum What {
    /// Something begins to fall: said at once, and followed by [`What::Fell`]
    /// or [`What::NoFall`] for the same number.
    Falling(FallId, Spot),
    /// A fall, complete.
    Fell(Fall),
    /// What began like a fall was none.
    NoFall(FallId, NoFall),
    /// A hand reaches into the gutter of this side.
    Hand(Spot),
    /// It is gone again.
    HandGone(Edge),
    /// Something leans on the ring and keeps beams dark. If it fell, that has
    /// been said before.
    Leaning(Spot),
    /// The beams are clear again.
    Cleared(Edge),
    /// The table was bumped: many sensors twitched, nothing fell.
    Bump,
    /// What is in a slot of a post now.
    Marker {
        /// The post.
        post: Post,
        /// The slot, from 0.
        slot: u8,
        /// The marker, if there is one.
        marker: Option<Magnet>,
        /// How sure.
        certainty: Certainty,
    },
    /// The platform lies against the ring.
    Docked {
        /// Where.
        place: Place,
        /// Which way round.
        facing: Facing,
        /// How sure.
        certainty: Certainty,
    },
    /// The platform is gone from the ring.
    Lifted,
    /// Something lies still on the platform.
    Loaded(Loaded),
    /// The platform is empty and nothing was pushed: it was taken away.
    Unloaded,
    /// What lies on the platform begins to move towards the ring.
    PushStarted(Place),
    /// It has left the platform onto the ring.
    Pushed(Pushed),
    /// What is on a cell of a grid board now.
    Cell {
        /// The cell.
        cell: u8,
        /// The piece, if there is one.
        piece: Option<Magnet>,
        /// How sure.
        certainty: Certainty,
    },
    /// A sensor is in trouble; what depends on it is asked, not guessed.
    Trouble(Sensor, Trouble),
    /// A sensor is well again.
    Mended(Sensor, Trouble),
    /// Sensors in trouble leave a gap: a small piece could fall over this side
    /// unseen, so people are asked.
    Blind(Edge),
    /// That is over.
    Sighted(Edge),
}

/// A fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Fall {
    /// Its number.
    pub id: FallId,
    /// When the first beam broke.
    pub onset: Instant,
    /// Where.
    pub spot: Spot,
    /// The greatest width seen on its way.
    pub width: Micrometres,
    /// From the upper plane to the lower; nothing if only one plane saw it.
    pub drop: Option<Span>,
    /// How long it kept the upper plane dark.
    pub dark: Span,
    /// Whether it may have been two.
    pub count: Count,
    /// The magnet that passed with it.
    pub magnet: Option<Passing>,
    /// How well each kind of body explains it, by the sensors alone.
    pub costs: Costs,
    /// What it was, by sensors and by what can have been there.
    pub identity: Identity,
    /// Why it fell.
    pub cause: Cause,
    /// How sure the cause is.
    pub cause_certainty: Certainty,
    /// Whether every sensor it rests on was well. If not, it is asked.
    pub sound: bool,
}

/// How many bodies passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Count {
    /// One.
    One,
    /// It was wider than any body, or grew narrow and wide again: it may have
    /// been two abreast or one upon the other.
    PerhapsTwo,
}

/// A magnet that passed an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Passing {
    /// The greatest change, in steps of the converter.
    pub peak: u16,
    /// Which way its strongest swing went.
    pub polarity: Polarity,
    /// How sure that is.
    pub certainty: Certainty,
}

closed! {
    /// Why something fell.
    enum Cause {
        /// A push from the platform.
        Push = "push",
        /// Anything else.
        Accident = "accident",
    }
    map ByCause
}

closed! {
    /// Why something that began like a fall was none.
    enum NoFall {
        /// It dipped into the upper plane and went back.
        Brush = "brush",
        /// It was a hand.
        Hand = "hand",
        /// The table was bumped.
        Bump = "bump",
        /// A sensor failed.
        Trouble = "sensor trouble",
        /// The same body had been seen from the neighbouring side.
        Merged = "same body",
    }
}

/// Something lies on the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Loaded {
    /// Where the platform lies.
    pub place: Place,
    /// The magnet in it, if there is one.
    pub magnet: Option<Magnet>,
    /// How sure the magnet is.
    pub certainty: Certainty,
}

/// Something was pushed from the platform onto the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Pushed {
    /// Where the platform lies.
    pub place: Place,
    /// When it began to move.
    pub began: Instant,
    /// Its speed over the ring's edge, in millimetres a second.
    pub speed: u16,
    /// How well each kind of body explains it.
    pub costs: Costs,
    /// Its best explanation.
    pub body: Body,
    /// How much better that is than the next.
    pub certainty: Certainty,
}
