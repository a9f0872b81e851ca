//! Actions: everything that can happen in a match, done by people or seen by the ring.
//!
//! An action states a fact or a wish, and the engine decides what follows. It can state
//! nonsense too (a sumo on the platform, a marker of the wrong colour), because that
//! can happen at a table; the engine then refuses it with a specific reason.

use super::card::MoveIndex;
use crate::closed_enum::closed_enum;
use crate::piece::Piece;
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
    /// Opponent who is paid; `None` if the card asks for none.
    pub pay_to: Option<Seat>,
    /// Piece onto which the listed elements are stacked; `None` if the card asks for
    /// none.
    pub stack_on: Option<OnRing>,
    /// Posts from which own markers are taken back as a cost.
    pub markers: Posts,
    /// Piece on the ring that the move applies to; `None` if the card asks for none.
    pub target: Option<Target>,
    /// Marker that moves from one post to another; `None` if the card asks for none.
    pub shift: Option<MarkerShift>,
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

/// Piece on the ring that a player chose, and its contact with the player's own sumo. The
/// players report contact: no sensor of the ring detects it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Target {
    /// Piece that the player chose.
    pub piece: OnRing,
    /// Contact of the piece with the player's own sumo.
    pub contact: Contact,
}

closed_enum! {
    /// Contact of a piece with the player's own sumo.
    enum Contact {
        /// Piece and sumo do not touch.
        Apart = "apart",
        /// Piece and sumo touch side by side.
        Touching = "touching",
        /// Piece and sumo are in one stack.
        SameStack = "stacked",
    }
}

/// Move of a marker from one post to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MarkerShift {
    /// Side whose marker is moved.
    pub side: Side,
    /// Post the marker leaves.
    pub from: Post,
    /// Post the marker arrives on.
    pub to: Post,
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
