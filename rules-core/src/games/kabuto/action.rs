//! What can happen in a match: what people do, and what the ring sees.
//!
//! An action states a fact or a wish; the engine decides what it means. It can
//! state nonsense too (a sumo on the platform, a marker of the wrong colour),
//! because a table can, and then it is refused by name.

use super::card::Nth;
use crate::closed::closed;
use crate::piece::Piece;
use crate::place::{Facing, Place, Post, Posts};
use crate::player::{Seat, Side};
use heapless::Vec;

/// The pieces put on the platform for a push; one, or an interlocked group.
pub type Load = Vec<Piece, 6, u8>;

/// Something that happens.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Action {
    /// The platform is set down.
    Dock(Place, Facing),
    /// A marker of this side is set on a post.
    PlaceMarker(Side, Post),
    /// A marker of this side is taken off a post.
    TakeMarker(Side, Post),
    /// A special move is made.
    Use(Use),
    /// Pieces have been pushed from the platform onto the ring.
    Push(Load, Remarks),
    /// A piece fell off the ring because of the push under way.
    Fall(Piece),
    /// Everything the push moved has come to rest.
    Settle,
    /// A piece fell off the ring for any other reason.
    Accident(Piece),
    /// The player says the turn is over.
    EndTurn,
    /// A player who has to push and holds nothing gives up what moves are left.
    Submit,
}

/// The use of a special move, with all that the player chooses in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Use {
    /// Whose card it is on.
    pub card_of: Seat,
    /// Which move of that card.
    pub nth: Nth,
    /// What the player chooses.
    pub choices: Choices,
}

/// What a player chooses in a special move; what the card does not ask for
/// stays empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Choices {
    /// The opponent who is paid.
    pub pay_to: Option<Seat>,
    /// What the listed elements are stacked on.
    pub stack_on: Option<OnRing>,
    /// The posts own markers are taken back from.
    pub markers: Posts,
    /// The piece on the ring the player points at.
    pub target: Option<Target>,
    /// The marker that is moved.
    pub shift: Option<Shift>,
}

/// A piece on the ring that can be pointed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum OnRing {
    /// This piece.
    Piece(Piece),
    /// The centre pawn that carries the belt.
    BeltPawn,
}

/// A piece pointed at, and how it lies to the own sumo. Contact is what the
/// players see and say: no sensor of the ring knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Target {
    /// Which piece.
    pub piece: OnRing,
    /// How it lies to the own sumo.
    pub contact: Contact,
}

closed! {
    /// How a piece lies to the own sumo.
    enum Contact {
        /// They do not touch.
        Apart = "apart",
        /// They touch side by side.
        Touching = "touching",
        /// They are in one stack.
        SameStack = "stacked",
    }
}

/// A marker that goes from one post to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shift {
    /// Whose marker.
    pub side: Side,
    /// Off this post.
    pub from: Post,
    /// Onto this one.
    pub to: Post,
}

closed! {
    /// Something noticed about how a push was made.
    enum Remark {
        /// It did not point at the centre.
        OffCentre = "off-centre",
        /// It did not run straight.
        Swerved = "swerved",
        /// The element was flicked.
        Flicked = "flicked",
        /// Pushing went on after the element had left the platform.
        Overrun = "overrun",
    }
    set Remarks
}
