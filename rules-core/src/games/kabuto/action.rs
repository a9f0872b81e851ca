//! Actions: everything that can happen in a match, done by people or seen by the ring.
//!
//! An action states a fact or a wish, and the engine decides what follows. It can state
//! nonsense too (a sumo on the platform, a marker of the wrong colour), because that
//! can happen at a table; the engine then refuses it with a specific reason.

use super::card::{Alternative, MoveIndex};
use crate::closed_enum::closed_enum;
use crate::piece::{Element, Piece};
use crate::place::{Facing, Place, Post, Posts};
use crate::player::{Seat, Side};
use heapless::Vec;

/// Pieces put on the platform for a push: one, or an interlocked group of up to six.
pub type Load = Vec<Piece, 6, u8>;

/// Action: one event of a match, done by people or seen by the ring.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Action {
    /// The platform was set down at this place, with this edge against the ring.
    Dock(Place, Facing),
    /// A marker of this side was set on a post.
    PlaceMarker(Side, Post),
    /// A marker of this side was taken off a post.
    TakeMarker(Side, Post),
    /// A special move was made, with these choices.
    Use(MoveUse),
    /// Pieces were pushed from the platform onto the ring; remarks note irregularities.
    Push(Load, Remarks),
    /// A piece fell off the ring because of the push under way.
    Fall(Piece),
    /// All pieces that the push moved have come to rest.
    Settle,
    /// A piece fell off the ring without being pushed.
    Accident(Piece),
    /// The player declared the turn over.
    EndTurn,
    /// A player who has to push and holds nothing gave up the special moves that are
    /// left.
    Submit,
}

/// Use of a special move, with all choices of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveUse {
    /// Seat whose card has the move.
    pub card_of: Seat,
    /// Number of the move on that card, from the top.
    pub nth: MoveIndex,
    /// Choices that the player made for this use.
    pub choices: MoveChoices,
}

/// Choices of a player in a special move. A choice that the card does not ask for stays
/// `None` or empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveChoices {
    /// Cost that is paid; `None` if the card leaves no choice.
    pub cost: Option<Alternative>,
    /// Effect that takes place; `None` if the card leaves no choice.
    pub effect: Option<Alternative>,
    /// Opponent who is paid; `None` if the card asks for none.
    pub pay_to: Option<Seat>,
    /// Piece onto which the listed elements are stacked; `None` if the card asks for
    /// none.
    pub stack_on: Option<OnRing>,
    /// Posts from which own markers are taken back as a cost.
    pub markers: Posts,
    /// Piece on the ring that the move applies to; `None` if the card asks for none.
    pub target: Option<Target>,
    /// Marker that the move moves, sets or removes; `None` if the card asks for none.
    pub marker: Option<MarkerChange>,
}

/// Piece on the ring that a player can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum OnRing {
    /// The player chose a piece of this kind.
    Piece(Piece),
    /// The centre pawn, which carries the belt in a match of two.
    BeltPawn,
}

/// Piece on the ring that a player chose, and its contact with the piece that the card
/// names: the player's own sumo, unless it names another. The players report contact: no
/// sensor of the ring detects it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Target {
    /// Piece that the player chose.
    pub piece: OnRing,
    /// Further elements that the player chose, where the card takes several.
    pub further: FurtherElements,
    /// Contact of all chosen pieces.
    pub contact: Contact,
}

/// Elements that a player chose besides the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FurtherElements {
    /// The player chose no further element.
    #[default]
    None,
    /// The player chose one more element.
    One(Element),
    /// The player chose two more elements.
    Two(Element, Element),
}

impl FurtherElements {
    /// Iterates over the elements.
    pub fn iter(self) -> impl Iterator<Item = Element> {
        let (second, third) = match self {
            Self::None => (None, None),
            Self::One(second) => (Some(second), None),
            Self::Two(second, third) => (Some(second), Some(third)),
        };
        second.into_iter().chain(third)
    }
}

closed_enum! {
    /// Contact of a chosen piece with the piece that the card names.
    enum Contact {
        /// The pieces do not touch.
        Apart = "apart",
        /// The pieces touch side by side.
        Touching = "touching",
        /// The pieces are in one stack.
        SameStack = "stacked",
    }
}

/// Change of a marker that a player chose for a special move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MarkerChange {
    /// A marker of this side moves from the first post to the second.
    Moved(Side, Post, Post),
    /// An own marker is set on this post.
    Set(Post),
    /// The marker of this side leaves this post.
    Removed(Side, Post),
}

closed_enum! {
    /// Irregularity in the way a push was made.
    enum Remark {
        /// The push did not point at the centre.
        OffCentre = "off-centre",
        /// The push did not run straight.
        Swerved = "swerved",
        /// The element was flicked.
        Flicked = "flicked",
        /// The pushing continued after the element had left the platform.
        Overrun = "overrun",
    }
    set Remarks
}
